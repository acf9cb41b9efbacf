-- android.entity_state_residency: for how much of the time parts of the device were in which power state.

CREATE PERFETTO TABLE android_entity_state_residency AS
WITH state AS (
  SELECT
    id, name AS raw_name,
    -- "Entity residency: ENTITY is STATE".
    IIF(name GLOB 'Entity residency: * is *',
      REPLACE(SUBSTR(name, 1, INSTR(name, ' is ') - 1), 'Entity residency: ', ''), NULL) AS entity_name,
    IIF(name GLOB 'Entity residency: * is *', SUBSTR(name, INSTR(name, ' is ') + 4), NULL) AS state_name
  FROM counter_track
  WHERE type = 'entity_state'
),
sample AS (
  SELECT
    c.id, c.ts, LEAD(c.ts) OVER counter - c.ts AS dur, s.entity_name, s.state_name, s.raw_name,
    CAST(c.value * 1e6 AS INT) AS state_time_since_boot,
    CAST(LEAD(c.value) OVER counter * 1e6 AS INT) AS state_time_since_boot_at_end,
    c.track_id
  FROM counter c
  JOIN state s ON s.id = c.track_id
  WINDOW counter AS (PARTITION BY c.track_id ORDER BY c.ts)
)
SELECT
  id, ts, dur, entity_name, state_name, raw_name, state_time_since_boot, state_time_since_boot_at_end,
  (state_time_since_boot_at_end - state_time_since_boot) * 1.0 / dur AS state_time_ratio, track_id
FROM sample;
