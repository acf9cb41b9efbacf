//! From uuids to track rows: scope, parents, names, and sets of merged siblings.
//!
//! The rules are those of the reference's `track_event_tracker.cc`: a track has the thread or process of its nearest
//! parent that has one, and what is wrong with any parent makes it unusable.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::Resolver;
use super::described::Described;
use crate::base::intern::StrId;
use crate::import::descriptor::{CHAIN_MAX, Kind, Merge, Reservation, TrackKey, Unusable};
use crate::import::process_tracker::ProcessTracker;
use crate::import::scan::Scan;
use crate::import::sink::{Sink, SinkTrack};
use crate::model::ids::{Upid, Utid};
use crate::model::track::{Scope, Track};

/// Where the slices of a uuid go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Target {
    /// A row of its own.
    Track(SinkTrack),
    /// One of the rows of a set of merged siblings.
    Set(u32),
}

/// Sibling tracks that share rows.
#[derive(Clone, Debug)]
pub(in crate::import) struct Set {
    /// The first row, made when the set was first needed.
    pub(in crate::import) first_row: SinkTrack,
    /// When the set was first needed as a parent.
    pub(in crate::import) parent_reach: Option<(i64, u64)>,
    /// The tracks whose events the set holds.
    pub(in crate::import) members: Vec<Member>,
}

/// What an event on an undescribed uuid reserves.
static IMPLICIT: Reservation = Reservation::implicit(None);

/// A uuid whose events are in a set.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Member {
    pub(in crate::import) group: u32,
    key: TrackKey,
    first_name: Option<StrId>,
    /// The position of the event that needed its row first.
    first_pos: u64,
}

impl Member {
    /// Returns a further row of the set, as it is when it is made for this member. `first` is the first row
    /// of the set.
    pub(in crate::import) fn row(&self, first: &Track, scan: &Scan, sink: &mut Sink) -> Track {
        let described = Described {
            key: self.key,
            reservation: scan.reservations.get(self.key).unwrap_or(&IMPLICIT),
            is_root: false,
            first_name: self.first_name,
            first_pos: self.first_pos,
        };
        let row = described.row(first.scope, None, (scan, sink));
        Track {
            parent: first.parent,
            group: first.group,
            machine: first.machine,
            ..row
        }
    }
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
    /// Whether the uuid is the thread or process itself.
    pub(super) is_root: bool,
}

/// The row that a track hangs below, if any: none below threads and processes.
#[derive(Clone, Copy, Debug)]
struct Above(Option<SinkTrack>);

/// What is known of a uuid.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Whether events name it and nothing describes it.
    is_implicit: bool,
    /// The position of the event that needed its row first.
    first_pos: u64,
    resolution: Option<Resolution>,
    target: Option<Target>,
}

/// What a track is needed for first. Both are missing if the track is only to be above others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct First {
    /// The name of the event, for tracks without one.
    pub(super) name: Option<StrId>,
    /// The group of the event, if it has one.
    pub(super) group: Option<u32>,
}

/// Events whose track lacks a track above it: those of a group, or the samples of a counter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiting {
    Group(u32),
    Counter(u32),
}

/// What is known of uuids so far.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    known: HashMap<TrackKey, Known>,
    sets: Vec<Set>,
    set_ids: HashMap<SetKey, u32>,
    /// The events that lack a track above theirs, by that track, which is neither described nor, so far,
    /// named by an event.
    waiting: BTreeMap<TrackKey, Vec<Waiting>>,
    /// The events that do not lack it any more.
    pub(super) woken: Vec<Waiting>,
    claimed_threads: HashMap<Utid, TrackKey>,
    claimed_processes: HashMap<Upid, TrackKey>,
    /// The parent of the last track that had to be made, and the row above its children.
    last_parent: Option<(TrackKey, Above)>,
}

impl Tracks {
    /// Creates an empty collection with room for so many uuids.
    pub(super) fn with_capacity(n: usize) -> Self {
        Self {
            known: HashMap::with_capacity(n),
            ..Self::default()
        }
    }

    /// Returns the scope of every track that has one.
    pub(super) fn scopes(&self) -> HashMap<TrackKey, Scope> {
        let known = self.known.iter();
        known
            .filter_map(|(&key, known)| Some((key, known.resolution?.scope)))
            .filter(|&(_, scope)| scope != Scope::Global)
            .collect()
    }

    fn resolution(&self, key: TrackKey) -> Option<Resolution> {
        self.known.get(&key)?.resolution
    }

    fn resolve(&mut self, key: TrackKey, resolution: Resolution) {
        self.known.entry(key).or_default().resolution = Some(resolution);
    }

