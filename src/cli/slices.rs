//! `perfetty slices`: prints the slice names that take the most time.
//!
//! The numbers come from `query/slices.rs`; this file formats them. `docs/json.md` describes the JSON.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::args::{SliceSort, SlicesArgs, SlicesFormat};
use super::out::Out;
use super::table::{self, Align, Table};
use super::{Exit, Usage, load, pattern};
use crate::app::resolve::nothing_is_there;
use crate::base::time::{Dur, TimeSpan};
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::query::find::matching_nodes;
use crate::query::slices::{
    SliceOrder, SliceScope, SliceStats, by_name, folded, reach, sort, tracks_below,
};
use crate::view::text::{counted, grouped};
use crate::view::time;

/// How many names are printed for people by default.
const NAMES: usize = 30;

/// A note for people on how `--at` changes the times.
const CUT: &str = "total and self within the span, the other times of whole slices";

/// Runs the command.
pub fn run(args: &SlicesArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let name = pattern("--name", args.name.as_deref())?;
    let track = pattern("--track", args.track.as_deref())?;
    // An instant is refused, because the share of every slice in it would be zero.
    if args
        .at
        .is_some_and(|at| at.cursor.is_some() || at.dur.is_none())
    {
        return Err(Usage("--at: expected TIME+DUR".into()).into());
    }
    let trace = load::trace_to_judge(&args.input, out)?;
    let span = args.at.map(|at| {
        let start = at.start.resolve(trace.bounds);
        let span = TimeSpan::new(start, start.plus(at.dur.unwrap_or(Dur::ZERO)));
        reach(&trace, span)
    });
    let tracks = track.map(|pattern| {
        let nodes: Vec<NodeId> = matching_nodes(&trace, &pattern).collect();
        if nodes.is_empty() {
            out.warn(&format!("--track: no track matches {:?}", pattern.as_str()));
        }
        tracks_below(&trace, &nodes)
    });
    if let Some(words) = span.and_then(|span| nothing_is_there(span, trace.bounds)) {
        out.warn(&format!("--at: {words}"));
    }
    let scope = SliceScope {
        span,
        tracks,
        name,
        by_thread: args.by_thread,
        fold_digits: args.fold_digits,
    };
    // Only the end of the process cancels a command.
    let mut rows = by_name(&trace, &scope, &AtomicBool::new(false)).unwrap_or_default();
    sort(&trace, &mut rows, order(args.sort));
    let total = rows.len();
    if let Some(pattern) = args.name.as_ref().filter(|_| rows.is_empty()) {
        out.warn(&format!("--name: no slice matches {pattern:?}"));
    }
    let is_for_programs = matches!(args.format, SlicesFormat::Csv | SlicesFormat::Json);
    rows.truncate(table::limit(args.limit, is_for_programs, NAMES));
    let more = (rows.len() < total).then(|| counted(total - rows.len(), "more name", "more names"));
    match args.format {
        SlicesFormat::Text => {
            if span.is_some() {
                writeln!(out, "{CUT}:\n")?;
            }
            people(&trace, &rows, &scope).text(out)?;
            if let Some(more) = more {
                writeln!(out, "… {more} (-n 0 shows all)")?;
            }
        }
        SlicesFormat::Md => {
            let name = args.input.trace.display().to_string();
            writeln!(out, "## Slices of {}\n", table::markdown_text(&name))?;
            if span.is_some() {
                writeln!(out, "{CUT}.\n")?;
            }
            people(&trace, &rows, &scope).markdown(out)?;
            if let Some(more) = more {
                writeln!(out, "\n… {more} (`-n 0` shows all)")?;
            }
        }
        SlicesFormat::Csv => programs(&trace, &rows, &scope).csv(out.is_terminal(), out)?,
        SlicesFormat::Json => table::json(&shape(&trace, &rows, &scope), out)?,
    }
    Ok(Exit::Done)
}

fn order(sort: SliceSort) -> SliceOrder {
    match sort {
        SliceSort::Total => SliceOrder::Total,
        SliceSort::SelfTime => SliceOrder::SelfTime,
        SliceSort::Count => SliceOrder::Count,
        SliceSort::Max => SliceOrder::Max,
        SliceSort::Name => SliceOrder::Name,
    }
}

