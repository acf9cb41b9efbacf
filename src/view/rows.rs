//! Visible rows: the track tree with what is open, hidden, filtered and pinned.
//!
//! A row shows one node. To save lines, an open thread shows its first track (its
//! states, else its slices, else its samples) on its own line: `node` is then the
//! thread and `data` that track. Line numbers are only valid until the next change.

mod depths;
mod pins;

use std::collections::BTreeSet;

pub use depths::{Depths, kept_for, shown_depths};

use super::state::ViewState;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::{Node, NodeKind, TrackTree, VisualRow};

/// The most lines that a track of slices gets before its wrappers are folded.
const MAX_DEPTHS: usize = 12;

/// The most lines of a track of slices on a screen that is high for its width.
const MAX_DEPTHS_TALL: usize = 24;

/// The most lines of a counter that the user has not opened.
const COUNTER_LINES_MAX: usize = 8;

/// The least lines of a counter on a screen that is high for its width.
const COUNTER_LINES_TALL: usize = 2;

/// How many more lines a counter gets that the user has opened.
const COUNTER_LINES_MORE: usize = 2;

/// What a row draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A heading of an open group: a rule.
    Heading,
    /// How busy a closed group is.
    Summary,
    /// Slices: how many of the visual rows are shown.
    Slices,
    /// Only the outermost slices of a closed thread.
    Outermost,
    /// A counter.
    Counter,
    /// What ran on a CPU.
    CpuSched,
    /// The states of a thread.
    States,
    /// The samples of a thread.
    Samples,
    /// The Android log.
    Logs,
}

/// A visible row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The node whose name it carries and that opens and closes.
    pub node: NodeId,
    /// The node whose data it draws: `node`, or its first child.
    pub data: NodeId,
    /// How far it is indented.
    pub level: u16,
    /// Its first line.
    pub top: usize,
    /// How many lines it has.
    pub lines: usize,
    /// How many visual rows are folded away.
    pub folded: usize,
    /// What it draws.
    pub content: Content,
    /// Whether the row is open; `None` if it can be neither opened nor closed.
    pub open: Option<bool>,
}

impl Row {
    /// Returns whether there are rows of slices without a line that the user can ask for.
    pub fn can_unfold(&self) -> bool {
        self.content == Content::Slices && self.folded > 0 && self.open != Some(false)
    }
}

/// All visible rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// How many lines each of the tracks of queries has where there is room.
    pub queried: Vec<usize>,
    /// Pinned tracks, in the order of the pins.
    pub pinned: Vec<Row>,
    /// The tree, from top to bottom.
    pub rows: Vec<Row>,
    /// The node of the last of the pinned rows, if it is only shown for now.
    for_now: Option<NodeId>,
}

/// Returns whether a node is open before the user says otherwise.
///
/// Small traces are open altogether; in large ones the first processes are, with the threads
/// that matter, and groups of many tracks are closed.
pub fn opens_at_first(trace: &Trace, id: NodeId) -> bool {
    let tree = &trace.tree;
    let node = tree.node(id);
    let above = tree.node(node.parent);
    let n_siblings = above.children.len();
    match node.kind {
        NodeKind::Root => true,
        NodeKind::Process(_) => {
            let is_first = above.first_process == Some(node.place);
            n_siblings <= 4 || is_first || has_frames(trace, id)
        }
        // Samples alone are not worth a line of their own for each thread.
        NodeKind::Thread(_) if node.children.iter().all(|&child| is_of_cpu(trace, child)) => false,
        NodeKind::Thread(_) => {
            let is_near = |first| node.place < first + 3;
            n_siblings <= 8 || above.first_thread.is_some_and(is_near)
        }
        // Counters of the machine stand above the processes, which matter more.
        NodeKind::Group if node.parent == TrackTree::ROOT => {
            node.children.len() <= 16 && above.first_process.is_none()
        }
        // So do tracks of the machine with others below them.
        _ if node.parent == TrackTree::ROOT && above.first_process.is_some() => false,
        NodeKind::Group => node.children.len() <= 4,
        // In a process with frames its threads matter more than what lies below other tracks.
        _ => node.children.len() <= 16 && !has_frames(trace, node.parent),
    }
}

