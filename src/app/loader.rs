//! Imports in the background and publishes what there is so far.
//!
//! A large file is imported by its first part, then by a larger one, then
//! whole: each publish is a trace of its own, and all but the last are small
//! beside it. Dropping the loader stops the import; nobody waits for it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;

use crate::base::time::Dur;
use crate::bytes::source::TraceBytes;
use crate::import::{self, ImportError, Observer, Options, Phase, Progress};
use crate::model::trace::Trace;
use crate::view::state::LoadState;

/// A file no longer than this is imported at once.
const FIRST_BYTES: usize = 16 << 20;
/// How much longer each part is than the one before.
const GROWTH: usize = 64;
/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(80);

/// How a trace is opened: it may wait for standard input.
pub type Open = Box<dyn FnOnce() -> anyhow::Result<Arc<TraceBytes>> + Send>;

/// What is loaded so far.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// How far it is.
    pub load: LoadState,
    /// The trace, once there is one.
    pub trace: Option<Arc<Trace>>,
    /// Why there is none, or no more.
    pub problem: Option<String>,
    /// Counts publishes.
    pub generation: u64,
}

/// An import in the background.
#[derive(Debug)]
pub struct Loader {
    published: watch::Receiver<Published>,
    cancel: Arc<AtomicBool>,
}

impl Loader {
    /// Starts to open and import. `clock` gives the time since some start.
    pub fn start(open: Open, clock: fn() -> Duration) -> Self {
        let (sender, published) = watch::channel(Published::default());
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        let task = move || {
            let mut load = Load {
                sender,
                cancel: flag,
                clock,
                started: clock(),
                told: Duration::ZERO,
                phase: None,
                phase_started: Duration::ZERO,
                rate: 0,
            };
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| load.run(open)));
            let problem = match result {
                Ok(Ok(())) => return,
                Ok(Err(error)) => format!("{error:#}"),
                Err(_) => "the import failed: this is a bug of perfetty".to_owned(),
            };
            tracing::error!("{problem}");
            load.tell(|now| {
                now.load = LoadState::Failed;
                now.problem = Some(problem);
            });
        };
        // The task is never waited for: it ends when its flag is set.
        drop(tokio::task::spawn_blocking(task));
        Self { published, cancel }
    }

    /// Waits for the next publish or progress.
    pub async fn changed(&mut self) -> Option<Published> {
        self.published.changed().await.ok()?;
        Some(self.published.borrow_and_update().clone())
    }

    /// Stops the import; what is published stays.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.cancel();
    }
}

struct Load {
    sender: watch::Sender<Published>,
    cancel: Arc<AtomicBool>,
    clock: fn() -> Duration,
    started: Duration,
    told: Duration,
    /// The phase of the import, and since when.
    phase: Option<Phase>,
    phase_started: Duration,
    /// Bytes a second.
    rate: u64,
}

impl Load {
    fn run(&mut self, open: Open) -> anyhow::Result<()> {
        let bytes = open()?;
        let len = bytes.bytes().len();
        let mut part = FIRST_BYTES;
        while part < len / 2 {
            match self.import(&bytes, Some(part)) {
                Ok(()) => {}
                Err(ImportError::Cancelled) => {
                    self.stopped();
                    return Ok(());
                }
                // A part may end before anything can be imported; the whole says why.
                Err(_) => break,
            }
            part = part.saturating_mul(GROWTH);
        }
        match self.import(&bytes, None) {
            Ok(()) => Ok(()),
            Err(ImportError::Cancelled) => {
                self.stopped();
                Ok(())
            }
            Err(error) => {
                Err(anyhow::Error::new(error).context(format!("import {:?}", bytes.name())))
            }
        }
    }

    fn import(&mut self, bytes: &Arc<TraceBytes>, limit: Option<usize>) -> Result<(), ImportError> {
        let options = Options {
            limit,
            ..Options::default()
        };
        let trace = Arc::new(import::import_with(bytes, options, self)?);
        // What every frame asks for is not left to the first one.
        trace.worst_frames();
        let took = (self.clock)().saturating_sub(self.started);
        let complete = trace.complete;
        let kept = complete.then(|| Arc::clone(&trace));
        self.tell(|now| {
            now.trace = Some(trace);
            now.generation += 1;
            if complete {
                now.load = LoadState::Done(dur(took));
            }
        });
        // The screen shows the trace while this is added up.
        if let Some(trace) = kept {
            trace.build_slice_blocks();
        }
        Ok(())
    }

    fn stopped(&self) {
        self.tell(|now| now.load = LoadState::Cancelled);
    }

    fn tell(&self, change: impl FnOnce(&mut Published)) {
        self.sender.send_modify(change);
    }
}

impl Observer for Load {
    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        if self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let now = (self.clock)();
        if now.saturating_sub(self.told) >= TELL_EVERY {
            self.told = now;
            if self.phase != Some(progress.phase) {
                self.phase = Some(progress.phase);
                self.phase_started = now;
            }
            // Building counts events, so the rate of bytes stays that of decoding.
            if progress.phase != Phase::Build {
                let millis = now.saturating_sub(self.phase_started).as_millis().max(100);
                let rate = u128::from(progress.done) * 1000 / millis;
                self.rate = u64::try_from(rate).unwrap_or(u64::MAX);
            }
            let load = LoadState::Loading {
                done: progress.done,
                total: Some(progress.total),
                events: progress.events,
                rate: self.rate,
            };
            self.tell(|now| now.load = load);
        }
        ControlFlow::Continue(())
    }
}

fn dur(time: Duration) -> Dur {
    Dur::from_ns(i64::try_from(time.as_nanos()).unwrap_or(i64::MAX))
}
