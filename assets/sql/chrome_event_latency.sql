-- chrome.event_latency: input events of Chromium, from their arrival to the frame that shows them.

-- Each stage is a slice below the event's; of several with a name the first counts.
CREATE PERFETTO TABLE _event_latency_stage AS
SELECT event_id, name, ts, IIF(dur = -1, NULL, ts + dur) AS ts_end
FROM (
  SELECT
    e.id AS event_id, d.name, d.ts, d.dur,
    ROW_NUMBER() OVER (PARTITION BY e.id, d.name ORDER BY d.id) AS place
  FROM slice e
  JOIN descendant_slice(e.id) d
  WHERE e.name = 'EventLatency'
)
WHERE place = 1;

CREATE PERFETTO TABLE _event_latency_stages AS
SELECT
  event_id,
  MAX(name GLOB 'Submit*ToPresentationCompositorFrame') AS is_presented,
  MAX(IIF(name = 'BufferAvailableToBufferReady', ts, NULL)) AS buffer_available_timestamp,
  MAX(IIF(name = 'BufferReadyToLatch', ts, NULL)) AS buffer_ready_timestamp,
  MAX(IIF(name = 'LatchToSwapEnd', ts, NULL)) AS latch_to_swap_timestamp,
  MAX(IIF(name = 'LatchToPresentation', ts, NULL)) AS latch_to_presentation_timestamp,
  MAX(IIF(name = 'SwapEndToPresentationCompositorFrame', ts, NULL)) AS swap_end_timestamp,
  MAX(IIF(name = 'SwapEndToPresentationCompositorFrame', ts_end, NULL)) AS swap_presented,
  MAX(IIF(name = 'LatchToSwapEnd', ts_end, NULL)) AS latch_presented
FROM _event_latency_stage
GROUP BY event_id;

CREATE PERFETTO TABLE chrome_event_latencies AS
SELECT
  e.id, e.name, e.ts, e.dur,
  EXTRACT_ARG(e.arg_set_id, 'event_latency.event_latency_id') AS scroll_update_id,
  EXTRACT_ARG(e.arg_set_id, 'event_latency.surface_frame_trace_id') AS surface_frame_trace_id,
  EXTRACT_ARG(e.arg_set_id, 'event_latency.display_trace_id') AS display_trace_id,
  COALESCE(s.is_presented, 0) AS is_presented,
  EXTRACT_ARG(e.arg_set_id, 'event_latency.event_type') AS event_type,
  e.track_id,
  EXTRACT_ARG(e.arg_set_id, 'event_latency.vsync_interval_ms') AS vsync_interval_ms,
  COALESCE(EXTRACT_ARG(e.arg_set_id, 'event_latency.is_janky_scrolled_frame'), 0)
    AS is_janky_scrolled_frame,
  s.buffer_available_timestamp,
  s.buffer_ready_timestamp,
  COALESCE(s.latch_to_swap_timestamp, s.latch_to_presentation_timestamp) AS latch_timestamp,
  s.swap_end_timestamp,
  COALESCE(
    s.swap_presented,
    (
      SELECT IIF(d.dur = -1, NULL, d.ts + d.dur)
      FROM descendant_slice(e.id) d WHERE d.name GLOB '*ToPresentation' LIMIT 1
    ),
    s.latch_presented
  ) AS presentation_timestamp
FROM slice e
LEFT JOIN _event_latency_stages s ON s.event_id = e.id
WHERE e.name = 'EventLatency';

-- Scrolls are numbered: one begins with the first update of a gesture, or of the trace.
CREATE PERFETTO TABLE chrome_gesture_scroll_updates AS
SELECT
  id, name, ts, dur, scroll_update_id, is_presented, event_type, track_id, vsync_interval_ms,
  is_janky_scrolled_frame AS is_janky, buffer_available_timestamp, buffer_ready_timestamp,
  latch_timestamp, swap_end_timestamp, presentation_timestamp,
  SUM(is_first) OVER (ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS scroll_id
FROM (
  SELECT
    *,
    event_type = 'FIRST_GESTURE_SCROLL_UPDATE' OR ROW_NUMBER() OVER (ORDER BY ts) = 1 AS is_first
  FROM chrome_event_latencies
  WHERE
    event_type IN (
      'GESTURE_SCROLL_UPDATE', 'FIRST_GESTURE_SCROLL_UPDATE', 'INERTIAL_GESTURE_SCROLL_UPDATE')
    OR event_type GLOB '*GESTURE_PINCH_UPDATE' AND is_presented
);
