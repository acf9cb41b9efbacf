-- chrome.tasks: what Chromium's threads run, outermost: tasks, messages and callbacks, by name.

CREATE PERFETTO FUNCTION _chrome_posted_from(arg_set_id LONG) RETURNS STRING AS
SELECT EXTRACT_ARG($arg_set_id, 'task.posted_from.file_name') || ':'
  || EXTRACT_ARG($arg_set_id, 'task.posted_from.function_name');

CREATE PERFETTO TABLE _chrome_scheduler_task AS
SELECT id, _chrome_posted_from(arg_set_id) AS posted_from
FROM slice
WHERE category GLOB '*toplevel*' AND name IN ('ThreadControllerImpl::RunTask', 'ThreadPool_RunTask');

CREATE PERFETTO VIEW chrome_scheduler_tasks AS
SELECT
  s.id, 'chrome_scheduler_tasks' AS type, PRINTF('RunTask(posted_from=%s)', k.posted_from) AS name,
  s.ts, s.dur,
  t.utid, t.name AS thread_name, p.upid, p.name AS process_name,
  s.track_id, s.category, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur,
  k.posted_from
FROM _chrome_scheduler_task k
JOIN slice s ON s.id = k.id
JOIN thread_track tt ON tt.id = s.track_id
JOIN thread t ON t.utid = tt.utid
JOIN process p ON p.upid = t.upid
ORDER BY s.id;

-- Messages between processes. Before 2021 the hash of a message was in a slice inside.
CREATE PERFETTO TABLE _chrome_mojo_slice AS
SELECT
  id,
  EXTRACT_ARG(arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag') AS interface,
  CASE name
    WHEN 'Receive mojo message' THEN 'message'
    WHEN 'Receive mojo reply' THEN 'reply'
  END AS kind,
  EXTRACT_ARG(arg_set_id, 'chrome_mojo_event_info.ipc_hash') AS hash
FROM slice
WHERE category GLOB '*toplevel*' AND name GLOB 'Receive *'
UNION ALL
SELECT
  s.id,
  IIF(s.name = 'Connector::DispatchMessage',
    COALESCE(
      EXTRACT_ARG(s.arg_set_id, 'chrome_mojo_event_info.watcher_notify_interface_tag'),
      EXTRACT_ARG(s.arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag')),
    s.name),
  'message',
  (
    SELECT EXTRACT_ARG(d.arg_set_id, 'chrome_mojo_event_info.ipc_hash')
    FROM descendant_slice(s.id) d WHERE d.name = 'ScopedSetIpcHash' ORDER BY d.id LIMIT 1
  )
FROM slice s
WHERE s.category GLOB '*toplevel*' AND s.name = 'Connector::DispatchMessage'
  OR s.category GLOB '*mojom*' AND s.name GLOB '*.mojom.*';

-- Tasks that handle a message are called after it: the first slice of note inside must be its
-- receipt, for a task may also send one and wait.
CREATE PERFETTO TABLE _chrome_mojo_task AS
WITH handler AS (
  SELECT
    k.id,
    (
      SELECT d.id FROM descendant_slice(k.id) d
      WHERE d.category GLOB '*toplevel*'
        AND d.name NOT IN ('SimpleWatcher::OnHandleReady', 'MessagePipe peer closed')
      ORDER BY d.depth, d.ts LIMIT 1
    ) AS first_id
  FROM chrome_scheduler_tasks k
  WHERE k.posted_from IN (
    'mojo/public/cpp/system/simple_watcher.cc:Notify',
    'mojo/public/cpp/system/simple_watcher.cc:ArmOrNotify',
    'mojo/public/cpp/bindings/lib/connector.cc:PostDispatchNextMessageFromPipe',
    'ipc/ipc_mojo_bootstrap.cc:Accept')
)
SELECT h.id, PRINTF('%s %s (hash=%d)', m.interface, m.kind, m.hash) AS name
FROM handler h
JOIN _chrome_mojo_slice m ON m.id = h.first_id;

-- Four messages of navigations, by the names of their methods.
CREATE PERFETTO TABLE _chrome_navigation_task AS
WITH method AS (
  SELECT
    id,
    CASE name
      WHEN 'content.mojom.FrameHost message (hash=2168461044)' THEN 'BeginNavigation'
      WHEN 'content.mojom.FrameHost message (hash=3561497419)' THEN 'DidCommitProvisionalLoad'
      WHEN 'content.mojom.FrameHost message (hash=1421450774)' THEN 'DidCommitSameDocumentNavigation'
      WHEN 'content.mojom.FrameHost message (hash=368650583)' THEN 'DidStopLoading'
    END AS method
  FROM _chrome_mojo_task
)
SELECT
  id,
  PRINTF('FrameHost::%s (%s)', method, COALESCE(
    (
      SELECT EXTRACT_ARG(d.arg_set_id, 'render_frame_host.frame_type')
      FROM descendant_slice(m.id) d
      WHERE d.name IN (
        'RenderFrameHostImpl::BeginNavigation',
        'RenderFrameHostImpl::DidCommitProvisionalLoad',
        'RenderFrameHostImpl::DidCommitSameDocumentNavigation',
        'RenderFrameHostImpl::DidStopLoading')
      LIMIT 1
    ),
    'unknown frame type')) AS name
FROM method m
WHERE method IS NOT NULL;

-- Views of Android that are drawn or laid out, without those that any application has.
CREATE PERFETTO TABLE _chrome_java_slice AS
SELECT id, name
FROM (
  SELECT
    id,
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
      name, '.draw', ''), '.onLayout', ''), '.onMeasure', ''), '.Layout', ''), '.Measure', '') AS name
  FROM slice
  WHERE category GLOB '*Java*' AND category NOT GLOB '*toplevel*' AND dur > 0
)
WHERE name NOT IN (
  'AppCompatImageButton', 'ComponentHost', 'CompositorView:finalizeLayers', 'CompositorViewHolder',
  'CompositorViewHolder:layout', 'CompositorViewHolder:updateContentViewChildrenDimension',
  'ContentFrameLayout', 'CoordinatorLayout', 'CoordinatorLayoutForPointer', 'FitWindowsFrameLayout',
  'FitWindowsLinearLayout', 'LayoutDriver:onUpdate', 'OptimizedFrameLayout',
  'ScrollingBottomViewResourceFrameLayout', 'ViewResourceAdapter:captureWithHardwareDraw',
  'ViewResourceAdapter:captureWithSoftwareDraw', 'ViewResourceAdapter:getBitmap',
  'ViewResourceFrameLayout');

