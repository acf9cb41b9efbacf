//! Applies a view that the command line asks for to a state.
//!
//! The view is described by times, patterns and selectors, which are looked up once the trace is complete.
//! The opposite direction is `app/reproduce.rs`.

use std::cell::OnceCell;
use std::fmt;

use hashbrown::{HashMap, HashSet};

use super::command::Command;
use super::link::Link;
use super::link::startup::{Change, Startup};
use super::state::State;
use super::update::{
    UpdateCx, bring_work, fit_lines, focus, go_to_item, item_at, pin_all, reveal_node, select_slice,
};
use super::workspace::Workspace;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{FlowId, NodeId, SliceId};
use crate::model::trace::Trace;
use crate::model::track_tree::SEPARATOR;
use crate::query::find::{Mode, matching_nodes, regex};
use crate::query::flows::{category, single_categories};
use crate::query::select::{self, SelectError};
use crate::query::selector::{Flag, Selector, SelectorError, TimeRef, Top, ViewAt, parse_dur};
use crate::view::scene::Item;
use crate::view::state::{Area, Measure, Note, Selection, TimeFormat};
use crate::view::time::{Clock, parse_timecode};
use crate::view::viewport::Viewport;

/// A view that the user asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewRequest {
    /// The window.
    pub at: Option<ViewAt>,
    /// The selection, and optionally the cursor row.
    pub select: Vec<Selector>,
    /// The tracks to pin, hide, open, close and show.
    pub tracks: Workspace,
    /// Patterns of tracks to pin from the configuration; it is fine if nothing matches.
    pub usual_pins: Vec<String>,
    /// The track to scroll to.
    pub top: Option<Top>,
    /// A text to search for.
    pub search: Option<String>,
    /// How many hops of flows to show.
    pub flows: Option<u8>,
    /// Categories of flows not to show; the empty one is that of flows without any.
    pub hide_flows: Vec<String>,
    /// Marks, markers and notes.
    pub marks: Vec<Flag>,
    /// A view of the web UI.
    pub link: Option<Link>,
}

/// Something that a request asks for and that could not be found or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The flag that asks for it.
    pub flag: &'static str,
    /// The value of the flag, where `text` does not have it.
    pub value: Option<String>,
    /// What is wrong.
    pub text: String,
}

impl Problem {
    fn new(flag: &'static str, text: &dyn fmt::Display) -> Self {
        Self {
            flag,
            value: None,
            text: text.to_string(),
        }
    }

    fn no_match(flag: &'static str, pattern: &str) -> Self {
        Self::new(flag, &format!("no track matches {pattern:?}"))
    }

    fn of(flag: &'static str, value: &dyn fmt::Display, text: &dyn fmt::Display) -> Self {
        Self {
            value: Some(value.to_string()),
            ..Self::new(flag, text)
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.flag)?;
        if let Some(value) = &self.value {
            write!(f, " {value}")?;
        }
        write!(f, ": {}", self.text)
    }
}

/// Applies a request to a state. Returns what could not be found.
pub fn apply(request: &ViewRequest, state: &mut State, cx: &UpdateCx) -> Vec<Problem> {
    let mut problems = Vec::new();
    let paths = Paths::new(&cx.trace);
    let hidden = choose_tracks(request, &paths, state, cx, &mut problems);
    let closed = closed_of(state);
    // What a link closes is opened again where its slice is in it.
    if let Some(link) = &request.link {
        carry_out(&link.commands, state, cx, &mut problems);
    }
    if let Some(depth) = request.flows {
        state.view.flows.depth = depth;
        state.view.flows.shown = depth > 0;
    }
    hide_flows(request, state, cx, &mut problems);
    select_all(request, state, cx, &mut problems);
    set_marks(request, state, cx, &mut problems);
    if let Some(link) = &request.link {
        apply_link(link, state, cx, &mut problems);
    }
    match request.at {
        Some(at) => {
            show(at, state, cx);
            let cursor = state.view.cursor_ts.map(|ts| TimeSpan::new(ts, ts));
            let mut looked_at = [Some(state.view.viewport.span()), cursor]
                .into_iter()
                .flatten();
            let nothing = looked_at.find_map(|span| nothing_is_there(span, cx.trace.bounds));
            problems.extend(nothing.map(|words| Problem::new("--at", &words)));
        }
        // Without a window in the request, the selection is zoomed to.
        None if !request.link.as_ref().is_some_and(Link::names_a_place)
            && !request.select.is_empty() =>
        {
            look_at_selected(request, state, cx);
        }
        None => {}
    }
    hide(hidden, state, cx);
    close_again(&closed, request, state, cx);
    filter_again(request, &paths, state, cx);
    if let Some(top) = &request.top {
        match paths.matching(&top.pattern) {
            Ok(nodes) => scroll_to(top, &nodes, state, cx, &mut problems),
            Err(error) => problems.push(Problem::new("--top", &error)),
        }
    } else if let Selection::Slice(slice) = state.view.selection
        && (matches!(request.select.last(), Some(Selector::Frame { .. }))
            || cx.trace.startups().of_slice(slice).is_some())
    {
        bring_work(state, cx, slice);
    }
    problems
}

