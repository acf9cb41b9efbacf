-- linux.memory.general: counters of processes, each sample until the next one.

-- The last sample of a counter holds until its process or the trace ends.
CREATE PERFETTO VIEW _all_counters_per_process AS
SELECT
  c.ts,
  LEAD(c.ts, 1, (SELECT COALESCE(p.end_ts, trace_end()) FROM process p WHERE p.upid = t.upid) + 1)
    OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur,
  t.upid, c.value, c.track_id, t.name
FROM process_counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.upid IS NOT NULL;
