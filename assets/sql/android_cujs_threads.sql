-- android.cujs.threads: the threads that draw during journeys.

INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO FUNCTION android_jank_cuj_app_thread(thread_name STRING)
RETURNS TABLE(cuj_id LONG, upid LONG, utid LONG, name STRING, track_id LONG) AS
SELECT cuj.cuj_id, cuj.upid, t.utid, t.name, tt.id AS track_id
FROM thread t
JOIN android_jank_cuj cuj ON cuj.upid = t.upid
JOIN thread_track tt ON tt.utid = t.utid
WHERE t.name = $thread_name;

CREATE PERFETTO TABLE android_jank_cuj_render_thread AS
SELECT * FROM android_jank_cuj_app_thread('RenderThread');
