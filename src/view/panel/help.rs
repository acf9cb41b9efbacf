//! Draws the keys: groups in as many columns as fit.

use super::super::chrome;
use super::super::cx::Cx;
use super::super::overlay::{Help, HelpGroup, Sample};
use super::super::scene::{Ink, Line, Rect, Role, Scene, Span, Text};
use super::super::text;
use super::{clear, put_input};

/// The width of a column of keys.
const COLUMN: u16 = 52;
/// The width of the keys in a column; longer keys move what they do.
const KEYS: u16 = 17;
/// Where a sample of a bar ends.
const SAMPLE_END: u32 = 9;

/// One line of a column.
enum Entry<'a> {
    Title(&'a str),
    Key(&'a str, String),
    /// What did not fit beside the key.
    More(String),
    Sample(&'a Sample, String),
    Blank,
}

/// Draws the keys over the whole screen.
pub(super) fn draw(cx: &Cx<'_>, help: &Help, scene: &mut Scene) {
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
    let x = title.put(Text::badge(0, help.badge));
    if let Some(input) = &help.input {
        let x = title.put(Text::new(x + 1, "/ ", Role::Accent));
        let caret = put_input(&mut title, x, input);
        scene.caret = Some((caret.min(cols - 1), 0));
    } else {
        title.put(Text::new(x + 1, "perfetty", Role::Strong).bold());
    }
    scene.overlay.push(title);
    let mut keys = Line::new(0, rows - 1, cols, Role::Bar);
    match &cx.state.message {
        Some(message) => chrome::put_message(&mut keys, "", message),
        None => scene.name_keys(chrome::named_hints(&mut keys, "", &cx.state.hints)),
    }
    scene.overlay.push(keys);
    let n_columns = usize::from((cols / COLUMN).max(1));
    let width = cols / n_columns as u16;
    let what_room = usize::from(width.saturating_sub(KEYS + 4));
    let typed = help.input.as_ref().map_or("", |input| input.text.as_str());
    let groups = matching(&help.groups, typed);
    let columns = balanced(&groups, n_columns, what_room);
    if groups.is_empty() {
        let mut line = Line::new(0, 2, cols, Role::Raised);
        line.put(Text::new(2, "nothing matches", Role::Dim));
        scene.overlay.push(line);
    }
    let height = columns.iter().map(|column| height(column)).max();
    let room = usize::from(rows - 3);
    let hidden = height.unwrap_or(0).saturating_sub(room);
    let from = help.scroll.min(hidden);
    scene.help_top = Some(from);
    if hidden > 0 {
        let words = match hidden - from {
            0 => "▲ ".to_owned(),
            below => format!("+{} ▼ ", text::grouped(below as u64)),
        };
        let mut line = Line::new(0, 1, cols, Role::Raised);
        line.put_right(0, Text::new(0, words, Role::Match));
        scene.overlay.push(line);
    }
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
                    let end = line.put(Text::new(2, shown, Role::Strong).bold());
                    let x = (end + 2).max(KEYS + 3);
                    line.put(Text::new(x, what.clone(), Role::Text));
                }
                Entry::More(what) => {
                    line.put(Text::new(KEYS + 3, what.clone(), Role::Text));
                }
                Entry::Sample(sample, what) => {
                    let mut bar = Span::bar(2 * 8, SAMPLE_END * 8, sample.ink);
                    bar.tone = sample.tone;
                    line.spans.push(bar);
                    let mut letter = Text::new(4, sample.letter, Role::Text).bold();
                    letter.ink = Ink::OnFill;
                    line.put(letter);
                    line.put(Text::new(KEYS + 3, what.clone(), Role::Text));
                }
                Entry::Blank => {}
            }
            scene.overlay.push(line);
        }
    }
}

/// Returns the keys that match a text: each of its words is in the title, the keys or what they do.
fn matching(groups: &[HelpGroup], text: &str) -> Vec<HelpGroup> {
    let lower = |word: &str| word.to_lowercase().replace("color", "colour");
    let words: Vec<String> = text.split_whitespace().map(lower).collect();
    let holds_all = |group: &HelpGroup, keys: &str, what: &str| {
        // A key of one letter is asked for as it is pressed.
        let is_key = |word: &String| keys.split(' ').any(|key| key == word);
        let all = format!("{} {what}", group.title).to_lowercase();
        words.iter().all(|word| all.contains(word) || is_key(word))
            || keys.to_lowercase().contains(&text.trim().to_lowercase())
    };
    let kept = groups.iter().map(|group| HelpGroup {
        title: group.title.clone(),
        keys: group
            .keys
            .iter()
            .filter(|key| holds_all(group, &key.keys, &key.what))
            .cloned()
            .collect(),
        samples: group
            .samples
            .iter()
            .filter(|sample| holds_all(group, sample.letter, sample.what))
            .cloned()
            .collect(),
    });
    kept.filter(|group| !group.keys.is_empty() || !group.samples.is_empty())
        .collect()
}

