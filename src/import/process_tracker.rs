//! Turns recorded pids and tids, which are reused, into upids and utids, which are not.
//!
//! Calls must come in trace time order. Rules: spec trace-format 8, read from the
//! reference's `process_tracker.cc`.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::model::ids::{Upid, Utid};
use crate::model::process::{Process, ProcessTable, Thread};

/// Who says how a process is called: a later name replaces one of equal or lower priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ProcessNamePriority {
    /// Nobody yet.
    #[default]
    Unset,
    /// A Chrome process type.
    ChromeLabel,
    /// A TrackDescriptor.
    TrackDescriptor,
    /// Chrome's renderer type.
    ChromeLabelRenderer,
    /// The operating system: ProcessTree or ftrace.
    System,
}

/// Who says how a thread is called: a later name replaces one of equal or lower priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ThreadNamePriority {
    /// Nobody yet.
    #[default]
    Unset,
    /// Ftrace.
    Ftrace,
    /// ProcessTree.
    ProcessTree,
    /// A Chrome thread type, or legacy thread metadata.
    ChromeType,
    /// A TrackDescriptor.
    TrackDescriptor,
    /// A name that never changes, such as `swapper`.
    Constant,
}

/// Processes and threads under construction.
#[derive(Debug)]
pub struct ProcessTracker {
    /// The rows so far.
    pub table: ProcessTable,
    process_priority: Vec<ProcessNamePriority>,
    thread_priority: Vec<ThreadNamePriority>,
    /// The live process of each pid.
    by_pid: HashMap<i64, Upid>,
    /// All threads that ever had a tid, oldest first.
    by_tid: HashMap<i64, Vec<Utid>>,
    machine: u32,
}

impl ProcessTracker {
    /// Returns a tracker that knows only the idle process and thread. `swapper` is that name.
    pub fn new(swapper: StrId, machine: u32) -> Self {
        let mut tracker = Self {
            table: ProcessTable::default(),
            process_priority: Vec::new(),
            thread_priority: Vec::new(),
            by_pid: HashMap::new(),
            by_tid: HashMap::new(),
            machine,
        };
        let upid = tracker.new_process(0);
        let utid = tracker.new_thread(0);
        tracker.associate(utid, upid);
        tracker.set_thread_name(utid, swapper, ThreadNamePriority::Constant);
        tracker
    }

    fn new_process(&mut self, pid: i64) -> Upid {
        let upid = Upid::from_index(self.table.processes.len());
        self.table.processes.push(Process {
            pid,
            machine: self.machine,
            ..Process::default()
        });
        self.process_priority.push(ProcessNamePriority::Unset);
        self.by_pid.insert(pid, upid);
        upid
    }

    fn new_thread(&mut self, tid: i64) -> Utid {
        let utid = Utid::from_index(self.table.threads.len());
        self.table.threads.push(Thread {
            tid,
            machine: self.machine,
            ..Thread::default()
        });
        self.thread_priority.push(ThreadNamePriority::Unset);
        self.by_tid.entry(tid).or_default().push(utid);
        utid
    }

    /// Makes `utid` a thread of `upid`.
    pub fn associate(&mut self, utid: Utid, upid: Upid) {
        let pid = self.table.process(upid).pid;
        let thread = &mut self.table.threads[utid.index()];
        thread.upid = Some(upid);
        thread.is_main = Some(thread.tid == pid);
    }

    /// Returns the live process of a pid, creating it and its main thread if there is none.
    pub fn process(&mut self, pid: i64) -> Upid {
        if let Some(&upid) = self.by_pid.get(&pid) {
            return upid;
        }
        let upid = self.new_process(pid);
        self.update_thread(pid, pid);
        upid
    }

    /// Returns the live process of a pid without creating one.
    pub fn find_process(&self, pid: i64) -> Option<Upid> {
        self.by_pid.get(&pid).copied()
    }

    /// Returns whether a thread may still be running at the present time.
    fn is_alive(&self, utid: Utid) -> bool {
        let thread = self.table.thread(utid);
        if thread.end_ts.is_some() {
            return false;
        }
        let Some(upid) = thread.upid else { return true };
        let process = self.table.process(upid);
        process.end_ts.is_none() && self.by_pid.get(&process.pid) == Some(&upid)
    }

