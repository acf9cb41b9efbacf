-- android.monitor_contention: who waited for which monitor of Java, and who held it.
--
-- ART says it in the names of slices:
-- "monitor contention with owner NAME (TID) at METHOD(FILE:LINE) waiters=N blocking from METHOD(FILE:LINE)".

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_thread(slice_name STRING)
RETURNS STRING AS
SELECT str_split(str_split($slice_name, 'with owner ', 1), ' (', 0);

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_tid(slice_name STRING)
RETURNS INT AS
SELECT CAST(str_split(str_split($slice_name, ' (', 1), ')', 0) AS INT);

-- The method with its types: "void a.B.c(int)".
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_method(slice_name STRING)
RETURNS STRING AS
SELECT str_split(str_split($slice_name, ') at ', 1), '(', 0) || '(' ||
  str_split(str_split($slice_name, ') at ', 1), '(', 1);

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_method(slice_name STRING)
RETURNS STRING AS
SELECT str_split(str_split($slice_name, 'blocking from ', 1), '(', 0) || '(' ||
  str_split(str_split($slice_name, 'blocking from ', 1), '(', 1);

-- The method alone: "a.B.c".
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocking_method(slice_name STRING)
RETURNS STRING AS
SELECT str_split(
  str_split(android_extract_android_monitor_contention_blocking_method($slice_name), ' ', 1), '(', 0);

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocked_method(slice_name STRING)
RETURNS STRING AS
SELECT str_split(
  str_split(android_extract_android_monitor_contention_blocked_method($slice_name), ' ', 1), '(', 0);

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_src(slice_name STRING)
RETURNS STRING AS
SELECT str_split(str_split($slice_name, ')(', 1), ')', 0);

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_src(slice_name STRING)
RETURNS STRING AS
SELECT str_split(str_split($slice_name, ')(', 2), ')', 0);

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_waiter_count(slice_name STRING)
RETURNS INT AS
SELECT CAST(str_split(str_split($slice_name, 'waiters=', 1), ' ', 0) AS INT);

CREATE PERFETTO TABLE _monitor_contention AS
WITH contention AS MATERIALIZED (
  SELECT id, ts, dur, track_id, name FROM slice WHERE name GLOB 'monitor contention*' AND dur != -1
),
-- Waiting does nothing else: other slices inside mean that an end was lost.
waiting AS (
  SELECT s.* FROM contention s
  WHERE NOT EXISTS (SELECT 1 FROM slice c WHERE c.parent_id = s.id)
    OR EXISTS (
      SELECT 1 FROM slice c
      WHERE c.parent_id = s.id AND (c.name GLOB 'Lock contention*' OR c.name IS NULL)
        AND (NOT EXISTS (SELECT 1 FROM slice g WHERE g.parent_id = c.id)
          OR EXISTS (SELECT 1 FROM slice g WHERE g.parent_id = c.id AND g.name IS NULL)))
)
SELECT
  id, ts, dur, track_id,
  android_extract_android_monitor_contention_blocking_method(name) AS blocking_method,
  android_extract_android_monitor_contention_blocked_method(name) AS blocked_method,
  android_extract_android_monitor_contention_short_blocking_method(name) AS short_blocking_method,
  android_extract_android_monitor_contention_short_blocked_method(name) AS short_blocked_method,
  android_extract_android_monitor_contention_blocking_src(name) AS blocking_src,
  android_extract_android_monitor_contention_blocked_src(name) AS blocked_src,
  android_extract_android_monitor_contention_waiter_count(name) AS waiter_count,
  android_extract_android_monitor_contention_blocking_thread(name) AS blocking_thread_name,
  android_extract_android_monitor_contention_blocking_tid(name) AS blocking_tid
FROM waiting;

-- Locks of the system with names have a slice before the wait and one after it: NAME_lock_acquire, NAME_lock_held.
CREATE PERFETTO TABLE _monitor_lock_name AS
WITH neighbour AS (
  SELECT
    id, LAG(name) OVER thread AS before, LEAD(name) OVER thread AS after,
    LEAD(name, 2) OVER thread AS second_after
  FROM slice
  WHERE track_id IN (SELECT track_id FROM _monitor_contention)
  WINDOW thread AS (PARTITION BY track_id ORDER BY ts, id)
),
held AS (
  -- The wait may have a slice of ART's own inside.
  SELECT
    id, before,
    IIF(after GLOB 'Lock contention*' AND after NOT GLOB '*_lock_held', second_after, after) AS held
  FROM neighbour
)
SELECT m.id, REPLACE(before, '_lock_acquire', '') AS lock_name
FROM held
JOIN _monitor_contention m ON m.id = held.id
WHERE before GLOB '*_lock_acquire' AND held GLOB '*_lock_held'
  AND REPLACE(before, '_lock_acquire', '') = REPLACE(held, '_lock_held', '');