    /// Returns the first row of a set.
    pub(super) fn first_row(&self, set: u32) -> SinkTrack {
        self.sets[set as usize].first_row
    }

    pub(super) fn into_sets(self) -> Vec<Set> {
        self.sets
    }

    /// Returns what makes a track unusable.
    pub(super) fn failure(&self, scan: &Scan, key: TrackKey) -> Option<Unusable> {
        // A track that could be used once can be used from then on.
        match self.resolution(key) {
            Some(_) => None,
            None => scan
                .reservations
                .failure(key, |above| self.is_implicit(above)),
        }
    }

    /// Returns whether events name a track and nothing describes it.
    fn is_implicit(&self, key: TrackKey) -> bool {
        self.known.get(&key).is_some_and(|known| known.is_implicit)
    }

    /// Keeps events that lack a track above theirs until an event names that.
    pub(super) fn wait(&mut self, above: TrackKey, what: Waiting) {
        self.waiting.entry(above).or_default().push(what);
    }

    /// Takes the events that still lack a track above theirs.
    pub(super) fn left_waiting(&mut self) -> Vec<Waiting> {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.into_values().flatten().collect()
    }
}

impl<'a> Resolver<'a> {
    fn reservation(&mut self, key: TrackKey) -> Cow<'a, Reservation> {
        if let Some(reservation) = self.scan.reservations.get(key) {
            Cow::Borrowed(reservation)
        } else {
            let known = self.tracks.known.entry(key).or_default();
            if !std::mem::replace(&mut known.is_implicit, true)
                && let Some(waiting) = self.tracks.waiting.remove(&key)
            {
                self.tracks.woken.extend(waiting);
            }
            if key.1 == 0 {
                let name = self.sink.word("Default Track");
                return Cow::Owned(Reservation::implicit(Some(name)));
            }
            Cow::Borrowed(&IMPLICIT)
        }
    }

    /// Resolves the scope of a uuid, creating processes and threads. Counts why it cannot.
    pub(super) fn resolve_track(&mut self, key: TrackKey) -> Option<Resolution> {
        self.enter(key.0);
        if let Some(resolution) = self.tracks.resolution(key) {
            return Some(resolution);
        }
        let (scan, tracks) = (self.scan, &self.tracks);
        let described = scan.reservations.get(key);
        let parent = described.map_or(0, |own| own.parent);
        let is_implicit = |above| tracks.is_implicit(above);
        if let Some(issue) = scan.reservations.failure_above(key, parent, is_implicit) {
            let pos = described.map(|own| own.pos);
            let issues = &mut self.sink.issues;
            issues.note(issue.issue(), 1, pos, || issue.detail(key));
            return None;
        }
        // Parents are resolved first; a chain without failures is shorter than CHAIN_MAX.
        let own = described.map_or_else(|| self.reservation(key), Cow::Borrowed);
        let mut chain = Vec::new();
        let mut parent = own.parent;
        while parent != 0
            && self.tracks.resolution((key.0, parent)).is_none()
            && chain.len() + 1 < CHAIN_MAX
        {
            chain.push((key.0, parent));
            parent = self.reservation((key.0, parent)).parent;
        }
        for &above in chain.iter().rev() {
            let reservation = self.reservation(above);
            let resolution = self.scope_of(above, &reservation);
            self.tracks.resolve(above, resolution);
        }
        let resolution = self.scope_of(key, &own);
        self.tracks.resolve(key, resolution);
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
                let parent = match reservation.parent {
                    0 => None,
                    parent => self.tracks.resolution((key.0, parent)),
                };
                Resolution {
                    scope: parent.map_or(Scope::Global, |parent| parent.scope),
                    is_root: false,
                }
            }
        }
    }

    /// Translates ids of a pid namespace to those of the root namespace, if the process tree knows these.
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
        // The new thread stays unclaimed, as in the reference: a third descriptor shares it.
        let claimed = self.tracks.claimed_threads.insert(utid, key);
        if claimed.is_some_and(|claimed| claimed != key) {
            let upid = processes.process(pid);
            utid = processes.start_thread(tid, None);
            processes.associate(utid, upid);
        }
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
        let claimed = self.tracks.claimed_processes.insert(upid, key);
        if claimed.is_some_and(|claimed| claimed != key) {
            upid = processes.start_process(pid, None);
        }
        upid
    }

    /// Returns where events of a uuid go, making rows as needed. `at` are time and position of the event that
    /// needs them.
    pub(super) fn intern_track(
        &mut self,
        key: TrackKey,
        first: First,
        at: (i64, u64),
    ) -> Option<Target> {
        let resolution = self.resolve_track(key)?;
        let reservation = self.reservation(key);
        let Above(row_above) = match reservation.parent {
            0 => Above(None),
            parent => self.row_above((key.0, parent), at)?,
        };
        Some(self.intern_one(key, &reservation, resolution, first, row_above, at))
    }

    /// Returns whether siblings may share the rows of a uuid; `None` if the uuid is unusable.
    pub(super) fn is_mergeable(&mut self, key: TrackKey) -> Option<bool> {
        let resolution = self.resolve_track(key)?;
        let described = Described {
            key,
            reservation: &self.reservation(key),
            is_root: resolution.is_root,
            first_name: None,
            first_pos: 0,
        };
        Some(described.is_mergeable())
    }

    /// Makes the rows above a uuid.
    pub(super) fn tracks_above(&mut self, key: TrackKey, at: (i64, u64)) {
        let parent = self.reservation(key).parent;
        if parent != 0 {
            self.row_above((key.0, parent), at);
        }
    }

    /// Returns where children of a uuid hang, making rows as needed; `None` if a track above is
    /// unusable.
    fn row_above(&mut self, parent: TrackKey, at: (i64, u64)) -> Option<Above> {
        if let Some((known, row)) = self.tracks.last_parent
            && known == parent
        {
            return Some(row);
        }
        // Rows are made from the top down.
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
            let none = First::default();
            let target = self.intern_one(above, &reservation, resolution, none, row_above, at);
            // A thread or process is made, but is not a row above.
            row_above = (!resolution.is_root).then(|| self.row_of(target, at));
        }
        // The next time all rows above these children are there.
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
        first: First,
        parent: Option<SinkTrack>,
        at: (i64, u64),
    ) -> Target {
        let known = self.tracks.known.get(&key).copied().unwrap_or_default();
        if let Some(target) = known.target {
            if let (Target::Set(set), Some(group)) = (target, first.group) {
                let members = &mut self.tracks.sets[set as usize].members;
                if !members.iter().any(|member| member.group == group) {
                    members.push(Member {
                        group,
                        key,
                        first_name: None,
                        first_pos: known.first_pos,
                    });
                }
            }
            return target;
        }
        let target = self.make(key, reservation, resolution, first, parent, at);
        let known = self.tracks.known.entry(key).or_default();
        known.target = Some(target);
        known.first_pos = at.1;
        target
    }

    fn make(
        &mut self,
        key: TrackKey,
        reservation: &Reservation,
        resolution: Resolution,
        first: First,
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
        let described = Described {
            key,
            reservation,
            is_root: resolution.is_root,
            first_name: first.name,
            first_pos: at.1,
        };
        // Threads and processes hang below nothing, whatever their descriptor says.
        let parent = parent.filter(|_| !resolution.is_root);
        if !described.is_mergeable() {
            let row = described.row(resolution.scope, parent, (self.scan, &mut self.sink));
            return Target::Track(self.sink.add_track(row, at));
        }
        self.join_set(&described, resolution.scope, parent, first.group, at)
    }

    fn join_set(
        &mut self,
        described: &Described<'_>,
        scope: Scope,
        parent: Option<SinkTrack>,
        group: Option<u32>,
        at: (i64, u64),
    ) -> Target {
        let reservation = described.reservation;
        let (by_key, value) = match reservation.merge {
            Merge::ByKey(value) => (true, value),
            _ => (false, described.name()),
        };
        let set_key = SetKey {
            scope,
            machine: described.key.0,
            parent: reservation.parent,
            by_key,
            key: value,
        };
        let id = if let Some(&id) = self.tracks.set_ids.get(&set_key) {
            id
        } else {
            let mut row = described.row(scope, parent, (self.scan, &mut self.sink));
            row.group = Some(self.sink.new_group());
            let first_row = self.sink.add_track(row, at);
            let id = self.tracks.sets.len() as u32;
            self.tracks.sets.push(Set {
                first_row,
                parent_reach: None,
                members: Vec::new(),
            });
            self.tracks.set_ids.insert(set_key, id);
            id
        };
        if let Some(group) = group {
            let members = &mut self.tracks.sets[id as usize].members;
            // Most sets have one member, and there may be as many sets as events.
            if members.is_empty() {
                members.reserve_exact(1);
            }
            members.push(Member {
                group,
                key: described.key,
                first_name: described.first_name,
                first_pos: described.first_pos,
            });
        }
        Target::Set(id)
    }
}
