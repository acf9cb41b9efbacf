//! What belongs to a frame: found by token and process, and by flows.
//!
//! Nothing is guessed from times alone. The GPU's wait is paired by the number of its fence, the
//! display frame by its flow, or by its token where the flow is missing.

use hashbrown::HashSet;

use crate::base::time::{Dur, Ts};
use crate::model::frame_slices::{FrameWork, frame_work};
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::{FlowId, SliceId, TrackId, Upid};
use crate::model::trace::Trace;

/// How many frames on either side are looked at for a neighbour of the same layer.
const NEIGHBOURS_MAX: usize = 256;

/// How many frames that were shown together are looked at for one that is the same.
const TWINS_MAX: usize = 256;

/// How many slices of the GPU completion thread are looked at for one frame.
const GPU_SLICES_MAX: usize = 256;

/// How many nested slices of a `DrawFrames` are looked at for its fence.
const FENCE_SLICES_MAX: usize = 4096;

/// The slices that belong to a frame. Lists are in the order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameLinks {
    /// The frame as it was planned.
    pub expected: Option<SliceId>,
    /// The same token on other layers of the process.
    pub siblings: Vec<SliceId>,
    /// `doFrame` slices that carry the token.
    pub do_frames: Vec<SliceId>,
    /// `DrawFrames` slices that carry the token.
    pub draw_frames: Vec<SliceId>,
    /// Slices of the GPU completion thread for `draw_frames`.
    pub gpu: Vec<SliceId>,
    /// The frame of another process that is the same one, if its slices are taken for want of own ones.
    pub twin: Option<SliceId>,
    /// The display frame that showed the frame; the frame itself if it is one.
    pub display: Option<SliceId>,
    /// The display frame as it was planned.
    pub display_expected: Option<SliceId>,
    /// SurfaceFlinger's commit slices for the display frame.
    pub commits: Vec<SliceId>,
    /// SurfaceFlinger's composite slices for the display frame.
    pub composites: Vec<SliceId>,
    /// All frames of applications that the display frame showed, this one included.
    pub composited: Vec<SliceId>,
    /// The display frame at which a frame was dropped, which did not show it.
    pub dropped_at: Option<SliceId>,
    /// The frame of the same layer that was shown instead of one that was dropped.
    pub instead: Option<SliceId>,
}

impl FrameLinks {
    /// Returns every slice of the lens with `frame`, each once.
    pub fn slices(&self, frame: SliceId) -> Vec<SliceId> {
        let mut seen = HashSet::new();
        let lists = [
            &self.siblings,
            &self.do_frames,
            &self.draw_frames,
            &self.gpu,
            &self.commits,
            &self.composites,
            &self.composited,
        ];
        std::iter::once(frame)
            .chain(self.expected)
            .chain(self.display)
            .chain(self.display_expected)
            .chain(self.instead)
            .chain(self.twin)
            .chain(lists.into_iter().flatten().copied())
            .filter(|&slice| seen.insert(slice))
            .collect()
    }

    /// Returns the flows between slices of the lens.
    pub(super) fn flows(&self, trace: &Trace) -> Vec<FlowId> {
        let Some(display) = self.display else {
            return Vec::new();
        };
        let slices: HashSet<SliceId> = self.slices(display).into_iter().collect();
        let mut all: Vec<SliceId> = slices.iter().copied().collect();
        all.sort_unstable();
        let mut flows: Vec<FlowId> = all
            .iter()
            .flat_map(|&slice| trace.flows.leaving(slice))
            .copied()
            .filter(|&flow| slices.contains(&trace.flows.get(flow).to))
            .collect();
        flows.sort_unstable();
        flows
    }
}

