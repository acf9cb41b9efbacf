-- chrome.scroll_jank.scroll_offsets: how far input moved pages, and how far they were shown moved.

INCLUDE PERFETTO MODULE chrome.event_latency;

CREATE PERFETTO TABLE chrome_scroll_input_deltas AS
SELECT
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.trace_id') AS scroll_update_id,
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.original_delta_x') AS delta_x,
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.original_delta_y') AS delta_y
FROM slice
WHERE name = 'TranslateAndScaleWebInputEvent';

CREATE PERFETTO TABLE chrome_scroll_input_offsets AS
SELECT
  scroll_update_id, u.scroll_id, u.ts, d.delta_y,
  SUM(d.delta_y) OVER (
    PARTITION BY u.scroll_id ORDER BY u.ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS relative_offset_y
FROM chrome_scroll_input_deltas d
JOIN chrome_gesture_scroll_updates u USING (scroll_update_id);

CREATE PERFETTO TABLE chrome_scroll_presented_deltas AS
SELECT
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.trace_id') AS scroll_update_id,
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.provided_to_compositor_delta_x') AS delta_x,
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.provided_to_compositor_delta_y') AS delta_y,
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.visual_offset_x') AS offset_x,
  EXTRACT_ARG(arg_set_id, 'scroll_deltas.visual_offset_y') AS offset_y
FROM slice
WHERE name = 'InputHandlerProxy::HandleGestureScrollUpdate_Result';

-- Updates that were shown at once are one row, which has the id of the first of them.
CREATE PERFETTO TABLE chrome_presented_scroll_offsets AS
SELECT scroll_update_id, scroll_id, presentation_timestamp AS ts, delta_y, relative_offset_y
FROM (
  SELECT
    scroll_update_id, u.scroll_id, u.presentation_timestamp,
    SUM(d.delta_y) OVER (PARTITION BY u.presentation_timestamp) AS delta_y,
    SUM(d.delta_y) OVER (
      PARTITION BY u.scroll_id
      ORDER BY u.presentation_timestamp GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS relative_offset_y,
    ROW_NUMBER() OVER (PARTITION BY u.presentation_timestamp ORDER BY u.ts) AS place
  FROM chrome_scroll_presented_deltas d
  JOIN chrome_gesture_scroll_updates u USING (scroll_update_id)
)
WHERE place = 1;
