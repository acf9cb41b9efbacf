//! FrameTimeline events to slices on Expected and Actual Timeline tracks, frame rows and flows.
//!
//! Called in global trace time order, ties in file order. Overlapping frames of a process go to
//! different rows of one track group. Nothing is nested here: begin and end events go to the
//! [`Sink`], and [`frame_table`] links the frame rows to their slices once those exist.
//! Rules: spec frametimeline B, read from the reference's `frame_timeline_event_parser.cc`.

mod args;
mod jank;
#[cfg(test)]
mod tests;

use hashbrown::{HashMap, HashSet};

pub use args::{args, words};

use super::rows::{CookieRows, Step};
use super::sink::{DirectFlow, FrameBegin, PendingFrames, Sink, SinkTrack};
use crate::base::time::Ts;
use crate::decode::frame_timeline::{FrameStart, FrameTimelineEvent};
use crate::model::args::EventPos;
use crate::model::frame_timeline::{ActualFrame, ExpectedFrame, FrameTimelineTable, LatchCounts};
use crate::model::ids::{SliceId, Upid};
use crate::model::track::{Scope, Track, TrackClass};

const PARSER_ERRORS: &str = "frame_timeline_event_parser_errors";
const UNPAIRED_END: &str = "frame_timeline_unpaired_end_event";

/// Times this close to the end of what can be represented are refused, as by the reference.
const TS_LIMIT: i64 = i64::MAX - 10_000_000_000;

/// The two kinds of timelines that a process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Family {
    Expected,
    Actual,
}

/// Imports FrameTimeline events.
#[derive(Debug, Default)]
pub struct FrameTimelineImporter {
    /// What each open cookie began.
    cookies: HashMap<i64, (Upid, Family)>,
    /// Tokens of surface frames that already have an expected slice.
    expected_seen: HashSet<(Upid, i64)>,
    /// Actual surface frames that wait for the display frame with this token.
    pending_surface: HashMap<i64, Vec<(SinkTrack, EventPos)>>,
    /// The rows of each timeline, and the group that their tracks share.
    rows: HashMap<(Upid, Family), (u32, CookieRows<i64, SinkTrack>)>,
}

impl FrameTimelineImporter {
    /// Imports one event: the bytes of `TracePacket` field 76.
    pub fn packet(&mut self, payload: &[u8], ts: i64, pos: EventPos, sink: &mut Sink) {
        if !(0..TS_LIMIT).contains(&ts) {
            sink.issues.count(PARSER_ERRORS);
            return;
        }
        let at = At { ts, pos };
        let event = FrameTimelineEvent::parse(payload);
        let imported = match event {
            Some(FrameTimelineEvent::ExpectedDisplay(start)) => {
                self.expected_display(&start, at, sink)
            }
            Some(FrameTimelineEvent::ActualDisplay(start)) => self.actual_display(&start, at, sink),
            Some(FrameTimelineEvent::ExpectedSurface(start)) => {
                self.expected_surface(&start, at, sink)
            }
            Some(FrameTimelineEvent::ActualSurface(start)) => self.actual_surface(&start, at, sink),
            Some(FrameTimelineEvent::End { cookie }) => self.end(cookie, at, sink),
            None => None,
        };
        if imported.is_none() {
            sink.issues.count(PARSER_ERRORS);
        }
    }

    fn expected_display(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, pid) = (start.cookie?, start.token?, start.pid?);
        let upid = process(sink, pid);
        self.cookies.insert(cookie, (upid, Family::Expected));
        let begin = self.begin((upid, Family::Expected), cookie, token, at, sink);
        let row = ExpectedFrame {
            slice: SliceId::default(),
            upid,
            display_token: token,
            surface_token: None,
            layer: None,
        };
        sink.frames.expected.push(begin, row);
        Some(())
    }

    fn expected_surface(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, display_token, pid) = start.surface_ids()?;
        let upid = process(sink, pid);
        self.cookies.insert(cookie, (upid, Family::Expected));
        if !self.expected_seen.insert((upid, token)) {
            return Some(());
        }
        let layer = start.layer.map(|layer| sink.strings.intern(layer));
        let begin = self.begin((upid, Family::Expected), cookie, token, at, sink);
        let row = ExpectedFrame {
            slice: SliceId::default(),
            upid,
            display_token,
            surface_token: Some(token),
            layer,
        };
        sink.frames.expected.push(begin, row);
        Some(())
    }

    fn actual_surface(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, display_token, pid) = start.surface_ids()?;
        let upid = process(sink, pid);
        self.cookies.insert(cookie, (upid, Family::Actual));
        count_bad_enums(start, sink);
        let layer = start.layer.map(|layer| sink.strings.intern(layer));
        let begin = self.begin((upid, Family::Actual), cookie, token, at, sink);
        let row = ActualFrame {
            surface_token: Some(token),
            layer,
            jank_tag: jank::surface_tag(start.jank_type, start.present_type),
            jank_tag_experimental: jank::surface_tag(
                start.jank_type_experimental,
                start.present_type_experimental,
            ),
            latched_fence_state: start.latched_fence_state.map(jank::latched_fence_state),
            ..actual_frame(start, upid, display_token)
        };
        self.pending_surface
            .entry(display_token)
            .or_default()
            .push((begin.track, at.pos));
        sink.frames.actual.push(begin, row);
        Some(())
    }

    fn actual_display(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, pid) = (start.cookie?, start.token?, start.pid?);
        let upid = process(sink, pid);
        self.cookies.insert(cookie, (upid, Family::Actual));
        count_bad_enums(start, sink);
        let begin = self.begin((upid, Family::Actual), cookie, token, at, sink);
        let row = ActualFrame {
            jank_tag: jank::display_tag(start.jank_type),
            jank_tag_experimental: jank::display_tag(start.jank_type_experimental),
            latches: latches(start),
            ..actual_frame(start, upid, token)
        };
        for from in self.pending_surface.remove(&token).unwrap_or_default() {
            sink.direct_flows.push(DirectFlow {
                from,
                to: (begin.track, at.pos),
                order: (at.ts, at.pos.raw()),
            });
        }
        sink.frames.actual.push(begin, row);
        Some(())
    }

    fn end(&mut self, cookie: Option<i64>, at: At, sink: &mut Sink) -> Option<()> {
        let cookie = cookie?;
        let Some((upid, family)) = self.cookies.remove(&cookie) else {
            sink.issues.count(UNPAIRED_END);
            return Some(());
        };
        let track = self.row((upid, family), cookie, Step::Close, at, sink);
        let label = sink.no_label;
        sink.end(track, Ts::from_ns(at.ts), at.pos, label);
        Some(())
    }

    /// Opens a slice named by its token.
    fn begin(
        &mut self,
        timeline: (Upid, Family),
        cookie: i64,
        token: i64,
        at: At,
        sink: &mut Sink,
    ) -> FrameBegin {
        let track = self.row(timeline, cookie, Step::Open, at, sink);
        let label = sink.label(Some(token.to_string().as_bytes()), None);
        sink.begin(track, Ts::from_ns(at.ts), at.pos, label);
        FrameBegin {
            track,
            ts: Ts::from_ns(at.ts),
            pos: at.pos,
        }
    }

    /// Returns the track of a cookie on a timeline.
    fn row(
        &mut self,
        (upid, family): (Upid, Family),
        cookie: i64,
        step: Step,
        at: At,
        sink: &mut Sink,
    ) -> SinkTrack {
        let (group, rows) = self
            .rows
            .entry((upid, family))
            .or_insert_with(|| (sink.new_group(), CookieRows::default()));
        *rows.row(cookie, step, || add_row(upid, family, *group, at, sink))
    }
}

