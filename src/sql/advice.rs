//! Advice that is added to SQLite's message about an unknown name.

use super::schema::FunctionDef;
use super::{complete, functions, modules, tables};

/// Tables of trace processor whose data is not imported: the beginning of their names, and the data.
const NOT_IMPORTED: &[(&str, &str)] = &[
    ("android_dumpstate", "bug reports"),
    ("cpu_profile_stack_sample", "samples of Chromium's profiler"),
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

/// Returns what to add to SQLite's message about a text, empty if there is nothing to say.
pub(super) fn on(message: &str, text: &str) -> String {
    if let Some(name) = message.strip_prefix("no such column: ") {
        let name = name.rsplit('.').next().unwrap_or(name);
        return did_you_mean(name, complete::columns_in(text));
    }
    let missing = ["no such table: ", "no such function: "]
        .iter()
        .find_map(|start| message.strip_prefix(start));
    let Some(name) = missing else {
        return String::new();
    };
    let is_table = message.starts_with("no such table");
    let name = name.trim_start_matches("main.");
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

/// Returns a question for the names that are written nearly like one, the most alike first, with the
/// module that makes it.
fn did_you_mean(name: &str, known: Vec<&str>) -> String {
    /// How many are named.
    const MOST: usize = 3;
    // One letter of three may be wrong.
    let most = (name.len() / 3).clamp(1, 4);
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|known| (distance(name, known), known))
        .filter(|&(distance, _)| distance <= most)
        .collect();
    near.sort_unstable();
    near.dedup();
    // What is further off than the nearest is hardly meant.
    let least = near.first().map_or(0, |near| near.0);
    let near = near.iter().take_while(|near| near.0 == least).take(MOST);
    let near = near.map(|&(_, known)| match modules::making(known) {
        Some(module) => format!("{known} (INCLUDE PERFETTO MODULE {module})"),
        None => known.to_owned(),
    });
    let near: Vec<String> = near.collect();
    match &near[..] {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

/// Returns how many letters must be changed, added or left out to make one name of the other,
/// whatever their case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
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
            ("no such column: xyz", ""),
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
        assert_eq!(distance("slice", "Slices"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
