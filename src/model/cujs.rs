//! Critical user journeys (CUJs): stretches of an interaction that Android's system UI marks, and the
//! frames that were drawn for each.
//!
//! A journey is a slice `J<NAME>`, or `L<NAME>` where only its latency matters, on a track of its process.
//! What is said of it while it lasts, such as its vsyncs and its layer, are slices named `FT#…` on a track
//! of its name, or `J<NAME>#…` anywhere in its process; how a latency ended are instants `cancel` and `timeout`
//! on a track of its name. Its frames are those that a `doFrame` of its thread worked on while it lasted.
//! Source of the rules: Perfetto's `android/cujs` modules, which take the thread from the markers; where none
//! says it, the main thread is taken here, as in the metric `android_jank_cuj`.

use hashbrown::HashMap;

use super::frame_slices::FrameWork;
use super::ids::{LabelId, SliceId, Upid, Utid};
use super::slice::Label;
use super::trace::Trace;
use super::track::{Scope, TrackData};
use crate::base::time::{Dur, Ts};

/// So many markers and frames are looked at for all journeys together. A trace made for it may have
/// thousands of journeys that last as long as the trace.
const VISITS_MAX: usize = 4 << 20;

/// A journey without a known end is one if it lasted longer than this.
const LEAST_NS: i64 = 4_000_000;

/// What is watched of a journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CujKind {
    /// Its frames: `J<NAME>`.
    Jank,
    /// How long it takes: `L<NAME>`.
    Latency,
}

/// How a journey ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CujState {
    /// Its markers say that it came to its end.
    Completed,
    /// Its markers say that it was given up.
    Cancelled,
    /// It took too long to be waited for any longer; only a latency ends so.
    TimedOut,
    /// No marker says it.
    Unknown,
}

impl CujState {
    /// Returns what the state is called on the screen.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timed out",
            Self::Unknown => "end not marked",
        }
    }
}

/// A journey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuj {
    /// Its slice, whose name is the journey's with `J<…>` or `L<…>` around it.
    pub slice: SliceId,
    /// The process that marks it.
    pub upid: Upid,
    /// What is watched of it.
    pub kind: CujKind,
    /// How it ended.
    pub state: CujState,
    /// Whether it counts: it was neither given up nor, without a marked end, too short.
    pub counts: bool,
    /// The thread whose frames are watched.
    pub ui_thread: Option<Utid>,
    /// The layer whose frames are watched, by its number; `None` for all.
    pub layer_id: Option<i64>,
    /// The tokens of its first and last frame.
    pub vsyncs: Option<(i64, i64)>,
    /// Its actual frames in the order of time; `None` if there were too many journeys and frames to look for
    /// them.
    pub frames: Option<Vec<SliceId>>,
    /// How many of its frames were janky.
    pub n_janky: usize,
    /// The frame that was latest, janky or not, and how late it was in nanoseconds.
    pub worst: Option<(SliceId, i64)>,
}

/// All journeys of a trace.
#[derive(Clone, Debug, Default)]
pub struct Cujs {
    /// In the order of time.
    all: Vec<Cuj>,
    /// Which journey each slice is, by index, sorted by slice.
    by_slice: Vec<(SliceId, u32)>,
    /// Which journeys each frame was drawn for, by index, sorted by frame.
    by_frame: Vec<(SliceId, u32)>,
}

impl Cujs {
    /// Finds the journeys: one pass over the labels and, if any label is one of a journey, one over the slices.
    pub fn new(trace: &Trace) -> Self {
        Self::within(trace, VISITS_MAX)
    }

