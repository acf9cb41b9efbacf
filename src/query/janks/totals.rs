//! Counts and percentiles of frames: for the whole trace, per process and per layer.
//!
//! Every number can be had from SQL; `perfetty janks --explain` prints how.

use hashbrown::HashMap;

use super::{JankFilter, JankRow};
use crate::base::intern::StrId;
use crate::model::cujs::Cuj;
use crate::model::frame_timeline::{ActualFrame, JankTag};
use crate::model::ids::Upid;
use crate::model::jank;
use crate::model::trace::Trace;
use crate::query::percentile;

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

/// Counts of some frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JankTotals {
    /// All frames.
    pub n_frames: u64,
    /// The janky frames that are asked for.
    pub n_janky: u64,
    /// The janky frames that are asked for, by tag as in [`JANKY_TAGS`].
    pub by_tag: [u64; 5],
    /// Janky frames that are not asked for, for their tags or because they are not late enough.
    pub n_left_out: u64,
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
    /// The frame that was latest, janky or not.
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

    /// Counts a janky frame by its tag.
    pub fn count_tag(&mut self, tag: JankTag) {
        if let Some(at) = JANKY_TAGS.iter().position(|&janky| janky == tag) {
            self.by_tag[at] += 1;
        }
    }
}

/// Adds up frames.
#[derive(Default)]
struct Counter<'a> {
    totals: JankTotals,
    late: Vec<i64>,
    /// The latest frame, and how late it was.
    worst: Option<(i64, &'a ActualFrame)>,
}

impl<'a> Counter<'a> {
    /// Adds a frame; `is_asked` says whether it is asked for, if it is janky.
    fn add(&mut self, trace: &Trace, frame: &'a ActualFrame, late_ns: Option<i64>, is_asked: bool) {
        let totals = &mut self.totals;
        totals.n_frames += 1;
        totals.n_dropped += u64::from(frame.present_type == jank::PRESENT_DROPPED);
        totals.n_prediction_only += u64::from(frame.is_prediction_only());
        totals.n_non_perceivable += u64::from(frame.jank_tag == JankTag::NonPerceivable);
        totals.n_unspecified += u64::from(frame.jank_tag == JankTag::Unspecified);
        if let Some(late_ns) = late_ns {
            self.late.push(late_ns);
            let order = |frame: &ActualFrame| trace.slices.order_key(frame.slice);
            let beats = |&(worst_ns, worst): &(i64, &ActualFrame)| {
                late_ns > worst_ns || late_ns == worst_ns && order(frame) < order(worst)
            };
            if self.worst.as_ref().is_none_or(beats) {
                self.worst = Some((late_ns, frame));
            }
        }
        if !frame.is_janky() {
            return;
        }
        if !is_asked {
            totals.n_left_out += 1;
            return;
        }
        totals.n_janky += 1;
        totals.count_tag(frame.jank_tag);
    }

    fn finish(self, trace: &Trace) -> JankTotals {
        JankTotals {
            late: LateStats::of(self.late),
            worst: self.worst.map(|(_, frame)| JankRow::of(trace, frame)),
            ..self.totals
        }
    }
}

/// Counts all frames of a trace; how late they were is left out, which takes much longer to find.
pub fn counts(trace: &Trace) -> JankTotals {
    let mut counter = Counter::default();
    for frame in trace.frames.actual() {
        counter.add(trace, frame, None, true);
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
    /// Per critical user journey, by its index in [`Cujs::all`](crate::model::cujs::Cujs::all), in the same order.
    pub cujs: Vec<(usize, JankTotals)>,
}

/// Counts the frames of a scope. Janky frames that the filter leaves out do not count as janky, but are
/// counted as left out.
pub fn report(trace: &Trace, filter: &JankFilter) -> JankReport {
    let mut all = Counter::default();
    let mut processes: HashMap<Upid, Counter<'_>> = HashMap::new();
    let mut layers: HashMap<(Upid, Option<StrId>), Counter<'_>> = HashMap::new();
    for frame in trace.frames.actual() {
        if !filter.scope.contains(frame) {
            continue;
        }
        let late_ns = trace.frames.late_ns(trace, frame);
        let is_asked = filter.asks_for(frame, || late_ns);
        for counter in [
            &mut all,
            processes.entry(frame.upid).or_default(),
            layers.entry((frame.upid, frame.layer)).or_default(),
        ] {
            counter.add(trace, frame, late_ns, is_asked);
        }
    }
    let cujs = trace.cujs().all().iter().enumerate();
    let cujs = cujs.filter(|(_, cuj)| filter.scope.contains_cuj(cuj));
    let cujs = cujs.map(|(at, cuj)| (at, of_cuj(trace, filter, cuj)));
    JankReport {
        cujs: ranked(cujs.collect()),
        all: all.finish(trace),
        processes: ranked(finished(trace, processes)),
        layers: ranked(finished(trace, layers)),
    }
}

/// Counts the frames of a critical user journey that a filter is about.
pub fn of_cuj(trace: &Trace, filter: &JankFilter, cuj: &Cuj) -> JankTotals {
    let mut counter = Counter::default();
    for &slice in cuj.frames.iter().flatten() {
        if let Some(frame) = trace.frames.actual_of(slice)
            && filter.scope.contains(frame)
        {
            let late_ns = trace.frames.late_ns(trace, frame);
            counter.add(trace, frame, late_ns, filter.asks_for(frame, || late_ns));
        }
    }
    counter.finish(trace)
}

fn finished<K>(trace: &Trace, counters: HashMap<K, Counter<'_>>) -> Vec<(K, JankTotals)> {
    let rows = counters.into_iter();
    rows.map(|(key, counter)| (key, counter.finish(trace)))
        .collect()
}

fn ranked<K: Ord + Copy>(mut rows: Vec<(K, JankTotals)>) -> Vec<(K, JankTotals)> {
    rows.sort_by_key(|(key, totals)| {
        (
            std::cmp::Reverse(totals.n_janky),
            std::cmp::Reverse(totals.n_frames),
            *key,
        )
    });
    rows
}
