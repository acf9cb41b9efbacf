//! `perfetty export`: writes all tables of a trace to files, for other programs.
//!
//! Nothing that exists is overwritten: the directory, or for `sqlite` the file,
//! must be new, and has its name only once it is whole. Rows are streamed; text
//! is written as it was recorded, with invalid UTF-8 replaced.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use anyhow::Context as _;

use super::args::{ExportArgs, ExportFormat, QueryFormat};
use super::out::Out;
use super::part::Part;
use super::signals::Interrupt;
use super::{Exit, Usage, load, query};
use crate::sql::export::{select, tables, to_file};
use crate::sql::session::{Limits, SqlSession};
use crate::view::text::{grouped, pad_left, pad_right};

/// Runs the command.
pub fn run(args: &ExportArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let wanted = wanted(&args.tables)?;
    if args.out.as_os_str() == "-" {
        let words =
            "tables are files: OUT is a new directory, or for sqlite a new file (./- is one)";
        return Err(Usage(words.into()).into());
    }
    if args.out.symlink_metadata().is_ok() {
        anyhow::bail!("{} exists already", args.out.display());
    }
    let trace = load::trace(&args.input, out)?;
    let limits = Limits::default().within(load::max_memory(&args.input.load));
    let mut session = SqlSession::new(trace, limits)?;
    let interrupt = out.is_of_process().then(Interrupt::catch).transpose()?;
    if let Some(interrupt) = &interrupt {
        session.cancel_with(interrupt.flag());
    }
    let format = args.format.unwrap_or_else(|| format_of(&args.out));
    let written = write(&mut session, &wanted, (format, &args.out), out);
    // The incomplete files have been removed by now.
    if let Some(interrupt) = interrupt {
        interrupt.end();
    }
    written?;
    Ok(Exit::Done)
}

/// Returns the format that a name asks for.
fn format_of(out: &Path) -> ExportFormat {
    let ending = out.extension().map(OsStr::to_ascii_lowercase);
    let is_database = ["db", "sqlite", "sqlite3"].map(OsStr::new);
    match ending {
        Some(ending) if is_database.contains(&ending.as_os_str()) => ExportFormat::Sqlite,
        _ => ExportFormat::Csv,
    }
}

/// Writes tables into a new directory or file, which gets its name when all tables are written.
fn write(
    session: &mut SqlSession,
    wanted: &[&'static str],
    (format, to): (ExportFormat, &Path),
    out: &mut Out,
) -> anyhow::Result<()> {
    let width = wanted.iter().map(|name| name.len()).max().unwrap_or(0);
    let line = |name: &str, n_rows: u64| {
        format!(
            "{}  {} {}",
            pad_right(name, width),
            pad_left(&grouped(n_rows), 12),
            if n_rows == 1 { "row" } else { "rows" }
        )
    };
    let whole = || format!("write {}", to.display());
    let part = Part::beside(to).with_context(|| format!("make {}", to.display()))?;
    match format {
        ExportFormat::Sqlite => {
            let mut lines = Vec::new();
            let file = part.folder().join("tables");
            to_file(session, &file, wanted, &mut |name, n_rows| {
                lines.push(line(name, n_rows));
            })
            .with_context(whole)?;
            part.finish_file(&file).with_context(whole)?;
            for line in lines {
                writeln!(out, "{line}")?;
            }
        }
        ExportFormat::Csv | ExportFormat::Ndjson => {
            all_of(
                session,
                wanted,
                (format, part.folder()),
                &mut |name, n_rows| Ok(writeln!(out, "{}", line(name, n_rows))?),
            )?;
            part.finish().with_context(whole)?;
        }
    }
    Ok(())
}

/// Returns the tables to write: the named ones, or all if none is named.
fn wanted(named: &[String]) -> Result<Vec<&'static str>, Usage> {
    let all = tables();
    if named.is_empty() {
        return Ok(all);
    }
    let mut wanted = Vec::new();
    for name in named {
        let known = all.iter().copied().find(|known| known == name);
        let known = known.ok_or_else(|| {
            Usage(format!(
                "no table is called {name:?}; there are {}",
                all.join(", ")
            ))
        })?;
        // One that is named twice is wanted once.
        if !wanted.contains(&known) {
            wanted.push(known);
        }
    }
    Ok(wanted)
}

