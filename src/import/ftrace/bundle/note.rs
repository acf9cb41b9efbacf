//! When the events of a bundle happened: all that has to be known of a bundle before it is read.

use super::arrays::{Arrays, n_short, sum_short};
use super::{COMM, Header, Visit, has_own_timestamp};
use crate::decode::fields::Fields;
use crate::decode::wire;
use crate::import::ftrace::event::{self, Plain};
use crate::import::ftrace::queue::{CompactSwitch, CompactWaking, Expected, Lists};
use crate::import::system::Clocks;
use crate::proto::{
    ftrace_event,
    ftrace_event_bundle::{self, compact_sched},
};

/// Notes only when a bundle begins and ends, and counts its events.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) expected: Expected,
    /// Which of the lists in [`Lists`] its events go into.
    pub(super) kinds: [bool; 3],
}

impl Span {
    pub(super) const NONE: Self = Self {
        first: u64::MAX,
        last: 0,
        expected: Expected {
            switches: 0,
            wakings: 0,
            all: 0,
        },
        kinds: [false; 3],
    };

    #[inline]
    fn cover(&mut self, ts: u64) {
        self.first = self.first.min(ts);
        self.last = self.last.max(ts);
        self.expected.all += 1;
    }
}

/// What an event counts as, by its field number: in the lower half as a switch, in the upper half as a
/// wakeup.
const COUNTS_AS: [u64; 256] = {
    let mut counts = [0; 256];
    counts[ftrace_event::SCHED_SWITCH as usize] = 1;
    counts[ftrace_event::SCHED_WAKING as usize] = 1 << 32;
    counts[ftrace_event::TASK_NEWTASK as usize] = 1 << 32;
    counts
};

/// Counts whole events.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    all: usize,
    /// Sums of [`COUNTS_AS`]: no bundle has as many events as would not fit.
    kinds: u64,
}

impl Counted {
    #[inline]
    fn count(&mut self, number: u32) {
        self.all += 1;
        let kinds = COUNTS_AS.get(number as usize).copied().unwrap_or(0);
        self.kinds = self.kinds.wrapping_add(kinds);
    }

    fn expected(self) -> Expected {
        Expected {
            switches: (self.kinds & 0xffff_ffff) as usize,
            wakings: (self.kinds >> 32) as usize,
            all: self.all,
        }
    }
}

impl Visit for Span {
    #[inline]
    fn event(&mut self, ts: u64, _: u32, number: u32, _: Option<(u32, u32, u32)>) {
        self.first = self.first.min(ts);
        self.last = self.last.max(ts);
        let mut counted = Counted::default();
        counted.count(number);
        self.expected.add(counted.expected());
        self.kinds[2] = true;
    }

    fn row(&mut self, recorded: i64, place: u32, number: u32) {
        self.event(recorded.cast_unsigned(), place, number, None);
    }

    fn said(&mut self, _: i64, happened: i64, place: u32, number: u32) {
        self.event(happened.cast_unsigned(), place, number, None);
    }

    fn comm(&mut self, _: &[u8]) {}

    #[inline]
    fn switch(&mut self, ts: u64, _: CompactSwitch, _: usize) {
        self.cover(ts);
        self.expected.switches += 1;
        self.kinds[0] = true;
    }

    #[inline]
    fn waking(&mut self, ts: u64, _: CompactWaking) {
        self.cover(ts);
        self.expected.wakings += 1;
        self.kinds[1] = true;
    }

    fn switches(&mut self, _: &Arrays<'_>) -> bool {
        false
    }

    fn wakings(&mut self, _: &Arrays<'_>, _: &[u8]) -> bool {
        false
    }
}

impl Span {
    /// Covers times, of which the first is absolute and each of the others is a distance from the one before.
    /// The last time is only found if `needs_last`. Returns how many times there are, if their numbers have
    /// the usual lengths.
    fn sum(&mut self, times: &[u8], needs_last: bool) -> Option<usize> {
        if times.is_empty() {
            return Some(0);
        }
        let mut later = times;
        let first = wire::take_varint(&mut later).filter(|&first| first < 1 << 62)?;
        let (n_later, sum) = if needs_last {
            sum_short(later)?
        } else {
            (n_short(later)?, 0)
        };
        let n = n_later + 1;
        self.cover(first);
        self.cover(first + sum);
        self.expected.all = self.expected.all + n - 2;
        Some(n)
    }
}

