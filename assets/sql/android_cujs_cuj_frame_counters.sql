-- android.cujs.cuj_frame_counters: what Android counts during its journeys.

INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO VIEW _marker_missed_callback AS
SELECT t.name AS cuj_slice_name, s.ts, s.name AS marker_name
FROM slice s
JOIN track t ON t.id = s.track_id
WHERE s.name GLOB '*FT#Missed*';

CREATE PERFETTO FUNCTION _android_cuj_missed_vsyncs_for_callback(
  cuj_slice_name STRING, ts_min TIMESTAMP, ts_max TIMESTAMP, callback_missed STRING)
RETURNS LONG AS
SELECT COALESCE(SUM(marker_name GLOB $callback_missed), 0)
FROM _marker_missed_callback
WHERE cuj_slice_name = $cuj_slice_name AND ts >= $ts_min AND ($ts_max IS NULL OR ts <= $ts_max);

-- The counter of a journey has its name and, after a #, its own.
CREATE PERFETTO VIEW _android_jank_cuj_counter AS
SELECT
  c.ts, t.upid,
  str_split(str_split(t.name, '>#', 0), '<', 1) AS cuj_name,
  str_split(t.name, '#', 1) AS counter_name,
  CAST(c.value AS INTEGER) AS value
FROM process_counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name GLOB 'J<*>#*' AND t.upid IN (SELECT upid FROM android_jank_cuj);

CREATE PERFETTO FUNCTION _android_jank_cuj_counter_value(
  cuj_name STRING, counter_name STRING, ts_min TIMESTAMP, ts_max TIMESTAMP)
RETURNS LONG AS
SELECT value
FROM _android_jank_cuj_counter
WHERE cuj_name = $cuj_name AND counter_name = $counter_name
  AND ts >= $ts_min AND ($ts_max IS NULL OR ts <= $ts_max)
ORDER BY ts
LIMIT 1;
