-- viz.summary.processes: how much is known of each process.

INCLUDE PERFETTO MODULE viz.summary.slices;
INCLUDE PERFETTO MODULE viz.summary.threads;

CREATE PERFETTO TABLE _process_track_summary AS
SELECT t.upid, SUM(s.cnt) AS slice_count
FROM process_track t
JOIN _slice_track_summary s ON s.id = t.id
GROUP BY t.upid;

CREATE PERFETTO TABLE _thread_process_grouped_summary AS
SELECT
  t.upid, MAX(s.max_running_dur) AS max_running_dur, SUM(s.sum_running_dur) AS sum_running_dur,
  SUM(s.running_count) AS running_count, SUM(s.slice_count) AS slice_count,
  SUM(s.perf_sample_count) AS perf_sample_count,
  SUM(s.instruments_sample_count) AS instruments_sample_count
FROM _thread_available_info_summary s
JOIN thread t ON t.utid = s.utid
WHERE t.upid IS NOT NULL
GROUP BY t.upid;

-- Heaps are not read: there are no allocations and no objects.
CREATE PERFETTO TABLE _process_available_info_summary AS
SELECT
  p.upid,
  COALESCE(t.max_running_dur, 0) AS max_running_dur,
  COALESCE(t.sum_running_dur, 0) AS sum_running_dur,
  COALESCE(t.running_count, 0) AS running_count,
  COALESCE(t.slice_count, 0) AS thread_slice_count,
  COALESCE(t.perf_sample_count, 0) AS perf_sample_count,
  COALESCE(t.instruments_sample_count, 0) AS instruments_sample_count,
  COALESCE(s.slice_count, 0) AS process_slice_count,
  0 AS allocation_count,
  0 AS graph_object_count
FROM process p
LEFT JOIN _thread_process_grouped_summary t ON t.upid = p.upid
LEFT JOIN _process_track_summary s ON s.upid = p.upid
WHERE t.upid IS NOT NULL OR s.upid IS NOT NULL
  OR p.upid IN (SELECT upid FROM process_counter_track)
  OR p.upid IN (SELECT upid FROM profiler_smaps);
