//! One frame as a small timeline: its threads, whom they waited for, and the deadline.
//!
//! Drawn below lists of frames and in the lens. At most twelve rows; what does not fit into a row
//! is left out, never squeezed.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::super::cx::Cx;
use super::super::overlay::Canvas;
use super::super::scene::{Glyph, Ink, Item, Line, Mods, Role, Size, Span, Stroke, Text, Tone};
use super::super::slices::frame_role;
use super::super::text;
use super::super::time;
use super::arrows::{Place, arrows};
use super::{evidence, part_role, part_word, put_bar};
use crate::base::time::{TimeSpan, Ts};
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::{SliceId, Utid};
use crate::query::frame_lens::{
    Blocker, FrameLens, Part, PartGroup, PartKind, Stage, behind, chain_of_part,
};

/// A thread that was waited for gets a row if the wait took more than 1/20 of the frame, and a thread that
/// ran during a wait if that took more than 1/20 of the wait.
const PEER_SHARE: i64 = 20;

/// Stands before the name of a thread that was waited for.
const BRANCH: &str = "└ ";

/// How many of the longest waits are searched for a thread that was waited for.
const WAITS_MAX: usize = 8;

/// How many threads get a row that ran during a wait until one of them woke the waiting thread.
const WAKERS_MAX: usize = 2;

/// A bar on a row.
struct Bar {
    span: TimeSpan,
    label: String,
    ink: Ink,
    item: Item,
    /// Since when the bar is late.
    due: Option<Ts>,
}

/// The most rows of a timeline that is not shown whole.
const FEW_ROWS: usize = 7;

/// Returns the timeline of a frame, `cols` wide. If `is_whole`, it has all rows, and the flows between them.
pub(in crate::view) fn timeline(
    cx: &Cx<'_>,
    frame: &ActualFrame,
    cols: u16,
    is_whole: bool,
) -> Canvas {
    let lens = FrameLens::new(cx.trace, frame);
    let names = match cols {
        ..120 => 20,
        120..160 => 28,
        _ => 36,
    };
    let area = Area {
        window: window(cx, &lens),
        x: names + 1,
        cols: cols.saturating_sub(names + 2).max(1),
    };
    let mut lines = vec![head(cx, &lens, frame, cols)];
    let mut places = HashMap::new();
    let mut rows = rows(cx, &lens, (frame, names));
    // A row without a bar in sight says nothing.
    rows.retain(|(_, bars)| bars.iter().any(|bar| bar.span.overlaps(area.window)));
    for least in ["GPU", "SurfaceFlinger"] {
        if !is_whole && rows.len() > FEW_ROWS {
            rows.retain(|(name, _)| name != least);
        }
    }
    for (name, bars) in rows {
        let line = row(&area, &lens, &name, bars, cols);
        note_places(&line, lines.len() as u16, &mut places);
        lines.push(line);
    }
    let flows = lens.flows.iter().filter(|_| is_whole);
    let flows = flows.map(|&flow| cx.trace.flows.get(flow));
    let strokes = arrows(flows, &places, cols);
    name_deadline(&area, &lens, &mut lines, &strokes);
    lines.push(Line::new(0, 0, cols, Role::Ground));
    lines.push(path(&lens, cols, names));
    for (y, line) in lines.iter_mut().enumerate() {
        line.y = y as u16;
    }
    Canvas {
        size: Size {
            cols,
            rows: lines.len() as u16,
        },
        lines,
        strokes,
    }
}

/// Notes where the slices of a line are.
fn note_places(line: &Line, y: u16, places: &mut HashMap<SliceId, Place>) {
    for span in &line.spans {
        if let Item::Slice(slice) = span.item {
            let place = places.entry(slice).or_insert(Place {
                y,
                x0: (span.x0 / 8) as u16,
                x1: 0,
            });
            place.x1 = span.x1.div_ceil(8) as u16;
        }
    }
}

/// Where time is drawn.
struct Area {
    window: TimeSpan,
    x: u16,
    cols: u16,
}

impl Area {
    /// Returns where an instant is, in eighths of a cell from the left edge of the line.
    fn place(&self, ts: Ts) -> u32 {
        let total = i128::from(self.window.dur().ns()).max(1);
        let ts = ts.clamp(self.window.start(), self.window.end());
        let from_start = i128::from(ts.since(self.window.start()).ns());
        let eighths = i128::from(self.cols) * 8;
        u32::from(self.x) * 8 + (from_start * eighths / total) as u32
    }
}

