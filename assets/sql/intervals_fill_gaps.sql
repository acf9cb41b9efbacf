-- intervals.fill_gaps: what there is between intervals.

CREATE PERFETTO MACRO _gaps_column(column Expr) RETURNS Expr AS $column;

CREATE PERFETTO MACRO _gaps_nothing(column Expr) RETURNS Expr AS NULL;

-- The intervals, which must not overlap within a group, and for each group what of the trace none of
-- them covers, with NULLs. A group may have no more than a row without times; without any row the
-- whole trace is one gap. Who needs no groups passes (NULL).
CREATE PERFETTO MACRO _intervals_fill_gaps(
  group_cols ColumnNameList, data_cols ColumnNameList, data TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _gaps_between AS MATERIALIZED (
    SELECT
      ts,
      dur,
      __intrinsic_token_apply!(_gaps_column, $group_cols),
      __intrinsic_token_apply!(_gaps_column, $data_cols)
    FROM $data
  )
  SELECT *
  FROM (
    SELECT * FROM _gaps_between
    UNION ALL
    SELECT
      trace_start(),
      COALESCE(MIN(ts), trace_end()) - trace_start(),
      __intrinsic_token_apply!(_gaps_column, $group_cols),
      __intrinsic_token_apply!(_gaps_nothing, $data_cols)
    FROM _gaps_between
    GROUP BY __intrinsic_token_apply!(_gaps_column, $group_cols)
    UNION ALL
    SELECT
      ts + dur,
      LEAD(ts, 1, trace_end()) OVER (
        PARTITION BY __intrinsic_token_apply!(_gaps_column, $group_cols) ORDER BY ts)
        - (ts + dur),
      __intrinsic_token_apply!(_gaps_column, $group_cols),
      __intrinsic_token_apply!(_gaps_nothing, $data_cols)
    FROM _gaps_between
    WHERE ts IS NOT NULL
    UNION ALL
    SELECT
      trace_start(),
      trace_dur(),
      __intrinsic_token_apply!(_gaps_nothing, $group_cols),
      __intrinsic_token_apply!(_gaps_nothing, $data_cols)
    WHERE NOT EXISTS (SELECT 1 FROM _gaps_between)
  )
  WHERE dur > 0
  ORDER BY ts
);