/// Hides categories of flows.
fn hide_flows(
    request: &ViewRequest,
    state: &mut State,
    cx: &UpdateCx,
    problems: &mut Vec<Problem>,
) {
    if request.hide_flows.is_empty() {
        return;
    }
    for category in missing_categories(&cx.trace, &request.hide_flows, FLOWS_ASKED) {
        problems.push(Problem::new("--hide-flows", &no_flow_of(category)));
    }
    let hidden = &mut state.view.flows.hidden;
    hidden.extend(request.hide_flows.iter().cloned());
}

/// How many flows are asked for their category before the first picture.
const FLOWS_ASKED: usize = 100_000;

/// Returns those of some categories of which no flow is.
///
/// Not more than `most` flows are asked, which takes time: if there are more, all categories are taken for there.
pub fn missing_categories<'a>(
    trace: &Trace,
    categories: &'a [String],
    most: usize,
) -> Vec<&'a str> {
    let mut missing: Vec<&str> = categories.iter().map(String::as_str).collect();
    for flow in 0..trace.flows.len() {
        if missing.is_empty() || flow == most {
            return Vec::new();
        }
        let category = category(trace, FlowId::from_index(flow));
        for one in single_categories(&category) {
            missing.retain(|name| *name != one);
        }
    }
    missing
}

/// Returns what is said of a category of which no flow is.
pub fn no_flow_of(category: &str) -> String {
    match category {
        "" => "each flow has a category".to_owned(),
        category => format!("no flow is of the category {category:?}"),
    }
}

/// Opens, closes, hides, pins and filters tracks. Returns those that are hidden, for [`hide`].
fn choose_tracks(
    request: &ViewRequest,
    paths: &Paths<'_>,
    state: &mut State,
    cx: &UpdateCx,
    problems: &mut Vec<Problem>,
) -> Vec<NodeId> {
    let mut matching = |flag: &'static str, pattern: &str| match paths.matching(pattern) {
        Ok(found) => {
            if found.is_empty() {
                problems.push(Problem::no_match(flag, pattern));
            }
            Some(found)
        }
        Err(error) => {
            problems.push(Problem::new(flag, &error));
            None
        }
    };
    let is_group = |node: &NodeId| !cx.trace.tree.node(*node).children.is_empty();
    for (flag, patterns, open) in [
        ("--expand", &request.tracks.expand, true),
        ("--collapse", &request.tracks.collapse, false),
    ] {
        for pattern in patterns {
            let nodes = matching(flag, pattern).unwrap_or_default();
            // A track can be folded, too; but if the pattern matches groups, only those are meant.
            let any_group = nodes.iter().any(is_group);
            for node in nodes
                .into_iter()
                .filter(|node| !any_group || is_group(node))
            {
                state.view.open.insert(node, open);
            }
        }
    }
    let mut hidden = Vec::new();
    for pattern in &request.tracks.hide {
        hidden.extend(matching("--hide", pattern).unwrap_or_default());
    }
    // What is in a hidden group, or shares the row of a hidden thread, is not hidden a second time.
    let all: HashSet<NodeId> = hidden.iter().copied().collect();
    let is_outermost = |&node: &NodeId| {
        let above = cx.trace.tree.path_up(node);
        !above
            .filter(|&above| above != node)
            .any(|above| all.contains(&above))
    };
    hidden.retain(is_outermost);
    state.view.hidden.extend(&hidden);
    let mut pinned: HashSet<NodeId> = state.view.pins.iter().copied().collect();
    // A group is not pinned itself if the pattern also matches tracks in it.
    let mut pin = |nodes: Vec<NodeId>| {
        let any_track = nodes.iter().any(|node| !is_group(node));
        for node in nodes {
            if (!any_track || !is_group(&node)) && pinned.insert(node) {
                state.view.pins.push(node);
            }
        }
    };
    for pattern in &request.usual_pins {
        pin(paths.matching(pattern).unwrap_or_default());
    }
    for pattern in &request.tracks.pin {
        pin(matching("--pin", pattern).unwrap_or_default());
    }
    if let Some(pattern) = &request.tracks.filter
        && let Some(found) = matching("--filter", pattern)
    {
        keep_only(&found, pattern, state, cx);
    }
    hidden
}

