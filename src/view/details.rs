//! The details pane: tabs, and one to three blocks by the width of the screen.
//!
//! The first block shows the current tab. Where there is room, the others show why the frame was late and the
//! flows, without the need to open their tabs.

mod area;
mod args;
mod cpu;
mod flows;
mod profile;
mod sched;
mod script;
mod selection;
mod slice;
mod states;
mod table;

pub use area::cpu_load;
pub use args::{LOG_LETTERS, SearchableArg, searchable_arguments, value_text};
pub use flows::FLOWS_LISTED;
pub use profile::UNEVEN as UNEVEN_SAMPLES;
pub(super) use profile::of_parts as samples_of_parts;

use super::chrome;
use super::chromium;
use super::cx::Cx;
use super::memo::Memo;
use super::pane::Pane;
use super::scene::{Button, Item, Line, Rect, Role, Scene, Target, Text};
use super::state::{Beginning, FileFate, Hint, Selection, Tab, TimeFormat, ViewState};
use super::text;
use super::time::Clock;
use crate::model::ids::TrackId;
use crate::model::trace::Trace;
use crate::model::whose_frames::WhoseFrames;
use crate::query::flows::{Direction, n_of};

/// Draws the pane.
pub(super) fn draw(cx: &Cx<'_>, scene: &mut Scene) {
    let rect = scene.layout.details;
    if rect.is_empty() {
        return;
    }
    let free = tabs(cx, scene, rect);
    for row in 1..rect.height {
        let line = Line::new(rect.x, rect.y + row, rect.width, Role::Ground);
        scene.lines.push(line);
    }
    let body = Rect {
        y: rect.y + 1,
        height: rect.height - 1,
        ..rect
    };
    let placed = if scene.layout.is_docked_right() {
        docked(cx, scene, body)
    } else if shows_welcome(cx) {
        Some(welcome(cx, scene, body))
    } else {
        beside_each_other(cx, scene, body)
    };
    if let Some(placed) = placed {
        scene.details_top = Some((placed.top, placed.resting));
        out_of_sight(cx, placed, free, scene);
    }
}

/// How far the blocks are scrolled.
#[derive(Clone, Copy, Debug)]
struct Placed {
    /// The first line that is shown of the block that rests furthest down, as if that were the longest block.
    /// Above 0, some block has lines above.
    top: usize,
    /// The value of `top` while nobody has scrolled.
    resting: usize,
    /// How many lines of the longest block are below the last one that is shown.
    below: usize,
}

/// Says in the row of tabs that the blocks go on, and how to get there.
fn out_of_sight(cx: &Cx<'_>, placed: Placed, free: Rect, scene: &mut Scene) {
    let keys = &cx.state.keys;
    let below = format!("+{} ▼", text::grouped(placed.below as u64));
    let (count, key) = match (placed.top, placed.below) {
        (0, 0) => return,
        (_, 0) => ("▲".to_owned(), &keys.up),
        (0, _) => (below, &keys.down),
        _ => (format!("▲ {below}"), &keys.down),
    };
    let mut line = Line::new(free.x, free.y, free.width, Role::Ground);
    line.fill = Some(('─', Role::Rule));
    let with_key = format!(" {} ", format!("{count} {key}").trim_end());
    for words in [with_key, format!(" {count} ")] {
        if text::width(&words) < usize::from(free.width) {
            line.put_right(0, Text::new(0, words, Role::Dim));
            scene.lines.push(line);
            return;
        }
    }
}

/// Returns the tabs whose blocks are shown besides the current one, where there is room.
fn others(cx: &Cx<'_>) -> impl Iterator<Item = Tab> {
    let tab = cx.state.details.tab;
    let order = match &cx.state.selection {
        Selection::Area(_) => [Tab::States, Tab::Why, Tab::Args, Tab::Flows, Tab::Selection],
        _ if has_states(cx) => [Tab::Why, Tab::Flows, Tab::Args, Tab::States, Tab::Selection],
        _ => [Tab::Why, Tab::Flows, Tab::Args, Tab::Selection, Tab::States],
    };
    order.into_iter().filter(move |&other| other != tab)
}

