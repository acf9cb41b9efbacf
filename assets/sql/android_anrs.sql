-- android.anrs: applications that did not respond.

CREATE PERFETTO FUNCTION _extract_anr_type(subject STRING, process_name STRING) RETURNS STRING AS
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
    -- The system's own watchdog writes subjects of many forms.
    WHEN $process_name = 'system_server' THEN 'SYSTEM_SERVER_WATCHDOG_TIMEOUT'
    ELSE 'UNKNOWN_ANR_TYPE'
  END;

-- Timers of the system name some types in their own way. That of jobs has several types.
CREATE PERFETTO FUNCTION _platform_to_standard_anr_type(platform STRING) RETURNS STRING AS
SELECT
  CASE $platform
    WHEN 'BROADCAST_TIMEOUT' THEN 'BROADCAST_OF_INTENT'
    WHEN 'SERVICE_TIMEOUT' THEN 'EXECUTING_SERVICE'
    WHEN 'SHORT_FGS_TIMEOUT' THEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
    WHEN 'SERVICE_FOREGROUND_TIMEOUT' THEN 'FOREGROUND_SERVICE_TIMEOUT'
    WHEN 'JobScheduler' THEN NULL
    ELSE $platform
  END;

CREATE PERFETTO FUNCTION _get_broadcast_flag(subject STRING) RETURNS LONG AS
SELECT
  CASE
    WHEN $subject GLOB 'Broadcast of Intent *flg=*'
      THEN unhex(str_split(SUBSTR($subject, INSTR($subject, ' flg=') + 5), ' ', 0))
  END;

-- How long AOSP waits, in milliseconds: a broadcast in the background (without the flag
-- 0x10000000) for longer. Other makers of devices may have other limits.
CREATE PERFETTO FUNCTION _default_anr_dur(anr_type STRING, subject STRING) RETURNS LONG AS
SELECT
  CASE $anr_type
    WHEN 'BROADCAST_OF_INTENT'
      THEN IIF(_get_broadcast_flag($subject) & unhex('0x10000000') = 0, 60000, 10000)
    WHEN 'INPUT_DISPATCHING_TIMEOUT' THEN 5000
    WHEN 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW' THEN 5000
    WHEN 'START_FOREGROUND_SERVICE' THEN 30000
    WHEN 'EXECUTING_SERVICE' THEN 20000
    WHEN 'JOB_SERVICE_START' THEN 8000
    WHEN 'JOB_SERVICE_STOP' THEN 8000
    WHEN 'JOB_SERVICE_BIND' THEN 8000
    WHEN 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED' THEN 8000
    WHEN 'BIND_APPLICATION' THEN 15000
    WHEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT' THEN 180000
    WHEN 'FOREGROUND_SERVICE_TIMEOUT' THEN 30000
  END;

-- Only the watchdog says it in the subject: `Blocked in handler on … for 2s`.
CREATE PERFETTO FUNCTION _extract_anr_duration_from_subject(subject STRING) RETURNS LONG AS
SELECT
  CASE
    WHEN $subject GLOB '*Blocked in* for *s*'
      THEN CAST(regexp_extract($subject, ' for ([0-9]+)s') * 1000 AS INTEGER)
  END;

CREATE PERFETTO FUNCTION _get_intent(anr_type STRING, subject STRING) RETURNS STRING AS
SELECT
  CASE
    WHEN $anr_type != 'BROADCAST_OF_INTENT' THEN NULL
    WHEN $subject GLOB 'Broadcast of Intent *act=*'
      THEN str_split(SUBSTR($subject, INSTR($subject, 'act=') + 4), ' ', 0)
    WHEN $subject GLOB 'Broadcast of */u*'
      THEN str_split(SUBSTR($subject, INSTR($subject, 'Broadcast of ') + 13), '/u', 0)
  END;

-- The first word of a text, from a character on.
CREATE PERFETTO FUNCTION _anr_word(text STRING, start LONG, until STRING) RETURNS STRING AS
SELECT str_split(SUBSTR($text, $start), $until, 0);

