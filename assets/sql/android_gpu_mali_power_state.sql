-- android.gpu.mali_power_state: from when to when a GPU of Mali was in which power state.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE android_mali_gpu_power_state AS
SELECT ts, dur, cast_int!(value) AS power_state
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter c
  JOIN counter_track t ON t.id = c.track_id
  WHERE t.name = 'mali_gpu_power_state'
));
