//! Limits that gate a build: `self>5,p95>25ms,janky>2%,incomplete,loss`.
//!
//! A limit names a number of the totals and what it must not exceed, or asks for
//! a trace of which all was read, or nothing was lost.

use super::totals::{JankTotals, LateStats};
use crate::base::time::parse_dur;
use crate::model::chromium_frames::ChromiumFrames;
use crate::model::frame_timeline::JankTag;

/// What a limit can be about.
#[derive(Clone, Copy, Debug)]
enum Measure {
    /// How many frames of Android.
    Frames(fn(&JankTotals) -> u64),
    /// How late frames of Android were, of those with a deadline.
    Late(fn(&LateStats) -> i64),
    /// How many frames of Chromium, and of how many.
    Chromium(fn(&ChromiumFrames) -> (usize, usize)),
}

/// The limits that have no value, by name.
const WHOLE: [(&str, Bound); 2] = [("incomplete", Bound::AllRead), ("loss", Bound::NoLoss)];

/// All measures, by name.
const MEASURES: [(&str, Measure); 20] = [
    ("janky", Measure::Frames(|it| it.n_janky)),
    ("self", Measure::Frames(|it| it.with_tag(JankTag::SelfJank))),
    ("other", Measure::Frames(|it| it.with_tag(JankTag::Other))),
    (
        "dropped",
        Measure::Frames(|it| it.with_tag(JankTag::Dropped)),
    ),
    (
        "stuffing",
        Measure::Frames(|it| buffer_stuffing(it) + sf_stuffing(it)),
    ),
    ("buffer-stuffing", Measure::Frames(buffer_stuffing)),
    ("sf-stuffing", Measure::Frames(sf_stuffing)),
    ("not-shown", Measure::Frames(|it| it.n_dropped)),
    ("unspecified", Measure::Frames(|it| it.n_unspecified)),
    (
        "non-perceivable",
        Measure::Frames(|it| it.n_non_perceivable),
    ),
    (
        "prediction-only",
        Measure::Frames(|it| it.n_prediction_only),
    ),
    ("p50", Measure::Late(|it| it.p50_ns)),
    ("p90", Measure::Late(|it| it.p90_ns)),
    ("p95", Measure::Late(|it| it.p95_ns)),
    ("p99", Measure::Late(|it| it.p99_ns)),
    ("worst", Measure::Late(|it| it.max_ns)),
    (
        "chromium-dropped",
        Measure::Chromium(|it| (it.n_dropped(), it.n_frames)),
    ),
    (
        "chromium-partial",
        Measure::Chromium(|it| (it.n_partial(), it.n_frames)),
    ),
    (
        "chromium-unsmooth",
        Measure::Chromium(|it| (it.n_unsmooth(), it.n_frames)),
    ),
    (
        "scroll-jank",
        // Chromium counts the share among all, but of frames that changed nothing none can be late.
        Measure::Chromium(|it| match it.n_judged_scrolls() {
            0 => (0, 0),
            _ => (it.n_janky_scrolls(), it.n_scroll_frames),
        }),
    ),
];

fn buffer_stuffing(totals: &JankTotals) -> u64 {
    totals.with_tag(JankTag::BufferStuffing)
}

fn sf_stuffing(totals: &JankTotals) -> u64 {
    totals.with_tag(JankTag::SurfaceFlingerStuffing)
}

/// One limit.
#[derive(Clone, Debug)]
pub struct Limit {
    /// As written.
    pub text: String,
    bound: Bound,
}

/// What a limit asks for.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// That a measure does not exceed a value.
    Max(Measure, Value),
    /// That all of the file was read.
    AllRead,
    /// That nothing of the trace is missing or broken.
    NoLoss,
}

/// Why limits could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// Not of the form `NAME>VALUE`.
    #[error(
        "'{text}' is not NAME>VALUE, such as self>5 or p95>25ms, and neither incomplete nor loss"
    )]
    Form {
        /// The limit.
        text: String,
    },
    /// No such measure.
    #[error("no limit is called '{name}'; there are {known}")]
    Name {
        /// What was written.
        name: String,
        /// What there is.
        known: String,
    },
    /// A count where a time is needed, or the other way round.
    #[error("'{text}' needs {needs}")]
    Value {
        /// The limit.
        text: String,
        /// What it needs.
        needs: &'static str,
    },
}

