//! Apps that did not respond (ANRs): which process, of what type, and for how long the system had waited for it.
//!
//! When the system gives an app up it counts `ErrorId:PROCESS PID#ID` and `Subject(for ErrorId ID):WORDS` in its
//! own process. A timer of it that has run out is a slice `expired(ID,PID,UID,TYPE,MILLISECONDS)`. Source of the
//! rules: Perfetto's module `android.anrs`; `assets/sql` has the same for SQL, and a test compares them. Only
//! `Waited …ms` in the subject is not read there.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use memchr::memmem;

use super::frame_slices::leading_int;
use super::ids::{CounterId, SliceId, TrackId, Upid};
use super::trace::Trace;
use super::track::{Scope, TrackData};
use crate::base::time::{Dur, TimeSpan, Ts};

/// At most so many are told.
const ANRS_MAX: usize = 1 << 16;

const NS_PER_MS: i64 = 1_000_000;

/// How it is known for how long the system had waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitSource {
    /// Its timer or the subject says it.
    Told,
    /// AOSP waits so long for this type; the maker of a device may have changed it.
    Usual,
}

/// An app that did not respond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anr {
    /// When the system gave it up.
    pub ts: Ts,
    /// The sample that says so.
    pub sample: CounterId,
    /// What the system calls the process.
    pub process_name: Box<[u8]>,
    /// Its id, which old versions do not say.
    pub pid: Option<i64>,
    /// The process: of those with the id the last that had begun, or the only one of the name.
    pub upid: Option<Upid>,
    /// Why it was given up, in the words of the system.
    pub subject: Option<Box<[u8]>>,
    /// The type, as Perfetto names it: `INPUT_DISPATCHING_TIMEOUT`.
    pub kind: Option<Box<[u8]>>,
    /// How long the system had waited, until its timer ran out or, where no timer is traced, until it gave the app
    /// up; and how that is known.
    pub wait: Option<(TimeSpan, WaitSource)>,
}

/// All apps of a trace that did not respond.
#[derive(Clone, Debug, Default)]
pub struct Anrs {
    /// In the order of time.
    all: Vec<Anr>,
    /// Whether there are more than are told.
    are_more: bool,
}

impl Anrs {
    /// Finds them: one pass over the tracks and, if the system gave any app up, one over the slices.
    pub fn new(trace: &Trace) -> Self {
        let said = Said::new(trace);
        if said.errors.is_empty() {
            return Self::default();
        }
        let timers = Timers::new(trace);
        let processes = Processes::new(trace);
        let errors = said.errors.iter().filter_map(|error| {
            let samples = trace.counters.track(error.track);
            let (ts, _) = samples.get(0)?;
            let ts = Ts::from_ns(ts);
            let subject = said.subjects.get(error.id).copied();
            let timer = error.pid.and_then(|pid| timers.last_before(pid, ts));
            let kind = kind(timer, subject, error.process);
            Some(Anr {
                ts,
                sample: samples.first,
                process_name: error.process.into(),
                pid: error.pid,
                upid: processes.of(error, ts),
                subject: subject.map(Into::into),
                kind: kind.map(Into::into),
                wait: wait(timer, (subject, kind), ts),
            })
        });
        let mut all: Vec<Anr> = errors.collect();
        all.sort_by_key(|anr| (anr.ts, anr.sample));
        Self {
            all,
            are_more: said.are_more,
        }
    }

    /// Returns all in the order of time.
    pub fn all(&self) -> &[Anr] {
        &self.all
    }

    /// Returns whether the trace has more than are told: one that was made for it may have millions.
    pub fn are_more(&self) -> bool {
        self.are_more
    }
}

/// That an app is given up.
#[derive(Clone, Copy, Debug)]
struct GivenUp<'a> {
    track: TrackId,
    process: &'a [u8],
    pid: Option<i64>,
    id: &'a [u8],
}

/// What the system says in the names of its counters.
#[derive(Default)]
struct Said<'a> {
    errors: Vec<GivenUp<'a>>,
    /// The subjects by id; of several the first.
    subjects: HashMap<&'a [u8], &'a [u8]>,
    are_more: bool,
}

