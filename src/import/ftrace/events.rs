//! What kernel events do: each becomes a row of `ftrace_event`, and whatever else its kind stands for.
//!
//! Nearly all are switches, wakeups and texts of the trace marker, which are read here and go to `sched` and
//! `marker`; other events that become more than a row have importers of their own.

use super::binder::{Binder, Transaction};
use super::called::{Called, name_thread};
use super::devices::Devices;
use super::drm::Drm;
use super::event::{self, Event, SwitchBody, WakingBody};
use super::generic::{self, KernelTracks};
use super::kernel::{Kernel, symbol};
use super::marker::{self, Markers, Target};
use super::memory::Memory;
use super::network::Network;
use super::queue::{Bundle, CompactSwitch, CompactWaking, Part, Timed, Whole};
use super::sched::{Sched, Switch};
use super::storage::Storage;
use super::syscalls::Syscalls;
use super::task_state::KernelVersion;
use super::tracks::{AsyncTracks, Tracks};
use super::video::Video;
use super::{driver, power, schema, trusty};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::decode::fields::{Fields, Message};
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::sink::{At, Sink};
use crate::import::system::Source;
use crate::model::ids::Utid;
use crate::model::sched::events::{FtraceEvent, FtraceExtent, FtraceKind};
use crate::proto::ftrace_event::{
    self, binder_command, binder_return, binder_transaction,
    binder_transaction_alloc_buf as alloc_buf, binder_transaction_received as received,
    generic as generic_event, sched_blocked_reason as blocked_reason, sched_process_free,
    task_newtask, task_rename,
};

/// A thread of the same process: `CLONE_THREAD`.
const CLONE_THREAD: u64 = 0x0001_0000;

/// Kinds are found by index for events with a lower number than this, and for wakeups with lower flags.
const AT_HAND: usize = 1 << 10;

/// Imports one event after the other.
#[derive(Debug)]
pub(super) struct Events {
    called: Called,
    sched: Sched,
    markers: Markers,
    binder: Binder,
    memory: Memory,
    kernel: Kernel,
    network: Network,
    storage: Storage,
    drm: Drm,
    devices: Devices,
    syscalls: Syscalls,
    video: Video,
    tracks: Tracks,
    rows: AsyncTracks,
    /// The kinds of events by field number, and in `wakings` those of compact wakeups by their flags.
    kinds: Vec<Option<u32>>,
    wakings: Vec<Option<u32>>,
    compact_switch: Option<u32>,
    /// The number of the first bundle of this machine among the bundles of all machines.
    pub(super) first_bundle: u32,
    kernel_tracks: KernelTracks,
    /// Whether each CPU has a row.
    cpus: Vec<bool>,
}

impl Events {
    pub(super) fn new(sink: &mut Sink) -> Self {
        Self {
            called: Called::default(),
            sched: Sched::new(sink),
            markers: Markers::new(sink),
            binder: Binder::new(sink),
            memory: Memory::default(),
            kernel: Kernel::default(),
            network: Network::default(),
            storage: Storage::default(),
            drm: Drm::default(),
            devices: Devices::default(),
            syscalls: Syscalls::default(),
            video: Video::default(),
            tracks: Tracks::default(),
            rows: AsyncTracks::new(sink),
            kinds: Vec::new(),
            wakings: Vec::new(),
            compact_switch: None,
            first_bundle: 0,
            kernel_tracks: KernelTracks::default(),
            cpus: Vec::new(),
        }
    }

    pub(super) fn set_kernel(&mut self, version: Option<KernelVersion>) {
        self.sched.set_kernel(version);
        self.devices.set_kernel(version);
    }

    pub(super) fn set_machine(&mut self, machine: &[u8]) {
        self.syscalls.set_machine(machine);
    }

