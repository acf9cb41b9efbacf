//! The program in a terminal of its own: keys, screens, signals and the end.
//!
//! The terminal is a pseudo terminal, whose other side the test holds. `setsid` of util-linux makes it the
//! program's controlling terminal.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// A timeout far longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

fn winsize(cols: u16, rows: u16) -> Winsize {
    Winsize {
        ws_row: rows,
        ws_col: cols,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_perfetty");

/// The program in its terminal.
pub(crate) struct Tty {
    child: Child,
    /// The side of the test; `None` once the terminal is gone.
    master: Option<File>,
    /// The side of the program, kept open so that its modes can be checked at the end.
    slave: File,
    output: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    screen: vt100::Parser,
    /// Whether the terminal takes nothing that the program writes.
    stalls: Arc<AtomicBool>,
}

impl Tty {
    /// Starts the program in a terminal of 100 by 30 characters.
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::start_in(Path::new("."), PROGRAM, args)
    }

    /// Starts a build of the program in a folder.
    pub(crate) fn start_in(folder: &Path, program: &str, args: &[&str]) -> Self {
        let master =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = OpenOptions::new()
            .read(true)
            .write(true)
            .open(name.to_str().unwrap())
            .unwrap();
        tcsetwinsize(&slave, winsize(100, 30)).unwrap();
        let side = || Stdio::from(slave.try_clone().unwrap());
        let child = Command::new("setsid")
            .args(["--ctty", program])
            .args(args)
            .current_dir(folder)
            .env("TERM", "xterm-256color")
            .env("XDG_CONFIG_HOME", "/nonexistent")
            // This folder is relative, so it is ignored as if it was not set.
            .env("XDG_STATE_HOME", folder.join("state"))
            .env("HOME", "/dev/null")
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .unwrap();
        let master = File::from(master);
        let mut reader = master.try_clone().unwrap();
        let (send, output) = sync_channel(1024);
        let stalls = Arc::new(AtomicBool::new(false));
        let stalled = Arc::clone(&stalls);
        let read = move || {
            let mut chunk = [0; 4096];
            // After the other side is closed, reading ends with an error.
            while let Ok(len @ 1..) = reader.read(&mut chunk) {
                if send.send(chunk[..len].to_vec()).is_err() {
                    return;
                }
                while stalled.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        };
        let thread = std::thread::Builder::new().name("terminal".into());
        thread.spawn(read).unwrap();
        Self {
            child,
            master: Some(master),
            slave,
            output,
            bytes: Vec::new(),
            stalls,
            screen: vt100::Parser::new(30_u16.try_into().unwrap(), 100_u16.try_into().unwrap(), 0),
        }
    }

    /// Types keys.
    pub(crate) fn send(&mut self, keys: &str) -> &mut Self {
        self.master
            .as_mut()
            .unwrap()
            .write_all(keys.as_bytes())
            .unwrap();
        self
    }

    /// Reads output for a while; returns false if there is none.
    fn read(&mut self, wait: Duration) -> bool {
        let Ok(chunk) = self.output.recv_timeout(wait) else {
            return false;
        };
        // The program asks what the terminal can do, and waits for the answer to the last question.
        if chunk.windows(3).any(|bytes| bytes == b"\x1b[c") {
            self.send("\x1b[?62;22c");
        }
        self.screen.process(&chunk);
        self.bytes.extend(chunk);
        true
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        // Output for the old size must go to the screen of the old size.
        while self.read(Duration::ZERO) {}
        tcsetwinsize(&self.slave, winsize(cols, rows)).unwrap();
        let (rows, cols) = (rows.try_into().unwrap(), cols.try_into().unwrap());
        self.screen.screen_mut().set_size(rows, cols);
    }

    /// Waits until the program has handled all input and is idle; returns false if it has ended.
    pub(crate) fn settle(&mut self) -> bool {
        let mut before = None;
        loop {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            let mut is_quiet = true;
            while self.read(Duration::from_millis(60)) {
                is_quiet = false;
            }
            let work = self.work();
            if is_quiet && work.is_some() && work == before {
                return true;
            }
            before = work;
        }
    }

    /// Returns how long the program's threads have run, in nanoseconds; `None` while one of them runs or
    /// input is queued for it.
    fn work(&self) -> Option<u64> {
        if rustix::io::ioctl_fionread(&self.slave).ok()? > 0 {
            return None;
        }
        let mut sum = 0;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()? {
            let task = task.ok()?.path();
            let status = std::fs::read_to_string(task.join("stat")).ok()?;
            let state = status.rsplit(')').next()?.trim_start();
            if !state.starts_with('S') {
                return None;
            }
            let times = std::fs::read_to_string(task.join("schedstat")).ok()?;
            sum += times.split(' ').next()?.parse::<u64>().ok()?;
        }
        Some(sum)
    }

    /// Returns how many bytes of memory the program holds that no other process shares.
    pub(crate) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<u64>().unwrap() * 1024
    }

    /// Returns how many threads and how many open files the program has.
    pub(crate) fn held(&self) -> (usize, usize) {
        let count = |what| {
            let path = format!("/proc/{}/{what}", self.child.id());
            std::fs::read_dir(path).map_or(0, Iterator::count)
        };
        (count("task"), count("fd"))
    }

    /// Returns the screen cell by cell, as text and visible style, and the position of the cursor if it is
    /// visible.
    pub(crate) fn cells(&self) -> Vec<String> {
        let screen = self.screen.screen();
        let (rows, cols) = screen.size();
        let (rows, cols) = (rows.get(), cols.get());
        let cell = |y, x| {
            let Some(cell) = screen.cell(y, x) else {
                return String::new();
            };
            let (mut ink, mut ground) = (cell.fgcolor(), cell.bgcolor());
            // Two reversed colours look the same as the colours in the other order.
            let is_plain = ink == vt100::Color::Default || ground == vt100::Color::Default;
            let is_reverse = cell.inverse() && is_plain;
            if cell.inverse() && !is_plain {
                std::mem::swap(&mut ink, &mut ground);
            }
            let ground = format!("{ground:?} {is_reverse}");
            let text = cell.contents().trim();
            if text.is_empty() && !is_reverse && !cell.underline() {
                return ground;
            }
            let looks = (cell.bold(), cell.italic(), cell.underline());
            format!("{text} {ground} {ink:?} {looks:?}")
        };
        let caret = (!screen.hide_cursor()).then(|| screen.cursor_position());
        let cells = (0..rows).flat_map(|y| (0..cols).map(move |x| (y, x)));
        let mut cells: Vec<String> = cells.map(|(y, x)| cell(y, x)).collect();
        cells.push(format!("{caret:?}"));
        cells
    }

    /// Returns the text of the screen.
    pub(crate) fn screen(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen contains a text.
    pub(crate) fn wait_for(&mut self, text: &str) -> &mut Self {
        while !self.screen().contains(text) {
            assert!(
                self.read(PATIENCE),
                "no {text:?} on the screen:\n{}",
                self.screen()
            );
        }
        self
    }

    /// Presses a key repeatedly until the screen contains a text.
    pub(crate) fn press_until(&mut self, key: &str, text: &str) {
        for _ in 0..500 {
            if self.screen().contains(text) {
                return;
            }
            self.send(key);
            while self.read(Duration::from_millis(50)) {}
        }
        panic!("no {text:?} on the screen:\n{}", self.screen());
    }

    /// Makes the terminal take nothing, or take things again.
    pub(crate) fn stall(&self, stalls: bool) {
        self.stalls.store(stalls, Ordering::SeqCst);
    }

    /// Waits until the program has ended by itself; returns false if it does not.
    pub(crate) fn has_ended(&mut self) -> bool {
        const STEP: Duration = Duration::from_millis(20);
        let steps = PATIENCE.as_millis() / STEP.as_millis();
        (0..steps).any(|_| {
            std::thread::sleep(STEP);
            self.child.try_wait().unwrap().is_some()
        })
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().try_into().unwrap()).unwrap()
    }

    /// Closes the terminal.
    pub(crate) fn hang_up(&mut self) {
        self.master = None;
    }

    /// Waits for the end; returns the exit status as a shell has it, and all output. Checks that the modes of
    /// the terminal are restored, unless it is gone.
    pub(crate) fn end(mut self) -> (i32, String) {
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            self.read(Duration::from_millis(20));
        };
        while self.read(Duration::from_millis(200)) {}
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        if self.master.is_some() {
            for (on, off) in [
                ("\x1b[?1049h", "\x1b[?1049l"),
                ("\x1b[?25l", "\x1b[?25h"),
                ("\x1b[?1000h", "\x1b[?1000l"),
                ("\x1b[?2004h", "\x1b[?2004l"),
            ] {
                assert!(
                    text.rfind(on) <= text.rfind(off),
                    "{on:?} is not taken back"
                );
            }
            let modes = tcgetattr(&self.slave).unwrap().local_modes;
            assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO));
        }
        let code = status
            .code()
            .unwrap_or_else(|| 128 + status.signal().unwrap());
        (code, text)
    }
}

