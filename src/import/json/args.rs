//! Arguments of JSON events, decoded from the file when they are asked for.
//!
//! Objects and arrays are flattened into key paths that begin with `args`; nulls and
//! empty containers leave nothing behind.

use std::borrow::Cow;
use std::sync::Arc;

use hashbrown::HashMap;
use serde_json::Value;

use super::reader;
use crate::bytes::source::TraceBytes;
use crate::model::args::{Arg, ArgSource, ArgValue};

/// Finds the arguments of the events of a JSON trace by their rank in time.
#[derive(Debug)]
pub struct JsonArgs {
    trace: Arc<TraceBytes>,
    offsets: Vec<u64>,
}

impl JsonArgs {
    /// Takes the offsets of all events, in the order that [`super::import_json`] returns.
    pub fn new(trace: Arc<TraceBytes>, offsets: Vec<u64>) -> Self {
        Self { trace, offsets }
    }

    fn offset(&self, rank: u64) -> Option<u64> {
        self.offsets.get(usize::try_from(rank).ok()?).copied()
    }
}

impl ArgSource for JsonArgs {
    fn args(&self, begin: u64, end: Option<u64>, each: &mut dyn FnMut(Arg<'_>)) {
        let mut flat = Flattened::default();
        for rank in [Some(begin), end].into_iter().flatten() {
            if let Some(offset) = self.offset(rank) {
                flat.add_event(self.trace.bytes(), offset);
            }
        }
        flat.arguments.drain(..).for_each(each);
    }

    fn find(&self, needle: &[u8], each: &mut dyn FnMut(u64) -> bool) {
        let needle = Needle::new(needle);
        for (rank, &offset) in self.offsets.iter().enumerate() {
            let Ok(offset) = usize::try_from(offset) else {
                continue;
            };
            let candidate = reader::event_at(self.trace.bytes(), offset, |event| {
                event.args().is_some_and(|raw| needle.may_be_in(raw))
            });
            if candidate == Some(true) && !each(rank as u64) {
                return;
            }
        }
    }
}

/// What to search for in raw arguments.
struct Needle<'a> {
    bytes: &'a [u8],
    /// It can match what is not in the raw text: parts of key paths, or numbers as they are shown.
    everywhere: bool,
}

impl<'a> Needle<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let in_path = |byte: &u8| b".[]".contains(byte);
        let in_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        let everywhere = bytes.iter().any(in_path)
            || bytes.iter().all(in_number)
            || contains_ignoring_case(b"args", bytes);
        Self { bytes, everywhere }
    }

    fn may_be_in(&self, raw: &str) -> bool {
        // Escapes hide what they stand for.
        self.everywhere
            || memchr::memchr(b'\\', raw.as_bytes()).is_some()
            || contains_ignoring_case(raw.as_bytes(), self.bytes)
    }
}

fn contains_ignoring_case(haystack: &[u8], needle: &[u8]) -> bool {
    let Some(&first) = needle.first() else {
        return true;
    };
    memchr::memchr2_iter(
        first.to_ascii_lowercase(),
        first.to_ascii_uppercase(),
        haystack,
    )
    .any(|at| {
        haystack
            .get(at..at + needle.len())
            .is_some_and(|part| part.eq_ignore_ascii_case(needle))
    })
}

/// Arguments by key path, each once: a later value takes the place of an earlier one.
#[derive(Default)]
struct Flattened {
    arguments: Vec<Arg<'static>>,
    by_key: HashMap<String, usize>,
    /// The next index of each array; the arrays of a slice's end continue those of its begin.
    next_index: HashMap<String, usize>,
}

impl Flattened {
    fn add_event(&mut self, bytes: &[u8], offset: u64) {
        let Ok(offset) = usize::try_from(offset) else {
            return;
        };
        let args = reader::event_at(bytes, offset, |event| {
            event.args().and_then(|raw| serde_json::from_str(raw).ok())
        });
        if let Some(args) = args.flatten() {
            self.add("args", "args", args);
        }
    }

