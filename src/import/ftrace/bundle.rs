//! Reading bundles of ftrace events: first only when their events happened, then what they tell.
//!
//! A whole event stays where it is in the trace; what is read of it says when it happened and where
//! it is. Compact scheduling events have no bytes of their own and are unpacked here. Rules: spec
//! frametimeline F1.

use super::event::{self, Placed, Plain};
use super::queue::{Bundle, CompactSwitch, CompactWaking, Expected, Lists, Queues, Timed, Whole};
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Field, Fields, PackedVarints};
use crate::decode::wire;
use crate::import::sink::Sink;
use crate::import::system::Clocks;
use crate::model::issue::IssueLog;

/// More CPUs than this are a sign of damage.
const CPU_MAX: u32 = 1024;
/// The tag of an event in a bundle.
pub(super) const EVENT: u8 = 0x12;
/// The tag of a name in compact data.
const COMM: u8 = 0x2a;
const BOOTTIME: u32 = 6;
const MONOTONIC_RAW: u32 = 5;
/// The clock of ftrace clocks that no other source knows, private to the packet's sequence.
const SEQUENCE_CLOCK: u32 = 64;

/// How often something could not be read.
#[derive(Clone, Copy, Debug, Default)]
struct Damage {
    events: i64,
    without_id: i64,
    negative: i64,
    compact: i64,
}

impl Damage {
    fn report(self, issues: &mut IssueLog) {
        for (name, n) in [
            ("ftrace_bundle_tokenizer_errors", self.events),
            ("ftrace_missing_event_id", self.without_id),
            ("trace_sorter_negative_timestamp_dropped", self.negative),
            ("compact_sched_has_parse_errors", self.compact),
        ] {
            if n > 0 {
                issues.add(name, None, n);
            }
        }
    }
}

/// Turns the times of a bundle into trace time.
trait Times {
    /// Whether the same is added to all times on the bundle's clock.
    const IS_SHIFTED: bool;
    /// Converts a time on the bundle's clock.
    fn bundle(&mut self, ts: i64) -> Option<i64>;
    /// Converts a time of an event that has a clock of its own.
    fn own(&mut self, clock: u32, ts: i64) -> Option<i64>;
}

/// The bundle's clock shows trace time, but for what is to be added.
#[derive(Debug, Default)]
struct Shifted {
    by: i64,
    /// Whether there are events for which that does not hold.
    has_others: bool,
}

impl Times for Shifted {
    const IS_SHIFTED: bool = true;

    #[inline]
    fn bundle(&mut self, ts: i64) -> Option<i64> {
        Some(ts.wrapping_add(self.by))
    }

    #[cold]
    fn own(&mut self, _: u32, _: i64) -> Option<i64> {
        self.has_others = true;
        None
    }
}

/// The bundle has some clock.
struct AnyClock<'a> {
    clock: u32,
    is_trace: bool,
    clocks: &'a mut dyn Clocks,
}

impl Times for AnyClock<'_> {
    const IS_SHIFTED: bool = false;

    fn bundle(&mut self, ts: i64) -> Option<i64> {
        if self.is_trace {
            Some(ts)
        } else {
            self.clocks.to_trace(self.clock, ts)
        }
    }

    fn own(&mut self, clock: u32, ts: i64) -> Option<i64> {
        if self.clocks.is_trace(clock) {
            Some(ts)
        } else {
            self.clocks.to_trace(clock, ts)
        }
    }
}

