//! What every pane needs: the trace, the state, and what follows from both.

use std::cell::Cell;

use super::color::{NameInk, hash_ink, name_ink};
use super::memo::Memo;
use super::scene::Role;
use super::state::{Selection, ViewState};
use super::text;
use super::time::Clock;
use super::viewport::Viewport;
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::model::ids::{LabelId, NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::flows::{self, Limits};

/// How many colours of names are remembered.
const N_INKS: usize = 1024;

/// The context of one scene.
#[derive(Debug)]
pub(super) struct Cx<'a> {
    /// The trace.
    pub(super) trace: &'a Trace,
    /// What the user looks at.
    pub(super) state: &'a ViewState,
    /// What was decoded for the screens before.
    pub(super) memo: &'a Memo,
    /// The window, as wide as the timeline.
    pub(super) view: Viewport,
    /// How many lines the details have at most.
    pub(super) details_rows: u16,
    /// Writes instants.
    pub(super) clock: Clock,
    /// The selected slice.
    pub(super) selected: Option<SliceId>,
    /// Where vertical lines stand behind the timeline.
    grid: Vec<Ts>,
    /// The slice on which the selection has come to rest.
    settled: Option<SliceId>,
    /// When the slice `settled` was due and in which colour, if it is a frame.
    deadline: Option<(Ts, Role)>,
    /// The node that shows the selection.
    selected_node: Option<NodeId>,
    /// While a flow is followed, the slices that it connects, sorted.
    related: Option<Vec<SliceId>>,
    /// Cached colours of names: each place holds the last label that was asked for there.
    inks: Box<[InkCell; N_INKS]>,
}

/// The colour of the last name that had this place.
type InkCell = Cell<Option<(LabelId, NameInk)>>;

impl<'a> Cx<'a> {
    /// Returns the context of a scene whose timeline has `cols` columns and whose details have
    /// `details_rows` lines.
    pub(super) fn new(
        trace: &'a Trace,
        (state, memo): (&'a ViewState, &'a Memo),
        cols: u16,
        details_rows: u16,
    ) -> Self {
        let selected = match state.selection {
            Selection::Slice(id) if id.index() < trace.slices.len() => Some(id),
            _ => None,
        };
        let view = state.viewport.with_cols(cols.max(1));
        let settled = state.settled.filter(|id| id.index() < trace.slices.len());
        let settled = settled.or(selected);
        let frame = settled.and_then(|id| trace.frames.actual_of(id));
        let mut cx = Self {
            trace,
            state,
            memo,
            view,
            details_rows,
            clock: Clock::new(trace, state.time_format),
            selected,
            grid: Vec::new(),
            settled,
            deadline: frame.and_then(|frame| {
                let in_time = trace
                    .frames
                    .late_ns(trace, frame)
                    .is_some_and(|late| late <= 0);
                let role = if in_time { Role::Good } else { Role::Bad };
                Some((trace.frames.deadline(trace, frame)?, role))
            }),
            selected_node: state.selection.node(trace),
            related: related(trace, state, selected),
            inks: Box::new([const { Cell::new(None) }; N_INKS]),
        };
        let vsyncs = super::vsync::in_window(&cx);
        cx.grid = vsyncs.unwrap_or_else(|| super::ruler::grid(&cx));
        cx
    }

    /// Returns how many columns of the window begin before the trace has ended, or what has been read of
    /// it.
    pub(super) fn known_cols(&self) -> usize {
        let end = self
            .view
            .col_from_ts(self.trace.known_until())
            .saturating_add(1);
        end.clamp(0, i64::from(self.view.cols())) as usize
    }

    /// Returns from which column of a window on nothing has been read yet, if it shows such a column.
    pub(super) fn first_unread_col(&self, view: Viewport) -> Option<u16> {
        let beginning = self.trace.beginning?;
        let first = view.col_from_ts(beginning.until).saturating_add(1).max(0);
        (first < i64::from(view.cols())).then_some(first as u16)
    }

    /// Returns where vertical lines stand behind the timeline.
    pub(super) fn grid(&self) -> &[Ts] {
        &self.grid
    }

