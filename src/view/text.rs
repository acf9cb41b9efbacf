//! Text that is safe to print and as wide as its place: sanitising, width, cutting.
//!
//! Everything from a trace, a file name or an error passes through [`clean`]
//! before it enters a scene, and through [`clean_whole`] before a report prints
//! it: no control characters, no bidirectional or zero-width characters, no
//! floods of combining marks reach the terminal.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr};

use crate::base::cut::start_of;

/// What stands for characters that are not printed.
const REPLACEMENT: char = '\u{fffd}';

/// How many combining marks a character may carry.
const MAX_MARKS: usize = 3;

/// The longest text for a screen, in characters: more never fits one.
const MAX_CHARS: usize = 4096;

/// The bytes of a character of UTF-8, at most.
const CHAR_BYTES_MAX: usize = 4;

fn is_plain(byte: u8) -> bool {
    (0x20..0x7f).contains(&byte)
}

/// Returns whether a character may change what its neighbours look like, or is not visible.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
            | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Returns whether a character says how others are written and is not seen: how letters join,
/// whether a sign is a picture, or which skin that has. Names in scripts that need it, and emoji,
/// are full of them.
fn is_joiner(c: char) -> bool {
    matches!(
        c,
        '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}'
    )
}

/// Returns text that is safe to show, as [`clean_whole`] does. Of a text that is longer than a screen can
/// hold only the start is returned, with `…` at its end, so that a draw never takes as long as the longest
/// text of a trace.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.len() > MAX_CHARS
        && let Some((end, _)) = text.char_indices().nth(MAX_CHARS)
    {
        let mut start = clean_whole(text.get(..end).unwrap_or_default()).into_owned();
        start.push('…');
        return Cow::Owned(start);
    }
    clean_whole(text)
}

/// Returns text that is safe to print: one line, every character visible and of known width.
///
/// Control characters become `\n`-like escapes or their code, invisible and bidirectional ones U+FFFD. More
/// than three combining marks in a row are dropped, as are joiners after characters beyond ASCII, because
/// terminals do not agree on how wide the result is.
pub fn clean_whole(text: &str) -> Cow<'_, str> {
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut marks = MAX_MARKS;
    let mut before = ' ';
    for c in text.chars() {
        if is_joiner(c) && !before.is_ascii() {
            continue;
        }
        before = c;
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_unsafe(c) => out.push(REPLACEMENT),
            c => match c.width() {
                Some(0) if marks >= MAX_MARKS => {}
                Some(0) => {
                    marks += 1;
                    out.push(c);
                    continue;
                }
                Some(_) => {
                    out.push(c);
                    marks = 0;
                    continue;
                }
                None => out.push(REPLACEMENT),
            },
        }
        // A mark would join an escape that is not its base.
        marks = MAX_MARKS;
    }
    Cow::Owned(out)
}

/// Returns text as it may go into a clipboard: with its lines and tabs, without anything else
/// that is not seen or acts when it is pasted.
pub fn for_clipboard(text: &str) -> String {
    let mut n_marks = 0;
    let keep = |&c: &char| {
        n_marks = if c.width() == Some(0) { n_marks + 1 } else { 0 };
        matches!(c, '\n' | '\t') || !is_unsafe(c) && n_marks <= MAX_MARKS
    };
    text.chars().filter(keep).collect()
}

/// Returns bytes as text that is safe to show, with invalid UTF-8 replaced; see [`clean`].
pub fn clean_bytes(bytes: &[u8]) -> Cow<'_, str> {
    // What is longer than any text that is shown is not even looked at.
    let bytes = start_of(bytes, CHAR_BYTES_MAX * (MAX_CHARS + 1));
    match std::str::from_utf8(bytes) {
        Ok(text) => clean(text),
        Err(_) => Cow::Owned(clean(&String::from_utf8_lossy(bytes)).into_owned()),
    }
}

/// Returns bytes as text that is safe to print, with invalid UTF-8 replaced; see [`clean_whole`].
pub fn clean_whole_bytes(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => clean_whole(text),
        Err(_) => Cow::Owned(clean_whole(&String::from_utf8_lossy(bytes)).into_owned()),
    }
}

