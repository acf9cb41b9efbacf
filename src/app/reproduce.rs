//! Makes the command line that shows what is shown now.
//!
//! The command names things by times, names, tokens and paths, never by row numbers, and leaves out what is
//! the default. It brings back window, selection, tracks, also those of queries, search, flows, details, marks,
//! markers, modes of counters and a few notes. It does not bring back the trail of flows, where a search was confined
//! to, layers, and tracks of some rows of a query only: [`left_behind`] and [`lacks_of_list`] say so.

mod groups;
mod modes;
mod quoting;

pub use quoting::{quoted, quoted_text};

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::command::Command;
use super::key::{Code, Key};
use super::layer::{Layer, LayerKind};
use super::resolve::{self, ViewRequest};
use super::state::{State, TraceOrigin};
use super::update::{UpdateCx, next_dock, peek_again, set_details_height, toggle_half_height};
use super::workspace::Workspace;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::find::Mode;
use crate::query::flows::chain::{Ladder, REPORT_DEPTH, leads_to, via_of};
use crate::query::flows::is_hidden;
use crate::query::janks::JankSort;
use crate::query::select;
use crate::query::selector::{Flag, Selector, TimeRef, Top, ViewAt};
use crate::view::layout::taller_for;
use crate::view::overlay::Table;
use crate::view::scene::Item;
use crate::view::state::{Area, Measure, Selection, Tab, TimeFormat};
use crate::view::text;

/// Stands for what a command does not say.
const UNTOLD: &str = "…";

/// More notes than this are not told.
const NOTES_MAX: usize = 8;

/// Returns the command that shows what is shown now.
pub fn command_line(state: &State, cx: &UpdateCx) -> String {
    let program = program(state).join(" ");
    let (request, keys) = told(state, cx);
    let flags = flags(&request, &keys).into_iter().map(|(_, words)| words);
    let parts: Vec<String> = std::iter::once(program).chain(flags).collect();
    parts.join(" ")
}

/// Returns the ways to write that command below a picture, which cannot be asked for more: the whole
/// of it first, then with shorter words, and with fewer flags. Three dots stand for what is left out.
/// Ways with some of the flags that are wider than the picture are left out, for there may be a flag for each track.
pub fn picture_command_lines(state: &State, cx: &UpdateCx) -> Vec<String> {
    let mut programs = vec![program(state).join(" ")];
    if let (TraceOrigin::File, Some((_, file))) =
        (state.source, state.view.trace_name.rsplit_once('/'))
    {
        programs.push(format!("perfetty {}", quoted(&format!("{UNTOLD}/{file}"))));
    }
    let (request, keys) = told(state, cx);
    let whole = flags(&request, &keys);
    let mut ways = vec![whole.clone()];
    // Which of its name a slice is takes fewer words than where it is.
    let is_place = |selector: &Selector| matches!(selector, Selector::At { .. });
    if let Selection::Slice(slice) = state.view.selection
        && let Some(place) = request.select.iter().position(is_place)
        && let Some(Selector::Name { nth, pattern }) = select::slice_by_name(&cx.trace, slice)
    {
        let mut by_name = request.clone();
        by_name.select[place] = Selector::Name { nth, pattern };
        ways.push(flags(&by_name, &keys));
    }
    let leaves = !state.layers.is_empty() || !left_behind(state, cx).is_empty();
    // Window and selection go before program and trace, other flags after them.
    let is_main = |flag: &str| matches!(flag, "--at" | "--select");
    let n_main = whole.iter().take_while(|(flag, _)| is_main(flag)).count();
    let fitting = |flags: &Vec<_>| n_fitting(flags, state.size.cols.into());
    let n_shorter = whole
        .len()
        .min(ways.iter().map(fitting).max().unwrap_or(0) + 1);
    let mut lines = Vec::new();
    for n in std::iter::once(whole.len()).chain((0..n_shorter).rev()) {
        let bare = (n == n_main && n > 0).then(|| UNTOLD.to_owned());
        for program in programs.iter().chain(&bare) {
            for flags in &ways {
                let mut parts = vec![program.as_str()];
                parts.extend(flags[..n].iter().map(|(_, words)| words.as_str()));
                if leaves || n < flags.len() {
                    parts.push(UNTOLD);
                }
                lines.push(parts.join(" "));
            }
        }
    }
    lines
}

