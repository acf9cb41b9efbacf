//! Reading bundles of ftrace events: first only when their events happened, then what they tell.
//!
//! A whole event stays where it is in the trace; what is read of it says when it happened and where
//! it is. Compact scheduling events have no bytes of their own and are unpacked here. The
//! rules are those of the reference's `ftrace_tokenizer.cc`.

mod arrays;
pub(super) mod lost;
mod note;

use self::arrays::Arrays;
use self::note::{Span, note};
use super::IN_FILE_ORDER;
use super::event::{self, Placed, Plain};
use super::lately::Lately;
use super::queue::{Bundle, Comm, CompactSwitch, CompactWaking, Lists, Queues, Timed, Whole};
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Field, Fields, PackedVarints};
use crate::import::sink::Sink;
use crate::import::system::Clocks;
use crate::model::issue::IssueLog;
use crate::proto::{
    FTRACE_CLOCK_GLOBAL, FTRACE_CLOCK_LOCAL, FTRACE_CLOCK_MONO_RAW, FTRACE_CLOCK_UNSPECIFIED,
    ftrace_event::{
        self, fwtp_perfetto_counter as fwtp_counter, fwtp_perfetto_slice as fwtp_slice,
        gpu_work_period, param_set_value_cpm as cpm, thermal_exynos_acpm_bulk as acpm,
    },
    ftrace_event_bundle::{self, compact_sched},
};

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
pub(super) struct Damage {
    events: i64,
    without_id: i64,
    negative: i64,
    compact: i64,
}

impl Damage {
    pub(super) fn add(&mut self, other: Self) {
        self.events += other.events;
        self.without_id += other.without_id;
        self.negative += other.negative;
        self.compact += other.compact;
    }

    pub(super) fn report(self, issues: &mut IssueLog) {
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
    /// Whether a time on the bundle's clock is converted by adding a number that is the same for all.
    const IS_SHIFTED: bool;
    /// Converts a time on the bundle's clock.
    fn bundle(&mut self, ts: i64) -> Option<i64>;
    /// Converts a time of an event that has a clock of its own.
    fn own(&mut self, clock: u32, ts: i64) -> Option<i64>;
}

/// Times of a bundle whose clock shows trace time after adding a number.
#[derive(Debug, Default)]
struct Shifted {
    by: i64,
    /// Whether there are events with a clock of their own, which this cannot convert.
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

/// Times of a bundle with any clock.
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
    /// Takes in a whole event with its field number. If the event is as recorders write it, `plain` has its
    /// thread, where its own fields begin in the bundle, and how long they are.
    fn event(&mut self, ts: u64, place: u32, number: u32, plain: Option<(u32, u32, u32)>);
    /// Takes in the row of an event that was recorded at a time.
    fn row(&mut self, recorded: i64, place: u32, number: u32);
    /// Takes in what an event says that was recorded at one time and happened at another.
    fn said(&mut self, recorded: i64, happened: i64, place: u32, number: u32);
    /// Takes in the next name of the compact data.
    fn comm(&mut self, comm: &[u8]);
    /// Takes in a compact switch, and the index of the name of the thread that it starts.
    fn switch(&mut self, ts: u64, switch: CompactSwitch, comm: usize);
    /// Takes in a compact wakeup.
    fn waking(&mut self, ts: u64, waking: CompactWaking);
    /// Takes in compact switches if their arrays are as recorders write them; returns whether they are.
    fn switches(&mut self, arrays: &Arrays<'_>) -> bool;
    /// Takes in compact wakeups if their arrays are as recorders write them, with flags, of which there may
    /// be fewer; returns whether they are.
    fn wakings(&mut self, arrays: &Arrays<'_>, flags: &[u8]) -> bool;
}

/// Puts all events into lists.
struct Listed<'a> {
    lists: &'a mut Lists,
    bundle: u32,
    names: &'a mut Names,
}

/// The names that compact data refers to.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// All names, in a pool of their own, as the thread that reads bundles has no other.
    strings: StrPool,
    lately: Lately,
    /// The names of the present bundle.
    comms: Vec<Comm>,
    /// How many names [`Self::untold`] has returned.
    n_told: usize,
}

impl Names {
    /// Returns the names that it has not returned before, in the order of their numbers.
    pub(super) fn untold(&mut self) -> impl Iterator<Item = Box<[u8]>> {
        let before = std::mem::replace(&mut self.n_told, self.strings.len());
        let new = (before..self.n_told).map(StrId::from_index);
        new.map(|name| self.strings.bytes(name).into())
    }
}

impl Visit for Listed<'_> {
    #[inline]
    fn event(&mut self, ts: u64, place: u32, number: u32, plain: Option<(u32, u32, u32)>) {
        let what = match plain {
            Some((tid, body, len)) => Whole::new(place, tid, number, (body, len)),
            None => Whole::unread(place),
        };
        self.lists.events.push(Timed {
            ts,
            bundle: self.bundle,
            what,
        });
    }

