//! The frame lens on the screen: why a frame was late, what belongs to it, and its own small
//! timeline.
//!
//! Everything comes from [`FrameLens`]; here it only gets words, colours and places. A part of
//! the time that is unknown is shown as such, with the reason.

mod arrows;
mod bar;
mod timeline;

use super::chromium::NEVER_BEGUN;
use super::cujs;
use super::cx::Cx;
use super::details::samples_of_parts;
use super::pane::{KEY_WIDTH, Pane};
use super::ruler::selection_span;
use super::scene::{Ink, Item, Role, Span, StateRole, Text};
use super::state::{Selection, Tab};
use super::text;
use super::time;
use crate::base::intern::StrId;
use crate::base::time::{Dur, TimeSpan};
use crate::model::args::ArgValue;
use crate::model::chromium_frames::waited_for_in;
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::SliceId;
use crate::model::jank::{
    jank_bits, prediction_type_text, present_type_text, telling_jank_reasons,
};
use crate::model::trace::Trace;
use crate::query::frame_lens::{
    Blocker, Cause, Chain, FrameLens, Part, PartGroup, PartKind, Room, Shown, Stage, cause_with,
    chain, explain, explain_meanwhile, has_inside, has_stages, links, on_stack_of, other_process,
    pacing, shown_late, span_of_slice, taker_ran, worked_on,
};
use crate::query::profile::while_running;

use bar::put_bar;
pub(super) use timeline::timeline;

/// Returns the selected actual frame; in the Why tab also the actual frame of a selected expected one. Beside
/// other tabs the expected frame only leads to it.
fn selected<'a>(cx: &Cx<'a>) -> Option<&'a ActualFrame> {
    let frames = &cx.trace.frames;
    let slice = cx.selected?;
    let of_expected = || {
        let expected = frames.expected_of(slice)?;
        frames.actual_with(expected.upid, expected.token()).next()
    };
    let is_asked = cx.state.details.tab == Tab::Why;
    (frames.actual_of(slice)).or_else(|| of_expected().filter(|_| is_asked))
}

/// Returns whether a frame is selected; in the Why tab also whether an expected one is.
pub(super) fn is_of_frame(cx: &Cx<'_>) -> bool {
    selected(cx).is_some()
}

/// Returns the colour of a part.
pub fn part_role(kind: PartKind) -> Role {
    Role::State(match kind {
        PartKind::Running | PartKind::Busy => StateRole::Running,
        PartKind::Runnable => StateRole::Runnable,
        PartKind::Blocked(Blocker::Io | Blocker::Kernel) => StateRole::IoWait,
        PartKind::Blocked(Blocker::Idle) => StateRole::Sleeping,
        PartKind::Blocked(_) => StateRole::Blocked,
        PartKind::Unknown(_) => StateRole::Unknown,
    })
}

/// Returns the colour of the word for a part: that of the part, unless it is too dark to read.
pub fn word_role(kind: PartKind) -> Role {
    match kind {
        PartKind::Blocked(Blocker::Idle) => Role::Dim,
        kind => part_role(kind),
    }
}

/// Returns the words after a wait for a CPU: for how much of it the threads ran that took the CPU.
pub fn ran<'a>(trace: &Trace, waits: impl Iterator<Item = &'a Part>) -> String {
    let ran = taker_ran(trace, waits);
    ran.map_or_else(String::new, |ran| format!(" (ran {})", time::dur(ran.ns())))
}

/// Returns the word for what happened in a part.
pub const fn part_word(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Running => "running",
        PartKind::Busy => "busy",
        PartKind::Runnable => "runnable",
        PartKind::Blocked(Blocker::Idle) => "idle",
        PartKind::Blocked(_) => "blocked",
        PartKind::Unknown(_) => "unknown",
    }
}

/// Returns where the evidence of a part is: what was waited for, else what waited. A thread that does not run
/// has its state as evidence, which knows who woke it and where it was blocked.
pub fn evidence(part: &Part) -> Item {
    let runs = matches!(part.kind, PartKind::Running | PartKind::Busy);
    match (part.peer, part.state, part.slice) {
        (Some(peer), _, _) => Item::Slice(peer),
        (None, Some(state), _) if !runs => Item::State(state),
        (None, _, Some(slice)) => Item::Slice(slice),
        (None, Some(state), None) => Item::State(state),
        (None, None, None) => Item::None,
    }
}

