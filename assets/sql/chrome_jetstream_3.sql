-- chrome.jetstream_3: a run of the benchmark JetStream 3.

-- The tests, the groups that some are part of, and how many iterations of each count as the worst.
CREATE PERFETTO VIEW _chrome_jetstream_3_test AS
WITH test(name, top_level_name, n_worst) AS (
  VALUES
    ('Air', 'Air', 4), ('Basic', 'Basic', 4), ('ML', 'ML', 4), ('Babylon', 'Babylon', 4),
    ('cdjs', 'cdjs', 3), ('first-inspector-code-load', 'first-inspector-code-load', 4),
    ('multi-inspector-code-load', 'multi-inspector-code-load', 4), ('Box2D', 'Box2D', 4),
    ('octane-code-load', 'octane-code-load', 4), ('crypto', 'crypto', 4),
    ('delta-blue', 'delta-blue', 4), ('earley-boyer', 'earley-boyer', 4), ('gbemu', 'gbemu', 4),
    ('mandreel', 'mandreel', 4), ('navier-stokes', 'navier-stokes', 4), ('pdfjs', 'pdfjs', 4),
    ('raytrace', 'raytrace', 4), ('regexp-octane', 'regexp-octane', 4),
    ('richards', 'richards', 4), ('splay', 'splay', 4),
    ('typescript-octane', 'typescript-octane', 2), ('FlightPlanner', 'FlightPlanner', 4),
    ('OfflineAssembler', 'OfflineAssembler', 4), ('UniPoker', 'UniPoker', 4),
    ('validatorjs', 'validatorjs', 4), ('hash-map', 'hash-map', 4),
    ('doxbee-promise', 'doxbee-promise', 4), ('doxbee-async', 'doxbee-async', 4),
    ('ai-astar', 'ai-astar', 4), ('gaussian-blur', 'gaussian-blur', 4),
    ('stanford-crypto-aes', 'stanford-crypto-aes', 4),
    ('stanford-crypto-pbkdf2', 'stanford-crypto-pbkdf2', 4),
    ('stanford-crypto-sha256', 'stanford-crypto-sha256', 4),
    ('json-stringify-inspector', 'json-stringify-inspector', 2),
    ('json-parse-inspector', 'json-parse-inspector', 2),
    ('bigint-noble-bls12-381', 'bigint-noble-bls12-381', 1),
    ('bigint-noble-secp256k1', 'bigint-noble-secp256k1', 4),
    ('bigint-noble-ed25519', 'bigint-noble-ed25519', 4), ('bigint-paillier', 'bigint-paillier', 2),
    ('bigint-bigdenary', 'bigint-bigdenary', 16), ('proxy-mobx', 'proxy-mobx', 12),
    ('proxy-vue', 'proxy-vue', 4), ('mobx-startup', 'mobx-startup', 3),
    ('jsdom-d3-startup', 'jsdom-d3-startup', 2), ('web-ssr', 'web-ssr', 4),
    ('raytrace-public-class-fields', 'raytrace-public-class-fields', 4),
    ('raytrace-private-class-fields', 'raytrace-private-class-fields', 4),
    ('async-fs', 'async-fs', 6), ('sync-fs', 'sync-fs', 6),
    ('lazy-collections', 'lazy-collections', 4), ('js-tokens', 'js-tokens', 4),
    ('threejs', 'threejs', 4), ('HashSet-wasm', 'HashSet-wasm', 4),
    ('quicksort-wasm', 'quicksort-wasm', 4), ('gcc-loops-wasm', 'gcc-loops-wasm', 4),
    ('tsf-wasm', 'tsf-wasm', 4), ('richards-wasm', 'richards-wasm', 4),
    ('sqlite3-wasm', 'sqlite3-wasm', 2), ('Dart-flute-complex-wasm', 'Dart-flute-complex-wasm', 2),
    ('Dart-flute-todomvc-wasm', 'Dart-flute-todomvc-wasm', 2),
    ('Kotlin-compose-wasm', 'Kotlin-compose-wasm', 1),
    ('transformersjs-bert-wasm', 'transformersjs-bert-wasm', 4),
    ('transformersjs-whisper-wasm', 'transformersjs-whisper-wasm', 1),
    ('argon2-wasm', 'argon2-wasm', 3), ('babylonjs-startup-es5', 'babylonjs-startup-es5', 4),
    ('babylonjs-startup-es6', 'babylonjs-startup-es6', 4),
    ('babylonjs-scene-es5', 'babylonjs-scene-es5', 4),
    ('babylonjs-scene-es6', 'babylonjs-scene-es6', 4), ('bomb-workers', 'bomb-workers', 4),
    ('segmentation', 'segmentation', 3), ('8bitbench-wasm', '8bitbench-wasm', 2),
    ('zlib-wasm', 'zlib-wasm', 4), ('dotnet-interp-wasm', 'dotnet-interp-wasm', 2),
    ('dotnet-aot-wasm', 'dotnet-aot-wasm', 2), ('j2cl-box2d-wasm', 'j2cl-box2d-wasm', 4),
    ('prismjs-startup-es6', 'prismjs-startup-es6', 4),
    ('prismjs-startup-es5', 'prismjs-startup-es5', 4), ('acorn-wtb', 'acorn-wtb', 2),
    ('babel-wtb', 'babel-wtb', 2), ('babel-minify-wtb', 'babel-minify-wtb', 2),
    ('babylon-wtb', 'babylon-wtb', 2), ('chai-wtb', 'chai-wtb', 2),
    ('espree-wtb', 'espree-wtb', 2), ('esprima-next-wtb', 'esprima-next-wtb', 2),
    ('lebab-wtb', 'lebab-wtb', 2), ('postcss-wtb', 'postcss-wtb', 2),
    ('prettier-wtb', 'prettier-wtb', 2), ('source-map-wtb', 'source-map-wtb', 2),
    ('RelativeTimeFormat-intl', 'intl', 1), ('PluralRules-intl', 'intl', 1),
    ('NumberFormat-intl', 'intl', 1), ('ListFormat-intl', 'intl', 1),
    ('DateTimeFormat-intl', 'intl', 1), ('tagcloud-SP', 'Sunspider', 4),
    ('string-unpack-code-SP', 'Sunspider', 4), ('regex-dna-SP', 'Sunspider', 4),
    ('n-body-SP', 'Sunspider', 4), ('date-format-xparb-SP', 'Sunspider', 4),
    ('date-format-tofte-SP', 'Sunspider', 4), ('crypto-sha1-SP', 'Sunspider', 4),
    ('crypto-md5-SP', 'Sunspider', 4), ('crypto-aes-SP', 'Sunspider', 4),
    ('base64-SP', 'Sunspider', 4), ('3d-raytrace-SP', 'Sunspider', 4),
    ('3d-cube-SP', 'Sunspider', 4)
)
SELECT *
FROM test;