/// Returns the name of a row, folded if rows stand for all names that are equal but for their numbers.
fn name(trace: &Trace, scope: &SliceScope, row: &SliceStats) -> Option<String> {
    let name = trace.text(row.name?);
    Some(if scope.fold_digits {
        folded(&name)
    } else {
        name.into_owned()
    })
}

fn thread(trace: &Trace, row: &SliceStats) -> String {
    row.utid
        .map_or_else(String::new, |utid| trace.thread_title(utid))
}

fn process(trace: &Trace, row: &SliceStats) -> String {
    row.upid
        .map_or_else(String::new, |upid| trace.process_title(upid))
}

/// Returns the recorded names of thread and process, for programs, which get the ids separately.
fn names(trace: &Trace, row: &SliceStats) -> [Option<String>; 2] {
    let thread = row.utid.and_then(|utid| trace.processes.thread(utid).name);
    let process = row.upid.and_then(|upid| trace.processes.process(upid).name);
    [thread, process].map(|name| name.map(|name| trace.text(name).into_owned()))
}

/// Returns the table for people, with rounded times.
fn people(trace: &Trace, rows: &[SliceStats], scope: &SliceScope) -> Table {
    let mut head = vec![("name", Align::Middle)];
    if scope.by_thread {
        head.push(("thread", Align::Left));
        head.push(("process", Align::Left));
    }
    // Few traces tell it.
    let has_cpu = rows.iter().any(|row| row.cpu_ns.is_some());
    for title in ["count", "total", "self", "cpu", "p50", "p90", "p99", "max"] {
        if title != "cpu" || has_cpu {
            head.push((title, Align::Right));
        }
    }
    let mut table = Table::new(&head);
    for row in rows {
        let name = name(trace, scope, row).unwrap_or_default();
        let mut cells = vec![match row.unfinished_words() {
            words if words.is_empty() => name,
            words => format!("{name}  ({words})"),
        }];
        if scope.by_thread {
            cells.extend([thread(trace, row), process(trace, row)]);
        }
        cells.push(grouped(row.count as u64));
        let told = |ns: Option<i64>| ns.map_or_else(|| "–".to_owned(), time::dur);
        cells.extend([row.total_ns, row.self_ns].map(|ns| told(known(row, ns))));
        if has_cpu {
            cells.push(told(row.cpu_ns));
        }
        let times = [row.p50_ns, row.p90_ns, row.p99_ns, row.max_ns];
        cells.extend(times.map(|ns| told(known(row, ns))));
        table.row(cells);
    }
    table
}

/// Returns the table for programs, with times in nanoseconds.
fn programs(trace: &Trace, rows: &[SliceStats], scope: &SliceScope) -> Table {
    let mut head = vec![("name", Align::Left)];
    if scope.by_thread {
        head.push(("tid", Align::Right));
        head.push(("thread", Align::Left));
        head.push(("pid", Align::Right));
        head.push(("process", Align::Left));
    }
    for title in [
        "count",
        "unfinished",
        "total_ns",
        "self_ns",
        "min_ns",
        "p50_ns",
        "p90_ns",
        "p99_ns",
        "max_ns",
        "cpu_ns",
        "longest_ts",
    ] {
        head.push((title, Align::Right));
    }
    let mut table = Table::new(&head);
    for row in rows {
        let mut cells = vec![name(trace, scope, row).unwrap_or_default()];
        if scope.by_thread {
            let tid = row.utid.map(|utid| trace.processes.thread(utid).tid);
            let pid = row.upid.map(|upid| trace.processes.process(upid).pid);
            let number = |id: Option<i64>| id.map_or_else(String::new, |id| id.to_string());
            let [thread, process] = names(trace, row).map(Option::unwrap_or_default);
            cells.extend([number(tid), thread, number(pid), process]);
        }
        cells.extend([row.count, row.n_unfinished].map(|count| count.to_string()));
        let times = [
            row.total_ns,
            row.self_ns,
            row.min_ns,
            row.p50_ns,
            row.p90_ns,
            row.p99_ns,
            row.max_ns,
        ];
        cells.extend(times.map(|ns| known(row, ns).map_or_else(String::new, |ns| ns.to_string())));
        cells.push(row.cpu_ns.map_or_else(String::new, |ns| ns.to_string()));
        cells.push(trace.slices.ts(row.longest).ns().to_string());
        table.row(cells);
    }
    table
}

/// Returns a time of a row; `None` if none of its slices has an end, as their durations are not known.
fn known(row: &SliceStats, ns: i64) -> Option<i64> {
    (row.n_ended() > 0).then_some(ns)
}

