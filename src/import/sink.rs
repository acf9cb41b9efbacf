//! What importers write into: event lists per track, counters, processes, rows.
//!
//! Importers of cold or sequential formats (ftrace, JSON, FrameTimeline, legacy
//! events) call the methods below in trace time order. Nothing is stacked yet:
//! begin and end events are appended to the list of their track, and
//! `import/stack.rs` later sorts a list where it must and nests it. So two
//! formats can write to one track, and an end needs no slice to exist.

pub mod events;
pub mod samples;

use std::borrow::Cow;

use hashbrown::HashMap;

use self::events::SliceEvents;
use self::samples::Samples;
use super::frame_timeline::slices::{FramePlace, FrameTrack};
use super::ftrace::generic::GenericEvents;
use super::process_tracker::ProcessTracker;
use super::stack::Stacked;
use super::stacks::Stacks;
use crate::base::cut::start_of;
use crate::base::intern::{StrId, StrPool};
use crate::base::time::Ts;
use crate::model::advice::Advice;
use crate::model::args::{ArgSets, EventPos, StoredArg, StoredValue};
use crate::model::builder::LabelPool;
use crate::model::device::{CpuRow, Device};
use crate::model::frame_timeline::{ActualFrame, ExpectedFrame, PlannedAgain};
use crate::model::gaps::LostEvents;
use crate::model::ids::{ArgSetId, LabelId, SliceId, Upid, Utid};
use crate::model::issue::IssueLog;
use crate::model::sched::events::FtraceTable;
use crate::model::sched::rows::Rows;
use crate::model::sched::wakeups::SpuriousWakeups;
use crate::model::sched::{LogRow, SchedSlice, ThreadState, cpu_of};
use crate::model::slice::Label;
use crate::model::sparse::SparseTable;
use crate::model::sparse_columns::{SmapsColumn, VulkanColumn};
use crate::model::trace::{MetadataRow, MetadataValue};
use crate::model::track::{Scope, Track, TrackClass, TrackData};
use crate::typed_id;

/// The least that a track takes in memory until it is built.
const TRACK_BYTES: u64 = 512;

typed_id! {
    /// A track under construction. Final ids are given in creation order when the import ends.
    SinkTrack
}

/// When and where an event stands in the trace.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Trace time in nanoseconds.
    pub ts: i64,
    /// The offset of its bytes.
    pub offset: u64,
}

impl At {
    /// Returns when.
    pub fn time(self) -> Ts {
        Ts::from_ns(self.ts)
    }

    /// Returns where, for an event without arguments.
    pub fn pos(self) -> EventPos {
        EventPos::bare(self.offset)
    }

    /// Returns the order key of a track that this event is the first to need.
    pub fn created(self) -> (i64, u64) {
        (self.ts, self.offset)
    }
}

/// What an event does to its track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Opens a slice.
    Begin,
    /// Closes the innermost open slice that matches the label; see [`SliceEvent::label`].
    End,
    /// A slice without duration.
    Instant,
    /// A whole slice, whose duration is in [`SliceEvent::dur`].
    Complete,
}

/// An event on a slice track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliceEvent {
    /// When it happened, in nanoseconds.
    pub ts: i64,
    /// Its position, which orders events with equal times.
    pub pos: EventPos,
    /// What it does to its track.
    pub kind: EventKind,
    /// Name and category. An end closes only a slice whose name and category equal those that
    /// the end carries; [`LabelPool`]'s label without name and category matches any.
    pub label: LabelId,
    /// The duration of a complete event, in nanoseconds.
    pub dur: i64,
    /// CPU time of the thread: absolute, or of a complete event its start.
    pub thread_ts: Option<i64>,
    /// CPU time that a complete event took. On an end, `Some` says that a thread time of zero is
    /// kept, which track events leave out.
    pub thread_dur: Option<i64>,
    /// How many instructions the thread has executed: absolute, or of a complete event at its start.
    pub instructions: Option<i64>,
    /// How many instructions a complete event took.
    pub instructions_took: Option<i64>,
    /// Whether the event carries arguments, so that an end keeps its position.
    pub has_args: bool,
}

impl SliceEvent {
    /// Returns whether the event only begins or ends a slice.
    #[inline]
    pub fn is_bare(&self) -> bool {
        let is_end = matches!(self.kind, EventKind::Begin | EventKind::End);
        is_end && !self.has_args && self.thread_ts.is_none() && self.instructions.is_none()
    }
}

