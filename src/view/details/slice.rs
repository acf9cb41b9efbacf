//! What is known of a selected slice: what it is and belongs to, how long it was beside others of its
//! name, and, of a frame, what Android or Chromium says of it.

use super::super::chrome::so_far;
use super::super::chromium;
use super::super::cujs;
use super::super::cx::Cx;
use super::super::ladder::name_and;
use super::super::lens;
use super::super::pane::Pane;
use super::super::scene::{Chart, ChartCol, ChartKind, Ink, Item, Mods, Role, Span, Text};
use super::super::sched::state_name;
use super::super::slices::frame_role;
use super::super::startups;
use super::super::text;
use super::super::time;
use super::args;
use super::script;
use super::selection::{owner, start, unfinished};
use crate::model::frame_timeline::{ActualFrame, JankSeverity};
use crate::model::ids::{NodeId, SliceId, Utid};
use crate::model::jank::telling_jank_reasons;
use crate::model::lost_ends::LostBy;
use crate::query::flows::{self, Direction};
use crate::query::frame_lens::holder;

/// A name that is longer than the pane is wide leaves so many lines to the facts below it.
const BESIDE_NAME: usize = 4;
/// The most lines of a name.
const NAME_LINES: usize = 10;

/// Writes what is known of a slice.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    if let Some(frame) = cx.trace.frames.actual_of(id) {
        frame_title(pane, frame);
        facts(cx, pane, id);
        return;
    }
    let mut below = Pane::new(pane.width(), Role::Ground);
    facts(cx, &mut below, id);
    // The tabs take one line.
    let room = usize::from(cx.details_rows).saturating_sub(1 + below.len().min(BESIDE_NAME));
    let name = told_name(cx, id);
    let width = usize::from(pane.width().saturating_sub(2));
    let ink = match cx.trace.frames.expected_of(id) {
        Some(_) => Role::Expected.into(),
        None => chromium::role_of(cx, id).map_or_else(|| Ink::Name(cx.ink_of_slice(id)), Ink::Role),
    };
    let lines = text::wrapped(&name, width, room.clamp(1, NAME_LINES));
    let is_cut = lines.last().is_some_and(|last| last.ends_with('…'));
    for words in lines {
        let line = pane.line();
        line.spans.push(Span::bar(0, 8, ink));
        line.put(Text::new(2, words, Role::Strong).bold());
    }
    pane.append(below);
    // A name that was cut stands in full at the end, which scrolling reaches.
    if is_cut {
        let x = super::super::pane::KEY_WIDTH;
        let width = usize::from(pane.width().saturating_sub(x));
        for (index, words) in text::wrapped(&name, width, NAME_LINES).iter().enumerate() {
            let line = pane.line();
            if index == 0 {
                line.put(Text::new(0, "name", Role::Dim));
            }
            line.put(Text::new(x, words.as_str(), Role::Text));
        }
    }
}

/// Returns the name of a slice, with what tells it from slices of that name at the other ends of its flows.
fn told_name(cx: &Cx<'_>, id: SliceId) -> String {
    let ways = [Direction::Backward, Direction::Forward].into_iter();
    let is_shown = |flow| !cx.state.flows.is_off(cx.trace, flow);
    let beside = ways.filter_map(|way| {
        let flow = flows::default_focus_of(cx.trace, id, way, is_shown)?;
        Some(flows::other_end(cx.trace, flow, way))
    });
    let name = cx.slice_name(id);
    match cx.memo.sayings.told_apart(cx.trace, id, beside) {
        Some(what) => format!("{name} · {}", text::clean(&what)),
        None => name.into_owned(),
    }
}

