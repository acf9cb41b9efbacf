//! `_critical_path_by_roots!`: what threads waited for, one after the other.
//!
//! A node is a span of a thread: from where something woke it until it sleeps again. What it waited for
//! before is the path of nodes that woke each other, back to where it began to sleep. Where a node was woken
//! by nobody (an interrupt, a device), the thread's own span before counts; who had caused that, if it is
//! known, stands inside of it. The macro packs nodes and roots as walks over graphs do (`graph.rs`).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rusqlite::{Error, Result};

use super::graph::{columns, rows};
use super::schema::TableDef;
use super::session::Stop;
use super::table::{Cell, Generator, GeneratorTable, Rows};
use super::tables::{Named, Shared};
use super::value::Value;

/// The tables of the module `sched.thread_executing_span`.
pub(super) fn tables(shared: &Arc<Shared>) -> Vec<Named> {
    let path = CriticalPath {
        stop: Arc::clone(&shared.stop),
    };
    vec![("_critical_path", Arc::new(GeneratorTable::new(path)))]
}

/// A span of a thread.
#[derive(Clone, Copy, Debug)]
struct Node {
    id: i64,
    ts: i64,
    dur: i64,
    /// How long the thread slept before, if that is known.
    idle_dur: Option<i64>,
    /// The span of another thread that woke this one.
    waker: Option<i64>,
    /// The spans of the same thread before and after.
    prev: Option<i64>,
    next: Option<i64>,
    /// Whether the thread waited for nobody but itself, and whether it did so before the next span.
    is_self: bool,
    is_next_self: bool,
}

impl Node {
    fn unpacked(row: &[i64; 9]) -> Self {
        let known = |number: i64| (number >= 0).then_some(number);
        Self {
            id: row[0],
            ts: row[1],
            dur: row[2],
            idle_dur: known(row[3]),
            waker: known(row[4]),
            prev: known(row[5]),
            next: known(row[6]),
            is_self: row[7] != 0,
            is_next_self: row[8] != 0,
        }
    }

    /// Returns what the node waited for, as a user sees it.
    const fn before(&self) -> Option<i64> {
        if self.is_self { self.prev } else { self.waker }
    }

    const fn waker(&self) -> Option<i64> {
        self.waker
    }

    fn end(&self) -> i64 {
        self.ts.saturating_add(self.dur)
    }

    /// Returns how far back a path from this node goes, in ids.
    fn capacity(&self) -> i64 {
        self.id.wrapping_sub(self.prev.unwrap_or(self.id))
    }
}

/// What is innermost where the user's and the kernel's part of a path begin at one time. The reference's
/// path of a thread has the kernel's, its paths of all threads have the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Innermost {
    Kernel,
    User,
}

/// A time that belongs to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    id: i64,
    ts: i64,
    end: i64,
}

/// The nodes of a call, in the order of their ids.
struct Nodes(Vec<Node>);

impl Nodes {
    fn get(&self, id: i64) -> Option<&Node> {
        let at = self.0.binary_search_by_key(&id, |node| node.id).ok()?;
        self.0.get(at)
    }

    /// Returns the nodes from a root back, each waiting for the next, until their ids are more than the
    /// capacity apart, in the order of ids. The reference computes with 32 bits.
    fn path(&self, root: &Node, capacity: i64, before: fn(&Node) -> Option<i64>) -> Vec<&Node> {
        let mut path = Vec::new();
        let mut seen = HashSet::new();
        let (mut id, mut weight, mut total) = (root.id, 0, 0_u32);
        while seen.insert(id) {
            total = total.wrapping_add(weight);
            let Some(node) = self.get(id) else { break };
            path.push(node);
            if total > capacity as u32 {
                break;
            }
            let next = before(node).unwrap_or(id);
            weight = id.wrapping_sub(next) as u32;
            id = next;
        }
        path.sort_by_key(|node| node.id);
        path
    }

    /// Returns the times of a path while its root slept, and after them the root's own.
    fn parts(&self, root: &Node, capacity: i64, before: fn(&Node) -> Option<i64>) -> Vec<Part> {
        let mut parts = Vec::new();
        if let Some(idle) = root.idle_dur {
            let path = self.path(root, capacity, before);
            let times = path.windows(2).map(|pair| Part {
                id: pair[0].id,
                ts: pair[0].ts.max(root.ts.saturating_sub(idle)),
                end: pair[1].ts.min(root.ts),
            });
            parts.extend(times.filter(|part| part.ts < part.end));
        }
        parts.push(Part {
            id: root.id,
            ts: root.ts,
            end: root.end(),
        });
        parts
    }

