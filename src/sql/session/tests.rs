//! Tests of SQL over traces built in memory: rows, plans, statements, limits.

use std::collections::BTreeSet;

use super::*;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::slice::{Label, SliceRow};
use crate::model::track::{Scope, TrackData};
use crate::sql::table::tests::VISITED;
use crate::sql::tables::VIEWS;

mod indices;
mod macros_and_joins;
mod made;

const HUGE: usize = 1 << 30;

/// Returns a trace with two threads, nested slices, a counter, a flow and arguments.
fn trace() -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(100, "app");
    let main = b.thread(app, 100, "main");
    let worker = b.thread(app, 101, "worker");
    let main_track = b.slice_track(Scope::Thread(main), None);
    let worker_track = b.slice_track(Scope::Thread(worker), None);
    let states = b.slice_track(Scope::Process(app), Some("phase"));
    b.tracks.get_mut(states).data = TrackData::States;
    let ids = b.nested_slices(
        main_track,
        &[
            (10, 100, "outer"),
            (20, 30, "inner"),
            (30, 5, "leaf"),
            (60, 10, "inner"),
            (200, -1, "open"),
        ],
    );
    let key = b.str("debug.n");
    let answer = b.str("debug.text");
    let text = b.str("hello");
    let set = b.arg_sets.add(&[
        StoredArg::new(key, StoredValue::Int(42)),
        StoredArg::new(answer, StoredValue::Str(Some(text))),
    ]);
    let name = Some(b.str("with args"));
    let label = b.labels.intern(Label {
        name,
        category: None,
    });
    let row = SliceRow::new(40, Some(1), label, EventPos::stored(set.unwrap()));
    b.slices.push_track(worker_track, &[vec![row]]);
    let reached = crate::model::ids::SliceId::from_index(b.slices.len() - 1);
    b.flow(ids[0], reached, 7);
    b.nested_slices(states, &[(15, 10, "starting"), (25, 100, "running")]);
    b.counter_track(
        Scope::Process(app),
        "mem",
        "bytes",
        &[(12, 1.0), (50, 2.5), (90, 4.0)],
    );
    Arc::new(b.finish())
}

fn session() -> SqlSession {
    SqlSession::new(trace(), Limits::default()).unwrap()
}

/// Runs a query and returns its rows, cells separated by commas.
fn rows(session: &mut SqlSession, sql: &str) -> Vec<String> {
    let result = session
        .query(sql, HUGE, HUGE)
        .unwrap_or_else(|e| panic!("{sql}: {e}"));
    let cell = |value: &SqlValue| match value {
        SqlValue::Null => String::from("-"),
        SqlValue::Int(value) => value.to_string(),
        SqlValue::Real(value) => format!("{value:?}"),
        SqlValue::Text(bytes) | SqlValue::Blob(bytes) => String::from_utf8_lossy(bytes).into(),
    };
    let line = |row: &Vec<SqlValue>| row.iter().map(cell).collect::<Vec<_>>().join(",");
    result.rows.iter().map(line).collect()
}

fn error(sql: &str) -> String {
    session().query(sql, HUGE, HUGE).unwrap_err().to_string()
}

#[test]
fn slices_come_by_time_with_their_parents() {
    let sql = "select id, ts, dur, track_id, name, depth, parent_id, slice_id from slice";
    assert_eq!(
        rows(&mut session(), sql),
        [
            "0,10,100,0,outer,0,-,0",
            "1,20,30,0,inner,1,0,1",
            "2,30,5,0,leaf,2,1,2",
            "3,40,1,1,with args,0,-,3",
            "4,60,10,0,inner,1,0,4",
            "5,200,-1,0,open,0,-,5",
        ]
    );
    let last = "select id from slice order by id desc limit 2";
    assert_eq!(rows(&mut session(), last), ["5", "4"]);
}

