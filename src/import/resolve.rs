//! The second pass, in trace time order: processes, threads, tracks, cold packets.
//!
//! Walks everything whose effect depends on what came before it in time: cold
//! packets, legacy events, ftrace, and the first event of each track (later ones
//! change nothing but their own track). Slices are not nested here.
//! Rules: spec trace-format 4.3 to 4.9, 5.4, 5.8 and 5.9.

mod cold;
mod legacy;
mod system;
mod tracks;

use hashbrown::HashMap;

use super::frame_timeline::FrameTimelineImporter;
use super::scan::{Cold, Scan};
use super::sequence::SequenceThread;
use super::sink::{Sink, SinkTrack};
use super::system::SystemImporter;
use super::unit::{Decoded, LegacyMark, ListKey, LocalStr, TrackList, Unpacked};
use crate::base::intern::StrId;
use crate::model::ids::{LabelId, Utid};
use crate::model::samples::PackedSamples;
use crate::model::slice::Label;
use tracks::Tracks;
pub(super) use tracks::{Set, Target};

/// All events of one list key, from every unit that has any.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) key: ListKey,
    /// (unit, list) pairs in unit order.
    pub(super) parts: Vec<(u32, TrackList)>,
    /// The smallest (ts, pos).
    pub(super) first: (i64, u64),
    /// The threads of the sequences that its events come from.
    pub(super) threads: Vec<SequenceThread>,
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
    pub(super) samples: PackedSamples,
    pub(super) args: Vec<(i64, u64)>,
}

/// Everything in its final terms, but for nesting and ids.
#[derive(Debug)]
pub(super) struct Resolved {
    pub(super) sink: Sink,
    pub(super) groups: Vec<Group>,
    pub(super) units: Vec<UnitRest>,
    pub(super) sets: Vec<Set>,
    pub(super) counters: Vec<CounterGroup>,
    /// The thread of each (machine, pid, tid) that sequences name.
    pub(super) sequence_threads: HashMap<(u32, i64, i64), Utid>,
    /// The scope of every track.
    pub(super) scopes: HashMap<(u32, u64), crate::model::track::Scope>,
    /// Extension fields that events carry, with how often.
    pub(super) extension_fields: HashMap<u32, u64>,
}

/// An event of the time-ordered walk. The order of the variants is that of the reference's queues.
#[derive(Clone, Copy, Debug)]
enum Step {
    Cold(Cold),
    /// The first event of a group.
    Group(u32),
    /// The first sample of a counter.
    Counter(u32),
    Legacy(LegacyMark),
}

pub(super) struct Resolver<'a> {
    scan: &'a Scan,
    sink: Sink,
    tracks: Tracks,
    frames: FrameTimelineImporter,
    legacy: legacy::Legacy,
    system: SystemImporter,
    sequence_threads: HashMap<(u32, i64, i64), Utid>,
    /// Track and position of the last legacy event that was put somewhere.
    last_push: Option<(SinkTrack, u64)>,
}

/// Resolves everything that depends on time order.
pub(super) fn resolve(scan: &mut Scan, decoded: Vec<Decoded>) -> Resolved {
    let mut sink = Sink::new();
    // The scan's strings come first, so that interned ids stay valid.
    let mut strings = std::mem::take(&mut scan.strings);
    let swapper = strings.intern(b"swapper");
    sink.processes = super::process_tracker::ProcessTracker::new(swapper, 0);
    sink.labels = crate::model::builder::LabelPool::default();
    sink.no_label = sink.labels.intern(Label::default());
    sink.strings = strings;
    sink.issues = std::mem::take(&mut scan.issues);
    let mut gathered = Gathered::new(decoded, &mut sink);
    let mut importer = SystemImporter::new(&mut sink);
    system::index(scan, &mut importer, &mut sink);
    let steps = gathered.steps(&scan.cold);
    let mut resolver = Resolver {
        scan,
        sink,
        tracks: Tracks::default(),
        frames: FrameTimelineImporter::default(),
        legacy: legacy::Legacy::default(),
        system: importer,
        sequence_threads: HashMap::new(),
        last_push: None,
    };
    for (ts, _, step) in steps {
        resolver.catch_up(ts);
        resolver.step(step, &mut gathered);
    }
    resolver.catch_up(i64::MAX);
    resolver.system.finish(&mut resolver.sink);
    resolver.thread_samples(&gathered);
    resolver.flow_marks(&gathered);
    let Resolver {
        sink,
        tracks,
        sequence_threads,
        ..
    } = resolver;
    let scopes = tracks.scopes();
    Resolved {
        sink,
        groups: gathered.groups,
        units: gathered.units,
        sets: tracks.into_sets(),
        counters: gathered.counters,
        sequence_threads,
        scopes,
        extension_fields: gathered.extension_fields,
    }
}

