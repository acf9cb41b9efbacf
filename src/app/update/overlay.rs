//! Opening, filtering and leaving what lies over the main screen.
//!
//! Layers and overlays are pushed and popped together. A list that is left by
//! Escape goes back to where it was opened; one that was followed does not.

mod listing;
mod prompts;

pub use listing::apply_listed;
pub(super) use listing::open_asking;
pub(super) use prompts::{
    filter_prompt, next_mode, next_scope, note_prompt, prompt_note, search_prompt, search_results,
    sql_again, sql_prompt, time_prompt, workspace_prompt,
};

use std::borrow::Cow;
use std::sync::Arc;

use super::{UpdateCx, find, flow, jank, ladder, marks, select, sql, track, workspaces};
use crate::app::command::Command;
use crate::app::effect::Effect;
use crate::app::history::Step;
use crate::app::layer::source::{Entry, Source};
use crate::app::layer::{Act, Awaits, Choice, Layer, LayerKind, Typing, input_mut};
use crate::app::lists;
use crate::app::lists::sql::Rows;
use crate::app::lists::work::ListWork;
use crate::app::state::{AfterSearch, Finding, KeepResult, State};
use crate::model::ids::FlowId;
use crate::query::flows::Direction;
use crate::sql::one_line::in_one_line;
use crate::view::overlay::{Help, Input, List, Overlay, Table};
use crate::view::scene::Item;
use crate::view::state::{Hint, Selection, Tab};
use crate::view::time::Clock;

pub(super) fn clock(state: &State, cx: &UpdateCx<'_>) -> Clock {
    Clock::new(cx.trace, state.view.time_format)
}

pub(super) fn hints(cx: &UpdateCx<'_>, commands: &[Command]) -> Vec<Hint> {
    let hint = |&command: &Command| Hint {
        keys: cx.keymap.label(command),
        what: command.hint().into(),
    };
    commands
        .iter()
        .map(hint)
        .filter(|hint| !hint.keys.is_empty())
        .collect()
}

fn open(
    state: &mut State,
    cx: &UpdateCx<'_>,
    kind: LayerKind,
    typing: Typing,
    source: Arc<dyn Source>,
    overlay: Overlay,
) {
    // A list opened from itself starts anew.
    if state.layers.last().is_some_and(|layer| layer.kind == kind) {
        state.pop_layer();
    }
    let mut layer = Layer::new(kind, typing, state.place());
    layer.fill(source);
    let mut overlay = overlay;
    layer.refilter(&mut overlay, cx.trace);
    state.push_layer(layer, overlay);
}

fn open_list(
    state: &mut State,
    cx: &UpdateCx<'_>,
    kind: LayerKind,
    typing: Typing,
    entries: Vec<Entry>,
    list: List,
) {
    let list = List {
        input: (typing == Typing::Yes).then(Input::default),
        ..list
    };
    let list = Overlay::List(list);
    open(state, cx, kind, typing, Arc::new(entries), list);
}

/// Returns an empty list with a title and the keys that work in it.
fn titled(cx: &UpdateCx<'_>, title: &str, keys: &[Command]) -> List {
    List {
        title: title.into(),
        hints: hints(cx, keys),
        ..List::default()
    }
}

pub(super) fn open_table(
    state: &mut State,
    cx: &UpdateCx<'_>,
    kind: LayerKind,
    mut table: Table,
    source: Arc<dyn Source>,
) {
    table.command = crate::app::reproduce::named(state, &table.command);
    open(state, cx, kind, Typing::No, source, Overlay::Table(table));
}

const LIST_KEYS: [Command; 4] = [
    Command::ListGo,
    Command::ListFilter,
    Command::ListSort,
    Command::ListExport,
];

pub(super) fn palette(state: &mut State, cx: &UpdateCx<'_>) {
    let list = titled(cx, "commands", &[Command::Accept, Command::Cancel]);
    let entries = lists::commands(cx.keymap);
    open_list(state, cx, LayerKind::Palette, Typing::Yes, entries, list);
}

