//! First pass over ftrace: bundles to compact records, one queue per CPU.
//!
//! An event stays where it is in the trace; a record says when it happened and where it is.
//! Compact scheduling events have no bytes of their own and are unpacked here. Rules: spec
//! frametimeline F1.

use super::event;
use super::queue::{Bundle, CompactSwitch, CompactWaking, Expected, Kind, Queues, Record, Segment};
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Field, Fields, PackedVarints};
use crate::import::sink::Sink;
use crate::import::system::Clocks;
use crate::model::issue::IssueLog;

/// More CPUs than this are a sign of damage.
const CPU_MAX: u32 = 1024;
/// The tag of an event in a bundle.
pub(super) const EVENT: u8 = 0x12;
const BOOTTIME: u32 = 6;
const MONOTONIC_RAW: u32 = 5;
/// The clock of ftrace clocks that no other source knows, private to the packet's sequence.
const SEQUENCE_CLOCK: u32 = 64;

/// Where decoded records go.
struct Target<'a> {
    segment: &'a mut Segment,
    expected: &'a mut Expected,
    bundle: u32,
    clock: u32,
    /// Whether that clock shows trace time.
    is_trace: bool,
    clocks: &'a mut dyn Clocks,
    issues: &'a mut IssueLog,
}

impl Target<'_> {
    fn push(&mut self, ts: i64, kind: Kind, place: u32) {
        let ts = if self.is_trace {
            ts
        } else if let Some(ts) = self.clocks.to_trace(self.clock, ts) {
            ts
        } else {
            return;
        };
        if ts < 0 {
            self.issues.count("trace_sorter_negative_timestamp_dropped");
            return;
        }
        let record = Record::new(ts, self.bundle, kind, place);
        self.segment.records.push(record);
    }

    fn add_event(&mut self, event: &[u8], place: u64) {
        let (ts, body) = event::when(event);
        let Some(ts) = ts else {
            self.issues.count("ftrace_bundle_tokenizer_errors");
            return;
        };
        let Some((number, body)) = body else {
            self.issues.count("ftrace_missing_event_id");
            return;
        };
        let Ok(place) = u32::try_from(place) else {
            return;
        };
        match number {
            4 => self.expected.switches += 1,
            20 | 235 => self.expected.wakings += 1,
            _ => {}
        }
        match own_timestamp(number, body) {
            OwnTimestamp::None => self.push(ts, Kind::Event, place),
            OwnTimestamp::Missing => self.issues.count("ftrace_bundle_tokenizer_errors"),
            OwnTimestamp::At(clock, ts) => {
                let bundle_clock = (self.clock, self.is_trace);
                (self.clock, self.is_trace) = (clock, self.clocks.is_trace(clock));
                self.push(ts, Kind::Event, place);
                (self.clock, self.is_trace) = bundle_clock;
            }
        }
    }

    fn add_compact(&mut self, bytes: &[u8], strings: &mut StrPool) {
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
        let ok = self.add_switches(switches, &comms) & self.add_wakings(wakings, flags, &comms);
        if !ok {
            self.issues.count("compact_sched_has_parse_errors");
        }
    }

    fn add_switches(&mut self, mut arrays: [PackedVarints<'_>; 5], comms: &[StrId]) -> bool {
        let mut ts = 0_i64;
        let mut index = 0;
        let [deltas, states, pids, prios, indices] = &mut arrays;
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
            let Some(&next_comm) = usize::try_from(comm).ok().and_then(|i| comms.get(i)) else {
                return false;
            };
            let place = self.segment.switches.len() as u32;
            self.segment.switches.push(CompactSwitch {
                prev_state: state as u16,
                next_pid: pid as u32,
                next_prio: prio as i32,
                next_comm,
                index,
            });
            index += 1;
            self.expected.switches += 1;
            self.push(ts, Kind::Switch, place);
        }
    }

    fn add_wakings(
        &mut self,
        mut arrays: [PackedVarints<'_>; 5],
        mut flags: PackedVarints<'_>,
        comms: &[StrId],
    ) -> bool {
        let mut ts = 0_i64;
        let mut index = 0;
        let [deltas, pids, cpus, prios, indices] = &mut arrays;
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
            if usize::try_from(comm)
                .ok()
                .is_none_or(|index| index >= comms.len())
            {
                return false;
            }
            let place = self.segment.wakings.len() as u32;
            self.segment.wakings.push(CompactWaking {
                pid: pid as u32,
                common_flags: flags.next().unwrap_or(0) as u32,
                index,
            });
            index += 1;
            self.expected.wakings += 1;
            self.push(ts, Kind::Waking, place);
        }
    }
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
        let bundle = Bundle {
            cpu,
            epoch,
            offset,
            compact: u32::try_from(header.compact_place).unwrap_or(0),
        };
        let is_first = self.add(bundle, |bundle, segment, expected| {
            let mut target = Target {
                segment,
                expected,
                bundle,
                clock,
                is_trace: clocks.is_trace(clock),
                clocks,
                issues,
            };
            if let Some(compact) = header.compact {
                target.add_compact(compact, strings);
            }
            let mut fields = Fields::new(bytes);
            let mut place = fields.offset();
            loop {
                if let Some(event) = fields.next_bytes(EVENT) {
                    target.add_event(event, place);
                } else if let Some(field) = fields.next() {
                    if field.number == 2 {
                        target.add_event(field.as_bytes(), place);
                    }
                } else {
                    break;
                }
                place = fields.offset();
            }
        });
        let Some(is_first) = is_first else {
            issues.count("import_limit_reached");
            return;
        };
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
        loop {
            if fields.next_bytes(EVENT).is_some() {
                place = fields.offset();
                continue;
            }
            let Some(field) = fields.next() else {
                break;
            };
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
fn own_timestamp(number: u32, body: &[u8]) -> OwnTimestamp {
    let (number, clock) = match number {
        488 => (3, MONOTONIC_RAW),  // gpu_work_period.start_time_ns
        506 => (11, BOOTTIME),      // thermal_exynos_acpm_bulk.timestamp
        543 => (3, BOOTTIME),       // param_set_value_cpm.timestamp
        596 | 600 => (1, BOOTTIME), // fwtp_perfetto_counter, fwtp_perfetto_slice
        _ => return OwnTimestamp::None,
    };
    match Fields::new(body).last_of(number) {
        Some(ts) => OwnTimestamp::At(clock, ts.as_i64()),
        None => OwnTimestamp::Missing,
    }
}