impl<'a> Said<'a> {
    fn new(trace: &'a Trace) -> Self {
        let mut said = Self::default();
        let is_system = |upid: Upid| {
            let name = trace.processes.process(upid).name;
            name.is_some_and(|name| trace.bytes(name) == b"system_server")
        };
        for &(track, ..) in trace.counters.ranges() {
            let of = trace.tracks.get(track);
            let (Scope::Process(upid), Some(name)) = (of.scope, of.name) else {
                continue;
            };
            let name = trace.bytes(name);
            if let Some(rest) = name.strip_prefix(b"ErrorId:") {
                if !is_system(upid) {
                    continue;
                }
                said.are_more |= said.errors.len() >= ANRS_MAX;
                if said.errors.len() < ANRS_MAX {
                    said.errors.push(given_up(track, rest));
                }
            } else if let Some(rest) = name.strip_prefix(b"Subject(for ErrorId ")
                && let Some((id, subject)) = split_at_byte(rest, b')')
                && is_system(upid)
            {
                let subject = subject.get(1..).unwrap_or_default();
                said.subjects.entry(id).or_insert(subject);
            }
        }
        said
    }
}

/// Reads `PROCESS PID#ID`.
fn given_up(track: TrackId, said: &[u8]) -> GivenUp<'_> {
    let mut parts = said.split(|&byte| byte == b'#');
    let mut words = parts.next().unwrap_or_default().split(|&byte| byte == b' ');
    GivenUp {
        track,
        process: words.next().unwrap_or_default(),
        pid: words.next().map(leading_int),
        id: parts.next().unwrap_or_default(),
    }
}

fn split_at_byte(text: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let place = memchr::memchr(at, text)?;
    Some((&text[..place], &text[place + 1..]))
}

/// A timer that has run out.
#[derive(Clone, Copy, Debug)]
struct Timer<'a> {
    ts: Ts,
    kind: &'a [u8],
    ms: i64,
}

/// The timers that have run out, by process and time.
struct Timers<'a>(HashMap<i64, Vec<Timer<'a>>>);

impl<'a> Timers<'a> {
    fn new(trace: &'a Trace) -> Self {
        let labels = (0_u32..).zip(trace.slices.labels());
        let said = labels.filter_map(|(at, label)| Some((at, expired(trace.bytes(label.name?))?)));
        let said: HashMap<u32, (i64, &[u8], i64)> = said.collect();
        let mut all: HashMap<i64, Vec<Timer<'_>>> = HashMap::new();
        if said.is_empty() {
            return Self(all);
        }
        for (track, range) in trace.slices.tracks() {
            if trace.tracks.get(track).data != TrackData::Slices {
                continue;
            }
            for slice in range.map(SliceId) {
                if let Some(&(pid, kind, ms)) = said.get(&trace.slices.label_id(slice).0) {
                    let ts = trace.slices.ts(slice);
                    all.entry(pid).or_default().push(Timer { ts, kind, ms });
                }
            }
        }
        for timers in all.values_mut() {
            timers.sort_by_key(|timer| timer.ts);
        }
        Self(all)
    }

    /// Returns the timer of a process that ran out last until an instant; of those that ran out at once the first.
    fn last_before(&self, pid: i64, ts: Ts) -> Option<Timer<'a>> {
        let timers = self.0.get(&pid)?;
        let n = timers.partition_point(|timer| timer.ts <= ts);
        let last = timers.get(n.checked_sub(1)?)?.ts;
        let first = timers.partition_point(|timer| timer.ts < last);
        timers.get(first).copied()
    }
}

/// Reads the name of a slice `expired(ID,PID,UID,TYPE,MILLISECONDS)`: the process, the type and the time.
fn expired(name: &[u8]) -> Option<(i64, &[u8], i64)> {
    let params = name.strip_prefix(b"expired(")?.strip_suffix(b")")?;
    let params: Vec<&[u8]> = params.split(|&byte| byte == b',').collect();
    let [_, pid, _, kind, ms, ..] = params[..] else {
        return None;
    };
    Some((leading_int(pid), kind, leading_int(ms)))
}

/// The processes by id and by name.
struct Processes<'a> {
    /// With when each began; the earliest first.
    by_pid: HashMap<i64, Vec<(Option<Ts>, Upid)>>,
    by_name: HashMap<&'a [u8], BTreeSet<Upid>>,
}

