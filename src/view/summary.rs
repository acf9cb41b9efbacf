//! How busy a closed group is: a bar a column, from what ran below it, or its slices.
//!
//! The cost is bounded: what ran is added up once for all groups of a screen, from
//! sums over stretches of time; of a group's slices only the busiest tracks in the
//! window are looked at, and of many slices in a column only a sample.

mod threads;

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use super::cx::Cx;
use super::gaps;
use super::samples;
use super::scene::{Chart, ChartCol, ChartKind, Ink, Role};
use crate::base::search::partition;
use crate::base::time::{TimeSpan, Ts};
use crate::model::blocks::Level;
use crate::model::ids::{NodeId, SliceId, TrackId};
use crate::model::slice::DepthSlices;
use crate::model::track::Scope;
use crate::model::track_tree::{NodeKind, VisualRow};

/// How many tracks are looked at, in all groups of a screen together.
const TRACKS: usize = 192;
/// How many tracks of one group are looked at.
const TRACKS_OF_GROUP: usize = 32;
/// How many nodes are looked at to find tracks, in all groups of a screen together.
const NODES: usize = 8192;
/// How many slices of a column are looked at.
const SAMPLE: usize = 4;

/// How many slices without an end may lie in each other.
const ENDLESS: usize = 8;

/// What a group is busy with.
enum Source<'a> {
    /// Slices, and the time for which they count.
    Slices(DepthSlices<'a>, TimeSpan),
    /// A row of slices of several tracks.
    Packed(&'a [SliceId]),
    Cpu(u32),
}

impl Source<'_> {
    /// Returns the columns, of so many, for which the source counts.
    fn cols(&self, cx: &Cx<'_>, cols: usize) -> Range<usize> {
        match self {
            Self::Cpu(_) | Self::Packed(_) => 0..cols,
            Self::Slices(_, span) => {
                let col = |ts| (cx.view.col_from_ts(ts).max(0) as usize).min(cols);
                let end = if span.end() >= cx.view.span().end() {
                    cols
                } else {
                    col(span.end())
                };
                col(span.start())..end
            }
        }
    }
}

pub(super) use threads::Threads;

/// How busy a closed group is.
pub(super) struct Summary {
    pub(super) chart: Chart,
    /// The columns in which no CPU of the group was recorded; empty of other groups.
    pub(super) unknown: Vec<bool>,
}

impl From<Chart> for Summary {
    fn from(chart: Chart) -> Self {
        Self {
            chart,
            unknown: Vec::new(),
        }
    }
}

/// Returns the chart of a closed group; `None` if nothing below it has slices or ran. The cost of
/// `n_groups` groups on a screen is bounded, however many they are; `threads` knows what ran.
pub(super) fn chart(
    cx: &Cx<'_>,
    group: NodeId,
    n_groups: usize,
    threads: &Threads,
) -> Option<Summary> {
    if let Some(busy) = threads.of_group(group) {
        return Some(bars(cx, busy, 1.0, Role::DensityLow).into());
    }
    let sources = busiest(cx, group, n_groups.max(1));
    if sources.is_empty() {
        return sampled(cx, group, n_groups.max(1)).map(Summary::from);
    }
    let cols = usize::from(cx.view.cols());
    let mut busy = vec![0.0_f32; cols];
    let mut of_source = busy.clone();
    // How many CPUs were recorded.
    let mut recorded = vec![0_u32; cols];
    for source in &sources {
        of_source.fill(0.0);
        add(cx, source, &mut of_source);
        if let Source::Cpu(cpu) = *source {
            for (col, (busy, recorded)) in (0..).zip(of_source.iter_mut().zip(&mut recorded)) {
                if gaps::is_unrecorded(cx, cpu, col) {
                    *busy = 0.0;
                } else {
                    *recorded += 1;
                }
            }
        }
        let cols = source.cols(cx, cols);
        for (sum, of_source) in busy[cols.clone()].iter_mut().zip(&of_source[cols]) {
            *sum += of_source;
        }
    }
    let is_cpus = matches!(sources[0], Source::Cpu(_));
    if !is_cpus {
        return Some(bars(cx, &busy, 1.0, Role::DensityLow).into());
    }
    for (busy, &n) in busy.iter_mut().zip(&recorded) {
        *busy /= n.max(1) as f32;
    }
    Some(Summary {
        chart: bars(cx, &busy, 1.0, Role::Density),
        unknown: recorded.into_iter().map(|n| n == 0).collect(),
    })
}

