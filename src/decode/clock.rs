//! Clock snapshots and conversion between clocks, as of any point in the file.
//!
//! The graph is filled once, in file order; each accepted snapshot starts a new
//! version, and a conversion names the version it may use, because a timestamp
//! only profits from snapshots that stand before it. Snapshots that list other
//! clocks are separate series: rules and hash in spec trace-format 3.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use hashbrown::{HashMap, HashSet};

use super::fields::Message;
use crate::proto::clock_snapshot::{self, clock};

/// A clock: builtin and global ids have sequence 0, ids 64..=127 belong to a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockId {
    /// The recorded id.
    pub id: u32,
    /// The packet sequence of a sequence-scoped clock, else 0.
    pub seq: u32,
    /// The machine, 0 for the host.
    pub machine: u32,
}

impl ClockId {
    /// The wall clock.
    pub const REALTIME: u32 = 1;
    /// `CLOCK_MONOTONIC`.
    pub const MONOTONIC: u32 = 3;
    /// `CLOCK_BOOTTIME`.
    pub const BOOTTIME: u32 = 6;
    /// The file's own timeline.
    pub const TRACE_FILE: u32 = 11;

    /// Returns whether this id is scoped to a packet sequence.
    pub const fn is_sequence_scoped(id: u32) -> bool {
        matches!(id, 64..=127)
    }

    /// Returns the clock that `id` means in a packet of sequence `seq`.
    pub const fn new(id: u32, seq: u32, machine: u32) -> Self {
        let seq = if Self::is_sequence_scoped(id) { seq } else { 0 };
        Self { id, seq, machine }
    }
}

/// A clock reading inside a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The clock.
    pub clock: ClockId,
    /// The value as recorded.
    pub timestamp: i64,
    /// Nanoseconds per unit; 0 counts as 1.
    pub unit_ns: i64,
    /// Whether timestamps of this clock are deltas.
    pub incremental: bool,
}

/// Reads a ClockSnapshot: its readings and the id of its primary clock, 0 if it names none. `clock_of` says
/// which clock an id means.
pub fn read_snapshot(bytes: &[u8], clock_of: impl Fn(u32) -> ClockId) -> (Vec<Reading>, u32) {
    let snapshot = Message(bytes);
    let clocks = snapshot.messages(clock_snapshot::CLOCKS);
    let readings = clocks.map(|reading| Reading {
        clock: clock_of(reading.u32(clock::CLOCK_ID)),
        timestamp: reading.i64(clock::TIMESTAMP),
        unit_ns: reading
            .field(clock::UNIT_MULTIPLIER_NS)
            .map_or(1, |unit| unit.as_i64()),
        incremental: reading.bool(clock::IS_INCREMENTAL),
    });
    let primary = snapshot.u32(clock_snapshot::PRIMARY_TRACE_CLOCK);
    (readings.collect(), primary)
}

/// Why a conversion is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockError {
    /// No snapshot mentions the clock.
    UnknownSource,
    /// No snapshot mentions the trace clock.
    UnknownTarget,
    /// No chain of snapshots connects the two.
    NoPath,
}

