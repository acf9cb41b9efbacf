//! Turns recorded pids and tids, which are reused, into upids and utids, which are not.
//!
//! Calls must come in trace time order. A pid or tid that ends or starts anew gets a new row; the process of
//! a thread may become known only later, and is then passed on to the threads and processes that it started.
//! The rules are those of the reference's `process_tracker.cc`.

mod crowd;
mod recent;

use std::collections::BTreeSet;

use hashbrown::HashMap;

use self::crowd::{Crowd, FEW};
use self::recent::Recent;
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::model::ids::{Upid, Utid};
use crate::model::process::{Process, ProcessTable, Thread};

/// Where the name of a process comes from: a later name replaces one of equal or lower priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ProcessNamePriority {
    /// There is no name yet.
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

/// Where the name of a thread comes from: a later name replaces one of equal or lower priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ThreadNamePriority {
    /// There is no name yet.
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

/// A process as seen from inside a pid namespace.
#[derive(Debug, Default)]
struct Namespaced {
    /// Its pid in every namespace that it is in, the outermost first.
    nspid: Vec<i64>,
    /// Its threads in the order in which they are named: the root tid, and the tid in the process's own
    /// namespace.
    threads: Vec<(i64, Option<i64>)>,
    /// The index of each thread in `threads`, by its root tid.
    by_tid: HashMap<i64, usize>,
    /// The threads with a tid in the process's own namespace, by that tid and their index.
    by_own_tid: BTreeSet<(i64, usize)>,
}

impl Namespaced {
    /// Returns the index of the process's own namespace among those that it is in.
    fn level(&self) -> Option<usize> {
        self.nspid.len().checked_sub(1)
    }

    fn set_thread(&mut self, tid: i64, own: Option<i64>) {
        let next = self.threads.len();
        let place = *self.by_tid.entry(tid).or_insert(next);
        if place == next {
            self.threads.push((tid, own));
        } else {
            let before = std::mem::replace(&mut self.threads[place].1, own);
            if let Some(before) = before {
                self.by_own_tid.remove(&(before, place));
            }
        }
        self.by_own_tid.extend(own.map(|own| (own, place)));
    }
}

/// Processes and threads under construction.
#[derive(Debug)]
pub struct ProcessTracker {
    /// The rows so far.
    pub table: ProcessTable,
    process_priority: Vec<ProcessNamePriority>,
    thread_priority: Vec<ThreadNamePriority>,
    /// Whether a later process took the pid, by upid.
    replaced: Vec<bool>,
    /// The order in which threads were started or named again with their process, by utid.
    rank: Vec<u64>,
    next_rank: u64,
    /// Threads known to share a process that is itself unknown, in both directions.
    pending_siblings: HashMap<Utid, Vec<Utid>>,
    /// Processes started by a thread whose own process is unknown.
    pending_children: HashMap<Utid, Vec<Upid>>,
    /// What is known of each machine, the host first.
    machines: Vec<Machine>,
    /// The machine whose pids and tids are meant.
    current: usize,
    /// The newest live threads by tid.
    live: Recent,
    /// The live threads by tid and pid, if it is known that the two belong together.
    owned: Recent,
    /// Changes when a look-up of a thread may have another answer.
    generation: u32,
}

/// The processes of one machine.
#[derive(Debug, Default)]
struct Machine {
    idle: Utid,
    /// The live process of each pid.
    by_pid: HashMap<i64, Upid>,
    /// The newest process of each pid, live or not.
    newest: HashMap<i64, Upid>,
    /// The threads that have a tid and have not ended, by their rank.
    by_tid: HashMap<i64, Vec<Utid>>,
    /// The same threads of those tids that had more than a few when they were looked up.
    crowds: HashMap<i64, Crowd>,
    namespaces: HashMap<i64, Namespaced>,
}

