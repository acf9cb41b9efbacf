-- counters.intervals: from when to when a counter had a value.

-- The rows are made all at once, and never looked up one by one: LIMIT keeps them apart from what
-- is around the macro. Only outside of it they get the names that columns of the samples have, too.
CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    _id AS id, _ts AS ts, _dur AS dur, _track_id AS track_id, _value AS value,
    _next_value AS next_value, _delta_value AS delta_value
  FROM (
    SELECT *
    FROM _counter_intervals((SELECT _counter_set(id, ts, track_id, value) FROM $counter_table))
    LIMIT -1
  )
);
