//! What the four words of a stay on a CPU and of a thread state hold.
//!
//! Times are differences to the base of their block, strings are codes. A row with a number that needs more
//! bits than it has here is not packed.

use super::{Base, Codes, Lasting, NONE, Pack};
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};
use crate::model::ids::{ThreadStateId, Utid};
use crate::model::sched::{SchedSlice, ThreadState};

/// Returns how much later than its base a time is, if that fits.
#[inline]
fn to_base(ts: Ts, base: Base) -> Option<u32> {
    // Of two times in this order the difference always fits in 64 bits.
    let after = ts.ns().wrapping_sub(base.0).cast_unsigned();
    let is_after = base.0 <= ts.ns();
    u32::try_from(after).ok().filter(|_| is_after)
}

#[inline]
pub(super) fn from_base(ts: u32, base: Base) -> i64 {
    base.0.saturating_add(i64::from(ts))
}

/// Returns for how long something lasted, if that fits.
#[inline]
pub(super) fn short_dur(start: Ts, end: Ts) -> Option<u32> {
    // Of two times in this order the difference always fits in 64 bits.
    let ns = end.ns().wrapping_sub(start.ns()).cast_unsigned();
    (start <= end && ns < u64::from(NONE)).then_some(ns as u32)
}

#[inline]
fn pack_dur(dur: Option<Dur>) -> Option<u32> {
    match dur {
        None => Some(NONE),
        Some(dur) => u32::try_from(dur.ns()).ok().filter(|&ns| ns != NONE),
    }
}

#[inline]
pub(super) fn unpack_dur(dur: u32) -> Option<Dur> {
    (dur != NONE).then(|| Dur::from_ns(i64::from(dur)))
}

#[inline]
fn some(packed: u32) -> Option<u32> {
    (packed != NONE).then_some(packed)
}

/// Packs an optional number; returns `None` if the number is the one that stands for a missing one.
#[inline]
fn or_none(value: Option<u32>) -> Option<u32> {
    match value {
        None => Some(NONE),
        Some(NONE) => None,
        value => value,
    }
}

/// Returns a number if it is less than `limit`.
#[inline]
fn below(value: u32, limit: u32) -> Option<u32> {
    (value < limit).then_some(value)
}

/// The last word of a stay: CPU 10 bits, code of the state 8 bits, priority 13 bits.
const CPUS: u32 = 1 << 10;
const END_STATE_SHIFT: u32 = 10;
pub(super) const END_STATES: u32 = 1 << 8;
const PRIORITY_SHIFT: u32 = 18;
const PRIORITIES: u32 = 1 << 13;
/// What is added to a priority, because a few are negative.
const PRIORITY_BIAS: i32 = 1 << 10;

/// Sets the code of the state in the last word of a stay.
#[inline]
pub(super) const fn with_end_state(rest: u32, code: u32) -> u32 {
    rest & !((END_STATES - 1) << END_STATE_SHIFT) | code << END_STATE_SHIFT
}

impl Pack for SchedSlice {
    /// Time, duration, thread, and the rest.
    type Words = [u32; 4];

