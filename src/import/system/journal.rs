//! The journal of systemd: lines of a log.
//!
//! A packet has one line, or says how many lines there were in all.

use crate::base::time::Ts;
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink};
use crate::model::sched::{LogRow, LogSource};
use crate::proto::systemd_journald_event as event;

/// What is kept of a line beside its text, and what the reference calls it.
const DETAILS: [(u32, &str); 4] = [
    (event::COMM, "comm"),
    (event::SYSTEMD_UNIT, "systemd_unit"),
    (event::HOSTNAME, "hostname"),
    (event::TRANSPORT, "transport"),
];

/// Imports a line of the journal.
pub(super) fn event(payload: Message<'_>, at: At, sink: &mut Sink) {
    let mut is_count = false;
    for (number, issue) in [
        (event::NUM_FAILED, "systemd_journal_num_failed"),
        (event::NUM_TOTAL, "systemd_journal_num_total"),
    ] {
        if let Some(n) = payload.field(number) {
            sink.issues.set(issue, None, n.as_i64());
            is_count = true;
        }
    }
    if is_count {
        return;
    }
    let pid = i64::from(payload.u32(event::PID));
    let tid = payload.field(event::TID);
    let tid = tid.map_or(pid, |tid| i64::from(tid.as_u32()));
    let utid = (pid != 0).then(|| sink.processes.update_thread(tid, pid));
    let mut args = Vec::new();
    if let Some(uid) = payload.field(event::UID) {
        args.push(sink.int_arg("uid", i64::from(uid.as_u32())));
    }
    for (number, key) in DETAILS {
        if let Some(text) = payload.text_if_set(number) {
            args.push(sink.text_arg(key, text));
        }
    }
    let row = LogRow {
        ts: Ts::from_ns(at.ts),
        utid,
        prio: i64::from(payload.u32(event::PRIO)),
        source: LogSource::Journal,
        tag: payload
            .text_if_set(event::TAG)
            .map(|tag| sink.strings.intern(tag)),
        msg: Some(sink.strings.intern(payload.text(event::MESSAGE))),
        args: sink.store_args(&args),
    };
    sink.logs.push(row);
}
