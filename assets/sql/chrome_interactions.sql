-- chrome.interactions: what users of Chromium waited for.

INCLUDE PERFETTO MODULE chrome.page_loads;
INCLUDE PERFETTO MODULE chrome.scroll_interactions;
INCLUDE PERFETTO MODULE chrome.startups;
INCLUDE PERFETTO MODULE chrome.web_content_interactions;

CREATE PERFETTO TABLE chrome_interactions AS
SELECT
  id AS scoped_id, 'chrome_page_loads' AS type, 'PageLoad' AS name, navigation_start_ts AS ts,
  COALESCE(lcp, fcp) AS dur
FROM chrome_page_loads
UNION ALL
SELECT
  id, 'chrome_startups', name, startup_begin_ts,
  COALESCE(first_visible_content_ts - startup_begin_ts, 0)
FROM chrome_startups
UNION ALL
SELECT id, 'chrome_web_content_interactions', 'InteractionToFirstPaint', ts, dur
FROM chrome_web_content_interactions
UNION ALL
SELECT id, 'chrome_scroll_interactions', 'Scroll', ts, dur FROM chrome_scroll_interactions;
