-- android.cujs.sysui_cujs: journeys through the user interface that Android itself marks.

INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.cujs.base;
INCLUDE PERFETTO MODULE android.frames.timeline;

-- From where the first of its frames was expected to where the last one's doFrame ends.
CREATE PERFETTO TABLE android_sysui_jank_cujs AS
SELECT
  cuj.cuj_id, cuj.upid, cuj.process_name, cuj.cuj_slice_name, cuj.cuj_name, cuj.slice_id,
  MIN(expected.ts) AS ts,
  MAX(do_frame.ts + do_frame.dur) AS ts_end,
  MAX(do_frame.ts + do_frame.dur) - MIN(expected.ts) AS dur,
  cuj.state, cuj.ui_thread, cuj.layer_id, cuj.begin_vsync, cuj.end_vsync
FROM android_jank_cuj cuj
JOIN _android_distinct_frames_in_cuj frame
  ON frame.cuj_id = cuj.cuj_id AND frame.frame_idx IN (1, frame.frame_cnt)
JOIN slice do_frame ON do_frame.id = frame.do_frame_id
LEFT JOIN expected_frame_timeline_slice expected ON expected.id = frame.expected_frame_timeline_id
GROUP BY cuj.cuj_id
ORDER BY 7;

-- How a latency ended, instants on tracks of its name say: it was completed unless they do.
CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT
  cuj.cuj_id, cuj.upid, cuj.process_name, cuj.cuj_slice_name,
  _extract_cuj_name_from_slice(cuj.cuj_slice_name) AS cuj_name,
  cuj.slice_id, cuj.ts, cuj.ts_end, cuj.dur,
  CASE
    WHEN MAX(marker.name = 'cancel') THEN 'canceled'
    WHEN MAX(marker.name = 'timeout') THEN 'timeout'
    ELSE 'completed'
  END AS state
FROM _latency_cujs_slices cuj
LEFT JOIN track ON track.name = cuj.cuj_slice_name
LEFT JOIN slice marker
  ON marker.track_id = track.id AND marker.dur = 0 AND marker.ts BETWEEN cuj.ts AND cuj.ts_end
  AND marker.name IN ('cancel', 'timeout')
GROUP BY cuj.cuj_id
ORDER BY cuj.ts, cuj.slice_id;

-- What a latency says names no thread: its process waits with the main thread.
CREATE PERFETTO TABLE android_jank_latency_cujs AS
SELECT
  cuj_id, cuj_id AS id, upid, process_name, cuj_slice_name, cuj_name, slice_id, ts, ts_end, dur,
  state, ui_thread, layer_id, begin_vsync, end_vsync, 'jank' AS cuj_type
FROM android_sysui_jank_cujs
UNION ALL
SELECT
  cuj.cuj_id, cuj.cuj_id, cuj.upid, cuj.process_name, cuj.cuj_slice_name, cuj.cuj_name,
  cuj.slice_id, cuj.ts, cuj.ts_end, cuj.dur, cuj.state, main.utid, NULL, NULL, NULL, 'latency'
FROM android_sysui_latency_cujs cuj
LEFT JOIN thread main ON main.upid = cuj.upid AND main.is_main_thread
ORDER BY cuj_id;

-- What kept the threads of a journey from drawing while it lasted, cut to it.
CREATE PERFETTO TABLE android_cuj_blocking_calls AS
SELECT
  call.id AS slice_id, call.name,
  MAX(call.ts, cuj.ts) AS ts,
  MIN(call.ts_end, cuj.ts_end) - MAX(call.ts, cuj.ts) AS dur,
  MIN(call.ts_end, cuj.ts_end) AS ts_end,
  cuj.cuj_id, cuj.cuj_name, call.process_name, call.upid, call.utid, cuj.cuj_type
FROM _android_critical_blocking_calls call
JOIN android_jank_latency_cujs cuj
  ON call.upid = cuj.upid AND call.ts_end > cuj.ts AND call.ts < cuj.ts_end
WHERE call.utid = cuj.ui_thread
  OR call.utid IN (SELECT utid FROM thread WHERE upid = cuj.upid AND name = 'RenderThread');