/// Spreads groups over columns, in order, so that the highest column is as low as can be; what keys do
/// gets so many cells a line.
fn balanced(groups: &[HelpGroup], n: usize, room: usize) -> Vec<Vec<Entry<'_>>> {
    let of_groups = || groups.iter().map(|group| entries(group, room));
    let total: usize = of_groups().map(|group| group.len()).sum();
    let spread = |most: usize| {
        let mut columns: Vec<Vec<Entry<'_>>> = vec![Vec::new()];
        for group in of_groups() {
            match columns.last_mut() {
                Some(column) if column.is_empty() || column.len() + height(&group) <= most => {
                    column.extend(group);
                }
                _ => columns.push(group),
            }
        }
        columns
    };
    // All groups fit into one column, so that the search always ends.
    let mut heights = total.div_ceil(n.max(1))..=total;
    let fits = heights.find_map(|most| Some(spread(most)).filter(|columns| columns.len() <= n));
    fits.unwrap_or_else(|| spread(usize::MAX))
}

/// Returns how many lines a column needs, without a blank one at its end.
fn height(column: &[Entry<'_>]) -> usize {
    match column.last() {
        Some(Entry::Blank) => column.len() - 1,
        _ => column.len(),
    }
}

/// Returns the lines of a group, with a blank one at its end.
fn entries(group: &HelpGroup, room: usize) -> Vec<Entry<'_>> {
    /// No command needs more lines than these on a screen of 80 columns.
    const LINES: usize = 3;
    let mut entries = vec![Entry::Title(&group.title)];
    for key in &group.keys {
        let what = text::clean(&key.what);
        let mut lines = text::wrapped(&what, room, LINES).into_iter();
        // Keys that are wider than their column push the description to the right where it still fits on
        // one line; else it goes below them.
        let beyond = (text::width(&text::clean(&key.keys)) + 1).saturating_sub(usize::from(KEYS));
        let has_room = beyond == 0 || text::width(&what) + beyond <= room;
        let beside = if has_room { lines.next() } else { None };
        entries.push(Entry::Key(&key.keys, beside.unwrap_or_default()));
        entries.extend(lines.map(Entry::More));
    }
    for sample in &group.samples {
        let mut lines = text::wrapped(sample.what, room, LINES).into_iter();
        entries.push(Entry::Sample(sample, lines.next().unwrap_or_default()));
        entries.extend(lines.map(Entry::More));
    }
    entries.push(Entry::Blank);
    entries
}

#[cfg(test)]
mod tests {
    use super::super::super::state::Hint;
    use super::*;

    #[test]
    fn columns_are_as_low_as_can_be() {
        let group = |n: usize| HelpGroup {
            title: "t".into(),
            keys: vec![
                Hint {
                    keys: "k".into(),
                    what: "w".into()
                };
                n
            ],
            samples: Vec::new(),
        };
        let groups = [7, 4, 4, 2, 9].map(group);
        let heights = |n: usize| {
            let columns = balanced(&groups, n, 40);
            columns
                .iter()
                .map(|column| height(column))
                .collect::<Vec<_>>()
        };
        assert_eq!(heights(1), [35]);
        assert_eq!(heights(2), [20, 14]);
        assert_eq!(heights(3), [14, 9, 10]);
        assert_eq!(balanced(&[], 3, 40).len(), 1);
    }

    #[test]
    fn keys_are_filtered_by_words_and_keys() {
        let hint = |keys: &str, what: &str| Hint {
            keys: keys.into(),
            what: what.into(),
        };
        let groups = [
            HelpGroup {
                title: "Move".into(),
                keys: vec![hint("w", "Zoom in"), hint("a ←", "Go back in time")],
                samples: Vec::new(),
            },
            HelpGroup {
                title: "Find".into(),
                keys: vec![hint("Ctrl-P", "Find a track")],
                samples: Vec::new(),
            },
        ];
        let kept = |text: &str| {
            let groups = matching(&groups, text);
            let keys = groups.iter().flat_map(|group| &group.keys);
            keys.map(|key| key.keys.clone()).collect::<Vec<_>>()
        };
        assert_eq!(kept(""), ["w", "a ←", "Ctrl-P"]);
        assert_eq!(kept("ZOOM"), ["w"]);
        assert_eq!(kept("move in"), ["w", "a ←"]);
        assert_eq!(kept("ctrl-p"), ["Ctrl-P"]);
        assert_eq!(kept("nothing"), [""; 0]);
    }
}
