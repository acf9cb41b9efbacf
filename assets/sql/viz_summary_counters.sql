-- viz.summary.counters: the tracks that have samples.

CREATE PERFETTO TABLE _counter_track_summary AS
SELECT DISTINCT track_id AS id FROM counter;
