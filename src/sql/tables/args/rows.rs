//! The table `args`: its plans, and its rows.
//!
//! A scan keeps one set in memory at a time, and of that only what the statement reads. Rows that are wanted
//! in the order of their keys are counted by key instead, if the statement reads no more of them: SQLite would
//! copy and sort all.

use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashMap;
use rusqlite::{Error, Result};

use crate::model::args::{Arg, ArgValue};
use crate::sql::real_text::real_text;
use crate::sql::table::{
    Cell, Collation, Constraint, Op, Order, Plan, Provider, Rows, Scan, unread,
};
use crate::sql::tables::Shared;
use crate::sql::tables::columns::{Row, Table, double, long, text};
use crate::sql::value::Value;

/// The table `args`.
pub(in crate::sql::tables) static ARGS: Table<ArgRows> = Table {
    name: "args",
    doc: "Key-value pairs of slices, tracks, flows and more, found by their `arg_set_id`.",
    columns: &[
        long("id", "Unique identifier of the row.", |row| {
            row.data.id().into()
        }),
        long(
            "arg_set_id",
            "The set that it belongs to; equal sets may have several ids.",
            |row| row.data.set.into(),
        ),
        text("flat_key", "The key without array indices.", |row| {
            row.data.text(&row.data.held().flat_key).into()
        }),
        text("key", "The key.", |row| {
            row.data.text(&row.data.held().key).into()
        }),
        long(
            "int_value",
            "The value of an int, uint, bool or pointer.",
            |row| int_value(&row.data.held().value).into(),
        ),
        text("string_value", "The value of a string.", |row| {
            match &row.data.held().text {
                Some(range) => row.data.text(range).into(),
                None => Cell::Null,
            }
        }),
        double("real_value", "The value of a real.", |row| {
            match row.data.held().value {
                ArgValue::Real(value) => Cell::Real(value),
                _ => Cell::Null,
            }
        }),
        text(
            "value_type",
            "`int`, `uint`, `string`, `real`, `pointer`, `bool` or `null`.",
            |row| row.data.held().value.type_name().into(),
        ),
        text("display_value", "The value as text.", |row| {
            match &row.data.held().text {
                Some(range) => row.data.text(range).into(),
                None => display(&row.data.held().value),
            }
        }),
    ],
    make: |shared| Arc::new(ArgsTable(Arc::clone(shared))),
};

const ID: usize = ARGS.position("id");
const ARG_SET_ID: usize = ARGS.position("arg_set_id");
const FLAT_KEY: usize = ARGS.position("flat_key");
const KEY: usize = ARGS.position("key");
const STRING_VALUE: usize = ARGS.position("string_value");
const VALUE_TYPE: usize = ARGS.position("value_type");
const DISPLAY_VALUE: usize = ARGS.position("display_value");

/// The columns by which rows can be counted.
const COUNTED: [usize; 3] = [KEY, FLAT_KEY, VALUE_TYPE];

/// How many bits of a row id are the index of the argument in its set.
const INDEX_BITS: u32 = 20;

// The bits of a plan's code: which values are passed to the scan, in this order, and what it need not read.
const BY_SET: i32 = 1;
const BY_ID: i32 = 1 << 1;
const BY_KEY: i32 = 1 << 2;
const BY_FLAT_KEY: i32 = 1 << 3;
const NO_TEXTS: i32 = 1 << 4;
/// Where the columns start that rows are counted and ordered by, two bits each: places in [`COUNTED`] plus 1.
const ORDER_SHIFT: i32 = 8;

/// After how many sets a scan looks whether it must stop.
const SETS_AT_ONCE: usize = 4096;

struct ArgsTable(Arc<Shared>);

