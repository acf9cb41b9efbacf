//! One event of a Chrome JSON trace: its fields, and what their values mean.
//!
//! Values stay raw JSON text until they are asked for, so that an event with large
//! arguments costs little. Of a repeated key the last value counts. The leniency is
//! the format's: numbers may be strings, ids may be numbers or strings.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The keys of an event that mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Ph,
    Ts,
    Dur,
    Tts,
    Tdur,
    Pid,
    Tid,
    Id,
    Id2,
    BindId,
    Cat,
    Name,
    FlowIn,
    FlowOut,
    Scope,
    BindingPoint,
    Args,
}

/// How many keys there are.
const N_KEYS: usize = Key::Args as usize + 1;

impl Key {
    fn of(text: &str) -> Option<Self> {
        Some(match text {
            "ph" => Self::Ph,
            "ts" => Self::Ts,
            "dur" => Self::Dur,
            "tts" => Self::Tts,
            "tdur" => Self::Tdur,
            "pid" => Self::Pid,
            "tid" => Self::Tid,
            "id" => Self::Id,
            "id2" => Self::Id2,
            "bind_id" => Self::BindId,
            "cat" => Self::Cat,
            "name" => Self::Name,
            "flow_in" => Self::FlowIn,
            "flow_out" => Self::FlowOut,
            "s" => Self::Scope,
            "bp" => Self::BindingPoint,
            "args" => Self::Args,
            _ => return None,
        })
    }
}

/// The raw values of an event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RawEvent<'a> {
    values: [Option<&'a str>; N_KEYS],
}

/// A process or thread id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OsId<'a> {
    Missing,
    Number(i64),
    /// A name stands for the number.
    Name(Cow<'a, [u8]>),
}

/// The id of an asynchronous event or flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EventId<'a> {
    Number(u64),
    Text(Cow<'a, [u8]>),
}

/// Which of its ids an asynchronous event goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AsyncId<'a> {
    /// `id`.
    Plain(EventId<'a>),
    /// The global id in `id2`.
    Global(EventId<'a>),
    PerProcess(EventId<'a>),
}

/// A number as JSON writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i64),
    Real(f64),
}

impl<'a> RawEvent<'a> {
    /// Returns the raw value of a key.
    pub(super) fn get(&self, key: Key) -> Option<&'a str> {
        self.values.get(key as usize).copied().flatten()
    }

    /// Returns whether the event has none of the keys, like the `{}` that some writers end with.
    pub(super) fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// Returns the phase: the first byte of `ph`.
    pub(super) fn phase(&self) -> Option<u8> {
        self.text(Key::Ph)?.first().copied()
    }

    /// Returns a string that is not empty.
    pub(super) fn text(&self, key: Key) -> Option<Cow<'a, [u8]>> {
        let text = self.get(key).and_then(text)?;
        (!text.is_empty()).then_some(text)
    }

    /// Returns a time in nanoseconds, or an error if the value is no number.
    pub(super) fn time(&self, key: Key) -> Result<Option<i64>, NotANumber> {
        self.get(key).map(time_ns).transpose()
    }

    /// Returns whether a value is `true`.
    pub(super) fn is_true(&self, key: Key) -> bool {
        self.get(key) == Some("true")
    }

    /// Returns a process or thread id. Numbers that are no ids are 0.
    pub(super) fn os_id(&self, key: Key) -> OsId<'a> {
        let Some(raw) = self.get(key) else {
            return OsId::Missing;
        };
        if let Some(name) = text(raw) {
            return OsId::Name(name);
        }
        let id = match number(raw) {
            Some(Number::Int(id)) => id,
            #[expect(clippy::cast_possible_truncation, reason = "saturates")]
            Some(Number::Real(id)) => id as i64,
            None => return OsId::Missing,
        };
        OsId::Number(if u32::try_from(id).is_ok() { id } else { 0 })
    }

    /// Returns the id of a flow.
    pub(super) fn id(&self, key: Key) -> Option<EventId<'a>> {
        self.get(key).and_then(event_id)
    }

    /// Returns the id of an asynchronous event.
    pub(super) fn async_id(&self) -> Option<AsyncId<'a>> {
        if let Some(id) = self.id(Key::Id) {
            return Some(AsyncId::Plain(id));
        }
        let (mut global, mut local) = (None, None);
        each_member(self.get(Key::Id2)?, |key, value| match key {
            "global" => global = event_id(value),
            "local" => local = event_id(value),
            _ => {}
        });
        global
            .map(AsyncId::Global)
            .or(local.map(AsyncId::PerProcess))
    }

    /// Returns the raw arguments, if they are an object.
    pub(super) fn args(&self) -> Option<&'a str> {
        self.get(Key::Args).filter(|raw| raw.starts_with('{'))
    }
}

