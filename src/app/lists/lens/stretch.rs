//! The lens of a stretch of time that is no frame: of a slice, of a state or a stay on a CPU, of a selected
//! range of time of one thread.
//!
//! The rules that split it are those of frames, without a path from thread to thread; the start of an app has
//! stages instead.

use std::sync::atomic::AtomicBool;

use super::{Shown, groups, meanwhile, page, part_by_part, stages};
use crate::app::layer::source::Entry;
use crate::app::lists::table::heading;
use crate::base::time::{Dur, TimeSpan};
use crate::model::anrs::{Anr, WaitSource};
use crate::model::ids::{SliceId, Utid};
use crate::model::sched::cpu_name;
use crate::model::trace::Trace;
use crate::query::frame_lens::{
    Room, explain, explain_meanwhile, has_stages, on_stack_of, span_of_slice,
};
use crate::query::interactions::thread_of_event;
use crate::view::chromium::{NEVER_BEGUN, slow_words};
use crate::view::lens::{TOO_MUCH, went};
use crate::view::overlay::Table;
use crate::view::scene::Item;
use crate::view::state::Area;
use crate::view::state_name;
use crate::view::time;

/// A stretch of time, not a frame, that a lens explains: something that a thread did for a while, or a slice
/// without a thread that has stages in it.
pub(super) struct Stretch {
    pub utid: Option<Utid>,
    slice: Option<SliceId>,
    span: TimeSpan,
    /// Whether it is the start of an app, which has stages.
    pub is_start: bool,
    /// Whether it is an event of a page, told by what the main thread did meanwhile.
    is_event: bool,
    /// The sign before how long it lasted.
    sign: &'static str,
    name: String,
}

/// Returns the stretch of an item; `None` for items that have no lens, and for instants.
pub(super) fn stretch(trace: &Trace, item: Item) -> Option<Stretch> {
    let sched = &trace.sched;
    // An event of a page stands on no stack: what it is told by is what the main thread did meanwhile.
    let mut event_of = None;
    let (utid, start, end, name) = match item {
        Item::Slice(id) => (
            on_stack_of(trace, id).or_else(|| {
                event_of = thread_of_event(trace, id);
                event_of
            }),
            trace.slices.ts(id),
            trace.slices.end(id),
            page::named(trace, id),
        ),
        Item::Sched(id) => {
            let row = sched.sched().get(id.index())?;
            let name = format!("on {}", cpu_name(row.cpu));
            (Some(row.utid), row.ts, sched.stay_end(id), name)
        }
        Item::State(id) => {
            let row = sched.states().get(id.index())?;
            let state = trace.text(row.state);
            let name = state_name(&state, row.io_wait).into_owned();
            (Some(row.utid), row.ts, sched.state_end(id), name)
        }
        Item::Stretch(node, span) => {
            let utid = trace.thread_of_node(node)?;
            let name = anr_of(trace, item).map_or_else(
                || "area".to_owned(),
                |anr| {
                    format!(
                        "ANR of {}",
                        String::from_utf8_lossy(anr.process_name(trace))
                    )
                },
            );
            (Some(utid), span.start(), Some(span.end()), name)
        }
        Item::None | Item::Counter(_) | Item::Sample(_) | Item::Log(_) | Item::Span(_) => {
            return None;
        }
    };
    let sign = match item {
        Item::Slice(id) => time::sign(trace, id),
        _ if end.is_none() => time::AT_LEAST,
        _ => "",
    };
    let slice = match item {
        Item::Slice(id) if event_of.is_none() => Some(id),
        _ => None,
    };
    let span = match slice {
        Some(slice) => span_of_slice(trace, slice),
        None => TimeSpan::new(start, end.unwrap_or(trace.known_until()).max(start)),
    };
    let start = slice.and_then(|slice| trace.startups().of_slice(slice));
    let name = start.map_or(name, |start| {
        let kind = start.kind.map_or("", |kind| kind.text());
        let package = String::from_utf8_lossy(&start.package);
        format!("{kind} start of {package}").trim_start().to_owned()
    });
    let is_told = utid.is_some() || slice.is_some_and(|slice| has_stages(trace, slice));
    (is_told && !span.dur().is_zero()).then_some(Stretch {
        utid,
        slice,
        span,
        is_start: start.is_some(),
        is_event: event_of.is_some(),
        sign,
        name,
    })
}

/// Returns the app that did not respond for which a stretch of its main thread was waited for, as far as the trace
/// has that.
fn anr_of(trace: &Trace, item: Item) -> Option<&Anr> {
    let Item::Stretch(node, span) = item else {
        return None;
    };
    let utid = trace.thread_of_node(node)?;
    let upid = trace.processes.thread(utid).upid?;
    let is_waited_for = |anr: &&Anr| {
        let known = anr.wait.map(|(wait, _)| wait.clamped_to(trace.bounds));
        anr.upid == Some(upid) && known == Some(span)
    };
    let is_main = trace.main_thread(upid) == Some(utid);
    trace
        .anrs()
        .all()
        .iter()
        .find(is_waited_for)
        .filter(|_| is_main)
}

