//! Puts a trace together: rows of merged tracks, nesting, ids, flows, frames.
//!
//! Tracks get their ids in creation order, then are stacked in parallel and
//! appended in that order, so that the result does not depend on threads.

mod batches;
mod flows;
mod halves;
mod marks;
mod merge;
mod multiplex;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use hashbrown::{HashMap, HashSet};
use smallvec::{SmallVec, smallvec};

use super::descriptor::Reservations;
use super::resolve::{CounterGroup, Group, Parts, Resolved, Set, Target, UnitRest};
use super::scan::Scan;
use super::sink::events::SliceEvents;
use super::sink::{EventKind, FlowBind, PendingFrames, Sink, SliceEvent};
use super::stack::{
    Anchor, BareLast, Counts, Spare, StackEvent, Stacked, Stacker, keep_spare, stack_states,
};
use super::unit::{FlowMarks, Kind, TrackList, Unpacked};
use super::{Observer, Phase, Progress, pool};
use crate::bytes::mmap;
use crate::model::args::{ArgSource, EventPos};
use crate::model::builder::TraceBuilder;
use crate::model::counter::CounterTable;
use crate::model::flow::Flow;
use crate::model::ids::{CounterId, LabelId, SliceId, TrackId};
use crate::model::samples::PackedSamples;
use crate::model::sched::SchedTable;
use crate::model::slice::{DepthColumns, Label, SliceTable};
use crate::model::trace::{ClockRow, InputStats};
use crate::model::track::{Scope, Track, TrackData, TrackTable};
use batches::{batches, near};
use flows::OfMarks;
use halves::Nested;
use marks::Marks;
use merge::{EVER, Merge};
use multiplex::{Row, multiplex_all};

/// Where the slices that flows and frames need ended up, by track and position of their event; but
/// for events of units, which [`Marks`] are for.
pub(super) type Anchors = HashMap<AnchorKey, SliceId>;

/// A track and the position of an event there, in twelve bytes: there may be millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AnchorKey([u32; 3]);

impl AnchorKey {
    fn new(track: u32, pos: EventPos) -> Self {
        Self([track, (pos.raw() >> 32) as u32, pos.raw() as u32])
    }
}

/// After how many events the memory of stacked lists is given back, at least, and as a part of all:
/// it takes the longer, the more there is.
const TRIM_EVERY: (u64, u64) = (1 << 18, 32);

/// Where the events of a track come from.
#[derive(Debug, Default)]
struct Source {
    /// Lists of units, in file order.
    parts: Parts,
    /// Events that mark slices for flows, by time.
    binds: Vec<StackEvent<'static>>,
    /// Events of other importers.
    own: SliceEvents,
    /// Frames and others that are nested already. Nothing else is on their tracks.
    frames: Option<Box<Stacked>>,
}

impl Source {
    fn len(&self) -> usize {
        self.parts.iter().map(|(_, list)| list.len).sum::<usize>()
            + self.binds.len()
            + self.own.len()
            + self.n_frames()
    }

    fn n_frames(&self) -> usize {
        let depths = self.frames.iter().flat_map(|frames| &frames.depths);
        depths.map(DepthColumns::len).sum()
    }

    /// Returns how many slices the events make at most.
    fn n_slices(&self) -> usize {
        let parts = self.parts.iter().map(|(_, list)| list.n_slices);
        let own = self.own.len() - self.own.count(EventKind::End);
        parts.sum::<usize>() + own + self.n_frames()
    }
}

