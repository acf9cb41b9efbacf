//! Draws the keys: groups in as many columns as fit.

use super::super::overlay::{Help, HelpGroup};
use super::super::scene::{Line, Rect, Role, Scene, Text};
use super::super::text;
use super::{clear, put_input};

/// The width of a column of keys.
const COLUMN: u16 = 52;
/// The width of the keys in it.
const KEYS: u16 = 17;

/// One line of a column.
enum Entry<'a> {
    Title(&'a str),
    Key(&'a str, &'a str),
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
    let columns = balanced(&help.groups, n_columns);
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let room = usize::from(rows - 2);
    let from = help.scroll.min(height.saturating_sub(room));
    let width = cols / n_columns as u16;
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
                    let shown = text::fit_end(&keys, usize::from(KEYS - 1)).into_owned();
                    line.put(Text::new(2, shown, Role::Strong).bold());
                    let room = usize::from(width.saturating_sub(KEYS + 4));
                    let what = text::clean(what);
                    line.put(Text::new(KEYS + 3, text::fit_end(&what, room), Role::Text));
                }
                Entry::Blank => {}
            }
            scene.overlay.push(line);
        }
    }
}

/// Spreads groups over columns of about equal height, in order.
fn balanced(groups: &[HelpGroup], n: usize) -> Vec<Vec<Entry<'_>>> {
    let total: usize = groups.iter().map(|group| group.keys.len() + 2).sum();
    let share = total.div_ceil(n.max(1));
    let mut columns: Vec<Vec<Entry<'_>>> = vec![Vec::new()];
    for group in groups {
        let is_full = columns.last().is_some_and(|column| {
            !column.is_empty() && column.len() + group.keys.len() / 2 + 1 > share
        });
        if is_full && columns.len() < n {
            columns.push(Vec::new());
        }
        if let Some(column) = columns.last_mut() {
            column.push(Entry::Title(&group.title));
            column.extend(
                group
                    .keys
                    .iter()
                    .map(|key| Entry::Key(&key.keys, &key.what)),
            );
            column.push(Entry::Blank);
        }
    }
    columns
}