CREATE PERFETTO TABLE _chrome_java_view AS
SELECT
  j.id, j.name,
  EXISTS (
    SELECT 1 FROM ancestor_slice(j.id) a WHERE a.name = 'ViewResourceAdapter:captureWithSoftwareDraw'
  ) AS is_software_screenshot,
  EXISTS (
    SELECT 1 FROM ancestor_slice(j.id) a WHERE a.name = 'ViewResourceAdapter:captureWithHardwareDraw'
  ) AS is_hardware_screenshot
FROM _chrome_java_slice j
WHERE NOT EXISTS (
  SELECT 1 FROM ancestor_slice(j.id) a JOIN _chrome_java_slice o ON o.id = a.id
);

CREATE PERFETTO VIEW chrome_java_views AS
SELECT name AS filtered_name, is_software_screenshot, is_hardware_screenshot, id AS slice_id
FROM _chrome_java_view;

-- Tasks that make a frame of the user interface are called after the views in it.
CREATE PERFETTO TABLE _chrome_view_task AS
WITH root AS (
  SELECT s.id, 'SingleThreadProxy::BeginMainFrame' AS kind, 'ui_thread_begin_main_frame' AS task_type
  FROM _chrome_scheduler_task k
  JOIN slice s ON s.id = k.id
  WHERE s.name = 'ThreadControllerImpl::RunTask'
    AND k.posted_from = 'cc/trees/single_thread_proxy.cc:ScheduledActionSendBeginMainFrame'
  UNION ALL
  SELECT id, 'Choreographer', 'choreographer'
  FROM slice WHERE name GLOB 'Looper.dispatch: android.view.Choreographer$FrameHandler*'
)
SELECT
  r.id, r.task_type,
  PRINTF('%s(java_views=%s)', r.kind, (
    SELECT GROUP_CONCAT(DISTINCT v.name)
    FROM descendant_slice(r.id) d JOIN _chrome_java_view v ON v.id = d.id)) AS name
FROM root r;

CREATE PERFETTO TABLE _chrome_task AS
SELECT
  s.id,
  COALESCE(
    n.name, v.name, m.name,
    IIF(k.id IS NULL, s.name, PRINTF('RunTask(posted_from=%s)', k.posted_from))) AS name,
  CASE
    WHEN n.id IS NOT NULL THEN 'navigation_task'
    WHEN v.id IS NOT NULL THEN v.task_type
    WHEN m.id IS NOT NULL THEN 'mojo'
    WHEN k.id IS NOT NULL THEN 'scheduler'
    ELSE 'other'
  END AS task_type
FROM slice s
LEFT JOIN _chrome_navigation_task n ON n.id = s.id
LEFT JOIN _chrome_view_task v ON v.id = s.id
LEFT JOIN _chrome_mojo_task m ON m.id = s.id
LEFT JOIN _chrome_scheduler_task k ON k.id = s.id
WHERE s.category IN ('toplevel', 'toplevel,viz', 'toplevel,Java')
  AND NOT EXISTS (SELECT 1 FROM ancestor_slice(s.id) a WHERE a.category GLOB '*toplevel*')
UNION ALL
SELECT s.id, s.name, 'java'
FROM slice s
WHERE s.category GLOB '*Java*' AND s.category NOT GLOB '*toplevel*'
  AND NOT EXISTS (
    SELECT 1 FROM ancestor_slice(s.id) a
    WHERE a.category GLOB '*toplevel*' OR a.category GLOB '*Java*');

CREATE PERFETTO VIEW chrome_tasks AS
SELECT
  c.id, c.name, c.task_type, t.name AS thread_name, t.utid, p.name AS process_name, p.upid,
  s.ts, s.dur, s.track_id, s.category, s.arg_set_id, s.thread_ts, s.thread_dur, c.name AS full_name
FROM _chrome_task c
JOIN slice s ON s.id = c.id
JOIN thread_track tt ON tt.id = s.track_id
JOIN thread t ON t.utid = tt.utid
JOIN process p ON p.upid = t.upid
ORDER BY c.id;
