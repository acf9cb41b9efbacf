//! Every screen as text and style, compared with `tests/screens`.
//!
//! A file shows the characters of each row and, below them, a letter for the style of each cell; the legend
//! at its end gives the colours and attributes of each letter. `BLESS=1` rewrites the files; review the
//! differences.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::session::Session;
use perfetty::view::scene::Size;
use perfetty::view::state::{FileFate, LoadState, Meter};
use perfetty::widgets::{Depth, Edges, Glyphs, Theme, paint};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use crate::screen::demo;
use crate::support;

/// The settings with which a screen is drawn.
#[derive(Clone, Copy)]
struct Way {
    size: (u16, u16),
    theme: &'static str,
    depth: Depth,
    glyphs: Glyphs,
    edges: Edges,
}

const SMALL: Way = Way {
    size: (80, 24),
    theme: "dark",
    depth: Depth::True,
    glyphs: Glyphs::Braille,
    edges: Edges::Eighths,
};

const MIDDLE: Way = Way {
    size: (120, 40),
    ..SMALL
};

/// Returns the screen after some keys.
fn painted(way: Way, keys: &str) -> Buffer {
    let (cols, rows) = way.size;
    let mut session = Session::new("demo.pftrace", &Config::default(), Size { cols, rows });
    session.set_trace(demo());
    type_into(&mut session, keys);
    show(&mut session, way)
}

fn type_into(session: &mut Session, keys: &str) {
    for key in Key::parse_all(keys).expect("keys as the command line takes them") {
        session.key(key);
        session.sync();
    }
}

fn show(session: &mut Session, way: Way) -> Buffer {
    let (cols, rows) = way.size;
    let theme = Theme::built_in(way.theme, way.depth).expect("a built-in theme");
    let theme = theme.with_edges(way.edges);
    let scene = session.scene();
    let mut buffer = Buffer::empty(Rect::new(0, 0, cols, rows));
    paint(&scene, &theme, way.glyphs, &mut buffer);
    buffer
}

/// Returns the style of a cell in words.
fn look(cell: &Cell) -> String {
    let color = |color: Color| match color {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        other => format!("{other:?}").to_lowercase(),
    };
    let is_blank = cell.symbol() == " " && cell.modifier.is_empty();
    let mut words = if is_blank {
        format!("on {}", color(cell.bg))
    } else {
        format!("{} on {}", color(cell.fg), color(cell.bg))
    };
    let names = [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ];
    for (modifier, name) in names {
        if cell.modifier.contains(modifier) {
            words.push(' ');
            words.push_str(name);
        }
    }
    words
}

/// Returns a screen as text: rows, letters for the styles, and the legend.
fn written(buffer: &Buffer) -> String {
    const LETTERS: &[u8] = b".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let cols = usize::from(buffer.area.width);
    let mut looks: Vec<String> = Vec::new();
    let mut text = String::new();
    for row in buffer.content.chunks(cols) {
        let line: String = row.iter().map(Cell::symbol).collect();
        text.push_str(line.trim_end());
        text.push('\n');
        let mut letters = String::new();
        for cell in row {
            let look = look(cell);
            let at = looks.iter().position(|known| *known == look);
            let at = at.unwrap_or_else(|| {
                looks.push(look);
                looks.len() - 1
            });
            // Rare styles share a sign; the text and the common styles still show a change.
            letters.push(LETTERS.get(at).map_or('*', |&letter| char::from(letter)));
        }
        text.push_str(&letters);
        text.push('\n');
    }
    for (at, look) in looks.iter().enumerate() {
        let letter = LETTERS.get(at).map_or('*', |&letter| char::from(letter));
        writeln!(text, "{letter} {look}").expect("a string takes all text");
    }
    text
}

fn check(name: &str, way: Way, keys: &str) {
    check_all(&[(name, way, keys)]);
}

/// Checks some screens after some keys, and names all that differ.
fn check_all(screens: &[(&str, Way, &str)]) {
    let stale = |&(name, way, keys): &(&str, Way, &str)| stale(name, &painted(way, keys));
    let stale: Vec<String> = screens.iter().filter_map(stale).collect();
    assert!(stale.is_empty(), "\n{}", stale.join("\n"));
}

fn keep(name: &str, buffer: &Buffer) {
    if let Some(text) = stale(name, buffer) {
        panic!("{text}");
    }
}