/// Writes all that is known of a slice but its name.
fn facts(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let trace = cx.trace;
    let frame = trace.frames.actual_of(id);
    trail(cx, pane, id);
    let dur = trace.slices.dur(id);
    let ts = trace.slices.ts(id);
    // The duration comes first, as a small screen shows no more than this.
    match (dur, trace.slices.thread_time(id)) {
        (Some(dur), Some((_, Some(cpu)))) if dur.ns() > 0 => {
            let share = cpu as f64 * 100.0 / dur.ns() as f64;
            // The CPU time has no more digits than its exact form.
            let (short, exact) = (time::dur(cpu), time::dur_exact(cpu));
            let cpu = if exact.len() < short.len() {
                exact
            } else {
                short
            };
            // Work of a user on a GPU has no thread: the time is the GPU's.
            let track = trace.tracks.get(trace.slices.track_of(id));
            let whose = match trace.bytes(track.type_name) {
                b"android_gpu_work_period" => "gpu",
                _ => "cpu",
            };
            let cpu = format!("{whose} {cpu} ({share:.0} %)");
            pane.pair_parts("dur", &[&time::dur_exact(dur.ns()), &cpu], "   ");
        }
        _ if frame.is_some_and(ActualFrame::is_expired) => {
            pane.pair_fitting("dur", &[lens::NO_START, lens::EXPIRED], Role::Warn);
        }
        (Some(dur), _) if dur.is_zero() => pane.pair("dur", "instant"),
        (Some(dur), _) => pane.pair("dur", &time::dur_exact(dur.ns())),
        (None, _) => no_end(cx, pane, id),
    }
    start(cx, pane, ts);
    chromium::verdict(cx, pane, id);
    script::fill(cx, pane, id);
    lens::actual_of(cx, pane, id);
    if let Some(upid) = args::process_of_stage(cx, id) {
        pane.pair("process", &text::clean(&trace.process_title(upid)));
    }
    owner(cx, pane, trace.slices.track_of(id));
    if let Some(category) = trace.slices.label(id).category {
        pane.pair("category", &cx.text(category));
    }
    held_by(cx, pane, id);
    cujs::of_slice(cx, pane, id);
    startups::of_slice(cx, pane, id);
    lens::frames_of_work(cx, pane, id);
    if let Some(frame) = frame {
        lens::frame_pairs(cx, pane, frame);
    } else if let Some(node) = trace.tree.node_of_track(trace.slices.track_of(id))
        && !is_own_track(cx, trace.utid_of(id), node)
    {
        pane.pair("track", &text::clean(&trace.tree.shown_path(node)));
    }
    if let Some((_, Some(count))) = trace.slices.thread_instructions(id) {
        pane.pair("instr", &text::grouped(count.unsigned_abs()));
    }
    if let Some(utid) = trace.utid_of(id)
        && let Some(dur) = dur
    {
        super::states::bar(cx, pane, utid, ts, ts.plus(dur));
    }
    if frame.is_none() {
        same_name(cx, pane, id);
    }
}

/// Says of a slice without an end what is known of that.
fn no_end(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let Some(lost) = cx.trace.slices.lost_end(id) else {
        return unfinished(cx, pane);
    };
    let words = time::end_words(cx.trace, id);
    let most = time::dur(lost.until.since(cx.trace.slices.ts(id)).ns());
    let words = match lost.by {
        LostBy::Next => words.to_owned(),
        LostBy::Surely | LostBy::Probably => format!("≤ {most}: {words}"),
    };
    pane.pair_of("dur", &words, Role::Warn);
}

/// Writes which thread holds the lock that a slice waits for. The line leads to what it did then.
fn held_by(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let Some(holder) = holder(cx.trace, id) else {
        return;
    };
    let thread = text::clean(&cx.trace.thread_title(holder.utid)).into_owned();
    let (did, item) = match (holder.slice, holder.state) {
        (Some(slice), _) => (cx.slice_name(slice).into_owned(), Item::Slice(slice)),
        (None, Some(state)) => {
            let row = cx.trace.sched.state_row(state);
            let name = state_name(&cx.text(row.state), row.io_wait).into_owned();
            (name, Item::State(state))
        }
        (None, None) => ("nothing is known of it then".to_owned(), Item::None),
    };
    pane.pair("held by", &format!("{thread} · {did}"));
    pane.link(item);
}

