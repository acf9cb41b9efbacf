-- linux.cpu.sched_breakdown: for how long the scheduler told what each CPU did.

CREATE PERFETTO TABLE cpu_sched_time AS
SELECT cpu, ucpu, SUM(dur) AS cpu_sched_dur_ns
FROM sched
GROUP BY cpu, ucpu;
