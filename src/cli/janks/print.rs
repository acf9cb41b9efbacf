//! The formats of `janks`: for people, for build servers, for programs.
//!
//! Text and Markdown share their tables; CSV is the list alone; `docs/json.md` describes the JSON. Text from
//! the trace is passed on as it was recorded, and whatever prints it makes it safe: always for people, and
//! for programs on a terminal.

use std::io::{self, Write};

use serde_json::json;

use super::{Answer, chromium};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::cli::out::Out;
use crate::cli::table::{Align, Table, markdown_text};
use crate::model::ids::Upid;
use crate::model::jank::jank_type_text;
use crate::model::sched::of_machine;
use crate::model::trace::Trace;
use crate::query::frame_lens::Cause;
use crate::query::janks::limits::{Judgement, Value};
use crate::query::janks::totals::JankTotals;
use crate::query::janks::{JankRow, cuj_names, process_name, tokens_repeat};
use crate::view::text::clean_whole;

/// Prints text for people.
pub(super) fn text(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let all = &answer.report.all;
    writeln!(out, "{}", headline(answer))?;
    if answer.chromium.is_none() {
        writeln!(out, "not counted: {}", hidden(all))?;
    }
    if let Some(words) = incomplete(answer) {
        writeln!(out, "{words}")?;
    }
    if all.n_frames > 0 {
        writeln!(out)?;
        totals_table(answer).text(out)?;
    }
    if let Some((title, table)) = cujs(answer) {
        writeln!(out, "\n{title}")?;
        table.text(out)?;
    }
    if let Some((title, table)) = list(answer) {
        writeln!(out, "\n{title}")?;
        table.text(out)?;
    }
    for verdict in &answer.verdicts {
        let word = if verdict.fails() { "FAIL" } else { "ok" };
        writeln!(out, "{word}: {} (found {})", verdict.limit, verdict.found)?;
    }
    Ok(())
}

/// Prints Markdown tables.
pub(super) fn markdown(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let name = markdown_text(&answer.name);
    writeln!(out, "## Janky frames of {name}\n\n{}\n", headline(answer))?;
    if answer.chromium.is_none() {
        writeln!(out, "Not counted: {}.\n", hidden(&answer.report.all))?;
    }
    if let Some(words) = incomplete(answer) {
        writeln!(out, "**{words}**\n")?;
    }
    if answer.chromium.is_none() {
        totals_table(answer).markdown(out)?;
    }
    if let Some((title, table)) = cujs(answer) {
        writeln!(out, "\n{title}\n")?;
        table.markdown(out)?;
    }
    if let Some((title, table)) = list(answer) {
        if answer.chromium.is_none() {
            writeln!(out)?;
        }
        writeln!(out, "{title}\n")?;
        table.markdown(out)?;
    }
    for verdict in &answer.verdicts {
        let word = if verdict.fails() { "**FAIL**" } else { "ok" };
        writeln!(
            out,
            "\n- {word} `{}`: found {}",
            verdict.limit, verdict.found
        )?;
    }
    Ok(())
}

/// Prints the list of frames as CSV.
pub(super) fn csv(answer: &Answer<'_>, out: &mut Out) -> io::Result<()> {
    if let Some(found) = &answer.chromium {
        let records = chromium::records(answer.trace, found, answer.n_chromium);
        return records.csv(out.is_terminal(), out);
    }
    let mut table = Table::new(&JankRow::RECORD.map(|title| (title, Align::Left)));
    for (row, cause) in &answer.rows {
        table.row(row.record(answer.trace, (&cause.text, cause.dur)).into());
    }
    table.csv(out.is_terminal(), out)
}

