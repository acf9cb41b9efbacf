//! Counters as charts: the range of values in every half column.
//!
//! A counter holds its value until the next sample, so a column shows the
//! value it begins with and every value that it meets. The scale is that of
//! the whole track and of those that share its y axis, with zero in it unless
//! all values are so far from zero that their differences would not be seen:
//! then the axis is broken. Percentages reach from 0 to 100, small ones to 10 or to 1.
//! The scale of changes and rates is that of the window.

mod apart;

use super::cx::Cx;
use super::scene::{Chart, ChartCol, ChartKind, Ink, Role};
use super::state::{CounterMode, first_counter_mode};
use super::text;
use super::units::{Unit, Written};
use crate::base::time::Ts;
use crate::model::counter::Samples;
use crate::model::ids::TrackId;
use crate::model::samples::idle_level;
use crate::model::trace::Trace;

pub use apart::apart;

/// Samples of a column beyond these are not looked at for changes and rates.
const CHANGES: usize = 64;

/// Returns the lowest and highest value of a track, or of all that share its y axis. Infinite values go
/// beyond.
fn extent_of(cx: &Cx<'_>, track: TrackId) -> Option<(f64, f64)> {
    let counters = &cx.trace.counters;
    counters.extent(track)?;
    let shared = cx.trace.shared_extent(track);
    let extent = shared.or_else(|| counters.finite_extent(track));
    Some(extent.unwrap_or_default())
}

/// Returns the least and greatest value on the scale of a track's values.
fn scale(cx: &Cx<'_>, track: TrackId) -> Option<(f64, f64)> {
    let (low, high) = extent_of(cx, track)?;
    Some(if is_percent(cx.trace, track) {
        // A share that is never more than a tenth would be seen as nothing. Round ends of the scale are the
        // same for all small shares, so that two of them can be compared.
        let ends = [1.0, 10.0, 100.0];
        let end = ends.into_iter().find(|&end| high <= end);
        (low.min(0.0), end.unwrap_or(high))
    } else {
        with_zero(low, high)
    })
}

/// Returns a scale for values from the least to the greatest: with zero, unless they are far from it.
pub(super) fn with_zero(low: f64, high: f64) -> (f64, f64) {
    // A row has few steps: above this share, all values would be on one or the next to it.
    const FAR: f64 = 0.7;
    let is_constant = low >= high;
    if low >= 0.0 && (low < high * FAR || is_constant) {
        (0.0, high)
    } else if high <= 0.0 && (high > low * FAR || is_constant) {
        (low, 0.0)
    } else {
        (low, high)
    }
}

fn is_percent(trace: &Trace, track: TrackId) -> bool {
    unit(trace, track, |name, _| matches!(name, "%" | "percent"))
}

/// Returns where the scale of a percentage ends that does not reach to 100.
pub(super) fn end_of_small_percentage(cx: &Cx<'_>, track: TrackId) -> Option<String> {
    let is_drawn = mode_of(cx, track) == CounterMode::Value && is_percent(cx.trace, track);
    let (_, end) = scale(cx, track).filter(|_| is_drawn)?;
    (end < 100.0).then(|| with_unit(cx.trace, track, end))
}

/// Returns whether zero is not on a scale.
pub(super) fn is_off_zero((low, high): (f64, f64)) -> bool {
    low > 0.0 || high < 0.0
}

/// Returns whether the axis of a counter is broken: its bottom is not zero, nor is zero above it.
pub(super) fn has_broken_axis(cx: &Cx<'_>, track: TrackId) -> bool {
    let scale = match mode_of(cx, track) {
        CounterMode::Value => scale(cx, track),
        CounterMode::Log => log_extent(cx, track),
        CounterMode::Change | CounterMode::Rate => None,
    };
    scale.is_some_and(is_off_zero)
}

/// Returns what of a counter is drawn.
fn mode_of(cx: &Cx<'_>, track: TrackId) -> CounterMode {
    match cx.trace.tree.node_of_track(track) {
        Some(node) => cx.state.counter_mode(cx.trace, node),
        None => first_counter_mode(cx.trace, track),
    }
}

