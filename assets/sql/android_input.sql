-- android.input: input events on their way to applications, and the frames that show them.

INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.with_context;

-- Messages between the dispatcher and a window: sendMessage(inputChannel=…, seq=…, type=…).
CREATE PERFETTO TABLE _input_message AS
SELECT
  name GLOB 'sendMessage(*' AS is_sent,
  str_split(str_split(name, '=', 3), ')', 0) AS event_type,
  str_split(str_split(name, '=', 2), ',', 0) AS event_seq,
  str_split(str_split(name, '=', 1), ',', 0) AS event_channel,
  tid, thread_name, upid, pid, process_name, ts, dur, track_id
FROM thread_slice
WHERE upid IS NOT NULL AND (name GLOB 'sendMessage(*' OR name GLOB 'receiveMessage(*');

-- When an event was read, and when it happened, which newer systems say.
CREATE PERFETTO TABLE _input_read AS
SELECT
  str_split(str_split(str_split(name, 'id=', 1), ',', 0), ')', 0) AS input_event_id,
  cast_int!(str_split(str_split(name, 'eventTime=', 1), ')', 0)) AS event_time,
  ts AS read_time
FROM slice
WHERE name GLOB 'UnwantedInteractionBlocker::notifyMotion*';

-- What the dispatcher enqueued has its id, what it then sent its sequence number. A channel is named after
-- its window: "b3407d8 com.app/com.app.Activity (server)".
CREATE PERFETTO TABLE _input_dispatched AS
SELECT
  event_seq, event_channel, input_event_id,
  str_split(str_split(event_channel, ' ', 1), '/', 0) AS process_name
FROM (
  SELECT
    str_split(str_split(s.name, '=', 2), ',', 0) AS event_seq,
    str_split(str_split(s.name, '=', 1), ',', 0) AS event_channel,
    str_split(str_split(enqueue.name, '=', 2), ')', 0) AS input_event_id
  FROM thread_slice s
  JOIN slice publish ON publish.id = s.parent_id
  JOIN slice start ON start.id = publish.parent_id
  JOIN slice enqueue ON enqueue.id = start.parent_id
  WHERE s.name GLOB 'sendMessage(*' AND s.thread_name = 'InputDispatcher'
);

-- Applications dealing with events.
CREATE PERFETTO TABLE _input_delivery AS
SELECT
  d.id, d.ts, d.dur, d.utid, d.upid, d.process_name,
  str_split(d.name, '=', 3) AS input_event_id,
  str_split(str_split(p.name, '_', 1), ' ', 0) AS event_action
FROM thread_slice d
JOIN slice p ON p.id = d.parent_id
WHERE d.name GLOB 'deliverInputEvent src=*';

CREATE PERFETTO TABLE _input_do_frame AS
SELECT s.id, s.ts, s.dur, f.ui_thread_utid AS utid, f.frame_id, f.ts AS frame_ts
FROM android_frames f
JOIN slice s ON s.id = f.do_frame_id;

CREATE PERFETTO INDEX _input_do_frame_by_thread ON _input_do_frame(utid, ts);

CREATE PERFETTO VIEW _input_lasting_do_frame AS
SELECT id, ts, dur, utid FROM _input_do_frame WHERE dur > 0;

CREATE PERFETTO VIEW _input_lasting_delivery AS
SELECT id, ts, dur, utid FROM _input_delivery WHERE dur > 0;

-- Events are dealt with inside a doFrame; of others the next doFrame of the thread is taken.
CREATE PERFETTO TABLE _input_delivery_do_frame AS
WITH inside AS MATERIALIZED (
  SELECT i.id_0 AS do_frame_id, i.id_1 AS delivery_id
  FROM _interval_intersect!((_input_lasting_do_frame, _input_lasting_delivery), (utid)) i
)
SELECT do_frame_id, delivery_id, 0 AS is_speculative FROM inside
UNION ALL
SELECT
  (SELECT f.id FROM _input_do_frame f WHERE f.utid = d.utid AND f.ts >= d.ts ORDER BY f.ts LIMIT 1),
  d.id, 1
FROM _input_delivery d
WHERE d.id NOT IN (SELECT delivery_id FROM inside);

-- A frame of the display has no token of a surface; some versions write 0.
CREATE PERFETTO TABLE _input_shown_frame AS
SELECT app.upid, app.ts AS app_ts, sf.ts + sf.dur AS present_time
FROM actual_frame_timeline_slice sf
JOIN actual_frame_timeline_slice app
  ON app.display_frame_token = sf.display_frame_token AND app.id != sf.id
