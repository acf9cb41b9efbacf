//! The trace: all tables, their bounds and what could not be imported.
//!
//! Also the rows of small tables about the recording, which have no file of their own.

use std::borrow::Cow;
use std::iter;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::advice::Advice;
use super::anrs::Anrs;
use super::args::{
    Arg, ArgSets, ArgSource, ArgValue, Callstack, Cancel, EventPos, LostArg, StoredValue, Unread,
};
use super::blocks::Blocks;
use super::chromium_frames::{self, ChromiumFrames};
use super::core_kinds::CoreKinds;
use super::correlation::Correlations;
use super::counter::CounterTable;
use super::cujs::Cujs;
use super::device::Device;
use super::flow::FlowTable;
use super::frame_slices::FrameSlices;
use super::frame_timeline::FrameTimelineTable;
use super::frames_by_time::FramesByTime;
use super::gaps::{Gaps, LostEvents};
use super::ids::{ArgSetId, CounterId, NodeId, SliceId, TrackId, Upid, Utid};
use super::issue::IssueLog;
use super::process::{NAMED_IDS, ProcessTable, SUBFRAME};
use super::sched::events::{FtraceExtent, FtraceTable};
use super::sched::{FtraceRow, LogRow, SchedTable, of_machine};
use super::skeleton::Skeleton;
use super::slice::SliceTable;
use super::sparse::SparseTable;
use super::sparse_columns::{SmapsColumn, VulkanColumn};
use super::stack_profile::StackProfile;
use super::startups::Startups;
use super::suspends::Suspends;
use super::thread_index::ThreadIndex;
use super::track::{Scope, TrackData, TrackTable};
use super::track_tree::{NodeKind, TrackTree};
use super::wall_clock::WallClock;
use super::worst_frames::WorstFrames;
use super::y_axes::YAxes;
use crate::base::intern::{StrId, StrPool};
use crate::base::time::{TimeSpan, Ts};

/// One clock of one accepted clock snapshot: a row of `clock_snapshot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockRow {
    /// The snapshot's time on the trace clock, in nanoseconds.
    pub ts: i64,
    /// The clock as recorded.
    pub clock_id: u32,
    /// The packet sequence whose clock this is, because sequences may use one id for different clocks; 0 for
    /// a clock of the machine.
    pub sequence: u32,
    /// The clock's value in nanoseconds.
    pub clock_value: i64,
    /// Index of the snapshot in the trace, from 0.
    pub snapshot_id: u32,
    /// The machine; 0 is the host.
    pub machine: u32,
}

/// The longest part of a title, in bytes: more than a command line has.
const TITLE_BYTES_MAX: usize = 1 << 14;

/// Returns the name of a well-known clock.
pub const fn clock_name(id: u32) -> Option<&'static str> {
    match id {
        1 => Some("REALTIME"),
        2 => Some("REALTIME_COARSE"),
        3 => Some("MONOTONIC"),
        4 => Some("MONOTONIC_COARSE"),
        5 => Some("MONOTONIC_RAW"),
        6 => Some("BOOTTIME"),
        9 => Some("TSC"),
        10 => Some("PERF"),
        _ => None,
    }
}

/// What the trace says of itself: rows of `metadata`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataRow {
    /// The reference's name.
    pub name: Cow<'static, str>,
    /// The value; integers in decimal.
    pub value: MetadataValue,
    /// The machine that says so; 0 is the host.
    pub machine: u32,
}

/// The value of a metadata row.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataValue {
    /// An integer.
    Int(i64),
    /// A string.
    Str(String),
    /// Nothing: the trace names it without a value.
    Missing,
}

/// Numbers about the input, for `info`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputStats {
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Bytes after decompression.
    pub trace_bytes: u64,
    /// Packets read.
    pub n_packets: u64,
    /// Packet sequences seen.
    pub n_sequences: u64,
    /// Tracks that are described, whether they have events or not.
    pub n_described: u64,
    /// The format, such as `perfetto`.
    pub format: &'static str,
}

/// How far a file has been read of which only the beginning is there yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beginning {
    /// The time of the last row.
    pub until: Ts,
    /// The share of its bytes, from 0 to 1.
    pub share: f32,
}