/// Returns the time that is shown: all of the frame, its deadline, and when it was composed.
fn window(cx: &Cx<'_>, lens: &FrameLens) -> TimeSpan {
    let slices = &cx.trace.slices;
    let links = &lens.links;
    let shown = links.display.iter();
    let last = links.composites.iter().chain(&links.commits).chain(shown);
    let end = last
        .filter_map(|&slice| slices.over_by(slice))
        .chain(lens.deadline)
        .fold(lens.span.end(), Ts::max);
    TimeSpan::new(lens.span.start(), end)
}

/// The first line: ` 131 ── expected 16.7 ms ── actual 28.3 ms ── +12.6 ms late ──`.
fn head(cx: &Cx<'_>, lens: &FrameLens, frame: &ActualFrame, cols: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Ground);
    line.fill = Some(('─', Role::Rule));
    let mut badge = Text::new(
        2,
        format!(" {} {} ", frame.token(), frame.jank_tag.letter()),
        Role::Text,
    );
    badge.ink = Ink::OnFill;
    badge.ground = Some(Ink::Role(frame_role(frame)));
    let mut x = line.put(badge.bold());
    let expected = lens
        .links
        .expected
        .and_then(|slice| cx.trace.slices.dur(slice));
    let actual = cx.trace.slices.dur(frame.slice);
    let actual = actual.filter(|_| !frame.is_expired());
    let dur = |dur: Option<crate::base::time::Dur>| {
        dur.map_or_else(|| "unknown".to_owned(), |dur| time::dur(dur.ns()))
    };
    for (words, role) in [
        (format!(" expected {} ", dur(expected)), Role::Dim),
        (format!(" actual {} ", dur(actual)), Role::Strong),
        (late(lens, frame), Role::Bad),
    ] {
        if !words.is_empty() {
            x = line.put(Text::new(x + 1, words, role));
        }
    }
    line
}

/// Returns how the frame missed its deadline, if it did.
fn late(lens: &FrameLens, frame: &ActualFrame) -> String {
    match lens.late_ns {
        _ if frame.is_dropped() => " never shown ".to_owned(),
        Some(late) if late > 0 => format!(" {} late ", time::signed(late)),
        _ => String::new(),
    }
}

/// Returns the rows: a name and bars in the order of time.
fn rows(
    cx: &Cx<'_>,
    lens: &FrameLens,
    (frame, names): (&ActualFrame, u16),
) -> Vec<(String, Vec<Bar>)> {
    let links = &lens.links;
    let mut rows: Vec<(String, Vec<Bar>)> = Vec::new();
    let is_display = frame.surface_token.is_none();
    if !is_display || lens.is_guess() {
        let is_ui = |part: &&Part| {
            matches!(
                part.stage,
                Stage::MainThread
                    | Stage::EarlierMain
                    | Stage::WaitUi
                    | Stage::EarlierDoFrame
                    | Stage::DoFrame
            )
        };
        let ui = || lens.parts.iter().filter(is_ui);
        let name = if lens.is_guess() {
            Stage::MainThread.name()
        } else {
            "UI thread"
        };
        let utid = ui().find_map(|part| part.thread);
        rows.push((
            thread_name(cx, name, utid, names),
            ui().map(part_bar).collect(),
        ));
        rows.extend(peers(cx, lens));
    }
    if !is_display {
        let guessed = || {
            lens.parts
                .iter()
                .filter(|part| part.stage == Stage::MainRender)
        };
        let (name, utid, bars) = if let Some(part) = guessed().next() {
            let bars = guessed().map(part_bar).collect();
            (Stage::MainRender.name(), part.thread, bars)
        } else {
            let mut draws = links.draw_frames.iter();
            let utid = draws.find_map(|&draw| cx.trace.utid_of(draw));
            ("RenderThread", utid, slice_bars(cx, &links.draw_frames))
        };
        rows.push((thread_name(cx, name, utid, names), bars));
        rows.push(("GPU".to_owned(), slice_bars(cx, &links.gpu)));
    }
    let mut composed = links.commits.clone();
    composed.extend_from_slice(&links.composites);
    rows.push(("SurfaceFlinger".to_owned(), slice_bars(cx, &composed)));
    if let Some(expected) = links.expected {
        let mut bars = slice_bars(cx, &[expected]);
        for bar in &mut bars {
            bar.ink = Ink::Role(Role::Expected);
        }
        rows.push(("expected".to_owned(), bars));
    }
    rows.push(("this frame".to_owned(), frame_bars(cx, frame)));
    let display = links
        .display
        .and_then(|slice| cx.trace.frames.actual_of(slice));
    if let Some(display) = display.filter(|display| display.slice != frame.slice) {
        rows.push(("display frame".to_owned(), frame_bars(cx, display)));
    }
    rows
}

