//! The prompts of the status line: search, track filter, SQL, notes, times.
//!
//! What is typed is read where it is accepted, in `overlay.rs`.

use super::{clock, open};
use crate::app::layer::{LayerKind, Typing};
use crate::app::lists;
use crate::app::state::State;
use crate::app::update::UpdateCx;
use crate::query::find::Mode;
use crate::view::overlay::{Input, Overlay, Prompt};

/// Rows shown while a search is typed.
const LIVE_HITS: usize = 8;

fn prompt(state: &mut State, kind: LayerKind, label: &str, text: &str) {
    let prompt = Prompt {
        label: label.into(),
        input: Input {
            text: text.into(),
            caret: text.len(),
        },
        ..Prompt::default()
    };
    open(
        state,
        kind,
        Typing::Yes,
        Vec::new(),
        Overlay::Prompt(prompt),
    );
}

pub(in crate::app::update) fn search_prompt(state: &mut State) {
    state.search.mode = Mode::Plain;
    prompt(state, LayerKind::Search, "/", "");
}

pub(in crate::app::update) fn filter_prompt(state: &mut State) {
    let text = state.view.filter.clone();
    prompt(state, LayerKind::Filter, "tracks: ", &text);
}

pub(in crate::app::update) fn sql_prompt(state: &mut State) {
    prompt(state, LayerKind::Sql, ":", "");
}

pub(in crate::app::update) fn note_prompt(state: &mut State) {
    prompt(state, LayerKind::Note, "note: ", "");
}

pub(in crate::app::update) fn workspace_prompt(state: &mut State) {
    prompt(
        state,
        LayerKind::WorkspaceName,
        "save the workspace as: ",
        "",
    );
}

pub(in crate::app::update) fn time_prompt(state: &mut State) {
    prompt(state, LayerKind::Time, "go to: ", "");
}

/// Shows something at the right of the search prompt.
pub(in crate::app::update) fn prompt_note(state: &mut State, note: &str, failed: bool) {
    if let (Some(layer), Some(Overlay::Prompt(prompt))) =
        (state.layers.last(), state.view.overlays.last_mut())
        && layer.kind == LayerKind::Search
    {
        note.clone_into(&mut prompt.note);
        prompt.failed = failed;
    } else if failed {
        state.fail(note);
    }
}

/// Shows the first hits below the search prompt.
pub(in crate::app::update) fn search_results(state: &mut State, cx: &UpdateCx<'_>) {
    let clock = clock(state, cx);
    let Some(found) = &state.search.found else {
        return;
    };
    if let (Some(layer), Some(Overlay::Prompt(prompt))) =
        (state.layers.last_mut(), state.view.overlays.last_mut())
        && layer.kind == LayerKind::Search
    {
        layer.entries = lists::hits(cx.trace, found, clock, LIVE_HITS);
        layer.shown = (0..layer.entries.len()).collect();
        prompt.choices = layer
            .entries
            .iter()
            .map(|entry| match &entry.look {
                crate::app::layer::Look::List(note) => format!("{}  {note}", entry.text),
                crate::app::layer::Look::Table(_) => entry.text.clone(),
            })
            .collect();
        prompt.chosen = prompt.chosen.filter(|&row| row < prompt.choices.len());
    }
}

/// Opens the SQL prompt again with a query that failed.
pub(in crate::app::update) fn sql_again(state: &mut State, text: &str, error: &str) {
    prompt(state, LayerKind::Sql, ":", text);
    if let Some(Overlay::Prompt(prompt)) = state.view.overlays.last_mut() {
        error.clone_into(&mut prompt.note);
        prompt.failed = true;
    }
}
