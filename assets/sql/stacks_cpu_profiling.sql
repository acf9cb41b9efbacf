-- stacks.cpu_profiling: samples of what CPUs executed, one by one and together.

INCLUDE PERFETTO MODULE linux.perf.samples;

CREATE PERFETTO TABLE cpu_profiling_samples AS
SELECT
  ROW_NUMBER() OVER (ORDER BY s.ts) AS id, s.ts, s.utid, t.tid, t.name AS thread_name,
  c.ucpu, s.cpu, s.callsite_id
FROM perf_sample s
JOIN thread t ON t.utid = s.utid
LEFT JOIN cpu c ON c.ucpu = s.cpu
ORDER BY s.ts;

CREATE PERFETTO TABLE cpu_profiling_summary_tree AS SELECT * FROM linux_perf_samples_summary_tree;
