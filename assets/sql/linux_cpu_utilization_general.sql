-- linux.cpu.utilization.general: what the modules beside it share.

INCLUDE PERFETTO MODULE linux.cpu.frequency;

-- What ran counts in the period in which it began, up to the end of that period.
CREATE PERFETTO MACRO _cpu_avg_utilization_per_period(interval Expr, sched_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    ts,
    SUM(dur) / (cast_double!($interval) * (SELECT MAX(cpu) + 1 FROM sched)) AS utilization,
    SUM(dur) / cast_double!($interval) AS unnormalized_utilization
  FROM (
    SELECT
      one.ts / $interval * $interval AS ts,
      MIN(one.ts_end, one.ts / $interval * $interval + $interval) - one.ts AS dur
    FROM $sched_table AS one
  )
  GROUP BY ts
);

-- What ran but the idle threads, cut where the frequency of the CPU changed; NULL where it is not
-- known.
CREATE PERFETTO VIEW _busy_sched AS
SELECT ts, dur, utid, ucpu
FROM sched
WHERE dur != -1 AND utid NOT IN (SELECT utid FROM thread WHERE is_idle);

CREATE PERFETTO VIEW _known_cpu_frequency AS
SELECT id AS counter_id, ts, dur, cpu, ucpu, freq FROM cpu_frequency_counters WHERE freq IS NOT NULL;

CREATE VIRTUAL TABLE _busy_sched_with_frequency
USING SPAN_LEFT_JOIN(_busy_sched PARTITIONED ucpu, _known_cpu_frequency PARTITIONED ucpu);

CREATE PERFETTO TABLE _cpu_freq_per_thread AS
SELECT
  ROW_NUMBER() OVER () - 1 AS id, ts, dur, ucpu, cpu, utid, freq, counter_id
FROM _busy_sched_with_frequency;

-- Cycles, and between which frequencies: of rows with a frequency and a time.
CREATE PERFETTO MACRO _millicycles(dur Expr, freq Expr) RETURNS Expr AS
cast_int!(SUM($dur * $freq / 1000));

CREATE PERFETTO MACRO _megacycles(dur Expr, freq Expr) RETURNS Expr AS
cast_int!(SUM($dur * $freq / 1000) / 1e9);
