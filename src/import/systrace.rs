//! Reads ftrace text, alone or in the HTML page of a systrace.
//!
//! The text is translated into the packets that Perfetto would have recorded, which
//! are then imported like any others: one meaning of every event, two spellings. A
//! line that is no event is skipped, whatever it is, so that headers, HTML and
//! scripts around the events need no rules of their own.

mod embedded;
mod encode;
mod line;
mod processes;
mod tracecmd;

use hashbrown::HashMap;

use self::encode::{Message, event_body};
use self::line::Line;
use self::processes::ProcessDump;
use crate::import::ftrace::IN_FILE_ORDER;
use crate::import::sink::Sink;
use crate::model::issue::IssueLog;
use crate::proto::{
    ftrace_event, ftrace_event_bundle, generic_kernel_task_rename_event as task_rename,
    interned_data, interned_string, process_tree, trace_packet,
};

/// How many bytes of events a packet holds: few enough to be decoded at random, and enough that
/// the rest of the packet does not count.
const BUNDLE_BYTES_MAX: usize = 16 << 10;
/// The sequence of all packets.
const SEQUENCE: u64 = 1;

/// Translates ftrace text into a serialized `Trace`; `None` if there is no event in it. The offsets of issues
/// are places in the text.
pub(super) fn to_packets(text: &[u8], issues: &mut IssueLog) -> Option<Vec<u8>> {
    let mut translator = Translator::default();
    let mut dump = ProcessDump::default();
    let mut n_events = 0_u64;
    let mut next = 0;
    for bytes in text.split(|&byte| byte == b'\n') {
        let offset = next;
        next += bytes.len() as u64 + 1;
        if bytes.starts_with(b"#") {
            // A comment, also where it holds an event.
            continue;
        }
        if let Some(line) = Line::parse(bytes) {
            if !translator.line(&line) {
                issues.record("systrace_parse_failure", offset, || {
                    format!(
                        "{}: {}",
                        line.event.escape_ascii(),
                        line.args.escape_ascii()
                    )
                });
            }
            n_events += 1;
        } else if let Some((cpu, number)) = line::lost(bytes) {
            issues.record("systrace_lost_events", offset, || match number {
                Some(number) => format!("CPU {cpu} lost {number} events"),
                None => format!("CPU {cpu} lost events"),
            });
        } else {
            dump.line(bytes);
        }
    }
    translator.flush();
    if n_events == 0 {
        return None;
    }
    let mut out = dump.packet(translator.first_ts.unwrap_or(0));
    out.append(&mut translator.out);
    Some(out)
}

/// Imports ftrace text that is part of a trace of another format.
pub(super) fn import_embedded(text: &[u8], sink: &mut Sink) {
    let mut issues = IssueLog::default();
    let packets = to_packets(text, &mut issues);
    // The offsets of these issues are places in the text, not in the file.
    for issue in issues.iter() {
        sink.issues.add(issue.kind, None, issue.count);
    }
    if let Some(packets) = packets {
        embedded::import(&packets, sink);
    }
}

/// Collects events into bundles, and bundles into packets.
#[derive(Debug, Default)]
struct Translator {
    out: Vec<u8>,
    events: Message,
    cpu: u32,
    first_ts: Option<u64>,
    has_packets: bool,
    symbols: Symbols,
    threads: HashMap<u32, Thread>,
}

/// What the text has said of a thread last; 0 is unknown.
#[derive(Debug, Default)]
struct Thread {
    name: Vec<u8>,
    process: u32,
    /// The process that its markers name.
    marked: u32,
}

/// Kernel functions, interned.
#[derive(Debug, Default)]
struct Symbols {
    ids: HashMap<Vec<u8>, u64>,
    /// Entries that no packet has brought yet.
    pending: Message,
}

impl Symbols {
    fn intern(&mut self, name: &[u8]) -> u64 {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.ids.len() as u64 + 1;
        self.ids.insert(name.to_vec(), id);
        let mut entry = Message::default();
        entry.number(interned_string::IID, id);
        entry.bytes(interned_string::STR, name);
        self.pending.message(interned_data::KERNEL_SYMBOLS, &entry);
        id
    }
}

