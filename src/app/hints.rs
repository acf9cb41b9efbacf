//! The most useful next keys for what is selected, and the badge of the mode.
//!
//! The keys themselves come from the key map, so a changed map changes the
//! hints; a command without keys is not hinted at.

use super::command::Command;
use super::key::{Code, Key};
use super::keymap::Keymap;
use super::layer::{Layer, LayerKind, Typing};
use super::lists::lens;
use super::state::{Finding, MarkKey, State};
use crate::base::time::Dur;
use crate::model::frame_slices::frame_of;
use crate::model::ids::SliceId;
use crate::model::issue::IssueKind;
use crate::model::trace::Trace;
use crate::model::track_tree::TrackTree;
use crate::model::whose_frames::WhoseFrames;
use crate::query::flows::nested::{flows_within, nested_flows};
use crate::query::flows::{Direction, n_of};
use crate::query::frame_lens::{has_stages, on_stack_of};
use crate::query::interactions::is_event;
use crate::query::janks;
use crate::view::overlay::Overlay;
use crate::view::rows::{is_folded, is_group, opens};
use crate::view::state::{Area, Beginning, Hint, KeyNames, Selection};
use crate::view::stops;
use crate::view::text;
use crate::view::time::selected_span;

/// Returns the badge of the mode.
pub fn mode(state: &State, trace: &Trace) -> &'static str {
    match state.mark {
        Some(MarkKey::Go) => return "GO TO",
        Some(MarkKey::Set) => return "MARK",
        None => {}
    }
    if let Some(layer) = state.layers.last() {
        return mode_of_layer(layer.kind);
    }
    if state.area.is_some() {
        return "AREA";
    }
    if state.view.is_opening(trace) {
        return "OPENING";
    }
    match (&state.view.selection, state.finding) {
        (_, Finding::Search) => "SEARCH",
        (Selection::Slice(id), _) if trace.frames.actual_of(*id).is_some() => "FRAME",
        (Selection::Slice(id), _) if state.view.flows.has_led_to(trace, *id) => "FLOW",
        (Selection::Slice(_), _) => "SLICE",
        (Selection::Area(_), _) => "AREA",
        (Selection::Counter(_), _) => "COUNTER",
        (Selection::Sched(_), _) => "CPU",
        (Selection::State(_), _) => "STATE",
        (Selection::Sample(_), _) => "SAMPLE",
        (Selection::Log(_), _) => "LOG",
        (Selection::Track(_), _) => "TRACK",
        (Selection::None, _) => "BROWSE",
    }
}

const fn mode_of_layer(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::Search => "SEARCH",
        LayerKind::Filter => "FILTER",
        LayerKind::Sql => "SQL",
        LayerKind::Note => "NOTE",
        LayerKind::WorkspaceName => "NAME",
        LayerKind::Time => "TIME",
        LayerKind::Palette => "COMMANDS",
        LayerKind::Tracks => "TRACKS",
        LayerKind::FlowPick => "FLOWS",
        LayerKind::Categories => "CATEGORIES",
        _ => "LIST",
    }
}

/// Returns the hints that every list has.
pub fn of_list(keymap: &Keymap) -> Vec<Hint> {
    use Command as C;
    let rows: [(&[C], &str); 2] = [(&[C::ListDown, C::ListUp], "rows"), (&[C::Escape], "close")];
    listed(&rows, keymap)
}

/// Hints at the lens of the chosen row of a list of frames or of a lens, if it has one that is not open already.
pub fn hint_at_lens(state: &mut State, trace: &Trace, keymap: &Keymap) {
    let (Some(layer), Some(Overlay::Table(table))) =
        (state.layers.last(), state.view.overlays.last_mut())
    else {
        return;
    };
    let (what, open) = match layer.kind {
        LayerKind::Lens(item) => ("deeper", Some(item)),
        kind if kind.has_lenses() => (Command::ListLens.hint(), None),
        _ => return,
    };
    table.hints.retain(|hint| hint.what != what);
    let item = table.rows.item(table.chosen);
    let leads_to = item.and_then(|item| lens::opened_for(trace, item));
    let keys = keymap.label(Command::ListLens);
    if leads_to.is_some() && leads_to != open && !keys.is_empty() {
        let what = what.to_owned();
        let at = table.hints.len().min(1);
        table.hints.insert(at, Hint { keys, what });
    }
}

