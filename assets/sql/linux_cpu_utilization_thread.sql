-- linux.cpu.utilization.thread: how busy threads kept the CPUs.

INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;

CREATE PERFETTO FUNCTION cpu_thread_utilization_per_period(interval LONG, utid LONG)
RETURNS TABLE(ts LONG, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM _cpu_avg_utilization_per_period!($interval, (SELECT ts, ts_end FROM sched WHERE utid = $utid));

CREATE PERFETTO FUNCTION cpu_thread_utilization_per_second(utid LONG)
RETURNS TABLE(ts LONG, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM cpu_thread_utilization_per_period(time_from_s(1), $utid);

CREATE PERFETTO TABLE cpu_cycles_per_thread AS
SELECT
  utid,
  SUM(millicycles) AS millicycles,
  cast_int!(SUM(millicycles) / 1e9) AS megacycles,
  SUM(runtime) AS runtime,
  MIN(min_freq) AS min_freq,
  MAX(max_freq) AS max_freq,
  _cycles_together!(millicycles, runtime) AS avg_freq
FROM cpu_cycles_per_thread_per_cpu
GROUP BY utid;

CREATE PERFETTO FUNCTION cpu_cycles_per_thread_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  utid LONG, millicycles LONG, megacycles LONG, runtime LONG, awake_runtime LONG,
  min_freq LONG, max_freq LONG, avg_freq LONG
) AS
SELECT
  utid,
  _millicycles!(dur, freq) AS millicycles,
  _megacycles!(dur, freq) AS megacycles,
  SUM(dur) AS runtime,
  SUM(_awake!(ts, dur)) AS awake_runtime,
  MIN(freq) AS min_freq,
  MAX(freq) AS max_freq,
  _avg_freq_in_interval!(dur, freq) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur)
GROUP BY utid;

CREATE PERFETTO FUNCTION cpu_thread_utilization_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  upid LONG, utid LONG, thread_name STRING, awake_dur LONG, awake_utilization DOUBLE,
  awake_unnormalized_utilization DOUBLE
) AS
SELECT
  t.upid, t.utid, t.name AS thread_name,
  SUM(c.awake_runtime) AS awake_dur,
  ROUND(SUM(c.awake_runtime) * 100.0 / (_awake!($ts, $dur)) / (SELECT MAX(cpu) + 1 FROM cpu), 6)
    AS awake_utilization,
  ROUND(SUM(c.awake_runtime) * 100.0 / (_awake!($ts, $dur)), 6) AS awake_unnormalized_utilization
FROM cpu_cycles_per_thread_in_interval($ts, $dur) c
JOIN thread t ON t.utid = c.utid
GROUP BY t.utid;
