-- linux.perf.counters: what counters said when the perf profiler took a sample with a call stack.

-- A row for each counter of a sample.
CREATE PERFETTO VIEW linux_perf_sample_with_counters AS
SELECT
  s.id AS sample_id, s.ts, s.utid, s.cpu, s.cpu_mode, s.callsite_id, s.unwind_error,
  s.perf_session_id, v.id AS counter_id, v.track_id, v.value AS counter_value
FROM perf_sample s
JOIN stack_sample_counter v ON v.stack_sample_id = s.id;

CREATE PERFETTO FUNCTION linux_perf_counter_for_sample(sample_id LONG, counter_name STRING)
RETURNS DOUBLE AS
SELECT v.value
FROM stack_sample_counter v
JOIN perf_counter_track t ON t.id = v.track_id
WHERE v.stack_sample_id = $sample_id AND t.name = $counter_name
LIMIT 1;
