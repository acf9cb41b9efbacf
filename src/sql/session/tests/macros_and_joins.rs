//! Tests of macros and span joins, which SQLite does not know.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{error, rows, session};

#[test]
fn macros_stand_for_their_bodies() {
    let mut session = session();
    let sql = "CREATE PERFETTO MACRO longest(t TableOrSubquery, n Expr) RETURNS TableOrSubquery AS \
               (SELECT name, dur FROM $t ORDER BY dur DESC LIMIT $n); \
               SELECT cast_string!(sum(dur)) || 'ns' FROM longest!((SELECT * FROM slice), 1 + 1)";
    assert_eq!(rows(&mut session, sql), ["130ns"]);
    let again = "CREATE PERFETTO MACRO longest(x Expr) RETURNS Expr AS 1";
    assert!(session.query(again, 1, 1).is_err());
    let replaced = "CREATE OR REPLACE PERFETTO MACRO longest(x Expr) RETURNS Expr AS ($x); \
                    CREATE PERFETTO FUNCTION half(n LONG) RETURNS LONG AS SELECT longest!($n) / 2; \
                    SELECT half(longest!(20))";
    assert_eq!(rows(&mut session, replaced), ["10"]);
    assert_eq!(
        error("select 1;\nselect nothing!()"),
        "no such macro: nothing!; INCLUDE PERFETTO MODULE or CREATE PERFETTO MACRO make some (line 2, column 8)"
    );
}

#[test]
fn errors_beside_macros_have_their_own_place() {
    for (sql, wanted) in [
        (
            "select cast_int!(dur)\nfrom slice\nwher dur > 5",
            "near \"dur\": syntax error (line 3, column 6)",
        ),
        (
            "select 1;\nselect 'é', cast_int!(1), cast_int!(2)\norder bye x",
            "near \"bye\": syntax error (line 3, column 7)",
        ),
        (
            "select extract_arg(1),\n cast_int!(dur) from slice",
            "wrong number of arguments to function extract_arg() (line 1, column 8)",
        ),
        (
            "create perfetto table t as\nselect cast_int!(dur), durr\nfrom slice",
            "no such column: durr; did you mean dur? (line 2, column 24)",
        ),
        (
            "create perfetto function f() returns int as\nselect cast_int!(1) + absent",
            "no such column: absent (line 2, column 23)",
        ),
        (
            "create perfetto table t as cast_int!(1)\nselect 1 as x, 2 as X",
            "in cast_int!: near \"CAST\": syntax error (line 1, column 28)",
        ),
        (
            "create perfetto function f(x LONG) returns cast_int!(1)",
            "there is no type cast_int (line 1, column 44)",
        ),
        // The macro that is wrong is named, not the first, and what a use is given is told apart from that.
        (
            "create perfetto macro bad() returns Expr as (1 2);\nselect cast_int!(1),\n bad!()",
            "in bad!: near \"2\": syntax error (line 3, column 2)",
        ),
        (
            "select cast_int!(1),\ncast_int!(t.dur + slice.durr) from slice t",
            "no such column: slice.durr; did you mean dur? (line 2, column 25)",
        ),
        (
            "select cast_int!(1),\n cast_int!(select 1)",
            "in cast_int!: near \"select\": syntax error (line 2, column 12)",
        ),
        (
            "select cast_int!(1),\n hash(1.5)",
            "hash: only integers and strings can be hashed (line 2, column 2)",
        ),
    ] {
        assert_eq!(error(sql), wanted, "{sql}");
    }
}

const TWO_SIDES: &str = "CREATE PERFETTO TABLE one AS SELECT column1 ts, column2 dur, column3 p, column4 a \
     FROM (VALUES (10, 10, 1, 'x'), (30, 5, 1, 'y'), (0, 5, 2, 'z')); \
     CREATE PERFETTO TABLE other AS SELECT column1 ts, column2 dur, column3 p, column4 b \
     FROM (VALUES (5, 10, 1, 7), (18, 20, 1, 8), (0, 9, 3, 9)); \
     CREATE PERFETTO VIEW all_time AS SELECT 0 AS ts, 12 AS dur, 'first' AS half;";

