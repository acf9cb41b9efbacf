-- android.cujs.base: journeys through the user interface whose frames Android watches, by their markers.

INCLUDE PERFETTO MODULE android.frames.timeline;

CREATE PERFETTO FUNCTION _extract_cuj_name_from_slice(cuj_slice_name STRING) RETURNS STRING AS
SELECT SUBSTR($cuj_slice_name, 3, LENGTH($cuj_slice_name) - 3);

CREATE PERFETTO TABLE _process_cuj_slices AS
SELECT
  p.upid, p.name AS process_name, s.id AS slice_id, s.name AS cuj_slice_name, s.ts, s.dur,
  s.ts + s.dur AS ts_end
FROM slice s
JOIN process_track t ON t.id = s.track_id
JOIN process p ON p.upid = t.upid
WHERE s.dur > 0 AND (s.name GLOB 'J<*>' OR s.name GLOB 'L<*>');

CREATE PERFETTO TABLE _jank_cujs_slices AS
SELECT ROW_NUMBER() OVER (ORDER BY ts, slice_id) AS cuj_id, *
FROM _process_cuj_slices
WHERE cuj_slice_name GLOB 'J<*>';

CREATE PERFETTO TABLE _latency_cujs_slices AS
SELECT ROW_NUMBER() OVER (ORDER BY ts, slice_id) AS cuj_id, *
FROM _process_cuj_slices
WHERE cuj_slice_name GLOB 'L<*>';

-- What is said of a journey while it lasts, on its own track or in any slice that begins with its name.
CREATE PERFETTO TABLE _cuj_state_markers AS
SELECT
  cuj.cuj_id, cuj.upid,
  CASE
    WHEN marker.name GLOB '*FT#begin*' THEN 'begin'
    WHEN marker.name GLOB '*FT#deferMonitoring*' THEN 'deferMonitoring'
    WHEN marker.name GLOB '*FT#end*' THEN 'end'
    WHEN marker.name GLOB '*FT#cancel*' THEN 'cancel'
    WHEN marker.name GLOB '*FT#layerId*' THEN 'layerId'
    WHEN marker.name GLOB '*#UIThread' THEN 'UIThread'
    ELSE 'other'
  END AS marker_type,
  marker.name AS marker_name,
  thread_track.utid
FROM _jank_cujs_slices cuj
JOIN slice marker ON marker.ts >= cuj.ts AND marker.ts < cuj.ts_end
LEFT JOIN track ON track.id = marker.track_id
LEFT JOIN thread_track ON thread_track.id = marker.track_id
WHERE marker.name GLOB cuj.cuj_slice_name || '#FT#*'
  OR track.name = cuj.cuj_slice_name AND marker.name GLOB 'FT#*'
  OR marker.name = cuj.cuj_slice_name || '#UIThread';

CREATE PERFETTO MACRO _cuj_number(word Expr) RETURNS Expr AS
MAX(IIF(marker_name GLOB '*' || $word || '#*',
  CAST(str_split(marker_name, $word || '#', 1) AS INTEGER), NULL));

-- Every journey has a row here, be it without anything said of it.
CREATE PERFETTO TABLE _cuj_instant_events AS
SELECT
  cuj.cuj_id, cuj.upid,
  _cuj_number!('layerId') AS layer_id,
  _cuj_number!('beginVsync') AS begin_vsync,
  _cuj_number!('endVsync') AS end_vsync,
  MAX(IIF(marker_type = 'UIThread', marker.utid, NULL)) AS ui_thread
FROM _jank_cujs_slices cuj
LEFT JOIN _cuj_state_markers marker ON marker.cuj_id = cuj.cuj_id
GROUP BY cuj.cuj_id;

-- Older recordings do not say how a journey ended: then one that is too short is taken for given up.
CREATE PERFETTO TABLE android_jank_cuj AS
WITH ended AS (
  SELECT
    cuj.*,
    _extract_cuj_name_from_slice(cuj.cuj_slice_name) AS cuj_name,
    (
      SELECT
        CASE WHEN MAX(marker.marker_type = 'cancel') THEN 'canceled'
          WHEN MAX(marker.marker_type = 'end') THEN 'completed' END
      FROM _cuj_state_markers marker
      WHERE marker.cuj_id = cuj.cuj_id
    ) AS state,
    told.ui_thread, told.layer_id, told.begin_vsync, told.end_vsync
  FROM _jank_cujs_slices cuj
  JOIN _cuj_instant_events told ON told.cuj_id = cuj.cuj_id
)
SELECT
  cuj_id, upid, process_name, cuj_slice_name, cuj_name, slice_id, ts, ts_end, dur, state,
  ui_thread, layer_id, begin_vsync, end_vsync
