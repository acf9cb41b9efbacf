-- sched.thread_executing_span_with_slice: the critical path of threads with states and slices.

INCLUDE PERFETTO MODULE sched.thread_executing_span;
INCLUDE PERFETTO MODULE slices.flat_slices;

-- What threads did, by their states and their innermost slices.
CREATE VIRTUAL TABLE _state_and_slice USING SPAN_LEFT_JOIN(
  thread_state PARTITIONED utid, _slice_flattened PARTITIONED utid);

CREATE PERFETTO TABLE _span_thread_state_slice AS
SELECT
  cast_int!(ROW_NUMBER() OVER (ORDER BY ts)) AS id, ts, dur, ts + dur AS ts_end, utid,
  id AS thread_state_id, state, blocked_function AS function, cpu, io_wait, slice_id, name AS slice_name,
  depth AS slice_depth
FROM _state_and_slice
WHERE dur > 0
ORDER BY ts;

CREATE PERFETTO INDEX _span_thread_state_slice_by_id ON _span_thread_state_slice(id);
CREATE PERFETTO INDEX _span_thread_state_slice_by_utid ON _span_thread_state_slice(utid);

-- The critical paths of spans, with their threads.
CREATE PERFETTO MACRO _critical_path_of(nodes TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT
    cast_int!(ROW_NUMBER() OVER (ORDER BY path.ts)) AS id, path.ts, path.dur,
    path.ts + path.dur AS ts_end, node.utid, root.utid AS root_utid
  FROM _critical_path_spans!(
    (
      SELECT one.id AS root_node_id, one.id - COALESCE(one.prev_id, one.id) AS capacity
      FROM $nodes AS one
    ),
    _wakeup_graph,
    0) path
  JOIN _wakeup_graph node ON node.id = path.id
  JOIN _wakeup_graph root ON root.id = path.root_id
);

-- The same with what those threads did.
CREATE PERFETTO MACRO _critical_path_with_slices(paths TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH _path AS MATERIALIZED (SELECT * FROM $paths)
  SELECT
    met.ts, met.dur, path.utid, did.thread_state_id, did.state, did.function, did.cpu,
    did.io_wait, did.slice_id, did.slice_name, did.slice_depth, path.root_utid
  FROM _interval_intersect!((_path, _span_thread_state_slice), (utid)) met
  JOIN _path path ON path.id = met.id_0
  JOIN _span_thread_state_slice did ON did.id = met.id_1
);

-- Of all threads.
CREATE PERFETTO VIEW _critical_path_all AS SELECT * FROM _critical_path_of!(_wakeup_graph);
CREATE PERFETTO VIEW _critical_path_thread_state_slice AS
SELECT * FROM _critical_path_with_slices!(_critical_path_all);

-- What a thread did between two times and what it waited for meanwhile.
CREATE PERFETTO FUNCTION _critical_path_of_thread(
  root_utid JOINID(thread.id), ts TIMESTAMP, ts_end TIMESTAMP)
RETURNS TABLE(
  ts TIMESTAMP, dur DURATION, own_state_id LONG, own_state STRING, own_function STRING,
  own_io_wait LONG, own_slice_id LONG, own_slice_name STRING, own_slice_depth LONG,
  thread_state_id LONG, state STRING, function STRING, io_wait LONG, cpu LONG, slice_id LONG,
  slice_name STRING, slice_depth LONG, utid LONG
) AS
WITH path AS MATERIALIZED (
  SELECT cast_int!(ROW_NUMBER() OVER ()) AS id, *
  FROM _critical_path_with_slices!(
    _critical_path_of!((SELECT * FROM _wakeup_graph WHERE utid = $root_utid)))
),
own AS MATERIALIZED (SELECT * FROM _span_thread_state_slice WHERE utid = $root_utid)
SELECT
  MAX(met.ts, $ts) AS ts, MIN(met.ts + met.dur, $ts_end) - MAX(met.ts, $ts) AS dur,
  own.thread_state_id AS own_state_id, own.state AS own_state, own.function AS own_function,
  own.io_wait AS own_io_wait, own.slice_id AS own_slice_id, own.slice_name AS own_slice_name,
  own.slice_depth AS own_slice_depth, path.thread_state_id, path.state, path.function,
  path.io_wait, path.cpu, path.slice_id, path.slice_name, path.slice_depth, path.utid
FROM _interval_intersect!((path, own), ()) met
JOIN path ON path.id = met.id_0
JOIN own ON own.id = met.id_1
WHERE met.dur > 0 AND met.ts < $ts_end AND met.ts + met.dur > $ts;

