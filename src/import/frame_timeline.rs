//! FrameTimeline events to slices on Expected and Actual Timeline tracks, frame rows and flows.
//!
//! Called in global trace time order, ties in file order. Overlapping frames of a process go to
//! different rows of one track group. They are nested here (`slices`), and [`frame_table`] links
//! the frame rows to their slices once those have ids.
//! The rules are those of the reference's `frame_timeline_event_parser.cc`.

mod args;
mod jank;
pub(super) mod slices;
#[cfg(test)]
mod tests;

use hashbrown::HashMap;

pub use args::{args, words};

use self::slices::{FramePlace, FrameTrack};
use super::rows::{CookieRows, RowIndex, Step};
use super::sink::{FrameFlow, PendingFrames, Sink};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::decode::frame_timeline::{FrameStart, FrameTimelineEvent};
use crate::model::args::EventPos;
use crate::model::frame_timeline::{
    ActualFrame, ExpectedFrame, FrameTimelineTable, LatchCounts, PlannedAgain,
};
use crate::model::ids::{LabelId, SliceId, Upid};
use crate::model::slice::SliceTable;
use crate::model::track::{Scope, Track, TrackClass};

const PARSER_ERRORS: &str = "frame_timeline_event_parser_errors";
const UNPAIRED_END: &str = "frame_timeline_unpaired_end_event";

/// Times this close to the end of what can be represented are refused, as by the reference.
const TS_LIMIT: i64 = i64::MAX - 10_000_000_000;

/// The two kinds of timelines that a process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Expected,
    Actual,
}

/// The frames of a process as planned, or as they happened.
#[derive(Debug)]
struct Timeline {
    upid: Upid,
    family: Family,
    /// The group that its tracks share.
    group: u32,
    /// Its rows, as indices of [`FrameTrack`]s.
    rows: CookieRows<i64, u32>,
}

/// Imports FrameTimeline events.
#[derive(Debug, Default)]
pub struct FrameTimelineImporter {
    timelines: Vec<Timeline>,
    /// The timelines of each process, by family.
    of_process: Vec<[Option<u32>; 2]>,
    /// What is open on each machine, and in `machine` the machine of the present event.
    open: Vec<Open>,
    machine: usize,
    expected_seen: Seen,
    names: Names,
    layers: Layers,
}

/// What waits for other events of the same machine. Each machine has cookies and tokens of its own.
#[derive(Debug, Default)]
struct Open {
    /// The timeline that each open cookie began on, and what.
    cookies: HashMap<i64, (u32, Begun)>,
    waiting: Waiting,
}

/// What a cookie began.
#[derive(Clone, Copy, Debug)]
enum Begun {
    /// A slice on a row.
    Slice(RowIndex),
    /// An expected frame without a slice, as an index of those that were left out.
    LeftOut(u32),
}

impl FrameTimelineImporter {
    /// Imports one event: the bytes of `TracePacket` field 76.
    pub fn packet(&mut self, payload: &[u8], ts: i64, pos: EventPos, sink: &mut Sink) {
        self.first((payload, payload.len()), ts, pos, sink);
    }

    /// Imports the event that the first `len` bytes are.
    pub(super) fn first(
        &mut self,
        (bytes, len): (&[u8], usize),
        ts: i64,
        pos: EventPos,
        sink: &mut Sink,
    ) {
        if !(0..TS_LIMIT).contains(&ts) {
            sink.issues.count(PARSER_ERRORS);
            return;
        }
        self.machine = sink.processes.machine() as usize;
        if self.open.len() <= self.machine {
            self.open.resize_with(self.machine + 1, Open::default);
        }
        let at = At { ts, pos };
        let event = FrameTimelineEvent::parse_first(bytes, len);
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
        let timeline = self.timeline(upid, Family::Expected, sink);
        let place = self.begin(timeline, cookie, token, at, sink);
        let row = ExpectedFrame {
            slice: SliceId::default(),
            upid,
            display_token: token,
            surface_token: None,
            layer: None,
        };
        if let Some(place) = place {
            sink.frames.expected.push(place, row);
        }
        Some(())
    }