/// Returns whether a node shows what a thread did on CPUs, not what its program recorded.
fn is_of_cpu(trace: &Trace, id: NodeId) -> bool {
    let kind = &trace.tree.node(id).kind;
    matches!(kind, NodeKind::ThreadStates(_) | NodeKind::Samples(_))
}

/// Returns whether a process shows frames, which users look for first.
fn has_frames(trace: &Trace, process: NodeId) -> bool {
    let children = &trace.tree.node(process).children;
    children
        .iter()
        .take(4)
        .any(|&child| matches!(trace.tree.node(child).kind, NodeKind::ActualFrames(_)))
}

/// Returns whether opening or closing a node changes what it shows itself: it holds others, or it can show
/// more of its own data.
pub fn opens(trace: &Trace, state: &ViewState, id: NodeId) -> bool {
    let row = row_of(trace, state, id, 0);
    let shows_all = state.open.get(&id) == Some(&true);
    row.open.is_some() || row.folded > 0 || row.content == Content::Counter || shows_all
}

/// Returns whether the row of a node has nothing of its own that could be selected.
pub fn is_group(trace: &Trace, state: &ViewState, id: NodeId) -> bool {
    let data = row_of(trace, state, id, 0).data;
    trace.tree.node(data).kind.is_group()
}

/// Returns whether a node shows slices of which some rows have no line.
pub fn is_folded(trace: &Trace, state: &ViewState, id: NodeId) -> bool {
    row_of(trace, state, id, 0).can_unfold()
}

/// Returns whether a node is open.
pub fn is_open(trace: &Trace, state: &ViewState, id: NodeId) -> bool {
    let said = state.open.get(&id).copied();
    said.unwrap_or_else(|| is_open_anyway(trace, state, id))
}

/// Returns whether a node is open while the user has said nothing about it.
pub fn is_open_anyway(trace: &Trace, state: &ViewState, id: NodeId) -> bool {
    let fitted = state.open_at_first.get(&id).copied();
    fitted.unwrap_or_else(|| opens_at_first(trace, id))
}

/// Returns the rows that are open at first, or those that a filter leaves, each with the fewest lines.
fn rows_at_first(trace: &Trace, view: &ViewState, depth_lines: usize) -> Rows {
    let state = ViewState {
        tall: view.tall,
        open_at_first: view.open_at_first.clone(),
        filtered: view.filtered.clone(),
        depth_lines,
        ..ViewState::default()
    };
    Rows::new(trace, &state)
}

/// Returns how many lines a track of slices gets that has more depths, on a screen with room for `height` lines
/// of tracks. It is more than usual where the rows that are open at first, or those that a filter leaves, leave
/// room.
pub fn depth_lines(trace: &Trace, view: &ViewState, height: usize) -> usize {
    let rows = rows_at_first(trace, view, 0);
    let folded = rows.rows.iter().filter(|row| row.can_unfold());
    let room = height.saturating_sub(rows.lines());
    usual_depths(view.tall) + room.checked_div(folded.count()).unwrap_or(0)
}

/// Returns how many lines a counter gets on a screen with room for `height` lines of tracks. It is more than
/// one on a tall screen, and where the rows that are open at first, or those that a filter leaves, leave room.
pub fn counter_lines(trace: &Trace, view: &ViewState, height: usize) -> usize {
    let tall = view.tall;
    let rows = rows_at_first(trace, view, view.depth_lines);
    let counters = rows
        .rows
        .iter()
        .filter(|row| row.content == Content::Counter);
    let least = if tall { COUNTER_LINES_TALL } else { 1 };
    let room = height.saturating_sub(rows.lines());
    match room.checked_div(counters.count()) {
        Some(more) => (1 + more).clamp(least, COUNTER_LINES_MAX),
        None => least,
    }
}