/// Builds the tables; `None` if cancelled.
pub(super) fn assemble(
    scan: Scan,
    resolved: Resolved,
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<TraceBuilder> {
    let Resolved {
        mut sink,
        groups,
        mut units,
        sets,
        counters,
        mappings,
        has_callstacks,
        sequence_threads,
        scopes,
        extension_fields,
    } = resolved;
    let mut sources: Vec<Source> = (0..sink.tracks.len()).map(|_| Source::default()).collect();
    let to = (&mut sink, &mut sources);
    let reservations = &scan.reservations;
    distribute(groups, sets, reservations, &mut units, to, threads);
    for (track, events) in sink.events.iter_mut().enumerate() {
        sources[track].own = std::mem::take(events);
    }
    let event_threads = super::args::Threads {
        of_sequence: sequence_threads,
        scopes,
        upids: sink
            .processes
            .table
            .threads
            .iter()
            .map(|thread| thread.upid)
            .collect(),
        mappings,
        generic: std::mem::take(&mut sink.generic_events),
    };
    let machines = scan.machines.raw_ids();
    let args = super::args::TraceArgs::new(scan, event_threads, has_callstacks);
    count_unknown_fields(&mut sink, &args, &extension_fields);
    let rest = Rest {
        machines,
        clocks: args.clock_rows().clone(),
        input: args.input(),
        arg_source: Arc::new(args),
    };
    finish(sink, sources, units, counters, rest, threads, observer)
}

fn count_unknown_fields(
    sink: &mut Sink,
    args: &super::args::TraceArgs,
    fields: &HashMap<u32, u64>,
) {
    let unknown = |field: &u32| !args.registry().knows(*field);
    let n: u64 = fields
        .iter()
        .filter(|(field, _)| unknown(field))
        .map(|(_, count)| count)
        .sum();
    if n > 0 {
        sink.issues.add("unknown_extension_fields", None, n as i64);
    }
}

/// Builds the tables of a format that wrote everything into the sink; `None` if cancelled.
pub(super) fn assemble_sink(
    mut sink: Sink,
    arg_source: Arc<dyn ArgSource>,
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<TraceBuilder> {
    let sources = std::mem::take(&mut sink.events)
        .into_iter()
        .map(|own| Source {
            own,
            ..Source::default()
        })
        .collect();
    let rest = Rest {
        machines: vec![0],
        clocks: Vec::new(),
        input: InputStats::default(),
        arg_source,
    };
    finish(
        sink,
        sources,
        Vec::new(),
        Vec::new(),
        rest,
        threads,
        observer,
    )
}

/// Puts what else the sink has into the sources of tracks, and these into an order.
fn complete(mut sources: Vec<Source>, order: &[usize], sink: &mut Sink) -> (Vec<Source>, Frames) {
    bind_events(sink, &mut sources);
    for (track, stacked) in std::mem::take(&mut sink.stacked) {
        sources[track.index()].frames = Some(Box::new(stacked));
    }
    let frames = Frames::take(sink, &mut sources);
    let of_track = |&track: &usize| std::mem::take(&mut sources[track]);
    (order.iter().map(of_track).collect(), frames)
}

/// What a thread is to work on, which takes it once: the lock only moves it there.
#[derive(Debug)]
struct Work<T>(Mutex<T>);

impl<T: Default> Work<T> {
    const fn new(work: T) -> Self {
        Self(Mutex::new(work))
    }

    fn take(&self) -> T {
        let taken = self.0.lock().map(|mut work| std::mem::take(&mut *work));
        taken.unwrap_or_default()
    }
}

/// Where slices ended up, for what refers to them.
struct Placed {
    frames: Frames,
    anchors: Anchors,
    marks: Marks,
    counts: Counts,
}

impl Placed {
    /// Notes what is in a track, or a part of it, whose depths begin with these slices.
    fn add(&mut self, track: usize, stacked: Stacked, starts: &[SliceId]) {
        self.counts.add(&stacked);
        if self.frames.set_starts(track, starts) {
            return;
        }
        for Anchor { pos, depth, row } in stacked.anchors {
            let slice = SliceId(starts[depth as usize].0 + row);
            self.anchors
                .insert(AnchorKey::new(track as u32, pos), slice);
        }
        self.marks.add(stacked.marks, starts);
    }
}

/// What a thread has done.
enum Done {
    /// Tracks, each with how many events it has.
    Tracks(Vec<(usize, u64, Nested)>),
    /// Samples of a counter, in order.
    Samples(PackedSamples),
}

/// Takes out the samples of counters that are not in order. Returns which counters these are, too.
fn take_late(counters: &mut [CounterGroup]) -> (Vec<usize>, Vec<Work<PackedSamples>>) {
    let counters = counters.iter_mut().enumerate();
    let late = counters.filter(|(_, group)| group.track.is_some() && !group.samples.is_sorted());
    late.map(|(index, group)| (index, Work::new(std::mem::take(&mut group.samples))))
        .unzip()
}

/// What goes into the trace as it is.
struct Rest {
    machines: Vec<u32>,
    clocks: Vec<ClockRow>,
    input: InputStats,
    arg_source: Arc<dyn ArgSource>,
}

fn finish(
    mut sink: Sink,
    sources: Vec<Source>,
    units: Vec<UnitRest>,
    mut counters: Vec<CounterGroup>,
    rest: Rest,
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<TraceBuilder> {
    let order = creation_order(&sink);
    let mut final_id = vec![TrackId(0); order.len()];
    for (index, &track) in order.iter().enumerate() {
        final_id[track] = TrackId::from_index(index);
    }
    let labels = std::mem::take(&mut sink.labels).into_labels();
    let needed = needed_anchors(&sink);
    let (ordered, frames) = complete(sources, &order, &mut sink);
    let total: u64 = ordered.iter().map(|source| source.len() as u64).sum();
    let n_slices = ordered.iter().map(Source::n_slices).sum();
    let batches = batches(&ordered);
    let is_near = near(&batches, pool::n_threads(threads, usize::MAX));
    let cells: Vec<Work<Source>> = ordered.into_iter().map(Work::new).collect();
    let spare = Spare::default();
    let stack = |batch: usize| {
        let tracks = batches[batch].tracks.clone();
        let stacked = tracks.map(|index| {
            let source = cells[index].take();
            let (track, len) = (order[index], source.len());
            let row = &sink.tracks[track].0;
            let with = (labels.as_slice(), &spare, threads);
            let nested = stack_track(source, row, track as u32, with, &units, &needed);
            (index, len as u64, nested)
        });
        stacked.collect::<Vec<_>>()
    };
    // Samples are put in order while the last tracks are appended.
    let (late, samples) = take_late(&mut counters);
    let work = |index: usize| match samples.get(index.wrapping_sub(batches.len())) {
        Some(samples) => Done::Samples(samples.take().sorted()),
        None => Done::Tracks(stack(index)),
    };
    let n = batches.len() + samples.len();
    let may_begin = |index, next| index >= batches.len() || is_near(index, next);
    let n_events = rest.input.n_packets.max(total);
    let mut builder = TraceBuilder::new();
    mmap::give_back_free_memory();
    builder.slices.reserve(n_slices, mmap::prefer_huge_pages);
    let mut placed = Placed {
        frames,
        anchors: Anchors::with_capacity(needed.len()),
        marks: Marks::default(),
        counts: Counts::default(),
    };
    let (mut done, mut trimmed) = (0, 0);
    let trim_every = TRIM_EVERY.0.max(total / TRIM_EVERY.1);
    let flow = pool::in_order(threads, may_begin, n, work, |index, piece| {
        let tracks = match piece {
            Done::Tracks(tracks) => tracks,
            Done::Samples(samples) => {
                counters[late[index - batches.len()]].samples = samples;
                return ControlFlow::Continue(());
            }
        };
        for (index, len, mut nested) in tracks {
            done += len;
            let starts = append(TrackId::from_index(index), &mut nested, &mut builder.slices);
            for ((_, mut stacked), starts) in nested.into_iter().zip(starts) {
                keep_spare(&spare, std::mem::take(&mut stacked.depths));
                placed.add(order[index], stacked, &starts);
            }
        }
        if done - trimmed > trim_every {
            trimmed = done;
            mmap::give_back_free_memory();
        }
        observer.progress(Progress {
            phase: Phase::Build,
            done,
            total,
            events: n_events,
        })
    });
    if flow.is_break() {
        return None;
    }
    drop((units, spare));
    mmap::give_back_free_memory();
    let Placed {
        frames,
        anchors,
        marks,
        counts,
    } = placed;
    count_issues(&mut sink, counts);
    builder.slices.set_labels(labels);
    let tracks = (&mut builder.tracks, &mut builder.counters);
    fill_tracks(&mut sink, counters, &order, &final_id, tracks);
    let frame_flows = frames.flows(&sink.frames);
    fill_flows(
        &mut sink,
        (marks, &anchors, frame_flows),
        &mut builder,
        threads,
    );
    let PendingFrames {
        expected, actual, ..
    } = std::mem::take(&mut sink.frames);
    builder.frames = super::frame_timeline::frame_table(expected, actual, &frames.starts);
    fill_rest(sink, rest, &final_id, &mut builder);
    Some(builder)
}

/// Where the slices of frames go.
struct Frames {
    /// Which of the rows of timelines the track of one is.
    of_track: HashMap<usize, usize>,
    /// The first slice of each depth of each row.
    starts: Vec<Vec<SliceId>>,
}

impl Frames {
    /// Puts the slices of frames into the sources of their tracks.
    fn take(sink: &mut Sink, sources: &mut [Source]) -> Self {
        let tracks = std::mem::take(&mut sink.frames.tracks);
        let starts = vec![Vec::new(); tracks.len()];
        let of_track = tracks.into_iter().enumerate().map(|(row, it)| {
            let track = it.track.index();
            sources[track].frames = Some(Box::new(it.stacked));
            (track, row)
        });
        Self {
            of_track: of_track.collect(),
            starts,
        }
    }

    /// Notes where the slices of a track begin; false if it is no timeline's.
    fn set_starts(&mut self, track: usize, starts: &[SliceId]) -> bool {
        let row = self.of_track.get(&track);
        row.map(|&row| self.starts[row] = starts.to_vec()).is_some()
    }

    /// Returns the flows between frames.
    fn flows(&self, pending: &PendingFrames) -> Vec<Flow> {
        let places = pending.actual.places();
        let slice = |frame: u32| places[frame as usize].slice(&self.starts);
        let flows = pending.flows.iter().map(|flow| Flow {
            from: slice(flow.from),
            to: slice(flow.to),
            trace_id: None,
            args: None,
        });
        flows.collect()
    }
}

fn creation_order(sink: &Sink) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sink.tracks.len()).collect();
    order.sort_by_key(|&track| (sink.tracks[track].1, track));
    order
}

/// Gives each group's events to its track; multiplexes sets of merged siblings over their rows.
fn distribute(
    mut groups: Vec<Group>,
    sets: Vec<Set>,
    reservations: &Reservations,
    units: &mut Vec<UnitRest>,
    (sink, sources): (&mut Sink, &mut Vec<Source>),
    threads: usize,
) {
    for group in &mut groups {
        if let Some(Target::Track(track)) = group.target {
            let parts = std::mem::take(&mut group.parts);
            add_parts(&mut sources[track.index()], parts);
        }
    }
    let mut shared = Vec::new();
    for set in sets {
        let parts = set.members.iter();
        let parts = parts.map(|member| std::mem::take(&mut groups[member.group as usize].parts));
        if set.members.len() == 1 {
            parts.for_each(|parts| add_parts(&mut sources[set.first_row.index()], parts));
        } else {
            let parts = parts.collect();
            shared.push((set, parts));
        }
    }
    // Rows of merged tracks take events of many units.
    let merged = units.len() as u32;
    for (set, rows) in multiplex_all(shared, units, threads) {
        for (row, list) in rows {
            let track = match row {
                Row::First => set.first_row,
                Row::Added { cookie, at } => {
                    let first = sink.tracks[set.first_row.index()].0.clone();
                    let row = set.members[cookie as usize].row(&first, reservations, sink);
                    sources.push(Source::default());
                    sink.add_track(row, at)
                }
            };
            if list.len > 0 {
                sources[track.index()].parts.push((merged, list));
            }
        }
    }
    let n_labels = sink.labels.labels().len();
    units.push(UnitRest {
        labels: (0..n_labels).map(LabelId::from_index).collect(),
    });
}

fn add_parts(source: &mut Source, parts: Parts) {
    if source.parts.is_empty() {
        source.parts = parts;
    } else {
        source.parts.extend(parts);
    }
}

/// Puts an event of a unit into its final terms.
#[inline]
fn stack_event<'a>(event: &Unpacked<'a>, unit: &UnitRest) -> StackEvent<'a> {
    StackEvent::listed(event, unit.labels[event.label as usize])
}

