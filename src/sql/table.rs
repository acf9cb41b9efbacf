//! Tables as SQLite sees them: planned, searched and read row by row, without unsafe code.
//!
//! A [`Dense`] table has rows `0..len` whose cells are computed from the trace's
//! columns. [`DenseTable`] adds the searching: sorted columns by binary search,
//! others by an index that is built when a query first needs it. Rows always
//! come in ascending row order, and a search may return too many rows but never
//! too few, because SQLite checks every constraint again.

use std::sync::{Arc, OnceLock};

use rusqlite::{Connection, Error, Result};

use super::schema::TableDef;

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    /// SQL NULL.
    Null,
    /// An integer.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// Text that lives in the table.
    Text(&'a [u8]),
    /// Text that was made for this row.
    Owned(Vec<u8>),
    /// Bytes.
    Blob(&'a [u8]),
}

impl Cell<'_> {
    /// Returns an integer or NULL.
    pub(super) fn int_or_null(value: Option<i64>) -> Self {
        value.map_or(Self::Null, Self::Int)
    }
}

/// A value that rows are searched for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Search {
    /// SQL NULL, which nothing equals.
    Null,
    /// An integer.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// Text.
    Text(Vec<u8>),
    /// Bytes.
    Blob(Vec<u8>),
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
    /// Any other, which no index answers.
    Other,
}

/// A comparison of a column with a value.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    /// The column, `None` for the row id.
    pub(super) column: Option<usize>,
    /// How it is compared.
    pub(super) op: Op,
    /// Whether the value is known when the scan starts.
    pub(super) usable: bool,
    /// Whether text is compared by its bytes.
    pub(super) binary: bool,
    /// The value, if it is a constant.
    pub(super) value: Option<Search>,
}

/// A term of ORDER BY.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// The column, `None` for the row id.
    pub(super) column: Option<usize>,
    /// Whether it descends.
    pub(super) descending: bool,
}

/// How a table would be scanned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// What the scan has to know, for [`Provider::open`].
    pub(super) code: i32,
    /// The constraints whose values the scan is given, in this order.
    pub(super) args: Vec<usize>,
    /// What it costs, in rows visited.
    pub(super) cost: f64,
    /// How many rows it returns.
    pub(super) rows: i64,
    /// Whether rows come in the order asked for.
    pub(super) ordered: bool,
    /// Whether there is at most one row.
    pub(super) unique: bool,
}

/// A table or table-valued function.
pub(super) trait Provider: Send + Sync {
    /// Returns the statement that declares the columns.
    fn ddl(&self) -> String;

    /// Returns the best way to scan for the constraints, `None` if there is none.
    fn plan(&self, constraints: &[Constraint], order: &[Order]) -> Option<Plan>;

    /// Starts a scan.
    fn open(self: Arc<Self>, code: i32, args: &[Search]) -> Result<Box<dyn Rows>>;

    /// Returns whether scans run SQL and are started by [`Self::open_with`].
    fn runs_sql(&self) -> bool {
        false
    }

    /// Starts a scan that runs SQL.
    fn open_with(
        self: Arc<Self>,
        _connection: &Connection,
        code: i32,
        args: &[Search],
    ) -> Result<Box<dyn Rows>> {
        self.open(code, args)
    }
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

