//! Tests of marks and notes, with keys, in a session without a terminal.

use super::*;
use crate::app::session::Session;
use crate::app::update::testing::{press_and_wait as press, said, session_of};
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;
use crate::view::overlay::Overlay;

/// Returns a session with a slice at each millisecond for a tenth of a second.
fn session() -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let slices: Vec<(i64, i64, &str)> = (0..100).map(|n| (n * 1_000_000, 500, "work")).collect();
    b.nested_slices(track, &slices);
    session_of(b)
}

fn go_to(session: &mut Session, ms: i64) {
    press(session, &format!(">go-to-time<enter>{ms}ms<enter>"));
}

fn notes(session: &Session) -> Vec<&str> {
    let notes = session.state().view.notes.iter();
    notes.map(|note| note.text.as_str()).collect()
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
    // At another instant, it is another note.
    go_to(&mut session, 30);
    press(&mut session, "M<enter>");
    assert_eq!((notes(&session).len(), said(&session)), (1, ""));
    go_to(&mut session, 20);
    press(&mut session, "M<c-u><enter>");
    assert_eq!(notes(&session), [""; 0]);
    assert_eq!(said(&session), "note deleted: it stalls here");
}

#[test]
fn marks_and_notes_are_listed_and_gone_to() {
    let mut session = session();
    press(&mut session, "''");
    assert!(said(&session).starts_with("no marks and no notes"));
    go_to(&mut session, 20);
    press(&mut session, "Mit stalls here, and for a long time<enter>");
    assert!(session.state().mark.is_none());
    press(&mut session, "'");
    assert!(said(&session).ends_with("; ' lists marks and notes"));
    press(&mut session, "<esc>");
    go_to(&mut session, 10);
    press(&mut session, "ma");
    go_to(&mut session, 90);
    for keys in ["''", ">marks<enter>"] {
        press(&mut session, keys);
        let Some(Overlay::List(list)) = session.state().view.overlays.last() else {
            panic!("no list");
        };
        let rows = list.rows.iter();
        let rows: Vec<(&str, &str)> = rows.map(|row| (&*row.text, &*row.note)).collect();
        let [mark, note] = [
            ("mark a", "0.010 000 000 s"),
            ("it stalls here, and for a long time", "0.020 000 000 s"),
        ];
        assert_eq!(rows, [mark, note]);
        press(&mut session, "<esc>");
    }
    press(&mut session, "''/stall<enter><enter>");
    assert!(session.state().layers.is_empty());
    let at = session.state().view.cursor_ts.map(Ts::ns);
    assert_eq!(at, Some(20_000_000));
    assert_eq!(said(&session), "note: it stalls here, and for a long time");
    press(&mut session, "''<enter>");
    let at = session.state().view.cursor_ts.map(Ts::ns);
    assert_eq!((at, said(&session)), (Some(10_000_000), ""));
}

#[test]
fn a_mark_and_a_note_in_one_column_share_a_flag() {
    let mut session = session();
    for (us, keys) in [(20_000, "ma"), (20_010, "Mhere<enter>"), (80_000, "mb")] {
        press(
            &mut session,
            &format!(">go-to-time<enter>{us}us<enter>{keys}"),
        );
    }
    let scene = session.scene();
    let texts = scene.lines.iter().flat_map(|line| &line.texts);
    let flags: Vec<&str> = texts
        .filter(|text| text.text.starts_with('⚑'))
        .map(|text| text.text.as_str())
        .collect();
    assert_eq!(flags, ["⚑a here", "⚑b"]);
}

#[test]
fn a_mark_that_is_set_where_it_is_goes() {
    let mut session = session();
    go_to(&mut session, 20);
    press(&mut session, "ma");
    assert_eq!(said(&session), "mark a set; m a again removes it");
    go_to(&mut session, 30);
    press(&mut session, "ma");
    assert_eq!(session.state().view.marks.len(), 1);
    press(&mut session, "ma");
    assert_eq!(said(&session), "mark a removed");
    assert!(session.state().view.marks.is_empty());
}
