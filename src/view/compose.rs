//! Puts a scene together from its panes.
//!
//! What is drawn where follows from [`Layout`] alone; each pane is drawn by its
//! own module and adds its lines to the scene.

use super::cx::Cx;
use super::layout::{Layout, MIN_COLS, MIN_ROWS};
use super::memo::Memo;
use super::rows::Rows;
use super::scene::{Line, Role, Scene, ScrollInfo, Size, Text};
use super::state::ViewState;
use super::{arrows, chrome, details, overview, panel, ruler, text, tour, tracks};
use crate::model::trace::Trace;

/// Returns everything on the screen, without anything remembered.
pub fn scene(trace: &Trace, state: &ViewState, size: Size) -> Scene {
    scene_with(trace, state, &Memo::default(), size)
}

/// Returns everything on the screen. What is decoded for it is remembered for the next screen of the
/// trace.
pub fn scene_with(trace: &Trace, state: &ViewState, memo: &Memo, size: Size) -> Scene {
    let layout = Layout::new(trace, state, size);
    let mut scene = Scene {
        size,
        layout,
        tracks: Vec::new(),
        n_queried: 0,
        scroll: ScrollInfo::default(),
        details_top: None,
        help_top: None,
        lines: Vec::new(),
        strokes: Vec::new(),
        overlay: Vec::new(),
        overlay_strokes: Vec::new(),
        caret: None,
        targets: Vec::new(),
        named_keys: Vec::new(),
    };
    if size.cols < MIN_COLS || size.rows < MIN_ROWS {
        too_small(&mut scene);
        return scene;
    }
    let cx = Cx::new(
        trace,
        (state, memo),
        layout.timeline.width,
        layout.details.height,
    );
    let rows = Rows::new(trace, state);
    chrome::title(&cx, &mut scene);
    if state.is_opening(trace) {
        // A ruler or a row would be a guess.
        chrome::status(&cx, None, &mut scene);
        panel::draw(&cx, &mut scene);
        return scene;
    }
    overview::strip(&cx, &mut scene);
    overview::minimap(&cx, &mut scene);
    ruler::draw(&cx, &mut scene);
    tracks::draw(&cx, &rows, &mut scene);
    let arrows = arrows::draw(trace, state, &rows, &mut scene);
    details::draw(&cx, &mut scene);
    chrome::status(&cx, arrows.note(), &mut scene);
    panel::draw(&cx, &mut scene);
    if let Some(card) = &state.tour {
        tour::draw(card, &mut scene);
    }
    scene
}

/// Says that the screen is too small, in as many words as fit.
fn too_small(scene: &mut Scene) {
    let Size { cols, rows } = scene.size;
    if cols == 0 || rows == 0 {
        return;
    }
    let mut line = Line::new(0, rows / 2, cols, Role::Ground);
    let long = format!("too small: {cols}x{rows}, needs {MIN_COLS}x{MIN_ROWS}");
    let short = format!("needs {MIN_COLS}x{MIN_ROWS}");
    let fits = |text: &String| text::width(text) <= usize::from(cols);
    let text = [long, short]
        .into_iter()
        .find(fits)
        .unwrap_or_else(|| format!("{MIN_COLS}x{MIN_ROWS}"));
    line.put(Text::new(0, text, Role::Text));
    scene.lines.push(line);
}

#[cfg(test)]
mod tests;
