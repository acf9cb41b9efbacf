//! Runs jobs on background threads: one slot for each kind.
//!
//! A new job cancels the running one of its kind. If a job panics, its outcome says that it failed; jobs only
//! hold immutable data.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;
use tokio::sync::mpsc;

use super::jobs::{Job, Outcome, Slot, Tell, Tools};
use crate::model::trace::Trace;

/// The most outcomes that are queued; jobs wait to send more.
const OUTCOMES_MAX: usize = 32;

/// The running jobs.
#[derive(Debug)]
pub struct Background {
    cancels: HashMap<Slot, Arc<AtomicBool>>,
    sender: mpsc::Sender<Outcome>,
    tools: Arc<Tools>,
}

impl Background {
    /// Returns an empty set of jobs, and the receiver of their outcomes.
    pub fn new(tools: &Arc<Tools>) -> (Self, mpsc::Receiver<Outcome>) {
        let (sender, receiver) = mpsc::channel(OUTCOMES_MAX);
        let jobs = Self {
            cancels: HashMap::new(),
            sender,
            tools: Arc::clone(tools),
        };
        (jobs, receiver)
    }

    /// Starts a job.
    pub fn start(&mut self, job: Job, trace: &Arc<Trace>) {
        // Jobs that have ended need not be cancelled.
        self.cancels
            .retain(|_, cancel| Arc::strong_count(cancel) > 1);
        let cancel = Arc::new(AtomicBool::new(false));
        self.cancel(job.slot());
        self.cancels.insert(job.slot(), Arc::clone(&cancel));
        let trace = Arc::clone(trace);
        let tools = Arc::clone(&self.tools);
        let sender = self.sender.clone();
        let failed = job.failed("it failed: this is a bug of perfetty");
        let task = move || {
            // Sending fails if the viewer has ended; then nobody needs the outcome.
            let send = |outcome| sender.blocking_send(outcome).is_ok();
            let partly = sender.clone();
            let tell: Tell = Arc::new(move |partial| {
                // An error means that the viewer has ended, as above.
                partly.blocking_send(partial).unwrap_or_default();
            });
            let run = AssertUnwindSafe(|| job.run(&trace, &tools, &cancel, &tell));
            match std::panic::catch_unwind(run) {
                Ok(Some(outcome)) => send(outcome),
                Ok(None) => true,
                Err(_) => send(failed),
            };
        };
        drop(tokio::task::spawn_blocking(task));
    }

    /// Cancels the job of a kind.
    pub fn cancel(&mut self, slot: Slot) {
        if let Some(cancel) = self.cancels.remove(&slot) {
            cancel.store(true, Ordering::Relaxed);
            if slot == Slot::Sql {
                self.tools.stop();
            }
        }
    }

    /// Cancels all jobs except those of lists and exports, which are short and awaited.
    pub fn cancel_all(&mut self) {
        self.cancels.retain(|slot, cancel| {
            let goes_on = matches!(slot, Slot::List(_) | Slot::Export);
            cancel.fetch_or(!goes_on, Ordering::Relaxed);
            goes_on
        });
        self.tools.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::query::find::Mode;

    #[test]
    fn a_job_that_panics_says_so_and_others_run() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (mut jobs, mut outcomes) = Background::new(&Arc::default());
            let trace = Arc::new(TraceBuilder::new().finish());
            jobs.start(Job::Panic, &trace);
            let Some(Outcome::SearchFailed { error, .. }) = outcomes.recv().await else {
                panic!("the panic is not reported");
            };
            assert!(error.contains("bug of perfetty"), "{error}");
            let search = Job::Search {
                text: "a".into(),
                mode: Mode::default(),
                within: None,
                serial: 2,
            };
            jobs.start(search, &trace);
            let found = outcomes.recv().await;
            assert!(
                matches!(found, Some(Outcome::Found { serial: 2, .. })),
                "{found:?}"
            );
        });
    }
}