/// Returns how many flags, from the first on, fit so many cells.
fn n_fitting(flags: &[(&str, String)], cells: usize) -> usize {
    let mut used = 0;
    let fits = |(_, words): &&(&str, String)| {
        used += 1 + text::width(&text::clean(words));
        used <= cells
    };
    flags.iter().take_while(fits).count()
}

/// Names what of the view no command brings back.
pub fn left_behind(state: &State, cx: &UpdateCx) -> Vec<&'static str> {
    let view = &state.view;
    let flows = &view.flows;
    let found = view.found.as_ref();
    let left = [
        (!flows.trail.is_empty(), "the trail of flows"),
        (flows.focus.is_some(), "the chosen flow"),
        (
            flows.hidden.iter().any(|name| !can_be_told(name)),
            "the hidden categories of flows",
        ),
        (
            found.is_some_and(|found| found.stops.is_some()),
            "the rows that are walked",
        ),
        (
            found.is_some_and(|found| found.stops.is_none() && !can_be_told(&found.text)),
            "the search",
        ),
        (
            found.is_some() && state.search.within.is_some(),
            "where was searched",
        ),
        (state.area.is_some(), "the area that is begun"),
        (view.notes.len() > NOTES_MAX, "the notes"),
        (view.details.tab == Tab::Sql, "the result of the query"),
        (
            view.queried.iter().any(|track| !track.is_whole),
            "tracks of some rows of a query",
        ),
        (modes::keys(state, cx).is_none(), "the modes of counters"),
    ];
    let left = left.into_iter().filter(|(is_left, _)| *is_left);
    left.map(|(_, what)| what).collect()
}

/// Returns whether a text can be part of a command: what is pasted into a shell has no control characters, which a
/// value of an argument may have.
pub(super) fn can_be_told(text: &str) -> bool {
    !text.contains(char::is_control)
}

/// Names what of the list in a layer the command below it does not bring back.
pub fn lacks_of_list(layer: &Layer, table: &Table) -> &'static str {
    let is_filtered = table.is_filtered();
    // The queries of these have the filter; the inbox is opened by keys if it is filtered.
    let by_keys = layer.kind == LayerKind::Inbox && is_filtered;
    let tells_filter = by_keys || matches!(layer.kind, LayerKind::KernelEvents | LayerKind::Logs);
    let is_sorted = match layer.kind {
        LayerKind::Inbox => !layer.sort.is_multiple_of(JankSort::ALL.len()),
        _ => !layer.sorted_by.is_empty(),
    };
    let has_order = is_sorted || layer.is_reversed;
    let has_groups = layer.group > 0 && !table.rows.is_empty() && table.rows.is_heading(0);
    match (
        is_filtered && !tells_filter,
        has_order && !by_keys,
        has_groups && !by_keys,
    ) {
        (false, false, false) => "",
        (true, false, false) => "its filter",
        (false, true, false) => "its order",
        (false, false, true) => "its groups",
        (true, true, false) => "its filter and order",
        (true, false, true) => "its filter and groups",
        (false, true, true) => "its order and groups",
        (true, true, true) => "its filter, order and groups",
    }
}

/// Returns a flag with its value, which must not stand alone if it looks like a flag.
pub(super) fn flag_with(flag: &str, value: &str) -> String {
    if value.starts_with('-') {
        quoted(&format!("{flag}={value}"))
    } else {
        format!("{flag} {}", quoted(value))
    }
}

/// Returns the flags of the command that asks for a view and then presses keys, each as it is written with its
/// value.
fn flags(request: &ViewRequest, keys: &[Key]) -> Vec<(&'static str, String)> {
    let mut flags = Vec::new();
    let mut add = |flag, value: &str| flags.push((flag, flag_with(flag, value)));
    if let Some(at) = request.at {
        add("--at", &at.to_string());
    }
    for selector in &request.select {
        add("--select", &selector.to_string());
    }
    let lists = [
        ("--pin", &request.tracks.pin),
        ("--hide", &request.tracks.hide),
        ("--expand", &request.tracks.expand),
        ("--collapse", &request.tracks.collapse),
    ];
    for (flag, patterns) in lists {
        for pattern in patterns {
            add(flag, pattern);
        }
    }
    if let Some(pattern) = &request.tracks.filter {
        add("--filter", pattern);
    }
    if let Some(top) = &request.top {
        add("--top", &top.to_string());
    }
    if let Some(text) = &request.search {
        add("--search", text);
    }
    if let Some(depth) = request.flows {
        add("--flows", &depth.to_string());
    }
    if !request.hide_flows.is_empty() {
        add("--hide-flows", &request.hide_flows.join(","));
    }
    for mark in &request.marks {
        add("--mark", &mark.to_string());
    }
    if !keys.is_empty() {
        add("--keys", &Key::print_all(keys));
    }
    flags
}

