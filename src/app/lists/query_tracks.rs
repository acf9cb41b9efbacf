//! Makes tracks of the rows of a query, by the names of its columns: `ts`, `dur`, `value`, `name` and `track`.

use std::sync::Arc;

use hashbrown::HashMap;

use super::sql::QueryRows;
use crate::app::layer::source::ListSource as _;
use crate::base::time::{Dur, Ts};
use crate::view::overlay::RowSource as _;
use crate::view::query_track::{QueryTrack, Row};
use crate::view::text::clean;

/// More tracks would hide those of the trace.
const TRACKS_MAX: usize = 16;

/// Tracks of the rows of a query.
#[derive(Debug)]
pub struct Made {
    /// The tracks, in the order of their first rows.
    pub tracks: Vec<Arc<QueryTrack>>,
    /// How many rows are on none: they have no time or no value.
    pub n_without: usize,
    /// How many tracks there would be more.
    pub n_more: usize,
}

/// Makes tracks of some rows, one for each value of the column `track`; without that column one, called by the
/// table that its times come from. Rows with `value` and without `dur` are samples.
///
/// # Errors
///
/// Returns what to tell the user if the rows have no times.
pub fn make(rows: &QueryRows, shown: &[u32], query: &str) -> Result<Made, &'static str> {
    let ts = rows
        .column("ts")
        .ok_or("a track needs a column ts: when a row begins, in ns on the trace clock")?;
    let dur = rows.column("dur");
    let value = rows.column("value").filter(|_| dur.is_none());
    let track = rows.column("track");
    let name = rows.column("name").or_else(|| rows.first_text(track));
    let origin = rows.origins.get(ts).and_then(Option::as_ref);
    let otherwise = origin.map_or("query", |origin| &*origin.table);
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut slices: Vec<Vec<Row>> = Vec::new();
    let mut samples: Vec<Vec<(i64, f64)>> = Vec::new();
    let mut n_without = 0;
    for row in shown.iter().map(|&row| row as usize) {
        let whole = |column| rows.real(row, column).map(|of| of.round() as i64);
        let ns = |column| rows.int(row, column).or_else(|| whole(column));
        let sample = value.map(|value| rows.real(row, value));
        // A duration may be missing, but it is no text.
        let is_timed = dur.is_none_or(|dur| ns(dur).is_some() || rows.is_null(row, dur));
        let (Some(at), true, true) = (ns(ts), is_timed, sample != Some(None)) else {
            n_without += 1;
            continue;
        };
        let named = track.map(|track| rows.text(row, track).unwrap_or("NULL".into()));
        let named = named.map_or_else(|| otherwise.to_owned(), |name| clean(&name).into_owned());
        let place = *places.entry(named).or_insert_with_key(|name| {
            names.push(name.clone());
            slices.push(Vec::new());
            samples.push(Vec::new());
            names.len() - 1
        });
        if let Some(Some(sample)) = sample {
            samples[place].push((at, sample));
            continue;
        }
        let at = Ts::from_ns(at);
        let label = name.and_then(|name| rows.text(row, name));
        slices[place].push(Row {
            ts: at,
            end: match dur.map(ns) {
                None => Some(at),
                Some(dur) => dur
                    .filter(|&ns| ns >= 0)
                    .map(|ns| at.plus(Dur::from_ns(ns))),
            },
            // A row may be as long as it likes, but is drawn again and again.
            label: clean(&label.unwrap_or_default()).into(),
            of: rows.item(row),
        });
    }
    let n_more = names.len().saturating_sub(TRACKS_MAX);
    let of_tracks = names.into_iter().zip(slices).zip(samples).take(TRACKS_MAX);
    let tracks = of_tracks.map(|((name, slices), samples)| {
        let query = query.to_owned();
        let mut track = match value {
            Some(_) => QueryTrack::of_samples(name, query, samples),
            None => QueryTrack::of_slices(name, query, slices),
        };
        track.is_whole = shown.len() == rows.n_rows();
        Arc::new(track)
    });
    Ok(Made {
        tracks: tracks.collect(),
        n_without,
        n_more,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::sql::session::{ResultSet, SqlValue};
    use crate::view::query_track::Content;
    use crate::view::scene::Item;

    fn rows(columns: &[&str], values: &[&[SqlValue]]) -> QueryRows {
        let mut b = TraceBuilder::new();
        let process = b.process(1, "app");
        let thread = b.thread(process, 1, "main");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(10, 20, "known")]);
        let result = ResultSet {
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            rows: values.iter().map(|row| row.to_vec()).collect(),
            ..ResultSet::default()
        };
        QueryRows::of(&b.finish(), result)
    }

    fn text(text: &str) -> SqlValue {
        SqlValue::Text(text.as_bytes().into())
    }

    fn made(rows: &QueryRows, n: u32) -> Made {
        let shown: Vec<u32> = (0..n).collect();
        make(rows, &shown, "SELECT 1;").expect("there is a ts")
    }

    /// Start, end and label of the rows on each line.
    fn lines(track: &QueryTrack) -> Vec<Vec<(i64, Option<i64>, &str)>> {
        let Content::Slices { lines, .. } = &track.content else {
            return Vec::new();
        };
        let mut told = Vec::new();
        for line in lines {
            let rows = line.iter();
            let rows = rows.map(|row| (row.ts.ns(), row.end.map(Ts::ns), &*row.label));
            told.push(rows.collect());
        }
        told
    }

    #[test]
    fn rows_with_a_duration_are_slices() {
        use SqlValue::{Int, Null};
        let rows = rows(
            &["ts", "dur", "name"],
            &[
                &[Int(10), Int(20), text("known")],
                &[Int(40), Int(-1), text("unfinished")],
                &[Int(31), Null, Null],
                &[Null, Int(5), text("no time")],
                &[Int(5), Int(0), text("instant")],
                &[SqlValue::Real(60.4), SqlValue::Real(9.5), text("means")],
                &[Int(70), text("3 ms"), text("no duration")],
            ],
        );
        let made = made(&rows, 7);
        assert_eq!((made.n_without, made.n_more, made.tracks.len()), (2, 0, 1));
        let track = &made.tracks[0];
        assert_eq!((&*track.name, &*track.query), ("query", "SELECT 1;"));
        assert_eq!(
            lines(track),
            [
                vec![
                    (5, Some(5), "instant"),
                    (10, Some(30), "known"),
                    (31, None, "")
                ],
                vec![(40, None, "unfinished")],
                vec![(60, Some(70), "means")],
            ]
        );
        let Content::Slices { lines, .. } = &track.content else {
            unreachable!("it has slices");
        };
        assert!(
            matches!(lines[0][1].item(), Item::Slice(_)),
            "the trace has it"
        );
        assert_eq!(lines[0][0].item(), Item::None);
    }

    #[test]
    fn each_value_of_the_column_track_is_a_track() {
        use SqlValue::{Int, Null};
        let rows = rows(
            &["track", "ts", "what"],
            &[
                &[text("b"), Int(1), text("x")],
                &[text("a"), Int(2), text("y")],
                &[Null, Int(3), text("z")],
                &[text("b"), Int(4), text("w")],
            ],
        );
        let some = made(&rows, 3);
        let names: Vec<&str> = some.tracks.iter().map(|track| &*track.name).collect();
        assert_eq!(names, ["b", "a", "NULL"]);
        // Without a column `name`, the first text is the label; without `dur`, rows are instants.
        assert_eq!(lines(&some.tracks[0]), [[(1, Some(1), "x")]]);
        let all = made(&rows, 4);
        assert_eq!(
            lines(&all.tracks[0]),
            [[(1, Some(1), "x"), (4, Some(4), "w")]]
        );
    }

    #[test]
    fn rows_with_a_value_are_samples() {
        use SqlValue::{Int, Null, Real};
        let values: &[&[SqlValue]] = &[
            &[Int(9), Real(0.5)],
            &[Int(3), Int(7)],
            &[Int(4), Null],
            &[Int(5), text("much")],
        ];
        let made = made(&rows(&["ts", "value"], values), 4);
        assert_eq!(made.n_without, 2);
        let samples = vec![(3, 7.0), (9, 0.5)];
        let extent = (0.5, 7.0);
        assert_eq!(made.tracks[0].content, Content::Counter { samples, extent });
    }

    #[test]
    fn what_cannot_be_a_track_is_told() {
        let without = rows(&["name"], &[&[text("x")]]);
        let error = make(&without, &[0], "").expect_err("there is no ts");
        assert!(error.contains("column ts"), "{error}");
        let many: Vec<Vec<SqlValue>> = (0..20)
            .map(|n| vec![SqlValue::Int(n), SqlValue::Int(n)])
            .collect();
        let many: Vec<&[SqlValue]> = many.iter().map(|row| &row[..]).collect();
        let made = made(&rows(&["ts", "track"], &many), 20);
        assert_eq!((made.tracks.len(), made.n_more), (TRACKS_MAX, 4));
    }
}
