//! The title bar and the status lines.
//!
//! Parts are put in order of importance and left out from the end where the
//! screen is narrow; nothing here wraps.

use super::cx::Cx;
use super::rows::n_kept;
use super::scene::{Button, Ink, JankTag, Line, Mods, Partial, Rect, Role, Scene, Target, Text};
use super::state::{FileFate, Hint, LoadState, Measure, Message, MessageKind, Meter};
use super::text;
use super::time;
use crate::model::chromium_frames::Lack;
use crate::model::issue::{IssueKind, IssueLog, Severity};
use crate::model::trace::{MetadataValue, Trace};
use crate::model::whose_frames::WhoseFrames;

/// Draws the title bar.
pub(super) fn title(cx: &Cx<'_>, scene: &mut Scene) {
    let rect = scene.layout.title;
    let is_wide = rect.width >= 120;
    let mut line = Line::new(rect.x, rect.y, rect.width, Role::Bar);
    let mut x = if is_wide {
        line.put(Text::new(1, "▞ perfetty", Role::Accent).bold())
    } else {
        line.put(Text::badge(0, " perfetty "))
    };
    // Of a long name a part may be what the facts leave, and facts are left out for the rest.
    let share = usize::from(rect.width) / if is_wide { 4 } else { 3 };
    let room = share.max(left_of_facts(cx, rect, x));
    let room = room.min(name_room(cx, rect.width, x));
    let file = file_name(cx);
    let named = if is_wide { file } else { bare(file) };
    let name = text::fit_middle(&text::clean(named), room).into_owned();
    x = line.put(Text::new(x + if is_wide { 2 } else { 1 }, name, Role::Strong).bold());
    if let Some(words) = cx.state.file.words() {
        x = line.put(Text::new(x + 1, words, Role::Bad).bold());
    }
    if !cx.state.is_opening(cx.trace) {
        // How far the import is and what is janky has its room before the facts.
        let room = rect.width.saturating_sub(x + 2 + others_width(cx, rect));
        x = line.put(Text::new(x + 2, facts(cx, is_wide, room), Role::Dim));
    }
    let from = load(cx, &mut line, x + 2) + 2;
    x = jank(cx, &mut line, from);
    let badge = issues(cx, &mut line, x);
    let cells = |from: u16, to: u16| Rect {
        x: rect.x + from,
        width: to.saturating_sub(from),
        height: 1,
        ..rect
    };
    scene.aim(cells(from, x), Target::Button(Button::Janks));
    scene.aim(cells(badge, rect.width), Target::Button(Button::Issues));
    scene.lines.push(line);
}

/// Returns how many cells everything takes but name and facts, in full.
fn others_width(cx: &Cx<'_>, rect: Rect) -> u16 {
    let mut apart = Line::new(0, rect.y, rect.width, Role::Bar);
    standing(cx, &mut apart, 0) + issues_width(cx)
}

/// Returns how many cells the title leaves for the name from `x` on if nothing else is left out.
fn left_of_facts(cx: &Cx<'_>, rect: Rect, x: u16) -> usize {
    let facts = facts(cx, rect.width >= 120, u16::MAX);
    // Two spaces stand before the name and behind it.
    let others = x + 4 + text::width(&facts) as u16 + others_width(cx, rect);
    usize::from(rect.width.saturating_sub(others))
}

/// Returns how many cells the name may have from `x` on, so that the duration and the number of
/// janky frames have room behind it: a few at least.
fn name_room(cx: &Cx<'_>, width: u16, x: u16) -> usize {
    const LEAST: u16 = 6;
    let dur = text::width(&time::dur(cx.trace.bounds.dur().ns())) as u16;
    let count = if cx.trace.whose_frames().are_known() {
        text::width(&jank_count(cx, &jank_groups(cx)).0) as u16 + 2
    } else {
        0
    };
    // A space stands before the name, two stand behind it.
    let others = x + 1 + 2 + dur + count + short_badge_width(cx);
    usize::from(width.saturating_sub(others).max(LEAST))
}

