//! `perfetty info`: prints what a trace contains.
//!
//! The numbers come from `query/info.rs`; this file formats them. `docs/json.md` describes the JSON.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::args::{InfoArgs, TextFormat};
use super::out::Out;
use super::table::{self, Align, Table, with_plain_minus};
use super::{Exit, load};
use crate::base::time::Ts;
use crate::model::issue::Severity;
use crate::model::trace::{MetadataValue, clock_name};
use crate::query::info::{ClockInfo, Info, IssueInfo, info};
use crate::view::text::{bytes, clean_whole, counted, fit_end, grouped, pad_right, width};
use crate::view::time;

/// The most lines of the terminal that a value may take.
const VALUE_LINES: usize = 4;

/// The assumed width of a line, in cells, if the output is not a terminal.
const PIPED: usize = 100;

/// Runs the command.
pub fn run(args: &InfoArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let trace = load::trace(&args.input, out)?;
    let info = info(&trace);
    match args.format {
        TextFormat::Text => text(&info, out.columns(), out)?,
        TextFormat::Json => table::json(&shape(&info), out)?,
    }
    Ok(Exit::Done)
}

/// Prints the report for people. On a terminal, the meaning of issues is wrapped to `columns` cells. Of
/// values that take more than a few lines, only the beginning is printed.
pub fn text(info: &Info, columns: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let input = &info.input;
    let mut line = |name: &str, value: String| writeln!(out, "{}{value}", pad_right(name, 18));
    line("format", input.format.to_owned())?;
    let mut size = bytes(input.file_bytes);
    // Of a plain file that ends within a packet fewer bytes are a trace's.
    if input.trace_bytes > input.file_bytes {
        size = format!("{size}, {} unpacked", bytes(input.trace_bytes));
    }
    line("size", size)?;
    if !info.complete {
        line("complete", "no: not all of the file was read".to_owned())?;
    }
    line(
        "duration",
        format!(
            "{} ({} ns)",
            time::dur(info.bounds.dur().ns()),
            info.bounds.dur().ns()
        ),
    )?;
    line(
        "trace time",
        format!("{} to {}", info.bounds.start().ns(), info.bounds.end().ns()),
    )?;
    for (name, count, note) in counts(info) {
        if count > 0 || name == "slices" {
            line(name, format!("{}{note}", grouped(count)))?;
        }
    }
    if !info.clocks.is_empty() {
        writeln!(out, "\nclocks")?;
        let mut rows = Table::new(&[
            ("clock", Align::Left),
            ("snapshots", Align::Right),
            ("ahead of trace time by", Align::Right),
            ("drift", Align::Right),
        ]);
        for same in info.clocks.chunk_by(|a, b| a.id == b.id) {
            rows.row(clock_row(same).to_vec());
        }
        rows.text(out)?;
    }
    if !info.metadata.is_empty() {
        writeln!(out, "\nmetadata")?;
        let names = info
            .metadata
            .iter()
            .map(|row| width(&clean_whole(&row.name)));
        // A single name may be far longer than the others.
        let width = names.max().unwrap_or(0).min(NAME_MAX);
        for row in &info.metadata {
            let name = clean_whole(&row.name);
            match &row.value {
                MetadataValue::Int(value) => writeln!(out, "{}  {value}", pad_right(&name, width))?,
                MetadataValue::Missing => writeln!(out, "{name}")?,
                MetadataValue::Str(value) if value.contains('\n') => {
                    writeln!(out, "{name}")?;
                    for line in value.lines() {
                        writeln!(out, "  {}", clean_whole(line))?;
                    }
                }
                MetadataValue::Str(value) => {
                    let value = clean_whole(value);
                    let value = cut(&value, columns.unwrap_or(PIPED));
                    writeln!(out, "{}  {value}", pad_right(&name, width))?;
                }
            }
        }
    }
    issues(info, columns, out)
}

/// The widest column of metadata names, in cells.
const NAME_MAX: usize = 60;

/// Cuts a value that takes more than [`VALUE_LINES`] lines of `columns` cells, and says so.
fn cut(value: &str, columns: usize) -> Cow<'_, str> {
    let len = width(value);
    if len <= VALUE_LINES * columns {
        return Cow::Borrowed(value);
    }
    let shown = fit_end(value, columns);
    Cow::Owned(format!(
        "{shown} {} characters; all with --format json",
        grouped(len as u64)
    ))
}