/// Returns whether a track is the one of its thread, which is named already.
fn is_own_track(cx: &Cx<'_>, utid: Option<Utid>, node: NodeId) -> bool {
    utid.is_some_and(|utid| cx.trace.tree.node(node).name == cx.trace.thread_title(utid))
}

/// Fewer slices make no histogram.
const HISTOGRAM_MIN: usize = 5;

/// Says how the slice compares with all slices of its name, or of its name with any number in it, with a histogram
/// of their durations, once the selection has come to rest, because all of this differs from slice to slice.
fn same_name(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let known = cx.state.same_name.as_ref();
    let known = known.filter(|(of, _)| *of == id && cx.settled() == Some(id));
    let Some((_, found)) = known else {
        pane.line().put(Text::new(0, "same name", Role::Dim));
        return;
    };
    let x = super::super::pane::KEY_WIDTH;
    let width = pane.width();
    let line = pane.line();
    line.put(Text::new(0, "same name", Role::Dim));
    let mut words = match found.count {
        0 | 1 => "no other".to_owned(),
        n => {
            let numbers = if found.any_number { ", any number" } else { "" };
            format!("×{}{numbers}{}", text::grouped(n as u64), so_far(cx.trace))
        }
    };
    if let Some(own) = found.own_bin
        && found.ended >= HISTOGRAM_MIN
        && found.max_ns > found.min_ns
    {
        let most = found.bins.iter().copied().max().unwrap_or(1).max(1);
        let cols = found.bins.iter().enumerate().map(|(bin, &n)| {
            let height = (n * 7).div_ceil(most) as u16;
            ChartCol {
                low: 0,
                high: if n == 0 { ChartCol::EMPTY } else { height },
                ink: Ink::Role(if bin == own {
                    Role::Accent
                } else {
                    Role::Expected
                }),
            }
        });
        line.charts.push(Chart {
            x,
            line: 0,
            kind: ChartKind::Area,
            cols: cols.collect(),
        });
        words = format!("{words} · {}", rank(found.shorter, found.ended - 1));
        let mean = format!("mean {}", time::dur(found.mean_ns));
        let x = x + found.bins.len() as u16 + 1;
        let room = usize::from(width.saturating_sub(x));
        if text::width(&words) + text::width(&mean) + 3 <= room {
            line.put(Text::new(x, format!("{words} · {mean}"), Role::Text));
        } else {
            line.put(Text::new(x, text::fit_end(&words, room), Role::Text));
            pane.line().put(Text::new(x, mean, Role::Text));
        }
    } else {
        let room = usize::from(width.saturating_sub(x));
        line.put(Text::new(x, text::fit_end(&words, room), Role::Text));
    }
}

/// Says of how many of the others a slice is longer. The share is rounded down, so that only the longest is
/// called that.
fn rank(shorter: usize, others: usize) -> String {
    let per_mille = shorter * 1000 / others.max(1);
    match per_mille {
        _ if shorter == 0 => "none is shorter".to_owned(),
        1000.. => "the longest".to_owned(),
        990.. => format!("longer than {}.{} %", per_mille / 10, per_mille % 10),
        _ => format!("longer than {} %", per_mille / 10),
    }
}

