//! What statements may make, and what of it is checked.

use super::{HUGE, error as wrong, rows, session};

#[test]
fn what_is_of_the_trace_stays() {
    for name in ["slice", "thread", "slices", "sched_slice", "ancestor_slice"] {
        for text in [
            format!("create perfetto table {name} as select 1 as a"),
            format!("create or replace perfetto table {name} as select 1 as a"),
            format!("create perfetto view {name} as select 1 as a"),
            format!("create or replace perfetto view {name} as select 1 as a"),
            format!("create table {name}(a)"),
            format!("create temp table {name}(a)"),
            format!("create temp view {name} as select 1 as a"),
            format!("drop view {name}"),
        ] {
            let mut session = session();
            assert!(session.query(&text, 10, HUGE).is_err(), "{text}");
            assert!(session.query("select ts from slice", 1, HUGE).is_ok());
        }
    }
    assert_eq!(
        wrong("select 1;\ncreate perfetto table slice as select 1 as a"),
        "slice is a table of the trace: it stays (line 2, column 1)"
    );
    assert_eq!(
        wrong("create perfetto function extract_arg(a INT, b STRING) returns INT as select 1"),
        "extract_arg is a function of the trace: it stays (line 1, column 1)"
    );
    wrong("create perfetto function ancestor_slice(a INT) returns table(id INT) as select 1 as id");
    // What modules make elsewhere may be made without them.
    let own =
        "create perfetto function time_to_ms(a INT) returns INT as select 7; select time_to_ms(1)";
    assert_eq!(rows(&mut session(), own), ["7"]);
}

#[test]
fn what_nobody_gives_a_value_is_no_argument() {
    for (text, message) in [
        (
            "create perfetto function f(d LONG, ms LONG) returns BOOL as select $d > $mss",
            "f has no argument $mss",
        ),
        (
            "create perfetto function f(d LONG) returns LONG as select ?",
            "f has no argument ?",
        ),
        (
            "create perfetto function f(d LONG) returns table(a LONG) as select $D as a",
            "f has no argument $D",
        ),
        (
            "select 1;\nselect name from slice where dur > $MIN",
            "$MIN has no value: only the body of a function has arguments (line 2, column 36)",
        ),
        (
            "select cast_int!($x)",
            "in cast_int!: $x has no value: only the body of a function has arguments (line 1, column 18)",
        ),
        (
            "create perfetto table t as select $x as x",
            "$x has no value: only the body of a function has arguments",
        ),
    ] {
        assert_eq!(wrong(text), message, "{text}");
    }
}

#[test]
fn tables_and_views_have_the_columns_that_they_declare() {
    for (text, message) in [
        (
            "create perfetto table t(id INT, nam STRING) as select id, name from slice",
            "CREATE PERFETTO TABLE: there is no column for what is declared: nam; not declared: name",
        ),
        (
            "create perfetto view t(id INT, name STRING) as select id, name, ts from slice",
            "CREATE PERFETTO VIEW: columns are not declared: ts",
        ),
        (
            "create perfetto view t(id INT, name STRING) as select id from slice",
            "CREATE PERFETTO VIEW: there is no column for what is declared: name",
        ),
        (
            "create perfetto table t(id STRING, name STRING) as select id, name from slice",
            "CREATE PERFETTO TABLE: column id is declared to hold text, and holds numbers",
        ),
        (
            "create perfetto table t as select 'x' as a union all select 2",
            "CREATE PERFETTO TABLE: column a holds texts and numbers",
        ),
    ] {
        let found = wrong(text);
        assert!(found.starts_with(message), "{text}: {found}");
    }
    let text = "create perfetto table t(name STRING, id INT) as select id, name from slice; \
                create perfetto table r as select 1 as a union all select 2.5 union all select null; \
                create perfetto table d(a DOUBLE) as select 1 as a; \
                select (select count(*) from t), a from r union all select null, a from d";
    assert_eq!(
        rows(&mut session(), text),
        ["6,1.0", "6,2.5", "6,-", "-,1.0"]
    );
    let dataframe =
        "create perfetto table t using dataframe (a INT) as select 1 as a; select a from t";
    assert_eq!(rows(&mut session(), dataframe), ["1"]);
    // What was wrong is not there.
    let mut session = session();
    let wrong = "create perfetto table t as select 'x' as a union all select 2";
    session.query(wrong, 1, HUGE).unwrap_err();
    assert!(session.query("select * from t", 1, HUGE).is_err());
}

