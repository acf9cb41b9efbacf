//! The commands that print the lists of kernel events and of the log, with the same filter.
//!
//! The filter is read as the lists read it, and what it tests becomes a condition. What is looked for in words
//! that only the lists write, as times are written, is left out, and a comment in the query says so. SQLite knows
//! letters without accents only: the lists find `Café` by `cafe`, too.

use std::cmp::Ordering;
use std::fmt::Write as _;

use crate::app::layer::arrange::{Test, tests};
use crate::app::reproduce::quoted_text;
use crate::model::sched::severity_of_syslog;
use crate::view::overlay::Column;

/// The SQL expressions for a process and a thread as the lists write them.
const WHO: &str = "ifnull(nullif(p.name, ''), 'Process') || ' ' || nullif(p.pid, 0) as process, \
     ifnull(nullif(t.name, ''), 'Thread') || ' ' || t.tid as thread";

/// Returns the command for the kernel events that pass a filter, which may name the columns of the list.
pub fn kernel_events(filter: &str, columns: &[Column]) -> String {
    let rows = format!(
        "select f.ts, f.cpu, {WHO}, f.name as event, \
         (select group_concat(a.key || '=' || a.display_value, ' ') from args a \
         where a.arg_set_id = f.arg_set_id) as arguments \
         from ftrace_event f join thread t using (utid) left join process p using (upid)"
    );
    let texts = &["cpu", "process", "thread", "event", "arguments"];
    command(&rows, texts, &tests(filter, columns, false), columns)
}

/// Returns the command for the lines of the log that pass a filter, which may name the columns of the list.
pub fn log(filter: &str, columns: &[Column]) -> String {
    let rows = format!(
        "select l.ts, l.prio, {WHO}, l.tag, l.msg as message, l.log_source \
         from logs l left join thread t using (utid) left join process p using (upid)"
    );
    let texts = &["process", "thread", "tag", "message"];
    command(&rows, texts, &tests(filter, columns, true), columns)
}

/// Returns the command for the rows that pass the tests; a word that names no column is looked for in `texts`.
fn command(
    rows: &str,
    texts: &[&str],
    tests: &[(Test<String>, bool)],
    columns: &[Column],
) -> String {
    let (mut conditions, mut left_out) = (Vec::new(), Vec::new());
    // Nothing of the filter may end the comment.
    let mut leave = |words: String| left_out.push(words.replace('*', ""));
    let name = |column: usize| columns[column].name().to_lowercase();
    for (test, is_wanted) in tests {
        let (no, sign) = if *is_wanted { ("", "") } else { ("not ", "!") };
        let condition = match test {
            Test::IsAtLeast(level) => at_least(*level),
            Test::Holds(word) => {
                let is_of_time = |c: char| c.is_ascii_digit() || " .:-+−s".contains(c);
                let is_level = texts.len() == 4 && word.chars().count() == 1;
                if is_level || word.chars().all(is_of_time) {
                    leave(format!("{sign}{word} in times and levels"));
                } else if !word.is_ascii() {
                    leave(format!("{sign}{word} in another case"));
                }
                holds(texts, word)
            }
            Test::HoldsIn(column, word) => {
                let name = name(*column);
                if !texts.contains(&&*name) {
                    leave(format!("{sign}{name}:{word}"));
                    continue;
                }
                holds(&[&name], word)
            }
            Test::Compares(column, order, is_equal, number) => {
                let equal = if *is_equal { "=" } else { "" };
                let order = match order {
                    Ordering::Greater => format!(">{equal}"),
                    _ => format!("<{equal}"),
                };
                let name = name(*column);
                match &*name {
                    // Times count from the start of the trace, as in the lists.
                    "time" if number.is_finite() => format!("ts - trace_start() {order} {number}"),
                    "cpu" if number.is_finite() => format!("cpu {order} {number}"),
                    // A text that is a number is compared as one.
                    text if texts.contains(&text) && number.is_finite() => format!(
                        "ifnull({text} glob '[0-9]*' and {text} not glob '*[^0-9.]*' \
                         and cast({text} as real) {order} {number}, false)"
                    ),
                    _ => {
                        leave(format!("{sign}{name}{order}{number}"));
                        continue;
                    }
                }
            }
        };
        conditions.push(format!("{no}{condition}"));
    }
    let mut query = if conditions.is_empty() {
        rows.to_owned()
    } else {
        format!("select * from ({rows}) where {}", conditions.join(" and "))
    };
    if !left_out.is_empty() {
        let _written = write!(query, " /* without {} */", left_out.join(" "));
    }
    format!("perfetty query TRACE {}", quoted_text(&query))
}

/// Returns the test whether one of some texts contains a word, whatever the case.
fn holds(texts: &[&str], word: &str) -> String {
    let text = format!(
        "'{}', {}",
        vec!["%s"; texts.len()].join(" "),
        texts.join(", ")
    );
    let word = word.replace('\'', "''");
    format!("instr(lower(format({text})), '{word}')")
}

