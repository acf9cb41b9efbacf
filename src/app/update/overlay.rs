//! Opens and closes the layers over the main screen.
//!
//! Layers and overlays are pushed and popped together. Closing a list with Escape goes back to the place
//! where it was opened; going to one of its rows does not. Commands for rows are in `rows.rs`, those for text
//! in `typing.rs`.

mod listing;
mod prompts;
mod queried;
mod renew;
mod rows;
mod typing;
mod walk;

pub(super) use listing::is_settled;
pub use listing::{apply_listed, apply_looked};
pub use prompts::search_results;
pub(super) use prompts::{
    filter_prompt, next_mode, next_scope, note_prompt, prompt_note, search_failed, search_prompt,
    sql_again, sql_prompt, time_prompt, workspace_prompt,
};
pub(super) use renew::ask;
pub use renew::{refit, renew};
pub(super) use rows::{choose_item, list, say_no_row};
pub use typing::typed;
pub(super) use typing::{edit, tell_command, typing};
pub(super) use walk::choose_selected;

use std::sync::Arc;

use self::renew::{ListRows, rows_of};
use super::{UpdateCx, find, track};
use crate::app::command::{Command, Group};
use crate::app::effect::Effect;
use crate::app::hints::{add_of_table, of_list, only_one};
use crate::app::jobs::Slot;
use crate::app::key::{Code, Key};
use crate::app::layer::source::{Entry, ListSource};
use crate::app::layer::{Awaits, Choice, Layer, LayerKind, Typing};
use crate::app::lists;
use crate::app::lists::sql::QueryRows;
use crate::app::reproduce::{can_be_told, flag_with, quoted, quoted_text};
use crate::app::state::{AfterSearch, State};
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{FlowId, SliceId};
use crate::query::flows::{self, Direction};
use crate::sql::one_line::in_one_line;
use crate::view::FLOWS_LISTED;
use crate::view::arrows;
use crate::view::overlay::{Help, HelpGroup, Input, List, Overlay, Table};
use crate::view::state::{Hint, Selection, Tab};
use crate::view::text::grouped;
use crate::view::time::{Clock, reading_ts};

pub(super) fn clock(state: &State, cx: &UpdateCx) -> Clock {
    Clock::new(&cx.trace, state.view.time_format)
}

