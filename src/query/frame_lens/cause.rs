//! The cause of a late frame in a few words, and what makes two frames late for the same cause.
//!
//! Who is at fault decides where to look: an application that was late is explained by the
//! biggest part of its frame, a frame that waited behind another by that one, unless it began too late
//! for its deadline, and what SurfaceFlinger blames on itself by its reasons.

use super::blocker::thread_name;
use super::chain::chain;
use super::links::{shown_before, shown_instead};
use super::{Blocker, FrameLens, Missing, Part, PartGroup, PartKind, Stage, without_digits};
use crate::base::time::{Dur, TimeSpan};
use crate::model::frame_slices::{FrameWork, frame_work};
use crate::model::frame_timeline::{ActualFrame, JankTag};
use crate::model::ids::{SliceId, ThreadStateId};
use crate::model::jank::{jank_bits, telling_jank_text};
use crate::model::trace::Trace;

/// Why a frame was late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Frames with equal keys were late for the same cause.
    pub key: String,
    /// In a few words. Not yet safe to show.
    pub text: String,
    /// How long it took, where that is known.
    pub dur: Option<Dur>,
    /// The slice to look at: of the blocker if there is one.
    pub evidence: Option<SliceId>,
    /// Else the state to look at: that of the thread that waited.
    pub state: Option<ThreadStateId>,
}

/// Returns why a frame was late.
pub fn cause(trace: &Trace, frame: &ActualFrame) -> Cause {
    by_others(trace, frame).unwrap_or_else(|| of_lens(trace, frame, &FrameLens::new(trace, frame)))
}

/// Returns why a frame was late, by its lens.
pub fn cause_with(trace: &Trace, frame: &ActualFrame, lens: &FrameLens) -> Cause {
    by_others(trace, frame).unwrap_or_else(|| of_lens(trace, frame, lens))
}

/// Returns why a frame was late that is not explained by what was done in it.
fn by_others(trace: &Trace, frame: &ActualFrame) -> Option<Cause> {
    match frame.jank_tag {
        JankTag::Dropped => Some(dropped(trace, frame)),
        JankTag::BufferStuffing | JankTag::SurfaceFlingerStuffing => Some(stuffed(trace, frame)),
        JankTag::Other if is_stuffed(frame) => Some(stuffed(trace, frame)),
        JankTag::Other => Some(reasons(frame, None)),
        _ => None,
    }
}

/// Returns whether a frame for which others are blamed was stuffed, and nothing else made it late: a wrong
/// prediction is that of its display frame, and makes no frame slow.
const fn is_stuffed(frame: &ActualFrame) -> bool {
    frame.jank_type & !jank_bits::PREDICTION_ERROR == jank_bits::BUFFER_STUFFING
}

/// What took less than this part (1/n) of a frame does not explain a frame that mostly did nothing.
const CAUSE_SHARE: i64 = 10;

/// Returns the cause of a frame that was late by itself.
fn of_lens(trace: &Trace, frame: &ActualFrame, lens: &FrameLens) -> Cause {
    if !lens.is_start_known {
        return reasons(frame, None);
    }
    let own = lens.biggest();
    let own_dur = own.map_or(Dur::ZERO, |group| group.dur);
    let told = own_dur.max(lens.earlier_dur());
    if told.ns() < lens.span.dur().ns() / CAUSE_SHARE {
        let unknown = || mostly_unknown(lens).filter(|_| !told.is_zero());
        if let Some(cause) = mostly_idle(frame, lens).or_else(unknown) {
            return cause;
        }
    }
    let of_group = |group| {
        waited_for(trace, lens, group)
            .unwrap_or_else(|| biggest(trace, group, &lens.parts[group.longest]))
    };
    let told = behind_earlier(trace, lens, own_dur)
        .or_else(|| waited_for_cpus(trace, lens, own_dur))
        .or_else(|| own.map(of_group));
    match (told, lens.twin_process(trace)) {
        (Some(cause), Some(twin)) => in_process(&twin, cause),
        (Some(cause), None) => cause,
        (None, _) => reasons(frame, lens.links.expected),
    }
}

/// Returns a cause that is found in another process than that of the frame.
fn in_process(process: &str, mut cause: Cause) -> Cause {
    for words in [&mut cause.key, &mut cause.text] {
        words.insert_str(0, &format!("in {process}: "));
    }
    cause
}

/// Returns that a thread waited for CPUs, if it did at all stages for longer than `own`.
fn waited_for_cpus(trace: &Trace, lens: &FrameLens, own: Dur) -> Option<Cause> {
    let is_wait =
        |group: &&PartGroup| group.kind == PartKind::Runnable && !group.stage.is_earlier();
    let waits = || lens.groups.iter().filter(is_wait);
    let of_place = |longest: &PartGroup| {
        let same = waits().filter(|group| place(group.stage) == place(longest.stage));
        same.fold(Dur::ZERO, |sum, group| sum.plus(group.dur))
    };
    let longest = waits().min_by_key(|&group| std::cmp::Reverse(of_place(group)))?;
    let dur = of_place(longest);
    let cause = biggest(trace, longest, &lens.parts[longest.longest]);
    (dur > own).then_some(Cause {
        dur: Some(dur),
        ..cause
    })
}

