//! The commands that print the lists of kernel events and of the log, with the same filter.
//!
//! A word of the filter becomes a search in the text of the row, or of a column that it names, or a comparison
//! of its time. Another comparison is left out, and a comment in the query says so.

use std::fmt::Write as _;

use crate::app::layer::arrange::{compared, level, quantity, wanted};
use crate::app::reproduce::quoted_text;
use crate::model::sched::severity_of_syslog;

/// The SQL expressions for a process and a thread as the lists write them.
const WHO: &str = "ifnull(nullif(p.name, ''), 'Process') || ' ' || nullif(p.pid, 0) as process, \
     ifnull(nullif(t.name, ''), 'Thread') || ' ' || t.tid as thread";

/// Returns the command for the kernel events that pass a filter.
pub fn kernel_events(filter: &str) -> String {
    let rows = format!(
        "select f.ts, f.cpu, {WHO}, f.name as event, \
         (select group_concat(a.key || '=' || a.display_value, ' ') from args a \
         where a.arg_set_id = f.arg_set_id) as arguments \
         from ftrace_event f join thread t using (utid) left join process p using (upid)"
    );
    command(
        &rows,
        (&["cpu", "process", "thread", "event", "arguments"], false),
        filter,
    )
}

/// Returns the command for the lines of the log that pass a filter.
pub fn log(filter: &str) -> String {
    let rows = format!(
        "select l.ts, l.prio, {WHO}, l.tag, l.msg as message, l.log_source \
         from logs l left join thread t using (utid) left join process p using (upid)"
    );
    let texts = &["process", "thread", "tag", "message"];
    command(&rows, (texts, true), filter)
}

/// Returns the command for some rows; a word of the filter is searched in the columns `texts`, or says the
/// level if the rows have one.
fn command(rows: &str, (texts, has_levels): (&[&str], bool), filter: &str) -> String {
    let (mut tests, mut left_out) = (Vec::new(), Vec::new());
    for word in filter.split_whitespace().map(str::to_lowercase) {
        let (word, no) = match wanted(&word) {
            (word, true) => (word, ""),
            (word, false) => (word, "not "),
        };
        match (level(word), word.find(['>', '<'])) {
            (Some(level), _) if has_levels => tests.push(format!("{no}{}", at_least(level))),
            (_, Some(1..)) => match of_time(word) {
                Some(test) => tests.push(format!("{no}{test}")),
                None => left_out.push(word.replace("*/", "")),
            },
            _ => {
                let named = word.split_once(':');
                let named = named.filter(|(name, _)| texts.contains(name));
                let (texts, word) = match &named {
                    Some((_, "")) => continue,
                    Some((name, word)) => (std::slice::from_ref(name), *word),
                    None => (texts, word),
                };
                let word = word.replace('\'', "''");
                let text = format!(
                    "'{}', {}",
                    vec!["%s"; texts.len()].join(" "),
                    texts.join(", ")
                );
                tests.push(format!("{no}instr(lower(format({text})), '{word}')"));
            }
        }
    }
    let mut query = if tests.is_empty() {
        rows.to_owned()
    } else {
        format!("select * from ({rows}) where {}", tests.join(" and "))
    };
    if !left_out.is_empty() {
        let _written = write!(query, " /* without {} */", left_out.join(" "));
    }
    format!("perfetty query TRACE {}", quoted_text(&query))
}

/// Returns the test of a comparison with a time: that counts from the start of the trace, as in the lists.
fn of_time(word: &str) -> Option<String> {
    let rest = word.strip_prefix("time")?;
    let (sign, rest) = rest.split_at_checked(1)?;
    let (is_equal, number) = compared(rest);
    let ns = quantity(number).filter(|_| sign == ">" || sign == "<")?;
    let equal = if is_equal { "=" } else { "" };
    Some(format!("ts - trace_start() {sign}{equal} {ns}"))
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
    use super::*;

    #[test]
    fn a_filter_is_part_of_the_command() {
        assert!(!kernel_events("").contains("where instr"));
        let words = kernel_events("Waking 8180");
        assert!(
            words.contains("arguments)), 'waking') and instr("),
            "{words}"
        );
        assert!(words.ends_with("'8180')\""), "{words}");
        let words = kernel_events("o'brien cpu>5");
        assert!(words.contains("'o''brien'") && words.contains("/* without cpu>5 */"));
        let words = kernel_events("time>=1.5ms !time<2us time>x");
        let times = "where ts - trace_start() >= 1500000 and not ts - trace_start() < 2000 /* without time>x */";
        assert!(words.contains(times), "{words}");
        assert!(log("!idle").contains("where not instr("));
        let warnings = "where iif(log_source = 'android_logcat', prio >= 5, prio <= 4)";
        assert!(log("level:w").contains(warnings));
        let words = log("tag:Vold tag:");
        assert!(
            words.ends_with("where instr(lower(format('%s', tag)), 'vold')\""),
            "{words}"
        );
        // Kernel events have no levels.
        assert!(kernel_events("level:w").contains("'level:w'"));
    }
}
