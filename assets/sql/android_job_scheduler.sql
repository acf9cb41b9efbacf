-- android.job_scheduler: jobs that applications left to the system.

-- Names are job<uid>package/service#id.
CREATE PERFETTO TABLE android_job_scheduler_events AS
SELECT
  cast_int!(str_split(s.name, '#', 1)) AS job_id,
  cast_int!(str_split(str_split(s.name, '<', 1), '>', 0)) AS uid,
  str_split(str_split(s.name, '>', 1), '/', 0) AS package_name,
  str_split(str_split(s.name, '/', 1), '#', 0) AS job_service_name,
  s.track_id, s.id, s.ts,
  IIF(s.dur = -1, trace_end() - s.ts, s.dur) AS dur
FROM process_track t
JOIN process p ON p.upid = t.upid
JOIN slice s ON s.track_id = t.id
WHERE t.name = 'JobScheduler' AND p.name = 'system_server' AND s.name GLOB '*job*';