impl Span {
    /// Moves the span to trace time, if the same is to be added to all times in it. Returns what is added.
    pub(super) fn shift(&mut self, clock: u32, clocks: &mut dyn Clocks) -> Option<i64> {
        if self.expected.all == 0 || clocks.is_trace(clock) {
            return Some(0);
        }
        let (first, last) = (self.first.cast_signed(), self.last.cast_signed());
        let shift = clocks.shift(clock, (first, last))?;
        self.first = u64::try_from(first.checked_add(shift)?).ok()?;
        self.last = u64::try_from(last.checked_add(shift)?).ok()?;
        Some(shift)
    }

    /// Returns the span of the events in lists.
    pub(super) fn of(lists: &Lists) -> Self {
        let mut span = Self::NONE;
        for event in &lists.events {
            let read = event.what.read();
            span.event(event.ts, 0, read.map_or(0, |read| read.0), None);
        }
        for switch in &lists.switches {
            span.switch(switch.ts, switch.what, 0);
        }
        for waking in &lists.wakings {
            span.waking(waking.ts, waking.what);
        }
        span
    }
}

/// What a glance at events shows.
#[derive(Clone, Copy, Debug)]
struct Glanced {
    /// The first and the last time, as bytes of varints: the bits of a number are put together only in the
    /// end.
    first: u64,
    last: u64,
    n: Counted,
}

impl Glanced {
    /// Looks at events that follow each other from a place on. Returns where they end; `None` if one
    /// of them has a timestamp of its own.
    #[inline(never)]
    fn and_on(self, bytes: &[u8], mut at: usize) -> Option<(Self, usize)> {
        let Self {
            mut first,
            mut last,
            mut n,
        } = self;
        while let Some((ts, number, end)) = event::glance(bytes, at) {
            if has_own_timestamp(number) {
                return None;
            }
            first = first.min(ts);
            last = last.max(ts);
            n.count(number);
            at = end;
        }
        Some((Self { first, last, n }, at))
    }
}

/// Notes when the events of a bundle happened, faster than these can be read. What only looks like an event
/// counts, too, so that all events that will be read lie within the span. For bundles that name no clock the
/// end may be left open if boot time, which is their clock, is trace time. `None` if the span cannot be told.
pub(super) fn note(bytes: &[u8], is_boot_time: bool) -> Option<(Header<'_>, Span)> {
    let (mut header, mut span) = (Header::default(), Span::NONE);
    let mut cover = |ts: i64, number| {
        let ts = u64::try_from(ts)
            .ok()
            .filter(|_| !has_own_timestamp(number));
        ts.map(|ts| span.event(ts, 0, number, None))
    };
    let mut glanced = Glanced {
        first: u64::MAX,
        last: 0,
        n: Counted::default(),
    };
    let mut at = 0;
    loop {
        (glanced, at) = glanced.and_on(bytes, at)?;
        let mut fields = Fields::at(bytes.get(at..).unwrap_or_default(), at as u64);
        let Some(field) = fields.next_field() else {
            break;
        };
        let this = std::mem::replace(&mut at, fields.offset() as usize) as u64;
        if field.number == ftrace_event_bundle::EVENT {
            let event = Plain::read(field.as_bytes())?;
            cover(event.ts, event.number)?;
        } else {
            header.take(&field, this);
        }
    }
    if glanced.n.all > 0 {
        span.first = span.first.min(wire::of_sevens(glanced.first));
        span.last = span.last.max(wire::of_sevens(glanced.last));
        span.expected.add(glanced.n.expected());
        span.kinds[2] = true;
    }
    let mut fields = Fields::new(header.compact.unwrap_or_default());
    let mut times = [&b""[..]; 2];
    loop {
        if fields.next_bytes(COMM).is_some() {
            continue;
        }
        match fields.next_field() {
            Some(field) if field.number == compact_sched::SWITCH_TIMESTAMP => {
                times[0] = field.as_bytes();
            }
            Some(field) if field.number == compact_sched::WAKING_TIMESTAMP => {
                times[1] = field.as_bytes();
            }
            Some(_) => {}
            None => break,
        }
    }
    let needs_last = !is_boot_time || header.clock.is_some_and(|clock| clock != 0);
    let n_of = times.map(|times| span.sum(times, needs_last));
    let [Some(switches), Some(wakings)] = n_of else {
        return None;
    };
    span.expected.switches += switches;
    span.expected.wakings += wakings;
    span.kinds[0] |= switches > 0;
    span.kinds[1] |= wakings > 0;
    Some((header, span))
}
