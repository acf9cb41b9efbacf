//! Arrows of the flows around the selected slice.
//!
//! First every flow within reach gets a fate: an arrow, a stub at an edge, or a
//! count. Then [`route`] leads the arrows over the cells. Nothing here draws a
//! flow that is not in the table, and none is lost: the fates add up.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::bars::SELECTED_INSTANT;
use super::rows::{Content, Rows};
use super::scene::{Item, Scene, Stroke, StrokeShape};
use super::state::{Selection, ViewState};
use super::viewport::Viewport;
use crate::base::time::{Dur, Ts};
use crate::model::ids::{FlowId, NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::flows::{
    self, Direction, Hop, Limits, WalkEnd, default_focus_of, delay_ns, head_ts, is_backward,
    tail_ts,
};

mod marks;
mod route;
#[cfg(test)]
mod tests;
mod wakeup;

use marks::mark_slices;

/// The most arrows on a screen; the others are counted.
const MAX_ARROWS: usize = 24;

/// How many flows are looked at around the selection.
const BUDGET: usize = 2000;

/// Ends of flows this near to each other share an arrow, in columns.
const BUNDLE_COLS: i64 = 2;

/// An edge of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The first line.
    Top,
    /// The last line.
    Bottom,
    /// The first column.
    Left,
    /// The last column.
    Right,
}

/// What became of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It is drawn, as its own arrow or as one of a bundle.
    Drawn,
    /// Its other end is beyond an edge, which shows how many such flows there are.
    Stub(Edge),
    /// Both ends are beyond the screen.
    Away(Edge),
    /// An end is on a track that is hidden or filtered out.
    Hidden,
    /// Its category is not shown.
    Category,
    /// There are more flows than a screen holds.
    OverLimit,
}

/// The arrows of a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrows {
    /// The cells.
    pub strokes: Vec<Stroke>,
    /// Every flow within reach of the selection, and what became of it.
    pub fates: Vec<(FlowId, Fate)>,
    /// Whether there are more flows than were looked at, or beyond the depth.
    pub end: WalkEnd,
}

impl Arrows {
    /// Returns how many flows have one of these fates.
    pub fn count(&self, is: impl Fn(Fate) -> bool) -> usize {
        self.fates.iter().filter(|fate| is(fate.1)).count()
    }

    /// Returns how many flows are drawn or stubbed.
    pub fn n_shown(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Drawn | Fate::Stub(_)))
    }

    /// Returns what the status says: `24 of 310 flows`; `None` if all are shown or there are none.
    pub fn note(&self) -> Option<String> {
        let (shown, total) = (self.n_shown(), self.fates.len());
        let more = match self.end {
            WalkEnd::Cut => "+",
            WalkEnd::All => "",
        };
        (shown < total || !more.is_empty()).then(|| format!("{shown} of {total}{more} flows"))
    }
}

/// Where an end of a flow is on the screen, vertically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Its slice is drawn on this line of the timeline.
    Line(u16),
    /// It is inside a closed group, whose line this is.
    Group(u16),
    Above,
    Below,
    Hidden,
}

/// An end of an arrow: where it is, in eighths of a column from the left edge.
#[derive(Clone, Copy, Debug)]
struct End {
    place: Place,
    eighth: i64,
}

impl End {
    /// Returns the edge of the window beyond which the time of this end lies, in a window that ends at
    /// `right`, in eighths.
    fn beyond(self, right: i64) -> Option<Edge> {
        match self.eighth {
            ..0 => Some(Edge::Left),
            eighth if eighth >= right => Some(Edge::Right),
            _ => None,
        }
    }

    fn is_on_screen(self, right: i64) -> bool {
        !is_beyond(self.place) && self.beyond(right).is_none()
    }
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    hop: Hop,
    /// The slices that the flow leaves and reaches.
    ends: (SliceId, SliceId),
    tail: End,
    head: End,
    rank: Rank,
    backward: bool,
}

/// How much an arrow matters, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Focus,
    Direct,
    Indirect,
}

/// Finds places of slices on the screen.
struct Places<'a> {
    trace: &'a Trace,
    rows: &'a Rows,
    scroll_top: usize,
    /// How many visual rows share a line.
    per_line: usize,
    /// Line by node and visual row.
    lines: BTreeMap<(NodeId, usize), u16>,
    /// The first line of each node on the screen.
    nodes: HashMap<NodeId, u16>,
    /// Place in `rows` by node.
    row_of: HashMap<NodeId, usize>,
    /// Where slices are whose own row is not drawn, by node.
    elsewhere: HashMap<NodeId, Place>,
}

