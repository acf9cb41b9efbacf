//! Applies atrace points: slices of threads, async slices and counters of processes.
//!
//! The text is parsed by `atrace.rs`; drivers that write the same points as typed events
//! (`sde_tracing_mark_write` and its relatives) come here too. Rules: spec frametimeline F2.

use hashbrown::HashMap;

use super::atrace::{self, Action, NoPoint, Point};
use super::lately::Lately;
use super::tracks::{AsyncTracks, RowsKey, Tracks, sample_with};
use crate::base::intern::StrId;
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::ids::{LabelId, Upid, Utid};
use crate::model::slice::Label;
use crate::model::track::{Scope, Track, TrackData};

const FAILURE: &str = "systrace_parse_failure";

/// Imports atrace points.
#[derive(Debug)]
pub(super) struct Markers {
    async_slice: StrId,
    async_slice_for_track: StrId,
    atrace_counter: StrId,
    counters: HashMap<(Upid, StrId), SinkTrack>,
    /// The labels of names, by string.
    labels: Vec<Option<LabelId>>,
    /// Names of beginnings as they usually are, and in `lately` any names.
    usual: Lately,
    lately: Lately,
    /// Threads that wrote lately, each in the one slot that its tid may have.
    writers: Vec<Writer>,
}

/// How many threads that wrote lately are at hand, a power of two.
const WRITERS: usize = 1024;

/// A thread that wrote a beginning or an end.
#[derive(Clone, Copy, Debug, Default)]
struct Writer {
    tid: u32,
    utid: Utid,
    track: SinkTrack,
    /// The generation of threads in which this entry holds; 0 is none.
    generation: u32,
    /// The process that the thread named, as it is written behind the phase: those bits of a word that `mask`
    /// has.
    process: u64,
    mask: u64,
    /// How many bytes the process takes.
    len: usize,
}

#[inline]
fn slot(tid: i64) -> usize {
    tid as usize % WRITERS
}

/// What a point needs of the importer around it.
pub(super) struct Target<'a> {
    pub(super) tracks: &'a mut Tracks,
    pub(super) rows: &'a mut AsyncTracks,
    pub(super) sink: &'a mut Sink,
}

/// What a thread did to its slices, which binder transactions want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nested {
    /// The thread began a slice with this label.
    Begin(Utid, LabelId),
    /// The thread ended a slice.
    End(Utid),
}

impl Markers {
    pub(super) fn new(sink: &mut Sink) -> Self {
        Self {
            async_slice: sink.str("atrace_async_slice"),
            async_slice_for_track: sink.str("atrace_async_slice_for_track"),
            atrace_counter: sink.str("atrace_counter"),
            counters: HashMap::new(),
            labels: Vec::new(),
            usual: Lately::default(),
            lately: Lately::default(),
            writers: vec![Writer::default(); WRITERS],
        }
    }

    /// Imports the text of a trace marker that thread `tid` wrote, and the eight bytes behind its
    /// first, if they are known.
    #[inline]
    pub(super) fn text(
        &mut self,
        (text, word): (&[u8], Option<u64>),
        tid: i64,
        at: At,
        target: &mut Target<'_>,
    ) -> Option<Nested> {
        if let Some(word) = word
            && let Some(writer) = self.writer(word, tid, target)
            && let Some((phase, rest)) = text.split_first()
            && let Some(rest) = rest.get(writer.len..)
        {
            let (utid, track) = (writer.utid, writer.track);
            match (phase, rest) {
                (b'E', [] | [b'\n']) => return Some(end((utid, track), at, target)),
                (b'B', [b'|', name @ ..]) => {
                    let name = name.strip_suffix(b"\n").unwrap_or(name);
                    let strings = &mut target.sink.strings;
                    let is_usual = atrace::is_usual_name;
                    if let Some(id) = self.usual.intern_if(name, strings, is_usual)
                        && !name.is_empty()
                    {
                        return Some(self.begin((utid, track), (name, id), at, target));
                    }
                }
                _ => {}
            }
        }
        self.new_text((text, word), tid, at, target)
    }