impl ProcessTracker {
    /// Returns a tracker that knows only the idle process and thread of the host. `swapper` is the name of
    /// the thread.
    pub fn new(swapper: StrId) -> Self {
        let mut tracker = Self {
            table: ProcessTable::default(),
            process_priority: Vec::new(),
            thread_priority: Vec::new(),
            replaced: Vec::new(),
            rank: Vec::new(),
            next_rank: 0,
            pending_siblings: HashMap::new(),
            pending_children: HashMap::new(),
            machines: Vec::new(),
            current: 0,
            live: Recent::default(),
            owned: Recent::default(),
            generation: 1,
        };
        tracker.add_machine(swapper);
        tracker
    }

    /// Adds a machine with its idle process and thread.
    pub fn add_machine(&mut self, swapper: StrId) {
        let current = std::mem::replace(&mut self.current, self.machines.len());
        self.forget_recent();
        self.machines.push(Machine::default());
        let upid = self.new_process(0);
        let utid = self.new_thread(0);
        self.associate(utid, upid);
        self.set_thread_name(utid, swapper, ThreadNamePriority::Constant);
        self.own().idle = utid;
        self.current = current;
        self.forget_recent();
    }

    /// Says which machine pids and tids are of from now on: the index of one that was added.
    #[inline]
    pub fn set_machine(&mut self, index: u32) {
        let index = (index as usize).min(self.machines.len() - 1);
        if index != self.current {
            self.current = index;
            self.forget_recent();
        }
    }

    /// Notes that a look-up of a thread may have another answer than before.
    fn forget_recent(&mut self) {
        self.live.forget();
        self.owned.forget();
        self.generation = self.generation.wrapping_add(1);
    }

    /// Returns a number that changes when a look-up of a thread may have another answer.
    #[inline]
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Returns the index of the machine that pids and tids are of.
    #[inline]
    pub fn machine(&self) -> u32 {
        self.current as u32
    }

    /// Returns the idle thread of the machine.
    #[inline]
    pub fn idle(&self) -> Utid {
        self.machines[self.current].idle
    }

    #[inline]
    fn own(&mut self) -> &mut Machine {
        &mut self.machines[self.current]
    }

    fn new_process(&mut self, pid: i64) -> Upid {
        self.forget_recent();
        let upid = Upid::from_index(self.table.processes.len());
        self.table.processes.push(Process {
            pid,
            machine: self.machine(),
            ..Process::default()
        });
        self.process_priority.push(ProcessNamePriority::Unset);
        self.replaced.push(false);
        self.machines[self.current].by_pid.insert(pid, upid);
        if let Some(old) = self.machines[self.current].newest.insert(pid, upid) {
            self.replaced[old.index()] = true;
        }
        upid
    }

    fn new_thread(&mut self, tid: i64) -> Utid {
        self.forget_recent();
        let utid = Utid::from_index(self.table.threads.len());
        self.table.threads.push(Thread {
            tid,
            machine: self.machine(),
            ..Thread::default()
        });
        self.thread_priority.push(ThreadNamePriority::Unset);
        let rank = self.take_rank();
        self.rank.push(rank);
        let machine = &mut self.machines[self.current];
        machine.by_tid.entry(tid).or_default().push(utid);
        if !machine.crowds.is_empty()
            && let Some(crowd) = machine.crowds.get_mut(&tid)
        {
            crowd.add((rank, utid), None);
        }
        utid
    }

    fn take_rank(&mut self) -> u64 {
        self.next_rank += 1;
        self.next_rank
    }

    /// Makes a live thread the newest of its tid, as it was named again with its process: what is said of
    /// the tid alone is about this thread now.
    fn reaffirm(&mut self, utid: Utid) {
        let tid = self.table.thread(utid).tid;
        let machine = &mut self.machines[self.current];
        let Some(threads) = machine.by_tid.get_mut(&tid) else {
            return;
        };
        // In a crowd, to which also threads of ended processes count, the order stays: to move one of very
        // many takes long.
        if threads.last() == Some(&utid) || threads.len() > FEW {
            return;
        }
        threads.retain(|&other| other != utid);
        threads.push(utid);
        let pid = self.pid_of(utid);
        let before = self.rank[utid.index()];
        let rank = self.take_rank();
        self.rank[utid.index()] = rank;
        if let Some(crowd) = self.own().crowds.get_mut(&tid) {
            crowd.remove((before, utid), pid);
            crowd.add((rank, utid), pid);
        }
        self.live.forget_tid(tid);
        self.owned.forget_tid(tid);
        self.generation = self.generation.wrapping_add(1);
    }

