//! Frames: the inbox, the lens, and the way from them to the timeline and back.

use std::iter::repeat_n;

use super::{UpdateCx, frame, overlay, select, zoom};
use crate::app::command::Command;
use crate::app::command::family::Jank;
use crate::app::hints::label_or_name;
use crate::app::key::{Code, Key};
use crate::app::layer::{Act, Layer, LayerKind};
use crate::app::lists;
use crate::app::lists::jank::{Inbox, LOOKING};
use crate::app::reproduce::{quoted, select_command_line};
use crate::app::state::{Finding, State};
use crate::base::time::TimeSpan;
use crate::model::chromium_frames;
use crate::model::ids::SliceId;
use crate::model::whose_frames::WhoseFrames;
use crate::query::frame_lens::span_of_slice;
use crate::query::janks::{JankGrouping, JankSort, why_no_frames};
use crate::view::overlay::{Overlay, Table};
use crate::view::scene::Item;
use crate::view::state::Selection;
use crate::view::text::grouped;

/// Opens the inbox or the lens.
pub(super) fn update(state: &mut State, command: Jank, cx: &UpdateCx) {
    let whose = cx.trace.whose_frames();
    match command {
        Jank::Inbox if matches!(whose, WhoseFrames::Android) => inbox(state, cx),
        Jank::Inbox if whose.are_listed_as_chromiums() => chromium(state, cx),
        Jank::ChromiumFrames if chromium_frames::are_likely(&cx.trace) => chromium(state, cx),
        Jank::Inbox => say_no_frames(state, cx),
        Jank::ChromiumFrames => {
            let so_far = lists::so_far(&cx.trace);
            state.say(format!("this trace has no frames of Chromium{so_far}"));
        }
        Jank::Cujs => overlay::cujs(state, cx),
        Jank::Startups => overlay::startups(state, cx),
        Jank::Anrs => overlay::anrs(state, cx),
        Jank::LongTasks => overlay::long_tasks(state, cx),
        Jank::Interactions => overlay::interactions(state, cx),
        Jank::Lens => match selected(state, cx) {
            Some(item) => lens(state, cx, item),
            None => state.say(why_no_lens(state)),
        },
    }
}

/// Says that there are no frames, and which key may help instead.
pub(super) fn say_no_frames(state: &mut State, cx: &UpdateCx) {
    let [inbox, lens] =
        [Command::Inbox, Command::Lens].map(|command| label_or_name(&cx.keymap, command));
    let so_far = lists::so_far(&cx.trace);
    let why = why_no_frames(&cx.trace);
    state.say(match cx.trace.whose_frames() {
        WhoseFrames::Chromium(_) => {
            format!("no frame of Chromium affects smoothness; {inbox} lists what else they lack")
        }
        // Frames of Chromium are looked for once the trace is on the screen.
        WhoseFrames::Awaited if cx.trace.complete => {
            format!("frames of Chromium are still being looked for; {inbox} lists them")
        }
        WhoseFrames::Awaited | WhoseFrames::OnlyNamed => {
            format!("{why}{so_far}; {inbox} lists those of Chromium")
        }
        _ if cx.trace.slices.is_empty() => format!("{why}{so_far}"),
        _ => format!("{why}{so_far}; {lens} on a slice shows where its time went"),
    });
}

/// Returns the selected item, if items of its kind may have a lens. An area of one thread has one, too.
fn selected(state: &State, cx: &UpdateCx) -> Option<Item> {
    if let Selection::Area(area) = &state.view.selection {
        return lists::lens::of_area(&cx.trace, area);
    }
    let item = state.view.selection.item();
    matches!(item, Item::Slice(_) | Item::State(_) | Item::Sched(_)).then_some(item)
}

/// Returns what to select instead of what has no lens.
const fn why_no_lens(state: &State) -> &'static str {
    match state.view.selection {
        Selection::Area(_) => "an area has a lens if it is of one thread: go to a row of it first",
        _ => "select a frame, a slice or a thread state first",
    }
}

/// Opens the list of janky frames.
fn inbox(state: &mut State, cx: &UpdateCx) {
    let inbox = Inbox::new(
        &cx.trace,
        (overlay::clock(state, cx), state.size.cols),
        0,
        0,
    );
    let mut table = inbox.table();
    table.hints = overlay::hints(
        cx,
        &[
            Command::ListGo,
            Command::ListGroup,
            Command::ListSort,
            Command::ListFilter,
        ],
    );
    open(state, cx, LayerKind::Inbox, table);
}

/// Opens the list of Chromium's janky frames.
fn chromium(state: &mut State, cx: &UpdateCx) {
    let mut table = lists::chromium::empty(state.size.cols);
    table.hints = overlay::hints(
        cx,
        &[
            Command::ListGo,
            Command::ListFilter,
            Command::ListSort,
            Command::ListGroup,
        ],
    );
    if let Some(keys) = cx.keymap.keys(Command::Inbox).first()
        && !matches!(cx.trace.whose_frames(), WhoseFrames::Android)
    {
        table.command = format!("perfetty TRACE --keys {}", Key::print_all(keys));
    }
    open(state, cx, LayerKind::Chromium, table);
}

/// Opens a list of frames or a lens. Its last hint, as the least, is where colours and letters are explained.
fn open(state: &mut State, cx: &UpdateCx, kind: LayerKind, table: Table) {
    overlay::open_asking(state, cx, kind, table);
    if let Some(table) = state.top_table_mut() {
        let mut legend = overlay::hints(cx, &[Command::Help]);
        for hint in &mut legend {
            hint.what = Command::Legend.hint().into();
        }
        table.hints.append(&mut legend);
    }
}