    fn base(&self) -> Base {
        Base(self.ts.ns())
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn pack(self, base: Base, codes: &mut Codes, _: &[[u32; 4]]) -> Option<[u32; 4]> {
        let end_state = codes.end_state(self.end_state)?;
        // A priority out of range wraps to a number that is too large.
        let priority = self.priority.wrapping_add(PRIORITY_BIAS).cast_unsigned();
        let rest = below(self.cpu, CPUS)?
            | end_state << END_STATE_SHIFT
            | below(priority, PRIORITIES)? << PRIORITY_SHIFT;
        Some([
            to_base(self.ts, base)?,
            pack_dur(self.dur)?,
            self.utid.0,
            rest,
        ])
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn unpack([ts, dur, utid, rest]: [u32; 4], base: Base, codes: &Codes, _: &[[u32; 4]]) -> Self {
        let end_state = (rest >> END_STATE_SHIFT) % END_STATES;
        let priority = (rest >> PRIORITY_SHIFT) % PRIORITIES;
        Self {
            ts: Ts::from_ns(from_base(ts, base)),
            dur: unpack_dur(dur),
            cpu: rest % CPUS,
            utid: Utid(utid),
            end_state: end_state.checked_sub(1).map(|code| codes.string(code)),
            priority: priority.cast_signed() - PRIORITY_BIAS,
        }
    }
}

impl Lasting for SchedSlice {
    fn times(&self) -> (Ts, Option<Dur>) {
        (self.ts, self.dur)
    }

    fn set_end(&mut self, end: Ts) {
        self.dur = Some(Dur::from_ns(end.ns().saturating_sub(self.ts.ns())));
    }

    fn group(&self) -> u32 {
        self.cpu
    }

    #[inline]
    fn packed_group(words: &[u32; 4]) -> u32 {
        words[3] % CPUS
    }
}

/// The last word of a state: thread 21 bits, code of the state 5, form 2, what [`pack_known`] returns 3.
const STATE_THREADS: u32 = (1 << 21) - 1;
const STATE_SHIFT: u32 = 21;
pub(super) const STATES: u32 = 1 << 5;
const FORM_SHIFT: u32 = 26;
const KNOWN_SHIFT: u32 = 28;

/// The form of a state says what its third word is: a CPU or nothing, the thread that woke it, the state of
/// that thread, or the function that it blocks in.
const OF_CPU: u32 = 0;
const OF_WAKER: u32 = 1;
const OF_WAKER_STATE: u32 = 2;
const OF_FUNCTION: u32 = 3;

/// Packs two answers of which at most one is known.
#[inline]
fn pack_known(io_wait: Option<bool>, irq_context: Option<bool>) -> Option<u32> {
    match (io_wait, irq_context) {
        (None, None) => Some(0),
        (Some(known), None) => Some(2 | u32::from(known)),
        (None, Some(known)) => Some(4 | u32::from(known)),
        (Some(_), Some(_)) => None,
    }
}

/// Returns the answer of a kind, 2 for `io_wait` or 4 for `irq_context`, if that is the known one.
#[inline]
fn known(packed: u32, kind: u32) -> Option<bool> {
    (packed & 6 == kind).then_some(packed & 1 != 0)
}

/// Returns the thread of a state by its last word.
#[inline]
fn thread_of(words: &[u32; 4]) -> u32 {
    words[3] & STATE_THREADS
}

impl Pack for ThreadState {
    /// Time, duration, what the form says, and the rest. Where the state of the waker is known, the waker
    /// itself is not kept, because its state names it.
    type Words = [u32; 4];

    fn base(&self) -> Base {
        Base(self.ts.ns())
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn pack(self, base: Base, codes: &mut Codes, rows: &[[u32; 4]]) -> Option<[u32; 4]> {
        let code = codes.code(self.state, STATES as usize)?;
        self.pack_as(code, base, rows)
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn unpack(words: [u32; 4], base: Base, codes: &Codes, rows: &[[u32; 4]]) -> Self {
        let [ts, dur, what, rest] = words;
        let form = (rest >> FORM_SHIFT) % 4;
        let of_form = |of| some(what).filter(|_| form == of);
        let waker_state = of_form(OF_WAKER_STATE);
        let waker = match waker_state {
            Some(state) => rows.get(state as usize).map(thread_of),
            None => of_form(OF_WAKER),
        };
        let is_known = (rest >> KNOWN_SHIFT) % 8;
        Self {
            ts: Ts::from_ns(from_base(ts, base)),
            dur: unpack_dur(dur),
            utid: Utid(rest & STATE_THREADS),
            state: codes.string((rest >> STATE_SHIFT) % STATES),
            cpu: of_form(OF_CPU),
            io_wait: known(is_known, 2),
            blocked_function: of_form(OF_FUNCTION).map(StrId::new),
            waker: waker.map(Utid),
            waker_state: waker_state.map(ThreadStateId),
            irq_context: known(is_known, 4),
        }
    }

    fn wide_rest(&self) -> u32 {
        self.utid.0.min(STATE_THREADS)
    }
}

impl ThreadState {
    /// Packs a row whose state has a code.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    pub(super) fn pack_as(self, code: u32, base: Base, rows: &[[u32; 4]]) -> Option<[u32; 4]> {
        let ids = (
            self.cpu,
            self.waker,
            self.waker_state,
            self.blocked_function,
        );
        let (form, what) = match ids {
            (cpu, None, None, None) => (OF_CPU, cpu),
            (None, Some(waker), None, None) => (OF_WAKER, Some(waker.0)),
            (None, Some(waker), Some(state), None) => {
                let thread = rows.get(state.index()).map(thread_of);
                if thread != Some(waker.0) || waker.0 == STATE_THREADS {
                    return None;
                }
                (OF_WAKER_STATE, Some(state.0))
            }
            (None, None, None, Some(function)) => (OF_FUNCTION, Some(function.get())),
            _ => return None,
        };
        let rest = below(self.utid.0, STATE_THREADS)?
            | code << STATE_SHIFT
            | form << FORM_SHIFT
            | pack_known(self.io_wait, self.irq_context)? << KNOWN_SHIFT;
        Some([
            to_base(self.ts, base)?,
            pack_dur(self.dur)?,
            or_none(what)?,
            rest,
        ])
    }
}

impl Lasting for ThreadState {
    fn times(&self) -> (Ts, Option<Dur>) {
        (self.ts, self.dur)
    }

    fn set_end(&mut self, end: Ts) {
        self.dur = Some(end.since(self.ts));
    }

    fn group(&self) -> u32 {
        self.utid.0
    }

    #[inline]
    fn packed_group(words: &[u32; 4]) -> u32 {
        thread_of(words)
    }
}