/// Returns the name of the trace's file.
fn file_name<'a>(cx: &Cx<'a>) -> &'a str {
    cx.state.trace_name.rsplit('/').next().unwrap_or_default()
}

/// Returns the name of a file without the endings that most traces have.
fn bare(file: &str) -> &str {
    let ends = [".pftrace", ".perfetto-trace"];
    let inner = file.strip_suffix(".gz").unwrap_or(file);
    let bare = ends.iter().find_map(|end| inner.strip_suffix(end));
    bare.filter(|bare| !bare.is_empty()).unwrap_or(file)
}

/// Draws how far the import is and what it found, and returns the cell after it.
fn standing(cx: &Cx<'_>, line: &mut Line, x: u16) -> u16 {
    let x = load(cx, line, x + 2);
    jank(cx, line, x + 2)
}

/// Returns size, device, duration and counts, as far as there is room; the duration in any case.
fn facts(cx: &Cx<'_>, is_wide: bool, room: u16) -> String {
    let trace = cx.trace;
    let dur = time::dur(trace.bounds.dur().ns());
    if !is_wide {
        return dur;
    }
    let mut facts = Vec::new();
    let size = (trace.input.file_bytes > 0).then(|| text::bytes(trace.input.file_bytes));
    let part = first_part(trace);
    facts.extend(match (&part, size) {
        (Some(part), Some(size)) => Some(format!("{part} of {size}")),
        (part, size) => part.clone().or(size),
    });
    // The demo is called as what it says that it was recorded on.
    let file = file_name(cx);
    facts.extend(device(cx).filter(|device| *device != file));
    let mut n_before = facts.len();
    facts.push(dur);
    match &trace.skeleton {
        // What a sample tells is no count.
        Some(skeleton) if trace.slices.is_empty() && trace.beginning.is_none() => {
            let percent = f64::from(skeleton.share()) * 100.0;
            facts.push(format!("outline from {} %", text::three_digits(percent)));
        }
        _ => {
            // A trace without slices is counted by what it has instead.
            let totals = trace.totals();
            let counts = [
                (totals.slices, "slice", "slices"),
                (totals.states, "state", "states"),
                (totals.counters, "counter", "counters"),
                (trace.sched.sched().len(), "switch", "switches"),
            ];
            let first = counts.into_iter().find(|&(n, ..)| n > 0);
            facts.extend(first.map(|(n, one, many)| counted(n, one, many)));
        }
    }
    if !trace.flows.is_empty() {
        facts.push(counted(trace.flows.len(), "flow", "flows"));
    }
    // What a sample tells is so anyway, and the first part is what it is.
    if trace.skeleton.is_some()
        && !trace.slices.is_empty()
        && trace.beginning.is_none()
        && let Some(last) = facts.last_mut()
    {
        last.push_str(so_far(trace));
    }
    loop {
        let words = facts.join(" · ");
        if facts.len() == 1 || text::width(&words) <= usize::from(room) {
            return words;
        }
        if facts.len() > n_before + 1 {
            facts.pop();
        } else if n_before == 1
            && let Some(part) = part.as_ref().filter(|part| facts.first() != Some(*part))
        {
            // That it is a part goes before how long the whole is.
            facts[0].clone_from(part);
        } else {
            n_before -= 1;
            facts.remove(n_before);
        }
    }
}

/// The words that what is missing may still come.
pub const SO_FAR: &str = " so far";

/// Returns the words that what is missing may still come, while a trace is read.
pub fn so_far(trace: &Trace) -> &'static str {
    if trace.complete { "" } else { SO_FAR }
}

/// Returns how much of the file has been read, if only its beginning is there.
pub(super) fn first_part(trace: &Trace) -> Option<String> {
    let percent = f64::from(trace.beginning?.share) * 100.0;
    Some(format!("first {} %", text::three_digits(percent)))
}

