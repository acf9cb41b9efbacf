//! The prompts of the status line: search, track filter, SQL, notes, names, times.
//!
//! The text is interpreted when it is accepted, in `typing.rs`.

use std::borrow::Cow;
use std::sync::Arc;

use super::clock;
use crate::app::layer::{Layer, LayerKind};
use crate::app::lists::{self, LiveHit};
use crate::app::state::AfterSearch;
use crate::app::state::State;
use crate::app::update::{UpdateCx, area, find};
use crate::model::ids::{NodeId, TrackId};
use crate::model::track_tree::NodeKind;
use crate::query::find::{Mode, Query};
use crate::query::slices;
use crate::view::overlay::{Input, Overlay, Prompt};
use crate::view::rows::on_own_line;
use crate::view::state::{Area, Selection};
use crate::view::text;

/// The least number of hits that are shown while a search is typed.
const LIVE_HITS: usize = 8;

/// From this number of columns on, the times of hits are exact.
const ROOMY_COLS: usize = 120;

/// What can be typed to go to a time.
pub(super) const TIME_FORMS: &str = "12.3s, +5ms from here, a time in ns as in ts, or end";

fn prompt(state: &mut State, kind: LayerKind, label: &str, text: &str) {
    let example = match kind {
        LayerKind::Search => "part of a name or argument, or re:PATTERN",
        LayerKind::Filter => "part of a path, another, or re:PATTERN; nothing shows all",
        LayerKind::Time => TIME_FORMS,
        _ => "",
    };
    let prompt = Prompt {
        label: label.into(),
        example: example.into(),
        input: Input {
            text: text.into(),
            caret: text.len(),
        },
        ..Prompt::default()
    };
    // If the same prompt is on top already, it is replaced.
    if state.top_kind() == Some(kind) {
        state.pop_layer();
    }
    let layer = Layer::new(kind, state.place());
    state.push_layer(layer, Overlay::Prompt(prompt));
}

pub(in crate::app::update) fn search_prompt(state: &mut State) {
    if !is_search(state) {
        find::set_aside(state);
    }
    state.search.mode = Mode::Plain;
    state.search.within = None;
    prompt(state, LayerKind::Search, "/", "");
}

pub(in crate::app::update) fn filter_prompt(state: &mut State) {
    let text = state.view.filter.clone();
    prompt(state, LayerKind::Filter, "tracks: ", &text);
}

pub(in crate::app::update) fn sql_prompt(state: &mut State, cx: &UpdateCx) {
    prompt(state, LayerKind::Sql, ":", "");
    let example = about_selection(state, cx);
    if let Some(prompt) = state.top_prompt_mut() {
        prompt.example = example;
    }
}

/// Returns a query about what is selected, or else an example of one.
fn about_selection(state: &State, cx: &UpdateCx) -> Cow<'static, str> {
    const USUAL: &str = "select name, dur from slice order by dur desc limit 20";
    let row = |table: &str, id: u32| format!("select * from {table} where id = {id}");
    let of_track = |track: TrackId, what: &str| format!("{what} where track_id = {}", track.0);
    let query = match &state.view.selection {
        // The ids of slices in SQL are those of all slices in the order of time, which takes a while to make.
        Selection::Slice(id) => {
            let all = &cx.trace.slices;
            let of_track = of_track(all.track_of(*id), "select * from slice");
            let (ts, depth) = (all.ts(*id).ns(), all.depth_of(*id));
            format!("{of_track} and ts = {ts} and depth = {depth}")
        }
        Selection::State(id) => row("thread_state", id.0),
        Selection::Sched(id) => row("sched", id.0),
        Selection::Sample(id) => {
            let has_stack = cx.trace.stack_profile.sample(*id).callsite.is_some();
            let table = if has_stack {
                "stack_sample"
            } else {
                "perf_sample"
            };
            row(table, id.0)
        }
        Selection::Log(id) => row("logs", *id),
        Selection::Counter(id) => {
            let track = cx.trace.counters.track_of(*id);
            of_track(track, "select ts, value from counter")
        }
        Selection::Area(area) => match within(cx, area) {
            Some(within) => format!(
                "select name, count(*), sum(max(dur, 0)) from slice where {within} group by name"
            ),
            None => return USUAL.into(),
        },
        Selection::Track(node) => match cx.trace.tree.node(on_own_line(&cx.trace, *node)).kind {
            NodeKind::Counter(track) => of_track(track, "select ts, value from counter"),
            NodeKind::ThreadStates(utid) => {
                format!("select * from thread_state where utid = {}", utid.0)
            }
            NodeKind::CpuSched(cpu) => format!("select * from sched where ucpu = {cpu}"),
            NodeKind::Slices(ref tracks) => match tracks[..] {
                [track] => of_track(track, "select ts, dur, name from slice"),
                _ => return USUAL.into(),
            },
            _ => return USUAL.into(),
        },
        Selection::None => return USUAL.into(),
    };
    query.into()
}