/// Finds what belongs to a frame.
pub fn links(trace: &Trace, frame: &ActualFrame) -> FrameLinks {
    let mut links = FrameLinks::default();
    let frames = &trace.frames;
    let of_token = || frames.actual_with(frame.upid, frame.token());
    let expected = frames.expected_for(trace, frame);
    links.expected = expected.map(|expected| expected.slice);
    if frame.surface_token.is_some() {
        links.siblings = of_token()
            .filter(|other| other.slice != frame.slice && other.surface_token.is_some())
            .map(|other| other.slice)
            .collect();
        let twin = twin(trace, frame);
        let upid = twin.map_or(frame.upid, |twin| twin.upid);
        links.twin = twin.map(|twin| twin.slice);
        for row in trace.frame_slices().with(upid, frame.token()) {
            match row.work {
                FrameWork::DoFrame => links.do_frames.push(row.slice),
                FrameWork::DrawFrame => links.draw_frames.push(row.slice),
                FrameWork::Commit | FrameWork::Composite => {}
            }
        }
        links.gpu = gpu_slices(trace, upid, &links.draw_frames);
    }
    let display = display_of(trace, frame);
    // What belongs to a display frame belongs to what it showed.
    let is_never_shown = frame.surface_token.is_some() && frame.is_dropped();
    if is_never_shown {
        links.dropped_at = display.map(|display| display.slice);
        links.instead = shown_instead(trace, frame).map(|other| other.slice);
    }
    if let Some(display) = display.filter(|_| !is_never_shown) {
        links.display = Some(display.slice);
        let again = frames.planned_again(trace, display);
        let is_planned = |slice| again.is_none_or(|again| trace.slices.ts(slice) == again.ts);
        let expected = frames
            .expected_with(display.upid, display.token())
            .find(|expected| expected.surface_token.is_none() && is_planned(expected.slice));
        links.display_expected = expected.map(|expected| expected.slice);
        for row in trace.frame_slices().with(display.upid, display.token()) {
            let main = trace
                .utid_of(row.slice)
                .is_some_and(|utid| trace.processes.thread(utid).is_main == Some(true));
            let list = match row.work {
                FrameWork::Commit => &mut links.commits,
                FrameWork::Composite => &mut links.composites,
                FrameWork::DoFrame | FrameWork::DrawFrame => continue,
            };
            if main
                && trace
                    .slices
                    .dur(row.slice)
                    .is_some_and(|dur| !dur.is_zero())
            {
                list.push(row.slice);
            }
        }
        links.composited = trace
            .flows
            .reaching(display.slice)
            .iter()
            .map(|&flow| trace.flows.get(flow).from)
            .filter(|&slice| {
                let frame = frames.actual_of(slice);
                frame.is_some_and(|frame| !frame.is_dropped())
            })
            .collect();
    }
    links
}

/// Returns the frame of another process that is the same as one of which no slice is known: a process can draw on
/// a layer that another made, in one transaction with its own. Both then have one token, one display
/// frame, and their times to the nanosecond.
fn twin<'a>(trace: &'a Trace, frame: &'a ActualFrame) -> Option<&'a ActualFrame> {
    let is_app = |work| matches!(work, FrameWork::DoFrame | FrameWork::DrawFrame);
    let is_drawn = |upid| {
        let rows = trace.frame_slices().with(upid, frame.token());
        rows.iter().any(|row| is_app(row.work))
    };
    if is_drawn(frame.upid) {
        return None;
    }
    let (start, end) = (trace.slices.ts(frame.slice), trace.slices.end(frame.slice)?);
    let display = display_of(trace, frame)?;
    let shown = trace.flows.reaching(display.slice).iter();
    let mut others = shown
        .take(TWINS_MAX)
        .filter_map(|&flow| trace.frames.actual_of(trace.flows.get(flow).from));
    others.find(|other| {
        other.upid != frame.upid
            && other.surface_token == frame.surface_token
            && other.display_token == frame.display_token
            && trace.slices.ts(other.slice) == start
            && trace.slices.end(other.slice) == Some(end)
            && is_drawn(other.upid)
    })
}

/// Returns the frames that a slice works on, one for each layer: those whose token it carries in its name, or the
/// nearest slice around it that carries one.
pub fn worked_on(trace: &Trace, slice: SliceId) -> impl Iterator<Item = &ActualFrame> {
    let mut around = std::iter::once(slice).chain(trace.slices.around(slice));
    let work = around.find_map(|slice| frame_work(trace.bytes(trace.slices.label(slice).name?)));
    let found = trace.upid_of(slice).zip(work);
    let frames = found.map(|(upid, (work, token))| {
        let is_display = matches!(work, FrameWork::Commit | FrameWork::Composite);
        let frames = trace.frames.actual_with(upid, token);
        frames.filter(move |frame| frame.surface_token.is_none() == is_display)
    });
    frames.into_iter().flatten()
}

/// Returns the display frame that showed a frame: by its flow, else by its token, which is one of its machine.
pub(super) fn display_of<'a>(trace: &'a Trace, frame: &'a ActualFrame) -> Option<&'a ActualFrame> {
    if frame.surface_token.is_none() {
        return Some(frame);
    }
    let by_flow = trace
        .flows
        .leaving(frame.slice)
        .iter()
        .find_map(|&flow| trace.frames.actual_of(trace.flows.get(flow).to));
    by_flow.or_else(|| {
        let machine = |upid| trace.processes.process(upid).machine;
        let upids = trace.frames.display_upids().iter();
        let mut upids = upids.filter(|&&upid| machine(upid) == machine(frame.upid));
        upids.find_map(|&upid| {
            trace
                .frames
                .actual_with(upid, frame.display_token)
                .find(|other| other.surface_token.is_none())
        })
    })
}

/// Returns frames of the same layer whose tokens are near.
pub(super) fn same_layer<'a>(
    trace: &'a Trace,
    frame: &'a ActualFrame,
) -> impl Iterator<Item = &'a ActualFrame> {
    trace
        .frames
        .near_token(frame.upid, frame.token(), NEIGHBOURS_MAX)
        .filter(move |other| {
            other.slice != frame.slice
                && other.layer == frame.layer
                && other.surface_token.is_some() == frame.surface_token.is_some()
        })
}