impl<'a> Processes<'a> {
    fn new(trace: &'a Trace) -> Self {
        let mut all = Self {
            by_pid: HashMap::new(),
            by_name: HashMap::new(),
        };
        for (at, process) in trace.processes.processes.iter().enumerate() {
            let upid = Upid::from_index(at);
            let of_pid = all.by_pid.entry(process.pid).or_default();
            of_pid.push((process.start_ts, upid));
            if let Some(name) = process.name {
                let of_name = all.by_name.entry(trace.bytes(name)).or_default();
                of_name.insert(upid);
            }
        }
        for of_pid in all.by_pid.values_mut() {
            of_pid.sort_unstable();
        }
        all
    }

    fn of(&self, error: &GivenUp<'_>, ts: Ts) -> Option<Upid> {
        if let Some(pid) = error.pid {
            let of_pid = self.by_pid.get(&pid)?;
            let n = of_pid.partition_point(|(began, _)| began.is_none_or(|began| began <= ts));
            return of_pid.get(n.saturating_sub(1)).map(|process| process.1);
        }
        let of_name = self.by_name.get(error.process)?;
        of_name.first().copied().filter(|_| of_name.len() == 1)
    }
}

/// Returns the type: as the timer calls it, or else by how the subject reads.
fn kind<'a>(timer: Option<Timer<'a>>, subject: Option<&[u8]>, process: &[u8]) -> Option<&'a [u8]> {
    let of_timer = timer.and_then(|timer| match timer.kind {
        b"BROADCAST_TIMEOUT" => Some(&b"BROADCAST_OF_INTENT"[..]),
        b"SERVICE_TIMEOUT" => Some(b"EXECUTING_SERVICE"),
        b"SHORT_FGS_TIMEOUT" => Some(b"FOREGROUND_SHORT_SERVICE_TIMEOUT"),
        b"SERVICE_FOREGROUND_TIMEOUT" => Some(b"FOREGROUND_SERVICE_TIMEOUT"),
        // Jobs have several types.
        b"JobScheduler" => None,
        other => Some(other),
    });
    of_timer.or_else(|| Some(kind_of_subject(subject?, process)))
}

fn kind_of_subject(subject: &[u8], process: &[u8]) -> &'static [u8] {
    /// Subjects begin like this.
    const BEGINS: [(&[u8], &[u8]); 10] = [
        (b"Broadcast of", b"BROADCAST_OF_INTENT"),
        (
            b"Context.startForegroundService() did not then call Service.startForeground()",
            b"START_FOREGROUND_SERVICE",
        ),
        (b"executing service", b"EXECUTING_SERVICE"),
        (
            b"ContentProvider not responding",
            b"CONTENT_PROVIDER_NOT_RESPONDING",
        ),
        (b"No response to onStartJob", b"JOB_SERVICE_START"),
        (b"No response to onStopJob", b"JOB_SERVICE_STOP"),
        (b"Timed out while trying to bind", b"JOB_SERVICE_BIND"),
        (
            b"A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout",
            b"FOREGROUND_SHORT_SERVICE_TIMEOUT",
        ),
        (b"A foreground service of type", b"FOREGROUND_SERVICE_TIMEOUT"),
        (
            b"required notification not provided",
            b"JOB_SERVICE_NOTIFICATION_NOT_PROVIDED",
        ),
    ];
    /// A window that nobody has given the focus to, in two versions.
    const UNFOCUSED: [&[u8]; 2] = [
        b"does not have a focused window",
        b"Waiting because no window has focus but there is a focused application",
    ];
    if let Some(rest) = subject.strip_prefix(b"Input dispatching timed out") {
        let mut unfocused = UNFOCUSED.iter();
        let is_unfocused = unfocused.any(|words| memmem::find(rest, words).is_some());
        return if is_unfocused {
            b"INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW"
        } else {
            b"INPUT_DISPATCHING_TIMEOUT"
        };
    }
    if let Some((_, kind)) = BEGINS.iter().find(|(begin, _)| subject.starts_with(begin)) {
        return kind;
    }
    if let Some(what) = subject.strip_prefix(b"App requested: ") {
        return match what {
            b"Buffer processing hung up due to stuck fence. Indicates GPU hang" => b"GPU_HANG",
            _ => b"APP_TRIGGERED",
        };
    }
    let is_of_start = subject.strip_prefix(b"Process ProcessRecord{");
    if is_of_start.is_some_and(|rest| rest.ends_with(b"} failed to complete startup")) {
        return b"BIND_APPLICATION";
    }
    match process {
        b"system_server" => b"SYSTEM_SERVER_WATCHDOG_TIMEOUT",
        _ => b"UNKNOWN_ANR_TYPE",
    }
}

