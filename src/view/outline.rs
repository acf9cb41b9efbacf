//! How busy tracks are that have not been imported yet, from the skeleton of the trace.
//!
//! Paler than slices, and without edges: a sample tells how much there is, not
//! what. A column shows the mean of the cells that it touches.

use super::cx::Cx;
use super::scene::{Chart, ChartCol, ChartKind, Ink, Role};
use crate::model::ids::{NodeId, TrackId};
use crate::model::skeleton::{CELLS, Skeleton};
use crate::model::track_tree::NodeKind;

/// How many nodes below a group are looked at.
const NODES: usize = 4096;

/// Returns the chart of a track, or of all below a group; `None` if nothing of it has a skeleton.
pub(super) fn chart(cx: &Cx<'_>, node: NodeId) -> Option<Chart> {
    let skeleton = cx.trace.skeleton.as_ref()?;
    let mut sum = [0.0_f32; CELLS];
    let mut found = false;
    let mut below = vec![node];
    let mut visited = 0;
    while let Some(id) = below.pop() {
        visited += 1;
        if visited > NODES {
            break;
        }
        let node = cx.trace.tree.node(id);
        below.extend(&node.children);
        let tracks: &[TrackId] = match &node.kind {
            NodeKind::Slices(tracks) => tracks,
            _ => &[],
        };
        for cells in tracks.iter().filter_map(|&track| skeleton.cells(track)) {
            found = true;
            for (sum, cell) in sum.iter_mut().zip(cells) {
                *sum += cell;
            }
        }
    }
    found.then(|| draw(cx, skeleton, &sum))
}

fn draw(cx: &Cx<'_>, skeleton: &Skeleton, cells: &[f32; CELLS]) -> Chart {
    let most = cells
        .iter()
        .copied()
        .fold(0.0, f32::max)
        .max(f32::MIN_POSITIVE);
    let cols = (0..i64::from(cx.view.cols())).map(|col| {
        let (from, to) = (cx.view.ts_from_col(col), cx.view.ts_from_col(col + 1));
        let touched = &cells[skeleton.cells_in(from, to)];
        let mean = touched.iter().sum::<f32>() / touched.len().max(1) as f32;
        // A square root keeps what is rare visible.
        let height = ((mean / most).sqrt() * 7.0).round() as u16;
        ChartCol {
            low: 0,
            high: match (height, mean > 0.0) {
                (_, false) => ChartCol::EMPTY,
                (height, true) => height.max(1),
            },
            ink: Ink::Role(Role::DensityLow),
        }
    });
    Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Area,
        cols: cols.collect(),
    }
}
