//! Walks over graphs: `graph_reachable_dfs!` and what else the module `graphs.search` has.
//!
//! The macros pass edges and the nodes to start at to the aggregate `_number_rows`, which packs them, and
//! pass both to a table-valued function, which walks as its rows are read. Nodes are any integers; edges
//! of a node are taken in the order in which they were passed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use rusqlite::functions::{Aggregate, Context};
use rusqlite::{Error, Result};

use super::functions::wrong;
use super::intervals::{MAX_SET_BYTES, integer};
use super::schema::{ColumnDef, Kind, TableDef};
use super::table::{Cell, Generator, GeneratorTable, Rows};
use super::tables::{Named, Shared};
use super::value::Value;

/// The aggregate that packs rows of integers: `_number_rows(number, …)`.
pub(super) struct NumberRows;

impl Aggregate<Vec<u8>, Value> for NumberRows {
    fn init(&self, _context: &mut Context<'_>) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn step(&self, context: &mut Context<'_>, packed: &mut Vec<u8>) -> Result<()> {
        if packed.len() + 8 * context.len() > MAX_SET_BYTES {
            return Err(wrong("there are too many edges or nodes"));
        }
        for index in 0..context.len() {
            packed.extend_from_slice(&integer(context.get_raw(index)).to_le_bytes());
        }
        Ok(())
    }

    fn finalize(&self, _context: &mut Context<'_>, packed: Option<Vec<u8>>) -> Result<Value> {
        Ok(Value::Blob(packed.unwrap_or_default()))
    }
}

/// Returns the rows that [`NumberRows`] has packed.
pub(super) fn rows<const N: usize>(value: &Value) -> Result<Vec<[i64; N]>> {
    let no_rows = || Error::ModuleError("a walk over a graph takes edges and nodes".to_owned());
    let Value::Blob(packed) = value else {
        return Err(no_rows());
    };
    let (numbers, []) = packed.as_chunks::<8>() else {
        return Err(no_rows());
    };
    let numbers: Vec<i64> = numbers.iter().map(|n| i64::from_le_bytes(*n)).collect();
    let (rows, []) = numbers.as_chunks::<N>() else {
        return Err(no_rows());
    };
    Ok(rows.to_vec())
}

/// The tables of the module `graphs.search`.
pub(super) fn tables(_shared: &Arc<Shared>) -> Vec<Named> {
    vec![
        ("_graph_walk", Arc::new(GeneratorTable::new(Reachable))),
        (
            "_graph_walk_bounded",
            Arc::new(GeneratorTable::new(Bounded)),
        ),
    ]
}

/// Returns the columns of a table-valued function of integers.
pub(super) fn columns(names: &[&'static str], arguments: &[&'static str]) -> Vec<ColumnDef> {
    let column = |name, argument| ColumnDef {
        name,
        kind: Kind::Long,
        argument,
        doc: "",
    };
    let results = names.iter().map(|name| column(name, false));
    let arguments = arguments.iter().map(|name| column(name, true));
    results.chain(arguments).collect()
}

/// Where an edge leads, and its weight.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: i64,
    weight: u32,
}

/// The edges of a graph by the node that they leave.
#[derive(Debug)]
struct Graph {
    edges: Vec<Edge>,
    /// Which of the edges leave a node.
    leaving: HashMap<i64, std::ops::Range<usize>>,
    highest: Option<i64>,
}

impl Graph {
    fn new(mut rows: Vec<[i64; 3]>) -> Self {
        rows.sort_by_key(|row| row[0]);
        let mut leaving = HashMap::new();
        let mut at = 0;
        for same in rows.chunk_by(|one, other| one[0] == other[0]) {
            leaving.insert(same[0][0], at..at + same.len());
            at += same.len();
        }
        Self {
            highest: rows.iter().map(|row| row[0].max(row[1])).max(),
            leaving,
            // The reference computes with weights of 32 bits.
            edges: rows
                .iter()
                .map(|&[_, to, weight]| Edge {
                    to,
                    weight: weight as u32,
                })
                .collect(),
        }
    }

    fn leaving(&self, node: i64) -> &[Edge] {
        let range = self.leaving.get(&node).cloned();
        &self.edges[range.unwrap_or_default()]
    }
}

/// A node that a walk will visit or visits.
#[derive(Clone, Copy, Debug)]
struct Visit {
    node: i64,
    parent: Option<i64>,
    weight: u32,
}

