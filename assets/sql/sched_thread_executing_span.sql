-- sched.thread_executing_span: what kept a thread waiting, from one thread that woke to the next.

INCLUDE PERFETTO MODULE graphs.search;
INCLUDE PERFETTO MODULE intervals.intersect;

-- A span is what a thread does from where another one wakes it until it sleeps again; its id is that
-- of its first state. What an interrupt or a device woke has nobody to wait for but itself.
CREATE PERFETTO TABLE _wakeup_graph AS
WITH state AS (
  SELECT
    id, ts, dur, utid, state, waker_id,
    IIF(COALESCE(irq_context, 0) = 0, COALESCE(io_wait, 0), 1) AS is_irq,
    LAG(id) OVER thread IS NULL AS is_first,
    LAG(ts) OVER thread AS idle_ts,
    IIF(LAG(dur) OVER thread != -1, LAG(ts + dur) OVER thread, NULL) AS idle_end,
    LAG(state) OVER thread AS idle_state,
    LAG(blocked_function) OVER thread AS idle_reason
  FROM thread_state
  WINDOW thread AS (PARTITION BY utid ORDER BY id)
),
spanned AS MATERIALIZED (
  SELECT
    *,
    MAX(id) FILTER (WHERE state = 'R' AND dur != -1 AND (is_first OR waker_id IS NOT NULL))
      OVER (PARTITION BY utid ORDER BY id) AS span_id,
    MAX(ts + dur) FILTER (WHERE dur != -1) OVER (PARTITION BY utid) AS thread_end
  FROM state
),
event AS (
  SELECT
    e.id, e.ts, e.utid, e.is_irq, e.thread_end,
    IIF(e.is_irq, NULL, waker.span_id) AS waker_id,
    IIF(e.is_irq, 'IRQ', IIF(e.is_first, NULL, e.idle_state)) AS idle_state,
    IIF(e.is_first, NULL, e.idle_reason) AS idle_reason,
    IIF(e.is_first, NULL, e.idle_ts) AS idle_ts,
    e.is_irq OR waker.span_id IS NULL OR (NOT e.is_first AND e.idle_state != 'S')
      AS is_idle_reason_self
  FROM spanned e
  LEFT JOIN spanned waker
    ON waker.id = e.waker_id AND waker.state = 'Running' AND waker.dur != -1
  WHERE e.dur != -1
    AND IIF(e.is_first, e.state = 'R',
      e.waker_id IS NOT NULL AND e.idle_state IN ('S', 'D', 'I') AND e.idle_end = e.ts)
)
SELECT
  utid, id, waker_id, ts, idle_state, idle_reason, ts - idle_ts AS idle_dur, is_idle_reason_self,
  LAG(id) OVER thread AS prev_id,
  LEAD(id) OVER thread AS next_id,
  COALESCE(LEAD(idle_ts) OVER thread, thread_end) - ts AS dur,
  LEAD(is_idle_reason_self) OVER thread AS is_next_idle_reason_self
FROM event
WINDOW thread AS (PARTITION BY utid ORDER BY ts)
ORDER BY id;

CREATE PERFETTO INDEX _wakeup_graph_by_id ON _wakeup_graph(id);

-- The spans of threads that cover intervals, as roots of paths.
CREATE PERFETTO MACRO _intervals_to_roots(
  source_table TableOrSubquery, node_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT DISTINCT node.id AS root_node_id, node.id - COALESCE(node.prev_id, node.id) AS capacity
  FROM (
    SELECT
      source.utid,
      MAX(node.id) FILTER (WHERE node.ts <= MAX(source.ts, bounds.first_ts)) AS first_id,
      MIN(node.id) FILTER (WHERE node.ts >= MIN(source.ts + source.dur, bounds.last_ts)) AS last_id
    FROM $source_table AS source
    JOIN (
      SELECT all_nodes.utid, MIN(all_nodes.ts) AS first_ts, MAX(all_nodes.ts) AS last_ts
      FROM $node_table AS all_nodes
      GROUP BY all_nodes.utid
    ) bounds ON bounds.utid = source.utid
    JOIN $node_table AS node ON node.utid = source.utid
    GROUP BY source.utid, source.ts, source.dur
  ) covered
  JOIN $node_table AS node
    ON node.utid = covered.utid AND node.id BETWEEN covered.first_id AND covered.last_id
);

-- The critical path of each root_node_id: the spans that it waited for, as far back as its capacity
-- in ids. Where a span waited for nobody but itself, what woke the kernel's work stands inside of it,
-- or beside it if it does not begin later.
CREATE PERFETTO MACRO _critical_path_spans(
  roots_table TableOrSubquery, node_table TableOrSubquery, kernel_innermost Expr)
RETURNS TableOrSubquery AS
(
  SELECT root_id, id, ts, dur
  FROM _critical_path(
    (
      SELECT _number_rows(
        node.id, node.ts, node.dur, COALESCE(node.idle_dur, -1), COALESCE(node.waker_id, -1),
        COALESCE(node.prev_id, -1), COALESCE(node.next_id, -1), node.is_idle_reason_self,
        node.is_next_idle_reason_self)
      FROM $node_table AS node
    ),
    (SELECT _number_rows(root.root_node_id, root.capacity) FROM $roots_table AS root),
    $kernel_innermost)
  LIMIT -1
);

CREATE PERFETTO MACRO _critical_path_by_roots(
  roots_table TableOrSubquery, node_table TableOrSubquery)
RETURNS TableOrSubquery AS
_critical_path_spans!($roots_table, $node_table, 1);

-- The same for threads (utid) within intervals, cut at their ends.
CREATE PERFETTO MACRO _critical_path_by_intervals(
  intervals_table TableOrSubquery, node_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _asked AS MATERIALIZED (
    SELECT
      cast_int!(ROW_NUMBER() OVER (ORDER BY one.ts)) AS id, one.ts, one.dur,
      one.utid AS root_utid
    FROM $intervals_table AS one
  ),
  _path AS MATERIALIZED (
    SELECT
      cast_int!(ROW_NUMBER() OVER ()) AS id, root.utid AS root_utid, node.utid, path.root_id,
      path.id AS span_id, path.ts, path.dur
    FROM _critical_path_by_roots!(
      _intervals_to_roots!($intervals_table, $node_table), $node_table) path
    JOIN $node_table AS root ON root.id = path.root_id
    JOIN $node_table AS node ON node.id = path.id
  )
  SELECT DISTINCT
    path.root_utid, path.utid, path.root_id, path.span_id AS id, met.ts, met.dur,
    asked.ts AS interval_ts, asked.dur AS interval_dur
  FROM _interval_intersect!((_path, _asked), (root_utid)) met
  JOIN _path path ON path.id = met.id_0
  JOIN _asked asked ON asked.id = met.id_1
);

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path(
  root_utid JOINID(thread.id), ts TIMESTAMP, dur DURATION)
RETURNS TABLE(
  root_utid JOINID(thread.id), root_id LONG, id LONG, ts TIMESTAMP, dur DURATION,
  utid JOINID(thread.id)
) AS
SELECT root_utid, root_id, id, ts, dur, utid
FROM _critical_path_by_intervals!(
  (SELECT $root_utid AS utid, $ts AS ts, $dur AS dur), _wakeup_graph);