/// Writes tables into a directory, and calls `each` with every table and its number of rows once the table is
/// written.
fn all_of(
    session: &mut SqlSession,
    tables: &[&'static str],
    (format, directory): (ExportFormat, &Path),
    each: &mut dyn FnMut(&str, u64) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for &name in tables {
        let n_rows = table(session, name, format, directory)
            .with_context(|| format!("write the table {name}"))?;
        each(name, n_rows)?;
    }
    Ok(())
}

/// Writes one table into a file of its own and returns the number of rows.
fn table(
    session: &mut SqlSession,
    name: &str,
    format: ExportFormat,
    directory: &Path,
) -> anyhow::Result<u64> {
    let (extension, format) = match format {
        ExportFormat::Ndjson => ("ndjson", QueryFormat::Ndjson),
        ExportFormat::Csv | ExportFormat::Sqlite => ("csv", QueryFormat::Csv),
    };
    let path = directory.join(format!("{name}.{extension}"));
    let file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut out = Out::to(Box::new(BufWriter::new(file)), Box::new(io::sink()), false);
    let n_rows = query::print(session, &select(name), format, &mut out)?;
    out.finish()?;
    Ok(n_rows)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    fn session() -> SqlSession {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        b.nested_slices(track, &[(5, 10, "a,b"), (6, 2, "c\u{1b}")]);
        SqlSession::new(Arc::new(b.finish()), Limits::default()).expect("a session")
    }

    #[test]
    fn every_table_is_written_once() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut session = session();
        for name in wanted(&[]).expect("all") {
            let written = table(&mut session, name, ExportFormat::Csv, directory.path());
            let n_rows = written.expect(name);
            let text = fs::read_to_string(directory.path().join(format!("{name}.csv")));
            let text = text.expect(name);
            assert!(
                text.lines().count() as u64 > n_rows,
                "{name} lacks its heading"
            );
            if name == "slice" {
                assert_eq!(n_rows, 2);
                assert!(
                    text.contains("\"a,b\"") && text.contains("c\u{1b}"),
                    "{text}"
                );
            }
        }
        // Writing the table a second time would overwrite the file.
        assert!(table(&mut session, "slice", ExportFormat::Csv, directory.path()).is_err());
        let n_rows = table(
            &mut session,
            "slice",
            ExportFormat::Ndjson,
            directory.path(),
        );
        assert_eq!(n_rows.expect("ndjson"), 2);
        let text = fs::read_to_string(directory.path().join("slice.ndjson")).expect("ndjson");
        for line in text.lines() {
            let row: serde_json::Value = serde_json::from_str(line).expect("an object");
            assert!(row["name"].is_string(), "{row}");
        }
    }

    #[test]
    fn a_file_holds_all_tables_with_their_rows() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("t.db");
        let mut session = session();
        let mut rows = Vec::new();
        to_file(&mut session, &path, &tables(), &mut |name, n_rows| {
            rows.push((name.to_owned(), n_rows));
        })
        .expect("written");
        assert_eq!(rows.len(), tables().len());
        assert!(rows.contains(&("slice".into(), 2)), "{rows:?}");
        let bytes = fs::read(&path).expect("a file");
        assert!(bytes.starts_with(b"SQLite format 3\0"));
        assert!(to_file(&mut session, &path, &["slice"], &mut |_, _| {}).is_err());
        assert!(path.exists(), "what was there before is not taken away");
        let half = directory.path().join("half.db");
        let tables = ["slice", "no_such_table"];
        assert!(to_file(&mut session, &half, &tables, &mut |_, _| {}).is_err());
        assert!(!half.exists());
    }

    #[test]
    fn what_is_no_text_can_be_read_from_a_file() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("t.db");
        let mut session = session();
        let sql = "create table odd as select cast(x'61ff62' as text) as name";
        let mut nowhere = Out::to(Box::new(io::sink()), Box::new(io::sink()), false);
        query::print(&mut session, sql, QueryFormat::Csv, &mut nowhere).expect("a table");
        to_file(&mut session, &path, &["odd"], &mut |_, _| {}).expect("written");
        let file = rusqlite::Connection::open(&path).expect("a database");
        let name = file.query_row("select name from odd", [], |row| row.get::<_, String>(0));
        assert_eq!(name.as_deref(), Ok("a\u{fffd}b"));
    }

    #[test]
    fn a_name_of_a_database_asks_for_one() {
        for (name, format) in [
            ("t.db", ExportFormat::Sqlite),
            ("a b/T.SQLite", ExportFormat::Sqlite),
            ("db", ExportFormat::Csv),
            ("out", ExportFormat::Csv),
            ("t.csv", ExportFormat::Csv),
        ] {
            assert_eq!(format_of(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn unknown_tables_are_refused() {
        assert!(wanted(&["slice".into(), "nope".into()]).is_err());
        let twice = ["slice".into(), "thread".into(), "slice".into()];
        assert_eq!(wanted(&twice).ok(), Some(vec!["slice", "thread"]));
    }
}
