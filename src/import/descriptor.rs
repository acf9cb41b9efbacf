//! `TrackDescriptors`: the reservation of tracks, in file order.
//!
//! A descriptor anywhere in the file is known to every slice event, but a
//! counter event only knows those before it. The first description of a uuid
//! stands; later ones may only name it. The rules are those of the reference's `track_event_tracker.cc`.

use hashbrown::{HashMap, HashSet};

use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Fields, Message};
use crate::model::issue::IssueLog;
use crate::model::track::ChildOrdering;
use crate::proto::{
    chrome_thread_descriptor, counter_descriptor, process_descriptor, thread_descriptor,
    track_descriptor,
};

/// Names a track: the machine and the uuid.
pub(in crate::import) type TrackKey = (u32, u64);

/// What a descriptor describes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) enum Kind {
    /// A thread, `pid` and `tid`.
    Thread(i64, i64),
    /// A process.
    Process(i64),
    /// A counter.
    Counter(CounterSpec),
    /// A state track.
    State,
    /// Anything else.
    Plain,
}

/// What a `CounterDescriptor` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::import) struct CounterSpec {
    /// The unit shown.
    pub unit: Option<StrId>,
    /// Values are multiplied by this if it is positive.
    pub multiplier: i64,
    /// Whether values are deltas.
    pub incremental: bool,
    /// 1 thread time, 2 instruction count.
    pub builtin: u64,
    /// Categories, joined.
    pub category: Option<StrId>,
    /// Counters with the same key share their range.
    pub share_key: Option<StrId>,
}

/// How siblings of equal name become one track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::import) enum Merge {
    /// By name: the default.
    ByName,
    /// Not at all.
    Never,
    /// By an explicit key.
    ByKey(Option<StrId>),
}

/// A described track.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) struct Reservation {
    /// Where the first descriptor stands.
    pub pos: u64,
    /// `parent_uuid`, 0 for none.
    pub parent: u64,
    /// The name.
    pub name: Option<StrId>,
    /// What it is.
    pub kind: Kind,
    /// How it merges with its siblings.
    pub merge: Merge,
    /// Whether a thread track is kept apart from the thread's other slices.
    pub disallow_merging: bool,
    /// How its children are ordered.
    pub child_ordering: ChildOrdering,
    /// Its place among explicitly ordered siblings.
    pub rank: Option<i32>,
    /// What the writer says of it.
    pub description: Option<StrId>,
    /// `trusted_pid` of the packet, for pid namespaces.
    pub trusted_pid: Option<i64>,
}

impl Reservation {
    /// Returns what an event on an undescribed uuid reserves.
    pub(in crate::import) const fn implicit(name: Option<StrId>) -> Self {
        Self {
            pos: u64::MAX,
            parent: 0,
            name,
            kind: Kind::Plain,
            merge: Merge::ByName,
            disallow_merging: false,
            child_ordering: ChildOrdering::Unspecified,
            rank: None,
            description: None,
            trusted_pid: None,
        }
    }

    fn agrees_with(&self, other: &Self) -> bool {
        let kinds = match (&self.kind, &other.kind) {
            // The unit may differ.
            (Kind::Counter(a), Kind::Counter(b)) => {
                CounterSpec {
                    unit: None,
                    ..a.clone()
                } == CounterSpec {
                    unit: None,
                    ..b.clone()
                }
            }
            (a, b) => a == b,
        };
        kinds && self.parent == other.parent && self.merge == other.merge
    }
}

/// All reservations of a trace.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Reservations {
    tracks: HashMap<TrackKey, Reservation>,
    /// Whether the default track says that processes are ordered explicitly.
    pub explicit_processes: bool,
    /// Whether the default track says that threads are ordered explicitly.
    pub explicit_threads: bool,
}

/// How many tracks a chain of parents may have, the track itself included.
pub(in crate::import) const CHAIN_MAX: usize = 100;

/// Why a track is unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Unusable {
    /// This track above has no descriptor, and no event has named it so far.
    Missing(u64),
    Endless,
    TooDeep,
}