/// Returns how many there are, in three digits.
fn counted(n: usize, one: &str, many: &str) -> String {
    let what = if n == 1 { one } else { many };
    format!("{} {what}", text::short_count(n as u64))
}

/// Returns what the trace was recorded on, if it says so in a few words.
fn device(cx: &Cx<'_>) -> Option<String> {
    let value = |name: &str| {
        cx.trace
            .metadata
            .iter()
            .find(|row| row.name == name)
            .and_then(|row| match &row.value {
                MetadataValue::Int(value) => Some(value.to_string()),
                MetadataValue::Str(value) => Some(value.clone()),
                MetadataValue::Missing => None,
            })
    };
    let model = value("android_device_model").or_else(|| {
        let fingerprint = value("android_build_fingerprint")?;
        fingerprint.split('/').nth(1).map(str::to_owned)
    });
    let words = model.or_else(|| value("system_name"))?;
    Some(text::fit_end(&text::clean(&words), 20).into_owned())
}

/// How many cells show how far the import is.
const CELLS: u64 = 6;

/// From this width on the title says how long the import took.
const LOADED_COLS: u16 = 100;

/// Returns how much of `whole` is done of it, as `done` is of `total`.
fn share(done: u64, total: u64, whole: u64) -> u64 {
    let share = u128::from(done) * u128::from(whole) / u128::from(total.max(1));
    share.min(u128::from(whole)) as u64
}

/// Returns the bar that says how much is done.
fn bar(done: u64, total: u64) -> String {
    let full = share(done, total, CELLS) as usize;
    format!("{}{}", "▰".repeat(full), "▱".repeat(CELLS as usize - full))
}

/// Draws how far the import is, and returns the cell after it.
fn load(cx: &Cx<'_>, line: &mut Line, x: u16) -> u16 {
    match cx.state.load {
        LoadState::Idle => x.saturating_sub(2),
        LoadState::Opening => line.put(Text::new(x, "opening…", Role::Dim)),
        LoadState::Reading {
            done,
            total: Some(total),
            ..
        } => {
            let x = line.put(Text::new(x, bar(done, total), Role::Accent));
            let words = format!("{} of {}", text::bytes(done), text::bytes(total));
            line.put(Text::new(x + 1, words, Role::Dim))
        }
        // Nothing is known but its length so far.
        LoadState::Reading { done, rate, .. } => {
            let words = format!("{} read · {}/s", text::bytes(done), text::bytes(rate));
            line.put(Text::new(x, words, Role::Dim))
        }
        LoadState::Loading { done, total } => {
            let x = line.put(Text::new(x, bar(done, total), Role::Accent));
            // It is done when all is on the screen.
            let percent = share(done, total, 100).min(99);
            line.put(Text::new(x + 1, format!("{percent} %"), Role::Dim))
        }
        LoadState::Done(took) => {
            // That the import is done is only shown with how long it took, and where that takes no room from
            // the counts.
            let took = time::dur(took.ns());
            let own = CELLS as u16 + 1 + text::width(&took) as u16;
            let counts = x + own + 2 + jank_width(cx, true) + short_badge_width(cx);
            if line.width < LOADED_COLS || counts > line.width {
                return x.saturating_sub(2);
            }
            let x = line.put(Text::new(x, "▰▰▰▰▰▰", Role::Good));
            line.put(Text::new(x + 1, took, Role::Good))
        }
        LoadState::Cancelled => line.put(Text::new(x, "stopped", Role::Warn)),
        LoadState::Failed => line.put(Text::new(x, "incomplete", Role::Bad)),
    }
}

