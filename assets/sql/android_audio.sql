-- android.audio: from when to when tracks of audio played, and what their events say of them.

INCLUDE PERFETTO MODULE android.keyvalue_lookup;

CREATE PERFETTO MACRO _audio_text(key Expr) RETURNS Expr AS
_android_keyvalue_lookup_extract_key_value_arg(said, $key);

CREATE PERFETTO MACRO _audio_number(key Expr) RETURNS Expr AS
CAST(_android_keyvalue_lookup_extract_key_value_arg(said, $key) AS INT);

-- An interval whose begin was not recorded begins where it is first told of.
CREATE PERFETTO VIEW android_audio_track_state AS
WITH event AS (
  SELECT s.ts, t.name AS track_name, s.name AS said
  FROM slice s
  JOIN track t ON t.id = s.track_id
  WHERE t.name GLOB 'audio.track.interval.*'
),
typed AS (
  SELECT *, LAG(type) OVER (PARTITION BY track_name ORDER BY ts) AS type_before
  FROM (SELECT *, _audio_text!('event') AS type FROM event)
),
boundary AS (
  SELECT *, LEAD(ts) OVER (PARTITION BY track_name ORDER BY ts) AS next_ts
  FROM typed
  WHERE type IN ('beginInterval', 'endInterval')
    OR type = 'refreshInterval' AND COALESCE(type_before, 'endInterval') = 'endInterval'
)
SELECT
  ts, COALESCE(next_ts, trace_end()) - ts AS dur,
  _audio_number!('uid') AS uid, _audio_number!('pid') AS pid, track_name,
  _audio_text!('contentType') AS content_type, _audio_text!('usage') AS usage,
  _audio_text!('devices') AS devices, _audio_text!('flags') AS flags, _audio_text!('format') AS format,
  _audio_number!('sampleRate') AS sample_rate, _audio_number!('channelMask') AS channel_mask,
  _audio_number!('frameCount') AS frame_count, _audio_text!('thread.type') AS thread_type,
  _audio_number!('thread.id') AS thread_id, _audio_number!('thread.sampleRate') AS thread_sample_rate,
  _audio_text!('thread.format') AS thread_format
FROM boundary
WHERE type != 'endInterval';