/// Writes the slices that flows were followed through to the selected one.
fn trail(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let trail = &cx.state.flows.trail;
    if trail.len() < 2 || !cx.state.flows.has_led_to(cx.trace, id) {
        return;
    }
    const NAMES_MAX: usize = 4;
    /// The most cells of a name.
    const NAME_ROOM: usize = 28;
    /// A name that is cut to fewer cells says nothing.
    const NAME_MIN: usize = 8;
    let mut x = super::super::pane::KEY_WIDTH;
    let mut left = usize::from(pane.width().saturating_sub(x + 2));
    let mut names = Vec::new();
    let known = trail.iter().filter(|id| id.index() < cx.trace.slices.len());
    let known: Vec<SliceId> = known.copied().collect();
    // Names are placed from the selected slice back, so that it is seen in any case, with the next one if the way
    // went on from it.
    let here = known.iter().position(|&known| known == id);
    let last = here.map_or(known.len(), |here| here + 2).min(known.len());
    let is_cut = last < known.len();
    left = left.saturating_sub(if is_cut { 2 } else { 0 });
    for (at, &id) in known.iter().enumerate().take(last).rev().take(NAMES_MAX) {
        if !names.is_empty() && left < NAME_MIN {
            break;
        }
        // Steps on the way are told apart where they have one name.
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let beside = beside.filter_map(|at| known.get(at).copied());
        let what = cx.memo.sayings.told_apart(cx.trace, id, beside);
        // One name alone is no way.
        let is_alone = at > 0 && names.is_empty();
        let kept = if is_alone { NAME_MIN + 3 } else { 0 };
        let room = NAME_ROOM.min(left.saturating_sub(kept));
        let name = name_and(cx.trace, id, what.as_deref(), room);
        let name = text::fit_end(&name, room).into_owned();
        left = left.saturating_sub(text::width(&name) + 3);
        names.push((id, name));
    }
    let line = pane.line();
    line.put(Text::new(0, "trail", Role::Dim));
    if names.len() < last {
        x = line.put(Text::new(x, "… ", Role::Dim));
    }
    for (index, (id, name)) in names.into_iter().rev().enumerate() {
        if index > 0 {
            x = line.put(Text::new(x, " ▸ ", Role::Flow));
        }
        let is_here = cx.selected == Some(id);
        let mut text = Text::new(x, name, if is_here { Role::Strong } else { Role::Text });
        if is_here {
            text = text.with(Mods::BOLD).with(Mods::UNDERLINE);
        }
        x = line.put(text);
    }
    if is_cut {
        line.put(Text::new(x, " …", Role::Dim));
    }
}

fn frame_title(pane: &mut Pane, frame: &ActualFrame) {
    /// In a pane this narrow, why the frame was late needs the room of the word `FRAME`.
    const NARROW: u16 = 44;
    let title = match pane.width() {
        ..NARROW => frame.token().to_string(),
        _ => format!("FRAME {}", frame.token()),
    };
    let line = pane.line();
    let x = line.put(Text::new(0, title, Role::Strong).bold());
    let role = frame_role(frame);
    let mut mark = Text::new(x + 2, frame.jank_tag.pattern(), role);
    mark.ink = Ink::Role(role);
    let x = line.put(mark);
    let mut words = vec![frame.jank_tag.text().to_owned()];
    // The colour is that of a jank, so that the words must say that the frame does not count as one.
    words.extend(frame.not_counted().map(str::to_owned));
    // Stuffing has the same name as who is at fault and as the reason.
    let reasons = telling_jank_reasons(frame.jank_type).map(|reason| reason.name);
    let reasons = reasons.filter(|&reason| reason != frame.jank_tag.text());
    words.extend(reasons.map(str::to_owned));
    // Without a name beside it, the severity `None` would read as no jank.
    if matches!(frame.severity, JankSeverity::Partial | JankSeverity::Full) {
        words.push(frame.severity.text().to_owned());
    }
    line.put(Text::new(x + 1, words.join(" · "), role).bold());
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn only_the_longest_is_said_to_be() {
        assert_eq!(rank(3_598, 3_599), "longer than 99.9 %");
        assert_eq!(rank(3_599, 3_599), "the longest");
        assert_eq!(rank(2, 3), "longer than 66 %");
        assert_eq!(rank(0, 3), "none is shorter");
    }
}
