//! Searches, and moving from one hit to the next.
//!
//! [`Finding`] decides what `n` walks: janky frames at first, the hits once something is searched for, and
//! frames again after Escape.

use std::sync::Arc;

use super::{UpdateCx, frame, jank, marks, overlay, select};
use crate::app::command::Command;
use crate::app::command::family::Find;
use crate::app::effect::Effect;
use crate::app::hints;
use crate::app::history::Step;
use crate::app::jobs::{Completeness, Job, Slot};
use crate::app::layer::LayerKind;
use crate::app::lists;
use crate::app::state::{AfterSearch, EarlierSearch, Finding, State};
use crate::base::time::{Dur, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::find::{Hits, Mode, is_unsearched};
use crate::query::janks;
use crate::query::nav::Neighbour;
use crate::query::same_name::is_told_by_number;
use crate::query::select::{any_number_pattern, name_pattern, with_case};
use crate::view::scene::Item;
use crate::view::state::{Search, Selection};
use crate::view::stops::{self, Stop, Stops};
use crate::view::text;

pub(super) fn update(state: &mut State, command: Find, cx: &UpdateCx) {
    match command {
        Find::Search => overlay::search_prompt(state),
        Find::SearchHits => match state.view.hits() {
            Some(hits) if state.view.are_hits_rows() && hits.total() == 0 => {
                state.say("these are rows of a list, which n and N walk: no search found them");
            }
            Some(_) => overlay::hits(state, cx),
            None => state.say("nothing is searched for: / searches"),
        },
        Find::SameName => same_name(state, cx),
        Find::FindNext => next(state, cx, Neighbour::Next),
        Find::FindPrev => next(state, cx, Neighbour::Previous),
        Find::Palette => overlay::palette(state, cx),
        Find::FindTrack => overlay::tracks(state, cx),
        Find::Sql => overlay::sql_prompt(state, cx),
        Find::GoToTime => overlay::time_prompt(state),
        Find::Logs => overlay::logs(state, cx),
        Find::KernelEvents => overlay::kernel_events(state, cx),
    }
}

/// Starts a search. An empty text ends the search.
pub(super) fn search(state: &mut State, text: &str, then: AfterSearch) {
    state.search.serial += 1;
    state.search.then = then;
    if text.is_empty() {
        state.view.found = None;
        state.ask(Effect::Cancel(Slot::Search));
        return;
    }
    // The old hits stay on the screen until the first new ones come.
    let found = state.view.found.get_or_insert_default();
    text.clone_into(&mut found.text);
    found.done = false;
    found.stops = None;
    state.ask(Effect::Run(Job::Search {
        text: text.to_owned(),
        mode: state.search.mode,
        within: state.search.within.clone(),
        serial: state.search.serial,
    }));
}

/// Searches everywhere for what has a text, and lists it.
pub(super) fn search_and_list(state: &mut State, text: &str) {
    state.search.mode = Mode::Plain;
    state.search.within = None;
    // Escape leaves the search, not a list from before it.
    state.parked = None;
    state.finding = Finding::Search;
    search(state, text, AfterSearch::List);
}

/// Repeats the search, because the trace has grown. A search that is still being typed is left to its prompt.
pub fn search_anew(state: &mut State) {
    let is_typed = state.top_kind() == Some(LayerKind::Search);
    if let (false, Some(found)) = (is_typed, &state.view.found) {
        if found.stops.is_some() {
            let rows = format!("the rows of {} were of less of the trace", found.text);
            state.say(format!("{rows}: list them again to walk them"));
            state.view.found = None;
            state.finding = Finding::Jank;
            return;
        }
        let text = found.text.clone();
        search(state, &text, state.search.then);
    }
}

/// Saves the current search, because the prompt for another opens.
pub(super) fn set_aside(state: &mut State) {
    let search = &mut state.search;
    search.earlier = Some(EarlierSearch {
        finding: state.finding,
        mode: search.mode,
        within: search.within.clone(),
        then: search.then,
        serial: search.serial,
        found: state.view.found.clone(),
    });
}

/// Restores the saved search, because the prompt was cancelled.
pub(super) fn bring_back(state: &mut State) {
    let Some(earlier) = state.search.earlier.take() else {
        return;
    };
    let search = &mut state.search;
    search.mode = earlier.mode;
    search.within = earlier.within;
    if search.serial == earlier.serial {
        // Nothing was typed, so the saved search was never replaced.
        return;
    }
    state.finding = earlier.finding;
    state.view.found = earlier.found;
    // Rows of a list are not found again in a trace that has grown.
    let are_gone = |found: &mut Search| found.stops.is_some() && !found.done;
    if state.view.found.take_if(are_gone).is_some() {
        state.finding = Finding::Jank;
    }
    match &state.view.found {
        Some(found) if !found.done => {
            let text = found.text.clone();
            self::search(state, &text, earlier.then);
        }
        _ => {
            search.serial += 1;
            state.ask(Effect::Cancel(Slot::Search));
        }
    }
}

/// Says why a search could not be run.
pub fn apply_search_error(state: &mut State, serial: u64, error: String) {
    if serial == state.search.serial {
        state.view.found = None;
        state.finding = Finding::Jank;
        overlay::search_failed(state, error);
    }
}

/// Applies the hits of a search.
pub fn apply_found(
    state: &mut State,
    cx: &UpdateCx,
    serial: u64,
    found: Arc<Hits>,
    done: Completeness,
) {
    if serial != state.search.serial {
        return;
    }
    let total = counts(&found);
    let (no_slice, nothing) = (found.slices.is_empty(), found.total() == 0);
    let shown = state.view.found.get_or_insert_default();
    shown.hits = Some(found);
    shown.done = done == Completeness::Whole;
    overlay::search_results(state, cx);
    if done == Completeness::Whole {
        overlay::more_hits(state, cx);
    }
    let are_all = done == Completeness::Whole && cx.trace.complete;
    let more = if are_all { "" } else { "+" };
    overlay::prompt_note(state, &format!("{total}{more}"));
    // How many there are is said where they are not listed, once they are counted.
    let is_counting = state.search.then == AfterSearch::List && state.is_typing();
    if done == Completeness::Partial && (no_slice || is_counting) {
        return;
    }
    match std::mem::take(&mut state.search.then) {
        AfterSearch::Show => {}
        AfterSearch::GoToFirst => first(state, cx),
        // A list over a prompt would take the keys that are typed into it for its own.
        AfterSearch::List if state.is_typing() && nothing => {
            let words = no_match(state, cx, state.view.searched_text());
            state.say(words);
        }
        AfterSearch::List if state.is_typing() => {
            let listing = hints::label_or_name(&cx.keymap, Command::SearchHits);
            state.say(format!("{total}{more} found: {listing} lists them"));
        }
        AfterSearch::List => overlay::hits(state, cx),
    }
}

/// Returns how much was found, in words: the slices, which `n` walks if there are any, and the other hits of
/// the list.
fn counts(found: &Hits) -> String {
    let counted = |n: usize, one: &str, many: &str| (n > 0).then(|| text::counted(n, one, many));
    let others = [
        counted(found.nodes.len(), "track", "tracks"),
        counted(found.logs.len(), "log line", "log lines"),
    ];
    let slices = (!found.slices.is_empty() || others.iter().all(Option::is_none))
        .then(|| text::grouped(found.slices.len() as u64));
    let parts = [slices].into_iter().chain(others).flatten();
    parts.collect::<Vec<_>>().join(" + ")
}

/// Goes to the first hit that starts in the window or later, or else to the first hit of all.
pub(super) fn first(state: &mut State, cx: &UpdateCx) {
    let Some(found) = state.view.hits().cloned() else {
        return;
    };
    state.finding = Finding::Search;
    let start = state.view.viewport.start().ns();
    if let Some(stops) = state.view.stops().cloned() {
        let from = stops.from(Ts::from_ns(start));
        if let Some(stop) = stops.get(from).or_else(|| stops.get(0)) {
            go_to_stop(state, cx, stop);
        }
        state.history.note(state.place(), Step::Jump);
        return;
    }
    match (found.from(start).next(), found.nodes.first()) {
        (Some(id), _) => select::select_slice(state, cx, id),
        (None, Some(&node)) => go_to_track(state, cx, node),
        (None, None) if !found.logs.is_empty() => {
            let row = found.logs[0];
            select::go_to_item(state, cx, Item::Log(row));
        }
        (None, None) => {
            let words = no_match(state, cx, state.view.searched_text());
            state.say(words);
        }
    }
    state.history.note(state.place(), Step::Jump);
}

/// Says that nothing matches a text, as far as the trace has been read, and why that may be.
pub(super) fn no_match(state: &State, cx: &UpdateCx, text: &str) -> String {
    let (so_far, why) = (lists::so_far(&cx.trace), unsearched(&cx.trace, text));
    let place = in_selection(state);
    format!("nothing matches {}{place}{so_far}{why}", text::clean(text))
}

/// Returns where nothing was found, if not everywhere was searched.
const fn in_selection(state: &State) -> &'static str {
    match state.search.within {
        Some(_) => " in what was selected",
        None => "",
    }
}