impl Unusable {
    /// Returns the issue of an event on a track that is unusable for this reason.
    pub(in crate::import) fn issue(self) -> &'static str {
        match self {
            Self::Missing(_) => "track_hierarchy_missing_uuid",
            Self::Endless => "track_event_track_hierarchy_loop",
            Self::TooDeep => "track_event_track_hierarchy_too_deep",
        }
    }

    /// Returns what to say of a track that is unusable.
    pub(in crate::import) fn detail(self, key: TrackKey) -> String {
        match self {
            Self::Missing(above) => format!("track {above}, above track {}", key.1),
            Self::Endless | Self::TooDeep => format!("track {}", key.1),
        }
    }
}

impl Reservations {
    /// Returns what makes a track unusable. `is_implicit` tells which tracks were
    /// reserved by events, without a descriptor.
    pub(in crate::import) fn failure(
        &self,
        key: TrackKey,
        is_implicit: impl Fn(TrackKey) -> bool,
    ) -> Option<Unusable> {
        let reservation = self.get(key)?;
        self.failure_above(key, reservation.parent, is_implicit)
    }

    /// Does the same for a described track whose parent is `above`.
    pub(in crate::import) fn failure_above(
        &self,
        key: TrackKey,
        mut above: u64,
        is_implicit: impl Fn(TrackKey) -> bool,
    ) -> Option<Unusable> {
        for _ in 2..CHAIN_MAX {
            if above == 0 {
                return None;
            }
            let parent = (key.0, above);
            above = match self.get(parent) {
                Some(reservation) => reservation.parent,
                None if is_implicit(parent) => 0,
                None => return Some(Unusable::Missing(above)),
            };
        }
        (above != 0).then(|| self.endless(key))
    }

    /// Returns why the parents of a track do not end.
    #[cold]
    fn endless(&self, key: TrackKey) -> Unusable {
        let parent = |&at: &u64| self.get((key.0, at)).map(|reservation| reservation.parent);
        let chain = std::iter::successors(Some(key.1), parent).take(CHAIN_MAX);
        let mut seen = HashSet::new();
        if chain.into_iter().all(|uuid| seen.insert(uuid)) {
            Unusable::TooDeep
        } else {
            Unusable::Endless
        }
    }

    /// Returns how many reservations there are.
    pub(in crate::import) fn len(&self) -> usize {
        self.tracks.len()
    }

    /// Returns the reservation of a track.
    pub(in crate::import) fn get(&self, key: TrackKey) -> Option<&Reservation> {
        self.tracks.get(&key)
    }

