-- android.cpu.cpu_uptime: which threads kept CPUs from deeper idle states, and what that cost.

INCLUDE PERFETTO MODULE linux.cpu.idle;

CREATE PERFETTO VIEW _uptime_thread AS
SELECT s.ts, s.dur, s.cpu, s.id, t.tid, t.name AS thread_name, p.pid, p.name AS process_name
FROM sched_slice s
JOIN thread t ON t.utid = s.utid
JOIN process p ON p.upid = t.upid
WHERE p.name IS NOT NULL;

CREATE PERFETTO TABLE _uptime_active AS
SELECT
  ts, dur, cpu, ts AS group_ts, dur AS group_dur,
  LEAD(ts) OVER (PARTITION BY cpu ORDER BY ts) AS next_group_ts,
  ROW_NUMBER() OVER (ORDER BY ts) AS group_id
FROM cpu_idle_counters
WHERE idle = -1;

CREATE VIRTUAL TABLE _uptime_active_thread
USING SPAN_JOIN(_uptime_active PARTITIONED cpu, _uptime_thread PARTITIONED cpu);

CREATE PERFETTO TABLE android_active_sched_joined AS
SELECT
  ts, dur, cpu, group_ts, group_dur, next_group_ts, group_id, id, tid, thread_name, pid, process_name
FROM _uptime_active_thread;

-- The first thread of each time that a CPU is active bears the cost of the idle state, in microseconds.
CREATE PERFETTO MACRO android_cpu_uptime_cost(
  active_sched_joined TableOrSubquery, c2_cost Expr, c3_cost Expr)
RETURNS TableOrSubquery AS
(
  SELECT
    SUM(dur + IIF(_place = 1, MIN($c2_cost * 1000, _idle), 0)) AS uptime_cost_c2,
    SUM(dur + IIF(_place = 1, MIN($c3_cost * 1000, _idle), 0)) AS uptime_cost_c3,
    SUM(dur) AS execution_time,
    thread_name, process_name
  FROM (
    SELECT
      *, ROW_NUMBER() OVER (PARTITION BY group_id ORDER BY ts) AS _place,
      next_group_ts - (group_ts + group_dur) AS _idle
    FROM $active_sched_joined
  )
  GROUP BY thread_name, process_name
  ORDER BY uptime_cost_c2 DESC
);
