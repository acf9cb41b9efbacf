-- chrome.histograms: samples of Chromium's histograms.

CREATE PERFETTO TABLE chrome_histograms AS
SELECT
  EXTRACT_ARG(s.arg_set_id, 'chrome_histogram_sample.name') AS name,
  EXTRACT_ARG(s.arg_set_id, 'chrome_histogram_sample.sample') AS value,
  s.ts,
  t.name AS thread_name, t.utid, t.tid,
  p.name AS process_name, p.upid, p.pid
FROM slice s
JOIN thread_track tt ON tt.id = s.track_id
JOIN thread t ON t.utid = tt.utid
JOIN process p ON p.upid = t.upid
WHERE s.name = 'HistogramSample' AND s.category = 'disabled-by-default-histogram_samples';
