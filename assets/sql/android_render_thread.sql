-- android.render_thread: the threads that draw for applications.

CREATE PERFETTO TABLE _render_thread_per_process AS
SELECT upid, utid AS render_thread_utid FROM thread WHERE name = 'RenderThread';
