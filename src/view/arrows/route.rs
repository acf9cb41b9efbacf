//! Leads arrows over cells: orthogonal, through the cheapest channel.
//!
//! Each cell holds which of its sides lines join, so that crossings and branches
//! come out right whatever the order. Nothing leaves the timeline, lines pass
//! behind labels, and nothing is drawn over the label of the selected slice.

use super::super::scene::{
    self, Direction as Side, Ink, Item, Role, Scene, SpanKind, Stroke, StrokeShape,
};
use super::{Bundle, Direction, Edge, Fate, Place, Rank};
use crate::model::ids::{FlowId, SliceId};

mod counts;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;
const UPRIGHT: u8 = NORTH | SOUTH;
const LEVEL: u8 = EAST | WEST;

/// What it costs to lead a line over a cell. A label costs more than any number of slices: a channel without
/// labels is taken wherever there is one.
const OVER_LABEL: u64 = 1 << 32;
const OVER_SLICE: u64 = 3;
const OVER_ARROW: u64 = 1;

/// How far a stub goes aside to find a channel, in columns.
const STUB_COLS: i64 = 12;

/// Where a line ends at the side of the window: its flows go on beyond it.
const TO_LEFT: char = '←';
const TO_RIGHT: char = '→';

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    cost: u64,
    /// Whether a text stands here, which a mark over it would turn into another text.
    label: bool,
    /// Whether the label of the selected slice stands here.
    blocked: bool,
    sides: u8,
    /// A head, a dot or a digit instead of a line.
    mark: Option<StrokeShape>,
    rank: Option<Rank>,
    style: Style,
    /// The flow that was led over the cell last, and its slices.
    flow: Option<FlowId>,
    ends: Option<(SliceId, SliceId)>,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    #[default]
    Solid,
    /// Back in time.
    Dotted,
}

/// How a line is drawn, and for which flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) rank: Rank,
    pub(super) style: Style,
    /// The flow; `ends` are the slices that it leaves and reaches.
    pub(super) flow: Option<FlowId>,
    pub(super) ends: Option<(SliceId, SliceId)>,
}

impl Pen {
    fn of(bundle: &Bundle) -> Self {
        Self {
            flow: Some(bundle.lead.hop.flow),
            ends: Some(bundle.lead.ends),
            rank: bundle.lead.rank,
            style: if bundle.lead.backward {
                Style::Dotted
            } else {
                Style::Solid
            },
        }
    }
}

/// The cells of the timeline while arrows are led over them.
#[derive(Debug)]
pub(super) struct Router {
    area: scene::Rect,
    cells: Vec<Cell>,
    /// Counts to be written when all lines and heads are drawn, each with the cell that it belongs to.
    counts: Vec<(Pen, At, String)>,
    arrivals: Vec<Arrival>,
}

/// Flows that come from beyond the first or the last line through one of its cells.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    pen: Pen,
    at: At,
    /// The line to which the first of them leads.
    y: i64,
    n_flows: usize,
}

