//! A track that a user makes of the rows of a query.
//!
//! It belongs to the view and not to the trace: it shows times that somebody worked out, beside what was
//! recorded. Rows with a duration are slices or instants, rows with a value the samples of a counter. Rows that
//! overlap stand on lines below each other, as if they were slices of several tracks.

use super::scene::Item;
use crate::base::time::{TimeSpan, Ts};

/// More lines would hide the tracks of the trace.
const LINES_MAX: usize = 8;

/// A track of the rows of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTrack {
    /// What it is called; safe text.
    pub name: String,
    /// The query.
    pub query: String,
    /// Whether it is made of all rows of the query.
    pub is_whole: bool,
    /// What it shows.
    pub content: Content,
}

/// What a track of a query shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Slices and instants.
    Slices {
        /// Lines of slices by start, none of which overlap on a line.
        lines: Vec<Vec<Row>>,
        /// How many rows overlap with those on all lines.
        n_left_out: usize,
    },
    /// A counter.
    Counter {
        /// Its samples by time: nanoseconds on the trace clock, and the value.
        samples: Vec<(i64, f64)>,
        /// The least and the greatest of its finite values.
        extent: (f64, f64),
    },
}

/// A row of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// When it begins.
    pub ts: Ts,
    /// When it ends; `None` if never.
    pub end: Option<Ts>,
    /// What stands on it; safe text.
    pub label: Box<str>,
    /// What the row is in the trace, `Item::None` if it is nothing there.
    pub of: Item,
}

impl Row {
    /// Returns what a click on the row selects: what it is in the trace, or else its time.
    pub fn item(&self) -> Item {
        match (self.of, self.end) {
            (Item::None, Some(end)) if end > self.ts => Item::Span(TimeSpan::new(self.ts, end)),
            (of, _) => of,
        }
    }
}

impl QueryTrack {
    /// Returns a track of slices and instants.
    pub fn of_slices(name: String, query: String, mut rows: Vec<Row>) -> Self {
        let end = |row: &Row| row.end.unwrap_or(Ts::MAX);
        // What encloses others stands above them.
        rows.sort_by_key(|row| (row.ts, std::cmp::Reverse(end(row))));
        let mut lines: Vec<Vec<Row>> = Vec::new();
        let mut n_left_out = 0;
        for row in rows {
            let is_free = |line: &Vec<Row>| line.last().is_none_or(|last| end(last) <= row.ts);
            match lines.iter().position(is_free) {
                Some(line) => lines[line].push(row),
                None if lines.len() < LINES_MAX => lines.push(vec![row]),
                None => n_left_out += 1,
            }
        }
        Self {
            name,
            query,
            is_whole: true,
            content: Content::Slices { lines, n_left_out },
        }
    }

    /// Returns a track of samples.
    pub fn of_samples(name: String, query: String, mut samples: Vec<(i64, f64)>) -> Self {
        samples.sort_by_key(|sample| sample.0);
        let values = samples.iter().map(|sample| sample.1);
        let finite = values.filter(|value| value.is_finite());
        let extent = finite.map(|value| (value, value)).reduce(wider);
        Self {
            name,
            query,
            is_whole: true,
            content: Content::Counter {
                extent: extent.unwrap_or_default(),
                samples,
            },
        }
    }

    /// Returns how many rows of the query it has.
    pub fn n_rows(&self) -> usize {
        match &self.content {
            Content::Slices { lines, n_left_out } => {
                lines.iter().map(Vec::len).sum::<usize>() + n_left_out
            }
            Content::Counter { samples, .. } => samples.len(),
        }
    }

    /// Returns from the first row to the end of the last; `None` without rows.
    pub fn span(&self) -> Option<TimeSpan> {
        match &self.content {
            Content::Slices { lines, .. } => {
                let first = lines.first()?.first()?.ts;
                let last = lines.iter().filter_map(|line| line.last());
                let last = last.map(|row| row.end.unwrap_or(row.ts)).max()?;
                Some(TimeSpan::new(first, last))
            }
            Content::Counter { samples, .. } => {
                let (first, last) = (samples.first()?.0, samples.last()?.0);
                Some(TimeSpan::new(Ts::from_ns(first), Ts::from_ns(last)))
            }
        }
    }

    /// Returns how many lines it has where there is room for all.
    pub fn n_lines(&self) -> usize {
        match &self.content {
            Content::Slices { lines, .. } => lines.len().max(1),
            Content::Counter { .. } => 2,
        }
    }

