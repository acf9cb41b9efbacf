//! The tree of visual tracks: what stands under what, and in which order.
//!
//! Rows of the track table that share a group are one visual track. Sibling
//! order is total: the recorded order first, then the row id, so that it never
//! depends on hashing. The rules are in the files below, those of order in `order.rs` and `owners.rs`.

use super::ids::{NodeId, SliceId, TrackId, Upid, Utid};
use super::slice::SliceTable;
use super::track::Scope;

/// What a node of the tree shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The invisible root.
    Root,
    /// A group without data of its own, such as `Global Track Events`, `CPU` or `Counters`.
    Group,
    /// A process with its tracks and threads.
    Process(Upid),
    /// A thread with its tracks.
    Thread(Utid),
    /// Slices of one or several track rows drawn as one.
    Slices(Vec<TrackId>),
    /// A counter.
    Counter(TrackId),
    /// Expected frames of a process: all rows of the group, laid out.
    ExpectedFrames(Vec<TrackId>),
    /// Actual frames of a process: all rows of the group, laid out.
    ActualFrames(Vec<TrackId>),
    /// What ran on a CPU.
    CpuSched(u32),
    /// The states of a thread.
    ThreadStates(Utid),
    /// The samples that profilers took of a thread, or of a process or of nobody if the thread is not known.
    Samples(Scope),
    /// The Android log.
    Logs,
}

impl NodeKind {
    /// Returns whether the node only holds others and shows nothing itself.
    pub const fn is_group(&self) -> bool {
        matches!(
            self,
            Self::Root | Self::Group | Self::Process(_) | Self::Thread(_)
        )
    }

    /// Returns the tracks whose slices or samples the node shows; none if it shows something else.
    pub fn tracks(&self) -> &[TrackId] {
        match self {
            Self::Slices(tracks) | Self::ExpectedFrames(tracks) | Self::ActualFrames(tracks) => {
                tracks
            }
            Self::Counter(track) => std::slice::from_ref(track),
            _ => &[],
        }
    }

    /// Returns how many slices the node shows.
    pub fn n_slices(&self, slices: &SliceTable) -> usize {
        let tracks = self.tracks().iter();
        tracks.map(|&track| slices.n_slices(track)).sum()
    }
}

/// Where the slices of one visual row come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VisualRow {
    /// One depth of one track.
    Depth {
        /// The track.
        track: TrackId,
        /// The depth on it.
        depth: usize,
    },
    /// Slices of several tracks, sorted by time.
    Packed(Box<[SliceId]>),
}

impl VisualRow {
    /// Returns how many slices the row has.
    pub fn n_slices(&self, slices: &SliceTable) -> usize {
        match self {
            Self::Depth { track, depth } => slices.at_depth(*track, *depth).len(),
            Self::Packed(ids) => ids.len(),
        }
    }

    /// Returns the slice at a place of the row, in the order of time.
    pub fn id(&self, slices: &SliceTable, index: usize) -> SliceId {
        match self {
            Self::Depth { track, depth } => slices.at_depth(*track, *depth).id(index),
            Self::Packed(ids) => ids[index],
        }
    }

    /// Returns how many slices of the row come before the first that does not pass.
    pub fn partition_point(&self, slices: &SliceTable, passes: impl Fn(SliceId) -> bool) -> usize {
        match self {
            Self::Depth { track, depth } => slices.at_depth(*track, *depth).partition_point(passes),
            Self::Packed(ids) => ids.partition_point(|&id| passes(id)),
        }
    }
}

/// What stands between the names of a path.
pub const SEPARATOR: &str = " ‣ ";

/// What the slices of a thread or process are called below it, instead of its name once more.
pub const OWN_SLICES: &str = "slices";

/// A node: a group or a visual track.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it shows.
    pub kind: NodeKind,
    /// Its display name, as recorded: not yet safe to show.
    pub name: String,
    /// The node above.
    pub parent: NodeId,
    /// The nodes below, in display order.
    pub children: Vec<NodeId>,
    /// Its place among the children of the node above, from 0.
    pub place: usize,
    /// The place of the first process among the nodes below, if there is one.
    pub first_process: Option<usize>,
    /// The place of the first thread among the nodes below, if there is one.
    pub first_thread: Option<usize>,
    /// How many levels below the root, from 0 for its children.
    pub level: u16,
    /// The visual rows of a slice node, outermost depth first; empty for the other kinds.
    pub rows: Vec<VisualRow>,
}

/// All nodes; node 0 is the root, parents come before their children.
#[derive(Clone, Debug)]
pub struct TrackTree {
    nodes: Vec<Node>,
    /// The node that shows each track, by [`TrackId`].
    node_of_track: Vec<Option<NodeId>>,
}

