//! The fields of a message, one after the other.
//!
//! [`Fields`] is lazy, total, allocation-free and fused. It is as lenient as the
//! reference's decoder: wire types are not checked against a schema, numbers can be
//! read from any numeric wire type, and damage ends the message but keeps what came
//! before it. Groups are damage. Repetition is the caller's business: for fields that
//! are not repeated the last one counts.

use std::borrow::Cow;

use super::wire::{self, WireError, WireErrorKind};
use crate::base::pack;

/// Fields with a higher number are skipped, as the reference does.
const NUMBER_MAX: u64 = (1 << 24) - 1;
/// Longer fields are skipped, as the reference does.
const LEN_MAX: u64 = 256 << 20;

/// The value of a field, as it was encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue<'a> {
    /// Wire type 0.
    Varint(u64),
    /// Wire type 1.
    Fixed64(u64),
    /// Wire type 2: a string, bytes, a message or packed numbers.
    Bytes(&'a [u8]),
    /// Wire type 5.
    Fixed32(u32),
}

/// A field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Its value.
    pub value: FieldValue<'a>,
}

impl<'a> Field<'a> {
    /// Returns the number; 0 if the field holds bytes.
    #[inline]
    pub const fn as_u64(&self) -> u64 {
        match self.value {
            FieldValue::Varint(value) | FieldValue::Fixed64(value) => value,
            FieldValue::Fixed32(value) => value as u64,
            FieldValue::Bytes(_) => 0,
        }
    }

    /// Returns the number as two's complement.
    #[inline]
    pub const fn as_i64(&self) -> i64 {
        self.as_u64().cast_signed()
    }

    /// Returns the lower 32 bits of the number.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "protobuf cuts 64 bits to 32"
    )]
    pub const fn as_u32(&self) -> u32 {
        self.as_u64() as u32
    }

    /// Returns the lower 32 bits of the number as two's complement.
    #[inline]
    pub const fn as_i32(&self) -> i32 {
        self.as_u32().cast_signed()
    }

    /// Returns the number of a `sint32` or `sint64` field.
    #[inline]
    pub const fn as_zigzag(&self) -> i64 {
        pack::unzigzag(self.as_u64())
    }

    /// Returns whether the number is not 0.
    #[inline]
    pub const fn as_bool(&self) -> bool {
        self.as_u64() != 0
    }

    /// Returns the bits of the number as a `double`; a `float` is widened.
    #[inline]
    pub fn as_f64(&self) -> f64 {
        match self.value {
            FieldValue::Fixed32(bits) => f64::from(f32::from_bits(bits)),
            _ => f64::from_bits(self.as_u64()),
        }
    }

    /// Returns the lower 32 bits of the number as a `float`.
    #[inline]
    pub const fn as_f32(&self) -> f32 {
        f32::from_bits(self.as_u32())
    }

    /// Returns the bytes of a string, message or packed field; empty if the field holds a number.
    #[inline]
    pub const fn as_bytes(&self) -> &'a [u8] {
        match self.value {
            FieldValue::Bytes(bytes) => bytes,
            _ => &[],
        }
    }

    /// Returns the fields of a message field.
    #[inline]
    pub const fn fields(&self) -> Fields<'a> {
        Fields::new(self.as_bytes())
    }

    /// Returns a message field.
    #[inline]
    pub const fn message(&self) -> Message<'a> {
        Message(self.as_bytes())
    }

    /// Calls `each` for every number of a repeated varint field, packed or not.
    #[inline]
    pub fn each_varint(&self, mut each: impl FnMut(u64)) {
        match self.value {
            FieldValue::Bytes(bytes) => PackedVarints::new(bytes).for_each(each),
            _ => each(self.as_u64()),
        }
    }

    /// Calls `each` for every number of a repeated `fixed64` or `double` field, packed or not.
    #[inline]
    pub fn each_fixed64(&self, mut each: impl FnMut(u64)) {
        match self.value {
            FieldValue::Bytes(mut bytes) => {
                while let Some(value) = wire::take_fixed64(&mut bytes) {
                    each(value);
                }
            }
            _ => each(self.as_u64()),
        }
    }
}

/// A message whose fields are asked for by their numbers; the last of those with one number counts. Each
/// question reads the whole message: readers that ask for much use [`Fields`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Message<'a>(pub &'a [u8]);

