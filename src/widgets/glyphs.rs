//! Glyph tiers: what a scene's shapes and characters look like on a terminal.
//!
//! Scenes speak Unicode; a tier that cannot show a character replaces it by
//! one of the same width. Text of the trace passes through the same door.

/// Which characters a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// ASCII only.
    Ascii,
    /// Block elements and box drawing.
    #[default]
    Blocks,
    /// Block elements, box drawing and braille.
    Braille,
}

impl Glyphs {
    /// All tiers.
    pub const ALL: [Self; 3] = [Self::Ascii, Self::Blocks, Self::Braille];

    /// Returns the name that the command line uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Blocks => "blocks",
            Self::Braille => "braille",
        }
    }

    /// Returns the tier with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }

    /// Returns whether block elements can be shown.
    pub const fn has_blocks(self) -> bool {
        !matches!(self, Self::Ascii)
    }

    /// Returns the block that fills `eighths` of a cell from the left, 1 to 7.
    pub const fn left_block(self, eighths: u32) -> char {
        match eighths {
            0 => ' ',
            1 => '▏',
            2 => '▎',
            3 => '▍',
            4 => '▌',
            5 => '▋',
            6 => '▊',
            7 => '▉',
            _ => '█',
        }
    }

    /// Returns the block that fills `eighths` of a cell from the bottom, 0 to 8.
    pub const fn lower_block(self, eighths: u16) -> char {
        match (self, eighths) {
            (_, 0) => ' ',
            // None of these is a pattern of jank.
            (Self::Ascii, 1..=2) => '.',
            (Self::Ascii, 3..=4) => '-',
            (Self::Ascii, 5..=6) => '=',
            (Self::Ascii, _) => '+',
            (_, 1) => '▁',
            (_, 2) => '▂',
            (_, 3) => '▃',
            (_, 4) => '▄',
            (_, 5) => '▅',
            (_, 6) => '▆',
            (_, 7) => '▇',
            (_, _) => '█',
        }
    }

    /// Returns the texture of a cell of many short slices, by how many they are.
    pub const fn texture(self, level: u8) -> char {
        match (self, level) {
            (_, 0) => ' ',
            (Self::Ascii, 1) => ':',
            (Self::Ascii, _) => '=',
            (_, 1) => '▏',
            (Self::Blocks, _) => '║',
            (Self::Braille, _) => '⡇',
        }
    }

    /// Returns the sign of a cell in which nothing much happened.
    pub const fn dot(self) -> char {
        match self {
            Self::Ascii => '.',
            _ => '·',
        }
    }

    /// Returns what is printed for a character.
    pub fn map(self, c: char) -> char {
        if c.is_ascii() || self == Self::Braille {
            return c;
        }
        match self {
            Self::Ascii => ascii(c),
            _ => c,
        }
    }
}

/// Returns an ASCII character that stands for one of ours, `?` for any other.
fn ascii(c: char) -> char {
    match c {
        '▾' | '▼' | '▿' | '▽' | '↓' | '✓' => 'v',
        '▸' | '▶' | '▷' | '▹' | '›' | '‣' | '→' | '≥' => '>',
        '◂' | '◀' | '◁' | '◃' | '‹' | '←' | '≤' => '<',
        '▴' | '▲' | '△' | '↑' => '^',
        '◆' | '●' | '•' | '★' | '⚑' => '*',
        '◇' | '○' => 'o',
        '…' => '~',
        '┄' | '╌' | '⋯' | '▁' | '▂' | '·' => '.',
        '┊' | '╎' | '░' | '▱' | '▃' | '▄' => ':',
        '─' | '━' | '╶' | '╴' | '╺' | '╸' | '–' | '—' | '−' | '▔' => '-',
        '│' | '┃' | '╷' | '╵' | '╻' | '╹' | '▏' | '▕' | '▐' | '▌' => '|',
        '╭' | '╮' | '╰' | '╯' | '├' | '┤' | '┬' | '┴' | '┼' | '┏' | '┓' | '┗' | '┛' | '┣' | '┫'
        | '┳' | '┻' | '╋' | '┌' | '┐' | '└' | '┘' => '+',
        '×' => 'x',
        '╳' | '✗' => 'X',
        '█' | '▓' | '▰' | '▇' => '#',
        '▒' => '%',
        '▅' | '▆' => '=',
        'µ' | 'μ' => 'u',
        '∑' => 'S',
        '∞' => '8',
        'Δ' => 'd',
        '▞' | '╱' => '/',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthChar as _;

    use super::*;

    #[test]
    fn the_ascii_tier_prints_ascii_only() {
        for c in "▾▸◆…·─│╭×▓µ日é█‣−".chars() {
            assert!(Glyphs::Ascii.map(c).is_ascii(), "{c}");
        }
        for eighths in 0..=8 {
            assert!(Glyphs::Ascii.lower_block(eighths).is_ascii());
        }
    }

    #[test]
    fn bounds_stay_bounds_in_ascii() {
        assert_eq!(['≤', '≥'].map(|c| Glyphs::Ascii.map(c)), ['<', '>']);
    }

    #[test]
    fn every_tier_has_a_name() {
        for tier in Glyphs::ALL {
            assert_eq!(Glyphs::from_name(tier.name()), Some(tier));
        }
        assert_eq!(Glyphs::from_name("legacy"), None);
    }

    #[test]
    fn a_glyph_is_one_cell_wide() {
        for tier in Glyphs::ALL {
            for c in "▾▸◆…·─│╭×▓µ█".chars() {
                assert_eq!(tier.map(c).width(), Some(1), "{c}");
            }
        }
    }
}
