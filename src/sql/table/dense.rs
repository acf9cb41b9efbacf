//! Tables of rows `0..len`, searched by binary search and by indices built when needed.
//!
//! Rows come in ascending order of their numbers, unless all of them are wanted in the order of an indexed
//! column, so that SQLite need not sort. A search may return too many rows but never too few, because SQLite
//! checks every constraint again.

use std::cell;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rusqlite::Result;

use super::sorted::SortedRows;
use super::{Bounds, Cell, Collation, Constraint, Op, Order, Plan, Provider, Rows, Scan, unread};
use crate::base::search::partition;
use crate::model::args::Unread;
use crate::sql::schema::{Kind, TableDef};
use crate::sql::value::Value;

/// How a column of a [`Dense`] table is searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::sql) enum Index {
    /// The value is the number of the row.
    Row(usize),
    /// The values ascend with the rows.
    Sorted {
        /// The column.
        column: usize,
        /// The approximate number of distinct values.
        groups: u32,
    },
    /// Rows are found through an index that is built when first needed.
    Lookup {
        /// The column.
        column: usize,
        /// The approximate number of distinct values.
        groups: u32,
    },
    /// The table finds the rows itself, by [`Dense::find`].
    Find {
        /// The column.
        column: usize,
        /// The approximate number of distinct values.
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
pub(in crate::sql) trait Dense: Send + Sync + 'static {
    /// Returns the description of the table.
    fn def(&self) -> TableDef;

    /// Returns the number of rows.
    fn len(&self) -> u32;

    /// Loads rows that are read on demand; called before each scan.
    fn prepare(&self) -> Result<(), Unread> {
        Ok(())
    }

    /// Returns a value.
    fn cell(&self, row: u32, column: usize) -> Cell<'_>;

    /// Returns the columns that can be searched, and how.
    fn indexes(&self) -> Vec<Index>;

    /// Returns the column in which rows ascend that are equal in a searched column.
    fn within(&self) -> Option<usize> {
        None
    }

    /// Returns how many times as expensive a row is that a join finds by a column as a row of a scan. If this
    /// is more than 1, a join without other constraints scans this table in order instead.
    fn weight(&self, _column: usize) -> f64 {
        1.0
    }

    /// Returns the integer that stands for a value in an index, `None` for NULL.
    fn key(&self, row: u32, column: usize) -> Option<i64> {
        match self.cell(row, column) {
            Cell::Int(value) => Some(value),
            Cell::Text(text) => self.text_key(column, text),
            _ => None,
        }
    }

    /// Returns the integer that stands for text in an index; `None` if no row has that text.
    fn text_key(&self, _column: usize, _text: &[u8]) -> Option<i64> {
        None
    }

    /// Reads the memory of rows that are visited next and are far apart. The processor fetches them all at
    /// the same time then, and not one after the other as they are visited.
    fn touch(&self, _rows: &[u32]) {}

    /// Returns the rows, ascending, that have `key` in an [`Index::Find`] column and a value inside `within`
    /// in the column of [`Self::within`].
    fn find(&self, _column: usize, _key: i64, _within: Bounds) -> Vec<u32> {
        Vec::new()
    }
}

/// A [`Dense`] table with its indices.
pub(in crate::sql) struct DenseTable<T> {
    data: T,
    def: TableDef,
    indexes: Vec<Index>,
    /// For each index, all rows in the order of its column, once that was needed.
    built: Vec<OnceLock<SortedRows>>,
}

// The bits of a plan's code. The lowest 8 are the number of the index plus 1, or 0 for a scan.
const INDEX_MASK: i32 = 0xff;
const REVERSE: i32 = 1 << 8;
/// Where the operators of the arguments start, 3 bits each.
const OPS_SHIFT: i32 = 9;
/// Where the number of arguments starts that are for the searched column; these come first.
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

/// The rows that a scan visits.
enum RowSet {
    Range(u32, u32),
    /// A part of a built index: the index, start and end.
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

/// The constraints that a search uses, as positions in SQLite's list.
#[derive(Default)]
struct Used {
    primary: Vec<usize>,
    within: Vec<usize>,
}

impl<T: Dense> DenseTable<T> {
    /// Returns a table whose indices are not built yet.
    pub(in crate::sql) fn new(data: T) -> Self {
        let indexes = data.indexes();
        let built = indexes.iter().map(|_| OnceLock::new()).collect();
        Self {
            def: data.def(),
            data,
            indexes,
            built,
        }
    }

