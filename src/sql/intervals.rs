//! `_interval_intersect!`: finds where the intervals of several tables overlap.
//!
//! The macro passes each table to the aggregate `_interval_set`, which packs its intervals by the values of
//! the partitioning columns, and passes the sets to the table-valued function `_interval_intersection`. This
//! sweeps over two sorted lists at a time, so the cost is proportional to its input and output.
//!
//! An interval includes its start and not its end. An interval of length 0 is a point, which overlaps
//! intervals that include its nanosecond.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rusqlite::functions::{Aggregate, Context};
use rusqlite::types::ValueRef;
use rusqlite::{Error, Result};

use super::functions::wrong;
use super::session::Stop;
use super::table::{Cell, Constraint, Order, Plan, Provider, Rows, plan_call};
use super::tables::{Named, Shared};
use super::value::Value;

/// The most tables that can be intersected.
const MAX_TABLES: usize = 10;

/// The most columns that intervals can be partitioned by.
const MAX_KEYS: usize = 4;

/// The largest size of a set in bytes, which must fit into a value of SQLite.
pub(super) const MAX_SET_BYTES: usize = 256 << 20;

/// The size of an interval in a set, in bytes.
const INTERVAL_BYTES: usize = 24;

/// The start and the end of an interval, and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    ts: i64,
    end: i64,
    id: i64,
}

/// Returns the last nanosecond of an interval; that of a point is its start.
const fn last(ts: i64, end: i64) -> i64 {
    if end > ts { end - 1 } else { ts }
}

/// The aggregate that packs intervals: `_interval_set(id, ts, dur, key…)`.
pub(super) struct IntervalSet;

/// The intervals of a set, by the packed values of the partitioning columns.
#[derive(Default)]
pub(super) struct Sets {
    number: HashMap<Vec<u8>, usize>,
    partitions: Vec<(Vec<u8>, Vec<u8>)>,
    bytes: usize,
}

impl Aggregate<Sets, Value> for IntervalSet {
    fn init(&self, _context: &mut Context<'_>) -> Result<Sets> {
        Ok(Sets::default())
    }

    fn step(&self, context: &mut Context<'_>, sets: &mut Sets) -> Result<()> {
        let n_keys = context.len().saturating_sub(3);
        if context.len() < 3 || n_keys > MAX_KEYS {
            return Err(wrong(format!(
                "intervals can be partitioned by up to {MAX_KEYS} columns, not {n_keys}"
            )));
        }
        let [id, ts, dur] = [0, 1, 2].map(|index| integer(context.get_raw(index)));
        if dur < 0 {
            return Err(wrong(format!(
                "an interval of duration {dur} cannot be intersected; leave out what never ended: \
                 WHERE dur >= 0"
            )));
        }
        let mut key = Vec::new();
        for index in 3..context.len() {
            pack(context.get_raw(index), &mut key)?;
        }
        let next = sets.partitions.len();
        let known = sets.number.get(&key).copied();
        if known.is_none() {
            sets.bytes += key.len() + 16;
            sets.number.insert(key.clone(), next);
            sets.partitions.push((key, Vec::new()));
        }
        sets.bytes += INTERVAL_BYTES;
        if sets.bytes > MAX_SET_BYTES {
            return Err(wrong("there are too many intervals to intersect"));
        }
        let packed = &mut sets.partitions[known.unwrap_or(next)].1;
        for value in [ts, ts.saturating_add(dur), id] {
            packed.extend_from_slice(&value.to_le_bytes());
        }
        Ok(())
    }

    fn finalize(&self, _context: &mut Context<'_>, sets: Option<Sets>) -> Result<Value> {
        let sets = sets.unwrap_or_default();
        let mut out = Vec::with_capacity(sets.bytes);
        for (key, intervals) in &sets.partitions {
            for bytes in [key, intervals] {
                out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
                out.extend_from_slice(bytes);
            }
        }
        Ok(Value::Blob(out))
    }
}

/// Returns a number as SQLite casts it: anything that is not a number is 0.
pub(super) fn integer(value: ValueRef<'_>) -> i64 {
    match value {
        ValueRef::Integer(value) => value,
        ValueRef::Real(value) => value as i64,
        ValueRef::Null | ValueRef::Text(_) | ValueRef::Blob(_) => 0,
    }
}

