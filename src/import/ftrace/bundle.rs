//! First pass over ftrace: bundles to compact records, one queue per CPU, in time order.
//!
//! An event stays where it is in the trace; a record says when it happened and where it is.
//! Compact scheduling events have no bytes of their own and are unpacked here. Rules: spec
//! frametimeline F1, and trace-format 5.9 for the order in which the queues are drained.

use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Field, FieldValue, Fields, PackedVarints};
use crate::import::sink::Sink;
use crate::import::system::Clocks;
use crate::model::issue::IssueLog;

/// More CPUs than this are a sign of damage.
const CPU_MAX: u32 = 1024;
const BOOTTIME: u32 = 6;
const MONOTONIC_RAW: u32 = 5;
/// The clock of ftrace clocks that no other source knows, private to the packet's sequence.
const SEQUENCE_CLOCK: u32 = 64;

/// What the records of one bundle share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// The CPU on which all of it happened.
    pub(super) cpu: u32,
    /// The state of the packet's sequence, for interned kernel symbols.
    pub(super) epoch: u32,
    /// Where the bundle's message begins.
    pub(super) offset: u64,
    /// Where in it the field of its compact scheduling data begins.
    pub(super) compact: u32,
}

/// What a record stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole event; its place is the offset of its field in the bundle.
    Event,
    /// A compact switch; its place is its index among all of the trace.
    Switch,
    /// A compact wakeup; its place is its index among all of the trace.
    Waking,
}

/// One event: when, and where to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Trace time in nanoseconds.
    pub(super) ts: i64,
    bundle_and_kind: u32,
    /// See [`Kind`].
    pub(super) place: u32,
}

const KIND_SHIFT: u32 = 30;

impl Record {
    fn new(ts: i64, bundle: u32, kind: Kind, place: u32) -> Self {
        Self {
            ts,
            bundle_and_kind: bundle | (kind as u32) << KIND_SHIFT,
            place,
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self.bundle_and_kind >> KIND_SHIFT {
            0 => Kind::Event,
            1 => Kind::Switch,
            _ => Kind::Waking,
        }
    }

    pub(super) fn bundle(self) -> usize {
        (self.bundle_and_kind & ((1 << KIND_SHIFT) - 1)) as usize
    }
}

/// A compact switch: what ran before is what the previous switch of the CPU says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CompactSwitch {
    /// What the kernel writes has no more bits.
    pub(super) prev_state: u16,
    pub(super) next_pid: u32,
    pub(super) next_prio: i32,
    pub(super) next_comm: StrId,
    /// Its index in the arrays of the bundle.
    pub(super) index: u32,
}

/// A compact wakeup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CompactWaking {
    pub(super) pid: u32,
    pub(super) common_flags: u32,
    pub(super) index: u32,
}

#[derive(Debug, Default)]
struct CpuQueue {
    cpu: u32,
    records: Vec<Record>,
    next: usize,
    unsorted: bool,
}

impl CpuQueue {
    fn head(&self) -> i64 {
        self.records
            .get(self.next)
            .map_or(i64::MAX, |record| record.ts)
    }

    fn is_drained(&self) -> bool {
        self.next >= self.records.len()
    }
}

/// All ftrace events of a trace, by CPU.
#[derive(Debug, Default)]
pub(super) struct Queues {
    cpus: Vec<CpuQueue>,
    pub(super) bundles: Vec<Bundle>,
    pub(super) switches: Vec<CompactSwitch>,
    pub(super) wakings: Vec<CompactWaking>,
    /// The queue that is being drained, and the time of the first record of the others.
    current: Option<(usize, i64)>,
    last_clock_pair: i64,
    /// When the newest of all first bundles begins: before it some CPU's data is missing.
    pub(super) valid_from: Option<i64>,
}

/// Where decoded records go.
struct Target<'a> {
    queue: usize,
    bundle: u32,
    clock: u32,
    clocks: &'a mut dyn Clocks,
    issues: &'a mut IssueLog,
}

