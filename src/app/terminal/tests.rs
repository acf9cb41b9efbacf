//! Tests of the encoder: frames are replayed through a terminal emulator and compared cell by cell.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::clipboard_bytes;
use super::encoder::{Encoder, Motion, Shift, Shifting};
use crate::widgets::theme::Depth;

struct Replay {
    parser: vt100::Parser,
    encoder: Encoder,
    depth: Depth,
}

impl Replay {
    fn new(cols: u16, rows: u16) -> Self {
        Self {
            parser: vt100::Parser::new(rows.try_into().unwrap(), cols.try_into().unwrap(), 0),
            encoder: Encoder::new(Depth::True, Shifting::Allowed),
            depth: Depth::True,
        }
    }

    fn with_depth(cols: u16, rows: u16, depth: Depth) -> Self {
        Self {
            encoder: Encoder::new(depth, Shifting::Allowed),
            depth,
            ..Self::new(cols, rows)
        }
    }

    /// Draws a frame and compares the screens; returns the number of bytes.
    fn draw(&mut self, buffer: &Buffer, motion: Motion) -> usize {
        let bytes = self.encoder.frame(buffer, motion, None).to_vec();
        self.parser.process(&bytes);
        let screen = self.parser.screen();
        for y in 0..buffer.area.height {
            let mut covered = false;
            for x in 0..buffer.area.width {
                let want = &buffer[(x, y)];
                let got = screen.cell(y, x).unwrap();
                if covered {
                    covered = false;
                    continue;
                }
                let symbol = if got.has_contents() {
                    got.contents()
                } else {
                    " "
                };
                assert_eq!(symbol, want.symbol(), "symbol at {x},{y}");
                let (ink, ground) = seen(got.fgcolor(), got.bgcolor(), got.inverse());
                let reversed = want.modifier.contains(Modifier::REVERSED);
                let paint = |paint| match self.depth {
                    Depth::Mono => vt100::Color::Default,
                    _ => color(paint),
                };
                let (want_ink, want_ground) = seen(paint(want.fg), paint(want.bg), reversed);
                assert_eq!(ground, want_ground, "ground at {x},{y}");
                assert_eq!(
                    got.underline(),
                    want.modifier.contains(Modifier::UNDERLINED),
                    "underline at {x},{y}"
                );
                if symbol != " " {
                    assert_eq!(ink, want_ink, "ink at {x},{y}");
                    assert_eq!(
                        got.bold(),
                        want.modifier.contains(Modifier::BOLD),
                        "bold at {x},{y}"
                    );
                }
                covered = got.is_wide();
            }
        }
        bytes.len()
    }
}

/// A colour as it is seen; the terminal's default foreground and background are colours of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Ink,
    Ground,
    Color(vt100::Color),
}

/// Returns the colours that are seen as foreground and as background.
fn seen(ink: vt100::Color, ground: vt100::Color, reversed: bool) -> (Seen, Seen) {
    let own = |color, own| match color {
        vt100::Color::Default => own,
        color => Seen::Color(color),
    };
    let (ink, ground) = (own(ink, Seen::Ink), own(ground, Seen::Ground));
    if reversed {
        (ground, ink)
    } else {
        (ink, ground)
    }
}

fn color(color: Color) -> vt100::Color {
    match color {
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        Color::Indexed(index) => vt100::Color::Idx(index),
        Color::Red => vt100::Color::Idx(1),
        Color::White => vt100::Color::Idx(15),
        _ => vt100::Color::Default,
    }
}

fn empty(cols: u16, rows: u16) -> Buffer {
    Buffer::empty(Rect::new(0, 0, cols, rows))
}