/// Prints everything as JSON.
pub(super) fn json(answer: &Answer<'_>, out: &mut Out) -> anyhow::Result<()> {
    let trace = answer.trace;
    let processes = answer.report.processes.iter().map(|(upid, totals)| {
        json!({
            "process": process_name(trace, *upid),
            "pid": trace.processes.process(*upid).pid,
            "machine": trace.processes.process(*upid).machine,
            "totals": totals_json(trace, totals),
        })
    });
    let layers = answer.report.layers.iter().map(|((upid, id), totals)| {
        json!({
            "process": process_name(trace, *upid),
            "pid": trace.processes.process(*upid).pid,
            "machine": trace.processes.process(*upid).machine,
            "layer": layer(trace, *id),
            "totals": totals_json(trace, totals),
        })
    });
    let cujs = answer.report.cujs.iter().map(|(at, totals)| {
        let cuj = &trace.cujs().all()[*at];
        json!({
            "cuj": String::from_utf8_lossy(cuj.name(trace)),
            "ts": trace.slices.ts(cuj.slice).ns(),
            "dur": trace.slices.dur(cuj.slice).map(crate::base::time::Dur::ns),
            "process": process_name(trace, cuj.upid),
            "pid": trace.processes.process(cuj.upid).pid,
            "machine": trace.processes.process(cuj.upid).machine,
            "state": cuj.state.text(),
            "slice": trace.sql_ids().id(cuj.slice),
            "totals": cuj.frames.as_ref().map(|_| totals_json(trace, totals)),
        })
    });
    let rows = answer
        .rows
        .iter()
        .map(|(row, cause)| row_json(trace, row, cause));
    let limits = answer.verdicts.iter().map(|verdict| {
        json!({
            "limit": verdict.limit,
            "found": verdict.found,
            "value": verdict.value.map(|value| match value {
                Value::Count(count) => json!(count),
                Value::Percent(share) => json!(share),
                Value::Ns(ns) => json!(ns),
            }),
            "exceeded": matches!(
                verdict.judgement,
                Judgement::Exceeded | Judgement::Incomplete
            ),
            "judged": verdict.judgement != Judgement::Nothing,
        })
    });
    let chromium = answer.chromium.as_ref();
    let chromium = chromium.map(|found| chromium::json(trace, found, answer.n_chromium));
    let value = json!({
        "trace": answer.name,
        "complete": answer.not_read.is_empty(),
        "losses": answer.losses,
        "totals": totals_json(trace, &answer.report.all),
        "processes": processes.collect::<Vec<serde_json::Value>>(),
        "layers": layers.collect::<Vec<serde_json::Value>>(),
        "cujs": cujs.collect::<Vec<serde_json::Value>>(),
        "n_janky_frames": answer.n_rows,
        "janky_frames": rows.collect::<Vec<serde_json::Value>>(),
        "chromium": chromium,
        "limits": limits.collect::<Vec<serde_json::Value>>(),
    });
    crate::cli::table::json(&value, out)
}

fn totals_json(trace: &Trace, totals: &JankTotals) -> serde_json::Value {
    let [self_jank, other, dropped, buffer_stuffing, sf_stuffing] = totals.by_tag;
    let late = totals.late.map(|late| {
        json!({
            "frames": late.n,
            "p50_ns": late.p50_ns,
            "p90_ns": late.p90_ns,
            "p95_ns": late.p95_ns,
            "p99_ns": late.p99_ns,
            "max_ns": late.max_ns,
        })
    });
    let worst = totals.worst.map(|row| {
        json!({
            "token": row.token,
            "process": process_name(trace, row.upid),
            "late_ns": row.late_ns,
            "ts": row.ts.ns(),
        })
    });
    json!({
        "frames": totals.n_frames,
        "janky": totals.n_janky,
        "self_jank": self_jank,
        "other_jank": other,
        "dropped_frame": dropped,
        "buffer_stuffing": buffer_stuffing,
        "surfaceflinger_stuffing": sf_stuffing,
        "left_out": totals.n_left_out,
        "not_shown": totals.n_dropped,
        "prediction_only": totals.n_prediction_only,
        "non_perceivable": totals.n_non_perceivable,
        "unspecified": totals.n_unspecified,
        "late": late,
        "worst": worst,
    })
}

fn row_json(trace: &Trace, row: &JankRow, cause: &Cause) -> serde_json::Value {
    json!({
        "ts": row.ts.ns(),
        "dur": row.dur.map(crate::base::time::Dur::ns),
        "token": row.token,
        "display_token": row.display_token,
        "late_ns": row.late_ns,
        "process": process_name(trace, row.upid),
        "pid": trace.processes.process(row.upid).pid,
        "machine": trace.processes.process(row.upid).machine,
        "layer": layer(trace, row.layer),
        "tag": row.tag.text(),
        "severity": row.severity.text(),
        "severity_score": row.severity_score,
        "jank_type": jank_type_text(row.jank_type),
        "cause": cause.text,
        "cause_ns": cause.dur.map(crate::base::time::Dur::ns),
        "slice": trace.sql_ids().id(row.slice),
        "cujs": cuj_names(trace, row.slice),
    })
}

