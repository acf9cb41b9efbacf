//! Text that is typed into a prompt or into the filter of a list.
//!
//! `app/edit.rs` changes the text; this file does what a changed text asks for, and what is to be done when
//! the text is accepted or cancelled.

use std::borrow::Cow;

use super::rows::{chosen, go};
use super::{close, close_and_return, hits, next_mode, next_scope, prompts};
use crate::app::command::family::{Edit, Prompt};
use crate::app::layer::{Act, Choice, LayerKind, Typing, input, input_mut};
use crate::app::lists::as_sql;
use crate::app::reproduce::named;
use crate::app::resolve::{instant, nothing_is_there};
use crate::app::state::{AfterSearch, Finding, KeepResult, State};
use crate::app::update::{UpdateCx, find, jank, marks, sql, track, workspaces};
use crate::base::time::TimeSpan;
use crate::query::selector::SelectorError;
use crate::sql::one_line::in_one_line;
use crate::view::overlay::{Input, Overlay};
use crate::view::rows::n_kept;
use crate::view::text::counted;

/// Runs a command of a prompt or filter.
pub(in crate::app::update) fn typing(state: &mut State, command: Prompt, cx: &UpdateCx) {
    match command {
        Prompt::Accept => accept(state, cx, KeepResult::No),
        Prompt::AcceptKeep => accept(state, cx, KeepResult::Yes),
        Prompt::Cancel => cancel(state, cx),
        Prompt::ChoiceUp => choice(state, cx, -1),
        Prompt::ChoiceDown => choice(state, cx, 1),
        Prompt::Complete => complete(state, cx),
        Prompt::NextMode => next_mode(state),
        Prompt::SearchScope => next_scope(state, cx),
    }
}

/// Runs a command that edits the text.
pub(in crate::app::update) fn edit(state: &mut State, command: Edit, cx: &UpdateCx) {
    if let Some(input) = state.view.overlays.last_mut().and_then(input_mut)
        && crate::app::edit::apply(input, command)
    {
        rebuild_prompt(state, cx);
    } else if state.top_kind() == Some(LayerKind::Sql) {
        offer(state);
    }
}

/// Offers completions of SQL at the caret.
fn offer(state: &mut State) {
    if let Some(prompt) = state.top_prompt_mut() {
        prompt.choices = crate::app::edit::sql_choices(&prompt.input);
        prompt.chosen = None;
        prompt.completed.clear();
    }
}

/// Inserts a text at the caret.
pub fn typed(state: &mut State, cx: &UpdateCx, text: &str) {
    state.view.message = None;
    let is_sql = state.top_kind() == Some(LayerKind::Sql);
    let text = if is_sql {
        Cow::Owned(in_one_line(text))
    } else {
        Cow::Borrowed(text)
    };
    if let Some(input) = state.view.overlays.last_mut().and_then(input_mut) {
        crate::app::edit::insert(input, &text);
        rebuild_prompt(state, cx);
    }
}

/// Does what the changed text asks for: filters, searches, offers completions.
fn rebuild_prompt(state: &mut State, cx: &UpdateCx) {
    if state.top_kind() == Some(LayerKind::Search) {
        prompts::take_mode(state);
    }
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    let text = match input_mut(overlay) {
        Some(input) => input.text.clone(),
        None => return,
    };
    match layer.kind {
        LayerKind::Search => {
            prompts::retry(state);
            // The tracks to search in may be gone, which the label has to say.
            prompts::relabel(state);
            find::search(state, &text, AfterSearch::Show);
        }
        LayerKind::Filter => {
            let kept = state.view.filter.clone();
            let error = track::filter(state, cx, &text).err();
            let kept_nodes = state.view.filtered.as_ref();
            let n = kept_nodes.map(|nodes| n_kept(&cx.trace.tree, nodes));
            state.view.filter = kept;
            prompts::retry(state);
            if let Some(prompt) = state.top_prompt_mut() {
                prompt.note = n.map_or_else(String::new, |n| counted(n, "track", "tracks"));
            }
            if let Some(error) = error {
                prompts::refuse(state, error.to_string());
            }
        }
        LayerKind::Sql => {
            if let Overlay::Prompt(prompt) = overlay {
                prompt.note.clear();
                prompt.failed = false;
            }
            offer(state);
        }
        LayerKind::Note | LayerKind::WorkspaceName | LayerKind::Time => prompts::retry(state),
        _ => {
            layer.refilter(overlay, &cx.trace);
            tell_command(state, cx);
        }
    }
}