/// Returns what to add to the message that nothing matches, if the text looks like a value of an argument of
/// a kind that is not searched, or may stand in an argument that is not.
pub(in crate::app) fn unsearched(trace: &Trace, text: &str) -> &'static str {
    if is_unsearched(text) {
        ": of arguments' values, texts and whole numbers are searched"
    } else if trace.counters.have_args() {
        ": arguments of counters' samples are not searched"
    } else {
        ""
    }
}

/// Goes to the next or previous hit, of the kind that [`first`] goes to.
fn next(state: &mut State, cx: &UpdateCx, step: Neighbour) {
    match (state.finding, state.view.hits().cloned()) {
        (Finding::Search, Some(found)) => {
            let is_direct = if let Some(stops) = state.view.stops().cloned() {
                next_stop(state, cx, &stops, step)
            } else if !found.slices.is_empty() {
                next_slice(state, cx, &found, step)
            } else if !found.nodes.is_empty() {
                next_track(state, cx, &found, step)
            } else if !found.logs.is_empty() {
                next_log(state, cx, &found, step)
            } else {
                if state.view.is_searching() {
                    state.say("the search is still running");
                } else {
                    let (place, so_far) = (in_selection(state), lists::so_far(&cx.trace));
                    state.say(format!("nothing was found{place}{so_far}"));
                }
                return;
            };
            if !is_direct {
                state.say("search starts again from the other end");
            }
        }
        (Finding::Search, None) => state.say("the search is still running"),
        (Finding::Jank, _) => next_jank(state, cx, step),
    }
}

