-- intervals.create_intervals: from each of some times to the first of other times after it.

-- A time after which there is no other is left out.
CREATE PERFETTO MACRO _interval_create(starts_table TableOrSubquery, ends_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT ts, _end - ts AS dur
  FROM (
    SELECT
      ts, is_end,
      MIN(IIF(is_end, ts, NULL)) OVER (ORDER BY ts DESC, is_end ROWS UNBOUNDED PRECEDING) AS _end
    FROM (
      SELECT one.ts, 0 AS is_end FROM $starts_table AS one
      UNION ALL
      SELECT one.ts, 1 FROM $ends_table AS one
    )
  )
  WHERE NOT is_end AND _end IS NOT NULL
  ORDER BY ts
);
