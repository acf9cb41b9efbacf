//! The part of `janks` for Chromium's frames: their counts and the janky ones.
//!
//! `model/chromium_frames.rs` decides the order and the defects; CSV has the same columns as the viewer's
//! export.

use serde_json::{Value, json};

use crate::base::time::Dur;
use crate::cli::table::{Align, Table};
use crate::model::chromium_frames::{ChromiumFrame, ChromiumFrames};
use crate::model::trace::Trace;
use crate::view::chromium::NEVER_BEGUN;

/// Returns the first `limit` frames as a table for people.
pub(super) fn table(trace: &Trace, found: &ChromiumFrames, limit: usize) -> Table {
    let mut table = Table::new(&[
        ("time s", Align::Right),
        ("frame", Align::Right),
        ("state", Align::Left),
        ("smoothness", Align::Left),
        ("vsyncs", Align::Right),
        ("dur ms", Align::Right),
        ("who", Align::Left),
        ("slow stage", Align::Left),
        ("stage ms", Align::Right),
        ("usual ms", Align::Right),
    ]);
    let number = |n: Option<i64>| n.map_or_else(|| "–".to_owned(), |n| n.to_string());
    let millis = |dur: Option<Dur>| {
        dur.map_or_else(
            || "–".to_owned(),
            |dur| format!("{:.2}", dur.ns() as f64 / 1e6),
        )
    };
    for frame in found.lacking.iter().take(limit) {
        let slow = frame.slow;
        let at = trace.slices.ts(frame.slice).since(trace.bounds.start());
        let reasons = frame.scroll().reasons.text();
        let smoothness = match (&*reasons, frame.affects_smoothness) {
            ("", true) => "affected",
            ("", false) => "–",
            (reasons, _) => reasons,
        };
        let stage = slow.map(|slow| trace.text(slow.name).into_owned());
        let stage = stage.or_else(|| frame.is_backfilled.then(|| NEVER_BEGUN.to_owned()));
        table.row(vec![
            // Cut, not rounded, as in the viewer.
            format!("{:.3}", (at.ns() / 1_000_000) as f64 / 1e3),
            number(frame.sequence),
            frame.lacks.text().to_owned(),
            smoothness.to_owned(),
            number(frame.scroll().missed_vsyncs),
            millis(trace.slices.dur(frame.slice)),
            trace.owner_title(frame.slice),
            stage.unwrap_or_else(|| "–".to_owned()),
            millis(slow.map(|slow| slow.dur)),
            millis(slow.and_then(|slow| slow.usual)),
        ]);
    }
    table
}

/// Returns the first `limit` frames as a table for programs.
pub(super) fn records(trace: &Trace, found: &ChromiumFrames, limit: usize) -> Table {
    let mut table = Table::new(&ChromiumFrame::RECORD.map(|title| (title, Align::Left)));
    for frame in found.lacking.iter().take(limit) {
        table.row(frame.record(trace).into());
    }
    table
}

/// Returns the counts and the first `limit` frames as JSON.
pub(super) fn json(trace: &Trace, found: &ChromiumFrames, limit: usize) -> Value {
    let frames = found.lacking.iter().take(limit).map(|frame| {
        let slow = frame.slow.map(|slow| {
            json!({
                "name": trace.text(slow.name),
                "dur": slow.dur.ns(),
                "usual_dur": slow.usual.map(Dur::ns),
            })
        });
        json!({
            "ts": trace.slices.ts(frame.slice).ns(),
            "dur": trace.slices.dur(frame.slice).map(Dur::ns),
            "frame_sequence": frame.sequence,
            "state": frame.lacks.text(),
            "affects_smoothness": frame.affects_smoothness,
            "missed_vsyncs": frame.scroll().missed_vsyncs,
            "jank_reasons": frame.scroll().reasons.texts().collect::<Vec<_>>(),
            "backfilled": frame.is_backfilled,
            "owner": trace.owner_title(frame.slice),
            "slow_stage": slow,
            "slice": trace.sql_ids().id(frame.slice),
        })
    });
    json!({
        "frames": found.n_frames,
        "dropped": found.n_dropped(),
        "partial": found.n_partial(),
        "affect_smoothness": found.n_unsmooth(),
        "unknown": found.n_unknown,
        "scroll_frames": found.n_scroll_frames,
        "janky_scroll_frames": found.n_janky_scrolls(),
        "scroll_frames_without_damage": found.n_without_damage,
        "lacking": frames.collect::<Vec<Value>>(),
    })
}