/// Goes to the next or previous row of a list, or else to the first or last. Returns whether it is the next.
fn next_stop(state: &mut State, cx: &UpdateCx, rows: &Stops, step: Neighbour) -> bool {
    let now = stops::now(&cx.trace, &state.view);
    let direct = rows.beside(now, &state.view.selection, step);
    let around = match step {
        Neighbour::Next => 0,
        Neighbour::Previous => rows.len() - 1,
    };
    if let Some(stop) = rows.get(direct.unwrap_or(around)) {
        go_to_stop(state, cx, stop);
    }
    direct.is_some()
}

/// Goes to what a row of a list stands for on the screen.
pub(super) fn go_to_stop(state: &mut State, cx: &UpdateCx, (ts, stop): (Ts, Stop)) {
    match stop {
        Stop::Item(item) => select::go_to_item(state, cx, item),
        Stop::Event(item) => {
            select::go_to_item(state, cx, item);
            marks::go(state, cx, ts);
        }
        Stop::Track(node) => {
            go_to_track(state, cx, node);
            marks::go(state, cx, ts);
        }
        Stop::Time => {
            // The row has nothing to do with the item that was selected before.
            state.select(Selection::None);
            marks::go_to_written(state, cx, ts);
        }
    }
}

/// Goes to the next or previous slice found, or else to the first or last. Returns whether it is the next.
fn next_slice(state: &mut State, cx: &UpdateCx, found: &Hits, step: Neighbour) -> bool {
    let from = match state.view.selection {
        Selection::Slice(id) => (cx.trace.slices.ts(id).ns(), id),
        _ => (cx.cursor_ts(state).ns(), SliceId(0)),
    };
    let around = match step {
        Neighbour::Next => (i64::MIN, SliceId(0)),
        Neighbour::Previous => (i64::MAX, SliceId(u32::MAX)),
    };
    let direct = found.step(from, step);
    if let Some(id) = direct.or_else(|| found.step(around, step)) {
        select::select_slice(state, cx, id);
    }
    direct.is_some()
}