fn issues(info: &Info, columns: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    // The numbers that recorders count per CPU and buffer would hide everything else.
    let is_told = |issue: &&IssueInfo| issue.severity != Severity::Info || !issue.help.is_empty();
    let told: Vec<&IssueInfo> = info.issues.iter().filter(is_told).collect();
    if told.is_empty() {
        writeln!(out, "\nno import issues")?;
    } else {
        writeln!(out, "\nimport issues")?;
        issue_table(&told, columns).text_within(columns, out)?;
    }
    match info.issues.len() - told.len() {
        0 => Ok(()),
        n => {
            let numbers = counted(n, "number", "numbers");
            let are = if n == 1 { "is" } else { "are" };
            writeln!(
                out,
                "{numbers} of the recorder {are} in the table stats of SQL"
            )
        }
    }
}

fn issue_table(issues: &[&IssueInfo], columns: Option<usize>) -> Table {
    let mut head = vec![
        ("severity", Align::Left),
        ("issue", Align::Left),
        ("count", Align::Right),
        ("first at byte", Align::Right),
        ("what it means", Align::Left),
    ];
    if columns.is_some() {
        // On a terminal there is more room for the position in the column that says what the issue means.
        head.remove(3);
    }
    let mut rows = Table::new(&head);
    for issue in issues {
        let name = issue.index.map_or_else(
            || issue.name.to_owned(),
            |index| format!("{}[{index}]", issue.name),
        );
        let mut cells = vec![
            issue.severity.text().to_owned(),
            name,
            issue.count.to_string(),
        ];
        let offset = issue.first_offset.map(|offset| offset.to_string());
        let place = if columns.is_none() {
            cells.push(offset.unwrap_or_default());
            None
        } else {
            offset
        };
        let (help, detail) = (issue.help, &issue.first_detail);
        let are_many = issue.reasons.len() > 1;
        cells.push(match (place, detail.is_empty()) {
            _ if are_many => help.to_owned(),
            (None, true) => help.to_owned(),
            (None, false) => format!("{help} First: {detail}."),
            (Some(at), true) => format!("{help} First at byte {at}."),
            (Some(at), false) => format!("{help} First at byte {at}: {detail}."),
        });
        rows.row(cells);
        if are_many {
            reasons(issue, columns.is_some(), &mut rows);
        }
    }
    rows
}

/// How many reasons of an issue have lines of their own; JSON has all.
const REASONS_MAX: usize = 8;

/// Adds a row for each reason of an issue. On a terminal the position stands in the last column.
fn reasons(issue: &IssueInfo, is_terminal: bool, rows: &mut Table) {
    let mut add = |count: i64, offset: Option<u64>, words: &str| {
        let mut cells = vec![String::new(), String::new(), count.to_string()];
        let offset = offset.map(|offset| offset.to_string());
        let place = match (is_terminal, offset) {
            (true, Some(offset)) => format!(" First at byte {offset}."),
            (true, None) => String::new(),
            (false, offset) => {
                cells.push(offset.unwrap_or_default());
                String::new()
            }
        };
        cells.push(format!("- {words}.{place}"));
        rows.row(cells);
    };
    let (shown, rest) = issue.reasons.split_at(issue.reasons.len().min(REASONS_MAX));
    for reason in shown {
        let words = match &*reason.detail {
            "" => "not said",
            detail => detail,
        };
        add(reason.count, reason.offset, words);
    }
    let n_rest = rest.iter().map(|reason| reason.count);
    let n_rest = n_rest.fold(issue.n_untold, i64::saturating_add);
    if n_rest > 0 {
        // Of very many, the last ones are not told apart.
        add(n_rest, None, "more");
    }
}