/// The output of all units, put together.
struct Gathered {
    groups: Vec<Group>,
    units: Vec<UnitRest>,
    counters: Vec<CounterGroup>,
    counter_keys: Vec<(u32, u64)>,
    legacy: Vec<LegacyMark>,
    /// Per unit, the group of each list.
    group_of: Vec<Vec<u32>>,
    thread_samples: Vec<(u32, super::unit::ThreadSample)>,
    flows: Vec<(u32, super::unit::FlowMark)>,
    extension_fields: HashMap<u32, u64>,
}

impl Gathered {
    fn new(decoded: Vec<Decoded>, sink: &mut Sink) -> Self {
        let mut all = Self {
            groups: Vec::new(),
            units: Vec::new(),
            counters: Vec::new(),
            counter_keys: Vec::new(),
            legacy: Vec::new(),
            group_of: Vec::new(),
            thread_samples: Vec::new(),
            flows: Vec::new(),
            extension_fields: HashMap::new(),
        };
        let mut group_ids: HashMap<ListKey, u32> = HashMap::new();
        let mut counter_ids: HashMap<(u32, u64), u32> = HashMap::new();
        for (unit, decoded) in decoded.into_iter().enumerate() {
            let unit = unit as u32;
            let own: Vec<StrId> = decoded
                .labels
                .strings
                .iter()
                .map(|(_, bytes)| sink.strings.intern(bytes))
                .collect();
            let global = |text: LocalStr| text.global(&own);
            let labels = decoded
                .labels
                .labels
                .iter()
                .map(|label| {
                    let label = Label {
                        name: global(label.name),
                        category: global(label.category),
                    };
                    sink.labels.intern(label)
                })
                .collect();
            let mut groups = Vec::with_capacity(decoded.lists.len());
            for ((key, list), thread) in decoded.lists.into_iter().zip(decoded.list_threads) {
                let id = *group_ids.entry(key).or_insert_with(|| {
                    all.groups.push(Group {
                        key,
                        parts: Vec::new(),
                        first: (i64::MAX, u64::MAX),
                        threads: Vec::new(),
                        target: None,
                    });
                    all.groups.len() as u32 - 1
                });
                let group = &mut all.groups[id as usize];
                group.first = group.first.min(list.first);
                group
                    .threads
                    .extend(thread.filter(|thread| !group.threads.contains(thread)));
                group.parts.push((unit, list));
                groups.push(id);
            }
            all.group_of.push(groups);
            for (key, samples) in decoded.counters {
                let id = *counter_ids.entry(key).or_insert_with(|| {
                    all.counters.push(CounterGroup {
                        track: None,
                        samples: PackedSamples::default(),
                        args: Vec::new(),
                    });
                    all.counter_keys.push(key);
                    all.counters.len() as u32 - 1
                });
                all.counters[id as usize].samples.append(samples);
            }
            for (key, ts, pos) in decoded.counter_args {
                if let Some(&id) = counter_ids.get(&key) {
                    all.counters[id as usize].args.push((ts, pos));
                }
            }
            all.legacy.extend(decoded.legacy);
            all.thread_samples.extend(
                decoded
                    .thread_samples
                    .into_iter()
                    .map(|sample| (unit, sample)),
            );
            all.flows
                .extend(decoded.flows.into_iter().map(|flow| (unit, flow)));
            let mut fields: Vec<(u32, u64)> = decoded.extension_fields.into_iter().collect();
            fields.sort_unstable();
            for (field, count) in fields {
                *all.extension_fields.entry(field).or_default() += count;
            }
            sink.issues.merge(decoded.issues);
            all.units.push(UnitRest { labels });
        }
        all
    }

    /// Returns the steps of the walk in order: by time, then queue, then position.
    fn steps(&self, cold: &[Cold]) -> Vec<(i64, (u8, u64), Step)> {
        let mut steps: Vec<(i64, (u8, u64), Step)> = Vec::new();
        steps.extend(
            cold.iter()
                .map(|cold| (cold.ts, (0, cold.offset), Step::Cold(*cold))),
        );
        for (index, group) in self.groups.iter().enumerate() {
            steps.push((group.first.0, (1, group.first.1), Step::Group(index as u32)));
        }
        for (index, counter) in self.counters.iter().enumerate() {
            if let Some(ts) = counter.samples.first_ts() {
                steps.push((ts, (1, 0), Step::Counter(index as u32)));
            }
        }
        for &mark in &self.legacy {
            steps.push((mark.ts, (1, mark.pos), Step::Legacy(mark)));
        }
        steps.sort_by_key(|&(ts, queue, _)| (ts, queue));
        steps
    }

    /// Returns the first event of a group.
    fn first_event(group: &Group) -> Option<(u32, Unpacked)> {
        group
            .parts
            .iter()
            .filter(|(_, list)| list.first == group.first)
            .find_map(|(unit, list)| {
                list.iter()
                    .find(|event| (event.ts, event.pos) == group.first)
                    .map(|event| (*unit, event))
            })
    }
}