impl Rows {
    /// Returns the visible rows. O(nodes that are open).
    pub fn new(trace: &Trace, state: &ViewState) -> Self {
        let kept = state
            .filtered
            .as_ref()
            .map(|matches| with_relatives(&trace.tree, matches));
        let mut walk = Walk {
            trace,
            state,
            kept: kept.as_ref(),
            rows: Vec::new(),
            top: 0,
        };
        for &child in &trace.tree.node(TrackTree::ROOT).children {
            walk.visit(child, 0);
        }
        let rows = walk.rows;
        let mut pinned = Vec::new();
        let mut top = 0;
        for &pin in state.pins.iter().chain(&state.flows.peek) {
            if pin.index() < trace.tree.len() && pin != TrackTree::ROOT {
                let mut row = row_of(trace, state, pin, 0);
                row.open = None;
                if row.data == row.node {
                    row.content = closed_content(trace.tree.node(pin));
                }
                if state.flows.peek == Some(pin) {
                    fold_merged(trace, state, &mut row);
                }
                row.top = top;
                top += row.lines;
                pinned.push(row);
            }
        }
        let queried = state.queried.iter().map(|track| track.n_lines()).collect();
        let is_pinned = |node: &NodeId| state.pins.contains(node);
        Self {
            queried,
            pinned,
            rows,
            for_now: state.flows.peek.filter(|node| !is_pinned(node)),
        }
    }

    /// Returns how many lines the rows that are not pinned have.
    pub fn lines(&self) -> usize {
        self.rows.last().map_or(0, |row| row.top + row.lines)
    }

    /// Returns whether any track has a row, pinned or below.
    pub const fn are_there(&self) -> bool {
        !self.rows.is_empty() || !self.pinned.is_empty()
    }

    /// Returns the place of the row that shows a node, as name or as data.
    pub fn place_of(&self, node: NodeId) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| row.node == node)
            .or_else(|| self.rows.iter().position(|row| row.data == node))
    }

    /// Returns how many rows stand directly below one of the rows, the heading of an outermost group.
    /// O(log n + rows of the group).
    pub fn n_in_group(&self, heading: &Row) -> usize {
        let Some(place) = self.place_at(heading.top) else {
            return 0;
        };
        let below = self.rows[place + 1..].iter();
        let of_group = below.take_while(|row| row.level > 0);
        of_group.filter(|row| row.level == 1).count()
    }

    /// Returns the place of the row at a line.
    pub fn place_at(&self, line: usize) -> Option<usize> {
        let after = self.rows.partition_point(|row| row.top <= line);
        after.checked_sub(1).filter(|&place| {
            let row = &self.rows[place];
            line < row.top + row.lines
        })
    }
}

/// Returns how many tracks remain under a filter that matches these nodes, counted as the headings of the
/// outermost groups count them; tracks outside of any group count one each.
pub fn n_kept(tree: &TrackTree, matches: &BTreeSet<NodeId>) -> usize {
    let mut kept = BTreeSet::new();
    let inside = |id: &&NodeId| id.index() < tree.len() && **id != TrackTree::ROOT;
    for &id in matches.iter().filter(inside) {
        let [mut outermost, mut below] = [id; 2];
        for at in tree.path_up(id) {
            below = outermost;
            outermost = at;
        }
        let children = &tree.node(outermost).children;
        match (id == outermost, children.is_empty()) {
            (true, false) => kept.extend(children),
            (true, true) => {
                kept.insert(id);
            }
            (false, _) => {
                kept.insert(below);
            }
        }
    }
    kept.len()
}

/// Returns the matches with everything above and below them.
fn with_relatives(tree: &TrackTree, matches: &BTreeSet<NodeId>) -> BTreeSet<NodeId> {
    let mut kept = BTreeSet::new();
    for &id in matches.iter().filter(|id| id.index() < tree.len()) {
        // If a node was kept already, so were all nodes above it.
        let mut above = tree.node(id).parent;
        while above != TrackTree::ROOT && kept.insert(above) {
            above = tree.node(above).parent;
        }
        let mut below = vec![id];
        while let Some(id) = below.pop() {
            if kept.insert(id) || id == TrackTree::ROOT {
                below.extend(&tree.node(id).children);
            }
        }
    }
    kept
}

struct Walk<'a> {
    trace: &'a Trace,
    state: &'a ViewState,
    kept: Option<&'a BTreeSet<NodeId>>,
    rows: Vec<Row>,
    top: usize,
}