pub(super) fn hints(cx: &UpdateCx, commands: &[Command]) -> Vec<Hint> {
    let keys = |command: Command| {
        let key = cx.keymap.label(command);
        let last = cx.keymap.label(Command::Pick9);
        // The keys that pick a row by its number are shown as a range, like `1–9`.
        match command {
            Command::Pick1 if !key.is_empty() && !last.is_empty() => format!("{key}–{last}"),
            _ => key,
        }
    };
    let hint = |&command: &Command| Hint {
        keys: keys(command),
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
    cx: &UpdateCx,
    kind: LayerKind,
    source: Arc<dyn ListSource>,
    mut overlay: Overlay,
) {
    // If the same list is on top already, it is replaced.
    if state.top_kind() == Some(kind) {
        state.pop_layer();
    }
    let mut layer = Layer::new(kind, state.place());
    layer.fill(source);
    layer.refilter(&mut overlay, &cx.trace);
    state.push_layer(layer, overlay);
}

fn open_list(
    state: &mut State,
    cx: &UpdateCx,
    kind: LayerKind,
    list: List,
    rows: impl ListSource + 'static,
) {
    let list = Overlay::List(List {
        input: kind.begins_with_typing().then(Input::default),
        ..list
    });
    open(state, cx, kind, Arc::new(rows), list);
}

/// Returns an empty list with a title and the hints of some commands.
fn titled(cx: &UpdateCx, title: &str, keys: &[Command]) -> List {
    List {
        title: title.into(),
        hints: hints(cx, keys),
        ..List::default()
    }
}

pub(super) fn open_table(
    state: &mut State,
    cx: &UpdateCx,
    kind: LayerKind,
    mut table: Table,
    source: Arc<dyn ListSource>,
) {
    leave_out_headings(&mut table, kind, &*source);
    if table.columns.is_empty() {
        // Nothing can be done with no rows.
        table.hints.clear();
    }
    put_table(state, cx, kind, table, source);
}

/// Takes the headings from a table without rows. The columns of a query are a part of its answer.
fn leave_out_headings(table: &mut Table, kind: LayerKind, source: &dyn ListSource) {
    if source.n_rows() == 0 && kind != LayerKind::SqlResult {
        table.columns.clear();
    }
}

fn put_table(
    state: &mut State,
    cx: &UpdateCx,
    kind: LayerKind,
    mut table: Table,
    source: Arc<dyn ListSource>,
) {
    table.command = crate::app::reproduce::named(state, &table.command);
    say_so_far(&mut table, kind, cx);
    add_of_table(&mut table.hints, &cx.keymap);
    open(state, cx, kind, source, Overlay::Table(table));
}

/// Says in the title of a table that it is one of a part of the trace, if that is so.
fn say_so_far(table: &mut Table, kind: LayerKind, cx: &UpdateCx) {
    let is_said = table.title.is_empty() || table.title.contains("so far");
    // Marks and notes are the user's: more of the trace brings no more of them.
    let is_said = is_said || kind == LayerKind::Marks;
    if !is_said {
        let so_far = lists::so_far(&cx.trace);
        table.title.push_str(so_far);
        if matches!(kind, LayerKind::Area(_) | LayerKind::Part(..)) {
            table.empty.push_str(so_far);
        }
    }
}

/// What most tables answer to.
pub(super) const LIST_KEYS: [Command; 3] =
    [Command::ListGo, Command::ListFilter, Command::ListSort];

/// What tables answer to whose rows can be walked.
const WALKED_KEYS: [Command; 4] = [
    Command::ListGo,
    Command::ListWalk,
    Command::ListFilter,
    Command::ListSort,
];

/// What the rows of a query answer to.
const QUERY_KEYS: [Command; 5] = [
    Command::ListGo,
    Command::ListTrack,
    Command::ListWalk,
    Command::ListFilter,
    Command::ListSort,
];

pub(super) fn palette(state: &mut State, cx: &UpdateCx) {
    let list = titled(cx, "commands", &[]);
    let of_list = state.top_kind().map(lists::commands_of);
    let entries = lists::commands(&cx.keymap, &of_list.unwrap_or_default());
    open_list(state, cx, LayerKind::Palette, list, entries);
}

pub(super) fn tracks(state: &mut State, cx: &UpdateCx) {
    let mut list = titled(cx, "tracks", &[]);
    list.is_of_trace = true;
    let names = lists::TrackNames::new(&cx.trace);
    open_list(state, cx, LayerKind::Tracks, list, names);
}

/// Opens a list whose rows are made at once, if they can be made.
pub(super) fn open_made(state: &mut State, cx: &UpdateCx, kind: LayerKind, hints: Vec<Hint>) {
    if let Some(ListRows::Made(mut table, rows)) = rows_of(state, cx, kind, (0, 0)) {
        table.hints = hints;
        open_table(state, cx, kind, *table, rows);
    }
}

/// Opens a table whose rows are made in the background, and asks for them.
pub(super) fn open_asking(state: &mut State, cx: &UpdateCx, kind: LayerKind, mut table: Table) {
    table.is_asked = true;
    put_table(state, cx, kind, table, Arc::new(Vec::new()));
    ask(state, cx);
}

pub(super) fn hits(state: &mut State, cx: &UpdateCx) {
    let [go, rest @ ..] = LIST_KEYS;
    let mut keys = hints(cx, &[go, Command::ListGroup]);
    keys.extend(hints(cx, &rest));
    open_made(state, cx, LayerKind::Hits, keys);
    let searched = state.view.found.as_ref();
    // Neither where a search was confined to nor the rows of another list can be told.
    let searched = searched.filter(|it| it.stops.is_none() && state.search.within.is_none());
    if let Some(text) = searched.map(|it| state.search.mode.join(&it.text)) {
        let list = through_palette(cx, Command::SearchHits);
        if let Some(keys) = list.strip_prefix("perfetty TRACE")
            && can_be_told(&text)
        {
            let search = flag_with("--search", &text);
            say_command(state, &format!("perfetty TRACE {search}{keys}"));
        }
    }
}

/// Groups the list of hits by the next of what they may have in common.
pub(super) fn regroup_hits(state: &mut State, cx: &UpdateCx) {
    let group = state.layers.last().map_or(0, |layer| layer.group) + 1;
    let Some(ListRows::Made(table, rows)) = rows_of(state, cx, LayerKind::Hits, (0, group)) else {
        return;
    };
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    // Who has chosen no row yet sees the largest group.
    let is_chosen = matches!(overlay, Overlay::Table(table) if table.chosen > 1);
    let chosen = layer.chosen(overlay).filter(|_| is_chosen);
    (layer.group, layer.sort) = (group, 0);
    listing::take_over(layer, overlay, *table, rows, cx);
    rows::choose_act(state, chosen);
}

/// When the search ends, refreshes the list of hits, unless the user has done something in it.
pub(super) fn more_hits(state: &mut State, cx: &UpdateCx) {
    let Some((layer, Overlay::Table(table))) = state.top() else {
        return;
    };
    let is_used = table.chosen > 0 || table.input.is_some() || layer.sort > 0 || layer.group > 0;
    if layer.kind == LayerKind::Hits && !is_used {
        hits(state, cx);
    }
}

pub(super) fn pick_flow(
    state: &mut State,
    cx: &UpdateCx,
    (slice, all): (SliceId, &[FlowId]),
    to: Direction,
    title: &str,
) {
    let focus = arrows::focus(&cx.trace, &state.view, slice);
    let joined = flows::joined(&cx.trace, all, focus);
    let entries = lists::flow_choices(&cx.trace, slice, &joined, to);
    choices(state, cx, LayerKind::FlowPick, title, entries);
    // The one that is drawn thick, if it goes this way.
    let place = focus.and_then(|focus| joined.iter().position(|&(flow, _)| flow == focus));
    if let (Some(place), Some((layer, top))) = (place, state.top_mut()) {
        layer.choose(top, Choice::At(place));
    }
}

pub(super) fn categories(state: &mut State, cx: &UpdateCx) {
    if cx.trace.flows.is_empty() {
        let so_far = lists::so_far(&cx.trace);
        state.say(format!("this trace has no flows{so_far}"));
        return;
    }
    let mut list = titled(cx, "flow categories", &[Command::ListToggle]);
    list.hints.extend(only_one(&cx.keymap));
    let counts = state.categories.clone();
    let counted = counts.as_ref().map_or(&[][..], |counts| counts);
    let entries = lists::categories(counted, &state.view.flows.hidden);
    open_list(state, cx, LayerKind::Categories, list, entries);
    if counts.is_none() {
        ask(state, cx);
    }
}

/// Opens a list of choices.
pub(super) fn choices(
    state: &mut State,
    cx: &UpdateCx,
    kind: LayerKind,
    title: &str,
    entries: Vec<Entry>,
) {
    let keys = [Command::ListGo, Command::Pick1, Command::ListFilter];
    let list = titled(cx, title, &keys);
    open_list(state, cx, kind, list, entries);
}

pub(super) fn issues(state: &mut State, cx: &UpdateCx) {
    open_made(state, cx, LayerKind::Issues, hints(cx, &LIST_KEYS));
}

pub(super) fn marks(state: &mut State, cx: &UpdateCx) {
    open_made(state, cx, LayerKind::Marks, hints(cx, &LIST_KEYS));
}

pub(super) fn logs(state: &mut State, cx: &UpdateCx) {
    if cx.trace.logs.is_empty() {
        let so_far = lists::so_far(&cx.trace);
        state.say(format!("this trace has no log{so_far}"));
        return;
    }
    open_made(state, cx, LayerKind::Logs, hints(cx, &LIST_KEYS));
    begin_with_area(state, cx);
    let line = if let Selection::Log(line) = state.view.selection {
        line as usize
    } else {
        let from = reading_ts(&cx.trace, &state.view);
        cx.trace.logs.partition_point(|log| log.ts < from)
    };
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    if let Overlay::Table(table) = overlay {
        // How to close the list matters more, how to export it and to move in it less.
        let at = table.hints.len().saturating_sub(2);
        let hint = Hint {
            keys: format!("{}level:W", cx.keymap.label(Command::ListFilter)),
            what: "warnings up".into(),
        };
        table.hints.insert(at, hint);
    }
    layer.choose_near(overlay, line as u32);
}

pub(super) fn cujs(state: &mut State, cx: &UpdateCx) {
    if cx.trace.cujs().all().is_empty() {
        let so_far = lists::so_far(&cx.trace);
        state.say(format!(
            "this trace marks no critical user journeys{so_far}"
        ));
        return;
    }
    open_made(state, cx, LayerKind::Cujs, hints(cx, &WALKED_KEYS));
    say_command(state, &through_palette(cx, Command::Cujs));
}

/// Returns the command line that shows a list which has no keys: its command is typed. Empty if none can be.
fn through_palette(cx: &UpdateCx, command: Command) -> String {
    let Some(first) = cx.keymap.keys(Command::Palette).first() else {
        return String::new();
    };
    let mut keys = first.clone();
    keys.extend(command.name().chars().map(Key::char));
    keys.push(Key::plain(Code::Enter));
    format!("perfetty TRACE --keys {}", quoted(&Key::print_all(&keys)))
}

pub(super) fn startups(state: &mut State, cx: &UpdateCx) {
    if cx.trace.startups().all().is_empty() {
        state.say(lists::startups::why_empty(&cx.trace));
        return;
    }
    open_queried(state, cx, LayerKind::Startups, lists::startups::QUERY);
}

pub(super) fn anrs(state: &mut State, cx: &UpdateCx) {
    if cx.trace.anrs().all().is_empty() {
        let so_far = lists::so_far(&cx.trace);
        // What does not write those counters says nothing either way.
        state.say(format!(
            "this trace tells of no ANRs{so_far} (no ErrorId counters of system_server)"
        ));
        return;
    }
    open_queried(state, cx, LayerKind::Anrs, lists::anrs::QUERY);
}

pub(super) fn long_tasks(state: &mut State, cx: &UpdateCx) {
    let mut table = lists::long_tasks::empty(state.size.cols);
    table.hints = hints(cx, &WALKED_KEYS);
    table.command = through_palette(cx, Command::LongTasks);
    open_asking(state, cx, LayerKind::LongTasks, table);
}

pub(super) fn interactions(state: &mut State, cx: &UpdateCx) {
    let mut table = lists::interactions::empty();
    table.hints = hints(cx, &WALKED_KEYS);
    table.command = through_palette(cx, Command::Interactions);
    open_asking(state, cx, LayerKind::Interactions, table);
}

/// Opens a list whose rows a query has, too.
fn open_queried(state: &mut State, cx: &UpdateCx, kind: LayerKind, query: &str) {
    open_made(state, cx, kind, hints(cx, &WALKED_KEYS));
    let query = quoted(query);
    say_command(state, &format!("perfetty query TRACE {query}"));
}

/// Says below the table on top which command shows it; `TRACE` stands for the trace.
fn say_command(state: &mut State, command: &str) {
    let command = crate::app::reproduce::named(state, command);
    if let Some(table) = state.top_table_mut() {
        table.command = command;
    }
}

pub(super) fn kernel_events(state: &mut State, cx: &UpdateCx) {
    if cx.trace.ftrace.is_empty() {
        let so_far = lists::so_far(&cx.trace);
        state.say(format!("this trace has no kernel events{so_far}"));
        return;
    }
    let mut table = lists::ftrace::empty(&cx.trace, state.size.cols);
    table.hints = hints(cx, &LIST_KEYS);
    open_asking(state, cx, LayerKind::KernelEvents, table);
    begin_with_area(state, cx);
}

/// Filters the list on top, whose rows are moments, by the time of the selected area.
fn begin_with_area(state: &mut State, cx: &UpdateCx) {
    let Selection::Area(area) = &state.view.selection else {
        return;
    };
    let text = time_filter(area.span, cx.trace.bounds);
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    if let Overlay::Table(table) = overlay
        && !text.is_empty()
    {
        let caret = text.len();
        table.input = Some(Input { text, caret });
        layer.refilter(overlay, &cx.trace);
        tell_command(state, cx);
    }
}

/// Returns the filter for moments of a time; empty if that is all of the trace. What happens at its end is after it.
fn time_filter(span: TimeSpan, bounds: TimeSpan) -> String {
    const UNITS: [(&str, i64); 3] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];
    // The largest unit of which it is a whole number: fractions would be rounded.
    let written = |ts: Ts| {
        let ns = ts.since(bounds.start()).ns();
        let (unit, scale) = *UNITS
            .iter()
            .find(|(_, scale)| ns % scale == 0)
            .unwrap_or(&("ns", 1));
        format!("{}{unit}", ns / scale)
    };
    let mut words = Vec::new();
    if span.start() > bounds.start() {
        words.push(format!("time>={}", written(span.start())));
    }
    if span.end() < bounds.end() {
        words.push(format!("time<{}", written(span.end())));
    }
    words.join(" ")
}

