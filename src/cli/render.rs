//! Renders a painted buffer as text, ANSI or SVG. Pure.
//!
//! Text of the trace was made safe when it was painted, so only markup is escaped here. The SVG works with
//! any monospaced font: each run of cells is placed on the grid by its column.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::app::terminal::encoder::{Encoder, Shifting};
use crate::view::text::width;
use crate::widgets::Depth;

/// Returns the characters, without blanks at the ends of lines.
pub fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += width(symbol).max(1) as u16;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns lines with colours, for printing in a terminal.
pub fn ansi(buffer: &Buffer, depth: Depth) -> String {
    let bytes = Encoder::new(depth, Shifting::Never).print(buffer);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The width of a cell in the picture, in pixels.
const CELL_W: f32 = 8.4;
/// The height of a cell in the picture, in pixels.
const CELL_H: f32 = 17.0;

/// Returns an SVG picture; `ground` and `ink` stand for the terminal's default colours.
pub fn svg(buffer: &Buffer, ground: [u8; 3], ink: [u8; 3]) -> String {
    let (cols, rows) = (buffer.area.width, buffer.area.height);
    let (w, h) = (f32::from(cols) * CELL_W, f32::from(rows) * CELL_H);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {w:.1} {h:.1}\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" \
         font-size=\"14\" xml:space=\"preserve\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        hex(ground)
    );
    for y in 0..rows {
        let cells: Vec<Inked<'_>> = (0..cols)
            .map(|x| Inked::new(&buffer[(x, y)], ground, ink))
            .collect();
        grounds(&mut out, &cells, y, ground);
        texts(&mut out, &cells, y);
    }
    out.push_str("</svg>\n");
    out
}

/// A cell with its final colours.
struct Inked<'a> {
    symbol: &'a str,
    fg: [u8; 3],
    bg: [u8; 3],
    modifier: Modifier,
}

impl<'a> Inked<'a> {
    fn new(cell: &'a Cell, ground: [u8; 3], ink: [u8; 3]) -> Self {
        let mut fg = rgb(cell.fg).unwrap_or(ink);
        let mut bg = rgb(cell.bg).unwrap_or(ground);
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut fg, &mut bg);
        }
        Self {
            symbol: cell.symbol(),
            fg,
            bg,
            modifier: cell.modifier,
        }
    }

    /// Returns the part of the cell that a block element fills, as x, y, width and height in eighths.
    fn block(&self) -> Option<[u8; 4]> {
        let mut chars = self.symbol.chars();
        let (c, rest) = (chars.next()?, chars.as_str());
        if !rest.is_empty() {
            return None;
        }
        let code = u32::from(c);
        Some(match c {
            '▀' => [0, 0, 8, 4],
            '▐' => [4, 0, 4, 8],
            '\u{2581}'..='\u{2588}' => {
                let eighths = (code - 0x2580) as u8;
                [0, 8 - eighths, 8, eighths]
            }
            '\u{2589}'..='\u{258f}' => [0, 0, (0x2590 - code) as u8, 8],
            _ => return None,
        })
    }
}

fn grounds(out: &mut String, cells: &[Inked<'_>], y: u16, ground: [u8; 3]) {
    let top = f32::from(y) * CELL_H;
    let mut x = 0;
    while x < cells.len() {
        let bg = cells[x].bg;
        let run = cells[x..].iter().take_while(|cell| cell.bg == bg).count();
        if bg != ground {
            rect(
                out,
                [x as f32 * CELL_W, top, run as f32 * CELL_W, CELL_H],
                bg,
            );
        }
        x += run;
    }
    for (x, cell) in cells.iter().enumerate() {
        if let Some([bx, by, bw, bh]) = cell.block() {
            let place = [
                x as f32 * CELL_W + f32::from(bx) * CELL_W / 8.0,
                top + f32::from(by) * CELL_H / 8.0,
                f32::from(bw) * CELL_W / 8.0,
                f32::from(bh) * CELL_H / 8.0,
            ];
            rect(out, place, cell.fg);
        }
    }
}

fn rect(out: &mut String, [x, y, w, h]: [f32; 4], fill: [u8; 3]) {
    // Writing to a string cannot fail.
    let _ok = writeln!(
        out,
        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{w:.2}\" height=\"{h:.2}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        hex(fill)
    );
}

fn texts(out: &mut String, cells: &[Inked<'_>], y: u16) {
    let base = f32::from(y) * CELL_H + 13.0;
    let mut x = 0;
    while x < cells.len() {
        let first = &cells[x];
        if first.symbol.trim().is_empty() && !first.modifier.contains(Modifier::UNDERLINED)
            || first.block().is_some()
        {
            x += width(first.symbol).max(1);
            continue;
        }
        // A run has one style. A character that is not ASCII is a run of its own, because its width differs
        // by font.
        let mut end = x;
        let mut text = String::new();
        while let Some(cell) = cells.get(end) {
            let same = cell.fg == first.fg && cell.modifier == first.modifier;
            let alone = !cell.symbol.is_ascii() && end > x;
            if !same || alone || cell.block().is_some() {
                break;
            }
            text.push_str(cell.symbol);
            end += width(cell.symbol).max(1);
            if !cell.symbol.is_ascii() {
                break;
            }
        }
        let bold = if first.modifier.contains(Modifier::BOLD) {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let line = if first.modifier.contains(Modifier::UNDERLINED) {
            " text-decoration=\"underline\""
        } else {
            ""
        };
        let _ok = writeln!(
            out,
            "<text x=\"{:.2}\" y=\"{base:.2}\" textLength=\"{:.2}\" fill=\"{}\"{bold}{line}>{}</text>",
            x as f32 * CELL_W,
            (end - x) as f32 * CELL_W,
            hex(first.fg),
            escaped(&text)
        );
        x = end.max(x + 1);
    }
}

/// Escapes markup. Control characters, which XML forbids, become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            ' ' => out.push('\u{a0}'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns the RGB value of a colour; `None` for the terminal's default.
fn rgb(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Reset => None,
        other => Some(crate::app::terminal::cells::rgb_of(other)),
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    fn painted(text: &str) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 2));
        buffer.set_string(0, 0, text, Style::new().fg(Color::Rgb(1, 2, 3)));
        buffer
    }

    #[test]
    fn text_is_cut_at_the_end_of_what_is_written() {
        assert_eq!(text(&painted("a 世界 b")), "a 世界 b\n\n");
    }

    #[test]
    fn markup_is_escaped() {
        let svg = svg(&painted("<b>&\"'"), [0; 3], [255; 3]);
        assert!(svg.contains("&lt;b&gt;&amp;&quot;&#39;"), "{svg}");
        assert!(!svg.contains("<b>"));
        assert!(svg.contains("#010203"));
    }

    #[test]
    fn blocks_are_rectangles() {
        let svg = svg(&painted("▌"), [0; 3], [255; 3]);
        assert!(svg.contains("width=\"4.20\""), "{svg}");
        assert!(!svg.contains("<text"), "{svg}");
    }

    #[test]
    fn ansi_lines_end_without_colour() {
        let ansi = ansi(&painted("hi"), Depth::True);
        assert_eq!(ansi, "\x1b[38;2;1;2;3mhi          \x1b[m\n            \n");
    }
}
