//! The legend: what colours, letters and signs mean, for those that a trace has.
//!
//! Letters of frames mean one thing in frames of Android and another in those of Chromium, so each is only
//! told where there are such frames.

use crate::model::chromium_frames::ChromiumFrames;
use crate::model::trace::Trace;
use crate::view::overlay::{HelpGroup, Sample};
use crate::view::scene::{Ink, JankTag, Partial, Role, StateRole, Tone};
use crate::view::state::Hint;

/// Returns the legend of a trace: colours and letters of its frames and of threads, and signs.
pub fn legend(trace: &Trace) -> Vec<HelpGroup> {
    let android = !trace.frames.actual().is_empty();
    let chromium = trace.chromium_found().is_some_and(ChromiumFrames::are_any);
    let frames = [android.then(of_frames), chromium.then(of_chromiums_frames)];
    let frames = frames.into_iter().flatten();
    frames.chain([of_threads(), of_signs()]).collect()
}

fn group(title: &str, samples: Vec<Sample>) -> HelpGroup {
    HelpGroup {
        title: title.into(),
        keys: Vec::new(),
        samples,
    }
}

const fn sample(role: Role, letter: &'static str, what: &'static str) -> Sample {
    Sample {
        ink: Ink::Role(role),
        tone: Tone::Normal,
        letter,
        what,
    }
}

const fn of_tag(tag: JankTag, letter: &'static str, what: &'static str) -> Sample {
    sample(Role::Jank(tag, Partial::No), letter, what)
}

fn of_threads() -> HelpGroup {
    let of = |state, what| sample(Role::State(state), "", what);
    let samples = vec![
        of(StateRole::Running, "Running, or busy with a slice"),
        of(StateRole::Runnable, "Runnable: waiting for a CPU"),
        of(StateRole::Blocked, "Blocked: on a thread, a lock, a buffer"),
        of(StateRole::IoWait, "Blocked: on IO, or in the kernel"),
        of(StateRole::Sleeping, "Asleep, or idle"),
        of(StateRole::Unknown, "Unknown: not recorded"),
    ];
    group("Legend: colours of threads and of critical paths", samples)
}

fn of_frames() -> HelpGroup {
    let own = Role::Jank(JankTag::SelfJank, Partial::No);
    let paler = Role::Jank(JankTag::SelfJank, Partial::Yes);
    let samples = vec![
        sample(Role::Expected, "", "Expected: the time it was given"),
        of_tag(JankTag::None, "", "No jank"),
        of_tag(JankTag::SelfJank, "S", "Self: its own process was late"),
        of_tag(JankTag::Other, "O", "Other: another process was late"),
        of_tag(JankTag::Dropped, "D", "Dropped: never shown"),
        of_tag(
            JankTag::BufferStuffing,
            "B",
            "Buffer stuffing: queued behind frames of its app",
        ),
        of_tag(
            JankTag::SurfaceFlingerStuffing,
            "F",
            "SurfaceFlinger stuffing: queued behind frames there",
        ),
        of_tag(
            JankTag::NonPerceivable,
            "N",
            "Non-perceivable: late, but nobody sees it",
        ),
        of_tag(JankTag::Unspecified, "?", "Unspecified: not recorded"),
        // Few colours have no paler ones, and no letter says so.
        sample(paler, "", "Paler, with many colours: partial severity"),
        Sample {
            tone: Tone::Deep,
            ..sample(own, "", "Darker, or hatched: past its deadline")
        },
    ];
    group("Legend: colours and letters of frames", samples)
}

fn of_chromiums_frames() -> HelpGroup {
    let samples = vec![
        of_tag(JankTag::None, "", "Shown in full"),
        of_tag(JankTag::Dropped, "D", "Dropped: never shown"),
        of_tag(JankTag::Other, "P", "Partial: shown without a part"),
        of_tag(
            JankTag::SelfJank,
            "S",
            "Scroll: shown a vsync or more too late",
        ),
    ];
    group("Legend: colours and letters of Chromium's frames", samples)
}

/// Returns the signs that are on most screens; docs/screen.md has all.
fn of_signs() -> HelpGroup {
    const SIGNS: [(&str, &str); 20] = [
        ("▾ ▸", "By a name: an open group, a closed one"),
        ("◆", "By a name: pinned, or rows of a query"),
        ("◇", "By a name: shown for now, with the selection"),
        ("×4", "By a name: so many tracks are in the group"),
        (
            "S R D run",
            "By a name: the thread sleeps, is ready, is blocked, runs at the ┬ of the ruler",
        ),
        ("×20", "On a track: so many slices begin there"),
        ("▏ ▌ ▐", "A slice that is narrower than a cell"),
        ("▾ ◆", "On a track: an instant or a sample; selected"),
        ("┄", "The slice has no end in the trace"),
        ("╱", "On a CPU or a state: not recorded"),
        ("◂ ▸", "On a slice: a flow reaches it, leaves it"),
        ("━▶ ─▷", "A flow: the one that ] or [ takes, another"),
        ("╌╌", "A flow back in time"),
        ("×13", "On an arrow: so many flows"),
        ("●", "A flow ends in what is closed, hidden or filtered out"),
        ("→3 ▲2 ▼5", "So many flows lead beyond that edge"),
        (
            "┊",
            "Behind the tracks: ticks of the ruler, or of a frame the vsyncs",
        ),
        ("╎", "Beside a counter: its axis does not begin at zero"),
        ("▼ ▾", "On the ruler: the selection, a deadline; hits"),
        ("+3 ▼  ▲", "So many lines follow; there are lines above"),
    ];
    let sign = |&(keys, what): &(&str, &str)| Hint {
        keys: keys.into(),
        what: what.into(),
    };
    HelpGroup {
        keys: SIGNS.iter().map(sign).collect(),
        ..group("Legend: signs", Vec::new())
    }
}
