-- android.network_packets: packets of the network, by application, interface and direction.

CREATE PERFETTO VIEW android_network_packets AS
WITH packet AS (
  SELECT
    s.id AS slice_id, s.ts, s.dur, s.name, s.arg_set_id, t.name AS track_name, t.dimension_arg_set_id,
    extract_arg(s.arg_set_id, 'packet_tcp_flags') AS flags,
    extract_arg(s.arg_set_id, 'socket_tag') AS tag
  FROM track t
  JOIN slice s ON s.track_id = t.id
  WHERE t.type = 'network_packets'
)
SELECT
  ROW_NUMBER() OVER (ORDER BY slice_id) - 1 AS id, ts, dur, track_name, name AS package_name,
  extract_arg(dimension_arg_set_id, 'net_interface') AS iface,
  extract_arg(dimension_arg_set_id, 'net_direction') AS direction,
  extract_arg(arg_set_id, 'packet_count') AS packet_count,
  extract_arg(arg_set_id, 'packet_length') AS packet_length,
  extract_arg(arg_set_id, 'packet_transport') AS packet_transport,
  flags AS packet_tcp_flags,
  -- Each letter of the text is a bit, a dot a bit that is not set.
  (SUBSTR(flags, 1, 1) != '.') + (SUBSTR(flags, 2, 1) != '.') * 2
    + (SUBSTR(flags, 3, 1) != '.') * 4 + (SUBSTR(flags, 4, 1) != '.') * 8
    + (SUBSTR(flags, 5, 1) != '.') * 16 + (SUBSTR(flags, 6, 1) != '.') * 32
    + (SUBSTR(flags, 7, 1) != '.') * 64 + (SUBSTR(flags, 8, 1) != '.') * 128 AS packet_tcp_flags_int,
  tag AS socket_tag,
  unhex(tag) AS socket_tag_int,
  extract_arg(arg_set_id, 'socket_uid') AS socket_uid,
  extract_arg(arg_set_id, 'local_port') AS local_port,
  extract_arg(arg_set_id, 'remote_port') AS remote_port,
  extract_arg(arg_set_id, 'packet_icmp_type') AS packet_icmp_type,
  extract_arg(arg_set_id, 'packet_icmp_code') AS packet_icmp_code
FROM packet;

CREATE PERFETTO MACRO _network_column(column ColumnName) RETURNS Expr AS $column;

-- A group ends where nothing of it lasts any more.
CREATE PERFETTO MACRO _network_groups(src TableOrSubquery, partition_columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  SELECT *,
    SUM(_end_before IS NULL OR ts > _end_before) OVER (
      PARTITION BY __intrinsic_token_apply!(_network_column, $partition_columns) ORDER BY ts) AS _group
  FROM (
    SELECT *,
      MAX(ts + dur) OVER (
        PARTITION BY __intrinsic_token_apply!(_network_column, $partition_columns)
        ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS _end_before
    FROM $src
  )
);

-- From when to when an interface was up that stays so for some time after each packet. Packets within one such
-- time are added up first, as there are many.
CREATE PERFETTO MACRO android_network_uptime_spans(
  src TableOrSubquery, partition_columns ColumnNameList, timeout Expr)
RETURNS TableOrSubquery AS
(
  SELECT
    __intrinsic_token_apply!(_network_column, $partition_columns),
    MIN(ts) AS ts, MAX(ts + dur) - MIN(ts) AS dur,
    SUM(packet_count) AS packet_count, SUM(packet_length) AS packet_length
  FROM _network_groups!((
    SELECT
      __intrinsic_token_apply!(_network_column, $partition_columns),
      MIN(ts) AS ts, MAX(ts + dur + $timeout) - MIN(ts) AS dur,
      SUM(packet_count) AS packet_count, SUM(packet_length) AS packet_length
    FROM $src
    GROUP BY
      __intrinsic_token_apply!(_network_column, $partition_columns), CAST(ts / $timeout AS INT)
  ), $partition_columns)
  GROUP BY __intrinsic_token_apply!(_network_column, $partition_columns), _group
);

-- For how much longer each row kept the interface up: the first of a group since what was before it, and each by
-- its packets for how long the group lasts.
CREATE PERFETTO MACRO android_network_uptime_cost(
  src TableOrSubquery, partition_columns ColumnNameList, timeout Expr)
RETURNS TableOrSubquery AS
(
  SELECT
    id,
    COALESCE(MAX(0, MIN($timeout, ts - _end_before)), $timeout)
      + (MAX(ts + dur) OVER _whole - MIN(ts) OVER _whole) * packet_count
        / SUM(packet_count) OVER _whole AS uptime_cost
  FROM _network_groups!($src, $partition_columns)
  WINDOW _whole AS (
    PARTITION BY __intrinsic_token_apply!(_network_column, $partition_columns), _group)
);
