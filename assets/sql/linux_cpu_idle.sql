-- linux.cpu.idle: from when to when each CPU was in which idle state; -1 is awake.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE cpu_idle_counters AS
SELECT
  c.id, c.track_id, c.ts, c.dur,
  cast_int!(IIF(c.value = 4294967295, -1, c.value)) AS idle, t.cpu
FROM counter_leading_intervals!((
  SELECT c.* FROM cpu_counter_track t JOIN counter c ON c.track_id = t.id WHERE t.name = 'cpuidle'
)) c
JOIN cpu_counter_track t ON t.id = c.track_id;
