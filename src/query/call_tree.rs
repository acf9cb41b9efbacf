//! What called what: the stacks of slices, or of functions that a profiler saw, merged where they are equal.
//!
//! Names of slices that differ in their numbers only are one. Callees stand below their caller, the heaviest
//! first, and lie side by side in it, as in a flame graph. Rare ones are added up, so that the rows still sum
//! to the whole.

mod callers;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use super::profile::{Calls, Function, first_from};
use super::slices::{clipped, folded, touching};
use crate::base::intern::StrId;
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{LabelId, SliceId, StackSampleId, TrackId};
use crate::model::slice::DepthSlices;
use crate::model::trace::Trace;

/// What is less than one in so many of the whole is rare.
const RARE: i128 = 1000;

/// So many of what nothing called are told, however rare they are.
const ROOTS_LEAST: usize = 64;

/// At most so many callees are told apart; those that come later count as one in each caller.
const NODES_MAX: usize = 1 << 16;

/// What was called from one stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<N, I> {
    /// Its name; of several that are added up, of one of them.
    pub name: N,
    /// How many rare callees of its caller it stands for, or calls that came too late to be told apart; 0 if it
    /// is one that is told.
    pub n_rare: usize,
    /// Which call of the tree it is; `None` if it stands for several.
    pub node: Option<u32>,
    /// Which row is its caller.
    pub parent: Option<u32>,
    /// How far it is set in: by its callers, or by those that have several callees where stacks are deep.
    pub level: u32,
    /// Whether its caller has other callees.
    pub is_branch: bool,
    /// What lies before it: its callers begin there, and then come heavier callees.
    pub from: i64,
    /// How much of the whole it takes, in the unit of `total`: that, or more if callees take more.
    pub weight: i64,
    /// How long it took, in nanoseconds, or in how many samples it was. A slice that never ended adds nothing.
    pub total: i64,
    /// The same without callees.
    pub own: i64,
    /// How many slices, or samples.
    pub count: usize,
    /// How many of the slices never ended.
    pub n_unfinished: usize,
    /// The longest slice, the first of several, or the next sample.
    pub example: I,
}

/// Slices with one stack of names.
pub type SliceCall = Call<SliceName, SliceId>;

/// Samples of a function with one stack of callers.
pub type SampleCall = Call<Function, StackSampleId>;

/// The name of slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceName {
    /// The name of the first of them.
    name: Option<StrId>,
    /// Whether others have other numbers in their names.
    varies: bool,
}

impl SliceName {
    /// Returns the name, with `#` for numbers that are not the same in all of the slices; `None` if there is none.
    /// Not yet safe to show.
    pub fn label(self, trace: &Trace) -> Option<String> {
        let text = trace.text(self.name?);
        Some(if self.varies {
            folded(&text)
        } else {
            text.into_owned()
        })
    }
}

/// A name of calls.
pub trait CallName: Clone {
    /// Makes the name stand for calls with another one, too, that is the same for the tree.
    fn join(&mut self, other: &Self);
}

impl CallName for SliceName {
    fn join(&mut self, other: &Self) {
        self.varies |= other.varies || self.name != other.name;
    }
}

impl CallName for Function {
    fn join(&mut self, _: &Self) {}
}

/// A tree of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallTree<N, I> {
    /// Its rows in the order of the screen, with what is rare in the whole added up.
    pub rows: Vec<Call<N, I>>,
    /// All calls; a caller stands before its callees.
    calls: Vec<Call<N, I>>,
    /// For each call which name it has, by the number of the name; `None` if it stands for several.
    names: Vec<Option<u32>>,
    /// The calls by caller, the heaviest first.
    order: Vec<u32>,
    levels: Levels,
    /// Whether no call came too late to be told apart.
    pub is_whole: bool,
}

/// The tree of slices.
pub type SliceTree = CallTree<SliceName, SliceId>;

/// The tree of functions that a profiler saw.
pub type SampleTree = CallTree<Function, StackSampleId>;

impl<N, I> Default for CallTree<N, I> {
    fn default() -> Self {
        Self::of_rows(Vec::new())
    }
}

impl<N, I> CallTree<N, I> {
    /// Returns a tree that has these rows and nothing else.
    pub const fn of_rows(rows: Vec<Call<N, I>>) -> Self {
        Self {
            rows,
            calls: Vec::new(),
            names: Vec::new(),
            order: Vec::new(),
            levels: Levels::All,
            is_whole: true,
        }
    }
}

impl<N: Clone, I: Copy> CallTree<N, I> {
    /// Returns the rows of a call and of all below it, with what is rare in it added up; nothing if it called
    /// nothing.
    pub fn branch(&self, node: u32) -> Vec<Call<N, I>> {
        let Some(call) = self.calls.get(node as usize) else {
            return Vec::new();
        };
        let root = Call {
            parent: None,
            is_branch: false,
            ..call.clone()
        };
        let rows = self.rows_below(vec![(root, Some(node))], call.weight);
        if rows.len() < 2 { Vec::new() } else { rows }
    }

