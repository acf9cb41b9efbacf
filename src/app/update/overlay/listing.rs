//! Lists whose rows are made, sorted, filtered and exported in the background.
//!
//! Short work is done at once; during long work the list says that it is not complete yet.

use std::sync::Arc;

use super::choose_item;
use super::renew::settle;
use crate::app::effect::Effect;
use crate::app::layer::source::{Extent, ListSource};
use crate::app::layer::{Awaits, Layer, LayerKind, Ticket};
use crate::app::lists;
use crate::app::lists::work::{ListWork, Listed};
use crate::app::state::State;
use crate::app::update::UpdateCx;
use crate::model::trace::Trace;
use crate::view::columns_in_sight;
use crate::view::overlay::{Column, Overlay, Table, TableRows};
use crate::view::scene::Item;
use crate::view::state::Selection;
use crate::view::text::{counted, grouped};
use crate::view::time::reading_ts;

/// Returns whether the list on top has all its rows in their order; if not, a message says so.
pub(in crate::app::update) fn is_settled(state: &mut State) -> bool {
    let awaits = state.layers.last().map(|layer| layer.awaits);
    match awaits {
        Some(Awaits::Rows) => state.say("the rows are still being found"),
        Some(Awaits::Order) => state.say("the rows are still being looked through"),
        Some(Awaits::Nothing) | None => return true,
    }
    false
}

/// Applies the result of work on a list. It is dropped if the list is closed or has asked again since.
pub fn apply_listed(
    state: &mut State,
    cx: &UpdateCx,
    ticket: Ticket,
    result: Result<Listed, String>,
) {
    if let Ok(Listed::Exported { name, what, text }) = result {
        state.ask(Effect::Write { name, what, text });
        return;
    }
    let Some(at) = state.layers.iter().position(|it| it.ticket == ticket) else {
        return;
    };
    let (layer, overlay) = (&mut state.layers[at], &mut state.view.overlays[at]);
    match result {
        Ok(Listed::Made(made, source)) => {
            if take_over(layer, overlay, *made, source, cx) {
                return;
            }
            let is_anew = layer.again.is_some() || layer.sort > 0 && layer.kind != LayerKind::Inbox;
            if is_anew && at + 1 == state.layers.len() && settle(state, cx) {
                return;
            }
            let from = reading_ts(&cx.trace, &state.view);
            let (layer, overlay) = (&mut state.layers[at], &mut state.view.overlays[at]);
            // The selected frame is the one that is looked for.
            if matches!(layer.kind, LayerKind::Inbox | LayerKind::Chromium)
                && let Selection::Slice(id) = state.view.selection
            {
                let found = cx.trace.chromium_found();
                let frame = found.and_then(|found| found.told_by(id));
                choose_item(state, Item::Slice(frame.map_or(id, |frame| frame.slice)));
            } else if layer.kind == LayerKind::KernelEvents {
                let row = lists::ftrace::first_from(&cx.trace, from);
                layer.choose_near(overlay, row as u32);
            }
        }
        Ok(Listed::Categories(counts)) => {
            let entries = lists::categories(&counts, &state.view.flows.hidden);
            layer.fill(Arc::new(entries));
            layer.refilter(overlay, &cx.trace);
            state.categories = Some(Arc::new(counts));
        }
        Ok(Listed::Arranged(arranged)) => layer.arranged(overlay, arranged),
        Ok(Listed::Ranked(ranked)) => layer.ranked(overlay, ranked),
        Ok(Listed::Exported { .. }) => {}
        Err(error) => {
            layer.awaits = Awaits::Nothing;
            if let Overlay::Table(table) = overlay {
                table.is_behind = false;
                table.looked = None;
            }
            state.fail(error);
        }
    }
}

/// Shows how much of the rows of a list has been looked through, in percent.
pub fn apply_looked(state: &mut State, ticket: Ticket, percent: u8) {
    let is_meant = |layer: &Layer| layer.ticket == ticket && layer.awaits == Awaits::Order;
    if let Some(at) = state.layers.iter().position(is_meant)
        && let Overlay::Table(table) = &mut state.view.overlays[at]
    {
        table.looked = Some(percent);
    }
}

