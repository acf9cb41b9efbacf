//! Janky frames: which they are, ranked, grouped, and walked one after the other.
//!
//! The one definition of janky is [`ActualFrame::is_janky`], of late
//! [`FrameTimelineTable::late_ns`](crate::model::frame_timeline::FrameTimelineTable::late_ns);
//! the inbox, `n`, the frame strip and the `janks` report all read them here.
//! What made a frame late is the business of [`super::frame_lens`].

pub mod limits;
pub mod totals;

use std::cmp::Reverse;

use hashbrown::{HashMap, HashSet};
use regex::bytes::Regex;

use super::nav::Neighbour;
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};
use crate::model::cujs::Cuj;
use crate::model::frame_timeline::{ActualFrame, JankSeverity, JankTag};
use crate::model::ids::{SliceId, Upid};
use crate::model::jank::jank_type_text;
use crate::model::trace::Trace;

/// Returns in a few words why there are no actual frames. The caller may cut the text.
pub fn why_no_frames(trace: &Trace) -> String {
    match trace.frames.expected().len() {
        0 => {}
        1 => return "no actual frame, but an expected one".to_owned(),
        n => return format!("no actual frames, but {n} expected ones"),
    }
    "this trace has no frames of Android".to_owned()
}

/// Returns whether a pattern matches the name of a process as recorded, or its title.
pub fn is_process_matched(trace: &Trace, upid: Upid, re: &Regex) -> bool {
    let name = trace.processes.process(upid).name;
    name.is_some_and(|name| re.is_match(trace.bytes(name)))
        || re.is_match(trace.process_title(upid).as_bytes())
}

/// Which frames a question is about: all, or those of some processes and layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameScope {
    upids: Option<HashSet<Upid>>,
    layers: Option<HashSet<StrId>>,
    cujs: Option<OfCujs>,
}

/// Some critical user journeys, by their slices, and the frames that were drawn for them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OfCujs {
    cujs: HashSet<SliceId>,
    frames: HashSet<SliceId>,
}

impl FrameScope {
    /// Returns the frames of the processes and layers whose names match. A process without a name
    /// goes by its title. With a pattern for layers, display frames are left out: they have none.
    pub fn matching(trace: &Trace, process: Option<&Regex>, layer: Option<&Regex>) -> Self {
        let frames = trace.frames.actual();
        let upids = process.map(|re| {
            let all: HashSet<Upid> = frames.iter().map(|frame| frame.upid).collect();
            let matches = |&upid: &Upid| is_process_matched(trace, upid, re);
            all.into_iter().filter(matches).collect()
        });
        let layers = layer.map(|re| {
            let all: HashSet<StrId> = frames.iter().filter_map(|frame| frame.layer).collect();
            let matches = |&layer: &StrId| re.is_match(trace.bytes(layer));
            all.into_iter().filter(matches).collect()
        });
        Self {
            upids,
            layers,
            cujs: None,
        }
    }

    /// Leaves out frames that were not drawn for a critical user journey whose name matches. The name is that of its
    /// slice, `J<NAME>`, or `NAME`. Journeys that were given up do not count.
    #[must_use]
    pub fn of_cujs(self, trace: &Trace, re: &Regex) -> Self {
        let is_asked = |cuj: &&Cuj| {
            let name = trace.slices.name(cuj.slice);
            let is_match = |name: &[u8]| re.is_match(name);
            cuj.is_of_frames()
                && (is_match(cuj.name(trace)) || name.is_some_and(|id| is_match(trace.bytes(id))))
        };
        let cujs: Vec<&Cuj> = trace.cujs().all().iter().filter(is_asked).collect();
        let frames = cujs.iter().flat_map(|cuj| cuj.frames.iter().flatten());
        Self {
            cujs: Some(OfCujs {
                frames: frames.copied().collect(),
                cujs: cujs.iter().map(|cuj| cuj.slice).collect(),
            }),
            ..self
        }
    }

    /// Returns the frames of one process.
    pub fn process(upid: Upid) -> Self {
        Self {
            upids: Some(HashSet::from_iter([upid])),
            ..Self::default()
        }
    }

    /// Returns the processes, `None` for all.
    pub fn upids(&self) -> Option<Vec<Upid>> {
        let upids = self.upids.as_ref()?;
        let mut upids: Vec<Upid> = upids.iter().copied().collect();
        upids.sort_unstable();
        Some(upids)
    }

    /// Returns the names of layers, `None` for all.
    pub fn layers(&self) -> Option<Vec<StrId>> {
        let layers = self.layers.as_ref()?;
        let mut layers: Vec<StrId> = layers.iter().copied().collect();
        layers.sort_unstable();
        Some(layers)
    }

