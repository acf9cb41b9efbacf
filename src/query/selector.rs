//! How the command line names a time, a thing to select and a place: TIME, TIME+DUR, SEL, `[N:]RE`.
//!
//! This module only reads and prints; `query/select.rs` finds the slice that a selector names, and
//! `app/resolve.rs` whatever else one means in a trace. Selectors that are printed use names, tokens, times
//! and paths, never row numbers, so that they survive a new version of the importer.

use std::fmt;
use std::str::FromStr;

use crate::base::time::{Dur, TimeSpan, Ts};

/// A point in time as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeRef {
    /// This duration after the start of the trace.
    FromStart(Dur),
    /// A time of the trace clock.
    Absolute(Ts),
    /// The end of the trace.
    End,
}

impl TimeRef {
    /// Returns the time in a trace with these bounds.
    pub fn resolve(self, bounds: TimeSpan) -> Ts {
        match self {
            Self::FromStart(dur) => bounds.start().plus(dur),
            Self::Absolute(ts) => ts,
            Self::End => bounds.end(),
        }
    }
}

/// A time to show, or a span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewAt {
    /// The start.
    pub start: TimeRef,
    /// The duration of the span.
    pub dur: Option<Dur>,
    /// The time cursor, if it is not the middle.
    pub cursor: Option<TimeRef>,
}

/// A mark, a marker or a note at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// `a` to `z` are marks, `A` and `B` are the markers of a measurement, anything else is a note.
    pub name: String,
    /// The instant.
    pub at: TimeRef,
}

/// The track at the top of the tracks that scroll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Top {
    /// How many lines of the track are scrolled out above the top.
    pub lines: usize,
    /// A pattern of the track's path.
    pub pattern: String,
}

/// A thing to select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// The slice with an SQL id. Read, never printed.
    Slice(i64),
    /// The sample of a CPU profiler with an SQL id. Read, never printed.
    Sample(i64),
    /// The `nth` slice, from 1, whose name matches a regular expression.
    Name {
        /// The number of the slice, from 1.
        nth: usize,
        /// The regular expression.
        pattern: String,
    },
    /// The frame with a token.
    Frame {
        /// The token of its surface frame, else of its display frame.
        token: i64,
        /// The process, if frames of several processes have the token.
        pid: Option<i64>,
    },
    /// The first track whose path matches a regular expression.
    Track(String),
    /// Nothing; but the cursor goes to a line of a track.
    Row {
        /// The number of the line, from 1.
        nth: usize,
        /// A pattern of the track's path.
        pattern: String,
    },
    /// A span of time.
    Area {
        /// The span.
        at: ViewAt,
        /// A pattern of paths of tracks and groups; `None` for all tracks.
        track: Option<String>,
    },
    /// The item at a time: the innermost slice, the sample, the state.
    At {
        /// The time.
        ts: Ts,
        /// A pattern of paths of tracks; `None` for all tracks.
        track: Option<String>,
    },
}

/// Why a TIME, a duration or a SEL could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    /// Not a duration.
    #[error("expected a number with a unit, such as 12.5ms (units: ns us ms s m h)")]
    Dur,
    /// Not a time.
    #[error("expected a time such as 12.373s, 4ms, a bare trace time in ns, or end")]
    Time,
    /// Not a selector.
    #[error(
        "expected frame:TOKEN[@PID], name:RE, name[2]:RE, track:RE, row[2]:RE, ts:NS[@RE], area:TIME+DUR[@RE], slice:ID or sample:ID"
    )]
    Kind,
    /// Not a number.
    #[error("expected a whole number")]
    Number,
    /// A number less than 1, as in `name[0]`.
    #[error("expected name[N] or row[N] with N from 1")]
    Nth,
    /// A mark without `=`.
    #[error("expected TIME=NAME, such as 12.5ms=a")]
    Flag,
    /// `area:` without a span.
    #[error("expected area:TIME+DUR[@RE], such as area:1.5s+20ms")]
    Area,
}