#[test]
fn searches_give_the_rows_that_a_scan_gives() {
    let mut session = session();
    let conditions = [
        "id = 2",
        "id >= 1 and id < 4",
        "id in (4, 1)",
        "ts > 20",
        "ts between 20 and 60",
        "ts < 20.5",
        "ts = 30.0",
        "ts > '25'",
        "track_id = 0",
        "track_id = 0 and ts > 20 and ts <= 60",
        "track_id = 99",
        "track_id = -1",
        "parent_id = 0",
        "parent_id = 77",
        "name = 'inner'",
        "name = 'absent'",
        "name = 5",
        "name = 'INNER' collate nocase",
        "arg_set_id = 0",
        "id = null",
        "id = 9223372036854775807",
        "ts > 9223372036854775807",
        "slice_id = '3'",
        "id = 2.5",
    ];
    for condition in conditions {
        // A condition inside an expression cannot be used for a search, so all rows are scanned.
        let scanned = format!("({condition}) is true");
        let searched = rows(
            &mut session,
            &format!("select id from slice where {condition}"),
        );
        let scanned = rows(
            &mut session,
            &format!("select id from slice where {scanned}"),
        );
        assert_eq!(searched, scanned, "{condition}");
    }
}

#[test]
fn joins_without_other_constraints_list_slices_by_id() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    for thread in 0..20 {
        let utid = b.thread(app, 10 + thread, "t");
        let track = b.slice_track(Scope::Thread(utid), None);
        let slices: Vec<(i64, i64, &str)> = (0..20).map(|n| (n * 100 + thread, 50, "s")).collect();
        b.nested_slices(track, &slices);
    }
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    let by_id = rows(&mut session, "select id from slice order by id");
    for join in [
        "select s.id from slice s join track t on t.id = s.track_id",
        "select s.id from slice s join thread_track t on t.id = s.track_id join thread using (utid)",
    ] {
        assert_eq!(rows(&mut session, join), by_id, "{join}");
    }
}

#[test]
fn a_search_visits_only_the_rows_it_returns() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    for thread in 0..10 {
        let utid = b.thread(app, 10 + thread, "t");
        let track = b.slice_track(Scope::Thread(utid), None);
        let slices: Vec<(i64, i64, &str)> =
            (0..1000).map(|n| (n * 100 + thread, 50, "s")).collect();
        b.nested_slices(track, &slices);
    }
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    let mut visited = |sql: &str| {
        let before = VISITED.with(std::cell::Cell::get);
        let n = rows(&mut session, sql).len();
        (n, VISITED.with(std::cell::Cell::get) - before)
    };
    let join = "from slice s join thread_track tt on tt.id = s.track_id join thread t using (utid) \
                left join process p using (upid) where s.ts between 5000 and 5999";
    let (n, seen) = visited(&format!("select s.id, t.tid, p.pid {join}"));
    assert_eq!(n, 100);
    assert!(seen <= 420, "{seen} rows visited for {n}");
    let (n, seen) =
        visited("select id from slice where track_id = 3 and ts >= 50000 and ts < 51000");
    assert_eq!((n, seen), (10, 10));
    let (n, seen) = visited("select id from slice where id between 17 and 20");
    assert_eq!((n, seen), (4, 4));
    let (n, seen) = visited(
        "select s.id from thread t join thread_track tt using (utid) \
                             join slice s on s.track_id = tt.id where t.tid = 12 and s.ts < 1000",
    );
    assert_eq!(n, 10);
    assert!(seen <= 20, "{seen} rows visited for {n}");
}

#[test]
fn groups_and_orders_of_an_indexed_column_need_no_sorting() {
    let mut session = session();
    let plan = |session: &mut SqlSession, sql: &str| {
        rows(session, &format!("explain query plan {sql}")).join(" ")
    };
    for column in ["name", "category", "track_id", "parent_id", "arg_set_id"] {
        for shape in [
            "select C, count(*), sum(dur), min(id), max(id) from slice group by C",
            "select distinct C from slice",
            "select C, id from slice order by C",
            "select C, id from slice where dur > 5 order by C desc, id desc",
            "select C, id from slice order by C, ts, id",
            "select C, id from slice order by C limit 2 offset 1",
        ] {
            let sql = shape.replace('C', column);
            // An expression cannot use an index, so SQLite sorts the rows.
            let sorted = match column {
                "name" | "category" => shape.replace(" by C", " by C || ''"),
                _ => shape.replace(" by C", " by C + 0"),
            };
            let sorted = sorted
                .replace("distinct C", "distinct +C")
                .replace('C', column);
            let (direct, other) = (rows(&mut session, &sql), rows(&mut session, &sorted));
            if shape.contains("distinct") {
                let set = |rows: &[String]| rows.iter().cloned().collect::<BTreeSet<_>>();
                assert_eq!(
                    (direct.len(), set(&direct)),
                    (other.len(), set(&other)),
                    "{sql}"
                );
            } else {
                assert_eq!(direct, other, "{sql}");
            }
            let how = plan(&mut session, &sql);
            assert!(!how.contains("TEMP B-TREE"), "{sql}: {how}");
        }
    }
    // SQLite itself handles these orders.
    for sql in [
        "select id from slice order by name desc, ts",
        "select id from slice order by name collate nocase",
        "select id from slice order by name nulls last",
        "select id from slice order by name, dur",
    ] {
        let sorted = sql.replace(" name", " (name || '')");
        assert_eq!(
            rows(&mut session, sql),
            rows(&mut session, &sorted),
            "{sql}"
        );
        let how = plan(&mut session, sql);
        assert!(how.contains("TEMP B-TREE"), "{sql}: {how}");
    }
}