pub(super) fn tracks(state: &mut State, cx: &UpdateCx<'_>) {
    let list = titled(cx, "tracks", &[Command::Accept, Command::Cancel]);
    let entries = lists::tracks(cx.trace);
    open_list(state, cx, LayerKind::Tracks, Typing::Yes, entries, list);
}

pub(super) fn hits(state: &mut State, cx: &UpdateCx<'_>) {
    let Some(found) = state.search.found.clone() else {
        return;
    };
    let entries = lists::hits(cx.trace, &found, clock(state, cx), lists::ROWS_MAX);
    let text = state.view.found.as_ref().map_or("", |found| &found.text);
    let n = crate::view::text::grouped(found.total() as u64);
    let list = titled(cx, &format!("{n} hits for {text}"), &LIST_KEYS[..2]);
    open_list(state, cx, LayerKind::Hits, Typing::No, entries, list);
}

pub(super) fn pick_flow(state: &mut State, cx: &UpdateCx<'_>, all: &[FlowId], to: Direction) {
    let title = match to {
        Direction::Forward => "flows that leave this slice",
        Direction::Backward => "flows that reach this slice",
    };
    let entries = lists::flow_choices(cx.trace, all, to);
    let list = titled(cx, title, &[Command::ListGo, Command::Pick1]);
    open_list(state, cx, LayerKind::FlowPick, Typing::No, entries, list);
}

pub(super) fn categories(state: &mut State, cx: &UpdateCx<'_>) {
    if cx.trace.flows.is_empty() {
        state.say("the trace holds no flows");
        return;
    }
    let list = titled(cx, "flow categories", &[Command::ListToggle]);
    let counts = state.categories.clone();
    let counted = counts.as_ref().map_or(&[][..], |counts| counts);
    let entries = lists::categories(counted, &state.view.flows.hidden);
    open_list(state, cx, LayerKind::Categories, Typing::No, entries, list);
    if let (None, Some(layer)) = (counts, state.layers.last_mut()) {
        layer.ask(ListWork::Categories, Awaits::Rows);
    }
}

pub(super) fn workspaces(state: &mut State, cx: &UpdateCx<'_>, title: &str, entries: Vec<Entry>) {
    let keys = [Command::ListGo, Command::Pick1, Command::ListFilter];
    let list = titled(cx, title, &keys);
    open_list(state, cx, LayerKind::Workspaces, Typing::No, entries, list);
}

pub(super) fn issues(state: &mut State, cx: &UpdateCx<'_>) {
    let (mut table, entries) = lists::table::issues(cx.trace);
    table.hints = hints(cx, &LIST_KEYS[1..2]);
    open_table(state, cx, LayerKind::Issues, table, Arc::new(entries));
}

pub(super) fn logs(state: &mut State, cx: &UpdateCx<'_>) {
    let (mut table, lines) = lists::logs::logs(cx.trace, clock(state, cx));
    table.hints = hints(cx, &LIST_KEYS[..2]);
    open_table(state, cx, LayerKind::Logs, table, Arc::new(lines));
}

pub(super) fn slow_flows(state: &mut State, cx: &UpdateCx<'_>) {
    let mut table = lists::table::slow_flows_table();
    table.hints = hints(cx, &LIST_KEYS[..2]);
    open_asking(state, LayerKind::SlowFlows, table, ListWork::SlowFlows, cx);
}

pub(super) fn help(state: &mut State, cx: &UpdateCx<'_>) {
    let tour = state.tour.map(|tour| tour.overview(cx.keymap));
    let help = Help {
        groups: tour.into_iter().chain(lists::help(cx.keymap)).collect(),
        ..Help::default()
    };
    let help = Overlay::Help(help);
    let none = Arc::new(Vec::new());
    open(state, cx, LayerKind::Help, Typing::No, none, help);
}

