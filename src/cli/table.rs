//! Tables of reports: aligned text for people, Markdown, and CSV as in RFC 4180.
//!
//! Cells may contain text from the trace. For people it is always made safe to print; CSV has it unchanged,
//! except on a terminal.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};

use super::out::Out;
use crate::base::csv;
use crate::view::text::{
    clean, clean_whole, fit_end, fit_middle, pad_left, pad_right, width, wrapped,
};

/// The widest column, in cells, except for text in the last column.
const MAX_WIDTH: usize = 60;

/// The widest column of [`Align::Name`], in cells.
const MAX_NAME_WIDTH: usize = 36;

/// The least room in which text is continued below its own column, in cells.
const LEAST_ROOM: usize = 30;

/// The indent of text that is continued below its row, in cells.
const INDENT: usize = 4;

/// How a column is aligned and cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the left, for text.
    Left,
    /// To the left and cut in the middle, for long names that differ at their ends.
    Name,
    /// Like [`Self::Name`], but as wide as any text.
    Middle,
    /// To the right, for numbers.
    Right,
}

/// A table with a heading.
#[derive(Clone, Debug, Default)]
pub struct Table {
    head: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table without rows.
    pub fn new(head: &[(&'static str, Align)]) -> Self {
        Self {
            head: head.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row with one cell for each column.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Prints the table for people.
    pub fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.text_within(None, out)
    }

    /// Prints the table for people, in lines of so many cells. Longer text in the last column is continued on
    /// the next lines, below its beginning if there is room, otherwise below the row.
    pub fn text_within(&self, columns: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
        let last = self.head.len().saturating_sub(1);
        let name_widths: Vec<usize> = (0..self.head.len())
            .map(|column| self.name_width(column))
            .collect();
        let fit = |(column, cell): (usize, &String)| {
            let cell = clean_whole(cell);
            match self.head[column].1 {
                Align::Left if column == last => cell.into_owned(),
                Align::Left | Align::Right => fit_end(&cell, MAX_WIDTH).into_owned(),
                Align::Middle => fit_middle(&cell, MAX_WIDTH).into_owned(),
                Align::Name => fit_middle(&cell, name_widths[column]).into_owned(),
            }
        };
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.iter().enumerate().map(fit).collect())
            .collect();
        let widths: Vec<usize> = self
            .head
            .iter()
            .enumerate()
            .map(|(column, (title, _))| {
                let cells = rows.iter().map(|row| width(&row[column]));
                cells.max().unwrap_or(0).max(width(title))
            })
            .collect();
        let head: Vec<String> = self.head.iter().map(|head| head.0.to_owned()).collect();
        let before: usize = widths.iter().take(last).map(|width| width + 2).sum();
        for (n, row) in std::iter::once(&head).chain(&rows).enumerate() {
            let mut row = Cow::Borrowed(row);
            let text = row.last().filter(|_| self.head[last].1 == Align::Left);
            let (mut below, mut indent) = (Vec::new(), before);
            if let (Some(columns), Some(text)) = (columns, text)
                && before + width(text) > columns
            {
                let room = columns.saturating_sub(before);
                if room >= LEAST_ROOM {
                    below = wrapped(text, room, usize::MAX);
                } else {
                    indent = INDENT.min(columns / 2);
                    // The title of the last column is left out if the text is below the row.
                    if n > 0 {
                        below = wrapped(text, columns - indent, usize::MAX);
                    }
                    below.insert(0, String::new());
                }
                row.to_mut()[last] = below.remove(0);
            }
            let cells: Vec<String> = row
                .iter()
                .zip(&self.head)
                .zip(&widths)
                .map(|((cell, head), &width)| match head.1 {
                    Align::Left | Align::Name | Align::Middle => pad_right(cell, width),
                    Align::Right => pad_left(cell, width),
                })
                .collect();
            writeln!(out, "{}", cells.join("  ").trim_end())?;
            for line in below {
                writeln!(out, "{:indent$}{line}", "")?;
            }
        }
        Ok(())
    }

    /// Returns how wide a column of names gets: wider where names would look the same.
    fn name_width(&self, column: usize) -> usize {
        let names = self.rows.iter().map(|row| clean_whole(&row[column]));
        let names: HashSet<Cow<'_, str>> = names.collect();
        let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let are_apart = |room: &usize| {
            let mut seen = HashSet::new();
            names
                .iter()
                .all(|name| seen.insert(fit_middle(name, *room)))
        };
        (MAX_NAME_WIDTH..widest)
            .step_by(MAX_NAME_WIDTH / 3)
            .find(are_apart)
            .unwrap_or(widest.max(MAX_NAME_WIDTH))
    }

    /// Writes it as a Markdown table.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let titles: Vec<&str> = self.head.iter().map(|head| head.0).collect();
        writeln!(out, "| {} |", titles.join(" | "))?;
        let rules: Vec<&str> = self
            .head
            .iter()
            .map(|head| match head.1 {
                Align::Left | Align::Name | Align::Middle => "---",
                Align::Right => "---:",
            })
            .collect();
        writeln!(out, "| {} |", rules.join(" | "))?;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| markdown_text(cell)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        Ok(())
    }

    /// Prints the table as CSV; `terminal` tells whether the output is a terminal.
    pub fn csv(&self, terminal: bool, out: &mut dyn Write) -> io::Result<()> {
        let mut line = csv::Line::default();
        for (title, _) in &self.head {
            line.push_cell(title);
        }
        out.write_all(line.end())?;
        for row in &self.rows {
            for cell in row {
                if terminal {
                    line.push_cell(&clean_whole(cell));
                } else {
                    line.push_cell(cell);
                }
            }
            out.write_all(line.end())?;
        }
        Ok(())
    }
}

/// Returns text as Markdown that shows it and nothing else: no link, markup or table cell; nor does a word of it
/// mention somebody, or begin with the number of an issue, where it is posted: against that only a comment helps.
pub fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = clean_whole(text);
    let mut chars = text.chars().peekable();
    let mut is_in_word = false;
    while let Some(c) = chars.next() {
        if matches!(c, '\\' | '|' | '`' | '*' | '_' | '~' | '[' | '<' | '&') {
            out.push('\\');
        }
        out.push(c);
        if matches!(c, '@' | '#')
            && !is_in_word
            && chars.peek().is_some_and(char::is_ascii_alphanumeric)
        {
            out.push_str("<!-- -->");
        }
        is_in_word = c.is_alphanumeric();
    }
    out
}