/// What is made of the events of a bundle.
trait Visit {
    /// A whole event; `number` says which it is, `plain` what it tells if it is as recorders write it.
    fn event(&mut self, ts: u64, place: u32, number: u32, plain: Option<(u32, u32, u32)>);
    /// The name at an index of the compact data.
    fn comm(&mut self, comm: &[u8]);
    /// A compact switch, and the index of the name of the thread that it starts.
    fn switch(&mut self, ts: u64, switch: CompactSwitch, comm: usize);
    /// A compact wakeup.
    fn waking(&mut self, ts: u64, waking: CompactWaking);
    /// Takes in compact switches, arrays of which are as recorders write them.
    fn switches(&mut self, arrays: &Arrays<'_>);
    /// Takes in such wakeups, and the flags of some of them.
    fn wakings(&mut self, arrays: &Arrays<'_>, flags: &[u8]);
}

/// Only notes when the bundle begins and ends, and counts.
#[derive(Debug)]
struct Span {
    first: u64,
    last: u64,
    expected: Expected,
}

impl Span {
    const NONE: Self = Self {
        first: u64::MAX,
        last: 0,
        expected: Expected {
            switches: 0,
            wakings: 0,
            all: 0,
        },
    };

    #[inline]
    fn cover(&mut self, ts: u64) {
        self.first = self.first.min(ts);
        self.last = self.last.max(ts);
        self.expected.all += 1;
    }
}

impl Visit for Span {
    #[inline]
    fn event(&mut self, ts: u64, _: u32, number: u32, _: Option<(u32, u32, u32)>) {
        self.cover(ts);
        self.expected.switches += usize::from(number == 4);
        self.expected.wakings += usize::from(number == 20 || number == 235);
    }

    fn comm(&mut self, _: &[u8]) {}

    #[inline]
    fn switch(&mut self, ts: u64, _: CompactSwitch, _: usize) {
        self.cover(ts);
        self.expected.switches += 1;
    }

    #[inline]
    fn waking(&mut self, ts: u64, _: CompactWaking) {
        self.cover(ts);
        self.expected.wakings += 1;
    }

    fn switches(&mut self, arrays: &Arrays<'_>) {
        self.all(arrays);
        self.expected.switches += arrays.n;
    }

    fn wakings(&mut self, arrays: &Arrays<'_>, _: &[u8]) {
        self.all(arrays);
        self.expected.wakings += arrays.n;
    }
}

impl Span {
    fn all(&mut self, arrays: &Arrays<'_>) {
        self.cover(arrays.first);
        self.cover(arrays.first + PackedVarints::new(arrays.later).sum::<u64>());
        // Two of them have been counted.
        self.expected.all = self.expected.all + arrays.n - 2;
    }
}

/// The arrays of compact switches or wakeups, if all of them are as long as each other and their
/// numbers are small enough to be added up.
struct Arrays<'a> {
    /// How many there are.
    n: usize,
    /// The first time, and what the others are later than those before them.
    first: u64,
    later: &'a [u8],
    /// The other arrays, which have short numbers, and the names, which have one byte each.
    numbers: [&'a [u8]; 3],
    comms: &'a [u8],
}

impl<'a> Arrays<'a> {
    fn new([times, numbers @ .., comms]: [&'a [u8]; 5], n_comms: usize) -> Option<Self> {
        let n = comms.len();
        let mut later = times;
        let first = wire::take_varint(&mut later).filter(|&first| first < 1 << 62)?;
        let is_plain = n_short(later) == Some(n.wrapping_sub(1))
            && numbers.iter().all(|array| n_short(array) == Some(n))
            && (comms.iter()).all(|&comm| comm < 0x80 && usize::from(comm) < n_comms);
        is_plain.then_some(Self {
            n,
            first,
            later,
            numbers,
            comms,
        })
    }

    /// Returns the times.
    fn times(&self) -> impl Iterator<Item = u64> {
        let mut ts = self.first;
        let later = PackedVarints::new(self.later).map(move |delta| {
            ts += delta;
            ts
        });
        std::iter::once(self.first).chain(later)
    }
}

/// Sets something of each of a list by an array of as many short numbers.
#[inline]
fn set_each<T>(list: &mut [T], array: &[u8], set: impl Fn(&mut T, u64)) {
    if list.len() == array.len() {
        for (slot, &byte) in list.iter_mut().zip(array) {
            set(slot, u64::from(byte));
        }
    } else {
        for (slot, number) in list.iter_mut().zip(PackedVarints::new(array)) {
            set(slot, number);
        }
    }
}

/// Returns how many varints an array has, if all are whole and have four bytes at most.
fn n_short(array: &[u8]) -> Option<usize> {
    let n = array.iter().filter(|&&byte| byte < 0x80).count();
    if n == array.len() {
        return Some(n);
    }
    let quads = array.array_windows();
    let longer = quads.fold(0, |any, [a, b, c, d]| any | a & b & c & d);
    let is_whole = array.last().is_none_or(|&last| last < 0x80);
    (longer < 0x80 && is_whole).then_some(n)
}

/// Lists all that is told.
struct Listed<'a> {
    lists: &'a mut Lists,
    bundle: u32,
    strings: &'a mut StrPool,
    comms: Vec<StrId>,
}

impl Visit for Listed<'_> {
    #[inline]
    fn event(&mut self, ts: u64, place: u32, number: u32, plain: Option<(u32, u32, u32)>) {
        let what = match plain {
            Some((tid, body, len)) => Whole {
                place,
                tid,
                number,
                body,
                len,
            },
            None => Whole {
                place,
                tid: 0,
                number: 0,
                body: 0,
                len: 0,
            },
        };
        self.lists.events.push(Timed {
            ts,
            bundle: self.bundle,
            what,
        });
    }

    fn comm(&mut self, comm: &[u8]) {
        self.comms.push(self.strings.intern(comm));
    }

    #[inline]
    fn switch(&mut self, ts: u64, switch: CompactSwitch, comm: usize) {
        let next_comm = self.comms.get(comm).copied().unwrap_or_default();
        self.lists.switches.push(Timed {
            ts,
            bundle: self.bundle,
            what: CompactSwitch {
                next_comm,
                ..switch
            },
        });
    }

    #[inline]
    fn waking(&mut self, ts: u64, waking: CompactWaking) {
        self.lists.wakings.push(Timed {
            ts,
            bundle: self.bundle,
            what: waking,
        });
    }

    fn switches(&mut self, arrays: &Arrays<'_>) {
        let list = &mut self.lists.switches;
        let start = list.len();
        list.extend(arrays.times().zip(0..).map(|(ts, index)| Timed {
            ts,
            bundle: self.bundle,
            what: CompactSwitch {
                prev_state: 0,
                next_pid: 0,
                next_prio: 0,
                next_comm: StrId::EMPTY,
                index,
            },
        }));
        let list = list.get_mut(start..).unwrap_or_default();
        let [states, pids, prios] = arrays.numbers;
        set_each(list, states, |to, state| to.what.prev_state = state as u16);
        set_each(list, pids, |to, pid| to.what.next_pid = pid as u32);
        set_each(list, prios, |to, prio| to.what.next_prio = prio as i32);
        let comms = &self.comms;
        set_each(list, arrays.comms, |to, comm| {
            to.what.next_comm = comms.get(comm as usize).copied().unwrap_or_default();
        });
    }

    fn wakings(&mut self, arrays: &Arrays<'_>, flags: &[u8]) {
        let list = &mut self.lists.wakings;
        let start = list.len();
        list.extend(arrays.times().zip(0..).map(|(ts, index)| Timed {
            ts,
            bundle: self.bundle,
            what: CompactWaking {
                pid: 0,
                common_flags: 0,
                index,
            },
        }));
        let list = list.get_mut(start..).unwrap_or_default();
        let [pids, ..] = arrays.numbers;
        set_each(list, pids, |to, pid| to.what.pid = pid as u32);
        for (to, flags) in list.iter_mut().zip(PackedVarints::new(flags)) {
            to.what.common_flags = flags as u32;
        }
    }
}

/// Shows the events of a bundle to a visitor.
struct Reader<'a, T, V> {
    times: &'a mut T,
    visit: &'a mut V,
    damage: Damage,
}

