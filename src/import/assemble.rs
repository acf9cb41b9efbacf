//! Puts a trace together: rows of merged tracks, nesting, ids, flows, frames.
//!
//! Tracks get their ids in creation order, then are stacked in parallel and
//! appended in that order, so that the result does not depend on threads.
//! `sources.rs` collects the events of each track, `append.rs` has them nested,
//! each by `nest.rs`, and `tables.rs` fills what is left.

mod append;
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

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashMap;

use super::resolve::{CounterGroup, Resolved, UnitRest};
use super::scan::Scan;
use super::sink::{PendingFrames, Sink};
use super::{Observer, Phase, Progress};
use crate::base::intern::StrId;
use crate::bytes::heap;
use crate::model::args::{ArgSource, EventPos};
use crate::model::builder::TraceBuilder;
use crate::model::correlation::Correlations;
use crate::model::flow::Flow;
use crate::model::ids::{SliceId, TrackId};
use crate::model::trace::{ClockRow, InputStats};
use append::{Placed, nest_all};
use nest::Nester;
use sources::{Source, complete, distribute};
use tables::{count_issues, count_slices_of_counters, fill_flows, fill_rest, fill_tracks};

/// The slices that flows and frames need, by track and position of their event. The slices of units' events
/// are not here but in [`marks::Marks`].
pub(super) type Anchors = HashMap<AnchorKey, SliceId>;

/// A track and the position of an event there, in twelve bytes: there may be millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct AnchorKey([u32; 3]);

impl AnchorKey {
    fn new(track: u32, pos: EventPos) -> Self {
        Self([track, (pos.raw() >> 32) as u32, pos.raw() as u32])
    }
}

/// Builds the tables; `None` if cancelled.
pub(super) fn assemble(
    mut scan: Scan,
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
        mut mappings,
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
    if let Some(places) = sink.stacks.final_mappings() {
        for row in mappings.values_mut() {
            *row = u64::from(places[*row as usize]);
        }
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
    let annotation_types = std::mem::take(&mut scan.annotation_types);
    let args = super::args::TraceArgs::new(scan, event_threads, has_callstacks);
    count_unknown_fields(&mut sink, &args, &extension_fields);
    count_unknown_types(&mut sink, &args, &annotation_types);
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

/// Counts the types of messages in annotations that nothing describes; given is where each was named first.
fn count_unknown_types(
    sink: &mut Sink,
    args: &super::args::TraceArgs,
    types: &BTreeMap<StrId, u64>,
) {
    for (&name, &offset) in types {
        let name = sink.strings.text(name);
        if args
            .registry()
            .message_fields(name.trim_start_matches('.'))
            .is_none()
        {
            let name = name.into_owned();
            (sink.issues).record("annotation_type_unknown", offset, || name);
        }
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

/// What goes into the trace unchanged.
struct Rest {
    machines: Vec<u32>,
    clocks: Vec<ClockRow>,
    input: InputStats,
    arg_source: Arc<dyn ArgSource>,
    correlations: Correlations,
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
    let (sources, frames) = complete(sources, &order, &mut sink);
    let mut builder = TraceBuilder::new();
    let n_packets = rest.input.n_packets;
    let progress = |done, total| {
        observer.progress(Progress {
            phase: Phase::Build,
            done,
            total,
            events: n_packets.max(total),
        })
    };
    let nester = Nester::new(&sink, &labels, &units, threads);
    let placed = nest_all(
        &nester,
        (&order, sources),
        frames,
        &mut counters,
        &mut builder.slices,
        progress,
    )?;
    drop(nester);
    drop(units);
    heap::give_back_free_memory();
    let Placed {
        frames,
        anchors,
        marks,
        counts,
        unmatched,
    } = placed;
    count_issues(&mut sink, counts, &unmatched);
    builder.slices.set_labels(labels);
    let tracks = (&mut builder.tracks, &mut builder.counters);
    fill_tracks(&mut sink, counters, &order, &final_id, tracks);
    count_slices_of_counters(&mut sink, &builder, &order);
    let frame_flows = frames.flows(&sink.frames);
    fill_flows(
        &mut sink,
        (marks, &anchors, frame_flows),
        &mut builder,
        threads,
    );
    let pending = std::mem::take(&mut sink.frames);
    builder.frames = super::frame_timeline::frame_table(pending, &frames.starts, &builder.slices);
    fill_rest(sink, rest, &final_id, &mut builder);
    Some(builder)
}

/// Where the slices of frames go.
struct Frames {
    /// The timeline row of each track that is a timeline's.
    of_track: HashMap<usize, usize>,
    /// The first slice of each depth, by timeline row.
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

    /// Notes where the slices of a track begin. Returns false if the track is no timeline's.
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
