//! The table `flow`, and the functions that follow flows from slice to slice.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::HashSet;
use rusqlite::{Error, Result};

use super::args::ArgSpace;
use super::columns::{Call, Column, Returned, Row, Table, argument, id, long};
use super::hierarchy::{ancestors, descendants};
use super::{Shared, dense, function};
use crate::model::flow::Flow;
use crate::model::ids::{FlowId, SliceId};
use crate::sql::schema::{Kind, TableDef};
use crate::sql::table::{Bounds, Cell, Dense, Generator, Index, Provider, Rows};
use crate::sql::value::Value;

/// The data of a row that is a flow.
trait AsFlow: Sized {
    /// Returns the flow of a row.
    fn id_of(row: Row<'_, Self>) -> FlowId;
}

/// The rows of the table `flow` are all flows, in order.
impl AsFlow for () {
    fn id_of(row: Row<'_, Self>) -> FlowId {
        FlowId(row.number)
    }
}

fn flow_of<R: AsFlow>(row: Row<'_, R>) -> Flow {
    row.shared.trace.flows.get(R::id_of(row))
}

fn sql_id<R>(row: Row<'_, R>, slice: SliceId) -> Cell<'_> {
    row.shared.trace.sql_ids().id(slice).into()
}

const fn slice_out<R: AsFlow>() -> Column<R> {
    long("slice_out", "The slice that the flow leaves.", |row| {
        sql_id(row, flow_of(row).from)
    })
}

const fn slice_in<R: AsFlow>() -> Column<R> {
    long("slice_in", "The slice that the flow reaches.", |row| {
        sql_id(row, flow_of(row).to)
    })
}

const fn trace_id<R: AsFlow>() -> Column<R> {
    long(
        "trace_id",
        "The id that the flow was recorded with.",
        |row| flow_of(row).trace_id.into(),
    )
}

const fn arg_set_id<R: AsFlow>() -> Column<R> {
    long("arg_set_id", "Its arguments in `args`.", |row| {
        ArgSpace::stored(flow_of(row).args).into()
    })
}

const ROW_ID: &str = "Unique identifier of the row.";

/// The table `flow`.
pub(super) static FLOW: Table<()> = Table {
    name: "flow",
    doc: "Arrows from slice to slice.",
    columns: &[
        id(ROW_ID),
        slice_out(),
        slice_in(),
        trace_id(),
        arg_set_id(),
    ],
    make: |shared| dense(Flows(Arc::clone(shared))),
};

const SLICE_OUT: usize = FLOW.position("slice_out");
const SLICE_IN: usize = FLOW.position("slice_in");

/// The columns of the functions.
const CONNECTED: &[Column<FlowRows>] = &[
    id(ROW_ID),
    slice_out(),
    slice_in(),
    trace_id(),
    arg_set_id(),
    argument("start_id", Kind::Long, "a slice", |row| {
        row.data.start.into()
    }),
];

pub(super) static DIRECTLY: Table<FlowRows> = Table {
    name: "directly_connected_flow",
    doc: "The flows that lead to a slice and from it, and on from there.",
    columns: CONNECTED,
    make: |shared| connected(shared, &DIRECTLY, Mode::Directly),
};
pub(super) static FOLLOWING: Table<FlowRows> = Table {
    name: "following_flow",
    doc: "The flows that leave a slice or its descendants, and on from there.",
    columns: CONNECTED,
    make: |shared| connected(shared, &FOLLOWING, Mode::Following),
};
pub(super) static PRECEDING: Table<FlowRows> = Table {
    name: "preceding_flow",
    doc: "The flows that reach a slice or its ancestors, and back from there.",
    columns: CONNECTED,
    make: |shared| connected(shared, &PRECEDING, Mode::Preceding),
};

/// The rows of `flow`.
struct Flows(Arc<Shared>);

impl Dense for Flows {
    fn def(&self) -> TableDef {
        FLOW.def()
    }

    fn len(&self) -> u32 {
        self.0.trace.flows.len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.0,
            number: row,
            data: &(),
        };
        FLOW.cell(row, column)
    }

    fn indexes(&self) -> Vec<Index> {
        let groups = self.len();
        vec![
            Index::Row(FLOW.position("id")),
            Index::Find {
                column: SLICE_OUT,
                groups,
            },
            Index::Find {
                column: SLICE_IN,
                groups,
            },
            Index::Lookup {
                column: FLOW.position("trace_id"),
                groups,
            },
        ]
    }

    fn find(&self, column: usize, key: i64, _within: Bounds) -> Vec<u32> {
        let Some(slice) = self.0.trace.sql_ids().slice(key) else {
            return Vec::new();
        };
        let flows = &self.0.trace.flows;
        let ids = match column {
            SLICE_OUT => flows.leaving(slice),
            _ => flows.reaching(slice),
        };
        ids.iter().map(|id| id.0).collect()
    }
}

/// Which flows a function follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Directly,
    Following,
    Preceding,
}

