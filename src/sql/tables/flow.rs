//! `flow`, and the functions that follow flows from slice to slice.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::HashSet;
use rusqlite::{Error, Result};

use super::Shared;
use super::args::ArgSpace;
use super::hierarchy::{ancestors, descendants};
use crate::model::ids::{FlowId, SliceId};
use crate::sql::schema::{Column, Kind, TableDef, argument, long};
use crate::sql::table::{Bounds, Cell, Dense, Generator, Index, Rows, Search};

const ID: Column = long("id", "Unique identifier of the row.");
const OUT: Column = long("slice_out", "The slice that the flow leaves.");
const IN: Column = long("slice_in", "The slice that the flow reaches.");
const TRACE_ID: Column = long("trace_id", "The id that the flow was recorded with.");
const ARGS: Column = long("arg_set_id", "Its arguments in `args`.");
const START: Column = argument("start_id", Kind::Long, "a slice");

/// The table `flow`.
pub(super) static FLOW: TableDef = TableDef {
    name: "flow",
    doc: "Arrows from slice to slice.",
    columns: &[ID, OUT, IN, TRACE_ID, ARGS],
};

/// The functions, as they are documented.
pub(super) const FUNCTIONS: &[&TableDef] = &[&DIRECTLY, &FOLLOWING, &PRECEDING];

static DIRECTLY: TableDef = TableDef {
    name: "directly_connected_flow",
    doc: "The flows that lead to a slice and from it, and on from there.",
    columns: &[ID, OUT, IN, TRACE_ID, ARGS, START],
};
static FOLLOWING: TableDef = TableDef {
    name: "following_flow",
    doc: "The flows that leave a slice or its descendants, and on from there.",
    columns: &[ID, OUT, IN, TRACE_ID, ARGS, START],
};
static PRECEDING: TableDef = TableDef {
    name: "preceding_flow",
    doc: "The flows that reach a slice or its ancestors, and back from there.",
    columns: &[ID, OUT, IN, TRACE_ID, ARGS, START],
};

/// The rows of `flow`.
pub(super) struct Flows(Arc<Shared>);

impl Flows {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self(shared)
    }
}

fn flow_cell(shared: &Shared, id: FlowId, column: usize) -> Cell<'static> {
    let flow = shared.trace.flows.get(id);
    let slice = |id| Cell::int_or_null(shared.trace.sql_ids().id(id).map(i64::from));
    match column {
        1 => slice(flow.from),
        2 => slice(flow.to),
        3 => Cell::int_or_null(flow.trace_id),
        _ => Cell::int_or_null(ArgSpace::stored(flow.args)),
    }
}

impl Dense for Flows {
    fn def(&self) -> &'static TableDef {
        &FLOW
    }

    fn len(&self) -> u32 {
        self.0.trace.flows.len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::Int(i64::from(row)),
            _ => flow_cell(&self.0, FlowId(row), column),
        }
    }

    fn indexes(&self) -> Vec<Index> {
        let groups = self.len();
        vec![
            Index::Row(0),
            Index::Find { column: 1, groups },
            Index::Find { column: 2, groups },
            Index::Lookup { column: 3, groups },
        ]
    }

    fn find(&self, column: usize, key: i64, _within: Bounds) -> Vec<u32> {
        let Some(slice) = self.0.trace.sql_ids().slice(key) else {
            return Vec::new();
        };
        let flows = &self.0.trace.flows;
        let ids = match column {
            1 => flows.leaving(slice),
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
pub(super) struct Connected {
    shared: Arc<Shared>,
    def: &'static TableDef,
    mode: Mode,
}

/// Returns the functions.
pub(super) fn functions(shared: &Arc<Shared>) -> Vec<Connected> {
    [
        (&DIRECTLY, Mode::Directly),
        (&FOLLOWING, Mode::Following),
        (&PRECEDING, Mode::Preceding),
    ]
    .into_iter()
    .map(|(def, mode)| Connected {
        shared: Arc::clone(shared),
        def,
        mode,
    })
    .collect()
}

/// How a slice was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Via {
    Start,
    Outgoing,
    Incoming,
    Relative,
}

impl Connected {
    /// Follows flows breadth first. A slice reached along a flow is left only in the same
    /// direction; relatives of relatives are not visited again.
    fn follow(&self, start: SliceId) -> Vec<FlowId> {
        let trace = &self.shared.trace;
        let mut known: HashSet<SliceId> = std::iter::once(start).collect();
        let mut queue = VecDeque::from([(start, Via::Start)]);
        let mut found = Vec::new();
        while let Some((slice, via)) = queue.pop_front() {
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
        found
    }
}

impl Generator for Connected {
    fn def(&self) -> &'static TableDef {
        self.def
    }

    fn call(self: Arc<Self>, args: &[Search]) -> Result<Box<dyn Rows>> {
        let flows = match &args[0] {
            Search::Null => Vec::new(),
            value => {
                let start = value
                    .as_int()
                    .and_then(|id| self.shared.trace.sql_ids().slice(id))
                    .ok_or_else(|| {
                        Error::ModuleError(format!("{}: not the id of a slice", self.def.name))
                    })?;
                self.follow(start)
            }
        };
        Ok(Box::new(FlowRows {
            shared: Arc::clone(&self.shared),
            flows,
            at: 0,
            start: args[0].as_int(),
        }))
    }
}

struct FlowRows {
    shared: Arc<Shared>,
    flows: Vec<FlowId>,
    at: usize,
    start: Option<i64>,
}

impl Rows for FlowRows {
    fn done(&self) -> bool {
        self.at >= self.flows.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::Int(self.at as i64),
            5 => Cell::int_or_null(self.start),
            _ => flow_cell(&self.shared, self.flows[self.at], column),
        }
    }

    fn id(&self) -> i64 {
        self.at as i64
    }
}
