//! Tests of marks and notes, with keys, in a session without a terminal.

use std::sync::Arc;

use super::*;
use crate::app::config::Config;
use crate::app::session::Session;
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;
use crate::view::scene::Size;

/// A session with a slice each millisecond for a tenth of a second.
fn session() -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let slices: Vec<(i64, i64, &str)> = (0..100).map(|n| (n * 1_000_000, 500, "work")).collect();
    b.nested_slices(track, &slices);
    let size = Size { cols: 80, rows: 24 };
    let mut session = Session::new("t", &Config::default(), size);
    session.set_trace(Arc::new(b.finish()));
    session
}

fn press(session: &mut Session, keys: &str) {
    for key in Key::parse_all(keys).unwrap() {
        session.key(key);
        session.sync();
    }
}

fn go_to(session: &mut Session, ms: i64) {
    press(session, &format!(">go-to-time<enter>{ms}ms<enter>"));
}

fn notes(session: &Session) -> Vec<&str> {
    let notes = session.state().view.notes.iter();
    notes.map(|note| note.text.as_str()).collect()
}

fn said(session: &Session) -> &str {
    let message = session.state().view.message.as_ref();
    message.map_or("", |message| &message.text)
}

#[test]
fn a_note_is_changed_where_it_stands_and_that_it_is_deleted_is_told() {
    let mut session = session();
    go_to(&mut session, 20);
    press(&mut session, "Mit stalls<enter>");
    press(&mut session, "M here<enter>");
    assert_eq!(notes(&session), ["it stalls here"]);
    press(&mut session, "M<enter>");
    assert_eq!(notes(&session), ["it stalls here"]);
    assert_eq!(said(&session), "");
    // Elsewhere it is another one.
    go_to(&mut session, 30);
    press(&mut session, "M<enter>");
    assert_eq!((notes(&session).len(), said(&session)), (1, ""));
    go_to(&mut session, 20);
    press(&mut session, "M<c-u><enter>");
    assert_eq!(notes(&session), [""; 0]);
    assert_eq!(said(&session), "note deleted: it stalls here");
}
