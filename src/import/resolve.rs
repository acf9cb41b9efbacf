//! The second pass, in trace time order: processes, threads, tracks, cold packets.
//!
//! Walks everything whose effect depends on what came before it in time: cold
//! packets, legacy events, ftrace, and the first event of each track (later ones
//! change nothing but their own track). Slices are not nested here.
//! The rules are those of the reference's `track_event_parser.cc`, the order of events of one time is that of its
//! `trace_sorter.cc`.

mod android;
mod chromium;
mod cold;
mod described;
mod gather;
mod legacy;
mod log;
mod order;
mod system;
mod tracks;
mod v8;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::descriptor::Unusable;
use super::frame_timeline::FrameTimelineImporter;
use super::json::v8_profile::V8Profiles;
use super::pool::beside;
use super::pulse::Pulse;
use super::scan::{Cold, ColdKind, QueuedFrame, Scan};
use super::sequence::SequenceThread;
use super::sink::{Sink, SinkTrack};
use super::system::Source as _;
use super::unit::{AllDecoded, ListKey, Named, TrackList};
use super::{Observer, Phase};
use crate::model::args::EventPos;
use crate::model::ids::{LabelId, Utid};
use crate::model::samples::PackedSamples;
use crate::model::sched::events::FtraceTable;
use crate::model::track::Scope;
use crate::proto::{
    slice_name_translation_table::{self as slice_names, raw_to_deobfuscated_name_entry as entry},
    trace_packet, translation_table,
};
use gather::Gathered;
use order::{Steps, Turn};
use system::Systems;
use tracks::{First, Tracks, Waiting};
pub(super) use tracks::{Set, Target};

/// (unit, list) pairs. Most tracks have one pair, and there may be as many tracks as events.
pub(super) type Parts = SmallVec<[(u32, TrackList); 1]>;

/// All events of one list key, from every unit that has any.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) key: ListKey,
    /// In unit order.
    pub(super) parts: Parts,
    /// The smallest (ts, pos).
    pub(super) first: (i64, u64),
    /// The threads of the sequences that its events come from, each with the (ts, pos) of its first event
    /// here.
    pub(super) threads: Vec<(SequenceThread, (i64, u64))>,
    /// Where its slices go; `None` if its track is unusable.
    pub(super) target: Option<Target>,
}

/// What a unit leaves behind when its lists and samples are taken out.
#[derive(Debug)]
pub(super) struct UnitRest {
    /// Global labels by local label.
    pub(super) labels: Vec<LabelId>,
}

/// The samples of a counter track.
#[derive(Debug)]
pub(super) struct CounterGroup {
    pub(super) track: Option<SinkTrack>,
    /// The smallest (ts, pos).
    pub(super) first: (i64, u64),
    pub(super) samples: PackedSamples,
    /// The indices of the samples that carry arguments, in order, and the positions of those.
    pub(super) args: Vec<(u32, u64)>,
}

/// What the walk makes: everything is in its final terms, but for nesting and ids.
#[derive(Debug)]
pub(super) struct Resolved {
    pub(super) sink: Sink,
    pub(super) groups: Vec<Group>,
    pub(super) units: Vec<UnitRest>,
    pub(super) sets: Vec<Set>,
    pub(super) counters: Vec<CounterGroup>,
    /// The thread of each (machine, pid, tid) that sequences name.
    pub(super) sequence_threads: HashMap<(u32, i64, i64), Utid>,
    /// The scope of every track that belongs to a thread or process.
    pub(super) scopes: HashMap<(u32, u64), Scope>,
    /// Extension fields that events carry, and how many times.
    pub(super) extension_fields: HashMap<u32, u64>,
    /// Rows of mapped binaries, by the epoch that interned them and their id.
    pub(super) mappings: HashMap<(u32, u64), u64>,
    /// Whether an event carries a call stack.
    pub(super) has_callstacks: bool,
    /// Hashes of the events' correlation ids, by the positions of the events.
    pub(super) correlated: Vec<(u64, i32)>,
}

