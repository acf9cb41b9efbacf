//! Carries the state over to a new publish of the same trace.
//!
//! Ids of rows change while a trace loads. Nodes are found again by what they show, slices by track, time,
//! name and depth, samples of counters by track and time. References to what cannot be found again are
//! dropped.

mod lists;
mod nodes;

use std::collections::BTreeSet;
use std::sync::Arc;

use self::nodes::SameNodes;
use super::history::Place;
use super::layer::LayerKind;
use super::state::{AfterSearch, Finding, State};
use crate::base::time::{Dur, TimeSpan};
use crate::model::ids::{CounterId, NodeId, SliceId, StackSampleId};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::view::state::{Area, MessageKind, Search, Selection};

/// Finds the new ids for ids of the old publish.
struct Remap<'a> {
    old: &'a Trace,
    new: &'a Trace,
    nodes: SameNodes,
}

/// Carries the state over from `old` to `new`, and returns what nodes are now.
pub(in crate::app) fn state(state: &mut State, old: &Trace, new: &Trace) -> SameNodes {
    let nodes = SameNodes::new(old, new);
    let remap = Remap { old, new, nodes };
    let view = &mut state.view;
    view.open = view
        .open
        .iter()
        .filter_map(|(&node, &open)| Some((remap.node(node)?, open)))
        .collect();
    view.counter_modes = view
        .counter_modes
        .iter()
        .filter_map(|(&node, &mode)| Some((remap.node(node)?, mode)))
        .collect();
    view.pins = view
        .pins
        .iter()
        .filter_map(|&node| remap.node(node))
        .collect();
    view.hidden = view
        .hidden
        .iter()
        .filter_map(|&node| remap.node(node))
        .collect();
    for track in &mut view.queried {
        Arc::make_mut(track).remap(|item| remap.item(item));
    }
    view.cursor = view.cursor.and_then(|node| remap.node(node));
    view.flows.peek = view.flows.peek.and_then(|node| remap.node(node));
    view.flows.peek_slice = view.flows.peek_slice.and_then(|id| remap.slice(id));
    view.flows.focus = None;
    view.flows.walked = None;
    view.flows.trail = view
        .flows
        .trail
        .iter()
        .filter_map(|&id| remap.slice(id))
        .collect();
    view.selection = remap.selection(&view.selection);
    if view.filtered.is_some() {
        let nodes = crate::query::find::filter_nodes(new, &view.filter);
        let nodes: BTreeSet<NodeId> = nodes.unwrap_or_default().into_iter().collect();
        view.filtered = Some(Arc::new(nodes));
    }
    if let Some(area) = &mut state.area {
        match remap.node(area.node) {
            Some(node) => {
                area.node = node;
                area.before = remap.selection(&area.before);
            }
            None => state.area = None,
        }
    }
    remap.search(state);
    remap.lists(state);
    state.generation += 1;
    state.parked = None;
    state.walk = None;
    state.categories = None;
    state.view.area_report = None;
    state.kept_area = None;
    state.view.settled = None;
    state.view.same_name = None;
    state.view.details.sql = None;
    state.sql.result = None;
    state.added_up = None;
    let change = |place: &mut Place| {
        place.selection = remap.selection(&place.selection);
        place.cursor = place.cursor.and_then(|node| remap.node(node));
        place.peek = place.peek.and_then(|(node, slice)| {
            let slice = slice.and_then(|id| remap.slice(id));
            Some((remap.node(node)?, slice))
        });
    };
    for layer in &mut state.layers {
        layer.queried = None;
        change(&mut layer.opened);
    }
    state.history.remap(change);
    remap.nodes
}

