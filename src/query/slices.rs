//! Slices by name: how many, how long in all, without their children, percentiles.
//!
//! The states of state tracks count as slices: how long each lasted is what is asked of them first. Sums are
//! cut to the time that is asked about; the shortest, the longest and percentiles are of whole slices. A
//! slice that never ended is counted, but adds no duration, since nobody knows it; inside its parent it takes
//! the rest of the parent's time.

use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use super::percentile;
use crate::base::intern::StrId;
use crate::base::time::{Dur, TimeSpan};
use crate::model::args::ArgValue;
use crate::model::ids::{LabelId, NodeId, SliceId, TrackId, Upid, Utid};
use crate::model::slice::DepthSlices;
use crate::model::trace::Trace;
use crate::model::track::Scope;

/// Which slices a question is about.
#[derive(Clone, Debug, Default)]
pub struct SliceScope {
    /// Only slices that touch this time.
    pub span: Option<TimeSpan>,
    /// Only slices on tracks that are marked here, by [`TrackId`].
    pub tracks: Option<Vec<bool>>,
    /// Only slices whose name matches.
    pub name: Option<regex::bytes::Regex>,
    /// One row for each name and thread.
    pub by_thread: bool,
    /// One row for all names that are equal but for their numbers.
    pub fold_digits: bool,
}

/// The slices of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceStats {
    /// The name; the first of several with other numbers, see [`folded`].
    pub name: Option<StrId>,
    /// The process, if asked for by thread and if they are of one.
    pub upid: Option<Upid>,
    /// The thread, if asked for and if they are on one.
    pub utid: Option<Utid>,
    /// How many.
    pub count: usize,
    /// How many of them never ended.
    pub n_unfinished: usize,
    /// The sum of durations within the time asked about.
    pub total_ns: i64,
    /// The sum without the time of children.
    pub self_ns: i64,
    /// The shortest duration. This and the durations below are of whole slices, which are not cut.
    pub min_ns: i64,
    /// The median.
    pub p50_ns: i64,
    /// Nine in ten are no longer.
    pub p90_ns: i64,
    /// 99 in a hundred are no longer.
    pub p99_ns: i64,
    /// The longest.
    pub max_ns: i64,
    /// For how long their threads had a CPU during those that tell; `None` if none does. Also of whole slices.
    pub cpu_ns: Option<i64>,
    /// The longest slice, the first of several.
    pub longest: SliceId,
    /// The packets of the network that they stand for; none if they stand for something else.
    pub packets: Packets,
}

/// Packets of the network. They are instants, or bundles of some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packets {
    /// How many.
    pub count: i64,
    /// How many bytes they have together.
    pub bytes: i64,
}

impl Packets {
    /// The type of the tracks on which slices are packets.
    const TRACK_TYPE: &'static [u8] = b"network_packets";

    /// Adds the packets that a slice stands for.
    fn add(&mut self, trace: &Trace, slice: SliceId) {
        let Some(set) = trace.slices.pos(slice).stored_set() else {
            return;
        };
        trace.stored_args(set, &mut |arg| {
            let sum = match &*arg.key {
                "packet_count" => &mut self.count,
                "packet_length" => &mut self.bytes,
                _ => return,
            };
            if let ArgValue::Int(value) = arg.value {
                *sum = sum.saturating_add(value);
            }
        });
    }
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SliceOrder {
    /// The longest total first.
    #[default]
    Total,
    /// The longest total without children first.
    SelfTime,
    /// The most first.
    Count,
    /// The longest single slice first.
    Max,
    /// By name in byte order.
    Name,
}

/// The process and the thread of a group of slices, as far as groups are made by them.
type Owner = (Option<Upid>, Option<Utid>);

#[derive(Debug)]
struct Group {
    name: Option<StrId>,
    owner: Owner,
    /// The durations of whole slices.
    durs: Vec<i64>,
    total_ns: i64,
    n_unfinished: usize,
    self_ns: i64,
    cpu_ns: Option<i64>,
    longest: (i64, SliceId),
    packets: Packets,
}

/// Returns the statistics of every name, or `None` if it was cancelled.
pub fn by_name(trace: &Trace, scope: &SliceScope, cancel: &AtomicBool) -> Option<Vec<SliceStats>> {
    let wanted: Vec<bool> = trace
        .slices
        .labels()
        .iter()
        .map(|label| {
            scope.name.as_ref().is_none_or(|regex| {
                label
                    .name
                    .is_some_and(|name| regex.is_match(trace.bytes(name)))
            })
        })
        .collect();
    let mut collector = Collector {
        trace,
        scope,
        wanted,
        groups: Vec::new(),
        by_key: HashMap::new(),
        first_of: HashMap::new(),
        are_packets: false,
    };
    for (track, _) in trace.slices.tracks() {
        let is_asked = scope
            .tracks
            .as_ref()
            .is_none_or(|tracks| tracks[track.index()]);
        if is_asked {
            collector.add_track(track, cancel)?;
        }
    }
    Some(collector.groups.into_iter().map(finish).collect())
}

struct Collector<'a> {
    trace: &'a Trace,
    scope: &'a SliceScope,
    wanted: Vec<bool>,
    groups: Vec<Group>,
    by_key: HashMap<(Option<StrId>, Owner), usize>,
    /// The first of the names that are equal but for their numbers, by the [`folded`] name.
    first_of: HashMap<String, StrId>,
    /// Whether the slices of the track are packets of the network.
    are_packets: bool,
}