/// Returns the command that prints a chain of flows that was followed `depth` hops in each direction.
pub fn flow_command_line(state: &State, trace: &Trace, chain: &Ladder, depth: usize) -> String {
    let mut command = String::from("perfetty flow TRACE");
    let mut add = |flag: &str, slice: SliceId| {
        if let Some(selector) = select::stable_slice(trace, slice) {
            // Writing to a String cannot fail.
            _ = write!(command, " {flag} {}", quoted(&selector.to_string()));
        }
    };
    let hidden = &state.view.flows.hidden;
    let mut via = via_of(trace, chain, depth, |_| true);
    // Where the chain ends at flows that are hidden, no slice on the way says so.
    let hides = !hidden.is_empty() && !leads_to(trace, chain, depth, &via, |_| true);
    if hides {
        via = via_of(trace, chain, depth, |flow| !is_hidden(trace, flow, hidden));
    }
    add("--from", chain.rungs[chain.selected].slice);
    for slice in via {
        add("--via", slice);
    }
    if hides {
        let told = hidden.iter().map(String::as_str);
        let told: Vec<&str> = told.filter(|name| can_be_told(name)).collect();
        // An empty flag would hide flows without a category.
        if !told.is_empty() {
            _ = write!(command, " {}", flag_with("--hide-flows", &told.join(",")));
        }
    }
    let n_onward = chain.rungs.len() - 1 - chain.selected;
    if chain.selected.max(n_onward) > REPORT_DEPTH {
        _ = write!(command, " --depth {depth}");
    }
    named(state, &command)
}

/// Returns the command that selects an item. States and stays on CPUs are only supported if selected. Returns
/// `None` if no selector leads to the item.
pub fn select_command_line(state: &State, cx: &UpdateCx, item: Item) -> Option<String> {
    let selector = match item {
        Item::Slice(slice) => select::stable_slice(&cx.trace, slice)?,
        Item::State(id) if state.view.selection == Selection::State(id) => selector_of(state, cx)?,
        Item::Sched(id) if state.view.selection == Selection::Sched(id) => selector_of(state, cx)?,
        Item::Stretch(node, span) => {
            let nodes = BTreeSet::from([node]);
            area_selector(&Area { span, nodes }, &cx.trace)
        }
        _ => return None,
    };
    Some(select_with(state, &selector))
}

/// Returns the command that selects what is selected; `None` if nothing is.
pub fn select_selected(state: &State, cx: &UpdateCx) -> Option<String> {
    selector_of(state, cx).map(|selector| select_with(state, &selector))
}

fn select_with(state: &State, selector: &Selector) -> String {
    let words = quoted(&selector.to_string());
    named(state, &format!("perfetty TRACE --select {words}"))
}

/// Returns a command with `TRACE` replaced by the name of the trace. The demo is only known to the viewer
/// itself, so for other commands about the demo the result is empty.
pub fn named(state: &State, command: &str) -> String {
    match (state.source, command.strip_prefix("perfetty TRACE")) {
        (TraceOrigin::File, _) => {
            let words = program(state);
            let name = words.last().map_or("", String::as_str);
            command.replacen("TRACE", name, 1)
        }
        (TraceOrigin::Demo, Some(rest)) => format!("perfetty{rest}"),
        (TraceOrigin::Demo, None) if command.split(' ').nth(2) == Some("TRACE") => String::new(),
        (TraceOrigin::Demo, None) => command.to_owned(),
    }
}

/// Returns the command that shows the window and the selection, for the status line. Times are rounded to what
/// columns can show, the file is called by its name only, and three dots stand for what would take long to
/// compute. A narrow screen has no room for more than the flags.
pub fn status_line(state: &State, cx: &UpdateCx) -> String {
    /// From so many columns on there is room for the program and the file.
    const WHOLE_COLS: u16 = 100;
    let unit = column_unit(state.view.viewport.ns_per_col());
    let at = shown_at(state, &cx.trace).map(|at| flag_with("--at", &rounded(at, unit).to_string()));
    let flags: Vec<String> = at.into_iter().chain(short_selection(state, cx)).collect();
    if state.size.cols < WHOLE_COLS && !flags.is_empty() {
        return flags.join(" ");
    }
    let file = state.view.trace_name.rsplit('/').next();
    let file = file
        .filter(|_| state.source == TraceOrigin::File)
        .map(quoted);
    let words = std::iter::once("perfetty".to_owned()).chain(file);
    words.chain(flags).collect::<Vec<_>>().join(" ")
}

