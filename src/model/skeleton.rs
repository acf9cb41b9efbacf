//! How busy tracks are over the whole time, before their slices are known.
//!
//! A sample of the file shows this within milliseconds, whatever the size. A track with a skeleton has no
//! slices yet; the trace that has them has no skeleton.

use super::ids::TrackId;
use crate::base::time::{TimeSpan, Ts};

/// Into how many cells the time is cut.
pub const CELLS: usize = 256;

/// How busy a track is in each cell, in bytes of the file that were seen for it.
pub type Cells = Box<[f32; CELLS]>;

/// What a sample of the file says of tracks.
#[derive(Clone, Debug)]
pub struct Skeleton {
    span: TimeSpan,
    /// By track, ascending.
    rows: Vec<(TrackId, Cells)>,
    share: f32,
}

impl Skeleton {
    /// Returns a skeleton over `span` of some tracks in ascending order; `share` of the file,
    /// from 0 to 1, was looked at.
    pub fn new(span: TimeSpan, rows: Vec<(TrackId, Cells)>, share: f32) -> Self {
        Self { span, rows, share }
    }

    /// Returns the time of the whole trace, as far as the sample tells.
    pub const fn span(&self) -> TimeSpan {
        self.span
    }

    /// Returns the share of the file that was looked at, from 0 to 1.
    pub const fn share(&self) -> f32 {
        self.share
    }

    /// Returns all tracks that have a skeleton, ascending.
    pub fn rows(&self) -> impl Iterator<Item = (TrackId, &[f32; CELLS])> {
        self.rows.iter().map(|(track, cells)| (*track, &**cells))
    }

    /// Returns how busy a track is; `None` if its slices are known.
    pub fn cells(&self, track: TrackId) -> Option<&[f32; CELLS]> {
        let at = self.rows.binary_search_by_key(&track, |row| row.0).ok()?;
        Some(&*self.rows[at].1)
    }

    /// Returns the cells that a stretch of time touches; none outside the span.
    pub fn cells_in(&self, from: Ts, to: Ts) -> std::ops::Range<usize> {
        let start = i128::from(self.span.start().ns());
        let dur = i128::from(self.span.dur().ns().max(1));
        let cell = |ts: Ts| (i128::from(ts.ns()) - start) * CELLS as i128;
        let first = cell(from).div_euclid(dur);
        let last = (cell(to) - 1).div_euclid(dur);
        if last < 0 || first >= CELLS as i128 {
            return 0..0;
        }
        first.max(0) as usize..(last.min(CELLS as i128 - 1) + 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_of_time_has_the_cells_that_it_touches() {
        let ts = Ts::from_ns;
        let span = TimeSpan::new(ts(1000), ts(1000 + 10 * CELLS as i64));
        let rows = vec![(TrackId(3), Box::new([1.0; CELLS]))];
        let skeleton = Skeleton::new(span, rows, 0.5);
        assert_eq!(skeleton.cells_in(ts(1000), ts(1010)), 0..1);
        assert_eq!(skeleton.cells_in(ts(1005), ts(1011)), 0..2);
        assert_eq!(skeleton.cells_in(ts(0), ts(900)), 0..0);
        assert_eq!(skeleton.cells_in(ts(i64::MIN), ts(i64::MAX)), 0..CELLS);
        assert_eq!(skeleton.cells_in(ts(4000), ts(5000)), 0..0);
        assert!(skeleton.cells(TrackId(3)).is_some());
        assert!(skeleton.cells(TrackId(2)).is_none());
    }
}
