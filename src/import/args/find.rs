//! Finds the events whose arguments may contain a text, without decoding them.
//!
//! Keys are put together from names, so the longest of a text's parts is looked for: in the bytes
//! of the event, in interned data that it refers to, in names of typed fields. More events than
//! that have it may be found, never fewer; only numbers of rows and bytes, which
//! are shown as base64, are not looked for.

use hashbrown::{HashMap, HashSet};

use super::TraceArgs;
use super::registry::Registry;
use crate::bytes::packets::Packets;
use crate::decode::fields::{FieldValue, Fields};
use crate::import::sequence::EpochId;

/// Deeper messages are taken for plain bytes.
const DEPTH_MAX: usize = 32;
/// Interned data that becomes part of arguments: names and texts of annotations, source
/// locations, log messages, correlation ids.
const TEXTS: [u32; 5] = [3, 29, 4, 20, 43];
/// What keys have that no bytes of the trace tell, and the fields of an event that bring it.
const FIXED: [(&[u32], &str); 10] = [
    (&[4], "debug"),
    (&[34], "source.file_name.function_name.line_number"),
    (&[33, 34], "source_location_iid"),
    (&[5], "task.posted_from.file_name.function_name.line_number"),
    (&[21], "track_event.log_message.message.priority"),
    (&[21], "file_name.function_name.line_number"),
    (&[50], "screenshot.jpg_image"),
    (&[52, 53, 54], "correlation_id"),
    (&[6], "legacy_trace_source_id.legacy_event.phase"),
    (
        &[38],
        "mojo_interface_method.native_symbol.mapping_id.rel_pc",
    ),
];

/// Calls `each` with the offset of every packet whose arguments may contain `needle`, until it
/// returns false.
pub(super) fn find(source: &TraceArgs, needle: &[u8], each: &mut dyn FnMut(u64) -> bool) {
    if needle.is_empty() {
        return;
    }
    let mut finder = Finder::new(source, needle);
    for (start, bytes) in source.space.segments() {
        for packet in Packets::at(bytes, start) {
            if finder.is_hit(packet.bytes, packet.offset) && !each(packet.offset) {
                return;
            }
        }
    }
}

struct Finder<'a> {
    source: &'a TraceArgs,
    /// The longest part of the text between dots and brackets, in lower case.
    part: Vec<u8>,
    /// The ways in which a message holds the text as a number.
    numbers: Vec<Vec<u8>>,
    /// Fields of TrackEvent that bring a name that contains it.
    fields: HashSet<u32>,
    /// Whether a name of some typed argument contains it: annotations may hold messages.
    in_types: bool,
    /// The matching ids of an interned table, whatever they stand for.
    interned: HashMap<u32, HashSet<u64>>,
}

impl<'a> Finder<'a> {
    fn new(source: &'a TraceArgs, needle: &[u8]) -> Self {
        let lower = needle.to_ascii_lowercase();
        let is_index = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
        let part = lower
            .split(|byte| matches!(byte, b'.' | b'[' | b']'))
            .filter(|part| part.len() == lower.len() || !is_index(part))
            .max_by_key(|part| part.len())
            .unwrap_or_default()
            .to_vec();
        let mut fields = typed(source.registry(), &part);
        let in_types = !fields.is_empty();
        let fixed = FIXED
            .iter()
            .filter(|fixed| contains(fixed.1.as_bytes(), &part));
        fields.extend(fixed.flat_map(|fixed| fixed.0));
        let mut numbers = numbers(&lower);
        // A correlation id is shown as `tp:#7`.
        if let Some(at) = memchr::memrchr(b'#', &lower) {
            numbers.extend(self::numbers(&lower[at + 1..]));
        }
        Self {
            source,
            numbers,
            fields,
            in_types,
            interned: HashMap::new(),
            part,
        }
    }

    fn is_hit(&mut self, packet: &[u8], offset: u64) -> bool {
        let (mut event, mut seq, mut machine) = (None, None, 0);
        for field in Fields::new(packet) {
            match field.number {
                10 => seq = Some(field.as_u32()),
                11 => event = Some(field.as_bytes()),
                98 => machine = field.as_u32(),
                // Frames have keys and texts of their own, and are few.
                76 => return true,
                _ => {}
            }
        }
        let (Some(event), Some(seq)) = (event, seq) else {
            return false;
        };
        contains(event, &self.part)
            || self
                .numbers
                .iter()
                .any(|number| memchr::memmem::find(event, number).is_some())
            || self.has_field(event)
            || self.refers(event, (machine, seq), offset)
    }