    /// Narrows the range by a comparison with a value; text is not narrowed by, as its affinity
    /// decides what it compares as.
    fn narrow(self, op: Op, value: &Search) -> Self {
        let (low, high) = match (op, value) {
            (Op::Other, _) | (_, Search::Text(_) | Search::Blob(_)) => return self,
            (_, Search::Null) => return Self::NONE,
            (Op::Eq, &Search::Int(v)) => (Some(v), Some(v)),
            (Op::Ge, &Search::Int(v)) => (Some(v), None),
            (Op::Le, &Search::Int(v)) => (None, Some(v)),
            (Op::Gt, &Search::Int(v)) => match v.checked_add(1) {
                Some(low) => (Some(low), None),
                None => return Self::NONE,
            },
            (Op::Lt, &Search::Int(v)) => match v.checked_sub(1) {
                Some(high) => (None, Some(high)),
                None => return Self::NONE,
            },
            // Conversions saturate, and equal ends are included: SQLite decides about them.
            (Op::Eq, &Search::Real(v)) => (Some(v.floor() as i64), Some(v.ceil() as i64)),
            (Op::Gt | Op::Ge, &Search::Real(v)) => (Some(v.floor() as i64), None),
            (Op::Lt | Op::Le, &Search::Real(v)) => (None, Some(v.ceil() as i64)),
        };
        Self {
            low: low.map_or(self.low, |low| low.max(self.low)),
            high: high.map_or(self.high, |high| high.min(self.high)),
        }
    }
}

/// How a column of a [`Dense`] table is searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    /// The value is the row.
    Row(usize),
    /// The values ascend with the rows; about `groups` of them are distinct.
    Sorted {
        /// The column.
        column: usize,
        /// How many distinct values there are, about.
        groups: u32,
    },
    /// Rows are found through an index that is built when first needed.
    Lookup {
        /// The column.
        column: usize,
        /// How many distinct values there are, about.
        groups: u32,
    },
    /// The table finds the rows itself, by [`Dense::find`].
    Find {
        /// The column.
        column: usize,
        /// How many distinct values there are, about.
        groups: u32,
    },
}

impl Index {
    const fn column(self) -> usize {
        match self {
            Self::Row(column)
            | Self::Sorted { column, .. }
            | Self::Lookup { column, .. }
            | Self::Find { column, .. } => column,
        }
    }
}

