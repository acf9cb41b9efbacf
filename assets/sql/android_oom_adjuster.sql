-- android.oom_adjuster: how dispensable each process was, and what changed that.

INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO FUNCTION android_oom_adj_score_to_bucket_name(oom_score LONG)
RETURNS STRING AS
SELECT
  CASE
    WHEN $oom_score >= 900 THEN 'cached'
    WHEN $oom_score >= 250 THEN 'background'
    WHEN $oom_score > 200 THEN 'job'
    WHEN $oom_score = 200 THEN 'foreground_service'
    WHEN $oom_score >= 100 THEN 'bfgs'
    WHEN $oom_score >= 0 THEN 'foreground'
    WHEN $oom_score < 0 THEN 'system'
  END;

CREATE PERFETTO FUNCTION android_oom_adj_score_to_detailed_bucket_name(
  value LONG, android_appid LONG)
RETURNS STRING AS
SELECT
  CASE
    WHEN $value >= 950 THEN 'cached_app_lmk_first'
    WHEN $value >= 900 THEN 'cached_app'
    WHEN $value >= 800 THEN 'service_b'
    WHEN $value >= 700 THEN 'previous_app'
    WHEN $value >= 600 THEN 'home_app'
    WHEN $value >= 500 THEN 'service'
    WHEN $value >= 400 THEN 'heavy_weight_app'
    WHEN $value >= 300 THEN 'backup'
    WHEN $value >= 250 THEN 'perceptible_low_app'
    WHEN $value >= 225 THEN 'perceptible_medium_app'
    WHEN $value >= 200 THEN 'perceptible_app'
    WHEN $value >= 100 THEN 'visible_app'
    WHEN $value = 50 THEN 'perceptible_foreground_app'
    WHEN $value = 0 THEN 'foreground_app'
    WHEN $value = -600 THEN 'logcat'
    WHEN $value = -700 THEN 'persistent_service'
    WHEN $value = -800 THEN 'persistent_proc'
    WHEN $value = -900 THEN 'system'
    WHEN $value = -1000 THEN 'native'
    WHEN $android_appid IS NULL THEN 'unknown'
    WHEN $android_appid < 10000 THEN 'unknown_native'
    ELSE 'unknown_app'
  END;

-- What the system last updated scores for: until the next time.
CREATE PERFETTO TABLE _oom_adj_update AS
SELECT
  u.id, u.ts, u.dur, u.track_id, u.utid, u.thread_name,
  str_split(u.name, '_', 1) AS reason, p.name AS trigger,
  COALESCE(LEAD(u.ts) OVER (ORDER BY u.ts), trace_end()) AS until
FROM thread_slice u
LEFT JOIN slice p ON p.id = u.parent_id AND p.dur != -1
WHERE u.name GLOB 'updateOomAdj_*' AND u.process_name = 'system_server';

CREATE PERFETTO TABLE _oom_adjuster_intervals AS
SELECT
  c.ts, c.dur, cast_int!(c.value) AS score, p.upid, p.name AS process_name,
  u.id AS oom_adj_id, u.ts AS oom_adj_ts, u.dur AS oom_adj_dur, u.track_id AS oom_adj_track_id,
  u.thread_name AS oom_adj_thread_name, u.utid AS oom_adj_utid, u.reason AS oom_adj_reason,
  u.trigger AS oom_adj_trigger, p.android_appid
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value
  FROM process_counter_track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.name = 'oom_score_adj'
)) c
JOIN process_counter_track t ON t.id = c.track_id
JOIN process p ON p.upid = t.upid
LEFT JOIN _oom_adj_update u ON c.ts BETWEEN u.ts AND u.until;

CREATE PERFETTO VIEW android_oom_adj_intervals AS
SELECT
  ts, dur, score, android_oom_adj_score_to_bucket_name(score) AS bucket, upid, process_name,
  oom_adj_id, oom_adj_ts, oom_adj_dur, oom_adj_track_id, oom_adj_thread_name, oom_adj_reason,
  oom_adj_trigger
FROM _oom_adjuster_intervals;
