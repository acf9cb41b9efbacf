//! Functions of mathematics, and aggregates of numbers.
//!
//! Where there is no result, as for the root of a negative number, it is NULL.

use rusqlite::Result;
use rusqlite::functions::{Aggregate, Context};
use rusqlite::types::ValueRef;

use super::{Pure, pure, wrong};
use crate::sql::schema::FunctionDef;
use crate::sql::value::Value;

/// The functions.
pub(super) const FUNCTIONS: &[Pure] = &[
    pure(
        "ln(x)",
        "The natural logarithm; NULL unless x > 0.",
        1,
        |c| Ok(positive(c, f64::ln)),
    ),
    pure("exp(x)", "e to the power of x.", 1, |c| {
        Ok(number(c, f64::exp))
    }),
    pure("sqrt(x)", "The square root; NULL for negative x.", 1, |c| {
        Ok(number(c, f64::sqrt))
    }),
    pure("power(x, y)", "x to the power of y.", 2, |c| {
        Ok(two(c, f64::powf))
    }),
    pure("pow(x, y)", "The same.", 2, |c| Ok(two(c, f64::powf))),
    pure(
        "mod(x, y)",
        "What is left of x divided by y, as a real.",
        2,
        |c| Ok(two(c, |x, y| x % y)),
    ),
    pure("ceil(x)", "The next integer above.", 1, |c| {
        Ok(whole(c, f64::ceil))
    }),
    pure("ceiling(x)", "The same.", 1, |c| Ok(whole(c, f64::ceil))),
    pure("floor(x)", "The next integer below.", 1, |c| {
        Ok(whole(c, f64::floor))
    }),
    pure("trunc(x)", "The next integer towards zero.", 1, |c| {
        Ok(whole(c, f64::trunc))
    }),
    pure("pi()", "3.14159…", 0, |_| {
        Ok(Value::Real(std::f64::consts::PI))
    }),
    pure("log10(x)", "The logarithm to base 10.", 1, |c| {
        Ok(positive(c, f64::log10))
    }),
    pure("log(x)", "The logarithm to base 10.", 1, |c| {
        Ok(positive(c, f64::log10))
    }),
    pure(
        "log(base, x)",
        "The logarithm to a base; NULL unless base > 1 and x > 0.",
        2,
        |c| {
            let log = |base: f64, x: f64| {
                let is_one = base > 1.0 && x > 0.0;
                if is_one { x.ln() / base.ln() } else { f64::NAN }
            };
            Ok(two(c, log))
        },
    ),
    pure("log2(x)", "The logarithm to base 2.", 1, |c| {
        Ok(positive(c, f64::log2))
    }),
    pure("sin(x)", "The sine of an angle in radians.", 1, |c| {
        Ok(number(c, f64::sin))
    }),
    pure("cos(x)", "The cosine.", 1, |c| Ok(number(c, f64::cos))),
    pure("tan(x)", "The tangent.", 1, |c| Ok(number(c, f64::tan))),
    pure("asin(x)", "The angle with this sine.", 1, |c| {
        Ok(number(c, f64::asin))
    }),
    pure("acos(x)", "The angle with this cosine.", 1, |c| {
        Ok(number(c, f64::acos))
    }),
    pure("atan(x)", "The angle with this tangent.", 1, |c| {
        Ok(number(c, f64::atan))
    }),
    pure(
        "atan2(y, x)",
        "The angle at which the point (x, y) lies.",
        2,
        |c| Ok(two(c, f64::atan2)),
    ),
    pure("sinh(x)", "The hyperbolic sine.", 1, |c| {
        Ok(number(c, f64::sinh))
    }),
    pure("cosh(x)", "The hyperbolic cosine.", 1, |c| {
        Ok(number(c, f64::cosh))
    }),
    pure("tanh(x)", "The hyperbolic tangent.", 1, |c| {
        Ok(number(c, f64::tanh))
    }),
    pure(
        "asinh(x)",
        "The number with this hyperbolic sine.",
        1,
        |c| Ok(number(c, f64::asinh)),
    ),
    pure(
        "acosh(x)",
        "The number with this hyperbolic cosine; NULL unless x >= 1.",
        1,
        |c| Ok(number(c, f64::acosh)),
    ),
    pure(
        "atanh(x)",
        "The number with this hyperbolic tangent; NULL unless -1 <= x <= 1.",
        1,
        |c| Ok(number(c, f64::atanh)),
    ),
    pure("radians(x)", "Degrees as radians.", 1, |c| {
        Ok(number(c, f64::to_radians))
    }),
    pure("degrees(x)", "Radians as degrees.", 1, |c| {
        Ok(number(c, f64::to_degrees))
    }),
];

/// The aggregates.
pub(super) const AGGREGATES: &[FunctionDef] = &[
    FunctionDef {
        usage: "percentile(x, p)",
        doc: "Aggregate: the value below which p percent of the values lie, interpolated.",
    },
    FunctionDef {
        usage: "percentile_cont(x, p)",
        doc: "Aggregate: the same, with p from 0 to 1.",
    },
    FunctionDef {
        usage: "percentile_disc(x, p)",
        doc: "Aggregate: the same, but the lower of the two values instead of one between them.",
    },
    FunctionDef {
        usage: "median(x)",
        doc: "Aggregate: the value in the middle.",
    },
];

