//! Builds the tree: groups of the whole trace first, then processes and their threads.
//!
//! The order is fixed: the groups of the machine (CPU, GPU, memory, power, …), logs, global
//! tracks, processes, threads without process, kernel threads. Inside a process:
//! frames, its TrackEvent tracks, threads, other slices, other counters. Every
//! step is O(n log n) in rows; nothing scans all tracks per process.

use std::collections::BTreeMap;

use super::names::{Names, type_title};
use super::owners::{Activity, kernel_processes, sort_threads};
use super::topics::{Place, Topic, place_of, place_of_counter};
use super::visual::Forest;
use super::{NodeKind, TrackTree, VisualRow};
use crate::base::intern::StrId;
use crate::model::ids::{NodeId, TrackId, Upid, Utid};
use crate::model::layout::{merged_rows, packed_rows};
use crate::model::sched::cpu_name;
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackClass, TrackData};

impl TrackTree {
    /// Builds the tree of a trace from its tables.
    pub fn build(trace: &Trace) -> Self {
        let mut builder = Builder::new(trace);
        builder.add_system_groups();
        if trace.skeleton.is_some() && trace.slices.is_empty() {
            // Sequences whose threads the sample does not tell matter less than known threads.
            builder.add_owners();
            builder.add_globals();
        } else {
            builder.add_globals();
            builder.add_owners();
        }
        builder.tree
    }
}

/// Roots of the forest by owner, as indices of visual tracks.
#[derive(Default)]
struct Roots {
    global: Vec<usize>,
    cpu: Vec<usize>,
    gpu: Vec<usize>,
    process: Vec<Vec<usize>>,
    thread: Vec<Vec<usize>>,
}

struct Builder<'a> {
    trace: &'a Trace,
    names: Names<'a>,
    tree: TrackTree,
    forest: Forest,
    roots: Roots,
}

/// The visual tracks of one owner, each list in display order.
#[derive(Default)]
struct Sorted {
    expected: Vec<usize>,
    actual: Vec<usize>,
    /// `thread_execution`.
    execution: Vec<usize>,
    track_events: Vec<usize>,
    slices: Vec<usize>,
    counters: Vec<usize>,
}

impl<'a> Builder<'a> {
    fn new(trace: &'a Trace) -> Self {
        let forest = Forest::new(trace);
        let mut roots = Roots {
            process: vec![Vec::new(); trace.processes.processes.len()],
            thread: vec![Vec::new(); trace.processes.threads.len()],
            ..Roots::default()
        };
        for &root in &forest.roots {
            let list = match trace.tracks.get(forest.visuals[root].first()).scope {
                Scope::Global => &mut roots.global,
                Scope::Cpu(_) => &mut roots.cpu,
                Scope::Gpu(_) => &mut roots.gpu,
                Scope::Process(upid) => &mut roots.process[upid.index()],
                Scope::Thread(utid) => &mut roots.thread[utid.index()],
            };
            list.push(root);
        }
        Self {
            trace,
            names: Names::new(trace),
            tree: TrackTree::new(trace.tracks.len()),
            forest,
            roots,
        }
    }

    fn class(&self, visual: usize) -> TrackClass {
        self.trace.tracks.get(self.first(visual)).class
    }

    fn first(&self, visual: usize) -> TrackId {
        self.forest.visuals[visual].first()
    }

    fn group(&mut self, parent: NodeId, name: &str) -> NodeId {
        self.tree
            .add(parent, NodeKind::Group, name.to_owned(), Vec::new())
    }

    /// Adds visual tracks with everything below them.
    fn add_all(&mut self, parent: NodeId, visuals: &[usize]) {
        let mut stack: Vec<(NodeId, usize)> =
            visuals.iter().rev().map(|&index| (parent, index)).collect();
        while let Some((above, index)) = stack.pop() {
            let node = self.add_one(above, index);
            let children = &self.forest.visuals[index].children;
            stack.extend(children.iter().rev().map(|&child| (node, child)));
        }
    }