/// In so many lines or fewer there is no room for lines that only sum up others.
const FEW_ROWS: u16 = 5;
/// In a pane this narrow a line says what happened, not at which stage.
const NARROW: u16 = 48;

/// Fills the Why tab for a frame.
pub(super) fn why(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(frame) = selected(cx) else {
        return;
    };
    let lens = FrameLens::new(cx.trace, frame);
    let words = headline(&lens, frame, pane.width());
    pane.line().put(Text::new(0, words, Role::Strong).bold());
    let is_few = cx.details_rows <= FEW_ROWS;
    let shown = if lens.is_start_known {
        shown_late(cx.trace, frame, &lens)
    } else {
        None
    };
    if frame.is_janky() {
        // What came after the cause stands below it, with a key.
        let has_then = !is_few && shown.is_some();
        let cause = cause_with(cx.trace, frame, &lens);
        cause_lines(pane, &cause, (is_few, has_then));
    }
    if !lens.is_start_known {
        return;
    }
    if let Some(shown) = shown.as_ref().filter(|_| !is_few) {
        shown_line(cx, pane, shown);
    }
    path_bar(pane, &lens.parts, lens.span);
    // If there is one stage, its only group says the same; on few lines the groups say more.
    if lens.groups.len() > 1 && !is_few {
        let stages = Stage::ALL
            .iter()
            .map(|&stage| (stage, lens.stage_dur(stage)));
        stage_line(pane, stages);
    }
    group_lines(cx, pane, &lens.parts, &lens.groups, lens.span);
    if let Some(shown) = shown.filter(|_| is_few) {
        shown_line(cx, pane, &shown);
    }
    // A frame that never ended is not compared, as nobody knows how long it took.
    let ended = cx.trace.slices.dur(frame.slice);
    let frames = cx.trace.frames_by_time();
    if let Some(good) = ended.and_then(|_| frames.nearest_good(cx.trace, frame)) {
        compare_line(cx, pane, &lens, good);
    }
    samples_of_parts(cx, pane, &lens.parts);
}

/// What is said of a stretch in which too much happened to explain it.
pub const TOO_MUCH: &str = "too much happened in it to be told at once: choose something shorter";

/// The same of a stretch for which there may be room in a list.
const TOO_MUCH_HERE: &str = "too much happened in it to be told here: the lens looks at more";

