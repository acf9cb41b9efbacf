//! What happened in a range of time on some tracks: the tables of an area selection.
//!
//! Everything is cut to the range. Work is proportional to what lies inside, and
//! the cancel flag is looked at while it is added up.

pub mod compare;
mod growth;
mod residency;
mod sched;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::{HashMap, HashSet};

use super::call_tree::{self, SampleTree, SliceTree};
use super::flows;
use super::profile::{Profile, profile};
use super::slices::{self, SliceOrder, SliceScope, SliceStats, nodes_below, tracks_below};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::frame_timeline::JankTag;
use crate::model::ids::{CounterId, FlowId, NodeId, SliceId, StackSampleId, TrackId};
use crate::model::jank::telling_jank_text;
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackClass};
use crate::model::track_tree::{NodeKind, TrackTree};

use growth::Growth;
pub use residency::Residency;
pub use sched::{
    BlockedStats, CpuLoad, CpuProcessStats, CpuThreadStats, RanOnStats, StateStats,
    ThreadStateStats, TimeSum, unrecorded,
};

/// A counter over the range.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterStats {
    /// The counter.
    pub track: TrackId,
    /// Where it stands in the tree.
    pub node: NodeId,
    /// How many samples are inside.
    pub count: usize,
    /// The value that holds at the start of the range, else the first that does inside.
    pub first: f64,
    /// The value at the end of the range.
    pub last: f64,
    /// The least value that held.
    pub min: f64,
    /// The greatest value that held.
    pub max: f64,
    /// The first sample that has it.
    pub peak: CounterId,
    /// The mean, weighted by time.
    pub mean: f64,
    /// By how much it changed from the start of the range to its end. If it only grows, the values there are
    /// on the line between the samples around.
    pub change: f64,
    /// Its change for each second of the range in which its values are known; `None` if they are for no time.
    pub rate: Option<f64>,
}

/// Returns the change from one value to another: none if they are the same, infinite ones too.
#[expect(
    clippy::float_cmp,
    reason = "the same value is no change, whatever it is"
)]
pub fn change(first: f64, last: f64) -> f64 {
    if first == last { 0.0 } else { last - first }
}

/// The actual frames with one jank type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameStats {
    /// The reasons in the reference's words, the most telling first.
    pub jank_type: String,
    /// Who is at fault.
    pub tag: JankTag,
    /// Whether they have the tag of a jank but do not count as one.
    pub is_hidden: bool,
    /// How many.
    pub count: usize,
    /// How many of them never ended; the times below are of the others.
    pub n_unfinished: usize,
    /// The shortest.
    pub min_ns: i64,
    /// The longest.
    pub max_ns: i64,
    /// The mean.
    pub mean_ns: i64,
    /// The longest frame, the first of several; the first of all if none ended.
    pub longest: SliceId,
}

/// A frame and how long it took, `None` if it never ended.
type Timed = (Option<Dur>, SliceId);

impl FrameStats {
    fn of((jank_type, tag, is_hidden): (i32, JankTag, bool), frames: &[Timed]) -> Option<Self> {
        let durs = frames.iter().filter_map(|frame| frame.0).map(Dur::ns);
        let n_ended = durs.clone().count();
        let sum = durs.clone().fold(0, i64::saturating_add);
        let key = |&&(dur, id): &&Timed| (dur, std::cmp::Reverse(id));
        Some(Self {
            jank_type: telling_jank_text(jank_type),
            tag,
            is_hidden,
            count: frames.len(),
            n_unfinished: frames.len() - n_ended,
            min_ns: durs.clone().min().unwrap_or(0),
            max_ns: durs.max().unwrap_or(0),
            mean_ns: sum / n_ended.max(1) as i64,
            longest: frames.iter().max_by_key(key)?.1,
        })
    }

    /// Returns how many ended, whose durations are known.
    pub const fn n_ended(&self) -> usize {
        self.count.saturating_sub(self.n_unfinished)
    }
}

/// The flows of one category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowStats {
    /// The category; empty if there is none.
    pub category: String,
    /// The flows, in the order of their rows.
    pub flows: Vec<FlowId>,
    /// The slice that the first of them leaves.
    pub first: SliceId,
}

