//! Finds the lowest run of rows that stay free long enough.
//!
//! A complete binary tree over rows; a leaf says until when its row is free from
//! now on, inner nodes hold the least and the greatest of their leaves. Rows
//! beyond those ever set are free for ever.

/// The value of a row that is not free now.
pub(super) const OCCUPIED: i64 = i64::MIN;

/// How many gaps too small for a box are tried before it goes on top of everything. The reference
/// has no such limit; no real trace comes near it, a hostile one would take minutes.
const MAX_GAPS: usize = 4096;

/// Until when each row is free.
#[derive(Debug)]
pub(super) struct RowTree {
    /// How many leaves there are: a power of two.
    n_leaves: usize,
    /// (least, greatest) below each node; node 1 is the root, leaf `i` is node `n_leaves + i`.
    nodes: Vec<(i64, i64)>,
}

impl RowTree {
    /// Returns a tree whose first rows are free until the given times.
    pub(super) fn new(rows: impl ExactSizeIterator<Item = i64>) -> Self {
        let n_leaves = rows.len().next_power_of_two().max(1);
        let mut nodes = vec![(i64::MAX, i64::MAX); 2 * n_leaves];
        for (index, until) in rows.enumerate() {
            nodes[n_leaves + index] = (until, until);
        }
        let mut tree = Self { n_leaves, nodes };
        for node in (1..n_leaves).rev() {
            tree.join(node);
        }
        tree
    }

    /// Sets an inner node. Returns whether it changed.
    fn join(&mut self, node: usize) -> bool {
        let (a, b) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
        let joint = (a.0.min(b.0), a.1.max(b.1));
        std::mem::replace(&mut self.nodes[node], joint) != joint
    }

    /// Sets until when a row is free.
    pub(super) fn set(&mut self, row: usize, until: i64) {
        while row >= self.n_leaves {
            self.grow();
        }
        let mut node = self.n_leaves + row;
        self.nodes[node] = (until, until);
        while node > 1 {
            node /= 2;
            // If a node has not changed, no node above it does.
            if !self.join(node) {
                break;
            }
        }
    }

    fn grow(&mut self) {
        let leaves = self.nodes[self.n_leaves..].to_vec();
        let more = leaves.len();
        let all = leaves
            .into_iter()
            .map(|leaf| leaf.0)
            .chain(std::iter::repeat_n(i64::MAX, more));
        *self = Self::new(all.collect::<Vec<_>>().into_iter());
    }

    /// Returns the lowest row from which `height` rows are free until `end`. `top` is the first
    /// row above all that were ever used.
    pub(super) fn lowest_run(&self, height: usize, end: i64, top: usize) -> usize {
        let mut base = 0;
        for _ in 0..MAX_GAPS {
            base = self
                .next(base, |node| node.1 >= end && node.1 != OCCUPIED)
                .unwrap_or(base.max(self.n_leaves))
                .min(top);
            match self.next(base, |node| node.0 < end || node.0 == OCCUPIED) {
                Some(blocked) if blocked - base < height => base = blocked,
                _ => return base,
            }
        }
        top
    }

    /// Returns the first leaf from `from` on that passes; an inner node passes if a leaf of it does.
    fn next(&self, from: usize, passes: impl Fn((i64, i64)) -> bool) -> Option<usize> {
        if from >= self.n_leaves {
            return None;
        }
        let mut node = self.n_leaves + from;
        // Up until a subtree to the right of `from` passes.
        while !passes(self.nodes[node]) {
            while node % 2 == 1 {
                if node == 1 {
                    return None;
                }
                node /= 2;
            }
            node += 1;
        }
        // Down to its first leaf that passes.
        while node < self.n_leaves {
            node *= 2;
            if !passes(self.nodes[node]) {
                node += 1;
            }
        }
        Some(node - self.n_leaves)
    }
}