/// A table with rows `0..len`.
pub(super) trait Dense: Send + Sync + 'static {
    /// Returns the description of the table.
    fn def(&self) -> &'static TableDef;

    /// Returns how many rows there are.
    fn len(&self) -> u32;

    /// Returns a value.
    fn cell(&self, row: u32, column: usize) -> Cell<'_>;

    /// Returns which columns can be searched.
    fn indexes(&self) -> Vec<Index>;

    /// Returns the column that ascends among rows that are equal in a searched column.
    fn within(&self) -> Option<usize> {
        None
    }

    /// Returns the integer that stands for a value in an index, `None` for NULL.
    fn key(&self, row: u32, column: usize) -> Option<i64> {
        match self.cell(row, column) {
            Cell::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the integer that stands for text in an index; `None` if no row has that text.
    fn text_key(&self, _column: usize, _text: &[u8]) -> Option<i64> {
        None
    }

    /// Returns the rows, ascending, with `key` in an [`Index::Find`] column and with the column of
    /// [`Self::within`] inside `within`.
    fn find(&self, _column: usize, _key: i64, _within: Bounds) -> Vec<u32> {
        Vec::new()
    }
}

/// A [`Dense`] table with its indices.
pub(super) struct DenseTable<T> {
    data: T,
    indexes: Vec<Index>,
    /// For each [`Index::Lookup`], its rows sorted by key and row; NULLs are left out.
    built: Vec<OnceLock<Vec<u32>>>,
}

// Bits of a plan's code; the lowest 8 are 1 + the index, 0 for a scan.
const INDEX_MASK: i32 = 0xff;
const REVERSE: i32 = 1 << 8;
/// Where the operators of the arguments start: 3 bits each.
const OPS_SHIFT: i32 = 9;
/// Operators of the constraints on the searched column come first; this many of them.
const PRIMARY_SHIFT: i32 = 24;

impl Op {
    const fn code(self) -> i32 {
        match self {
            Self::Eq => 1,
            Self::Gt => 2,
            Self::Ge => 3,
            Self::Lt => 4,
            Self::Le => 5,
            Self::Other => 0,
        }
    }

    const fn from_code(code: i32) -> Self {
        match code & 7 {
            1 => Self::Eq,
            2 => Self::Gt,
            3 => Self::Ge,
            4 => Self::Lt,
            5 => Self::Le,
            _ => Self::Other,
        }
    }
}

/// Which rows a scan visits.
enum RowSet {
    Range(u32, u32),
    /// Part of a built index.
    Run(usize, usize, usize),
    List(Vec<u32>),
}

impl RowSet {
    fn len(&self) -> usize {
        match *self {
            Self::Range(start, end) => end.saturating_sub(start) as usize,
            Self::Run(_, start, end) => end.saturating_sub(start),
            Self::List(ref rows) => rows.len(),
        }
    }
}

/// The constraints that a search uses: positions in the list given by SQLite.
#[derive(Default)]
struct Used {
    primary: Vec<usize>,
    within: Vec<usize>,
}

impl<T: Dense> DenseTable<T> {
    /// Returns a table whose indices are not built yet.
    pub(super) fn new(data: T) -> Self {
        let indexes = data.indexes();
        let built = indexes.iter().map(|_| OnceLock::new()).collect();
        Self {
            data,
            indexes,
            built,
        }
    }

    /// Returns what an index can use of the constraints, `None` if nothing.
    fn used(&self, index: Index, constraints: &[Constraint]) -> Option<Used> {
        let on = |column: usize, wanted: &[Op]| {
            constraints
                .iter()
                .position(|c| c.usable && c.column == Some(column) && wanted.contains(&c.op))
        };
        let column = index.column();
        let is_text = self.data.def().columns[column].kind == super::schema::Kind::Text;
        let mut used = Used::default();
        if let Some(eq) = on(column, &[Op::Eq]) {
            if is_text && !constraints[eq].binary {
                return None;
            }
            used.primary.push(eq);
            if !matches!(index, Index::Row(_))
                && let Some(within) = self.data.within().filter(|&within| within != column)
            {
                used.within.extend(on(within, &[Op::Eq, Op::Gt, Op::Ge]));
                used.within.extend(on(within, &[Op::Lt, Op::Le]));
            }
            return Some(used);
        }
        if matches!(index, Index::Row(_) | Index::Sorted { .. }) {
            used.primary.extend(on(column, &[Op::Gt, Op::Ge]));
            used.primary.extend(on(column, &[Op::Lt, Op::Le]));
        }
        (!used.primary.is_empty()).then_some(used)
    }

    /// Returns how many rows a search would return, about.
    fn estimate(&self, index: Index, used: &Used, constraints: &[Constraint]) -> f64 {
        let n = f64::from(self.data.len());
        let groups = match index {
            Index::Row(_) => n,
            Index::Sorted { groups, .. }
            | Index::Lookup { groups, .. }
            | Index::Find { groups, .. } => f64::from(groups),
        };
        let is_eq = constraints[used.primary[0]].op == Op::Eq;
        let rows = if is_eq {
            n / groups.max(1.0)
        } else {
            n * self.fraction(index, &used.primary, constraints)
        };
        let within = self.indexes.iter().find(|index| {
            matches!(index, Index::Sorted { .. }) && Some(index.column()) == self.data.within()
        });
        let rows = match within {
            _ if used.within.is_empty() => rows,
            Some(&within) => rows * self.fraction(within, &used.within, constraints),
            None => rows / 3.0,
        };
        rows.clamp(1.0, n.max(1.0))
    }

    /// Returns which part of a sorted column lies in a range: exactly, if its ends are constants.
    fn fraction(&self, index: Index, ends: &[usize], constraints: &[Constraint]) -> f64 {
        let mut bounds = Bounds::ALL;
        for &end in ends {
            match &constraints[end].value {
                Some(value) => bounds = bounds.narrow(constraints[end].op, value),
                None if ends.len() == 2 => return 1.0 / 64.0,
                None => return 1.0 / 3.0,
            }
        }
        let (start, end) = self.sorted_rows(index, bounds);
        f64::from(end.saturating_sub(start)) / f64::from(self.data.len().max(1))
    }

    /// Returns the rows of a sorted column inside `bounds`, as a range.
    fn sorted_rows(&self, index: Index, bounds: Bounds) -> (u32, u32) {
        let n = self.data.len();
        if bounds.is_empty() {
            return (0, 0);
        }
        if let Index::Row(_) = index {
            let end = bounds.high.saturating_add(1).clamp(0, i64::from(n)) as u32;
            return (bounds.low.clamp(0, i64::from(end)) as u32, end);
        }
        let column = index.column();
        let start = self.first_row(0, n, |row| self.data.key(row, column) >= Some(bounds.low));
        let end = self.first_row(start, n, |row| {
            self.data.key(row, column) > Some(bounds.high)
        });
        (start, end)
    }

    /// Returns the first row from which on `holds`, by binary search.
    #[expect(clippy::unused_self, reason = "reads as a method of the table")]
    fn first_row(&self, mut low: u32, mut high: u32, holds: impl Fn(u32) -> bool) -> u32 {
        while low < high {
            let middle = low.midpoint(high);
            if holds(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Returns whether rows in ascending (or descending) order satisfy ORDER BY; the second value
    /// says whether they have to descend.
    fn order(&self, chosen: Option<Index>, is_eq: bool, order: &[Order]) -> Option<bool> {
        let first = order.first()?;
        let sorted = |column: Option<usize>| match column {
            None => Some(true),
            Some(column) => {
                if is_eq && chosen.is_some() && self.data.within() == Some(column) {
                    return Some(false);
                }
                self.indexes.iter().find_map(|index| match *index {
                    Index::Row(c) if c == column => Some(true),
                    Index::Sorted { column: c, .. } if c == column => Some(false),
                    _ => None,
                })
            }
        };
        for (position, term) in order.iter().enumerate() {
            if term.descending != first.descending {
                return None;
            }
            match sorted(term.column) {
                Some(true) => return Some(first.descending),
                Some(false) if position == 0 => {}
                _ => return None,
            }
        }
        Some(first.descending)
    }

    /// Returns the rows of a search.
    fn rows(&self, code: i32, args: &[Search]) -> RowSet {
        let n = self.data.len();
        let position = (code & INDEX_MASK) as usize;
        let Some(&index) = position
            .checked_sub(1)
            .and_then(|position| self.indexes.get(position))
        else {
            return RowSet::Range(0, n);
        };
        let n_primary = (code >> PRIMARY_SHIFT) as usize;
        let op = |arg: usize| Op::from_code(code >> (OPS_SHIFT + 3 * arg as i32));
        let mut primary = Bounds::ALL;
        let mut within = Bounds::ALL;
        let column = index.column();
        let is_text = self.data.def().columns[column].kind == super::schema::Kind::Text;
        for (arg, value) in args.iter().enumerate() {
            if arg >= n_primary {
                within = within.narrow(op(arg), value);
            } else if is_text {
                primary = self.text_bounds(column, value);
            } else {
                primary = primary.narrow(op(arg), value);
            }
        }
        if primary.is_empty() || within.is_empty() {
            return RowSet::Range(0, 0);
        }
        let is_key = primary.low == primary.high;
        match index {
            Index::Row(_) => {
                let (start, end) = self.sorted_rows(index, primary);
                RowSet::Range(start, end)
            }
            Index::Sorted { .. } => {
                let (start, end) = self.sorted_rows(index, primary);
                let (start, end) = match self.data.within() {
                    Some(column) if is_key && within != Bounds::ALL => {
                        let low = self.first_row(start, end, |row| {
                            self.data.key(row, column) >= Some(within.low)
                        });
                        let high = self.first_row(low, end, |row| {
                            self.data.key(row, column) > Some(within.high)
                        });
                        (low, high)
                    }
                    _ => (start, end),
                };
                RowSet::Range(start, end)
            }
            _ if !is_key => RowSet::Range(0, n),
            Index::Find { .. } => RowSet::List(self.data.find(column, primary.low, within)),
            Index::Lookup { .. } => self.run(position - 1, column, primary.low, within),
        }
    }

    /// Returns what to search an index of text for. A number is compared as text, so it is left
    /// to SQLite.
    fn text_bounds(&self, column: usize, value: &Search) -> Bounds {
        match value {
            Search::Text(text) => match self.data.text_key(column, text) {
                Some(key) => Bounds {
                    low: key,
                    high: key,
                },
                None => Bounds::NONE,
            },
            Search::Null => Bounds::NONE,
            _ => Bounds::ALL,
        }
    }

    /// Returns the rows of a built index with `key`.
    fn run(&self, index: usize, column: usize, key: i64, within: Bounds) -> RowSet {
        let rows = self.built_index(index, column);
        let key_of = |row: u32| self.data.key(row, column);
        let mut start = rows.partition_point(|&row| key_of(row) < Some(key));
        let mut end = start + rows[start..].partition_point(|&row| key_of(row) == Some(key));
        if let Some(column) = self.data.within()
            && within != Bounds::ALL
        {
            let value = |row: u32| self.data.key(row, column);
            let run = &rows[start..end];
            let skip = run.partition_point(|&row| value(row) < Some(within.low));
            let take = run.partition_point(|&row| value(row) <= Some(within.high));
            end = start + take;
            start += skip;
        }
        RowSet::Run(index, start, end)
    }

    fn built_index(&self, index: usize, column: usize) -> &[u32] {
        self.built[index].get_or_init(|| {
            let mut keyed: Vec<(i64, u32)> = (0..self.data.len())
                .filter_map(|row| Some((self.data.key(row, column)?, row)))
                .collect();
            keyed.sort_unstable();
            keyed.into_iter().map(|(_, row)| row).collect()
        })
    }
}

impl<T: Dense> Provider for DenseTable<T> {
    fn ddl(&self) -> String {
        self.data.def().ddl()
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order]) -> Option<Plan> {
        let n = f64::from(self.data.len());
        let mut best = Plan {
            code: 0,
            args: Vec::new(),
            cost: n + 1.0,
            rows: i64::from(self.data.len()).max(1),
            ordered: false,
            unique: false,
        };
        let mut chosen = None;
        let mut is_eq = false;
        for (position, &index) in self.indexes.iter().enumerate() {
            let Some(used) = self.used(index, constraints) else {
                continue;
            };
            let rows = self.estimate(index, &used, constraints);
            // A search costs a little more than the rows it returns.
            let cost = rows + 2.0 + n.max(1.0).log2() / 16.0;
            if cost >= best.cost {
                continue;
            }
            let n_primary = used.primary.len() as i32;
            let args: Vec<usize> = used.primary.iter().chain(&used.within).copied().collect();
            let mut code = position as i32 + 1 | n_primary << PRIMARY_SHIFT;
            for (arg, &constraint) in args.iter().enumerate() {
                code |= constraints[constraint].op.code() << (OPS_SHIFT + 3 * arg as i32);
            }
            is_eq = constraints[args[0]].op == Op::Eq;
            chosen = Some(index);
            best = Plan {
                code,
                args,
                cost,
                rows: rows as i64,
                ordered: false,
                unique: is_eq && matches!(index, Index::Row(_)),
            };
        }
        if let Some(descending) = self.order(chosen, is_eq, order) {
            best.ordered = true;
            if descending {
                best.code |= REVERSE;
            }
        }
        Some(best)
    }

    fn open(self: Arc<Self>, code: i32, args: &[Search]) -> Result<Box<dyn Rows>> {
        let set = self.rows(code, args);
        let left = set.len();
        #[cfg(test)]
        tests::VISITED.with(|visited| visited.set(visited.get() + left as u64));
        let mut rows = DenseRows {
            table: self,
            set,
            at: 0,
            left,
            row: 0,
            reverse: code & REVERSE != 0,
        };
        rows.locate();
        Ok(Box::new(rows))
    }
}

/// A scan of a [`DenseTable`].
struct DenseRows<T> {
    table: Arc<DenseTable<T>>,
    set: RowSet,
    at: usize,
    left: usize,
    row: u32,
    reverse: bool,
}

impl<T: Dense> DenseRows<T> {
    /// Sets the current row from the position.
    fn locate(&mut self) {
        if self.left == 0 {
            return;
        }
        let at = if self.reverse { self.left - 1 } else { self.at };
        self.row = match self.set {
            RowSet::Range(start, _) => start + at as u32,
            RowSet::List(ref rows) => rows[at],
            RowSet::Run(index, start, _) => {
                let column = self.table.indexes[index].column();
                self.table.built_index(index, column)[start + at]
            }
        };
    }
}

impl<T: Dense> Rows for DenseRows<T> {
    #[inline]
    fn done(&self) -> bool {
        self.left == 0
    }

    #[inline]
    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        self.left = self.left.saturating_sub(1);
        self.locate();
        Ok(())
    }

    #[inline]
    fn cell(&self, column: usize) -> Cell<'_> {
        self.table.data.cell(self.row, column)
    }

    fn id(&self) -> i64 {
        i64::from(self.row)
    }
}

/// A table-valued function: all arguments must be given.
pub(super) trait Generator: Send + Sync + 'static {
    /// Returns the description; its argument columns are the last ones.
    fn def(&self) -> &'static TableDef;

    /// Returns how many rows a call returns, about.
    fn rows_per_call(&self) -> i64 {
        8
    }

    /// Returns whether the rows come in ascending order of column 0.
    fn is_ordered(&self) -> bool {
        false
    }

    /// Calls the function.
    fn call(self: Arc<Self>, args: &[Search]) -> Result<Box<dyn Rows>>;
}