/// A finished or partial trace. Immutable; shared by `Arc`.
#[derive(Debug)]
pub struct Trace {
    /// Every interned string.
    pub strings: StrPool,
    /// Processes and threads.
    pub processes: ProcessTable,
    /// Track rows.
    pub tracks: TrackTable,
    /// The tree of visual tracks.
    pub tree: TrackTree,
    /// Slices, and states of state tracks.
    pub slices: SliceTable,
    /// Counter samples.
    pub counters: CounterTable,
    /// Flows.
    pub flows: FlowTable,
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
    /// Lines of the log, sorted by time.
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
    /// Decodes the arguments that were left in the file.
    pub arg_source: Arc<dyn ArgSource>,
    /// From the first to the last row of the trace, never empty.
    pub bounds: TimeSpan,
    /// Numbers about the input.
    pub input: InputStats,
    /// Whether the whole input has been imported.
    pub complete: bool,
    /// How far the file has been read, if that is only its beginning. A skeleton makes the bounds reach
    /// further.
    pub beginning: Option<Beginning>,
    /// How busy tracks are whose slices have not been imported yet.
    pub skeleton: Option<Skeleton>,
    /// Indices and sums that follow from the tables above, each made when it is first needed.
    pub(super) derived: Derived,
}

/// What follows from the tables of a trace. Each field is filled when it is first needed.
#[derive(Debug, Default)]
pub(super) struct Derived {
    sql_ids: OnceLock<SqlIds>,
    worst_frames: OnceLock<WorstFrames>,
    chromium_frames: OnceLock<ChromiumFrames>,
    blocks: OnceLock<Blocks>,
    frame_slices: OnceLock<FrameSlices>,
    core_kinds: OnceLock<CoreKinds>,
    cujs: OnceLock<Cujs>,
    startups: OnceLock<Startups>,
    anrs: OnceLock<Anrs>,
    suspends: OnceLock<Suspends>,
    gaps: OnceLock<Gaps>,
    frames_by_time: OnceLock<FramesByTime>,
    thread_index: OnceLock<ThreadIndex>,
    wall_clock: OnceLock<WallClock>,
    y_axes: OnceLock<YAxes>,
    totals: OnceLock<Totals>,
    ftrace_rows: OnceLock<Result<FtraceTable, Unread>>,
}

/// How many rows a trace has, counted as a user sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Slices, without [`Self::states`], which stand in the same table.
    pub slices: usize,
    /// States of tracks that have states.
    pub states: usize,
    /// Counters with samples, without the built-in ones, which are never shown.
    pub counters: usize,
}

/// The SQL ids of slices: their rank in the order in which the reference creates them.
#[derive(Debug)]
pub struct SqlIds {
    by_id: Vec<SliceId>,
    id_of: Vec<u32>,
}

impl SqlIds {
    /// Returns the slice with an SQL id.
    pub fn slice(&self, id: i64) -> Option<SliceId> {
        self.by_id.get(usize::try_from(id).ok()?).copied()
    }

    /// Returns the SQL id of a slice, `None` for a state.
    pub fn id(&self, slice: SliceId) -> Option<u32> {
        self.id_of
            .get(slice.index())
            .copied()
            .filter(|&id| id != u32::MAX)
    }

    /// Returns the slices in the order of their SQL ids.
    pub fn slices(&self) -> &[SliceId] {
        &self.by_id
    }
}

impl Trace {
    /// Returns the SQL ids of slices. The first call sorts all slices by time.
    pub fn sql_ids(&self) -> &SqlIds {
        self.derived.sql_ids.get_or_init(|| {
            let mut keyed: Vec<(i64, u64, u32)> = Vec::with_capacity(self.slices.len());
            for (track, range) in self.slices.tracks() {
                if self.tracks.get(track).data != TrackData::States {
                    keyed.extend(range.map(|id| {
                        let (ts, pos) = self.slices.order_key(SliceId(id));
                        (ts, pos, id)
                    }));
                }
            }
            keyed.sort_unstable();
            let mut id_of = vec![u32::MAX; self.slices.len()];
            let by_id: Vec<SliceId> = keyed.iter().map(|&(_, _, id)| SliceId(id)).collect();
            for (rank, slice) in by_id.iter().enumerate() {
                id_of[slice.index()] = rank as u32;
            }
            SqlIds { by_id, id_of }
        })
    }

