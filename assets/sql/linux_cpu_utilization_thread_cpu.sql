-- linux.cpu.utilization.thread_cpu: the cycles that each thread took of each CPU.

INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE intervals.intersect;

-- The cycles of what ran, by thread and CPU.
CREATE PERFETTO MACRO _cycles_by_thread_and_cpu(ran TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    f.utid, f.ucpu, c.cpu,
    _millicycles!(f.dur, f.freq) AS millicycles,
    _megacycles!(f.dur, f.freq) AS megacycles,
    SUM(f.dur) AS runtime,
    MIN(f.freq) AS min_freq,
    MAX(f.freq) AS max_freq,
    cast_int!(SUM(f.dur * f.freq / 1000) / (SUM(f.dur) / 1000)) AS avg_freq
  FROM $ran f
  JOIN cpu c ON c.ucpu = f.ucpu
  GROUP BY f.utid, f.ucpu
);

CREATE PERFETTO TABLE cpu_cycles_per_thread_per_cpu AS
SELECT * FROM _cycles_by_thread_and_cpu!(_cpu_freq_per_thread);

-- The same of rows of this table, summed up.
CREATE PERFETTO MACRO _cycles_together(millicycles Expr, runtime Expr) RETURNS Expr AS
cast_int!(SUM($millicycles) / (SUM($runtime) / 1000));

-- What ran in an interval, cut at its ends.
CREATE PERFETTO MACRO _cpu_freq_in_interval(ts Expr, dur Expr) RETURNS TableOrSubquery AS
(
  SELECT i.ts, i.dur, f.utid, f.ucpu, f.cpu, f.freq
  FROM _interval_intersect_single!($ts, $dur, _cpu_freq_per_thread) i
  JOIN _cpu_freq_per_thread f ON f.id = i.id
);

-- Its frequency on average while it is known, and how long it ran while the CPUs were awake.
CREATE PERFETTO MACRO _avg_freq_in_interval(dur Expr, freq Expr) RETURNS Expr AS
cast_int!(SUM($dur * $freq / 1000) / (SUM(IIF($freq IS NULL, NULL, $dur)) / 1000));

CREATE PERFETTO MACRO _awake(ts Expr, dur Expr) RETURNS Expr AS
to_monotonic($ts + $dur) - to_monotonic($ts);

CREATE PERFETTO FUNCTION cpu_cycles_per_thread_per_cpu_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  utid LONG, ucpu LONG, cpu LONG, millicycles LONG, megacycles LONG, runtime LONG, min_freq LONG,
  max_freq LONG, avg_freq LONG
) AS
SELECT * FROM _cycles_by_thread_and_cpu!(_cpu_freq_in_interval!($ts, $dur));
