//! Words of a command as a shell reads them: `sh`, `bash`, `zsh` and `fish`.
//!
//! Names in a trace are in these words, and somebody else may have written the trace: nothing of them may end a
//! word. `fish` takes a backslash before another one or before a quote as an escape also in single quotes, so
//! such a backslash stands outside of them.

/// Quotes a word for a shell if that is needed.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@+,=%".contains(c);
    // What begins with these is a path of a command or a job to some shells.
    let is_plain = word.chars().all(plain) && !word.starts_with(['=', '%']);
    if !word.is_empty() && is_plain {
        return word.to_owned();
    }
    single_quoted(word)
}

/// Quotes a text such as a query for a shell: in double quotes if the shell leaves everything in them alone, else
/// in single ones.
pub fn quoted_text(text: &str) -> String {
    let is_left_alone = !text.contains(['"', '$', '`', '\\', '!']);
    if is_left_alone {
        format!("\"{text}\"")
    } else {
        single_quoted(text)
    }
}

fn single_quoted(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut out = String::new();
    let mut is_open = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_escape = c == '\\' && matches!(chars.peek(), None | Some('\\' | '\''));
        let is_outside = c == '\'' || is_escape;
        if is_open == is_outside {
            out.push('\'');
            is_open = !is_open;
        }
        if is_outside {
            out.push('\\');
        }
        out.push(c);
    }
    if is_open {
        out.push('\'');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_the_shell_needs_it() {
        assert_eq!(quoted("frame:131@4312"), "frame:131@4312");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("=ls"), "'=ls'");
    }

    #[test]
    fn queries_are_quoted_so_that_the_shell_leaves_them_alone() {
        assert_eq!(quoted_text("select 'a'"), "\"select 'a'\"");
        assert_eq!(quoted_text("select $x"), "'select $x'");
        assert_eq!(quoted_text("m!('a')"), r"'m!('\''a'\'')'");
        assert_eq!(quoted_text(r#"select "a""#), r#"'select "a"'"#);
    }

    #[test]
    fn a_backslash_ends_no_word_in_any_shell() {
        // Only those that fish would take for an escape stand outside.
        assert_eq!(quoted(r"^com\.android$"), r"'^com\.android$'");
        assert_eq!(quoted(r"C:\\foo"), r"'C:'\\'\foo'");
        assert_eq!(quoted(r"\'; touch x; #"), r"\\\''; touch x; #'");
        assert_eq!(quoted(r"ends\"), r"'ends'\\");
    }

    /// What `fish` makes of a word: escapes count in single quotes, too.
    fn read_by_fish(word: &str) -> String {
        let mut out = String::new();
        let mut in_quotes = false;
        let mut chars = word.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek().copied()) {
                ('\\', Some(next)) if !in_quotes || next == '\'' || next == '\\' => {
                    chars.next();
                    out.push(next);
                }
                ('\'', _) => in_quotes = !in_quotes,
                _ => out.push(c),
            }
        }
        assert!(!in_quotes, "{word}");
        out
    }

    proptest::proptest! {
        #[test]
        fn shells_read_what_was_quoted(text in r"[a\\' ;#$]{1,12}") {
            let word = single_quoted(&text);
            proptest::prop_assert_eq!(read_by_fish(&word), text.as_str());
            let read = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s. {word}")])
                .output()
                .expect("sh runs");
            let read = String::from_utf8_lossy(&read.stdout);
            proptest::prop_assert_eq!(read.as_ref(), format!("{text}."));
        }
    }
}