/// Returns the hints for walking a chain of flows.
pub fn along_chain(keymap: &Keymap) -> Vec<Hint> {
    use Command as C;
    let rows: [(&[C], &str); 2] = [
        (&[C::FollowFlow, C::FollowFlowBack], "hops"),
        (&[C::ListDown, C::ListUp], "rows"),
    ];
    listed(&rows, keymap)
}

/// Returns the hint for showing one category alone.
pub fn only_one(keymap: &Keymap) -> Vec<Hint> {
    listed(&[(&[Command::ListBranch], "only this")], keymap)
}

/// Returns the hint for closing a layer.
pub fn leaving(keymap: &Keymap) -> Vec<Hint> {
    listed(&[(&[Command::Escape], "close")], keymap)
}

/// Adds to the hints of a table those that every table has: how to close it, and what matters less.
pub fn add_of_table(hints: &mut Vec<Hint>, keymap: &Keymap) {
    use Command as C;
    let has_own = !hints.is_empty();
    hints.extend(leaving(keymap));
    // One without hints of its own has no rows, or other things to say.
    if has_own {
        hints.extend(listed(&[(&[C::ListExport], C::ListExport.hint())], keymap));
    }
    hints.extend(listed(&[(&[C::ListDown, C::ListUp], "rows")], keymap));
}

/// Returns the hints of what takes the keys before the timeline does: a mark that is to be named, or a layer.
fn hints_over(state: &State, trace: &Trace, keymap: &Keymap) -> Option<Vec<Hint>> {
    if state.mark.is_some() {
        return Some(listed(&[(&[Command::Escape], "cancel")], keymap));
    }
    let layer = state.layers.last()?;
    Some(hints_of_layer(state, layer, (trace, keymap)))
}

/// Returns the hints of a layer; tables and ladders draw their own.
fn hints_of_layer(state: &State, layer: &Layer, (trace, keymap): (&Trace, &Keymap)) -> Vec<Hint> {
    use Command as C;
    let mut rows: Vec<(&[C], &str)> = Vec::new();
    match (layer.typing, layer.kind) {
        (Typing::No, _) => {
            return match state.view.overlays.last() {
                Some(Overlay::List(list)) => [&list.hints[..], &of_list(keymap)].concat(),
                Some(Overlay::Help(help)) => help.hints.clone(),
                _ => of_list(keymap),
            };
        }
        (Typing::Yes, LayerKind::Search) => {
            rows.push((&[C::Accept], "go"));
            rows.push((&[C::AcceptKeep], "list"));
            let next = state.search.mode.next().name();
            rows.push((&[C::NextMode], next));
            let place = match state.search.within {
                Some(_) => Some("everywhere"),
                // What has no time cannot be searched in.
                None => selected_span(trace, &state.view.selection).map(|_| "selection"),
            };
            rows.extend(place.map(|place| (&[C::SearchScope] as &[C], place)));
            rows.push((&[C::ChoiceUp, C::ChoiceDown], "earlier"));
        }
        (Typing::Yes, LayerKind::Sql) => {
            rows.push((&[C::Accept], "run"));
            rows.push((&[C::AcceptKeep], "run and keep"));
            let prompt = state.top_prompt();
            let is_empty = prompt.is_some_and(|prompt| prompt.input.text.is_empty());
            rows.push((
                &[C::Complete],
                if is_empty { "this query" } else { "complete" },
            ));
            rows.push((&[C::ChoiceUp, C::ChoiceDown], "earlier"));
        }
        (Typing::Yes, LayerKind::Help) => rows.push((&[C::Accept], "keep the filter")),
        (Typing::Yes, kind) if layer.is_prompt() => rows.push((&[C::Accept], of_accept(kind))),
        (Typing::Yes, _) => {
            rows.push((&[C::Accept], "go"));
            rows.push((&[C::ChoiceUp, C::ChoiceDown], "rows"));
        }
    }
    rows.push((&[C::Cancel], "cancel"));
    listed(&rows, keymap)
}

