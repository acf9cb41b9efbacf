//! What is looked for: a part of a text, or a number in each way in which messages hold it.
//!
//! Keys are put together from names, so the longest of a text's parts is looked
//! for: in the bytes of events, in interned data, in names of typed fields.

use hashbrown::HashSet;
use memchr::memmem::Finder;

use super::facts::{Facts, FieldSet};
use super::hidden::{Hidden, Known, Message};
use super::{Part, SequenceId, each_part, is_no_arg};
use crate::base::pack;
use crate::bytes::packets::RawPacket;
use crate::decode::fields::{self, FieldValue, Fields};
use crate::decode::wire;
use crate::import::anycase::Text;
use crate::import::args::registry::{FieldType, Registry, Type};
use crate::import::args::{PASSTHROUGH, TraceArgs};
use crate::import::frame_timeline;
use crate::import::scan::Tail;
use crate::proto::{debug_annotation, interned_data, interned_string, track_event};

/// Interned data that becomes part of arguments: names and texts of annotations, source
/// locations, log messages, correlation ids, places in binaries, names of histograms.
const TEXTS: [u32; 8] = [
    interned_data::DEBUG_ANNOTATION_NAMES,
    interned_data::DEBUG_ANNOTATION_STRING_VALUES,
    interned_data::SOURCE_LOCATIONS,
    interned_data::LOG_MESSAGE_BODY,
    interned_data::CORRELATION_ID_STR,
    interned_data::UNSYMBOLIZED_SOURCE_LOCATIONS,
    interned_data::HISTOGRAM_NAMES,
    interned_data::ANDROID_JOB_NAME,
];
/// Parts of keys that do not stand in the bytes of the trace, with the fields of an event that bring them.
const FIXED: [(&[u32], &str); 11] = [
    (&[track_event::DEBUG_ANNOTATIONS], "debug"),
    (
        &[track_event::SOURCE_LOCATION_IID],
        "source.file_name.function_name.line_number",
    ),
    (&[track_event::SOURCE_LOCATION_IID], "source_location_iid"),
    (
        &[track_event::SOURCE_LOCATION],
        "source_location.file_name.function_name.line_number",
    ),
    (
        &[track_event::TASK_EXECUTION],
        "task.posted_from.file_name.function_name.line_number",
    ),
    (
        &[track_event::LOG_MESSAGE],
        "track_event.log_message.message.priority",
    ),
    (
        &[
            track_event::LOG_MESSAGE,
            track_event::CHROME_MEMORY_PRESSURE_NOTIFICATION,
        ],
        "file_name.function_name.line_number",
    ),
    (
        &[track_event::SCREENSHOT],
        "screenshot.jpg_image.pam_image.ppm_image",
    ),
    (
        &[
            track_event::CORRELATION_ID,
            track_event::CORRELATION_ID_STR,
            track_event::CORRELATION_ID_STR_IID,
        ],
        "correlation_id",
    ),
    (
        &[track_event::LEGACY_EVENT],
        "legacy_trace_source_id.legacy_event.phase",
    ),
    (
        &[track_event::CHROME_MOJO_EVENT_INFO],
        "mojo_interface_method.native_symbol.mapping_id.rel_pc",
    ),
];

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Where packets begin.
    pub(super) offsets: Vec<u64>,
    /// Interned data with the text: the table, and its id there.
    pub(super) interned: Vec<(u32, u64)>,
}

/// A text to be found in arguments.
pub(super) struct Needle<'a> {
    source: &'a TraceArgs,
    /// The best part of the text between dots and brackets, or each way in which it begins;
    /// nothing if any argument may contain it.
    texts: Vec<Text>,
    /// The numbers that the text is, and in `numbers` the bytes in which a message holds them.
    values: Vec<u64>,
    numbers: Vec<Finder<'static>>,
    /// Fields of TrackEvent that bring a name with the text.
    fields: FieldSet,
    /// Messages that bring a name with the text.
    messages: HashSet<&'a str>,
    hidden: Hidden<'a>,
    /// Whether the text has characters for which JSON has short escapes.
    has_escapes: bool,
    /// Whether the text is in the key that events may have because of their thread.
    in_passthrough: bool,
    /// Whether the text is in what frames have.
    in_frames: bool,
}

