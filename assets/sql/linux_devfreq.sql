-- linux.devfreq: from when to when devices other than CPUs had which frequency.

INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO FUNCTION _get_devfreq_counters(device_name STRING)
RETURNS TABLE(id LONG, ts LONG, dur LONG, freq LONG) AS
SELECT id, ts, dur, cast_int!(value) AS freq
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value
  FROM counter c
  JOIN track t ON t.id = c.track_id
  WHERE t.type = 'linux_device_frequency'
    AND EXTRACT_ARG(t.dimension_arg_set_id, 'linux_device') GLOB $device_name
));

-- The unit that CPUs share.
CREATE PERFETTO TABLE linux_devfreq_dsu_counter AS
SELECT id, ts, dur, freq AS dsu_freq FROM _get_devfreq_counters('*devfreq_dsu')
UNION ALL
SELECT id, ts, dur, freq FROM _get_devfreq_counters('*dsufreq');
