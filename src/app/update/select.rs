//! Selecting slices, samples, states and tracks, and showing what is selected.
//!
//! A selected item is made visible: its groups open, its row is scrolled to, and the window moves only if it
//! must.

use super::{UpdateCx, move_, overlay, zoom};
use crate::app::command::Command;
use crate::app::command::family::Select;
use crate::app::state::State;
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{CounterId, NodeId, SchedId, SliceId, ThreadStateId};
use crate::model::track_tree::{NodeKind, TrackTree};
use crate::query::nav::{self, Neighbour};
use crate::view::rows::{Content, is_open};
use crate::view::scene::Item;
use crate::view::state::{Selection, Tab};

pub(super) fn update(state: &mut State, command: Select, cx: &UpdateCx) {
    match command {
        Select::NextSlice => neighbour(state, cx, Neighbour::Next),
        Select::PrevSlice => neighbour(state, cx, Neighbour::Previous),
        Select::Parent => relative(state, cx, nav::parent, "no slice around this one"),
        Select::LongestChild => {
            relative(state, cx, nav::longest_child, "no slice inside this one");
        }
        Select::Focus => {
            let is_focused = focus(state, cx);
            match state.view.cursor {
                _ if is_focused => {}
                Some(node) => {
                    reveal_node(state, cx, node);
                    say_what_focus_needs(state, cx, node);
                }
                None => state.say("select something first"),
            }
        }
        Select::Open => open(state, cx),
    }
}

/// Says why there is nothing to zoom to if only a track is chosen, which has no time of its own.
fn say_what_focus_needs(state: &mut State, cx: &UpdateCx, node: NodeId) {
    let [next, focus] = [Command::NextSlice, Command::Focus].map(|it| cx.keymap.label(it));
    let found = item_near(cx, data_node(state, cx, node), None, cx.cursor_ts(state));
    state.say(if next.is_empty() || found.is_none() {
        "a track has no time to zoom to: select a slice first".to_owned()
    } else {
        format!("a track has no time to zoom to: {next} selects a slice on it, then {focus}")
    });
}

/// Extends the time of the selection to the deadline, if the selection is a frame.
pub(super) fn with_deadline(state: &State, cx: &UpdateCx, span: TimeSpan) -> TimeSpan {
    let Selection::Slice(id) = state.view.selection else {
        return span;
    };
    let frames = &cx.trace.frames;
    let frame = frames.actual_of(id);
    let deadline = frame.and_then(|frame| frames.deadline(&cx.trace, frame));
    match deadline {
        // A frame without an end would reach to the end of the trace, which says less than its deadline.
        Some(due) if cx.trace.slices.end(id).is_none() => TimeSpan::new(span.start(), due),
        Some(due) => TimeSpan::new(span.start().min(due), span.end().max(due)),
        None => span,
    }
}

fn neighbour(state: &mut State, cx: &UpdateCx, step: Neighbour) {
    if state.area.is_some() {
        super::area::snap(state, cx, step);
        return;
    }
    let trace = &cx.trace;
    let moved = |index: usize, len: usize| match step {
        Neighbour::Next => Some(index + 1).filter(|&next| next < len),
        Neighbour::Previous => index.checked_sub(1),
    };
    let item = match state.view.selection.clone() {
        Selection::Slice(id) => nav::neighbour(trace, id, step).map(Item::Slice),
        Selection::Counter(id) => {
            let samples = trace.counters.track(trace.counters.track_of(id));
            let first = samples.first;
            let index = id.index() - first.index();
            moved(index, samples.len())
                .map(|index| Item::Counter(CounterId::from_index(first.index() + index)))
        }
        Selection::Sched(id) => {
            let row = trace.sched.sched_row(id);
            let all = trace.sched.on_cpu(row.cpu);
            let mut index = trace.sched.place_on_cpu(id);
            loop {
                index = index.and_then(|index| moved(index, all.len()));
                match index {
                    Some(index) if is_idle(trace, all[index]) => {}
                    _ => break index.map(|index| Item::Sched(all[index])),
                }
            }
        }
        Selection::State(id) => {
            let all = trace.sched.of_thread(trace.sched.state_row(id).utid);
            let index = trace.sched.place_of_state(id);
            index
                .and_then(|index| moved(index, all.len()))
                .map(|index| Item::State(all[index]))
        }
        Selection::Sample(id) => {
            let rows = &trace.stack_profile;
            let all = rows.of(rows.owner(id));
            let index = rows.place_of(id);
            index
                .and_then(|index| moved(index, all.len()))
                .map(|index| Item::Sample(all[index]))
        }
        Selection::Log(row) => {
            moved(row as usize, trace.logs.len()).map(|row| Item::Log(row as u32))
        }
        Selection::None | Selection::Track(_) | Selection::Area(_) => {
            let Some(node) = state.view.cursor else {
                begin(state, cx);
                return;
            };
            let item = item_near(cx, data_node(state, cx, node), None, cx.cursor_ts(state));
            if item.is_none() {
                state.say("nothing is on this row itself");
                return;
            }
            item
        }
    };
    match item {
        Some(item) => go_to_item(state, cx, item),
        None => state.say(match step {
            Neighbour::Next => "nothing after this on the track",
            Neighbour::Previous => "nothing before this on the track",
        }),
    }
}

