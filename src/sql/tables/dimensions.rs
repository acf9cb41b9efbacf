//! The dimensions of tracks, in which tracks of the same type differ: owner, name or uuid.
//!
//! Importers only store dimensions that cannot be derived; the others are derived from the track when they
//! are needed.

use std::borrow::Cow;

use crate::model::args::{Arg, ArgValue};
use crate::model::trace::Trace;
use crate::model::track::{Scope, Track};

/// The types whose tracks may have the same owner and differ in the name.
const NAMED: &[&[u8]] = &[
    b"atrace_async_slice",
    b"atrace_async_slice_for_track",
    b"atrace_counter",
    b"gpu_counter",
    b"legacy_async_global_slice",
    b"legacy_async_process_slice",
];

/// Calls `each` with the derived dimensions of a track.
pub(super) fn each(trace: &Trace, track: &Track, each: &mut dyn FnMut(Arg<'_>)) {
    let mut arg = |key: &'static str, value: ArgValue<'_>| {
        each(Arg {
            flat_key: Cow::Borrowed(key),
            key: Cow::Borrowed(key),
            value,
        });
    };
    match track.scope {
        Scope::Global => {}
        Scope::Process(upid) => arg("upid", ArgValue::Int(i64::from(upid.0))),
        Scope::Thread(utid) => arg("utid", ArgValue::Int(i64::from(utid.0))),
        Scope::Cpu(cpu) => arg("cpu", ArgValue::Int(i64::from(cpu))),
        Scope::Gpu(gpu) => {
            arg("ugpu", ArgValue::Int(i64::from(gpu)));
            arg("gpu", ArgValue::Int(i64::from(gpu)));
        }
    }
    let kind = trace.bytes(track.type_name);
    if NAMED.contains(&kind)
        && let Some(name) = track.name
    {
        arg("name", ArgValue::Str(Cow::Borrowed(trace.bytes(name))));
    }
    // A track that was merged from several has the uuid of only one of them.
    if track.uuid != 0 && kind.ends_with(b"_track_event") && !kind.ends_with(b"_merged_track_event")
    {
        arg("track_uuid", ArgValue::Int(track.uuid as i64));
    }
}