/// Goes to the next or previous track found, from the cursor on, or else to the first or last. Returns
/// whether it is the next.
fn next_track(state: &mut State, cx: &UpdateCx, found: &Hits, step: Neighbour) -> bool {
    let from = state.view.cursor.or(state.view.selection.node(&cx.trace));
    let direct = from.and_then(|from| found.step_node(&cx.trace, from, step));
    if let Some(node) = direct.or_else(|| end_of(&found.nodes, step)) {
        go_to_track(state, cx, node);
    }
    direct.is_some() || from.is_none()
}

/// Goes to the next or previous log line found, or else to the first or last. Returns whether it is the next.
fn next_log(state: &mut State, cx: &UpdateCx, found: &Hits, step: Neighbour) -> bool {
    let logs = &cx.trace.logs;
    let from = if let Selection::Log(row) = state.view.selection {
        row
    } else {
        let ts = cx.cursor_ts(state);
        logs.partition_point(|row| row.ts < ts) as u32
    };
    let direct = found.step_log(from, step);
    if let Some(row) = direct.or_else(|| end_of(&found.logs, step)) {
        select::go_to_item(state, cx, Item::Log(row));
    }
    direct.is_some()
}

/// Returns where a walk begins again: at the first of all or at the last.
fn end_of<T: Copy>(all: &[T], step: Neighbour) -> Option<T> {
    let end = match step {
        Neighbour::Next => all.first(),
        Neighbour::Previous => all.last(),
    };
    end.copied()
}

fn go_to_track(state: &mut State, cx: &UpdateCx, node: NodeId) {
    select::reveal_node(state, cx, node);
    state.select(Selection::Track(node));
}

fn next_jank(state: &mut State, cx: &UpdateCx, step: Neighbour) {
    let trace = &cx.trace;
    if state.walk.is_none() && !trace.whose_frames().are_walked() {
        jank::say_no_frames(state, cx);
        return;
    }
    let around = match step {
        Neighbour::Next => Ts::MIN,
        Neighbour::Previous => Ts::MAX,
    };
    let from = match state.view.selection {
        Selection::Slice(id) => janks::WalkFrom::Slice(id),
        // Without a selection the walk begins at the edge of the window. An area may be that of the frame of
        // which it was made, which has been seen.
        _ => janks::WalkFrom::Ts(
            match (state.view.cursor_ts, step, cx.selected_span(state)) {
                (Some(ts), ..) => ts,
                (None, Neighbour::Next, Some(span)) => span.start().plus(Dur::from_ns(1)),
                (None, Neighbour::Previous, Some(span)) => span.start(),
                (None, Neighbour::Next, None) => state.view.viewport.start(),
                (None, Neighbour::Previous, None) => state.view.viewport.span().end(),
            },
        ),
    };
    let frames = (state.walk.as_deref()).unwrap_or_else(|| trace.janky());
    let walk = |from| janks::walk_among(trace, frames, from, step);
    let direct = walk(from);
    let wrapped = direct.is_none();
    let Some(slice) = direct.or_else(|| walk(janks::WalkFrom::Ts(around))) else {
        let so_far = lists::so_far(&cx.trace);
        state.say(format!("no frame is janky{so_far}"));
        return;
    };
    frame::go_to(state, cx, slice);
    if wrapped {
        state.say("frames start again from the other end");
    }
}