/// Returns by how much the next sample differs from this one, for the rate per second. The difference is of
/// the time between them, where it is drawn, as in Perfetto's UI.
fn change(samples: Samples<'_>, index: usize, mode: CounterMode) -> Option<f64> {
    let (before, old) = samples.get(index)?;
    let next = Some(index + 1).filter(|&next| next < samples.n_valued());
    let (ts, new) = samples.get(next?)?;
    let (old, new) = if samples.are_idle_states() {
        (idle_level(old), idle_level(new))
    } else {
        (old, new)
    };
    if mode != CounterMode::Rate {
        return Some(new - old);
    }
    let ns = ts.saturating_sub(before);
    (ns > 0).then(|| (new - old) * 1e9 / ns as f64)
}

/// Returns the least and greatest of what is drawn for every half column.
fn extents(cx: &Cx<'_>, track: TrackId, mode: CounterMode) -> Vec<Option<(f64, f64)>> {
    let mut extents = extents_of_window(cx, track, mode);
    // Nothing says that it holds its value beyond the end of the trace, or of what has been read.
    let known = cx.known_cols() * HALVES as usize;
    extents
        .iter_mut()
        .skip(known)
        .for_each(|extent| *extent = None);
    extents
}

fn extents_of_window(cx: &Cx<'_>, track: TrackId, mode: CounterMode) -> Vec<Option<(f64, f64)>> {
    let samples = cx.trace.counters.track(track);
    let n_cols = i64::from(cx.view.cols()) * HALVES;
    let start_of = |col: i64| {
        let half = if col % HALVES == 1 {
            cx.view.ns_per_col() / 2
        } else {
            0
        };
        cx.view.ts_from_col(col / HALVES).ns().saturating_add(half)
    };
    let first = Ts::from_ns(start_of(0));
    if matches!(mode, CounterMode::Change | CounterMode::Rate) {
        return changes(samples, first, (1..=n_cols).map(start_of), mode);
    }
    let Some(mut walk) = samples.walk_from(first) else {
        return vec![None; n_cols as usize];
    };
    let all = log_extent(cx, track).unwrap_or_default();
    let extent = |end: i64| {
        let (low, high) = walk.until(end);
        (low <= high).then_some(match mode {
            CounterMode::Log => (logarithm(low, all), logarithm(high, all)),
            _ => (low, high),
        })
    };
    (1..=n_cols).map(start_of).map(extent).collect()
}

/// Returns the least and greatest change or rate in each column, from at most [`CHANGES`] samples of each.
fn changes(
    samples: Samples<'_>,
    first: Ts,
    ends: impl Iterator<Item = i64>,
    mode: CounterMode,
) -> Vec<Option<(f64, f64)>> {
    let mut start = first;
    ends.map(|end| {
        // The first sample is the one that holds where the column begins.
        let first = samples.n_until(start).saturating_sub(1);
        start = Ts::from_ns(end);
        let to = samples.n_before(start).max(first);
        let step = (to - first).div_ceil(CHANGES).max(1);
        (first..to)
            .step_by(step)
            .filter_map(|index| change(samples, index, mode))
            .map(|value| (value, value))
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    })
    .collect()
}

/// Returns the logarithm of a value of a counter with such an extent. Where zero is among the values, those
/// below a ten thousandth of the greatest stay near it.
fn logarithm(value: f64, (low, high): (f64, f64)) -> f64 {
    const DECADES: f64 = 1e4;
    let most = low.abs().max(high.abs());
    if low > 0.0 {
        value.log10()
    } else if high < 0.0 {
        -(-value).log10()
    } else if most > 0.0 {
        value.signum() * (1.0 + value.abs() / most * DECADES).log10()
    } else {
        0.0
    }
}

/// Returns the least and greatest value on a logarithmic scale, which begins where the values do.
fn log_extent(cx: &Cx<'_>, track: TrackId) -> Option<(f64, f64)> {
    let extent = extent_of(cx, track)?;
    if extent.0 < extent.1 {
        Some(extent)
    } else {
        scale(cx, track)
    }
}

/// Half columns: braille has two dots beside each other.
pub(super) const HALVES: i64 = 2;

/// Returns the least and greatest value on the scale of a chart, in terms of what is drawn.
fn scale_of(
    cx: &Cx<'_>,
    track: TrackId,
    mode: CounterMode,
    extents: &[Option<(f64, f64)>],
) -> Option<(f64, f64)> {
    match mode {
        CounterMode::Value => scale(cx, track),
        CounterMode::Log => {
            let all = log_extent(cx, track)?;
            Some((logarithm(all.0, all), logarithm(all.1, all)))
        }
        // The scale is that of the window, with zero in it.
        CounterMode::Change | CounterMode::Rate => {
            let known = extents.iter().flatten().copied();
            let finite = known.filter(|(low, high)| low.is_finite() && high.is_finite());
            let extent = finite.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
            extent.map(|(low, high)| (low.min(0.0), high.max(0.0)))
        }
    }
}

