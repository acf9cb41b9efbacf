//! Draws a list with a filter: palette, finders, search hits.

use super::super::chrome;
use super::super::cx::Cx;
use super::super::overlay::{List, ListRow};
use super::super::scene::{Line, Rect, Role, Scene, Target, Text};
use super::super::text;
use super::{beyond, clear, first_row, put_input};

/// Draws a list in a box below the title bar.
pub(super) fn draw(cx: &Cx<'_>, list: &List, scene: &mut Scene) {
    let (cols, rows) = (scene.size.cols, scene.size.rows);
    // On a narrow screen the box takes all of it, as nothing readable would be left beside it.
    let width = if cols < 120 { cols } else { 96 };
    let head = 1 + u16::from(list.input.is_some());
    let wanted = (list.rows.len().max(1) as u16).saturating_add(head);
    let rect = Rect {
        x: (cols - width) / 2,
        y: 1.min(rows.saturating_sub(1)),
        width,
        height: wanted.min(rows.saturating_sub(3)).min(30),
    };
    if rect.width < 8 || rect.height < head + 1 {
        return;
    }
    clear(scene, rect, Role::Raised);
    let mut title = Line::new(rect.x, rect.y, rect.width, Role::Raised);
    // The title looks like the badges of all other overlays.
    let name = format!(" {} ", text::clean(&list.title).to_uppercase());
    let x = title.put(Text::badge(0, name));
    let grouped = |n: usize| text::grouped(n as u64);
    let mut count = grouped(list.total);
    if list.passing != list.total {
        count = format!("{} of {count}", grouped(list.passing));
    }
    if list.rows.len() != list.passing {
        count = format!("the first {} of {count}", grouped(list.rows.len()));
    }
    let room = usize::from(rect.height - head);
    let first = first_row(list.chosen, list.rows.len(), room);
    let beyond = beyond(first, list.rows.len().saturating_sub(first + room));
    if !beyond.is_empty() {
        count = format!("{count}  {beyond}");
    }
    title.put_right(x, Text::new(0, format!("{count} "), Role::Dim));
    scene.overlay.push(title);
    if let Some(input) = &list.input {
        let mut line = Line::new(rect.x, rect.y + 1, rect.width, Role::Raised);
        let x = line.put(Text::new(1, "› ", Role::Accent).bold());
        let caret = put_input(&mut line, x, input);
        scene.caret = Some((rect.x + caret.min(rect.width - 1), rect.y + 1));
        scene.overlay.push(line);
    }
    if list.rows.is_empty() {
        let mut line = Line::new(rect.x, rect.y + head, rect.width, Role::Raised);
        let so_far = if list.is_of_trace {
            chrome::so_far(cx.trace)
        } else {
            ""
        };
        let words = format!("nothing matches{so_far}");
        line.put(Text::new(3, words, Role::Dim));
        scene.overlay.push(line);
    }
    for (at, row) in list.rows.iter().enumerate().skip(first).take(room) {
        let y = rect.y + head + (at - first) as u16;
        let cells = Rect {
            y,
            height: 1,
            ..rect
        };
        scene.overlay.push(row_line(row, at == list.chosen, cells));
        scene.targets.push((cells, Target::ListRow(at)));
    }
}

/// Returns the line of a row: its text with the matches marked, and its note at the right.
fn row_line(row: &ListRow, is_chosen: bool, rect: Rect) -> Line {
    let ground = if is_chosen {
        Role::Chosen
    } else {
        Role::Raised
    };
    let mut line = Line::new(rect.x, rect.y, rect.width, ground);
    if is_chosen {
        line.put(Text::new(1, "▸", Role::Accent));
    }
    // The note may take a third of the line, or what the text leaves if that is more.
    let left = usize::from(rect.width).saturating_sub(text::width(&text::clean(&row.text)) + 7);
    let note_room = left.max(usize::from(rect.width) / 3);
    let note = text::fit_end(&text::clean(&row.note), note_room).into_owned();
    let note_width = text::width(&note) as u16;
    let room = rect.width.saturating_sub(note_width + 6);
    let role = if is_chosen { Role::Strong } else { Role::Text };
    // Runs of matched and other characters, each safe on its own.
    let mut x = 3;
    let mut run = String::new();
    let mut run_matched = false;
    let mut matched = row.matched.iter().copied().peekable();
    let limit = x + room;
    let mut put = |x: u16, run: &str, is_match: bool| {
        let words =
            text::fit_end(&text::clean(run), usize::from(limit.saturating_sub(x))).into_owned();
        let text = if is_match {
            Text::new(x, words, Role::Match).bold()
        } else {
            Text::new(x, words, role)
        };
        line.put(text)
    };
    for (index, c) in row.text.chars().enumerate() {
        let is_match = matched.next_if_eq(&(index as u32)).is_some();
        if is_match != run_matched && !run.is_empty() {
            x = put(x, &run, run_matched);
            run.clear();
        }
        run_matched = is_match;
        run.push(c);
        if x >= limit {
            break;
        }
    }
    put(x, &run, run_matched);
    if !note.is_empty() {
        line.put_right(0, Text::new(0, format!("{note} "), Role::Dim));
    }
    line
}