impl ClockError {
    /// Returns the name of the issue that counts the error.
    pub const fn issue(self) -> &'static str {
        match self {
            Self::UnknownSource => "clock_sync_failure_unknown_source_clock",
            Self::UnknownTarget => "clock_sync_failure_unknown_target_clock",
            Self::NoPath => "clock_sync_failure_no_path",
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Series {
    /// (snapshot id, ns), ascending in the first, and in both while the clock is monotonic.
    points: Vec<(u32, i64)>,
}

#[derive(Clone, Debug)]
struct Domain {
    unit_ns: i64,
    incremental: bool,
    /// Whether a reading was accepted; before, the clock is merely known.
    is_set: bool,
    /// The last absolute value of an incremental clock, in ns.
    last_ns: i64,
    first_version: u32,
    series: HashMap<u32, Series>,
    /// From which version on the clock is not a source any more.
    non_monotonic_from: Option<u32>,
}

/// How one clock leads to another: along the series with the smallest hash of those that list both.
#[derive(Clone, Debug)]
struct Edge {
    /// The version since which there is an edge.
    since: u32,
    /// The hash of the first series.
    hash: u32,
    /// Smaller hashes that came later and since when, ascending in the version.
    later: Vec<(u32, u32)>,
}

impl Edge {
    /// Returns the smallest hash of a version, if there is one.
    fn at(&self, version: u32) -> Option<u32> {
        let later = self.later.partition_point(|later| later.0 <= version);
        let last = later.checked_sub(1).and_then(|index| self.later.get(index));
        (self.since <= version).then(|| last.map_or(self.hash, |last| last.1))
    }

    /// Returns the smallest hash of all versions.
    fn least(&self) -> u32 {
        self.later.last().map_or(self.hash, |last| last.1)
    }
}

/// A hop of a path: from one clock to another along one series.
#[derive(Clone, Copy, Debug)]
struct Hop {
    from: ClockId,
    to: ClockId,
    hash: u32,
}

/// A clock that a search has reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    clock: ClockId,
    /// The index of the clock from which this one was reached, and the hash of the series.
    by: Option<(usize, u32)>,
    n_hops: usize,
}

/// All clocks and snapshots of a trace.
#[derive(Clone, Debug)]
pub struct ClockGraph {
    domains: HashMap<ClockId, Domain>,
    /// Edges of each clock, by where they lead.
    edges: HashMap<ClockId, BTreeMap<ClockId, Edge>>,
    /// The lists of clocks in snapshots whose pairs are all in `edges`.
    lists: HashSet<Box<[ClockId]>>,
    /// How many pairs these lists have together.
    n_pairs: usize,
    /// The versions from which on paths may differ, ascending.
    changes: Vec<u32>,
    /// How many snapshots were seen so far, which is the present version.
    n_snapshots: u32,
    trace_clock: ClockId,
    /// Whether a conversion was attempted, which fixes the trace clock.
    fixed: bool,
}

/// How many hops a conversion may take.
const MAX_HOPS: usize = 4;

/// How many clocks a snapshot may list: there are fewer builtin ones, and every pair of them is an
/// edge.
const MAX_READINGS: usize = 64;

/// How many pairs of clocks all lists of clocks may have together: a pair costs much more than the
/// bytes that list it, and a search for a path looks at thousands. A recorder has one list and each
/// sequence that counts in a clock of its own another, of two or three clocks.
const MAX_PAIRS: usize = 1 << 18;

/// How many clocks a search for a path looks at. Builtin clocks come first, so that the many
/// clocks of sequences are not in the way of an honest trace.
const MAX_SEARCHED: usize = 64;

impl Default for ClockGraph {
    fn default() -> Self {
        Self::new()
    }
}

impl ClockGraph {
    /// Returns a graph without snapshots whose trace clock is the file's own timeline.
    pub fn new() -> Self {
        Self {
            domains: HashMap::new(),
            edges: HashMap::new(),
            lists: HashSet::new(),
            n_pairs: 0,
            changes: Vec::new(),
            n_snapshots: 0,
            trace_clock: ClockId::new(ClockId::TRACE_FILE, 0, 0),
            fixed: false,
        }
    }

    /// Returns the clock that all timestamps are converted to.
    pub fn trace_clock(&self) -> ClockId {
        self.trace_clock
    }

    /// Makes `clock` the trace clock, unless a conversion has already been attempted.
    pub fn set_trace_clock(&mut self, clock: ClockId) {
        if !self.fixed && self.trace_clock != clock {
            self.trace_clock = clock;
            self.note_change(self.n_snapshots + 1);
        }
    }

    fn note_change(&mut self, version: u32) {
        if self.changes.last() != Some(&version) {
            self.changes.push(version);
        }
    }

