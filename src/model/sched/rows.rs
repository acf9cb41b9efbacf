//! Rows of scheduling, packed: a trace of a phone has millions, and nearly all of an `Option` is
//! padding.
//!
//! Rows go in and come out whole, so only this file knows how they are kept.

use super::{SchedSlice, ThreadState};
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};
use crate::model::ids::{ThreadStateId, Utid};

/// What can be kept in fewer bytes than it has.
pub trait Pack: Copy {
    /// How it is kept.
    type Packed: Copy + Clone + std::fmt::Debug;

    /// Packs a row.
    fn pack(self) -> Self::Packed;

    /// Returns the row that was packed.
    fn unpack(packed: Self::Packed) -> Self;
}

/// A list of packed rows.
#[derive(Clone, Debug)]
pub struct Rows<T: Pack>(Vec<T::Packed>);

impl<T: Pack> Rows<T> {
    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a row, `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<T> {
        self.0.get(index).map(|&packed| T::unpack(packed))
    }

    /// Returns a row, which must exist.
    pub(super) fn row(&self, index: usize) -> T {
        T::unpack(self.0[index])
    }

    /// Appends a row.
    pub fn push(&mut self, row: T) {
        self.0.push(row.pack());
    }

    /// Changes a row, if it exists.
    pub fn update(&mut self, index: usize, change: impl FnOnce(&mut T)) {
        if let Some(packed) = self.0.get_mut(index) {
            let mut row = T::unpack(*packed);
            change(&mut row);
            *packed = row.pack();
        }
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        self.0.iter().map(|&packed| T::unpack(packed))
    }
}

impl<T: Pack> Default for Rows<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Pack> From<Vec<T>> for Rows<T> {
    fn from(rows: Vec<T>) -> Self {
        Self(rows.into_iter().map(T::pack).collect())
    }
}

/// Stands for a row, a string or a thread that is not there: there are never so many.
const NONE: u32 = u32::MAX;
/// Stands for a duration that is not known; none is negative.
const OPEN: i64 = -1;

fn dur(packed: i64) -> Option<Dur> {
    (packed != OPEN).then(|| Dur::from_ns(packed))
}

fn some(packed: u32) -> Option<u32> {
    (packed != NONE).then_some(packed)
}

/// A packed [`SchedSlice`].
#[derive(Clone, Copy, Debug)]
pub struct PackedSched {
    ts: i64,
    dur: i64,
    cpu: u32,
    utid: u32,
    end_state: u32,
    priority: i32,
}

impl Pack for SchedSlice {
    type Packed = PackedSched;

    fn pack(self) -> PackedSched {
        PackedSched {
            ts: self.ts.ns(),
            dur: self.dur.map_or(OPEN, Dur::ns),
            cpu: self.cpu,
            utid: self.utid.0,
            end_state: self.end_state.map_or(NONE, |state| state.0),
            priority: self.priority,
        }
    }

    fn unpack(packed: PackedSched) -> Self {
        Self {
            ts: Ts::from_ns(packed.ts),
            dur: dur(packed.dur),
            cpu: packed.cpu,
            utid: Utid(packed.utid),
            end_state: some(packed.end_state).map(StrId),
            priority: packed.priority,
        }
    }
}

/// A packed [`ThreadState`].
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct PackedState {
    ts: i64,
    dur: i64,
    utid: u32,
    state: u32,
    cpu: u32,
    blocked_function: u32,
    waker: u32,
    waker_state: u32,
    flags: u8,
}

const HAS_CPU: u8 = 1;
const IO_WAIT_SHIFT: u8 = 1;
const IRQ_SHIFT: u8 = 3;

/// Packs what may be unknown into two bits.
fn two_bits(value: Option<bool>) -> u8 {
    value.map_or(0, |value| 2 | u8::from(value))
}

fn of_two_bits(bits: u8) -> Option<bool> {
    (bits & 2 != 0).then_some(bits & 1 != 0)
}

impl Pack for ThreadState {
    type Packed = PackedState;

    fn pack(self) -> PackedState {
        PackedState {
            ts: self.ts.ns(),
            dur: self.dur.map_or(OPEN, Dur::ns),
            utid: self.utid.0,
            state: self.state.0,
            cpu: self.cpu.unwrap_or(0),
            blocked_function: self.blocked_function.map_or(NONE, |name| name.0),
            waker: self.waker.map_or(NONE, |utid| utid.0),
            waker_state: self.waker_state.map_or(NONE, |id| id.0),
            flags: (u8::from(self.cpu.is_some()) * HAS_CPU)
                | (two_bits(self.io_wait) << IO_WAIT_SHIFT)
                | (two_bits(self.irq_context) << IRQ_SHIFT),
        }
    }

    fn unpack(packed: PackedState) -> Self {
        Self {
            ts: Ts::from_ns(packed.ts),
            dur: dur(packed.dur),
            utid: Utid(packed.utid),
            state: StrId(packed.state),
            cpu: (packed.flags & HAS_CPU != 0).then_some(packed.cpu),
            io_wait: of_two_bits(packed.flags >> IO_WAIT_SHIFT),
            blocked_function: some(packed.blocked_function).map(StrId),
            waker: some(packed.waker).map(Utid),
            waker_state: some(packed.waker_state).map(ThreadStateId),
            irq_context: of_two_bits(packed.flags >> IRQ_SHIFT),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id() -> impl Strategy<Value = Option<u32>> {
        prop_oneof![Just(None), Just(Some(0)), (0..NONE).prop_map(Some)]
    }

    fn dur() -> impl Strategy<Value = Option<Dur>> {
        prop_oneof![
            Just(None),
            (0..=i64::MAX).prop_map(|ns| Some(Dur::from_ns(ns)))
        ]
    }

    proptest! {
        #[test]
        fn stays_come_out_as_they_went_in(
            (ts, priority) in any::<(i64, i32)>(), dur in dur(),
            (cpu, utid) in any::<(u32, u32)>(), state in id(),
        ) {
            let row = SchedSlice {
                ts: Ts::from_ns(ts),
                dur,
                cpu,
                utid: Utid(utid),
                end_state: state.map(StrId),
                priority,
            };
            prop_assert_eq!(SchedSlice::unpack(row.pack()), row);
        }

        #[test]
        fn states_come_out_as_they_went_in(
            (ts, utid, state) in any::<(i64, u32, u32)>(), dur in dur(), cpu in any::<Option<u32>>(),
            (blocked, waker, waker_state) in (id(), id(), id()),
            (io_wait, irq_context) in any::<(Option<bool>, Option<bool>)>(),
        ) {
            let row = ThreadState {
                ts: Ts::from_ns(ts),
                dur,
                utid: Utid(utid),
                state: StrId(state),
                cpu,
                io_wait,
                blocked_function: blocked.map(StrId),
                waker: waker.map(Utid),
                waker_state: waker_state.map(ThreadStateId),
                irq_context,
            };
            let mut rows = Rows::from(vec![row]);
            prop_assert_eq!(rows.get(0), Some(row));
            rows.update(0, |row| row.cpu = None);
            prop_assert_eq!(rows.get(0), Some(ThreadState { cpu: None, ..row }));
        }
    }

    #[test]
    fn they_are_small() {
        assert_eq!(size_of::<PackedSched>(), 32);
        assert_eq!(size_of::<PackedState>(), 44);
    }
}
