-- linux.memory.high_watermark: the most memory that each process has held so far.

INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE linux.memory.process;

-- As a counter of each process, of which the same value again is no new interval.
CREATE PERFETTO TABLE _rss_watermark AS
SELECT
  0 AS id, ts, upid AS track_id,
  MAX(COALESCE(file_rss, 0) + COALESCE(anon_rss, 0) + COALESCE(shmem_rss, 0))
    OVER (PARTITION BY upid ORDER BY ts) AS value
FROM _memory;

CREATE PERFETTO TABLE _rss_watermark_interval AS
SELECT ts, dur, track_id AS upid, cast_int!(value) AS rss_high_watermark
FROM counter_leading_intervals!(_rss_watermark);

CREATE PERFETTO VIEW memory_rss_high_watermark_per_process AS
SELECT w.ts, w.dur, w.upid, p.pid, p.name AS process_name, w.rss_high_watermark
FROM _rss_watermark_interval w
JOIN process p ON p.upid = w.upid;
