//! Which pane gets which cells, by the size of the screen.
//!
//! Every rectangle lies inside the screen, whatever its size; a pane that has
//! no room is empty. Below [`MIN_COLS`] x [`MIN_ROWS`] there is only a message.

use super::scene::{Rect, Size};
use super::state::{Dock, ViewState};
use crate::model::trace::Trace;

/// The narrowest screen that is drawn.
pub const MIN_COLS: u16 = 40;
/// The lowest screen that is drawn.
pub const MIN_ROWS: u16 = 10;

/// The panes of the main screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Name, size, progress and jank of the trace.
    pub title: Rect,
    /// The worst frame of each column, over the whole trace; empty without frames.
    pub strip: Rect,
    /// The whole trace with the window.
    pub minimap: Rect,
    /// Ticks and markers of the timeline.
    pub ruler: Rect,
    /// The track tree, left of the timeline.
    pub tree: Rect,
    /// The timeline.
    pub timeline: Rect,
    /// Tabs and contents of the selection.
    pub details: Rect,
    /// Mode, key hints and the view's command.
    pub status: Rect,
}

impl Layout {
    /// Lays out a screen.
    pub fn new(trace: &Trace, state: &ViewState, size: Size) -> Self {
        let mut layout = Self::default();
        if size.cols < MIN_COLS || size.rows < MIN_ROWS {
            return layout;
        }
        let Size { cols, rows } = size;
        let full = |y: u16, height: u16| Rect {
            x: 0,
            y,
            width: cols,
            height,
        };
        let tree_width = tree_width(cols);
        let status_height = if rows >= 20 { 2 } else { 1 };
        let docked_width = docked_width(size, state);
        let details_height = if docked_width > 0 {
            0
        } else {
            details_height(size, state)
        };
        let has_frames = trace.whose_frames().have_strip();
        let mut top = 0;
        let mut take = |height: u16| {
            let rect = full(top, height);
            top += height;
            rect
        };
        layout.title = take(1);
        if has_frames && rows >= 15 {
            layout.strip = take(1);
        }
        if rows >= 30 || (rows >= 18 && !has_frames) {
            layout.minimap = take(1);
        }
        layout.ruler = take(if rows >= 15 { 2 } else { 1 });
        let bottom = rows - status_height - details_height;
        let height = bottom.saturating_sub(top);
        layout.tree = Rect {
            x: 0,
            y: top,
            width: tree_width,
            height,
        };
        let timeline_x = tree_width + 1;
        let timeline_width = cols - timeline_x - docked_width;
        layout.timeline = Rect {
            x: timeline_x,
            y: top,
            width: timeline_width,
            height,
        };
        for pane in [&mut layout.strip, &mut layout.minimap, &mut layout.ruler] {
            pane.x = if pane.height == 0 { 0 } else { timeline_x };
            pane.width = if pane.height == 0 { 0 } else { timeline_width };
        }
        layout.details = if docked_width > 0 {
            Rect {
                x: cols - docked_width,
                y: layout.title.height,
                width: docked_width,
                height: bottom - layout.title.height,
            }
        } else {
            full(top + height, details_height)
        };
        layout.status = full(rows - status_height, status_height);
        layout
    }

    /// Returns how many columns the timeline has on a screen of this size.
    pub fn timeline_cols(size: Size, state: &ViewState) -> u16 {
        let beside = tree_width(size.cols) + 1 + docked_width(size, state);
        size.cols.saturating_sub(beside).max(1)
    }

    /// Returns whether the details stand right of the tracks.
    pub fn is_docked_right(&self) -> bool {
        self.details.x > 0
    }
}

/// The narrowest screen on which the details may stand right of the tracks.
pub const MIN_DOCKED_COLS: u16 = 200;

/// The lowest screen that has details below the tracks by itself.
const MIN_DETAILS_ROWS: u16 = 20;

/// Returns whether a screen has no room for details below the tracks: then they stand at the right if
/// it is wide enough.
pub const fn is_flat(size: Size) -> bool {
    size.rows < MIN_DETAILS_ROWS
}

/// Returns whether details that are open are on the screen.
pub const fn has_details_room(size: Size) -> bool {
    !is_flat(size) || size.cols >= MIN_DOCKED_COLS
}

/// Returns the width of details that stand right of the tracks; 0 where they do not.
fn docked_width(size: Size, state: &ViewState) -> u16 {
    let at_right = state.details.dock == Dock::Right || is_flat(size);
    let is_docked = state.details.open && at_right;
    if is_docked && size.cols >= MIN_DOCKED_COLS && size.rows >= MIN_ROWS {
        (size.cols / 10 * 3).min(84)
    } else {
        0
    }
}

fn tree_width(cols: u16) -> u16 {
    match cols {
        0..70 => 12,
        70..100 => 16,
        100..140 => 26,
        140..200 => 31,
        _ => 36,
    }
}

/// How many lines are left to the lines above the tracks, the tracks and the status when the details have as
/// many as they may.
const LINES_BESIDE_DETAILS: u16 = 12;

/// The fewest lines of the details: the tabs, and one line of what they show.
const MIN_DETAILS: u16 = 2;

fn details_height(size: Size, state: &ViewState) -> u16 {
    if !state.details.open || is_flat(size) {
        return 0;
    }
    let (rested, most) = (rested_height(size), size.rows - LINES_BESIDE_DETAILS);
    let height = rested.saturating_add_signed(state.details.taller);
    height.clamp(MIN_DETAILS, most)
}

/// Returns how many lines the details have that nobody has made taller.
const fn rested_height(size: Size) -> u16 {
    match size.rows {
        0..MIN_DETAILS_ROWS => 0,
        MIN_DETAILS_ROWS..30 => 5,
        30..44 => 9,
        44..60 => 12,
        _ => 16,
    }
}

/// Returns how much taller than by themselves details are that have so many lines, or as many as they may.
pub fn taller_for(size: Size, height: i32) -> i16 {
    let most = size
        .rows
        .saturating_sub(LINES_BESIDE_DETAILS)
        .max(MIN_DETAILS);
    let height = height.clamp(i32::from(MIN_DETAILS), i32::from(most));
    (height - i32::from(rested_height(size))) as i16
}
