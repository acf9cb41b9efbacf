//! Tests of views that a command line asks for, in a session without a terminal.
//!
//! What they select is tested where selectors are, and the way back in `tests/it/reproduce.rs`.

use std::fmt::Write as _;

use crate::app::link::Link;
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

/// Returns a view of a link with commands, which are JSON.
fn of_link(commands: &str) -> ViewRequest {
    let escaped = commands.bytes().fold(String::new(), |mut text, byte| {
        let _written = write!(text, "%{byte:02X}");
        text
    });
    let link = format!("https://ui.perfetto.dev/#!/?startupCommands={escaped}");
    ViewRequest {
        link: Some(Link::parse(&link).expect("a link")),
        ..ViewRequest::default()
    }
}

#[test]
fn commands_of_a_link_pin_open_and_close_tracks_in_their_order() {
    let command = |id: &str, args: &str| format!(r#"{{"id":"dev.perfetto.{id}","args":[{args}]}}"#);
    let names = |session: &Session, nodes: &[NodeId]| {
        let tree = &session.trace().tree;
        let names = nodes.iter().map(|&node| tree.node(node).name.clone());
        names.collect::<Vec<_>>()
    };
    // Of what is called so, only what has nothing of that in it is pinned.
    let pinned = |args: &str| {
        let session = asked(of_link(&format!("[{}]", command("PinTracksByRegex", args))));
        assert_eq!(said(&session), "");
        names(&session, &session.state().view.pins)
    };
    assert_eq!(pinned(r#""^more""#), ["more of app (7)", "more of app (8)"]);
    // A pattern is of names, unless it is of paths, and knows upper from lower case.
    assert_eq!(
        pinned(r#""app.* > main 7 > more", "path""#),
        ["more of app (7)"]
    );
    assert_eq!(pinned(r#""main 7""#), ["main 7"]);
    let session = asked(of_link(&format!(
        "[{},{}]",
        command("CollapseTracksByRegex", r#"".*""#),
        command("ExpandTracksByRegex", r#""^app""#)
    )));
    let mut open: Vec<NodeId> = Vec::new();
    let mut closed: Vec<NodeId> = Vec::new();
    for (&node, &is_open) in &session.state().view.open {
        if is_open { &mut open } else { &mut closed }.push(node);
    }
    assert_eq!(names(&session, &open), ["app 7"]);
    closed.sort();
    assert_eq!(names(&session, &closed), ["main 7", "render 8"]);
}

#[test]
fn what_a_link_asks_for_in_vain_is_one_message() {
    let told = |commands: &str| {
        let session = asked(of_link(commands));
        said(&session).to_owned()
    };
    assert_eq!(
        told(
            r#"[{"id":"dev.perfetto.CreateWorkspace","args":["a"]},{"id":"b\u001b"},{"id":"c"},{"id":"d"},{"id":"c"}]"#
        ),
        "--url: not carried out: CreateWorkspace, \"b\\u{1b}\", c and 1 more"
    );
    let pin = |pattern: &str| {
        told(&format!(
            r#"[{{"id":"dev.perfetto.PinTracksByRegex","args":["{pattern}"]}}]"#
        ))
    };
    assert_eq!(
        pin("Nobody"),
        "--url: no track matches \"Nobody\", as the link says"
    );
    assert!(pin("(").starts_with("--url: "), "{}", pin("("));
    assert_eq!(
        told("["),
        "--url: not carried out: startupCommands, which is no list"
    );
}

#[test]
fn a_link_that_pins_everything_pins_a_limited_number() {
    let mut b = TraceBuilder::new();
    for index in 0..300 {
        let track = b.slice_track(Scope::Global, Some(&format!("track {index}")));
        b.nested_slices(track, &[(0, 200, "a")]);
    }
    let mut session = session_of(b);
    let pin = r#"{"id":"dev.perfetto.PinTracksByRegex","args":[".*"]}"#;
    session.ask(of_link(&format!("[{pin}]")), Vec::new());
    assert_eq!(session.state().view.pins.len(), 100);
    let told = "--url: 200 tracks not pinned: that is too many";
    assert_eq!(said(&session), told);
    // From the palette it is what the filter leaves, and how much that was is told.
    press(&mut session, ">unpin-all<enter>");
    press(&mut session, ">pin-filtered<enter>");
    assert_eq!(said(&session), "no track filter is set: t sets one");
    press(
        &mut session,
        "ttrack 29<enter>>pin tracks by pattern<enter>",
    );
    assert_eq!(said(&session), "11 tracks pinned");
    assert_eq!(session.state().view.pins.len(), 11);
    assert!(session.state().view.filtered.is_none());
    press(&mut session, "ttrack 29<enter>>pin-filtered<enter>");
    assert_eq!(said(&session), "they are pinned already");
    press(&mut session, "ttrack<enter>>pin-filtered<enter>");
    assert_eq!(said(&session), "89 tracks pinned, 200 tracks left out");
}