const NULL: u8 = 0;
const INT: u8 = 1;
const REAL: u8 = 2;
const TEXT: u8 = 3;

/// Appends a value of a partitioning column. Equal values have equal bytes.
fn pack(value: ValueRef<'_>, out: &mut Vec<u8>) -> Result<()> {
    match value {
        ValueRef::Null => out.push(NULL),
        ValueRef::Integer(value) => {
            out.push(INT);
            out.extend_from_slice(&value.to_le_bytes());
        }
        ValueRef::Real(value) => {
            out.push(REAL);
            out.extend_from_slice(&value.to_le_bytes());
        }
        ValueRef::Text(text) => {
            out.push(TEXT);
            out.extend_from_slice(&(text.len() as u64).to_le_bytes());
            out.extend_from_slice(text);
        }
        ValueRef::Blob(_) => return Err(wrong("intervals cannot be partitioned by bytes")),
    }
    Ok(())
}

/// Reads a set that [`IntervalSet`] has packed. The bytes may be invalid, as any blob can be passed as a set.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<i64> {
        Some(i64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn block(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    fn key(&mut self) -> Option<Value> {
        Some(match *self.take(1)?.first()? {
            NULL => Value::Null,
            INT => Value::Int(self.number()?),
            REAL => Value::Real(f64::from_bits(self.number()? as u64)),
            TEXT => Value::Text(self.block()?.to_vec()),
            _ => return None,
        })
    }
}

/// Returns the packed intervals of a set, by the packed values of the partitioning columns; `None` if the set
/// is invalid.
fn partitions(set: &[u8]) -> Option<BTreeMap<&[u8], &[u8]>> {
    let mut reader = Reader(set);
    let mut found = BTreeMap::new();
    while !reader.0.is_empty() {
        let key = reader.block()?;
        let intervals = reader.block()?;
        if !intervals.len().is_multiple_of(INTERVAL_BYTES) {
            return None;
        }
        found.insert(key, intervals);
    }
    Some(found)
}

/// Returns the intervals of a partition as values.
fn unpacked(packed: &[u8]) -> Vec<Interval> {
    let mut reader = Reader(packed);
    let next = || {
        Some(Interval {
            ts: reader.number()?,
            end: reader.number()?,
            id: reader.number()?,
        })
    };
    std::iter::from_fn(next).collect()
}

/// The tables of the module `intervals.intersect`.
pub(super) fn tables(shared: &Arc<Shared>) -> Vec<Named> {
    let stop = Arc::clone(&shared.stop);
    vec![("_interval_intersection", Arc::new(Intersection { stop }))]
}

/// The table-valued function `_interval_intersection(set, …)`.
struct Intersection {
    stop: Arc<Stop>,
}

/// The number of columns before the ids.
const IDS: usize = 2;
/// The number of columns before the values of the partitioning columns.
const KEYS: usize = IDS + MAX_TABLES;
/// The number of columns before the sets.
const SETS: usize = KEYS + MAX_KEYS;

impl Provider for Intersection {
    fn ddl(&self) -> String {
        // SQLite makes an index for a join only if it knows that ids are numbers.
        let columns: Vec<String> = ["ts BIGINT".to_owned(), "dur BIGINT".to_owned()]
            .into_iter()
            .chain((0..MAX_TABLES).map(|index| format!("id_{index} BIGINT")))
            .chain((0..MAX_KEYS).map(|index| format!("key_{index}")))
            // One more than allowed, so that the error can be reported in words.
            .chain((0..=MAX_TABLES).map(|index| format!("set_{index} HIDDEN")))
            .collect();
        format!("CREATE TABLE x({})", columns.join(", "))
    }

    fn plan(&self, constraints: &[Constraint], _order: &[Order], _used: u64) -> Option<Plan> {
        let mut plan = plan_call(SETS..SETS + MAX_TABLES + 1, constraints)?;
        plan.rows = 1_000_000;
        plan.cost = 100_000_000.0;
        Some(plan)
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn open(self: Arc<Self>, _code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        if args.is_empty() || args.len() > MAX_TABLES {
            return Err(fail(&format!("takes 1 to {MAX_TABLES} tables")));
        }
        let sets: Vec<&[u8]> = args
            .iter()
            .map(|arg| match arg {
                Value::Blob(bytes) => Ok(&bytes[..]),
                _ => Err(fail("takes sets of intervals")),
            })
            .collect::<Result<_>>()?;
        let sets: Vec<BTreeMap<&[u8], &[u8]>> = sets
            .into_iter()
            .map(|set| partitions(set).ok_or_else(|| fail("takes sets of intervals")))
            .collect::<Result<_>>()?;
        let mut overlaps = Overlaps {
            width: IDS + sets.len(),
            cells: Vec::new(),
            keys: Vec::new(),
            starts: Vec::new(),
            at: 0,
            partition: 0,
        };
        let mut watch = Watch {
            stop: &self.stop,
            steps: 0,
        };
        // Partitions come in the order of their packed bytes, whatever the order of the tables.
        for key in sets.first().into_iter().flat_map(BTreeMap::keys) {
            let met: Option<Vec<&[u8]>> = sets.iter().map(|set| set.get(key).copied()).collect();
            watch.step(|| size_of_val(&overlaps.cells[..]))?;
            let Some(met) = met else {
                continue;
            };
            let mut reader = Reader(key);
            let mut values = Vec::new();
            while !reader.0.is_empty() {
                let value = reader.key().filter(|_| values.len() < MAX_KEYS);
                values.push(value.ok_or_else(|| fail("takes sets of intervals"))?);
            }
            let before = overlaps.cells.len();
            let tables: Vec<Vec<Interval>> = met.into_iter().map(unpacked).collect();
            match tables.len() {
                0..=2 => intersect::<2>(tables, &mut overlaps.cells, &mut watch)?,
                3..=5 => intersect::<5>(tables, &mut overlaps.cells, &mut watch)?,
                _ => intersect::<MAX_TABLES>(tables, &mut overlaps.cells, &mut watch)?,
            }
            if overlaps.cells.len() > before {
                overlaps.starts.push(before / overlaps.width);
                overlaps.keys.push(values);
            }
        }
        Ok(Box::new(overlaps))
    }
}

fn fail(what: &str) -> Error {
    Error::ModuleError(format!("_interval_intersect! {what}"))
}

/// An overlap of the tables so far, and the ids of the intervals that overlap.
struct Common<const N: usize> {
    ts: i64,
    end: i64,
    ids: [i64; N],
}

/// Looks now and then whether a search must end, over all partitions together.
struct Watch<'a> {
    stop: &'a Stop,
    steps: u32,
}

impl Watch<'_> {
    /// Counts a step. The error says why the search must end, which holds so many bytes.
    fn step(&mut self, held: impl FnOnce() -> usize) -> Result<()> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(4096) {
            return Ok(());
        }
        if held() as u64 > self.stop.memory_bytes() {
            return Err(fail("finds more overlaps than fit into memory"));
        }
        if self.stop.is_wanted() {
            return Err(fail("was stopped"));
        }
        Ok(())
    }
}