    /// Writes what only the end of the trace decides.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        self.sched.finish(sink);
        self.memory.finish(sink);
        self.devices.finish(sink);
        self.rows.finish(sink);
        self.binder.finish(sink);
        self.syscalls.finish(sink);
    }

    /// Counts the row of an event that happened on a CPU.
    #[inline]
    fn count_row(&mut self, ts: i64, cpu: u32, rows: &mut FtraceExtent, sink: &mut Sink) {
        rows.cover(Ts::from_ns(ts));
        self.add_cpu(cpu, sink);
    }

    #[inline]
    pub(super) fn event(
        &mut self,
        event: &Timed<Whole>,
        (bundle, bytes): (&Bundle, &[u8]),
        (counts, rows): (bool, &mut FtraceExtent),
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let (ts, whole) = (event.ts.cast_signed(), event.what);
        let offset = bundle.offset + u64::from(whole.place);
        let at = At { ts, offset };
        let read = whole.read();
        let read = read.and_then(|(number, body)| {
            let rest = bytes.get(body.start..)?;
            Some((number, rest.get(..body.len())?, rest))
        });
        let (tid, number, body, rest) = if let Some((number, body, rest)) = read {
            (i64::from(whole.tid), number, body, rest)
        } else {
            let mut fields = Fields::new(bytes.get(whole.place as usize..).unwrap_or_default());
            let Some(message) = fields.next() else {
                return;
            };
            let (Some(tid), Some((number, body))) = event::what(message.as_bytes()) else {
                sink.issues
                    .record("ftrace_bundle_tokenizer_errors", offset, || {
                        "an ftrace event without a pid".to_owned()
                    });
                return;
            };
            (tid, number, body, body)
        };
        let (row, part) = ((event.bundle, whole.place), whole.part());
        let event = Event {
            at,
            cpu: bundle.cpu,
            tid,
            epoch: bundle.epoch,
            number,
            body: Message(body),
            rest,
        };
        if number == ftrace_event::SCHED_SWITCH {
            if counts {
                self.count_row(ts, event.cpu, rows, sink);
                self.switch(&event, row, sink);
            }
            return;
        }
        if part == Part::Said {
            if counts {
                self.apply(&event, source, sink);
            }
            return;
        }
        let utid = sink.processes.thread(tid);
        self.count_row(ts, event.cpu, rows, sink);
        self.add_row(&event, row, utid, sink);
        match number {
            _ if !counts || part == Part::Row => {}
            // These are nearly all events besides switches. `sched_wakeup` follows an event that says the
            // same.
            ftrace_event::PRINT => self.print(&event, sink),
            ftrace_event::SCHED_WAKEUP => {}
            ftrace_event::SCHED_WAKING => self.waking(&event, utid, sink),
            _ => {
                self.apply(&event, source, sink);
            }
        }
    }

    /// Imports the text of a trace marker.
    #[inline(never)]
    fn print(&mut self, event: &Event<'_>, sink: &mut Sink) {
        self.syscalls.marker(event, &mut self.tracks, sink);
        let (text, tid, at) = (event.marker(), event.tid, event.at);
        self.marker(|markers, target| markers.text(text, tid, at, target), sink);
    }

    /// Imports `sched_waking`, which happened in the thread that wakes another.
    #[inline(never)]
    fn waking(&mut self, event: &Event<'_>, waker: Utid, sink: &mut Sink) {
        let WakingBody { comm, pid } = WakingBody::read(event.body.0);
        let utid = sink.processes.thread(i64::from(pid));
        name_thread(utid, comm, &mut self.called, sink);
        self.sched.waking(event.at.ts, utid, waker, None, sink);
    }

    /// Adds the row of an event, which stands at a place of a bundle. The row is counted elsewhere.
    #[inline]
    fn add_row(
        &mut self,
        event: &Event<'_>,
        (bundle, place): (u32, u32),
        utid: Utid,
        sink: &mut Sink,
    ) {
        let kind = match self.kinds.get(event.number as usize) {
            Some(&Some(kind)) => kind,
            _ => self.new_kind(event.number, event.body, sink),
        };
        sink.ftrace.keep(FtraceEvent {
            ts: event.at.time(),
            bundle: self.first_bundle + bundle,
            place,
            utid,
            kind,
        });
    }

    /// Finds the kind of an event that `kinds` does not have.
    #[cold]
    fn new_kind(&mut self, number: u32, body: Message<'_>, sink: &mut Sink) -> u32 {
        let machine = sink.processes.machine();
        let own_name = if number == ftrace_event::GENERIC {
            Some(sink.strings.intern(body.text(generic_event::EVENT_NAME)))
        } else if number >= generic::FIRST_NUMBER {
            sink.generic_events.name(machine, number)
        } else {
            None
        };
        let name = own_name.unwrap_or_else(|| match schema::event(number) {
            Some(event) => sink.str(event.name),
            None => sink.str(&format!("event {number}")),
        });
        let kind = sink.ftrace.kind(FtraceKind {
            name,
            is_compact: false,
            common_flags: 0,
            prev_comm: None,
        });
        if own_name.is_none() {
            keep_at_hand(&mut self.kinds, number as usize, kind);
        }
        kind
    }

    /// Returns the kind of compact switches that take a thread off its CPU.
    #[inline]
    fn compact_switch_kind(&mut self, prev: Utid, sink: &mut Sink) -> u32 {
        let kind = self.compact_kind(None, sink);
        if !sink.ftrace.keeps_rows() {
            return kind;
        }
        let (_, prev_comm) = sink.processes.thread_name(prev);
        sink.ftrace.kind_with(kind, prev_comm)
    }

    /// Returns the kind of compact switches, or of compact wakeups with some flags.
    fn compact_kind(&mut self, waking: Option<u16>, sink: &mut Sink) -> u32 {
        let known = match waking {
            None => self.compact_switch,
            Some(flags) => self.wakings.get(usize::from(flags)).copied().flatten(),
        };
        known.unwrap_or_else(|| self.new_compact_kind(waking, sink))
    }

    #[cold]
    fn new_compact_kind(&mut self, waking: Option<u16>, sink: &mut Sink) -> u32 {
        let name = schema::event(if waking.is_some() {
            ftrace_event::SCHED_WAKING
        } else {
            ftrace_event::SCHED_SWITCH
        });
        let kind = FtraceKind {
            name: sink.str(name.map_or("", |event| event.name)),
            is_compact: true,
            common_flags: waking.unwrap_or(0),
            prev_comm: None,
        };
        let kind = sink.ftrace.kind(kind);
        match waking {
            None => self.compact_switch = Some(kind),
            Some(flags) => keep_at_hand(&mut self.wakings, usize::from(flags), kind),
        }
        kind
    }

    #[inline]
    fn add_cpu(&mut self, cpu: u32, sink: &mut Sink) {
        if self.cpus.get(cpu as usize) != Some(&true) {
            self.new_cpu(cpu, sink);
        }
    }

    #[cold]
    fn new_cpu(&mut self, cpu: u32, sink: &mut Sink) {
        let index = cpu as usize;
        if index >= self.cpus.len() {
            self.cpus.resize(index + 1, false);
        }
        self.cpus[index] = true;
        sink.add_cpu(cpu);
    }

    /// Imports any other event: the importers are asked one after the other whether they know it, those of frequent
    /// events first. Returns whether one does; an event that none knows is no more than its row.
    #[inline(never)]
    fn apply(&mut self, event: &Event<'_>, source: &dyn Source, sink: &mut Sink) -> bool {
        if self.of_tasks(event, source, sink) {
            return true;
        }
        if event.number >= generic::FIRST_NUMBER {
            self.kernel_tracks.event(event, sink);
            return true;
        }
        power::event(event, &mut self.tracks, sink)
            || self.binder_event(event, sink)
            || self.memory.event(event, &mut self.rows, sink)
            || self.driver_marker(event, sink)
            || self.of_devices(event, source, sink)
    }

    /// Asks the importers of events that fewer traces have.
    fn of_devices(&mut self, event: &Event<'_>, source: &dyn Source, sink: &mut Sink) -> bool {
        let (tracks, rows) = (&mut self.tracks, &mut self.rows);
        self.kernel.event(event, tracks, rows, source, sink)
            || self.devices.event(event, tracks, rows, source, sink)
            || self.network.event(event, tracks, sink)
            || self.storage.event(event, rows, sink)
            || self.drm.event(event, tracks, sink)
            || trusty::event(event, tracks, sink)
            || self.video.event(event, tracks, sink)
    }

    /// Imports an event if it says what threads and processes do; returns whether it does.
    fn of_tasks(&mut self, event: &Event<'_>, source: &dyn Source, sink: &mut Sink) -> bool {
        match event.number {
            ftrace_event::SCHED_BLOCKED_REASON => {
                let utid = sink.processes.thread(event.pid(blocked_reason::PID));
                let function = symbol(event.epoch, event.u64(blocked_reason::CALLER), source)
                    .map(|name| sink.strings.intern(name));
                self.sched.blocked_reason(
                    utid,
                    event.u32(blocked_reason::IO_WAIT) != 0,
                    function,
                    sink,
                );
            }
            ftrace_event::TASK_NEWTASK => self.new_task(event, sink),
            ftrace_event::SYS_ENTER => self.syscalls.enter(event, &mut self.tracks, sink),
            ftrace_event::SYS_EXIT => self.syscalls.exit(event, &mut self.tracks, sink),
            ftrace_event::TASK_RENAME => {
                let name = sink.strings.intern(event.text(task_rename::NEWCOMM));
                let utid = sink.processes.thread(event.pid(task_rename::PID));
                sink.processes.rename_thread(utid, name);
            }
            ftrace_event::SCHED_PROCESS_FREE => sink
                .processes
                .end_thread(event.pid(sched_process_free::PID), event.at.time()),
            _ => return false,
        }
        true
    }

    /// Imports `sched_switch`, whose row belongs to the thread that is switched out.
    fn switch(&mut self, event: &Event<'_>, row: (u32, u32), sink: &mut Sink) {
        let SwitchBody {
            prev_comm,
            prev_pid,
            prev_state,
            next_comm,
            next_pid,
            next_prio,
        } = SwitchBody::read(event.body.0);
        let (prev_pid, next_pid) = (i64::from(prev_pid), i64::from(next_pid));
        let mut thread = |pid, comm| {
            let utid = sink.processes.thread(pid);
            name_thread(utid, comm, &mut self.called, sink);
            utid
        };
        let next_utid = thread(next_pid, next_comm);
        let prev_utid = thread(prev_pid, prev_comm);
        self.add_row(event, row, prev_utid, sink);
        let switch = Switch {
            ts: event.at.ts,
            cpu: event.cpu,
            prev_state,
            next_pid,
            next_prio,
            next_utid,
        };
        self.sched.switch(&switch, (prev_pid, prev_utid), sink);
    }

    #[inline]
    pub(super) fn compact_switch(
        &mut self,
        switch: &Timed<CompactSwitch>,
        (cpu, next_comm): (u32, StrId),
        (counts, rows): (bool, &mut FtraceExtent),
        sink: &mut Sink,
    ) {
        let (ts, number, compact) = (switch.ts.cast_signed(), switch.bundle, &switch.what);
        let next_pid = i64::from(compact.next_pid);
        let next_utid = sink.processes.thread(next_pid);
        sink.processes
            .set_recorded_thread_name(next_utid, next_comm, ThreadNamePriority::Ftrace);
        let switch = Switch {
            ts,
            cpu,
            prev_state: i64::from(compact.prev_state),
            next_pid,
            next_prio: compact.next_prio,
            next_utid,
        };
        let prev = if counts {
            self.sched.switch_compact(&switch, sink)
        } else {
            self.sched.note_compact(&switch, sink)
        };
        if let Some(prev) = prev {
            let kind = self.compact_switch_kind(prev, sink);
            self.count_row(ts, cpu, rows, sink);
            self.keep_compact_row(ts, (number, compact.index, kind), prev, sink);
        }
    }

    #[inline]
    pub(super) fn compact_waking(
        &mut self,
        waking: &Timed<CompactWaking>,
        cpu: u32,
        (counts, rows): (bool, &mut FtraceExtent),
        sink: &mut Sink,
    ) {
        let (ts, compact) = (waking.ts.cast_signed(), &waking.what);
        let Some(waker) = self.sched.running_on(cpu) else {
            sink.issues.count("compact_sched_waking_skipped");
            return;
        };
        let kind = self.compact_kind(Some(compact.common_flags as u16), sink);
        self.count_row(ts, cpu, rows, sink);
        let row = (waking.bundle, compact.index, kind);
        self.keep_compact_row(ts, row, waker, sink);
        if counts {
            let utid = sink.processes.thread(i64::from(compact.pid));
            let flags = Some(compact.common_flags);
            self.sched.waking(ts, utid, waker, flags, sink);
        }
    }

    #[inline]
    fn keep_compact_row(
        &self,
        ts: i64,
        (bundle, place, kind): (u32, u32, u32),
        utid: Utid,
        sink: &mut Sink,
    ) {
        sink.ftrace.keep(FtraceEvent {
            ts: Ts::from_ns(ts),
            bundle: self.first_bundle + bundle,
            place,
            utid,
            kind,
        });
    }

    /// Imports `task_newtask`: a process, or another thread of the one that creates it.
    fn new_task(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let tid = event.pid(task_newtask::PID);
        if tid == 0 {
            // An idle thread, which the boot process creates.
            return;
        }
        let comm = event
            .text_if_set(task_newtask::COMM)
            .map(|comm| sink.strings.intern(comm));
        let time = Some(event.at.time());
        let created = if event.u64(task_newtask::CLONE_FLAGS) & CLONE_THREAD == 0 {
            let upid = sink.processes.start_process(tid, time);
            let utid = sink.processes.thread(tid);
            if let Some(comm) = comm {
                sink.processes
                    .set_process_name(upid, comm, ProcessNamePriority::System);
            }
            let creator = sink.processes.thread(event.tid);
            sink.processes.set_parent_thread(upid, creator);
            utid
        } else {
            let creator = sink.processes.thread(event.tid);
            let utid = sink.processes.start_thread(tid, time);
            if !sink.processes.associate_threads(creator, utid) {
                sink.issues.count("process_tracker_errors");
            }
            utid
        };
        if let Some(comm) = comm {
            sink.processes
                .set_thread_name(created, comm, ThreadNamePriority::Ftrace);
        }
        let creator = sink.processes.thread(event.tid);
        self.sched.new_task(event.at.ts, created, creator, sink);
    }

    /// Imports an event if it is one of binder; returns whether it is.
    fn binder_event(&mut self, event: &Event<'_>, sink: &mut Sink) -> bool {
        let (tid, at) = (event.tid, event.at);
        match event.number {
            ftrace_event::BINDER_TRANSACTION => {
                let txn = Transaction {
                    id: event.i32(binder_transaction::DEBUG_ID),
                    target_node: event.i32(binder_transaction::TARGET_NODE),
                    to_process: event.pid(binder_transaction::TO_PROC),
                    to_thread: event.pid(binder_transaction::TO_THREAD),
                    is_reply: event.i32(binder_transaction::REPLY) == 1,
                    code: event.u32(binder_transaction::CODE),
                    flags: event.u32(binder_transaction::FLAGS),
                };
                self.binder
                    .transaction(&txn, tid, at, &mut self.tracks, sink);
            }
            ftrace_event::BINDER_TRANSACTION_RECEIVED => self.binder.received(
                event.i32(received::DEBUG_ID),
                tid,
                at,
                &mut self.tracks,
                sink,
            ),
            ftrace_event::BINDER_LOCK => self.binder.lock(tid, at, &mut self.tracks, sink),
            ftrace_event::BINDER_LOCKED => self.binder.locked(tid, at, &mut self.tracks, sink),
            ftrace_event::BINDER_UNLOCK => self.binder.unlock(tid, at, &mut self.tracks, sink),
            ftrace_event::BINDER_TRANSACTION_ALLOC_BUF => self.binder.alloc_buf(
                tid,
                (
                    event.u64(alloc_buf::DATA_SIZE),
                    event.u64(alloc_buf::OFFSETS_SIZE),
                ),
                sink,
            ),
            ftrace_event::BINDER_COMMAND => {
                self.binder
                    .command(event.u32(binder_command::CMD), tid, sink);
            }
            ftrace_event::BINDER_RETURN => self.binder.returned(
                event.u32(binder_return::CMD),
                tid,
                at,
                &mut self.tracks,
                sink,
            ),
            _ => return false,
        }
        true
    }

    fn marker(
        &mut self,
        run: impl FnOnce(&mut Markers, &mut Target<'_>) -> Option<marker::Nested>,
        sink: &mut Sink,
    ) {
        let mut target = Target {
            tracks: &mut self.tracks,
            rows: &mut self.rows,
            sink,
        };
        if let Some(nested) = run(&mut self.markers, &mut target) {
            self.binder.nested(nested, sink);
        }
    }

    /// Imports an event if drivers write the points of atrace as such events; returns whether they do.
    fn driver_marker(&mut self, event: &Event<'_>, sink: &mut Sink) -> bool {
        match driver::point(event) {
            None => return false,
            Some(Err(driver::NoPoint)) => sink.issues.count("systrace_parse_failure"),
            Some(Ok(point)) => {
                let (tid, at) = (event.tid, event.at);
                self.marker(
                    |markers, target| markers.point(&point, tid, at, target),
                    sink,
                );
            }
        }
        true
    }
}