/// A flow step: an event takes part in the flow `id` of a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowStep {
    /// The track of the event.
    pub track: SinkTrack,
    /// When, in nanoseconds.
    pub ts: i64,
    /// The position of the event, which must be that of a [`SliceEvent`] on `track` for [`FlowBind::Event`],
    /// and otherwise orders the step among these.
    pub pos: EventPos,
    /// Which slice takes part.
    pub bind: FlowBind,
    /// What the step does to the flow.
    pub kind: FlowKind,
    /// The flow.
    pub id: FlowKey,
}

/// Which slice a flow step binds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowBind {
    /// The slice that the event at the same position began or ended.
    Event,
    /// The slice that is on top of the track's stack at that time.
    Enclosing,
    /// The next slice that begins on the track.
    Next,
}

/// What a flow step does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlowKind {
    /// Starts the flow, or continues it if it is active (TrackEvent flow ids).
    #[default]
    StartOrStep,
    /// Continues an active flow and ends it; ignored if it is not active (terminating flow ids).
    Terminate,
    /// Starts the flow; an active one is an issue (legacy `s`, `OUT`).
    Start,
    /// Continues an active flow (legacy `t`, `INOUT`).
    Step,
    /// Reaches the target of an active flow, which stays active (legacy `f`, `IN`).
    End,
}

/// Names a flow: ids of different spaces never meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlowKey {
    /// A TrackEvent flow id or a legacy `bind_id`.
    Id(u64),
    /// A legacy v1 flow: id, and the label that holds its name and category.
    Legacy(u64, LabelId),
}

/// A flow between two events that an importer has paired itself, such as those of binder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectFlow {
    /// Track and position of the begin event that it leaves.
    pub from: (SinkTrack, EventPos),
    /// Track and position of the begin event that it reaches.
    pub to: (SinkTrack, EventPos),
    /// Time and position by which it is ordered among flows.
    pub order: (i64, u64),
}

/// Frames of one kind whose slices have no ids yet, so that the slices in their rows mean nothing.
#[derive(Debug)]
pub struct Unbound<T> {
    places: Vec<FramePlace>,
    rows: Vec<T>,
}

impl<T> Default for Unbound<T> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl<T> Unbound<T> {
    /// Adds a frame. Returns its index.
    pub(in crate::import) fn push(&mut self, place: FramePlace, row: T) -> u32 {
        self.places.push(place);
        self.rows.push(row);
        self.rows.len() as u32 - 1
    }

    /// Returns the frames.
    #[cfg(test)]
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// Returns where the slices of the frames are.
    pub(in crate::import) fn places(&self) -> &[FramePlace] {
        &self.places
    }

    /// Returns the frames with their slices: `slice_of` tells where the slice at a place went, `set`
    /// gives it to a frame.
    pub(in crate::import) fn bound(
        self,
        slice_of: impl Fn(FramePlace) -> SliceId,
        set: impl Fn(&mut T, SliceId),
    ) -> Vec<T> {
        let Self { places, mut rows } = self;
        for (row, place) in rows.iter_mut().zip(places) {
            set(row, slice_of(place));
        }
        rows
    }
}

/// A flow from a surface frame to the display frame that shows it, as indices of actual frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameFlow {
    /// The frame that the flow leaves.
    pub from: u32,
    /// The frame that the flow reaches.
    pub to: u32,
}

/// Frames that wait for the ids of their slices.
#[derive(Debug, Default)]
pub struct PendingFrames {
    /// The tracks of the frames, with their slices.
    pub(in crate::import) tracks: Vec<FrameTrack>,
    /// Frames as they were planned.
    pub expected: Unbound<ExpectedFrame>,
    /// Planned frames that have no slices, because others have their tokens.
    pub left_out: Vec<PlannedAgain>,
    /// Frames as they happened.
    pub actual: Unbound<ActualFrame>,
    /// Flows between actual frames, in the order of time.
    pub flows: Vec<FrameFlow>,
}

/// How many bytes of a name stand in other names at most.
const NAME_IN_NAME_MAX: usize = 256;

