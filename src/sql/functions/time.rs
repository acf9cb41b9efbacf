//! Functions that convert durations, and times to text.

use rusqlite::Result;
use rusqlite::functions::Context;

use super::{Pure, integer, pure};
use crate::base::time::civil_date;
use crate::sql::value::Value;

const fn of_one(
    usage: &'static str,
    doc: &'static str,
    call: fn(&Context<'_>) -> Result<Value>,
) -> Pure {
    pure(usage, doc, 1, call)
}

const US: i64 = 1000;
const MS: i64 = 1000 * US;
const S: i64 = 1000 * MS;
const MIN: i64 = 60 * S;
const HOUR: i64 = 60 * MIN;
const DAY: i64 = 24 * HOUR;

/// The functions.
pub(super) const FUNCTIONS: &[Pure] = &[
    of_one("time_from_ns(n)", "Nanoseconds as nanoseconds.", |c| {
        from(c, 1)
    }),
    of_one("time_from_us(n)", "Microseconds as nanoseconds.", |c| {
        from(c, US)
    }),
    of_one("time_from_ms(n)", "Milliseconds as nanoseconds.", |c| {
        from(c, MS)
    }),
    of_one("time_from_s(n)", "Seconds as nanoseconds.", |c| from(c, S)),
    of_one("time_from_min(n)", "Minutes as nanoseconds.", |c| {
        from(c, MIN)
    }),
    of_one("time_from_hours(n)", "Hours as nanoseconds.", |c| {
        from(c, HOUR)
    }),
    of_one("time_from_days(n)", "Days as nanoseconds.", |c| {
        from(c, DAY)
    }),
    of_one("time_to_ns(ns)", "Nanoseconds as nanoseconds.", |c| {
        to(c, 1)
    }),
    of_one(
        "time_to_us(ns)",
        "Nanoseconds as whole microseconds.",
        |c| to(c, US),
    ),
    of_one(
        "time_to_ms(ns)",
        "Nanoseconds as whole milliseconds.",
        |c| to(c, MS),
    ),
    of_one("time_to_s(ns)", "Nanoseconds as whole seconds.", |c| {
        to(c, S)
    }),
    of_one("time_to_min(ns)", "Nanoseconds as whole minutes.", |c| {
        to(c, MIN)
    }),
    of_one("time_to_hours(ns)", "Nanoseconds as whole hours.", |c| {
        to(c, HOUR)
    }),
    of_one("time_to_days(ns)", "Nanoseconds as whole days.", |c| {
        to(c, DAY)
    }),
    of_one(
        "to_timecode(ts)",
        "A time as `HH:MM:SS mmm uuu nnn`.",
        timecode,
    ),
];

fn from(context: &Context<'_>, unit: i64) -> Result<Value> {
    Ok(match integer(context, 0)? {
        None => Value::Null,
        // On overflow the result is a floating point number, as in SQLite's arithmetic.
        Some(n) => n
            .checked_mul(unit)
            .map_or(Value::Real(n as f64 * unit as f64), Value::Int),
    })
}

fn to(context: &Context<'_>, unit: i64) -> Result<Value> {
    Ok(integer(context, 0)?.map_or(Value::Null, |ns| Value::Int(ns / unit)))
}

fn timecode(context: &Context<'_>) -> Result<Value> {
    let Some(ns) = integer(context, 0)? else {
        return Ok(Value::Null);
    };
    let (sign, ns) = (if ns < 0 { "-" } else { "" }, ns.unsigned_abs());
    let part = |unit: i64, modulo: u64| ns / unit.unsigned_abs() % modulo;
    let text = format!(
        "{sign}{:02}:{:02}:{:02} {:03} {:03} {:03}",
        ns / HOUR.unsigned_abs(),
        part(MIN, 60),
        part(S, 60),
        part(MS, 1000),
        part(US, 1000),
        ns % 1000
    );
    Ok(Value::Text(text.into_bytes()))
}

/// Returns nanoseconds since 1970 as an ISO 8601 text in UTC.
pub(super) fn iso8601(ns: i64) -> String {
    let days = ns.div_euclid(DAY);
    let rest = ns.rem_euclid(DAY);
    let (year, month, day) = civil_date(days);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:09}",
        rest / HOUR,
        rest / MIN % 60,
        rest / S % 60,
        rest % S
    )
}
