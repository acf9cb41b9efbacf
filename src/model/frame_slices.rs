//! Thread slices that carry the token of a frame in their names, found once per trace.
//!
//! `Choreographer#doFrame 131`, `DrawFrames 131`, `commit 140`: the second word is the vsync id.
//! As in the reference's `android/frames/timeline.sql`, digits at the begin of that word are enough, and 0 and −1 are
//! no token. Only slices of threads count; a name without a token does not.

use super::frame_timeline::ActualFrame;
use super::ids::{LabelId, SliceId, TrackId, Upid};
use super::trace::Trace;
use super::track::{Scope, TrackData};

/// What part of a frame a slice does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FrameWork {
    /// The application's UI thread: input, animation, measure, layout, recording.
    DoFrame,
    /// The application's `RenderThread`: turns the recording into GPU work.
    DrawFrame,
    /// SurfaceFlinger takes over what applications sent.
    Commit,
    /// SurfaceFlinger composes and shows.
    Composite,
}

/// How the names of slices that work on frames begin.
const PREFIXES: [(&[u8], FrameWork); 7] = [
    (b"Choreographer#doFrame", FrameWork::DoFrame),
    (b"AChoreographer_vsyncCallback", FrameWork::DoFrame),
    (b"DrawFrame", FrameWork::DrawFrame),
    (b"commit ", FrameWork::Commit),
    (b"onMessageInvalidate ", FrameWork::Commit),
    (b"onMessageReceived ", FrameWork::Commit),
    (b"composite ", FrameWork::Composite),
];

/// Returns what a slice name says: which work, for which token.
pub fn frame_work(name: &[u8]) -> Option<(FrameWork, i64)> {
    let &(_, work) = PREFIXES
        .iter()
        .find(|(prefix, _)| name.starts_with(prefix))?;
    let word = name.split(|&byte| byte == b' ').nth(1)?;
    let token = leading_int(word);
    (token != 0 && token != -1).then_some((work, token))
}

/// Returns the actual frame that a slice stands for: the slice is its actual or expected slice or has its
/// token in the name.
pub fn frame_of(trace: &Trace, slice: SliceId) -> Option<&ActualFrame> {
    if let Some(frame) = trace.frames.actual_of(slice) {
        return Some(frame);
    }
    if let Some(expected) = trace.frames.expected_of(slice) {
        return trace
            .frames
            .actual_with(expected.upid, expected.token())
            .next();
    }
    let name = trace.slices.name(slice)?;
    let (_, token) = frame_work(trace.bytes(name))?;
    trace
        .frames
        .actual_with(trace.upid_of(slice)?, token)
        .next()
}

/// Returns the integer that a word begins with, as an SQL cast does: 0 if there is none.
pub(super) fn leading_int(word: &[u8]) -> i64 {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let mut value = 0_i64;
    for digit in digits.iter().take_while(|byte| byte.is_ascii_digit()) {
        value = value
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'));
    }
    if negative { -value } else { value }
}

/// A slice that works on a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameSlice {
    /// The process of its thread.
    pub upid: Upid,
    /// The frame's token.
    pub token: i64,
    /// What it does.
    pub work: FrameWork,
    /// The slice.
    pub slice: SliceId,
}

/// All slices that work on frames, sorted by process, token and work, then by time.
#[derive(Clone, Debug, Default)]
pub struct FrameSlices {
    rows: Vec<FrameSlice>,
}

impl FrameSlices {
    /// Finds the slices: one pass over the labels, and one over the slices of threads if any label fits.
    pub fn new(trace: &Trace) -> Self {
        let labels = trace.slices.labels().iter();
        let work: Vec<Option<(FrameWork, i64)>> = labels
            .map(|label| frame_work(trace.bytes(label.name?)))
            .collect();
        if work.iter().all(Option::is_none) {
            return Self::default();
        }
        let mut rows = Vec::new();
        for (track, range) in trace.slices.tracks() {
            let Some(upid) = upid_of_thread_track(trace, track) else {
                continue;
            };
            for slice in range.map(SliceId) {
                let LabelId(label) = trace.slices.label_id(slice);
                if let Some((work, token)) = work[label as usize] {
                    rows.push(FrameSlice {
                        upid,
                        token,
                        work,
                        slice,
                    });
                }
            }
        }
        // The slices of each thread are nearly in order, and few agree in process, token and work.
        let order = |row: &FrameSlice| trace.slices.order_key(row.slice);
        rows.sort_by(|a, b| {
            let keys = [a, b].map(|row| (row.upid, row.token, row.work));
            keys[0].cmp(&keys[1]).then_with(|| order(a).cmp(&order(b)))
        });
        Self { rows }
    }

    /// Returns the slices of a process that work on the frame with this token.
    pub fn with(&self, upid: Upid, token: i64) -> &[FrameSlice] {
        let start = self
            .rows
            .partition_point(|row| (row.upid, row.token) < (upid, token));
        let len = self.rows[start..].partition_point(|row| (row.upid, row.token) == (upid, token));
        &self.rows[start..start + len]
    }

    /// Returns the slices of a process that work on frames with tokens from `first` to `last`.
    pub fn between(&self, upid: Upid, first: i64, last: i64) -> &[FrameSlice] {
        let from = (self.rows).partition_point(|row| (row.upid, row.token) < (upid, first));
        let len = self.rows[from..].partition_point(|row| (row.upid, row.token) <= (upid, last));
        &self.rows[from..from + len]
    }

    /// Returns whether no slice carries a token.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

fn upid_of_thread_track(trace: &Trace, track: TrackId) -> Option<Upid> {
    let row = trace.tracks.get(track);
    match row.scope {
        Scope::Thread(utid) if row.data == TrackData::Slices => trace.processes.thread(utid).upid,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_word_is_the_token() {
        let token = |name: &str| frame_work(name.as_bytes()).map(|(_, token)| token);
        assert_eq!(token("Choreographer#doFrame 14 extra"), Some(14));
        assert_eq!(
            token("Choreographer#doFrame - resynced to 11 in 2.0ms"),
            None
        );
        assert_eq!(token("Choreographer#doFrame123"), None);
        assert_eq!(token("DrawFrames 10abc"), Some(10));
        assert_eq!(token("DrawFrame 18"), Some(18));
        assert_eq!(token("DrawFrame 0"), None);
        assert_eq!(token("DrawFrame -1"), None);
        assert_eq!(token("commitment 5"), None);
        assert_eq!(frame_work(b"composite 7"), Some((FrameWork::Composite, 7)));
    }
}