impl Collector<'_> {
    fn add_track(&mut self, track: TrackId, cancel: &AtomicBool) -> Option<()> {
        let owner = match self.trace.tracks.get(track).scope {
            Scope::Thread(utid) if self.scope.by_thread => {
                (self.trace.processes.thread(utid).upid, Some(utid))
            }
            // Slices on no thread are grouped by the process.
            Scope::Process(upid) if self.scope.by_thread => (Some(upid), None),
            _ => (None, None),
        };
        let mut group_of: HashMap<LabelId, usize> = HashMap::new();
        let type_name = self.trace.tracks.get(track).type_name;
        self.are_packets = self.trace.bytes(type_name) == Packets::TRACK_TYPE;
        let depths: Vec<DepthSlices<'_>> = self.trace.slices.depths(track).collect();
        for (depth, run) in depths.iter().enumerate() {
            let below = depths.get(depth + 1).copied();
            self.add_run(*run, below, owner, &mut group_of, cancel)?;
        }
        Some(())
    }

    fn add_run(
        &mut self,
        run: DepthSlices<'_>,
        below: Option<DepthSlices<'_>>,
        owner: Owner,
        group_of: &mut HashMap<LabelId, usize>,
        cancel: &AtomicBool,
    ) -> Option<()> {
        let slices = &self.trace.slices;
        let (first, end) = touching(self.trace, run, self.scope.span);
        let mut next_child = first_child(self.trace, run, below, first);
        for index in first..end {
            if index.is_multiple_of(4096) && cancel.load(Ordering::Relaxed) {
                return None;
            }
            let id = run.id(index);
            let until = (index + 1 < run.len()).then(|| slices.order_key(run.id(index + 1)));
            let (start, stop) = self.clipped(id);
            let mut inside = 0;
            while let Some(below) = below
                && next_child < below.len()
                && until.is_none_or(|key| slices.order_key(below.id(next_child)) < key)
            {
                let (child_start, child_stop) = self.clipped(below.id(next_child));
                inside += (child_stop.min(stop) - child_start.max(start)).max(0);
                next_child += 1;
            }
            let label = slices.label_id(id);
            if !self.wanted[label.index()] {
                continue;
            }
            let group = *group_of.entry(label).or_insert_with(|| {
                let mut name = slices.name(id);
                if let (true, Some(name)) = (self.scope.fold_digits, &mut name) {
                    let text = folded(&self.trace.text(*name));
                    *name = *self.first_of.entry(text).or_insert(*name);
                }
                *self.by_key.entry((name, owner)).or_insert_with(|| {
                    self.groups.push(Group {
                        name,
                        owner,
                        durs: Vec::new(),
                        total_ns: 0,
                        n_unfinished: 0,
                        self_ns: 0,
                        cpu_ns: None,
                        longest: (-1, id),
                        packets: Packets::default(),
                    });
                    self.groups.len() - 1
                })
            });
            let group = &mut self.groups[group];
            if self.are_packets {
                group.packets.add(self.trace, id);
            }
            let Some(whole) = slices.dur(id) else {
                group.n_unfinished += 1;
                continue;
            };
            let dur = (stop - start).max(0);
            group.durs.push(whole.ns());
            if let Some((_, Some(cpu))) = slices.thread_time(id) {
                group.cpu_ns = Some(group.cpu_ns.unwrap_or(0).saturating_add(cpu));
            }
            group.total_ns = group.total_ns.saturating_add(dur);
            group.self_ns = group.self_ns.saturating_add((dur - inside).max(0));
            if whole.ns() > group.longest.0 {
                group.longest = (whole.ns(), id);
            }
        }
        Some(())
    }

    /// Returns where a slice starts and ends inside the time asked about.
    fn clipped(&self, id: SliceId) -> (i64, i64) {
        let span = self.scope.span.unwrap_or(self.trace.bounds);
        clipped(self.trace, span, id)
    }
}

