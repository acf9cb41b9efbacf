-- counters.intervals: from when to when a counter had a value.

-- Of samples with one value the first two count, the second for all that follow: its change is 0.
CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _sample AS (
    SELECT
      id, ts, track_id, value,
      LAG(value) OVER (PARTITION BY track_id ORDER BY ts) AS _before,
      LAG(value, 2) OVER (PARTITION BY track_id ORDER BY ts) AS _before_that
    FROM $counter_table
  )
  SELECT
    id, ts,
    LEAD(ts, 1, trace_end()) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur,
    track_id, value,
    LEAD(value) OVER (PARTITION BY track_id ORDER BY ts) AS next_value,
    value - _before AS delta_value
  FROM _sample
  WHERE (value = _before AND _before = _before_that) IS NOT 1
);
