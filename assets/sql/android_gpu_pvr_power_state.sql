-- android.gpu.pvr_power_state: from when to when a GPU of PowerVR was in which power state.

-- 0 is off, 1 power gated, 2 on, and -1 anything else; the last state lasts as long as the trace.
CREATE PERFETTO TABLE android_pvr_gpu_power_state AS
SELECT
  s.ts,
  IIF(s.dur = -1, trace_end() - s.ts, s.dur) AS dur,
  CASE s.name WHEN 'OFF' THEN 0 WHEN 'PG' THEN 1 WHEN 'ON' THEN 2 ELSE -1 END AS power_state
FROM slice s
JOIN track t ON t.id = s.track_id
WHERE t.name = 'powervr_gpu_power_state';