    fn is_text(&self, column: usize) -> bool {
        self.def.columns[column].kind == Kind::Text
    }

    /// Returns the constraints that a search by an index can use; `None` if there are none.
    fn used(&self, index: Index, constraints: &[Constraint]) -> Option<Used> {
        let on = |column: usize, wanted: &[Op]| {
            constraints
                .iter()
                .position(|c| c.usable && c.column == Some(column) && wanted.contains(&c.op))
        };
        let column = index.column();
        let is_text = self.is_text(column);
        let mut used = Used::default();
        if let Some(eq) = on(column, &[Op::Eq]) {
            if is_text && constraints[eq].collation != Collation::Binary {
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

    /// Returns approximately how many rows a search returns.
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

    /// Returns the fraction of a sorted column that is in a range; exact if the ends are constants.
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

    /// Returns the rows whose value in a sorted column is inside `bounds`, as a range.
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
        let start = first_row(0, n, |row| self.data.key(row, column) >= Some(bounds.low));
        let end = first_row(start, n, |row| {
            self.data.key(row, column) > Some(bounds.high)
        });
        (start, end)
    }

    /// Returns whether rows in ascending or descending order of their numbers satisfy ORDER BY: `Some(true)`
    /// if they must descend.
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

    /// Returns the rows that a scan visits.
    fn rows(&self, code: i32, args: &[Value]) -> RowSet {
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
        let is_text = self.is_text(column);
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
        if args.is_empty() {
            // All rows in the order of the index.
            return RowSet::Run(position - 1, 0, n as usize);
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
                        let low = first_row(start, end, |row| {
                            self.data.key(row, column) >= Some(within.low)
                        });
                        let high = first_row(low, end, |row| {
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

    /// Returns the range of keys to search a text index for. A number is compared as text, which is left to
    /// SQLite.
    fn text_bounds(&self, column: usize, value: &Value) -> Bounds {
        match value {
            Value::Text(text) => match self.data.text_key(column, text) {
                Some(key) => Bounds {
                    low: key,
                    high: key,
                },
                None => Bounds::NONE,
            },
            Value::Null => Bounds::NONE,
            _ => Bounds::ALL,
        }
    }

    /// Returns the rows with `key` in the built index.
    fn run(&self, index: usize, column: usize, key: i64, within: Bounds) -> RowSet {
        let sorted = self.sorted(index, column);
        let (mut start, mut end) = sorted.run(key, |row| self.data.key(row, column));
        if let Some(column) = self.data.within()
            && within != Bounds::ALL
        {
            let value = |row: u32| self.data.key(row, column);
            let run = &sorted.rows()[start..end];
            let skip = run.partition_point(|&row| value(row) < Some(within.low));
            let take = run.partition_point(|&row| value(row) <= Some(within.high));
            end = start + take;
            start += skip;
        }
        RowSet::Run(index, start, end)
    }

    fn sorted(&self, index: usize, column: usize) -> &SortedRows {
        self.built[index].get_or_init(|| {
            if self.is_text(column) {
                SortedRows::by_text(&self.data, column)
            } else {
                SortedRows::by_number(&self.data, column)
            }
        })
    }

    /// Returns the index whose order satisfies ORDER BY or GROUP BY, and whether the rows must descend.
    fn sorting(&self, order: &[Order]) -> Option<(usize, bool)> {
        let (first, rest) = order.split_first()?;
        // Rows that are equal in the column come in the order of their numbers.
        if !rest.is_empty() && self.order(None, false, rest) != Some(first.descending) {
            return None;
        }
        let position = self.indexes.iter().position(|index| {
            matches!(index, Index::Lookup { .. } | Index::Find { .. })
                && Some(index.column()) == first.column
        })?;
        Some((position, first.descending))
    }
}

impl<T: Dense> Provider for DenseTable<T> {
    fn ddl(&self) -> String {
        self.def.ddl()
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order], _used: u64) -> Option<Plan> {
        let n = f64::from(self.data.len());
        let mut best = Plan {
            code: 0,
            args: Vec::new(),
            cost: n + 1.0,
            rows: i64::from(self.data.len()).max(1),
            ordered: false,
            scan: Scan::Many,
        };
        let mut chosen = None;
        let mut is_eq = false;
        for (position, &index) in self.indexes.iter().enumerate() {
            let Some(used) = self.used(index, constraints) else {
                continue;
            };
            let rows = self.estimate(index, &used, constraints);
            // A search costs a little more than the rows it returns. A join on this column alone, which
            // neither a constant nor a range narrows down, may have a weight.
            let is_join = used.within.is_empty() && constraints[used.primary[0]].value.is_none();
            let weight = if is_join {
                self.data.weight(index.column())
            } else {
                1.0
            };
            let cost = rows * weight + 2.0 + n.max(1.0).log2() / 16.0;
            if cost >= best.cost {
                continue;
            }
            let n_primary = used.primary.len() as i32;
            let args: Vec<usize> = used.primary.iter().chain(&used.within).copied().collect();
            let mut code = (position as i32 + 1) | (n_primary << PRIMARY_SHIFT);
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
                scan: if is_eq && matches!(index, Index::Row(_)) {
                    Scan::Unique
                } else {
                    Scan::Many
                },
            };
        }
        if let Some(descending) = self.order(chosen, is_eq, order) {
            best.ordered = true;
            if descending {
                best.code |= REVERSE;
            }
        } else if chosen.is_none()
            && let Some((position, descending)) = self.sorting(order)
        {
            best.ordered = true;
            best.code = (position as i32 + 1) | if descending { REVERSE } else { 0 };
        }
        Some(best)
    }

    fn open(self: Arc<Self>, code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        self.data.prepare().map_err(unread)?;
        let set = self.rows(code, args);
        let left = set.len();
        #[cfg(test)]
        super::tests::VISITED.with(|visited| visited.set(visited.get() + left as u64));
        let mut rows = DenseRows {
            table: self,
            set,
            at: 0,
            left,
            row: 0,
            reverse: code & REVERSE != 0,
            same: None,
            reads_rows: cell::Cell::new(false),
        };
        rows.locate();
        Ok(Box::new(rows))
    }
}

/// For how many rows of an index [`Dense::touch`] is called at once.
const TOUCHED: usize = 16;

/// A scan of a [`DenseTable`].
struct DenseRows<T> {
    table: Arc<DenseTable<T>>,
    set: RowSet,
    at: usize,
    left: usize,
    row: u32,
    reverse: bool,
    same: Option<SameText>,
    /// Whether anything was read but texts that successive rows share.
    reads_rows: cell::Cell<bool>,
}

/// Successive rows of an index with the same text.
struct SameText {
    column: usize,
    places: Range<usize>,
    /// One of these rows. While many rows are visited, the memory of this one stays in a cache.
    row: u32,
}

impl<T: Dense> DenseRows<T> {
    /// Sets the current row by the position in the set.
    fn locate(&mut self) {
        if self.left == 0 {
            return;
        }
        let at = if self.reverse { self.left - 1 } else { self.at };
        self.row = match self.set {
            RowSet::Range(start, _) => start + at as u32,
            RowSet::List(ref rows) => rows[at],
            RowSet::Run(index, start, _) => {
                let (column, place) = (self.table.indexes[index].column(), start + at);
                let sorted = self.table.sorted(index, column);
                let row = sorted.rows()[place];
                if self.at.is_multiple_of(TOUCHED) && self.reads_rows.get() {
                    let n = TOUCHED.min(self.left);
                    let first = if self.reverse { place + 1 - n } else { place };
                    self.table.data.touch(&sorted.rows()[first..first + n]);
                }
                let is_same = |same: &SameText| same.places.contains(&place);
                if !self.same.as_ref().is_some_and(is_same) {
                    self.same = sorted.same_text(place).map(|places| SameText {
                        column,
                        places,
                        row,
                    });
                }
                row
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
        let row = match &self.same {
            Some(same) if same.column == column => same.row,
            _ => {
                self.reads_rows.set(true);
                self.row
            }
        };
        self.table.data.cell(row, column)
    }

    fn id(&self) -> i64 {
        i64::from(self.row)
    }
}

/// Returns the first row for which `holds`, by binary search; it holds for all rows after that.
fn first_row(low: u32, high: u32, holds: impl Fn(u32) -> bool) -> u32 {
    partition(low as usize..high as usize, |row| !holds(row as u32)) as u32
}