/// Returns the chart of a group of which only samples of a profiler are known: how many a column has,
/// relative to the fullest column.
fn sampled(cx: &Cx<'_>, group: NodeId, n_groups: usize) -> Option<Chart> {
    if cx.trace.stack_profile.samples.is_empty() {
        return None;
    }
    let mut busy = vec![0.0_f32; usize::from(cx.view.cols())];
    let mut tracks = (TRACKS / n_groups).clamp(2, TRACKS_OF_GROUP);
    let mut nodes = (NODES / n_groups).max(64);
    let mut below = vec![group];
    while let Some(id) = below.pop()
        && nodes > 0
        && tracks > 0
    {
        nodes -= 1;
        let node = cx.trace.tree.node(id);
        below.extend(node.children.iter().rev());
        if let NodeKind::Samples(owner) = node.kind {
            tracks -= 1;
            for (col, n) in samples::counts(cx, owner) {
                busy[usize::from(col)] += n as f32;
            }
        }
    }
    let most = busy.iter().copied().fold(0.0, f32::max);
    (most > 0.0).then(|| bars(cx, &busy, most, Role::DensityLow))
}

/// Returns a chart of shares of columns, `divisor` times as large; lower ones are in `low`. What has
/// no end is not known to go on after that of the trace, or of what has been read.
fn bars(cx: &Cx<'_>, busy: &[f32], divisor: f32, low: Role) -> Chart {
    let known = cx.known_cols();
    let chart_cols = busy
        .iter()
        .enumerate()
        .map(|(col, &busy)| {
            let share = if col < known { busy / divisor } else { 0.0 };
            // A square root keeps what is rare visible.
            let height = if share <= 0.0 {
                0
            } else {
                (share.sqrt().min(1.0) * 7.0).round().max(1.0) as u16
            };
            ChartCol {
                low: 0,
                high: if height == 0 { ChartCol::EMPTY } else { height },
                ink: Ink::Role(if share >= 0.5 { Role::Density } else { low }),
            }
        })
        .collect();
    Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Area,
        cols: chart_cols,
    }
}

/// Returns what of a group to look at: its CPUs, else its busiest tracks in the window.
fn busiest<'a>(cx: &Cx<'a>, group: NodeId, n_groups: usize) -> Vec<Source<'a>> {
    let n_tracks = (TRACKS / n_groups).clamp(2, TRACKS_OF_GROUP);
    let n_nodes = (NODES / n_groups).max(64);
    let tree = &cx.trace.tree;
    let mut below = vec![group];
    let mut cpus = Vec::new();
    let mut slices: Vec<Busy<'a>> = Vec::new();
    let mut visited = 0;
    while let Some(id) = below.pop() {
        visited += 1;
        if visited > n_nodes {
            break;
        }
        let node = tree.node(id);
        below.extend(&node.children);
        match node.kind {
            NodeKind::CpuSched(cpu) => cpus.push(Source::Cpu(cpu)),
            NodeKind::Slices(_) => match node.rows.first() {
                Some(VisualRow::Depth { track, depth }) => {
                    slices.extend(of_track(cx, *track, *depth));
                }
                // Merged tracks have as many rows as happen at a time, however many they are.
                Some(VisualRow::Packed(_)) => {
                    let n_rows = node.rows.len().min(n_nodes - visited + 1);
                    visited += n_rows - 1;
                    slices.extend(node.rows[..n_rows].iter().filter_map(|row| of_row(cx, row)));
                }
                None => {}
            },
            _ => {}
        }
    }
    if !cpus.is_empty() {
        return cpus;
    }
    // If stacks of threads tell what they did, other slices, such as a state of the program of which only the
    // begin is known, say nothing of it.
    if slices.iter().any(|of| of.is_stack) {
        slices.retain(|of| of.is_stack);
    }
    slices.sort_by_key(|of| std::cmp::Reverse(of.n));
    slices.truncate(n_tracks);
    slices.into_iter().flat_map(|of| of.rows).collect()
}