/// Appends the rows of a partition, each with start, duration and the id in each table.
fn intersect<const N: usize>(
    tables: Vec<Vec<Interval>>,
    out: &mut Vec<i64>,
    watch: &mut Watch<'_>,
) -> Result<()> {
    let n_tables = tables.len();
    let mut tables: Vec<(usize, Vec<Interval>)> = tables.into_iter().enumerate().collect();
    // Starting with the smallest table keeps the intermediate lists small.
    tables.sort_by_key(|(_, intervals)| intervals.len());
    let mut common: Option<Vec<Common<N>>> = None;
    for (place, intervals) in tables {
        let joined = match common {
            None => intervals
                .into_iter()
                .map(|Interval { ts, end, id }| {
                    let mut ids = [0; N];
                    ids[place] = id;
                    Common { ts, end, ids }
                })
                .collect(),
            Some(common) => sweep(common, intervals, (place, out.len()), watch)?,
        };
        common = Some(joined);
    }
    let mut common = common.unwrap_or_default();
    common.sort_by(|a, b| (a.ts, &a.ids).cmp(&(b.ts, &b.ids)));
    for row in common {
        watch.step(|| size_of_val(&out[..]))?;
        out.extend([row.ts, row.end.saturating_sub(row.ts)]);
        out.extend(row.ids.iter().take(n_tables));
    }
    Ok(())
}

