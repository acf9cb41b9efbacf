//! The table `args`, and the ids of argument sets.
//!
//! Most sets are never stored: those of slices, states, samples and ftrace events are decoded from the file
//! when they are read. Every possible owner of a set has an id reserved for it: first the stored sets, then
//! slices by SQL id, then states, counter samples, ftrace events and tracks.

use std::ops::Range;
use std::sync::Arc;

use rusqlite::Result;

use super::Shared;
use super::columns::{Row, Table, double, long, text};
use super::dimensions;
use super::real_text::real_text;
use crate::model::args::{Arg, ArgValue, Unread};
use crate::model::ids::{ArgSetId, CounterId, SliceId, TrackId};
use crate::model::sched::events::FtraceTable;
use crate::model::trace::Trace;
use crate::model::track::TrackData;
use crate::sql::session::Stop;
use crate::sql::table::{Cell, Constraint, Op, Order, Plan, Provider, Rows, Scan, unread};
use crate::sql::value::Value;

/// The ids of argument sets, as ranges.
#[derive(Debug)]
pub(in crate::sql) struct ArgSpace {
    trace: Arc<Trace>,
    stop: Arc<Stop>,
    /// The slices that are rows of the table `state`, by time.
    states: Vec<SliceId>,
    slices: Range<i64>,
    state_sets: Range<i64>,
    samples: Range<i64>,
    ftrace: Range<i64>,
    tracks: Range<i64>,
}

impl ArgSpace {
    /// Reserves the ids of all sets of a trace.
    pub(super) fn new(trace: Arc<Trace>, stop: Arc<Stop>) -> Self {
        let mut states: Vec<SliceId> = Vec::new();
        for (track, range) in trace.slices.tracks() {
            if trace.tracks.get(track).data == TrackData::States {
                states.extend(range.map(SliceId));
            }
        }
        states.sort_by_key(|&id| trace.slices.order_key(id));
        let mut next = trace.arg_sets.len() as i64;
        let mut take = |n: usize| {
            let start = next;
            next += n as i64;
            start..next
        };
        let slices = take(trace.sql_ids().slices().len());
        let state_sets = take(states.len());
        let samples = take(trace.counters.len());
        let ftrace = take(trace.ftrace.len());
        let tracks = take(trace.tracks.len());
        Self {
            trace,
            stop,
            states,
            slices,
            state_sets,
            samples,
            ftrace,
            tracks,
        }
    }

    /// Returns the slices that are rows of the table `state`.
    pub(super) fn states(&self) -> &[SliceId] {
        &self.states
    }

    /// Returns the id of a stored set.
    pub(in crate::sql) fn stored(set: Option<ArgSetId>) -> Option<i64> {
        set.map(|set| i64::from(set.0))
    }

    /// Returns the id of a slice's set; `None` if the slice has no arguments.
    pub(super) fn of_slice(&self, row: u32, slice: SliceId) -> Option<i64> {
        self.of_event(slice, self.slices.start + i64::from(row))
    }

    /// Returns the id of a state's set; `None` if the state has no arguments.
    pub(super) fn of_state(&self, row: u32, slice: SliceId) -> Option<i64> {
        self.of_event(slice, self.state_sets.start + i64::from(row))
    }

    fn of_event(&self, slice: SliceId, own: i64) -> Option<i64> {
        if let Some(set) = self.trace.slices.pos(slice).stored_set() {
            return Some(i64::from(set.0));
        }
        let mut any = false;
        self.trace.slice_args(slice, &mut |_| any = true);
        any.then_some(own)
    }

    /// Returns the id of a sample's set; `None` if the sample has no arguments.
    pub(super) fn of_sample(&self, sample: CounterId) -> Option<i64> {
        self.trace.counters.pos(sample)?;
        let set = self.samples.start + i64::from(sample.0);
        let mut any = false;
        self.each(set, &mut |_| any = true);
        any.then_some(set)
    }