#[test]
fn functions_take_and_return_what_they_declare() {
    let of_int = "create perfetto function f(x INT) returns INT as select $x; ";
    for (text, message) in [
        (
            "select f(1.5)",
            "f: argument x must be an integer, not a floating point number",
        ),
        (
            "select f('3')",
            "f: argument x must be an integer, not a text",
        ),
        (
            "create perfetto function g(x DOUBLE) returns DOUBLE as select $x; select g(3)",
            "g: argument x must be a floating point number, not an integer",
        ),
        (
            "create perfetto function g(x FOO) returns INT as select 1",
            "there is no type FOO",
        ),
        (
            "create perfetto function g() returns INT as select 1 union select 2; select g()",
            "g returns one value: its body has several rows",
        ),
        (
            "create perfetto function g() returns INT as select 1, 2",
            "g returns one value, not 2 columns",
        ),
        (
            "create perfetto function g() returns table(a INT, b STRING) as select 'x' as b, 1 as c",
            "g returns column b where it declares a",
        ),
        (
            "create perfetto function g() returns table(a INT) as select 1 as a, 2 as b",
            "g declares 1 columns and returns 2",
        ),
    ] {
        let found = wrong(&format!("{of_int}{text}"));
        assert!(found.starts_with(message), "{text}: {found}");
    }
    let text = format!("{of_int}select f(1), f(null), f(2)");
    assert_eq!(rows(&mut session(), &text), ["1,-,2"]);
}

#[test]
fn functions_that_are_kept_prepared_see_what_is_made_later() {
    let text = "create perfetto function one() returns INT as select 1; \
                create perfetto function rows_of() returns table(a INT) as select one() as a; \
                create perfetto function both() returns INT as select a from rows_of(); \
                create perfetto function down(n INT) returns INT as \
                select iif($n = 0, 0, 1 + down($n - 1) + down(0));";
    let mut session = session();
    let all = "select both(), down(5), down(3), both()";
    assert_eq!(rows(&mut session, &format!("{text} {all}")), ["1,5,3,1"]);
    let replaced = "create or replace perfetto function one() returns INT as select 2;";
    assert_eq!(
        rows(&mut session, &format!("{replaced} {all}")),
        ["2,5,3,2"]
    );
    let replaced = "create or replace perfetto function rows_of() returns table(a INT) as \
                    select 5 as a;";
    assert_eq!(
        rows(&mut session, &format!("{replaced} {all}")),
        ["5,5,3,5"]
    );
    // A body that fails can be run again.
    let text = "create perfetto function fails(n INT) returns INT as \
                select iif($n = 0, json_extract('{', '$.a'), $n)";
    session.query(text, 1, HUGE).unwrap();
    assert!(session.query("select fails(0)", 1, HUGE).is_err());
    assert_eq!(rows(&mut session, "select fails(3)"), ["3"]);
    // Tables that it reads may be dropped and made again.
    let text = "create perfetto table t as select 1 as a; \
                create perfetto function first() returns INT as select a from t; select first()";
    assert_eq!(rows(&mut session, text), ["1"]);
    let text = "create or replace perfetto table t as select 7 as a; select first()";
    assert_eq!(rows(&mut session, text), ["7"]);
}

#[test]
fn a_table_is_replaced_by_what_is_made_of_it() {
    let mut session = session();
    let text = "create perfetto table t as select 1 as a; \
                create perfetto view twice as select a * 2 as a from t; \
                create or replace perfetto table t as select a + 1 as a from t; \
                select t.a, twice.a from t, twice";
    assert_eq!(rows(&mut session, text), ["2,4"]);
    // What fails leaves the old one.
    for (text, message) in [
        ("select json_extract('{', '$.a') as a", "malformed JSON"),
        ("select 'x' as a union all select 2", "texts and numbers"),
        ("select a as b from t where c", "no such column: c"),
    ] {
        let text = format!("create or replace perfetto table t as {text}");
        let error = session.query(&text, 1, HUGE).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert_eq!(rows(&mut session, "select a from t"), ["2"], "{text}");
    }
    let over_view = "create or replace perfetto table twice as select 1 as a";
    session.query(over_view, 1, HUGE).unwrap_err();
    let left = "select a, (select count(*) from sqlite_master where name glob '_new_*') from twice";
    assert_eq!(rows(&mut session, left), ["4,0"]);
    let shared = "begin; create or replace perfetto table t as select 9 as a; rollback; \
                  select a from t";
    assert_eq!(rows(&mut session, shared), ["2"]);
}

#[test]
fn integers_become_floating_point_numbers_only_if_these_equal_them() {
    let text = |n: &str| format!("create perfetto table t as select 0.5 as a union all select {n}");
    for n in ["9007199254740993", "-9223372036854775808"] {
        assert!(wrong(&text(n)).contains("too large"), "{n}");
    }
    let exact = text("9007199254740992") + "; select cast(max(a) as int) from t";
    assert_eq!(rows(&mut session(), &exact), ["9007199254740992"]);
}

#[test]
fn what_is_inserted_is_needed_though_it_has_a_result() {
    let mut session = session();
    let made = ["create table t(a)", "insert into t values (7) returning a"];
    session.query(&made.join(";"), 1, HUGE).unwrap();
    assert_eq!(session.needed_by("select a from t"), made);
}