pub(super) fn choose_item(state: &mut State, item: Item) {
    if let (Some(layer), Some(overlay)) = (state.layers.last(), state.view.overlays.last_mut())
        && let Some(row) = layer.acts().position(|act| act == Act::Item(item))
    {
        layer.choose(overlay, Choice::At(row));
    }
}

/// Lists where the details of the selection lead, as far as these tabs show it.
pub(super) fn leads(state: &mut State, cx: &UpdateCx<'_>, tabs: &[Tab]) {
    let found = crate::view::leads(cx.trace, &state.view, tabs);
    if found.is_empty() {
        if state.view.selection != Selection::None {
            state.say("the details lead nowhere");
        }
        return;
    }
    let entries = lists::leads(found);
    let keys = [Command::ListGo, Command::Pick1, Command::ListFilter];
    let list = titled(cx, "where it leads", &keys);
    open_list(state, cx, LayerKind::Leads, Typing::No, entries, list);
}

/// Opens the result of a query and returns it for the details.
pub(super) fn sql_result(
    state: &mut State,
    cx: &UpdateCx<'_>,
    text: &str,
    rows: Arc<Rows>,
) -> Table {
    let mut table = rows.table();
    table.hints = hints(cx, &LIST_KEYS);
    table.command = format!("perfetty query TRACE {text:?}");
    open_table(state, cx, LayerKind::SqlResult, table, rows);
    match state.view.overlays.last() {
        Some(Overlay::Table(table)) => table.clone(),
        _ => Table::default(),
    }
}

/// Leaves the top layer; the view stays where it is.
pub(super) fn close(state: &mut State, cx: &UpdateCx<'_>) {
    if let Some(layer) = state.pop_layer()
        && layer.kind == LayerKind::Filter
    {
        // A filter that was not accepted is not kept.
        let text = state.view.filter.clone();
        track::filter(state, cx, &text);
    }
}

/// Leaves the top layer and goes back to where it was opened.
pub(super) fn close_and_return(state: &mut State, cx: &UpdateCx<'_>) {
    let opened = state.layers.last().map(|layer| layer.opened.clone());
    let kind = state.layers.last().map(|layer| layer.kind);
    if kind == Some(LayerKind::Search) && state.finding != Finding::Search {
        state.view.found = None;
        state.search.found = None;
        state.search.serial += 1;
    }
    if kind == Some(LayerKind::Inbox) {
        state.walk = None;
    }
    close(state, cx);
    if let Some(place) = opened {
        state.restore(&place);
    }
}

/// Commands of lists.
pub(super) fn list(
    state: &mut State,
    command: Command,
    cx: &UpdateCx<'_>,
    effects: &mut Vec<Effect>,
) -> Step {
    let page = isize::try_from(state.size.rows.saturating_sub(8).max(1)).unwrap_or(10);
    match command {
        Command::ListDown => choose(state, Choice::By(1)),
        Command::ListUp => choose(state, Choice::By(-1)),
        Command::ListPageDown => choose(state, Choice::By(page)),
        Command::ListPageUp => choose(state, Choice::By(-page)),
        Command::ListFirst => choose(state, Choice::First),
        Command::ListLast => choose(state, Choice::Last),
        Command::ListGo => go(state, cx, effects),
        Command::ListFilter => start_filter(state),
        Command::ListSort => reorder(state, cx, 1, 0),
        Command::ListGroup => reorder(state, cx, 0, 1),
        Command::ListExport => listing::export(state),
        Command::ListLens if listing::is_settled(state) => {
            if let Some(Act::Item(Item::Slice(id))) = chosen(state) {
                jank::lens(state, cx, id);
            }
        }
        Command::ListToggle => toggle_category(state, cx),
        Command::ListBranch => ladder::branch(state, cx),
        _ => {
            if let Some(row) = command.picked() {
                choose(state, Choice::At(row));
                go(state, cx, effects);
            }
        }
    }
    Step::Jump
}

