//! Counters as charts: the range of values in every half column.
//!
//! A counter holds its value until the next sample, so a column shows the
//! value it begins with and every value that it meets. The scale is that of
//! the whole track, with zero in it unless all values are far from zero.

use super::cx::Cx;
use super::scene::{Chart, ChartCol, ChartKind, Ink, Role};
use super::text;
use crate::base::time::Ts;
use crate::model::ids::{CounterId, TrackId};

/// Returns the lowest and highest value that the chart of a track shows.
pub(super) fn scale(cx: &Cx<'_>, track: TrackId) -> Option<(f64, f64)> {
    let (low, high) = cx.trace.counters.extent(track)?;
    let (low, high) = (low.max(f64::MIN / 4.0), high.min(f64::MAX / 4.0));
    if low >= 0.0 && (low < high * 0.8 || low >= high) {
        Some((0.0, high))
    } else if high <= 0.0 {
        Some((low, 0.0))
    } else {
        Some((low, high))
    }
}

/// Returns the charts of a counter, one for each line, top line first.
pub(super) fn charts(cx: &Cx<'_>, track: TrackId, lines: u16) -> Vec<Chart> {
    let Some((low, high)) = scale(cx, track) else {
        return Vec::new();
    };
    let samples = cx.trace.counters.track(track);
    // Half columns: braille has two dots beside each other.
    let step = 2;
    let n_cols = i64::from(cx.view.cols()) * step;
    let full = f64::from(lines) * 8.0 - 1.0;
    let height = |value: f64| -> u16 {
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.0
        };
        let eighths = (share * full).round();
        eighths.clamp(0.0, full) as u16
    };
    let ink = Ink::Role(Role::Counter);
    let mut cols = Vec::with_capacity(n_cols as usize);
    let start_of = |col: i64| {
        let half = if col % step == 1 {
            cx.view.ns_per_col() / 2
        } else {
            0
        };
        cx.view.ts_from_col(col / step).ns().saturating_add(half)
    };
    let mut from = samples.n_until(Ts::from_ns(start_of(0)));
    for col in 0..n_cols {
        let end = start_of(col + 1);
        let to = samples.n_before(Ts::from_ns(end)).max(from);
        let first = from.saturating_sub(1);
        let id = |index: usize| CounterId(samples.first.0 + index as u32);
        let extent = cx.trace.counters.min_max(id(first), id(to));
        cols.push(match extent {
            Some((low, high)) => ChartCol {
                low: height(low),
                high: height(high),
                ink,
            },
            None => ChartCol {
                low: 0,
                high: ChartCol::EMPTY,
                ink,
            },
        });
        from = to;
    }
    (0..lines)
        .rev()
        .map(|line| Chart {
            x: 0,
            line,
            kind: ChartKind::Step,
            cols: cols.clone(),
        })
        .collect()
}

/// Returns a value with the unit of its track: `2.85 GHz`, `412 MB`.
pub(super) fn with_unit(cx: &Cx<'_>, track: TrackId, value: f64) -> String {
    let unit = cx.trace.tracks.get(track).unit;
    let unit = unit.map_or_else(String::new, |unit| cx.text(unit).into_owned());
    match unit.as_str() {
        "" | "count" => text::value(value),
        "kHz" => joined(&text::value(value * 1e3), "Hz"),
        "MHz" => joined(&text::value(value * 1e6), "Hz"),
        "KiB" | "kB" => joined(&text::value(value * 1e3), "B"),
        "bytes" => joined(&text::value(value), "B"),
        "ns" => super::time::dur(value as i64),
        // A unit with a prefix of its own must not get another one.
        unit if unit.len() > 1 && unit.starts_with(['k', 'K', 'M', 'G', 'm', 'u', 'n']) => {
            format!("{} {unit}", value.round())
        }
        unit if unit.len() <= 4 => joined(&text::value(value), unit),
        _ => text::value(value),
    }
}

fn joined(number: &str, unit: &str) -> String {
    if number.ends_with(|c: char| c.is_ascii_alphabetic()) {
        format!("{number}{unit}")
    } else {
        format!("{number} {unit}")
    }
}
