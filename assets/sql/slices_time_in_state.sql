-- slices.time_in_state: for how long the thread of each slice was in which state meanwhile.

INCLUDE PERFETTO MODULE slices.with_context;

-- States by thread and time: a slice needs those from the last one that began before it on.
CREATE TABLE _state_of_slice_thread(
  utid INT, ts INT, ts_end INT, state TEXT, io_wait INT, blocked_function TEXT,
  PRIMARY KEY (utid, ts)
) WITHOUT ROWID;

INSERT OR IGNORE INTO _state_of_slice_thread
SELECT utid, ts, ts + dur, state, io_wait, blocked_function
FROM thread_state
WHERE dur > 0 AND utid IN (SELECT utid FROM thread_track WHERE utid > 0);

CREATE PERFETTO VIEW _thread_slice_state AS
SELECT
  s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name,
  c.state, c.io_wait, c.blocked_function,
  MIN(s.ts + s.dur, c.ts_end) - MAX(s.ts, c.ts) AS dur
FROM thread_slice s
CROSS JOIN _state_of_slice_thread c
WHERE s.utid > 0 AND s.dur > 0 AND c.utid = s.utid
  AND c.ts < s.ts + s.dur AND c.ts_end > s.ts
  AND c.ts >= COALESCE(
    (SELECT MAX(ts) FROM _state_of_slice_thread WHERE utid = s.utid AND ts <= s.ts), s.ts);

CREATE PERFETTO TABLE thread_slice_time_in_state AS
SELECT
  id, name, utid, thread_name, upid, process_name, state, io_wait, blocked_function,
  SUM(dur) AS dur
FROM _thread_slice_state
GROUP BY id, state, io_wait, blocked_function
ORDER BY id;