    /// Returns the index of the worst frame of any stretch of time, which the first call builds.
    pub fn worst_frames(&self) -> &WorstFrames {
        self.derived
            .worst_frames
            .get_or_init(|| WorstFrames::new(self))
    }

    /// Returns the frames of Chromium. The first call finds them, and reads the arguments of each.
    pub fn chromium_frames(&self) -> &ChromiumFrames {
        let find = || ChromiumFrames::find(self, &AtomicBool::new(false));
        (self.derived.chromium_frames).get_or_init(|| find().unwrap_or_default())
    }

    /// Returns what [`Self::chromium_frames`] does; nothing if it was cancelled before they were found.
    pub fn chromium_frames_unless(&self, cancel: &AtomicBool) -> Option<&ChromiumFrames> {
        if let Some(found) = self.chromium_found() {
            return Some(found);
        }
        // Who waited for another to find them could not be cancelled.
        let found = ChromiumFrames::find(self, cancel)?;
        Some(self.derived.chromium_frames.get_or_init(|| found))
    }

    /// Finds the frames of Chromium if the trace is likely to have some, so that [`Self::chromium_found`]
    /// returns them. Returns whether it looked.
    pub fn find_chromium(&self) -> bool {
        let are_likely = chromium_frames::are_likely(self);
        if are_likely {
            self.chromium_frames();
        }
        are_likely
    }

    /// Returns the frames of Chromium if they have been found already.
    pub fn chromium_found(&self) -> Option<&ChromiumFrames> {
        self.derived.chromium_frames.get()
    }

    /// Returns the event that a report of a Chromium scroll is about; `None` before the frames are found.
    pub fn chromium_event(&self, report: SliceId) -> Option<SliceId> {
        self.chromium_found()?.event_of(report)
    }

    /// Returns until when something is known: what has no end lasts no longer than that.
    pub fn known_until(&self) -> Ts {
        match self.beginning {
            Some(beginning) => beginning.until,
            None => self.bounds.end(),
        }
    }

    /// Returns how many slices, states and counters there are. The first call looks at every track.
    pub fn totals(&self) -> Totals {
        *self.derived.totals.get_or_init(|| {
            let tracks = self.slices.tracks();
            let are_states = |track| self.tracks.get(track).data == TrackData::States;
            let states = tracks.into_iter().filter(|(track, _)| are_states(*track));
            let states = states.map(|(_, range)| range.len()).sum();
            let counters = self.counters.ranges().iter();
            let counters = counters.filter(|range| !self.tracks.get(range.0).builtin_counter);
            Totals {
                slices: self.slices.len() - states,
                states,
                counters: counters.count(),
            }
        })
    }

    /// Returns the lowest and highest finite value of the counters that share the y axis of a track;
    /// `None` if it has its own. The first call looks at every counter.
    pub fn shared_extent(&self, track: TrackId) -> Option<(f64, f64)> {
        let row = self.tracks.get(track);
        row.y_axis_share_key?;
        let axes = self.derived.y_axes.get_or_init(|| YAxes::new(self));
        axes.extent(row)
    }

    /// Adds up blocks of rows, so that every zoom is drawn equally fast. Meant for traces that are shown on a
    /// screen; without these sums only the shades of columns with many rows differ.
    pub fn build_blocks(&self) {
        self.derived.blocks.get_or_init(|| Blocks::new(self));
    }

    /// Returns the sums of blocks of rows, if they have been built.
    pub fn blocks(&self) -> Option<&Blocks> {
        self.derived.blocks.get()
    }

    /// Returns the slices that carry tokens of frames, which the first call finds.
    pub fn frame_slices(&self) -> &FrameSlices {
        self.derived
            .frame_slices
            .get_or_init(|| FrameSlices::new(self))
    }

