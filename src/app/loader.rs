//! Imports a trace in the background and publishes what is there so far.
//!
//! For a large file, first a sample shows how busy each thread is over the whole time; then the tracks on the
//! screen are imported, then everything. If most of the file is not about threads, its first part is imported
//! before the whole instead. Each publish is a trace of its own. Dropping the loader stops the import; nobody
//! waits for it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::base::time::Dur;
use crate::bytes::memory;
use crate::bytes::source::{Came, TraceBytes, Watch};
use crate::import::skeleton::{self, Sample};
use crate::import::{self, ImportError, Observer, Options, Phase, Progress, Thread};
use crate::model::builder::TraceBuilder;
use crate::model::trace::Trace;
use crate::view::state::LoadState;

/// A file of this size or less is imported in one go.
const FIRST_BYTES: usize = 16 << 20;
/// How many pieces of a larger file are read for its skeleton: first so many, then more.
const SAMPLES: [usize; 2] = [256, 1024];
/// Each part that is imported is so many times as long as the one before it.
const GROWTH: usize = 64;
/// How often progress is reported.
const TELL_EVERY: Duration = Duration::from_millis(80);

/// Opens a trace. It may block on standard input, and reports how many bytes have come.
pub type Open = Box<dyn FnOnce(Watch<'_>) -> anyhow::Result<Arc<TraceBytes>> + Send>;

/// What is loaded so far.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// The progress of loading.
    pub load: LoadState,
    /// The trace, once there is one.
    pub trace: Option<Arc<Trace>>,
    /// Why there is no trace, or not all of it.
    pub problem: Option<String>,
    /// What the trace is read from, once it is open.
    pub bytes: Option<Arc<TraceBytes>>,
}

/// An import in the background.
#[derive(Debug)]
pub struct Loader {
    published: watch::Receiver<Published>,
    cancel: Arc<AtomicBool>,
    on_screen: Arc<Mutex<Vec<Thread>>>,
}

