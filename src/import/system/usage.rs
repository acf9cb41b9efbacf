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

/// Imports `CpuPerUidData`.
#[derive(Debug, Default)]
pub(super) struct CpuPerUid {
    n_clusters: u32,
    /// Counters by user and cluster.
    users: HashMap<(u32, u32), Sparse>,
    /// Counters of all users that are apps, or of all that are not, by cluster.
    totals: HashMap<(bool, u32), Sparse>,
    before: Option<i64>,
}

impl CpuPerUid {
    /// Imports a packet.
    pub(super) fn packet(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        // Values are absolute in packets that give the number of clusters, and differences after that.
        let n_clusters = payload.field(cpu_per_uid_data::CLUSTER_COUNT);
        if let Some(n_clusters) = n_clusters {
            self.n_clusters = n_clusters.as_u32();
        }
        let is_absolute = n_clusters.is_some();
        let (users, times) = (
            numbers(payload, cpu_per_uid_data::UID),
            numbers(payload, cpu_per_uid_data::TOTAL_TIME_MS),
        );
        let mut users = users.into_iter().map(|user| user as u32);
        let (mut user, mut cluster) = (users.next(), 0);
        let mut grown: BTreeMap<(bool, u32), u64> = BTreeMap::new();
        for time in times {
            let Some(of) = user else { break };
            // Users of apps begin at 10000, in each profile.
            let sum = grown.entry((of % 100_000 >= 10_000, cluster)).or_default();
            *sum = sum.saturating_add(self.add((of, cluster), time, is_absolute, at, sink));
            cluster += 1;
            if cluster >= self.n_clusters {
                (user, cluster) = (users.next(), 0);
            }
        }
        for (key, sum) in grown {
            self.add_total(key, sum, at, sink);
        }
        self.before = Some(at.ts);
    }

    /// Adds the time of a user on a cluster. Returns by how much it has grown.
    fn add(
        &mut self,
        (user, cluster): (u32, u32),
        time: u64,
        is_absolute: bool,
        at: At,
        sink: &mut Sink,
    ) -> u64 {
        if let Some(counter) = self.users.get_mut(&(user, cluster)) {
            let before = counter.value;
            let value = if is_absolute {
                time
            } else {
                before.saturating_add(time)
            };
            counter.set(value, 1.0, self.before, at, sink);
            return value.saturating_sub(before);
        }
        let name = format!("CPU for UID {} CL{cluster}", user.cast_signed());
        let name = sink.str(&name);
        let dimension = [
            sink.int_arg("uid", i64::from(user)),
            sink.int_arg("cluster", i64::from(cluster)),
        ];
        let track = add_track(("android_cpu_per_uid", name), &dimension, at, sink);
        let counter = Sparse::new(track, time, 1.0, at, sink);
        self.users.insert((user, cluster), counter);
        0
    }

    fn add_total(&mut self, (is_app, cluster): (bool, u32), sum: u64, at: At, sink: &mut Sink) {
        if let Some(total) = self.totals.get_mut(&(is_app, cluster)) {
            let value = total.value.saturating_add(sum);
            total.set(value, 1.0, self.before, at, sink);
            return;
        }
        let what = if is_app { "Apps" } else { "System" };
        let name = sink.str(&format!("CPU for {what} CL{cluster}"));
        let dimension = [
            sink.text_arg("type", what),
            sink.int_arg("cluster", i64::from(cluster)),
        ];
        let track = add_track(("android_cpu_per_uid_totals", name), &dimension, at, sink);
        let total = Sparse::new(track, 0, 1.0, at, sink);
        self.totals.insert((is_app, cluster), total);
    }
}

/// Times of wake locks are recorded in milliseconds.
const NS_PER_MS: f64 = 1e6;

/// Imports `KernelWakelockData`.
#[derive(Debug, Default)]
pub(super) struct KernelWakelocks {
    /// Names and types by the sequence and the number that stands for them.
    known: HashMap<(u32, u32), (StrId, u32)>,
    counters: HashMap<StrId, Sparse>,
    before: Option<i64>,
}

impl KernelWakelocks {
    /// Imports a packet; `state` is the incremental state of its sequence.
    pub(super) fn packet(&mut self, payload: Message<'_>, state: u32, at: At, sink: &mut Sink) {
        for lock in payload.all(wakelock_data::WAKELOCK) {
            self.describe(&lock, state, sink);
        }
        let ids = numbers(payload, wakelock_data::WAKELOCK_ID)
            .into_iter()
            .map(|id| id as u32);
        for (id, time) in ids.zip(numbers(payload, wakelock_data::TIME_HELD_MILLIS)) {
            let Some(&(name, kind)) = self.known.get(&(state, id)) else {
                sink.issues.count("kernel_wakelock_unknown_id");
                continue;
            };
            if let Some(counter) = self.counters.get_mut(&name) {
                let value = counter.value.saturating_add(time);
                counter.set(value, NS_PER_MS, self.before, at, sink);
                continue;
            }
            let kind = match kind {
                1 => "kernel",
                2 => "native",
                _ => "unknown",
            };
            let text = sink.strings.text(name).into_owned();
            let dimension = [
                sink.text_arg("wakelock_name", &text),
                sink.text_arg("wakelock_type", kind),
            ];
            let track = add_track(("android_kernel_wakelock", name), &dimension, at, sink);
            let counter = Sparse::new(track, time, NS_PER_MS, at, sink);
            self.counters.insert(name, counter);
        }
        let errors = payload.u64(wakelock_data::ERROR_FLAGS);
        for (flag, name) in [
            (1, "kernel_wakelock_zero_value_reported"),
            (2, "kernel_wakelock_non_monotonic_value_reported"),
        ] {
            if errors & flag != 0 {
                sink.issues.count(name);
            }
        }
        self.before = Some(at.ts);
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