    /// Reads the TrackDescriptor of the packet at `pos` and reserves its track.
    pub(in crate::import) fn add(
        &mut self,
        bytes: &[u8],
        cx: &DescriptorContext,
        strings: &mut StrPool,
        issues: &mut IssueLog,
    ) -> Option<Reserved> {
        let raw = RawDescriptor::read(bytes);
        let Some(uuid) = raw.uuid else {
            issues.record("track_descriptor_missing_uuid", cx.pos, String::new);
            return None;
        };
        if uuid == 0 && raw.parent != 0 {
            issues.record(
                "track_descriptor_default_track_with_parent",
                cx.pos,
                String::new,
            );
            return None;
        }
        let child_ordering = match raw.child_ordering {
            track_descriptor::UNKNOWN => ChildOrdering::Unspecified,
            track_descriptor::LEXICOGRAPHIC => ChildOrdering::Lexicographic,
            track_descriptor::CHRONOLOGICAL => ChildOrdering::Chronological,
            track_descriptor::EXPLICIT => ChildOrdering::Explicit,
            other => {
                issues.record("track_descriptor_invalid_child_ordering", cx.pos, || {
                    format!("ordering {other}")
                });
                return None;
            }
        };
        let kind = match raw.kind(strings) {
            Ok(kind) => kind,
            Err(issue) => {
                issues.record(issue, cx.pos, || format!("track {uuid}"));
                return None;
            }
        };
        if uuid == 0 {
            self.explicit_processes |=
                raw.process_ordering == track_descriptor::ROOT_ORDERING_EXPLICIT;
            self.explicit_threads |=
                raw.thread_ordering == track_descriptor::ROOT_ORDERING_EXPLICIT;
        }
        let reserved = Reserved {
            thread: match kind {
                Kind::Thread(pid, tid) => Some((pid, tid)),
                _ => None,
            },
            plain: (raw.thread.is_none() && raw.process.is_none()).then_some(uuid),
        };
        let intern =
            |strings: &mut StrPool, text: Option<&[u8]>| text.map(|text| strings.intern(text));
        // A builtin counter has its name from the first descriptor on, so that no later one names it.
        let builtin = match &kind {
            Kind::Counter(spec) => builtin_name(spec.builtin).map(str::as_bytes),
            _ => None,
        };
        let reservation = Reservation {
            pos: cx.pos,
            parent: raw.parent,
            name: intern(strings, raw.name().or(builtin)),
            kind,
            merge: raw.merge(strings),
            disallow_merging: raw.disallow_merging,
            child_ordering,
            rank: raw.rank,
            description: intern(strings, raw.description),
            trusted_pid: cx.trusted_pid,
        };
        match self.tracks.entry((cx.machine, uuid)) {
            hashbrown::hash_map::Entry::Vacant(entry) => {
                entry.insert(reservation);
            }
            hashbrown::hash_map::Entry::Occupied(entry) => {
                let present = entry.into_mut();
                if !present.agrees_with(&reservation) {
                    issues.record("track_descriptor_conflicting_reservation", cx.pos, || {
                        format!("track {uuid}")
                    });
                    return Some(reserved);
                }
                if reservation.name.is_some()
                    && (present.name.is_none() || present.merge == Merge::Never)
                {
                    present.name = reservation.name;
                }
            }
        }
        Some(reserved)
    }
}

/// What a descriptor has reserved.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Reserved {
    /// The pid and tid of the thread that it describes.
    pub thread: Option<(i64, i64)>,
    /// The uuid of its track, if it has neither a thread nor a process.
    pub plain: Option<u64>,
}

/// What the packet around a descriptor says.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct DescriptorContext {
    /// Where the packet stands.
    pub pos: u64,
    /// Its machine.
    pub machine: u32,
    /// Its `trusted_pid`.
    pub trusted_pid: Option<i64>,
}

/// The fields of a TrackDescriptor as recorded.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct RawDescriptor<'a> {
    /// `uuid`.
    pub uuid: Option<u64>,
    parent: u64,
    name: Option<&'a [u8]>,
    static_name: Option<&'a [u8]>,
    atrace_name: Option<&'a [u8]>,
    description: Option<&'a [u8]>,
    /// The ProcessDescriptor.
    pub process: Option<&'a [u8]>,
    /// The ThreadDescriptor.
    pub thread: Option<&'a [u8]>,
    /// The `ChromeProcessDescriptor`.
    pub chrome_process: Option<&'a [u8]>,
    /// The `ChromeThreadDescriptor`.
    pub chrome_thread: Option<&'a [u8]>,
    counter: Option<&'a [u8]>,
    has_state: bool,
    disallow_merging: bool,
    child_ordering: u64,
    rank: Option<i32>,
    merge_behavior: u64,
    merge_key: Option<&'a [u8]>,
    merge_key_int: Option<u64>,
    process_ordering: u64,
    thread_ordering: u64,
}