/// The table-valued function `_graph_walk(depth_first, edges, starts)`.
struct Reachable;

impl Generator for Reachable {
    fn def(&self) -> TableDef {
        TableDef {
            name: "_graph_walk",
            doc: "",
            columns: columns(
                &["node_id", "parent_node_id"],
                &["_depth_first", "_edges", "_starts"],
            ),
        }
    }

    fn rows_per_call(&self) -> i64 {
        1_000_000
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>> {
        let edges: Vec<[i64; 2]> = rows(&args[1])?;
        let graph = Graph::new(edges.iter().map(|&[from, to]| [from, to, 0]).collect());
        let starts: Vec<[i64; 1]> = rows(&args[2])?;
        // Nodes beyond those of the graph are none of it.
        let starts = starts.iter().filter(|[node]| Some(*node) <= graph.highest);
        let waiting = starts.map(|&[node]| Visit {
            node,
            parent: None,
            weight: 0,
        });
        let mut walk = Walk {
            waiting: waiting.collect(),
            depth_first: args[0] == Value::Int(1),
            graph,
            seen: HashSet::new(),
            now: None,
            n_rows: 0,
        };
        walk.advance()?;
        Ok(Box::new(walk))
    }
}

/// The rows of a call of `_graph_walk`.
struct Walk {
    graph: Graph,
    depth_first: bool,
    /// What a walk in depth takes from the end, and one in breadth from the beginning.
    waiting: VecDeque<Visit>,
    seen: HashSet<i64>,
    now: Option<Visit>,
    n_rows: i64,
}

impl Rows for Walk {
    fn done(&self) -> bool {
        self.now.is_none()
    }

    fn advance(&mut self) -> Result<()> {
        self.n_rows += 1;
        self.now = loop {
            let next = if self.depth_first {
                self.waiting.pop_back()
            } else {
                self.waiting.pop_front()
            };
            let Some(visit) = next else { break None };
            if self.seen.insert(visit.node) {
                break Some(visit);
            }
        };
        let Some(now) = self.now else { return Ok(()) };
        let parent = Some(now.node);
        let next = self.graph.leaving(now.node).iter();
        let next = next.filter(|edge| !self.seen.contains(&edge.to));
        let next = next.map(|edge| Visit {
            node: edge.to,
            parent,
            weight: 0,
        });
        if self.depth_first {
            self.waiting.extend(next.rev());
        } else {
            self.waiting.extend(next);
        }
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match (column, self.now) {
            (0, Some(now)) => now.node.into(),
            (1, Some(now)) => now.parent.into(),
            _ => Cell::Null,
        }
    }

    fn id(&self) -> i64 {
        self.n_rows
    }
}

/// The table-valued function `_graph_walk_bounded(floor, edges, roots)`.
struct Bounded;

impl Generator for Bounded {
    fn def(&self) -> TableDef {
        TableDef {
            name: "_graph_walk_bounded",
            doc: "",
            columns: columns(
                &["root_node_id", "node_id", "parent_node_id"],
                &["_floor", "_edges", "_roots"],
            ),
        }
    }

    fn rows_per_call(&self) -> i64 {
        1_000_000
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>> {
        let graph = Graph::new(rows(&args[1])?);
        // A graph without edges has no nodes.
        let roots = if graph.edges.is_empty() {
            Vec::new()
        } else {
            rows(&args[2])?
        };
        let mut walks = BoundedWalks {
            graph,
            roots: roots.into_iter(),
            floor: matches!(args[0], Value::Int(floor) if floor != 0),
            root: 0,
            bound: 0,
            total: 0,
            waiting: Vec::new(),
            seen: HashSet::new(),
            now: None,
            n_rows: 0,
        };
        walks.advance()?;
        Ok(Box::new(walks))
    }
}

/// The rows of a call of `_graph_walk_bounded`: a walk in depth from each root, until the weights of all
/// edges that it has taken are more than its bound.
struct BoundedWalks {
    graph: Graph,
    roots: std::vec::IntoIter<[i64; 2]>,
    /// Whether the node at which the bound is exceeded is visited, too.
    floor: bool,
    root: i64,
    bound: u32,
    total: u32,
    waiting: Vec<Visit>,
    seen: HashSet<i64>,
    now: Option<Visit>,
    n_rows: i64,
}

impl Rows for BoundedWalks {
    fn done(&self) -> bool {
        self.now.is_none()
    }

