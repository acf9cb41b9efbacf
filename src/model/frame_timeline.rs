//! Android FrameTimeline: expected and actual frames and why they were janky.
//!
//! Every frame is also a slice on an Expected or Actual Timeline track; the rows
//! here hold what a frame knows beyond that. The jank type stays a bit set, the
//! texts are those of the reference.

#[cfg(test)]
mod tests;

use super::ids::{SliceId, Upid};
use super::jank;
use super::slice::SliceTable;
use super::trace::Trace;
use crate::base::intern::StrId;
use crate::base::near_sort::near_sort;
use crate::base::time::{Dur, Ts};

/// Who is at fault for a janky frame, as the reference classifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum JankTag {
    /// The frame does not say.
    #[default]
    Unspecified,
    /// No jank.
    None,
    /// Jank that nobody could see.
    NonPerceivable,
    /// A previous buffer was still queued: late but smooth.
    BufferStuffing,
    /// The same inside SurfaceFlinger.
    SurfaceFlingerStuffing,
    /// Someone else was late.
    Other,
    /// The frame was never shown.
    Dropped,
    /// This process was late.
    SelfJank,
}

impl JankTag {
    /// All of them, in their order.
    pub const ALL: [Self; 8] = [
        Self::Unspecified,
        Self::None,
        Self::NonPerceivable,
        Self::BufferStuffing,
        Self::SurfaceFlingerStuffing,
        Self::Other,
        Self::Dropped,
        Self::SelfJank,
    ];

    /// Returns the reference's text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Unspecified => "Unspecified",
            Self::None => "No Jank",
            Self::NonPerceivable => "Non-perceivable Jank",
            Self::BufferStuffing => "Buffer Stuffing",
            Self::SurfaceFlingerStuffing => "SurfaceFlinger Stuffing",
            Self::Other => "Other Jank",
            Self::Dropped => "Dropped Frame",
            Self::SelfJank => "Self Jank",
        }
    }

    /// Returns the letter that shows the tag without colour: `S O D B F N ·`.
    pub const fn letter(self) -> char {
        match self {
            Self::Unspecified | Self::None => '·',
            Self::NonPerceivable => 'N',
            Self::BufferStuffing => 'B',
            Self::SurfaceFlingerStuffing => 'F',
            Self::Other => 'O',
            Self::Dropped => 'D',
            Self::SelfJank => 'S',
        }
    }

    /// Returns the pattern that shows the tag without colour.
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::SelfJank => "▓",
            Self::Other => "▒",
            Self::BufferStuffing | Self::SurfaceFlingerStuffing => "░",
            Self::Dropped => "╳",
            Self::None | Self::Unspecified | Self::NonPerceivable => "·",
        }
    }
}

/// How bad a jank was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum JankSeverity {
    /// Not said.
    #[default]
    Unknown,
    /// Not at all.
    None,
    /// Somewhat.
    Partial,
    /// Fully.
    Full,
}

impl JankSeverity {
    /// Returns the reference's text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Unknown => "Unknown",
            Self::None => "None",
            Self::Partial => "Partial",
            Self::Full => "Full",
        }
    }
}

/// A frame as it was planned.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedFrame {
    /// Its slice on an Expected Timeline track.
    pub slice: SliceId,
    /// The process it belongs to.
    pub upid: Upid,
    /// Vsync id of the display frame.
    pub display_token: i64,
    /// Vsync id of the surface frame, `None` for a display frame.
    pub surface_token: Option<i64>,
    /// The layer that first announced it.
    pub layer: Option<StrId>,
}

impl ExpectedFrame {
    /// Returns the token that names the frame: the surface token, or that of a display frame.
    pub fn token(&self) -> i64 {
        self.surface_token.unwrap_or(self.display_token)
    }
}

/// A frame as it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct ActualFrame {
    /// Its slice on an Actual Timeline track.
    pub slice: SliceId,
    /// The process it belongs to.
    pub upid: Upid,
    /// Vsync id of the display frame.
    pub display_token: i64,
    /// Vsync id of the surface frame, `None` for a display frame.
    pub surface_token: Option<i64>,
    /// The layer it was drawn on.
    pub layer: Option<StrId>,
    /// `PresentType` as recorded, 0 if absent or out of range.
    pub present_type: u8,
    /// `PredictionType` as recorded, 0 if absent or out of range.
    pub prediction_type: u8,
    /// Whether it finished on time.
    pub on_time_finish: bool,
    /// Whether the GPU composed it.
    pub gpu_composition: bool,
    /// The jank type bits.
    pub jank_type: i32,
    /// Who is at fault.
    pub jank_tag: JankTag,
    /// Who is at fault by the experimental classification.
    pub jank_tag_experimental: JankTag,
    /// How bad it was.
    pub severity: JankSeverity,
    /// `Jank Severity Score`.
    pub severity_score: f32,
    /// `LatchedFenceState` if recorded.
    pub latched_fence_state: Option<u8>,
    /// How often unfinished buffers were latched, which few display frames say.
    pub latches: Option<Box<LatchCounts>>,
}

