-- android.lock_contention: who waited for which lock of ART or monitor of Java, and who held it.
--
-- ART says it in the names of slices: "Lock contention on NAME (owner tid: TID)".

INCLUDE PERFETTO MODULE android.monitor_contention;

CREATE PERFETTO FUNCTION android_extract_lock_contention_owner_tid(slice_name STRING) RETURNS LONG AS
SELECT CAST(str_split(str_split($slice_name, '(owner tid: ', 1), ')', 0) AS INT);

CREATE PERFETTO TABLE android_lock_contention AS
WITH contention AS MATERIALIZED (
  SELECT id, ts, dur, name, track_id, android_extract_lock_contention_owner_tid(name) AS owner_tid
  FROM slice
  WHERE name GLOB 'Lock contention*(owner tid: *)*'
)
SELECT
  c.id, c.ts, c.dur, c.name, c.owner_tid,
  waiter.name AS blocked_thread_name, holder.name AS blocking_thread_name
FROM contention c
JOIN thread_track t ON t.id = c.track_id
JOIN thread waiter USING (utid)
LEFT JOIN thread holder ON holder.tid = c.owner_tid AND holder.upid = waiter.upid
ORDER BY c.id;

-- A monitor has a row for each chain that it is part of.
CREATE PERFETTO TABLE android_all_lock_contentions AS
SELECT
  id, ts, dur, '[Lock Owner] Blocking: ' || name AS name, owner_tid, blocked_thread_name,
  blocking_thread_name
FROM android_lock_contention
UNION ALL
SELECT
  id, ts, COALESCE(dur, -1),
  '[Lock Owner] Blocking: Lock contention on a monitor lock (owner tid: ' ||
    COALESCE(blocking_tid, '-') || ')',
  blocking_tid, blocked_thread_name, blocking_thread_name
FROM android_monitor_contention_chain;
