//! Finds the events of a Chrome JSON trace in its bytes.
//!
//! The parser proper is `serde_json`, one event at a time; what is here is the little
//! that the format allows beyond JSON: arrays that do not end, stray commas, and, as
//! many writers produce them, `NaN`, raw control characters and bytes that are not
//! UTF-8 inside an event. Damage costs the event it is in, never more.

use std::ops::Range;

use super::event::{Key, RawEvent};
use crate::model::issue::IssueLog;

/// What a trace consists of, besides its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outline {
    /// The raw JSON string that holds ftrace text.
    pub(super) system_trace: Option<Range<usize>>,
    /// The raw JSON object in which the writer says something of itself.
    pub(super) metadata: Option<Range<usize>>,
    /// Whether the text is other JSON: a whole object without events, or an array of objects none of which is
    /// an event.
    pub(super) is_no_trace: bool,
}

/// Calls `each` with the offset and the values of every event, in file order. `each` returns whether to go
/// on.
pub(super) fn read(
    bytes: &[u8],
    issues: &mut IssueLog,
    each: &mut dyn FnMut(usize, &RawEvent<'_>, &mut IssueLog) -> bool,
) -> Outline {
    let start = if bytes.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let mut reader = Reader {
        bytes,
        at: start,
        issues,
        outline: Outline::default(),
        has_events: false,
        has_others: false,
    };
    match reader.next_solid() {
        Some(b'[') => {
            reader.at += 1;
            // Writers that are killed leave the array open, which the format allows.
            let is_whole = reader.array(each, false);
            reader.outline.is_no_trace = reader.has_others && !reader.has_events;
            if is_whole {
                reader.rest();
            }
        }
        Some(b'{') => {
            reader.at += 1;
            reader.object(each);
        }
        _ => {}
    }
    reader.outline
}

type Each<'a> = dyn FnMut(usize, &RawEvent<'_>, &mut IssueLog) -> bool + 'a;

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    issues: &'a mut IssueLog,
    outline: Outline,
    /// Whether there is an event with a phase, and in `has_others` whether there is an object without one
    /// that holds something.
    has_events: bool,
    has_others: bool,
}

