-- linux.cpu.utilization.process: how busy processes kept the CPUs.

INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;

CREATE PERFETTO FUNCTION cpu_process_utilization_per_period(interval LONG, upid LONG)
RETURNS TABLE(ts LONG, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM _cpu_avg_utilization_per_period!(
  $interval,
  (
    SELECT s.ts, s.ts_end
    FROM thread t
    JOIN sched s ON s.utid = t.utid
    WHERE t.upid = $upid AND NOT t.is_idle
  )
);

CREATE PERFETTO FUNCTION cpu_process_utilization_per_second(upid LONG)
RETURNS TABLE(ts LONG, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM cpu_process_utilization_per_period(time_from_s(1), $upid);

CREATE PERFETTO TABLE cpu_cycles_per_process AS
SELECT
  t.upid,
  SUM(c.millicycles) AS millicycles,
  cast_int!(SUM(c.millicycles) / 1e9) AS megacycles,
  SUM(c.runtime) AS runtime,
  MIN(c.min_freq) AS min_freq,
  MAX(c.max_freq) AS max_freq,
  _cycles_together!(c.millicycles, c.runtime) AS avg_freq
FROM cpu_cycles_per_thread_per_cpu c
JOIN thread t ON t.utid = c.utid
WHERE t.upid IS NOT NULL
GROUP BY t.upid;

CREATE PERFETTO FUNCTION cpu_cycles_per_process_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  upid LONG, millicycles LONG, megacycles LONG, runtime LONG, awake_runtime LONG,
  min_freq LONG, max_freq LONG, avg_freq LONG
) AS
SELECT
  t.upid,
  _millicycles!(c.dur, c.freq) AS millicycles,
  _megacycles!(c.dur, c.freq) AS megacycles,
  SUM(c.dur) AS runtime,
  SUM(_awake!(c.ts, c.dur)) AS awake_runtime,
  MIN(c.freq) AS min_freq,
  MAX(c.freq) AS max_freq,
  _avg_freq_in_interval!(c.dur, c.freq) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur) c
JOIN thread t ON t.utid = c.utid
GROUP BY t.upid;

CREATE PERFETTO FUNCTION cpu_process_utilization_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  upid LONG, process_name STRING, awake_dur LONG, awake_utilization DOUBLE,
  awake_unnormalized_utilization DOUBLE
) AS
SELECT
  p.upid, p.name AS process_name,
  SUM(c.awake_runtime) AS awake_dur,
  ROUND(SUM(c.awake_runtime) * 100.0 / (_awake!($ts, $dur)) / (SELECT MAX(cpu) + 1 FROM cpu), 6)
    AS awake_utilization,
  ROUND(SUM(c.awake_runtime) * 100.0 / (_awake!($ts, $dur)), 6) AS awake_unnormalized_utilization
FROM cpu_cycles_per_process_in_interval($ts, $dur) c
JOIN process p ON p.upid = c.upid
GROUP BY p.upid;
