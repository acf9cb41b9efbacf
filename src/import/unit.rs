//! Decodes the track events of one unit into lists per track. Runs in parallel.
//!
//! A unit is an incremental interval of a sequence, so everything that carries
//! over from event to event (incremental clocks and counters, deltas) starts and
//! ends inside it. Nothing here depends on other units: strings and labels are
//! local and are given global ids later. What an event means is read from the reference's
//! `track_event_tokenizer.cc` and `track_event_event_importer.h`.

mod correlation;
mod counter;
mod event;
mod flow;
mod label;
mod list;
mod plain;
mod timing;

use std::ops::ControlFlow;

use hashbrown::{HashMap, HashSet};

pub(super) use correlation::id as correlation_id;
pub(super) use event::{Scratch, TrackEventView};
pub(super) use flow::{FlowMark, FlowMarks};
pub(super) use label::{LocalLabels, LocalStr};
pub(super) use list::{Events, Kind, Plain, Step, Take, TrackList, Unpacked};
pub(super) use timing::TAKEN_AS_IT_IS;

use super::descriptor;
use super::pool::{self, GetOn};
use super::scan::{PlainPacket, Run, Scan, Tail, Unit};
use super::sequence::{Defaults, Epoch, InternTable, SequenceThread};
use super::sink::FlowKind;
use super::ties::{Noter, Ties};
use super::{Observer, Phase, Progress};
use crate::bytes::packets::{Packets, RawPacket, packet_at};
use crate::decode::fields::Fields;
use crate::model::correlation::Correlations;
use crate::model::issue::IssueLog;
use crate::model::samples::PackedSamples;
use crate::proto::{
    chrome_active_processes as active_processes, chrome_mojo_event_info as mojo_event,
    interned_data, trace_packet, track_event, unsymbolized_source_location as place,
};
use counter::{CounterSlot, Extra};
use flow::FlowWords;
use timing::{Timing, Unusable};

/// Names the list that an event belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum ListKey {
    /// A track, by machine and uuid.
    Track(u32, u64),
    /// The thread of a sequence, by machine, pid and tid: for events without a track.
    Thread(u32, i64, i64),
}

/// An event that must be handled one by one in time order.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegacyMark {
    pub(super) ts: i64,
    pub(super) pos: u64,
    pub(super) epoch: u32,
    /// What the thread had done by then, as counters of the event tell, or else its legacy fields.
    pub(super) thread_ts: Option<i64>,
    pub(super) instructions: Option<i64>,
    /// The same from legacy fields alone: these are samples of the thread's counters.
    pub(super) sampled_ts: Option<i64>,
    pub(super) sampled_instructions: Option<i64>,
}

/// A line of the log, or something that an argument of an event names and that exists from that event on.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedMark {
    pub(super) ts: i64,
    pub(super) pos: u64,
    pub(super) what: Named,
}

/// What a [`NamedMark`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Named {
    /// A process, by machine and pid.
    Process(u32, i64),
    /// A mapped binary, by the epoch that interned it and its id.
    Mapping(u32, u64),
    /// A line of the log, by the epoch of the event that is one.
    Log(u32),
    /// What Android says of a process, by the machine.
    Android(u32),
}

/// The samples of a counter track.
#[derive(Debug)]
pub(super) struct CounterList {
    /// The track, by machine and uuid.
    pub(super) key: (u32, u64),
    /// The smallest (ts, pos).
    pub(super) first: (i64, u64),
    pub(super) samples: PackedSamples,
    /// The indices of the samples that carry arguments, in order, and the positions of those.
    pub(super) args: Vec<(u32, u64)>,
}

/// A sample of a thread's time or instructions that a legacy field carries.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadSample {
    pub(super) list: u32,
    pub(super) ts: i64,
    pub(super) value: f64,
    pub(super) is_instructions: bool,
}

