//! Puts what stretches of a file tell on one axis of time.
//!
//! Some pieces know their time; of the others only the place in the file is known. Where places and times
//! grow together, as in files that were written while they were recorded, the place tells the time; otherwise
//! only other times of the same sequence do. What cannot be placed is left out.

use hashbrown::HashMap;

use super::window::{OnClock, Owner, Piece, Seen};
use super::{ROWS_MAX, Row, Sample};
use crate::base::time::{TimeSpan, Ts};
use crate::decode::clock::{ClockCache, ClockGraph, ClockId, Reading};
use crate::model::skeleton::CELLS;

/// No more snapshots than this are taken in: clocks hardly drift.
const SNAPSHOTS_MAX: usize = 1 << 10;

/// The clocks of a trace, as far as a sample tells.
struct Clocks {
    graph: ClockGraph,
    cache: ClockCache,
    /// The clock of packets that name none, on sequences that say nothing either.
    primary: u32,
    /// The clock of packets that name none, by sequence.
    defaults: HashMap<u32, u32>,
    /// The clock that most sequences name.
    usual: u32,
}

impl Clocks {
    fn new(seen: &[Seen]) -> Self {
        let mut clocks = Self {
            graph: ClockGraph::new(),
            cache: ClockCache::default(),
            primary: 0,
            defaults: HashMap::new(),
            usual: 0,
        };
        let mut snapshots = seen.iter().flat_map(|seen| &seen.snapshots);
        // The first clock that a snapshot calls primary is the primary one; if none does, boot time is.
        let named = snapshots
            .clone()
            .map(|&(_, primary)| primary)
            .find(|&primary| primary != 0);
        clocks.primary = named.unwrap_or(ClockId::BOOTTIME);
        let trace_clock = ClockId::new(clocks.primary, 0, 0);
        clocks.graph.set_trace_clock(trace_clock);
        for (readings, _) in snapshots.by_ref().take(SNAPSHOTS_MAX) {
            let readings = readings.iter().map(|&reading| Reading {
                incremental: false,
                ..reading
            });
            clocks.graph.add_snapshot(&readings.collect::<Vec<_>>());
        }
        let defaults = seen.iter().flat_map(|seen| &seen.defaults);
        clocks.defaults = defaults.copied().collect();
        let mut votes: Vec<u32> = clocks.defaults.values().copied().collect();
        votes.sort_unstable();
        let most = votes.chunk_by(|a, b| a == b).max_by_key(|same| same.len());
        clocks.usual = most.and_then(<[u32]>::first).copied().unwrap_or(0);
        clocks
    }

    /// Converts times to those of the trace. If nothing connects the clocks, they stay unchanged.
    fn convert(&mut self, on: OnClock) -> (i64, i64) {
        let clock = ClockId::new(on.clock, 0, 0);
        let version = self.graph.version();
        let at = self.graph.convert(clock, on.min, version, &mut self.cache);
        let shift = at.map_or(0, |ts| ts.wrapping_sub(on.min));
        (on.min.wrapping_add(shift), on.max.wrapping_add(shift))
    }

    /// Returns the time of a piece, if the piece has one.
    fn time(&mut self, piece: &Piece) -> Option<(i64, i64)> {
        if let Some(known) = piece.known {
            return Some(self.convert(known));
        }
        let implied = piece.implied?;
        let default = self.defaults.get(&piece.seq).copied();
        let clock = match default.unwrap_or(self.usual) {
            0 => self.primary,
            clock => clock,
        };
        let known = !ClockId::is_sequence_scoped(clock);
        known.then(|| self.convert(OnClock { clock, ..implied }))
    }
}

/// A piece whose time is known.
#[derive(Clone, Copy)]
struct Anchor {
    offset: u64,
    ts: i64,
}

/// Puts the pieces together; `None` if there is nothing to show.
pub(super) fn rows(seen: &[Seen], file_len: usize) -> Option<Sample> {
    let mut clocks = Clocks::new(seen);
    let times: Vec<Vec<Option<(i64, i64)>>> = seen
        .iter()
        .map(|seen| seen.pieces.iter().map(|piece| clocks.time(piece)).collect())
        .collect();
    let (first, last) = span(times.iter().flatten().flatten())?;
    let inside = |ts: i64| (first..=last).contains(&ts);
    let mut anchors = Vec::new();
    let mut anchors_of: HashMap<u32, Vec<Anchor>> = HashMap::new();
    for (seen, times) in seen.iter().zip(&times) {
        for (piece, time) in seen.pieces.iter().zip(times) {
            if let Some((from, to)) = *time
                && inside(from)
            {
                let offset = seen.offset;
                anchors.push(Anchor { offset, ts: from });
                let ts = from.midpoint(to.max(from));
                let own = anchors_of.entry(piece.seq).or_default();
                own.push(Anchor { offset, ts });
            }
        }
    }
    anchors.sort_by_key(|anchor| anchor.offset);
    let in_order = is_in_order(&anchors, last.saturating_sub(first));
    let mut rows: HashMap<u32, Row> = HashMap::new();
    let per_window = file_len as f32 / seen.len() as f32;
    for (seen, times) in seen.iter().zip(&times) {
        for (piece, time) in seen.pieces.iter().zip(times) {
            let row = rows.entry(piece.seq).or_insert_with(|| Row {
                owner: Owner::Sequence {
                    id: piece.seq,
                    what: None,
                },
                bytes: 0.0,
                cells: Box::new([0.0; CELLS]),
            });
            if let Owner::Sequence { what, .. } = &mut row.owner {
                *what = what.or(piece.what);
            }
            let bytes = piece.bytes as f32 * per_window / seen.bytes.max(1) as f32;
            row.bytes += bytes;
            let own = anchors_of.get(&piece.seq);
            let time = time.filter(|&(from, _)| inside(from)).or_else(|| {
                let anchors = if in_order { Some(&anchors) } else { own };
                let ts = interpolate(anchors?, seen.offset)?;
                Some((ts, ts))
            });
            if let Some((from, to)) = time {
                add(&mut row.cells, (first, last), (from, to.min(last)), bytes);
            }
        }
    }
    let span = TimeSpan::new(Ts::from_ns(first), Ts::from_ns(last));
    Some(finish(rows, seen, span, file_len))
}

