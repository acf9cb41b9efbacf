//! Instants and durations as people write them.
//!
//! Exact where space allows: no floating point until the last digit that is
//! shown. Sub-second parts are grouped by three: `12.375 600 118 s`.

use super::state::{Selection, TimeFormat, ViewState};
use super::text::{grouped, three_digits};
use crate::base::time::{Dur, TimeSpan, Ts, civil_date, day_of_date};
use crate::model::ids::SliceId;
use crate::model::lost_ends::{LostBy, LostEnd};
use crate::model::trace::Trace;
use crate::model::wall_clock::WallClock;

const NS_PER_S: i64 = 1_000_000_000;
const DAY_NS: i64 = 86_400 * NS_PER_S;

/// Returns a duration with three significant digits: `21.7 ms`.
pub fn dur(ns: i64) -> String {
    let sign = if ns < 0 { "−" } else { "" };
    let ns = ns.unsigned_abs();
    let (unit, name) = match ns {
        0 => return "0 s".to_owned(),
        1..1_000 => return format!("{sign}{ns} ns"),
        // Rounding up must not print four digits: 999.96 µs is 1 ms.
        1_000..999_500 => (1e3, "µs"),
        999_500..999_500_000 => (1e6, "ms"),
        999_500_000..60_000_000_000 => (1e9, "s"),
        _ => return format!("{sign}{}", minutes(ns)),
    };
    format!("{sign}{} {name}", three_digits(ns as f64 / unit))
}

fn minutes(ns: u64) -> String {
    let [(large, unit), (small, rest)] = two_units(ns);
    format!("{large} {unit} {small} {rest}")
}

