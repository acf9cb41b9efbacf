-- chrome.scroll_interactions: scrolls of Chromium, and how many of their frames came late.

INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE chrome_scroll_interactions AS
SELECT
  id, name, ts, dur,
  EXTRACT_ARG(arg_set_id, 'scroll_metrics.frame_count') AS frame_count,
  EXTRACT_ARG(arg_set_id, 'scroll_metrics.vsync_count') AS vsync_count,
  EXTRACT_ARG(arg_set_id, 'scroll_metrics.missed_vsync_max') AS missed_vsync_max,
  EXTRACT_ARG(arg_set_id, 'scroll_metrics.missed_vsync_sum') AS missed_vsync_sum,
  EXTRACT_ARG(arg_set_id, 'scroll_metrics.delayed_frame_count') AS delayed_frame_count,
  EXTRACT_ARG(arg_set_id, 'scroll_metrics.predictor_janky_frame_count')
    AS predictor_janky_frame_count,
  upid AS renderer_upid
FROM process_slice
WHERE name = 'Scroll';