pub(super) fn slow_flows(state: &mut State, cx: &UpdateCx) {
    if cx.trace.flows.is_empty() {
        let so_far = lists::so_far(&cx.trace);
        state.say(format!("this trace has no flows{so_far}"));
        return;
    }
    let mut table = lists::table::slow_flows_table();
    table.hints = hints(cx, &LIST_KEYS);
    table.command = "perfetty flow TRACE".into();
    open_asking(state, cx, LayerKind::SlowFlows, table);
}

/// Shows the keys and the legend, which comes first over frames.
pub(super) fn help(state: &mut State, cx: &UpdateCx) {
    let tour = state.tour.map(|tour| tour.overview(&cx.keymap));
    // Over a list, only the keys of lists and those that work everywhere do anything, so they come first.
    let mut layers = state.layers.iter().rev();
    let below = layers.find(|layer| layer.kind != LayerKind::Help);
    let first = match below {
        Some(_) => &[Group::Lists, Group::Everywhere][..],
        None => &[],
    };
    let shows_frames = below.is_some_and(|below| below.kind.is_of_frames());
    let mut groups = lists::help(&cx.keymap, first);
    let legend = lists::legend::legend(&cx.trace);
    let at = if shows_frames { 0 } else { groups.len() };
    groups.splice(at..at, legend);
    open_help(
        state,
        cx,
        tour.into_iter().chain(groups).collect(),
        " KEYS ",
    );
}

