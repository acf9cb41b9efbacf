//! System calls: slices of threads from `sys_enter` to `sys_exit`.
//!
//! Their numbers mean different calls on different machines. `syscalls.txt` has one number a
//! line with the names on x86-64, x86, `AArch64` and ARM, as the kernel has them, `-` where there
//! is none. A 32-bit process on a 64-bit kernel cannot be told from others.

use hashbrown::HashMap;

use super::event::Event;
use super::tracks::{Begun, Tracks};
use crate::base::intern::StrId;
use crate::import::sink::Sink;
use crate::model::args::{StoredArg, StoredValue};
use crate::model::ids::{LabelId, Utid};
use crate::proto::ftrace_event::{sys_enter, sys_exit};

/// Calls with this number or a greater one are left out, as by the reference.
const NUMBERS_MAX: u32 = 550;
/// The call with which a signal handler ends: the thread goes on elsewhere.
const NEVER_RETURNS: &str = "rt_sigreturn";
/// More arguments than any call has.
const ARGS_MAX: usize = 16;

/// The machines whose calls are known, by their column.
const MACHINES: &[(&[u8], usize)] = &[
    (b"x86_64", 1),
    (b"i686", 2),
    (b"aarch64", 3),
    (b"armv7l", 4),
    (b"armv8l", 4),
];

/// Imports system calls.
#[derive(Debug, Default)]
pub(super) struct Syscalls {
    /// Names by number, from the column of the machine; empty for an unknown machine.
    names: HashMap<u32, &'static str>,
    column: Option<usize>,
    labels: HashMap<u32, LabelId>,
    args: Option<ArgNames>,
    /// The calls that each thread is in, by their names: a trace may have any number of them at once.
    open: HashMap<(Utid, LabelId), Vec<Call>>,
    n_calls: usize,
}

/// A call that has not returned.
#[derive(Debug)]
struct Call {
    /// How many calls were entered before.
    index: usize,
    begun: Begun,
    args: Vec<StoredArg>,
}

#[derive(Clone, Copy, Debug)]
struct ArgNames {
    flat: StrId,
    keys: [StrId; ARGS_MAX],
    ret: StrId,
}

impl Syscalls {
    /// Sets the machine as the kernel calls it.
    pub(super) fn set_machine(&mut self, machine: &[u8]) {
        let column = MACHINES.iter().find(|(name, _)| *name == machine);
        // Most recordings name the machine again and again.
        let known = column.map(|&(_, column)| column);
        if self.column == known {
            return;
        }
        self.column = known;
        self.labels.clear();
        self.names = column.map_or_else(HashMap::new, |&(_, column)| {
            let lines = include_str!("syscalls.txt").lines();
            lines
                .filter_map(|line| {
                    let number = line.split(' ').next()?.parse().ok()?;
                    let name = line.split(' ').nth(column)?;
                    (name != "-").then_some((number, name))
                })
                .collect()
        });
    }

    /// Returns the label of a call, and its name in the kernel if that is known.
    fn label(&mut self, number: u32, sink: &mut Sink) -> Option<(LabelId, &'static str)> {
        if number >= NUMBERS_MAX {
            return None;
        }
        let name = self.names.get(&number).copied();
        let label = *self.labels.entry(number).or_insert_with(|| {
            let name = match name {
                Some(name) => format!("sys_{name}"),
                None => format!("sys_{number}"),
            };
            sink.label(Some(name.as_bytes()), None)
        });
        Some((label, name.unwrap_or_default()))
    }

    fn arg_names(&mut self, sink: &mut Sink) -> ArgNames {
        *self.args.get_or_insert_with(|| ArgNames {
            flat: sink.str("args"),
            keys: std::array::from_fn(|index| sink.str(&format!("args[{index}]"))),
            ret: sink.str("ret"),
        })
    }

    /// Imports `sys_enter`.
    pub(super) fn enter(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let utid = sink.processes.thread(event.tid);
        let Some((label, name)) = self.label(event.u32(sys_enter::ID), sink) else {
            return;
        };
        let names = self.arg_names(sink);
        let mut args = Vec::new();
        for field in event.all(sys_enter::ARGS) {
            field.each_varint(|value| {
                if let Some(&key) = names.keys.get(args.len()) {
                    args.push(StoredArg {
                        flat_key: names.flat,
                        key,
                        value: StoredValue::Uint(value),
                    });
                }
            });
        }
        let track = tracks.thread(utid, event.at, sink);
        if name == NEVER_RETURNS {
            sink.complete(track, event.at.time(), 0, event.at.pos(), label);
            let set = sink.store_args(&args);
            Begun::newest(track, sink).set_args(set, sink);
            return;
        }
        sink.begin(track, event.at.time(), event.at.pos(), label);
        let begun = Begun::newest(track, sink);
        let index = self.n_calls;
        self.n_calls += 1;
        let calls = self.open.entry((utid, label)).or_default();
        calls.push(Call { index, begun, args });
    }

    /// Imports `sys_exit`.
    pub(super) fn exit(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let utid = sink.processes.thread(event.tid);
        let Some((label, name)) = self.label(event.u32(sys_exit::ID), sink) else {
            return;
        };
        let call = self.returned(utid, label);
        // The call began before the trace, or a trace marker has ended it.
        if name == NEVER_RETURNS || name == "write" && call.is_none() {
            return;
        }
        let ret = self.arg_names(sink).ret;
        if let Some(mut call) = call {
            call.args.push(StoredArg::new(
                ret,
                StoredValue::Int(event.i64(sys_exit::RET)),
            ));
            let set = sink.store_args(&call.args);
            call.begun.set_args(set, sink);
        }
        let track = tracks.thread(utid, event.at, sink);
        sink.end(track, event.at.time(), event.at.pos(), label);
    }

    /// Takes the innermost call of a thread with this name.
    fn returned(&mut self, utid: Utid, label: LabelId) -> Option<Call> {
        self.open.get_mut(&(utid, label))?.pop()
    }

    /// Ends the `sys_write` with which a thread writes a trace marker: the slice that the marker
    /// begins or ends would not nest with it.
    pub(super) fn marker(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        if self.open.is_empty() {
            return;
        }
        let Some(utid) = sink.processes.find_thread(event.tid) else {
            return;
        };
        let label = sink.label(Some(b"sys_write"), None);
        if let Some(call) = self.returned(utid, label) {
            sink.issues.count("truncated_sys_write_duration");
            let set = sink.store_args(&call.args);
            call.begun.set_args(set, sink);
            let track = tracks.thread(utid, event.at, sink);
            sink.end(track, event.at.time(), event.at.pos(), label);
        }
    }

    /// Gives calls that never return their arguments.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        let open = self.open.drain();
        let of_each = open.map(|((utid, _), calls)| calls.into_iter().map(move |it| (utid, it)));
        let mut open: Vec<(Utid, Call)> = of_each.flatten().collect();
        // The order of a hash map must not show.
        open.sort_unstable_by_key(|(utid, call)| (*utid, call.index));
        for (_, call) in open {
            let set = sink.store_args(&call.args);
            call.begun.set_args(set, sink);
        }
    }
}
