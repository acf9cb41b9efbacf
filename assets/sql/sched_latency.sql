-- sched.latency: how long threads waited for a CPU.

INCLUDE PERFETTO MODULE sched.runnable;

CREATE PERFETTO TABLE sched_latency_for_running_interval AS
SELECT
  r.id AS thread_state_id, s.id AS sched_id, running.utid,
  r.prev_runnable_id AS runnable_latency_id, runnable.dur AS latency_dur
FROM sched_previous_runnable_on_thread r
JOIN thread_state running ON running.id = r.id
JOIN thread_state runnable ON runnable.id = r.prev_runnable_id
JOIN sched s ON s.utid = running.utid AND s.ts = running.ts AND s.dur = running.dur
ORDER BY r.id;
