//! Arguments of track events and frames, decoded from the trace when asked for.
//!
//! The trace's bytes and what sequences interned are kept; nothing is cached.
//! Keys, order and values are those of the reference's `track_event_event_importer.h` and `args_tracker.cc`.

mod annotation;
mod builder;
mod callstack;
mod find;
mod reflect;
mod registry;

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use hashbrown::HashMap;

use super::ftrace::generic::GenericEvents;
use super::scan::{PacketHeader, Scan};
use super::sequence::{EpochId, SequenceThread, Sequences};
use super::space::Space;
use super::unit::{Scratch, TrackEventView, correlation_id};
use crate::decode::fields::{Field, Message};
use crate::model::args::{
    Arg, ArgPlace, ArgSource, ArgTest, ArgValue, Callstack, Cancel, LostArg, Unread,
};
use crate::model::ids::{Upid, Utid};
use crate::model::sched::FtraceRow;
use crate::model::sched::events::FtraceTable;
use crate::model::trace::{ClockRow, InputStats};
use crate::model::track::Scope;
use crate::proto::{
    chrome_histogram_sample as histogram, interned_data, interned_name, interned_string, log_body,
    log_message, screenshot, source_location, task_execution, trace_packet,
    track_event::{self, legacy_event},
};
use builder::ArgBuilder;
pub(super) use find::passing;
pub(super) use registry::Registry;

/// The numbers of the fields by which TrackEvent is extended, besides those that Chromium had first.
pub(super) const FIRST_EXTENSION: u32 = 1000;
pub(super) const LAST_EXTENSION: u32 = 9999;

/// Decodes arguments of a Perfetto trace.
#[derive(Debug)]
pub(super) struct TraceArgs {
    space: Space,
    /// How many bytes of the file were imported at most.
    limit: usize,
    sequences: Sequences,
    clock_rows: Vec<ClockRow>,
    input: InputStats,
    threads: Threads,
    has_callstacks: bool,
    /// Names and types of typed arguments, read when first needed.
    registry: OnceLock<Registry>,
    extension_descriptors: Vec<u64>,
    /// What a search has to know of each stretch of the trace, noted by the first search.
    facts: OnceLock<Vec<find::Facts>>,
}

/// The key under which events on a track that is not their thread's name that thread.
const PASSTHROUGH: &str = "legacy_event.passthrough_utid";

/// What it takes to know whether an event names the thread of its sequence.
#[derive(Debug, Default)]
pub(super) struct Threads {
    /// The thread of each (machine, pid, tid) that sequences name.
    pub(super) of_sequence: HashMap<(u32, i64, i64), Utid>,
    /// The scope of every track that belongs to a thread or process.
    pub(super) scopes: HashMap<(u32, u64), Scope>,
    /// The process of each thread.
    pub(super) upids: Vec<Option<Upid>>,
    /// Rows of mapped binaries, by the epoch that interned them and their id.
    pub(super) mappings: HashMap<(u32, u64), u64>,
    /// Ftrace events that the trace describes.
    pub(super) generic: GenericEvents,
}

impl TraceArgs {
    pub(super) fn new(scan: Scan, threads: Threads, has_callstacks: bool) -> Self {
        // Packets without a sequence id are of no sequence.
        let sequences = scan.sequences.list.iter().filter(|own| own.id != 0);
        let input = InputStats {
            file_bytes: 0,
            trace_bytes: scan.space.end(),
            n_packets: scan.n_packets,
            n_sequences: sequences.count() as u64,
            n_described: scan.reservations.len() as u64,
            format: "perfetto",
        };
        Self {
            space: scan.space,
            limit: scan.limit,
            sequences: scan.sequences,
            clock_rows: scan.clock_rows,
            input,
            threads,
            has_callstacks,
            registry: OnceLock::new(),
            extension_descriptors: scan.extension_descriptors,
            facts: OnceLock::new(),
        }
    }

    /// Returns names and types of typed arguments.
    pub(super) fn registry(&self) -> &Registry {
        self.registry
            .get_or_init(|| Registry::read(&self.space, &self.extension_descriptors))
    }

    pub(super) fn clock_rows(&self) -> &Vec<ClockRow> {
        &self.clock_rows
    }

    pub(super) fn input(&self) -> InputStats {
        self.input.clone()
    }