/// What limits are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    /// The frames of Android.
    pub totals: &'a JankTotals,
    /// The frames of Chromium; may be missing if no limit [is of Chromium](Limit::is_of_chromium).
    pub chromium: Option<&'a ChromiumFrames>,
    /// The issues that say that not all of the file was read.
    pub not_read: &'a [&'static str],
    /// The issues that say that something is missing or broken.
    pub losses: &'a [&'static str],
}

/// A limit with what the totals say.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The limit as written.
    pub limit: String,
    /// The number found, as text in the unit of the limit, or why there is none.
    pub found: String,
    /// The number itself, `None` where there is none.
    pub value: Option<Value>,
    /// What the limit says of it.
    pub judgement: Judgement,
}

/// A number that was measured, or that a measure must not exceed.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Value {
    /// How many frames.
    Count(u64),
    /// Their share of all, in percent.
    Percent(f64),
    /// A time in nanoseconds.
    Ns(i64),
}

impl Value {
    /// Returns it as text with its unit: rounded, but on the side of the limit where it is.
    fn text(self, limit: Self) -> String {
        match (self, limit) {
            (Self::Percent(share), Self::Percent(max)) => rounded(share, max, 2) + "%",
            (Self::Ns(ns), Self::Ns(max)) => rounded(ns as f64 / 1e6, max as f64 / 1e6, 3) + "ms",
            (Self::Count(count), _) => count.to_string(),
            (Self::Percent(share), _) => format!("{share:.2}%"),
            (Self::Ns(ns), _) => format!("{:.3}ms", ns as f64 / 1e6),
        }
    }
}

/// Returns a number with some digits, with more where it would look as if it were not above `max`, or
/// as if it were.
fn rounded(value: f64, max: f64, digits: usize) -> String {
    const DIGITS_MAX: usize = 9;
    let texts = (digits..=DIGITS_MAX).map(|digits| format!("{value:.digits$}"));
    let is_above = |text: &String| text.parse().is_ok_and(|value: f64| value > max);
    let mut texts = texts.skip_while(|text| is_above(text) != (value > max));
    texts.next().unwrap_or_else(|| value.to_string())
}

impl Verdict {
    /// Returns whether the limit is not passed, as it also is if nothing was measured.
    pub fn fails(&self) -> bool {
        self.judgement != Judgement::Kept
    }
}

/// What a limit says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is kept.
    Kept,
    /// It is exceeded.
    Exceeded,
    /// Not all of the file was read, or something is missing or broken.
    Incomplete,
    /// There is nothing to judge.
    Nothing,
}

/// Reads comma-separated limits.
pub fn parse(text: &str) -> Result<Vec<Limit>, LimitError> {
    text.split(',')
        .map(|limit| parse_one(limit.trim()))
        .collect()
}

fn parse_one(text: &str) -> Result<Limit, LimitError> {
    let form = || LimitError::Form {
        text: text.to_owned(),
    };
    let limit = |bound| Limit {
        text: text.to_owned(),
        bound,
    };
    if let Some(&(_, bound)) = WHOLE.iter().find(|(name, _)| *name == text) {
        return Ok(limit(bound));
    }
    let (name, value) = text.split_once('>').ok_or_else(form)?;
    let (name, value) = (name.trim(), value.trim());
    if WHOLE.iter().any(|(known, _)| *known == name) {
        return Err(LimitError::Value {
            text: text.to_owned(),
            needs: "no value",
        });
    }
    let Some(&(_, measure)) = MEASURES.iter().find(|(known, _)| *known == name) else {
        let known = MEASURES.iter().map(|(name, _)| *name);
        let known: Vec<&str> = known.chain(WHOLE.iter().map(|(name, _)| *name)).collect();
        return Err(LimitError::Name {
            name: name.to_owned(),
            known: known.join(", "),
        });
    };
    let needs = |needs| LimitError::Value {
        text: text.to_owned(),
        needs,
    };
    let value = if let Measure::Late(_) = measure {
        Value::Ns(parse_ns(value).ok_or_else(|| needs("a time with its unit, such as 25ms"))?)
    } else if let Some(percent) = value.strip_suffix('%') {
        let percent: Option<f64> = percent.trim().parse().ok();
        let percent = percent.filter(|percent| percent.is_finite() && *percent >= 0.0);
        Value::Percent(percent.ok_or_else(|| needs("a share, such as 2%"))?)
    } else {
        let count = value.parse().ok();
        Value::Count(count.ok_or_else(|| needs("a count or a share, such as 5 or 2%"))?)
    };
    Ok(limit(Bound::Max(measure, value)))
}