/// Returns what Enter does in a prompt.
const fn of_accept(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::Filter => "filter",
        LayerKind::Time => "go",
        _ => "save",
    }
}

/// Hints while `n` walks Android's janky frames, Chromium's, and the frames of a list of Chromium's.
const JANKS: [(&[Command], &str); 2] = [
    (&[Command::FindNext], "next jank"),
    (&[Command::Inbox], "jank inbox"),
];
const UNSMOOTH: [(&[Command], &str); 2] = [
    (&[Command::FindNext], "next jank"),
    (&[Command::Inbox], "frames"),
];
const LISTED: [(&[Command], &str); 2] = [
    (&[Command::FindNext], "next frame"),
    (&[Command::Inbox], "frames"),
];

/// Hints while an area is extended.
const EXTENDING: [(&[Command], &str); 5] = [
    (&[Command::PanLeft, Command::PanRight], "extend"),
    (&[Command::PrevSlice, Command::NextSlice], "to edge"),
    (&[Command::RowDown, Command::RowUp], "tracks"),
    (&[Command::StartArea], "done"),
    (&[Command::Escape], "cancel"),
];

const SEARCH: (&[Command], &str) = (&[Command::Search], "search");

/// Returns hints for moving between rows; with a cursor row, also for what can be done with that row.
fn of_row<'a>(state: &State, trace: &Trace) -> impl Iterator<Item = (&'a [Command], &'a str)> {
    use Command as C;
    let cursor = state.view.cursor;
    let selects = cursor.filter(|&node| !is_group(trace, &state.view, node));
    let select: Option<(&[C], &str)> = selects.map(|_| (&[C::Open] as &[C], "select"));
    let rows: (&[C], &str) = (&[C::RowDown, C::RowUp], "rows");
    let last: (&[C], &str) = match cursor {
        Some(node) if is_folded(trace, &state.view, node) => (&[C::Toggle], "all rows"),
        Some(node) if opens(trace, &state.view, node) && is_group(trace, &state.view, node) => {
            (&[C::Open, C::Toggle], "open/close")
        }
        Some(node) if opens(trace, &state.view, node) => (&[C::Toggle], "open/close"),
        Some(node) if trace.tree.node(node).parent != TrackTree::ROOT => {
            (&[C::Toggle], "close group")
        }
        _ => SEARCH,
    };
    let is_track = matches!(state.view.selection, Selection::Track(_));
    let sums: Option<(&[C], &str)> = is_track.then_some((&[C::AreaAll], "sum the window"));
    select.into_iter().chain([rows, last]).chain(sums)
}

/// Returns the keys for a selected area; one without tracks is of all tracks.
fn of_area<'a>(state: &State, area: &Area, trace: &Trace) -> Vec<(&'a [Command], &'a str)> {
    use Command as C;
    let has_lens = lens::of_area(trace, area).is_some();
    let all: [(bool, &[C], &str); 5] = [
        (true, &[C::Open], "list sums"),
        (has_lens, &[C::Lens], "why"),
        (true, &[C::Focus], "focus"),
        (!area.nodes.is_empty(), &[C::AreaAll], "all tracks"),
        (is_cleared(state), &[C::Escape], of_escape(state, "clear")),
    ];
    let fits = all.into_iter().filter(|(fits, ..)| *fits);
    fits.map(|(_, keys, what)| (keys, what)).collect()
}

