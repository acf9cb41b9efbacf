-- android.input: input events on their way to applications, and the frames that show them.

INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE slices.with_context;

-- Messages between the dispatcher and a window: sendMessage(inputChannel=…, seq=…, type=…).
CREATE PERFETTO TABLE _input_message AS
SELECT
  name GLOB 'sendMessage(*' AS is_sent,
  str_split(str_split(name, '=', 3), ')', 0) AS event_type,
  str_split(str_split(name, '=', 2), ',', 0) AS event_seq,
  str_split(str_split(name, '=', 1), ',', 0) AS event_channel,
  tid, thread_name, pid, process_name, ts, dur, track_id
FROM thread_slice
WHERE upid IS NOT NULL AND (name GLOB 'sendMessage(*' OR name GLOB 'receiveMessage(*');

CREATE INDEX _input_message_by_track ON _input_message(is_sent, track_id, ts);

CREATE PERFETTO TABLE _input_read AS
SELECT str_split(str_split(name, '=', 1), ')', 0) AS input_event_id, ts AS read_time
FROM slice
WHERE name GLOB 'UnwantedInteractionBlocker::notifyMotion*';

-- What the dispatcher enqueued has its id, what it then sent its sequence number.
CREATE PERFETTO TABLE _input_dispatched AS
SELECT
  str_split(str_split(s.name, '=', 2), ',', 0) AS event_seq,
  str_split(str_split(s.name, '=', 1), ',', 0) AS event_channel,
  str_split(str_split(enqueue.name, '=', 2), ')', 0) AS input_event_id
FROM thread_slice s
JOIN slice publish ON publish.id = s.parent_id
JOIN slice start ON start.id = publish.parent_id
JOIN slice enqueue ON enqueue.id = start.parent_id
WHERE s.name GLOB 'sendMessage(*' AND s.thread_name = 'InputDispatcher';

-- The frame after an application has dealt with an event.
CREATE PERFETTO TABLE _input_delivered AS
SELECT
  str_split(d.name, '=', 3) AS input_event_id,
  str_split(str_split(p.name, '_', 1), ' ', 0) AS event_action,
  (SELECT f.ts FROM android_frames f WHERE f.ts > p.ts LIMIT 1) AS frame_ts,
  (
    SELECT m.event_channel FROM _input_message m
    WHERE NOT m.is_sent AND m.track_id = d.track_id AND m.ts < d.ts
    ORDER BY m.ts DESC LIMIT 1
  ) AS event_channel
FROM thread_slice d
JOIN slice p ON p.id = d.parent_id
WHERE d.name GLOB 'deliverInputEvent src=*';

CREATE PERFETTO TABLE _input_frame AS
SELECT
  a.surface_frame_token AS frame_id, a.ts AS app_ts, s.ts + s.dur AS present_time
FROM actual_frame_timeline_slice s
JOIN actual_frame_timeline_slice a
  ON a.display_frame_token = s.display_frame_token AND a.id != s.id
WHERE s.surface_frame_token = 0 AND a.present_type != 'Dropped Frame';

CREATE PERFETTO TABLE _input_shown AS
SELECT
  r.input_event_id, r.read_time, i.event_seq, d.event_action,
  (SELECT f.present_time FROM _input_frame f WHERE f.app_ts >= d.frame_ts LIMIT 1) AS present_time,
  (SELECT f.frame_id FROM _input_frame f WHERE f.app_ts >= d.frame_ts LIMIT 1) AS frame_id
FROM _input_dispatched i
JOIN _input_read r ON r.input_event_id = i.input_event_id
LEFT JOIN _input_delivered d
  ON d.input_event_id = i.input_event_id AND d.event_channel = i.event_channel;

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
  finished.tid, finished.thread_name, finished.pid, finished.process_name,
  sent.event_type, f.event_action, sent.event_seq, sent.event_channel,
  f.input_event_id, f.read_time,
  sent.track_id AS dispatch_track_id, sent.ts AS dispatch_ts, sent.dur AS dispatch_dur,
  received.ts AS receive_ts, received.dur AS receive_dur, received.track_id AS receive_track_id,
  f.frame_id
FROM message sent
JOIN message received ON NOT received.is_sent AND NOT received.is_finish
  AND received.event_seq = sent.event_seq AND received.channel = sent.event_channel
JOIN message finished ON finished.is_sent AND finished.thread_name != 'InputDispatcher'
  AND finished.event_seq = sent.event_seq AND finished.channel = sent.event_channel
JOIN message ack ON NOT ack.is_sent AND ack.is_finish
  AND ack.event_seq = sent.event_seq AND ack.event_channel = sent.event_channel
LEFT JOIN _input_shown f ON f.event_seq = sent.event_seq
WHERE sent.is_sent AND sent.thread_name = 'InputDispatcher';
