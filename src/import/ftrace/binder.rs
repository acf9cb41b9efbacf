//! Binder transactions: slices of client and server, and the flows between them.
//!
//! A synchronous call is `binder transaction` at the client, which contains a slice for the
//! AIDL method, and `binder reply` at the server; a one-way call is an instant at each. The
//! AIDL slice is called after the first `AIDL::…` slice directly inside the reply. Calls that
//! fail are ended by the commands that the driver returns, where those are recorded. Rules:
//! the reference's `binder_tracker.cc`.

use hashbrown::{HashMap, HashSet};

use super::marker::Nested;
use super::tracks::{Begun, Tracks};
use crate::base::intern::StrId;
use crate::import::sink::{At, DirectFlow, Sink};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::ids::{LabelId, Utid};

const ONE_WAY: u32 = 0x01;

/// The meanings of the flags of a transaction.
const FLAGS: [(u32, &str); 4] = [
    (ONE_WAY, "this is a one-way call: async, no return; "),
    (0x04, "contents are the components root object; "),
    (0x08, "contents are a 32-bit status code; "),
    (0x10, "allow replies with file descriptors; "),
];

/// A `binder_transaction` event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transaction {
    pub(super) id: i32,
    pub(super) target_node: i32,
    pub(super) to_process: i64,
    pub(super) to_thread: i64,
    pub(super) is_reply: bool,
    pub(super) code: u32,
    pub(super) flags: u32,
}

/// A slice of this module, and what is known of it so far.
#[derive(Debug)]
struct Slice {
    begun: Begun,
    args: Vec<StoredArg>,
}

/// A transaction that was sent and not yet received.
#[derive(Debug)]
struct Sent {
    is_reply: bool,
    is_one_way: bool,
    /// Index of the slice of the sender, if the transaction began one.
    slice: Option<usize>,
    aidl: Option<Begun>,
    args: Vec<StoredArg>,
    sender: Utid,
}

/// An open slice of a thread.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its index.
    slice: usize,
    /// The index of the innermost call that is open with it: its own if it is no reply.
    call: Option<usize>,
}

/// How far a thread is in a transaction; only with the driver's commands all states occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    ClientCommanded,
    ClientSent,
    ClientAccepted,
    ClientReplied,
    ServerReceived,
    ServerReturned,
    ServerCommanded,
    ServerSent,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    state: State,
    /// Whether the transaction is one-way, and whether it is a reply, once it was sent. Only if it is
    /// neither, there is a slice to end.
    has_slice: Option<(bool, bool)>,
}

/// A reply slice that waits for the name of the method it runs.
#[derive(Clone, Copy, Debug)]
struct Unnamed {
    aidl: Begun,
    /// How many slices of the thread are open inside the reply.
    depth: u32,
}

/// Names of arguments and labels of slices.
#[derive(Debug)]
struct Names {
    transaction: LabelId,
    transaction_async: LabelId,
    reply: LabelId,
    async_receive: LabelId,
    lock_waiting: LabelId,
    lock_held: LabelId,
    aidl: LabelId,
    transaction_id: StrId,
    node: StrId,
    process: StrId,
    thread: StrId,
    name: StrId,
    is_reply: StrId,
    flags: StrId,
    code: StrId,
    calling_tid: StrId,
    data_size: StrId,
    offsets_size: StrId,
}

/// Imports binder events.
#[derive(Debug)]
pub(super) struct Binder {
    names: Names,
    slices: Vec<Slice>,
    /// Open slices of each thread, the innermost last.
    open: HashMap<Utid, Vec<Open>>,
    sent: HashMap<i32, Sent>,
    frames: HashMap<Utid, Vec<Frame>>,
    unnamed: HashMap<Utid, Vec<Unnamed>>,
    flows: Vec<(usize, usize, At)>,
    lock_wanted: HashSet<i64>,
    lock_held: HashSet<i64>,
}

impl Binder {
    pub(super) fn new(sink: &mut Sink) -> Self {
        let mut label = |name: &str| sink.label(Some(name.as_bytes()), Some(b"binder"));
        let transaction = label("binder transaction");
        let transaction_async = label("binder transaction async");
        let reply = label("binder reply");
        let async_receive = label("binder async rcv");
        let lock_waiting = label("binder lock waiting");
        let lock_held = label("binder lock held");
        let names = Names {
            transaction,
            transaction_async,
            reply,
            async_receive,
            lock_waiting,
            lock_held,
            aidl: sink.label(Some(b"Unknown AIDL"), None),
            transaction_id: sink.str("transaction id"),
            node: sink.str("destination node"),
            process: sink.str("destination process"),
            thread: sink.str("destination thread"),
            name: sink.str("destination name"),
            is_reply: sink.str("reply transaction?"),
            flags: sink.str("flags"),
            code: sink.str("code"),
            calling_tid: sink.str("calling tid"),
            data_size: sink.str("data size"),
            offsets_size: sink.str("offsets size"),
        };
        Self {
            names,
            slices: Vec::new(),
            open: HashMap::new(),
            sent: HashMap::new(),
            frames: HashMap::new(),
            unnamed: HashMap::new(),
            flows: Vec::new(),
            lock_wanted: HashSet::new(),
            lock_held: HashSet::new(),
        }
    }

