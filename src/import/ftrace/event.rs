//! One ftrace event, with access to its fields by number.
//!
//! Field numbers are those of the reference's schema, which `events.txt` lists.

use super::tracks::At;
use crate::decode::fields::{Field, Fields};

/// An ftrace event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<'a> {
    /// When it happened and where it is.
    pub(super) at: At,
    /// The CPU it happened on.
    pub(super) cpu: u32,
    /// The thread it happened in.
    pub(super) tid: i64,
    /// The state of the packet's sequence.
    pub(super) epoch: u32,
    /// Which event it is: the number of its field in `FtraceEvent`.
    pub(super) number: u32,
    /// Its own fields.
    pub(super) body: &'a [u8],
}

impl<'a> Event<'a> {
    /// Returns a field, if it is set.
    #[inline]
    pub(super) fn field(&self, number: u32) -> Option<Field<'a>> {
        Fields::new(self.body).last_of(number)
    }

    /// Returns whether a field is set.
    pub(super) fn has(&self, number: u32) -> bool {
        self.field(number).is_some()
    }

    /// Returns a signed number, 0 if it is not set.
    #[inline]
    pub(super) fn i64(&self, number: u32) -> i64 {
        self.field(number).map_or(0, |field| field.as_i64())
    }

    /// Returns an unsigned number, 0 if it is not set.
    #[inline]
    pub(super) fn u64(&self, number: u32) -> u64 {
        self.field(number).map_or(0, |field| field.as_u64())
    }

    /// Returns an unsigned number of 32 bits, 0 if it is not set.
    #[inline]
    pub(super) fn u32(&self, number: u32) -> u32 {
        self.field(number).map_or(0, |field| field.as_u32())
    }

    /// Returns a signed number of 32 bits, 0 if it is not set.
    #[inline]
    pub(super) fn i32(&self, number: u32) -> i32 {
        self.field(number).map_or(0, |field| field.as_i32())
    }

    /// Returns a pid or tid: the reference cuts them to 32 bits and drops the sign.
    #[inline]
    pub(super) fn pid(&self, number: u32) -> i64 {
        i64::from(self.u32(number))
    }

    /// Returns a text, empty if it is not set.
    #[inline]
    pub(super) fn text(&self, number: u32) -> &'a [u8] {
        self.field(number).map_or(&[], |field| field.as_bytes())
    }

    /// Returns a text to make a name of.
    pub(super) fn lossy(&self, number: u32) -> std::borrow::Cow<'a, str> {
        String::from_utf8_lossy(self.text(number))
    }
}