/// Everything about a range of time on some tracks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AreaReport {
    /// The time.
    pub span: TimeSpan,
    /// How many tracks are summed; processes, threads and groups do not count.
    pub n_tracks: usize,
    /// Slices by name, the longest total first; frames have sums of their own.
    pub slices: Vec<SliceStats>,
    /// Thread states, the longest total first.
    pub states: Vec<StateStats>,
    /// The states of each thread, the longest total first.
    pub thread_states: Vec<ThreadStateStats>,
    /// In which functions of the kernel threads were blocked, as far as the trace tells, the longest total first.
    pub blocked: Vec<BlockedStats>,
    /// On which CPUs the threads ran, the longest total first.
    pub ran_on: Vec<RanOnStats>,
    /// Threads on the selected CPUs, the longest total first.
    pub cpu_threads: Vec<CpuThreadStats>,
    /// Processes on the selected CPUs, the longest total first.
    pub cpu_processes: Vec<CpuProcessStats>,
    /// How busy the selected CPUs were.
    pub cpu_load: CpuLoad,
    /// Counters of quantities in display order.
    pub counters: Vec<CounterStats>,
    /// Idle states and frequencies of CPUs, in display order, of each the longest total first.
    pub residency: Vec<Residency>,
    /// Frames by jank type, the most first.
    pub frames: Vec<FrameStats>,
    /// Flows by category, the most first.
    pub flows: Vec<FlowStats>,
    /// What a profiler saw the selected threads do, or anything on the selected CPUs.
    pub profile: Profile,
    /// The same slices as a tree of what lies in what.
    pub slice_tree: SliceTree,
    /// The same samples as a tree of what called what.
    pub sample_tree: SampleTree,
}

/// Adds up what happened in `span` on some nodes and all below them; on all tracks if `nodes` is
/// empty. Returns `None` if it was cancelled.
pub fn report(
    trace: &Trace,
    span: TimeSpan,
    nodes: &[NodeId],
    cancel: &AtomicBool,
) -> Option<AreaReport> {
    let all = [TrackTree::ROOT];
    let below = nodes_below(trace, if nodes.is_empty() { &all } else { nodes });
    let tracks = tracks_below(trace, &below);
    let of_slices = without_frames(trace, &tracks);
    let reach = slices::reach(trace, span);
    let area = Area {
        trace,
        span,
        reach,
        nodes: &below,
        tracks: &tracks,
        cancel,
    };
    let scope = SliceScope {
        span: Some(reach),
        tracks: Some(of_slices.clone()),
        ..SliceScope::default()
    };
    let mut slices = slices::by_name(trace, &scope, cancel)?;
    slices::sort(trace, &mut slices, SliceOrder::Total);
    let slice_tree = call_tree::of_slices(trace, reach, &of_slices, cancel)?;
    let samples = area.samples(nodes.is_empty())?;
    let of_threads = area.thread_states()?;
    let (cpu_threads, cpu_load) = area.cpu_threads()?;
    let is_track = |&&node: &&NodeId| !trace.tree.node(node).kind.is_group();
    Some(AreaReport {
        span,
        n_tracks: below.iter().filter(is_track).count(),
        slices,
        states: sched::by_state(&of_threads.states),
        thread_states: of_threads.states,
        blocked: of_threads.blocked,
        ran_on: of_threads.ran_on,
        cpu_processes: sched::by_process(trace, &cpu_threads),
        cpu_threads,
        cpu_load,
        counters: area.counters()?,
        residency: area.residency()?,
        frames: area.frames()?,
        flows: area.flows()?,
        profile: profile(trace, samples.iter().copied(), span.start()),
        slice_tree,
        sample_tree: call_tree::of_samples(trace, &samples, span.start()),
    })
}

/// Leaves out the tracks of frames: expected and actual frames have one name, and the time that a frame was
/// expected to take is no time that was spent.
fn without_frames(trace: &Trace, tracks: &[bool]) -> Vec<bool> {
    let is_of_frame = |track: usize| {
        let class = trace.tracks.get(TrackId::from_index(track)).class;
        matches!(class, TrackClass::ExpectedFrames | TrackClass::ActualFrames)
    };
    let marked = tracks.iter().enumerate();
    marked
        .map(|(track, &is_in)| is_in && !is_of_frame(track))
        .collect()
}

/// What a counter was in the range.
struct Steps {
    /// Times and values, the first of them what holds at the start of the range.
    all: Vec<(i64, f64)>,
    /// The sample of the first of them.
    first: CounterId,
    /// How many samples are inside.
    count: usize,
}