#[test]
fn a_module_that_failed_can_be_included_again() {
    let mut session = session();
    let mut run = |text: &str| session.query(text, 1, HUGE).map_err(|e| e.to_string());
    run("create perfetto view android_frames as select 1 as a").unwrap();
    run("include perfetto module android.frames.timeline").unwrap_err();
    let again = run("include perfetto module android.frames.timeline").unwrap_err();
    assert!(
        again.contains("\"android_frames\" already exists"),
        "{again}"
    );
    run("drop view android_frames").unwrap();
    run("include perfetto module android.frames.timeline; select frame_id from android_frames")
        .unwrap();
}

#[test]
fn a_name_is_of_one_table_or_function_that_returns_a_table() {
    let f = "create perfetto function f(a INT) returns table(x INT) as select $a as x; ";
    for (text, message) in [
        (
            "create perfetto function f(a INT, b INT) returns table(x INT) as select 1 as x",
            "function f exists already",
        ),
        (
            "create perfetto table f as select 1 as a",
            "CREATE PERFETTO TABLE: table f already exists",
        ),
        (
            "create perfetto table t as select 1 as a; \
             create perfetto function t() returns table(x INT) as select 1 as x",
            "table t already exists",
        ),
        (
            "create perfetto function g(a INT) returns table(x INT) as select $b as x",
            "g has no argument $b",
        ),
    ] {
        let found = wrong(&format!("{f}{text}"));
        assert!(found.starts_with(message), "{text}: {found}");
    }
    let replaced =
        format!("{f} create or replace perfetto table f as select 7 as a; select a from f");
    assert_eq!(rows(&mut session(), &replaced), ["7"]);
    let joined = "create table one(ts, dur); create virtual table sp using span_join(one, one); \
                  drop table sp; create or replace perfetto table sp as select 7 as a; select a from sp";
    assert_eq!(rows(&mut session(), joined), ["7"]);
    let dropped = format!("{f} drop table f; drop table if exists f;");
    let mut session_ = session();
    session_.query(&dropped, 1, HUGE).unwrap();
    for gone in ["drop table f", "select 1 from f", "select 1 from f(1)"] {
        session_.query(gone, 1, HUGE).unwrap_err();
    }
    assert_eq!(
        rows(&mut session_, &format!("{f} select x from f(3)")),
        ["3"]
    );
    // One value or a table: both may be called so.
    let both = format!("{f} create perfetto function f(a INT) returns INT as select $a + 1; ");
    assert_eq!(
        rows(&mut session(), &(both + "select x, f(x) from f(4)")),
        ["4,5"]
    );
}

#[test]
fn an_index_needs_its_table() {
    assert_eq!(
        wrong("create perfetto index i on slicee(name)"),
        "no such table: slicee (line 1, column 1)"
    );
    let text = "create perfetto table t as select 1 as a; create perfetto index i on t(a); \
                create perfetto index j on slice(name); drop perfetto index i; select a from t; \
                drop perfetto index j on slice; select a from t";
    assert_eq!(rows(&mut session(), text), ["1"]);
    let none = "create perfetto table t as select 1 as a; drop perfetto index i on t";
    assert_eq!(wrong(none), "no such index: i (line 1, column 43)");
}

#[test]
fn errors_in_macros_and_modules_say_where_they_are() {
    let text = "include perfetto module counters.intervals;\nselect *\nfrom counter_leading_intervals!(slice)";
    assert_eq!(
        wrong(text),
        "in counter_leading_intervals!: no such column: value; counter, state or stats has it \
         (line 3, column 6)"
    );
    let text = "include perfetto module counters.intervals; \
                select nme from counter_leading_intervals!(counter)";
    assert_eq!(wrong(text), "no such column: nme (line 1, column 52)");
    let text = "create perfetto view android_frames as select 1 as a; \
                include perfetto module android.frames.timeline";
    let found = wrong(text);
    let start = "in module android.frames.timeline: ";
    assert!(
        found.starts_with(start) && !found.contains("(line"),
        "{found}"
    );
}

#[test]
fn instants_are_joined_with_spans() {
    let text = "create perfetto table spans as select 10 as ts, 5 as dur, 'a' as x \
                union all select 20, 5, 'b'; \
                create perfetto table instants as select 12 as ts, 'c' as y \
                union all select 17, 'd'; \
                create virtual table both using span_join(spans, instants); \
                create virtual table left using span_left_join(instants, spans);";
    let both = format!("{text} select * from both");
    assert_eq!(rows(&mut session(), &both), ["12,0,a,c"]);
    let left = format!("{text} select ts, dur, y, x from left");
    assert_eq!(rows(&mut session(), &left), ["12,0,c,a", "17,0,d,-"]);
}

#[test]
fn null_is_an_argument_of_a_function_that_returns_a_table() {
    let mut session = session();
    let sql = "create perfetto function either(one long, other long) returns table(n long) as \
               select coalesce($one, $other) as n;\
               select n from either(null, 7); select n from either(8, null)";
    assert_eq!(rows(&mut session, sql), ["8"]);
    assert_eq!(rows(&mut session, "select n from either(null, 7)"), ["7"]);
}