/// Prints XML as `JUnit` does: one case per limit, or without limits one passing case per process.
pub(super) fn junit(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let n_failures = answer
        .verdicts
        .iter()
        .filter(|verdict| verdict.fails())
        .count();
    let cases = cases(answer);
    let n_cases = if answer.verdicts.is_empty() {
        cases.len()
    } else {
        answer.verdicts.len()
    };
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites tests=\"{n_cases}\" failures=\"{n_failures}\">\n  \
         <testsuite name=\"{}\" tests=\"{n_cases}\" failures=\"{n_failures}\">",
        xml(&format!("perfetty janks {}", answer.name))
    )?;
    let complete = answer.not_read.is_empty();
    writeln!(
        out,
        "    <properties>\n      <property name=\"complete\" value=\"{complete}\"/>\n      \
         <property name=\"losses\" value=\"{}\"/>\n    </properties>",
        answer.losses.join(" ")
    )?;
    for verdict in &answer.verdicts {
        let name = xml(&verdict.limit);
        write!(out, "    <testcase classname=\"janks\" name=\"{name}\"")?;
        if verdict.fails() {
            let how = match verdict.judgement {
                Judgement::Nothing => " nothing to judge",
                // The name of the limit says that it is about incomplete files or losses.
                Judgement::Incomplete => "",
                _ => " exceeded",
            };
            writeln!(
                out,
                ">\n      <failure message=\"{name}{how}: {}\"/>\n    </testcase>",
                xml(&verdict.found)
            )?;
        } else {
            writeln!(out, "/>")?;
        }
    }
    if answer.verdicts.is_empty() {
        for (name, found) in cases {
            writeln!(
                out,
                "    <testcase classname=\"janks\" name=\"{}\">\n      \
                 <system-out>{}</system-out>\n    </testcase>",
                xml(&name),
                xml(&found)
            )?;
        }
    }
    let mut report = Vec::new();
    text(answer, &mut report)?;
    writeln!(
        out,
        "    <system-out>{}</system-out>\n  </testsuite>\n</testsuites>",
        xml(&String::from_utf8_lossy(&report))
    )
}

/// Returns the cases where there are no limits, with what was found. Their names hold no numbers: by
/// those a build server finds them again in the next build.
fn cases(answer: &Answer<'_>) -> Vec<(String, String)> {
    let processes = answer.report.processes.iter();
    let mut cases: Vec<(String, String)> = processes
        .map(|(upid, totals)| {
            let found = format!("{} of {} frames janky", totals.n_janky, totals.n_frames);
            (process(answer, *upid), found)
        })
        .collect();
    if cases.is_empty() {
        // A report without a case is an error for some of them.
        cases.push(("frames".to_owned(), headline(answer)));
    }
    cases
}

