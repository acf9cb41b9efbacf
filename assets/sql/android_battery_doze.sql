-- android.battery.doze: from when to when an unused device was how idle.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO MACRO _doze_state(track_name Expr) RETURNS TableOrSubquery AS
(
  SELECT id, ts, dur, cast_int!(value) AS value
  FROM counter_leading_intervals!((
    SELECT c.id, c.ts, 0 AS track_id, c.value
    FROM counter_track t
    JOIN counter c ON c.track_id = t.id
    WHERE t.name = $track_name
  ))
);

CREATE PERFETTO TABLE android_light_idle_state AS
WITH word(value, state) AS (
  VALUES
    (0, 'active'),
    (1, 'inactive'),
    (4, 'idle'),
    (5, 'waiting_for_network'),
    (6, 'idle_maintenance'),
    (7, 'override')
)
SELECT s.id, s.ts, s.dur, COALESCE(w.state, 'unmapped') AS light_idle_state
FROM _doze_state!('DozeLightState') s
LEFT JOIN word w ON w.value = s.value;

CREATE PERFETTO TABLE android_deep_idle_state AS
WITH word(value, state) AS (
  VALUES
    (0, 'active'),
    (1, 'inactive'),
    (2, 'idle_pending'),
    (3, 'sensing'),
    (4, 'locating'),
    (5, 'idle'),
    (6, 'idle_maintenance'),
    (7, 'quick_doze_delay')
)
SELECT s.id, s.ts, s.dur, COALESCE(w.state, 'unmapped') AS deep_idle_state
FROM _doze_state!('DozeDeepState') s
LEFT JOIN word w ON w.value = s.value;