/// Returns what a thread is for the frame and which one it is, as far as there is room in `names` cells.
fn thread_name(cx: &Cx<'_>, what: &str, utid: Option<Utid>, names: u16) -> String {
    let Some(utid) = utid else {
        return what.to_owned();
    };
    let tid = cx.trace.processes.thread(utid).tid;
    let title = cx.trace.thread_title(utid);
    let whole = format!("{what} {}", text::clean(&title));
    let is_said = title.starts_with(what.trim_end_matches('?'));
    if is_said || text::width(&whole) >= usize::from(names) {
        return format!("{what} {tid}");
    }
    whole
}

/// Returns the bar of a frame in the colour of its jank.
fn frame_bars(cx: &Cx<'_>, frame: &ActualFrame) -> Vec<Bar> {
    let mut bars = slice_bars(cx, &[frame.slice]);
    for bar in &mut bars {
        bar.ink = Ink::Role(frame_role(frame));
        bar.due = cx.trace.frames.deadline(cx.trace, frame);
    }
    bars
}

fn part_bar(part: &Part) -> Bar {
    let label = match part.kind {
        PartKind::Running | PartKind::Busy => part.label.clone(),
        PartKind::Unknown(_) => format!("? {}", part.label),
        kind => format!("{}: {}", part_word(kind), part.label),
    };
    Bar {
        span: part.span,
        label,
        ink: Ink::Role(part_role(part.kind)),
        item: evidence(part),
        due: None,
    }
}

/// Returns rows for the thread that was waited for longest, and for the thread that this one waited for.
fn peers(cx: &Cx<'_>, lens: &FrameLens) -> Vec<(String, Vec<Bar>)> {
    let share = lens.span.dur().ns() / PEER_SHARE;
    let is_wait =
        |part: &&Part| matches!(part.kind, PartKind::Blocked(_)) && part.stage != Stage::Queued;
    let mut waits: Vec<&Part> = lens.parts.iter().filter(is_wait).collect();
    waits.retain(|part| part.span.dur().ns() >= share);
    waits.sort_by_key(|part| Reverse(part.span.dur()));
    waits.truncate(WAITS_MAX);
    let mut rows = waits.into_iter().map(|part| match (part.kind, part.peer) {
        (PartKind::Blocked(Blocker::Thread), _) | (_, None) => wakers(cx, lens, part),
        (_, Some(peer)) => other_side(cx, part, peer),
    });
    rows.find(|rows| !rows.is_empty()).unwrap_or_default()
}

/// Returns rows for the slice that answered a call or held a lock, and for the slice that it waited for.
fn other_side(cx: &Cx<'_>, part: &Part, peer: SliceId) -> Vec<(String, Vec<Bar>)> {
    let row = |indent: &str, slice: SliceId| {
        let name = match cx.trace.utid_of(slice) {
            Some(utid) => peer_name(cx, indent, utid),
            None => format!("{indent}{BRANCH}other side"),
        };
        (name, slice_bars(cx, &[slice]))
    };
    let behind = behind(cx.trace, part);
    std::iter::once(row("", peer))
        .chain(behind.map(|slice| row("  ", slice)))
        .collect()
}

/// Returns rows for the threads that did most while a thread slept until one of them woke it.
fn wakers(cx: &Cx<'_>, lens: &FrameLens, part: &Part) -> Vec<(String, Vec<Bar>)> {
    let chain = chain_of_part(cx.trace, part);
    let mut draws = lens.links.draw_frames.iter();
    let render = draws.find_map(|&draw| cx.trace.utid_of(draw));
    let mut threads: Vec<Utid> = Vec::new();
    let matters = |group: &&PartGroup| group.dur.ns() >= part.span.dur().ns() / PEER_SHARE;
    let groups = chain.groups.iter().take_while(matters);
    for utid in groups.filter_map(|group| group.thread) {
        // RenderThread has a row of its own.
        if !threads.contains(&utid) && Some(utid) != render && threads.len() < WAKERS_MAX {
            threads.push(utid);
        }
    }
    let row = |(at, utid): (usize, Utid)| {
        let did = chain.parts.iter().filter(|part| part.thread == Some(utid));
        let indent = ["", "  "][at.min(1)];
        (peer_name(cx, indent, utid), did.map(part_bar).collect())
    };
    threads.into_iter().enumerate().map(row).collect()
}