/// Fills the Why tab for anything else that a thread did: where its time went.
pub(super) fn where_it_went(cx: &Cx<'_>, pane: &mut Pane) {
    let sched = &cx.trace.sched;
    let event = cx.selected.and_then(|id| cx.trace.chromium_event(id));
    // An event of a page is told by what the main thread did meanwhile.
    let of_page = |id| cx.memo.thread_of_event(cx.trace, id);
    let (utid, slice) = match &cx.state.selection {
        Selection::Slice(_) => match event.or(cx.selected) {
            Some(id) => match on_stack_of(cx.trace, id) {
                None if !has_stages(cx.trace, id) && of_page(id).is_none() => return,
                utid => (utid, Some(id)),
            },
            None => return,
        },
        Selection::State(id) => (sched.states().get(id.index()).map(|row| row.utid), None),
        Selection::Sched(id) => (sched.sched().get(id.index()).map(|row| row.utid), None),
        _ => (None, None),
    };
    let span = match slice {
        Some(slice) => Some(span_of_slice(cx.trace, slice)),
        None => selection_span(cx),
    };
    let Some(span) = span.filter(|_| utid.is_some() || slice.is_some()) else {
        return;
    };
    if span.dur().is_zero() {
        pane.text("an instant takes no time", Role::Dim);
        return;
    }
    let told = cx.trace.chromium_found().zip(slice);
    let told = told.and_then(|(found, slice)| found.told_by(slice));
    if told.is_some_and(|frame| frame.is_backfilled) {
        pane.text(NEVER_BEGUN, Role::Text);
        pane.text("the lens says what its threads did meanwhile", Role::Dim);
        return;
    }
    // A stage of Chromium without parts that take time is told by what the thread did that it waited for.
    let worker = slice.filter(|_| utid.is_none()).and_then(|id| {
        let stage = Some(id).filter(|&id| !has_inside(cx.trace, id));
        let of_stage = || waited_for_in(cx.trace, stage?);
        of_page(id).or_else(of_stage)
    });
    let explained = match worker {
        Some(utid) => explain_meanwhile(cx.trace, utid, span, Room::Draw),
        None => explain(cx.trace, utid, slice, span, Room::Draw),
    };
    let Some(explained) = explained else {
        pane.text(TOO_MUCH_HERE, Role::Dim);
        return;
    };
    if explained.parts.is_empty() {
        return;
    }
    let mut words = format!("WHERE {}", went(cx.trace, slice, span));
    if let Some(utid) = worker {
        let who = cx.trace.thread_title(utid);
        words = format!("{words} · meanwhile on {}", text::clean(&who));
    }
    if let Some(event) = event {
        words = format!("{words} · {}", cx.slice_name(event));
    }
    pane.line().put(Text::new(0, words, Role::Strong).bold());
    if !explained.stages.is_empty() {
        let stages = explained.stages.iter().map(|at| (at.stage, at.dur));
        stage_line(pane, stages);
    }
    let (parts, groups) = (&explained.parts, &explained.groups);
    let is_little = |group: &PartGroup| group.dur.ns() < span.dur().ns() / 100;
    let n = groups.iter().position(is_little).unwrap_or(groups.len());
    let (most, little) = groups.split_at(n);
    // Which functions ran says more than what took next to nothing, and on few lines more than all but the most.
    if cx.details_rows <= FEW_ROWS && has_samples(cx.trace, parts) {
        let (first, rest) = most.split_at(most.len().min(1));
        group_lines(cx, pane, parts, first, span);
        samples_of_parts(cx, pane, parts);
        if !rest.is_empty() || !little.is_empty() {
            pane.text("WHAT ELSE", Role::Strong);
        }
        group_lines(cx, pane, parts, rest, span);
    } else {
        path_bar(pane, parts, span);
        group_lines(cx, pane, parts, most, span);
        if samples_of_parts(cx, pane, parts) && !little.is_empty() {
            pane.text("LESS THAN 1 % EACH", Role::Strong);
        }
    }
    group_lines(cx, pane, parts, little, span);
}

/// Returns whether a profiler took samples in the parts of a stretch.
fn has_samples(trace: &Trace, parts: &[Part]) -> bool {
    while_running(trace, parts).next().is_some()
}

/// Returns how long a stretch is, in the words of a heading; of a slice also what is known of its end
/// and of its time on a CPU.
pub fn went(trace: &Trace, slice: Option<SliceId>, span: TimeSpan) -> String {
    let sign = slice.map_or("", |slice| time::sign(trace, slice));
    let mut words = format!("{sign}{} went", time::dur(span.dur().ns()));
    let Some(slice) = slice else { return words };
    if trace.slices.dur(slice).is_none() {
        words = format!("{words} · {}", time::end_words(trace, slice));
    }
    if let Some((_, Some(cpu))) = trace.slices.thread_time(slice) {
        let share = cpu as f64 * 100.0 / span.dur().ns().max(1) as f64;
        words = format!("{words} · cpu {} ({share:.0} %)", time::dur(cpu));
    }
    words
}

/// The groups of `parts`, each with what it waited for.
fn group_lines(cx: &Cx<'_>, pane: &mut Pane, parts: &[Part], groups: &[PartGroup], span: TimeSpan) {
    // It is all that happened, not only all that is said here.
    let is_whole = |group: &PartGroup| group.dur.ns() >= span.dur().ns() / 100 * 99;
    let is_alone = groups.len() == 1 && groups.iter().all(is_whole);
    for group in groups {
        let whose = Whose::Stage(group.stage);
        group_line((cx, pane), (group, parts), &whose, span);
        let mattered = group.dur.ns() >= span.dur().ns() / WAIT_SHARE;
        let chain = mattered.then(|| chain(cx.trace, parts, group));
        let Some(chain) = chain else { continue };
        let did: Vec<&PartGroup> = main_waits(&chain, group, is_alone).collect();
        for did in &did {
            let who = did.thread.map(|utid| cx.trace.thread_title(utid));
            let name = format!("└ {}", text::clean(&who.unwrap_or_default()));
            let process = did
                .thread
                .and_then(|did| other_process(cx.trace, did, group.thread));
            let process = process.map(|process| format!(" · of {}", text::clean(&process)));
            // A group without a thread is time in which a CPU had nothing to run.
            let name = name.trim_end().to_owned();
            let who = Whose::Other(name, process.unwrap_or_default());
            group_line((cx, pane), (did, &chain.parts), &who, span);
        }
        let n_more = chain.groups.len() - did.len();
        if is_alone && n_more > 0 {
            let told: i64 = did.iter().map(|did| did.dur.ns()).sum();
            let rest = figures(group.dur.ns() - told, span, pane.width());
            let more = more_waits(did.len(), n_more);
            pane.text(format!("  {rest}  └ {more}"), Role::Dim);
        }
    }
}

