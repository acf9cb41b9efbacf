//! The groups that a command opens and closes.
//!
//! Each has a pattern of its own, unless nearly all groups of a level, as `E` and `C` leave them, or all of a
//! parent are opened or closed: one pattern then stands for all of them. What is not on the screen, because a group
//! around it is closed, is opened along with the others.

use std::collections::{BTreeMap, BTreeSet};

use super::State;
use crate::app::update::UpdateCx;
use crate::model::ids::NodeId;
use crate::model::track_tree::TrackTree;
use crate::query::select::path_pattern;
use crate::view::rows::{is_open, is_open_anyway};

/// What stands between the names of a path.
const BETWEEN: char = '‣';

/// So many groups have one pattern. Fewer are easier to read by their names.
const MANY: usize = 4;

/// For one group in so many of a level that stays closed, the others still have one pattern.
const EXCEPT: usize = 4;

/// No more parents than this have a pattern for what is in them: each pattern is tried on all paths.
const PARENTS_MAX: usize = 8;

/// Groups that lie deeper have patterns of their own.
const LEVELS_MAX: u16 = 8;

/// What the user chose to see, from the top.
pub(super) struct Chosen {
    /// Visible groups that are open, and tracks that are unfolded, only because the user opened them.
    pub opened: Vec<NodeId>,
    /// Visible groups that are closed only because the user closed them.
    pub closed: Vec<NodeId>,
}

/// Returns the nodes that the user opened and closed.
pub(super) fn chosen(state: &State, cx: &UpdateCx) -> Chosen {
    let (mut opened, mut closed) = (Vec::new(), Vec::new());
    for node in visible(state, cx) {
        let is_group = is_group(cx, node);
        match state.view.open.get(&node) {
            Some(true) if !(is_group && is_open_unasked(state, cx, node)) => opened.push(node),
            Some(false) if is_group && is_open_unasked(state, cx, node) => closed.push(node),
            _ => {}
        }
    }
    Chosen { opened, closed }
}

/// Returns the nodes of the visible rows, from the top.
fn visible(state: &State, cx: &UpdateCx) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    for row in &cx.rows(state).rows {
        nodes.push(row.node);
        // A thread shows its first track on its own line.
        if row.data != row.node {
            nodes.push(row.data);
        }
    }
    nodes
}

fn is_group(cx: &UpdateCx, node: NodeId) -> bool {
    !cx.trace.tree.node(node).children.is_empty()
}

/// Returns whether a group is open if the user has neither opened nor closed it.
fn is_open_unasked(state: &State, cx: &UpdateCx, node: NodeId) -> bool {
    state.view.filtered.is_some() || is_open_anyway(&cx.trace, &state.view, node)
}

/// What is visible of some groups.
#[derive(Default)]
struct Seen {
    /// How many of them are open only because the user opened them.
    n_opened: usize,
    /// How many are closed only because the user closed them.
    n_closed: usize,
    /// How many are open.
    n_open: usize,
    /// Those that are not.
    shut: Vec<NodeId>,
}

impl Seen {
    /// Returns whether nearly all are open, and many because the user opened them.
    fn is_opened(&self) -> bool {
        self.n_opened >= MANY && self.shut.len() * EXCEPT <= self.n_opened
    }

    /// Returns whether all are closed, and many because the user closed them.
    fn is_closed(&self) -> bool {
        self.n_closed >= MANY && self.n_open == 0
    }
}