/// Finds all pairs that overlap: whichever interval starts first is paired with the intervals of the
/// other list that start before it ends. `held` numbers are held already.
fn sweep<const N: usize>(
    mut ones: Vec<Common<N>>,
    mut others: Vec<Interval>,
    (place, held): (usize, usize),
    watch: &mut Watch<'_>,
) -> Result<Vec<Common<N>>> {
    ones.sort_by_key(|one| one.ts);
    others.sort_by_key(|other| other.ts);
    let mut found: Vec<Common<N>> = Vec::new();
    let mut pair = |one: &Common<N>, other: &Interval| -> Result<()> {
        watch.step(|| held * size_of::<i64>() + size_of_val(&found[..]))?;
        let mut ids = one.ids;
        ids[place] = other.id;
        found.push(Common {
            ts: one.ts.max(other.ts),
            end: one.end.min(other.end),
            ids,
        });
        Ok(())
    };
    let (mut i, mut j) = (0, 0);
    while let (Some(one), Some(other)) = (ones.get(i), others.get(j)) {
        if one.ts <= other.ts {
            let last = last(one.ts, one.end);
            for other in others[j..].iter().take_while(|other| other.ts <= last) {
                pair(one, other)?;
            }
            i += 1;
        } else {
            let last = last(other.ts, other.end);
            for one in ones[i..].iter().take_while(|one| one.ts <= last) {
                pair(one, other)?;
            }
            j += 1;
        }
    }
    Ok(found)
}

/// The rows of a call of `_interval_intersection`.
struct Overlaps {
    width: usize,
    /// Start, duration and ids of each row.
    cells: Vec<i64>,
    /// The values of the partitioning columns, by partition.
    keys: Vec<Vec<Value>>,
    /// The first row of each partition.
    starts: Vec<usize>,
    at: usize,
    partition: usize,
}

impl Rows for Overlaps {
    fn done(&self) -> bool {
        self.at * self.width >= self.cells.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        if self.starts.get(self.partition + 1) == Some(&self.at) {
            self.partition += 1;
        }
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        if let Some(key) = column.checked_sub(KEYS) {
            let keys = self.keys.get(self.partition);
            return keys
                .and_then(|keys| keys.get(key))
                .map_or(Cell::Null, Value::cell);
        }
        if column < self.width {
            Cell::Int(self.cells[self.at * self.width + column])
        } else {
            Cell::Null
        }
    }

    fn id(&self) -> i64 {
        self.at as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_partitions_are_bounded_together() {
        let limits = crate::sql::session::Limits {
            memory_bytes: 1 << 20,
            ..Default::default()
        };
        let stop = Stop::new(limits);
        let mut watch = Watch {
            stop: &stop,
            steps: 0,
        };
        let mut out = Vec::new();
        let mut partition = || {
            let all = |id| Interval { ts: 0, end: 9, id };
            let tables = vec![(0..10).map(all).collect(), (0..10).map(all).collect()];
            intersect::<2>(tables, &mut out, &mut watch)
        };
        assert!(partition().is_ok());
        // A partition has 100 rows of 32 bytes.
        assert!((0..1000).any(|_| partition().is_err()));
    }

    #[test]
    fn what_is_no_set_is_refused() {
        let mut set = Vec::new();
        for block in [&[INT, 1, 0, 0, 0, 0, 0, 0, 0][..], &[0; INTERVAL_BYTES]] {
            set.extend_from_slice(&(block.len() as u64).to_le_bytes());
            set.extend_from_slice(block);
        }
        assert_eq!(partitions(&set).map(|found| found.len()), Some(1));
        assert_eq!(partitions(&[]).map(|found| found.len()), Some(0));
        for length in 1..set.len() {
            assert_eq!(partitions(&set[..length]), None, "{length}");
        }
        assert_eq!(partitions(&[0xff; 16]), None);
    }
}
