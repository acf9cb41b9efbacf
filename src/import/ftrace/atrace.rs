//! The text that Android's atrace writes into the trace marker: `B|123|name`, `E`, `C|123|n|5`.
//!
//! A pure parser, shared by `print` events and systrace text. It applies nothing and looks
//! nothing up; see `marker.rs` for what the points do. The
//! grammar is that of the reference's `systrace_parser.h`.

/// What a trace marker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point<'a> {
    /// The process that the marker names; 0 if it names none.
    pub tgid: u32,
    /// What happened.
    pub action: Action<'a>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action<'a> {
    /// `B`: a slice begins on the emitting thread.
    Begin {
        /// Its name, which may hold `|`.
        name: &'a [u8],
    },
    /// `E`: the innermost slice of the emitting thread ends.
    End,
    /// `I`: an instant on the emitting thread.
    Instant {
        /// Its name.
        name: &'a [u8],
    },
    /// `S`: a slice of the process begins, which any thread may end.
    AsyncBegin {
        /// Its name, which is also that of its track.
        name: &'a [u8],
        /// Tells the slice from others of that name.
        cookie: i64,
    },
    /// `F`: a slice that `S` began ends.
    AsyncEnd {
        /// Its name.
        name: &'a [u8],
        /// The cookie that began it.
        cookie: i64,
    },
    /// `G`: a slice begins on a named track of the process.
    TrackBegin {
        /// The track.
        track: &'a [u8],
        /// Its name.
        name: &'a [u8],
        /// Tells the slice from others on that track.
        cookie: i64,
    },
    /// `H`: a slice that `G` began ends.
    TrackEnd {
        /// The track.
        track: &'a [u8],
        /// The cookie that began it.
        cookie: i64,
    },
    /// `N`: an instant on a named track of the process.
    TrackInstant {
        /// The track.
        track: &'a [u8],
        /// Its name.
        name: &'a [u8],
    },
    /// `C`: a counter of the process has a new value.
    Counter {
        /// Its name.
        name: &'a [u8],
        /// Its value.
        value: i64,
    },
}

/// Why a text is no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPoint {
    /// The text belongs to a known protocol of which nothing is shown.
    Ignored,
    /// The text is something else, or damaged.
    Invalid,
}

/// Stands for the name of a slice without one.
const EMPTY_NAME: &[u8] = b"[empty slice name]";

/// Does what [`parse`] does for beginnings and ends as they are usually written, in ASCII and with or without
/// the end of a line: nearly all texts. Also returns how many bytes behind the phase name the process.
pub fn usual(text: &[u8]) -> Option<(Point<'_>, usize)> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let (phase, tgid, rest) = head(text)?;
    let action = match phase {
        b'E' => Action::End,
        b'B' if is_usual_name(rest) => Action::Begin { name: rest },
        _ => return None,
    };
    let digits = text.get(2..).unwrap_or_default();
    let n_digits = digits.iter().position(|digit| !digit.is_ascii_digit());
    let len = 1 + n_digits.unwrap_or(digits.len());
    Some((Point { tgid, action }, len))
}

/// Returns whether the name of a beginning is as usual, without the end of the line.
pub fn is_usual_name(name: &[u8]) -> bool {
    name.is_ascii() && !matches!(name, [] | [.., b'\n' | 0])
}