#[test]
fn arguments_are_joined_and_extracted() {
    let mut session = session();
    let sql = "select s.name, a.key, a.value_type, a.int_value, a.string_value, a.display_value \
               from slice s join args a on a.arg_set_id = s.arg_set_id";
    let expected = [
        "with args,debug.n,int,42,-,42",
        "with args,debug.text,string,-,hello,hello",
    ];
    assert_eq!(rows(&mut session, sql), expected);
    let scan = "select key, id = (select id from args b where b.id = a.id) from args a";
    assert_eq!(
        rows(&mut session, scan),
        [
            "debug.n,1",
            "debug.text,1",
            "utid,1",
            "utid,1",
            "upid,1",
            "upid,1"
        ]
    );
    let extract = "select extract_arg(arg_set_id, 'debug.n'), extract_arg(arg_set_id, 'debug.text'), \
                   extract_arg(arg_set_id, 'no'), extract_arg(null, 'debug.n') from slice where id = 3";
    assert_eq!(rows(&mut session, extract), ["42,hello,-,-"]);
}

#[test]
fn counters_come_by_time() {
    let mut session = session();
    let sql = "select c.ts, c.value, c.name, c.unit from counters c";
    assert_eq!(
        rows(&mut session, sql),
        ["12,1.0,mem,bytes", "50,2.5,mem,bytes", "90,4.0,mem,bytes"]
    );
    let sql = "select p.pid, t.name, c.value from process p join process_counter_track t using (upid) \
               join counter c on c.track_id = t.id where c.ts > 40 and c.ts < 60";
    assert_eq!(rows(&mut session, sql), ["100,mem,2.5"]);
}

#[test]
fn states_are_a_table_of_their_own() {
    let mut session = session();
    assert_eq!(
        rows(
            &mut session,
            "select s.id, s.ts, s.dur, s.value, t.name, p.pid from state s \
             join process_state_track t on t.id = s.track_id join process p using (upid)"
        ),
        ["0,15,10,starting,phase,100", "1,25,100,running,phase,100"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select count(*) from slice where name = 'starting'"
        ),
        ["0"]
    );
}

#[test]
fn relatives_and_flows_are_followed() {
    let mut session = session();
    assert_eq!(
        rows(&mut session, "select id, name from ancestor_slice(2)"),
        ["0,outer", "1,inner"]
    );
    assert_eq!(
        rows(&mut session, "select id from descendant_slice(0)"),
        ["1", "2", "4"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select s.id, a.id from slice s join ancestor_slice(s.id) a order by 1, 2"
        ),
        ["1,0", "2,0", "2,1", "4,0"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select slice_out, slice_in, trace_id from flow"
        ),
        ["0,3,7"]
    );
    assert_eq!(
        rows(&mut session, "select slice_in from following_flow(0)"),
        ["3"]
    );
    assert_eq!(
        rows(&mut session, "select slice_in from following_flow(2)"),
        Vec::<String>::new()
    );
    assert_eq!(
        rows(&mut session, "select slice_out from preceding_flow(3)"),
        ["0"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select slice_out from directly_connected_flow(3)"
        ),
        ["0"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select slice_is_ancestor(0, 2), slice_is_ancestor(2, 0), slice_is_ancestor(0, 99)"
        ),
        ["1,0,-"]
    );
    assert!(error("select * from following_flow(99)").contains("not the id of a slice"));
    assert!(error("select * from ancestor_slice").ends_with("needs 1 argument"));
}

