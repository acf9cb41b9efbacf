//! Puts the output of all units together: one list per track, strings in their final terms.

use hashbrown::HashMap;

use super::tracks::Waiting;
use super::{CounterGroup, Group, Parts, UnitRest};
use crate::base::intern::StrId;
use crate::import::sequence::SequenceThread;
use crate::import::sink::Sink;
use crate::import::unit::{
    AllDecoded, CounterList, Decoded, LegacyMark, ListKey, LocalLabels, LocalStr, NamedMark,
    TrackList, Unpacked,
};
use crate::model::ids::LabelId;
use crate::model::samples::PackedSamples;
use crate::model::slice::Label;

/// The output of all units, put together.
pub(super) struct Gathered {
    pub(super) groups: Vec<Group>,
    pub(super) units: Vec<UnitRest>,
    pub(super) counters: Vec<CounterGroup>,
    pub(super) counter_keys: Vec<(u32, u64)>,
    pub(super) legacy: Vec<LegacyMark>,
    pub(super) named: Vec<NamedMark>,
    /// Per unit, the group of each list.
    pub(super) group_of: Vec<Vec<u32>>,
    pub(super) thread_samples: Vec<(u32, crate::import::unit::ThreadSample)>,
    pub(super) extension_fields: HashMap<u32, u64>,
    pub(super) has_callstacks: bool,
    pub(super) correlated: Vec<(u64, i32)>,
}

impl Gathered {
    pub(super) fn new(decoded: AllDecoded, sink: &mut Sink) -> Self {
        let mut all = Self {
            groups: Vec::new(),
            units: Vec::new(),
            counters: Vec::new(),
            counter_keys: Vec::new(),
            legacy: Vec::new(),
            named: Vec::new(),
            group_of: Vec::new(),
            thread_samples: Vec::new(),
            extension_fields: HashMap::new(),
            has_callstacks: false,
            correlated: Vec::new(),
        };
        let mut ids = Ids::default();
        for (unit, decoded) in decoded.into_iter().enumerate() {
            all.add(unit as u32, *decoded, &mut ids, sink);
        }
        all
    }

    fn add(&mut self, unit: u32, decoded: Decoded, ids: &mut Ids, sink: &mut Sink) {
        let labels = global_labels(&decoded.labels, sink);
        self.add_lists(unit, decoded.lists, decoded.list_threads, ids);
        self.add_counters(decoded.counters, ids);
        self.legacy.extend(decoded.legacy);
        self.named.extend(decoded.named);
        self.has_callstacks |= decoded.has_callstacks;
        self.correlated.extend(decoded.correlated);
        let samples = decoded.thread_samples.into_iter();
        self.thread_samples
            .extend(samples.map(|sample| (unit, sample)));
        for (field, count) in decoded.extension_fields {
            *self.extension_fields.entry(field).or_default() += count;
        }
        sink.issues.merge(decoded.issues);
        self.units.push(UnitRest { labels });
    }

    fn add_lists(
        &mut self,
        unit: u32,
        lists: Vec<(ListKey, TrackList)>,
        threads: Vec<Option<SequenceThread>>,
        ids: &mut Ids,
    ) {
        let mut groups = Vec::with_capacity(lists.len());
        if unit == 0 {
            // The lists of the first unit are all new.
            self.groups.reserve(lists.len());
            ids.groups.reserve(lists.len());
        }
        for ((key, list), thread) in lists.into_iter().zip(threads) {
            let id = *ids.groups.entry(key).or_insert_with(|| {
                self.groups.push(Group {
                    key,
                    parts: Parts::new(),
                    first: (i64::MAX, u64::MAX),
                    threads: Vec::new(),
                    target: None,
                });
                self.groups.len() as u32 - 1
            });
            let group = &mut self.groups[id as usize];
            group.first = group.first.min(list.first);
            if group.parts.is_empty() {
                group.threads.reserve_exact(thread.iter().len());
            }
            if let Some(thread) = thread {
                match ids.thread(id, thread, &group.threads) {
                    Some(known) => {
                        let first = &mut group.threads[known].1;
                        *first = list.first.min(*first);
                    }
                    None => group.threads.push((thread, list.first)),
                }
            }
            group.parts.push((unit, list));
            groups.push(id);
        }
        self.group_of.push(groups);
    }

    fn add_counters(&mut self, lists: Vec<CounterList>, ids: &mut Ids) {
        for CounterList {
            key,
            first,
            samples,
            args,
        } in lists
        {
            let id = *ids.counters.entry(key).or_insert_with(|| {
                self.counters.push(CounterGroup {
                    track: None,
                    first,
                    samples: PackedSamples::default(),
                    args: Vec::new(),
                });
                self.counter_keys.push(key);
                self.counters.len() as u32 - 1
            });
            let counter = &mut self.counters[id as usize];
            counter.first = counter.first.min(first);
            let before = counter.samples.len() as u32;
            let args = args.into_iter().map(|(index, pos)| (before + index, pos));
            counter.args.extend(args);
            counter.samples.append(samples);
        }
    }

