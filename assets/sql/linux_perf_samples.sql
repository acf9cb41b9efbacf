-- linux.perf.samples: the call stacks of perf samples, together.

-- A frame of the binary is as many calls as the compiler made one of: symbols, the innermost first.
CREATE PERFETTO TABLE _callstack_symbol_range AS
SELECT symbol_set_id, MIN(id) AS first_id, MAX(id) AS last_id
FROM stack_profile_symbol
GROUP BY symbol_set_id;

CREATE PERFETTO TABLE _callstack_call AS
SELECT
  ROW_NUMBER() OVER (ORDER BY c.id, s.id) - 1 AS id,
  c.id AS callsite_id, c.parent_id AS parent_callsite_id, s.id AS symbol_id,
  s.id IS r.first_id AS is_innermost, s.id IS r.last_id AS is_outermost,
  COALESCE(demangle(s.name), s.name, demangle(f.name), f.name, '[Unknown]') AS name,
  m.name AS mapping_name, s.source_file, s.line_number
FROM stack_profile_callsite c
JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_mapping m ON m.id = f.mapping
LEFT JOIN _callstack_symbol_range r ON r.symbol_set_id = f.symbol_set_id
LEFT JOIN stack_profile_symbol s ON s.symbol_set_id = f.symbol_set_id;

CREATE PERFETTO INDEX _callstack_call_of_callsite ON _callstack_call(callsite_id);

CREATE PERFETTO TABLE _callstack_tree AS
SELECT
  c.id,
  IIF(c.is_outermost,
    (
      SELECT p.id FROM _callstack_call p
      WHERE p.callsite_id = c.parent_callsite_id AND p.is_innermost
    ),
    c.id + 1) AS parent_id,
  c.callsite_id, c.is_innermost, c.name, c.mapping_name, c.source_file, c.line_number
FROM _callstack_call c;

CREATE PERFETTO INDEX _callstack_tree_by_id ON _callstack_tree(id);

-- A call has happened in the samples of its own and in those of what it called.
CREATE PERFETTO MACRO _callstack_summary_tree(samples TableOrSubquery)
RETURNS TableOrSubquery AS (
WITH RECURSIVE own AS MATERIALIZED (
  SELECT t.id, t.parent_id, s.n
  FROM (
    SELECT callsite_id, COUNT(*) AS n FROM $samples
    WHERE callsite_id IS NOT NULL GROUP BY callsite_id
  ) s
  JOIN _callstack_tree t ON t.callsite_id = s.callsite_id AND t.is_innermost
),
up(id, parent_id, n, is_own) AS (
  SELECT id, parent_id, n, 1 FROM own
  UNION ALL
  SELECT t.id, t.parent_id, up.n, 0
  FROM up JOIN _callstack_tree t ON t.id = up.parent_id
),
counted AS (
  SELECT id, SUM(n) AS cumulative_count, SUM(IIF(is_own, n, 0)) AS self_count FROM up GROUP BY id
)
SELECT
  t.id, t.parent_id, t.name, t.mapping_name, t.source_file, t.line_number,
  c.self_count, c.cumulative_count
FROM counted c
JOIN _callstack_tree t ON t.id = c.id
ORDER BY t.id
);

CREATE PERFETTO TABLE linux_perf_samples_summary_tree AS
SELECT * FROM _callstack_summary_tree!(perf_sample);