    /// Returns a number that is equal for versions between which no path differs.
    fn paths_of(&self, version: u32) -> usize {
        self.changes.partition_point(|&change| change <= version)
    }

    /// Returns the present version: conversions that name it use every snapshot so far.
    pub fn version(&self) -> u32 {
        self.n_snapshots
    }

    /// Returns nanoseconds per unit of a clock, and whether its timestamps are deltas.
    pub fn unit(&self, clock: ClockId) -> Option<(i64, bool)> {
        self.domains
            .get(&clock)
            .map(|domain| (domain.unit_ns, domain.incremental))
    }

    /// Returns the unit of a clock, whether its timestamps are deltas and, as [`Self::last_ns`] does, its
    /// last absolute value.
    pub fn state(&self, clock: ClockId) -> (i64, bool, i64) {
        let state = |domain: &Domain| (domain.unit_ns, domain.incremental, domain.last_ns);
        self.domains.get(&clock).map_or((1, false, 0), state)
    }

    /// Returns the last absolute value of an incremental clock.
    pub fn last_ns(&self, clock: ClockId) -> i64 {
        self.domains.get(&clock).map_or(0, |domain| domain.last_ns)
    }

    /// Advances an incremental clock to `ns`.
    pub fn set_last_ns(&mut self, clock: ClockId, ns: i64) {
        if let Some(domain) = self.domains.get_mut(&clock) {
            domain.last_ns = ns;
        }
    }

    /// Returns whether anything was converted, or is about to be.
    pub const fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Fixes the trace clock before the first conversion, and makes the zero-offset bridge between
    /// BOOTTIME and the file's timeline that lets traces without snapshots work. Returns false if
    /// the trace clock cannot be related to BOOTTIME.
    pub fn fix(&mut self, machine: u32) -> bool {
        if self.fixed {
            return true;
        }
        self.fixed = true;
        let here = self.trace_clock.machine;
        // Other machines reach the file's timeline over that of its own.
        self.bridge(here) && (machine == here || self.bridge(machine))
    }

    /// Makes the bridge of a machine if nothing else leads to the trace clock.
    fn bridge(&mut self, machine: u32) -> bool {
        let boot = ClockId::new(ClockId::BOOTTIME, 0, machine);
        if boot == self.trace_clock || self.is_connected(boot) {
            return true;
        }
        let file = ClockId::new(ClockId::TRACE_FILE, 0, machine);
        let reading = |clock| Reading {
            clock,
            timestamp: 0,
            unit_ns: 1,
            incremental: false,
        };
        self.add_snapshot(&[reading(boot), reading(file)]);
        self.trace_clock == file || self.is_connected(boot)
    }

    /// Returns whether the snapshots so far lead from a clock to the trace clock.
    fn is_connected(&self, clock: ClockId) -> bool {
        self.find_path(clock, self.n_snapshots, &mut Vec::new())
            .is_ok()
    }

    /// Adds a snapshot; false if it lists more clocks, or more pairs of them that no snapshot listed
    /// before, than any recorder does, or if it contradicts itself or earlier ones, in which case it
    /// may be applied in part, as in the reference.
    pub fn add_snapshot(&mut self, readings: &[Reading]) -> bool {
        if readings.len() > MAX_READINGS {
            return false;
        }
        let list: Box<[ClockId]> = readings.iter().map(|reading| reading.clock).collect();
        let n_pairs = list.len() * list.len().saturating_sub(1);
        let is_new = !self.lists.contains(&list);
        if is_new && self.n_pairs + n_pairs > MAX_PAIRS {
            return false;
        }
        let snapshot = self.n_snapshots;
        self.n_snapshots += 1;
        let hash = series_hash(list.iter().copied());
        if !readings
            .iter()
            .all(|reading| self.add_reading(reading, snapshot, hash))
        {
            return false;
        }
        if is_new {
            for &from in &list {
                self.add_edges(from, &list, hash);
            }
            self.n_pairs += n_pairs;
            self.lists.insert(list);
        }
        true
    }