    /// Returns the id of an ftrace event's set.
    pub(super) fn of_ftrace(&self, row: u32) -> i64 {
        self.ftrace.start + i64::from(row)
    }

    /// Returns the id of the set with a track's dimensions, which differ between tracks of the same type.
    pub(super) fn of_track(&self, id: TrackId) -> Option<i64> {
        let track = self.trace.tracks.get(id);
        if track.dimension_args.is_some() {
            return Self::stored(track.dimension_args);
        }
        let mut any = false;
        dimensions::each(&self.trace, track, &mut |_| any = true);
        any.then_some(self.tracks.start + i64::from(id.0))
    }

    /// Returns the SQL id of the slice whose decoded set has this id.
    pub(super) fn slice_of(&self, set: i64) -> Option<u32> {
        self.slices
            .contains(&set)
            .then(|| (set - self.slices.start) as u32)
    }

    /// Returns the end of the range of ids.
    fn end(&self) -> i64 {
        self.tracks.end
    }

    /// Returns the rows of ftrace events. The first call reads them, unless the statement must stop.
    pub(super) fn ftrace_rows(&self) -> Result<&FtraceTable, Unread> {
        self.trace.ftrace_rows(&|| self.stop.is_wanted())
    }

    /// Loads what [`Self::each`] needs for a range of sets.
    pub(in crate::sql) fn prepare(&self, sets: &Range<i64>) -> Result<(), Unread> {
        if sets.start < self.ftrace.end && self.ftrace.start < sets.end {
            self.ftrace_rows()?;
        }
        Ok(())
    }

    /// Calls `each` with every argument of a set.
    pub(in crate::sql) fn each(&self, set: i64, each: &mut dyn FnMut(Arg<'_>)) {
        let trace = &self.trace;
        if set < 0 {
            return;
        }
        if set < self.slices.start {
            trace.stored_args(ArgSetId(set as u32), each);
        } else if self.slices.contains(&set) {
            if let Some(slice) = trace.sql_ids().slice(set - self.slices.start) {
                self.decoded(slice, each);
            }
        } else if self.state_sets.contains(&set) {
            let state = self.states[(set - self.state_sets.start) as usize];
            self.decoded(state, each);
        } else if self.samples.contains(&set) {
            let sample = CounterId((set - self.samples.start) as u32);
            trace.counter_args(sample, each);
        } else if self.ftrace.contains(&set) {
            let index = (set - self.ftrace.start) as usize;
            if let Some(row) = self.ftrace_rows().ok().and_then(|rows| rows.get(index)) {
                trace.ftrace_args(&row, each);
            }
        } else if self.tracks.contains(&set) {
            let track = TrackId((set - self.tracks.start) as u32);
            let track = trace.tracks.get(track);
            if track.dimension_args.is_none() {
                dimensions::each(trace, track, each);
            }
        }
    }

    /// Calls `each` with the arguments of a slice, unless they are a stored set, which has an id of its own.
    fn decoded(&self, slice: SliceId, each: &mut dyn FnMut(Arg<'_>)) {
        if self.trace.slices.pos(slice).stored_set().is_none() {
            self.trace.slice_args(slice, each);
        }
    }

    /// Returns the value of the argument with exactly this key.
    pub(in crate::sql) fn get(&self, set: i64, key: &[u8]) -> Option<ArgValue<'static>> {
        let mut found = None;
        self.each(set, &mut |arg| {
            if found.is_none() && arg.key.as_bytes() == key {
                found = Some(arg.value.into_owned());
            }
        });
        found
    }
}

/// The table `args`.
pub(super) static ARGS: Table<ArgRows> = Table {
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
            row.data.arg().flat_key.as_bytes().into()
        }),
        text("key", "The key.", |row| {
            row.data.arg().key.as_bytes().into()
        }),
        long(
            "int_value",
            "The value of an int, uint, bool or pointer.",
            |row| int_value(&row.data.arg().value).into(),
        ),
        text("string_value", "The value of a string.", |row| {
            match &row.data.arg().value {
                ArgValue::Str(value) => Cell::Text(value),
                _ => Cell::Null,
            }
        }),
        double("real_value", "The value of a real.", |row| {
            match row.data.arg().value {
                ArgValue::Real(value) => Cell::Real(value),
                _ => Cell::Null,
            }
        }),
        text(
            "value_type",
            "`int`, `uint`, `string`, `real`, `pointer`, `bool` or `null`.",
            |row| row.data.arg().value.type_name().into(),
        ),
        text("display_value", "The value as text.", |row| {
            display(&row.data.arg().value)
        }),
    ],
    make: |shared| Arc::new(ArgsTable(Arc::clone(shared))),
};