    fn row(&mut self, recorded: i64, place: u32, _: u32) {
        self.lists.events.push(Timed {
            ts: recorded.cast_unsigned(),
            bundle: self.bundle,
            what: Whole::row(place),
        });
    }

    fn said(&mut self, recorded: i64, happened: i64, place: u32, _: u32) {
        self.lists.events.push(Timed {
            ts: happened.cast_unsigned(),
            bundle: self.bundle,
            what: Whole::said(place, recorded.saturating_sub(happened)),
        });
    }

    fn comm(&mut self, comm: &[u8]) {
        let Names {
            strings,
            lately,
            comms,
            ..
        } = &mut *self.names;
        comms.push(Comm(lately.intern(comm, strings).get()));
    }

    #[inline]
    fn switch(&mut self, ts: u64, switch: CompactSwitch, comm: usize) {
        let next_comm = self.names.comms.get(comm).copied().unwrap_or_default();
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

    fn switches(&mut self, arrays: &Arrays<'_>) -> bool {
        let (list, names) = (&mut self.lists.switches, self.names.comms.as_slice());
        let before = list.len();
        list.reserve(arrays.len());
        let is_all = arrays.switches(|ts, [state, pid, prio], comm, index| {
            list.push(Timed {
                ts,
                bundle: self.bundle,
                what: CompactSwitch {
                    prev_state: state as u16,
                    next_pid: pid,
                    next_prio: prio.cast_signed(),
                    next_comm: names.get(usize::from(comm)).copied().unwrap_or_default(),
                    index,
                },
            });
        });
        if !is_all {
            list.truncate(before);
        }
        is_all
    }

    fn wakings(&mut self, arrays: &Arrays<'_>, flags: &[u8]) -> bool {
        let list = &mut self.lists.wakings;
        let before = list.len();
        list.reserve(arrays.len());
        let mut push = |ts, pid, common_flags, index| {
            list.push(Timed {
                ts,
                bundle: self.bundle,
                what: CompactWaking {
                    pid,
                    common_flags,
                    index,
                },
            });
        };
        let is_all = if flags.is_ascii() {
            // Each takes one byte; there may be fewer flags than wakeups.
            let mut flags = flags.iter();
            arrays.wakings(|| flags.next().map_or(0, |&flags| u32::from(flags)), push)
        } else {
            let mut flags = PackedVarints::new(flags);
            arrays.wakings(|| flags.next().unwrap_or(0) as u32, &mut push)
        };
        if !is_all {
            list.truncate(before);
        }
        is_all
    }
}

/// Shows the events of a bundle to a visitor.
struct Reader<'a, T, V> {
    times: &'a mut T,
    visit: &'a mut V,
    damage: Damage,
}