    /// Returns the frames that were drawn for the journeys, `None` for all.
    pub fn cuj_frames(&self) -> Option<Vec<SliceId>> {
        let mut frames: Vec<SliceId> = self.cujs.as_ref()?.frames.iter().copied().collect();
        frames.sort_unstable();
        Some(frames)
    }

    /// Returns whether a journey belongs to the scope: its frames are asked for.
    pub fn contains_cuj(&self, cuj: &Cuj) -> bool {
        let is_of_process = |upids: &HashSet<Upid>| upids.contains(&cuj.upid);
        cuj.is_of_frames()
            && self.upids.as_ref().is_none_or(is_of_process)
            && (self.cujs.as_ref()).is_none_or(|of| of.cujs.contains(&cuj.slice))
    }

    /// Returns whether a frame belongs to the scope.
    pub fn contains(&self, frame: &ActualFrame) -> bool {
        self.upids
            .as_ref()
            .is_none_or(|upids| upids.contains(&frame.upid))
            && self
                .layers
                .as_ref()
                .is_none_or(|layers| frame.layer.is_some_and(|layer| layers.contains(&layer)))
            && (self.cujs.as_ref()).is_none_or(|of| of.frames.contains(&frame.slice))
    }
}

/// Which janky frames a list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JankFilter {
    /// Whose frames.
    pub scope: FrameScope,
    /// With which tags; empty means any.
    pub tags: Vec<JankTag>,
    /// How late at least, in nanoseconds.
    pub min_late_ns: Option<i64>,
}

impl JankFilter {
    /// Returns whether a frame is janky and passes.
    pub fn accepts(&self, trace: &Trace, frame: &ActualFrame) -> bool {
        frame.is_janky()
            && self.scope.contains(frame)
            && self.asks_for(frame, || trace.frames.late_ns(trace, frame))
    }

    /// Returns whether a janky frame of the scope passes, by its tag and by how late it is.
    fn asks_for(&self, frame: &ActualFrame, late_ns: impl FnOnce() -> Option<i64>) -> bool {
        (self.tags.is_empty() || self.tags.contains(&frame.jank_tag))
            && self
                .min_late_ns
                .is_none_or(|min| late_ns().is_some_and(|late| late >= min))
    }
}

/// A janky frame, as every list shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JankRow {
    /// Its slice.
    pub slice: SliceId,
    /// When it started.
    pub ts: Ts,
    /// How long it took as recorded, `None` if it has no end.
    pub dur: Option<Dur>,
    /// Whether its prediction had expired: its start, and with that `dur`, is made up.
    pub is_expired: bool,
    /// How late it was in nanoseconds, `None` without a deadline.
    pub late_ns: Option<i64>,
    /// Its vsync id.
    pub token: i64,
    /// The vsync id of the display frame that it was for; its own if it is one. Frames of one layer that were
    /// made for the same vsync differ in it.
    pub display_token: i64,
    /// Whose it is.
    pub upid: Upid,
    /// The layer it was drawn on, `None` for a display frame.
    pub layer: Option<StrId>,
    /// Who is at fault.
    pub tag: JankTag,
    /// How bad it was.
    pub severity: JankSeverity,
    /// `Jank Severity Score`, `None` where the recorder gives none.
    pub severity_score: Option<f64>,
    /// The jank bits: why, as SurfaceFlinger says.
    pub jank_type: i32,
}

impl JankRow {
    /// What [`Self::record`] says, in its order.
    pub const RECORD: [&str; 17] = [
        "ts",
        "dur",
        "token",
        "late_ns",
        "process",
        "pid",
        "layer",
        "tag",
        "severity",
        "jank_type",
        "cause",
        "display_token",
        "machine",
        "severity_score",
        "cause_ns",
        "slice",
        "cujs",
    ];

    /// Returns the row of a frame.
    pub fn of(trace: &Trace, frame: &ActualFrame) -> Self {
        Self {
            slice: frame.slice,
            ts: trace.slices.ts(frame.slice),
            dur: trace.slices.dur(frame.slice),
            is_expired: frame.is_expired(),
            late_ns: trace.frames.late_ns(trace, frame),
            token: frame.token(),
            display_token: frame.display_token,
            upid: frame.upid,
            layer: frame.layer,
            tag: frame.jank_tag,
            severity: frame.severity,
            severity_score: Some(frame.severity_score)
                .filter(|&score| score != 0.0)
                .map(f64::from),
            jank_type: frame.jank_type,
        }
    }

    /// Returns how long it took, if that is known.
    pub fn known_dur(&self) -> Option<Dur> {
        self.dur.filter(|_| !self.is_expired)
    }