/// Reads a duration: a decimal number with a unit.
pub fn parse_dur(text: &str) -> Result<Dur, SelectorError> {
    let text = text.trim();
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
        .ok_or(SelectorError::Dur)?;
    let (number, unit) = text.split_at(split);
    let unit_ns: i128 = match unit.trim() {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" | "min" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return Err(SelectorError::Dur),
    };
    let number = number.replace('_', "");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
        return Err(SelectorError::Dur);
    }
    let digits = |text: &str| -> Result<i128, SelectorError> {
        match text {
            "" => Ok(0),
            _ if text.len() <= 18 => text.parse().or(Err(SelectorError::Dur)),
            _ => Err(SelectorError::Dur),
        }
    };
    let scale = 10_i128.pow(fraction.len().min(18) as u32);
    let ns = digits(whole)? * unit_ns + digits(fraction)? * unit_ns / scale;
    i64::try_from(ns)
        .map(Dur::from_ns)
        .or(Err(SelectorError::Dur))
}

/// Writes a duration exactly, in the largest unit that keeps it short.
fn print_dur(dur: Dur) -> String {
    let ns = dur.ns();
    let (unit, unit_ns, width) = match ns {
        1_000_000_000.. => ("s", 1_000_000_000, 9),
        1_000_000.. => ("ms", 1_000_000, 6),
        1_000.. => ("us", 1_000, 3),
        _ => ("ns", 1, 0),
    };
    let fraction = ns % unit_ns;
    if fraction == 0 {
        return format!("{}{unit}", ns / unit_ns);
    }
    let digits = format!("{fraction:0width$}");
    format!("{}.{}{unit}", ns / unit_ns, digits.trim_end_matches('0'))
}

impl FromStr for TimeRef {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        let text = text.trim();
        if text == "end" {
            return Ok(Self::End);
        }
        if let Ok(ns) = text.parse::<i64>() {
            return Ok(Self::Absolute(Ts::from_ns(ns)));
        }
        match parse_dur(text) {
            Ok(dur) => Ok(Self::FromStart(dur)),
            Err(_) => Err(SelectorError::Time),
        }
    }
}

impl fmt::Display for TimeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromStart(dur) => f.write_str(&print_dur(*dur)),
            Self::Absolute(ts) => write!(f, "{}", ts.ns()),
            Self::End => f.write_str("end"),
        }
    }
}

impl FromStr for ViewAt {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        let (text, cursor) = match text.trim().split_once('@') {
            Some((text, cursor)) => (text, Some(cursor.parse()?)),
            None => (text.trim(), None),
        };
        let (start, dur) = match text.split_once('+') {
            Some((start, dur)) if !start.is_empty() => (start.parse()?, Some(parse_dur(dur)?)),
            _ => (text.parse()?, None),
        };
        Ok(Self { start, dur, cursor })
    }
}

impl fmt::Display for ViewAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start)?;
        if let Some(dur) = self.dur {
            write!(f, "+{}", print_dur(dur))?;
        }
        match self.cursor {
            Some(cursor) => write!(f, "@{cursor}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Flag {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (at, name) = text.split_once('=').ok_or(SelectorError::Flag)?;
        Ok(Self {
            name: name.to_owned(),
            at: at.parse()?,
        })
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.at, self.name)
    }
}

impl FromStr for Top {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let split = text.split_once(':');
        let counted = split.and_then(|(lines, pattern)| Some((lines.parse().ok()?, pattern)));
        let (lines, pattern) = counted.unwrap_or((0, text));
        Ok(Self {
            lines,
            pattern: pattern.to_owned(),
        })
    }
}

impl fmt::Display for Top {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lines > 0 {
            write!(f, "{}:", self.lines)?;
        }
        f.write_str(&self.pattern)
    }
}