impl EventId<'_> {
    /// Returns the number that names a flow: strings are hexadecimal.
    pub(super) fn as_flow(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => {
                let text = std::str::from_utf8(text).ok()?.trim();
                let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
                u64::from_str_radix(digits.unwrap_or(text), 16).ok()
            }
        }
    }
}

/// A value that should be a number and is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotANumber;

/// Returns the bytes of a raw string; `None` if it is no string.
pub(super) fn text(raw: &str) -> Option<Cow<'_, [u8]>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner.as_bytes()));
    }
    // The text is read as bytes, because half a surrogate pair can be escaped.
    let mut deserializer = serde_json::Deserializer::from_str(raw);
    deserializer
        .deserialize_bytes(BytesVisitor)
        .ok()
        .map(Cow::Owned)
}

struct BytesVisitor;

impl Visitor<'_> for BytesVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }
}

/// Returns the number that a raw value is; `None` if it is no number.
pub(super) fn number(raw: &str) -> Option<Number> {
    if !raw.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    if let Ok(int) = raw.parse() {
        return Some(Number::Int(int));
    }
    raw.parse().ok().map(Number::Real)
}

/// Returns what stands between the quotes of a raw string, as it is written, and other raw values unchanged:
/// many writers put numbers into strings.
pub(super) fn without_quotes(raw: &str) -> &str {
    let inner = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    inner.unwrap_or(raw)
}

/// Returns the nanoseconds of a raw value in microseconds, which may be a string.
fn time_ns(raw: &str) -> Result<i64, NotANumber> {
    const NS_PER_US: i64 = 1000;
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    match number(without_quotes(raw)).ok_or(NotANumber)? {
        Number::Int(us) => Ok(us.saturating_mul(NS_PER_US)),
        Number::Real(us) if us.fract() == 0.0 => Ok((us as i64).saturating_mul(NS_PER_US)),
        Number::Real(us) => Ok((us * 1000.0).round() as i64),
    }
}

fn event_id(raw: &str) -> Option<EventId<'_>> {
    if let Some(text) = text(raw) {
        return Some(EventId::Text(text));
    }
    if let Ok(number) = raw.parse() {
        return Some(EventId::Number(number));
    }
    let signed: i64 = raw.parse().ok()?;
    Some(EventId::Number(signed.cast_unsigned()))
}

/// Calls `each` for every member of a raw object, in order. What is malformed is left out.
pub(super) fn each_member<'a>(raw: &'a str, each: impl FnMut(&str, &'a str)) {
    struct Members<F>(F);

    impl<'de, F: FnMut(&str, &'de str)> Visitor<'de> for Members<F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                let value: &'de RawValue = map.next_value()?;
                (self.0)(&key, value.get());
            }
            Ok(())
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(raw);
    // Members before the damage have been seen, which is all that can be done.
    deserializer.deserialize_map(Members(each)).ok();
}

struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Option<Key>;

    fn deserialize<D: serde::Deserializer<'de>>(self, d: D) -> Result<Option<Key>, D::Error> {
        d.deserialize_str(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = Option<Key>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<Key>, E> {
        Ok(Key::of(text))
    }
}

impl<'a> RawEvent<'a> {
    /// Reads the event that the bytes begin with, and returns where it ends. The event is filled in place, as
    /// events are large and there are millions.
    pub(super) fn read(&mut self, bytes: &'a [u8]) -> serde_json::Result<usize> {
        let mut from = serde_json::Deserializer::from_slice(bytes);
        EventSeed(self).deserialize(&mut from)?;
        // Only an iterator over what follows knows the offset.
        Ok(from.into_iter::<IgnoredAny>().byte_offset())
    }

    /// Reads an event after which nothing else may stand.
    pub(super) fn read_whole(&mut self, text: &'a str) -> serde_json::Result<()> {
        let mut from = serde_json::Deserializer::from_str(text);
        EventSeed(self).deserialize(&mut from)?;
        from.end()
    }
}

struct EventSeed<'e, 'a>(&'e mut RawEvent<'a>);

