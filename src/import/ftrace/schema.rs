//! Names and fields of ftrace events, by the number of their field in `FtraceEvent`.
//!
//! The list in `events.txt` has one event a line: number, name, and its fields, each as
//! number, kind (`i` signed, `u` unsigned, `z` zigzag, `s` text, `d` double, `f` float) and
//! name. It is all that is needed to show events of which the importer makes nothing else.

use std::sync::OnceLock;

use hashbrown::HashMap;

/// How the value of a field is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum FieldKind {
    Signed,
    Unsigned,
    Zigzag,
    Text,
    Double,
    Float,
}

/// A field of an event.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct FieldSchema {
    pub(in crate::import) number: u32,
    pub(in crate::import) kind: FieldKind,
    pub(in crate::import) name: &'static str,
}

/// An event.
#[derive(Clone, Debug)]
pub(in crate::import) struct EventSchema {
    pub(in crate::import) number: u32,
    pub(in crate::import) name: &'static str,
    fields: Vec<FieldSchema>,
}

impl EventSchema {
    /// Returns a field by name.
    pub(in crate::import) fn field_named(&self, name: &str) -> Option<FieldSchema> {
        self.fields.iter().copied().find(|field| field.name == name)
    }

    /// Returns a field by number.
    pub(super) fn field(&self, number: u32) -> Option<FieldSchema> {
        self.fields
            .iter()
            .copied()
            .find(|field| field.number == number)
    }
}

/// Returns all events, by number.
fn events() -> &'static [EventSchema] {
    static EVENTS: OnceLock<Vec<EventSchema>> = OnceLock::new();
    EVENTS.get_or_init(|| {
        include_str!("events.txt")
            .lines()
            .filter_map(parse)
            .collect()
    })
}

/// Returns the schema of an event by its name.
pub(in crate::import) fn event_named(name: &str) -> Option<&'static EventSchema> {
    static BY_NAME: OnceLock<HashMap<&str, &EventSchema>> = OnceLock::new();
    let by_name =
        BY_NAME.get_or_init(|| events().iter().map(|event| (event.name, event)).collect());
    by_name.get(name).copied()
}

/// Returns the schema of an event by the number of its field in `FtraceEvent`.
pub(super) fn event(number: u32) -> Option<&'static EventSchema> {
    let events = events();
    let index = events
        .binary_search_by_key(&number, |event| event.number)
        .ok()?;
    events.get(index)
}

fn parse(line: &'static str) -> Option<EventSchema> {
    let mut words = line.split(' ');
    Some(EventSchema {
        number: words.next()?.parse().ok()?,
        name: words.next()?,
        fields: words.filter_map(parse_field).collect(),
    })
}

fn parse_field(word: &'static str) -> Option<FieldSchema> {
    let (number, rest) = word.split_at_checked(word.find(|c: char| !c.is_ascii_digit())?)?;
    let (kind, name) = rest.split_at_checked(1)?;
    let kind = match kind {
        "i" => FieldKind::Signed,
        "u" => FieldKind::Unsigned,
        "z" => FieldKind::Zigzag,
        "s" => FieldKind::Text,
        "d" => FieldKind::Double,
        "f" => FieldKind::Float,
        _ => return None,
    };
    Some(FieldSchema {
        number: number.parse().ok()?,
        kind,
        name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_sorted() {
        let lines: Vec<&str> = include_str!("events.txt").lines().collect();
        let mut last = 0;
        for line in &lines {
            let words: Vec<&str> = line.split(' ').collect();
            let number: u32 = words[0].parse().unwrap();
            assert!(number > last, "{line}");
            last = number;
            let event = event(number).unwrap();
            assert_eq!(event.name, words[1]);
            assert_eq!(event.fields.len(), words.len() - 2, "{line}");
        }
        assert!(lines.len() > 590);
    }

    #[test]
    fn a_field_has_number_kind_and_name() {
        let switch = event(4).unwrap();
        assert_eq!(switch.name, "sched_switch");
        let state = switch.field(4).unwrap();
        assert_eq!((state.name, state.kind), ("prev_state", FieldKind::Signed));
        assert!(switch.field(8).is_none());
        assert!(event(5).is_none());
    }
}
