-- sched.runnable: what each running state of a thread waited in before.

-- The last runnable state before, and the last one before that somebody woke the thread into.
CREATE PERFETTO TABLE sched_previous_runnable_on_thread AS
WITH before AS (
  SELECT
    id, state,
    MAX(id) FILTER (WHERE state != 'Running') OVER thread AS prev_runnable_id,
    MAX(id) FILTER (WHERE waker_utid IS NOT NULL AND irq_context IS NOT 1) OVER thread
      AS prev_wakeup_runnable_id
  FROM thread_state
  WHERE state IN ('R', 'R+', 'Running') AND dur != -1
  WINDOW thread AS (PARTITION BY utid ORDER BY id)
)
SELECT id, prev_runnable_id, prev_wakeup_runnable_id
FROM before
WHERE state = 'Running'
ORDER BY id;
