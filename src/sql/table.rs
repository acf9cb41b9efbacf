//! Tables as SQLite sees them: planned, searched and read row by row, without unsafe code.
//!
//! A [`Provider`] is a table that [`super::vtab`] makes available to SQLite. Most are tables over the columns
//! of the trace ([`dense`]); a [`Generator`] is a table-valued function.

use std::borrow::Cow;
use std::sync::Arc;

use rusqlite::{Error, Result};

use super::schema::TableDef;
use super::value::Value;
use crate::model::args::Unread;

mod dense;
mod sorted;

pub(super) use dense::{Dense, DenseTable, Index};

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    /// SQL NULL.
    Null,
    /// An integer.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// Text that is stored in the table.
    Text(&'a [u8]),
    /// Text that is made for this row.
    Owned(Vec<u8>),
    /// Bytes.
    Blob(&'a [u8]),
}

impl From<i64> for Cell<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<u32> for Cell<'_> {
    fn from(value: u32) -> Self {
        Self::Int(i64::from(value))
    }
}

impl From<bool> for Cell<'_> {
    fn from(value: bool) -> Self {
        Self::Int(i64::from(value))
    }
}

impl From<f64> for Cell<'_> {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl<'a> From<&'a [u8]> for Cell<'a> {
    fn from(text: &'a [u8]) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.as_bytes())
    }
}

impl<'a> From<Cow<'a, str>> for Cell<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => Self::Owned(text.into_bytes()),
        }
    }
}

/// `None` is NULL.
impl<T: Into<Self>> From<Option<T>> for Cell<'_> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A comparison in a WHERE clause or a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// `=`
    Eq,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// Any other operator; no index supports it.
    Other,
}

/// A comparison of a column with a value.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    /// The column; `None` for the row id.
    pub(super) column: Option<usize>,
    /// The operator.
    pub(super) op: Op,
    /// Whether the value is known when the scan starts.
    pub(super) usable: bool,
    /// How text is compared.
    pub(super) collation: Collation,
    /// The value, if it is a constant.
    pub(super) value: Option<Value>,
}

/// How text is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Collation {
    /// By its bytes.
    Binary,
    /// In another way; no index supports it.
    Other,
}

/// A term of ORDER BY.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// The column; `None` for the row id.
    pub(super) column: Option<usize>,
    /// Whether it descends.
    pub(super) descending: bool,
}

/// A plan for a scan of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// What the scan must know, for [`Provider::open`].
    pub(super) code: i32,
    /// The constraints whose values are passed to the scan, in this order.
    pub(super) args: Vec<usize>,
    /// The cost, in rows visited.
    pub(super) cost: f64,
    /// The estimated number of rows.
    pub(super) rows: i64,
    /// Whether the rows come in the wanted order.
    pub(super) ordered: bool,
    /// Whether there is more than one row.
    pub(super) scan: Scan,
}

/// How many rows a scan can return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// At most one.
    Unique,
    /// Any number.
    Many,
}

/// A table or table-valued function.
pub(super) trait Provider: Send + Sync {
    /// Returns the statement that declares the columns.
    fn ddl(&self) -> String;

    /// Returns the best plan for the constraints; `None` if there is none. The columns that are `used` are one
    /// bit each; the last bit stands for all columns from there on.
    fn plan(&self, constraints: &[Constraint], order: &[Order], used: u64) -> Option<Plan>;

    /// Starts a scan.
    fn open(self: Arc<Self>, code: i32, args: &[Value]) -> Result<Box<dyn Rows>>;

    /// Returns whether SQLite can trust the rows, and need not check the constraints of the arguments again.
    fn is_exact(&self) -> bool {
        false
    }
}

/// Returns the error of ftrace events that cannot be read.
pub(super) fn unread(why: Unread) -> Error {
    let advice = match why {
        Unread::Memory => "; raise the limit with --max-memory",
        Unread::Cancelled | Unread::Changed => "",
    };
    Error::ModuleError(format!("ftrace_event cannot be read: {why}{advice}"))
}

/// The rows of a scan.
pub(super) trait Rows {
    /// Returns whether all rows have been visited.
    fn done(&self) -> bool;

    /// Goes to the next row.
    fn advance(&mut self) -> Result<()>;

    /// Returns a value of the current row.
    fn cell(&self, column: usize) -> Cell<'_>;

    /// Returns the id of the current row.
    fn id(&self) -> i64;
}

/// An inclusive range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The lowest value.
    pub(super) low: i64,
    /// The highest value.
    pub(super) high: i64,
}

impl Bounds {
    /// Every integer.
    pub(super) const ALL: Self = Self {
        low: i64::MIN,
        high: i64::MAX,
    };
    /// No integer.
    const NONE: Self = Self { low: 1, high: 0 };

