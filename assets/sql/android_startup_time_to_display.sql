-- android.startup.time_to_display: how long an activity took to its first and to its full frame.

INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE slices.with_context;

-- The processes of a start; where the system names none, those called like the package.
CREATE PERFETTO TABLE _startup_of_process AS
SELECT s.startup_id, s.ts, p.upid
FROM android_startups s
JOIN android_startup_processes p ON p.startup_id = s.startup_id
UNION ALL
SELECT s.startup_id, s.ts, p.upid
FROM android_startups s
JOIN process p ON p.name GLOB s.package
WHERE s.startup_id NOT IN (SELECT startup_id FROM android_startup_processes WHERE upid IS NOT NULL);

CREATE PERFETTO TABLE _frame_of_process AS
SELECT f.frame_id, f.ts, f.ts + f.dur AS ts_end, f.draw_frame_id, f.ui_thread_utid, t.upid
FROM android_frames f
JOIN thread t ON t.utid = f.ui_thread_utid;

CREATE PERFETTO TABLE _first_display AS
SELECT startup_id, upid, frame_id, d.ts + d.dur - f.startup_ts AS latency
FROM (
  SELECT
    s.startup_id, s.upid, s.ts AS startup_ts, f.frame_id, f.draw_frame_id, MIN(f.ts) AS first_ts
  FROM _startup_of_process s
  JOIN _frame_of_process f ON f.upid = s.upid AND f.ts >= s.ts
  GROUP BY s.startup_id
) f
JOIN slice d ON d.id = f.draw_frame_id;

-- The first frame that ends after the application said that it is fully drawn.
CREATE PERFETTO TABLE _full_display AS
WITH said AS (
  SELECT s.startup_id, s.ts AS startup_ts, t.utid, MIN(t.ts) AS ts
  FROM _startup_of_process s
  JOIN thread_slice t ON t.upid = s.upid AND t.ts >= s.ts
  WHERE t.name GLOB 'reportFullyDrawn*' AND t.is_main_thread
  GROUP BY s.startup_id
)
SELECT startup_id, frame_id, d.ts + d.dur - f.startup_ts AS latency
FROM (
  SELECT s.startup_id, s.startup_ts, f.frame_id, f.draw_frame_id, MIN(f.ts) AS first_ts
  FROM said s
  JOIN _frame_of_process f ON f.ui_thread_utid = s.utid AND f.ts_end > s.ts
  GROUP BY s.startup_id
) f
JOIN slice d ON d.id = f.draw_frame_id;

CREATE PERFETTO TABLE android_startup_time_to_display AS
SELECT
  s.startup_id,
  first.latency AS time_to_initial_display,
  fully.latency AS time_to_full_display,
  first.frame_id AS ttid_frame_id,
  fully.frame_id AS ttfd_frame_id,
  first.upid
FROM android_startups s
LEFT JOIN _first_display first ON first.startup_id = s.startup_id
LEFT JOIN _full_display fully ON fully.startup_id = s.startup_id;
