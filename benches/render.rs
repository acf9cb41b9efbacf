//! What a frame costs: time to compute it, bytes to show it, at any zoom.
//!
//! `cargo bench --bench render -- [--slices N] [TRACE…]` prints Markdown tables: times on a generated trace
//! of N slices (10 million by default), and bytes of single steps on each TRACE, or on the demo. Bytes are
//! the same on every run; times are processor time of this thread, so that other programs do not count.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot go on says why")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::motion;
use perfetty::app::session::Session;
use perfetty::app::terminal::encoder::{Encoder, Motion, Shifting};
use perfetty::base::time::TimeSpan;
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{self, Unobserved};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::scene::{Scene, Size};
use perfetty::view::state::Selection;
use perfetty::view::viewport::Viewport;
use perfetty::widgets::{Depth, Glyphs, Theme, paint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A session with an encoder.
pub(crate) struct Screen {
    pub(crate) session: Session,
    theme: Theme,
    encoder: Encoder,
    last: Option<(Arc<Scene>, Viewport)>,
    shown: Buffer,
    /// The buffer to paint the next frame into.
    spare: Buffer,
}

/// What one frame cost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cost {
    pub(crate) scene: Duration,
    paint: Duration,
    pub(crate) encode: Duration,
    pub(crate) bytes: usize,
    /// Bytes of the details, which follow when the keys rest.
    pub(crate) rest: usize,
    /// Bytes of what depends on the selection all over the screen, which follows when the selection rests.
    settled: usize,
    /// Bytes of all sequences that change the pen.
    pens: usize,
    /// Bytes of all sequences that move the cursor, erase, shift, or mark the frame.
    moves: usize,
}

impl Cost {
    /// Adds what the bytes of a frame are for.
    fn count(&mut self, frame: &[u8]) {
        let mut rest = frame;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != 0x1b {
                self.moves += usize::from(byte < 0x20);
                continue;
            }
            let end = after.iter().skip(1).position(u8::is_ascii_alphabetic);
            let len = end.map_or(after.len(), |end| end + 2);
            let last = after[..len].last();
            if last == Some(&b'm') {
                self.pens += len + 1;
            } else {
                self.moves += len + 1;
            }
            rest = &after[len..];
        }
    }
}

/// Returns the processor time that this thread has taken.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

impl Screen {
    pub(crate) fn new(trace: &Arc<Trace>, (cols, rows): (u16, u16)) -> Self {
        let mut session = Session::new("trace", &Config::default(), Size { cols, rows });
        session.set_trace(Arc::clone(trace));
        Self {
            session,
            theme: Theme::built_in("dark", Depth::True).expect("a built-in theme"),
            encoder: Encoder::new(Depth::True, Shifting::Allowed),
            last: None,
            shown: Buffer::default(),
            spare: Buffer::default(),
        }
    }

    /// Prints how many cells of each pane the last frame changed, and what its bytes are for.
    fn tell_where(&self, before: &Buffer, cost: &Cost) {
        let Some((scene, _)) = &self.last else { return };
        let bytes = cost.bytes + cost.rest + cost.settled;
        let [pens, moves] = [cost.pens, cost.moves];
        let text = bytes - pens - moves;
        print!("{bytes} bytes, {text} of text, {pens} of pens, {moves} of moves:");
        let layout = scene.layout;
        let panes = [
            ("title", layout.title),
            ("strip", layout.strip),
            ("minimap", layout.minimap),
            ("ruler", layout.ruler),
            ("tree", layout.tree),
            ("timeline", layout.timeline),
            ("details", layout.details),
            ("status", layout.status),
        ];
        for (name, rect) in panes {
            let cells = (rect.y..rect.y + rect.height)
                .flat_map(|y| (rect.x..rect.x + rect.width).map(move |x| (x, y)));
            let n = cells
                .filter(|&at| before.cell(at) != self.shown.cell(at))
                .count();
            print!(" {name} {n}");
        }
        println!();
    }

    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        for key in Key::parse_all(keys).expect("keys") {
            self.session.key(key);
            self.session.sync();
        }
        self
    }

    /// Returns the window and how far the tracks are scrolled.
    fn place(&self) -> (Viewport, usize) {
        let view = &self.session.state().view;
        (view.viewport, view.scroll)
    }

    /// Draws a frame as the viewer does.
    pub(crate) fn draw(&mut self) -> Cost {
        let start = now();
        let scene = self.session.scene_at_once();
        let made = now();
        let area = Rect::new(0, 0, scene.size.cols, scene.size.rows);
        if self.spare.area != area {
            self.spare = Buffer::empty(area);
        }
        let mut buffer = std::mem::take(&mut self.spare);
        paint(&scene, &self.theme, Glyphs::Braille, &mut buffer);
        let painted = now();
        let viewport = self.session.state().view.viewport;
        let motion = match &self.last {
            Some((last, seen)) => motion::between((last, *seen), (&scene, viewport)),
            None => Motion::default(),
        };
        let frame = self.encoder.frame(&buffer, motion, scene.caret);
        let encode = now().saturating_sub(painted);
        let mut cost = Cost {
            scene: made.saturating_sub(start),
            paint: painted.saturating_sub(made),
            encode,
            bytes: frame.len(),
            ..Cost::default()
        };
        cost.count(frame);
        // The parts that follow once the keys, and then the selection, have rested.
        let rest = self.encoder.frame(&buffer, Motion::default(), scene.caret);
        cost.rest = rest.len();
        cost.count(rest);
        let scene = self.session.scene();
        paint(&scene, &self.theme, Glyphs::Braille, &mut buffer);
        let settled = self.encoder.frame(&buffer, Motion::default(), scene.caret);
        cost.settled = settled.len();
        cost.count(settled);
        self.last = Some((scene, viewport));
        self.spare = std::mem::replace(&mut self.shown, buffer);
        cost
    }
}

