-- slices.cpu_time: for how long the thread of each slice ran meanwhile.

INCLUDE PERFETTO MODULE linux.cpu.utilization.slice;
INCLUDE PERFETTO MODULE slices.time_in_state;

CREATE PERFETTO TABLE thread_slice_cpu_time AS
SELECT id, name, utid, thread_name, upid, process_name, SUM(dur) AS cpu_time
FROM _thread_slice_state
WHERE state = 'Running'
GROUP BY id
ORDER BY id;

CREATE PERFETTO VIEW thread_slice_cpu_cycles AS SELECT * FROM cpu_cycles_per_thread_slice;