/// Everything that importers fill.
#[derive(Debug)]
pub struct Sink {
    /// Every interned string.
    pub strings: StrPool,
    /// Names and categories of slices.
    pub labels: LabelPool,
    /// The label without name and category.
    pub no_label: LabelId,
    /// Processes and threads; also which machine is being imported.
    pub processes: ProcessTracker,
    /// Tracks in creation order of this sink, with when each was created.
    pub tracks: Vec<(Track, (i64, u64))>,
    by_key: HashMap<(u32, StrId, Scope, Option<StrId>), SinkTrack>,
    /// Counters of how much memory of a GPU a process has, by process and GPU.
    pub(in crate::import) gpu_memory: HashMap<(Upid, u32), SinkTrack>,
    /// Counters of how fast devices other than CPUs are clocked, by machine and device.
    pub(in crate::import) device_frequency: HashMap<(u32, StrId), SinkTrack>,
    /// Events per track.
    pub events: Vec<SliceEvents>,
    /// Samples per track; of most tracks there are none.
    pub samples: Vec<Option<Box<Samples>>>,
    /// Steps of flows.
    pub flow_steps: Vec<FlowStep>,
    /// Flows that are already paired.
    pub direct_flows: Vec<DirectFlow>,
    /// Frames that wait for the ids of their slices.
    pub frames: PendingFrames,
    /// The slices of tracks whose importers nested them themselves.
    pub(super) stacked: Vec<(SinkTrack, Stacked)>,
    /// The next number for a group of tracks: see [`Self::new_group`].
    pub next_group: u32,
    tracks_max: usize,
    /// Whether there were more tracks than memory for them: what would be on the others is on a wrong one.
    pub is_full: bool,
    /// Argument sets held in memory.
    pub arg_sets: ArgSets,
    /// Arguments of processes, as they came.
    pub process_args: Vec<(Upid, StoredArg)>,
    /// Rows of `sched`.
    pub sched: Rows<SchedSlice>,
    /// Rows of `thread_state`.
    pub thread_states: Rows<ThreadState>,
    /// Rows of `spurious_sched_wakeup`.
    pub spurious_wakeups: SpuriousWakeups,
    /// When kernel events of CPUs were lost.
    pub lost_events: Vec<LostEvents>,
    /// What of the configuration was unwise.
    pub advice: Vec<Advice>,
    /// What is known of the device.
    pub device: Device,
    /// The index of each CPU in the rows of `device`.
    cpu_rows: HashMap<u32, usize>,
    /// The Android log.
    pub logs: Vec<LogRow>,
    /// What happened to memory of Vulkan.
    pub vulkan_memory: SparseTable<VulkanColumn>,
    /// What mappings of processes hold.
    pub smaps: SparseTable<SmapsColumn>,
    /// Ftrace events.
    pub ftrace: FtraceTable,
    /// Call stacks and the samples that name them.
    pub stacks: Stacks,
    /// Ftrace events that the trace describes.
    pub generic_events: GenericEvents,
    /// What the trace says of itself.
    pub metadata: Vec<MetadataRow>,
    /// The index in `metadata` of what [`Self::set_metadata`] has set, by name and machine.
    metadata_rows: HashMap<(&'static str, u32), usize>,
    /// What Chromium says of itself, under names of its own.
    pub chrome_metadata: Vec<MetadataRow>,
    /// What could not be imported.
    pub issues: IssueLog,
}

impl Default for Sink {
    fn default() -> Self {
        Self::new()
    }
}

impl Sink {
    /// Returns an empty sink.
    pub fn new() -> Self {
        Self::with(StrPool::new())
    }

    /// Returns an empty sink that goes on with the strings of a pool.
    pub fn with(mut strings: StrPool) -> Self {
        let swapper = strings.intern(b"swapper");
        let mut labels = LabelPool::default();
        let no_label = labels.intern(Label::default());
        Self {
            strings,
            labels,
            no_label,
            processes: ProcessTracker::new(swapper),
            tracks: Vec::new(),
            by_key: HashMap::new(),
            gpu_memory: HashMap::new(),
            device_frequency: HashMap::new(),
            events: Vec::new(),
            samples: Vec::new(),
            flow_steps: Vec::new(),
            direct_flows: Vec::new(),
            frames: PendingFrames::default(),
            stacked: Vec::new(),
            next_group: 0,
            tracks_max: usize::MAX,
            is_full: false,
            arg_sets: ArgSets::default(),
            process_args: Vec::new(),
            sched: Rows::default(),
            thread_states: Rows::default(),
            spurious_wakeups: SpuriousWakeups::default(),
            lost_events: Vec::new(),
            advice: Vec::new(),
            device: Device::default(),
            cpu_rows: HashMap::new(),
            logs: Vec::new(),
            vulkan_memory: SparseTable::default(),
            smaps: SparseTable::default(),
            ftrace: FtraceTable::default(),
            stacks: Stacks::default(),
            generic_events: GenericEvents::default(),
            metadata: Vec::new(),
            metadata_rows: HashMap::new(),
            chrome_metadata: Vec::new(),
            issues: IssueLog::default(),
        }
    }

