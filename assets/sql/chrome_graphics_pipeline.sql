-- chrome.graphics_pipeline: the steps of Chromium's frames, of surfaces and of the display.

INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE _chrome_graphics_pipeline_step AS
SELECT
  id, ts, dur, utid,
  EXTRACT_ARG(arg_set_id, 'chrome_graphics_pipeline.step') AS step,
  EXTRACT_ARG(arg_set_id, 'chrome_graphics_pipeline.surface_frame_trace_id') AS surface_id,
  EXTRACT_ARG(arg_set_id, 'chrome_graphics_pipeline.display_trace_id') AS display_trace_id,
  ts - EXTRACT_ARG(arg_set_id, 'current_task.event_offset_from_task_start_time_us') * 1000
    AS task_start_time_ts
FROM thread_slice
WHERE name = 'Graphics.Pipeline';

CREATE PERFETTO TABLE chrome_graphics_pipeline_surface_frame_steps AS
SELECT id, ts, dur, step, NULLIF(surface_id, -1) AS surface_frame_trace_id, utid, task_start_time_ts
FROM _chrome_graphics_pipeline_step
WHERE surface_id IS NOT NULL;

-- Of several steps of one kind on one thread the last counts.
CREATE PERFETTO TABLE chrome_graphics_pipeline_display_frame_steps AS
SELECT id, ts, dur, step, display_trace_id, utid, task_start_time_ts
FROM (
  SELECT
    *, ROW_NUMBER() OVER (PARTITION BY display_trace_id, step, utid ORDER BY ts DESC) AS place
  FROM _chrome_graphics_pipeline_step
  WHERE display_trace_id IS NOT NULL
)
WHERE place = 1;

-- Of several frames of the display Trace Processor takes the one with the lowest id.
CREATE PERFETTO TABLE chrome_surface_frame_id_to_first_display_id AS
SELECT a.int_value AS surface_frame_trace_id, MIN(d.display_trace_id) AS display_trace_id
FROM chrome_graphics_pipeline_display_frame_steps d
JOIN slice s ON s.id = d.id
JOIN args a ON a.arg_set_id = s.arg_set_id
WHERE d.step = 'STEP_SURFACE_AGGREGATION'
  AND a.flat_key = 'chrome_graphics_pipeline.aggregated_surface_frame_trace_ids'
GROUP BY 1;

CREATE PERFETTO TABLE chrome_graphics_pipeline_inputs_to_surface_frames AS
SELECT a.int_value AS latency_id, f.surface_frame_trace_id
FROM chrome_graphics_pipeline_surface_frame_steps f
JOIN slice s ON s.id = f.id
JOIN args a ON a.arg_set_id = s.arg_set_id
WHERE f.step = 'STEP_SUBMIT_COMPOSITOR_FRAME'
  AND a.flat_key = 'chrome_graphics_pipeline.latency_ids';
