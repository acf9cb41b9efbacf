//! Tests of views that a command line asks for, in a session without a terminal.
//!
//! What they select is tested where selectors are, and the way back in `tests/it/reproduce.rs`.

use crate::app::resolve::ViewRequest;
use crate::app::session::Session;
use crate::app::update::testing::{press, said, session_of};
use crate::app::workspace::Workspace;
use crate::base::time::Dur;
use crate::model::builder::TraceBuilder;
use crate::model::ids::NodeId;
use crate::model::track::Scope;
use crate::query::selector::{Flag, TimeRef, Top};
use crate::view::rows::Rows;

/// Returns a session over two threads of a process, after a view was asked for.
fn asked(request: ViewRequest) -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    for (tid, name) in [(7, "main"), (8, "render")] {
        let thread = b.thread(app, tid, name);
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(100, 50, "outer"), (110, 20, "inner")]);
        let more = b.slice_track(Scope::Thread(thread), Some("more of app"));
        b.nested_slices(more, &[(0, 200, "more")]);
    }
    let mut session = session_of(b);
    press(&mut session, "j");
    session.ask(request, Vec::new());
    session
}

/// Returns a view with tracks chosen by a pattern.
fn with(choose: impl FnOnce(&mut Workspace)) -> ViewRequest {
    let mut request = ViewRequest::default();
    choose(&mut request.tracks);
    request
}

#[test]
fn of_groups_and_tracks_with_a_name_the_groups_are_closed_and_tracks_are_pinned_once() {
    let session = asked(with(|tracks| tracks.collapse = vec!["app".into()]));
    let trace = session.trace();
    let closed = &session.state().view.open;
    let is_group = |node: &NodeId| !trace.tree.node(*node).children.is_empty();
    assert!(closed.keys().all(is_group), "{closed:?}");
    assert!(closed.values().all(|&open| !open) && !closed.is_empty());
    let session = asked(with(|tracks| {
        tracks.pin = vec!["‣ more".into(), "main 7 ‣ more".into()];
    }));
    assert_eq!(session.state().view.pins.len(), 2);
}

#[test]
fn the_keyboard_leaves_a_row_that_is_hidden_and_stays_on_others() {
    let session = asked(with(|tracks| tracks.hide = vec!["^app 7$".into()]));
    assert_eq!(session.state().view.cursor, None);
    let session = asked(with(|tracks| tracks.hide = vec!["render".into()]));
    assert!(session.state().view.cursor.is_some());
}

#[test]
fn the_lines_above_the_top_are_lines_of_its_row() {
    let scrolled = |lines| {
        let session = asked(ViewRequest {
            top: Some(Top {
                lines,
                pattern: "main 7$".into(),
            }),
            ..ViewRequest::default()
        });
        let rows = Rows::new(session.trace(), &session.state().view);
        let scroll = session.state().view.scroll;
        let place = rows.place_at(scroll).expect("a row");
        let name = &session.trace().tree.node(rows.rows[place].node).name;
        (name.clone(), scroll - rows.rows[place].top)
    };
    assert_eq!(scrolled(1), ("main 7".to_owned(), 1));
    assert_eq!(scrolled(9), ("main 7".to_owned(), 1));
}

#[test]
fn notes_are_in_order_and_each_is_there_once() {
    let note = |name: &str, ns| Flag {
        name: name.into(),
        at: TimeRef::FromStart(Dur::from_ns(ns)),
    };
    let marks = vec![note("late", 150), note("early", 20), note("late", 150)];
    let session = asked(ViewRequest {
        marks,
        ..ViewRequest::default()
    });
    let notes = session.state().view.notes.iter();
    let notes: Vec<_> = notes.map(|note| (note.ts.ns(), &*note.text)).collect();
    assert_eq!(notes, [(20, "early"), (150, "late")]);
    let session = asked(ViewRequest {
        marks: vec![note("beyond", 201)],
        ..ViewRequest::default()
    });
    assert!(said(&session).contains("outside of the trace"));
}
