//! Threads of one tid where very many live at once: a recorder may number the threads of each process
//! from 1.
//!
//! A walk over all of them for each look-up would take events times processes. Where there are few,
//! as in nearly every trace, they are walked and nothing is kept here.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::model::ids::Utid;

/// So many threads of a tid are walked; of more it is noted whose they are.
pub(super) const FEW: usize = 16;

/// A thread and its rank, by which those of a tid are ordered.
pub(super) type Ranked = (u64, Utid);

/// The threads of a tid by the pid of their process, those of the lowest rank first.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    of_pid: HashMap<Option<i64>, BTreeSet<Ranked>>,
}

impl Crowd {
    /// Adds a thread of the process with a pid, or of an unknown one.
    pub(super) fn add(&mut self, thread: Ranked, pid: Option<i64>) {
        self.of_pid.entry(pid).or_default().insert(thread);
    }

    /// Says that a thread of one process is of another. Nothing changes if it is not in the crowd.
    pub(super) fn move_to(&mut self, thread: Ranked, from: Option<i64>, to: i64) {
        if self.remove(thread, from) {
            self.add(thread, Some(to));
        }
    }

    /// Removes a thread. Returns whether it was there.
    pub(super) fn remove(&mut self, thread: Ranked, pid: Option<i64>) -> bool {
        let threads = self.of_pid.get_mut(&pid);
        threads.is_some_and(|threads| threads.remove(&thread))
    }

    /// Returns the newest live thread that is of a process with a pid, or may be.
    pub(super) fn newest(&self, pid: i64, is_alive: impl Fn(Utid) -> bool) -> Option<Utid> {
        let of = |pid: Option<i64>| {
            let threads = self.of_pid.get(&pid)?.iter().rev().copied();
            threads.into_iter().find(|&(_, utid)| is_alive(utid))
        };
        let newest = of(Some(pid)).max(of(None))?;
        Some(newest.1)
    }
}
