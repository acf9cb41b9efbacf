-- android.startup.startups: starts of activities.

INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE android.process_metadata;
INCLUDE PERFETTO MODULE slices.with_context;

-- Android 13 and later name each start by a number and say when it is complete.
CREATE PERFETTO VIEW _numbered_startup AS
WITH complete AS (
  SELECT
    CAST(str_split(said, ':', 0) AS INT) AS startup_id,
    str_split(said, ':', 2) AS package,
    CASE str_split(said, ':', 1)
      WHEN 'completed-hot' THEN 'hot'
      WHEN 'completed-warm' THEN 'warm'
      WHEN 'completed-cold' THEN 'cold'
    END AS startup_type
  FROM (
    SELECT SUBSTR(name, 19) AS said FROM slice
    WHERE dur = 0 AND name GLOB 'launchingActivity#*:completed*:*'
      -- An activity that another one of its process started.
      AND name NOT GLOB '*:completed-same-process:*'
  )
  GROUP BY 1, 2, 3
)
SELECT c.startup_id, s.ts, s.ts + s.dur AS ts_end, s.dur, c.package, c.startup_type
FROM slice s
JOIN complete c ON c.startup_id = CAST(SUBSTR(s.name, 19) AS INT)
WHERE s.name GLOB 'launchingActivity#*' AND INSTR(s.name, ':') = 0 AND s.dur > 0;

CREATE PERFETTO VIEW _launching AS
SELECT ts, ts + dur AS ts_end, str_split(name, ': ', 1) AS package
FROM process_slice
WHERE name GLOB 'launching: *' AND (process_name IS NULL OR process_name = 'system_server');

-- From Android 10 on, what happened from one intent to the next is one start, if one was launched and finished.
CREATE PERFETTO VIEW _logged_startup AS
WITH intent AS (
  SELECT ts, LEAD(ts, 1, trace_end()) OVER (ORDER BY ts) AS ts_end
  FROM slice WHERE name = 'MetricsLogger:launchObserverNotifyIntentStarted'
)
SELECT
  ROW_NUMBER() OVER (ORDER BY i.ts) - 1 AS startup_id, i.ts, l.ts_end, l.ts_end - i.ts AS dur,
  l.package, NULL AS startup_type
FROM intent i
JOIN _launching l ON l.ts BETWEEN i.ts AND i.ts_end AND l.ts_end BETWEEN i.ts AND i.ts_end
WHERE (SELECT COUNT(*) FROM _launching o WHERE o.ts BETWEEN i.ts AND i.ts_end) = 1
  AND EXISTS (
    SELECT 1 FROM slice f
    WHERE f.name = 'MetricsLogger:launchObserverNotifyActivityLaunchFinished'
      AND f.ts BETWEEN i.ts AND i.ts_end);

-- Before, every launch is a start; an activity that is resumed without one was only brought back, until the
-- next frame.
CREATE PERFETTO VIEW _launched_startup AS
SELECT
  ROW_NUMBER() OVER (ORDER BY ts) - 1 AS startup_id, ts, ts_end, ts_end - ts AS dur, package,
  startup_type
FROM (
  SELECT ts, ts_end, package, NULL AS startup_type FROM _launching
  UNION ALL
  SELECT
    s.ts, f.ts + f.dur, COALESCE(s.process_name, s.thread_name, 'unknown'), 'hot'
  FROM thread_slice s, android_first_frame_after(s.ts) f
  WHERE s.name = 'activityResume' AND s.is_main_thread
    AND NOT EXISTS (SELECT 1 FROM _launching l WHERE s.ts BETWEEN l.ts AND l.ts_end)
);

-- A trace that does not name its Android is dated by its slices.
CREATE PERFETTO TABLE _startup AS
WITH android AS (
  SELECT COALESCE(
    (SELECT int_value FROM metadata WHERE name = 'android_sdk_version'),
    CASE
      WHEN EXISTS (SELECT 1 FROM slice WHERE name GLOB 'launchingActivity#*:*') THEN 33
      WHEN EXISTS (SELECT 1 FROM slice WHERE name GLOB 'MetricsLogger:*') THEN 29
      ELSE 28
    END) AS sdk
)
SELECT startup_id, ts, ts_end, dur, package, startup_type
FROM _numbered_startup, android WHERE sdk >= 33
UNION ALL
SELECT startup_id, ts, ts_end, dur, package, startup_type
FROM _logged_startup, android WHERE sdk BETWEEN 29 AND 32
UNION ALL
SELECT startup_id, ts, ts_end, dur, package, startup_type
FROM _launched_startup, android WHERE sdk <= 28;