    /// Returns rows, the last of which comes first, and what is below them. What takes less than a thousandth of
    /// the whole is rare.
    fn rows_below(&self, mut open: Vec<(Call<N, I>, Option<u32>)>, whole: i64) -> Vec<Call<N, I>> {
        let mut rows = Vec::new();
        // The callees that are still to be written, each with its place among the calls if it has callees.
        while let Some((call, node)) = open.pop() {
            if let Some(node) = node {
                let caller = Some((rows.len() as u32, &call));
                open.extend(self.callees(Some(node), caller, whole));
            }
            rows.push(call);
        }
        rows
    }

    /// Returns what a call called, the last first, below the row that the call has. Rare ones are added up.
    fn callees(
        &self,
        node: Option<u32>,
        caller: Option<(u32, &Call<N, I>)>,
        whole: i64,
    ) -> Vec<(Call<N, I>, Option<u32>)> {
        let call = |node: u32| &self.calls[node as usize];
        let first = self.order.partition_point(|&at| call(at).parent < node);
        let callees = self.order[first..].iter().copied();
        let callees = callees.take_while(|&at| call(at).parent == node);
        let mut shown: Vec<(Call<N, I>, Option<u32>)> = Vec::new();
        let mut rare = None;
        for at in callees {
            let callee = call(at).clone();
            let is_light = i128::from(callee.weight) * RARE < i128::from(whole);
            let is_told = node.is_none() && shown.len() < ROOTS_LEAST;
            if callee.n_rare > 0 || (is_light && !is_told) {
                rare = Some(added(rare, callee));
            } else {
                shown.push((callee, Some(at)));
            }
        }
        shown.extend(rare.map(|rare| (rare, None)));
        let is_branch = caller.is_some() && shown.len() > 1;
        let step = u32::from(is_branch || self.levels == Levels::All);
        let level = caller.map_or(0, |(_, caller)| caller.level + step);
        let mut from = caller.map_or(0, |(_, caller)| caller.from);
        for (call, _) in &mut shown {
            call.parent = caller.map(|(row, _)| row);
            call.level = level;
            call.is_branch = is_branch;
            call.from = from;
            from = from.saturating_add(call.weight);
        }
        shown.reverse();
        shown
    }
}

/// Returns how much all rows of a tree are together.
pub fn whole<N, I>(calls: &[Call<N, I>]) -> i64 {
    let roots = calls.iter().filter(|call| call.parent.is_none());
    roots.fold(0, |sum, call| call.weight.saturating_add(sum))
}

/// Returns the stack of a row, the outermost caller first.
pub fn callers<N, I>(calls: &[Call<N, I>], row: usize) -> Vec<&Call<N, I>> {
    let parent = |call: &&Call<N, I>| calls.get(call.parent? as usize);
    let mut stack: Vec<_> = std::iter::successors(calls.get(row), parent).collect();
    stack.reverse();
    stack
}

/// Returns the tree of the slices that touch a time, on tracks that are marked by [`TrackId`]; nothing if no
/// slice lies in another. Durations are cut to the time. `None` if it was cancelled.
pub fn of_slices(
    trace: &Trace,
    span: TimeSpan,
    tracks: &[bool],
    cancel: &AtomicBool,
) -> Option<SliceTree> {
    let mut tree = Slices {
        trace,
        span,
        cancel,
        merged: Merged::default(),
        same: HashMap::new(),
        first_of: HashMap::new(),
    };
    for (track, _) in trace.slices.tracks() {
        if tracks[track.index()] {
            tree.add_track(track)?;
        }
    }
    Some(arranged(tree.merged, Levels::All))
}

/// Returns the tree of the functions in some samples; nothing if no function called another. Each leads to its
/// next sample from the instant `from` on.
///
/// Cost: a look at each sample, and at each call site of their stacks.
pub fn of_samples(trace: &Trace, samples: &[StackSampleId], from: Ts) -> SampleTree {
    let mut merged = Merged::default();
    let calls = Calls::of(trace, samples.iter().copied(), from);
    // The function of each call site, or the innermost of those that were inlined into each other there.
    let mut nodes: Vec<Option<u32>> = Vec::with_capacity(calls.all().len());
    for call in calls.all() {
        let mut at = call.caller.and_then(|caller| nodes[caller]);
        let functions: Vec<Function> = calls.functions(call).collect();
        for function in functions.into_iter().rev() {
            let node = merged.enter(at, function, || (function, call.next));
            // What comes too late is one with what it calls, and counts once a stack.
            if at != Some(node) {
                let merged = merged.call(node);
                merged.total += call.total as i64;
                merged.count += call.total;
                merged.example = first_from(trace, from, merged.example, call.next);
            }
            at = Some(node);
        }
        if let Some(node) = at {
            merged.call(node).own += call.own as i64;
        }
        nodes.push(at);
    }
    arranged(merged, Levels::Branches)
}

