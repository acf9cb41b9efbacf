//! Finds a text in any case as fast as memory is read.
//!
//! Two bytes of the text that are rare in traces are compared at sixteen places at
//! once, which the compiler does for a plain loop over blocks; only where both
//! agree is the whole text compared. Names and paths are found as keys show them:
//! an underscore stands for dots and brackets too, a slash for a backslash.

/// How many places are looked at before anything is decided.
const BLOCK: usize = 64;

/// One byte of the text: its place there, and what a byte of a trace must have to agree with it.
#[derive(Clone, Copy, Debug)]
struct Probe {
    at: usize,
    /// The bits that are compared, and in `value` what they must be.
    mask: u8,
    value: u8,
}

impl Probe {
    fn new(at: usize, lower: u8) -> Self {
        let mask = match lower {
            b'a'..=b'z' => !0x20,
            // These bits are the same in all bytes that the character stands for.
            b'_' => 0x88,
            b'/' => 0x8c,
            _ => 0xff,
        };
        Self {
            at,
            mask,
            value: lower & mask,
        }
    }

    #[inline]
    fn agrees(self, byte: u8) -> bool {
        byte & self.mask == self.value
    }
}

/// Returns how often bytes of a trace agree with a byte of a text, roughly.
fn frequency(lower: u8) -> u8 {
    match lower {
        b'_' | b'/' => 255,
        0 => 250,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 120,
        b'l' | b'd' | b'c' | b'u' | b'm' | b'p' => 90,
        // Tags and lengths of fields.
        1..=31 | b'"' | b'*' | b'2' | b'P' | b'Z' | b'h' | b'@' | b'H' | b'X' => 80,
        b'a'..=b'z' => 60,
        _ => 50,
    }
}

/// A text to be found.
#[derive(Clone, Debug)]
pub(in crate::import) struct Text {
    lower: Vec<u8>,
    first: Probe,
    second: Probe,
}

impl Text {
    /// Takes the text in lower case; `None` if it is empty.
    pub(in crate::import) fn new(lower: &[u8]) -> Option<Self> {
        let rank = |&(_, &byte): &(usize, &u8)| frequency(byte);
        let probe = |(at, &byte): (usize, &u8)| Probe::new(at, byte);
        let first = lower.iter().enumerate().min_by_key(rank).map(probe)?;
        let others = lower.iter().enumerate().filter(|&(at, _)| at != first.at);
        let second = others.min_by_key(rank).map_or(first, probe);
        Some(Self {
            lower: lower.to_vec(),
            first,
            second,
        })
    }

    /// Returns whether the text has characters for which JSON has escapes of two characters.
    pub(in crate::import) fn has_escapes(&self) -> bool {
        let is_escaped = |byte: &u8| matches!(byte, b'"' | b'/' | b'\\' | ..b' ');
        self.lower.iter().any(is_escaped)
    }

    /// Returns whether the text is anywhere in `bytes`.
    pub(in crate::import) fn is_in(&self, bytes: &[u8]) -> bool {
        self.find(bytes, 0).is_some()
    }

    /// Returns the first place from `from` on where the text stands.
    pub(in crate::import) fn find(&self, bytes: &[u8], from: usize) -> Option<usize> {
        let n = (bytes.len() + 1).checked_sub(self.lower.len())?;
        let places = |probe: Probe| bytes.get(probe.at..probe.at + n);
        let (a, b) = (places(self.first)?, places(self.second)?);
        let mut at = from;
        while let (Some(left), Some(right)) = (a.get(at..at + BLOCK), b.get(at..at + BLOCK)) {
            let any = left.iter().zip(right).fold(0, |any, (&x, &y)| {
                any | u8::from(self.first.agrees(x)) & u8::from(self.second.agrees(y))
            });
            if any != 0
                && let Some(found) = self.find_in(bytes, at..at + BLOCK)
            {
                return Some(found);
            }
            at += BLOCK;
        }
        self.find_in(bytes, at..n)
    }

    fn find_in(&self, bytes: &[u8], mut places: std::ops::Range<usize>) -> Option<usize> {
        places.find(|&at| {
            let found = bytes.get(at..at + self.lower.len());
            found.is_some_and(|found| {
                self.first.agrees(found[self.first.at])
                    && self.second.agrees(found[self.second.at])
                    && found.iter().zip(&self.lower).all(|(&a, &b)| is_same(a, b))
            })
        })
    }
}

/// Returns whether a byte of the trace agrees with a byte of the text, which is in lower case.
fn is_same(byte: u8, wanted: u8) -> bool {
    byte.eq_ignore_ascii_case(&wanted)
        || (wanted == b'_' && matches!(byte, b'.' | b'[' | b']'))
        || (wanted == b'/' && byte == b'\\')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn contains(haystack: &[u8], lower: &[u8]) -> bool {
        Text::new(lower).is_some_and(|text| text.is_in(haystack))
    }

    #[test]
    fn names_are_found_as_keys_and_paths_show_them() {
        assert!(contains(b"xx Draw.Frame[2]", b"draw_frame_2_"));
        assert!(contains(b"C:\\src\\a.cc", b"/src/a.cc"));
        assert!(contains(b"__", b"_"));
        assert!(!contains(b"anything", b""));
        assert!(!contains(b"draw", b"draws"));
        assert!(!contains(b"a_b", b"a.b"));
        assert!(!contains(b"AbC@", b"`"));
    }

    proptest! {
        #[test]
        fn a_text_is_found_at_its_first_place(
            haystack in "[aAbB_./\\\\0-1\\[]{0,300}", needle in "[ab_/0]{1,4}", from in 0_usize..80,
        ) {
            let (haystack, needle) = (haystack.as_bytes(), needle.as_bytes());
            let text = Text::new(needle).expect("a text");
            let is_here = |at: &usize| {
                let here = haystack.get(*at..*at + needle.len());
                here.is_some_and(|here| here.iter().zip(needle).all(|(&a, &b)| is_same(a, b)))
            };
            prop_assert_eq!(text.find(haystack, from), (from..haystack.len()).find(is_here));
        }
    }
}
