//! Processes and threads of the trace.

use std::ops::Range;

use super::ids::{ArgSetId, Upid, Utid};
use crate::base::intern::StrId;
use crate::base::time::Ts;

/// Ids of processes and threads that were recorded with texts in place of ids. These ids are larger than any
/// that a system gives, and are not shown, because the text is the name.
pub const NAMED_IDS: Range<i64> = 1 << 32..1 << 33;

/// The number of user ids that Android reserves for each user.
pub const UIDS_PER_USER: i64 = 100_000;

/// How the label begins that a process of Chromium gets of a frame in a page.
pub const SUBFRAME: &[u8] = b"Subframe: ";

/// A process. Row 0 is the idle process (pid 0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Process {
    /// The recorded process id, which the kernel may reuse.
    pub pid: i64,
    /// The best known name.
    pub name: Option<StrId>,
    /// The whole command line, joined by spaces.
    pub cmdline: Option<StrId>,
    /// When it started, if the trace says so.
    pub start_ts: Option<Ts>,
    /// When it ended, if the trace says so.
    pub end_ts: Option<Ts>,
    /// The process that started it.
    pub parent: Option<Upid>,
    /// The user it runs as.
    pub uid: Option<i64>,
    /// `sort_index_hint` of the display order; 0 if none.
    pub sort_hint: Option<i64>,
    /// Arguments such as `chrome.process_type`.
    pub args: Option<ArgSetId>,
    /// Of the labels that a process of Chromium had one after the other the last that is no frame's in a page.
    pub page_label: Option<StrId>,
    /// The machine it ran on; 0 is the host.
    pub machine: u32,
}

/// A thread. Row 0 is the idle thread `swapper` (tid 0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thread {
    /// The recorded thread id, which the kernel may reuse.
    pub tid: i64,
    /// The best known name.
    pub name: Option<StrId>,
    /// The process it belongs to, if known.
    pub upid: Option<Upid>,
    /// Whether tid equals the pid of its process; `None` if the process is unknown.
    pub is_main: Option<bool>,
    /// When it started, if the trace says so.
    pub start_ts: Option<Ts>,
    /// When it ended, if the trace says so.
    pub end_ts: Option<Ts>,
    /// `thread_sort_index_hint` of the display order.
    pub sort_hint: Option<i64>,
    /// Arguments of the thread.
    pub args: Option<ArgSetId>,
    /// The machine it ran on; 0 is the host.
    pub machine: u32,
}

/// All processes and threads.
#[derive(Clone, Debug, Default)]
pub struct ProcessTable {
    /// Processes by [`Upid`].
    pub processes: Vec<Process>,
    /// Threads by [`Utid`].
    pub threads: Vec<Thread>,
}

impl ProcessTable {
    /// Returns the process `upid`.
    pub fn process(&self, upid: Upid) -> &Process {
        &self.processes[upid.index()]
    }

    /// Returns whether a thread is the idle thread of its machine.
    pub fn is_idle(&self, utid: Utid) -> bool {
        utid == Utid(0)
            || self
                .threads
                .get(utid.index())
                .is_some_and(|thread| thread.machine != 0 && thread.tid == 0)
    }

    /// Returns how many processes there are, without the idle ones: those have no name.
    pub fn n_processes(&self) -> usize {
        let processes = self.processes.iter().enumerate();
        let is_idle = |upid: usize, of: &Process| upid == 0 || of.machine != 0 && of.pid == 0;
        let others = processes.filter(|&(upid, of)| !is_idle(upid, of) || of.name.is_some());
        others.count()
    }

    /// Returns how many threads there are, without the idle ones.
    pub fn n_threads(&self) -> usize {
        let utids = (0..self.threads.len()).map(Utid::from_index);
        utids.filter(|&utid| !self.is_idle(utid)).count()
    }

    /// Returns the thread `utid`.
    pub fn thread(&self, utid: Utid) -> &Thread {
        &self.threads[utid.index()]
    }
}