impl Provider for ArgsTable {
    fn ddl(&self) -> String {
        ARGS.def().ddl()
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order], used: u64) -> Option<Plan> {
        let equal_to = |column: usize| {
            constraints
                .iter()
                .position(|c| c.column == Some(column) && c.op == Op::Eq && c.usable)
        };
        let sets = self.0.args.end() as f64;
        let (mut code, mut args, mut rows) = if let Some(id) = equal_to(ID) {
            (BY_ID, vec![id], 1.0)
        } else if let Some(set) = equal_to(ARG_SET_ID) {
            (BY_SET, vec![set], 8.0)
        } else {
            (0, Vec::new(), sets * 8.0 + 1.0)
        };
        // Decoding arguments costs more than reading a column.
        let cost = rows * 4.0;
        let mut ordered = matches!(order.first(), Some(first) if !first.descending
            && (first.column == Some(ID) || first.column == Some(ARG_SET_ID) && order.len() == 1));
        if code == 0
            && let Some(by) = counted(order, used)
        {
            code = by;
            ordered = true;
        }
        for (column, bit) in [(KEY, BY_KEY), (FLAT_KEY, BY_FLAT_KEY)] {
            if let Some(key) = equal_to(column)
                && constraints[key].collation == Collation::Binary
            {
                code |= bit;
                args.push(key);
                rows /= 8.0;
            }
        }
        if used & (1 << STRING_VALUE | 1 << DISPLAY_VALUE) == 0 {
            code |= NO_TEXTS;
        }
        Some(Plan {
            code,
            args,
            cost,
            rows: (rows as i64).max(1),
            ordered,
            scan: Scan::Many,
        })
    }

    fn open(self: Arc<Self>, code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        let mut sets = 0..self.0.args.end();
        let one = |set: i64| set..set.saturating_add(1);
        let mut wanted = Wanted {
            key: None,
            flat_key: None,
            has_texts: code & NO_TEXTS == 0,
        };
        let bits = [BY_SET, BY_ID, BY_KEY, BY_FLAT_KEY].into_iter();
        for (bit, value) in bits.filter(|bit| code & bit != 0).zip(args) {
            match (bit, value) {
                (_, Value::Null) => sets = 0..0,
                (BY_SET, Value::Int(set)) => sets = one(*set),
                (BY_ID, Value::Int(id)) => sets = one(id >> INDEX_BITS),
                (BY_KEY, Value::Text(key)) => wanted.key = Some(key.clone()),
                (BY_FLAT_KEY, Value::Text(key)) => wanted.flat_key = Some(key.clone()),
                // Values of other types are left to SQLite.
                _ => {}
            }
        }
        self.0.args.prepare(&sets).map_err(unread)?;
        if code >> ORDER_SHIFT != 0 {
            return Ok(Box::new(KeyRows::read(
                &self.0,
                sets,
                &wanted,
                code >> ORDER_SHIFT,
            )?));
        }
        let mut rows = ArgRows {
            shared: Arc::clone(&self.0),
            wanted,
            sets,
            set: 0,
            texts: Vec::new(),
            args: Vec::new(),
            at: 0,
        };
        rows.fill()?;
        Ok(Box::new(rows))
    }
}

/// Returns the code of a scan that counts rows; `None` unless the statement reads only what rows are counted
/// by, and wants them in such an order.
fn counted(order: &[Order], used: u64) -> Option<i32> {
    let columns = COUNTED
        .iter()
        .fold(0, |bits, column| bits | 1_u64 << column);
    if used & !columns != 0 || order.is_empty() || order.len() > COUNTED.len() {
        return None;
    }
    let mut code = 0;
    for (term, shift) in order.iter().zip((ORDER_SHIFT..).step_by(2)) {
        let place = COUNTED.iter().position(|&it| term.column == Some(it))?;
        if term.descending {
            return None;
        }
        code |= (place as i32 + 1) << shift;
    }
    Some(code)
}

/// Which arguments a scan returns, and what of them.
struct Wanted {
    key: Option<Vec<u8>>,
    flat_key: Option<Vec<u8>>,
    has_texts: bool,
}

impl Wanted {
    /// Returns whether an argument has the keys.
    fn has(&self, arg: &Arg<'_>) -> bool {
        let is = |wanted: &Option<Vec<u8>>, key: &str| {
            wanted
                .as_ref()
                .is_none_or(|wanted| wanted == key.as_bytes())
        };
        is(&self.key, &arg.key) && is(&self.flat_key, &arg.flat_key)
    }
}

/// An argument, whose texts are ranges of [`ArgRows::texts`].
struct Held {
    /// The place of the argument in its set.
    index: i64,
    flat_key: Range<usize>,
    key: Range<usize>,
    /// The value; of a string, only that it is one.
    value: ArgValue<'static>,
    /// The value of a string.
    text: Option<Range<usize>>,
}

/// A scan of `args`.
pub(in crate::sql::tables) struct ArgRows {
    shared: Arc<Shared>,
    wanted: Wanted,
    /// The sets that are still to come.
    sets: Range<i64>,
    set: i64,
    /// The texts of the arguments.
    texts: Vec<u8>,
    args: Vec<Held>,
    at: usize,
}

impl ArgRows {
    /// Returns the current argument.
    fn held(&self) -> &Held {
        &self.args[self.at]
    }

    fn text(&self, range: &Range<usize>) -> &[u8] {
        &self.texts[range.clone()]
    }

    /// Decodes sets until one has arguments that are wanted, or none is left.
    fn fill(&mut self) -> Result<()> {
        self.at = 0;
        self.args.clear();
        self.texts.clear();
        let mut n_sets = 0_usize;
        while self.args.is_empty()
            && let Some(set) = self.sets.next()
        {
            n_sets += 1;
            if n_sets.is_multiple_of(SETS_AT_ONCE) {
                check(&self.shared, 0)?;
            }
            self.set = set;
            let (args, texts, wanted) = (&mut self.args, &mut self.texts, &self.wanted);
            let mut index = 0;
            self.shared.args.each(set, &mut |arg| {
                if wanted.has(&arg) {
                    args.push(held(index, arg, wanted.has_texts, texts));
                }
                index += 1;
            });
        }
        #[cfg(test)]
        crate::sql::table::tests::VISITED
            .with(|visited| visited.set(visited.get() + self.args.len() as u64));
        Ok(())
    }
}

