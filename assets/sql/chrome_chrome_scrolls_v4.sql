-- chrome.chrome_scrolls_v4: the steps of the frames that version 4 of Chromium's metric of scrolls judges.

INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
INCLUDE PERFETTO MODULE chrome.scroll_jank_v4;

-- What is known of a frame only if its first update is of real input, or if it changed the screen.
CREATE PERFETTO MACRO _chrome_scroll_v4_if(condition ColumnName, value Expr) RETURNS Expr AS
IIF($condition, $value, NULL);

-- How much longer a step took than that of the frame before.
CREATE PERFETTO MACRO _chrome_scroll_v4_longer(step_dur ColumnName) RETURNS Expr AS
$step_dur - LAG($step_dur) OVER (PARTITION BY scroll_id ORDER BY ts);

CREATE PERFETTO TABLE chrome_scroll_frame_info_v4 AS
WITH frame AS (
  SELECT
    r.id AS frame_id, r.ts, r.first_event_latency_id, r.vsync_interval,
    r.is_janky AS is_frame_janky,
    r.first_scroll_update_type = 'REAL' AS is_real, r.damage_type = 'DAMAGING' AS is_damaging,
    r.real_last_input_generation_ts AS last_input_ts, r.real_abs_total_raw_delta_pixels,
    r.real_max_abs_inertial_raw_delta_pixels IS NOT NULL AS is_fling, u.*
  FROM chrome_scroll_jank_v4_results r
  LEFT JOIN chrome_scroll_update_info u ON u.id = r.first_event_latency_id
)
SELECT
  frame_id AS id, first_event_latency_id AS scroll_update_latency_id, scroll_id,
  vsync_interval AS vsync_interval_dur, is_frame_janky AS is_janky, is_fling AS is_inertial,
  ROW_NUMBER() OVER (PARTITION BY scroll_id ORDER BY ts) AS frame_index_in_scroll,
  _chrome_scroll_v4_if!(is_real, real_abs_total_raw_delta_pixels)
    AS real_abs_total_raw_delta_pixels,
  _chrome_scroll_v4_if!(is_real, browser_uptime_dur) AS browser_uptime_dur,
  _chrome_scroll_v4_if!(is_real, generation_ts) AS first_input_generation_ts,
  _chrome_scroll_v4_if!(is_real, input_reader_dur) AS input_reader_dur,
  _chrome_scroll_v4_if!(is_real, input_dispatcher_dur) AS input_dispatcher_dur,
  IIF(
    is_real,
    generation_ts - MAX(last_input_ts) OVER (
      PARTITION BY scroll_id ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ),
    NULL
  ) AS previous_last_input_to_first_input_generation_dur,
  _chrome_scroll_v4_if!(is_real, browser_utid) AS browser_utid,
  _chrome_scroll_v4_if!(is_real, generation_to_browser_main_dur)
    AS first_input_generation_to_browser_main_dur,
  _chrome_scroll_v4_if!(is_real, _chrome_scroll_v4_longer!(generation_to_browser_main_dur))
    AS first_input_generation_to_browser_main_delta_dur,
  _chrome_scroll_v4_if!(is_real, touch_move_received_slice_id)
    AS first_input_touch_move_received_slice_id,
  _chrome_scroll_v4_if!(is_real, touch_move_received_ts) AS first_input_touch_move_received_ts,
  _chrome_scroll_v4_if!(is_real, touch_move_processing_dur)
    AS first_input_touch_move_processing_dur,
  _chrome_scroll_v4_if!(is_real, _chrome_scroll_v4_longer!(touch_move_processing_dur))
    AS first_input_touch_move_processing_delta_dur,
  _chrome_scroll_v4_if!(is_real, scroll_update_created_slice_id)
    AS first_input_scroll_update_created_slice_id,
  _chrome_scroll_v4_if!(is_real, scroll_update_created_ts) AS first_input_scroll_update_created_ts,
  _chrome_scroll_v4_if!(is_real, scroll_update_processing_dur)
    AS first_input_scroll_update_processing_dur,
  _chrome_scroll_v4_if!(is_real, _chrome_scroll_v4_longer!(scroll_update_processing_dur))
    AS first_input_scroll_update_processing_delta_dur,
  _chrome_scroll_v4_if!(is_real, scroll_update_created_end_ts)
    AS first_input_scroll_update_created_end_ts,
  _chrome_scroll_v4_if!(is_real, browser_to_compositor_delay_dur)
    AS first_input_browser_to_compositor_delay_dur,
  _chrome_scroll_v4_if!(is_real, _chrome_scroll_v4_longer!(browser_to_compositor_delay_dur))
    AS first_input_browser_to_compositor_delay_delta_dur,
  compositor_utid, compositor_dispatch_slice_id AS first_input_compositor_dispatch_slice_id,
  compositor_dispatch_ts AS first_input_compositor_dispatch_ts,
  compositor_dispatch_dur AS first_input_compositor_dispatch_dur,
  _chrome_scroll_v4_longer!(compositor_dispatch_dur)
    AS first_input_compositor_dispatch_delta_dur,
  compositor_dispatch_end_ts AS first_input_compositor_dispatch_end_ts,
  _chrome_scroll_v4_if!(is_damaging, compositor_dispatch_to_on_begin_frame_delay_dur)
    AS first_input_compositor_dispatch_to_on_begin_frame_delay_dur,
  _chrome_scroll_v4_if!(is_damaging,
    _chrome_scroll_v4_longer!(compositor_dispatch_to_on_begin_frame_delay_dur))
    AS first_input_compositor_dispatch_to_on_begin_frame_delay_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, compositor_resample_slice_id) AS compositor_resample_slice_id,
  _chrome_scroll_v4_if!(is_damaging, compositor_coalesced_input_handled_slice_id)
    AS compositor_coalesced_input_handled_slice_id,
  _chrome_scroll_v4_if!(is_damaging, compositor_on_begin_frame_ts) AS compositor_on_begin_frame_ts,
  _chrome_scroll_v4_if!(is_damaging, compositor_on_begin_frame_dur)
    AS compositor_on_begin_frame_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(compositor_on_begin_frame_dur))
    AS compositor_on_begin_frame_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, compositor_on_begin_frame_end_ts)
    AS compositor_on_begin_frame_end_ts,
  _chrome_scroll_v4_if!(is_damaging, compositor_on_begin_frame_to_generation_delay_dur)
    AS compositor_on_begin_frame_to_generation_delay_dur,
  _chrome_scroll_v4_if!(is_damaging,
    _chrome_scroll_v4_longer!(compositor_on_begin_frame_to_generation_delay_dur))
    AS compositor_on_begin_frame_to_generation_delay_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, compositor_generate_compositor_frame_slice_id)
    AS compositor_generate_compositor_frame_slice_id,
  _chrome_scroll_v4_if!(is_damaging, compositor_generate_compositor_frame_ts)
    AS compositor_generate_compositor_frame_ts,
  _chrome_scroll_v4_if!(is_damaging, compositor_generate_frame_to_submit_frame_dur)
    AS compositor_generate_frame_to_submit_frame_dur,
  _chrome_scroll_v4_if!(is_damaging,
    _chrome_scroll_v4_longer!(compositor_generate_frame_to_submit_frame_dur))
    AS compositor_generate_frame_to_submit_frame_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, compositor_submit_compositor_frame_slice_id)
    AS compositor_submit_compositor_frame_slice_id,
  _chrome_scroll_v4_if!(is_damaging, compositor_submit_compositor_frame_ts)
    AS compositor_submit_compositor_frame_ts,
  _chrome_scroll_v4_if!(is_damaging, compositor_submit_frame_dur) AS compositor_submit_frame_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(compositor_submit_frame_dur))
    AS compositor_submit_frame_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, compositor_submit_compositor_frame_end_ts)
    AS compositor_submit_compositor_frame_end_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_compositor_utid) AS viz_compositor_utid,
  _chrome_scroll_v4_if!(is_damaging, compositor_to_viz_delay_dur) AS compositor_to_viz_delay_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(compositor_to_viz_delay_dur))
    AS compositor_to_viz_delay_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, viz_receive_compositor_frame_slice_id)
    AS viz_receive_compositor_frame_slice_id,
  _chrome_scroll_v4_if!(is_damaging, viz_receive_compositor_frame_ts)
    AS viz_receive_compositor_frame_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_receive_compositor_frame_dur)
    AS viz_receive_compositor_frame_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_receive_compositor_frame_dur))
    AS viz_receive_compositor_frame_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, viz_receive_compositor_frame_end_ts)
    AS viz_receive_compositor_frame_end_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_wait_for_draw_dur) AS viz_wait_for_draw_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_wait_for_draw_dur))
    AS viz_wait_for_draw_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, viz_draw_and_swap_slice_id) AS viz_draw_and_swap_slice_id,
  _chrome_scroll_v4_if!(is_damaging, viz_draw_and_swap_ts) AS viz_draw_and_swap_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_draw_and_swap_dur) AS viz_draw_and_swap_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_draw_and_swap_dur))
    AS viz_draw_and_swap_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, viz_send_buffer_swap_slice_id)
    AS viz_send_buffer_swap_slice_id,
  _chrome_scroll_v4_if!(is_damaging, viz_send_buffer_swap_end_ts) AS viz_send_buffer_swap_end_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_gpu_thread_utid) AS viz_gpu_thread_utid,
  _chrome_scroll_v4_if!(is_damaging, viz_to_gpu_delay_dur) AS viz_to_gpu_delay_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_to_gpu_delay_dur))
    AS viz_to_gpu_delay_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, viz_swap_buffers_slice_id) AS viz_swap_buffers_slice_id,
  _chrome_scroll_v4_if!(is_damaging, viz_swap_buffers_ts) AS viz_swap_buffers_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_swap_buffers_dur) AS viz_swap_buffers_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_swap_buffers_dur))
    AS viz_swap_buffers_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, viz_swap_buffers_end_ts) AS viz_swap_buffers_end_ts,
  _chrome_scroll_v4_if!(is_damaging, viz_swap_buffers_to_latch_dur)
    AS viz_swap_buffers_to_latch_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_swap_buffers_to_latch_dur))
    AS viz_swap_buffers_to_latch_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, buffer_available_timestamp) AS buffer_available_timestamp,
  _chrome_scroll_v4_if!(is_damaging, buffer_available_to_ready_dur)
    AS buffer_available_to_ready_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(buffer_available_to_ready_dur))
    AS buffer_available_to_ready_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, buffer_ready_timestamp) AS buffer_ready_timestamp,
  _chrome_scroll_v4_if!(is_damaging, latch_timestamp) AS latch_timestamp,
  _chrome_scroll_v4_if!(is_damaging, viz_latch_to_presentation_dur)
    AS viz_latch_to_presentation_dur,
  _chrome_scroll_v4_if!(is_damaging, _chrome_scroll_v4_longer!(viz_latch_to_presentation_dur))
    AS viz_latch_to_presentation_delta_dur,
  _chrome_scroll_v4_if!(is_damaging, presentation_timestamp) AS presentation_ts
FROM frame
ORDER BY ts;
