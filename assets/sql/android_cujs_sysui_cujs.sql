-- android.cujs.sysui_cujs: journeys through the user interface that Android itself marks.

INCLUDE PERFETTO MODULE android.frames.timeline;

CREATE PERFETTO TABLE _sysui_cujs_slices AS
SELECT
  ROW_NUMBER() OVER (ORDER BY s.ts) AS cuj_id, p.upid, p.name AS process_name, s.id AS slice_id,
  s.name AS cuj_slice_name, s.ts, s.dur, s.ts + s.dur AS ts_end
FROM slice s
JOIN process_track t ON t.id = s.track_id
JOIN process p ON p.upid = t.upid
WHERE s.dur > 0 AND (
  s.name GLOB 'J<*>'
  OR s.name GLOB 'L<*>' AND (p.name GLOB 'com.google.android*' OR p.name GLOB 'com.android.*')
);

-- What is said of a journey while it lasts, on its own track or in any slice that begins with its name.
CREATE PERFETTO TABLE _sysui_cuj_state_markers AS
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
FROM _sysui_cujs_slices cuj
JOIN slice marker ON marker.ts >= cuj.ts AND marker.ts < cuj.ts_end
LEFT JOIN track ON track.id = marker.track_id
LEFT JOIN thread_track ON thread_track.id = marker.track_id
WHERE marker.name GLOB cuj.cuj_slice_name || '#FT#*'
  OR track.name = cuj.cuj_slice_name AND marker.name GLOB 'FT#*'
  OR marker.name = cuj.cuj_slice_name || '#UIThread';

CREATE PERFETTO MACRO _cuj_number(word Expr) RETURNS Expr AS
MAX(IIF(marker_name GLOB '*' || $word || '#*',
  CAST(str_split(marker_name, $word || '#', 1) AS INTEGER), NULL));

CREATE PERFETTO TABLE _sysui_cuj_instant_events AS
SELECT
  cuj_id, upid,
  _cuj_number!('layerId') AS layer_id,
  _cuj_number!('beginVsync') AS begin_vsync,
  _cuj_number!('endVsync') AS end_vsync,
  MAX(IIF(marker_type = 'UIThread', utid, NULL)) AS ui_thread
FROM _sysui_cuj_state_markers
WHERE marker_type IN ('layerId', 'begin', 'end', 'UIThread')
GROUP BY cuj_id;

CREATE PERFETTO FUNCTION _extract_cuj_name_from_slice(cuj_slice_name STRING) RETURNS STRING AS
SELECT SUBSTR($cuj_slice_name, 3, LENGTH($cuj_slice_name) - 3);

CREATE PERFETTO VIEW _android_frames_in_cuj AS
SELECT
  ROW_NUMBER() OVER (PARTITION BY cuj.cuj_id ORDER BY MIN(frame.ts)) AS frame_idx,
  COUNT(*) OVER (PARTITION BY cuj.cuj_id) AS frame_cnt,
  _extract_cuj_name_from_slice(cuj.cuj_slice_name) AS cuj_name,
  cuj.upid, frame.layer_id, cuj.process_name, frame.frame_id, frame.do_frame_id,
  frame.expected_frame_timeline_id, cuj.cuj_id, frame.ui_thread_utid,
  MIN(frame.ts) AS frame_ts,
  MAX(frame.ts + frame.dur) AS ts_end,
  MAX(frame.ts + frame.dur) - MIN(frame.ts) AS dur
FROM _sysui_cujs_slices cuj
JOIN _sysui_cuj_instant_events told ON told.cuj_id = cuj.cuj_id
JOIN android_frames_layers frame
  ON frame.ui_thread_utid = told.ui_thread AND frame.layer_id IS NOT NULL
  AND frame.frame_id BETWEEN told.begin_vsync AND told.end_vsync
WHERE frame.ts BETWEEN cuj.ts AND cuj.ts_end
  OR frame.ts + frame.dur BETWEEN cuj.ts AND cuj.ts_end
