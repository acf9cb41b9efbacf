-- android.memory.dmabuf_spans: how much memory of shared buffers each process held, from when to when.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE _dmabuf_spans AS
SELECT t.upid, c.ts, c.dur, cast_int!(c.value) AS dmabuf_rss
FROM counter_leading_intervals!((
  SELECT s.id, s.ts, s.track_id, s.value
  FROM counter_track p
  JOIN counter s ON s.track_id = p.id
  WHERE p.name = 'mem.dmabuf_rss'
)) c
JOIN process_counter_track t ON t.id = c.track_id;
