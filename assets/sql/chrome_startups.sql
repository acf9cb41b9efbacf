-- chrome.startups: starts of Chromium's activities on Android.

INCLUDE PERFETTO MODULE slices.with_context;

-- A start is known by the number of its activity, in a browser process. Until something is seen it
-- is where the activity began, unless the metric of its first content says when that was.
CREATE PERFETTO TABLE chrome_startups AS
WITH began AS (
  SELECT EXTRACT_ARG(arg_set_id, 'startup.activity_id') AS activity_id, upid, ts
  FROM thread_slice WHERE name = 'Startup.ActivityStart'
),
seen AS (
  SELECT EXTRACT_ARG(arg_set_id, 'startup.activity_id') AS activity_id, upid, ts, dur
  FROM process_slice WHERE name = 'Startup.TimeToFirstVisibleContent2'
),
cause AS (
  SELECT
    EXTRACT_ARG(arg_set_id, 'startup.activity_id') AS activity_id, upid,
    EXTRACT_ARG(arg_set_id, 'startup.launch_cause') AS launch_cause
  FROM thread_slice WHERE name = 'Startup.LaunchCause'
),
activity AS (
  SELECT activity_id, upid FROM began
  UNION
  SELECT activity_id, upid FROM seen
),
start AS (
  SELECT
    a.activity_id, a.upid,
    COALESCE(s.ts, b.ts) AS startup_begin_ts,
    s.ts + s.dur AS first_visible_content_ts
  FROM activity a
  LEFT JOIN seen s ON s.activity_id = a.activity_id AND s.upid = a.upid
  LEFT JOIN began b ON b.activity_id = a.activity_id AND b.upid = a.upid
)
SELECT
  ROW_NUMBER() OVER (ORDER BY s.startup_begin_ts) AS id,
  s.activity_id,
  'Startup' AS name,
  s.startup_begin_ts,
  s.first_visible_content_ts,
  c.launch_cause,
  s.upid AS browser_upid
FROM start s
LEFT JOIN cause c ON c.activity_id = s.activity_id AND c.upid = s.upid;