FROM ended
WHERE state != 'canceled' OR state IS NULL AND dur > 4e6
ORDER BY ts;

-- The frames of each journey: on every layer, within the vsyncs that its markers name.
CREATE PERFETTO VIEW _all_frames_in_cuj AS
SELECT
  _extract_cuj_name_from_slice(cuj.cuj_slice_name) AS cuj_name,
  cuj.upid, cuj.process_name, told.layer_id AS cuj_layer_id, frame.layer_id, frame.layer_name,
  frame.frame_id, frame.do_frame_id, frame.expected_frame_timeline_id, cuj.cuj_id,
  frame.ts AS frame_ts, frame.dur, frame.ts + frame.dur AS ts_end, frame.ui_thread_utid,
  frame.render_thread_utid
FROM _jank_cujs_slices cuj
JOIN _cuj_instant_events told ON told.cuj_id = cuj.cuj_id
JOIN android_frames_layers frame
  ON frame.ui_thread_utid = told.ui_thread AND frame.layer_id IS NOT NULL
  AND frame.frame_id BETWEEN told.begin_vsync AND told.end_vsync
WHERE frame.ts BETWEEN cuj.ts AND cuj.ts_end
  OR frame.ts + frame.dur BETWEEN cuj.ts AND cuj.ts_end;

CREATE PERFETTO TABLE _android_distinct_frames_in_cuj AS
SELECT
  ROW_NUMBER() OVER (PARTITION BY cuj_id ORDER BY MIN(frame_ts)) AS frame_idx,
  COUNT(*) OVER (PARTITION BY cuj_id) AS frame_cnt,
  cuj_name, upid, cuj_layer_id, layer_id, layer_name, process_name, frame_id, do_frame_id,
  expected_frame_timeline_id, cuj_id, ui_thread_utid, render_thread_utid,
  MIN(frame_ts) AS frame_ts,
  MAX(ts_end) AS ts_end,
  MAX(ts_end) - MIN(frame_ts) AS dur
FROM _all_frames_in_cuj
GROUP BY frame_id, cuj_id;

-- The layer that the markers name, else the only one that each frame of the journey has.
CREATE PERFETTO TABLE android_jank_cuj_layer_name AS
WITH layer AS (
  SELECT DISTINCT cuj_id, frame_id, cuj_layer_id, layer_name
  FROM _all_frames_in_cuj
  WHERE cuj_layer_id IS NULL OR layer_id = cuj_layer_id
),
counted AS (
  SELECT *, COUNT(*) OVER (PARTITION BY cuj_id, frame_id) AS layers_per_frame FROM layer
)
SELECT cuj_id, MAX(layer_name) AS layer_name
FROM counted
GROUP BY cuj_id
HAVING cuj_layer_id IS NOT NULL OR MAX(layers_per_frame) = 1;

-- What the thread of a journey drew while it lasted; the main thread, where no marker says which it is.
CREATE PERFETTO TABLE _android_jank_cuj_do_frames AS
SELECT
  cuj.cuj_id, told.ui_thread, t.utid, s.id, f.frame_id AS vsync, f.ts, f.upid,
  s.ts + s.dur AS ts_end, s.track_id
FROM _jank_cujs_slices cuj
JOIN _cuj_instant_events told ON told.cuj_id = cuj.cuj_id
JOIN thread t
  ON t.upid = cuj.upid AND IIF(told.ui_thread IS NULL, t.is_main_thread, t.utid = told.ui_thread)
JOIN thread_track ON thread_track.utid = t.utid
JOIN android_frames_choreographer_do_frame f ON f.ts <= cuj.ts_end
JOIN slice s ON s.id = f.id AND s.track_id = thread_track.id AND s.ts + s.dur >= cuj.ts
WHERE f.frame_id > 0
  AND f.frame_id >= COALESCE(told.begin_vsync, f.frame_id)
  AND f.frame_id <= COALESCE(told.end_vsync, f.frame_id);