    /// Imports `binder_transaction`, which thread `tid` sent.
    pub(super) fn transaction(
        &mut self,
        txn: &Transaction,
        tid: i64,
        at: At,
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let utid = sink.processes.thread(tid);
        let track = tracks.thread(utid, at, sink);
        let args = self.transaction_args(txn, tid, sink);
        let is_one_way = txn.flags & ONE_WAY != 0;
        let mut sent = Sent {
            is_reply: txn.is_reply,
            is_one_way,
            slice: None,
            aidl: None,
            args: args.clone(),
            sender: utid,
        };
        if txn.is_reply {
            let receiver = sink.processes.thread(txn.to_thread);
            let mut all = self.receiver_args(txn.to_thread, receiver, sink);
            all.extend(args);
            sink.end(track, at.time(), at.pos(), sink.no_label);
            sent.slice = self.close(utid);
            self.unnamed.entry(utid).or_default().pop();
            if let Some(slice) = sent.slice {
                self.slices[slice].args.extend(all);
            }
        } else if is_one_way {
            sink.instant(track, at.time(), at.pos(), self.names.transaction_async);
            sent.slice = Some(self.add_slice(Begun::newest(track, sink), args));
        } else {
            sink.begin(track, at.time(), at.pos(), self.names.transaction);
            let slice = self.add_slice(Begun::newest(track, sink), args);
            let call = Some(slice);
            self.open
                .entry(utid)
                .or_default()
                .push(Open { slice, call });
            sent.slice = Some(slice);
            sink.begin(track, at.time(), at.pos(), self.names.aidl);
            let aidl = Begun::newest(track, sink);
            // The slice of the method comes after the transaction in the order of positions, although it has
            // no arguments.
            self.add_slice(aidl, Vec::new());
            sent.aidl = Some(aidl);
        }
        self.sent.insert(txn.id, sent);
        self.sent_frame(utid, (is_one_way, txn.is_reply));
    }

    /// Imports `binder_transaction_received` by thread `tid`.
    pub(super) fn received(
        &mut self,
        id: i32,
        tid: i64,
        at: At,
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let Some(sent) = self.sent.remove(&id) else {
            return;
        };
        let utid = sink.processes.thread(tid);
        let track = tracks.thread(utid, at, sink);
        if sent.is_reply {
            if !sent.is_one_way {
                if let Some(frame) = self.top_frame(utid)
                    && frame.state == State::ClientAccepted
                {
                    frame.state = State::ClientReplied;
                }
                // This ends the slice of the method.
                sink.end(track, at.time(), at.pos(), sink.no_label);
            }
            sink.end(track, at.time(), at.pos(), sink.no_label);
            self.close(utid);
            return;
        }
        let slice = if sent.is_one_way {
            sink.instant(track, at.time(), at.pos(), self.names.async_receive);
            self.add_slice(Begun::newest(track, sink), sent.args)
        } else {
            self.frames.entry(utid).or_default().push(Frame {
                state: State::ServerReceived,
                has_slice: Some((false, false)),
            });
            let receiver = self.receiver_args(tid, utid, sink);
            if let Some(slice) = self.innermost_call(sent.sender) {
                self.slices[slice].args.extend(receiver);
            }
            sink.begin(track, at.time(), at.pos(), self.names.reply);
            let slice = self.add_slice(Begun::newest(track, sink), Vec::new());
            let call = self.innermost_call(utid);
            self.open
                .entry(utid)
                .or_default()
                .push(Open { slice, call });
            if let Some(aidl) = sent.aidl {
                self.unnamed
                    .entry(utid)
                    .or_default()
                    .push(Unnamed { aidl, depth: 0 });
            }
            slice
        };
        if let Some(from) = sent.slice {
            self.flows.push((from, slice, at));
        }
    }

    /// Imports `binder_transaction_alloc_buf`, which has the size of a transaction.
    pub(super) fn alloc_buf(&mut self, tid: i64, sizes: (u64, u64), sink: &mut Sink) {
        let utid = sink.processes.thread(tid);
        if let Some(slice) = self.innermost_call(utid) {
            let (data_size, offsets_size) = sizes;
            self.slices[slice].args.extend([
                StoredArg::new(self.names.data_size, StoredValue::Uint(data_size)),
                StoredArg::new(self.names.offsets_size, StoredValue::Uint(offsets_size)),
            ]);
        }
    }