fn relative(
    state: &mut State,
    cx: &UpdateCx,
    find: impl Fn(&crate::model::trace::Trace, SliceId) -> Option<SliceId>,
    otherwise: &str,
) {
    let Selection::Slice(id) = state.view.selection else {
        state.say("select a slice first");
        return;
    };
    match find(&cx.trace, id) {
        Some(other) => select_slice(state, cx, other),
        None => state.say(otherwise),
    }
}

/// Returns the node whose data the line of a node shows; the line of an open thread shows that of a track.
fn data_node(state: &State, cx: &UpdateCx, node: NodeId) -> NodeId {
    let rows = cx.rows(state);
    rows.place_of(node)
        .map_or(node, |place| rows.rows[place].data)
}

/// Selects something where the cursor is on no row yet: on the first row of the screen that has something.
fn begin(state: &mut State, cx: &UpdateCx) {
    let rows = cx.rows(state);
    let ts = cx.cursor_ts(state);
    let from = rows.place_at(state.view.scroll).unwrap_or(0);
    let on_screen = rows.rows[from..].iter().take(move_::room(state, cx, &rows));
    // Of frames, the actual ones say more than the expected ones above them.
    let tells =
        |node: NodeId| !matches!(cx.trace.tree.node(node).kind, NodeKind::ExpectedFrames(_));
    let mut items = on_screen.filter(|row| tells(row.data));
    match items.find_map(|row| item_near(cx, row.data, None, ts)) {
        Some(item) => go_to_item(state, cx, item),
        None => super::begin_at_row(state, cx, Command::Open),
    }
}

/// Selects the item at the cursor; opens or closes a group.
fn open(state: &mut State, cx: &UpdateCx) {
    if state.area.is_some() {
        return super::area::finish(state, cx);
    }
    if super::area::is_at_cursor(state, cx) {
        super::area::show_sums(state, cx);
        return;
    }
    let Some(cursor) = state.view.cursor else {
        if state.view.selection == Selection::None {
            begin(state, cx);
        } else {
            overlay::leads(state, cx, &LEADS);
        }
        return;
    };
    let node = data_node(state, cx, cursor);
    let ts = cx.cursor_ts(state);
    let depth = Some(state.view.cursor_depth);
    match item_near(cx, node, depth, ts) {
        Some(item) if item == state.view.selection.item() => overlay::leads(state, cx, &LEADS),
        Some(item) => go_to_item(state, cx, item),
        None if is_unread(&cx.trace, node) => {
            if !super::track::toggle_own(state, cx, cursor) {
                let name = &cx.trace.tree.node(cursor).name;
                state.say(format!("nothing of {name} has been read so far"));
            }
        }
        None => super::track::toggle(state, cx, cursor),
    }
}

/// Returns whether a node is a track and the trace is still being read.
fn is_unread(trace: &crate::model::trace::Trace, node: NodeId) -> bool {
    !trace.complete && !trace.tree.node(node).kind.is_group()
}

/// The tabs of the details whose lines lead somewhere.
const LEADS: [Tab; 4] = [Tab::Selection, Tab::Why, Tab::Flows, Tab::States];

/// Returns whether a stay on a CPU is idle time, which is not drawn.
fn is_idle(trace: &crate::model::trace::Trace, id: SchedId) -> bool {
    trace.processes.is_idle(trace.sched.sched_row(id).utid)
}

