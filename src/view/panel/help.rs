//! Draws the keys: groups in as many columns as fit.

use super::super::overlay::{Help, HelpGroup};
use super::super::scene::{Line, Rect, Role, Scene, Text};
use super::super::text;
use super::{clear, put_input};

/// The width of a column of keys.
const COLUMN: u16 = 52;
/// The width of the keys in it; what longer ones do stands below them.
const KEYS: u16 = 17;

/// One line of a column.
enum Entry<'a> {
    Title(&'a str),
    Key(&'a str, String),
    /// What did not fit beside the key.
    More(String),
    Blank,
}

/// Draws the keys over the whole screen.
pub(super) fn draw(help: &Help, scene: &mut Scene) {
    let (cols, rows) = (scene.size.cols, scene.size.rows);
    if cols < 20 || rows < 4 {
        return;
    }
    let all = Rect {
        x: 0,
        y: 0,
        width: cols,
        height: rows,
    };
    scene.targets.clear();
    clear(scene, all, Role::Raised);
    let mut title = Line::new(0, 0, cols, Role::Bar);
    let x = title.put(
        Text::new(0, " KEYS ", Role::OnAccent)
            .bold()
            .on(Role::Accent),
    );
    if let Some(input) = &help.input {
        let x = title.put(Text::new(x + 1, "/ ", Role::Accent));
        let caret = put_input(&mut title, x, input);
        scene.caret = Some((caret.min(cols - 1), 0));
    } else {
        title.put(Text::new(x + 1, "perfetty", Role::Strong).bold());
        let keys = "/ filter · j k scroll · Esc close ";
        title.put_right(x, Text::new(0, keys, Role::Dim));
    }
    scene.overlay.push(title);
    let n_columns = usize::from((cols / COLUMN).max(1));
    let width = cols / n_columns as u16;
    let what_room = usize::from(width.saturating_sub(KEYS + 4));
    let columns = balanced(&help.groups, n_columns, what_room);
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let room = usize::from(rows - 2);
    let from = help.scroll.min(height.saturating_sub(room));
    for (index, column) in columns.iter().enumerate() {
        let x = index as u16 * width;
        for (row, entry) in column.iter().skip(from).take(room).enumerate() {
            let mut line = Line::new(x, row as u16 + 2, width, Role::Raised);
            match entry {
                Entry::Title(name) => {
                    line.put(Text::new(2, text::clean(name), Role::Accent).bold());
                }
                Entry::Key(keys, what) => {
                    let keys = text::clean(keys);
                    let shown = text::fit_end(&keys, usize::from(width.saturating_sub(3)));
                    line.put(Text::new(2, shown, Role::Strong).bold());
                    line.put(Text::new(KEYS + 3, what.clone(), Role::Text));
                }
                Entry::More(what) => {
                    line.put(Text::new(KEYS + 3, what.clone(), Role::Text));
                }
                Entry::Blank => {}
            }
            scene.overlay.push(line);
        }
    }
}

/// Spreads groups over columns of about equal height, in order; what keys do gets so many cells a
/// line.
fn balanced(groups: &[HelpGroup], n: usize, room: usize) -> Vec<Vec<Entry<'_>>> {
    let groups: Vec<Vec<Entry<'_>>> = groups.iter().map(|group| entries(group, room)).collect();
    let total: usize = groups.iter().map(Vec::len).sum();
    let share = total.div_ceil(n.max(1));
    let mut columns: Vec<Vec<Entry<'_>>> = vec![Vec::new()];
    for group in groups {
        let is_full = columns
            .last()
            .is_some_and(|column| !column.is_empty() && column.len() + group.len() / 2 > share);
        if is_full && columns.len() < n {
            columns.push(Vec::new());
        }
        if let Some(column) = columns.last_mut() {
            column.extend(group);
        }
    }
    columns
}

/// Returns the lines of a group, with a blank one at its end.
fn entries(group: &HelpGroup, room: usize) -> Vec<Entry<'_>> {
    /// No command needs more lines than these on a screen of 80 columns.
    const LINES: usize = 3;
    let mut entries = vec![Entry::Title(&group.title)];
    for key in &group.keys {
        let mut lines = text::wrapped(&text::clean(&key.what), room, LINES).into_iter();
        let is_short = text::width(&text::clean(&key.keys)) < usize::from(KEYS);
        let beside = if is_short { lines.next() } else { None };
        entries.push(Entry::Key(&key.keys, beside.unwrap_or_default()));
        entries.extend(lines.map(Entry::More));
    }
    entries.push(Entry::Blank);
    entries
}
