-- viz.summary.slices: how many slices each track has, and how long and deep they are.

CREATE PERFETTO TABLE _slice_track_summary AS
SELECT
  track_id AS id, COUNT(*) AS cnt, MIN(dur) AS min_dur, MAX(dur) AS max_dur,
  MAX(depth) AS max_depth
FROM slice
GROUP BY track_id;