/// Escapes text for XML, line by line made safe to show.
fn xml(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(clean_whole).collect();
    let mut safe = String::with_capacity(text.len());
    for c in lines.join("\n").chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(c),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

fn headline(answer: &Answer<'_>) -> String {
    if let Some(found) = &answer.chromium {
        return format!("no frames of Android; {}", found.summary());
    }
    let all = &answer.report.all;
    let share = 100.0 * all.n_janky as f64 / all.n_frames.max(1) as f64;
    let [self_jank, other, dropped, buffer_stuffing, sf_stuffing] = all.by_tag;
    format!(
        "{} of {} frames janky ({share:.1} %): {self_jank} self, {other} other, {dropped} dropped, \
         {buffer_stuffing} buffer stuffing, {sf_stuffing} SurfaceFlinger stuffing",
        all.n_janky, all.n_frames
    )
}

/// Returns words that say that not all of the file was read, or that something of the trace is missing or
/// broken; `None` if neither is so.
fn incomplete(answer: &Answer<'_>) -> Option<String> {
    let not_read = answer.not_read.join(", ");
    let not_read =
        (!not_read.is_empty()).then(|| format!("not all of the file was read: {not_read}"));
    let others = answer.losses.iter().copied();
    let others: Vec<&str> = others
        .filter(|kind| !answer.not_read.contains(kind))
        .collect();
    let lost = (!others.is_empty())
        .then(|| format!("something is missing or broken: {}", others.join(", ")));
    let words: Vec<String> = not_read.into_iter().chain(lost).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

fn hidden(all: &JankTotals) -> String {
    let left_out = match all.n_left_out {
        0 => String::new(),
        n => format!(", {n} that --tag or --min-late leaves out"),
    };
    format!(
        "{} prediction only, {} non-perceivable, {} unspecified{left_out}",
        all.n_prediction_only, all.n_non_perceivable, all.n_unspecified
    )
}

/// Returns the list of frames with its title; `None` if no frame is listed.
fn list(answer: &Answer<'_>) -> Option<(String, Table)> {
    let title = |n_shown: usize, n_all: usize, what: &str, all: &str| {
        if n_shown < n_all {
            format!("The {n_shown} worst of {n_all} {what}:")
        } else {
            format!("{all}, worst first:")
        }
    };
    if let Some(found) = &answer.chromium {
        let n_all = found.lacking.len();
        let n_shown = answer.n_chromium.min(n_all);
        let title = title(
            n_shown,
            n_all,
            "frames that lack something",
            "Frames that lack something",
        );
        return (n_shown > 0).then(|| (title, chromium::table(answer.trace, found, n_shown)));
    }
    let n_shown = answer.rows.len();
    let title = title(n_shown, answer.n_rows, "janky frames", "Janky frames");
    (n_shown > 0).then(|| (title, list_table(answer)))
}

/// Returns the critical user journeys, those with most janky frames first, and a title; `None` if there are none.
fn cujs(answer: &Answer<'_>) -> Option<(String, Table)> {
    let (trace, all) = (answer.trace, &answer.report.cujs);
    let n_shown = answer.n_cujs.min(all.len());
    let title = if n_shown < all.len() {
        format!(
            "The {n_shown} worst of {} critical user journeys:",
            all.len()
        )
    } else {
        "Critical user journeys, worst first:".to_owned()
    };
    let mut table = Table::new(&[
        ("time s", Align::Right),
        ("CUJ", Align::Name),
        ("process", Align::Left),
        ("state", Align::Left),
        ("dur ms", Align::Right),
        ("frames", Align::Right),
        ("janky", Align::Right),
        ("worst late ms", Align::Right),
    ]);
    for (at, totals) in all.iter().take(n_shown) {
        let cuj = &trace.cujs().all()[*at];
        let is_told = cuj.frames.is_some();
        let number = |n: u64| {
            if is_told {
                n.to_string()
            } else {
                "–".to_owned()
            }
        };
        table.row(vec![
            seconds(trace, trace.slices.ts(cuj.slice)),
            String::from_utf8_lossy(cuj.name(trace)).into_owned(),
            process(answer, cuj.upid),
            cuj.state.text().to_owned(),
            (trace.slices.dur(cuj.slice)).map_or_else(String::new, |dur| millis(dur.ns())),
            number(totals.n_frames),
            number(totals.n_janky),
            late(totals.late.map(|late| late.max_ns)),
        ]);
    }
    (n_shown > 0).then_some((title, table))
}

/// Returns an instant in seconds from the start of the trace.
fn seconds(trace: &Trace, ts: Ts) -> String {
    // Cut, not rounded, as in the viewer; rounded up it would be later than what it is of.
    let ns = ts.since(trace.bounds.start()).ns();
    format!("{:.3}", (ns / 1_000_000) as f64 / 1e3)
}

/// The name of a process for people, with its pid where another one with frames has its name.
fn process(answer: &Answer<'_>, upid: Upid) -> String {
    let name = name_on_machine(answer.trace, upid);
    if !answer.shared_names.contains(&name) {
        return name;
    }
    let process = answer.trace.processes.process(upid);
    let name = process_name(answer.trace, upid).unwrap_or_default();
    format!("{name} {}{}", process.pid, of_machine(process.machine))
}

/// The name of a process, as recorded, or its title, with what tells it from those of other machines.
pub(super) fn name_on_machine(trace: &Trace, upid: Upid) -> String {
    let name = process_name(trace, upid);
    let machine = trace.processes.process(upid).machine;
    name.unwrap_or_else(|| trace.process_on_its_machine(upid)) + &of_machine(machine)
}

/// Returns the recorded name of a layer.
fn layer(trace: &Trace, id: Option<StrId>) -> Option<String> {
    id.map(|id| trace.text(id).into_owned())
}

/// Returns milliseconds with two digits, the unit of frame budgets.
fn millis(ns: i64) -> String {
    format!("{:.2}", ns as f64 / 1e6)
}

/// How late a frame was in milliseconds, with its sign unless nothing is left of it.
fn late(ns: Option<i64>) -> String {
    let Some(ns) = ns else {
        return "–".to_owned();
    };
    let text = format!("{:+.2}", ns as f64 / 1e6);
    match text.as_str() {
        "+0.00" | "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}

fn totals_table(answer: &Answer<'_>) -> Table {
    let mut table = Table::new(&[
        ("process", Align::Left),
        ("layer", Align::Name),
        ("frames", Align::Right),
        ("janky", Align::Right),
        ("self", Align::Right),
        ("other", Align::Right),
        ("drop", Align::Right),
        ("stuff", Align::Right),
        ("p50", Align::Right),
        ("p90", Align::Right),
        ("p95", Align::Right),
        ("p99", Align::Right),
        ("worst late ms", Align::Right),
    ]);
    let row = |process: String, layer: String, totals: &JankTotals| {
        let percentile = |pick: fn(&crate::query::janks::totals::LateStats) -> i64| {
            late(totals.late.as_ref().map(pick))
        };
        let [self_jank, other, dropped, buffer, sf] = totals.by_tag;
        vec![
            process,
            layer,
            totals.n_frames.to_string(),
            totals.n_janky.to_string(),
            self_jank.to_string(),
            other.to_string(),
            dropped.to_string(),
            (buffer + sf).to_string(),
            percentile(|late| late.p50_ns),
            percentile(|late| late.p90_ns),
            percentile(|late| late.p95_ns),
            percentile(|late| late.p99_ns),
            percentile(|late| late.max_ns),
        ]
    };
    let trace = answer.trace;
    let report = &answer.report;
    table.row(row("all".to_owned(), String::new(), &report.all));
    for (upid, totals) in &report.processes {
        table.row(row(process(answer, *upid), String::new(), totals));
        let layers: Vec<_> = report
            .layers
            .iter()
            .filter(|((owner, id), _)| owner == upid && id.is_some())
            .collect();
        for ((_, id), totals) in layers {
            let name = layer(trace, *id).unwrap_or_default();
            table.row(row(String::new(), name, totals));
        }
    }
    table
}

fn list_table(answer: &Answer<'_>) -> Table {
    let repeat = tokens_repeat(answer.rows.iter().map(|(row, _)| row));
    let mut columns = vec![
        ("time s", Align::Right),
        ("frame", Align::Right),
        ("late ms", Align::Right),
        ("dur ms", Align::Right),
        ("tag", Align::Left),
        ("severity", Align::Left),
        ("process", Align::Left),
        ("layer", Align::Name),
        ("cause", Align::Left),
    ];
    if repeat {
        columns.insert(2, ("display", Align::Right));
    }
    let mut table = Table::new(&columns);
    for (row, cause) in &answer.rows {
        let cause_text = match cause.dur {
            Some(dur) => format!("{} ({} ms)", cause.text, millis(dur.ns())),
            None => cause.text.clone(),
        };
        let mut cells = vec![
            seconds(answer.trace, row.ts),
            row.token.to_string(),
            late(row.late_ns),
            match (row.known_dur(), row.dur) {
                (Some(dur), _) => millis(dur.ns()),
                (None, Some(_)) => "expired".to_owned(),
                (None, None) => "–".to_owned(),
            },
            row.tag.text().to_owned(),
            row.severity.text().to_owned(),
            process(answer, row.upid),
            layer(answer.trace, row.layer).unwrap_or_else(|| "–".to_owned()),
            cause_text,
        ];
        if repeat {
            cells.insert(2, row.display_token.to_string());
        }
        table.row(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        let late = [6_430_000, -6_430_000, 4_999, -4_999, 0].map(|ns| late(Some(ns)));
        assert_eq!(late, ["+6.43", "-6.43", "0.00", "0.00", "0.00"]);
    }
}