impl<'a> Needle<'a> {
    /// Takes a text; `None` if it is empty.
    pub(super) fn new(source: &'a TraceArgs, needle: &[u8]) -> Option<Self> {
        if needle.is_empty() {
            return None;
        }
        let lower = needle.to_ascii_lowercase();
        let texts = texts(&lower);
        let is_in = |name: &str| texts.iter().any(|text| text.is_in(name.as_bytes()));
        let registry = source.registry();
        let (messages, mut fields) = typed(registry, &lower, &is_in);
        let fixed = FIXED.iter().filter(|fixed| is_in(fixed.1));
        fields.extend(fixed.flat_map(|fixed| fixed.0));
        let values = values(&lower);
        let is_one_of =
            |numbers: &[u64]| values.first().is_some_and(|value| numbers.contains(value));
        if is_one_of(&[0]) {
            // A line number that is missing is shown as 0.
            fields.extend([track_event::TASK_EXECUTION, track_event::LOG_MESSAGE]);
        }
        // Frames answer some questions with yes or no, or not at all.
        let in_frames =
            is_one_of(&[0, 1]) || lower.contains(&b',') || frame_timeline::words().any(&is_in);
        if is_in_shown_id(&lower) {
            fields.insert(track_event::CORRELATION_ID);
        }
        let mut numbers: Vec<Vec<u8>> = values.iter().flat_map(|&value| encoded(value)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Some(Self {
            source,
            hidden: Hidden::new(registry),
            messages,
            has_escapes: texts.iter().any(Text::has_escapes),
            values,
            numbers: numbers
                .iter()
                .map(|number| Finder::new(number).into_owned())
                .collect(),
            fields: fields.into_iter().collect(),
            in_passthrough: is_in(PASSTHROUGH),
            in_frames,
            texts,
        })
    }

    /// Returns the packets of a stretch that must be looked at wherever the text stands; `None` if
    /// these are all.
    pub(super) fn special<'f>(&self, facts: &'f Facts) -> Option<&'f [u64]> {
        let is_short = |number: &Finder<'_>| number.needle().len() < 2;
        let is_anywhere = self.texts.is_empty()
            || self.in_passthrough
            || self.in_frames && facts.has_frames
            || facts.fields.meets(self.fields)
            || self.numbers.iter().any(is_short);
        facts.special.as_deref().filter(|_| !is_anywhere)
    }

    /// Returns where in some bytes the text or the number may stand.
    pub(super) fn places<'b>(&'b self, bytes: &'b [u8]) -> Places<'b> {
        Places {
            needle: self,
            bytes,
            next: vec![Some(0); self.texts.len() + self.numbers.len()],
            from: None,
        }
    }

    fn is_in(&self, bytes: &[u8]) -> bool {
        self.texts.is_empty()
            || self.texts.iter().any(|text| text.is_in(bytes))
            || self
                .numbers
                .iter()
                .any(|number| number.find(bytes).is_some())
    }

    /// Notes a packet if its arguments may contain the text, and its interned data that does.
    pub(super) fn packet(&self, packet: RawPacket<'_>, tail: &mut Tail, found: &mut Found) {
        let mut is_hit = false;
        let mut interned = None;
        let mut event = None;
        let sequence = each_part(packet.bytes, tail, |part, bytes| match part {
            Part::Event => {
                is_hit = is_hit || self.is_event(bytes);
                event = Some(bytes);
            }
            Part::Frame => is_hit |= self.in_frames || self.is_in(bytes),
            Part::Interned => interned = Some(bytes),
        });
        if let Some(sequence) = sequence {
            if let Some(interned) = interned {
                self.interned(sequence, interned, packet.offset, found);
            }
            if let Some(event) = event {
                is_hit = is_hit
                    || self.is_hidden_in(event, sequence, packet.offset)
                    || self.in_passthrough
                        && self.source.passes_thread(sequence, packet.offset, event);
            }
        }
        if is_hit {
            found.offsets.push(packet.offset);
        }
    }

    /// Returns whether the text may be in what becomes arguments of an event, or in names that its fields
    /// bring.
    fn is_event(&self, event: &[u8]) -> bool {
        self.texts.is_empty()
            || Fields::new(event).any(|field| {
                if is_no_arg(field.number) {
                    return false;
                }
                self.fields.has(field.number)
                    || match field.value {
                        FieldValue::Bytes(bytes) => self.is_in(bytes),
                        _ => self.values.contains(&field.as_u64()),
                    }
            })
    }

    /// Returns whether annotations of an event may have the text where their bytes do not show it.
    fn is_hidden_in(&self, event: &[u8], sequence: SequenceId, offset: u64) -> bool {
        let text = Here {
            needle: self,
            sequence,
            offset,
        };
        Fields::new(event).any(|field| self.hidden.is_in(&field, &text))
    }

    /// Returns the name of a type that a sequence interned.
    fn type_name(&self, iid: u64, sequence: SequenceId, offset: u64) -> Option<&'a [u8]> {
        let (source, sequences) = (self.source, &self.source.sequences);
        let seq = sequences.find(sequence.0, sequence.1)?;
        let table = sequences.table(sequences.epoch_at(seq, offset));
        let names = interned_data::DEBUG_ANNOTATION_VALUE_TYPE_NAMES;
        let entry = table.message(&source.space, names, iid)?;
        entry.text_if_set(interned_string::STR)
    }

    /// Notes which of the interned data that a packet brings has the text.
    fn interned(&self, sequence: SequenceId, data: &[u8], offset: u64, found: &mut Found) {
        let (source, sequences) = (self.source, &self.source.sequences);
        let Some(seq) = sequences.find(sequence.0, sequence.1) else {
            return;
        };
        let epoch = sequences.epoch_at(seq, offset);
        let (table, entries) = (
            sequences.epochs[epoch as usize].table,
            sequences.table(epoch),
        );
        for field in Fields::new(data).filter(|field| TEXTS.contains(&field.number)) {
            if !self.is_in(field.as_bytes()) {
                continue;
            }
            let iid = field.message().u64(interned_string::IID);
            // The first entry with an id counts, which may be another one.
            let entry = entries.message(&source.space, field.number, iid);
            if entry.is_some_and(|entry| self.is_in(entry.0)) {
                found.interned.push((table, iid));
            }
        }
    }
}

