-- chrome.event_latency_description: what the stages of Chromium's input events are.

CREATE PERFETTO TABLE chrome_event_latency_stage_descriptions AS
WITH stage(name, description) AS (
  VALUES
    (
      'TouchRendererHandlingToBrowserMain',
      'From when the page had handled a touch, which it could have cancelled, to when the '
      || 'main thread of the browser took it up again.'
    ),
    (
      'GenerationToBrowserMain',
      'From when the system says that the input happened to when the main thread of the '
      || 'browser took it up.'
    ),
    (
      'GenerationToRendererCompositor',
      'From when the system says that the input happened to when the compositor of the page '
      || 'took up the touch that the browser adds as a scroll begins.'
    ),
    (
      'BrowserMainToRendererCompositor',
      'From when the main thread of the browser took up the input to when the compositor of '
      || 'the page did, with all waiting in queues between.'
    ),
    (
      'RendererCompositorQueueingDelay',
      'From when the input waited in the queue of the compositor to when the compositor '
      || 'began the frame that contains it.'
    ),
    (
      'RendererCompositorToMain',
      'From when the compositor was done with the input to when the main thread of the page '
      || 'took it up, which it does only if the compositor alone cannot scroll.'
    ),
    (
      'RendererCompositorProcessing',
      'What the compositor of the page did with the input.'
    ),
    (
      'RendererMainProcessing',
      'What the main thread of the page did with the input.'
    ),
    (
      'EndActivateToSubmitCompositorFrame',
      'From when the new tree was active to when its frame was handed to Viz, for which the '
      || 'compositor may have waited.'
    ),
    (
      'SubmitCompositorFrameToPresentationCompositorFrame',
      'From when the frame was handed to Viz to when it was on the screen, as far as the '
      || 'system tells that.'
    ),
    (
      'ArrivedInRendererCompositorToTermination',
      'From when the compositor got the input to when it became clear that no frame of its '
      || 'own will show it: it was merged with other input, or dropped.'
    ),
    (
      'RendererCompositorStartedToTermination',
      'From when the compositor began with the input to when it became clear that no frame '
      || 'of its own will show it.'
    ),
    (
      'RendererMainFinishedToTermination',
      'From when the main thread was done with the input to when it became clear that no '
      || 'frame of its own will show it.'
    ),
    (
      'RendererCompositorFinishedToTermination',
      'From when the compositor was done with the input to when it became clear that no '
      || 'frame of its own will show it.'
    ),
    (
      'RendererMainStartedToTermination',
      'From when the main thread began with the input to when it became clear that no frame '
      || 'of its own will show it.'
    ),
    (
      'RendererCompositorFinishedToBeginImplFrame',
      'From when the compositor was done with the input, of which it made no frame at once, '
      || 'to when it began the next frame.'
    ),
    (
      'RendererCompositorFinishedToCommit',
      'From when the compositor was done with the input to when the main thread began to '
      || 'hand over its changes.'
    ),
    (
      'RendererCompositorFinishedToEndCommit',
      'From when the compositor was done with the input to when the main thread had handed '
      || 'over its changes.'
    ),
    (
      'RendererCompositorFinishedToActivation',
      'From when the compositor was done with the input to when it began to make a new tree '
      || 'the active one, without changes of the main thread before.'
    ),
    (
      'RendererCompositorFinishedToEndActivate',
      'From when the compositor was done with the input to when the new tree was active.'
    ),
    (
      'RendererCompositorFinishedToSubmitCompositorFrame',
      'From when the compositor was done with the input to when it handed a frame to Viz, '
      || 'without waiting for the main thread.'
    ),
    (
      'RendererMainFinishedToBeginImplFrame',
      'From when the main thread was done with the input to when the compositor began a '
      || 'frame.'
    ),
    (
      'RendererMainFinishedToSendBeginMainFrame',
      'From when the main thread was done with the input to when the compositor asked it '
      || 'for a frame.'
    ),
    (
      'RendererMainFinishedToCommit',
      'From when the main thread was done with the input to when it began to hand over its '
      || 'changes.'
    ),
    (
      'BeginImplFrameToSendBeginMainFrame',
      'From when the compositor began a frame to when it asked the main thread for its '
      || 'part.'
    ),
    (
      'RendererCompositorFinishedToSendBeginMainFrame',
      'From when the compositor was done with the input to when it asked the main thread '
      || 'for a frame.'
    ),
    (
      'SendBeginMainFrameToCommit',
      'From when the main thread was asked for a frame to when it began to hand over its '
      || 'changes: scripts, styles and layout.'
    ),
    (
      'Commit',
      'The main thread hands its changes over to the compositor, and waits meanwhile.'
    ),
    (
      'EndCommitToActivation',
      'From when the changes were handed over to when they began to become the active tree.'
    ),
    (
      'Activation',
      'The tree with the changes becomes the active one of the compositor.'
    ),
    (
      'SubmitToReceiveCompositorFrame',
      'From when the compositor handed the frame over to when Viz received it.'
    ),
    (
      'ReceiveCompositorFrameToStartDraw',
      'From when Viz received the frame to when it began to draw. It waits for the frames '
      || 'of other processes, such as that with the toolbar, until a deadline.'
    ),
    (
      'StartDrawToSwapStart',
      'From when Viz began to draw all surfaces into one picture to when the swap of '
      || 'buffers began.'
    ),
    (
      'SwapStartToBufferAvailable',
      'From when the swap began to when the system let Chromium write into the buffer.'
    ),
    (
      'BufferAvailableToBufferReady',
      'Until the picture was in the buffer.'
    ),
    (
      'BufferReadyToLatch',
      'From when the picture was in the buffer to when the system took it.'
    ),
    (
      'LatchToSwapEnd',
      'From when the system took the picture to when the swap had ended.'
    ),
    (
      'SwapEndToPresentationCompositorFrame',
      'From when the swap had ended to when the picture was on the screen.'
    )
)
SELECT *
FROM stage;
