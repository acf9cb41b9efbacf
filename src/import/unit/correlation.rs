//! The correlation ids of events.
//!
//! The same text becomes an argument when that is asked for, and a colour on every screen. For both, this
//! file says where in the event it comes from.

use std::borrow::Cow;

use crate::decode::fields::Fields;
use crate::import::sequence::InternTable;
use crate::import::space::Space;
use crate::proto::{interned_data, interned_string, track_event};

/// Returns the correlation id of an event as text: of several forms the last in the schema counts.
pub(in crate::import) fn id<'a>(
    event: &'a [u8],
    table: &InternTable,
    space: &'a Space,
) -> Option<Cow<'a, [u8]>> {
    let last = |n| Fields::new(event).last_of(n);
    let interned = || {
        let iid = last(track_event::CORRELATION_ID_STR_IID)?.as_u64();
        let (at, len) = table.other(interned_data::CORRELATION_ID_STR, iid)?;
        let entry = Fields::new(space.slice(at, len as usize));
        let text = entry.last_of(interned_string::STR);
        Some(text.map_or(&b""[..], |text| text.as_bytes()))
    };
    let text = || last(track_event::CORRELATION_ID_STR).map(|text| text.as_bytes());
    if let Some(text) = interned().or_else(text) {
        return Some(Cow::Borrowed(text));
    }
    let id = last(track_event::CORRELATION_ID)?.as_u64();
    Some(Cow::Owned(format!("tp:#{id}").into_bytes()))
}