/// Returns a time of a minute or more in two units, rounded to the smaller one: `4 min 35 s`.
fn two_units(ns: u64) -> [(u64, &'static str); 2] {
    const S: u64 = NS_PER_S as u64;
    let in_units = |unit: u64| ns.saturating_add(unit / 2) / unit;
    let [seconds, minutes, hours] = [S, 60 * S, 3_600 * S].map(in_units);
    match (seconds, minutes) {
        (..3_600, _) => [(seconds / 60, "min"), (seconds % 60, "s")],
        (_, ..1_440) => [(minutes / 60, "h"), (minutes % 60, "min")],
        _ => [(hours / 24, "d"), (hours % 24, "h")],
    }
}

/// Returns a duration in at most nine columns: with three significant digits, from a minute on with the same digits
/// as [`dur`], `4:35 min`.
pub fn dur_narrow(ns: i64) -> String {
    if ns.unsigned_abs() < 60 * NS_PER_S as u64 {
        return dur(ns);
    }
    let sign = if ns < 0 { "−" } else { "" };
    let [(large, unit), (small, rest)] = two_units(ns.unsigned_abs());
    match unit {
        "d" if large < 100 && (large < 10 || ns > 0) => {
            format!("{sign}{large} {unit} {small} {rest}")
        }
        "d" => format!("{sign}{large} {unit}"),
        _ => format!("{sign}{large}:{small:02} {unit}"),
    }
}

/// Returns how many milliseconds a duration has, without the unit: `401`, `86.2`, `0.32`, `12 000`.
pub fn in_ms(ns: i64) -> String {
    let sign = if ns < 0 { "−" } else { "" };
    let micros = ns.unsigned_abs().saturating_add(500) / 1_000;
    // With three digits at most two stand after the point, unless there would be nothing but zeros.
    let (unit, digits) = match micros {
        1..10 => (1, 3),
        ..9_995 => (10, 2),
        9_995..99_950 => (100, 1),
        _ => (1_000, 0),
    };
    let rounded = (micros + unit / 2) / unit;
    let (whole, part) = match digits {
        3 => (0, format!(".{rounded:03}")),
        2 => (rounded / 100, format!(".{:02}", rounded % 100)),
        1 => (rounded / 10, format!(".{}", rounded % 10)),
        _ => (rounded, String::new()),
    };
    format!("{sign}{}{part}", grouped(whole))
}

/// Returns a signed duration: `+12.6 ms`, `−0.27 ms`.
pub fn signed(ns: i64) -> String {
    if ns > 0 {
        format!("+{}", dur(ns))
    } else {
        dur(ns)
    }
}

/// Returns every digit of a signed duration: `+2.616 800 ms`.
pub fn signed_exact(ns: i64) -> String {
    if ns > 0 {
        format!("+{}", dur_exact(ns))
    } else {
        dur_exact(ns)
    }
}

/// Returns every digit of a duration: `21.701 204 ms`.
pub fn dur_exact(ns: i64) -> String {
    let sign = if ns < 0 { "−" } else { "" };
    let magnitude = ns.unsigned_abs();
    let (unit, name): (u64, _) = match magnitude {
        0..1_000 => return format!("{sign}{magnitude} ns"),
        1_000..1_000_000 => (1_000, "µs"),
        1_000_000..1_000_000_000 => (1_000_000, "ms"),
        _ => (1_000_000_000, "s"),
    };
    let whole = grouped(magnitude / unit);
    let digits = match unit {
        1_000 => 3,
        1_000_000 => 6,
        _ => 9,
    };
    let fraction = fraction(magnitude % unit, digits);
    if fraction.is_empty() {
        format!("{sign}{whole} {name}")
    } else {
        format!("{sign}{whole}.{fraction} {name}")
    }
}

/// Returns the digits after the point in groups of three, without zero groups at the end.
fn fraction(part: u64, digits: usize) -> String {
    let text = format!("{part:0digits$}");
    let groups: Vec<&str> = (0..digits / 3)
        .filter_map(|group| text.get(group * 3..group * 3 + 3))
        .collect();
    let used = groups
        .iter()
        .rposition(|group| *group != "000")
        .map_or(0, |last| last + 1);
    groups.get(..used).unwrap_or_default().join(" ")
}

/// Writes instants of one trace.
#[derive(Clone, Debug)]
pub struct Clock {
    format: TimeFormat,
    origin: Ts,
    wall: WallClock,
}

impl Clock {
    /// Returns the writer for a trace.
    pub fn new(trace: &Trace, format: TimeFormat) -> Self {
        Self {
            format,
            origin: trace.bounds.start(),
            wall: trace.wall_clock().clone(),
        }
    }

    /// Returns the format that is used: UTC falls back where the trace does not know it.
    pub fn format(&self) -> TimeFormat {
        match self.format {
            TimeFormat::Utc if !self.wall.is_known() => TimeFormat::Relative,
            format => format,
        }
    }

    /// Returns the instant from which ticks near `ts` are counted.
    pub fn origin(&self, ts: Ts) -> Ts {
        match self.format() {
            TimeFormat::Relative | TimeFormat::Timecode => self.origin,
            TimeFormat::Utc => {
                let utc = self.wall.utc(ts).unwrap_or_default();
                let origin = i64::try_from(i128::from(ts.ns()) - utc);
                Ts::from_ns(origin.unwrap_or(i64::MIN))
            }
            _ => Ts::ZERO,
        }
    }

    /// Returns an instant to the nanosecond.
    pub fn exact(&self, ts: Ts) -> String {
        self.write(ts, 9)
    }

    /// Returns an instant to the digit that a window of this scale can show.
    pub fn short(&self, ts: Ts, ns_per_col: i64) -> String {
        let digits = match ns_per_col {
            ..1_000 => 9,
            1_000..1_000_000 => 6,
            1_000_000..1_000_000_000 => 3,
            _ => 0,
        };
        self.write(ts, digits)
    }

    /// Reads a date and time of UTC as [`exact`](Self::exact) writes them, with any number of digits
    /// after the second; `None` for anything else, or if the trace does not know UTC.
    pub fn parse_utc(&self, text: &str) -> Option<Ts> {
        let (date, time) = text.trim().trim_end_matches('Z').split_once([' ', 'T'])?;
        let [year @ 1..=9999, month @ 1..=12, date @ 1..=31] = three_numbers(date, '-')? else {
            return None;
        };
        let day = day_of_date(year, month, date);
        let time = parse_timecode(time).filter(|time| time.ns() < DAY_NS)?;
        if civil_date(day) != (year, month, date) {
            return None;
        }
        self.wall
            .ts(i128::from(day) * i128::from(DAY_NS) + i128::from(time.ns()))
    }

    fn write(&self, ts: Ts, digits: usize) -> String {
        match self.format() {
            TimeFormat::Relative => seconds(between(self.origin, ts), digits),
            TimeFormat::Seconds => seconds(i128::from(ts.ns()), digits),
            TimeFormat::Timecode => timecode(between(self.origin, ts), digits),
            TimeFormat::Utc => utc(self.wall.utc(ts).unwrap_or_default(), digits),
            TimeFormat::Nanos => nanos(ts.ns()),
        }
    }
}

fn between(from: Ts, to: Ts) -> i128 {
    i128::from(to.ns()) - i128::from(from.ns())
}

fn split(ns: i128, digits: usize) -> (&'static str, u64, String) {
    let sign = if ns < 0 { "−" } else { "" };
    let magnitude = ns.unsigned_abs();
    let unit = 10_u128.pow(9 - digits.min(9) as u32);
    let kept = magnitude / unit * unit;
    let whole = (kept / NS_PER_S as u128) as u64;
    let part = (kept % NS_PER_S as u128) as u64;
    let text = format!("{part:09}");
    let groups: Vec<&str> = (0..digits.div_ceil(3))
        .filter_map(|group| text.get(group * 3..group * 3 + 3))
        .collect();
    (sign, whole, groups.join(" "))
}

fn seconds(ns: i128, digits: usize) -> String {
    let (sign, whole, fraction) = split(ns, digits);
    let whole = grouped(whole);
    if fraction.is_empty() {
        format!("{sign}{whole} s")
    } else {
        format!("{sign}{whole}.{fraction} s")
    }
}

/// Returns the three numbers of a text.
fn three_numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let numbers = text.split(separator).map(str::parse);
    let numbers = numbers.collect::<Result<Vec<i64>, _>>().ok()?;
    numbers.try_into().ok()
}

