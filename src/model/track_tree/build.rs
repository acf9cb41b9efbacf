//! Derives the tree from the track table: attachment, visibility and order.

use super::{NodeKind, TrackTree, VisualRow};
use crate::model::ids::{TrackId, Upid, Utid};
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackData};

impl TrackTree {
    /// Builds the tree of a trace from its tables.
    pub fn build(trace: &Trace) -> Self {
        let mut tree = Self::new(trace.tracks.len());
        for upid in (0..trace.processes.processes.len()).map(Upid::from_index) {
            let own: Vec<TrackId> = tracks_with(trace, Scope::Process(upid));
            let threads: Vec<(Utid, Vec<TrackId>)> = trace
                .processes
                .threads_of(upid)
                .map(|utid| (utid, tracks_with(trace, Scope::Thread(utid))))
                .filter(|(_, tracks)| !tracks.is_empty())
                .collect();
            if own.is_empty() && threads.is_empty() {
                continue;
            }
            let process = tree.add(
                Self::ROOT,
                NodeKind::Process(upid),
                trace.process_title(upid),
                Vec::new(),
            );
            for track in own {
                add_track(&mut tree, trace, process, track);
            }
            for (utid, tracks) in threads {
                let thread = tree.add(
                    process,
                    NodeKind::Thread(utid),
                    trace.thread_title(utid),
                    Vec::new(),
                );
                for track in tracks {
                    add_track(&mut tree, trace, thread, track);
                }
            }
        }
        for track in tracks_with(trace, Scope::Global) {
            add_track(&mut tree, trace, Self::ROOT, track);
        }
        tree
    }
}

fn tracks_with(trace: &Trace, scope: Scope) -> Vec<TrackId> {
    trace
        .tracks
        .iter()
        .filter(|(_, track)| track.scope == scope)
        .map(|(id, _)| id)
        .collect()
}

fn add_track(
    tree: &mut TrackTree,
    trace: &Trace,
    parent: crate::model::ids::NodeId,
    track: TrackId,
) {
    let row = trace.tracks.get(track);
    let name = row
        .name
        .map_or_else(String::new, |name| trace.text(name).into_owned());
    if row.data == TrackData::Counter {
        tree.add(parent, NodeKind::Counter(track), name, Vec::new());
    } else {
        let rows = (0..trace.slices.n_depths(track))
            .map(|depth| VisualRow::Depth { track, depth })
            .collect();
        tree.add(parent, NodeKind::Slices(vec![track]), name, rows);
    }
}
