-- chrome.web_content_interactions: interactions with pages.

INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE chrome_web_content_interactions AS
SELECT
  id, ts, dur,
  EXTRACT_ARG(arg_set_id, 'web_content_interaction.type') AS interaction_type,
  EXTRACT_ARG(arg_set_id, 'web_content_interaction.total_duration_ms') AS total_duration_ms,
  upid AS renderer_upid
FROM process_slice
WHERE name = 'Web Interaction';