impl<T: Times, V: Visit> Reader<'_, T, V> {
    /// Returns a time on the bundle's clock as trace time, if that is not negative.
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
        let Some((field, clock)) = own_timestamp_of(number) else {
            if let Some(ts) = self.time(ts) {
                self.visit.event(ts, place, number, None);
            }
            return;
        };
        // Of an event whose record has no time in the trace nothing else is looked at.
        let Some(recorded) = self.times.bundle(ts) else {
            return;
        };
        match Fields::new(body).last_of(field) {
            Some(ts) => self.two_times(recorded, (clock, ts.as_i64()), (place, number)),
            None => self.damage.events += 1,
        }
    }

    /// Shows an event that was recorded at one time, and happened at another on a clock of its own. Neither
    /// counts unless both times are known.
    fn two_times(
        &mut self,
        recorded: i64,
        (clock, happened): (u32, i64),
        (place, number): (u32, u32),
    ) {
        let Some(happened) = self.times.own(clock, happened) else {
            return;
        };
        if recorded >= 0 {
            self.visit.row(recorded, place, number);
        }
        if happened >= 0 {
            self.visit.said(recorded, happened, place, number);
        }
        self.damage.negative += i64::from(recorded < 0) + i64::from(happened < 0);
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
            let Some(field) = fields.next_field() else {
                break;
            };
            match field.number {
                compact_sched::INTERN_TABLE => {
                    self.visit.comm(field.as_bytes());
                    n_comms += 1;
                }
                number @ compact_sched::SWITCH_TIMESTAMP..=compact_sched::WAKING_COMMON_FLAGS => {
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
            if self.visit.switches(&arrays) {
                return true;
            }
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
                    next_comm: Comm::default(),
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
            if self.visit.wakings(&arrays, flags) {
                return true;
            }
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

    /// Shows all events to the visitor; returns the other fields.
    fn bundle<'b>(&mut self, bytes: &'b [u8]) -> Header<'b> {
        let mut header = Header::default();
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
            let Some(field) = fields.next_field() else {
                break;
            };
            let this = std::mem::replace(&mut at, fields.offset() as usize) as u64;
            match field.number {
                ftrace_event_bundle::EVENT => self.event(bytes, field.as_bytes(), this),
                _ => header.take(&field, this),
            }
        }
        if let Some(compact) = header.compact {
            self.compact(compact);
        }
        header
    }
}

