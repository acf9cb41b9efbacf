-- linux.systemd_journald: the journal of systemd.

CREATE PERFETTO VIEW linux_systemd_journald_logs AS
SELECT
  id, ts, utid, prio, tag, msg,
  EXTRACT_ARG(arg_set_id, 'uid') AS uid,
  EXTRACT_ARG(arg_set_id, 'comm') AS comm,
  EXTRACT_ARG(arg_set_id, 'systemd_unit') AS systemd_unit,
  EXTRACT_ARG(arg_set_id, 'hostname') AS hostname,
  EXTRACT_ARG(arg_set_id, 'transport') AS transport
FROM logs
WHERE log_source = 'systemd_journald';