/// An event of the time-ordered walk.
#[derive(Clone, Copy, Debug)]
enum Step {
    Cold(Cold),
    /// The first event of a group.
    Group(u32),
    /// The first event of a group that comes from the sequence of a thread.
    Thread(u32, SequenceThread),
    /// The first sample of a counter.
    Counter(u32),
    Legacy(u32),
    Named(Named),
    /// An event that says more than its slice: a line of the log, or what Android says of a process.
    Told(u32),
}

pub(super) struct Resolver<'a> {
    scan: &'a Scan,
    sink: Sink,
    tracks: Tracks,
    frames: FrameTimelineImporter,
    legacy: legacy::Legacy,
    v8: V8Profiles,
    /// The importer of system packets of each machine.
    systems: Systems,
    sequence_threads: HashMap<(u32, i64, i64), Utid>,
    /// Track and position of the last legacy event that was put somewhere.
    last_push: Option<(SinkTrack, u64)>,
    /// Rows of mapped binaries that arguments name, by the epoch that interned them and their id.
    mappings: HashMap<(u32, u64), u64>,
}

/// Reads the translation tables of slice names, which hold for the whole trace wherever they stand in the
/// file.
fn translations(scan: &Scan, sink: &mut Sink) {
    for &offset in &scan.translations {
        let packet = scan.space.packet(offset).unwrap_or_default();
        let entries = packet
            .messages(trace_packet::TRANSLATION_TABLE)
            .flat_map(|table| table.messages(translation_table::SLICE_NAME))
            .flat_map(|names| names.messages(slice_names::RAW_TO_DEOBFUSCATED_NAME));
        for entry in entries {
            let mut text = |number| sink.strings.intern(entry.text(number));
            let (raw, name) = (text(entry::KEY), text(entry::VALUE));
            sink.labels.rename(raw, name);
        }
    }
}

