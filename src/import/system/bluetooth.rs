//! Packets between host and Bluetooth controller, counted for a short time each.

use crate::decode::fields::Message;
use crate::import::sink::{At, Sink};
use crate::model::track::{Scope, TrackData};
use crate::proto::bluetooth_trace_event as event;

/// The name of track and slices.
const NAME: &str = "BluetoothTraceEvent";

/// Kinds of packets, from 1.
const KINDS: [&str; 8] = [
    "HCI_CMD",
    "HCI_EVT",
    "HCI_ACL_RX",
    "HCI_ACL_TX",
    "HCI_SCO_RX",
    "HCI_SCO_TX",
    "HCI_ISO_RX",
    "HCI_ISO_TX",
];

/// Imports `BluetoothTraceEvent`.
pub(super) fn event(payload: Message<'_>, at: At, sink: &mut Sink) {
    let (scope, data) = (Scope::Global, TrackData::Slices);
    let created = at.created();
    let track = sink.track("bluetooth_trace_event", scope, Some(NAME), data, created);
    let mut args = Vec::new();
    if let Some(kind) = payload.field(event::PACKET_TYPE) {
        let known = usize::try_from(kind.as_u64()).ok();
        let known = known.and_then(|kind| KINDS.get(kind.checked_sub(1)?));
        let kind = known.copied().unwrap_or("PBZERO_UNKNOWN_ENUM_VALUE");
        args.push(sink.text_arg("TracePacketType", kind));
    }
    for (number, key) in [
        (event::COUNT, "Count"),
        (event::LENGTH, "Length"),
        (event::OP_CODE, "Op Code"),
        (event::EVENT_CODE, "Event Code"),
        (event::SUBEVENT_CODE, "Subevent Code"),
        (event::CONNECTION_HANDLE, "Handle"),
    ] {
        if let Some(value) = payload.field(number) {
            args.push(sink.uint_arg(key, u64::from(value.as_u32())));
        }
    }
    let label = sink.label(Some(NAME.as_bytes()), None);
    let pos = sink.pos_with(&args, at);
    let dur = i64::from(payload.u32(event::DURATION));
    sink.complete(track, at.time(), dur, pos, label);
}
