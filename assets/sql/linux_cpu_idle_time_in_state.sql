-- linux.cpu.idle_time_in_state: for how much of the time CPUs were in which idle state, as polled.

-- What is left of the time between two polls is C0, in which a CPU works. Times are microseconds.
CREATE PERFETTO TABLE linux_per_cpu_idle_time_in_state_counters AS
WITH polled AS (
  SELECT
    c.ts, t.machine_id,
    extract_arg(t.dimension_arg_set_id, 'state') AS state,
    extract_arg(t.dimension_arg_set_id, 'cpu') AS cpu,
    c.value - LAG(c.value) OVER of_track AS total_residency,
    time_to_us(c.ts - LAG(c.ts) OVER of_track) AS time_slice
  FROM track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.type = 'cpu_idle_state'
  WINDOW of_track AS (PARTITION BY t.id ORDER BY c.ts)
)
SELECT
  ts, machine_id, state, cpu,
  MIN(100.0, total_residency / time_slice * 100) AS idle_percentage,
  total_residency, time_slice
FROM polled
WHERE time_slice IS NOT NULL
UNION ALL
SELECT
  ts, machine_id, 'C0', cpu,
  MAX(0.0, (time_slice - SUM(total_residency)) / time_slice * 100),
  MAX(0.0, time_slice - SUM(total_residency)),
  time_slice
FROM polled
WHERE time_slice IS NOT NULL
GROUP BY ts, cpu, machine_id;

-- The same of all CPUs together.
CREATE PERFETTO TABLE linux_cpu_idle_time_in_state_counters AS
SELECT
  ts, machine_id, state,
  MIN(100.0, SUM(total_residency) / SUM(time_slice) * 100) AS idle_percentage,
  SUM(total_residency) AS total_residency,
  SUM(time_slice) AS time_slice
FROM linux_per_cpu_idle_time_in_state_counters
GROUP BY ts, state, machine_id;