/// Reads a time with its unit, which may be negative: frames may be early.
fn parse_ns(value: &str) -> Option<i64> {
    let is_negative = value.starts_with('-');
    let ns = parse_dur(value.strip_prefix(['-', '+']).unwrap_or(value))?.ns();
    Some(if is_negative { -ns } else { ns })
}

impl Limit {
    /// Returns whether it is about frames of Chromium.
    pub const fn is_of_chromium(&self) -> bool {
        matches!(self.bound, Bound::Max(Measure::Chromium(_), _))
    }

    /// Compares what was measured with the limit. There is nothing to judge without frames and, for times,
    /// without a frame that has a deadline.
    pub fn check(&self, measured: &Measured<'_>) -> Verdict {
        let none_of = |issues: &[&str], else_found: &str| match issues {
            [] => (else_found.to_owned(), None, Judgement::Kept),
            missing => (missing.join(", "), None, Judgement::Incomplete),
        };
        let (found, value, judgement) = match self.bound {
            Bound::AllRead => none_of(measured.not_read, "all of the file"),
            Bound::NoLoss => none_of(measured.losses, "no loss"),
            Bound::Max(measure, max) => match value(measure, max, measured) {
                Err(why) => (why.to_owned(), None, Judgement::Nothing),
                Ok(value) if value > max => (value.text(max), Some(value), Judgement::Exceeded),
                Ok(value) => (value.text(max), Some(value), Judgement::Kept),
            },
        };
        Verdict {
            limit: self.text.clone(),
            found,
            value,
            judgement,
        }
    }
}