/// Resolves everything that depends on time order; `None` if cancelled. At the times that `late`
/// lists, events come before other packets.
pub(super) fn resolve(
    scan: &mut Scan,
    decoded: AllDecoded,
    late: &[i64],
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<Resolved> {
    // The scan's strings come first, so that interned ids stay valid.
    let mut sink = Sink::with(std::mem::take(&mut scan.strings));
    if scan.keeps_kernel_events {
        sink.ftrace = FtraceTable::of_rows();
    }
    sink.limit_tracks(scan.space.file().memory().left());
    let swapper = sink.str("swapper");
    for _ in 1..scan.machines.raw_ids().len() {
        sink.processes.add_machine(swapper);
    }
    sink.issues = std::mem::take(&mut scan.issues);
    translations(scan, &mut sink);
    let gathered = Gathered::new(decoded, &mut sink);
    let mut systems = Systems::new(scan.machines.raw_ids().len(), &mut sink);
    let mut pulse = Pulse::new(
        observer,
        Phase::Index,
        scan.cold.len() as u64,
        scan.n_packets,
    );
    systems.index(scan, &mut sink, &mut pulse);
    if pulse.is_stopped() {
        return None;
    }
    let queue = FrameQueue::new(std::mem::take(&mut scan.frames));
    let scan = &*scan;
    let source = system::Bytes::new(scan);
    beside(threads, |scope| {
        if let Some(scope) = scope {
            systems.read_ahead(scope, &source);
        }
        let resolver = Resolver {
            scan,
            sink,
            tracks: Tracks::with_capacity(gathered.groups.len()),
            frames: FrameTimelineImporter::default(),
            legacy: legacy::Legacy::default(),
            v8: V8Profiles::default(),
            systems,
            sequence_threads: HashMap::new(),
            last_push: None,
            mappings: HashMap::new(),
        };
        walk(resolver, gathered, queue, late, observer)
    })
}

/// Goes through everything that depends on time, in its order; `None` if cancelled.
fn walk(
    mut resolver: Resolver<'_>,
    mut gathered: Gathered,
    mut queue: FrameQueue,
    late: &[i64],
    observer: &mut dyn Observer,
) -> Option<Resolved> {
    let mut steps = gathered.steps(&resolver.scan.cold, late);
    let total = steps.len() + queue.len() + resolver.systems.n_queued();
    let n_packets = resolver.scan.n_packets;
    let mut pulse = Pulse::new(observer, Phase::Resolve, total as u64, n_packets);
    while let Some((turn, step)) = steps.next(&resolver.scan.cold) {
        while !pulse.is_stopped()
            && let Some(frame) = queue.next_if(|frame| turn.is_after(frame, late))
        {
            resolver.frame(frame, &mut pulse);
        }
        resolver.catch_up(turn.ts, &mut pulse);
        resolver.step(step, &mut gathered, &mut pulse);
        if resolver.is_full() {
            return None;
        }
        for woken in std::mem::take(&mut resolver.tracks.woken) {
            resolver.wake(woken, &mut gathered, (turn, late), &mut steps);
        }
        if !pulse.beat() {
            return None;
        }
    }
    drop(steps);
    while let Some(frame) = queue.next_if(|_| true) {
        resolver.frame(frame, &mut pulse);
        if pulse.is_stopped() {
            return None;
        }
    }
    drop(queue);
    resolver.catch_up(i64::MAX, &mut pulse);
    if pulse.is_stopped() || resolver.is_full() {
        return None;
    }
    for waiting in resolver.tracks.left_waiting() {
        let n = gathered.n_events(waiting);
        resolver.count_unusable(gathered.key(waiting), n);
    }
    resolver.systems.finish(&mut resolver.sink);
    std::mem::take(&mut resolver.v8).finish(&mut resolver.sink);
    resolver.sink.store_owner_args();
    resolver.thread_samples(&gathered);
    if resolver.is_full() {
        return None;
    }
    let Resolver {
        mut sink,
        tracks,
        sequence_threads,
        mappings,
        ..
    } = resolver;
    let scopes = tracks.scopes();
    sink.processes.set_machine(0);
    Some(Resolved {
        sink,
        groups: gathered.groups,
        units: gathered.units,
        sets: tracks.into_sets(),
        counters: gathered.counters,
        sequence_threads,
        scopes,
        extension_fields: gathered.extension_fields,
        mappings,
        has_callstacks: gathered.has_callstacks,
        correlated: gathered.correlated,
    })
}

/// Frames in time order. Their memory is given back while they are imported, because what they become takes
/// as much.
struct FrameQueue {
    /// The frames that are left, the last one first.
    left: Vec<QueuedFrame>,
}

impl FrameQueue {
    /// After how many frames memory is given back.
    const STEP: usize = 1 << 16;

    fn new(mut frames: Vec<QueuedFrame>) -> Self {
        frames.reverse();
        Self { left: frames }
    }

    fn len(&self) -> usize {
        self.left.len()
    }

    /// Takes the next frame if it is due.
    fn next_if(&mut self, is_due: impl Fn(QueuedFrame) -> bool) -> Option<QueuedFrame> {
        let next = self.left.pop_if(|frame| is_due(*frame))?;
        if self.left.len().is_multiple_of(Self::STEP) {
            self.left.shrink_to_fit();
        }
        Some(next)
    }
}

impl Resolver<'_> {
    /// Returns whether there are more tracks than there is memory for, which ends the import.
    fn is_full(&self) -> bool {
        if self.sink.is_full {
            self.scan.space.file().memory().exceed();
        }
        self.sink.is_full
    }

    /// Imports queued events of system packets if any is due before `ts`: then, as in the reference, all
    /// events up to and including `ts`.
    fn catch_up(&mut self, ts: i64, pulse: &mut Pulse<'_>) {
        if self.systems.next_ts().is_some_and(|next| next < ts) {
            let source = system::Bytes::new(self.scan);
            self.systems.run_until(ts, &source, &mut self.sink, pulse);
        }
    }

    /// Imports a frame, and what is due before it.
    fn frame(&mut self, frame: QueuedFrame, pulse: &mut Pulse<'_>) {
        self.catch_up(frame.ts, pulse);
        self.sink.processes.set_machine(0);
        let pos = EventPos::decodable(frame.offset());
        let event = frame.event(&self.scan.space);
        self.frames.first(event, frame.ts, pos, &mut self.sink);
        pulse.beat();
    }

    /// Makes the machine with a raw id the one that pids, tids and new tracks belong to.
    fn enter(&mut self, machine: u32) {
        let index = self.scan.machines.index(machine);
        self.sink.processes.set_machine(index);
    }

    /// Gives a mapped binary its row when arguments first name it.
    fn mapping(&mut self, epoch: u32, iid: u64) {
        let source = system::Bytes::new(self.scan);
        let mut cx = super::stacks::Cx {
            epoch,
            upid: None,
            interned: &|epoch, field, iid| source.interned(epoch, field, iid),
            strings: &mut self.sink.strings,
            issues: &mut self.sink.issues,
        };
        if let Some(row) = self.sink.stacks.mapping(iid, &mut cx) {
            self.mappings.insert((epoch, iid), u64::from(row));
        }
    }

    fn step(&mut self, step: Step, gathered: &mut Gathered, pulse: &mut Pulse<'_>) {
        match step {
            Step::Cold(cold) if cold.kind == ColdKind::PlainTrack => self.plain_track(&cold),
            Step::Cold(cold) => pulse.bytes(self.cold(&cold)),
            Step::Legacy(index) => {
                let mark = gathered.legacy[index as usize];
                self.legacy_event(&mark);
            }
            Step::Thread(group, thread) => {
                self.name_sequence_thread(gathered.groups[group as usize].key, thread);
            }
            Step::Named(Named::Process(machine, pid)) => {
                self.enter(machine);
                self.sink.processes.process(pid);
            }
            Step::Named(Named::Mapping(epoch, iid)) => {
                self.mapping(epoch, iid);
            }
            Step::Told(index) | Step::Named(Named::Log(index) | Named::Android(index)) => {
                if let Some(&mark) = gathered.named.get(index as usize) {
                    self.log_message(mark);
                    self.android_event(mark);
                }
            }
            Step::Counter(index) => {
                let key = gathered.counter_keys[index as usize];
                let counter = &gathered.counters[index as usize];
                let target = self.intern_track(key, First::default(), counter.first);
                if target.is_none() {
                    self.lacks_track(Waiting::Counter(index), gathered);
                }
                gathered.counters[index as usize].track = match target {
                    Some(Target::Track(track)) => Some(track),
                    _ => None,
                };
            }
            Step::Group(index) => {
                let group = &gathered.groups[index as usize];
                let target = match group.key {
                    ListKey::Track(machine, uuid) => {
                        let name = Gathered::first_event(group).and_then(|(unit, event)| {
                            let label = gathered.units[unit as usize].labels[event.label as usize];
                            self.sink.labels.get(label).name
                        });
                        let first = First {
                            name,
                            group: Some(index),
                        };
                        self.intern_track((machine, uuid), first, group.first)
                    }
                    ListKey::Thread(machine, pid, tid) => {
                        let utid = self.sequence_thread(machine, pid, tid);
                        Some(Target::Track(self.sink.thread_track(utid, group.first)))
                    }
                };
                if target.is_none() {
                    self.lacks_track(Waiting::Group(index), gathered);
                }
                gathered.groups[index as usize].target = target;
            }
        }
    }

    /// Keeps the events of an unusable track while only a track above it is missing, which may still come;
    /// otherwise counts all of them as left out.
    fn lacks_track(&mut self, what: Waiting, gathered: &Gathered) {
        let key = gathered.key(what);
        match self.tracks.failure(self.scan, key) {
            Some(Unusable::Missing(above)) => self.tracks.wait((key.0, above), what),
            _ => self.count_unusable(key, gathered.n_events(what)),
        }
    }

    /// Counts `n` events that are left out. The reason of the first of them is counted already.
    fn count_unusable(&mut self, key: (u32, u64), n: usize) {
        let issues = &mut self.sink.issues;
        issues.note("track_event_parser_errors", n as i64, None, || {
            events_on(key)
        });
        if n > 1
            && let Some(unusable) = self.tracks.failure(self.scan, key)
        {
            issues.add(unusable.issue(), None, n as i64 - 1);
        }
    }

    /// Lets the events that lacked a track above theirs go on, as another event has named that track. As in
    /// the reference, their events before that are lost.
    fn wake(
        &mut self,
        what: Waiting,
        gathered: &mut Gathered,
        (now, late): (Turn, &[i64]),
        steps: &mut Steps,
    ) {
        let lost = gathered.drop_until(what, |ts, pos| Turn::of_event(ts, pos, late) <= now);
        let issues = &mut self.sink.issues;
        if lost > 0 {
            let key = gathered.key(what);
            issues.note("track_event_parser_errors", lost as i64, None, || {
                events_on(key)
            });
        }
        let missing = Unusable::Missing(0).issue();
        issues.add(missing, None, lost.saturating_sub(1) as i64);
        if gathered.n_events(what) == 0 {
            return;
        }
        match what {
            Waiting::Group(index) => {
                let group = &gathered.groups[index as usize];
                let (ts, pos) = group.first;
                let turn = Turn::of_event(ts, pos, late);
                for &(thread, _) in &group.threads {
                    steps.add(turn, Step::Thread(index, thread));
                }
                steps.add(turn, Step::Group(index));
            }
            Waiting::Counter(index) => {
                let (ts, pos) = gathered.counters[index as usize].first;
                steps.add(Turn::of_event(ts, pos, late), Step::Counter(index));
            }
        }
    }

    /// Creates the thread of a sequence that has events on a track, unless the track is a thread's own.
    fn name_sequence_thread(&mut self, key: ListKey, thread: SequenceThread) {
        let ListKey::Track(machine, uuid) = key else {
            return;
        };
        let key = (machine, uuid);
        if uuid == 0 || self.tracks.failure(self.scan, key).is_some() {
            return;
        }
        if self
            .resolve_track(key)
            .is_some_and(|it| !matches!(it.scope, Scope::Thread(_)))
        {
            self.sequence_thread(machine, thread.pid, thread.tid);
        }
    }

    /// Returns the thread with these ids that a sequence names, and creates it if need be.
    fn sequence_thread(&mut self, machine: u32, pid: i64, tid: i64) -> Utid {
        self.enter(machine);
        let utid = self.sink.processes.update_thread(tid, pid);
        self.sequence_threads.insert((machine, pid, tid), utid);
        utid
    }

    /// Turns thread times of legacy fields into samples of the thread's counters.
    fn thread_samples(&mut self, gathered: &Gathered) {
        for &(unit, sample) in &gathered.thread_samples {
            let group = gathered.group_of[unit as usize][sample.list as usize];
            let track = match gathered.groups[group as usize].target {
                Some(Target::Track(track)) => track,
                // The rows of siblings have their thread in common.
                Some(Target::Set(set)) => self.tracks.first_row(set),
                None => continue,
            };
            let row = &self.sink.tracks[track.index()].0;
            if let Scope::Thread(utid) = row.scope {
                self.sink.processes.set_machine(row.machine);
                let at = (sample.ts, 0);
                self.thread_sample(utid, at, sample.value, sample.is_instructions);
            }
        }
    }

    /// Adds a sample of a thread of the present machine.
    fn thread_sample(&mut self, utid: Utid, at: (i64, u64), value: f64, is_instructions: bool) {
        let (kind, name) = if is_instructions {
            ("thread_instructions", "thread_instruction_count")
        } else {
            ("thread_time", "thread_time")
        };
        let scope = Scope::Thread(utid);
        let counter = self.sink.counter_track(kind, scope, name, None, at);
        self.sink.tracks[counter.index()].0.builtin_counter = true;
        self.sink
            .sample(counter, crate::base::time::Ts::from_ns(at.0), value);
    }
}

/// Returns a text for issues that says on which track events are.
fn events_on(key: (u32, u64)) -> String {
    format!("events on track {}", key.1)
}
