//! Android: CPU time by user, and how long wake locks of the kernel were held.
//!
//! Recorders tell what has been added since the last packet. Tracks get a sample only where their
//! value changes, and one right before, so that they do not seem to rise all the time between.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::decode::fields::{Field, Message};
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::args::StoredArg;
use crate::model::track::{Track, TrackData};
use crate::proto::{
    cpu_per_uid_data,
    kernel_wakelock_data::{self as wakelock_data, wakelock},
};

/// A counter that has samples where it changes.
#[derive(Clone, Copy, Debug)]
struct Sparse {
    track: SinkTrack,
    value: u64,
    written: i64,
}

impl Sparse {
    /// Writes a value, multiplied by `factor`, if it has changed; `before` is the time of the packet before.
    fn set(&mut self, value: u64, factor: f64, before: Option<i64>, at: At, sink: &mut Sink) {
        if value == self.value {
            return;
        }
        let samples = sink.samples_of(self.track);
        if let Some(before) = before.filter(|before| *before > self.written) {
            samples.push(before, self.value as f64 * factor, None);
        }
        samples.push(at.ts, value as f64 * factor, None);
        (self.value, self.written) = (value, at.ts);
    }

    /// Begins with a first value.
    fn new(track: SinkTrack, value: u64, factor: f64, at: At, sink: &mut Sink) -> Self {
        sink.sample(track, at.time(), value as f64 * factor);
        Self {
            track,
            value,
            written: at.ts,
        }
    }
}

fn add_track(
    (type_name, name): (&'static str, StrId),
    dimension: &[StoredArg],
    at: At,
    sink: &mut Sink,
) -> SinkTrack {
    let track = Track {
        type_name: sink.word(type_name),
        name: Some(name),
        data: TrackData::Counter,
        unit: Some(sink.word("ms")),
        dimension_args: sink.store_args(dimension),
        ..Track::default()
    };
    sink.add_track(track, at.created())
}

fn numbers(payload: Message<'_>, number: u32) -> Vec<u64> {
    let mut numbers = Vec::new();
    for field in payload.all(number) {
        field.each_varint(|value| numbers.push(value));
    }
    numbers
}

/// Whose CPU time a counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Whose {
    /// All users that are not apps.
    System,
    /// All users that are apps.
    Apps,
    User(u32),
}

/// What a counter counts: whose time, on which cluster of CPUs.
type Counted = (Whose, u32);

impl Whose {
    /// Returns the counter of a user. Users that are made for a short time, such as those of isolated
    /// processes, share the counter of the first user of their range.
    const fn of(user: u32) -> Self {
        Self::User(if is_short_lived(user) {
            user - user % 10_000
        } else {
            user
        })
    }

    /// Returns the counter of all users like this one: those of apps begin at 10000, in each profile.
    const fn all_like(user: u32) -> Self {
        if user % UIDS_PER_PROFILE < 10_000 {
            Self::System
        } else {
            Self::Apps
        }
    }

    fn add_track(self, cluster: u32, at: At, sink: &mut Sink) -> SinkTrack {
        let (type_name, of, dimension) = match self {
            Self::User(user) => (
                "android_cpu_per_uid",
                format!("UID {user}"),
                sink.int_arg("uid", i64::from(user)),
            ),
            Self::System | Self::Apps => {
                let all = if self == Self::Apps { "Apps" } else { "System" };
                let type_name = "android_cpu_per_uid_totals";
                (type_name, all.to_owned(), sink.text_arg("type", all))
            }
        };
        let name = sink.str(&format!("CPU for {of} CL{cluster}"));
        let dimension = [dimension, sink.int_arg("cluster", i64::from(cluster))];
        add_track((type_name, name), &dimension, at, sink)
    }
}

const UIDS_PER_PROFILE: u32 = 100_000;

const fn is_short_lived(user: u32) -> bool {
    matches!(user % UIDS_PER_PROFILE, 50_000..60_000 | 90_000..100_000)
}

/// Imports `CpuPerUidData`.
#[derive(Debug, Default)]
pub(super) struct CpuPerUid {
    /// How many clusters there are, by the incremental state of a sequence.
    n_clusters: HashMap<u32, u32>,
    /// The time of each user on each cluster as a sequence tells it in one state, and as it was told last.
    times: HashMap<(u32, u32, u32), u64>,
    last: HashMap<(u32, u32), u64>,
    /// By how much times have grown, of counters that more than one user has.
    sums: HashMap<Counted, u64>,
    counters: HashMap<Counted, Sparse>,
    before: Option<i64>,
}