/// Returns a screen of bars, each of which starts where a hash of the position says so.
fn timeline(cols: u16, rows: u16, at: i64, bar: u64, top: u64) -> Buffer {
    let mut buffer = empty(cols, rows);
    for y in 0..rows {
        let row = u64::from(y) + top;
        buffer.set_string(
            0,
            y,
            format!("track {row:<12}"),
            Style::new().fg(Color::White),
        );
        for x in 20..cols {
            let time = i64::from(x) + at;
            let number = (time.unsigned_abs() + row * 7) / bar;
            let hue = (number.wrapping_mul(2_654_435_761) >> 7) as u8;
            let style = Style::new()
                .bg(Color::Rgb(hue, 100, 255 - hue))
                .fg(Color::Rgb(0, 0, 0));
            let letter = if (time.unsigned_abs() + row * 7).is_multiple_of(bar) {
                "▏"
            } else {
                " "
            };
            buffer[(x, y)].set_symbol(letter).set_style(style);
        }
    }
    buffer
}

fn pan(rows: u16, by: i32) -> Motion {
    Motion {
        pan: Some(Shift {
            top: 0,
            bottom: rows,
            left: 20,
            by,
        }),
        ..Motion::default()
    }
}

#[test]
fn a_pan_by_one_column_stays_within_its_budget() {
    for (cols, rows, budget) in [(200, 60, 8000), (80, 24, 3000)] {
        let mut replay = Replay::new(cols, rows);
        replay.draw(&timeline(cols, rows, 0, 3, 0), Motion::default());
        // A wrong hint costs bytes but never shows wrong cells.
        for at in [1, 2, 1, 0] {
            replay.draw(&timeline(cols, rows, at, 3, 0), pan(rows, 1));
        }
        let right = replay.draw(&timeline(cols, rows, 1, 3, 0), pan(rows, 1));
        let left = replay.draw(&timeline(cols, rows, 0, 3, 0), pan(rows, -1));
        assert!(
            right <= budget && left <= budget,
            "{right} and {left} at {cols}x{rows}"
        );
    }
}

#[test]
fn a_scroll_writes_only_what_is_new() {
    let (cols, rows) = (200, 60);
    let mut replay = Replay::new(cols, rows);
    let whole = replay.draw(&timeline(cols, rows, 0, 9, 0), Motion::default());
    let motion = |by| Motion {
        first: Vec::new(),
        pan: None,
        scroll: Some(Shift {
            top: 0,
            bottom: rows,
            left: 0,
            by,
        }),
    };
    let down = replay.draw(&timeline(cols, rows, 0, 9, 1), motion(1));
    let up = replay.draw(&timeline(cols, rows, 0, 9, 0), motion(-1));
    assert!(down < whole / 20 && up < whole / 20, "{whole} {down} {up}");
}

#[test]
fn blanks_are_erased_and_swapped_colours_reversed() {
    let blue = Color::Rgb(0, 0, 200);
    let bar = |on: bool| {
        let mut buffer = empty(80, 3);
        let ground = if on { blue } else { Color::Rgb(1, 2, 3) };
        for y in 0..3 {
            for x in 10..70 {
                buffer[(x, y)].set_bg(ground);
            }
            buffer[(9, y)]
                .set_symbol("▐")
                .set_fg(ground)
                .set_bg(Color::Rgb(9, 9, 9));
            buffer[(70, y)]
                .set_symbol("▌")
                .set_fg(Color::Rgb(9, 9, 9))
                .set_bg(ground);
        }
        buffer
    };
    for (shifting, most) in [(Shifting::Allowed, 120), (Shifting::Uncoloured, 280)] {
        let mut replay = Replay::new(80, 3);
        replay.encoder = Encoder::new(Depth::True, shifting);
        replay.draw(&bar(false), Motion::default());
        let bytes = replay.draw(&bar(true), Motion::default());
        assert!(bytes <= most, "{bytes} of {most} where {shifting:?}");
    }
}

#[test]
fn each_pen_is_picked_up_once() {
    let row = |odd: u8| {
        let mut buffer = empty(80, 1);
        for x in 0..80 {
            let hue = if x % 2 == 0 { 100 } else { odd };
            let style = Style::new()
                .fg(Color::Rgb(0, 0, 0))
                .bg(Color::Rgb(hue, 0, 0));
            buffer[(x, 0)].set_symbol("a").set_style(style);
        }
        buffer
    };
    let mut replay = Replay::new(80, 1);
    let bytes = replay
        .encoder
        .frame(&row(200), Motion::default(), None)
        .to_vec();
    replay.parser.process(&bytes);
    let pens = bytes.split(|&byte| byte == b'm').count() - 1;
    assert!(pens <= 3, "{pens} changes of the pen for two grounds");
    assert_eq!(replay.draw(&row(200), Motion::default()), 0);
}