/// Returns what was measured, as a number of the kind that `max` is, or why there is none.
fn value(measure: Measure, max: Value, measured: &Measured<'_>) -> Result<Value, &'static str> {
    let totals = measured.totals;
    let (count, n_frames) = match measure {
        Measure::Frames(count) => (count(totals), totals.n_frames),
        Measure::Chromium(count) => {
            let (count, n_frames) = measured.chromium.map_or((0, 0), count);
            (count as u64, n_frames as u64)
        }
        Measure::Late(pick) if totals.n_frames > 0 => {
            let late = totals.late.as_ref().ok_or("no frame has a deadline")?;
            return Ok(Value::Ns(pick(late)));
        }
        Measure::Late(_) => (0, 0),
    };
    match max {
        _ if n_frames == 0 => Err("no frame to judge"),
        Value::Percent(_) => Ok(Value::Percent(100.0 * count as f64 / n_frames as f64)),
        _ => Ok(Value::Count(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn android<'a>(totals: &'a JankTotals, not_read: &'a [&'static str]) -> Measured<'a> {
        Measured {
            totals,
            chromium: None,
            not_read,
            losses: &[],
        }
    }

    #[test]
    fn limits_compare_counts_shares_and_times() {
        let totals = JankTotals {
            n_frames: 200,
            n_janky: 7,
            by_tag: [6, 1, 0, 0, 0],
            late: Some(LateStats {
                n: 200,
                p50_ns: -1_000_000,
                p90_ns: 0,
                p95_ns: 25_000_001,
                p99_ns: 30_000_000,
                max_ns: 40_000_000,
            }),
            ..JankTotals::default()
        };
        let exceeded = |text: &str| -> Vec<bool> {
            let limits = parse(text).unwrap();
            limits
                .iter()
                .map(|limit| limit.check(&android(&totals, &[])).judgement == Judgement::Exceeded)
                .collect()
        };
        assert_eq!(
            exceeded("self>5, self>6, janky>3%, janky>3.5%, p95>25ms, p95>0.1s, worst>40ms"),
            [true, false, true, false, true, false, false]
        );
        // The worst is sought among all frames, as percentiles are.
        assert_eq!(exceeded("worst>39ms"), [true]);
        // A limit may have any unit of durations.
        assert_eq!(
            exceeded("worst>39999us, worst>39999µs, worst>1m, worst>1min, worst>+1h, worst>-1h"),
            [true, true, false, false, false, true]
        );
    }

    #[test]
    fn what_is_found_is_on_its_side_of_the_limit() {
        let totals = JankTotals {
            n_frames: 164,
            n_janky: 28,
            by_tag: [3, 1, 2, 0, 0],
            n_dropped: 5,
            late: Some(LateStats {
                n: 164,
                p50_ns: 0,
                p90_ns: 0,
                p95_ns: 0,
                p99_ns: 18_517_999,
                max_ns: 18_518_001,
            }),
            ..JankTotals::default()
        };
        for (limit, found) in [
            ("worst>18.518ms", "18.518001ms"),
            ("worst>18ms", "18.518ms"),
            ("p99>18.518ms", "18.518ms"),
            ("janky>17.07%", "17.073%"),
            ("janky>17%", "17.07%"),
            // As the headline counts them, and those that were never shown whatever their tag.
            ("dropped>1", "2"),
            ("not-shown>1", "5"),
        ] {
            let verdict = parse(limit).unwrap()[0].check(&android(&totals, &[]));
            assert_eq!(verdict.found, found, "{limit}");
        }
        let worst = parse("worst>1s").unwrap()[0].check(&android(&totals, &[]));
        assert_eq!(worst.value, Some(Value::Ns(18_518_001)));
    }

    #[test]
    fn what_was_not_measured_does_not_pass() {
        let judge = |totals: &JankTotals, text: &str| {
            let verdict = parse(text).unwrap()[0].check(&android(totals, &[]));
            (verdict.judgement, verdict.found)
        };
        // None of these frames has a deadline.
        let mut totals = JankTotals {
            n_frames: 10,
            ..JankTotals::default()
        };
        let nothing = |why: &str| (Judgement::Nothing, why.to_owned());
        for text in ["p95>1ms", "worst>1ms"] {
            assert_eq!(judge(&totals, text), nothing("no frame has a deadline"));
        }
        assert_eq!(judge(&totals, "self>0"), (Judgement::Kept, "0".to_owned()));
        totals.n_frames = 0;
        for text in ["p95>1ms", "self>0", "janky>1%"] {
            assert_eq!(judge(&totals, text), nothing("no frame to judge"));
        }
    }

    #[test]
    fn a_trace_of_which_not_all_was_read_is_incomplete() {
        let limit = &parse("self>5, incomplete").unwrap()[1];
        // This limit can be judged although the trace has no frames.
        let totals = JankTotals::default();
        let whole = limit.check(&android(&totals, &[]));
        assert_eq!(whole.judgement, Judgement::Kept);
        assert_eq!(whole.found, "all of the file");
        let cut = limit.check(&android(&totals, &["trace_truncated"]));
        assert_eq!(cut.judgement, Judgement::Incomplete);
        assert_eq!((cut.found.as_str(), cut.fails()), ("trace_truncated", true));
    }

    #[test]
    fn a_trace_of_which_something_was_lost_has_all_of_the_file() {
        let limits = parse("incomplete,loss").unwrap();
        let totals = JankTotals::default();
        let lost = Measured {
            losses: &[
                "sequence_packet_loss",
                "trace_sorter_negative_timestamp_dropped",
            ],
            ..android(&totals, &[])
        };
        let [all_read, no_loss] = [0, 1].map(|at: usize| limits[at].check(&lost));
        assert_eq!(all_read.judgement, Judgement::Kept);
        let found = "sequence_packet_loss, trace_sorter_negative_timestamp_dropped";
        assert_eq!((no_loss.found.as_str(), no_loss.fails()), (found, true));
        let kept = limits[1].check(&android(&totals, &[]));
        assert_eq!((kept.found.as_str(), kept.fails()), ("no loss", false));
    }

    #[test]
    fn bad_limits_say_what_is_wrong() {
        for (text, part) in [
            ("self", "NAME>VALUE"),
            ("incomplete>1", "'incomplete>1' needs no value"),
            ("complete", "NAME>VALUE"),
            ("loss>1", "'loss>1' needs no value"),
            ("complete>1", "scroll-jank, incomplete, loss"),
            ("jank>1", "janky, self"),
            ("p95>5", "unit"),
            ("self>5ms", "count"),
            ("self>-1", "count"),
            ("janky>x%", "share"),
            ("janky>-1%", "share"),
            ("janky>inf%", "share"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