/// Zooms to the selection. A cursor row of the request stays the cursor row.
fn look_at_selected(request: &ViewRequest, state: &mut State, cx: &UpdateCx) {
    let view = &state.view;
    let keyboard = (view.cursor, view.cursor_depth);
    focus(state, cx);
    let view = &mut state.view;
    if let Some(Selector::Row { .. }) = request.select.last() {
        (view.cursor, view.cursor_depth) = keyboard;
    }
    // A selection at the start of the trace needs no empty room before it.
    view.viewport = view.viewport.not_before(cx.trace.bounds);
}

/// Hides the tracks again that the request hides, because selecting one of them has shown it.
fn hide(nodes: Vec<NodeId>, state: &mut State, cx: &UpdateCx) {
    if nodes.is_empty() {
        return;
    }
    state.view.hidden.extend(nodes);
    let rows = cx.rows(state);
    let view = &mut state.view;
    view.cursor
        .take_if(|&mut node| rows.place_of(node).is_none());
}

/// Returns the groups that are closed because a request or the user says so.
fn closed_of(state: &State) -> Vec<NodeId> {
    let open = state.view.open.iter();
    let closed = open.filter(|(_, is_open)| !**is_open);
    closed.map(|(&node, _)| node).collect()
}

/// Closes the groups again that selecting something in them has opened. The keyboard's row of the request stays in
/// sight, and is that of the group if there is no other.
fn close_again(closed: &[NodeId], request: &ViewRequest, state: &mut State, cx: &UpdateCx) {
    let asks_for_row = matches!(request.select.last(), Some(Selector::Row { .. }));
    let cursor = state.view.cursor;
    let tree = &cx.trace.tree;
    let above = cursor.map(|node| tree.ancestors(node)).unwrap_or_default();
    for &node in closed {
        if !(asks_for_row && above.contains(&node)) {
            state.view.open.insert(node, false);
        }
    }
    let rows = cx.rows(state);
    let in_sight = cursor.and_then(|node| {
        let mut up = tree.path_up(node);
        up.find(|&node| rows.place_of(node).is_some())
    });
    if in_sight != cursor {
        (state.view.cursor, state.view.cursor_depth) = (in_sight, 0);
    }
}

/// Filters the tracks again as the request asks for, if selecting one that the filter hides has shown it.
fn filter_again(request: &ViewRequest, paths: &Paths<'_>, state: &mut State, cx: &UpdateCx) {
    let asked = request.tracks.filter.as_ref();
    let Some(pattern) = asked.filter(|_| state.view.filtered.is_none()) else {
        return;
    };
    let Ok(found) = paths.matching(pattern) else {
        return;
    };
    keep_only(&found, pattern, state, cx);
    state.view.scroll = 0;
    state.view.message = None;
}

/// Returns a message if a window lies outside of the trace.
pub fn nothing_is_there(window: TimeSpan, bounds: TimeSpan) -> Option<String> {
    let is_outside = window.start() > bounds.end() || window.end() < bounds.start();
    let dur = crate::view::time::dur(bounds.dur().ns());
    is_outside.then(|| format!("nothing is there, the trace lasts {dur}"))
}