    /// Returns the name of a kernel function that the sequence of the packet around `offset` has interned.
    /// All sequences are tried, as only the table of the right one has the name.
    fn kernel_symbol(&self, offset: u64, iid: u64) -> Option<Vec<u8>> {
        let n_sequences = self.sequences.list.len() as u32;
        (0..n_sequences).find_map(|seq| {
            let epoch = self.sequences.epoch_at(seq, offset);
            let table = self.sequences.table(epoch);
            let entry = table.message(&self.space, interned_data::KERNEL_SYMBOLS, iid)?;
            Some(entry.text_if_set(interned_string::STR)?.to_vec())
        })
    }

    /// Returns the packet at `offset`, and the epoch of its sequence.
    fn packet_at(&self, offset: u64) -> Option<(Message<'_>, Option<EpochId>)> {
        let packet = self.space.packet(offset)?;
        let header = PacketHeader::read(packet.0).ok()?;
        let epoch = header
            .seq
            .and_then(|seq| self.sequences.find(header.machine, seq))
            .map(|seq| self.sequences.epoch_at(seq, offset));
        Some((packet, epoch))
    }

    /// Returns the thread that an event names because the event is not on the track of its sequence's thread.
    fn thread_passed(&self, epoch_id: EpochId, bytes: &[u8]) -> Option<Utid> {
        let epoch = &self.sequences.epochs[epoch_id as usize];
        let machine = self.sequences.machine_of(epoch_id);
        let mut scratch = Scratch::default();
        let view = TrackEventView::read(bytes, &mut scratch);
        let phase = view.legacy_phase.unwrap_or(0);
        let said = view
            .track_uuid
            .or(self.sequences.defaults(epoch_id).track_uuid);
        let uuid = said.unwrap_or(0);
        let scope = self.threads.scopes.get(&(machine, uuid));
        let scope = (uuid != 0).then(|| scope.copied().unwrap_or_default());
        let known = |thread: Option<SequenceThread>| {
            let SequenceThread { pid, tid } = thread?;
            self.threads.of_sequence.get(&(machine, pid, tid)).copied()
        };
        if is_async(phase) || view.is_instant_elsewhere() {
            // These go to tracks of their own, and name the thread that they would have been on.
            return match scope {
                Some(Scope::Thread(utid)) => Some(utid),
                Some(_) => None,
                None => known(view.thread(said, epoch.thread)),
            };
        }
        match scope? {
            Scope::Process(upid) => known(epoch.thread)
                .filter(|utid| self.threads.upids.get(utid.index()) == Some(&Some(upid))),
            Scope::Global => known(epoch.thread),
            _ => None,
        }
    }

    /// Returns whether an event is on the track of a thread.
    fn is_of_thread(&self, epoch_id: EpochId, bytes: &[u8]) -> bool {
        let epoch = &self.sequences.epochs[epoch_id as usize];
        let machine = self.sequences.machine_of(epoch_id);
        let mut scratch = Scratch::default();
        let view = TrackEventView::read(bytes, &mut scratch);
        if view.is_instant_elsewhere() {
            return false;
        }
        let defaults = self.sequences.defaults(epoch_id);
        let said = view.track_uuid.or(defaults.track_uuid);
        let scope = said.and_then(|uuid| self.threads.scopes.get(&(machine, uuid)));
        view.thread(said, epoch.thread).is_some() || matches!(scope, Some(Scope::Thread(_)))
    }

    /// Returns whether an event of a packet names a thread as in [`Self::thread_passed`].
    fn passes_thread(&self, sequence: (u32, u32), offset: u64, event: &[u8]) -> bool {
        let seq = self.sequences.find(sequence.0, sequence.1);
        let epoch = seq.map(|seq| self.sequences.epoch_at(seq, offset));
        epoch.is_some_and(|epoch| self.thread_passed(epoch, event).is_some())
    }

    /// Returns the arguments of all packets at `place`.
    fn packets(&self, place: &[u64]) -> ArgBuilder {
        let mut out = ArgBuilder::default();
        for &offset in place {
            self.packet(offset, &mut out);
        }
        out
    }

