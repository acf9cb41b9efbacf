//! Work that takes longer than a frame: searches, SQL, the sums of an area and work on lists.
//!
//! A job is a value; [`Job::run`] needs nothing but the trace and [`Tools`], so that it runs on a background
//! thread in the viewer and in place in tests. The viewer keeps one slot for each kind: a new job cancels the
//! running one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::layer::Ticket;
use super::lists::sql::QueryRows;
use super::lists::work::{ListWork, Listed};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::area::{self, AreaReport};
use crate::query::find::{self, Found, Hits, Mode, Query};
use crate::query::same_name::{self, SameName};
use crate::sql::session::{Limits, SqlError, SqlSession, Watcher};
use crate::view::state::Area;

/// The most rows of a query that are shown.
const SQL_ROWS_MAX: usize = 100_000;
/// The most memory of a query's rows, in bytes.
const SQL_BYTES_MAX: usize = 256 << 20;
/// The most memory of a running query, in bytes.
const SQL_MEMORY_MAX: u64 = 1 << 30;

/// A piece of work for the background.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Searches for a text.
    Search {
        /// The text.
        text: String,
        /// How the text is interpreted.
        mode: Mode,
        /// Where to search; `None` for everywhere.
        within: Option<Area>,
        /// The serial number of the search.
        serial: u64,
    },
    /// Runs SQL.
    Sql {
        /// The statements.
        text: String,
        /// The serial number of the query.
        serial: u64,
    },
    /// Computes the sums of an area.
    Area {
        /// The area.
        area: Area,
        /// The publish of the trace.
        generation: u64,
    },
    /// Compares a slice with all slices of its name.
    SameName {
        /// The slice.
        slice: SliceId,
        /// The publish of the trace.
        generation: u64,
    },
    /// Works on all rows of a list.
    List(ListJob),
    /// Panics, to test that this does no harm.
    #[cfg(test)]
    Panic,
}

/// Work on all rows of a list. Two jobs are equal if they have the same ticket.
#[derive(Clone, Debug)]
pub struct ListJob {
    /// Which request of which list this is.
    pub ticket: Ticket,
    /// The work to do.
    pub work: ListWork,
}

impl PartialEq for ListJob {
    fn eq(&self, other: &Self) -> bool {
        self.ticket == other.ticket
    }
}

/// The kinds of jobs, each with one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// Searches.
    Search,
    /// SQL.
    Sql,
    /// The sums of an area, or the comparison of a slice with all of its name.
    Details,
    /// The rows of the layer with this number.
    List(u64),
    /// The export of rows to a file.
    Export,
}

/// The result of a job, or its progress.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A search has found so much so far, or in all.
    Found {
        /// The serial number of the search.
        serial: u64,
        /// What was found.
        found: Arc<Hits>,
        /// Whether these are all hits.
        done: Completeness,
    },
    /// A search could not be run.
    SearchFailed {
        /// The serial number of the search.
        serial: u64,
        /// The reason.
        error: String,
    },
    /// A query is still running.
    Running {
        /// The serial number of the query.
        serial: u64,
        /// How many rows there are so far.
        rows: u64,
        /// How many thousands of steps it has taken.
        steps: u64,
    },
    /// A query has ended.
    Rows {
        /// The serial number of the query.
        serial: u64,
        /// The text that was run.
        text: String,
        /// The result, or the error.
        result: Result<Arc<QueryRows>, String>,
    },
    /// The sums of an area.
    Area {
        /// The area.
        area: Area,
        /// The publish of the trace.
        generation: u64,
        /// The sums; `None` if the job failed.
        report: Option<Arc<AreaReport>>,
    },
    /// How a slice compares with all slices of its name.
    SameName {
        /// The slice.
        slice: SliceId,
        /// The publish of the trace.
        generation: u64,
        /// The comparison; `None` if the job failed.
        found: Option<Arc<SameName>>,
    },
    /// Rows of a list are still being looked through.
    Looked {
        /// Which request of which list this answers.
        ticket: Ticket,
        /// How much of them has been, in percent.
        percent: u8,
    },
    /// The result of work on a list.
    Listed {
        /// Which request of which list this answers.
        ticket: Ticket,
        /// The result, or the error.
        result: Result<Listed, String>,
    },
}

/// A callback for the progress of a job.
pub type Tell = Arc<dyn Fn(Outcome) + Send + Sync>;

/// Whether a result is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// More may follow.
    Partial,
    /// Nothing more follows.
    Whole,
}

impl Job {
    /// Returns the slot that the job runs in.
    pub fn slot(&self) -> Slot {
        match self {
            Self::Search { .. } => Slot::Search,
            Self::Sql { .. } => Slot::Sql,
            Self::Area { .. } | Self::SameName { .. } => Slot::Details,
            Self::List(job) => match job.work {
                ListWork::Export { .. } => Slot::Export,
                _ => Slot::List(job.ticket.layer),
            },
            #[cfg(test)]
            Self::Panic => Slot::Search,
        }
    }

    /// Returns the outcome that reports that the job failed.
    pub fn failed(&self, error: &str) -> Outcome {
        match self {
            Self::Search { serial, .. } => Outcome::SearchFailed {
                serial: *serial,
                error: error.into(),
            },
            Self::Sql { text, serial } => Outcome::Rows {
                serial: *serial,
                text: text.clone(),
                result: Err(error.into()),
            },
            Self::Area { area, generation } => Outcome::Area {
                area: area.clone(),
                generation: *generation,
                report: None,
            },
            Self::SameName { slice, generation } => Outcome::SameName {
                slice: *slice,
                generation: *generation,
                found: None,
            },
            Self::List(job) => Outcome::Listed {
                ticket: job.ticket,
                result: Err(error.into()),
            },
            #[cfg(test)]
            Self::Panic => Outcome::SearchFailed {
                serial: 0,
                error: error.into(),
            },
        }
    }