    fn add_reading(&mut self, reading: &Reading, snapshot: u32, hash: u32) -> bool {
        let version = snapshot + 1;
        let unit_ns = if reading.unit_ns == 0 {
            1
        } else {
            reading.unit_ns
        };
        let is_trace_clock = reading.clock == self.trace_clock;
        let mut changed = false;
        let domain = self.domains.entry(reading.clock).or_insert_with(|| {
            changed = true;
            Domain {
                unit_ns: 1,
                incremental: false,
                is_set: false,
                last_ns: 0,
                first_version: version,
                series: HashMap::new(),
                non_monotonic_from: None,
            }
        });
        if domain.is_set {
            if domain.unit_ns != unit_ns || domain.incremental != reading.incremental {
                return false;
            }
        } else {
            if reading.incremental && !ClockId::is_sequence_scoped(reading.clock.id) {
                return false;
            }
            domain.is_set = true;
            domain.unit_ns = unit_ns;
            domain.incremental = reading.incremental;
        }
        if is_trace_clock && unit_ns != 1 {
            return false;
        }
        let ns = reading.timestamp.wrapping_mul(unit_ns);
        domain.last_ns = ns;
        let series = domain.series.entry(hash).or_default();
        if let Some(&(last_snapshot, last)) = series.points.last() {
            if last_snapshot == snapshot {
                return false;
            }
            if ns < last {
                if is_trace_clock {
                    return false;
                }
                changed |= domain.non_monotonic_from.is_none();
                domain.non_monotonic_from.get_or_insert(version);
            }
        }
        series.points.push((snapshot, ns));
        if changed {
            self.note_change(version);
        }
        true
    }

    /// Adds the edges from a clock to the others of a list.
    fn add_edges(&mut self, from: ClockId, list: &[ClockId], hash: u32) {
        if self
            .domains
            .get(&from)
            .is_none_or(|domain| domain.non_monotonic_from.is_some())
        {
            return;
        }
        let since = self.n_snapshots;
        let edges = self.edges.entry(from).or_default();
        let mut changed = false;
        for &to in list.iter().filter(|&&to| to != from) {
            match edges.entry(to) {
                Entry::Vacant(vacant) => {
                    let later = Vec::new();
                    vacant.insert(Edge { since, hash, later });
                    changed = true;
                }
                Entry::Occupied(edge) if hash < edge.get().least() => {
                    edge.into_mut().later.push((since, hash));
                    changed = true;
                }
                Entry::Occupied(_) => {}
            }
        }
        if changed {
            self.note_change(since);
        }
    }

    /// Finds the shortest chain of hops to the trace clock. Clocks of another machine that nothing
    /// relates to it are taken to agree: the wall clocks if they can be reached, else BOOTTIME.
    ///
    /// `reached` is room to work in, so that a trace of very many clocks does not allocate for each.
    fn find_path(
        &self,
        from: ClockId,
        version: u32,
        reached: &mut Vec<Reached>,
    ) -> Result<Vec<Hop>, ClockError> {
        let found = self.path_between((from, self.trace_clock), version, reached);
        if found.is_ok() || from.machine == self.trace_clock.machine {
            return found;
        }
        [ClockId::REALTIME, ClockId::BOOTTIME]
            .into_iter()
            .find_map(|id| self.bridged_path(from, id, version, reached))
            .map_or(found, Ok)
    }

