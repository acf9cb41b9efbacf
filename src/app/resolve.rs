//! From the words of the command line to a state, and back to a command line.
//!
//! A view is asked for by times, patterns and selectors, which are looked up
//! once the trace is complete; what the user shows now is written the same way.

use super::link::Link;
use super::selector::{Selector, TimeRef, ViewAt};
use super::state::State;
use super::update::{UpdateCx, go_to_item, reveal_node, select_slice};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::find::{filter_nodes, regex};
use crate::query::select::{self, SelectError, Stable};
use crate::view::state::Selection;
use crate::view::viewport::Viewport;

/// The view that somebody asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewRequest {
    /// The window.
    pub at: Option<ViewAt>,
    /// The selection.
    pub select: Option<Selector>,
    /// Patterns of paths of tracks to pin.
    pub pin: Vec<String>,
    /// Patterns of paths of groups to open.
    pub expand: Vec<String>,
    /// Patterns of paths of groups to close.
    pub collapse: Vec<String>,
    /// A pattern of paths of tracks to show.
    pub filter: Option<String>,
    /// A text to search for.
    pub search: Option<String>,
    /// How many hops of flows to show.
    pub flows: Option<u8>,
    /// A view of the web UI.
    pub link: Option<Link>,
}

/// Applies what was asked for. Returns what could not be found.
pub fn apply(request: &ViewRequest, state: &mut State, cx: &UpdateCx<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut matching = |patterns: &[String]| -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for pattern in patterns {
            match nodes_matching(cx.trace, pattern) {
                Ok(found) if found.is_empty() => {
                    problems.push(format!("no track matches {pattern:?}"));
                }
                Ok(found) => nodes.extend(found),
                Err(error) => problems.push(error.to_string()),
            }
        }
        nodes
    };
    for node in matching(&request.expand) {
        state.view.open.insert(node, true);
    }
    for node in matching(&request.collapse) {
        state.view.open.insert(node, false);
    }
    for node in matching(&request.pin) {
        // A group is pinned by what it holds where that matches too.
        let has_rows = cx.trace.tree.node(node).children.is_empty();
        if has_rows && !state.view.pins.contains(&node) {
            state.view.pins.push(node);
        }
    }
    if let Some(pattern) = &request.filter {
        match nodes_matching(cx.trace, pattern) {
            Ok(found) => {
                pattern.clone_into(&mut state.view.filter);
                state.view.filtered = Some(std::sync::Arc::new(found.into_iter().collect()));
            }
            Err(error) => problems.push(error.to_string()),
        }
    }
    if let Some(depth) = request.flows {
        state.view.flows.depth = depth;
        state.view.flows.shown = depth > 0;
    }
    if let Some(selector) = &request.select
        && let Err(error) = select_by(selector, state, cx)
    {
        problems.push(format!("--select {selector}: {error}"));
    }
    if let Some(link) = &request.link {
        apply_link(link, state, cx, &mut problems);
    }
    if let Some(at) = request.at {
        show(at, state, cx);
    }
    problems
}

/// Selects what a selector names.
pub fn select_by(
    selector: &Selector,
    state: &mut State,
    cx: &UpdateCx<'_>,
) -> Result<(), SelectError> {
    if let Selector::Track(pattern) = selector {
        let node = select::track(cx.trace, pattern)?;
        reveal_node(state, cx, node);
        state.select(Selection::Track(node));
        return Ok(());
    }
    let slice = slice_by(selector, cx.trace)?;
    select_slice(state, cx, slice);
    Ok(())
}

/// Returns the slice that a selector names; of a track, its first.
pub fn slice_by(selector: &Selector, trace: &Trace) -> Result<SliceId, SelectError> {
    match selector {
        Selector::Slice(id) => select::slice(trace, *id),
        Selector::Name { nth, pattern } => select::by_name(trace, *nth, pattern),
        Selector::Frame { token, pid } => select::frame(trace, *token, *pid),
        Selector::At { ts, track } => select::at(trace, *ts, track.as_deref()),
        Selector::Track(pattern) => {
            let node = select::track(trace, pattern)?;
            crate::query::nav::outermost(trace, node, crate::query::nav::Step::Next).ok_or_else(
                || SelectError::NoTrack {
                    pattern: pattern.clone(),
                },
            )
        }
    }
}

fn nodes_matching(trace: &Trace, pattern: &str) -> Result<Vec<NodeId>, SelectError> {
    let regex = regex(pattern, false)?;
    let all = trace.tree.walk().into_iter();
    Ok(all
        .filter(|&node| regex.is_match(trace.tree.path(node).as_bytes()))
        .collect())
}

fn show(at: ViewAt, state: &mut State, cx: &UpdateCx<'_>) {
    let bounds = cx.trace.bounds;
    let start = at.start.resolve(bounds);
    state.fitted = None;
    state.view.viewport = match at.dur {
        Some(dur) if !dur.is_zero() => {
            let span = TimeSpan::new(start, start.plus(dur));
            Viewport::new(span, state.view.viewport.cols())
        }
        _ => {
            state.view.cursor_ts = Some(start);
            let view = state.view.viewport;
            // An instant is shown with a hundredth of the trace around it.
            let dur = Dur::from_ns((bounds.dur().ns() / 100).max(i64::from(view.cols())));
            let window = TimeSpan::new(start, start.plus(dur));
            Viewport::new(window, view.cols()).centred_on(start)
        }
    };
}

