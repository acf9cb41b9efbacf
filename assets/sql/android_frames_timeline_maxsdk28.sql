-- android.frames.timeline_maxsdk28: the frames of applications where nothing numbers them, on Android 9 and before.

INCLUDE PERFETTO MODULE slices.with_context;

-- A DrawFrame belongs to the last doFrame of its process that started before it.
CREATE PERFETTO TABLE _frames_maxsdk_28 AS
WITH ui AS (
  SELECT id, ts, utid, upid, LEAD(ts, 1, trace_end()) OVER (PARTITION BY upid ORDER BY ts) AS next_ts
  FROM thread_slice
  WHERE name = 'Choreographer#doFrame' AND is_main_thread
),
draw AS (
  SELECT id, ts, ts + dur AS ts_end, utid, upid
  FROM thread_slice
  WHERE name = 'DrawFrame'
)
SELECT
  ROW_NUMBER() OVER (ORDER BY ui.ts, draw.ts) AS frame_id,
  ui.ts,
  MAX(draw.ts_end) OVER (PARTITION BY ui.id) - ui.ts AS dur,
  ui.id AS do_frame_id, draw.id AS draw_frame_id,
  draw.utid AS render_thread_utid, ui.utid AS ui_thread_utid, ui.upid, p.name AS process_name,
  'maxsdk28' AS sdk
FROM ui
JOIN draw ON draw.upid = ui.upid AND draw.ts >= ui.ts AND draw.ts < ui.next_ts
JOIN process p ON p.upid = ui.upid;