    /// Notes a slice of another source on a thread, which may name the method of a call.
    #[inline]
    pub(super) fn nested(&mut self, nested: Nested, sink: &mut Sink) {
        if !self.unnamed.is_empty() {
            self.nested_in_any(nested, sink);
        }
    }

    fn nested_in_any(&mut self, nested: Nested, sink: &mut Sink) {
        let (Nested::Begin(utid, _) | Nested::End(utid)) = nested;
        let Some(unnamed) = self.unnamed.get_mut(&utid) else {
            return;
        };
        let Some(top) = unnamed.last_mut() else {
            return;
        };
        match nested {
            Nested::Begin(_, label) => {
                let name = sink.labels.get(label).name;
                let is_aidl =
                    name.is_some_and(|name| sink.strings.bytes(name).starts_with(b"AIDL::"));
                if top.depth == 0 && is_aidl {
                    top.aidl.set_label(label, sink);
                    // Only the first such slice counts.
                    top.depth = u32::MAX / 2;
                } else {
                    top.depth = top.depth.saturating_add(1);
                }
            }
            Nested::End(_) => top.depth = top.depth.saturating_sub(1),
        }
    }

    /// Imports a command of thread `tid` to the driver.
    pub(super) fn command(&mut self, command: u32, tid: i64, sink: &mut Sink) {
        let utid = sink.processes.thread(tid);
        match ioctl(command) {
            // BC_TRANSACTION, BC_TRANSACTION_SG
            (b'c', 0 | 17) => self.frames.entry(utid).or_default().push(Frame {
                state: State::ClientCommanded,
                has_slice: None,
            }),
            // BC_REPLY, BC_REPLY_SG
            (b'c', 1 | 18) => {
                if let Some(frame) = self.top_frame(utid)
                    && frame.state == State::ServerReturned
                {
                    frame.state = State::ServerCommanded;
                }
            }
            _ => {}
        }
    }

    /// Imports what the driver returns to thread `tid`.
    pub(super) fn returned(
        &mut self,
        command: u32,
        tid: i64,
        at: At,
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let utid = sink.processes.thread(tid);
        let Some(frame) = self.top_frame(utid) else {
            return;
        };
        match ioctl(command) {
            // BR_DEAD_REPLY, BR_FAILED_REPLY, BR_FROZEN_REPLY, BR_TRANSACTION_PENDING_FROZEN
            (b'r', 5 | 17 | 18 | 20) => match frame.state {
                State::ClientReplied | State::ServerReceived | State::ServerReturned => {}
                State::ClientCommanded => self.pop_frame(utid),
                _ => {
                    if frame.has_slice == Some((false, false)) {
                        // A client has the slice of the method inside that of the call.
                        let n_slices = match frame.state {
                            State::ClientSent | State::ClientAccepted => 2,
                            _ => 1,
                        };
                        let track = tracks.thread(utid, at, sink);
                        for _ in 0..n_slices {
                            sink.end(track, at.time(), at.pos(), sink.no_label);
                        }
                        self.close(utid);
                    }
                    self.pop_frame(utid);
                }
            },
            // BR_TRANSACTION_COMPLETE, BR_ONEWAY_SPAM_SUSPECT
            (b'r', 6 | 19) => match (frame.state, frame.has_slice) {
                (State::ClientSent, Some((false, _))) => frame.state = State::ClientAccepted,
                (State::ServerSent | State::ClientCommanded | State::ClientSent, _) => {
                    self.pop_frame(utid);
                }
                _ => {}
            },
            // BR_REPLY
            (b'r', 3) if frame.state == State::ClientReplied => self.pop_frame(utid),
            // BR_TRANSACTION, and with a security context
            (b'r', 2) if frame.state == State::ServerReceived => {
                frame.state = State::ServerReturned;
            }
            _ => {}
        }
    }

    /// Imports `binder_lock`: thread `tid` waits for the lock.
    pub(super) fn lock(&mut self, tid: i64, at: At, tracks: &mut Tracks, sink: &mut Sink) {
        self.lock_wanted.insert(tid);
        let utid = sink.processes.thread(tid);
        let track = tracks.thread(utid, at, sink);
        sink.begin(track, at.time(), at.pos(), self.names.lock_waiting);
    }

