//! Critical user journeys in the details: of a frame, which it was drawn for; of a journey, how its frames were.

use super::cx::Cx;
use super::pane::{KEY_WIDTH, Pane};
use super::scene::{Item, Role, Text};
use super::text;
use super::time;
use crate::model::cujs::{Cuj, CujKind, CujState};
use crate::model::ids::SliceId;

/// So many journeys of one frame are named.
const NAMED_MAX: usize = 4;

/// Writes, for a frame, which journeys it was drawn for. Each line leads to the journey.
pub(super) fn of_frame(cx: &Cx<'_>, pane: &mut Pane, frame: SliceId) {
    let trace = cx.trace;
    for cuj in trace.cujs().of_frame(frame).take(NAMED_MAX) {
        let mut words = text::clean(&String::from_utf8_lossy(cuj.name(trace))).into_owned();
        if let Some((rank, n)) = cuj.rank_of(trace, frame) {
            words = format!("{words} · frame {rank} of {n}");
        }
        if cuj.state == CujState::Cancelled {
            words = format!("{words} · {}", cuj.state.text());
        }
        let room = usize::from(pane.width().saturating_sub(KEY_WIDTH));
        let line = pane.line();
        line.put(Text::new(0, "CUJ", Role::Dim));
        let words = text::fit_end(&words, room).into_owned();
        line.put(Text::new(KEY_WIDTH, words, Role::Accent));
        pane.link(Item::Slice(cuj.slice));
    }
}

/// Writes, for a slice that is a journey, how it ended and how its frames were. The line of the frames leads to the
/// one that was latest.
pub(super) fn of_slice(cx: &Cx<'_>, pane: &mut Pane, slice: SliceId) {
    let trace = cx.trace;
    let Some(cuj) = trace.cujs().of_slice(slice) else {
        return;
    };
    let what = match cuj.kind {
        CujKind::Jank => "watched for jank",
        CujKind::Latency => "watched for latency",
    };
    pane.pair_parts("CUJ", &[cuj.state.text(), what], " · ");
    if cuj.kind == CujKind::Jank {
        frames(cx, pane, cuj);
    }
    if let Some(utid) = cuj.ui_thread {
        pane.pair("frames of", &text::clean(&trace.thread_title(utid)));
    }
    if let Some((first, last)) = cuj.vsyncs {
        pane.pair("tokens", &format!("{first} … {last}"));
    }
}

fn frames(cx: &Cx<'_>, pane: &mut Pane, cuj: &Cuj) {
    let Some(frames) = &cuj.frames else {
        return pane.pair_of("frames", "too many journeys to count them", Role::Warn);
    };
    let mut parts = vec![text::grouped(frames.len() as u64)];
    if !frames.is_empty() {
        parts.push(format!("{} janky", text::grouped(cuj.n_janky as u64)));
    }
    let token = |slice| Some(cx.trace.frames.actual_of(slice)?.token());
    if let Some((slice, late)) = cuj.worst
        && let Some(token) = token(slice)
    {
        parts.push(format!("worst {token} {}", time::signed(late)));
    }
    let role = match cuj.n_janky {
        0 => Role::Text,
        _ => Role::Bad,
    };
    pane.pair_of("frames", &parts.join(" · "), role);
    pane.link(
        cuj.worst
            .map_or(Item::None, |(slice, _)| Item::Slice(slice)),
    );
}
