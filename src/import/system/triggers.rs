//! Triggers: what made the recorder start, stop or save a trace.

use super::{arg, chrome};
use crate::decode::fields::Fields;
use crate::import::ftrace::At;
use crate::import::sink::Sink;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::trace::MetadataValue;
use crate::model::track::{Scope, TrackData};
use crate::proto::{chrome_trigger, trigger};

/// Imports `Trigger`. A trigger that saved the trace says what the trace is of.
pub(super) fn trigger(payload: &[u8], saves: bool, at: At, sink: &mut Sink) {
    let last = |number| Fields::new(payload).last_of(number);
    let name = last(trigger::TRIGGER_NAME).map(|name| name.as_bytes());
    let producer = last(trigger::PRODUCER_NAME).map(|name| sink.strings.intern(name.as_bytes()));
    let user = last(trigger::TRUSTED_PRODUCER_UID).map(|user| i64::from(user.as_i32()));
    let mut args = Vec::new();
    if let Some(producer) = producer {
        args.push(arg("producer_name", StoredValue::Str(Some(producer)), sink));
    }
    if let Some(user) = user {
        args.push(arg("trusted_producer_uid", StoredValue::Int(user), sink));
    }
    instant(name, &args, at, sink);
    let has_one = sink.metadata.iter().any(|row| row.name == "trace_trigger");
    if saves || !has_one {
        let name = name.map(|name| String::from_utf8_lossy(name).into_owned());
        let name = name.map_or(MetadataValue::Missing, MetadataValue::Str);
        sink.set_metadata("trace_trigger", name);
    }
}

/// Imports `ChromeTrigger`.
pub(super) fn chrome_trigger(payload: &[u8], at: At, sink: &mut Sink) {
    let last = |number| Fields::new(payload).last_of(number);
    let mut args = Vec::new();
    if let Some(hash) = last(chrome_trigger::TRIGGER_NAME_HASH) {
        let hash = hash.as_u32();
        let arg = arg(
            "chrome_trigger.name_hash",
            StoredValue::Uint(u64::from(hash)),
            sink,
        );
        args.push(arg);
        let rule = MetadataValue::Int(i64::from(hash));
        chrome::add("cr-triggered_rule_name_hash".to_owned(), rule, sink);
    }
    let name = last(chrome_trigger::TRIGGER_NAME).map(|name| name.as_bytes());
    if let Some(name) = name {
        let name = StoredValue::Str(Some(sink.strings.intern(name)));
        args.push(arg("chrome_trigger.name", name, sink));
    }
    instant(Some(name.unwrap_or(b"chrome_trigger")), &args, at, sink);
}

fn instant(name: Option<&[u8]>, args: &[StoredArg], at: At, sink: &mut Sink) {
    let (scope, created) = (Scope::Global, at.created());
    let data = TrackData::Slices;
    let track = sink.track("triggers", scope, Some("Trace Triggers"), data, created);
    let label = sink.label(name, None);
    let set = sink.store_args(args);
    let pos = set.map_or(at.pos(), EventPos::stored);
    sink.instant(track, at.time(), pos, label);
}
