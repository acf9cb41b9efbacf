-- android.dvfs: frequencies of memory, buses and the like, beside those of CPUs.

CREATE PERFETTO VIEW android_dvfs_counters AS
SELECT
  t.name, c.ts, c.value,
  LEAD(c.ts, 1, trace_end()) OVER (PARTITION BY t.id ORDER BY c.ts) - c.ts AS dur
FROM counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name GLOB 'domain@[0-2] Frequency'
  OR t.name IN (
    '17000010.devfreq_mif Frequency', '17000020.devfreq_int Frequency',
    '17000090.devfreq_dsu Frequency', '170000a0.devfreq_bci Frequency',
    'dsu_throughput Frequency', 'bus_throughput Frequency')
  OR t.name GLOB 'cpu[0-8]dsu Frequency'
  OR t.name GLOB 'gs_memlat_devfreq:devfreq_mif_cpu[0-8]_memlat@17000010 Frequency'
ORDER BY c.ts;

CREATE PERFETTO TABLE android_dvfs_counter_stats AS
SELECT
  name, MAX(value) AS max, MIN(value) AS min, MAX(ts) - MIN(ts) AS dur,
  SUM(dur * value) / SUM(dur) AS wgt_avg
FROM android_dvfs_counters
WHERE dur > 0
GROUP BY name;

CREATE PERFETTO VIEW android_dvfs_counter_residency AS
SELECT
  name, value, SUM(dur) AS dur,
  SUM(dur) * 100.0 / SUM(SUM(dur)) OVER (PARTITION BY name) AS pct
FROM android_dvfs_counters
WHERE dur > 0
GROUP BY name, value;