fn choose(state: &mut State, to: Choice) {
    if let (Some(layer), Some(overlay)) = (state.layers.last(), state.view.overlays.last_mut()) {
        layer.choose(overlay, to);
    }
}

fn chosen(state: &State) -> Option<Act> {
    state.layers.last()?.chosen(state.view.overlays.last()?)
}

/// Goes to what the chosen row leads to. The inbox and the result of a query stay below, so that
/// Ctrl-O and `J` come back to the same row.
fn go(state: &mut State, cx: &UpdateCx<'_>, effects: &mut Vec<Effect>) {
    if !listing::is_settled(state) {
        return;
    }
    let kind = state.layers.last().map(|layer| layer.kind);
    let Some(act) = chosen(state) else { return };
    match act {
        Act::None => {}
        Act::Category(_) => toggle_category(state, cx),
        Act::Command(command) => {
            state.clear_layers();
            effects.extend(super::update(state, command, cx));
        }
        Act::Node(node) => {
            state.clear_layers();
            select::reveal_node(state, cx, node);
            state.select(Selection::Track(node));
        }
        Act::Item(item) if matches!(kind, Some(LayerKind::Inbox | LayerKind::Lens(_))) => {
            jank::go(state, cx, item);
        }
        Act::Item(item) => {
            state.clear_layers();
            if kind == Some(LayerKind::Hits) || kind == Some(LayerKind::Search) {
                state.finding = Finding::Search;
            }
            select::go_to_item(state, cx, item);
        }
        Act::Flow(id, direction) => {
            state.clear_layers();
            flow::follow(state, cx, id, direction);
        }
        Act::Instant(ts) => {
            state.clear_layers();
            marks::go(state, cx, ts);
        }
        Act::Workspace(name) => {
            state.clear_layers();
            workspaces::switch(state, cx, &name);
        }
        Act::RemoveWorkspace(name) => {
            state.clear_layers();
            workspaces::remove(state, &name);
        }
        Act::Search(text) => {
            if !text.is_empty() {
                state.clear_layers();
                state.search.within = None;
                find::search(state, &text, AfterSearch::GoToFirst, effects);
            }
        }
    }
}

fn start_filter(state: &mut State) {
    let (Some(layer), Some(overlay)) = (state.layers.last_mut(), state.view.overlays.last_mut())
    else {
        return;
    };
    let input = match overlay {
        Overlay::List(list) => &mut list.input,
        Overlay::Table(table) => &mut table.input,
        Overlay::Help(help) => &mut help.input,
        Overlay::Prompt(_) | Overlay::Ladder(_) => return,
    };
    input.get_or_insert_with(Input::default);
    layer.typing = Typing::Yes;
}

fn toggle_category(state: &mut State, cx: &UpdateCx<'_>) {
    let Some(Act::Category(category)) = chosen(state) else {
        return;
    };
    let hidden = &mut state.view.flows.hidden;
    if !hidden.remove(&category) {
        hidden.insert(category);
    }
    let row = match state.view.overlays.last() {
        Some(Overlay::List(list)) => list.chosen,
        _ => 0,
    };
    categories(state, cx);
    choose(state, Choice::At(row));
}

/// Sorts or groups by what comes next.
fn reorder(state: &mut State, cx: &UpdateCx<'_>, sort: usize, group: usize) {
    match state.layers.last().map(|layer| layer.kind) {
        Some(LayerKind::Inbox) => jank::reorder(state, cx, sort, group),
        Some(LayerKind::SqlResult | LayerKind::Issues | LayerKind::Logs | LayerKind::SlowFlows)
            if sort > 0 =>
        {
            listing::sort_by_next_column(state, cx);
        }
        _ => {}
    }
}