    /// Finds a chain from one machine to another over a clock that both have.
    fn bridged_path(
        &self,
        from: ClockId,
        id: u32,
        version: u32,
        reached: &mut Vec<Reached>,
    ) -> Option<Vec<Hop>> {
        let there = ClockId::new(id, 0, from.machine);
        let here = ClockId::new(id, 0, self.trace_clock.machine);
        let mut path = |from, to| {
            if from == to {
                Some(Vec::new())
            } else {
                self.path_between((from, to), version, reached).ok()
            }
        };
        let mut hops = path(from, there)?;
        // No series has this hash, so the hop adds nothing.
        hops.push(Hop {
            from: there,
            to: here,
            hash: 0,
        });
        hops.extend(path(here, self.trace_clock)?);
        Some(hops)
    }

    /// Finds the shortest chain of hops between two clocks; ties go to the smallest clock, then hash.
    fn path_between(
        &self,
        (from, target): (ClockId, ClockId),
        version: u32,
        reached: &mut Vec<Reached>,
    ) -> Result<Vec<Hop>, ClockError> {
        let known = |clock| {
            self.domains
                .get(&clock)
                .is_some_and(|domain: &Domain| domain.first_version <= version)
        };
        if !known(from) {
            return Err(ClockError::UnknownSource);
        }
        if !known(target) {
            return Err(ClockError::UnknownTarget);
        }
        // Clocks in the order in which they are reached, each with the hop to it and the number of hops.
        reached.clear();
        reached.push(Reached {
            clock: from,
            by: None,
            n_hops: 0,
        });
        let mut next = 0;
        while let Some(&Reached {
            clock: at, n_hops, ..
        }) = reached.get(next)
        {
            let index = next;
            next += 1;
            if n_hops >= MAX_HOPS || !self.is_source(at, version) {
                continue;
            }
            for (&to, edge) in self.edges.get(&at).into_iter().flatten() {
                if reached.len() > MAX_SEARCHED {
                    return Err(ClockError::NoPath);
                }
                // There are few: comparing each is faster than hashing them.
                if reached.iter().any(|seen| seen.clock == to) {
                    continue;
                }
                let Some(hash) = edge.at(version) else {
                    continue;
                };
                reached.push(Reached {
                    clock: to,
                    by: Some((index, hash)),
                    n_hops: n_hops + 1,
                });
                if to == target {
                    return Ok(hops(reached));
                }
            }
        }
        Err(ClockError::NoPath)
    }

    fn is_source(&self, clock: ClockId, version: u32) -> bool {
        self.domains
            .get(&clock)
            .is_some_and(|domain| domain.non_monotonic_from.is_none_or(|from| from > version))
    }

    /// Returns whether a clock ran backwards from one snapshot to another.
    pub fn was_set_back(&self, clock: ClockId) -> bool {
        let domain = self.domains.get(&clock);
        domain.is_some_and(|domain| domain.non_monotonic_from.is_some())
    }

    /// Converts absolute nanoseconds of `clock` to trace time, with the snapshots of `version`.
    pub fn convert(
        &self,
        clock: ClockId,
        ns: i64,
        version: u32,
        cache: &mut ClockCache,
    ) -> Result<i64, ClockError> {
        if clock == self.trace_clock {
            return Ok(ns);
        }
        if let Some(offset) = cache.offset(clock, version, ns) {
            return Ok(ns.wrapping_add(offset));
        }
        let key = (clock, self.paths_of(version));
        if cache.paths.len() >= CACHED_PATHS && !cache.paths.contains_key(&key) {
            cache.paths.clear();
        }
        let path = cache
            .paths
            .entry(key)
            .or_insert_with(|| self.find_path(clock, version, &mut cache.reached));
        let path = path.as_deref().map_err(|&error| error)?;
        // The same offset holds as long as every hop picks the same snapshot.
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        let mut at = ns;
        for hop in path {
            let shift = at.wrapping_sub(ns);
            let Some((delta, from, to)) = self.hop(*hop, at, version) else {
                continue;
            };
            low = low.max(if from == i64::MIN {
                from
            } else {
                from.saturating_sub(shift)
            });
            high = high.min(if to == i64::MAX {
                to
            } else {
                to.saturating_sub(shift)
            });
            at = at.wrapping_add(delta);
        }
        cache.clock = Some(clock);
        cache.version = version;
        cache.range = low..high;
        cache.offset = at.wrapping_sub(ns);
        Ok(at)
    }

