//! SQL of several lines in one, as a prompt holds it.
//!
//! What it means stays the same: comments still end, and texts still have their lines.

use super::statement::end_of_quote;

/// Returns a text with spaces for line breaks. A comment that its line ends becomes one that ends by
/// itself: it would hide all that follows. A string of several lines is put together of them.
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
        let is_string = piece.len() > 1 && piece.starts_with('\'') && piece.ends_with('\'');
        if is_string && piece.contains('\n') {
            let lines = piece.replace('\n', "' || char(10) || '");
            line.extend(["(", lines.as_str(), ")"]);
            at += piece.len();
            continue;
        }
        line.push_str(&piece.replace(['\n', '\r'], " "));
        at += piece.len().max(1);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_their_lines_did() {
        let text =
            "-- a */ first\r\nselect '--\n', 2 - -1 -- two\rfrom slice /* -- \n */ -- the end";
        let line = in_one_line(text);
        assert_eq!(
            line,
            "/* a * / first */ select ('--' || char(10) || ''), 2 - -1 /* two */ from slice /* --   */ -- the end"
        );
        let two = in_one_line("select \"a\nb\", 'x\ny'");
        assert_eq!(two, "select \"a b\", ('x' || char(10) || 'y')");
        assert_eq!(in_one_line("select 'ä\n-- open"), "select 'ä -- open");
        assert_eq!(in_one_line("--\n--x"), "/* */ --x");
    }
}