    /// Adds the arguments of the packet at `offset`.
    fn packet(&self, offset: u64, out: &mut ArgBuilder) {
        let Some((packet, epoch)) = self.packet_at(offset) else {
            return;
        };
        for field in packet.fields() {
            match field.number {
                trace_packet::TRACK_EVENT => {
                    if let Some(epoch) = epoch {
                        EventArgs {
                            source: self,
                            epoch,
                            out,
                        }
                        .event(field.as_bytes());
                    }
                }
                trace_packet::FRAME_TIMELINE_EVENT => {
                    super::frame_timeline::args(field.as_bytes(), &mut |arg| {
                        out.add(arg.key.into_owned(), arg.value.into_owned());
                    });
                }
                _ => {}
            }
        }
    }
}

impl ArgSource for TraceArgs {
    fn args(&self, place: &[u64], each: &mut dyn FnMut(Arg<'_>)) {
        self.packets(place).emit(each);
    }

    fn lost_args(&self, place: &[u64]) -> Vec<LostArg> {
        self.packets(place).into_lost()
    }

    fn ftrace_rows(&self, cancel: Cancel<'_>) -> Result<FtraceTable, Unread> {
        super::kernel_events(self.space.file(), self.limit, cancel)
    }

    fn ftrace(
        &self,
        row: &FtraceRow,
        (name, prev_comm): (&[u8], Option<&[u8]>),
        each: &mut dyn FnMut(Arg<'_>),
    ) {
        let symbol = |iid| self.kernel_symbol(row.offset, iid);
        let context = super::ftrace::args::Context {
            is_waking: name == b"sched_waking",
            prev_comm,
            symbol: &symbol,
            generic: &self.threads.generic,
        };
        super::ftrace::args::args(row, self.space.from(row.offset), &context, each);
    }

    fn find(&self, needle: &[u8], cancel: &AtomicBool) -> Option<Vec<u64>> {
        find::find(self, needle, cancel)
    }

    fn passing(
        &self,
        events: &[ArgPlace],
        test: ArgTest<'_>,
        cancel: &AtomicBool,
    ) -> Option<Vec<bool>> {
        passing(self, events, test, cancel)
    }

    fn has_callstacks(&self) -> bool {
        self.has_callstacks
    }

    fn callstack(&self, offset: u64) -> Callstack {
        if !self.has_callstacks {
            return Callstack::default();
        }
        let found = self.packet_at(offset).and_then(|(packet, epoch)| {
            let event = packet.field(trace_packet::TRACK_EVENT)?;
            Some(callstack::of_event(self, event.message(), epoch))
        });
        found.unwrap_or_default()
    }
}

/// The arguments of one event.
struct EventArgs<'a> {
    source: &'a TraceArgs,
    epoch: EpochId,
    out: &'a mut ArgBuilder,
}

impl<'a> EventArgs<'a> {
    /// Returns the message of an interned entry.
    fn interned(&self, field: u32, iid: u64) -> Option<Message<'a>> {
        let table = self.source.sequences.table(self.epoch);
        table.message(&self.source.space, field, iid)
    }

