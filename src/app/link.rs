//! Links to ui.perfetto.dev that contain a view, read and written.
//!
//! They have the form `https://ui.perfetto.dev/#!/?visStart=…&visEnd=…&ts=…&dur=…&pid=…&tid=…&query=…`;
//! times are on the trace clock, in nanoseconds. Nothing is ever opened or sent.

use crate::base::time::{TimeSpan, Ts};

/// The view in a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The window.
    pub window: Option<TimeSpan>,
    /// The start of the selected slice.
    pub ts: Option<i64>,
    /// The duration of the selected slice.
    pub dur: Option<i64>,
    /// The pid of the selected slice's process.
    pub pid: Option<i64>,
    /// The tid of the selected slice's thread.
    pub tid: Option<i64>,
    /// SQL to run.
    pub query: Option<String>,
}

/// The error for a link that contains no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "nothing can be read from the link: neither visStart with visEnd, nor ts, dur, pid, tid or query"
)]
pub struct LinkError;

impl Link {
    /// Reads a link.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let mut link = Self::default();
        let (mut start, mut end) = (None, None);
        // The parameters may be before the fragment, in it, or both.
        for part in text.split(['?', '&', '#']) {
            let Some((key, value)) = part.split_once('=') else {
                continue;
            };
            let value = decoded(value);
            let number = || value.parse::<i64>().ok();
            match key {
                "visStart" => start = number(),
                "visEnd" => end = number(),
                "ts" => link.ts = number(),
                "dur" => link.dur = number(),
                "pid" => link.pid = number(),
                "tid" => link.tid = number(),
                "query" => link.query = Some(value),
                _ => {}
            }
        }
        if let (Some(start), Some(end)) = (start, end) {
            link.window = Some(TimeSpan::new(Ts::from_ns(start), Ts::from_ns(end)));
        }
        if link == Self::default() {
            return Err(LinkError);
        }
        Ok(link)
    }

    /// Writes the link.
    pub fn print(&self) -> String {
        let mut parts = Vec::new();
        if let Some(window) = self.window {
            parts.push(format!("visStart={}", window.start().ns()));
            parts.push(format!("visEnd={}", window.end().ns()));
        }
        let numbers = [
            ("ts", self.ts),
            ("dur", self.dur),
            ("pid", self.pid),
            ("tid", self.tid),
        ];
        for (key, number) in numbers {
            parts.extend(number.map(|number| format!("{key}={number}")));
        }
        parts.extend(
            self.query
                .as_ref()
                .map(|query| format!("query={}", encoded(query))),
        );
        format!("https://ui.perfetto.dev/#!/?{}", parts.join("&"))
    }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let hex = |b: u8| char::from(b).to_digit(16);
        match (byte, after) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [high, low, ..]) => {
                if let (Some(high), Some(low)) = (hex(*high), hex(*low)) {
                    bytes.push((high * 16 + low) as u8);
                    rest = &after[2..];
                } else {
                    bytes.push(byte);
                }
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~*".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                out.extend(char::from_digit(u32::from(digit), 16).map(|c| c.to_ascii_uppercase()));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let link = Link {
            window: Some(TimeSpan::new(Ts::from_ns(5), Ts::from_ns(99))),
            ts: Some(7),
            dur: Some(3),
            pid: None,
            tid: Some(12),
            query: Some("select 'a&b' -- é".into()),
        };
        assert_eq!(Link::parse(&link.print()), Ok(link));
        assert_eq!(Link::parse("https://ui.perfetto.dev/"), Err(LinkError));
        // A link with nothing but what cannot be read would otherwise open the whole trace in silence.
        for mangled in ["visStart=abc&dur=zz", "visStart=5"] {
            let link = format!("https://ui.perfetto.dev/#!/?{mangled}");
            assert_eq!(Link::parse(&link), Err(LinkError), "{mangled}");
        }
        let odd = Link::parse("https://ui.perfetto.dev/?s=1&ts=9#!/viewer?query=%zz%4").unwrap();
        assert_eq!((odd.ts, odd.query.as_deref()), (Some(9), Some("%zz%4")));
    }
}
