//! Cells packed for comparison: what a terminal shows, or should show.
//!
//! Two cells are equal when they look equal: the foreground of a space that is
//! neither underlined nor reversed counts for nothing. A character is its code
//! point; longer symbols are numbered by [`Symbols`].

use hashbrown::HashMap;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::widgets::theme::Depth;

/// A colour: the terminal's default, one of 256, or 24 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Paint(u32);

const INDEXED: u32 = 1 << 24;
const RGB: u32 = 2 << 24;

impl Paint {
    /// The terminal's default colour.
    pub(super) const DEFAULT: Self = Self(0);

    /// Returns the nearest colour that a terminal of this depth has.
    pub(super) fn new(color: Color, depth: Depth) -> Self {
        let indexed = |index: u8| Self(INDEXED | u32::from(index));
        match (color, depth) {
            (Color::Reset, _) | (_, Depth::Mono) => Self::DEFAULT,
            (Color::Rgb(r, g, b), Depth::True) => {
                Self(RGB | u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b))
            }
            (Color::Rgb(r, g, b), Depth::Indexed) => indexed(nearest_256(r, g, b)),
            (Color::Rgb(r, g, b), Depth::Sixteen) => indexed(nearest_16(r, g, b)),
            (Color::Indexed(index), Depth::Sixteen) if index >= 16 => {
                let [r, g, b] = rgb_of_256(index);
                indexed(nearest_16(r, g, b))
            }
            (Color::Indexed(index), _) => indexed(index),
            (Color::Black, _) => indexed(0),
            (Color::Red, _) => indexed(1),
            (Color::Green, _) => indexed(2),
            (Color::Yellow, _) => indexed(3),
            (Color::Blue, _) => indexed(4),
            (Color::Magenta, _) => indexed(5),
            (Color::Cyan, _) => indexed(6),
            (Color::Gray, _) => indexed(7),
            (Color::DarkGray, _) => indexed(8),
            (Color::LightRed, _) => indexed(9),
            (Color::LightGreen, _) => indexed(10),
            (Color::LightYellow, _) => indexed(11),
            (Color::LightBlue, _) => indexed(12),
            (Color::LightMagenta, _) => indexed(13),
            (Color::LightCyan, _) => indexed(14),
            (Color::White, _) => indexed(15),
        }
    }

    /// Returns how many bytes set the colour, approximately.
    pub(super) fn sgr_len(self) -> usize {
        let digits = |value: u8| match value {
            0..10 => 1,
            10..100 => 2,
            _ => 3,
        };
        let value = (self.0 & 0xff_ffff).to_be_bytes();
        match self.0 & !0xff_ffff {
            INDEXED if value[3] < 16 => 2,
            INDEXED => 5 + digits(value[3]),
            RGB => 7 + value[1..].iter().map(|&part| digits(part)).sum::<usize>(),
            _ => 2,
        }
    }

    /// Appends the parameters that set the colour; `base` is 30 for the foreground and 40 for the background.
    pub(super) fn push_sgr(self, base: u8, out: &mut Params) {
        let value = (self.0 & 0xff_ffff).to_be_bytes();
        match self.0 & !0xff_ffff {
            INDEXED => match value[3] {
                index @ 0..8 => out.push(base + index),
                index @ 8..16 => out.push(base + 60 + index - 8),
                index => out.push_all(&[base + 8, 5, index]),
            },
            RGB => out.push_all(&[base + 8, 2, value[1], value[2], value[3]]),
            _ => out.push(base + 9),
        }
    }
}

/// The parameters of one `CSI … m`.
#[derive(Debug, Default)]
pub(super) struct Params {
    bytes: Vec<u8>,
}

impl Params {
    pub(super) fn push(&mut self, number: u8) {
        if !self.bytes.is_empty() {
            self.bytes.push(b';');
        }
        push_number(&mut self.bytes, u32::from(number));
    }