/// Returns the events of importers whose slices flows name by (track, position).
fn needed_anchors(sink: &Sink) -> HashSet<(u32, EventPos)> {
    let mut needed = HashSet::new();
    for flow in &sink.direct_flows {
        needed.insert((flow.from.0.0, flow.from.1));
        needed.insert((flow.to.0.0, flow.to.1));
    }
    let steps = sink.flow_steps.iter();
    needed.extend(steps.map(|step| (step.track.0, step.pos)));
    needed
}

/// Adds the marks of flows that bind to slices by time: only legacy flows do.
fn bind_events(sink: &Sink, sources: &mut [Source]) {
    for step in sink
        .flow_steps
        .iter()
        .filter(|step| step.bind != FlowBind::Event)
    {
        let Some(source) = sources.get_mut(step.track.index()) else {
            continue;
        };
        let kind = if step.bind == FlowBind::Enclosing {
            Kind::BindEnclosing
        } else {
            Kind::BindNext
        };
        source.binds.push(StackEvent {
            ts: step.ts,
            pos: step.pos,
            kind,
            label: sink.no_label,
            dur: 0,
            thread_ts: None,
            thread_dur: None,
            instructions: None,
            has_args: false,
            anchored: true,
            flows: FlowMarks::default(),
        });
    }
}

