-- android.cpu.cluster_utilization: how busy the little, medium and big CPUs were.

INCLUDE PERFETTO MODULE android.cpu.cluster_type;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO VIEW _cluster_of_cpu AS
SELECT c.ucpu, COALESCE(m.cluster_type, 'unknown') AS cluster_type
FROM cpu c
LEFT JOIN android_cpu_cluster_mapping m ON m.ucpu = c.ucpu;

CREATE PERFETTO VIEW _cluster_busy AS
SELECT id, ts, dur, ucpu
FROM sched
WHERE dur > 0 AND utid NOT IN (SELECT utid FROM thread WHERE is_idle);

-- Every cluster has a row, be it idle all the time. Time asleep counts for nothing.
CREATE PERFETTO FUNCTION android_cpu_cluster_utilization_in_interval(ts TIMESTAMP, dur LONG)
RETURNS TABLE(cluster_type STRING, core_count LONG, active_dur LONG, utilization DOUBLE) AS
WITH awake AS (SELECT to_monotonic($ts + $dur) - to_monotonic($ts) AS dur),
cluster AS (
  SELECT cluster_type, COUNT(DISTINCT ucpu) AS core_count FROM _cluster_of_cpu GROUP BY cluster_type
),
busy AS (
  SELECT c.cluster_type, SUM(to_monotonic(i.ts + i.dur) - to_monotonic(i.ts)) AS dur
  FROM _interval_intersect_single!($ts, $dur, _cluster_busy) i
  JOIN sched s ON s.id = i.id
  JOIN _cluster_of_cpu c ON c.ucpu = s.ucpu
  GROUP BY c.cluster_type
)
SELECT
  cluster.cluster_type, cluster.core_count, COALESCE(busy.dur, 0) AS active_dur,
  IIF(awake.dur > 0, COALESCE(busy.dur, 0) * 1.0 / (awake.dur * cluster.core_count), 0.0)
    AS utilization
FROM cluster, awake
LEFT JOIN busy ON busy.cluster_type = cluster.cluster_type;
