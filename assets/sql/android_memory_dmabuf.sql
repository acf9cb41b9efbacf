-- android.memory.dmabuf: who allocated and released shared buffers.

CREATE PERFETTO TABLE _dmabuf_change AS
SELECT
  c.ts, t.utid, cast_int!(c.value) AS buf_size, EXTRACT_ARG(c.arg_set_id, 'inode') AS inode
FROM thread_counter_track t
JOIN counter c ON c.track_id = t.id
WHERE t.name = 'mem.dma_heap_change';

-- The allocator of graphics answers calls: a buffer that it makes meanwhile is the caller's.
CREATE PERFETTO TABLE _dmabuf_of_thread AS
SELECT d.inode, d.ts, d.buf_size, COALESCE(caller.utid, d.utid) AS utid
FROM _dmabuf_change d
LEFT JOIN (
  SELECT tt.utid, s.ts, s.dur, f.slice_out
  FROM process p
  JOIN thread t ON t.upid = p.upid
  JOIN thread_track tt ON tt.utid = t.utid
  JOIN slice s ON s.track_id = tt.id AND s.name = 'binder reply'
  JOIN flow f ON f.slice_in = s.id
  WHERE p.name GLOB '/vendor/bin/hw/android.hardware.graphics.allocator*'
    OR p.name GLOB '/vendor/bin/hw/*gralloc.allocator*'
) call ON call.utid = d.utid AND d.ts BETWEEN call.ts AND call.ts + call.dur
LEFT JOIN slice out ON out.id = call.slice_out
LEFT JOIN thread_track caller ON caller.id = out.track_id;

-- A buffer is released by whoever allocated it last, whichever thread does it.
CREATE PERFETTO TABLE android_dmabuf_allocs AS
SELECT
  d.ts, d.buf_size, d.inode, t.utid, t.tid, t.name AS thread_name, p.upid, p.pid,
  p.name AS process_name
FROM _dmabuf_of_thread d
JOIN thread t ON t.utid = (
  SELECT o.utid FROM _dmabuf_of_thread o
  WHERE o.inode = d.inode AND IIF(d.buf_size > 0, o.ts = d.ts, o.ts < d.ts)
  ORDER BY o.ts DESC LIMIT 1
)
LEFT JOIN process p ON p.upid = t.upid
ORDER BY d.ts;

CREATE PERFETTO TABLE android_memory_cumulative_dmabuf AS
SELECT
  upid, process_name, utid, thread_name, ts,
  SUM(buf_size) OVER (PARTITION BY COALESCE(upid, utid) ORDER BY ts) AS value
FROM android_dmabuf_allocs;
