//! The program in a terminal: how soon it shows a trace, and how soon it answers keys.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::render::percentile;
use crate::report::Report;

const COLS: u16 = 200;
const ROWS: u16 = 60;
/// The longest time to wait for a trace.
const PATIENCE: Duration = Duration::from_mins(2);
/// How often a key is pressed while the trace loads.
const KEY_EVERY: Duration = Duration::from_millis(20);

/// The viewer in a terminal.
struct Terminal {
    child: Child,
    master: File,
    output: Receiver<(Instant, Vec<u8>)>,
    screen: vt100::Parser,
    started: Instant,
}

impl Terminal {
    fn start(trace: &Path) -> Option<Self> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).ok()?;
        grantpt(&master).ok()?;
        unlockpt(&master).ok()?;
        let name = ptsname(&master, Vec::new()).ok()?;
        let mut open = OpenOptions::new();
        let slave = open.read(true).write(true).open(name.to_str().ok()?).ok()?;
        let size = Winsize {
            ws_row: ROWS,
            ws_col: COLS,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&slave, size).ok()?;
        let side = || {
            slave
                .try_clone()
                .map_or_else(|_| Stdio::null(), Stdio::from)
        };
        let started = Instant::now();
        let child = Command::new("setsid")
            .args(["--ctty", env!("CARGO_BIN_EXE_perfetty")])
            .arg(trace)
            .env("TERM", "xterm-256color")
            .env("COLORTERM", "truecolor")
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .ok()?;
        let master = File::from(master);
        let mut reader = master.try_clone().ok()?;
        let (send, output) = sync_channel(1024);
        std::thread::spawn(move || {
            let mut chunk = vec![0; 1 << 16];
            while let Ok(len @ 1..) = reader.read(&mut chunk) {
                if send.send((Instant::now(), chunk[..len].to_vec())).is_err() {
                    return;
                }
            }
        });
        let (rows, cols) = (ROWS.try_into().ok()?, COLS.try_into().ok()?);
        Some(Self {
            child,
            master,
            output,
            screen: vt100::Parser::new(rows, cols, 0),
            started,
        })
    }

    /// Waits for output; returns when it came.
    fn read(&mut self, wait: Duration) -> Result<Instant, RecvTimeoutError> {
        let (at, chunk) = self.output.recv_timeout(wait)?;
        if chunk.windows(3).any(|bytes| bytes == b"\x1b[c") {
            self.send("\x1b[?62;22c");
        }
        self.screen.process(&chunk);
        Ok(at)
    }

    fn send(&mut self, keys: &str) {
        let _gone = self.master.write_all(keys.as_bytes());
    }

    /// Returns the title bar.
    fn title(&self) -> String {
        let mut rows = self.screen.screen().rows(0, COLS);
        rows.next().unwrap_or_default()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

/// What was seen of a start; times are since the start.
#[derive(Default)]
struct Seen {
    first: Option<Duration>,
    skeleton: Option<Duration>,
    slices: Option<Duration>,
    all: Option<Duration>,
    /// The times from each key to the next output, during loading.
    answers: Vec<Duration>,
}

/// Reports how fast a trace comes up, and how fast keys are answered then.
pub(crate) fn tell(path: &Path, name: &str, report: &mut Report) {
    let Some(mut terminal) = Terminal::start(path) else {
        report.tell(
            "P1",
            format!("{name}: start"),
            "skipped: no terminal".into(),
        );
        return;
    };
    let Some(seen) = watch(&mut terminal) else {
        report.tell("P1", format!("{name}: start"), "never ready".into());
        return;
    };
    let ms = |time: Option<Duration>| match time {
        Some(time) => format!("{} ms", time.as_millis()),
        None => "not seen".to_owned(),
    };
    let start = format!(
        "first frame {}, skeleton {}",
        ms(seen.first),
        ms(seen.skeleton)
    );
    report.tell("P1", format!("{name}: from exec"), start);
    let exact = format!("slices {}, all {}", ms(seen.slices), ms(seen.all));
    report.tell("P2", format!("{name}: from exec"), exact);
    let answers = figures(seen.answers);
    report.tell(
        "P3",
        format!("{name}: key to bytes while it loads"),
        answers,
    );
    let script = ["\x1b[1;5C", "\x1b[1;5D", "w", "s", "j", "k", ".", ","];
    let mut answers = Vec::new();
    for keys in script.iter().cycle().take(200) {
        while terminal.read(Duration::from_millis(60)).is_ok() {}
        let sent = Instant::now();
        terminal.send(keys);
        if let Ok(at) = terminal.read(Duration::from_secs(1)) {
            answers.push(at.saturating_duration_since(sent));
        }
    }
    report.tell("R3", format!("{name}: key to bytes"), figures(answers));
}

fn figures(mut times: Vec<Duration>) -> String {
    if times.is_empty() {
        return "nothing".to_owned();
    }
    let of = |times: &mut Vec<Duration>, percent| percentile(times, percent).as_secs_f64() * 1e3;
    let (half, most) = (of(&mut times, 50), of(&mut times, 99));
    let worst = of(&mut times, 100);
    format!("p50 {half:.1} ms, p99 {most:.1} ms, worst {worst:.1} ms")
}

/// Watches a trace come up and presses keys meanwhile; `None` if it does not come up.
fn watch(terminal: &mut Terminal) -> Option<Seen> {
    let mut seen = Seen::default();
    let mut pressed: Option<Instant> = None;
    let mut next_key = terminal.started + Duration::from_millis(100);
    let mut n_keys = 0;
    while terminal.started.elapsed() < PATIENCE {
        let wait = next_key.saturating_duration_since(Instant::now());
        match terminal.read(wait.min(Duration::from_millis(50))) {
            Ok(at) => {
                let since = at.saturating_duration_since(terminal.started);
                let title = terminal.title();
                if title.contains("perfetty") {
                    seen.first = seen.first.or(Some(since));
                }
                if title.contains("outline") {
                    seen.skeleton = seen.skeleton.or(Some(since));
                } else if title.contains("slices") && !title.contains(" 0 slices") {
                    seen.slices = seen.slices.or(Some(since));
                }
                if let Some(sent) = pressed.take() {
                    seen.answers.push(at.saturating_duration_since(sent));
                }
                // The rate disappears from the title when the total time is shown.
                if seen.slices.is_some() && !title.contains("events") {
                    seen.all = Some(since);
                    return Some(seen);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        // Moves between rows, which changes the screen even with a skeleton. Two keys go down first, because
        // `k` on the first row would change nothing, and the next progress would be taken for its answer.
        if Instant::now() >= next_key && pressed.is_none() && seen.first.is_some() {
            let is_up = n_keys >= 2 && n_keys % 2 == 0;
            terminal.send(if is_up { "k" } else { "j" });
            n_keys += 1;
            pressed = Some(Instant::now());
            next_key = Instant::now() + KEY_EVERY;
        }
    }
    None
}
