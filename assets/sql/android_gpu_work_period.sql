-- android.gpu.work_period: tracks of when GPUs worked for which application.

CREATE PERFETTO TABLE android_gpu_work_period_track AS
SELECT
  id, machine_id,
  EXTRACT_ARG(dimension_arg_set_id, 'uid') AS uid,
  EXTRACT_ARG(dimension_arg_set_id, 'ugpu') AS ugpu,
  EXTRACT_ARG(dimension_arg_set_id, 'gpu') AS gpu_id
FROM track
WHERE type = 'android_gpu_work_period';
