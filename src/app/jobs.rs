//! Work that takes longer than a frame: searches, SQL and sums of an area.
//!
//! A job is a value; [`Job::run`] needs nothing but the trace, so that it runs
//! on a background thread in the viewer and in place in tests. The viewer keeps
//! one slot for each kind: a new job cancels the running one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::layer::Ticket;
use super::lists::sql::Rows;
use super::lists::work::{ListWork, Listed};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::area::{self, AreaReport};
use crate::query::find::{self, Found, Hits, Mode, Query};
use crate::query::same_name::{self, SameName};
use crate::sql::session::{Limits, SqlError, SqlSession, Watcher};
use crate::view::state::Area;

/// How many rows of a query are shown.
const SQL_ROWS_MAX: usize = 100_000;
/// How much memory the rows of a query may take.
const SQL_BYTES_MAX: usize = 256 << 20;
/// How much memory a running query may take.
const SQL_MEMORY_MAX: u64 = 1 << 30;

/// Something to do in the background.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Searches for a text.
    Search {
        /// The text.
        text: String,
        /// How it is read.
        mode: Mode,
        /// Where it is looked for, if not everywhere.
        within: Option<Area>,
        /// Which search this is.
        serial: u64,
    },
    /// Runs SQL.
    Sql {
        /// The statements.
        text: String,
        /// Which query this is.
        serial: u64,
    },
    /// Adds up what happened in an area.
    Area {
        /// The area.
        area: Area,
        /// Of which publish of the trace.
        generation: u64,
    },
    /// Compares a slice with all of its name.
    SameName {
        /// The slice.
        slice: SliceId,
        /// Of which publish of the trace.
        generation: u64,
    },
    /// Works on all rows of a list.
    List(ListJob),
    /// Panics, to see what comes of it.
    #[cfg(test)]
    Panic,
}

/// Work on all rows of a list. Two are the same if they have the same ticket.
#[derive(Clone, Debug)]
pub struct ListJob {
    /// Which list asked, and when.
    pub ticket: Ticket,
    /// What is to be done.
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
    /// What the details add up: of an area, or of all slices of a name.
    Details,
    /// Rows of the list with this number.
    List(u64),
    /// Rows that become a file.
    Export,
}

/// What a job found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A search has found so much; `done` says whether that is all.
    Found {
        /// Which search.
        serial: u64,
        /// What was found.
        found: Arc<Hits>,
        /// Whether that is all.
        done: Completeness,
    },
    /// A search could not be done.
    SearchFailed {
        /// Which search.
        serial: u64,
        /// Why.
        error: String,
    },
    /// A query is still running.
    Running {
        /// Which query.
        serial: u64,
        /// How many rows it has given.
        rows: u64,
        /// How many thousands of steps it has made.
        steps: u64,
    },
    /// A query gave this.
    Rows {
        /// Which query.
        serial: u64,
        /// The text that was run.
        text: String,
        /// The result, or why there is none.
        result: Result<Arc<Rows>, String>,
    },
    /// What happened in an area.
    Area {
        /// The area.
        area: Area,
        /// Of which publish of the trace.
        generation: u64,
        /// The sums; nothing if they could not be made.
        report: Option<Arc<AreaReport>>,
    },
    /// How a slice compares with all of its name.
    SameName {
        /// The slice.
        slice: SliceId,
        /// Of which publish of the trace.
        generation: u64,
        /// The comparison; nothing if it could not be made.
        found: Option<Arc<SameName>>,
    },
    /// What came of work on a list.
    Listed {
        /// Which list asked, and when.
        ticket: Ticket,
        /// What came of it, or why nothing did.
        result: Result<Listed, String>,
    },
}

/// Is told what a job has found so far, before its end.
pub type Tell = Arc<dyn Fn(Outcome) + Send + Sync>;

/// Whether a result is all there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// More may come.
    Partial,
    /// That is all.
    Whole,
}

impl Job {
    /// Returns its slot.
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

    /// Returns the outcome that says that it could not be done.
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

    /// Does it. `tell` gets what is known on the way; the end is returned, or nothing if it was
    /// cancelled.
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
                let result = Ok(work.run(trace, cancel)?);
                Some(Outcome::Listed { ticket, result })
            }
            #[cfg(test)]
            Self::Panic => panic!("a job that panics"),
        }
    }
}

/// What jobs keep between them: the SQL session, with the tables that queries have made.
#[derive(Debug, Default)]
pub struct Tools {
    sql: Mutex<Option<(Arc<Trace>, SqlSession)>>,
    /// Stops what the session runs.
    stop: Arc<AtomicBool>,
    /// How many bytes the user allows the process.
    max_memory: OnceLock<u64>,
}

impl Tools {
    /// Allows queries no more memory than the process, in bytes. The first number given stands.
    pub fn limit_memory(&self, bytes: u64) {
        self.max_memory.get_or_init(|| bytes);
    }

    /// Stops the running query.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Runs statements; nothing if they were cancelled.
    fn query(
        &self,
        trace: &Arc<Trace>,
        text: &str,
        cancel: &AtomicBool,
        watcher: Watcher,
    ) -> Option<Result<Arc<Rows>, String>> {
        let limits = Limits {
            memory_bytes: SQL_MEMORY_MAX,
            ..Limits::default()
        };
        let limits = limits.within(self.max_memory.get().copied().unwrap_or(u64::MAX));
        // Waits for the query before, which is being stopped.
        let mut slot = self.sql.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(false, Ordering::Relaxed);
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        // A session is of one publish of the trace.
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
                let mut rows = Rows::of(trace, result);
                rows.needs = needs;
                Some(Ok(Arc::new(rows)))
            }
            Err(SqlError::Cancelled) => None,
            Err(error) => Some(Err(error.to_string())),
        }
    }
}

/// Returns what tells how far a query is.
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