const ID: usize = ARGS.position("id");
const ARG_SET_ID: usize = ARGS.position("arg_set_id");

/// How many bits of a row id are the index of the argument in its set.
const INDEX_BITS: u32 = 20;

const BY_SET: i32 = 1;
const BY_ID: i32 = 2;

struct ArgsTable(Arc<Shared>);

impl Provider for ArgsTable {
    fn ddl(&self) -> String {
        ARGS.def().ddl()
    }

    fn plan(&self, constraints: &[Constraint], order: &[Order], _used: u64) -> Option<Plan> {
        let equal_to = |column: usize| {
            constraints
                .iter()
                .position(|c| c.column == Some(column) && c.op == Op::Eq && c.usable)
        };
        let sets = self.0.args.end() as f64;
        let (code, args, rows) = if let Some(id) = equal_to(ID) {
            (BY_ID, vec![id], 1.0)
        } else if let Some(set) = equal_to(ARG_SET_ID) {
            (BY_SET, vec![set], 8.0)
        } else {
            (0, Vec::new(), sets * 8.0 + 1.0)
        };
        let ordered = matches!(order.first(), Some(first) if !first.descending
            && (first.column == Some(ID) || first.column == Some(ARG_SET_ID) && order.len() == 1));
        Some(Plan {
            code,
            args,
            // Decoding arguments costs more than reading a column.
            cost: rows * 4.0,
            rows: rows as i64,
            ordered,
            scan: Scan::Many,
        })
    }

    fn open(self: Arc<Self>, code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        let all = 0..self.0.args.end();
        let one = |set: i64| set..set.saturating_add(1);
        let sets = match (code, args.first()) {
            (BY_SET, Some(Value::Int(set))) => one(*set),
            (BY_ID, Some(Value::Int(id))) => one(id >> INDEX_BITS),
            (BY_SET | BY_ID, Some(Value::Null)) => 0..0,
            _ => all,
        };
        self.0.args.prepare(&sets).map_err(unread)?;
        let mut rows = ArgRows {
            shared: Arc::clone(&self.0),
            sets,
            set: 0,
            args: Vec::new(),
            at: 0,
        };
        rows.fill();
        Ok(Box::new(rows))
    }
}

/// A scan of `args`, which keeps one set in memory at a time.
pub(super) struct ArgRows {
    shared: Arc<Shared>,
    /// The sets that are still to come.
    sets: Range<i64>,
    set: i64,
    args: Vec<Arg<'static>>,
    at: usize,
}

impl ArgRows {
    /// Returns the current argument.
    fn arg(&self) -> &Arg<'static> {
        &self.args[self.at]
    }

    /// Decodes sets until one has arguments, or none is left.
    fn fill(&mut self) {
        self.at = 0;
        self.args.clear();
        while self.args.is_empty()
            && let Some(set) = self.sets.next()
        {
            self.set = set;
            let args = &mut self.args;
            self.shared.args.each(set, &mut |arg| {
                args.push(Arg {
                    flat_key: arg.flat_key.into_owned().into(),
                    key: arg.key.into_owned().into(),
                    value: arg.value.into_owned(),
                });
            });
        }
    }
}

impl Rows for ArgRows {
    fn done(&self) -> bool {
        self.at >= self.args.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        if self.done() {
            self.fill();
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
        self.set << INDEX_BITS | self.at as i64
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