/// Returns a number as reports print it: with the minus that other programs read.
pub fn with_plain_minus(text: &str) -> String {
    text.replace('−', "-")
}

/// Prints a JSON value.
pub fn json(value: &serde_json::Value, out: &mut Out) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    if out.is_terminal() {
        writeln!(out, "{}", escaped_json(&text))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// Returns how many rows are printed if `asked`, where 0 is all; if not, `usual` for people and all for programs.
pub fn limit(asked: Option<usize>, is_for_programs: bool, usual: usize) -> usize {
    match asked {
        Some(0) => usize::MAX,
        Some(limit) => limit,
        None if is_for_programs => usize::MAX,
        None => usual,
    }
}

/// Escapes JSON for a terminal: every character that could control the terminal becomes an escape
/// of JSON, which does not change the value.
pub fn escaped_json(json: &str) -> String {
    use std::fmt::Write as _;
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        // JSON itself escapes control characters, except DEL.
        if c != '\u{7f}' && (c.is_ascii() || clean(c.encode_utf8(&mut [0; 4])).contains(c)) {
            safe.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _written = write!(safe, "\\u{unit:04x}");
            }
        }
    }
    safe
}

#[cfg(test)]
pub mod tests {
    //! Helpers for the tests of reports.

    use std::collections::BTreeSet;

    use super::*;