impl Reader<'_> {
    /// Skips white space and commas, and returns the byte behind them.
    fn next_solid(&mut self) -> Option<u8> {
        let rest = self.bytes.get(self.at..)?;
        let skipped = rest
            .iter()
            .position(|byte| !byte.is_ascii_whitespace() && *byte != b',')?;
        self.at += skipped;
        self.bytes.get(self.at).copied()
    }

    /// Reads the members of the outermost object.
    fn object(&mut self, each: &mut Each<'_>) {
        let mut has_events = false;
        loop {
            match self.next_solid() {
                Some(b'}') => {
                    self.at += 1;
                    self.outline.is_no_trace = !has_events;
                    return self.rest();
                }
                Some(b'"') => {}
                Some(_) => return self.corrupt("this is not JSON"),
                None => return self.truncated(),
            }
            let Some(key_end) = skip_value(self.bytes, self.at) else {
                return self.truncated();
            };
            let key = self.bytes.get(self.at..key_end).unwrap_or_default();
            self.at = key_end;
            if self.next_solid() != Some(b':') {
                return self.corrupt("this is not JSON");
            }
            self.at += 1;
            let value = self.next_solid();
            if key == br#""traceEvents""# && value == Some(b'[') {
                self.at += 1;
                has_events = true;
                if !self.array(each, true) {
                    return;
                }
                continue;
            }
            let Some(end) = skip_value(self.bytes, self.at) else {
                return self.truncated();
            };
            if key == br#""systemTraceEvents""# && value == Some(b'"') {
                self.outline.system_trace = Some(self.at..end);
                has_events = true;
            }
            if key == br#""metadata""# && value == Some(b'{') {
                self.outline.metadata = Some(self.at..end);
            }
            self.at = end;
        }
    }

    /// Looks at what stands behind the whole text: nothing, or zeros of a file that was made larger
    /// than it became.
    fn rest(&mut self) {
        let is_nothing = |byte: &u8| byte.is_ascii_whitespace() || b",\0".contains(byte);
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(skipped) = rest.iter().position(|byte| !is_nothing(byte)) else {
            return;
        };
        self.at += skipped;
        self.corrupt("the JSON text has ended before: what follows it is not read");
    }

    /// Reads the elements of the array of events. Returns whether its end was reached, which is an
    /// issue where it must be.
    fn array(&mut self, each: &mut Each<'_>, must_end: bool) -> bool {
        loop {
            match self.next_solid() {
                None => {
                    if must_end {
                        self.truncated();
                    }
                    return false;
                }
                Some(b']') => {
                    self.at += 1;
                    return true;
                }
                Some(b'{') => match self.event(each) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => {
                        self.truncated();
                        return false;
                    }
                },
                Some(_) => {
                    let end = skip_value(self.bytes, self.at).filter(|end| *end > self.at);
                    let Some(end) = end else {
                        self.corrupt("this is not JSON");
                        return false;
                    };
                    self.broken_event("not an object");
                    self.at = end;
                }
            }
        }
    }

    /// Reads the event that begins here. Returns whether to go on, `None` if it has no end.
    fn event(&mut self, each: &mut Each<'_>) -> Option<bool> {
        let offset = self.at;
        let rest = self.bytes.get(offset..)?;
        let mut event = RawEvent::default();
        if let Ok(len) = event.read(rest) {
            self.at += len;
            let raw = rest.get(..len).unwrap_or_default();
            self.note(&event, raw);
            return Some(event.is_empty() || each(offset, &event, self.issues));
        }
        let end = skip_value(self.bytes, offset)?;
        let repaired = repair(self.bytes.get(offset..end)?);
        let mut event = RawEvent::default();
        match event.read_whole(&repaired) {
            Ok(()) => {
                self.at = end;
                self.note(&event, repaired.as_bytes());
                Some(each(offset, &event, self.issues))
            }
            Err(error) => {
                self.broken_event(&error.to_string());
                self.at = end;
                Some(true)
            }
        }
    }

    /// Notes whether an object is an event.
    fn note(&mut self, event: &RawEvent<'_>, raw: &[u8]) {
        if event.get(Key::Ph).is_some() {
            self.has_events = true;
        } else if !self.has_events {
            // Some writers end with `{}`.
            self.has_others |= raw.contains(&b'"');
        }
    }

    fn broken_event(&mut self, reason: &str) {
        self.issues
            .record("json_tokenizer_failure", self.at as u64, || {
                reason.to_owned()
            });
    }

    fn truncated(&mut self) {
        self.issues.record("trace_truncated", self.at as u64, || {
            "the JSON text ends too early".to_owned()
        });
    }

    fn corrupt(&mut self, what: &str) {
        self.issues
            .record("trace_corrupt", self.at as u64, || what.to_owned());
    }
}

/// Calls `with` with the event at an offset that [`read`] gave, and returns its result.
pub(super) fn event_at<T>(
    bytes: &[u8],
    offset: usize,
    with: impl FnOnce(&RawEvent<'_>) -> T,
) -> Option<T> {
    let rest = bytes.get(offset..)?;
    let mut event = RawEvent::default();
    if event.read(rest).is_ok() {
        return Some(with(&event));
    }
    let repaired = repair(bytes.get(offset..skip_value(bytes, offset)?)?);
    let mut event = RawEvent::default();
    event.read_whole(&repaired).ok()?;
    Some(with(&event))
}

/// Returns where the value that begins at `start` ends, without checking it; `None` if the bytes
/// end first.
fn skip_value(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_u64;
    let mut at = start;
    loop {
        match *bytes.get(at)? {
            b'"' => {
                at = skip_string(bytes, at)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                match depth {
                    0 => return Some(at),
                    1 => return Some(at + 1),
                    _ => depth -= 1,
                }
                at += 1;
            }
            b',' if depth == 0 => return Some(at),
            byte if depth == 0 && at > start && byte.is_ascii_whitespace() => return Some(at),
            _ => at += 1,
        }
    }
}

/// Returns the end of the string that begins at `start`.
fn skip_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Returns an event as JSON: UTF-8, without control characters, without commas before what closes,
/// `null` where a number is none, and a backslash that escapes nothing as itself.
pub(super) fn repair(event: &[u8]) -> String {
    let text = String::from_utf8_lossy(event);
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    let mut in_string = false;
    // The place of a comma, as long as nothing has come behind it.
    let mut comma = None;
    'next: while let Some(first) = rest.chars().next() {
        if !in_string {
            for word in ["NaN", "-Infinity", "Infinity"] {
                if let Some(after) = rest.strip_prefix(word) {
                    repaired.push_str("null");
                    rest = after;
                    continue 'next;
                }
            }
        }
        let mut chars = rest.chars();
        chars.next();
        if !in_string
            && matches!(first, '}' | ']')
            && let Some(at) = comma
        {
            repaired.replace_range(at..=at, " ");
        }
        if in_string || !first.is_ascii_whitespace() {
            comma = (first == ',').then_some(repaired.len());
        }
        match first {
            '"' => in_string = !in_string,
            '\\' if in_string && !is_escape(chars.as_str()) => repaired.push(first),
            '\\' if in_string => {
                repaired.push(first);
                let escaped = chars.next().unwrap_or('\\');
                repaired.push(escaped);
                rest = chars.as_str();
                continue;
            }
            _ => {}
        }
        repaired.push(if first < ' ' { ' ' } else { first });
        rest = chars.as_str();
    }
    repaired
}