/// Returns the hints for the most useful next keys, best first; keys that belong together share a hint.
pub fn hints(state: &State, trace: &Trace, keymap: &Keymap) -> Vec<Hint> {
    use Command as C;
    if let Some(hints) = hints_over(state, trace, keymap) {
        return hints;
    }
    let (hits, janks) = (hits(state, trace), janks(state, trace));
    let mut rows: Vec<(&[C], &str)> = Vec::new();
    if state.view.is_opening(trace) {
        rows.push((&[C::Help], "keys"));
        rows.push((&[C::Palette], "commands, e.g. cancel-load"));
        rows.push((&[C::Close], "quit"));
        return listed(&rows, keymap);
    }
    if state.area.is_some() {
        return listed(&EXTENDING, keymap);
    }
    if state.finding == Finding::Search {
        rows.push((&[C::FindNext, C::FindPrev], &hits));
        rows.push((&[C::Escape], of_escape(state, "end search")));
    }
    if trace.tree.len() <= 1 {
        if trace.issues.n_kinds_that(IssueKind::is_loss) > 0 {
            rows.push((&[C::Issues], "issues"));
        }
        rows.push((&[C::Palette], "commands"));
        rows.push((&[C::Close], "quit"));
        rows.push((&[C::Help], "keys"));
        return listed(&rows, keymap);
    }
    // A filter that matches nothing should be changed before anything else.
    if (state.view.filtered.as_ref()).is_some_and(|nodes| nodes.is_empty()) {
        rows.push((&[C::FilterTracks], "change the filter"));
    }
    match &state.view.selection {
        Selection::Slice(id) => {
            let is_frame = trace.frames.actual_of(*id).is_some();
            let is_walked = is_frame || has_walk(state, trace);
            if is_walked && state.finding == Finding::Jank {
                rows.push((&[C::FindNext, C::FindPrev], &janks));
                rows.extend(is_frame.then_some((&[C::Lens] as &[C], "why")));
            }
            rows.extend(is_frame.then_some((&[C::Open] as &[C], "links")));
            rows.push((&[C::PrevSlice, C::NextSlice], "prev/next slice"));
            rows.push((&[C::Parent, C::LongestChild], "out/in"));
            rows.push((&[C::Focus], "focus"));
            let is_instant = trace.slices.dur(*id).is_some_and(Dur::is_zero);
            let is_told = on_stack_of(trace, *id).is_some()
                || has_stages(trace, *id)
                || (is_event(trace, *id) && trace.slices.end(*id).is_some())
                || frame_of(trace, *id).is_some()
                || trace.chromium_event(*id).is_some();
            if !is_frame && !is_instant && is_told {
                rows.push((&[C::Lens], "why"));
            }
            if trace.slices.name(*id).is_some() {
                rows.push((&[C::SameName], "same name"));
            }
        }
        Selection::Area(area) => {
            rows.extend(of_area(state, area, trace));
        }
        Selection::None | Selection::Track(_) => {
            if state.finding == Finding::Jank {
                rows.extend(frames(state, trace).into_iter().flatten());
            }
            rows.extend(of_row(state, trace));
        }
        other => rows.extend(of_moment(other)),
    }
    let has_for_now = state.view.flows.peek.is_some() && is_cleared(state);
    if (state.leads_back_to_list() || has_for_now)
        && !rows.iter().any(|(keys, _)| *keys == [C::Escape])
    {
        // After what walks on, before what every selection has.
        rows.insert(
            rows.len().min(2),
            (&[C::Escape], of_escape(state, "clear with ◇")),
        );
    }
    rows.push((
        &[C::ZoomIn, C::PanLeft, C::ZoomOut, C::PanRight],
        "zoom/pan",
    ));
    // The hints of rows may have it already.
    if !rows.contains(&SEARCH) {
        rows.push(SEARCH);
    }
    rows.push((&[C::Palette], commands(state)));
    rows.push((&[C::Help], "keys"));
    listed(&rows, keymap)
}