/// Updates the command line that shows what the filtered list shows.
pub(in crate::app::update) fn tell_command(state: &mut State, cx: &UpdateCx) {
    let Some((layer, overlay)) = state.top() else {
        return;
    };
    let filter = input(overlay).map_or("", |input| input.text.as_str());
    let columns = match overlay {
        Overlay::Table(table) => [&table.columns[..], &table.left_out].concat(),
        _ => Vec::new(),
    };
    let command = match layer.kind {
        LayerKind::KernelEvents => as_sql::kernel_events(filter, &columns),
        LayerKind::Logs => as_sql::log(filter, &columns),
        LayerKind::Inbox => jank::inbox_command(cx, layer, filter),
        _ => return,
    };
    let command = named(state, &command);
    if let Some(table) = state.top_table_mut() {
        table.command = command;
    }
}

/// Does what the text is for. A filter of rows is in effect already, so this only ends the typing.
fn accept(state: &mut State, cx: &UpdateCx, keep: KeepResult) {
    let Some(layer) = state.layers.last_mut() else {
        return;
    };
    if !layer.is_prompt() {
        // The palette and the list of tracks are for going to a row; in other lists, the typing ends.
        if layer.kind.begins_with_typing() {
            go(state, cx);
        } else {
            layer.typing = Typing::No;
            if let Some(table) = state.top_table_mut() {
                table.is_typing = false;
            }
        }
        return;
    }
    let kind = layer.kind;
    let text = match state.view.overlays.last_mut().and_then(input_mut) {
        Some(input) => input.text.clone(),
        None => return,
    };
    match kind {
        LayerKind::Search => accept_search(state, cx, &text, keep),
        LayerKind::Filter => {
            // A pattern with an error stays in the prompt to be corrected.
            match track::filter(state, cx, &text) {
                Ok(()) => {
                    state.pop_layer();
                    // Keys that are about a row are not about one that nobody sees.
                    track::climb(state, cx);
                }
                Err(error) => prompts::refuse(state, error.to_string()),
            }
        }
        LayerKind::Sql => {
            state.pop_layer();
            sql::run(state, &text, keep);
        }
        LayerKind::Note => {
            state.pop_layer();
            marks::write_note(state, cx, &text);
        }
        LayerKind::WorkspaceName => {
            state.pop_layer();
            workspaces::save(state, cx, &text);
        }
        LayerKind::Time => match instant(
            &text,
            cx.cursor_ts(state),
            &cx.trace,
            state.view.time_format,
        ) {
            Ok(ts) => match nothing_is_there(TimeSpan::new(ts, ts), cx.trace.bounds) {
                Some(words) if cx.trace.complete => {
                    prompts::refuse(state, without_unit(&text).unwrap_or(words));
                }
                _ => {
                    state.pop_layer();
                    marks::go(state, cx, ts);
                }
            },
            Err(SelectorError::Time) => {
                prompts::refuse(state, format!("expected {}", prompts::TIME_FORMS));
            }
            Err(error) => prompts::refuse(state, error.to_string()),
        },
        _ => {}
    }
}

/// Says of a number alone, which few mean in nanoseconds, what it is.
fn without_unit(text: &str) -> Option<String> {
    let text = text.trim();
    match text.strip_prefix(['+', '-']) {
        _ if text.parse::<i64>().is_err() => None,
        None => Some(format!(
            "{text} is in ns, as ts is; {text}s and {text}ms count from the start"
        )),
        Some(_) => Some(format!(
            "{text} is in ns, as ts is; {text}s and {text}ms count from here"
        )),
    }
}

/// Goes to the chosen hit, or else to the first one or to the list of all, once the search has ended.
fn accept_search(state: &mut State, cx: &UpdateCx, text: &str, keep: KeepResult) {
    if let Some(Act::Item(_) | Act::Node(_)) = chosen(state) {
        note_search(state, text);
        state.search.earlier = None;
        go(state, cx);
        return;
    }
    // A pattern with an error stays in the prompt to be corrected.
    if prompts::has_failed(state) {
        // Says again what is wrong with it.
        find::search(state, text, AfterSearch::Show);
        return;
    }
    if text.is_empty() {
        close(state, cx);
        return;
    }
    state.pop_layer();
    state.search.earlier = None;
    note_search(state, text);
    // Escape leaves the search, not a list from before it.
    state.parked = None;
    state.finding = Finding::Search;
    let done = state.view.found.as_ref().is_some_and(|found| found.done);
    match (done, keep) {
        (true, KeepResult::No | KeepResult::Nowhere) => find::first(state, cx),
        (true, KeepResult::Yes) => hits(state, cx),
        (false, KeepResult::No | KeepResult::Nowhere) => state.search.then = AfterSearch::GoToFirst,
        (false, KeepResult::Yes) => state.search.then = AfterSearch::List,
    }
}

