//! Cold packets in time order: descriptors name things, other importers get theirs.

use super::Resolver;
use super::system::{Bytes, Writer, data_fields};
use crate::decode::fields::Fields;
use crate::import::descriptor::RawDescriptor;
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::scan::Cold;
use crate::import::system::Packet;
use crate::model::args::EventPos;

impl Resolver<'_> {
    /// Parses a cold packet: every data field of it, in wire order.
    pub(super) fn cold(&mut self, cold: &Cold) {
        let scan = self.scan;
        let source = Bytes::new(scan);
        data_fields(&scan.space, cold, |writer, packet| {
            self.enter(writer.machine);
            self.cold_field(cold, writer, packet, &source);
        });
    }

    fn cold_field(&mut self, cold: &Cold, writer: &Writer, packet: Packet<'_>, source: &Bytes<'_>) {
        match packet.field {
            60 => self.track_descriptor(packet.payload, writer.machine),
            43 => self.process_descriptor(packet.payload, None),
            44 => self.thread_descriptor_packet(packet.payload, writer),
            76 => {
                let pos = EventPos::decodable(cold.offset);
                self.frames
                    .packet(packet.payload, cold.ts, pos, &mut self.sink);
            }
            _ => {
                self.systems
                    .packet(&packet, cold.ts, source, &mut self.sink);
            }
        }
    }

    fn track_descriptor(&mut self, bytes: &[u8], machine: u32) {
        let raw = RawDescriptor::read(bytes);
        let Some(uuid) = raw.uuid else { return };
        // A descriptor that reserved nothing resolves nothing.
        if self.scan.reservations.get((machine, uuid)).is_none() {
            return;
        }
        if self.resolve_track((machine, uuid)).is_none() {
            self.sink.issues.count("track_event_parser_errors");
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
        let (Some(seq), number) = (writer.seq, |n| Fields::new(bytes).last_of(n)) else {
            return;
        };
        let known = self.scan.sequences.find(writer.machine, seq);
        if known.is_none() {
            return;
        }
        if let (Some(pid), Some(tid)) = (number(1), number(2)) {
            self.name_thread(bytes, None, Some((i64::from(pid.as_i32()), tid.as_i64())));
        }
    }

    fn name_thread(&mut self, descriptor: &[u8], chrome: Option<&[u8]>, ids: Option<(i64, i64)>) {
        let Some((pid, tid)) = ids else { return };
        let utid = self.sink.processes.update_thread(tid, pid);
        let last = |n| Fields::new(descriptor).last_of(n);
        let name = match last(5)
            .map(|field| field.as_bytes())
            .filter(|name| !name.is_empty())
        {
            Some(name) => Some(self.sink.strings.intern(name)),
            None => last(4)
                .and_then(|kind| chrome_thread_name(kind.as_u64()))
                .map(|name| self.sink.str(name)),
        };
        if let Some(name) = name {
            self.sink
                .processes
                .set_thread_name(utid, name, ThreadNamePriority::TrackDescriptor);
        }
        let kind = chrome
            .and_then(|chrome| Fields::new(chrome).last_of(1))
            .map(|kind| kind.as_u64());
        if let Some(name) = kind.and_then(chrome_thread_name) {
            let name = self.sink.str(name);
            self.sink
                .processes
                .set_thread_name(utid, name, ThreadNamePriority::ChromeType);
        }
    }

    fn process_descriptor(&mut self, descriptor: &[u8], chrome: Option<&[u8]>) {
        let last = |n| Fields::new(descriptor).last_of(n);
        let pid = last(1).map_or(0, |pid| i64::from(pid.as_i32()));
        let upid = self.sink.processes.process(pid);
        if let Some(name) = last(6)
            .map(|field| field.as_bytes())
            .filter(|name| !name.is_empty())
        {
            let name = self.sink.strings.intern(name);
            self.sink
                .processes
                .set_process_name(upid, name, ProcessNamePriority::TrackDescriptor);
        }
        let process = &mut self.sink.processes.table.processes[upid.index()];
        if let Some(start) = last(7)
            .map(|field| field.as_i64())
            .filter(|&start| start > 0)
            && process.start_ts.is_none()
        {
            process.start_ts = Some(crate::base::time::Ts::from_ns(start));
        }
        let types = [
            last(4),
            chrome.and_then(|chrome| Fields::new(chrome).last_of(1)),
        ];
        for kind in types.into_iter().flatten() {
            if let Some(name) = chrome_process_name(kind.as_u64()) {
                let priority = if name == "Renderer" {
                    ProcessNamePriority::ChromeLabelRenderer
                } else {
                    ProcessNamePriority::ChromeLabel
                };
                let name = self.sink.str(name);
                self.sink.processes.set_process_name(upid, name, priority);
            }
        }
    }
}

/// Names of `ChromeProcessDescriptor.ProcessType`, as the reference prints them.
fn chrome_process_name(kind: u64) -> Option<&'static str> {
    Some(match kind {
        1 => "Browser",
        2 => "Renderer",
        3 => "Utility",
        4 => "SandboxHelper",
        5 => "Gpu",
        6 => "PpapiPlugin",
        7 => "PpapiBroker",
        _ => return None,
    })
}

/// Names of `ChromeThreadDescriptor.ThreadType`, as the reference prints them.
fn chrome_thread_name(kind: u64) -> Option<&'static str> {
    Some(match kind {
        1 => "CrProcessMain",
        2 => "ChromeIOThread",
        3 => "ThreadPoolBackgroundWorker&",
        4 => "ThreadPoolForegroundWorker&",
        5 => "ThreadPoolSingleThreadForegroundBlocking&",
        6 => "ThreadPoolSingleThreadBackgroundBlocking&",
        7 => "ThreadPoolService",
        8 => "Compositor",
        9 => "VizCompositorThread",
        10 => "CompositorTileWorker&",
        11 => "ServiceWorkerThread&",
        50 => "MemoryInfra",
        51 => "StackSamplingProfiler",
        _ => return None,
    })
}
