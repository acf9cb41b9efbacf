//! Carries lists over that are open when more of the trace comes.
//!
//! What they hold are numbers of the old publish, so that all of their rows go:
//! the list stays and waits for new ones, which are then asked for.

use super::Remap;
use crate::app::layer::{Act, Layer, LayerKind};
use crate::app::state::State;
use crate::model::trace::Trace;
use crate::view::overlay::Overlay;
use crate::view::scene::Item;

impl Remap<'_> {
    /// Lets the rows of all lists go. A list that cannot be made again is closed, with those over it.
    pub(super) fn lists(&self, state: &mut State) {
        let n = state.layers.len();
        let mut n_kept = 0;
        let layers = state.layers.iter_mut().zip(&mut state.view.overlays);
        for (layer, overlay) in layers {
            if !layer.kind.is_of_any_trace() {
                let Some(kind) = self.list(layer.kind, n_kept + 1 == n) else {
                    break;
                };
                layer.kind = kind;
                layer.again = self.chosen(layer, overlay);
                layer.await_anew(overlay);
            }
            n_kept += 1;
        }
        if n_kept < n {
            state.layers.truncate(n_kept);
            state.view.overlays.truncate(n_kept);
            state.say("the list is closed: more of the trace has been read");
        }
    }

    /// Returns what a list is now, if it can be made again; some only if nothing lies over them.
    fn list(&self, kind: LayerKind, is_top: bool) -> Option<LayerKind> {
        match kind {
            LayerKind::Lens(item) => self.item(item).map(LayerKind::Lens),
            LayerKind::Ladder(slice) if is_top => self.slice(slice).map(LayerKind::Ladder),
            // These lists are made once the search, the query or the sums that they show are done again.
            LayerKind::Hits | LayerKind::SqlResult | LayerKind::Area(_) => is_top.then_some(kind),
            LayerKind::Ladder(_)
            | LayerKind::FlowPick
            | LayerKind::Leads
            | LayerKind::Part(..)
            | LayerKind::Compare(_) => None,
            kind => Some(kind),
        }
    }

    /// Returns what the chosen row of a list stands for now.
    fn chosen(&self, layer: &Layer, overlay: &Overlay) -> Option<Act> {
        Some(match layer.chosen(overlay)? {
            Act::Item(item) => Act::Item(self.item(item)?),
            Act::Node(node) => Act::Node(self.node(node)?),
            act @ (Act::Category(_) | Act::Mark(_)) => act,
            _ => return None,
        })
    }

    /// Returns an item again, as far as it has a name of its own.
    pub(super) fn item(&self, item: Item) -> Option<Item> {
        match item {
            Item::Slice(id) => self.slice(id).map(Item::Slice),
            Item::Counter(id) => self.counter(id).map(Item::Counter),
            Item::Sample(id) => self.sample(id).map(Item::Sample),
            Item::Log(row) => self.log_line(row).map(Item::Log),
            Item::Stretch(node, span) => self.node(node).map(|node| Item::Stretch(node, span)),
            Item::None | Item::Sched(_) | Item::State(_) | Item::Span(_) => None,
        }
    }

    /// Returns the line of the log that says the same at the same time.
    fn log_line(&self, row: u32) -> Option<u32> {
        let line = self.old.logs.get(row as usize)?;
        let text = |trace: &Trace, id| trace.bytes(id).to_owned();
        let said = line.msg.map(|msg| text(self.old, msg));
        let logs = &self.new.logs;
        let first = logs.partition_point(|other| other.ts < line.ts);
        let same_time = logs[first..].iter().take_while(|other| other.ts == line.ts);
        let mut same = same_time.map(|other| other.msg.map(|msg| text(self.new, msg)) == said);
        Some((first + same.position(|is_same| is_same)?) as u32)
    }
}