    /// Makes `utid` a thread of `upid`, and with it the threads that are known to share its process. The
    /// processes that these have started get their parent.
    pub fn associate(&mut self, utid: Utid, upid: Upid) {
        self.forget_recent();
        let mut open = vec![utid];
        let pid = self.table.process(upid).pid;
        while let Some(utid) = open.pop() {
            let thread = &mut self.table.threads[utid.index()];
            let before = thread.upid.replace(upid);
            thread.is_main = Some(thread.tid == pid);
            let crowds = &mut self.machines[thread.machine as usize].crowds;
            if !crowds.is_empty()
                && let Some(crowd) = crowds.get_mut(&thread.tid)
            {
                let before = before.map(|upid| self.table.processes[upid.index()].pid);
                crowd.move_to((self.rank[utid.index()], utid), before, pid);
            }
            for child in self.pending_children.remove(&utid).unwrap_or_default() {
                self.table.processes[child.index()].parent = Some(upid);
            }
            for other in self.pending_siblings.remove(&utid).unwrap_or_default() {
                if self.table.thread(other).upid.is_none() {
                    open.push(other);
                }
            }
        }
    }

    /// Returns the live process of a pid, creating it and its main thread if there is none.
    pub fn process(&mut self, pid: i64) -> Upid {
        if let Some(&upid) = self.machines[self.current].by_pid.get(&pid) {
            return upid;
        }
        let upid = self.new_process(pid);
        self.thread_of(pid, upid);
        upid
    }

    /// Returns the live process of a pid, creating it if there is none, but no thread. This is for kernels on
    /// which the ids of processes are no ids of threads.
    pub fn process_alone(&mut self, pid: i64) -> Upid {
        match self.machines[self.current].by_pid.get(&pid) {
            Some(&upid) => upid,
            None => self.new_process(pid),
        }
    }

    /// Returns whether a thread may still be running at the present time.
    #[inline]
    pub fn is_alive(&self, utid: Utid) -> bool {
        let thread = self.table.thread(utid);
        if thread.end_ts.is_some() {
            return false;
        }
        let Some(upid) = thread.upid else { return true };
        self.table.process(upid).end_ts.is_none() && !self.replaced[upid.index()]
    }

    /// Returns the newest live thread with this tid, whatever its process.
    #[inline]
    pub fn find_thread(&self, tid: i64) -> Option<Utid> {
        let threads = self.machines[self.current].by_tid.get(&tid)?;
        threads
            .iter()
            .rev()
            .copied()
            .find(|&utid| self.is_alive(utid))
    }

    /// Returns the newest live thread with this tid, creating one of an unknown process if there is none.
    #[inline]
    pub fn thread(&mut self, tid: i64) -> Utid {
        match self.live.get(tid, 0) {
            Some(utid) => utid,
            None => self.look_up_thread(tid),
        }
    }

    #[inline(never)]
    fn look_up_thread(&mut self, tid: i64) -> Utid {
        let utid = match self.find_thread(tid) {
            Some(utid) => utid,
            None => self.new_thread(tid),
        };
        self.live.set(tid, 0, utid);
        utid
    }

    /// Returns the live thread `tid` of process `pid`, creating both as needed.
    #[inline]
    pub fn update_thread(&mut self, tid: i64, pid: i64) -> Utid {
        match self.owned.get(tid, pid) {
            Some(utid) => utid,
            None => self.look_up_owned(tid, pid),
        }
    }