/// Returns the numbers for people, each with a remark.
fn counts(info: &Info) -> Vec<(&'static str, u64, String)> {
    let counts = &info.counts;
    let remark = |count: usize, what: &str| match count {
        0 => String::new(),
        _ => format!(", {} {what}", grouped(count as u64)),
    };
    let plain = |name, count: usize| (name, count as u64, String::new());
    vec![
        ("packets", info.input.n_packets, String::new()),
        ("sequences", info.input.n_sequences, String::new()),
        plain("processes", counts.processes),
        plain("threads", counts.threads),
        (
            "tracks",
            counts.tracks as u64,
            remark(counts.visual_tracks, "on the screen"),
        ),
        (
            "slices",
            counts.slices as u64,
            match counts.instants {
                1 => ", 1 instant".to_owned(),
                n => remark(n, "instants"),
            } + &remark(counts.unfinished_slices, "never ended"),
        ),
        plain("states", counts.states),
        (
            "counter samples",
            counts.counter_samples as u64,
            match counts.builtin_samples {
                n if n > 0 && n == counts.counter_samples => {
                    ", all of them of slices: thread times or instructions".to_owned()
                }
                n => remark(n, "of them of slices: thread times or instructions"),
            },
        ),
        (
            "flows",
            counts.flows as u64,
            match counts.unfinished_flows {
                1 => ", 1 id never arrives".to_owned(),
                n => remark(n as usize, "ids never arrive"),
            },
        ),
        plain("expected frames", counts.expected_frames),
        (
            "actual frames",
            counts.actual_frames as u64,
            remark(counts.janky_frames, "janky"),
        ),
        plain("sched slices", counts.sched),
        plain("thread states", counts.thread_states),
        plain("log lines", counts.log_lines),
        plain("ftrace events", counts.ftrace_events),
        // The remark names the SQL table in which each sample with a call stack has a row.
        (
            "profiler samples",
            counts.profiler_samples as u64,
            match counts.samples_with_stack {
                with_stack if with_stack < counts.profiler_samples => format!(
                    ", {} of them in SQL stack_sample",
                    grouped(with_stack as u64)
                ),
                _ => ", see SQL stack_sample".to_owned(),
            },
        ),
    ]
}

/// Returns the cells of all clocks with the same name. Each sequence has a clock of its own; the largest
/// drift of these is shown.
fn clock_row(same: &[ClockInfo]) -> [String; 4] {
    let id = same[0].id;
    let name = clock_name(id).map_or_else(|| format!("clock {id}"), str::to_owned);
    let ahead = same.iter().map(|clock| clock.first_offset_ns);
    let (least, most) = (ahead.clone().min().unwrap_or(0), ahead.max().unwrap_or(0));
    let drifts = same
        .iter()
        .map(|clock| clock.last_offset_ns.saturating_sub(clock.first_offset_ns));
    let drift = drifts.max_by_key(|drift| drift.unsigned_abs()).unwrap_or(0);
    let n_snapshots: usize = same.iter().map(|clock| clock.n_snapshots).sum();
    [
        match same.len() {
            1 => name,
            n => format!("{name} of {} sequences", grouped(n as u64)),
        },
        grouped(n_snapshots as u64),
        if least == most {
            with_plain_minus(&time::signed_exact(least))
        } else {
            let [least, most] = [least, most].map(time::signed_exact);
            with_plain_minus(&format!("{least} to {most}"))
        },
        with_plain_minus(&time::signed(drift)),
    ]
}

