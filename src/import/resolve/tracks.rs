//! From uuids to track rows: scope, parents, names, and sets of merged siblings.
//!
//! Rules: spec trace-format 4.3 to 4.5 and 4.8.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use super::Resolver;
use crate::base::intern::StrId;
use crate::import::descriptor::{CHAIN_MAX, Kind, Merge, Reservation, TrackKey, Unusable};
use crate::import::process_tracker::ProcessTracker;
use crate::import::scan::Scan;
use crate::import::sink::{Sink, SinkTrack};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::ids::{Upid, Utid};
use crate::model::track::{ChildOrdering, Scope, Track, TrackClass, TrackData};

/// Where the slices of a uuid go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Target {
    /// A row of its own.
    Track(SinkTrack),
    /// One of the rows of a set of merged siblings.
    Set(u32),
}

/// Siblings that share rows.
#[derive(Clone, Debug)]
pub(in crate::import) struct Set {
    /// The first row, made when the set was first needed.
    pub(in crate::import) first_row: SinkTrack,
    /// When it was first needed as a parent.
    pub(in crate::import) parent_reach: Option<(i64, u64)>,
    /// The groups whose events it holds, with what a row made for them looks like.
    pub(in crate::import) members: Vec<(u32, Track)>,
}

/// Identifies a set: scope, machine, raw parent uuid, and name or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SetKey {
    scope: Scope,
    machine: u32,
    parent: u64,
    by_key: bool,
    key: Option<StrId>,
}

/// The scope of a uuid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Resolution {
    pub(super) scope: Scope,
    /// Whether it is the thread or process itself.
    pub(super) is_root: bool,
}

/// The row that a track hangs below, if any: none below threads and processes.
#[derive(Clone, Copy, Debug)]
struct Above(Option<SinkTrack>);

/// What is known of uuids so far.
/// Events whose track lacks one above.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiting {
    Group(u32),
    Counter(u32),
}

#[derive(Debug, Default)]
pub(super) struct Tracks {
    resolutions: HashMap<TrackKey, Resolution>,
    targets: HashMap<TrackKey, Target>,
    sets: Vec<Set>,
    set_ids: HashMap<SetKey, u32>,
    implicit: HashSet<TrackKey>,
    /// What lacks a track above that is neither described nor, so far, named by an event.
    waiting: BTreeMap<TrackKey, Vec<Waiting>>,
    /// What lacks one no more.
    pub(super) woken: Vec<Waiting>,
    claimed_threads: HashMap<Utid, TrackKey>,
    claimed_processes: HashMap<Upid, TrackKey>,
    /// The parent of the last track that had to be made, and the row above its children.
    last_parent: Option<(TrackKey, Above)>,
    /// Where the arguments of one track are put together.
    args: Vec<StoredArg>,
}

impl Tracks {
    /// Returns the scope of every track.
    pub(super) fn scopes(&self) -> HashMap<TrackKey, Scope> {
        self.resolutions
            .iter()
            .map(|(&key, resolution)| (key, resolution.scope))
            .collect()
    }

    pub(super) fn into_sets(self) -> Vec<Set> {
        self.sets
    }

    /// Returns what makes a track unusable.
    pub(super) fn failure(&self, scan: &Scan, key: TrackKey) -> Option<Unusable> {
        scan.reservations
            .failure(key, |above| self.implicit.contains(&above))
    }

    /// Keeps what lacks a track above until an event names that.
    pub(super) fn wait(&mut self, above: TrackKey, what: Waiting) {
        self.waiting.entry(above).or_default().push(what);
    }

    /// Takes what still lacks a track above.
    pub(super) fn left_waiting(&mut self) -> Vec<Waiting> {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_values().flatten().collect()
    }
}

