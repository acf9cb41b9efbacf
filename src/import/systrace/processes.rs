//! The list of processes and threads that systrace puts before its events, as `ps` printed it.
//!
//! Long lists name processes (`USER PID PPID … NAME COMM`), short ones threads (`USER PID TID CMD`). The
//! header says which columns a list has.

use super::encode::Message;
use super::line::decimal;
use crate::proto::process_tree::{self, process, thread};
use crate::proto::trace_packet;

/// More words than a line of a list has.
const WORDS_MAX: usize = 64;

/// Which columns a list has.
#[derive(Clone, Copy, Debug)]
enum Columns {
    /// A list of processes, and the column of their names.
    Processes {
        name: usize,
    },
    Threads,
}

/// Collects processes and threads.
#[derive(Debug, Default)]
pub(super) struct ProcessDump {
    columns: Option<Columns>,
    tree: Message,
}

impl ProcessDump {
    /// Takes a line that is no event.
    pub(super) fn line(&mut self, line: &[u8]) {
        let words: Vec<&[u8]> = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .take(WORDS_MAX)
            .collect();
        match words.as_slice() {
            [b"USER", b"PID", b"PPID", rest @ ..] => {
                let name = rest.iter().position(|word| *word == b"NAME");
                let name = name.map(|name| name + 3);
                self.columns = name.map(|name| Columns::Processes { name });
            }
            [b"USER", b"PID", b"TID", ..] => self.columns = Some(Columns::Threads),
            [_, pid, second, rest @ ..] => {
                let (Some(pid), Some(second)) = (decimal(pid), decimal(second)) else {
                    self.columns = None;
                    return;
                };
                match self.columns {
                    Some(Columns::Processes { name }) => {
                        if let Some(name) = words.get(name) {
                            self.process(pid, second, name);
                        }
                    }
                    Some(Columns::Threads) => self.thread(pid, second, &rest.join(&b' ')),
                    None => {}
                }
            }
            _ => self.columns = None,
        }
    }

    fn process(&mut self, pid: u64, ppid: u64, name: &[u8]) {
        let mut process = Message::default();
        process.number(process::PID, pid);
        process.number(process::PPID, ppid);
        process.bytes(process::CMDLINE, name);
        self.tree.message(process_tree::PROCESSES, &process);
    }

    fn thread(&mut self, tgid: u64, tid: u64, name: &[u8]) {
        let mut thread = Message::default();
        thread.number(thread::TID, tid);
        thread.bytes(thread::NAME, name);
        thread.number(thread::TGID, tgid);
        self.tree.message(process_tree::THREADS, &thread);
    }

    /// Returns the packet of all processes and threads; empty if there are none.
    pub(super) fn packet(self, ts: u64) -> Vec<u8> {
        let mut out = Vec::new();
        if self.tree.len() > 0 {
            let mut packet = Message::default();
            packet.number(trace_packet::TIMESTAMP, ts);
            packet.message(trace_packet::PROCESS_TREE, &self.tree);
            packet.into_packet(&mut out);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::packets::Packets;
    use crate::decode::fields::Fields;

    /// Returns the entries of the tree: field number, numbers, name.
    fn tree(text: &str) -> Vec<(u32, u64, u64, String)> {
        let mut dump = ProcessDump::default();
        text.lines().for_each(|line| dump.line(line.as_bytes()));
        let packet = dump.packet(5);
        let Some(packet) = Packets::new(&packet).next() else {
            return Vec::new();
        };
        let tree = Fields::new(packet.bytes).last_of(2).unwrap();
        tree.fields()
            .map(|entry| {
                let number = |field| {
                    entry
                        .fields()
                        .last_of(field)
                        .map_or(0, |field| field.as_u64())
                };
                let text = |field| {
                    entry
                        .fields()
                        .last_of(field)
                        .map_or(&[][..], |field| field.as_bytes())
                };
                let name = if entry.number == 1 { text(3) } else { text(2) };
                let second = if entry.number == 1 {
                    number(2)
                } else {
                    number(3)
                };
                (
                    entry.number,
                    number(1),
                    second,
                    String::from_utf8_lossy(name).into_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn both_lists() {
        let text = "USER PID PPID VSZ RSS WCHAN ADDR S NAME COMM\n\
            root 1 0 100 20 0 0 S /init init\n\
            u0_a1 77 1 100 20 0 0 S com.android.systemui ndroid.systemui\n\
            USER PID TID CMD\n\
            u0_a1 77 78 Binder 1\n\
            \n\
            a 5 6 is not in a list\n\
            USER PID TID CMD\n\
            and so on\n\
            a 5 6 is not in a list\n";
        assert_eq!(
            tree(text),
            [
                (1, 1, 0, "/init".to_owned()),
                (1, 77, 1, "com.android.systemui".to_owned()),
                (2, 78, 77, "Binder 1".to_owned()),
            ]
        );
    }

    #[test]
    fn without_header_there_is_no_list() {
        assert_eq!(tree("root 1 0 x\n<script>\n"), []);
        assert_eq!(tree("USER PID PPID\nroot 1 0\n"), []);
    }
}
