-- slices.cpu_time: for how long the thread of each slice ran meanwhile.

INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE linux.cpu.utilization.slice;
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE thread_slice_cpu_time AS
SELECT
  s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, SUM(i.dur) AS cpu_time
FROM _interval_intersect!(
  (_slice_of_thread, (SELECT id, ts, dur, utid FROM sched WHERE dur > 0)),
  (utid)
) i
JOIN thread_slice s ON s.id = i.id_0
GROUP BY s.id
ORDER BY s.id;

CREATE PERFETTO VIEW thread_slice_cpu_cycles AS SELECT * FROM cpu_cycles_per_thread_slice;