/// Commands while text is typed.
pub(super) fn typing(
    state: &mut State,
    command: Command,
    cx: &UpdateCx<'_>,
    effects: &mut Vec<Effect>,
) -> Step {
    match command {
        Command::Accept => accept(state, cx, KeepResult::No, effects),
        Command::AcceptKeep => accept(state, cx, KeepResult::Yes, effects),
        Command::Cancel => cancel(state, cx, effects),
        Command::ChoiceUp => choice(state, cx, effects, -1),
        Command::ChoiceDown => choice(state, cx, effects, 1),
        Command::Complete => complete(state, cx, effects),
        Command::NextMode => next_mode(state, effects),
        Command::SearchScope => next_scope(state, cx, effects),
        _ => {
            if let Some(input) = state.view.overlays.last_mut().and_then(input_mut)
                && crate::app::edit::apply(input, command)
            {
                rebuild_prompt(state, cx, effects);
            }
        }
    }
    Step::Small
}

/// Types a text at the caret.
pub fn typed(state: &mut State, cx: &UpdateCx<'_>, text: &str, effects: &mut Vec<Effect>) {
    let is_sql = state.layers.last().map(|layer| layer.kind) == Some(LayerKind::Sql);
    let text = if is_sql {
        Cow::Owned(in_one_line(text))
    } else {
        Cow::Borrowed(text)
    };
    if let Some(input) = state.view.overlays.last_mut().and_then(input_mut) {
        crate::app::edit::insert(input, &text);
        rebuild_prompt(state, cx, effects);
    }
}

/// Does what a changed text asks for: filters, searches, completes.
fn rebuild_prompt(state: &mut State, cx: &UpdateCx<'_>, effects: &mut Vec<Effect>) {
    let (Some(layer), Some(overlay)) = (state.layers.last_mut(), state.view.overlays.last_mut())
    else {
        return;
    };
    let text = match input_mut(overlay) {
        Some(input) => input.text.clone(),
        None => return,
    };
    match layer.kind {
        LayerKind::Search => {
            prompts::retry(state);
            find::search(state, &text, AfterSearch::Show, effects);
        }
        LayerKind::Filter => {
            let kept = state.view.filter.clone();
            track::filter(state, cx, &text);
            let n = state.view.filtered.as_ref().map(|nodes| nodes.len());
            state.view.filter = kept;
            if let Some(Overlay::Prompt(prompt)) = state.view.overlays.last_mut() {
                prompt.note = n.map(|n| format!("{n} tracks")).unwrap_or_default();
            }
        }
        LayerKind::Sql => {
            if let Overlay::Prompt(prompt) = overlay {
                prompt.note.clear();
                prompt.failed = false;
                prompt.choices = crate::app::edit::sql_choices(&prompt.input);
                prompt.chosen = None;
            }
        }
        LayerKind::Note | LayerKind::WorkspaceName | LayerKind::Time => {}
        _ => layer.refilter(overlay, cx.trace),
    }
}