/// Adds the slices of a track and returns the first of each depth, part by part.
fn append(track: TrackId, nested: &mut Nested, slices: &mut SliceTable) -> Vec<Vec<SliceId>> {
    let parts = nested.iter_mut();
    let mut parts: SmallVec<[_; 1]> = parts
        .map(|(base, stacked)| (*base, stacked.depths.as_mut_slice()))
        .collect();
    slices.append_parts(track, &mut parts)
}

fn stack_track(
    source: Source,
    row: &Track,
    track: u32,
    (labels, spare, threads): (&[Label], &Spare, usize),
    units: &[UnitRest],
    needed: &HashSet<(u32, EventPos)>,
) -> Nested {
    let is_plain = source.binds.is_empty() && source.own.is_empty() && source.frames.is_none();
    if is_plain && row.data != TrackData::States {
        let nested = halves::stack(&source.parts, units, threads, || {
            let n_marks = source.parts.iter().map(|(_, list)| list.n_flows).sum();
            let on_thread = matches!(row.scope, Scope::Thread(_));
            Stacker::new(labels, spare, on_thread, n_marks)
        });
        if let Some(nested) = nested {
            return nested;
        }
    }
    smallvec![(
        0,
        stack_whole(source, row, track, (labels, spare), units, needed)
    )]
}

