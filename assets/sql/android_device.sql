-- android.device: what the device is called, which stands in the fingerprint of its build.

CREATE PERFETTO FUNCTION android_device_name_from_fingerprint(fingerprint STRING) RETURNS STRING AS
SELECT str_split(str_split($fingerprint, '/', 2), ':', 0);

CREATE PERFETTO TABLE android_device_name AS
SELECT
  android_device_name_from_fingerprint(android_build_fingerprint) AS name, id AS machine_id
FROM machine
WHERE android_build_fingerprint IS NOT NULL;
