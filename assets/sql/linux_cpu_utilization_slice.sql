-- linux.cpu.utilization.slice: the cycles that slices of threads took.

INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO VIEW _slice_of_thread AS
SELECT id, ts, dur, utid FROM thread_slice WHERE dur > 0 AND utid > 0;

-- For how long the frequency is known while the thread runs, and the cycles of that time.
CREATE PERFETTO MACRO _slice_cycles(slices TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    i.id_0 AS id,
    SUM(i.dur) AS dur,
    _millicycles!(i.dur, f.freq) AS millicycles,
    _megacycles!(i.dur, f.freq) AS megacycles
  FROM _interval_intersect!(($slices, _cpu_freq_per_thread), (utid)) i
  JOIN _cpu_freq_per_thread f ON f.id = i.id_1
  WHERE f.freq IS NOT NULL
  GROUP BY i.id_0
);

-- Of slices that ran throughout: others have no cycles.
CREATE PERFETTO TABLE cpu_cycles_per_thread_slice AS
WITH cycles AS MATERIALIZED (SELECT * FROM _slice_cycles!(_slice_of_thread))
SELECT
  s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, c.millicycles, c.megacycles
FROM thread_slice s
LEFT JOIN cycles c ON c.id = s.id AND c.dur = s.dur;

CREATE PERFETTO FUNCTION cpu_cycles_per_thread_slice_in_interval(ts LONG, dur LONG)
RETURNS TABLE(
  id LONG, name STRING, utid LONG, thread_name STRING, upid LONG, process_name STRING,
  millicycles LONG, megacycles LONG
) AS
WITH part AS MATERIALIZED (
  SELECT i.id, i.ts, i.dur, s.name, s.utid, s.thread_name, s.upid, s.process_name
  FROM _interval_intersect_single!($ts, $dur, _slice_of_thread) i
  JOIN thread_slice s ON s.id = i.id
),
cycles AS MATERIALIZED (SELECT * FROM _slice_cycles!(part))
SELECT
  s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, c.millicycles, c.megacycles
FROM part s
LEFT JOIN cycles c ON c.id = s.id AND c.dur = s.dur;
