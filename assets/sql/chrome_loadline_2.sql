-- chrome.loadline_2: the pages of the benchmark LoadLine 2, and when each of them was how far.

INCLUDE PERFETTO MODULE slices.with_context;

-- A frame with what a mark announces is the first that is committed after it; the frame's slice encloses the commit.
CREATE PERFETTO FUNCTION _chrome_get_next_presentation_time_by_pid(ts TIMESTAMP, pid LONG)
RETURNS TIMESTAMP AS
SELECT MIN(frame.ts + frame.dur)
FROM process_slice s
JOIN slice frame ON frame.id = s.parent_id
WHERE s.name = 'Commit' AND s.ts > $ts AND s.pid = $pid
  AND frame.name = 'PipelineReporter'
  AND COALESCE(
    EXTRACT_ARG(frame.arg_set_id, 'frame_reporter.state'),
    EXTRACT_ARG(frame.arg_set_id, 'chrome_frame_reporter.state')
  ) = 'STATE_PRESENTED_ALL';

-- Marks are slices "LoadLine2/PAGE/MARK", of a thread or of tracks of their own.
CREATE PERFETTO VIEW _chrome_loadline2_marks_with_pid AS
SELECT
  s.ts, STR_SPLIT(s.name, '/', 1) AS page, STR_SPLIT(s.name, '/', 2) AS mark, p.pid
FROM slice s
LEFT JOIN thread_track tt ON tt.id = s.track_id
LEFT JOIN process_track pt ON pt.id = s.track_id
LEFT JOIN thread t ON t.utid = tt.utid
JOIN process p ON p.upid = COALESCE(t.upid, pt.upid)
WHERE s.name GLOB 'LoadLine2/*/*' AND s.category = 'blink.user_timing';

-- The process of a page is the one that finishes it.
CREATE PERFETTO VIEW chrome_loadline2_stages AS
WITH marks AS MATERIALIZED (
  SELECT * FROM _chrome_loadline2_marks_with_pid
),
story AS MATERIALIZED (
  SELECT start.page, start.ts, finish.pid
  FROM marks start
  JOIN marks finish USING (page)
  WHERE start.mark = 'start' AND finish.mark = 'finish'
),
start_request AS MATERIALIZED (
  SELECT story.page, MIN(s.ts) AS ts
  FROM story
  JOIN slice s ON s.name = 'WillStartRequest' AND s.ts >= story.ts
  GROUP BY story.page
),
end_request AS MATERIALIZED (
  SELECT story.page, MIN(s.ts) AS ts
  FROM story
  JOIN slice s ON s.name = 'CommitSentToFirstSubresourceLoadStart' AND s.ts >= story.ts
  GROUP BY story.page
),
renderer_ready AS MATERIALIZED (
  SELECT story.page, MIN(s.ts) AS ts
  FROM story
  JOIN thread_slice s
    ON s.name = 'DocumentLoader::CommitNavigation' AND s.pid = story.pid AND s.ts >= story.ts
  GROUP BY story.page
)
SELECT
  story.page, story.ts AS story_start, start_request.ts AS start_request,
  end_request.ts AS end_request, renderer_ready.ts AS renderer_ready, visual.ts AS visual_mark,
  visual_raf.ts AS visual_raf,
  _chrome_get_next_presentation_time_by_pid(visual.ts, visual.pid) AS visual_presentation,
  interactive.ts AS interactive_mark, interactive_raf.ts AS interactive_raf,
  _chrome_get_next_presentation_time_by_pid(interactive.ts, interactive.pid)
    AS interactive_presentation,
  finish.ts AS story_finish
FROM story
LEFT JOIN start_request USING (page)
LEFT JOIN end_request USING (page)
LEFT JOIN renderer_ready USING (page)
LEFT JOIN marks visual ON visual.page = story.page AND visual.mark = 'visual'
LEFT JOIN marks visual_raf ON visual_raf.page = story.page AND visual_raf.mark = 'visual_raf'
LEFT JOIN marks interactive ON interactive.page = story.page AND interactive.mark = 'interactive'
LEFT JOIN marks interactive_raf
  ON interactive_raf.page = story.page AND interactive_raf.mark = 'interactive_raf'
LEFT JOIN marks finish ON finish.page = story.page AND finish.mark = 'finish';