#[test]
fn the_title_is_set_again_when_the_program_goes_on() {
    let set = b"\x1b]2;".as_slice();
    let n_titles = |tty: &Tty| tty.bytes.windows(set.len()).filter(|&at| at == set).count();
    let mut tty = Tty::start(&[]);
    tty.wait_for("example.feed").settle();
    assert_eq!(n_titles(&tty), 1);
    tty.signal(Signal::TSTP);
    let status = format!("/proc/{}/stat", tty.child.id());
    let is_stopped = || std::fs::read_to_string(&status).unwrap().contains(") T ");
    while !is_stopped() {
        std::thread::sleep(Duration::from_millis(10));
    }
    tty.signal(Signal::CONT);
    while n_titles(&tty) < 2 {
        assert!(tty.read(PATIENCE), "no title");
    }
    tty.send("q");
    assert_eq!(tty.end().0, 0);
}

#[test]
fn what_is_piped_in_is_opened_and_not_the_demo() {
    let dir = tempfile::tempdir().unwrap();
    let event = r#"[{"name":"of the pipe","ph":"X","ts":1,"dur":2,"pid":7,"tid":7}]"#;
    std::fs::write(dir.path().join("piped.json"), event).unwrap();
    let pipes = [
        format!("exec {PROGRAM} < piped.json"),
        // A shell of its own waits for both sides of the pipe.
        format!("cat piped.json | {PROGRAM}"),
    ];
    for command in pipes {
        let mut tty = Tty::start_in(dir.path(), "sh", &["-c", &command]);
        tty.wait_for("of the pipe");
        tty.send("q");
        assert_eq!(tty.end().0, 0);
    }
}