/// Returns where a slice starts and ends inside a span. One that never ended lasts to the end of the span, or for as
/// long as it can have lasted.
pub(super) fn clipped(trace: &Trace, span: TimeSpan, id: SliceId) -> (i64, i64) {
    let start = trace.slices.ts(id);
    let end = trace.slices.over_by(id).unwrap_or(span.end());
    (
        start.clamp(span.start(), span.end()).ns(),
        end.clamp(span.start(), span.end()).ns(),
    )
}

/// Returns a span that also holds what begins at the very end of the trace, if the span ends there: no span
/// after it would.
pub fn reach(trace: &Trace, span: TimeSpan) -> TimeSpan {
    if span.end() < trace.bounds.end() {
        return span;
    }
    TimeSpan::new(span.start(), span.end().plus(Dur::from_ns(1)))
}

/// Returns which slices of a run touch a time: the first, and the one after the last.
pub(super) fn touching(
    trace: &Trace,
    run: DepthSlices<'_>,
    span: Option<TimeSpan>,
) -> (usize, usize) {
    let Some(span) = span else {
        return (0, run.len());
    };
    let mut first = run.n_before(span.start());
    // The slice before may last into the span; an unfinished one for as long as it can.
    if first > 0 {
        let end = trace.slices.over_by(run.id(first - 1));
        let lasts = end.unwrap_or(trace.bounds.end()) > span.start();
        first -= usize::from(lasts);
    }
    (first, run.n_before(span.end()).max(first))
}

/// Returns the index of the first child of the slice at `index`.
fn first_child(
    trace: &Trace,
    run: DepthSlices<'_>,
    below: Option<DepthSlices<'_>>,
    index: usize,
) -> usize {
    let (Some(below), true) = (below, index < run.len()) else {
        return 0;
    };
    let key = trace.slices.order_key(run.id(index));
    below.partition_point(|other| trace.slices.order_key(other) < key)
}

fn finish(mut group: Group) -> SliceStats {
    group.durs.sort_unstable();
    let at = |percent: usize| match group.durs.len() {
        0 => 0,
        _ => percentile(&group.durs, percent),
    };
    SliceStats {
        name: group.name,
        upid: group.owner.0,
        utid: group.owner.1,
        count: group.durs.len() + group.n_unfinished,
        n_unfinished: group.n_unfinished,
        total_ns: group.total_ns,
        self_ns: group.self_ns,
        min_ns: group.durs.first().copied().unwrap_or(0),
        p50_ns: at(50),
        p90_ns: at(90),
        p99_ns: at(99),
        max_ns: group.durs.last().copied().unwrap_or(0),
        cpu_ns: group.cpu_ns,
        longest: group.longest.1,
        packets: group.packets,
    }
}

impl SliceStats {
    /// Returns how many slices ended, whose durations are known.
    pub const fn n_ended(&self) -> usize {
        self.count.saturating_sub(self.n_unfinished)
    }

    /// Returns how to say that some slices never ended; nothing if all did.
    pub fn unfinished_words(&self) -> String {
        unfinished_words(self.count, self.n_unfinished)
    }
}

/// Returns how to say that so many of some never ended; nothing if all did.
pub fn unfinished_words(count: usize, n_unfinished: usize) -> String {
    match n_unfinished {
        0 => String::new(),
        n if n >= count => "never ended".to_owned(),
        n => format!("{n} never ended"),
    }
}

/// Returns a name with `#` for each number in it: `DrawFrames #`.
pub fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut in_number = false;
    for c in name.chars() {
        if !c.is_ascii_digit() {
            folded.push(c);
        } else if !in_number {
            folded.push('#');
        }
        in_number = c.is_ascii_digit();
    }
    folded
}

/// Sorts rows; equal ones by name, then process and thread.
pub fn sort(trace: &Trace, rows: &mut [SliceStats], order: SliceOrder) {
    let key = |row: &SliceStats| match order {
        SliceOrder::Total => -row.total_ns,
        SliceOrder::SelfTime => -row.self_ns,
        SliceOrder::Count => -(row.count as i64),
        SliceOrder::Max => -row.max_ns,
        SliceOrder::Name => 0,
    };
    rows.sort_by(|a, b| {
        let name = |row: &SliceStats| row.name.map(|name| trace.bytes(name));
        (key(a), name(a), a.upid, a.utid).cmp(&(key(b), name(b), b.upid, b.utid))
    });
}

