//! Which threads were looked up lately: kernel events name the same few again and again.
//!
//! An answer holds until a thread or process begins, ends or finds its owner, of which [`Recent::forget`] is
//! told; then everything is looked up anew. Where only the order of a tid's threads changes,
//! [`Recent::forget_tid`] is. So what is remembered can never differ from what a look-up says,
//! which `tests.rs` compares.

use crate::model::ids::Utid;

/// How many answers are remembered, a power of two.
pub(super) const SLOTS: usize = 4096;
/// Answers are only remembered once so many were given.
const FEW: u32 = if cfg!(test) { 4 } else { 1024 };

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    tid: u32,
    pid: u32,
    /// The generation in which the answer holds; 0 is none.
    generation: u32,
    utid: Utid,
}

/// Answers by tid and pid, each in the one slot that its tid may have.
#[derive(Debug)]
pub(super) struct Recent {
    /// Empty until more than [`FEW`] answers were given.
    slots: Vec<Slot>,
    n_answers: u32,
    generation: u32,
}

impl Default for Recent {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            n_answers: 0,
            generation: 1,
        }
    }
}

impl Recent {
    /// Notes that look-ups may have other answers from now on.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.clear();
            self.generation = 1;
        }
    }

    /// Notes that look-ups of a tid may have other answers from now on.
    #[inline]
    pub(super) fn forget_tid(&mut self, tid: i64) {
        if let Some(slot) = self.slots.get_mut(Self::slot(tid)) {
            slot.generation = 0;
        }
    }

    #[inline]
    fn slot(tid: i64) -> usize {
        tid as usize & (SLOTS - 1)
    }

    /// Returns the answer to the look-up of a tid in a process.
    #[inline]
    pub(super) fn get(&self, tid: i64, pid: i64) -> Option<Utid> {
        let slot = self.slots.get(Self::slot(tid))?;
        let is_it = i64::from(slot.tid) == tid
            && i64::from(slot.pid) == pid
            && slot.generation == self.generation;
        is_it.then_some(slot.utid)
    }

    /// Remembers an answer.
    #[inline]
    pub(super) fn set(&mut self, tid: i64, pid: i64, utid: Utid) {
        if self.slots.is_empty() {
            self.n_answers += 1;
            if self.n_answers > FEW {
                self.slots = vec![Slot::default(); SLOTS];
            }
        }
        // Recorders write no ids with more than 32 bits.
        if let (Ok(own_tid), Ok(pid)) = (u32::try_from(tid), u32::try_from(pid))
            && let Some(slot) = self.slots.get_mut(Self::slot(tid))
        {
            *slot = Slot {
                tid: own_tid,
                pid,
                generation: self.generation,
                utid,
            };
        }
    }
}
