//! Values of counters with their units: `2.85 GHz`, `412 MB`, `1.23 M packets/s`.
//!
//! A symbol of physics takes the prefix that leaves the number short, whichever
//! prefix the trace gives it: 0.25 ms is 250 µs. Before a word, thousands stand
//! by themselves. A unit is shown whole or not at all.

use std::borrow::Cow;

use super::{text, time};

/// A unit of more cells is not shown: nothing would be left for anything else.
const CELLS_MAX: usize = 24;
/// Without a unit of so many cells or fewer, a number has hardly more room.
const CELLS_FEW: usize = 2;
/// From here on, in seconds, times are in minutes, hours and days ...
const MINUTES_FROM: f64 = 59.9995;
/// ... up to here, where they are no durations that a trace can have.
const MINUTES_UNTIL: f64 = 9.2e9;
/// A number below this share of a unit is not written in that unit.
const COMMON_MIN: f64 = 0.01;

/// How the values of a counter are written.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// How many of `name` one of the recorded unit is.
    factor: f64,
    /// Safe to show; empty if the trace tells no unit.
    name: Cow<'a, str>,
    kind: Kind,
    /// The prefix that the trace gives the unit.
    prefix: &'a str,
    /// Whether a number says enough without the unit.
    is_known: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// No unit at all, or a word, which takes no prefix.
    Word,
    /// A symbol, which takes prefixes; those of fractions only if there is something smaller than one.
    Symbol { has_fractions: bool },
    /// Seconds.
    Time,
}

/// A value as it is written.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Written {
    number: String,
    prefix: &'static str,
    unit: String,
    /// Whether the prefix is a part of the unit.
    is_joined: bool,
    /// Whether the number says enough without its unit.
    may_be_bare: bool,
    /// Shorter ways to write all of it, the longest first.
    shorter: Vec<String>,
}

impl Written {
    /// Returns words that stand for a value.
    pub(super) fn words(words: impl Into<String>) -> Self {
        Self {
            number: words.into(),
            prefix: "",
            unit: String::new(),
            is_joined: false,
            may_be_bare: false,
            shorter: Vec::new(),
        }
    }

    /// Writes the unit even where room is short, if it is a symbol.
    pub(super) fn keep_symbol(&mut self) {
        self.may_be_bare &= !self.is_joined;
    }

    /// Returns both ends of a range.
    pub(super) fn ends(&self) -> (Self, Self) {
        let (low, high) = self.number.split_once('…').unwrap_or_default();
        let [low, high] = [low, high].map(|number| match number {
            // Nothing is nothing in any unit.
            "0" => Self::words(number),
            number => Self {
                number: number.to_owned(),
                unit: self.unit.clone(),
                shorter: Vec::new(),
                ..*self
            },
        });
        (low, high)
    }

    /// Returns all of the value: `2.85 GHz`.
    pub(super) fn full(&self) -> String {
        let Self { number, unit, .. } = self;
        let prefix = self.prefix;
        let mut text = number.clone();
        if self.is_joined {
            text.push(' ');
            text.push_str(prefix);
            text.push_str(unit);
            return text;
        }
        for part in [prefix, unit].into_iter().filter(|part| !part.is_empty()) {
            text.push(' ');
            text.push_str(part);
        }
        text
    }

    /// Returns the value without the space before its unit: `2.85GHz`.
    fn close(&self) -> String {
        let Self { number, unit, .. } = self;
        let prefix = self.prefix;
        // `1.23Mpackets` would be a unit that there is not, `32nd` another number.
        let starts_number = unit.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
        let is_apart = !unit.is_empty() && (!prefix.is_empty() || starts_number);
        let space = if is_apart && !self.is_joined { " " } else { "" };
        format!("{number}{prefix}{space}{unit}")
    }

    /// Returns the ways to write the value, the longest first: `2.85 GHz`, `2.85GHz` and, where the unit goes
    /// without saying, `2.85G`.
    pub(super) fn forms(&self) -> Vec<String> {
        let bare = self.may_be_bare.then(|| self.bare());
        let mut forms = vec![self.full(), self.close()];
        forms.extend(self.shorter.iter().cloned());
        forms.extend(bare);
        forms.dedup();
        forms
    }

    /// Returns the value without its unit: `2.85G`.
    pub(super) fn bare(&self) -> String {
        format!("{}{}", self.number, self.prefix)
    }
}