/// Returns how many cells safe text takes.
pub fn width(text: &str) -> usize {
    if text.bytes().all(is_plain) {
        text.len()
    } else {
        // Terminals give each letter its cells, also of two that a font joins, such as lam and alef.
        text.graphemes(true).map(UnicodeWidthStr::width).sum()
    }
}

/// Returns the longest start of `text` that fits `room` cells.
fn head(text: &str, room: usize) -> &str {
    let mut used = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        used += grapheme.width();
        if used > room {
            return text.get(..at).unwrap_or_default();
        }
    }
    text
}

/// Returns the longest end of `text` that fits `room` cells.
fn tail(text: &str, room: usize) -> &str {
    let mut used = 0;
    let mut start = text.len();
    for (at, grapheme) in text.grapheme_indices(true).rev() {
        used += grapheme.width();
        if used > room {
            break;
        }
        start = at;
    }
    text.get(start..).unwrap_or_default()
}

/// Returns safe text cut at its end to at most `room` cells: `Choreographer#doFr…`.
pub fn fit_end(text: &str, room: usize) -> Cow<'_, str> {
    if width(text) <= room {
        return Cow::Borrowed(text);
    }
    match room {
        0 => Cow::Borrowed(""),
        1 => Cow::Borrowed("…"),
        _ => Cow::Owned(format!(
            "{}…",
            head(text, room - 1).trim_end_matches([' ', '…'])
        )),
    }
}

/// The units that stay with the number in front of them.
const UNITS: [&str; 10] = ["ns", "µs", "ms", "s", "min", "h", "%", "kB", "MB", "GB"];

/// Returns whether the space at a place stands between a number and its unit.
fn is_in_value(text: &str, space: usize) -> bool {
    let (before, after) = text.split_at(space);
    let word = after.split_whitespace().next().unwrap_or_default();
    let is_unit = UNITS.contains(&word.trim_end_matches([')', ',', '.', ':', ';']));
    is_unit && before.ends_with(|c: char| c.is_ascii_digit())
}

/// Returns safe text in lines of at most `room` cells, broken at spaces where that leaves half a line, though
/// not between a number and its unit, else between the parts of a name; at most so many `lines`, of which the
/// last may be cut.
pub fn wrapped(text: &str, room: usize, lines: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while out.len() < lines && !rest.is_empty() {
        let part = head(rest, room);
        if out.len() + 1 == lines || part.is_empty() || part.len() == rest.len() {
            out.push(fit_end(rest, room).into_owned());
            break;
        }
        let is_word_over = rest.as_bytes().get(part.len()) == Some(&b' ');
        let over = is_word_over.then_some(part.len());
        let spaces = part.rmatch_indices(' ').map(|(at, _)| at);
        let spaces = over.into_iter().chain(spaces);
        let mut spaces = spaces.take_while(|&at| at >= part.len() / 2);
        let last = spaces.next();
        let end = match last {
            Some(at) if is_in_value(rest, at) => spaces.next().or(last),
            Some(_) => last,
            // A long name, such as `android.hardware.graphics.allocator`, is broken between its parts.
            None => part
                .rfind(['.', '/', ':', '-', '_'])
                .map(|at| at + 1)
                .filter(|&at| at >= part.len() / 2),
        };
        let end = end.unwrap_or(part.len());
        let (line, left) = rest.split_at(end);
        out.push(line.trim_end().to_owned());
        rest = left.trim_start();
    }
    out
}

/// Returns text made safe and cut into lines as [`wrapped`] does, which also end where those of the text end.
pub fn wrapped_paragraphs(text: &str, room: usize, lines: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut paragraphs = text.trim().lines().filter(|line| !line.trim().is_empty());
    while out.len() < lines
        && let Some(paragraph) = paragraphs.next()
    {
        out.extend(wrapped(&clean(paragraph), room, lines - out.len()));
    }
    if paragraphs.next().is_some()
        && let Some(last) = out.last_mut()
        && !last.ends_with('…')
    {
        *last = format!(
            "{}…",
            fit_end(last, room.saturating_sub(1)).trim_end_matches('…')
        );
    }
    out
}

/// Returns safe text cut at its start to at most `room` cells: `…apps.nexuslauncher`.
pub fn fit_start(text: &str, room: usize) -> Cow<'_, str> {
    if width(text) <= room {
        return Cow::Borrowed(text);
    }
    match room {
        0 => Cow::Borrowed(""),
        1 => Cow::Borrowed("…"),
        _ => Cow::Owned(format!(
            "…{}",
            tail(text, room - 1).trim_start_matches([' ', '…'])
        )),
    }
}