fn stack_whole(
    source: Source,
    row: &Track,
    track: u32,
    (labels, spare): (&[Label], &Spare),
    units: &[UnitRest],
    needed: &HashSet<(u32, EventPos)>,
) -> Stacked {
    let Source {
        parts,
        binds,
        own,
        frames,
    } = source;
    if let Some(frames) = frames {
        return *frames;
    }
    let n_marks = parts.iter().map(|(_, list)| list.n_flows).sum();
    let stacker = || {
        let on_thread = matches!(row.scope, Scope::Thread(_));
        Stacker::new(labels, spare, on_thread, n_marks)
    };
    if binds.is_empty() && own.is_empty() && is_in_order(&parts) && row.data != TrackData::States {
        let mut stacker = stacker();
        for (unit, list) in &parts {
            let unit = &units[*unit as usize];
            stacker.list(list.iter(), &unit.labels);
        }
        return stacker.finish();
    }
    // One importer's events are already in order, and then equal times keep theirs.
    let is_sorted = binds.is_empty() && parts.is_empty() && own.is_sorted();
    let own_event = |event: SliceEvent| {
        let is_needed = !needed.is_empty() && needed.contains(&(track, event.pos));
        from_sink(&event, is_needed)
    };
    if is_sorted && row.data != TrackData::States {
        let (mut stacker, mut order) = (stacker(), BareLast::default());
        own.for_each(|event| {
            let is_bare = needed.is_empty() && event.is_bare();
            let pos = order.pos(event.ts, event.pos);
            let is_end = event.kind == EventKind::End;
            if !(is_bare && stacker.bare((event.ts, pos), is_end, event.label)) {
                let event = own_event(event);
                stacker.event(&StackEvent { pos, ..event });
            }
        });
        return stacker.finish();
    }
    let own = own.iter().map(own_event);
    if is_sorted {
        let mut order = BareLast::default();
        return stack_states(
            labels,
            own.map(|event| StackEvent {
                pos: order.pos(event.ts, event.pos),
                ..event
            }),
        );
    }
    let (mut binds, mut own) = (binds, own.collect::<Vec<_>>());
    if let Some(events) = Merge::new(&mut binds, &parts, &mut own, units, &EVER) {
        if row.data == TrackData::States {
            return stack_states(labels, events);
        }
        let mut stacker = stacker();
        events.stack(&mut stacker);
        return stacker.finish();
    }
    let n_events = parts.iter().map(|(_, list)| list.len).sum::<usize>() + own.len();
    let mut all: Vec<StackEvent<'_>> = binds;
    all.reserve_exact(n_events);
    for (unit, list) in &parts {
        let unit = &units[*unit as usize];
        all.extend(list.iter().map(|event| stack_event(&event, unit)));
    }
    all.append(&mut own);
    all.sort_by_key(|event| (event.ts, event.pos));
    if row.data == TrackData::States {
        return stack_states(labels, all.into_iter());
    }
    let mut stacker = stacker();
    for event in all {
        stacker.event(&event);
    }
    stacker.finish()
}