/// How often a display frame latched a buffer before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatchCounts {
    /// `latched_unsignaled_count` if recorded.
    pub unsignaled: Option<i64>,
    /// `addressable_unsignaled_latch_count` if recorded.
    pub addressable: Option<i64>,
}

impl ActualFrame {
    /// Returns the token that names the frame: the surface token, or that of a display frame.
    pub fn token(&self) -> i64 {
        self.surface_token.unwrap_or(self.display_token)
    }

    /// Returns `latched_unsignaled_count` of a display frame, if recorded.
    pub fn latched_unsignaled_count(&self) -> Option<i64> {
        self.latches.as_ref()?.unsignaled
    }

    /// Returns `addressable_unsignaled_latch_count` of a display frame, if recorded.
    pub fn addressable_unsignaled_latch_count(&self) -> Option<i64> {
        self.latches.as_ref()?.addressable
    }

    /// Returns whether the frame was never shown. It then ends when it was dropped, not when it was done.
    pub fn is_dropped(&self) -> bool {
        self.present_type == jank::PRESENT_DROPPED || self.jank_tag == JankTag::Dropped
    }

    /// Returns whether the frame's prediction had expired. SurfaceFlinger then does not know when the frame
    /// began, and writes two milliseconds before its end.
    pub const fn is_expired(&self) -> bool {
        self.prediction_type == jank::PREDICTION_EXPIRED
    }

    /// Returns whether the only reason given is a wrong prediction, which hides the jank.
    pub fn is_prediction_only(&self) -> bool {
        jank::is_prediction_only(self.jank_type)
    }

    /// Returns whether this counts as a janky frame: the one definition used everywhere.
    ///
    /// Tag Self, Other, Dropped or a Stuffing, unless the type's text is exactly `Prediction Error`.
    pub fn is_janky(&self) -> bool {
        !self.is_prediction_only() && self.has_tag_of_jank()
    }

    fn has_tag_of_jank(&self) -> bool {
        matches!(
            self.jank_tag,
            JankTag::SelfJank
                | JankTag::Other
                | JankTag::Dropped
                | JankTag::BufferStuffing
                | JankTag::SurfaceFlingerStuffing
        )
    }

    /// Returns a note for a frame whose tag is that of a jank, though the frame does not count as janky.
    pub fn not_counted(&self) -> Option<&'static str> {
        let hidden = self.has_tag_of_jank() && !self.is_janky();
        hidden.then_some("not counted as jank")
    }
}

/// A frame that was planned with the token that an earlier frame of its process had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlannedAgain {
    /// The process it belongs to.
    pub upid: Upid,
    /// The token of both.
    pub token: i64,
    /// When it was to begin.
    pub ts: Ts,
    /// When it was due, `None` if the trace does not say.
    pub due: Option<Ts>,
}

/// All frames, each list sorted by [`SliceId`].
#[derive(Clone, Debug, Default)]
pub struct FrameTimelineTable {
    expected: Vec<ExpectedFrame>,
    actual: Vec<ActualFrame>,
    /// Rows of `expected` sorted by (upid, token, order of arrival).
    expected_by_token: Vec<u32>,
    /// Rows of `actual` sorted by (upid, token, order of arrival).
    actual_by_token: Vec<u32>,
    /// Processes that have display frames, ascending.
    display_upids: Vec<Upid>,
    /// What was planned with a known token but for another time, ascending. Real traces have none, unless
    /// tokens were counted from the start again.
    again: Vec<PlannedAgain>,
}

impl FrameTimelineTable {
    /// Builds the table and its indices. Frames with equal tokens keep the order given, which
    /// importers make that of time.
    pub fn new(expected: Vec<ExpectedFrame>, actual: Vec<ActualFrame>) -> Self {
        let (expected, expected_by_token) = sorted(
            expected,
            |frame| frame.slice,
            |frame| (frame.upid, frame.token()),
        );
        let (actual, actual_by_token) = sorted(
            actual,
            |frame| frame.slice,
            |frame| (frame.upid, frame.token()),
        );
        let mut display_upids: Vec<Upid> = actual
            .iter()
            .filter(|frame| frame.surface_token.is_none())
            .map(|frame| frame.upid)
            .collect();
        display_upids.sort_unstable();
        display_upids.dedup();
        Self {
            expected,
            actual,
            expected_by_token,
            actual_by_token,
            display_upids,
            again: Vec::new(),
        }
    }

