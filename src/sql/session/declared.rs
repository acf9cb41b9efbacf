//! Whether what statements make is what they declare it to be, as trace processor checks it.

use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use crate::sql::statement::{Function, Relation, Type, Typed, quoted};

/// Says what is wrong if a table or view has other columns than it declares.
pub(super) fn columns_differ(declared: &Typed, columns: &[String]) -> Option<String> {
    let has: BTreeSet<&str> = columns.iter().map(String::as_str).collect();
    let declared: BTreeSet<&str> = declared.iter().map(|(name, _)| name.as_str()).collect();
    let list = |names: Vec<&str>| names.join(", ");
    let missing = list(declared.difference(&has).copied().collect());
    let more = list(has.difference(&declared).copied().collect());
    match (missing.as_str(), more.as_str()) {
        ("", "") => None,
        (missing, "") => Some(format!(
            "there is no column for what is declared: {missing}"
        )),
        ("", more) => Some(format!("columns are not declared: {more}")),
        (missing, more) => Some(format!(
            "there is no column for what is declared: {missing}; not declared: {more}"
        )),
    }
}

/// Says what is wrong if the body of a function returns other columns than it declares.
pub(super) fn returns_differ(function: &Function, columns: &[String]) -> Option<String> {
    let n = columns.len();
    let Some(declared) = &function.columns else {
        return (n != 1).then(|| format!("{} returns one value, not {n} columns", function.name));
    };
    if n != declared.len() {
        let wanted = declared.len();
        return Some(format!(
            "{} declares {wanted} columns and returns {n}",
            function.name
        ));
    }
    let mut pairs = declared.iter().zip(columns);
    let ((wanted, _), found) = pairs.find(|((wanted, _), found)| wanted != *found)?;
    Some(format!(
        "{} returns column {found} where it declares {wanted}",
        function.name
    ))
}

/// The types of values that a column holds.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    ints: bool,
    /// Whether there are integers that no floating point number equals, as far as one may rely on it.
    large_ints: bool,
    reals: bool,
    texts: bool,
}

/// Up to here all integers are floating point numbers, too.
const EXACT: u64 = 1 << 53;

/// Says what is wrong if a column of a new table holds text as well as numbers, or not what it is
/// declared to hold. Makes integers among floating point numbers such numbers.
pub(super) fn settle_values(
    connection: &Connection,
    made: &Relation,
    columns: &[String],
) -> rusqlite::Result<Option<String>> {
    let table = quoted(&made.stored_name());
    let mut held = vec![Held::default(); columns.len()];
    {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}"))?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            for (column, held) in held.iter_mut().enumerate() {
                match row.get_ref(column)? {
                    ValueRef::Integer(value) => {
                        held.ints = true;
                        held.large_ints |= value.unsigned_abs() > EXACT;
                    }
                    ValueRef::Real(_) => held.reals = true,
                    ValueRef::Text(_) => held.texts = true,
                    ValueRef::Null | ValueRef::Blob(_) => {}
                }
            }
        }
    }
    for (name, held) in columns.iter().zip(held) {
        let declared = made.columns.iter().flatten();
        let mut declared = declared.filter(|(declared, _)| declared == name);
        let declared = declared.next().map(|&(_, declared)| declared);
        let has_numbers = held.ints || held.reals;
        if held.texts && has_numbers {
            return Ok(Some(format!("column {name} holds texts and numbers")));
        }
        let is_text = matches!(declared, Some(Type::Text | Type::Bytes));
        if declared.is_some() && (is_text && has_numbers || !is_text && held.texts) {
            let declared = if is_text { "text" } else { "numbers" };
            let holds = if held.texts { "text" } else { "numbers" };
            return Ok(Some(format!(
                "column {name} is declared to hold {declared}, and holds {holds}"
            )));
        }
        if held.ints && (held.reals || declared == Some(Type::Real)) {
            if held.large_ints {
                return Ok(Some(format!(
                    "column {name} holds floating point numbers and integers that are too large for one"
                )));
            }
            let name = quoted(name);
            connection.execute_batch(&format!(
                "UPDATE {table} SET {name} = CAST({name} AS REAL) WHERE typeof({name}) = 'integer'"
            ))?;
        }
    }
    Ok(None)
}
