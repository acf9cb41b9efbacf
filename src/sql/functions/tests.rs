//! Tests of functions, with the results of trace processor.

use std::sync::Arc;

use crate::model::builder::TraceBuilder;
use crate::model::trace::ClockRow;
use crate::sql::session::{Limits, SqlSession, SqlValue};

fn eval(expression: &str) -> Result<SqlValue, String> {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(crate::model::track::Scope::Global, Some("t"));
    b.nested_slices(
        track,
        &[(1000, 500, "a"), (1100, -1, "open"), (1200, 10, "in")],
    );
    for (ts, clock_id, clock_value, machine) in [
        (1000, 6, 1000, 0),
        (1000, 1, 1_795_166_040_000_001_000, 0),
        // Another machine has its own clocks.
        (1400, 1, 7, 1),
        (2000, 1, 1_795_166_040_000_003_000, 0),
    ] {
        b.clocks.push(ClockRow {
            ts,
            clock_id,
            sequence: 0,
            clock_value,
            snapshot_id: 0,
            machine,
        });
    }
    let mut session = SqlSession::new(Arc::new(b.finish()), Limits::default()).unwrap();
    let result = session.query(&format!("select {expression}"), 1, 1 << 20);
    let mut rows = result.map_err(|error| error.to_string())?.rows;
    Ok(rows.remove(0).remove(0))
}

fn int(expression: &str) -> i64 {
    match eval(expression) {
        Ok(SqlValue::Int(value)) => value,
        other => panic!("{expression}: {other:?}"),
    }
}

fn text(expression: &str) -> String {
    match eval(expression) {
        Ok(SqlValue::Text(bytes)) => String::from_utf8(bytes.into()).unwrap(),
        other => panic!("{expression}: {other:?}"),
    }
}

fn is_null(expression: &str) -> bool {
    eval(expression) == Ok(SqlValue::Null)
}

#[test]
fn errors_in_arguments_name_the_function() {
    for (expression, wanted) in [
        (
            "extract_arg('1', 'a')",
            "extract_arg: argument 1 must be a number",
        ),
        (
            "extract_arg(1, 2)",
            "extract_arg: argument 2 must be a string",
        ),
        ("reverse(5)", "reverse: argument 1 must be a string"),
        ("hash(1.5)", "hash: only integers and strings can be hashed"),
        (
            "'a' regexp '('",
            "regexp: \"(\" is not a regular expression: unclosed group",
        ),
        (
            "regexp_extract('a', 5)",
            "regexp_extract: argument 2 must be a string",
        ),
        ("a from ancestor_slice()", "ancestor_slice needs 1 argument"),
        (
            "a from ancestor_slice('a')",
            "ancestor_slice: not the id of a slice",
        ),
    ] {
        let expression = expression.replace("a from", "name from");
        assert_eq!(eval(&expression), Err(wanted.to_owned()), "{expression}");
    }
}

#[test]
fn what_has_no_parts_or_is_no_slice_has_nothing() {
    for number in ["151", "1.5", "x'313531'"] {
        let parts = format!("str_split({number}, '1', 0)");
        assert!(is_null(&parts), "{parts}");
    }
    for function in ["ancestor_slice", "descendant_slice"] {
        for id in [-1, 99_999_999] {
            assert_eq!(int(&format!("count(*) from {function}({id})")), 0);
        }
    }
}

#[test]
fn hash_is_that_of_trace_processor() {
    assert_eq!(int("hash('a', 1)"), -2_387_013_801_523_068_883);
    assert_eq!(int("hash('ab')"), 620_445_648_566_982_762);
    assert_eq!(int("hash()"), -3_750_763_034_362_895_579);
    assert!(eval("hash(1.5)").is_err());
}

#[test]
fn strings() {
    assert_eq!(text("str_split('a;b;c', ';', 2)"), "c");
    assert_eq!(text("str_split('abc', 'x', 0)"), "abc");
    assert!(is_null("str_split('abc', 'x', 1)"));
    assert!(is_null("str_split(null, 'x', 1)"));
    assert!(eval("str_split('a', '', 0)").is_err());
    assert!(eval("str_split('a', 'b', -1)").is_err());
    assert_eq!(text("reverse('abc')"), "cba");
    assert_eq!(text("base64_encode(x'68656c6c6f')"), "aGVsbG8=");
    assert_eq!(
        eval("base64_decode('aGVsbG8=')"),
        Ok(SqlValue::Blob(b"hello"[..].into()))
    );
    assert_eq!(int("unhex('0xff')"), 255);
    assert_eq!(int("glob('a*', 'abc')"), 1);
}

#[test]
fn patterns_see_a_real_as_trace_processor_writes_it() {
    for (number, written) in [("1.0", "1.0"), ("1e20", "1.0e+20"), ("-0.5", "-0.5")] {
        assert_eq!(text(&format!("regexp_extract({number}, '.*')")), written);
    }
    assert_eq!(int("2.0 regexp '^2$'"), 0);
}