impl<'a> Message<'a> {
    /// Returns all fields.
    #[inline]
    pub const fn fields(&self) -> Fields<'a> {
        Fields::new(self.0)
    }

    /// Returns the fields with a number, in their order.
    #[inline]
    pub fn all(&self, number: u32) -> impl Iterator<Item = Field<'a>> + use<'a> {
        self.fields().all_of(number)
    }

    /// Returns the messages with a number, in their order.
    pub fn messages(&self, number: u32) -> impl Iterator<Item = Self> + use<'a> {
        self.all(number).map(|field| field.message())
    }

    /// Returns a field, if it is set.
    #[inline]
    pub fn field(&self, number: u32) -> Option<Field<'a>> {
        self.fields().last_of(number)
    }

    /// Returns whether a field is set.
    pub fn has(&self, number: u32) -> bool {
        self.field(number).is_some()
    }

    /// Returns whether a field is set and not 0.
    pub fn bool(&self, number: u32) -> bool {
        self.field(number).is_some_and(|field| field.as_bool())
    }

    /// Returns a signed number, 0 if it is not set.
    #[inline]
    pub fn i64(&self, number: u32) -> i64 {
        self.u64(number).cast_signed()
    }

    /// Returns an unsigned number, 0 if it is not set.
    #[inline]
    pub fn u64(&self, number: u32) -> u64 {
        self.field(number).map_or(0, |field| field.as_u64())
    }

    /// Returns an unsigned number of 32 bits, 0 if it is not set.
    #[inline]
    pub fn u32(&self, number: u32) -> u32 {
        self.field(number).map_or(0, |field| field.as_u32())
    }

    /// Returns a signed number of 32 bits, 0 if it is not set.
    #[inline]
    pub fn i32(&self, number: u32) -> i32 {
        self.u32(number).cast_signed()
    }

    /// Returns a text, empty if it is not set.
    #[inline]
    pub fn text(&self, number: u32) -> &'a [u8] {
        self.text_if_set(number).unwrap_or_default()
    }

    /// Returns a text, if it is set.
    #[inline]
    pub fn text_if_set(&self, number: u32) -> Option<&'a [u8]> {
        Some(self.field(number)?.as_bytes())
    }

    /// Returns a text to make a name of.
    pub fn lossy(&self, number: u32) -> Cow<'a, str> {
        String::from_utf8_lossy(self.text(number))
    }

    /// Returns a message in this one, empty if it is not set.
    #[must_use]
    pub fn message(&self, number: u32) -> Self {
        Self(self.text(number))
    }
}

/// Iterates over the fields of a message until its end or until it is malformed.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    rest: &'a [u8],
    /// The offset that belongs to the end of `rest`.
    end: u64,
    error: Option<WireError>,
}

/// Takes a length of one byte or two, or of the four that recorders leave for a length that they do not know
/// yet.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "so that what is asked of a field is known"
)]
fn usual_len(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let low = |byte: u8| usize::from(byte & 0x7f);
    Some(match *bytes {
        [len, ref rest @ ..] if len < 0x80 => (usize::from(len), rest),
        [a, b, ref rest @ ..] if b < 0x80 => (low(a) | usize::from(b) << 7, rest),
        [a, b, c, d, ref rest @ ..] if c >= 0x80 && d < 0x80 => (
            low(a) | low(b) << 7 | low(c) << 14 | usize::from(d) << 21,
            rest,
        ),
        _ => return None,
    })
}

