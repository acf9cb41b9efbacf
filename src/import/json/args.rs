//! Arguments of JSON events, decoded from the file when they are asked for.
//!
//! Objects and arrays are flattened into key paths that begin with `args`; nulls and
//! empty containers leave nothing behind.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hashbrown::HashMap;
use serde_json::Value;

use super::reader;
use crate::bytes::source::TraceBytes;
use crate::import::anycase::Text;
use crate::import::args::passing;
use crate::import::pool;
use crate::model::args::{Arg, ArgPlace, ArgSource, ArgTest, ArgValue};

/// Where an event begins in the file, and its rank in time.
type Event = (u64, u64);

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
    fn args(&self, place: &[u64], each: &mut dyn FnMut(Arg<'_>)) {
        let mut flat = Flattened::default();
        for &rank in place {
            if let Some(offset) = self.offset(rank) {
                flat.add_event(self.trace.bytes(), offset);
            }
        }
        flat.arguments.drain(..).for_each(each);
    }

    fn passing(
        &self,
        events: &[ArgPlace],
        test: ArgTest<'_>,
        cancel: &AtomicBool,
    ) -> Option<Vec<bool>> {
        passing(self, events, test, cancel)
    }

    fn find(&self, needle: &[u8], cancel: &AtomicBool) -> Option<Vec<u64>> {
        /// How many events are searched at once.
        const EVENTS: usize = 1 << 12;
        let needle = Needle::new(needle);
        // In the order of the file, what lies from one offset to the next is one event.
        let ranked = self.offsets.iter().zip(0..);
        let mut events: Vec<Event> = ranked.map(|(&offset, rank)| (offset, rank)).collect();
        if !self.offsets.is_sorted() {
            events.sort_unstable();
        }
        let pieces = events.chunks(EVENTS).map(|piece| piece.len() as u64);
        let pieces: Vec<pool::Piece> = pieces.enumerate().collect();
        let found = pool::map_until(cancel, &pieces, |index| {
            let (_, from) = events.split_at(index * EVENTS);
            self.candidates(&needle, from.split_at(EVENTS.min(from.len())))
        });
        let mut ranks = found?.concat();
        ranks.sort_unstable();
        Some(ranks)
    }
}

impl JsonArgs {
    /// Returns which of the first events, each with its offset and rank, may have the text in
    /// their arguments.
    fn candidates(&self, needle: &Needle<'_>, (events, after): (&[Event], &[Event])) -> Vec<u64> {
        let bytes = self.trace.bytes();
        let place = |event: &Event| usize::try_from(event.0).unwrap_or(usize::MAX);
        let end = after.first().map_or(bytes.len(), place);
        let start = events.first().map_or(end, place);
        let text = bytes.get(start..end).unwrap_or_default();
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = needle.place(text, from) {
            let next = events.partition_point(|event| place(event) <= start + at);
            let Some(event) = next.checked_sub(1).and_then(|index| events.get(index)) else {
                break;
            };
            let may_match = reader::event_at(bytes, place(event), |event| {
                event.args().is_some_and(|raw| needle.may_be_in(raw))
            });
            if may_match == Some(true) {
                found.push(event.1);
            }
            from = events
                .get(next)
                .map_or(text.len(), |event| place(event) - start);
        }
        found
    }
}

/// What to search for in raw arguments.
struct Needle<'a> {
    bytes: &'a [u8],
    text: Option<Text>,
    /// Whether the text can match what is not in the raw text: parts of key paths, or numbers as they are
    /// shown.
    everywhere: bool,
}

impl<'a> Needle<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let in_path = |byte: &u8| b".[]".contains(byte);
        let in_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        let everywhere = bytes.iter().any(in_path)
            || bytes.iter().all(in_number)
            || contains_ignoring_case(b"args", bytes)
            // Upper and lower case of other letters differ in more than a bit.
            || !bytes.is_ascii();
        Self {
            bytes,
            text: Text::new(&bytes.to_ascii_lowercase()),
            everywhere,
        }
    }

    /// Returns the first place from `from` on that may belong to a match.
    fn place(&self, text: &[u8], from: usize) -> Option<usize> {
        if self.everywhere {
            return (from < text.len()).then_some(from);
        }
        let found = self.text.as_ref()?.find(text, from);
        let before = text.get(from..found.unwrap_or(text.len()))?;
        // Escapes hide what they stand for.
        let escape = memchr::memchr(b'\\', before).map(|at| from + at);
        escape.or(found)
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

    /// Adds a value. Returns whether it takes an index if it is an element of an array: all but null do, so
    /// that an element is found at its place.
    fn add(&mut self, flat_key: &str, key: &str, value: Value) -> bool {
        let value = match value {
            Value::Null => return false,
            Value::Object(members) => {
                for (name, value) in members {
                    self.add(
                        &format!("{flat_key}.{name}"),
                        &format!("{key}.{name}"),
                        value,
                    );
                }
                return true;
            }
            Value::Array(elements) => {
                for element in elements {
                    let index = self.next_index.get(key).copied().unwrap_or(0);
                    if self.add(flat_key, &format!("{key}[{index}]"), element) {
                        self.next_index.insert(key.to_owned(), index + 1);
                    }
                }
                return true;
            }
            Value::Bool(value) => ArgValue::Bool(value),
            Value::String(text) => ArgValue::Str(Cow::Owned(text.into_bytes())),
            Value::Number(number) => {
                if let Some(value) = number.as_i64() {
                    ArgValue::Int(value)
                } else if let Some(value) = number.as_u64() {
                    ArgValue::Uint(value)
                } else if let Some(value) = number.as_f64() {
                    ArgValue::Real(value)
                } else {
                    return false;
                }
            }
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
        let place: Vec<u64> = (0..offsets.len() as u64).collect();
        let trace = TraceBytes::from_vec(text.into_bytes()).unwrap();
        let source = JsonArgs::new(Arc::new(trace), offsets);
        let mut found = Vec::new();
        source.args(&place, &mut |arg| {
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
            r#"{"args":{"i":-1,"big":12345678901234567890,"r":1.5,"huge":1e20,"b":true,"s":"x","n":null,"o":{},"a":[]}}"#,
        ]);
        let values: Vec<&ArgValue<'_>> = found.iter().map(|argument| &argument.2).collect();
        assert_eq!(
            values,
            [
                &ArgValue::Int(-1),
                &ArgValue::Uint(12_345_678_901_234_567_890),
                &ArgValue::Real(1.5),
                &ArgValue::Real(1e20),
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
    fn elements_keep_their_place_behind_empty_ones() {
        let found = keys(&[r#"{"args":{"r":[[],1,{},2,null,3,{"a":null},4,[[]],5]}}"#]);
        let places = [1, 3, 4, 6, 8].map(|index| format!("args.r[{index}]"));
        assert_eq!(found, places);
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
