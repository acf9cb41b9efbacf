-- chrome.scroll_jank_v4: which frames of scrolls came late, and why, as version 4 of Chromium's own metric judges.

CREATE PERFETTO TABLE _scroll_jank_v4_result AS
SELECT
  id, name, ts, dur, arg_set_id, EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.result_id') AS result_id
FROM slice
WHERE name = 'ScrollJankV4';

-- The times of a result are slices of their own. Those of newer versions of Chromium say which result they belong
-- to; those of older ones lie below it. Of several of a kind the first counts.
CREATE PERFETTO TABLE _scroll_jank_v4_time AS
WITH named(name, kind) AS (
  VALUES
    ('Real scroll update input generation', 'real'),
    ('Extrapolated first synthetic scroll update input generation', 'synthetic'),
    ('First synthetic scroll update original begin frame', 'original'),
    ('Begin frame', 'begin'),
    ('Presentation', 'presentation'),
    ('Extrapolated presentation', 'presentation')
),
numbered AS MATERIALIZED (
  SELECT
    named.kind, s.ts, s.dur, EXTRACT_ARG(s.arg_set_id, 'scroll_jank_v4.result_id') AS result_id
  FROM named
  JOIN slice s USING (name)
)
SELECT id, kind, MIN(ts) AS ts, dur
FROM (
  SELECT r.id, n.kind, n.ts, n.dur
  FROM _scroll_jank_v4_result r
  JOIN numbered n USING (result_id)
  UNION ALL
  SELECT r.id, named.kind, d.ts, d.dur
  FROM _scroll_jank_v4_result r
  JOIN descendant_slice(r.id) d
  JOIN named ON named.name = d.name
  WHERE NOT EXISTS (SELECT 1 FROM _scroll_jank_v4_result WHERE result_id IS NOT NULL)
)
GROUP BY id, kind;

CREATE PERFETTO TABLE chrome_scroll_jank_v4_results AS
WITH times AS MATERIALIZED (
  SELECT
    id,
    MAX(IIF(kind = 'real', ts, NULL)) AS real_ts,
    MAX(IIF(kind = 'real', ts + dur, NULL)) AS real_end,
    MAX(IIF(kind = 'synthetic', ts, NULL)) AS synthetic_ts,
    MAX(IIF(kind = 'original', ts, NULL)) AS original_ts,
    MAX(IIF(kind = 'begin', ts, NULL)) AS begin_ts,
    MAX(IIF(kind = 'presentation', ts, NULL)) AS presentation_ts
  FROM _scroll_jank_v4_time
  GROUP BY id
),
result AS (
  SELECT
    *,
    EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.updates.first_scroll_update_type') AS first_type,
    EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.updates.real.first_event_latency_id') AS real_id,
    EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.updates.synthetic.first_event_latency_id')
      AS synthetic_id
  FROM _scroll_jank_v4_result
)
SELECT
  r.id, r.name, r.ts, r.dur, r.result_id,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.is_janky') AS is_janky,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.vsyncs_since_previous_frame')
    AS vsyncs_since_previous_frame,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.running_delivery_cutoff_us') AS running_delivery_cutoff,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.adjusted_delivery_cutoff_us') AS adjusted_delivery_cutoff,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.current_delivery_cutoff_us') AS current_delivery_cutoff,
  real_id AS real_first_event_latency_id,
  t.real_ts AS real_first_input_generation_ts,
  t.real_end AS real_last_input_generation_ts,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.updates.real.abs_total_raw_delta_pixels')
    AS real_abs_total_raw_delta_pixels,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.updates.real.max_abs_inertial_raw_delta_pixels')
    AS real_max_abs_inertial_raw_delta_pixels,
  synthetic_id AS synthetic_first_event_latency_id,
  t.synthetic_ts AS synthetic_first_extrapolated_input_generation_ts,
  t.original_ts AS synthetic_first_original_begin_frame_ts,
  first_type AS first_scroll_update_type,
  CASE
    WHEN first_type = 'REAL' THEN real_id
    WHEN first_type GLOB 'SYNTHETIC_*' THEN synthetic_id
    ELSE COALESCE(real_id, synthetic_id)
  END AS first_event_latency_id,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.damage_type') AS damage_type,
  EXTRACT_ARG(arg_set_id, 'scroll_jank_v4.vsync_interval_us') AS vsync_interval,
  t.begin_ts AS begin_frame_ts,
  t.presentation_ts
FROM result r
LEFT JOIN times t USING (id)
ORDER BY r.ts;

CREATE PERFETTO TABLE chrome_scroll_jank_v4_reasons AS
SELECT
  id,
  MAX(IIF(key GLOB '*.jank_reason', COALESCE(string_value, int_value), NULL)) AS jank_reason,
  MAX(IIF(key GLOB '*.missed_vsyncs', int_value, NULL)) AS missed_vsyncs
FROM (
  SELECT
    r.id, a.id AS arg_id, a.key, a.string_value, a.int_value,
    SUBSTR(a.key, 1, INSTR(a.key, ']')) AS place
  FROM _scroll_jank_v4_result r
  JOIN args a USING (arg_set_id)
  WHERE a.flat_key GLOB 'scroll_jank_v4.missed_vsyncs_per_jank_reason.*'
)
GROUP BY id, place
ORDER BY id, MIN(arg_id);
