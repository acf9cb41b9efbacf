-- android.battery.charging_states: from when to when the battery was charged.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO VIEW _battery_status AS
SELECT c.id, c.ts, 0 AS track_id, c.value
FROM counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name = 'BatteryStatus';

CREATE PERFETTO TABLE android_charging_states AS
WITH word(value, short, long) AS (
  VALUES
    (2, 'charging', 'Charging'),
    (3, 'discharging', 'Discharging'),
    (4, 'not_charging', 'Not charging'),
    (5, 'full', 'Full')
),
span AS (
  SELECT id, ts, dur, value FROM counter_leading_intervals!(_battery_status) WHERE dur > 0
  UNION ALL
  SELECT 1, trace_start(), trace_dur(), NULL
  WHERE trace_dur() > 0 AND NOT EXISTS (SELECT 1 FROM _battery_status)
)
SELECT
  s.id, s.ts, s.dur,
  COALESCE(w.short, 'unknown') AS short_charging_state,
  COALESCE(w.long, 'Unknown') AS charging_state
FROM span s
LEFT JOIN word w ON w.value = s.value;
