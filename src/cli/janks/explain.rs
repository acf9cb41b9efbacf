//! The SQL that gives the numbers of `janks`, in this program and in trace processor.
//!
//! Processes and layers that match a pattern are listed as ids and names, because SQLite has no regular
//! expressions, and frames of critical user journeys, and those whose token was planned twice, as ids. A test
//! runs the printed SQL and compares the results with the report.

use std::io::Write;

use crate::model::ids::Upid;
use crate::model::trace::Trace;
use crate::query::janks::JankFilter;
use crate::query::janks::totals::JANKY_TAGS;

/// Prints the queries: totals, per process, per layer, and the list.
pub(super) fn print(
    trace: &Trace,
    filter: &JankFilter,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for (title, columns) in [
        ("all frames", ""),
        ("per process", "upid"),
        ("per process and layer", "upid, layer_name"),
    ] {
        writeln!(out, "/* {title} */\n{};\n", totals(trace, filter, columns))?;
    }
    writeln!(
        out,
        "/* janky frames, latest first */\n{};",
        list(trace, filter)
    )
}

/// Returns the query of the totals, grouped by some columns.
pub(super) fn totals(trace: &Trace, filter: &JankFilter, columns: &str) -> String {
    let (partition, first, group) = if columns.is_empty() {
        (String::new(), String::new(), String::new())
    } else {
        (
            format!("PARTITION BY {columns}"),
            format!("{columns}, "),
            format!("\nGROUP BY {columns}"),
        )
    };
    let comma = if columns.is_empty() {
        "PARTITION BY "
    } else {
        ", "
    };
    let asked = asked(filter);
    // Unlike a sum this is 0 where there are no frames.
    let count = "COUNT(*) FILTER (WHERE";
    let tags: Vec<String> = JANKY_TAGS
        .iter()
        .map(|tag| {
            let name = tag.text().to_lowercase().replace(' ', "_");
            format!(
                "  {count} {asked} AND jank_tag = {}) AS {name}",
                quoted(tag.text())
            )
        })
        .collect();
    let percentiles: Vec<String> = [50, 90, 95, 99]
        .iter()
        .map(|p| format!("  MAX(IIF(late_rank = (n_late * {p} + 99) / 100, late, NULL)) AS p{p}"))
        .collect();
    format!(
        "{},\nranked AS (\n  SELECT *,\n    COUNT(late) OVER ({partition}) AS n_late,\n    \
         IIF(late IS NULL, NULL, ROW_NUMBER() OVER ({partition}{comma}late IS NULL ORDER BY late)) \
         AS late_rank\n  FROM frame\n)\nSELECT {first}COUNT(*) AS frames,\n  \
         {count} {asked}) AS janky,\n{},\n  \
         {count} janky) - {count} {asked}) AS left_out,\n  \
         {count} present_type = 'Dropped Frame') AS not_shown,\n  \
         {count} jank_type = 'Prediction Error') AS prediction_only,\n  \
         {count} jank_tag = 'Non-perceivable Jank') AS non_perceivable,\n  \
         {count} jank_tag = 'Unspecified') AS unspecified,\n{},\n  \
         MAX(late) AS worst\nFROM ranked{group}",
        frames(trace, filter),
        tags.join(",\n"),
        percentiles.join(",\n"),
    )
}

/// Returns the condition for janky frames to be counted and listed.
fn asked(filter: &JankFilter) -> String {
    let mut conditions = vec!["janky".to_owned()];
    if !filter.tags.is_empty() {
        let tags: Vec<String> = filter.tags.iter().map(|tag| quoted(tag.text())).collect();
        conditions.push(format!("jank_tag IN ({})", tags.join(", ")));
    }
    if let Some(min) = filter.min_late_ns {
        conditions.push(format!("late IS NOT NULL AND late >= {min}"));
    }
    conditions.join(" AND ")
}

/// Returns the query of the list.
fn list(trace: &Trace, filter: &JankFilter) -> String {
    format!(
        "{}\nSELECT ts, dur, token, late, upid, layer_name, jank_tag, jank_severity_type, \
         jank_type\nFROM frame WHERE {}\nORDER BY late DESC NULLS LAST, ts, id",
        frames(trace, filter),
        asked(filter)
    )
}

/// Returns the beginning of the queries, which defines the table `frame` with the frames of the scope.
fn frames(trace: &Trace, filter: &JankFilter) -> String {
    let tags: Vec<String> = JANKY_TAGS.iter().map(|tag| quoted(tag.text())).collect();
    let mut scope = Vec::new();
    if let Some(upids) = filter.scope.upids() {
        let upids: Vec<String> = upids.iter().map(|&Upid(upid)| upid.to_string()).collect();
        scope.push(format!("upid IN ({})", upids.join(", ")));
    }
    if let Some(layers) = filter.scope.layers() {
        let mut layers: Vec<String> = layers.iter().map(|&id| quoted(&trace.text(id))).collect();
        layers.sort_unstable();
        scope.push(format!("layer_name IN ({})", layers.join(", ")));
    }
    if let Some(frames) = filter.scope.cuj_frames() {
        let ids = frames.iter().filter_map(|&slice| trace.sql_ids().id(slice));
        let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
        scope.push(format!("id IN ({})", ids.join(", ")));
    }
    let condition = if scope.is_empty() {
        String::new()
    } else {
        format!("\n  WHERE {}", scope.join(" AND "))
    };
    let (again, deadline, join) = match planned_again(trace) {
        again if again.is_empty() => (String::new(), "deadline", ""),
        again => (
            format!("again (id, own) AS (\n  VALUES {again}\n),\n"),
            "IIF(again.id IS NULL, deadline, own)",
            "\n    LEFT JOIN again USING (id)",
        ),
    };
    format!(
        "WITH expected AS (\n  SELECT upid, \
         COALESCE(surface_frame_token, display_frame_token) AS token,\n    \
         IIF(dur >= 0, ts + dur, NULL) AS deadline, MIN(id)\n  \
         FROM expected_frame_timeline_slice GROUP BY 1, 2\n),\nactual AS (\n  \
         SELECT *, COALESCE(surface_frame_token, display_frame_token) AS token\n  \
         FROM actual_frame_timeline_slice{condition}\n),\n{again}frame AS (\n  \
         SELECT actual.*, IIF(dur >= 0, ts + dur - {deadline}, NULL) AS late,\n    \
         jank_type != 'Prediction Error' AND jank_tag IN ({}) AS janky\n  \
         FROM actual LEFT JOIN expected USING (upid, token){join}\n)",
        tags.join(", ")
    )
}

/// Returns the frames, and their deadlines, that were planned with a token that had been another frame's, as
/// rows of SQL: of such frames the table of expected ones has the first alone.
fn planned_again(trace: &Trace) -> String {
    let actual = trace.frames.actual().iter();
    let rows = actual.filter_map(|frame| {
        let again = trace.frames.planned_again(trace, frame)?;
        let id = trace.sql_ids().id(frame.slice)?;
        let due = again
            .due
            .map_or("NULL".to_owned(), |due| due.ns().to_string());
        Some(format!("({id}, {due})"))
    });
    rows.collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