fn peer_name(cx: &Cx<'_>, indent: &str, utid: Utid) -> String {
    format!(
        "{indent}{BRANCH}{}",
        text::clean(&cx.trace.thread_title(utid))
    )
}

fn slice_bars(cx: &Cx<'_>, slices: &[SliceId]) -> Vec<Bar> {
    let table = &cx.trace.slices;
    let bar = |&slice: &SliceId| Bar {
        span: TimeSpan::new(
            table.ts(slice),
            table.over_by(slice).unwrap_or(cx.trace.known_until()),
        ),
        label: cx.slice_name(slice).into_owned(),
        ink: Ink::Name(cx.ink_of_slice(slice)),
        item: Item::Slice(slice),
        due: None,
    };
    let mut bars: Vec<Bar> = slices.iter().map(bar).collect();
    bars.sort_by_key(|bar| bar.span.start());
    bars
}

/// Draws a row: bars in the order of time, where an earlier one keeps its place.
fn row(area: &Area, lens: &FrameLens, name: &str, bars: Vec<Bar>, cols: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Ground);
    let room = usize::from(area.x.saturating_sub(2));
    // A row that branches off keeps the number of its thread.
    let name = match name.split_once(BRANCH) {
        Some((indent, thread)) => {
            let room = room.saturating_sub(indent.len() + text::width(BRANCH));
            format!("{indent}{BRANCH}{}", text::fit_name(thread, room))
        }
        None => text::fit_end(name, room).into_owned(),
    };
    line.put(Text::new(1, name, Role::Dim));
    let mut taken = u32::from(area.x) * 8;
    for bar in bars {
        if !bar.span.overlaps(area.window) {
            continue;
        }
        let x0 = area.place(bar.span.start()).max(taken);
        let x1 = area.place(bar.span.end()).max(x0 + 1);
        if x0 >= u32::from(area.x + area.cols) * 8 {
            break;
        }
        let span = Span {
            item: bar.item,
            ..Span::bar(x0, x1, bar.ink)
        };
        // The part past the deadline is darker, as on the timeline.
        let due = bar.due.map_or(x1, |due| area.place(due).clamp(x0, x1));
        if due > x0 {
            line.spans.push(Span { x1: due, ..span });
        }
        if due < x1 {
            let tone = Tone::Deep;
            line.spans.push(Span {
                x0: due,
                tone,
                ..span
            });
        }
        taken = x1;
        let label = text::clean(&bar.label).into_owned();
        let cells = |x0: u32, x1: u32| ((x0.div_ceil(8)) as u16, (x1 / 8) as u16);
        // The name does not cross the deadline: it stands in the longer part if it must.
        let (first, last) = cells(x0, due);
        let is_before = text::width(&label) < usize::from(last.saturating_sub(first));
        let (first, last) = if is_before || due - x0 >= x1 - due {
            (first, last)
        } else {
            cells(due, x1)
        };
        let room = usize::from(last.saturating_sub(first));
        if room >= 3 {
            let is_padded = room >= 4 && text::width(&label) < room;
            let at = first + u16::from(is_padded);
            let mut label = Text::new(at, text::fit_label(&label, room), Role::Text);
            label.ink = Ink::OnFill;
            line.put(label);
        }
    }
    let at = lens
        .deadline
        .map(|deadline| (area.place(deadline) / 8) as u16);
    // The line of the deadline does not run through a word.
    let is_word = |x: u16| {
        line.texts
            .iter()
            .any(|text| (text.x..text.end()).contains(&x))
    };
    if let Some(x) = at.filter(|&x| !is_word(x)) {
        line.glyphs.push(Glyph {
            x,
            ch: '┊',
            ink: Ink::Role(Role::Bad),
            mods: Mods::NONE,
            behind: false,
            item: Item::None,
        });
    }
    line
}