impl<'a> RawDescriptor<'a> {
    /// Reads a TrackDescriptor.
    pub(in crate::import) fn read(bytes: &'a [u8]) -> Self {
        let mut raw = Self::default();
        for field in Fields::new(bytes) {
            match field.number {
                track_descriptor::UUID => raw.uuid = Some(field.as_u64()),
                track_descriptor::PARENT_UUID => raw.parent = field.as_u64(),
                track_descriptor::NAME => raw.name = Some(field.as_bytes()),
                track_descriptor::STATIC_NAME => raw.static_name = Some(field.as_bytes()),
                track_descriptor::ATRACE_NAME => raw.atrace_name = Some(field.as_bytes()),
                track_descriptor::DESCRIPTION => raw.description = Some(field.as_bytes()),
                track_descriptor::PROCESS => raw.process = Some(field.as_bytes()),
                track_descriptor::THREAD => raw.thread = Some(field.as_bytes()),
                track_descriptor::CHROME_PROCESS => raw.chrome_process = Some(field.as_bytes()),
                track_descriptor::CHROME_THREAD => raw.chrome_thread = Some(field.as_bytes()),
                track_descriptor::COUNTER => raw.counter = Some(field.as_bytes()),
                track_descriptor::STATE => raw.has_state = true,
                track_descriptor::DISALLOW_MERGING_WITH_SYSTEM_TRACKS => {
                    raw.disallow_merging = field.as_bool();
                }
                track_descriptor::CHILD_ORDERING => raw.child_ordering = field.as_u64(),
                track_descriptor::SIBLING_ORDER_RANK => raw.rank = Some(field.as_i32()),
                track_descriptor::SIBLING_MERGE_BEHAVIOR => raw.merge_behavior = field.as_u64(),
                track_descriptor::SIBLING_MERGE_KEY => raw.merge_key = Some(field.as_bytes()),
                track_descriptor::SIBLING_MERGE_KEY_INT => raw.merge_key_int = Some(field.as_u64()),
                track_descriptor::PROCESS_ORDERING => raw.process_ordering = field.as_u64(),
                track_descriptor::THREAD_ORDERING => raw.thread_ordering = field.as_u64(),
                _ => {}
            }
        }
        raw
    }

    fn name(&self) -> Option<&'a [u8]> {
        self.name.or(self.static_name).or(self.atrace_name)
    }

    fn merge(&self, strings: &mut StrPool) -> Merge {
        match self.merge_behavior {
            track_descriptor::SIBLING_MERGE_BEHAVIOR_NONE => Merge::Never,
            track_descriptor::SIBLING_MERGE_BEHAVIOR_BY_SIBLING_MERGE_KEY => {
                Merge::ByKey(match (self.merge_key, self.merge_key_int) {
                    (Some(key), _) => Some(strings.intern(key)),
                    (None, Some(key)) => {
                        Some(strings.intern(format!("sibling_merge_key_int:{key}").as_bytes()))
                    }
                    (None, None) => None,
                })
            }
            _ => Merge::ByName,
        }
    }

    /// Returns what is described, or the issue that makes the descriptor unusable.
    fn kind(&self, strings: &mut StrPool) -> Result<Kind, &'static str> {
        if let Some(thread) = self.thread {
            let (pid, tid) = self
                .thread_ids(thread)
                .ok_or("track_descriptor_thread_missing_pid_tid")?;
            return Ok(Kind::Thread(pid, tid));
        }
        if let Some(process) = self.process {
            let pid = Message(process)
                .field(process_descriptor::PID)
                .ok_or("track_descriptor_process_missing_pid")?;
            return Ok(Kind::Process(i64::from(pid.as_i32())));
        }
        if let Some(counter) = self.counter {
            return Ok(Kind::Counter(read_counter(counter, strings)));
        }
        Ok(if self.has_state {
            Kind::State
        } else {
            Kind::Plain
        })
    }

    /// Returns pid and tid of the thread; a sandboxed tid is made unique by its pid.
    pub(in crate::import) fn thread_ids(&self, thread: &[u8]) -> Option<(i64, i64)> {
        let thread = Message(thread);
        let pid = i64::from(thread.field(thread_descriptor::PID)?.as_i32());
        let mut tid = thread.field(thread_descriptor::TID)?.as_i64();
        let chrome = Message(self.chrome_thread.unwrap_or_default());
        if chrome.bool(chrome_thread_descriptor::IS_SANDBOXED_TID) {
            tid = pid << 32 | (tid & 0xffff_ffff);
        }
        Some((pid, tid))
    }
}