    /// Returns the translation of a hop at `ns` and the half-open range in which it stays the
    /// same, or `None` where the partner of the picked snapshot is missing: then nothing is added.
    fn hop(&self, hop: Hop, ns: i64, version: u32) -> Option<(i64, i64, i64)> {
        let from = self.domains.get(&hop.from)?.series.get(&hop.hash)?;
        let to = self.domains.get(&hop.to)?.series.get(&hop.hash)?;
        // Snapshot ids below the version are visible.
        let n_visible = from.points.partition_point(|point| point.0 < version);
        let visible = from.points.get(..n_visible)?;
        let after = visible.partition_point(|point| point.1 <= ns);
        let index = after.saturating_sub(1);
        let (snapshot, at) = *visible.get(index)?;
        let partner = to
            .points
            .binary_search_by_key(&snapshot, |point| point.0)
            .ok()?;
        let low = if index == 0 { i64::MIN } else { at };
        let high = visible.get(after.max(1)).map_or(i64::MAX, |point| point.1);
        let delta = to.points.get(partner)?.1.wrapping_sub(at);
        Some((delta, low, high))
    }
}

/// Returns the hops to the last clock that a search has reached.
fn hops(reached: &[Reached]) -> Vec<Hop> {
    let mut hops = Vec::new();
    let mut at = reached.last();
    while let Some(&Reached {
        clock: to,
        by: Some((before, hash)),
        ..
    }) = at
    {
        at = reached.get(before);
        hops.extend(at.map(|before| Hop {
            from: before.clock,
            to,
            hash,
        }));
    }
    hops.reverse();
    hops
}

/// How many paths are remembered.
const CACHED_PATHS: usize = 4096;

/// What a run of conversions remembers: caching never changes a result.
#[derive(Clone, Debug, Default)]
pub struct ClockCache {
    clock: Option<ClockId>,
    version: u32,
    range: std::ops::Range<i64>,
    offset: i64,
    /// Paths by clock and, as [`ClockGraph::paths_of`] numbers it, version.
    paths: HashMap<(ClockId, usize), Result<Vec<Hop>, ClockError>>,
    /// Room for the search of a path.
    reached: Vec<Reached>,
}

impl ClockCache {
    /// Returns the values of `clock` that one offset converts at `version`, and that offset, if the
    /// last conversion was of this clock.
    pub fn range(&self, clock: ClockId, version: u32) -> Option<(std::ops::Range<i64>, i64)> {
        (self.clock == Some(clock) && self.version == version)
            .then(|| (self.range.clone(), self.offset))
    }

    /// Returns the offset that converts `ns` of `clock` at `version`, if it is that of the last conversion.
    #[inline]
    pub fn offset(&self, clock: ClockId, version: u32, ns: i64) -> Option<i64> {
        (self.clock == Some(clock) && self.version == version && self.range.contains(&ns))
            .then_some(self.offset)
    }
}

/// Hashes an ordered list of clocks as the reference does, because the smallest hash wins.
fn series_hash(clocks: impl Iterator<Item = ClockId>) -> u32 {
    let mut hash: u64 = 0xe17a_1465;
    for clock in clocks {
        for field in [
            u64::from(clock.id),
            u64::from(clock.seq),
            0,
            u64::from(clock.machine),
        ] {
            let mixed = finalize(field)
                .wrapping_add(0x9e37_79b9)
                .wrapping_add(hash << 6)
                .wrapping_add(hash >> 2);
            hash ^= mixed;
        }
    }
    // The reference keeps the lower half.
    (hash & u64::from(u32::MAX)).try_into().unwrap_or(0)
}

/// `MurmurHash3`'s 64-bit finalizer.
const fn finalize(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}

#[cfg(test)]
mod tests;