fn is_in_order(parts: &[(u32, TrackList)]) -> bool {
    parts.iter().all(|(_, list)| list.sorted)
        && parts
            .windows(2)
            .all(|pair| pair[0].1.last() <= pair[1].1.first)
}

pub(super) fn from_sink(event: &SliceEvent, anchored: bool) -> StackEvent<'static> {
    StackEvent {
        ts: event.ts,
        pos: event.pos,
        kind: match event.kind {
            EventKind::Begin => Kind::Begin,
            EventKind::End => Kind::End,
            EventKind::Instant => Kind::Instant,
            EventKind::Complete => Kind::Complete,
        },
        label: event.label,
        dur: event.dur,
        thread_ts: event.thread_ts,
        thread_dur: event.thread_dur,
        instructions: None,
        has_args: event.has_args,
        anchored,
        flows: FlowMarks::default(),
    }
}

fn count_issues(sink: &mut Sink, counts: Counts) {
    let rows = [
        ("misplaced_end_event", counts.misplaced_ends),
        ("slice_drop_overlapping_complete_event", counts.overlapping),
        ("slice_max_depth_exceeded", counts.too_deep),
        ("slice_unmatched_end", counts.unmatched_ends),
        ("flow_no_enclosing_slice", counts.no_enclosing),
        ("track_event_parser_errors", counts.unusable),
    ];
    for (name, count) in rows {
        if count > 0 {
            sink.issues.add(name, None, count as i64);
        }
    }
}