/// Returns the time that nearly all pieces lie in, so that a wild one does not stretch it.
fn span<'a>(times: impl Iterator<Item = &'a (i64, i64)>) -> Option<(i64, i64)> {
    let mut all: Vec<i64> = times.flat_map(|&(from, to)| [from, to]).collect();
    all.sort_unstable();
    let (&first, &last) = (all.first()?, all.last()?);
    let cut = all.len() / 100;
    let (low, high) = (*all.get(cut)?, *all.get(all.len() - 1 - cut)?);
    let usual = high.saturating_sub(low);
    let margin = usual / 10;
    let first = first.max(low.saturating_sub(margin));
    let last = last.min(high.saturating_add(margin));
    (first < last).then_some((first, last))
}

/// Returns whether times grow with places in the file, but for a few of them.
fn is_in_order(anchors: &[Anchor], dur: i64) -> bool {
    let back = |pair: &&[Anchor]| pair[1].ts < pair[0].ts.saturating_sub(dur / 20);
    anchors.windows(2).filter(back).count() * 10 <= anchors.len()
}

/// Returns the time at a place between anchors, which are sorted by place.
fn interpolate(anchors: &[Anchor], offset: u64) -> Option<i64> {
    let after = anchors.partition_point(|anchor| anchor.offset < offset);
    let before = after.checked_sub(1).and_then(|at| anchors.get(at));
    match (before, anchors.get(after)) {
        (Some(a), Some(b)) => {
            let length = b.offset.saturating_sub(a.offset).max(1);
            let share = offset.saturating_sub(a.offset) as f64 / length as f64;
            let gap = b.ts.saturating_sub(a.ts) as f64;
            Some(a.ts.saturating_add((gap * share) as i64))
        }
        (one, other) => one.or(other).map(|anchor| anchor.ts),
    }
}

/// Spreads bytes over the cells from one time to another.
fn add(cells: &mut [f32; CELLS], (first, last): (i64, i64), (from, to): (i64, i64), bytes: f32) {
    let dur = (i128::from(last) - i128::from(first)).max(1);
    let cell = |ts: i64| {
        let at = (i128::from(ts) - i128::from(first)) * CELLS as i128 / dur;
        at.clamp(0, CELLS as i128 - 1) as usize
    };
    let (from, to) = (cell(from), cell(to.max(from)));
    let share = bytes / (to - from + 1) as f32;
    for cell in cells.iter_mut().take(to + 1).skip(from) {
        *cell += share;
    }
}

/// Gives rows their owners, joins the rows of one thread and evens out the sampling.
fn finish(rows: HashMap<u32, Row>, seen: &[Seen], span: TimeSpan, file_len: usize) -> Sample {
    let mut owners: HashMap<u32, &Owner> = HashMap::new();
    let mut processes = HashMap::new();
    for seen in seen {
        for (seq, owner) in &seen.owners {
            owners.entry(*seq).or_insert(owner);
        }
        for (pid, name) in &seen.processes {
            processes.entry(*pid).or_insert_with(|| name.clone());
        }
    }
    let mut sequences: Vec<(u32, Row)> = rows.into_iter().collect();
    sequences.sort_by_key(|(seq, _)| *seq);
    let mut joined: Vec<Row> = Vec::new();
    let mut row_of: HashMap<Owner, usize> = HashMap::new();
    for (seq, mut row) in sequences {
        if let Some(&owner) = owners.get(&seq) {
            row.owner = owner.clone();
        }
        let at = *row_of.entry(row.owner.clone()).or_insert(joined.len());
        match joined.get_mut(at) {
            Some(same) => {
                same.bytes += row.bytes;
                for (cell, more) in same.cells.iter_mut().zip(row.cells.iter()) {
                    *cell += more;
                }
            }
            None => joined.push(row),
        }
    }
    joined.sort_by(|a, b| b.bytes.total_cmp(&a.bytes));
    joined.truncate(ROWS_MAX);
    let radius = (16 * CELLS / seen.len().max(1)).clamp(1, 12);
    for row in &mut joined {
        even_out(&mut row.cells, radius);
    }
    let read: u64 = seen.iter().map(|seen| seen.bytes).sum();
    Sample {
        rows: joined,
        processes,
        span,
        share: (read as f32 / file_len.max(1) as f32).min(1.0),
        file_bytes: file_len as u64,
    }
}

/// Replaces each cell by the mean of those around it.
fn even_out(cells: &mut [f32; CELLS], radius: usize) {
    let mut sums = [0.0; CELLS + 1];
    for (index, &cell) in cells.iter().enumerate() {
        sums[index + 1] = sums[index] + cell;
    }
    for (index, cell) in cells.iter_mut().enumerate() {
        let from = index.saturating_sub(radius);
        let to = (index + radius + 1).min(CELLS);
        *cell = (sums[to] - sums[from]) / (to - from) as f32;
    }
}