    /// Finds the journeys, and their frames for as long as so many markers and frames were looked at.
    pub(crate) fn within(trace: &Trace, mut visits: usize) -> Self {
        let Some(sayings) = Sayings::new(trace) else {
            return Self::default();
        };
        let (mut all, markers) = found(trace, &sayings);
        all.sort_by_key(|cuj| trace.slices.order_key(cuj.slice));
        for cuj in &mut all {
            markers.tell(trace, cuj, &mut visits);
            cuj.frames = frames(trace, cuj, &mut visits);
            cuj.judge(trace);
        }
        let indices = || (0_u32..).zip(&all);
        let mut by_slice: Vec<_> = indices().map(|(at, cuj)| (cuj.slice, at)).collect();
        by_slice.sort_unstable();
        let mut by_frame: Vec<_> = indices()
            .flat_map(|(at, cuj)| cuj.frames.iter().flatten().map(move |&frame| (frame, at)))
            .collect();
        by_frame.sort_unstable();
        Self {
            all,
            by_slice,
            by_frame,
        }
    }

    /// Returns all journeys in the order of time.
    pub fn all(&self) -> &[Cuj] {
        &self.all
    }

    /// Returns the journey that a slice is.
    pub fn of_slice(&self, slice: SliceId) -> Option<&Cuj> {
        let at = self.by_slice.binary_search_by_key(&slice, |row| row.0);
        Some(&self.all[self.by_slice[at.ok()?].1 as usize])
    }

    /// Returns the journeys that an actual frame was drawn for, in the order of time.
    pub fn of_frame(&self, frame: SliceId) -> impl Iterator<Item = &Cuj> {
        let start = self.by_frame.partition_point(|row| row.0 < frame);
        let rows = self.by_frame[start..].iter();
        rows.take_while(move |row| row.0 == frame)
            .map(|row| &self.all[row.1 as usize])
    }
}

impl Cuj {
    /// Returns whether its frames are watched and count.
    pub fn is_of_frames(&self) -> bool {
        self.counts && self.kind == CujKind::Jank
    }

    /// Returns its name without what stands around it.
    pub fn name<'a>(&self, trace: &'a Trace) -> &'a [u8] {
        let name = trace.slices.name(self.slice);
        let name = name.map_or(&b""[..], |name| trace.bytes(name));
        name.get(2..name.len().saturating_sub(1))
            .unwrap_or_default()
    }

    /// Counts its janky frames and finds the latest one.
    fn judge(&mut self, trace: &Trace) {
        for &slice in self.frames.iter().flatten() {
            let Some(frame) = trace.frames.actual_of(slice) else {
                continue;
            };
            self.n_janky += usize::from(frame.is_janky());
            if let Some(late) = trace.frames.late_ns(trace, frame)
                && self.worst.is_none_or(|worst| late > worst.1)
            {
                self.worst = Some((slice, late));
            }
        }
    }

    /// Returns the rank of a frame among those of the journey, from 1, and how many there are.
    pub fn rank_of(&self, trace: &Trace, frame: SliceId) -> Option<(usize, usize)> {
        let frames = self.frames.as_deref()?;
        let key = |&slice: &SliceId| trace.slices.order_key(slice);
        let at = frames.binary_search_by_key(&key(&frame), key).ok()?;
        Some((at + 1, frames.len()))
    }
}

/// What the name of a slice says about journeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said<'a> {
    /// It is one.
    Cuj(CujKind),
    /// Something of the journey whose slice has this name, or, without one, that of its track.
    Marker(Option<&'a [u8]>, Marker),
    /// How the latency ended that its track is called by.
    End(CujState),
}

/// What the labels of a trace say about journeys. There may be a million labels, and few say anything.
struct Sayings<'a> {
    /// What is said.
    all: Vec<Said<'a>>,
    /// Which of it each label says, by index; beyond the end, nothing.
    by_label: Vec<u32>,
}

impl<'a> Sayings<'a> {
    /// Reads the labels; `None` if no label is one of a journey.
    fn new(trace: &'a Trace) -> Option<Self> {
        let labels = trace.slices.labels();
        let said = |label: &Label| Said::of(trace.bytes(label.name?));
        let is_cuj = |label| matches!(said(label), Some(Said::Cuj(_)));
        if !labels.iter().any(is_cuj) {
            return None;
        }
        let mut all = Vec::new();
        let by_label = labels.iter().map(|label| {
            let place = u32::try_from(all.len()).unwrap_or(u32::MAX);
            match said(label) {
                Some(said) => {
                    all.push(said);
                    place
                }
                None => u32::MAX,
            }
        });
        let by_label = by_label.collect();
        Some(Self { all, by_label })
    }