/// Parses the text of a trace marker.
pub fn parse(text: &[u8]) -> Result<Point<'_>, NoPoint> {
    let mut text = text;
    while let [rest @ .., b'\n' | 0] = text {
        text = rest;
    }
    let (phase, tgid, mut rest) = match head(text) {
        Some((phase, tgid, rest)) => (phase, Some(tgid), rest),
        None => any_head(text).ok_or(NoPoint::Invalid)?,
    };
    let action = match phase {
        b'B' => tgid.map(|_| Action::Begin {
            name: if rest.is_empty() { EMPTY_NAME } else { rest },
        }),
        b'E' => Some(Action::End),
        b'I' => named(&mut rest).map(|name| Action::Instant { name }),
        b'S' => {
            name_and_number(&mut rest).map(|(name, cookie)| Action::AsyncBegin { name, cookie })
        }
        b'F' => name_and_number(&mut rest).map(|(name, cookie)| Action::AsyncEnd { name, cookie }),
        b'C' => name_and_number(&mut rest).map(|(name, value)| Action::Counter { name, value }),
        b'N' => track_and_name(&mut rest).map(|(track, name)| Action::TrackInstant { track, name }),
        b'G' => track_and_name(&mut rest).and_then(|(track, name)| {
            let cookie = parse_i64(field(&mut rest))?;
            Some(Action::TrackBegin {
                track,
                name,
                cookie,
            })
        }),
        b'H' => track_and_name(&mut rest).and_then(|(track, name_or_cookie)| {
            let cookie = field(&mut rest);
            let cookie = if cookie.is_empty() {
                name_or_cookie
            } else {
                cookie
            };
            Some(Action::TrackEnd {
                track,
                cookie: parse_i64(cookie)?,
            })
        }),
        _ if text.starts_with(b"trace_event_clock_sync:") => return Err(NoPoint::Ignored),
        _ => None,
    };
    match (action, tgid) {
        (Some(Action::End), tgid) => Ok(Point {
            tgid: tgid.unwrap_or(0),
            action: Action::End,
        }),
        (Some(action), Some(tgid)) => Ok(Point { tgid, action }),
        _ => Err(NoPoint::Invalid),
    }
}

/// Reads phase and process as they are usually written: a letter and up to nine digits.
#[inline]
fn head(text: &[u8]) -> Option<(u8, u32, &[u8])> {
    let [phase @ b'A'..=b'Z', b'|', digits @ ..] = text else {
        return None;
    };
    let (mut tgid, mut rest) = (0, digits);
    while let [digit @ b'0'..=b'9', more @ ..] = rest {
        if digits.len() - rest.len() == 9 {
            return None;
        }
        tgid = tgid * 10 + u32::from(digit - b'0');
        rest = more;
    }
    match rest {
        _ if rest.len() == digits.len() => None,
        // An end names nothing.
        [] => Some((*phase, tgid, rest)),
        [b'|', rest @ ..] => Some((*phase, tgid, rest)),
        _ => None,
    }
}

/// Reads phase and process.
fn any_head(text: &[u8]) -> Option<(u8, Option<u32>, &[u8])> {
    let mut rest = text;
    let phase = *field(&mut rest).first()?;
    let tgid = parse_u32(field(&mut rest));
    Some((phase, tgid, rest))
}

/// Cuts off the field up to the next `|` or NUL.
fn field<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let text = *rest;
    if let Some(end) = memchr::memchr2(b'|', 0, text) {
        *rest = text.get(end + 1..).unwrap_or_default();
        text.get(..end).unwrap_or_default()
    } else {
        *rest = &[];
        text
    }
}

fn named<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    Some(field(rest)).filter(|name| !name.is_empty())
}

fn track_and_name<'a>(rest: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    Some((named(rest)?, named(rest)?))
}

fn name_and_number<'a>(rest: &mut &'a [u8]) -> Option<(&'a [u8], i64)> {
    Some((named(rest)?, parse_i64(field(rest))?))
}

/// Reads a whole field as C's `strtoul` does: leading blanks and a sign are fine.
fn parse_u32(text: &[u8]) -> Option<u32> {
    u32::try_from(parse_i64(text)?).ok()
}

