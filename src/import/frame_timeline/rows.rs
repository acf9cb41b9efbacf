//! Which track row of a timeline a frame goes to, so that overlapping frames do not nest.
//!
//! A cookie keeps the row that it used last; a new cookie takes the first row without an open
//! frame, else a new one. Spec frametimeline B5. Every operation is logarithmic, because a
//! hostile trace can leave any number of frames open.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::import::sink::SinkTrack;

/// The track rows of one timeline of one process.
#[derive(Debug)]
pub(super) struct FrameRows {
    group: u32,
    rows: Vec<FrameRow>,
    /// The row that each cookie used last, unless another cookie took it since.
    by_cookie: HashMap<i64, usize>,
    /// Rows without an open frame.
    free: BTreeSet<usize>,
}

#[derive(Debug)]
struct FrameRow {
    track: SinkTrack,
    cookie: i64,
    n_open: u32,
}

impl FrameRows {
    /// Returns a timeline without rows, whose tracks will share `group`.
    pub(super) fn new(group: u32) -> Self {
        Self {
            group,
            rows: Vec::new(),
            by_cookie: HashMap::new(),
            free: BTreeSet::new(),
        }
    }

    /// Returns the group of its tracks.
    pub(super) const fn group(&self) -> u32 {
        self.group
    }

    /// Returns the track on which the frame with this cookie begins.
    pub(super) fn begin(&mut self, cookie: i64, add: impl FnOnce() -> SinkTrack) -> SinkTrack {
        let at = self.row_for(cookie, add);
        self.free.remove(&at);
        let row = &mut self.rows[at];
        row.n_open = row.n_open.saturating_add(1);
        row.track
    }

    /// Returns the track on which the frame with this cookie ends.
    pub(super) fn end(&mut self, cookie: i64, add: impl FnOnce() -> SinkTrack) -> SinkTrack {
        let at = self.row_for(cookie, add);
        let row = &mut self.rows[at];
        row.n_open = row.n_open.saturating_sub(1);
        if row.n_open == 0 {
            self.free.insert(at);
        }
        row.track
    }

    fn row_for(&mut self, cookie: i64, add: impl FnOnce() -> SinkTrack) -> usize {
        if let Some(&at) = self.by_cookie.get(&cookie) {
            return at;
        }
        let at = if let Some(&at) = self.free.first() {
            self.by_cookie.remove(&self.rows[at].cookie);
            self.rows[at].cookie = cookie;
            at
        } else {
            self.rows.push(FrameRow {
                track: add(),
                cookie,
                n_open: 0,
            });
            self.free.insert(self.rows.len() - 1);
            self.rows.len() - 1
        };
        self.by_cookie.insert(cookie, at);
        at
    }
}
