-- android.garbage_collection: collections of Java's heap, what they freed and what they waited for.

INCLUDE PERFETTO MODULE slices.with_context;

-- A collection lasts until what it is followed by has compacted.
CREATE PERFETTO VIEW _gc_slice AS
SELECT
  gc_id, gc_name, ts, dur, ts AS gc_ts, dur AS gc_dur, utid, tid, upid, pid, thread_name,
  process_name
FROM (
  SELECT
    id AS gc_id, name AS gc_name, ts,
    IIF(dur = -1, trace_end() - ts, dur)
      + IIF(LEAD(name) OVER thread IN ('CompactionPhase', 'Background concurrent copying GC'),
        LEAD(dur) OVER thread, 0) AS dur,
    utid, tid, upid, pid, thread_name, process_name
  FROM thread_slice
  WHERE depth = 0
  WINDOW thread AS (PARTITION BY track_id ORDER BY ts)
)
WHERE gc_name GLOB '*concurrent*GC';

CREATE PERFETTO VIEW _gc_heap_size AS
SELECT
  c.ts, LEAD(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur,
  t.upid, cast_int!(c.value) AS value
FROM process_counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name = 'Heap size (KB)';

-- With the first size of the heap after it.
CREATE PERFETTO VIEW _gc_slice_with_last_heap AS
WITH change AS (
  SELECT upid, gc_id, ts + dur AS ts, NULL AS value FROM _gc_slice
  UNION ALL
  SELECT upid, NULL, ts, value FROM _gc_heap_size
)
SELECT s.*, c.last_value
FROM _gc_slice s
LEFT JOIN (
  SELECT gc_id, LEAD(value) OVER (PARTITION BY upid ORDER BY ts) AS last_value FROM change
) c ON c.gc_id = s.gc_id;

CREATE VIRTUAL TABLE _gc_slice_with_heap
USING SPAN_JOIN(_gc_slice_with_last_heap PARTITIONED upid, _gc_heap_size PARTITIONED upid);

CREATE PERFETTO TABLE _gc AS
SELECT
  gc_ts AS ts, gc_dur AS dur, upid, gc_id, gc_ts, gc_dur, utid, tid, pid, thread_name, process_name,
  CASE
    WHEN gc_name GLOB '*NativeAlloc*' THEN 'native_alloc'
    WHEN gc_name GLOB '*Alloc*' THEN 'alloc'
    WHEN gc_name GLOB '*young*' THEN 'young'
    WHEN gc_name GLOB '*CollectorTransition*' THEN 'collector_transition'
    WHEN gc_name GLOB '*Explicit*' THEN 'explicit'
    ELSE 'full'
  END AS gc_type,
  IIF(gc_name GLOB '*mark compact*', 1, 0) AS is_mark_compact,
  MAX(MAX(value, last_value)) / 1e3 AS max_heap_mb,
  MIN(MIN(value, last_value)) / 1e3 AS min_heap_mb
FROM _gc_slice_with_heap
GROUP BY gc_id;

CREATE PERFETTO VIEW _gc_state AS
SELECT ts, dur, utid, state, io_wait FROM thread_state;

CREATE VIRTUAL TABLE _gc_with_state
USING SPAN_LEFT_JOIN(_gc PARTITIONED utid, _gc_state PARTITIONED utid);

CREATE PERFETTO TABLE android_garbage_collection_events AS
SELECT
  tid, pid, utid, upid, thread_name, process_name, gc_type, is_mark_compact,
  max_heap_mb - min_heap_mb AS reclaimed_mb, min_heap_mb, max_heap_mb, gc_id, gc_ts, gc_dur,
  SUM(IIF(state = 'Running', dur, 0)) AS gc_running_dur,
  SUM(IIF(state IN ('R', 'R+'), dur, 0)) AS gc_runnable_dur,
  SUM(IIF(state = 'D' AND io_wait = 1, dur, 0)) AS gc_unint_io_dur,
  SUM(IIF(state = 'D' AND io_wait != 1, dur, 0)) AS gc_unint_non_io_dur,
  SUM(IIF(state = 'S', dur, 0)) AS gc_int_dur
FROM _gc_with_state
GROUP BY gc_id;
