-- chrome.chrome_scrolls: from when to when pages were scrolled, and the steps of each update of a scroll, from the
-- input to the screen.

INCLUDE PERFETTO MODULE chrome.android_input;
INCLUDE PERFETTO MODULE chrome.event_latency;
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;
INCLUDE PERFETTO MODULE chrome.input;
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_offsets;

-- Trace Processor has these two columns, too, and nothing in them.
CREATE PERFETTO TABLE chrome_scrolls AS
SELECT
  scroll_id AS id, MIN(ts) AS ts, MAX(ts + dur) - MIN(ts) AS dur,
  NULL AS gesture_scroll_begin_ts, NULL AS gesture_scroll_end_ts
FROM chrome_gesture_scroll_updates
GROUP BY scroll_id;

-- An update that was coalesced into another is shown with that one.
CREATE PERFETTO TABLE chrome_scroll_update_refs AS
SELECT
  i.latency_id AS scroll_update_latency_id, t.touch_move_latency_id,
  COALESCE(c.presented_latency_id, i.latency_id) AS presentation_latency_id,
  f.surface_frame_trace_id AS surface_frame_id, d.display_trace_id
FROM chrome_inputs i
LEFT JOIN chrome_graphics_pipeline_inputs_to_surface_frames f ON f.latency_id = i.latency_id
LEFT JOIN chrome_surface_frame_id_to_first_display_id d
  ON d.surface_frame_trace_id = f.surface_frame_trace_id
LEFT JOIN chrome_touch_move_to_scroll_update t ON t.scroll_update_latency_id = i.latency_id
LEFT JOIN chrome_coalesced_inputs c ON c.coalesced_latency_id = i.latency_id
WHERE i.input_type = 'GESTURE_SCROLL_UPDATE_EVENT';

-- The steps of updates and touches. One begins with the task that it is part of, if that is known.
CREATE PERFETTO TABLE _chrome_scroll_input_step AS
SELECT
  latency_id, input_type, step, slice_id, utid, ts, ts + dur AS ts_end,
  COALESCE(task_start_time_ts, ts) AS task_ts
FROM chrome_input_pipeline_steps
WHERE input_type IN ('TOUCH_MOVE_EVENT', 'GESTURE_SCROLL_UPDATE_EVENT')
  AND step IN (
    'STEP_SEND_INPUT_EVENT_UI', 'STEP_HANDLE_INPUT_EVENT_IMPL', 'STEP_RESAMPLE_SCROLL_EVENTS',
    'STEP_DID_HANDLE_INPUT_AND_OVERSCROLL');

CREATE PERFETTO TABLE _chrome_scroll_frame_step AS
SELECT
  surface_frame_trace_id, NULL AS display_trace_id, step, id AS slice_id, utid, ts,
  ts + dur AS ts_end, COALESCE(task_start_time_ts, ts) AS task_ts
FROM chrome_graphics_pipeline_surface_frame_steps
WHERE step IN (
  'STEP_RECEIVE_BEGIN_FRAME', 'STEP_GENERATE_COMPOSITOR_FRAME', 'STEP_SUBMIT_COMPOSITOR_FRAME',
  'STEP_RECEIVE_COMPOSITOR_FRAME')
UNION ALL
SELECT
  NULL, display_trace_id, step, id, utid, ts, ts + dur, COALESCE(task_start_time_ts, ts)
FROM chrome_graphics_pipeline_display_frame_steps
WHERE step IN ('STEP_DRAW_AND_SWAP', 'STEP_SEND_BUFFER_SWAP', 'STEP_BUFFER_SWAP_POST_SUBMIT');