    /// Returns the string of an interned entry, which is its field 2.
    fn interned_str(&self, field: u32, iid: u64) -> Option<&'a [u8]> {
        Some(self.interned(field, iid)?.text(interned_string::STR))
    }

    fn str(&mut self, key: &str, value: &[u8]) {
        self.out
            .add(key.to_owned(), ArgValue::Str(value.to_vec().into()));
    }

    /// Adds a text, or a null text if there is none.
    fn optional_str(&mut self, key: &str, text: Option<&[u8]>) {
        let value = text.map_or(ArgValue::NoStr, |text| ArgValue::Str(text.to_vec().into()));
        self.out.add(key.to_owned(), value);
    }

    fn int(&mut self, key: &str, value: i64) {
        self.out.add(key.to_owned(), ArgValue::Int(value));
    }

    fn uint(&mut self, key: &str, value: u64) {
        self.out.add(key.to_owned(), ArgValue::Uint(value));
    }

    /// Notes that there is no such thing with an interning id.
    fn lose(&mut self, key: &str, what: &str, iid: u64) {
        self.out.lose(key, || unknown(what, iid));
    }

    fn event(&mut self, bytes: &'a [u8]) {
        let event = Message(bytes);
        if let Some(iid) = event.field(track_event::SOURCE_LOCATION_IID) {
            self.source_location(iid.as_u64());
        }
        self.task_execution(event.message(track_event::TASK_EXECUTION));
        // As in the reference, a message that no thread has logged adds nothing.
        if let Some(message) = event.field(track_event::LOG_MESSAGE)
            && self.source.is_of_thread(self.epoch, bytes)
        {
            self.log_message(message.message());
        }
        self.histogram_name(event.message(track_event::CHROME_HISTOGRAM_SAMPLE));
        let screenshot = event.message(track_event::SCREENSHOT);
        for (number, key) in [
            (screenshot::JPG_IMAGE, "screenshot.jpg_image"),
            (screenshot::PAM_IMAGE, "screenshot.pam_image"),
            (screenshot::PPM_IMAGE, "screenshot.ppm_image"),
        ] {
            if let Some(image) = screenshot.text_if_set(number) {
                self.str(key, &reflect::base64(image));
            }
        }
        self.correlation(bytes);
        self.callstack(event);
        let legacy = event.message(track_event::LEGACY_EVENT);
        self.legacy(legacy);
        for field in event.fields() {
            self.typed(&field);
        }
        for field in event.all(track_event::DEBUG_ANNOTATIONS) {
            annotation::top_level(self, field.as_bytes());
        }
        self.passthrough(bytes);
        self.phase(legacy);
    }

    fn source_location(&mut self, iid: u64) {
        match self.interned(interned_data::SOURCE_LOCATIONS, iid) {
            Some(location) => self.location("source", location),
            None => self.lose("source", "source location", iid),
        }
    }

    /// Adds a source location. As the reference normalises paths, a missing one becomes an empty text,
    /// and a missing function stays null.
    fn location(&mut self, prefix: &str, location: Message<'_>) {
        let mut file = location.text(source_location::FILE_NAME).to_vec();
        for byte in file.iter_mut().filter(|byte| **byte == b'\\') {
            *byte = b'/';
        }
        self.str(&format!("{prefix}.file_name"), &file);
        let function = location.text_if_set(source_location::FUNCTION_NAME);
        self.optional_str(&format!("{prefix}.function_name"), function);
        let line = location.u64(source_location::LINE_NUMBER);
        self.uint(&format!("{prefix}.line_number"), line);
    }

    fn task_execution(&mut self, task: Message<'_>) {
        let Some(iid) = task.field(task_execution::POSTED_FROM_IID) else {
            return;
        };
        match self.interned(interned_data::SOURCE_LOCATIONS, iid.as_u64()) {
            Some(location) => self.location("task.posted_from", location),
            None => self.lose("task.posted_from", "source location", iid.as_u64()),
        }
    }

    fn log_message(&mut self, message: Message<'_>) {
        // As in the reference, what is missing takes what follows along.
        let Some(iid) = message.field(log_message::BODY_IID) else {
            return;
        };
        let iid = iid.as_u64();
        let Some(body) = self.interned(interned_data::LOG_MESSAGE_BODY, iid) else {
            return self.lose("track_event.log_message.message", "log body", iid);
        };
        let text = body.text_if_set(log_body::BODY);
        self.optional_str("track_event.log_message.message", text);
        if let Some(iid) = message.field(log_message::SOURCE_LOCATION_IID) {
            let table = interned_data::SOURCE_LOCATIONS;
            let Some(location) = self.interned(table, iid.as_u64()) else {
                let key = "track_event.log_message.file_name";
                return self.lose(key, "source location", iid.as_u64());
            };
            for (n, key) in [
                (source_location::FILE_NAME, "file_name"),
                (source_location::FUNCTION_NAME, "function_name"),
            ] {
                let text = location.text_if_set(n);
                self.optional_str(&format!("track_event.log_message.{key}"), text);
            }
            let line = location.i64(source_location::LINE_NUMBER);
            self.int("track_event.log_message.line_number", line);
        }
        if let Some(priority) = message.field(log_message::PRIO) {
            // A number that is no priority counts as unspecified.
            let priority = i64::from(priority.as_i32());
            let known = (0..=log_message::PRIO_FATAL as i64).contains(&priority);
            self.int("track_event.priority", if known { priority } else { 0 });
        }
    }

    /// Adds the name of the histogram of a sample, unless the sample has it itself.
    fn histogram_name(&mut self, sample: Message<'_>) {
        if let Some(iid) = sample.field(histogram::NAME_IID)
            && !sample.has(histogram::NAME)
        {
            let key = "chrome_histogram_sample.name";
            match self.interned(interned_data::HISTOGRAM_NAMES, iid.as_u64()) {
                Some(histogram) => {
                    self.optional_str(key, histogram.text_if_set(interned_name::NAME));
                }
                None => self.lose(key, "histogram name", iid.as_u64()),
            }
        }
    }

    /// Adds the correlation id.
    fn correlation(&mut self, bytes: &[u8]) {
        let table = self.source.sequences.table(self.epoch);
        if let Some(id) = correlation_id(bytes, table, &self.source.space) {
            self.str("correlation_id", &id);
        } else if let Some(iid) = Message(bytes).field(track_event::CORRELATION_ID_STR_IID) {
            self.lose("correlation_id", "correlation id", iid.as_u64());
        }
    }

    /// Notes a call stack that the event names and that is not there.
    fn callstack(&mut self, event: Message<'_>) {
        if let Some(iid) = event.field(track_event::CALLSTACK_IID)
            && !event.has(track_event::CALLSTACK)
            && self
                .interned(interned_data::CALLSTACKS, iid.as_u64())
                .is_none()
        {
            self.lose("callstack", "call stack", iid.as_u64());
        }
    }

    fn legacy(&mut self, legacy: Message<'_>) {
        let phase = u8::try_from(legacy.i32(legacy_event::PHASE)).unwrap_or(0);
        if is_async(phase)
            && let Some(id) = legacy
                .field(legacy_event::UNSCOPED_ID)
                .or_else(|| legacy.field(legacy_event::GLOBAL_ID))
                .or_else(|| legacy.field(legacy_event::LOCAL_ID))
        {
            self.int("legacy_trace_source_id", id.as_i64());
        }
    }

    /// Adds the phases that do not show in slices.
    fn phase(&mut self, legacy: Message<'_>) {
        if let Ok(phase @ (b'S' | b'T' | b'p' | b'R')) =
            u8::try_from(legacy.i32(legacy_event::PHASE))
        {
            self.str("legacy_event.phase", &[phase]);
        }
    }

    /// Adds the thread of an event that is not on that thread's track.
    fn passthrough(&mut self, bytes: &[u8]) {
        if let Some(utid) = self.source.thread_passed(self.epoch, bytes) {
            // The thread of the event that began a slice stays.
            self.out
                .add_first(PASSTHROUGH, ArgValue::Uint(u64::from(utid.0)));
        }
    }

    /// Typed fields: the source location, and what a registry describes.
    fn typed(&mut self, field: &Field<'a>) {
        if is_extension(field.number) {
            reflect::track_event(self, field);
        }
        if field.number == track_event::SOURCE_LOCATION {
            let location = field.message();
            if let Some(file) = location.text_if_set(source_location::FILE_NAME) {
                self.str("source_location.file_name", file);
            }
            if let Some(function) = location.text_if_set(source_location::FUNCTION_NAME) {
                self.str("source_location.function_name", function);
            }
            if let Some(line) = location.field(source_location::LINE_NUMBER) {
                self.uint("source_location.line_number", line.as_u64());
            }
            if field.as_bytes().is_empty() {
                self.out.add("source_location".to_owned(), ArgValue::Null);
            }
        }
        if field.number == track_event::SOURCE_LOCATION_IID {
            self.uint("source_location_iid", field.as_u64());
        }
        if field.number == track_event::SCREENSHOT && field.as_bytes().is_empty() {
            self.out.add("screenshot".to_owned(), ArgValue::Null);
        }
    }
}

/// Says that the sequence has not interned what an id names, since its state was last cleared.
fn unknown(what: &str, iid: u64) -> String {
    format!("no {what} has the iid {iid}")
}

/// Returns whether the schema lets TrackEvent be extended by a field of this number.
fn is_extension(number: u32) -> bool {
    matches!(
        number,
        24..=29 | 32 | 35 | 38..=41 | 43 | 49 | FIRST_EXTENSION..=LAST_EXTENSION
    )
}

/// Returns whether a legacy phase is one of an asynchronous event.
pub(in crate::import) fn is_async(phase: u8) -> bool {
    matches!(phase, b'b' | b'e' | b'n' | b'S' | b'T' | b'p' | b'F')
}
