-- viz.slices: all slices with their thread and process, if any.

INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO VIEW _viz_slices_for_ui_table AS
SELECT * FROM thread_or_process_slice
UNION ALL
SELECT
  s.id, s.ts, s.dur, s.category, s.name, s.track_id, t.name AS track_name, NULL AS thread_name,
  NULL AS utid, NULL AS tid, NULL AS process_name, NULL AS upid, NULL AS pid, s.depth,
  s.parent_id, s.arg_set_id
FROM slice s
JOIN track t ON t.id = s.track_id
WHERE s.track_id NOT IN (SELECT id FROM process_track)
  AND s.track_id NOT IN (SELECT id FROM thread_track);
