-- linux.memory.process: how much memory each process held from when to when.

-- A sample holds until the next one, the last until its process or the trace ends.
CREATE PERFETTO TABLE _process_memory AS
SELECT
  c.ts,
  LEAD(c.ts, 1, COALESCE(p.end_ts, trace_end()) + 1) OVER (PARTITION BY t.id ORDER BY c.ts) - c.ts
    AS dur,
  t.upid, t.name, c.value
FROM process_counter_track t
JOIN process p ON p.upid = t.upid
JOIN counter c ON c.track_id = t.id
WHERE t.name IN ('mem.rss.anon', 'mem.rss.file', 'mem.rss.shmem', 'mem.swap');

CREATE PERFETTO VIEW _anon_rss AS
SELECT ts, dur, upid, value AS anon FROM _process_memory WHERE name = 'mem.rss.anon';
CREATE PERFETTO VIEW _file_rss AS
SELECT ts, dur, upid, value AS file FROM _process_memory WHERE name = 'mem.rss.file';
CREATE PERFETTO VIEW _shmem_rss AS
SELECT ts, dur, upid, value AS shmem FROM _process_memory WHERE name = 'mem.rss.shmem';
CREATE PERFETTO VIEW _swap AS
SELECT ts, dur, upid, value AS swap FROM _process_memory WHERE name = 'mem.swap';

CREATE VIRTUAL TABLE _anon_swap USING SPAN_OUTER_JOIN(_anon_rss PARTITIONED upid, _swap PARTITIONED upid);
CREATE VIRTUAL TABLE _anon_swap_file USING SPAN_OUTER_JOIN(_anon_swap PARTITIONED upid, _file_rss PARTITIONED upid);
CREATE VIRTUAL TABLE _rss_swap USING SPAN_OUTER_JOIN(_anon_swap_file PARTITIONED upid, _shmem_rss PARTITIONED upid);

CREATE PERFETTO TABLE _memory AS
SELECT
  ts, dur, upid, cast_int!(anon) AS anon_rss, cast_int!(file) AS file_rss,
  cast_int!(shmem) AS shmem_rss, cast_int!(swap) AS swap
FROM _rss_swap;

-- Processes without shared memory or swap say nothing of it; all have the other two.
CREATE PERFETTO VIEW memory_rss_and_swap_per_process AS
SELECT
  m.ts, m.dur, m.upid, p.pid, p.name AS process_name, m.anon_rss, m.file_rss, m.shmem_rss,
  m.anon_rss + m.file_rss + COALESCE(m.shmem_rss, 0) AS rss,
  m.swap,
  m.anon_rss + COALESCE(m.swap, 0) AS anon_rss_and_swap,
  m.anon_rss + m.file_rss + COALESCE(m.shmem_rss, 0) + COALESCE(m.swap, 0) AS rss_and_swap
FROM _memory m
JOIN process p ON p.upid = m.upid;