impl<'a> Places<'a> {
    fn new(trace: &'a Trace, rows: &'a Rows, scene: &Scene, per_line: usize) -> Self {
        let timeline = scene.layout.timeline;
        let mut lines = BTreeMap::new();
        let mut nodes = HashMap::new();
        for line in &scene.tracks {
            let Some(y) = line
                .y
                .checked_sub(timeline.y)
                .filter(|&y| y < timeline.height)
            else {
                continue;
            };
            if let Some(row) = line.row {
                lines.insert((line.data, row), y);
                nodes.entry(line.data).or_insert(y);
            }
            if line.first {
                nodes.entry(line.node).or_insert(y);
            }
        }
        let mut row_of = HashMap::new();
        for (index, row) in rows.rows.iter().enumerate() {
            row_of.insert(row.data, index);
            row_of.insert(row.node, index);
        }
        Self {
            trace,
            rows,
            scroll_top: scene.scroll.top,
            per_line,
            lines,
            nodes,
            row_of,
            elsewhere: HashMap::new(),
        }
    }

    fn of(&mut self, slice: SliceId) -> Place {
        let tree = &self.trace.tree;
        let Some((node, row)) = tree.place_of(&self.trace.slices, slice) else {
            return Place::Hidden;
        };
        if let Some(&y) = self.lines.get(&(node, row)) {
            return Place::Line(y);
        }
        if let Some(place) = self.beyond_edge(node, row) {
            return place;
        }
        // A slice on a folded row is inside what the nearest drawn row above shows.
        if let Some((_, &y)) = self.lines.range((node, 0)..(node, row)).next_back() {
            return Place::Group(y);
        }
        if let Some(&place) = self.elsewhere.get(&node) {
            return place;
        }
        let place = self.of_node(node);
        self.elsewhere.insert(node, place);
        place
    }

    /// Returns beyond which edge of the screen a visual row is of a node that is cut by that edge; `None` if the edge
    /// does not part it from the rows that are drawn.
    fn beyond_edge(&self, node: NodeId, row: usize) -> Option<Place> {
        let shown = &self.rows.rows[*self.row_of.get(&node)?];
        let drawn = self.lines.range((node, 0)..=(node, usize::MAX));
        let (first, last) = (drawn.clone().next()?, drawn.clone().next_back()?);
        let is_cut = shown.content == Content::Slices && drawn.count() < shown.lines;
        let line_of = |row: usize| row / self.per_line;
        // Rows above the first one may be folded, too.
        if shown.top < self.scroll_top && line_of(row) < line_of(first.0.1) {
            return Some(Place::Above);
        }
        let is_at_bottom = self.lines.values().max() == Some(last.1);
        (is_cut && is_at_bottom && line_of(row) > line_of(last.0.1)).then_some(Place::Below)
    }

    /// Returns where a node, or the nearest node above it that has a row, is.
    fn of_node(&self, node: NodeId) -> Place {
        for at in self.trace.tree.path_up(node) {
            if let Some(&y) = self.nodes.get(&at) {
                return Place::Group(y);
            }
            if let Some(&index) = self.row_of.get(&at) {
                return if self.rows.rows[index].top < self.scroll_top {
                    Place::Above
                } else {
                    Place::Below
                };
            }
        }
        Place::Hidden
    }
}

