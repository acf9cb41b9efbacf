//! Triggers: what made the recorder start, stop or save a trace.

use super::chrome;
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink};
use crate::model::args::StoredArg;
use crate::model::trace::MetadataValue;
use crate::model::track::{Scope, TrackData};
use crate::proto::{chrome_trigger, trigger};

/// The number that says when a trigger saved the trace.
const SAVED: &str = "traced_clone_trigger_timestamp_ns";

/// Imports `Trigger`. A trigger that saved the trace says what the trace is of.
pub(super) fn trigger(payload: Message<'_>, saves: bool, at: At, sink: &mut Sink) {
    let name = payload.text_if_set(trigger::TRIGGER_NAME);
    let mut args = Vec::new();
    if let Some(producer) = payload.text_if_set(trigger::PRODUCER_NAME) {
        args.push(sink.text_arg("producer_name", producer));
    }
    if let Some(user) = payload.field(trigger::TRUSTED_PRODUCER_UID) {
        args.push(sink.int_arg("trusted_producer_uid", i64::from(user.as_i32())));
    }
    instant(name, &args, at, sink);
    // Of several, the first one that saved the trace counts, else the first of all.
    let counts = if saves {
        sink.issues.get_indexed(SAVED, None).is_none()
    } else {
        let mut rows = sink.metadata.iter();
        !rows.any(|row| row.name == "trace_trigger")
    };
    if counts {
        if saves {
            sink.issues.set(SAVED, None, at.ts);
        }
        let name = name.map(|name| String::from_utf8_lossy(name).into_owned());
        let name = name.map_or(MetadataValue::Missing, MetadataValue::Str);
        sink.set_metadata("trace_trigger", name);
    }
}

/// Imports `ChromeTrigger`.
pub(super) fn chrome_trigger(payload: Message<'_>, at: At, sink: &mut Sink) {
    let mut args = Vec::new();
    if let Some(hash) = payload.field(chrome_trigger::TRIGGER_NAME_HASH) {
        let hash = hash.as_u32();
        args.push(sink.uint_arg("chrome_trigger.name_hash", u64::from(hash)));
        let rule = MetadataValue::Int(i64::from(hash));
        chrome::add("cr-triggered_rule_name_hash".to_owned(), rule, sink);
    }
    let name = payload.text_if_set(chrome_trigger::TRIGGER_NAME);
    if let Some(name) = name {
        args.push(sink.text_arg("chrome_trigger.name", name));
    }
    instant(Some(name.unwrap_or(b"chrome_trigger")), &args, at, sink);
}

fn instant(name: Option<&[u8]>, args: &[StoredArg], at: At, sink: &mut Sink) {
    let (scope, created) = (Scope::Global, at.created());
    let data = TrackData::Slices;
    let track = sink.track("triggers", scope, Some("Trace Triggers"), data, created);
    let label = sink.label(name, None);
    let pos = sink.pos_with(args, at);
    sink.instant(track, at.time(), pos, label);
}