    /// Returns what the root waited for and did, at each time one node.
    fn critical_path(&self, root: &Node, capacity: i64, innermost: Innermost) -> Vec<Part> {
        let user = self.parts(root, capacity, Node::before);
        let start = user.iter().map(|part| part.ts).min().unwrap_or(root.ts);
        let end = user.iter().map(|part| part.end).max().unwrap_or(root.ts);
        let node = |part: &Part| self.get(part.id).copied();
        let shown = user.iter().map(|part| Part {
            id: match node(part) {
                Some(node) if node.is_next_self => node.next.unwrap_or(part.id),
                _ => part.id,
            },
            ..*part
        });
        let shown: Vec<Part> = shown.collect();
        let mut shown_of: HashMap<i64, Vec<&Part>> = HashMap::new();
        for part in &shown {
            shown_of.entry(part.id).or_default().push(part);
        }
        let mut kernel = Vec::new();
        for waited in user.iter().filter_map(node).filter(|node| node.is_self) {
            let Some(outer) = shown_of.get(&waited.id) else {
                continue;
            };
            let inner = self.parts(&waited, waited.capacity(), Node::waker);
            for outer in outer {
                let inner = inner.iter().filter(|inner| inner.id != waited.id);
                kernel.extend(inner.map(|inner| {
                    let cut = Part {
                        ts: inner.ts.max(outer.ts),
                        end: inner.end.min(outer.end),
                        ..*inner
                    };
                    (cut, waited.id)
                }));
            }
        }
        let shown = shown.into_iter().map(|part| (part, root.id));
        let parts: Vec<(Part, i64)> = match innermost {
            Innermost::Kernel => shown.chain(kernel).collect(),
            Innermost::User => kernel.into_iter().chain(shown).collect(),
        };
        // A part begins (true) or goes back to what is around it (false); the last change at a time counts.
        let mut changes = Vec::new();
        for (part, around) in parts {
            if part.ts < part.end {
                changes.push((part.ts, true, part.id));
                changes.push((part.end, false, around));
            }
        }
        // Sorting keeps the order of what begins at one time.
        changes.sort_by_key(|&(ts, begins, _)| (ts, begins));
        let lasts = changes.chunk_by(|one, other| one.0 == other.0);
        let mut marks: Vec<(i64, i64)> = lasts
            .filter_map(|at_once| at_once.last())
            .map(|&(ts, _, id)| (ts, id))
            .collect();
        if marks.first().is_some_and(|&(ts, _)| ts > start) {
            marks.insert(0, (start, root.id));
        }
        let ends = marks.iter().skip(1).map(|&(ts, _)| ts).chain([end]);
        let parts = marks
            .iter()
            .zip(ends)
            .map(|(&(ts, id), end)| Part { id, ts, end });
        parts.filter(|part| part.ts < part.end).collect()
    }
}

/// The table-valued function `_critical_path(nodes, roots, kernel_innermost)`.
struct CriticalPath {
    stop: Arc<Stop>,
}

