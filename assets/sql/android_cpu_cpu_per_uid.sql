-- android.cpu.cpu_per_uid: how much CPU time each user id took of each cluster.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE _cpu_per_uid_interval AS
SELECT *
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter_track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.type = 'android_cpu_per_uid'
));

-- A time that is less than before is of a device that was started anew, and adds nothing.
CREATE PERFETTO TABLE android_cpu_per_uid_track AS
SELECT
  t.id, t.uid, t.cluster, cast_int!(TOTAL(MAX(i.next_value - i.value, 0))) AS total_cpu_millis,
  (
    SELECT p.package_name
    FROM package_list p
    WHERE p.uid = t.uid % 100000 AND p.uid >= 10000
    LIMIT 1
  ) AS package_name
FROM (
  SELECT
    id,
    extract_arg(dimension_arg_set_id, 'uid') AS uid,
    extract_arg(dimension_arg_set_id, 'cluster') AS cluster
  FROM counter_track
  WHERE type = 'android_cpu_per_uid'
) t
LEFT JOIN _cpu_per_uid_interval i ON i.track_id = t.id
GROUP BY t.id
ORDER BY t.id;

-- A ratio of 1 is a CPU that does nothing else. Both are negative where the device was started anew.
CREATE PERFETTO VIEW android_cpu_per_uid_counter AS
SELECT
  id, ts, dur, track_id, next_value - value AS diff_ms, (next_value - value) * 1e6 / dur AS cpu_ratio
FROM _cpu_per_uid_interval
WHERE next_value IS NOT NULL;