/// Returns the greatest power of ten that is no longer than a column.
fn column_unit(ns_per_col: i64) -> i64 {
    10_i64.pow(ns_per_col.max(1).ilog10())
}

/// Returns times of a window in whole units.
fn rounded(at: ViewAt, unit: i64) -> ViewAt {
    let round = |dur: Dur| Dur::from_ns(dur.ns().saturating_add(unit / 2) / unit * unit);
    let instant = |ts: TimeRef| match ts {
        TimeRef::FromStart(dur) => TimeRef::FromStart(round(dur)),
        other => other,
    };
    ViewAt {
        start: instant(at.start),
        dur: at.dur.map(|dur| round(dur).max(Dur::from_ns(unit))),
        cursor: at.cursor.map(instant),
    }
}

/// Returns the flag that selects the selection again, for the status line; `None` without a selection.
fn short_selection(state: &State, cx: &UpdateCx) -> Option<String> {
    /// The paths of more tracks than these would not fit on the line.
    const TRACKS_MAX: usize = 3;
    /// No line of a screen shows more bytes of a name.
    const SHOWN_MAX: usize = 1000;
    let trace = &cx.trace;
    let selector = match &state.view.selection {
        Selection::None => return None,
        Selection::Slice(id) => match trace.frames.actual_of(*id) {
            // If frames of several processes have the token, the process is named, too.
            Some(frame) if select::frame(trace, frame.token(), None) == Ok(*id) => {
                Some(Selector::Frame {
                    token: frame.token(),
                    pid: None,
                })
            }
            Some(_) => select::stable_slice(trace, *id),
            None => {
                // The number of the slice among those of its name would take long to count.
                let name = trace.slices.name(*id).map(|name| trace.bytes(name));
                let name = name.and_then(|name| name.get(..name.len().min(SHOWN_MAX)));
                let name = name.map(String::from_utf8_lossy);
                let words = name.map(|name| quoted(&format!("name[{UNTOLD}]:{name}")));
                let words = words.map(|words| format!("--select {words}"));
                return Some(words.unwrap_or(UNTOLD.to_owned()));
            }
        },
        Selection::Area(area) if area.nodes.len() <= TRACKS_MAX => Some(area_selector(area, trace)),
        Selection::Area(_) => None,
        _ => selector_of(state, cx),
    };
    let words = selector.map(|selector| format!("--select {}", quoted(&selector.to_string())));
    Some(words.unwrap_or(UNTOLD.to_owned()))
}

/// Returns the program and the trace as words of a command; for the demo the program only.
fn program(state: &State) -> Vec<String> {
    let mut words = vec!["perfetty".to_owned()];
    if state.source == TraceOrigin::File {
        let name = &state.view.trace_name;
        // A plain file name could be that of a subcommand or a flag, so it gets a `./`.
        let is_plain = name == "-" || name.contains('/') || name.contains('.');
        let is_flag = name.starts_with('-') && name != "-";
        words.push(if is_plain && !is_flag {
            quoted(name)
        } else {
            quoted(&format!("./{name}"))
        });
    }
    words
}

/// Returns the same as [`request_of`], with one pattern instead of many where that opens and closes the same groups.
fn told(state: &State, cx: &UpdateCx) -> (ViewRequest, Vec<Key>) {
    let (mut request, keys) = request_of(state, cx);
    (request.tracks.expand, request.tracks.collapse) = groups::patterns(state, cx);
    (request, keys)
}