impl<'a> Unit<'a> {
    /// Returns the unit that a trace names so; the name must be safe to show. `is_known` says that the unit
    /// goes without saying.
    pub(super) fn of(name: &'a str, is_known: bool) -> Self {
        let name = match name {
            "count" => "",
            "percent" => "%",
            name if text::width(name) > CELLS_MAX => "",
            name => name,
        };
        let (head, per) = name.split_at(name.find('/').unwrap_or(name.len()));
        let Some((prefix, factor, symbol, kind)) = symbol_of(head) else {
            return Self {
                factor: 1.0,
                name: Cow::Borrowed(name),
                kind: Kind::Word,
                prefix: "",
                is_known: is_known || text::width(name) > CELLS_FEW,
            };
        };
        // A prefix is a part of its unit: without it the number is another one.
        let is_known = is_known || prefix.is_empty();
        let is_time = kind == Kind::Time && per.is_empty();
        let fractions = Kind::Symbol {
            has_fractions: true,
        };
        Self {
            factor,
            name: match per {
                "" => Cow::Borrowed(symbol),
                per => Cow::Owned(format!("{symbol}{per}")),
            },
            kind: match kind {
                Kind::Time if !is_time => fractions,
                kind => kind,
            },
            prefix,
            is_known,
        }
    }

    /// Returns the symbol in which values are written, without a prefix; empty for words and plain numbers.
    pub(super) fn symbol(&self) -> &str {
        match self.kind {
            Kind::Word => "",
            Kind::Symbol { .. } | Kind::Time => &self.name,
        }
    }

    /// Returns the power of a thousand in which a number is written, which must not be negative, and its
    /// prefix.
    fn scale(&self, x: f64) -> (f64, &'static str) {
        const FRACTIONS: [(f64, f64, &str); 3] =
            [(1e-3, 1e-3, "m"), (1e-6, 1e-6, "µ"), (1e-9, 1e-12, "n")];
        let has_fractions = match self.kind {
            Kind::Word => false,
            Kind::Symbol { has_fractions } => has_fractions,
            Kind::Time => true,
        };
        if has_fractions && x < 0.9995 {
            let mut fractions = FRACTIONS.into_iter();
            let fitting = fractions.find(|&(_, least, _)| x >= least * 0.9995);
            return fitting.map_or((1.0, ""), |(unit, _, prefix)| (unit, prefix));
        }
        match self.kind {
            // A prefix of a symbol says more than a power of ten.
            Kind::Symbol { .. } if (9.995e14..9.995e17).contains(&x) => (1e15, "P"),
            Kind::Symbol { .. } if (9.995e17..9.995e20).contains(&x) => (1e18, "E"),
            // There are no kiloseconds.
            Kind::Time => (1.0, ""),
            // 5 kHz is not 5000 Hz.
            _ if matches!(self.prefix, "k" | "K") && x < 9.995e14 => text::thousands(x),
            _ => text::thousands_of_value(x),
        }
    }

    /// Returns a value as it is written.
    pub(super) fn write(&self, value: f64) -> Written {
        let x = value * self.factor;
        let minutes = MINUTES_FROM..MINUTES_UNTIL;
        if self.kind == Kind::Time && minutes.contains(&x.abs()) {
            let ns = (x * 1e9) as i64;
            let mut words = Written::words(time::dur(ns));
            words.shorter = vec![time::dur_narrow(ns), short_time(x)];
            return words;
        }
        let (unit, prefix) = self.scale(x.abs());
        self.written(text::value(x / unit), prefix)
    }

    /// Returns a value as it is written among others from which it differs by `apart` at most: with so many
    /// decimals that this is seen.
    pub(super) fn write_apart(&self, value: f64, apart: f64) -> Written {
        let (x, apart) = (value * self.factor, apart * self.factor);
        if self.kind == Kind::Time && (MINUTES_FROM..MINUTES_UNTIL).contains(&x.abs()) {
            return long_time(x, decimals_of(apart));
        }
        let (unit, prefix) = self.scale(x.abs());
        self.written(text::decimal(x / unit, decimals_of(apart / unit)), prefix)
    }

    fn written(&self, number: String, prefix: &'static str) -> Written {
        let is_word = self.kind == Kind::Word;
        Written {
            number,
            prefix,
            unit: self.name.clone().into_owned(),
            is_joined: !is_word,
            may_be_bare: self.is_known && (is_word || matches!(prefix, "k" | "M" | "G" | "T")),
            shorter: Vec::new(),
        }
    }

