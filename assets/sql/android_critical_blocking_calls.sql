-- android.critical_blocking_calls: slices that keep a thread from drawing.

INCLUDE PERFETTO MODULE android.slices;
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO FUNCTION _is_relevant_blocking_call(name STRING, depth LONG) RETURNS BOOL AS
SELECT
  $name IN ('measure', 'layout', 'configChanged', 'animation', 'input', 'traversal',
    'Contending for pthread mutex', 'postAndWait', 'NotificationStackScrollLayout#onMeasure')
  OR $name GLOB '*binder transaction*'
  OR $name GLOB 'monitor contention with*'
  OR $name GLOB 'Lock contention on*'
  OR $name GLOB 'SuspendThreadByThreadId*'
  OR $name GLOB 'GC: Wait For*'
  OR $name GLOB 'LoadApkAssetsFd*'
  OR $name GLOB 'ImageDecoder#decode*'
  OR $name GLOB 'inflate*'
  OR $name GLOB 'relayoutWindow*'
  OR $name GLOB 'draw-VRI*'
  OR $name GLOB 'ExpNotRow#*'
  OR $name GLOB 'Recomposer:*'
  OR $name GLOB 'Compose:*'
  OR $name GLOB 'android.os.Handler: kotlinx.coroutines*'
  -- What a handler runs, but for frames and input.
  OR $depth = 0
    AND ($name GLOB '*Handler: *$*' OR $name GLOB '*.*.*: *$*' OR $name GLOB '*.*$*: #*')
    AND NOT ($name GLOB '*Choreographer*' OR $name GLOB '*[Ii]nput*'
      OR $name GLOB 'android.os.Handler: #*');

CREATE PERFETTO TABLE _android_critical_blocking_calls AS
SELECT
  android_standardize_slice_name(name) AS name, ts, dur, id, process_name, utid, upid,
  ts + dur AS ts_end
FROM thread_slice
WHERE _is_relevant_blocking_call(name, depth)
UNION ALL
SELECT
  aidl_name, client_ts, client_dur, binder_txn_id, client_process, client_utid, client_upid,
  client_ts + client_dur
FROM android_binder_txns
WHERE aidl_name IS NOT NULL AND is_sync = 1;