/// Returns the request for the view that is shown now, and keys for what a request cannot say.
pub fn request_of(state: &State, cx: &UpdateCx) -> (ViewRequest, Vec<Key>) {
    let trace = &cx.trace;
    let view = &state.view;
    let paths = |nodes: &mut dyn Iterator<Item = NodeId>| -> Vec<String> {
        nodes
            .map(|node| select::path_pattern(trace, node))
            .collect()
    };
    let chosen = groups::chosen(state, cx);
    let mut request = ViewRequest {
        at: shown_at(state, trace),
        select: selector_of(state, cx).into_iter().collect(),
        tracks: Workspace {
            pin: paths(&mut view.pins.iter().copied()),
            hide: paths(&mut view.hidden.iter().copied()),
            expand: paths(&mut chosen.opened.into_iter()),
            collapse: paths(&mut chosen.closed.into_iter()),
            filter: view.filtered.as_ref().map(|_| filter_pattern(&view.filter)),
        },
        search: view
            .found
            .as_ref()
            .filter(|found| found.stops.is_none() && can_be_told(&found.text))
            .map(|found| state.search.mode.join(&found.text)),
        flows: (view.flows.depth != 1).then_some(view.flows.depth),
        marks: marks_of(state, trace),
        ..ViewRequest::default()
    };
    // The selection brings a cursor row and a scroll position with it. If those differ from what is shown,
    // they need flags of their own.
    let mut probe = probed(&request, state, cx);
    let keyboard = |state: &State| (state.view.cursor, state.view.cursor_depth);
    if let Some(node) = view.cursor
        && keyboard(&probe) != keyboard(state)
    {
        request.select.push(Selector::Row {
            nth: view.cursor_depth + 1,
            pattern: select::path_pattern(trace, node),
        });
        probe = probed(&request, state, cx);
    }
    // A frame brings what worked on it into sight, unless the command says where to scroll. What else is shown for
    // now is so by a key, or pinned by the command.
    let mut brings_other = probe.view.flows.peek != view.flows.peek;
    let mut peek = None;
    if brings_other && view.flows.peek.is_some() {
        peek_again(&mut probe, cx);
        brings_other = probe.view.flows.peek != view.flows.peek;
        let keys = cx.keymap.keys(Command::Peek).first();
        brings_other |= keys.is_none();
        peek = keys.filter(|_| !brings_other && probe.view.scroll == view.scroll);
    }
    if probe.view.scroll != view.scroll || brings_other {
        let shown = view.flows.peek.filter(|node| !view.pins.contains(node));
        (request.tracks.pin).extend(paths(&mut shown.into_iter()));
        let rows = cx.rows(state);
        request.top = rows.place_at(view.scroll).map(|place| {
            let line = view.scroll - rows.rows[place].top;
            Top {
                lines: if view.half_height { line * 2 } else { line },
                pattern: select::path_pattern(trace, rows.rows[place].node),
            }
        });
    }
    // What is hidden of flows moves no row, so that the probes need not know of it.
    let hidden = view.flows.hidden.iter();
    request.hide_flows = hidden.filter(|name| can_be_told(name)).cloned().collect();
    let mut keys = keys_of(state, cx, !request.select.is_empty());
    keys.extend(peek.into_iter().flatten().copied());
    keys.extend(modes::keys(state, cx).unwrap_or_default());
    (request, keys)
}

/// Returns marks and markers as flags, and the notes if they are few enough for a command.
fn marks_of(state: &State, trace: &Trace) -> Vec<Flag> {
    let view = &state.view;
    let flag = |name: String, ts: Ts| Flag {
        name,
        at: time_of(ts, trace),
    };
    let marks = view.marks.iter();
    let mut flags: Vec<Flag> = marks
        .map(|(name, &ts)| flag(name.to_string(), ts))
        .collect();
    let (a, b) = match view.measure {
        Some(Measure::Between(a, b)) => (Some(a), Some(b)),
        Some(Measure::From(a)) => (Some(a), None),
        None => (None, None),
    };
    for (name, ts) in [("A", a), ("B", b)] {
        flags.extend(ts.map(|ts| flag(name.to_owned(), ts)));
    }
    if view.notes.len() <= NOTES_MAX {
        let notes = view.notes.iter();
        flags.extend(notes.map(|note| flag(named_as_note(&note.text), note.ts)));
    }
    flags
}

/// Returns the text of a note as the name of a flag. Before a letter, which would be a mark or a marker, stands
/// a blank.
fn named_as_note(text: &str) -> String {
    let is_mark = matches!(text.as_bytes(), [b'a'..=b'z' | b'A' | b'B']);
    let blank = if is_mark { " " } else { "" };
    format!("{blank}{text}")
}