/// Fills flows, or leaves it to the end if marks are all that there is.
fn fill_flows(
    sink: &mut Sink,
    (marks, anchors, frames): (Marks, &Anchors, Vec<Flow>),
    builder: &mut TraceBuilder,
    threads: usize,
) {
    if !flows::are_of_marks(sink) || (!frames.is_empty() && marks.len() > 0) {
        flows::fill(sink, &marks, anchors, frames, builder);
    } else if frames.is_empty() {
        builder.late_flows = Some(Box::new(OfMarks { marks, threads }));
    } else {
        builder.flows = frames.into_iter().collect();
    }
}

fn fill_tracks(
    sink: &mut Sink,
    counters: Vec<CounterGroup>,
    order: &[usize],
    final_id: &[TrackId],
    (tracks, counter_table): (&mut TrackTable, &mut CounterTable),
) {
    let mut groups: HashMap<usize, CounterGroup> = HashMap::new();
    for group in counters {
        if let Some(track) = group.track {
            groups.insert(track.index(), group);
        }
    }
    for (index, &track) in order.iter().enumerate() {
        let mut row = sink.tracks[track].0.clone();
        row.parent = row.parent.map(|parent| final_id[parent.index()]);
        tracks.push(row);
        let id = TrackId::from_index(index);
        let mut samples = std::mem::take(&mut sink.samples[track]);
        if let Some(group) = groups.remove(&track) {
            if samples.is_none() && group.args.is_empty() {
                counter_table.push_packed(id, group.samples.sorted());
                continue;
            }
            let args: HashMap<i64, u64> = group.args.into_iter().collect();
            let samples = samples.get_or_insert_default();
            for (ts, value) in group.samples.iter() {
                let pos = args.get(&ts).map(|&pos| EventPos::decodable(pos));
                samples.push(ts, value, pos);
            }
        }
        let Some(mut samples) = samples else { continue };
        samples.sort();
        let first = counter_table.len();
        let (mut packed, pos) = samples.packed();
        packed.finish();
        counter_table.push_packed(id, packed);
        for (offset, pos) in pos {
            let sample = CounterId::from_index(first + offset as usize);
            counter_table.push_pos(sample, pos.raw());
        }
    }
}

fn fill_rest(mut sink: Sink, rest: Rest, final_id: &[TrackId], builder: &mut TraceBuilder) {
    for group in &mut sink.device.gpu_groups {
        group.track = final_id[group.track.index()];
    }
    builder.clocks = rest.clocks;
    builder.input = rest.input;
    builder.strings = sink.strings;
    builder.processes = sink.processes.table;
    builder.arg_sets = sink.arg_sets;
    sink.sched.shrink();
    sink.thread_states.shrink();
    sink.spurious_wakeups.shrink();
    builder.sched =
        SchedTable::new(sink.sched, sink.thread_states).with_spurious(sink.spurious_wakeups);
    builder.machines = rest.machines;
    sink.device.cpus.sort_by_key(|row| row.cpu);
    builder.device = sink.device;
    builder.logs = sink.logs;
    builder.vulkan_memory = sink.vulkan_memory;
    builder.smaps = sink.smaps;
    builder.ftrace = sink.ftrace.extent();
    builder.stack_profile = sink.stacks.rows;
    builder.issues = sink.issues;
    builder.metadata = sink.metadata;
    builder.metadata.append(&mut sink.chrome_metadata);
    builder.arg_source = rest.arg_source;
}
