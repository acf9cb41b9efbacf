//! Links to ui.perfetto.dev that contain a view, read and written.
//!
//! They have the form `https://ui.perfetto.dev/#!/?visStart=…&visEnd=…&ts=…&dur=…&pid=…&tid=…&query=…`;
//! times are on the trace clock, in nanoseconds. Nothing is ever opened or sent. Links that are read may also have
//! `startupCommands`.

pub mod startup;

use startup::Startup;

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
    /// What else is to be done; not written.
    pub commands: Vec<Startup>,
}

/// The error for a link that contains no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "nothing can be read from the link: neither visStart with visEnd, nor ts, dur, pid, tid, query or startupCommands"
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
                "startupCommands" => link.commands = startup::parse(&value),
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

    /// Returns whether the link says where to look: some only change tracks.
    pub fn names_a_place(&self) -> bool {
        let commands = self.commands.clone();
        *self
            != Self {
                commands,
                ..Self::default()
            }
    }

    /// Returns the SQL to run, of which the rows of the last statement are shown if `true` stands beside it, and what
    /// would have been shown before that. Statements that only prepare others come first.
    pub fn sql(&self) -> (Option<(String, bool)>, Vec<&str>) {
        let ran = self.commands.iter().filter_map(|command| match command {
            Startup::Run(sql) => Some(sql.as_str()),
            _ => None,
        });
        let shown = self.commands.iter().filter_map(|command| match command {
            Startup::Show(sql) => Some(sql.as_str()),
            _ => None,
        });
        let mut shown: Vec<&str> = self.query.as_deref().into_iter().chain(shown).collect();
        let last = shown.pop();
        let all: Vec<&str> = ran
            .chain(last)
            .map(|sql| sql.trim().trim_end_matches(';'))
            .filter(|sql| !sql.is_empty())
            .collect();
        let text = (!all.is_empty()).then(|| (all.join(";\n"), last.is_some()));
        (text, shown)
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
            commands: Vec::new(),
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

    #[test]
    fn queries_of_commands_run_before_the_one_that_is_shown() {
        let link = |query: Option<&str>, commands: &[(&str, &str)]| {
            let commands = commands.iter().map(
                |(id, sql)| serde_json::json!({"id": format!("dev.perfetto.{id}"), "args": [sql]}),
            );
            let json = commands.collect::<serde_json::Value>().to_string();
            let query = query.map(|query| format!("query={}&", encoded(query)));
            let query = query.unwrap_or_default();
            let text = format!("{query}startupCommands={}", encoded(&json));
            Link::parse(&format!("https://ui.perfetto.dev/#!/?{text}")).unwrap()
        };
        let (run, show) = ("RunQuery", "RunQueryAndShowTab");
        let one = link(None, &[(run, "include a;"), (show, "select 1")]);
        let text = Some(("include a;\nselect 1".to_owned(), true));
        assert_eq!(one.sql(), (text, Vec::new()));
        assert!(!one.names_a_place());
        let two = link(Some("select 0"), &[(show, "select 1"), (run, "include a")]);
        let text = Some(("include a;\nselect 1".to_owned(), true));
        assert_eq!(two.sql(), (text, vec!["select 0"]));
        assert!(two.names_a_place());
        let none = link(None, &[(run, "include a"), (run, " ; ")]);
        let text = Some(("include a".to_owned(), false));
        assert_eq!(none.sql(), (text, Vec::new()));
        assert_eq!(link(None, &[("Other", "a")]).sql(), (None, Vec::new()));
    }
}
