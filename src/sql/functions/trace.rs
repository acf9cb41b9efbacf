//! Functions that read the trace.

use rusqlite::Result;
use rusqlite::functions::Context;

use super::time::iso8601;
use super::{OfTrace, bytes, integer};
use crate::base::hash::fnv1a;
use crate::base::intern::StrId;
use crate::base::time::Dur;
use crate::model::args::ArgValue;
use crate::model::ids::SliceId;
use crate::model::trace::{ClockRow, Trace};
use crate::sql::schema::FunctionDef;
use crate::sql::table::unread;
use crate::sql::tables::{Shared, args};
use crate::sql::value::Value;

const fn of_trace(
    usage: &'static str,
    doc: &'static str,
    n_args: i32,
    call: fn(&Shared, &Context<'_>) -> Result<Value>,
) -> OfTrace {
    OfTrace {
        def: FunctionDef { usage, doc },
        n_args,
        call,
    }
}

/// The functions.
pub(super) const FUNCTIONS: &[OfTrace] = &[
    of_trace(
        "extract_arg(arg_set_id, key)",
        "The value of one argument; NULL if there is none.",
        2,
        extract_arg,
    ),
    of_trace(
        "slice_is_ancestor(ancestor, descendant)",
        "Whether one slice encloses another; NULL if an id is none.",
        2,
        is_ancestor,
    ),
    of_trace(
        "_slice_stack_id(slice_id)",
        "A hash of the names and categories of a slice and all that enclose it.",
        1,
        stack_id,
    ),
    of_trace("trace_start()", "Time of the first row.", 0, |shared, _| {
        Ok(Value::Int(shared.trace.bounds.start().ns()))
    }),
    of_trace("trace_end()", "When the last row ends.", 0, |shared, _| {
        Ok(Value::Int(shared.trace.bounds.end().ns()))
    }),
    of_trace(
        "trace_dur()",
        "The time between the two.",
        0,
        |shared, _| Ok(Value::Int(shared.trace.bounds.dur().ns())),
    ),
    of_trace(
        "to_realtime(ts)",
        "A time of the trace as nanoseconds since 1970; NULL if the trace does not say.",
        1,
        |shared, c| on_clock(shared, c, REALTIME),
    ),
    of_trace(
        "to_monotonic(ts)",
        "A time of the trace on the monotonic clock; NULL if the trace does not say.",
        1,
        |shared, c| on_clock(shared, c, MONOTONIC),
    ),
    of_trace(
        "abs_time_str(ts)",
        "A time of the trace as an ISO 8601 text in UTC.",
        1,
        abs_time_str,
    ),
];

const REALTIME: u32 = 1;
const MONOTONIC: u32 = 3;

fn extract_arg(shared: &Shared, context: &Context<'_>) -> Result<Value> {
    let (Some(set), Some(key)) = (integer(context, 0)?, bytes(context, 1)?) else {
        return Ok(Value::Null);
    };
    shared
        .args
        .prepare(&(set..set.saturating_add(1)))
        .map_err(unread)?;
    Ok(match shared.args.get(set, key) {
        None | Some(ArgValue::Null | ArgValue::NoStr) => Value::Null,
        Some(ArgValue::Real(value)) => Value::Real(value),
        Some(ArgValue::Str(value)) => Value::Text(value.into_owned()),
        Some(value) => args::int_value(&value).map_or(Value::Null, Value::Int),
    })
}

fn is_ancestor(shared: &Shared, context: &Context<'_>) -> Result<Value> {
    let trace = &shared.trace;
    let slice = |index: usize| -> Result<Option<SliceId>> {
        Ok(integer(context, index)?.and_then(|id| trace.sql_ids().slice(id)))
    };
    let (Some(above), Some(below)) = (slice(0)?, slice(1)?) else {
        return Ok(Value::Null);
    };
    Ok(Value::Int(i64::from(encloses(trace, above, below))))
}

/// Returns whether `below` is on the same track as `above` and inside its time, as the function of Perfetto's
/// standard library says: a slice encloses itself, and one of its own time at any depth.
fn encloses(trace: &Trace, above: SliceId, below: SliceId) -> bool {
    let slices = &trace.slices;
    let end = |id: SliceId| {
        let dur = slices.dur(id).map_or(-1, Dur::ns);
        slices.ts(id).ns().saturating_add(dur)
    };
    slices.track_of(above) == slices.track_of(below)
        && slices.ts(above) <= slices.ts(below)
        && (slices.dur(above).is_none() || end(above) >= end(below))
}

/// Hashes category and name of each slice of the stack, then these hashes from the outermost on.
fn stack_id(shared: &Shared, context: &Context<'_>) -> Result<Value> {
    let trace = &shared.trace;
    let Some(slice) = integer(context, 0)?.and_then(|id| trace.sql_ids().slice(id)) else {
        return Ok(Value::Null);
    };
    let text = |id: Option<StrId>| id.map_or(&b""[..], |id| trace.bytes(id));
    let mut hashes: Vec<String> = std::iter::once(slice)
        .chain(trace.slices.ancestors(slice))
        .map(|id| {
            let label = trace.slices.label(id);
            let parts = [text(label.category), b"|", text(label.name)];
            (fnv1a(parts) as i64).to_string()
        })
        .collect();
    hashes.reverse();
    Ok(Value::Int(fnv1a([hashes.join("|").as_bytes()]) as i64))
}

/// Returns a time of the trace on another clock: the last reading of that clock before it, plus the time
/// since then, but at most the next reading. Before the first reading the result is that reading.
fn convert(trace: &Trace, ts: i64, clock: u32) -> Option<i64> {
    let readings = trace
        .clocks
        .iter()
        .filter(|row| row.clock_id == clock && row.machine == 0);
    let (mut last, mut next): (Option<&ClockRow>, Option<&ClockRow>) = (None, None);
    for row in readings {
        if row.ts < ts {
            last = last.filter(|last| last.ts >= row.ts).or(Some(row));
        } else {
            next = next.filter(|next| next.ts <= row.ts).or(Some(row));
        }
    }
    let after = |last: &ClockRow| last.clock_value.saturating_add(ts.saturating_sub(last.ts));
    match (last, next) {
        (None, None) => None,
        (Some(last), None) => Some(after(last)),
        (Some(last), Some(next)) if next.ts > ts => Some(after(last).min(next.clock_value)),
        (_, Some(next)) => Some(next.clock_value),
    }
}

fn on_clock(shared: &Shared, context: &Context<'_>, clock: u32) -> Result<Value> {
    let value = integer(context, 0)?.and_then(|ts| convert(&shared.trace, ts, clock));
    Ok(value.map_or(Value::Null, Value::Int))
}

fn abs_time_str(shared: &Shared, context: &Context<'_>) -> Result<Value> {
    let value = integer(context, 0)?.and_then(|ts| convert(&shared.trace, ts, REALTIME));
    Ok(value.map_or(Value::Null, |ns| Value::Text(iso8601(ns).into_bytes())))
}