/// When an event happened, and where it stands.
#[derive(Clone, Copy)]
struct At {
    ts: i64,
    pos: EventPos,
}

/// Returns the live process of a pid, which the reference reads as unsigned.
fn process(sink: &mut Sink, pid: i32) -> Upid {
    sink.processes.process(i64::from(pid.cast_unsigned()))
}

fn add_row(upid: Upid, family: Family, group: u32, at: At, sink: &mut Sink) -> SinkTrack {
    let (class, type_name, name) = match family {
        Family::Expected => (
            TrackClass::ExpectedFrames,
            "android_expected_frame_timeline",
            "Expected Timeline",
        ),
        Family::Actual => (
            TrackClass::ActualFrames,
            "android_actual_frame_timeline",
            "Actual Timeline",
        ),
    };
    let track = Track {
        type_name: sink.str(type_name),
        class,
        name: Some(sink.str(name)),
        scope: Scope::Process(upid),
        group: Some(group),
        ..Track::default()
    };
    sink.add_track(track, (at.ts, at.pos.raw()))
}

/// Counts enum values that are present and out of range.
fn count_bad_enums(start: &FrameStart<'_>, sink: &mut Sink) {
    let bad = [
        start.present_type.is_some() && jank::present_type(start.present_type) == 0,
        start.present_type_experimental.is_some()
            && jank::present_type(start.present_type_experimental) == 0,
        start.prediction_type.is_some() && jank::prediction_type(start.prediction_type) == 0,
    ];
    for _ in bad.into_iter().filter(|&bad| bad) {
        sink.issues.count(PARSER_ERRORS);
    }
}

/// Returns what few display frames count.
fn latches(start: &FrameStart<'_>) -> Option<Box<LatchCounts>> {
    let counts = LatchCounts {
        unsignaled: start.latched_unsignaled_count,
        addressable: start.addressable_unsignaled_latch_count,
    };
    let is_any = counts.unsignaled.or(counts.addressable).is_some();
    is_any.then(|| Box::new(counts))
}

/// Returns what surface and display frames have in common.
fn actual_frame(start: &FrameStart<'_>, upid: Upid, display_token: i64) -> ActualFrame {
    ActualFrame {
        slice: SliceId::default(),
        upid,
        display_token,
        surface_token: None,
        layer: None,
        present_type: jank::present_type(start.present_type),
        prediction_type: jank::prediction_type(start.prediction_type),
        on_time_finish: start.on_time_finish,
        gpu_composition: start.gpu_composition,
        jank_type: start.jank_type,
        jank_tag: crate::model::frame_timeline::JankTag::Unspecified,
        jank_tag_experimental: crate::model::frame_timeline::JankTag::Unspecified,
        severity: jank::severity(start.severity, start.jank_type),
        severity_score: start.severity_score,
        latched_fence_state: None,
        latches: None,
    }
}

/// Makes the frame table of a trace: `slice_of` finds the slice that an event began, which there
/// is none of if it was nested too deeply.
pub fn frame_table(
    pending: PendingFrames,
    slice_of: impl Fn(FrameBegin) -> Option<SliceId>,
) -> FrameTimelineTable {
    let PendingFrames { expected, actual } = pending;
    let expected = expected.bound(&slice_of, |frame, slice| frame.slice = slice);
    let actual = actual.bound(&slice_of, |frame, slice| frame.slice = slice);
    FrameTimelineTable::new(expected, actual)
}
