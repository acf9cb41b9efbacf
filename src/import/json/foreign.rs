//! What other JSON is, so that a file that is refused is called by its name.
//!
//! Only the beginning of the text is looked at: which words its writers put there.

/// What is said of JSON that is not known either.
const OTHER: &str =
    "it is JSON, but no Chrome trace: it has no array \"traceEvents\", nor events with \"ph\"";

/// What is said of files by how they begin, without white space.
const BEGINNINGS: &[(&str, &str)] = &[
    (
        r#"{"snapshot":{"#,
        "it is a heap snapshot of V8, not a trace; Chrome's DevTools open it",
    ),
    (
        r#"{"head":{"#,
        "it is a heap profile of V8, not a trace; Chrome's DevTools open it",
    ),
    (
        r#"{"log":{"version""#,
        "it is an HTTP archive (HAR), not a trace; the DevTools of browsers open it",
    ),
];

/// What is said of files that begin so, without white space, and in whose beginning a word stands: the word alone
/// may be anyone's.
const WORDS: &[(&[&str], &str, &str)] = &[
    (
        &[r#"{"nodes":["#, r#"{"startTime":"#, r#"{"endTime":"#],
        r#""callFrame""#,
        "it is a CPU profile of V8, not a trace; Chrome's DevTools and speedscope open it",
    ),
    (
        &["{"],
        "www.speedscope.app/file-format",
        "it is a profile of speedscope, not a trace; speedscope opens it",
    ),
    (
        &["{"],
        r#""resourceSpans""#,
        "it holds spans of OpenTelemetry, not a Chrome trace; Jaeger and others show them",
    ),
    (
        &[r#"{"data":[{"#, r#"[{"traceID""#, r#"{"traceID""#],
        r#""traceID""#,
        "it holds spans of Jaeger, not a Chrome trace; Jaeger shows them",
    ),
];

/// How many bytes are looked at.
const LOOKED_AT: usize = 4096;

/// Returns what to say of a JSON text that is no trace.
pub(in crate::import) fn refusal(text: &[u8]) -> &'static str {
    let head = text.get(..LOOKED_AT).unwrap_or(text);
    let solid: Vec<u8> = head
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let begins = |&&(start, _): &&(&str, &str)| solid.starts_with(start.as_bytes());
    let known = BEGINNINGS.iter().find(begins).map(|known| known.1);
    let by_word = || {
        let is_it = |&&(starts, word, _): &&(&[&str], &str, &str)| {
            let begins = starts
                .iter()
                .any(|start| solid.starts_with(start.as_bytes()));
            begins && memchr::memmem::find(head, word.as_bytes()).is_some()
        };
        WORDS.iter().find(is_it).map(|known| known.2)
    };
    match known.or_else(by_word) {
        Some(refusal) => refusal,
        None if is_lines(head) => {
            "it has a JSON object on each line; with a [ before the first it is a Chrome trace"
        }
        None => OTHER,
    }
}

/// Returns whether each line is an object of its own, the first an event.
fn is_lines(head: &[u8]) -> bool {
    let mut lines = head.trim_ascii_start().split(|&byte| byte == b'\n');
    let mut next = || lines.next().unwrap_or_default().trim_ascii();
    let (first, second) = (next(), next());
    let first = first.strip_suffix(b",").unwrap_or(first);
    let is_event = memchr::memmem::find(first, br#""ph""#).is_some();
    is_event && first.starts_with(b"{") && first.ends_with(b"}") && second.starts_with(b"{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_called_by_its_name() {
        for (text, named) in [
            (r#"{"nodes": [{"id":1,"callFrame":{}}]}"#, "CPU profile"),
            (r#"{ "snapshot": { "meta": {}}}"#, "heap snapshot"),
            (r#"{"head":{"callFrame":{}}}"#, "heap profile"),
            (r#"{"log":{"version":"1.2","entries":[]}}"#, "HTTP archive"),
            (
                r#"{"$schema":"https://www.speedscope.app/file-format-schema.json"}"#,
                "speedscope",
            ),
            (r#"{"resourceSpans":[]}"#, "OpenTelemetry"),
            (r#"{"data": [{"traceID":"1"}]}"#, "Jaeger"),
            // What is named like that in anything else says nothing.
            (r#"{"user":{"traceID":"1"}}"#, "no array"),
            (r#"{"log":[{"callFrame":{}}]}"#, "no array"),
            ("{\"ph\":\"X\"}\n{\"ph\":\"X\"}\n", "on each line"),
            ("{\"ph\":\"X\"},\r\n{\"ph\":\"X\"}", "on each line"),
            (r#"{"log":{"entries":[]}}"#, "no array"),
            ("{\n\"a\":{\"ph\":1}}", "no array"),
        ] {
            let refusal = refusal(text.as_bytes());
            assert!(refusal.contains(named), "{text}: {refusal}");
        }
    }
}
