//! Puts a trace together: rows of merged tracks, nesting, ids, flows, frames.
//!
//! Tracks get their ids in creation order, then are stacked in parallel and
//! appended in that order, so that the result does not depend on threads.
//! `sources.rs` collects the events of each track, `nest.rs` nests them, and
//! `tables.rs` fills what is left.

mod batches;
mod flows;
mod halves;
mod lists;
mod marks;
mod merge;
mod multiplex;
mod nest;
mod sources;
mod tables;

pub(super) use nest::from_sink;

use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::pool::Work;
use super::resolve::{CounterGroup, Resolved, UnitRest};
use super::scan::Scan;
use super::sink::{PendingFrames, Sink};
use super::stack::{Anchor, Counts, Spare, Stacked, keep_spare};
use super::{Observer, Phase, Progress, pool};
use crate::bytes::heap::{self, prefer_huge_pages};
use crate::model::args::{ArgSource, EventPos};
use crate::model::builder::TraceBuilder;
use crate::model::correlation::Correlations;
use crate::model::flow::Flow;
use crate::model::ids::{SliceId, TrackId};
use crate::model::samples::PackedSamples;
use crate::model::slice::SliceTable;
use crate::model::trace::{ClockRow, InputStats};
use batches::{batches, near};
use halves::Nested;
use marks::Marks;
use nest::{needed_anchors, stack_track};
use sources::{Source, complete, distribute};
use tables::{count_issues, fill_flows, fill_rest, fill_tracks};

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

/// For each thing that events do to flows, how many events have lists that take less memory than
/// making flows of it does. So much memory is kept while tracks are stacked: the import holds it later
/// anyway, most of it is used again soon, and memory that the system hands out anew takes time.
const LISTS_PER_MARK: u64 = 1;

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
        correlated,
        sequence_threads,
        scopes,
        extension_fields,
    } = resolved;
    let mut sources: Vec<Source> = (0..sink.tracks.len()).map(|_| Source::default()).collect();
    let to = (&mut sink, &mut sources);
    distribute(groups, sets, &scan, &mut units, to, threads);
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
        correlations: Correlations::new(correlated),
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
        correlations: Correlations::default(),
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

/// Takes out the samples of counters that are not in order, but for those with arguments, whose
/// order these go by. Returns which counters these are, too.
fn take_late(counters: &mut [CounterGroup]) -> (Vec<usize>, Vec<Work<PackedSamples>>) {
    let counters = counters.iter_mut().enumerate();
    let late = counters.filter(|(_, group)| {
        group.track.is_some() && group.args.is_empty() && !group.samples.is_sorted()
    });
    late.map(|(index, group)| (index, Work::new(std::mem::take(&mut group.samples))))
        .unzip()
}

/// What goes into the trace as it is.
struct Rest {
    machines: Vec<u32>,
    clocks: Vec<ClockRow>,
    input: InputStats,
    arg_source: Arc<dyn ArgSource>,
    correlations: Correlations,
}

/// Returns after how many events the memory of stacked lists is given back.
fn trim_every(sources: &[Source], n_events: u64) -> u64 {
    let n_marks: usize = sources.iter().map(Source::n_marks).sum();
    let at_least = TRIM_EVERY.0.max(n_events / TRIM_EVERY.1);
    at_least.max(n_marks as u64 * LISTS_PER_MARK)
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
    let trim_every = trim_every(&ordered, total);
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
    let slices = &mut builder.slices;
    slices.reserve(n_slices, prefer_huge_pages, prefer_huge_pages);
    let mut placed = Placed {
        frames,
        anchors: Anchors::with_capacity(needed.len()),
        marks: Marks::default(),
        counts: Counts::default(),
    };
    let (mut done, mut trimmed) = (0, 0);
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
            heap::give_back_free_memory();
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
    heap::give_back_free_memory();
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

/// Adds the slices of a track and returns the first of each depth, part by part.
fn append(track: TrackId, nested: &mut Nested, slices: &mut SliceTable) -> Vec<Vec<SliceId>> {
    let parts = nested.iter_mut();
    let mut parts: SmallVec<[_; 1]> = parts
        .map(|(base, stacked)| (*base, stacked.depths.as_mut_slice()))
        .collect();
    slices.append_parts(track, &mut parts)
}