impl<T: Times, V: Visit> Reader<'_, T, V> {
    /// Returns a time on the bundle's clock as trace time, if it counts.
    #[inline]
    fn time(&mut self, ts: i64) -> Option<u64> {
        self.positive(ts, T::bundle)
    }

    #[inline]
    fn positive(
        &mut self,
        ts: i64,
        to_trace: impl FnOnce(&mut T, i64) -> Option<i64>,
    ) -> Option<u64> {
        let ts = u64::try_from(to_trace(self.times, ts)?);
        self.damage.negative += i64::from(ts.is_err());
        ts.ok()
    }

    #[inline]
    fn event(&mut self, bundle: &[u8], event: &[u8], place: u64) {
        let Ok(place) = u32::try_from(place) else {
            return;
        };
        if let Some(plain) = Plain::read(event)
            && !has_own_timestamp(plain.number)
        {
            if let Some(ts) = self.time(plain.ts) {
                let body = (plain.body.as_ptr() as usize - bundle.as_ptr() as usize) as u32;
                let read = (plain.tid, body, plain.body.len() as u32);
                self.visit.event(ts, place, plain.number, Some(read));
            }
            return;
        }
        self.any_event(event, place);
    }

    #[cold]
    #[inline(never)]
    fn any_event(&mut self, event: &[u8], place: u32) {
        let (ts, body) = event::when(event);
        let Some(ts) = ts else {
            self.damage.events += 1;
            return;
        };
        let Some((number, body)) = body else {
            self.damage.without_id += 1;
            return;
        };
        let ts = match own_timestamp(number, body) {
            OwnTimestamp::None => self.time(ts),
            OwnTimestamp::Missing => {
                self.damage.events += 1;
                return;
            }
            OwnTimestamp::At(clock, ts) => self.positive(ts, |times, ts| times.own(clock, ts)),
        };
        if let Some(ts) = ts {
            self.visit.event(ts, place, number, None);
        }
    }

    fn compact(&mut self, bytes: &[u8]) {
        let mut n_comms = 0;
        let mut arrays = [&b""[..]; 13];
        let mut fields = Fields::new(bytes);
        loop {
            if let Some(comm) = fields.next_bytes(COMM) {
                self.visit.comm(comm);
                n_comms += 1;
                continue;
            }
            let Some(field) = fields.next() else {
                break;
            };
            match field.number {
                5 => {
                    self.visit.comm(field.as_bytes());
                    n_comms += 1;
                }
                number @ (1..=4 | 6..=12) => {
                    arrays[number as usize] = field.as_bytes();
                }
                _ => {}
            }
        }
        let [
            _,
            switch_ts,
            state,
            next_pid,
            prio,
            _,
            comm,
            waking_ts,
            pid,
            cpu,
            waking_prio,
            waking_comm,
            flags,
        ] = arrays;
        let switches = [switch_ts, state, next_pid, prio, comm];
        let wakings = [waking_ts, pid, cpu, waking_prio, waking_comm];
        let ok = self.switches(switches, n_comms) & self.wakings(wakings, flags, n_comms);
        self.damage.compact += i64::from(!ok);
    }

    fn switches(&mut self, arrays: [&[u8]; 5], n_comms: usize) -> bool {
        if T::IS_SHIFTED
            && let Some(mut arrays) = Arrays::new(arrays, n_comms)
            && let Some(first) = self.time(arrays.first.cast_signed())
        {
            arrays.first = first;
            self.visit.switches(&arrays);
            return true;
        }
        let mut ts = 0_i64;
        let mut index = 0;
        let [deltas, states, pids, prios, indices] = &mut arrays.map(PackedVarints::new);
        loop {
            let row = (
                deltas.next(),
                states.next(),
                pids.next(),
                prios.next(),
                indices.next(),
            );
            let (Some(delta), Some(state), Some(pid), Some(prio), Some(comm)) = row else {
                return row == (None, None, None, None, None);
            };
            ts = ts.wrapping_add(delta.cast_signed());
            let Some(comm) = usize::try_from(comm).ok().filter(|&comm| comm < n_comms) else {
                return false;
            };
            if let Some(ts) = self.time(ts) {
                let switch = CompactSwitch {
                    prev_state: state as u16,
                    next_pid: pid as u32,
                    next_prio: prio as i32,
                    next_comm: StrId::EMPTY,
                    index,
                };
                self.visit.switch(ts, switch, comm);
            }
            index += 1;
        }
    }

    fn wakings(&mut self, arrays: [&[u8]; 5], flags: &[u8], n_comms: usize) -> bool {
        if T::IS_SHIFTED
            && let Some(mut arrays) = Arrays::new(arrays, n_comms)
            && let Some(first) = self.time(arrays.first.cast_signed())
        {
            arrays.first = first;
            self.visit.wakings(&arrays, flags);
            return true;
        }
        let mut ts = 0_i64;
        let mut index = 0;
        let mut flags = PackedVarints::new(flags);
        let [deltas, pids, cpus, prios, indices] = &mut arrays.map(PackedVarints::new);
        loop {
            let row = (
                deltas.next(),
                pids.next(),
                cpus.next(),
                prios.next(),
                indices.next(),
            );
            let (Some(delta), Some(pid), Some(_), Some(_), Some(comm)) = row else {
                return row == (None, None, None, None, None);
            };
            ts = ts.wrapping_add(delta.cast_signed());
            if usize::try_from(comm).is_ok_and(|comm| comm >= n_comms) {
                return false;
            }
            let common_flags = flags.next().unwrap_or(0) as u32;
            if let Some(ts) = self.time(ts) {
                let waking = CompactWaking {
                    pid: pid as u32,
                    common_flags,
                    index,
                };
                self.visit.waking(ts, waking);
            }
            index += 1;
        }
    }

    /// Shows all events; returns the other fields.
    fn bundle<'b>(&mut self, bytes: &'b [u8]) -> Header<'b> {
        let mut header = Header::default();
        let mut last_read = None;
        let mut at = 0;
        loop {
            if let Some(event) = Placed::read(bytes, at)
                && !has_own_timestamp(event.number)
            {
                if let (Some(ts), Ok(place)) = (self.time(event.ts), u32::try_from(at)) {
                    let read = (event.tid, event.body, event.len);
                    self.visit.event(ts, place, event.number, Some(read));
                }
                at = event.end;
                continue;
            }
            let rest = bytes.get(at..).unwrap_or_default();
            let mut fields = Fields::at(rest, at as u64);
            let Some(field) = fields.next() else {
                break;
            };
            let this = std::mem::replace(&mut at, fields.offset() as usize) as u64;
            match field.number {
                1 => header.cpu = Some(field.as_u32()),
                2 => self.event(bytes, field.as_bytes(), this),
                3 => header.lost_events = field.as_bool(),
                4 => {
                    header.compact = Some(field.as_bytes());
                    header.compact_place = this;
                }
                5 => header.clock = Some(field.as_u64()),
                6 => header.clock_ts = Some(field.as_i64()),
                7 => header.boot_ts = Some(field.as_i64()),
                9 => last_read = Some(field.as_i64()),
                10 => header.valid_from = Some(field.as_i64()),
                11 => header.described.push(field),
                _ => {}
            }
        }
        header.valid_from = header.valid_from.or(last_read);
        if let Some(compact) = header.compact {
            self.compact(compact);
        }
        header
    }
}