#[test]
fn modules_are_included_once_and_unknown_ones_refused() {
    let mut session = session();
    let sql = "INCLUDE PERFETTO MODULE slices.with_context; INCLUDE PERFETTO MODULE slices.*; \
               select name, tid, pid, thread_name, process_name from thread_slice where dur > 50";
    assert_eq!(rows(&mut session, sql), ["outer,100,100,main,app"]);
    assert_eq!(
        error("INCLUDE PERFETTO MODULE counters.everything"),
        "module not provided: counters.everything; did you mean counters.intervals? docs/sql.md lists all (line 1, column 25)"
    );
    let none = error("INCLUDE PERFETTO MODULE wattson.everything");
    assert!(
        none.ends_with("wattson.everything; docs/sql.md lists all (line 1, column 25)"),
        "{none}"
    );
    rows(&mut session, "INCLUDE PERFETTO MODULE *; SELECT 1");
    let stack = "INCLUDE PERFETTO MODULE slices.stack; \
                 select a.name from slice_with_stack_id s join ancestor_slice_by_stack(s.stack_id) a \
                 where s.id = 2";
    assert_eq!(rows(&mut session, stack), ["outer", "inner", "leaf"]);
    let same = "select count(distinct stack_id) from slice_with_stack_id where name = 'inner'";
    assert_eq!(rows(&mut session, same), ["1"]);
    let groups = "INCLUDE PERFETTO MODULE viz.summary.track_event; \
                  select name, order_id, has_data from _track_event_tracks_ordered_groups where is_counter";
    assert_eq!(rows(&mut session, groups), ["mem,1,1"]);
}

#[test]
fn perfetto_statements_create_tables_views_and_functions() {
    let mut session = session();
    let sql = "CREATE PERFETTO TABLE long(id LONG, dur LONG) AS select id, dur from slice where dur > 20; \
               CREATE OR REPLACE PERFETTO VIEW names AS select name from long join slice using (id); \
               CREATE PERFETTO FUNCTION twice(x LONG) RETURNS LONG AS SELECT $x * 2; \
               CREATE PERFETTO FUNCTION inside(x LONG) RETURNS TABLE(name STRING, ts LONG) AS \
               SELECT name, ts FROM descendant_slice($x); \
               select name, twice(21), twice((select count(*) from long)) from names";
    assert_eq!(rows(&mut session, sql), ["outer,42,4", "inner,42,4"]);
    assert_eq!(
        rows(&mut session, "select name, ts from inside(0)"),
        ["inner,20", "leaf,30", "inner,60"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select s.id, i.name from slice s join inside(s.id) i where s.depth = 1"
        ),
        ["1,leaf"]
    );
    let again = session.query(
        "CREATE PERFETTO FUNCTION twice(y LONG) RETURNS LONG AS SELECT 1",
        1,
        1,
    );
    assert!(again.unwrap_err().to_string().contains("exists already"));
    let replaced = "CREATE OR REPLACE PERFETTO FUNCTION twice(y LONG) RETURNS LONG AS SELECT $y + $y + 1; \
                    select twice(1)";
    assert_eq!(rows(&mut session, replaced), ["3"]);
}

#[test]
fn what_a_query_needs_is_remembered() {
    let mut session = session();
    let made = [
        "create table unused as select 1",
        "include perfetto module slices.with_context",
        "create perfetto table \"Long\" as select id from slice where dur > 20",
        "insert into LONG values (7)",
        "create perfetto macro of_long(x Expr) returns Expr as (select count(*) + $x from long)",
        "create perfetto function n() returns long as select of_long!(0)",
    ];
    let text = made.join(";\n") + "; select 1; include perfetto module slices.with_context";
    session.query(&text, 1, 1).unwrap();
    assert_eq!(session.needed_by("select n() from slice"), made[1..]);
    assert_eq!(session.needed_by("select id from long"), made[1..4]);
    assert_eq!(session.needed_by("select 1"), made[1..2]);
    let mut other = SqlSession::new(trace(), Limits::default()).unwrap();
    let again = session.needed_by("select n()").join("; ") + "; select n()";
    assert_eq!(rows(&mut other, &again), ["3"]);
}

