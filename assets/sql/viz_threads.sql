-- viz.threads: which threads are the kernel's.

INCLUDE PERFETTO MODULE linux.threads;

CREATE PERFETTO TABLE _kernel_threads AS
SELECT utid
FROM linux_kernel_threads
WHERE (SELECT COUNT(*) = 1 FROM metadata WHERE name = 'system_name' AND str_value = 'Linux');

CREATE PERFETTO TABLE _threads_with_kernel_flag AS
SELECT
  id, utid, upid, tid, name, is_main_thread, is_idle, machine_id,
  utid IN (SELECT utid FROM _kernel_threads) AS is_kernel_thread
FROM thread;
