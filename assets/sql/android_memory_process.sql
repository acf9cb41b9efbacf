-- android.memory.process: how much memory each process held, and how dispensable it was.

INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE linux.memory.process;

CREATE VIRTUAL TABLE _memory_with_score
USING SPAN_OUTER_JOIN(android_oom_adj_intervals PARTITIONED upid, _memory PARTITIONED upid);

CREATE PERFETTO TABLE memory_oom_score_with_rss_and_swap_per_process AS
SELECT
  m.ts, m.dur, m.score, m.bucket, m.upid, m.process_name, p.pid,
  m.oom_adj_id, m.oom_adj_ts, m.oom_adj_dur, m.oom_adj_track_id, m.oom_adj_thread_name,
  m.oom_adj_reason, m.oom_adj_trigger,
  m.anon_rss, m.file_rss, m.shmem_rss,
  m.anon_rss + m.file_rss + COALESCE(m.shmem_rss, 0) AS rss,
  m.swap,
  m.anon_rss + COALESCE(m.swap, 0) AS anon_rss_and_swap,
  m.anon_rss + m.file_rss + COALESCE(m.shmem_rss, 0) + COALESCE(m.swap, 0) AS rss_and_swap
FROM _memory_with_score m
JOIN process p ON p.upid = m.upid;