#[test]
fn functions_call_themselves_as_deep_as_there_is_stack() {
    let mut session = session();
    let sql = "CREATE PERFETTO FUNCTION fact(n LONG) RETURNS LONG AS \
               SELECT CASE WHEN $n <= 1 THEN 1 ELSE $n * fact($n - 1) END; select fact(5)";
    assert_eq!(rows(&mut session, sql), ["120"]);
    let sum = "CREATE PERFETTO FUNCTION sum_to(n LONG) RETURNS LONG AS \
               SELECT IIF($n < 1, 0, $n + sum_to($n - 1)); \
               CREATE PERFETTO FUNCTION down(n LONG) RETURNS TABLE(n LONG) AS \
               SELECT $n AS n UNION ALL SELECT n FROM down($n - 1) WHERE $n > 1";
    session.query(sum, 1, 1).unwrap();
    let deepest = crate::sql::user::MAX_DEPTH - 1;
    let sum = i64::from(deepest * (deepest + 1) / 2);
    let sql = format!("select sum_to({deepest})");
    assert_eq!(rows(&mut session, &sql), [sum.to_string()]);
    let sql = "select count(*), sum(n) from down(50)";
    assert_eq!(rows(&mut session, sql), ["50,1275"]);
    for sql in ["select sum_to(1000)", "select * from down(1000)"] {
        let error = session.query(sql, 1, 1).unwrap_err().to_string();
        assert!(error.contains("too deeply: 100 calls at most"), "{error}");
    }
}

#[test]
fn a_function_with_a_wrong_body_is_none() {
    let mut session = session();
    let make = |body: &str| format!("CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS {body}");
    for body in ["SELECT f($x), y", "SELECT y"] {
        let error = session.query(&make(body), 1, 1).unwrap_err().to_string();
        assert!(error.contains("no such column: y"), "{error}");
        let error = session.query("SELECT f(1)", 1, 1).unwrap_err().to_string();
        assert!(error.contains("no such function: f"), "{error}");
    }
    let sql = make("SELECT $x + 1") + "; SELECT f(1)";
    assert_eq!(rows(&mut session, &sql), ["2"]);
}

#[test]
fn a_function_that_calls_itself_for_ever_ends_with_an_error() {
    let sql = "CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT $x; \
               CREATE OR REPLACE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT f($x); select f(1)";
    assert!(error(sql).contains("too deeply"));
}

