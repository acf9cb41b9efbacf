-- chrome.speedometer_3: a run of the benchmark Speedometer 3.

-- Each test is measured twice: how long its script took, and how long the page after it.
CREATE PERFETTO VIEW _chrome_speedometer_3_measured AS
WITH test(suite_name, test_name) AS (
  VALUES
    ('TodoMVC-JavaScript-ES5', 'Adding100Items'),
    ('TodoMVC-JavaScript-ES5', 'CompletingAllItems'),
    ('TodoMVC-JavaScript-ES5', 'DeletingAllItems'),
    ('TodoMVC-JavaScript-ES6-Webpack-Complex-DOM', 'Adding100Items'),
    ('TodoMVC-JavaScript-ES6-Webpack-Complex-DOM', 'CompletingAllItems'),
    ('TodoMVC-JavaScript-ES6-Webpack-Complex-DOM', 'DeletingAllItems'),
    ('TodoMVC-WebComponents', 'Adding100Items'),
    ('TodoMVC-WebComponents', 'CompletingAllItems'),
    ('TodoMVC-WebComponents', 'DeletingAllItems'),
    ('TodoMVC-React-Complex-DOM', 'Adding100Items'),
    ('TodoMVC-React-Complex-DOM', 'CompletingAllItems'),
    ('TodoMVC-React-Complex-DOM', 'DeletingAllItems'),
    ('TodoMVC-React-Redux', 'Adding100Items'),
    ('TodoMVC-React-Redux', 'CompletingAllItems'),
    ('TodoMVC-React-Redux', 'DeletingAllItems'),
    ('TodoMVC-Backbone', 'Adding100Items'),
    ('TodoMVC-Backbone', 'CompletingAllItems'),
    ('TodoMVC-Backbone', 'DeletingAllItems'),
    ('TodoMVC-Angular-Complex-DOM', 'Adding100Items'),
    ('TodoMVC-Angular-Complex-DOM', 'CompletingAllItems'),
    ('TodoMVC-Angular-Complex-DOM', 'DeletingAllItems'),
    ('TodoMVC-Vue', 'Adding100Items'),
    ('TodoMVC-Vue', 'CompletingAllItems'),
    ('TodoMVC-Vue', 'DeletingAllItems'),
    ('TodoMVC-jQuery', 'Adding100Items'),
    ('TodoMVC-jQuery', 'CompletingAllItems'),
    ('TodoMVC-jQuery', 'DeletingAllItems'),
    ('TodoMVC-Preact-Complex-DOM', 'Adding100Items'),
    ('TodoMVC-Preact-Complex-DOM', 'CompletingAllItems'),
    ('TodoMVC-Preact-Complex-DOM', 'DeletingAllItems'),
    ('TodoMVC-Svelte-Complex-DOM', 'Adding100Items'),
    ('TodoMVC-Svelte-Complex-DOM', 'CompletingAllItems'),
    ('TodoMVC-Svelte-Complex-DOM', 'DeletingAllItems'),
    ('TodoMVC-Lit-Complex-DOM', 'Adding100Items'),
    ('TodoMVC-Lit-Complex-DOM', 'CompletingAllItems'),
    ('TodoMVC-Lit-Complex-DOM', 'DeletingAllItems'),
    ('NewsSite-Next', 'NavigateToUS'),
    ('NewsSite-Next', 'NavigateToWorld'),
    ('NewsSite-Next', 'NavigateToPolitics'),
    ('NewsSite-Nuxt', 'NavigateToUS'),
    ('NewsSite-Nuxt', 'NavigateToWorld'),
    ('NewsSite-Nuxt', 'NavigateToPolitics'),
    ('Editor-CodeMirror', 'Long'),
    ('Editor-CodeMirror', 'Highlight'),
    ('Editor-TipTap', 'Long'),
    ('Editor-TipTap', 'Highlight'),
    ('Charts-observable-plot', 'Stacked by 6'),
    ('Charts-observable-plot', 'Stacked by 20'),
    ('Charts-observable-plot', 'Dotted'),
    ('Charts-chartjs', 'Draw scatter'),
    ('Charts-chartjs', 'Show tooltip'),
    ('Charts-chartjs', 'Draw opaque scatter'),
    ('React-Stockcharts-SVG', 'Render'),
    ('React-Stockcharts-SVG', 'PanTheChart'),
    ('React-Stockcharts-SVG', 'ZoomTheChart'),
    ('Perf-Dashboard', 'Render'),
    ('Perf-Dashboard', 'SelectingPoints'),
    ('Perf-Dashboard', 'SelectingRange')
),
measure(measure_type) AS (
  VALUES ('sync'), ('async')
)
SELECT
  suite_name || '.' || test_name || '-' || measure_type AS name, suite_name, test_name, measure_type
FROM test
CROSS JOIN measure;

-- Iterations are slices "iteration-N".
CREATE PERFETTO VIEW _chrome_speedometer_3_span AS
SELECT ts, dur, name, iteration
FROM (
  SELECT ts, dur, name, SUBSTR(name, 11) AS number, CAST(SUBSTR(name, 11) AS INT) AS iteration
  FROM slice
  WHERE name GLOB 'iteration-*' AND category = 'blink.user_timing'
)
WHERE number = iteration;

CREATE PERFETTO TABLE chrome_speedometer_3_measure AS
SELECT s.ts, s.dur, s.name, i.iteration, m.suite_name, m.test_name, m.measure_type
FROM _chrome_speedometer_3_measured m
JOIN slice s USING (name)
JOIN _chrome_speedometer_3_span i ON s.ts >= i.ts AND s.ts < i.ts + i.dur
WHERE s.category = 'blink.user_timing'
ORDER BY s.ts;

-- An iteration is as good as the geometric mean of its suites, in milliseconds.
CREATE PERFETTO TABLE chrome_speedometer_3_iteration AS
WITH suite AS (
  SELECT iteration, SUM(dur / 1e6) AS total
  FROM chrome_speedometer_3_measure
  GROUP BY iteration, suite_name
),
mean AS (
  SELECT iteration, EXP(AVG(LN(total))) AS geomean
  FROM suite
  GROUP BY iteration
)
SELECT i.ts, i.dur, i.name, mean.iteration, mean.geomean, 1000.0 / mean.geomean AS score
FROM mean
JOIN _chrome_speedometer_3_span i USING (iteration);

CREATE PERFETTO FUNCTION chrome_speedometer_3_score() RETURNS DOUBLE AS
SELECT AVG(score) FROM chrome_speedometer_3_iteration;

-- The thread is that on which tests mark their start.
CREATE PERFETTO FUNCTION chrome_speedometer_3_renderer_main_utid() RETURNS LONG AS
SELECT utid
FROM thread_track
WHERE id IN (
  SELECT s.track_id
  FROM _chrome_speedometer_3_measured m
  JOIN slice s ON s.name = m.name || '-start'
  WHERE s.category = 'blink.user_timing'
);
