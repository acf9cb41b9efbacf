-- android.power_rails: how much energy each rail has taken.

INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE time.conversion;

CREATE PERFETTO TABLE android_power_rails_counters AS
SELECT
  c.id, c.ts, c.dur, t.name AS power_rail_name,
  extract_arg(t.source_arg_set_id, 'raw_name') AS raw_power_rail_name,
  c.value AS energy_since_boot,
  c.next_value AS energy_since_boot_at_end,
  (c.next_value - c.value) / c.dur * 1e6 AS average_power,
  c.delta_value AS energy_delta,
  c.track_id, c.value
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter_track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.type = 'power_rails'
)) c
JOIN counter_track t ON t.id = c.track_id;

CREATE PERFETTO TABLE android_power_rails_metadata AS
SELECT
  name AS power_rail_name,
  extract_arg(source_arg_set_id, 'raw_name') AS raw_power_rail_name,
  IIF(name GLOB 'power.rails.*', SUBSTR(name, 13), NULL) AS friendly_name,
  id AS track_id,
  extract_arg(source_arg_set_id, 'subsystem_name') AS subsystem_name,
  machine_id
FROM counter_track
WHERE type = 'power_rails';