    /// Adds a value and returns whether it left anything.
    fn add(&mut self, flat_key: &str, key: &str, value: Value) -> bool {
        let value = match value {
            Value::Null => return false,
            Value::Object(members) => {
                let mut any = false;
                for (name, value) in members {
                    any |= self.add(
                        &format!("{flat_key}.{name}"),
                        &format!("{key}.{name}"),
                        value,
                    );
                }
                return any;
            }
            Value::Array(elements) => {
                let mut any = false;
                for element in elements {
                    let index = self.next_index.get(key).copied().unwrap_or(0);
                    if self.add(flat_key, &format!("{key}[{index}]"), element) {
                        self.next_index.insert(key.to_owned(), index + 1);
                        any = true;
                    }
                }
                return any;
            }
            Value::Bool(value) => ArgValue::Bool(value),
            Value::String(text) => ArgValue::Str(Cow::Owned(text.into_bytes())),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(value), _) => ArgValue::Int(value),
                (None, Some(value)) => ArgValue::Real(value),
                (None, None) => return false,
            },
        };
        let argument = Arg {
            flat_key: Cow::Owned(flat_key.to_owned()),
            key: Cow::Owned(key.to_owned()),
            value,
        };
        if let Some(slot) = self
            .by_key
            .get(key)
            .and_then(|&index| self.arguments.get_mut(index))
        {
            *slot = argument;
        } else {
            self.by_key.insert(key.to_owned(), self.arguments.len());
            self.arguments.push(argument);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_and_values(each_event: &[&str]) -> Vec<(String, String, ArgValue<'static>)> {
        let text = format!("[{}]", each_event.join(","));
        let mut offsets = Vec::new();
        reader::read(
            text.as_bytes(),
            &mut crate::model::issue::IssueLog::default(),
            &mut |offset, _, _| {
                offsets.push(offset as u64);
                true
            },
        );
        let n_events = offsets.len();
        let trace = TraceBytes::from_vec(text.into_bytes()).unwrap();
        let source = JsonArgs::new(Arc::new(trace), offsets);
        let mut found = Vec::new();
        source.args(0, (n_events > 1).then_some(1), &mut |arg| {
            found.push((
                arg.key.into_owned(),
                arg.flat_key.into_owned(),
                arg.value.into_owned(),
            ));
        });
        found
    }

    fn keys(each_event: &[&str]) -> Vec<String> {
        keys_and_values(each_event)
            .into_iter()
            .map(|argument| argument.0)
            .collect()
    }

    #[test]
    fn values_of_every_type() {
        let found = keys_and_values(&[
            r#"{"args":{"i":-1,"big":12345678901234567890,"r":1.5,"b":true,"s":"x","n":null,"o":{},"a":[]}}"#,
        ]);
        let values: Vec<&ArgValue<'_>> = found.iter().map(|argument| &argument.2).collect();
        assert_eq!(
            values,
            [
                &ArgValue::Int(-1),
                &ArgValue::Real(12_345_678_901_234_567_890.0),
                &ArgValue::Real(1.5),
                &ArgValue::Bool(true),
                &ArgValue::Str(Cow::Borrowed(b"x")),
            ]
        );
        assert_eq!(found[0].0, "args.i");
    }

    #[test]
    fn containers_become_paths() {
        let found = keys_and_values(&[r#"{"args":{"a":{"b":[1,null,{"c":2}]}}}"#]);
        let paths: Vec<(&str, &str)> = found
            .iter()
            .map(|argument| (argument.0.as_str(), argument.1.as_str()))
            .collect();
        assert_eq!(
            paths,
            [("args.a.b[0]", "args.a.b"), ("args.a.b[1].c", "args.a.b.c")]
        );
    }

    #[test]
    fn the_arguments_of_begin_and_end_are_merged() {
        let found = keys(&[
            r#"{"args":{"a":1,"b":[1]}}"#,
            r#"{"args":{"c":3,"a":2,"b":[2]}}"#,
        ]);
        assert_eq!(found, ["args.a", "args.b[0]", "args.c", "args.b[1]"]);
    }

    #[test]
    fn what_is_no_object_has_no_arguments() {
        assert_eq!(keys(&[r#"{"args":[1],"ph":"X"}"#]), [""; 0]);
        assert_eq!(keys(&[r#"{"args":"x"}"#]), [""; 0]);
    }

    #[test]
    fn a_search_misses_nothing() {
        for (needle, expected) in [
            ("HELLO", true),
            ("lo w", true),
            ("absent", false),
            ("s.ke", true),
            ("1000.5", true),
            ("args", true),
            ("", true),
        ] {
            let raw = r#"{"key":"Hello World","n":1.0005e3}"#;
            assert_eq!(
                Needle::new(needle.as_bytes()).may_be_in(raw),
                expected,
                "{needle}"
            );
        }
        assert!(Needle::new(b"absent").may_be_in(r#"{"a":"\u0061bsent"}"#));
    }
}