    fn add_one(&mut self, parent: NodeId, index: usize) -> NodeId {
        let tracks = self.forest.visuals[index].tracks.clone();
        let first = tracks[0];
        let slices = &self.trace.slices;
        let name = self.names.of(first);
        let pack = |rows: Vec<_>| -> Vec<VisualRow> {
            rows.into_iter()
                .map(|ids: Vec<_>| VisualRow::Packed(ids.into_boxed_slice()))
                .collect()
        };
        match self.trace.tracks.get(first).class {
            TrackClass::ExpectedFrames => {
                let rows = pack(packed_rows(slices, &tracks));
                self.tree
                    .add(parent, NodeKind::ExpectedFrames(tracks), name, rows)
            }
            TrackClass::ActualFrames => {
                let rows = pack(packed_rows(slices, &tracks));
                self.tree
                    .add(parent, NodeKind::ActualFrames(tracks), name, rows)
            }
            _ if self.trace.tracks.get(first).data == TrackData::Counter => {
                self.tree
                    .add(parent, NodeKind::Counter(first), name, Vec::new())
            }
            _ => {
                let rows = if tracks.len() == 1 {
                    (0..slices.n_depths(first))
                        .map(|depth| VisualRow::Depth {
                            track: first,
                            depth,
                        })
                        .collect()
                } else {
                    pack(merged_rows(slices, &tracks))
                };
                self.tree.add(parent, NodeKind::Slices(tracks), name, rows)
            }
        }
    }

    /// Sorts the roots of one owner into lists.
    fn sorted(&self, roots: &[usize]) -> Sorted {
        let mut sorted = Sorted::default();
        for &index in roots {
            let list = match self.class(index) {
                TrackClass::ExpectedFrames => &mut sorted.expected,
                TrackClass::ActualFrames => &mut sorted.actual,
                TrackClass::ThreadExecution => &mut sorted.execution,
                TrackClass::TrackEvent => &mut sorted.track_events,
                TrackClass::Other => {
                    if self.trace.tracks.get(self.first(index)).data == TrackData::Counter {
                        &mut sorted.counters
                    } else {
                        &mut sorted.slices
                    }
                }
            };
            list.push(index);
        }
        self.forest.sort(&mut sorted.track_events);
        self.sort_by_name(&mut sorted.slices);
        self.sort_by_name(&mut sorted.counters);
        sorted
    }

    /// Sorts visual tracks by name. Tracks of several CPUs whose names differ only in the number at the
    /// end are in the order of the numbers, as are the idle states of CPUs, which begin with it.
    fn sort_by_name(&self, list: &mut [usize]) {
        list.sort_by_cached_key(|&index| {
            let row = self.trace.tracks.get(self.first(index));
            let name = row.name.map(|name| self.trace.bytes(name));
            let is_idle_state = self.trace.bytes(row.type_name) == b"cpu_idle_state";
            let words = match name {
                Some(_) if is_idle_state => Some(&b"cpuidle"[..]),
                _ => name.map(|name| without_number(name, row.scope)),
            };
            (words, scope_number(row.scope), name, self.first(index))
        });
    }

    /// Adds the groups of the machine, and the logs.
    fn add_system_groups(&mut self) {
        let mut places: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
        for index in std::mem::take(&mut self.roots.global) {
            match self.place(index) {
                Some(place) => places.entry(place).or_default().push(index),
                None => self.roots.global.push(index),
            }
        }
        let gpu = std::mem::take(&mut self.roots.gpu);
        if !gpu.is_empty() {
            places.entry((Topic::Gpu, "")).or_default().extend(gpu);
        }
        let mut cpu = std::mem::take(&mut self.roots.cpu);
        let places: Vec<(Place, Vec<usize>)> = places.into_iter().collect();
        let (of_cpus, others) = places.split_at(places.partition_point(|of| of.0.0 == Topic::Cpu));
        cpu.extend(of_cpus.iter().flat_map(|of| &of.1));
        self.add_cpu_group(&cpu);
        for topic in others.chunk_by(|a, b| a.0.0 == b.0.0) {
            self.add_topic(topic);
        }
        if !self.trace.logs.is_empty() {
            self.tree.add(
                TrackTree::ROOT,
                NodeKind::Logs,
                "Logs".to_owned(),
                Vec::new(),
            );
        }
    }

    /// Returns in which group of the machine a track stands that belongs to nobody, if in any.
    fn place(&self, index: usize) -> Option<Place> {
        let row = self.trace.tracks.get(self.first(index));
        let type_name = self.trace.text(row.type_name);
        match (row.class, row.data) {
            (TrackClass::Other, TrackData::Counter) => {
                Some(place_of_counter(&type_name, self.name_of(row.name)))
            }
            (TrackClass::Other, _) => place_of(&type_name),
            _ => None,
        }
    }

    /// Adds a group of the machine. A kind of which there are several tracks has a group in it, unless it is
    /// the only one.
    fn add_topic(&mut self, kinds: &[(Place, Vec<usize>)]) {
        let Some(&((topic, _), _)) = kinds.first() else {
            return;
        };
        let group = self.group(TrackTree::ROOT, topic.name());
        let is_group =
            |of: &&(Place, Vec<usize>)| kinds.len() > 1 && of.1.len() > 1 && !of.0.1.is_empty();
        let (groups, alone): (Vec<_>, Vec<_>) = kinds.iter().partition(is_group);
        let alone: Vec<usize> = alone.iter().flat_map(|of| of.1.iter().copied()).collect();
        self.add_sorted(group, &alone);
        for ((_, kind), list) in groups {
            let group = self.group(group, kind);
            self.add_sorted(group, list);
        }
    }

