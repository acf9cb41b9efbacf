-- android.codec: what codecs of media did, as they tell atrace.

-- The value of a key in a text such as { event=start name="a b" }.
CREATE PERFETTO FUNCTION _android_codec_value(payload STRING, key STRING) RETURNS STRING AS
SELECT TRIM(REPLACE(
  IIF(
    SUBSTR(rest, 1, 1) = '"',
    SUBSTR(rest, 1, INSTR(SUBSTR(rest, 2), '"')),
    SUBSTR(rest, 1, MIN(INSTR(rest || ' ', ' '), INSTR(rest || '}', '}')) - 1)),
  '"', ''))
FROM (SELECT SUBSTR($payload, INSTR($payload, $key || '=') + LENGTH($key) + 1) AS rest)
WHERE INSTR($payload, $key || '=') > 0;

-- Tracks are called codec.track.<type>.<codec>.<number>.
CREATE PERFETTO TABLE android_codec_events AS
SELECT
  ts, track_name,
  str_split(track_name, '.', 2) AS track_event_type,
  SUBSTR(track_name, type_end + 1, number_at - type_end - 1) AS codec_name,
  SUBSTR(track_name, number_at + 1) AS unique_no,
  atrace_payload,
  _android_codec_value(atrace_payload, 'event') AS event,
  _android_codec_value(atrace_payload, 'metadata') AS metadata,
  _android_codec_value(atrace_payload, 'info') AS info,
  cast_int!(_android_codec_value(atrace_payload, 'pid')) AS pid,
  cast_int!(_android_codec_value(atrace_payload, 'uid')) AS uid,
  _android_codec_value(atrace_payload, 'render') AS render,
  cast_int!(_android_codec_value(atrace_payload, 'intervalMs')) AS interval_ms,
  cast_int!(_android_codec_value(atrace_payload, 'count')) AS count,
  cast_int!(_android_codec_value(atrace_payload, 'ctr')) AS ctr
FROM (
  SELECT
    s.ts, t.name AS track_name, s.name AS atrace_payload,
    INSTR(SUBSTR(t.name, 13), '.') + 12 AS type_end,
    LENGTH(t.name) - INSTR(REVERSE(t.name), '.') + 1 AS number_at
  FROM track t
  JOIN slice s ON s.track_id = t.id
  WHERE t.name GLOB 'codec.track.*' AND s.dur = 0
);