fn main() {
    let mut n_slices = 10_000_000;
    let mut paths = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // Cargo passes these: to measure, or only to check that it runs.
            "--bench" => {}
            "--test" => n_slices = 20_000,
            "--slices" => {
                let number = args.next().and_then(|text| text.parse().ok());
                n_slices = number.expect("--slices N");
            }
            _ => paths.push(arg),
        }
    }
    if n_slices > 0 {
        times(n_slices);
    }
    if paths.is_empty() {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.pftrace.gz");
        paths.push(demo.to_string_lossy().into_owned());
    }
    for path in &paths {
        bytes(path);
    }
}

/// Returns a pseudo-random number, computed from the one before.
pub(crate) fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Returns a trace of about `n` slices: 40 processes of 12 threads, 3 deep, some threads far
/// busier than others.
pub(crate) fn generated(n: usize) -> Trace {
    const TRACKS: usize = 480;
    let mut b = TraceBuilder::new();
    let names: Vec<String> = (0..400).map(|i| format!("Work::step{i}")).collect();
    let mut state = 1;
    let weight: usize = (1..=TRACKS).map(|i| TRACKS / i).sum();
    for i in 0..TRACKS {
        let share = n * (TRACKS / (i + 1)) / weight;
        let (process, thread) = (i % 40, i / 40);
        let upid = b.process(process as i64 + 1, &format!("process{process}"));
        let utid = b.thread(
            upid,
            (process * 100 + thread) as i64,
            &format!("thread{thread}"),
        );
        let track = b.slice_track(Scope::Thread(utid), None);
        let groups = (share / 3).max(1);
        let step = (60_000_000_000 / groups) as i64;
        let mut slices = Vec::with_capacity(groups * 3);
        for group in 0..groups as i64 {
            let ts = group * step + (next(&mut state) as i64 % (step / 4).max(1));
            let dur = step / 4 + (next(&mut state) as i64 % (step / 2).max(1));
            for depth in 0..3 {
                let name = &names[next(&mut state) as usize % names.len()];
                let inner = dur / (depth + 1);
                slices.push((ts, inner.max(1), name.as_str()));
            }
        }
        b.nested_slices(track, &slices);
    }
    b.finish()
}

pub(crate) fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

/// Prints what frames cost at each zoom from the whole trace to single slices.
fn times(n: usize) {
    let trace = Arc::new(generated(n));
    trace.build_blocks();
    println!("Frames of {} slices, 200x60, µs\n", trace.slices.len());
    println!("| zoom | scene p50 | scene p99 | paint p50 | encode p50 | pan scene p50 |");
    println!("|---|---|---|---|---|---|");
    let mut screen = Screen::new(&trace, (200, 60));
    let nodes = trace.tree.walk();
    screen.session.state_mut().view.open = nodes.iter().map(|&node| (node, true)).collect();
    let mut all = Vec::new();
    let mut state = 7;
    for level in 0..7 {
        let mut costs = Vec::new();
        let mut pans = Vec::new();
        for _ in 0..60 {
            let view = Viewport::fit(trace.bounds, screen.session.state().view.viewport.cols());
            let mut zoomed = view;
            for _ in 0..level {
                zoomed = zoomed.zoomed(0, 1, 8);
            }
            let far = view.span().dur().ns() / zoomed.ns_per_col().max(1);
            let by = next(&mut state) as i64 % far.max(1);
            let by = if level == 0 { by % 20 } else { by };
            let shown = &mut screen.session.state_mut().view;
            shown.viewport = zoomed.panned(by);
            shown.scroll = next(&mut state) as usize % 1400;
            costs.push(screen.draw());
            let shown = &mut screen.session.state_mut().view;
            shown.viewport = shown.viewport.panned(1);
            pans.push(screen.draw());
        }
        let of =
            |what: fn(&Cost) -> Duration| -> Vec<Duration> { costs.iter().map(what).collect() };
        let mut scenes = of(|cost| cost.scene);
        all.extend_from_slice(&scenes);
        let mut paints = of(|cost| cost.paint);
        let mut encodes = of(|cost| cost.encode);
        let mut pans: Vec<Duration> = pans.iter().map(|cost| cost.scene).collect();
        println!(
            "| 1/{} | {} | {} | {} | {} | {} |",
            8_u64.pow(level),
            percentile(&mut scenes, 50).as_micros(),
            percentile(&mut scenes, 99).as_micros(),
            percentile(&mut paints, 50).as_micros(),
            percentile(&mut encodes, 50).as_micros(),
            percentile(&mut pans, 50).as_micros(),
        );
    }
    println!(
        "\nAll zooms: p99 {} µs, worst {} µs.\n",
        percentile(&mut all, 99).as_micros(),
        percentile(&mut all, 100).as_micros()
    );
}

