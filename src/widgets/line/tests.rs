//! Checks of painting: what a cell shows of what covers it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::*;
use crate::view::color::{NameInk, Rgb};
use crate::view::scene::{Item, JankTag, Partial, StateRole};

const RED: Ink = Ink::Name(NameInk {
    rgb: Rgb(200, 0, 0),
    pick: 0,
});
const BLUE: Ink = Ink::Name(NameInk {
    rgb: Rgb(0, 0, 200),
    pick: 1,
});

fn painted(line: &Line, depth: Depth, glyphs: Glyphs) -> Buffer {
    let theme = Theme::built_in("dark", depth).expect("built in");
    let mut buf = Buffer::empty(Rect::new(0, 0, line.width, 1));
    let painter = Painter {
        theme: &theme,
        glyphs,
    };
    painter.line(line, &mut buf);
    buf
}

fn symbols(buf: &Buffer) -> String {
    buf.content
        .iter()
        .map(ratatui::buffer::Cell::symbol)
        .collect()
}

fn line(width: u16, spans: &[(u32, u32, Ink)]) -> Line {
    let mut line = Line::new(0, 0, width, Role::Ground);
    line.spans = spans
        .iter()
        .map(|&(x0, x1, ink)| Span::bar(x0, x1, ink))
        .collect();
    line
}

fn ground() -> Color {
    let theme = Theme::built_in("dark", Depth::True).expect("built in");
    theme.role(Role::Ground).color
}

const R: Color = Color::Rgb(200, 0, 0);
const B: Color = Color::Rgb(0, 0, 200);

#[test]
fn edges_are_eighths_of_cells() {
    // From 3/8 of the first cell to 5/8 of the third.
    let buf = painted(&line(4, &[(3, 21, RED)]), Depth::True, Glyphs::Blocks);
    assert_eq!(symbols(&buf), "▍ ▋ ");
    assert_eq!(
        (buf[(0, 0)].fg, buf[(0, 0)].bg),
        (ground(), R),
        "left edge swaps colours"
    );
    assert_eq!(buf[(1, 0)].bg, R);
    assert_eq!((buf[(2, 0)].fg, buf[(2, 0)].bg), (R, ground()));
    assert_eq!(buf[(3, 0)].bg, ground());
}

#[test]
fn neighbours_share_a_cell_exactly() {
    let buf = painted(
        &line(2, &[(0, 11, RED), (11, 16, BLUE)]),
        Depth::True,
        Glyphs::Blocks,
    );
    assert_eq!(symbols(&buf), " ▍");
    assert_eq!((buf[(1, 0)].fg, buf[(1, 0)].bg), (R, B));
}

#[test]
fn a_gap_between_two_of_one_colour_is_seen() {
    for gap in 1..8 {
        let spans = [(0, 8 + gap - 1, RED), (8 + gap, 24, RED)];
        let buf = painted(&line(3, &spans), Depth::True, Glyphs::Blocks);
        let cell = &buf[(1, 0)];
        assert!(
            cell.symbol() != " " && (cell.fg == ground() || cell.bg == ground()),
            "gap at {gap}: {cell:?}"
        );
    }
}

#[test]
fn what_is_narrower_than_an_eighth_is_drawn() {
    for at in 0..8 {
        let buf = painted(&line(1, &[(at, at + 1, RED)]), Depth::True, Glyphs::Blocks);
        let cell = &buf[(0, 0)];
        assert!(cell.fg == R || cell.bg == R, "{at}: {cell:?}");
    }
}

#[test]
fn the_selected_part_of_a_crowded_cell_stays() {
    let mut line = line(1, &[(0, 2, BLUE), (2, 3, RED), (4, 6, BLUE), (6, 8, BLUE)]);
    line.spans[1].stress = Stress::Selected;
    let buf = painted(&line, Depth::True, Glyphs::Blocks);
    let cell = &buf[(0, 0)];
    assert!(cell.fg == R || cell.bg == R, "{cell:?}");
}

#[test]
fn a_span_that_never_ended_fades() {
    let mut line = line(16, &[(0, 128, RED)]);
    line.spans[0].kind = SpanKind::Open;
    let buf = painted(&line, Depth::True, Glyphs::Blocks);
    assert_eq!(buf[(0, 0)].bg, R);
    assert_eq!(buf[(15, 0)].symbol(), "┄");
    assert_eq!(buf[(15, 0)].bg, ground());
    assert_eq!(buf[(9, 0)].bg, R, "it does not seem to end before the edge");
    let faded = buf[(11, 0)].bg;
    assert!(faded != R && faded != ground(), "{faded:?}");
}