/// Whose fault janky frames are: the word, the tag, and how many there are.
type JankGroup = (&'static str, JankTag, u64);

/// Returns how many janky frames there are by who is at fault, for those of Chromium by what they lack,
/// without empty groups.
fn jank_groups(cx: &Cx<'_>) -> Vec<JankGroup> {
    if let WhoseFrames::Chromium(found) = cx.trace.whose_frames() {
        let groups = [
            ("scrolls", Lack::ANY_SCROLL),
            ("partial", Lack::Partial),
            ("dropped", Lack::Dropped),
        ];
        let counted = groups.map(|(name, lacks)| (name, lacks.tag(), found.n_janky(lacks) as u64));
        return counted.into_iter().filter(|&(.., n)| n > 0).collect();
    }
    let frames = cx.trace.worst_frames();
    let groups = [
        ("self", &[JankTag::SelfJank][..]),
        ("other", &[JankTag::Other]),
        (
            "stuffed",
            &[JankTag::BufferStuffing, JankTag::SurfaceFlingerStuffing],
        ),
        ("dropped", &[JankTag::Dropped]),
    ];
    let counted = groups.into_iter().map(|(name, tags)| {
        let n = tags.iter().map(|&tag| frames.n_janky(tag)).sum();
        (name, tags[0], n)
    });
    counted.filter(|&(.., n)| n > 0).collect()
}

/// Returns how many janky frames there are, and in which colour that is said.
fn jank_count(cx: &Cx<'_>, groups: &[JankGroup]) -> (String, Role) {
    // More may come while the trace is read.
    let more = if cx.trace.complete { "" } else { "+" };
    match groups.iter().map(|&(.., n)| n).sum::<u64>() {
        0 => (format!("no jank{}", so_far(cx.trace)), Role::Good),
        total => (format!("jank {}{more}", text::grouped(total)), Role::Bad),
    }
}

/// Returns how many cells the counts of janky frames take, with the words of groups or without.
fn jank_width(cx: &Cx<'_>, with_words: bool) -> u16 {
    if !cx.trace.whose_frames().are_known() {
        return 0;
    }
    let groups = jank_groups(cx);
    let count = text::width(&jank_count(cx, &groups).0) as u16;
    count
        + groups
            .iter()
            .map(|group| group_width(group, with_words))
            .sum::<u16>()
}

/// Returns how many cells a group takes, with the space before it.
fn group_width(&(name, _, n): &JankGroup, with_words: bool) -> u16 {
    let word = if with_words { text::width(name) + 1 } else { 0 };
    (2 + text::width(&text::grouped(n)) + word) as u16
}

/// Draws how many janky frames there are, by who is at fault; returns the cell after it.
fn jank(cx: &Cx<'_>, line: &mut Line, x: u16) -> u16 {
    if !cx.trace.whose_frames().are_known() {
        return x.saturating_sub(2);
    }
    let groups = jank_groups(cx);
    let mut x = match jank_count(cx, &groups) {
        (words, Role::Good) => return line.put(Text::new(x, words, Role::Good)),
        (words, role) => line.put(Text::new(x, words, role).bold()),
    };
    let edge = line.width.saturating_sub(short_badge_width(cx));
    // The patterns say which they are, where there is no room for all words.
    let takes = |groups: &[JankGroup], with_words| -> u16 {
        let widths = groups.iter().map(|group| group_width(group, with_words));
        widths.sum()
    };
    let with_words = x + takes(&groups, true) <= edge;
    for (at, group) in groups.iter().enumerate() {
        /// What says that groups are left out takes so many cells.
        const MORE: u16 = 2;
        let is_last = at + 1 == groups.len();
        let needed = group_width(group, with_words) + if is_last { 0 } else { MORE };
        if x + needed > edge && x + takes(&groups[at..], with_words) > edge {
            if x + MORE <= edge {
                x = line.put(Text::new(x + 1, "…", Role::Dim));
            }
            break;
        }
        let &(name, tag, n) = group;
        let mut words = text::grouped(n);
        if with_words {
            words = format!("{words} {name}");
        }
        let mut mark = Text::new(x + 1, tag.pattern(), Role::Dim);
        mark.ink = Ink::Role(Role::Jank(tag, Partial::No));
        x = line.put(mark);
        x = line.put(Text::new(x, words, Role::Dim));
    }
    x
}

/// Draws a badge at the right edge if there are import issues, and returns its first cell.
fn issues(cx: &Cx<'_>, line: &mut Line, x: u16) -> u16 {
    let Some((full, short)) = issues_badge(cx) else {
        return line.width;
    };
    match line.put_right(x + 2, full) {
        at if at == line.width => line.put_right(x, short),
        at => at,
    }
}

/// Returns how many cells the badge takes in short.
fn short_badge_width(cx: &Cx<'_>) -> u16 {
    issues_badge(cx).map_or(0, |(_, short)| short.end())
}

/// Returns how many cells the badge takes with the space before it.
fn issues_width(cx: &Cx<'_>) -> u16 {
    issues_badge(cx).map_or(0, |(full, _)| full.end() + 2)
}

/// Returns that there are import issues, if there are, in full and in short. Their number would be taken for
/// how much was lost.
fn issues_badge(cx: &Cx<'_>) -> Option<(Text, Text)> {
    let issues = &cx.trace.issues;
    let n_unread =
        usize::from(cx.state.stopped.is_some()) + usize::from(cx.state.file != FileFate::Whole);
    let (_, words) = losses(issues, n_unread)?;
    let role = match issues.n_kinds_that(|kind| kind.severity == Severity::Error) {
        0 if n_unread == 0 => Role::Warn,
        _ => Role::Bad,
    };
    let short = Text::new(0, " ! ", role).bold();
    let full = Text::new(0, format!(" ! {words} "), role).bold();
    Some((full, short))
}

/// Returns how many kinds of issues mean that something of the trace is missing or broken, if any do, and
/// what they are called, with so many others that mean that it was not read.
pub fn losses(issues: &IssueLog, n_unread: usize) -> Option<(usize, &'static str)> {
    let n = issues.n_kinds_that(IssueKind::is_loss) + n_unread;
    let n_lost = issues.n_kinds_that(|kind| kind.weight() == Severity::DataLoss) + n_unread;
    let words = if n == n_lost { "data loss" } else { "issues" };
    (n > 0).then_some((n, words))
}

/// The cells in which keys stand, with what they do, and how the keys are written.
type NamedKeys = Vec<(Rect, String)>;

/// Puts a mode badge and key hints into a line, as many as have room, the first before others.
pub(super) fn hints(line: &mut Line, mode: &str, hints: &[Hint]) {
    named_hints(line, mode, hints);
}

/// Puts hints into a line as [`hints`] does, and returns where their keys are.
pub(super) fn named_hints(line: &mut Line, mode: &str, hints: &[Hint]) -> NamedKeys {
    put_hints(line, mode, (hints, &[]), 0..hints.len())
}

/// Puts the mode badge and key hints into a line, those of the selection at its right edge. Room goes first
/// to the first hint and to the last, which leads to all others; for a frame then to the second, why it was
/// late; then to those of the selection, and what is left to the rest.
fn hints_and_own(cx: &Cx<'_>, line: &mut Line) -> NamedKeys {
    let (mode, hints, own) = (&cx.state.mode, &cx.state.hints, &cx.state.own_hints);
    let is_frame = cx.selected.and_then(|id| cx.trace.frames.actual_of(id));
    let n_first = if is_frame.is_some() { 2 } else { 1 };
    let (n, all) = (hints.len(), hints.len() + own.len());
    let last = n.saturating_sub(1);
    let first = [0, last].into_iter().chain(1..n_first).filter(|&at| at < n);
    let order = first.chain(n..all).chain(n_first..last);
    put_hints(line, mode, (hints, own), order)
}

/// Puts a mode badge and hints into a line: some from the left on, others at the right edge. `order` gives
/// the places of hints, first those at the left; they have room in that order.
fn put_hints(
    line: &mut Line,
    mode: &str,
    (left, right): (&[Hint], &[Hint]),
    order: impl Iterator<Item = usize>,
) -> NamedKeys {
    const GAP: u16 = 2;
    let mut x = 1;
    if !mode.is_empty() {
        x = line.put(Text::badge(0, format!(" {} ", text::clean(mode)))) + 1;
    }
    let width = |hint: &Hint| (text::width(&hint.keys) + text::width(&hint.what) + 1) as u16;
    let mut edge = line.width.saturating_sub(1);
    let all: Vec<&Hint> = left.iter().chain(right).collect();
    let mut room = (edge + GAP).saturating_sub(x);
    let mut has_room = vec![false; all.len()];
    for at in order {
        let needed = width(all[at]) + GAP;
        if !has_room[at] && needed <= room {
            has_room[at] = true;
            room -= needed;
        }
    }
    let mut named = Vec::new();
    let mut put = |x: u16, hint: &Hint| {
        let after = line.put(Text::new(x, hint.keys.clone(), Role::Accent).bold());
        let end = line.put(Text::new(after + 1, hint.what.clone(), Role::Dim));
        named.extend(keys_at((line.x + x, line.y), end - x, &hint.keys));
        end + GAP
    };
    let places = |of: std::ops::Range<usize>| of.filter(|&at| has_room[at]);
    for at in places(left.len()..all.len()).rev() {
        edge -= width(all[at]);
        put(edge, all[at]);
        edge = edge.saturating_sub(GAP);
    }
    for at in places(0..left.len()) {
        x = put(x, all[at]);
    }
    named
}

/// Returns which cells name which keys, where keys stand with what they do: all cells name all of the keys
/// and, if there are several, the cells of each key only that key.
pub(super) fn keys_at((x, y): (u16, u16), width: u16, keys: &str) -> NamedKeys {
    let cells = |x, width| Rect {
        x,
        y,
        width,
        height: 1,
    };
    let mut named = vec![(cells(x, width), keys.to_owned())];
    let mut at = x;
    for key in keys.split(' ').filter(|_| keys.contains(' ')) {
        let width = text::width(key) as u16;
        named.push((cells(at, width), key.to_owned()));
        at += width + 1;
    }
    named
}

/// Puts a mode badge and a message into a line, where the hints were.
pub(super) fn put_message(line: &mut Line, mode: &str, message: &Message) {
    hints(line, mode, &[]);
    let x = line.texts.last().map_or(1, |badge| badge.end() + 1);
    let role = match message.kind {
        MessageKind::Info => Role::Text,
        MessageKind::Warn => Role::Warn,
        MessageKind::Error => Role::Bad,
    };
    line.put(Text::new(x, text::clean(&message.text), role).with(Mods::BOLD));
}

/// Returns that a query runs, how far it is where there is room, and what stops it.
fn query(cx: &Cx<'_>, cols: u16) -> Option<String> {
    /// On narrower screens the number of rows is left out, and beside a message that of steps.
    const ROOMY_COLS: u16 = 120;
    let query = cx.state.query?;
    let is_roomy = cols >= ROOMY_COLS;
    let has_steps = query.millions > 0 && (is_roomy || cx.state.message.is_none());
    let rows =
        (query.rows > 0 && is_roomy).then(|| text::counted(query.rows as usize, "row", "rows"));
    let steps = has_steps.then(|| format!("{} million steps", text::grouped(query.millions)));
    let facts: Vec<String> = rows.into_iter().chain(steps).collect();
    let facts = match facts.join(", ") {
        none if none.is_empty() => none,
        facts => format!(": {facts}"),
    };
    let none = String::new();
    let stop = match cx.state.keys.stop.as_str() {
        "" => String::new(),
        key => format!(" · {key} stops it"),
    };
    let forms = [(&facts, &stop), (&none, &stop), (&none, &none)];
    let mut forms = forms
        .into_iter()
        .map(|(facts, stop)| format!("  SQL running{facts}{stop} "));
    forms.find(|form| text::width(form) <= usize::from(cols))
}

/// Says that tracks are missing, if some are.
fn left_out(cx: &Cx<'_>) -> Option<String> {
    let state = cx.state;
    let kept = state.filtered.as_ref();
    let filter = kept.map(|nodes| match n_kept(&cx.trace.tree, nodes) {
        0 => "no tracks".to_owned(),
        n => format!("only {}", text::counted(n, "track", "tracks")),
    });
    let hidden = (!state.hidden.is_empty()).then(|| {
        let n = state.hidden.len() as u64;
        format!("{} hidden", text::grouped(n))
    });
    let words: Vec<String> = filter.into_iter().chain(hidden).collect();
    (!words.is_empty()).then(|| words.join(" · "))
}

/// Draws the status lines.
pub(super) fn status(cx: &Cx<'_>, flows: Option<String>, scene: &mut Scene) {
    let rect = scene.layout.status;
    // That a query runs is said whatever else is.
    let query = query(cx, rect.width);
    let taken = query.as_ref().map_or(0, |query| text::width(query) as u16);
    let width = rect.width.saturating_sub(taken);
    let mut line = Line::new(rect.x, rect.y, width, Role::Bar);
    if let Some(message) = &cx.state.message {
        put_message(&mut line, &cx.state.mode, message);
    } else {
        scene.name_keys(hints_and_own(cx, &mut line));
    }
    line.width = rect.width;
    if let Some(query) = query {
        line.put_right(0, Text::new(0, query, Role::Match));
    }
    scene.lines.push(line);
    // The command that shows this view is not known before there is something to show.
    if rect.height < 2 || cx.state.is_opening(cx.trace) {
        return;
    }
    let mut line = Line::new(rect.x, rect.y + 1, rect.width, Role::Bar);
    // The ends may be out of sight, or close to each other.
    let gap = match cx.state.measure {
        Some(Measure::Between(a, b)) => Some(format!("A to B {}", time::dur(b.since(a).ns()))),
        _ => None,
    };
    let mut right: Vec<String> = gap.into_iter().chain(left_out(cx)).chain(flows).collect();
    if cx.state.lacks_mouse {
        right.push(format!("{} mouse", cx.state.keys.mouse).trim_start().into());
    }
    let copy = &cx.state.keys.copy_command;
    let copy = Some(format!("{copy} copy command")).filter(|_| !copy.is_empty());
    let commands: Vec<_> = cx
        .state
        .commands
        .iter()
        .map(|line| text::clean(line))
        .collect();
    // A picture has no keys.
    let copy = copy.filter(|_| !cx.state.is_picture);
    let before = text::width(&right.join(" · ")) + if right.is_empty() { 0 } else { 3 };
    right.extend(copy.clone());
    // Until the first frame after it was asked for the meter knows of none.
    let known = |meter: &Meter| meter.frame_us > 0 || meter.bytes > 0;
    if let Some(meter) = cx.state.meter.filter(known) {
        right.push(time::dur(i64::from(meter.frame_us) * 1000));
        right.push(format!("{}/frame", text::bytes(u64::from(meter.bytes))));
    } else if cx.state.meter.is_some() {
        right.push("– /frame".to_owned());
    }
    let right = right.join(" · ");
    let room = usize::from(rect.width).saturating_sub(text::width(&right) + 4);
    let fits = |line: &&std::borrow::Cow<'_, str>| text::width(line) <= room;
    if let Some(command) = commands.iter().find(fits).or(commands.last()) {
        line.put(Text::new(1, text::fit_end(command, room), Role::Dim));
    }
    if !right.is_empty() {
        let at = line.put_right(0, Text::new(0, format!("{right} "), Role::Dim));
        let width = copy.map_or(0, |copy| text::width(&copy) as u16);
        let cells = Rect {
            x: (line.x + at).saturating_add(before as u16),
            y: line.y,
            width,
            height: 1,
        };
        scene.aim(cells, Target::Button(Button::CopyCommand));
    }
    scene.lines.push(line);
}