    /// Returns whether no integer is inside.
    pub(super) const fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Narrows the range by a comparison with a value. Text does not narrow it, because the affinity of the
    /// column decides what the text is compared as.
    fn narrow(self, op: Op, value: &Value) -> Self {
        let (low, high) = match (op, value) {
            (Op::Other, _) | (_, Value::Text(_) | Value::Blob(_)) => return self,
            (_, Value::Null) => return Self::NONE,
            (Op::Eq, &Value::Int(v)) => (Some(v), Some(v)),
            (Op::Ge, &Value::Int(v)) => (Some(v), None),
            (Op::Le, &Value::Int(v)) => (None, Some(v)),
            (Op::Gt, &Value::Int(v)) => match v.checked_add(1) {
                Some(low) => (Some(low), None),
                None => return Self::NONE,
            },
            (Op::Lt, &Value::Int(v)) => match v.checked_sub(1) {
                Some(high) => (None, Some(high)),
                None => return Self::NONE,
            },
            // Conversions saturate and the ends are included, because SQLite checks the rows again.
            (Op::Eq, &Value::Real(v)) => (Some(v.floor() as i64), Some(v.ceil() as i64)),
            (Op::Gt | Op::Ge, &Value::Real(v)) => (Some(v.floor() as i64), None),
            (Op::Lt | Op::Le, &Value::Real(v)) => (None, Some(v.ceil() as i64)),
        };
        Self {
            low: low.map_or(self.low, |low| low.max(self.low)),
            high: high.map_or(self.high, |high| high.min(self.high)),
        }
    }
}

/// A table-valued function, which needs all of its arguments.
pub(super) trait Generator: Send + Sync + 'static {
    /// Returns the definition of the table; the last columns are the arguments.
    fn def(&self) -> TableDef;

    /// Returns approximately how many rows a call returns.
    fn rows_per_call(&self) -> i64 {
        8
    }

    /// Returns whether the rows come in ascending order of column 0.
    fn is_ordered(&self) -> bool {
        false
    }

    /// Returns whether the argument columns are not read: SQLite trusts the rows then.
    fn is_exact(&self) -> bool {
        false
    }

    /// Calls the function.
    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>>;
}

/// The [`Provider`] of a [`Generator`].
pub(super) struct GeneratorTable<T> {
    generator: Arc<T>,
    def: TableDef,
}

impl<T: Generator> GeneratorTable<T> {
    /// Returns the table of a function.
    pub(super) fn new(generator: T) -> Self {
        Self {
            def: generator.def(),
            generator: Arc::new(generator),
        }
    }
}

impl<T: Generator> Provider for GeneratorTable<T> {
    fn ddl(&self) -> String {
        self.def.ddl()
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order], _used: u64) -> Option<Plan> {
        let columns = self.def.columns.len();
        let n_args = self.def.arguments().count();
        let mut plan = plan_call(columns - n_args..columns, constraints)?;
        plan.rows = self.generator.rows_per_call();
        plan.cost = plan.rows as f64 + 10.0;
        plan.ordered = self.generator.is_ordered()
            && matches!(
                order,
                [Order {
                    column: Some(0),
                    descending: false
                }]
            );
        Some(plan)
    }

    fn is_exact(&self) -> bool {
        self.generator.is_exact()
    }

    fn open(self: Arc<Self>, _code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        expect_args(self.def.name, args, self.def.arguments().count())?;
        Arc::clone(&self.generator).call(args)
    }
}

/// Returns an error unless a call of a function has all of its arguments.
pub(super) fn expect_args(name: &str, args: &[Value], wanted: usize) -> Result<()> {
    if args.len() == wanted {
        return Ok(());
    }
    let arguments = if wanted == 1 { "argument" } else { "arguments" };
    let message = format!("{name} needs {wanted} {arguments}");
    Err(Error::ModuleError(message))
}

/// Plans a call: every argument column needs an equality. After `None`, SQLite tries other join orders; a
/// call with missing arguments gets a plan that fails when it runs.
pub(super) fn plan_call(
    arguments: std::ops::Range<usize>,
    constraints: &[Constraint],
) -> Option<Plan> {
    let mut args = Vec::new();
    for column in arguments {
        let mut given = constraints
            .iter()
            .enumerate()
            .filter(|(_, c)| c.column == Some(column) && c.op == Op::Eq)
            .peekable();
        if given.peek().is_none() {
            break;
        }
        args.push(given.find(|(_, c)| c.usable)?.0);
    }
    Some(Plan {
        code: 0,
        args,
        cost: 10.0,
        rows: 1,
        ordered: false,
        scan: Scan::Many,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    thread_local! {
        /// How many rows the scans of this thread have visited.
        pub(in crate::sql) static VISITED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }

    #[test]
    fn bounds_narrow_to_what_can_match() {
        let at = |op, value| {
            let bounds = Bounds::ALL.narrow(op, &value);
            (bounds.low, bounds.high)
        };
        assert_eq!(at(Op::Gt, Value::Int(5)), (6, i64::MAX));
        assert_eq!(at(Op::Lt, Value::Int(5)), (i64::MIN, 4));
        assert_eq!(at(Op::Eq, Value::Real(2.5)), (2, 3));
        assert_eq!(at(Op::Ge, Value::Real(1e300)), (i64::MAX, i64::MAX));
        assert!(Bounds::ALL.narrow(Op::Gt, &Value::Int(i64::MAX)).is_empty());
        assert!(Bounds::ALL.narrow(Op::Eq, &Value::Null).is_empty());
        assert_eq!(
            Bounds::ALL.narrow(Op::Eq, &Value::Text(b"5".to_vec())),
            Bounds::ALL
        );
    }
}
