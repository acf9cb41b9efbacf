-- android.process_metadata: which package each process runs.

-- Android cuts names to 15 characters, and a process that was just forked has its parent's.
CREATE PERFETTO TABLE android_process_metadata AS
WITH named AS (
  SELECT
    p.*,
    IIF(
      LENGTH(p.name) = 15
        AND (p.cmdline IN ('zygote', 'zygote64', '<pre-initialized>') OR p.cmdline GLOB '*' || p.name),
      p.cmdline, p.name) AS process_name,
    (SELECT COUNT(*) FROM package_list k WHERE k.uid = p.android_appid) AS n_packages
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
    ON (k.uid = n.android_appid AND (n.n_packages = 1 OR n.name GLOB k.package_name || '*'))
    OR (n.android_appid >= 90000 AND n.android_appid < 100000
      AND str_split(n.name, ':', 0) GLOB k.package_name || '*')
  GROUP BY n.upid
)
SELECT
  n.upid, n.pid, n.process_name, n.android_appid AS uid, n.android_user_id AS user_id,
  IIF(n.n_packages > 1, 1, NULL) AS shared_uid,
  k.package_name, k.version_code, k.debuggable,
  n.pid = 0 OR COALESCE(parent.pid IN (0, 2), 0) AS is_kernel_task
FROM named n
LEFT JOIN package k ON k.upid = n.upid
LEFT JOIN process parent ON parent.upid = n.parent_upid;
