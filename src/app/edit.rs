//! Editing one line of text, character by character as people see them (graphemes).
//!
//! Pure: the caret is always on a character boundary, whatever the text is, and no control character gets
//! into the text by typing or pasting.

use unicode_segmentation::UnicodeSegmentation as _;

use super::command::family::Edit;
use crate::sql::complete::complete;
use crate::view::overlay::Input;

/// The longest text; nobody types more, and a paste is cut.
const BYTES_MAX: usize = 64 * 1024;

/// Inserts text at the caret. Line breaks and tabs become spaces, other control characters are dropped.
pub fn insert(input: &mut Input, text: &str) {
    let room = BYTES_MAX.saturating_sub(input.text.len());
    let mut safe = String::new();
    for c in text.chars() {
        let c = match c {
            '\n' | '\r' | '\t' => ' ',
            c if c.is_control() => continue,
            c => c,
        };
        if safe.len() + c.len_utf8() > room {
            break;
        }
        safe.push(c);
    }
    let caret = boundary(input);
    input.text.insert_str(caret, &safe);
    input.caret = caret + safe.len();
}

/// Applies an edit; returns whether the text has changed.
pub fn apply(input: &mut Input, command: Edit) -> bool {
    let caret = boundary(input);
    let (before, after) = input.text.split_at(caret);
    let previous = before.graphemes(true).next_back().map_or(0, str::len);
    let next = after.graphemes(true).next().map_or(0, str::len);
    let cut = match command {
        Edit::CaretLeft => {
            input.caret = caret - previous;
            return false;
        }
        Edit::CaretRight => {
            input.caret = caret + next;
            return false;
        }
        Edit::CaretStart => {
            input.caret = 0;
            return false;
        }
        Edit::CaretEnd => {
            input.caret = input.text.len();
            return false;
        }
        Edit::DeleteBack => caret - previous..caret,
        Edit::DeleteForward => caret..caret + next,
        Edit::DeleteWord => word_start(before)..caret,
        Edit::DeleteLine => 0..caret,
    };
    if cut.is_empty() {
        return false;
    }
    input.caret = cut.start;
    input.text.replace_range(cut, "");
    true
}

fn boundary(input: &Input) -> usize {
    let mut caret = input.caret.min(input.text.len());
    while !input.text.is_char_boundary(caret) {
        caret -= 1;
    }
    caret
}

fn word_start(text: &str) -> usize {
    let trimmed = text.trim_end();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match trimmed.chars().next_back() {
        Some(c) if is_word(c) => trimmed.trim_end_matches(is_word).len(),
        Some(c) => trimmed.len() - c.len_utf8(),
        None => 0,
    }
}

/// Returns the names of tables, columns, functions and modules that complete the word before the
/// caret.
pub fn sql_choices(input: &Input) -> Vec<String> {
    let completion = complete(&input.text, input.caret);
    if completion.start == boundary(input) {
        // Every name would match an empty word, which is no help.
        return Vec::new();
    }
    completion.items.into_iter().map(|item| item.text).collect()
}

/// Replaces the word before the caret.
pub fn complete_word(input: &mut Input, word: &str) {
    let caret = boundary(input);
    let (before, _) = input.text.split_at(caret);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    // The name of a module is completed together with its dots.
    let start = if word.contains('.') {
        complete(&input.text, caret).start
    } else {
        before.trim_end_matches(is_word).len()
    };
    input.text.replace_range(start..caret, word);
    input.caret = start + word.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_end(text: &str) -> Input {
        Input {
            text: text.into(),
            caret: text.len(),
        }
    }

    #[test]
    fn whole_characters_are_deleted() {
        let mut input = at_end("select e\u{301}");
        assert!(apply(&mut input, Edit::DeleteBack));
        assert_eq!(input.text, "select ");
        assert!(apply(&mut input, Edit::DeleteWord));
        assert_eq!(input.text, "");
        assert!(!apply(&mut input, Edit::DeleteWord));
    }

    #[test]
    fn pasted_controls_are_not_typed() {
        let mut input = at_end("a");
        insert(&mut input, "b\n\x1b[31mc\u{7}");
        assert_eq!(input.text, "ab [31mc");
        input.caret = 1;
        insert(&mut input, "-");
        assert_eq!(input.text, "a-b [31mc");
    }

    #[test]
    fn a_word_is_completed() {
        let mut input = at_end("select na");
        complete_word(&mut input, "name");
        assert_eq!(input, at_end("select name"));
    }
}