    /// Adds expected frames without slices, whose tokens other expected frames have.
    ///
    /// Of those that are planned for the same time there is one for each layer, and the first tells when all of
    /// them are due. What begins later than the first may last is another frame, with a deadline of its own.
    #[must_use]
    pub fn with_planned_again(mut self, left_out: Vec<PlannedAgain>, slices: &SliceTable) -> Self {
        let mut again = left_out;
        for pair in self.expected_by_token.windows(2) {
            if self.expected_key(pair[0]) == self.expected_key(pair[1]) {
                let (upid, token) = self.expected_key(pair[1]);
                let slice = self.expected[pair[1] as usize].slice;
                let (ts, due) = (slices.ts(slice), slices.end(slice));
                again.push(PlannedAgain {
                    upid,
                    token,
                    ts,
                    due,
                });
            }
        }
        again.retain(|it| {
            let Some(first) = self.expected_with(it.upid, it.token).next() else {
                return false;
            };
            let may_last = slices.dur(first.slice);
            let may_last = may_last.or_else(|| Some(it.due?.since(it.ts)));
            may_last.is_some_and(|dur| it.ts.since(slices.ts(first.slice)) > dur)
        });
        again.sort_unstable();
        // As of the first plans, the first layer tells for all that are planned with it.
        again.dedup_by(|later, kept| {
            let may_last = kept.due.map_or(Dur::ZERO, |due| due.since(kept.ts));
            (later.upid, later.token) == (kept.upid, kept.token)
                && later.ts.since(kept.ts) <= may_last
        });
        self.again = again;
        self
    }

    /// Returns what was planned with the token of an actual frame after that had been another frame's, if the
    /// actual frame began only then: the last of several. A frame may begin a little before its plan.
    pub fn planned_again(&self, trace: &Trace, frame: &ActualFrame) -> Option<&PlannedAgain> {
        if self.again.is_empty() {
            return None;
        }
        let (upid, token) = (frame.upid, frame.token());
        let first = self.expected_with(upid, token).next()?;
        let early = trace.slices.dur(first.slice).map_or(0, Dur::ns) / 2;
        let began = (trace.slices.ts(frame.slice)).plus(Dur::from_ns(early));
        let is_by_then = |it: &PlannedAgain| (it.upid, it.token, it.ts) <= (upid, token, began);
        let after = self.again.partition_point(is_by_then);
        let last = self.again.get(after.checked_sub(1)?)?;
        ((last.upid, last.token) == (upid, token)).then_some(last)
    }

    /// Returns the expected frame of an actual one: the same process planned it with the same token.
    pub fn expected_for(&self, trace: &Trace, frame: &ActualFrame) -> Option<&ExpectedFrame> {
        let mut same = self.expected_with(frame.upid, frame.token());
        match self.planned_again(trace, frame) {
            None => same.next(),
            Some(again) => same.find(|expected| trace.slices.ts(expected.slice) == again.ts),
        }
    }

    /// Returns the processes that have display frames: SurfaceFlinger.
    pub fn display_upids(&self) -> &[Upid] {
        &self.display_upids
    }

    /// Returns all expected frames.
    pub fn expected(&self) -> &[ExpectedFrame] {
        &self.expected
    }

    /// Returns all actual frames.
    pub fn actual(&self) -> &[ActualFrame] {
        &self.actual
    }

    /// Returns the actual frame that a slice stands for.
    pub fn actual_of(&self, slice: SliceId) -> Option<&ActualFrame> {
        self.actual
            .binary_search_by_key(&slice, |frame| frame.slice)
            .ok()
            .map(|row| &self.actual[row])
    }

    /// Returns the index of the actual frame that a slice stands for. Looks at the index `near` first.
    pub fn actual_row(&self, slice: SliceId, near: usize) -> Option<usize> {
        if self
            .actual
            .get(near)
            .is_some_and(|frame| frame.slice == slice)
        {
            return Some(near);
        }
        let row = self
            .actual
            .binary_search_by_key(&slice, |frame| frame.slice);
        row.ok()
    }

    /// Returns the expected frame that a slice stands for.
    pub fn expected_of(&self, slice: SliceId) -> Option<&ExpectedFrame> {
        self.expected
            .binary_search_by_key(&slice, |frame| frame.slice)
            .ok()
            .map(|row| &self.expected[row])
    }