/// Reads a whole field as C's `strtoll` does: leading blanks and a sign are fine, and numbers that
/// are too large saturate.
fn parse_i64(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.split_first() {
        Some((b'-', digits)) => (true, digits),
        Some((b'+', digits)) => (false, digits),
        _ => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        let digit = i64::from(digit - b'0');
        value = value.saturating_mul(10);
        value = if negative {
            value.saturating_sub(digit)
        } else {
            value.saturating_add(digit)
        };
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn action(text: &str) -> Result<Action<'_>, NoPoint> {
        parse(text.as_bytes()).map(|point| point.action)
    }

    #[test]
    fn every_phase() {
        let name = &b"name"[..];
        let track = &b"track"[..];
        for (text, expected) in [
            ("B|12|name\n", Action::Begin { name }),
            ("B|12|a|b", Action::Begin { name: b"a|b" }),
            ("B|12|", Action::Begin { name: EMPTY_NAME }),
            ("B|12", Action::Begin { name: EMPTY_NAME }),
            ("Begin|12|name", Action::Begin { name }),
            ("E|12\n\0", Action::End),
            ("E", Action::End),
            ("E|", Action::End),
            ("I|12|name", Action::Instant { name }),
            ("S|12|name|-7", Action::AsyncBegin { name, cookie: -7 }),
            ("F|12|name|7|junk", Action::AsyncEnd { name, cookie: 7 }),
            (
                "G|12|track|name|7",
                Action::TrackBegin {
                    track,
                    name,
                    cookie: 7,
                },
            ),
            ("H|12|track|7", Action::TrackEnd { track, cookie: 7 }),
            ("H|12|track|name|8", Action::TrackEnd { track, cookie: 8 }),
            ("N|12|track|name", Action::TrackInstant { track, name }),
            ("C|12|name|-5", Action::Counter { name, value: -5 }),
            ("C|12|name|5|group", Action::Counter { name, value: 5 }),
            (
                "C|12|name|99999999999999999999",
                Action::Counter {
                    name,
                    value: i64::MAX,
                },
            ),
        ] {
            assert_eq!(action(text), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_invalid() {
        for text in [
            "",
            "\n",
            "|",
            "B",
            "B||name",
            "B|x|name",
            "B|-1|name",
            "B|4294967296|name",
            "I|12|",
            "S|12|name",
            "S|12|name|",
            "S|12|name|x",
            "S|12||7",
            "F|12|name|1.5",
            "G|12|track|7",
            "G|12||name|7",
            "H|12|track",
            "H|12|track|name",
            "N|12|track",
            "C|12|name|5.5",
            "C|12|name|",
            "C||name|5",
            "T|12|name",
            "1B|12|name",
            " B|12|name",
            "hello",
        ] {
            assert_eq!(action(text), Err(NoPoint::Invalid), "{text:?}");
        }
        let sync = "trace_event_clock_sync: parent_ts=1.5";
        assert_eq!(action(sync), Err(NoPoint::Ignored));
    }

    #[test]
    fn the_process_is_kept() {
        assert_eq!(parse(b"B|12|n").unwrap().tgid, 12);
        assert_eq!(parse(b"B| +12|n").unwrap().tgid, 12);
        assert_eq!(parse(b"E").unwrap().tgid, 0);
        assert_eq!(parse(b"E|junk").unwrap().tgid, 0);
        assert_eq!(parse(b"C|4294967295|n|1").unwrap().tgid, u32::MAX);
    }

    proptest! {
        #[test]
        fn a_usual_head_is_read_like_any(text in "[A-Z|]{0,2}[|]?[0-9]{0,11}[|+ \\x00-]?[a-z|0-9\\x00\n]{0,9}") {
            if let Some((phase, tgid, rest)) = head(text.as_bytes()) {
                prop_assert_eq!(any_head(text.as_bytes()), Some((phase, Some(tgid), rest)));
            }
            if let Some((point, len)) = usual(text.as_bytes()) {
                prop_assert_eq!(parse(text.as_bytes()), Ok(point));
                let (process, behind) = text.split_at(1 + len);
                prop_assert_eq!(process.split_at(2).1.parse(), Ok(point.tgid));
                prop_assert!(!behind.starts_with(|next: char| next.is_ascii_digit()));
            }
        }

        #[test]
        fn any_bytes_are_a_point_or_not(text in prop::collection::vec(any::<u8>(), 0..64)) {
            let _parsed = parse(&text);
        }

        #[test]
        fn a_written_begin_is_read(tgid in any::<u32>(), name in "[^\0\n]{1,20}[^\0\n]") {
            let text = format!("B|{tgid}|{name}\n");
            let expected = Point { tgid, action: Action::Begin { name: name.as_bytes() } };
            prop_assert_eq!(parse(text.as_bytes()), Ok(expected));
        }
    }
}
