-- android.startup.startup_breakdowns: what the main threads of starting activities did when.

INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE intervals.overlap;

-- Reasons by what slices are called.
CREATE PERFETTO TABLE _startup_reason AS
WITH rule(pattern, reason) AS (
  VALUES
    ('mm_vmscan_direct_reclaim', 'kernel_memory_reclaim'),
    ('GC: Wait For*', 'userspace_memory_reclaim'),
    ('monitor contention*', 'monitor_contention'),
    ('Lock contention on a monitor lock*', 'monitor_contention'),
    ('Lock contention*', 'art_lock_contention'),
    ('binder transaction', 'binder'),
    ('binder reply', 'binder'),
    ('Contending for pthread mutex', 'mutex_contention'),
    ('dlopen*', 'dlopen'),
    ('VerifyClass*', 'verify_class'),
    ('inflate', 'inflate'),
    ('Choreographer#doFrame*', 'choreographer_do_frame'),
    ('OpenDexFilesFromOat*', 'open_dex_files_from_oat'),
    ('ResourcesManager#getResources', 'resources_manager_get_resources'),
    ('bindApplication', 'bind_application'),
    ('activityStart', 'activity_start'),
    ('activityResume', 'activity_resume'),
    ('activityRestart', 'activity_restart'),
    ('clientTransactionExecuted', 'client_transaction_executed')
)
SELECT ROW_NUMBER() OVER () AS place, pattern, reason FROM rule;

-- The main threads of the processes of each start, under numbers that no slice has. A start that begins while
-- another one of the thread lasts is left out, and so are those that begin together.
CREATE PERFETTO TABLE _startup_main_thread AS
WITH root AS (
  SELECT
    -ROW_NUMBER() OVER (ORDER BY s.ts) AS id, s.ts, s.dur, s.startup_id, t.utid,
    LEAD(s.ts) OVER (PARTITION BY t.utid ORDER BY s.ts) AS next_ts,
    MAX(s.ts + s.dur) OVER (
      PARTITION BY t.utid ORDER BY s.ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS end_before
  FROM android_startup_processes p
  JOIN android_startups s ON s.startup_id = p.startup_id
  JOIN thread t ON t.upid = p.upid AND t.is_main_thread
  WHERE s.dur > 0
)
SELECT id, ts, dur, startup_id, utid
FROM root
WHERE COALESCE(end_before, ts) <= ts AND next_ts IS NOT ts;

CREATE PERFETTO TABLE _startup_named_slice AS
SELECT *
FROM (
  SELECT
    s.id, s.ts, s.dur, tt.utid,
    (
      SELECT reason FROM _startup_reason WHERE s.name GLOB pattern ORDER BY place LIMIT 1
    ) AS reason
  FROM slice s
  JOIN thread_track tt ON tt.id = s.track_id
  WHERE s.dur > 0 AND EXISTS (
    SELECT 1 FROM _startup_main_thread m
    WHERE m.utid = tt.utid AND s.ts < m.ts + m.dur AND s.ts + s.dur > m.ts)
)
WHERE reason IS NOT NULL;

-- Slices that give no reason are as if they were not there.
CREATE PERFETTO TABLE _startup_reason_slice AS
SELECT
  s.id, s.ts, s.dur, s.utid, s.reason,
  (
    SELECT a.id FROM ancestor_slice(s.id) a JOIN _startup_named_slice o ON o.id = a.id
    ORDER BY a.depth DESC LIMIT 1
  ) AS parent_id
FROM _startup_named_slice s;

CREATE PERFETTO TABLE _startup_flat_slice AS
SELECT f.ts, f.dur, f.root_id, s.id AS slice_id, s.reason
FROM _intervals_flatten!(
  _intervals_merge_root_and_children_by_intersection!(
    _startup_main_thread, _startup_reason_slice, utid)
) f
JOIN _startup_reason_slice s ON s.id = f.id;

CREATE PERFETTO TABLE _startup_state AS
SELECT
  MAX(s.ts, m.ts) AS ts, MIN(s.ts + s.dur, m.ts + m.dur) - MAX(s.ts, m.ts) AS dur,
  m.id AS root_id, m.startup_id, s.id AS thread_state_id, s.state, s.io_wait, s.irq_context
FROM _startup_main_thread m
JOIN thread_state s
  ON s.utid = m.utid AND s.dur > 0 AND s.ts < m.ts + m.dur AND s.ts + s.dur > m.ts;

CREATE VIRTUAL TABLE _startup_state_and_slice USING SPAN_LEFT_JOIN(
  _startup_state PARTITIONED root_id, _startup_flat_slice PARTITIONED root_id);

-- Waiting for a device explains most, then what the thread was in, then interrupts. Until the
-- thread had any state its process had to be started.
CREATE PERFETTO TABLE android_startup_opinionated_breakdown AS
SELECT
  ts, dur, startup_id, slice_id, thread_state_id,
  CASE
    WHEN io_wait = 1 THEN 'io'
    WHEN reason IS NOT NULL THEN reason
    WHEN irq_context = 1 THEN 'irq'
    ELSE state
  END AS reason
FROM _startup_state_and_slice
UNION ALL
SELECT ts, first_ts - ts, startup_id, NULL, NULL, 'launch_delay'
FROM (
  SELECT m.startup_id, m.ts, MIN(s.ts) AS first_ts
  FROM _startup_main_thread m
  JOIN _startup_state s ON s.root_id = m.id
  GROUP BY m.id
)
WHERE first_ts > ts;
