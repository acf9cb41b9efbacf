-- android.freezer: processes that the system froze, and what for it let them go on.

CREATE PERFETTO TABLE _freezer_event AS
SELECT
  s.ts, s.pid, s.is_freeze, s.reason,
  (
    SELECT p.upid FROM process p
    WHERE p.pid = s.pid
      AND s.ts BETWEEN COALESCE(p.start_ts, trace_start()) AND COALESCE(p.end_ts, trace_end())
    ORDER BY p.upid DESC LIMIT 1
  ) AS upid
FROM (
  SELECT
    ts, name GLOB 'Freeze*' AS is_freeze,
    CAST(REVERSE(str_split(REVERSE(str_split(name, ' ', 1)), ':', 0)) AS INT) AS pid,
    IIF(name GLOB 'Freeze*', NULL, str_split(name, ' ', 2)) AS reason
  FROM slice
  WHERE name GLOB 'Freeze *:*' OR name GLOB 'Unfreeze *:*'
) s;

CREATE PERFETTO TABLE android_freezer_events AS
WITH said(reason, word) AS (
  VALUES
    (0, 'none'), (1, 'activity'), (2, 'finish_receiver'), (3, 'start_receiver'),
    (4, 'bind_service'), (5, 'unbind_service'), (6, 'start_service'), (7, 'get_provider'),
    (8, 'remove_provider'), (9, 'ui_visibility'), (10, 'allowlist'), (11, 'process_begin'),
    (12, 'process_end'), (13, 'trim_memory'), (15, 'ping'), (16, 'file_locks'),
    (17, 'file_lock_check_failure'), (18, 'binder_txns'), (19, 'feature_flags'),
    (20, 'short_fgs_timeout'), (21, 'system_init'), (22, 'backup'), (23, 'shell'),
    (24, 'remove_task'), (25, 'uid_idle'), (26, 'stop_service'), (27, 'executing_service'),
    (28, 'restriction_change'), (29, 'component_disabled')
),
state AS (
  SELECT
    upid, pid, ts, is_freeze,
    LEAD(ts, 1, trace_end()) OVER (PARTITION BY upid ORDER BY ts) - ts AS dur,
    CAST(LEAD(reason) OVER (PARTITION BY upid ORDER BY ts) AS INT) AS reason
  FROM _freezer_event
)
SELECT
  upid, pid, ts, dur, reason AS unfreeze_reason_int,
  (SELECT word FROM said WHERE said.reason = state.reason) AS unfreeze_reason_str
FROM state
WHERE is_freeze AND upid IS NOT NULL;
