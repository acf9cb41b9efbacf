-- android.slices: names of slices without what differs from one to the next, to group them by.

-- What names that match a pattern are called; of several patterns the first counts. Where nothing
-- is said, what is kept of the name depends on it.
CREATE PERFETTO TABLE _android_slice_name AS
WITH rule(pattern, standard) AS (
  VALUES
    ('monitor contention with*', 'monitor contention with <...>'),
    ('SuspendThreadByThreadId*', 'SuspendThreadByThreadId <...>'),
    ('LoadApkAssetsFd*', 'LoadApkAssetsFd <...>'),
    ('relayoutWindow*', 'relayoutWindow <...>'),
    ('android.os.Handler: kotlinx.coroutines*', 'CoroutineContinuation'),
    ('Choreographer#doFrame*', 'Choreographer#doFrame'),
    ('DrawFrames*', 'DrawFrames'),
    ('drawLayer [[]*[]]*', NULL),
    ('Texture upload*', 'Texture upload'),
    ('AssetManager::OpenNonAsset*', 'AssetManager::OpenNonAsset <...>'),
    ('AssetManager::OpenXmlAsset*', 'AssetManager::OpenXmlAsset <...>'),
    ('AssetManager::OpenAsset*', 'AssetManager::OpenAsset <...>'),
    ('*AssetInputStream*', 'AssetInputStream'),
    ('openTypedAssetFile*', 'openTypedAssetFile <...>'),
    ('LoadApkAssets*', 'LoadApkAssets <...>'),
    ('*AssetLoader:*', 'AssetLoader: <...>'),
    ('JIT compiling*', 'JIT compiling'),
    ('requested config :*', 'requested config : <...>'),
    ('/data/app*.apk', 'APK load'),
    ('OpenDexFilesFromOat*', 'OpenDexFilesFromOat'),
    ('Open oat file*', 'Open oat file'),
    ('Open dex file*', 'Open dex file'),
    ('VdexFile*', 'VdexFile'),
    ('GC: Wait For*', 'Garbage Collector'),
    ('prepareDispatchCycleLocked*', 'prepareDispatchCycleLocked <...>'),
    (
      'enqueueDispatchEntryAndStartDispatchCycleLocked*',
      'enqueueDispatchEntryAndStartDispatchCycleLocked <...>'),
    ('Layers: *', 'Layers: <...>'),
    ('* SurfaceView*(BLAST)#*', NULL),
    ('uid=*', 'uid = <...>'),
    ('wakeupap=*', 'wakeupap = <...>'),
    ('launchingActivity#*', 'launchingActivity#<...>'),
    ('updateUidStateUL*', 'updateUidStateUL <...>'),
    ('Wakelock(epoll[dm]*:*', NULL),
    ('cpuhp*', 'cpuhp<...>'),
    ('atc*', 'atc<...>'),
    ('[0-9]* Alarm:*', 'Alarm: <...>'),
    ('[0-9]* Wifi:*', 'Wifi: <...>'),
    ('[0-9]* Sensor:*', 'Sensor: <...>'),
    ('*Cellular_data*', 'Cellular_data <...>'),
    ('*GET_ACTIVITY_INFO ModemActivityInfo*', '<...>GET_ACTIVITY_INFO ModemActivityInfo <...>'),
    ('UNSOL_SIGNAL_STRENGTH*', 'UNSOL_SIGNAL_STRENGTH <...>'),
    ('*GET_CELL_INFO_LIST*', '<...> GET_CELL_INFO_LIST <...>'),
    ('*VOICE_REGISTRATION_STATE*', '<...> VOICE_REGISTRATION_STATE <...>'),
    ('*DATA_REGISTRATION_STATE*', '<...> DATA_REGISTRATION_STATE <...>'),
    ('InputConsumer processing on ClientState*', 'InputConsumer processing on ClientState<...>'),
    ('Transaction (*, *)', NULL),
    ('Lock contention on* (*', NULL),
    ('*Handler: *$*', NULL),
    ('*.*.*: *$*', NULL),
    ('*.*$*: #*', NULL),
    ('deliverInputEvent*', 'deliverInputEvent <...>'),
    ('*[vV][sS][yY][nN][cC]*', NULL)
),
vsync(pattern, standard) AS (
  VALUES
    ('beginFrame*', 'beginFrame <...>'),
    ('frameIsEarly*', 'frameIsEarly <...>'),
    ('*vsync*in*', 'vsync in <...>'),
    ('present for*vsyncIn*', 'present for vsync in <...>'),
    ('wait for earliest present time*', 'wait for earliest present time <vsync>'),
    ('present for Common Panel*', 'present for Common Panel'),
    ('frameTimelineInfo*', 'frameTimelineInfo <...>'),
    ('*setFrameTimelineInfo*', 'setFrameTimelineInfo <...>'),
    ('*AChoreographer_vsyncCallback*', 'AChoreographer_vsyncCallback <...>'),
    ('unsync-vsync-id=* isSfChoreo=false', 'unsync-vsync-id=<...> isSfChoreo=false'),
    ('unsync-vsync-id=* isSfChoreo=true', 'unsync-vsync-id=<...> isSfChoreo=true'),
    ('Discarding old vsync*', 'Discarding old vsync'),
    ('setDisplayModePtr*', 'setDisplayModePtr'),
    ('adjusting vsync by*', 'adjusting vsync by <...>'),
    ('Not-Adjusting vsync by*', 'Not-Adjusting vsync by <...>'),
    ('dropping stale frameNumber*', 'dropping stale frameNumber <...>'),
    (
      'Sensor event from com.google.sensor.camera_vsync*',
      'Sensor event from com.google.sensor.camera_vsync <...>'),
    ('*DisplayInfo*', 'DisplayInfo <...>'),
    ('Choreographer#onVsync*', 'Choreographer#onVsync<...>'),
    ('appSf alarm*;*VSYNC in*', 'appSf alarm in <...>; vsync in <...>'),
    ('sf alarm*;*VSYNC in*', 'sf alarm in <...>; vsync in <...>'),
    ('app alarm*;*VSYNC in*', 'app alarm in <...>; vsync in <...>'),
    ('FT#*', 'FT#FrameTrackerEvent'),
    ('*isVsyncValid*', 'isVsyncValid <...>'),
    ('onHardwareVsyncRequest*', 'onHardwareVsyncRequest <...>'),
    ('onComposerHalVsync*', 'onComposerHalVsync <...>'),
    (
      'ensureMinFrameDurationIsKept*mNumVsyncsForFrame=*mPastExpectedPresentTimes.size()=*',
      'ensureMinFrameDurationIsKept mNumVsyncsForFrame=<...> mPastExpectedPresentTimes.size()=<...>'),
    ('*lastVsyncDelta*', 'lastVsyncDelta=<...>'),
    ('mLastCommittedVsync in*', 'mLastCommittedVsync in <...>')
)
SELECT ROW_NUMBER() OVER () AS place, 0 AS is_vsync, pattern, standard FROM rule
UNION ALL
SELECT ROW_NUMBER() OVER (), 1, pattern, standard FROM vsync;

