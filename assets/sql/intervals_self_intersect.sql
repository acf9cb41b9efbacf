-- intervals.self_intersect: what lasts between two times at which an interval begins or ends.

INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO MACRO _interval_self_intersect(intervals TableOrSubquery)
RETURNS TableOrSubquery AS
interval_self_intersect!($intervals);

CREATE PERFETTO MACRO _self_key(column ColumnName) RETURNS Expr AS one.$column;

CREATE PERFETTO MACRO _self_column(column ColumnName) RETURNS Expr AS $column;

CREATE PERFETTO MACRO _self_group_column(column ColumnName) RETURNS Expr AS g.$column;

-- A row for each such stretch of time, also where nothing lasts, and one of length 0 at the end: how
-- many intervals there are, and the sum, the least and the greatest of their values. Intervals with
-- other values in the columns are apart.
CREATE PERFETTO MACRO _interval_self_intersect_agg(
  intervals TableOrSubquery, value_col Expr, partition_cols ColumnNameList)
RETURNS TableOrSubquery AS
(
  WITH _self_value AS MATERIALIZED (
    SELECT
      ROW_NUMBER() OVER () AS id,
      one.ts,
      one.dur,
      $value_col AS _value
      __intrinsic_token_apply_prefix!(_self_key, $partition_cols)
    FROM $intervals AS one
  ),
  _self_stretch AS MATERIALIZED (
    SELECT
      ROW_NUMBER() OVER (ORDER BY 0 __intrinsic_token_apply_prefix!(_self_column, $partition_cols), ts)
        AS id,
      ts,
      COALESCE(
        LEAD(ts) OVER (
          PARTITION BY 0 __intrinsic_token_apply_prefix!(_self_column, $partition_cols) ORDER BY ts)
          - ts,
        0) AS dur
      __intrinsic_token_apply_prefix!(_self_column, $partition_cols)
    FROM (
      SELECT ts __intrinsic_token_apply_prefix!(_self_column, $partition_cols) FROM _self_value
      UNION
      SELECT ts + dur __intrinsic_token_apply_prefix!(_self_column, $partition_cols)
      FROM _self_value
    )
  ),
  -- An interval without a length lasts at no time.
  _self_long AS MATERIALIZED (SELECT * FROM _self_value WHERE dur > 0),
  _self_lasting AS MATERIALIZED (
    SELECT i.id_0 AS stretch, v._value
    FROM _interval_intersect!((_self_stretch, _self_long), $partition_cols) i
    JOIN _self_long v ON v.id = i.id_1
    WHERE i.dur > 0
  )
  SELECT
    g.ts,
    g.dur,
    g.id AS group_id,
    COUNT(l.stretch) AS cnt,
    TOTAL(l._value) AS sum_value,
    cast_double!(MIN(l._value)) AS min_value,
    cast_double!(MAX(l._value)) AS max_value
    __intrinsic_token_apply_prefix!(_self_group_column, $partition_cols)
  FROM _self_stretch g
  LEFT JOIN _self_lasting l ON l.stretch = g.id
  GROUP BY g.id
  ORDER BY g.id
);

-- The same without values.
CREATE PERFETTO MACRO _interval_self_intersect_count(
  intervals TableOrSubquery, partition_cols ColumnNameList)
RETURNS TableOrSubquery AS
(
  SELECT
    ts, dur, group_id, cnt __intrinsic_token_apply_prefix!(_self_column, $partition_cols)
  FROM _interval_self_intersect_agg!($intervals, NULL, $partition_cols)
);