/// Reads hours, minutes and seconds as a timecode has them, `00:00:02.500 000`, with any number of
/// digits after the second; `None` for anything else.
pub fn parse_timecode(text: &str) -> Option<Dur> {
    let (time, fraction) = text.split_once('.').unwrap_or((text, ""));
    let [hours @ 0..1_000_000, minutes @ 0..60, seconds @ 0..60] = three_numbers(time, ':')? else {
        return None;
    };
    let fraction: String = fraction.split([' ', '_']).collect();
    if fraction.len() > 9 || !fraction.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let part: i64 = format!("{fraction:0<9}").parse().ok()?;
    let seconds = hours * 3_600 + minutes * 60 + seconds;
    Some(Dur::from_ns(seconds * NS_PER_S + part))
}

fn timecode(ns: i128, digits: usize) -> String {
    let (sign, whole, fraction) = split(ns, digits);
    let (h, m, s) = (whole / 3600, whole / 60 % 60, whole % 60);
    let dot = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{h:02}:{m:02}:{s:02}{dot}{fraction}")
}

fn utc(ns: i128, digits: usize) -> String {
    let day = ns.div_euclid(i128::from(DAY_NS));
    let within = ns.rem_euclid(i128::from(DAY_NS));
    let (year, month, date) = civil_date(day as i64);
    format!(
        "{year:04}-{month:02}-{date:02} {}",
        timecode(within, digits)
    )
}

