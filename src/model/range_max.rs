//! The largest key of any range of a fixed list, in constant time.
//!
//! A sparse table over blocks of 32 keys: about 0.5 bytes a key beside the keys
//! themselves. Ties go to the earliest position, so answers are deterministic.

/// How many keys a block holds: small enough to scan, large enough to keep the table tiny.
const BLOCK: usize = 32;

/// A list of keys that answers range maximum queries.
#[derive(Clone, Debug, Default)]
pub struct RangeMax<K> {
    keys: Vec<K>,
    /// `levels[n][b]` is the position of the largest key of the 2^n blocks from block `b` on.
    levels: Vec<Vec<u32>>,
}

impl<K: Ord + Copy> RangeMax<K> {
    /// Builds the table in O(n).
    pub fn new(keys: Vec<K>) -> Self {
        let n_blocks = keys.len().div_ceil(BLOCK);
        let mut levels: Vec<Vec<u32>> = Vec::new();
        if n_blocks > 0 {
            let base = (0..n_blocks)
                .filter_map(|block| {
                    let start = block * BLOCK;
                    scan(&keys, start, (start + BLOCK).min(keys.len()))
                })
                .map(|at| at as u32)
                .collect();
            levels.push(base);
        }
        let mut width = 1;
        while let Some(last) = levels.last().filter(|last| last.len() > width) {
            let next = (0..last.len() - width)
                .map(|block| better(&keys, last[block], last[block + width]))
                .collect();
            levels.push(next);
            width *= 2;
        }
        Self { keys, levels }
    }

    /// Returns the position of the largest key in `start..end`; `None` if that is empty.
    pub fn max_in(&self, start: usize, end: usize) -> Option<usize> {
        let end = end.min(self.keys.len());
        if start >= end {
            return None;
        }
        let (first, last) = (start.div_ceil(BLOCK), end / BLOCK);
        if first >= last {
            return scan(&self.keys, start, end);
        }
        let level = (last - first).ilog2() as usize;
        let blocks = &self.levels[level];
        let middle = better(&self.keys, blocks[first], blocks[last - (1 << level)]);
        let mut best = middle as usize;
        if let Some(tail) = scan(&self.keys, last * BLOCK, end)
            && self.keys[tail] > self.keys[best]
        {
            best = tail;
        }
        if let Some(head) = scan(&self.keys, start, first * BLOCK)
            && self.keys[head] >= self.keys[best]
        {
            best = head;
        }
        Some(best)
    }

    /// Returns the keys.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }
}

/// Returns the position of the largest key of a short range.
fn scan<K: Ord + Copy>(keys: &[K], start: usize, end: usize) -> Option<usize> {
    let mut best = None;
    for at in start..end {
        if best.is_none_or(|best: usize| keys[at] > keys[best]) {
            best = Some(at);
        }
    }
    best
}

fn better<K: Ord + Copy>(keys: &[K], a: u32, b: u32) -> u32 {
    if keys[b as usize] > keys[a as usize] {
        b
    } else {
        a
    }
}

#[cfg(test)]
mod tests {
    use super::RangeMax;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_a_scan(
            keys in proptest::collection::vec(0u8..20, 0..400),
            start in 0usize..420,
            len in 0usize..420,
        ) {
            let table = RangeMax::new(keys.clone());
            let end = (start + len).min(keys.len());
            let expected = (start..end).rev().max_by_key(|&at| keys[at]);
            prop_assert_eq!(table.max_in(start, start + len), expected);
        }
    }
}
