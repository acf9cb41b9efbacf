//! Advice that is added to SQLite's message about an unknown name.

use super::schema::FunctionDef;
use super::statement::tokens;
use super::{complete, functions, modules, tables};

/// Tables of trace processor whose data is not imported: the beginning of their names, and the data.
const NOT_IMPORTED: &[(&str, &str)] = &[
    ("android_dumpstate", "bug reports"),
    ("experimental_flamegraph", "flame graphs"),
    ("filedescriptor", "file descriptors"),
    ("heap_graph", "heap graphs"),
    ("heap_profile", "heap profiles"),
    ("instruments_sample", "samples of Instruments"),
    ("memory_snapshot", "memory snapshots"),
    ("process_memory_snapshot", "memory snapshots"),
    ("protolog", "messages of ProtoLog"),
    ("surfaceflinger_", "layers of SurfaceFlinger"),
    ("window_manager_", "transitions of windows"),
];

/// How many names are suggested.
const MOST: usize = 3;

/// Functions that trace processor had once, and what to write now.
const OLD: &[(&str, &str)] = &[
    ("import", "write INCLUDE PERFETTO MODULE name;"),
    ("create_function", "write CREATE PERFETTO FUNCTION"),
    (
        "create_view_function",
        "write CREATE PERFETTO FUNCTION … RETURNS TABLE",
    ),
    (
        "run_metric",
        "metrics are not provided, modules are: docs/sql.md lists all",
    ),
];

/// Returns what to add to SQLite's message about a text, empty if there is nothing to say.
pub(super) fn on(message: &str, text: &str) -> String {
    if let Some(name) = message.strip_prefix("no such column: ") {
        let name = name.rsplit('.').next().unwrap_or(name);
        let elsewhere = complete::tables_with(name);
        if !elsewhere.is_empty() {
            return that_have_it(&elsewhere);
        }
        let near = did_you_mean(name, complete::columns_in(text));
        let is_text = near.is_empty() && is_compared_with(name, text);
        return if is_text {
            format!("; texts stand in single quotes: '{name}'")
        } else {
            near
        };
    }
    if message.ends_with(": syntax error") && asks_for_tables(text) {
        return "; the tables are listed by SELECT name FROM perfetto_tables, the columns of one by PRAGMA table_info(NAME)".into();
    }
    let missing = ["no such table: ", "no such function: "]
        .iter()
        .find_map(|start| message.strip_prefix(start));
    let Some(name) = missing else {
        return String::new();
    };
    let is_table = message.starts_with("no such table");
    let name = name.trim_start_matches("main.");
    let of_old = |(old, _): &&(&str, &str)| old.eq_ignore_ascii_case(name);
    if let Some((_, now)) = OLD.iter().find(of_old).filter(|_| !is_table) {
        return format!("; {now}");
    }
    let module = modules::making(name);
    let is_function = || {
        let mut known = functions::definitions().into_iter();
        known.any(|function| function.name().eq_ignore_ascii_case(name))
            || modules::is_function(name)
    };
    if is_table && is_function() {
        let from = module.map_or(String::new(), |module| format!(" of {module}"));
        return format!("; it is a function{from} that returns one value: SELECT {name}(…)");
    }
    if let Some(module) = module {
        return format!("; INCLUDE PERFETTO MODULE {module} makes it");
    }
    let lower = name.to_ascii_lowercase();
    let of_name = |(start, _): &&(&str, &str)| lower.starts_with(start);
    if let Some((_, what)) = NOT_IMPORTED.iter().find(of_name) {
        return format!("; {what} are not imported");
    }
    let known = if is_table {
        let definitions = tables::definitions().iter();
        let mut known: Vec<&str> = definitions.map(|table| table.name).collect();
        known.extend(tables::VIEWS.iter().map(|view| view.name));
        known.extend(modules::made(&["TABLE", "VIEW"]));
        known
    } else {
        let functions = functions::definitions().into_iter();
        let mut known: Vec<&str> = functions.map(FunctionDef::name).collect();
        known.extend(modules::made(&["FUNCTION"]));
        known
    };
    did_you_mean(name, known)
}

/// Returns whether a text is what other programs list tables or columns with: `.tables`, `show tables`,
/// `describe slice`.
fn asks_for_tables(text: &str) -> bool {
    const WORDS: [&str; 6] = [".tables", ".schema", ".help", "show", "describe", "desc"];
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().trim_end_matches(';');
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(first))
}

