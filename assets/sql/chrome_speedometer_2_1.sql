-- chrome.speedometer_2_1: a run of the benchmark Speedometer 2.1.

-- Each test leaves three marks: when it begins, when its script ends and when the page is drawn.
CREATE PERFETTO VIEW _chrome_speedometer_2_1_mark AS
WITH test(suite_name, test_name) AS (
  VALUES
    ('Angular2-TypeScript-TodoMVC', 'Adding100Items'),
    ('Angular2-TypeScript-TodoMVC', 'CompletingAllItems'),
    ('Angular2-TypeScript-TodoMVC', 'DeletingItems'),
    ('AngularJS-TodoMVC', 'Adding100Items'),
    ('AngularJS-TodoMVC', 'CompletingAllItems'),
    ('AngularJS-TodoMVC', 'DeletingAllItems'),
    ('BackboneJS-TodoMVC', 'Adding100Items'),
    ('BackboneJS-TodoMVC', 'CompletingAllItems'),
    ('BackboneJS-TodoMVC', 'DeletingAllItems'),
    ('Elm-TodoMVC', 'Adding100Items'),
    ('Elm-TodoMVC', 'CompletingAllItems'),
    ('Elm-TodoMVC', 'DeletingItems'),
    ('EmberJS-Debug-TodoMVC', 'Adding100Items'),
    ('EmberJS-Debug-TodoMVC', 'CompletingAllItems'),
    ('EmberJS-Debug-TodoMVC', 'DeletingItems'),
    ('EmberJS-TodoMVC', 'Adding100Items'),
    ('EmberJS-TodoMVC', 'CompletingAllItems'),
    ('EmberJS-TodoMVC', 'DeletingItems'),
    ('Flight-TodoMVC', 'Adding100Items'),
    ('Flight-TodoMVC', 'CompletingAllItems'),
    ('Flight-TodoMVC', 'DeletingItems'),
    ('Inferno-TodoMVC', 'Adding100Items'),
    ('Inferno-TodoMVC', 'CompletingAllItems'),
    ('Inferno-TodoMVC', 'DeletingItems'),
    ('Preact-TodoMVC', 'Adding100Items'),
    ('Preact-TodoMVC', 'CompletingAllItems'),
    ('Preact-TodoMVC', 'DeletingItems'),
    ('React-Redux-TodoMVC', 'Adding100Items'),
    ('React-Redux-TodoMVC', 'CompletingAllItems'),
    ('React-Redux-TodoMVC', 'DeletingItems'),
    ('React-TodoMVC', 'Adding100Items'),
    ('React-TodoMVC', 'CompletingAllItems'),
    ('React-TodoMVC', 'DeletingAllItems'),
    ('Vanilla-ES2015-Babel-Webpack-TodoMVC', 'Adding100Items'),
    ('Vanilla-ES2015-Babel-Webpack-TodoMVC', 'CompletingAllItems'),
    ('Vanilla-ES2015-Babel-Webpack-TodoMVC', 'DeletingItems'),
    ('Vanilla-ES2015-TodoMVC', 'Adding100Items'),
    ('Vanilla-ES2015-TodoMVC', 'CompletingAllItems'),
    ('Vanilla-ES2015-TodoMVC', 'DeletingItems'),
    ('VanillaJS-TodoMVC', 'Adding100Items'),
    ('VanillaJS-TodoMVC', 'CompletingAllItems'),
    ('VanillaJS-TodoMVC', 'DeletingAllItems'),
    ('VueJS-TodoMVC', 'Adding100Items'),
    ('VueJS-TodoMVC', 'CompletingAllItems'),
    ('VueJS-TodoMVC', 'DeletingAllItems'),
    ('jQuery-TodoMVC', 'Adding100Items'),
    ('jQuery-TodoMVC', 'CompletingAllItems'),
    ('jQuery-TodoMVC', 'DeletingAllItems')
),
mark(mark_type) AS (
  VALUES ('start'), ('sync-end'), ('async-end')
)
SELECT suite_name || '.' || test_name || '-' || mark_type AS name, suite_name, test_name, mark_type
FROM test
CROSS JOIN mark;

-- The n-th mark of a name is of the n-th iteration. Tests that lack a mark have no measures.
CREATE PERFETTO TABLE chrome_speedometer_2_1_measure AS
WITH marked AS MATERIALIZED (
  SELECT
    m.suite_name, m.test_name, s.ts, RANK() OVER (PARTITION BY m.name ORDER BY s.ts) AS iteration
  FROM _chrome_speedometer_2_1_mark m
  JOIN slice s USING (name)
  WHERE s.category = 'blink.user_timing'
),
placed AS MATERIALIZED (
  SELECT
    *, LAG(ts, 1) OVER test AS sync_end, LAG(ts, 2) OVER test AS start, COUNT(*) OVER test AS n
  FROM marked
  WINDOW test AS (PARTITION BY iteration, suite_name, test_name ORDER BY ts)
),
measured AS (
  SELECT
    sync_end AS ts, ts - sync_end AS dur, iteration, suite_name, test_name,
    'async' AS measure_type
  FROM placed WHERE n = 3
  UNION ALL
  SELECT start, sync_end - start, iteration, suite_name, test_name, 'sync'
  FROM placed WHERE n = 3
)
SELECT
  ts, dur, suite_name || '.' || test_name || '-' || measure_type AS name, iteration, suite_name,
  test_name, measure_type
FROM measured;

-- An iteration is as good as the geometric mean of its suites, in milliseconds.
CREATE PERFETTO TABLE chrome_speedometer_2_1_iteration AS
WITH suite AS (
  SELECT
    iteration, MIN(ts) AS ts, MAX(ts + dur) AS ts_end, SUM(dur / 1e6) AS total
  FROM chrome_speedometer_2_1_measure
  GROUP BY suite_name, iteration
)
SELECT
  MIN(ts) AS ts, MAX(ts_end) - MIN(ts) AS dur, 'iteration-' || iteration AS name, iteration,
  EXP(AVG(LN(total))) AS geomean, 1000 / EXP(AVG(LN(total))) * 60 / 3 AS score
FROM suite
GROUP BY iteration;

CREATE PERFETTO FUNCTION chrome_speedometer_2_1_score() RETURNS DOUBLE AS
SELECT AVG(score) FROM chrome_speedometer_2_1_iteration;

CREATE PERFETTO FUNCTION chrome_speedometer_2_1_renderer_main_utid() RETURNS LONG AS
SELECT utid
FROM thread_track
WHERE id IN (
  SELECT s.track_id
  FROM _chrome_speedometer_2_1_mark m
  JOIN slice s USING (name)
  WHERE s.category = 'blink.user_timing'
);
