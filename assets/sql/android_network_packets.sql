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
