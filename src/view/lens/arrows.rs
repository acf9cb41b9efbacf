//! Flows between the bars of a frame's small timeline, as orthogonal lines.
//!
//! A handful at most, from row to row: out of the end of one bar, down or up beside it, and to
//! the start of the other.

use hashbrown::HashMap;

use super::super::scene::{Direction, Ink, Role, Stroke, StrokeShape};
use crate::model::flow::Flow;
use crate::model::ids::SliceId;

const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// Where a bar is: its line, its first cell and the cell after its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) y: u16,
    pub(super) x0: u16,
    pub(super) x1: u16,
}

/// Cells of lines by column and line: which sides they join.
#[derive(Default)]
struct Cells {
    joins: HashMap<(u16, u16), u8>,
    heads: Vec<(u16, u16, Direction)>,
}

impl Cells {
    fn join(&mut self, x: u16, y: u16, sides: u8) {
        *self.joins.entry((x, y)).or_default() |= sides;
    }

    fn across(&mut self, y: u16, from: u16, to: u16) {
        for x in from..to {
            self.join(x, y, EAST);
            self.join(x + 1, y, WEST);
        }
    }

    fn along(&mut self, x: u16, from: u16, to: u16) {
        for y in from.min(to)..from.max(to) {
            self.join(x, y, SOUTH);
            self.join(x, y + 1, NORTH);
        }
    }

    /// Draws an arrow between bars of two lines, where there are at least `cols` columns.
    fn arrow(&mut self, from: Place, to: Place, cols: u16) {
        if from.y == to.y {
            return;
        }
        let channel = from.x1.min(cols.saturating_sub(1));
        if to.x0 > channel + 1 {
            let tip = to.x0 - 1;
            self.along(channel, from.y, to.y);
            self.across(to.y, channel, tip);
            self.heads.push((tip, to.y, Direction::Right));
            return;
        }
        // If the target begins before the source has ended, the line goes straight to the target's first
        // cell.
        self.along(to.x0, from.y, to.y);
        let side = if to.y > from.y {
            Direction::Down
        } else {
            Direction::Up
        };
        self.heads.push((to.x0, to.y, side));
    }
}

/// Returns the arrows of the flows whose ends both have a bar.
pub(super) fn arrows(
    flows: impl Iterator<Item = Flow>,
    places: &HashMap<SliceId, Place>,
    cols: u16,
) -> Vec<Stroke> {
    let mut cells = Cells::default();
    for flow in flows {
        if let (Some(&from), Some(&to)) = (places.get(&flow.from), places.get(&flow.to)) {
            cells.arrow(from, to, cols);
        }
    }
    let ink = Ink::Role(Role::Flow);
    let stroke = |x, y, shape| Stroke {
        x,
        y,
        shape,
        heavy: false,
        ink,
        flow: None,
    };
    let mut joins: Vec<((u16, u16), u8)> = cells.joins.into_iter().collect();
    joins.sort_unstable_by_key(|&((x, y), _)| (y, x));
    let lines = joins.into_iter();
    let lines = lines.map(|((x, y), sides)| stroke(x, y, StrokeShape::Joins(sides)));
    let heads = cells.heads.into_iter();
    lines
        .chain(heads.map(|(x, y, side)| stroke(x, y, StrokeShape::Head(side, true))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(from: Place, to: Place) -> Vec<(u16, u16, StrokeShape)> {
        let flow = Flow {
            from: SliceId(0),
            to: SliceId(1),
            trace_id: None,
            args: None,
        };
        let places = HashMap::from_iter([(flow.from, from), (flow.to, to)]);
        let strokes = arrows(std::iter::once(flow), &places, 80);
        let cells = strokes.iter();
        cells
            .map(|stroke| (stroke.x, stroke.y, stroke.shape))
            .collect()
    }

    #[test]
    fn a_flow_leaves_the_end_and_meets_the_start() {
        let (from, to) = (Place { y: 1, x0: 0, x1: 5 }, Place { y: 3, x0: 8, x1: 9 });
        assert_eq!(
            drawn(from, to),
            [
                (5, 1, StrokeShape::Joins(SOUTH)),
                (5, 2, StrokeShape::Joins(NORTH | SOUTH)),
                (5, 3, StrokeShape::Joins(NORTH | EAST)),
                (6, 3, StrokeShape::Joins(EAST | WEST)),
                (7, 3, StrokeShape::Joins(WEST)),
                (7, 3, StrokeShape::Head(Direction::Right, true)),
            ]
        );
    }

    #[test]
    fn what_overlaps_is_met_straight() {
        let (from, to) = (
            Place { y: 3, x0: 0, x1: 9 },
            Place {
                y: 2,
                x0: 6,
                x1: 12,
            },
        );
        assert_eq!(
            drawn(from, to),
            [
                (6, 2, StrokeShape::Joins(SOUTH)),
                (6, 3, StrokeShape::Joins(NORTH)),
                (6, 2, StrokeShape::Head(Direction::Up, true)),
            ]
        );
    }
}
