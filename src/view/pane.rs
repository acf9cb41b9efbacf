//! A block of lines under construction, placed on the screen when it is done.
//!
//! Lines are relative to the block's corner until [`Pane::place`] moves them.

use std::ops::Range;

use super::scene::{Ink, Item, Line, Rect, Role, Scene, Target, Text};
use super::text;

/// Lines of a block, from its top.
#[derive(Clone, Debug)]
pub(super) struct Pane {
    width: u16,
    ground: Role,
    /// The lines that stay when the others are scrolled.
    head: Vec<Line>,
    /// How many lines there are above those that were made, and below.
    above: usize,
    below: usize,
    lines: Vec<Line>,
    /// The lines that are shown as long as nobody has scrolled elsewhere.
    in_sight: Range<usize>,
    /// Which line leads where, counted from the first that was made.
    links: Vec<(usize, Item)>,
}

impl Pane {
    /// Returns an empty block.
    pub(super) fn new(width: u16, ground: Role) -> Self {
        Self {
            width,
            ground,
            head: Vec::new(),
            above: 0,
            below: 0,
            lines: Vec::new(),
            in_sight: 0..0,
            links: Vec::new(),
        }
    }

    /// Returns how wide it is.
    pub(super) fn width(&self) -> u16 {
        self.width
    }

    /// Returns how many lines it has.
    pub(super) fn len(&self) -> usize {
        self.head.len() + self.above + self.lines.len() + self.below
    }

    /// Makes the lines so far stay when the lines after them are scrolled. They must lead nowhere.
    pub(super) fn hold(&mut self) {
        self.head.append(&mut self.lines);
    }

    /// Counts lines that are not made because they are out of sight: above the made ones, and below.
    pub(super) fn leave_out(&mut self, above: usize, below: usize) {
        self.above += above;
        self.below += below;
    }

    /// Says which lines are shown as long as nobody has scrolled elsewhere.
    pub(super) fn keep_in_sight(&mut self, lines: Range<usize>) {
        self.in_sight = lines;
    }