/// Shows the legend.
pub(super) fn legend(state: &mut State, cx: &UpdateCx) {
    let groups = lists::legend::legend(&cx.trace);
    open_help(state, cx, groups, " LEGEND ");
}

fn open_help(state: &mut State, cx: &UpdateCx, groups: Vec<HelpGroup>, badge: &'static str) {
    let mut keys = hints(cx, &LIST_KEYS[1..2]);
    keys.extend(of_list(&cx.keymap));
    let help = Overlay::Help(Help {
        groups,
        badge,
        hints: keys,
        ..Help::default()
    });
    let none = Arc::new(Vec::new());
    open(state, cx, LayerKind::Help, none, help);
}

/// Lists the items that some tabs of the details refer to.
pub(super) fn leads(state: &mut State, cx: &UpdateCx, tabs: &[Tab]) {
    let found = crate::view::leads(&cx.trace, &state.view, tabs);
    if found.is_empty() {
        match (&state.view.selection, tabs) {
            (Selection::None, &[tab]) => say_why_no_tab(state, cx, tab),
            (Selection::None, _) => {}
            _ => state.say("nothing to follow here"),
        }
        return;
    }
    let entries = lists::leads(found);
    let n_flows = match state.view.selection {
        Selection::Slice(slice) if tabs.contains(&Tab::Flows) => {
            let ways = [Direction::Backward, Direction::Forward];
            ways.map(|way| flows::n_of(&cx.trace, slice, way))
                .iter()
                .sum()
        }
        _ => 0,
    };
    let title = if n_flows > FLOWS_LISTED {
        let all = grouped(n_flows as u64);
        format!("where it leads: the nearest of {all} flows")
    } else {
        "where it leads".to_owned()
    };
    choices(state, cx, LayerKind::Leads, &title, entries);
}