-- What happens to an update until it is part of a frame. A fling has no touch: it arrives when its update is made.
CREATE PERFETTO TABLE chrome_scroll_update_input_pipeline AS
SELECT
  id, scroll_id, presented_in_frame_id, is_presented, is_janky, is_inertial,
  is_first_scroll_update_in_scroll,
  ROW_NUMBER() OVER (PARTITION BY presented_in_frame_id ORDER BY generation_ts) = 1
    AS is_first_scroll_update_in_frame,
  generation_ts, input_reader_processing_end_ts, input_dispatcher_processing_end_ts,
  MAX(
    IIF(
      is_inertial AND touch_move_received_ts IS NULL, scroll_update_created_ts,
      touch_move_received_ts
    ),
    generation_ts
  ) - generation_ts AS generation_to_browser_main_dur,
  browser_utid, touch_move_received_slice_id, touch_move_received_ts,
  scroll_update_created_ts - MAX(touch_move_received_ts, generation_ts)
    AS touch_move_processing_dur,
  scroll_update_created_slice_id, scroll_update_created_ts,
  scroll_update_created_end_ts - scroll_update_created_ts AS scroll_update_processing_dur,
  scroll_update_created_end_ts,
  MAX(compositor_dispatch_ts, scroll_update_created_end_ts) - scroll_update_created_end_ts
    AS browser_to_compositor_delay_dur,
  compositor_utid, compositor_dispatch_slice_id, compositor_dispatch_ts,
  compositor_dispatch_end_ts - compositor_dispatch_ts AS compositor_dispatch_dur,
  compositor_dispatch_end_ts,
  compositor_coalesced_input_handled_ts - compositor_dispatch_end_ts
    AS compositor_dispatch_to_coalesced_input_handled_dur,
  compositor_coalesced_input_handled_slice_id, compositor_coalesced_input_handled_ts,
  compositor_coalesced_input_handled_end_ts - compositor_coalesced_input_handled_ts
    AS compositor_coalesced_input_handled_dur,
  compositor_coalesced_input_handled_end_ts
FROM (
  SELECT
    r.scroll_update_latency_id AS id, e.scroll_id,
    r.presentation_latency_id AS presented_in_frame_id, e.is_presented, e.is_janky,
    e.event_type = 'INERTIAL_GESTURE_SCROLL_UPDATE' AS is_inertial,
    e.event_type = 'FIRST_GESTURE_SCROLL_UPDATE' AS is_first_scroll_update_in_scroll,
    e.ts AS generation_ts, android.input_reader_processing_end_ts,
    android.input_dispatcher_processing_end_ts,
    touch.slice_id AS touch_move_received_slice_id, touch.ts AS touch_move_received_ts,
    made.utid AS browser_utid, made.slice_id AS scroll_update_created_slice_id,
    made.ts AS scroll_update_created_ts, made.ts_end AS scroll_update_created_end_ts,
    dispatch.utid AS compositor_utid, dispatch.slice_id AS compositor_dispatch_slice_id,
    dispatch.task_ts AS compositor_dispatch_ts, dispatch.ts_end AS compositor_dispatch_end_ts,
    handled.slice_id AS compositor_coalesced_input_handled_slice_id,
    handled.ts AS compositor_coalesced_input_handled_ts,
    handled.ts_end AS compositor_coalesced_input_handled_end_ts
  FROM chrome_scroll_update_refs r
  LEFT JOIN chrome_gesture_scroll_updates e ON e.scroll_update_id = r.scroll_update_latency_id
  LEFT JOIN chrome_dispatch_android_input_event_to_touch_move sent
    ON sent.touch_move_latency_id = r.touch_move_latency_id
  LEFT JOIN chrome_android_input android ON android.android_input_id = sent.android_input_id
  LEFT JOIN _chrome_scroll_input_step touch
    ON touch.latency_id = r.touch_move_latency_id
    AND touch.step = 'STEP_SEND_INPUT_EVENT_UI' AND touch.input_type = 'TOUCH_MOVE_EVENT'
  LEFT JOIN _chrome_scroll_input_step made
    ON made.latency_id = r.scroll_update_latency_id AND made.step = 'STEP_SEND_INPUT_EVENT_UI'
  LEFT JOIN _chrome_scroll_input_step dispatch
    ON dispatch.latency_id = r.scroll_update_latency_id
    AND dispatch.step = 'STEP_HANDLE_INPUT_EVENT_IMPL'
  LEFT JOIN _chrome_scroll_input_step handled
    ON handled.latency_id = r.scroll_update_latency_id
    AND handled.step = 'STEP_DID_HANDLE_INPUT_AND_OVERSCROLL'
);

