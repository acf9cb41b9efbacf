-- linux.cpu.frequency: from when to when each CPU had which frequency.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE cpu_frequency_counters AS
SELECT
  c.id, c.track_id, c.ts, c.dur, cast_int!(c.value) AS freq, cpu.ucpu, t.cpu
FROM counter_leading_intervals!((
  SELECT c.* FROM cpu_counter_track t JOIN counter c ON c.track_id = t.id WHERE t.name = 'cpufreq'
)) c
JOIN cpu_counter_track t ON t.id = c.track_id
JOIN cpu ON cpu.machine_id IS t.machine_id AND cpu.cpu = t.cpu;