#[test]
fn base64_may_lack_what_fills_it_up_and_may_be_that_of_addresses() {
    let bytes = |text: &str| eval(&format!("base64_decode('{text}')"));
    let is = |bytes: &[u8]| Ok(SqlValue::Blob(bytes.into()));
    assert_eq!(bytes("aGVsbG8"), is(b"hello"));
    assert_eq!(bytes("YQ"), is(b"a"));
    assert_eq!(bytes("YW-_"), is(b"ao\xbf"));
    // What is left over in the last group is not looked at.
    assert_eq!((bytes("YWJ"), bytes("YX==")), (is(b"ab"), is(b"a")));
    assert_eq!(bytes("!!"), Ok(SqlValue::Null));
}

#[test]
fn numbers() {
    // An integer stays one: not all of them have a floating-point number.
    for name in ["ceil", "ceiling", "floor", "trunc"] {
        assert_eq!(
            int(&format!("{name}(9007199254740993)")),
            9_007_199_254_740_993
        );
        assert_eq!(int(&format!("{name}('-3')")), -3);
    }
    for (expression, value) in [
        ("ceil(3.2)", 4.0),
        ("ceil('3.2')", 4.0),
        ("floor(-3.2)", -4.0),
        ("trunc(-3.7)", -3.0),
        ("sqrt(' 4 ')", 2.0),
        ("power(2, '3')", 8.0),
        ("pow(2, 3)", 8.0),
        ("mod(-7, 3)", -1.0),
        ("log(100)", 2.0),
        ("log(2, 8)", 3.0),
        ("log2('8')", 3.0),
        ("exp('1e0')", std::f64::consts::E),
        ("pi()", std::f64::consts::PI),
        ("sin(0.5)", 0.479_425_538_604_203),
        ("cos('0.5')", 0.877_582_561_890_372_8),
        ("tan(0.5)", 0.546_302_489_843_790_5),
        ("asin(0.25)", 0.252_680_255_142_078_65),
        ("acos(0.25)", 1.318_116_071_652_818),
        ("atan(0.25)", 0.244_978_663_126_864_14),
        ("atan2(0, -1)", std::f64::consts::PI),
        ("atan2(1, 2)", 0.463_647_609_000_806_1),
        ("sinh(0.5)", 0.521_095_305_493_747_4),
        ("cosh(0.5)", 1.127_625_965_206_380_7),
        ("tanh(0.5)", 0.462_117_157_260_009_75),
        ("asinh(0.5)", 0.481_211_825_059_603_5),
        ("acosh(1.5)", 0.962_423_650_119_206_9),
        ("atanh(0.5)", 0.549_306_144_334_054_8),
        ("radians(180)", std::f64::consts::PI),
        ("degrees(2)", 114.591_559_026_164_64),
    ] {
        let Ok(SqlValue::Real(found)) = eval(expression) else {
            panic!("{expression}: {:?}", eval(expression));
        };
        assert!((found - value).abs() < 1e-12, "{expression} is {found}");
    }
    for expression in [
        "ceil('x')",
        "floor(null)",
        "ln('inf')",
        "ln(x'32')",
        "sqrt(-1)",
        "log(0)",
        "log(1, 8)",
        "log(2, 0)",
        "mod(1, 0)",
        "pow('a', 1)",
        "power(-2, 0.5)",
        "sin('x')",
        "tan(null)",
        "asin(2)",
        "acosh(0.5)",
        "atanh(2)",
        "atan2(1, null)",
        "degrees(x'31')",
    ] {
        assert!(is_null(expression), "{expression}");
    }
}

#[test]
fn regular_expressions() {
    assert_eq!(int("'xabcx' regexp 'a.c'"), 1);
    assert_eq!(int("'aBc' regexp 'abc'"), 0);
    assert_eq!(int("regexp('ABC', 'abc', 'i')"), 1);
    // The last of several flags counts.
    assert_eq!(int("regexp('ABC', 'abc', 'ci')"), 1);
    assert_eq!(int("regexp('ABC', 'abc', 'ic')"), 0);
    assert_eq!(int("1 regexp '1'"), 1);
    // The flags of each row apply to that row only.
    for (first, second, matches) in [('i', 'c', 1), ('c', 'i', 2)] {
        let flags = format!("(select '{first}' as f, 1 as n union all select '{second}', 2)");
        let sum = format!("(select sum(n * regexp('A', 'a', f)) from {flags})");
        assert_eq!(int(&sum), matches, "{first} before {second}");
    }
    assert!(is_null("null regexp 'a'"));
    assert!(eval("'a' regexp '('").is_err());
    assert_eq!(text("regexp_extract('abc123', '[0-9]+')"), "123");
    assert_eq!(text("regexp_extract('abc123', '([a-z])1')"), "c");
    // A group that matched nothing says nothing.
    assert_eq!(text("regexp_extract('abc', 'b(x*)')"), "b");
    assert_eq!(text("regexp_extract('abc', '(x)?b')"), "b");
    assert_eq!(
        text("regexp_replace_simple('abcabc', 'b', '$1')"),
        "a$1ca$1c"
    );
}

