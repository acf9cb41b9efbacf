//! Tests of the lists of queries' results, and of the lists that Escape comes back to, in a session without a
//! terminal.

use std::collections::BTreeSet;

use super::*;
use crate::base::time::TimeSpan;
use crate::view::state::Area;

/// Returns a session with 20 slices, of different lengths and names, on a track.
fn session_of_20() -> Session {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let names: Vec<String> = (0..20).map(|at| format!("s{at}")).collect();
    let slices: Vec<_> = (0..20)
        .zip(&names)
        .map(|(at, name)| (at * 100, 50 - at, name.as_str()))
        .collect();
    b.nested_slices(track, &slices);
    testing::session_of(b)
}

/// Returns how many rows the table on top shows.
fn n_shown(session: &Session) -> Option<usize> {
    let state = session.state();
    state.top_table()?;
    state.layers.last().map(|layer| layer.shown.len())
}

#[test]
fn each_list_of_a_result_has_its_own_rows_and_query() {
    let mut session = session_of_20();
    press(
        &mut session,
        ":select id, ts from slice limit 20<enter><enter>",
    );
    assert_eq!(n_shown(&session), None);
    press(&mut session, ":select ts from slice limit 1<enter>");
    assert_eq!(n_shown(&session), Some(1));
    // The list of the first query was left for one of its rows.
    press(&mut session, "<esc><esc>");
    assert_eq!(n_shown(&session), Some(20));
    press(&mut session, "p");
    let tracks = &session.state().view.queried;
    let queries: BTreeSet<&str> = tracks.iter().map(|track| &*track.query).collect();
    assert_eq!(
        queries,
        BTreeSet::from(["select id, ts from slice limit 20"])
    );
    let n_rows: usize = tracks.iter().map(|track| track.n_rows()).sum();
    assert_eq!(n_rows, 20);
    // What is listed is what the tab shows: the last result.
    press(&mut session, "66");
    assert_eq!(n_shown(&session), Some(1));
}

#[test]
fn a_result_that_came_over_an_older_list_is_listed() {
    let mut session = session_of_20();
    press(&mut session, ":select 1<enter><esc>");
    testing::press(&mut session, ":select 2<enter>66/");
    session.sync();
    press(&mut session, "<esc><esc>");
    assert_eq!(n_shown(&session), None);
    press(&mut session, "66");
    assert_eq!(testing::row_texts(&session, 0), ["2"]);
}

#[test]
fn escape_stops_a_query_before_it_opens_a_list_again() {
    let mut session = session_of_20();
    press(&mut session, ":select id from slice<enter><enter>");
    testing::press(&mut session, ":select 1<enter>");
    assert!(session.state().sql.running);
    press(&mut session, "<esc>");
    assert_eq!(said(&session), "the query is stopped");
    assert!(!session.state().sql.running);
    assert_eq!(n_shown(&session), None);
    press(&mut session, "<esc>");
    assert_eq!(n_shown(&session), Some(20));
}

#[test]
fn a_list_that_waits_for_its_rows_keeps_the_filter_that_is_typed() {
    let mut session = session_of_20();
    press(&mut session, ":select name from slice<enter>");
    let trace = Arc::clone(session.trace());
    session.set_trace(Arc::clone(&trace));
    testing::press(&mut session, "/s1");
    session.sync();
    press(&mut session, "9");
    assert!(session.state().is_typing());
    assert_eq!(n_shown(&session), Some(1));
    assert_eq!(testing::row_texts(&session, 0), ["s19"]);
    // So it does below other lists.
    press(&mut session, "<enter>");
    session.set_trace(trace);
    testing::press(&mut session, ">");
    session.sync();
    assert!(session.state().is_typing());
    press(&mut session, "<esc>");
    assert_eq!(n_shown(&session), Some(1));
    assert_eq!(testing::row_texts(&session, 0), ["s19"]);
}

#[test]
fn lists_of_an_area_come_back_to_the_row_that_was_walked_to() {
    let mut session = session_of_20();
    let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(2000));
    let nodes = BTreeSet::new();
    session
        .state_mut()
        .select(Selection::Area(Area { span, nodes }));
    press(&mut session, "<enter>");
    assert_eq!(n_shown(&session), Some(20));
    let chosen = |session: &Session| session.state().top_table().map(|table| table.chosen);
    let first = chosen(&session);
    press(&mut session, "nn");
    assert_eq!(chosen(&session), None);
    press(&mut session, "<esc>");
    assert_eq!(chosen(&session), first.map(|row| row + 1));
}

#[test]
fn walks_of_other_lists_lead_back_to_no_list_from_before() {
    let mut session = session_of_20();
    press(
        &mut session,
        ":select id from slice<enter><enter>Mone<enter>",
    );
    let state = session.state_mut();
    assert!(state.parked.is_some());
    state.view.cursor_ts = Some(Ts::from_ns(500));
    press(&mut session, "Mtwo<enter>>marks<enter>");
    assert_eq!(n_shown(&session), Some(2));
    press(&mut session, "n");
    assert!(session.state().parked.is_none());
    press(&mut session, "<esc>");
    assert_eq!(n_shown(&session), None);
    assert!(session.state().view.found.is_none());
}