/// The rows are those of the reference.
#[test]
fn a_join_with_a_table_without_partitions_is_over_the_partitions_of_the_other() {
    let joined = |join: &str| {
        let sql = format!(
            "CREATE PERFETTO TABLE a AS SELECT column1 AS ts, column2 AS dur, column3 AS cpu, \
             column4 AS x FROM (VALUES (10, 10, 0, 'a'), (30, 10, 0, 'b'), (12, 3, 2, 'c'), \
             (50, 5, NULL, 'n')); \
             CREATE PERFETTO TABLE b AS SELECT column1 AS ts, column2 AS dur, column3 AS y \
             FROM (VALUES (0, 15, 'p'), (35, 30, 'q')); \
             CREATE VIRTUAL TABLE j USING {join}(a PARTITIONED cpu, b); \
             SELECT ts, dur, cpu, x, y FROM j"
        );
        rows(&mut session(), &sql)
    };
    let left = [
        "10,5,0,a,p",
        "15,5,0,a,-",
        "30,5,0,b,-",
        "35,5,0,b,q",
        "12,3,2,c,p",
    ];
    assert_eq!(joined("SPAN_LEFT_JOIN"), left);
    let outer = [
        "0,10,0,-,p",
        "10,5,0,a,p",
        "15,5,0,a,-",
        "30,5,0,b,-",
        "35,5,0,b,q",
        "40,25,0,-,q",
        "0,12,2,-,p",
        "12,3,2,c,p",
        "35,30,2,-,q",
    ];
    assert_eq!(joined("SPAN_OUTER_JOIN"), outer);
}

#[test]
fn span_joins_are_where_spans_overlap() {
    let joined = |join: &str, rest: &str| {
        let sql =
            format!("{TWO_SIDES} CREATE VIRTUAL TABLE sp USING {join}; SELECT * FROM sp {rest}");
        rows(&mut session(), &sql)
    };
    let both = "(one PARTITIONED p, other PARTITIONED p)";
    assert_eq!(
        joined(&format!("span_join{both}"), ""),
        ["10,5,1,x,7", "18,2,1,x,8", "30,5,1,y,8"]
    );
    assert_eq!(
        joined(
            &format!("SPAN_LEFT_JOIN{both}"),
            "WHERE b IS NULL ORDER BY p, ts"
        ),
        ["15,3,1,x,-", "0,5,2,z,-"]
    );
    assert_eq!(
        joined(&format!("span_outer_join{both}"), "WHERE p = 1"),
        [
            "5,5,1,-,7",
            "10,5,1,x,7",
            "15,3,1,x,-",
            "18,2,1,x,8",
            "20,10,1,-,8",
            "30,5,1,y,8",
            "35,3,1,-,8"
        ]
    );
    assert_eq!(
        joined(
            "span_join(one PARTITIONED p, all_time)",
            "WHERE half = 'first' ORDER BY ts DESC"
        ),
        ["10,2,1,x,first", "0,5,2,z,first"]
    );
    assert_eq!(
        joined("span_join(all_time, other PARTITIONED p)", "WHERE b = 9"),
        ["0,9,3,first,9"]
    );
}

#[test]
fn rows_of_either_condition_are_all_there() {
    let sql = "CREATE PERFETTO TABLE one AS SELECT column1 ts, column2 dur, column3 a \
               FROM (VALUES (0, 5, 1), (5, 5, 2), (10, 5, 3)); \
               CREATE PERFETTO TABLE other AS SELECT column1 ts, column2 dur, column3 b \
               FROM (VALUES (0, 5, 1), (5, 5, 2), (11, 0, 3), (11, 0, 3)); \
               CREATE VIRTUAL TABLE sp USING span_join(one, other); ";
    let either = format!("{sql} SELECT ts, a, b FROM sp WHERE a = 1 OR b = 3");
    assert_eq!(rows(&mut session(), &either), ["0,1,1", "11,3,3", "11,3,3"]);
    let both = format!("{sql} SELECT ts, a, b FROM sp WHERE a = 3 OR b = 3");
    assert_eq!(rows(&mut session(), &both), ["11,3,3", "11,3,3"]);
    let again = format!("{sql} SELECT count(*), count(DISTINCT rowid), rowid = rowid FROM sp");
    assert_eq!(rows(&mut session(), &again), ["4,4,1"]);
}

