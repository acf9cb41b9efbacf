//! What each phase of a JSON event means: writes events into the [`Sink`], in time order.
//!
//! Every event brings its process and thread into being, whatever its phase. An event that lacks what its
//! phase needs is dropped and counted. The rules are those of the reference's `json_trace_parser.cc`.

use super::async_tracks::{AsyncTracks, Cookie, CookieId};
use super::event::{
    AsyncId, EventId, Key, Number, OsId, RawEvent, each_member, number, text, without_quotes,
};
use super::v8_profile::{ProfileData, V8Profiles};
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::rows::Step;
use crate::import::sink::{
    EventKind, FlowBind, FlowKey, FlowKind, FlowStep, Sink, SinkTrack, SliceEvent,
};
use crate::model::args::EventPos;
use crate::model::ids::{LabelId, Upid, Utid};
use crate::model::process::NAMED_IDS;
use crate::model::sched::{SchedSlice, ThreadState};
use crate::model::slice::Label;
use crate::model::stack_profile::Task;
use crate::model::track::Scope;

/// How many bytes of its event's name a counter keeps.
const MAX_COUNTER_NAME: usize = 1024;

/// Writes events into a sink.
#[derive(Debug)]
pub(super) struct Feeder<'a> {
    sink: &'a mut Sink,
    async_tracks: AsyncTracks,
    v8: V8Profiles,
    no_name: StrId,
}

/// When and where an event is, and whose it is.
#[derive(Clone, Copy, Debug)]
struct At {
    ts: Ts,
    /// Its rank in time order, which says where its arguments are.
    pos: EventPos,
    /// Where it begins in the file, in bytes.
    offset: u64,
    upid: Upid,
    utid: Utid,
    /// Whether the event itself says its process, and its thread.
    named: (bool, bool),
}

impl At {
    fn created(&self) -> (i64, u64) {
        (self.ts.ns(), self.pos.raw())
    }
}

impl<'a> Feeder<'a> {
    pub(super) fn new(sink: &'a mut Sink) -> Self {
        // In this format 0 is a process like any other, not the idle one.
        sink.processes.release_pid(0);
        let no_name = sink.str("[No name]");
        Self {
            sink,
            async_tracks: AsyncTracks::default(),
            v8: V8Profiles::default(),
            no_name,
        }
    }

    /// Writes the event that is the `rank`-th in time order and begins at `offset`, in bytes.
    pub(super) fn event(&mut self, rank: u64, offset: u64, ts: Ts, event: &RawEvent<'_>) {
        let Some(phase) = event.phase() else { return };
        let at = self.whose(event, ts, (EventPos::decodable(rank), offset));
        match phase {
            b'B' => {
                let track = self.sink.thread_track(at.utid, at.created());
                self.slice(track, &at, event, EventKind::Begin);
                self.flow_ids(track, &at, event);
            }
            b'E' => {
                let track = self.sink.thread_track(at.utid, at.created());
                self.slice(track, &at, event, EventKind::End);
            }
            b'X' => self.complete(&at, event),
            b'b' => self.async_event(&at, event, EventKind::Begin),
            b'e' => self.async_event(&at, event, EventKind::End),
            b'n' => self.async_event(&at, event, EventKind::Instant),
            b'I' | b'i' | b'R' => self.instant(&at, event),
            b'C' => self.counter(&at, event),
            b's' => self.flow_step(&at, event, FlowBind::Enclosing, FlowKind::Start),
            b't' => self.flow_step(&at, event, FlowBind::Enclosing, FlowKind::Step),
            b'f' if event.text(Key::BindingPoint).as_deref() == Some(b"e") => {
                self.flow_step(&at, event, FlowBind::Enclosing, FlowKind::End);
            }
            b'f' => self.flow_step(&at, event, FlowBind::Next, FlowKind::End),
            b'M' => self.metadata(&at, event),
            // Also the letter of a step of an old asynchronous event, which the reference counts as a thread
            // state without duration.
            b'T' => self.thread_state(&at, event),
            b'S' | b'p' | b'F' => self.not_read(&at, "json_old_async_not_read", phase),
            // The other phases are objects, memory dumps, marks, clock syncs, contexts.
            _ => self.not_read(&at, "json_phase_not_shown", phase),
        }
    }

    /// Writes down what is only known when all events have been seen.
    pub(super) fn finish(self) {
        self.v8.finish(self.sink);
        self.sink.store_owner_args();
    }

