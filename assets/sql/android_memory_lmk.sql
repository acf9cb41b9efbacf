-- android.memory.lmk: processes that were killed for want of memory.

INCLUDE PERFETTO MODULE android.oom_adjuster;

CREATE PERFETTO FUNCTION _lmk_word(name STRING, part LONG) RETURNS LONG AS
SELECT cast_int!(str_split($name, ',', $part));

-- lmkd says so in a slice, in recent releases one without a length; else the kernel's counter does.
CREATE PERFETTO TABLE _lmk_slice AS
SELECT
  s.ts, _lmk_word(s.name, 1) AS pid, _lmk_word(s.name, 2) AS kill_reason_raw,
  _lmk_word(s.name, 3) AS oom_score_adj,
  IIF(s.dur > 0, 1, 0) AS is_old
FROM slice s
LEFT JOIN process_track t ON t.id = s.track_id
WHERE s.name GLOB 'lmk,*' AND (s.dur > 0 OR (s.dur = 0 AND t.name = 'lowmemorykiller'));

CREATE PERFETTO TABLE _lmk_event AS
SELECT ts, pid, kill_reason_raw, oom_score_adj
FROM _lmk_slice
WHERE is_old = (SELECT MIN(is_old) FROM _lmk_slice)
UNION ALL
SELECT
  c.ts, c.value, NULL,
  (
    SELECT i.score
    FROM process p
    JOIN android_oom_adj_intervals i ON i.upid = p.upid
    WHERE p.pid = c.value AND c.ts >= i.ts AND c.ts < i.ts + i.dur
  )
FROM counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name = 'kill_one_process' AND c.value > 0 AND NOT EXISTS (SELECT 1 FROM _lmk_slice);

CREATE PERFETTO TABLE android_lmk_events AS
SELECT
  e.ts, p.pid, p.upid, p.name AS process_name, e.oom_score_adj,
  CASE
    WHEN e.kill_reason_raw = 0 THEN 'PRESSURE_AFTER_KILL'
    WHEN e.kill_reason_raw = 1 THEN 'NOT_RESPONDING'
    WHEN e.kill_reason_raw = 2 THEN 'LOW_SWAP_AND_THRASHING'
    WHEN e.kill_reason_raw = 3 THEN 'LOW_MEM_AND_SWAP'
    WHEN e.kill_reason_raw = 4 THEN 'LOW_MEM_AND_THRASHING'
    WHEN e.kill_reason_raw = 5 THEN 'DIRECT_RECL_AND_THRASHING'
    WHEN e.kill_reason_raw = 6 THEN 'LOW_MEM_AND_SWAP_UTIL'
    WHEN e.kill_reason_raw = 7 THEN 'LOW_FILECACHE_AFTER_THRASHING'
    WHEN e.kill_reason_raw = 8 THEN 'LOW_MEM'
    WHEN e.kill_reason_raw = 9 THEN 'DIRECT_RECL_STUCK'
    WHEN e.kill_reason_raw BETWEEN 1000 AND 1999 THEN 'VENDOR_REASON'
    ELSE 'UNKNOWN'
  END AS kill_reason,
  e.kill_reason_raw
FROM _lmk_event e
LEFT JOIN process p ON p.pid = e.pid
  AND e.ts BETWEEN COALESCE(p.start_ts, trace_start()) AND COALESCE(p.end_ts, trace_end());
