-- android.anrs: applications that did not respond.

CREATE PERFETTO FUNCTION _extract_anr_type(subject STRING) RETURNS STRING AS
SELECT
  CASE
    WHEN $subject IS NULL THEN NULL
    WHEN $subject GLOB 'Broadcast of*' THEN 'BROADCAST_OF_INTENT'
    WHEN $subject GLOB 'Input dispatching timed out*does not have a focused window*'
      OR $subject GLOB 'Input dispatching timed out*Waiting because no window has focus but there is a focused application*'
      THEN 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW'
    WHEN $subject GLOB 'Input dispatching timed out*' THEN 'INPUT_DISPATCHING_TIMEOUT'
    WHEN $subject GLOB 'Context.startForegroundService() did not then call Service.startForeground()*'
      THEN 'START_FOREGROUND_SERVICE'
    WHEN $subject GLOB 'executing service*' THEN 'EXECUTING_SERVICE'
    WHEN $subject GLOB 'ContentProvider not responding*' THEN 'CONTENT_PROVIDER_NOT_RESPONDING'
    WHEN $subject = 'App requested: Buffer processing hung up due to stuck fence. Indicates GPU hang'
      THEN 'GPU_HANG'
    WHEN $subject GLOB 'No response to onStartJob*' THEN 'JOB_SERVICE_START'
    WHEN $subject GLOB 'No response to onStopJob*' THEN 'JOB_SERVICE_STOP'
    WHEN $subject GLOB 'Timed out while trying to bind*' THEN 'JOB_SERVICE_BIND'
    WHEN $subject GLOB 'Process ProcessRecord{*} failed to complete startup' THEN 'BIND_APPLICATION'
    WHEN $subject GLOB 'A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout*'
      THEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
    WHEN $subject GLOB 'A foreground service of type*' THEN 'FOREGROUND_SERVICE_TIMEOUT'
    WHEN $subject GLOB 'App requested: *' THEN 'APP_TRIGGERED'
    WHEN $subject GLOB 'required notification not provided*'
      THEN 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED'
    ELSE 'UNKNOWN_ANR_TYPE'
  END;

-- The system counts each under its name, with the process and an id, and under its id, with what
-- it was.
CREATE PERFETTO VIEW _anr_track AS
SELECT t.id, t.name
FROM process_counter_track t
JOIN process p ON p.upid = t.upid
WHERE p.name = 'system_server' AND t.name GLOB '*ErrorId*';

CREATE PERFETTO VIEW android_anrs AS
WITH anr AS (
  SELECT
    c.ts,
    str_split(t.name, '#', 1) AS error_id,
    SUBSTR(str_split(t.name, '#', 0), 9) AS who
  FROM _anr_track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.name GLOB 'ErrorId:*'
),
subject AS (
  SELECT
    SUBSTR(name, 21, INSTR(name, ')') - 21) AS error_id,
    SUBSTR(name, INSTR(name, ')') + 2) AS subject
  FROM _anr_track
  WHERE name GLOB 'Subject(for ErrorId *'
)
SELECT
  str_split(a.who, ' ', 0) AS process_name,
  cast_int!(str_split(a.who, ' ', 1)) AS pid,
  p.upid, a.error_id, a.ts, s.subject,
  _extract_anr_type(s.subject) AS anr_type
FROM anr a
LEFT JOIN subject s ON s.error_id = a.error_id
LEFT JOIN process p ON p.pid = cast_int!(str_split(a.who, ' ', 1));