/// Lists the arguments of what is selected, each of which is searched for by its value.
pub(super) fn arguments(state: &mut State, cx: &UpdateCx) {
    let found = crate::view::searchable_arguments(&cx.trace, &state.view);
    if found.is_empty() {
        match state.view.selection {
            Selection::None => say_why_no_tab(state, cx, Tab::Args),
            _ => state.say("no argument that a search would find"),
        }
        return;
    }
    let title = "search for the value of an argument";
    choices(state, cx, LayerKind::Leads, title, lists::arguments(found));
}

/// Says why a tab of the details looks as it did before while nothing is selected.
pub(super) fn say_why_no_tab(state: &mut State, cx: &UpdateCx, tab: Tab) {
    let key = |command| crate::app::hints::label_or_name(&cx.keymap, command);
    match tab {
        Tab::Sql if state.view.details.sql.is_some() => {}
        Tab::Sql => state.say(format!(
            "no query has been run; {} types one",
            key(Command::Sql)
        )),
        _ => state.say(format!(
            "nothing is selected; {} on a row selects",
            key(Command::Open)
        )),
    }
}

/// Opens the result of a query as a list, and returns the table for the details.
pub(super) fn sql_result(
    state: &mut State,
    cx: &UpdateCx,
    text: &str,
    rows: Arc<QueryRows>,
) -> Table {
    let mut table = rows.table();
    if !cx.trace.complete {
        table.title.push_str(", of what has been read so far");
    }
    table.hints = hints(cx, &QUERY_KEYS);
    let query = in_one_line(&format!("{}{text}", rows.needs));
    state.sql.result = Some((query.clone(), Arc::clone(&rows)));
    table.command = format!("perfetty query TRACE {}", quoted_text(&query));
    open_table(state, cx, LayerKind::SqlResult, table, rows);
    let result = state.sql.result.clone();
    if let Some(layer) = state.layers.last_mut() {
        layer.queried = result;
    }
    state.top_table().cloned().unwrap_or_default()
}

