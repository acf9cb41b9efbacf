//! Joins the lines of SQL, for a prompt of one line.

use super::statement::end_of_quote;

/// Returns a text with its line breaks replaced by spaces. A comment that ends with its line becomes one
/// between `/*` and `*/`, because it would hide the rest otherwise.
pub fn in_one_line(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let bytes = text.as_bytes();
    let (mut line, mut at) = (String::with_capacity(text.len()), 0);
    while at < bytes.len() {
        let rest = text.get(at..).unwrap_or_default();
        let piece = match bytes[at] {
            b'-' if rest.starts_with("--") => {
                let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
                if let Some(comment) = end.and_then(|end| rest.get(2..end)) {
                    line.push_str("/*");
                    line.push_str(&comment.replace("*/", "* /"));
                    line.push_str(" */");
                    at += 2 + comment.len();
                    continue;
                }
                rest.len()
            }
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            quote @ (b'\'' | b'"' | b'`') => end_of_quote(bytes, at, quote) - at,
            b'[' => rest.find(']').map_or(rest.len(), |end| end + 1),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        let piece = rest.get(..piece).unwrap_or(rest);
        line.push_str(&piece.replace(['\n', '\r'], " "));
        at += piece.len().max(1);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::statement::tokens;

    #[test]
    fn comments_end_where_their_lines_did() {
        let text =
            "-- a */ first\r\nselect '--\n', 2 - -1 -- two\rfrom slice /* -- \n */ -- the end";
        let line = in_one_line(text);
        assert_eq!(
            line,
            "/* a * / first */ select '-- ', 2 - -1 /* two */ from slice /* --   */ -- the end"
        );
        let words = |text| -> Vec<String> {
            let tokens = tokens(text).into_iter();
            tokens.map(|token| token.text.replace('\n', " ")).collect()
        };
        assert_eq!(words(&line), words(&text.replace('\r', "\n")));
        assert_eq!(in_one_line("select 'ä\n-- open"), "select 'ä -- open");
        assert_eq!(in_one_line("--\n--x"), "/* */ --x");
    }
}