/// A function that follows flows.
struct Connected {
    shared: Arc<Shared>,
    table: &'static Table<FlowRows>,
    mode: Mode,
}

/// Returns one of the functions.
fn connected(
    shared: &Arc<Shared>,
    table: &'static Table<FlowRows>,
    mode: Mode,
) -> Arc<dyn Provider> {
    let shared = Arc::clone(shared);
    function(Connected {
        shared,
        table,
        mode,
    })
}

/// How the search reached a slice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Via {
    Start,
    Outgoing,
    Incoming,
    Relative,
}

impl Connected {
    /// Follows flows breadth first. From a slice that was reached along a flow, it only goes on in the same
    /// direction; relatives of relatives are not visited again.
    fn follow(&self, start: SliceId) -> Result<Vec<FlowId>> {
        let trace = &self.shared.trace;
        let mut known: HashSet<SliceId> = std::iter::once(start).collect();
        let mut queue = VecDeque::from([(start, Via::Start)]);
        let mut found = Vec::new();
        while let Some((slice, via)) = queue.pop_front() {
            if self.shared.stop.is_wanted() {
                let message = format!("{} was stopped", self.table.name);
                return Err(Error::ModuleError(message));
            }
            if via != Via::Relative {
                let relatives = match self.mode {
                    Mode::Directly => Vec::new(),
                    Mode::Following => descendants(trace, slice),
                    Mode::Preceding => ancestors(trace, slice),
                };
                for relative in relatives {
                    if known.insert(relative) {
                        queue.push_back((relative, Via::Relative));
                    }
                }
            }
            if self.mode != Mode::Following && via != Via::Outgoing {
                for &flow in trace.flows.reaching(slice) {
                    found.push(flow);
                    let next = trace.flows.get(flow).from;
                    if known.insert(next) {
                        queue.push_back((next, Via::Incoming));
                    }
                }
            }
            if self.mode != Mode::Preceding && via != Via::Incoming {
                for &flow in trace.flows.leaving(slice) {
                    found.push(flow);
                    let next = trace.flows.get(flow).to;
                    if known.insert(next) {
                        queue.push_back((next, Via::Outgoing));
                    }
                }
            }
        }
        Ok(found)
    }
}

impl Generator for Connected {
    fn def(&self) -> TableDef {
        self.table.def()
    }

    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>> {
        let start = self.shared.slice_of(&args[0], self.table.name)?;
        let flows = start.map_or(Ok(Vec::new()), |start| self.follow(start))?;
        let start = args[0].as_int();
        let rows = FlowRows { flows, start };
        Ok(Call::open(self.table, &self.shared, rows))
    }
}

/// The rows of a call, and the slice that it was given.
pub(super) struct FlowRows {
    flows: Vec<FlowId>,
    start: Option<i64>,
}

impl AsFlow for FlowRows {
    fn id_of(row: Row<'_, Self>) -> FlowId {
        row.data.flows[row.number as usize]
    }
}

impl Returned for FlowRows {
    fn len(&self) -> usize {
        self.flows.len()
    }

    fn id(&self, number: usize) -> i64 {
        number as i64
    }
}