/// The slices of a track, or of a row of merged ones, that are in the window.
struct Busy<'a> {
    /// How many slices there are.
    n: usize,
    /// Whether they are the stack of a thread.
    is_stack: bool,
    /// The rows that tell when the track was busy.
    rows: SmallVec<[Source<'a>; 1]>,
}

/// Returns the slices of a track from a depth on; `None` if none are in the window. A slice of a
/// thread that has no end, such as the loop that it runs, says nothing: from where it begins, what is
/// inside of it counts.
fn of_track<'a>(cx: &Cx<'a>, track: TrackId, depth: usize) -> Option<Busy<'a>> {
    let (trace, span) = (cx.trace, cx.view.span());
    let utid = match trace.tracks.get(track).scope {
        Scope::Thread(utid) => Some(utid),
        _ => None,
    };
    let is_stack = utid.is_some_and(|utid| trace.thread_index().is_stack_of(track, utid));
    let (mut rows, mut n, mut from) = (SmallVec::new(), 0, span.start());
    for row in trace.slices.depths(track).skip(depth).take(ENDLESS) {
        let last = row.len().checked_sub(1);
        let endless = last.filter(|&last| is_stack && trace.slices.end(row.id(last)).is_none());
        let to = endless.map_or(span.end(), |last| row.ts(last).clamp(from, span.end()));
        if from < to {
            let first = row.n_before(from).saturating_sub(1);
            n += row.n_before(to) - first;
            rows.push(Source::Slices(row, TimeSpan::new(from, to)));
        }
        if endless.is_none() {
            break;
        }
        from = to;
    }
    (n > 0).then_some(Busy { n, is_stack, rows })
}

/// Returns the slices of a row of merged tracks; `None` if none are in the window.
fn of_row<'a>(cx: &Cx<'a>, row: &'a VisualRow) -> Option<Busy<'a>> {
    let VisualRow::Packed(ids) = row else {
        return None;
    };
    let before = |ts| ids.partition_point(|&id| cx.trace.slices.ts(id) < ts);
    let span = cx.view.span();
    let n = before(span.end()) - before(span.start()).saturating_sub(1);
    (n > 0).then(|| Busy {
        n,
        is_stack: false,
        rows: smallvec![Source::Packed(ids)],
    })
}

/// Adds to each column the share of its time that a source is busy.
fn add(cx: &Cx<'_>, source: &Source<'_>, busy: &mut [f32]) {
    let sched = &cx.trace.sched;
    match source {
        Source::Slices(row, _) => {
            let blocks = cx.trace.blocks();
            let levels = blocks.map_or(&[][..], |blocks| blocks.slices.of_row(*row));
            if add_blocks(cx, levels, |block| block.busy_ns, busy) {
                return;
            }
            add_items(
                cx,
                busy,
                row.len(),
                |index| row.ts(index).ns(),
                |index| cx.trace.slices.over_by(row.id(index)).map(Ts::ns),
            );
        }
        Source::Packed(ids) => {
            let slices = &cx.trace.slices;
            let ts = |index: usize| slices.ts(ids[index]).ns();
            add_items(cx, busy, ids.len(), ts, |index| {
                // A slice that lies in another one does not count twice.
                if slices.depth_of(ids[index]) > 0 {
                    return Some(ts(index));
                }
                slices.over_by(ids[index]).map(Ts::ns)
            });
        }
        Source::Cpu(cpu) => {
            let row = cx
                .trace
                .blocks()
                .and_then(|blocks| blocks.sched.on_cpu(*cpu));
            let levels = row.map_or(&[][..], |row| &row.levels);
            if add_blocks(cx, levels, |block| block.busy_ns, busy) {
                return;
            }
            let ids = sched.on_cpu(*cpu);
            let ts = |index: usize| match row {
                Some(row) => row.starts.get(index),
                None => sched.sched_row(ids[index]).ts.ns(),
            };
            add_items(cx, busy, ids.len(), ts, |index| {
                let row = sched.sched_row(ids[index]);
                if cx.trace.processes.is_idle(row.utid) {
                    return Some(row.ts.ns());
                }
                sched.stay_end(ids[index]).map(Ts::ns)
            });
        }
    }
}