-- Which processes started an activity meanwhile; what their main threads did says how, where the
-- system does not.
CREATE PERFETTO TABLE android_startup_processes AS
WITH did AS (
  SELECT
    s.startup_id, p.upid, p.pid, s.startup_type,
    SUM(a.name = 'bindApplication') AS n_binds,
    SUM(a.name = 'activityStart') AS n_starts,
    SUM(a.name = 'activityResume') AS n_resumes
  FROM _startup s
  JOIN android_process_metadata p
    ON p.package_name = s.package
    OR ((SELECT COUNT(*) FROM package_list) = 0 AND p.process_name GLOB s.package || '*')
  JOIN thread t ON t.upid = p.upid AND t.is_main_thread
  JOIN thread_track tt ON tt.utid = t.utid
  JOIN slice a ON a.track_id = tt.id AND a.ts >= s.ts AND a.ts < s.ts_end
    AND a.name IN ('bindApplication', 'activityStart', 'activityResume')
  GROUP BY s.startup_id, p.upid
),
typed AS (
  SELECT
    startup_id, upid, pid,
    CASE
      WHEN startup_type IS NOT NULL THEN startup_type
      WHEN n_binds > 0 AND n_starts > 0 THEN 'cold'
      WHEN n_starts > 0 THEN 'warm'
      ELSE 'hot'
    END AS startup_type
  FROM did
  WHERE n_resumes > 0
)
SELECT * FROM typed;

CREATE PERFETTO VIEW android_startups AS
SELECT
  s.startup_id, s.ts, s.ts_end, s.dur, s.package,
  COALESCE(s.startup_type,
    (
      SELECT MAX(p.startup_type) FROM android_startup_processes p
      WHERE p.startup_id = s.startup_id
    )) AS startup_type
FROM _startup s;

CREATE PERFETTO VIEW android_startup_threads AS
SELECT
  s.startup_id, s.ts, s.dur, p.upid, p.pid, t.utid, t.tid, t.name AS thread_name, t.is_main_thread
FROM android_startups s
JOIN android_startup_processes p ON p.startup_id = s.startup_id
JOIN thread t ON t.upid = p.upid;

CREATE PERFETTO VIEW android_thread_slices_for_all_startups AS
SELECT
  st.ts AS startup_ts, st.ts + st.dur AS startup_ts_end, st.startup_id, st.utid, st.tid,
  st.thread_name, st.is_main_thread, s.arg_set_id, s.id AS slice_id, s.name AS slice_name,
  s.ts AS slice_ts, s.dur AS slice_dur
FROM android_startup_threads st
JOIN thread_track tt ON tt.utid = st.utid
JOIN slice s ON s.track_id = tt.id AND s.ts BETWEEN st.ts AND st.ts + st.dur;

CREATE PERFETTO FUNCTION android_slices_for_startup_and_slice_name(startup_id LONG, slice_name STRING)
RETURNS TABLE(
  slice_id LONG, slice_name STRING, slice_ts LONG, slice_dur LONG, thread_name STRING, tid LONG,
  arg_set_id LONG) AS
SELECT slice_id, slice_name, slice_ts, slice_dur, thread_name, tid, arg_set_id
FROM android_thread_slices_for_all_startups
WHERE startup_id = $startup_id AND slice_name GLOB $slice_name;

CREATE PERFETTO FUNCTION android_sum_dur_for_startup_and_slice(startup_id LONG, slice_name STRING)
RETURNS LONG AS
SELECT SUM(slice_dur)
FROM android_thread_slices_for_all_startups
WHERE startup_id = $startup_id AND slice_name GLOB $slice_name;

CREATE PERFETTO FUNCTION android_sum_dur_on_main_thread_for_startup_and_slice(
  startup_id LONG, slice_name STRING)
RETURNS LONG AS
SELECT SUM(slice_dur)
FROM android_thread_slices_for_all_startups
WHERE startup_id = $startup_id AND slice_name GLOB $slice_name AND is_main_thread;

CREATE PERFETTO VIEW android_class_loading_for_startup AS
SELECT slice_id, startup_id, slice_name, slice_ts, slice_dur, thread_name, tid, arg_set_id
FROM android_thread_slices_for_all_startups
WHERE slice_name GLOB 'L*;';

-- Calls of other processes that took longer than so many nanoseconds.
CREATE PERFETTO FUNCTION android_binder_transaction_slices_for_startup(
  startup_id LONG, threshold DOUBLE)
RETURNS TABLE(
  id LONG, slice_dur LONG, thread_name STRING, process STRING, arg_set_id LONG,
  is_main_thread BOOL) AS
SELECT
  s.slice_id AS id, s.slice_dur, s.thread_name, p.name AS process, s.arg_set_id, s.is_main_thread
FROM android_thread_slices_for_all_startups s
JOIN process p ON p.pid = extract_arg(s.arg_set_id, 'destination process')
WHERE s.startup_id = $startup_id AND s.slice_name = 'binder transaction'
  AND s.slice_dur > $threshold;