    fn expected_surface(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, display_token, pid) = start.surface_ids()?;
        let upid = process(sink, pid);
        let timeline = self.timeline(upid, Family::Expected, sink);
        if !self.expected_seen.insert(upid, token) {
            let left_out = &mut sink.frames.left_out;
            let begun = Begun::LeftOut(left_out.len() as u32);
            left_out.push(PlannedAgain {
                upid,
                token,
                ts: Ts::from_ns(at.ts),
                due: None,
            });
            self.open[self.machine]
                .cookies
                .insert(cookie, (timeline, begun));
            return Some(());
        }
        let layer = start.layer.map(|layer| self.layers.id(layer, sink));
        let place = self.begin(timeline, cookie, token, at, sink);
        let row = ExpectedFrame {
            slice: SliceId::default(),
            upid,
            display_token,
            surface_token: Some(token),
            layer,
        };
        if let Some(place) = place {
            sink.frames.expected.push(place, row);
        }
        Some(())
    }

    fn actual_surface(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, display_token, pid) = start.surface_ids()?;
        let upid = process(sink, pid);
        let timeline = self.timeline(upid, Family::Actual, sink);
        count_bad_enums(start, sink);
        let layer = start.layer.map(|layer| self.layers.id(layer, sink));
        let place = self.begin(timeline, cookie, token, at, sink);
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
        if let Some(place) = place {
            let frame = sink.frames.actual.push(place, row);
            self.open[self.machine].waiting.add(display_token, frame);
        }
        Some(())
    }

    fn actual_display(&mut self, start: &FrameStart<'_>, at: At, sink: &mut Sink) -> Option<()> {
        let (cookie, token, pid) = (start.cookie?, start.token?, start.pid?);
        let upid = process(sink, pid);
        let timeline = self.timeline(upid, Family::Actual, sink);
        count_bad_enums(start, sink);
        let place = self.begin(timeline, cookie, token, at, sink);
        let row = ActualFrame {
            jank_tag: jank::display_tag(start.jank_type),
            jank_tag_experimental: jank::display_tag(start.jank_type_experimental),
            latches: latches(start),
            ..actual_frame(start, upid, token)
        };
        let to = place.map(|place| sink.frames.actual.push(place, row));
        self.open[self.machine].waiting.take(token, |from| {
            if let Some(to) = to {
                sink.frames.flows.push(FrameFlow { from, to });
            }
        });
        Some(())
    }

    fn end(&mut self, cookie: Option<i64>, at: At, sink: &mut Sink) -> Option<()> {
        let cookie = cookie?;
        let Some((timeline, begun)) = self.open[self.machine].cookies.remove(&cookie) else {
            sink.issues.count(UNPAIRED_END);
            return Some(());
        };
        let timeline = &mut self.timelines[timeline as usize];
        let track = match begun {
            Begun::Slice(row) => *timeline.rows.close(row),
            Begun::LeftOut(index) => {
                // The expected frame was there before, of another layer. There is no slice to end, but the end
                // may leave a new row behind.
                if let Some(frame) = sink.frames.left_out.get_mut(index as usize) {
                    frame.due = Some(Ts::from_ns(at.ts));
                }
                let (upid, family, group) = (timeline.upid, timeline.family, timeline.group);
                let add = || add_row(upid, family, group, at, sink);
                *timeline.rows.row(cookie, Step::Close, add)
            }
        };
        let is_left_out = matches!(begun, Begun::LeftOut(_));
        sink.frames.tracks[track as usize].end(at.ts, is_left_out);
        Some(())
    }

    /// Opens a slice named by its token. Returns the place of the slice, if it has one.
    fn begin(
        &mut self,
        timeline: u32,
        cookie: i64,
        token: i64,
        at: At,
        sink: &mut Sink,
    ) -> Option<FramePlace> {
        let Timeline {
            upid,
            family,
            group,
            rows,
        } = &mut self.timelines[timeline as usize];
        let add = || add_row(*upid, *family, *group, at, sink);
        let (row, &mut track) = rows.open(cookie, add);
        self.open[self.machine]
            .cookies
            .insert(cookie, (timeline, Begun::Slice(row)));
        let label = self.names.label(token, sink);
        sink.frames.tracks[track as usize].begin(track, at.ts, at.pos, label)
    }

    /// Returns a timeline of a process.
    fn timeline(&mut self, upid: Upid, family: Family, sink: &mut Sink) -> u32 {
        if self.of_process.len() <= upid.index() {
            self.of_process.resize(upid.index() + 1, [None; 2]);
        }
        let place = &mut self.of_process[upid.index()][family as usize];
        *place.get_or_insert_with(|| {
            self.timelines.push(Timeline {
                upid,
                family,
                group: sink.new_group(),
                rows: CookieRows::default(),
            });
            self.timelines.len() as u32 - 1
        })
    }
}

/// Tokens of surface frames that already have an expected slice, by process.
#[derive(Debug, Default)]
struct Seen {
    /// By process and all but the last six bits of a token, a bit for each token: the tokens of a process
    /// grow steadily.
    words: HashMap<(Upid, i64), u64>,
}