impl Loader {
    /// Starts to open and import a trace. `clock` returns the time since a fixed start.
    pub fn start(open: Open, clock: fn() -> Duration) -> Self {
        let (sender, published) = watch::channel(Published {
            load: LoadState::Opening,
            ..Published::default()
        });
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        let on_screen = Arc::<Mutex<Vec<Thread>>>::default();
        let wanted = Arc::clone(&on_screen);
        let told = sender.clone();
        let task = move || {
            give_way();
            let mut load = Load {
                sender,
                cancel: flag,
                clock,
                started: clock(),
                told: None,
                wanted,
                sample: None,
                bytes: (0, 0),
                done: 0,
                units: 0,
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
        // Nobody waits for the thread: it ends when its flag is set. It is no thread of tokio's pool, because
        // it lowers its priority for as long as it lives.
        let spawned = std::thread::Builder::new()
            .name("perfetty-import".to_owned())
            .spawn(task);
        if let Err(error) = spawned {
            told.send_modify(|now| {
                now.load = LoadState::Failed;
                now.problem = Some(format!("cannot start a thread for the import: {error}"));
            });
        }
        Self {
            published,
            cancel,
            on_screen,
        }
    }

    /// Waits for the next publish or progress.
    pub async fn changed(&mut self) -> Option<Published> {
        self.published.changed().await.ok()?;
        Some(self.published.borrow_and_update().clone())
    }

    /// Tells the import which threads are on the screen: their tracks come first.
    pub fn look_at(&self, threads: Vec<Thread>) {
        *self
            .on_screen
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = threads;
    }

    /// Stops the import; what has been published stays.
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
    /// When progress was last reported.
    told: Option<Duration>,
    wanted: Arc<Mutex<Vec<Thread>>>,
    /// The sample that shows how busy each thread is over the whole time.
    sample: Option<Sample>,
    /// How many bytes this part of the file has, and how many the whole file.
    bytes: (u64, u64),
    /// How many bytes are done; an estimate from the share of the work that is done.
    done: u64,
    /// How many bytes track events take.
    units: u64,
}

impl Load {
    fn run(&mut self, open: Open) -> anyhow::Result<()> {
        let bytes = open(&mut |came| self.reading(came))?;
        self.tell(|now| now.bytes = Some(Arc::clone(&bytes)));
        let len = bytes.bytes().len();
        if len > FIRST_BYTES {
            self.skeleton(&bytes);
        }
        let is_of_threads = self.sample.as_ref().is_some_and(Sample::is_of_threads);
        let mut part = if is_of_threads { len } else { FIRST_BYTES };
        while part < len / 2 {
            match self.import(&bytes, Some(part)) {
                Ok(()) => {}
                Err(ImportError::Cancelled) => {
                    self.stopped();
                    return Ok(());
                }
                // A part may end before its first usable packet. If the file is bad, importing all of it says
                // why.
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
            // Beside what is shown there is room for a few words.
            Err(ImportError::TooLarge { limit }) if self.sender.borrow().trace.is_some() => {
                let limit = memory::words(limit);
                anyhow::bail!("needs more than {limit} of memory; --max-memory raises the limit")
            }
            Err(error) => {
                Err(anyhow::Error::new(error).context(format!("import {:?}", bytes.name())))
            }
        }
    }

    /// Tells how many bytes have come. Who stops that wants what has come to be imported.
    fn reading(&mut self, came: Came) -> ControlFlow<()> {
        if self.cancel.swap(false, Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if came.bytes > 0 && self.is_time_to_tell() {
            let load = LoadState::Reading {
                done: came.bytes,
                total: came.of,
                rate: self.rate(came.bytes),
            };
            self.tell(|now| now.load = load);
        }
        ControlFlow::Continue(())
    }

    /// Returns whether it is time to report progress again.
    fn is_time_to_tell(&mut self) -> bool {
        let now = (self.clock)();
        let is_time = self
            .told
            .is_none_or(|told| now.saturating_sub(told) >= TELL_EVERY);
        if is_time {
            self.told = Some(now);
        }
        is_time
    }

    /// Returns the mean number of bytes per second since the start.
    fn rate(&self, bytes: u64) -> u64 {
        let took = (self.clock)().saturating_sub(self.started);
        let rate = u128::from(bytes) * 1000 / took.as_millis().max(1);
        u64::try_from(rate).unwrap_or(u64::MAX)
    }

    /// Publishes a rough skeleton of the trace, then a finer one.
    fn skeleton(&mut self, bytes: &TraceBytes) {
        for n in SAMPLES {
            if self.cancel.load(Ordering::Relaxed) {
                return;
            }
            let Some(sample) = skeleton::sample(bytes, n, 0) else {
                return;
            };
            self.publish(sample.builder().finish());
            self.sample = Some(sample);
        }
    }

    fn import(&mut self, bytes: &Arc<TraceBytes>, limit: Option<usize>) -> Result<(), ImportError> {
        let options = Options {
            limit,
            ..Options::default()
        };
        let len = bytes.bytes().len();
        self.bytes = (limit.unwrap_or(len).min(len) as u64, len as u64);
        let span = tracing::debug_span!("import").entered();
        let mut builder = import::import_builder(bytes, options, self)?;
        if let Some(sample) = self.sample.as_ref().filter(|_| !builder.complete) {
            sample.add_to(&mut builder);
        }
        let trace = Arc::new(import::finish(builder, 0));
        drop(span);
        let _span = tracing::debug_span!("prepare for the screen").entered();
        // What every frame of the screen needs is computed before the first one, and what keys need for
        // frames of applications before the first key.
        let for_keys = || {
            trace.sched.by_thread();
            trace.sched.all_left();
            trace.thread_index();
            if !trace.frames.actual().is_empty() {
                trace.frames_by_time();
                trace.frame_slices();
            }
            trace.cujs();
            trace.startups();
            trace.anrs();
            trace.suspends();
        };
        std::thread::scope(|scope| {
            let spawned = std::thread::Builder::new().spawn_scoped(scope, for_keys);
            trace.worst_frames();
            trace.sched.by_cpu();
            trace.gaps();
            if spawned.is_err() {
                for_keys();
            }
        });
        let took = (self.clock)().saturating_sub(self.started);
        let complete = trace.complete;
        let kept = complete.then(|| Arc::clone(&trace));
        self.tell(|now| {
            now.trace = Some(trace);
            if complete {
                now.load = LoadState::Done(dur(took));
            }
        });
        // The screen shows the trace while these blocks are built.
        if let Some(trace) = kept {
            trace.build_blocks();
            // Finding Chromium's frames reads the arguments of many slices, so they are shown later than the
            // trace.
            if trace.find_chromium() {
                self.tell(|_now| {});
            }
        }
        Ok(())
    }

    /// Publishes a trace that is not complete.
    fn publish(&self, trace: Trace) {
        trace.worst_frames();
        trace.sched.by_cpu();
        trace.sched.by_thread();
        trace.thread_index();
        self.tell(|now| now.trace = Some(Arc::new(trace)));
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
        if self.is_time_to_tell() {
            let (part, total) = self.bytes;
            if progress.phase == Phase::Decode {
                self.units = progress.total;
            }
            let rest = 1.0 - (self.units as f64 / part.max(1) as f64).min(1.0);
            let done = (part as f64 * share(progress, rest)) as u64;
            self.done = self.done.max(done);
            let load = LoadState::Loading {
                done: self.done,
                total,
            };
            self.tell(|now| now.load = load);
        }
        ControlFlow::Continue(())
    }

    fn wanted(&mut self) -> Option<Vec<Thread>> {
        self.sample.as_ref()?;
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        Some(wanted.clone())
    }

    fn preview(&mut self, mut builder: TraceBuilder) {
        let (part, total) = self.bytes;
        builder.share_read = (part < total).then(|| part as f32 / total as f32);
        if let Some(sample) = &self.sample {
            sample.add_to(&mut builder);
        }
        self.publish(builder.finish());
    }
}

/// Lets the screen go first if cores are scarce: this thread and those that it starts, as many as there are
/// cores, get a lower priority.
fn give_way() {
    /// Keys are answered before the next piece of the import, but under load other programs get three of four
    /// time slices.
    #[cfg(target_os = "linux")]
    const NICE: i32 = 5;
    // On other systems, it would apply to the whole process. If it is not allowed, all are equal.
    #[cfg(target_os = "linux")]
    let _not_allowed = rustix::process::setpriority_process(None, NICE);
}

/// Returns the share of the work that is done, from 0 to 1, with each phase weighted by its usual time.
///
/// `rest` is the share of the file that is not track events, from 0 to 1. Track events are decoded in
/// parallel in an early phase; what the kernel recorded is resolved event by event in a late one.
fn share(progress: Progress, rest: f64) -> f64 {
    let between = |events: f64, kernel: f64| events + (kernel - events) * rest;
    let decoded = between(0.6, 0.2);
    let indexed = between(0.6, 0.35);
    let resolved = between(0.7, 0.9);
    let (from, to) = match progress.phase {
        Phase::Scan => (0.0, 0.2),
        Phase::Decode => (0.2, decoded),
        Phase::Index => (decoded, indexed),
        Phase::Resolve => (indexed, resolved),
        Phase::Build => (resolved, 1.0),
    };
    let of_phase = progress.done as f64 / progress.total.max(1) as f64;
    from + (to - from) * of_phase.min(1.0)
}

fn dur(time: Duration) -> Dur {
    Dur::from_ns(i64::try_from(time.as_nanos()).unwrap_or(i64::MAX))
}