/// Returns safe text cut so that its start and its end stay: `com.google…launcher 4312`.
pub fn fit_middle(text: &str, room: usize) -> Cow<'_, str> {
    if width(text) <= room {
        return Cow::Borrowed(text);
    }
    if room < 5 {
        return fit_end(text, room);
    }
    let end = (room - 1) / 2;
    Cow::Owned(format!(
        "{}…{}",
        head(text, room - 1 - end).trim_end_matches('…'),
        tail(text, end).trim_start_matches('…')
    ))
}

/// Returns the safe name of a slice cut to `room` cells, keeping what tells it from others.
///
/// Where the name ends in a number, as `Choreographer#doFrame 131` does, the number stays if
/// half of the room is left for the rest. Where it is a path or has a package in front, that goes
/// first.
pub fn fit_label(name: &str, room: usize) -> Cow<'_, str> {
    if width(name) <= room {
        return Cow::Borrowed(name);
    }
    if room < 6 {
        return fit_end(name, room);
    }
    if let Some((words, number)) = name.rsplit_once(' ')
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
        && number.len() + 2 <= room / 2
    {
        let words = fit_end(words, room - number.len() - 1);
        return Cow::Owned(format!("{words} {number}"));
    }
    fit_end(name, room)
}

/// Returns the name of a track or process cut to `room` cells: packages lose their start, and a number at the
/// end stays, which is an id or counts tracks: `Rend… 4330`, `Thr…24686`, `cpufr…7`. A machine other than the
/// host is named in short: `app 100 m1`.
pub fn fit_name(name: &str, room: usize) -> Cow<'_, str> {
    /// With fewer cells left for it, the name is worth more than the machine.
    const LEAST_OWN: usize = 6;
    if width(name) <= room {
        return Cow::Borrowed(name);
    }
    let Some((own, machine)) = split_machine(name) else {
        return fit_own_name(name, room);
    };
    let machine = format!(" m{machine}");
    let left = room.saturating_sub(width(&machine));
    if left < LEAST_OWN && left < width(own) {
        return fit_own_name(own, room);
    }
    Cow::Owned(format!("{}{machine}", fit_own_name(own, left)))
}

/// Returns whether words are the name of a package.
fn is_package(words: &str) -> bool {
    words.matches('.').count() >= 2 && !words.contains(' ')
}

/// Returns the words of a name cut to `room` cells: those of a package at their start.
pub fn fit_words(words: &str, room: usize) -> Cow<'_, str> {
    if is_package(words) {
        fit_start(words, room)
    } else {
        fit_end(words, room)
    }
}

/// Returns a name without the id at its end, and the id; `None` if it has none.
pub fn split_id(name: &str) -> Option<(&str, &str)> {
    let (words, id) = name.rsplit_once(' ')?;
    let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
    (is_id && !words.is_empty()).then_some((words, id))
}

fn fit_own_name(name: &str, room: usize) -> Cow<'_, str> {
    /// With fewer cells left for the words, a space before the number is one too many.
    const LEAST_WORDS: usize = 5;
    if width(name) <= room {
        return Cow::Borrowed(name);
    }
    let words = name.trim_end_matches(|c: char| c.is_ascii_digit());
    // How many there are in a group: `GPU ×3`.
    let words = words.strip_suffix('×').unwrap_or(words);
    let number = name.get(words.len()..).unwrap_or_default();
    let left = room.saturating_sub(width(number));
    match words.strip_suffix(' ') {
        Some(words) if !number.is_empty() && left > LEAST_WORDS => {
            Cow::Owned(format!("{} {number}", fit_words(words, left - 1)))
        }
        // A part of an id would be another one.
        Some(words) if !number.is_empty() && left < 2 => fit_words(words, room),
        _ if is_package(words.trim_end()) => fit_start(name, room),
        // A letter, what stands for the others, and the number.
        _ if !number.is_empty() && left >= 2 => {
            Cow::Owned(format!("{}…{number}", head(words, left - 1).trim_end()))
        }
        _ => fit_end(name, room),
    }
}

