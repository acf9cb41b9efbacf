//! Long use: random commands over a trace, with resizes, in a terminal.
//!
//! The program must not end, panic or grow, and the screen after many small updates must equal a full
//! repaint. `.ci/soak` runs this for long on a real trace; here it is short. The numbers follow from a
//! fixed seed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Write as _;

use crate::numbers::Numbers;
use crate::support;
use crate::tty::{PROGRAM, Tty};

/// How many commands to run without `SOAK_COMMANDS`.
const COMMANDS: usize = 300;

/// How many commands to run between two comparisons of the screen.
const LOOK_EVERY: usize = 25;

/// How many times Esc ends whatever is over the tracks: prompts and filters of a list over a list.
const LAYERS_MAX: usize = 7;

/// The most growth in the second half of the run, in bytes: by then caches are full, but a leak goes on.
const GROWTH_MAX: u64 = 24 << 20;

/// The most threads, even on a machine of many cores.
const THREADS_MAX: usize = 16 + 128;
const FILES_MAX: usize = 64;

/// Keys of the viewer that neither end nor stop it, alone or in chords.
const KEYS: &[&str] = &[
    "w",
    "s",
    "a",
    "d",
    "h",
    "l",
    "k",
    "j",
    "j",
    "k",
    "0",
    ".",
    ",",
    "u",
    "i",
    "f",
    "\r",
    " ",
    "E",
    "C",
    "p",
    "H",
    "z",
    "n",
    "N",
    "S",
    "J",
    "e",
    "]",
    "[",
    "}",
    "{",
    "+",
    "-",
    "c",
    "L",
    "P",
    "v",
    "R",
    "*",
    "x",
    "T",
    "Q",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "!",
    "?",
    "\u{1b}",
    "\u{1b}",
    "g",
    "b",
    "r",
    "o",
    "\t",
    "\u{f}",
    "y",
    "Y",
    "ma",
    "'a",
    "\u{1b}OQ",
    "\u{1b}[A",
    "\u{1b}[B",
    "\u{1b}[C",
    "\u{1b}[D",
    "\u{1b}[5~",
    "\u{1b}[6~",
    "\u{1b}[H",
    "\u{1b}[F",
    "\u{1b}[1;2A",
    "\u{1b}[1;2B",
    "\u{1b}[1;5C",
    "\u{1b}[1;5D",
    "\u{1b}[1;2C",
    "\u{1b}[1;2D",
];

/// Texts of several keys. Each leaves no prompt open.
const PHRASES: &[&str] = &[
    "/a\r\u{1b}",
    "/frame\r",
    "/re.*e\r\u{1b}",
    "t.\r",
    "t\u{1b}",
    "tRender\r",
    "t\u{15}\r",
    ":select ts, dur, name from slice limit 50\r",
    ":selec\r\u{1b}",
    ":\u{1b}",
    "Mnote\r",
    "\u{10}a\u{1b}",
    ">zo\u{1b}",
    "\u{1b}\u{1b}0",
    "J\r",
    "e\u{1b}",
    "L\u{1b}",
];

#[test]
fn random_commands_leave_nothing_behind() {
    let env = |name| std::env::var(name).ok();
    let n_commands = env("SOAK_COMMANDS").map_or(COMMANDS, |n| n.parse().unwrap());
    let trace = env("SOAK_TRACE").unwrap_or_else(|| {
        support::repo("assets/demo.pftrace.gz")
            .to_str()
            .unwrap()
            .to_owned()
    });
    let program = env("SOAK_PROGRAM").unwrap_or_else(|| PROGRAM.to_owned());
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let args = ["--log", log.to_str().unwrap(), &trace];
    let mut tty = Tty::start_in(folder.path(), &program, &args);
    tty.wait_for(" slices");
    assert!(tty.settle(), "it left");
    let mut numbers = Numbers(7);
    let mut history: Vec<String> = Vec::new();
    let mut early = 0;
    for number in 1..=n_commands {
        history.push(command(&mut tty, &mut numbers));
        if number % LOOK_EVERY == 0 {
            look(&mut tty, &history);
            history.clear();
        }
        if number == n_commands / 2 {
            early = tty.memory();
        }
        if number % 5000 == 0 {
            let (bytes, stderr) = (tty.memory(), &mut std::io::stderr());
            writeln!(stderr, "{number} commands, {} kB held", bytes / 1024).unwrap();
        }
    }
    let late = tty.memory();
    assert!(
        early == 0 || late <= early + GROWTH_MAX,
        "it held {early} bytes half way and {late} at the end"
    );
    tty.send("\u{3}");
    assert_eq!(tty.end().0, 130);
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(!said.contains("panicked"), "{said}");
}

/// Sends a command and returns what it was.
fn command(tty: &mut Tty, numbers: &mut Numbers) -> String {
    let text = match numbers.below(100) {
        0 => {
            let (cols, rows) = (20 + numbers.below(200), 4 + numbers.below(60));
            tty.settle();
            tty.resize(u16::try_from(cols).unwrap(), u16::try_from(rows).unwrap());
            return format!("{cols}x{rows}");
        }
        1..8 => {
            // A click, a drag or a turn of the wheel.
            let button = [0, 2, 32, 64, 65, 68, 80][numbers.index(7)];
            let (x, y) = (1 + numbers.below(120), 1 + numbers.below(40));
            format!("\u{1b}[<{button};{x};{y}M\u{1b}[<{button};{x};{y}m")
        }
        8..16 => PHRASES[numbers.index(PHRASES.len())].to_owned(),
        _ => KEYS[numbers.index(KEYS.len())].to_owned(),
    };
    tty.send(&text);
    text
}

/// Compares the screen with a full repaint.
fn look(tty: &mut Tty, history: &[String]) {
    let after = || format!("after {history:?}");
    // Ends chords and prompts and closes layers, of which several may lie over each other; the last key scrolls
    // the details up, if possible, and removes a message, as the next key would do.
    let keys = std::iter::repeat_n("\u{1b}", LAYERS_MAX).chain(["\u{1b}[1;2A"]);
    for key in keys {
        tty.send(key);
        assert!(tty.settle(), "it left {}", after());
    }
    let (n_threads, n_files) = tty.held();
    assert!(n_threads <= THREADS_MAX, "{n_threads} threads {}", after());
    assert!(n_files <= FILES_MAX, "{n_files} open files {}", after());
    let (updated, text) = (tty.cells(), tty.screen());
    tty.send("\u{c}");
    assert!(tty.settle(), "it left {}", after());
    assert!(
        !tty.screen().contains("bug of perfetty"),
        "{}: {}",
        after(),
        tty.screen()
    );
    assert!(
        updated == tty.cells(),
        "stale cells {}:\n{text}\n--- painted anew:\n{}",
        after(),
        tty.screen()
    );
}
