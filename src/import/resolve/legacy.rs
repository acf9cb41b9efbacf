//! Legacy events: phases, ids and flows of Chrome's old format inside `TrackEvents`.
//!
//! What a phase does is read from the reference's `track_event_event_importer.h`, and how flows are tied from its
//! `flow_tracker.cc`.

use hashbrown::HashMap;

use super::Resolver;
use super::tracks::{First, Target};
use crate::base::intern::StrId;
use crate::decode::fields::Fields;
use crate::import::args::is_async;
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::rows::{CookieRows, Step};
use crate::import::sequence::SequenceThread;
use crate::import::sink::{
    EventKind, FlowBind, FlowKey, FlowKind, FlowStep, SinkTrack, SliceEvent,
};
use crate::import::unit::{LegacyMark, LocalLabels, Scratch, TrackEventView};
use crate::model::args::EventPos;
use crate::model::ids::{LabelId, Upid, Utid};
use crate::model::slice::Label;
use crate::model::track::{Scope, Track, TrackClass};
use crate::proto::{
    debug_annotation,
    track_event::{self, legacy_event},
};

/// The fields of a `LegacyEvent`.
#[derive(Clone, Debug, Default)]
pub(super) struct LegacyEvent<'a> {
    phase: u8,
    duration_us: i64,
    thread_duration_us: i64,
    thread_instructions: i64,
    pub(super) unscoped_id: Option<u64>,
    local_id: Option<u64>,
    global_id: Option<u64>,
    id_scope: Option<&'a [u8]>,
    bind_id: Option<u64>,
    bind_to_enclosing: bool,
    flow_direction: u64,
    instant_scope: u64,
}

impl<'a> LegacyEvent<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let mut event = Self::default();
        for field in Fields::new(bytes) {
            match field.number {
                legacy_event::PHASE => event.phase = u8::try_from(field.as_i32()).unwrap_or(0),
                legacy_event::DURATION_US => event.duration_us = field.as_i64(),
                legacy_event::THREAD_DURATION_US => event.thread_duration_us = field.as_i64(),
                legacy_event::THREAD_INSTRUCTION_DELTA => {
                    event.thread_instructions = field.as_i64();
                }
                legacy_event::UNSCOPED_ID => event.unscoped_id = Some(field.as_u64()),
                legacy_event::LOCAL_ID => event.local_id = Some(field.as_u64()),
                legacy_event::GLOBAL_ID => event.global_id = Some(field.as_u64()),
                legacy_event::ID_SCOPE => event.id_scope = Some(field.as_bytes()),
                legacy_event::BIND_ID => event.bind_id = Some(field.as_u64()),
                legacy_event::BIND_TO_ENCLOSING => event.bind_to_enclosing = field.as_bool(),
                legacy_event::FLOW_DIRECTION => event.flow_direction = field.as_u64(),
                legacy_event::INSTANT_EVENT_SCOPE => event.instant_scope = field.as_u64(),
                _ => {}
            }
        }
        event
    }
}

/// Which asynchronous events belong together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct AsyncKey {
    machine: u32,
    scope: Scope,
    /// The category and the id scope of the event; without an id scope, its category or name. No name is not
    /// the same as an empty one.
    source: Option<StrId>,
    name: Option<StrId>,
}

/// Legacy state of the walk.
#[derive(Debug, Default)]
pub(super) struct Legacy {
    /// The rows of the asynchronous tracks with a key, and the group that they share.
    sets: HashMap<AsyncKey, (u32, CookieRows<u64, SinkTrack>)>,
    /// The name of the first event of an id of a machine, whatever its category. That name decides the set.
    names: HashMap<(u32, Scope, u64), Option<StrId>>,
}

/// Where a legacy event goes: a row is only made when something is put there.
#[derive(Clone, Copy, Debug)]
enum Place {
    Thread(Utid),
    Track((u32, u64)),
}