/// Lists what a bundle tells to whose times all the same is to be added, and of which all was noted
/// before.
pub(super) fn read(
    bytes: &[u8],
    (bundle, shift): (u32, i64),
    lists: &mut Lists,
    strings: &mut StrPool,
) {
    let mut visit = Listed {
        lists,
        bundle,
        strings,
        comms: Vec::new(),
    };
    let mut reader = Reader {
        times: &mut Shifted {
            by: shift,
            has_others: false,
        },
        visit: &mut visit,
        damage: Damage::default(),
    };
    reader.bundle(bytes);
}

impl Queues {
    /// Notes an FtraceEventBundle at byte `offset` of the trace.
    pub(super) fn add_bundle(
        &mut self,
        bytes: &[u8],
        (offset, epoch): (u64, u32),
        clocks: &mut dyn Clocks,
        sink: &mut Sink,
    ) {
        let machine = sink.processes.machine();
        let Sink {
            strings,
            issues,
            generic_events,
            ..
        } = sink;
        let (mut times, mut span) = (Shifted::default(), Span::NONE);
        let mut reader = Reader {
            times: &mut times,
            visit: &mut span,
            damage: Damage::default(),
        };
        let header = reader.bundle(bytes);
        let mut damage = reader.damage;
        for described in &header.described {
            generic_events.add(machine, described, strings, issues);
        }
        let Some(cpu) = header.cpu.filter(|&cpu| cpu < CPU_MAX) else {
            issues.record("ftrace_bundle_tokenizer_errors", offset, || {
                match header.cpu {
                    None => "an ftrace bundle without a CPU".to_owned(),
                    Some(cpu) => format!("an ftrace bundle of CPU {cpu}"),
                }
            });
            return;
        };
        if header.lost_events {
            issues.set("ftrace_cpu_has_data_loss", Some(i64::from(cpu)), 1);
        }
        let Some(clock) = self.clock(&header, clocks) else {
            issues.record("ftrace_unknown_clock", offset, || {
                "an ftrace bundle on an unknown clock".to_owned()
            });
            return;
        };
        let waits = !times.has_others && (damage.negative == 0 || clocks.is_trace(clock));
        let shift = if waits {
            span.shift(clock, &mut *clocks)
        } else {
            None
        };
        let mut lists = None;
        if shift.is_none() {
            // Clocks are what they are now: these events cannot wait.
            let read = lists.insert(Box::<Lists>::default());
            let mut visit = Listed {
                lists: read,
                bundle: self.bundles.len() as u32,
                strings,
                comms: Vec::new(),
            };
            let mut reader = Reader {
                times: &mut AnyClock {
                    clock,
                    is_trace: clocks.is_trace(clock),
                    clocks: &mut *clocks,
                },
                visit: &mut visit,
                damage: Damage::default(),
            };
            reader.bundle(bytes);
            damage = reader.damage;
            read.shrink();
            span = Span::of(read);
        }
        damage.report(issues);
        let bundle = Bundle {
            cpu,
            epoch,
            offset,
            len: bytes.len() as u32,
            compact: u32::try_from(header.compact_place).unwrap_or(0),
            shift: shift.unwrap_or(0),
        };
        let Expected {
            switches,
            wakings,
            all,
        } = span.expected;
        let bounds = (all > 0).then_some((span.first, span.last));
        let Some(is_first) = self.add(bundle, bounds, lists) else {
            issues.count("import_limit_reached");
            return;
        };
        self.expected.switches += switches;
        self.expected.wakings += wakings;
        self.expected.all += all;
        if is_first
            && let Some(ts) = header.valid_from
            && let Some(ts) = clocks.to_trace(clock, ts)
        {
            self.valid_from = Some(self.valid_from.map_or(ts, |other| other.max(ts)));
        }
    }

