-- chrome.scroll_jank.scroll_jank_cause_map: where to look for the cause if a stage of an input event took long.

INCLUDE PERFETTO MODULE chrome.event_latency_description;

CREATE PERFETTO TABLE chrome_scroll_jank_cause_descriptions AS
WITH cause(event_latency_stage, cause_process, cause_thread, cause_description) AS (
  VALUES
    (
      'GenerationToBrowserMain', 'Browser', 'CrBrowserMain',
      'The main thread of the browser was busy. See which of its tasks ran then, whether '
      || 'threads of the pool blocked, and whether there was a navigation.'
    ),
    (
      'RendererCompositorQueueingDelay', 'Renderer', 'Compositor',
      'The compositor could not begin a frame, for instance because it waited until the '
      || 'main thread had said whether a script handles the touch.'
    ),
    (
      'RendererCompositorQueueingDelay', 'GPU', 'VizCompositorThread',
      'Viz did not ask for a frame. See whether there was a fling, whose updates fall into '
      || 'one frame.'
    ),
    (
      'ReceiveCompositorFrameToStartDraw', 'GPU', 'VizCompositorThread',
      'Viz held the frame back. See the tasks with BeginFrame that ended meanwhile; the '
      || 'system may also have kept the buffers.'
    ),
    (
      'ReceiveCompositorFrameToStartDraw', 'GPU', 'CrGpuMain',
      'The main thread of the GPU process was too busy to release a buffer. If it was not, '
      || 'the system may have kept them.'
    ),
    (
      'ReceiveCompositorFrameToStartDraw', 'Browser', 'CrBrowserMain',
      'Viz waited for the frame of the browser, with the toolbar, whose main thread was '
      || 'busy.'
    ),
    (
      'BufferReadyToLatch', 'GPU', 'VizCompositorThread',
      'The picture missed the vsync at which the system takes one, and waited for the next. '
      || 'If what came before this stage took longer than in the frame before, Chromium was '
      || 'late, else the system.'
    ),
    (
      'SwapEndToPresentationCompositorFrame', 'GPU', 'VizCompositorThread',
      'The picture missed the vsync at which the system takes one, as with '
      || 'BufferReadyToLatch. If what came before that stage took longer than in the frame '
      || 'before, Chromium was late, else the system.'
    ),
    (
      'SwapEndToPresentationCompositorFrame', 'GPU', 'CrGpuMain',
      'The main thread of the GPU process was busy or did not get a CPU, which is likely if '
      || 'there is a stage StartDrawToBufferAvailable, too. See surfaceflinger as well.'
    ),
    (
      'SwapEndToPresentationCompositorFrame', 'GPU', 'surfaceflinger',
      'Viz waited until surfaceflinger let it write into a buffer, which is likely if there '
      || 'is a stage StartDrawToBufferAvailable, too.'
    )
)
SELECT *
FROM cause;

CREATE PERFETTO VIEW chrome_scroll_jank_causes_with_event_latencies AS
SELECT s.name, s.description, c.cause_process, c.cause_thread, c.cause_description
FROM chrome_event_latency_stage_descriptions s
LEFT JOIN chrome_scroll_jank_cause_descriptions c ON c.event_latency_stage = s.name;
