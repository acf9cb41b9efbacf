//! Tracks that ftrace events share, found without interning a name per event.
//!
//! Also the rows of tracks whose slices may overlap: each row holds nested slices only, and
//! a slice stays on the row on which its cookie began. The rules are those of the
//! reference's `track_compressor.cc`.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::import::rows::{CookieRows, Step};
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::ids::{ArgSetId, LabelId, Utid};
use crate::model::track::{Scope, Track, TrackData};

/// An event that began a slice. More may become known of the slice until it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) track: SinkTrack,
    index: usize,
}

impl Begun {
    /// Returns the newest event of a track.
    pub(super) fn newest(track: SinkTrack, sink: &Sink) -> Self {
        let index = sink.events[track.index()].len().saturating_sub(1);
        Self { track, index }
    }

    /// Gives the slice its arguments.
    pub(super) fn set_args(self, set: Option<ArgSetId>, sink: &mut Sink) {
        if let Some(set) = set {
            sink.events[self.track.index()].set_args(self.index, EventPos::stored(set));
        }
    }

    /// Gives the slice another name.
    pub(super) fn set_label(self, label: LabelId, sink: &mut Sink) {
        sink.events[self.track.index()].set_label(self.index, label);
    }

    /// Returns the final position of the event, once its arguments are set.
    pub(super) fn pos(self, sink: &Sink) -> EventPos {
        sink.events[self.track.index()]
            .get(self.index)
            .map_or(EventPos::default(), |event| event.pos)
    }
}

