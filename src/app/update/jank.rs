//! Frames: the inbox, the lens, and going from them to the timeline and back.

use super::{UpdateCx, frame, overlay, select};
use crate::app::command::Command;
use crate::app::history::Step;
use crate::app::key::Key;
use crate::app::layer::{Act, Awaits, LayerKind};
use crate::app::lists;
use crate::app::lists::jank::Inbox;
use crate::app::lists::work::ListWork;
use crate::app::reproduce::select_command_line;
use crate::app::state::{Finding, State};
use crate::model::ids::SliceId;
use crate::query::janks::{CHROMIUM_FRAME, n_chromium_frames, why_no_frames};
use crate::view::overlay::Overlay;
use crate::view::scene::Item;
use crate::view::state::Selection;
use crate::view::text;

/// Opens the inbox or the lens.
pub(super) fn update(state: &mut State, command: Command, cx: &UpdateCx<'_>) -> Step {
    match command {
        Command::Inbox if cx.trace.frames.actual().is_empty() => {
            say_no_frames(state, cx);
            return Step::Small;
        }
        Command::Inbox => inbox(state, cx),
        Command::Lens => match selected(state) {
            Some(item) => lens(state, cx, item),
            None => state.say("select a frame, or a slice, a state or a CPU stay of a thread"),
        },
        _ => super::nowhere(state, command),
    }
    Step::Jump
}

/// Says that there are no frames, and what leads on instead.
pub(super) fn say_no_frames(state: &mut State, cx: &UpdateCx<'_>) {
    let n = n_chromium_frames(cx.trace);
    let [search, lens] = [Command::Search, Command::Lens].map(|command| cx.keymap.label(command));
    let so_far = lists::so_far(cx.trace);
    state.say(if n > 0 && !search.is_empty() {
        let n = text::grouped(n as u64);
        format!("no frames of Android{so_far}; {search} {CHROMIUM_FRAME} finds {n} of Chromium")
    } else if n == 0 && !cx.trace.slices.is_empty() && !lens.is_empty() {
        format!(
            "{}{so_far}; {lens} explains slices",
            why_no_frames(cx.trace)
        )
    } else {
        format!("{}{so_far}", why_no_frames(cx.trace))
    });
}

/// Returns what is selected, if that may have a lens.
fn selected(state: &State) -> Option<Item> {
    match state.view.selection {
        Selection::Slice(id) => Some(Item::Slice(id)),
        Selection::State(id) => Some(Item::State(id)),
        Selection::Sched(id) => Some(Item::Sched(id)),
        _ => None,
    }
}

/// Opens the list of janky frames.
fn inbox(state: &mut State, cx: &UpdateCx<'_>) {
    let inbox = inbox_of(state, cx, 0, 0);
    let mut table = inbox.table();
    table.hints = overlay::hints(
        cx,
        &[
            Command::ListGo,
            Command::ListLens,
            Command::ListGroup,
            Command::ListSort,
            Command::ListFilter,
            Command::ListExport,
        ],
    );
    overlay::open_asking(state, LayerKind::Inbox, table, ListWork::Inbox(inbox), cx);
}

/// Orders or groups the list of janky frames by what comes next.
pub(super) fn reorder(state: &mut State, cx: &UpdateCx<'_>, sort: usize, group: usize) {
    let Some(layer) = state.layers.last() else {
        return;
    };
    let (sort, group) = (layer.sort + sort, layer.group + group);
    let inbox = inbox_of(state, cx, sort, group);
    if let (Some(layer), Some(Overlay::Table(table))) =
        (state.layers.last_mut(), state.view.overlays.last_mut())
    {
        (layer.sort, layer.group) = (sort, group);
        table.is_behind = true;
        layer.ask(ListWork::Inbox(inbox), Awaits::Rows);
    }
}

fn inbox_of(state: &State, cx: &UpdateCx<'_>, sort: usize, group: usize) -> Inbox {
    Inbox::new(overlay::clock(state, cx), state.size.cols, sort, group)
}

/// Opens the lens of the frame that a slice is, or works on; else of what its thread did.
pub(super) fn lens(state: &mut State, cx: &UpdateCx<'_>, item: Item) {
    let frame = match item {
        Item::Slice(slice) => lists::lens::frame_of(cx.trace, slice),
        _ => None,
    };
    let cols = state.size.cols;
    let table = match frame {
        Some(frame) => Some(lists::lens::empty(cx.trace, frame, cols)),
        None => lists::lens::empty_of_stretch(cx.trace, item, cols),
    };
    let Some(mut table) = table else {
        state.say("lenses are of frames, of what threads did for a while, and of slices with others in them");
        return;
    };
    table.hints = overlay::hints(
        cx,
        &[
            Command::ListGo,
            Command::ListLens,
            Command::ListFilter,
            Command::ListExport,
        ],
    );
    for hint in &mut table.hints {
        // From here it leads to the lens of the row's own slice.
        if hint.what == Command::ListLens.hint() {
            hint.what = "deeper".into();
        }
    }
    let item = frame.map_or(item, |frame| Item::Slice(frame.slice));
    if let Some(keys) = cx.keymap.keys(Command::Lens).first()
        && let Some(select) = select_command_line(state, cx, item)
    {
        table.command = format!("{select} --keys {}", Key::print_all(keys));
    }
    let work = ListWork::Lens(item, overlay::clock(state, cx), cols);
    overlay::open_asking(state, LayerKind::Lens(item), table, work, cx);
}

/// Goes to what a row of the inbox or the lens leads to; Esc comes back to the row. From a
/// filtered inbox `n` and `N` walk what it shows.
pub(super) fn go(state: &mut State, cx: &UpdateCx<'_>, item: Item) {
    if state.layers.last().map(|layer| layer.kind) == Some(LayerKind::Inbox) {
        state.walk = filtered(state, cx);
        if let Some(walk) = &state.walk {
            let n = walk.len();
            state.say(format!("n and N walk the {n} frames of the filter"));
        }
    }
    let is_of_frames = match state.layers.last().map(|layer| layer.kind) {
        Some(LayerKind::Lens(item)) => lists::lens::frame(cx.trace, item).is_some(),
        _ => true,
    };
    state.park_layers();
    if is_of_frames {
        state.finding = Finding::Jank;
    }
    match item {
        Item::Slice(id) if cx.trace.frames.actual_of(id).is_some() => {
            frame::go_to(state, cx, id);
        }
        item => select::go_to_item(state, cx, item),
    }
}

/// Returns the frames that a filtered inbox shows, by time; `None` if it shows all.
fn filtered(state: &State, cx: &UpdateCx<'_>) -> Option<Vec<SliceId>> {
    let (Some(layer), Some(Overlay::Table(table))) =
        (state.layers.last(), state.view.overlays.last())
    else {
        return None;
    };
    let typed = table.input.as_ref()?;
    if typed.text.trim().is_empty() {
        return None;
    }
    let mut frames: Vec<SliceId> = layer
        .acts()
        .filter_map(|act| match act {
            Act::Item(Item::Slice(slice)) => Some(slice),
            _ => None,
        })
        .collect();
    frames.sort_by_key(|&slice| cx.trace.slices.order_key(slice));
    Some(frames)
}