-- Numbers of two digits and more, in hexadecimal too: after a letter or a digit they begin with a
-- decimal digit, after 0x they need none. An underscore is neither, but part of a word to regular
-- expressions, so it is put aside meanwhile, as what follows 0x is marked.
CREATE PERFETTO FUNCTION _android_without_numbers(name STRING) RETURNS STRING AS
SELECT REPLACE(REPLACE(
  regexp_replace_simple(
    REPLACE(REPLACE(REPLACE(
      $name, '_', CHAR(1)), '0x', '0x' || CHAR(2)), '0X', '0X' || CHAR(2)),
    '\x02[0-9a-fA-F]{2,}|(?-u:\b)[0-9a-fA-F]*[0-9][0-9a-fA-F]+|(?-u:\b)[0-9a-fA-F]+[0-9]|[0-9][0-9a-fA-F]+',
    '<num>'),
  CHAR(1), '_'), CHAR(2), '');

-- What stands before the first dollar sign, as classes have it before those inside of them.
CREATE PERFETTO FUNCTION _android_outer_class(name STRING) RETURNS STRING AS
SELECT _android_without_numbers(SUBSTR($name, 0, INSTR($name, '$')));

CREATE PERFETTO FUNCTION _android_partial_name(name STRING, pattern STRING) RETURNS STRING AS
SELECT CASE $pattern
  WHEN 'drawLayer [[]*[]]*' THEN SUBSTR($name, 1, INSTR($name, ']'))
  WHEN '* SurfaceView*(BLAST)#*' THEN SUBSTR(
    $name, INSTR($name, 'SurfaceView'), INSTR($name, '#') - INSTR($name, 'SurfaceView'))
  WHEN 'Wakelock(epoll[dm]*:*' THEN
    SUBSTR($name, 1, 15) || '<...>' || SUBSTR($name, INSTR($name, ':'))
  WHEN 'Transaction (*, *)' THEN IIF($name GLOB 'Transaction (Thread-*',
    'Transaction (Thread-<...>,' || SUBSTR($name, INSTR($name, ',')),
    SUBSTR($name, 1, INSTR($name, ',') + 1) || '<...>)')
  WHEN 'Lock contention on* (*' THEN SUBSTR($name, 0, INSTR($name, '(')) || '<...>'
  WHEN '*Handler: *$*' THEN _android_outer_class(SUBSTR($name, INSTR($name, 'Handler:')))
  WHEN '*.*.*: *$*' THEN 'Handler: ' || _android_outer_class(SUBSTR($name, 0))
  WHEN '*.*$*: #*' THEN 'Handler: ' || _android_outer_class($name)
  ELSE COALESCE(
    (
      SELECT standard FROM _android_slice_name
      WHERE is_vsync AND $name GLOB pattern ORDER BY place LIMIT 1
    ),
    _android_without_numbers($name))
END;

CREATE PERFETTO FUNCTION android_standardize_slice_name(name STRING) RETURNS STRING AS
SELECT COALESCE(
  (
    SELECT COALESCE(standard, _android_partial_name($name, pattern))
    FROM _android_slice_name
    WHERE NOT is_vsync AND $name GLOB pattern ORDER BY place LIMIT 1
  ),
  IIF($name GLOB 'StatsPull-*', $name, _android_without_numbers($name)));