    /// Returns which CPUs have little or big cores, which the first call finds.
    pub fn core_kinds(&self) -> &CoreKinds {
        let find = || CoreKinds::new(&self.device.cpus);
        self.derived.core_kinds.get_or_init(find)
    }

    /// Returns the critical user journeys, which the first call finds.
    pub fn cujs(&self) -> &Cujs {
        self.derived.cujs.get_or_init(|| Cujs::new(self))
    }

    /// Returns the starts of apps, which the first call finds.
    pub fn startups(&self) -> &Startups {
        self.derived.startups.get_or_init(|| Startups::new(self))
    }

    /// Returns the apps that did not respond, which the first call finds.
    pub fn anrs(&self) -> &Anrs {
        self.derived.anrs.get_or_init(|| Anrs::new(self))
    }

    /// Returns when the device was suspended, which the first call finds.
    pub fn suspends(&self) -> &Suspends {
        self.derived.suspends.get_or_init(|| Suspends::new(self))
    }

    /// Returns when the scheduling of CPUs was not recorded, which the first call finds.
    pub fn gaps(&self) -> &Gaps {
        self.derived.gaps.get_or_init(|| Gaps::new(self))
    }

    /// Returns the frames in the order of time, which the first call sorts.
    pub fn frames_by_time(&self) -> &FramesByTime {
        self.derived
            .frames_by_time
            .get_or_init(|| FramesByTime::new(self))
    }

    /// Returns the index of threads, which the first call builds.
    pub fn thread_index(&self) -> &ThreadIndex {
        self.derived
            .thread_index
            .get_or_init(|| ThreadIndex::new(self))
    }

    /// Returns what time it was.
    pub fn wall_clock(&self) -> &WallClock {
        self.derived.wall_clock.get_or_init(|| WallClock::new(self))
    }

    /// Returns the bytes of a string.
    pub fn bytes(&self, id: StrId) -> &[u8] {
        self.strings.bytes(id)
    }