#[test]
fn times() {
    assert_eq!(int("time_to_ms(1999999)"), 1);
    assert_eq!(int("time_from_s(3)"), 3_000_000_000);
    assert_eq!(text("to_timecode(1234567890123)"), "00:20:34 567 890 123");
    assert_eq!(int("to_realtime(1500)"), 1_795_166_040_000_001_500);
    assert_eq!(int("to_realtime(500)"), 1_795_166_040_000_001_000);
    assert_eq!(int("to_realtime(2001)"), 1_795_166_040_000_003_001);
    assert!(is_null("to_monotonic(1)"));
    assert_eq!(text("abs_time_str(1000)"), "2026-11-20T09:14:00.000001000");
    assert_eq!(int("trace_start()"), 1000);
    assert_eq!(int("trace_dur()"), 500);
    assert_eq!(super::time::iso8601(-1), "1969-12-31T23:59:59.999999999");
    assert_eq!(
        super::time::iso8601(951_782_400_000_000_000),
        "2000-02-29T00:00:00.000000000"
    );
}

#[test]
fn ancestors() {
    assert_eq!(int("slice_is_ancestor(0, 2)"), 1);
    assert_eq!(int("slice_is_ancestor(2, 0)"), 0);
    assert_eq!(int("slice_is_ancestor(0, 0)"), 1);
    // What never ended encloses all that is in it.
    assert_eq!(int("slice_is_ancestor(1, 2)"), 1);
    assert!(is_null("slice_is_ancestor(0, 9)"));
}

#[test]
fn jank_types() {
    assert_eq!(
        int("android_is_app_jank_type('Prediction Error, App Deadline Missed')"),
        1
    );
    assert_eq!(int("android_is_sf_jank_type('App Deadline Missed')"), 0);
    assert_eq!(int("android_is_missed_frame_type('Dropped Frame')"), 1);
    assert_eq!(int("android_is_missed_frame_type('None')"), 0);
}

#[test]
fn percentiles() {
    let over = "from (select 1 as x union all select 2 union all select 4 union all select 8)";
    for (function, value) in [
        ("median(x)", 3.0),
        ("percentile(x, 75)", 5.0),
        ("percentile_cont(x, 0.75)", 5.0),
        ("percentile_disc(x, 0.75)", 4.0),
        ("percentile_disc(x, 0.5)", 2.0),
        ("percentile_disc(x, 1)", 8.0),
        ("percentile_cont(x, 0)", 1.0),
    ] {
        let found = eval(&format!("{function} {over}"));
        assert_eq!(found, Ok(SqlValue::Real(value)), "{function}");
    }
    assert!(is_null("percentile_disc(null, 0.5)"));
    for (wrong, says) in [
        (
            "percentile(x, 101)",
            "percentile: p must be between 0 and 100",
        ),
        (
            "percentile_cont(x, 1.5)",
            "percentile_cont: p must be between 0 and 1",
        ),
        (
            "percentile_disc(x, null)",
            "percentile_disc: p must be between 0 and 1",
        ),
        (
            "percentile(x, x)",
            "percentile: p must be the same in all rows",
        ),
        ("median('a')", "median: not a number"),
        ("percentile(9e999, 50)", "percentile: an infinite value"),
    ] {
        let error = eval(&format!("{wrong} {over}")).unwrap_err();
        assert!(error.contains(says), "{wrong}: {error}");
    }
}

#[test]
fn the_last_value_that_is_not_null_is_that_of_each_window() {
    let over = "from (select 1 as n, 'a' as x union all select 2, null union all select 3, null \
                union all select 4, 2.5 union all select 5, null)";
    let all = |window: &str| {
        let each = format!("select n, last_non_null(x) over ({window}) as last {over}");
        text(&format!(
            "(select group_concat(ifnull(last, '-'), ' ') from ({each} order by n))"
        ))
    };
    assert_eq!(all("order by n"), "a a a 2.5 2.5");
    assert_eq!(
        all("order by n rows between 1 preceding and current row"),
        "a a - 2.5 2.5"
    );
    assert_eq!(
        all("order by n rows between 1 following and 2 following"),
        "- 2.5 2.5 - -"
    );
    assert_eq!(text(&format!("last_non_null(x || '') {over}")), "2.5");
    assert!(is_null("last_non_null(null)"));
}