impl Remap<'_> {
    fn node(&self, node: NodeId) -> Option<NodeId> {
        self.nodes.now(node)
    }

    /// Returns the area with those of its tracks that are still there; `None` if all of them are gone,
    /// because an area without tracks means all tracks.
    fn area(&self, area: &Area) -> Option<Area> {
        let nodes = area.nodes.iter();
        let nodes: BTreeSet<NodeId> = nodes.filter_map(|&node| self.node(node)).collect();
        let span = area.span;
        (area.nodes.is_empty() || !nodes.is_empty()).then_some(Area { span, nodes })
    }

    /// Drops the hits, which are ids of the old publish, and keeps the text, so that the search can be
    /// repeated. If all tracks that were searched in are gone, drops the search.
    fn search(&self, state: &mut State) {
        let was_listed = state.top_kind() == Some(LayerKind::Hits);
        let search = &mut state.search;
        search.serial += 1;
        if state.view.hits().is_some_and(|found| found.total() == 0) {
            // A message that nothing was found may be wrong for the new publish.
            let message = &mut state.view.message;
            message.take_if(|message| message.kind == MessageKind::Info);
        }
        if was_listed {
            search.then = AfterSearch::List;
        }
        if let Some(earlier) = &mut search.earlier
            && self.lets_go(&mut earlier.within, &mut earlier.found)
        {
            earlier.finding = Finding::Jank;
        }
        if self.lets_go(&mut search.within, &mut state.view.found) {
            state.finding = Finding::Jank;
            state.warn("the tracks that were searched in are gone");
        }
    }

    /// Drops the ids of a search and remaps its tracks; returns whether the search ends as all of these are
    /// gone.
    fn lets_go(&self, within: &mut Option<Area>, shown: &mut Option<Search>) -> bool {
        if let Some(shown) = shown {
            shown.hits = None;
            shown.done = false;
        }
        let Some(area) = within.take() else {
            return false;
        };
        *within = self.area(&area);
        within.is_none() && shown.take().is_some()
    }

    fn slice(&self, id: SliceId) -> Option<SliceId> {
        let (old, new) = (self.old, self.new);
        let node = self.node(old.tree.node_of_track(old.slices.track_of(id))?)?;
        let ts = old.slices.ts(id);
        let name = old.slices.name(id).map(|name| old.bytes(name));
        let depth = old.slices.depth_of(id);
        let same = |other: SliceId| {
            new.slices.ts(other) == ts && new.slices.name(other).map(|name| new.bytes(name)) == name
        };
        let rows = new.tree.node(node).rows.iter();
        let slices = &new.slices;
        let found = rows.flat_map(|row| {
            let first = row.partition_point(slices, |other| slices.ts(other) < ts);
            let after = (first..row.n_slices(slices)).map(|index| row.id(slices, index));
            after.take_while(|&other| slices.ts(other) == ts)
        });
        let found: Vec<SliceId> = found.filter(|&other| same(other)).collect();
        let deep = found
            .iter()
            .find(|&&other| new.slices.depth_of(other) == depth);
        deep.or(found.first()).copied()
    }

    /// Returns the sample of the same track and time. If several samples have this time, their order decides.
    fn counter(&self, id: CounterId) -> Option<CounterId> {
        let (old, new) = (self.old, self.new);
        let track = old.counters.track_of(id);
        let node = self.node(old.tree.node_of_track(track)?)?;
        let &NodeKind::Counter(now) = &new.tree.node(node).kind else {
            return None;
        };
        let ts = old.counters.ts(id);
        let (was, is) = (old.counters.track(track), new.counters.track(now));
        let nth = id.index() - was.first.index() - was.n_before(ts);
        let (from, until) = (is.n_before(ts), is.n_until(ts));
        let id = |at: usize| CounterId::from_index(is.first.index() + at);
        (from < until).then(|| id((from + nth).min(until - 1)))
    }

    /// Returns the sample of a profiler with the same thread and time, like [`Self::counter`].
    fn sample(&self, id: StackSampleId) -> Option<StackSampleId> {
        let (was, is) = (&self.old.stack_profile, &self.new.stack_profile);
        let row = was.samples.get(id.index())?;
        let owner = was.owner(id);
        let node = self.old.tree.find(&NodeKind::Samples(owner))?;
        let &NodeKind::Samples(now) = &self.new.tree.node(self.node(node)?).kind else {
            return None;
        };
        let then = TimeSpan::new(row.ts, row.ts.plus(Dur::from_ns(1)));
        let same = was.of_within(owner, then);
        let nth = same.iter().position(|&other| other == id)?;
        let found = is.of_within(now, then);
        found.get(nth).or(found.last()).copied()
    }

    fn selection(&self, selection: &Selection) -> Selection {
        match selection {
            Selection::Counter(id) => self
                .counter(*id)
                .map_or(Selection::None, Selection::Counter),
            Selection::Slice(id) => self.slice(*id).map_or(Selection::None, Selection::Slice),
            Selection::Track(node) => self.node(*node).map_or(Selection::None, Selection::Track),
            Selection::Area(area) => self.area(area).map_or(Selection::None, Selection::Area),
            Selection::Sample(id) => self.sample(*id).map_or(Selection::None, Selection::Sample),
            // The old publish can have none of these, because they only come with the last publish.
            Selection::None | Selection::Sched(_) | Selection::State(_) | Selection::Log(_) => {
                Selection::None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::state::AreaStart;
    use crate::base::time::Ts;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::view::state::CounterMode;

    fn trace(names: &[&str]) -> (Trace, Vec<SliceId>) {
        let mut b = TraceBuilder::new();
        let mut ids = Vec::new();
        for name in names {
            let track = b.slice_track(Scope::Global, Some(name));
            ids.extend(b.nested_slices(track, &[(0, 100, "a"), (10, 5, name)]));
        }
        (b.finish(), ids)
    }

    #[test]
    fn what_was_selected_stays_selected() {
        let (old, ids) = trace(&["m"]);
        let (new, all) = trace(&["a", "m", "z"]);
        let mut now = State::default();
        now.view.selection = Selection::Slice(ids[1]);
        now.view.pins = old.tree.walk();
        now.view.details.sql = Some(Arc::default());
        state(&mut now, &old, &new);
        assert_eq!(now.view.selection, Selection::Slice(all[3]));
        // The result of a query refers to slices by ids of the old publish.
        assert_eq!(now.view.details.sql, None);
        let names: Vec<&str> = now
            .view
            .pins
            .iter()
            .map(|&pin| new.tree.node(pin).name.as_str())
            .collect();
        assert!(names.contains(&"m") && !names.contains(&"a"), "{names:?}");
        let (none, _) = trace(&["q"]);
        state(&mut now, &new, &none);
        assert_eq!(now.view.selection, Selection::None);
    }

    /// Returns the node with a name.
    fn node(trace: &Trace, name: &str) -> NodeId {
        let nodes = trace.tree.walk();
        let mut named = nodes.iter().filter(|&&id| trace.tree.node(id).name == name);
        *named.next().expect(name)
    }

    #[test]
    fn nodes_are_known_by_what_they_show_whatever_they_are_called_by_now() {
        // A sample of the file has ids of threads, but no names.
        let mut b = TraceBuilder::new();
        let app = b.process(7, "");
        for tid in [42, 43] {
            let thread = b.thread(app, tid, "");
            let track = b.slice_track(Scope::Thread(thread), None);
            b.nested_slices(track, &[(0, 10, "a")]);
        }
        let old = b.finish();
        let mut b = TraceBuilder::new();
        for (pid, name) in [(3, "other"), (7, "app")] {
            let process = b.process(pid, name);
            for (tid, name) in [(pid + 1, "more"), (42, "main"), (43, "render")] {
                let thread = b.thread(process, tid, name);
                let track = b.slice_track(Scope::Thread(thread), None);
                b.nested_slices(track, &[(0, 10, "a"), (20, 10, "b")]);
            }
        }
        let new = b.finish();
        let mut now = State::default();
        let [app, main, render] =
            ["Process 7", "Thread 42", "Thread 43"].map(|name| node(&old, name));
        now.view.open.insert(app, true);
        now.view.pins.push(main);
        now.view.pins.push(old.tree.node(main).children[0]);
        now.view.hidden.insert(render);
        now.view.cursor = Some(main);
        state(&mut now, &old, &new);
        let paths = |nodes: &mut dyn Iterator<Item = NodeId>| -> Vec<String> {
            nodes.map(|id| new.tree.path(id)).collect()
        };
        let main = "app 7 ‣ main 42";
        let slices = "app 7 ‣ main 42 ‣ main 42";
        let view = &now.view;
        assert_eq!(paths(&mut view.open.keys().copied()), ["app 7"]);
        assert_eq!(paths(&mut view.pins.iter().copied()), [main, slices]);
        let hidden = paths(&mut view.hidden.iter().copied());
        assert_eq!(hidden, ["app 7 ‣ render 43"]);
        assert_eq!(paths(&mut view.cursor.into_iter()), [main]);
    }

    #[test]
    fn nodes_that_are_alike_keep_their_order_and_groups_may_form_around_them() {
        let cpus = |n: u32| {
            let mut b = TraceBuilder::new();
            for cpu in (0..n).rev() {
                b.counter_track(Scope::Cpu(cpu), "cpufreq", "", &[(0, 1.0)]);
            }
            // Two processes have the same pid; which of them is busier changes while the trace loads.
            for (name, n_slices) in [("first", 4 - n), ("second", 2)] {
                let process = b.process(9, name);
                let track = b.slice_track(Scope::Process(process), Some("same"));
                let slices: Vec<_> = (0..n_slices).map(|i| (i64::from(i) * 9, 1, "s")).collect();
                b.nested_slices(track, &slices);
            }
            b.finish()
        };
        let (old, new) = (cpus(1), cpus(3));
        let mut now = State::default();
        now.view.pins = old.tree.walk();
        state(&mut now, &old, &new);
        let found = now.view.pins.iter().map(|&id| new.tree.path(id));
        let wanted = old.tree.walk().into_iter().map(|id| {
            let path = old.tree.path(id);
            path.replace("CPU ‣ cpu", "CPU ‣ Global counter track event ‣ cpu")
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
    }

    #[test]
    fn a_sample_of_a_counter_stays_selected() {
        let counters = |names: &[&str], earlier: bool| {
            let mut b = TraceBuilder::new();
            for name in names {
                let mut samples = vec![(5, 1.0), (7, 2.0), (7, 3.0), (9, 4.0)];
                if earlier {
                    samples.insert(0, (1, 0.0));
                }
                b.counter_track(Scope::Global, name, "", &samples);
            }
            b.finish()
        };
        let old = counters(&["m"], false);
        let then = |id: u32, new: &Trace| {
            let mut now = State::default();
            now.view.selection = Selection::Counter(CounterId(id));
            state(&mut now, &old, new);
            match now.view.selection {
                Selection::Counter(id) => {
                    let track = new.counters.track_of(id);
                    let node = new.tree.node_of_track(track).unwrap();
                    Some((new.tree.node(node).name.clone(), new.counters.sample(id)))
                }
                _ => None,
            }
        };
        let new = counters(&["a", "m"], true);
        let m = || "m".to_owned();
        assert_eq!(then(1, &new), Some((m(), (7, 2.0))));
        assert_eq!(then(2, &new), Some((m(), (7, 3.0))));
        assert_eq!(then(3, &new), Some((m(), (9, 4.0))));
        assert_eq!(then(3, &counters(&["a"], true)), None);
    }

    #[test]
    fn a_sample_of_a_profiler_stays_selected() {
        let sampled = |tids: &[i64], times: &[i64]| {
            let mut b = TraceBuilder::new();
            let app = b.process(7, "app");
            for &tid in tids {
                let utid = b.thread(app, tid, "t");
                for &ts in times {
                    b.sample(utid, ts);
                }
            }
            b.stack_profile.samples.sort_by_key(|sample| sample.ts);
            b.finish()
        };
        let old = sampled(&[42], &[5, 7, 7, 9]);
        let then = |id: u32, new: &Trace| {
            let mut now = State::default();
            now.view.selection = Selection::Sample(StackSampleId(id));
            state(&mut now, &old, new);
            match now.view.selection {
                Selection::Sample(id) => Some(id.0),
                _ => None,
            }
        };
        // Of the other thread is the first of each two.
        let new = sampled(&[41, 42], &[1, 5, 7, 7, 9]);
        assert_eq!(
            [0, 2, 3].map(|id| then(id, &new)),
            [Some(3), Some(7), Some(9)]
        );
        assert_eq!(then(0, &sampled(&[42], &[7])), None);
        assert_eq!(then(1, &sampled(&[41], &[7])), None);
    }

    #[test]
    fn all_else_that_names_tracks_and_slices_names_the_same_ones() {
        let (old, ids) = trace(&["m"]);
        let (new, all) = trace(&["a", "m", "z"]);
        let [was, is] = [&old, &new].map(|trace| node(trace, "m"));
        let mut now = State {
            area: Some(AreaStart {
                ts: Ts::from_ns(0),
                node: was,
                head: Ts::from_ns(5),
                before: Selection::Slice(ids[1]),
            }),
            ..State::default()
        };
        let view = &mut now.view;
        view.counter_modes.insert(was, CounterMode::Rate);
        (view.flows.peek, view.flows.peek_slice) = (Some(was), Some(ids[1]));
        view.flows.trail = ids.clone();
        "m".clone_into(&mut view.filter);
        view.filtered = Some(Arc::new([was].into()));
        state(&mut now, &old, &new);
        let view = &now.view;
        assert_eq!(view.counter_modes.get(&is), Some(&CounterMode::Rate));
        let peek = (view.flows.peek, view.flows.peek_slice);
        assert_eq!(peek, (Some(is), Some(all[3])));
        assert_eq!(view.flows.trail, all[2..4]);
        assert_eq!(view.filtered.as_deref(), Some(&[is].into()));
        let area = now.area.as_ref().expect("it is still drawn");
        assert_eq!(area.node, is);
        assert_ne!(area.before, Selection::None);
        let (none, _) = trace(&["q"]);
        state(&mut now, &new, &none);
        assert!(now.area.is_none() && now.view.counter_modes.is_empty());
        assert!(now.view.flows.trail.is_empty() && now.view.flows.peek.is_none());
    }

    #[test]
    fn of_slices_with_one_name_and_time_the_one_as_deep_stays_selected() {
        let trace = |name: &str| {
            let mut b = TraceBuilder::new();
            let track = b.slice_track(Scope::Global, Some("t"));
            let ids = b.nested_slices(track, &[(0, 100, "x"), (0, 50, "x"), (60, 5, name)]);
            (b.finish(), ids)
        };
        let ((old, ids), (new, all)) = (trace("y"), trace("z"));
        for (id, same) in [(ids[0], all[0]), (ids[1], all[1])] {
            let mut now = State::default();
            now.view.selection = Selection::Slice(id);
            state(&mut now, &old, &new);
            assert_eq!(now.view.selection, Selection::Slice(same));
        }
    }

    #[test]
    fn an_area_of_tracks_that_are_gone_is_gone() {
        let (old, _) = trace(&["a", "m"]);
        let (new, _) = trace(&["m"]);
        let area = |nodes: &[NodeId]| {
            Selection::Area(Area {
                span: old.bounds,
                nodes: nodes.iter().copied().collect(),
            })
        };
        let [a, m] = ["a", "m"].map(|name| node(&old, name));
        let then = |selection: Selection| {
            let mut now = State::default();
            now.view.selection = selection;
            state(&mut now, &old, &new);
            now.view.selection
        };
        assert_eq!(then(area(&[a])), Selection::None);
        assert_eq!(then(area(&[a, m])), area(&[node(&new, "m")]));
        // An area of all tracks remains one of all tracks.
        assert_eq!(then(area(&[])), area(&[]));
    }
}