    /// Returns the thread that wrote lately and named the same process as this text.
    #[inline]
    fn writer(&self, word: u64, tid: i64, target: &Target<'_>) -> Option<&Writer> {
        let writer = self.writers.get(slot(tid))?;
        let is_it = i64::from(writer.tid) == tid
            && writer.generation == target.sink.processes.generation()
            && (word ^ writer.process) & writer.mask == 0;
        is_it.then_some(writer)
    }

    /// Imports a text, and remembers the thread that wrote it.
    #[inline(never)]
    fn new_text(
        &mut self,
        (text, word): (&[u8], Option<u64>),
        tid: i64,
        at: At,
        target: &mut Target<'_>,
    ) -> Option<Nested> {
        let Some((point, len)) = atrace::usual(text) else {
            return self.any_text(text, tid, at, target);
        };
        let nested = self.point(&point, tid, at, target);
        if let Some(Nested::Begin(utid, _) | Nested::End(utid)) = nested
            && let (Some(process), Ok(own_tid)) = (word, u32::try_from(tid))
            && point.tgid != 0
            && len <= size_of_val(&process)
        {
            let track = target.tracks.thread(utid, at, target.sink);
            self.writers[slot(tid)] = Writer {
                tid: own_tid,
                utid,
                track,
                generation: target.sink.processes.generation(),
                process,
                mask: u64::MAX >> (u64::BITS - 8 * len as u32),
                len,
            };
        }
        nested
    }

    #[inline(never)]
    fn any_text(
        &mut self,
        text: &[u8],
        tid: i64,
        at: At,
        target: &mut Target<'_>,
    ) -> Option<Nested> {
        // The reference removes what is not UTF-8 before it looks at the text.
        let cleaned: Vec<u8>;
        let text = if text.is_ascii() || std::str::from_utf8(text).is_ok() {
            text
        } else {
            cleaned = text
                .utf8_chunks()
                .flat_map(|chunk| chunk.valid().bytes())
                .collect();
            &cleaned
        };
        match atrace::parse(text) {
            Ok(point) => self.point(&point, tid, at, target),
            Err(NoPoint::Ignored) => None,
            Err(NoPoint::Invalid) => {
                target.sink.issues.record(FAILURE, at.offset, || {
                    format!("trace marker {:?}", String::from_utf8_lossy(text))
                });
                None
            }
        }
    }

    /// Imports a point that thread `tid` wrote.
    pub(super) fn point(
        &mut self,
        point: &Point<'_>,
        tid: i64,
        at: At,
        target: &mut Target<'_>,
    ) -> Option<Nested> {
        let tgid = i64::from(point.tgid);
        match point.action {
            Action::Begin { name } => {
                let utid = emitter(target.sink, tid, tgid);
                let track = target.tracks.thread(utid, at, target.sink);
                let id = self.lately.intern(name, &mut target.sink.strings);
                return Some(self.begin((utid, track), (name, id), at, target));
            }
            Action::End => {
                let utid = if tgid == 0 {
                    target.sink.processes.find_thread(tid)?
                } else {
                    target.sink.processes.update_thread(tid, tgid)
                };
                let track = target.tracks.thread(utid, at, target.sink);
                return Some(end((utid, track), at, target));
            }
            Action::Instant { name } => {
                let utid = emitter(target.sink, tid, tgid);
                let track = target.tracks.thread(utid, at, target.sink);
                let label = label(target.sink, name);
                target.sink.instant(track, at.time(), at.pos(), label);
            }
            Action::AsyncBegin { name, cookie } => {
                let label = label(target.sink, name);
                let key = Self::key(self.async_slice, tgid, name, target.sink);
                target
                    .rows
                    .begin_saturating(key, cookie, label, at, target.sink);
            }
            Action::AsyncEnd { name, cookie } => {
                let key = Self::key(self.async_slice, tgid, name, target.sink);
                target.rows.end(key, cookie, None, at, target.sink);
            }
            Action::Counter { name, value } => self.counter((tgid, name), value, tid, at, target),
            Action::TrackInstant {
                track: b"DeviceStateChanged",
                name,
            } => {
                device_state(name, at, target.sink);
            }
            Action::TrackInstant { track, name } => {
                let label = label(target.sink, name);
                let key = Self::key(self.async_slice_for_track, tgid, track, target.sink);
                let utid = target.sink.processes.thread(tid);
                target.rows.instant(key, (label, utid), at, target.sink);
            }
            Action::TrackBegin {
                track,
                name,
                cookie,
            } => {
                let label = label(target.sink, name);
                let key = Self::key(self.async_slice_for_track, tgid, track, target.sink);
                let utid = target.sink.processes.thread(tid);
                target
                    .rows
                    .begin(key, cookie, (label, Some(utid)), at, target.sink);
            }
            Action::TrackEnd { track, cookie } => {
                let key = Self::key(self.async_slice_for_track, tgid, track, target.sink);
                let utid = target.sink.processes.thread(tid);
                target.rows.end(key, cookie, Some(utid), at, target.sink);
            }
        }
        None
    }