/// Returns the item of a track at or near an instant; for a track of slices, from row `row` if possible.
fn item_near(cx: &UpdateCx, node: NodeId, row: Option<usize>, ts: Ts) -> Option<Item> {
    let trace = &cx.trace;
    let before = |len: usize, after: usize| (len > 0).then(|| after.saturating_sub(1).min(len - 1));
    match &trace.tree.node(node).kind {
        NodeKind::Slices(_) | NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_) => {
            let there = row.and_then(|row| nav::at_row(trace, node, row, ts));
            there
                .or_else(|| nav::nearest_on_row(trace, node, row?, ts))
                .or_else(|| nav::nearest(trace, node, ts))
                .map(Item::Slice)
        }
        NodeKind::Counter(track) => {
            let samples = trace.counters.track(*track);
            let after = samples.n_until(ts);
            let index = before(samples.len(), after)?;
            Some(Item::Counter(CounterId::from_index(
                samples.first.index() + index,
            )))
        }
        NodeKind::CpuSched(cpu) => {
            let all: &[SchedId] = trace.sched.on_cpu(*cpu);
            let after = all.partition_point(|&id| trace.sched.sched_row(id).ts <= ts);
            let busy = |id: &&SchedId| !is_idle(trace, **id);
            let earlier = all[..after].iter().rev().find(busy);
            let id = earlier.or_else(|| all[after..].iter().find(busy));
            id.map(|&id| Item::Sched(id))
        }
        NodeKind::ThreadStates(utid) => {
            let all: &[ThreadStateId] = trace.sched.of_thread(*utid);
            let after = all.partition_point(|&id| trace.sched.state_row(id).ts <= ts);
            before(all.len(), after).map(|index| Item::State(all[index]))
        }
        NodeKind::Samples(owner) => {
            let rows = &trace.stack_profile;
            let all = rows.of(*owner);
            let after = all.partition_point(|&id| rows.sample(id).ts <= ts);
            before(all.len(), after).map(|index| Item::Sample(all[index]))
        }
        NodeKind::Logs => {
            let after = trace.logs.partition_point(|log| log.ts <= ts);
            before(trace.logs.len(), after).map(|row| Item::Log(row as u32))
        }
        NodeKind::Root | NodeKind::Group | NodeKind::Process(_) | NodeKind::Thread(_) => None,
    }
}

/// Returns the item of a track at an instant: a stay, a state or a sample of a counter that goes on then, a sample
/// of a profiler or a line of a log of that time. `None` for a track of slices.
pub fn item_at(cx: &UpdateCx, node: NodeId, ts: Ts) -> Option<Item> {
    let trace = &cx.trace;
    if let NodeKind::Slices(_) | NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_) =
        trace.tree.node(node).kind
    {
        return None;
    }
    let goes_on =
        |start: Ts, end: Option<Ts>| start == ts || (start <= ts && end.is_none_or(|end| ts < end));
    item_near(cx, node, None, ts).filter(|item| match *item {
        Item::Sched(id) => goes_on(trace.sched.sched_row(id).ts, trace.sched.stay_end(id)),
        Item::State(id) => goes_on(trace.sched.state_row(id).ts, trace.sched.state_end(id)),
        Item::Counter(id) => trace.counters.ts(id) <= ts,
        Item::Sample(id) => trace.stack_profile.sample(id).ts == ts,
        Item::Log(row) => trace.logs[row as usize].ts == ts,
        _ => true,
    })
}

/// Fits the window to the selection, and for a frame to its deadline. Returns whether the selection has a
/// time.
pub fn focus(state: &mut State, cx: &UpdateCx) -> bool {
    let Some(span) = cx.selected_span(state) else {
        return false;
    };
    zoom::focus(state, cx, with_deadline(state, cx, span));
    if let Some(node) = state.view.selection.node(&cx.trace) {
        reveal_node(state, cx, node);
    }
    true
}

/// Selects an item and shows it.
pub fn go_to_item(state: &mut State, cx: &UpdateCx, item: Item) {
    match item {
        Item::None => return,
        Item::Slice(id) => {
            select_slice(state, cx, id);
            if cx.trace.startups().of_slice(id).is_some() {
                super::frame::bring_work(state, cx, id);
            }
            return;
        }
        item => state.select(item.into()),
    }
    if let Some(span) = cx.selected_span(state) {
        zoom::show(state, cx, span);
        state.view.cursor_ts = None;
    }
    let node = match item {
        Item::Stretch(node, _) => Some(node),
        _ => state.view.selection.node(&cx.trace),
    };
    if let Some(node) = node {
        reveal_node(state, cx, node);
    }
}