#[test]
fn marks_notes_and_workspaces_outlive_the_session() {
    let dir = tempfile::tempdir().unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.pftrace.gz");
    let (one, other) = (dir.path().join("one.gz"), dir.path().join("other.gz"));
    std::fs::copy(&demo, &one).unwrap();
    // The same trace under another name, and a file that is not the same trace.
    let mut bytes = std::fs::read(&demo).unwrap();
    bytes.push(0);
    std::fs::write(&other, bytes).unwrap();
    let session = |file: &Path, keys: &[&str], says: &str| {
        let mut tty = Tty::start_in(dir.path(), PROGRAM, &[file.to_str().unwrap()]);
        tty.wait_for("BROWSE").settle();
        for key in keys {
            tty.send(key);
            tty.settle();
        }
        tty.wait_for(says);
        tty.send("\u{3}");
        tty.end();
    };
    session(&one, &["Mit stalls\r", "ma"], "it stalls");
    session(&one, &["'"], "go to mark: a");
    session(&one, &[], "it stalls");
    session(&other, &["'"], "go to mark: none is set");
    session(
        &one,
        &["p", ">workspace-save\r", "jank\r"],
        "saved the workspace jank",
    );
    session(&other, &[">workspaces\r", "\r"], "workspace jank");
}

#[test]
fn as_long_as_the_terminal_has_the_mouse_the_screen_says_how_to_take_it_back() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.pftrace.gz");
    let demo = demo.to_str().unwrap();
    let mut tty = Tty::start(&[demo]);
    tty.wait_for("example.feed").settle();
    tty.send("\x1bOQ");
    tty.wait_for("the terminal has the mouse; F2 takes it back");
    tty.send("w");
    tty.wait_for("F2 mouse");
    tty.send("q");
    assert_eq!(tty.end().0, 0);
    // Over slow links nobody has asked for it.
    let mut tty = Tty::start(&["--slow", demo]);
    tty.wait_for("F2 mouse");
    tty.send("q");
    assert_eq!(tty.end().0, 0);
}

#[test]
fn a_sequence_that_comes_in_two_pieces_types_nothing() {
    let mut tty = Tty::start(&[]);
    tty.wait_for("example.feed").settle();
    // A turn of the wheel, cut twice, a drag, Home, and a report of the background.
    for (head, tail) in [
        ("\x1b[<65;50;12", "M"),
        ("\x1b[<65;50;1", "2M"),
        ("\x1b[<32;50", ";10M"),
        ("\x1b[", "H"),
        ("\x1b]11;rgb:00", "00/0000/0000\x1b\\"),
    ] {
        tty.send(head);
        std::thread::sleep(Duration::from_millis(150));
        tty.send(tail).settle();
        let screen = tty.screen();
        assert!(!screen.contains("note:"), "{head:?} {tail:?}:\n{screen}");
        assert!(!screen.contains("hide it"), "{head:?} {tail:?}:\n{screen}");
    }
    tty.send("\x1b[<65;50;12");
    std::thread::sleep(Duration::from_secs(5));
    tty.send("M").settle();
    assert!(!tty.screen().contains("note:"), "{}", tty.screen());
    // It ends nothing but itself.
    tty.send("M").wait_for("note:");
    tty.send("\u{3}");
    assert_eq!(tty.end().0, 130);
}

#[test]
fn a_signal_ends_the_program_although_its_terminal_takes_nothing() {
    for (signal, status) in [
        (Signal::TERM, 143),
        (Signal::INT, 130),
        (Signal::HUP, 129),
        (Signal::QUIT, 143),
    ] {
        let mut tty = Tty::start(&[]);
        tty.wait_for("example.feed").settle();
        tty.stall(true);
        // Each paints the whole screen, which is more than the terminal has room for after a few times.
        for _ in 0..60 {
            tty.send("\x0c");
            std::thread::sleep(Duration::from_millis(20));
        }
        tty.signal(signal);
        assert!(tty.has_ended(), "{signal:?}");
        tty.stall(false);
        assert_eq!(tty.end().0, status, "{signal:?}");
    }
}