    /// Returns how many of its rows are not shown, if it has so many lines.
    pub fn n_not_shown(&self, n_lines: usize) -> usize {
        match &self.content {
            Content::Slices { lines, n_left_out } => {
                let folded = lines.iter().skip(n_lines).map(Vec::len);
                folded.sum::<usize>() + n_left_out
            }
            Content::Counter { .. } => 0,
        }
    }

    /// Changes what the rows are in the trace.
    pub fn remap(&mut self, now: impl Fn(Item) -> Option<Item>) {
        if let Content::Slices { lines, .. } = &mut self.content {
            for row in lines.iter_mut().flatten() {
                row.of = now(row.of).unwrap_or_default();
            }
        }
    }
}

/// Returns the least and the greatest value of two extents.
pub fn wider(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Returns how many lines each of some tracks gets of so many: all get one before one gets two.
pub fn share_lines(wanted: &[usize], room: usize) -> Vec<usize> {
    let mut lines = vec![0; wanted.len()];
    let mut left = room;
    loop {
        let before = left;
        for (lines, &wanted) in lines.iter_mut().zip(wanted) {
            if left > 0 && *lines < wanted {
                *lines += 1;
                left -= 1;
            }
        }
        if left == before || left == 0 {
            return lines;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::SliceId;

    fn row(ts: i64, end: Option<i64>) -> Row {
        Row {
            ts: Ts::from_ns(ts),
            end: end.map(Ts::from_ns),
            label: "r".into(),
            of: Item::None,
        }
    }

    fn starts(track: &QueryTrack) -> (Vec<Vec<i64>>, usize) {
        match &track.content {
            Content::Slices { lines, n_left_out } => {
                let starts = |line: &Vec<Row>| line.iter().map(|row| row.ts.ns()).collect();
                (lines.iter().map(starts).collect(), *n_left_out)
            }
            Content::Counter { .. } => unreachable!("it has slices"),
        }
    }

    fn track(rows: Vec<Row>) -> QueryTrack {
        QueryTrack::of_slices("t".into(), "SELECT".into(), rows)
    }

    #[test]
    fn rows_that_overlap_stand_on_lines() {
        let rows = vec![
            row(20, Some(30)),
            row(0, Some(10)),
            row(5, Some(8)),
            // What begins where another ends does not overlap with it.
            row(10, Some(20)),
            // An instant, and what never ends.
            row(10, Some(10)),
            row(25, None),
            row(40, Some(50)),
        ];
        let track = track(rows);
        let (lines, n_left_out) = starts(&track);
        assert_eq!(lines, [vec![0, 10, 20, 40], vec![5, 10, 25]]);
        assert_eq!((n_left_out, track.n_rows(), track.n_lines()), (0, 7, 2));
        let span = track
            .span()
            .map(|span| (span.start().ns(), span.end().ns()));
        assert_eq!(span, Some((0, 50)));
        let not_shown = [0, 1, 2, 3].map(|lines| track.n_not_shown(lines));
        assert_eq!(not_shown, [7, 3, 0, 0]);
    }

    #[test]
    fn rows_beyond_the_last_line_are_counted() {
        let rows = (0..10).map(|n| row(n, Some(100))).collect();
        let track = track(rows);
        let (lines, n_left_out) = starts(&track);
        assert_eq!((lines.len(), n_left_out), (LINES_MAX, 2));
        assert_eq!((track.n_rows(), track.n_not_shown(8)), (10, 2));
    }

    #[test]
    fn a_click_selects_what_the_row_is_or_its_time() {
        let span = TimeSpan::new(Ts::from_ns(1), Ts::from_ns(3));
        assert_eq!(row(1, Some(3)).item(), Item::Span(span));
        assert_eq!(row(1, Some(1)).item(), Item::None);
        assert_eq!(row(1, None).item(), Item::None);
        let of = Item::Slice(SliceId(4));
        let own = Row {
            of,
            ..row(1, Some(3))
        };
        assert_eq!(own.item(), of);
    }

    #[test]
    fn all_tracks_get_a_line_before_one_gets_two() {
        assert_eq!(share_lines(&[3, 1, 2], 9), [3, 1, 2]);
        assert_eq!(share_lines(&[3, 1, 2], 4), [2, 1, 1]);
        assert_eq!(share_lines(&[3, 1, 2], 2), [1, 1, 0]);
        assert_eq!(share_lines(&[3, 1], 0), [0, 0]);
        assert_eq!(share_lines(&[], 5), [0usize; 0]);
    }
}