    /// Imports `binder_locked`: thread `tid` has the lock.
    pub(super) fn locked(&mut self, tid: i64, at: At, tracks: &mut Tracks, sink: &mut Sink) {
        let utid = sink.processes.thread(tid);
        if self.lock_wanted.remove(&tid) {
            let track = tracks.thread(utid, at, sink);
            sink.end(track, at.time(), at.pos(), sink.no_label);
            sink.begin(track, at.time(), at.pos(), self.names.lock_held);
            self.lock_held.insert(tid);
        }
    }

    /// Imports `binder_unlock`: thread `tid` gives the lock away.
    pub(super) fn unlock(&mut self, tid: i64, at: At, tracks: &mut Tracks, sink: &mut Sink) {
        let utid = sink.processes.thread(tid);
        if self.lock_held.remove(&tid) {
            let track = tracks.thread(utid, at, sink);
            sink.end(track, at.time(), at.pos(), self.names.lock_held);
        }
    }

    fn add_slice(&mut self, begun: Begun, args: Vec<StoredArg>) -> usize {
        self.slices.push(Slice { begun, args });
        self.slices.len() - 1
    }

    /// Takes the innermost open slice of a thread, which ends. Returns its index.
    fn close(&mut self, utid: Utid) -> Option<usize> {
        Some(self.open.get_mut(&utid)?.pop()?.slice)
    }

    /// Returns the index of the innermost call of a thread that is open.
    fn innermost_call(&self, utid: Utid) -> Option<usize> {
        self.open.get(&utid)?.last()?.call
    }

    fn top_frame(&mut self, utid: Utid) -> Option<&mut Frame> {
        self.frames.get_mut(&utid)?.last_mut()
    }

    fn pop_frame(&mut self, utid: Utid) {
        if let Some(frames) = self.frames.get_mut(&utid) {
            frames.pop();
        }
    }

    fn sent_frame(&mut self, utid: Utid, kind: (bool, bool)) {
        let Some(frame) = self.top_frame(utid) else {
            return;
        };
        match frame.state {
            State::ClientCommanded => {
                *frame = Frame {
                    state: State::ClientSent,
                    has_slice: Some(kind),
                };
            }
            State::ServerCommanded => {
                *frame = Frame {
                    state: State::ServerSent,
                    has_slice: Some(kind),
                };
            }
            // Without commands nothing else ends the frame.
            State::ServerReceived => self.pop_frame(utid),
            _ => {}
        }
    }

    fn transaction_args(&self, txn: &Transaction, tid: i64, sink: &mut Sink) -> Vec<StoredArg> {
        let names = &self.names;
        let mut flags = format!("0x{:02x} ", txn.flags);
        for (bit, text) in FLAGS {
            if txn.flags & bit != 0 {
                flags.push_str(text);
            }
        }
        if txn.flags == 0 {
            flags.push_str("No Flags Set");
        }
        let flags = sink.str(&flags);
        let code = sink.str(&format!("0x{:02x} Java Layer Dependent", txn.code));
        vec![
            StoredArg::new(names.transaction_id, StoredValue::Int(i64::from(txn.id))),
            StoredArg::new(names.node, StoredValue::Int(i64::from(txn.target_node))),
            StoredArg::new(names.process, StoredValue::Int(txn.to_process)),
            StoredArg::new(names.is_reply, StoredValue::Bool(txn.is_reply)),
            StoredArg::new(names.flags, StoredValue::Str(Some(flags))),
            StoredArg::new(names.code, StoredValue::Str(Some(code))),
            StoredArg::new(names.calling_tid, StoredValue::Int(tid)),
        ]
    }

    fn receiver_args(&self, tid: i64, utid: Utid, sink: &Sink) -> Vec<StoredArg> {
        let mut args = vec![StoredArg::new(self.names.thread, StoredValue::Int(tid))];
        if let Some(name) = sink.processes.table.thread(utid).name {
            args.push(StoredArg::new(
                self.names.name,
                StoredValue::Str(Some(name)),
            ));
        }
        args
    }

    /// Writes arguments and flows, when no more can become known.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        for slice in &self.slices {
            let set = sink.store_args(&slice.args);
            let set = set.unwrap_or_else(|| sink.arg_sets.add_marker());
            slice.begun.set_args(Some(set), sink);
        }
        for &(from, to, at) in &self.flows {
            let (from, to) = (self.slices[from].begun, self.slices[to].begun);
            let flow = DirectFlow {
                from: (from.track, from.pos(sink)),
                to: (to.track, to.pos(sink)),
                order: at.created(),
            };
            sink.direct_flows.push(flow);
        }
        self.slices.clear();
        self.flows.clear();
    }
}

/// Splits a binder command into its letter (`c` to the driver, `r` from it) and its number.
fn ioctl(command: u32) -> (u8, u8) {
    ((command >> 8) as u8, command as u8)
}
