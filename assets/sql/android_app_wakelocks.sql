-- android.app_wakelocks: from when to when applications held wake locks.

INCLUDE PERFETTO MODULE android.battery_stats;

-- What newer systems record of each lock.
CREATE PERFETTO TABLE android_app_wakelocks_sdk AS
SELECT
  ts, dur, name, COALESCE(work_uid, owner_uid) AS uid, owner_uid, owner_pid, work_uid, flags
FROM (
  SELECT
    s.ts, IIF(s.dur = -1, trace_end() - s.ts, s.dur) AS dur, s.name,
    EXTRACT_ARG(s.arg_set_id, 'owner_uid') AS owner_uid,
    EXTRACT_ARG(s.arg_set_id, 'owner_pid') AS owner_pid,
    EXTRACT_ARG(s.arg_set_id, 'work_uid') AS work_uid,
    EXTRACT_ARG(s.arg_set_id, 'flags') AS flags
  FROM slice s
  JOIN track t ON t.id = s.track_id
  WHERE t.name = 'app_wakelock_events'
);

-- What the battery statistics say of those that are held for long.
CREATE PERFETTO TABLE android_app_wakelocks_batterystats AS
SELECT ts, safe_dur AS dur, str_value AS name, int_value AS uid
FROM android_battery_stats_event_slices
WHERE track_name = 'battery_stats.longwake';

CREATE PERFETTO VIEW android_app_wakelocks AS
SELECT ts, dur, name, uid FROM android_app_wakelocks_sdk
UNION ALL
SELECT ts, dur, name, uid
FROM android_app_wakelocks_batterystats
WHERE NOT EXISTS (SELECT 1 FROM android_app_wakelocks_sdk);
