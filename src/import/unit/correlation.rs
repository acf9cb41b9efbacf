//! The correlation ids of events.
//!
//! The same text becomes an argument when that is asked for, and a colour on every screen. For both, this
//! file says where in the event it comes from.

use std::borrow::Cow;

use crate::decode::fields::Message;
use crate::import::sequence::InternTable;
use crate::import::space::Space;
use crate::proto::{interned_data, interned_string, track_event};

/// Returns the correlation id of an event as text: of several forms the last in the schema counts.
pub(in crate::import) fn id<'a>(
    event: &'a [u8],
    table: &InternTable,
    space: &'a Space,
) -> Option<Cow<'a, [u8]>> {
    let event = Message(event);
    let interned = || {
        let iid = event.field(track_event::CORRELATION_ID_STR_IID)?.as_u64();
        let entry = table.message(space, interned_data::CORRELATION_ID_STR, iid)?;
        Some(entry.text(interned_string::STR))
    };
    let text = || event.text_if_set(track_event::CORRELATION_ID_STR);
    if let Some(text) = interned().or_else(text) {
        return Some(Cow::Borrowed(text));
    }
    let id = event.field(track_event::CORRELATION_ID)?.as_u64();
    Some(Cow::Owned(format!("tp:#{id}").into_bytes()))
}
