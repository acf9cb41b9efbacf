//! Tests of marks and notes, with keys, in a session without a terminal.

use super::*;
use crate::app::effect::Effect;
use crate::app::session::Session;
use crate::app::update::testing::{self, press_and_wait as press, said, session_of};
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;
use crate::view::overlay::TableRow;

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

/// Returns the cells of the list on top.
fn listed(session: &Session) -> Vec<Vec<String>> {
    let table = session.state().top_table().expect("a table");
    let rows = table.rows.window(session.trace(), 0, 100);
    let cells = |row: &TableRow| row.cells.iter().map(|cell| cell.text.clone()).collect();
    rows.iter().map(cells).collect()
}

#[test]
fn notes_are_exported_and_lead_back_to_the_nested_slice() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let slices = [
        (5, 1, "before"),
        (10, 90, "work"),
        (10, 50, "work"),
        (10, 9, "in"),
    ];
    let inner = b.nested_slices(track, &slices)[2];
    let mut session = session_of(b);
    session.state_mut().select(Selection::Slice(inner));
    press(&mut session, "Mit stalls, here<enter>");
    session.state_mut().select(Selection::None);
    press(&mut session, "''");
    assert_eq!(listed(&session)[0][3..5], ["work", "50 ns"]);
    testing::press(&mut session, "x");
    let effects = session.sync();
    let [Effect::Write { name, text, .. }] = &effects[..] else {
        panic!("nothing is written: {effects:?}");
    };
    assert_eq!(name, "perfetty-notes.csv");
    assert_eq!(
        text,
        "ts,mark,note,on,dur,track\n10,,\"it stalls, here\",work,50,app 7 ‣ main 7\n"
    );
    press(&mut session, "<enter>");
    assert_eq!(session.state().view.selection, Selection::Slice(inner));
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
        let [mark, note] = [
            ["0.010 000 000 s", "a", "", "", "", ""],
            [
                "0.020 000 000 s",
                "",
                "it stalls here, and for a long time",
                "",
                "",
                "",
            ],
        ];
        assert_eq!(listed(&session), [mark, note]);
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

#[test]
fn n_walks_marks_and_notes() {
    let mut session = session();
    for (ms, keys) in [
        (20, "ma"),
        (40, "Mit stalls<enter>"),
        (60, "mb"),
        (60, "Mhere, too<enter>"),
    ] {
        go_to(&mut session, ms);
        press(&mut session, keys);
    }
    let at = |session: &Session| session.state().view.cursor_ts.map(|ts| ts.ns() / 1_000_000);
    press(&mut session, ">marks<enter>n");
    assert_eq!(
        said(&session),
        "n and N walk 3 rows of the marks and notes; 1 not: without a time, or the same again"
    );
    assert_eq!(at(&session), Some(20));
    press(&mut session, "n");
    // As the list does, it shows the whole note.
    assert_eq!(
        (at(&session), said(&session)),
        (Some(40), "note: it stalls")
    );
    for ms in [60, 20, 40] {
        press(&mut session, "n");
        assert_eq!(at(&session), Some(ms));
    }
    press(&mut session, "N");
    assert_eq!(at(&session), Some(20));
    // Whatever is selected there is not in the way.
    press(&mut session, ".");
    let selection = &session.state().view.selection;
    assert!(matches!(selection, Selection::Slice(_)));
    press(&mut session, "n");
    assert_eq!(at(&session), Some(40));
}
