//! Cold packets in time order: descriptors name threads and processes, and other packets go to their
//! importers.

use super::Resolver;
use super::chromium;
use super::system::{Bytes, Writer, data_fields};
use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::import::descriptor::RawDescriptor;
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::scan::Cold;
use crate::import::system::Packet;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::ids::Upid;
use crate::model::process::SUBFRAME;
use crate::proto::{
    chrome_process_descriptor, chrome_thread_descriptor, process_descriptor, thread_descriptor,
    trace_packet,
};

impl Resolver<'_> {
    /// Parses a cold packet: every data field of it, in wire order. Returns how many bytes these have.
    pub(super) fn cold(&mut self, cold: &Cold) -> usize {
        let scan = self.scan;
        let source = Bytes::new(scan);
        let mut n_bytes = 0;
        data_fields(&scan.space, cold, |writer, packet| {
            n_bytes += packet.payload.0.len();
            self.enter(writer.machine);
            self.cold_field(cold, writer, packet, &source);
        });
        n_bytes
    }

    fn cold_field(&mut self, cold: &Cold, writer: &Writer, packet: Packet<'_>, source: &Bytes<'_>) {
        let payload = packet.payload.0;
        match packet.field {
            trace_packet::TRACK_DESCRIPTOR => self.track_descriptor(payload, writer.machine),
            trace_packet::PROCESS_DESCRIPTOR => self.process_descriptor(payload, None),
            trace_packet::THREAD_DESCRIPTOR => self.thread_descriptor_packet(payload, writer),
            trace_packet::FRAME_TIMELINE_EVENT => {
                let pos = EventPos::decodable(cold.offset);
                self.frames.packet(payload, cold.ts, pos, &mut self.sink);
            }
            _ => {
                self.systems
                    .packet(&packet, cold.ts, source, &mut self.sink);
            }
        }
    }

    /// Does for the descriptor of a plain track what [`Self::cold`] would, without reading the packet.
    pub(super) fn plain_track(&mut self, cold: &Cold) {
        if let Some(&uuid) = self.scan.plain_tracks.get(cold.epoch as usize)
            && self.resolve_track((0, uuid)).is_none()
        {
            self.unusable_descriptor(uuid);
        }
    }

    fn unusable_descriptor(&mut self, uuid: u64) {
        let issues = &mut self.sink.issues;
        issues.note("track_event_parser_errors", 1, None, || {
            format!("the descriptor of track {uuid}")
        });
    }

    fn track_descriptor(&mut self, bytes: &[u8], machine: u32) {
        let raw = RawDescriptor::read(bytes);
        let Some(uuid) = raw.uuid else { return };
        // A descriptor that reserved nothing resolves nothing.
        if self.scan.reservations.get((machine, uuid)).is_none() {
            return;
        }
        if self.resolve_track((machine, uuid)).is_none() {
            self.unusable_descriptor(uuid);
            return;
        }
        if let Some(thread) = raw.thread {
            let ids = raw.thread_ids(thread);
            self.name_thread(thread, raw.chrome_thread, ids);
        } else if let Some(process) = raw.process {
            self.process_descriptor(process, raw.chrome_process);
        }
    }

    fn thread_descriptor_packet(&mut self, bytes: &[u8], writer: &Writer) {
        let Some(seq) = writer.seq else { return };
        let known = self.scan.sequences.find(writer.machine, seq);
        if known.is_none() {
            return;
        }
        let descriptor = Message(bytes);
        if let (Some(pid), Some(tid)) = (
            descriptor.field(thread_descriptor::PID),
            descriptor.field(thread_descriptor::TID),
        ) {
            self.name_thread(bytes, None, Some((i64::from(pid.as_i32()), tid.as_i64())));
        }
    }

    fn name_thread(&mut self, descriptor: &[u8], chrome: Option<&[u8]>, ids: Option<(i64, i64)>) {
        let Some((pid, tid)) = ids else { return };
        let utid = self.sink.processes.update_thread(tid, pid);
        let descriptor = Message(descriptor);
        let name = match descriptor.text(thread_descriptor::THREAD_NAME) {
            b"" => descriptor
                .field(thread_descriptor::CHROME_THREAD_TYPE)
                .and_then(|kind| chromium::thread_name(kind.as_u64()))
                .map(|name| self.sink.str(name)),
            name => Some(self.sink.strings.intern(name)),
        };
        if let Some(name) = name {
            self.sink
                .processes
                .set_thread_name(utid, name, ThreadNamePriority::TrackDescriptor);
        }
        let kind = chrome
            .and_then(|chrome| Message(chrome).field(chrome_thread_descriptor::THREAD_TYPE))
            .map(|kind| kind.as_u64());
        if let Some(name) = kind.and_then(chromium::thread_name) {
            let name = self.sink.str(name);
            self.sink
                .processes
                .set_thread_name(utid, name, ThreadNamePriority::ChromeType);
        }
    }

    fn process_descriptor(&mut self, descriptor: &[u8], chrome: Option<&[u8]>) {
        let descriptor = Message(descriptor);
        let pid = i64::from(descriptor.i32(process_descriptor::PID));
        let upid = self.sink.processes.process(pid);
        let name = descriptor.text(process_descriptor::PROCESS_NAME);
        if !name.is_empty() {
            let name = self.sink.strings.intern(name);
            self.sink
                .processes
                .set_process_name(upid, name, ProcessNamePriority::TrackDescriptor);
        }
        let process = &mut self.sink.processes.table.processes[upid.index()];
        let start = descriptor.i64(process_descriptor::START_TIMESTAMP_NS);
        if start > 0 && process.start_ts.is_none() {
            process.start_ts = Some(crate::base::time::Ts::from_ns(start));
        }
        if let Some(kind) = descriptor.field(process_descriptor::CHROME_PROCESS_TYPE) {
            self.process_type(upid, kind.as_u64());
        }
        let labels = descriptor.all(process_descriptor::PROCESS_LABELS);
        for (n, label) in labels.enumerate() {
            let flat_key = self.sink.word("chrome.process_label");
            let key = self.sink.str(&format!("chrome.process_label[{n}]"));
            let text = label.as_bytes();
            let label = self.sink.strings.intern(text);
            if !text.is_empty() && !text.starts_with(SUBFRAME) {
                self.sink.processes.table.processes[upid.index()].page_label = Some(label);
            }
            let value = StoredValue::Str(Some(label));
            self.sink.process_args.push((
                upid,
                StoredArg {
                    flat_key,
                    key,
                    value,
                },
            ));
        }
        if let Some(chrome) = chrome {
            self.chrome_process(upid, chrome);
        }
    }

    fn chrome_process(&mut self, upid: Upid, descriptor: &[u8]) {
        let descriptor = Message(descriptor);
        let name = self.process_type(
            upid,
            descriptor.u64(chrome_process_descriptor::PROCESS_TYPE),
        );
        self.process_arg(upid, "chrome.process_type", StoredValue::Str(name));
        if let Some(package) =
            descriptor.text_if_set(chrome_process_descriptor::HOST_APP_PACKAGE_NAME)
        {
            let package = self.sink.strings.intern(package);
            let value = StoredValue::Str(Some(package));
            self.process_arg(upid, "chrome.host_app_package_name", value);
        }
        if let Some(id) = descriptor.field(chrome_process_descriptor::CRASH_TRACE_ID) {
            let value = StoredValue::Uint(id.as_u64());
            self.process_arg(upid, "chrome.crash_trace_id", value);
        }
    }

    fn process_arg(&mut self, upid: Upid, key: &'static str, value: StoredValue) {
        let key = self.sink.word(key);
        let arg = StoredArg::new(key, value);
        self.sink.process_args.push((upid, arg));
    }

    /// Names a process by its kind, and returns that name.
    fn process_type(&mut self, upid: Upid, kind: u64) -> Option<StrId> {
        let name = chromium::process_name(kind)?;
        let priority = if name == "Renderer" {
            ProcessNamePriority::ChromeLabelRenderer
        } else {
            ProcessNamePriority::ChromeLabel
        };
        let name = self.sink.str(name);
        self.sink.processes.set_process_name(upid, name, priority);
        Some(name)
    }
}