/// Returns the condition in SQL that slices are in an area, those that never ended and instants included; `None`
/// if it has too many tracks to name.
fn within(cx: &UpdateCx, area: &Area) -> Option<String> {
    const TRACKS_MAX: usize = 32;
    let (start, end) = (area.span.start().ns(), area.span.end().ns());
    let in_time = format!("ts < {end} and (ts >= {start} or dur < 0 or ts + dur > {start})");
    if area.nodes.is_empty() {
        return Some(in_time);
    }
    let nodes: Vec<NodeId> = area.nodes.iter().copied().collect();
    let tracks = slices::tracks_below(&cx.trace, &nodes);
    let ids = (0..tracks.len()).filter(|&id| tracks[id]);
    let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
    (ids.len() <= TRACKS_MAX).then(|| format!("track_id in ({}) and {in_time}", ids.join(", ")))
}

/// Asks for a note; `text` is that of the note that it replaces.
pub(in crate::app::update) fn note_prompt(state: &mut State, text: &str) {
    prompt(state, LayerKind::Note, "note: ", text);
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

/// Shows a note at the right of the search prompt.
pub(in crate::app::update) fn prompt_note(state: &mut State, note: &str) {
    if let Some((layer, Overlay::Prompt(prompt))) = state.top_mut()
        && layer.kind == LayerKind::Search
    {
        note.clone_into(&mut prompt.note);
    }
}

/// Says why a search is invalid, with or without its prompt; what was found before goes.
pub(in crate::app::update) fn search_failed(state: &mut State, why: String) {
    if let Some((layer, Overlay::Prompt(prompt))) = state.top_mut()
        && layer.kind == LayerKind::Search
    {
        prompt.title.clear();
        prompt.choices.clear();
        prompt.chosen = None;
        prompt.note.clear();
        prompt.failed = true;
        layer.fill(Arc::new(Vec::new()));
    }
    state.fail(why);
}

/// Returns whether the text is known to be invalid.
pub(super) fn has_failed(state: &State) -> bool {
    state.top_prompt().is_some_and(|prompt| prompt.failed)
}

/// Says why the text is invalid: in place of the keys, or above the prompt if that takes more lines.
pub(super) fn refuse(state: &mut State, why: String) {
    if let Some(prompt) = state.top_prompt_mut() {
        prompt.note.clear();
        prompt.failed = true;
    }
    state.fail(why);
}

/// Removes the mark that the text is invalid, because it has changed.
pub(super) fn retry(state: &mut State) {
    if let Some(prompt) = state.top_prompt_mut() {
        prompt.failed = false;
    }
}

/// Shows the first hits above the search prompt, cut to the width of the screen.
pub fn search_results(state: &mut State, cx: &UpdateCx) {
    let (true, Some(found)) = (is_search(state), state.view.hits().cloned()) else {
        return;
    };
    let (clock, from) = (clock(state, cx), state.view.viewport.start());
    let is_searching = state.view.is_searching();
    let query = Query::new(state.view.searched_text(), state.search.mode).ok();
    let cols = usize::from(state.size.cols);
    // The prompt takes a third of the screen.
    let most = LIVE_HITS.max(usize::from(state.size.rows) / 3);
    // With little room, times are rounded to microseconds unless columns are finer.
    let unit = match state.view.viewport.ns_per_col() {
        ns if cols < ROOMY_COLS => ns.clamp(1, 1_000),
        _ => 1,
    };
    let hits = (&*found, query.as_ref());
    let found_now = lists::hits(&cx.trace, hits, from, (&clock, unit), most);
    let typed = state.top_prompt().map(|prompt| prompt.input.text.trim());
    let none = find::no_match(state, cx, typed.unwrap_or_default());
    if let Some((layer, Overlay::Prompt(prompt))) = state.top_mut() {
        prompt.title = match (prompt.input.text.trim(), found.total()) {
            ("", _) => String::new(),
            (_, 0) if is_searching => String::new(),
            (_, 0) => none,
            (typed, n) => format!("{} for {typed}", text::counted(n, "hit", "hits")),
        };
        prompt.choices = in_columns(&found_now, cols);
        let entries: Vec<_> = found_now.into_iter().map(LiveHit::entry).collect();
        layer.fill(Arc::new(entries));
        prompt.chosen = prompt.chosen.filter(|&row| row < prompt.choices.len());
    }
}

/// Returns hits as lines of so many cells: when, how long, its name, and where.
fn in_columns(hits: &[LiveHit], cols: usize) -> Vec<String> {
    const GAPS: usize = 10;
    let widest = |part: fn(&LiveHit) -> &str| {
        let widths = hits.iter().map(|hit| text::width(part(hit)));
        widths.max().unwrap_or(0)
    };
    let (when, dur) = (widest(|hit| &hit.when), widest(|hit| &hit.dur));
    // Names get two fifths of the columns, or what the others leave if that is more.
    let left = cols.saturating_sub(when + dur + widest(|hit| &hit.of) + GAPS);
    let of_slices = hits.iter().filter(|hit| !hit.of.is_empty());
    let name = of_slices.map(|hit| text::width(&hit.name)).max();
    let name = name.unwrap_or(0).min(left.max(cols * 2 / 5));
    let of = widest(|hit| &hit.of);
    // A process of which only a part has room is left out.
    let left = cols.saturating_sub(when + dur + name + of + GAPS);
    let has_room = widest(|hit| &hit.process) <= left;
    let line = |hit: &LiveHit| {
        let time = text::pad_left(&hit.when, when);
        let long = text::pad_left(&hit.dur, dur);
        match &*hit.of {
            "" => format!("{time}  {long}  {}", hit.name),
            thread => {
                let shown = text::pad_right(&text::fit_middle(&hit.name, name), name);
                match &*hit.process {
                    process if has_room && !process.is_empty() => {
                        let thread = text::pad_right(thread, of);
                        format!("{time}  {long}  {shown}  {thread}  {process}")
                    }
                    _ => format!("{time}  {long}  {shown}  {thread}"),
                }
            }
        }
    };
    hits.iter().map(line).collect()
}

/// Opens the SQL prompt again with a query that failed. The error is shown above it, if there is room.
pub(in crate::app::update) fn sql_again(state: &mut State, text: &str) {
    prompt(state, LayerKind::Sql, ":", text);
    if let Some(prompt) = state.top_prompt_mut() {
        prompt.failed = true;
    }
}

/// Returns whether a search is being typed.
fn is_search(state: &State) -> bool {
    state.top_kind() == Some(LayerKind::Search)
}

/// Changes to the next mode of search.
pub(in crate::app::update) fn next_mode(state: &mut State) {
    if is_search(state) {
        state.search.mode = state.search.mode.next();
        search_again(state);
    }
}

/// Restricts the search to the selected area or item, or removes the restriction.
pub(in crate::app::update) fn next_scope(state: &mut State, cx: &UpdateCx) {
    if !is_search(state) {
        return;
    }
    let within = match (&state.search.within, area::around(state, cx)) {
        (Some(_), _) => None,
        (None, Some(area)) => Some(area),
        (None, None) => {
            prompt_note(state, "nothing is selected to search in");
            return;
        }
    };
    state.search.within = within;
    search_again(state);
}

/// Repeats the search for the typed text with changed settings.
fn search_again(state: &mut State) {
    relabel(state);
    if let Some(prompt) = state.top_prompt() {
        let text = prompt.input.text.clone();
        find::search(state, &text, AfterSearch::Show);
    }
}

/// Removes the prefix `re:` or `fuzzy:` from a plain search and changes to its mode.
pub(super) fn take_mode(state: &mut State) {
    let (Mode::Plain, Some(prompt)) = (state.search.mode, state.top_prompt_mut()) else {
        return;
    };
    let input = &mut prompt.input;
    let (mode, rest) = Mode::split(&input.text);
    if mode != Mode::Plain {
        let taken = input.text.len() - rest.len();
        input.text.drain(..taken);
        input.caret = input.caret.saturating_sub(taken);
        state.search.mode = mode;
        relabel(state);
    }
}

/// Shows the mode and the scope of the search in the prompt's label.
pub(super) fn relabel(state: &mut State) {
    let mode = match state.search.mode {
        Mode::Plain => String::new(),
        mode => format!("{} ", mode.name()),
    };
    let place = match state.search.within {
        Some(_) => "in the selection ",
        None => "",
    };
    if let Some(prompt) = state.top_prompt_mut() {
        prompt.label = format!("{mode}{place}/");
    }
}

#[cfg(test)]
mod tests {
    use crate::app::session::Session;
    use crate::app::update::testing::{press_and_wait, session_of};
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::view::scene::Size;

    #[test]
    fn hits_of_threads_with_one_name_are_told_apart_by_their_processes() {
        let mut b = TraceBuilder::new();
        for pid in [7, 8] {
            let app = b.process(pid, &format!("app{pid}"));
            let main = b.thread(app, 7, "main");
            let track = b.slice_track(Scope::Thread(main), None);
            b.nested_slices(track, &[(0, 9, "work")]);
        }
        let alone = b.slice_track(Scope::Global, Some("work"));
        b.nested_slices(alone, &[(5, 9, "work")]);
        let mut session = session_of(b);
        let choices = |session: &Session| {
            let prompt = session.state().top_prompt().expect("a prompt");
            prompt.choices.clone()
        };
        press_and_wait(&mut session, "/work");
        let rows = choices(&session);
        assert!(rows[0].ends_with("  app7 7"), "{rows:?}");
        assert!(rows[1].ends_with("  app8 8"), "{rows:?}");
        // The group says more of a track than the name of all of its slices.
        assert!(rows[2].ends_with("work  Global Track Events"), "{rows:?}");
        // Where the process has no room, it is left out.
        session.resize(Size { cols: 40, rows: 24 });
        let rows = choices(&session);
        assert!(rows[0].ends_with("work  main 7"), "{rows:?}");
    }
}
