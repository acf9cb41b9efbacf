-- android.wakeups: what woke the device or kept it from sleeping, and for how long that is to blame.

INCLUDE PERFETTO MODULE android.suspend;

CREATE PERFETTO VIEW _wakeup_instant AS
SELECT t.name AS kind, s.ts, s.name AS said
FROM track t
JOIN slice s ON s.track_id = t.id
WHERE s.dur = 0 AND t.name IN ('wakeup_reason', 'wakeup_attribution', 'suspend_backoff');

-- Reasons are told at once, to whom they are attributed later, under the same number of milliseconds. That the
-- next attempt to sleep is put off is told right before the reason.
CREATE PERFETTO TABLE _wakeup AS
WITH told AS (
  SELECT
    kind, ts, SUBSTR(said, 1, INSTR(said, ' ') - 1) AS number,
    SUBSTR(said, INSTR(said, ' ') + 1) AS what
  FROM _wakeup_instant
  WHERE kind != 'suspend_backoff'
),
event AS (
  SELECT r.ts, r.what AS raw_wakeup, a.what AS on_device_attribution, NULL AS backoff
  FROM told r
  LEFT JOIN told a ON a.kind = 'wakeup_attribution' AND a.number = r.number
  WHERE r.kind = 'wakeup_reason'
  UNION ALL
  SELECT ts, NULL, NULL, said FROM _wakeup_instant WHERE kind = 'suspend_backoff'
),
put_off AS (
  SELECT ts, raw_wakeup, on_device_attribution, LAG(backoff) OVER (ORDER BY ts) AS backoff FROM event
),
change AS (
  SELECT *, 0 AS is_suspended FROM put_off WHERE raw_wakeup IS NOT NULL
  UNION ALL
  SELECT ts, NULL, NULL, NULL, 1 FROM android_suspend_state WHERE power_state = 'suspended'
),
blamed AS (
  SELECT
    ts, raw_wakeup, on_device_attribution, is_suspended,
    str_split(backoff, ' ', 0) AS suspend_quality,
    str_split(backoff, ' ', 1) AS backoff_state,
    str_split(backoff, ' ', 2) AS backoff_reason,
    CAST(str_split(backoff, ' ', 3) AS INT) AS backoff_count,
    CAST(str_split(backoff, ' ', 4) AS INT) AS backoff_millis,
    LEAD(ts, 1, ts + 5e9) OVER (ORDER BY ts) AS next_ts
  FROM change
)
SELECT
  ts,
  CASE suspend_quality
    WHEN 'good' THEN MIN(next_ts - ts, 5e9)
    WHEN 'bad' THEN backoff_millis * 1000000
    ELSE 0
  END AS dur,
  raw_wakeup, on_device_attribution, suspend_quality, backoff_state, backoff_reason, backoff_count,
  backoff_millis,
  CASE
    WHEN raw_wakeup GLOB 'Abort: Pending Wakeup Sources: *' THEN 'abort_pending'
    WHEN raw_wakeup GLOB 'Abort: Last active Wakeup Source: *' THEN 'abort_last_active'
    WHEN raw_wakeup GLOB 'Abort: *' THEN 'abort_other'
    ELSE 'normal'
  END AS type
FROM blamed
WHERE NOT is_suspended;

-- Up to four causes: sources after one another, or interrupts with their numbers, which say no more than their names.
CREATE PERFETTO TABLE android_wakeups AS
WITH place(n) AS (VALUES (0), (1), (2), (3)),
cause AS (
  SELECT
    w.*, place.n,
    CASE type
      WHEN 'abort_pending' THEN str_split(SUBSTR(raw_wakeup, 32), ' ', place.n)
      WHEN 'normal' THEN str_split(raw_wakeup, ':', place.n)
      WHEN 'abort_last_active' THEN IIF(place.n = 0, SUBSTR(raw_wakeup, 35), NULL)
      ELSE IIF(place.n = 0, SUBSTR(raw_wakeup, 8), NULL)
    END AS item
  FROM _wakeup w, place
)
SELECT
  ts, cast_int!(dur) AS dur, raw_wakeup, on_device_attribution, type,
  IIF(type = 'normal', COALESCE(str_split(item, ' ', 1), item), item) AS item,
  suspend_quality, backoff_state, COALESCE(backoff_reason, 'none') AS backoff_reason, backoff_count,
  backoff_millis
FROM cause
WHERE n = 0 OR item IS NOT NULL;