-- The same as a stack of slices: the thread itself, what it waited for, the CPU.
CREATE PERFETTO FUNCTION _critical_path_stack(
  root_utid JOINID(thread.id), ts TIMESTAMP, dur DURATION, enable_process_name LONG,
  enable_thread_name LONG, enable_self_slice LONG, enable_critical_path_slice LONG)
RETURNS TABLE(
  id LONG, ts TIMESTAMP, dur DURATION, utid JOINID(thread.id), stack_depth LONG, name STRING,
  table_name STRING, root_utid JOINID(thread.id)
) AS
WITH span AS MATERIALIZED (SELECT * FROM _critical_path_of_thread($root_utid, $ts, $ts + $dur)),
level(level) AS (VALUES (0), (1), (2), (3), (4)),
self_stack AS MATERIALIZED (
  SELECT
    own_state_id AS id, ts, dur, $root_utid AS utid, level AS stack_depth,
    CASE level
      WHEN 0 THEN 'thread_state: ' || own_state
      WHEN 1 THEN IIF(own_state GLOB 'R*', NULL, 'kernel function: ' || own_function)
      WHEN 2 THEN IIF(own_state GLOB 'R*', NULL, 'io_wait: ' || own_io_wait)
      WHEN 3 THEN IIF($enable_process_name, 'process_name: ' || p.name, NULL)
      ELSE IIF($enable_thread_name, 'thread_name: ' || t.name, NULL)
    END AS name,
    'thread_state' AS table_name
  FROM span
  JOIN level
  LEFT JOIN thread t ON t.utid = $root_utid
  LEFT JOIN process p ON p.upid = t.upid
  WHERE level < 4 OR p.upid IS NOT NULL
  UNION ALL
  SELECT a.id, span.ts, span.dur, $root_utid, a.depth + 5, IIF($enable_self_slice, a.name, NULL), 'slice'
  FROM span, ancestor_slice(own_slice_id) a
  WHERE a.dur != -1
  UNION ALL
  SELECT
    own_slice_id, ts, dur, $root_utid, own_slice_depth + 5,
    IIF($enable_self_slice, own_slice_name, NULL), 'slice'
  FROM span
),
self_depth AS MATERIALIZED (
  SELECT ts, MAX(stack_depth) + 1 AS start FROM self_stack GROUP BY ts
),
waited AS MATERIALIZED (
  SELECT span.*, start FROM span JOIN self_depth USING (ts) WHERE span.utid != $root_utid
),
path_stack AS MATERIALIZED (
  SELECT
    thread_state_id AS id, ts, dur, t.utid, start + level AS stack_depth,
    'blocking ' || CASE level
      WHEN 0 THEN 'thread_state: ' || state
      WHEN 1 THEN 'process_name: ' || p.name
      WHEN 2 THEN 'thread_name: ' || t.name
      WHEN 3 THEN 'kernel_function: ' || function
      ELSE 'io_wait: ' || io_wait
    END AS name,
    'thread_state' AS table_name
  FROM waited
  JOIN level
  JOIN thread t ON t.utid = waited.utid
  LEFT JOIN process p ON p.upid = t.upid
  UNION ALL
  SELECT
    a.id, w.ts, w.dur, w.utid, a.depth + w.start + 5,
    IIF($enable_critical_path_slice, a.name, NULL), 'slice'
  FROM waited w, ancestor_slice(w.slice_id) a
  WHERE a.dur != -1
  UNION ALL
  SELECT
    slice_id, ts, dur, utid, slice_depth + start + 5,
    IIF($enable_critical_path_slice, slice_name, NULL), 'slice'
  FROM waited
),
cpu_depth AS (
  SELECT ts, MAX(start) AS start
  FROM (
    SELECT ts, start FROM self_depth
    UNION ALL
    SELECT ts, stack_depth + 1 FROM path_stack
  )
  GROUP BY ts
)
SELECT id, ts, dur, utid, stack_depth, name, table_name, $root_utid AS root_utid
FROM (
  SELECT * FROM self_stack
  UNION ALL
  SELECT * FROM path_stack
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, start, 'cpu: ' || cpu, 'thread_state'
  FROM span
  JOIN cpu_depth USING (ts)
  WHERE state = 'Running' OR own_state = 'Running'
)
WHERE id IS NOT NULL;

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path_stack(
  root_utid JOINID(thread.id), ts TIMESTAMP, dur DURATION)
RETURNS TABLE(
  id LONG, ts TIMESTAMP, dur DURATION, utid JOINID(thread.id), stack_depth LONG, name STRING,
  table_name STRING, root_utid JOINID(thread.id)
) AS
SELECT * FROM _critical_path_stack($root_utid, $ts, $dur, 1, 1, 1, 1);