    fn push_all(&mut self, numbers: &[u8]) {
        for &number in numbers {
            self.push(number);
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
    }
}

/// Appends a number in decimal.
pub(super) fn push_number(out: &mut Vec<u8>, number: u32) {
    let mut digits = [0_u8; 10];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn nearest_256(r: u8, g: u8, b: u8) -> u8 {
    let level = |value: u8| {
        (0..6_u8)
            .min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(value))
            .unwrap_or(0)
    };
    let (cr, cg, cb) = (level(r), level(g), level(b));
    let cube = 16 + 36 * cr + 6 * cg + cb;
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let step = (mean.saturating_sub(3) / 10).min(23) as u8;
    let gray = 232 + step;
    if distance(rgb_of_256(gray), [r, g, b]) < distance(rgb_of_256(cube), [r, g, b]) {
        gray
    } else {
        cube
    }
}

/// The usual values of the 16 basic colours, which users of terminals can change.
const BASIC: [[u8; 3]; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

fn nearest_16(r: u8, g: u8, b: u8) -> u8 {
    (0..16_u8)
        .min_by_key(|&i| distance(BASIC[usize::from(i)], [r, g, b]))
        .unwrap_or(7)
}

fn rgb_of_256(index: u8) -> [u8; 3] {
    match index {
        0..16 => BASIC[usize::from(index)],
        16..232 => {
            let index = index - 16;
            [index / 36, index / 6 % 6, index % 6].map(|level| LEVELS[usize::from(level)])
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    // The eye is most sensitive to green, least to blue.
    let weights = [3, 4, 2];
    (0..3)
        .map(|i| weights[i] * u32::from(a[i].abs_diff(b[i])).pow(2))
        .sum()
}

/// A set of attributes: bold, dim, italic, underlined, reversed, crossed out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Attrs(u8);

impl Attrs {
    /// The SGR parameters that set and clear each attribute.
    pub(super) const CODES: [(u8, u8); 6] = [(1, 22), (2, 22), (3, 23), (4, 24), (7, 27), (9, 29)];
    const BOLD_DIM: u8 = 0b11;
    /// The attributes that show on a space: underlined, reversed, crossed out.
    const ON_SPACE: u8 = 0b11_1000;
    const REVERSED: u8 = 0b1_0000;

    fn new(modifier: Modifier) -> Self {
        let flags = [
            Modifier::BOLD,
            Modifier::DIM,
            Modifier::ITALIC,
            Modifier::UNDERLINED,
            Modifier::REVERSED,
            Modifier::CROSSED_OUT,
        ];
        let mut bits = 0;
        for (i, flag) in flags.into_iter().enumerate() {
            if modifier.contains(flag) {
                bits |= 1 << i;
            }
        }
        Self(bits)
    }

    /// Returns whether any of the attributes shows on a space.
    pub(super) const fn marks_space(self) -> bool {
        self.0 & Self::ON_SPACE != 0
    }

    /// Returns whether foreground and background are swapped.
    pub(super) const fn is_reversed(self) -> bool {
        self.0 & Self::REVERSED != 0
    }

    /// Returns the attributes with foreground and background swapped, or swapped back.
    pub(super) const fn reversed(self) -> Self {
        Self(self.0 ^ Self::REVERSED)
    }

    /// Returns the attributes that do not show on a space.
    pub(super) const fn off_space(self) -> Self {
        Self(self.0 & !Self::ON_SPACE)
    }

    /// Returns how many attributes differ from those of `to`.
    pub(super) const fn changes(self, to: Self) -> usize {
        (self.0 ^ to.0).count_ones() as usize
    }

    /// Appends the parameters that lead from `self` to `to`.
    pub(super) fn push_change(self, to: Self, out: &mut Params) {
        let lost = self.0 & !to.0;
        let mut kept = self.0 & to.0;
        for (i, (_, clear)) in Self::CODES.into_iter().enumerate() {
            // Bold and dim are cleared together.
            let twice = i == 1 && lost & 1 != 0;
            if lost & (1 << i) != 0 && !twice {
                out.push(clear);
            }
        }
        if lost & Self::BOLD_DIM != 0 {
            kept &= !Self::BOLD_DIM;
        }
        for (i, (set, _)) in Self::CODES.into_iter().enumerate() {
            if to.0 & !kept & (1 << i) != 0 {
                out.push(set);
            }
        }
    }
}

/// Returns the usual RGB value of a colour; for the terminal's default, grey.
pub fn rgb_of(color: Color) -> [u8; 3] {
    let Paint(value) = Paint::new(color, Depth::True);
    let bytes = (value & 0xff_ffff).to_be_bytes();
    match value & !0xff_ffff {
        INDEXED => rgb_of_256(bytes[3]),
        RGB => [bytes[1], bytes[2], bytes[3]],
        _ => [200; 3],
    }
}

/// A cell of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    /// A code point, a number of [`Symbols`], or [`UNKNOWN`].
    pub(super) symbol: u32,
    pub(super) fg: Paint,
    pub(super) bg: Paint,
    pub(super) attrs: Attrs,
    /// How many cells the symbol covers, 1 or 2; 0 for the second half of a wide symbol.
    pub(super) width: u8,
}

/// The number of the first symbol that is longer than one character.
const LONG: u32 = 1 << 30;
/// The symbol of a cell whose content on the terminal is not known.
const UNKNOWN: u32 = u32::MAX;

impl Packed {
    /// An empty cell in the terminal's default colours.
    pub(super) const BLANK: Self = Self {
        symbol: ' ' as u32,
        fg: Paint::DEFAULT,
        bg: Paint::DEFAULT,
        attrs: Attrs(0),
        width: 1,
    };

    /// A cell that equals no painted one.
    pub(super) const STALE: Self = Self {
        symbol: UNKNOWN,
        ..Self::BLANK
    };

    /// Returns whether the foreground colour is visible.
    pub(super) fn has_ink(self) -> bool {
        self.symbol != ' ' as u32 || self.attrs.marks_space()
    }

    /// Returns whether the cell is blank with this background.
    pub(super) fn is_blank_on(self, ground: Paint) -> bool {
        self.width == 1 && self.bg == ground && !self.has_ink()
    }
}

/// The symbols that are longer than one character, by number.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Symbols {
    /// Returns the number of a symbol.
    fn number(&mut self, symbol: &str) -> u32 {
        let mut chars = symbol.chars();
        match (chars.next(), chars.as_str()) {
            (Some(c), "") => u32::from(c),
            (None, _) => ' ' as u32,
            _ => {
                if let Some(&number) = self.numbers.get(symbol) {
                    return number;
                }
                // The numbers never run out: the caller clears the symbols once [`Self::is_full`], and then
                // repaints the whole screen.
                let number = LONG + self.all.len() as u32;
                self.all.push(symbol.to_owned());
                self.numbers.insert(symbol.to_owned(), number);
                number
            }
        }
    }

    /// Appends the symbol of a number.
    pub(super) fn push(&self, number: u32, out: &mut Vec<u8>) {
        if number >= LONG {
            if let Some(symbol) = self.all.get((number - LONG) as usize) {
                out.extend_from_slice(symbol.as_bytes());
            }
            return;
        }
        let c = char::from_u32(number).unwrap_or(' ');
        let mut buffer = [0; 4];
        out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
    }

    /// Returns whether so many symbols have numbers that the caller should clear them.
    pub(super) fn is_full(&self) -> bool {
        self.all.len() > 100_000
    }

    /// Packs a painted buffer, row by row.
    pub(super) fn pack(&mut self, buffer: &Buffer, depth: Depth, cells: &mut Vec<Packed>) {
        cells.clear();
        let cols = usize::from(buffer.area.width);
        let mut covered = false;
        // The last symbol and whether it is wide, because neighbours often have the same one.
        let mut last = (' ' as u32, false);
        for (i, cell) in buffer.content.iter().enumerate() {
            let at_end = cols > 0 && (i + 1) % cols == 0;
            let bg = Paint::new(cell.bg, depth);
            if covered {
                covered = false;
                cells.push(Packed {
                    symbol: ' ' as u32,
                    fg: Paint::DEFAULT,
                    bg,
                    attrs: Attrs::default(),
                    width: 0,
                });
                continue;
            }
            let symbol = cell.symbol();
            let mut packed = Packed {
                symbol: self.number(symbol),
                fg: Paint::new(cell.fg, depth),
                bg,
                attrs: Attrs::new(cell.modifier),
                width: 1,
            };
            if packed.symbol != last.0 {
                let is_wide = packed.symbol >= 0x300 && crate::view::text::width(symbol) > 1;
                last = (packed.symbol, is_wide);
            }
            if last.1 {
                if at_end {
                    packed.symbol = ' ' as u32;
                } else {
                    packed.width = 2;
                    covered = true;
                }
            }
            if !packed.has_ink() {
                packed.fg = Paint::DEFAULT;
                packed.attrs = Attrs::default();
            }
            cells.push(packed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_fall_to_the_nearest() {
        assert_eq!(nearest_256(255, 0, 0), 196);
        assert_eq!(nearest_256(128, 128, 128), 244);
        assert_eq!(nearest_256(0, 0, 0), 16);
        assert_eq!(nearest_16(250, 10, 10), 9);
        assert_eq!(Paint::new(Color::Rgb(1, 2, 3), Depth::Mono), Paint::DEFAULT);
    }

    #[test]
    fn attributes_change_by_the_difference() {
        let bold = Attrs::new(Modifier::BOLD);
        let both = Attrs::new(Modifier::BOLD | Modifier::DIM);
        let change = |from: Attrs, to: Attrs| {
            let mut params = Params::default();
            from.push_change(to, &mut params);
            String::from_utf8(params.bytes().to_vec()).unwrap()
        };
        assert_eq!(change(both, bold), "22;1");
        assert_eq!(change(both, Attrs::default()), "22");
        assert_eq!(change(bold, Attrs::new(Modifier::UNDERLINED)), "22;4");
        assert_eq!(change(bold, bold), "");
    }
}
