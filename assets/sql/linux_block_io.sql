-- linux.block_io: how many operations block devices had to do.

INCLUDE PERFETTO MODULE intervals.overlap;

CREATE PERFETTO VIEW _block_io AS
SELECT s.ts, s.dur, extract_arg(t.dimension_arg_set_id, 'block_device') AS dev
FROM track t
JOIN slice s ON s.track_id = t.id
WHERE t.type = 'block_io';

CREATE PERFETTO VIEW linux_active_block_io_operations_by_device AS
SELECT ts, value AS ops_in_queue_or_device, group_name AS dev
FROM intervals_overlap_count_by_group!(_block_io, ts, dur, dev);

-- The bits of a device number as programs see it: eight of the minor number, twelve of the major
-- one, and the rest of the minor one.
CREATE PERFETTO FUNCTION linux_device_major_id(dev LONG) RETURNS LONG AS
SELECT ($dev >> 8) & 4095;

CREATE PERFETTO FUNCTION linux_device_minor_id(dev LONG) RETURNS LONG AS
SELECT ($dev & 255) | ($dev >> 20 << 8);