/// Returns the frame of the same layer that was shown before a frame, if that one was still to be shown when
/// this frame was to begin, and so stood in its way.
///
/// Frames are shown in the order of their display frames, not of their tokens: a frame that began
/// late keeps its early token.
pub(super) fn shown_before<'a>(
    trace: &'a Trace,
    frame: &'a ActualFrame,
) -> Option<&'a ActualFrame> {
    let began = trace.slices.ts(frame.slice);
    let expected = trace.frames.expected_for(trace, frame);
    let planned = expected.map_or(began, |expected| trace.slices.ts(expected.slice));
    let until = |other: &ActualFrame| {
        let shown = display_of(trace, other).unwrap_or(other);
        let end = trace.slices.over_by(shown.slice);
        let end = end.unwrap_or(trace.known_until());
        trace
            .slices
            .over_by(other.slice)
            .map_or(end, |own| own.max(end))
    };
    same_layer(trace, frame)
        .filter(|other| !other.is_dropped() && other.display_token < frame.display_token)
        .max_by_key(|other| shown_order(trace, other))
        .filter(|other| until(other) >= planned.min(began))
}

/// Returns the frame of the same layer that was shown before a frame, and how long after it this one was shown;
/// `None` for a dropped frame, and where the trace does not tell when one of the two was shown.
pub fn pacing<'a>(trace: &'a Trace, frame: &'a ActualFrame) -> Option<(&'a ActualFrame, Dur)> {
    let shown_at = |frame| trace.slices.end(display_of(trace, frame)?.slice);
    let is_before =
        |other: &&ActualFrame| !other.is_dropped() && other.display_token < frame.display_token;
    let before = same_layer(trace, frame)
        .filter(is_before)
        .max_by_key(|other| shown_order(trace, other));
    let before = before.filter(|_| !frame.is_dropped())?;
    let gap = shown_at(frame)?.since(shown_at(before)?);
    Some((before, gap))
}

/// Returns the frame of the same layer that was shown instead of a dropped one: the first that was shown
/// then, unless it began later than the next frame would have. What is shown after a pause
/// replaces nothing.
pub(super) fn shown_instead<'a>(
    trace: &'a Trace,
    frame: &'a ActualFrame,
) -> Option<&'a ActualFrame> {
    let expected = trace.frames.expected_for(trace, frame);
    let planned = expected.map_or(frame.slice, |expected| expected.slice);
    let dropped = trace.slices.end(frame.slice)?;
    let next = dropped.plus(trace.slices.dur(planned)?);
    same_layer(trace, frame)
        .filter(|other| !other.is_dropped() && other.display_token >= frame.display_token)
        .min_by_key(|other| shown_order(trace, other))
        .filter(|other| trace.slices.ts(other.slice) <= next)
}

/// Returns what tells which of two frames of a layer was shown first.
fn shown_order(trace: &Trace, frame: &ActualFrame) -> (i64, Option<Ts>, (i64, u64)) {
    let end = trace.slices.end(frame.slice);
    (
        frame.display_token,
        end,
        trace.slices.order_key(frame.slice),
    )
}

/// Returns the slices of the GPU completion thread that wait for the fences of `draws`.
///
/// `DrawFrames` holds `Trace GPU completion fence N`, and the thread waits in
/// `waiting for GPU completion N`: the number pairs them.
fn gpu_slices(trace: &Trace, upid: Upid, draws: &[SliceId]) -> Vec<SliceId> {
    let Some(track) = gpu_track(trace, upid) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for &draw in draws {
        let fences = fences_in(trace, draw);
        let waits = trace.slices.at_depth(track, 0);
        let first = waits.n_before(trace.slices.ts(draw));
        for at in first..waits.len().min(first + GPU_SLICES_MAX) {
            let wait = waits.id(at);
            let name = trace.slices.name(wait).map(|name| trace.bytes(name));
            let fence = name.and_then(|name| name.strip_prefix(b"waiting for GPU completion "));
            if fence.is_some_and(|fence| fences.contains(&fence)) && !found.contains(&wait) {
                found.push(wait);
            }
        }
    }
    found
}

fn gpu_track(trace: &Trace, upid: Upid) -> Option<TrackId> {
    let threads = trace.thread_index();
    let utid = threads.of_process(upid).find(|&utid| {
        let name = trace.processes.thread(utid).name;
        name.is_some_and(|name| trace.bytes(name).starts_with(b"GPU completion"))
    })?;
    threads.track_of(utid)
}

/// Returns the numbers of the fences that a `DrawFrames` slice announces.
fn fences_in(trace: &Trace, draw: SliceId) -> Vec<&[u8]> {
    let below = trace.slices.below(draw, FENCE_SLICES_MAX);
    let names = below.filter_map(|slice| trace.slices.name(slice));
    let fence = |name| {
        trace
            .bytes(name)
            .strip_prefix(b"Trace GPU completion fence ")
    };
    names.filter_map(fence).collect()
}
