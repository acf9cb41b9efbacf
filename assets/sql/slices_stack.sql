-- slices.stack: slices by the names and categories of the whole stack that they end.

CREATE PERFETTO VIEW slice_with_stack_id AS
SELECT
  s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  s.thread_ts, s.thread_dur, s.thread_instruction_count, s.thread_instruction_delta,
  _slice_stack_id(s.id) AS stack_id,
  coalesce(_slice_stack_id(s.parent_id), 0) AS parent_stack_id
FROM slice s;

CREATE PERFETTO FUNCTION ancestor_slice_by_stack(stack_hash LONG)
RETURNS TABLE(
  id LONG, ts LONG, dur LONG, track_id LONG, category STRING, name STRING, depth LONG,
  parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG
) AS
WITH found AS MATERIALIZED (SELECT id FROM slice WHERE _slice_stack_id(id) = $stack_hash)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  s.thread_ts, s.thread_dur
FROM slice s
WHERE s.id IN (
  SELECT id FROM found UNION SELECT a.id FROM found f JOIN ancestor_slice(f.id) a)
ORDER BY s.ts, s.id;

CREATE PERFETTO FUNCTION descendant_slice_by_stack(stack_hash LONG)
RETURNS TABLE(
  id LONG, ts LONG, dur LONG, track_id LONG, category STRING, name STRING, depth LONG,
  parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG
) AS
WITH found AS MATERIALIZED (SELECT id FROM slice WHERE _slice_stack_id(id) = $stack_hash)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  s.thread_ts, s.thread_dur
FROM slice s
WHERE s.id IN (
  SELECT id FROM found UNION SELECT d.id FROM found f JOIN descendant_slice(f.id) d)
ORDER BY s.ts, s.id;
