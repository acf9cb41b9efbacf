-- chrome.scroll_jank.utils: what queries about janky scrolls share.

INCLUDE PERFETTO MODULE chrome.event_latency;

-- A frame is janky if it took longer than its neighbour, of the same scroll, by more than half a frame. The last
-- bit is for numbers that are not exact.
CREATE PERFETTO FUNCTION _is_janky_frame(
  cur_gesture_id LONG, neighbour_gesture_id LONG, neighbour_ts TIMESTAMP,
  cur_gesture_begin_ts TIMESTAMP, cur_gesture_end_ts TIMESTAMP,
  cur_frame_exact DOUBLE, neighbour_frame_exact DOUBLE
)
RETURNS BOOL AS
SELECT IIF(
  $cur_gesture_id != $neighbour_gesture_id
    OR $neighbour_ts IS NULL
    OR $neighbour_ts < $cur_gesture_begin_ts
    OR $neighbour_ts > $cur_gesture_end_ts,
  FALSE,
  $cur_frame_exact > $neighbour_frame_exact + 0.5 + 1e-9
);

-- How much shorter, in frames, a janky frame would have to be.
CREATE PERFETTO FUNCTION _jank_budget(
  cur_frame_exact DOUBLE, prev_frame_exact DOUBLE, next_frame_exact DOUBLE
)
RETURNS DOUBLE AS
SELECT
  $cur_frame_exact - COALESCE(
    MIN($prev_frame_exact, $next_frame_exact), $prev_frame_exact, $next_frame_exact
  ) - 0.5 - 1e-9;

CREATE PERFETTO FUNCTION chrome_select_long_task_slices(name STRING)
RETURNS TABLE(interface_name STRING, ipc_hash LONG, message_type STRING, id LONG) AS
SELECT
  EXTRACT_ARG(arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag') AS interface_name,
  EXTRACT_ARG(arg_set_id, 'chrome_mojo_event_info.ipc_hash') AS ipc_hash,
  IIF(EXTRACT_ARG(arg_set_id, 'chrome_mojo_event_info.is_reply'), 'reply', 'message')
    AS message_type,
  id
FROM slice
WHERE name = $name AND category GLOB '*scheduler.long_tasks*';
