-- android.kernel_wakelocks: for how much of the time awake the kernel and native services held wake locks.

INCLUDE PERFETTO MODULE android.suspend;
INCLUDE PERFETTO MODULE counters.intervals;

-- A counter says for how long a lock has been held in all.
CREATE PERFETTO TABLE _kernel_wakelock_period AS
SELECT ts, ts AS period_ts, dur, track_id, next_value - value AS held_dur
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter c
  JOIN track t ON t.id = c.track_id
  WHERE t.type = 'android_kernel_wakelock'
));

-- The device itself: others have been asleep at other times.
CREATE PERFETTO VIEW _kernel_wakelock_power AS
SELECT ts, dur, power_state FROM android_suspend_state WHERE machine_id = 0;

CREATE VIRTUAL TABLE _kernel_wakelock_state
USING SPAN_JOIN(_kernel_wakelock_period PARTITIONED track_id, _kernel_wakelock_power);

CREATE PERFETTO TABLE android_kernel_wakelocks AS
WITH period AS (
  SELECT
    period_ts AS ts, SUM(dur) AS dur, SUM(IIF(power_state = 'awake', dur, 0)) AS awake_dur, track_id,
    held_dur
  FROM _kernel_wakelock_state
  GROUP BY track_id, period_ts
)
SELECT
  p.ts, p.dur, p.awake_dur, t.name,
  EXTRACT_ARG(t.dimension_arg_set_id, 'wakelock_type') AS type,
  cast_int!(p.held_dur) AS held_dur,
  MAX(MIN(p.held_dur / p.awake_dur, 1.0), 0.0) AS held_ratio
FROM period p
JOIN track t ON t.id = p.track_id
ORDER BY p.ts, t.name;
