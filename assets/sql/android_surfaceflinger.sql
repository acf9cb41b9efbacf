-- android.surfaceflinger: which display frame of SurfaceFlinger showed which frame of an application.

CREATE PERFETTO TABLE android_app_to_sf_frame_timeline_match AS
SELECT DISTINCT
  app.upid AS app_upid,
  CAST(app.name AS INT) AS app_vsync,
  sf.upid AS sf_upid,
  CAST(sf.name AS INT) AS sf_vsync
FROM flow f
JOIN actual_frame_timeline_slice app ON app.id = f.slice_out
JOIN actual_frame_timeline_slice sf ON sf.id = f.slice_in
JOIN process p ON p.upid = sf.upid
WHERE p.name = '/system/bin/surfaceflinger';

-- What a number of the summary of a composition is.
CREATE PERFETTO MACRO _sf_workload(name Expr) RETURNS Expr AS
EXTRACT_ARG(arg_set_id, 'surfaceflinger_workload.summary.' || $name);

CREATE PERFETTO TABLE android_surfaceflinger_workloads AS
SELECT
  ts,
  EXTRACT_ARG(arg_set_id, 'surfaceflinger_workload.source') AS source,
  EXTRACT_ARG(arg_set_id, 'surfaceflinger_workload.output_name') AS output_name,
  EXTRACT_ARG(arg_set_id, 'surfaceflinger_workload.vsync_id') AS sf_vsync,
  _sf_workload!('timings.sf_cpu.frame_signal_nanos') AS sf_cpu_frame_signal_nanos,
  _sf_workload!('timings.sf_cpu.commit_nanos') AS sf_cpu_commit_nanos,
  _sf_workload!('timings.sf_cpu.composite_nanos') AS sf_cpu_composite_nanos,
  _sf_workload!('timings.hwc.present_nanos') AS hwc_present_nanos,
  _sf_workload!('timings.hwc.validate_nanos') AS hwc_validate_nanos,
  _sf_workload!('timings.hwc.present_or_validate_nanos') AS hwc_present_or_validate_nanos,
  _sf_workload!('timings.re.draw_layers_nanos') AS re_draw_layers_nanos,
  _sf_workload!('timings.re.gpu_completion_nanos') AS re_gpu_completion_nanos,
  _sf_workload!('timings.skia.flush_nanos') AS skia_flush_nanos,
  _sf_workload!('timings.skia.submit_nanos') AS skia_submit_nanos,
  _sf_workload!('stats.gpu_composited_layers') AS gpu_composited_layers,
  _sf_workload!('stats.dpu_composited_layers') AS dpu_composited_layers
FROM slice
WHERE category = 'rendering' AND name = 'WorkloadSummary';