/// What is written of the scale of a chart.
pub(super) struct Ranges {
    /// All of it: `0…2.85 GHz`.
    pub(super) whole: Vec<String>,
    /// What its top stands for.
    pub(super) top: Vec<String>,
    /// What its bottom stands for.
    pub(super) bottom: Vec<String>,
}

/// Returns the ways to write what the chart of a counter reaches from bottom to top, the longest first;
/// `None` if there is nothing.
pub(super) fn ranges(cx: &Cx<'_>, track: TrackId) -> Option<Ranges> {
    let mode = mode_of(cx, track);
    let (low, high) = match mode {
        CounterMode::Value => scale(cx, track),
        // The range of a logarithm is written as the values that it is of.
        CounterMode::Log => log_extent(cx, track),
        _ => scale_of(cx, track, mode, &extents(cx, track, mode)),
    }?;
    let is_state = matches!(mode, CounterMode::Value | CounterMode::Log);
    let written = if is_state || !cx.trace.counters.are_idle_states(track) {
        range(cx.trace, track, (low, high))
    } else {
        Written::words(format!("{}…{}", text::value(low), text::value(high)))
    };
    // Nothing is nothing, also of what the other end says in watts.
    let is_power = mode == CounterMode::Rate && watts(&written.full()).is_some();
    let forms = |written: &Written| {
        let forms = written.forms().into_iter();
        let forms = forms.map(|form| match &*form {
            "0" if is_power => form,
            _ => per_second(form, mode),
        });
        forms.collect()
    };
    let (bottom, top) = written.ends();
    Some(Ranges {
        whole: forms(&written),
        top: forms(&top),
        bottom: forms(&bottom),
    })
}

/// Returns what is drawn of a counter as it is written: of idle states only the states themselves
/// have names, not what lies between two.
fn drawn(cx: &Cx<'_>, track: TrackId, mode: CounterMode, value: f64) -> Written {
    match mode {
        CounterMode::Change | CounterMode::Rate if cx.trace.counters.are_idle_states(track) => {
            Written::words(text::value(value))
        }
        _ => written(cx.trace, track, value),
    }
}

/// Returns the charts of a counter, one for each line, top line first.
pub(super) fn charts(cx: &Cx<'_>, track: TrackId, lines: u16) -> Vec<Chart> {
    let mode = mode_of(cx, track);
    let extents = extents(cx, track, mode);
    let scale = scale_of(cx, track, mode, &extents);
    let is_broken = has_broken_axis(cx, track);
    scale.map_or_else(Vec::new, |scale| {
        charts_of(extents, scale, is_broken, lines)
    })
}

/// Returns the lines of a chart, from the top, of the least and greatest value in every half column.
pub(super) fn charts_of(
    extents: Vec<Option<(f64, f64)>>,
    (low, high): (f64, f64),
    is_broken: bool,
    lines: u16,
) -> Vec<Chart> {
    // The topmost dots of a tall chart are left to tell it from the one above it.
    let gap = if lines == 1 { 1.0 } else { 3.0 };
    let full = f64::from(lines) * 8.0 - gap;
    // Bars say how much there is of something that is of one sign; what changes its sign is a line.
    let kind = if lines == 1 && (low >= 0.0 || high <= 0.0) {
        ChartKind::Bars
    } else {
        ChartKind::Step
    };
    // Without zero at the bottom, the lowest bar must not look like nothing, or nearly nothing.
    let least = match (kind, is_broken) {
        (ChartKind::Bars, true) => 2.0,
        _ => 0.0,
    };
    let height = |value: f64| -> u16 {
        // Halves are subtracted, because the difference of two numbers may be infinite.
        let share = if high > low {
            (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0)
        } else {
            0.0
        };
        let eighths = (least + share * (full - least)).round();
        // Only zero is empty.
        let lowest = if value == 0.0 { least } else { least.max(1.0) };
        eighths.clamp(lowest, full) as u16
    };
    let ink = Ink::Role(Role::Counter);
    let cols: Vec<ChartCol> = extents
        .into_iter()
        .map(|extent| match extent {
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
        })
        .collect();
    (0..lines)
        .rev()
        .map(|line| Chart {
            x: 0,
            line,
            kind,
            cols: cols.clone(),
        })
        .collect()
}