    /// Returns the slice on which the selection has come to rest: what crosses the whole screen
    /// follows it.
    pub(super) fn settled(&self) -> Option<SliceId> {
        self.settled
    }

    /// Returns when the frame was due on which the selection has come to rest, and the colour that says
    /// whether it was in time.
    pub(super) fn deadline(&self) -> Option<(Ts, Role)> {
        self.deadline
    }

    /// Returns whether a slice keeps its full colour: always, unless a flow is followed that does
    /// not reach it.
    pub(super) fn is_related(&self, id: SliceId) -> bool {
        let Some(related) = &self.related else {
            return true;
        };
        related.binary_search(&id).is_ok()
    }

    /// Returns the node that shows the selection.
    pub(super) fn selected_node(&self) -> Option<NodeId> {
        self.selected_node
    }

    /// Returns the colour of a slice: of what correlates it with others, else of its name.
    pub(super) fn ink_of_slice(&self, id: SliceId) -> NameInk {
        match self.trace.correlation_hash(id) {
            Some(hash) => hash_ink(hash),
            None => self.ink_of(self.trace.slices.label_id(id)),
        }
    }

    /// Returns the colour of a label.
    pub(super) fn ink_of(&self, label: LabelId) -> NameInk {
        let place = &self.inks[label.index() % N_INKS];
        if let Some((known, ink)) = place.get()
            && known == label
        {
            return ink;
        }
        let hash = self.trace.blocks().and_then(|all| all.names.get(label));
        let ink = hash.map_or_else(
            || {
                let name = self.trace.slices.labels()[label.index()].name;
                // What has no name has the colour of the empty one, as in the reference's UI.
                name.map_or_else(|| name_ink(""), |name| name_ink(&self.trace.text(name)))
            },
            hash_ink,
        );
        place.set(Some((label, ink)));
        ink
    }

    /// Returns a string of the trace, safe to show.
    pub(super) fn text(&self, id: StrId) -> std::borrow::Cow<'a, str> {
        text::clean_bytes(self.trace.bytes(id))
    }

    /// Returns the name of a slice, safe to show.
    pub(super) fn slice_name(&self, id: SliceId) -> std::borrow::Cow<'a, str> {
        match self.trace.slices.name(id) {
            Some(name) => self.text(name),
            None => "[null]".into(),
        }
    }

    /// Returns the instant that values are shown for.
    pub(super) fn cursor_ts(&self) -> Ts {
        super::time::cursor_ts(self.trace, self.state)
    }
}

/// Returns the slices that flows connect with the selection, sorted; `None` unless one is followed.
fn related(trace: &Trace, state: &ViewState, selected: Option<SliceId>) -> Option<Vec<SliceId>> {
    const BUDGET: usize = 256;
    let selected = selected.filter(|_| state.flows.focus.is_some() && state.flows.shown)?;
    let limits = Limits {
        depth: u32::from(state.flows.depth),
        budget: BUDGET,
    };
    let mut slices = vec![selected];
    for hop in flows::walk(trace, selected, limits).hops {
        let flow = trace.flows.get(hop.flow);
        slices.extend([flow.from, flow.to]);
    }
    slices.sort_unstable();
    slices.dedup();
    Some(slices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::slice::Label;
    use crate::model::track::Scope;

    #[test]
    fn what_has_no_name_has_the_colour_of_the_empty_one() {
        let mut b = TraceBuilder::new();
        let unnamed = b.labels.intern(Label {
            name: None,
            category: None,
        });
        let track = b.slice_track(Scope::Global, Some("t"));
        b.nested_slices(track, &[(0, 10, "")]);
        let trace = b.finish();
        // Whether or not the hashes of names are there already.
        for is_known in [false, true] {
            if is_known {
                trace.build_blocks();
            }
            let (state, memo) = (ViewState::default(), Memo::default());
            let cx = Cx::new(&trace, (&state, &memo), 40, 0);
            let inks = [unnamed, trace.slices.label_id(SliceId(0))].map(|label| cx.ink_of(label));
            assert_eq!(inks, [name_ink(""), name_ink("")]);
            assert_ne!(inks[0], NameInk::default());
        }
    }
}
