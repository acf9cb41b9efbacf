//! `SPAN_JOIN`, `SPAN_LEFT_JOIN` and `SPAN_OUTER_JOIN`: where the spans of two tables overlap.
//!
//! A span is a row with `ts` and `dur`. Both tables are read in order when a scan starts, as far as the scan
//! needs them; the overlaps are computed row by row. Where one table has no span, a left or outer join
//! continues with NULLs: a *gap* fills the time between the spans of a partition, before and after them, and
//! the partitions that the table does not have.

use std::cell::RefCell;
use std::sync::Arc;

use rusqlite::{Connection, Error, Result};

use super::session::Stop;
use super::statement::quoted;
use super::table::{Cell, Collation, Constraint, Op, Order, Plan, Provider, Rows, Scan};
use super::user::Calls;
use super::value::Value;

mod list;
mod row_ids;
mod walk;

use list::SpanList;
use row_ids::RowIds;
use walk::Walk;

/// What happens to spans that overlap no span of the other table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// All are left out.
    Inner,
    /// Those of the first table are kept.
    Left,
    /// All are kept.
    Outer,
}

/// One of the two joined tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// The name of the table.
    pub(super) table: String,
    /// The column with the partition; spans of different partitions may overlap.
    pub(super) partition: Option<String>,
}

/// The content of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SpanJoin {
    /// The name of the new table.
    pub(super) name: String,
    /// Whether nothing is made if there is a table of that name.
    pub(super) only_if_new: bool,
    /// The kind of join.
    pub(super) join: Join,
    /// The two tables.
    pub(super) sides: [Side; 2],
}

/// The gaps of a table that are joined with spans of the other table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gaps {
    None,
    /// Gaps in the partitions that the table has.
    Present,
    All,
}

/// One of the two tables, while it is read.
struct Input {
    side: Side,
    gaps: Gaps,
    /// Whether a table without rows counts as one gap over all time.
    empty_is_gap: bool,
    /// Whether its rows are spans; else they are instants, as if they had no length.
    has_dur: bool,
    /// Its columns beside the times and the partition.
    columns: Vec<String>,
    /// The number of the first of `columns` in the join.
    first: usize,
}

impl Input {
    /// Returns the column of this table that a column of the join stands for.
    fn name_of(&self, column: usize) -> Option<&str> {
        match &self.side.partition {
            Some(partition) if column == PARTITION => Some(partition),
            _ => {
                let own = column.checked_sub(self.first)?;
                self.columns.get(own).map(String::as_str)
            }
        }
    }
}

/// The virtual table that a statement creates.
pub(super) struct SpanJoinTable {
    name: String,
    inputs: [Input; 2],
    partition: Option<String>,
    /// Whether only one side has a partition.
    mixed: bool,
    calls: Calls,
    stop: Arc<Stop>,
}

const TS: usize = 0;
const DUR: usize = 1;
const PARTITION: usize = 2;

/// For how many columns a plan's code has a bit that tells whether the column is read; the rest share one.
const TOLD: u32 = 22;

impl SpanJoinTable {
    /// Prepares the join of two tables. The error says what is wrong with the tables.
    pub(super) fn new(
        connection: &Connection,
        statement: SpanJoin,
        calls: Calls,
        stop: Arc<Stop>,
    ) -> std::result::Result<Self, String> {
        let SpanJoin {
            name, join, sides, ..
        } = statement;
        let (partition, mixed) = match (&sides[0].partition, &sides[1].partition) {
            (None, None) => (None, false),
            (Some(one), None) | (None, Some(one)) => (Some(one.clone()), true),
            (Some(one), Some(other)) if one.eq_ignore_ascii_case(other) => {
                (Some(one.clone()), false)
            }
            (Some(one), Some(other)) => {
                return Err(format!(
                    "SPAN_JOIN: {} is partitioned by {one}, {} by {other}",
                    sides[0].table, sides[1].table
                ));
            }
        };
        let mut first = if partition.is_some() { 3 } else { 2 };
        let kept = [join == Join::Outer, join != Join::Inner];
        let [one, other] = sides;
        let mut input = |side: Side, other_is_kept: bool| {
            let partitioned_mixed = mixed && side.partition.is_some();
            let gaps = match other_is_kept {
                false => Gaps::None,
                true if partitioned_mixed || partition.is_none() => Gaps::Present,
                true => Gaps::All,
            };
            let (columns, has_dur) = columns_of(connection, &side)?;
            let input = Input {
                side,
                has_dur,
                gaps,
                empty_is_gap: other_is_kept && !partitioned_mixed,
                columns,
                first,
            };
            first += input.columns.len();
            Ok::<Input, String>(input)
        };
        let one = input(one, kept[0])?;
        let other = input(other, kept[1])?;
        let clash = |column: &&String| {
            let same = |name: &String| name.eq_ignore_ascii_case(column);
            one.columns.iter().any(same) || partition.as_ref().is_some_and(same)
        };
        if let Some(column) = other.columns.iter().find(clash) {
            return Err(format!(
                "SPAN_JOIN: column {column} is in both {} and {}",
                one.side.table, other.side.table
            ));
        }
        Ok(Self {
            name,
            inputs: [one, other],
            partition,
            mixed,
            calls,
            stop,
        })
    }
}

