-- chrome.scroll_jank.scroll_jank_intervals: from when to when frames of scrolls were missing on the screen.

INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_v3;

CREATE PERFETTO TABLE chrome_janky_event_latencies_v3 AS
SELECT
  id, ts, dur, track_id, name, cause_of_jank, sub_cause_of_jank, delayed_frame_count,
  cast_int!(ts + dur - late) AS frame_jank_ts,
  cast_int!(late) AS frame_jank_dur
FROM (
  SELECT
    u.id, u.ts, u.dur, u.track_id, u.name, f.cause_of_jank, f.sub_cause_of_jank,
    cast_int!(f.delay_since_last_frame / f.vsync_interval - 1) AS delayed_frame_count,
    (f.delay_since_last_frame - f.vsync_interval) * 1e6 AS late
  FROM chrome_gesture_scroll_updates u
  JOIN chrome_janky_frames f ON f.event_latency_id = u.id
);

CREATE PERFETTO VIEW chrome_janky_frame_presentation_intervals AS
SELECT
  ROW_NUMBER() OVER (ORDER BY frame_jank_ts) AS id, frame_jank_ts AS ts, frame_jank_dur AS dur,
  delayed_frame_count, cause_of_jank, sub_cause_of_jank, id AS event_latency_id
FROM chrome_janky_event_latencies_v3;

CREATE PERFETTO TABLE chrome_scroll_stats AS
WITH shown AS MATERIALIZED (
  SELECT s.id AS scroll_id, COUNT(*) AS n
  FROM chrome_scrolls s
  JOIN chrome_unique_frame_presentation_ts p
    ON p.presentation_timestamp BETWEEN s.ts AND s.ts + s.dur
  GROUP BY s.id
),
missed AS MATERIALIZED (
  SELECT scroll_id, cast_int!(SUM(delay_since_last_frame / vsync_interval - 1)) AS n
  FROM chrome_janky_frames
  GROUP BY scroll_id
)
SELECT
  shown.scroll_id, shown.n + COALESCE(missed.n, 0) AS frame_count, missed.n AS missed_vsyncs,
  f.num_frames AS presented_frame_count,
  IIF(f.scroll_id IS NULL, NULL, COALESCE(f.num_janky_frames, 0)) AS janky_frame_count,
  IIF(f.scroll_id IS NULL, NULL, ROUND(COALESCE(f.scroll_jank_percentage, 0), 2))
    AS janky_frame_percent
FROM shown
LEFT JOIN missed USING (scroll_id)
LEFT JOIN chrome_frames_per_scroll f ON f.scroll_id = shown.scroll_id;

-- Times that overlap or touch are one.
CREATE PERFETTO TABLE chrome_scroll_jank_intervals_v3 AS
WITH janky AS (
  SELECT
    frame_jank_ts AS ts, frame_jank_ts + frame_jank_dur AS ts_end,
    MAX(frame_jank_ts + frame_jank_dur) OVER (
      ORDER BY frame_jank_ts, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS end_before,
    ROW_NUMBER() OVER (ORDER BY frame_jank_ts, id) AS place
  FROM chrome_janky_event_latencies_v3
),
grouped AS (
  SELECT ts, ts_end, SUM(ts > COALESCE(end_before, ts - 1)) OVER (ORDER BY place) AS id
  FROM janky
)
SELECT id, MIN(ts) AS ts, MAX(ts_end) - MIN(ts) AS dur
FROM grouped
GROUP BY id;