/// Adds a text to the history of searches.
fn note_search(state: &mut State, text: &str) {
    if state.search.history.last().map(String::as_str) != Some(text) {
        state.search.history.push(text.to_owned());
    }
}

/// Cancels a prompt or the filter of a list; the list stays open with all its rows.
fn cancel(state: &mut State, cx: &UpdateCx) {
    let Some(layer) = state.layers.last_mut() else {
        return;
    };
    if layer.kind.begins_with_typing() {
        close_and_return(state, cx);
        return;
    }
    // The list stays open, only its filter is cancelled.
    layer.typing = Typing::No;
    if let Some(overlay) = state.view.overlays.last_mut() {
        match overlay {
            Overlay::List(list) => list.input = None,
            Overlay::Table(table) => {
                table.input = None;
                table.is_typing = false;
            }
            Overlay::Help(help) => help.input = None,
            Overlay::Prompt(_) | Overlay::Ladder(_) => {}
        }
        layer.refilter(overlay, &cx.trace);
        tell_command(state, cx);
    }
}

/// Up and down while typing: moves among rows or hits, otherwise recalls older or newer input.
fn choice(state: &mut State, cx: &UpdateCx, by: isize) {
    let (Some(layer), Some(overlay)) = (state.layers.last_mut(), state.view.overlays.last_mut())
    else {
        return;
    };
    let Overlay::Prompt(prompt) = overlay else {
        layer.choose(overlay, Choice::By(by));
        return;
    };
    if by < 0 && !prompt.completed.is_empty() {
        // What was inserted is text now: up leads to earlier queries.
        prompt.chosen = None;
    }
    if !prompt.choices.is_empty() && (by > 0 || prompt.chosen.is_some()) {
        let last = prompt.choices.len() - 1;
        prompt.chosen = match prompt.chosen {
            None => Some(0),
            Some(0) if by < 0 => None,
            Some(row) => Some(row.saturating_add_signed(by).min(last)),
        };
        return;
    }
    let history = match layer.kind {
        LayerKind::Search => &state.search.history,
        LayerKind::Sql => &state.sql.history,
        _ => return,
    };
    let wanted = layer.recalled.saturating_add_signed(-by).min(history.len());
    if wanted == layer.recalled {
        return;
    }
    if layer.recalled == 0 {
        layer.draft.clone_from(&prompt.input.text);
    }
    layer.recalled = wanted;
    let text = match wanted {
        0 => std::mem::take(&mut layer.draft),
        n => history[history.len() - n].clone(),
    };
    prompt.input = Input {
        caret: text.len(),
        text,
    };
    rebuild_prompt(state, cx);
}

/// Inserts the chosen completion of SQL, in place of the one that was inserted last, or the query that is shown
/// where nothing is typed; in other prompts, goes to the next row.
fn complete(state: &mut State, cx: &UpdateCx) {
    let Some(layer) = state.layers.last_mut() else {
        return;
    };
    match (layer.kind, state.view.overlays.last_mut()) {
        (LayerKind::Sql, Some(Overlay::Prompt(prompt))) if prompt.input.text.is_empty() => {
            let text = prompt.example.to_string();
            prompt.input = Input {
                caret: text.len(),
                text,
            };
            rebuild_prompt(state, cx);
        }
        (LayerKind::Sql, Some(Overlay::Prompt(prompt))) => {
            let choices = std::mem::take(&mut prompt.choices);
            let last = std::mem::take(&mut prompt.completed);
            let at = match prompt.chosen {
                Some(at) if choices[at] == last => (at + 1) % choices.len(),
                Some(at) => at,
                None => 0,
            };
            let Some(choice) = choices.get(at) else {
                return;
            };
            if last.is_empty() {
                crate::app::edit::complete_word(&mut prompt.input, choice);
            } else {
                let Input { text, caret } = &mut prompt.input;
                let start = *caret - last.len();
                text.replace_range(start..*caret, choice);
                *caret = start + choice.len();
            }
            let completed = choice.clone();
            rebuild_prompt(state, cx);
            // The others stay on offer until something else is typed.
            if let Some(prompt) = state.top_prompt_mut().filter(|_| choices.len() > 1) {
                prompt.choices = choices;
                prompt.chosen = Some(at);
                prompt.completed = completed;
            }
        }
        (LayerKind::Search, _) => choice(state, cx, 1),
        (_, Some(overlay)) => layer.choose(overlay, Choice::By(1)),
        (_, None) => {}
    }
}
