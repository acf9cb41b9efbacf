//! Trace time: instants, durations and half-open spans in nanoseconds.
//!
//! All arithmetic saturates, because timestamps come from hostile input.
//! Formatting for people lives in `view`, not here; reading the durations that they write does not depend on a view.

/// An instant on the trace clock, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ts(i64);

impl Ts {
    /// The earliest instant that can be represented.
    pub const MIN: Self = Self(i64::MIN);
    /// The latest instant that can be represented.
    pub const MAX: Self = Self(i64::MAX);
    /// The origin of the trace clock.
    pub const ZERO: Self = Self(0);

    /// Returns the instant `ns` nanoseconds after the origin of the trace clock.
    #[inline]
    pub const fn from_ns(ns: i64) -> Self {
        Self(ns)
    }

    /// Returns nanoseconds since the origin of the trace clock.
    #[inline]
    pub const fn ns(self) -> i64 {
        self.0
    }

    /// Returns the instant `dur` later, saturating.
    #[inline]
    #[must_use]
    pub const fn plus(self, dur: Dur) -> Self {
        Self(self.0.saturating_add(dur.0))
    }

    /// Returns the instant `dur` earlier, saturating.
    #[inline]
    #[must_use]
    pub const fn minus(self, dur: Dur) -> Self {
        Self(self.0.saturating_sub(dur.0))
    }

    /// Returns the time from `earlier` to `self`, zero if it is negative.
    #[inline]
    pub const fn since(self, earlier: Self) -> Dur {
        Dur::from_ns(self.0.saturating_sub(earlier.0))
    }
}

impl std::fmt::Debug for Ts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}ns", self.0)
    }
}

/// A length of time in nanoseconds, never negative.
///
/// A slice that has not finished has no duration: `Option<Dur>` in the API,
/// −1 only at the SQL edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dur(i64);

impl Dur {
    /// No time at all: the duration of an instant.
    pub const ZERO: Self = Self(0);

    /// Returns a duration of `ns` nanoseconds; negative input becomes zero.
    #[inline]
    pub const fn from_ns(ns: i64) -> Self {
        if ns < 0 { Self(0) } else { Self(ns) }
    }

    /// Returns the length in nanoseconds.
    #[inline]
    pub const fn ns(self) -> i64 {
        self.0
    }

    /// Returns the sum, saturating.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns whether this is the duration of an instant.
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Debug for Dur {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{}ns", self.0)
    }
}

/// A half-open range of trace time, `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TimeSpan {
    start: Ts,
    end: Ts,
}

impl TimeSpan {
    /// Returns the span between two instants in either order.
    #[inline]
    pub fn new(a: Ts, b: Ts) -> Self {
        if a <= b {
            Self { start: a, end: b }
        } else {
            Self { start: b, end: a }
        }
    }

    /// Returns the first instant inside.
    #[inline]
    pub const fn start(self) -> Ts {
        self.start
    }

    /// Returns the first instant after the span.
    #[inline]
    pub const fn end(self) -> Ts {
        self.end
    }

    /// Returns the length.
    #[inline]
    pub const fn dur(self) -> Dur {
        self.end.since(self.start)
    }

    /// Returns whether `ts` lies inside.
    #[inline]
    pub fn contains(self, ts: Ts) -> bool {
        self.start <= ts && ts < self.end
    }

    /// Returns whether the two half-open spans share an instant.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the part inside `bounds`; empty at its nearer edge if there is none.
    #[must_use]
    pub fn clamped_to(self, bounds: Self) -> Self {
        let start = self.start.clamp(bounds.start, bounds.end);
        let end = self.end.clamp(bounds.start, bounds.end);
        Self { start, end }
    }
}

/// Returns year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
pub const fn civil_date(day: i64) -> (i64, i64, i64) {
    // Years that begin in March put the leap day last.
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let date = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let (month, years) = if month_from_march < 10 {
        (month_from_march + 3, 0)
    } else {
        (month_from_march - 9, 1)
    };
    (year_of_era + era * 400 + years, month, date)
}

/// Returns the day, counted from 1970-01-01, of a date in the Gregorian calendar: the inverse of
/// [`civil_date`]. Of a date that does not exist it is the day of another.
pub const fn day_of_date(year: i64, month: i64, date: i64) -> i64 {
    // As above, years begin in March.
    let year = if month <= 2 { year - 1 } else { year };
    let month_from_march = (month + 9).rem_euclid(12);
    let day_of_year = (153 * month_from_march + 2) / 5 + date - 1;
    let year_of_era = year.rem_euclid(400);
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year.div_euclid(400) * 146_097 + day_of_era - 719_468
}

/// The units in which people write durations, with their nanoseconds.
const UNITS: [(&str, i64); 10] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    // The Greek letter, which looks the same.
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
    ("d", 86_400_000_000_000),
];

/// Returns how many nanoseconds a unit of time has.
pub fn unit_ns(unit: &str) -> Option<i64> {
    let known = UNITS.iter().find(|(name, _)| *name == unit);
    known.map(|&(_, ns)| ns)
}

/// Reads a duration exactly: a decimal number with a unit, such as `12.5ms`. `None` if it is none, or too
/// long.
pub fn parse_dur(text: &str) -> Option<Dur> {
    /// So many digits fit into an integer.
    const DIGITS_MAX: usize = 18;
    let text = text.trim();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')?;
    let (number, unit) = text.split_at(split);
    let unit = i128::from(unit_ns(unit.trim())?);
    let number = number.replace('_', "");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let digits = |text: &str| -> Option<i128> {
        match text {
            "" => Some(0),
            _ if text.len() <= DIGITS_MAX => text.parse().ok(),
            _ => None,
        }
    };
    let scale = 10_i128.pow(fraction.len().min(DIGITS_MAX) as u32);
    let ns = digits(whole)? * unit + digits(fraction)? * unit / scale;
    i64::try_from(ns).ok().map(Dur::from_ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_exactly() {
        let ns = |text: &str| parse_dur(text).map(Dur::ns);
        for (text, read) in [
            ("12.373s", 12_373_000_000),
            ("4ms", 4_000_000),
            ("10us", 10_000),
            ("10µs", 10_000),
            ("10μs", 10_000),
            (".5us", 500),
            ("1.2345ns", 1),
            ("1_000 ns", 1_000),
            ("3min", 180_000_000_000),
            ("2h", 7_200_000_000_000),
            ("1.5d", 129_600_000_000_000),
        ] {
            assert_eq!(ns(text), Some(read), "{text}");
        }
        let long = "4 parsecs";
        for bad in ["", "s", "12", "1.2.3s", "-4ms", long, "9999999999h", "."] {
            assert_eq!(ns(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn dates_and_days_are_each_others_inverse() {
        for day in (-800_000..800_000).step_by(97) {
            let (year, month, date) = civil_date(day);
            assert_eq!(day_of_date(year, month, date), day, "{year}-{month}-{date}");
        }
    }

    #[test]
    fn days_become_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(-1), (1969, 12, 31));
        assert_eq!(civil_date(19_782), (2024, 2, 29));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_513), (2026, 3, 1));
    }
}
