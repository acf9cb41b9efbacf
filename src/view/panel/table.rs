//! Draws a table over the whole screen: jank inbox, logs, SQL results, issues.

use super::super::chrome;
use super::super::cx::Cx;
use super::super::lens;
use super::super::overlay::{Align, Canvas, FramePreview, Table, TableCell, TableRow};
use super::super::pane::Pane;
use super::super::scene::{Item, Line, Mods, Rect, Role, Scene, Target, Text};
use super::super::text;
use super::{clear, draw_canvas, first_row, put_input};
use crate::model::trace::Trace;

/// Draws a table over the whole screen.
pub(super) fn draw(cx: &Cx<'_>, table: &Table, scene: &mut Scene) {
    let (cols, rows) = (scene.size.cols, scene.size.rows);
    let all = Rect {
        x: 0,
        y: 0,
        width: cols,
        height: rows,
    };
    if rows < 4 || cols < 8 {
        return;
    }
    scene.targets.clear();
    clear(scene, all, Role::Ground);
    scene.overlay.push(title_line(table, cols));
    let mut y = 1;
    if !table.legend.is_empty() {
        let mut line = Line::new(0, y, cols, Role::Bar);
        put_cells(&mut line, 1, &table.legend);
        scene.overlay.push(line);
        y += 1;
    }
    let measured = measured(cx.trace, table);
    let widths = widths(table, &measured, cols.saturating_sub(4));
    let mut head = Line::new(0, y, cols, Role::Ground);
    let mut x = 3;
    for (column, &width) in table.columns.iter().zip(&widths) {
        put_aligned(
            &mut head,
            x,
            width,
            column.align,
            Text::new(0, text::clean(&column.title), Role::Dim),
        );
        x += width + 2;
    }
    scene.overlay.push(head);
    y += 1;
    let status = if rows >= 20 { 2 } else { 1 };
    let bottom = rows - status;
    let preview =
        preview(cx, table, cols, rows).filter(|preview| y + 3 + preview.size.rows <= bottom);
    let in_full = if preview.is_some() || table.preview != FramePreview::None {
        Vec::new()
    } else {
        in_full(cx.trace, table, &widths, (cols, bottom.saturating_sub(y)))
    };
    let below = preview
        .as_ref()
        .map_or(in_full.len() as u16, |preview| preview.size.rows);
    let list_end = bottom - below;
    let room = usize::from(list_end.saturating_sub(y));
    let first = first_row(table.chosen, table.rows.len(), room);
    if table.rows.is_empty() {
        let mut line = Line::new(0, y, cols, Role::Ground);
        let words = if is_filtered(table) && !table.is_behind {
            "no row matches the filter".into()
        } else {
            text::clean(&table.empty)
        };
        line.put(Text::new(3, words, Role::Dim));
        scene.overlay.push(line);
    }
    let shown = table.rows.window(cx.trace, first, room);
    for (at, row) in (first..).zip(&shown) {
        let line_y = y + (at - first) as u16;
        let is_chosen = at == table.chosen;
        scene.overlay.push(row_line(
            table,
            row,
            &widths,
            is_chosen,
            Rect {
                y: line_y,
                height: 1,
                ..all
            },
        ));
        scene.targets.push((
            Rect {
                y: line_y,
                height: 1,
                ..all
            },
            Target::ListRow(at),
        ));
    }
    if let Some(preview) = preview {
        draw_canvas(&preview, list_end, scene);
    }
    for (line, y) in in_full.into_iter().zip(list_end..) {
        scene.overlay.push(Line { y, ..line });
    }
    footer(cx, table, bottom, status, scene);
}