/// Which callers callees are set in from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Levels {
    /// All.
    All,
    /// Those with several callees.
    Branches,
}

/// Calls while they are merged: a caller stands before its callees.
struct Merged<K, N, I> {
    calls: Vec<Call<N, I>>,
    places: HashMap<(Option<u32>, K), u32>,
    /// For each caller what stands for all that it calls when there are too many.
    late: HashMap<Option<u32>, u32>,
}

impl<K, N, I> Default for Merged<K, N, I> {
    fn default() -> Self {
        Self {
            calls: Vec::new(),
            places: HashMap::new(),
            late: HashMap::new(),
        }
    }
}

impl<K: Copy + Eq + Hash, N, I> Merged<K, N, I> {
    /// Returns which call it is if `parent` calls `key`: `parent` itself if both came too late to be told apart.
    fn enter(&mut self, parent: Option<u32>, key: K, new: impl FnOnce() -> (N, I)) -> u32 {
        if let Some(&known) = self.places.get(&(parent, key)) {
            return known;
        }
        let is_late = self.calls.len() >= NODES_MAX;
        let in_late = parent.filter(|&parent| self.call(parent).n_rare > 0);
        if let Some(late) = in_late.or_else(|| self.late.get(&parent).copied()) {
            self.call(late).n_rare += 1;
            return late;
        }
        let (name, example) = new();
        let node = self.calls.len() as u32;
        self.calls.push(Call {
            name,
            n_rare: usize::from(is_late),
            node: Some(node),
            parent,
            level: 0,
            is_branch: false,
            from: 0,
            weight: 0,
            total: 0,
            own: 0,
            count: 0,
            n_unfinished: 0,
            example,
        });
        if is_late {
            self.late.insert(parent, node);
        } else {
            self.places.insert((parent, key), node);
        }
        node
    }

    fn call(&mut self, node: u32) -> &mut Call<N, I> {
        &mut self.calls[node as usize]
    }

    /// Returns for each call the number of its name.
    fn names(&self) -> Vec<Option<u32>> {
        let mut key_of: Vec<Option<K>> = vec![None; self.calls.len()];
        for (&(_, key), &node) in &self.places {
            key_of[node as usize] = Some(key);
        }
        let mut numbers: HashMap<K, u32> = HashMap::new();
        let number = |key: Option<K>| {
            let next = numbers.len() as u32;
            Some(*numbers.entry(key?).or_insert(next))
        };
        key_of.into_iter().map(number).collect()
    }
}

/// A depth of a track, of which the slices that touch the time are in the tree.
struct Above<'a> {
    run: DepthSlices<'a>,
    /// The first slice that touches the time.
    first: usize,
    /// The calls of that slice and of those after it.
    nodes: Vec<u32>,
}

struct Slices<'a> {
    trace: &'a Trace,
    span: TimeSpan,
    cancel: &'a AtomicBool,
    merged: Merged<Option<StrId>, SliceName, SliceId>,
    /// The name that stands for the name of a label, and for all that are equal but for their numbers.
    same: HashMap<LabelId, Option<StrId>>,
    /// The first of those names, by the [`folded`] name.
    first_of: HashMap<String, StrId>,
}