/// Returns the name of a counter that every thread may have.
pub(in crate::import) fn builtin_name(builtin: u64) -> Option<&'static str> {
    match builtin {
        1 => Some("thread_time"),
        2 => Some("thread_instruction_count"),
        _ => None,
    }
}

/// Adds a category to others. The reference separates it from what is there already, if anything is.
pub(in crate::import) fn join_category(joined: &mut Vec<u8>, part: &[u8]) {
    if !joined.is_empty() {
        joined.push(b',');
    }
    joined.extend_from_slice(part);
}

fn read_counter(bytes: &[u8], strings: &mut StrPool) -> CounterSpec {
    let mut spec = CounterSpec::default();
    let mut unit = 0;
    let mut unit_name = None;
    let mut categories: Vec<&[u8]> = Vec::new();
    for field in Fields::new(bytes) {
        match field.number {
            counter_descriptor::TYPE => spec.builtin = field.as_u64(),
            counter_descriptor::CATEGORIES => categories.push(field.as_bytes()),
            counter_descriptor::UNIT => unit = field.as_u64(),
            counter_descriptor::UNIT_NAME => unit_name = Some(field.as_bytes()),
            counter_descriptor::UNIT_MULTIPLIER => spec.multiplier = field.as_i64(),
            counter_descriptor::IS_INCREMENTAL => spec.incremental = field.as_bool(),
            counter_descriptor::Y_AXIS_SHARE_KEY => {
                spec.share_key = Some(strings.intern(field.as_bytes()));
            }
            _ => {}
        }
    }
    let unit: Option<&[u8]> = match (spec.builtin, unit) {
        // A builtin counter has its own unit, whatever the descriptor says.
        (1, _) | (0 | 3.., 1) => Some(b"ns"),
        (2, _) | (0 | 3.., 2) => Some(b"count"),
        (_, 3) => Some(b"bytes"),
        _ => unit_name,
    };
    spec.unit = unit.map(|unit| strings.intern(unit));
    // As for events, there is no category if all of them are empty.
    let mut joined = Vec::new();
    for category in categories {
        join_category(&mut joined, category);
    }
    spec.category = (!joined.is_empty()).then(|| strings.intern(&joined));
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns tracks, each with its parent.
    fn tracks(parents: impl IntoIterator<Item = (u64, u64)>) -> Reservations {
        let mut all = Reservations::default();
        for (uuid, parent) in parents {
            let mut own = Reservation::implicit(None);
            own.parent = parent;
            all.tracks.insert((0, uuid), own);
        }
        all
    }

    #[test]
    fn chains_of_parents_end_or_say_why_not() {
        let failure = |tracks: &Reservations| tracks.failure((0, 1), |(_, uuid)| uuid == 7777);
        assert_eq!(failure(&tracks([])), None);
        assert_eq!(failure(&tracks([(1, 0)])), None);
        assert_eq!(failure(&tracks([(1, 2), (2, 0)])), None);
        assert_eq!(failure(&tracks([(1, 2), (2, 7777)])), None);
        let missing = tracks([(1, 2), (2, 3)]);
        assert_eq!(failure(&missing), Some(Unusable::Missing(3)));
        let chain = |len: u64| (1..len).map(|uuid| (uuid, uuid + 1));
        let ending = |len: u64| tracks(chain(len).chain([(len, 0)]));
        assert_eq!(failure(&ending(CHAIN_MAX as u64 - 1)), None);
        let too_deep = Some(Unusable::TooDeep);
        assert_eq!(failure(&ending(CHAIN_MAX as u64)), too_deep);
        assert_eq!(failure(&tracks(chain(5000))), too_deep);
        let looping = Some(Unusable::Endless);
        for (len, back) in [(1, 1), (2, 1), (9, 1), (9, 5), (99, 1), (99, 99)] {
            let circle = tracks(chain(len).chain([(len, back)]));
            assert_eq!(failure(&circle), looping, "{len} back to {back}");
        }
        // The circle begins beyond the longest chain that is followed, so that it is not noticed.
        let far = tracks(chain(300).chain([(300, 250)]));
        assert_eq!(failure(&far), too_deep);
    }
}