    #[inline(never)]
    fn look_up_owned(&mut self, tid: i64, pid: i64) -> Utid {
        let upid = self.process(pid);
        let utid = self.thread_of(tid, upid);
        self.owned.set(tid, pid, utid);
        utid
    }

    /// Returns the live thread `tid` of a process, creating it as needed.
    pub fn thread_of(&mut self, tid: i64, upid: Upid) -> Utid {
        let pid = self.table.process(upid).pid;
        let threads = self.machines[self.current].by_tid.get(&tid);
        let found = if threads.is_some_and(|threads| threads.len() > FEW) {
            self.find_in_crowd(tid, pid)
        } else {
            self.find_among_few(tid, pid)
        };
        let utid = match found {
            Some(utid) => {
                self.reaffirm(utid);
                utid
            }
            None => self.new_thread(tid),
        };
        if self.table.thread(utid).upid.is_none() {
            self.associate(utid, upid);
        }
        utid
    }

    /// Returns the pid of the process of a thread, if that is known.
    fn pid_of(&self, utid: Utid) -> Option<i64> {
        let upid = self.table.thread(utid).upid?;
        Some(self.table.process(upid).pid)
    }

    /// Returns the newest live thread of a tid that is of a pid or may be.
    fn find_among_few(&self, tid: i64, pid: i64) -> Option<Utid> {
        let threads = self.machines[self.current].by_tid.get(&tid)?;
        let mut threads = threads.iter().rev().copied();
        threads.find(|&utid| self.is_alive(utid) && self.pid_of(utid).is_none_or(|own| own == pid))
    }

    /// Returns what [`Self::find_among_few`] does, without a look at all threads.
    #[cold]
    fn find_in_crowd(&mut self, tid: i64, pid: i64) -> Option<Utid> {
        if !self.machines[self.current].crowds.contains_key(&tid) {
            let mut crowd = Crowd::default();
            for &utid in self.machines[self.current].by_tid.get(&tid)? {
                crowd.add((self.rank[utid.index()], utid), self.pid_of(utid));
            }
            self.own().crowds.insert(tid, crowd);
        }
        let crowd = self.machines[self.current].crowds.get(&tid)?;
        crowd.newest(pid, |utid| self.is_alive(utid))
    }