impl TrackTree {
    /// The invisible root.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns a tree that holds only the root.
    pub fn new(n_tracks: usize) -> Self {
        let root = Node {
            kind: NodeKind::Root,
            name: String::new(),
            parent: Self::ROOT,
            children: Vec::new(),
            place: 0,
            first_process: None,
            first_thread: None,
            level: 0,
            rows: Vec::new(),
        };
        Self {
            nodes: vec![root],
            node_of_track: vec![None; n_tracks],
        }
    }

    /// Adds a node as the last child of `parent`.
    pub fn add(
        &mut self,
        parent: NodeId,
        kind: NodeKind,
        name: String,
        rows: Vec<VisualRow>,
    ) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        let level = if parent == Self::ROOT {
            0
        } else {
            self.node(parent).level + 1
        };
        for track in kind.tracks() {
            self.node_of_track[track.index()] = Some(id);
        }
        let above = &mut self.nodes[parent.index()];
        let place = above.children.len();
        above.children.push(id);
        match &kind {
            NodeKind::Process(_) => _ = above.first_process.get_or_insert(place),
            NodeKind::Thread(_) => _ = above.first_thread.get_or_insert(place),
            _ => {}
        }
        self.nodes.push(Node {
            kind,
            name,
            parent,
            children: Vec::new(),
            place,
            first_process: None,
            first_thread: None,
            level,
            rows,
        });
        id
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns the node that shows a track, `None` if it is hidden.
    pub fn node_of_track(&self, track: TrackId) -> Option<NodeId> {
        self.node_of_track.get(track.index()).copied().flatten()
    }

    /// Returns the node and the visual row that show a slice, `None` if its track is hidden.
    /// O(log n) on a track of its own, O(rows · log n) on a merged one.
    pub fn place_of(&self, slices: &SliceTable, slice: SliceId) -> Option<(NodeId, usize)> {
        let node = self.node_of_track(slices.track_of(slice))?;
        let rows = &self.node(node).rows;
        let depth = slices.depth_of(slice);
        let key = slices.row_key(slice);
        let holds = |row: &VisualRow| match row {
            VisualRow::Depth { .. } => true,
            VisualRow::Packed(ids) => ids
                .binary_search_by_key(&key, |&id| slices.row_key(id))
                .is_ok(),
        };
        // A slice is never drawn above its depth.
        let offset = rows.iter().skip(depth).position(holds)?;
        Some((node, depth + offset))
    }

    /// Returns the node of a kind. O(nodes).
    pub fn find(&self, kind: &NodeKind) -> Option<NodeId> {
        self.nodes
            .iter()
            .position(|node| node.kind == *kind)
            .map(NodeId::from_index)
    }

    /// Returns how many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns all nodes but the root in display order: a node before its children.
    pub fn walk(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut stack: Vec<NodeId> = self
            .node(Self::ROOT)
            .children
            .iter()
            .rev()
            .copied()
            .collect();
        while let Some(id) = stack.pop() {
            order.push(id);
            stack.extend(self.node(id).children.iter().rev());
        }
        order
    }

    /// Returns the names from the top level down to a node, joined by [`SEPARATOR`].
    pub fn path(&self, id: NodeId) -> String {
        let mut names = Vec::new();
        let mut at = id;
        while at != Self::ROOT {
            names.push(self.node(at).name.as_str());
            at = self.node(at).parent;
        }
        names.reverse();
        names.join(SEPARATOR)
    }

    /// Returns whether a node is the slices of a thread or process, and has the name of that.
    pub fn is_called_as_group(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let parent = self.node(node.parent);
        matches!(node.kind, NodeKind::Slices(_))
            && matches!(parent.kind, NodeKind::Thread(_) | NodeKind::Process(_))
            && node.name == parent.name
    }

    /// Returns the path of a node as it is shown: without the name of a thread twice.
    pub fn shown_path(&self, id: NodeId) -> String {
        if self.is_called_as_group(id) {
            return format!("{}{SEPARATOR}{OWN_SLICES}", self.path(self.node(id).parent));
        }
        self.path(id)
    }

    /// Returns whether the path of a node passes a test, as it is or as it is shown.
    pub fn is_at(&self, id: NodeId, passes: impl Fn(&str) -> bool) -> bool {
        passes(&self.path(id)) || (self.is_called_as_group(id) && passes(&self.shown_path(id)))
    }

    /// Returns a node and those above it, without the root.
    pub fn path_up(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let above = |&at: &NodeId| Some(self.node(at).parent).filter(|&above| above != Self::ROOT);
        std::iter::successors(Some(id), above)
    }

    /// Returns the ancestors of a node, nearest first, without the root.
    pub fn ancestors(&self, id: NodeId) -> Vec<NodeId> {
        self.path_up(id).skip(1).collect()
    }
}

mod build;
mod names;
pub mod order;
mod owners;
#[cfg(test)]
mod tests;
mod topics;
mod visual;
