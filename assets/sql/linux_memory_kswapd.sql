-- linux.memory.kswapd: for how long each CPU was kept busy by reclaiming memory.

INCLUDE PERFETTO MODULE linux.cpu.sched_breakdown;

CREATE PERFETTO VIEW linux_kswapd_cpu_breakdown AS
SELECT
  c.cpu, c.ucpu, c.cpu_sched_dur_ns, COALESCE(k.dur, 0) AS kswapd_sched_dur_ns,
  IIF(c.cpu_sched_dur_ns > 0, ROUND(COALESCE(k.dur, 0) * 100.0 / c.cpu_sched_dur_ns, 2), 0.0)
    AS kswapd_cpu_dur_percentage
FROM cpu_sched_time c
LEFT JOIN (
  SELECT s.ucpu, SUM(s.dur) AS dur
  FROM sched s
  JOIN thread t ON t.utid = s.utid
  WHERE t.name = 'kswapd0'
  GROUP BY s.ucpu
) k ON k.ucpu = c.ucpu;
