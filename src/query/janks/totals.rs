//! Counts and percentiles of frames: for the whole trace, per process and per layer.
//!
//! Every number can be had from SQL; `perfetty janks --explain` prints how.

use hashbrown::HashMap;

use super::{FrameScope, JankRow};
use crate::base::intern::StrId;
use crate::model::frame_timeline::{ActualFrame, JankTag};
use crate::model::ids::Upid;
use crate::model::jank;
use crate::model::trace::Trace;

/// The tags that janky frames can have, in the order in which they are listed.
pub const JANKY_TAGS: [JankTag; 5] = [
    JankTag::SelfJank,
    JankTag::Other,
    JankTag::Dropped,
    JankTag::BufferStuffing,
    JankTag::SurfaceFlingerStuffing,
];

/// How late frames were, over those that have a deadline and an end. Negative means early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateStats {
    /// How many frames have both.
    pub n: u64,
    /// Half of the frames were at most this late.
    pub p50_ns: i64,
    /// 90 of 100 frames were at most this late.
    pub p90_ns: i64,
    /// 95 of 100 frames were at most this late.
    pub p95_ns: i64,
    /// 99 of 100 frames were at most this late.
    pub p99_ns: i64,
    /// The latest frame.
    pub max_ns: i64,
}

impl LateStats {
    /// Returns the statistics of some latenesses, `None` if there are none.
    fn of(mut late: Vec<i64>) -> Option<Self> {
        late.sort_unstable();
        let max_ns = *late.last()?;
        Some(Self {
            n: late.len() as u64,
            p50_ns: percentile(&late, 50),
            p90_ns: percentile(&late, 90),
            p95_ns: percentile(&late, 95),
            p99_ns: percentile(&late, 99),
            max_ns,
        })
    }
}

/// Returns the nearest-rank percentile of sorted numbers: a number that occurs, never a mean.
fn percentile(sorted: &[i64], percent: usize) -> i64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted[rank - 1]
}

/// Counts of some frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JankTotals {
    /// All of them.
    pub n_frames: u64,
    /// Those that are janky.
    pub n_janky: u64,
    /// Janky frames by tag, as in [`JANKY_TAGS`].
    pub by_tag: [u64; 5],
    /// Frames that were never shown: present type `Dropped Frame`, whatever the tag.
    pub n_dropped: u64,
    /// Frames whose only reason is a wrong prediction, which are not janky.
    pub n_prediction_only: u64,
    /// Frames with jank that nobody could see, which are not janky.
    pub n_non_perceivable: u64,
    /// Frames that do not say whether they are janky.
    pub n_unspecified: u64,
    /// How late they were.
    pub late: Option<LateStats>,
    /// The janky frame that was latest.
    pub worst: Option<JankRow>,
}

impl JankTotals {
    /// Returns how many janky frames have this tag.
    pub fn with_tag(&self, tag: JankTag) -> u64 {
        JANKY_TAGS
            .iter()
            .position(|&janky| janky == tag)
            .map_or(0, |at| self.by_tag[at])
    }
}

/// Adds up frames.
#[derive(Default)]
struct Counter {
    totals: JankTotals,
    late: Vec<i64>,
}

impl Counter {
    fn add(&mut self, trace: &Trace, frame: &ActualFrame, late_ns: Option<i64>) {
        let totals = &mut self.totals;
        totals.n_frames += 1;
        totals.n_dropped += u64::from(frame.present_type == jank::PRESENT_DROPPED);
        totals.n_prediction_only += u64::from(frame.is_prediction_only());
        totals.n_non_perceivable += u64::from(frame.jank_tag == JankTag::NonPerceivable);
        totals.n_unspecified += u64::from(frame.jank_tag == JankTag::Unspecified);
        self.late.extend(late_ns);
        if !frame.is_janky() {
            return;
        }
        totals.n_janky += 1;
        if let Some(at) = JANKY_TAGS.iter().position(|&tag| tag == frame.jank_tag) {
            totals.by_tag[at] += 1;
        }
        let beats = |worst: &JankRow| {
            let ties = |slice| std::cmp::Reverse(trace.slices.order_key(slice));
            (late_ns, ties(frame.slice)) > (worst.late_ns, ties(worst.slice))
        };
        if late_ns.is_some() && totals.worst.as_ref().is_none_or(beats) {
            totals.worst = Some(JankRow::of(trace, frame));
        }
    }

    fn finish(self) -> JankTotals {
        JankTotals {
            late: LateStats::of(self.late),
            ..self.totals
        }
    }
}

/// Counts all frames of a trace; how late they were is left out, which takes much longer to find.
pub fn counts(trace: &Trace) -> JankTotals {
    let mut counter = Counter::default();
    for frame in trace.frames.actual() {
        counter.add(trace, frame, None);
    }
    counter.totals
}

/// The totals of a trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JankReport {
    /// Over all frames of the scope.
    pub all: JankTotals,
    /// Per process: most janky frames first, then most frames, then by upid.
    pub processes: Vec<(Upid, JankTotals)>,
    /// Per process and layer, in the same order; display frames have no layer.
    pub layers: Vec<((Upid, Option<StrId>), JankTotals)>,
}

/// Counts the frames of a scope.
pub fn report(trace: &Trace, scope: &FrameScope) -> JankReport {
    let mut all = Counter::default();
    let mut processes: HashMap<Upid, Counter> = HashMap::new();
    let mut layers: HashMap<(Upid, Option<StrId>), Counter> = HashMap::new();
    for frame in trace.frames.actual() {
        if !scope.contains(frame) {
            continue;
        }
        let late_ns = trace.frames.late_ns(trace, frame);
        all.add(trace, frame, late_ns);
        processes
            .entry(frame.upid)
            .or_default()
            .add(trace, frame, late_ns);
        layers
            .entry((frame.upid, frame.layer))
            .or_default()
            .add(trace, frame, late_ns);
    }
    JankReport {
        all: all.finish(),
        processes: ranked(processes),
        layers: ranked(layers),
    }
}

fn ranked<K: Ord + Copy>(counters: HashMap<K, Counter>) -> Vec<(K, JankTotals)> {
    let mut rows: Vec<(K, JankTotals)> = counters
        .into_iter()
        .map(|(key, counter)| (key, counter.finish()))
        .collect();
    rows.sort_by_key(|(key, totals)| {
        (
            std::cmp::Reverse(totals.n_janky),
            std::cmp::Reverse(totals.n_frames),
            *key,
        )
    });
    rows
}
