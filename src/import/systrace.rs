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

use hashbrown::HashMap;

use self::encode::{Message, event_body};
use self::line::Line;
use self::processes::ProcessDump;
use crate::import::sink::Sink;

/// How many bytes of events a packet holds: few enough to be decoded at random, and enough that
/// the rest of the packet does not count.
const BUNDLE_BYTES_MAX: usize = 16 << 10;
/// `InternedData.kernel_symbols`.
const KERNEL_SYMBOLS: u32 = 26;
/// The sequence of all packets.
const SEQUENCE: u64 = 1;

/// Translates ftrace text into a serialized `Trace`; `None` if there is no event in it.
pub(super) fn to_packets(text: &[u8]) -> Option<Vec<u8>> {
    let mut translator = Translator::default();
    let mut dump = ProcessDump::default();
    let mut n_events = 0_u64;
    for bytes in text.split(|&byte| byte == b'\n') {
        if bytes.starts_with(b"#") {
            // A comment, also where it holds an event.
            continue;
        }
        if let Some(line) = Line::parse(bytes) {
            translator.line(&line);
            n_events += 1;
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
    if let Some(packets) = to_packets(text) {
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
    /// The name and process that each thread had last; 0 is unknown.
    threads: HashMap<u32, (Vec<u8>, u32)>,
}

/// Kernel functions, interned.
#[derive(Debug, Default)]
struct Symbols {
    ids: HashMap<Vec<u8>, u64>,
    /// Entries that no packet has told of yet.
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
        entry.number(1, id);
        entry.bytes(2, name);
        self.pending.message(KERNEL_SYMBOLS, &entry);
        id
    }
}

impl Translator {
    fn line(&mut self, line: &Line<'_>) {
        const TIMESTAMP: u32 = 1;
        const PID: u32 = 2;
        const EVENT: u32 = 2;
        self.first_ts.get_or_insert(line.ts);
        self.thread(line);
        if line.cpu != self.cpu || self.events.len() > BUNDLE_BYTES_MAX {
            self.flush();
            self.cpu = line.cpu;
        }
        let mut event = Message::default();
        event.number(TIMESTAMP, line.ts);
        event.number(PID, u64::from(line.pid));
        let (number, body) = event_body(line, &mut |symbol| self.symbols.intern(symbol));
        event.message(number, &body);
        self.events.message(EVENT, &event);
        self.after_marker(line);
    }

    /// Forgets what was told of a thread whose marker names another process, as in a container,
    /// which has ids of its own: the importer goes by the marker until it is told again.
    fn after_marker(&mut self, line: &Line<'_>) {
        if let Some(named) = encode::bound_process(line)
            && line.tgid.is_some_and(|tgid| tgid != named)
        {
            self.threads.remove(&line.pid);
        }
    }

    /// Tells the name and process of a thread when they are new.
    fn thread(&mut self, line: &Line<'_>) {
        const PROCESS_TREE: u32 = 2;
        const THREADS: u32 = 2;
        const TASK_RENAME: u32 = 120;
        if line.pid == 0 {
            return;
        }
        let (name, tgid) = self.threads.entry(line.pid).or_default();
        // Of what comes at one time events come first.
        let ts = line.ts.saturating_sub(1);
        let mut packet = Message::default();
        // The name first: the thread is there before its process.
        if name != line.task && line.task != b"<...>" {
            line.task.clone_into(name);
            let mut rename = Message::default();
            rename.number(1, u64::from(line.pid));
            rename.bytes(2, line.task);
            packet.number(encode::PACKET_TIMESTAMP, ts);
            packet.message(TASK_RENAME, &rename);
            std::mem::take(&mut packet).into_packet(&mut self.out);
        }
        if let Some(now) = line.tgid.filter(|now| now != tgid) {
            *tgid = now;
            let mut thread = Message::default();
            thread.number(1, u64::from(line.pid));
            thread.number(3, u64::from(now));
            let mut tree = Message::default();
            tree.message(THREADS, &thread);
            packet.number(encode::PACKET_TIMESTAMP, ts);
            packet.message(PROCESS_TREE, &tree);
            packet.into_packet(&mut self.out);
        }
    }

    /// Writes the packet of the events so far.
    fn flush(&mut self) {
        const FTRACE_EVENTS: u32 = 1;
        const SEQUENCE_ID: u32 = 10;
        const INTERNED_DATA: u32 = 12;
        const SEQUENCE_FLAGS: u32 = 13;
        const CLEARED: u64 = 1;
        const NEEDED: u64 = 2;
        if self.events.len() == 0 {
            return;
        }
        let mut bundle = Message::default();
        bundle.number(1, u64::from(self.cpu));
        bundle.append(&mut self.events);
        let mut packet = Message::default();
        packet.message(FTRACE_EVENTS, &bundle);
        packet.number(SEQUENCE_ID, SEQUENCE);
        packet.number(
            SEQUENCE_FLAGS,
            if self.has_packets { NEEDED } else { CLEARED },
        );
        self.has_packets = true;
        if self.symbols.pending.len() > 0 {
            packet.message(INTERNED_DATA, &std::mem::take(&mut self.symbols.pending));
        }
        packet.into_packet(&mut self.out);
    }
}

#[cfg(test)]
mod tests;
