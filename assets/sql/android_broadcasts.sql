-- android.broadcasts: intents that the system delivered to processes, from Android 14 on.

-- A queue's slice says "<its id> <pid>:<process>/<uid> … running", with slices below it that say
-- "<record> <action>/… scheduled".
CREATE PERFETTO TABLE _android_broadcasts_minsdk_u AS
WITH running AS (
  SELECT
    s.id, str_split(s.name, ' ', 0) AS process_queue_id,
    str_split(str_split(s.name, '/', 0), ' ', 1) AS process,
    cast_int!(REPLACE(str_split(t.name, '[', 1), ']', '')) AS queue_id
  FROM process_track t
  JOIN process p ON p.upid = t.upid AND p.name = 'system_server'
  JOIN slice s ON s.track_id = t.id AND s.name GLOB '* running'
  WHERE t.name GLOB 'BroadcastQueue.mRunning*'
)
SELECT
  str_split(s.name, ' ', 0) AS record_id,
  str_split(str_split(s.name, '/', 0), ' ', 1) AS intent_action,
  SUBSTR(r.process, INSTR(r.process, ':') + 1) AS process_name,
  cast_int!(str_split(r.process, ':', 0)) AS pid,
  (
    SELECT MAX(p.upid)
    FROM process p
    WHERE p.pid = cast_int!(str_split(r.process, ':', 0))
      AND s.ts BETWEEN COALESCE(p.start_ts, trace_start()) AND COALESCE(p.end_ts, trace_end())
  ) AS upid,
  r.process_queue_id, r.queue_id, s.id, s.ts, s.dur, s.track_id
FROM running r
JOIN slice s ON s.parent_id = r.id
WHERE s.name GLOB '* scheduled';