/// Splits a title into what comes before the machine and the machine's number; `None` if it names none.
pub fn split_machine(title: &str) -> Option<(&str, &str)> {
    let (own, machine) = title.rsplit_once(" of machine ")?;
    let is_number = !machine.is_empty() && machine.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((own, machine))
}

/// Returns text padded with spaces at its start to `room` cells.
pub fn pad_left(text: &str, room: usize) -> String {
    let missing = room.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(missing))
}

/// Returns text padded with spaces at its end to `room` cells.
pub fn pad_right(text: &str, room: usize) -> String {
    let missing = room.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// Returns how many of something there are, in words: `1 row`, `1 642 rows`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    let what = if n == 1 { one } else { many };
    format!("{} {what}", grouped(n as u64))
}

/// Returns a count with thin groups of three digits: `1 642`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, c) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// Returns a count in at most five characters and a space: `3.21 M`, `41.9 k`, `999`.
pub fn short_count(n: u64) -> String {
    match scaled(n as f64) {
        (_, "") => n.to_string(),
        (x, prefix) => format!("{} {prefix}", three_digits(x)),
    }
}

/// Returns a number of bytes: `412 MB`.
pub fn bytes(n: u64) -> String {
    match scaled(n as f64) {
        (_, "") => format!("{n} B"),
        (x, prefix) => format!("{} {prefix}B", three_digits(x)),
    }
}

/// Returns a number divided by the largest power of a thousand that it reaches when it is rounded to three
/// digits, and the prefix of that power: 999 960 is 1.00 M, not 1000 k.
fn scaled(x: f64) -> (f64, &'static str) {
    let (unit, prefix) = thousands(x);
    (x / unit, prefix)
}

/// Returns the largest power of a thousand that a number reaches when it is rounded to three digits, and its
/// prefix; 1 for a small number.
pub(super) fn thousands(x: f64) -> (f64, &'static str) {
    let prefixes = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let fitting = prefixes.into_iter().find(|(unit, _)| x >= unit * 0.9995);
    fitting.unwrap_or((1.0, ""))
}

/// Returns the share of a whole that a part is, in whole percents.
pub fn percent(part: i64, whole: i64) -> String {
    format!("{:.0} %", part as f64 * 100.0 / whole.max(1) as f64)
}

/// Returns a number from 0 to 1000 with three significant digits: `1.23`, `12.3`, `123`.
pub fn three_digits(x: f64) -> String {
    if x.abs() >= 99.95 {
        format!("{x:.0}")
    } else if x.abs() >= 9.995 {
        format!("{x:.1}")
    } else {
        format!("{x:.2}")
    }
}

/// Returns a number that is not negative with three significant digits and no zeros at its end. From 1000 on
/// it has all digits before the point: `1234`, `12.3`, `0.00123`; where that takes many zeros it has powers
/// of ten: `1.23e-7`, `1e21`.
pub fn significant(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return if x == 0.0 { "0" } else { "∞" }.to_owned();
    }
    let is_long = !(9.995e-5..9.995e14).contains(&x);
    if is_long {
        let digits = format!("{x:.2e}");
        return match digits.split_once('e') {
            Some((digits, power)) => format!("{}e{power}", trimmed(digits)),
            None => digits,
        };
    }
    // Each number of decimals with the least number that is written so.
    let decimals = [(99.95, 0), (9.995, 1), (0.9995, 2), (0.09995, 3)];
    let decimals = decimals
        .into_iter()
        .chain([(0.009_995, 4), (0.000_999_5, 5)]);
    let fitting = decimals.into_iter().find(|&(least, _)| x >= least);
    let decimals = fitting.map_or(6, |(_, decimals)| decimals);
    trimmed(&format!("{x:.decimals$}")).to_owned()
}

/// Returns a number with so many decimals, but for zeros at its end; the sign is a true minus.
pub fn decimal(x: f64, decimals: usize) -> String {
    let sign = if x < 0.0 { "−" } else { "" };
    let x = x.abs();
    format!("{sign}{}", trimmed(&format!("{x:.decimals$}")))
}

/// Returns a value of a counter: `2.85 G`, `62`, `0.5`; the sign is a true minus.
pub fn value(x: f64) -> String {
    if x.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if x < 0.0 { "−" } else { "" };
    let x = x.abs();
    let (unit, prefix) = thousands_of_value(x);
    let number = format!("{sign}{} {prefix}", significant(x / unit));
    number.trim_end().to_owned()
}