impl Queues {
    /// Reads an FtraceEventBundle at byte `offset` of the trace.
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
        let header = Header::read(bytes);
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
        if self.bundles.len() >= 1 << KIND_SHIFT {
            issues.count("import_limit_reached");
            return;
        }
        let (queue, is_first) =
            if let Some(queue) = self.cpus.iter().position(|queue| queue.cpu == cpu) {
                (queue, false)
            } else {
                self.cpus.push(CpuQueue {
                    cpu,
                    ..CpuQueue::default()
                });
                (self.cpus.len() - 1, true)
            };
        let bundle = self.bundles.len() as u32;
        let compact_place = u32::try_from(header.compact_place).unwrap_or(0);
        self.bundles.push(Bundle {
            cpu,
            epoch,
            offset,
            compact: compact_place,
        });
        let mut target = Target {
            queue,
            bundle,
            clock,
            clocks,
            issues,
        };
        if let Some(compact) = header.compact {
            self.add_compact(compact, &mut target, strings);
        }
        let mut fields = Fields::new(bytes);
        let mut place = fields.offset();
        while let Some(field) = fields.next() {
            if field.number == 2 {
                self.add_event(&field, place, &mut target);
            }
            place = fields.offset();
        }
        if is_first
            && let Some(ts) = header.valid_from
            && let Some(ts) = target.clocks.to_trace(clock, ts)
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

    fn push(&mut self, ts: i64, kind: Kind, place: u32, target: &mut Target<'_>) {
        let Some(ts) = target.clocks.to_trace(target.clock, ts) else {
            return;
        };
        if ts < 0 {
            target
                .issues
                .count("trace_sorter_negative_timestamp_dropped");
            return;
        }
        let queue = &mut self.cpus[target.queue];
        queue.unsorted |= queue.records.last().is_some_and(|last| last.ts > ts);
        queue
            .records
            .push(Record::new(ts, target.bundle, kind, place));
    }

    fn add_event(&mut self, event: &Field<'_>, place: u64, target: &mut Target<'_>) {
        let mut ts = None;
        let mut body = None;
        for field in event.fields() {
            match field.number {
                1 => ts = Some(field.as_i64()),
                _ if matches!(field.value, FieldValue::Bytes(_)) => {
                    body = Some(field);
                    if ts.is_some() {
                        break;
                    }
                }
                _ => {}
            }
        }
        let Some(ts) = ts else {
            target.issues.count("ftrace_bundle_tokenizer_errors");
            return;
        };
        let Some(body) = body else {
            target.issues.count("ftrace_missing_event_id");
            return;
        };
        let Ok(place) = u32::try_from(place) else {
            return;
        };
        match own_timestamp(&body) {
            OwnTimestamp::None => self.push(ts, Kind::Event, place, target),
            OwnTimestamp::Missing => target.issues.count("ftrace_bundle_tokenizer_errors"),
            OwnTimestamp::At(clock, ts) => {
                let bundle_clock = std::mem::replace(&mut target.clock, clock);
                self.push(ts, Kind::Event, place, target);
                target.clock = bundle_clock;
            }
        }
    }