/// Keeps a kind so that it is found by index, unless its number is too high.
fn keep_at_hand(kinds: &mut Vec<Option<u32>>, number: usize, kind: u32) {
    if number < AT_HAND {
        if number >= kinds.len() {
            kinds.resize(number + 1, None);
        }
        kinds[number] = Some(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has nothing of a trace.
    struct Nothing;

    impl Source for Nothing {
        fn bytes(&self, _offset: u64) -> &[u8] {
            &[]
        }

        fn interned(&self, _epoch: u32, _field: u32, _iid: u64) -> Option<Message<'_>> {
            None
        }
    }

    /// Returns the kernel events that have numbers in `proto`, which are those that the importer evaluates.
    fn evaluated() -> Vec<(&'static str, u32)> {
        let module = include_str!("../../proto.rs").split_once("pub mod ftrace_event {\n");
        let (_, module) = module.expect("the module of kernel events");
        let numbers = module
            .lines()
            .map_while(|line| line.strip_prefix("    pub const "));
        let number = |line: &'static str| {
            let (name, number) = line.split_once(": u32 = ")?;
            Some((name, number.trim_end_matches(';').parse().ok()?))
        };
        numbers.filter_map(number).collect()
    }

    #[test]
    fn every_event_is_known_to_an_importer() {
        let mut sink = Sink::new();
        let mut events = Events::new(&mut sink);
        let mut unknown = Vec::new();
        for (name, number) in evaluated() {
            let event = Event {
                at: At { ts: 1, offset: 0 },
                cpu: 0,
                tid: 1,
                epoch: 0,
                number,
                body: Message(&[]),
                rest: &[],
            };
            if !events.apply(&event, &Nothing, &mut sink) {
                unknown.push(name);
            }
        }
        // What all events have, and the events that nearly all are: `event` imports those itself.
        let mut others = vec!["TIMESTAMP", "PID", "PRINT", "SCHED_SWITCH", "COMMON_FLAGS"];
        others.extend(["SCHED_WAKEUP", "SCHED_WAKING"]);
        // Only their rows, with time and arguments, take more than the fields.
        others.extend(["WORKQUEUE_QUEUE_WORK", "GENERIC"]);
        assert_eq!(unknown, others);
    }
}