/// Reads `name` or `name[N]` with N from 1.
fn numbered(kind: &str) -> Result<(&str, usize), SelectorError> {
    let Some((name, nth)) = kind.split_once('[') else {
        return Ok((kind, 1));
    };
    let nth = nth.strip_suffix(']').ok_or(SelectorError::Kind)?;
    match nth.parse() {
        Ok(nth) if nth > 0 => Ok((name, nth)),
        _ => Err(SelectorError::Nth),
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        let (kind, rest) = text.split_once(':').ok_or(SelectorError::Kind)?;
        let number = |text: &str| text.trim().parse::<i64>().or(Err(SelectorError::Number));
        match kind {
            "slice" => Ok(Self::Slice(number(rest)?)),
            "sample" => Ok(Self::Sample(number(rest)?)),
            "track" => Ok(Self::Track(rest.to_owned())),
            "frame" => Ok(match rest.split_once('@') {
                Some((token, pid)) => Self::Frame {
                    token: number(token)?,
                    pid: Some(number(pid)?),
                },
                None => Self::Frame {
                    token: number(rest)?,
                    pid: None,
                },
            }),
            "ts" => Ok(match rest.split_once('@') {
                Some((ts, track)) => Self::At {
                    ts: Ts::from_ns(number(ts)?),
                    track: Some(track.to_owned()),
                },
                None => Self::At {
                    ts: Ts::from_ns(number(rest)?),
                    track: None,
                },
            }),
            "area" => {
                let (at, track) = match rest.split_once('@') {
                    Some((at, track)) => (at, Some(track.to_owned())),
                    None => (rest, None),
                };
                match at.parse::<ViewAt>()? {
                    at @ ViewAt { dur: Some(_), .. } => Ok(Self::Area { at, track }),
                    _ => Err(SelectorError::Area),
                }
            }
            _ => {
                let pattern = rest.to_owned();
                match numbered(kind)? {
                    ("name", nth) => Ok(Self::Name { nth, pattern }),
                    ("row", nth) => Ok(Self::Row { nth, pattern }),
                    _ => Err(SelectorError::Kind),
                }
            }
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slice(id) => write!(f, "slice:{id}"),
            Self::Sample(id) => write!(f, "sample:{id}"),
            Self::Name { nth: 1, pattern } => write!(f, "name:{pattern}"),
            Self::Name { nth, pattern } => write!(f, "name[{nth}]:{pattern}"),
            Self::Frame { token, pid: None } => write!(f, "frame:{token}"),
            Self::Frame {
                token,
                pid: Some(pid),
            } => write!(f, "frame:{token}@{pid}"),
            Self::Track(pattern) => write!(f, "track:{pattern}"),
            Self::Row { nth: 1, pattern } => write!(f, "row:{pattern}"),
            Self::Row { nth, pattern } => write!(f, "row[{nth}]:{pattern}"),
            Self::Area { at, track: None } => write!(f, "area:{at}"),
            Self::Area {
                at,
                track: Some(track),
            } => write!(f, "area:{at}@{track}"),
            Self::At { ts, track: None } => write!(f, "ts:{}", ts.ns()),
            Self::At {
                ts,
                track: Some(track),
            } => write!(f, "ts:{}@{track}", ts.ns()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let ns = |text: &str| parse_dur(text).map(Dur::ns);
        assert_eq!(ns("12.373s"), Ok(12_373_000_000));
        assert_eq!(ns("4ms"), Ok(4_000_000));
        assert_eq!(ns("10us"), Ok(10_000));
        assert_eq!(ns(".5us"), Ok(500));
        assert_eq!(ns("1.2345ns"), Ok(1));
        assert_eq!(ns("2h"), Ok(7_200_000_000_000));
        for bad in [
            "",
            "s",
            "12",
            "1.2.3s",
            "-4ms",
            "4 parsecs",
            "9999999999h",
            ".",
        ] {
            assert_eq!(ns(bad), Err(SelectorError::Dur), "{bad:?}");
        }
        assert_eq!("end".parse(), Ok(TimeRef::End));
        assert_eq!("-5".parse(), Ok(TimeRef::Absolute(Ts::from_ns(-5))));
        assert_eq!(
            "1s".parse(),
            Ok(TimeRef::FromStart(Dur::from_ns(1_000_000_000)))
        );
        assert_eq!("later".parse::<TimeRef>(), Err(SelectorError::Time));
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for text in [
            "slice:7",
            "sample:7",
            "name:doFrame",
            "name[3]:a:b",
            "frame:131",
            "frame:131@4312",
            "track:RenderThread$",
            "ts:55@main",
            "ts:-55",
            "row:main",
            "row[2]:^a:b$",
            "area:1s+5ms",
            "area:17+2ns@^com\\.app 7$",
        ] {
            assert_eq!(
                text.parse::<Selector>().map(|s| s.to_string()),
                Ok(text.into())
            );
        }
        for text in ["3:^a$", "a:b", "x"] {
            assert_eq!(
                text.parse::<Top>().map(|top| top.to_string()),
                Ok(text.into())
            );
        }
        for text in ["12.373s+46ms", "end", "17+1.5us", "0ns", "1s+2ms@1.001s"] {
            assert_eq!(
                text.parse::<ViewAt>().map(|s| s.to_string()),
                Ok(text.into())
            );
        }
        for bad in [
            "",
            "doFrame",
            "name[0]:x",
            "name[x]:y",
            "frame:x",
            "ts:@x",
            "slice:",
            "sample:x",
            "area:1s",
            "row[1:x",
        ] {
            assert!(bad.parse::<Selector>().is_err(), "{bad:?}");
        }
    }
}
