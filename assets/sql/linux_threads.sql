-- linux.threads: threads of the kernel, which are kthreadd and its children.

CREATE PERFETTO TABLE linux_kernel_threads AS
SELECT p.upid, t.utid, p.pid, t.tid, p.name AS process_name, t.name AS thread_name, p.machine_id
FROM process p
LEFT JOIN process parent ON parent.upid = p.parent_upid
JOIN thread t ON t.upid = p.upid
WHERE p.pid = 2 OR parent.pid = 2;