/// Returns patterns for the flags `--expand` and `--collapse`, which are followed in this order.
pub(super) fn patterns(state: &State, cx: &UpdateCx) -> (Vec<String>, Vec<String>) {
    let tree = &cx.trace.tree;
    let Chosen {
        mut opened,
        mut closed,
    } = chosen(state, cx);
    let (mut expand, mut collapse) = (Vec::new(), Vec::new());
    if opened.len().max(closed.len()) >= MANY && are_names_plain(tree) {
        let level = |node: NodeId| tree.node(node).level;
        let is_of = |node: NodeId, levels: &BTreeSet<u16>| {
            is_group(cx, node) && levels.contains(&level(node))
        };
        let levels = seen_by(state, cx, (&opened, &closed), level);
        let levels = || levels.iter().filter(|(level, _)| **level < LEVELS_MAX);
        let all_opened = levels().filter(|(_, seen)| seen.is_opened());
        let all_closed = levels().filter(|(_, seen)| seen.is_closed());
        // What a pattern opens but is closed must be closed again.
        let shut: BTreeSet<NodeId> = all_opened
            .clone()
            .flat_map(|(_, seen)| seen.shut.iter().copied())
            .collect();
        let all_opened = all_opened.map(|(&level, _)| level).collect();
        let all_closed = all_closed.map(|(&level, _)| level).collect();
        opened.retain(|&node| !is_of(node, &all_opened));
        closed.retain(|&node| !is_of(node, &all_closed) && !shut.contains(&node));
        closed.extend(shut);
        expand.extend(all_opened.iter().map(|&level| level_pattern(level)));
        collapse.extend(all_closed.iter().map(|&level| level_pattern(level)));
        let parent = |node: NodeId| tree.node(node).parent;
        let parents = seen_by(state, cx, (&opened, &closed), parent);
        let parents = parents.into_iter();
        let all_opened: BTreeSet<NodeId> = parents
            .filter(|(parent, seen)| {
                *parent != TrackTree::ROOT && seen.is_opened() && seen.shut.is_empty()
            })
            .map(|(parent, _)| parent)
            .take(PARENTS_MAX)
            .collect();
        opened.retain(|&node| !(is_group(cx, node) && all_opened.contains(&parent(node))));
        expand.extend(all_opened.iter().map(|&above| pattern_below(cx, above)));
    }
    let paths = |nodes: Vec<NodeId>| {
        let nodes = nodes.into_iter();
        nodes.map(|node| path_pattern(&cx.trace, node))
    };
    expand.extend(paths(opened));
    collapse.extend(paths(closed));
    (expand, collapse)
}

/// Returns what is visible of groups that have something in common.
fn seen_by<K: Ord>(
    state: &State,
    cx: &UpdateCx,
    (opened, closed): (&[NodeId], &[NodeId]),
    key: impl Fn(NodeId) -> K,
) -> BTreeMap<K, Seen> {
    let mut all: BTreeMap<K, Seen> = BTreeMap::new();
    let groups = visible(state, cx).into_iter();
    for node in groups.filter(|&node| is_group(cx, node)) {
        let seen = all.entry(key(node)).or_default();
        if is_open(&cx.trace, &state.view, node) {
            seen.n_open += 1;
        } else {
            seen.shut.push(node);
        }
    }
    for &node in opened.iter().filter(|&&node| is_group(cx, node)) {
        all.entry(key(node)).or_default().n_opened += 1;
    }
    for &node in closed {
        all.entry(key(node)).or_default().n_closed += 1;
    }
    all
}

/// Returns whether the names of a path can be told apart by what stands between them.
fn are_names_plain(tree: &TrackTree) -> bool {
    let mut nodes = (1..tree.len()).map(NodeId::from_index);
    nodes.all(|node| !tree.node(node).name.contains(BETWEEN))
}

/// Returns the pattern of all paths of a level.
fn level_pattern(level: u16) -> String {
    let above = format!("[^{BETWEEN}]*{BETWEEN}").repeat(usize::from(level));
    format!("^{above}[^{BETWEEN}]*$")
}

/// Returns the pattern of all paths just below a node.
fn pattern_below(cx: &UpdateCx, node: NodeId) -> String {
    let above = path_pattern(&cx.trace, node);
    let above = above.strip_suffix('$').unwrap_or(&above);
    format!("{above} {BETWEEN}[^{BETWEEN}]*$")
}
