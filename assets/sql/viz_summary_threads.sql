-- viz.summary.threads: how much is known of each thread.

INCLUDE PERFETTO MODULE viz.summary.slices;

CREATE PERFETTO TABLE _sched_summary AS
SELECT
  utid, MAX(dur) AS max_running_dur, SUM(dur) AS sum_running_dur, COUNT(*) AS running_count
FROM sched
WHERE dur != -1 AND utid NOT IN (SELECT utid FROM thread WHERE is_idle)
GROUP BY utid;

CREATE PERFETTO TABLE _thread_track_summary AS
SELECT t.utid, SUM(s.cnt) AS slice_count
FROM thread_track t
JOIN _slice_track_summary s ON s.id = t.id
GROUP BY t.utid;

CREATE PERFETTO TABLE _perf_sample_summary AS
SELECT utid, COUNT(*) AS perf_sample_cnt
FROM perf_sample
WHERE callsite_id IS NOT NULL
GROUP BY utid;

-- Samples of Instruments are never read: there are none.
CREATE PERFETTO TABLE _thread_available_info_summary AS
SELECT
  t.utid,
  COALESCE(r.max_running_dur, 0) AS max_running_dur,
  COALESCE(r.sum_running_dur, 0) AS sum_running_dur,
  COALESCE(r.running_count, 0) AS running_count,
  COALESCE(s.slice_count, 0) AS slice_count,
  COALESCE(p.perf_sample_cnt, 0) AS perf_sample_count,
  0 AS instruments_sample_count
FROM thread t
LEFT JOIN _sched_summary r ON r.utid = t.utid
LEFT JOIN _thread_track_summary s ON s.utid = t.utid
LEFT JOIN _perf_sample_summary p ON p.utid = t.utid
WHERE r.utid IS NOT NULL OR s.utid IS NOT NULL OR p.utid IS NOT NULL
  OR t.utid IN (SELECT utid FROM thread_counter_track);
