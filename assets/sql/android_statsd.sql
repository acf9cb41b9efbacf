-- android.statsd: atoms that statsd has recorded.

INCLUDE PERFETTO MODULE slices.stack;

CREATE PERFETTO VIEW android_statsd_atoms AS
SELECT
  s.id, s.ts, s.dur, s.arg_set_id, s.thread_instruction_count, s.thread_instruction_delta,
  s.track_id, s.category, s.name, s.depth, s.stack_id, s.parent_stack_id, s.parent_id,
  s.thread_ts, s.thread_dur
FROM track t
JOIN slice_with_stack_id s ON s.track_id = t.id
WHERE t.name = 'Statsd Atoms';