CREATE PERFETTO FUNCTION _get_component(anr_type STRING, subject STRING) RETURNS STRING AS
SELECT
  CASE $anr_type
    WHEN 'BROADCAST_OF_INTENT' THEN _anr_word($subject, INSTR($subject, ' cmp=') + 5, ' ')
    WHEN 'INPUT_DISPATCHING_TIMEOUT'
      THEN str_split(SUBSTR($subject, INSTR($subject, '(') + 1), ' ', 1)
    WHEN 'START_FOREGROUND_SERVICE'
      -- What follows the user, as in `ServiceRecord{1f u0 com.app/.Service}`.
      THEN _anr_word(
        $subject,
        INSTR($subject, ' u') + 1
          + INSTR(SUBSTR($subject, INSTR($subject, ' u') + 1), ' '),
        ' ')
    WHEN 'EXECUTING_SERVICE'
      THEN _anr_word($subject, INSTR($subject, 'executing service ') + 18, ',')
    WHEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
      THEN _anr_word($subject, INSTR($subject, 'ComponentInfo{') + 14, '}')
    WHEN 'FOREGROUND_SERVICE_TIMEOUT'
      THEN _anr_word($subject, INSTR($subject, 'ComponentInfo{') + 14, '}')
    WHEN 'APP_TRIGGERED' THEN SUBSTR($subject, INSTR($subject, 'App requested: ') + 15)
  END;

-- The system counts each under its name, with the process and an id, and under its id, with what
-- it was.
CREATE PERFETTO VIEW _anr_track AS
SELECT t.id, t.name
FROM process_counter_track t
JOIN process p ON p.upid = t.upid
WHERE p.name = 'system_server' AND t.name GLOB '*ErrorId*';

-- A timer that has run out says for which process, of what type, and after how many milliseconds.
CREATE PERFETTO VIEW _anr_timer AS
WITH expired AS (
  SELECT ts, TRIM(SUBSTR(name, LENGTH('expired(') + 1), ')') AS params
  FROM slice
  WHERE name GLOB 'expired(*,*,*,*,*)'
)
SELECT
  ts,
  cast_int!(str_split(params, ',', 1)) AS pid,
  str_split(params, ',', 3) AS anr_type,
  cast_int!(str_split(params, ',', 4)) AS anr_dur_ms
FROM expired;

CREATE PERFETTO TABLE android_anrs AS
WITH anr AS (
  SELECT
    str_split(SUBSTR(str_split(t.name, '#', 0), 9), ' ', 0) AS process_name,
    cast_int!(str_split(SUBSTR(str_split(t.name, '#', 0), 9), ' ', 1)) AS pid,
    str_split(t.name, '#', 1) AS error_id,
    c.ts
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
),
-- The timer is the last one of the process before.
timed AS (
  SELECT
    a.error_id, t.anr_type, t.anr_dur_ms, a.ts - t.ts AS delay,
    ROW_NUMBER() OVER (PARTITION BY a.error_id ORDER BY a.ts - t.ts) AS place
  FROM anr a
  JOIN _anr_timer t ON t.pid = a.pid AND t.ts <= a.ts
),
told AS (
  SELECT
    a.process_name, a.pid, p.upid, a.error_id, a.ts,
    COALESCE(
      _platform_to_standard_anr_type(t.anr_type),
      _extract_anr_type(s.subject, a.process_name)) AS anr_type,
    s.subject,
    t.delay AS timer_delay,
    COALESCE(t.anr_dur_ms, _extract_anr_duration_from_subject(s.subject)) AS anr_dur_ms
  FROM anr a
  LEFT JOIN subject s ON s.error_id = a.error_id
  LEFT JOIN timed t ON t.error_id = a.error_id AND t.place = 1
  LEFT JOIN process p ON p.pid = a.pid
)
SELECT
  process_name, pid, upid, error_id, ts, anr_type, subject,
  _get_intent(anr_type, subject) AS intent,
  _get_component(anr_type, subject) AS component,
  timer_delay, anr_dur_ms,
  _default_anr_dur(anr_type, subject) AS default_anr_dur_ms
FROM told;