/// A text to be found in a packet of a sequence.
struct Here<'n, 'a> {
    needle: &'n Needle<'a>,
    sequence: SequenceId,
    offset: u64,
}

impl<'a> Known<'a> for Here<'_, 'a> {
    fn is_in_escaped(&self, json: &[u8]) -> bool {
        // Short escapes stand for few characters, long ones for any.
        self.needle.has_escapes || memchr::memmem::find(json, b"\\u").is_some()
    }

    fn message(&self, annotation: &[u8]) -> Message<'a> {
        let needle = self.needle;
        let annotation = fields::Message(annotation);
        let name = match annotation.field(debug_annotation::PROTO_TYPE_NAME_IID) {
            Some(iid) => needle.type_name(iid.as_u64(), self.sequence, self.offset),
            None => annotation.text_if_set(debug_annotation::PROTO_TYPE_NAME),
        };
        let name = name.and_then(|name| std::str::from_utf8(name).ok());
        let name = name.map(|name| name.trim_start_matches('.'));
        match name.and_then(|name| needle.source.registry().message_name(name)) {
            // A message of a type that is not described has no arguments.
            None => Message::Lacks,
            Some(name) if needle.messages.contains(name) => Message::Shows,
            Some(name) => Message::Type(name),
        }
    }
}

/// Walks over the places in some bytes where the text or the number may stand.
pub(super) struct Places<'a> {
    needle: &'a Needle<'a>,
    bytes: &'a [u8],
    /// Where each text and each number stands next.
    next: Vec<Option<usize>>,
    /// From which place on `next` holds.
    from: Option<usize>,
}

impl Places<'_> {
    /// Returns the first place from `from` on, which must not be before that of the last call.
    pub(super) fn next(&mut self, from: usize) -> Option<usize> {
        let is_first = self.from.replace(from).is_none();
        let n_texts = self.needle.texts.len();
        for (index, next) in self.next.iter_mut().enumerate() {
            let Some(at) = *next else { continue };
            if at >= from && !is_first {
                continue;
            }
            *next = match self.needle.texts.get(index) {
                Some(text) => text.find(self.bytes, from),
                None => self.needle.numbers.get(index - n_texts).and_then(|number| {
                    let at = number.find(self.bytes.get(from..)?)?;
                    Some(from + at)
                }),
            };
        }
        self.next.iter().flatten().min().copied()
    }
}

/// Returns whether a text in lower case may stand in a correlation id, which is a number that is shown
/// as `tp:#7`, beyond the number.
fn is_in_shown_id(lower: &[u8]) -> bool {
    const BEFORE: &[u8] = b"tp:#";
    let n_digits = lower.iter().rev().take_while(|byte| byte.is_ascii_digit());
    let (before, digits) = lower.split_at(lower.len() - n_digits.count());
    let mut parts = BEFORE.windows(before.len().max(1));
    !before.is_empty()
        && if digits.is_empty() {
            parts.any(|part| part == before)
        } else {
            BEFORE.ends_with(before)
        }
}