/// Selects what is asked for.
fn select_all(
    request: &ViewRequest,
    state: &mut State,
    cx: &UpdateCx,
    problems: &mut Vec<Problem>,
) {
    for selector in &request.select {
        if let Err(error) = select_by(selector, state, cx) {
            problems.push(Problem::of("--select", selector, &error));
        } else if let (Selector::Area { .. }, Selection::Area(area)) =
            (selector, &state.view.selection)
        {
            let nothing = nothing_is_there(area.span, cx.trace.bounds);
            problems.extend(nothing.map(|words| Problem::of("--select", selector, &words)));
        }
    }
}

/// Sets marks, markers and notes.
fn set_marks(request: &ViewRequest, state: &mut State, cx: &UpdateCx, problems: &mut Vec<Problem>) {
    let (view, bounds) = (&mut state.view, cx.trace.bounds);
    let (mut start, mut end) = (None, None);
    for mark in &request.marks {
        let ts = mark.at.resolve(bounds);
        if ts < bounds.start() || ts > bounds.end() {
            let dur = crate::view::time::dur(bounds.dur().ns());
            let name = &mark.name;
            let text = format!("it is outside of the trace, which lasts {dur}");
            problems.push(Problem::of("--mark", name, &text));
        }
        match mark.name.as_bytes() {
            b"A" => start = Some(ts),
            b"B" => end = Some(ts),
            [name @ b'a'..=b'z'] => {
                view.marks.insert(char::from(*name), ts);
            }
            _ => {
                // A blank tells a note from the mark of a letter.
                let text = mark.name.trim().to_owned();
                // The note may be there already, kept from an earlier session.
                let is_there = |note: &Note| note.ts == ts && note.text == text;
                if !view.notes.iter().any(is_there) {
                    view.notes.push(Note {
                        ts,
                        text,
                        track: None,
                        on: None,
                    });
                }
            }
        }
    }
    view.notes.sort_by_key(|note| note.ts);
    view.measure = match (start, end) {
        (Some(a), Some(b)) => Some(Measure::Between(a, b)),
        (Some(a), None) => Some(Measure::From(a)),
        (None, _) => view.measure,
    };
    if end.is_some() && start.is_none() {
        let text = "there is no A from which to measure";
        problems.push(Problem::of("--mark", &"B", &text));
    }
}

/// Scrolls until the first of some tracks that is visible is at the top.
fn scroll_to(
    top: &Top,
    nodes: &[NodeId],
    state: &mut State,
    cx: &UpdateCx,
    problems: &mut Vec<Problem>,
) {
    let rows = cx.rows(state);
    match nodes.iter().find_map(|&node| rows.place_of(node)) {
        Some(place) => {
            let row = &rows.rows[place];
            state.view.scroll = row.top + top.lines.min(row.lines.saturating_sub(1));
        }
        None => problems.push(Problem::new(
            "--top",
            &format!("no track shown matches {:?}", top.pattern),
        )),
    }
}

/// Selects what a selector names.
fn select_by(selector: &Selector, state: &mut State, cx: &UpdateCx) -> Result<(), SelectError> {
    match selector {
        Selector::Track(pattern) => {
            let node = select::track(&cx.trace, pattern)?;
            reveal_node(state, cx, node);
            state.select(Selection::Track(node));
        }
        Selector::Row { nth, pattern } => {
            let node = select::track(&cx.trace, pattern)?;
            reveal_node(state, cx, node);
            state.view.cursor_depth = nth.saturating_sub(1);
        }
        Selector::Area { at, track } => {
            let nodes = match track {
                Some(pattern) => select::tracks(&cx.trace, pattern)?,
                None => Vec::new(),
            };
            if let Some(&last) = nodes.last() {
                reveal_node(state, cx, last);
            }
            let start = at.start.resolve(cx.trace.bounds);
            state.select(Selection::Area(Area {
                span: TimeSpan::new(start, start.plus(at.dur.unwrap_or(Dur::from_ns(0)))),
                nodes: nodes.into_iter().collect(),
            }));
        }
        Selector::At {
            ts,
            track: Some(pattern),
        } => match select::at(&cx.trace, *ts, Some(pattern)) {
            Ok(slice) => select_slice(state, cx, slice),
            Err(error) => {
                let nodes = select::tracks(&cx.trace, pattern)?;
                let found = nodes.iter().find_map(|&node| item_at(cx, node, *ts));
                go_to_item(state, cx, found.ok_or(error)?);
            }
        },
        Selector::Sample(id) => {
            let sample = cx.trace.stack_profile.by_number(*id);
            let sample = sample.ok_or(SelectError::NoSample { id: *id })?;
            go_to_item(state, cx, Item::Sample(sample));
        }
        _ => {
            select_slice(state, cx, select::slice_by(selector, &cx.trace)?);
            let way = format!("{} leads to others", cx.keymap.label(Command::Open));
            if let Some(words) = one_of_several(selector, &cx.trace, &way) {
                state.say(words);
            }
        }
    }
    Ok(())
}