    /// Interns a name and category.
    pub fn label(&mut self, name: Option<&[u8]>, category: Option<&[u8]>) -> LabelId {
        let name = name.map(|name| self.strings.intern(name));
        let category = category.map(|category| self.strings.intern(category));
        self.labels.intern(Label { name, category })
    }

    /// Lets there be no more tracks than fit into so many bytes of memory.
    pub fn limit_tracks(&mut self, bytes: u64) {
        self.tracks_max = usize::try_from(bytes / TRACK_BYTES).map_or(usize::MAX, |n| n.max(1));
    }

    /// Returns a number for tracks that are rows of one visual track.
    pub fn new_group(&mut self) -> u32 {
        let group = self.next_group;
        self.next_group = group.saturating_add(1);
        group
    }

    /// Adds a track of the present machine. `created` is the (ts, pos) of the event that first needs it.
    pub fn add_track(&mut self, mut track: Track, created: (i64, u64)) -> SinkTrack {
        if self.tracks.len() == self.tracks_max {
            self.is_full = true;
            return SinkTrack::from_index(0);
        }
        let id = SinkTrack::from_index(self.tracks.len());
        if track.machine == 0 {
            track.machine = self.processes.machine();
        }
        if let Scope::Cpu(cpu) = track.scope {
            self.add_cpu(cpu);
        }
        self.tracks.push((track, created));
        self.events.push(SliceEvents::default());
        self.samples.push(None);
        id
    }

    /// Notes that the present machine has a CPU, because something happened on it or it has a track.
    pub fn add_cpu(&mut self, cpu: u32) {
        if let Some(cpu) = cpu_of(self.processes.machine(), cpu) {
            self.cpu_row(cpu);
        }
    }

    /// Returns the number that a CPU of the present machine has among the CPUs of all machines. A CPU whose
    /// own number is too large is an issue.
    pub fn cpu(&mut self, cpu: u32) -> Option<u32> {
        let known = cpu_of(self.processes.machine(), cpu);
        if known.is_none() {
            self.issues.count("import_limit_reached");
        }
        known
    }

    /// Returns the row of a CPU, adding it if it is new.
    pub fn cpu_row(&mut self, cpu: u32) -> &mut CpuRow {
        let rows = &mut self.device.cpus;
        let place = *self.cpu_rows.entry(cpu).or_insert_with(|| {
            rows.push(CpuRow {
                cpu,
                ..CpuRow::default()
            });
            rows.len() - 1
        });
        &mut rows[place]
    }

    /// Stores as arguments what the reference says of where the rows of Chromium's asynchronous slices come
    /// from.
    pub fn chrome_source(
        &mut self,
        (is_of_process, upid): (bool, Option<Upid>),
        scope: Option<StrId>,
    ) -> Option<ArgSetId> {
        let chrome = self.word("chrome");
        let upid = upid.map_or(0, |upid| u64::from(upid.0));
        let args = [
            ("source", StoredValue::Str(Some(chrome))),
            (
                "trace_id_is_process_scoped",
                StoredValue::Bool(is_of_process),
            ),
            ("upid", StoredValue::Uint(upid)),
            ("source_scope", StoredValue::Str(scope)),
        ];
        let args = args.map(|(key, value)| self.arg(key, value));
        self.store_args(&args)
    }

    /// Returns the track of instants of a process or of the whole trace, as Chromium records them.
    pub fn chrome_instants(&mut self, scope: Scope, created: (i64, u64)) -> SinkTrack {
        let type_name = match scope {
            Scope::Global => "legacy_chrome_global_instants",
            _ => "chrome_process_instant",
        };
        let id = self.track(type_name, scope, None, TrackData::Slices, created);
        if self.tracks[id.index()].0.source_args.is_none() {
            let chrome = self.word("chrome");
            let source = self.str_arg("source", chrome);
            self.tracks[id.index()].0.source_args = self.store_args(&[source]);
        }
        id
    }

    /// Returns the track of a type, scope and name, adding it when it is first needed.
    pub fn track(
        &mut self,
        type_name: &str,
        scope: Scope,
        name: Option<&str>,
        data: TrackData,
        created: (i64, u64),
    ) -> SinkTrack {
        let name = name.map(|name| self.strings.intern(name.as_bytes()));
        self.track_named(type_name, scope, name, data, created)
    }

