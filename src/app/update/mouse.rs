//! The mouse, which is never the only way to do anything.
//!
//! The last scene tells what is under the pointer; a click does the same as the key for the same thing.

use super::{UpdateCx, area, flow, marks, move_, overlay, select, track, zoom};
use crate::app::command::family::{Lists, Prompt};
use crate::app::command::{Command, Context};
use crate::app::history::Step;
use crate::app::layer::{Choice, Layer};
use crate::app::state::{Clicked, Drag, Moved, State};
use crate::base::time::{TimeSpan, Ts};
use crate::view::instant_at;
use crate::view::overlay::{FramePreview, Overlay};
use crate::view::scene::{Button, Hit, Item, Scene, Target, TrackLine};
use crate::view::state::{Area, Selection};

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Down,
    /// The left button went down again at the same place, shortly after.
    Again,
    /// The middle button went down.
    Middle,
    /// The mouse moved with a button held.
    Drag,
    /// A button went up.
    Up,
    /// The wheel turned so many steps; up is negative.
    Wheel(i8),
    /// The wheel turned to the side, or with Alt or Shift held, so many steps; left is negative.
    Sideways(i8),
}

impl MouseKind {
    /// Returns whether a button went down.
    pub const fn is_press(self) -> bool {
        matches!(self, Self::Down | Self::Again | Self::Middle)
    }
}

/// An event of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseInput {
    /// What happened.
    pub kind: MouseKind,
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
}

/// Applies an event; `scene` is what was on the screen.
pub fn update(state: &mut State, input: MouseInput, scene: &Scene, cx: &UpdateCx) {
    let hit = scene.hit(input.x, input.y);
    let timeline = scene.layout.timeline;
    let col = i64::from(input.x) - i64::from(timeline.x);
    match input.kind {
        MouseKind::Wheel(by) => {
            // Also over what can be clicked in the details the wheel scrolls these.
            let is_inside = matches!(hit, Hit::Target(_));
            let is_details = is_inside && scene.layout.details.contains(input.x, input.y);
            let hit = if is_details { Hit::Details } else { hit };
            wheel(state, cx, hit, col, by);
        }
        MouseKind::Sideways(by) => sideways(state, cx, by),
        MouseKind::Down => press(state, cx, scene, input),
        MouseKind::Again => match state.clicked {
            Clicked::Item => {
                select::focus(state, cx);
            }
            // The first click has closed the list and gone where the row leads, so this one is over
            // something else.
            Clicked::Row if state.layers.is_empty() => {}
            Clicked::Row | Clicked::Other => press(state, cx, scene, input),
        },
        // The window is not in sight below a list.
        MouseKind::Middle if !state.layers.is_empty() => {}
        MouseKind::Middle => state.drag = Some(Drag::Pan { x: input.x }),
        MouseKind::Drag => drag(state, cx, scene, input, col),
        MouseKind::Up => release(state, cx, hit, col),
    }
    let step = match input.kind {
        MouseKind::Down | MouseKind::Again | MouseKind::Up => Step::Jump,
        MouseKind::Wheel(_) | MouseKind::Sideways(_) | MouseKind::Middle | MouseKind::Drag => {
            Step::Small
        }
    };
    state.history.note(state.place(), step);
}

fn wheel(state: &mut State, cx: &UpdateCx, hit: Hit, col: i64, by: i8) {
    if !state.layers.is_empty() {
        if let Some((layer, top)) = state.top_mut() {
            // Steps one by one, because each step skips a heading.
            for _ in 0..by.unsigned_abs() {
                layer.choose(top, Choice::By(isize::from(by.signum())));
            }
        }
        return;
    }
    match hit {
        Hit::Timeline(..)
        | Hit::Arrow(..)
        | Hit::Queried(_)
        | Hit::Ruler
        | Hit::Target(Target::Mark(_))
        | Hit::Overview => {
            let col = match hit {
                // The columns of the overview are not those of the window.
                Hit::Overview => state.view.viewport.cols() / 2,
                _ => col.clamp(0, i64::from(u16::MAX)) as u16,
            };
            let (numerator, denominator) = if by < 0 { (4, 5) } else { (5, 4) };
            for _ in 0..by.unsigned_abs() {
                zoom::zoom_at(state, cx, col, numerator, denominator);
            }
        }
        Hit::Details => {
            state.view.details.scroll_by(isize::from(by));
        }
        _ => move_::scroll(state, cx, isize::from(by) * 3),
    }
}

