-- android.suspend: from when to when the device was awake.

-- The short event where it was recorded, or else the phase in which the clocks stand still. What
-- reaches into the next one lost its end.
CREATE PERFETTO TABLE _suspended AS
WITH minimal AS (
  SELECT t.machine_id, s.ts, s.dur
  FROM track t JOIN slice s ON s.track_id = t.id
  WHERE t.name = 'Suspend/Resume Minimal'
),
latency AS (
  SELECT t.machine_id, s.ts, s.dur
  FROM track t JOIN slice s ON s.track_id = t.id
  WHERE t.name = 'Suspend/Resume Latency' AND s.dur != -1
    AND s.name IN ('syscore_resume(0)', 'timekeeping_freeze(0)')
    AND t.machine_id NOT IN (SELECT machine_id FROM minimal)
)
SELECT machine_id, ts, dur
FROM (
  SELECT *, LEAD(ts, 1, trace_end()) OVER (PARTITION BY machine_id ORDER BY ts) AS next_ts
  FROM (SELECT * FROM minimal UNION ALL SELECT * FROM latency)
)
WHERE ts + dur <= next_ts;

-- Between and around them it was awake.
CREATE PERFETTO TABLE android_suspend_state AS
WITH machines AS (SELECT 0 AS machine_id UNION SELECT machine_id FROM _suspended),
change AS (
  SELECT machine_id, trace_start() AS ts, 'awake' AS power_state FROM machines
  UNION ALL
  SELECT machine_id, ts, 'suspended' FROM _suspended
  UNION ALL
  SELECT machine_id, ts + dur, 'awake' FROM _suspended
),
state AS (
  SELECT *,
    LEAD(ts, 1, trace_end()) OVER (PARTITION BY machine_id ORDER BY ts, power_state = 'suspended') - ts
      AS dur
  FROM change
)
SELECT ts, dur, power_state, machine_id
FROM state
WHERE dur > 0
ORDER BY ts;
