-- chrome.scroll_jank.scroll_jank_v3_cause: which stage of a slice took longer than that of another slice.

-- Stages are the slices directly below; one that the other slice lacks counts with all that it took.
CREATE PERFETTO FUNCTION chrome_get_v3_jank_cause_id(janky_slice_id LONG, prev_slice_id LONG)
RETURNS LONG AS
SELECT id
FROM (
  SELECT stage.id, MAX(stage.dur - COALESCE(other.dur, 0))
  FROM slice stage
  LEFT JOIN slice other ON other.parent_id = $prev_slice_id AND other.name = stage.name
  WHERE stage.parent_id = $janky_slice_id
);
