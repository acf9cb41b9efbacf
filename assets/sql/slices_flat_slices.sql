-- slices.flat_slices: which slice of each thread was the innermost, from when to when.

INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE _slice_flattened AS
WITH root AS MATERIALIZED (SELECT id, ts, dur FROM slice WHERE parent_id IS NULL),
child AS MATERIALIZED (
  SELECT a.id AS root_id, s.id, s.parent_id, s.ts, s.dur
  FROM slice s, ancestor_slice(s.id) a
  WHERE s.parent_id IS NOT NULL AND a.depth = 0
)
SELECT
  f.id AS slice_id, f.ts, f.dur, s.depth, s.name, f.root_id, s.track_id, s.utid, s.tid,
  s.thread_name, s.upid, s.pid, s.process_name
FROM _intervals_flatten!(_intervals_merge_root_and_children!(root, child)) f
JOIN thread_slice s ON s.id = f.id;