-- What happens to a frame with updates until it is on the screen.
CREATE PERFETTO TABLE chrome_scroll_update_frame_pipeline AS
SELECT
  r.scroll_update_latency_id AS id, r.display_trace_id, e.vsync_interval_ms,
  resample.slice_id AS compositor_resample_slice_id, resample.task_ts AS compositor_resample_ts,
  begin.task_ts AS compositor_receive_begin_frame_ts,
  made.slice_id AS compositor_generate_compositor_frame_slice_id,
  made.task_ts AS compositor_generate_compositor_frame_ts,
  submit.ts - made.task_ts AS compositor_generate_frame_to_submit_frame_dur,
  submit.slice_id AS compositor_submit_compositor_frame_slice_id,
  submit.ts AS compositor_submit_compositor_frame_ts,
  submit.ts_end - submit.ts AS compositor_submit_frame_dur,
  submit.ts_end AS compositor_submit_compositor_frame_end_ts,
  receive.task_ts - submit.ts_end AS compositor_to_viz_delay_dur,
  receive.utid AS viz_compositor_utid, receive.slice_id AS viz_receive_compositor_frame_slice_id,
  receive.task_ts AS viz_receive_compositor_frame_ts,
  receive.ts_end - receive.task_ts AS viz_receive_compositor_frame_dur,
  receive.ts_end AS viz_receive_compositor_frame_end_ts,
  draw.task_ts - receive.ts_end AS viz_wait_for_draw_dur,
  draw.slice_id AS viz_draw_and_swap_slice_id, draw.task_ts AS viz_draw_and_swap_ts,
  send.ts_end - draw.task_ts AS viz_draw_and_swap_dur,
  send.slice_id AS viz_send_buffer_swap_slice_id, send.ts_end AS viz_send_buffer_swap_end_ts,
  swap.task_ts - send.ts_end AS viz_to_gpu_delay_dur,
  swap.utid AS viz_gpu_thread_utid, swap.slice_id AS viz_swap_buffers_slice_id,
  swap.task_ts AS viz_swap_buffers_ts, swap.ts_end - swap.task_ts AS viz_swap_buffers_dur,
  swap.ts_end AS viz_swap_buffers_end_ts,
  e.latch_timestamp - swap.ts_end AS viz_swap_buffers_to_latch_dur,
  e.buffer_available_timestamp,
  e.buffer_ready_timestamp - e.buffer_available_timestamp AS buffer_available_to_ready_dur,
  e.buffer_ready_timestamp, e.latch_timestamp,
  e.presentation_timestamp - e.latch_timestamp AS viz_latch_to_presentation_dur,
  e.presentation_timestamp
FROM chrome_scroll_update_refs r
LEFT JOIN chrome_event_latencies e ON e.scroll_update_id = r.presentation_latency_id
LEFT JOIN _chrome_scroll_input_step resample
  ON resample.latency_id = r.presentation_latency_id
  AND resample.step = 'STEP_RESAMPLE_SCROLL_EVENTS'
  AND resample.input_type = 'GESTURE_SCROLL_UPDATE_EVENT'
LEFT JOIN _chrome_scroll_frame_step begin
  ON begin.surface_frame_trace_id = r.surface_frame_id AND begin.step = 'STEP_RECEIVE_BEGIN_FRAME'
LEFT JOIN _chrome_scroll_frame_step made
  ON made.surface_frame_trace_id = r.surface_frame_id
  AND made.step = 'STEP_GENERATE_COMPOSITOR_FRAME'
LEFT JOIN _chrome_scroll_frame_step submit
  ON submit.surface_frame_trace_id = r.surface_frame_id
  AND submit.step = 'STEP_SUBMIT_COMPOSITOR_FRAME'
LEFT JOIN _chrome_scroll_frame_step receive
  ON receive.surface_frame_trace_id = r.surface_frame_id
  AND receive.step = 'STEP_RECEIVE_COMPOSITOR_FRAME'
LEFT JOIN _chrome_scroll_frame_step draw
  ON draw.display_trace_id = r.display_trace_id AND draw.step = 'STEP_DRAW_AND_SWAP'
LEFT JOIN _chrome_scroll_frame_step send
  ON send.display_trace_id = r.display_trace_id AND send.step = 'STEP_SEND_BUFFER_SWAP'