fn same_name(state: &mut State, cx: &UpdateCx) {
    let Selection::Slice(id) = state.view.selection else {
        state.say("select a slice first");
        return;
    };
    let Some(name) = cx.trace.slices.name(id) else {
        state.say("the slice has no name");
        return;
    };
    let name = cx.trace.bytes(name);
    // The details may have counted them already, which takes a look at all slices.
    let known = state.view.same_name.as_ref().filter(|(of, _)| *of == id);
    let any_number = known.map_or_else(
        || is_told_by_number(&cx.trace, id),
        |(_, found)| found.any_number,
    );
    let pattern = if any_number {
        any_number_pattern(name)
    } else {
        name_pattern(name)
    };
    let name = with_case(pattern);
    state.search.mode = Mode::Regex;
    state.search.within = None;
    state.finding = Finding::Search;
    search(state, &name, AfterSearch::Show);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::key::Key;
    use crate::app::keymap::Keymap;
    use crate::app::session::Session;
    use crate::app::update::testing::{press, press_and_wait, said, session_of};
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::LogRow;
    use crate::model::track::Scope;
    use crate::view::time::Clock;

    fn session() -> Session {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let slices: Vec<_> = (0..8)
            .map(|i| (i * 20, 10, if i < 3 { "traversal" } else { "draw" }))
            .collect();
        b.nested_slices(track, &slices);
        session_of(b)
    }

    /// Returns what is searched for, in which mode, and how many slices were found.
    fn searched(session: &Session) -> Option<(&str, Mode, usize)> {
        let state = session.state();
        let found = state.view.found.as_ref()?;
        assert!(found.done);
        let n = found.hits.as_ref()?.slices.len();
        Some((&found.text, state.search.mode, n))
    }

    #[test]
    fn what_is_typed_and_given_up_leaves_the_search_from_before() {
        let mut session = session();
        press(&mut session, "/draw<esc>");
        session.sync();
        assert_eq!(searched(&session), None);
        press(&mut session, "/<c-r>^tra<enter>");
        session.sync();
        let before = Some(("^tra", Mode::Regex, 3));
        assert_eq!(searched(&session), before);
        // Another text, one without hits, an invalid pattern, and an empty one.
        for keys in [
            "draw<esc>",
            "zzz<esc>",
            "<c-r>(<esc>",
            "d<bs><esc>",
            "d<bs><enter>",
            "<enter>",
        ] {
            for key in Key::parse_all(&format!("/{keys}")).unwrap() {
                session.key(key);
                session.sync();
            }
            assert!(session.state().layers.is_empty(), "{keys}");
            assert_eq!(searched(&session), before, "{keys}");
            press(&mut session, "n");
            let Selection::Slice(id) = session.state().view.selection else {
                panic!("nothing is found after {keys}");
            };
            assert!(id.index() < 3, "{keys}");
        }
    }

    #[test]
    fn the_only_slice_of_its_name_is_found_with_those_of_other_numbers() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let names = [
            "doFrame 131",
            "doFrame 132",
            "DoFrame 133",
            "doFrame.7",
            "tick 1",
            "tick 1",
            "tick 2",
        ];
        let slices: Vec<_> = (0..)
            .zip(names)
            .map(|(at, name)| (at * 20, 10, name))
            .collect();
        let ids = b.nested_slices(track, &slices);
        let mut session = session_of(b);
        let mut found = |at: usize| {
            session.state_mut().view.selection = Selection::Slice(ids[at]);
            press_and_wait(&mut session, "S");
            let (text, mode, n) = searched(&session).expect("a search");
            assert_eq!(mode, Mode::Regex);
            (text.to_owned(), n)
        };
        assert_eq!(found(0), ("^doFrame [0-9]+$".to_owned(), 2));
        assert_eq!(found(3), ("^doFrame\\.[0-9]+$".to_owned(), 1));
        assert_eq!(found(4), ("(?-i)^tick 1$".to_owned(), 2));
        assert_eq!(found(6), ("(?-i)^tick [0-9]+$".to_owned(), 3));
    }

    #[test]
    fn the_prompt_reads_what_the_command_line_reads() {
        let mut session = session();
        press(&mut session, "/re:^tra<enter>");
        session.sync();
        assert_eq!(searched(&session), Some(("^tra", Mode::Regex, 3)));
        // The mode is no part of the text any more.
        press(&mut session, "/fuzzy:dw");
        let prompt = session.state().top_prompt().expect("a prompt");
        let input = &prompt.input;
        assert_eq!(
            (&*prompt.label, &*input.text, input.caret),
            ("fuzzy /", "dw", 2)
        );
    }

    #[test]
    fn the_first_row_below_a_search_is_where_enter_goes() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "binder");
        for tid in 1..=9 {
            let thread = b.thread(app, tid, "binder");
            let track = b.slice_track(Scope::Thread(thread), None);
            let at = tid * 10;
            b.nested_slices(track, &[(at, 5, "bind"), (at + 200, 5, "unbind")]);
        }
        let mut session = session_of(b);
        // The window begins after the start of the trace.
        press(&mut session, "wwww");
        press(&mut session, "/bind");
        session.sync();
        let prompt = session.state().top_prompt().expect("a prompt");
        let choices = prompt.choices.clone();
        assert_eq!(choices.len(), 8);
        assert!(
            choices[..6].iter().all(|row| !row.contains("  track  ")),
            "{choices:?}"
        );
        assert!(choices[6..].iter().all(|row| row.contains("  track  ")));
        // The slices of a thread bear its name, which is told once.
        assert_ne!(choices[6], choices[7]);
        let found = session.state().view.hits().cloned().unwrap();
        assert_eq!((found.slices.len(), found.nodes.len()), (18, 10));
        let scene = session.scene();
        let keys = scene.layout.status.y;
        let texts = |y: u16| scene.overlay.iter().filter(move |line| line.y == y).count();
        assert!(texts(keys - 1) > 0);
        assert_eq!(texts(keys), 0, "the keys are covered");
        press(&mut session, "<enter>");
        let Selection::Slice(id) = session.state().view.selection else {
            panic!("nothing is selected");
        };
        let name = session.trace().slice_name(id).unwrap();
        let start = session.trace().slices.ts(id);
        let clock = Clock::new(session.trace(), session.state().view.time_format);
        let (first, at) = (&choices[0], clock.exact(start));
        assert!(
            first.starts_with(&at) && first.contains(&*name),
            "{first} {at}"
        );
        assert!(found.times[0] < start.ns(), "the window begins later");
    }

    #[test]
    fn hits_that_are_tracks_or_log_lines_are_walked_too() {
        let mut b = TraceBuilder::new();
        for pid in 1..=3 {
            let app = b.process(pid, "app");
            b.counter_track(Scope::Process(app), "mem.rss", "", &[(0, 1.0)]);
            b.counter_track(Scope::Process(app), "mem.swap", "", &[(0, 1.0)]);
        }
        for ts in [5, 7] {
            let msg = Some(b.str("low memory"));
            b.logs.push(LogRow {
                ts: Ts::from_ns(ts),
                prio: 6,
                msg,
                ..LogRow::default()
            });
        }
        let mut session = session_of(b);
        press_and_wait(&mut session, "/re:mem.rss$<enter>");
        let hint = |session: &Session| {
            let state = session.state();
            let hints = hints::hints(state, session.trace(), &Keymap::built_in());
            let hint = hints.into_iter().find(|hint| hint.keys.starts_with('n'));
            hint.map(|hint| hint.what)
        };
        let title = |session: &Session| match session.state().view.selection {
            Selection::Track(node) => session.trace().tree.path(node),
            ref other => panic!("{other:?}"),
        };
        assert_eq!(title(&session), "app 1 ‣ mem.rss");
        assert_eq!(hint(&session).as_deref(), Some("hit 1 of 3"));
        // From nowhere it begins, and not again.
        let view = &mut session.state_mut().view;
        (view.cursor, view.selection) = (None, Selection::None);
        press(&mut session, "n");
        assert_eq!((&*title(&session), said(&session)), ("app 1 ‣ mem.rss", ""));
        press(&mut session, "n");
        assert_eq!(title(&session), "app 2 ‣ mem.rss");
        // From a track that was not found it goes on from there.
        press(&mut session, "jNn");
        assert_eq!(title(&session), "app 3 ‣ mem.rss");
        press(&mut session, "n");
        assert_eq!(title(&session), "app 1 ‣ mem.rss");
        assert_eq!(said(&session), "search starts again from the other end");
        press(&mut session, "N");
        assert_eq!(title(&session), "app 3 ‣ mem.rss");
        assert!(session.state().layers.is_empty());
        press_and_wait(&mut session, "/low mem<enter>");
        assert_eq!(session.state().view.selection, Selection::Log(0));
        for row in [1, 0] {
            press(&mut session, "n");
            assert_eq!(session.state().view.selection, Selection::Log(row));
        }
        assert_eq!(hint(&session).as_deref(), Some("hit 1 of 2"));
        // Without a selection it goes on from the instant, of which that line is the second one.
        let view = &mut session.state_mut().view;
        (view.selection, view.cursor_ts) = (Selection::None, Some(Ts::from_ns(7)));
        press(&mut session, "N");
        assert_eq!(session.state().view.selection, Selection::Log(0));
    }

    #[test]
    fn a_search_that_was_still_running_goes_on_when_another_is_given_up() {
        for other in ["/draw<esc>", "/<esc>"] {
            let mut session = session();
            press(&mut session, &format!("/traversal<enter>{other}"));
            assert_eq!(session.state().view.selection, Selection::None);
            session.sync();
            assert_eq!(searched(&session), Some(("traversal", Mode::Plain, 3)));
            // As Enter had asked for.
            let selection = &session.state().view.selection;
            assert_eq!(*selection, Selection::Slice(SliceId(0)), "{other}");
        }
    }

    #[test]
    fn where_was_searched_comes_back_too() {
        let mut session = session();
        session.state_mut().select(Selection::Slice(SliceId(1)));
        press(&mut session, "/a<c-t><enter>");
        session.sync();
        assert_eq!(searched(&session).map(|found| found.2), Some(1));
        let within = session.state().search.within.clone();
        assert!(within.is_some());
        press(&mut session, "/a<esc>");
        session.sync();
        assert_eq!(session.state().search.within, within);
        assert_eq!(searched(&session).map(|found| found.2), Some(1));
    }

    #[test]
    fn the_end_of_a_search_is_not_the_end_of_a_query_or_of_sums() {
        let mut session = session();
        session.state_mut().select(Selection::Slice(SliceId(1)));
        press(&mut session, ":select 1<enter>");
        session.take_effects();
        press(&mut session, "/a<bs>b<esc>/c<enter>");
        for effect in session.take_effects() {
            let slot = match effect {
                Effect::Run(job) => job.slot(),
                Effect::Cancel(slot) => slot,
                other => panic!("{other:?}"),
            };
            assert_eq!(slot, Slot::Search);
        }
        assert!(session.state().sql.running);
    }
}
