//! Groups track rows into visual tracks and finds what hangs below what.
//!
//! Rows with the same group, and all frame rows of a process and family, are
//! one visual track, and so are the track of a process itself and the group below it that has its name: tables
//! keep these two apart, the screen shows one. A visual track is kept if it has data or a skeleton, or if a
//! row names it as parent; built-in counters never are.

use hashbrown::HashMap;

use super::order::{first_ts, sibling_positions};
use crate::base::intern::StrId;
use crate::model::ids::{TrackId, Upid};
use crate::model::trace::Trace;
use crate::model::track::{Scope, Track, TrackClass, TrackData};

/// One visual track.
#[derive(Debug)]
pub(super) struct Visual {
    /// Its rows, ascending; never empty.
    pub(super) tracks: Vec<TrackId>,
    /// The best position of its rows among their siblings, 0 if they are no TrackEvent rows.
    pub(super) position: u32,
    /// The visual tracks below, in order.
    pub(super) children: Vec<usize>,
}

impl Visual {
    /// Returns the row that gives the visual track its name: the lowest.
    pub(super) fn first(&self) -> TrackId {
        self.tracks[0]
    }
}

/// All visible visual tracks.
#[derive(Debug)]
pub(super) struct Forest {
    /// Every visual track, by its lowest row.
    pub(super) visuals: Vec<Visual>,
    /// The visual tracks that hang below no other.
    pub(super) roots: Vec<usize>,
}

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Row(TrackId),
    Group(u32, bool),
    Frames(Upid, bool),
}

fn key(id: TrackId, row: &Track, folded: &HashMap<u32, TrackId>) -> Key {
    if let Some(&own) = row.group.and_then(|group| folded.get(&group)) {
        return Key::Row(own);
    }
    match (row.class, row.scope, row.group) {
        (TrackClass::ExpectedFrames, Scope::Process(upid), _) => Key::Frames(upid, false),
        (TrackClass::ActualFrames, Scope::Process(upid), _) => Key::Frames(upid, true),
        (_, _, Some(group)) if row.data != TrackData::Counter => {
            Key::Group(group, row.data == TrackData::States)
        }
        _ => Key::Row(id),
    }
}

/// Returns the groups of track events that have the name of the track of their process itself, each with that
/// track.
fn folded(trace: &Trace) -> HashMap<u32, TrackId> {
    // A process's own track comes before those below it.
    let mut own: HashMap<Upid, Option<(TrackId, StrId)>> = HashMap::new();
    let mut folded: HashMap<u32, Option<TrackId>> = HashMap::new();
    for (id, row) in trace.tracks.iter() {
        let Scope::Process(upid) = row.scope else {
            continue;
        };
        let is_top = row.class == TrackClass::TrackEvent && row.parent.is_none();
        if !is_top || row.data != TrackData::Slices {
            continue;
        }
        let itself = row.name.filter(|_| row.group.is_none());
        let own = *own
            .entry(upid)
            .or_insert_with(|| itself.map(|name| (id, name)));
        if let Some(group) = row.group {
            // The first row of a group gives it its name.
            folded.entry(group).or_insert_with(|| {
                let (own, name) = own?;
                (row.name == Some(name)).then_some(own)
            });
        }
    }
    let folded = folded.into_iter();
    folded
        .filter_map(|(group, own)| Some((group, own?)))
        .collect()
}

impl Forest {
    /// Groups the rows of a trace.
    pub(super) fn new(trace: &Trace) -> Self {
        let positions = sibling_positions(trace);
        let folded = folded(trace);
        let mut is_parent = vec![false; trace.tracks.len()];
        for (_, row) in trace.tracks.iter() {
            if let Some(parent) = row.parent {
                is_parent[parent.index()] = true;
            }
        }
        let mut visual_of: Vec<Option<usize>> = vec![None; trace.tracks.len()];
        let mut by_key: HashMap<Key, usize> = HashMap::new();
        let mut visuals: Vec<Visual> = Vec::new();
        let mut visible: Vec<bool> = Vec::new();
        for (id, row) in trace.tracks.iter().filter(|(_, row)| !row.builtin_counter) {
            let index = *by_key.entry(key(id, row, &folded)).or_insert(visuals.len());
            if index == visuals.len() {
                visuals.push(Visual {
                    tracks: Vec::new(),
                    position: u32::MAX,
                    children: Vec::new(),
                });
                visible.push(false);
            }
            visual_of[id.index()] = Some(index);
            visuals[index].tracks.push(id);
            let position = &mut visuals[index].position;
            *position = (*position).min(positions[id.index()]);
            let skeleton = trace.skeleton.as_ref();
            visible[index] |= is_parent[id.index()]
                || first_ts(trace, id).is_some()
                || skeleton.is_some_and(|skeleton| skeleton.cells(id).is_some());
        }
        let mut roots = Vec::new();
        let mut parents: Vec<Option<usize>> = vec![None; visuals.len()];
        for index in (0..visuals.len()).filter(|&index| visible[index]) {
            let parent = trace.tracks.get(visuals[index].first()).parent;
            match parent.and_then(|parent| visual_of[parent.index()]) {
                Some(parent) if parent != index => {
                    parents[index] = Some(parent);
                    visuals[parent].children.push(index);
                }
                _ => roots.push(index),
            }
        }
        let mut forest = Self { visuals, roots };
        forest.break_cycles(&visible, &parents);
        for index in 0..forest.visuals.len() {
            let mut children = std::mem::take(&mut forest.visuals[index].children);
            forest.sort(&mut children);
            forest.visuals[index].children = children;
        }
        forest
    }

    /// Sorts visual tracks by their position among siblings.
    pub(super) fn sort(&self, list: &mut [usize]) {
        list.sort_by_key(|&index| (self.visuals[index].position, self.visuals[index].first()));
    }

    /// Makes a root of one member of every cycle, so that each visual track is reached once.
    fn break_cycles(&mut self, visible: &[bool], parents: &[Option<usize>]) {
        let mut reached = vec![false; self.visuals.len()];
        let roots = self.roots.clone();
        self.reach(roots, &mut reached);
        for index in 0..self.visuals.len() {
            if visible[index] && !reached[index] {
                if let Some(parent) = parents[index] {
                    let children = &mut self.visuals[parent].children;
                    children.retain(|&child| child != index);
                }
                self.roots.push(index);
                self.reach(vec![index], &mut reached);
            }
        }
    }

    fn reach(&self, mut stack: Vec<usize>, reached: &mut [bool]) {
        while let Some(index) = stack.pop() {
            reached[index] = true;
            stack.extend(&self.visuals[index].children);
        }
    }
}