/// Writes `deadline` beside its line, on the first row that is empty there and that no arrow crosses.
fn name_deadline(area: &Area, lens: &FrameLens, lines: &mut [Line], arrows: &[Stroke]) {
    const WORD: &str = "deadline";
    let Some(deadline) = lens.deadline else {
        return;
    };
    let at = area.place(deadline) / 8;
    let width = WORD.len() as u32;
    let before = at.checked_sub(width + 1);
    let before = before.filter(|&from| from > u32::from(area.x));
    let right_edge = u32::from(area.x) + u32::from(area.cols);
    let after = (at + 2 + width <= right_edge).then_some(at + 2);
    for from in before.into_iter().chain(after) {
        let cells = from..from + width;
        let is_free = |(y, line): &(usize, &mut Line)| {
            let crosses = |span: &Span| span.x0 < cells.end * 8 && span.x1 > cells.start * 8;
            let is_on = |stroke: &Stroke| {
                usize::from(stroke.y) == *y && cells.contains(&u32::from(stroke.x))
            };
            !line.spans.iter().any(crosses) && !arrows.iter().any(is_on)
        };
        if let Some((_, line)) = lines.iter_mut().enumerate().skip(1).find(is_free) {
            line.put(Text::new(from as u16, WORD, Role::Bad));
            return;
        }
    }
}

/// The last line: the critical path in proportion.
fn path(lens: &FrameLens, cols: u16, names: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Ground);
    let took = if lens.is_start_known {
        time::dur(lens.span.dur().ns())
    } else {
        "unknown".to_owned()
    };
    let forms = [format!("critical path {took}"), format!("path {took}")];
    let fits = |form: &&String| text::width(form) < usize::from(names);
    let words = forms.iter().find(fits).unwrap_or(&forms[1]);
    let words = text::fit_end(words, usize::from(names)).into_owned();
    line.put(Text::new(1, words, Role::Dim));
    let place = (names + 1, cols.saturating_sub(names + 2));
    put_bar(&mut line, place, &lens.parts, lens.span);
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::query::janks::tests::{TestFrame, add_frames, good};
    use crate::view::memo::Memo;
    use crate::view::state::ViewState;

    /// Returns the timeline of a frame that was drawn by two threads and took from 5 to 120, and when
    /// it was due.
    fn drawn(due: i64) -> Canvas {
        let mut b = TraceBuilder::new();
        let app = b.process(1000, "com.app");
        for (tid, name, slice) in [
            (1000, "com.app", (10, 60, "Choreographer#doFrame 131")),
            (1001, "RenderThread", (60, 50, "DrawFrames 131")),
        ] {
            let thread = b.thread(app, tid, name);
            let track = b.slice_track(Scope::Thread(thread), None);
            b.nested_slices(track, &[slice]);
        }
        let frame = TestFrame {
            expected: Some((0, due)),
            actual: (5, 120),
            ..good(131, 0)
        };
        add_frames(&mut b, &[app], &[frame]);
        let trace = b.finish();
        let (state, memo) = (ViewState::default(), Memo::default());
        let cx = Cx::new(&trace, (&state, &memo), 200, 0);
        let frame = trace.frames.actual().first().expect("a frame");
        timeline(&cx, frame, 200, true)
    }

    #[test]
    fn threads_are_named_once_and_rows_without_bars_are_left_out() {
        let canvas = drawn(100);
        let rows = &canvas.lines[1..canvas.lines.len() - 2];
        let names = rows.iter().map(|line| line.texts[0].text.as_ref());
        assert_eq!(
            names.collect::<Vec<&str>>(),
            [
                "UI thread com.app 1000",
                "RenderThread 1001",
                "expected",
                "this frame"
            ]
        );
    }

    #[test]
    fn the_deadline_is_in_sight_and_its_name_beside_it() {
        let marked = |due| {
            let canvas = drawn(due);
            let glyphs = canvas.lines.iter().flat_map(|line| &line.glyphs);
            let mut marks: Vec<u16> = glyphs.map(|glyph| glyph.x).collect();
            marks.dedup();
            let texts = canvas.lines.iter().flat_map(|line| &line.texts);
            let name = texts.clone().find(|text| text.text == "deadline");
            (marks, name.map(|text| text.x))
        };
        assert_eq!(marked(100), (vec![172], Some(163)));
        // It may come after all else, and so early that its name has no room before it.
        assert_eq!(marked(200), (vec![199], Some(190)));
        assert_eq!(marked(5), (vec![43], Some(45)));
    }
}