WHERE COALESCE(sf.surface_frame_token, 0) = 0 AND app.present_type != 'Dropped Frame';

CREATE PERFETTO INDEX _input_shown_frame_by_process ON _input_shown_frame(upid, app_ts);

CREATE PERFETTO TABLE _input_shown AS
WITH delivered AS (
  SELECT
    d.input_event_id, d.event_action, d.upid, f.frame_id, f.frame_ts, m.is_speculative,
    i.event_channel
  FROM _input_delivery_do_frame m
  JOIN _input_do_frame f ON f.id = m.do_frame_id
  JOIN _input_delivery d ON d.id = m.delivery_id
  JOIN _input_dispatched i
    ON i.input_event_id = d.input_event_id AND i.process_name = d.process_name
)
SELECT
  i.event_seq, r.read_time, d.event_action, d.frame_id, d.is_speculative,
  (
    SELECT s.present_time FROM _input_shown_frame s
    WHERE s.upid = d.upid AND s.app_ts >= d.frame_ts
    ORDER BY s.app_ts LIMIT 1
  ) AS present_time
FROM _input_dispatched i
JOIN _input_read r ON r.input_event_id = i.input_event_id
LEFT JOIN delivered d
  ON d.input_event_id = i.input_event_id AND d.event_channel = i.event_channel;

-- What stays the same of a channel when its window is made anew.
CREATE PERFETTO FUNCTION _normalize_event_channel(event_channel STRING) RETURNS STRING AS
SELECT
  CASE
    WHEN $event_channel GLOB '[[]*] *' THEN $event_channel
    WHEN $event_channel GLOB '* *:*'
      THEN TRIM(SUBSTR(str_split($event_channel, ':', 0), INSTR($event_channel, ' ') + 1))
    WHEN $event_channel GLOB '* *' THEN TRIM(SUBSTR($event_channel, INSTR($event_channel, ' ') + 1))
    WHEN $event_channel GLOB '*[0-9]' THEN regexp_extract($event_channel, '^(.*[a-zA-Z])')
    ELSE $event_channel
  END;

-- Sent by the dispatcher, received by the application, finished there, and that received.
CREATE PERFETTO TABLE android_input_events AS
WITH message AS MATERIALIZED (
  SELECT *, REPLACE(event_channel, '(client)', '(server)') AS channel,
    event_type IN ('0x2', 'FINISHED') AS is_finish
  FROM _input_message
)
SELECT
  received.ts - sent.ts AS dispatch_latency_dur,
  finished.ts - received.ts AS handling_latency_dur,
  ack.ts - finished.ts AS ack_latency_dur,
  ack.ts - sent.ts AS total_latency_dur,
  f.present_time - f.read_time AS end_to_end_latency_dur,
  finished.tid, finished.thread_name, finished.upid, finished.pid, finished.process_name,
  sent.event_type, f.event_action, sent.event_seq, sent.event_channel,
  _normalize_event_channel(sent.event_channel) AS normalized_event_channel,
  i.input_event_id, r.read_time,
  sent.track_id AS dispatch_track_id, sent.ts AS dispatch_ts, sent.dur AS dispatch_dur,
  received.ts AS receive_ts, received.dur AS receive_dur, received.track_id AS receive_track_id,
  f.frame_id, f.is_speculative AS is_speculative_frame, r.event_time
FROM message sent
JOIN message received ON NOT received.is_sent AND NOT received.is_finish
  AND received.event_seq = sent.event_seq AND received.channel = sent.event_channel
JOIN message finished ON finished.is_sent AND finished.thread_name != 'InputDispatcher'
  AND finished.event_seq = sent.event_seq AND finished.channel = sent.event_channel
JOIN message ack ON NOT ack.is_sent AND ack.is_finish
  AND ack.event_seq = sent.event_seq AND ack.event_channel = sent.event_channel
LEFT JOIN _input_shown f ON f.event_seq = sent.event_seq
LEFT JOIN _input_dispatched i
  ON i.event_seq = sent.event_seq AND i.event_channel = sent.event_channel
LEFT JOIN _input_read r ON r.input_event_id = i.input_event_id
WHERE sent.is_sent AND sent.thread_name = 'InputDispatcher';