    /// Returns the frame as data, with what made it late. Times are in nanoseconds, `jank_type` is what
    /// SurfaceFlinger says; what is not known is empty.
    pub fn record(
        &self,
        trace: &Trace,
        (cause, cause_dur): (&str, Option<Dur>),
    ) -> [String; Self::RECORD.len()] {
        let number = |value: Option<i64>| value.map_or_else(String::new, |value| value.to_string());
        let process = trace.processes.process(self.upid);
        let layer = self.layer.map(|layer| trace.text(layer).into_owned());
        [
            self.ts.ns().to_string(),
            number(self.dur.map(Dur::ns)),
            self.token.to_string(),
            number(self.late_ns),
            process_name(trace, self.upid).unwrap_or_default(),
            process.pid.to_string(),
            layer.unwrap_or_default(),
            self.tag.text().to_owned(),
            self.severity.text().to_owned(),
            jank_type_text(self.jank_type).into_owned(),
            cause.to_owned(),
            self.display_token.to_string(),
            process.machine.to_string(),
            self.severity_score
                .map_or_else(String::new, |score| score.to_string()),
            number(cause_dur.map(Dur::ns)),
            number(trace.sql_ids().id(self.slice).map(i64::from)),
            cuj_names(trace, self.slice).join(" "),
        ]
    }
}

/// Returns the names of the critical user journeys that a frame was drawn for.
pub fn cuj_names(trace: &Trace, frame: SliceId) -> Vec<String> {
    let cujs = trace.cujs().of_frame(frame);
    cujs.map(|cuj| String::from_utf8_lossy(cuj.name(trace)).into_owned())
        .collect()
}

/// Returns the name of a process as it was recorded, `None` where it has none.
pub fn process_name(trace: &Trace, upid: Upid) -> Option<String> {
    let name = trace.processes.process(upid).name;
    let name = name.filter(|&name| name != StrId::EMPTY)?;
    Some(trace.text(name).into_owned())
}

/// Returns the janky frames that pass, in the order of time.
pub fn janky_frames(trace: &Trace, filter: &JankFilter) -> Vec<JankRow> {
    let janky = trace.frames_by_time().janky().iter();
    janky
        .filter_map(|&slice| trace.frames.actual_of(slice))
        .filter(|frame| filter.accepts(trace, frame))
        .map(|frame| JankRow::of(trace, frame))
        .collect()
}

/// Returns whether some rows differ in the display frame only: process, layer and token are the same.
pub fn tokens_repeat<'a>(mut rows: impl Iterator<Item = &'a JankRow>) -> bool {
    let mut seen = HashSet::new();
    rows.any(|row| !seen.insert((row.upid, row.layer, row.token)))
}

/// How a list is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum JankSort {
    /// Latest first; frames without a deadline last.
    #[default]
    Late,
    /// In the order of time.
    Time,
    /// Longest first; frames of unknown duration last.
    Dur,
    /// By who is at fault, then how severe, then how late.
    Tag,
}

impl JankSort {
    /// All orders, as a key cycles through them.
    pub const ALL: [Self; 4] = [Self::Late, Self::Time, Self::Dur, Self::Tag];

    /// Returns what the order is called on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Time => "time",
            Self::Dur => "duration",
            Self::Tag => "tag",
        }
    }
}

/// Ranks rows. Ties keep the order of time.
pub fn sort_rows(trace: &Trace, rows: &mut [JankRow], by: JankSort) {
    let order = |row: &JankRow| trace.slices.order_key(row.slice);
    match by {
        JankSort::Late => rows.sort_by_cached_key(|row| (Reverse(row.late_ns), order(row))),
        JankSort::Time => rows.sort_by_cached_key(order),
        JankSort::Dur => rows.sort_by_cached_key(|row| (Reverse(row.known_dur()), order(row))),
        JankSort::Tag => rows.sort_by_cached_key(|row| {
            let fault = (row.tag, row.severity, row.late_ns);
            (Reverse(fault), order(row))
        }),
    }
}

/// What a list is grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum JankGrouping {
    /// Nothing: one flat list.
    #[default]
    None,
    /// The process.
    Process,
    /// Process and layer.
    Layer,
    /// Who is at fault.
    Tag,
    /// What made the frames late.
    Cause,
    /// The critical user journey that they were drawn for.
    Cuj,
}

impl JankGrouping {
    /// All groupings, as a key cycles through them. The last one is only for traces with journeys.
    const ALL: [Self; 6] = [
        Self::None,
        Self::Process,
        Self::Layer,
        Self::Tag,
        Self::Cause,
        Self::Cuj,
    ];