    /// Returns a range of values in one unit: `0.99…1.01 MHz`; in two units if one value is too small for the
    /// unit of the other: `−5 µs…1.5 s`.
    pub(super) fn range(&self, low: f64, high: f64) -> Written {
        let (from, to) = (low * self.factor, high * self.factor);
        let most = from.abs().max(to.abs());
        let least = if from == 0.0 || to == 0.0 {
            most
        } else {
            from.abs().min(to.abs())
        };
        let (unit, prefix) = self.scale(most);
        let has_minutes = self.kind == Kind::Time && most >= MINUTES_FROM;
        if has_minutes || !most.is_finite() || least > 0.0 && least < unit * COMMON_MIN {
            let full = |value: f64| match value {
                0.0 => "0".to_owned(),
                value => self.write(value).full(),
            };
            return Written::words(format!("{}…{}", full(low), full(high)));
        }
        let (x, y) = (from / unit, to / unit);
        // If both are far from zero, there are enough decimals to see what is between them.
        let is_far = x * y > 0.0 && most < 9.995e14 && y > x;
        let number = |number: f64| {
            if is_far {
                text::decimal(number, decimals_of(y - x))
            } else {
                text::value(number)
            }
        };
        let (low, high) = (number(x), number(y));
        if low == high && to > from {
            // Only all digits show that the two differ.
            let [low, high] = [from, to].map(text::exact_value);
            return self.written(format!("{low}…{high}"), "");
        }
        self.written(format!("{low}…{high}"), prefix)
    }
}

/// Returns how many decimals show what is between two numbers that differ so much.
fn decimals_of(difference: f64) -> usize {
    (1.0 - difference.log10()).ceil().clamp(0.0, 6.0) as usize
}

/// Writes so many seconds as minutes and seconds with so many decimals: `3 min 56.931 s`, where there is less room
/// `3:56.931 min`.
fn long_time(seconds: f64, decimals: usize) -> Written {
    let sign = if seconds < 0.0 { "−" } else { "" };
    let scale = 10_f64.powi(decimals as i32);
    let whole = (seconds.abs() * scale).round() / scale;
    let minutes = (whole / 60.0).floor();
    let rest = whole - minutes * 60.0;
    let part = text::decimal(rest, decimals);
    // Behind a colon numbers have two digits.
    let two = |number: f64| if number < 10.0 { "0" } else { "" };
    let padded = format!("{}{part}", two(rest));
    let (hours, minutes) = ((minutes / 60.0).floor(), minutes % 60.0);
    let (long, short) = if hours == 0.0 {
        (
            format!("{minutes} min {part} s"),
            format!("{minutes}:{padded} min"),
        )
    } else {
        (
            format!("{hours} h {minutes} min {part} s"),
            format!("{hours}:{}{minutes}:{padded} h", two(minutes)),
        )
    };
    let mut words = Written::words(format!("{sign}{long}"));
    words.shorter = vec![format!("{sign}{short}")];
    words
}

/// Writes so many seconds in one unit: `114s`, `83min`.
fn short_time(seconds: f64) -> String {
    const UNITS: [(f64, &str); 3] = [(1.0, "s"), (60.0, "min"), (3_600.0, "h")];
    let fits = |(unit, _): &(f64, &str)| (seconds / unit).abs() < 999.5;
    let (unit, name) = UNITS.into_iter().find(fits).unwrap_or((86_400.0, "d"));
    let number = text::value((seconds / unit).round());
    format!("{}{name}", number.replace(' ', ""))
}

