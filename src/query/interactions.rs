//! Interactions with pages of Chromium: how long each took until its answer was shown, and where that time went.
//!
//! Chromium reports each event of a page as a slice `EventTiming`, from when the event was made until the next frame
//! was shown; what belongs to one click, tap or key has one `interactionId`. The slowest interactions make the INP
//! (Interaction to Next Paint) of a page. Source of the names: Chromium,
//! `third_party/blink/renderer/core/timing/performance_event_timing.cc`.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use crate::base::cut::start_of;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::args::ArgValue;
use crate::model::chromium_frames::slices_named;
use crate::model::ids::{SliceId, Upid, Utid};
use crate::model::trace::Trace;

/// The slice of each event.
const EVENT: &str = "EventTiming";

/// The slice in which the listeners of an event are called.
const DISPATCH: &[u8] = b"EventDispatch";

/// The main thread of a page.
const MAIN_THREAD: &[u8] = b"CrRendererMain";

/// The arguments of no more events are read.
const EVENTS_MAX: usize = 50_000;

/// Of a text so many bytes are kept: types of events and ids of frames are short.
const TEXT_BYTES_MAX: usize = 64;

/// How deep `EventDispatch` may be on the stack of a thread.
const DEPTHS: usize = 24;

/// So many threads of pages are looked at where the trace does not say which one an event is of.
const PAGES_MAX: usize = 64;

/// Events whose ends are no farther apart were answered with one frame: its time is the same for all.
const ONE_FRAME: Dur = Dur::from_ns(100_000);

const NS_PER_MS: f64 = 1e6;

/// An interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// Its event that took longest.
    pub slice: SliceId,
    /// From when that event was made until the answer was shown.
    pub span: TimeSpan,
    /// The type of that event: `pointerup`, `click`, `keydown`.
    pub kind: String,
    /// From when the first event that was answered with the same frame was handled until the last of them had been.
    pub handled: Option<TimeSpan>,
    /// The main thread of the page, if it is known.
    pub main: Option<Utid>,
}

impl Interaction {
    /// Returns how long the event waited until it was handled, how long that took, and how long it then took until the
    /// answer was shown.
    pub fn delays(&self) -> Option<[Dur; 3]> {
        let handled = self.handled?;
        Some([
            handled.start().since(self.span.start()),
            handled.dur(),
            self.span.end().since(handled.end()),
        ])
    }

    /// Returns the process of the page.
    pub fn process(&self, trace: &Trace) -> Option<Upid> {
        let of_thread = self.main.and_then(|utid| trace.processes.thread(utid).upid);
        of_thread.or_else(|| trace.upid_of(self.slice))
    }
}

/// The interactions of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interactions {
    /// The slowest first.
    pub all: Vec<Interaction>,
    /// How many events of pages there are, also those that belong to no interaction.
    pub n_events: usize,
    /// Whether not all events were looked at.
    pub are_more: bool,
}

/// What the arguments of an event say.
#[derive(Debug, Default)]
struct Told {
    kind: String,
    frame: String,
    interaction: i64,
    /// When it was made, in milliseconds of its page, which the start of the slice is.
    made: Option<f64>,
    begun: Option<f64>,
    ended: Option<f64>,
    thread: Option<Utid>,
}

impl Told {
    fn of(trace: &Trace, event: SliceId) -> Self {
        let mut told = Self::default();
        trace.slice_args(event, &mut |arg| {
            let Some((message, field)) = arg.key.rsplit_once('.') else {
                return;
            };
            if (message, field) == ("legacy_event", "passthrough_utid") {
                let utid = number(&arg.value).filter(|&n| n < trace.processes.threads.len() as f64);
                told.thread = utid.map(|n| Utid(n as u32));
                return;
            }
            if message.rsplit('.').next() != Some("data") {
                return;
            }
            let text = |text: &[u8]| String::from_utf8_lossy(start_of(text, TEXT_BYTES_MAX)).into();
            match (field, &arg.value) {
                ("type", ArgValue::Str(kind)) => told.kind = text(kind),
                ("frame", ArgValue::Str(frame)) => told.frame = text(frame),
                ("interactionId", value) => {
                    told.interaction = number(value).map_or(0, |id| id as i64);
                }
                ("timeStamp", value) => told.made = number(value),
                ("processingStart", value) => told.begun = number(value),
                ("processingEnd", value) => told.ended = number(value),
                _ => {}
            }
        });
        told
    }

    /// Returns when the event was handled, within the time that it took.
    fn handled(&self, span: TimeSpan) -> Option<TimeSpan> {
        let (made, begun, ended) = (self.made?, self.begun?, self.ended?);
        if ended < begun {
            return None;
        }
        let at = |ms: f64| {
            let after = Dur::from_ns(((ms - made) * NS_PER_MS).round().max(0.0) as i64);
            span.start().plus(after).min(span.end())
        };
        Some(TimeSpan::new(at(begun), at(ended)))
    }
}

/// Returns the number that an argument holds: a duration of whole milliseconds is an integer.
fn number(value: &ArgValue<'_>) -> Option<f64> {
    let number = match *value {
        ArgValue::Int(n) => n as f64,
        ArgValue::Uint(n) => n as f64,
        ArgValue::Real(n) => n,
        _ => return None,
    };
    (number.is_finite() && number >= 0.0).then_some(number)
}

/// An event that belongs to an interaction.
struct Event {
    slice: SliceId,
    span: TimeSpan,
    kind: String,
    handled: Option<TimeSpan>,
    main: Option<Utid>,
}

impl Event {
    fn time_handled(&self) -> Dur {
        self.handled.map_or(Dur::ZERO, TimeSpan::dur)
    }
}