/// Marks the tracks that some nodes and everything below them show, by [`TrackId`].
pub fn tracks_below(trace: &Trace, nodes: &[NodeId]) -> Vec<bool> {
    let mut marked = vec![false; trace.tracks.len()];
    for node in nodes_below(trace, nodes) {
        for track in trace.tree.node(node).kind.tracks() {
            marked[track.index()] = true;
        }
    }
    marked
}

/// Returns some nodes and everything below them, each once.
pub fn nodes_below(trace: &Trace, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut seen = vec![false; trace.tree.len()];
    let mut stack: Vec<NodeId> = nodes.iter().rev().copied().collect();
    let mut order = Vec::new();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            order.push(node);
            stack.extend(trace.tree.node(node).children.iter().rev());
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Ts;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::TrackData;
    use crate::query::find::regex;

    fn span(a: i64, b: i64) -> TimeSpan {
        TimeSpan::new(Ts::from_ns(a), Ts::from_ns(b))
    }

    fn sample() -> Trace {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let other = b.thread(app, 9, "other");
        let one = b.slice_track(Scope::Thread(main), None);
        let two = b.slice_track(Scope::Thread(other), None);
        b.nested_slices(
            one,
            &[
                (0, 100, "f"),
                (10, 20, "g"),
                (40, 30, "f"),
                (50, 10, "g"),
                (200, -1, "f"),
            ],
        );
        b.nested_slices(two, &[(0, 10, "g"), (300, 0, "i")]);
        b.finish()
    }

    #[test]
    fn states_of_state_tracks_count() {
        let mut b = TraceBuilder::new();
        let states = b.slice_track(Scope::Global, Some("fsm"));
        b.tracks.get_mut(states).data = TrackData::States;
        b.nested_slices(
            states,
            &[(0, 30, "idle"), (30, 50, "busy"), (80, 20, "idle")],
        );
        let trace = b.finish();
        let cut = SliceScope {
            span: Some(span(10, 90)),
            ..SliceScope::default()
        };
        let wanted = [("busy", 1, 50, 50, 50), ("idle", 2, 30, 30, 30)];
        let wanted = wanted.map(|(name, n, total, own, max)| (name.to_owned(), n, total, own, max));
        assert_eq!(rows(&trace, &cut), wanted);
    }

    fn rows(trace: &Trace, scope: &SliceScope) -> Vec<(String, usize, i64, i64, i64)> {
        let mut rows = by_name(trace, scope, &AtomicBool::new(false)).expect("not cancelled");
        sort(trace, &mut rows, SliceOrder::Name);
        rows.iter()
            .map(|row| {
                let name = row
                    .name
                    .map_or_else(String::new, |name| trace.text(name).into_owned());
                (name, row.count, row.total_ns, row.self_ns, row.max_ns)
            })
            .collect()
    }

    #[test]
    fn what_never_ended_lasts_until_the_trace_ends() {
        // The last slice but one has no end, the trace ends at 300.
        let trace = sample();
        let within = |a, b| SliceScope {
            span: Some(span(a, b)),
            ..SliceScope::default()
        };
        assert_eq!(rows(&trace, &within(250, 260)), [("f".into(), 1, 0, 0, 0)]);
        for outside in [within(300 + 1, 400), within(900, 901)] {
            assert_eq!(rows(&trace, &outside), []);
        }
    }

    #[test]
    fn names_have_totals_self_times_and_percentiles() {
        let trace = sample();
        assert_eq!(
            rows(&trace, &SliceScope::default()),
            [
                ("f".into(), 3, 130, 70, 100),
                ("g".into(), 3, 40, 40, 20),
                ("i".into(), 1, 0, 0, 0),
            ]
        );
        let all = by_name(&trace, &SliceScope::default(), &AtomicBool::new(false));
        let f = &all.expect("not cancelled")[0];
        assert_eq!(
            (f.n_unfinished, f.min_ns, f.p50_ns, f.p99_ns),
            (1, 30, 30, 100)
        );
        assert_eq!(f.unfinished_words(), "1 never ended");
        let open = SliceStats {
            n_unfinished: f.count,
            ..f.clone()
        };
        assert_eq!(open.unfinished_words(), "never ended");
        let ended = SliceStats {
            n_unfinished: 0,
            ..f.clone()
        };
        assert_eq!(ended.unfinished_words(), "");
        let by_thread = SliceScope {
            by_thread: true,
            ..SliceScope::default()
        };
        assert_eq!(rows(&trace, &by_thread).len(), 4);
        let stopped = by_name(&trace, &SliceScope::default(), &AtomicBool::new(true));
        assert_eq!(stopped, None);
    }

    #[test]
    fn what_is_on_no_thread_is_told_apart_by_its_process() {
        let mut b = TraceBuilder::new();
        for pid in [1, 2] {
            let app = b.process(pid, "app");
            let track = b.slice_track(Scope::Process(app), Some("frames"));
            b.nested_slices(track, &[(0, 10, "frame")]);
        }
        let trace = b.finish();
        let n = |by_thread: bool| {
            let scope = SliceScope {
                by_thread,
                ..SliceScope::default()
            };
            rows(&trace, &scope).len()
        };
        assert_eq!((n(false), n(true)), (1, 2));
    }

    #[test]
    fn a_span_cuts_sums_at_its_edges_but_percentiles_are_of_whole_slices() {
        let trace = sample();
        let scope = SliceScope {
            span: Some(span(20, 55)),
            ..SliceScope::default()
        };
        // f: 20..55 with 10 ns of g and 15 of f inside; the inner f has 5 ns of g.
        assert_eq!(
            rows(&trace, &scope),
            [("f".into(), 2, 50, 20, 100), ("g".into(), 2, 15, 15, 20)]
        );
        let late = SliceScope {
            span: Some(span(250, 400)),
            ..SliceScope::default()
        };
        assert_eq!(
            rows(&trace, &late),
            [("f".into(), 1, 0, 0, 0), ("i".into(), 1, 0, 0, 0)]
        );
        // What ends where the span begins is not in it.
        let after = SliceScope {
            span: Some(span(30, 55)),
            ..SliceScope::default()
        };
        assert_eq!(
            rows(&trace, &after),
            [("f".into(), 2, 40, 20, 100), ("g".into(), 1, 5, 5, 10)]
        );
    }

    #[test]
    fn a_child_takes_no_more_than_the_rest_of_its_parent() {
        let mut b = TraceBuilder::new();
        let tracks = ["one", "two"].map(|name| b.slice_track(Scope::Global, Some(name)));
        b.nested_slices(tracks[0], &[(0, 100, "f"), (40, -1, "open")]);
        let twins = b.nested_slices(tracks[1], &[(0, 150, "twin"), (150, 150, "twin")]);
        let trace = b.finish();
        let all = rows(&trace, &SliceScope::default());
        assert_eq!(all[0], ("f".into(), 1, 100, 40, 100));
        let all = by_name(&trace, &SliceScope::default(), &AtomicBool::new(false));
        let twin = all.expect("not cancelled").pop().expect("the last name");
        assert_eq!((twin.max_ns, twin.longest), (150, twins[0]));
    }

    #[test]
    fn names_that_differ_in_numbers_are_one_if_asked_for() {
        assert_eq!(folded("a12b3 #4"), "a#b# ##");
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(
            track,
            &[
                (0, 10, "draw 9"),
                (10, 20, "draw 10"),
                (30, 5, "draw"),
                (40, 5, "draw 9"),
            ],
        );
        let trace = b.finish();
        let scope = SliceScope {
            fold_digits: true,
            ..SliceScope::default()
        };
        assert_eq!(
            rows(&trace, &scope),
            [
                ("draw".into(), 1, 5, 5, 5),
                ("draw 9".into(), 3, 35, 35, 20)
            ]
        );
        assert_eq!(rows(&trace, &SliceScope::default()).len(), 3);
    }

    #[test]
    fn names_and_tracks_restrict_the_question() {
        let trace = sample();
        let scope = SliceScope {
            name: Some(regex("^g", false).expect("a good pattern")),
            ..SliceScope::default()
        };
        assert_eq!(rows(&trace, &scope), [("g".into(), 3, 40, 40, 20)]);
        let other = trace
            .tree
            .walk()
            .into_iter()
            .find(|&node| trace.tree.node(node).name == "other 9")
            .expect("a thread");
        let scope = SliceScope {
            tracks: Some(tracks_below(&trace, &[other])),
            ..SliceScope::default()
        };
        assert_eq!(rows(&trace, &scope).len(), 2);
    }
}
