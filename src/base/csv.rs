//! Comma-separated values as in RFC 4180, but for the ends of lines: a plain newline, which is what
//! every reader takes and what shells cut off.
//!
//! Fields are bytes, since those of a trace are. Nothing (NULL) is an empty field, an empty text a
//! quoted one, so that they can be told apart.

/// A line that is being written.
#[derive(Debug, Default)]
pub struct Line {
    bytes: Vec<u8>,
    n_fields: usize,
}

impl Line {
    /// Adds a field; `None` is NULL.
    pub fn push(&mut self, field: Option<&[u8]>) {
        if self.n_fields == 0 {
            self.bytes.clear();
        } else {
            self.bytes.push(b',');
        }
        self.n_fields += 1;
        let Some(field) = field else { return };
        let special = |byte: &u8| matches!(byte, b'"' | b',' | b'\r' | b'\n');
        if !field.is_empty() && !field.iter().any(special) {
            self.bytes.extend_from_slice(field);
            return;
        }
        self.bytes.push(b'"');
        for &byte in field {
            if byte == b'"' {
                self.bytes.push(b'"');
            }
            self.bytes.push(byte);
        }
        self.bytes.push(b'"');
    }

    /// Adds a text, which is NULL if it is empty: the cell of a report in which nothing stands.
    pub fn push_cell(&mut self, text: &str) {
        self.push((!text.is_empty()).then_some(text.as_bytes()));
    }

    /// Ends the line and returns it. What is added next begins another.
    pub fn end(&mut self) -> &[u8] {
        if self.n_fields == 0 {
            self.bytes.clear();
        }
        self.n_fields = 0;
        self.bytes.push(b'\n');
        &self.bytes
    }
}

/// Returns bytes that are no text as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a String cannot fail.
        _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_field_is_quoted() {
        let mut line = Line::default();
        for field in [
            &b"plain \xff\t"[..],
            b"a,b",
            b"say \"x\"",
            b"two\nlines",
            b"\r",
        ] {
            line.push(Some(field));
        }
        assert_eq!(
            line.end(),
            b"plain \xff\t,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\r\"\n"
        );
    }

    #[test]
    fn null_is_not_empty_text() {
        let mut line = Line::default();
        assert_eq!(line.end(), b"\n");
        for field in [None, Some(&b""[..]), None] {
            line.push(field);
        }
        assert_eq!(line.end(), b",\"\",\n");
        line.push_cell("");
        line.push_cell("a");
        assert_eq!(line.end(), b",a\n", "a line begins anew");
        assert_eq!(line.end(), b"\n");
    }
}