    /// Does what [`Self::track`] does, given a name that is interned.
    pub fn track_named(
        &mut self,
        type_name: &str,
        scope: Scope,
        name: Option<StrId>,
        data: TrackData,
        created: (i64, u64),
    ) -> SinkTrack {
        let type_name = self.strings.intern(type_name.as_bytes());
        let key = (self.processes.machine(), type_name, scope, name);
        if let Some(&track) = self.by_key.get(&key) {
            return track;
        }
        let id = self.add_track(
            Track {
                type_name,
                data,
                name,
                scope,
                ..Track::default()
            },
            created,
        );
        self.by_key.insert(key, id);
        id
    }

    /// Returns the track of a thread's synchronous slices, shared by TrackEvent and atrace.
    pub fn thread_track(&mut self, utid: Utid, created: (i64, u64)) -> SinkTrack {
        let track = self.track(
            "thread_execution",
            Scope::Thread(utid),
            None,
            TrackData::Slices,
            created,
        );
        self.tracks[track.index()].0.class = TrackClass::ThreadExecution;
        track
    }

    /// Returns a counter track, adding it when it is first needed.
    pub fn counter_track(
        &mut self,
        type_name: &str,
        scope: Scope,
        name: &str,
        unit: Option<&str>,
        created: (i64, u64),
    ) -> SinkTrack {
        let track = self.track(type_name, scope, Some(name), TrackData::Counter, created);
        if let Some(unit) = unit {
            self.tracks[track.index()].0.unit = Some(self.strings.intern(unit.as_bytes()));
        }
        track
    }

    /// Adds a sample to a counter, whose track is added when it is first needed.
    pub fn count(
        &mut self,
        type_name: &str,
        scope: Scope,
        name: &str,
        unit: Option<&str>,
        value: f64,
        at: At,
    ) {
        let track = self.counter_track(type_name, scope, name, unit, at.created());
        self.sample(track, at.time(), value);
    }

    /// Opens a slice.
    #[inline]
    pub fn begin(&mut self, track: SinkTrack, ts: Ts, pos: EventPos, label: LabelId) {
        self.push(track, ts, pos, EventKind::Begin, label, 0);
    }

    /// Closes the innermost open slice that matches `label`.
    #[inline]
    pub fn end(&mut self, track: SinkTrack, ts: Ts, pos: EventPos, label: LabelId) {
        self.push(track, ts, pos, EventKind::End, label, 0);
    }

    /// Adds an instant.
    pub fn instant(&mut self, track: SinkTrack, ts: Ts, pos: EventPos, label: LabelId) {
        self.push(track, ts, pos, EventKind::Instant, label, 0);
    }

    /// Adds a whole slice. A negative duration is an issue.
    pub fn complete(
        &mut self,
        track: SinkTrack,
        ts: Ts,
        dur_ns: i64,
        pos: EventPos,
        label: LabelId,
    ) {
        if dur_ns < 0 {
            self.issues.count("slice_negative_duration");
            return;
        }
        self.push(track, ts, pos, EventKind::Complete, label, dur_ns);
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of an event is known where it is made"
    )]
    fn push(
        &mut self,
        track: SinkTrack,
        ts: Ts,
        pos: EventPos,
        kind: EventKind,
        label: LabelId,
        dur: i64,
    ) {
        self.events[track.index()].push(SliceEvent {
            ts: ts.ns(),
            pos,
            kind,
            label,
            dur,
            thread_ts: None,
            thread_dur: None,
            instructions: None,
            instructions_took: None,
            has_args: false,
        });
    }

    /// Adds a sample to a counter track.
    pub fn sample(&mut self, track: SinkTrack, ts: Ts, value: f64) {
        self.samples_of(track).push(ts.ns(), value, None);
    }

    /// Returns the samples of a counter track.
    #[inline]
    pub fn samples_of(&mut self, track: SinkTrack) -> &mut Samples {
        self.samples[track.index()].get_or_insert_default()
    }

    /// Returns an argument.
    pub fn arg(&mut self, key: &'static str, value: StoredValue) -> StoredArg {
        StoredArg::new(self.word(key), value)
    }

    /// Returns an argument that is a signed number.
    pub fn int_arg(&mut self, key: &'static str, value: i64) -> StoredArg {
        self.arg(key, StoredValue::Int(value))
    }

    /// Returns an argument that is an unsigned number.
    pub fn uint_arg(&mut self, key: &'static str, value: u64) -> StoredArg {
        self.arg(key, StoredValue::Uint(value))
    }