    /// Returns a string as text, with invalid UTF-8 replaced. Not yet safe to show.
    pub fn text(&self, id: StrId) -> Cow<'_, str> {
        self.strings.text(id)
    }

    /// Returns a string as a part of a title: as text, cut if it is longer than anybody reads, so that many titles
    /// of one string take no more than that. Not yet safe to show.
    pub fn title(&self, id: StrId) -> Cow<'_, str> {
        let bytes = self.bytes(id);
        match bytes.get(..TITLE_BYTES_MAX) {
            Some(head) if head.len() < bytes.len() => {
                let head = String::from_utf8_lossy(head);
                // What is cut in the middle is no character.
                (head
                    .trim_end_matches(char::REPLACEMENT_CHARACTER)
                    .to_owned()
                    + "…")
                    .into()
            }
            _ => self.text(id),
        }
    }

    /// Returns the name of a slice as text, `None` if it has none.
    pub fn slice_name(&self, id: SliceId) -> Option<Cow<'_, str>> {
        self.slices.name(id).map(|name| self.text(name))
    }

    /// Returns the ids of the process and of the thread whose track holds a slice.
    pub fn pid_tid(&self, slice: SliceId) -> (Option<i64>, Option<i64>) {
        let pid = |upid| self.processes.process(upid).pid;
        let tid = |utid| self.processes.thread(utid).tid;
        (self.upid_of(slice).map(pid), self.utid_of(slice).map(tid))
    }

    /// Returns the thread whose track holds a slice.
    pub fn utid_of(&self, slice: SliceId) -> Option<Utid> {
        match self.tracks.get(self.slices.track_of(slice)).scope {
            Scope::Thread(utid) => Some(utid),
            _ => None,
        }
    }

    /// Returns the main thread of a process, if it is known.
    pub fn main_thread(&self, upid: Upid) -> Option<Utid> {
        self.thread_index().main_of(upid)
    }

    /// Returns the thread that a node of the tree is of; `None` also if there is no such node.
    pub fn thread_of_node(&self, node: NodeId) -> Option<Utid> {
        if node.index() >= self.tree.len() {
            return None;
        }
        match &self.tree.node(node).kind {
            NodeKind::Thread(utid)
            | NodeKind::ThreadStates(utid)
            | NodeKind::Samples(Scope::Thread(utid)) => Some(*utid),
            NodeKind::Slices(tracks) => match self.tracks.get(*tracks.first()?).scope {
                Scope::Thread(utid) => Some(utid),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the process whose track, or whose thread's track, holds a slice.
    pub fn upid_of(&self, slice: SliceId) -> Option<Upid> {
        match self.tracks.get(self.slices.track_of(slice)).scope {
            Scope::Process(upid) => Some(upid),
            Scope::Thread(utid) => self.processes.thread(utid).upid,
            _ => None,
        }
    }

    /// Returns the title of a slice's owner: its thread, else its process, else its track.
    pub fn owner_title(&self, slice: SliceId) -> String {
        if let Some(utid) = self.utid_of(slice) {
            return self.thread_title(utid);
        }
        if let Some(upid) = self.upid_of(slice) {
            return self.process_title(upid);
        }
        let node = self.tree.node_of_track(self.slices.track_of(slice));
        node.map(|node| self.tree.node(node).name.clone())
            .unwrap_or_default()
    }

    /// Calls `each` for every argument of a slice, in the reference's order.
    pub fn slice_args(&self, id: SliceId, each: &mut dyn FnMut(Arg<'_>)) {
        self.event_args(self.slices.pos(id), self.slices.later_pos(id), each);
    }

    /// Calls `each` for every argument of a sample of a counter, in the reference's order.
    pub fn counter_args(&self, id: CounterId, each: &mut dyn FnMut(Arg<'_>)) {
        if let Some(pos) = self.counters.pos(id) {
            self.event_args(EventPos::from_raw(pos), iter::empty(), each);
        }
    }

    /// Calls `each` for every argument of the event at `begin`, merged with those of later ones.
    fn event_args(
        &self,
        begin: EventPos,
        later: impl Iterator<Item = EventPos>,
        each: &mut dyn FnMut(Arg<'_>),
    ) {
        match begin.stored_set() {
            Some(set) => self.stored_args(set, each),
            None => self.arg_source.args(&begin.arg_place(later), each),
        }
    }

    /// Returns what the events of a slice carry that is no argument because it cannot be read.
    pub fn slice_lost_args(&self, id: SliceId) -> Vec<LostArg> {
        let place = self.slices.pos(id).arg_place(self.slices.later_pos(id));
        self.arg_source.lost_args(&place)
    }

    /// Returns what a sample of a counter carries that is no argument because it cannot be read.
    pub fn counter_lost_args(&self, id: CounterId) -> Vec<LostArg> {
        let pos = self.counters.pos(id).map(EventPos::from_raw);
        let place = pos.map(|pos| pos.arg_place(iter::empty()));
        self.arg_source.lost_args(&place.unwrap_or_default())
    }

    /// Returns the hash of what correlates a slice with others, by which the slice is coloured; `None` if
    /// nothing does. If several events of the slice have one, that of the last counts, as with other arguments.
    pub fn correlation_hash(&self, id: SliceId) -> Option<i32> {
        if self.correlations.is_empty() {
            return None;
        }
        let mut later = self.slices.later_pos(id).rev();
        let of_later = later.find_map(|pos| self.correlations.get(pos));
        of_later.or_else(|| self.correlations.get(self.slices.pos(id)))
    }

    /// Returns the call stacks of the events that began and ended a slice; often both have no frames. Of a
    /// state it is the one that it began with: what it is updated with ends nothing.
    pub fn callstacks(&self, id: SliceId) -> [Callstack; 2] {
        let of_event = |pos: Option<EventPos>| {
            let offset = pos.and_then(EventPos::decodable_offset);
            offset.map_or_else(Callstack::default, |at| self.arg_source.callstack(at))
        };
        let track = self.tracks.get(self.slices.track_of(id));
        let end = self.slices.later_pos(id).next();
        let end = end.filter(|_| track.data != TrackData::States);
        [of_event(Some(self.slices.pos(id))), of_event(end)]
    }

    /// Returns the rows of ftrace events, sorted by time. The first call reads the trace once more,
    /// unless `cancel`, which is called often, says stop.
    pub fn ftrace_rows(&self, cancel: Cancel<'_>) -> Result<&FtraceTable, Unread> {
        let rows = match self.derived.ftrace_rows.get() {
            Some(rows) => rows,
            None => match self.read_ftrace(cancel) {
                Err(Unread::Cancelled) => return Err(Unread::Cancelled),
                rows => self.derived.ftrace_rows.get_or_init(|| rows),
            },
        };
        rows.as_ref().map_err(|&why| why)
    }

    fn read_ftrace(&self, cancel: Cancel<'_>) -> Result<FtraceTable, Unread> {
        if self.ftrace.is_empty() {
            return Ok(FtraceTable::default());
        }
        let rows = self.arg_source.ftrace_rows(cancel)?;
        let n_strings = self.strings.len();
        let is_same = rows.extent() == self.ftrace
            && rows.names().all(|name| (name.get() as usize) < n_strings);
        if is_same {
            Ok(rows)
        } else {
            Err(Unread::Changed)
        }
    }

    /// Calls `each` for every field of an ftrace event.
    pub fn ftrace_args(&self, row: &FtraceRow, each: &mut dyn FnMut(Arg<'_>)) {
        let prev_comm = row.prev_comm.map(|name| self.bytes(name));
        self.arg_source
            .ftrace(row, (self.bytes(row.name), prev_comm), each);
    }

    /// Calls `each` for every argument of a set held in memory.
    pub fn stored_args(&self, set: ArgSetId, each: &mut dyn FnMut(Arg<'_>)) {
        for arg in self.arg_sets.get(set) {
            let value = match arg.value {
                StoredValue::Null => ArgValue::Null,
                StoredValue::Str(None) => ArgValue::NoStr,
                StoredValue::Int(v) => ArgValue::Int(v),
                StoredValue::Uint(v) => ArgValue::Uint(v),
                StoredValue::Real(v) => ArgValue::Real(v),
                StoredValue::Bool(v) => ArgValue::Bool(v),
                StoredValue::Str(Some(id)) => ArgValue::Str(self.bytes(id).into()),
            };
            each(Arg {
                flat_key: self.text(arg.flat_key),
                key: self.text(arg.key),
                value,
            });
        }
    }

    /// Returns what samples of an owner are called: by who took them, if that was always the same profiler.
    pub fn samples_title(&self, owner: Scope) -> String {
        let profile = &self.stack_profile;
        let mut sources = (profile.of(owner).iter()).map(|&id| profile.profiler(id).source);
        let first = sources.next().flatten();
        let is_same = sources.all(|source| source == first);
        match first.filter(|_| is_same).map(|source| self.text(source)) {
            Some(source) => match &*source {
                "linux.perf" => "CPU samples".to_owned(),
                "chrome" => "Chromium samples".to_owned(),
                "legacy_v8" => "JS samples".to_owned(),
                source => format!("{source} samples"),
            },
            None => "Samples".to_owned(),
        }
    }

    /// Returns the name of a thread as the reference's UI shows it: `name tid` or `Thread tid`.
    pub fn thread_title(&self, utid: Utid) -> String {
        let machine = self.processes.thread(utid).machine;
        self.thread_on_its_machine(utid) + &of_machine(machine)
    }

    /// Returns the title of a thread without the machine, for places that name the machine already.
    pub fn thread_on_its_machine(&self, utid: Utid) -> String {
        let thread = self.processes.thread(utid);
        match thread.name.filter(|&name| name != StrId::EMPTY) {
            Some(name) if NAMED_IDS.contains(&thread.tid) => self.title(name).into_owned(),
            Some(name) => format!("{} {}", self.title(name), thread.tid),
            None => format!("Thread {}", thread.tid),
        }
    }

    /// Returns the name of a process as the reference's UI shows it: without the directory of a path. Of a
    /// whole command line only the program is kept, and the kind of process in Chromium's `--type`.
    pub fn process_title(&self, upid: Upid) -> String {
        let machine = self.processes.process(upid).machine;
        self.process_on_its_machine(upid) + &of_machine(machine)
    }

    /// Returns the labels that a process of Chromium has, such as the titles of its pages, else the addresses of
    /// these, once they are found; empty if none. A page and the frames in it label the process in turn: of a
    /// process that has a page the frames in it are left out.
    pub fn process_labels(&self, upid: Upid) -> String {
        let (mut labels, mut subframes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let process = self.processes.process(upid);
        if let Some(set) = process.args {
            self.stored_args(set, &mut |arg| {
                if let ("chrome.process_label", ArgValue::Str(text)) = (&*arg.flat_key, &arg.value)
                    && !text.is_empty()
                {
                    let of_frame = text.starts_with(SUBFRAME);
                    let labels = if of_frame {
                        &mut subframes
                    } else {
                        &mut labels
                    };
                    labels.push(String::from_utf8_lossy(text).into_owned());
                }
            });
        }
        if labels.is_empty() {
            labels.extend(
                process
                    .page_label
                    .map(|label| self.text(label).into_owned()),
            );
        }
        if labels.is_empty() {
            let found = self.chromium_found().map(|found| found.pages_of(upid));
            labels.extend_from_slice(found.unwrap_or_default());
        }
        let shown = if labels.is_empty() { subframes } else { labels };
        shown.join(" · ")
    }

    /// Returns the title of a process without the machine, for places that name the machine already.
    pub fn process_on_its_machine(&self, upid: Upid) -> String {
        let process = self.processes.process(upid);
        match process.name.filter(|&name| name != StrId::EMPTY) {
            Some(name) => {
                let name = self.title(name);
                let short = match name.strip_prefix('/') {
                    Some(rest) => program(rest),
                    None => name,
                };
                if NAMED_IDS.contains(&process.pid) {
                    short.into_owned()
                } else {
                    format!("{short} {}", process.pid)
                }
            }
            None => format!("Process {}", process.pid),
        }
    }
}

/// Returns the program of a command line, without directories and options, followed by the value of `--type`.
fn program(command: &str) -> Cow<'_, str> {
    let (path, options) = command.split_once(" -").unwrap_or((command, ""));
    let name = path.rsplit('/').next().unwrap_or(path);
    let kind = options
        .split(' ')
        .find_map(|option| option.trim_start_matches('-').strip_prefix("type="));
    match kind {
        Some(kind) => format!("{name} {kind}").into(),
        None => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;

    #[test]
    fn of_a_command_line_the_title_says_what_runs() {
        let chromium = "/usr/lib/chromium/chromium";
        let titles = [
            (chromium.to_owned(), "chromium 1"),
            (
                format!("{chromium} --type=renderer --user-data-dir=/tmp/chr-PJ --x=/a"),
                "chromium renderer 1",
            ),
            (
                format!("{chromium} --x=/a/b --type=gpu-process"),
                "chromium gpu-process 1",
            ),
            (
                "/usr/bin/python3 /home/me/run.py --all".to_owned(),
                "run.py 1",
            ),
            ("/opt/My App/app one".to_owned(), "app one 1"),
            ("com.example:tab".to_owned(), "com.example:tab 1"),
            ("a -b /c".to_owned(), "a -b /c 1"),
        ];
        for (name, title) in titles {
            let mut b = TraceBuilder::new();
            let process = b.process(1, &name);
            assert_eq!(b.finish().process_title(process), title);
        }
    }

    #[test]
    fn a_number_that_stands_for_a_name_is_not_shown_beside_it() {
        let mut b = TraceBuilder::new();
        let [spans, app] = [NAMED_IDS.start + 5, 7].map(|pid| b.process(pid, "app"));
        let threads = [(spans, NAMED_IDS.start + 6), (app, 8)];
        let threads = threads.map(|(process, tid)| b.thread(process, tid, "main"));
        let trace = b.finish();
        assert_eq!(
            [spans, app].map(|upid| trace.process_title(upid)),
            ["app", "app 7"]
        );
        assert_eq!(
            threads.map(|utid| trace.thread_title(utid)),
            ["main", "main 8"]
        );
    }
}