impl Resolver<'_> {
    fn reservation(&mut self, key: TrackKey) -> Reservation {
        if let Some(reservation) = self.scan.reservations.get(key) {
            reservation.clone()
        } else {
            if self.tracks.implicit.insert(key)
                && let Some(waiting) = self.tracks.waiting.remove(&key)
            {
                self.tracks.woken.extend(waiting);
            }
            let name = (key.1 == 0).then(|| self.sink.str("Default Track"));
            Reservation::implicit(name)
        }
    }

    /// Resolves the scope of a uuid, creating processes and threads. Counts why it cannot.
    pub(super) fn resolve_track(&mut self, key: TrackKey) -> Option<Resolution> {
        self.enter(key.0);
        if let Some(&resolution) = self.tracks.resolutions.get(&key) {
            return Some(resolution);
        }
        if let Some(issue) = self.tracks.failure(self.scan, key) {
            self.sink.issues.add(issue.issue(), None, 1);
            return None;
        }
        // Parents first; a chain without failures is shorter than CHAIN_MAX.
        let own = self.reservation(key);
        let mut chain = Vec::new();
        let mut parent = own.parent;
        while parent != 0
            && !self.tracks.resolutions.contains_key(&(key.0, parent))
            && chain.len() + 1 < CHAIN_MAX
        {
            chain.push((key.0, parent));
            parent = self.reservation((key.0, parent)).parent;
        }
        for &above in chain.iter().rev() {
            let reservation = self.reservation(above);
            let resolution = self.scope_of(above, &reservation);
            self.tracks.resolutions.insert(above, resolution);
        }
        let resolution = self.scope_of(key, &own);
        self.tracks.resolutions.insert(key, resolution);
        Some(resolution)
    }

    fn scope_of(&mut self, key: TrackKey, reservation: &Reservation) -> Resolution {
        match reservation.kind {
            Kind::Thread(pid, tid) => {
                let (pid, tid) = self.root_namespace(reservation, pid, tid);
                let utid = self.claim_thread(key, pid, tid);
                Resolution {
                    scope: Scope::Thread(utid),
                    is_root: true,
                }
            }
            Kind::Process(pid) => {
                let (pid, _) = self.root_namespace(reservation, pid, pid);
                let upid = self.claim_process(key, pid);
                if let Some(rank) = reservation
                    .rank
                    .filter(|_| self.scan.reservations.explicit_processes)
                {
                    self.sink.processes.table.processes[upid.index()].sort_hint =
                        Some(i64::from(rank));
                }
                Resolution {
                    scope: Scope::Process(upid),
                    is_root: true,
                }
            }
            _ => {
                let parent = self.tracks.resolutions.get(&(key.0, reservation.parent));
                let scope = match parent {
                    Some(parent) if reservation.parent != 0 => parent.scope,
                    _ => Scope::Global,
                };
                Resolution {
                    scope,
                    is_root: false,
                }
            }
        }
    }

    /// Translates ids of a pid namespace to those of the root namespace, where the process tree tells.
    fn root_namespace(&self, reservation: &Reservation, pid: i64, tid: i64) -> (i64, i64) {
        let Some(root_pid) = reservation.trusted_pid else {
            return (pid, tid);
        };
        match self.sink.processes.resolve_namespaced_tid(root_pid, tid) {
            Some(tid) => (root_pid, tid),
            None => (pid, tid),
        }
    }

    /// Returns the thread of a descriptor. If another descriptor has claimed it, the tid was reused.
    fn claim_thread(&mut self, key: TrackKey, pid: i64, tid: i64) -> Utid {
        let processes = &mut self.sink.processes;
        let mut utid = processes.update_thread(tid, pid);
        if self
            .tracks
            .claimed_threads
            .get(&utid)
            .is_some_and(|&claimed| claimed != key)
        {
            let upid = processes.process(pid);
            utid = processes.start_thread(tid, None);
            processes.associate(utid, upid);
        }
        self.tracks.claimed_threads.insert(utid, key);
        if self.scan.reservations.explicit_threads
            && let Some(rank) = self
                .scan
                .reservations
                .get(key)
                .and_then(|reservation| reservation.rank)
        {
            self.sink.processes.table.threads[utid.index()].sort_hint = Some(i64::from(rank));
        }
        utid
    }

    fn claim_process(&mut self, key: TrackKey, pid: i64) -> Upid {
        let processes: &mut ProcessTracker = &mut self.sink.processes;
        let mut upid = processes.process(pid);
        if self
            .tracks
            .claimed_processes
            .get(&upid)
            .is_some_and(|&claimed| claimed != key)
        {
            upid = processes.start_process(pid, None);
        }
        self.tracks.claimed_processes.insert(upid, key);
        upid
    }

    /// Returns where events of a uuid go, making rows as needed. `own` is the name of its first
    /// event and its group, `None` when it is only needed as a parent. `at` is when that is.
    pub(super) fn intern_track(
        &mut self,
        key: TrackKey,
        own: Option<(Option<StrId>, u32)>,
        at: (i64, u64),
    ) -> Option<Target> {
        let resolution = self.resolve_track(key)?;
        let reservation = self.reservation(key);
        let Above(row_above) = match reservation.parent {
            0 => Above(None),
            parent => self.row_above((key.0, parent), at)?,
        };
        Some(self.intern_one(key, &reservation, resolution, own, row_above, at))
    }

    /// Returns where children of a uuid hang, making rows as needed; `None` if a track above is
    /// unusable.
    fn row_above(&mut self, parent: TrackKey, at: (i64, u64)) -> Option<Above> {
        if let Some((known, row)) = self.tracks.last_parent
            && known == parent
        {
            return Some(row);
        }
        // Parents first, from the top; a parent that is a thread or process is not a row above.
        let mut chain = Vec::new();
        let (key, mut parent) = (parent, parent.1);
        while parent != 0 && chain.len() < CHAIN_MAX {
            let above = (key.0, parent);
            chain.push(above);
            parent = self.reservation(above).parent;
        }
        let mut row_above = None;
        for &above in chain.iter().rev() {
            let resolution = self.resolve_track(above)?;
            let reservation = self.reservation(above);
            let target = self.intern_one(above, &reservation, resolution, None, row_above, at);
            // A thread or process is made, but is not a row above.
            row_above = (!resolution.is_root).then(|| self.row_of(target, at));
        }
        // The next time nothing is left to be made.
        let above = Above(row_above);
        self.tracks.last_parent = Some((key, above));
        Some(above)
    }

    /// Returns the row that children of a target hang below.
    fn row_of(&mut self, target: Target, at: (i64, u64)) -> SinkTrack {
        match target {
            Target::Track(track) => track,
            Target::Set(set) => {
                let set = &mut self.tracks.sets[set as usize];
                set.parent_reach.get_or_insert(at);
                set.first_row
            }
        }
    }

    fn intern_one(
        &mut self,
        key: TrackKey,
        reservation: &Reservation,
        resolution: Resolution,
        own: Option<(Option<StrId>, u32)>,
        parent: Option<SinkTrack>,
        at: (i64, u64),
    ) -> Target {
        let group = own.map(|own| own.1);
        if let Some(&target) = self.tracks.targets.get(&key) {
            if let (Target::Set(set), Some(group)) = (target, group) {
                let set = &mut self.tracks.sets[set as usize];
                let row = self.sink.tracks[set.first_row.index()].0.clone();
                let row = if set.members.iter().any(|member| member.0 == group) {
                    None
                } else {
                    Some(row)
                };
                set.members.extend(row.map(|row| (group, row)));
            }
            return target;
        }
        let target = self.make(key, reservation, resolution, own, parent, at);
        self.tracks.targets.insert(key, target);
        target
    }

    fn make(
        &mut self,
        key: TrackKey,
        reservation: &Reservation,
        resolution: Resolution,
        own: Option<(Option<StrId>, u32)>,
        parent: Option<SinkTrack>,
        at: (i64, u64),
    ) -> Target {
        if let (Scope::Thread(utid), true, false) = (
            resolution.scope,
            resolution.is_root,
            reservation.disallow_merging,
        ) {
            return Target::Track(self.sink.thread_track(utid, at));
        }
        // Of threads, of processes and of neither.
        let (names, data) = match reservation.kind {
            Kind::Counter(_) => (
                [
                    "thread_counter_track_event",
                    "process_counter_track_event",
                    "global_counter_track_event",
                ],
                TrackData::Counter,
            ),
            Kind::State => (
                [
                    "thread_state_track_event",
                    "process_state_track_event",
                    "global_state_track_event",
                ],
                TrackData::States,
            ),
            _ if resolution.is_root || reservation.merge == Merge::Never => (
                [
                    "thread_track_event",
                    "process_track_event",
                    "global_track_event",
                ],
                TrackData::Slices,
            ),
            _ => (
                [
                    "thread_merged_track_event",
                    "process_merged_track_event",
                    "global_merged_track_event",
                ],
                TrackData::Slices,
            ),
        };
        let [of_thread, of_process, of_none] = names;
        let type_name = self.sink.str(match resolution.scope {
            Scope::Thread(_) => of_thread,
            Scope::Process(_) => of_process,
            _ => of_none,
        });
        let fallback = own.and_then(|own| own.0);
        let name = match &reservation.kind {
            Kind::Counter(spec) => reservation.name.or_else(|| match spec.builtin {
                1 => Some(self.sink.str("thread_time")),
                2 => Some(self.sink.str("thread_instruction_count")),
                _ => None,
            }),
            _ if resolution.is_root => reservation.name,
            _ => reservation.name.or(fallback),
        };
        let mut row = Track {
            type_name,
            class: TrackClass::TrackEvent,
            data,
            name,
            parent: parent.map(|parent| crate::model::ids::TrackId(parent.0)),
            scope: resolution.scope,
            child_ordering: reservation.child_ordering,
            sibling_rank: reservation.rank,
            description: reservation.description,
            uuid: key.1,
            machine: self.sink.processes.machine(),
            ..Track::default()
        };
        if let Kind::Counter(spec) = &reservation.kind {
            row.unit = spec.unit;
            row.builtin_counter = matches!(spec.builtin, 1 | 2);
            row.y_axis_share_key = spec.share_key;
        }
        row.source_args = self.descriptor_args(key, reservation, resolution.is_root);
        let mergeable =
            data == TrackData::Slices && !resolution.is_root && reservation.merge != Merge::Never;
        if !mergeable {
            return Target::Track(self.sink.add_track(row, at));
        }
        self.join_set(key, reservation, row, own.map(|own| own.1), at)
    }

    fn join_set(
        &mut self,
        key: TrackKey,
        reservation: &Reservation,
        mut row: Track,
        group: Option<u32>,
        at: (i64, u64),
    ) -> Target {
        let (by_key, value) = match reservation.merge {
            Merge::ByKey(value) => (true, value),
            _ => (false, row.name),
        };
        let set_key = SetKey {
            scope: row.scope,
            machine: key.0,
            parent: reservation.parent,
            by_key,
            key: value,
        };
        let id = if let Some(&id) = self.tracks.set_ids.get(&set_key) {
            id
        } else {
            row.group = Some(self.sink.new_group());
            let first_row = self.sink.add_track(row.clone(), at);
            let id = self.tracks.sets.len() as u32;
            self.tracks.sets.push(Set {
                first_row,
                parent_reach: None,
                members: Vec::new(),
            });
            self.tracks.set_ids.insert(set_key, id);
            id
        };
        let set = &mut self.tracks.sets[id as usize];
        if let Some(group) = group {
            row.group = self.sink.tracks[set.first_row.index()].0.group;
            // Most sets have one, and there may be as many as events.
            if set.members.is_empty() {
                set.members.reserve_exact(1);
            }
            set.members.push((group, row));
        }
        Target::Set(id)
    }

    fn descriptor_args(
        &mut self,
        key: TrackKey,
        reservation: &Reservation,
        is_root: bool,
    ) -> Option<crate::model::ids::ArgSetId> {
        let sink: &mut Sink = &mut self.sink;
        let mut args = std::mem::take(&mut self.tracks.args);
        args.clear();
        let mut add = |sink: &mut Sink, name: &str, value: StoredValue| {
            let name = sink.str(name);
            args.push(StoredArg {
                flat_key: name,
                key: name,
                value,
            });
        };
        let source = StoredValue::Str(Some(sink.str("descriptor")));
        add(sink, "source", source);
        add(sink, "trace_id", StoredValue::Int(key.1.cast_signed()));
        add(sink, "is_root_in_scope", StoredValue::Bool(is_root));
        if let Kind::Counter(spec) = &reservation.kind {
            if let Some(category) = spec.category {
                add(sink, "category", StoredValue::Str(Some(category)));
            }
            let builtin = match spec.builtin {
                1 => Some("thread_time"),
                2 => Some("thread_instruction_count"),
                _ => None,
            };
            if let Some(builtin) = builtin {
                let builtin = sink.str(builtin);
                add(
                    sink,
                    "builtin_counter_type",
                    StoredValue::Str(Some(builtin)),
                );
            }
            if let Some(share_key) = spec.share_key {
                add(sink, "y_axis_share_key", StoredValue::Str(Some(share_key)));
            }
        }
        if reservation.has_first_packet {
            add(sink, "has_first_packet_on_sequence", StoredValue::Int(1));
        }
        let ordering = match reservation.child_ordering {
            ChildOrdering::Unspecified => None,
            ChildOrdering::Lexicographic => Some("lexicographic"),
            ChildOrdering::Chronological => Some("chronological"),
            ChildOrdering::Explicit => Some("explicit"),
        };
        if let Some(ordering) = ordering {
            let ordering = sink.str(ordering);
            add(sink, "child_ordering", StoredValue::Str(Some(ordering)));
        }
        if let Some(rank) = reservation.rank {
            add(
                sink,
                "sibling_order_rank",
                StoredValue::Int(i64::from(rank)),
            );
        }
        if let Some(description) = reservation.description {
            add(sink, "description", StoredValue::Str(Some(description)));
        }
        let set = sink.store_args(&args);
        self.tracks.args = args;
        set
    }
}