    /// Returns the track that the events of a group or counter name.
    pub(super) fn key(&self, what: Waiting) -> (u32, u64) {
        match what {
            Waiting::Counter(index) => self.counter_keys[index as usize],
            Waiting::Group(index) => match self.groups[index as usize].key {
                ListKey::Track(machine, uuid) => (machine, uuid),
                ListKey::Thread(machine, ..) => (machine, 0),
            },
        }
    }

    /// Returns how many events a group has, or samples a counter.
    pub(super) fn n_events(&self, what: Waiting) -> usize {
        match what {
            Waiting::Counter(index) => self.counters[index as usize].samples.len(),
            Waiting::Group(index) => {
                let parts = self.groups[index as usize].parts.iter();
                parts.map(|(_, list)| list.len).sum()
            }
        }
    }

    /// Drops the events for whose time and position `is_lost` holds; samples without arguments have no
    /// position of their own. Returns how many were dropped.
    pub(super) fn drop_until(
        &mut self,
        what: Waiting,
        is_lost: impl Fn(i64, u64) -> bool,
    ) -> usize {
        let before = self.n_events(what);
        match what {
            Waiting::Counter(index) => {
                let counter = &mut self.counters[index as usize];
                let mut kept = PackedSamples::default();
                let mut args = std::mem::take(&mut counter.args).into_iter().peekable();
                for (index, (ts, value)) in counter.samples.iter().enumerate() {
                    let own = args.next_if(|own| own.0 as usize == index);
                    if is_lost(ts, own.map_or(u64::MAX, |own| own.1)) {
                        continue;
                    }
                    counter
                        .args
                        .extend(own.map(|own| (kept.len() as u32, own.1)));
                    kept.push(ts, value);
                }
                let first = kept.iter().map(|(ts, _)| ts).min();
                counter.first = (first.unwrap_or(i64::MAX), u64::MAX);
                counter.samples = kept;
            }
            Waiting::Group(index) => {
                let group = &mut self.groups[index as usize];
                for (_, list) in &mut group.parts {
                    let mut kept = TrackList::default();
                    for event in list.iter().filter(|event| !is_lost(event.ts, event.pos)) {
                        // The steps of thread times stay with their counter.
                        let _step = kept.push(&event);
                    }
                    kept.finish();
                    *list = kept;
                }
                group.parts.retain(|(_, list)| list.len > 0);
                let firsts = group.parts.iter().map(|(_, list)| list.first);
                group.first = firsts.min().unwrap_or((i64::MAX, u64::MAX));
            }
        }
        before - self.n_events(what)
    }

    /// Returns the first event of a group.
    pub(super) fn first_event(group: &Group) -> Option<(u32, Unpacked<'_>)> {
        group
            .parts
            .iter()
            .filter(|(_, list)| list.first == group.first)
            .find_map(|(unit, list)| {
                list.iter()
                    .find(|event| (event.ts, event.pos) == group.first)
                    .map(|event| (*unit, event))
            })
    }
}

/// The indices of groups and counters so far, by their keys.
#[derive(Default)]
struct Ids {
    groups: HashMap<ListKey, u32>,
    counters: HashMap<(u32, u64), u32>,
    /// The index of each thread among the threads of its group, for groups with many threads.
    threads: HashMap<(u32, SequenceThread), usize>,
}

/// How many threads of a group are compared one by one.
const FEW: usize = 8;

impl Ids {
    /// Returns the index of a thread among the threads of its group; `None` if it is new and comes next.
    fn thread(
        &mut self,
        group: u32,
        thread: SequenceThread,
        threads: &[(SequenceThread, (i64, u64))],
    ) -> Option<usize> {
        let first = threads.iter().take(FEW);
        let found = first.enumerate().find(|(_, known)| known.0 == thread);
        if found.is_some() || threads.len() < FEW {
            return found.map(|(at, _)| at);
        }
        let next = threads.len();
        let at = *self.threads.entry((group, thread)).or_insert(next);
        (at < next).then_some(at)
    }
}

/// Gives the labels of a unit their global ids.
fn global_labels(local: &LocalLabels, sink: &mut Sink) -> Vec<LabelId> {
    let strings = local.strings.iter();
    let own: Vec<StrId> = strings
        .map(|(_, bytes)| sink.strings.intern(bytes))
        .collect();
    let global = |text: LocalStr| text.global(&own);
    let labels = local.labels.iter().map(|label| {
        let label = Label {
            name: global(label.name),
            category: global(label.category),
        };
        sink.labels.intern(label)
    });
    labels.collect()
}
