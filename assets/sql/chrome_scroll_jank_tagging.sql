-- chrome.scroll_jank_tagging: what may have made frames of scrolls late, by the steps that took long.

INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
INCLUDE PERFETTO MODULE chrome.chrome_scrolls_v4;
INCLUDE PERFETTO MODULE chrome.graphics_pipeline;

-- Late frames, with some of their times counted in vsyncs.
CREATE PERFETTO MACRO _chrome_scroll_late(frames TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    *,
    cast_double!(previous_last_input_to_first_input_generation_dur) / vsync_interval_dur
      AS vsyncs_since_input,
    cast_double!(first_input_compositor_dispatch_to_on_begin_frame_delay_dur) / vsync_interval_dur
      AS vsyncs_to_begin,
    cast_double!(viz_wait_for_draw_dur) / vsync_interval_dur AS vsyncs_to_draw
  FROM $frames
  WHERE is_janky
);

CREATE PERFETTO TABLE _chrome_scroll_late_frames AS
SELECT *, ABS(total_input_delta_y) AS moved
FROM _chrome_scroll_late!(chrome_scroll_frame_info);

CREATE PERFETTO TABLE _chrome_scroll_late_frames_v4 AS
SELECT *, real_abs_total_raw_delta_pixels AS moved
FROM _chrome_scroll_late!(chrome_scroll_frame_info_v4);

CREATE PERFETTO MACRO _chrome_scroll_tag(frames TableOrSubquery, tag Expr, condition Expr)
RETURNS TableOrSubquery AS
(SELECT id AS frame_id, $tag AS tag FROM $frames WHERE $condition);

-- Steps that took too long, in nanoseconds; then input that came unevenly, and frames that waited though there was
-- about one input a vsync.
CREATE PERFETTO MACRO _chrome_scroll_tags(frames TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_generation_to_browser_main',
    first_input_generation_to_browser_main_dur > 6e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_touch_move',
    first_input_touch_move_processing_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_browser_to_compositor',
    first_input_browser_to_compositor_delay_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_compositor_dispatch',
    first_input_compositor_dispatch_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_wait_for_begin_frame',
    first_input_compositor_dispatch_to_on_begin_frame_delay_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_on_begin_frame',
    compositor_on_begin_frame_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_on_begin_frame_to_generation',
    compositor_on_begin_frame_to_generation_delay_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_generate_to_submit',
    compositor_generate_frame_to_submit_frame_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_submit_frame',
    compositor_submit_frame_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_compositor_to_viz',
    compositor_to_viz_delay_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_viz_receive_frame',
    viz_receive_compositor_frame_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_viz_wait_for_draw',
    viz_wait_for_draw_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_viz_draw_and_swap',
    viz_draw_and_swap_dur > 16e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_viz_to_gpu',
    viz_to_gpu_delay_dur > 6e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_viz_swap_buffers',
    viz_swap_buffers_dur > 6e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_viz_swap_to_latch',
    viz_swap_buffers_to_latch_dur > 17e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_buffer_available_to_ready',
    buffer_available_to_ready_dur > 6e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'inconsistent_input',
    vsyncs_since_input >= 1.2 AND NOT is_inertial
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'inconsistent_fling_input',
    vsyncs_since_input >= 1.2 AND is_inertial
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'infrequent_input_cc_scheduling',
    vsyncs_since_input BETWEEN 0.75 AND 1.2 AND vsyncs_to_begin > 0.66
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'infrequent_input_viz_scheduling',
    vsyncs_since_input BETWEEN 0.75 AND 1.2 AND vsyncs_to_draw > 0.66
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'generation_to_browser_main_spike',
    first_input_generation_to_browser_main_delta_dur > 3e6
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'slow_input',
    moved <= 2.001
  )
  UNION ALL
  SELECT * FROM _chrome_scroll_tag!(
    $frames, 'long_generation_to_dispatch_end_dur',
    input_reader_dur + input_dispatcher_dur > 3e6
  )
);

-- A frame may also be late because the one before was dropped.
CREATE PERFETTO TABLE chrome_scroll_jank_tags AS
SELECT frame_id, tag
FROM _chrome_scroll_tags!(_chrome_scroll_late_frames)
UNION ALL
SELECT
  f.id,
  PRINTF(
    'dropped_previous_frame/%s',
    EXTRACT_ARG(s.arg_set_id, 'chrome_graphics_pipeline.frame_skipped_reason')
  )
FROM _chrome_scroll_late_frames f
JOIN chrome_scroll_update_refs r
  ON r.scroll_update_latency_id = f.last_input_before_this_frame_id
JOIN chrome_graphics_pipeline_surface_frame_steps g
  ON g.surface_frame_trace_id = r.surface_frame_id
  AND g.step = 'STEP_DID_NOT_PRODUCE_COMPOSITOR_FRAME'
JOIN slice s ON s.id = g.id;

CREATE PERFETTO TABLE chrome_scroll_jank_tags_v4 AS
SELECT frame_id, tag
FROM _chrome_scroll_tags!(_chrome_scroll_late_frames_v4);

CREATE PERFETTO MACRO _chrome_scroll_tagged(frames TableOrSubquery, tags TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT f.id AS frame_id, t.tags IS NOT NULL AS tagged, t.tags
  FROM (SELECT DISTINCT id FROM $frames) f
  LEFT JOIN (
    SELECT frame_id, GROUP_CONCAT(tag ORDER BY tag) AS tags FROM $tags GROUP BY frame_id
  ) t ON t.frame_id = f.id
);

CREATE PERFETTO TABLE chrome_tagged_janky_scroll_frames AS
SELECT *
FROM _chrome_scroll_tagged!(_chrome_scroll_late_frames, chrome_scroll_jank_tags);

CREATE PERFETTO TABLE chrome_tagged_janky_scroll_frames_v4 AS
SELECT *
FROM _chrome_scroll_tagged!(_chrome_scroll_late_frames_v4, chrome_scroll_jank_tags_v4);