impl Resolver<'_> {
    /// Imports what system packets queued, if some of it is due before `ts`: then, as in the
    /// reference, all of it up to and including `ts`.
    fn catch_up(&mut self, ts: i64) {
        if self.system.next_ts().is_some_and(|next| next < ts) {
            let source = system::Bytes::new(self.scan);
            self.system.run_until(ts, &source, &mut self.sink);
        }
    }

    fn step(&mut self, step: Step, gathered: &mut Gathered) {
        match step {
            Step::Cold(cold) => self.cold(&cold),
            Step::Legacy(mark) => self.legacy_event(&mark),
            Step::Counter(index) => {
                let key = gathered.counter_keys[index as usize];
                let counter = &gathered.counters[index as usize];
                let ts = counter.samples.first_ts().unwrap_or(0);
                let target = self.intern_track(key, None, (ts, 0));
                if target.is_none() {
                    self.sink.issues.add(
                        "track_event_parser_errors",
                        None,
                        counter.samples.len() as i64,
                    );
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
                        self.name_sequence_threads((machine, uuid), &group.threads);
                        self.intern_track((machine, uuid), Some((name, index)), group.first)
                    }
                    ListKey::Thread(machine, pid, tid) => {
                        let utid = self.sequence_thread(machine, pid, tid);
                        Some(Target::Track(self.sink.thread_track(utid, group.first)))
                    }
                };
                if target.is_none() {
                    let n: usize = group.parts.iter().map(|(_, list)| list.len).sum();
                    // The walk counted the first failure; every further event fails alike.
                    self.count_unusable(group.key, n as i64 - 1);
                    self.sink
                        .issues
                        .add("track_event_parser_errors", None, n as i64);
                }
                gathered.groups[index as usize].target = target;
            }
        }
    }

    fn count_unusable(&mut self, key: ListKey, more: i64) {
        if let ListKey::Track(machine, uuid) = key
            && more > 0
            && let Some(issue) = self.tracks.failure(self.scan, (machine, uuid))
        {
            self.sink.issues.add(issue, None, more);
        }
    }

    /// Events on a track of the trace, or of the process of their sequence's thread, name that thread.
    fn name_sequence_threads(&mut self, key: (u32, u64), threads: &[SequenceThread]) {
        if key.1 == 0 || threads.is_empty() || self.tracks.failure(self.scan, key).is_some() {
            return;
        }
        let Some(resolution) = self.resolve_track(key) else {
            return;
        };
        if !matches!(resolution.scope, crate::model::track::Scope::Thread(_)) {
            for thread in threads {
                self.sequence_thread(key.0, thread.pid, thread.tid);
            }
        }
    }

    /// Returns the thread that a sequence names, creating it.
    fn sequence_thread(&mut self, machine: u32, pid: i64, tid: i64) -> Utid {
        let utid = self.sink.processes.update_thread(tid, pid);
        self.sequence_threads.insert((machine, pid, tid), utid);
        utid
    }

    /// Turns thread times of legacy fields into samples of the thread's counters.
    fn thread_samples(&mut self, gathered: &Gathered) {
        for &(unit, sample) in &gathered.thread_samples {
            let group = gathered.group_of[unit as usize][sample.list as usize];
            let Some(Target::Track(track)) = gathered.groups[group as usize].target else {
                continue;
            };
            self.thread_sample(track, sample.ts, sample.value, sample.is_instructions);
        }
    }

    fn thread_sample(&mut self, track: SinkTrack, ts: i64, value: f64, is_instructions: bool) {
        let crate::model::track::Scope::Thread(utid) = self.sink.tracks[track.index()].0.scope
        else {
            return;
        };
        let name = if is_instructions {
            "thread_instruction_count"
        } else {
            "thread_time"
        };
        let scope = crate::model::track::Scope::Thread(utid);
        let counter = self.sink.counter_track(name, scope, name, None, (ts, 0));
        self.sink.tracks[counter.index()].0.builtin_counter = true;
        self.sink
            .sample(counter, crate::base::time::Ts::from_ns(ts), value);
    }

    /// Hands the flow ids of events on usable tracks to the sink.
    fn flow_marks(&mut self, gathered: &Gathered) {
        use super::sink::{FlowBind, FlowKey, FlowStep};
        use crate::model::args::EventPos;
        for (unit, mark) in &gathered.flows {
            let group = gathered.group_of[*unit as usize][mark.list as usize];
            if gathered.groups[group as usize].target.is_none() {
                continue;
            }
            // The position of a packet is unique, so the track need not be known.
            let track = SinkTrack(crate::import::assemble::ANY_TRACK);
            self.sink.flow_steps.push(FlowStep {
                track,
                ts: mark.ts,
                pos: EventPos::decodable(mark.pos),
                bind: FlowBind::Event,
                kind: mark.kind,
                id: FlowKey::Id(mark.id),
            });
        }
    }
}