/// Returns lines with what the cells of the chosen row say where that is cut; some, also empty ones,
/// wherever a row in sight is cut, so that the list stays in its place.
fn in_full(trace: &Trace, table: &Table, widths: &[u16], (cols, room): (u16, u16)) -> Vec<Line> {
    /// With fewer lines than this a list has none to spare.
    const LEAST: u16 = 9;
    /// So many lines, at most, for what is said in full, where the list is short.
    const MOST: usize = 12;
    let is_cut = |cell: &TableCell, width: Option<u16>| {
        width.is_some_and(|width| text::width(&text::clean(&cell.text)) > usize::from(width))
    };
    let room = usize::from(room);
    let first = first_row(table.chosen, table.rows.len(), room);
    let shown = table.rows.window(trace, first, room);
    let any_cut = |row: &TableRow| {
        !row.heading
            && (row.cells.iter())
                .zip(widths_of(table, row, widths))
                .any(|(cell, width)| is_cut(cell, width))
    };
    if room <= usize::from(LEAST) || !shown.iter().any(any_cut) {
        return Vec::new();
    }
    let usual = if room >= 32 { 6 } else { 3 };
    let free = room - table.rows.len().min(room);
    let most = usual.max(free.saturating_sub(2).min(MOST));
    let chosen = shown.get(table.chosen.saturating_sub(first));
    let cells = chosen.into_iter().filter(|row| !row.heading);
    let cells = cells.flat_map(|row| {
        let widths = widths_of(table, row, widths);
        row.cells.iter().zip(widths).zip(&table.columns)
    });
    let cells = cells.filter(|((cell, width), _)| is_cut(cell, *width));
    let cells: Vec<_> = cells
        .map(|((cell, _), column)| (text::clean(&column.title), cell))
        .collect();
    let widest = cells.iter().map(|(title, _)| text::width(title)).max();
    let x = 3 + widest.unwrap_or(0).min(usize::from(cols) / 4) as u16 + 2;
    let mut rule = Line::new(0, 0, cols, Role::Ground);
    rule.fill = Some(('─', Role::Rule));
    let mut lines = vec![rule];
    for (title, cell) in cells {
        let left = (most + 1).saturating_sub(lines.len());
        let words = text::clean(&cell.text);
        let room = usize::from(cols.saturating_sub(x + 1));
        for (index, part) in text::wrapped(&words, room, left).into_iter().enumerate() {
            let mut line = Line::new(0, 0, cols, Role::Ground);
            if index == 0 {
                let title = text::fit_end(&title, usize::from(x - 5)).into_owned();
                line.put(Text::new(3, title, Role::Dim));
            }
            line.put(Text::new(x, part, cell.role));
            lines.push(line);
        }
    }
    while lines.len() <= usual {
        lines.push(Line::new(0, 0, cols, Role::Ground));
    }
    lines
}

/// From this height on the small timeline below a list shows the frames too.
const WHOLE_PREVIEW_ROWS: u16 = 40;

/// Returns the small timeline of the frame that the table shows.
fn preview(cx: &Cx<'_>, table: &Table, cols: u16, rows: u16) -> Option<Canvas> {
    let slice = match table.preview {
        FramePreview::None => return None,
        FramePreview::Of(slice) => slice,
        FramePreview::Chosen => match table.rows.item(table.chosen)? {
            Item::Slice(slice) => slice,
            _ => return None,
        },
    };
    let frame = cx.trace.frames.actual_of(slice)?;
    // Below a list on a small screen only what explains the frame.
    let is_whole = matches!(table.preview, FramePreview::Of(_)) || rows >= WHOLE_PREVIEW_ROWS;
    Some(lens::timeline(cx, frame, cols, is_whole))
}

fn is_filtered(table: &Table) -> bool {
    let input = table.input.as_ref();
    input.is_some_and(|input| !input.text.trim().is_empty())
}

fn title_line(table: &Table, cols: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Bar);
    let badge = format!(" {} ", text::clean(&table.badge));
    let x = line.put(Text::new(0, badge, Role::OnAccent).bold().on(Role::Accent));
    let mut x = line.put(Text::new(x + 1, text::clean(&table.title), Role::Strong).bold());
    if table.is_behind {
        x = line.put(Text::new(x + 1, "· looking …", Role::Match));
    } else if is_filtered(table) {
        let n = table.rows.n_entries() as u64;
        let words = format!("· {} match the filter", text::grouped(n));
        x = line.put(Text::new(x + 1, words, Role::Match));
    }
    line.put_right(
        x + 1,
        Text::new(0, format!("{} ", text::clean(&table.order)), Role::Dim),
    );
    line
}

