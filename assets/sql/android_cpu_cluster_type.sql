-- android.cpu.cluster_type: which CPUs are little, medium or big.

INCLUDE PERFETTO MODULE intervals.overlap;

-- Clusters are numbered by capacity; what they are called depends on how many there are.
CREATE PERFETTO TABLE android_cpu_cluster_mapping AS
SELECT
  c.ucpu, c.cpu,
  CASE
    WHEN n.clusters NOT BETWEEN 2 AND 4 THEN NULL
    WHEN c.cluster_id = 0 THEN 'little'
    WHEN c.cluster_id = n.clusters - 1 THEN 'big'
    WHEN c.cluster_id BETWEEN 1 AND n.clusters - 2 THEN 'medium'
  END AS cluster_type
FROM cpu c, (SELECT COUNT(DISTINCT cluster_id) AS clusters FROM cpu) n;

CREATE PERFETTO FUNCTION _active_cpu_count_for_cluster_type(cluster_type STRING)
RETURNS TABLE(ts LONG, active_cpu_count LONG) AS
WITH busy AS (
  SELECT s.ts, s.dur
  FROM sched s
  JOIN android_cpu_cluster_mapping m ON m.ucpu = s.ucpu
  WHERE m.cluster_type = $cluster_type AND s.utid NOT IN (SELECT utid FROM thread WHERE is_idle)
)
SELECT ts, value AS active_cpu_count FROM intervals_overlap_count!(busy, ts, dur) ORDER BY ts;