    /// Returns the clock of a bundle, and records how it relates to boot time.
    fn clock(&mut self, header: &Header<'_>, clocks: &mut dyn Clocks) -> Option<u32> {
        let clock = match header.clock {
            None | Some(0) => BOOTTIME,
            Some(2 | 3) => SEQUENCE_CLOCK,
            Some(4) => MONOTONIC_RAW,
            Some(_) => return None,
        };
        if header.clock.is_some()
            && clock != BOOTTIME
            && let (Some(ts), Some(boot_ts)) = (header.clock_ts, header.boot_ts)
            && ts != self.last_clock_pair
        {
            clocks.add_pair(clock, ts, boot_ts);
            self.last_clock_pair = ts;
        }
        Some(clock)
    }
}

impl Span {
    /// Moves it to trace time, if the same is to be added to all times in it. Returns how much.
    fn shift(&mut self, clock: u32, clocks: &mut dyn Clocks) -> Option<i64> {
        if self.expected.all == 0 || clocks.is_trace(clock) {
            return Some(0);
        }
        let (first, last) = (self.first.cast_signed(), self.last.cast_signed());
        let shift = clocks.shift(clock, (first, last))?;
        self.first = u64::try_from(first.checked_add(shift)?).ok()?;
        self.last = u64::try_from(last.checked_add(shift)?).ok()?;
        Some(shift)
    }