impl<'a> Fields<'a> {
    /// Returns the fields of a message; errors count bytes from its beginning.
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::at(bytes, 0)
    }

    /// Returns the fields of a message that stands at byte `offset` of the trace.
    #[inline]
    pub const fn at(bytes: &'a [u8], offset: u64) -> Self {
        Self {
            rest: bytes,
            end: offset.saturating_add(bytes.len() as u64),
            error: None,
        }
    }

    /// Returns the offset of the next field.
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.end.saturating_sub(self.rest.len() as u64)
    }

    /// Takes the next field if it has this tag of one byte and holds bytes of a usual length. It is what
    /// [`Iterator::next`] would return, but faster.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "for the one field of which a message has many"
    )]
    pub fn next_bytes(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (first, after) = self.rest.split_first()?;
        if *first != tag {
            return None;
        }
        let (len, rest) = usual_len(after)?;
        let (bytes, rest) = rest.split_at_checked(len)?;
        self.rest = rest;
        Some(bytes)
    }

    /// Takes the next field if it is a number or bytes of a usual length, with a tag of one byte or two. It
    /// is what [`Self::next_any`] would return, but faster.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "so that what is asked of a field is known"
    )]
    fn next_plain(&mut self) -> Option<Field<'a>> {
        let (tag, after) = match *self.rest {
            [tag @ 0x08..0x80, ref after @ ..] => (u32::from(tag), after),
            [low @ 0x80..=0xff, high @ 1..0x80, ref after @ ..] => {
                (u32::from(low & 0x7f) | u32::from(high) << 7, after)
            }
            _ => return None,
        };
        let (value, rest) = match tag & 7 {
            0 => {
                let mut rest = after;
                let value = wire::take_varint(&mut rest)?;
                (FieldValue::Varint(value), rest)
            }
            1 => {
                let mut rest = after;
                let value = wire::take_fixed64(&mut rest)?;
                (FieldValue::Fixed64(value), rest)
            }
            2 => {
                let (len, rest) = usual_len(after)?;
                let (bytes, rest) = rest.split_at_checked(len)?;
                (FieldValue::Bytes(bytes), rest)
            }
            _ => return None,
        };
        self.rest = rest;
        Some(Field {
            number: tag >> 3,
            value,
        })
    }

    /// Takes the next field: what [`Iterator::next`] returns, but inlined.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "so that what is asked of a field is known"
    )]
    pub fn next_field(&mut self) -> Option<Field<'a>> {
        match self.next_plain() {
            None if self.rest.is_empty() => None,
            None => self.next_any(),
            plain => plain,
        }
    }

    #[inline(never)]
    fn next_any(&mut self) -> Option<Field<'a>> {
        while !self.rest.is_empty() {
            let mut rest = self.rest;
            match take_field(&mut rest) {
                Ok(field) => {
                    self.rest = rest;
                    if field.is_some() {
                        return field;
                    }
                }
                Err(kind) => self.fail(self.offset(), kind),
            }
        }
        None
    }

    /// Returns what ended the iteration early, once it has ended.
    #[inline]
    pub const fn error(&self) -> Option<WireError> {
        self.error
    }

    /// Returns the last field with this number.
    pub fn last_of(mut self, number: u32) -> Option<Field<'a>> {
        let mut last = None;
        while let Some(field) = self.next_field() {
            if field.number == number {
                last = Some(field);
            }
        }
        last
    }

    /// Returns the fields with this number, in their order.
    #[inline]
    pub fn all_of(self, number: u32) -> impl Iterator<Item = Field<'a>> {
        self.filter(move |field| field.number == number)
    }

    #[cold]
    fn fail(&mut self, offset: u64, kind: WireErrorKind) {
        self.error = Some(WireError { offset, kind });
        // Keeps `offset` at the damage and ends the iteration.
        self.end = offset;
        self.rest = &[];
    }
}

/// Reads one field; `None` for a field to skip.
#[inline]
fn take_field<'a>(rest: &mut &'a [u8]) -> Result<Option<Field<'a>>, WireErrorKind> {
    let tag = wire::take_varint(rest).ok_or(WireErrorKind::Varint)?;
    let number = tag >> 3;
    if number == 0 || tag > u64::from(u32::MAX) {
        return Err(WireErrorKind::Number);
    }
    let mut skip = number > NUMBER_MAX;
    let value = match tag & 7 {
        0 => FieldValue::Varint(wire::take_varint(rest).ok_or(WireErrorKind::Varint)?),
        1 => FieldValue::Fixed64(wire::take_fixed64(rest).ok_or(WireErrorKind::Length)?),
        2 => {
            let len = wire::take_varint(rest).ok_or(WireErrorKind::Varint)?;
            skip |= len > LEN_MAX;
            FieldValue::Bytes(wire::take_bytes(rest, len).ok_or(WireErrorKind::Length)?)
        }
        5 => FieldValue::Fixed32(wire::take_fixed32(rest).ok_or(WireErrorKind::Length)?),
        _ => return Err(WireErrorKind::WireType),
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked against u32::MAX above"
    )]
    let number = number as u32;
    Ok((!skip).then_some(Field { number, value }))
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    #[inline]
    fn next(&mut self) -> Option<Field<'a>> {
        self.next_field()
    }
}

impl std::iter::FusedIterator for Fields<'_> {}

/// Iterates over packed varints until their end or until one is malformed.
#[derive(Clone, Debug)]
pub struct PackedVarints<'a> {
    rest: &'a [u8],
}

impl<'a> PackedVarints<'a> {
    /// Returns the numbers in the bytes of a packed field.
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }
}

impl Iterator for PackedVarints<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        wire::take_varint(&mut self.rest)
    }
}

