//! Builds a [`Trace`]: used by `import`, and by tests that need a trace in memory (`by_hand`).
//!
//! Tables are filled in any order; [`TraceBuilder::finish`] does not sort them, but derives what follows from
//! them: bounds and the track tree.

mod by_hand;

use std::hash::BuildHasher as _;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::advice::Advice;
use super::args::{ArgSets, ArgSource, NoArgs};
use super::correlation::Correlations;
use super::counter::CounterTable;
use super::device::Device;
use super::flow::{FlowRows, FlowTable, MadeFlows, MakeFlows};
use super::frame_timeline::FrameTimelineTable;
use super::gaps::LostEvents;
use super::ids::{LabelId, SliceId, TrackId, Upid};
use super::issue::IssueLog;
use super::lost_ends;
use super::process::{Process, ProcessTable, Thread};
use super::sched::events::FtraceExtent;
use super::sched::{LogRow, SchedTable};
use super::skeleton::Skeleton;
use super::slice::{Label, SliceTable};
use super::sparse::SparseTable;
use super::sparse_columns::{SmapsColumn, VulkanColumn};
use super::stack_profile::StackProfile;
use super::trace::{Beginning, ClockRow, Derived, InputStats, MetadataRow, Trace};
use super::track::TrackTable;
use super::track_tree::TrackTree;
use crate::base::intern::{StrId, StrPool};
use crate::base::time::{TimeSpan, Ts};

/// The tables of a trace under construction.
#[derive(Debug)]
pub struct TraceBuilder {
    /// Every interned string.
    pub strings: StrPool,
    /// Processes and threads; rows 0 are the idle ones.
    pub processes: ProcessTable,
    /// Track rows.
    pub tracks: TrackTable,
    /// Slices; labels are set by [`Self::finish`].
    pub slices: SliceTable,
    /// Labels of slices.
    pub labels: LabelPool,
    /// Counter samples.
    pub counters: CounterTable,
    /// Flow rows in emission order.
    pub flows: FlowRows,
    /// The slices where flow ids were started that never reached a second one.
    pub unfinished_flows: Vec<SliceId>,
    /// Makes all flows, in place of `flows`, if that takes the slices of the trace.
    pub late_flows: Option<Box<dyn MakeFlows>>,
    /// Android frames.
    pub frames: FrameTimelineTable,
    /// Scheduling.
    pub sched: SchedTable,
    /// The ids that machines were recorded with, the host first.
    pub machines: Vec<u32>,
    /// When kernel events of CPUs were lost, in any order.
    pub lost_events: Vec<LostEvents>,
    /// What of the configuration was unwise.
    pub advice: Vec<Advice>,
    /// What is known of the device.
    pub device: Device,
    /// The Android log, sorted by time.
    pub logs: Vec<LogRow>,
    /// Rows of `vulkan_memory_allocations`, without ids.
    pub vulkan_memory: SparseTable<VulkanColumn>,
    /// Rows of `profiler_smaps`, without ids.
    pub smaps: SparseTable<SmapsColumn>,
    /// How many ftrace events there are, and when.
    pub ftrace: FtraceExtent,
    /// Call stacks of profilers.
    pub stack_profile: StackProfile,
    /// Hashes of what correlates events, by which their slices are coloured.
    pub correlations: Correlations,
    /// Clock snapshots.
    pub clocks: Vec<ClockRow>,
    /// What the trace says of itself.
    pub metadata: Vec<MetadataRow>,
    /// What could not be imported.
    pub issues: IssueLog,
    /// Argument sets held in memory.
    pub arg_sets: ArgSets,
    /// Decodes the arguments left in the file.
    pub arg_source: Arc<dyn ArgSource>,
    /// Numbers about the input.
    pub input: InputStats,
    /// Whether the whole input has been imported.
    pub complete: bool,
    /// The share of the file that was read, from 0 to 1, if that was only its beginning.
    pub share_read: Option<f32>,
    /// How busy tracks are whose slices have not been imported yet.
    pub skeleton: Option<Skeleton>,
}

/// Returns the hash of a label as one number, which is hashed in one go.
fn hash_of(hasher: &DefaultHashBuilder, label: Label) -> u64 {
    let number = |id: Option<StrId>| id.map_or(0, |id| u64::from(id.get()) + 1);
    hasher.hash_one(number(label.category) << 32 | number(label.name))
}

/// Stands for no label.
const NO_LABEL: LabelId = LabelId(u32::MAX);

