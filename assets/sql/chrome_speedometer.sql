-- chrome.speedometer: a run of the benchmark Speedometer, whichever version of it has more measures in the trace.

INCLUDE PERFETTO MODULE chrome.speedometer_2_1;
INCLUDE PERFETTO MODULE chrome.speedometer_3;

CREATE PERFETTO FUNCTION _chrome_speedometer_version() RETURNS STRING AS
SELECT IIF(
  (SELECT COUNT(*) FROM chrome_speedometer_3_measure)
    > (SELECT COUNT(*) FROM chrome_speedometer_2_1_measure),
  '3', '2.1'
);

CREATE PERFETTO TABLE chrome_speedometer_measure AS
SELECT ts, dur, name, iteration, suite_name, test_name, measure_type
FROM chrome_speedometer_2_1_measure
WHERE _chrome_speedometer_version() = '2.1'
UNION ALL
SELECT ts, dur, name, iteration, suite_name, test_name, measure_type
FROM chrome_speedometer_3_measure
WHERE _chrome_speedometer_version() = '3';

CREATE PERFETTO TABLE chrome_speedometer_iteration AS
SELECT ts, dur, name, iteration, geomean, score
FROM chrome_speedometer_2_1_iteration
WHERE _chrome_speedometer_version() = '2.1'
UNION ALL
SELECT ts, dur, name, iteration, geomean, score
FROM chrome_speedometer_3_iteration
WHERE _chrome_speedometer_version() = '3';

CREATE PERFETTO FUNCTION chrome_speedometer_score() RETURNS DOUBLE AS
SELECT IIF(
  _chrome_speedometer_version() = '3', chrome_speedometer_3_score(), chrome_speedometer_2_1_score()
);

CREATE PERFETTO FUNCTION chrome_speedometer_renderer_main_utid() RETURNS LONG AS
SELECT IIF(
  _chrome_speedometer_version() = '3',
  chrome_speedometer_3_renderer_main_utid(), chrome_speedometer_2_1_renderer_main_utid()
);
