//! The groups of `TrackEvent` tracks in display order, as the reference's tables give them.
//!
//! One row for each visual track of `TrackEvent`s, shown or not: what
//! `_track_event_tracks_ordered_groups` holds. The tree that is drawn is
//! [`crate::model::track_tree::TrackTree`]; both rest on the same positions.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::model::ids::{TrackId, Upid, Utid};
use crate::model::trace::Trace;
use crate::model::track::{Scope, Track, TrackClass, TrackData};
use crate::model::track_tree::order::{first_ts, sibling_positions};

/// One visual track of `TrackEvent`s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedGroup {
    /// Its rows, ascending.
    pub track_ids: Vec<TrackId>,
    /// The process, for a track of a process.
    pub upid: Option<Upid>,
    /// The thread, for a track of a thread.
    pub utid: Option<Utid>,
    /// The GPU, for a track of a GPU.
    pub gpu: Option<u32>,
    /// The machine; 0 is the host.
    pub machine: u32,
    /// The row that it hangs below.
    pub parent_id: Option<TrackId>,
    /// Whether it is a counter.
    pub is_counter: bool,
    /// Whether it is a state track.
    pub is_state: bool,
    /// The name of its lowest row.
    pub name: Option<StrId>,
    /// The least description of its rows.
    pub description: Option<StrId>,
    /// The unit of a counter.
    pub unit: Option<StrId>,
    /// Counters with the same key and parent share their value range.
    pub y_axis_share_key: Option<StrId>,
    /// Whether it is a built-in thread time or instruction counter.
    pub builtin_counter: bool,
    /// Whether a row has slices, samples or states.
    pub has_data: bool,
    /// Whether a row is the parent of another.
    pub has_children: bool,
    /// The best position of its rows among their siblings, from 1.
    pub order_id: u32,
}

impl OrderedGroup {
    /// Returns its lowest row.
    pub fn min_track_id(&self) -> TrackId {
        self.track_ids[0]
    }
}

/// Returns the groups sorted by parent (none first), then position. O(n log n).
pub fn ordered_groups(trace: &Trace) -> Vec<OrderedGroup> {
    let positions = sibling_positions(trace);
    let mut is_parent = vec![false; trace.tracks.len()];
    for (_, row) in trace.tracks.iter() {
        if let Some(parent) = row.parent.filter(|_| row.class == TrackClass::TrackEvent) {
            is_parent[parent.index()] = true;
        }
    }
    let mut groups: Vec<OrderedGroup> = Vec::new();
    let mut by_group: HashMap<u32, usize> = HashMap::new();
    let track_events = trace
        .tracks
        .iter()
        .filter(|(_, row)| row.class == TrackClass::TrackEvent);
    for (id, row) in track_events {
        let index = match row.group {
            Some(group) => *by_group.entry(group).or_insert(groups.len()),
            None => groups.len(),
        };
        if index == groups.len() {
            groups.push(new_group(row));
        }
        let group = &mut groups[index];
        group.track_ids.push(id);
        group.order_id = group.order_id.min(positions[id.index()]);
        group.has_data |= first_ts(trace, id).is_some();
        group.has_children |= is_parent[id.index()];
        group.machine = group.machine.min(row.machine);
        group.description = least(trace, group.description, row.description);
        group.unit = least(trace, group.unit, row.unit);
        group.y_axis_share_key = least(trace, group.y_axis_share_key, row.y_axis_share_key);
        group.builtin_counter |= row.builtin_counter;
    }
    groups.sort_by_key(|group| (group.parent_id, group.order_id, group.min_track_id()));
    groups
}

fn new_group(row: &Track) -> OrderedGroup {
    let (upid, utid, gpu) = match row.scope {
        Scope::Process(upid) => (Some(upid), None, None),
        Scope::Thread(utid) => (None, Some(utid), None),
        Scope::Gpu(gpu) => (None, None, Some(gpu)),
        Scope::Global | Scope::Cpu(_) => (None, None, None),
    };
    OrderedGroup {
        track_ids: Vec::new(),
        upid,
        utid,
        gpu,
        machine: row.machine,
        parent_id: row.parent,
        is_counter: row.data == TrackData::Counter,
        is_state: row.data == TrackData::States,
        name: row.name,
        description: None,
        unit: None,
        y_axis_share_key: None,
        builtin_counter: false,
        has_data: false,
        has_children: false,
        order_id: u32::MAX,
    }
}

/// Returns the lesser of two strings in byte order; none is not considered.
fn least(trace: &Trace, a: Option<StrId>, b: Option<StrId>) -> Option<StrId> {
    match (a, b) {
        (Some(a), Some(b)) if trace.bytes(b) < trace.bytes(a) => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;

    #[test]
    fn groups_have_the_best_position_and_the_union_of_their_rows() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let late = b.slice_track(Scope::Global, Some("z"));
        let early = b.slice_track(Scope::Process(app), Some("a"));
        let merged = b.slice_track(Scope::Global, Some("b"));
        for id in [late, merged] {
            b.tracks.get_mut(id).group = Some(3);
        }
        let child = b.slice_track(Scope::Global, Some("child"));
        b.tracks.get_mut(child).parent = Some(late);
        b.nested_slices(child, &[(5, 1, "x")]);
        let trace = b.finish();
        let groups = ordered_groups(&trace);
        let seen: Vec<_> = groups
            .iter()
            .map(|g| {
                (
                    g.track_ids.clone(),
                    g.parent_id,
                    g.order_id,
                    g.has_data,
                    g.has_children,
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                (vec![early], None, 1, false, false),
                (vec![late, merged], None, 2, false, true),
                (vec![child], Some(late), 1, true, false),
            ]
        );
        assert_eq!(groups[0].upid, Some(app));
        assert_eq!(
            groups[1]
                .name
                .map(|name| trace.text(name).into_owned())
                .as_deref(),
            Some("z")
        );
    }
}
