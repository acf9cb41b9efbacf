//! Searches of `args`, and indices of tables that statements make.

use std::sync::Arc;

use super::{HUGE, Limits, SqlSession, VISITED, error as wrong, rows, session};
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;

/// Returns the plan of a query in one line.
fn plan(session: &mut SqlSession, sql: &str) -> String {
    rows(session, &format!("explain query plan {sql}")).join(" ")
}

#[test]
fn arguments_of_a_key_are_those_of_a_whole_scan() {
    let mut session = session();
    for wanted in [
        "key = 'debug.n'",
        "flat_key = 'debug.text'",
        "key = 'debug.n' and flat_key = 'debug.n'",
        "key = 'debug.n' and flat_key = 'debug.text'",
        "key = 'nothing'",
        "key = 'DEBUG.N' collate nocase",
        "key = 5",
        "key = null",
        "key in ('debug.n', 'debug.text')",
        "arg_set_id = 0 and key = 'debug.text'",
    ] {
        for columns in ["*", "id, key", "count(*), max(value_type)", "display_value"] {
            let scan = wanted
                .replace("key =", "key || '' =")
                .replace("key in", "key || '' in")
                .replace("id =", "id + 0 =");
            let query = |wanted: &str| format!("select {columns} from args where {wanted}");
            let (found, all) = (
                rows(&mut session, &query(wanted)),
                rows(&mut session, &query(&scan)),
            );
            assert_eq!(found, all, "{columns}: {wanted}");
        }
    }
    let joined = "select s.name, a.int_value from slice s join args a using (arg_set_id) \
                  where a.key = 'debug.n'";
    assert_eq!(rows(&mut session, joined), ["with args,42"]);
}

#[test]
fn a_search_by_key_takes_only_arguments_of_that_key() {
    let mut session = session();
    let mut visited = |sql: &str| {
        let before = VISITED.with(std::cell::Cell::get);
        let n = rows(&mut session, sql).len() as u64;
        (n, VISITED.with(std::cell::Cell::get) - before)
    };
    let (n_all, _) = visited("select id from args");
    for column in ["key", "flat_key"] {
        let (n, seen) = visited(&format!("select id from args where {column} = 'debug.n'"));
        assert!(n > 0 && n < n_all, "{n} of {n_all}");
        assert_eq!(n, seen, "{column}");
    }
}

#[test]
fn arguments_in_the_order_of_their_keys_need_no_sorting() {
    let mut session = session();
    for shape in [
        "select C, count(*) from args group by C",
        "select C, count(*) from args where C glob 'debug.*' group by C",
        "select C from args order by C",
        "select C, rowid from args order by C",
        "select value_type, C, count(*) from args group by value_type, C",
        "select value_type, C from args order by C, value_type limit 2 offset 1",
    ] {
        for column in ["key", "flat_key"] {
            let sql = shape.replace('C', column);
            let sorted = shape.replace("by C", "by C || ''");
            let sorted = sorted.replace(", C", ", C || ''").replace('C', column);
            let (direct, other) = (rows(&mut session, &sql), rows(&mut session, &sorted));
            assert!(!direct.is_empty(), "{sql}");
            assert_eq!(direct, other, "{sql}");
            let how = plan(&mut session, &sql);
            assert!(!how.contains("TEMP B-TREE"), "{sql}: {how}");
        }
    }
    // What reads more of an argument is sorted by SQLite.
    let how = plan(
        &mut session,
        "select key, max(int_value) from args group by key",
    );
    assert!(how.contains("TEMP B-TREE"), "{how}");
}

#[test]
fn an_index_is_used() {
    let mut session = session();
    let made = "create perfetto table t as select id, name from slice;\
                create perfetto index t on t(name);\
                create or replace perfetto index t on t(name, id);\
                create perfetto index of_trace on slice(name)";
    session.query(made, 1, HUGE).expect("it is made");
    let query = "select (select t.id from t where t.name = s.name limit 1) from slice s";
    let how = plan(&mut session, query);
    assert!(how.contains("INDEX _index_t"), "{how}");
    assert_eq!(session.needed_by(query).len(), 3);
    let again = session.query("create perfetto index T on t(id)", 1, HUGE);
    assert_eq!(
        again.map_err(|error| error.to_string()),
        Err(String::from("index T exists already (line 1, column 1)"))
    );
    session
        .query("drop perfetto index t on t", 1, HUGE)
        .expect("it is dropped");
    let how = plan(&mut session, query);
    assert!(!how.contains("INDEX _index_t"), "{how}");
    let missing =
        wrong("create perfetto table t as select 1 as a; create perfetto index i on t(b)");
    assert!(missing.contains("no such column: b"), "{missing}");
    assert!(wrong("create perfetto index i on nothing(b)").contains("no such table: nothing"));
}

#[test]
fn what_is_at_the_end_of_a_searched_time_is_found() {
    let times =
        |session: &mut SqlSession, sql: &str| rows(session, &format!("select ts from {sql}"));
    let mut session = session();
    let mut times_of_slices = |sql: &str| times(&mut session, sql);
    let inner = "slice where name = 'inner' and ts";
    assert_eq!(times_of_slices(&format!("{inner} <= 60")), ["20", "60"]);
    assert_eq!(times_of_slices(&format!("{inner} < 60")), ["20"]);
    assert_eq!(times_of_slices(&format!("{inner} >= 60")), ["60"]);
    let mut b = TraceBuilder::new();
    for name in ["one", "two"] {
        let samples = [(12, 1.0), (50, 2.5), (90, 4.0)];
        b.counter_track(Scope::Global, name, "", &samples);
    }
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    let mut of_counter = |time: &str| {
        let sql = format!("counter where track_id = 1 and ts {time}");
        times(&mut session, &sql)
    };
    assert_eq!(of_counter("<= 50"), ["12", "50"]);
    assert_eq!(of_counter(">= 50"), ["50", "90"]);
}

#[test]
fn from_a_slice_that_a_flow_reaches_the_way_goes_on_and_not_back() {
    let mut b = TraceBuilder::new();
    let s = [(0, "a"), (10, "b"), (20, "c")].map(|(ts, name)| {
        let track = b.slice_track(Scope::Global, Some(name));
        b.nested_slices(track, &[(ts, 5, name)])[0]
    });
    b.flow(s[0], s[2], 1);
    b.flow(s[1], s[2], 2);
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    let sql = "select trace_id from directly_connected_flow(0)";
    assert_eq!(rows(&mut session, sql), ["1"]);
}

#[test]
fn a_track_of_a_layout_counts_once() {
    let mut session = session();
    let layout = |tracks: &str| {
        format!("select id, layout_depth from experimental_slice_layout('{tracks}')")
    };
    let once = rows(&mut session, &layout("0"));
    assert!(!once.is_empty());
    for tracks in ["0,0, 0", "0,99,x,-1,"] {
        assert_eq!(rows(&mut session, &layout(tracks)), once, "{tracks}");
    }
    assert!(rows(&mut session, &layout("")).is_empty());
}

#[test]
fn frames_come_in_the_order_of_their_ids() {
    use crate::query::janks::tests::{add_frames, good};
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    add_frames(&mut b, &[app], &[good(5, 50), good(4, 0)]);
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    let sql = "select name from actual_frame_timeline_slice";
    assert_eq!(rows(&mut session, sql), ["4", "5"]);
    let last = format!("{sql} where id = (select max(id) from actual_frame_timeline_slice)");
    assert_eq!(rows(&mut session, &last), ["5"]);
}
