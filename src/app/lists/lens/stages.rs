//! The stages of the start of an app, as rows of its lens.

use super::{cells, heading, took};
use crate::app::layer::source::Entry;
use crate::app::lists::table::row;
use crate::model::trace::Trace;
use crate::query::frame_lens::Explained;
use crate::view::overlay::TableCell;
use crate::view::scene::Item;
use crate::view::text;

/// Returns the rows of the stages, each with how long it was, and the heading of what follows; nothing if there
/// are no stages. They sum to the whole.
pub(super) fn entries(trace: &Trace, explained: &Explained) -> Vec<Entry> {
    let total = explained.span.dur().ns().max(1) as f64;
    let stages = explained.stages.iter().map(|at| {
        let share = at.dur.ns() as f64 * 100.0 / total;
        let name = at.slice.and_then(|slice| trace.slice_name(slice));
        let name = name.map_or_else(String::new, |name| text::clean(&name).into_owned());
        let dur = took(at.dur);
        let share = format!("{share:.0} %");
        let cells = cells(dur, share, at.stage.name(), TableCell::new(""), name);
        row(cells, at.slice.map_or(Item::None, Item::Slice))
    });
    let mut entries: Vec<Entry> = stages.collect();
    if !entries.is_empty() {
        entries.push(heading("what took it, longest first".into()));
    }
    entries
}