/// Pans the window or, in a list over it, scrolls the columns.
fn sideways(state: &mut State, cx: &UpdateCx, by: i8) {
    if state.layers.is_empty() {
        let cols = i64::from(state.view.viewport.cols());
        move_::pan(state, cx, i64::from(by) * (cols / 12).max(1));
        return;
    }
    if state.top_table().is_none() || state.is_typing() {
        return;
    }
    let command = if by < 0 {
        Lists::ListLeft
    } else {
        Lists::ListRight
    };
    for _ in 0..by.unsigned_abs() {
        overlay::list(state, command, cx);
    }
}

fn press(state: &mut State, cx: &UpdateCx, scene: &Scene, input: MouseInput) {
    let hit = scene.hit(input.x, input.y);
    let col = i64::from(input.x) - i64::from(scene.layout.timeline.x);
    state.view.message = None;
    state.drag = None;
    state.clicked = match hit {
        Hit::Target(Target::ListRow(_) | Target::Item(_)) => Clicked::Row,
        _ => Clicked::Other,
    };
    match hit {
        Hit::Target(target) => {
            aim(state, cx, scene, target);
            if matches!(target, Target::Tab(_)) {
                hold_edge(state, scene, input);
            }
        }
        Hit::Overlay => {}
        _ if !state.layers.is_empty() => overlay::close(state, cx),
        Hit::Timeline(line, _) | Hit::Arrow(line, _) => {
            let ts = state.view.viewport.ts_from_col(col);
            state.view.cursor = Some(line.node);
            state.view.cursor_depth = line.row.unwrap_or(0);
            state.drag = Some(Drag::Area {
                ts,
                x: input.x,
                y: input.y,
                moved: Moved::No,
            });
        }
        Hit::Tree(line) => {
            let again = state.view.cursor == Some(line.node);
            state.view.cursor = Some(line.node);
            state.view.cursor_depth = line.row.unwrap_or(0);
            let is_group = !cx.trace.tree.node(line.node).children.is_empty();
            // `toggle_own` leaves the group around a track open, as a double click on the track must not
            // close it.
            if line.first && (is_group || again) {
                move_::around_cursor(state, cx, |state| {
                    track::toggle_own(state, cx, line.node);
                });
            } else if tells_folded(scene, line) {
                track::unfold(state, cx, line.node);
            }
        }
        Hit::Queried(Item::None) => {
            state.select(Selection::None);
            state.view.cursor_ts = Some(state.view.viewport.ts_from_col(col));
        }
        Hit::Queried(item) => {
            select::go_to_item(state, cx, item);
            state.clicked = Clicked::Item;
        }
        Hit::Ruler => state.drag = Some(Drag::Pan { x: input.x }),
        Hit::Overview => {
            state.drag = Some(Drag::Overview);
            overview(state, cx, col);
        }
        Hit::Details => hold_edge(state, scene, input),
        Hit::Nothing => {}
    }
}

/// Begins to move the upper edge of the details, which is the row of tabs, if the button was pressed there.
fn hold_edge(state: &mut State, scene: &Scene, input: MouseInput) {
    let layout = &scene.layout;
    if input.y == layout.details.y && !layout.is_docked_right() {
        state.drag = Some(Drag::Details);
    }
}

/// Returns whether a line is the second of its row on the screen, which says how many lines are folded.
fn tells_folded(scene: &Scene, line: TrackLine) -> bool {
    let above = |by: u16| {
        let y = line.y.checked_sub(by)?;
        let mut lines = scene.tracks.iter();
        lines.find(|above| above.y == y && above.node == line.node)
    };
    above(1).is_some() && above(2).is_none()
}

/// Returns the command whose keys are written so where these keys would be looked up; `None` for the
/// keys of several commands.
fn command_of(state: &State, cx: &UpdateCx, keys: &str) -> Option<Command> {
    let find = |context| {
        let mut all = Command::ALL.iter().copied();
        all.find(|&command| command.context() == context && cx.keymap.label(command) == keys)
    };
    find(state.context()).or_else(|| find(Context::Main))
}