/// Returns the arrows around the slice on which the selection has come to rest; none if no slice is selected.
pub fn arrows(trace: &Trace, state: &ViewState, rows: &Rows, scene: &Scene) -> Arrows {
    let Selection::Slice(selected) = state.selection else {
        return Arrows::default();
    };
    // While a flow is followed, arrows change at once; else they come when the selection has rested.
    let settled = state.settled.filter(|_| state.flows.focus.is_none());
    let selected = settled.unwrap_or(selected);
    let timeline = scene.layout.timeline;
    if !state.flows.shown
        || trace.flows.is_empty()
        || timeline.is_empty()
        || selected.index() >= trace.slices.len()
    {
        return Arrows::default();
    }
    let limits = Limits {
        depth: u32::from(state.flows.depth.max(1)),
        budget: BUDGET,
    };
    let walk = flows::walk(trace, selected, limits);
    let focus = focus(trace, state, selected);
    let view = state.viewport.with_cols(timeline.width);
    let mut places = Places::new(trace, rows, scene, 1 + usize::from(state.half_height));
    let mut fates: Vec<(FlowId, Fate)> = Vec::with_capacity(walk.hops.len());
    let mut candidates: Vec<Candidate> = Vec::new();
    for hop in walk.hops {
        if state.flows.is_off(trace, hop.flow) {
            fates.push((hop.flow, Fate::Category));
            continue;
        }
        let candidate = candidate(trace, view, &mut places, hop, focus);
        match fate_beyond(&candidate, timeline.width) {
            Some(fate) => fates.push((hop.flow, fate)),
            None => candidates.push(candidate),
        }
    }
    let right = i64::from(timeline.width) * 8;
    candidates.sort_by_key(|c| {
        let delay = delay_ns(trace, c.hop.flow);
        // What can be followed with the eyes comes before what leads off the screen.
        let leads_off = !(c.tail.is_on_screen(right) && c.head.is_on_screen(right));
        let delay = std::cmp::Reverse(delay);
        (c.rank, c.hop.depth, leads_off, delay, c.hop.flow)
    });
    let (bundles, mut rest) = bundle(candidates, right);
    fates.append(&mut rest);
    let mut router = route::Router::new(scene, Item::Slice(selected));
    // The most important is drawn last, over the others.
    for bundle in bundles.iter().rev() {
        let fate = router.draw(bundle);
        fates.extend(bundle.flows.iter().map(|&flow| (flow, fate)));
    }
    fates.sort_unstable();
    Arrows {
        strokes: router.finish(),
        fates,
        end: walk.end,
    }
}

/// Adds the arrows of the selection to a scene, or marks slices that have flows if there is none.
pub(super) fn draw(trace: &Trace, state: &ViewState, rows: &Rows, scene: &mut Scene) -> Arrows {
    let mut arrows = arrows(trace, state, rows, scene);
    scene.strokes.append(&mut arrows.strokes);
    let mut strokes = wakeup::strokes(trace, state, rows, scene);
    scene.strokes.append(&mut strokes);
    keep_selected(scene);
    if state.flows.shown && state.selection == Selection::None {
        mark_slices(trace, state, scene);
    }
    arrows
}

/// Removes lines of arrows from the mark of a selected instant, so that they end beside it. A head in its
/// cell stays, as it says more than the mark.
fn keep_selected(scene: &mut Scene) {
    let lines = scene.lines.iter();
    let marks: Vec<(u16, u16)> = lines
        .flat_map(|line| line.glyphs.iter().map(move |glyph| (line, glyph)))
        .filter(|(_, glyph)| glyph.ch == SELECTED_INSTANT)
        .map(|(line, glyph)| (line.x + glyph.x, line.y))
        .collect();
    let is_line =
        |stroke: &Stroke| matches!(stroke.shape, StrokeShape::Joins(_) | StrokeShape::Dotted(_));
    let is_on_mark = |stroke: &Stroke| marks.contains(&(stroke.x, stroke.y));
    let strokes = &mut scene.strokes;
    strokes.retain(|stroke| !(is_line(stroke) && is_on_mark(stroke)));
}

/// Returns the flow that `]` and `[` follow: the chosen one if it touches the selection, else the one that
/// was walked last, else the default one; forward before backward.
pub fn focus(trace: &Trace, state: &ViewState, selected: SliceId) -> Option<FlowId> {
    let is_shown = |flow| !state.flows.is_off(trace, flow);
    let touches = |flow: Option<FlowId>, direction: Direction| {
        // The flow may be of another trace.
        let flow = flow.filter(|flow| flow.index() < trace.flows.len())?;
        let near = flows::other_end(trace, flow, direction.reversed());
        (near == selected && is_shown(flow)).then_some(flow)
    };
    let default = |way| default_focus_of(trace, selected, way, is_shown);
    let ways = [Direction::Forward, Direction::Backward];
    let (chosen, walked) = (state.flows.focus, state.flows.walked);
    let chosen = ways.iter().find_map(|&way| touches(chosen, way));
    chosen.or_else(|| {
        ways.iter()
            .find_map(|&way| touches(walked, way).or_else(|| default(way)))
    })
}