/// Lists the last result of a query again, in the state in which it was closed.
pub(super) fn list_result(state: &mut State, cx: &UpdateCx) {
    let Some((mut layer, mut overlay)) = state.sql.left.take() else {
        say_why_no_tab(state, cx, Tab::Sql);
        return;
    };
    layer.typing = Typing::No;
    if let Overlay::Table(table) = &mut overlay {
        table.is_typing = false;
    }
    layer.opened = state.place();
    if layer.awaits != Awaits::Nothing {
        // The result of work that was running when the list was closed has been dropped.
        layer.refilter(&mut overlay, &cx.trace);
    }
    state.push_layer(layer, overlay);
}

/// Closes the top layer; the view stays where it is.
pub(super) fn close(state: &mut State, cx: &UpdateCx) {
    // A filter or search that was typed but not accepted is undone.
    match state.pop_layer().map(|layer| layer.kind) {
        Some(LayerKind::Filter) => {
            let text = state.view.filter.clone();
            if let Err(error) = track::filter(state, cx, &text) {
                state.warn(error.to_string());
            }
        }
        Some(LayerKind::Search) => find::bring_back(state),
        // Nobody waits for what would open it again.
        Some(LayerKind::Hits) if state.search.then == AfterSearch::List => {
            state.search.then = AfterSearch::Show;
        }
        Some(LayerKind::SqlResult) if state.end_query() => {
            state.sql.serial += 1;
            state.ask(Effect::Cancel(Slot::Sql));
        }
        _ => {}
    }
}

/// Closes the top layer and goes back to the place where it was opened.
pub(super) fn close_and_return(state: &mut State, cx: &UpdateCx) {
    let opened = state.layers.last().map(|layer| layer.opened.clone());
    if state.layers.last().is_some_and(|layer| layer.is_walked) {
        state.walk = None;
    }
    close(state, cx);
    if let Some(place) = opened {
        super::restore(state, cx, &place);
    }
}
