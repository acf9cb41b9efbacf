-- android.gpu.memory: how much memory of the GPU each process held from when to when.

-- A sample holds until the next one, the last until its process or the trace ends.
CREATE PERFETTO TABLE android_gpu_memory_per_process AS
SELECT
  c.ts,
  LEAD(c.ts, 1, COALESCE(p.end_ts, trace_end()) + 1) OVER (PARTITION BY t.id ORDER BY c.ts) - c.ts
    AS dur,
  t.upid, cast_int!(c.value) AS gpu_memory
FROM process_counter_track t
JOIN process p ON p.upid = t.upid
JOIN counter c ON c.track_id = t.id
WHERE t.name = 'GPU Memory';
