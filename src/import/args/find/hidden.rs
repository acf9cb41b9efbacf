//! Texts of annotations that no bytes of the trace show: JSON with escapes, and the names of fields
//! and of enums' values in messages of a type.

use hashbrown::HashSet;

use super::DEPTH_MAX;
use super::facts::FieldSet;
use crate::decode::fields::{Field, Fields};
use crate::import::args::registry::{ANNOTATION, FieldType, Registry, Type};
use crate::proto::{debug_annotation, track_event};

/// What is known of the message that an annotation holds.
pub(super) enum Message<'a> {
    /// The message may have the text.
    Shows,
    /// The message does not have the text, whatever is in it.
    Lacks,
    /// The message is of a type without names that have the text; what annotations in it hide is not known
    /// yet.
    Type(&'a str),
}

/// What a search knows of its text: whether that can be where texts are hidden.
pub(super) trait Known<'a> {
    /// Returns whether JSON with escapes may have the text.
    fn is_in_escaped(&self, json: &[u8]) -> bool;
    /// Returns what is known of the message that an annotation holds.
    fn message(&self, annotation: &[u8]) -> Message<'a>;
}

/// Any text: whatever hides texts may hide it.
pub(super) struct Anything;

impl<'a> Known<'a> for Anything {
    fn is_in_escaped(&self, _json: &[u8]) -> bool {
        true
    }

    fn message(&self, _annotation: &[u8]) -> Message<'a> {
        Message::Shows
    }
}

/// Looks for annotations that hide texts.
pub(super) struct Hidden<'a> {
    registry: &'a Registry,
    /// The messages in which annotations may be.
    messages: HashSet<&'a str>,
    /// The fields of TrackEvent in which annotations may be.
    fields: FieldSet,
}

impl<'a> Hidden<'a> {
    pub(super) fn new(registry: &'a Registry) -> Self {
        let is_annotation =
            |field: &FieldType| matches!(&field.of, Type::Message(name) if name == ANNOTATION);
        let messages = registry.messages_with(is_annotation);
        let may_hold = |field: &FieldType| match &field.of {
            Type::Message(name) => name == ANNOTATION || messages.contains(name.as_str()),
            _ => false,
        };
        let fields = registry.track_event_fields();
        let fields = fields.filter(|(_, field)| may_hold(field));
        let fields = fields.map(|(number, _)| number);
        Self {
            registry,
            fields: fields.chain([track_event::DEBUG_ANNOTATIONS]).collect(),
            messages,
        }
    }

    /// Returns whether a field of an event may be an annotation, or have one within, that hides a text.
    #[inline]
    pub(super) fn is_in(&self, field: &Field<'_>, text: &impl Known<'a>) -> bool {
        self.fields.has(field.number) && self.is_below(field, text)
    }

    #[inline(never)]
    fn is_below(&self, field: &Field<'_>, text: &impl Known<'a>) -> bool {
        if field.number == track_event::DEBUG_ANNOTATIONS {
            return self.is_in_annotation(field.as_bytes(), text, 0);
        }
        let described = self.registry.track_event_field(field.number);
        described.is_some_and(|described| self.is_in_typed(described, field, text, 0))
    }

    fn is_in_annotation(&self, annotation: &[u8], text: &impl Known<'a>, depth: usize) -> bool {
        // What is in deeper values is not known.
        if depth >= DEPTH_MAX {
            return true;
        }
        let mut held = None;
        for field in Fields::new(annotation) {
            let is_hidden = match field.number {
                debug_annotation::LEGACY_JSON_VALUE => {
                    let json = field.as_bytes();
                    memchr::memchr(b'\\', json).is_some() && text.is_in_escaped(json)
                }
                debug_annotation::DICT_ENTRIES | debug_annotation::ARRAY_VALUES => {
                    self.is_in_annotation(field.as_bytes(), text, depth + 1)
                }
                debug_annotation::PROTO_VALUE => {
                    held = Some(field.as_bytes());
                    false
                }
                _ => false,
            };
            if is_hidden {
                return true;
            }
        }
        held.is_some_and(|held| match text.message(annotation) {
            Message::Shows => true,
            Message::Lacks => false,
            Message::Type(name) => self.is_in_message(name, held, text, depth + 1),
        })
    }

    fn is_in_message(&self, name: &str, bytes: &[u8], text: &impl Known<'a>, depth: usize) -> bool {
        let fields = self.messages.get(name);
        let Some(fields) = fields.and_then(|name| self.registry.message_fields(name)) else {
            return false;
        };
        depth >= DEPTH_MAX
            || Fields::new(bytes).any(|field| {
                let described = fields.get(&field.number);
                described.is_some_and(|it| self.is_in_typed(it, &field, text, depth))
            })
    }

    fn is_in_typed(
        &self,
        described: &FieldType,
        field: &Field<'_>,
        text: &impl Known<'a>,
        depth: usize,
    ) -> bool {
        match &described.of {
            Type::Message(name) if name == ANNOTATION => {
                self.is_in_annotation(field.as_bytes(), text, depth + 1)
            }
            Type::Message(name) => self.is_in_message(name, field.as_bytes(), text, depth + 1),
            _ => false,
        }
    }
}
