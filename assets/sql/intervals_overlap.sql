-- intervals.overlap: how many intervals there are at a time, and what they cover together.

INCLUDE PERFETTO MODULE intervals.intersect;

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

-- 1 if there are intervals that overlap.
CREATE PERFETTO MACRO _intervals_overlap_in_table(intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT COUNT(*) > 0 AS has_overlaps
  FROM (
    SELECT one.ts + one.dur AS _end, LEAD(one.ts) OVER (ORDER BY one.ts) AS next_ts
    FROM $intervals AS one
    WHERE one.dur != -1
  )
  WHERE _end > next_ts
);

-- The times that any interval covers, also where there are up to epsilon between two; what never
-- ends has none.
CREATE PERFETTO MACRO interval_merge_overlapping(intervals TableOrSubquery, epsilon Expr)
RETURNS TableOrSubquery AS
(
  SELECT MIN(ts) AS ts, MAX(_end) - MIN(ts) AS dur
  FROM (
    SELECT ts, _end, SUM(_before IS NULL OR ts - $epsilon > _before) OVER (ORDER BY ts) AS _run
    FROM (
      SELECT *,
        MAX(_end) OVER (ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS _before
      FROM (
        SELECT one.ts, IIF(one.dur = -1, 9223372036854775807, one.ts + one.dur) AS _end
        FROM $intervals AS one
      )
    )
  )
  GROUP BY _run
  HAVING MAX(_end) != 9223372036854775807
  ORDER BY ts
);

CREATE PERFETTO MACRO _overlap_column(column ColumnName) RETURNS Expr AS one.$column;
CREATE PERFETTO MACRO _overlap_name(column ColumnName) RETURNS Expr AS $column;

-- The same for each combination of values of columns.
CREATE PERFETTO MACRO interval_merge_overlapping_partitioned(
  intervals TableOrSubquery, partition_columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  SELECT
    MIN(ts) AS ts, MAX(_end) - MIN(ts) AS dur,
    __intrinsic_token_apply!(_overlap_name, $partition_columns)
  FROM (
    SELECT *,
      SUM(_before IS NULL OR ts > _before) OVER (
        PARTITION BY __intrinsic_token_apply!(_overlap_name, $partition_columns) ORDER BY ts) AS _run
    FROM (
      SELECT *,
        MAX(_end) OVER (
          PARTITION BY __intrinsic_token_apply!(_overlap_name, $partition_columns)
          ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS _before
      FROM (
        SELECT
          one.ts, IIF(one.dur = -1, 9223372036854775807, one.ts + one.dur) AS _end,
          __intrinsic_token_apply!(_overlap_column, $partition_columns)
        FROM $intervals AS one
      )
    )
  )
  GROUP BY __intrinsic_token_apply!(_overlap_name, $partition_columns), _run
  HAVING MAX(_end) != 9223372036854775807
  ORDER BY ts
);

CREATE PERFETTO MACRO _interval_merge_overlapping_partitioned(
  intervals TableOrSubquery, partition_column ColumnName)
RETURNS TableOrSubquery AS
interval_merge_overlapping_partitioned!($intervals, ($partition_column));

-- Intervals below a root, and roots without any, for _intervals_flatten!.
CREATE PERFETTO MACRO _intervals_merge_root_and_children(
  roots_table TableOrSubquery, children_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    r.id AS root_id, r.ts AS root_ts, r.dur AS root_dur, c.id, c.parent_id, c.ts, c.dur
  FROM (SELECT one.id, one.ts, one.dur FROM $roots_table AS one WHERE one.dur > 0) r
  LEFT JOIN (
    SELECT one.root_id, one.id, one.parent_id, one.ts, one.dur
    FROM $children_table AS one
    WHERE one.dur > 0
  ) c ON c.root_id = r.id
);

-- The same where roots are those that children overlap with and agree with in a column; what is
-- outside of its root is cut off.
CREATE PERFETTO MACRO _intervals_merge_root_and_children_by_intersection(
  roots_table TableOrSubquery, children_table TableOrSubquery, key ColumnName)
RETURNS TableOrSubquery AS
(
  WITH _merged_root AS MATERIALIZED (SELECT one.id, one.ts, one.dur, one.$key FROM $roots_table AS one WHERE one.dur > 0),
  _merged_child AS MATERIALIZED (
    SELECT one.id, one.parent_id, one.ts, one.dur, one.$key FROM $children_table AS one WHERE one.dur > 0
  )
  SELECT
    i.ts, i.dur, c.id, COALESCE(c.parent_id, r.id) AS parent_id, r.id AS root_id, r.ts AS root_ts,
    r.dur AS root_dur, i.$key
  FROM _interval_intersect!((_merged_child, _merged_root), ($key)) i
  JOIN _merged_child c ON c.id = i.id_0
  JOIN _merged_root r ON r.id = i.id_1
);

-- Which interval of each root is the innermost, from when to when. Where one ends, its parent goes
-- on, unless another begins.
CREATE PERFETTO MACRO _intervals_flatten(children_with_roots_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _flat AS MATERIALIZED (
    SELECT one.root_id, one.root_ts, one.root_dur, one.id, one.parent_id, one.ts, one.dur
    FROM $children_with_roots_table AS one
    WHERE one.root_dur > 0 AND (one.dur IS NULL OR one.dur > 0)
  ),
  _change AS (
    SELECT root_id, root_ts AS ts, root_id AS id, 0 AS rank, root_ts + root_dur AS root_end FROM _flat
    UNION ALL
    SELECT root_id, ts + dur, COALESCE(parent_id, root_id), 1, root_ts + root_dur
    FROM _flat WHERE id IS NOT NULL
    UNION ALL
    SELECT root_id, ts, id, 2, root_ts + root_dur FROM _flat WHERE id IS NOT NULL
  ),
  _last_change AS (
    SELECT root_id, ts, id, root_end, MAX(rank) AS rank FROM _change GROUP BY root_id, ts
  )
  SELECT root_id, id, ts, dur
  FROM (
    SELECT
      root_id, id, ts,
      LEAD(ts, 1, root_end) OVER (PARTITION BY root_id ORDER BY ts) - ts AS dur
    FROM _last_change
  )
  WHERE dur > 0
  ORDER BY root_id, ts
);