/// Selects a slice in the middle of the busiest row, in a window of about 16 of its slices.
pub(crate) fn select_busiest(screen: &mut Screen, trace: &Trace) {
    let tracks = trace.slices.tracks();
    let rows = tracks
        .iter()
        .flat_map(|(track, _)| trace.slices.depths(*track));
    let Some(row) = rows.max_by_key(|row| row.len()) else {
        return;
    };
    let at = row.len() / 2;
    let id = row.id(at);
    let last = row.ts((at + 16).min(row.len() - 1));
    let state = screen.session.state_mut();
    state.select(Selection::Slice(id));
    state.view.cursor = trace.tree.node_of_track(trace.slices.track_of(id));
    screen.keys("f");
    let state = screen.session.state_mut();
    let span = TimeSpan::new(trace.slices.ts(id), last);
    state.view.viewport = state.view.viewport.focused_on(span);
}

/// Prints how many bytes single steps on a trace write.
fn bytes(path: &str) {
    let read = std::fs::read(path).expect(path);
    let input = TraceBytes::from_vec(read).expect(path);
    let trace = import::import(&Arc::new(input), &mut Unobserved).expect(path);
    let trace = Arc::new(trace);
    println!("Bytes of {path}, true colour\n");
    let columns = "at once | most | and details | most | at rest | most";
    println!("| step | 200x60: {columns} | 80x24: {columns} |");
    println!("|{}", "---|".repeat(13));
    let steps = [
        ("next slice", ".", 16),
        ("pan by a column", "<c-right>", 24),
        ("pan back", "<c-left>", 24),
        ("next row", "j", 12),
        ("scroll a page", "<pgdn>", 3),
        ("zoom in", "w", 4),
        ("next jank", "n", 8),
    ];
    let mut screens = [(200, 60), (80, 24)].map(|size| Screen::new(&trace, size));
    let first = screens.each_mut().map(|screen| screen.draw().bytes);
    println!(
        "| first paint | {} | | | | | | {} | | | | | |",
        first[0], first[1]
    );
    for screen in &mut screens {
        select_busiest(screen, &trace);
        screen.draw();
    }
    for (what, keys, times) in steps {
        let cells = screens.each_mut().map(|screen| {
            let mut costs: Vec<(Cost, bool)> = Vec::new();
            for _ in 0..times {
                let before = (screen.shown.clone(), screen.place());
                let cost = screen.keys(keys).draw();
                if std::env::var_os("WHERE").is_some() {
                    screen.tell_where(&before.0, &cost);
                }
                costs.push((cost, screen.place() == before.1));
            }
            // A slice out of sight is panned or scrolled to, which costs more than this step.
            if keys == "." && costs.iter().any(|(_, in_sight)| *in_sight) {
                costs.retain(|(_, in_sight)| *in_sight);
            }
            let of = |bytes: fn(&Cost) -> usize| {
                let all: Vec<usize> = costs.iter().map(|(cost, _)| bytes(cost)).collect();
                let most = all.iter().copied().max().unwrap_or(0);
                format!("{} | {most}", all.iter().sum::<usize>() / all.len().max(1))
            };
            let once = of(|cost| cost.bytes);
            let both = of(|cost| cost.bytes + cost.rest);
            format!("{once} | {both} | {}", of(|cost| cost.settled))
        });
        println!("| {what} | {} | {} |", cells[0], cells[1]);
    }
    let idle = screens.each_mut().map(|screen| screen.draw().bytes);
    println!(
        "| nothing | {} | | | | | | {} | | | | | |\n",
        idle[0], idle[1]
    );
}