fn footer(cx: &Cx<'_>, table: &Table, y: u16, height: u16, scene: &mut Scene) {
    let cols = scene.size.cols;
    let mut line = Line::new(0, y, cols, Role::Bar);
    match (&table.input, &cx.state.message) {
        // It says what the last key did; the next one shows the filter again.
        (_, Some(message)) => chrome::put_message(&mut line, &table.mode, message),
        (Some(input), None) => {
            let x = line.put(Text::new(0, " / ", Role::OnAccent).bold().on(Role::Accent));
            let caret = put_input(&mut line, x + 1, input);
            scene.caret = Some((caret.min(cols.saturating_sub(1)), y));
        }
        (None, None) => chrome::hints(&mut line, &table.mode, &table.hints),
    }
    scene.overlay.push(line);
    if height > 1 {
        let mut line = Line::new(0, y + 1, cols, Role::Bar);
        line.put(Text::new(1, text::clean(&table.command), Role::Dim));
        scene.overlay.push(line);
    }
}

/// Returns the rows whose cells say how wide the columns are: those around the chosen one.
fn measured(trace: &Trace, table: &Table) -> Vec<TableRow> {
    /// Only so many rows are measured.
    const MEASURED: usize = 200;
    let first = table.chosen.saturating_sub(MEASURED / 2);
    table.rows.window(trace, first, MEASURED)
}

/// Returns the width of each column: as wide as its contents, at most its limit; the last one
/// takes what is left, unless it ends there: numbers far from their row are hard to read.
fn widths(table: &Table, measured: &[TableRow], room: u16) -> Vec<u16> {
    let mut widths: Vec<u16> = table
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let widest = measured
                .iter()
                .filter(|row| !row.heading)
                .filter_map(|row| row.cells.get(index))
                .map(|cell| text::width(&text::clean(&cell.text)))
                .max()
                .unwrap_or(0);
            let widest = widest.max(text::width(&text::clean(&column.title))) as u16;
            if column.max_width == 0 {
                widest
            } else {
                widest.min(column.max_width)
            }
        })
        .collect();
    make_room(&mut widths, table, room);
    let mut left = room;
    let n = widths.len();
    for (index, width) in widths.iter_mut().enumerate() {
        *width = (*width).min(left);
        if index + 1 == n && table.columns[index].align == Align::Left {
            *width = left;
        }
        left = left.saturating_sub(*width + 2);
    }
    widths
}

/// Takes from the widest texts what numbers at the end lack, if that is enough for them.
fn make_room(widths: &mut [u16], table: &Table, room: u16) {
    /// A text keeps so many cells.
    const LEAST: u16 = 16;
    if table
        .columns
        .last()
        .is_none_or(|last| last.align != Align::Right)
    {
        return;
    }
    let needed: u32 = widths.iter().map(|&width| u32::from(width) + 2).sum();
    let mut lacks = needed.saturating_sub(u32::from(room) + 2);
    let mut narrower = widths.to_vec();
    while lacks > 0 {
        let columns = narrower.iter_mut().zip(&table.columns);
        let texts =
            columns.filter(|(width, column)| column.align != Align::Right && **width > LEAST);
        let Some((width, _)) = texts.max_by_key(|(width, _)| **width) else {
            return;
        };
        *width -= 1;
        lacks -= 1;
    }
    widths.copy_from_slice(&narrower);
}

fn put_aligned(line: &mut Line, x: u16, width: u16, align: Align, mut text: Text) {
    let words = match align {
        Align::Left | Align::Lead => text::fit_end(&text.text, usize::from(width)).into_owned(),
        Align::Tail => text::fit_start(&text.text, usize::from(width)).into_owned(),
        Align::Right => {
            let words = text::fit_end(&text.text, usize::from(width));
            text::pad_left(&words, usize::from(width))
        }
    };
    text.x = x;
    text.text = words;
    line.put(text);
}

fn put_cells(line: &mut Line, mut x: u16, cells: &[TableCell]) {
    for cell in cells {
        let mut text = Text::new(x, text::clean(&cell.text), cell.role);
        if cell.bold {
            text = text.with(Mods::BOLD);
        }
        x = line.put(text);
    }
}

