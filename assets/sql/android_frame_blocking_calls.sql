-- android.frame_blocking_calls.blocking_calls_aggregation: what held up the frames of journeys.

INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.cujs.sysui_cujs;

-- A frame counts until the next one of its journey begins.
CREATE PERFETTO VIEW _extended_frame_boundary AS
SELECT
  frame_ts AS ts, ui_thread_utid, frame_id, layer_id, cuj_id, cuj_name,
  LEAD(frame_ts, 1, ts_end) OVER (PARTITION BY cuj_id ORDER BY frame_id) AS ts_end
FROM _android_frames_in_cuj
ORDER BY frame_id;

CREATE PERFETTO VIEW _blocking_calls_frame_cuj AS
SELECT
  MIN(call.dur, frame.ts_end - call.ts, call.ts_end - frame.ts) AS dur,
  MAX(frame.ts, call.ts) AS ts,
  call.upid, call.name, call.process_name, call.utid, frame.frame_id, frame.layer_id,
  frame.cuj_id, frame.cuj_name
FROM _extended_frame_boundary frame
JOIN _android_critical_blocking_calls call ON call.utid = frame.ui_thread_utid
WHERE call.ts BETWEEN frame.ts AND frame.ts_end OR call.ts_end BETWEEN frame.ts AND frame.ts_end;