/// Distinct labels.
#[derive(Clone, Debug, Default)]
pub struct LabelPool {
    labels: Vec<Label>,
    /// The first label with each name, by the name: in some traces nearly every slice has a name of its own,
    /// and most names have one label only.
    first_of: Vec<LabelId>,
    /// Ids of the other labels by their hashes.
    table: HashTable<LabelId>,
    hasher: DefaultHashBuilder,
    /// Names that are replaced by others; most traces have none.
    renamed: HashMap<StrId, StrId>,
}

impl LabelPool {
    /// Gives labels with the name `from` that are added from now on the name `to`.
    pub fn rename(&mut self, from: StrId, to: StrId) {
        self.renamed.insert(from, to);
    }

    /// Returns the id of a label, adding it if it is new.
    pub fn intern(&mut self, mut label: Label) -> LabelId {
        if !self.renamed.is_empty()
            && let Some(name) = &mut label.name
        {
            *name = self.renamed.get(name).copied().unwrap_or(*name);
        }
        let next = LabelId::from_index(self.labels.len());
        let Some(name) = label.name else {
            return self.intern_other(label);
        };
        if self.first_of.len() <= name.index() {
            self.first_of.resize(name.index() + 1, NO_LABEL);
        }
        let first = &mut self.first_of[name.index()];
        if *first == NO_LABEL {
            *first = next;
            self.labels.push(label);
            return next;
        }
        if self.labels[first.index()] == label {
            return *first;
        }
        self.intern_other(label)
    }

    /// Returns the id of a label that is not the first with its name, or has none, adding it if it is new.
    fn intern_other(&mut self, label: Label) -> LabelId {
        let hash = hash_of(&self.hasher, label);
        let labels = &self.labels;
        let is_same = |id: &LabelId| labels[id.index()] == label;
        if let Some(&id) = self.table.find(hash, is_same) {
            return id;
        }
        let id = LabelId::from_index(self.labels.len());
        self.labels.push(label);
        let (labels, hasher) = (&self.labels, &self.hasher);
        self.table
            .insert_unique(hash, id, |id| hash_of(hasher, labels[id.index()]));
        id
    }

    /// Returns all labels, in the order of their ids.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns a label.
    pub fn get(&self, id: LabelId) -> Label {
        self.labels[id.index()]
    }

    /// Returns the labels by id.
    pub fn into_labels(self) -> Vec<Label> {
        self.labels
    }
}

impl Default for TraceBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl TraceBuilder {
    /// Returns empty tables with the idle process and thread.
    pub fn new() -> Self {
        let mut strings = StrPool::new();
        let swapper = strings.intern(b"swapper");
        let processes = ProcessTable {
            processes: vec![Process::default()],
            threads: vec![Thread {
                name: Some(swapper),
                upid: Some(Upid(0)),
                is_main: Some(true),
                ..Thread::default()
            }],
        };
        Self {
            strings,
            processes,
            tracks: TrackTable::default(),
            slices: SliceTable::default(),
            labels: LabelPool::default(),
            counters: CounterTable::default(),
            flows: FlowRows::default(),
            unfinished_flows: Vec::new(),
            late_flows: None,
            frames: FrameTimelineTable::default(),
            sched: SchedTable::default(),
            machines: vec![0],
            lost_events: Vec::new(),
            advice: Vec::new(),
            device: Device::default(),
            logs: Vec::new(),
            vulkan_memory: SparseTable::default(),
            smaps: SparseTable::default(),
            ftrace: FtraceExtent::default(),
            stack_profile: StackProfile::default(),
            correlations: Correlations::default(),
            clocks: Vec::new(),
            metadata: Vec::new(),
            issues: IssueLog::default(),
            arg_sets: ArgSets::default(),
            arg_source: Arc::new(NoArgs),
            input: InputStats::default(),
            complete: true,
            share_read: None,
            skeleton: None,
        }
    }

    /// Interns a string.
    pub fn str(&mut self, text: &str) -> StrId {
        self.strings.intern(text.as_bytes())
    }

    /// Derives flows, bounds and track tree and returns the trace.
    pub fn finish(mut self) -> Trace {
        let flows = self.take_flows();
        let mut trace = self.into_tables();
        trace.tree = TrackTree::build(&trace);
        let MadeFlows {
            rows,
            unfinished,
            issues,
        } = flows.make(&trace.slices);
        trace.issues.merge(issues);
        trace.flows = FlowTable::new(rows, unfinished);
        trace
    }