impl Walk<'_> {
    fn visit(&mut self, id: NodeId, level: u16) {
        if self.state.hidden.contains(&id) || self.kept.is_some_and(|kept| !kept.contains(&id)) {
            return;
        }
        let mut row = row_of(self.trace, self.state, id, level);
        if self.kept.is_some() && row.open == Some(false) && !self.state.open.contains_key(&id) {
            row = opened(self.trace, self.state, id, level);
        }
        row.top = self.top;
        self.top += row.lines;
        self.rows.push(row);
        if row.open != Some(true) {
            return;
        }
        let children = &self.trace.tree.node(id).children;
        for &child in children.iter().filter(|&&child| child != row.data) {
            self.visit(child, level + 1);
        }
        // Nodes below the track that is drawn on the thread's own line follow that line.
        if row.data != id {
            for &child in &self.trace.tree.node(row.data).children {
                self.visit(child, level + 1);
            }
        }
    }
}

fn row_of(trace: &Trace, state: &ViewState, id: NodeId, level: u16) -> Row {
    let node = trace.tree.node(id);
    let has_more = match node.kind {
        NodeKind::Thread(_) => {
            node.children.len() > 1
                || node.children.iter().any(|&child| {
                    let child = trace.tree.node(child);
                    child.rows.len() > 1 || !child.children.is_empty()
                })
        }
        _ => !node.children.is_empty(),
    };
    if has_more && !is_open(trace, state, id) {
        let data = on_own_line(trace, id);
        let content = match (&node.kind, &trace.tree.node(data).kind) {
            (NodeKind::Thread(_), NodeKind::ThreadStates(_)) => Content::States,
            (NodeKind::Thread(_), NodeKind::Slices(_)) => Content::Outermost,
            (NodeKind::Thread(_), NodeKind::Samples(_)) => Content::Samples,
            (NodeKind::Thread(_), _) => Content::Summary,
            _ => closed_content(node),
        };
        let data = if content == Content::Summary {
            id
        } else {
            data
        };
        let (lines, folded) = lines_of(trace, state, data, content);
        return Row {
            node: id,
            data,
            level,
            top: 0,
            lines,
            folded,
            content,
            open: Some(false),
        };
    }
    let mut row = opened(trace, state, id, level);
    if !has_more {
        row.open = None;
    }
    row
}

fn opened(trace: &Trace, state: &ViewState, id: NodeId, level: u16) -> Row {
    let data = on_own_line(trace, id);
    let content = content_of(&trace.tree.node(data).kind);
    let (lines, folded) = lines_of(trace, state, data, content);
    Row {
        node: id,
        data,
        level,
        top: 0,
        lines,
        folded,
        content,
        open: Some(true),
    }
}

/// Returns what a closed node draws: its own data or, if it has none, how busy the nodes below it are.
fn closed_content(node: &Node) -> Content {
    match content_of(&node.kind) {
        Content::Heading => Content::Summary,
        // A track without slices that only holds other tracks.
        Content::Slices if node.rows.is_empty() && !node.children.is_empty() => Content::Summary,
        content => content,
    }
}

fn content_of(kind: &NodeKind) -> Content {
    match kind {
        NodeKind::Root | NodeKind::Group | NodeKind::Process(_) | NodeKind::Thread(_) => {
            Content::Heading
        }
        NodeKind::Slices(_) | NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_) => {
            Content::Slices
        }
        NodeKind::Counter(_) => Content::Counter,
        NodeKind::CpuSched(_) => Content::CpuSched,
        NodeKind::ThreadStates(_) => Content::States,
        NodeKind::Samples(_) => Content::Samples,
        NodeKind::Logs => Content::Logs,
    }
}

/// Returns the node whose data stands on the line of `id`: for a thread its states, or its
/// slices if it has no states, or its samples if nothing else stands below it.
pub fn on_own_line(trace: &Trace, id: NodeId) -> NodeId {
    let node = trace.tree.node(id);
    if !matches!(node.kind, NodeKind::Thread(_)) {
        return id;
    }
    let kind = |child: &NodeId| &trace.tree.node(*child).kind;
    let is_samples = |child: &NodeId| matches!(kind(child), NodeKind::Samples(_));
    let children = || node.children.iter();
    let states = children().find(|child| matches!(kind(child), NodeKind::ThreadStates(_)));
    let slices = || {
        let first = children().find(|child| !is_samples(child));
        first.filter(|child| matches!(kind(child), NodeKind::Slices(_)))
    };
    let alone = || children().next().filter(|child| is_samples(child));
    let shown = states.or_else(slices).or_else(alone);
    shown.copied().unwrap_or(id)
}