    /// Whether the event has a field that brings a matching name, or a text that is not as shown.
    fn has_field(&self, event: &[u8]) -> bool {
        Fields::new(event).any(|field| {
            self.fields.contains(&field.number)
                || field.number == 4
                    && field.fields().any(|inner| match inner.number {
                        9 => memchr::memchr(b'\\', inner.as_bytes()).is_some(),
                        14 => self.in_types,
                        _ => false,
                    })
        })
    }

    /// Whether the event refers to an interned text that matches.
    fn refers(&mut self, event: &[u8], sequence: (u32, u32), offset: u64) -> bool {
        let sequences = &self.source.sequences;
        let Some(seq) = sequences.find(sequence.0, sequence.1) else {
            return false;
        };
        let epoch = sequences.epoch_at(seq, offset);
        let ids = self.matching_ids(epoch);
        !ids.is_empty() && has_number(event, ids, 0)
    }

    fn matching_ids(&mut self, epoch: EpochId) -> &HashSet<u64> {
        let (source, part) = (self.source, &self.part);
        let table = source.sequences.epochs[epoch as usize].table;
        self.interned.entry(table).or_insert_with(|| {
            let entries = source.sequences.table(epoch).others();
            entries
                .filter(|(field, ..)| TEXTS.contains(field))
                .filter(|&(_, _, (at, len))| contains(source.space.slice(at, len as usize), part))
                .map(|(_, iid, _)| iid)
                .collect()
        })
    }
}

/// Whether a varint anywhere in a message is one of `ids`.
fn has_number(message: &[u8], ids: &HashSet<u64>, depth: usize) -> bool {
    depth < DEPTH_MAX
        && Fields::new(message).any(|field| match field.value {
            FieldValue::Varint(value) => ids.contains(&value),
            FieldValue::Bytes(bytes) => has_number(bytes, ids, depth + 1),
            _ => false,
        })
}

/// Returns how a message holds the number that a text is, if it is one.
fn numbers(text: &[u8]) -> Vec<Vec<u8>> {
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
    let Some(value) = value else {
        return Vec::new();
    };
    let zigzag = (value << 1) ^ (value.cast_signed() >> 63).cast_unsigned();
    let mut ways = vec![varint(value), varint(zigzag), value.to_le_bytes().to_vec()];
    if let Ok(short) = u32::try_from(value) {
        ways.push(short.to_le_bytes().to_vec());
    }
    ways
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// Returns the fields of TrackEvent below which a name or a value of an enum contains `part`.
fn typed(registry: &Registry, part: &[u8]) -> HashSet<u32> {
    registry
        .track_event_fields()
        .filter(|(_, field)| {
            // Bytes are shown in another form than they have.
            let (names, has_bytes) = registry.names_below(field);
            has_bytes || names.iter().any(|name| contains(name.as_bytes(), part))
        })
        .map(|(number, _)| number)
        .collect()
}

/// Whether `haystack` contains `lower`, ASCII case-insensitively. Keys have underscores where
/// names have dots and brackets, paths are shown with slashes.
fn contains(haystack: &[u8], lower: &[u8]) -> bool {
    let Some((&first, _)) = lower.split_first() else {
        return true;
    };
    let is_same = |byte: u8, wanted: u8| {
        byte.eq_ignore_ascii_case(&wanted)
            || (wanted == b'_' && matches!(byte, b'.' | b'[' | b']'))
            || (wanted == b'/' && byte == b'\\')
    };
    let matches_at = |at: usize| {
        haystack
            .get(at..at + lower.len())
            .is_some_and(|found| found.iter().zip(lower).all(|(&a, &b)| is_same(a, b)))
    };
    if matches!(first, b'_' | b'/') {
        (0..haystack.len()).any(matches_at)
    } else {
        memchr::memchr2_iter(first, first.to_ascii_uppercase(), haystack).any(matches_at)
    }
}

#[cfg(test)]
mod tests {
    use super::{contains, numbers};

    #[test]
    fn names_are_found_as_keys_and_paths_show_them() {
        assert!(contains(b"xx Draw.Frame[2]", b"draw_frame_2_"));
        assert!(contains(b"C:\\src\\a.cc", b"/src/a.cc"));
        assert!(contains(b"anything", b""));
        assert!(!contains(b"draw", b"draws"));
        assert!(!contains(b"a_b", b"a.b"));
    }

    #[test]
    fn numbers_are_found_in_every_form() {
        assert_eq!(numbers(b"300")[0], [0xac, 0x02]);
        assert_eq!(numbers(b"-1")[0].len(), 10);
        assert_eq!(numbers(b"-1")[1], [1]);
        assert_eq!(numbers(b"0x12c")[2], [0x2c, 1, 0, 0, 0, 0, 0, 0]);
        assert!(numbers(b"3.5").is_empty());
        assert!(numbers(b"three").is_empty());
    }
}
