//! Finds the nodes of one publish of a trace again in the next.
//!
//! The name of a row changes while a trace loads (`Thread 42` becomes `main 42`), and groups are made when
//! there is more to put into them. So a node is identified by what it shows: the ids of its process or
//! thread, the uuid of its track, or else the data of the track.

use hashbrown::HashMap;

use crate::model::ids::{NodeId, TrackId};
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackClass, TrackData};
use crate::model::track_tree::{NodeKind, TrackTree};

/// For each node of one publish, the same node in the next one.
#[derive(Debug)]
pub(in crate::app) struct SameNodes {
    /// By the number of the node before; nothing for one that is gone.
    now: Vec<Option<NodeId>>,
}

impl SameNodes {
    /// Finds all nodes of `old` in `new`. Of nodes with the same identity, the n-th of the old ones in the
    /// order of the tree is the n-th of the new ones. O(nodes).
    pub(super) fn new(old: &Trace, new: &Trace) -> Self {
        let mut now = vec![None; old.tree.len()];
        now[TrackTree::ROOT.index()] = Some(TrackTree::ROOT);
        if old.tree.is_empty() {
            return Self { now };
        }
        let mut keys = Keys::default();
        let by_key: HashMap<(u32, u32), NodeId> = keys
            .of_nodes(new)
            .into_iter()
            .map(|(node, key)| (key, node))
            .collect();
        for (node, key) in keys.of_nodes(old) {
            now[node.index()] = by_key.get(&key).copied();
        }
        Self { now }
    }

    /// Returns what a node is now.
    pub(in crate::app) fn now(&self, node: NodeId) -> Option<NodeId> {
        self.now.get(node.index()).copied().flatten()
    }
}

/// The identity of a node within what it belongs to.
#[derive(PartialEq, Eq, Hash)]
enum Own<'a> {
    /// A group that the tree makes; its only identity is the name that is shown.
    Group(&'a str),
    Process {
        machine: u32,
        pid: i64,
    },
    Thread {
        machine: u32,
        pid: Option<i64>,
        tid: i64,
    },
    /// One of several processes or threads with the same ids, from 1.
    Nth(u32),
    States,
    Samples,
    CpuSched(u32),
    Logs,
    /// The slices of a thread's own track.
    Execution,
    /// A track with a descriptor and a uuid.
    Described {
        machine: u32,
        uuid: u64,
    },
    Track {
        machine: u32,
        data: TrackData,
        type_name: &'a [u8],
        name: &'a [u8],
        /// The CPU or GPU of the track.
        unit: Option<u32>,
    },
}

/// Numbers identities, the same way in both publishes. The key of each holds the number of what it belongs
/// to.
#[derive(Default)]
struct Keys<'a> {
    numbers: HashMap<(u32, Own<'a>), u32>,
}

/// The number of no identity, for what belongs to nothing.
const TOP: u32 = 0;

/// The numbers of processes and threads, by upid and utid.
struct Owners {
    process: Vec<u32>,
    thread: Vec<u32>,
}

impl<'a> Keys<'a> {
    fn number(&mut self, above: u32, own: Own<'a>) -> u32 {
        let next = self.numbers.len() as u32 + 1;
        *self.numbers.entry((above, own)).or_insert(next)
    }

    /// Returns every node but the root with its number, and how many nodes before it have that number.
    fn of_nodes(&mut self, trace: &'a Trace) -> Vec<(NodeId, (u32, u32))> {
        let tree = &trace.tree;
        let owners = self.of_owners(trace);
        let mut numbers = vec![TOP; tree.len()];
        let mut n_seen: Vec<u32> = Vec::new();
        let mut keys = Vec::with_capacity(tree.len());
        for id in tree.walk() {
            let node = tree.node(id);
            let above = numbers[node.parent.index()];
            let number = match &node.kind {
                NodeKind::Root | NodeKind::Group => self.number(above, Own::Group(&node.name)),
                NodeKind::Process(upid) => owners.process[upid.index()],
                NodeKind::Thread(utid) => owners.thread[utid.index()],
                NodeKind::ThreadStates(utid) => {
                    self.number(owners.thread[utid.index()], Own::States)
                }
                NodeKind::Samples(owner) => {
                    let above = match *owner {
                        Scope::Thread(utid) => owners.thread[utid.index()],
                        Scope::Process(upid) => owners.process[upid.index()],
                        _ => TOP,
                    };
                    self.number(above, Own::Samples)
                }
                NodeKind::CpuSched(cpu) => self.number(TOP, Own::CpuSched(*cpu)),
                NodeKind::Logs => self.number(TOP, Own::Logs),
                NodeKind::Slices(_)
                | NodeKind::Counter(_)
                | NodeKind::ExpectedFrames(_)
                | NodeKind::ActualFrames(_) => {
                    let parent = tree.node(node.parent).kind.tracks().first().copied();
                    let below = parent.is_some().then_some(above);
                    let track = node.kind.tracks().first().copied();
                    track.map_or(TOP, |track| self.track(trace, track, below, &owners))
                }
            };
            numbers[id.index()] = number;
            n_seen.resize(n_seen.len().max(number as usize + 1), 0);
            let nth = &mut n_seen[number as usize];
            keys.push((id, (number, *nth)));
            *nth += 1;
        }
        keys
    }

    /// Numbers processes and threads by their ids. If the system has used ids again, the place among those
    /// with the same ids counts, too.
    fn of_owners(&mut self, trace: &Trace) -> Owners {
        let table = &trace.processes;
        let mut n_seen: HashMap<u32, u32> = HashMap::new();
        let mut number = |own| {
            let same = self.number(TOP, own);
            let nth = n_seen.entry(same).or_insert(0);
            *nth += 1;
            self.number(same, Own::Nth(*nth))
        };
        let processes = table.processes.iter().map(|process| Own::Process {
            machine: process.machine,
            pid: process.pid,
        });
        let process = processes.map(&mut number).collect();
        let threads = table.threads.iter().map(|thread| Own::Thread {
            machine: thread.machine,
            pid: thread.upid.map(|upid| table.process(upid).pid),
            tid: thread.tid,
        });
        let thread = threads.map(&mut number).collect();
        Owners { process, thread }
    }

    /// Returns the number of a track. It belongs to the track above it in the tree if there is one, otherwise
    /// to its owner; the groups that the tree makes do not matter.
    fn track(&mut self, trace: &'a Trace, id: TrackId, below: Option<u32>, owners: &Owners) -> u32 {
        let track = trace.tracks.get(id);
        // The row of a merged group of tracks has several uuids.
        if track.uuid != 0 && track.group.is_none() && track.class != TrackClass::ThreadExecution {
            let own = Own::Described {
                machine: track.machine,
                uuid: track.uuid,
            };
            return self.number(TOP, own);
        }
        let above = match (below, track.scope) {
            (Some(above), _) => above,
            (None, Scope::Process(upid)) => owners.process[upid.index()],
            (None, Scope::Thread(utid)) => owners.thread[utid.index()],
            (None, Scope::Global | Scope::Cpu(_) | Scope::Gpu(_)) => TOP,
        };
        let own = match track.class {
            TrackClass::ThreadExecution => Own::Execution,
            _ => Own::Track {
                machine: track.machine,
                data: track.data,
                type_name: trace.bytes(track.type_name),
                name: track.name.map_or(b"", |name| trace.bytes(name)),
                unit: match track.scope {
                    Scope::Cpu(unit) | Scope::Gpu(unit) => Some(unit),
                    _ => None,
                },
            },
        };
        self.number(above, own)
    }
}
