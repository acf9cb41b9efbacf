-- android.lock_held: from when to when threads held the locks of the system that have names.

INCLUDE PERFETTO MODULE android.monitor_contention;
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE _lock_held_slice AS
SELECT
  id, ts, IIF(dur = -1, trace_end() - ts, dur) AS dur, dur = -1 AS is_incomplete,
  REPLACE(name, '_lock_held', '') AS lock_name, utid
FROM thread_slice
WHERE name GLOB '*_lock_held';

-- A thread that takes a lock again holds it on; who takes it next ends what the one before held.
CREATE PERFETTO TABLE _lock_hold AS
WITH hold AS (
  SELECT s.id, m.ts, m.dur, s.is_incomplete, m.lock_name, m.utid
  FROM interval_merge_overlapping_partitioned!(_lock_held_slice, (lock_name, utid)) m
  JOIN _lock_held_slice s ON s.lock_name = m.lock_name AND s.utid = m.utid AND s.ts = m.ts
)
SELECT
  id, ts, MIN(LEAD(ts, 1, ts + dur) OVER (PARTITION BY lock_name ORDER BY ts), ts + dur) - ts AS dur,
  is_incomplete, lock_name, utid
FROM hold;

-- Those that wait say in which method the lock is held.
CREATE PERFETTO TABLE android_lock_held AS
SELECT
  h.id, h.ts, h.dur, h.is_incomplete, h.lock_name, h.utid,
  (
    SELECT MIN(m.short_blocking_method)
    FROM android_monitor_contention m
    WHERE m.blocking_utid = h.utid AND m.lock_name = h.lock_name
      AND m.ts >= h.ts AND m.ts < h.ts + h.dur
  ) AS blocking_method
FROM _lock_hold h;