impl std::iter::FusedIterator for PackedVarints<'_> {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use prost::Message as _;

    use super::*;

    /// A message with a field of every wire type and of the kinds that share one.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Sample {
        #[prost(uint64, optional, tag = "1")]
        number: Option<u64>,
        #[prost(sint64, optional, tag = "2")]
        signed: Option<i64>,
        #[prost(fixed64, optional, tag = "3")]
        fixed64: Option<u64>,
        #[prost(fixed32, optional, tag = "4")]
        fixed32: Option<u32>,
        #[prost(double, optional, tag = "5")]
        double: Option<f64>,
        #[prost(float, optional, tag = "6")]
        float: Option<f32>,
        #[prost(bytes = "vec", optional, tag = "7")]
        bytes: Option<Vec<u8>>,
        #[prost(int32, optional, tag = "8")]
        int32: Option<i32>,
        #[prost(bool, optional, tag = "9")]
        boolean: Option<bool>,
        #[prost(uint64, repeated, tag = "20")]
        packed: Vec<u64>,
        #[prost(fixed64, repeated, packed = "false", tag = "3000")]
        unpacked: Vec<u64>,
    }

    proptest! {
        #[test]
        fn plain_fields_are_read_like_any(
            bytes in prop::collection::vec(
                prop_oneof![Just(8_u8), Just(18), Just(0x92), Just(0x80), 0..4_u8, any::<u8>()],
                0..20,
            ),
        ) {
            let (mut fields, mut any) = (Fields::new(&bytes), Fields::new(&bytes));
            loop {
                let expected = any.next();
                prop_assert_eq!(fields.next_field(), expected);
                prop_assert_eq!(fields.offset(), any.offset());
                prop_assert_eq!(fields.error(), any.error());
                if expected.is_none() {
                    break;
                }
            }
        }
    }

    fn read(bytes: &[u8]) -> (Sample, Option<WireError>) {
        let mut sample = Sample::default();
        let mut fields = Fields::new(bytes);
        for field in &mut fields {
            match field.number {
                1 => sample.number = Some(field.as_u64()),
                2 => sample.signed = Some(field.as_zigzag()),
                3 => sample.fixed64 = Some(field.as_u64()),
                4 => sample.fixed32 = Some(field.as_u32()),
                5 => sample.double = Some(field.as_f64()),
                6 => sample.float = Some(field.as_f32()),
                7 => sample.bytes = Some(field.as_bytes().to_vec()),
                8 => sample.int32 = Some(field.as_i32()),
                9 => sample.boolean = Some(field.as_bool()),
                20 => field.each_varint(|value| sample.packed.push(value)),
                3000 => field.each_fixed64(|value| sample.unpacked.push(value)),
                _ => {}
            }
        }
        (sample, fields.error())
    }

    fn sample() -> impl Strategy<Value = Sample> {
        let numbers = (
            any::<Option<u64>>(),
            any::<Option<i64>>(),
            any::<Option<u64>>(),
        );
        let small = (
            any::<Option<u32>>(),
            any::<Option<i32>>(),
            any::<Option<bool>>(),
        );
        let reals = (any::<Option<f64>>(), any::<Option<f32>>());
        let many = (
            any::<Vec<u64>>(),
            any::<Vec<u64>>(),
            any::<Option<Vec<u8>>>(),
        );
        (numbers, small, reals, many).prop_map(|(numbers, small, reals, many)| Sample {
            number: numbers.0,
            signed: numbers.1,
            fixed64: numbers.2,
            fixed32: small.0,
            int32: small.1,
            boolean: small.2,
            double: reals.0,
            float: reals.1,
            packed: many.0,
            unpacked: many.1,
            bytes: many.2,
        })
    }

    proptest! {
        #[test]
        fn the_next_bytes_are_those_of_the_next_field(
            tag in prop_oneof![Just(0x12_u8), (1..16_u8).prop_map(|n| n << 3 | 2)],
            len in prop_oneof![0..300_u64, Just(1 << 14)],
            rest in prop::collection::vec(any::<u8>(), 0..400),
            damage in prop::option::of((0..3_usize, any::<u8>())),
            is_padded in any::<bool>(),
        ) {
            let mut bytes = vec![tag];
            if is_padded {
                bytes.extend([0, 7, 14].map(|bits| (len >> bits) as u8 | 0x80));
                bytes.push(0);
            } else {
                prost::encoding::encode_varint(len, &mut bytes);
            }
            bytes.extend(rest);
            if let Some((at, byte)) = damage {
                bytes[at.min(1)] = byte;
            }
            let (mut quick, mut slow) = (Fields::new(&bytes), Fields::new(&bytes));
            if let Some(got) = quick.next_bytes(tag) {
                let field = slow.next().unwrap();
                prop_assert_eq!((field.number, field.value), (u32::from(tag >> 3), FieldValue::Bytes(got)));
                prop_assert_eq!(quick.offset(), slow.offset());
            } else {
                prop_assert_eq!(quick.offset(), 0);
            }
        }

        #[test]
        fn reads_what_prost_writes(sample in sample()) {
            let (ours, error) = read(&sample.encode_to_vec());
            prop_assert_eq!(error, None);
            prop_assert_eq!(ours, sample);
        }

        #[test]
        fn damaged_messages_agree_with_prost_where_both_succeed(
            sample in sample(), at: prop::sample::Index, byte: u8, cut: prop::sample::Index,
        ) {
            let mut bytes = sample.encode_to_vec();
            prop_assume!(!bytes.is_empty());
            let index = at.index(bytes.len());
            bytes[index] = byte;
            bytes.truncate(cut.index(bytes.len()) + 1);
            let (ours, error) = read(&bytes);
            // Prost checks wire types, so its success means that the schema was kept.
            if let (Ok(theirs), None) = (Sample::decode(bytes.as_slice()), error) {
                prop_assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
            }
        }

        #[test]
        fn any_bytes_make_progress_and_end(bytes: Vec<u8>, base in 0_u64..1 << 40) {
            let mut fields = Fields::at(&bytes, base);
            let mut last = base;
            while let Some(field) = fields.next() {
                prop_assert!(field.number > 0);
                prop_assert!(fields.offset() > last);
                last = fields.offset();
            }
            prop_assert_eq!(fields.next(), None);
            let end = base + bytes.len() as u64;
            let stopped_at = fields.error().map_or(end, |error| error.offset);
            prop_assert_eq!(fields.offset(), stopped_at);
            prop_assert!(stopped_at >= last && stopped_at <= end);
        }
    }

    #[test]
    fn numbers_are_read_whatever_their_wire_type() {
        let bytes = [
            0x09, 1, 0, 0, 0, 0, 0, 0, 0x80, 0x15, 2, 0, 0, 0, 0x1a, 1, 9,
        ];
        let fields: Vec<Field<'_>> = Fields::new(&bytes).collect();
        assert_eq!(fields[0].as_i64(), i64::MIN + 1);
        assert_eq!(fields[1].as_u64(), 2);
        assert_eq!(
            (fields[2].as_u64(), fields[2].as_bytes()),
            (0, [9].as_slice())
        );
        assert_eq!(fields[1].as_bytes(), b"");
    }

    #[test]
    fn damage_keeps_what_came_before_and_names_its_place() {
        for (tail, kind) in [
            (&[0x0b, 0x0c][..], WireErrorKind::WireType),
            (&[0x0e][..], WireErrorKind::WireType),
            (&[0x00, 0x01][..], WireErrorKind::Number),
            (&[0x12, 0x05, 1][..], WireErrorKind::Length),
            (&[0x10, 0xff][..], WireErrorKind::Varint),
            (&[0x10][..], WireErrorKind::Varint),
        ] {
            let mut bytes = vec![0x08, 0x96, 0x01];
            bytes.extend_from_slice(tail);
            let mut fields = Fields::at(&bytes, 100);
            assert_eq!(fields.next().map(|field| field.as_u64()), Some(150));
            assert_eq!(fields.next(), None);
            assert_eq!(fields.error(), Some(WireError { offset: 103, kind }));
        }
    }

    #[test]
    fn fields_with_huge_numbers_are_skipped() {
        let mut bytes = Vec::new();
        prost::encoding::uint64::encode((1 << 24) - 1, &1, &mut bytes);
        prost::encoding::uint64::encode(1 << 24, &2, &mut bytes);
        prost::encoding::uint64::encode(7, &3, &mut bytes);
        let values: Vec<u64> = Fields::new(&bytes).map(|field| field.as_u64()).collect();
        assert_eq!(values, [1, 3]);
    }

    #[test]
    fn the_last_of_a_repeated_field_counts() {
        let bytes = [0x08, 1, 0x10, 2, 0x08, 3];
        let last = Fields::new(&bytes).last_of(1);
        assert_eq!(last.map(|field| field.as_u64()), Some(3));
        assert_eq!(Fields::new(&bytes).last_of(3), None);
    }
}
