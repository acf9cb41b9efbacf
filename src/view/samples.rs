//! The samples that a profiler took of a thread: a mark for each, in the colour of the function
//! that ran.
//!
//! Where columns hold many of them, a bar says how many, against the fullest of the
//! window; a column without any stays empty. The cost is O(columns x log samples).

use std::ops::Range;

use super::bars::{Bars, Items};
use super::color::name_ink;
use super::cx::Cx;
use super::scene::{Glyph, Ink, Item, Line, Mods, Role, SpanKind};
use super::state::Selection;
use super::text;
use crate::base::time::Ts;
use crate::model::ids::StackSampleId;
use crate::model::track::Scope;
use crate::query::profile::{Function, stack};

/// If no column has more samples than these, they are marks.
const FEW: usize = 3;

/// The bars of a column, the lowest first.
const BARS: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];

/// Draws the samples of an owner.
pub(super) fn draw(cx: &Cx<'_>, owner: Scope, out: &mut Line) {
    let rows = &cx.trace.stack_profile;
    let ids = rows.of_within(owner, cx.view.span());
    let selected = match cx.state.selection {
        Selection::Sample(id) if rows.place_of(id).is_some() => Some(id),
        _ => None,
    };
    let selected = selected.filter(|&id| rows.owner(id) == owner);
    let columns = columns(cx, ids);
    let most = columns.iter().map(|(_, of)| of.len()).max().unwrap_or(0);
    if most <= FEW {
        let place = selected.and_then(|id| ids.iter().position(|&other| other == id));
        let items = SampleItems { cx, ids, place };
        Bars::new(&items, cx.view, SpanKind::Bar, out).draw();
    }
    let selected = selected.map(|id| (cx.view.col_from_ts(rows.sample(id).ts), id));
    let several = columns.iter().filter(|(_, of)| of.len() > 1 || most > FEW);
    for (x, of) in several {
        let mut glyph = Glyph {
            x: *x,
            ch: '▾',
            ink: ink(cx, ids[of.start]),
            mods: Mods::BOLD,
            behind: false,
            item: Item::Sample(ids[of.start]),
        };
        if most > FEW {
            // A square root keeps what is rare visible.
            let share = of.len() as f64 / most as f64;
            let height = (share.sqrt() * BARS.len() as f64).round() as usize;
            glyph.ch = BARS[height.clamp(1, BARS.len()) - 1];
            glyph.ink = Role::Density.into();
            glyph.mods = Mods::NONE;
        }
        if let Some((_, id)) = selected.filter(|&(col, _)| col == i64::from(*x)) {
            glyph.ch = super::bars::SELECTED_INSTANT;
            if most > FEW {
                glyph.ink = Role::Strong.into();
            }
            glyph.mods = Mods::BOLD;
            glyph.item = Item::Sample(id);
        }
        out.glyphs.push(glyph);
    }
}

/// Returns the columns that have samples of an owner, and how many.
pub(super) fn counts(cx: &Cx<'_>, owner: Scope) -> impl Iterator<Item = (u16, usize)> {
    let rows = &cx.trace.stack_profile;
    let columns = columns(cx, rows.of_within(owner, cx.view.span()));
    columns.into_iter().map(|(col, of)| (col, of.len()))
}

/// Returns the columns that have samples, each with the places of its own.
fn columns(cx: &Cx<'_>, ids: &[StackSampleId]) -> Vec<(u16, Range<usize>)> {
    let ts = |id: StackSampleId| cx.trace.stack_profile.sample(id).ts;
    let last = i64::from(cx.view.cols()) - 1;
    let mut columns = Vec::new();
    let mut from = 0;
    while let Some(&id) = ids.get(from) {
        let col = cx.view.col_from_ts(ts(id)).clamp(0, last);
        let next = cx.view.ts_from_col(col + 1);
        let n = ids[from..].partition_point(|&id| ts(id) < next);
        // Samples at the end of the last column stay in it.
        let until = if n == 0 { ids.len() } else { from + n };
        columns.push((col as u16, from..until));
        from = until;
    }
    columns
}

/// Returns the function that ran when a sample was taken, if its stack was recorded.
pub(super) fn function(cx: &Cx<'_>, id: StackSampleId) -> Option<Function> {
    let leaf = cx.trace.stack_profile.sample(id).callsite?;
    stack(cx.trace, leaf).next()
}

/// Returns the colour of a sample: of the function that ran, dim where that is not known.
pub(super) fn ink(cx: &Cx<'_>, id: StackSampleId) -> Ink {
    let of_name = |function: Function| Ink::Name(name_ink(&function.recorded(cx.trace)));
    function(cx, id).map_or_else(|| Role::Dim.into(), of_name)
}

/// Samples of an owner, by time.
struct SampleItems<'a> {
    cx: &'a Cx<'a>,
    ids: &'a [StackSampleId],
    /// The place of the selected sample.
    place: Option<usize>,
}

impl SampleItems<'_> {
    fn at(&self, index: usize) -> Ts {
        self.cx.trace.stack_profile.sample(self.ids[index]).ts
    }
}

impl Items for SampleItems<'_> {
    type Block = ();

    fn len(&self) -> usize {
        self.ids.len()
    }

    fn ts(&self, index: usize) -> i64 {
        self.at(index).ns()
    }

    fn end(&self, index: usize) -> Option<i64> {
        Some(self.ts(index))
    }

    fn item(&self, index: usize) -> Item {
        Item::Sample(self.ids[index])
    }

    fn ink(&self, index: usize) -> Ink {
        ink(self.cx, self.ids[index])
    }

    fn label(&self, index: usize) -> String {
        let function = function(self.cx, self.ids[index]);
        let label = function.map_or_else(String::new, |function| function.label(self.cx.trace));
        text::clean(&label).into_owned()
    }

    fn selected(&self) -> Option<usize> {
        self.place
    }
}