#[test]
fn without_colour_ends_and_patterns_speak() {
    let role = |tag| Ink::Role(Role::Jank(tag, Partial::No));
    let spans = [
        (0, 48, role(JankTag::SelfJank)),
        (56, 88, role(JankTag::Dropped)),
        (96, 128, RED),
    ];
    let buf = painted(&line(16, &spans), Depth::Mono, Glyphs::Blocks);
    assert_eq!(symbols(&buf), "▐▓▓▓▓▌ ▐╳╳▌ ▐  ▌");
    assert!(
        buf.content
            .iter()
            .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
    let buf = painted(&line(16, &spans), Depth::Mono, Glyphs::Ascii);
    assert_eq!(symbols(&buf), "[####] [XX] [  ]");
}

#[test]
fn halves_of_a_cell_are_told_apart_by_the_character_alone() {
    let mut line = line(
        6,
        &[(0, 16, RED), (8, 24, BLUE), (16, 24, BLUE), (32, 40, BLUE)],
    );
    line.spans[0].kind = SpanKind::Upper;
    for span in &mut line.spans[1..] {
        span.kind = SpanKind::Lower;
    }
    for (depth, glyphs, shown) in [
        (Depth::Mono, Glyphs::Blocks, "▀█▄ ▄ "),
        (Depth::Mono, Glyphs::Ascii, "\"=_ _ "),
        (Depth::True, Glyphs::Ascii, "\"=_ _ "),
        // With colours the ground of a cell shows what is below.
        (Depth::True, Glyphs::Blocks, "▀▀▄ ▄ "),
    ] {
        assert_eq!(symbols(&painted(&line, depth, glyphs)), shown);
    }
}

#[test]
fn the_ascii_tier_prints_ascii_only() {
    let mut line = line(12, &[(3, 29, RED), (29, 60, BLUE)]);
    line.put(Text::new(1, "日本…·", Role::Text));
    line.charts.push(Chart {
        x: 8,
        line: 0,
        kind: ChartKind::Area,
        cols: (0..4)
            .map(|n| ChartCol {
                low: 0,
                high: n * 2,
                ink: RED,
            })
            .collect(),
    });
    for depth in [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True] {
        let buf = painted(&line, depth, Glyphs::Ascii);
        assert!(symbols(&buf).is_ascii(), "{depth:?} {}", symbols(&buf));
    }
}

#[test]
fn text_on_a_fill_is_black_or_white() {
    let mut line = line(
        8,
        &[(
            0,
            64,
            Ink::Name(NameInk {
                rgb: Rgb(250, 250, 210),
                pick: 0,
            }),
        )],
    );
    line.texts.push(Text {
        x: 1,
        text: "abc".into(),
        ink: Ink::OnFill,
        ground: None,
        mods: crate::view::scene::Mods::BOLD,
    });
    let buf = painted(&line, Depth::True, Glyphs::Blocks);
    assert_eq!(buf[(1, 0)].fg, Color::Rgb(0, 0, 0));
    assert_eq!(buf[(1, 0)].bg, Color::Rgb(250, 250, 210));
    assert!(buf[(1, 0)].modifier.contains(Modifier::BOLD));
}

#[test]
fn wide_text_never_runs_over_the_edge() {
    let mut line = Line::new(0, 0, 5, Role::Ground);
    line.texts.push(Text::new(0, "日本語日本語", Role::Text));
    let buf = painted(&line, Depth::True, Glyphs::Blocks);
    assert_eq!(symbols(&buf), "日本 ");
}

#[test]
fn a_stepped_counter_is_a_braille_line() {
    let mut line = Line::new(0, 0, 2, Role::Ground);
    let col = |low, high| ChartCol {
        low,
        high,
        ink: RED,
    };
    line.charts.push(Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Step,
        cols: vec![col(0, 0), col(0, 0), col(0, 7), col(7, 7)],
    });
    let buf = painted(&line, Depth::True, Glyphs::Braille);
    assert_eq!(symbols(&buf), "⣀⡏");
    let buf = painted(&line, Depth::True, Glyphs::Blocks);
    assert_eq!(symbols(&buf), "▁▇");
}