/// Returns the keys for what is selected of a counter, a profiler, the scheduler or the log.
fn of_moment(selection: &Selection) -> Vec<(&'static [Command], &'static str)> {
    use Command as C;
    let around: &[Command] = &[C::PrevSlice, C::NextSlice];
    match selection {
        Selection::Counter(_) => vec![
            (around, "prev/next sample"),
            (&[C::Focus], "focus"),
            (&[C::Pin], "pin"),
        ],
        Selection::Sample(_) => vec![
            (around, "prev/next sample"),
            (&[C::Open], "links"),
            (&[C::Focus], "focus"),
            (&[C::Pin], "pin"),
        ],
        Selection::Sched(_) | Selection::State(_) => vec![
            (around, "prev/next"),
            (&[C::FollowFlowBack, C::FollowFlow], "waker/run"),
            (&[C::Open], "links"),
            (&[C::Focus], "focus"),
            (&[C::AreaFromSlice], "as area"),
        ],
        Selection::Log(_) => vec![
            (around, "prev/next line"),
            (&[C::Focus], "focus"),
            (&[C::CopyName], "copy"),
        ],
        _ => Vec::new(),
    }
}

/// Returns whether Escape clears the selection: it does one thing at a time, and ends a search first, as is said
/// already.
fn is_cleared(state: &State) -> bool {
    state.finding == Finding::Jank && state.view.found.is_none() && state.walk.is_none()
}

/// Returns what Escape does: it stops a query and opens a list again that led here, before it does what it
/// `otherwise` does.
fn of_escape(state: &State, otherwise: &'static str) -> &'static str {
    if state.sql.running {
        "stop the query"
    } else if state.leads_back_to_list() {
        "back to the list"
    } else {
        otherwise
    }
}

/// Returns the hint of the palette, with the command that is worth knowing now.
const fn commands(state: &State) -> &'static str {
    match (state.finding, &state.view.selection) {
        (Finding::Search, _) => "commands, e.g. search-hits",
        (Finding::Jank, Selection::Counter(_)) => "commands, e.g. counter-mode",
        (Finding::Jank, _) => "commands",
    }
}

/// Returns the position of the selection among the hits and their number, or what the keys do that walk the
/// hits.
fn hits(state: &State, trace: &Trace) -> String {
    if let Some(stops) = state.view.stops() {
        let now = stops::now(trace, &state.view);
        let place = stops.place_of(now, &state.view.selection);
        return hit_of(place, stops.len(), "");
    }
    let within = state.search.within_words();
    let Some(found) = state.view.hits().filter(|found| found.total() > 0) else {
        return format!("next/prev hit{within}");
    };
    let more = if state.view.is_searching() { "+" } else { "" };
    let (has_slices, has_nodes) = (!found.slices.is_empty(), !found.nodes.is_empty());
    let place = match state.view.selection {
        Selection::Slice(id) if found.contains(id) => {
            Some(found.rank((trace.slices.ts(id).ns(), id)))
        }
        Selection::Track(node) if !has_slices => found.nodes.iter().position(|&of| of == node),
        Selection::Log(row) if !has_slices && !has_nodes => found.logs.binary_search(&row).ok(),
        _ => None,
    };
    let hits = hit_of(place, found.n_walked(), more);
    format!("{hits}{within}")
}

/// Returns which of so many hits is selected, or how many there are.
fn hit_of(place: Option<usize>, n: usize, more: &str) -> String {
    let all = text::grouped(n as u64);
    match place {
        Some(place) => format!("hit {} of {all}{more}", text::grouped(place as u64 + 1)),
        None if n == 1 && more.is_empty() => "1 hit".to_owned(),
        None => format!("{all}{more} hits"),
    }
}

/// Returns the hints for frames, if there are any frames to walk.
fn frames(state: &State, trace: &Trace) -> Option<[(&'static [Command], &'static str); 2]> {
    match trace.whose_frames() {
        WhoseFrames::Android => Some(JANKS),
        _ if state.walk.is_some() => Some(LISTED),
        whose => whose.is_jank_of_chromium().then_some(UNSMOOTH),
    }
}

/// Returns whether the keys for janky frames walk slices that are not frames of Android.
fn has_walk(state: &State, trace: &Trace) -> bool {
    state.walk.is_some() || trace.whose_frames().is_jank_of_chromium()
}