/// Returns how late the frame was, or why nobody knows.
pub fn verdict(lens: &FrameLens, frame: &ActualFrame) -> String {
    match (lens.late_ns, lens.deadline) {
        _ if frame.is_dropped() => "never shown".to_owned(),
        (Some(late), _) if late > 0 => format!("{} late", time::signed(late)),
        (Some(0), _) => "on time".to_owned(),
        // Not early: it may have been shown late all the same.
        (Some(late), _) => format!("{} to spare", time::dur(-late)),
        (None, Some(_)) => time::end_of_frame(lens.lost).to_owned(),
        (None, None) => "no deadline".to_owned(),
    }
}

/// What is said instead of where the time of a frame went, if it is not known when the frame began.
pub const NO_START: &str = "start unknown: the prediction had expired";

/// [`NO_START`] in fewer words.
pub(super) const EXPIRED: &str = "prediction expired";

/// Says how long the frame had and how long it took.
fn headline(lens: &FrameLens, frame: &ActualFrame, room: u16) -> String {
    if !lens.is_start_known {
        return format!("WHY  {NO_START}");
    }
    let took = time::known_dur(lens.span.dur(), lens.lost);
    let verdict = verdict(lens, frame);
    let whole = format!("WHY  {verdict} · critical path {took}:");
    let forms = [whole, format!("WHY  {verdict} · path {took}:")];
    let fits = |form: &String| text::width(form) <= usize::from(room);
    let form = forms.into_iter().find(fits);
    form.unwrap_or_else(|| format!("WHY  {verdict}"))
}

/// Says what a frame waited for after its end, and that this made it late or later.
pub fn shown_words(trace: &Trace, shown: &Shown) -> String {
    let dur = |dur: Dur| time::dur(dur.ns());
    let token = trace.frames.actual_of(shown.display);
    let token = token.map_or(0, ActualFrame::token);
    let waited = shown.waited;
    let waited = waited.map_or_else(String::new, |it| format!("waited {} for ", dur(it)));
    let itself = shown.display_late;
    let itself = itself.map_or_else(String::new, |it| format!(" ({} late itself)", dur(it)));
    let made_it = if shown.later.is_some() {
        "later"
    } else {
        "late"
    };
    format!("{made_it}: {waited}display frame {token}{itself}")
}

/// Says what came after the frame's end, where that made it late.
fn shown_line(cx: &Cx<'_>, pane: &mut Pane, shown: &Shown) {
    let by = shown.later;
    let by = by.map_or_else(String::new, |by| format!("{} ", time::dur(by.ns())));
    let (words, after) = (shown_words(cx.trace, shown), time::dur(shown.after.ns()));
    pane.prose("then", &format!("{by}{words}, shown {after} after its end"));
    pane.link(Item::Slice(shown.display));
}

/// Returns a cause with how long it took, in the words of the inbox and of the reports.
pub fn cause_words(cause: &str, dur: Option<Dur>) -> String {
    match dur {
        Some(dur) => format!("{cause} ({})", time::dur(dur.ns())),
        None => cause.to_owned(),
    }
}

/// Returns where the evidence of a cause is.
pub fn cause_evidence(cause: &Cause) -> Item {
    let state = || cause.state.map_or(Item::None, Item::State);
    cause.evidence.map_or_else(state, Item::Slice)
}