impl Translator {
    /// Adds an event. Returns whether its text could be read.
    fn line(&mut self, line: &Line<'_>) -> bool {
        self.first_ts.get_or_insert(line.ts);
        self.thread(line);
        if line.cpu != self.cpu || self.events.len() > BUNDLE_BYTES_MAX {
            self.flush();
            self.cpu = line.cpu;
        }
        let mut event = Message::default();
        event.number(ftrace_event::TIMESTAMP, line.ts);
        event.number(ftrace_event::PID, u64::from(line.pid));
        let body = event_body(line, &mut |symbol| self.symbols.intern(symbol));
        event.message(body.number, &body.fields);
        self.events.message(ftrace_event_bundle::EVENT, &event);
        self.after_marker(line);
        self.after_scheduling(line);
        !body.is_unread
    }

    /// Forgets the name and process of a thread whose marker names another process, as in a container, which
    /// has ids of its own: the importer goes by the marker until both are written again. Where lines do not say
    /// the process of their thread, that is a thread whose markers do not name the same process always.
    fn after_marker(&mut self, line: &Line<'_>) {
        let Some(named) = encode::marked_process(line) else {
            return;
        };
        if line.tgid.is_some_and(|tgid| tgid != named) {
            self.threads.remove(&line.pid);
        } else if line.tgid.is_none()
            && let Some(thread) = self.threads.get_mut(&line.pid)
            && thread.marked != named
        {
            *thread = Thread {
                marked: named,
                ..Thread::default()
            };
        }
    }

    /// Notes the names by which a scheduling event calls threads: the importer takes them over. The name that
    /// begins a line is the one that the thread had when the text was written, so that they differ where a
    /// thread was renamed.
    fn after_scheduling(&mut self, line: &Line<'_>) {
        for (pid, task) in encode::scheduled_threads(line) {
            if let Some(thread) = self.threads.get_mut(&pid)
                && thread.name != task
            {
                task.clone_into(&mut thread.name);
            }
        }
    }

    /// Writes the name and process of a thread when they are new.
    fn thread(&mut self, line: &Line<'_>) {
        if line.pid == 0 {
            return;
        }
        let thread = self.threads.entry(line.pid).or_default();
        // Among things of one time events come first, so that this has to be earlier.
        let ts = line.ts.saturating_sub(1);
        let mut packet = Message::default();
        // The name comes first: the thread is there before its process.
        if thread.name != line.task && line.task != b"<...>" {
            line.task.clone_into(&mut thread.name);
            let mut rename = Message::default();
            rename.number(task_rename::TID, u64::from(line.pid));
            rename.bytes(task_rename::COMM, line.task);
            packet.number(trace_packet::TIMESTAMP, ts);
            packet.message(trace_packet::GENERIC_KERNEL_TASK_RENAME_EVENT, &rename);
            std::mem::take(&mut packet).into_packet(&mut self.out);
        }
        if let Some(now) = line.tgid.filter(|now| *now != thread.process) {
            thread.process = now;
            let mut entry = Message::default();
            entry.number(process_tree::thread::TID, u64::from(line.pid));
            entry.number(process_tree::thread::TGID, u64::from(now));
            let mut tree = Message::default();
            tree.message(process_tree::THREADS, &entry);
            packet.number(trace_packet::TIMESTAMP, ts);
            packet.message(trace_packet::PROCESS_TREE, &tree);
            packet.into_packet(&mut self.out);
        }
    }

    /// Writes the packet of the events so far.
    fn flush(&mut self) {
        if self.events.len() == 0 {
            return;
        }
        let mut bundle = Message::default();
        bundle.number(ftrace_event_bundle::CPU, u64::from(self.cpu));
        bundle.number(IN_FILE_ORDER, 1);
        bundle.append(&mut self.events);
        let mut packet = Message::default();
        packet.message(trace_packet::FTRACE_EVENTS, &bundle);
        packet.number(trace_packet::TRUSTED_PACKET_SEQUENCE_ID, SEQUENCE);
        packet.number(
            trace_packet::SEQUENCE_FLAGS,
            if self.has_packets {
                trace_packet::SEQ_NEEDS_INCREMENTAL_STATE
            } else {
                trace_packet::SEQ_INCREMENTAL_STATE_CLEARED
            },
        );
        self.has_packets = true;
        if self.symbols.pending.len() > 0 {
            packet.message(
                trace_packet::INTERNED_DATA,
                &std::mem::take(&mut self.symbols.pending),
            );
        }
        packet.into_packet(&mut self.out);
    }
}

#[cfg(test)]
mod tests;