    fn add_sorted(&mut self, parent: NodeId, roots: &[usize]) {
        let sorted = self.sorted(roots);
        for list in [sorted.track_events, sorted.slices, sorted.counters] {
            self.add_all(parent, &list);
        }
    }

    fn name_of(&self, name: Option<StrId>) -> &'a [u8] {
        name.map_or(b"", |name| self.trace.bytes(name))
    }

    /// Adds what ran on each CPU, then one group for every other kind of track of CPUs.
    fn add_cpu_group(&mut self, tracks: &[usize]) {
        let cpus: Vec<u32> = self.trace.sched.cpus().collect();
        if cpus.is_empty() && tracks.is_empty() {
            return;
        }
        let group = self.group(TrackTree::ROOT, "CPU");
        for cpu in cpus {
            self.tree
                .add(group, NodeKind::CpuSched(cpu), cpu_name(cpu), Vec::new());
        }
        let mut by_type: Vec<(u8, String, usize)> = tracks
            .iter()
            .map(|&index| {
                let row = self.trace.tracks.get(self.first(index));
                let type_name = self.trace.text(row.type_name).into_owned();
                let rank = match type_name.as_str() {
                    "cpu_frequency" => 0,
                    "cpu_idle" => 1,
                    _ => 2,
                };
                (rank, type_name, index)
            })
            .collect();
        by_type.sort();
        for same in by_type.chunk_by(|a, b| a.1 == b.1) {
            let mut list: Vec<usize> = same.iter().map(|row| row.2).collect();
            self.forest.sort(&mut list);
            self.sort_by_name(&mut list);
            let parent = if list.len() > 1 {
                let mut title = type_title(&same[0].1);
                // Below it they are called by their CPUs, as they all count the same.
                if same[0].1 == "perf_cpu_counter"
                    && let Some(name) = self.common_name(&list)
                {
                    title = format!("{title}: {name}");
                }
                self.group(group, &title)
            } else {
                group
            };
            self.add_all(parent, &list);
        }
    }

    /// Returns the name that all of some rows have, other than that of their CPUs.
    fn common_name(&self, list: &[usize]) -> Option<String> {
        let name = |&index: &usize| self.trace.tracks.get(self.first(index)).name;
        let first = name(list.first()?)?;
        let is_common = list.iter().all(|index| name(index) == Some(first));
        (is_common && first != StrId::EMPTY).then(|| self.trace.title(first).into_owned())
    }

    /// Adds tracks that belong to nobody: those with children at the top, the rest in groups.
    fn add_globals(&mut self) {
        let global = std::mem::take(&mut self.roots.global);
        let sorted = self.sorted(&global);
        let (inner, leaves): (Vec<usize>, Vec<usize>) = sorted
            .track_events
            .iter()
            .partition(|&&index| !self.forest.visuals[index].children.is_empty());
        self.add_all(TrackTree::ROOT, &inner);
        if !leaves.is_empty() {
            let group = self.group(TrackTree::ROOT, "Global Track Events");
            self.add_all(group, &leaves);
        }
        let rest = [
            sorted.expected,
            sorted.actual,
            sorted.execution,
            sorted.slices,
        ]
        .concat();
        if !rest.is_empty() {
            let name = match self.trace.skeleton {
                Some(_) => "Packet sequences",
                None => "Global Slices",
            };
            let group = self.group(TrackTree::ROOT, name);
            self.add_all(group, &rest);
        }
        self.add_samples(TrackTree::ROOT, Scope::Global);
    }

    /// Adds processes, threads without process, and kernel threads.
    fn add_owners(&mut self) {
        let activity = Activity::new(self.trace);
        let kernel = kernel_processes(self.trace);
        let mut threads_of: Vec<Vec<Utid>> = vec![Vec::new(); kernel.len()];
        let mut orphans = Vec::new();
        for index in 0..self.trace.processes.threads.len() {
            let utid = Utid::from_index(index);
            if self.is_thread_visible(utid) {
                match self.trace.processes.thread(utid).upid {
                    Some(upid) => threads_of[upid.index()].push(utid),
                    None => orphans.push(utid),
                }
            }
        }
        let (mut kernel_upids, mut upids): (Vec<Upid>, Vec<Upid>) = (0..kernel.len())
            .map(Upid::from_index)
            .filter(|upid| {
                !threads_of[upid.index()].is_empty()
                    || !self.roots.process[upid.index()].is_empty()
                    || self.has_samples(Scope::Process(*upid))
            })
            .partition(|upid| kernel[upid.index()]);
        activity.sort_processes(self.trace, &mut upids);
        for upid in upids {
            self.add_process(TrackTree::ROOT, upid, &mut threads_of[upid.index()]);
        }
        activity.sort_orphans(self.trace, &mut orphans);
        for utid in orphans {
            self.add_thread(TrackTree::ROOT, utid);
        }
        if kernel_upids.is_empty() {
            return;
        }
        activity.sort_processes(self.trace, &mut kernel_upids);
        let group = self.group(TrackTree::ROOT, "Kernel threads");
        for upid in kernel_upids {
            let threads = &mut threads_of[upid.index()];
            if self.roots.process[upid.index()].is_empty() && threads.len() == 1 {
                self.add_thread(group, threads[0]);
            } else {
                self.add_process(group, upid, threads);
            }
        }
    }

    fn is_thread_visible(&self, utid: Utid) -> bool {
        // The idle thread runs whenever nothing else does, which is worth no line.
        !self.roots.thread[utid.index()].is_empty()
            || self.has_samples(Scope::Thread(utid))
            || (!self.trace.processes.is_idle(utid) && self.trace.sched.has_states(utid))
    }

    /// Returns whether a profiler took samples of an owner.
    fn has_samples(&self, owner: Scope) -> bool {
        !self.trace.stack_profile.of(owner).is_empty()
    }

    /// Adds the samples of an owner, if there are any.
    fn add_samples(&mut self, parent: NodeId, owner: Scope) {
        if self.has_samples(owner) {
            let name = self.trace.samples_title(owner);
            self.tree
                .add(parent, NodeKind::Samples(owner), name, Vec::new());
        }
    }

    fn add_process(&mut self, parent: NodeId, upid: Upid, threads: &mut [Utid]) {
        let name = self.trace.process_title(upid);
        let node = self
            .tree
            .add(parent, NodeKind::Process(upid), name, Vec::new());
        let roots = std::mem::take(&mut self.roots.process[upid.index()]);
        let sorted = self.sorted(&roots);
        for list in [
            sorted.expected,
            sorted.actual,
            sorted.execution,
            sorted.track_events,
        ] {
            self.add_all(node, &list);
        }
        self.add_samples(node, Scope::Process(upid));
        sort_threads(self.trace, threads);
        for &utid in threads.iter() {
            self.add_thread(node, utid);
        }
        self.add_all(node, &sorted.slices);
        let (memory, other): (Vec<usize>, Vec<usize>) =
            sorted.counters.iter().partition(|&&index| {
                let row = self.trace.tracks.get(self.first(index));
                let type_name = self.trace.text(row.type_name);
                place_of_counter(&type_name, self.name_of(row.name)).0 == Topic::Memory
            });
        if memory.len() > 1 {
            let group = self.group(node, "Memory");
            self.add_all(group, &memory);
        } else {
            self.add_all(node, &memory);
        }
        self.add_all(node, &other);
    }

    fn add_thread(&mut self, parent: NodeId, utid: Utid) {
        let name = self.trace.thread_title(utid);
        let node = self
            .tree
            .add(parent, NodeKind::Thread(utid), name, Vec::new());
        if self.trace.sched.has_states(utid) {
            self.tree.add(
                node,
                NodeKind::ThreadStates(utid),
                "State".to_owned(),
                Vec::new(),
            );
        }
        self.add_samples(node, Scope::Thread(utid));
        let roots = std::mem::take(&mut self.roots.thread[utid.index()]);
        let sorted = self.sorted(&roots);
        for list in [
            sorted.expected,
            sorted.actual,
            sorted.execution,
            sorted.track_events,
            sorted.slices,
            sorted.counters,
        ] {
            self.add_all(node, &list);
        }
    }
}

/// Returns a name without the number of the CPU at its end. Numbers there are never that of a GPU.
fn without_number(name: &[u8], scope: Scope) -> &[u8] {
    let Scope::Cpu(number) = scope else {
        return name;
    };
    match name.strip_suffix(number.to_string().as_bytes()) {
        Some(words) if !words.last().is_some_and(u8::is_ascii_digit) => words,
        _ => name,
    }
}

fn scope_number(scope: Scope) -> u32 {
    match scope {
        Scope::Cpu(number) | Scope::Gpu(number) => number,
        _ => 0,
    }
}