    /// Returns the newest live thread with this tid, whatever its process.
    pub fn find_thread(&self, tid: i64) -> Option<Utid> {
        let threads = self.by_tid.get(&tid)?;
        threads
            .iter()
            .rev()
            .copied()
            .find(|&utid| self.is_alive(utid))
    }

    /// Returns the newest live thread with this tid, creating one of an unknown process if there is none.
    pub fn thread(&mut self, tid: i64) -> Utid {
        match self.find_thread(tid) {
            Some(utid) => utid,
            None => self.new_thread(tid),
        }
    }

    /// Returns the live thread `tid` of process `pid`, creating both as needed.
    pub fn update_thread(&mut self, tid: i64, pid: i64) -> Utid {
        let upid = match self.by_pid.get(&pid) {
            Some(&upid) => upid,
            None if tid == pid => self.new_process(pid),
            None => self.process(pid),
        };
        let found = self.by_tid.get(&tid).and_then(|threads| {
            threads.iter().rev().copied().find(|&utid| {
                self.is_alive(utid)
                    && self
                        .table
                        .thread(utid)
                        .upid
                        .is_none_or(|owner| self.table.process(owner).pid == pid)
            })
        });
        let utid = found.unwrap_or_else(|| self.new_thread(tid));
        if self.table.thread(utid).upid.is_none() {
            self.associate(utid, upid);
        }
        utid
    }

    /// Starts a new process for a pid, which ends the old one's claim to it.
    pub fn start_process(&mut self, pid: i64, ts: Option<Ts>) -> Upid {
        self.by_pid.remove(&pid);
        if let Some(threads) = self.by_tid.get(&pid) {
            // The main thread of the old process is not that of the new one.
            let stale: Vec<Utid> = threads
                .iter()
                .copied()
                .filter(|&utid| self.table.thread(utid).upid.is_none())
                .collect();
            for utid in stale {
                self.table.threads[utid.index()]
                    .end_ts
                    .get_or_insert(ts.unwrap_or(Ts::MIN));
            }
        }
        let upid = self.new_process(pid);
        let utid = self.new_thread(pid);
        self.associate(utid, upid);
        self.table.processes[upid.index()].start_ts = ts;
        self.table.threads[utid.index()].start_ts = ts;
        upid
    }

    /// Starts a new thread with this tid, its process unknown yet.
    pub fn start_thread(&mut self, tid: i64, ts: Option<Ts>) -> Utid {
        let utid = self.new_thread(tid);
        self.table.threads[utid.index()].start_ts = ts;
        utid
    }

    /// Ends a thread, and its process if it is the main thread.
    pub fn end_thread(&mut self, tid: i64, ts: Ts) {
        let utid = self.thread(tid);
        let thread = &mut self.table.threads[utid.index()];
        thread.end_ts = Some(ts);
        if let Some(upid) = thread.upid {
            let process = &mut self.table.processes[upid.index()];
            if process.pid == tid {
                process.end_ts = Some(ts);
                self.by_pid.remove(&tid);
            }
        }
    }

    /// Forgets which process a pid belongs to, so that its next use starts a new one.
    pub fn release_pid(&mut self, pid: i64) {
        self.by_pid.remove(&pid);
    }

    /// Names a process if `priority` is at least that of its present name.
    pub fn set_process_name(&mut self, upid: Upid, name: StrId, priority: ProcessNamePriority) {
        let current = &mut self.process_priority[upid.index()];
        if priority >= *current {
            *current = priority;
            self.table.processes[upid.index()].name = Some(name);
        }
    }

    /// Names a thread if `priority` is at least that of its present name. Empty names are ignored.
    pub fn set_thread_name(&mut self, utid: Utid, name: StrId, priority: ThreadNamePriority) {
        if name == StrId::EMPTY {
            return;
        }
        let current = &mut self.thread_priority[utid.index()];
        if priority >= *current {
            *current = priority;
            self.table.threads[utid.index()].name = Some(name);
        }
    }
}