impl Slices<'_> {
    fn add_track(&mut self, track: TrackId) -> Option<()> {
        let trace = self.trace;
        let mut above: Option<Above<'_>> = None;
        for run in trace.slices.depths(track) {
            let (first, end) = touching(trace, run, Some(self.span));
            let mut nodes = Vec::with_capacity(end - first);
            let mut callers = above.as_ref().map(|above| Callers::of(trace, above));
            for index in first..end {
                if index.is_multiple_of(4096) && self.cancel.load(Ordering::Relaxed) {
                    return None;
                }
                let id = run.id(index);
                let caller = callers.as_mut().and_then(|callers| callers.of_slice(id));
                nodes.push(self.add(id, caller));
            }
            above = Some(Above { run, first, nodes });
        }
        Some(())
    }

    /// Adds a slice below its caller, a slice and its call.
    fn add(&mut self, id: SliceId, caller: Option<(SliceId, u32)>) -> u32 {
        let slices = &self.trace.slices;
        let (name, key) = (slices.name(id), self.key(id));
        let new = || {
            (
                SliceName {
                    name,
                    varies: false,
                },
                id,
            )
        };
        let node = self.merged.enter(caller.map(|caller| caller.1), key, new);
        let (start, stop) = clipped(self.trace, self.span, id);
        let call = self.merged.call(node);
        call.count += 1;
        call.name.varies |= call.name.name != name;
        if caller.is_some_and(|(_, caller)| caller == node) {
            // A part of what is there already.
            return node;
        }
        match slices.dur(id) {
            None => call.n_unfinished += 1,
            Some(dur) => {
                let inside = stop.saturating_sub(start).max(0);
                call.total = call.total.saturating_add(inside);
                call.own = call.own.saturating_add(inside);
                if slices.dur(call.example).is_none_or(|longest| dur > longest) {
                    call.example = id;
                }
            }
        }
        if let Some((caller, node)) = caller
            && slices.dur(caller).is_some()
        {
            let (outer_start, outer_stop) = clipped(self.trace, self.span, caller);
            let inside = stop.min(outer_stop).saturating_sub(start.max(outer_start));
            let call = self.merged.call(node);
            call.own = call.own.saturating_sub(inside.max(0));
        }
        node
    }

    /// Returns the name that stands for that of a slice.
    fn key(&mut self, id: SliceId) -> Option<StrId> {
        let (trace, first_of) = (self.trace, &mut self.first_of);
        let label = trace.slices.label_id(id);
        *self.same.entry(label).or_insert_with(|| {
            let name = trace.slices.name(id)?;
            Some(*first_of.entry(folded(&trace.text(name))).or_insert(name))
        })
    }
}

/// Finds the slices around those of the next depth, in their order.
struct Callers<'a> {
    trace: &'a Trace,
    above: &'a Above<'a>,
    /// The caller of the slice before, or the first.
    at: usize,
}

impl<'a> Callers<'a> {
    const fn of(trace: &'a Trace, above: &'a Above<'a>) -> Self {
        Self {
            trace,
            above,
            at: above.first,
        }
    }

    /// Returns the slice around a slice that begins no earlier than the one before, and its call.
    fn of_slice(&mut self, id: SliceId) -> Option<(SliceId, u32)> {
        let (slices, above) = (&self.trace.slices, self.above);
        let key = slices.order_key(id);
        let begins_before = |index: usize| slices.order_key(above.run.id(index)) <= key;
        while self.at + 1 < above.first + above.nodes.len() && begins_before(self.at + 1) {
            self.at += 1;
        }
        let node = *above.nodes.get(self.at - above.first)?;
        begins_before(self.at).then(|| (above.run.id(self.at), node))
    }
}

/// Returns the tree of calls that have been merged; an empty one if no call has a caller.
fn arranged<K, N, I>(merged: Merged<K, N, I>, levels: Levels) -> CallTree<N, I>
where
    K: Copy + Eq + Hash,
    N: Clone,
    I: Copy,
{
    let names = merged.names();
    let mut calls = merged.calls;
    if calls.iter().all(|call| call.parent.is_none()) {
        return CallTree::default();
    }
    weigh(&mut calls);
    let is_whole = calls.iter().all(|call| call.n_rare == 0);
    // By caller, the heaviest first.
    let mut order: Vec<u32> = (0..calls.len() as u32).collect();
    order.sort_by_key(|&node| {
        let call = &calls[node as usize];
        (call.parent, Reverse(call.weight), node)
    });
    let whole = whole(&calls);
    let mut tree = CallTree {
        rows: Vec::new(),
        calls,
        names,
        order,
        levels,
        is_whole,
    };
    tree.rows = tree.rows_below(tree.callees(None, None, whole), whole);
    tree
}

/// Sets how much each call takes of the whole.
fn weigh<N, I>(calls: &mut [Call<N, I>]) {
    // Callees come after their callers.
    let mut of_callees = vec![0_i64; calls.len()];
    for node in (0..calls.len()).rev() {
        let call = &mut calls[node];
        call.weight = call.total.max(of_callees[node]);
        if let Some(parent) = call.parent {
            let sum = &mut of_callees[parent as usize];
            *sum = sum.saturating_add(call.weight);
        }
    }
}

/// Adds a rare callee to those before it. Their own callees have no rows.
fn added<N, I>(before: Option<Call<N, I>>, rare: Call<N, I>) -> Call<N, I> {
    let rare = Call {
        n_rare: rare.n_rare.max(1),
        node: None,
        own: rare.weight,
        ..rare
    };
    let Some(before) = before else {
        return rare;
    };
    Call {
        n_rare: before.n_rare + rare.n_rare,
        weight: before.weight.saturating_add(rare.weight),
        total: before.total.saturating_add(rare.total),
        own: before.own.saturating_add(rare.own),
        count: before.count + rare.count,
        n_unfinished: before.n_unfinished + rare.n_unfinished,
        ..before
    }
}