    /// Returns what the label of a slice says.
    fn of(&self, trace: &Trace, slice: SliceId) -> Option<Said<'a>> {
        let LabelId(label) = trace.slices.label_id(slice);
        self.all
            .get(self.by_label[label as usize] as usize)
            .copied()
    }
}

/// What a marker says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marker {
    cancelled: bool,
    ended: bool,
    is_ui_thread: bool,
    layer_id: Option<i64>,
    begin_vsync: Option<i64>,
    end_vsync: Option<i64>,
}

impl<'a> Said<'a> {
    fn of(name: &'a [u8]) -> Option<Self> {
        let kind = match name {
            [b'F', b'T', b'#', ..] => return Some(Self::Marker(None, Marker::of(name))),
            b"cancel" => return Some(Self::End(CujState::Cancelled)),
            b"timeout" => return Some(Self::End(CujState::TimedOut)),
            [b'J', b'<', ..] => CujKind::Jank,
            [b'L', b'<', ..] => CujKind::Latency,
            _ => return None,
        };
        if name.ends_with(b">") {
            return Some(Self::Cuj(kind));
        }
        let end = memchr::memmem::find(name, b">#")? + 1;
        let (of, rest) = name.split_at(end);
        if rest == b"#UIThread" {
            let marker = Marker {
                is_ui_thread: true,
                ..Marker::default()
            };
            return Some(Self::Marker(Some(of), marker));
        }
        let is_marker = rest.starts_with(b"#FT#");
        is_marker.then(|| Self::Marker(Some(of), Marker::of(rest)))
    }
}

impl Marker {
    fn of(text: &[u8]) -> Self {
        let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
        Self {
            cancelled: has(b"FT#cancel"),
            ended: has(b"FT#end"),
            is_ui_thread: false,
            layer_id: number_after(text, b"layerId#"),
            begin_vsync: number_after(text, b"beginVsync#"),
            end_vsync: number_after(text, b"endVsync#"),
        }
    }
}

/// Returns the number after a word, `None` if the word or the number is not there.
fn number_after(text: &[u8], word: &[u8]) -> Option<i64> {
    let rest = text.get(memchr::memmem::find(text, word)? + word.len()..)?;
    let (is_negative, rest) = match rest.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number: i64 = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    Some(if is_negative { -number } else { number })
}

/// A marker: when it was set, and by which thread.
type MarkerRow = (Ts, Option<Utid>, Marker);

/// When a latency ended, and how.
type EndRow = (Ts, CujState);

