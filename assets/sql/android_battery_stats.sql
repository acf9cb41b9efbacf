-- android.battery_stats: what the battery statistics of Android recorded, in words.

CREATE PERFETTO TABLE _battery_stats_word AS
WITH family(track, words) AS (
  VALUES
    ('wifi_scan', 'active'), ('wifi_radio', 'active'), ('mobile_radio', 'active'),
    ('audio', 'active'), ('video', 'active'), ('camera', 'active'), ('power_save', 'active'),
    ('phone_in_call', 'active'), ('wifi', 'on'), ('phone_state', 'phone'),
    ('phone_signal_strength', 'strength'), ('wifi_signal_strength', 'strength'),
    ('wifi_suppl', 'supplicant'), ('data_conn', 'data')
),
word(words, value, name) AS (
  VALUES
    ('active', 0, 'inactive'), ('active', 1, 'active'),
    ('on', 0, 'off'), ('on', 1, 'on'),
    ('phone', 0, 'in'), ('phone', 1, 'out'), ('phone', 2, 'emergency'), ('phone', 3, 'off'),
    ('strength', 0, '0/4'), ('strength', 1, '1/4'), ('strength', 2, '2/4'),
    ('strength', 3, '3/4'), ('strength', 4, '4/4'),
    ('supplicant', 0, 'invalid'), ('supplicant', 1, 'disconnected'),
    ('supplicant', 2, 'disabled'), ('supplicant', 3, 'inactive'), ('supplicant', 4, 'scanning'),
    ('supplicant', 5, 'authenticating'), ('supplicant', 6, 'associating'),
    ('supplicant', 7, 'associated'), ('supplicant', 8, '4-way-handshake'),
    ('supplicant', 9, 'group-handshake'), ('supplicant', 10, 'completed'),
    ('supplicant', 11, 'dormant'), ('supplicant', 12, 'uninitialized'),
    ('data', 0, 'Out of service'), ('data', 1, '2.5G (GPRS)'), ('data', 2, '2.7G (EDGE)'),
    ('data', 3, '3G (UMTS)'), ('data', 4, '3G (CDMA)'), ('data', 5, '3G (EVDO Rel 0)'),
    ('data', 6, '3G (EVDO Rev A)'), ('data', 7, '3G (LXRTT)'), ('data', 8, '3.5G (HSDPA)'),
    ('data', 9, '3.5G (HSUPA)'), ('data', 10, '3.5G (HSPA)'), ('data', 11, '2G (IDEN)'),
    ('data', 12, '3G (EVDO Rev B)'), ('data', 13, '4G (LTE)'), ('data', 14, '3.5G (eHRPD)'),
    ('data', 15, '3.7G (HSPA+)'), ('data', 16, '2G (GSM)'), ('data', 17, '3G (TD SCDMA)'),
    ('data', 18, 'Wifi calling (IWLAN)'), ('data', 19, '4.5G (LTE CA)'), ('data', 20, '5G (NR)'),
    ('data', 21, 'Emergency calls only'), ('data', 22, 'Other')
)
SELECT 'battery_stats.' || f.track AS track, w.value, w.name
FROM family f
JOIN word w ON w.words = f.words;

-- A value without a word is unknown, and stays a number where a counter has no words at all.
CREATE PERFETTO FUNCTION android_battery_stats_counter_to_string(track STRING, value DOUBLE)
RETURNS STRING AS
SELECT COALESCE(
  (SELECT name FROM _battery_stats_word WHERE track = $track AND value = $value),
  IIF(EXISTS (SELECT 1 FROM _battery_stats_word WHERE track = $track),
    'unknown', cast_string!($value)));

CREATE PERFETTO VIEW android_battery_stats_state AS
SELECT
  ts,
  COALESCE(next_ts - ts, -1) AS dur,
  COALESCE(next_ts, trace_end()) - ts AS safe_dur,
  track_name,
  cast_int!(value) AS value,
  android_battery_stats_counter_to_string(track_name, value) AS value_name
FROM (
  SELECT c.ts, c.value, t.name AS track_name, LEAD(c.ts) OVER (PARTITION BY t.name ORDER BY c.ts) AS next_ts
  FROM counter_track t
  JOIN counter c ON c.track_id = t.id
  WHERE t.name GLOB 'battery_stats.*'
);

-- What '+' begins '-' ends. What was not seen to begin has lasted since the trace began.
CREATE PERFETTO VIEW android_battery_stats_event_slices AS
WITH mark AS (
  SELECT
    s.ts, t.name AS track_name, str_split(s.name, '=', 1) AS said,
    SUBSTR(s.name, 1, 1) = '+' AS begins
  FROM track t
  JOIN slice s ON s.track_id = t.id
  WHERE t.name GLOB 'battery_stats.*' AND SUBSTR(s.name, 1, 1) IN ('+', '-')
),
paired AS (
  SELECT *,
    LAG(ts) OVER thing AS last_ts,
    LEAD(ts) OVER thing AS next_ts
  FROM mark
  WINDOW thing AS (PARTITION BY track_name, said ORDER BY ts)
),
span AS (
  SELECT
    track_name, said, IIF(begins, ts, trace_start()) AS ts, IIF(begins, next_ts, ts) AS end_ts
  FROM paired
  WHERE begins OR last_ts IS NULL
)
SELECT
  ts,
  COALESCE(end_ts - ts, -1) AS dur,
  COALESCE(end_ts, trace_end()) - ts AS safe_dur,
  track_name,
  str_split(said, '"', 1) AS str_value,
  cast_int!(str_split(said, ':', 0)) AS int_value
FROM span;