    /// Adds an empty line and returns it.
    pub(super) fn line(&mut self) -> &mut Line {
        let line = Line::new(0, self.lines.len() as u16, self.width, self.ground);
        self.lines.push(line);
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// Returns the line that was added last; an empty block gets one.
    pub(super) fn last_line(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.line();
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// Adds a line of one text.
    pub(super) fn text(&mut self, words: impl Into<String>, role: Role) {
        self.line().put(Text::new(0, words, role));
    }

    /// Adds a line of a key and a value; nothing if the value is empty.
    pub(super) fn pair(&mut self, key: &str, value: &str) {
        self.pair_of(key, value, Role::Text);
    }

    /// Adds a line of a key and a value of a colour.
    pub(super) fn pair_of(&mut self, key: &str, value: &str, role: Role) {
        if value.is_empty() {
            return;
        }
        let room = usize::from(self.width.saturating_sub(KEY_WIDTH));
        let line = self.line();
        line.put(Text::new(0, key, Role::Dim));
        line.put(Text::new(KEY_WIDTH, text::fit_middle(value, room), role));
    }

    /// Adds a line of a key and the first form of a value that fits, else the last.
    pub(super) fn pair_fitting(&mut self, key: &str, forms: &[&str], role: Role) {
        let room = usize::from(self.width.saturating_sub(KEY_WIDTH));
        let fits = |form: &&&str| text::width(form) <= room;
        if let Some(form) = forms.iter().find(fits).or(forms.last()) {
            self.pair_of(key, form, role);
        }
    }

    /// Adds a line of a key and as many whole parts of a value as fit; the first part in any case, which may
    /// take a second line. The part that matters least comes last.
    pub(super) fn pair_parts(&mut self, key: &str, parts: &[&str], between: &str) {
        let room = usize::from(self.width.saturating_sub(KEY_WIDTH));
        let mut value = String::new();
        for part in parts {
            let gap = if value.is_empty() { "" } else { between };
            let width = text::width(&value) + text::width(gap) + text::width(part);
            if !value.is_empty() && width > room {
                break;
            }
            value.push_str(gap);
            value.push_str(part);
        }
        for (index, words) in text::wrapped(&value, room, 2).iter().enumerate() {
            self.pair(if index == 0 { key } else { "" }, words);
        }
    }

    /// Adds a key and a sentence, over as many lines as it needs.
    pub(super) fn prose(&mut self, key: &str, sentence: &str) {
        let room = usize::from(self.width.saturating_sub(KEY_WIDTH)).max(1);
        let mut key = key;
        let mut line = String::new();
        let mut flush = |pane: &mut Self, words: &str| {
            let out = pane.line();
            out.put(Text::new(0, key, Role::Dim));
            out.put(Text::new(KEY_WIDTH, words, Role::Text));
            key = "";
        };
        for word in sentence.split(' ') {
            if !line.is_empty() && text::width(&line) + text::width(word) + 1 > room {
                flush(self, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        flush(self, &line);
    }

    /// Adds the lines of another block below, with where they lead. Neither block may hold lines.
    pub(super) fn append(&mut self, other: Self) {
        let above = self.lines.len();
        self.lines.extend(other.lines);
        let links = other.links.into_iter();
        self.links
            .extend(links.map(|(row, item)| (above + row, item)));
    }

    /// Makes the last line lead to something.
    pub(super) fn link(&mut self, item: Item) {
        if item != Item::None {
            self.links.push((self.lines.len().saturating_sub(1), item));
        }
    }

    /// Returns where its lines lead, with their words.
    pub(super) fn leads(&self) -> Vec<(String, Item)> {
        let words = |row: usize| {
            let line = &self.lines[row];
            let texts = line.texts.iter().map(|text| text.text.as_str());
            let mut texts = texts.filter(|text| !text.trim().is_empty());
            // Numbers at the front stay aligned to the right.
            let mut words = texts.next().unwrap_or_default().trim_end().to_owned();
            // So do values behind their keys.
            let is_key = |text: &Text| text.x == 0 && text.ink == Ink::Role(Role::Dim);
            let is_pair = line.texts.first().is_some_and(is_key);
            for text in texts.map(str::trim) {
                if is_pair && text::width(&words) < usize::from(KEY_WIDTH) {
                    words = text::pad_right(&words, usize::from(KEY_WIDTH));
                } else {
                    words.push_str("  ");
                }
                words.push_str(text);
            }
            words
        };
        let links = self.links.iter();
        let mut leads: Vec<(String, Item)> = links.map(|&(row, item)| (words(row), item)).collect();
        let indent = |words: &str| words.len() - words.trim_start_matches(' ').len();
        let indents = leads.iter().map(|(words, _)| indent(words));
        let common = indents.filter(|&indent| indent > 0).min().unwrap_or(0);
        for (words, _) in &mut leads {
            words.drain(..common.min(indent(words)));
        }
        leads
    }

    /// Returns the block without its first `n` lines, which stand elsewhere. It must not hold lines.
    pub(super) fn after(mut self, n: usize) -> Self {
        let n = n.min(self.lines.len());
        self.lines.drain(..n);
        let links = std::mem::take(&mut self.links).into_iter();
        let links = links.filter_map(|(row, item)| Some((row.checked_sub(n)?, item)));
        self.links = links.collect();
        self
    }

    /// Places a block beside that of the current tab: its lines from `top` on, as far as there are. The last
    /// line says how many more there are and in which tab, as far as it leaves room; the row of tabs counts them
    /// anyway.
    pub(super) fn place_beside(mut self, rect: Rect, top: usize, tab: &str, scene: &mut Scene) {
        let height = usize::from(rect.height);
        let hidden = self.len().saturating_sub(height);
        let top = top.min(hidden);
        let below = self.len().saturating_sub(top + height);
        let made = (top + height).checked_sub(self.head.len() + self.above + 1);
        if let Some(last) = made.and_then(|last| self.lines.get_mut(last))
            && below > 0
        {
            let n = text::grouped(below as u64);
            last.width = last.width.min(rect.width);
            let all = [
                format!(" … {n} more in {tab}"),
                format!(" … {n} more"),
                format!(" +{n}"),
            ];
            // As much as there is room for behind what the line says.
            let texts = last.texts.iter().map(Text::end);
            let spans = last.spans.iter().map(|span| span.x1.div_ceil(8) as u16);
            let charts = last.charts.iter();
            let charts = charts.map(|chart| chart.x + chart.cols.len() as u16);
            let end = texts.chain(spans).chain(charts).max().unwrap_or(0);
            let room = usize::from(last.width.saturating_sub(end));
            let fits = |words: &&String| text::width(words) <= room;
            if let Some(words) = all.iter().find(fits) {
                last.end_with(Text::new(0, words.as_str(), Role::Dim).on(self.ground));
            }
        }
        self.place(rect, top, scene);
    }

    /// Returns the first line that is shown in so many lines while nobody has scrolled.
    pub(super) fn resting(&self, height: usize) -> usize {
        let hidden = self.len().saturating_sub(height);
        self.in_sight.end.saturating_sub(height).min(hidden)
    }

    /// Moves the lines from `top` on into a rectangle of the scene. What is scrolled past the end
    /// stays at the end.
    pub(super) fn place(self, rect: Rect, top: usize, scene: &mut Scene) {
        let hidden = self.len().saturating_sub(usize::from(rect.height));
        let top = top.min(hidden);
        let held = (self.head.len() as u16).min(rect.height);
        for (y, mut line) in (rect.y..rect.y + held).zip(self.head) {
            (line.x, line.y) = (line.x + rect.x, y);
            line.width = line.width.min(rect.width);
            scene.lines.push(line);
        }
        let rect = Rect {
            y: rect.y + held,
            height: rect.height - held,
            ..rect
        };
        let from = top.saturating_sub(self.above);
        for (row, mut line) in self.lines.into_iter().skip(from).enumerate() {
            if row >= usize::from(rect.height) {
                break;
            }
            line.x += rect.x;
            line.y = rect.y + row as u16;
            line.width = line.width.min(rect.width);
            scene.lines.push(line);
        }
        for (row, item) in self.links {
            let Some(row) = row.checked_sub(from) else {
                continue;
            };
            if row < usize::from(rect.height) {
                let cell = Rect {
                    y: rect.y + row as u16,
                    height: 1,
                    ..rect
                };
                scene.targets.push((cell, Target::Item(item)));
            }
        }
    }
}

/// The width of the keys of pairs.
pub(super) const KEY_WIDTH: u16 = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::Size;

    fn lines(width: u16, parts: &[&str]) -> Vec<String> {
        let mut pane = Pane::new(width, Role::Ground);
        pane.pair_parts("CPU", parts, ", ");
        let words = |line: &Line| {
            let words: Vec<&str> = line.texts.iter().map(|text| text.text.as_str()).collect();
            words.join(" ")
        };
        pane.lines.iter().map(words).collect()
    }

    #[test]
    fn numbers_of_what_a_block_leads_to_stay_in_one_column() {
        let mut pane = Pane::new(40, Role::Ground);
        for (dur, what) in [
            (" 1.37 ms", "doFrame"),
            ("  897 µs", "draw"),
            ("expected", ""),
        ] {
            let line = pane.line();
            line.put(Text::new(2, dur, Role::Text));
            line.put(Text::new(12, what, Role::Text));
            pane.link(Item::Log(0));
        }
        let words: Vec<String> = pane.leads().into_iter().map(|(words, _)| words).collect();
        assert_eq!(words, ["1.37 ms  doFrame", " 897 µs  draw", "expected"]);
    }

    #[test]
    fn values_of_what_a_block_leads_to_stay_in_one_column() {
        let mut pane = Pane::new(40, Role::Ground);
        for (key, value) in [("CUJ", "FEED"), ("composite", "51082")] {
            pane.pair(key, value);
            pane.link(Item::Log(0));
        }
        let words: Vec<String> = pane.leads().into_iter().map(|(words, _)| words).collect();
        assert_eq!(words, ["CUJ       FEED", "composite 51082"]);
    }

    #[test]
    fn a_line_without_room_is_not_cut_to_say_how_many_follow() {
        let last = |words: &str| {
            let mut pane = Pane::new(20, Role::Ground);
            pane.text(words, Role::Text);
            pane.text("below", Role::Text);
            let trace = crate::model::builder::TraceBuilder::new().finish();
            let size = Size { cols: 60, rows: 15 };
            let state = crate::view::state::ViewState::default();
            let mut scene = crate::view::scene(&trace, &state, size);
            scene.lines.clear();
            let rect = Rect {
                x: 0,
                y: 0,
                width: 20,
                height: 1,
            };
            pane.place_beside(rect, 0, "States", &mut scene);
            let texts = scene.lines[0].texts.iter();
            texts.map(|text| text.text.as_str()).collect::<String>()
        };
        assert_eq!(last("Running 316 ms"), "Running 316 ms +1");
        assert_eq!(last("Running of 12 316 ms"), "Running of 12 316 ms");
    }

    #[test]
    fn parts_are_left_out_from_the_end_and_the_first_may_take_two_lines() {
        let parts = ["13 went to pipewire-pulse 2168", "then ran"];
        assert_eq!(
            lines(60, &parts),
            ["CPU 13 went to pipewire-pulse 2168, then ran"]
        );
        assert_eq!(lines(44, &parts), ["CPU 13 went to pipewire-pulse 2168"]);
        assert_eq!(lines(36, &parts), ["CPU 13 went to pipewire-pulse", "2168"]);
    }
}