    /// Begins a slice of a thread.
    #[inline]
    fn begin(
        &mut self,
        (utid, track): (Utid, SinkTrack),
        (name, id): (&[u8], StrId),
        at: At,
        target: &mut Target<'_>,
    ) -> Nested {
        let label = self.label(id, target.sink);
        target.sink.begin(track, at.time(), at.pos(), label);
        if name.starts_with(b"lmk,") {
            killed(name, at, target.sink);
        }
        Nested::Begin(utid, label)
    }

    /// Returns the label of a name, which is looked up once.
    #[inline]
    fn label(&mut self, name: StrId, sink: &mut Sink) -> LabelId {
        if let Some(&Some(label)) = self.labels.get(name.index()) {
            return label;
        }
        self.new_label(name, sink)
    }

    #[cold]
    #[inline(never)]
    fn new_label(&mut self, name: StrId, sink: &mut Sink) -> LabelId {
        let label = sink.labels.intern(Label {
            name: Some(name),
            category: None,
        });
        if name.index() >= self.labels.len() {
            self.labels.resize(name.index() + 1, None);
        }
        self.labels[name.index()] = Some(label);
        label
    }

    fn key(type_name: StrId, tgid: i64, name: &[u8], sink: &mut Sink) -> RowsKey {
        let upid = sink.processes.process(tgid);
        (type_name, Scope::Process(upid), sink.strings.intern(name))
    }

    /// Adds a sample to a counter of a process. The thread need not belong to the process, as drivers write
    /// for others.
    fn counter(
        &mut self,
        (tgid, name): (i64, &[u8]),
        value: i64,
        tid: i64,
        at: At,
        target: &mut Target<'_>,
    ) {
        let sink = &mut *target.sink;
        if name == b"kill_one_process" {
            let killed = i64::from(value as u32);
            if killed != 0 {
                lmk_instant(killed, at, sink);
            }
        } else if name == b"ScreenState" {
            let (scope, name) = (Scope::Global, "ScreenState");
            return sink.count("screen_state", scope, name, None, value as f64, at);
        } else if name.starts_with(b"battery_stats.") {
            let name = String::from_utf8_lossy(name);
            let scope = Scope::Global;
            return sink.count("battery_stats", scope, &name, None, value as f64, at);
        }
        let upid = sink.processes.process(tgid);
        let name = sink.strings.intern(name);
        let track = *self.counters.entry((upid, name)).or_insert_with(|| {
            sink.add_track(
                Track {
                    type_name: self.atrace_counter,
                    scope: Scope::Process(upid),
                    name: Some(name),
                    data: TrackData::Counter,
                    ..Track::default()
                },
                at.created(),
            )
        });
        let set = sink
            .processes
            .find_thread(tid)
            .and_then(|utid| target.rows.thread_args(utid, sink));
        sample_with(track, at, value as f64, set, sink);
    }
}

/// Ends a slice of a thread.
#[inline]
fn end((utid, track): (Utid, SinkTrack), at: At, target: &mut Target<'_>) -> Nested {
    let any = target.sink.no_label;
    target.sink.end(track, at.time(), at.pos(), any);
    Nested::End(utid)
}

fn label(sink: &mut Sink, name: &[u8]) -> LabelId {
    let name = Some(sink.strings.intern(name));
    sink.labels.intern(Label {
        name,
        category: None,
    })
}

/// Returns the thread that wrote a point, and binds it to the process that it names.
fn emitter(sink: &mut Sink, tid: i64, tgid: i64) -> Utid {
    if tgid == 0 {
        sink.processes.thread(tid)
    } else {
        sink.processes.update_thread(tid, tgid)
    }
}

