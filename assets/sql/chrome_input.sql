-- chrome.input: the steps of Chromium's input events.

INCLUDE PERFETTO MODULE chrome.android_input;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Of several steps of one kind on one thread the last counts.
CREATE PERFETTO TABLE _chrome_input_pipeline_steps_no_input_type AS
SELECT latency_id, slice_id, ts, dur, utid, step, input_type, task_start_time_ts
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (PARTITION BY latency_id, utid, step, input_type ORDER BY ts DESC) AS place
  FROM (
    SELECT
      EXTRACT_ARG(arg_set_id, 'chrome_latency_info.trace_id') AS latency_id,
      id AS slice_id, ts, dur, utid,
      EXTRACT_ARG(arg_set_id, 'chrome_latency_info.step') AS step,
      EXTRACT_ARG(arg_set_id, 'chrome_latency_info.input_type') AS input_type,
      ts - EXTRACT_ARG(arg_set_id, 'current_task.event_offset_from_task_start_time_us') * 1000
        AS task_start_time_ts
    FROM thread_slice
  )
  WHERE step IS NOT NULL AND latency_id != -1
)
WHERE place = 1
ORDER BY slice_id, ts;

CREATE PERFETTO TABLE chrome_inputs AS
SELECT latency_id, MIN(input_type) AS input_type
FROM _chrome_input_pipeline_steps_no_input_type
GROUP BY latency_id;

CREATE PERFETTO TABLE chrome_input_pipeline_steps AS
SELECT
  i.latency_id, s.slice_id, s.ts, s.dur, s.utid, s.step, i.input_type, s.task_start_time_ts
FROM chrome_inputs i
JOIN _chrome_input_pipeline_steps_no_input_type s ON s.latency_id = i.latency_id
WHERE i.input_type IS NOT NULL;

CREATE PERFETTO TABLE chrome_coalesced_inputs AS
SELECT a.int_value AS coalesced_latency_id, i.latency_id AS presented_latency_id
FROM chrome_input_pipeline_steps i
JOIN slice s ON s.id = i.slice_id
JOIN args a ON a.arg_set_id = s.arg_set_id
WHERE i.step = 'STEP_RESAMPLE_SCROLL_EVENTS'
  AND a.flat_key = 'chrome_latency_info.coalesced_trace_ids'
  AND a.int_value != i.latency_id;

-- Which touch a scroll came of: the one that was handled, else sent, all the while.
CREATE PERFETTO TABLE chrome_touch_move_to_scroll_update AS
WITH scroll AS MATERIALIZED (
  SELECT slice_id AS id, ts, dur, utid, latency_id
  FROM chrome_input_pipeline_steps
  WHERE step = 'STEP_SEND_INPUT_EVENT_UI' AND input_type = 'GESTURE_SCROLL_UPDATE_EVENT' AND dur > 0
),
touch AS MATERIALIZED (
  SELECT slice_id AS id, ts, dur, utid, latency_id, step = 'STEP_TOUCH_EVENT_HANDLED' AS is_handled
  FROM chrome_input_pipeline_steps
  WHERE dur > 0 AND (
    step = 'STEP_TOUCH_EVENT_HANDLED'
    OR step = 'STEP_SEND_INPUT_EVENT_UI' AND input_type = 'TOUCH_MOVE_EVENT'
  )
),
pair AS MATERIALIZED (
  SELECT scroll.latency_id AS scroll_id, touch.latency_id AS touch_id, touch.is_handled
  FROM _interval_intersect!((scroll, touch), (utid)) met
  JOIN scroll ON scroll.id = met.id_0
  JOIN touch ON touch.id = met.id_1
  WHERE met.ts = scroll.ts AND met.dur = scroll.dur
)
SELECT
  COALESCE(handled.touch_id, sent.touch_id) AS touch_move_latency_id,
  one.scroll_id AS scroll_update_latency_id
FROM (SELECT DISTINCT scroll_id FROM pair) one
LEFT JOIN pair handled ON handled.scroll_id = one.scroll_id AND handled.is_handled
LEFT JOIN pair sent ON sent.scroll_id = one.scroll_id AND NOT sent.is_handled;

CREATE PERFETTO TABLE chrome_dispatch_android_input_event_to_touch_move AS
SELECT e.android_input_id, i.latency_id AS touch_move_latency_id
FROM chrome_deliver_android_input_event e
JOIN chrome_input_pipeline_steps i
  ON i.utid = e.utid AND i.ts >= e.ts AND i.ts + i.dur <= e.ts + e.dur
WHERE i.input_type = 'TOUCH_MOVE_EVENT' AND i.step = 'STEP_SEND_INPUT_EVENT_UI';
