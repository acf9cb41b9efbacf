//! The lowest and highest value of one stretch of time after the other.
//!
//! A walk reads each sample once at most, and none of blocks that lie within a
//! stretch, so that a chart costs the same for a few samples and for millions.

use std::iter::Peekable;

use super::{Block, Head, NOTHING, PackedSamples, idle_level, widened};

/// How many blocks share an extent.
const GROUP: usize = 64;

/// The extents of groups of [`GROUP`] blocks each.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(Vec<(f64, f64)>);

impl Groups {
    pub(super) fn of(heads: &[Head]) -> Self {
        // The blocks after the last whole group are few enough to be looked at one by one.
        let whole = heads.chunks_exact(GROUP);
        Self(whole.map(|heads| extent_of(heads.iter())).collect())
    }

    /// Returns the extent of all blocks.
    pub(super) fn extent(&self, heads: &[Head]) -> (f64, f64) {
        let rest = heads.get(self.0.len() * GROUP..).unwrap_or_default();
        let groups = self.0.iter();
        groups.fold(extent_of(rest.iter()), |all, &of_group| {
            widened(all, of_group)
        })
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<(f64, f64)>()
    }
}

pub(super) fn extent_of<'a>(heads: impl Iterator<Item = &'a Head>) -> (f64, f64) {
    heads.fold(NOTHING, |extent, head| widened(extent, head.extent))
}

/// Goes through samples by time; see [`PackedSamples::walk_from`].
pub struct Walk<'a> {
    samples: &'a PackedSamples,
    /// What is left of the block that the walk has reached.
    block: Peekable<Block<'a>>,
    /// The index of the block after `block`.
    next: usize,
    /// The value that holds where the walk stands.
    held: Option<f64>,
    /// From when on no value holds.
    end: i64,
}

impl Walk<'_> {
    /// Returns what holds from a sample on as extents count it: an idle state by its level.
    fn level_at(&self, ts: i64, value: f64) -> Option<f64> {
        (ts < self.end).then(|| {
            if self.samples.are_idle_states {
                idle_level(value)
            } else {
                value
            }
        })
    }
}

impl std::fmt::Debug for Walk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { next, held, .. } = self;
        f.debug_struct("Walk")
            .field("next", next)
            .field("held", held)
            .finish_non_exhaustive()
    }
}

impl Walk<'_> {
    /// Returns the lowest and highest value that held from the `end` of the call before up to this `end`, in
    /// nanoseconds; [`NOTHING`] if none did. Ends must not go back.
    pub fn until(&mut self, end: i64) -> (f64, f64) {
        let mut extent = self
            .held
            .map_or(NOTHING, |value| widened(NOTHING, (value, value)));
        loop {
            while let Some((ts, value)) = self.block.next_if(|sample| sample.0 < end) {
                self.held = self.level_at(ts, value);
                if let Some(value) = self.held {
                    extent = widened(extent, (value, value));
                }
            }
            if self.block.peek().is_some() {
                return extent;
            }
            // Blocks that lie before the end are taken by their extents; only the block with the end is read.
            let begins = |block: usize| {
                let head = self.samples.heads.get(block);
                head.is_some_and(|head| head.ts < end)
            };
            while begins(self.next + 1) {
                let group = self.next / GROUP;
                if self.next.is_multiple_of(GROUP)
                    && begins(self.next + GROUP)
                    && let Some(&of_group) = self.samples.groups.0.get(group)
                {
                    extent = widened(extent, of_group);
                    self.next += GROUP;
                } else {
                    extent = widened(
                        extent,
                        extent_of(self.samples.heads.get(self.next).into_iter()),
                    );
                    self.next += 1;
                }
            }
            if !begins(self.next) {
                return extent;
            }
            self.block = self.samples.block(self.next).peekable();
            self.next += 1;
        }
    }
}

impl PackedSamples {
    /// Starts a walk with the value that holds at `ts` in nanoseconds. The samples must be sorted.
    pub fn walk_from(&self, ts: i64) -> Walk<'_> {
        let next = self.heads.partition_point(|head| head.ts <= ts);
        let mut walk = Walk {
            samples: self,
            block: next
                .checked_sub(1)
                .map_or_else(Block::default, |block| self.block(block))
                .peekable(),
            next,
            held: None,
            end: self.known_end().unwrap_or(i64::MAX),
        };
        while let Some((ts, value)) = walk.block.next_if(|sample| sample.0 <= ts) {
            walk.held = walk.level_at(ts, value);
        }
        walk
    }
}