#[test]
fn bars_are_blocks_at_every_tier_and_empty_above_their_base_line() {
    let mut line = Line::new(0, 0, 3, Role::Ground);
    let col = |high| ChartCol {
        low: 0,
        high,
        ink: RED,
    };
    line.charts.push(Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Bars,
        cols: vec![
            col(7),
            col(2),
            col(0),
            col(0),
            col(ChartCol::EMPTY),
            col(ChartCol::EMPTY),
        ],
    });
    for glyphs in [Glyphs::Braille, Glyphs::Blocks] {
        let buf = painted(&line, Depth::True, glyphs);
        assert_eq!(symbols(&buf), "▇▁ ");
        assert_ne!(buf[(0, 0)].fg, buf[(1, 0)].fg);
    }
    // Without colours the base line would be a bar.
    let buf = painted(&line, Depth::Mono, Glyphs::Braille);
    assert_eq!(symbols(&buf), "▇  ");
    let buf = painted(&line, Depth::True, Glyphs::Ascii);
    assert_eq!(symbols(&buf), "+  ");
}

#[test]
fn nothing_is_painted_outside_the_buffer() {
    let theme = Theme::built_in("dark", Depth::True).expect("built in");
    let painter = Painter {
        theme: &theme,
        glyphs: Glyphs::Braille,
    };
    for (width, height) in [(0, 0), (1, 1), (3, 1)] {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
        let mut wide = line(200, &[(0, 1600, RED)]);
        wide.y = 0;
        wide.spans[0].item = Item::None;
        painter.line(&wide, &mut buf);
        wide.y = 9;
        painter.line(&wide, &mut buf);
        wide.x = 50;
        painter.line(&wide, &mut buf);
    }
}

