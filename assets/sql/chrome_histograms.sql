-- chrome.histograms: samples of Chromium's histograms.

-- Samples of a data source of their own name only the process.
CREATE PERFETTO TABLE chrome_histograms AS
SELECT
  EXTRACT_ARG(s.arg_set_id, 'chrome_histogram_sample.name') AS name,
  EXTRACT_ARG(s.arg_set_id, 'chrome_histogram_sample.sample') AS value,
  s.ts,
  t.name AS thread_name, t.utid, t.tid,
  p.name AS process_name, p.upid, p.pid
FROM slice s
LEFT JOIN thread_track tt ON tt.id = s.track_id
LEFT JOIN thread t ON t.utid = tt.utid
LEFT JOIN process_track pt ON pt.id = s.track_id
JOIN process p ON p.upid = COALESCE(t.upid, pt.upid)
WHERE s.name = 'HistogramSample' AND s.category = 'disabled-by-default-histogram_samples';
