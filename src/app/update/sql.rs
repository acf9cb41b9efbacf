//! SQL: running queries, and showing their progress and results.

use std::sync::Arc;

use super::{UpdateCx, overlay};
use crate::app::command::Command;
use crate::app::effect::Effect;
use crate::app::hints::label_or_name;
use crate::app::jobs::Job;
use crate::app::layer::source::ListSource as _;
use crate::app::layer::{Awaits, LayerKind, Typing};
use crate::app::lists::sql::QueryRows;
use crate::app::state::{KeepResult, State};
use crate::view::layout::has_details_room;
use crate::view::overlay::{Input, Overlay};
use crate::view::state::{QueryProgress, Tab};
use crate::view::text::counted;

/// Runs a query that was typed, or as if it had been.
pub fn run(state: &mut State, text: &str, keep: KeepResult) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if state.sql.history.last().map(String::as_str) != Some(text) {
        state.sql.history.push(text.to_owned());
    }
    state.sql.serial += 1;
    state.sql.keep = keep;
    state.sql.running = true;
    state.view.query = Some(QueryProgress::default());
    state.ask(Effect::Run(Job::Sql {
        text: text.to_owned(),
        serial: state.sql.serial,
    }));
}

/// Returns the query that is running or whose result is shown, to be run again because the trace has grown.
/// Removes the old results.
pub fn query_to_repeat(state: &mut State) -> Option<(String, KeepResult)> {
    let details = &mut state.view.details;
    let is_beside = details.open && details.tab == Tab::Sql && details.sql.is_some();
    details.sql = None;
    let is_listed = state.top_kind() == Some(LayerKind::SqlResult);
    state.sql.left = None;
    let keep = match (is_listed, state.sql.running, is_beside) {
        (true, ..) => KeepResult::No,
        (_, true, _) => state.sql.keep,
        (.., true) => KeepResult::Yes,
        // The result is not shown any more.
        _ => return None,
    };
    Some((state.sql.history.last()?.clone(), keep))
}

/// Shows the progress of the running query.
pub fn apply_running(state: &mut State, serial: u64, rows: u64, steps: u64) {
    if serial != state.sql.serial || !state.sql.running {
        return;
    }
    // Many queries give all rows at the end, so only the steps show that they progress.
    let millions = steps / 1000;
    state.view.query = Some(QueryProgress { rows, millions });
}

/// Applies the result of a query, or its error.
pub fn apply_rows(
    state: &mut State,
    cx: &UpdateCx,
    serial: u64,
    text: &str,
    result: Result<Arc<QueryRows>, String>,
) {
    if serial != state.sql.serial {
        return;
    }
    state.end_query();
    state.view.message = None;
    // What comes takes the place of a list that waits for it.
    let filter = filter_of_waiting(state);
    if filter.is_some() {
        state.pop_layer();
        state.sql.left = None;
    }
    match result {
        Ok(rows) => show(state, cx, text, rows, filter),
        // The keys that are typed are meant for the prompt in which they are typed.
        Err(error) if state.is_typing() => {
            state.fail(format!("the query: {}", advice(state, text, error)));
        }
        Err(error) => {
            state.fail(advice(state, text, error));
            overlay::sql_again(state, text);
        }
    }
}

/// Returns the error of a query, and where commands are found if it is a word that may be one, such as `q` or
/// `help`. Of the name of a command only that is said.
fn advice(state: &State, text: &str, error: String) -> String {
    let palette = &state.view.keys.palette;
    let word = text.trim().trim_end_matches('!');
    if Command::ALL.iter().any(|command| command.name() == word) {
        return format!("{word} is a command, not a query: {palette} {word} runs it");
    }
    let is_word = word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if is_word && !word.is_empty() {
        return format!("{error}; {palette} finds commands");
    }
    error
}

/// The filter of a list, and whether it is being typed.
type Filter = (Option<Input>, Typing);

/// Returns the filter of the list on top if that waits for the result.
fn filter_of_waiting(state: &State) -> Option<Filter> {
    let (layer, overlay) = state.top()?;
    let waits = layer.kind == LayerKind::SqlResult && layer.awaits == Awaits::Rows;
    let input = match overlay {
        Overlay::Table(table) => table.input.clone(),
        _ => None,
    };
    waits.then_some((input, layer.typing))
}

/// Gives a filter to the list on top.
fn give_filter(state: &mut State, cx: &UpdateCx, (input, typing): Filter) {
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    if let Overlay::Table(table) = overlay
        && input.is_some()
    {
        table.input = input;
        table.is_typing = typing == Typing::Yes;
        layer.typing = typing;
        layer.refilter(overlay, &cx.trace);
        overlay::tell_command(state, cx);
    }
}

/// Shows the rows of a query. A list that takes the place of one that waited for it has its filter.
fn show(
    state: &mut State,
    cx: &UpdateCx,
    text: &str,
    rows: Arc<QueryRows>,
    filter: Option<Filter>,
) {
    if state.sql.keep == KeepResult::Nowhere {
        return;
    }
    if rows.columns.is_empty() {
        state.say("done; the statement gives no rows");
        return;
    }
    if let Some(what) = state.view.file.words() {
        // Before this the file had them, so that a sum of the rows would be taken for that of the trace.
        state.fail(format!(
            "the file was {what}: arguments may be missing in these rows"
        ));
    }
    let n_rows = rows.n_rows();
    // A list over what is typed into would take the keys for its own.
    let typed_into = if state.is_typing() {
        state.lift_layer()
    } else {
        None
    };
    // A list of results below what is typed into is where the rows go.
    let is_below = typed_into.is_some() && state.top_kind() == Some(LayerKind::SqlResult);
    let filter = filter.or_else(|| filter_of_waiting(state));
    let table = overlay::sql_result(state, cx, text, rows);
    state.view.details.sql = Some(Arc::new(table));
    let is_kept = state.sql.keep == KeepResult::Yes;
    if is_kept || typed_into.is_some() && !is_below {
        state.pop_layer();
    } else if let Some(filter) = filter {
        give_filter(state, cx, filter);
    }
    if is_kept {
        state.view.details.open = true;
        state.view.details.tab = Tab::Sql;
    } else if typed_into.is_some() && !is_below && state.view.file.words().is_none() {
        let rows = counted(n_rows, "row", "rows");
        state.say(format!("{rows}: {} lists them", listing_keys(state, cx)));
    }
    if let Some((layer, overlay)) = typed_into {
        state.layers.push(layer);
        state.view.overlays.push(overlay);
    }
}

/// Returns the keys that list the last result.
fn listing_keys(state: &State, cx: &UpdateCx) -> String {
    let key = label_or_name(&cx.keymap, Command::TabSql);
    let details = &state.view.details;
    // The first time, the key only shows the details if these have room.
    let is_shown = details.open && details.tab == Tab::Sql;
    if is_shown || !has_details_room(state.size) {
        key
    } else {
        format!("{key} {key}")
    }
}