/// Returns whether the tab of states says more than Why: of a slice on a thread without states it has samples only,
/// which Why has, too.
fn has_states(cx: &Cx<'_>) -> bool {
    let utid = cx.selected.and_then(|id| cx.trace.utid_of(id));
    cx.state.details.tab != Tab::Why
        || utid.is_none_or(|utid| !cx.trace.sched.of_thread(utid).is_empty())
}

/// Returns the blocks right of the current tab's; `None` for a column that has nothing to show. The blocks of
/// a slice stay open for the next one, and of three each keeps its place: arguments, or why a frame was late,
/// in the middle, and flows at the right if the trace has any.
fn beside(cx: &Cx<'_>, widths: &[u16]) -> Vec<Option<(Tab, Pane)>> {
    let some = |(_, pane): &(Tab, Pane)| pane.len() > 0;
    let words = |tab, width| (tab, block_or_words(cx, tab, width));
    if let &[middle, right] = widths
        && matches!(cx.state.selection, Selection::Slice(_))
    {
        let current = cx.state.details.tab;
        let first = |tabs: [Tab; 4], width, taken: Option<Tab>| {
            let free = tabs
                .into_iter()
                .filter(|&tab| tab != current && Some(tab) != taken);
            free.map(|tab| (tab, block(cx, tab, width))).find(some)
        };
        let keeps_flows = !cx.trace.flows.is_empty() && current != Tab::Flows;
        let taken = keeps_flows.then_some(Tab::Flows);
        let tabs = if has_states(cx) {
            [Tab::Why, Tab::Args, Tab::States, Tab::Selection]
        } else {
            [Tab::Why, Tab::Args, Tab::Selection, Tab::States]
        };
        let in_middle = first(tabs, middle, taken);
        let at_right = if keeps_flows {
            Some(words(Tab::Flows, right))
        } else {
            let tabs = [Tab::Args, Tab::States, Tab::Selection, Tab::Flows];
            let taken = in_middle.as_ref().map(|(tab, _)| *tab);
            first(tabs, right, taken)
        };
        let in_middle = in_middle.unwrap_or_else(|| words(Tab::Args, middle));
        return vec![Some(in_middle), at_right];
    }
    let mut tabs = others(cx);
    let panes = widths.iter().map(|&width| {
        let mut blocks = tabs.by_ref().map(|tab| (tab, block(cx, tab, width)));
        let found = blocks.find(some);
        let is_slice = matches!(cx.state.selection, Selection::Slice(_));
        found.or_else(|| is_slice.then(|| words(Tab::Args, width)))
    });
    panes.collect()
}

/// Returns whether an actual frame is selected.
fn is_frame(cx: &Cx<'_>) -> bool {
    cx.selected
        .is_some_and(|id| cx.trace.frames.actual_of(id).is_some())
}

/// Returns whether the current tab says why a frame was late, and there are few lines of flows.
fn explains_beside_few_flows(cx: &Cx<'_>) -> bool {
    const FEW: usize = 4;
    let is_told = cx.state.details.tab == Tab::Why && super::lens::is_of_frame(cx);
    is_told && block(cx, Tab::Flows, FIT_WIDTH).len() < FEW
}