/// Returns an argument with its texts in `texts`.
fn held(index: i64, arg: Arg<'_>, has_texts: bool, texts: &mut Vec<u8>) -> Held {
    let mut keep = |text: &[u8]| {
        let start = texts.len();
        texts.extend_from_slice(text);
        start..texts.len()
    };
    let key = keep(arg.key.as_bytes());
    let flat_key = if arg.flat_key == arg.key {
        key.clone()
    } else {
        keep(arg.flat_key.as_bytes())
    };
    let (value, text) = match arg.value {
        ArgValue::Str(text) => {
            let range = if has_texts { keep(&text) } else { 0..0 };
            (ArgValue::NoStr, Some(range))
        }
        value => (value.into_owned(), None),
    };
    Held {
        index,
        flat_key,
        key,
        value,
        text,
    }
}

/// Returns an error if the statement must stop, or holds more bytes than allowed.
fn check(shared: &Shared, bytes: usize) -> Result<()> {
    let why = if shared.stop.is_wanted() {
        "was stopped"
    } else if bytes as u64 > shared.stop.memory_bytes() {
        "has more rows than fit into memory"
    } else {
        return Ok(());
    };
    Err(Error::ModuleError(format!("args {why}")))
}

impl Rows for ArgRows {
    fn done(&self) -> bool {
        self.at >= self.args.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        if self.done() {
            self.fill()?;
        }
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.shared,
            number: self.at as u32,
            data: self,
        };
        ARGS.cell(row, column)
    }

    fn id(&self) -> i64 {
        self.set << INDEX_BITS | self.held().index
    }
}

/// The arguments with equal keys whose values are of one type.
struct Group {
    /// The texts of the columns [`COUNTED`].
    texts: [Vec<u8>; 3],
    ids: Vec<i64>,
}

/// A scan of `args` in the order of keys.
struct KeyRows {
    groups: Vec<Group>,
    group: usize,
    at: usize,
}

impl KeyRows {
    /// Reads all sets, and orders what they hold by columns, which are two bits of `order` each.
    fn read(shared: &Shared, sets: Range<i64>, wanted: &Wanted, order: i32) -> Result<Self> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut name = Vec::new();
        let mut n_rows = 0;
        for (number, set) in sets.enumerate() {
            if number.is_multiple_of(SETS_AT_ONCE) {
                check(shared, n_rows * size_of::<i64>())?;
            }
            let mut id = set << INDEX_BITS;
            shared.args.each(set, &mut |arg| {
                if wanted.has(&arg) {
                    let texts = [&*arg.key, &*arg.flat_key, arg.value.type_name()];
                    name.clear();
                    for text in texts {
                        name.extend_from_slice(&text.len().to_le_bytes());
                        name.extend_from_slice(text.as_bytes());
                    }
                    let group = known.get(&name).copied().unwrap_or_else(|| {
                        known.insert(name.clone(), groups.len());
                        groups.push(Group {
                            texts: texts.map(|text| text.as_bytes().to_vec()),
                            ids: Vec::new(),
                        });
                        groups.len() - 1
                    });
                    groups[group].ids.push(id);
                    n_rows += 1;
                }
                id += 1;
            });
        }
        let shifts = (0..COUNTED.len()).map(|term| 2 * term);
        let columns: Vec<usize> = shifts
            .filter_map(|shift| (order >> shift & 3).checked_sub(1))
            .filter_map(|column| usize::try_from(column).ok())
            .collect();
        groups.sort_by_cached_key(|group| {
            let texts = columns.iter().map(|&column| group.texts[column].clone());
            texts.collect::<Vec<_>>()
        });
        Ok(Self {
            groups,
            group: 0,
            at: 0,
        })
    }
}

impl Rows for KeyRows {
    fn done(&self) -> bool {
        self.group >= self.groups.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        if self.at >= self.groups[self.group].ids.len() {
            self.group += 1;
            self.at = 0;
        }
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let place = COUNTED.iter().position(|&it| it == column);
        place.map_or(Cell::Null, |place| {
            Cell::Text(&self.groups[self.group].texts[place])
        })
    }

    fn id(&self) -> i64 {
        self.groups[self.group].ids[self.at]
    }
}

/// Returns the value of the column `int_value`.
pub(in crate::sql) fn int_value(value: &ArgValue<'_>) -> Option<i64> {
    match *value {
        ArgValue::Int(value) => Some(value),
        ArgValue::Uint(value) | ArgValue::Pointer(value) => Some(value as i64),
        ArgValue::Bool(value) => Some(i64::from(value)),
        _ => None,
    }
}

fn display<'a>(value: &'a ArgValue<'_>) -> Cell<'a> {
    match value {
        ArgValue::Null | ArgValue::NoStr => Cell::Null,
        ArgValue::Int(value) => Cell::Owned(value.to_string().into_bytes()),
        ArgValue::Uint(value) => Cell::Owned(value.to_string().into_bytes()),
        ArgValue::Real(value) => real_text(*value).map_or(Cell::Null, |t| Cell::Owned(t.into())),
        ArgValue::Bool(value) => Cell::Text(if *value { b"true" } else { b"false" }),
        ArgValue::Pointer(value) => Cell::Owned(format!("{value:#x}").into_bytes()),
        ArgValue::Str(value) => Cell::Text(value),
    }
}
