-- stacks.cpu_profiling: samples of what CPUs executed, one by one and together. Samples that were taken by
-- something else than time, cycles or instructions are not among them.

INCLUDE PERFETTO MODULE linux.perf.samples;

CREATE PERFETTO TABLE cpu_profiling_samples AS
SELECT
  s.id, s.ts, tc.utid, t.tid, t.name AS thread_name, ec.ucpu, c.cpu, s.callsite_id, s.source
FROM stack_sample s
LEFT JOIN stack_sample_session ses ON ses.id = s.session_id
LEFT JOIN stack_sample_task_context tc ON tc.id = s.task_context_id
LEFT JOIN stack_sample_execution_context ec ON ec.id = s.execution_context_id
LEFT JOIN thread t ON t.utid = tc.utid
LEFT JOIN cpu c ON c.ucpu = ec.ucpu
WHERE ses.timebase_unit IS NULL OR ses.timebase_unit IN ('ns', 'cycles', 'instructions')
ORDER BY s.ts;

CREATE PERFETTO TABLE cpu_profiling_summary_tree AS
SELECT * FROM _callstack_summary_tree!(cpu_profiling_samples);
