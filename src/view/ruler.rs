//! The ruler: ticks at 1-2-5 steps that choose their unit, and what is marked on it.
//!
//! The first line carries labels relative to an origin that is printed in the
//! tree's column, and the flags of marks and notes; the second carries minor ticks, the
//! bracket of the selection, the deadline of the selected frame, and the A-B span.

use super::cx::Cx;
use super::scene::{Glyph, Ink, Line, Rect, Role, Scene, Target, Text};
use super::state::{Measure, TimeFormat};
use super::text;
use super::time;
use crate::base::time::{TimeSpan, Ts};
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::SliceId;

/// Ticks of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticks {
    /// Nanoseconds between labelled ticks.
    pub(super) step: i64,
    /// Nanoseconds between minor ticks.
    pub(super) minor: i64,
    /// What the labels count from.
    pub(super) base: i64,
    /// The unit of the labels.
    unit: i64,
}

const MINUTE: i64 = 60_000_000_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The least distance of labelled ticks, in columns.
const MIN_TICK_COLS: i64 = 10;

impl Ticks {
    /// Returns the ticks for a window whose time is counted from `origin`.
    pub(super) fn new(cx: &Cx<'_>) -> Self {
        let per_col = cx.view.ns_per_col();
        let step = nice_step(per_col.saturating_mul(MIN_TICK_COLS));
        let mut minor = step / 5;
        if minor < 1 || step % 5 != 0 || minor < per_col.saturating_mul(2) {
            minor = step / 2;
        }
        // Labels count from a round instant, so that they stay short.
        let origin = cx.clock.origin(cx.view.start());
        let unit = readable_unit(step, cx.view.dur().ns());
        let from_origin = i128::from(cx.view.start().ns()) - i128::from(origin.ns());
        // A window over the origin itself counts from there, to both sides.
        let is_around = from_origin < 0 && cx.view.span().end() > origin;
        let round = match cx.clock.format() {
            TimeFormat::Utc => Some(base_step_of_day(unit, step)),
            _ => base_step(unit).filter(|_| !is_around),
        };
        let rounded = round.map_or(0, |step| {
            from_origin.div_euclid(i128::from(step)) * i128::from(step)
        });
        let base = i128::from(origin.ns()) + rounded;
        Self {
            step,
            minor: minor.max(1),
            base: base.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64,
            unit,
        }
    }

    /// Returns the ticks `every` nanoseconds in the window.
    fn within(self, every: i64, span: TimeSpan) -> impl Iterator<Item = Ts> {
        let first =
            (i128::from(span.start().ns()) - i128::from(self.base)).div_euclid(i128::from(every));
        let base = i128::from(self.base);
        let end = i128::from(span.end().ns());
        (0..).map_while(move |n: i128| {
            let at = base + (first + n) * i128::from(every);
            (at < end && n < 10_000).then_some(Ts::from_ns(
                at.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64,
            ))
        })
    }