#[test]
fn nothing_new_is_no_byte() {
    let mut replay = Replay::new(80, 24);
    let buffer = timeline(80, 24, 0, 5, 0);
    assert!(replay.draw(&buffer, Motion::default()) > 0);
    assert_eq!(replay.draw(&buffer, Motion::default()), 0);
    // The foreground of a space is not visible.
    let mut same = buffer.clone();
    same[(30, 3)].set_symbol(" ").set_fg(Color::Red);
    replay.draw(&same, Motion::default());
    let mut again = same.clone();
    again[(30, 3)].set_fg(Color::White);
    assert_eq!(replay.draw(&again, Motion::default()), 0);
}

#[test]
fn some_rows_are_written_first_and_the_others_follow() {
    let mut replay = Replay::new(80, 24);
    replay.draw(&timeline(80, 24, 0, 5, 0), Motion::default());
    let next = timeline(80, 24, 3, 5, 0);
    let first = Motion {
        first: vec![2, 7],
        ..Motion::default()
    };
    let bytes = replay.encoder.frame(&next, first, None).to_vec();
    replay.parser.process(&bytes);
    let shown = |y: u16| {
        let screen = replay.parser.screen();
        (0..80).all(|x| screen.cell(y, x).unwrap().bgcolor() == color(next[(x, y)].bg))
    };
    assert!(shown(2) && shown(7) && !shown(3), "only the rows asked for");
    let rest = replay.draw(&next, Motion::default());
    assert!(rest > bytes.len() * 6, "{rest} after {}", bytes.len());
}

#[test]
fn a_terminal_that_knows_no_marks_gets_none() {
    let mut encoder = Encoder::new(Depth::True, Shifting::Allowed);
    encoder.set_sync(super::encoder::Sync::Bare);
    let bytes = encoder.frame(&timeline(20, 4, 0, 5, 0), Motion::default(), None);
    assert!(!bytes.windows(6).any(|part| part == b"\x1b[?202"));
    let again = encoder.frame(&timeline(20, 4, 0, 5, 0), Motion::default(), None);
    assert!(again.is_empty());
}

#[test]
fn a_frame_is_synchronized_and_shows_the_caret() {
    let mut encoder = Encoder::new(Depth::True, Shifting::Allowed);
    let first = encoder
        .frame(&empty(10, 2), Motion::default(), Some((3, 1)))
        .to_vec();
    let text = String::from_utf8(first).unwrap();
    assert!(
        text.starts_with("\x1b[?2026h") && text.ends_with("\x1b[?2026l"),
        "{text:?}"
    );
    assert!(text.contains("\x1b[?25h"), "{text:?}");
    let next = encoder
        .frame(&empty(10, 2), Motion::default(), None)
        .to_vec();
    assert!(String::from_utf8(next).unwrap().contains("\x1b[?25l"));
}

#[test]
fn no_colour_is_written_where_there_is_none() {
    let mut encoder = Encoder::new(Depth::Mono, Shifting::Never);
    let bytes = encoder.frame(&timeline(80, 24, 0, 5, 0), Motion::default(), None);
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(!text.contains("8;2;") && !text.contains("8;5;"), "{text:?}");
}

#[test]
fn long_text_is_not_sent_to_the_clipboard() {
    let sent = clipboard_bytes("ab\n").unwrap();
    assert_eq!(sent, b"\x1b]52;c;YWIK\x1b\\");
    assert!(clipboard_bytes(&"x".repeat(60_000)).is_none());
}

