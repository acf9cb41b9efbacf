//! What is under a cell of a scene, and what a click there does.
//!
//! The panes say so while they draw: a scene keeps its rows, the items of what it draws, and targets.

use super::{Item, Rect, Scene, Span, StrokeShape, TrackLine};
use crate::base::time::Ts;
use crate::model::ids::FlowId;
use crate::view::state::Tab;

/// What a click does outside the tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Shows a tab of the details pane.
    Tab(Tab),
    /// Goes to what a line of the details or a list names.
    Item(Item),
    /// Chooses a row of the top overlay.
    ListRow(usize),
    /// Shows the list of one of the titles below that of the top overlay, counted from the left.
    Heading(usize),
    /// Opens what a number on the screen counts, or does what a button says.
    Button(Button),
    /// Does what keys that are named on the screen do: their place in [`Scene::named_keys`].
    Keys(usize),
    /// Goes to the mark or note of an instant.
    Mark(Ts),
}

/// Something on the screen that is no row and no key, and does something when it is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The number of import issues.
    Issues,
    /// The number of janky frames.
    Janks,
    /// The offer to copy the command of this view.
    CopyCommand,
    /// The number of steps that lead back.
    Back,
    /// The number of steps that lead forward again.
    Forward,
}

/// What is under a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A row of the tree.
    Tree(TrackLine),
    /// A place on the timeline of a row.
    Timeline(TrackLine, Item),
    /// The arrow of a flow, on a row of the timeline.
    Arrow(TrackLine, FlowId),
    /// A place on the timeline of a track of a query.
    Queried(Item),
    /// The ruler.
    Ruler,
    /// The minimap or the frame strip.
    Overview,
    /// The details pane.
    Details,
    /// The top overlay.
    Overlay,
    /// Something with an action of its own.
    Target(Target),
    /// Nothing.
    Nothing,
}

impl Scene {
    /// Lets a click on cells that name keys do what those keys do.
    pub fn name_keys(&mut self, named: impl IntoIterator<Item = (Rect, String)>) {
        for (cells, keys) in named {
            self.aim(cells, Target::Keys(self.named_keys.len()));
            self.named_keys.push(keys);
        }
    }

    /// Lets a click on cells do something, if there are such cells.
    pub fn aim(&mut self, cells: Rect, target: Target) {
        let is_there = cells.x < self.size.cols && cells.y < self.size.rows;
        if is_there && !cells.is_empty() {
            self.targets.push((cells, target));
        }
    }

    /// Returns what is under a cell.
    pub fn hit(&self, x: u16, y: u16) -> Hit {
        if let Some((_, target)) = self.targets.iter().rev().find(|(r, _)| r.contains(x, y)) {
            return Hit::Target(*target);
        }
        if self
            .overlay
            .iter()
            .any(|line| line.y == y && x >= line.x && x < line.x.saturating_add(line.width))
        {
            return Hit::Overlay;
        }
        if let Some(track) = self.tracks.iter().find(|track| track.y == y) {
            if self.layout.tree.contains(x, y) {
                return Hit::Tree(*track);
            }
            if self.layout.timeline.contains(x, y) {
                let item = self.item_at(x, y);
                return match self.flow_at(x, y, item) {
                    Some(flow) => Hit::Arrow(*track, flow),
                    None => Hit::Timeline(*track, item),
                };
            }
        }
        if self.layout.timeline.contains(x, y) && y - self.layout.timeline.y < self.n_queried {
            return Hit::Queried(self.item_at(x, y));
        }
        if self.layout.ruler.contains(x, y) {
            Hit::Ruler
        } else if self.layout.strip.contains(x, y) || self.layout.minimap.contains(x, y) {
            Hit::Overview
        } else if self.layout.details.contains(x, y) {
            Hit::Details
        } else {
            Hit::Nothing
        }
    }

    /// Returns the flow whose arrow is in a cell. The lines of an arrow, unlike its head, lie behind items.
    fn flow_at(&self, x: u16, y: u16, item: Item) -> Option<FlowId> {
        let mut here = self.strokes.iter().rev();
        let stroke = here.find(|stroke| (stroke.x, stroke.y) == (x, y))?;
        let is_line = matches!(stroke.shape, StrokeShape::Joins(_) | StrokeShape::Dotted(_));
        stroke.flow.filter(|_| !is_line || item == Item::None)
    }

    fn item_at(&self, x: u16, y: u16) -> Item {
        let at_row = self
            .lines
            .iter()
            .filter(|line| line.y == y && x >= line.x && x < line.x.saturating_add(line.width));
        for line in at_row {
            let col = x - line.x;
            if let Some(glyph) = line
                .glyphs
                .iter()
                .find(|g| g.x == col && g.item != Item::None)
            {
                return glyph.item;
            }
            let (left, right) = (u32::from(col) * 8, u32::from(col) * 8 + 8);
            let covered =
                |span: &&Span| span.x0 < right && span.x1 > left && span.item != Item::None;
            let share = |span: &&Span| span.x1.min(right) - span.x0.max(left);
            if let Some(span) = line.spans.iter().filter(covered).max_by_key(share) {
                return span.item;
            }
        }
        Item::None
    }
}
