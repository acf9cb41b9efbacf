-- viz.summary.states: how many states each track has, and how long they are.

CREATE PERFETTO TABLE _state_track_summary AS
SELECT track_id AS id, COUNT(*) AS cnt, MIN(dur) AS min_dur, MAX(dur) AS max_dur, 0 AS max_depth
FROM state
GROUP BY track_id;