/// Returns the power of a thousand in which a value of a counter is written, which must not be negative, and
/// its prefix; 1 where four digits or a power of ten say it.
pub(super) fn thousands_of_value(x: f64) -> (f64, &'static str) {
    match x {
        9_999.5..9.995e14 => thousands(x),
        _ => (1.0, ""),
    }
}

/// Returns every digit of a value of a counter: `579 301 376`, `−0.125`; the sign is a true minus.
pub fn exact_value(x: f64) -> String {
    /// From here on not every integer has a floating-point number.
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    if !x.is_finite() {
        return value(x);
    }
    let sign = if x < 0.0 { "−" } else { "" };
    let x = x.abs();
    if x >= EXACT_MAX || x > 0.0 && x < 1e-9 {
        return format!("{sign}{x:e}");
    }
    let digits = x.to_string();
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, format!(".{fraction}")),
        None => (digits.as_str(), String::new()),
    };
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    format!("{sign}{whole}{fraction}")
}

/// Returns a decimal number without zeros at its end.
fn trimmed(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paragraphs_end_where_the_lines_of_the_text_end() {
        let of = |text, lines| wrapped_paragraphs(text, 8, lines);
        assert_eq!(of("a b\n\nc\u{1b}[2Jd\n", 9), ["a b", "c\u{fffd}[2Jd"]);
        assert_eq!(of("one two three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(of("one two three\nfour", 2), ["one two", "three…"]);
        assert_eq!(of("one two\nfour", 1), ["one two…"]);
        assert_eq!(of(" \n ", 3), [""; 0]);
        assert_eq!(of("a", 0), [""; 0]);
    }

    #[test]
    fn escapes_never_pass() {
        for text in [
            "\u{1b}[31mred",
            "a\u{9b}31m",
            "bell\u{7}",
            "a\nb\tc\rd",
            "\u{202e}rtl",
            "z\u{200d}w",
            "tag\u{e0041}",
            "\u{1b}]52;c;aGk=\u{7}",
            "\u{2066}x\u{2069}",
            "\u{feff}bom",
            "\0nul",
        ] {
            let safe = clean(text);
            assert!(
                !safe.chars().any(is_unsafe) || safe.contains(REPLACEMENT),
                "{safe:?}"
            );
            assert!(!safe.chars().any(char::is_control), "{safe:?}");
        }
        assert_eq!(clean("a\nb"), "a\\nb");
        assert_eq!(clean("\u{1b}[1m"), "\u{fffd}[1m");
        assert_eq!(clean_bytes(b"ok\xff\xfe"), "ok\u{fffd}\u{fffd}");
        assert!(matches!(clean("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn only_the_screen_bounds_text() {
        let long = "é".repeat(MAX_CHARS);
        assert_eq!(clean(&long), long);
        let longer = format!("{long}\u{301}\n");
        assert_eq!(clean(&longer), format!("{long}…"));
        assert_eq!(clean_whole(&longer), format!("{long}\u{301}\\n"));
        assert_eq!(clean_bytes(longer.as_bytes()), format!("{long}…"));
        assert_eq!(clean_whole_bytes(longer.as_bytes()), clean_whole(&longer));
        let plain = "a".repeat(MAX_CHARS + 1);
        assert!(matches!(clean_whole(&plain), Cow::Borrowed(_)));
        assert_eq!(clean(&plain).chars().count(), MAX_CHARS + 1);
    }

    #[test]
    fn joiners_of_letters_and_pictures_are_dropped() {
        assert_eq!(clean("👩\u{200d}👧"), "👩👧");
        assert_eq!(clean("👍\u{1f3fd} skin"), "👍 skin");
        assert_eq!(clean("\u{1f3fd}"), "\u{1f3fd}", "alone it is seen");
        assert_eq!(clean("می\u{200c}شود"), "میشود");
        assert_eq!(clean("❤\u{fe0f}x"), "❤x");
        assert_eq!(clean("a\u{200d}b"), "a\u{fffd}b", "hidden in plain text");
        assert_eq!(clean("\u{fe0f}"), "\u{fffd}");
    }

    #[test]
    fn of_very_long_bytes_only_the_beginning_is_read() {
        for letter in ["a", "é", "日", "🦀"] {
            let long = letter.repeat(3 * MAX_CHARS);
            let shown = clean_bytes(long.as_bytes());
            assert_eq!(shown, clean(&long), "{letter}");
            assert_eq!(shown.chars().count(), MAX_CHARS + 1, "{letter}");
        }
        let bytes = vec![0x80; 9 * MAX_CHARS];
        let invalid = clean_bytes(&bytes);
        assert!(invalid.starts_with(REPLACEMENT) && invalid.ends_with('…'));
    }

    #[test]
    fn floods_of_marks_are_cut() {
        let flood = format!("a{}b", "\u{301}".repeat(1000));
        let safe = clean(&flood);
        assert_eq!(safe.chars().count(), 2 + MAX_MARKS);
        assert_eq!((width(&safe), width("إلا")), (2, 3));
        assert_eq!(clean("\u{301}x"), "x", "a mark without a base");
    }

    #[test]
    fn labels_keep_what_tells_them_apart() {
        assert_eq!(
            fit_label("Choreographer#doFrame 131", 16),
            "Choreograph… 131"
        );
        assert_eq!(fit_label("measure", 5), "meas…");
        assert_eq!(fit_label("x", 0), "");
        assert_eq!(
            fit_name("com.google.android.apps.nexuslauncher 4312", 24),
            "…apps.nexuslauncher 4312"
        );
        assert_eq!(fit_name("RenderThread 4330", 10), "Rend… 4330");
        assert_eq!(fit_name("ThreadPoolWorker 24686", 9), "Thr…24686");
        assert_eq!(fit_name("ThreadPoolWorker 24686", 7), "T…24686");
        assert_eq!(fit_name("ThreadPoolWorker 24686", 6), "Threa…");
        assert_eq!(fit_name("com.example.app 4312", 8), "…pp 4312");
        assert_eq!(fit_name("cpufreq cpu7", 8), "cpufre…7");
        assert_eq!(fit_name("Global Track Events ×5", 13), "Global Tr… ×5");
        assert_eq!(fit_name("1234567", 4), "123…");
        let of_machine = [24, 23, 14, 8, 7].map(|room| fit_name("main 14100 of machine 12", room));
        let short = [
            "main 14100 of machine 12",
            "main 14100 m12",
            "main 14100 m12",
        ];
        assert_eq!(of_machine[..3], short);
        assert_eq!(of_machine[3..], ["ma…14100", "m…14100"]);
        assert_eq!(fit_middle("abcdefghij", 7), "abc…hij");
        assert_eq!(fit_end("日本語", 5), "日本…");
        assert_eq!(fit_end("completion … (12 ms)", 13), "completion…");
        assert_eq!(fit_start("日本語", 4), "…語");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(counted(1, "row", "rows"), "1 row");
        assert_eq!(counted(0, "row", "rows"), "0 rows");
        assert_eq!(grouped(1_234_567), "1 234 567");
        assert_eq!(short_count(3_214_567), "3.21 M");
        assert_eq!(short_count(41_900), "41.9 k");
        assert_eq!(short_count(999), "999");
        assert_eq!(short_count(999_499), "999 k");
        assert_eq!(short_count(999_500), "1.00 M");
        assert_eq!(bytes(999_960_000), "1.00 GB");
        assert_eq!(value(-999_960.0), "−1 M");
        assert_eq!(bytes(412_000_000), "412 MB");
        assert_eq!(value(2_850_000_000.0), "2.85 G");
        assert_eq!(value(-0.5), "−0.5");
        assert_eq!(value(1234.0), "1234");
        assert_eq!(value(f64::NAN), "NaN");
        assert_eq!(value(0.0), "0");
        assert_eq!(value(-0.0), "0");
        assert_eq!(value(f64::NEG_INFINITY), "−∞");
        assert_eq!(value(9_999.6), "10 k");
        assert_eq!(value(-1e308), "−1e308");
        assert_eq!(exact_value(579_301_376.0), "579 301 376");
        assert_eq!(exact_value(-1_234.125), "−1 234.125");
        assert_eq!(exact_value(0.1), "0.1");
        assert_eq!(exact_value(f64::MAX), "1.7976931348623157e308");
        assert_eq!(exact_value(f64::NAN), "NaN");
    }

    #[test]
    fn small_values_keep_three_digits() {
        let written = [
            (0.125, "0.125"),
            (0.0123, "0.0123"),
            (0.00123, "0.00123"),
            (0.001, "0.001"),
            (0.000_999_6, "0.001"),
            (0.000_123_4, "0.000123"),
            (0.000_099_96, "0.0001"),
            (0.000_012_3, "1.23e-5"),
            (1e-300, "1e-300"),
            (99.996, "100"),
        ];
        for (number, text) in written {
            assert_eq!(value(number), text);
            assert_eq!(value(-number), format!("−{text}"));
        }
    }

    proptest! {
        #[test]
        fn a_value_is_never_nothing_and_three_digits_true(x in any::<f64>()) {
            let text = value(x);
            prop_assert_eq!(text == "0", x == 0.0);
            let ascii = text.replace('−', "-");
            let (number, prefix) = ascii.split_once(' ').unwrap_or((&ascii, ""));
            let unit = match prefix { "T" => 1e12, "G" => 1e9, "M" => 1e6, "k" => 1e3, _ => 1.0 };
            if x.is_finite() && let Ok(number) = number.parse::<f64>() {
                let is_rounded = (number * unit - x).abs() <= x.abs() * 0.005_01;
                prop_assert!(is_rounded || !number.is_finite(), "{} for {}", text, x);
            }
        }

        #[test]
        fn cutting_never_exceeds_the_room(text in "\\PC*", room in 0_usize..40) {
            let safe = clean(&text);
            for cut in [fit_end(&safe, room), fit_start(&safe, room), fit_middle(&safe, room),
                fit_label(&safe, room), fit_name(&safe, room)] {
                prop_assert!(width(&cut) <= room, "{:?} in {}", cut, room);
            }
        }

        #[test]
        fn whatever_the_bytes_the_text_is_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let safe = clean_bytes(&bytes);
            prop_assert!(safe.chars().all(|c| c == REPLACEMENT || !is_unsafe(c)));
            prop_assert_eq!(clean(&safe), safe.as_ref());
        }
    }

    #[test]
    fn long_text_is_broken_into_lines() {
        let text = "The archive holds other traces, which are not shown";
        let lines = ["The archive holds", "other traces, which", "are not shown"];
        assert_eq!(wrapped(text, 20, 9), lines);
        assert_eq!(
            wrapped(text, 20, 2),
            ["The archive holds", "other traces, which…"]
        );
        assert_eq!(wrapped("abcdefghij kl", 4, 9), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrapped("one two", 3, 9), ["one", "two"]);
        assert_eq!(wrapped("日本語", 3, 9), ["日", "本", "語"]);
        assert_eq!(wrapped("日本", 1, 9), ["…"]);
        assert!(wrapped(" ", 3, 9).is_empty() && wrapped("a", 3, 0).is_empty());
    }

    #[test]
    fn a_number_and_its_unit_stay_in_one_line() {
        let text = "UI thread still on frame 82521 (369 ms)";
        let lines = ["UI thread still on frame 82521", "(369 ms)"];
        // The unit does not fit, or the space in front of it is where the line is full.
        assert_eq!(wrapped(text, 37, 2), lines);
        assert_eq!(wrapped(text, 35, 2), lines);
        assert_eq!(
            wrapped("took 12 ms, not 8", 7, 9),
            ["took", "12 ms,", "not 8"]
        );
        // Other words may be parted from a number, and what has no other space is broken where it must be.
        assert_eq!(wrapped("frame 131 missed", 9, 9), ["frame 131", "missed"]);
        assert_eq!(wrapped("1234567 ms", 8, 9), ["1234567", "ms"]);
        assert_eq!(wrapped("took 1234567 ms", 14, 9), ["took 1234567", "ms"]);
    }

    #[test]
    fn a_long_name_is_broken_between_its_parts() {
        let text = "waited for android.hardware.graphics.allocator-service.minigbm: running";
        let lines = [
            "waited for android.hardware.",
            "graphics.allocator-service.",
            "minigbm: running",
        ];
        assert_eq!(wrapped(text, 32, 9), lines);
        assert_eq!(
            wrapped("/data/app/base.apk", 12, 9),
            ["/data/app/", "base.apk"]
        );
        assert_eq!(wrapped("a.bcdefghijklm", 8, 9), ["a.bcdefg", "hijklm"]);
    }
}