/// Returns how the blocks of an area share the width, in per cent, once it is known which have something to
/// say. Other blocks get no column, and the current one a narrow column if it says nothing.
fn area_widths(cx: &Cx<'_>, has_room: bool) -> Option<&'static [u16]> {
    if !matches!(cx.state.selection, Selection::Area(_)) {
        return None;
    }
    let has_slices = area::has_slices(cx)?;
    let is_empty = cx.state.details.tab == Tab::Selection && !has_slices;
    let some = others(cx).filter(|&tab| block(cx, tab, FIT_WIDTH).len() > 0);
    Some(match (some.take(2).count(), has_room, is_empty) {
        (0, ..) => &[100],
        (2, true, true) => &[22, 43, 35],
        (2, true, false) => &[40, 35, 25],
        (_, true, true) => &[30, 70],
        (_, false, true) => &[35, 65],
        (_, _, false) => &[55, 45],
    })
}

/// Returns the columns that share the width of a pane, in per cent. One that would be too narrow is left out,
/// with those after it.
fn columns(body: Rect, widths: &[u16]) -> Vec<Rect> {
    let mut places = Vec::new();
    let mut x = body.x + 1;
    for (index, percent) in widths.iter().enumerate() {
        let share = (u32::from(body.width) * u32::from(*percent) / 100) as u16;
        let is_last = index + 1 == widths.len();
        let right = if is_last {
            body.width
        } else {
            (x + share).min(body.width)
        };
        let width = right.saturating_sub(x + 2);
        if width < 8 {
            break;
        }
        places.push(Rect { x, width, ..body });
        x = right + 1;
    }
    places
}

/// Draws the current tab's block and, right of it, those of the others that say something. Returns
/// how far they are scrolled.
fn beside_each_other(cx: &Cx<'_>, scene: &mut Scene, body: Rect) -> Option<Placed> {
    let is_table = cx.state.details.tab == Tab::Sql;
    let widths: &[u16] = match body.width {
        0..80 => &[100],
        // A table is as wide as it may be.
        _ if is_table && is_empty(cx) => &[100],
        140.. if is_table => &[65, 35],
        // Other tabs say nothing of a line of the log, and messages are long.
        _ if matches!(cx.state.selection, Selection::Log(_)) => &[100],
        // Names of functions are long, and other tabs say nothing of a sample.
        _ if matches!(cx.state.selection, Selection::Sample(_)) => {
            if cx.state.details.tab == Tab::Why {
                &[60, 40]
            } else {
                &[40, 60]
            }
        }
        // Why a frame was late takes more words than when it was, and more than a few flows.
        80..140 if is_frame(cx) && cx.state.details.tab == Tab::Selection => &[50, 50],
        80..100 if explains_beside_few_flows(cx) => &[100],
        100..140 if explains_beside_few_flows(cx) => &[68, 32],
        80..140 => area_widths(cx, false).unwrap_or(&[55, 45]),
        _ if is_frame(cx) && cx.state.details.tab == Tab::Selection => &[37, 40, 23],
        _ if explains_beside_few_flows(cx) => &[52, 25, 23],
        _ => area_widths(cx, true).unwrap_or(&[40, 35, 25]),
    };
    let mut places = columns(body, widths);
    let others: Vec<u16> = places.iter().skip(1).map(|place| place.width).collect();
    let mut found = beside(cx, &others);
    if found.iter().all(Option::is_none) {
        // The only block has all the room.
        places = columns(body, &[100]);
        found.clear();
    }
    let (&first, rest) = places.split_first()?;
    let tab = cx.state.details.tab;
    let mut blocks = vec![Block::new(first, tab, block_or_words(cx, tab, first.width))];
    let mut columns = rest.iter().zip(found).peekable();
    let mut left = None;
    while let Some((&place, found)) = columns.next() {
        // Arguments that have no room in a column go on in the next, if that is free.
        let is_next_free = matches!(columns.peek(), Some((_, None)));
        let found = found.or_else(|| {
            let n = left.take()?;
            Some((Tab::Args, block(cx, Tab::Args, place.width).after(n)))
        });
        let Some((tab, pane)) = found else {
            continue;
        };
        separator(scene, place.x - 2, body);
        let height = usize::from(place.height);
        let mut block = Block::new(place, tab, pane);
        if is_next_free && tab == Tab::Args && block.pane.len() > height {
            left = Some(height);
            block.goes_on = true;
        }
        blocks.push(block);
    }
    place_all(cx, blocks, scene)
}

/// A block with its place on the screen.
#[derive(Debug)]
struct Block {
    place: Rect,
    tab: Tab,
    pane: Pane,
    /// Whether the lines that have no room in this block stand in the next.
    goes_on: bool,
}

impl Block {
    fn new(place: Rect, tab: Tab, pane: Pane) -> Self {
        Self {
            place,
            tab,
            pane,
            goes_on: false,
        }
    }
}

/// Draws the blocks, the current tab's first. One key scrolls all of them, each as far as it goes, so that
/// every line can be reached in its own block.
fn place_all(cx: &Cx<'_>, blocks: Vec<Block>, scene: &mut Scene) -> Option<Placed> {
    let rests = |block: &Block| block.pane.resting(usize::from(block.place.height));
    // The rows of a result are made from the one on, to which they are scrolled.
    let n_resting = if cx.state.details.tab == Tab::Sql {
        1
    } else {
        blocks.len()
    };
    let resting = blocks.iter().take(n_resting).map(rests).max()?;
    // How far each block can be scrolled down from its resting place.
    let mut reach: Vec<usize> = Vec::new();
    for block in blocks.iter().rev() {
        let height = usize::from(block.place.height);
        let own = block.pane.len().saturating_sub(height) - rests(block);
        let next = reach.last().copied().filter(|_| block.goes_on);
        reach.push(next.unwrap_or(own));
    }
    reach.reverse();
    let most = resting + reach.iter().max().copied().unwrap_or(0);
    let top = cx.state.details.scroll.map_or(resting, |top| top.min(most));
    for (index, (block, reach)) in blocks.into_iter().zip(reach).enumerate() {
        let from = (rests(&block) + top).saturating_sub(resting);
        if index == 0 {
            block.pane.place(block.place, from, scene);
        } else if block.goes_on {
            block.pane.place(block.place, from.min(reach), scene);
        } else {
            let tab = tab_name(cx, block.tab);
            block.pane.place_beside(block.place, from, &tab, scene);
        }
    }
    Some(Placed {
        top,
        resting,
        below: most - top,
    })
}

/// Draws the blocks below each other in a pane right of the tracks. Returns how far they are scrolled.
fn docked(cx: &Cx<'_>, scene: &mut Scene, body: Rect) -> Option<Placed> {
    let edge = Rect {
        y: body.y - 1,
        height: body.height + 1,
        ..body
    };
    separator(scene, body.x, edge);
    let inside = Rect {
        x: body.x + 2,
        width: body.width.saturating_sub(3),
        ..body
    };
    if shows_welcome(cx) {
        return Some(welcome_below(cx, scene, inside));
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut left = inside.height;
    let tabs = std::iter::once(cx.state.details.tab).chain(others(cx));
    for (index, tab) in tabs.enumerate() {
        let pane = match index {
            0 => block_or_words(cx, tab, inside.width),
            _ => block(cx, tab, inside.width),
        };
        if pane.len() == 0 || left < 2 {
            continue;
        }
        // A block leaves room for those after it.
        let most = match index {
            0 => left.max(3) * 2 / 3,
            _ => left.div_ceil(2).max(8).min(left),
        };
        let height = pane.len().min(usize::from(most)) as u16;
        blocks.push(Block::new(Rect { height, ..inside }, tab, pane));
        left = left.saturating_sub(height + 1);
    }
    // What those after it have left free goes to the blocks that are cut, the first before others.
    let heights = blocks.iter().map(|block| block.place.height + 1);
    let mut free = (inside.height + 1).saturating_sub(heights.sum());
    let mut y = inside.y;
    for block in &mut blocks {
        let cut = block.pane.len() - usize::from(block.place.height);
        let more = cut.min(usize::from(free)) as u16;
        free -= more;
        block.place.height += more;
        block.place.y = y;
        y += block.place.height + 1;
    }
    place_all(cx, blocks, scene)
}

fn separator(scene: &mut Scene, x: u16, body: Rect) {
    for y in body.y..body.y + body.height {
        let mut line = Line::new(x, y, 1, Role::Ground);
        line.fill = Some(('│', Role::Rule));
        scene.lines.push(line);
    }
}

/// The width in which it is tried whether a block has something to say.
const FIT_WIDTH: u16 = 40;

/// The width in which [`leads`] writes lines.
const LEADS_WIDTH: u16 = 160;

/// How many lines of a long table are listed at most, from the line on top of the details on.
const LEADS_ROWS: u16 = 500;

/// Returns the lines of some tabs that lead somewhere: their words, their tab, and the item they lead to.
pub fn leads(trace: &Trace, state: &ViewState, tabs: &[Tab]) -> Vec<(String, Tab, Item)> {
    let memo = Memo::default();
    let cx = Cx::new(trace, (state, &memo), LEADS_WIDTH, LEADS_ROWS);
    if is_empty(&cx) {
        return Vec::new();
    }
    let mut found: Vec<(String, Tab, Item)> = Vec::new();
    for &tab in tabs {
        for (words, item) in block(&cx, tab, LEADS_WIDTH).leads() {
            // A flow has two lines, and a slice may be both a link and evidence, so that each item is listed
            // once. A sample is listed for each of its functions.
            let is_one = |known: &str| !matches!(item, Item::Sample(_)) || known == words;
            let mut known = found.iter();
            if !known.any(|known| known.1 == tab && known.2 == item && is_one(&known.0)) {
                found.push((words, tab, item));
            }
        }
    }
    found
}

/// Returns what a tab shows or, if that is nothing, words that say why.
fn block_or_words(cx: &Cx<'_>, tab: Tab, width: u16) -> Pane {
    let mut pane = block(cx, tab, width);
    if pane.len() == 0 && tab == Tab::Why {
        chromium::without_stages(cx, &mut pane);
    }
    if pane.len() == 0 {
        let is_area = matches!(cx.state.selection, Selection::Area(_));
        let words = match tab {
            Tab::Why if is_area => "no frames in this area",
            Tab::Args if is_area => "no counters in this area",
            Tab::States if is_area => "no row of thread states is in this area",
            Tab::Why if cx.selected.is_some() => {
                "nothing tells what was done in it: it is on no thread's stack, and no slice lies in it"
            }
            Tab::Why if matches!(cx.state.selection, Selection::Sample(_)) => {
                "no call stack was recorded"
            }
            Tab::Why => "only frames and what threads do is explained",
            Tab::Flows => "no flows",
            Tab::Args if cx.state.file == FileFate::CutShort => {
                "no arguments are left: the file was cut short"
            }
            Tab::Args if cx.state.file == FileFate::Overwritten => {
                "no arguments are left: the file was overwritten"
            }
            Tab::Args => "no arguments",
            Tab::States if is_frame(cx) => "frames have no thread states: see Why",
            Tab::States if is_of_no_thread(cx) => "no thread states: it is of no thread",
            Tab::States if cx.trace.sched.states().is_empty() => "no thread states were recorded",
            Tab::States => "no thread states in this time",
            Tab::Selection | Tab::Sql => "nothing to show",
        };
        let so_far = if is_area {
            chrome::so_far(cx.trace)
        } else {
            ""
        };
        pane.text(format!("{words}{so_far}"), Role::Dim);
    }
    pane
}

/// Returns what a tab shows.
fn block(cx: &Cx<'_>, tab: Tab, width: u16) -> Pane {
    let mut pane = Pane::new(width, Role::Ground);
    if let Selection::Area(area) = &cx.state.selection {
        match tab {
            Tab::Selection => area::slices(cx, &mut pane, area),
            Tab::Why => area::frames(cx, &mut pane),
            Tab::Flows => area::flows(cx, &mut pane),
            Tab::Args => area::counters(cx, &mut pane),
            Tab::States => area::states(cx, &mut pane),
            Tab::Sql => sql(cx, &mut pane),
        }
        return pane;
    }
    match (tab, &cx.state.selection) {
        (Tab::Selection, _) => selection::fill(cx, &mut pane),
        (Tab::Why, Selection::Sample(id)) => profile::call_stack(cx, &mut pane, *id),
        (Tab::Why, _) => {
            super::lens::why(cx, &mut pane);
            // Beside other tabs there is better use for the room.
            if pane.len() == 0 && cx.state.details.tab == Tab::Why {
                super::lens::where_it_went(cx, &mut pane);
            }
        }
        (Tab::Flows, _) => flows::fill(cx, &mut pane),
        (Tab::Args, _) => args::fill(cx, &mut pane),
        (Tab::States, _) => states::fill(cx, &mut pane),
        (Tab::Sql, _) => sql(cx, &mut pane),
    }
    pane
}

/// Draws the row of tabs. Returns the part of the row that is free.
fn tabs(cx: &Cx<'_>, scene: &mut Scene, rect: Rect) -> Rect {
    let mut line = Line::new(rect.x, rect.y, rect.width, Role::Ground);
    line.fill = Some(('─', Role::Rule));
    let mut x = if rect.width >= 120 { 2 } else { 1 };
    for &tab in shown_tabs(cx, rect.width - x) {
        let words = format!(" {} ", tab_name(cx, tab));
        let is_current = tab == cx.state.details.tab;
        let text = if is_current {
            Text::badge(x, words)
        } else {
            Text::new(x, words, Role::Dim)
        };
        if text.end() + 1 > rect.width {
            break;
        }
        let end = line.put(text);
        let cell = Rect {
            x: rect.x + x,
            width: end - x,
            height: 1,
            y: rect.y,
        };
        scene.targets.push((cell, Target::Tab(tab)));
        x = end.max(x + tab_width(cx, tab)) + 1;
    }
    let mut right = rect.width;
    if let Some((at, of)) = cx.state.history {
        let keys = &cx.state.keys;
        let steps = [
            (Button::Back, &keys.back, "back", at.saturating_sub(1)),
            (Button::Forward, &keys.forward, "fwd", of.saturating_sub(at)),
        ];
        let steps = steps.iter().filter(|step| step.3 > 0);
        let steps = steps.map(|(button, key, does, n)| {
            (*button, format!("{key} {does} {n}").trim_start().to_owned())
        });
        let steps: Vec<(Button, String)> = steps.collect();
        let words: Vec<&str> = steps.iter().map(|(_, words)| words.as_str()).collect();
        let words = format!(" {} ", words.join(" · "));
        right = line.put_right(x + 1, Text::new(0, words, Role::Dim));
        let mut at = right + 1;
        for (button, words) in steps.iter().filter(|_| right < rect.width) {
            let cells = Rect {
                x: rect.x + at,
                width: text::width(words) as u16,
                height: 1,
                ..rect
            };
            scene.aim(cells, Target::Button(*button));
            at += cells.width + 3;
        }
    }
    scene.lines.push(line);
    Rect {
        x: rect.x + x,
        width: right.saturating_sub(x),
        height: 1,
        ..rect
    }
}

/// Returns how many cells a tab takes. The tab of flows has room for a number, so that a number of flows does
/// not move the other tabs.
fn tab_width(cx: &Cx<'_>, tab: Tab) -> u16 {
    const COUNTED: u16 = 9;
    let width = text::width(&tab_name(cx, tab)) as u16 + 2;
    match tab {
        Tab::Flows if !cx.trace.flows.is_empty() => width.max(COUNTED),
        _ => width,
    }
}

/// Returns the tabs that are shown in so many cells: without as many of the first as the current one needs
/// room.
fn shown_tabs(cx: &Cx<'_>, room: u16) -> &'static [Tab] {
    let current = Tab::ALL.iter().position(|&tab| tab == cx.state.details.tab);
    let current = current.unwrap_or(0);
    let width = |from: usize| -> u16 {
        let before = &Tab::ALL[from..=current];
        before.iter().map(|&tab| tab_width(cx, tab) + 1).sum()
    };
    let from = (0..=current).find(|&from| width(from) <= room);
    &Tab::ALL[from.unwrap_or(current)..]
}

fn tab_name(cx: &Cx<'_>, tab: Tab) -> String {
    let is_area = matches!(cx.state.selection, Selection::Area(_));
    match tab {
        Tab::Selection if is_area => "Area".to_owned(),
        Tab::Why if is_area => "Frames".to_owned(),
        Tab::Args if is_area => "Counters".to_owned(),
        Tab::Selection => "Selection".to_owned(),
        Tab::Why if matches!(cx.state.selection, Selection::Sample(_)) => "Stack".to_owned(),
        Tab::Why => "Why".to_owned(),
        Tab::Flows => {
            let n = cx.selected.map_or(0, |id| {
                let ways = [Direction::Backward, Direction::Forward];
                let n: usize = ways.into_iter().map(|way| n_of(cx.trace, id, way)).sum();
                // A slice at which flows only begin is not without any.
                if n > 0 {
                    n
                } else {
                    cx.trace.flows.n_unfinished_at(id)
                }
            });
            if n == 0 {
                "Flows".to_owned()
            } else {
                format!("Flows {}", text::grouped(n as u64))
            }
        }
        Tab::Args => "Args".to_owned(),
        Tab::States => "States".to_owned(),
        Tab::Sql => "SQL".to_owned(),
    }
}

/// Shows the result of the last query.
fn sql(cx: &Cx<'_>, pane: &mut Pane) {
    match &cx.state.details.sql {
        Some(table) => super::panel::table_lines(cx, table, pane),
        None => pane.text("no query yet: press : to type one in SQL", Role::Dim),
    }
}

/// Returns what the trace holds.
fn facts(cx: &Cx<'_>, width: u16) -> Pane {
    let trace = cx.trace;
    let mut facts = Pane::new(width, Role::Ground);
    facts.pair("dur", &super::time::dur(trace.bounds.dur().ns()));
    let utc = Clock::new(trace, TimeFormat::Utc);
    if utc.format() == TimeFormat::Utc {
        facts.pair("starts", &utc.short(trace.bounds.start(), 1_000_000_000));
    }
    if let Some(part) = chrome::first_part(trace) {
        facts.pair("read", &part);
    }
    let totals = trace.totals();
    let counts = [
        ("slices", totals.slices),
        ("states", totals.states),
        ("counters", totals.counters),
        ("flows", trace.flows.len()),
        ("frames", trace.frames.actual().len()),
        ("switches", trace.sched.sched().len()),
        ("log lines", trace.logs.len()),
        ("samples", trace.stack_profile.samples.len()),
        ("processes", trace.processes.n_processes()),
    ];
    for (name, n) in counts.into_iter().filter(|&(_, n)| n > 0) {
        let n = format!("{}{}", text::grouped(n as u64), chrome::so_far(trace));
        facts.pair(name, &n);
    }
    selection::measured(cx, &mut facts);
    facts
}

/// Returns the name of a counter as it stands beside its track, where it names the CPU.
fn counter_name(cx: &Cx<'_>, track: TrackId) -> String {
    match cx.trace.tree.node_of_track(track) {
        Some(node) => text::clean(&cx.trace.tree.node(node).name).into_owned(),
        None => "counter".to_owned(),
    }
}

/// Returns whether something is selected that no thread does, such as a frame or a counter.
fn is_of_no_thread(cx: &Cx<'_>) -> bool {
    match &cx.state.selection {
        Selection::Slice(_) => cx.selected.is_some_and(|id| cx.trace.utid_of(id).is_none()),
        Selection::Track(node) => cx.trace.thread_of_node(*node).is_none(),
        Selection::Counter(_) | Selection::Log(_) => true,
        _ => false,
    }
}

/// Returns the block that says how to begin.
fn first_keys(cx: &Cx<'_>, width: u16) -> Pane {
    let mut keys = Pane::new(width, Role::Ground);
    keys.text("Nothing is selected", Role::Dim);
    for hint in beginning(cx) {
        let line = keys.line();
        let end = line.put(Text::new(0, hint.keys.clone(), Role::Accent).bold());
        line.put(Text::new(end.max(8) + 1, hint.what.clone(), Role::Text));
    }
    keys
}

/// Returns the keys to begin with in this trace.
fn beginning<'a>(cx: &'a Cx<'_>) -> impl Iterator<Item = &'a Hint> {
    let whose = cx.trace.whose_frames();
    let has_anrs = !cx.trace.anrs().all().is_empty();
    let has_starts = !has_anrs && !cx.trace.startups().all().is_empty();
    let has_flows = !has_anrs && !has_starts && !cx.trace.flows.is_empty();
    let begin = cx.state.keys.begin.iter();
    let begin = begin.filter(move |(of, _)| match of {
        Beginning::Janks => matches!(whose, WhoseFrames::Android),
        Beginning::NextJank => whose.are_walked(),
        Beginning::Chromium => whose.are_listed_as_chromiums(),
        Beginning::Anrs => has_anrs,
        Beginning::Startups => has_starts,
        Beginning::Flows => has_flows,
        Beginning::Commands => !has_anrs && !has_starts && !has_flows,
        Beginning::Rows => cx.trace.tree.len() > 1,
        Beginning::Any => true,
    });
    begin.map(|(_, hint)| hint)
}

/// Shows what the trace holds and how to begin, below each other.
fn welcome_below(cx: &Cx<'_>, scene: &mut Scene, body: Rect) -> Placed {
    let mut pane = facts(cx, body.width);
    pane.line();
    let n_above = pane.len() + 1;
    pane.append(first_keys(cx, body.width));
    let placed = placed_welcome(cx, pane.len(), body.height);
    pane.place(body, placed.top, scene);
    name_first_keys(cx, body, (n_above, placed.top), scene);
    placed
}

/// Shows what the trace holds and how to begin, where nothing is selected.
fn welcome(cx: &Cx<'_>, scene: &mut Scene, body: Rect) -> Placed {
    let facts = facts(cx, 38.min(body.width.saturating_sub(2)));
    let keys = first_keys(cx, body.width.saturating_sub(44).min(60));
    let left = Rect {
        x: body.x + 1,
        width: facts.width(),
        ..body
    };
    let has_keys = keys.width() >= 30;
    let n_keys = if has_keys { keys.len() } else { 0 };
    let placed = placed_welcome(cx, facts.len().max(n_keys), body.height);
    facts.place(left, placed.top, scene);
    if has_keys {
        separator(scene, body.x + 40, body);
        let right = Rect {
            x: body.x + 42,
            width: keys.width(),
            ..body
        };
        let top = placed
            .top
            .min(n_keys.saturating_sub(usize::from(body.height)));
        keys.place(right, top, scene);
        name_first_keys(cx, right, (1, top), scene);
    }
    placed
}

/// Returns how a block of so many lines is placed that begins at its top.
fn placed_welcome(cx: &Cx<'_>, n_lines: usize, height: u16) -> Placed {
    let most = n_lines.saturating_sub(usize::from(height));
    let top = cx.state.details.scroll.unwrap_or(0).min(most);
    Placed {
        top,
        resting: 0,
        below: most - top,
    }
}

/// Lets clicks on the keys to begin with press these. They stand in a block below so many lines, of which some
/// are scrolled away.
fn name_first_keys(cx: &Cx<'_>, rect: Rect, (n_above, top): (usize, usize), scene: &mut Scene) {
    for (at, hint) in beginning(cx).enumerate() {
        let row = (n_above + at).checked_sub(top);
        if let Some(row) = row.filter(|&row| row < usize::from(rect.height)) {
            let place = (rect.x, rect.y + row as u16);
            scene.name_keys(chrome::keys_at(place, rect.width, &hint.keys));
        }
    }
}

/// Returns whether the details say how to begin, because there is nothing else to show.
fn shows_welcome(cx: &Cx<'_>) -> bool {
    let has_result = cx.state.details.tab == Tab::Sql && cx.state.details.sql.is_some();
    is_empty(cx) && !has_result
}

/// Returns whether there is nothing to show details of.
fn is_empty(cx: &Cx<'_>) -> bool {
    match &cx.state.selection {
        Selection::None => true,
        Selection::Slice(_) => cx.selected.is_none(),
        Selection::Counter(id) => id.index() >= cx.trace.counters.len(),
        Selection::Sched(id) => id.index() >= cx.trace.sched.sched().len(),
        Selection::State(id) => id.index() >= cx.trace.sched.states().len(),
        Selection::Sample(id) => id.index() >= cx.trace.stack_profile.samples.len(),
        Selection::Log(row) => *row as usize >= cx.trace.logs.len(),
        Selection::Track(node) => node.index() >= cx.trace.tree.len(),
        Selection::Area(_) => false,
    }
}
