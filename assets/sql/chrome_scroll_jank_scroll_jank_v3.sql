-- chrome.scroll_jank.scroll_jank_v3: which frames of scrolls came late, and why, as version 3 of Chromium's metric
-- judges.

INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.metadata;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3_cause;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_offsets;

-- An update that is not shown itself counts as shown with the last one before it that is.
CREATE PERFETTO TABLE chrome_presented_gesture_scrolls AS
WITH counted AS MATERIALIZED (
  SELECT *, SUM(is_presented) OVER (ORDER BY ts) AS n_presented
  FROM chrome_gesture_scroll_updates
),
last_input AS MATERIALIZED (
  SELECT n_presented, MAX(ts) AS ts
  FROM counted
  GROUP BY n_presented
)
SELECT
  c.id, c.ts, c.dur, l.ts AS last_presented_input_ts, c.scroll_update_id, c.scroll_id,
  c.presentation_timestamp, c.event_type
FROM counted c
JOIN last_input l USING (n_presented)
WHERE c.is_presented
ORDER BY c.ts;

CREATE PERFETTO TABLE chrome_scroll_updates_with_deltas AS
SELECT scroll_update_id, delta_y
FROM chrome_scroll_presented_deltas;

CREATE PERFETTO TABLE chrome_full_frame_view AS
SELECT
  id, ts, last_presented_input_ts, scroll_id, scroll_update_id, id AS event_latency_id, dur,
  presentation_timestamp
FROM chrome_presented_gesture_scrolls
WHERE presentation_timestamp IS NOT NULL
  AND event_type IN (
    'GESTURE_SCROLL_UPDATE', 'FIRST_GESTURE_SCROLL_UPDATE', 'INERTIAL_GESTURE_SCROLL_UPDATE',
    'GESTURE_PINCH_UPDATE');

CREATE PERFETTO TABLE chrome_full_frame_delta_view AS
SELECT
  f.id, f.ts, f.scroll_id, f.scroll_update_id, f.last_presented_input_ts, d.delta_y,
  f.event_latency_id, f.dur, f.presentation_timestamp
FROM chrome_full_frame_view f
LEFT JOIN chrome_scroll_updates_with_deltas d USING (scroll_update_id);

CREATE PERFETTO TABLE chrome_merged_frame_view AS
SELECT
  id, MAX(last_presented_input_ts) AS max_start_ts, MIN(ts) AS min_start_ts, scroll_id,
  scroll_update_id, GROUP_CONCAT(scroll_update_id, ',') AS encapsulated_scroll_ids,
  SUM(delta_y) AS total_delta,
  GROUP_CONCAT(IIF(delta_y IS NULL, NULL, PRINTF('%!.15g', delta_y)), ',') AS segregated_delta_y,
  event_latency_id, MAX(dur) AS dur, presentation_timestamp
FROM chrome_full_frame_delta_view
GROUP BY presentation_timestamp
ORDER BY presentation_timestamp;

CREATE PERFETTO TABLE chrome_frame_info_with_delay AS
SELECT
  *,
  (presentation_timestamp - LAG(presentation_timestamp, 1, presentation_timestamp) OVER shown) / 1e6
    AS delay_since_last_frame,
  (min_start_ts - LAG(max_start_ts, 1, min_start_ts) OVER begun) / 1e6 AS delay_since_last_input,
  LAG(event_latency_id, 1, -1) OVER begun AS prev_event_latency_id
FROM chrome_merged_frame_view
WINDOW
  shown AS (PARTITION BY scroll_id ORDER BY presentation_timestamp),
  begun AS (PARTITION BY scroll_id ORDER BY min_start_ts);

CREATE PERFETTO TABLE chrome_vsyncs AS
SELECT
  COALESCE(
    (
      SELECT MIN(u.vsync_interval_ms)
      FROM chrome_gesture_scroll_updates u
      WHERE u.vsync_interval_ms > 0
        AND u.id IN (SELECT event_latency_id FROM chrome_frame_info_with_delay)
    ),
    MIN(delay_since_last_frame)
  ) AS vsync_interval
FROM chrome_frame_info_with_delay
WHERE delay_since_last_frame > 0;

-- Janky is a frame that is shown half a vsync late or more, though its input was in time.
CREATE PERFETTO TABLE chrome_janky_frames_no_cause AS
SELECT
  f.delay_since_last_frame, f.event_latency_id, v.vsync_interval,
  chrome_hardware_class() AS hardware_class, f.scroll_id, f.prev_event_latency_id
FROM chrome_frame_info_with_delay f
JOIN chrome_vsyncs v
WHERE f.delay_since_last_frame > v.vsync_interval + v.vsync_interval / 2
  AND f.delay_since_last_input < v.vsync_interval + v.vsync_interval / 2;

CREATE PERFETTO TABLE chrome_janky_frames_no_subcause AS
SELECT *, chrome_get_v3_jank_cause_id(event_latency_id, prev_event_latency_id) AS cause_id
FROM chrome_janky_frames_no_cause;

CREATE PERFETTO TABLE chrome_janky_frames AS
SELECT
  cause.name AS cause_of_jank,
  (
    SELECT s.name FROM slice s
    WHERE s.id = chrome_get_v3_jank_cause_id(
      f.cause_id,
      (
        SELECT other.id FROM slice other
        WHERE other.parent_id = f.prev_event_latency_id AND other.name = cause.name
      )
    )
  ) AS sub_cause_of_jank,
  f.delay_since_last_frame, f.event_latency_id, f.vsync_interval, f.hardware_class, f.scroll_id
FROM chrome_janky_frames_no_subcause f
LEFT JOIN slice cause ON cause.id = f.cause_id;

CREATE PERFETTO TABLE chrome_unique_frame_presentation_ts AS
SELECT DISTINCT presentation_timestamp
FROM chrome_presented_gesture_scrolls;

CREATE PERFETTO TABLE chrome_janky_frames_percentage AS
SELECT
  (SELECT COUNT(*) FROM chrome_janky_frames) * 1.0
    / (SELECT COUNT(*) FROM chrome_unique_frame_presentation_ts) * 100 AS delayed_frame_percentage;

CREATE PERFETTO TABLE chrome_frames_per_scroll AS
WITH janky AS MATERIALIZED (
  SELECT scroll_id, COUNT(*) AS n
  FROM chrome_janky_frames
  GROUP BY scroll_id
)
SELECT
  f.scroll_id, COUNT(*) AS num_frames, janky.n AS num_janky_frames,
  100.0 * janky.n / COUNT(*) AS scroll_jank_percentage
FROM chrome_frame_info_with_delay f
LEFT JOIN janky USING (scroll_id)
GROUP BY f.scroll_id;