-- The thread is that of the page that marks the first test by its name.
CREATE PERFETTO FUNCTION chrome_jetstream_3_renderer_main_utid() RETURNS TABLE(utid LONG) AS
SELECT utid
FROM thread_track
WHERE id IN (
  SELECT track_id
  FROM slice
  WHERE name = 'Air' AND category = 'blink.user_timing'
);

-- Iterations are slices "TEST-iteration-N", of which the first is number 0. What is left of the name of one of
-- WSL is its subtest.
CREATE PERFETTO TABLE chrome_jetstream_3_measure AS
WITH iterations AS MATERIALIZED (
  SELECT
    s.id, s.ts, s.dur, t.name, t.top_level_name, t.n_worst,
    CAST(SUBSTR(s.name, INSTR(s.name, '-iteration-') + 11) AS INT) AS iteration
  FROM slice s
  JOIN _chrome_jetstream_3_test t
    ON t.name = SUBSTR(s.name, 1, INSTR(s.name, '-iteration-') - 1)
  WHERE s.name GLOB '*-iteration-*' AND s.category = 'blink.user_timing' AND s.dur > 0
),
ranked AS (
  SELECT *, RANK() OVER (PARTITION BY name ORDER BY dur DESC) AS place
  FROM iterations
  WHERE iteration > 0
)
SELECT
  id, ts, dur, name, top_level_name, iteration, IIF(place <= n_worst, 'Worst', 'Average') AS subtest
FROM ranked
UNION ALL
SELECT id, ts, dur, name, top_level_name, iteration, 'First'
FROM iterations
WHERE iteration = 0
UNION ALL
SELECT id, ts, dur, 'WSL', 'WSL', 0, name
FROM slice
WHERE name GLOB 'WSL-*' AND category = 'blink.user_timing' AND dur > 0;

-- All scores are geometric means, the worst iterations being part of the average, too.
CREATE PERFETTO TABLE chrome_jetstream_3_benchmark_score AS
WITH measured AS (
  SELECT top_level_name, name, subtest, dur
  FROM chrome_jetstream_3_measure
  UNION ALL
  SELECT top_level_name, name, 'Average', dur
  FROM chrome_jetstream_3_measure
  WHERE subtest = 'Worst'
),
subtest AS (
  SELECT top_level_name, name, 5000.0 / (AVG(dur) / 1e6) AS score
  FROM measured
  GROUP BY top_level_name, name, subtest
),
test AS (
  SELECT top_level_name, EXP(AVG(LN(score))) AS score
  FROM subtest
  GROUP BY top_level_name, name
)
SELECT top_level_name, EXP(AVG(LN(score))) AS score
FROM test
GROUP BY top_level_name;

CREATE PERFETTO FUNCTION chrome_jetstream_3_score() RETURNS DOUBLE AS
SELECT EXP(AVG(LN(score))) FROM chrome_jetstream_3_benchmark_score;
