-- sched.thread_state_flattened: the states of a thread while a slice lasts, by its innermost slices.

INCLUDE PERFETTO MODULE slices.flat_slices;

CREATE VIRTUAL TABLE __span_joined_thread USING SPAN_JOIN(
  _slice_flattened PARTITIONED utid, thread_state PARTITIONED utid);

CREATE PERFETTO FUNCTION _get_flattened_thread_state(
  slice_id JOINID(slice.id), utid JOINID(thread.id))
RETURNS TABLE(
  ts TIMESTAMP, dur DURATION, utid JOINID(thread.id), depth LONG, name STRING,
  slice_id JOINID(slice.id), track_id JOINID(track.id), cpu LONG, state STRING, io_wait LONG,
  blocked_function STRING, waker_utid JOINID(thread.id), irq_context LONG
) AS
WITH asked AS MATERIALIZED (
  SELECT s.ts, s.ts + s.dur AS ts_end, s.track_id
  FROM slice s
  JOIN thread_track t ON t.id = s.track_id
  WHERE s.id = COALESCE($slice_id, s.id) AND t.utid = COALESCE($utid, t.utid)
  LIMIT 1
)
SELECT
  f.ts, f.dur, f.utid, f.depth, f.name, f.slice_id, f.track_id, f.cpu, f.state, f.io_wait,
  f.blocked_function, f.waker_utid, f.irq_context
FROM __span_joined_thread f
JOIN asked ON f.track_id = asked.track_id AND f.ts >= asked.ts AND f.ts < asked.ts_end;

CREATE PERFETTO MACRO _dur_in_state(wanted Expr) RETURNS Expr AS
SUM(dur) FILTER (WHERE state = $wanted);

CREATE PERFETTO FUNCTION _get_flattened_thread_state_aggregated(
  slice_id JOINID(slice.id), utid JOINID(thread.id))
RETURNS TABLE(
  slice_id JOINID(slice.id), slice_name STRING, uninterruptible_sleep_nonio LONG,
  uninterruptible_sleep_io LONG, runnable LONG, sleeping LONG, stopped LONG, traced LONG,
  exit_dead LONG, exit_zombie LONG, task_dead LONG, wake_kill LONG, waking LONG, parked LONG,
  no_load LONG, runnable_preempted LONG, running LONG, idle LONG, dur DURATION, depth LONG
) AS
SELECT
  slice_id, name AS slice_name,
  SUM(dur) FILTER (WHERE state = 'D' AND io_wait = 0) AS uninterruptible_sleep_nonio,
  SUM(dur) FILTER (WHERE state = 'D' AND io_wait = 1) AS uninterruptible_sleep_io,
  _dur_in_state!('R') AS runnable, _dur_in_state!('S') AS sleeping,
  _dur_in_state!('T') AS stopped, _dur_in_state!('t') AS traced,
  _dur_in_state!('X') AS exit_dead, _dur_in_state!('Z') AS exit_zombie,
  _dur_in_state!('x') AS task_dead, _dur_in_state!('K') AS wake_kill,
  _dur_in_state!('W') AS waking, _dur_in_state!('P') AS parked,
  _dur_in_state!('N') AS no_load, _dur_in_state!('R+') AS runnable_preempted,
  _dur_in_state!('Running') AS running, _dur_in_state!('I') AS idle,
  SUM(dur) AS dur, depth
FROM _get_flattened_thread_state($slice_id, $utid)
GROUP BY slice_id;