    /// Returns what a row of `expected` is found by.
    fn expected_key(&self, row: u32) -> (Upid, i64) {
        let frame = &self.expected[row as usize];
        (frame.upid, frame.token())
    }

    /// Returns what a row of `actual` is found by.
    fn actual_key(&self, row: u32) -> (Upid, i64) {
        let frame = &self.actual[row as usize];
        (frame.upid, frame.token())
    }

    /// Returns the expected frames of a process with this token.
    pub fn expected_with(&self, upid: Upid, token: i64) -> impl Iterator<Item = &ExpectedFrame> {
        let rows = &self.expected_by_token;
        let start = rows.partition_point(|&row| self.expected_key(row) < (upid, token));
        rows[start..]
            .iter()
            .take_while(move |&&row| self.expected_key(row) == (upid, token))
            .map(|&row| &self.expected[row as usize])
    }

    /// Returns the actual frames of a process with this token, one per layer.
    pub fn actual_with(&self, upid: Upid, token: i64) -> impl Iterator<Item = &ActualFrame> {
        let rows = &self.actual_by_token;
        let start = rows.partition_point(|&row| self.actual_key(row) < (upid, token));
        rows[start..]
            .iter()
            .take_while(move |&&row| self.actual_key(row) == (upid, token))
            .map(|&row| &self.actual[row as usize])
    }

    /// Returns the actual frames of a process whose tokens are nearest, at most `n` on each side,
    /// those with the token itself among them.
    pub fn near_token(
        &self,
        upid: Upid,
        token: i64,
        n: usize,
    ) -> impl Iterator<Item = &ActualFrame> {
        let rows = &self.actual_by_token;
        let at = rows.partition_point(|&row| self.actual_key(row) < (upid, token));
        rows[at.saturating_sub(n)..(at + n).min(rows.len())]
            .iter()
            .map(|&row| &self.actual[row as usize])
            .filter(move |frame| frame.upid == upid)
    }

    /// Returns how far apart the frames of a process start near this expected frame, as its display or its
    /// own pace asks. The expected duration of a frame does not say that, but a change of it means that the
    /// display has changed its rate. `None` if frames start at no single pace, as those of two displays do.
    pub fn pace(&self, trace: &Trace, frame: &ExpectedFrame) -> Option<Dur> {
        /// Frames whose starts are nearer than this are one frame, on several layers.
        const LEAST_NS: i64 = 1_000_000;
        const NEAR: usize = 8;
        let dur = |row: u32| trace.slices.dur(self.expected[row as usize].slice);
        let own = trace.slices.dur(frame.slice)?.ns();
        let is_alike = |&&row: &&u32| {
            let off = dur(row).map(|dur| dur.ns().abs_diff(own));
            self.expected_key(row).0 == frame.upid
                && off.is_some_and(|off| off <= own.unsigned_abs() / 8)
        };
        let rows = &self.expected_by_token;
        let own_key = (frame.upid, frame.token());
        let at = rows.partition_point(|&row| self.expected_key(row) < own_key);
        let before = rows[..at].iter().rev().take(NEAR).take_while(is_alike);
        let after = rows[at..].iter().take(NEAR).take_while(is_alike);
        let mut starts: Vec<i64> = before
            .chain(after)
            .map(|&row| trace.slices.ts(self.expected[row as usize].slice).ns())
            .collect();
        starts.sort_unstable();
        let mut gaps: Vec<i64> = starts
            .windows(2)
            .map(|pair| pair[1].saturating_sub(pair[0]))
            .collect();
        gaps.retain(|&gap| gap >= LEAST_NS);
        gaps.sort_unstable();
        // Where frames were left out, a gap is some multiple of the pace.
        let least = *gaps.first()?;
        let n = gaps.partition_point(|&gap| gap < least.saturating_mul(3) / 2);
        let pace = gaps[n / 2];
        let off = |gap: i64| gap.saturating_add(pace / 2) % pace - pace / 2;
        let n_fitting = gaps
            .iter()
            .filter(|&&gap| off(gap).abs() <= pace / 10)
            .count();
        (n_fitting * 3 > gaps.len() * 2).then(|| Dur::from_ns(pace))
    }

    /// Returns when the frame was due: the end of the expected frame of the same process and token.
    pub fn deadline(&self, trace: &Trace, frame: &ActualFrame) -> Option<Ts> {
        if let Some(again) = self.planned_again(trace, frame) {
            return again.due;
        }
        let expected = self.expected_with(frame.upid, frame.token()).next()?;
        trace.slices.end(expected.slice)
    }

