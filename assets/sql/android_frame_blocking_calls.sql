-- android.frame_blocking_calls.blocking_calls_aggregation: what held up the frames of journeys.

INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.cujs.base;

-- A frame counts until the next one of its journey or a doFrame between the two, whichever comes first; the last
-- one until its end.
CREATE PERFETTO VIEW _extended_frame_boundary AS
WITH frame AS (
  SELECT *, LEAD(frame_ts) OVER (PARTITION BY cuj_id ORDER BY frame_id) AS next_frame
  FROM _android_distinct_frames_in_cuj
)
SELECT
  frame_ts AS ts, ui_thread_utid, render_thread_utid, frame_id, layer_id, cuj_id, cuj_name,
  COALESCE(
    (
      SELECT MIN(d.ts) FROM _android_jank_cuj_do_frames d
      WHERE d.utid = f.ui_thread_utid AND d.ts BETWEEN f.ts_end AND f.next_frame
    ),
    next_frame, ts_end) AS ts_end
FROM frame f
ORDER BY frame_id;

-- Calls of both threads that make the frame.
CREATE PERFETTO VIEW _blocking_calls_frame_cuj AS
SELECT
  MIN(call.dur, frame.ts_end - call.ts, call.ts_end - frame.ts) AS dur,
  MAX(frame.ts, call.ts) AS ts,
  call.upid, call.name, call.process_name, call.utid, frame.frame_id, frame.layer_id,
  frame.cuj_id, frame.cuj_name
FROM _extended_frame_boundary frame
JOIN _android_critical_blocking_calls call
  ON call.utid IN (frame.ui_thread_utid, frame.render_thread_utid)
WHERE call.ts BETWEEN frame.ts AND frame.ts_end OR call.ts_end BETWEEN frame.ts AND frame.ts_end;
