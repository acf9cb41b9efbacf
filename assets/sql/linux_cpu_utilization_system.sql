-- linux.cpu.utilization.system: how busy the CPUs were.

INCLUDE PERFETTO MODULE linux.cpu.utilization.thread_cpu;

CREATE PERFETTO FUNCTION cpu_utilization_per_period(interval LONG)
RETURNS TABLE(ts LONG, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM _cpu_avg_utilization_per_period!(
  $interval,
  (SELECT ts, ts_end FROM sched WHERE utid NOT IN (SELECT utid FROM thread WHERE is_idle))
);

CREATE PERFETTO TABLE cpu_utilization_per_second AS
SELECT ts, utilization, unnormalized_utilization FROM cpu_utilization_per_period(time_from_s(1));

CREATE PERFETTO TABLE cpu_cycles AS
SELECT
  SUM(millicycles) AS millicycles,
  cast_int!(SUM(millicycles) / 1e9) AS megacycles,
  SUM(runtime) AS runtime,
  MIN(min_freq) AS min_freq,
  MAX(max_freq) AS max_freq,
  _cycles_together!(millicycles, runtime) AS avg_freq
FROM cpu_cycles_per_thread_per_cpu;

CREATE PERFETTO FUNCTION cpu_cycles_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  millicycles LONG, megacycles LONG, runtime LONG, awake_runtime LONG, min_freq LONG,
  max_freq LONG, avg_freq LONG
) AS
SELECT
  _millicycles!(dur, freq) AS millicycles,
  _megacycles!(dur, freq) AS megacycles,
  SUM(dur) AS runtime,
  SUM(_awake!(ts, dur)) AS awake_runtime,
  MIN(freq) AS min_freq,
  MAX(freq) AS max_freq,
  _avg_freq_in_interval!(dur, freq) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur);

CREATE PERFETTO FUNCTION cpu_utilization_in_interval(ts LONG, dur LONG)
RETURNS TABLE(awake_dur LONG, awake_utilization DOUBLE, awake_unnormalized_utilization DOUBLE) AS
SELECT
  awake_runtime AS awake_dur,
  ROUND(awake_runtime * 100.0 / (_awake!($ts, $dur)) / (SELECT MAX(cpu) + 1 FROM cpu), 2)
    AS awake_utilization,
  ROUND(awake_runtime * 100.0 / (_awake!($ts, $dur)), 2) AS awake_unnormalized_utilization
FROM cpu_cycles_in_interval($ts, $dur);

CREATE PERFETTO TABLE cpu_cycles_per_cpu AS
SELECT
  ucpu, cpu,
  SUM(millicycles) AS millicycles,
  cast_int!(SUM(millicycles) / 1e9) AS megacycles,
  SUM(runtime) AS runtime,
  MIN(min_freq) AS min_freq,
  MAX(max_freq) AS max_freq,
  _cycles_together!(millicycles, runtime) AS avg_freq
FROM cpu_cycles_per_thread_per_cpu
GROUP BY ucpu, cpu;

CREATE PERFETTO FUNCTION cpu_cycles_per_cpu_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  ucpu LONG, cpu LONG, millicycles LONG, megacycles LONG, runtime LONG, min_freq LONG,
  max_freq LONG, avg_freq LONG
) AS
SELECT
  ucpu, cpu,
  _millicycles!(dur, freq) AS millicycles,
  _megacycles!(dur, freq) AS megacycles,
  SUM(dur) AS runtime,
  MIN(freq) AS min_freq,
  MAX(freq) AS max_freq,
  _avg_freq_in_interval!(dur, freq) AS avg_freq
FROM _cpu_freq_in_interval!($ts, $dur)
GROUP BY ucpu;