/// Adds the state that a foldable device changes to.
pub(in crate::import) fn device_state(name: &[u8], at: At, sink: &mut Sink) {
    let track = sink.track(
        "android_device_state",
        Scope::Global,
        Some("DeviceStateChanged"),
        TrackData::Slices,
        at.created(),
    );
    let label = label(sink, name);
    sink.instant(track, at.time(), at.pos(), label);
}

/// Adds the kill of a process for want of memory.
fn lmk_instant(pid: i64, at: At, sink: &mut Sink) {
    let upid = sink.processes.process(pid);
    let scope = Scope::Process(upid);
    let track = sink.track(
        "android_lmk",
        scope,
        Some("LMK"),
        TrackData::Slices,
        at.created(),
    );
    let label = label(sink, b"mem.lmk");
    sink.instant(track, at.time(), at.pos(), label);
}

/// Reads `lmk,pid,reason,oom_score_adj,…`.
fn killed(name: &[u8], at: At, sink: &mut Sink) {
    let Ok(name) = std::str::from_utf8(name) else {
        return;
    };
    let mut fields = name.split(',').filter(|field| !field.is_empty()).skip(1);
    let (Some(pid), Some(_), Some(score)) = (fields.next(), fields.next(), fields.next()) else {
        return;
    };
    let (Ok(pid), Ok(score)) = (pid.parse::<u32>(), score.parse::<i32>()) else {
        return;
    };
    let upid = sink.processes.process(i64::from(pid));
    let scope = Scope::Process(upid);
    let name = "oom_score_adj";
    sink.count(name, scope, name, None, f64::from(score), at);
    lmk_instant(i64::from(pid), at, sink);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A text that a thread writes, the end of a thread, or the start of a process.
    #[derive(Clone, Debug)]
    enum Step {
        Text(i64, String),
        End(i64),
        Start(i64),
    }

    fn step() -> impl Strategy<Value = Step> {
        let text = "[BE][|](5|6|56|1234567|05)([|][ab\u{e9}]{0,2}|)(\n|)|[BEIC]([|]5|)[|a]?";
        prop_oneof![
            20 => (4..7_i64, text).prop_map(|(tid, text)| Step::Text(tid, text)),
            1 => (4..7_i64).prop_map(Step::End),
            1 => (4..7_i64).prop_map(Step::Start),
        ]
    }

    /// Imports all steps. If `is_known`, each text comes with the eight bytes after its first.
    fn import(steps: &[Step], is_known: bool) -> (Vec<Option<Nested>>, Sink) {
        let mut sink = Sink::new();
        let mut markers = Markers::new(&mut sink);
        let (mut tracks, mut rows) = (Tracks::default(), AsyncTracks::new(&mut sink));
        let mut all = Vec::new();
        for (step, ts) in steps.iter().zip(0..) {
            let at = At { ts, offset: 7 };
            match step {
                Step::Text(tid, text) => {
                    let mut bytes = text.clone().into_bytes();
                    bytes.extend(b"|5\n678901");
                    let word = bytes.get(1..).and_then(<[u8]>::first_chunk);
                    let word = word
                        .filter(|_| is_known)
                        .map(|word| u64::from_le_bytes(*word));
                    let mut target = Target {
                        tracks: &mut tracks,
                        rows: &mut rows,
                        sink: &mut sink,
                    };
                    all.push(markers.text((text.as_bytes(), word), *tid, at, &mut target));
                }
                Step::End(tid) => sink.processes.end_thread(*tid, at.time()),
                Step::Start(tid) => {
                    sink.processes.start_process(*tid, Some(at.time()));
                }
            }
        }
        (all, sink)
    }

    proptest! {
        #[test]
        fn threads_that_wrote_lately_write_like_any(
            steps in prop::collection::vec(step(), 0..60),
        ) {
            let [(all, sink), (expected, other)] = [true, false].map(|it| import(&steps, it));
            prop_assert_eq!(all, expected);
            prop_assert_eq!(sink.tracks.len(), other.tracks.len());
            for (events, expected) in sink.events.iter().zip(&other.events) {
                prop_assert!(events.iter().eq(expected.iter()));
            }
            let threads = |sink: &Sink| format!("{:?}", sink.processes.table);
            prop_assert_eq!(threads(&sink), threads(&other));
        }
    }
}