/// Returns whether a text of statements compares something with a name, as if the name were a text.
fn is_compared_with(name: &str, text: &str) -> bool {
    const OPERATORS: [&str; 6] = ["=", "LIKE", "GLOB", "REGEXP", "IS", "NOT"];
    let tokens = tokens(text);
    tokens.windows(2).any(|pair| {
        let is_operator = |it: &&str| pair[0].text.eq_ignore_ascii_case(it);
        pair[1].text == name && OPERATORS.iter().any(is_operator)
    })
}

/// Returns which of some tables and views have a column, those of modules only if no others do.
fn that_have_it(tables: &[&str]) -> String {
    let of_trace = tables.iter().filter(|name| modules::making(name).is_none());
    let mut names: Vec<String> = of_trace.take(MOST).map(|&name| name.to_owned()).collect();
    if names.is_empty() {
        names.extend(tables.first().map(|name| with_module(name)));
    }
    format!("; {} has it", list(&names))
}

/// Returns a name, and the module that makes what it names.
fn with_module(name: &str) -> String {
    match modules::making(name) {
        Some(module) => format!("{name} (INCLUDE PERFETTO MODULE {module})"),
        None => name.to_owned(),
    }
}

/// Returns names as "a, b or c".
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Returns a question for the names that are written nearly like one, the most alike first, with the
/// module that makes it.
fn did_you_mean(name: &str, known: Vec<&str>) -> String {
    // One letter of three may be wrong.
    let most = (name.len() / 3).clamp(1, 4);
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|known| {
            (
                if begins(name, known) {
                    1
                } else {
                    distance(name, known)
                },
                known,
            )
        })
        .filter(|&(distance, _)| distance <= most)
        .collect();
    near.sort_unstable();
    near.dedup();
    // What is further off than the nearest is hardly meant.
    let least = near.first().map_or(0, |near| near.0);
    let near = near.iter().take_while(|near| near.0 == least).take(MOST);
    let near: Vec<String> = near.map(|&(_, known)| with_module(known)).collect();
    if near.is_empty() {
        return String::new();
    }
    format!("; did you mean {}?", list(&near))
}

/// Returns whether a name is a longer word for one that is known, as `duration` is for `dur`.
fn begins(name: &str, known: &str) -> bool {
    let start = name.get(..known.len());
    known.len() >= 3 && start.is_some_and(|start| start.eq_ignore_ascii_case(known))
}

/// Returns how many letters must be changed, added, left out or swapped with the next to make one name of the
/// other, whatever their case.
fn distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(&a.to_ascii_lowercase(), &b.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_nearly_right_is_known() {
        let advice = |message: &str| on(message, "select nme from slice join thread");
        for (message, wanted) in [
            ("no such column: nme", "; did you mean name?"),
            (
                "no such column: s.thread_durr",
                "; did you mean thread_dur?",
            ),
            ("no such column: nmae", "; did you mean name?"),
            ("no such column: duration", "; did you mean dur?"),
            (
                "no such column: s.cpu",
                "; cpu_track, cpu_counter_track or sched has it",
            ),
            (
                "no such column: thread_name",
                "; thread_slice (INCLUDE PERFETTO MODULE slices.with_context) has it",
            ),
            ("no such column: xyz", ""),
            (
                "no such function: IMPORT",
                "; write INCLUDE PERFETTO MODULE name;",
            ),
            ("no such table: slicee", "; did you mean slice or slices?"),
            (
                "no such table: android_startup",
                "; did you mean android_startups (INCLUDE PERFETTO MODULE android.startup.startups)?",
            ),
            (
                "no such function: extract_args",
                "; did you mean extract_arg?",
            ),
            ("no such table: nothing_like_it", ""),
        ] {
            assert_eq!(advice(message), wanted, "{message}");
        }
        assert_eq!(
            on(
                "no such column: doFrame",
                "select 1 from slice where name = doFrame"
            ),
            "; texts stand in single quotes: 'doFrame'"
        );
        for (text, is_told) in [
            (".tables", true),
            ("SHOW TABLES;", true),
            ("describe slice", true),
            ("selec 1", false),
        ] {
            let advice = on("near \"x\": syntax error", text);
            assert_eq!(advice.contains("perfetto_tables"), is_told, "{text}");
        }
        assert_eq!(distance("slice", "Slices"), 1);
        assert_eq!(distance("nmae", "name"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