    /// Returns the groupings that tell something of a trace.
    pub fn all(trace: &Trace) -> &'static [Self] {
        match trace.cujs().all() {
            [] => &Self::ALL[..Self::ALL.len() - 1],
            _ => &Self::ALL,
        }
    }

    /// Returns what the grouping is called on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Process => "process",
            Self::Layer => "layer",
            Self::Tag => "tag",
            Self::Cause => "cause",
            Self::Cuj => "CUJ",
        }
    }
}

/// Rows that have something in common.
#[derive(Clone, Debug, PartialEq)]
pub struct JankGroup<K> {
    /// What they have in common.
    pub key: K,
    /// Where they stand in the list that was grouped, ascending.
    pub rows: Vec<usize>,
}

/// Groups a ranked list: groups come in the order of their first rows, which keeps the ranking.
pub fn group_rows<K: Clone + Eq + std::hash::Hash>(
    rows: &[JankRow],
    key: impl Fn(&JankRow) -> K,
) -> Vec<JankGroup<K>> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut groups: Vec<JankGroup<K>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let key = key(row);
        let place = *places.entry(key.clone()).or_insert_with(|| {
            groups.push(JankGroup {
                key,
                rows: Vec::new(),
            });
            groups.len() - 1
        });
        groups[place].rows.push(at);
    }
    groups
}

/// Where a walk from one janky frame to the next starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkFrom {
    /// A slice, which need not be a frame.
    Slice(SliceId),
    /// An instant: a frame that starts exactly there counts as next.
    Ts(Ts),
}

/// Returns the nearest of `frames`, which are sorted by time, after (before) a place, without wrapping.
pub fn walk_among(
    trace: &Trace,
    frames: &[SliceId],
    from: WalkFrom,
    step: Neighbour,
) -> Option<SliceId> {
    let place = place_among(trace, frames, from, step);
    let index = match step {
        Neighbour::Next => Some(place),
        Neighbour::Previous => place.checked_sub(1),
    };
    frames.get(index?).copied()
}

/// Returns the rank of a slice among `frames`, which are sorted by time, from 0.
pub fn rank_among(trace: &Trace, frames: &[SliceId], slice: SliceId) -> Option<usize> {
    let place = place_among(trace, frames, WalkFrom::Slice(slice), Neighbour::Previous);
    (frames.get(place) == Some(&slice)).then_some(place)
}

/// Returns the other janky frames that pass and start nearest to a frame, at most `max`, by time.
pub fn nearest(
    trace: &Trace,
    filter: &JankFilter,
    frame: &ActualFrame,
    max: usize,
) -> Vec<SliceId> {
    let frames = trace.frames_by_time().janky();
    let start = trace.slices.ts(frame.slice).ns();
    let place = place_among(
        trace,
        frames,
        WalkFrom::Ts(Ts::from_ns(start)),
        Neighbour::Next,
    );
    let passes = |&slice: &SliceId| {
        let other = trace.frames.actual_of(slice);
        slice != frame.slice && other.is_some_and(|other| filter.accepts(trace, other))
    };
    let distance = |slice: SliceId| trace.slices.ts(slice).ns().abs_diff(start);
    let mut after = frames[place..].iter().copied().filter(passes).peekable();
    let mut before = frames[..place]
        .iter()
        .rev()
        .copied()
        .filter(passes)
        .peekable();
    let mut found = Vec::new();
    while found.len() < max {
        let is_before = match (before.peek(), after.peek()) {
            (Some(&before), Some(&after)) => distance(before) <= distance(after),
            (before, after) if before.is_none() && after.is_none() => break,
            (before, _) => before.is_some(),
        };
        found.extend(if is_before {
            before.next()
        } else {
            after.next()
        });
    }
    found.sort_by_key(|&slice| trace.slices.order_key(slice));
    found
}

/// Returns how many of `frames`, which are sorted by time, are not after a place; when walking back, how many
/// are before it.
fn place_among(trace: &Trace, frames: &[SliceId], from: WalkFrom, step: Neighbour) -> usize {
    let key = |slice| trace.slices.order_key(slice);
    match (from, step) {
        (WalkFrom::Slice(slice), Neighbour::Next) => {
            frames.partition_point(|&other| key(other) <= key(slice))
        }
        (WalkFrom::Slice(slice), Neighbour::Previous) => {
            frames.partition_point(|&other| key(other) < key(slice))
        }
        (WalkFrom::Ts(ts), _) => frames.partition_point(|&other| trace.slices.ts(other) < ts),
    }
}

#[cfg(test)]
pub(crate) mod tests;
