//! Bytes as a trace and as what somebody does with it in the viewer.
//!
//! The last bytes are keys, clicks and sizes of the screen, so that a fuzzer can change the one without the
//! other: at the end of a file they are at most another damaged packet.

use std::sync::{Arc, OnceLock};

use perfetty::app::command::Command;
use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::keymap::Keymap;
use perfetty::app::look::Look;
use perfetty::app::session::Session;
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::view::scene::Size;
use perfetty::widgets::{self, Depth};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// How many bytes at the end are actions.
const N_ACTIONS: usize = 32;

/// Sizes of the screen, the smallest too small for anything.
const SIZES: [(u16, u16); 6] = [(80, 24), (200, 60), (60, 15), (120, 36), (33, 7), (1, 1)];

/// What is typed in prompts and lists.
const PHRASES: &[&str] = &[
    "/a<enter>",
    "/<a-enter>",
    "/re.*<c-r>",
    "t.<enter>",
    ":select<space>*<space>from<space>slice<enter>",
    ":select<space>ts,<space>dur<space>from<space>thread_state<enter>",
    ":select<space>ts,<space>dur<space>as<space>value,<space>name<space>as<space>track<space>from<space>slice<enter>",
    ">flame-graph<enter>",
    "0**<enter>B",
    ":select id, ts, dur from thread_state<enter>n",
    "><enter>",
    "g1ms<enter>",
];

/// Shows the trace, and draws it after every action.
pub fn screen(data: &[u8]) {
    let bytes = match data.first() {
        Some(b'\n' | b'{' | b'[') => data.to_vec(),
        Some(first) if first % 2 == 0 => super::any::trace(data),
        _ => super::structured::trace(data),
    };
    let Some(trace) = super::import_bytes(bytes) else {
        return;
    };
    trace.find_chromium();
    let (cols, rows) = SIZES[0];
    let mut session = Session::new("fuzz", &Config::default(), Size { cols, rows });
    session.set_trace(Arc::new(trace));
    draw(&mut session);
    for &byte in &data[data.len().saturating_sub(N_ACTIONS)..] {
        act(&mut session, byte);
        // Whatever is to be written, copied or ended here is not.
        session.sync();
        draw(&mut session);
    }
}

/// Does what a byte stands for.
fn act(session: &mut Session, byte: u8) {
    let size = session.state().size;
    match byte {
        0..6 => {
            let (cols, rows) = SIZES[usize::from(byte)];
            session.resize(Size { cols, rows });
        }
        6..48 => {
            const KINDS: [MouseKind; 7] = [
                MouseKind::Down,
                MouseKind::Again,
                MouseKind::Middle,
                MouseKind::Drag,
                MouseKind::Up,
                MouseKind::Wheel(-2),
                MouseKind::Sideways(1),
            ];
            let (kind, place) = (usize::from(byte) % 7, u16::from(byte) / 7);
            session.mouse(MouseInput {
                kind: KINDS[kind],
                x: size.cols / 6 * place % size.cols,
                y: size.rows / 6 * place % size.rows,
            });
        }
        _ => {
            let keys = keys();
            for &key in &keys[usize::from(byte) % keys.len()] {
                session.key(key);
            }
        }
    }
}

/// All keys of the viewer, and phrases.
fn keys() -> &'static [Vec<Key>] {
    static KEYS: OnceLock<Vec<Vec<Key>>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let keymap = Keymap::built_in();
        let commands = Command::ALL.iter();
        let mut keys: Vec<_> = commands
            .flat_map(|&command| keymap.keys(command).to_vec())
            .collect();
        let phrases = PHRASES.iter().map(|phrase| Key::parse_all(phrase));
        keys.extend(phrases.map(|phrase| phrase.expect("keys")));
        keys.sort_unstable();
        keys.dedup();
        keys
    })
}

/// Paints the screen: nothing on it may control the terminal.
fn draw(session: &mut Session) {
    static LOOK: OnceLock<Look> = OnceLock::new();
    let look = LOOK.get_or_init(|| {
        Look::of_picture(&Config::default(), Depth::True).expect("the built-in theme")
    });
    let Size { cols, rows } = session.state().size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, cols, rows));
    widgets::paint(&session.scene(), &look.theme, look.glyphs, &mut buffer);
    for cell in buffer.content() {
        let symbol = cell.symbol();
        assert!(!symbol.contains(char::is_control), "{symbol:?}");
    }
}