fn accept(state: &mut State, cx: &UpdateCx<'_>, keep: KeepResult, effects: &mut Vec<Effect>) {
    let Some(layer) = state.layers.last_mut() else {
        return;
    };
    if !layer.is_prompt() {
        // A list that is only typed into goes there; one that can be typed into stops typing.
        if matches!(layer.kind, LayerKind::Palette | LayerKind::Tracks) {
            go(state, cx, effects);
        } else {
            layer.typing = Typing::No;
        }
        return;
    }
    let kind = layer.kind;
    let chosen_row = chosen(state);
    let text = match state.view.overlays.last_mut().and_then(input_mut) {
        Some(input) => input.text.clone(),
        None => return,
    };
    match kind {
        LayerKind::Search => {
            if let Some(Act::Item(_) | Act::Node(_)) = chosen_row {
                note_search(state, &text);
                go(state, cx, effects);
                return;
            }
            // What cannot be searched for is to be mended.
            if prompts::has_failed(state) {
                return;
            }
            state.pop_layer();
            if text.is_empty() {
                return;
            }
            note_search(state, &text);
            state.finding = Finding::Search;
            let done = state.view.found.as_ref().is_some_and(|found| found.done);
            let then = match keep {
                KeepResult::No => AfterSearch::GoToFirst,
                KeepResult::Yes => AfterSearch::List,
            };
            match (done, keep) {
                (true, KeepResult::No) => find::first(state, cx),
                (true, KeepResult::Yes) => hits(state, cx),
                (false, _) => state.search.then = then,
            }
        }
        LayerKind::Filter => {
            state.pop_layer();
            track::filter(state, cx, &text);
        }
        LayerKind::Sql => {
            state.pop_layer();
            sql::run(state, &text, keep, effects);
        }
        LayerKind::Note => {
            state.pop_layer();
            marks::write_note(state, cx, &text);
        }
        LayerKind::WorkspaceName => {
            state.pop_layer();
            workspaces::save(state, cx, &text);
        }
        LayerKind::Time => match crate::app::resolve::instant(&text, cx.trace) {
            Ok(ts) => {
                state.pop_layer();
                marks::go(state, cx, ts);
            }
            Err(error) => {
                if let Some(Overlay::Prompt(prompt)) = state.view.overlays.last_mut() {
                    prompt.note = error.to_string();
                    prompt.failed = true;
                }
            }
        },
        _ => {}
    }
}

fn note_search(state: &mut State, text: &str) {
    if state.search.history.last().map(String::as_str) != Some(text) {
        state.search.history.push(text.to_owned());
    }
}

fn cancel(state: &mut State, cx: &UpdateCx<'_>, effects: &mut Vec<Effect>) {
    let Some(layer) = state.layers.last_mut() else {
        return;
    };
    let only_typed = matches!(layer.kind, LayerKind::Palette | LayerKind::Tracks);
    if layer.is_prompt() || only_typed {
        if layer.kind == LayerKind::Search {
            effects.push(Effect::CancelJobs);
        }
        close_and_return(state, cx);
        return;
    }
    // Leaves the filter, not the list.
    layer.typing = Typing::No;
    if let Some(overlay) = state.view.overlays.last_mut() {
        match overlay {
            Overlay::List(list) => list.input = None,
            Overlay::Table(table) => table.input = None,
            Overlay::Help(help) => help.input = None,
            Overlay::Prompt(_) | Overlay::Ladder(_) => {}
        }
        layer.refilter(overlay, cx.trace);
    }
}

/// Up and down while typing: rows of a list, hits of a search, else older and newer input.
fn choice(state: &mut State, cx: &UpdateCx<'_>, effects: &mut Vec<Effect>, by: isize) {
    let (Some(layer), Some(overlay)) = (state.layers.last_mut(), state.view.overlays.last_mut())
    else {
        return;
    };
    let Overlay::Prompt(prompt) = overlay else {
        layer.choose(overlay, Choice::By(by));
        return;
    };
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
    layer.recalled = wanted;
    let text = match wanted {
        0 => String::new(),
        n => history[history.len() - n].clone(),
    };
    prompt.input = Input {
        caret: text.len(),
        text,
    };
    rebuild_prompt(state, cx, effects);
}

fn complete(state: &mut State, cx: &UpdateCx<'_>, effects: &mut Vec<Effect>) {
    let Some(layer) = state.layers.last() else {
        return;
    };
    match (layer.kind, state.view.overlays.last_mut()) {
        (LayerKind::Sql, Some(Overlay::Prompt(prompt))) => {
            let choice = prompt.choices.get(prompt.chosen.unwrap_or(0)).cloned();
            if let Some(choice) = choice {
                crate::app::edit::complete_word(&mut prompt.input, &choice);
                rebuild_prompt(state, cx, effects);
            }
        }
        (LayerKind::Search, _) => choice(state, cx, effects, 1),
        (_, Some(overlay)) => layer.choose(overlay, Choice::By(1)),
        (_, None) => {}
    }
}