    /// Takes in the start or a chunk of a profile, an event that begins at `offset`.
    pub(super) fn v8_profile(&mut self, offset: u64, event: &RawEvent<'_>) {
        let mut data = None;
        each_member(event.args().unwrap_or("{}"), |key, raw| {
            if key == "data" {
                data = Some(raw);
            }
        });
        let id = event.id(Key::Id).and_then(|id| id.as_flow());
        let (Some(data), Some(id)) = (data, id) else {
            // A sample of something else.
            let what = || "a sample (phase P)".to_owned();
            let issues = &mut self.sink.issues;
            issues.record("json_phase_not_shown", offset, what);
            return;
        };
        let Some(data) = ProfileData::read(data) else {
            let issue = "legacy_v8_cpu_profile_invalid_sample";
            self.sink.issues.record(issue, offset, String::new);
            return;
        };
        let (utid, upid, _) = self.owner(event);
        match data.start_time {
            Some(start_us) => {
                let task = Task {
                    upid: Some(upid),
                    utid: Some(utid),
                    async_context: None,
                };
                let start = start_us.saturating_mul(1_000);
                self.v8.start(task, id, (start, offset), self.sink);
            }
            None => self.v8.chunk(upid, id, &data, self.sink),
        }
    }

    /// Finds the process and thread of an event, which every event brings into being.
    fn whose(&mut self, event: &RawEvent<'_>, ts: Ts, (pos, offset): (EventPos, u64)) -> At {
        let (utid, upid, named) = self.owner(event);
        At {
            ts,
            pos,
            offset,
            upid,
            utid,
            named,
        }
    }

    /// Returns the thread and the process of an event, and whether the event itself says its process, and its
    /// thread.
    fn owner(&mut self, event: &RawEvent<'_>) -> (Utid, Upid, (bool, bool)) {
        let (pid, process_name) = self.os_id(&event.os_id(Key::Pid));
        let (tid, thread_name) = self.os_id(&event.os_id(Key::Tid));
        let known_pid = pid.unwrap_or(0);
        let known_tid = tid.filter(|tid| *tid != 0).unwrap_or(known_pid);
        let utid = self.sink.processes.update_thread(known_tid, known_pid);
        let upid = self.sink.processes.process(known_pid);
        if let Some(name) = process_name {
            self.name_process(upid, name);
        }
        if let Some(name) = thread_name {
            self.name_thread(utid, name);
        }
        (utid, upid, (pid.is_some(), tid.is_some()))
    }

    /// Returns an id as a number. Names get numbers beyond those that ids can have.
    fn os_id(&mut self, id: &OsId<'_>) -> (Option<i64>, Option<StrId>) {
        match id {
            OsId::Missing => (None, None),
            OsId::Number(number) => (Some(*number), None),
            OsId::Name(name) => {
                let name = self.sink.strings.intern(name);
                (Some(NAMED_IDS.start + i64::from(name.get())), Some(name))
            }
        }
    }

    fn name_process(&mut self, upid: Upid, name: StrId) {
        let processes = &mut self.sink.processes;
        processes.set_process_name(upid, name, ProcessNamePriority::System);
    }

    fn name_thread(&mut self, utid: Utid, name: StrId) {
        let processes = &mut self.sink.processes;
        processes.set_thread_name(utid, name, ThreadNamePriority::Unset);
    }

    fn fail(&mut self, at: &At, reason: &str) {
        let issues = &mut self.sink.issues;
        let place = (at.offset, at.ts);
        issues.record_at("json_parser_failure", place, || reason.to_owned());
    }

    /// Counts an event of a phase that is not read.
    fn not_read(&mut self, at: &At, issue: &'static str, phase: u8) {
        let words = || format!("phase {}", char::from(phase).escape_default());
        self.sink.issues.record_at(issue, (at.offset, at.ts), words);
    }

    fn intern(&mut self, event: &RawEvent<'_>, key: Key) -> Option<StrId> {
        event.text(key).map(|text| self.sink.strings.intern(&text))
    }

    /// Returns name and category of an event, with `missing` for a missing name.
    fn label(&mut self, event: &RawEvent<'_>, missing: Option<StrId>) -> LabelId {
        let label = Label {
            name: self.intern(event, Key::Name).or(missing),
            category: self.intern(event, Key::Cat),
        };
        self.sink.labels.intern(label)
    }

    /// Adds a slice event of a thread, or the begin of an asynchronous one: with thread time, and
    /// a name where there is none.
    fn slice(&mut self, track: SinkTrack, at: &At, event: &RawEvent<'_>, kind: EventKind) {
        let missing = (kind != EventKind::End).then_some(self.no_name);
        let label = self.label(event, missing);
        let thread_ts = event.time(Key::Tts).ok().flatten();
        let slice = SliceEvent {
            thread_ts,
            thread_dur: (kind == EventKind::End).then_some(0),
            ..plain(at, event, kind, label)
        };
        self.sink.events[track.index()].push(slice);
    }