#[test]
fn nothing_outside_of_the_session_can_be_reached() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.db");
    let file = file.to_str().unwrap();
    for sql in [
        format!("ATTACH '{file}' AS x"),
        format!("VACUUM INTO '{file}'"),
        "select load_extension('x')".to_owned(),
        "PRAGMA hard_heap_limit = 0".to_owned(),
        "PRAGMA temp_store_directory = '/'".to_owned(),
        "CREATE VIRTUAL TABLE f USING fts5(x)".to_owned(),
        "delete from slice".to_owned(),
        "insert into slice(id) values (1)".to_owned(),
        "select writefile('x', 'y')".to_owned(),
    ] {
        assert!(session().query(&sql, 1, 1).is_err(), "{sql}");
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn errors_say_where() {
    assert_eq!(
        error("select 1;\nselect x\nfrom slice"),
        "no such column: x (line 2, column 8)"
    );
    assert_eq!(
        error("select 1;\n\n  CREATE PERFETTO PIPELINE m"),
        "CREATE PERFETTO PIPELINE is not supported; TABLE, VIEW, FUNCTION, MACRO and INDEX are (line 3, column 19)"
    );
    for (sql, message) in [
        ("select foo!(1)", "(line 1, column 8)"),
        (
            "create perfetto function f(x) returns int as select 1",
            "(line 1, column 29)",
        ),
        (
            "create perfetto function f() returns int as\nselect y",
            "no such column: y (line 2, column 8)",
        ),
        (
            "create perfetto table t as\nselect y",
            "no such column: y (line 2, column 8)",
        ),
        (
            "create perfetto table t as select 1 as x, 2 as X",
            "several columns are called X (line 1, column 28)",
        ),
        (
            "select 1; drop table slice",
            "slice is a table of the trace: it stays (line 1, column 11)",
        ),
        (
            "drop perfetto table if exists slice",
            "slice is a table of the trace: it stays (line 1, column 1)",
        ),
        (
            "PRAGMA hard_heap_limit = 0",
            "not authorized: PRAGMA hard_heap_limit = 0",
        ),
        // SQLite does not report a place for these errors.
        (
            "select 1;\n-- nosuch\nselect 1 from slice\njoin \"NoSuch\"; select 1",
            "no such table: NoSuch (line 4, column 6)",
        ),
        ("select 1;\nselect abs(1<<63)", "overflow (line 2)"),
        ("select abs(1 << 63)", "integer overflow"),
    ] {
        let error = error(sql);
        assert!(error.ends_with(message), "{sql}: {error}");
    }
    assert!(error("selec 1").contains("syntax error"));
}

#[test]
fn errors_say_what_to_write_instead() {
    assert_eq!(
        error("select * from Thread_slice"),
        "no such table: Thread_slice; INCLUDE PERFETTO MODULE slices.with_context makes it \
         (line 1, column 15)"
    );
    let function = error("select sched_state_to_human_readable_string('S')");
    let scalar = "sched_state_to_human_readable_string";
    for (name, of) in [(scalar, " of sched.states"), ("hash", "")] {
        let message = error(&format!("select * from {name}"));
        let says = format!("; it is a function{of} that returns one value: SELECT {name}(…)");
        assert!(message.contains(&says), "{message}");
    }
    let makes = "; INCLUDE PERFETTO MODULE sched.states makes it";
    assert!(function.contains(makes), "{function}");
    let text = "select * from counter_leading_intervals!(counter)";
    let makes = "; INCLUDE PERFETTO MODULE counters.intervals makes it";
    assert!(error(text).contains(makes), "{}", error(text));
    let heap = error("select * from heap_graph_class");
    assert!(heap.contains("; heap graphs are not imported"), "{heap}");
    assert!(!error("select * from nothing").contains(';'));
}

#[test]
fn modules_that_may_be_meant_are_named_the_likeliest_first() {
    let likely = error("include perfetto module slice.with_contexts");
    let start = "module not provided: slice.with_contexts; did you mean slices.with_context";
    assert!(likely.starts_with(start), "{likely}");
    let family = error("include perfetto module sched.latencies");
    let start = "did you mean sched.latency, sched.";
    assert!(family.contains(start), "{family}");
    assert!(!family.contains("slices."), "{family}");
}

#[test]
fn results_are_cut_and_say_so() {
    let result = session().query("select id from slice", 2, HUGE).unwrap();
    assert_eq!((result.rows.len(), result.truncated), (2, true));
    let result = session().query("select id from slice", HUGE, 1).unwrap();
    assert_eq!((result.rows.len(), result.truncated), (1, true));
    let none = session()
        .query("select id from slice where 0", HUGE, HUGE)
        .unwrap();
    assert_eq!((none.columns, none.rows.len()), (vec!["id".to_owned()], 0));
}

const ENDLESS: &str =
    "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n";

#[test]
fn a_query_can_be_cancelled_from_another_thread() {
    let mut session = session();
    let flag = Arc::new(AtomicBool::new(false));
    let cancel = Arc::clone(&flag);
    session.cancel_with(Arc::clone(&flag));
    let (started, has_started) = std::sync::mpsc::sync_channel(1);
    let watcher = Watcher(Arc::new(move |_: &Progress| _ = started.try_send(())));
    session.watch(watcher).unwrap();
    let error = std::thread::scope(|scope| {
        scope.spawn(move || {
            has_started.recv().unwrap();
            cancel.store(true, Ordering::Relaxed);
        });
        session.query(ENDLESS, 1, 1).unwrap_err()
    });
    assert!(matches!(error, SqlError::Cancelled), "{error}");
    flag.store(false, Ordering::Relaxed);
    assert_eq!(rows(&mut session, "select 1"), ["1"]);
}

#[test]
fn a_query_ends_when_its_time_is_over() {
    use std::sync::atomic::AtomicI64;
    // Returns a time that advances by a millisecond at each call.
    fn now() -> Dur {
        static NOW: AtomicI64 = AtomicI64::new(0);
        Dur::from_ns(NOW.fetch_add(1_000_000, Ordering::Relaxed))
    }
    let limits = Limits {
        time: Some((Dur::from_ns(50_000_000), now)),
        ..Limits::default()
    };
    let mut session = SqlSession::new(trace(), limits).unwrap();
    assert_eq!(
        session.query(ENDLESS, 1, 1).unwrap_err().to_string(),
        "stopped after 50 ms"
    );
}

#[test]
fn tables_can_be_listed() {
    let listed = rows(&mut session(), "select name from perfetto_tables");
    let is_listed = |name: &str| listed.iter().any(|listed| listed == name);
    for name in ["slice", "flow", "thread_track", "slices", "perfetto_tables"] {
        assert!(is_listed(name), "{name}");
    }
    assert!(!is_listed("ancestor_slice"));
    let found = "select 1 from perfetto_tables where name = 'sched'";
    assert_eq!(rows(&mut session(), found), ["1"]);
}

#[test]
fn every_table_can_be_read_whole() {
    let mut session = session();
    for def in tables::definitions() {
        if !def.is_function() {
            let result = session
                .query(&format!("select * from {}", def.name), HUGE, HUGE)
                .unwrap();
            let names: Vec<&str> = def.visible().map(|column| column.name).collect();
            assert_eq!(result.columns, names, "{}", def.name);
        }
    }
    for view in VIEWS {
        session
            .query(&format!("select * from {}", view.name), HUGE, HUGE)
            .unwrap();
    }
}

#[test]
fn scheduling_and_frames_read_as_the_reference_has_them() {
    use crate::base::time::Ts;
    use crate::model::frame_timeline::{ActualFrame, ExpectedFrame, FrameTimelineTable};
    use crate::model::frame_timeline::{JankSeverity, JankTag};
    use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
    let mut b = TraceBuilder::new();
    let app = b.process(100, "app");
    let main = b.thread(app, 100, "main");
    let running = b.str("Running");
    let sleeping = Some(b.str("S"));
    let layer = Some(b.str("TX - app#7"));
    b.sched = SchedTable::new(
        vec![SchedSlice {
            ts: Ts::from_ns(5),
            dur: Some(Dur::from_ns(10)),
            cpu: 2,
            utid: main,
            end_state: sleeping,
            priority: 120,
        }],
        vec![ThreadState {
            cpu: Some(2),
            irq_context: Some(false),
            ..ThreadState::new(Ts::from_ns(5), None, main, running)
        }],
    );
    let expected = b.slice_track(Scope::Process(app), Some("Expected Timeline"));
    let actual = b.slice_track(Scope::Process(app), Some("Actual Timeline"));
    let planned = b.nested_slices(expected, &[(10, 16, "40")]);
    let happened = b.nested_slices(actual, &[(11, 30, "40")]);
    b.frames = FrameTimelineTable::new(
        vec![ExpectedFrame {
            slice: planned[0],
            upid: app,
            display_token: 42,
            surface_token: Some(40),
            layer,
        }],
        vec![ActualFrame {
            slice: happened[0],
            upid: app,
            display_token: 42,
            surface_token: Some(40),
            layer,
            present_type: 2,
            prediction_type: 1,
            on_time_finish: false,
            gpu_composition: true,
            jank_type: 64 | 128,
            jank_tag: JankTag::SelfJank,
            jank_tag_experimental: JankTag::Unspecified,
            severity: JankSeverity::Full,
            severity_score: 2.5,
            latched_fence_state: Some(2),
            latches: None,
        }],
    );
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    assert_eq!(
        rows(&mut session, "select * from sched"),
        ["0,5,10,2,1,S,120,2,15"]
    );
    assert_eq!(
        rows(&mut session, "select * from thread_state where utid = 1"),
        ["0,5,-1,2,1,Running,-,-,-,-,0,2"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select * from expected_frame_timeline_slice where surface_frame_token = 40"
        ),
        ["0,10,16,0,-,40,0,-,-,42,40,1,TX - app#7"]
    );
    assert_eq!(
        rows(
            &mut session,
            "select * from actual_frame_timeline_slice where upid = 1"
        ),
        ["1,11,30,1,-,40,0,-,-,42,40,1,TX - app#7,Late Present,0,1,\
          App Deadline Missed, Buffer Stuffing,Full,Valid Prediction,Self Jank,Unspecified,2.5,-,-,\
          Latched Unsignaled"]
    );
}

#[test]
fn a_long_statement_shows_how_far_it_is() {
    let mut session = SqlSession::new(trace(), Limits::default()).unwrap();
    let seen = Arc::new(AtomicU64::new(0));
    let last = Arc::clone(&seen);
    let watching = session.watch(Watcher(Arc::new(move |progress: &Progress| {
        assert_eq!(progress.rows(), 1);
        last.store(progress.steps(), Ordering::Relaxed);
    })));
    watching.unwrap();
    let endless = "SELECT 1 UNION ALL SELECT count(*) FROM (WITH RECURSIVE c(x) AS (SELECT 1 \
                   UNION ALL SELECT x + 1 FROM c LIMIT 400000) SELECT x FROM c)";
    session.query(endless, 10, HUGE).unwrap();
    let steps = seen.load(Ordering::Relaxed);
    assert!(
        steps >= WATCH_STEPS && steps.is_multiple_of(WATCH_STEPS),
        "{steps}"
    );
}
