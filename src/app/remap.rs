//! Carries the state over to a new publish of the same trace.
//!
//! Numbers of rows change while a trace loads. Nodes are found again by their
//! path, slices by track path, time, name and depth; what cannot be found again
//! is let go.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use super::history::Place;
use super::layer::LayerKind;
use super::state::State;
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::model::track_tree::VisualRow;
use crate::view::state::Selection;

/// Old numbers to new ones.
struct Remap<'a> {
    old: &'a Trace,
    new: &'a Trace,
    /// The nodes of the new trace by path; the n-th of a path for the n-th of it.
    by_path: HashMap<String, Vec<NodeId>>,
}

/// Carries the state over from `old` to `new`.
pub fn state(state: &mut State, old: &Trace, new: &Trace) {
    if old.tree.is_empty() {
        return;
    }
    let mut by_path: HashMap<String, Vec<NodeId>> = HashMap::new();
    for node in new.tree.walk() {
        by_path.entry(new.tree.path(node)).or_default().push(node);
    }
    let remap = Remap { old, new, by_path };
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
    view.cursor = view.cursor.and_then(|node| remap.node(node));
    view.flows.peek = view.flows.peek.and_then(|node| remap.node(node));
    view.flows.peek_slice = view.flows.peek_slice.and_then(|id| remap.slice(id));
    view.flows.focus = None;
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
        view.filtered = Some(std::sync::Arc::new(nodes));
    }
    if let Some(area) = &mut state.area {
        match remap.node(area.node) {
            Some(node) => area.node = node,
            None => state.area = None,
        }
    }
    // Lists hold numbers of the old publish, what is being typed does not; hits are searched for
    // again by whoever wants them.
    state.keep_layers_while(LayerKind::is_of_any_trace);
    state.parked = None;
    state.walk = None;
    state.categories = None;
    state.view.found = None;
    state.view.area_report = None;
    state.kept_area = None;
    state.view.settled = None;
    state.view.same_name = None;
    state.view.details.sql = None;
    state.added_up = None;
    state.search.found = None;
    state.search.serial += 1;
    let change = |place: &mut Place| {
        place.selection = remap.selection(&place.selection);
        place.cursor = place.cursor.and_then(|node| remap.node(node));
    };
    for layer in &mut state.layers {
        change(&mut layer.opened);
    }
    state.history.remap(change);
}

impl Remap<'_> {
    fn node(&self, node: NodeId) -> Option<NodeId> {
        let path = self.old.tree.path(node);
        let same = self.by_path.get(&path)?;
        if same.len() == 1 {
            return Some(same[0]);
        }
        let before = (1..node.index()).map(NodeId::from_index);
        let place = before
            .filter(|&other| self.old.tree.path(other) == path)
            .count();
        same.get(place).or(same.first()).copied()
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
        let found = rows.flat_map(|row| match row {
            VisualRow::Depth { track, depth } => {
                let at = new.slices.at_depth(*track, *depth);
                (at.n_before(ts)..at.n_until(ts))
                    .map(|index| at.id(index))
                    .collect::<Vec<_>>()
            }
            VisualRow::Packed(ids) => {
                let first = ids.partition_point(|&other| new.slices.ts(other) < ts);
                let rest = ids[first..].iter().copied();
                rest.take_while(|&other| new.slices.ts(other) == ts)
                    .collect()
            }
        });
        let found: Vec<SliceId> = found.filter(|&other| same(other)).collect();
        let deep = found
            .iter()
            .find(|&&other| new.slices.depth_of(other) == depth);
        deep.or(found.first()).copied()
    }

    fn selection(&self, selection: &Selection) -> Selection {
        match selection {
            Selection::Slice(id) => self.slice(*id).map_or(Selection::None, Selection::Slice),
            Selection::Track(node) => self.node(*node).map_or(Selection::None, Selection::Track),
            Selection::Area(area) => {
                let mut area = area.clone();
                area.nodes = area
                    .nodes
                    .iter()
                    .filter_map(|&node| self.node(node))
                    .collect();
                Selection::Area(area)
            }
            Selection::None
            | Selection::Counter(_)
            | Selection::Sched(_)
            | Selection::State(_)
            | Selection::Log(_) => Selection::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

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
        // Rows of a query lead to slices by numbers of the old publish.
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
}