    /// Returns what a function prints.
    pub fn written(write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).expect("memory can be written");
        String::from_utf8(out).expect("reports are UTF-8")
    }

    /// Asserts that a JSON value has the keys of the example under `heading` in `docs/json.md`.
    pub fn assert_documented(heading: &str, value: &serde_json::Value) {
        let docs = include_str!("../../docs/json.md");
        let example = docs
            .split("\n## ")
            .find_map(|part| part.strip_prefix(heading)?.split("```json\n").nth(1))
            .and_then(|rest| rest.split("```").next())
            .expect("an example under the heading");
        let example = serde_json::from_str(example).expect("the example is JSON");
        assert_eq!(paths(value), paths(&example), "docs/json.md, {heading}");
    }

    fn paths(value: &serde_json::Value) -> BTreeSet<String> {
        fn walk(value: &serde_json::Value, at: &str, found: &mut BTreeSet<String>) {
            match value {
                serde_json::Value::Object(fields) => {
                    for (key, value) in fields {
                        let path = format!("{at}.{key}");
                        walk(value, &path, found);
                        found.insert(path);
                    }
                }
                serde_json::Value::Array(items) => {
                    for item in items {
                        walk(item, &format!("{at}[]"), found);
                    }
                }
                _ => {}
            }
        }
        let mut found = BTreeSet::new();
        walk(value, "", &mut found);
        found
    }

    #[test]
    fn text_goes_on_below() {
        let mut table = Table::new(&[("name", Align::Left), ("what it means", Align::Left)]);
        table.row(vec![
            "a".repeat(10),
            "one two three four five six seven".to_owned(),
        ]);
        table.row(vec!["b".to_owned(), "short".to_owned()]);
        let text = |columns| written(|out| Ok(table.text_within(columns, out)?));
        assert_eq!(
            text(Some(42)),
            "name        what it means\n\
             aaaaaaaaaa  one two three four five six\n\
             \x20           seven\n\
             b           short\n"
        );
        // There is no room for the text below its column.
        assert_eq!(
            text(Some(30)),
            "name        what it means\n\
             aaaaaaaaaa\n\
             \x20   one two three four five\n\
             \x20   six seven\n\
             b           short\n"
        );
        assert_eq!(text(Some(80)), text(None));
    }

    #[test]
    fn cells_are_aligned_quoted_and_made_safe() {
        let mut table = Table::new(&[("name", Align::Left), ("n", Align::Right)]);
        table.row(vec!["a\u{1b}[31m,\"b\"".into(), "1".into()]);
        table.row(vec!["x|y".into(), "200".into()]);
        let text = written(|out| Ok(table.text(out)?));
        assert!(!text.contains('\u{1b}'), "{text:?}");
        assert!(text.lines().all(|line| line.ends_with(['n', '1', '0'])));
        let markdown = written(|out| Ok(table.markdown(out)?));
        assert!(markdown.contains("| x\\|y | 200 |"), "{markdown}");
        let raw = written(|out| Ok(table.csv(false, out)?));
        assert_eq!(raw, "name,n\n\"a\u{1b}[31m,\"\"b\"\"\",1\nx|y,200\n");
        assert!(!written(|out| Ok(table.csv(true, out)?)).contains('\u{1b}'));
    }

    #[test]
    fn markdown_shows_text_as_it_is() {
        assert_eq!(
            markdown_text("o.__init__ ~~a~~ *b* `c` [d](e) <f> &lt; g|h \\"),
            r"o.\_\_init\_\_ \~\~a\~\~ \*b\* \`c\` \[d](e) \<f> \&lt; g\|h \\"
        );
        assert_eq!(
            markdown_text("@org/team #12 a#3 me@b @ # x"),
            "@<!-- -->org/team #<!-- -->12 a#3 me@b @ # x"
        );
    }

    #[test]
    fn names_that_differ_look_different() {
        let mut table = Table::new(&[("name", Align::Name), ("n", Align::Right)]);
        let name = |x: &str| format!("{}{x}{}", "a".repeat(40), "z".repeat(40));
        for (x, n) in [("1", "1"), ("2", "2"), ("1", "3")] {
            table.row(vec![name(x), n.to_owned()]);
        }
        let text = written(|out| Ok(table.text(out)?));
        let cells: Vec<&str> = (text.lines().skip(1))
            .filter_map(|line| line.split("  ").next())
            .collect();
        assert!(cells[0] != cells[1] && cells[0] == cells[2], "{text}");
    }

    #[test]
    fn only_what_stands_last_is_never_cut() {
        let mut table = Table::new(&[
            ("text", Align::Left),
            ("name", Align::Name),
            ("any name", Align::Middle),
            ("meaning", Align::Left),
        ]);
        let long = format!("a{}z", "-".repeat(100));
        table.row(vec![long.clone(), long.clone(), long.clone(), long.clone()]);
        let text = written(|out| Ok(table.text(out)?));
        let cells: Vec<&str> = text.lines().nth(1).expect("a row").split("  ").collect();
        assert_eq!(
            cells.iter().map(|cell| width(cell)).collect::<Vec<_>>(),
            [60, 36, 60, 102]
        );
        assert!(cells[0].ends_with('…') && cells[1].ends_with('z'));
        assert!(cells[2].ends_with('z') && cells[3] == long);
    }

    #[test]
    fn json_on_a_terminal_is_the_same_value_without_unsafe_characters() {
        let value = serde_json::json!({ "a": "x\u{202e}\u{7}\u{7f}é\u{1f600}" });
        let safe = escaped_json(&value.to_string());
        assert!(!safe.contains(['\u{202e}', '\u{7f}']), "{safe:?}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&safe).ok(),
            Some(value)
        );
    }
}