fn candidate(
    trace: &Trace,
    view: Viewport,
    places: &mut Places<'_>,
    hop: Hop,
    focus: Option<FlowId>,
) -> Candidate {
    let flow = trace.flows.get(hop.flow);
    let mut end = |slice, ts: Ts| End {
        place: places.of(slice),
        eighth: view.eighth_from_ts(ts),
    };
    let mut tail = end(flow.from, tail_ts(trace, hop.flow));
    // The line begins beside the mark of an instant.
    let col = tail.eighth.div_euclid(8);
    let is_instant = trace.slices.dur(flow.from).is_some_and(Dur::is_zero);
    if is_instant && (0..i64::from(view.cols()) - 1).contains(&col) {
        tail.eighth = (col + 1) * 8;
    }
    let head = end(flow.to, head_ts(trace, hop.flow));
    let rank = match hop.depth {
        _ if focus == Some(hop.flow) => Rank::Focus,
        1 => Rank::Direct,
        _ => Rank::Indirect,
    };
    Candidate {
        hop,
        ends: (flow.from, flow.to),
        tail,
        head,
        rank,
        backward: is_backward(trace, hop.flow),
    }
}

/// Returns the fate of a flow of which nothing is on the screen, or of which one end is hidden.
fn fate_beyond(candidate: &Candidate, width: u16) -> Option<Fate> {
    let (tail, head) = (candidate.tail, candidate.head);
    let right = i64::from(width) * 8;
    match (tail.place, head.place) {
        (Place::Hidden, _) | (_, Place::Hidden) => Some(Fate::Hidden),
        (Place::Above, Place::Above) => Some(Fate::Away(Edge::Top)),
        (Place::Below, Place::Below) => Some(Fate::Away(Edge::Bottom)),
        _ if tail.beyond(right) == head.beyond(right) => head.beyond(right).map(Fate::Away),
        _ => None,
    }
}

/// Flows that share an arrow.
#[derive(Debug)]
struct Bundle {
    lead: Candidate,
    flows: Vec<FlowId>,
}

/// What flows of one arrow have in common: their lines, whether they go back in time, and whether they lead to
/// the selection or away from it.
type Lines = (u32, u32, bool, Direction);

/// Joins flows whose ends are near to each other in a window that ends at `right`, in eighths. Returns what
/// does not fit a screen as fates.
fn bundle(candidates: Vec<Candidate>, right: i64) -> (Vec<Bundle>, Vec<(FlowId, Fate)>) {
    let mut bundles: Vec<Bundle> = Vec::new();
    let mut by_lines: BTreeMap<Lines, Vec<usize>> = BTreeMap::new();
    let mut rest = Vec::new();
    for candidate in candidates {
        // Beyond an edge all times are as near.
        let near = |a: End, b: End| match (a.beyond(right), b.beyond(right)) {
            (None, None) => (a.eighth - b.eighth).abs() <= 8 * BUNDLE_COLS,
            (a, b) => a == b,
        };
        let lines = (
            line_key(candidate.tail.place),
            line_key(candidate.head.place),
            candidate.backward,
            candidate.hop.direction,
        );
        let same = by_lines.entry(lines).or_default();
        let found = same.iter().copied().find(|&index| {
            let lead = &bundles[index].lead;
            // Flows that lead to an edge share one stub for each end on the screen.
            let is_near = |a: End, b: End| is_beyond(a.place) || near(a, b);
            is_near(lead.tail, candidate.tail) && is_near(lead.head, candidate.head)
        });
        match found {
            Some(index) => bundles[index].flows.push(candidate.hop.flow),
            None if bundles.len() < MAX_ARROWS => {
                same.push(bundles.len());
                bundles.push(Bundle {
                    lead: candidate,
                    flows: vec![candidate.hop.flow],
                });
            }
            None => rest.push((candidate.hop.flow, Fate::OverLimit)),
        }
    }
    (bundles, rest)
}

fn is_beyond(place: Place) -> bool {
    matches!(place, Place::Above | Place::Below)
}

/// A number that is the same for the same line.
fn line_key(place: Place) -> u32 {
    match place {
        Place::Line(y) => u32::from(y),
        Place::Group(y) => 0x1_0000 | u32::from(y),
        Place::Above => 0x2_0000,
        Place::Below => 0x3_0000,
        Place::Hidden => 0x4_0000,
    }
}

/// Returns the slice that a span stands for.
fn slice_of(item: Item) -> Option<SliceId> {
    match item {
        Item::Slice(slice) => Some(slice),
        _ => None,
    }
}