/// Returns the columns of a table beside the times and the partition, which must be there but for
/// `dur`, and whether that is.
fn columns_of(
    connection: &Connection,
    side: &Side,
) -> std::result::Result<(Vec<String>, bool), String> {
    let sql = format!("SELECT * FROM {}", quoted(&side.table));
    let statement = connection
        .prepare(&sql)
        .map_err(|error| format!("SPAN_JOIN: {error}"))?;
    let mut columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let n_columns = columns.len();
    columns.retain(|name| !name.eq_ignore_ascii_case("dur"));
    let has_dur = columns.len() < n_columns;
    for needed in ["ts"].into_iter().chain(side.partition.as_deref()) {
        let at = columns
            .iter()
            .position(|name| name.eq_ignore_ascii_case(needed))
            .ok_or_else(|| format!("SPAN_JOIN: {} has no column {needed}", side.table))?;
        columns.remove(at);
    }
    Ok((columns, has_dur))
}

impl Provider for SpanJoinTable {
    fn ddl(&self) -> String {
        let mut columns = vec![String::from("ts BIGINT"), String::from("dur BIGINT")];
        columns.extend(
            self.partition
                .iter()
                .map(|name| quoted(name) + " BIGINT")
                .chain(
                    self.inputs
                        .iter()
                        .flat_map(|input| &input.columns)
                        .map(|name| quoted(name)),
                ),
        );
        format!("CREATE TABLE x({})", columns.join(", "))
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order], used: u64) -> Option<Plan> {
        let narrows = |constraint: &&(usize, &Constraint)| {
            let (_, constraint) = constraint;
            let found = constraint.op == Op::Eq && constraint.collation == Collation::Binary;
            found
                && constraint.usable
                && constraint.column.is_some_and(|column| self.narrows(column))
        };
        let numbered: Vec<(usize, &Constraint)> = constraints.iter().enumerate().collect();
        let by_partition = |(_, constraint): &&(usize, &Constraint)| {
            constraint.column == Some(PARTITION) && self.partition.is_some()
        };
        let mut narrowing = numbered.iter().filter(narrows);
        let chosen = narrowing
            .clone()
            .find(by_partition)
            .or_else(|| narrowing.next());
        let mut code = (used & ((1 << TOLD) - 1)) as i32;
        if used >> TOLD != 0 {
            code |= 1 << TOLD;
        }
        let column = chosen.and_then(|(_, constraint)| constraint.column);
        code |= column.map_or(0, |column| (column as i32 + 1) << (TOLD + 1));
        let ascending: Option<Vec<usize>> = order
            .iter()
            .map(|term| term.column.filter(|_| !term.descending))
            .collect();
        let ordered = matches!(
            (&self.partition, ascending.as_deref()),
            (None, Some([TS])) | (Some(_), Some([PARTITION] | [PARTITION, TS]))
        );
        let rows = if chosen.is_some() { 1_000 } else { 1_000_000 };
        Some(Plan {
            code,
            args: chosen.map(|&(index, _)| index).into_iter().collect(),
            cost: rows as f64 * 10.0,
            rows,
            ordered,
            scan: Scan::Many,
        })
    }

    fn open(self: Arc<Self>, code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        let depth = self.calls.depth.clone();
        let rows = depth.run(|| Spans::read(self, code, args.first()))?;
        Ok(Box::new(rows))
    }
}

impl SpanJoinTable {
    /// Returns whether a search for a value of this column may skip rows of the tables with other values.
    fn narrows(&self, column: usize) -> bool {
        if column == PARTITION && self.partition.is_some() {
            return true;
        }
        // If a table has gaps, a skipped span would become a gap.
        self.inputs.iter().any(|input| {
            let own = input.first..input.first + input.columns.len();
            own.contains(&column) && input.gaps == Gaps::None && column < 100
        })
    }

    fn fail(&self, what: &str) -> Error {
        Error::ModuleError(format!("{}: {what}", self.name))
    }
}

/// The rows of a scan.
struct Spans {
    table: Arc<SpanJoinTable>,
    walks: [Walk; 2],
    /// For each column of the join that is read, the walk and the column in its list.
    places: Vec<Option<(usize, usize)>>,
    /// The partition for which the table without partitions was last walked.
    last_partition: i64,
    /// The walk to advance next.
    next: usize,
    n: i64,
    row_ids: RefCell<RowIds>,
}

