//! Draws a table over the whole screen: jank inbox, logs, SQL results, issues.
//!
//! How wide its columns are, and which of them are in sight, is in `columns.rs`; what a cell has no
//! room for is said in full below the rows.

use std::borrow::Cow;
use std::ops::Range;

use super::super::chrome;
use super::super::cx::Cx;
use super::super::details::LOG_LETTERS;
use super::super::lens;
use super::super::overlay::{
    Align, Canvas, CellBar, Column, FramePreview, Table, TableCell, TableRow,
};
use super::super::pane::Pane;
use super::super::scene::{Ink, Item, Line, Mods, Rect, Role, Scene, Span, Target, Text};
use super::super::state::Hint;
use super::super::text;
use super::super::time;
use super::columns::{GAP, InSight, in_sight};
use super::narrow::fitted;
use super::{beyond, clear, draw_canvas, first_row, put_input};
use crate::model::trace::Trace;

/// A filter that is not being typed has so many cells before the keys.
const FILTER_WIDTH: usize = 24;

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
    let sums = sums(table);
    let columns = fitted(cx.trace, table, sums.as_ref(), cols);
    let (y, titles) = heads(table, sums.as_ref(), &columns, scene);
    let status = if rows >= 20 { 2 } else { 1 };
    let bottom = rows - status;
    let preview =
        preview(cx, table, cols, rows).filter(|preview| y + 3 + preview.size.rows <= bottom);
    let in_full = if preview.is_some() || table.preview != FramePreview::None {
        Vec::new()
    } else {
        in_full(cx.trace, table, &columns, (cols, bottom.saturating_sub(y)))
    };
    let above_preview = preview.as_ref().map_or_else(Vec::new, |preview| {
        let room = bottom - preview.size.rows - y;
        cut_lines(cx.trace, table, &columns, (cols, room))
    });
    let under_list = above_preview.len() as u16;
    let below = match &preview {
        Some(preview) => preview.size.rows + under_list,
        None => in_full.len() as u16,
    };
    let list_end = bottom - below;
    let room = usize::from(list_end.saturating_sub(y));
    let first = first_row(table.chosen, table.rows.len(), room);
    let mut beyond = beyond(first, table.rows.len().saturating_sub(first + room));
    if let Some(titles) = titles
        && put_beyond(&mut scene.overlay[titles], &beyond)
    {
        beyond.clear();
    }
    let title = title_line(cx, table, (&columns, &beyond), cols);
    scene.overlay.push(title);
    if table.rows.is_empty() {
        let mut line = Line::new(0, y, cols, Role::Ground);
        let words = if table.has_filtered() {
            no_match(table).into()
        } else if table.looked.is_some() {
            "looking through the rows …".into()
        } else {
            text::clean(&table.empty)
        };
        line.put(Text::new(3, words, Role::Dim));
        scene.overlay.push(line);
    }
    let shown = columns.window(cx.trace, table, first, room);
    for (at, row) in (first..).zip(&shown) {
        let line_y = y + (at - first) as u16;
        let is_chosen = at == table.chosen;
        scene.overlay.push(row_line(
            table,
            row,
            &columns,
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
    for (line, y) in above_preview.into_iter().zip(list_end..) {
        scene.overlay.push(Line { y, ..line });
    }
    if let Some(preview) = preview {
        draw_canvas(&preview, list_end + under_list, scene);
    }
    for (line, y) in in_full.into_iter().zip(list_end..) {
        scene.overlay.push(Line { y, ..line });
    }
    footer(cx, table, &columns, (bottom, status), scene);
}

/// Puts at the end of the titles of columns that rows are out of sight, and returns whether there is room.
fn put_beyond(titles: &mut Line, beyond: &str) -> bool {
    let end = titles.texts.iter().map(Text::end).max().unwrap_or(0);
    let width = text::width(beyond) as u16 + 1;
    let has_room = end + GAP + width <= titles.width;
    if has_room && !beyond.is_empty() {
        titles.put(Text::new(titles.width - width, beyond, Role::Match));
    }
    has_room
}

/// Draws what stands between the title and the rows. Returns the line of the first row, and where among the
/// lines of the scene the titles of the columns are.
fn heads(
    table: &Table,
    sums: Option<&TableRow>,
    columns: &InSight,
    scene: &mut Scene,
) -> (u16, Option<usize>) {
    let cols = scene.size.cols;
    let mut y = 1;
    let legend = match &table.filtered.legend[..] {
        [] => &table.legend,
        legend if table.is_filtered() => legend,
        _ => &table.legend,
    };
    if !legend.is_empty() {
        let mut line = Line::new(0, y, cols, Role::Bar);
        let legend = fitting(legend, cols.saturating_sub(1));
        for (index, (x, end)) in put_cells(&mut line, 1, legend).into_iter().enumerate() {
            let cells = Rect {
                x,
                y,
                width: end.saturating_sub(x),
                height: 1,
            };
            scene.aim(cells, Target::Heading(index));
        }
        scene.overlay.push(line);
        y += 1;
    }
    // A table without rows may have no columns either.
    if table.columns.is_empty() {
        return (y, None);
    }
    let mut line = Line::new(0, y, cols, Role::Ground);
    put_titles(&mut line, 3, table, columns);
    let titles = scene.overlay.len();
    scene.overlay.push(line);
    if let Some(sums) = sums {
        y += 1;
        let rect = Rect {
            x: 0,
            y,
            width: cols,
            height: 1,
        };
        let line = row_line(table, sums, columns, false, rect);
        scene.overlay.push(line);
    }
    (y + 1, Some(titles))
}

/// Returns the row of what the rows that pass the filter add up to.
fn sums(table: &Table) -> Option<TableRow> {
    if !table.is_filtered()
        || table.rows.is_empty()
        || !table.filtered.sums.iter().any(Option::is_some)
    {
        return None;
    }
    let lead = table.columns.iter().position(|it| it.align != Align::Right);
    let cell = |(index, column): (usize, &Column)| {
        let words = match table.filtered.sums.get(index).copied().flatten() {
            Some(ns) if column.is_time => time::dur_narrow(ns as i64),
            Some(share) if column.title == "%" => format!("{share:.1}"),
            Some(count) => text::grouped(count as u64),
            None if Some(index) == lead => "sum".to_owned(),
            None => String::new(),
        };
        TableCell::of(words, Role::Match).bold()
    };
    Some(TableRow {
        cells: table.columns.iter().enumerate().map(cell).collect(),
        heading: false,
    })
}

/// Returns the lines above a small timeline, if any row in sight is cut: one, or two if what is cut needs them
/// and the list can spare them. They say what is cut or out of sight at the end of the chosen row, and are
/// empty if nothing is, so that the list stays in its place.
fn cut_lines(
    trace: &Trace,
    table: &Table,
    columns: &InSight,
    (cols, room): (u16, u16),
) -> Vec<Line> {
    /// With fewer lines than this a list has none to spare, or only one.
    const LEAST: (u16, u16) = (5, 8);
    if room < LEAST.0 {
        return Vec::new();
    }
    let most = if room < LEAST.1 { 1 } else { 2 };
    let first = first_row(table.chosen, table.rows.len(), usize::from(room));
    let shown = columns.window(trace, table, first, usize::from(room));
    let last_cut = |row: &TableRow| {
        let cells = row.cells.iter().enumerate().take(table.columns.len());
        let hidden = cells.skip(columns.range().end);
        let hidden = hidden.filter(|(_, cell)| !cell.text.is_empty());
        let cut = columns.cut(row).chain(hidden).last();
        let (index, cell) = cut.filter(|_| !row.heading)?;
        let mut line = Line::new(0, 0, cols, Role::Ground);
        let title = text::clean(&table.columns[index].title);
        let x = line.put(Text::new(3, title, Role::Dim)) + 2;
        let words = cell.words();
        let words = text::clean(&words);
        let words = text::wrapped(&words, usize::from(cols.saturating_sub(x + 1)), most);
        let mut lines = vec![line];
        lines.resize(words.len().max(1), Line::new(0, 0, cols, Role::Ground));
        for (line, words) in lines.iter_mut().zip(words) {
            line.put(Text::new(x, words, cell.role));
        }
        Some(lines)
    };
    let n_lines = shown.iter().filter_map(last_cut).map(|lines| lines.len());
    let n_lines = n_lines.max().unwrap_or(0);
    let chosen = shown.get(table.chosen.saturating_sub(first));
    let mut lines = chosen.and_then(last_cut).unwrap_or_default();
    lines.resize(n_lines, Line::new(0, 0, cols, Role::Ground));
    lines
}

/// Returns lines that say in full what the cut cells of the chosen row say. If a row in sight is cut there
/// are some lines in any case, also empty ones, so that the list stays in its place. Each such cell has a
/// line before one of them has more.
fn in_full(trace: &Trace, table: &Table, columns: &InSight, (cols, room): (u16, u16)) -> Vec<Line> {
    /// With fewer lines than this a list has none to spare.
    const LEAST: u16 = 9;
    /// The most lines for what is said in full, if the list is short.
    const MOST: usize = 12;
    let room = usize::from(room);
    let first = first_row(table.chosen, table.rows.len(), room);
    let shown = columns.window(trace, table, first, room);
    let any_cut = |row: &TableRow| !row.heading && columns.cut(row).next().is_some();
    let has_more = columns.tells_less() || shown.iter().any(any_cut);
    if room <= usize::from(LEAST) || !has_more {
        return Vec::new();
    }
    let usual = if room >= 32 { 6 } else { 3 };
    let free = room - table.rows.len().min(room);
    let most = usual.max(free.saturating_sub(2).min(MOST));
    let chosen = shown.get(table.chosen.saturating_sub(first));
    let cells = chosen
        .into_iter()
        .filter(|row| !row.heading)
        .flat_map(|row| columns.cut(row));
    let cells: Vec<_> = cells
        .map(|(index, cell)| (text::clean(&table.columns[index].title), cell))
        .collect();
    let widest = cells.iter().map(|(title, _)| text::width(title)).max();
    let x = 3 + widest.unwrap_or(0).min(usize::from(cols) / 4) as u16 + 2;
    let mut rule = Line::new(0, 0, cols, Role::Ground);
    rule.fill = Some(('─', Role::Rule));
    // Where the times of the rows have fewer digits, the whole one stands in the rule.
    let time = columns.whole_time(trace, table);
    if let Some(time) = &time {
        rule.put(Text::new(3, format!(" {} ", text::clean(time)), Role::Dim));
    }
    let mut lines = vec![rule];
    let room = usize::from(cols.saturating_sub(x + 1));
    let words: Vec<_> = cells.iter().map(|(_, cell)| cell.words()).collect();
    let words: Vec<_> = words.iter().map(|words| text::clean(words)).collect();
    // A list that ends above those lines stays in its place without them.
    if cells.is_empty() && free > usual {
        lines.truncate(usize::from(time.is_some()));
        return lines;
    }
    let shares = shares(
        words
            .iter()
            .map(|words| text::width(words).div_ceil(room.max(1))),
        most,
    );
    for (((title, cell), words), share) in cells.iter().zip(words).zip(shares) {
        for (index, part) in text::wrapped(&words, room, share).into_iter().enumerate() {
            let mut line = Line::new(0, 0, cols, Role::Ground);
            if index == 0 {
                let title = text::fit_end(title, usize::from(x - 5)).into_owned();
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

/// Shares `lines` among texts that ask for some: one line each, as far as there are any, then one more for
/// each text that has too few.
fn shares(asked: impl Iterator<Item = usize>, lines: usize) -> Vec<usize> {
    let asked: Vec<usize> = asked.collect();
    let mut shares = vec![0; asked.len()];
    let mut left = lines;
    while left > 0 {
        let before = left;
        for (share, &asked) in shares.iter_mut().zip(&asked) {
            if *share < asked && left > 0 {
                *share += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    shares
}

/// From this height of the screen on, the small timeline below a list is whole.
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
    // Below a list on a small screen only the rows are shown that explain the frame.
    let is_whole = matches!(table.preview, FramePreview::Of(_)) || rows >= WHOLE_PREVIEW_ROWS;
    Some(lens::timeline(cx, frame, cols, is_whole))
}

/// Returns why no row passes the filter. A word about a column that the table lacks names those that it has.
fn no_match(table: &Table) -> String {
    let none = "no row matches the filter";
    let typed = table.input.as_ref().map_or("", |input| &input.text);
    let columns = table.columns.iter().chain(&table.left_out);
    let names = columns.map(Column::name);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let is_known = |name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    let compared = typed.split_whitespace().filter_map(|word| {
        let (name, _) = word.trim_start_matches('!').split_once(['>', '<', ':'])?;
        (!name.is_empty()).then_some(name)
    });
    let compared: Vec<&str> = compared.collect();
    if let Some(name) = compared.iter().find(|name| !is_known(name)) {
        format!(
            "{none}: no column is called {}, but {}",
            text::clean(name),
            text::clean(&names.join(", "))
        )
    } else if is_no_level(table, typed) {
        let levels = LOG_LETTERS.iter().copied().filter(|&it| it != "?");
        let levels: Vec<&str> = levels.collect();
        format!("{none}: the levels are {}", levels.join(" "))
    } else {
        none.to_owned()
    }
}

/// Returns whether a filter of the log names a level that is none.
fn is_no_level(table: &Table, typed: &str) -> bool {
    let is_log = table
        .columns
        .iter()
        .any(|column| column.unheaded == "level");
    let mut words = typed.split_whitespace();
    is_log
        && words.any(
            |word| match word.to_ascii_uppercase().strip_prefix("LEVEL:") {
                None | Some("") => false,
                Some(level) => !LOG_LETTERS.iter().any(|letter| level.starts_with(letter)),
            },
        )
}

/// Returns the line above a table. It says what rows are out of sight if the titles of the columns do not.
fn title_line(cx: &Cx<'_>, table: &Table, (columns, beyond): (&InSight, &str), cols: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Bar);
    let badge = format!(" {} ", text::clean(&table.badge));
    let x = line.put(Text::badge(0, badge)) + 1;
    // What is out of sight goes before a long title, and before the order.
    let [left, right] = &cx.state.keys.columns;
    let mut out_of_sight = Vec::new();
    if columns.first > 0 {
        out_of_sight.push(
            format!("{left} {}", more(columns.first))
                .trim_start()
                .to_owned(),
        );
    }
    if columns.n_right() > 0 {
        out_of_sight.push(
            format!("{} {right}", more(columns.n_right()))
                .trim_end()
                .to_owned(),
        );
    }
    if !beyond.is_empty() {
        out_of_sight.push(beyond.to_owned());
    }
    let out_of_sight = out_of_sight.join(" · ");
    let mut edge = cols;
    if !out_of_sight.is_empty() {
        edge = cols.saturating_sub(text::width(&out_of_sight) as u16 + 1);
        line.put(Text::new(edge, out_of_sight, Role::Match));
        edge = edge.saturating_sub(1);
    }
    let n_entries = table.rows.n_entries();
    let verb = if n_entries == 1 { "matches" } else { "match" };
    let few = format!("· {} {verb}", text::grouped(n_entries as u64));
    let note = text::clean(&table.filtered.note);
    // How many there are is worth more than the last words of the title.
    let kept = if table.has_filtered() {
        text::width(&few) + 1
    } else {
        0
    };
    let room = usize::from(edge.saturating_sub(x)).saturating_sub(kept);
    let title = text::clean(&table.title);
    let title = text::fit_end(&title, room).into_owned();
    let mut x = line.put(Text::new(x, title, Role::Strong).bold());
    let order = format!("{} ", text::clean(&table.order));
    let width = text::width(&order) as u16;
    let room = usize::from(edge.saturating_sub(x + 1));
    let words = if table.is_behind {
        match table.looked {
            None | Some(0) => "· looking …".to_owned(),
            Some(percent) => format!("· looking … {percent} %"),
        }
    } else if !table.has_filtered() {
        String::new()
    } else if !note.is_empty() {
        format!("{few} · {note}")
    } else {
        let words = format!("{few} the filter");
        // The order is worth more than the last words.
        let leaves_order = |words: &str| text::width(words) + usize::from(width) < room;
        let is_whole = text::width(&words) <= room;
        if !is_whole || leaves_order(&few) && !leaves_order(&words) {
            few
        } else {
            words
        }
    };
    if !words.is_empty() && room > 1 {
        let words = text::fit_end(&words, room).into_owned();
        x = line.put(Text::new(x + 1, words, Role::Match));
    }
    if x + 1 + width <= edge {
        line.put(Text::new(edge - width, order, Role::Dim));
    }
    line
}

fn footer(
    cx: &Cx<'_>,
    table: &Table,
    columns: &InSight,
    (y, height): (u16, u16),
    scene: &mut Scene,
) {
    let cols = scene.size.cols;
    let mut line = Line::new(0, y, cols, Role::Bar);
    match (&table.input, &cx.state.message) {
        // The message says what the last key did; the next key shows the filter again.
        (_, Some(message)) => chrome::put_message(&mut line, &table.mode, message),
        (Some(input), None) if table.is_typing => {
            let x = line.put(Text::badge(0, " / "));
            let caret = put_input(&mut line, x + 1, input);
            if input.text.is_empty() {
                let words = filter_forms(&table.columns);
                line.put(Text::new(caret + 1, words, Role::Dim));
            }
            scene.caret = Some((caret.min(cols.saturating_sub(1)), y));
        }
        (input, None) => {
            // In a list without rows the other keys have nothing to act on.
            let mut hints = if table.has_nothing() {
                cx.state.keys.leave.clone()
            } else {
                table.hints.clone()
            };
            let keys = cx.state.keys.columns.join(" ").trim().to_owned();
            if (columns.first > 0 || columns.n_right() > 0) && !keys.is_empty() {
                let what = "columns".to_owned();
                // How to export and to move by rows, which come last, matter less.
                let at = hints
                    .len()
                    .saturating_sub(if hints.len() > 2 { 2 } else { 1 });
                hints.insert(at, Hint { keys, what });
            }
            // A filter is named in place of the mode.
            let mode = input.as_ref().filter(|_| table.is_filtered());
            let mode = mode.map_or(Cow::Borrowed(&*table.mode), |input| {
                let words = text::clean(&input.text);
                format!("/ {}", text::fit_end(&words, FILTER_WIDTH)).into()
            });
            let named = chrome::named_hints(&mut line, &mode, &hints);
            scene.name_keys(named);
        }
    }
    scene.overlay.push(line);
    if height > 1 {
        let mut line = Line::new(0, y + 1, cols, Role::Bar);
        line.put(Text::new(1, text::clean(&table.command), Role::Dim));
        if !table.lacks.is_empty() && !table.command.is_empty() {
            let without = format!("  without {} ", table.lacks);
            line.end_with(Text::new(0, without, Role::Dim));
        }
        scene.overlay.push(line);
    }
}

/// Returns what a filter may be made of, with names of these columns.
fn filter_forms(columns: &[Column]) -> String {
    // A filter is split at blanks.
    let can_be_named = |column: &&Column| !column.title.is_empty() && !column.title.contains(' ');
    let names = |fits: fn(&&Column) -> bool| {
        let columns = columns.iter().filter(can_be_named).filter(fits);
        columns.map(|column| text::clean(&column.title))
    };
    let words = names(|column| column.align != Align::Right).next();
    // Instants come before durations.
    let time = names(|column| column.is_time).next_back();
    let number = names(|column| column.align == Align::Right).next_back();
    let forms = [
        Some("words".to_owned()),
        words.map(|name| format!("{name}:word")),
        match (time, number) {
            (Some(name), _) => Some(format!("{name}>5ms")),
            (None, number) => number.map(|name| format!("{name}>10")),
        },
    ];
    let forms: Vec<String> = forms.into_iter().flatten().collect();
    forms.join("  ")
}

fn put_aligned(line: &mut Line, x: u16, width: u16, align: Align, mut text: Text) {
    let words = match align {
        Align::Left => text::fit_end(&text.text, usize::from(width)).into_owned(),
        Align::Middle => text::fit_middle(&text.text, usize::from(width)).into_owned(),
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

/// Puts the titles of the columns in sight into a line.
fn put_titles(line: &mut Line, from: u16, table: &Table, columns: &InSight) {
    let titles = table.columns.iter();
    let titles = titles.enumerate();
    let titles = TableRow {
        cells: titles
            .map(|(index, column)| TableCell::of(columns.head(index, column), Role::Dim))
            .collect(),
        ..TableRow::default()
    };
    for (cell, align, x, width) in cells(&titles, table, columns, from) {
        let title = Text::new(0, text::clean(&cell.text), cell.role);
        put_aligned(line, x, width, align, title);
    }
}

/// Returns the cells of a row that are in sight: how each is set, where, and how wide.
fn cells<'a>(
    row: &'a TableRow,
    table: &'a Table,
    columns: &InSight,
    from: u16,
) -> impl Iterator<Item = (&'a TableCell, Align, u16, u16)> {
    let places = columns.places(from);
    places.filter_map(|(index, x, width)| {
        let align = table.columns[index].align;
        Some((row.cells.get(index)?, align, x, width))
    })
}

/// Says that so many columns are out of sight.
fn more(n: usize) -> String {
    format!("+{}", text::counted(n, "column", "columns"))
}

/// Returns the first cells of a line that have room for all of their words.
fn fitting(cells: &[TableCell], room: u16) -> &[TableCell] {
    let mut end = 0;
    let has_room = |cell: &&TableCell| {
        let words = text::clean(&cell.text);
        let fits = end + text::width(words.trim_end()) <= usize::from(room);
        end += text::width(&words);
        fits
    };
    let n = cells.iter().take_while(has_room).count();
    // One alone is cut where it must be.
    &cells[..n.max(1).min(cells.len())]
}

/// Puts cells one behind the other, and returns where each begins and ends.
fn put_cells(line: &mut Line, mut x: u16, cells: &[TableCell]) -> Vec<(u16, u16)> {
    let mut places = Vec::new();
    for cell in cells {
        let mut text = Text::new(x, text::clean(&cell.text), cell.role);
        if cell.bold {
            text = text.with(Mods::BOLD);
        }
        let from = x;
        x = line.put(text);
        places.push((from, x));
    }
    places
}

fn row_line(table: &Table, row: &TableRow, columns: &InSight, is_chosen: bool, rect: Rect) -> Line {
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
    for (cell, align, x, width) in cells(row, table, columns, 3) {
        if let Some(bar) = cell.bar {
            put_bar(&mut line, (x, width), bar, &cell.text);
            continue;
        }
        let mut words = Text::new(0, text::clean(&cell.text), cell.role);
        if cell.bold || (is_chosen && cell.role == Role::Text) {
            words = words.with(Mods::BOLD);
        }
        if cell.tail.is_empty() {
            put_aligned(&mut line, x, width, align, words);
        } else {
            put_with_tail(&mut line, (x, width), &cell.tail, words);
        }
    }
    line
}

/// Puts a text and what follows it. Where the text is cut its middle is left out: rows that have something in
/// common begin alike.
fn put_with_tail(line: &mut Line, (x, width): (u16, u16), tail: &str, mut words: Text) {
    let tail = text::clean(tail);
    let room = usize::from(width).saturating_sub(text::width(&tail) + 1);
    words.x = x;
    words.text = text::fit_middle(&words.text, room).into_owned();
    let end = line.put(words);
    line.put(Text::new(end + 1, tail, Role::Dim));
}

/// Puts a bar into the cells of a column, with what fits of its name.
fn put_bar(line: &mut Line, (x, width): (u16, u16), bar: CellBar, name: &str) {
    /// A name is shown from so many cells on.
    const LEAST: u32 = 3;
    let place = |share: f64| {
        let eighths = share.clamp(0.0, 1.0) * f64::from(width) * 8.0;
        u32::from(x) * 8 + eighths.round() as u32
    };
    let x0 = place(bar.from);
    // What is there is seen.
    let x1 = place(bar.to).max(x0 + 1);
    let span = Span::bar(x0, x1, bar.ink);
    let (first, end) = span.whole_cells();
    line.spans.push(span);
    if end - first >= LEAST {
        let name = text::clean(name);
        let words = text::fit_end(&name, (end - first) as usize).into_owned();
        let mut label = Text::new(first as u16, words, Role::Text);
        label.ink = Ink::OnFill;
        line.put(label);
    }
}

/// Returns which columns of a table over the whole screen are in sight, and whether something is to
/// be seen by scrolling on to the right: a column out of sight, or more of one that is cut.
pub fn columns_in_sight(trace: &Trace, table: &Table, cols: u16) -> (Range<usize>, bool) {
    let columns = fitted(trace, table, None, cols);
    let goes_on = columns.n_right() > 0 || columns.is_cut;
    (columns.range(), goes_on && columns.first + 1 < columns.of)
}

/// Puts a table into a block of the details pane. Only what the pane shows is laid out.
pub(in crate::view) fn lines(cx: &Cx<'_>, table: &Table, pane: &mut Pane) {
    let (rows, room) = (table.rows.len(), usize::from(cx.details_rows));
    // The pane may be scrolled less than asked for, and be lower.
    let above = cx.state.details.scroll.unwrap_or(0);
    let above = above.min((rows + 1).saturating_sub(room));
    let shown = table.rows.window(cx.trace, above, 2 * room);
    let mut columns = in_sight(table, (&shown, Vec::new()), pane.width());
    if columns.n_right() > 0 {
        // The note about columns out of sight has its room at the end of the titles.
        let label = text::width(&more(columns.n_right())) as u16 + GAP;
        columns = in_sight(
            table,
            (&shown, Vec::new()),
            pane.width().saturating_sub(label),
        );
    }
    let head = pane.line();
    put_titles(head, 0, table, &columns);
    if columns.n_right() > 0 {
        head.put_right(0, Text::new(0, more(columns.n_right()), Role::Match));
    }
    pane.hold();
    if table.rows.is_empty() {
        pane.text(text::clean(&table.empty), Role::Dim);
    }
    for (row, at) in shown.iter().zip(above..) {
        pane.line();
        for (cell, align, x, width) in cells(row, table, &columns, 0) {
            let words = Text::new(0, text::clean(&cell.text), cell.role);
            put_aligned(pane.last_line(), x, width, align, words);
        }
        if let Some(item) = table.rows.item(at).filter(|&item| item != Item::None) {
            pane.link(item);
        }
    }
    pane.leave_out(above, rows.saturating_sub(above + shown.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a column, of times if its title says so.
    fn titled(title: &str, align: Align) -> Column {
        Column {
            title: title.into(),
            align,
            is_time: title.ends_with("time") || title == "dur",
            ..Column::default()
        }
    }

    #[test]
    fn a_filter_is_shown_to_be_made_of_columns_that_it_can_name() {
        let columns = [
            titled("", Align::Left),
            titled("time", Align::Right),
            titled("slow stage", Align::Left),
            titled("who", Align::Left),
            titled("dur", Align::Right),
            titled("no end", Align::Right),
        ];
        assert_eq!(filter_forms(&columns), "words  who:word  dur>5ms");
        let counts = [titled("n", Align::Right)];
        assert_eq!(filter_forms(&counts), "words  n>10");
        // Only words about times have a unit where they are written.
        let written = columns.map(|column| column.record_title());
        assert_eq!(
            written,
            ["", "time_ns", "slow_stage", "who", "dur", "no_end"]
        );
    }
}