/// The markers of each name and process, sorted by time.
#[derive(Default)]
struct Markers<'a> {
    of: HashMap<(&'a [u8], Upid), Vec<MarkerRow>>,
    /// How latencies of each name and process ended, sorted by time.
    ends: HashMap<(&'a [u8], Upid), Vec<EndRow>>,
}

/// Finds the slices that are journeys, and what is said of them.
fn found<'a>(trace: &'a Trace, sayings: &Sayings<'a>) -> (Vec<Cuj>, Markers<'a>) {
    let mut all = Vec::new();
    let mut markers = Markers::default();
    for (track, range) in trace.slices.tracks() {
        let row = trace.tracks.get(track);
        let (upid, utid) = match row.scope {
            _ if row.data != TrackData::Slices => continue,
            Scope::Process(upid) => (upid, None),
            Scope::Thread(utid) => match trace.processes.thread(utid).upid {
                Some(upid) => (upid, Some(utid)),
                None => continue,
            },
            _ => continue,
        };
        let track_name = row.name.map(|name| trace.bytes(name));
        for slice in range.map(SliceId) {
            match sayings.of(trace, slice) {
                Some(Said::Cuj(kind)) if utid.is_none() && lasts(trace, slice) => {
                    all.push(Cuj {
                        slice,
                        upid,
                        kind,
                        state: CujState::Unknown,
                        counts: false,
                        ui_thread: None,
                        layer_id: None,
                        vsyncs: None,
                        frames: None,
                        n_janky: 0,
                        worst: None,
                    });
                }
                Some(Said::Marker(of, marker)) => {
                    if let Some(of) = of.or(track_name) {
                        let row = (trace.slices.ts(slice), utid, marker);
                        markers.of.entry((of, upid)).or_default().push(row);
                    }
                }
                Some(Said::End(state)) => {
                    let is_of_latency = |name: &&[u8]| name.starts_with(b"L<");
                    if let Some(name) = track_name.filter(is_of_latency)
                        && trace.slices.dur(slice) == Some(Dur::ZERO)
                    {
                        let row = (trace.slices.ts(slice), state);
                        markers.ends.entry((name, upid)).or_default().push(row);
                    }
                }
                Some(Said::Cuj(_)) | None => {}
            }
        }
    }
    for rows in markers.of.values_mut() {
        rows.sort_by_key(|row| row.0);
    }
    for rows in markers.ends.values_mut() {
        rows.sort_by_key(|row| row.0);
    }
    (all, markers)
}

/// Returns whether a slice took time, as journeys do.
fn lasts(trace: &Trace, slice: SliceId) -> bool {
    trace.slices.dur(slice).is_some_and(|dur| !dur.is_zero())
}

impl Markers<'_> {
    /// Says of a journey what its markers do.
    fn tell(&self, trace: &Trace, cuj: &mut Cuj, visits: &mut usize) {
        let name = trace.slices.name(cuj.slice);
        let name = name.map_or(&b""[..], |name| trace.bytes(name));
        if cuj.kind == CujKind::Latency {
            cuj.state = self.end_of(trace, (name, cuj), visits);
            cuj.counts = cuj.state != CujState::Cancelled;
            return;
        }
        let rows = self
            .of
            .get(&(name, cuj.upid))
            .map_or(&[][..], Vec::as_slice);
        let (ts, end) = (trace.slices.ts(cuj.slice), trace.slices.end(cuj.slice));
        let from = rows.partition_point(|row| row.0 < ts);
        let rows = rows[from..].iter();
        let mut told = Marker::default();
        // Of several markers of a kind the greatest counts, as in Perfetto's modules.
        for &(_, utid, marker) in rows.take_while(|row| Some(row.0) < end).take(*visits) {
            *visits -= 1;
            told.cancelled |= marker.cancelled;
            told.ended |= marker.ended;
            told.layer_id = told.layer_id.max(marker.layer_id);
            told.begin_vsync = told.begin_vsync.max(marker.begin_vsync);
            told.end_vsync = told.end_vsync.max(marker.end_vsync);
            if marker.is_ui_thread {
                cuj.ui_thread = cuj.ui_thread.max(utid);
            }
        }
        cuj.state = match (told.cancelled, told.ended) {
            (true, _) => CujState::Cancelled,
            (false, true) => CujState::Completed,
            (false, false) => CujState::Unknown,
        };
        let dur = trace.slices.dur(cuj.slice);
        cuj.counts = match cuj.state {
            CujState::Completed => true,
            CujState::Cancelled | CujState::TimedOut => false,
            CujState::Unknown => dur.is_some_and(|dur| dur.ns() > LEAST_NS),
        };
        cuj.layer_id = told.layer_id.filter(|&id| id > 0);
        cuj.vsyncs = told.begin_vsync.zip(told.end_vsync);
        cuj.ui_thread = cuj.ui_thread.or_else(|| trace.main_thread(cuj.upid));
    }

    /// Returns how a latency ended: it was completed unless something else is said until its very end. Unknown if
    /// too much was looked at already.
    fn end_of(&self, trace: &Trace, (name, cuj): (&[u8], &Cuj), visits: &mut usize) -> CujState {
        let rows = self.ends.get(&(name, cuj.upid));
        let rows = rows.map_or(&[][..], Vec::as_slice);
        let (ts, end) = (trace.slices.ts(cuj.slice), trace.slices.end(cuj.slice));
        let from = rows.partition_point(|row| row.0 < ts);
        let mut state = CujState::Completed;
        let rows = rows[from..].iter();
        for &(_, said) in rows.take_while(|row| Some(row.0) <= end) {
            let Some(left) = visits.checked_sub(1) else {
                return CujState::Unknown;
            };
            *visits = left;
            if said == CujState::Cancelled {
                return said;
            }
            state = said;
        }
        state
    }
}

