-- android.thread: names of threads without what differs from one to the next, and who starts many.

-- Numbers, in hexadecimal too: after a letter they begin with a decimal digit, after 0x they need
-- none. What follows 0x is marked meanwhile, and an underscore, which regular expressions take for a
-- letter, is put aside.
CREATE PERFETTO FUNCTION _android_thread_without_numbers(name STRING) RETURNS STRING AS
SELECT REPLACE(REPLACE(
  regexp_replace_simple(
    REPLACE(REPLACE(REPLACE(
      $name, '_', CHAR(1)), '0x', '0x' || CHAR(2)), '0X', '0X' || CHAR(2)),
    '\x02[0-9a-fA-F]+|(?-u:\b)[0-9a-fA-F]*[0-9][0-9a-fA-F]*|[0-9][0-9a-fA-F]*',
    '<num>'),
  CHAR(1), '_'), CHAR(2), '');

-- What stands before the first of `-`, `[`, `:` and a blank.
CREATE PERFETTO FUNCTION android_standardize_thread_name(thread_name STRING) RETURNS STRING AS
SELECT IIF(
  $thread_name GLOB 'kworker/*',
  'kworker',
  _android_thread_without_numbers(
    str_split(str_split(str_split(str_split($thread_name, '-', 0), '[', 0), ':', 0), ' ', 0)));

-- The most threads that began within a time from the start of one, of those that lived no longer
-- than another time, if one is given. Both are nanoseconds.
CREATE PERFETTO FUNCTION _android_thread_creation_spam_per_thread(
  max_thread_dur DOUBLE, sliding_window_dur DOUBLE)
RETURNS TABLE(process_name STRING, upid LONG, thread_name_prefix STRING, max_count_per_sec LONG) AS
SELECT process_name, upid, thread_name_prefix, MAX(n) AS max_count_per_sec
FROM (
  SELECT
    process_name, upid, thread_name_prefix,
    COUNT(start_ts) OVER (
      PARTITION BY upid, thread_name_prefix ORDER BY start_ts
      RANGE BETWEEN CURRENT ROW AND cast_int!($sliding_window_dur) FOLLOWING) AS n
  FROM (
    SELECT
      p.name AS process_name, p.upid, t.start_ts,
      android_standardize_thread_name(t.name) AS thread_name_prefix
    FROM thread t
    JOIN process p ON p.upid = t.upid
    WHERE $max_thread_dur IS NULL OR ($max_thread_dur AND t.end_ts - t.start_ts <= $max_thread_dur)
  )
)
GROUP BY upid, thread_name_prefix
HAVING max_count_per_sec > 0
ORDER BY max_count_per_sec DESC;

CREATE PERFETTO FUNCTION _android_thread_creation_spam_per_process(
  max_thread_dur DOUBLE, sliding_window_dur DOUBLE)
RETURNS TABLE(process_name STRING, upid LONG, max_count_per_sec LONG) AS
SELECT process_name, upid, MAX(n) AS max_count_per_sec
FROM (
  SELECT
    p.name AS process_name, p.upid,
    COUNT(t.start_ts) OVER (
      PARTITION BY p.upid ORDER BY t.start_ts
      RANGE BETWEEN CURRENT ROW AND cast_int!($sliding_window_dur) FOLLOWING) AS n
  FROM thread t
  JOIN process p ON p.upid = t.upid
  WHERE $max_thread_dur IS NULL OR ($max_thread_dur AND t.end_ts - t.start_ts <= $max_thread_dur)
)
GROUP BY upid
HAVING max_count_per_sec > 0
ORDER BY max_count_per_sec DESC;