impl Spans {
    fn read(table: Arc<SpanJoinTable>, code: i32, wanted: Option<&Value>) -> Result<Self> {
        let n_columns = table.inputs[1].first + table.inputs[1].columns.len();
        let is_read = |column: usize| code >> column.min(TOLD as usize) & 1 == 1;
        let searched = usize::try_from(code >> (TOLD + 1)).ok();
        let searched = searched
            .and_then(|column| column.checked_sub(1))
            .zip(wanted);
        let mut places = vec![None; n_columns];
        let mut bytes = 0;
        let mut read = |number: usize| {
            let input = &table.inputs[number];
            let mut columns = Vec::new();
            for (index, name) in input.columns.iter().enumerate() {
                if is_read(input.first + index) {
                    places[input.first + index] = Some((number, columns.len()));
                    columns.push(name.as_str());
                }
            }
            let list = SpanList::read(&table, input, &columns, searched, &mut bytes)?;
            Ok::<_, Error>(Walk::new(list, input))
        };
        let walks = [read(0)?, read(1)?];
        let mut spans = Self {
            table,
            walks,
            places,
            last_partition: i64::MIN,
            next: 0,
            n: 0,
            row_ids: RefCell::default(),
        };
        spans.find()?;
        Ok(spans)
    }

    /// Advances until two spans, or a span and a gap, overlap.
    fn find(&mut self) -> Result<()> {
        for step in 1_u32.. {
            if step.is_multiple_of(4096) && self.table.stop.is_wanted() {
                return Err(self.table.fail("stopped"));
            }
            if self.table.mixed {
                let partitioned = usize::from(!self.walks[0].is_partitioned());
                let walk = &self.walks[partitioned];
                if walk.is_end() {
                    break;
                }
                let (partition, ts) = (walk.partition, walk.ts);
                if partition != self.last_partition {
                    self.last_partition = partition;
                    let other = &mut self.walks[1 - partitioned];
                    other.rewind();
                    other.skip_until(ts);
                }
            } else if self.done() {
                break;
            }
            self.next = self.first_to_end();
            if self.overlaps() {
                break;
            }
            self.walks[self.next].advance();
        }
        Ok(())
    }

    fn overlaps(&self) -> bool {
        let [a, b] = &self.walks;
        if self.done() || !(a.is_span() || b.is_span()) {
            return false;
        }
        if self.table.partition.is_some() && !self.table.mixed {
            let within = |x: &Walk, y: &Walk| {
                (y.first_partition()..=y.last_partition()).contains(&x.first_partition())
            };
            if !within(a, b) && !within(b, a) {
                return false;
            }
        }
        (a.ts == b.ts && a.is_span() && b.is_span())
            || (a.ts >= b.ts && a.ts < b.end())
            || (b.ts >= a.ts && b.ts < a.end())
    }

    /// Returns the walk whose span ends first: by partition, then time, with gaps before spans.
    fn first_to_end(&self) -> usize {
        let [a, b] = &self.walks;
        if self.table.mixed && (a.is_end() || b.is_end()) {
            return usize::from(a.is_end());
        }
        let partition = |walk: &Walk| match (&self.table.partition, self.table.mixed) {
            (Some(_), false) => walk.last_partition(),
            _ => 0,
        };
        let key = |walk: &Walk| (partition(walk), walk.end(), walk.is_span());
        usize::from(key(a) >= key(b))
    }
}

impl Rows for Spans {
    fn done(&self) -> bool {
        self.walks.iter().any(Walk::is_end)
    }

    fn advance(&mut self) -> Result<()> {
        self.n += 1;
        self.walks[self.next].advance();
        self.find()
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let [a, b] = &self.walks;
        let start = a.ts.max(b.ts);
        match column {
            TS => Cell::Int(start),
            DUR => Cell::Int(a.raw_end.min(b.raw_end).saturating_sub(start)),
            PARTITION if self.table.mixed => Cell::Int(self.last_partition),
            PARTITION if self.table.partition.is_some() => {
                Cell::Int(if a.is_span() { a } else { b }.partition)
            }
            _ => match self.places[column] {
                Some((walk, column)) => self.walks[walk].cell(column),
                None => Cell::Null,
            },
        }
    }

    fn id(&self) -> i64 {
        let [a, b] = &self.walks;
        let partition = if self.table.mixed {
            self.last_partition
        } else if a.is_span() {
            a.partition
        } else {
            b.partition
        };
        let cells = (0..self.places.len()).map(|column| self.cell(column));
        let place = (partition, a.ts.max(b.ts));
        self.row_ids.borrow_mut().id(self.n, place, cells)
    }
}