/// The tracks of threads and CPUs.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    threads: Vec<Option<SinkTrack>>,
    cpus: HashMap<(&'static str, u32), SinkTrack>,
    counters: HashMap<(&'static str, u32), SinkTrack>,
    /// The counters that were looked up last, by the lower bits of their CPU.
    recent: [Option<(&'static str, u32, SinkTrack)>; RECENT],
}

/// How many counters of CPUs are at hand.
const RECENT: usize = 32;

impl Tracks {
    /// Returns the track of a thread's slices.
    #[inline]
    pub(super) fn thread(&mut self, utid: Utid, at: At, sink: &mut Sink) -> SinkTrack {
        match self.threads.get(utid.index()) {
            Some(&Some(track)) => track,
            _ => self.new_thread(utid, at, sink),
        }
    }

    #[cold]
    fn new_thread(&mut self, utid: Utid, at: At, sink: &mut Sink) -> SinkTrack {
        let index = utid.index();
        if index >= self.threads.len() {
            self.threads.resize(index + 1, None);
        }
        let track = sink.thread_track(utid, at.created());
        self.threads[index] = Some(track);
        track
    }

    /// Returns a slice track of a CPU; `name` makes its name from the number.
    pub(super) fn cpu(
        &mut self,
        type_name: &'static str,
        cpu: u32,
        name: impl FnOnce(u32) -> String,
        at: At,
        sink: &mut Sink,
    ) -> SinkTrack {
        *self.cpus.entry((type_name, cpu)).or_insert_with(|| {
            let name = name(cpu);
            let scope = Scope::Cpu(cpu);
            sink.track(
                type_name,
                scope,
                Some(&name),
                TrackData::Slices,
                at.created(),
            )
        })
    }

    /// Returns a counter track of a CPU.
    pub(super) fn cpu_counter(
        &mut self,
        type_name: &'static str,
        name: &str,
        cpu: u32,
        at: At,
        sink: &mut Sink,
    ) -> SinkTrack {
        let recent = &mut self.recent[cpu as usize % RECENT];
        if let Some((of_type, of_cpu, track)) = *recent
            && of_cpu == cpu
            && (std::ptr::eq(of_type, type_name) || of_type == type_name)
        {
            return track;
        }
        let track = *self.counters.entry((type_name, cpu)).or_insert_with(|| {
            sink.counter_track(type_name, Scope::Cpu(cpu), name, None, at.created())
        });
        *recent = Some((type_name, cpu, track));
        track
    }
}

/// Slices that are open on tracks where slices nest, with the arguments they have so far: more
/// become known when they end.
#[derive(Debug, Default)]
pub(super) struct OpenSlices(HashMap<SinkTrack, Vec<(Begun, Vec<StoredArg>)>>);

impl OpenSlices {
    /// Begins a slice.
    pub(super) fn begin(
        &mut self,
        track: SinkTrack,
        label: LabelId,
        args: Vec<StoredArg>,
        at: At,
        sink: &mut Sink,
    ) -> Begun {
        sink.begin(track, at.time(), at.pos(), label);
        let begun = Begun::newest(track, sink);
        let set = sink.store_args(&args);
        begun.set_args(set, sink);
        self.0.entry(track).or_default().push((begun, args));
        begun
    }

    /// Ends the slice that began last on a track. The label says which slice is meant if others begin slices
    /// on the track, too.
    pub(super) fn end(
        &mut self,
        track: SinkTrack,
        label: LabelId,
        args: &[StoredArg],
        at: At,
        sink: &mut Sink,
    ) {
        self.add_args(track, args, sink);
        if let Some(open) = self.0.get_mut(&track) {
            open.pop();
        }
        sink.end(track, at.time(), at.pos(), label);
    }

    /// Gives the slice that began last more arguments. A key that it has already gets another value.
    pub(super) fn add_args(&mut self, track: SinkTrack, more: &[StoredArg], sink: &mut Sink) {
        let open = self.0.get_mut(&track).and_then(|open| open.last_mut());
        let Some((begun, args)) = open.filter(|_| !more.is_empty()) else {
            return;
        };
        for arg in more {
            match args.iter_mut().find(|known| known.key == arg.key) {
                Some(known) => *known = *arg,
                None => args.push(*arg),
            }
        }
        let set = sink.store_args(args);
        begun.set_args(set, sink);
    }
}

/// The names of arguments that async slices have.
#[derive(Clone, Copy, Debug)]
struct ArgNames {
    cookie: StrId,
    count: StrId,
    last_begin: StrId,
    utid: StrId,
    end_utid: StrId,
}

/// A slice that is open on a row.
#[derive(Clone, Copy, Debug)]
enum Open {
    /// A slice of atrace's `S`. It began once, however often `S` came with its cookie.
    Saturating {
        begun: Begun,
        cookie: i64,
        count: i64,
        last_begin: i64,
    },
    /// A slice of atrace's `G`, with the thread that began it.
    Nestable { begun: Begun, utid: Utid },
    /// Another slice, whose arguments are already complete.
    Plain,
}

#[derive(Debug)]
struct Row {
    track: SinkTrack,
    open: Vec<Open>,
    /// How often atrace's `S` began something on this row; the reference never resets this number.
    n_begins: i64,
}

/// One visual track.
#[derive(Debug)]
struct VisualTrack {
    group: u32,
    rows: CookieRows<i64, Row>,
    /// The row of instants, which is always free for the next one, as instants come in time order.
    instants: Option<SinkTrack>,
}

/// Names a visual track: type, owner, name.
pub(super) type RowsKey = (StrId, Scope, StrId);

/// All tracks whose slices may overlap.
#[derive(Debug)]
pub(super) struct AsyncTracks {
    sets: HashMap<RowsKey, VisualTrack>,
    names: ArgNames,
    /// Equal arguments of `G`, `H` and `N` slices are stored once.
    utid_sets: HashMap<(Utid, Option<Utid>), ArgSetId>,
}

impl AsyncTracks {
    pub(super) fn new(sink: &mut Sink) -> Self {
        Self {
            sets: HashMap::new(),
            names: ArgNames {
                cookie: sink.str("cookie"),
                count: sink.str("legacy_unnestable_begin_count"),
                last_begin: sink.str("legacy_unnestable_last_begin_ts"),
                utid: sink.str("utid"),
                end_utid: sink.str("end_utid"),
            },
            utid_sets: HashMap::new(),
        }
    }

    fn visual(&mut self, key: RowsKey, sink: &mut Sink) -> &mut VisualTrack {
        self.sets.entry(key).or_insert_with(|| VisualTrack {
            group: sink.new_group(),
            rows: CookieRows::default(),
            instants: None,
        })
    }

    fn row(&mut self, key: RowsKey, cookie: i64, step: Step, at: At, sink: &mut Sink) -> &mut Row {
        let VisualTrack { group, rows, .. } = self.visual(key, sink);
        rows.row(cookie, step, || Row {
            track: add_row(key, *group, at, sink),
            open: Vec::new(),
            n_begins: 0,
        })
    }

    /// Begins a slice that cannot be nested: if its cookie is open already, the open slice goes on.
    pub(super) fn begin_saturating(
        &mut self,
        key: RowsKey,
        cookie: i64,
        label: LabelId,
        at: At,
        sink: &mut Sink,
    ) {
        let row = self.row(key, cookie, Step::OpenOnly, at, sink);
        row.n_begins += 1;
        if let Some(Open::Saturating {
            count, last_begin, ..
        }) = row.open.last_mut()
        {
            *count = row.n_begins;
            *last_begin = at.ts;
            return;
        }
        sink.begin(row.track, at.time(), at.pos(), label);
        let begun = Begun::newest(row.track, sink);
        row.open.push(Open::Saturating {
            begun,
            cookie,
            count: row.n_begins,
            last_begin: at.ts,
        });
    }

    /// Begins a slice, inside the open slices of the same cookie. `utid` is the thread that begins it.
    pub(super) fn begin(
        &mut self,
        key: RowsKey,
        cookie: i64,
        (label, utid): (LabelId, Option<Utid>),
        at: At,
        sink: &mut Sink,
    ) -> Begun {
        let row = self.row(key, cookie, Step::Open, at, sink);
        sink.begin(row.track, at.time(), at.pos(), label);
        let begun = Begun::newest(row.track, sink);
        row.open.push(match utid {
            Some(utid) => Open::Nestable { begun, utid },
            None => Open::Plain,
        });
        begun
    }

    /// Ends the innermost slice of a cookie. `utid` is the thread that ends it.
    pub(super) fn end(
        &mut self,
        key: RowsKey,
        cookie: i64,
        utid: Option<Utid>,
        at: At,
        sink: &mut Sink,
    ) {
        let row = self.row(key, cookie, Step::Close, at, sink);
        let (track, open) = (row.track, row.open.pop());
        let Some(open) = open else { return };
        sink.end(track, at.time(), at.pos(), sink.no_label);
        self.set_args(open, utid, true, sink);
    }

    /// Adds an instant, on the row of instants.
    pub(super) fn instant(
        &mut self,
        key: RowsKey,
        (label, utid): (LabelId, Utid),
        at: At,
        sink: &mut Sink,
    ) {
        let rows = self.visual(key, sink);
        let group = rows.group;
        let track = *rows
            .instants
            .get_or_insert_with(|| add_row(key, group, at, sink));
        let set = self.utid_set(utid, None, sink);
        sink.instant(
            track,
            at.time(),
            set.map_or(at.pos(), EventPos::stored),
            label,
        );
    }

    fn set_args(&mut self, open: Open, end_utid: Option<Utid>, is_ended: bool, sink: &mut Sink) {
        match open {
            Open::Saturating {
                begun,
                cookie,
                count,
                last_begin,
            } => {
                let int = |key, value| StoredArg::new(key, StoredValue::Int(value));
                let args = [
                    int(self.names.cookie, cookie),
                    int(self.names.count, count),
                    int(self.names.last_begin, last_begin),
                ];
                let n_args = if is_ended { 3 } else { 1 };
                let set = sink.store_args(args.get(..n_args).unwrap_or_default());
                begun.set_args(set, sink);
            }
            Open::Nestable { begun, utid } => {
                let set = self.utid_set(utid, end_utid, sink);
                begun.set_args(set, sink);
            }
            Open::Plain => {}
        }
    }

    fn utid_set(&mut self, utid: Utid, end: Option<Utid>, sink: &mut Sink) -> Option<ArgSetId> {
        if let Some(&set) = self.utid_sets.get(&(utid, end)) {
            return Some(set);
        }
        let arg = |key, utid: Utid| StoredArg::new(key, StoredValue::Uint(u64::from(utid.0)));
        let begin = arg(self.names.utid, utid);
        let set = match end {
            None => sink.store_args(&[begin]),
            Some(end) => sink.store_args(&[begin, arg(self.names.end_utid, end)]),
        }?;
        self.utid_sets.insert((utid, end), set);
        Some(set)
    }

    /// Gives slices that never ended the arguments that their beginning had.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        let mut open: Vec<(SinkTrack, Vec<Open>)> = Vec::new();
        for rows in self.sets.values_mut() {
            open.extend(
                rows.rows
                    .iter_mut()
                    .map(|row| (row.track, std::mem::take(&mut row.open))),
            );
        }
        // The order of a hash map must not show.
        open.sort_by_key(|row| row.0);
        for slice in open.into_iter().flat_map(|row| row.1) {
            self.set_args(slice, None, false, sink);
        }
    }

    /// Returns the argument set with a thread as its only argument, which is `utid`.
    pub(super) fn thread_args(&mut self, utid: Utid, sink: &mut Sink) -> Option<ArgSetId> {
        self.utid_set(utid, None, sink)
    }
}

fn add_row((type_name, scope, name): RowsKey, group: u32, at: At, sink: &mut Sink) -> SinkTrack {
    let track = Track {
        type_name,
        scope,
        name: Some(name),
        group: Some(group),
        ..Track::default()
    };
    sink.add_track(track, at.created())
}

/// Adds a sample whose arguments are held in memory.
pub(super) fn sample_with(
    track: SinkTrack,
    at: At,
    value: f64,
    set: Option<ArgSetId>,
    sink: &mut Sink,
) {
    sink.samples_of(track)
        .push(at.ts, value, set.map(EventPos::stored));
}