fn aim(state: &mut State, cx: &UpdateCx, scene: &Scene, target: Target) {
    match target {
        Target::Tab(tab) => {
            state.view.details.tab = tab;
            state.view.details.rest();
        }
        Target::Item(item) => {
            if state.layers.last().is_some_and(Layer::is_prompt) {
                overlay::close(state, cx);
            }
            state.clear_layers();
            flow::go_to_listed(state, cx, item);
        }
        Target::Button(button) => {
            if state.layers.last().is_some_and(Layer::is_prompt) {
                overlay::close(state, cx);
            }
            state.clear_layers();
            let command = match button {
                Button::Issues => Command::Issues,
                Button::Janks => Command::Inbox,
                Button::Back => Command::Back,
                Button::Forward => Command::Forward,
                Button::CopyCommand => Command::CopyCommand,
            };
            super::in_tour(state, command, cx);
        }
        Target::Heading(at) => area::go_to_heading(state, cx, at),
        Target::Mark(_) if !state.layers.is_empty() => overlay::close(state, cx),
        Target::Mark(ts) => marks::go_to_written(state, cx, ts),
        Target::Keys(at) => {
            let keys = scene.named_keys.get(at);
            if let Some(command) = keys.and_then(|keys| command_of(state, cx, keys)) {
                super::in_tour(state, command, cx);
            }
        }
        Target::ListRow(row) => {
            if let Some((layer, top)) = state.top_mut() {
                let is_shown_first = matches!(top, Overlay::Table(table)
                    if table.preview == FramePreview::Chosen && table.chosen != row);
                layer.choose(top, Choice::At(row));
                // The first click shows the frame in the preview below the rows; the next one goes to the
                // frame.
                if is_shown_first {
                    return;
                }
            }
            if state.is_typing() {
                overlay::typing(state, Prompt::Accept, cx);
            } else {
                overlay::list(state, Lists::ListGo, cx);
            }
        }
    }
}

/// Centres the window at a column of the overview of the whole trace, and puts the time cursor there.
fn overview(state: &mut State, cx: &UpdateCx, col: i64) {
    let (view, bounds) = (state.view.viewport, cx.trace.bounds);
    let ts = instant_at(bounds, view.cols(), col);
    state.view.cursor_ts = Some(ts);
    // If the window shows the whole trace, it stays.
    let window = view.span();
    if window.start() > bounds.start() || window.end() < bounds.end() {
        state.fitted = None;
        state.view.viewport = view.centred_on(ts).clamped_to(bounds);
    }
}

fn drag(state: &mut State, cx: &UpdateCx, scene: &Scene, input: MouseInput, col: i64) {
    match state.drag {
        Some(Drag::Pan { x }) => {
            move_::pan(state, cx, i64::from(x) - i64::from(input.x));
            state.drag = Some(Drag::Pan { x: input.x });
        }
        Some(Drag::Overview) => overview(state, cx, col),
        Some(Drag::Details) => {
            let details = scene.layout.details;
            let end = i32::from(details.y) + i32::from(details.height);
            super::set_details_height(state, cx, end - i32::from(input.y));
        }
        Some(Drag::Area { ts, x, y, moved }) => {
            if moved == Moved::No && x.abs_diff(input.x) < 2 && y == input.y {
                return;
            }
            state.drag = Some(Drag::Area {
                ts,
                x,
                y,
                moved: Moved::Yes,
            });
            let line = |row: u16| scene.tracks.iter().find(|line| line.y == row);
            let (Some(from), Some(to)) = (line(y), line(input.y).or_else(|| line(y))) else {
                return;
            };
            let nodes = area::between(state, cx, from.node, to.node);
            let head = snapped(state, cx, scene, input, col);
            state.select(Selection::Area(Area {
                span: TimeSpan::new(ts, head),
                nodes,
            }));
        }
        None => {}
    }
}

/// Returns the edge of the slice under the pointer if it is within two cells, otherwise the pointer's
/// instant.
fn snapped(state: &State, cx: &UpdateCx, scene: &Scene, input: MouseInput, col: i64) -> Ts {
    let view = state.view.viewport;
    let ts = view.ts_from_col(col);
    let Hit::Timeline(_, Item::Slice(id)) = scene.hit(input.x, input.y) else {
        return ts;
    };
    let start = cx.trace.slices.ts(id);
    let edges = [Some(start), cx.trace.slices.end(id)];
    let near = edges
        .into_iter()
        .flatten()
        .filter(|&edge| view.col_from_ts(edge).abs_diff(col) <= 2);
    near.min_by_key(|edge| edge.ns().abs_diff(ts.ns()))
        .unwrap_or(ts)
}

fn release(state: &mut State, cx: &UpdateCx, hit: Hit, col: i64) {
    let Some(Drag::Area {
        moved: Moved::No, ..
    }) = state.drag.take()
    else {
        return;
    };
    match hit {
        Hit::Timeline(_, Item::None) => {
            state.select(Selection::None);
            state.view.cursor_ts = Some(state.view.viewport.ts_from_col(col));
        }
        Hit::Arrow(_, flow) => {
            flow::click(state, cx, flow);
            // A second click must not zoom to the slice at the far end.
            state.clicked = Clicked::Row;
        }
        Hit::Timeline(_, item) => {
            select::go_to_item(state, cx, item);
            state.clicked = Clicked::Item;
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