GROUP BY frame.frame_id, cuj.cuj_id;

CREATE PERFETTO TABLE _sysui_cuj_state AS
SELECT
  cuj.*, _extract_cuj_name_from_slice(cuj.cuj_slice_name) AS cuj_name,
  (
    SELECT
      CASE WHEN MAX(m.marker_type = 'cancel') THEN 'canceled'
        WHEN MAX(m.marker_type = 'end') THEN 'completed' END
    FROM _sysui_cuj_state_markers m
    WHERE m.cuj_id = cuj.cuj_id
  ) AS state
FROM _sysui_cujs_slices cuj;

-- From where the first of its frames was expected to where the last one's doFrame ends.
CREATE PERFETTO TABLE android_sysui_jank_cujs AS
SELECT
  cuj.cuj_id, cuj.upid, cuj.process_name, cuj.cuj_slice_name, cuj.cuj_name, cuj.slice_id,
  MIN(expected.ts) AS ts,
  MAX(do_frame.ts + do_frame.dur) AS ts_end,
  MAX(do_frame.ts + do_frame.dur) - MIN(expected.ts) AS dur,
  cuj.state, told.ui_thread, told.layer_id, told.begin_vsync, told.end_vsync
FROM _sysui_cuj_state cuj
JOIN _sysui_cuj_instant_events told ON told.cuj_id = cuj.cuj_id
JOIN _android_frames_in_cuj frame
  ON frame.cuj_id = cuj.cuj_id AND frame.frame_idx IN (1, frame.frame_cnt)
JOIN slice do_frame ON do_frame.id = frame.do_frame_id
LEFT JOIN expected_frame_timeline_slice expected ON expected.id = frame.expected_frame_timeline_id
WHERE cuj.cuj_slice_name GLOB 'J<*>'
  AND (cuj.state != 'canceled' OR cuj.state IS NULL AND cuj.dur > 4e6)
GROUP BY cuj.cuj_id
ORDER BY 7;

CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT
  cuj.cuj_id, cuj.upid, cuj.process_name, cuj.cuj_slice_name, cuj.cuj_name, cuj.slice_id, cuj.ts,
  cuj.ts_end, cuj.dur, cuj.state
FROM _sysui_cuj_state cuj
JOIN _sysui_cuj_instant_events told ON told.cuj_id = cuj.cuj_id
WHERE cuj.cuj_slice_name GLOB 'L<*>'
  AND (cuj.state != 'canceled' OR cuj.state IS NULL AND cuj.dur > 4e6)
ORDER BY cuj.ts;

-- Latency names no thread: Trace Processor has the process there.
CREATE PERFETTO TABLE android_jank_latency_cujs AS
SELECT *, 'jank' AS cuj_type, cuj_id AS id FROM android_sysui_jank_cujs
UNION ALL
SELECT *, upid, NULL, NULL, NULL, 'latency', cuj_id FROM android_sysui_latency_cujs;

CREATE PERFETTO TABLE _android_jank_cuj_do_frames AS
SELECT
  cuj.cuj_id, cuj.ui_thread, t.utid, s.id, f.frame_id AS vsync, f.ts, f.upid,
  s.ts + s.dur AS ts_end, s.track_id
FROM android_sysui_jank_cujs cuj
JOIN thread t
  ON t.upid = cuj.upid AND IIF(cuj.ui_thread IS NULL, t.is_main_thread, t.utid = cuj.ui_thread)
JOIN thread_track ON thread_track.utid = t.utid
JOIN android_frames_choreographer_do_frame f ON f.ts <= cuj.ts_end
JOIN slice s ON s.id = f.id AND s.track_id = thread_track.id AND s.ts + s.dur >= cuj.ts
WHERE f.frame_id > 0
  AND f.frame_id >= COALESCE(cuj.begin_vsync, f.frame_id)
  AND f.frame_id <= COALESCE(cuj.end_vsync, f.frame_id);
