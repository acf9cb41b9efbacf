-- android.process_metadata: which package each process runs.

CREATE PERFETTO TABLE _android_kernel_tasks AS
SELECT p.upid
FROM process p
LEFT JOIN process parent ON parent.upid = p.parent_upid
WHERE parent.name = 'kthreadd' OR p.pid = 0 OR parent.pid = 0
ORDER BY p.upid;

CREATE PERFETTO FUNCTION android_is_kernel_task(upid LONG) RETURNS BOOL AS
SELECT EXISTS (SELECT 1 FROM _android_kernel_tasks WHERE upid = $upid);

-- What runs in the sandbox of SDKs, or in that of private computing, has the number of its package, and 10000 or 20000 more.
CREATE PERFETTO FUNCTION _app_id_to_base_package(app_id LONG) RETURNS LONG AS
SELECT
  $app_id - CASE
    WHEN $app_id BETWEEN 20000 AND 29999 THEN 10000
    WHEN $app_id BETWEEN 30000 AND 39999 THEN 20000
    ELSE 0
  END;

-- Android cuts names to 15 characters, and a process that was just forked has its parent's.
CREATE PERFETTO TABLE android_process_metadata AS
WITH named AS (
  SELECT
    p.*,
    IIF(
      LENGTH(p.name) = 15
        AND (p.cmdline IN ('zygote', 'zygote64', '<pre-initialized>') OR p.cmdline GLOB '*' || p.name),
      p.cmdline, p.name) AS process_name,
    (
      SELECT COUNT(*) FROM package_list k WHERE k.uid = _app_id_to_base_package(p.android_appid)
    ) AS n_packages
  FROM process p
),
-- The package of the user id, if it is the only one or the process has its name; isolated processes
-- have the name only. Of several that with the longest name.
package AS (
  SELECT
    n.upid, k.package_name, k.version_code, k.debuggable,
    MIN(LENGTH(n.name) - LENGTH(k.package_name))
  FROM named n
  JOIN package_list k
    ON (k.uid = _app_id_to_base_package(n.android_appid) AND (n.n_packages = 1 OR n.name GLOB k.package_name || '*'))
    OR (n.android_appid >= 90000 AND n.android_appid < 100000
      AND str_split(n.name, ':', 0) GLOB k.package_name || '*')
  GROUP BY n.upid
)
SELECT
  n.upid, n.pid, n.process_name, n.android_appid AS uid,
  IIF(n.n_packages > 1, 1, NULL) AS shared_uid, n.android_user_id AS user_id,
  -- Packets that list the users are not read.
  CAST(NULL AS TEXT) AS user_type,
  k.package_name, k.version_code, k.debuggable,
  android_is_kernel_task(n.upid) AS is_kernel_task
FROM named n
LEFT JOIN package k ON k.upid = n.upid;