/// Jank types that blame no thread: SurfaceFlinger's scheduling, the display, the GPU.
const BEYOND_THREADS: i32 = jank_bits::SF_SCHEDULING
    | jank_bits::DISPLAY_HAL
    | jank_bits::SF_GPU_DEADLINE_MISSED
    | jank_bits::DISPLAY_NOT_ON
    | jank_bits::DISPLAY_MODE_CHANGE_IN_PROGRESS
    | jank_bits::DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS;

/// Returns that nothing was to be done for more than half of the frame, or what SurfaceFlinger says
/// if it knows of something else.
fn mostly_idle(frame: &ActualFrame, lens: &FrameLens) -> Option<Cause> {
    let is_idle = |group: &&PartGroup| {
        group.kind == PartKind::Blocked(Blocker::Idle) && !group.stage.is_earlier()
    };
    let idle = || lens.groups.iter().filter(is_idle);
    let longest = idle().next()?;
    let dur = idle().fold(Dur::ZERO, |sum, group| sum.plus(group.dur));
    if dur.ns() <= lens.span.dur().ns() / 2 {
        return None;
    }
    if frame.jank_type & BEYOND_THREADS != 0 {
        return Some(reasons(frame, lens.links.expected));
    }
    let place = place(longest.stage);
    // A thread that is only guessed, and had nothing to do, explains nothing.
    let text = match place.strip_suffix('?') {
        Some(guess) => format!("unknown: {}; {guess} idle", Missing::Slices.reason()),
        None => format!("{place} idle"),
    };
    Some(Cause {
        key: text.clone(),
        text,
        dur: Some(dur),
        evidence: lens.parts[longest.longest].peer,
        state: lens.parts[longest.longest].state,
    })
}

/// Returns why most of the frame is unknown, if it is.
fn mostly_unknown(lens: &FrameLens) -> Option<Cause> {
    let group = lens.groups.first()?;
    let PartKind::Unknown(missing) = group.kind else {
        return None;
    };
    let text = format!("unknown: {}", missing.reason());
    (group.dur.ns() > lens.span.dur().ns() / 2).then(|| Cause {
        key: text.clone(),
        text,
        dur: Some(group.dur),
        evidence: lens.links.expected,
        state: None,
    })
}

/// Returns as the cause what SurfaceFlinger says.
fn reasons(frame: &ActualFrame, evidence: Option<SliceId>) -> Cause {
    let text = telling_jank_text(frame.jank_type);
    Cause {
        key: text.clone(),
        text,
        dur: None,
        evidence,
        state: None,
    }
}

fn dropped(trace: &Trace, frame: &ActualFrame) -> Cause {
    let instead = shown_instead(trace, frame);
    Cause {
        key: "dropped".to_owned(),
        text: match instead {
            Some(other) => format!("dropped: frame {} was shown instead", other.token()),
            None => "dropped".to_owned(),
        },
        dur: None,
        evidence: instead.map(|other| other.slice),
        state: None,
    }
}

fn stuffed(trace: &Trace, frame: &ActualFrame) -> Cause {
    let ahead = shown_before(trace, frame);
    let who = if frame.jank_tag == JankTag::SurfaceFlingerStuffing {
        "SurfaceFlinger"
    } else {
        "buffer"
    };
    let evidence = ahead.map(|ahead| ahead.slice);
    if let Some(late) = began_too_late(trace, frame) {
        let behind = ahead.map(|ahead| format!(", behind {}", named(ahead, frame)));
        return Cause {
            key: BEGAN_TOO_LATE.to_owned(),
            text: format!("{BEGAN_TOO_LATE}{}", behind.unwrap_or_default()),
            dur: Some(late),
            evidence,
            state: None,
        };
    }
    Cause {
        key: format!("{who} stuffing"),
        text: match ahead {
            Some(ahead) => format!("stuffed behind {}", named(ahead, frame)),
            None => format!("{who} stuffing"),
        },
        dur: None,
        evidence,
        state: None,
    }
}

/// Returns what the frame ahead of another is called: several buffers of a layer can have one token.
fn named(ahead: &ActualFrame, frame: &ActualFrame) -> String {
    let token = ahead.token();
    if token == frame.token() {
        return format!("frame {token}, shown by {}", ahead.display_token);
    }
    format!("frame {token}")
}

/// What is said of a frame that had no chance to be in time, whatever was ahead of it.
const BEGAN_TOO_LATE: &str = "began after its own deadline";

/// Returns how long after its vsync a frame began, if that was not before its deadline.
fn began_too_late(trace: &Trace, frame: &ActualFrame) -> Option<Dur> {
    // SurfaceFlinger itself begins late for the frame ahead. What it makes up for a begin tells nothing.
    if frame.surface_token.is_none() || frame.is_expired() {
        return None;
    }
    let began = trace.slices.ts(frame.slice);
    let expected = trace.frames.expected_for(trace, frame)?;
    let deadline = trace.frames.deadline(trace, frame)?;
    let late = began.since(trace.slices.ts(expected.slice));
    (began >= deadline).then_some(late)
}