/// Returns the position of the selection among the janky frames and their number, or what the keys do that
/// walk them.
fn janks(state: &State, trace: &Trace) -> String {
    let is_list = state.walk.is_some() && !matches!(trace.whose_frames(), WhoseFrames::Android);
    let what = if is_list { "frame" } else { "jank" };
    let usual = || format!("next/prev {what}");
    // Putting frames in order takes a while the first time, so it is only done if a frame is selected.
    let frame = match state.view.selection {
        Selection::Slice(id) if trace.frames.actual_of(id).is_some() || has_walk(state, trace) => {
            id
        }
        _ => return usual(),
    };
    let frames = (state.walk.as_deref()).unwrap_or_else(|| trace.janky());
    let Some(place) = janks::rank_among(trace, frames, frame) else {
        return usual();
    };
    let [place, all] = [place + 1, frames.len()].map(|n| text::grouped(n as u64));
    // More may come while the trace is read.
    let more = if trace.complete { "" } else { "+" };
    format!("{what} {place} of {all}{more}")
}

/// Returns the hints that only some slices have. They are shown in a place of their own, so that the other
/// hints don't move from slice to slice.
pub fn own_hints(state: &State, trace: &Trace, keymap: &Keymap) -> Vec<Hint> {
    use Command as C;
    let Selection::Slice(id) = state.view.selection else {
        return Vec::new();
    };
    if !state.layers.is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<(&[C], &str)> = Vec::new();
    let ways = [Direction::Backward, Direction::Forward];
    if ways.into_iter().any(|way| n_of(trace, id, way) > 0) {
        rows.push((&[C::FollowFlowBack, C::FollowFlow], "follow flow"));
        if trace.frames.actual_of(id).is_none() {
            rows.push((&[C::Ladder], "ladder"));
        }
    } else if has_nested_flows(trace, id) {
        rows.push((&[C::FollowFlowBack, C::FollowFlow], "flows in/around"));
    }
    if state.view.flows.has_led_to(trace, id) {
        rows.push((&[C::Back], "back"));
    }
    listed(&rows, keymap)
}

/// Returns whether flows go on from slices around a slice or inside of it, or stay in it.
fn has_nested_flows(trace: &Trace, id: SliceId) -> bool {
    let mut ways = [Direction::Backward, Direction::Forward].into_iter();
    ways.any(|way| !nested_flows(trace, id, way, 1, |_| true).1.is_empty())
        || !flows_within(trace, id, 1, |_| true).is_empty()
}

/// Returns the keys of a command, or how to run it by name in the palette; empty if neither is possible.
pub fn label_or_name(keymap: &Keymap, command: Command) -> String {
    let label = keymap.label(command);
    let palette = keymap.label(Command::Palette);
    if !label.is_empty() || palette.is_empty() {
        return label;
    }
    format!("{palette} {}", command.name())
}