/// The [`Provider`] of a [`Generator`].
pub(super) struct GeneratorTable<T>(pub(super) Arc<T>);

impl<T: Generator> Provider for GeneratorTable<T> {
    fn ddl(&self) -> String {
        self.0.def().ddl()
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order]) -> Option<Plan> {
        let columns = self.0.def().columns.len();
        let n_args = self.0.def().arguments().count();
        let mut plan = plan_call(columns - n_args..columns, constraints)?;
        plan.rows = self.0.rows_per_call();
        plan.cost = plan.rows as f64 + 10.0;
        plan.ordered = self.0.is_ordered()
            && matches!(
                order,
                [Order {
                    column: Some(0),
                    descending: false
                }]
            );
        Some(plan)
    }

    fn open(self: Arc<Self>, _code: i32, args: &[Search]) -> Result<Box<dyn Rows>> {
        if args.len() != self.0.def().arguments().count() {
            return Err(Error::ModuleError(format!(
                "{} needs {} arguments",
                self.0.def().name,
                self.0.def().arguments().count()
            )));
        }
        Arc::clone(&self.0).call(args)
    }
}

/// Plans a call: every argument column needs an equality. SQLite tries other join orders when it
/// gets `None`; a call that lacks arguments gets a plan that fails when it runs.
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
        unique: false,
    })
}

impl Search {
    /// Returns the value as an integer, `None` for anything that is none.
    pub(super) fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Real(value) => Some(*value as i64),
            Self::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
            Self::Null | Self::Blob(_) => None,
        }
    }
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
        assert_eq!(at(Op::Gt, Search::Int(5)), (6, i64::MAX));
        assert_eq!(at(Op::Lt, Search::Int(5)), (i64::MIN, 4));
        assert_eq!(at(Op::Eq, Search::Real(2.5)), (2, 3));
        assert_eq!(at(Op::Ge, Search::Real(1e300)), (i64::MAX, i64::MAX));
        assert!(
            Bounds::ALL
                .narrow(Op::Gt, &Search::Int(i64::MAX))
                .is_empty()
        );
        assert!(Bounds::ALL.narrow(Op::Eq, &Search::Null).is_empty());
        assert_eq!(
            Bounds::ALL.narrow(Op::Eq, &Search::Text(b"5".to_vec())),
            Bounds::ALL
        );
    }
}