LEFT JOIN _chrome_scroll_frame_step swap
  ON swap.display_trace_id = r.display_trace_id AND swap.step = 'STEP_BUFFER_SWAP_POST_SUBMIT'
WHERE r.scroll_update_latency_id = r.presentation_latency_id;

-- Each update from its input to the screen.
CREATE PERFETTO TABLE chrome_scroll_update_info AS
SELECT
  i.id, i.scroll_id, LAG(i.id) OVER scroll AS previous_input_id,
  f.display_trace_id AS frame_display_id, f.vsync_interval_ms, i.is_presented, i.is_janky,
  i.is_inertial, i.is_first_scroll_update_in_scroll, i.is_first_scroll_update_in_frame,
  i.generation_ts - p.start_ts AS browser_uptime_dur, i.generation_ts,
  i.input_reader_processing_end_ts - i.generation_ts AS input_reader_dur,
  i.input_dispatcher_processing_end_ts - i.input_reader_processing_end_ts AS input_dispatcher_dur,
  i.generation_ts - LAG(i.generation_ts) OVER scroll AS since_previous_generation_dur,
  i.generation_to_browser_main_dur, i.browser_utid, i.touch_move_received_slice_id,
  i.touch_move_received_ts, i.touch_move_processing_dur, i.scroll_update_created_slice_id,
  i.scroll_update_created_ts, i.scroll_update_processing_dur, i.scroll_update_created_end_ts,
  i.browser_to_compositor_delay_dur, i.compositor_utid, i.compositor_dispatch_slice_id,
  i.compositor_dispatch_ts, i.compositor_dispatch_dur,
  i.compositor_dispatch_end_ts,
  COALESCE(f.compositor_resample_ts, i.compositor_coalesced_input_handled_ts)
    - i.compositor_dispatch_end_ts AS compositor_dispatch_to_on_begin_frame_delay_dur,
  f.compositor_resample_slice_id, i.compositor_coalesced_input_handled_slice_id,
  COALESCE(f.compositor_resample_ts, i.compositor_coalesced_input_handled_ts)
    AS compositor_on_begin_frame_ts,
  i.compositor_coalesced_input_handled_end_ts
    - COALESCE(f.compositor_resample_ts, i.compositor_coalesced_input_handled_ts)
    AS compositor_on_begin_frame_dur,
  i.compositor_coalesced_input_handled_end_ts AS compositor_on_begin_frame_end_ts,
  f.compositor_generate_compositor_frame_ts - i.compositor_coalesced_input_handled_end_ts
    AS compositor_on_begin_frame_to_generation_delay_dur,
  f.compositor_generate_compositor_frame_slice_id, f.compositor_generate_compositor_frame_ts,
  f.compositor_generate_frame_to_submit_frame_dur, f.compositor_submit_compositor_frame_slice_id,
  f.compositor_submit_compositor_frame_ts, f.compositor_submit_frame_dur,
  f.compositor_submit_compositor_frame_end_ts, f.compositor_to_viz_delay_dur, f.viz_compositor_utid,
  f.viz_receive_compositor_frame_slice_id, f.viz_receive_compositor_frame_ts,
  f.viz_receive_compositor_frame_dur, f.viz_receive_compositor_frame_end_ts,
  f.viz_wait_for_draw_dur, f.viz_draw_and_swap_slice_id, f.viz_draw_and_swap_ts,
  f.viz_draw_and_swap_dur, f.viz_send_buffer_swap_slice_id, f.viz_send_buffer_swap_end_ts,
  f.viz_to_gpu_delay_dur, f.viz_gpu_thread_utid, f.viz_swap_buffers_slice_id, f.viz_swap_buffers_ts,
  f.viz_swap_buffers_dur, f.viz_swap_buffers_end_ts, f.viz_swap_buffers_to_latch_dur,
  f.buffer_available_timestamp, f.buffer_available_to_ready_dur, f.buffer_ready_timestamp,
  f.latch_timestamp, f.viz_latch_to_presentation_dur, f.presentation_timestamp
FROM chrome_scroll_update_input_pipeline i
LEFT JOIN chrome_scroll_update_frame_pipeline f ON f.id = i.presented_in_frame_id
LEFT JOIN thread t ON t.utid = i.browser_utid
LEFT JOIN process p ON p.upid = t.upid
WINDOW scroll AS (PARTITION BY i.scroll_id ORDER BY i.generation_ts);