fn row_line(table: &Table, row: &TableRow, widths: &[u16], is_chosen: bool, rect: Rect) -> Line {
    let ground = if is_chosen {
        Role::Chosen
    } else {
        Role::Ground
    };
    let mut line = Line::new(rect.x, rect.y, rect.width, ground);
    if is_chosen {
        line.put(Text::new(1, "▸", Role::Accent));
    }
    if row.heading {
        put_cells(&mut line, 3, &row.cells);
        return line;
    }
    let mut x = 3;
    let widths = widths_of(table, row, widths);
    for ((cell, column), width) in row.cells.iter().zip(&table.columns).zip(widths) {
        let Some(width) = width else { continue };
        let mut words = Text::new(0, text::clean(&cell.text), cell.role);
        if cell.bold || (is_chosen && cell.role == Role::Text) {
            words = words.with(Mods::BOLD);
        }
        put_aligned(&mut line, x, width, column.align, words);
        x += width + 2;
    }
    line
}

/// Returns the widths of the cells of a row. Of one without a lead the last cell has that room too,
/// as all that follows moves up.
fn widths_of(table: &Table, row: &TableRow, widths: &[u16]) -> Vec<Option<u16>> {
    let mut own: Vec<Option<u16>> = widths.iter().copied().map(Some).collect();
    let mut freed = 0;
    for ((cell, column), width) in row.cells.iter().zip(&table.columns).zip(&mut own) {
        if column.align == Align::Lead && cell.text.is_empty() {
            freed += width.take().map_or(0, |width| width + 2);
        }
    }
    if let Some(Some(last)) = own.last_mut() {
        *last += freed;
    }
    own
}

/// Puts a table into a block of the details pane. Only what the pane shows is laid out.
pub(in crate::view) fn lines(cx: &Cx<'_>, table: &Table, pane: &mut Pane) {
    let (rows, room) = (table.rows.len(), usize::from(cx.details_rows));
    // The pane may be scrolled less than asked for, and be lower.
    let above = cx.state.details.scroll.min((rows + 1).saturating_sub(room));
    let shown = table.rows.window(cx.trace, above, 2 * room);
    let widths = widths(table, &shown, pane.width());
    let fits = |x: u16, pane: &Pane| x < pane.width();
    pane.line();
    let mut x = 0;
    for (column, &width) in table.columns.iter().zip(&widths) {
        let words = Text::new(0, text::clean(&column.title), Role::Dim);
        put_aligned(pane.last_line(), x, width, column.align, words);
        x += width + 2;
    }
    pane.hold();
    if table.rows.is_empty() {
        pane.text(text::clean(&table.empty), Role::Dim);
    }
    for row in &shown {
        pane.line();
        let mut x = 0;
        let widths = widths_of(table, row, &widths);
        for ((cell, column), width) in row.cells.iter().zip(&table.columns).zip(widths) {
            let Some(width) = width else { continue };
            if !fits(x, pane) {
                break;
            }
            let words = Text::new(0, text::clean(&cell.text), cell.role);
            put_aligned(pane.last_line(), x, width, column.align, words);
            x += width + 2;
        }
        if row.item != Item::None {
            pane.link(row.item);
        }
    }
    pane.leave_out(above, rows.saturating_sub(above + shown.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_a_lead_gives_its_room_to_the_last_cell() {
        let columns = [Align::Right, Align::Lead, Align::Left, Align::Left];
        let columns = columns.map(|align| super::super::super::overlay::Column {
            align,
            ..Default::default()
        });
        let table = Table {
            columns: columns.to_vec(),
            ..Table::default()
        };
        let row = |cells: [&str; 4]| TableRow {
            cells: cells.map(TableCell::new).to_vec(),
            ..TableRow::default()
        };
        let widths = [8, 20, 9, 30];
        let with = row(["2 ms", "└ worker 7", "running", "parse"]);
        assert_eq!(
            widths_of(&table, &with, &widths),
            [Some(8), Some(20), Some(9), Some(30)]
        );
        let without = row(["2 ms", "", "blocked", "held by worker 7 at first"]);
        assert_eq!(
            widths_of(&table, &without, &widths),
            [Some(8), None, Some(9), Some(52)]
        );
        let line = |row: &TableRow| {
            let line = row_line(&table, row, &widths, false, Rect::default());
            line.texts.iter().map(|text| text.x).collect::<Vec<_>>()
        };
        assert_eq!(line(&with), [3, 13, 35, 46]);
        assert_eq!(line(&without), [3, 13, 24]);
    }
}
