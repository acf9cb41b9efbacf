-- chrome.page_loads: navigations of Chromium and what its page load metrics say of each.
--
-- Ids of navigations are those of a browser process, so what belongs to one has both in common.

INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE _page_load_metric AS
SELECT
  name, ts, dur, upid, arg_set_id,
  EXTRACT_ARG(arg_set_id, 'page_load.navigation_id') AS navigation_id
FROM process_slice
WHERE name GLOB 'PageLoadMetrics.*';

CREATE PERFETTO TABLE chrome_page_loads AS
WITH metric AS (
  SELECT *, SUBSTR(name, 17) AS what FROM _page_load_metric
)
SELECT
  ROW_NUMBER() OVER (ORDER BY fcp.ts) AS id,
  fcp.navigation_id,
  fcp.ts AS navigation_start_ts,
  fcp.dur AS fcp,
  fcp.ts + fcp.dur AS fcp_ts,
  lcp.dur AS lcp,
  lcp.ts + lcp.dur AS lcp_ts,
  dom.ts AS dom_content_loaded_event_ts,
  loaded.ts AS load_event_ts,
  fully_loaded.ts AS mark_fully_loaded_ts,
  visible.ts AS mark_fully_visible_ts,
  interactive.ts AS mark_interactive_ts,
  EXTRACT_ARG(fcp.arg_set_id, 'page_load.url') AS url,
  fcp.upid AS browser_upid
FROM metric fcp
LEFT JOIN metric lcp
  ON lcp.what = 'NavigationToLargestContentfulPaint'
  AND lcp.navigation_id = fcp.navigation_id AND lcp.upid = fcp.upid
LEFT JOIN metric dom
  ON dom.what = 'NavigationToDOMContentLoadedEventFired'
  AND dom.navigation_id = fcp.navigation_id AND dom.upid = fcp.upid
LEFT JOIN metric loaded
  ON loaded.what = 'NavigationToMainFrameOnLoad'
  AND loaded.navigation_id = fcp.navigation_id AND loaded.upid = fcp.upid
LEFT JOIN metric fully_loaded
  ON fully_loaded.what = 'UserTimingMarkFullyLoaded'
  AND fully_loaded.navigation_id = fcp.navigation_id AND fully_loaded.upid = fcp.upid
LEFT JOIN metric visible
  ON visible.what = 'UserTimingMarkFullyVisible'
  AND visible.navigation_id = fcp.navigation_id AND visible.upid = fcp.upid
LEFT JOIN metric interactive
  ON interactive.what = 'UserTimingMarkInteractive'
  AND interactive.navigation_id = fcp.navigation_id AND interactive.upid = fcp.upid
WHERE fcp.what = 'NavigationToFirstContentfulPaint';