/// Returns the rows as JSON.
fn shape(trace: &Trace, rows: &[SliceStats], scope: &SliceScope) -> Value {
    let list = rows.iter().map(|row| {
        let mut object = json!({
            "name": name(trace, scope, row),
            "count": row.count,
            "unfinished": row.n_unfinished,
            "total_ns": known(row, row.total_ns),
            "self_ns": known(row, row.self_ns),
            "min_ns": known(row, row.min_ns),
            "p50_ns": known(row, row.p50_ns),
            "p90_ns": known(row, row.p90_ns),
            "p99_ns": known(row, row.p99_ns),
            "max_ns": known(row, row.max_ns),
            "cpu_ns": row.cpu_ns,
            "longest_ts": trace.slices.ts(row.longest).ns(),
        });
        if scope.by_thread
            && let Some(fields) = object.as_object_mut()
        {
            let thread = row.utid.map(|utid| trace.processes.thread(utid));
            let process = row.upid.map(|upid| trace.processes.process(upid));
            let [thread_name, process_name] = names(trace, row);
            fields.insert("tid".into(), json!(thread.map(|thread| thread.tid)));
            fields.insert("thread".into(), json!(thread_name));
            fields.insert("pid".into(), json!(process.map(|process| process.pid)));
            fields.insert("process".into(), json!(process_name));
        }
        object
    });
    Value::Array(list.collect())
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{assert_documented, written};
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn names_are_printed_in_every_format() {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(
            track,
            &[
                (0, 2_000_000, "f,x"),
                (40, 1_000_000, "g"),
                (3_000_000, 5, "g"),
            ],
        );
        let trace = b.finish();
        let scope = SliceScope {
            by_thread: true,
            ..SliceScope::default()
        };
        let mut rows = by_name(&trace, &scope, &AtomicBool::new(false)).expect("not cancelled");
        sort(&trace, &mut rows, order(SliceSort::SelfTime));
        let names = SliceScope::default();
        assert_eq!(
            written(|out| Ok(people(&trace, &rows, &names).text(out)?)),
            "name  count    total     self      p50      p90      p99      max\n\
             g         2  1.00 ms  1.00 ms     5 ns  1.00 ms  1.00 ms  1.00 ms\n\
             f,x       1  2.00 ms  1.00 ms  2.00 ms  2.00 ms  2.00 ms  2.00 ms\n"
        );
        let csv = written(|out| Ok(programs(&trace, &rows, &scope).csv(false, out)?));
        assert!(
            csv.contains(
                "\"f,x\",7,main,7,app,1,0,2000000,1000000,2000000,2000000,2000000,2000000,2000000,,0\n"
            ),
            "{csv}"
        );
        assert_documented("slices", &shape(&trace, &rows, &scope));
        // The durations of slices without an end are unknown, not zero.
        let mut unfinished = rows[0].clone();
        unfinished.n_unfinished = unfinished.count;
        let shape_of = |row| shape(&trace, std::slice::from_ref(row), &names)[0].clone();
        for field in [
            "total_ns", "self_ns", "min_ns", "p50_ns", "p90_ns", "p99_ns", "max_ns",
        ] {
            assert!(shape_of(&rows[0])[field].is_i64(), "{field}");
            assert_eq!(shape_of(&unfinished)[field], Value::Null, "{field}");
        }
        // Threads of most traces do not tell for how long they had a CPU.
        assert_eq!(shape_of(&rows[0])["cpu_ns"], Value::Null);
        let told = SliceStats {
            cpu_ns: Some(7_000_000),
            ..rows[0].clone()
        };
        assert_eq!(shape_of(&told)["cpu_ns"], 7_000_000);
        let text = written(|out| Ok(people(&trace, &[told, rows[1].clone()], &names).text(out)?));
        assert!(text.contains("self      cpu      p50"), "{text}");
        assert!(text.contains("  1.00 ms  7.00 ms     5 ns"), "{text}");
        assert!(text.contains("  1.00 ms        –  2.00 ms"), "{text}");
        let table = programs(&trace, &[unfinished], &names);
        let csv = written(|out| Ok(table.csv(false, out)?));
        assert!(csv.ends_with("\ng,2,2,,,,,,,,,40\n"), "{csv}");
        assert_eq!(shape(&trace, &rows, &names)[0]["tid"], Value::Null);
    }
}
