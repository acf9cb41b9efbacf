//! Helpers for the tests of commands: a session without a terminal, and keys.

use std::sync::Arc;

use crate::app::config::Config;
use crate::app::key::Key;
use crate::app::session::Session;
use crate::model::builder::TraceBuilder;
use crate::view::scene::Size;

/// Returns a session of 80x24 that shows a trace.
pub(in crate::app) fn session_of(b: TraceBuilder) -> Session {
    let size = Size { cols: 80, rows: 24 };
    let mut session = Session::new("t", &Config::default(), size);
    session.set_trace(Arc::new(b.finish()));
    session
}

/// Presses keys; jobs are not waited for.
pub(in crate::app) fn press(session: &mut Session, keys: &str) {
    for key in Key::parse_all(keys).unwrap() {
        session.key(key);
    }
}

/// Presses keys, and waits for the jobs of each key.
pub(in crate::app) fn press_and_wait(session: &mut Session, keys: &str) {
    for key in Key::parse_all(keys).unwrap() {
        session.key(key);
        session.sync();
    }
}

/// Returns the texts of a row of the table on top.
pub(in crate::app) fn row_texts(session: &Session, at: usize) -> Vec<String> {
    let table = session.state().top_table().expect("a table");
    let row = &table.rows.window(session.trace(), at, 1)[0];
    row.cells.iter().map(|cell| cell.text.clone()).collect()
}

/// Returns the message in the status line.
pub(in crate::app) fn said(session: &Session) -> &str {
    let message = session.state().view.message.as_ref();
    message.map_or("", |message| &message.text)
}
