//! The track area: which lines are on the screen, their names and their data.
//!
//! Pinned rows come first, then the parents of the first row (so that one knows
//! where one is), then the rest from the scroll position on.

use super::rows::{Content, Row, Rows, shown_depths};
use super::scene::{Line, Mods, Role, Scene, ScrollInfo, Text, TrackLine};
use super::state::ViewState;
use super::text;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;

/// A line of the track area.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenLine {
    /// The row it belongs to.
    pub(super) row: Row,
    /// Which line of the row.
    pub(super) line: usize,
    /// Whether it stays at the top while scrolling.
    pub(super) sticky: bool,
}

/// How much of the track area pinned rows may take, in percent.
const PINNED_PERCENT: usize = 40;

/// Returns the lines of the track area from top to bottom, and how far it scrolls.
pub(super) fn screen_lines(
    trace: &Trace,
    state: &ViewState,
    rows: &Rows,
    height: usize,
) -> (Vec<ScreenLine>, ScrollInfo) {
    let mut lines = Vec::with_capacity(height);
    let pinned_room = height * PINNED_PERCENT / 100;
    for row in &rows.pinned {
        for line in 0..row.lines {
            if lines.len() < pinned_room {
                lines.push(ScreenLine {
                    row: *row,
                    line,
                    sticky: true,
                });
            }
        }
    }
    let room = height - lines.len();
    let total = rows.lines();
    let top = state.scroll.min(total.saturating_sub(room));
    let parents = sticky_parents(trace, rows, top, room / 4);
    let n_parents = parents.len();
    lines.extend(parents);
    let mut at = top + n_parents;
    while lines.len() < height {
        let Some(place) = rows.place_at(at) else {
            break;
        };
        let row = rows.rows[place];
        lines.push(ScreenLine {
            row,
            line: at - row.top,
            sticky: false,
        });
        at += 1;
    }
    (lines, ScrollInfo { top, total, room })
}

/// Returns the headings of the groups that the first lines belong to but which are scrolled away.
fn sticky_parents(trace: &Trace, rows: &Rows, top: usize, room: usize) -> Vec<ScreenLine> {
    let mut parents: Vec<ScreenLine> = Vec::new();
    // Each heading covers a line, which may show the row below another group.
    for _ in 0..=room {
        let Some(place) = rows.place_at(top + parents.len()) else {
            return parents;
        };
        let first = rows.rows[place];
        let mut above: Vec<ScreenLine> = Vec::new();
        let mut level = first.level;
        for row in rows.rows[..place].iter().rev() {
            if level == 0 {
                break;
            }
            if row.level < level {
                level = row.level;
                let is_above = row.top < top;
                if is_above && trace.tree.ancestors(first.node).contains(&row.node) {
                    above.push(ScreenLine {
                        row: *row,
                        line: 0,
                        sticky: true,
                    });
                }
            }
        }
        above.reverse();
        above.truncate(room);
        if above.len() <= parents.len() {
            return above;
        }
        parents = above;
    }
    parents
}

/// Draws the track area.
pub(super) fn draw(trace: &Trace, state: &ViewState, rows: &Rows, scene: &mut Scene) {
    let layout = scene.layout;
    let height = usize::from(layout.tree.height);
    let (lines, scroll) = screen_lines(trace, state, rows, height);
    scene.scroll = scroll;
    for (index, line) in lines.iter().enumerate() {
        let y = layout.tree.y + index as u16;
        let track = TrackLine {
            y,
            node: line.row.node,
            data: line.row.data,
            row: visual_row(trace, line),
            first: line.line == 0,
        };
        scene.tracks.push(track);
        scene.lines.push(name_line(trace, state, line, scene, y));
        let _ = Content::Slices;
    }
}

fn visual_row(trace: &Trace, line: &ScreenLine) -> Option<usize> {
    match line.row.content {
        Content::Slices | Content::Outermost => {
            shown_depths(trace, &line.row, None).get(line.line).copied()
        }
        _ => None,
    }
}

fn name_line(trace: &Trace, state: &ViewState, line: &ScreenLine, scene: &Scene, y: u16) -> Line {
    let rect = scene.layout.tree;
    let is_cursor = state.cursor == Some(line.row.node);
    let ground = if is_cursor {
        Role::CursorRow
    } else {
        Role::Tree
    };
    let mut out = Line::new(rect.x, y, rect.width, ground);
    if line.line > 0 {
        return out;
    }
    let node = trace.tree.node(line.row.node);
    let chevron = match line.row.open {
        Some(true) => "▾",
        Some(false) => "▸",
        None => " ",
    };
    let x = 1 + line.row.level * 2;
    out.put(Text::new(x, chevron, Role::Dim));
    let name = text::clean(&node.name).into_owned();
    let room = usize::from(rect.width.saturating_sub(x + 2));
    let role = match node.kind {
        NodeKind::Process(_) | NodeKind::Group => Role::Strong,
        _ => Role::Text,
    };
    let mut text = Text::new(x + 2, text::fit_name(&name, room), role);
    if is_cursor || role == Role::Strong {
        text = text.with(Mods::BOLD);
    }
    out.put(text);
    let _ = NodeId(0);
    out
}
