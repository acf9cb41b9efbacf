-- slices.self_dur: how long each slice did something itself, its children apart.

CREATE PERFETTO TABLE slice_self_dur AS
WITH children AS MATERIALIZED (
  SELECT parent_id, SUM(dur) AS dur FROM slice WHERE parent_id IS NOT NULL GROUP BY parent_id
)
SELECT s.id, s.dur - COALESCE(c.dur, 0) AS self_dur
FROM slice s
LEFT JOIN children c ON c.parent_id = s.id;
