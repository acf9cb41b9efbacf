-- chrome.chrome_scrolls: from when to when pages were scrolled.

INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;
INCLUDE PERFETTO MODULE chrome.input;

-- Trace Processor has these two columns, too, and nothing in them.
CREATE PERFETTO TABLE chrome_scrolls AS
SELECT
  scroll_id AS id, MIN(ts) AS ts, MAX(ts + dur) - MIN(ts) AS dur,
  NULL AS gesture_scroll_begin_ts, NULL AS gesture_scroll_end_ts
FROM chrome_gesture_scroll_updates
GROUP BY scroll_id;
