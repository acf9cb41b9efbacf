-- android.io: what was written to the file system f2fs, by whom.

CREATE PERFETTO VIEW _android_io_f2fs_counter_stats AS
SELECT
  str_split(t.name, '].', 1) AS name, SUM(c.value) AS sum, MAX(c.value) AS max, MIN(c.value) AS min,
  MAX(c.ts) - MIN(c.ts) AS dur, COUNT(c.ts) AS count, AVG(c.value) AS avg
FROM counter c
JOIN counter_track t ON t.id = c.track_id
WHERE t.name GLOB '*f2fs*'
GROUP BY 1
ORDER BY sum DESC;

CREATE PERFETTO VIEW _android_io_f2fs_write_stats AS
SELECT
  t.utid, t.tid, t.name AS thread_name, p.upid, p.pid, p.name AS process_name, f.ino, f.dev,
  SUM(f.copied) AS bytes, COUNT(f.len) AS write_count
FROM (
  SELECT
    utid, EXTRACT_ARG(arg_set_id, 'ino') AS ino, EXTRACT_ARG(arg_set_id, 'dev') AS dev,
    EXTRACT_ARG(arg_set_id, 'len') AS len, EXTRACT_ARG(arg_set_id, 'copied') AS copied
  FROM ftrace_event
  WHERE name GLOB 'f2fs_write_end*'
) f
JOIN thread t ON t.utid = f.utid
JOIN process p ON p.upid = t.upid
GROUP BY t.utid, f.ino, f.dev
ORDER BY bytes DESC;

CREATE PERFETTO VIEW _android_io_f2fs_aggregate_write_stats AS
SELECT
  SUM(write_count) AS total_write_count, COUNT(DISTINCT pid) AS distinct_processes,
  SUM(bytes) AS total_bytes_written, COUNT(DISTINCT dev) AS distinct_device_count,
  COUNT(DISTINCT ino) AS distinct_inode_count, COUNT(DISTINCT tid) AS distinct_thread_count
FROM _android_io_f2fs_write_stats;