    fn advance(&mut self) -> Result<()> {
        self.n_rows += 1;
        loop {
            while let Some(visit) = self.waiting.pop() {
                if !self.seen.insert(visit.node) {
                    continue;
                }
                self.total = self.total.wrapping_add(visit.weight);
                let is_beyond = self.total > self.bound;
                if is_beyond {
                    self.waiting.clear();
                    if !self.floor {
                        break;
                    }
                } else {
                    let parent = Some(visit.node);
                    let next = self.graph.leaving(visit.node).iter().rev();
                    let next = next.map(|edge| Visit {
                        node: edge.to,
                        parent,
                        weight: edge.weight,
                    });
                    self.waiting.extend(next);
                }
                self.now = Some(visit);
                return Ok(());
            }
            let Some([root, bound]) = self.roots.next() else {
                self.now = None;
                return Ok(());
            };
            (self.root, self.bound, self.total) = (root, bound as u32, 0);
            self.seen.clear();
            self.waiting.push(Visit {
                node: root,
                parent: None,
                weight: 0,
            });
        }
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match (column, self.now) {
            (0, Some(_)) => self.root.into(),
            (1, Some(now)) => now.node.into(),
            (2, Some(now)) => now.parent.into(),
            _ => Cell::Null,
        }
    }

    fn id(&self) -> i64 {
        self.n_rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(rows: &[&[i64]]) -> Value {
        let numbers = rows.iter().flat_map(|row| row.iter());
        Value::Blob(numbers.flat_map(|number| number.to_le_bytes()).collect())
    }

    fn read(mut rows: Box<dyn Rows>, n_columns: usize) -> Vec<Vec<Option<i64>>> {
        let mut found = Vec::new();
        while !rows.done() {
            let number = |column| match rows.cell(column) {
                Cell::Int(number) => Some(number),
                _ => None,
            };
            found.push((0..n_columns).map(number).collect());
            rows.advance().unwrap();
        }
        found
    }

    #[test]
    fn walks_in_depth_and_in_breadth_visit_each_node_once() {
        let edges = packed(&[&[1, 2], &[1, 3], &[2, 4], &[3, 4], &[4, 1], &[9, 2]]);
        let walk = |depth_first| {
            let starts = packed(&[&[1], &[10]]);
            let args = [Value::Int(depth_first), edges.clone(), starts];
            read(Arc::new(Reachable).call(&args).unwrap(), 2)
        };
        let step = |node, parent| vec![Some(node), parent];
        assert_eq!(
            walk(1),
            [
                step(1, None),
                step(2, Some(1)),
                step(4, Some(2)),
                step(3, Some(1))
            ]
        );
        assert_eq!(
            walk(0),
            [
                step(1, None),
                step(2, Some(1)),
                step(3, Some(1)),
                step(4, Some(2))
            ]
        );
    }

    #[test]
    fn a_bounded_walk_ends_where_the_weights_exceed_its_bound() {
        let edges = packed(&[&[9, 5, 4], &[5, 3, 2], &[3, 3, 0], &[7, 3, 4]]);
        let walk = |floor| {
            let roots = packed(&[&[9, 3], &[7, 4], &[3, 0]]);
            let args = [Value::Int(floor), edges.clone(), roots];
            let found = read(Arc::new(Bounded).call(&args).unwrap(), 2);
            found.into_iter().flatten().flatten().collect::<Vec<i64>>()
        };
        assert_eq!(walk(1), [9, 9, 9, 5, 7, 7, 7, 3, 3, 3]);
        assert_eq!(walk(0), [9, 9, 7, 7, 7, 3, 3, 3]);
        let nodes = |edges: &[&[i64]]| {
            let args = [Value::Int(1), packed(edges), packed(&[&[1, 3]])];
            let found = read(Arc::new(Bounded).call(&args).unwrap(), 2);
            found.into_iter().map(|row| row[1]).collect::<Vec<_>>()
        };
        // It ends there though other edges are left that weigh less.
        assert_eq!(nodes(&[&[1, 2, 5], &[1, 3, 1]]), [Some(1), Some(2)]);
        assert_eq!(nodes(&[]), []);
    }

    #[test]
    fn what_is_no_set_of_edges_is_refused() {
        let odd = Value::Blob(vec![0; 12]);
        for args in [
            [Value::Int(1), odd, packed(&[])],
            [Value::Int(1), packed(&[&[1, 2]]), Value::Null],
        ] {
            assert!(Arc::new(Reachable).call(&args).is_err());
        }
    }
}