/// Returns that the frame waited for its threads, if they worked on earlier ones for longer than `own`.
fn behind_earlier(trace: &Trace, lens: &FrameLens, own: Dur) -> Option<Cause> {
    let dur = lens.earlier_dur();
    if dur <= own {
        return None;
    }
    let inside = |&slice: &SliceId| {
        let end = trace.slices.over_by(slice).unwrap_or(lens.span.end());
        TimeSpan::new(trace.slices.ts(slice), end).clamped_to(lens.span)
    };
    let longest = |slice: &SliceId| inside(slice).dur();
    let slice = lens.earlier.iter().copied().max_by_key(longest)?;
    let (thread, token) = if let Some(frame) = trace.frames.actual_of(slice) {
        (place(Stage::EarlierMain), frame.token())
    } else {
        let name = trace.slices.name(slice).map(|name| trace.bytes(name))?;
        let (work, token) = frame_work(name)?;
        let stage = match work {
            FrameWork::DoFrame => Stage::EarlierDoFrame,
            _ => Stage::EarlierDraw,
        };
        (place(stage), token)
    };
    Some(Cause {
        key: format!("{thread} on an earlier frame"),
        text: format!("{thread} still on frame {token}"),
        dur: Some(dur),
        evidence: Some(slice),
        state: None,
    })
}

/// Returns what another thread did for more than half of the time in which the frame's thread slept for it.
fn waited_for(trace: &Trace, lens: &FrameLens, group: &PartGroup) -> Option<Cause> {
    if group.kind != PartKind::Blocked(Blocker::Thread) {
        return None;
    }
    let chain = chain(trace, &lens.parts, group);
    let most = chain.groups.first()?;
    if most.dur.ns() <= group.dur.ns() / 2 {
        return None;
    }
    let part = &chain.parts[most.longest];
    let what = match (most.kind, part.slice) {
        (PartKind::Running, None) => "running",
        (PartKind::Blocked(_) | PartKind::Unknown(_), _) => return None,
        _ => &most.label,
    };
    let who = thread_name(trace, most.thread?, group.thread);
    let place = place_beside(trace, group, &who);
    let text = format!("{place} waited for {who}: {what}");
    Some(Cause {
        key: without_digits(&text),
        text,
        // The named work took less time than the wait for it.
        dur: Some(most.dur),
        evidence: part.slice,
        state: lens.parts[group.longest].state,
    })
}

/// Returns whose work a stage is.
const fn place(stage: Stage) -> &'static str {
    match stage {
        Stage::MainThread | Stage::EarlierMain => Stage::MainThread.name(),
        Stage::MainRender => Stage::MainRender.name(),
        Stage::WaitUi | Stage::EarlierDoFrame | Stage::DoFrame => "UI thread",
        Stage::WaitRender | Stage::EarlierDraw | Stage::Draw => "RenderThread",
        Stage::Gpu => "GPU",
        Stage::Queued => Stage::Queued.name(),
        Stage::WaitSurfaceFlinger | Stage::Commit | Stage::Composite => "SurfaceFlinger",
        Stage::Untold => Stage::Untold.name(),
        Stage::Tail => "end",
        // No cause is looked for of the start of an app, or of a stretch.
        Stage::Startup
        | Stage::BeforeProcess
        | Stage::ProcessStart
        | Stage::BindApplication
        | Stage::BeforeActivity
        | Stage::Activity
        | Stage::AfterFirstFrame
        | Stage::Stretch => "thread",
    }
}

/// Returns whose work a stage is, with the tid of the thread if `other` has the same name.
fn place_beside(trace: &Trace, group: &PartGroup, other: &str) -> String {
    let place = place(group.stage);
    match group.thread {
        Some(utid) if other.contains(place) => {
            format!("{place} {}", trace.processes.thread(utid).tid)
        }
        _ => place.to_owned(),
    }
}

fn biggest(trace: &Trace, group: &PartGroup, part: &Part) -> Cause {
    let (label, place) = (&group.label, place(group.stage));
    let text = match group.kind {
        PartKind::Running | PartKind::Busy if group.stage == Stage::WaitUi => {
            format!("UI thread busy: {label}")
        }
        PartKind::Running | PartKind::Busy if group.stage == Stage::Gpu => label.clone(),
        PartKind::Running if part.slice.is_none() => format!("{place} running {label}"),
        PartKind::Running | PartKind::Busy => format!("{label} on {place}"),
        PartKind::Runnable => format!("{place} waited for a CPU"),
        PartKind::Blocked(Blocker::Io | Blocker::Kernel | Blocker::Thread | Blocker::Unknown) => {
            let blocked = ["", " blocked"][usize::from(label.starts_with("until "))];
            format!("{}{blocked} {label}", place_beside(trace, group, label))
        }
        PartKind::Blocked(_) | PartKind::Unknown(_) => label.clone(),
    };
    Cause {
        key: without_digits(&text),
        text,
        dur: Some(group.dur),
        evidence: part.peer.or(part.slice),
        state: part.state,
    }
}