/// If a selector of a frame matches several frames, returns which one is taken. `way` says how to get to the
/// others of its process.
pub fn one_of_several(selector: &Selector, trace: &Trace, way: &str) -> Option<String> {
    let &Selector::Frame { token, pid } = selector else {
        return None;
    };
    let frames = select::frames(trace, token, pid);
    let is_elsewhere = |&id: &SliceId| trace.upid_of(id) != trace.upid_of(frames[0]);
    let way = if frames.iter().any(is_elsewhere) {
        &format!("frame:{token}@PID selects that of another process")
    } else {
        way
    };
    (frames.len() > 1).then(|| {
        let n = crate::view::text::grouped(frames.len() as u64);
        format!("the first of {n} frames with the token {token}; {way}")
    })
}

/// The paths of all tracks and groups, to find those that match a pattern.
struct Paths<'a> {
    trace: &'a Trace,
    /// The nodes of each path, from the top. Made when first needed.
    by_path: OnceCell<HashMap<String, Vec<NodeId>>>,
}

impl<'a> Paths<'a> {
    const fn new(trace: &'a Trace) -> Self {
        Self {
            trace,
            by_path: OnceCell::new(),
        }
    }

    /// Returns the nodes whose path matches, from the top. A saved view has a pattern for each group that was
    /// opened, so a pattern that matches only one path is looked up instead of tried on all.
    fn matching(&self, pattern: &str) -> Result<Vec<NodeId>, SelectError> {
        if let Some(path) = select::exact_path(pattern) {
            let by_path = self.by_path.get_or_init(|| by_path(self.trace));
            return Ok(by_path.get(&path).cloned().unwrap_or_default());
        }
        let regex = regex(pattern, false)?;
        Ok(matching_nodes(self.trace, &regex).collect())
    }
}

/// Returns the nodes of each path, as it is and as it is shown; nodes of the same path from top to bottom.
fn by_path(trace: &Trace) -> HashMap<String, Vec<NodeId>> {
    let mut by_path: HashMap<String, Vec<NodeId>> = HashMap::new();
    for node in trace.tree.walk() {
        by_path.entry(trace.tree.path(node)).or_default().push(node);
        if trace.tree.is_called_as_group(node) {
            let shown = trace.tree.shown_path(node);
            by_path.entry(shown).or_default().push(node);
        }
    }
    by_path
}

/// Shows only what a pattern has found, as a filter does.
fn keep_only(found: &[NodeId], pattern: &str, state: &mut State, cx: &UpdateCx) {
    state.view.filter = Mode::Regex.join(pattern);
    state.view.filtered = Some(std::sync::Arc::new(found.iter().copied().collect()));
    fit_lines(state, cx);
}

/// Shows a time.
pub fn show(at: ViewAt, state: &mut State, cx: &UpdateCx) {
    let bounds = cx.trace.bounds;
    let start = at.start.resolve(bounds);
    state.view.cursor_ts = at.cursor.map(|cursor| cursor.resolve(bounds));
    if let Some(dur) = at.dur.filter(|dur| !dur.is_zero()) {
        state.show_window(TimeSpan::new(start, start.plus(dur)));
        return;
    }
    state.fitted = None;
    state.view.cursor_ts = state.view.cursor_ts.or(Some(start));
    let view = state.view.viewport;
    // Without a duration, the window is a hundredth of the trace around the instant.
    let dur = Dur::from_ns((bounds.dur().ns() / 100).max(i64::from(view.cols())));
    let window = TimeSpan::new(start, start.plus(dur));
    state.view.viewport = Viewport::new(window, view.cols()).centred_on(start);
}