/// Returns the sums of a table for another one with the same rows, whose columns may stand elsewhere.
fn sums_for(made: &Table, table: &Table) -> Vec<Option<f64>> {
    let columns = |table: &Table| -> Vec<Column> { [&table.columns[..], &table.left_out].concat() };
    let known = columns(table);
    let sum_of = |column: &Column| {
        let place = known.iter().position(|it| it.name() == column.name())?;
        table.filtered.sums.get(place).copied().flatten()
    };
    match table.filtered.sums[..] {
        [] => Vec::new(),
        _ => columns(made).iter().map(sum_of).collect(),
    }
}

/// Gives a layer a table that was made for it, with its rows. Returns whether these are the rows that the
/// layer has already, so that their order and the chosen row stay.
pub(super) fn take_over(
    layer: &mut Layer,
    overlay: &mut Overlay,
    mut made: Table,
    source: Arc<dyn ListSource>,
    cx: &UpdateCx,
) -> bool {
    let mut is_same = false;
    if let Overlay::Table(table) = overlay {
        is_same = layer.refill(table, &source);
        if is_same {
            made.order = std::mem::take(&mut table.order);
            made.chosen = table.chosen;
            made.filtered.sums = sums_for(&made, table);
            made.filtered.note = std::mem::take(&mut table.filtered.note);
            if table.is_filtered() {
                made.filtered.legend = source.legend(&layer.shown);
            }
            made.first_column = table.first_column.min(made.columns.len().saturating_sub(1));
        }
        super::say_so_far(&mut made, layer.kind, cx);
        super::leave_out_headings(&mut made, layer.kind, &*source);
        made.input = table.input.take();
        made.is_typing = table.is_typing;
        // The old rows stay on the screen until the new ones have been filtered.
        made.rows = std::mem::take(&mut table.rows);
        made.hints = std::mem::take(&mut table.hints);
        made.command = std::mem::take(&mut table.command);
        *table = made;
    }
    if !is_same {
        layer.fill(source);
        if let Overlay::Table(table) = overlay {
            layer.say_reversed(table);
        }
        layer.refilter(overlay, &cx.trace);
    }
    is_same
}

/// Sorts a table by the next column that can be sorted by. After the last column comes the first order.
pub(super) fn sort_by_next_column(state: &mut State, cx: &UpdateCx) {
    let cols = state.size.cols;
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    layer.keep_own_order(overlay);
    let Overlay::Table(table) = overlay else {
        return;
    };
    if table.columns.is_empty() {
        return;
    }
    let n = table.columns.len();
    if layer.sort == 0 {
        // The first sort is by the first column that is in sight, unless the rows have its order.
        let first = table.columns.get(table.first_column);
        let has_order = first.is_some_and(|first| table.order == format!("by {}", first.name()));
        layer.sort = table.first_column + usize::from(has_order);
    }
    let mut steps = (layer.sort..=layer.sort + n).map(|sort| (sort, sort % (n + 1)));
    let sorts = |place| place == n || layer.source.sorts_by(place);
    let Some((sort, place)) = steps.find(|&(_, place)| sorts(place)) else {
        return;
    };
    layer.sort = sort + 1;
    if place == n {
        layer.sorted_by.clear();
        layer.unsort(overlay, &cx.trace);
        return;
    }
    table.columns[place].name().clone_into(&mut layer.sorted_by);
    table.order = match table.columns[place].name() {
        "" => format!("by column {}", place + 1),
        name => format!("by {name}"),
    };
    show_column(cx, table, place, cols);
    layer.sort(overlay, &cx.trace, place);
}

/// Turns the order of a table round.
pub(super) fn reverse(state: &mut State, cx: &UpdateCx) {
    if is_settled(state)
        && let Some((layer, overlay)) = state.top_mut()
    {
        layer.reverse(overlay, &cx.trace);
        super::tell_command(state, cx);
    }
}

/// Scrolls a table sideways until a column is visible.
fn show_column(cx: &UpdateCx, table: &mut Table, column: usize, cols: u16) {
    table.first_column = table.first_column.min(column);
    while !columns_in_sight(&cx.trace, table, cols).0.contains(&column) {
        table.first_column += 1;
    }
}