impl Generator for CriticalPath {
    fn def(&self) -> TableDef {
        TableDef {
            name: "_critical_path",
            doc: "",
            columns: columns(
                &["root_id", "id", "ts", "dur"],
                &["_nodes", "_roots", "_kernel_innermost"],
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
        let packed = rows::<9>(&args[0])?;
        let mut nodes: Vec<Node> = packed.iter().map(Node::unpacked).collect();
        nodes.sort_by_key(|node| node.id);
        let mut paths = Paths {
            stop: Arc::clone(&self.stop),
            nodes: Nodes(nodes),
            innermost: if args[2] == Value::Int(1) {
                Innermost::Kernel
            } else {
                Innermost::User
            },
            roots: rows::<2>(&args[1])?.into_iter(),
            root: 0,
            parts: Vec::new().into_iter(),
            now: None,
            n_rows: 0,
        };
        paths.advance()?;
        Ok(Box::new(paths))
    }
}

/// The rows of a call, made root by root.
struct Paths {
    stop: Arc<Stop>,
    nodes: Nodes,
    innermost: Innermost,
    roots: std::vec::IntoIter<[i64; 2]>,
    root: i64,
    parts: std::vec::IntoIter<Part>,
    now: Option<Part>,
    n_rows: i64,
}

impl Rows for Paths {
    fn done(&self) -> bool {
        self.now.is_none()
    }

    fn advance(&mut self) -> Result<()> {
        self.n_rows += 1;
        loop {
            self.now = self.parts.next();
            if self.now.is_some() {
                return Ok(());
            }
            if self.stop.is_wanted() {
                return Err(Error::ModuleError(
                    "the critical path was stopped".to_owned(),
                ));
            }
            let Some([root, capacity]) = self.roots.next() else {
                return Ok(());
            };
            self.root = root;
            if let Some(root) = self.nodes.get(root) {
                self.parts = self
                    .nodes
                    .critical_path(root, capacity, self.innermost)
                    .into_iter();
            }
        }
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match (column, self.now) {
            (0, Some(_)) => self.root.into(),
            (1, Some(now)) => now.id.into(),
            (2, Some(now)) => now.ts.into(),
            (3, Some(now)) => now.end.saturating_sub(now.ts).into(),
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

    fn node(id: i64, ts: i64, dur: i64) -> Node {
        Node {
            id,
            ts,
            dur,
            idle_dur: None,
            waker: None,
            prev: None,
            next: None,
            is_self: false,
            is_next_self: false,
        }
    }

    #[test]
    fn a_thread_waits_for_whom_it_was_woken_by_and_for_whom_that_waited() {
        let woken = Node {
            idle_dur: Some(60),
            waker: Some(7),
            prev: Some(2),
            ..node(9, 100, 20)
        };
        let server = Node {
            idle_dur: Some(20),
            waker: Some(4),
            ..node(7, 80, 25)
        };
        let nodes = Nodes(vec![node(2, 10, 30), node(4, 50, 20), server, woken]);
        let part = |id, ts, end| Part { id, ts, end };
        assert_eq!(
            nodes.critical_path(&woken, woken.capacity(), Innermost::Kernel),
            [part(4, 50, 80), part(7, 80, 100), part(9, 100, 120)]
        );
        // Less far back the path ends with the node that exceeds its capacity.
        assert_eq!(
            nodes.critical_path(&woken, 1, Innermost::Kernel),
            [part(7, 80, 100), part(9, 100, 120)]
        );
    }

    #[test]
    fn what_nobody_woke_waited_for_itself() {
        let first = Node {
            next: Some(9),
            is_next_self: true,
            ..node(2, 10, 30)
        };
        let woken = Node {
            idle_dur: Some(60),
            prev: Some(2),
            is_self: true,
            waker: Some(5),
            ..node(9, 100, 20)
        };
        let nodes = Nodes(vec![first, node(5, 70, 15), woken]);
        let part = |id, ts, end| Part { id, ts, end };
        assert_eq!(
            nodes.critical_path(&woken, woken.capacity(), Innermost::Kernel),
            [part(9, 40, 70), part(5, 70, 100), part(9, 100, 120)]
        );
        let early = Nodes(vec![first, node(5, 20, 15), woken]);
        let id_at_first =
            |innermost| early.critical_path(&woken, woken.capacity(), innermost)[0].id;
        assert_eq!(id_at_first(Innermost::Kernel), 5);
        assert_eq!(id_at_first(Innermost::User), 9);
    }

    #[test]
    fn what_a_waker_did_before_the_sleep_is_no_part_of_it() {
        // The root slept from 70 on, the node that it waited for from 30 on.
        let first = Node {
            next: Some(7),
            is_next_self: true,
            ..node(2, 10, 20)
        };
        let server = Node {
            idle_dur: Some(60),
            prev: Some(2),
            is_self: true,
            waker: Some(5),
            ..node(7, 90, 15)
        };
        let woken = Node {
            idle_dur: Some(30),
            waker: Some(7),
            prev: Some(2),
            ..node(9, 100, 20)
        };
        let nodes = Nodes(vec![first, node(5, 50, 45), server, woken]);
        let part = |id, ts, end| Part { id, ts, end };
        assert_eq!(
            nodes.critical_path(&woken, woken.capacity(), Innermost::Kernel),
            [part(5, 70, 90), part(7, 90, 100), part(9, 100, 120)]
        );
    }

    #[test]
    fn a_path_may_be_long() {
        // Each thread waits for itself, as often as there are nodes.
        let n = 200_000;
        let nodes = (0..n).map(|id| Node {
            idle_dur: Some(id * 10),
            prev: Some((id - 1).max(0)),
            waker: Some((id - 1).max(0)),
            is_self: true,
            ..node(id, id * 10, 5)
        });
        let nodes = Nodes(nodes.collect());
        let root = nodes.0[nodes.0.len() - 1];
        let path = nodes.critical_path(&root, n, Innermost::User);
        assert_eq!(path.len(), nodes.0.len());
    }

    #[test]
    fn a_ring_of_wakers_ends() {
        let ring = |id, waker| Node {
            idle_dur: Some(50),
            waker: Some(waker),
            prev: Some(0),
            ..node(id, id * 10, 5)
        };
        let nodes = Nodes(vec![ring(1, 3), ring(2, 1), ring(3, 2)]);
        let path = nodes.path(&nodes.0[2], i64::from(u32::MAX), Node::waker);
        assert_eq!(path.len(), 3);
    }
}