/// Selects a slice and shows it.
pub fn select_slice(state: &mut State, cx: &UpdateCx, id: SliceId) {
    let trace = &cx.trace;
    state.select(Selection::Slice(id));
    let start = trace.slices.ts(id);
    let end = trace.slices.end(id).unwrap_or(start);
    zoom::show(state, cx, TimeSpan::new(start, end));
    state.view.cursor_ts = None;
    if let Some((node, row)) = trace.tree.place_of(&trace.slices, id) {
        state.view.cursor_depth = row;
        reveal_node(state, cx, node);
        unfold(state, cx, node);
    }
}

/// Opens the thread of a node if only its outermost slices are shown and the cursor is deeper.
fn unfold(state: &mut State, cx: &UpdateCx, node: NodeId) {
    let rows = cx.rows(state);
    let Some(row) = rows.place_of(node).map(|place| rows.rows[place]) else {
        return;
    };
    if row.content == Content::Outermost && state.view.cursor_depth > 0 {
        state.view.open.insert(row.node, true);
        reveal_node(state, cx, node);
    }
}

/// Opens the groups that hide a node, moves the cursor to it and scrolls to it.
pub fn reveal_node(state: &mut State, cx: &UpdateCx, node: NodeId) {
    let tree = &cx.trace.tree;
    if node == TrackTree::ROOT || node.index() >= tree.len() {
        return;
    }
    let above = tree.ancestors(node);
    let around = above.iter().chain([&node]);
    let n_shown = around.filter(|&it| state.view.hidden.remove(it)).count();
    // What was said just before is worth more.
    if n_shown > 0 && state.view.message.is_none() {
        state.say("shown again: it was hidden");
    }
    if cx.rows(state).place_of(node).is_none() {
        for &group in above.iter().rev() {
            if !is_open(&cx.trace, &state.view, group) {
                state.view.open.insert(group, true);
            }
        }
    }
    let mut rows = cx.rows(state);
    if rows.place_of(node).is_none() && state.view.filtered.is_some() {
        super::track::clear_filter(state, cx);
        rows = cx.rows(state);
        state.say("track filter off: it hid this track");
    }
    let Some(place) = rows.place_of(node) else {
        return;
    };
    state.view.cursor = Some(rows.rows[place].node);
    if let Some(line) = move_::cursor_line(state, cx, &rows) {
        move_::show_line(state, cx, &rows, line);
        let row = rows.rows[place];
        let last = (row.top + row.lines).saturating_sub(1);
        move_::show_below(state, cx, &rows, (line, last));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::config::Config;
    use crate::app::key::Key;
    use crate::app::session::Session;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::view::scene::Size;

    #[test]
    fn a_contended_lock_is_read_in_full_and_leads_to_its_owner() {
        let name = "monitor contention with owner worker (9) at void com.example.Cache.compute() \
                    waiters=0 blocking from void com.example.Cache.read(com.example.TheEnd)";
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let (main, worker) = (b.thread(app, 7, "main"), b.thread(app, 9, "worker"));
        let one = b.slice_track(Scope::Thread(main), None);
        let two = b.slice_track(Scope::Thread(worker), None);
        let wait = b.nested_slices(one, &[(10, 20, name)])[0];
        let work = b.nested_slices(two, &[(0, 40, "work")])[0];
        let mut session = Session::new(
            "t",
            &Config::default(),
            Size {
                cols: 100,
                rows: 40,
            },
        );
        session.set_trace(Arc::new(b.finish()));
        session.state_mut().select(Selection::Slice(wait));
        let scene = session.scene();
        let top = scene.layout.details.y;
        let lines = scene.lines.iter().filter(|line| line.y > top);
        let texts = lines.flat_map(|line| &line.texts);
        let texts: Vec<&str> = texts.map(|text| text.text.trim()).collect();
        let screen = texts.join(" ");
        for words in ["monitor contention", "TheEnd)", "worker 9 · work"] {
            assert!(screen.contains(words), "{words}: {screen}");
        }
        for key in Key::parse_all("1<enter>").unwrap() {
            session.key(key);
        }
        assert_eq!(session.state().view.selection, Selection::Slice(work));
    }
}