/// What a unit decodes to.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    /// Events per track, in the order of their first event in the file.
    pub(super) lists: Vec<(ListKey, TrackList)>,
    /// Per list, the thread of the sequence at its first event.
    pub(super) list_threads: Vec<Option<SequenceThread>>,
    /// Samples per counter track.
    pub(super) counters: Vec<CounterList>,
    /// Samples of legacy thread time fields.
    pub(super) thread_samples: Vec<ThreadSample>,
    /// Legacy events in file order.
    pub(super) legacy: Vec<LegacyMark>,
    /// What typed arguments name, in file order.
    pub(super) named: Vec<NamedMark>,
    /// Names and categories.
    pub(super) labels: LocalLabels,
    /// Extension fields that events carry, and how many times.
    pub(super) extension_fields: HashMap<u32, u64>,
    /// Whether an event carries a call stack.
    pub(super) has_callstacks: bool,
    /// Hashes of the events' correlation ids, by the positions of the events.
    pub(super) correlated: Vec<(u64, i32)>,
    /// What could not be used.
    pub(super) issues: IssueLog,
}

/// What units decode to, in their order. Each is boxed, as it has two kilobytes and is moved some times.
pub(super) type AllDecoded = Vec<Box<Decoded>>;

/// Decodes all units on `threads` threads; `None` if cancelled.
pub(super) fn decode_all(
    scan: &Scan,
    ties: &Ties,
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<AllDecoded> {
    let pieces = in_file_order(scan);
    let total: u64 = pieces.iter().map(|piece| piece.1).sum();
    let mut released = 0;
    let mut report = |done: pool::Done| {
        let next = pieces.get(done.n_first);
        let until = next.map_or(u64::MAX, |&(unit, _)| {
            stretch_of(&scan.units[unit]) * STRETCH
        });
        if until > released {
            scan.space.release(released, until);
            released = until;
        }
        observer.progress(Progress {
            phase: Phase::Decode,
            done: done.size,
            total,
            events: scan.n_packets,
        })
    };
    let mut pids = scan.units.iter().flat_map(|unit| &unit.runs).map(|run| {
        let thread = scan.sequences.epochs[run.epoch as usize].thread;
        thread.map(|thread| thread.pid)
    });
    let first = pids.next();
    let has_strangers = pids.any(|pid| Some(pid) != first);
    pool::map(
        threads,
        &pieces,
        |index, get_on| {
            let noter = ties.noter();
            let unit = &scan.units[index];
            Box::new(decode(scan, unit, noter, has_strangers, get_on))
        },
        &mut report,
    )
}

/// The length in bytes of a stretch of the file. Of the units that begin in one stretch, the largest are
/// decoded first.
const STRETCH: u64 = 32 << 20;

/// Returns the number of the stretch in which a unit begins.
fn stretch_of(unit: &Unit) -> u64 {
    unit.runs.first().map_or(0, |run| run.start / STRETCH)
}

/// Returns the units with their sizes, in the order of decoding: stretch by stretch, so that the file before
/// all units that are left need not be held in memory, and in each stretch the largest first, as a large unit
/// should not be the last.
fn in_file_order(scan: &Scan) -> Vec<pool::Piece> {
    let sizes = scan.units.iter().map(Unit::size);
    let mut pieces: Vec<_> = sizes.enumerate().collect();
    pieces.sort_by_key(|&(unit, size)| (stretch_of(&scan.units[unit]), std::cmp::Reverse(size)));
    pieces
}

/// The first so many lists of a unit get room for all of its events: nearly all events are in one of them,
/// and room that nothing is written to costs nothing.
const LIKELY_LONG: usize = 2;
/// The bytes of a short packet, for estimating how many events a unit has at most.
const USUAL_PACKET: u64 = 20;
/// Room is made in advance for at least so many events, and for [`ROOM_MAX`] at most: very long lists grow
/// without being moved.
const ROOM_MIN: usize = 64;
const ROOM_MAX: u64 = 1 << 16;

/// How many bytes of packets are decoded between two reports to the pool.
const STEP: u64 = 1 << 20;

/// How many runs [`touch`] reads at once.
const TOUCHED: usize = 8;

/// Reads the first bytes of runs that may be far apart, so that the waits for memory overlap instead of
/// following one another when each run has its turn.
fn touch(scan: &Scan, runs: &[Run]) {
    let first = |run: &Run| scan.space.from(run.start).first().copied();
    std::hint::black_box(
        runs.iter()
            .filter_map(first)
            .fold(0, |all, byte| all | byte),
    );
}

fn decode(
    scan: &Scan,
    unit: &Unit,
    noter: Noter<'_>,
    has_strangers: bool,
    get_on: &GetOn<'_>,
) -> Decoded {
    let mut decoder = Decoder::new(scan, unit, noter, has_strangers);
    let mut scratch = Scratch::default();
    let mut untold = 0;
    for (at, run) in unit.runs.iter().enumerate() {
        if at.is_multiple_of(TOUCHED) {
            let next = unit.runs.get(at..).unwrap_or_default();
            touch(scan, next.get(..TOUCHED).unwrap_or(next));
        }
        if decoder
            .run(run, &mut scratch, &mut untold, get_on)
            .is_break()
        {
            // The import is cancelled: neither the rest nor what is decoded so far is wanted.
            break;
        }
    }
    let Decoder {
        mut out,
        timing,
        namer,
        ..
    } = decoder;
    out.correlated = namer.correlated;
    out.issues.merge(timing.failures);
    out.labels.finish();
    for (_, list) in &mut out.lists {
        list.finish();
    }
    let lists = &mut out.lists;
    let mut steps_of = |list: u32| lists.get_mut(list as usize).map(|(_, list)| list.steps());
    for counter in &mut out.counters {
        counter.samples.set_steps(&mut steps_of);
        counter.samples.finish();
    }
    out
}

struct Decoder<'a> {
    scan: &'a Scan,
    machine: u32,
    timing: Timing<'a>,
    noter: Noter<'a>,
    /// The fields around the event of the last plain packet.
    tail: Tail,
    /// Where the last plain event went, and in `other_home` where the last one went that named another track.
    home: Option<plain::Home>,
    other_home: Option<plain::Home>,
    /// The epoch that `home` and `other_home` are of.
    home_epoch: u32,
    /// Where the plain events of each list went, by list.
    homes: Vec<Option<plain::Home>>,
    out: Decoded,
    /// What the last event that was not plain does to flows.
    flows: FlowWords,
    list_of: HashMap<ListKey, u32>,
    /// How many events a list that is likely to be long gets room for.
    room_for_lists: usize,
    /// The lists of the last events, the latest first: a sequence may write to two by turns.
    last_lists: [Option<(ListKey, u32)>; 2],
    counter_of: HashMap<u64, u32>,
    slots: Vec<CounterSlot>,
    /// The counter that was met last.
    last_counter: Option<(u64, u32)>,
    namer: Namer<'a>,
    /// Whether the sequences of the trace are of several processes, or some of a process and others of none.
    has_strangers: bool,
    /// Whether a list is of a track that is not a thread's, by list, as far as that was asked for.
    elsewhere: HashMap<u32, bool>,
    /// Whether a track is usable, by uuid, as far as that was asked for.
    usable: HashMap<u64, bool>,
    last_usable: Option<(u64, bool)>,
}

