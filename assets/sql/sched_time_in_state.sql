-- sched.time_in_state: for how long threads and CPUs were in which state.

CREATE PERFETTO TABLE sched_time_in_state_for_thread AS
WITH by_state AS (
  SELECT utid, state, SUM(dur) AS time_in_state FROM thread_state GROUP BY utid, state
)
SELECT
  utid, SUM(time_in_state) OVER thread AS total_runtime, state, time_in_state,
  time_in_state * 100 / SUM(time_in_state) OVER thread AS percentage_in_state
FROM by_state
WINDOW thread AS (PARTITION BY utid);

CREATE PERFETTO TABLE sched_percentage_of_time_in_state AS
SELECT
  utid,
  MAX(percentage_in_state) FILTER (WHERE state = 'Running') AS running,
  MAX(percentage_in_state) FILTER (WHERE state = 'R') AS runnable,
  MAX(percentage_in_state) FILTER (WHERE state = 'R+') AS runnable_preempted,
  MAX(percentage_in_state) FILTER (WHERE state = 'S') AS sleeping,
  MAX(percentage_in_state) FILTER (WHERE state = 'D') AS uninterruptible_sleep,
  SUM(time_in_state) FILTER (WHERE state IN ('T', 't', 'X', 'Z', 'x', 'I', 'K', 'W', 'P', 'N'))
    * 100 / total_runtime AS other
FROM sched_time_in_state_for_thread
GROUP BY utid;

CREATE PERFETTO FUNCTION sched_time_in_state_for_thread_in_interval(
  ts TIMESTAMP, dur DURATION, utid JOINID(thread.id))
RETURNS TABLE(state STRING, io_wait BOOL, blocked_function STRING, dur DURATION) AS
SELECT
  state, io_wait, blocked_function,
  SUM(MIN(ts + dur, $ts + $dur) - MAX(ts, $ts)) AS dur
FROM thread_state
WHERE utid = $utid AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
GROUP BY state, io_wait, blocked_function
ORDER BY 4 DESC;

CREATE PERFETTO FUNCTION sched_time_in_state_and_cpu_for_thread_in_interval(
  ts TIMESTAMP, dur DURATION, utid JOINID(thread.id))
RETURNS TABLE(state STRING, io_wait BOOL, cpu LONG, blocked_function STRING, dur DURATION) AS
SELECT
  state, io_wait, cpu, blocked_function,
  SUM(MIN(ts + dur, $ts + $dur) - MAX(ts, $ts)) AS dur
FROM thread_state
WHERE utid = $utid AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
GROUP BY state, io_wait, cpu, blocked_function
ORDER BY 5 DESC;

CREATE PERFETTO FUNCTION sched_time_in_state_for_cpu_in_interval(
  cpu LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(end_state STRING, dur DURATION) AS
SELECT end_state, SUM(MIN(ts + dur, $ts + $dur) - MAX(ts, $ts)) AS dur
FROM sched
WHERE cpu = $cpu AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
GROUP BY end_state;
