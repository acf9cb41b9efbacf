-- android.critical_blocking_calls: slices that keep a thread from drawing.

INCLUDE PERFETTO MODULE android.slices;
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE slices.with_context;

-- The depth does not matter any more.
CREATE PERFETTO FUNCTION _is_relevant_blocking_call(name STRING, depth LONG) RETURNS BOOL AS
SELECT
  $name IN ('measure', 'layout', 'configChanged', 'animation', 'input', 'traversal',
    'Contending for pthread mutex', 'postAndWait', 'NotificationStackScrollLayout#onMeasure',
    'CreateGraphicsPipeline', 'flush layers', 'flush commands', 'queueBuffer')
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
  OR $name GLOB 'drawLayer *'
  OR $name GLOB 'DrawFrames*'
  OR $name GLOB 'Texture upload*'
  OR $name GLOB 'ExpNotRow#*'
  OR $name GLOB 'Recomposer:*'
  OR $name GLOB 'Compose:*'
  OR $name GLOB 'android.os.Handler: kotlinx.coroutines*'
  -- What a handler runs, but for frames and input.
  OR ($name GLOB '*Handler: *$*' OR $name GLOB '*.*.*: *$*' OR $name GLOB '*.*$*: #*')
    AND NOT ($name GLOB '*Choreographer*' OR $name GLOB '*[Ii]nput*'
      OR $name GLOB 'android.os.Handler: #*');

-- Names are few, and take long to judge.
CREATE PERFETTO TABLE _android_critical_blocking_call_names AS
SELECT name AS raw_name, android_standardize_slice_name(name) AS name
FROM (SELECT DISTINCT name FROM slice)
WHERE _is_relevant_blocking_call(name, 0);

-- DrawFrames does not block while it waits for a buffer. Layers are added up under one name, too.
CREATE PERFETTO TABLE _android_critical_blocking_calls AS
WITH call AS (
  SELECT s.id, s.name AS raw_name, n.name, s.ts, s.dur, s.process_name, s.utid, s.upid
  FROM thread_slice s
  JOIN _android_critical_blocking_call_names n ON n.raw_name = s.name
),
waited AS (
  SELECT call.id, SUM(s.dur) AS dur
  FROM call
  JOIN thread_slice s ON s.utid = call.utid AND s.ts >= call.ts AND s.ts < call.ts + call.dur
  WHERE call.raw_name GLOB 'DrawFrames*' AND s.name = 'waitForBufferRelease'
  GROUP BY call.id
),
cut AS (
  SELECT
    call.*,
    IIF(waited.dur IS NULL OR call.dur = -1, call.dur, MAX(call.dur - waited.dur, 0)) AS cut_dur
  FROM call
  LEFT JOIN waited ON waited.id = call.id
)
SELECT name, ts, cut_dur AS dur, id, process_name, utid, upid, ts + cut_dur AS ts_end FROM cut
UNION ALL
SELECT 'drawLayer', ts, dur, id, process_name, utid, upid, ts + dur
FROM call
WHERE raw_name GLOB 'drawLayer *'
UNION ALL
SELECT
  aidl_name, client_ts, client_dur, binder_txn_id, client_process, client_utid, client_upid,
  client_ts + client_dur
FROM android_binder_txns
WHERE aidl_name IS NOT NULL AND is_sync = 1;
