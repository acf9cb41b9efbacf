-- intervals.overlap: how many intervals there are at a time.

-- Rows are where the number changes; an interval of -1 never ends.
CREATE PERFETTO MACRO intervals_overlap_count(
  segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT _ts AS ts, SUM(SUM(_change)) OVER (ORDER BY _ts) AS value
  FROM (
    SELECT $ts_column AS _ts, 1 AS _change FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column, -1 FROM $segments WHERE $dur_column != -1
  )
  GROUP BY _ts
  ORDER BY _ts
);

-- The same, for each value of a column.
CREATE PERFETTO MACRO intervals_overlap_count_by_group(
  segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName, group_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT _ts AS ts, SUM(SUM(_change)) OVER (PARTITION BY _group ORDER BY _ts) AS value,
    _group AS group_name
  FROM (
    SELECT $ts_column AS _ts, 1 AS _change, $group_column AS _group FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column, -1, $group_column FROM $segments WHERE $dur_column != -1
  )
  GROUP BY _group, _ts
  ORDER BY _group, _ts
);