/// Returns the interactions of a trace; nothing if it was cancelled. Looks at the names of all slices and reads the
/// arguments of events.
pub fn find(trace: &Trace, cancel: &AtomicBool) -> Option<Interactions> {
    let mut found = Interactions::default();
    let pages = threads_of_pages(trace);
    // What tells interactions apart: the process, if it is known, the frame of the page, and the number.
    let mut events: HashMap<(Option<Upid>, String, i64), Vec<Event>> = HashMap::new();
    // Which main thread a frame of a page is on.
    let mut mains: HashMap<String, Utid> = HashMap::new();
    for slice in slices_named(trace, EVENT) {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        if found.n_events == EVENTS_MAX {
            found.are_more = true;
            break;
        }
        found.n_events += 1;
        let told = Told::of(trace, slice);
        let Some(end) = trace.slices.end(slice).filter(|_| told.interaction != 0) else {
            continue;
        };
        let span = TimeSpan::new(trace.slices.ts(slice), end);
        let handled = told.handled(span);
        let main = main_thread(trace, slice, (&told, handled), &pages);
        if let Some(main) = main {
            mains.entry(told.frame.clone()).or_insert(main);
        }
        let of_one = (trace.upid_of(slice), told.frame, told.interaction);
        let of_one = events.entry(of_one).or_default();
        of_one.push(Event {
            slice,
            span,
            kind: told.kind,
            handled,
            main,
        });
    }
    let all = events.into_iter().filter_map(|((_, frame, _), events)| {
        let mut interaction = of_events(trace, &events)?;
        interaction.main = interaction.main.or_else(|| mains.get(&frame).copied());
        Some(interaction)
    });
    found.all = all.collect();
    found.all.sort_by_key(|interaction| {
        let order = trace.slices.order_key(interaction.slice);
        (Reverse(interaction.span.dur()), order, interaction.slice)
    });
    Some(found)
}

/// Returns the interaction that events belong to: the longest of them counts, of several as long the one that took
/// longest to be handled.
fn of_events(trace: &Trace, events: &[Event]) -> Option<Interaction> {
    let order = |event: &Event| trace.slices.order_key(event.slice);
    let longest = events.iter().max_by_key(|event| {
        let first = Reverse((order(event), event.slice));
        (event.span.dur(), event.time_handled(), first)
    })?;
    let end = longest.span.end();
    let with_it = events.iter().filter(|event| {
        let other = event.span.end();
        end.max(other).since(end.min(other)) <= ONE_FRAME
    });
    let handled = with_it.filter_map(|event| event.handled);
    let handled = handled.reduce(|a, b| {
        let start: Ts = a.start().min(b.start());
        TimeSpan::new(start, a.end().max(b.end()))
    });
    let within = |at: Ts| at.max(longest.span.start()).min(end);
    Some(Interaction {
        slice: longest.slice,
        span: longest.span,
        kind: longest.kind.clone(),
        handled: handled.map(|span| TimeSpan::new(within(span.start()), within(span.end()))),
        main: longest.main,
    })
}

/// Returns whether a slice is an event of a page.
pub fn is_event(trace: &Trace, slice: SliceId) -> bool {
    let name = trace.slices.name(slice);
    name.is_some_and(|name| trace.bytes(name) == EVENT.as_bytes())
}

/// Returns the main thread of the page whose event a slice is; `None` of other slices, and if it is not known.
///
/// Cost: reads the arguments of such a slice; in JSON, looks at the names of all threads.
pub fn thread_of_event(trace: &Trace, slice: SliceId) -> Option<Utid> {
    if !is_event(trace, slice) {
        return None;
    }
    let told = Told::of(trace, slice);
    let span = TimeSpan::new(trace.slices.ts(slice), trace.slices.end(slice)?);
    let handled = told.handled(span);
    main_thread(trace, slice, (&told, handled), &threads_of_pages(trace))
}

/// Returns the main threads of pages, of which one may have handled an event that does not say which.
fn threads_of_pages(trace: &Trace) -> Vec<Utid> {
    let Some(name) = trace.strings.find(MAIN_THREAD) else {
        return Vec::new();
    };
    let threads = trace.processes.threads.iter().enumerate();
    let named = threads.filter(|(_, thread)| thread.name == Some(name));
    let named = named.map(|(at, _)| Utid::from_index(at));
    named.take(PAGES_MAX).collect()
}

/// Returns the main thread that handled an event: the one that reported it. JSON does not say which that was; there it
/// is the one that called listeners of an event when this one was handled, or the only one of a page.
fn main_thread(
    trace: &Trace,
    slice: SliceId,
    (told, handled): (&Told, Option<TimeSpan>),
    pages: &[Utid],
) -> Option<Utid> {
    if told.thread.is_some() {
        return told.thread;
    }
    if let Some(upid) = trace.upid_of(slice) {
        let name = trace.strings.find(MAIN_THREAD);
        let named = name.and_then(|name| trace.thread_index().named(Some(upid), name));
        return named.or_else(|| trace.main_thread(upid));
    }
    if let [only] = pages {
        return Some(*only);
    }
    let handled = handled?;
    let half = Dur::from_ns(handled.dur().ns() / 2);
    let middle = handled.start().plus(half);
    let calls = |utid: &Utid| {
        let track = trace.thread_index().track_of(*utid);
        let depths = track.map(|track| trace.slices.depths(track).take(DEPTHS));
        let mut open = depths
            .into_iter()
            .flatten()
            .filter_map(|depth| depth.going_on(middle));
        open.any(|slice| {
            let name = trace.slices.name(slice);
            name.is_some_and(|name| trace.bytes(name) == DISPATCH)
        })
    };
    pages.iter().copied().find(calls)
}

#[cfg(test)]
mod tests;
