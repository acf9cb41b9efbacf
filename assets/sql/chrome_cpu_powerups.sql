-- chrome.cpu_powerups: which slices ran first on a CPU that woke up.

-- From when to when a CPU was awake after an idle state: 0 is awake, the others are the deeper the
-- higher.
CREATE PERFETTO VIEW chrome_cpu_power_slice AS
SELECT ts, next_ts - ts AS dur, cpu, power_state, previous_power_state, powerup_id
FROM (
  SELECT
    ts, cpu, power_state, id AS powerup_id,
    LEAD(ts) OVER of_cpu AS next_ts,
    LAG(power_state) OVER of_cpu AS previous_power_state
  FROM (
    SELECT
      c.id, c.ts, t.cpu, cast_int!(IIF(c.value = 4294967295, 0, c.value + 1)) AS power_state
    FROM cpu_counter_track t
    JOIN counter c ON c.track_id = t.id
    WHERE t.name = 'cpuidle'
  )
  WINDOW of_cpu AS (PARTITION BY cpu ORDER BY ts)
)
WHERE power_state = 0 AND previous_power_state != 0 AND next_ts IS NOT NULL
ORDER BY ts;

CREATE PERFETTO VIEW _cpu_power_valid_sched_slice AS SELECT * FROM sched_slice WHERE utid != 0;

CREATE VIRTUAL TABLE _cpu_power_and_sched_slice USING SPAN_JOIN(
  chrome_cpu_power_slice PARTITIONED cpu, _cpu_power_valid_sched_slice PARTITIONED cpu);

-- What a CPU ran first after it woke up.
CREATE PERFETTO TABLE chrome_cpu_power_first_sched_slice_after_powerup AS
SELECT ts, dur, cpu, id AS sched_id, utid, previous_power_state, powerup_id
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY cpu, powerup_id ORDER BY ts) AS place
  FROM _cpu_power_and_sched_slice
)
WHERE place = 1
ORDER BY ts;

CREATE PERFETTO VIEW _cpu_power_thread_and_toplevel_slice AS
SELECT t.utid, s.id AS slice_id, s.ts, s.dur
FROM thread_track t
JOIN slice s ON s.track_id = t.id
WHERE s.depth = 0
ORDER BY s.ts;

CREATE VIRTUAL TABLE _cpu_power_toplevel_slice USING SPAN_JOIN(
  chrome_cpu_power_first_sched_slice_after_powerup PARTITIONED utid,
  _cpu_power_thread_and_toplevel_slice PARTITIONED utid);

-- The outermost slices of the thread meanwhile.
CREATE PERFETTO TABLE chrome_cpu_power_post_powerup_slice AS
SELECT ts, dur, cpu, utid, sched_id, slice_id, previous_power_state, powerup_id
FROM _cpu_power_toplevel_slice;

CREATE PERFETTO VIEW chrome_cpu_power_first_toplevel_slice_after_powerup AS
SELECT slice_id, previous_power_state
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY cpu, powerup_id ORDER BY ts) AS place
  FROM chrome_cpu_power_post_powerup_slice
)
WHERE place = 1
ORDER BY ts;