    /// Runs the job. `tell` is called with partial results; the last one is returned, or `None` if the job
    /// was cancelled.
    pub fn run(
        self,
        trace: &Arc<Trace>,
        tools: &Tools,
        cancel: &AtomicBool,
        tell: &Tell,
    ) -> Option<Outcome> {
        match self {
            Self::Search {
                text,
                mode,
                within,
                serial,
            } => match Query::new(&text, mode) {
                Ok(query) => search(trace, &query, within.as_ref(), serial, cancel, tell),
                Err(error) => Some(Outcome::SearchFailed {
                    serial,
                    error: error.to_string(),
                }),
            },
            Self::Sql { text, serial } => {
                let result = tools.query(trace, &text, cancel, watcher(serial, tell))?;
                Some(Outcome::Rows {
                    serial,
                    text,
                    result,
                })
            }
            Self::Area { area, generation } => {
                let nodes: Vec<NodeId> = area.nodes.iter().copied().collect();
                let report = area::report(trace, area.span, &nodes, cancel)?;
                Some(Outcome::Area {
                    area,
                    generation,
                    report: Some(Arc::new(report)),
                })
            }
            Self::SameName { slice, generation } => {
                let found = same_name::same_name(trace, slice, cancel)?;
                Some(Outcome::SameName {
                    slice,
                    generation,
                    found: Some(Arc::new(found)),
                })
            }
            Self::List(ListJob { ticket, work }) => {
                let looked = |percent| tell(Outcome::Looked { ticket, percent });
                let result = Ok(work.run(trace, cancel, &looked)?);
                Some(Outcome::Listed { ticket, result })
            }
            #[cfg(test)]
            Self::Panic => panic!("a job that panics"),
        }
    }
}

/// What outlives single jobs: the SQL session, with the tables that queries have made.
#[derive(Debug, Default)]
pub struct Tools {
    sql: Mutex<Option<(Arc<Trace>, SqlSession)>>,
    /// The flag that stops the running query.
    stop: Arc<AtomicBool>,
    /// The memory limit of the process, in bytes.
    max_memory: OnceLock<u64>,
}

impl Tools {
    /// Limits the memory of queries to that of the process, in bytes. Only the first call has an effect.
    pub fn limit_memory(&self, bytes: u64) {
        self.max_memory.get_or_init(|| bytes);
    }

    /// Stops the running query.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Runs statements; `None` if they were cancelled.
    fn query(
        &self,
        trace: &Arc<Trace>,
        text: &str,
        cancel: &AtomicBool,
        watcher: Watcher,
    ) -> Option<Result<Arc<QueryRows>, String>> {
        let limits = Limits {
            memory_bytes: SQL_MEMORY_MAX,
            ..Limits::default()
        };
        let limits = limits.within(self.max_memory.get().copied().unwrap_or(u64::MAX));
        // The lock waits for the query before, which is being cancelled.
        let mut slot = self.sql.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(false, Ordering::Relaxed);
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        // A session belongs to one publish of the trace.
        let kept = slot.take().filter(|(of, _)| Arc::ptr_eq(of, trace));
        let session = match kept {
            Some((_, session)) => Ok(session),
            None => SqlSession::new(Arc::clone(trace), limits),
        };
        let mut needs = String::new();
        let result = session.and_then(|mut session| {
            session.cancel_with(Arc::clone(&self.stop));
            for statement in session.needed_by(text) {
                needs.push_str(statement);
                needs.push_str("; ");
            }
            let result = session
                .watch(watcher)
                .and_then(|()| session.query(text, SQL_ROWS_MAX, SQL_BYTES_MAX));
            *slot = Some((Arc::clone(trace), session));
            result
        });
        match result {
            Ok(result) => {
                let mut rows = QueryRows::of(trace, result);
                rows.needs = needs;
                Some(Ok(Arc::new(rows)))
            }
            Err(SqlError::Cancelled) => None,
            Err(error) => Some(Err(error.to_string())),
        }
    }
}

/// Returns a watcher that reports the progress of a query.
fn watcher(serial: u64, tell: &Tell) -> Watcher {
    let tell = Arc::clone(tell);
    Watcher(Arc::new(move |progress| {
        tell(Outcome::Running {
            serial,
            rows: progress.rows(),
            steps: progress.steps(),
        });
    }))
}

fn search(
    trace: &Trace,
    query: &Query,
    within: Option<&Area>,
    serial: u64,
    cancel: &AtomicBool,
    tell: &Tell,
) -> Option<Outcome> {
    let nodes: Vec<NodeId> =
        within.map_or_else(Vec::new, |area| area.nodes.iter().copied().collect());
    let scoped = |mut found: Found| {
        if let Some(area) = within {
            found.keep_within(trace, area.span, &nodes);
        }
        Arc::new(Hits::new(trace, found))
    };
    let mut progress = |found: &Found| {
        tell(Outcome::Found {
            serial,
            found: scoped(found.clone()),
            done: Completeness::Partial,
        });
    };
    let found = find::find(trace, query, cancel, &mut progress)?;
    Some(Outcome::Found {
        serial,
        found: scoped(found),
        done: Completeness::Whole,
    })
}