/// Returns the test whether a line of a log is at least so grave by Android's priorities.
fn at_least(level: u8) -> String {
    // Those of syslog go the other way.
    let of_syslog = (0..=7)
        .rev()
        .find(|&prio| severity_of_syslog(prio) >= level);
    let of_syslog = of_syslog.unwrap_or(-1);
    format!("iif(log_source = 'android_logcat', prio >= {level}, prio <= {of_syslog})")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::app::config::Config;
    use crate::app::key::Key;
    use crate::app::lists::ftrace::tests::traced;
    use crate::app::session::Session;
    use crate::base::time::Ts;
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::sched::{LogRow, LogSource};
    use crate::model::trace::Trace;
    use crate::sql::session::{Limits, SqlSession, SqlValue};
    use crate::view::scene::Size;

    /// Returns the times that a list shows with a filter, and those of the query that is offered below it.
    fn both(trace: &Arc<Trace>, list: &str, filter: &str) -> (Vec<i64>, Vec<i64>, String) {
        let size = Size { cols: 80, rows: 24 };
        let mut session = Session::new("t", &Config::default(), size);
        session.set_trace(Arc::clone(trace));
        for key in Key::parse_all(&format!(">{list}<enter>/")).unwrap() {
            session.key(key);
            session.sync();
        }
        for letter in filter.chars() {
            session.key(Key::char(letter));
            session.sync();
        }
        let table = session.state().top_table().unwrap();
        let shown = (0..table.rows.len()).map(|at| {
            let row = table.rows.get(trace, at).unwrap();
            row.cells[0].ts.unwrap().ns()
        });
        let (_, rest) = table.command.split_once(" query ").unwrap();
        let (_, sql) = rest.split_once(' ').unwrap();
        let sql = match sql.strip_prefix('"') {
            Some(sql) => sql.strip_suffix('"').unwrap().to_owned(),
            None => sql.trim_matches('\'').replace(r"'\''", "'"),
        };
        let mut session = SqlSession::new(Arc::clone(trace), Limits::default()).unwrap();
        let rows = session.query(&sql, 1_000, 1 << 20).unwrap().rows;
        let mut times: Vec<i64> = rows
            .iter()
            .map(|row| match row[0] {
                SqlValue::Int(ts) => ts,
                ref other => panic!("{other:?}"),
            })
            .collect();
        times.sort_unstable();
        (shown.collect(), times, sql)
    }

    fn same(trace: &Arc<Trace>, list: &str, filters: &[(&str, usize)]) {
        for &(filter, n) in filters {
            let (shown, times, sql) = both(trace, list, filter);
            assert_eq!(shown, times, "{filter}: {sql}");
            assert_eq!(shown.len(), n, "{filter}: {sql}");
        }
    }

    #[test]
    fn the_query_below_kernel_events_has_their_rows() {
        let names = ["sched_waking", "irq_entry", "o'brien", "a->b"];
        let events = (0..40_i64).map(|at| (1_000 * at, (at % 8) as u32, names[(at / 10) as usize]));
        let trace = Arc::new(traced(events, None));
        same(
            &trace,
            "ftrace",
            &[
                ("", 40),
                ("cpu>5", 10),
                ("cpu > 5", 10),
                ("CPU >= 5 waking", 3),
                ("!cpu < 6", 10),
                ("cpu:3", 5),
                ("!event:irq", 30),
                ("o'BRIEN", 10),
                ("a->b", 10),
                ("time > 5 us time<=10us", 5),
                ("!time>=10us", 10),
                ("time>x", 40),
                ("cpu >", 40),
                ("event>5", 0),
                ("!thread>5", 40),
                ("event:", 40),
                ("level:w", 0),
                ("nothing", 0),
            ],
        );
        let (.., sql) = both(&trace, "ftrace", "!time:0.1 irq");
        assert!(sql.ends_with("'irq') /* without !time:0.1 */"), "{sql}");
    }

    #[test]
    fn the_query_below_the_log_has_its_rows() {
        let mut b = TraceBuilder::new();
        let texts = ["Idle", "Wake \"up\"", "$HOME"].map(|text| Some(b.str(text)));
        for at in 0..24_i64 {
            let source = [LogSource::Logcat, LogSource::Journal][usize::from(at >= 12)];
            b.logs.push(LogRow {
                ts: Ts::from_ns(1_000_000 * at),
                utid: Some(Utid(0)),
                prio: at % 8,
                tag: texts[(at % 3) as usize],
                msg: texts[(at % 2) as usize],
                source,
                args: None,
            });
        }
        let trace = Arc::new(b.finish());
        same(
            &trace,
            "logs",
            &[
                ("", 24),
                ("level:w", 9),
                ("!level:error", 18),
                ("tag:idle", 8),
                ("tag:IDLE !message:idle", 4),
                ("\"up\"", 16),
                ("$home", 8),
                ("time > 5 ms", 18),
                ("time >= 5ms level:e", 6),
                ("tag > 5", 0),
            ],
        );
        let (.., sql) = both(&trace, "logs", "level:zzz");
        assert!(sql.ends_with("/* without level:zzz */"), "{sql}");
    }
}
