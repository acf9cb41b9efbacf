-- android.binder: transactions between processes, from the client's and from the server's side.

CREATE PERFETTO VIEW android_binder_metrics_by_process AS
SELECT p.name AS process_name, p.pid, s.name AS slice_name, COUNT(*) AS event_count
FROM slice s
JOIN thread_track tt ON tt.id = s.track_id
JOIN thread t ON t.utid = tt.utid
JOIN process p ON p.upid = t.upid
WHERE s.name GLOB 'binder*'
GROUP BY process_name, slice_name;

-- What a slice of binder says of its thread.
CREATE PERFETTO VIEW _binder_slice AS
SELECT
  s.id, s.ts, s.dur, s.name, s.track_id, p.name AS process_name, t.name AS thread_name,
  p.upid, t.utid, t.tid, p.pid, t.is_main_thread
FROM slice s
JOIN thread_track tt ON tt.id = s.track_id
JOIN thread t ON t.utid = tt.utid
JOIN process p ON p.upid = t.upid
WHERE s.name IN ('binder transaction', 'binder reply', 'binder transaction async', 'binder async rcv');

-- The call that a server was in, where it says so.
CREATE PERFETTO TABLE _binder_call AS
SELECT id, ts, dur, track_id, parent_id, name
FROM slice
WHERE name GLOB 'AIDL::*Server' OR name GLOB 'AIDL::*server' OR name GLOB 'HIDL::*server'
  OR name = 'binder async rcv';

CREATE INDEX _binder_call_by_parent ON _binder_call(parent_id);

-- A call inside the reply; of several that with the first name.
CREATE PERFETTO TABLE _binder_sync AS
SELECT
  c.id AS txn, r.id AS reply, MIN(a.name) AS aidl_name, a.ts AS aidl_ts, a.dur AS aidl_dur
FROM _binder_slice c
JOIN flow f ON f.slice_out = c.id
JOIN _binder_slice r ON r.id = f.slice_in
LEFT JOIN _binder_call a ON a.parent_id = r.id AND a.name != 'binder async rcv'
WHERE c.name = 'binder transaction' AND c.dur != -1 AND r.dur != -1 AND c.dur >= r.dur
GROUP BY c.id, r.id;

-- A call after what was received, on the same track.
CREATE PERFETTO TABLE _binder_async AS
WITH received AS MATERIALIZED (
  SELECT
    id, name, LEAD(name) OVER thread AS next_name, LEAD(ts) OVER thread AS next_ts,
    LEAD(dur) OVER thread AS next_dur
  FROM _binder_call
  WINDOW thread AS (PARTITION BY track_id ORDER BY ts)
)
SELECT
  c.id AS txn, r.id AS reply,
  NULLIF(r.next_name, 'binder async rcv') AS aidl_name,
  IIF(r.next_name = 'binder async rcv', NULL, r.next_ts) AS aidl_ts,
  IIF(r.next_name = 'binder async rcv', NULL, r.next_dur) AS aidl_dur
FROM _binder_slice c
JOIN flow f ON f.slice_out = c.id
JOIN received r ON r.id = f.slice_in
WHERE c.name = 'binder transaction async' AND r.name = 'binder async rcv';

CREATE PERFETTO TABLE _oom_score AS
SELECT
  t.upid, CAST(c.value AS INT) AS value, c.ts,
  LEAD(c.ts, 1, trace_end()) OVER (PARTITION BY t.upid ORDER BY c.ts) AS end_ts
FROM process_counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name = 'oom_score_adj';

CREATE INDEX _oom_score_by_process ON _oom_score(upid, ts);

-- The package of a process, where it is the only one of its user id or the process has its name.
CREATE PERFETTO TABLE _binder_package AS
SELECT p.upid, k.version_code, k.debuggable
FROM process p
JOIN package_list k ON k.uid = p.android_appid
WHERE (SELECT COUNT(*) FROM package_list WHERE uid = p.android_appid) = 1
  OR p.name GLOB k.package_name || '*'
GROUP BY p.upid;