/// Returns the first slice in the order of time that has what a link says of one.
fn slice_of_link(link: &Link, trace: &Trace) -> Option<SliceId> {
    let slices = &trace.slices;
    let is_meant = |&id: &SliceId| {
        let dur = || slices.dur(id).map_or(-1, Dur::ns);
        let is_timed = link.ts.is_none_or(|want| slices.ts(id).ns() == want)
            && link.dur.is_none_or(|want| dur() == want);
        is_timed && {
            let (pid, tid) = trace.pid_tid(id);
            link.tid.is_none_or(|want| tid == Some(want))
                && link.pid.is_none_or(|want| pid == Some(want))
        }
    };
    let meant = slices.ids().filter(is_meant);
    meant.min_by_key(|&id| slices.ts(id))
}

/// Says of the first slice that begins when a link says in what else it differs from what the link says.
fn other_at(link: &Link, trace: &Trace) -> Option<String> {
    let ts = link.ts?;
    let at = Link {
        ts: Some(ts),
        ..Link::default()
    };
    let other = slice_of_link(&at, trace)?;
    let (pid, tid) = trace.pid_tid(other);
    let dur = trace.slices.dur(other).map_or(-1, Dur::ns);
    let all = [
        ("dur", link.dur, Some(dur)),
        ("pid", link.pid, pid),
        ("tid", link.tid, tid),
    ];
    let differs = all
        .iter()
        .filter(|(_, said, own)| said.is_some() && said != own);
    let differs: Vec<String> = differs
        .map(|(key, _, own)| own.map_or(format!("no {key}"), |own| format!("{key}={own}")))
        .collect();
    Some(format!("; the one at ts={ts} has {}", differs.join(" ")))
}

fn apply_link(link: &Link, state: &mut State, cx: &UpdateCx, problems: &mut Vec<Problem>) {
    let trace = &cx.trace;
    // Each of these may be left out, as in the web UI.
    let of_slice = [
        ("ts", link.ts),
        ("dur", link.dur),
        ("pid", link.pid),
        ("tid", link.tid),
    ];
    let said = of_slice
        .iter()
        .filter_map(|(key, number)| Some(format!("{key}={}", (*number)?)));
    let said: Vec<String> = said.collect();
    if !said.is_empty() {
        if let Some(id) = slice_of_link(link, trace) {
            go_to_item(state, cx, Item::Slice(id));
        } else {
            let other = other_at(link, trace).unwrap_or_default();
            let said = said.join(" ");
            let words = format!("no slice has {said}, as the link says{other}");
            problems.push(Problem::new("--url", &words));
        }
    }
    if let Some(window) = link.window {
        let nothing = nothing_is_there(window, trace.bounds);
        problems.extend(nothing.map(|words| Problem::new("--url", &words)));
        state.show_window(window);
    }
}

/// How many commands that are not carried out are named.
const NAMED_MAX: usize = 3;

/// Carries out what a link wants to be done with tracks. What cannot be done is one problem.
fn carry_out(commands: &[Startup], state: &mut State, cx: &UpdateCx, problems: &mut Vec<Problem>) {
    let mut unknown: Vec<&str> = Vec::new();
    let mut left = 0;
    // Of each track, which many commands may look at.
    let mut paths: Vec<(NodeId, String)> = Vec::new();
    for command in commands {
        match command {
            Startup::Tracks {
                change,
                pattern,
                of_path,
            } => match tracks_of_link(&cx.trace, (pattern, *of_path), &mut paths) {
                Ok(nodes) if nodes.is_empty() => {
                    let words = format!("no track matches {pattern:?}, as the link says");
                    problems.push(Problem::new("--url", &words));
                }
                Ok(nodes) => left += change_tracks(*change, &nodes, state, cx),
                Err(error) => problems.push(Problem::new("--url", &error)),
            },
            // What they give comes later.
            Startup::Run(_) | Startup::Show(_) => {}
            Startup::Unknown(words) => {
                if !unknown.contains(&words.as_str()) {
                    unknown.push(words);
                }
            }
        }
    }
    if left > 0 {
        let tracks = crate::view::text::counted(left, "track", "tracks");
        let words = format!("{tracks} not pinned: that is too many");
        problems.push(Problem::new("--url", &words));
    }
    if unknown.is_empty() {
        return;
    }
    let named = &unknown[..unknown.len().min(NAMED_MAX)];
    let more = match unknown.len() - named.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let words = format!("not carried out: {}{more}", named.join(", "));
    problems.push(Problem::new("--url", &words));
}