/// What the events of a run refer to.
struct State<'a> {
    run: &'a Run,
    epoch: &'a Epoch,
    defaults: &'a Defaults,
    table: &'a InternTable,
}

impl<'a> Decoder<'a> {
    fn new(scan: &'a Scan, unit: &Unit, noter: Noter<'a>, has_strangers: bool) -> Self {
        let sequence = &scan.sequences.list[unit.seq as usize];
        Self {
            scan,
            machine: sequence.machine,
            timing: Timing::new(scan, sequence.id, sequence.machine),
            noter,
            tail: Tail::new(),
            home: None,
            other_home: None,
            home_epoch: u32::MAX,
            homes: Vec::new(),
            out: Decoded::default(),
            flows: FlowWords::default(),
            list_of: HashMap::new(),
            room_for_lists: (unit.size() / USUAL_PACKET).min(ROOM_MAX) as usize,
            last_lists: [None; 2],
            counter_of: HashMap::new(),
            slots: Vec::new(),
            last_counter: None,
            namer: Namer {
                scan,
                machine: sequence.machine,
                mappings: HashSet::new(),
                correlated: Vec::new(),
            },
            has_strangers,
            elsewhere: HashMap::new(),
            usable: HashMap::new(),
            last_usable: None,
        }
    }

    /// Decodes a run. `untold` counts the bytes that are not reported to the pool yet.
    fn run(
        &mut self,
        run: &Run,
        scratch: &mut Scratch,
        untold: &mut u64,
        get_on: &GetOn<'_>,
    ) -> ControlFlow<()> {
        self.timing.begin_run(run);
        if self.home_epoch != run.epoch {
            (self.home, self.other_home) = (None, None);
            self.home_epoch = run.epoch;
        }
        let epoch = &self.scan.sequences.epochs[run.epoch as usize];
        let state = State {
            run,
            epoch,
            defaults: self.scan.sequences.defaults(run.epoch),
            table: self.scan.sequences.table(run.epoch),
        };
        let all = self.scan.space.from(run.start);
        if run.end == run.start + 1 {
            // A packet that was parked for its clock stands alone.
            if let Some(packet) = packet_at(all, 0) {
                let offset = run.start;
                self.packet(RawPacket { offset, ..packet }, &state, scratch);
            }
            return ControlFlow::Continue(());
        }
        let len = usize::try_from(run.end - run.start).unwrap_or(usize::MAX);
        let bytes = all.get(..len).unwrap_or(all);
        let mut at = 0;
        while let Some(rest) = bytes.get(at..) {
            let mut packets = Packets::at(rest, run.start + at as u64);
            let Some(packet) = packets.next() else { break };
            self.packet(packet, &state, scratch);
            let next = (packets.offset() - run.start) as usize;
            // A streak takes in so few bytes at a time that progress is reported often enough.
            let until = bytes.len().min(next.saturating_add(STEP as usize));
            let next = self.streak(all, next..until, &state);
            *untold += (next - at) as u64;
            at = next;
            if *untold >= STEP {
                get_on(std::mem::take(untold))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn packet(&mut self, packet: RawPacket<'_>, state: &State<'_>, scratch: &mut Scratch) {
        let Some(plain) = PlainPacket::read(packet.bytes, &mut self.tail) else {
            return self.other_packet(packet, state, scratch);
        };
        self.one(&plain, packet.offset, state, scratch);
    }

    /// Takes in the event of a packet.
    #[inline(never)]
    fn one(
        &mut self,
        packet: &PlainPacket<'_>,
        pos: u64,
        state: &State<'_>,
        scratch: &mut Scratch,
    ) {
        let ts = match packet.clock {
            0 => self.timing.implied(packet.timestamp, state.run),
            clock => self.timing.of_named(packet.timestamp, clock, state.run),
        };
        if !self.plain(packet, scratch, (ts, pos), state) {
            let view = TrackEventView::read(packet.event(), scratch);
            self.event(&view, scratch, Some(ts), pos, state);
        }
    }

    #[inline(never)]
    fn other_packet(&mut self, packet: RawPacket<'_>, state: &State<'_>, scratch: &mut Scratch) {
        let (mut timestamp, mut clock, mut event) = (None, 0, None);
        let mut fields = Fields::new(packet.bytes);
        while let Some(field) = fields.next_field() {
            match field.number {
                trace_packet::TIMESTAMP => timestamp = Some(field.as_i64()),
                trace_packet::TIMESTAMP_CLOCK_ID => clock = field.as_u32(),
                trace_packet::TRACK_EVENT => event = Some((field.as_bytes(), fields.offset())),
                _ => {}
            }
        }
        let Some((event, end)) = event else { return };
        if let Some(timestamp) = timestamp {
            // Many packets hold interned data, too, but their event is plain.
            let start = (end as usize).checked_sub(event.len());
            let plain = PlainPacket {
                timestamp,
                clock,
                flags: 0,
                seq: 0,
                from_event: start
                    .and_then(|start| packet.bytes.get(start..))
                    .unwrap_or(event),
                event_len: event.len(),
            };
            return self.one(&plain, packet.offset, state, scratch);
        }
        let view = TrackEventView::read(event, scratch);
        self.event(&view, scratch, None, packet.offset, state);
    }

    #[inline(never)]
    fn event(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        ts: Option<i64>,
        pos: u64,
        state: &State<'_>,
    ) {
        let (run, epoch) = (state.run, state.epoch);
        let times = match self.timing.event(view, ts, epoch, run) {
            Ok(times) => times,
            Err(Unusable(issue)) => {
                self.out.issues.record(issue, pos, String::new);
                return;
            }
        };
        let at = (times.ts, pos);
        let said = view.track_uuid.or(state.defaults.track_uuid);
        let mut extra = Extra::default();
        // Before the extra counters: an incremental counter goes on, whatever is wrong with those.
        let own = if view.event_type == track_event::TYPE_COUNTER && view.legacy_phase.is_none() {
            match self.counted(view, said, pos) {
                Some(own) => Some(own),
                None => return,
            }
        } else {
            None
        };
        if scratch.has_extra_counters() {
            // An event that goes nowhere takes its extra counters with it, but the sums of incremental
            // counters go on.
            let is_kind_known =
                view.legacy_phase.is_some() || view.event_type != track_event::TYPE_UNSPECIFIED;
            let is_kept = is_kind_known && self.is_usable(said);
            match self.extra_counters(scratch, state.defaults, at, is_kept) {
                Ok(found) => extra = found,
                Err(issue) => {
                    self.out.issues.record(issue, pos, String::new);
                    return;
                }
            }
        }
        extra.own = own;
        if let (Some((slot, value)), Some(_)) = (extra.sample, own) {
            // The sample of the extra counter comes before the event's own.
            self.sample(slot, at, value, None);
            extra.sample = None;
        }
        let place = self.place(view, scratch, (&times, &extra), pos, state);
        if let Some((slot, value)) = extra.sample {
            self.sample(slot, at, value, place);
        }
    }

    /// Puts an event into its list, if it belongs into one. Returns the number of the list and the step that
    /// was added to it.
    #[inline]
    fn place(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        (times, extra): (&timing::Times, &Extra),
        pos: u64,
        state: &State<'_>,
    ) -> Option<(u32, Step)> {
        let (run, epoch) = (state.run, state.epoch);
        let ts = times.ts;
        let thread_ts = extra.thread_ts.or(times.thread_ts);
        let instructions = extra.instructions.or(times.instructions);
        let said = view.track_uuid.or(state.defaults.track_uuid);
        for &field in &scratch.extension_fields {
            *self.out.extension_fields.entry(field).or_default() += 1;
        }
        self.out.has_callstacks |= view.has_callstack;
        if view.names_something {
            let named = &mut self.out.named;
            self.namer.event(view.bytes, (ts, pos), run.epoch, named);
        }
        if view.legacy_phase.is_some() {
            self.noter.event(ts);
            self.out.legacy.push(LegacyMark {
                ts,
                pos,
                epoch: run.epoch,
                thread_ts,
                instructions,
                sampled_ts: times.thread_ts,
                sampled_instructions: times.instructions,
            });
            return None;
        }
        if let Some(own) = extra.own {
            self.counter(view, own, (ts, pos));
            return None;
        }
        let kind = match view.event_type {
            track_event::TYPE_SLICE_BEGIN => Kind::Begin,
            track_event::TYPE_SLICE_END => Kind::End,
            track_event::TYPE_INSTANT => Kind::Instant,
            track_event::TYPE_STATE if said.is_some() => Kind::State,
            track_event::TYPE_STATE => {
                self.out
                    .issues
                    .record("track_event_state_missing_track_uuid", pos, String::new);
                return None;
            }
            _ => {
                self.out
                    .issues
                    .record("track_event_parser_errors", pos, || {
                        "no known type or phase".to_owned()
                    });
                return None;
            }
        };
        let key = match view.thread(said, epoch.thread) {
            Some(thread) => {
                let error = if thread.pid == 0 || thread.tid == 0 {
                    Some("thread 0")
                } else {
                    (kind == Kind::State).then_some("a state of a thread")
                };
                if let Some(error) = error {
                    let text = || error.to_owned();
                    let issues = &mut self.out.issues;
                    issues.record("track_event_parser_errors", pos, text);
                    return None;
                }
                ListKey::Thread(self.machine, thread.pid, thread.tid)
            }
            None => ListKey::Track(self.machine, said.unwrap_or(0)),
        };
        let list = self.list(key, epoch.thread);
        let is_later = matches!(kind, Kind::End | Kind::State);
        let names_thread = is_later && epoch.thread.is_some() && self.names_thread(list);
        let label = self.label(view, scratch, state);
        self.flows.clear();
        if kind != Kind::State {
            self.note_flows(view, scratch, pos);
        }
        self.thread_samples(list, times);
        self.noter.event(ts);
        let (_, events) = self.out.lists.get_mut(list as usize)?;
        let step = events.push(&Unpacked {
            ts,
            pos,
            kind,
            label,
            thread_ts,
            instructions,
            has_args: names_thread || view.has_args && is_later,
            flows: self.flows.marks(),
        });
        step.map(|step| (list, step))
    }

    /// Keeps what legacy fields say of the thread as samples of its counters.
    fn thread_samples(&mut self, list: u32, times: &timing::Times) {
        for (value, is_instructions) in [(times.thread_ts, false), (times.instructions, true)] {
            if let Some(value) = value {
                self.out.thread_samples.push(ThreadSample {
                    list,
                    ts: times.ts,
                    value: value as f64,
                    is_instructions,
                });
            }
        }
    }

    /// Notes which flows an event takes part in.
    fn note_flows(&mut self, view: &TrackEventView<'_>, scratch: &Scratch, pos: u64) {
        let mut add = |id: u64, kind: FlowKind| self.flows.add(FlowMark { id, kind });
        // In the order of the reference's `track_event_event_importer.h`.
        match view.bind {
            Some((id, 1)) => add(id, FlowKind::End),
            Some((id, 2)) => add(id, FlowKind::Start),
            Some((id, 3)) => add(id, FlowKind::Step),
            Some(_) => self
                .out
                .issues
                .record("flow_without_direction", pos, String::new),
            None => {}
        }
        for &id in scratch.flow_ids() {
            add(id, FlowKind::StartOrStep);
        }
        for &id in scratch.terminating_flow_ids() {
            add(id, FlowKind::Terminate);
        }
    }

    fn label(&mut self, view: &TrackEventView<'_>, scratch: &Scratch, state: &State<'_>) -> u32 {
        let errors = self.out.labels.n_unknown_ids();
        let table = (state.table, state.epoch.table);
        let strings = &self.scan.strings;
        let label = self.out.labels.of_event(view, scratch, table, strings);
        let errors = self.out.labels.n_unknown_ids() - errors;
        if errors > 0 {
            let (iid, what) = self.out.labels.last_unknown();
            let issues = &mut self.out.issues;
            issues.note(
                "interned_data_tokenizer_errors",
                errors as i64,
                None,
                || format!("no {what} has the iid {iid}"),
            );
        }
        label
    }

    /// Returns whether an end in this list, or a state, may name the thread of its sequence where the begin
    /// named none. It may not on a thread's own track, nor where all sequences are of one process.
    fn names_thread(&mut self, list: u32) -> bool {
        let (scan, lists) = (self.scan, &self.out.lists);
        self.has_strangers
            && *self.elsewhere.entry(list).or_insert_with(|| {
                let reservation = match lists.get(list as usize).map(|(key, _)| *key) {
                    Some(ListKey::Track(machine, uuid)) => scan.reservations.get((machine, uuid)),
                    _ => return false,
                };
                !reservation.is_some_and(|it| matches!(it.kind, descriptor::Kind::Thread(..)))
            })
    }

    fn list(&mut self, key: ListKey, thread: Option<SequenceThread>) -> u32 {
        for at in 0..self.last_lists.len() {
            if let Some((last, list)) = self.last_lists[at]
                && last == key
            {
                self.last_lists.swap(0, at);
                return list;
            }
        }
        let (lists, threads) = (&mut self.out.lists, &mut self.out.list_threads);
        let room = self.room_for_lists;
        let list = *self.list_of.entry(key).or_insert_with(|| {
            let is_likely_long = lists.len() < LIKELY_LONG && room >= ROOM_MIN;
            let list = if is_likely_long {
                TrackList::with_room(room)
            } else {
                TrackList::default()
            };
            lists.push((key, list));
            threads.push(thread);
            lists.len() as u32 - 1
        });
        self.last_lists = [Some((key, list)), self.last_lists[0]];
        list
    }

    /// Returns whether the track that an event names, if any, is usable: no track above it is missing.
    fn is_usable(&mut self, uuid: Option<u64>) -> bool {
        let (reservations, machine) = (&self.scan.reservations, self.machine);
        uuid.is_none_or(|uuid| match self.last_usable {
            Some((last, is_usable)) if last == uuid => is_usable,
            _ => {
                let is_usable = *self
                    .usable
                    .entry(uuid)
                    .or_insert_with(|| reservations.failure((machine, uuid), |_| false).is_none());
                self.last_usable = Some((uuid, is_usable));
                is_usable
            }
        })
    }
}

/// Finds processes and mappings that arguments name, lines of the log, and correlation ids.
struct Namer<'a> {
    scan: &'a Scan,
    machine: u32,
    /// Mappings that have a mark already.
    mappings: HashSet<Named>,
    /// See [`Decoded::correlated`].
    correlated: Vec<(u64, i32)>,
}

impl Namer<'_> {
    /// Notes what the event at a time and position names. `event` are its bytes, at least from the first
    /// field on that names anything.
    #[inline(never)]
    fn event(
        &mut self,
        event: &[u8],
        (ts, pos): (i64, u64),
        epoch: u32,
        marks: &mut Vec<NamedMark>,
    ) {
        let table = self.scan.sequences.table(epoch);
        let space = &self.scan.space;
        let mut is_correlated = false;
        for field in Fields::new(event) {
            match field.number {
                track_event::CHROME_MOJO_EVENT_INFO => {
                    let method = field.message().field(mojo_event::MOJO_INTERFACE_METHOD_IID);
                    let places = interned_data::UNSYMBOLIZED_SOURCE_LOCATIONS;
                    let place = method.and_then(|iid| table.message(space, places, iid.as_u64()));
                    let iid = place.unwrap_or_default().u64(place::MAPPING_ID);
                    let what = Named::Mapping(epoch, iid);
                    if iid != 0 && self.mappings.insert(what) {
                        marks.push(NamedMark { ts, pos, what });
                    }
                }
                track_event::CORRELATION_ID..=track_event::CORRELATION_ID_STR_IID => {
                    is_correlated = true;
                }
                track_event::LOG_MESSAGE => {
                    let what = Named::Log(epoch);
                    marks.push(NamedMark { ts, pos, what });
                }
                track_event::PROCESS_START_EVENT | track_event::BINDER_DIED_EVENT => {
                    let what = Named::Android(self.machine);
                    marks.push(NamedMark { ts, pos, what });
                }
                track_event::CHROME_ACTIVE_PROCESSES => {
                    for pid in field.fields().all_of(active_processes::PID) {
                        pid.each_varint(|pid| {
                            let what = Named::Process(self.machine, i64::from(pid as i32));
                            marks.push(NamedMark { ts, pos, what });
                        });
                    }
                }
                _ => {}
            }
        }
        if is_correlated && let Some(id) = correlation::id(event, table, space) {
            let hash = Correlations::hash_of(&String::from_utf8_lossy(&id));
            self.correlated.push((pos, hash));
        }
    }
}
