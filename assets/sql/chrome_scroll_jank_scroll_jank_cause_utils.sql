-- chrome.scroll_jank.scroll_jank_cause_utils: which threads may have held up an input event.

INCLUDE PERFETTO MODULE slices.with_context;

-- Processes are named as Chromium itself or as Android calls them. A renderer is that of the event.
CREATE PERFETTO FUNCTION chrome_select_scroll_jank_cause_thread(
  event_latency_id LONG, process_type STRING, thread_name STRING
)
RETURNS TABLE(utid LONG) AS
WITH upids AS (
  SELECT upid FROM process_slice
  WHERE id = $event_latency_id AND $process_type = 'Renderer'
  UNION ALL
  SELECT upid FROM process
  WHERE $process_type = 'Browser' AND (name = 'Browser' OR name GLOB '*.chrome')
  UNION ALL
  SELECT upid FROM process
  WHERE $process_type = 'GPU' AND $thread_name != 'surfaceflinger'
    AND (name = 'Gpu' OR name GLOB '*.chrome*:privileged_process*')
  UNION ALL
  SELECT MIN(upid) FROM process
  WHERE $process_type = 'GPU' AND $thread_name = 'surfaceflinger' AND name GLOB '*surfaceflinger*'
)
SELECT t.utid
FROM thread t
JOIN slice e ON e.id = $event_latency_id
WHERE t.upid IN upids
  AND t.name = $thread_name
  AND EXISTS (
    SELECT 1 FROM thread_slice s
    WHERE s.utid = t.utid AND s.ts >= e.ts AND s.ts <= e.ts + e.dur
  );