#[test]
fn spans_may_begin_at_the_least_time() {
    let least = "-9223372036854775808";
    let sql = format!(
        "CREATE PERFETTO TABLE long AS SELECT {least} AS ts, 10 AS dur, 'x' AS a; \
         CREATE PERFETTO TABLE short AS SELECT column1 ts, column2 dur, column3 b \
         FROM (VALUES ({least}, 2, 'at'), ({least} + 4, 3, 'later')); \
         CREATE VIRTUAL TABLE sp USING span_join(long, short); \
         SELECT ts - ({least}), dur, a, b FROM sp"
    );
    assert_eq!(rows(&mut session(), &sql), ["0,2,x,at", "4,3,x,later"]);
}

#[test]
fn span_joins_have_names_like_tables() {
    let mut session = session();
    let sql = format!(
        "{TWO_SIDES} DROP TABLE IF EXISTS sp; \
         CREATE VIRTUAL TABLE sp USING SPAN_JOIN(one PARTITIONED p, other PARTITIONED p)"
    );
    session.query(&sql, 1, 1).unwrap();
    let sql = "CREATE VIRTUAL TABLE IF NOT EXISTS sp USING SPAN_JOIN(one, none)";
    session.query(sql, 1, 1).unwrap();
    let mut fails = |sql: &str| session.query(sql, 1, 1).unwrap_err().to_string();
    assert_eq!(
        fails("CREATE VIRTUAL TABLE sp USING SPAN_JOIN(one, all_time)"),
        "table sp already exists (line 1, column 1)"
    );
    for (sql, message) in [
        (
            "slice USING SPAN_JOIN(one, all_time)",
            "table slice already exists",
        ),
        (
            "all_time USING SPAN_JOIN(one, one)",
            "table all_time already exists",
        ),
        (
            "x USING SPAN_JOIN(one, other)",
            "SPAN_JOIN: column p is in both one and other",
        ),
        (
            "x USING SPAN_JOIN(one, thread)",
            "SPAN_JOIN: thread has no column ts",
        ),
        (
            "x USING SPAN_JOIN(one PARTITIONED q, all_time)",
            "SPAN_JOIN: one has no column q",
        ),
        (
            "x USING SPAN_JOIN(one PARTITIONED p, other PARTITIONED b)",
            "SPAN_JOIN: one is partitioned by p, other by b",
        ),
    ] {
        let found = fails(&format!("CREATE VIRTUAL TABLE {sql}"));
        assert!(found.starts_with(message), "{found}");
    }
    let text =
        "CREATE VIRTUAL TABLE x USING SPAN_JOIN(one PARTITIONED a, all_time); SELECT * FROM x";
    assert!(fails(text).contains("partition a is not an integer"));
    // A span join may join another one, but not itself.
    let nested = "CREATE VIRTUAL TABLE halves USING SPAN_JOIN(sp PARTITIONED p, all_time); \
                  SELECT count(*) FROM halves";
    assert_eq!(rows(&mut session, nested), ["1"]);
    let own = "DROP TABLE sp; CREATE VIRTUAL TABLE sp USING SPAN_JOIN(halves PARTITIONED p, one); \
               SELECT * FROM sp";
    assert!(session.query(own, 1, 1).is_err());
}