-- How much longer a step took than that of the frame before.
CREATE PERFETTO MACRO _chrome_scroll_longer(step_dur ColumnName) RETURNS Expr AS
IIF(
  u.is_first_scroll_update_in_scroll, NULL,
  u.$step_dur - LAG(u.$step_dur) OVER (ORDER BY u.generation_ts)
);

-- Each frame with updates: the steps of the first of them.
CREATE PERFETTO TABLE chrome_scroll_frame_info AS
WITH input AS MATERIALIZED (
  SELECT i.frame_display_id, SUM(o.delta_y) AS delta_y
  FROM chrome_scroll_input_offsets o
  JOIN chrome_scroll_update_info i ON i.id = o.scroll_update_id
  GROUP BY 1
)
SELECT
  u.frame_display_id AS id, u.scroll_id, u.previous_input_id AS last_input_before_this_frame_id,
  u.vsync_interval_ms, cast_int!(u.vsync_interval_ms * 1e6) AS vsync_interval_dur, u.is_janky,
  u.is_inertial, input.delta_y AS total_input_delta_y, o.delta_y AS presented_scrolled_delta_y,
  u.browser_uptime_dur, u.generation_ts AS first_input_generation_ts, u.input_reader_dur,
  u.input_dispatcher_dur,
  u.since_previous_generation_dur AS previous_last_input_to_first_input_generation_dur,
  u.browser_utid,
  u.generation_to_browser_main_dur AS first_input_generation_to_browser_main_dur,
  u.presentation_timestamp AS presentation_ts,
  _chrome_scroll_longer!(generation_to_browser_main_dur)
    AS first_input_generation_to_browser_main_delta_dur,
  u.touch_move_processing_dur AS first_input_touch_move_processing_dur,
  _chrome_scroll_longer!(touch_move_processing_dur) AS first_input_touch_move_processing_delta_dur,
  u.compositor_utid,
  u.browser_to_compositor_delay_dur AS first_input_browser_to_compositor_delay_dur,
  _chrome_scroll_longer!(browser_to_compositor_delay_dur)
    AS first_input_browser_to_compositor_delay_delta_dur,
  u.compositor_dispatch_dur AS first_input_compositor_dispatch_dur,
  _chrome_scroll_longer!(compositor_dispatch_dur) AS first_input_compositor_dispatch_delta_dur,
  u.compositor_dispatch_to_on_begin_frame_delay_dur
    AS first_input_compositor_dispatch_to_on_begin_frame_delay_dur,
  _chrome_scroll_longer!(compositor_dispatch_to_on_begin_frame_delay_dur)
    AS first_input_compositor_dispatch_to_on_begin_frame_delay_delta_dur,
  u.compositor_on_begin_frame_dur,
  _chrome_scroll_longer!(compositor_on_begin_frame_dur) AS compositor_on_begin_frame_delta_dur,
  u.compositor_on_begin_frame_to_generation_delay_dur,
  _chrome_scroll_longer!(compositor_on_begin_frame_to_generation_delay_dur)
    AS compositor_on_begin_frame_to_generation_delay_delta_dur,
  u.compositor_generate_frame_to_submit_frame_dur,
  _chrome_scroll_longer!(compositor_generate_frame_to_submit_frame_dur)
    AS compositor_generate_frame_to_submit_frame_delta_dur,
  u.compositor_submit_frame_dur,
  _chrome_scroll_longer!(compositor_submit_frame_dur) AS compositor_submit_frame_delta_dur,
  u.viz_compositor_utid,
  u.compositor_to_viz_delay_dur,
  _chrome_scroll_longer!(compositor_to_viz_delay_dur) AS compositor_to_viz_delay_delta_dur,
  u.viz_receive_compositor_frame_dur,
  _chrome_scroll_longer!(viz_receive_compositor_frame_dur)
    AS viz_receive_compositor_frame_delta_dur,
  u.viz_wait_for_draw_dur,
  _chrome_scroll_longer!(viz_wait_for_draw_dur) AS viz_wait_for_draw_delta_dur,
  u.viz_draw_and_swap_dur,
  _chrome_scroll_longer!(viz_draw_and_swap_dur) AS viz_draw_and_swap_delta_dur,
  u.viz_gpu_thread_utid,
  u.viz_to_gpu_delay_dur,
  _chrome_scroll_longer!(viz_to_gpu_delay_dur) AS viz_to_gpu_delay_delta_dur,
  u.viz_swap_buffers_dur,
  _chrome_scroll_longer!(viz_swap_buffers_dur) AS viz_swap_buffers_delta_dur,
  u.viz_swap_buffers_to_latch_dur,
  _chrome_scroll_longer!(viz_swap_buffers_to_latch_dur) AS viz_swap_buffers_to_latch_delta_dur,
  u.buffer_available_to_ready_dur,
  _chrome_scroll_longer!(buffer_available_to_ready_dur) AS buffer_available_to_ready_delta_dur,
  u.viz_latch_to_presentation_dur,
  _chrome_scroll_longer!(viz_latch_to_presentation_dur) AS viz_latch_to_presentation_delta_dur
