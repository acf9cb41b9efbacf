include perfetto module android.frames.timeline;
select s.id, s.ts, s.dur, s.name, t.name, extract_arg(s.arg_set_id, 'debug.a') from slice s join thread_track t on s.track_id = t.id order by s.dur desc limit 5;