/// Returns how a screen differs from the one that is kept; `None` if it does not.
fn stale(name: &str, buffer: &Buffer) -> Option<String> {
    let path = support::repo("tests/screens").join(format!("{name}.txt"));
    support::stale(&path, written(buffer).as_bytes())
}

#[test]
fn the_main_screen_at_every_size() {
    check("main-80x24", SMALL, "");
    check("frame-80x24", SMALL, "nf");
    check("frame-120x40", MIDDLE, "nf");
    let wide = Way {
        size: (200, 60),
        ..SMALL
    };
    check("frame-200x60", wide, "nf");
    check("docked-200x60", wide, "nfQ");
    let portrait = Way {
        size: (70, 50),
        ..SMALL
    };
    check("frame-70x50", portrait, "nf");
    let least = Way {
        size: (60, 15),
        ..SMALL
    };
    check("frame-60x15", least, "nf");
    let tiny = Way {
        size: (30, 6),
        ..SMALL
    };
    check("too-small", tiny, "");
}

#[test]
fn nothing_is_shown_of_what_nothing_is_known() {
    let (cols, rows) = SMALL.size;
    let mut session = Session::new("demo.pftrace", &Config::default(), Size { cols, rows });
    session.set_load(LoadState::Opening);
    keep("opening", &show(&mut session, SMALL));
    // Keys that need a trace do nothing, other keys work.
    type_into(&mut session, "wsadjk<enter>,.n/x<esc>");
    keep("opening", &show(&mut session, SMALL));
    type_into(&mut session, "?");
    let help = |screen: &Buffer| {
        // How much follows differs: of frames nothing is known, so their colours are not told.
        let text = written(screen);
        let lines = text.lines().filter(|line| !line.contains('▼'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(help(&show(&mut session, SMALL)), help(&painted(SMALL, "?")));
}

#[test]
fn a_frame_in_every_theme_and_depth() {
    let ways = [
        ("light", "light", Depth::True, Glyphs::Braille),
        ("okabe", "okabe", Depth::True, Glyphs::Braille),
        ("indexed", "dark", Depth::Indexed, Glyphs::Braille),
        ("sixteen", "dark", Depth::Sixteen, Glyphs::Blocks),
        ("mono", "mono", Depth::Mono, Glyphs::Blocks),
        ("ascii", "mono", Depth::Mono, Glyphs::Ascii),
    ];
    for (name, theme, depth, glyphs) in ways {
        let way = Way {
            theme,
            depth,
            glyphs,
            ..SMALL
        };
        check(&format!("frame-{name}"), way, "nf");
    }
    let slow = Way {
        depth: Depth::Indexed,
        edges: Edges::Whole,
        ..SMALL
    };
    check("frame-slow", slow, "nf");
}

#[test]
fn the_theme_without_colours_has_none_at_any_depth() {
    let is_gray = |color| match color {
        Color::Reset => true,
        Color::Rgb(r, g, b) => r == g && g == b,
        Color::Indexed(index) => matches!(index, 16 | 59 | 102 | 145 | 188 | 231..),
        _ => false,
    };
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
        let way = Way {
            theme: "mono",
            depth,
            ..MIDDLE
        };
        for cell in &painted(way, "nf").content {
            for color in [cell.fg, cell.bg] {
                assert!(is_gray(color), "{depth:?}: {color:?} {}", cell.symbol());
            }
        }
    }
}

#[test]
fn a_picture_without_colours_can_be_seen() {
    for (theme, ground, ink) in [
        ("dark", "#000000", "#ffffff"),
        ("light", "#ffffff", "#000000"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_perfetty"));
        command.args(["snapshot", "--format", "svg", "--color", "never"]);
        command.args(["--theme", theme]);
        let out = command.output().expect("the program runs");
        let svg = String::from_utf8(out.stdout).expect("UTF-8");
        let fills: BTreeSet<&str> = svg
            .split("fill=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(fills, BTreeSet::from([ground, ink]), "{theme}");
        let all = format!("height=\"100%\" fill=\"{ground}\"");
        assert!(svg.contains(&all), "{theme}");
    }
}

#[test]
fn a_snapshot_has_the_theme_that_its_keys_ask_for() {
    let picture = |keys: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_perfetty"));
        command.args(["snapshot", "--format", "ansi", "--keys", keys]);
        command.output().expect("output of perfetty").stdout
    };
    let of = |keys: &str| picture(&format!(">toggle-theme<enter>{keys}"));
    assert_ne!(picture("?"), of("?"));
    assert_eq!(picture("?"), of(">toggle-theme<enter>?"));
}

#[test]
fn the_details() {
    for (name, key) in [("why", "2"), ("flows", "3"), ("args", "4"), ("states", "5")] {
        check(&format!("details-{name}"), SMALL, &format!("nf{key}"));
    }
    // Tabs with nothing to show say so.
    check("details-none", SMALL, "2");
    check("details-slice-why", SMALL, "/traversal<enter><esc>f2");
    check(
        "details-sql",
        SMALL,
        ":select 1 as one, 'two' as two<a-enter>",
    );
    check("details-slice", SMALL, "/traversal<enter><esc>f");
    check("details-area", MIDDLE, "nfR");
    check("details-area-all", MIDDLE, "*");
}

#[test]
fn lists_and_pages() {
    let screens = [
        ("inbox", "J"),
        ("inbox-grouped", "Jg"),
        ("lens", "ne"),
        ("ladder", "nL"),
        ("help", "?"),
        ("palette", ">zoom"),
        ("tracks", "<c-p>Render"),
        ("search", "/binder"),
        ("hits", "/binder<enter>>search-hits<enter>"),
        ("sql-prompt", ":select name from slice"),
        (
            "sql-result",
            ":select id, ts, name from slice limit 5<enter>",
        ),
        (
            "sql-cut",
            ":select 1 as n, 'what is longer than the screen is wide is cut at its end, and is said in full below the list' as note union select 2, 'short'<enter>",
        ),
        ("sql-error", ":select nothing<enter>"),
        ("issues", "!"),
        ("kernel-events", ">ftrace<enter>"),
        ("categories", "nc"),
        ("slow-flows", ">slow-flows<enter>"),
        ("cujs", ">cujs<enter>"),
        ("filter", "tRenderThread<enter>"),
        ("unbound", "<f9>"),
        ("unbound-in-list", "J<c-o>"),
        ("leads", "nf<enter>"),
        ("search-scope", "nfR/<c-t>binder"),
        ("search-regex", "/<c-r>^bin(der"),
        ("note-prompt", "nfM"),
        ("time-prompt", ">go-to-time<enter>1.5s"),
        (
            "workspaces",
            "nfp>workspace-save<enter>mine<enter>>workspaces<enter>",
        ),
    ];
    check_all(&screens.map(|(name, keys)| (name, SMALL, keys)));
}

#[test]
fn marks_and_modes_of_the_timeline() {
    let screens = [
        ("half-height", "nfz"),
        ("pinned", "nfp<esc>jjjp"),
        ("marks", "nfma<esc>lllxlllllxMlook<enter>"),
        ("area-start", "nf<esc>jjvllll"),
        ("search-marks", "/draw<enter>sss"),
        ("seconds", "nfT"),
        ("flows-2-hops", "nf+]"),
        ("mark-pending", "nfm"),
        ("cpu", "<c-p>CPU 0<enter><enter>f"),
        ("counter", "<c-p>BufferTX<enter><enter>f"),
        ("history", "nf<c-o>"),
    ];
    check_all(&screens.map(|(name, keys)| (name, SMALL, keys)));
}

#[test]
fn what_the_program_says_of_itself() {
    let (cols, rows) = SMALL.size;
    let session = |config: &Config| {
        let mut session = Session::new("demo.pftrace", config, Size { cols, rows });
        session.set_trace(demo());
        session
    };
    let mut tour = session(&Config::default());
    tour.set_demo();
    tour.start_tour();
    keep("tour", &show(&mut tour, SMALL));
    let config = Config {
        problems: vec!["config.toml: keys.foo: no such command".to_owned()],
        ..Config::default()
    };
    keep("config-problem", &show(&mut session(&config), SMALL));
    let mut meter = session(&Config::default());
    meter.state_mut().view.meter = Some(Meter {
        frame_us: 812,
        bytes: 1_234,
    });
    keep("meter", &show(&mut meter, SMALL));
    let mut loading = session(&Config::default());
    loading.set_load(LoadState::Loading {
        done: 40,
        total: 100,
    });
    keep("loading", &show(&mut loading, SMALL));
    let mut failed = session(&Config::default());
    failed.set_load(LoadState::Failed);
    failed.state_mut().view.file = FileFate::CutShort;
    let state = failed.state_mut();
    state.fail("cannot read demo.pftrace: input/output error".to_owned());
    keep("failed", &show(&mut failed, SMALL));
}
