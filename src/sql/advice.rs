//! Advice that is added to SQLite's message about an unknown name.

use super::{functions, modules};

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

/// Returns what to add to SQLite's message; empty if there is no advice.
pub(super) fn on(message: &str) -> String {
    let missing = ["no such table: ", "no such function: "]
        .iter()
        .find_map(|start| message.strip_prefix(start));
    let Some(name) = missing else {
        return String::new();
    };
    let name = name.trim_start_matches("main.");
    let module = modules::making(name);
    let is_function = || {
        let mut known = functions::definitions().into_iter();
        known.any(|function| function.name().eq_ignore_ascii_case(name))
            || modules::is_function(name)
    };
    if message.starts_with("no such table") && is_function() {
        let from = module.map_or(String::new(), |module| format!(" of {module}"));
        return format!("; it is a function{from} that returns one value: SELECT {name}(…)");
    }
    if let Some(module) = module {
        return format!("; INCLUDE PERFETTO MODULE {module} makes it");
    }
    let lower = name.to_ascii_lowercase();
    let of_name = |(start, _): &&(&str, &str)| lower.starts_with(start);
    NOT_IMPORTED
        .iter()
        .find(of_name)
        .map_or(String::new(), |(_, what)| {
            format!("; {what} are not imported")
        })
}
