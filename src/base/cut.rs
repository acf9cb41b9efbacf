//! The beginning of bytes that are text, without half a character at its end.

/// Returns at most `most` bytes from the beginning of a text; a character of UTF-8 is not cut in two.
pub fn start_of(text: &[u8], most: usize) -> &[u8] {
    let Some(start) = text.get(..most).filter(|_| text.len() > most) else {
        return text;
    };
    let goes_on = |place: &usize| text[*place] & 0xc0 == 0x80;
    // No character has more than three bytes behind its first.
    let end = (most.saturating_sub(3)..=most)
        .rev()
        .find(|place| !goes_on(place));
    &start[..end.unwrap_or(most)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_stay_whole() {
        let text = "aé日🦀b".as_bytes();
        let cut = |most| std::str::from_utf8(start_of(text, most)).unwrap();
        let all: Vec<&str> = (0..=text.len() + 1).map(cut).collect();
        let wanted = [
            "",
            "a",
            "a",
            "aé",
            "aé",
            "aé",
            "aé日",
            "aé日",
            "aé日",
            "aé日",
            "aé日🦀",
            "aé日🦀b",
            "aé日🦀b",
        ];
        assert_eq!(all, wanted);
        assert_eq!(start_of(&[0x80; 9], 5), [0x80; 5]);
    }
}