#[test]
fn without_colour_a_chosen_row_is_reversed_and_a_mark_is_not() {
    let mut line = Line::new(0, 0, 4, Role::Chosen);
    line.put(Text::new(0, "ab", Role::Text));
    let buf = painted(&line, Depth::Mono, Glyphs::Blocks);
    assert!(
        buf.content
            .iter()
            .all(|cell| cell.modifier.contains(Modifier::REVERSED))
    );
    let mut line = Line::new(0, 0, 4, Role::Ground);
    line.put(Text::new(0, "ab", Role::Bad).on(Role::Ground));
    line.put(Text::new(2, "cd", Role::OnAccent).on(Role::Accent));
    let buf = painted(&line, Depth::Mono, Glyphs::Blocks);
    assert!(!buf[(0, 0)].modifier.contains(Modifier::REVERSED));
    assert!(buf[(2, 0)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn without_colour_the_frame_strip_shows_patterns() {
    let mut line = Line::new(0, 0, 3, Role::Ground);
    let col = |tag| ChartCol {
        low: 0,
        high: 6,
        ink: Ink::Role(Role::Jank(tag, Partial::No)),
    };
    line.charts.push(Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Area,
        cols: vec![
            col(JankTag::None),
            col(JankTag::SelfJank),
            col(JankTag::Dropped),
        ],
    });
    assert_eq!(symbols(&painted(&line, Depth::Mono, Glyphs::Blocks)), "▆▓╳");
    assert_eq!(symbols(&painted(&line, Depth::Mono, Glyphs::Ascii)), "=#X");
}

#[test]
fn of_16_colours_the_frame_strip_shows_patterns_on_its_hues() {
    let mut line = Line::new(0, 0, 3, Role::Ground);
    let tags = [JankTag::None, JankTag::BufferStuffing, JankTag::Dropped];
    let cols = tags.map(|tag| ChartCol {
        low: 0,
        high: 6,
        ink: Ink::Role(Role::Jank(tag, Partial::No)),
    });
    line.charts.push(Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Area,
        cols: cols.to_vec(),
    });
    let buf = painted(&line, Depth::Sixteen, Glyphs::Blocks);
    assert_eq!(symbols(&buf), "▆░╳");
    assert_ne!(buf[(1, 0)].bg, buf[(2, 0)].bg);
    assert_eq!(symbols(&painted(&line, Depth::True, Glyphs::Blocks)), "▆▆▆");
}

#[test]
fn without_colour_halves_show_where_bars_end_and_which_frames_are_janky() {
    let half = |x0, x1, kind, tag| Span {
        kind,
        ..Span::bar(x0, x1, Ink::Role(Role::Jank(tag, Partial::No)))
    };
    let mut line = line(10, &[]);
    line.spans = vec![
        half(0, 24, SpanKind::Upper, JankTag::None),
        half(24, 48, SpanKind::Upper, JankTag::SelfJank),
        half(56, 80, SpanKind::Upper, JankTag::None),
        half(0, 40, SpanKind::Lower, JankTag::None),
        half(56, 72, SpanKind::Lower, JankTag::Dropped),
    ];
    let blocks = painted(&line, Depth::Mono, Glyphs::Blocks);
    assert_eq!(symbols(&blocks), "██▄▓▓  ╳╳ ");
    let ascii = painted(&line, Depth::Mono, Glyphs::Ascii);
    assert_eq!(symbols(&ascii), "==_##  XX ");
}

#[test]
fn without_colour_a_late_frame_is_one_frame() {
    let slice = |x0, x1, tone, id| Span {
        tone,
        item: Item::Slice(crate::model::ids::SliceId(id)),
        ..Span::bar(
            x0,
            x1,
            Ink::Role(Role::Jank(JankTag::SelfJank, Partial::No)),
        )
    };
    let mut line = line(14, &[]);
    line.spans = vec![
        slice(0, 36, Tone::Normal, 1),
        slice(36, 64, Tone::Deep, 1),
        // Another frame begins where the first ends.
        slice(64, 96, Tone::Normal, 2),
        slice(96, 100, Tone::Deep, 2),
    ];
    let blocks = painted(&line, Depth::Mono, Glyphs::Blocks);
    assert_eq!(symbols(&blocks), "▐▓▓▓╱╱╱▌▐▓▓▓▌ ");
    let ascii = painted(&line, Depth::Mono, Glyphs::Ascii);
    assert_eq!(symbols(&ascii), "[###///][###] ");
}

/// Returns the colours of a cell as a terminal shows them: of the character, and behind it.
fn seen(cell: &ratatui::buffer::Cell) -> (Color, Color) {
    if cell.modifier.contains(Modifier::REVERSED) {
        (cell.bg, cell.fg)
    } else {
        (cell.fg, cell.bg)
    }
}

#[test]
fn of_16_colours_the_hue_has_the_greater_share_of_every_pattern() {
    let inks = [
        Role::State(StateRole::Running),
        Role::State(StateRole::Runnable),
        Role::State(StateRole::IoWait),
        Role::State(StateRole::Blocked),
        Role::State(StateRole::Sleeping),
        Role::Expected,
        Role::Jank(JankTag::SelfJank, Partial::No),
        Role::Jank(JankTag::Other, Partial::No),
        Role::Jank(JankTag::BufferStuffing, Partial::No),
        Role::Jank(JankTag::Dropped, Partial::No),
    ];
    let theme = Theme::built_in("dark", Depth::Sixteen).expect("built in");
    for role in inks {
        for tone in [Tone::Normal, Tone::Deep] {
            let mut line = line(8, &[(0, 64, Ink::Role(role))]);
            line.spans[0].tone = tone;
            line.texts.push(Text {
                ink: Ink::OnFill,
                ..Text::new(4, "ab", Role::Text)
            });
            let hue = theme.fill(Ink::Role(role), tone).color;
            for glyphs in [Glyphs::Blocks, Glyphs::Ascii] {
                let buf = painted(&line, Depth::Sixteen, glyphs);
                let cell = &buf[(0, 0)];
                let (ink, ground) = seen(cell);
                // How much of a cell its character fills, in percent.
                let share = match cell.symbol() {
                    "█" => 100,
                    "▓" => 75,
                    "▒" => 50,
                    "░" => 25,
                    "·" | "╱" | "╳" | "." | "/" | "X" | "#" | "%" | ":" | "=" | "-" => 20,
                    other => panic!("{role:?}: {other}"),
                };
                let hues = [(ink, share), (ground, 100 - share)];
                let hues = hues.iter().filter(|(color, _)| *color == hue);
                let hues: i32 = hues.map(|(_, share)| share).sum();
                assert!(hues >= 50, "{role:?} {tone:?} {glyphs:?}: {cell:?}");
                assert_eq!(seen(&buf[(4, 0)]).1, hue, "a label stands on the hue");
            }
        }
    }
}

#[test]
fn of_16_colours_patterns_say_what_a_bar_is_in_ascii_too() {
    let spans = [
        (0, 16, Ink::Role(Role::State(StateRole::Running))),
        (
            16,
            32,
            Ink::Role(Role::Jank(JankTag::SelfJank, Partial::No)),
        ),
    ];
    let buf = painted(&line(4, &spans), Depth::Sixteen, Glyphs::Ascii);
    assert_eq!(symbols(&buf), "==##");
}

#[test]
fn a_selected_bar_narrower_than_a_cell_has_the_cell_of_its_mark() {
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
        for glyphs in [Glyphs::Blocks, Glyphs::Ascii] {
            for (x0, x1) in [
                (9, 10),
                (9, 15),
                (8, 12),
                (12, 16),
                (5, 11),
                (13, 19),
                (4, 12),
            ] {
                let mut line = line(4, &[(0, x0, BLUE), (x0, x1, RED), (x1, 32, BLUE)]);
                line.spans[1].stress = Stress::Selected;
                let theme = Theme::built_in("dark", depth).expect("built in");
                let hue = theme.fill(RED, Tone::Normal).color;
                let at = line.spans[1].mark_cell() as u16;
                line.glyphs.push(Glyph {
                    x: at,
                    ch: '◆',
                    ink: Ink::OnFill,
                    mods: crate::view::scene::Mods::BOLD,
                    behind: false,
                    item: Item::None,
                });
                let buf = painted(&line, depth, glyphs);
                let cell = &buf[(at, 0)];
                let mark = if glyphs.has_blocks() { "◆" } else { "*" };
                assert_eq!((cell.symbol(), cell.bg), (mark, hue), "{x0} {x1} {depth:?}");
                assert!(cell.fg != hue, "{x0} {x1} {depth:?}");
            }
        }
    }
}