/// Says why the frame was late, as the inbox does, and leads to the evidence. The sentence has as many lines as
/// it needs, but two where there are `few`. It has a key if it `must`, or where that costs no line.
fn cause_lines(pane: &mut Pane, cause: &Cause, (few, must): (bool, bool)) {
    let words = cause_words(&cause.text, cause.dur);
    let words = text::clean(&words);
    let most = if few { 2 } else { usize::from(u16::MAX) };
    let room = |x: u16| usize::from(pane.width().saturating_sub(x)).max(1);
    // The words get the cells of the key where that saves a line.
    let lines_at = |x: u16| text::wrapped(&words, room(x), most + 1).len();
    let (keyed, bare) = (lines_at(KEY_WIDTH), lines_at(0));
    let (key, x) = if !must && (pane.width() < NARROW || bare < keyed || keyed > most) {
        ("", 0)
    } else {
        ("cause", KEY_WIDTH)
    };
    let lines = text::wrapped(&words, room(x), most);
    for (index, words) in lines.into_iter().enumerate() {
        let line = pane.line();
        if index == 0 {
            line.put(Text::new(0, key, Role::Dim));
        }
        line.put(Text::new(x, words, Role::Text));
        pane.link(cause_evidence(cause));
    }
}

/// Draws parts as one bar.
fn path_bar(pane: &mut Pane, parts: &[Part], span: TimeSpan) {
    let width = pane.width();
    put_bar(pane.line(), (0, width), parts, span);
}

/// Says how long each stage took.
fn stage_line(pane: &mut Pane, stages: impl Iterator<Item = (Stage, Dur)>) {
    let words: Vec<String> = stages
        .filter(|(_, dur)| !dur.is_zero())
        .map(|(stage, dur)| format!("{} {}", stage.name(), time::dur(dur.ns())))
        .collect();
    pane.text(words.join(" · "), Role::Dim);
}

/// Says that besides so many that are told, a wait was for so many others.
pub fn more_waits(n_told: usize, n_more: usize) -> String {
    match (n_told, n_more) {
        (0, 1) => "1 other".to_owned(),
        (0, _) => format!("{n_more} others"),
        _ => format!("{n_more} more"),
    }
}

/// Waits longer than one in so many of the frame say what they were for.
const WAIT_SHARE: i64 = 20;

/// Where a wait is all that is told, so much is told of what it was for at most, each at least one in
/// [`WAIT_SHARE`] of it. Otherwise there is room for the first.
const WAITS_MAX: usize = 6;

/// Returns what a wait was for most of all, as far as that is known; more than one if it is `alone`.
fn main_waits<'c>(
    chain: &'c Chain,
    of: &PartGroup,
    is_alone: bool,
) -> impl Iterator<Item = &'c PartGroup> {
    let is_known = |group: &&PartGroup| !matches!(group.kind, PartKind::Unknown(_));
    let least = if is_alone {
        of.dur.ns() / WAIT_SHARE
    } else {
        0
    };
    let most = if is_alone { WAITS_MAX } else { 1 };
    let known = chain.groups.iter().filter(is_known);
    known
        .take(most)
        .take_while(move |group| group.dur.ns() >= least)
}

/// Whose time a group of parts is.
enum Whose {
    /// The time of a stage of the frame.
    Stage(Stage),
    /// The time of another thread that was waited for: its name, and what to say of its process.
    Other(String, String),
}

/// Returns how long something took, and which share of `span` that is.
fn figures(ns: i64, span: TimeSpan, width: u16) -> String {
    let percent = ns as f64 * 100.0 / span.dur().ns().max(1) as f64;
    let dur = time::dur(ns);
    let width = if width < NARROW { 7 } else { 9 };
    format!("{dur:>width$} {percent:>3.0} %")
}