impl<'de> DeserializeSeed<'de> for EventSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for EventSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(KeySeed)? {
            let Some(key) = key else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let value: &'de RawValue = map.next_value()?;
            if let Some(slot) = self.0.values.get_mut(key as usize) {
                *slot = Some(value.get());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> RawEvent<'_> {
        let mut event = RawEvent::default();
        event.read_whole(text).unwrap();
        event
    }

    #[test]
    fn each_key_has_a_place_of_its_own() {
        let keys = "ph ts dur tts tdur pid tid id id2 bind_id cat name flow_in flow_out s bp args";
        let numbers = keys
            .split(' ')
            .map(|key| Key::of(key).map(|key| key as usize));
        let numbers: Vec<_> = numbers.collect();
        assert_eq!(numbers, (0..N_KEYS).map(Some).collect::<Vec<_>>());
        assert_eq!(Key::of("Ph"), None);
    }

    #[test]
    fn an_event_ends_where_it_ends_and_its_last_value_counts() {
        let text = r#" {"ph":"B","x":{"ph":"C"},"name":"a","name":"b"} ,{"ph":"#;
        let mut event = RawEvent::default();
        let end = event.read(text.as_bytes()).unwrap();
        assert_eq!(text.get(end..), Some(r#" ,{"ph":"#));
        assert_eq!(event.phase(), Some(b'B'));
        assert_eq!(event.get(Key::Name), Some(r#""b""#));
        let next = &text.as_bytes()[end + 2..];
        assert!(RawEvent::default().read(next).is_err());
    }

    #[test]
    fn times_are_microseconds_in_every_spelling() {
        for (raw, ns) in [
            ("1", 1000),
            ("-2", -2000),
            ("1.0", 1000),
            ("1.2345", 1235),
            ("-0.0005", -1),
            ("1e3", 1_000_000),
            ("\"7\"", 7000),
            ("\"7.5\"", 7500),
            ("9223372036854775807", i64::MAX),
            ("12345678901234567890", i64::MAX),
            ("1e300", i64::MAX),
        ] {
            assert_eq!(time_ns(raw), Ok(ns), "{raw}");
        }
        for raw in ["null", "true", "\"\"", "\"x\"", "\"7 \"", "[]", "{}"] {
            assert_eq!(time_ns(raw), Err(NotANumber), "{raw}");
        }
    }

    #[test]
    fn the_last_of_a_repeated_key_counts() {
        let event = event(r#"{"ph":"B","x":[1,{"ph":2}],"ph":"E","name":""}"#);
        assert_eq!(event.phase(), Some(b'E'));
        assert_eq!(event.text(Key::Name), None);
        assert!(!event.is_empty());
    }

    #[test]
    fn ids_of_every_kind() {
        let event =
            event(r#"{"pid":-1,"tid":"m\u0061in","id":"0x1F","bind_id":18446744073709551615}"#);
        assert_eq!(event.os_id(Key::Pid), OsId::Number(0));
        assert_eq!(event.os_id(Key::Tid), OsId::Name(b"main".to_vec().into()));
        assert_eq!(event.id(Key::Id).unwrap().as_flow(), Some(31));
        assert_eq!(event.id(Key::BindId).unwrap().as_flow(), Some(u64::MAX));
        assert_eq!(event.id(Key::Id2), None);
    }

    #[test]
    fn the_id_of_an_asynchronous_event_has_an_order_of_preference() {
        let id = |text| EventId::Text(Cow::Borrowed(text));
        for (text, expected) in [
            (
                r#"{"id":"a","id2":{"global":"b"}}"#,
                AsyncId::Plain(id(b"a")),
            ),
            (
                r#"{"id2":{"local":"c","global":"b"}}"#,
                AsyncId::Global(id(b"b")),
            ),
            (r#"{"id2":{"local":"c"}}"#, AsyncId::PerProcess(id(b"c"))),
        ] {
            assert_eq!(event(text).async_id(), Some(expected));
        }
        assert_eq!(event(r#"{"id2":{}}"#).async_id(), None);
    }

    #[test]
    fn strings_may_hold_half_a_surrogate_pair() {
        assert_eq!(text(r#""a\nb""#), Some(b"a\nb".to_vec().into()));
        assert_eq!(text(r#""\ud800""#).unwrap().len(), 3);
        assert_eq!(text("1"), None);
    }
}