/// Returns for how long an app that did not respond was waited for, and how much of that lies before the trace;
/// `None` if nothing does.
fn before_trace(trace: &Trace, item: Item) -> Option<(String, String)> {
    let (wait, source) = anr_of(trace, item)?.wait?;
    let before = trace.bounds.start().since(wait.start());
    let about = match source {
        WaitSource::Told => "",
        WaitSource::Usual => "~",
    };
    let words = |dur: Dur| format!("{about}{}", time::dur(dur.ns()));
    (!before.is_zero()).then(|| (words(wait.dur()), words(before)))
}

/// Returns an area as an item that has a lens, if all its rows are of one thread.
pub fn of_area(trace: &Trace, area: &Area) -> Option<Item> {
    let mut nodes = area.nodes.iter();
    let &first = nodes.next()?;
    let utid = trace.thread_of_node(first)?;
    let is_of_it = |&node| trace.thread_of_node(node) == Some(utid);
    nodes
        .all(is_of_it)
        .then_some(Item::Stretch(first, area.span))
}

/// Returns the thread of a stretch, the process of an app's start, or else the path of its track.
fn whose(trace: &Trace, of: &Stretch) -> String {
    let start = (of.slice).and_then(|slice| trace.startups().of_slice(slice));
    if let Some(upid) = start.and_then(|start| start.upid) {
        return trace.process_title(upid);
    }
    let track = of.slice.map(|slice| trace.slices.track_of(slice));
    match (
        of.utid,
        track.and_then(|track| trace.tree.node_of_track(track)),
    ) {
        (Some(utid), _) => trace.thread_title(utid),
        (None, Some(node)) => trace.tree.path(node),
        (None, None) => String::new(),
    }
}

/// Returns the empty table of a stretch's lens; without a title for items that have none, and for instants.
pub(super) fn empty_of_stretch(trace: &Trace, item: Item, cols: u16) -> Table {
    let Some(of) = stretch(trace, item) else {
        return Table::default();
    };
    let dur = time::dur(of.span.dur().ns());
    let whole = before_trace(trace, item).map(|(waited, _)| format!(" of {waited}"));
    Table {
        badge: "LENS".into(),
        title: format!(
            "{} · {}{dur}{}",
            of.name,
            of.sign,
            whole.unwrap_or_default()
        ),
        order: whose(trace, &of),
        columns: Shown::of_stretch(&of, cols).columns(),
        empty: "looking at where its time went …".into(),
        mode: "LENS".into(),
        ..Table::default()
    }
}

/// Returns the lens of something that a thread did, a slice, a state or a stay on a CPU, or of a slice
/// that has stages; nothing if it was cancelled.
pub(super) fn list_of_stretch(
    trace: &Trace,
    item: Item,
    cols: u16,
    cancel: &AtomicBool,
) -> Option<(Table, Vec<Entry>)> {
    let table = empty_of_stretch(trace, item, cols);
    let explained = stretch(trace, item).and_then(|of| {
        let explained = match of.utid {
            Some(utid) if of.is_event => explain_meanwhile(trace, utid, of.span, Room::List),
            utid => explain(trace, utid, of.slice, of.span, Room::List),
        };
        Some((explained?, of))
    });
    let Some((explained, of)) = explained else {
        let empty = TOO_MUCH.into();
        return Some((Table { empty, ..table }, Vec::new()));
    };
    let (slice, span) = (of.slice, of.span);
    // What the list of frames says of it: the longest stage need not be what was unusual.
    let found = trace.chromium_frames_unless(cancel)?;
    let told = slice.and_then(|slice| found.told_by(slice));
    // The stage is of one report of the frame, which need not be the one that is looked at.
    let of_other = told.zip(slice);
    let of_other = of_other.filter(|(frame, slice)| frame.is_other_report(trace, *slice));
    let of_stage = of_other.map(|(frame, _)| frame.slice).or(slice);
    let beside = of_stage.map(|slice| meanwhile::entries(trace, slice, told, cols));
    let beside = beside.unwrap_or_default();
    if explained.parts.is_empty() && beside.is_empty() {
        let empty = "nothing in it takes time".into();
        return Some((Table { empty, ..table }, Vec::new()));
    }
    let before = before_trace(trace, item)
        .map(|(_, before)| format!("; {before} more were waited before the trace begins"));
    let mut entries = vec![heading(format!(
        "where {}{}",
        went(trace, slice, span),
        before.unwrap_or_default()
    ))];
    // The one stage of a frame that was never begun is only as long as frames are.
    if told.is_some_and(|frame| frame.is_backfilled) {
        entries.push(heading(NEVER_BEGUN.to_owned()));
        entries.extend(beside);
        return Some((table, Shown::of_stretch(&of, cols).fitted(entries)));
    }
    if let Some(slow) = told.and_then(|frame| frame.slow) {
        let what = if of_stage == slice {
            "slow stage"
        } else {
            "slow stage, in its other report:"
        };
        let words = slow_words(slow, &trace.text(slow.name));
        entries.push(heading(format!("{what} {words}")));
    }
    entries.extend(stages::entries(trace, &explained));
    entries.extend(groups(
        trace,
        (&explained.parts, &explained.groups),
        span,
        cols,
    ));
    entries.extend(beside);
    entries.extend(part_by_part(trace, &explained.parts, span, cols));
    Some((table, Shown::of_stretch(&of, cols).fitted(entries)))
}