/// Returns the state that a request leads to on a screen of the same size.
fn probed(request: &ViewRequest, state: &State, cx: &UpdateCx) -> State {
    let mut probe = State {
        size: state.size,
        ..State::default()
    };
    probe.view.viewport = state.view.viewport;
    resolve::apply(request, &mut probe, cx);
    if state.view.half_height {
        toggle_half_height(&mut probe, cx);
    }
    if taller_of(state, cx) != 0 {
        let height = cx.layout(state).details.height;
        set_details_height(&mut probe, cx, i32::from(height));
    }
    probe
}

/// Returns the window, if the viewer does not open with it anyway.
fn shown_at(state: &State, trace: &Trace) -> Option<ViewAt> {
    (state.opens_within || !is_fitted(state)).then(|| at_of(state, trace))
}

/// Returns whether the window is still the first one, the whole trace.
fn is_fitted(state: &State) -> bool {
    state.fitted == Some(state.view.viewport) && state.view.cursor_ts.is_none()
}

/// Returns the keys for what no flag says. `selects` tells whether the command has a `--select`, which moves
/// the window.
fn keys_of(state: &State, cx: &UpdateCx, selects: bool) -> Vec<Key> {
    let view = &state.view;
    let mut commands = Vec::new();
    if selects && is_fitted(state) {
        // `--select` zooms to what it selects.
        commands.push(Command::FitAll);
    }
    let formats = TimeFormat::ALL.iter().cycle();
    let mut formats = formats.skip_while(|&&format| format != state.usual_format);
    let turns = formats
        .position(|&format| format == view.time_format)
        .unwrap_or(0);
    commands.extend(std::iter::repeat_n(Command::TimeFormat, turns));
    if view.half_height {
        commands.push(Command::HalfHeight);
    }
    match view.details.tab {
        Tab::Selection => {}
        Tab::Why => commands.push(Command::TabWhy),
        Tab::Flows => commands.push(Command::TabFlows),
        Tab::Args => commands.push(Command::TabArgs),
        Tab::States => commands.push(Command::TabStates),
        // The tab is brought back, but not the result in it.
        Tab::Sql => commands.push(Command::TabSql),
    }
    match view.details.scroll {
        None => {}
        // Scrolled to the top, which is above the place where the details rest: down and up again gets there.
        Some(0) => commands.extend([Command::DetailsDown, Command::DetailsUp]),
        Some(lines) => {
            commands.extend(std::iter::repeat_n(Command::DetailsDown, lines.min(200)));
        }
    }
    let mut probe = State {
        size: state.size,
        ..State::default()
    };
    let is_same = |probe: &State| {
        let (now, want) = (&probe.view.details, &view.details);
        now.open == want.open && (!want.open || now.dock == want.dock)
    };
    // Each press of the key moves on to the next of three places: below, right of the tracks, nowhere.
    for _ in 0..2 {
        if !is_same(&probe) {
            next_dock(&mut probe);
            commands.push(Command::Details);
        }
    }
    let taller = taller_of(state, cx);
    let command = match taller {
        0.. => Command::DetailsTaller,
        _ => Command::DetailsShorter,
    };
    commands.extend(std::iter::repeat_n(
        command,
        usize::from(taller.unsigned_abs()),
    ));
    let first = |command| cx.keymap.keys(command).first().cloned();
    let others = commands.into_iter().filter_map(first).flatten();
    keys_of_queries(state, cx)
        .into_iter()
        .chain(others)
        .collect()
}

/// Returns the keys that run queries again and make tracks of their rows.
fn keys_of_queries(state: &State, cx: &UpdateCx) -> Vec<Key> {
    let first = |command| cx.keymap.keys(command).first();
    let (Some(ask), Some(make)) = (first(Command::Sql), first(Command::ListTrack)) else {
        return Vec::new();
    };
    let mut keys = Vec::new();
    let whole = state.view.queried.iter().filter(|track| track.is_whole);
    let mut queries: Vec<&str> = whole.map(|track| &*track.query).collect();
    queries.dedup();
    for query in queries {
        keys.extend(ask.iter().copied());
        keys.extend(query.chars().map(Key::char));
        keys.push(Key::plain(Code::Enter));
        keys.extend(make.iter().copied());
    }
    keys
}

/// Returns how many lines the user has given to details that are shown below the tracks.
fn taller_of(state: &State, cx: &UpdateCx) -> i16 {
    let layout = cx.layout(state);
    if layout.details.is_empty() || layout.is_docked_right() {
        return 0;
    }
    taller_for(state.size, i32::from(layout.details.height))
}