/// A line of a group of parts.
fn group_line(
    (cx, pane): (&Cx<'_>, &mut Pane),
    (group, parts): (&PartGroup, &[Part]),
    whose: &Whose,
    span: TimeSpan,
) {
    let is_narrow = pane.width() < NARROW;
    let words = figures(group.dur.ns(), span, pane.width());
    let line = pane.line();
    line.spans
        .push(Span::bar(0, 8, Ink::Role(part_role(group.kind))));
    let mut x = line.put(Text::new(2, words, Role::Text));
    let (name, process) = match whose {
        Whose::Stage(stage) => (stage.name(), ""),
        Whose::Other(name, process) => (name.as_str(), process.as_str()),
    };
    // The coloured cell says what happened, but another thread must be named.
    let words = match (is_narrow, whose) {
        (true, Whose::Stage(_)) => String::new(),
        (true, Whose::Other(..)) => name.to_owned(),
        // In a stage of no thread, nobody knows what was done.
        (false, Whose::Stage(Stage::Stretch)) if parts.iter().all(|part| part.thread.is_none()) => {
            String::new()
        }
        (false, _) => format!("{name} {}", part_word(group.kind)),
    };
    if !words.is_empty() {
        x = line.put(Text::new(x + 2, words.trim_start(), Role::Dim));
    }
    let times = match group.parts.len() {
        1 => String::new(),
        n => format!("  ×{n}"),
    };
    let ran = ran(cx.trace, group.parts.iter().map(|&at| &parts[at]));
    let label = format!("{}{ran}{times}{process}", text::clean(&group.label));
    line.put(Text::new(x + 2, label, Role::Text));
    pane.link(evidence(&parts[group.longest]));
}

/// Compares the frame with the nearest good one of the same layer.
fn compare_line(cx: &Cx<'_>, pane: &mut Pane, lens: &FrameLens, good: SliceId) {
    let Some(frame) = cx.trace.frames.actual_of(good) else {
        return;
    };
    let other = FrameLens::new(cx.trace, frame);
    let mut words = vec![format!("took {}", time::dur(other.span.dur().ns()))];
    for (stage, here, there) in lens.compared(&other) {
        if here.max(there) > Dur::from_ns(500_000) {
            let more = here.ns() - there.ns();
            words.push(format!("{} {}", stage.name(), time::signed(more)));
        }
    }
    let line = pane.line();
    let x = line.put(Text::new(
        0,
        format!("good frame {}", frame.token()),
        Role::Good,
    ));
    line.put(Text::new(x + 1, words.join(" · "), Role::Dim));
    pane.link(Item::Slice(good));
}

/// Adds what a frame knows of itself and links to what belongs to it.
pub(super) fn frame_pairs(cx: &Cx<'_>, pane: &mut Pane, frame: &ActualFrame) {
    // Whether the app, or SurfaceFlinger for a display frame, finished the frame in time.
    // For a stuffed frame SurfaceFlinger moves the deadline.
    let is_stuffed = frame.jank_type & jank_bits::BUFFER_STUFFING != 0;
    let late = cx.trace.frames.late_ns(cx.trace, frame);
    let finish = match (frame.on_time_finish, is_stuffed && late > Some(0)) {
        (true, true) => "in time by a moved deadline",
        (true, false) => "finished in time",
        (false, _) => "finished late",
    };
    let gpu = if frame.gpu_composition {
        "GPU composition"
    } else {
        "no GPU composition"
    };
    let present = present_type_text(frame.present_type);
    pane.pair_parts("present", &[present, finish, gpu], " · ");
    let prediction = prediction_words(frame.prediction_type);
    // Many recorders have no score.
    let score = (frame.severity_score != 0.0).then(|| format!("score {:.2}", frame.severity_score));
    let mut severity = vec![frame.severity.text()];
    severity.extend(score.as_deref());
    severity.push(&prediction);
    pane.pair_parts("severity", &severity, " · ");
    if let Some(layer) = frame.layer {
        pane.pair("layer", &cx.text(layer));
    }
    // A display frame is called by its only token.
    if let Some(surface) = frame.surface_token {
        let tokens = format!("surface {surface} · display {}", frame.display_token);
        pane.pair("tokens", &tokens);
    }
    cujs::of_frame(cx, pane, frame.slice);
    let recorded = recorded(cx, frame);
    let recorded: Vec<&str> = recorded.iter().map(String::as_str).collect();
    pane.pair_parts("recorded", &recorded, " · ");
    // What takes more lines for some frames than for others comes last.
    for reason in telling_jank_reasons(frame.jank_type) {
        pane.prose("why", reason.meaning);
    }
    link_lines(cx, pane, frame);
}

/// Returns whether there was a prediction for a frame: `prediction valid`.
fn prediction_words(prediction_type: u8) -> String {
    let text = prediction_type_text(prediction_type);
    match text.strip_suffix(" Prediction") {
        Some(how) => format!("prediction {}", how.to_lowercase()),
        None => text.to_owned(),
    }
}

/// Returns what only the packet of a frame knows: that it is no buffer, as nearly all are, how late it was
/// shown, how far its vsync was moved. Many recorders leave the last two out, which are then zero.
fn recorded(cx: &Cx<'_>, frame: &ActualFrame) -> Vec<String> {
    let mut words = Vec::new();
    cx.trace
        .slice_args(frame.slice, &mut |arg| match (&*arg.key, &arg.value) {
            ("Is Buffer?", ArgValue::Str(text)) if text.eq_ignore_ascii_case(b"no") => {
                words.insert(0, "no buffer".to_owned());
            }
            ("Present Delay (ms)", ArgValue::Real(ms)) if *ms != 0.0 => {
                words.push(format!("present delay {ms:.2} ms"));
            }
            ("Vsync Resynced Jitter (ms)", ArgValue::Real(ms)) if *ms != 0.0 => {
                words.push(format!("resync jitter {ms:.2} ms"));
            }
            _ => {}
        });
    words
}

fn link_lines(cx: &Cx<'_>, pane: &mut Pane, frame: &ActualFrame) {
    let found = links(cx.trace, frame);
    let of_display = frame.surface_token.is_none();
    let display = found.display.filter(|_| !of_display);
    let one = |slice: Option<SliceId>| -> Vec<SliceId> { slice.into_iter().collect() };
    let siblings: Vec<SliceId> = found.siblings.into_iter().take(LINKS_MAX).collect();
    let rows: [(&str, Vec<SliceId>); 10] = [
        (EXPECTED, one(found.expected)),
        ("doFrame", found.do_frames),
        ("draws", found.draw_frames),
        ("GPU", found.gpu),
        (SHOWN_BY, one(display)),
        ("drop at", one(found.dropped_at)),
        ("instead", one(found.instead)),
        ("commit", found.commits),
        ("composite", found.composites),
        (LAYERS, siblings.clone()),
    ];
    for (key, slices) in rows {
        for slice in slices.into_iter().take(LINKS_MAX) {
            link_line(cx, pane, key, slice);
        }
        if key == SHOWN_BY
            && let Some((before, gap)) = pacing(cx.trace, frame)
        {
            let words = format!("{} after {}", time::dur(gap.ns()), before.token());
            pane.pair_of("shown", &words, Role::Accent);
            pane.link(Item::Slice(before.slice));
        }
    }
    // Slices that flows lead to are listed with the flows.
    let flows = &cx.trace.flows;
    let ends: Vec<SliceId> = (flows.leaving(frame.slice).iter())
        .chain(flows.reaching(frame.slice))
        .flat_map(|&flow| [flows.get(flow).from, flows.get(flow).to])
        .collect();
    let is_told = |slice: &SliceId| ends.contains(slice) || siblings.contains(slice);
    let others: Vec<SliceId> = found
        .composited
        .into_iter()
        .filter(|slice| *slice != frame.slice && !is_told(slice))
        .collect();
    for slice in others.into_iter().take(LINKS_MAX) {
        link_line(cx, pane, "with", slice);
    }
}

/// How many links of one kind are shown.
const LINKS_MAX: usize = 12;

/// The key of the expected frame.
const EXPECTED: &str = "expected";

/// The key of the display frame that showed a frame.
const SHOWN_BY: &str = "shown by";

/// The key of other frames of the same token.
const LAYERS: &str = "layers";

/// The key of the frame that a slice works on.
const FRAME: &str = "frame";

/// The key of the actual frame of an expected one.
const ACTUAL: &str = "actual";

/// Writes, for an expected frame, the actual frame on each of its layers; for a report of a scroll, the event
/// that it is about.
pub(super) fn actual_of(cx: &Cx<'_>, pane: &mut Pane, slice: SliceId) {
    let frames = &cx.trace.frames;
    if let Some(event) = cx.trace.chromium_event(slice) {
        link_line(cx, pane, "event", event);
    }
    let told = cx.trace.chromium_found().and_then(|it| it.told_by(slice));
    let reports = told.and_then(|frame| Some([frame.slice, frame.other?]));
    if let Some(other) = reports.and_then(|both| both.into_iter().find(|&it| it != slice)) {
        link_line(cx, pane, "report", other);
    }
    let Some(expected) = frames.expected_of(slice) else {
        return;
    };
    let before = pane.len();
    for actual in frames
        .actual_with(expected.upid, expected.token())
        .take(LINKS_MAX)
    {
        link_line(cx, pane, ACTUAL, actual.slice);
    }
    if pane.len() == before {
        pane.pair_of(ACTUAL, "none in the trace", Role::Dim);
    }
}

/// Writes, for a slice that works on a frame, which frame that is, on each of its layers.
pub(super) fn frames_of_work(cx: &Cx<'_>, pane: &mut Pane, slice: SliceId) {
    for frame in worked_on(cx.trace, slice).take(LINKS_MAX) {
        link_line(cx, pane, FRAME, frame.slice);
    }
}

/// Returns at which display frame a frame was shown or dropped, which tells frames of one layer and token
/// from each other.
pub fn shown_by(frame: &ActualFrame) -> String {
    let how = if frame.is_dropped() {
        "dropped at"
    } else {
        SHOWN_BY
    };
    format!("{how} {}", frame.display_token)
}

/// Returns whether the selected frame is of a layer.
fn is_of_layer(cx: &Cx<'_>, layer: Option<StrId>) -> bool {
    selected(cx).is_some_and(|frame| frame.layer == layer)
}

fn link_line(cx: &Cx<'_>, pane: &mut Pane, key: &str, slice: SliceId) {
    let trace = cx.trace;
    let dur = match trace.slices.dur(slice) {
        Some(dur) => time::dur(dur.ns()),
        None => "no end".to_owned(),
    };
    // Frames of one token and process differ by their layer.
    let layer = trace.frames.actual_of(slice).and_then(|frame| frame.layer);
    let process = || trace.upid_of(slice).map(|upid| trace.process_title(upid));
    let whose = match layer {
        Some(layer) => Some(cx.text(layer).into_owned()),
        None => process(),
    };
    let whose = whose.map_or_else(String::new, |whose| format!("  {}", text::clean(&whose)));
    // An expected frame has the name and the process of its actual frames, which are not repeated.
    let words = match (key, trace.frames.actual_of(slice)) {
        (EXPECTED, _) => dur,
        (LAYERS, Some(other)) if is_of_layer(cx, other.layer) => {
            format!("this one, {} · {dur}", shown_by(other))
        }
        (FRAME, Some(frame)) => {
            let late = trace.frames.late_ns(trace, frame).filter(|&late| late > 0);
            let late = late.map_or_else(String::new, |late| format!(", {} late", time::dur(late)));
            format!("{} · {}{late}{whose}", frame.token(), frame.jank_tag.text())
        }
        (ACTUAL, Some(frame)) => format!("{dur} · {}{whose}", frame.jank_tag.text()),
        _ => format!("{} · {dur}{whose}", cx.slice_name(slice)),
    };
    let room = usize::from(pane.width().saturating_sub(KEY_WIDTH));
    let line = pane.line();
    line.put(Text::new(0, key, Role::Dim));
    line.put(Text::new(
        KEY_WIDTH,
        text::fit_end(&words, room).into_owned(),
        Role::Accent,
    ));
    pane.link(Item::Slice(slice));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Ts;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn a_wait_in_the_kernel_has_the_colour_of_one_for_a_disk() {
        let role = |by| part_role(PartKind::Blocked(by));
        assert_eq!(role(Blocker::Kernel), role(Blocker::Io));
        assert_ne!(role(Blocker::Kernel), role(Blocker::Thread));
    }

    #[test]
    fn the_heading_says_of_a_slice_that_it_has_no_end() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let s = b.nested_slices(track, &[(0, 5, "done"), (10, -1, "open")]);
        let trace = b.finish();
        let span = TimeSpan::new(Ts::from_ns(10), Ts::from_ns(15));
        let words = [Some(s[0]), Some(s[1]), None].map(|slice| went(&trace, slice, span));
        assert_eq!(
            words,
            [
                "5 ns went",
                "≥ 5 ns went · no end in the trace",
                "5 ns went"
            ]
        );
    }
}
