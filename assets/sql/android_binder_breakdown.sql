-- android.binder_breakdown: what both sides of a transaction did or waited for, when.

INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE intervals.overlap;
INCLUDE PERFETTO MODULE intervals.intersect;

-- Which slice of one side was the innermost, of calls that are waited for.
CREATE PERFETTO MACRO _binder_innermost(
  side ColumnName, side_ts ColumnName, side_dur ColumnName, side_utid ColumnName)
RETURNS TableOrSubquery AS
(
  WITH _binder_root AS MATERIALIZED (
    SELECT DISTINCT $side AS id, $side_ts AS ts, $side_dur AS dur, $side_utid AS utid, is_sync
    FROM android_binder_txns
  ),
  _binder_below AS (
    SELECT r.id AS root_id, d.id, d.parent_id, d.ts, d.dur
    FROM _binder_root r
    JOIN descendant_slice(r.id) d
    WHERE r.is_sync
  )
  SELECT
    ROW_NUMBER() OVER (ORDER BY f.ts) AS id, f.ts, f.dur, f.id AS slice_id, f.root_id, r.utid
  FROM _intervals_flatten!(_intervals_merge_root_and_children!(_binder_root, _binder_below)) f
  JOIN _binder_root r ON r.id = f.root_id
);

CREATE PERFETTO TABLE _binder_client_innermost AS
SELECT * FROM _binder_innermost!(binder_txn_id, client_ts, client_dur, client_utid);

CREATE PERFETTO TABLE _binder_server_innermost AS
SELECT * FROM _binder_innermost!(binder_reply_id, server_ts, server_dur, server_utid);

CREATE PERFETTO VIEW _binder_thread_state AS
SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0;

-- The name of a slice says what its thread slept for; that a call slept says nothing of itself.
CREATE PERFETTO FUNCTION _binder_reason(
  name STRING, state STRING, io_wait LONG, is_own LONG)
RETURNS STRING AS
SELECT
  CASE
    WHEN $name = 'mm_vmscan_direct_reclaim' THEN 'kernel_memory_reclaim'
    WHEN $name GLOB 'GC: Wait For*' THEN 'userspace_memory_reclaim'
    WHEN $state = 'S' AND $name GLOB 'monitor contention*' THEN 'monitor_contention'
    WHEN $state = 'S' AND $name GLOB 'Lock contention on a monitor lock*' THEN 'monitor_contention'
    WHEN $state = 'S' AND $name GLOB 'Lock contention*' THEN 'art_lock_contention'
    WHEN $state = 'S' AND NOT $is_own AND $name IN ('binder transaction', 'binder reply') THEN 'binder'
    WHEN $state = 'S' AND $name = 'Contending for pthread mutex' THEN 'mutex_contention'
    WHEN $state != 'S' AND $io_wait = 1 THEN 'io'
    ELSE $state
  END;

CREATE PERFETTO MACRO _binder_side(innermost TableOrSubquery, side ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT
    b.binder_txn_id, b.binder_reply_id, i.ts, i.dur,
    _binder_reason(
      s.name, t.state, t.io_wait, s.id IN (b.binder_txn_id, b.binder_reply_id)) AS reason
  FROM _interval_intersect!(($innermost, _binder_thread_state), (utid)) i
  JOIN $innermost n ON n.id = i.id_0
  JOIN slice s ON s.id = n.slice_id
  JOIN thread_state t ON t.id = i.id_1
  JOIN android_binder_txns b ON b.$side = n.root_id
);

CREATE PERFETTO TABLE android_binder_client_breakdown AS
SELECT * FROM _binder_side!(_binder_client_innermost, binder_txn_id);

CREATE PERFETTO TABLE android_binder_server_breakdown AS
SELECT * FROM _binder_side!(_binder_server_innermost, binder_reply_id);

-- While the server has something to say, that is the reason.
CREATE PERFETTO VIEW _binder_client_reason AS
SELECT ts, dur, binder_txn_id, binder_reply_id, reason AS client_reason
FROM android_binder_client_breakdown;

CREATE PERFETTO VIEW _binder_server_reason AS
SELECT ts, dur, binder_txn_id, reason AS server_reason FROM android_binder_server_breakdown;

CREATE VIRTUAL TABLE _binder_both_reasons
USING SPAN_LEFT_JOIN(
  _binder_client_reason PARTITIONED binder_txn_id,
  _binder_server_reason PARTITIONED binder_txn_id);

CREATE PERFETTO TABLE android_binder_client_server_breakdown AS
SELECT
  ts, dur, binder_txn_id, binder_reply_id, client_reason, server_reason,
  COALESCE(server_reason, client_reason) AS reason,
  IIF(server_reason IS NULL, 'client', 'server') AS reason_type
FROM _binder_both_reasons;
