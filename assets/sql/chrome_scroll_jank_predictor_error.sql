-- chrome.scroll_jank.predictor_error: frames of a scroll that moved unlike those before and after, so that it jerked.

INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_offsets;

-- A frame jerks if it moved that many times as far, or less far, as its neighbours.
CREATE PERFETTO TABLE chrome_predictor_error AS
WITH neighbours AS (
  SELECT
    *,
    LAG(COALESCE(delta_y, 0.0)) OVER scroll AS prev_delta,
    LEAD(COALESCE(delta_y, 0.0)) OVER scroll AS next_delta
  FROM chrome_presented_scroll_offsets
  WINDOW scroll AS (PARTITION BY scroll_id ORDER BY ts)
),
moved AS (
  SELECT
    *,
    ABS(delta_y) AS delta,
    MIN(ABS(prev_delta), ABS(next_delta)) AS least,
    MAX(ABS(prev_delta), ABS(next_delta)) AS most
  FROM neighbours
  WHERE delta_y IS NOT NULL AND prev_delta IS NOT NULL AND next_delta IS NOT NULL
),
judged AS (
  SELECT *, IIF(MAX(delta, most) <= 7.0, 1.4, 1.2) AS delta_threshold FROM moved
)
SELECT
  scroll_id, scroll_update_id, ts AS present_ts, delta_y, relative_offset_y, prev_delta, next_delta,
  CASE
    WHEN delta / most >= delta_threshold THEN delta / most - delta_threshold
    WHEN least / delta >= delta_threshold THEN least / delta - delta_threshold
    ELSE 0.0
  END AS predictor_jank,
  delta_threshold
FROM judged;