impl Steps {
    /// Returns the sample of a step.
    fn sample(&self, index: usize) -> CounterId {
        CounterId::from_index(self.first.index() + index)
    }

    /// Returns whether no value is below the one before.
    fn only_grow(&self) -> bool {
        self.all.is_sorted_by(|before, after| before.1 <= after.1)
    }
}

struct Area<'a> {
    trace: &'a Trace,
    span: TimeSpan,
    /// The time in which things begin that count: see [`slices::reach`].
    reach: TimeSpan,
    nodes: &'a [NodeId],
    tracks: &'a [bool],
    cancel: &'a AtomicBool,
}

impl Area<'_> {
    fn go_on(&self) -> Option<()> {
        (!self.cancel.load(Ordering::Relaxed)).then_some(())
    }

    fn kinds(&self) -> impl Iterator<Item = &NodeKind> {
        let tree = &self.trace.tree;
        self.nodes.iter().map(|&node| &tree.node(node).kind)
    }

    /// Returns how much of a stretch lies inside, `None` if it does not touch the range: what begins
    /// inside counts, be it for no time. A stretch without an end lasts to the end of the trace.
    fn inside(&self, ts: Ts, end: Option<Ts>) -> Option<i64> {
        let end = end.unwrap_or(self.trace.known_until());
        let touches = if ts < self.span.start() {
            end > self.span.start()
        } else {
            ts < self.reach.end()
        };
        let (start, end) = (ts.max(self.span.start()), end.min(self.span.end()));
        touches.then(|| end.since(start).ns())
    }

    /// Returns the samples of selected threads and CPUs; all samples, also of threads without a track, if
    /// `is_all`.
    fn samples(&self, is_all: bool) -> Option<Vec<StackSampleId>> {
        let trace = self.trace;
        let samples = trace.stack_profile.within(self.reach);
        if samples.len() == 0 {
            return Some(Vec::new());
        }
        let (mut owners, mut cpus) = (HashSet::new(), HashSet::new());
        for &node in self.nodes {
            match trace.tree.node(node).kind {
                NodeKind::CpuSched(cpu) => _ = cpus.insert(cpu),
                NodeKind::Samples(owner) => _ = owners.insert(owner),
                _ => owners.extend(trace.thread_of_node(node).map(Scope::Thread)),
            }
        }
        self.go_on()?;
        let is_in = |&id: &StackSampleId| {
            let profile = &trace.stack_profile;
            let is_of = |cpu| cpus.contains(&cpu);
            is_all
                || owners.contains(&profile.owner(id))
                || profile.execution(id).cpu.is_some_and(is_of)
        };
        Some(samples.filter(is_in).collect())
    }

    fn counters(&self) -> Option<Vec<CounterStats>> {
        let mut counters = Vec::new();
        for &node in self.nodes {
            if let NodeKind::Counter(track) = self.trace.tree.node(node).kind
                && !self.trace.counters.are_idle_states(track)
            {
                self.go_on()?;
                counters.extend(self.counter(node, track));
            }
        }
        Some(counters)
    }

    /// Returns the end of the range, or of what is known of a counter, which comes first.
    fn known_end(&self, track: TrackId) -> i64 {
        let end = self.span.end().min(self.trace.known_until()).ns();
        let known = self.trace.counters.track(track).known_end();
        end.min(known.unwrap_or(end))
    }

    fn steps(&self, track: TrackId) -> Steps {
        let samples = self.trace.counters.track(track);
        let start = self.span.start().ns();
        let n = samples.n_valued();
        let from = samples.n_before(self.span.start()).min(n);
        let to = samples.n_before(self.reach.end()).clamp(from, n);
        // A value that a sample at the very start replaces never held inside the range.
        let first = samples.get(from).filter(|_| from < to);
        let is_replaced = first.is_some_and(|sample| sample.0 == start);
        let held = samples.n_until(self.span.start()).checked_sub(1);
        let held = held.filter(|&held| !is_replaced && held < n);
        let value = held.and_then(|held| samples.get(held));
        let value = value.map(|(_, value)| (start, value));
        let inside = samples.iter_from(from).take(to - from);
        Steps {
            first: CounterId::from_index(samples.first.index() + held.unwrap_or(from)),
            all: value.into_iter().chain(inside).collect(),
            count: to - from,
        }
    }

    fn counter(&self, node: NodeId, track: TrackId) -> Option<CounterStats> {
        let end = self.known_end(track);
        let steps = self.steps(track);
        let (&(begin, _), &(_, last)) = (steps.all.first()?, steps.all.last()?);
        // Of several samples at one time the last holds.
        let samples = self.trace.counters.track(track);
        let first = samples.value_at(Ts::from_ns(begin))?;
        let mut weighted = 0.0;
        let (mut min, mut max, mut peak) = (f64::INFINITY, f64::NEG_INFINITY, 0);
        for (index, &(ts, value)) in steps.all.iter().enumerate() {
            let until = steps.all.get(index + 1).map_or(end, |next| next.0);
            // A value that held for no time adds nothing, even an infinite one.
            if until > ts {
                weighted += value * (until - ts) as f64;
            }
            min = min.min(value);
            if value > max {
                (max, peak) = (value, index);
            }
        }
        let length = (end - begin) as f64;
        let type_name = self.trace.bytes(self.trace.tracks.get(track).type_name);
        let grown = growth::growth(samples, type_name, self.span).filter(|_| steps.only_grow());
        let grown = grown.unwrap_or_else(|| {
            let change = change(first, last);
            Growth {
                change,
                rate: (length > 0.0).then(|| change * 1e9 / length),
            }
        });
        Some(CounterStats {
            track,
            node,
            count: steps.count,
            first,
            last,
            min,
            max,
            peak: steps.sample(peak),
            mean: if length > 0.0 {
                weighted / length
            } else {
                first
            },
            change: grown.change,
            rate: grown.rate,
        })
    }

    fn frames(&self) -> Option<Vec<FrameStats>> {
        let mut by_type: BTreeMap<(i32, JankTag, bool), Vec<Timed>> = BTreeMap::new();
        for kind in self.kinds() {
            let NodeKind::ActualFrames(tracks) = kind else {
                continue;
            };
            self.go_on()?;
            let runs = tracks
                .iter()
                .flat_map(|&track| self.trace.slices.depths(track));
            for run in runs {
                let (from, to) = slices::touching(self.trace, run, Some(self.reach));
                for id in (from..to).map(|index| run.id(index)) {
                    let Some(frame) = self.trace.frames.actual_of(id) else {
                        continue;
                    };
                    let dur = self.trace.slices.dur(id);
                    let is_hidden = frame.not_counted().is_some();
                    by_type
                        .entry((frame.jank_type, frame.jank_tag, is_hidden))
                        .or_default()
                        .push((dur, id));
                }
            }
        }
        let stats = by_type
            .into_iter()
            .filter_map(|(kind, frames)| FrameStats::of(kind, &frames));
        let mut frames: Vec<FrameStats> = stats.collect();
        frames.sort_by_key(|stats| std::cmp::Reverse(stats.count));
        Some(frames)
    }

    /// A flow counts if the slice it leaves ends inside, or the slice it reaches starts inside.
    fn flows(&self) -> Option<Vec<FlowStats>> {
        let slices = &self.trace.slices;
        let is_inside = |ts: Ts| ts >= self.span.start() && ts <= self.span.end();
        let mut by_category: HashMap<String, Vec<FlowId>> = HashMap::new();
        for (index, flow) in self.trace.flows.rows().enumerate() {
            if index.is_multiple_of(4096) {
                self.go_on()?;
            }
            let leaves = slices.end(flow.from).is_some_and(is_inside)
                && self.tracks[slices.track_of(flow.from).index()];
            let reaches =
                is_inside(slices.ts(flow.to)) && self.tracks[slices.track_of(flow.to).index()];
            if flow.from != flow.to && (leaves || reaches) {
                let id = FlowId::from_index(index);
                let category = flows::category(self.trace, id);
                by_category.entry(category).or_default().push(id);
            }
        }
        let mut stats: Vec<FlowStats> = by_category
            .into_iter()
            .filter_map(|(category, flows)| {
                let first = self.trace.flows.get(*flows.first()?).from;
                Some(FlowStats {
                    category,
                    flows,
                    first,
                })
            })
            .collect();
        stats.sort_by(|a, b| (b.flows.len(), &a.category).cmp(&(a.flows.len(), &b.category)));
        Some(stats)
    }
}

#[cfg(test)]
mod tests;
