//! How frames of Chromium look, which are slices like others, but with colours and words of their own.
//!
//! The frames are known once the loader has found them; until then they look like other slices.

use super::cx::Cx;
use super::pane::Pane;
use super::scene::{JankTag, Role};
use super::slices::badness_role;
use super::text;
use super::time;
use crate::base::time::Dur;
use crate::model::chromium_frames::{ChromiumFrame, Lack, SlowStage};
use crate::model::ids::SliceId;
use crate::model::worst_frames::Badness;

/// What is said of a frame that Chromium only reports afterwards, in the place of its slow stage.
pub const NEVER_BEGUN: &str = "never begun, reported afterwards (backfill)";

/// Returns the colour of a slice by how bad its frame is; `None` if it tells of no frame.
pub(super) const fn role(badness: Badness) -> Option<Role> {
    match badness.tag() {
        _ if !badness.is_frame() => None,
        // A frame with nothing to show is as quiet as an expected one.
        JankTag::Unspecified => Some(Role::Expected),
        _ => Some(badness_role(badness)),
    }
}

/// Returns the colour of a slice that tells of a frame.
pub(super) fn role_of(cx: &Cx<'_>, slice: SliceId) -> Option<Role> {
    role(cx.trace.chromium_found()?.verdicts.of(slice))
}

/// Returns what a janky frame lacks, in as many words as there is room for: all of them, the first, or
/// its letter.
pub(super) fn short_lack(lacks: Lack, room: usize) -> String {
    let all = lacks.text();
    let first = all.split(' ').next().unwrap_or(all);
    let mut fitting = [all, first].into_iter().filter(|words| words.len() <= room);
    fitting
        .next()
        .map_or_else(|| lacks.letter().to_string(), str::to_owned)
}

/// Writes what the frame lacks that a slice tells of, and the stage that made it long.
pub(super) fn verdict(cx: &Cx<'_>, pane: &mut Pane, slice: SliceId) {
    let found = cx.trace.chromium_found();
    let Some(frame) = found.and_then(|found| found.told_by(slice)) else {
        return;
    };
    let role = role_of(cx, slice).filter(|_| frame.affects_smoothness);
    let role = role.unwrap_or(Role::Text);
    let more = words(frame);
    // This slice itself says that all was shown.
    let by_other = if frame.presented == Some(slice) {
        " in its other report"
    } else {
        ""
    };
    let lacks = format!("{}{by_other}", frame.lacks.text());
    pane.pair_fitting("frame", &[&format!("{lacks} · {more}"), &lacks], role);
    if let Some(slow) = frame.slow {
        let name = cx.trace.text(slow.name);
        let words = slow_words(slow, &text::clean(&name));
        // The stage is of one of its reports.
        let of = if frame.is_other_report(cx.trace, slice) {
            "in its other report: "
        } else {
            ""
        };
        pane.pair_parts("slow", &[&format!("{of}{words}")], "");
    } else if frame.is_backfilled {
        pane.pair_parts("slow", &[NEVER_BEGUN], "");
    }
}

/// Says of a frame without any stage how to find what was done for it: other slices carry its number, too.
pub(super) fn without_stages(cx: &Cx<'_>, pane: &mut Pane) {
    let frame = cx.trace.chromium_found().zip(cx.selected);
    let frame = frame.and_then(|(found, slice)| found.told_by(slice));
    let Some(sequence) = frame
        .filter(|frame| !frame.has_stages)
        .and_then(|it| it.sequence)
    else {
        return;
    };
    pane.text("no stage of this frame was recorded", Role::Dim);
    let words = format!("a search for {sequence} finds what was done for it");
    pane.text(words, Role::Dim);
}

/// Returns what to say of a frame besides what it lacks.
fn words(frame: &ChromiumFrame) -> String {
    match frame.lacks {
        Lack::Vsyncs(jank) => {
            let missed = jank.missed_vsyncs.map(|missed| match missed {
                1 => "1 vsync missed".to_owned(),
                n => format!("{n} vsyncs missed"),
            });
            let reasons = Some(jank.reasons.text()).filter(|reasons| !reasons.is_empty());
            let known: Vec<String> = missed.into_iter().chain(reasons).collect();
            known.join(" · ")
        }
        _ if frame.affects_smoothness => "affects smoothness".to_owned(),
        _ => "does not affect smoothness".to_owned(),
    }
}

/// Returns the words for a slow stage: its name, which tells most, how long it took, and what is usual.
pub fn slow_words(slow: SlowStage, name: &str) -> String {
    format!(
        "{name}: {}, {}",
        time::dur(slow.dur.ns()),
        usual_words(slow)
    )
}

/// Returns the words for how long a stage takes in other frames.
pub fn usual_words(slow: SlowStage) -> String {
    match slow.usual.map(Dur::ns) {
        Some(usual) => format!("usually {}", time::dur(usual)),
        None => "in no frame that was as it should be".to_owned(),
    }
}
