-- android.bitmaps: how many bitmaps each process held, and how much memory for them.

INCLUDE PERFETTO MODULE counters.intervals;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO MACRO _bitmap_counter(track_name Expr) RETURNS TableOrSubquery AS
(
  SELECT c.id, t.upid, c.ts, c.dur, c.track_id, c.value
  FROM counter_leading_intervals!((
    SELECT s.id, s.ts, s.track_id, s.value
    FROM process_counter_track p
    JOIN counter s ON s.track_id = p.id
    WHERE p.name = $track_name
  )) c
  JOIN process_counter_track t ON t.id = c.track_id
);

CREATE PERFETTO TABLE android_bitmap_memory AS
SELECT * FROM _bitmap_counter!('Bitmap Memory') ORDER BY id;

CREATE PERFETTO TABLE android_bitmap_count AS
SELECT * FROM _bitmap_counter!('Bitmap Count') ORDER BY id;

CREATE PERFETTO TABLE android_bitmap_counters_per_process AS
SELECT
  p.upid, p.name AS process_name, i.ts, i.dur, m.value AS bitmap_memory, n.value AS bitmap_count,
  m.id AS bitmap_memory_id, n.id AS bitmap_count_id
FROM _interval_intersect!((android_bitmap_memory, android_bitmap_count), (upid)) i
JOIN android_bitmap_memory m ON m.id = i.id_0
JOIN android_bitmap_count n ON n.id = i.id_1
JOIN process p ON p.upid = i.upid;