/// Returns the hints of the empty details, the most useful first.
fn beginning(keymap: &Keymap) -> Vec<(Beginning, Hint)> {
    use Command as C;
    let joined = |commands: &[C]| {
        let labels = commands.iter().map(|&command| keymap.label(command));
        let labels: Vec<String> = labels.filter(|label| !label.is_empty()).collect();
        labels.join(" ")
    };
    let open = keymap.label(C::Open);
    let rows = match open.as_str() {
        "" => "move by row".to_owned(),
        open => format!("move by row; {open} selects"),
    };
    let (flows, which) = match keymap.label(C::SlowFlows) {
        key if key.is_empty() => (keymap.label(C::Palette), "commands, e.g. slow-flows"),
        key => (key, "flows, slowest first"),
    };
    let unkeyed = |command| match keymap.label(command) {
        key if key.is_empty() => keymap.label(C::Palette),
        _ => String::new(),
    };
    let zoom = joined(&[C::ZoomIn, C::ZoomOut, C::PanLeft, C::PanRight]);
    let all = [
        (
            Beginning::NextJank,
            joined(&[C::FindNext]),
            "the next janky frame",
        ),
        // On a low screen only the first three are in sight: these lead to all others.
        (Beginning::Anrs, unkeyed(C::Anrs), "commands, e.g. anrs"),
        (
            Beginning::Startups,
            unkeyed(C::Startups),
            "commands, e.g. startups",
        ),
        (Beginning::Flows, flows, which),
        (
            Beginning::Commands,
            joined(&[C::Palette]),
            "commands by name",
        ),
        (Beginning::Any, joined(&[C::Help]), "all keys"),
        (
            Beginning::Janks,
            joined(&[C::Inbox]),
            "janky frames, worst first",
        ),
        (
            Beginning::Chromium,
            joined(&[C::Inbox]),
            "dropped frames of Chromium",
        ),
        (
            Beginning::Rows,
            joined(&[C::Search]),
            "search names and arguments",
        ),
        (
            Beginning::Rows,
            joined(&[C::FindTrack]),
            "find a thread or track",
        ),
        (Beginning::Rows, joined(&[C::RowDown, C::RowUp]), &rows),
        (Beginning::Rows, zoom, "zoom and pan"),
    ];
    let hints = all.into_iter().map(|(fits, keys, what)| {
        let what = what.to_owned();
        (fits, Hint { keys, what })
    });
    hints.filter(|(_, hint)| !hint.keys.is_empty()).collect()
}

/// Returns the keys that the view itself names, abbreviated as there is little room. Vertical arrows are
/// spelt out, because they stand next to arrows that are no keys.
pub fn key_names(keymap: &Keymap) -> KeyNames {
    let name = |command| {
        let label = keymap.label(command);
        let words = label.replace('↑', "Up").replace('↓', "Down");
        words.replace("Ctrl-", "^")
    };
    KeyNames {
        up: name(Command::DetailsUp),
        down: name(Command::DetailsDown),
        back: name(Command::Back),
        forward: name(Command::Forward),
        stop: name(Command::Escape),
        palette: label_or_name(keymap, Command::Palette),
        issues: label_or_name(keymap, Command::Issues),
        follow: [Command::FollowFlowBack, Command::FollowFlow].map(name),
        columns: [Command::ListLeft, Command::ListRight].map(name),
        copy_command: name(Command::CopyCommand),
        counter_mode: label_or_name(keymap, Command::CounterMode),
        mouse: label_or_name(keymap, Command::ToggleMouse),
        leave: leaving(keymap),
        begin: beginning(keymap),
    }
}

fn listed(rows: &[(&[Command], &str)], keymap: &Keymap) -> Vec<Hint> {
    let hint = |(commands, what): &(&[Command], &str)| {
        let keys: Vec<String> = commands
            .iter()
            .map(|&command| keymap.label(command))
            .filter(|label| !label.is_empty())
            .collect();
        Hint {
            keys: keys.join(" "),
            what: (*what).to_owned(),
        }
    };
    rows.iter()
        .map(hint)
        .filter(|hint| !hint.keys.is_empty())
        .collect()
}
/// Returns the command that does what an unbound key does in Perfetto's own viewer or elsewhere, and what
/// that is.
pub fn meant_by(key: Key) -> Option<(Command, &'static str)> {
    // Capital letters: with Caps Lock on, the keys of the window send these.
    Some(match (key.code, key.typed()) {
        _ if key == Key::char('a').ctrl() => (Command::AreaAll, "selects all"),
        _ if key == Key::char('f').ctrl() => (Command::Search, "searches"),
        _ if key == Key::plain(Code::Enter).shift() => {
            (Command::FindPrev, "goes to the one before")
        }
        _ if key == Key::plain(Code::Delete) => {
            (Command::Note, "edits a note, which is deleted when empty")
        }
        (_, Some('W')) => (Command::ZoomIn, "zooms in"),
        (_, Some('A')) => (Command::PanLeft, "goes back in time"),
        (_, Some('D')) => (Command::PanRight, "goes on in time"),
        (_, Some('F')) => (Command::Focus, "shows the selection"),
        _ => return None,
    })
}