fn nanos(ns: i64) -> String {
    let sign = if ns < 0 { "−" } else { "" };
    format!("{sign}{}", grouped(ns.unsigned_abs()))
}

/// Returns the middle of a span.
pub fn middle(span: TimeSpan) -> Ts {
    Ts::from_ns(span.start().ns().midpoint(span.end().ns()))
}

/// Returns the instant of the keyboard, for which values are shown: where it was put, else the start
/// of the selection, else the middle of the window.
pub fn cursor_ts(trace: &Trace, state: &ViewState) -> Ts {
    chosen_ts(trace, state).unwrap_or_else(|| middle(state.viewport.span()))
}

/// Returns the instant from which on the user wants to read: where the keyboard was put, else the start of
/// the selection, else that of the window.
pub fn reading_ts(trace: &Trace, state: &ViewState) -> Ts {
    chosen_ts(trace, state).unwrap_or_else(|| state.viewport.span().start())
}

/// Returns the instant in the window that the user chose: where the keyboard was put, else the start of the
/// selection.
fn chosen_ts(trace: &Trace, state: &ViewState) -> Option<Ts> {
    let inside = |ts: &Ts| state.viewport.span().contains(*ts);
    let selected = || selected_span(trace, &state.selection).map(TimeSpan::start);
    (state.cursor_ts.filter(inside)).or_else(|| selected().filter(inside))
}

/// Returns the sign before the length of [`selected_span`]: none if that is known, see [`sign`].
pub(super) fn selected_sign(trace: &Trace, selection: &Selection) -> &'static str {
    let sched = &trace.sched;
    let is_open = match selection {
        Selection::Slice(id) if id.index() < trace.slices.len() => return sign(trace, *id),
        Selection::Sched(id) => id.index() < sched.sched().len() && sched.stay_end(*id).is_none(),
        Selection::State(id) => id.index() < sched.states().len() && sched.state_end(*id).is_none(),
        _ => false,
    };
    if is_open { AT_LEAST } else { "" }
}

/// The sign before how long something lasts that has no end in the trace.
pub const AT_LEAST: &str = "≥ ";

/// Returns the sign before how long a slice lasts as far as that is known: at most so long if its end was lost, about
/// so long if it is a frame whose end was lost, at least so long if it has no end for all that is known.
pub fn sign(trace: &Trace, slice: SliceId) -> &'static str {
    match (trace.slices.end(slice), trace.slices.lost_end(slice)) {
        (Some(_), _) => "",
        (None, None) => AT_LEAST,
        (None, lost) => lost_sign(lost),
    }
}

/// Returns the sign before how long something lasts whose end was lost; none if it was not.
fn lost_sign(lost: Option<LostEnd>) -> &'static str {
    match lost.map(|lost| lost.by) {
        None => "",
        Some(LostBy::Surely | LostBy::Probably) => "≤ ",
        Some(LostBy::Next) => "~ ",
    }
}

/// Returns what is said of the end of a slice that has none.
pub(super) fn end_words(trace: &Trace, slice: SliceId) -> &'static str {
    match trace.slices.lost_end(slice).map(|lost| lost.by) {
        None => NO_END,
        Some(LostBy::Surely | LostBy::Next) => END_LOST,
        Some(LostBy::Probably) => "its end was probably lost",
    }
}

/// Returns how long something lasted as far as that is known, if its end was lost.
pub(super) fn known_dur(known: Dur, lost: Option<LostEnd>) -> String {
    format!("{}{}", lost_sign(lost), dur(known.ns()))
}

/// Returns in few words what is said of the end of a frame that has none.
pub(super) const fn end_of_frame(lost: Option<LostEnd>) -> &'static str {
    match lost {
        Some(_) => "end lost",
        None => NO_END,
    }
}

/// What is said of something that may have gone on after the trace.
pub(super) const NO_END: &str = "no end in the trace";

/// What is said of something that was over although its end is not in the trace.
pub(super) const END_LOST: &str = "its end was lost";