/// Returns the window as TIME+DUR, with the time cursor if there is one.
fn at_of(state: &State, trace: &Trace) -> ViewAt {
    let span = state.window();
    ViewAt {
        cursor: state.view.cursor_ts.map(|ts| time_of(ts, trace)),
        ..span_of(span, trace)
    }
}

fn span_of(span: TimeSpan, trace: &Trace) -> ViewAt {
    ViewAt {
        start: time_of(span.start(), trace),
        dur: Some(span.dur()),
        cursor: None,
    }
}

fn time_of(ts: Ts, trace: &Trace) -> TimeRef {
    if ts < trace.bounds.start() {
        TimeRef::Absolute(ts)
    } else {
        TimeRef::FromStart(ts.since(trace.bounds.start()))
    }
}

fn selector_of(state: &State, cx: &UpdateCx) -> Option<Selector> {
    let trace = &cx.trace;
    match &state.view.selection {
        Selection::Slice(id) => select::stable_slice(trace, *id),
        Selection::Track(node) => Some(Selector::Track(select::path_pattern(trace, *node))),
        Selection::Area(area) => Some(area_selector(area, trace)),
        Selection::Counter(_)
        | Selection::Sched(_)
        | Selection::State(_)
        | Selection::Sample(_)
        | Selection::Log(_) => {
            let node = state.view.selection.node(&cx.trace)?;
            Some(Selector::At {
                ts: cx.selected_span(state)?.start(),
                track: Some(select::path_pattern(trace, node)),
            })
        }
        Selection::None => None,
    }
}

fn area_selector(area: &Area, trace: &Trace) -> Selector {
    let paths: Vec<String> = area
        .nodes
        .iter()
        .map(|&node| select::path_pattern(trace, node))
        .collect();
    Selector::Area {
        at: span_of(area.span, trace),
        track: (!paths.is_empty()).then(|| paths.join("|")),
    }
}

/// Returns a pattern that shows the same tracks as the filter.
fn filter_pattern(filter: &str) -> String {
    if let (Mode::Regex, pattern) = Mode::split(filter) {
        return pattern.to_owned();
    }
    let terms = filter.split(',').map(str::trim);
    let terms: Vec<String> = terms
        .filter(|term| !term.is_empty())
        .map(|term| term.chars().map(escaped).collect())
        .collect();
    format!("(?i){}", terms.join("|"))
}

fn escaped(c: char) -> String {
    if r"\.+*?()|[]{}^$#&-~".contains(c) {
        format!("\\{c}")
    } else {
        c.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap::Keymap;
    use crate::model::builder::TraceBuilder;
    use crate::view::state::Search;

    #[test]
    fn a_picture_says_that_its_search_was_confined() {
        let cx = UpdateCx {
            trace: TraceBuilder::new().finish().into(),
            keymap: Keymap::built_in(),
        };
        let mut state = State::default();
        let is_whole = |state: &State| !picture_command_lines(state, &cx)[0].ends_with(UNTOLD);
        state.view.flows.shown = true;
        state.view.found = Some(Search::default());
        assert!(is_whole(&state));
        state.search.within = Some(Area {
            span: TimeSpan::new(Ts::ZERO, Ts::from_ns(5)),
            nodes: BTreeSet::new(),
        });
        assert!(!is_whole(&state));
    }

    #[test]
    fn the_demo_has_no_name_and_odd_names_are_files() {
        let as_shown = |name: &str, source| {
            let mut state = State {
                source,
                ..State::default()
            };
            name.clone_into(&mut state.view.trace_name);
            assert_eq!(
                named(&state, "perfetty TRACE --keys e"),
                format!("{} --keys e", program(&state).join(" "))
            );
            program(&state).join(" ")
        };
        assert_eq!(as_shown("demo", TraceOrigin::Demo), "perfetty");
        assert_eq!(as_shown("demo", TraceOrigin::File), "perfetty ./demo");
        assert_eq!(as_shown("info", TraceOrigin::File), "perfetty ./info");
        assert_eq!(
            as_shown("-x.pftrace", TraceOrigin::File),
            "perfetty ./-x.pftrace"
        );
        assert_eq!(as_shown("/a b/c", TraceOrigin::File), "perfetty '/a b/c'");
        assert_eq!(as_shown("-", TraceOrigin::File), "perfetty -");
    }
}