/// Adds the shares by sums over blocks of rows; returns false if columns hold too few blocks.
fn add_blocks<B>(
    cx: &Cx<'_>,
    levels: &[Level<B>],
    busy_ns: impl Fn(&B) -> f32,
    busy: &mut [f32],
) -> bool {
    /// How many blocks a column must hold, so that their edges do not show.
    const PER_COLUMN: usize = 2;
    let span = cx.view.span();
    for level in levels.iter().rev() {
        let ts = level.ts();
        let from = ts
            .partition_point(|&at| at < span.start().ns())
            .saturating_sub(1);
        let to = ts.partition_point(|&at| at < span.end().ns());
        if to - from < busy.len() * PER_COLUMN {
            continue;
        }
        for at in from..to {
            let stop = ts.get(at + 1).copied().unwrap_or(i64::MAX);
            let stop = stop.min(ts[at].saturating_add(cx.view.ns_per_col()));
            let length = stop.saturating_sub(ts[at]).max(1) as f32;
            let share = (busy_ns(&level.blocks()[at]) / length).min(1.0);
            let start = ts[at].max(span.start().ns());
            spread(cx.view, busy, start, stop.min(span.end().ns()), share);
        }
        return true;
    }
    false
}

fn add_items(
    cx: &Cx<'_>,
    busy: &mut [f32],
    len: usize,
    ts: impl Fn(usize) -> i64,
    end: impl Fn(usize) -> Option<i64>,
) {
    let view = cx.view;
    let (start, stop) = (view.start().ns(), view.span().end().ns());
    let width = view.ns_per_col() as f32;
    let after = |from: usize, edge: i64| {
        let (mut low, mut step) = (from, 1);
        while low + step <= len && ts(low + step - 1) < edge {
            low += step;
            step *= 2;
        }
        let high = (low + step - 1).min(len);
        partition(low..high, |index| ts(index) < edge)
    };
    let mut index = after(0, start).saturating_sub(1);
    while index < len && ts(index) < stop {
        let from = ts(index).max(start);
        let to = end(index).unwrap_or(stop).min(stop);
        let col = view.col_from_ts(Ts::from_ns(from)).max(0) as usize;
        let edge = view.ts_from_col(col as i64 + 1).ns();
        let next = after(index + 1, edge);
        let n = next - index;
        if n <= SAMPLE {
            for at in index..next {
                let (from, to) = (ts(at).max(start), end(at).unwrap_or(stop).min(stop));
                spread(view, busy, from, to, 1.0);
            }
        } else {
            let sample = index..next.min(index + SAMPLE);
            let seen = sample.len() as f32;
            let total: i64 = sample
                .map(|at| {
                    end(at)
                        .unwrap_or(edge)
                        .min(edge)
                        .saturating_sub(ts(at))
                        .max(0)
                })
                .fold(0, i64::saturating_add);
            if let Some(cell) = busy.get_mut(col) {
                *cell += (total as f32 / seen * n as f32 / width).clamp(1.0 / 64.0, 1.0);
            }
            let last = end(next - 1).unwrap_or(stop).min(stop);
            if last > edge {
                spread(view, busy, edge, last, 1.0);
            }
        }
        let _ = to;
        index = next;
    }
}

/// Adds a share of the time from `from` to `to` to the columns it covers.
fn spread(view: super::viewport::Viewport, busy: &mut [f32], from: i64, to: i64, share: f32) {
    let ts = Ts::from_ns;
    if from >= to {
        return;
    }
    let width = view.ns_per_col() as f32;
    let first = view.col_from_ts(ts(from)).max(0);
    let last = view.col_from_ts(ts(to - 1)).min(busy.len() as i64 - 1);
    for col in first..=last {
        let left = view.ts_from_col(col).ns().max(from);
        let right = view.ts_from_col(col + 1).ns().min(to);
        busy[col as usize] += right.saturating_sub(left) as f32 * share / width;
    }
}