/// Says how many rows are written, and of what if those are not all that there is.
fn written(rows: &TableRows, source: &dyn ListSource, trace: &Trace) -> String {
    let (n, of) = (rows.n_entries(), source.n_rows());
    let are_all = rows.len() == of;
    let rows = counted(n, "row", "rows");
    let mut what = match source.extent() {
        Extent::All => rows,
        Extent::First(Some(all)) if are_all => {
            format!("{} of {}", grouped(n as u64), counted(all, "row", "rows"))
        }
        Extent::First(None) if are_all => format!("the first {rows}"),
        Extent::First(_) => format!("{rows} of the first {}", grouped(of as u64)),
    };
    if !trace.complete {
        what.push_str(", of what has been read so far,");
    }
    what
}

/// Asks for the rows that are shown as CSV.
pub(super) fn export(state: &mut State, cx: &UpdateCx) {
    if !is_settled(state) {
        return;
    }
    let Some((layer, Overlay::Table(table))) = state.top_mut() else {
        state.say("only tables are exported");
        return;
    };
    let name = match layer.kind {
        LayerKind::Inbox => "janks",
        LayerKind::Issues => "issues",
        LayerKind::Logs => "log",
        LayerKind::Marks => "notes",
        LayerKind::KernelEvents => "ftrace",
        LayerKind::SlowFlows => "flows",
        LayerKind::Chromium => "chromium-frames",
        LayerKind::Cujs => "cujs",
        LayerKind::Startups => "startups",
        LayerKind::Anrs => "anrs",
        LayerKind::LongTasks => "long-tasks",
        LayerKind::Interactions => "interactions",
        LayerKind::Hits => "hits",
        LayerKind::Area(list) => list.file(),
        LayerKind::Part(list, part) => part.file(list),
        LayerKind::Compare(_) => "compare",
        LayerKind::Lens(_) => "lens",
        _ => "rows",
    };
    if layer.kind == LayerKind::KernelEvents && table.rows.len() > lists::ftrace::EXPORT_MAX {
        let most = grouped(lists::ftrace::EXPORT_MAX as u64);
        state.say(format!(
            "no more than {most} rows are written: filter them first"
        ));
        return;
    }
    let columns = table.columns.iter().chain(&table.left_out);
    let mut titles = match table.rows.record_titles() {
        // A query says itself what its columns are called.
        [] if layer.kind == LayerKind::SqlResult => {
            columns.map(|it| it.name().to_owned()).collect()
        }
        [] => columns.map(Column::record_title).collect(),
        titles => titles
            .iter()
            .map(|&title| title.to_owned())
            .collect::<Vec<_>>(),
    };
    // The parts of a lens tell of the same time again and again, each in its own way.
    let has_headings = matches!(layer.kind, LayerKind::Lens(_));
    if has_headings {
        titles.insert(0, "section".into());
    }
    let work = ListWork::Export {
        name: format!("perfetty-{name}.csv"),
        what: written(&table.rows, &*layer.source, &cx.trace),
        titles,
        has_headings,
        rows: table.rows.clone(),
    };
    layer.ask(work, Awaits::Nothing);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::{grouped, written};
    use crate::app::config::Config;
    use crate::app::effect::Effect;
    use crate::app::jobs::{Job, Outcome};
    use crate::app::layer::Act;
    use crate::app::layer::source::{Extent, ListSource};
    use crate::app::session::Session;
    use crate::app::update::testing::{press, said, session_of};
    use crate::model::builder::TraceBuilder;
    use crate::model::trace::Trace;
    use crate::model::track::Scope;
    use crate::view::overlay::Overlay;
    use crate::view::overlay::{RowSource, TableRow};
    use crate::view::scene::Size;
    use crate::view::state::Selection;

    /// Returns a session with the result of a query on top; its rows are n and the square of n.
    fn after_query(rows: usize, accept: &str) -> Session {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, None);
        b.nested_slices(track, &[(0, 100_000, "all")]);
        let mut session = session_of(b);
        press(&mut session, ":");
        session.type_text(&format!(
            "with recursive t(n) as (select 1 union all select n + 1 from t where n < {rows}) \
             select n, n * n as square, n as ts from t"
        ));
        press(&mut session, accept);
        session.sync();
        session
    }

    /// Returns how many rows are shown, and the first cells of up to three of them.
    fn shown(session: &Session) -> (usize, Vec<String>) {
        let table = session.state().top_table().expect("a table");
        let first = table.rows.window(session.trace(), 0, 3);
        let cells = first.iter().map(|row| row.cells[0].text.clone());
        (table.rows.len(), cells.collect())
    }

    /// Returns the texts of the layer over the main screen.
    fn text(session: &mut Session) -> String {
        let scene = session.scene();
        let lines = scene.overlay.iter().flat_map(|line| &line.texts);
        lines
            .map(|text| text.text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn a_pasted_query_runs_beyond_its_comments() {
        let size = Size { cols: 80, rows: 24 };
        let mut session = Session::new("t", &Config::default(), size);
        session.set_trace(Arc::new(TraceBuilder::new().finish()));
        press(&mut session, ":");
        session.type_text("-- what\rselect 7 as n -- how many\r  where 1 = 1;\r");
        press(&mut session, "<enter>");
        session.sync();
        assert_eq!(shown(&session), (1, vec!["7".to_owned()]));
    }

    #[test]
    fn a_filter_that_no_row_passes_says_so() {
        let mut session = after_query(10, "<enter>");
        press(&mut session, "/nothing");
        let text = text(&mut session);
        assert!(text.contains("no row matches the filter"), "{text}");
        // A mistyped column is told from one without such values.
        press(&mut session, "<c-u>m>3");
        let text = self::text(&mut session);
        let told = "no row matches the filter: no column is called m, but n, square, ts";
        assert!(text.contains(told), "{text}");
        press(&mut session, "<c-u>!m:3 n");
        let text = self::text(&mut session);
        assert!(text.contains(told), "{text}");
        press(&mut session, "<c-u>n<lt>0");
        let text = self::text(&mut session);
        assert!(!text.contains("no column is called"), "{text}");
    }

    #[test]
    fn a_word_that_is_no_query_may_be_a_command() {
        let told = |typed: &str| {
            let mut session = after_query(1, "<esc>");
            press(&mut session, ":");
            session.type_text(typed);
            press(&mut session, "<enter>");
            session.sync();
            said(&session).to_owned()
        };
        for (typed, is_told) in [("q!", true), ("about", true), ("selct 1", false)] {
            let text = told(typed);
            assert!(text.contains("syntax error"), "{text}");
            assert_eq!(text.contains("; > finds commands"), is_told, "{text}");
        }
        assert_eq!(
            told("startups"),
            "startups is a command, not a query: > startups runs it"
        );
    }

    #[test]
    fn a_short_list_is_sorted_and_filtered_with_the_key() {
        let mut session = after_query(300, "<enter>");
        assert_eq!(shown(&session).0, 300);
        press(&mut session, "s");
        assert_eq!(shown(&session).1, ["300", "299", "298"]);
        press(&mut session, "/29<enter>");
        assert!(!session.is_listing());
        // The squares are looked at too: of 227 it is 51529.
        assert_eq!(shown(&session).1, ["299", "298", "297"]);
    }

    #[test]
    fn what_is_written_says_how_much_of_all_it_is() {
        let entries = |n: usize| -> Vec<TableRow> { vec![TableRow::default(); n] };
        #[derive(Debug)]
        struct Cut(Extent);
        impl RowSource for Cut {
            fn row(&self, _: &Trace, _: usize) -> TableRow {
                TableRow::default()
            }
        }
        impl ListSource for Cut {
            fn n_rows(&self) -> usize {
                3
            }
            fn act(&self, _: usize) -> Act {
                Act::None
            }
            fn extent(&self) -> Extent {
                self.0
            }
        }
        let mut trace = TraceBuilder::new().finish();
        let words =
            |shown, extent, trace: &Trace| written(&entries(shown).into(), &Cut(extent), trace);
        assert_eq!(words(3, Extent::All, &trace), "3 rows");
        assert_eq!(
            words(3, Extent::First(Some(1_234)), &trace),
            format!("3 of {} rows", grouped(1_234))
        );
        assert_eq!(words(3, Extent::First(None), &trace), "the first 3 rows");
        assert_eq!(
            words(1, Extent::First(None), &trace),
            "1 row of the first 3"
        );
        trace.complete = false;
        let so_far = "3 rows, of what has been read so far,";
        assert_eq!(words(3, Extent::All, &trace), so_far);
    }

    #[test]
    fn the_rows_of_a_query_are_written_as_they_are() {
        let mut session = session_of(TraceBuilder::new());
        press(&mut session, ":");
        session.type_text(
            "select null as \"a b\", 'x' || char(10) || 'y' as b, '' as c, x'00ff' as d",
        );
        press(&mut session, "<enter>");
        session.sync();
        press(&mut session, "x");
        let told = session.sync();
        let file = told.iter().find_map(|effect| match effect {
            Effect::Write { what, text, .. } => Some((what.as_str(), text.as_str())),
            _ => None,
        });
        assert_eq!(file, Some(("1 row", "a b,b,c,d\n,\"x\ny\",\"\",00ff\n")));
    }

    #[test]
    fn columns_of_a_query_are_sorted_as_what_they_hold() {
        let mut session = session_of(TraceBuilder::new());
        press(&mut session, ":");
        session.type_text(
            "select column1 as text, column2 as num \
             from (values ('82', null), ('9', 5), ('1e', null), ('x', 7), ('100', null))",
        );
        press(&mut session, "<enter>");
        session.sync();
        let order = |session: &Session| {
            let table = session.state().top_table().expect("a table");
            table.order.clone()
        };
        press(&mut session, "s");
        assert_eq!(shown(&session).1, ["100", "1e", "82"]);
        assert_eq!(order(&session), "by text, A to Z");
        press(&mut session, "s");
        assert_eq!(shown(&session).1, ["x", "9", "100"]);
        assert_eq!(order(&session), "by num, largest first");
    }

    #[test]
    fn the_order_of_a_list_is_turned_round() {
        let order = |session: &Session| {
            let table = session.state().top_table().expect("a table");
            table.order.clone()
        };
        for rows in [5, 5_000] {
            let mut session = after_query(rows, "<enter>");
            let last = [rows, rows - 1, rows - 2].map(|n| n.to_string());
            press(&mut session, "S");
            assert_eq!(shown(&session).1, last);
            assert_eq!(order(&session), "as listed, reversed");
            // A sort begins with its own order again.
            press(&mut session, "s");
            session.sync();
            assert_eq!(shown(&session).1, last);
            assert_eq!(order(&session), "by n, largest first");
            press(&mut session, "S");
            session.sync();
            assert_eq!(shown(&session).1, ["1", "2", "3"]);
            assert_eq!(order(&session), "by n, smallest first");
            // A filter keeps the order.
            press(&mut session, "/n>3<enter>");
            session.sync();
            assert_eq!(shown(&session).1[0], "4");
            press(&mut session, "S");
            session.sync();
            assert_eq!(shown(&session).1[0], last[0]);
            assert_eq!(order(&session), "by n, largest first");
        }
    }

    #[test]
    fn a_long_list_keeps_its_rows_until_the_new_ones_are_there() {
        let mut session = after_query(5_000, "<enter>");
        press(&mut session, "s");
        assert!(session.is_listing());
        assert_eq!(shown(&session).1, ["1", "2", "3"]);
        // Enter must not lead to a row that was not shown yet.
        press(&mut session, "<enter>");
        let message = session.state().view.message.clone().unwrap();
        assert!(message.text.contains("still"), "{}", message.text);
        assert_eq!(session.state().view.selection, Selection::None);
        let text = text(&mut session);
        assert!(text.contains("looking …"), "{text}");
        // Typing during the sort cancels neither the sort nor the text.
        press(&mut session, "/n");
        session.type_text(">4996");
        let told = session.take_effects();
        let jobs = told.iter().filter(|told| matches!(told, Effect::Run(_)));
        assert_eq!(jobs.count(), 1, "one job for all that was asked");
        press(&mut session, "<bs>8<enter>");
        session.sync();
        assert!(!session.is_listing());
        assert_eq!(shown(&session).1, ["5000", "4999"]);
    }

    #[test]
    fn the_details_scroll_through_all_rows_of_a_result_below_its_columns() {
        let mut session = after_query(70_000, "<a-enter>");
        let shown = |session: &mut Session| {
            let scene = session.scene();
            let layout = scene.layout.details;
            let lines = scene.lines.iter().filter(|line| line.y > layout.y);
            let mut lines: Vec<_> = lines.collect();
            lines.sort_by_key(|line| line.y);
            let texts = lines.iter().filter_map(|line| line.texts.first());
            let mut texts = texts.map(|text| text.text.trim());
            assert_eq!(texts.next(), Some("n"));
            let numbers = texts.map_while(|text| text.parse().ok());
            (
                numbers.collect::<Vec<u32>>(),
                usize::from(layout.height) - 2,
            )
        };
        // The row of tabs says how many lines are out of sight.
        let tabs = |session: &mut Session| {
            let scene = session.scene();
            let y = scene.layout.details.y;
            let lines = scene.lines.iter().filter(|line| line.y == y);
            let texts = lines.flat_map(|line| line.texts.iter());
            texts.map(|text| text.text.clone()).collect::<String>()
        };
        let (rows, height) = shown(&mut session);
        assert_eq!(rows, (1..=height as u32).collect::<Vec<_>>());
        let below = grouped(70_000 - height as u64);
        let words = format!("+{below} ▼ Shift-Down");
        assert!(
            tabs(&mut session).contains(&words),
            "{}",
            tabs(&mut session)
        );
        press(&mut session, "<s-down>");
        assert_eq!(shown(&mut session).0[0], 2);
        for top in [1_500, 69_990, 200_000] {
            session.state_mut().view.details.scroll = Some(top);
            let (rows, _) = shown(&mut session);
            let first = top.min(70_000 - height) as u32 + 1;
            let wanted: Vec<u32> = (first..first + height as u32).collect();
            assert_eq!(rows, wanted, "{top}");
        }
        assert!(tabs(&mut session).contains("▲ Shift-Up"));
        // One up from the end is seen at once.
        let end = shown(&mut session).0;
        press(&mut session, "<s-up>");
        assert_eq!(shown(&mut session).0[0], end[0] - 1);
    }

    #[test]
    fn a_table_in_the_details_is_as_wide_as_the_screen() {
        let mut session = after_query(10, "<a-enter>");
        session.resize(Size {
            cols: 200,
            rows: 40,
        });
        let widest = |session: &mut Session| {
            let scene = session.scene();
            let top = scene.layout.details.y;
            let below = scene.lines.iter().filter(|line| line.y > top && line.x < 3);
            below
                .map(|line| line.width)
                .filter(|&width| width < 200)
                .max()
        };
        assert!(widest(&mut session) >= Some(190));
    }

    #[test]
    fn the_result_of_a_query_is_listed_again_at_the_row_where_one_was() {
        let mut session = after_query(300, "<enter>");
        let chosen = |session: &Session| session.state().top_table().map(|table| table.chosen);
        // The rows of this result lead to times only.
        press(&mut session, "sjjj<enter>");
        assert_eq!(chosen(&session), None);
        press(&mut session, "66");
        assert_eq!(chosen(&session), Some(3));
        assert_eq!(shown(&session).1, ["300", "299", "298"], "still sorted");
        press(&mut session, "j<esc>");
        assert_eq!(chosen(&session), None);
        press(&mut session, "6");
        assert_eq!(chosen(&session), Some(4));
        // A result that was kept in the details can be listed, too.
        let mut session = after_query(20, "<a-enter>");
        assert_eq!(chosen(&session), None);
        press(&mut session, "6");
        assert_eq!(chosen(&session), Some(0));
        // The result is dropped with its trace.
        press(&mut session, "<esc>");
        session.set_trace(Arc::new(TraceBuilder::new().finish()));
        session.take_effects();
        press(&mut session, "6");
        assert_eq!(chosen(&session), None);
    }

    #[test]
    fn columns_out_of_sight_are_counted_and_scrolled_to() {
        let size = Size { cols: 80, rows: 24 };
        let mut session = Session::new("t", &Config::default(), size);
        session.set_trace(Arc::new(TraceBuilder::new().finish()));
        press(&mut session, ":");
        let columns = (1..=9).map(|n| format!("'a text of column {n}' as c{n}"));
        session.type_text(&format!(
            "select {}",
            columns.collect::<Vec<_>>().join(", ")
        ));
        press(&mut session, "<enter>");
        session.sync();
        let seen = |session: &mut Session, n: u32| {
            let text = text(session);
            text.lines().any(|words| words.trim() == format!("c{n}"))
        };
        assert!(seen(&mut session, 1) && !seen(&mut session, 5));
        assert!(text(&mut session).contains("+5 columns →"));
        assert!(text(&mut session).contains("← →"), "the keys are hinted at");
        press(&mut session, "l<right>");
        assert!(!seen(&mut session, 2) && seen(&mut session, 3) && seen(&mut session, 6));
        let words = text(&mut session);
        assert!(words.contains("← +2 columns · +3 columns →"), "{words}");
        // Scrolling stops at the last column and at the first.
        press(&mut session, "llllllllllll");
        assert!(seen(&mut session, 9) && !seen(&mut session, 4));
        press(
            &mut session,
            "h<left><left><left><left><left><left><left><left><left>",
        );
        assert!(seen(&mut session, 1));
        // The column that the rows are sorted by is scrolled into sight.
        press(&mut session, "sssssss");
        assert!(seen(&mut session, 7));
        // After the last comes the order of the query, then the first again.
        press(&mut session, "ssss");
        assert!(seen(&mut session, 1));
        // The first sorted is the first in sight.
        press(&mut session, "<esc>:");
        session.type_text(
            "select 1 as a, 'a text of thirty cells, no less' as b, \
            'a text of thirty cells, no more' as c, 'a text of thirty cells, no one' as d",
        );
        press(&mut session, "<enter>");
        session.sync();
        press(&mut session, "ls");
        let table = session.state().top_table().expect("a table");
        assert_eq!(table.order, "by b, A to Z");
        assert_eq!(table.first_column, 1);
    }

    #[test]
    fn categories_of_flows_are_counted_once() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let slices = [0, 20].map(|ts| {
            let utid = b.thread(app, ts + 1, "t");
            let track = b.slice_track(Scope::Thread(utid), None);
            b.nested_slices(track, &[(ts, 10, "s")])[0]
        });
        b.flow(slices[0], slices[1], 1);
        b.flow(slices[0], slices[1], 2);
        let size = Size { cols: 80, rows: 24 };
        let mut session = Session::new("t", &Config::default(), size);
        session.set_trace(Arc::new(b.finish()));
        let row = |session: &Session| match session.state().view.overlays.last() {
            Some(Overlay::List(list)) => list.rows.first().cloned(),
            _ => panic!("no list"),
        };
        press(&mut session, "c");
        assert!(session.is_listing());
        assert_eq!(row(&session), None);
        session.sync();
        let shown = row(&session).unwrap();
        assert_eq!(
            (shown.text.as_str(), shown.note.as_str()),
            ("[x] no category", "2")
        );
        press(&mut session, "<space>");
        assert!(!session.is_listing(), "nothing is counted again");
        assert_eq!(row(&session).unwrap().text, "[ ] no category");
        assert!(session.state().view.flows.hidden.contains(""));
        press(&mut session, "<esc>c");
        assert_eq!(row(&session).unwrap().text, "[ ] no category");
    }

    #[test]
    fn answers_to_older_questions_are_dropped() {
        let mut session = after_query(5_000, "<enter>");
        press(&mut session, "/9");
        let older = session.take_effects();
        let mut tickets = older.iter().filter_map(|effect| match effect {
            Effect::Run(Job::List(job)) => Some(job.ticket),
            _ => None,
        });
        let ticket = tickets.next_back().unwrap();
        let looked = |session: &mut Session, percent| {
            session.finish(Outcome::Looked { ticket, percent });
            let scene = session.scene();
            let texts = scene.overlay.iter().flat_map(|line| &line.texts);
            let mut words = texts.map(|text| text.text.clone());
            words.find(|text| text.contains("looking …"))
        };
        let said = looked(&mut session, 12);
        assert_eq!(said.as_deref(), Some("· looking … 12 %"));
        press(&mut session, "9");
        let said = looked(&mut session, 13);
        assert_eq!(said.as_deref(), Some("· looking …"));
        session.sync();
        assert_eq!(looked(&mut session, 14), None);
        let newer = shown(&session);
        for effect in older {
            let Effect::Run(job) = effect else { continue };
            let trace = Arc::clone(session.trace());
            let tools = Arc::clone(session.tools());
            let cancel = AtomicBool::new(false);
            let tell: crate::app::jobs::Tell = Arc::new(|_| {});
            session.finish(job.run(&trace, &tools, &cancel, &tell).unwrap());
        }
        assert_eq!(shown(&session), newer);
        // An answer for a closed list is dropped, too.
        press(&mut session, "<bs>");
        let late = session.take_effects();
        press(&mut session, "<esc><esc>");
        assert!(session.state().layers.is_empty());
        drop(late);
        session.sync();
        assert!(session.state().layers.is_empty());
    }
}
