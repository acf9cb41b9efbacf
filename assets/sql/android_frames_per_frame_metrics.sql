-- android.frames.per_frame_metrics: how long each frame took and how far it missed its deadline.
--
-- Everything is keyed by the vsync id alone, as in the reference: where several processes share
-- one, the slice with the lowest id counts.

INCLUDE PERFETTO MODULE android.frames.timeline;

-- End of the actual frame minus end of the expected one: negative is early.
CREATE PERFETTO TABLE android_frames_overrun AS
WITH actual AS (
  SELECT frame_id, ts + dur AS ts_end, MIN(id) FROM _android_actual_frame GROUP BY frame_id
),
expected AS (
  SELECT frame_id, ts + dur AS ts_end, MIN(id) FROM _android_expected_frame GROUP BY frame_id
)
SELECT frame_id, actual.ts_end - expected.ts_end AS overrun
FROM actual
JOIN expected USING (frame_id);

CREATE PERFETTO TABLE android_frames_ui_time AS
SELECT f.frame_id, s.dur AS ui_time
FROM android_frames_choreographer_do_frame f
JOIN slice s ON s.id = f.id;

-- From the vsync of the application to the start of its frame.
CREATE PERFETTO TABLE android_app_vsync_delay_per_frame AS
WITH frame AS (
  SELECT frame_id, actual_frame_timeline_id, expected_frame_timeline_id
  FROM android_frames
  GROUP BY frame_id
)
SELECT frame_id, a.ts - e.ts AS app_vsync_delay
FROM frame
JOIN slice a ON a.id = frame.actual_frame_timeline_id
JOIN slice e ON e.id = frame.expected_frame_timeline_id;

-- Delay, doFrame and all DrawFrames together.
CREATE PERFETTO TABLE android_cpu_time_per_frame AS
WITH draw AS (
  SELECT w.frame_id, SUM(s.dur) AS draw_frame_dur
  FROM android_frames_draw_frame w
  JOIN slice s ON s.id = w.id
  GROUP BY w.frame_id
),
frame AS (
  SELECT frame_id, do_frame_id FROM android_frames GROUP BY frame_id
)
SELECT
  frame_id,
  app_vsync_delay,
  s.dur AS do_frame_dur,
  draw_frame_dur,
  app_vsync_delay + s.dur + draw_frame_dur AS cpu_time
FROM android_app_vsync_delay_per_frame
JOIN draw USING (frame_id)
JOIN frame USING (frame_id)
JOIN slice s ON s.id = frame.do_frame_id;

-- Frames without a CPU time are taken to have drawn for 5 ms. Flags are 1 or NULL.
CREATE PERFETTO TABLE android_frame_stats AS
WITH stats AS (
  SELECT
    o.frame_id, o.overrun, COALESCE(c.cpu_time, u.ui_time + 5000000) AS cpu_time, u.ui_time
  FROM android_frames_overrun o
  JOIN android_frames_ui_time u USING (frame_id)
  LEFT JOIN android_cpu_time_per_frame c USING (frame_id)
)
SELECT
  frame_id, overrun, cpu_time, ui_time,
  IIF(overrun > 0, 1, NULL) AS was_jank,
  IIF(cpu_time > 20000000, 1, NULL) AS was_slow_frame,
  IIF(cpu_time > 50000000, 1, NULL) AS was_big_jank,
  IIF(cpu_time > 200000000, 1, NULL) AS was_huge_jank
FROM stats;