/// Returns how many lines a row has, and how many visual rows are folded away.
fn lines_of(trace: &Trace, state: &ViewState, data: NodeId, content: Content) -> (usize, usize) {
    match content {
        Content::Slices => {
            let rows = trace.tree.node(data).rows.len().max(1);
            let shown = rows.min(depth_budget(state, data));
            let lines = if state.half_height {
                shown.div_ceil(2)
            } else {
                shown
            };
            (lines, rows - shown)
        }
        Content::Counter => {
            let is_opened = state.open.get(&data) == Some(&true);
            let more = if is_opened { COUNTER_LINES_MORE } else { 0 };
            (state.counter_lines.max(1) + more, 0)
        }
        _ => (1, 0),
    }
}

/// Folds all but a few rows of a merged track that is shown for now for one slice: the other slices matter
/// little, and pinned rows have little room.
fn fold_merged(trace: &Trace, state: &ViewState, row: &mut Row) {
    const LINES: usize = 4;
    let rows = &trace.tree.node(row.data).rows;
    if row.lines > LINES && matches!(rows.first(), Some(VisualRow::Packed(_))) {
        let shown = if state.half_height { LINES * 2 } else { LINES };
        row.lines = LINES;
        row.folded = rows.len().saturating_sub(shown);
    }
}

/// Returns how many depths of a node are shown: all of them once the user has opened it.
fn depth_budget(state: &ViewState, data: NodeId) -> usize {
    if state.open.get(&data) == Some(&true) {
        usize::MAX
    } else {
        state.depth_lines.max(usual_depths(state.tall))
    }
}