/// Returns how long the system had waited until it gave an app up.
fn wait(
    timer: Option<Timer<'_>>,
    (subject, kind): (Option<&[u8]>, Option<&[u8]>),
    ts: Ts,
) -> Option<(TimeSpan, WaitSource)> {
    let end = timer.map_or(ts, |timer| timer.ts);
    let told = timer.map(|timer| timer.ms).filter(|&ms| ms > 0);
    let told = told.or_else(|| told_ms(subject?));
    let (ms, source) = match told {
        Some(ms) => (ms, WaitSource::Told),
        None => (usual_ms(kind?, subject)?, WaitSource::Usual),
    };
    let dur = Dur::from_ns(ms.saturating_mul(NS_PER_MS));
    let start = Ts::from_ns(end.ns().saturating_sub(dur.ns()));
    Some((TimeSpan::new(start, end), source))
}

/// Returns the milliseconds that a subject speaks of: `Waited 5001ms for`, or, of the system's watchdog, `Blocked
/// in … for 60s`.
fn told_ms(subject: &[u8]) -> Option<i64> {
    let after = |words: &[u8]| {
        let place = memmem::find(subject, words)?;
        Some(&subject[place + words.len()..])
    };
    let number = |text: &[u8], unit: &[u8]| {
        let n = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_told = n > 0 && text[n..].starts_with(unit);
        is_told.then(|| leading_int(text)).filter(|&told| told > 0)
    };
    if let Some(ms) = after(b"Waited ").and_then(|text| number(text, b"ms")) {
        return Some(ms);
    }
    let mut blocked = after(b"Blocked in")?;
    while let Some(place) = memmem::find(blocked, b" for ") {
        blocked = &blocked[place + b" for ".len()..];
        if let Some(seconds) = number(blocked, b"s") {
            return Some(seconds.saturating_mul(1000));
        }
    }
    None
}

/// Returns after how many milliseconds AOSP gives up: a broadcast in the background later.
fn usual_ms(kind: &[u8], subject: Option<&[u8]>) -> Option<i64> {
    /// The flag of a broadcast that it is in the foreground.
    const FOREGROUND: i64 = 0x1000_0000;
    Some(match kind {
        b"BROADCAST_OF_INTENT" => match subject.and_then(broadcast_flags) {
            Some(flags) if flags & FOREGROUND == 0 => 60_000,
            _ => 10_000,
        },
        b"INPUT_DISPATCHING_TIMEOUT" | b"INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW" => 5_000,
        b"START_FOREGROUND_SERVICE" | b"FOREGROUND_SERVICE_TIMEOUT" => 30_000,
        b"EXECUTING_SERVICE" => 20_000,
        b"JOB_SERVICE_START"
        | b"JOB_SERVICE_STOP"
        | b"JOB_SERVICE_BIND"
        | b"JOB_SERVICE_NOTIFICATION_NOT_PROVIDED" => 8_000,
        b"BIND_APPLICATION" => 15_000,
        b"FOREGROUND_SHORT_SERVICE_TIMEOUT" => 180_000,
        _ => return None,
    })
}

/// Reads the flags of `Broadcast of Intent { … flg=0x10000010 … }`.
fn broadcast_flags(subject: &[u8]) -> Option<i64> {
    let rest = subject.strip_prefix(b"Broadcast of Intent ")?;
    let place = memmem::find(rest, b"flg=")? + b"flg=".len();
    let word = rest[place..].split(|&byte| byte == b' ').next()?;
    let digits = word.strip_prefix(b"0x").unwrap_or(word);
    i64::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}
