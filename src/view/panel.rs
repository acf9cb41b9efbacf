//! Draws overlays: lists, tables, prompts, the keys, and ladders.
//!
//! Only the top overlay is drawn, except that a prompt and a list leave what is
//! below them in sight. Texts are made safe here.

mod columns;
mod help;
mod list;
mod narrow;
mod table;

use super::cx::Cx;
use super::ladder::{self, LadderPage};
use super::overlay::{Canvas, Input, Overlay, Prompt};
use super::scene::{Line, Rect, Role, Scene, Text};
use super::text;

pub use table::columns_in_sight;
pub(super) use table::lines as table_lines;

/// Draws the overlays of the state.
pub(super) fn draw(cx: &Cx<'_>, scene: &mut Scene) {
    let overlays = &cx.state.overlays;
    let Some(top) = overlays.last() else { return };
    let below = overlays.len().checked_sub(2).map(|index| &overlays[index]);
    match (top, below) {
        (Overlay::Prompt(_), Some(below)) => {
            draw_one(cx, below, scene);
            scene.caret = None;
        }
        (Overlay::List(_), Some(below)) => draw_below_list(cx, below, scene),
        _ => {}
    }
    draw_one(cx, top, scene);
}

/// Draws what a list is over, with the keys of the list in place of its own.
fn draw_below_list(cx: &Cx<'_>, below: &Overlay, scene: &mut Scene) {
    let status = scene.layout.status.y;
    let lines = scene.lines.iter().filter(|line| line.y >= status);
    let lines: Vec<Line> = lines.cloned().collect();
    let targets = std::mem::take(&mut scene.targets);
    draw_one(cx, below, scene);
    scene.caret = None;
    // Arrows would be painted over the list.
    scene.overlay_strokes.clear();
    scene.targets = targets;
    scene.targets.retain(|(cell, _)| cell.y >= status);
    scene.overlay.extend(lines);
}

fn draw_one(cx: &Cx<'_>, overlay: &Overlay, scene: &mut Scene) {
    match overlay {
        Overlay::List(list) => list::draw(cx, list, scene),
        Overlay::Table(table) => table::draw(cx, table, scene),
        Overlay::Prompt(prompt) => draw_prompt(cx, prompt, scene),
        Overlay::Help(help) => help::draw(cx, help, scene),
        Overlay::Ladder(overlay) => {
            scene.targets.clear();
            let page = LadderPage {
                ladder: &overlay.ladder,
                sayings: &cx.memo.sayings,
                chosen: overlay.chosen,
                hints: &overlay.hints,
                command: &overlay.command,
                message: cx.state.message.as_ref(),
            };
            draw_canvas(&ladder::canvas(cx.trace, &page, scene.size), 0, scene);
        }
    }
}

/// Puts lines that someone else has laid out from row `top` on.
fn draw_canvas(canvas: &Canvas, top: u16, scene: &mut Scene) {
    for line in &canvas.lines {
        let mut line = line.clone();
        line.y = line.y.saturating_add(top);
        if line.y < scene.size.rows {
            scene.overlay.push(line);
        }
    }
    for stroke in &canvas.strokes {
        let mut stroke = *stroke;
        stroke.y = stroke.y.saturating_add(top);
        if stroke.y < scene.size.rows {
            scene.overlay_strokes.push(stroke);
        }
    }
}

/// Fills a rectangle with empty lines, so that nothing below shows through, and forgets what the
/// mouse would meet there.
fn clear(scene: &mut Scene, rect: Rect, ground: Role) {
    for y in rect.y..rect.y.saturating_add(rect.height) {
        scene.overlay.push(Line::new(rect.x, y, rect.width, ground));
    }
    scene.targets.retain(|(cell, _)| {
        cell.x >= rect.x.saturating_add(rect.width)
            || cell.y >= rect.y.saturating_add(rect.height)
            || cell.x.saturating_add(cell.width) <= rect.x
            || cell.y.saturating_add(cell.height) <= rect.y
    });
}

/// Puts text being typed into a line and returns where its caret is.
fn put_input(line: &mut Line, x: u16, input: &Input) -> u16 {
    let caret = input
        .text
        .floor_char_boundary(input.caret.min(input.text.len()));
    let (before, after) = input.text.split_at(caret);
    let (before, after) = (text::clean(before), text::clean(after));
    let room = usize::from(line.width.saturating_sub(x + 1));
    let shown = text::fit_start(&before, room).into_owned();
    let at = line.put(Text::new(x, shown, Role::Strong));
    let left = usize::from(line.width.saturating_sub(at + 1));
    line.put(Text::new(at, text::fit_end(&after, left), Role::Strong));
    at
}

/// How many words are shown that complete what is typed, and how many hits at least.
const CHOICES: usize = 8;