    /// Returns what lists cover.
    fn of(lists: &Lists) -> Self {
        let mut span = Self::NONE;
        for event in &lists.events {
            span.event(event.ts, 0, event.what.number, None);
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

/// The fields of a bundle other than its events.
#[derive(Debug, Default)]
struct Header<'a> {
    cpu: Option<u32>,
    lost_events: bool,
    compact: Option<&'a [u8]>,
    compact_place: u64,
    clock: Option<u64>,
    clock_ts: Option<i64>,
    boot_ts: Option<i64>,
    /// From when on the data of this CPU is complete.
    valid_from: Option<i64>,
    /// Descriptors of events.
    described: Vec<Field<'a>>,
}

enum OwnTimestamp {
    None,
    /// The event should have a timestamp of its own.
    Missing,
    /// On a clock.
    At(u32, i64),
}

/// Returns whether such an event reports something that happened at another time.
#[inline]
fn has_own_timestamp(number: u32) -> bool {
    number >= 488 && own_timestamp_of(number).is_some()
}

/// Returns the field of such a timestamp, and its clock.
fn own_timestamp_of(number: u32) -> Option<(u32, u32)> {
    Some(match number {
        488 => (3, MONOTONIC_RAW),  // gpu_work_period.start_time_ns
        506 => (11, BOOTTIME),      // thermal_exynos_acpm_bulk.timestamp
        543 => (3, BOOTTIME),       // param_set_value_cpm.timestamp
        596 | 600 => (1, BOOTTIME), // fwtp_perfetto_counter, fwtp_perfetto_slice
        _ => return None,
    })
}

/// Returns the timestamp of events that report something that happened at another time.
fn own_timestamp(number: u32, body: &[u8]) -> OwnTimestamp {
    let Some((field, clock)) = own_timestamp_of(number) else {
        return OwnTimestamp::None;
    };
    match Fields::new(body).last_of(field) {
        Some(ts) => OwnTimestamp::At(clock, ts.as_i64()),
        None => OwnTimestamp::Missing,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use prost::encoding::{WireType, encode_key, encode_varint};

    use super::*;
    use crate::import::ftrace::queue::Due;

    /// Boot time is trace time; the sequence's clock is a bit behind.
    struct TwoClocks {
        /// Whether it says by how much.
        is_known: bool,
    }

    const BEHIND: i64 = 7;

    impl Clocks for TwoClocks {
        fn to_trace(&mut self, clock: u32, ts: i64) -> Option<i64> {
            let behind = if self.is_trace(clock) { 0 } else { BEHIND };
            Some(ts.saturating_add(behind))
        }

        fn is_trace(&self, clock: u32) -> bool {
            clock == BOOTTIME
        }

        fn shift(&mut self, clock: u32, (_, last): (i64, i64)) -> Option<i64> {
            if self.is_trace(clock) {
                return Some(0);
            }
            (self.is_known && last < i64::MAX - BEHIND).then_some(BEHIND)
        }

        fn add_pair(&mut self, _: u32, _: i64, _: i64) {}
    }

    fn number(field: u32, value: u64, to: &mut Vec<u8>) {
        encode_key(field, WireType::Varint, to);
        encode_varint(value, to);
    }

    fn message(field: u32, message: &[u8], to: &mut Vec<u8>) {
        encode_key(field, WireType::LengthDelimited, to);
        encode_varint(message.len() as u64, to);
        to.extend_from_slice(message);
    }

    /// What happened: a switch, a wakeup or an event, told apart by a number.
    #[derive(Clone, Copy, Debug)]
    struct Happened {
        ts: i64,
        kind: u8,
        number: u32,
    }

    fn bundle(cpu: u32, clock: Option<u64>, happened: &[Happened]) -> Vec<u8> {
        let mut arrays: [Vec<u8>; 13] = std::array::from_fn(|_| Vec::new());
        let mut last = [0_i64; 2];
        let mut events = Vec::new();
        for &Happened {
            ts,
            kind,
            number: n,
        } in happened
        {
            if let 0 | 1 = kind {
                let last = &mut last[usize::from(kind)];
                let delta = ts.wrapping_sub(std::mem::replace(last, ts));
                let row = [delta.cast_unsigned(), 1, u64::from(n), 120, 0];
                let fields = [[1, 2, 3, 4, 6], [7, 9, 8, 10, 11]][usize::from(kind)];
                for (field, value) in fields.into_iter().zip(row) {
                    encode_varint(value, &mut arrays[field]);
                }
            } else {
                let mut event = Vec::new();
                number(1, ts.cast_unsigned(), &mut event);
                if kind == 3 {
                    // Not as recorders write it.
                    number(60, 1, &mut event);
                }
                number(2, u64::from(n), &mut event);
                message(36, &[], &mut event);
                message(2, &event, &mut events);
            }
        }
        let mut compact = Vec::new();
        message(5, b"some name", &mut compact);
        for (field, array) in (0..).zip(&arrays) {
            if !array.is_empty() {
                message(field, array, &mut compact);
            }
        }
        let mut bytes = Vec::new();
        number(1, u64::from(cpu), &mut bytes);
        bytes.extend(events);
        message(4, &compact, &mut bytes);
        if let Some(clock) = clock {
            number(5, clock, &mut bytes);
        }
        bytes
    }

    /// What the queues are to do, the long way: every queue whole and sorted.
    struct Whole {
        cpus: Vec<Vec<(i64, u32)>>,
    }

    impl Whole {
        /// Everything up to a limit, in order.
        fn until(&mut self, limit: i64) -> Vec<(i64, u32)> {
            let mut all = Vec::new();
            let mut current: Option<(usize, i64)> = None;
            loop {
                let is_due = |&(index, until): &(usize, i64)| {
                    self.cpus[index].first().is_some_and(|head| head.0 <= until)
                };
                if current.is_none_or(|current| !is_due(&current)) {
                    let heads = self.cpus.iter().enumerate();
                    let mut heads: Vec<(i64, usize)> = heads
                        .filter_map(|(index, queue)| Some((queue.first()?.0, index)))
                        .collect();
                    heads.sort_unstable();
                    let Some(&first) = heads.first() else {
                        return all;
                    };
                    let second = heads.get(1).map_or(i64::MAX, |head| head.0);
                    current = Some((first.1, second));
                }
                let queue = &mut self.cpus[current.unwrap().0];
                if queue[0].0 > limit {
                    return all;
                }
                all.push(queue.remove(0));
            }
        }

        fn next_ts(&self) -> Option<i64> {
            let heads = self.cpus.iter().filter_map(|queue| queue.first());
            heads.map(|head| head.0).min()
        }
    }

    fn ts() -> impl Strategy<Value = i64> {
        prop_oneof![20 => 0..30_i64, 1 => Just(i64::MAX), 1 => Just(-3)]
    }

    /// Takes everything up to a limit.
    fn take(queues: &mut Queues, limit: i64, bundles: &[Vec<u8>]) -> Vec<(i64, u32)> {
        let (mut all, mut strings) = (Vec::new(), StrPool::new());
        while let Some((index, until)) = queues.choose(limit) {
            loop {
                let queue = &mut queues.cpus[index];
                while let Some(due) = queue.take(until) {
                    let lists = &queue.lists;
                    let (ts, number) = match due {
                        Due::Switch(at) => {
                            let switch = &lists.switches[at];
                            (switch.ts, switch.what.next_pid)
                        }
                        Due::Waking(at) => (lists.wakings[at].ts, lists.wakings[at].what.pid),
                        Due::Event(at) => {
                            let event = &lists.events[at];
                            let bundle = queues.bundles[event.bundle as usize];
                            let bytes = &bundles[bundle.offset as usize];
                            let at = event.what.place as usize;
                            let field = Fields::new(&bytes[at..]).next().unwrap();
                            let (tid, _) = event::what(field.as_bytes());
                            let tid = tid.unwrap() as u32;
                            if event.what.number != 0 {
                                assert_eq!((event.what.tid, event.what.number), (tid, 36));
                            }
                            (event.ts, tid)
                        }
                    };
                    all.push((ts.cast_signed(), number));
                }
                let is_more = queues.go_on(index, until, |bundle, number, lists| {
                    let bytes = &bundles[bundle.offset as usize];
                    read(bytes, (number, bundle.shift), lists, &mut strings);
                });
                if !is_more {
                    break;
                }
            }
        }
        all
    }

    proptest! {
        #[test]
        fn bundles_are_drained_like_whole_queues(
            // CPU, clock, how far in time, and what happened.
            bundles in prop::collection::vec(
                (
                    0..4_u32, prop::option::weighted(0.2, Just(2_u64)), 0..3_i64,
                    prop::collection::vec((ts(), 0..4_u8), 0..12), any::<bool>(),
                ),
                0..20,
            ),
            is_late in any::<bool>(),
            is_known in any::<bool>(),
            // How far to go each time.
            steps in prop::collection::vec(0..40_i64, 0..9),
        ) {
            let (mut queues, mut sink) = (Queues::default(), Sink::new());
            let mut whole = Whole { cpus: vec![Vec::new(); 4] };
            let (mut all, mut n) = (Vec::new(), 0);
            for (order, (cpu, clock, far, events, is_sorted)) in bundles.into_iter().enumerate() {
                // Bundles of a CPU follow each other, but now and then.
                let far = if is_late { far * 30 } else { order as i64 * 30 };
                let mut events: Vec<Happened> = events.into_iter().map(|(ts, kind)| {
                    n += 1;
                    Happened { ts: ts.saturating_add(far), kind, number: n }
                }).collect();
                if is_sorted {
                    events.sort_by_key(|event| event.ts);
                }
                let bytes = bundle(cpu, clock, &events);
                queues.add_bundle(&bytes, (all.len() as u64, 0), &mut TwoClocks { is_known }, &mut sink);
                all.push(bytes);
                // Compact ones come first.
                events.sort_by_key(|event| event.kind.min(2));
                let behind = if clock.is_some() { BEHIND } else { 0 };
                let events = events.iter().map(|event| (event.ts.saturating_add(behind), event.number));
                whole.cpus[cpu as usize].extend(events.filter(|event| event.0 >= 0));
            }
            let mut strings = StrPool::new();
            queues.sort(|bundle, number, lists| {
                let bytes = &all[bundle.offset as usize];
                read(bytes, (number, bundle.shift), lists, &mut strings);
            });
            prop_assert_eq!(queues.expected.all, whole.cpus.iter().map(Vec::len).sum::<usize>());
            for queue in &mut whole.cpus {
                queue.sort_by_key(|record| record.0);
            }
            let mut limit = 0_i64;
            for step in steps.into_iter().chain([i64::MAX]) {
                limit = limit.saturating_add(step);
                prop_assert_eq!(queues.next_ts(), whole.next_ts());
                prop_assert_eq!(take(&mut queues, limit, &all), whole.until(limit));
            }
            prop_assert_eq!(queues.next_ts(), None);
        }

        #[test]
        fn what_is_noted_first_is_what_is_read_then(
            happened in prop::collection::vec(
                (prop_oneof![0..90_i64, any::<i64>()], 0..4_u8, any::<u32>()), 0..40,
            ),
            is_sorted in any::<bool>(),
            damage in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..3),
        ) {
            let happened = happened.into_iter();
            let mut happened: Vec<Happened> = happened
                .map(|(ts, kind, number)| Happened { ts, kind, number })
                .collect();
            if is_sorted {
                happened.sort_by_key(|event| event.ts);
            }
            let mut bytes = bundle(0, None, &happened);
            for (index, byte) in damage {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let (mut times, mut span) = (Shifted::default(), Span::NONE);
            let mut noted = Reader { times: &mut times, visit: &mut span, damage: Damage::default() };
            noted.bundle(&bytes);
            let noted = noted.damage;
            let (mut times, mut lists) = (Shifted::default(), Lists::default());
            let mut listed = Listed {
                lists: &mut lists, bundle: 0, strings: &mut StrPool::new(), comms: Vec::new(),
            };
            let mut read = Reader { times: &mut times, visit: &mut listed, damage: Damage::default() };
            read.bundle(&bytes);
            let read = read.damage;
            let expected = Span::of(&lists);
            prop_assert_eq!((span.first, span.last), (expected.first, expected.last));
            prop_assert_eq!(span.expected.all, expected.expected.all);
            prop_assert_eq!(
                (noted.events, noted.without_id, noted.negative, noted.compact),
                (read.events, read.without_id, read.negative, read.compact)
            );
        }
    }
}
