-- chrome.vsync_intervals: how long it was from one vsync of Chromium to the next.

CREATE PERFETTO TABLE chrome_vsync_intervals AS
SELECT
  id AS slice_id, ts, dur, track_id,
  LEAD(ts) OVER (PARTITION BY track_id ORDER BY ts) - ts AS time_to_next_vsync
FROM slice
WHERE name = 'VSync'
ORDER BY track_id, ts;

-- Without any, the display is taken to show 60 frames a second.
CREATE PERFETTO FUNCTION chrome_calculate_avg_vsync_interval(begin_ts LONG, end_ts LONG)
RETURNS DOUBLE AS
SELECT COALESCE(AVG(time_to_next_vsync), 1e9 / 60)
FROM chrome_vsync_intervals
WHERE ts > $begin_ts AND ts < $end_ts;