proptest::proptest! {
    /// A search that reads only a part of a table misses no row.
    #[test]
    fn narrowed_span_joins_have_the_rows_of_all(
        one in proptest::collection::vec((1..4_i64, 0..9_i64, 0..3_i64, 0..3_i64), 0..12),
        other in proptest::collection::vec((1..4_i64, 0..9_i64, 0..3_i64, 0..3_i64), 0..12),
        join in 0..3_usize,
        partitioned in 0..4_usize,
    ) {
        // Rows of one partition must not overlap.
        let values = |rows: &[(i64, i64, i64, i64)]| {
            let mut end = 0;
            let mut text = String::from("(0, 0, 0, 0)");
            for &(gap, dur, p, v) in rows {
                // Writing to a String cannot fail.
                _ = write!(text, ", ({}, {dur}, {p}, {v})", end + gap);
                end += gap + dur;
            }
            format!("SELECT column1 ts, column2 dur, column3 p, column4 v FROM (VALUES {text})")
        };
        let side = |bit: usize| if partitioned >> bit & 1 == 1 { "PARTITIONED p" } else { "" };
        let keep = |bit: usize| if partitioned >> bit & 1 == 1 { "p," } else { "" };
        let join = ["SPAN_JOIN", "SPAN_LEFT_JOIN", "SPAN_OUTER_JOIN"][join];
        let made = format!(
            "CREATE TABLE one AS SELECT ts, dur, {} v AS a FROM ({}); \
             CREATE TABLE other AS SELECT ts, dur, {} v AS b FROM ({}); \
             CREATE VIRTUAL TABLE sp USING {join}(one {}, other {})",
            keep(0), values(&one), keep(1), values(&other), side(0), side(1)
        );
        let mut session = session();
        session.query(&made, 1, 1).unwrap();
        for column in if partitioned > 0 { &["a", "b", "p"][..] } else { &["a", "b"] } {
            let narrowed = rows(&mut session, &format!("SELECT * FROM sp WHERE {column} = 1"));
            let all = rows(&mut session, &format!("SELECT * FROM sp WHERE +{column} = 1"));
            proptest::prop_assert_eq!(narrowed, all);
        }
        // Each condition is a scan of its own.
        let mut either = |plus: &str| {
            let sql = format!("SELECT * FROM sp WHERE {plus}a = 1 OR {plus}b = 2");
            let mut rows = rows(&mut session, &sql);
            rows.sort_unstable();
            rows
        };
        let (narrowed, all) = (either(""), either("+"));
        proptest::prop_assert_eq!(narrowed, all);
    }

    #[test]
    fn span_joins_have_what_their_tables_have_at_each_instant(
        one in proptest::collection::vec((0..4_i64, 1..6_i64, 0..3_i64), 1..12),
        other in proptest::collection::vec((0..4_i64, 1..6_i64, 0..3_i64), 1..12),
        join in 0..3_usize,
    ) {
        let spans = |rows: &[(i64, i64, i64)]| {
            let mut end = 0;
            let spans = rows.iter().enumerate().map(|(v, &(gap, dur, p))| {
                let ts = end + gap;
                end = ts + dur;
                (ts, dur, p, v.to_string())
            });
            spans.collect::<Vec<_>>()
        };
        let (one, other) = (spans(&one), spans(&other));
        let values = |spans: &[(i64, i64, i64, String)]| {
            let rows = spans.iter().map(|(ts, dur, p, v)| format!("({ts}, {dur}, {p}, {v})"));
            rows.collect::<Vec<_>>().join(", ")
        };
        let name = ["SPAN_JOIN", "SPAN_LEFT_JOIN", "SPAN_OUTER_JOIN"][join];
        let sql = format!(
            "CREATE TABLE one(ts, dur, p, a); INSERT INTO one VALUES {}; \
             CREATE TABLE other(ts, dur, p, b); INSERT INTO other VALUES {}; \
             CREATE VIRTUAL TABLE sp USING {name}(one PARTITIONED p, other PARTITIONED p); \
             SELECT * FROM sp",
            values(&one), values(&other)
        );
        let mut found = BTreeMap::new();
        for row in rows(&mut session(), &sql) {
            let cells: Vec<&str> = row.split(',').collect();
            let number = |index: usize| cells[index].parse::<i64>().unwrap();
            for t in number(0)..number(0) + number(1) {
                let cells = format!("{},{}", cells[3], cells[4]);
                proptest::prop_assert_eq!(found.insert((number(2), t), cells), None);
            }
        }
        let value_at = |spans: &[(i64, i64, i64, String)], p: i64, t: i64| {
            let covers = |span: &&(i64, i64, i64, String)| {
                span.2 == p && (span.0..span.0 + span.1).contains(&t)
            };
            spans.iter().find(covers).map(|span| span.3.clone())
        };
        for (p, t) in (0..3).flat_map(|p| (0..120).map(move |t| (p, t))) {
            let (a, b) = (value_at(&one, p, t), value_at(&other, p, t));
            let is_in = match join {
                0 => a.is_some() && b.is_some(),
                1 => a.is_some(),
                _ => a.is_some() || b.is_some(),
            };
            let text = |value: Option<String>| value.unwrap_or_else(|| String::from("-"));
            let expected = is_in.then(|| format!("{},{}", text(a), text(b)));
            proptest::prop_assert_eq!(found.remove(&(p, t)), expected, "at {} in {}", t, p);
        }
        proptest::prop_assert!(found.is_empty());
    }
}