CREATE PERFETTO TABLE android_binder_txns AS
WITH pair AS (
  SELECT *, 1 AS is_sync FROM _binder_sync
  UNION ALL
  SELECT *, 0 FROM _binder_async
)
SELECT
  str_split(pair.aidl_name, '::', 2) AS interface,
  str_split(pair.aidl_name, '::', 3) AS method_name,
  pair.aidl_name, pair.aidl_ts, pair.aidl_dur,
  c.id AS binder_txn_id, c.process_name AS client_process, c.thread_name AS client_thread,
  c.upid AS client_upid, c.utid AS client_utid, c.tid AS client_tid, c.pid AS client_pid,
  c.is_main_thread, c.ts AS client_ts, c.dur AS client_dur,
  r.id AS binder_reply_id, r.process_name AS server_process, r.thread_name AS server_thread,
  r.upid AS server_upid, r.utid AS server_utid, r.tid AS server_tid, r.pid AS server_pid,
  r.ts AS server_ts, r.dur AS server_dur,
  c_oom.value AS client_oom_score, r_oom.value AS server_oom_score, pair.is_sync,
  to_monotonic(c.ts + c.dur) - to_monotonic(c.ts) AS client_monotonic_dur,
  to_monotonic(r.ts + r.dur) - to_monotonic(r.ts) AS server_monotonic_dur,
  c_package.version_code AS client_package_version_code,
  r_package.version_code AS server_package_version_code,
  c_package.debuggable AS is_client_package_debuggable,
  r_package.debuggable AS is_server_package_debuggable
FROM pair
JOIN _binder_slice c ON c.id = pair.txn
JOIN _binder_slice r ON r.id = pair.reply
LEFT JOIN _oom_score c_oom ON c_oom.upid = c.upid AND c.ts BETWEEN c_oom.ts AND c_oom.end_ts
LEFT JOIN _oom_score r_oom ON r_oom.upid = r.upid AND r.ts BETWEEN r_oom.ts AND r_oom.end_ts
LEFT JOIN _binder_package c_package ON c_package.upid = c.upid
LEFT JOIN _binder_package r_package ON r_package.upid = r.upid;

CREATE PERFETTO VIEW _binder_txn AS
SELECT client_ts AS ts, client_dur AS dur, client_utid AS utid, binder_txn_id, client_ts, client_tid,
  binder_reply_id, server_ts, server_tid
FROM android_binder_txns WHERE is_sync;

CREATE PERFETTO VIEW _binder_reply AS
SELECT server_ts AS ts, server_dur AS dur, server_utid AS utid, binder_txn_id, client_ts, client_tid,
  binder_reply_id, server_ts, server_tid
FROM android_binder_txns WHERE is_sync;

CREATE PERFETTO VIEW _binder_state AS
SELECT ts, dur, utid, state, blocked_function FROM thread_state;

CREATE VIRTUAL TABLE _binder_txn_state
USING SPAN_JOIN(_binder_txn PARTITIONED utid, _binder_state PARTITIONED utid);

CREATE VIRTUAL TABLE _binder_reply_state
USING SPAN_JOIN(_binder_reply PARTITIONED utid, _binder_state PARTITIONED utid);

CREATE PERFETTO VIEW android_sync_binder_thread_state_by_txn AS
SELECT
  binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid,
  'binder_txn' AS thread_state_type, state AS thread_state, SUM(dur) AS thread_state_dur,
  COUNT(dur) AS thread_state_count
FROM _binder_txn_state
GROUP BY binder_txn_id, binder_reply_id, state
UNION ALL
SELECT
  binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid,
  'binder_reply', state, SUM(dur), COUNT(dur)
FROM _binder_reply_state
GROUP BY binder_txn_id, binder_reply_id, state;

CREATE PERFETTO VIEW android_sync_binder_blocked_functions_by_txn AS
SELECT
  binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid,
  'binder_txn' AS thread_state_type, blocked_function, SUM(dur) AS blocked_function_dur,
  COUNT(dur) AS blocked_function_count
FROM _binder_txn_state
WHERE blocked_function IS NOT NULL
GROUP BY binder_txn_id, binder_reply_id, blocked_function
UNION ALL
SELECT
  binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid,
  'binder_reply', blocked_function, SUM(dur), COUNT(dur)
FROM _binder_reply_state
WHERE blocked_function IS NOT NULL
GROUP BY binder_txn_id, binder_reply_id, blocked_function;