    fn complete(&mut self, at: &At, event: &RawEvent<'_>) {
        let time = |key| event.time(key).ok().flatten();
        let Some(dur) = time(Key::Dur) else {
            return self.fail(at, "a complete event without duration");
        };
        if dur < 0 {
            let what = || format!("{} us", dur / 1_000);
            let issues = &mut self.sink.issues;
            issues.record_at("slice_negative_duration", (at.offset, at.ts), what);
            return;
        }
        let track = self.sink.thread_track(at.utid, at.created());
        let label = self.label(event, Some(self.no_name));
        let slice = SliceEvent {
            dur,
            thread_ts: time(Key::Tts),
            thread_dur: time(Key::Tdur),
            ..plain(at, event, EventKind::Complete, label)
        };
        self.sink.events[track.index()].push(slice);
        self.flow_ids(track, at, event);
    }

    fn async_event(&mut self, at: &At, event: &RawEvent<'_>, kind: EventKind) {
        let (true, Some(id)) = (at.named.0, event.async_id()) else {
            return self.fail(at, "an asynchronous event without process or id");
        };
        let of_text: fn(StrId) -> CookieId = match id {
            AsyncId::Plain(_) => CookieId::Text,
            AsyncId::Global(_) | AsyncId::PerProcess(_) => CookieId::Text2,
        };
        let (is_own_id, id) = match id {
            AsyncId::Plain(id) | AsyncId::Global(id) => (false, id),
            AsyncId::PerProcess(id) => (true, id),
        };
        let cookie = Cookie {
            category: self.intern(event, Key::Cat),
            id: match id {
                EventId::Number(number) => CookieId::Number(number),
                EventId::Text(text) => of_text(self.sink.strings.intern(&text)),
            },
        };
        let step = match kind {
            EventKind::Begin => Step::Open,
            EventKind::End => Step::Close,
            EventKind::Instant | EventKind::Complete => Step::Keep,
        };
        let name = self.intern(event, Key::Name);
        let (of, id) = ((at.upid, is_own_id), (cookie, name));
        let track = self
            .async_tracks
            .track(self.sink, of, id, step, at.created());
        let missing = (kind == EventKind::Begin).then_some(self.no_name);
        let label = self.label(event, missing);
        self.sink.events[track.index()].push(plain(at, event, kind, label));
        if kind != EventKind::End {
            self.flow_ids(track, at, event);
        }
    }

    fn instant(&mut self, at: &At, event: &RawEvent<'_>) {
        let scope = match event.text(Key::Scope).as_deref() {
            Some(b"g") => Scope::Global,
            Some(b"p") if at.named.0 => Scope::Process(at.upid),
            Some(b"p") => return self.fail(at, "an instant of an unknown process"),
            _ if at.named.1 => {
                let track = self.sink.thread_track(at.utid, at.created());
                return self.slice(track, at, event, EventKind::Instant);
            }
            _ => return self.fail(at, "an instant of an unknown thread"),
        };
        let track = self.sink.chrome_instants(scope, at.created());
        let label = self.label(event, None);
        self.sink.events[track.index()].push(plain(at, event, EventKind::Instant, label));
    }

    fn counter(&mut self, at: &At, event: &RawEvent<'_>) {
        let Some(args) = event.args() else {
            return self.fail(at, "a counter without values");
        };
        let name = event.text(Key::Name).unwrap_or_default();
        let mut prefix = String::from_utf8_lossy(&name).into_owned();
        if let Some(EventId::Text(id)) = event.id(Key::Id)
            && !id.is_empty()
        {
            prefix.push_str(" id: ");
            prefix.push_str(&String::from_utf8_lossy(&id));
        }
        // The name is repeated for every value of the event.
        prefix.truncate(prefix.floor_char_boundary(MAX_COUNTER_NAME));
        each_member(args, |key, raw| {
            let value = match (number(raw), text(raw)) {
                (Some(Number::Int(value)), _) => Some(value as f64),
                (Some(Number::Real(value)), _) => Some(value),
                (None, Some(text)) => counter_text(&text),
                (None, None) => None,
            };
            let Some(value) = value else {
                return self.fail(at, "a counter value that is no number");
            };
            let track = self.sink.counter_track(
                "json_counter",
                Scope::Process(at.upid),
                &format!("{prefix} {key}"),
                None,
                at.created(),
            );
            self.sink.sample(track, at.ts, value);
        });
    }