/// Returns the frames of a journey, of one whose latency is watched none; `None` if too much was looked at already.
fn frames(trace: &Trace, cuj: &Cuj, visits: &mut usize) -> Option<Vec<SliceId>> {
    // Without this, markers may have been left out that say which frames these are.
    *visits = visits.checked_sub(1)?;
    let (ts, end) = (trace.slices.ts(cuj.slice), trace.slices.end(cuj.slice)?);
    let Some(utid) = cuj.ui_thread.filter(|_| cuj.kind == CujKind::Jank) else {
        return Some(Vec::new());
    };
    let (first, last) = cuj.vsyncs.unwrap_or((i64::MIN, i64::MAX));
    let works = trace.frame_slices().between(cuj.upid, first, last);
    let mut frames = Vec::new();
    for row in works {
        *visits = visits.checked_sub(1)?;
        let during = || {
            trace.slices.ts(row.slice) < end
                && trace.slices.end(row.slice).is_none_or(|end| end > ts)
        };
        if row.work != FrameWork::DoFrame || trace.utid_of(row.slice) != Some(utid) || !during() {
            continue;
        }
        for frame in trace.frames.actual_with(cuj.upid, row.token) {
            *visits = visits.checked_sub(1)?;
            let layer = frame.layer.map(|layer| trace.bytes(layer));
            let is_of_layer = |id| layer.and_then(layer_id) == Some(id);
            if frame.surface_token.is_some() && cuj.layer_id.is_none_or(is_of_layer) {
                frames.push(frame.slice);
            }
        }
    }
    frames.sort_by_key(|&slice| trace.slices.order_key(slice));
    frames.dedup();
    Some(frames)
}

/// Returns the number of a layer: `TX - app#7` has 7.
fn layer_id(name: &[u8]) -> Option<i64> {
    number_after(name, b"#")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_a_slice_is() {
        let marker = |name| match Said::of(name) {
            Some(Said::Marker(of, marker)) => Some((of, marker)),
            _ => None,
        };
        assert_eq!(Said::of(b"J<OPEN>"), Some(Said::Cuj(CujKind::Jank)));
        assert_eq!(Said::of(b"L<OPEN>"), Some(Said::Cuj(CujKind::Latency)));
        for other in [&b"J<OPEN"[..], b"J<", b"OPEN", b"J<OPEN>#other", b""] {
            assert_eq!(Said::of(other), None, "{other:?}");
        }
        let begin = Marker {
            begin_vsync: Some(12),
            ..Marker::default()
        };
        assert_eq!(marker(b"FT#beginVsync#12"), Some((None, begin)));
        let named = marker(b"J<A>#FT#beginVsync#12");
        assert_eq!(named, Some((Some(&b"J<A>"[..]), begin)));
        let of_layer = |name| marker(name).and_then(|(_, marker)| marker.layer_id);
        assert_eq!(of_layer(b"FT#layerId#-1"), Some(-1));
        assert_eq!(of_layer(b"FT#layerId#7 "), Some(7));
        assert_eq!(of_layer(b"FT#layerId#"), None);
        assert_eq!(of_layer(b"FT#layerId#99999999999999999999"), None);
        assert!(marker(b"FT#endVsync#1").is_some_and(|(_, marker)| marker.ended));
        assert!(marker(b"FT#cancel#1").is_some_and(|(_, marker)| marker.cancelled));
    }
}
