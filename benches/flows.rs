//! Selecting a slice among a million flows: how long it takes until the arrows are drawn.
//!
//! `cargo bench --bench flows` prints a Markdown table. For a million flows in several shapes, it has the
//! processor time of this thread from the key that selects a slice to the bytes for the terminal, as the
//! median and the worst of many. `--test` runs each shape once.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot go on says why")]

use std::sync::Arc;
use std::time::Duration;

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::session::Session;
use perfetty::app::terminal::encoder::{Encoder, Motion, Shifting};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::scene::Size;
use perfetty::view::state::Selection;
use perfetty::widgets::{Depth, Glyphs, Theme, paint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const FLOWS: usize = 1_000_000;
const THREADS: usize = 200;

/// A shape: its name, the number of slices, and the two slices that the n-th flow joins.
type Shape = (&'static str, usize, fn(usize) -> (usize, usize));

const SHAPES: [Shape; 4] = [
    ("a chain", FLOWS + 1, |n| (n, n + 1)),
    ("all from one slice", FLOWS + 1, |n| (0, n + 1)),
    ("all to one slice", FLOWS + 1, |n| (n + 1, 0)),
    ("a thousand from each of a thousand", 2001, |n| {
        (n / 1000, n / 1000 + 1 + n % 1000)
    }),
];

/// Returns a trace with successive slices of 200 threads in 10 processes, and the flows of a shape.
fn trace((_, n_slices, flow): Shape, n_flows: usize) -> (Arc<Trace>, Vec<SliceId>) {
    let mut builder = TraceBuilder::new();
    let processes: Vec<_> = (0..10).map(|pid| builder.process(pid + 1, "app")).collect();
    let tracks: Vec<_> = (0..THREADS)
        .map(|at| {
            let upid = processes[at * processes.len() / THREADS];
            let utid = builder.thread(upid, 1000 + at as i64, "worker");
            builder.slice_track(Scope::Thread(utid), None)
        })
        .collect();
    let mut slices = vec![SliceId::from_index(0); n_slices];
    for (at, &track) in tracks.iter().enumerate() {
        let places = (at..n_slices).step_by(THREADS);
        let rows: Vec<(i64, i64, &str)> = places
            .clone()
            .map(|place| (place as i64 * 1_000, 900, "work"))
            .collect();
        for (place, id) in places.zip(builder.nested_slices(track, &rows)) {
            slices[place] = id;
        }
    }
    for n in 0..n_flows {
        let (from, to) = flow(n);
        builder.flow(slices[from], slices[to], 1);
    }
    (Arc::new(builder.finish()), slices)
}

/// Returns the processor time that this thread has taken, so that other programs do not count.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// A session with an encoder.
struct Screen {
    session: Session,
    theme: Theme,
    encoder: Encoder,
    size: Size,
}

impl Screen {
    /// Selects a slice with a key and draws it; returns how long that took.
    fn select(&mut self, before: SliceId, key: Key) -> Duration {
        self.session.state_mut().view.selection = Selection::Slice(before);
        let start = now();
        self.session.key(key);
        // In the viewer, jobs run on other threads.
        drop(self.session.take_effects());
        let scene = self.session.scene();
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.cols, self.size.rows));
        paint(&scene, &self.theme, Glyphs::Braille, &mut buffer);
        let bytes = self.encoder.frame(&buffer, Motion::default(), scene.caret);
        assert!(!bytes.is_empty(), "a selection changes the screen");
        now().saturating_sub(start)
    }
}

fn main() {
    let is_test = std::env::args().any(|arg| arg == "--test");
    let (n_flows, rounds) = if is_test { (1_000, 1) } else { (FLOWS, 50) };
    if !is_test {
        println!("| a million flows | hops | median | worst |");
        println!("|---|---|---|---|");
    }
    for shape in SHAPES {
        let (trace, slices) = trace(shape, n_flows);
        for depth in [1, 9] {
            let size = Size {
                cols: 200,
                rows: 60,
            };
            let mut session = Session::new("trace", &Config::default(), size);
            session.set_trace(Arc::clone(&trace));
            session.state_mut().view.flows.depth = depth;
            let mut screen = Screen {
                session,
                theme: Theme::built_in("dark", Depth::True).expect("a built-in theme"),
                encoder: Encoder::new(Depth::True, Shifting::Allowed),
                size,
            };
            let mut times = Vec::new();
            for round in 0..rounds {
                // In turns, the slice that all flows meet, one in the middle, and the last one; each is
                // selected from its neighbour on the track.
                let place = [0, slices.len() / 2, slices.len() - 1][round % 3];
                let (beside, key) = match place.checked_sub(THREADS) {
                    Some(before) => (before, '.'),
                    None => (place + THREADS, ','),
                };
                let took = screen.select(slices[beside], Key::char(key));
                assert_eq!(
                    screen.session.state().view.selection,
                    Selection::Slice(slices[place])
                );
                times.push(took);
            }
            times.sort_unstable();
            if !is_test {
                let ms = |time: Duration| time.as_secs_f64() * 1e3;
                println!(
                    "| {} | {depth} | {:.2} ms | {:.2} ms |",
                    shape.0,
                    ms(times[times.len() / 2]),
                    ms(times[times.len() - 1])
                );
            }
        }
    }
}