#[test]
fn a_name_has_one_ink_where_its_bar_has_two_tones() {
    let hues = [
        Ink::Role(Role::Jank(JankTag::SelfJank, Partial::No)),
        Ink::Role(Role::Jank(JankTag::None, Partial::No)),
        RED,
    ];
    for hue in hues {
        let mut line = line(8, &[(0, 32, hue), (32, 64, hue)]);
        line.spans[1].tone = Tone::Deep;
        line.texts.push(Text {
            ink: Ink::OnFill,
            ..Text::new(2, "abcd", Role::Text)
        });
        for depth in [Depth::Indexed, Depth::True] {
            let buf = painted(&line, depth, Glyphs::Blocks);
            let inks: Vec<Color> = (2..6).map(|x| buf[(x, 0)].fg).collect();
            assert!(inks.iter().all(|ink| *ink == inks[0]), "{depth:?} {hue:?}");
            for x in 2..6 {
                let cell = &buf[(x, 0)];
                let contrast = contrast(paint_of(cell.fg).rgb, paint_of(cell.bg).rgb);
                assert!(contrast >= 4.5, "{depth:?} {hue:?}: {contrast}");
            }
        }
    }
}

#[test]
fn without_shades_what_hardly_covers_a_cell_is_a_dot() {
    let sleep = Ink::Role(Role::State(StateRole::Sleeping));
    let running = Ink::Role(Role::State(StateRole::Running));
    for (ink, tone, is_dot) in [
        (sleep, Tone::Share(8), true),
        (running, Tone::Share(2), true),
        (running, Tone::Share(6), false),
        (RED, Tone::Share(1), true),
        (RED, Tone::Normal, false),
    ] {
        let mut line = line(2, &[(0, 16, ink)]);
        line.spans[0].kind = SpanKind::Dense(1);
        line.spans[0].tone = tone;
        for depth in [Depth::Mono, Depth::Sixteen] {
            let buf = painted(&line, depth, Glyphs::Blocks);
            assert_eq!(symbols(&buf) == "··", is_dot, "{depth:?} {ink:?} {tone:?}");
        }
        let buf = painted(&line, Depth::True, Glyphs::Blocks);
        assert_ne!(symbols(&buf), "··", "shades say it");
    }
}