/// Lists the events of a bundle whose other fields were noted before, and to whose times `shift` is to be
/// added. Returns what could not be read.
pub(super) fn read(
    bytes: &[u8],
    (bundle, shift): (u32, i64),
    lists: &mut Lists,
    names: &mut Names,
) -> Damage {
    names.comms.clear();
    let mut visit = Listed {
        lists,
        bundle,
        names,
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
    reader.damage
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
        let (mut times, mut damage) = (Shifted::default(), Damage::default());
        let noted =
            note(bytes, clocks.is_trace(BOOTTIME)).filter(|(_, span)| span.expected.all > 0);
        let (header, mut span) = noted.unwrap_or_else(|| {
            let mut span = Span::NONE;
            let mut reader = Reader {
                times: &mut times,
                visit: &mut span,
                damage,
            };
            let header = reader.bundle(bytes);
            damage = reader.damage;
            (header, span)
        });
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
        self.is_in_file_order |= header.is_in_file_order;
        count_loss(cpu, &header, issues);
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
            // Clocks may be converted differently later, so that these events cannot wait.
            let read = lists.insert(Box::<Lists>::default());
            let bundle = self.bundles.0.len() as u32;
            let Some(reader) = self.reader() else {
                return;
            };
            reader.names.comms.clear();
            let mut visit = Listed {
                lists: read,
                bundle,
                names: &mut reader.names,
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
        if lists.is_some() || span.expected.all == 0 {
            // The damage of other bundles is reported when they are read.
            damage.report(issues);
        }
        let bundle = Bundle {
            cpu,
            epoch,
            offset,
            len: bytes.len() as u32,
            compact: u32::try_from(header.compact_place).unwrap_or(0),
            shift: shift.unwrap_or(0),
        };
        self.note_losses((cpu, shift), &header, &span, lists.is_some());
        let first = (span.expected.all > 0).then_some(span.first);
        self.rank(cpu, span.kinds);
        let Some(is_first) = self.add(bundle, first, lists) else {
            issues.count("import_limit_reached");
            return;
        };
        self.expected.add(span.expected);
        self.latest = self.latest.max(span.last);
        if is_first
            && let Some(ts) = header.valid_from.or(header.last_read)
            && let Some(ts) = clocks.to_trace(clock, ts)
        {
            self.valid_from = Some(self.valid_from.map_or(ts, |other| other.max(ts)));
        }
    }

    /// Notes between which events of a CPU others were lost; `shift` is what is added to times of the bundle, and
    /// `is_exact` says whether the time of its last event is known.
    fn note_losses(
        &mut self,
        (cpu, shift): (u32, Option<i64>),
        header: &Header<'_>,
        span: &Span,
        is_exact: bool,
    ) {
        if header.lost_events {
            // Before the first bundle of a CPU there is none, and of an empty one the clock is not known.
            let known = |ts: Option<i64>| ts.filter(|&ts| ts > 0 && span.expected.all > 0);
            let told = known(header.valid_from).or(known(header.last_read));
            let told = told.and_then(|ts| ts.checked_add(shift?)?.try_into().ok());
            self.losses.lost(cpu, told);
        }
        let number = self.bundles.0.len() as u32;
        self.losses.events((cpu, number), span, is_exact);
    }

    /// Returns the clock of a bundle, and records how it relates to boot time.
    fn clock(&mut self, header: &Header<'_>, clocks: &mut dyn Clocks) -> Option<u32> {
        let clock = match header.clock {
            None | Some(FTRACE_CLOCK_UNSPECIFIED) => BOOTTIME,
            Some(FTRACE_CLOCK_GLOBAL | FTRACE_CLOCK_LOCAL) => SEQUENCE_CLOCK,
            Some(FTRACE_CLOCK_MONO_RAW) => MONOTONIC_RAW,
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

/// Records that events of a CPU were lost, if a bundle says so.
fn count_loss(cpu: u32, header: &Header<'_>, issues: &mut IssueLog) {
    if header.lost_events {
        issues.set("ftrace_cpu_has_data_loss", Some(i64::from(cpu)), 1);
    }
}

/// The fields of a bundle other than its events.
#[derive(Debug, Default)]
struct Header<'a> {
    cpu: Option<u32>,
    lost_events: bool,
    is_in_file_order: bool,
    compact: Option<&'a [u8]>,
    compact_place: u64,
    clock: Option<u64>,
    clock_ts: Option<i64>,
    boot_ts: Option<i64>,
    /// Up to when this CPU was read before.
    last_read: Option<i64>,
    /// From when on the data of this CPU is complete, if that is said.
    valid_from: Option<i64>,
    /// Descriptors of events.
    described: Vec<Field<'a>>,
}

impl<'a> Header<'a> {
    /// Takes in a field that is no event; `place` is where it begins in the bundle.
    fn take(&mut self, field: &Field<'a>, place: u64) {
        match field.number {
            ftrace_event_bundle::CPU => self.cpu = Some(field.as_u32()),
            ftrace_event_bundle::LOST_EVENTS => self.lost_events = field.as_bool(),
            IN_FILE_ORDER => self.is_in_file_order = field.as_bool(),
            ftrace_event_bundle::COMPACT_SCHED => {
                self.compact = Some(field.as_bytes());
                self.compact_place = place;
            }
            ftrace_event_bundle::FTRACE_CLOCK => self.clock = Some(field.as_u64()),
            ftrace_event_bundle::FTRACE_TIMESTAMP => self.clock_ts = Some(field.as_i64()),
            ftrace_event_bundle::BOOT_TIMESTAMP => self.boot_ts = Some(field.as_i64()),
            ftrace_event_bundle::LAST_READ_EVENT_TIMESTAMP => self.last_read = Some(field.as_i64()),
            ftrace_event_bundle::PREVIOUS_BUNDLE_END_TIMESTAMP => {
                self.valid_from = Some(field.as_i64());
            }
            ftrace_event_bundle::GENERIC_EVENT_DESCRIPTORS => self.described.push(*field),
            _ => {}
        }
    }
}

/// Returns whether events with this number report something that happened at another time.
#[inline]
fn has_own_timestamp(number: u32) -> bool {
    number >= ftrace_event::GPU_WORK_PERIOD && own_timestamp_of(number).is_some()
}

/// Returns the field with the timestamp of events that report something that happened at another time, and
/// its clock. Batches of Adreno GPUs have none: when these ran follows from two events (`devices/adreno.rs`).
fn own_timestamp_of(number: u32) -> Option<(u32, u32)> {
    Some(match number {
        ftrace_event::GPU_WORK_PERIOD => (gpu_work_period::START_TIME_NS, MONOTONIC_RAW),
        ftrace_event::THERMAL_EXYNOS_ACPM_BULK => (acpm::TIMESTAMP, BOOTTIME),
        ftrace_event::PARAM_SET_VALUE_CPM => (cpm::TIMESTAMP, BOOTTIME),
        ftrace_event::FWTP_PERFETTO_COUNTER => (fwtp_counter::TIMESTAMP, BOOTTIME),
        ftrace_event::FWTP_PERFETTO_SLICE => (fwtp_slice::TIMESTAMP, BOOTTIME),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