    /// Takes out the flows.
    pub fn take_flows(&mut self) -> Box<dyn MakeFlows> {
        let rows = std::mem::take(&mut self.flows);
        let unfinished = std::mem::take(&mut self.unfinished_flows);
        match self.late_flows.take() {
            Some(late) => late,
            None => Box::new(MadeFlows {
                rows,
                unfinished,
                issues: IssueLog::default(),
            }),
        }
    }

    /// Derives bounds and returns the trace, which has neither flows nor a track tree yet.
    pub fn into_tables(self) -> Trace {
        let mut slices = self.slices;
        let labels = self.labels.into_labels();
        // The importer interns labels elsewhere and has set them already.
        if !labels.is_empty() {
            slices.set_labels(labels);
        }
        let mut stack_profile = self.stack_profile;
        stack_profile.order();
        let mut trace = Trace {
            strings: self.strings,
            processes: self.processes,
            tree: TrackTree::new(self.tracks.len()),
            tracks: self.tracks,
            slices,
            counters: self.counters,
            flows: FlowTable::default(),
            frames: self.frames,
            sched: self.sched,
            machines: self.machines,
            lost_events: self.lost_events,
            advice: self.advice,
            device: self.device,
            logs: self.logs,
            vulkan_memory: self.vulkan_memory,
            smaps: self.smaps,
            ftrace: self.ftrace,
            stack_profile,
            correlations: self.correlations,
            clocks: self.clocks,
            metadata: self.metadata,
            issues: self.issues,
            arg_sets: self.arg_sets,
            arg_source: self.arg_source,
            bounds: TimeSpan::default(),
            input: self.input,
            complete: self.complete,
            beginning: None,
            skeleton: self.skeleton,
            derived: Derived::default(),
        };
        let known = extent(&trace);
        let until = known.map(|(_, until)| Ts::from_ns(until));
        let read = until.zip(self.share_read);
        trace.beginning = read.map(|(until, share)| Beginning { until, share });
        trace.bounds = bounds(known, trace.skeleton.as_ref());
        let is_idle =
            |&track: &TrackId| trace.bytes(trace.tracks.get(track).type_name) == b"cpu_idle";
        let ranges = trace.counters.ranges().iter();
        let idle: Vec<TrackId> = ranges.map(|range| range.0).filter(is_idle).collect();
        for track in idle {
            trace.counters.set_idle_states(track);
        }
        let lost = lost_ends::find(&trace);
        trace.slices.set_lost_ends(lost);
        trace
    }
}

/// Returns when the first row of a trace begins and the last one ends, as the reference has it:
/// unfinished rows count as empty.
fn extent(trace: &Trace) -> Option<(i64, i64)> {
    let mut start = i64::MAX;
    let mut end = i64::MIN;
    let mut cover = |ts: Ts, ts_end: Ts| {
        start = start.min(ts.ns());
        end = end.max(ts_end.ns());
    };
    if let Some((first, last)) = trace.slices.extent() {
        cover(first, last);
    }
    for &(track, _, _) in trace.counters.ranges() {
        let samples = trace.counters.track(track);
        let last = samples.len().checked_sub(1);
        if let (Some(first), Some(last)) = (samples.get(0), last.and_then(|at| samples.get(at))) {
            cover(Ts::from_ns(first.0), Ts::from_ns(last.0));
        }
    }
    if let Some((first, last)) = trace.sched.extent() {
        cover(first, last);
    }
    for row in &trace.logs {
        cover(row.ts, row.ts);
    }
    let samples = &trace.stack_profile.samples;
    if let (Some(first), Some(last)) = (samples.first(), samples.last()) {
        cover(first.ts, last.ts);
    }
    if let Some((first, last)) = trace.ftrace.ends() {
        cover(first, last);
    }
    (start <= end).then_some((start, end))
}

/// Returns the bounds of a trace with such rows, which reach as far as its skeleton; an empty span is
/// widened by 1 ns.
fn bounds(known: Option<(i64, i64)>, skeleton: Option<&Skeleton>) -> TimeSpan {
    let outlined = skeleton.map(|all| (all.span().start().ns(), all.span().end().ns()));
    let both = known.into_iter().chain(outlined);
    let all = both.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let Some((start, mut end)) = all else {
        return TimeSpan::default();
    };
    if start == end {
        end = end.saturating_add(1);
    }
    TimeSpan::new(Ts::from_ns(start), Ts::from_ns(end))
}
