//! Says in issues which process wrote the sequences that they are about.
//!
//! The number of a sequence is on no screen, and means nothing to who reads a trace.

use hashbrown::HashMap;

use super::scan::Scan;
use super::sink::Sink;
use crate::base::intern::StrId;

/// Adds the processes to what issues say of sequences, as far as the packets name them.
pub(super) fn tell(scan: &Scan, sink: &mut Sink) {
    let mut names: HashMap<(u32, i64), StrId> = HashMap::new();
    for process in &sink.processes.table.processes {
        if let Some(name) = process.name {
            names.insert((process.machine, process.pid), name);
        }
    }
    let strings = &sink.strings;
    sink.issues.tell_writers(|offset| {
        let (machine, pid) = scan.writer_at(offset)?;
        let name = match names.get(&(machine, pid)) {
            Some(&name) => format!("{} {pid}", String::from_utf8_lossy(strings.bytes(name))),
            None => format!("process {pid}"),
        };
        Some((name, (machine, pid)))
    });
}