fn apply_link(link: &Link, state: &mut State, cx: &UpdateCx<'_>, problems: &mut Vec<String>) {
    let trace = cx.trace;
    if let Some(ts) = link.ts {
        let ids = (0..trace.slices.len()).map(SliceId::from_index);
        let column = trace.slices.ts_column();
        let found = ids.filter(|id| column[id.index()] == ts).find(|&id| {
            let dur = trace.slices.dur(id).map_or(-1, Dur::ns);
            let tid = trace
                .utid_of(id)
                .map(|utid| trace.processes.thread(utid).tid);
            let pid = trace
                .upid_of(id)
                .map(|upid| trace.processes.process(upid).pid);
            link.dur.is_none_or(|want| want == dur)
                && link.tid.is_none_or(|want| tid == Some(want))
                && link.pid.is_none_or(|want| pid == Some(want))
        });
        match found {
            Some(id) => go_to_item(state, cx, crate::view::scene::Item::Slice(id)),
            None => problems.push(format!("--url: no slice starts at {ts} as the link says")),
        }
    }
    if let Some(window) = link.window {
        state.fitted = None;
        state.view.viewport = Viewport::new(window, state.view.viewport.cols());
    }
}

/// Returns the command that shows what is shown now.
pub fn command_line(state: &State, trace: &Trace) -> String {
    let mut words = vec!["perfetty".to_owned(), quoted(&state.view.trace_name)];
    let mut add = |flag: &str, value: &str| {
        words.push(flag.to_owned());
        words.push(quoted(value));
    };
    add("--at", &at_of(state, trace).to_string());
    if let Some(selector) = selector_of(state, trace) {
        add("--select", &selector.to_string());
    }
    for &pin in &state.view.pins {
        add("--pin", &select::path_pattern(trace, pin));
    }
    if !state.view.filter.is_empty() && state.view.filtered.is_some() {
        add("--filter", &filter_pattern(state, trace));
    }
    if let Some(found) = &state.view.found {
        add("--search", &found.text);
    }
    if state.view.flows.depth != 1 {
        add("--flows", &state.view.flows.depth.to_string());
    }
    words.join(" ")
}

/// Returns the command that prints the chain of flows through a slice.
pub fn flow_command_line(state: &State, trace: &Trace, slice: SliceId) -> String {
    let name = quoted(&state.view.trace_name);
    match stable(trace, slice) {
        Some(selector) => {
            let selector = quoted(&selector.to_string());
            format!("perfetty flow {name} --from {selector}")
        }
        None => format!("perfetty flow {name}"),
    }
}

/// Returns a pattern that shows the same tracks as the filter.
fn filter_pattern(state: &State, trace: &Trace) -> String {
    let typed = filter_nodes(trace, &state.view.filter);
    let same = state
        .view
        .filtered
        .as_ref()
        .is_some_and(|nodes| nodes.iter().copied().eq(sorted(typed)));
    if !same {
        // It was a pattern already.
        return state.view.filter.clone();
    }
    let terms = state.view.filter.split(',').map(str::trim);
    let terms: Vec<String> = terms
        .filter(|term| !term.is_empty())
        .map(|term| term.chars().map(escaped).collect())
        .collect();
    format!("(?i){}", terms.join("|"))
}

fn sorted(mut nodes: Vec<NodeId>) -> Vec<NodeId> {
    nodes.sort_unstable();
    nodes
}

fn escaped(c: char) -> String {
    if r"\.+*?()|[]{}^$#&-~".contains(c) {
        format!("\\{c}")
    } else {
        c.to_string()
    }
}

/// Returns the window as TIME+DUR.
pub fn at_of(state: &State, trace: &Trace) -> ViewAt {
    let span = state.view.viewport.span();
    let start = if span.start() < trace.bounds.start() {
        TimeRef::Absolute(span.start())
    } else {
        TimeRef::FromStart(span.start().since(trace.bounds.start()))
    };
    ViewAt {
        start,
        dur: Some(span.dur()),
    }
}

fn selector_of(state: &State, trace: &Trace) -> Option<Selector> {
    match &state.view.selection {
        Selection::Slice(id) => stable(trace, *id),
        Selection::Track(node) => Some(Selector::Track(select::path_pattern(trace, *node))),
        _ => None,
    }
}

/// Returns the selector that leads back to a slice.
fn stable(trace: &Trace, slice: SliceId) -> Option<Selector> {
    Some(match select::stable_slice(trace, slice)? {
        Stable::Frame { token, pid } => Selector::Frame {
            token,
            pid: Some(pid),
        },
        Stable::At { ts, track } => Selector::At {
            ts,
            track: Some(track),
        },
        Stable::Name { nth, pattern } => Selector::Name { nth, pattern },
    })
}

/// Quotes a word for a POSIX shell where that is needed.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@+,=%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns the instant that a text typed into the viewer names.
pub fn instant(text: &str, trace: &Trace) -> Result<Ts, super::selector::SelectorError> {
    Ok(text.parse::<TimeRef>()?.resolve(trace.bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_the_shell_needs_it() {
        assert_eq!(quoted("frame:131@4312"), "frame:131@4312");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