/// A cell by column and line of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Router {
    /// Returns the cells of a scene's timeline, with what stands on them.
    pub(super) fn new(scene: &Scene, selected: Item) -> Self {
        let area = scene.layout.timeline;
        let n_cells = usize::from(area.width) * usize::from(area.height);
        let mut router = Self {
            area,
            cells: vec![Cell::default(); n_cells],
            counts: Vec::new(),
            arrivals: Vec::new(),
        };
        for line in &scene.lines {
            if line.x < area.x || !area.contains(line.x, line.y) {
                continue;
            }
            let y = i64::from(line.y - area.y);
            let left = i64::from(line.x - area.x);
            let mut selected_cells = 0..0;
            for span in &line.spans {
                let (x0, x1) = (i64::from(span.x0 / 8), i64::from(span.x1.div_ceil(8)));
                if span.item == selected && span.kind != SpanKind::Dense(0) {
                    selected_cells = x0..x1;
                }
                for x in x0..x1 {
                    router.update(At { x: left + x, y }, |cell| cell.cost = OVER_SLICE);
                }
            }
            for text in &line.texts {
                let blocked = selected_cells.contains(&i64::from(text.x));
                let blank = |c: char| (c == ' ').then_some(1);
                let lead: u16 = text.text.chars().map_while(blank).sum();
                let trail: u16 = text.text.chars().rev().map_while(blank).sum();
                let words = text.x + lead..text.end().saturating_sub(trail);
                for x in text.x..text.end() {
                    router.update(
                        At {
                            x: left + i64::from(x),
                            y,
                        },
                        |cell| {
                            cell.cost = OVER_LABEL;
                            cell.label |= words.contains(&x);
                            cell.blocked |= blocked;
                        },
                    );
                }
            }
        }
        router
    }

    fn index(&self, at: At) -> Option<usize> {
        let inside = at.x >= 0
            && at.y >= 0
            && at.x < i64::from(self.area.width)
            && at.y < i64::from(self.area.height);
        inside.then(|| at.y as usize * usize::from(self.area.width) + at.x as usize)
    }

    fn update(&mut self, at: At, change: impl FnOnce(&mut Cell)) {
        if let Some(index) = self.index(at) {
            change(&mut self.cells[index]);
        }
    }

    /// Returns what it costs to lead an arrow over a cell along some of its sides: nothing where an arrow
    /// with the same tail or head goes the same way, because such arrows branch like a tree.
    fn cost(&self, pen: Pen, at: At, along: u8) -> u64 {
        self.index(at).map_or(0, |index| {
            let cell = &self.cells[index];
            let is_of_tree = match (cell.ends, pen.ends) {
                (Some(there), Some(own)) => there.0 == own.0 || there.1 == own.1,
                _ => false,
            };
            match cell.sides {
                0 => cell.cost,
                sides if is_of_tree && sides & along != 0 => 0,
                _ => cell.cost + OVER_ARROW,
            }
        })
    }

    /// Draws a bundle and returns what became of its flows.
    pub(super) fn draw(&mut self, bundle: &Bundle) -> Fate {
        let (tail, head) = (bundle.lead.tail, bundle.lead.head);
        let beyond = |place| match place {
            Place::Above => Some(Edge::Top),
            Place::Below => Some(Edge::Bottom),
            _ => None,
        };
        match (beyond(tail.place), beyond(head.place)) {
            (None, Some(edge)) => self.stub(bundle, edge, Touch::Leaves),
            (Some(edge), None) => self.stub(bundle, edge, Touch::Arrives),
            // From above the screen to below it, or the other way.
            (Some(edge), Some(_)) => Fate::Away(edge),
            (None, None) => self.arrow(bundle),
        }
    }

    /// Draws a line from an end on the screen to the first or last line, with a count.
    fn stub(&mut self, bundle: &Bundle, edge: Edge, touch: Touch) -> Fate {
        let width = i64::from(self.area.width);
        let (tail, head) = (bundle.lead.tail, bundle.lead.head);
        let end = match touch {
            Touch::Leaves => tail,
            Touch::Arrives => head,
        };
        let Some(y) = line_of(end.place) else {
            return Fate::Hidden;
        };
        let from = At {
            x: match touch {
                Touch::Leaves => first_free_col(end.eighth),
                Touch::Arrives => last_free_col(end.eighth),
            },
            y,
        };
        if from.x < 0 && end.eighth < 0 {
            return Fate::Away(Edge::Left);
        }
        if from.x >= width && end.eighth >= width * 8 {
            return Fate::Away(Edge::Right);
        }
        let x = from.x.clamp(0, width - 1);
        let pen = Pen::of(bundle);
        let (edge_y, arrow) = self.edge(edge);
        // The stub turns between the times of its ends, so that the turn misleads nobody who reads it as a
        // time.
        let (left, right) = if bundle.lead.backward {
            (0, width - 1)
        } else {
            (first_free_col(tail.eighth), last_free_col(head.eighth))
        };
        let (start, limit) = match touch {
            Touch::Leaves => (x, (x + STUB_COLS).min(right.max(x)).min(width - 1)),
            Touch::Arrives => {
                // The head needs a cell beside what comes from beyond, which may go on to other heads.
                let start = (x - 1).max(0);
                (start, (x - STUB_COLS).max(left.min(start)).max(0))
            }
        };
        let channel = self.aside(pen, (start, limit), y, edge_y);
        self.horizontal(pen, y, x, channel);
        if edge_y != y {
            self.vertical(pen, channel, y, edge_y);
        }
        let at = At {
            x: channel,
            y: edge_y,
        };
        match touch {
            Touch::Leaves => self.write_at_end(pen, at, arrow, bundle.flows.len()),
            Touch::Arrives => {
                self.beyond(pen, at, edge);
                self.head(bundle, At { x, y }, Side::Right);
                let n_flows = bundle.flows.len();
                // Stubs that come through one cell of the edge have one count.
                match self.arrivals.iter_mut().find(|known| known.at == at) {
                    Some(known) => known.n_flows += n_flows,
                    None => self.arrivals.push(Arrival {
                        pen,
                        at,
                        y,
                        n_flows,
                    }),
                }
            }
        }
        Fate::Stub(edge)
    }

    /// Leads a line on beyond an edge, without a head, as the flow comes from there.
    pub(super) fn beyond(&mut self, pen: Pen, at: At, edge: Edge) {
        let side = match edge {
            Edge::Top => NORTH,
            _ => SOUTH,
        };
        self.join(pen, at, side);
    }

    /// Returns the line of an edge, and the character that points beyond it.
    pub(super) fn edge(&self, edge: Edge) -> (i64, char) {
        match edge {
            Edge::Top => (0, '▲'),
            _ => (i64::from(self.area.height) - 1, '▼'),
        }
    }

    /// Returns the column from `x` to `limit` through which a line from `y` to `edge` crosses
    /// fewest labels on its whole way; the nearest of those.
    fn aside(&self, pen: Pen, (x, limit): (i64, i64), y: i64, edge: i64) -> i64 {
        let (top, bottom) = (y.min(edge), y.max(edge));
        let step = if limit < x { -1 } else { 1 };
        let mut way = 0;
        let mut best = (u64::MAX, x);
        for at in std::iter::successors(Some(x), |at| Some(at + step).filter(|_| *at != limit)) {
            let labels = |y, along| self.cost(pen, At { x: at, y }, along) / OVER_LABEL;
            way += labels(y, LEVEL);
            let lines = (top..=bottom).filter(|&line| line != y);
            let down: u64 = lines.map(|y| labels(y, UPRIGHT)).sum();
            if way + down < best.0 {
                best = (way + down, at);
            }
        }
        best.1
    }

    /// Returns a cell for a head: the given one or, for a head that points right, the first cell of its
    /// target, whichever is free of labels; for a dot, another one near; else the nearest cell that the label of
    /// the selection leaves free.
    fn beside_label(&self, at: At, side: Side, is_dot: bool) -> At {
        let is_clear = |x: i64, taken: fn(&Cell) -> bool| {
            let index = self.index(At { x, ..at });
            index.is_some_and(|index| !taken(&self.cells[index]))
        };
        let into = at.x + i64::from(side == Side::Right);
        let mut next = [at.x, into].into_iter();
        let mut unlabelled = next.find(|&x| is_clear(x, |cell| cell.label || cell.blocked));
        if unlabelled.is_none() && is_dot {
            // What a group is called says more than where in it a flow ends.
            let mut near = (1..=STUB_COLS).flat_map(|by| [at.x - by, at.x + by]);
            unlabelled = near.find(|&x| is_clear(x, |cell| cell.label || cell.blocked));
        }
        let mut near = (0..i64::from(self.area.width)).flat_map(|by| [at.x - by, at.x + by]);
        let x = unlabelled.or_else(|| near.find(|&x| is_clear(x, |cell| cell.blocked)));
        At {
            x: x.unwrap_or(at.x),
            ..at
        }
    }

    fn arrow(&mut self, bundle: &Bundle) -> Fate {
        let lead = &bundle.lead;
        let (Some(y0), Some(y1)) = (line_of(lead.tail.place), line_of(lead.head.place)) else {
            return Fate::Hidden;
        };
        let width = i64::from(self.area.width);
        let pen = Pen::of(bundle);
        let from = At {
            x: first_free_col(lead.tail.eighth).clamp(0, width - 1),
            y: y0,
        };
        let xh = last_free_col(lead.head.eighth).clamp(0, width - 1);
        let (comes_from, goes_to) = (lead.tail.beyond(width * 8), lead.head.beyond(width * 8));
        if lead.backward {
            self.backward(bundle, from, At { x: xh, y: y1 });
        } else if goes_to == Some(Edge::Right) {
            self.off(bundle, from, y1);
        } else if y0 == y1 {
            self.level(bundle, from.x, xh, y0);
        // The cells before the window's left edge count as free.
        } else if xh - from.x >= 2 || (comes_from == Some(Edge::Left) && xh > from.x) {
            let first = (from.x + 1).min(xh - 1);
            let channel = self.channel(pen, (first, xh - 1), y0, y1);
            self.horizontal(pen, y0, from.x, channel);
            self.vertical(pen, channel, y0, y1);
            self.horizontal(pen, y1, channel, xh);
            self.head(bundle, At { x: xh, y: y1 }, Side::Right);
            self.bundle_count(bundle, At { x: channel, y: y0 });
            self.runs_in(pen, comes_from, from);
        } else {
            let into = lead.head.eighth.div_euclid(8).clamp(0, width - 1);
            let from = lead.tail.eighth.div_euclid(8).clamp(0, width - 1);
            let x = self.drop_col(pen, (into, from), y0, y1);
            self.drop(bundle, x, y0, y1);
        }
        Fate::Drawn
    }

    /// Leads a line to the last column, where it has no head: what it leads to is not there, but later.
    fn off(&mut self, bundle: &Bundle, from: At, y: i64) {
        let pen = Pen::of(bundle);
        let edge = i64::from(self.area.width) - 1;
        let bend = if from.x < edge && from.y != y {
            let first = (from.x + 1).min(edge - 1);
            self.channel(pen, (first, edge - 1), from.y, y)
        } else {
            edge
        };
        if bend > from.x {
            self.horizontal(pen, from.y, from.x, bend);
        }
        if from.y != y {
            self.vertical(pen, bend, from.y, y);
        }
        if edge > bend {
            self.horizontal(pen, y, bend, edge);
        }
        self.runs_in(pen, bundle.lead.tail.beyond((edge + 1) * 8), from);
        self.write_at_end(pen, At { x: edge, y }, TO_RIGHT, bundle.flows.len());
    }

    /// Leads a line on to the side of the window from beyond which it comes.
    fn runs_in(&mut self, pen: Pen, comes_from: Option<Edge>, at: At) {
        match comes_from {
            Some(Edge::Left) => self.join(pen, at, WEST),
            Some(Edge::Right) => self.join(pen, at, EAST),
            _ => {}
        }
    }

    /// Returns the column for a straight line down: that of the target, unless another one between
    /// the two ends crosses less.
    fn drop_col(&self, pen: Pen, (into, from): (i64, i64), y0: i64, y1: i64) -> i64 {
        let (top, bottom) = (y0.min(y1), y0.max(y1));
        let cost = |x: i64| -> u64 {
            let cells = (top + 1..bottom).map(|y| At { x, y });
            cells.map(|at| self.cost(pen, at, UPRIGHT)).sum()
        };
        (into.min(from)..=into.max(from))
            .min_by_key(|&x| (cost(x), (x - into).abs()))
            .unwrap_or(into)
    }

    /// Draws a straight vertical line that ends above or below the target.
    fn drop(&mut self, bundle: &Bundle, x: i64, y0: i64, y1: i64) {
        let step = (y1 - y0).signum();
        let side = if step > 0 { Side::Down } else { Side::Up };
        // Neighbouring lines have no line between them, so that the head goes onto the target itself.
        let before = y1 - step;
        let is_label = |y: i64| {
            let index = self.index(At { x, y });
            index.is_some_and(|index| self.cells[index].label)
        };
        let is_over = (y1 - y0).abs() > 1 && (!is_label(before) || is_label(y1));
        let tip = if is_over { before } else { y1 };
        let start = y0 + step;
        if start != tip {
            self.vertical(Pen::of(bundle), x, start, tip);
        }
        let tip = At { x, y: tip };
        self.head(bundle, tip, side);
        self.bundle_count(bundle, tip);
    }

    /// Draws an arrow between slices of one line.
    fn level(&mut self, bundle: &Bundle, x0: i64, xh: i64, y: i64) {
        let width = i64::from(self.area.width);
        if xh > x0 {
            let pen = Pen::of(bundle);
            self.horizontal(pen, y, x0, xh);
            let comes_from = bundle.lead.tail.beyond(width * 8);
            self.runs_in(pen, comes_from, At { x: x0, y });
        }
        // Where both ends are in one column, what reaches the selection stands before it and what leaves it
        // behind it.
        let is_past = x0 > bundle.lead.head.eighth.div_euclid(8);
        let x = match bundle.lead.hop.direction {
            Direction::Backward if is_past => xh,
            _ => xh.max(x0),
        };
        let tip = At { x, y };
        self.head(bundle, tip, Side::Right);
        self.bundle_count(bundle, At { x: x0, y });
    }

    /// Draws a dotted arrow back in time: away from the tail's line, back, and to the head.
    fn backward(&mut self, bundle: &Bundle, tail: At, head: At) {
        let down =
            head.y > tail.y || (head.y == tail.y && tail.y + 1 < i64::from(self.area.height));
        let step = if down { 1 } else { -1 };
        let width = i64::from(self.area.width);
        let goes_on = bundle.lead.head.beyond(width * 8) == Some(Edge::Left);
        if (head.y - tail.y).abs() == 1 && !goes_on {
            self.drop(bundle, head.x, tail.y, head.y);
            return;
        }
        let between = self.level_between(Pen::of(bundle), tail, head, step);
        // A line turns where it is seen, not behind words.
        let corner = |x: i64, step: i64| {
            let mut near = (0..=STUB_COLS).map(|by| x + by * step);
            let is_seen = |&x: &i64| {
                let index = self.index(At { x, y: between });
                index.is_some_and(|index| !self.cells[index].label)
            };
            near.find(is_seen).unwrap_or(x)
        };
        let (out, back) = if head.y == tail.y {
            (corner(tail.x, 1), head.x)
        } else {
            (corner(tail.x, 1), corner(head.x, -1))
        };
        let pen = Pen::of(bundle);
        if out != tail.x {
            self.horizontal(pen, tail.y, tail.x, out);
        }
        self.vertical(pen, out, tail.y, between);
        self.horizontal(pen, between, back, out);
        self.runs_in(pen, bundle.lead.tail.beyond(width * 8), tail);
        if goes_on {
            if between != head.y {
                self.vertical(pen, back, between, head.y);
            }
            let at = At { x: back, y: head.y };
            self.write_at_end(pen, at, TO_LEFT, bundle.flows.len());
            return;
        }
        let side = if head.y == tail.y {
            if down { Side::Up } else { Side::Down }
        } else {
            if between != head.y {
                self.vertical(pen, back, between, head.y);
            }
            if back != head.x {
                self.horizontal(pen, head.y, back, head.x);
            }
            Side::Right
        };
        let tip = if head.y == tail.y {
            At {
                x: head.x,
                y: between,
            }
        } else {
            head
        };
        self.head(bundle, tip, side);
        self.bundle_count(bundle, At { x: out, y: between });
    }

    /// Returns the line on which a way back crosses least: the nearest to the tail of those that
    /// lie between it and the head.
    fn level_between(&self, pen: Pen, tail: At, head: At, step: i64) -> i64 {
        if tail.y == head.y {
            return tail.y + step;
        }
        let cost = |y: i64| -> u64 {
            let across = (head.x.min(tail.x)..=head.x.max(tail.x)).map(|x| At { x, y });
            let out = (tail.y.min(y)..=tail.y.max(y)).map(|y| At { x: tail.x, y });
            let back = (head.y.min(y)..=head.y.max(y)).map(|y| At { x: head.x, y });
            let across: u64 = across.map(|at| self.cost(pen, at, LEVEL)).sum();
            let ends = out.chain(back).map(|at| self.cost(pen, at, UPRIGHT));
            across + ends.sum::<u64>()
        };
        let n = (head.y - tail.y).abs() - 1;
        let lines = (1..=n).map(|by| tail.y + by * step);
        lines
            .min_by_key(|&y| (cost(y), (y - tail.y).abs()))
            .unwrap_or(tail.y + step)
    }

    /// Returns the column between two others through which a vertical line costs least, the
    /// nearest to the tail of those.
    fn channel(&self, pen: Pen, (from, to): (i64, i64), y0: i64, y1: i64) -> i64 {
        let (top, bottom) = (y0.min(y1), y0.max(y1));
        let mut before = 0;
        let level = |x: i64, y: i64| self.cost(pen, At { x, y }, LEVEL);
        let upright = |x: i64, y: i64| self.cost(pen, At { x, y }, UPRIGHT);
        let mut after: u64 = (from..=to).map(|x| level(x, y1)).sum();
        let mut best = (u64::MAX, from);
        for x in from..=to {
            before += level(x, y0);
            let vertical: u64 = (top + 1..bottom).map(|y| upright(x, y)).sum();
            best = best.min((before + vertical + after, x));
            after -= level(x, y1);
        }
        best.1
    }

    fn join(&mut self, pen: Pen, at: At, sides: u8) {
        self.update(at, |cell| {
            cell.sides |= sides;
            cell.style = pen.style;
            cell.flow = pen.flow;
            cell.ends = pen.ends;
            cell.rank = Some(cell.rank.map_or(pen.rank, |old| old.min(pen.rank)));
        });
    }

    pub(super) fn horizontal(&mut self, pen: Pen, y: i64, a: i64, b: i64) {
        let (a, b) = (a.min(b), a.max(b));
        for x in a..=b {
            let west = if x > a { WEST } else { 0 };
            let east = if x < b { EAST } else { 0 };
            self.join(pen, At { x, y }, west | east);
        }
    }

    pub(super) fn vertical(&mut self, pen: Pen, x: i64, a: i64, b: i64) {
        let (a, b) = (a.min(b), a.max(b));
        for y in a..=b {
            let north = if y > a { NORTH } else { 0 };
            let south = if y < b { SOUTH } else { 0 };
            self.join(pen, At { x, y }, north | south);
        }
    }

    pub(super) fn mark(&mut self, pen: Pen, at: At, shape: StrokeShape) {
        self.update(at, |cell| {
            cell.mark = Some(shape);
            cell.rank = Some(pen.rank);
            cell.flow = pen.flow;
        });
    }

    /// Draws the tip: a dot on a closed group, else a head.
    fn head(&mut self, bundle: &Bundle, at: At, side: Side) {
        let shape = match bundle.lead.head.place {
            Place::Group(_) => StrokeShape::Char('●'),
            _ => StrokeShape::Head(side, bundle.lead.rank == Rank::Focus),
        };
        let at = self.beside_label(at, side, shape == StrokeShape::Char('●'));
        self.mark(Pen::of(bundle), at, shape);
        if let (Place::Group(_), Some(y)) =
            (bundle.lead.tail.place, line_of(bundle.lead.tail.place))
        {
            let width = i64::from(self.area.width);
            let tail = bundle.lead.tail;
            let x = first_free_col(tail.eighth).clamp(0, width - 1);
            if (At { x, y }) != at && tail.beyond(width * 8).is_none() {
                self.mark(Pen::of(bundle), At { x, y }, StrokeShape::Char('●'));
            }
        }
    }

    /// Returns the cells that hold something, line by line.
    pub(super) fn finish(mut self) -> Vec<Stroke> {
        self.write_counts();
        let width = usize::from(self.area.width);
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.blocked && (cell.mark.is_some() || !cell.label))
            .filter_map(|(index, cell)| {
                let rank = cell.rank?;
                let shape = match cell.mark {
                    Some(mark) => mark,
                    None if cell.sides == 0 => return None,
                    None if cell.style == Style::Dotted => StrokeShape::Dotted(cell.sides),
                    None => StrokeShape::Joins(cell.sides),
                };
                let ink = match rank {
                    Rank::Focus => Role::FlowFocus,
                    Rank::Direct => Role::Flow,
                    Rank::Indirect => Role::FlowDim,
                };
                Some(Stroke {
                    x: self.area.x + (index % width) as u16,
                    y: self.area.y + (index / width) as u16,
                    shape,
                    heavy: rank == Rank::Focus,
                    ink: Ink::Role(ink),
                    flow: cell.flow,
                })
            })
            .collect()
    }
}

/// Whether a stub belongs to a flow that leaves or that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    Leaves,
    Arrives,
}

fn line_of(place: Place) -> Option<i64> {
    match place {
        Place::Line(y) | Place::Group(y) => Some(i64::from(y)),
        Place::Above | Place::Below | Place::Hidden => None,
    }
}

/// Returns the first column that a slice which ends here does not cover.
fn first_free_col(eighth: i64) -> i64 {
    eighth.saturating_add(7).div_euclid(8)
}

/// Returns the last column before a slice that starts here.
fn last_free_col(eighth: i64) -> i64 {
    eighth.div_euclid(8) - 1
}
