//! The viewer without a terminal, for tests: keys in, screens out, bytes counted.
//!
//! A [`Session`] is driven as the viewer drives it. Every drawn frame goes through the encoder into a
//! terminal emulator, whose screen must equal what was painted.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::{Arc, LazyLock};

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::motion;
use perfetty::app::session::Session;
use perfetty::app::terminal::encoder::{Encoder, Motion, Shifting};
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{self, Unobserved};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::overlay::Table;
use perfetty::view::scene::{Scene, Size};
use perfetty::view::state::{Selection, ViewState};
use perfetty::view::viewport::Viewport;
use perfetty::widgets::{Depth, Glyphs, Theme, paint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support;

/// Returns the demo trace that is embedded in the program; all tests share it.
pub(crate) fn demo() -> Arc<Trace> {
    static DEMO: LazyLock<Arc<Trace>> =
        LazyLock::new(|| import(include_bytes!("../../assets/demo.pftrace.gz").to_vec()));
    Arc::clone(&DEMO)
}

/// Returns the trace in the bytes of a file.
pub(crate) fn import(bytes: Vec<u8>) -> Arc<Trace> {
    let bytes = Arc::new(TraceBytes::from_vec(bytes).unwrap());
    Arc::new(import::import(&bytes, &mut Unobserved).unwrap())
}

/// Returns a real trace, if `../shared` has it.
pub(crate) fn corpus(name: &str) -> Option<Arc<Trace>> {
    let path = support::shared(&format!("corpus/{name}.pftrace"))?;
    Some(import(std::fs::read(path).unwrap()))
}

/// Returns a trace from textproto.
pub(crate) fn written(text: &str) -> Arc<Trace> {
    import(support::trace_from_text(text))
}

/// Returns a trace of so many slices with a name, one after the other; if it is not `complete`, only a part of
/// one.
pub(crate) fn needles(n: i64, name: &str, complete: bool) -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let slices: Vec<_> = (0..n).map(|i| (i * 20, 10, name)).collect();
    b.nested_slices(track, &slices);
    b.complete = complete;
    Arc::new(b.finish())
}

/// A screen with a terminal emulator behind it.
pub(crate) struct Screen {
    pub(crate) session: Session,
    theme: Theme,
    encoder: Encoder,
    parser: vt100::Parser,
    last: Option<(Arc<Scene>, Viewport)>,
    /// The bytes of the last frame that were drawn later: `rest` for the details, once the keys had rested,
    /// and `settled` for what depends on the selection all over the screen, once the selection had.
    pub(crate) rest: usize,
    pub(crate) settled: usize,
}

impl Screen {
    pub(crate) fn new(trace: &Arc<Trace>, cols: u16, rows: u16) -> Self {
        Self::with(&Config::default(), trace, cols, rows)
    }

    pub(crate) fn with(config: &Config, trace: &Arc<Trace>, cols: u16, rows: u16) -> Self {
        let mut session = Session::new("demo", config, Size { cols, rows });
        session.set_trace(Arc::clone(trace));
        Self {
            session,
            theme: Theme::built_in("dark", Depth::True).unwrap(),
            encoder: Encoder::new(Depth::True, Shifting::Allowed),
            parser: vt100::Parser::new(rows.try_into().unwrap(), cols.try_into().unwrap(), 0),
            last: None,
            rest: 0,
            settled: 0,
        }
    }

    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        for key in Key::parse_all(keys).unwrap() {
            self.session.key(key);
            self.session.sync();
        }
        self
    }

    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        self.session.resize(Size { cols, rows });
        self.parser
            .screen_mut()
            .set_size(rows.try_into().unwrap(), cols.try_into().unwrap());
        self.encoder.reset();
    }

    pub(crate) fn painted(&mut self) -> (Arc<Scene>, Buffer) {
        let scene = self.session.scene();
        let buffer = self.paint(&scene);
        (scene, buffer)
    }

    fn paint(&self, scene: &Scene) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, scene.size.cols, scene.size.rows));
        paint(scene, &self.theme, Glyphs::Braille, &mut buffer);
        buffer
    }

    /// Returns the window, and how far the tracks are scrolled.
    pub(crate) fn place(&self) -> (Viewport, usize) {
        let view = &self.session.state().view;
        (view.viewport, view.scroll)
    }

    /// Draws a frame and what follows later, and returns the bytes of the frame; asserts that the emulator
    /// shows what was painted.
    pub(crate) fn draw(&mut self, about: &str) -> usize {
        let scene = self.session.scene_at_once();
        let buffer = self.paint(&scene);
        let viewport = self.session.state().view.viewport;
        let motion = self
            .last
            .as_ref()
            .map_or_else(Motion::default, |(last, seen)| {
                motion::between((last, *seen), (&scene, viewport))
            });
        let bytes = self.encoder.frame(&buffer, motion, scene.caret).to_vec();
        self.parser.process(&bytes);
        // The part of the frame that follows once the keys have rested.
        let rest = self.encoder.frame(&buffer, Motion::default(), scene.caret);
        self.parser.process(rest);
        self.rest = rest.len();
        let (scene, buffer) = self.painted();
        let settled = self.encoder.frame(&buffer, Motion::default(), scene.caret);
        self.parser.process(settled);
        self.settled = settled.len();
        self.last = Some((scene, viewport));
        let shown = self.parser.screen();
        for y in 0..buffer.area.height {
            for x in 0..buffer.area.width {
                let want = buffer[(x, y)].symbol();
                let got = shown.cell(y, x).unwrap();
                if got.is_wide_continuation() {
                    continue;
                }
                let symbol = if got.has_contents() {
                    got.contents()
                } else {
                    " "
                };
                assert_eq!(symbol, want, "{about}: cell {x},{y}");
                let cell = &buffer[(x, y)];
                let is_reversed = cell.modifier.contains(ratatui::style::Modifier::REVERSED);
                let ground = match if is_reversed { cell.fg } else { cell.bg } {
                    ratatui::style::Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
                    _ => vt100::Color::Default,
                };
                let under = if got.inverse() {
                    got.fgcolor()
                } else {
                    got.bgcolor()
                };
                assert_eq!(under, ground, "{about}: ground of {x},{y}");
            }
        }
        bytes.len()
    }

    /// Draws a frame, and returns its bytes and those of everything that follows later.
    pub(crate) fn all(&mut self, about: &str) -> usize {
        self.draw(about) + self.rest + self.settled
    }

    /// Returns the text of the screen, without blanks at the ends of lines.
    pub(crate) fn text(&mut self) -> String {
        let (_, buffer) = self.painted();
        let cols = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(cols);
        let line = |row: &[ratatui::buffer::Cell]| {
            row.iter()
                .map(ratatui::buffer::Cell::symbol)
                .collect::<String>()
        };
        let mut text = String::new();
        for row in rows {
            text.push_str(line(row).trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the table on top.
    pub(crate) fn table(&self) -> &Table {
        let table = self.session.state().top_table();
        table.expect("a table on top")
    }

    pub(crate) fn view(&self) -> &ViewState {
        &self.session.state().view
    }

    pub(crate) fn selection(&self) -> &Selection {
        &self.view().selection
    }

    /// Returns the selected slice.
    pub(crate) fn selected(&self) -> SliceId {
        match *self.selection() {
            Selection::Slice(slice) => slice,
            ref other => panic!("no slice is selected but {other:?}"),
        }
    }
}