/// Returns the tracks and groups whose name, or path as the web UI writes it, matches a pattern of a link. `paths`
/// has the paths of all, once they are needed.
fn tracks_of_link(
    trace: &Trace,
    (pattern, of_path): (&str, bool),
    paths: &mut Vec<(NodeId, String)>,
) -> Result<Vec<NodeId>, SelectError> {
    let regex = regex(pattern, false)?;
    let tree = &trace.tree;
    if !of_path {
        let is_meant = |&node: &NodeId| regex.is_match(tree.node(node).name.as_bytes());
        return Ok(tree.walk().into_iter().filter(is_meant).collect());
    }
    if paths.is_empty() {
        let nodes = tree.walk().into_iter();
        paths.extend(nodes.map(|node| (node, tree.path(node).replace(SEPARATOR, " > "))));
    }
    let meant = paths
        .iter()
        .filter(|(_, path)| regex.is_match(path.as_bytes()));
    Ok(meant.map(|&(node, _)| node).collect())
}

/// Returns how many tracks were to be pinned, but are too many.
fn change_tracks(change: Change, nodes: &[NodeId], state: &mut State, cx: &UpdateCx) -> usize {
    let tree = &cx.trace.tree;
    match change {
        Change::Pin => pin_all(state, cx, nodes).1,
        Change::Expand | Change::Collapse => {
            let groups = nodes.iter().copied();
            let groups = groups.filter(|&node| !tree.node(node).children.is_empty());
            let open = change == Change::Expand;
            state.view.open.extend(groups.map(|node| (node, open)));
            0
        }
    }
}

/// Reads an instant that the user types: a TIME, `+DUR` or `-DUR` from `at`, or as the screen shows instants:
/// `3.706 628 046 s`, `ts 17 385 429 609 718`, a timecode, or a date and time of UTC. Where the screen shows
/// seconds of the trace clock, as `format` says, seconds are of that clock.
pub fn instant(text: &str, at: Ts, trace: &Trace, format: TimeFormat) -> Result<Ts, SelectorError> {
    let text = text.trim();
    if let Some(ts) = Clock::new(trace, TimeFormat::Utc).parse_utc(text) {
        return Ok(ts);
    }
    if let Some(dur) = parse_timecode(text) {
        return Ok(trace.bounds.start().plus(dur));
    }
    for (sign, factor) in [("+", 1), ("-", -1), ("−", -1)] {
        let by = text.strip_prefix(sign).map(parse_dur);
        if let Some(Ok(dur)) = by {
            return Ok(Ts::from_ns(at.ns().saturating_add(dur.ns() * factor)));
        }
    }
    let text = without_groups(text.strip_prefix("ts ").unwrap_or(text));
    let number = text.strip_suffix('s').map(str::trim_end);
    let is_seconds = number.is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit()));
    Ok(match text.parse::<TimeRef>()? {
        TimeRef::FromStart(dur) if is_seconds && format == TimeFormat::Seconds => {
            Ts::from_ns(dur.ns())
        }
        time => time.resolve(trace.bounds),
    })
}

/// Returns a text without the blanks between two digits.
fn without_groups(text: &str) -> String {
    let mut joined = String::new();
    let mut parts = text.split(char::is_whitespace).peekable();
    while let Some(part) = parts.next() {
        joined.push_str(part);
        let is_digit = |c: char| c.is_ascii_digit();
        if let Some(next) = parts.peek()
            && !(part.ends_with(is_digit) && next.starts_with(is_digit))
        {
            joined.push(' ');
        }
    }
    joined
}
