-- android.app_process_starts: processes that were started for an activity, a service and the like.

INCLUDE PERFETTO MODULE slices.with_context;

-- An application is bound, and then what it was started for is made. Without that it was started for
-- a provider.
CREATE PERFETTO TABLE _app_step AS
SELECT
  id, ts, dur, track_id, name, upid, process_name, pid,
  LAG(id) OVER thread AS bind_id,
  LAG(name) OVER thread AS bind_name,
  LAG(ts) OVER thread AS bind_ts,
  LAG(dur) OVER thread AS bind_dur
FROM thread_slice
WHERE name = 'bindApplication' OR name GLOB 'performCreate:*' OR name GLOB 'serviceCreate:*'
  OR name GLOB 'broadcastReceiveComp:*'
WINDOW thread AS (PARTITION BY track_id ORDER BY ts);

CREATE PERFETTO TABLE _app_start AS
SELECT
  bind_id AS start_id, id, track_id, process_name, pid, upid,
  CASE
    WHEN name GLOB 'serviceCreate:*' THEN str_split(str_split(name, '=', 2), ' ', 0)
    ELSE SUBSTR(name, INSTR(name, ':') + 1)
  END AS intent,
  CASE
    WHEN name GLOB 'performCreate:*' THEN 'activity'
    WHEN name GLOB 'serviceCreate:*' THEN 'service'
    WHEN name GLOB 'broadcastReceiveComp:*' THEN 'broadcast'
  END AS reason,
  bind_ts, bind_dur, ts AS intent_ts, dur AS intent_dur, ts AS begin_ts, dur AS begin_dur
FROM _app_step
WHERE bind_name = 'bindApplication'
UNION ALL
SELECT
  id, NULL, NULL, process_name, pid, upid, NULL, 'provider', ts, dur, NULL, NULL, ts, dur
FROM thread_slice
WHERE name = 'bindApplication'
  AND id NOT IN (SELECT bind_id FROM _app_step WHERE bind_name = 'bindApplication');

-- The system had begun to start a process of that name before.
CREATE PERFETTO TABLE android_app_process_starts AS
WITH begun AS (
  SELECT ts, dur, TRIM(SUBSTR(name, 12)) AS process_name
  FROM thread_slice
  WHERE name GLOB 'Start proc:*' AND process_name = 'system_server'
)
SELECT
  s.start_id, s.id, s.track_id, s.process_name, s.pid, s.upid, s.intent, s.reason,
  MAX(b.ts) AS proc_start_ts, b.dur AS proc_start_dur, s.bind_ts AS bind_app_ts,
  s.bind_dur AS bind_app_dur, s.intent_ts, s.intent_dur,
  s.begin_ts - MAX(b.ts) + s.begin_dur AS total_dur
FROM _app_start s
JOIN begun b ON b.process_name = s.process_name AND b.ts < s.begin_ts
GROUP BY s.reason = 'provider', s.upid;
