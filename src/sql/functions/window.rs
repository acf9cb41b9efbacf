//! `last_non_null`, for windows of rows: what was last said of something that few rows say anything of.
//!
//! SQLite takes rows out of a window in the order in which they came into it.

use rusqlite::Result;
use rusqlite::functions::{Aggregate, Context, WindowAggregate};

use crate::sql::schema::FunctionDef;
use crate::sql::value::Value;

/// What the function is.
pub(super) const LAST_NON_NULL: FunctionDef = FunctionDef {
    usage: "last_non_null(x)",
    doc: "Aggregate, also `OVER` a window: the last value that is not NULL.",
};

/// The function.
pub(super) struct LastNonNull;

/// The rows of a window.
#[derive(Default)]
pub(super) struct Window {
    /// How many there are.
    len: usize,
    /// The last value that is not NULL, and how many rows of the window stand before its row.
    last: Option<(Value, usize)>,
}

impl Window {
    fn value(&self) -> Value {
        let last = self.last.as_ref();
        last.map_or(Value::Null, |(value, _)| value.clone())
    }
}

impl Aggregate<Window, Value> for LastNonNull {
    fn init(&self, _context: &mut Context<'_>) -> Result<Window> {
        Ok(Window::default())
    }

    fn step(&self, context: &mut Context<'_>, window: &mut Window) -> Result<()> {
        let value = Value::of(context.get_raw(0));
        if value != Value::Null {
            window.last = Some((value, window.len));
        }
        window.len += 1;
        Ok(())
    }

    fn finalize(&self, _context: &mut Context<'_>, window: Option<Window>) -> Result<Value> {
        Ok(window.unwrap_or_default().value())
    }
}

impl WindowAggregate<Window, Value> for LastNonNull {
    fn value(&self, window: Option<&mut Window>) -> Result<Value> {
        Ok(window.map_or(Value::Null, |window| window.value()))
    }

    fn inverse(&self, _context: &mut Context<'_>, window: &mut Window) -> Result<()> {
        window.len = window.len.saturating_sub(1);
        window.last = window
            .last
            .take()
            .and_then(|(value, before)| Some((value, before.checked_sub(1)?)));
        Ok(())
    }
}
