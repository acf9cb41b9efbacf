-- android.screen_state: from when to when the screen was on.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE _screen_state_span AS
SELECT id, ts, dur, value
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, 0 AS track_id, c.value
  FROM counter_track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.name = 'ScreenState'
));

-- Before the first sample it is not known, nor without any.
CREATE PERFETTO TABLE android_screen_state AS
WITH word(value, simple, short, long) AS (
  VALUES
    (1, 'off', 'off', 'Screen off'),
    (2, 'on', 'on', 'Screen on'),
    (3, 'doze', 'doze', 'Always-on display (doze)'),
    (4, 'doze', 'doze-suspend', 'Always-on display (doze-suspend)'),
    (5, 'on', 'on-vr', 'Screen on (VR)'),
    (6, 'on', 'on-suspend', 'Screen on (suspend)')
),
span AS (
  SELECT id, ts, dur, value FROM _screen_state_span WHERE dur > 0
  UNION ALL
  SELECT MAX(id) + 1, trace_start(), MIN(ts) - trace_start(), NULL
  FROM _screen_state_span
  HAVING MIN(ts) > trace_start()
  UNION ALL
  SELECT 1, trace_start(), trace_dur(), NULL
  WHERE trace_dur() > 0 AND NOT EXISTS (SELECT 1 FROM _screen_state_span)
)
SELECT
  s.id, s.ts, s.dur,
  COALESCE(w.simple, 'unknown') AS simple_screen_state,
  COALESCE(w.short, 'unknown') AS short_screen_state,
  COALESCE(w.long, 'Unknown') AS screen_state
FROM span s
LEFT JOIN word w ON w.value = s.value;