/// Returns an argument as the functions of mathematics read it: text is the number that it spells, everything
/// else NULL.
fn numeric(context: &Context<'_>, index: usize) -> Value {
    match context.get_raw(index) {
        ValueRef::Integer(value) => Value::Int(value),
        ValueRef::Real(value) => Value::Real(value),
        ValueRef::Text(text) => spelled(text),
        ValueRef::Null | ValueRef::Blob(_) => Value::Null,
    }
}

/// Returns the number that a text spells, or NULL.
fn spelled(text: &[u8]) -> Value {
    let text = text.trim_ascii();
    // Words such as `inf` are no numbers of SQL.
    let is_of_number = |c: &u8| c.is_ascii_digit() || b"+-.eE".contains(c);
    let text = std::str::from_utf8(text).ok();
    let Some(text) = text.filter(|text| text.as_bytes().iter().all(is_of_number)) else {
        return Value::Null;
    };
    let int = text.parse().map(Value::Int);
    int.or_else(|_| text.parse().map(Value::Real))
        .unwrap_or(Value::Null)
}

fn as_real(value: &Value) -> Option<f64> {
    match *value {
        Value::Int(value) => Some(value as f64),
        Value::Real(value) => Some(value),
        _ => None,
    }
}

/// Returns a result; NULL if it is not a number.
fn result(value: Option<f64>) -> Value {
    let value = value.filter(|value| !value.is_nan());
    value.map_or(Value::Null, Value::Real)
}

/// Applies `of` to a number.
fn number(context: &Context<'_>, of: fn(f64) -> f64) -> Value {
    result(as_real(&numeric(context, 0)).map(of))
}

fn positive(context: &Context<'_>, of: fn(f64) -> f64) -> Value {
    let value = as_real(&numeric(context, 0)).filter(|value| *value > 0.0);
    result(value.map(of))
}

/// Applies `of` to two numbers.
fn two(context: &Context<'_>, of: fn(f64, f64) -> f64) -> Value {
    let [x, y] = [0, 1].map(|index| as_real(&numeric(context, index)));
    result(x.zip(y).map(|(x, y)| of(x, y)))
}

/// Applies `of` to a number that is no integer; not every integer has a floating-point number.
fn whole(context: &Context<'_>, of: fn(f64) -> f64) -> Value {
    match numeric(context, 0) {
        Value::Real(value) => result(Some(of(value))),
        value => value,
    }
}

/// The aggregates `percentile`, `percentile_cont`, `percentile_disc` and `median`.
pub(super) struct Percentile {
    /// What the function is called.
    pub(super) name: &'static str,
    /// The number that stands for all of the values.
    pub(super) all: f64,
    /// Whether only values that there are can be the result.
    pub(super) is_discrete: bool,
}

/// The values that a percentile is of, and the part of them that is asked for.
pub(super) type Values = (Vec<f64>, Option<f64>);

impl Percentile {
    /// Returns the number in an argument; `None` for NULL.
    fn real(&self, context: &Context<'_>, index: usize) -> Result<Option<f64>> {
        let value = match context.get_raw(index) {
            ValueRef::Null => return Ok(None),
            ValueRef::Integer(value) => value as f64,
            ValueRef::Real(value) => value,
            ValueRef::Text(_) | ValueRef::Blob(_) => {
                return Err(wrong(format!("{}: not a number", self.name)));
            }
        };
        if value.is_infinite() {
            return Err(wrong(format!("{}: an infinite value", self.name)));
        }
        Ok(Some(value))
    }
}

impl Aggregate<Values, Value> for Percentile {
    fn init(&self, _context: &mut Context<'_>) -> Result<Values> {
        Ok((Vec::new(), None))
    }

    fn step(&self, context: &mut Context<'_>, state: &mut Values) -> Result<()> {
        if context.len() == 2 {
            let part = self.real(context, 1)?.map(|part| part / self.all);
            let part = part.filter(|part| (0.0..=1.0).contains(part));
            let part = part.ok_or_else(|| {
                wrong(format!(
                    "{}: p must be between 0 and {}",
                    self.name, self.all
                ))
            })?;
            if state
                .1
                .is_some_and(|earlier| earlier.total_cmp(&part).is_ne())
            {
                return Err(wrong(format!(
                    "{}: p must be the same in all rows",
                    self.name
                )));
            }
            state.1 = Some(part);
        }
        state.0.extend(self.real(context, 0)?);
        Ok(())
    }

    fn finalize(&self, _context: &mut Context<'_>, state: Option<Values>) -> Result<Value> {
        let Some((mut values, part)) = state.filter(|(values, _)| !values.is_empty()) else {
            return Ok(Value::Null);
        };
        values.sort_by(f64::total_cmp);
        let place = part.unwrap_or(0.5) * (values.len() - 1) as f64;
        let low = values[place.floor() as usize];
        let high = values[place.ceil() as usize];
        let between = if self.is_discrete { 0.0 } else { place.fract() };
        Ok(Value::Real(low + (high - low) * between))
    }
}