/// Returns how many depths of a node are shown whatever room there is.
const fn usual_depths(tall: bool) -> usize {
    if tall { MAX_DEPTHS_TALL } else { MAX_DEPTHS }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    fn trace() -> Trace {
        let mut b = TraceBuilder::new();
        let app = b.process(10, "com.example.app");
        let main = b.thread(app, 10, "main");
        let render = b.thread(app, 11, "RenderThread");
        let t = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(t, &[(0, 100, "a"), (10, 80, "b"), (20, 60, "c")]);
        let t = b.slice_track(Scope::Thread(render), None);
        b.nested_slices(t, &[(0, 100, "draw")]);
        b.finish()
    }

    fn node(trace: &Trace, name: &str) -> NodeId {
        trace
            .tree
            .walk()
            .into_iter()
            .find(|&id| trace.tree.node(id).name == name)
            .expect(name)
    }

    #[test]
    fn tracks_of_the_machine_are_closed_where_processes_follow() {
        for (has_process, is_open) in [(false, true), (true, false)] {
            let mut b = TraceBuilder::new();
            if has_process {
                let app = b.process(10, "app");
                let track = b.slice_track(Scope::Process(app), Some("of the app"));
                b.nested_slices(track, &[(0, 100, "a")]);
            }
            let [above, below] = ["PageNodes", "IsFocused"].map(|name| {
                let track = b.slice_track(Scope::Global, Some(name));
                b.nested_slices(track, &[(0, 100, "a")]);
                track
            });
            b.tracks.get_mut(below).parent = Some(above);
            let trace = b.finish();
            let nodes = node(&trace, "PageNodes");
            assert_eq!(opens_at_first(&trace, nodes), is_open);
        }
    }

    #[test]
    fn few_counters_share_the_room_of_a_large_screen() {
        let mut b = TraceBuilder::new();
        let app = b.process(10, "app");
        for name in ["fps", "heap"] {
            b.counter_track(Scope::Process(app), name, "", &[(0, 1.0), (5, 9.0)]);
        }
        let trace = b.finish();
        // The lines are a heading and the two counters.
        let mut view = ViewState::default();
        let lines = [0, 3, 4, 5, 6, 7, 9, 60].map(|height| counter_lines(&trace, &view, height));
        assert_eq!(lines, [1, 1, 1, 2, 2, 3, 4, 8]);
        let empty = TraceBuilder::new().finish();
        assert_eq!(counter_lines(&empty, &view, 60), 1);
        // What a filter leaves has the room of the others.
        view.filtered = Some(Arc::new([node(&trace, "heap")].into()));
        assert_eq!(counter_lines(&trace, &view, 5), 4);
        view.filtered = None;
        view.tall = true;
        assert_eq!(counter_lines(&trace, &view, 3), 2);
        let mut state = ViewState {
            counter_lines: 4,
            ..ViewState::default()
        };
        assert_eq!(Rows::new(&trace, &state).lines(), 9);
        state.open.insert(node(&trace, "heap"), true);
        assert_eq!(Rows::new(&trace, &state).lines(), 11);
    }

    #[test]
    fn a_thread_shows_its_slices_on_its_own_line() {
        let trace = trace();
        let rows = Rows::new(&trace, &ViewState::default());
        let lines: Vec<(usize, usize, Content)> = rows
            .rows
            .iter()
            .map(|r| (r.top, r.lines, r.content))
            .collect();
        assert_eq!(
            lines,
            [
                (0, 1, Content::Heading),
                (1, 3, Content::Slices),
                (4, 1, Content::Slices)
            ]
        );
        assert_eq!(rows.lines(), 5);
        assert_eq!(rows.rows[1].open, Some(true));
        assert_eq!(rows.rows[2].open, None, "one depth needs no chevron");
        let data = rows.rows[1].data;
        assert_ne!(data, rows.rows[1].node);
        assert_eq!(rows.place_of(data), Some(1));
        assert_eq!(rows.place_at(3), Some(1));
        assert_eq!(rows.place_at(5), None);
    }

    #[test]
    fn closing_and_hiding_and_filtering() {
        let trace = trace();
        let app = node(&trace, "com.example.app 10");
        let main = node(&trace, "main 10");
        let mut state = ViewState::default();
        state.open.insert(main, false);
        let rows = Rows::new(&trace, &state);
        assert_eq!(rows.rows[1].content, Content::Outermost);
        assert_eq!(rows.rows[1].lines, 1);

        state.hidden.insert(main);
        assert_eq!(Rows::new(&trace, &state).rows.len(), 2);

        state.hidden.clear();
        state.open.insert(app, false);
        assert_eq!(Rows::new(&trace, &state).rows.len(), 1);
        state.open.remove(&app);
        let render = node(&trace, "RenderThread 11");
        state.filtered = Some(Arc::new([render].into()));
        let rows = Rows::new(&trace, &state);
        assert_eq!(
            rows.rows.iter().map(|r| r.node).collect::<Vec<_>>(),
            [app, render]
        );
    }

    #[test]
    fn a_filter_keeps_as_many_tracks_as_the_headings_count() {
        let trace = trace();
        let app = trace.tree.node(TrackTree::ROOT).children[0];
        let n_tracks = |matches: BTreeSet<NodeId>| {
            let kept = n_kept(&trace.tree, &matches);
            let state = ViewState {
                filtered: Some(Arc::new(matches)),
                ..ViewState::default()
            };
            let rows = Rows::new(&trace, &state);
            let place = rows.place_of(app).expect("a heading");
            assert_eq!(rows.n_in_group(&rows.rows[place]), kept);
            kept
        };
        let all: Vec<NodeId> = (1..trace.tree.len()).map(NodeId::from_index).collect();
        let n_children = trace.tree.node(app).children.len();
        assert!(n_children > 1 && all.len() > n_children + 1);
        assert_eq!(n_tracks(all.into_iter().collect()), n_children);
        assert_eq!(n_tracks([app].into()), n_children);
        let deep = trace.tree.node(node(&trace, "RenderThread 11")).children[0];
        assert_eq!(n_tracks([deep].into()), 1);
    }

    #[test]
    fn pins_come_first_and_stale_ones_are_ignored() {
        let trace = trace();
        let state = ViewState {
            pins: vec![node(&trace, "RenderThread 11"), NodeId(999)],
            ..ViewState::default()
        };
        let rows = Rows::new(&trace, &state);
        assert_eq!(rows.pinned.len(), 1);
        assert_eq!(rows.pinned_room(10), 1);
    }
}