/// Returns the ways to write what is drawn of a counter at an instant beside its name, the longest first;
/// none if there is nothing. If `is_mixed`, other counters near it have other units, and a symbol is not
/// left out.
pub(super) fn values_beside(cx: &Cx<'_>, track: TrackId, ts: Ts, is_mixed: bool) -> Vec<String> {
    let Some(mut value) = value_at(cx, track, ts) else {
        return Vec::new();
    };
    if is_mixed {
        value.keep_symbol();
    }
    value_forms(mode_of(cx, track), &value)
}

/// Returns what is drawn of a counter at an instant, in at most `room` cells, where the mode is named beside
/// it; `None` if there is nothing or too little room.
pub(super) fn value_in(cx: &Cx<'_>, track: TrackId, ts: Ts, room: usize) -> Option<String> {
    let mode = mode_of(cx, track);
    let forms = value_at(cx, track, ts)?.forms().into_iter();
    let mut forms = forms.map(|form| per_second(form, mode));
    forms.find(|form| text::width(form) <= room)
}

/// Returns the symbol of the unit in which values of a track are written; empty if it has none.
pub(super) fn symbol(trace: &Trace, track: TrackId) -> String {
    unit(trace, track, |name, is_known| {
        Unit::of(name, is_known).symbol().to_owned()
    })
}

fn value_at(cx: &Cx<'_>, track: TrackId, ts: Ts) -> Option<Written> {
    let mode = mode_of(cx, track);
    let samples = cx.trace.counters.track(track);
    let value = match mode {
        CounterMode::Value | CounterMode::Log => samples.value_at(ts)?,
        CounterMode::Change | CounterMode::Rate => {
            let last = samples.n_until(ts).checked_sub(1)?;
            change(samples, last, mode)?
        }
    };
    Some(drawn(cx, track, mode, value))
}

/// What is said of a CPU that is in no idle state.
const NOT_IDLE_WORDS: &str = "not idle";

/// Returns the ways to write a value beside the name of its counter, the longest first.
fn value_forms(mode: CounterMode, value: &Written) -> Vec<String> {
    let mark = match mode {
        CounterMode::Value => "",
        CounterMode::Change | CounterMode::Rate => "Δ ",
        CounterMode::Log => "log ",
    };
    let forms = value.forms();
    if forms.iter().any(|form| form == NOT_IDLE_WORDS) {
        // `−1` as in `linux.cpu.idle`, and on the chart's scale.
        return vec![format!("{mark}{NOT_IDLE_WORDS}"), "−1".to_owned()];
    }
    // A value per second is a change, also without the mark.
    let unmarked = forms.last().filter(|_| mode == CounterMode::Rate);
    let unmarked = unmarked.map(|form| per_second(form.clone(), mode));
    let marked = forms.iter();
    let marked = marked.map(|form| per_second(format!("{mark}{form}"), mode));
    marked.chain(unmarked).collect()
}