impl Seen {
    /// Notes a token. Returns false if it was noted before.
    fn insert(&mut self, upid: Upid, token: i64) -> bool {
        let word = self.words.entry((upid, token >> 6)).or_default();
        let bit = 1 << (token & 63);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Actual surface frames that wait for the display frame with their display token.
#[derive(Debug, Default)]
struct Waiting {
    /// The index in `frames` of the last frame that waits for a token.
    last: HashMap<i64, u32>,
    /// Frames, each with the index of the next one that waits for the same token; the last one has the index
    /// of the first.
    frames: Vec<(u32, u32)>,
    /// Indices of the entries of `frames` that are not in use.
    free: Vec<u32>,
}

impl Waiting {
    fn add(&mut self, token: i64, frame: u32) {
        let at = self.free.pop().unwrap_or_else(|| {
            self.frames.push((0, 0));
            self.frames.len() as u32 - 1
        });
        let last = self.last.entry(token).or_insert(at);
        // The first frame is its own next.
        self.frames[at as usize] = (frame, at);
        let first = std::mem::replace(&mut self.frames[*last as usize].1, at);
        if *last != at {
            self.frames[at as usize].1 = first;
        }
        *last = at;
    }

    /// Takes the frames that wait for a token, in the order in which they came.
    fn take(&mut self, token: i64, mut each: impl FnMut(u32)) {
        let Some(last) = self.last.remove(&token) else {
            return;
        };
        let mut at = last;
        loop {
            let (_, next) = self.frames[at as usize];
            at = next;
            each(self.frames[at as usize].0);
            self.free.push(at);
            if at == last {
                break;
            }
        }
    }
}

/// Labels of tokens. Frames with the same token come soon after one another.
#[derive(Debug, Default)]
struct Names {
    /// Tokens with their labels, by the last bits of the token.
    known: Vec<(i64, Option<LabelId>)>,
}

impl Names {
    const N: usize = 256;

    /// Returns the label of a slice that is named by a token.
    fn label(&mut self, token: i64, sink: &mut Sink) -> LabelId {
        if self.known.is_empty() {
            self.known.resize(Self::N, (0, None));
        }
        let known = &mut self.known[token as usize % Self::N];
        if let (of, Some(label)) = *known
            && of == token
        {
            return label;
        }
        let label = sink.label(Some(decimal(token, &mut [0; 20])), None);
        *known = (token, Some(label));
        label
    }
}

/// Names of layers, of which there are few.
#[derive(Debug, Default)]
struct Layers {
    /// Names by a part of them that is likely to differ.
    known: Vec<Option<StrId>>,
}

impl Layers {
    const N: usize = 64;

    /// Returns the interned name of a layer.
    fn id(&mut self, layer: &[u8], sink: &mut Sink) -> StrId {
        if self.known.is_empty() {
            self.known.resize(Self::N, None);
        }
        let end = layer.last_chunk::<3>().copied().unwrap_or_default();
        let place = end
            .iter()
            .fold(layer.len(), |sum, &byte| sum * 5 + usize::from(byte));
        let known = &mut self.known[place % Self::N];
        match *known {
            Some(id) if sink.strings.bytes(id) == layer => id,
            _ => *known.insert(sink.strings.intern(layer)),
        }
    }
}

/// Writes a number out.
fn decimal(number: i64, to: &mut [u8; 20]) -> &[u8] {
    let mut left = number.unsigned_abs();
    let mut at = to.len();
    loop {
        at -= 1;
        to[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if number < 0 {
        at -= 1;
        to[at] = b'-';
    }
    &to[at..]
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

/// Adds a row to a timeline.
fn add_row(upid: Upid, family: Family, group: u32, at: At, sink: &mut Sink) -> u32 {
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
    let track = sink.add_track(track, (at.ts, at.pos.raw()));
    sink.frames.tracks.push(FrameTrack::new(track));
    sink.frames.tracks.len() as u32 - 1
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

/// Returns the counts that few display frames have.
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

/// Makes the frame table of a trace whose slices are all there. `starts` has the first slice of each depth, by
/// timeline row.
pub(super) fn frame_table(
    frames: PendingFrames,
    starts: &[Vec<SliceId>],
    slices: &SliceTable,
) -> FrameTimelineTable {
    let PendingFrames {
        expected,
        actual,
        left_out,
        ..
    } = frames;
    let slice_of = |place: FramePlace| place.slice(starts);
    let expected = expected.bound(slice_of, |frame, slice| frame.slice = slice);
    let actual = actual.bound(slice_of, |frame, slice| frame.slice = slice);
    FrameTimelineTable::new(expected, actual).with_planned_again(left_out, slices)
}
