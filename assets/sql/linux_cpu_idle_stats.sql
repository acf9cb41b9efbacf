-- linux.cpu.idle_stats: how often and for how long each CPU was in each idle state.

INCLUDE PERFETTO MODULE linux.cpu.idle;

CREATE PERFETTO TABLE cpu_idle_stats AS
SELECT
  c.cpu,
  c.idle + 1 AS state,
  COUNT(*) AS count,
  SUM(c.dur) AS dur,
  SUM(c.dur) / COUNT(*) AS avg_dur,
  SUM(c.dur) * 100.0 / (SELECT SUM(dur) FROM cpu_idle_counters o WHERE o.cpu = c.cpu) AS idle_percent
FROM cpu_idle_counters c
WHERE c.idle >= 0
GROUP BY c.cpu, c.idle;