/// Returns the report as JSON.
pub fn shape(info: &Info) -> Value {
    let counts = &info.counts;
    json!({
        "format": info.input.format,
        "file_bytes": info.input.file_bytes,
        "trace_bytes": info.input.trace_bytes,
        "complete": info.complete,
        "start_ns": info.bounds.start().ns(),
        "end_ns": info.bounds.end().ns(),
        "dur_ns": info.bounds.dur().ns(),
        "counts": {
            "packets": info.input.n_packets,
            "sequences": info.input.n_sequences,
            "processes": counts.processes,
            "threads": counts.threads,
            "tracks": counts.tracks,
            "visual_tracks": counts.visual_tracks,
            "slices": counts.slices,
            "instants": counts.instants,
            "unfinished_slices": counts.unfinished_slices,
            "states": counts.states,
            "counter_samples": counts.counter_samples,
            "flows": counts.flows,
            "unfinished_flows": counts.unfinished_flows,
            "expected_frames": counts.expected_frames,
            "actual_frames": counts.actual_frames,
            "janky_frames": counts.janky_frames,
            "sched": counts.sched,
            "thread_states": counts.thread_states,
            "log_lines": counts.log_lines,
            "ftrace_events": counts.ftrace_events,
            "profiler_samples": counts.profiler_samples,
            "profiler_samples_with_stack": counts.samples_with_stack,
        },
        "clocks": info.clocks.iter().map(|clock| json!({
            "id": clock.id,
            "name": clock_name(clock.id),
            "sequence": (clock.sequence != 0).then_some(clock.sequence),
            "snapshots": clock.n_snapshots,
            "first_offset_ns": clock.first_offset_ns,
            "last_offset_ns": clock.last_offset_ns,
        })).collect::<Vec<_>>(),
        "metadata": info.metadata.iter().map(|row| json!({
            "name": row.name,
            "value": match &row.value {
                MetadataValue::Int(value) => json!(value),
                MetadataValue::Str(value) => json!(value),
                MetadataValue::Missing => json!(null),
            },
        })).collect::<Vec<_>>(),
        "issues": info.issues.iter().map(|issue| json!({
            "name": issue.name,
            "index": issue.index,
            "severity": issue.severity.text(),
            "source": issue.origin.text(),
            "count": issue.count,
            "first_offset": issue.first_offset,
            "first_detail": issue.first_detail,
            "reasons": issue.reasons.iter().map(|reason| json!({
                "detail": reason.detail,
                "count": reason.count,
                "first_offset": reason.offset,
                "first_ts": reason.ts.map(Ts::ns),
            })).collect::<Vec<_>>(),
            "help": issue.help,
        })).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{assert_documented, written};
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::trace::{ClockRow, MetadataRow};
    use crate::model::track::Scope;

    #[test]
    fn a_long_value_is_cut_for_a_terminal() {
        let value = "x".repeat(81);
        assert_eq!(
            cut(&value, 20),
            format!("{}… 81 characters; all with --format json", "x".repeat(19))
        );
        assert_eq!(cut(&value, 21), value);
    }

    #[test]
    fn the_report_has_all_parts_in_both_formats() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        b.nested_slices(track, &[(1000, 2_500_000, "a"), (2000, 0, "i")]);
        b.clocks.push(ClockRow {
            ts: 10,
            clock_id: 1,
            sequence: 0,
            clock_value: 1010,
            snapshot_id: 0,
            machine: 0,
        });
        b.metadata.push(MetadataRow {
            name: "system_name".into(),
            value: MetadataValue::Str("Linux\u{1b}[2J".into()),
            machine: 0,
        });
        b.issues
            .record("json_tokenizer_failure", 12, || "here".to_owned());
        for cpu in 0..4 {
            b.issues.set("ftrace_cpu_bytes_begin", Some(cpu), 136);
        }
        b.sample(Utid(0), 1_000);
        let info = info(&b.finish());
        let text = written(|out| Ok(text(&info, None, out)?));
        for part in [
            "2.50 ms (2500000 ns)",
            "1000 to 2501000",
            "2, 1 instant\n",
            "profiler samples  1, 0 of them in SQL stack_sample",
            "REALTIME",
            "+1 µs",
            "Linux",
        ] {
            assert!(text.contains(part), "{part:?} is missing in\n{text}");
        }
        assert!(text.contains("json_tokenizer_failure"), "{text}");
        assert!(
            text.ends_with("of SQL\n") && text.contains(" First: here.\n"),
            "{text}"
        );
        assert!(!text.contains("ftrace_cpu"), "{text}");
        let mut all = info.clone();
        all.counts.samples_with_stack = 1;
        let all = written(|out| Ok(super::text(&all, None, out)?));
        assert!(all.contains("samples  1, see SQL stack_sample"), "{all}");
        assert!(text.contains("4 numbers of the recorder"), "{text}");
        let narrow = written(|out| Ok(super::text(&info, Some(60), out)?));
        assert!(narrow.contains("First at byte 12: here."), "{narrow}");
        assert!(narrow.lines().all(|line| width(line) <= 60), "{narrow}");
        assert!(!text.contains('\u{1b}'), "{text:?}");
        let shape = shape(&info);
        assert_documented("info", &shape);
        assert_eq!(shape["counts"]["slices"], 2);
        assert_eq!(shape["clocks"][0]["first_offset_ns"], 1000);
    }
}