/// Returns the prefix of a unit, which may be empty, its factor, the symbol, and the symbol's kind.
fn symbol_of(unit: &str) -> Option<(&str, f64, &'static str, Kind)> {
    const FRACTIONS: Kind = Kind::Symbol {
        has_fractions: true,
    };
    const THOUSANDS: Kind = Kind::Symbol {
        has_fractions: false,
    };
    const SYMBOLS: [(&str, &str, Kind); 15] = [
        ("bytes", "B", THOUSANDS),
        ("byte", "B", THOUSANDS),
        ("B", "B", THOUSANDS),
        ("bit", "bit", THOUSANDS),
        ("bps", "bps", THOUSANDS),
        ("Hz", "Hz", THOUSANDS),
        ("Wh", "Wh", FRACTIONS),
        ("Ah", "Ah", FRACTIONS),
        ("W", "W", FRACTIONS),
        ("A", "A", FRACTIONS),
        ("V", "V", FRACTIONS),
        ("J", "J", FRACTIONS),
        ("°C", "°C", FRACTIONS),
        ("s", "s", Kind::Time),
        ("sec", "s", Kind::Time),
    ];
    const UP: [(&str, f64); 4] = [("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];
    const DOWN: [(&str, f64); 5] = [
        ("m", 1e-3),
        ("u", 1e-6),
        ("µ", 1e-6),
        ("μ", 1e-6),
        ("n", 1e-9),
    ];
    const BINARY: [(&str, i32); 4] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40)];
    SYMBOLS.into_iter().find_map(|(written, symbol, kind)| {
        let prefix = unit.strip_suffix(written)?;
        let up = UP.into_iter().filter(|_| kind != Kind::Time);
        let down = DOWN.into_iter().filter(|_| kind != THOUSANDS);
        // `KB` is 1000 or 1024 bytes, who knows.
        let binary = BINARY.into_iter().filter(|_| symbol == "B");
        let binary = binary.map(|(prefix, power)| (prefix, 2_f64.powi(power)));
        let upper = (symbol == "Hz").then_some(("K", 1e3));
        let mut prefixes = up.chain(down).chain(binary).chain(upper).chain([("", 1.0)]);
        let factor = prefixes.find(|known| known.0 == prefix)?.1;
        Some((prefix, factor, symbol, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a value of a unit as it is written where there is room.
    fn full(unit: &str, value: f64) -> String {
        Unit::of(unit, false).write(value).full()
    }

    fn forms(unit: &str, value: f64) -> String {
        Unit::of(unit, false).write(value).forms().join("|")
    }

    fn range(unit: &str, low: f64, high: f64) -> String {
        Unit::of(unit, false).range(low, high).full()
    }

    #[test]
    fn a_symbol_takes_the_prefix_that_leaves_the_number_short() {
        let written = [
            ("ms", 16.7, "16.7 ms"),
            ("ms", 0.25, "250 µs"),
            ("us", 1.5, "1.5 µs"),
            ("ns", 1.5, "1.5 ns"),
            ("ns", -5_000.0, "−5 µs"),
            ("ns", 0.0, "0 s"),
            ("s", 0.0123, "12.3 ms"),
            ("s", 90.0, "1 min 30 s"),
            ("s", 1e300, "1e300 s"),
            ("MB/s", 0.4, "400 kB/s"),
            ("MB/s", 7.0, "7 MB/s"),
            ("GB", 1.5, "1.5 GB"),
            ("B", 4e15, "4 PB"),
            ("B", 9.22e18, "9.22 EB"),
            ("B", 9.22e21, "9.22e21 B"),
            ("packets", 9.22e18, "9.22e18 packets"),
            ("KiB", 1.0, "1024 B"),
            ("KiB", 1_048_576.0, "1.07 GB"),
            ("MiB", 1.0, "1.05 MB"),
            ("kB", 5.0, "5 kB"),
            ("bytes", 0.25, "0.25 B"),
            ("bytes/s", 12e6, "12 MB/s"),
            ("mV", 0.9, "900 µV"),
            ("V", 0.004, "4 mV"),
            ("W", -0.0004, "−400 µW"),
            ("V", 1e-300, "1e-300 V"),
            ("kHz", 2_850_000.0, "2.85 GHz"),
            ("Hz", 0.5, "0.5 Hz"),
            ("B", f64::INFINITY, "∞ B"),
        ];
        for (unit, value, text) in written {
            assert_eq!(full(unit, value), text, "{value} {unit}");
        }
    }

    #[test]
    fn a_word_is_shown_whole_behind_its_thousands() {
        let written = [
            ("msg", 2.5, "2.5 msg"),
            ("min", 0.5, "0.5 min"),
            ("nits", 250.25, "250 nits"),
            ("packets", 3.0, "3 packets"),
            ("packets/s", 1_234_567.0, "1.23 M packets/s"),
            ("percent", 33.3, "33.3 %"),
            ("ratio", 0.003, "0.003 ratio"),
            ("°C", 2.75, "2.75 °C"),
            ("KB", 12_345.0, "12.3 k KB"),
            ("count", 12_345.0, "12.3 k"),
            ("", 1e21, "1e21"),
        ];
        for (unit, value, text) in written {
            assert_eq!(full(unit, value), text, "{value} {unit}");
        }
        let long = "w".repeat(CELLS_MAX + 1);
        assert_eq!(full(&long, 3.0), "3");
        // The limit of a unit is in cells, not in bytes.
        assert_eq!(
            full(&"é".repeat(CELLS_MAX), 3.0).chars().count(),
            2 + CELLS_MAX
        );
    }

    #[test]
    fn a_value_is_written_shorter_where_room_is_short() {
        assert_eq!(forms("Hz", 2.85e9), "2.85 GHz|2.85GHz|2.85G");
        assert_eq!(forms("bytes", -3e6), "−3 MB|−3MB|−3M");
        assert_eq!(forms("%", 62.0), "62 %|62%");
        assert_eq!(forms("", 12_345.0), "12.3 k|12.3k");
        // A thousandth is no thousand, and 7 MB/s is not 7 million.
        assert_eq!(forms("ms", 3.0), "3 ms|3ms");
        assert_eq!(forms("MB/s", 7.0), "7 MB/s|7MB/s");
        assert_eq!(forms("GB", 1.5), "1.5 GB|1.5GB");
        assert_eq!(forms("packets", 3.0), "3 packets|3packets|3");
        assert_eq!(forms("packets", 3e6), "3 M packets|3M packets|3M");
        assert_eq!(forms("2nd", 3.0), "3 2nd|3");
        assert_eq!(forms("", f64::NEG_INFINITY), "−∞");
        assert_eq!(forms("ns", 114.2e9), "1 min 54 s|1:54 min|114s");
        assert_eq!(forms("s", 5_000.0), "1 h 23 min|1:23 h|83min");
        assert_eq!(forms("s", 5e6), "57 d 21 h|58d");
    }

    #[test]
    fn times_that_differ_by_less_than_a_second_keep_their_minutes() {
        let apart = |value: f64, by: f64| {
            let forms = Unit::of("ns", false).write_apart(value * 1e9, by * 1e9);
            forms.forms().join("|")
        };
        assert_eq!(apart(1362.1, 0.9), "22 min 42.1 s|22:42.1 min");
        assert_eq!(apart(236.931, 0.009), "3 min 56.931 s|3:56.931 min");
        // Where seconds are rounded up to a minute, that is the next one.
        assert_eq!(apart(119.9999, 0.5), "2 min 0 s|2:00 min");
        assert_eq!(apart(-65.25, 0.5), "−1 min 5.25 s|−1:05.25 min");
        assert_eq!(apart(5_000.5, 0.5), "1 h 23 min 20.5 s|1:23:20.5 h");
        assert_eq!(apart(59.25, 0.5), "59.25 s|59.25s");
    }

    #[test]
    fn each_end_of_a_range_has_its_unit() {
        let ends = |unit, low, high| {
            let (low, high) = Unit::of(unit, false).range(low, high).ends();
            (low.full(), high.full())
        };
        let both = |low: &str, high: &str| (low.to_owned(), high.to_owned());
        assert_eq!(ends("kHz", 990.0, 1_010.0), both("0.99 MHz", "1.01 MHz"));
        assert_eq!(ends("bytes", 0.0, 1e9), both("0", "1 GB"));
        assert_eq!(ends("ns", -5_000.0, 1.5e9), both("−5 µs", "1.5 s"));
    }

    #[test]
    fn both_ends_of_a_range_are_in_one_unit() {
        let written = [
            ("kHz", 990.0, 1_010.0, "0.99…1.01 MHz"),
            ("ns", 9e8, 1.1e9, "0.9…1.1 s"),
            ("ns", 990_000.0, 1_010_000.0, "0.99…1.01 ms"),
            ("ns", -5_000.0, 0.0, "−5…0 µs"),
            ("ns", -5_000.0, 1.5e9, "−5 µs…1.5 s"),
            ("ns", 0.0, 90e9, "0…1 min 30 s"),
            ("kHz", -2_550_000.0, 2_550_000.0, "−2.55…2.55 GHz"),
            ("ratio", 0.0, 0.003, "0…0.003 ratio"),
            ("", -1e308, 1e308, "−1e308…1e308"),
            ("°C", 36.51, 36.53, "36.51…36.53 °C"),
            ("", 1_000_001.0, 1_000_004.0, "1.000001…1.000004 M"),
            ("B", 1e9, 1e9 + 1.0, "1 000 000 000…1 000 000 001 B"),
            ("MB/s", 0.0, 0.0, "0…0 B/s"),
            ("B", f64::NEG_INFINITY, f64::INFINITY, "−∞ B…∞ B"),
        ];
        for (unit, low, high, text) in written {
            assert_eq!(range(unit, low, high), text);
        }
        let packets = Unit::of("packets/s", false).range(0.0, 1.23e6);
        assert_eq!(packets.bare(), "0…1.23M");
    }
}
