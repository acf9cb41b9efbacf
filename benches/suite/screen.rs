//! Frames: bytes for the terminal as gates, times told.
//!
//! A session without a terminal is driven by keys, as the tests do.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::motion;
use perfetty::app::session::Session;
use perfetty::app::terminal::encoder::{Encoder, Motion, Shifting};
use perfetty::import::{Unobserved, import};
use perfetty::model::trace::Trace;
use perfetty::view::scene::{Scene, Size};
use perfetty::view::viewport::Viewport;
use perfetty::widgets::{Depth, Glyphs, Theme, paint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::Report;
use crate::import::open;

/// A viewer that counts what it would write.
struct Screen {
    session: Session,
    theme: Theme,
    encoder: Encoder,
    last: Option<(Scene, Viewport)>,
}

/// What a frame took.
struct Frame {
    bytes: usize,
    /// The scene.
    cells: Duration,
    /// Scene, painting and encoding.
    all: Duration,
}

impl Screen {
    fn new(trace: &Arc<Trace>, cols: u16, rows: u16) -> Self {
        let mut session = Session::new("suite", &Config::default(), Size { cols, rows });
        session.set_trace(Arc::clone(trace));
        let mut screen = Self {
            session,
            theme: Theme::built_in("dark", Depth::True).expect("a theme"),
            encoder: Encoder::new(Depth::True, Shifting::Allowed),
            last: None,
        };
        screen.frame();
        screen
    }

    /// Presses keys and draws once.
    fn press(&mut self, keys: &str) -> Frame {
        for key in Key::parse_all(keys).expect("keys") {
            self.session.key(key);
            self.session.sync();
        }
        self.frame()
    }

    fn frame(&mut self) -> Frame {
        let started = Instant::now();
        let scene = self.session.scene();
        let cells = started.elapsed();
        let mut buffer = Buffer::empty(Rect::new(0, 0, scene.size.cols, scene.size.rows));
        paint(&scene, &self.theme, Glyphs::Braille, &mut buffer);
        let viewport = self.session.state().view.viewport;
        let motion = self
            .last
            .as_ref()
            .map_or_else(Motion::default, |(last, seen)| {
                motion::between((last, *seen), (&scene, viewport))
            });
        let bytes = self.encoder.frame(&buffer, motion, scene.caret).len();
        let all = started.elapsed();
        self.last = Some((scene, viewport));
        Frame { bytes, cells, all }
    }

    /// Returns the most bytes of some frames after `keys`.
    fn most(&mut self, keys: &str, times: usize) -> f64 {
        let frames = (0..times).map(|_| self.press(keys).bytes);
        frames.max().unwrap_or(0) as f64
    }
}

/// Checks how many bytes usual frames are.
pub(crate) fn gates(trace: &Arc<Trace>, report: &mut Report) {
    for ((cols, rows), pan, limit) in [
        ((200, 60), "pan by a column, 200x60: bytes", 3500.0),
        ((80, 24), "pan by a column, 80x24: bytes", 1400.0),
    ] {
        let mut screen = Screen::new(trace, cols, rows);
        screen.press("wwwwwwww");
        report.gate(pan, screen.most("<c-right>", 12), limit);
        if cols == 200 {
            screen.press("/Task<enter><esc>");
            screen.press(".");
            report.gate("select the next slice: bytes", screen.most(".", 8), 800.0);
            report.gate("nothing happens: bytes", screen.frame().bytes as f64, 0.0);
        }
    }
}

/// Tells how long frames take, at every zoom.
pub(crate) fn times(path: &Path, report: &mut Report) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = Arc::new(open(path));
    let trace = Arc::new(import(&bytes, &mut Unobserved).expect("a trace"));
    let mut screen = Screen::new(&trace, 200, 60);
    let mut frames = Vec::new();
    for _ in 0..24 {
        frames.push(screen.press("w"));
        for pan in ["d", "d", "a", "j"] {
            frames.push(screen.press(pan));
        }
    }
    let p99 = |of: &dyn Fn(&Frame) -> Duration| {
        let mut times: Vec<Duration> = frames.iter().map(of).collect();
        times.sort_unstable();
        times[times.len() * 99 / 100].as_secs_f64() * 1000.0
    };
    let mut figures = format!("{:.2} ms for the cells, ", p99(&|frame| frame.cells));
    let _written = write!(figures, "{:.2} ms with the bytes", p99(&|frame| frame.all));
    report.tell(format!("{name}: 99 of 100 frames, 200x60"), figures);
}
