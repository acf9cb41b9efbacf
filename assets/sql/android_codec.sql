-- android.codec: what codecs of media did, as they tell atrace.

INCLUDE PERFETTO MODULE android.keyvalue_lookup;

-- Tracks are called codec.track.<type>.<codec>.<number>.
CREATE PERFETTO TABLE android_codec_events AS
SELECT
  ts, track_name,
  str_split(track_name, '.', 2) AS track_event_type,
  SUBSTR(track_name, type_end + 1, number_at - type_end - 1) AS codec_name,
  SUBSTR(track_name, number_at + 1) AS unique_no,
  atrace_payload,
  _android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'event') AS event,
  _android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'metadata') AS metadata,
  _android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'info') AS info,
  cast_int!(_android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'pid')) AS pid,
  cast_int!(_android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'uid')) AS uid,
  _android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'render') AS render,
  cast_int!(_android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'intervalMs')) AS interval_ms,
  cast_int!(_android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'count')) AS count,
  cast_int!(_android_keyvalue_lookup_extract_key_value_arg(atrace_payload, 'ctr')) AS ctr
FROM (
  SELECT
    s.ts, t.name AS track_name, s.name AS atrace_payload,
    INSTR(SUBSTR(t.name, 13), '.') + 12 AS type_end,
    LENGTH(t.name) - INSTR(REVERSE(t.name), '.') + 1 AS number_at
  FROM track t
  JOIN slice s ON s.track_id = t.id
  WHERE t.name GLOB 'codec.track.*' AND s.dur = 0
);