/// Returns whether a backslash escapes what follows.
fn is_escape(text: &str) -> bool {
    match text.as_bytes() {
        [b'u', digits @ ..] => {
            let digits = digits.get(..4);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        }
        [next, ..] => b"\"\\/bfnrt".contains(next),
        [] => true,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::event::Key;
    use super::*;

    /// Returns the phase and offset of every event, and the issues.
    fn events(text: &[u8]) -> (Vec<(u8, usize)>, IssueLog, Outline) {
        let mut issues = IssueLog::default();
        let mut events = Vec::new();
        let outline = read(text, &mut issues, &mut |offset, event, _| {
            let phase = event.phase().unwrap_or(b'?');
            events.push((phase, offset));
            let again = event_at(text, offset, |event| event.phase().unwrap_or(b'?'));
            assert_eq!(again, Some(phase));
            true
        });
        (events, issues, outline)
    }

    #[test]
    fn both_forms_with_all_their_liberties() {
        for text in [
            r#"[{"ph":"A"},{"ph":"B"}]"#,
            r#"[{"ph":"A"},{"ph":"B"},]"#,
            r#"[{"ph":"A"},{"ph":"B"},{}]"#,
            r#"[{"ph":"A"},{"ph":"B"}"#,
            r#"[{"ph":"A"},{"ph":"B"},"#,
            "\u{feff} [\n{\"ph\":\"A\"}\n{\"ph\":\"B\"}\n",
            r#"{"traceEvents":[{"ph":"A"},{"ph":"B"}]}"#,
            r#"{"a":[1,"]}"],"traceEvents":[{"ph":"A"},{"ph":"B"},],"b":{"c":"\"}"},"d":-1,"e":null}"#,
            r#" { "samples" : [] , "traceEvents" : [ {"ph":"A"} , {"ph":"B"} ] , } "#,
            r#"{"a":1 "traceEvents":[{"ph":"A"} {"ph":"B"}]}"#,
        ] {
            let (events, issues, _) = events(text.as_bytes());
            let phases: Vec<u8> = events.iter().map(|event| event.0).collect();
            assert_eq!(phases, b"AB", "{text}");
            assert_eq!(issues.iter().count(), 0, "{text}");
        }
    }

    #[test]
    fn truncation_keeps_what_came_before_and_is_reported() {
        let whole = br#"{"traceEvents":[{"ph":"A"},{"ph":"B"}],"x":1}"#;
        let cut = whole.iter().position(|byte| *byte == b'B').unwrap();
        let (found, issues, _) = events(&whole[..cut]);
        assert_eq!(found.len(), 1);
        assert_eq!(issues.get("trace_truncated"), 1);
        let (found, issues, _) = events(&whole[..whole.len() - 1]);
        assert_eq!(found.len(), 2);
        assert_eq!(issues.get("trace_truncated"), 1);
    }

    #[test]
    fn an_object_that_is_cut_between_events_is_not_whole() {
        for text in [
            r#"{"traceEvents":[{"ph":"A"}"#,
            r#"{"traceEvents":[{"ph":"A"},"#,
        ] {
            let (found, issues, outline) = events(text.as_bytes());
            assert_eq!(found.len(), 1);
            assert_eq!(issues.get("trace_truncated"), 1);
            assert!(!outline.is_no_trace);
        }
    }

    #[test]
    fn what_follows_the_text_is_told_with_its_place() {
        for (text, place) in [
            (&br#"[{"ph":"A"}] [{"ph":"B"}]"#[..], Some(13)),
            (
                br#"{"traceEvents":[{"ph":"A"}]}{"traceEvents":[]}"#,
                Some(28),
            ),
            (b"[{\"ph\":\"A\"}]\n, \0\0", None),
        ] {
            let (found, issues, _) = events(text);
            assert_eq!(found.len(), 1);
            let told = issues.iter().next().map(|issue| {
                assert_eq!(issue.kind, "trace_corrupt");
                issue.occurrences[0].offset.unwrap()
            });
            assert_eq!(told, place);
        }
    }

    #[test]
    fn other_json_is_no_trace() {
        for (text, is_no_trace) in [
            ("{}", true),
            (r#"{"log":{"entries":[]}}"#, true),
            (r#"{"traceEvents":{}}"#, true),
            (r#"{"a" 1}"#, false),
            (r#"{"log":{"#, false),
            (r#"{"traceEvents":[]}"#, false),
            (r#"{"systemTraceEvents":""}"#, false),
            ("[]", false),
            ("[{}]", false),
            (r#"[{"ph":"A"},{"a":1}]"#, false),
            (r#"[{"a":1},{"ph":"A"}]"#, false),
            (
                r#"[{"traceId":"5982","name":"get","timestamp":1,"duration":2}]"#,
                true,
            ),
            (r#"[{"a":1},{"b":2}"#, true),
        ] {
            let (_, _, outline) = events(text.as_bytes());
            assert_eq!(outline.is_no_trace, is_no_trace, "{text}");
        }
    }

    #[test]
    fn a_backslash_that_escapes_nothing_is_itself() {
        let text = br#"[{"ph":"X","args":{"p":"C:\Users\x\u12\n\"","q":1}}]"#;
        let mut seen = Vec::new();
        read(text, &mut IssueLog::default(), &mut |_, event, _| {
            seen.push(event.args().unwrap().to_owned());
            true
        });
        let args: serde_json::Value = serde_json::from_str(&seen[0]).unwrap();
        assert_eq!(args["p"], "C:\\Users\\x\\u12\n\"");
        assert_eq!(args["q"], 1);
    }

    #[test]
    fn a_broken_event_costs_only_itself() {
        let text = br#"[{"ph":"A"},{"ph":},5,"x",{"ph" "B"},{"ph":"C"}]"#;
        let (found, issues, _) = events(text);
        let phases: Vec<u8> = found.iter().map(|event| event.0).collect();
        assert_eq!(phases, b"AC");
        assert_eq!(issues.get("json_tokenizer_failure"), 4);
    }

    #[test]
    fn commas_before_what_closes_are_no_error() {
        let text =
            br#"[{"ph":"A","args":{"a":[1, ,2]}},{"ph":"B","args":{"a":[1,2, ],"b":",}",},},]"#;
        let (mut issues, mut seen) = (IssueLog::default(), Vec::new());
        read(text, &mut issues, &mut |_, event, _| {
            seen.push(event.args().unwrap().to_owned());
            true
        });
        assert_eq!(
            issues.get("json_tokenizer_failure"),
            1,
            "two commas are an error"
        );
        let args: serde_json::Value = serde_json::from_str(&seen[0]).unwrap();
        assert_eq!(args, serde_json::json!({"a": [1, 2], "b": ",}"}));
    }

    #[test]
    fn what_writers_get_wrong_inside_an_event_is_repaired() {
        let text =
            b"[{\"ph\":\"C\",\"name\":\"NaN\xff\t\\\"\",\"args\":{\"a\":NaN,\"b\":[-Infinity,1]}}]";
        let mut seen = 0;
        read(text, &mut IssueLog::default(), &mut |_, event, _| {
            seen += 1;
            let name = event.text(Key::Name).unwrap();
            assert_eq!(name.as_ref(), "NaN\u{fffd} \"".as_bytes());
            assert_eq!(event.args(), Some(r#"{"a":null,"b":[null,1]}"#));
            true
        });
        assert_eq!(seen, 1);
    }

    #[test]
    fn the_system_trace_is_found() {
        let text = br#"{"systemTraceEvents":"a\nb","traceEvents":[]}"#;
        let (_, _, outline) = events(text);
        assert_eq!(&text[outline.system_trace.unwrap()], br#""a\nb""#);
    }

    #[test]
    fn reading_stops_when_told() {
        let mut n_events = 0;
        let text = br#"{"traceEvents":[{"ph":"A"},{"ph":"B"}],"x":"#;
        read(text, &mut IssueLog::default(), &mut |_, _, _| {
            n_events += 1;
            false
        });
        assert_eq!(n_events, 1);
    }

    proptest! {
        #[test]
        fn any_text_of_json_characters_ends(text in "[\\[\\]{}\",:a\\\\ 1-]{0,60}", object: bool) {
            let prefix = if object { "{\"traceEvents\":[" } else { "[" };
            events(format!("{prefix}{text}").as_bytes());
        }
    }
}
