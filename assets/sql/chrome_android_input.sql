-- chrome.android_input: what Android did with input before Chromium got it.

INCLUDE PERFETTO MODULE slices.with_context;

-- Names end with the event's id: "… id=0x12ab)".
CREATE PERFETTO FUNCTION _chrome_android_input_id(name STRING) RETURNS STRING AS
SELECT SUBSTR(SUBSTR($name, INSTR($name, 'id=')), 4);

CREATE PERFETTO TABLE _chrome_android_motion_input_reader_step AS
SELECT ts, dur, id, TRIM(_chrome_android_input_id(name), ')') AS android_input_id, utid
FROM thread_slice
WHERE name GLOB 'UnwantedInteractionBlocker::notifyMotion*';

CREATE PERFETTO TABLE _chrome_android_motion_input_dispatcher_step AS
SELECT ts, dur, id, TRIM(_chrome_android_input_id(name), ')') AS android_input_id, utid
FROM thread_slice
WHERE name GLOB 'prepareDispatchCycleLocked*chrome*';

CREATE PERFETTO TABLE chrome_deliver_android_input_event AS
SELECT ts, dur, utid, _chrome_android_input_id(name) AS android_input_id
FROM thread_slice
WHERE name GLOB 'deliverInputEvent*';

CREATE PERFETTO TABLE chrome_android_input AS
SELECT
  r.android_input_id,
  r.ts AS input_reader_processing_start_ts,
  r.ts + r.dur AS input_reader_processing_end_ts,
  r.utid AS input_reader_utid,
  d.ts AS input_dispatcher_processing_start_ts,
  d.ts + d.dur AS input_dispatcher_processing_end_ts,
  d.utid AS input_dispatcher_utid,
  e.ts AS deliver_input_event_start_ts,
  e.ts + e.dur AS deliver_input_event_end_ts,
  e.utid AS deliver_input_event_utid
FROM _chrome_android_motion_input_reader_step r
LEFT JOIN _chrome_android_motion_input_dispatcher_step d USING (android_input_id)
LEFT JOIN chrome_deliver_android_input_event e USING (android_input_id);
