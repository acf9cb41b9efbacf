-- android.frames.timeline: the frames of applications, from slices that carry a vsync id.
--
-- A frame is a doFrame and at least one DrawFrame with the same vsync id in the same process,
-- with the actual and expected frame of that id if the trace has frame timelines. A trace
-- without any (Android 9 and before) pairs slices by time and numbers them.

INCLUDE PERFETTO MODULE android.frames.timeline_maxsdk28;

CREATE PERFETTO VIEW _android_thread_slice AS
SELECT s.id, s.ts, s.dur, s.name, tt.utid, t.upid, t.is_main_thread
FROM slice s
JOIN thread_track tt ON tt.id = s.track_id
JOIN thread t ON t.utid = tt.utid;

-- The vsync id is the number that the second word of the name begins with.
CREATE PERFETTO TABLE android_frames_choreographer_do_frame AS
SELECT id, frame_id, utid AS ui_thread_utid, upid, ts
FROM (
  SELECT *, CAST(SUBSTR(name, INSTR(name, ' ') + 1) AS INT) AS frame_id
  FROM _android_thread_slice
  WHERE name GLOB 'Choreographer#doFrame*'
)
WHERE frame_id NOT IN (0, -1);

CREATE PERFETTO TABLE android_frames_draw_frame AS
SELECT id, frame_id, utid AS render_thread_utid, upid
FROM (
  SELECT *, CAST(SUBSTR(name, INSTR(name, ' ') + 1) AS INT) AS frame_id
  FROM _android_thread_slice
  WHERE name GLOB 'DrawFrame*'
)
WHERE frame_id NOT IN (0, -1);

CREATE PERFETTO TABLE _android_actual_frame AS
SELECT CAST(name AS INT) AS frame_id, upid, id, ts, dur, layer_name
FROM actual_frame_timeline_slice;

CREATE PERFETTO TABLE _android_expected_frame AS
SELECT CAST(name AS INT) AS frame_id, upid, id, ts, dur
FROM expected_frame_timeline_slice;

CREATE PERFETTO TABLE _android_drawn_frame AS
SELECT
  d.frame_id, d.upid, d.id AS do_frame_id, d.ui_thread_utid, d.ts,
  w.id AS draw_frame_id, w.render_thread_utid, ws.ts + ws.dur AS draw_end
FROM android_frames_choreographer_do_frame d
JOIN android_frames_draw_frame w ON w.frame_id = d.frame_id AND w.upid = d.upid
JOIN slice ws ON ws.id = w.id;

-- One row per layer and DrawFrame of a frame. The process is that of the expected frame.
CREATE PERFETTO TABLE android_frames_layers AS
WITH traced AS (
  SELECT DISTINCT
    f.frame_id,
    COALESCE(a.ts, b.ts) AS ts,
    COALESCE(a.dur, b.draw_end - b.ts) AS dur,
    f.do_frame_id, f.draw_frame_id,
    a.id AS actual_frame_timeline_id,
    e.id AS expected_frame_timeline_id,
    f.render_thread_utid, f.ui_thread_utid,
    IIF(INSTR(a.layer_name, '#') > 0,
      CAST(SUBSTR(a.layer_name, INSTR(a.layer_name, '#') + 1) AS INT), NULL) AS layer_id,
    a.layer_name,
    e.upid,
    p.name AS process_name
  FROM _android_drawn_frame f
  JOIN _android_drawn_frame b ON b.frame_id = f.frame_id
  LEFT JOIN _android_actual_frame a ON a.frame_id = f.frame_id AND a.upid = f.upid
  LEFT JOIN _android_expected_frame e ON e.frame_id = f.frame_id AND e.upid = f.upid
  LEFT JOIN process p ON p.upid = f.upid
  WHERE EXISTS (SELECT 1 FROM _android_actual_frame)
)
SELECT
  frame_id, ts, dur, ts + dur AS ts_end, do_frame_id, draw_frame_id,
  actual_frame_timeline_id, expected_frame_timeline_id,
  render_thread_utid, ui_thread_utid, layer_id, layer_name, upid, process_name
FROM traced
UNION ALL
SELECT
  frame_id, ts, dur, ts + dur, do_frame_id, draw_frame_id,
  NULL, NULL, render_thread_utid, ui_thread_utid, NULL, NULL, upid, process_name
FROM _frames_maxsdk_28
WHERE NOT EXISTS (SELECT 1 FROM _android_actual_frame);

-- One row per frame and process: the layers and DrawFrames together.
CREATE PERFETTO TABLE android_frames AS
SELECT
  frame_id,
  MIN(ts) AS ts,
  MAX(dur) AS dur,
  MIN(do_frame_id) AS do_frame_id,
  MIN(draw_frame_id) AS draw_frame_id,
  MIN(actual_frame_timeline_id) AS actual_frame_timeline_id,
  MIN(expected_frame_timeline_id) AS expected_frame_timeline_id,
  MIN(render_thread_utid) AS render_thread_utid,
  MIN(ui_thread_utid) AS ui_thread_utid,
  COUNT(DISTINCT actual_frame_timeline_id) AS actual_frame_timeline_count,
  1 AS expected_frame_timeline_count,
  COUNT(DISTINCT draw_frame_id) AS draw_frame_count,
  upid,
  process_name
FROM android_frames_layers
GROUP BY frame_id, upid;

CREATE PERFETTO FUNCTION android_first_frame_after(ts LONG)
RETURNS TABLE(
  frame_id LONG, ts LONG, dur LONG, do_frame_id LONG, draw_frame_id LONG,
  actual_frame_timeline_id LONG, expected_frame_timeline_id LONG,
  render_thread_utid LONG, ui_thread_utid LONG
) AS
SELECT
  frame_id, ts, dur, do_frame_id, draw_frame_id,
  actual_frame_timeline_id, expected_frame_timeline_id, render_thread_utid, ui_thread_utid
FROM android_frames
WHERE ts > $ts
ORDER BY ts
LIMIT 1;