    /// Adds a step of a flow between events that are no slices themselves.
    fn flow_step(&mut self, at: &At, event: &RawEvent<'_>, bind: FlowBind, kind: FlowKind) {
        let track = self.sink.thread_track(at.utid, at.created());
        let Some(id) = event.id(Key::Id).and_then(|id| id.as_flow()) else {
            let issues = &mut self.sink.issues;
            issues.record_at("flow_invalid_id", (at.offset, at.ts), String::new);
            return;
        };
        let label = self.label(event, None);
        self.sink.flow_steps.push(FlowStep {
            track,
            ts: at.ts.ns(),
            pos: at.pos,
            bind,
            kind,
            id: FlowKey::Legacy(id, label),
        });
    }

    /// Adds the step of a flow that a slice itself takes part in.
    fn flow_ids(&mut self, track: SinkTrack, at: &At, event: &RawEvent<'_>) {
        let Some(id) = event.id(Key::BindId).and_then(|id| id.as_flow()) else {
            return;
        };
        let kind = match (event.is_true(Key::FlowIn), event.is_true(Key::FlowOut)) {
            (true, true) => FlowKind::Step,
            (false, true) => FlowKind::Start,
            (true, false) => FlowKind::End,
            (false, false) => {
                let issues = &mut self.sink.issues;
                issues.record_at("flow_without_direction", (at.offset, at.ts), String::new);
                return;
            }
        };
        self.sink.flow_steps.push(FlowStep {
            track,
            ts: at.ts.ns(),
            pos: at.pos,
            bind: FlowBind::Event,
            kind,
            id: FlowKey::Id(id),
        });
    }

    /// Takes names and sort indices of processes and threads.
    fn metadata(&mut self, at: &At, event: &RawEvent<'_>) {
        let (Some(args), Some(name)) = (event.args(), event.text(Key::Name)) else {
            return;
        };
        let key = match name.as_ref() {
            b"process_name" | b"thread_name" => "name",
            b"process_sort_index" | b"thread_sort_index" => "sort_index",
            _ => return,
        };
        let of_process = name.starts_with(b"process");
        each_member(args, |member, raw| {
            if member != key {
                return;
            }
            if key == "name" {
                let Some(text) = text(raw).filter(|text| !text.is_empty()) else {
                    return self.fail(at, "a name that is no text");
                };
                let text = self.sink.strings.intern(&text);
                if of_process {
                    self.name_process(at.upid, text);
                } else {
                    self.name_thread(at.utid, text);
                }
                return;
            }
            #[expect(clippy::cast_possible_truncation, reason = "saturates")]
            let hint = match number(without_quotes(raw)) {
                Some(Number::Int(hint)) => hint,
                Some(Number::Real(hint)) => hint as i64,
                None => return self.fail(at, "a sort index that is no number"),
            };
            let table = &mut self.sink.processes.table;
            if of_process {
                table.processes[at.upid.index()].sort_hint = Some(hint);
            } else {
                table.threads[at.utid.index()].sort_hint = Some(hint);
            }
        });
    }

    /// Takes a state of a thread: Perfetto's extension of the format.
    fn thread_state(&mut self, at: &At, event: &RawEvent<'_>) {
        let dur = event.time(Key::Dur).ok().flatten();
        let (Some(state), Some(dur)) = (event.text(Key::Name), dur.filter(|dur| *dur >= 0)) else {
            return self.fail(at, "a thread state without name or duration");
        };
        let mut row = ThreadState::new(
            at.ts,
            Some(Dur::from_ns(dur)),
            at.utid,
            self.sink.strings.intern(&state),
        );
        each_member(event.args().unwrap_or("{}"), |key, raw| match key {
            "cpu" => row.cpu = raw.parse().ok(),
            "io_wait" => row.io_wait = Some(raw == "true" || raw == "1"),
            "blocked_function" => {
                row.blocked_function = text(raw).map(|text| self.sink.strings.intern(&text));
            }
            _ => {}
        });
        if let (b"Running", Some(cpu)) = (state.as_ref(), row.cpu) {
            self.sink.sched.push(SchedSlice {
                ts: row.ts,
                dur: row.dur,
                cpu,
                utid: row.utid,
                end_state: None,
                priority: 0,
            });
        }
        self.sink.thread_states.push(row);
    }
}

/// Returns the number in a string, decimal or hexadecimal.
fn counter_text(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text),
    };
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => Some(sign * u64::from_str_radix(hex, 16).ok()? as f64),
        None => text.parse().ok(),
    }
}

/// Returns a slice event without duration and thread time.
fn plain(at: &At, event: &RawEvent<'_>, kind: EventKind, label: LabelId) -> SliceEvent {
    SliceEvent {
        ts: at.ts.ns(),
        pos: at.pos,
        kind,
        label,
        dur: 0,
        thread_ts: None,
        thread_dur: None,
        instructions: None,
        instructions_took: None,
        has_args: event.args().is_some_and(|raw| raw != "{}"),
    }
}
