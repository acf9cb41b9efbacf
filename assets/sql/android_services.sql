-- android.services: who bound to which service of another process.

INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE graphs.search;
INCLUDE PERFETTO MODULE slices.with_context;

-- That a binding is asked for is an instant; the instant after it inside the same slice is the call that asks.
CREATE PERFETTO TABLE _service_dispatch AS
SELECT
  call.id, asked.utid,
  CAST(str_split(str_split(asked.name, 'bindSeq=', 1), ' ', 0) AS INT) AS bind_seq
FROM graph_next_sibling!((
  SELECT id AS node_id, parent_id AS node_parent_id, ts AS sort_key FROM slice WHERE dur = 0
)) n
JOIN thread_slice asked ON asked.id = n.node_id
JOIN slice call ON call.id = n.next_node_id
WHERE asked.name GLOB 'requestServiceBinding*' AND call.name = 'binder transaction async';

-- serviceBind: {token=ServiceRecord{… act=… cmp=… flg=… bindSeq=…}.
CREATE PERFETTO TABLE _service_receipt AS
SELECT
  ts, dur,
  REPLACE(str_split(str_split(name, 'token=', 1), ' ', 0), 'ServiceRecord{', '') AS token,
  str_split(str_split(name, 'act=', 1), ' ', 0) AS act,
  str_split(str_split(name, 'cmp=', 1), ' ', 0) AS cmp,
  str_split(str_split(name, 'flg=', 1), ' ', 0) AS flg,
  CAST(str_split(str_split(name, 'bindSeq=', 1), '}', 0) AS INT) AS bind_seq
FROM slice
WHERE name GLOB 'serviceBind:*';

-- The client is who called the system, or else the system.
CREATE PERFETTO TABLE android_service_bindings AS
SELECT
  COALESCE(c.client_oom_score, s.client_oom_score) AS client_oom_score,
  COALESCE(c.client_process, s.client_process) AS client_process,
  COALESCE(c.client_thread, s.client_thread) AS client_thread,
  COALESCE(c.client_pid, s.client_pid) AS client_pid,
  COALESCE(c.client_tid, s.client_tid) AS client_tid,
  COALESCE(c.client_upid, s.client_upid) AS client_upid,
  COALESCE(c.client_utid, s.client_utid) AS client_utid,
  COALESCE(c.client_ts, s.client_ts) AS client_ts,
  COALESCE(c.client_dur, s.client_dur) AS client_dur,
  s.server_oom_score, s.server_process, s.server_thread, s.server_pid, s.server_tid, s.server_upid,
  s.server_utid, r.ts AS server_ts, r.dur AS server_dur, r.token, r.act, r.cmp, r.flg, r.bind_seq
FROM _service_dispatch d
JOIN _service_receipt r ON r.bind_seq = d.bind_seq
LEFT JOIN android_binder_txns s ON s.binder_txn_id = d.id
LEFT JOIN ancestor_slice(d.id) top ON top.depth = 0
LEFT JOIN android_binder_txns c ON c.server_ts = top.ts AND c.server_utid = d.utid;