CREATE PERFETTO TABLE android_monitor_contention AS
SELECT
  m.blocking_method, m.blocked_method, m.short_blocking_method, m.short_blocked_method,
  m.blocking_src, m.blocked_src, m.waiter_count,
  t.utid AS blocked_utid, t.name AS blocked_thread_name,
  holder.utid AS blocking_utid, m.blocking_thread_name, m.blocking_tid,
  t.upid, p.name AS process_name, m.id, m.ts, m.dur,
  to_monotonic(m.ts + m.dur) - to_monotonic(m.ts) AS monotonic_dur,
  m.track_id, t.is_main_thread AS is_blocked_thread_main, t.tid AS blocked_thread_tid,
  holder.is_main_thread AS is_blocking_thread_main, holder.tid AS blocking_thread_tid,
  reply.id AS binder_reply_id, reply.ts AS binder_reply_ts,
  IIF(reply.id IS NULL, NULL, t.tid) AS binder_reply_tid, p.pid, lock.lock_name
FROM _monitor_contention m
JOIN thread_track tt ON tt.id = m.track_id
JOIN thread t ON t.utid = tt.utid
LEFT JOIN process p ON p.upid = t.upid
LEFT JOIN ancestor_slice(m.id) reply ON reply.name = 'binder reply'
LEFT JOIN thread holder ON holder.tid = m.blocking_tid AND holder.upid = t.upid
LEFT JOIN _monitor_lock_name lock ON lock.id = m.id
WHERE m.short_blocking_method IS NOT NULL AND m.short_blocked_method IS NOT NULL
GROUP BY m.id;

CREATE PERFETTO INDEX _android_monitor_contention_by_holder ON android_monitor_contention(blocking_utid, ts);

-- Who holds a monitor may wait for another one: parents block, children are blocked.
CREATE PERFETTO TABLE android_monitor_contention_chain AS
SELECT parent.id AS parent_id, m.*, child.id AS child_id
FROM android_monitor_contention m
LEFT JOIN android_monitor_contention parent
  ON parent.blocked_utid = m.blocking_utid AND m.ts BETWEEN parent.ts AND parent.ts + parent.dur
LEFT JOIN android_monitor_contention child
  ON child.blocking_utid = m.blocked_utid AND child.ts BETWEEN m.ts AND m.ts + m.dur;

-- The first of those that wait, until somebody gets the monitor.
CREATE PERFETTO VIEW _first_waiter AS
SELECT first.id, first.blocking_utid, first.ts, MIN(other.ts + other.dur) - first.ts AS dur
FROM android_monitor_contention_chain first
JOIN android_monitor_contention_chain other
  ON other.blocking_utid = first.blocking_utid
  AND other.blocking_method = first.blocking_method
  AND other.ts BETWEEN first.ts AND first.ts + first.dur
WHERE first.waiter_count = 0
GROUP BY first.id;

CREATE PERFETTO VIEW _holder_state AS
SELECT utid AS blocking_utid, ts, dur, state, blocked_function FROM thread_state;

CREATE VIRTUAL TABLE _first_waiter_holder_state
USING SPAN_JOIN(_first_waiter PARTITIONED blocking_utid, _holder_state PARTITIONED blocking_utid);

-- What the thread that held the monitor did meanwhile.
CREATE PERFETTO TABLE android_monitor_contention_chain_thread_state AS
SELECT id, ts, dur, blocking_utid, blocked_function, state FROM _first_waiter_holder_state;

CREATE PERFETTO VIEW android_monitor_contention_chain_thread_state_by_txn AS
SELECT id, state AS thread_state, SUM(dur) AS thread_state_dur, COUNT(dur) AS thread_state_count
FROM android_monitor_contention_chain_thread_state
GROUP BY id, state;

CREATE PERFETTO VIEW android_monitor_contention_chain_blocked_functions_by_txn AS
SELECT id, blocked_function, SUM(dur) AS blocked_function_dur, COUNT(dur) AS blocked_function_count
FROM android_monitor_contention_chain_thread_state
WHERE blocked_function IS NOT NULL
GROUP BY id, blocked_function;