    /// Returns how late a frame finished: negative if early, `None` without an expected frame or
    /// without an end.
    pub fn late_ns(&self, trace: &Trace, frame: &ActualFrame) -> Option<i64> {
        let end = trace.slices.end(frame.slice)?;
        Some(end.ns().saturating_sub(self.deadline(trace, frame)?.ns()))
    }

    /// Returns how late each actual frame finished, as [`Self::late_ns`] does. O(n), if no token was
    /// planned for two times.
    pub fn all_late_ns(&self, trace: &Trace) -> Vec<Option<i64>> {
        if !self.again.is_empty() {
            let actual = self.actual.iter();
            return actual.map(|frame| self.late_ns(trace, frame)).collect();
        }
        let mut late = vec![None; self.actual.len()];
        let key = |frame: &ExpectedFrame| (frame.upid, frame.token());
        let expected = self.expected_by_token.iter();
        let mut expected = expected.map(|&row| &self.expected[row as usize]).peekable();
        for &row in &self.actual_by_token {
            let frame = &self.actual[row as usize];
            let own = (frame.upid, frame.token());
            while expected.next_if(|frame| key(frame) < own).is_some() {}
            let first = expected.peek().filter(|frame| key(frame) == own);
            late[row as usize] = first.and_then(|first| {
                let (due, end) = (
                    trace.slices.end(first.slice)?,
                    trace.slices.end(frame.slice)?,
                );
                Some(end.ns().saturating_sub(due.ns()))
            });
        }
        late
    }
}

/// Returns rows sorted by slice, and their indices by key with ties in the order of arrival.
fn sorted<T>(
    mut rows: Vec<T>,
    slice: impl Fn(&T) -> SliceId,
    key: impl Fn(&T) -> (Upid, i64),
) -> (Vec<T>, Vec<u32>) {
    let mut place_of = ranks(rows.iter().map(&slice));
    // Sorts by process; the rows of each stay in the order of arrival.
    let mut ends = vec![
        0_u32;
        rows.iter()
            .map(|row| key(row).0.index() + 2)
            .max()
            .unwrap_or(0)
    ];
    for row in &rows {
        ends[key(row).0.index() + 1] += 1;
    }
    for at in 1..ends.len() {
        ends[at] += ends[at - 1];
    }
    let mut by_key = vec![(0, 0_u32); rows.len()];
    for (row, arrival) in rows.iter().zip(0..) {
        let (upid, token) = key(row);
        let end = &mut ends[upid.index()];
        by_key[*end as usize] = (token, arrival);
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        // Tokens grow with time.
        near_sort(&mut by_key[start..end as usize]);
        start = end as usize;
    }
    let by_key = by_key
        .iter()
        .map(|&(_, arrival)| place_of[arrival as usize]);
    let by_key = by_key.collect();
    // Rows are large: each goes where it belongs without a second list of them.
    for at in 0..rows.len() {
        while place_of[at] as usize != at {
            let to = place_of[at] as usize;
            rows.swap(at, to);
            place_of.swap(at, to);
        }
    }
    (rows, by_key)
}

/// [`ranks`] uses a table if there are at most so many numbers for each slice in their range.
const SPREAD: usize = 16;

/// Returns the rank of each slice among these; of equal ones the first comes first.
fn ranks(slices: impl ExactSizeIterator<Item = SliceId> + Clone) -> Vec<u32> {
    let n = slices.len();
    let numbers = slices.clone().map(|slice| slice.0);
    let min = numbers.clone().min().unwrap_or(0);
    let len = (numbers.max().unwrap_or(0) - min) as usize + 1;
    let mut place_of = vec![0; n];
    // The slices of frames mostly follow one another, so that a table of their range is short.
    if len / SPREAD <= n {
        let mut at = vec![u32::MAX; len];
        let mut is_one = true;
        for (slice, arrival) in slices.clone().zip(0..) {
            let before = std::mem::replace(&mut at[(slice.0 - min) as usize], arrival);
            is_one &= before == u32::MAX;
        }
        if is_one {
            let arrivals = at.into_iter().filter(|&arrival| arrival != u32::MAX);
            for (arrival, place) in arrivals.zip(0..) {
                place_of[arrival as usize] = place;
            }
            return place_of;
        }
    }
    let mut by_slice: Vec<(SliceId, u32)> = slices.zip(0..).collect();
    by_slice.sort_unstable();
    for (&(_, arrival), place) in by_slice.iter().zip(0..) {
        place_of[arrival as usize] = place;
    }
    place_of
}