    fn add_compact(&mut self, bytes: &[u8], target: &mut Target<'_>, strings: &mut StrPool) {
        let mut comms = Vec::new();
        let mut arrays = [&b""[..]; 13];
        for field in Fields::new(bytes) {
            match field.number {
                5 => comms.push(strings.intern(field.as_bytes())),
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
        ] = arrays.map(PackedVarints::new);
        let switches = [switch_ts, state, next_pid, prio, comm];
        let wakings = [waking_ts, pid, cpu, waking_prio, waking_comm];
        let ok = self.add_switches(switches, &comms, target)
            & self.add_wakings(wakings, flags, &comms, target);
        if !ok {
            target.issues.count("compact_sched_has_parse_errors");
        }
    }

    fn add_switches(
        &mut self,
        mut arrays: [PackedVarints<'_>; 5],
        comms: &[StrId],
        target: &mut Target<'_>,
    ) -> bool {
        let mut ts = 0_i64;
        let mut index = 0;
        loop {
            let row = arrays.each_mut().map(Iterator::next);
            let [Some(delta), Some(state), Some(pid), Some(prio), Some(comm)] = row else {
                return row.iter().all(Option::is_none);
            };
            ts = ts.wrapping_add(delta.cast_signed());
            let Some(&next_comm) = usize::try_from(comm).ok().and_then(|i| comms.get(i)) else {
                return false;
            };
            let place = self.switches.len() as u32;
            self.switches.push(CompactSwitch {
                prev_state: state as u16,
                next_pid: pid as u32,
                next_prio: prio as i32,
                next_comm,
                index,
            });
            index += 1;
            self.push(ts, Kind::Switch, place, target);
        }
    }

    fn add_wakings(
        &mut self,
        mut arrays: [PackedVarints<'_>; 5],
        mut flags: PackedVarints<'_>,
        comms: &[StrId],
        target: &mut Target<'_>,
    ) -> bool {
        let mut ts = 0_i64;
        let mut index = 0;
        loop {
            let row = arrays.each_mut().map(Iterator::next);
            let [Some(delta), Some(pid), Some(_), Some(_), Some(comm)] = row else {
                return row.iter().all(Option::is_none);
            };
            ts = ts.wrapping_add(delta.cast_signed());
            if usize::try_from(comm)
                .ok()
                .is_none_or(|index| index >= comms.len())
            {
                return false;
            }
            let place = self.wakings.len() as u32;
            self.wakings.push(CompactWaking {
                pid: pid as u32,
                common_flags: flags.next().unwrap_or(0) as u32,
                index,
            });
            index += 1;
            self.push(ts, Kind::Waking, place, target);
        }
    }

    /// Sorts each CPU's records by time; equal times keep their order. Before the first [`Self::pop`].
    pub(super) fn sort(&mut self) {
        self.cpus.sort_by_key(|queue| queue.cpu);
        for queue in &mut self.cpus {
            if std::mem::take(&mut queue.unsorted) {
                queue.records.sort_by_key(|record| record.ts);
            }
        }
    }

    /// Returns the queue that is being drained, if no other one has an earlier record.
    fn current(&self) -> Option<usize> {
        let (index, limit) = self.current?;
        let queue = self.cpus.get(index)?;
        (!queue.is_drained() && queue.head() <= limit).then_some(index)
    }

    /// Returns how many records there are.
    pub(super) fn n_records(&self) -> usize {
        self.cpus.iter().map(|queue| queue.records.len()).sum()
    }

    /// Returns the time of the next record.
    pub(super) fn next_ts(&self) -> Option<i64> {
        if let Some(index) = self.current() {
            return Some(self.cpus[index].head());
        }
        let queues = self.cpus.iter().filter(|queue| !queue.is_drained());
        queues.map(CpuQueue::head).min()
    }

    /// Notes that something else is imported now: the next queue is chosen anew.
    pub(super) fn interrupt(&mut self) {
        self.current = None;
    }

    /// Returns the next record. A queue is drained until another one has an earlier record; of
    /// equal times, the CPU with the lowest number is chosen.
    pub(super) fn pop(&mut self) -> Option<Record> {
        let index = if let Some(index) = self.current() {
            index
        } else {
            let none = (i64::MAX, usize::MAX);
            let (mut best, mut limit) = (none, none);
            for (index, queue) in self.cpus.iter().enumerate() {
                if queue.is_drained() {
                    continue;
                }
                let head = (queue.head(), index);
                limit = limit.min(head.max(best));
                best = best.min(head);
            }
            if best == none {
                return None;
            }
            self.current = Some((best.1, limit.0));
            best.1
        };
        let queue = &mut self.cpus[index];
        let record = queue.records.get(queue.next).copied();
        queue.next += 1;
        record
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

impl<'a> Header<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let mut header = Self::default();
        let mut last_read = None;
        let mut fields = Fields::new(bytes);
        let mut place = fields.offset();
        while let Some(field) = fields.next() {
            let this = std::mem::replace(&mut place, fields.offset());
            match field.number {
                1 => header.cpu = Some(field.as_u32()),
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
        header
    }
}

enum OwnTimestamp {
    None,
    /// The event should have a timestamp of its own.
    Missing,
    /// On a clock.
    At(u32, i64),
}

/// Returns the timestamp of events that report something that happened at another time: field
/// number of the event, of the timestamp in it, and the clock.
fn own_timestamp(body: &Field<'_>) -> OwnTimestamp {
    let (number, clock) = match body.number {
        488 => (3, MONOTONIC_RAW),  // gpu_work_period.start_time_ns
        506 => (11, BOOTTIME),      // thermal_exynos_acpm_bulk.timestamp
        543 => (3, BOOTTIME),       // param_set_value_cpm.timestamp
        596 | 600 => (1, BOOTTIME), // fwtp_perfetto_counter, fwtp_perfetto_slice
        _ => return OwnTimestamp::None,
    };
    match body.fields().last_of(number) {
        Some(ts) => OwnTimestamp::At(clock, ts.as_i64()),
        None => OwnTimestamp::Missing,
    }
}