/// A legacy event with what its packet says around it.
pub(super) struct Event<'a> {
    pub(super) legacy: LegacyEvent<'a>,
    pub(super) mark: LegacyMark,
    label: LabelId,
    name: Option<StrId>,
    category: Option<StrId>,
    pub(super) view: TrackEventView<'a>,
    /// The thread of its track, and in `upid` the process of that thread or of the track itself.
    pub(super) utid: Option<Utid>,
    pub(super) upid: Option<Upid>,
    /// Where the event goes.
    place: Place,
}

impl Event<'_> {
    fn pos(&self) -> EventPos {
        EventPos::decodable(self.mark.pos)
    }

    fn at(&self) -> (i64, u64) {
        (self.mark.ts, self.mark.pos)
    }
}

impl Resolver<'_> {
    /// Handles a legacy event.
    pub(super) fn legacy_event(&mut self, mark: &LegacyMark) {
        let scan = self.scan;
        let Some(bytes) = scan.space.track_event(mark.pos) else {
            return;
        };
        let mut scratch = Scratch::default();
        let view = TrackEventView::read(bytes, &mut scratch);
        let Some(legacy) = view.legacy.map(LegacyEvent::read) else {
            return;
        };
        let label = self.legacy_label(&view, &scratch, mark.epoch);
        let label_id = self.sink.labels.intern(label);
        let epoch = &scan.sequences.epochs[mark.epoch as usize];
        let machine = scan.sequences.machine_of(mark.epoch);
        self.enter(machine);
        let said = view
            .track_uuid
            .or(scan.sequences.defaults(mark.epoch).track_uuid);
        let (place, utid, upid);
        if let Some(SequenceThread { pid, tid }) = view.thread(said, epoch.thread) {
            if pid == 0 || tid == 0 {
                return self.parser_error();
            }
            let thread = self.sequence_thread(machine, pid, tid);
            (place, utid) = (Place::Thread(thread), Some(thread));
            upid = self.sink.upid_of(thread);
        } else {
            let key = (machine, said.unwrap_or(0));
            let Some(resolution) = self.resolve_track(key) else {
                return self.parser_error();
            };
            place = Place::Track(key);
            (utid, upid) = match resolution.scope {
                Scope::Thread(thread) => (Some(thread), self.sink.upid_of(thread)),
                scope => {
                    // The thread of the sequence is created, although the event is on another track.
                    if key.1 != 0
                        && let Some(thread) = epoch.thread
                    {
                        self.sequence_thread(machine, thread.pid, thread.tid);
                    }
                    let upid = match scope {
                        Scope::Process(upid) => Some(upid),
                        _ => None,
                    };
                    (None, upid)
                }
            };
        }
        let event = Event {
            legacy,
            mark: *mark,
            label: label_id,
            name: label.name,
            category: label.category,
            view,
            utid,
            upid,
            place,
        };
        self.legacy_phase(&event, &scratch);
    }

    /// Makes the track that an event names; `None` if the track is unusable or its rows are shared by
    /// siblings.
    fn legacy_track(&mut self, event: &Event<'_>) -> Option<SinkTrack> {
        match event.place {
            Place::Thread(utid) => Some(self.sink.thread_track(utid, event.at())),
            Place::Track(key) => {
                let first = First {
                    name: event.name,
                    group: None,
                };
                match self.intern_track(key, first, event.at()) {
                    Some(Target::Track(track)) => Some(track),
                    Some(Target::Set(_)) | None => None,
                }
            }
        }
    }

    /// Makes the track that an event names, if no siblings can share its rows; otherwise only the tracks
    /// above it.
    fn legacy_row(&mut self, event: &Event<'_>) -> Option<SinkTrack> {
        if let Place::Track(key) = event.place
            && self.is_mergeable(key)?
        {
            self.tracks_above(key, event.at());
            return None;
        }
        self.legacy_track(event)
    }

    fn parser_error(&mut self) {
        self.sink.issues.count("track_event_parser_errors");
    }

    fn legacy_label(&mut self, view: &TrackEventView<'_>, scratch: &Scratch, epoch: u32) -> Label {
        let mut labels = LocalLabels::default();
        let table = self.scan.sequences.table(epoch);
        let table = (table, self.scan.sequences.epochs[epoch as usize].table);
        let index = labels.of_event(view, scratch, table, &self.sink.strings);
        let own: Vec<StrId> = labels
            .strings
            .iter()
            .map(|(_, bytes)| self.sink.strings.intern(bytes))
            .collect();
        let label = labels.labels[index as usize];
        Label {
            name: label.name.global(&own),
            category: label.category.global(&own),
        }
    }

    fn legacy_phase(&mut self, event: &Event<'_>, scratch: &Scratch) {
        let before = self.last_push;
        let is_async = is_async(event.legacy.phase);
        // In any phase legacy fields tell the thread's time, but not on an instant that is not the thread's.
        let is_elsewhere = event.view.is_instant_elsewhere();
        if let Some(utid) = event.utid.filter(|_| !is_elsewhere) {
            let (ts, instructions) = (event.mark.sampled_ts, event.mark.sampled_instructions);
            for (value, is_instructions) in [(ts, false), (instructions, true)] {
                if let Some(value) = value {
                    self.thread_sample(utid, event.at(), value as f64, is_instructions);
                }
            }
        }
        // The reference makes the track that an asynchronous event names, although the event goes elsewhere.
        if is_async && matches!(event.place, Place::Track(_)) {
            self.legacy_track(event);
        }
        match event.legacy.phase {
            b'B' | b'E' | b'X' => self.legacy_thread_slice(event),
            b'i' | b'I' => self.legacy_instant(event),
            b'R' => match self.legacy_track(event) {
                Some(track) => self.legacy_push(track, event, EventKind::Instant, 0),
                None => self.parser_error(),
            },
            _ if is_async => self.legacy_async(event),
            b's' | b't' | b'f' => self.legacy_flow(event),
            b'M' => self.legacy_metadata(event),
            b'P' => self.v8_profile(event),
            _ if event.utid.is_none() => self.parser_error(),
            _ => {}
        }
        // Flow ids bind to the slice that the event made, wherever it was put.
        if let Some(track) = self.last_push.filter(|_| self.last_push != before) {
            for &id in scratch.flow_ids() {
                self.flow_step(
                    track.0,
                    &event.mark,
                    FlowBind::Event,
                    FlowKind::StartOrStep,
                    FlowKey::Id(id),
                );
            }
            for &id in scratch.terminating_flow_ids() {
                self.flow_step(
                    track.0,
                    &event.mark,
                    FlowBind::Event,
                    FlowKind::Terminate,
                    FlowKey::Id(id),
                );
            }
        }
    }

    fn legacy_push(&mut self, track: SinkTrack, event: &Event<'_>, kind: EventKind, dur: i64) {
        // What the thread did from the begin of the event to its end, in both of its clocks.
        let took = match kind {
            EventKind::Instant => Some((0, 0)),
            EventKind::Complete => Some((
                event.legacy.thread_duration_us.saturating_mul(1000),
                event.legacy.thread_instructions,
            )),
            EventKind::Begin | EventKind::End => None,
        };
        let (thread_ts, instructions) = (event.mark.thread_ts, event.mark.instructions);
        self.sink.events[track.index()].push(SliceEvent {
            ts: event.mark.ts,
            pos: event.pos(),
            kind,
            label: event.label,
            dur,
            thread_ts,
            thread_dur: took.filter(|_| thread_ts.is_some()).map(|took| took.0),
            instructions,
            instructions_took: took.filter(|_| instructions.is_some()).map(|took| took.1),
            has_args: event.view.has_args,
        });
        // Steps of asynchronous slices take no part in flows.
        if !matches!(event.legacy.phase, b'T' | b'p') {
            self.last_push = Some((track, event.mark.pos));
            self.legacy_bind(track, event);
        }
    }

    fn legacy_thread_slice(&mut self, event: &Event<'_>) {
        if event.utid.is_none() {
            return self.parser_error();
        }
        let (kind, dur) = match event.legacy.phase {
            b'B' => (EventKind::Begin, 0),
            b'E' => (EventKind::End, 0),
            _ => (
                EventKind::Complete,
                event.legacy.duration_us.saturating_mul(1000),
            ),
        };
        if dur < 0 {
            return self.parser_error();
        }
        let Some(track) = self.legacy_row(event) else {
            return self.parser_error();
        };
        self.legacy_push(track, event, kind, dur);
    }

    fn legacy_instant(&mut self, event: &Event<'_>) {
        // The reference makes the track that such an instant names, although the instant goes elsewhere.
        if matches!(event.place, Place::Track(_))
            && (event.legacy.instant_scope == legacy_event::SCOPE_GLOBAL
                || event.legacy.instant_scope == legacy_event::SCOPE_PROCESS
                    && event.upid.is_some())
        {
            self.legacy_track(event);
        }
        let track = match event.legacy.instant_scope {
            legacy_event::SCOPE_GLOBAL => self.sink.chrome_instants(Scope::Global, event.at()),
            legacy_event::SCOPE_PROCESS => {
                let Some(upid) = event.upid else {
                    return self.parser_error();
                };
                self.sink.chrome_instants(Scope::Process(upid), event.at())
            }
            _ if event.utid.is_none() => return self.parser_error(),
            _ => match self.legacy_track(event) {
                Some(track) => track,
                None => return self.parser_error(),
            },
        };
        self.legacy_push(track, event, EventKind::Instant, 0);
    }

    /// Asynchronous slices: rows of a set per scope and name, occupied by ids.
    fn legacy_async(&mut self, event: &Event<'_>) {
        let legacy = &event.legacy;
        let (id, scope) = match (
            legacy.unscoped_id.or(legacy.global_id),
            legacy.local_id,
            event.upid,
        ) {
            (Some(id), _, _) => (id, Scope::Global),
            (None, Some(id), Some(upid)) => (id, Scope::Process(upid)),
            _ => return self.parser_error(),
        };
        let modern = matches!(legacy.phase, b'b' | b'e' | b'n');
        let base = if modern { event.category } else { event.name };
        let source = match legacy.id_scope {
            Some(id_scope) => {
                let mut text = event.category.map_or_else(Vec::new, |category| {
                    self.sink.strings.bytes(category).to_vec()
                });
                text.push(b':');
                text.extend_from_slice(id_scope);
                Some(self.sink.strings.intern(&text))
            }
            None => base,
        };
        let machine = self.sink.processes.machine();
        let first = self.legacy.names.entry((machine, scope, id));
        let name = *first.or_insert(event.name);
        let kind = match legacy.phase {
            b'b' | b'S' => EventKind::Begin,
            b'e' | b'F' => EventKind::End,
            _ => EventKind::Instant,
        };
        // For the choice of a row the reference takes T as an end and F as an instant.
        let row_kind = match legacy.phase {
            b'T' => EventKind::End,
            b'F' => EventKind::Instant,
            _ => kind,
        };
        let key = AsyncKey {
            machine,
            scope,
            source,
            name,
        };
        let track = self.async_row(&key, id, row_kind, event);
        self.legacy_push(track, event, kind, 0);
    }

    fn async_row(
        &mut self,
        key: &AsyncKey,
        id: u64,
        kind: EventKind,
        event: &Event<'_>,
    ) -> SinkTrack {
        let sink = &mut self.sink;
        let (group, rows) = self
            .legacy
            .sets
            .entry(key.clone())
            .or_insert_with(|| (sink.new_group(), CookieRows::default()));
        let step = match kind {
            EventKind::Begin => Step::Open,
            EventKind::End => Step::Close,
            EventKind::Instant | EventKind::Complete => Step::Keep,
        };
        *rows.row(id, step, || {
            let type_name = match key.scope {
                Scope::Process(_) => "legacy_async_process_slice",
                _ => "legacy_async_global_slice",
            };
            let is_of_process = matches!(key.scope, Scope::Process(_));
            let track = Track {
                type_name: sink.str(type_name),
                source_args: sink.chrome_source((is_of_process, event.upid), key.source),
                class: TrackClass::Other,
                name: event.name,
                scope: key.scope,
                group: Some(*group),
                ..Track::default()
            };
            sink.add_track(track, event.at())
        })
    }

    fn flow_step(
        &mut self,
        track: SinkTrack,
        mark: &LegacyMark,
        bind: FlowBind,
        kind: FlowKind,
        id: FlowKey,
    ) {
        let pos = EventPos::decodable(mark.pos);
        self.sink.flow_steps.push(FlowStep {
            track,
            ts: mark.ts,
            pos,
            bind,
            kind,
            id,
        });
    }

    /// Flows of the second kind: a `bind_id` with a direction on a slice event.
    fn legacy_bind(&mut self, track: SinkTrack, event: &Event<'_>) {
        let Some(id) = event.legacy.bind_id else {
            return;
        };
        let kind = match event.legacy.flow_direction {
            legacy_event::FLOW_IN => FlowKind::End,
            legacy_event::FLOW_OUT => FlowKind::Start,
            legacy_event::FLOW_INOUT => FlowKind::Step,
            _ => {
                self.sink
                    .issues
                    .record("flow_without_direction", event.mark.pos, String::new);
                return;
            }
        };
        self.flow_step(track, &event.mark, FlowBind::Event, kind, FlowKey::Id(id));
    }

    /// Flows of the first kind: events of their own that bind to slices by time.
    fn legacy_flow(&mut self, event: &Event<'_>) {
        let Some(id) = event.legacy.unscoped_id else {
            self.sink
                .issues
                .record("flow_invalid_id", event.mark.pos, String::new);
            return self.parser_error();
        };
        let Some(track) = self.legacy_row(event) else {
            return self.parser_error();
        };
        let key = FlowKey::Legacy(id, event.label);
        let (bind, kind) = match (event.legacy.phase, event.legacy.bind_to_enclosing) {
            (b's', _) => (FlowBind::Enclosing, FlowKind::Start),
            (b't', _) => (FlowBind::Enclosing, FlowKind::Step),
            (_, true) => (FlowBind::Enclosing, FlowKind::End),
            (_, false) => (FlowBind::Next, FlowKind::End),
        };
        self.flow_step(track, &event.mark, bind, kind, key);
    }

    /// Names of threads and processes; other metadata is for the exporter of the older format.
    fn legacy_metadata(&mut self, event: &Event<'_>) {
        let Some(name) = event.name else {
            return self.parser_error();
        };
        let name = self.sink.strings.bytes(name);
        let is_known = match name {
            b"thread_name" => event.utid.is_some(),
            b"process_name" => event.upid.is_some(),
            _ => return,
        };
        let is_thread = name == b"thread_name";
        let annotation = Fields::new(event.view.bytes)
            .find(|field| field.number == track_event::DEBUG_ANNOTATIONS);
        let Some(annotation) = annotation.filter(|_| is_known) else {
            return self.parser_error();
        };
        let value = annotation.message().text(debug_annotation::STRING_VALUE);
        if value.is_empty() {
            return;
        }
        let value = self.sink.strings.intern(value);
        let processes = &mut self.sink.processes;
        if let Some(utid) = event.utid.filter(|_| is_thread) {
            processes.set_thread_name(utid, value, ThreadNamePriority::ChromeType);
        } else if let Some(upid) = event.upid {
            processes.set_process_name(upid, value, ProcessNamePriority::TrackDescriptor);
        }
    }
}