    /// Starts a new process for a pid, which ends the claim of the old one and of all threads
    /// that had this tid.
    pub fn start_process(&mut self, pid: i64, ts: Option<Ts>) -> Upid {
        self.forget_recent();
        self.machines[self.current].by_pid.remove(&pid);
        self.machines[self.current].by_tid.remove(&pid);
        self.machines[self.current].crowds.remove(&pid);
        let utid = self.new_thread(pid);
        let upid = self.new_process(pid);
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

    /// Notes that two threads share a process. Returns false if they are known not to.
    pub fn associate_threads(&mut self, a: Utid, b: Utid) -> bool {
        match (self.table.thread(a).upid, self.table.thread(b).upid) {
            (Some(upid), None) => self.associate(b, upid),
            (None, Some(upid)) => self.associate(a, upid),
            (Some(first), Some(second)) => return first == second,
            (None, None) => {
                if a != b {
                    self.pending_siblings.entry(a).or_default().push(b);
                    self.pending_siblings.entry(b).or_default().push(a);
                }
            }
        }
        true
    }

    /// Notes which thread started a process: its process, once known, is the parent.
    pub fn set_parent_thread(&mut self, upid: Upid, parent: Utid) {
        match self.table.thread(parent).upid {
            Some(parent) => self.table.processes[upid.index()].parent = Some(parent),
            None => self.pending_children.entry(parent).or_default().push(upid),
        }
    }

    /// Sets the parent of a process. Returns false, and keeps the first, if it has another one.
    pub fn set_parent(&mut self, upid: Upid, parent: Upid) -> bool {
        let known = &mut self.table.processes[upid.index()].parent;
        *known.get_or_insert(parent) == parent
    }

    /// Ends a thread, and its process if it is the main thread. Does nothing if the thread is unknown.
    pub fn end_thread(&mut self, tid: i64, ts: Ts) {
        let Some(utid) = self.find_thread(tid) else {
            return;
        };
        self.forget_recent();
        let pid = self.pid_of(utid);
        let machine = &mut self.machines[self.current];
        if let Some(threads) = machine.by_tid.get_mut(&tid)
            && let Some(place) = threads.iter().rposition(|&other| other == utid)
        {
            threads.remove(place);
        }
        if let Some(crowd) = machine.crowds.get_mut(&tid) {
            crowd.remove((self.rank[utid.index()], utid), pid);
        }
        let thread = &mut self.table.threads[utid.index()];
        thread.end_ts = Some(ts);
        if let Some(upid) = thread.upid {
            let process = &mut self.table.processes[upid.index()];
            if process.pid == tid {
                process.end_ts = Some(ts);
                self.machines[self.current].by_pid.remove(&tid);
            }
        }
    }

    /// Forgets which process a pid belongs to, so that its next use starts a new one.
    pub fn release_pid(&mut self, pid: i64) {
        self.forget_recent();
        self.machines[self.current].by_pid.remove(&pid);
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
    #[inline]
    pub fn set_thread_name(&mut self, utid: Utid, name: StrId, priority: ThreadNamePriority) {
        if name != StrId::EMPTY {
            self.set_recorded_thread_name(utid, name, priority);
        }
    }

    /// Names a thread in the same way, even if the name that was recorded is empty.
    #[inline]
    pub fn set_recorded_thread_name(
        &mut self,
        utid: Utid,
        name: StrId,
        priority: ThreadNamePriority,
    ) {
        let current = &mut self.thread_priority[utid.index()];
        if priority >= *current {
            *current = priority;
            self.table.threads[utid.index()].name = Some(name);
        }
    }

    /// Returns the name of a thread, and its priority.
    #[inline]
    pub fn thread_name(&self, utid: Utid) -> (ThreadNamePriority, Option<StrId>) {
        let index = utid.index();
        (self.thread_priority[index], self.table.threads[index].name)
    }

    /// Renames a thread, and its process if it is the main thread.
    pub fn rename_thread(&mut self, utid: Utid, name: StrId) {
        self.set_thread_name(utid, name, ThreadNamePriority::Ftrace);
        let thread = self.table.thread(utid);
        if let (Some(upid), Some(true)) = (thread.upid, thread.is_main) {
            self.set_process_name(upid, name, ProcessNamePriority::System);
        }
    }

    /// Records the pids of a process in the pid namespaces it is in, the outermost first.
    pub fn set_process_namespace(&mut self, pid: i64, nspid: Vec<i64>) {
        self.machines[self.current].namespaces.insert(
            pid,
            Namespaced {
                nspid,
                ..Namespaced::default()
            },
        );
    }

    /// Records the tids of a thread in the pid namespaces it is in. Returns false if those of its
    /// process are unknown.
    pub fn set_thread_namespace(&mut self, pid: i64, tid: i64, nstid: &[i64]) -> bool {
        let Some(process) = self.machines[self.current].namespaces.get_mut(&pid) else {
            return false;
        };
        let own = process.level().and_then(|level| nstid.get(level).copied());
        process.set_thread(tid, own);
        true
    }

    /// Returns the root tid of the thread that a process in a pid namespace calls `tid`. `root_pid` is the
    /// pid of the process in the root namespace.
    pub fn resolve_namespaced_tid(&self, root_pid: i64, tid: i64) -> Option<i64> {
        let process = self.machines[self.current].namespaces.get(&root_pid)?;
        if *process.nspid.last()? == tid {
            return Some(root_pid);
        }
        // The thread that was named first counts.
        let mut alike = process.by_own_tid.range((tid, 0)..=(tid, usize::MAX));
        alike.next().map(|&(_, place)| process.threads[place].0)
    }
}

#[cfg(test)]
mod tests;