/// Returns the texts to look for, given one in lower case.
fn texts(lower: &[u8]) -> Vec<Text> {
    let is_index = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    // Upper and lower case of other letters differ in more than a bit.
    let part = lower
        .split(|byte| matches!(byte, b'.' | b'[' | b']') || !byte.is_ascii())
        .filter(|part| part.len() == lower.len() || !is_index(part))
        // All annotations have this part in their keys.
        .max_by_key(|part| (*part != b"debug", part.len()))
        .unwrap_or_default();
    if let Some(text) = Text::new(part) {
        return vec![text];
    }
    // There is no ASCII in the text at all, or only what joins the parts of keys.
    let first = std::str::from_utf8(lower).ok();
    let first = first.and_then(|text| text.chars().find(|letter| !letter.is_ascii()));
    let Some(first) = first else {
        return Vec::new();
    };
    let mut cases = vec![
        first.to_string(),
        first.to_lowercase().collect(),
        first.to_uppercase().collect(),
    ];
    cases.dedup();
    cases
        .iter()
        .filter_map(|case| Text::new(case.as_bytes()))
        .collect()
}

/// Returns the numbers that a message may hold if it holds the number that a text is.
fn values(text: &[u8]) -> Vec<u64> {
    let Ok(text) = std::str::from_utf8(text) else {
        return Vec::new();
    };
    let value = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text
            .parse::<u64>()
            .ok()
            .or_else(|| text.parse::<i64>().ok().map(i64::cast_unsigned)),
    };
    value.map_or_else(Vec::new, |value| {
        vec![value, pack::zigzag(value.cast_signed())]
    })
}

/// Returns the ways in which the bytes of a message hold a number.
fn encoded(value: u64) -> Vec<Vec<u8>> {
    let mut varint = Vec::new();
    wire::push_varint(value, &mut varint);
    let mut ways = vec![varint, value.to_le_bytes().to_vec()];
    if let Ok(short) = u32::try_from(value) {
        ways.push(short.to_le_bytes().to_vec());
    }
    ways
}

/// Returns the messages, and the fields of TrackEvent, whose arguments may contain a text, in lower
/// case, that their bytes do not: in names of fields and values of enums, and in what is shown
/// otherwise than it is stored.
fn typed<'a>(
    registry: &'a Registry,
    lower: &[u8],
    is_in: &dyn Fn(&str) -> bool,
) -> (HashSet<&'a str>, HashSet<u32>) {
    let is_number = lower.iter().all(|byte| b"-0123456789".contains(byte));
    let is_hex = lower
        .iter()
        .all(|byte| b"0123456789abcdefx[]".contains(byte));
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let is_base64 = lower.iter().all(is_base64);
    let brings = |field: &FieldType| {
        is_in(&field.name)
            || match &field.of {
                Type::Bytes => is_base64,
                // Values that have no name are shown as numbers.
                Type::Enum(name) => is_number || registry.value_names(name).any(is_in),
                // The bits of flags are shown as names and as a hexadecimal number.
                Type::Flags(name, _) => is_hex || registry.value_names(name).any(is_in),
                _ => false,
            }
    };
    let messages = registry.messages_with(brings);
    let holds = |field: &FieldType| matches!(&field.of, Type::Message(name) if messages.contains(name.as_str()));
    let fields = registry.track_event_fields();
    let fields = fields.filter(|(_, field)| brings(field) || holds(field));
    let fields = fields.map(|(number, _)| number).collect();
    (messages, fields)
}

#[cfg(test)]
mod tests {
    use super::{encoded, texts, values};

    #[test]
    fn numbers_are_found_in_every_form() {
        let ways =
            |text: &[u8]| -> Vec<Vec<u8>> { values(text).into_iter().flat_map(encoded).collect() };
        assert_eq!(ways(b"300")[0], [0xac, 0x02]);
        assert_eq!(ways(b"-1")[0].len(), 10);
        assert_eq!(ways(b"-1")[2], [1]);
        assert_eq!(ways(b"0x12c")[1], [0x2c, 1, 0, 0, 0, 0, 0, 0]);
        assert!(ways(b"3.5").is_empty());
        assert!(ways(b"three").is_empty());
    }

    #[test]
    fn the_longest_part_of_a_key_is_looked_for() {
        let is_in = |text: &str, bytes: &str| {
            let texts = texts(text.to_lowercase().as_bytes());
            texts.iter().any(|text| text.is_in(bytes.as_bytes()))
        };
        assert!(is_in("debug.d[10].word", "a WORD"));
        assert!(is_in("smörg", "RG"));
        assert!(is_in("ö", "Öl"));
        assert!(is_in("7", "17"));
        assert!(!is_in("debug.word", "debug"));
        assert!(is_in("Debug.", "debug"));
    }
}