impl CpuPerUid {
    /// Imports a packet; `state` is the incremental state of its sequence.
    pub(super) fn packet(&mut self, payload: Message<'_>, state: u32, at: At, sink: &mut Sink) {
        if let Some(n_clusters) = payload.field(cpu_per_uid_data::CLUSTER_COUNT) {
            self.n_clusters.insert(state, n_clusters.as_u32());
        }
        let n_clusters = self.n_clusters.get(&state).copied().unwrap_or(0);
        let (users, times) = (
            numbers(payload, cpu_per_uid_data::UID),
            numbers(payload, cpu_per_uid_data::TOTAL_TIME_MS),
        );
        let mut users = users.into_iter().map(|user| user as u32);
        let (mut user, mut cluster) = (users.next(), 0);
        let mut told: BTreeMap<Counted, u64> = BTreeMap::new();
        for time in times {
            let Some(of) = user else { break };
            let (value, growth) = self.add(state, (of, cluster), time);
            let mut add = |counted| {
                let sum = self.sums.entry(counted).or_default();
                *sum = sum.saturating_add(growth);
                told.insert(counted, *sum);
            };
            add((Whose::all_like(of), cluster));
            if is_short_lived(of) {
                add((Whose::of(of), cluster));
            } else {
                told.insert((Whose::of(of), cluster), value);
            }
            cluster += 1;
            if cluster >= n_clusters {
                (user, cluster) = (users.next(), 0);
            }
        }
        for (counted, value) in told {
            if let Some(counter) = self.counters.get_mut(&counted) {
                counter.set(value, 1.0, self.before, at, sink);
            } else {
                let track = counted.0.add_track(counted.1, at, sink);
                let counter = Sparse::new(track, value, 1.0, at, sink);
                self.counters.insert(counted, counter);
            }
        }
        self.before = Some(at.ts);
    }

    /// Adds the time of a user on a cluster: the whole time where a state of the sequence tells it first, and
    /// the difference after that. Returns the whole time, and by how much it has grown.
    fn add(&mut self, state: u32, (user, cluster): (u32, u32), time: u64) -> (u64, u64) {
        let whole = self.times.entry((state, user, cluster)).or_default();
        *whole = whole.saturating_add(time);
        let last = self.last.insert((user, cluster), *whole);
        let growth = last.map_or(0, |last| whole.saturating_sub(last));
        (*whole, growth)
    }
}

/// Times of wake locks are recorded in milliseconds.
const NS_PER_MS: f64 = 1e6;

/// Imports `KernelWakelockData`.
#[derive(Debug, Default)]
pub(super) struct KernelWakelocks {
    /// Names and types by the incremental state of a sequence and the number that stands for them.
    known: HashMap<(u32, u32), (StrId, u32)>,
    /// For how long each lock was held, as a sequence tells it in one state.
    held: HashMap<(u32, StrId), u64>,
    /// Counters by name and type.
    counters: HashMap<(StrId, &'static str), Sparse>,
    before: Option<i64>,
}

impl KernelWakelocks {
    /// Imports a packet; `state` is the incremental state of its sequence. A state tells the whole time of a
    /// lock first, and what was added after that.
    pub(super) fn packet(&mut self, payload: Message<'_>, state: u32, at: At, sink: &mut Sink) {
        for lock in payload.all(wakelock_data::WAKELOCK) {
            self.describe(&lock, state, sink);
        }
        let ids = numbers(payload, wakelock_data::WAKELOCK_ID)
            .into_iter()
            .map(|id| id as u32);
        let mut told: Vec<(StrId, u32)> = Vec::new();
        for (id, time) in ids.zip(numbers(payload, wakelock_data::TIME_HELD_MILLIS)) {
            let Some(&(name, kind)) = self.known.get(&(state, id)) else {
                sink.issues.count("kernel_wakelock_unknown_id");
                continue;
            };
            let held = self.held.entry((state, name)).or_default();
            *held = held.saturating_add(time);
            told.push((name, kind));
        }
        for (name, kind) in told {
            let held = self.held.get(&(state, name)).copied().unwrap_or(0);
            self.set((name, kind), held, at, sink);
        }
        let errors = payload.u64(wakelock_data::ERROR_FLAGS);
        for (flag, name) in [
            (1, "kernel_wakelock_zero_value_reported"),
            (2, "kernel_wakelock_non_monotonic_value_reported"),
            (4, "kernel_wakelock_implausibly_large_value_reported"),
        ] {
            if errors & flag != 0 {
                sink.issues.count(name);
            }
        }
        self.before = Some(at.ts);
    }

    fn set(&mut self, (name, kind): (StrId, u32), held: u64, at: At, sink: &mut Sink) {
        let kind = match kind {
            1 => "kernel",
            2 => "native",
            _ => "unknown",
        };
        if let Some(counter) = self.counters.get_mut(&(name, kind)) {
            return counter.set(held, NS_PER_MS, self.before, at, sink);
        }
        let dimension = [
            sink.str_arg("wakelock_name", name),
            sink.text_arg("wakelock_type", kind),
        ];
        let track = add_track(("android_kernel_wakelock", name), &dimension, at, sink);
        let counter = Sparse::new(track, held, NS_PER_MS, at, sink);
        self.counters.insert((name, kind), counter);
    }

    fn describe(&mut self, lock: &Field<'_>, state: u32, sink: &mut Sink) {
        let lock = lock.message();
        let id = lock.u32(wakelock::WAKELOCK_ID);
        let name = sink.strings.intern(lock.text(wakelock::WAKELOCK_NAME));
        let kind = lock.u32(wakelock::WAKELOCK_TYPE);
        match self.known.entry((state, id)) {
            hashbrown::hash_map::Entry::Occupied(_) => {
                sink.issues.count("kernel_wakelock_reused_id");
            }
            hashbrown::hash_map::Entry::Vacant(entry) => {
                entry.insert((name, kind));
            }
        }
    }
}