/// Returns the time that is selected; an instant is empty.
pub fn selected_span(trace: &Trace, selection: &Selection) -> Option<TimeSpan> {
    let sched = &trace.sched;
    let (start, end) = match selection {
        Selection::Area(area) => return Some(area.span),
        Selection::Slice(id) if id.index() < trace.slices.len() => {
            (trace.slices.ts(*id), trace.slices.over_by(*id))
        }
        Selection::Counter(id) if id.index() < trace.counters.len() => {
            (trace.counters.ts(*id), trace.counters.end(*id))
        }
        Selection::Sched(id) => (sched.sched().get(id.index())?.ts, sched.stay_end(*id)),
        Selection::State(id) => (sched.states().get(id.index())?.ts, sched.state_end(*id)),
        Selection::Sample(id) => {
            let ts = trace.stack_profile.samples.get(id.index())?.ts;
            (ts, Some(ts))
        }
        Selection::Log(row) => {
            let ts = trace.logs.get(*row as usize)?.ts;
            (ts, Some(ts))
        }
        Selection::None | Selection::Track(_) | Selection::Slice(_) | Selection::Counter(_) => {
            return None;
        }
    };
    let end = end.unwrap_or(trace.known_until());
    Some(TimeSpan::new(start, end.max(start)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::trace::ClockRow;

    #[test]
    fn milliseconds_have_at_most_three_digits_that_say_something() {
        let told = [
            (401_234_567, "401"),
            (86_249_000, "86.2"),
            (5_790_000, "5.79"),
            (-320_000, "−0.32"),
            (9_994_000, "9.99"),
            (9_996_000, "10.0"),
            (99_960_000, "100"),
            (12_000_400_000, "12 000"),
            (1_000, "0.001"),
            (10_000, "0.01"),
        ];
        for (ns, words) in told {
            assert_eq!(in_ms(ns), words);
        }
        assert!(!in_ms(i64::MIN).is_empty());
    }

    #[test]
    fn values_are_those_of_the_start_of_what_is_selected_while_that_is_in_sight() {
        use crate::model::ids::{CounterId, SliceId};
        use crate::model::track::Scope;
        use crate::view::viewport::Viewport;
        let mut b = TraceBuilder::new();
        b.counter_track(Scope::Global, "c", "", &[(0, 1.0), (70, 2.0)]);
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(track, &[(20, 10, "draw")]);
        let trace = b.finish();
        let at = |selection, from| {
            let span = TimeSpan::new(Ts::from_ns(from), Ts::from_ns(from + 100));
            let state = ViewState {
                selection,
                viewport: Viewport::new(span, 50),
                ..ViewState::default()
            };
            cursor_ts(&trace, &state).ns()
        };
        assert_eq!(at(Selection::None, 0), 50);
        assert_eq!(at(Selection::Counter(CounterId(1)), 0), 70);
        assert_eq!(at(Selection::Slice(SliceId(0)), 0), 20);
        assert_eq!(at(Selection::Slice(SliceId(0)), 24), 74, "out of sight");
        let stale = Selection::Slice(SliceId(99));
        assert_eq!(at(stale, 0), 50);
    }

    #[test]
    fn what_is_written_in_utc_is_read_again() {
        let clock = |b: TraceBuilder| Clock::new(&b.finish(), TimeFormat::Utc);
        let text = "2021-10-12 20:20:33.922";
        let none = clock(TraceBuilder::new());
        assert_eq!(none.parse_utc(text), None, "it is not known");
        let mut b = TraceBuilder::new();
        b.clocks.push(ClockRow {
            clock_id: 1,
            sequence: 0,
            clock_value: 1_634_070_000_000_000_000,
            ts: 0,
            snapshot_id: 0,
            machine: 0,
        });
        let clock = clock(b);
        for ns in [0, 33_922_123_456, -5_000_000_001, 1 << 60] {
            let ts = Ts::from_ns(ns);
            assert_eq!(clock.parse_utc(&clock.exact(ts)), Some(ts));
        }
        let short = clock.parse_utc(text).unwrap();
        assert!(clock.exact(short).starts_with(text));
        assert_eq!(clock.parse_utc("2021-10-12T20:20:33.922Z"), Some(short));
        for bad in [
            "",
            "5ms",
            "2021-02-30 00:00:00",
            "2021-10-12 24:00:00",
            "2021-10-12 1:2",
            "2021-9223372036854775807-9223372036854775807 0:0:0",
            "2021-10-12 9223372036854775807:0:0",
            "2021-10-12 00:00:00.1234567890",
        ] {
            assert_eq!(clock.parse_utc(bad), None, "{bad}");
        }
    }

    #[test]
    fn durations_have_three_digits() {
        let cases = [
            (0, "0 s"),
            (1, "1 ns"),
            (999, "999 ns"),
            (1_500, "1.50 µs"),
            (21_701_204, "21.7 ms"),
            (999_999, "1.00 ms"),
            (999_960_000, "1.00 s"),
            (27_400_000_000, "27.4 s"),
            (92_000_000_000, "1 min 32 s"),
            (3_700_000_000_000, "1 h 2 min"),
            (-270_000, "−270 µs"),
            (i64::MIN, "−106752 d 0 h"),
        ];
        for (ns, text) in cases {
            assert_eq!(dur(ns), text);
        }
        let narrow = [
            (27_400_000_000, "27.4 s"),
            (62_000_000_000, "1:02 min"),
            (92_000_000_000, "1:32 min"),
            (1_641_000_000_000, "27:21 min"),
            (3_599_999_999_999, "1:00 h"),
            (4_391_000_000_000, "1:13 h"),
            (-86_399_000_000_000, "−1 d 0 h"),
            (86_400_000_000_000, "1 d 0 h"),
            (1_080_000_000_000_000, "12 d 12 h"),
            (i64::MIN, "−106752 d"),
        ];
        for (ns, text) in narrow {
            assert_eq!(dur_narrow(ns), text);
            assert!(crate::view::text::width(text) <= 9, "{text}");
        }
        assert_eq!(signed(12_600_000), "+12.6 ms");
        assert_eq!(utc(-1, 9), "1969-12-31 23:59:59.999 999 999");
        assert_eq!(dur_exact(21_701_204), "21.701 204 ms");
        assert_eq!(dur_exact(21_000_000), "21 ms");
    }

    #[test]
    fn instants_are_exact_in_every_format() {
        let mut builder = TraceBuilder::new();
        builder.counter_track(
            crate::model::track::Scope::Global,
            "c",
            "",
            &[(5_000_000_000, 1.0), (6_000_000_000, 2.0)],
        );
        builder.clocks.push(ClockRow {
            ts: 5_000_000_000,
            clock_id: 1,
            sequence: 0,
            clock_value: 1_709_164_799_000_000_000,
            snapshot_id: 0,
            machine: 0,
        });
        let trace = builder.finish();
        let at = Ts::from_ns(6_012_345_678);
        let text = |format| Clock::new(&trace, format).exact(at);
        assert_eq!(text(TimeFormat::Relative), "1.012 345 678 s");
        assert_eq!(text(TimeFormat::Seconds), "6.012 345 678 s");
        assert_eq!(text(TimeFormat::Timecode), "00:00:01.012 345 678");
        assert_eq!(text(TimeFormat::Utc), "2024-02-29 00:00:00.012 345 678");
        assert_eq!(text(TimeFormat::Nanos), "6 012 345 678");
        let clock = Clock::new(&trace, TimeFormat::Relative);
        assert_eq!(clock.short(at, 5_000_000), "1.012 s");
        assert_eq!(
            clock.short(Ts::from_ns(4_999_999_999), 1_000),
            "−0.000 000 s"
        );
    }
}