    fn label(self, ts: Ts) -> String {
        /// From so many units on digits stand in groups.
        const LONG: u64 = 10_000;
        let ns = i128::from(ts.ns()) - i128::from(self.base);
        let sign = if ns < 0 { "−" } else { "" };
        let (ns, unit) = (ns.unsigned_abs(), u128::from(self.unit.unsigned_abs()));
        let (whole, part) = (ns / unit, ns % unit);
        let whole = match u64::try_from(whole) {
            Ok(whole @ LONG..) => text::grouped(whole),
            _ => whole.to_string(),
        };
        if part == 0 {
            return format!("{sign}{whole}");
        }
        let digits = format!("{:03}", part * 1000 / unit);
        format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}

/// Returns the smallest of 1, 2, 5, 10, … that is not below `least`, in units people use: above a
/// second, minutes and hours.
fn nice_step(least: i64) -> i64 {
    const S: i64 = 1_000_000_000;
    const LONG: [i64; 14] = [
        10 * S,
        20 * S,
        30 * S,
        MINUTE,
        2 * MINUTE,
        5 * MINUTE,
        10 * MINUTE,
        20 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        6 * HOUR,
        12 * HOUR,
        DAY,
    ];
    if least > 5 * S {
        if let Some(&step) = LONG.iter().find(|&&step| step >= least) {
            return step;
        }
        return nice_decimal(least.div_euclid(DAY) + 1).saturating_mul(DAY);
    }
    nice_decimal(least)
}

fn nice_decimal(least: i64) -> i64 {
    let mut power = 1_i64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if step >= least {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

fn unit_of(step: i64) -> i64 {
    match step {
        ..1_000 => 1,
        1_000..1_000_000 => 1_000,
        1_000_000..1_000_000_000 => 1_000_000,
        1_000_000_000..MINUTE => 1_000_000_000,
        MINUTE..HOUR => MINUTE,
        HOUR..DAY => HOUR,
        _ => DAY,
    }
}

/// Returns the unit of labels that are `step` apart. If the window has several of the next larger unit,
/// labels have fewer digits in that one.
fn readable_unit(step: i64, window: i64) -> i64 {
    let unit = unit_of(step);
    let next = unit.saturating_mul(1_000);
    let is_decimal = unit < 1_000_000_000;
    let is_better = is_decimal && window >= next * 2 && step * 10 >= next;
    if is_better { next } else { unit }
}

/// Returns the step to which the origin of labels in a unit is rounded, so that they have few digits; `None`
/// for seconds and more, which count from the origin itself, also before it.
fn base_step(unit: i64) -> Option<i64> {
    match unit {
        1 => Some(1_000),
        1_000 => Some(1_000_000),
        1_000_000 => Some(1_000_000_000),
        _ => None,
    }
}

/// Returns that step for the time of day, whose origin is in 1970: labels count from the minute, hour or day.
fn base_step_of_day(unit: i64, step: i64) -> i64 {
    match unit {
        MINUTE => HOUR,
        HOUR => DAY,
        DAY => step,
        _ => base_step(unit).unwrap_or(MINUTE),
    }
}

fn unit_name(unit: i64) -> &'static str {
    match unit {
        1 => "ns",
        1_000 => "µs",
        1_000_000 => "ms",
        MINUTE => "min",
        HOUR => "h",
        DAY => "d",
        _ => "s",
    }
}

/// Returns where vertical lines stand behind the timeline: every labelled tick.
pub(super) fn grid(cx: &Cx<'_>) -> Vec<Ts> {
    let ticks = Ticks::new(cx);
    ticks.within(ticks.step, cx.view.span()).collect()
}

/// Draws the ruler into the scene's lines: one or two, as the layout says.
pub(super) fn draw(cx: &Cx<'_>, scene: &mut Scene) {
    let rect = scene.layout.ruler;
    if rect.is_empty() {
        return;
    }
    let ticks = Ticks::new(cx);
    let left = rect.x;
    let mut top = Line::new(left, rect.y, rect.width, Role::Ground);
    let mut bottom = Line::new(left, rect.y + 1, rect.width, Role::Ground);
    bottom.fill = Some(('─', Role::Rule));
    minor_ticks(cx, ticks, &mut bottom);
    instant(cx, &mut bottom);
    // Where there are two lines, flags stand beside the labels, so that what is selected or measured there does not
    // hide them.
    let has_two = rect.height > 1;
    markers(cx, &mut bottom, !has_two);
    if has_two {
        put_flags(cx, &mut top);
        labels(cx, ticks, &mut top);
    } else {
        // In the only line labels stand where nothing is marked.
        top.texts.append(&mut bottom.texts);
        labels(cx, ticks, &mut top);
    }
    hits(cx, &mut top);
    flags(cx, &top, scene);
    let mut origin = Line::new(0, rect.y, left, Role::Ground);
    origin.put(Text::new(1, origin_text(cx, ticks, left), Role::Dim));
    scene.lines.push(origin);
    scene.lines.push(top);
    if rect.height > 1 {
        let mut info = Line::new(0, rect.y + 1, left, Role::Ground);
        let has_minimap = !scene.layout.minimap.is_empty();
        info.put(Text::new(1, side_text(cx, left, has_minimap), Role::Dim));
        scene.lines.push(info);
        scene.lines.push(bottom);
    }
}

/// Makes the flags of notes and marks lead to them, as far as others have left them in sight.
fn flags(cx: &Cx<'_>, line: &Line, scene: &mut Scene) {
    let (notes, marks) = (&cx.state.notes, &cx.state.marks);
    for ts in (marks.values().copied()).chain(notes.iter().map(|note| note.ts)) {
        let col = cx.view.col_from_ts(ts);
        let is_flag = |text: &&Text| i64::from(text.x) == col && text.ink == Ink::Role(Role::Mark);
        if let Some(text) = line.texts.iter().find(is_flag) {
            let cells = Rect {
                x: line.x + text.x,
                y: line.y,
                width: text.end() - text.x,
                height: 1,
            };
            scene.aim(cells, Target::Mark(ts));
        }
    }
}

/// Returns what the labels count from: `12.340 s +`.
fn origin_text(cx: &Cx<'_>, ticks: Ticks, width: u16) -> String {
    let room = usize::from(width.saturating_sub(2));
    let base = Ts::from_ns(ticks.base);
    if cx.clock.origin(cx.view.start()) == base && cx.clock.format() == TimeFormat::Relative {
        let mut forms = ["time from start", "from start"].into_iter();
        let form = forms.find(|form| text::width(form) <= room);
        return text::fit_end(form.unwrap_or("start"), room).into_owned();
    }
    let is_nanos = cx.clock.format() == TimeFormat::Nanos;
    if is_nanos && base.ns() == 0 {
        // Nothing is to be added.
        return text::fit_end("trace clock", room).into_owned();
    }
    let text = format!("{} +", cx.clock.short(base, ticks.unit));
    if is_nanos && text::width(&text) > room {
        // Of a number without unit the first digits count.
        let seconds = time::Clock::new(cx.trace, TimeFormat::Seconds).short(base, ticks.unit);
        return text::fit_end(&format!("{seconds} +"), room).into_owned();
    }
    let unit = text.find(char::is_alphabetic).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let narrow = format!("{} {unit}", number.replace(' ', ""));
    let fits = [&text, &narrow]
        .into_iter()
        .find(|form| text::width(form) <= room);
    // Of what is too long the end matters, to which the labels are added.
    match (fits, cx.clock.format()) {
        (Some(form), _) => form.clone(),
        (None, TimeFormat::Utc) => text::fit_start(&text, room).into_owned(),
        (None, _) => text::fit_start(&narrow, room).into_owned(),
    }
}

/// Returns the deadline of the selected frame, or the length of the window if no minimap says it.
fn side_text(cx: &Cx<'_>, width: u16, has_minimap: bool) -> String {
    let room = usize::from(width.saturating_sub(2));
    let expected = cx.selected.and_then(|id| {
        let frames = &cx.trace.frames;
        let frame = frames.actual_of(id)?;
        let expected = frames.expected_for(cx.trace, frame)?;
        let dur = cx.trace.slices.dur(expected.slice)?;
        Some((dur, frames.pace(cx.trace, expected)))
    });
    let text = match expected {
        Some((dur, pace)) if dur.ns() > 0 => {
            let hz = pace.map_or(0.0, |pace| 1e9 / pace.ns() as f64);
            if hz > 20.0 && hz < 250.0 {
                let dur = time::dur(dur.ns());
                let forms = [
                    format!("deadline {dur} · {hz:.0} Hz"),
                    format!("{hz:.0} Hz · {dur}"),
                    format!("{hz:.0}Hz {dur}"),
                ];
                let fits = |form: &String| text::width(form) <= room;
                let form = forms.into_iter().find(fits);
                form.unwrap_or_else(|| format!("{hz:.0} Hz"))
            } else {
                let dur = time::dur(dur.ns());
                let whole = format!("deadline {dur}");
                if text::width(&whole) <= room {
                    whole
                } else {
                    format!("due in {dur}")
                }
            }
        }
        _ if has_minimap => String::new(),
        _ => {
            let dur = time::dur(cx.view.dur().ns());
            let whole = format!("{dur} window");
            if text::width(&whole) <= room {
                whole
            } else {
                dur
            }
        }
    };
    text::fit_end(&text, room).into_owned()
}

/// Puts labels of ticks into a line: each is written whole and apart from other texts, or not at all. The
/// first one has the unit.
fn labels(cx: &Cx<'_>, ticks: Ticks, line: &mut Line) {
    let marked: Vec<(i64, i64)> = (line.texts.iter())
        .map(|text| (i64::from(text.x), i64::from(text.end())))
        .collect();
    let mut free = 0;
    let mut is_first = true;
    for ts in ticks.within(ticks.step, cx.view.span()) {
        let col = cx.view.col_from_ts(ts);
        if col < 0 || col < free {
            continue;
        }
        let mut label = ticks.label(ts);
        if is_first {
            label = format!("{label} {}", unit_name(ticks.unit));
        }
        let width = text::width(&label) as i64 + 1;
        if col + width > i64::from(line.width) {
            break;
        }
        let is_marked = |&(from, end): &(i64, i64)| from <= col + width && end > col;
        if marked.iter().any(is_marked) {
            continue;
        }
        is_first = false;
        line.glyphs.push(Glyph::behind(col as u16, '╷', Role::Dim));
        line.put(Text::new(col as u16 + 1, label, Role::Text));
        free = col + width + 1;
    }
}

fn minor_ticks(cx: &Cx<'_>, ticks: Ticks, line: &mut Line) {
    for ts in ticks.within(ticks.minor, cx.view.span()) {
        let col = cx.view.col_from_ts(ts);
        if (0..i64::from(line.width)).contains(&col) {
            line.glyphs.push(Glyph::behind(col as u16, '╵', Role::Rule));
        }
    }
    for ts in ticks.within(ticks.step, cx.view.span()) {
        let col = cx.view.col_from_ts(ts);
        if (0..i64::from(line.width)).contains(&col) {
            line.glyphs.push(Glyph::behind(col as u16, '┴', Role::Dim));
        }
    }
}

/// Marks the instant of the keyboard, of which the values beside the names are.
fn instant(cx: &Cx<'_>, line: &mut Line) {
    let col = cx.view.col_from_ts(cx.cursor_ts());
    if (0..i64::from(line.width)).contains(&col) {
        line.glyphs
            .push(Glyph::behind(col as u16, '┬', Role::Accent));
    }
}

/// Puts the flags of notes and marks into a line.
fn put_flags(cx: &Cx<'_>, line: &mut Line) {
    let col = |ts: Ts| cx.view.col_from_ts(ts);
    for note in &cx.state.notes {
        // A mark in the same column shares its flag.
        let marks = cx.state.marks.iter();
        let here = marks.filter(|&(_, &ts)| col(ts) == col(note.ts));
        let names: String = here.flat_map(|(&name, _)| [name, ' ']).collect();
        let words = text::clean(&note.text);
        let label = format!("⚑{names}{}", text::fit_end(&words, 16));
        mark(cx, line, note.ts, &label, Role::Mark);
    }
    let is_noted = |ts: Ts| (cx.state.notes.iter()).any(|note| col(note.ts) == col(ts));
    for (&name, &ts) in cx.state.marks.iter().filter(|(_, ts)| !is_noted(**ts)) {
        mark(cx, line, ts, &format!("⚑{name}"), Role::Mark);
    }
}

/// Marks what matters in the window, the least important first: also the flags if it
/// `has_flags`.
fn markers(cx: &Cx<'_>, line: &mut Line, has_flags: bool) {
    let col = |ts: Ts| cx.view.col_from_ts(ts);
    let (selected, frame) = (selection_span(cx), frame_marks(cx));
    if let (Some(span), None) = (selected, &frame) {
        bracket(cx, line, span, ('▼', '▼'), Role::Selection);
    }
    if has_flags {
        put_flags(cx, line);
    }
    match cx.state.measure {
        Some(Measure::From(a)) => mark(cx, line, a, "A", Role::Measure),
        Some(Measure::Between(a, b)) => {
            let span = TimeSpan::new(a, b);
            bracket(cx, line, span, ('A', 'B'), Role::Measure);
        }
        None => {}
    }
    if let (Some(span), Some((due, failure, token))) = (selected, frame) {
        let role = failure.as_ref().map_or(Role::Good, |_| Role::Bad);
        mark(cx, line, span.start(), "▼", Role::Good);
        // The words stand before their arrow if the lateness needs the room behind it.
        let words = format!("deadline {token}");
        let width = text::width(&words) as i64;
        let is_crowded =
            failure.is_some() && (0..=width + 1).contains(&(col(span.end()) - col(due)));
        if is_crowded && col(due) > width {
            mark_before(line, col(due), &words, role);
        } else {
            mark(cx, line, due, &format!("▼{words}"), role);
        }
        if let Some(failure) = failure {
            mark(cx, line, span.end(), &format!("▼{failure}"), Role::Bad);
        }
        // Where the lateness has taken the place of the word, the arrow stays.
        let col = cx.view.col_from_ts(due);
        let covers = |text: &Text| (i64::from(text.x)..i64::from(text.end())).contains(&col);
        if !line.texts.iter().any(covers) {
            mark(cx, line, due, "▼", role);
        }
    }
    // A flag at an end of the selection takes the place of the arrow there.
    let flags = cx.state.notes.iter().map(|note| note.ts);
    let flags = flags.filter(|_| has_flags);
    let marks = cx.state.marks.values().copied().filter(|_| has_flags);
    for ts in flags.chain(marks) {
        let is_arrow = |text: &&mut Text| i64::from(text.x) == col(ts) && text.text == "▼";
        if let Some(arrow) = line.texts.iter_mut().find(is_arrow) {
            *arrow = Text::new(arrow.x, "⚑", Role::Mark).on(Role::Ground);
        }
    }
    // At an end of the frame the letter of a marker says more than the arrow.
    let markers = match cx.state.measure {
        Some(Measure::From(a)) => [Some((a, "A")), None],
        // In one column A stands for both.
        Some(Measure::Between(a, b)) => {
            [Some((a, "A")), Some((b, "B")).filter(|_| col(a) != col(b))]
        }
        None => [None, None],
    };
    for (ts, letter) in markers.into_iter().flatten() {
        put_letter(line, col(ts), letter);
    }
}

/// Returns the deadline of the selected frame, how it missed that, if it did, and its token.
fn frame_marks(cx: &Cx<'_>) -> Option<(Ts, Option<String>, i64)> {
    let frame = cx.trace.frames.actual_of(cx.selected?)?;
    let due = cx.trace.frames.deadline(cx.trace, frame)?;
    let late = cx.trace.frames.late_ns(cx.trace, frame)?;
    let failure = if frame.is_dropped() {
        Some("never shown".to_owned())
    } else {
        (late > 0).then(|| format!("{} late", time::signed(late)))
    };
    Some((due, failure, frame.token()))
}

/// Returns the time that the selection spans.
pub(super) fn selection_span(cx: &Cx<'_>) -> Option<TimeSpan> {
    time::selected_span(cx.trace, &cx.state.selection)
}

/// Puts a label at an instant, shifted left where the right edge would cut it.
fn mark(cx: &Cx<'_>, line: &mut Line, ts: Ts, label: &str, role: Role) {
    let col = cx.view.col_from_ts(ts);
    if !(0..i64::from(line.width)).contains(&col) {
        return;
    }
    match label.strip_prefix('▼') {
        Some(words)
            if !words.is_empty() && col + text::width(label) as i64 > i64::from(line.width) =>
        {
            mark_before(line, col, words, role);
        }
        _ => put_mark(line, col, label.to_owned(), role),
    }
}

/// Puts the letter of a marker at a column, whatever is there: of words that begin with an arrow the words stay.
fn put_letter(line: &mut Line, col: i64, letter: &str) {
    if !(0..i64::from(line.width)).contains(&col) {
        return;
    }
    let covers = |text: &Text| (i64::from(text.x)..i64::from(text.end())).contains(&col);
    let is_there = |text: &Text| i64::from(text.x) == col && text.text == letter;
    if line.texts.iter().any(is_there) {
        return;
    }
    let mut rest = None;
    line.texts.retain(|text| {
        if covers(text) && i64::from(text.x) == col {
            rest = text.text.strip_prefix('▼').map(|words| {
                let mut words = Text {
                    text: words.to_owned(),
                    ..text.clone()
                };
                words.x += 1;
                words
            });
        }
        !covers(text)
    });
    line.put(Text::new(col as u16, letter, Role::Measure).on(Role::Ground));
    if let Some(words) = rest.filter(|words| !words.text.is_empty()) {
        line.put(words);
    }
}

/// Puts an arrow at a column and its words to the left.
fn mark_before(line: &mut Line, col: i64, words: &str, role: Role) {
    let at = (col - text::width(words) as i64 - 1).max(0);
    put_mark(line, at, format!("{words} ▼"), role);
}

/// Puts a label at a column in the place of what is there. A word keeps a blank to the next, but not
/// to an arrow.
fn put_mark(line: &mut Line, at: i64, label: String, role: Role) {
    let end = at + text::width(&label) as i64;
    line.texts.retain_mut(|old| {
        let (from, to) = (i64::from(old.x), i64::from(old.end()));
        let (left, right) = if from < at {
            (&old.text, &label)
        } else {
            (&label, &old.text)
        };
        let gap = i64::from(!left.ends_with('▼') && !right.starts_with('▼'));
        let is_free = to + gap <= at || from >= end + gap;
        // Of a flag that is in the way at least the beginning stays.
        let stays = !is_free && from < at && old.text.starts_with('⚑');
        if stays {
            old.text = text::fit_end(&old.text, (at - from - gap) as usize).into_owned();
        }
        is_free || stays
    });
    line.put(Text::new(at as u16, label, role).on(Role::Ground));
}

/// How many cells at each end of the selection's bracket are heavy: no others change when it moves.
const STUB: i64 = 3;

/// Returns whether a slice is a frame whose prediction had expired.
fn is_expired(cx: &Cx<'_>, id: SliceId) -> bool {
    let frame = cx.trace.frames.actual_of(id);
    frame.is_some_and(ActualFrame::is_expired)
}

/// Marks both ends of a span, with its length between them where there is room.
fn bracket(cx: &Cx<'_>, line: &mut Line, span: TimeSpan, ends: (char, char), role: Role) {
    let cols = i64::from(line.width);
    let from = cx.view.col_from_ts(span.start());
    let to = cx.view.col_from_ts(span.end());
    if to < 0 || from >= cols {
        return;
    }
    let (first, last) = (from.clamp(0, cols - 1), to.clamp(0, cols - 1));
    let dur = time::dur(span.dur().ns());
    // The start of an expired frame is made up, and with it the length.
    let label = if role != Role::Selection {
        format!(" {dur} ")
    } else if cx.selected.is_some_and(|id| is_expired(cx, id)) {
        " expired ".to_owned()
    } else {
        let sign = time::selected_sign(cx.trace, &cx.state.selection);
        format!(" {sign}{dur} ")
    };
    let width = text::width(&label) as i64;
    if !span.dur().is_zero() && last > first {
        let len = last - first;
        let stubs = if role == Role::Selection && len > 2 * STUB {
            [(first, STUB), (last + 1 - STUB, STUB)]
        } else {
            [(first, len), (last, 0)]
        };
        for (at, len) in stubs.into_iter().filter(|&(_, len)| len > 0) {
            line.put(Text::new(at as u16, "━".repeat(len as usize), role));
        }
        let at = if last - first > width {
            Some(first + (last - first + 1 - width) / 2)
        } else if last + 1 + width < cols {
            Some(last + 1)
        } else {
            (first >= width).then_some(first - width)
        };
        if let Some(at) = at {
            line.put(Text::new(at as u16, label, role).on(Role::Ground));
        }
    }
    if from >= 0 {
        line.put(Text::new(from as u16, ends.0.to_string(), role).on(Role::Ground));
    }
    if to < cols && to != from {
        line.put(Text::new(to as u16, ends.1.to_string(), role).on(Role::Ground));
    }
}

/// Ticks for search hits: at most one a column, and none where they would fill the line, as that says
/// nothing and hides the labels.
fn hits(cx: &Cx<'_>, line: &mut Line) {
    let times = cx.state.hit_times();
    let n_before = line.glyphs.len();
    let mut from = times.partition_point(|&ts| ts < cx.view.start().ns());
    for col in 0..line.width {
        let end = cx.view.ts_from_col(i64::from(col) + 1).ns();
        let to = from + times[from..].partition_point(|&ts| ts < end);
        if to > from {
            let is_free = !line
                .texts
                .iter()
                .any(|text| (text.x..text.end()).contains(&col));
            if is_free {
                line.glyphs.push(Glyph {
                    behind: false,
                    ..Glyph::behind(col, '▾', Role::Match)
                });
            }
        }
        from = to;
    }
    let n_free = usize::from(line.width)
        .saturating_sub(line.texts.iter().map(|text| text::width(&text.text)).sum());
    if (line.glyphs.len() - n_before) * 4 > n_free * 3 {
        line.glyphs.truncate(n_before);
    }
}

#[cfg(test)]
mod tests;
