-- android.gpu.frequency: from when to when each GPU had which frequency.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE android_gpu_frequency AS
SELECT
  c.ts, c.dur, t.gpu_id, cast_int!(c.value) AS gpu_freq,
  cast_int!(c.value - c.delta_value) AS prev_gpu_freq, cast_int!(c.next_value) AS next_gpu_freq
FROM counter_leading_intervals!((
  SELECT c.* FROM gpu_counter_track t JOIN counter c ON c.track_id = t.id WHERE t.name = 'gpufreq'
)) c
JOIN gpu_counter_track t ON t.id = c.track_id;