    /// Returns an argument that is true or false.
    pub fn flag_arg(&mut self, key: &'static str, value: bool) -> StoredArg {
        self.arg(key, StoredValue::Bool(value))
    }

    /// Returns an argument that is a text.
    pub fn text_arg(&mut self, key: &'static str, value: impl AsRef<[u8]>) -> StoredArg {
        let value = self.strings.intern(value.as_ref());
        self.str_arg(key, value)
    }

    /// Returns an argument that is a text which is interned.
    pub fn str_arg(&mut self, key: &'static str, value: StrId) -> StoredArg {
        self.arg(key, StoredValue::Str(Some(value)))
    }

    /// Stores the arguments of an event, and returns its position: the set, or where it stands if it has none.
    pub fn pos_with(&mut self, args: &[StoredArg], at: At) -> EventPos {
        self.store_args(args).map_or(at.pos(), EventPos::stored)
    }

    /// Stores an argument set; `None` if it is empty.
    pub fn store_args(&mut self, args: &[StoredArg]) -> Option<ArgSetId> {
        self.arg_sets.add(args)
    }

    /// Stores an argument set, of whose arguments with one key the last counts; `None` if it is empty.
    pub fn store_last_args(&mut self, args: &[StoredArg]) -> Option<ArgSetId> {
        self.arg_sets.add_last(args)
    }

    /// Stores what is known of processes and threads as arguments, once all is known. Of arguments with one
    /// key the last one counts.
    pub fn store_owner_args(&mut self) {
        let (process_hint, thread_hint) = (
            self.word("process_sort_index_hint"),
            self.word("thread_sort_index_hint"),
        );
        let hint_of =
            |key, hint: Option<i64>| hint.map(|hint| StoredArg::new(key, StoredValue::Int(hint)));
        let mut args = std::mem::take(&mut self.process_args);
        args.sort_by_key(|(upid, _)| *upid);
        let mut of_processes = args.chunk_by(|a, b| a.0 == b.0).peekable();
        let table = &mut self.processes.table;
        for (upid, process) in table.processes.iter_mut().enumerate() {
            let mut set: Vec<StoredArg> = hint_of(process_hint, process.sort_hint)
                .into_iter()
                .collect();
            let own = of_processes.next_if(|args| args[0].0.index() == upid);
            set.extend(own.unwrap_or_default().iter().map(|&(_, arg)| arg));
            process.args = self.arg_sets.add_last(&set);
        }
        for thread in &mut table.threads {
            if let Some(hint) = hint_of(thread_hint, thread.sort_hint) {
                thread.args = self.arg_sets.add(&[hint]);
            }
        }
    }

    /// Sets what the trace says of itself; a later value replaces an earlier one.
    pub fn set_metadata(&mut self, name: &'static str, value: MetadataValue) {
        let machine = self.processes.machine();
        let next = self.metadata.len();
        let place = *self.metadata_rows.entry((name, machine)).or_insert(next);
        match self.metadata.get_mut(place) {
            Some(row) => row.value = value,
            None => self.metadata.push(MetadataRow {
                name: name.into(),
                value,
                machine,
            }),
        }
    }

    /// Adds something that the trace says of itself, even if there are others of its name.
    pub fn add_metadata(&mut self, name: impl Into<Cow<'static, str>>, value: MetadataValue) {
        let machine = self.processes.machine();
        self.metadata.push(MetadataRow {
            name: name.into(),
            value,
            machine,
        });
    }

    /// Returns the beginning of a name (at most [`NAME_IN_NAME_MAX`] bytes), for use in names that are made
    /// of it: a trace can ask for very many of those.
    pub fn start_of(&self, name: StrId) -> Cow<'_, str> {
        let name = self.strings.bytes(name);
        String::from_utf8_lossy(start_of(name, NAME_IN_NAME_MAX))
    }

    /// Interns a string.
    pub fn str(&mut self, text: &str) -> StrId {
        self.strings.intern(text.as_bytes())
    }

    /// Interns a word of our own that is needed again and again.
    pub fn word(&mut self, text: &'static str) -> StrId {
        self.strings.word(text)
    }

    /// Returns the process of a thread, if known.
    pub fn upid_of(&self, utid: Utid) -> Option<Upid> {
        self.processes.table.thread(utid).upid
    }
}

/// Returns the entry of a table that has a number.
pub fn listed<T>(table: &[T], number: impl TryInto<usize>) -> Option<&T> {
    table.get(number.try_into().ok()?)
}

/// Returns an id of 128 bits as it is written.
pub fn uuid(high: u64, low: u64) -> String {
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}