/// Draws a prompt in the last line, with its choices above the keys that work in it.
fn draw_prompt(cx: &Cx<'_>, prompt: &Prompt, scene: &mut Scene) {
    let Some(y) = scene.size.rows.checked_sub(1) else {
        return;
    };
    let width = scene.size.cols;
    // Hits have a heading and a third of the screen.
    let is_list = !prompt.title.is_empty();
    let most = if is_list {
        usize::from(scene.size.rows / 3)
    } else {
        0
    };
    let n = prompt.choices.len().min(most.max(CHOICES)) as u16 + u16::from(is_list);
    let is_alone = scene.overlay.is_empty();
    // Over a list or a page the keys of a line above would not be these.
    let bottom = if is_alone {
        scene.layout.status.y.min(y)
    } else {
        y
    };
    let list = Rect {
        x: 0,
        y: bottom.saturating_sub(n),
        // The choices are as wide as the screen, so that nothing half covered is left beside them.
        width,
        height: n.min(bottom),
    };
    clear(scene, list, Role::Raised);
    let mut rows = list;
    if is_list && rows.height > 0 {
        let mut line = Line::new(list.x, list.y, list.width, Role::Raised);
        let x = line.put(Text::badge(0, " HITS "));
        let title = text::clean(&prompt.title);
        let room = usize::from(list.width.saturating_sub(x + 1));
        line.put(Text::new(x + 1, text::fit_end(&title, room), Role::Strong).bold());
        scene.overlay.push(line);
        rows.y += 1;
        rows.height -= 1;
    }
    let shown = usize::from(rows.height);
    let first = (prompt.chosen.unwrap_or(0) + 1).saturating_sub(shown);
    for (row, choice) in prompt.choices.iter().skip(first).take(shown).enumerate() {
        let is_chosen = prompt.chosen == Some(first + row);
        let ground = if is_chosen {
            Role::Chosen
        } else {
            Role::Raised
        };
        let mut line = Line::new(rows.x, rows.y + row as u16, rows.width, ground);
        let role = if is_chosen { Role::Strong } else { Role::Text };
        // Enter goes to the first hit as long as none is chosen.
        if is_list && prompt.chosen.unwrap_or(0) == first + row {
            line.put(Text::new(1, "▸", Role::Accent));
        }
        let x = if is_list { 3 } else { 1 };
        let room = usize::from(rows.width.saturating_sub(x));
        line.put(Text::new(
            x,
            text::fit_end(&text::clean(choice), room),
            role,
        ));
        scene.overlay.push(line);
    }
    if let Some(message) = cx.state.message.as_ref().filter(|_| prompt.failed) {
        let badge = text::width(&text::clean(&cx.state.mode)) + 3;
        let is_long = text::width(&text::clean(&message.text)) + badge > usize::from(width);
        if is_long || !is_alone {
            draw_failure(&message.text, y, scene);
        }
    }
    let mut line = Line::new(0, y, width, Role::Bar);
    let x = line.put(Text::new(0, text::clean(&prompt.label), Role::Accent).bold());
    let caret = put_input(&mut line, x, &prompt.input);
    if prompt.input.text.is_empty() {
        let room = usize::from(width.saturating_sub(caret + 2));
        let words = text::fit_end(&prompt.example, room);
        line.put(Text::new(caret + 1, words, Role::Dim));
    }
    let end = line.texts.last().map_or(x, Text::end);
    if !prompt.note.is_empty() {
        let words = format!("{} ", text::clean(&prompt.note));
        line.put_right(end + 2, Text::new(0, words, Role::Dim));
    }
    scene.overlay.push(line);
    scene.caret = Some((caret.min(width.saturating_sub(1)), y));
}

/// Says above a prompt in row `y` why what was typed failed, on as many lines as it takes: what to
/// write instead stands at the end.
fn draw_failure(message: &str, y: u16, scene: &mut Scene) {
    let room = usize::from(scene.size.cols.saturating_sub(2));
    let most = usize::from(y / 2);
    let lines = text::wrapped(&text::clean(message), room, most);
    let height = lines.len() as u16;
    let rect = Rect {
        x: 0,
        y: y.saturating_sub(height),
        width: scene.size.cols,
        height,
    };
    clear(scene, rect, Role::Raised);
    for (row, text) in lines.into_iter().enumerate() {
        let mut line = Line::new(rect.x, rect.y + row as u16, rect.width, Role::Raised);
        line.put(Text::new(1, text, Role::Bad).bold());
        scene.overlay.push(line);
    }
}

/// Returns the first row to show so that `chosen` is in sight, a little off the edges.
fn first_row(chosen: usize, total: usize, room: usize) -> usize {
    let lead = (room / 4).min(3);
    (chosen + lead + 1)
        .saturating_sub(room)
        .min(total.saturating_sub(room))
}

/// Says how many rows are below those in sight, and that there are some above; empty if all are in sight.
fn beyond(above: usize, below: usize) -> String {
    let mut marks = Vec::new();
    if above > 0 {
        marks.push("▲".to_owned());
    }
    if below > 0 {
        marks.push(format!("+{} ▼", text::grouped(below as u64)));
    }
    marks.join(" ")
}
