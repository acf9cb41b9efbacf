//! The critical path as one bar, in proportion: each part in its colour, with words where there is room.
//!
//! Neighbours that look like one share their words.

use super::super::scene::{Ink, Line, Role, Span, Text};
use super::super::text;
use super::super::time;
use super::{evidence, part_role, part_word};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::query::frame_lens::{Part, PartKind, Stage};

/// A stretch of a bar that looks like one: neighbours of one colour with the same words.
struct Run {
    x0: u32,
    x1: u32,
    dur: Dur,
    role: Role,
    word: String,
}

/// Returns what is said of a part besides how long it took: where a thread ran, at which stage of the frame or in
/// which slice, and else what it did.
fn word(part: &Part) -> String {
    match (part.kind, part.stage) {
        (PartKind::Running | PartKind::Busy, Stage::Stretch) => {
            text::clean(&part.label).into_owned()
        }
        (PartKind::Running | PartKind::Busy, stage) => stage.name().to_owned(),
        (kind, _) => part_word(kind).to_owned(),
    }
}

/// Puts parts as one bar into `cols` cells of a line, from a cell on. What has at least four cells says
/// what it is and, where there is room, for how long.
pub(super) fn put_bar(line: &mut Line, (x, cols): (u16, u16), parts: &[Part], span: TimeSpan) {
    const LEAST: u32 = 4;
    let offset = u32::from(x) * 8;
    let eighths = u32::from(cols) * 8;
    for bar in bar_of(parts.iter(), span, eighths) {
        line.spans.push(Span {
            x0: bar.x0 + offset,
            x1: bar.x1 + offset,
            ..bar
        });
    }
    for run in runs(parts, span, eighths) {
        let (first, last) = ((run.x0 + offset).div_ceil(8), (run.x1 + offset) / 8);
        let cells = last.saturating_sub(first);
        if cells < LEAST {
            continue;
        }
        let word = &*run.word;
        let room = cells as usize;
        let forms = [
            format!("{} {word}", time::dur(run.dur.ns())),
            word.to_owned(),
        ];
        let fits = |form: &&String| text::width(form) < room;
        let words = match forms.iter().find(fits) {
            Some(form) => format!(" {form}"),
            None => text::fit_end(word, room).into_owned(),
        };
        let mut label = Text::new(first as u16, words, Role::Text);
        label.ink = Ink::OnFill;
        line.put(label);
    }
}

/// Returns what looks like one in a bar that is so many eighths of a cell wide.
fn runs(parts: &[Part], span: TimeSpan, eighths: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for part in parts {
        let (x0, x1) = places(part.span, span, eighths);
        let (dur, role, word) = (part.span.dur(), part_role(part.kind), word(part));
        match runs.last_mut() {
            Some(last) if last.role == role && last.word == word => {
                last.x1 = x1;
                last.dur = last.dur.plus(dur);
            }
            _ => runs.push(Run {
                x0,
                x1,
                dur,
                role,
                word,
            }),
        }
    }
    runs
}

/// Returns where a part of a span begins and ends in a bar that is so many eighths of a cell wide.
fn places(part: TimeSpan, span: TimeSpan, eighths: u32) -> (u32, u32) {
    let total = i128::from(span.dur().ns()).max(1);
    let place = |ts: Ts| {
        let from_start = i128::from(ts.since(span.start()).ns());
        (from_start * i128::from(eighths) / total) as u32
    };
    (place(part.start()), place(part.end()))
}

/// Returns the parts as spans that fill `eighths`, in proportion.
fn bar_of<'a>(parts: impl Iterator<Item = &'a Part>, span: TimeSpan, eighths: u32) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for part in parts {
        let (x0, x1) = places(part.span, span, eighths);
        if x0 >= x1 {
            continue;
        }
        let ink = Ink::Role(part_role(part.kind));
        match spans.last_mut() {
            Some(last) if last.ink == ink && last.x1 == x0 && x1 - x0 < 8 => last.x1 = x1,
            _ => spans.push(Span {
                item: evidence(part),
                ..Span::bar(x0, x1, ink)
            }),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::frame_lens::Blocker;

    fn part(from: i64, to: i64, stage: Stage, kind: PartKind) -> Part {
        Part {
            span: TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to)),
            stage,
            kind,
            label: String::new(),
            thread: None,
            slice: None,
            state: None,
            peer: None,
        }
    }

    #[test]
    fn what_has_four_cells_is_named_and_told_how_long_it_took() {
        let ms = 1_000_000;
        let blocked = PartKind::Blocked(Blocker::Thread);
        let parts = [
            part(0, 10 * ms, Stage::WaitUi, blocked),
            part(10 * ms, 30 * ms, Stage::DoFrame, PartKind::Running),
            part(30 * ms, 40 * ms, Stage::DoFrame, PartKind::Running),
            part(40 * ms, 41 * ms, Stage::DoFrame, PartKind::Runnable),
            part(41 * ms, 47 * ms, Stage::Draw, blocked),
        ];
        let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(47 * ms));
        let words = |cols: u16| {
            let mut line = Line::new(0, 0, 60, Role::Ground);
            put_bar(&mut line, (5, cols), &parts, span);
            let texts = line.texts.iter();
            texts
                .map(|text| (text.x, text.text.clone()))
                .collect::<Vec<_>>()
        };
        let of = |words: &[(u16, &str)]| -> Vec<(u16, String)> {
            words
                .iter()
                .map(|&(x, text)| (x, text.to_owned()))
                .collect()
        };
        // Neighbours that look like one share their words.
        assert_eq!(
            words(47),
            of(&[(5, " blocked"), (15, " 30.0 ms doFrame"), (46, "block…")])
        );
        assert_eq!(words(24), of(&[(5, "bloc…"), (10, " doFrame")]));
        assert_eq!(words(10), of(&[(8, "doFr…")]));
    }
}
