-- intervals.intersect: where the intervals of several tables overlap.

CREATE PERFETTO MACRO _interval_key(column ColumnName) RETURNS Expr AS one.$column;

CREATE PERFETTO MACRO _interval_set_of(intervals TableOrSubquery, columns ColumnNameList)
RETURNS Expr AS
(
  SELECT _interval_set(
    one.id, one.ts, one.dur __intrinsic_token_apply_prefix!(_interval_key, $columns))
  FROM $intervals AS one
);

CREATE PERFETTO MACRO _interval_column(column ColumnName, position Expr) RETURNS Expr AS $column;

CREATE PERFETTO MACRO _interval_named(column ColumnName, name ColumnName) RETURNS Expr AS $column AS $name;

-- Rows are times that an interval of each table covers; of tables that have the columns only
-- intervals meet that have the same values in them. It is never looked up row by row: LIMIT keeps
-- it apart from what is around it.
CREATE PERFETTO MACRO _interval_intersect(tabs TableNameList, agg_columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  SELECT
    ts,
    dur
    __intrinsic_token_apply_prefix!(
      _interval_column, (id_0, id_1, id_2, id_3, id_4, id_5, id_6, id_7, id_8, id_9), $tabs)
    __intrinsic_token_apply_prefix!(_interval_named, (key_0, key_1, key_2, key_3), $agg_columns)
  FROM _interval_intersection(
    __intrinsic_token_apply!(
      _interval_set_of,
      $tabs,
      (
        $agg_columns, $agg_columns, $agg_columns, $agg_columns, $agg_columns, $agg_columns,
        $agg_columns, $agg_columns, $agg_columns, $agg_columns, $agg_columns
      )
    )
  )
  LIMIT -1
);

-- The parts of intervals inside of one.
CREATE PERFETTO MACRO _interval_intersect_single(ts Expr, dur Expr, t TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT id_0 AS id, ts, dur
  FROM _interval_intersect!(($t, (SELECT 0 AS id, $ts AS ts, $dur AS dur)), ())
);

CREATE PERFETTO MACRO _interval_renamed(
  t TableOrSubquery, id ColumnName, ts ColumnName, dur ColumnName, agg_columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  SELECT
    one.$id AS id,
    one.$ts AS ts,
    one.$dur AS dur
    __intrinsic_token_apply_prefix!(_interval_key, $agg_columns)
  FROM $t AS one
);

-- Two tables whose columns have names of their own.
CREATE PERFETTO MACRO _interval_intersect_with_col_names(
  tab1 TableOrSubquery, id_col1 ColumnName, ts_col1 ColumnName, dur_col1 ColumnName,
  tab2 TableOrSubquery, id_col2 ColumnName, ts_col2 ColumnName, dur_col2 ColumnName,
  agg_columns ColumnNameList)
RETURNS TableOrSubquery AS
_interval_intersect!(
  (
    _interval_renamed!($tab1, $id_col1, $ts_col1, $dur_col1, $agg_columns),
    _interval_renamed!($tab2, $id_col2, $ts_col2, $dur_col2, $agg_columns)
  ),
  $agg_columns
);

-- Between two times at which an interval begins or ends lies a group of those that last
-- throughout. What ends where a group begins is in it too, and marked.
CREATE PERFETTO MACRO interval_self_intersect(intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _self_end AS MATERIALIZED (SELECT DISTINCT one.id, one.ts + one.dur AS ts FROM $intervals AS one),
  _self_group AS MATERIALIZED (
    SELECT
      ROW_NUMBER() OVER (ORDER BY ts) AS id, ts, COALESCE(LEAD(ts) OVER (ORDER BY ts) - ts, 0) AS dur
    FROM (SELECT one.ts FROM $intervals AS one UNION SELECT ts FROM _self_end)
  )
  SELECT ts, dur, id_0 AS group_id, id_1 AS id, 0 AS interval_ends_at_ts
  FROM _interval_intersect!((_self_group, $intervals), ())
  WHERE dur > 0
  UNION ALL
  SELECT g.ts, g.dur, g.id, e.id, 1
  FROM _self_end e
  JOIN _self_group g ON g.ts = e.ts
);