/// Returns the shortest sign of what is drawn of a counter; empty if that is its value.
pub(super) fn mode_mark(cx: &Cx<'_>, track: TrackId) -> &'static str {
    match mode_of(cx, track) {
        CounterMode::Value => "",
        CounterMode::Change => "Δ",
        // Without a number it must not look like a unit.
        CounterMode::Rate => "Δ/s",
        CounterMode::Log => "log",
    }
}

/// Returns a value as it is written of a rate: so much a second. Joules a second are watts.
fn per_second(mut form: String, mode: CounterMode) -> String {
    if mode == CounterMode::Rate {
        match watts(&form) {
            Some(watts) => form = watts,
            None => form.push_str("/s"),
        }
    }
    form
}

/// Returns a value in joules as one in watts: `400 mJ` is `400 mW`; `None` of other units.
fn watts(form: &str) -> Option<String> {
    const PREFIXES: &str = "kMGTPmµn";
    if let Some((low, high)) = form.split_once('…') {
        let high = watts(high)?;
        let low = watts(low).unwrap_or_else(|| low.to_owned());
        return Some(format!("{low}…{high}"));
    }
    let head = form.strip_suffix('J')?;
    let number = head.strip_suffix(|c| PREFIXES.contains(c)).unwrap_or(head);
    let is_unit = number.ends_with(|c: char| c == ' ' || c.is_ascii_digit());
    is_unit.then(|| format!("{head}W"))
}

/// Returns what is drawn of a counter in a word, if it is not its value.
pub(super) fn mode_name(cx: &Cx<'_>, track: TrackId) -> Option<&'static str> {
    let mode = mode_of(cx, track);
    (mode != CounterMode::Value).then(|| mode.name())
}

/// Returns what `of` makes of the unit of a track, safe to show, and of whether that goes without
/// saying: nobody thinks that the clock of a CPU is counted in anything but hertz.
fn unit<R>(trace: &Trace, track: TrackId, of: impl FnOnce(&str, bool) -> R) -> R {
    let row = trace.tracks.get(track);
    let name = row.unit.map_or(&[][..], |unit| trace.bytes(unit));
    let type_name = trace.text(row.type_name);
    let is_frequency = matches!(&*type_name, "cpu_frequency" | "gpu_frequency");
    let extent = trace.counters.extent(track).filter(|_| is_frequency);
    let most = extent.map_or(0.0, |(_, high)| high);
    let of_name = row.name.map_or(&[][..], |name| trace.bytes(name));
    of(
        unit_of(&text::clean_bytes(name), &type_name, of_name, most),
        is_frequency,
    )
}

/// Returns the unit in which the values of a track are recorded, safe to show; empty if the trace tells none.
pub fn unit_name(trace: &Trace, track: TrackId) -> String {
    unit(trace, track, |unit, _| unit.to_owned())
}

/// Returns every digit of a value, with the unit of its track: `579 301 376 B`, `1 804 800 kHz`.
pub(super) fn exact(trace: &Trace, track: TrackId, value: f64) -> String {
    let value = text::exact_value(value);
    unit(trace, track, |unit, _| match unit {
        "" | "count" => value,
        "bytes" => format!("{value} B"),
        "percent" => format!("{value} %"),
        unit => format!("{value} {unit}"),
    })
}

/// Returns a value of a track as it is written: `not idle` for a CPU that is in no idle state.
fn written(trace: &Trace, track: TrackId, value: f64) -> Written {
    if trace.counters.are_idle_states(track) && idle_level(value) < 0.0 {
        return Written::words(NOT_IDLE_WORDS);
    }
    unit(trace, track, |name, is_known| {
        Unit::of(name, is_known).write(value)
    })
}

/// Returns a value with the unit of its track: `2.85 GHz`, `412 MB`, `not idle`.
pub fn with_unit(trace: &Trace, track: TrackId, value: f64) -> String {
    written(trace, track, value).full()
}

/// Returns a change a second with the unit of its track, without saying `/s`: `3 MB`, of energy `1.2 W`.
pub fn rate_with_unit(trace: &Trace, track: TrackId, value: f64) -> String {
    let whole = with_unit(trace, track, value);
    watts(&whole).unwrap_or(whole)
}

/// Returns a value with the unit of its track in at most `room` cells, or the shortest form if none fits. The
/// unit is written whole or not at all.
pub(super) fn fitting(trace: &Trace, track: TrackId, value: f64, room: usize) -> String {
    let mut forms = written(trace, track, value).forms();
    let fits = forms.iter().position(|form| text::width(form) <= room);
    let last = forms.len().saturating_sub(1);
    forms.swap_remove(fits.unwrap_or(last))
}

/// Returns the range of values of a track, with its unit: `0.99…1.01 MHz`.
pub(super) fn range(trace: &Trace, track: TrackId, (low, high): (f64, f64)) -> Written {
    if trace.counters.are_idle_states(track) {
        let [low, high] = [low, high].map(|level| with_unit(trace, track, level));
        return Written::words(format!("{low}…{high}"));
    }
    unit(trace, track, |name, is_known| {
        Unit::of(name, is_known).range(low, high)
    })
}

/// A frequency in MHz above this is one in kHz: no clock is as fast.
const MHZ_MAX: f64 = 50_000.0;

/// Returns the unit that the values of a track have up to the highest, which is not always what the track
/// says: frequencies of many GPUs are in kHz, wakelocks in nanoseconds, and of much that the system records
/// only its type or its name says the unit.
fn unit_of<'a>(unit: &'a str, type_name: &str, name: &[u8], highest: f64) -> &'a str {
    const OF_BATTERY: [(&[u8], &str); 6] = [
        (b"_pct", "%"),
        (b"_ua", "µA"),
        (b"_uah", "µAh"),
        (b"_uv", "µV"),
        (b"_uwh", "µWh"),
        (b"_mw", "mW"),
    ];
    match (type_name, unit) {
        ("gpu_frequency", "MHz") if highest > MHZ_MAX => "kHz",
        ("android_kernel_wakelock", "ms") => "ns",
        ("thermal_temperature_sys" | "gpu_counter", "C") => "°C",
        ("gpu_counter", "F") => "°F",
        ("gpu_counter", "KB") => "kB",
        // Sectors by 2048.
        ("diskstat", "MB") => "MiB",
        ("diskstat", "MB/s") => "MiB/s",
        (_, "") => match type_name {
            "cpu_frequency"
            | "cpu_frequency_throttle"
            | "cpu_max_frequency_limit"
            | "cpu_min_frequency_limit" => "kHz",
            "process_memory"
            | "smaps"
            | "ion"
            | "ion_change"
            | "android_dma_heap"
            | "android_dma_heap_change" => "bytes",
            "thermal_temperature" => "m°C",
            "cpustat" | "proc_stat_runtime" | "psi" => "ns",
            "entity_state" => "ms",
            // Microwatt seconds.
            "power_rails"
            | "android_energy_estimation_breakdown"
            | "android_energy_estimation_breakdown_per_uid" => "µJ",
            "battery_counter" => {
                let of_end = OF_BATTERY.into_iter().find(|(end, _)| name.ends_with(end));
                of_end.map_or("", |(_, unit)| unit)
            }
            _ => "",
        },
        _ => unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::memo::Memo;

    #[test]
    fn frequencies_have_the_unit_of_their_values() {
        assert_eq!(unit_of("", "cpu_frequency", b"", 576_000.0), "kHz");
        assert_eq!(unit_of("MHz", "gpu_frequency", b"", 471_000.0), "kHz");
        assert_eq!(unit_of("MHz", "gpu_frequency", b"", 471.0), "MHz");
        assert_eq!(unit_of("MHz", "other", b"", 471_000.0), "MHz");
        assert_eq!(unit_of("", "thread_counter", b"", 576_000.0), "");
    }

    #[test]
    fn what_the_system_records_has_the_unit_of_its_type_or_name() {
        let wakelock = |unit| unit_of(unit, "android_kernel_wakelock", b"wlan_rx_wake", 2e8);
        assert_eq!([wakelock("ms"), wakelock("s")], ["ns", "s"]);
        let of = |type_name, name: &'static str| unit_of("", type_name, name.as_bytes(), 1.0);
        assert_eq!(of("process_memory", "mem.rss"), "bytes");
        assert_eq!(of("cpustat", "cpu.times.idle_ns"), "ns");
        assert_eq!(of("power_rails", "power.rails.ddr"), "µJ");
        assert_eq!(of("battery_counter", "batt.charge_uah"), "µAh");
        assert_eq!(of("battery_counter", "batt.capacity_pct"), "%");
        assert_eq!(of("cpu_max_frequency_limit", "Cpu 4 Max Freq Limit"), "kHz");
        assert_eq!(of("android_dma_heap", "mem.dma_heap"), "bytes");
        assert_eq!(of("thermal_temperature", "soc Temperature"), "m°C");
        assert_eq!(unit_of("C", "thermal_temperature_sys", b"soc", 41.0), "°C");
        let of_gpu = ["C", "F", "KB", "K"].map(|unit| unit_of(unit, "gpu_counter", b"x", 1.0));
        assert_eq!(of_gpu, ["°C", "°F", "kB", "K"]);
        let of_disk = ["MB", "MB/s"].map(|unit| unit_of(unit, "diskstat", b"x", 1.0));
        assert_eq!(of_disk, ["MiB", "MiB/s"]);
        assert_eq!(of("smaps", "mem.smaps.pss"), "bytes");
        assert_eq!(of("proc_stat_runtime", "runtime.user_ns"), "ns");
        assert_eq!(of("entity_state", "WiFi is Deep Sleep"), "ms");
        let energy = "android_energy_estimation_breakdown_per_uid";
        assert_eq!(of(energy, "DISPLAY"), "µJ");
        assert_eq!(of("oom_score_adj", "oom_score_adj"), "");
        assert_eq!(of("thread_counter", "my_ua"), "");
    }

    #[test]
    fn what_moves_by_a_fifth_is_not_drawn_as_a_constant() {
        use crate::view::state::ViewState;
        let mut b = crate::model::builder::TraceBuilder::new();
        let global = crate::model::track::Scope::Global;
        let free = b.counter_track(global, "free", "", &[(0, 172.0), (9, 219.0)]);
        let same = b.counter_track(global, "same", "", &[(0, 219.0), (9, 219.0)]);
        let much = b.counter_track(global, "much", "", &[(0, 50.0), (9, 219.0)]);
        let current = b.counter_track(global, "current", "", &[(0, -430.0), (9, -380.0)]);
        let offset = b.counter_track(global, "offset", "", &[(0, -430.0), (9, -80.0)]);
        let share = b.counter_track(global, "share", "%", &[(0, 80.0), (9, 79.0)]);
        let over = b.counter_track(global, "over", "%", &[(0, -5.0), (9, 180.0)]);
        let small = b.counter_track(global, "small", "%", &[(0, 0.4), (9, 0.5)]);
        let tenth = b.counter_track(global, "tenth", "%", &[(0, 10.0), (9, 1.0)]);
        let trace = b.finish();
        let state = ViewState::default();
        let memo = Memo::default();
        let cx = Cx::new(&trace, (&state, &memo), 40, 0);
        assert_eq!(scale(&cx, free), Some((172.0, 219.0)));
        assert_eq!(scale(&cx, same), Some((0.0, 219.0)));
        assert_eq!(scale(&cx, much), Some((0.0, 219.0)));
        assert_eq!(scale(&cx, current), Some((-430.0, -380.0)));
        assert_eq!(scale(&cx, offset), Some((-430.0, 0.0)));
        assert_eq!(scale(&cx, share), Some((0.0, 100.0)));
        assert_eq!(scale(&cx, over), Some((-5.0, 180.0)));
        assert_eq!(scale(&cx, small), Some((0.0, 1.0)));
        assert_eq!(scale(&cx, tenth), Some((0.0, 10.0)));
        let broken = [free, same, current, offset, share, over];
        let broken = broken.map(|track| has_broken_axis(&cx, track));
        assert_eq!(broken, [true, false, true, false, false, false]);
    }

    /// Returns the heights of the bars of a counter in one line, from left to right, each once.
    fn heights(values: &[(i64, f64)], mode: CounterMode) -> (ChartKind, Vec<u16>) {
        use crate::view::state::ViewState;
        let mut b = crate::model::builder::TraceBuilder::new();
        let global = crate::model::track::Scope::Global;
        let track = b.counter_track(global, "of", "", values);
        let trace = b.finish();
        let mut state = ViewState::default();
        let node = trace.tree.node_of_track(track).expect("a node");
        state.counter_modes.insert(node, mode);
        let span = crate::base::time::TimeSpan::new(Ts::from_ns(0), Ts::from_ns(400));
        state.viewport = crate::view::viewport::Viewport::new(span, 40);
        let memo = Memo::default();
        let cx = Cx::new(&trace, (&state, &memo), 40, 0);
        let chart = charts(&cx, track, 1).remove(0);
        let mut high: Vec<u16> = chart.cols.iter().map(|col| col.high).collect();
        high.dedup();
        high.retain(|&high| high != ChartCol::EMPTY);
        (chart.kind, high)
    }

    #[test]
    fn a_bar_is_empty_only_for_zero() {
        let bars = |values: &[(i64, f64)]| heights(values, CounterMode::Value);
        let from_zero = [(0, 0.0), (100, 0.001), (200, 100.0), (400, 0.0)];
        assert_eq!(bars(&from_zero), (ChartKind::Bars, vec![0, 1, 7]));
        // The least of what is far from zero is more than nearly nothing.
        let far = [(0, 79.0), (200, 80.0), (400, 79.0)];
        assert_eq!(bars(&far), (ChartKind::Bars, vec![2, 7]));
        let (kind, _) = bars(&[(0, -5.0), (200, 5.0), (400, 5.0)]);
        assert_eq!(kind, ChartKind::Step);
        // The difference of the least and the greatest number is infinite.
        let far = [(0, -1.7e308), (200, 1.7e308), (400, 1.7e308)];
        assert_eq!(bars(&far), (ChartKind::Step, vec![1, 7]));
    }

    #[test]
    fn a_logarithm_begins_where_the_values_do() {
        let bars = |values: &[(i64, f64)]| heights(values, CounterMode::Log).1;
        let grown = [(0, 5e6), (100, 50e6), (200, 160e6), (400, 160e6)];
        assert_eq!(bars(&grown), [2, 5, 7]);
        let from_nothing = [(0, 0.0), (100, 5e6), (200, 160e6), (400, 160e6)];
        assert_eq!(bars(&from_nothing), [0, 4, 7]);
        let negative = [(0, -1000.0), (100, -100.0), (200, -10.0), (400, -10.0)];
        assert_eq!(bars(&negative), [2, 5, 7]);
        assert_eq!(bars(&[(0, 0.0), (400, 0.0)]), [0]);
        assert_eq!(bars(&[(0, 5.0), (400, 5.0)]), [7]);
    }

    #[test]
    fn a_rate_is_drawn_over_the_time_in_which_it_was() {
        let mut b = crate::model::builder::TraceBuilder::new();
        let global = crate::model::track::Scope::Global;
        let values = [(0, 0.0), (100, 1_000.0), (105, 1_000.0), (200, 950.0)];
        let track = b.counter_track(global, "sent", "", &values);
        let trace = b.finish();
        let samples = trace.counters.track(track);
        let drawn = |mode| changes(samples, Ts::from_ns(0), (1..=5).map(|col| col * 50), mode);
        let [rate, rest] = [1e10, -50.0 * 1e9 / 95.0].map(|value| Some((value, value)));
        // The counter stands, then falls; after the last sample nothing is known.
        let third = Some((-50.0 * 1e9 / 95.0, 0.0));
        assert_eq!(drawn(CounterMode::Rate), [rate, rate, third, rest, None]);
        let change = drawn(CounterMode::Change);
        assert_eq!(change[0], Some((1_000.0, 1_000.0)));
        assert_eq!(change[3], Some((-50.0, -50.0)));
    }

    #[test]
    fn what_is_not_finite_does_not_stretch_the_scale_of_changes() {
        let far = [
            (0, 0.0),
            (100, 50.0),
            (200, f64::INFINITY),
            (300, 50.0),
            (400, 0.0),
        ];
        let bars = heights(&far, CounterMode::Change).1;
        assert!(bars.len() > 1, "{bars:?}");
    }

    #[test]
    fn a_unit_is_in_a_table_whole_or_not_at_all() {
        let mut b = crate::model::builder::TraceBuilder::new();
        let global = crate::model::track::Scope::Global;
        let track = b.counter_track(global, "sent", "packets/s", &[(0, 1.0)]);
        let trace = b.finish();
        let in_cells = |room| fitting(&trace, track, 1_234_567.0, room);
        assert_eq!(in_cells(16), "1.23 M packets/s");
        assert_eq!(in_cells(15), "1.23M packets/s");
        assert_eq!(in_cells(9), "1.23M");
        assert_eq!(in_cells(1), "1.23M");
    }

    #[test]
    fn a_value_says_what_is_drawn_where_room_is_short() {
        let forms = |mode, unit, value| {
            let written = Unit::of(unit, false).write(value);
            value_forms(mode, &written).join("|")
        };
        let value = forms(CounterMode::Value, "Hz", 2.85e9);
        assert_eq!(value, "2.85 GHz|2.85GHz|2.85G");
        let rate = forms(CounterMode::Rate, "bytes", -3e6);
        assert_eq!(rate, "Δ −3 MB/s|Δ −3MB/s|Δ −3M/s|−3M/s");
        let rail = forms(CounterMode::Rate, "µJ", 444_000.0);
        assert_eq!(rail, "Δ 444 mW|Δ 444mW|444mW");
        assert_eq!(watts("10 mJ…40 J").as_deref(), Some("10 mW…40 W"));
        assert_eq!(watts("0…40 J").as_deref(), Some("0…40 W"));
        let other = forms(CounterMode::Rate, "DJ", 3.0);
        assert_eq!(other, "Δ 3 DJ/s|Δ 3DJ/s|3DJ/s");
        assert_eq!(forms(CounterMode::Log, "%", 62.0), "log 62 %|log 62%");
        let idle = Written::words(NOT_IDLE_WORDS);
        assert_eq!(value_forms(CounterMode::Value, &idle), ["not idle", "−1"]);
    }
}