/// Without colours a bar is reverse video, which ends with the bar.
#[test]
fn reverse_video_ends_with_what_it_marks() {
    let mut replay = Replay::with_depth(20, 2, Depth::Mono);
    let mut buffer = empty(20, 2);
    replay.draw(&buffer, Motion::default());
    for y in 0..2 {
        buffer.set_string(3, y, "[bar]", Style::new().add_modifier(Modifier::REVERSED));
        buffer.set_string(8, y, "--+", Style::new());
    }
    replay.draw(&buffer, Motion::default());
    let printed = Encoder::new(Depth::Mono, Shifting::Never).print(&buffer);
    let printed = String::from_utf8(printed).unwrap();
    let line = "   \x1b[7m[bar]\x1b[m--+         \n";
    assert_eq!(printed, line.repeat(2).replace("\x1b[m", "\x1b[27m"));
}

const SYMBOLS: [&str; 7] = [" ", "a", "█", "▏", "世", "e\u{301}", "~"];
const COLORS: [Color; 4] = [
    Color::Reset,
    Color::Red,
    Color::Rgb(10, 20, 30),
    Color::Indexed(200),
];

/// Cells (symbol, foreground, background, attributes), a pan and a scroll.
type Frame = (Vec<(u8, u8, u8, u8)>, i8, i8);

fn buffers() -> impl Strategy<Value = (u16, u16, Vec<Frame>)> {
    (4..24_u16, 2..6_u16).prop_flat_map(|(cols, rows)| {
        let cells = usize::from(cols) * usize::from(rows);
        let cell = (0..7_u8, 0..4_u8, 0..4_u8, 0..16_u8);
        let frame = (prop::collection::vec(cell, cells), -4..5_i8, -4..5_i8);
        (Just(cols), Just(rows), prop::collection::vec(frame, 1..5))
    })
}

proptest! {
    #[test]
    fn any_frames_show_what_was_painted((cols, rows, frames) in buffers(), mono: bool) {
        let depth = if mono { Depth::Mono } else { Depth::True };
        let mut replay = Replay::with_depth(cols, rows, depth);
        // Whatever the order of their hash tables, encoders write the same.
        let mut twins = [(); 2].map(|()| Encoder::new(depth, Shifting::Allowed));
        let mut last = empty(cols, rows);
        for (cells, pan_by, scroll_by) in frames {
            let mut buffer = empty(cols, rows);
            for y in 0..rows {
                let mut x = 0;
                while x < cols {
                    let i = usize::from(y) * usize::from(cols) + usize::from(x);
                    let (symbol, fg, bg, mods) = cells[i];
                    // Half of the cells keep their content, moved by the pan.
                    let from = i64::from(x) + i64::from(pan_by);
                    if mods & 4 != 0 && (0..i64::from(cols)).contains(&from) {
                        let kept = last[(from as u16, y)].clone();
                        if crate::view::text::width(kept.symbol()) == 1 {
                            buffer[(x, y)] = kept;
                            x += 1;
                            continue;
                        }
                    }
                    let mut symbol = SYMBOLS[usize::from(symbol)];
                    let wide = symbol == "世";
                    if wide && x + 1 == cols {
                        symbol = "b";
                    }
                    let mut modifier = Modifier::empty();
                    if mods & 1 != 0 { modifier |= Modifier::BOLD; }
                    if mods & 2 != 0 { modifier |= Modifier::UNDERLINED; }
                    if mods & 8 != 0 { modifier |= Modifier::REVERSED; }
                    let style = Style::new()
                        .fg(COLORS[usize::from(fg)])
                        .bg(COLORS[usize::from(bg)])
                        .add_modifier(modifier);
                    buffer[(x, y)].set_symbol(symbol).set_style(style);
                    x += 1;
                    if wide && x < cols {
                        buffer[(x, y)].reset();
                        buffer[(x, y)].set_bg(COLORS[usize::from(bg)]);
                        x += 1;
                    }
                }
            }
            let motion = Motion {
                first: Vec::new(),
                pan: Some(Shift { top: 0, bottom: rows, left: cols / 4, by: i32::from(pan_by) }),
                scroll: Some(Shift { top: 1, bottom: rows, left: 0, by: i32::from(scroll_by) }),
            };
            let [one, two] = &mut twins;
            let bytes = one.frame(&buffer, motion.clone(), None);
            assert_eq!(bytes, two.frame(&buffer, motion.clone(), None));
            replay.draw(&buffer, motion);
            last = buffer;
        }
    }
}