FROM chrome_scroll_update_info u
LEFT JOIN chrome_presented_scroll_offsets o ON o.scroll_update_id = u.id
LEFT JOIN input ON input.frame_display_id = u.frame_display_id
WHERE u.is_first_scroll_update_in_frame AND u.frame_display_id IS NOT NULL;

-- The steps in their order, and the columns of chrome_scroll_update_info with their times.
CREATE PERFETTO TABLE chrome_scroll_update_info_step_templates AS
WITH steps(step_name, ts_column_name, dur_column_name) AS (
  VALUES
    ('GenerationToBrowserMain', 'generation_ts', 'generation_to_browser_main_dur'),
    ('TouchMoveProcessing', 'touch_move_received_ts', 'touch_move_processing_dur'),
    ('ScrollUpdateProcessing', 'scroll_update_created_ts', 'scroll_update_processing_dur'),
    (
      'BrowserMainToRendererCompositor', 'scroll_update_created_end_ts',
      'browser_to_compositor_delay_dur'
    ),
    ('RendererCompositorDispatch', 'compositor_dispatch_ts', 'compositor_dispatch_dur'),
    (
      'RendererCompositorDispatchToOnBeginFrame', 'compositor_dispatch_end_ts',
      'compositor_dispatch_to_on_begin_frame_delay_dur'
    ),
    (
      'RendererCompositorBeginFrame', 'compositor_on_begin_frame_ts',
      'compositor_on_begin_frame_dur'
    ),
    (
      'RendererCompositorBeginToGenerateFrame', 'compositor_on_begin_frame_end_ts',
      'compositor_on_begin_frame_to_generation_delay_dur'
    ),
    (
      'RendererCompositorGenerateToSubmitFrame', 'compositor_generate_compositor_frame_ts',
      'compositor_generate_frame_to_submit_frame_dur'
    ),
    (
      'RendererCompositorSubmitFrame', 'compositor_submit_compositor_frame_ts',
      'compositor_submit_frame_dur'
    ),
    (
      'RendererCompositorToViz', 'compositor_submit_compositor_frame_end_ts',
      'compositor_to_viz_delay_dur'
    ),
    ('VizReceiveFrame', 'viz_receive_compositor_frame_ts', 'viz_receive_compositor_frame_dur'),
    ('VizReceiveToDrawFrame', 'viz_receive_compositor_frame_end_ts', 'viz_wait_for_draw_dur'),
    ('VizDrawToSwapFrame', 'viz_draw_and_swap_ts', 'viz_draw_and_swap_dur'),
    ('VizToGpu', 'viz_send_buffer_swap_end_ts', 'viz_to_gpu_delay_dur'),
    ('VizSwapBuffers', 'viz_swap_buffers_ts', 'viz_swap_buffers_dur'),
    ('VizSwapBuffersToLatch', 'viz_swap_buffers_end_ts', 'viz_swap_buffers_to_latch_dur'),
    ('VizLatchToPresentation', 'latch_timestamp', 'viz_latch_to_presentation_dur'),
    ('Presentation', 'presentation_timestamp', NULL)
)
SELECT *
FROM steps;