/// Sorts the inbox by the next order, or groups it or the list of Chromium's frames by the next grouping.
pub(super) fn reorder(state: &mut State, cx: &UpdateCx, sort: usize, group: usize) {
    if let Some((layer, Overlay::Table(table))) = state.top_mut() {
        layer.sort += sort;
        layer.group += group;
        table.is_behind = true;
        table.looked = None;
        // What is said of no rows is true of those that are looked for only when they have been found.
        table.empty = LOOKING.into();
    }
    overlay::ask(state, cx);
    overlay::tell_command(state, cx);
}

/// Returns the command for the inbox as a layer shows it. A filtered inbox is opened by keys that type the
/// filter, because the flags of `janks` do not match all texts of a row.
pub(super) fn inbox_command(cx: &UpdateCx, layer: &Layer, filter: &str) -> String {
    let all = "perfetty janks TRACE".to_owned();
    if filter.trim().is_empty() {
        return all;
    }
    let commands = std::iter::once(Command::Inbox)
        .chain(repeat_n(
            Command::ListSort,
            layer.sort % JankSort::ALL.len(),
        ))
        .chain(repeat_n(
            Command::ListGroup,
            layer.group % JankGrouping::all(&cx.trace).len(),
        ))
        .chain(layer.is_reversed.then_some(Command::ListReverse))
        .chain([Command::ListFilter]);
    let mut keys = Vec::new();
    for command in commands {
        let Some(first) = cx.keymap.keys(command).first() else {
            return all;
        };
        keys.extend_from_slice(first);
    }
    keys.extend(filter.chars().map(Key::char));
    keys.push(Key::plain(Code::Enter));
    let keys = quoted(&Key::print_all(&keys));
    format!("perfetty TRACE --keys {keys}")
}

/// Opens the lens of the frame that an item belongs to, or else of the item itself.
pub(super) fn lens(state: &mut State, cx: &UpdateCx, item: Item) {
    let kind = state.top_kind();
    let Some(item) = lists::lens::opened_for(&cx.trace, item) else {
        state.say(match kind {
            Some(LayerKind::Chromium) => "this frame has no stages to explain",
            Some(_) => "nothing tells where the time of this row went",
            None => "nothing tells where its time went",
        });
        return;
    };
    if kind == Some(LayerKind::Lens(item)) {
        state.say("this row belongs to the lens that is open");
        return;
    }
    let mut table = lists::lens::empty(&cx.trace, item, state.size.cols);
    table.hints = overlay::hints(cx, &[Command::ListGo, Command::ListFilter]);
    if let Some(keys) = cx.keymap.keys(Command::Lens).first()
        && let Some(select) = select_command_line(state, cx, item)
    {
        table.command = format!("{select} --keys {}", Key::print_all(keys));
    }
    open(state, cx, LayerKind::Lens(item), table);
}

/// Goes to what a row of the inbox or the lens leads to; Escape comes back to the row. After a filtered inbox
/// or any list of Chromium's frames, `n` and `N` walk the frames of the list.
pub(super) fn go(state: &mut State, cx: &UpdateCx, item: Item) {
    let kind = state.top_kind();
    let walks = match kind {
        Some(LayerKind::Inbox) if is_filtered(state) => Some("filter"),
        Some(LayerKind::Chromium) => Some("list"),
        Some(LayerKind::Inbox) => {
            state.walk = None;
            None
        }
        _ => None,
    };
    if let Some(of) = walks {
        let frames = listed(state, cx);
        let told = match frames.len() {
            1 => "the one frame".to_owned(),
            n => format!("the {} frames", grouped(n as u64)),
        };
        state.walk = Some(frames);
        if let Some(layer) = state.layers.last_mut() {
            layer.is_walked = true;
        }
        state.say(format!("n and N walk {told} of the {of}"));
    }
    let is_of_frames = match kind {
        Some(LayerKind::Lens(item)) => lists::lens::frame(&cx.trace, item).is_some(),
        _ => true,
    };
    state.park_layers();
    if is_of_frames {
        state.finding = Finding::Jank;
    }
    match item {
        Item::Slice(id)
            if kind == Some(LayerKind::Chromium) || cx.trace.frames.actual_of(id).is_some() =>
        {
            frame::go_to(state, cx, id);
        }
        item => select::go_to_item(state, cx, item),
    }
    if let Some(LayerKind::Lens(Item::Slice(whole))) = kind {
        see_part(state, cx, whole);
    }
}

/// Zooms to what a lens is about if the part of it that was gone to would be too narrow to be seen, as it is after
/// a lens that was opened from the inbox.
fn see_part(state: &mut State, cx: &UpdateCx, whole: SliceId) {
    let view = state.view.viewport;
    let whole = span_of_slice(&cx.trace, whole);
    let Some(part) = cx.selected_span(state) else {
        return;
    };
    let both = TimeSpan::new(whole.start().min(part.start()), whole.end().max(part.end()));
    if part.dur().ns() < view.ns_per_col() && both.dur() < view.dur() {
        zoom::focus(state, cx, both);
    }
}

/// Returns whether the list on top is filtered.
fn is_filtered(state: &State) -> bool {
    let Some(table) = state.top_table() else {
        return false;
    };
    let typed = table.input.as_ref();
    typed.is_some_and(|typed| !typed.text.trim().is_empty())
}

/// Returns the frames of the list on top, by time.
fn listed(state: &State, cx: &UpdateCx) -> Vec<SliceId> {
    let acts = state.layers.last().into_iter().flat_map(Layer::acts);
    let mut frames: Vec<SliceId> = acts
        .filter_map(|act| match act {
            Act::Item(Item::Slice(slice)) => Some(slice),
            _ => None,
        })
        .collect();
    frames.sort_by_key(|&slice| cx.trace.slices.order_key(slice));
    frames
}
