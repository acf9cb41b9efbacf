//! Fills the tables of the trace with what needs no nesting, or follows from it.

use hashbrown::HashMap;

use super::append::Unmatched;
use super::flows::{self, OfMarks};
use super::marks::Marks;
use super::{Anchors, Rest};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::import::resolve::CounterGroup;
use crate::import::sink::Sink;
use crate::import::stack::Counts;
use crate::model::args::EventPos;
use crate::model::builder::TraceBuilder;
use crate::model::counter::CounterTable;
use crate::model::flow::Flow;
use crate::model::ids::{CounterId, SliceId, TrackId, Utid};
use crate::model::sched::SchedTable;
use crate::model::track::{Scope, TrackData, TrackTable};

/// Counts what nesting could not use; `unmatched` has the first tracks with ends that match no slice.
pub(super) fn count_issues(sink: &mut Sink, counts: Counts, unmatched: &[Unmatched]) {
    let kind = "slice_unmatched_end";
    let mut n_left = counts.unmatched_ends;
    for of in unmatched {
        let words = track_words(sink, of.track);
        let at = (None, of.ts.map(Ts::from_ns));
        sink.issues.note_at(kind, of.count as i64, at, || words);
        n_left = n_left.saturating_sub(of.count);
    }
    let rows = [
        (kind, n_left),
        ("misplaced_end_event", counts.misplaced_ends),
        ("slice_drop_overlapping_complete_event", counts.overlapping),
        ("slice_max_depth_exceeded", counts.too_deep),
        ("flow_no_enclosing_slice", counts.no_enclosing),
        ("state_args_left_out", counts.old_updates),
        ("track_event_parser_errors", counts.unusable),
    ];
    for (name, count) in rows {
        if count > 0 {
            sink.issues.add(name, None, count as i64);
        }
    }
}

/// Counts slices on tracks that are counters, which are in the tables but have no bars.
pub(super) fn count_slices_of_counters(sink: &mut Sink, builder: &TraceBuilder, order: &[usize]) {
    for (track, slices) in builder.slices.tracks() {
        if builder.tracks.get(track).data == TrackData::Counter {
            let words = track_words(sink, order[track.index()]);
            let first = builder.slices.ts(SliceId(slices.start));
            let n = i64::from(slices.end - slices.start);
            let kind = "slices_on_counter_track";
            sink.issues.note_at(kind, n, (None, Some(first)), || words);
        }
    }
}

/// Returns what a track is called: by its name and its thread, as far as it has any.
fn track_words(sink: &Sink, track: usize) -> String {
    let row = &sink.tracks[track].0;
    let text = |id: Option<StrId>| id.map(|id| sink.strings.text(id));
    let table = &sink.processes.table;
    let thread = |utid: Utid| {
        let thread = table.thread(utid);
        let name = text(thread.name).map_or_else(String::new, |name| format!(" ({name})"));
        format!("thread {}{name}", thread.tid)
    };
    let name = text(row.name).map(|name| format!("track {name}"));
    match (name, row.scope) {
        (Some(name), Scope::Thread(utid)) => format!("{name} of {}", thread(utid)),
        (None, Scope::Thread(utid)) => thread(utid),
        (name, _) => name.unwrap_or_else(|| "a track without a name".to_owned()),
    }
}

/// Fills the flows, or leaves that to the end if all of them are made of marks.
pub(super) fn fill_flows(
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

/// Adds the tracks in the order of their ids, with the samples of counters.
pub(super) fn fill_tracks(
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
            let mut args = group.args.into_iter().peekable();
            let samples = samples.get_or_insert_default();
            for (index, (ts, value)) in group.samples.iter().enumerate() {
                let own = args.next_if(|own| own.0 as usize == index);
                let pos = own.map(|own| EventPos::decodable(own.1));
                samples.push(ts, value, pos);
            }
        }
        let Some(mut samples) = samples else { continue };
        samples.sort();
        let ends_at_last = samples.ends_at_last();
        let first = counter_table.len();
        let (mut packed, pos) = samples.packed();
        packed.finish();
        counter_table.push_packed(id, packed);
        if ends_at_last {
            counter_table.end_at_last(id);
        }
        for (offset, pos) in pos {
            let sample = CounterId::from_index(first + offset as usize);
            counter_table.push_pos(sample, pos.raw());
        }
    }
}

/// Moves what needs no work besides the final ids of tracks.
pub(super) fn fill_rest(
    mut sink: Sink,
    rest: Rest,
    final_id: &[TrackId],
    builder: &mut TraceBuilder,
) {
    for group in &mut sink.device.gpu_groups {
        group.track = final_id[group.track.index()];
    }
    for track in &mut sink.stacks.rows.values {
        *track = final_id[track.index()];
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
    builder.advice = sink.advice;
    builder.lost_events = sink.lost_events;
    builder.device = sink.device;
    builder.logs = sink.logs;
    builder.vulkan_memory = sink.vulkan_memory;
    builder.smaps = sink.smaps;
    builder.ftrace = sink.ftrace.extent();
    builder.stack_profile = sink.stacks.into_rows();
    builder.issues = sink.issues;
    builder.metadata = sink.metadata;
    builder.metadata.append(&mut sink.chrome_metadata);
    builder.arg_source = rest.arg_source;
    builder.correlations = rest.correlations;
}
