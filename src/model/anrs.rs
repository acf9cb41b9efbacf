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
use crate::base::intern::StrId;
use crate::base::time::{Dur, TimeSpan, Ts};

/// At most so many are told: in the time of a trace a device gives few apps up.
const ANRS_MAX: usize = 1 << 12;

const NS_PER_MS: i64 = 1_000_000;

/// How the name of a counter begins that says who was given up.
const ERROR: &[u8] = b"ErrorId:";

/// How the name of a counter begins that says why.
const SUBJECT: &[u8] = b"Subject(for ErrorId ";

/// How it is known for how long the system had waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitSource {
    /// Its timer or the subject says it.
    Told,
    /// AOSP waits so long for this type; the maker of a device may have changed it.
    Usual,
}

/// The type of an app that did not respond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One of those that Perfetto names.
    Known(&'static [u8]),
    /// What a timer calls it, by the name of its slice.
    OfTimer(StrId),
}

/// An app that did not respond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anr {
    /// When the system gave it up.
    pub ts: Ts,
    /// The sample that says so.
    pub sample: CounterId,
    /// The id of the process, which old versions do not say.
    pub pid: Option<i64>,
    /// The process: of those with the id the last that had begun by then, or else the first; without an id the only
    /// one of the name.
    pub upid: Option<Upid>,
    /// How long the system had waited, until its timer ran out or, where no timer is traced, until it gave the app
    /// up; and how that is known.
    pub wait: Option<(TimeSpan, WaitSource)>,
    /// The name of the counter that says who was given up.
    who: StrId,
    /// The name of the counter that says why.
    why: Option<StrId>,
    kind: Option<Kind>,
}

impl Anr {
    /// Returns what the system calls the process.
    pub fn process_name<'a>(&self, trace: &'a Trace) -> &'a [u8] {
        given_up(trace.bytes(self.who)).map_or(b"", |who| who.process)
    }

    /// Returns why it was given up, in the words of the system.
    pub fn subject<'a>(&self, trace: &'a Trace) -> Option<&'a [u8]> {
        Some(subject(trace.bytes(self.why?))?.1)
    }

    /// Returns the type, as Perfetto names it: `INPUT_DISPATCHING_TIMEOUT`.
    pub fn kind<'a>(&self, trace: &'a Trace) -> Option<&'a [u8]> {
        match self.kind? {
            Kind::Known(kind) => Some(kind),
            Kind::OfTimer(name) => Some(expired(trace.bytes(name))?.kind),
        }
    }
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
        let errors = said.errors.iter().filter_map(|&(track, name, who)| {
            let samples = trace.counters.track(track);
            let ts = Ts::from_ns(samples.get(0)?.0);
            let why = said.whys.get(who.id);
            let timer = who.pid.and_then(|pid| timers.last_before(pid, ts));
            Some(Anr {
                ts,
                sample: samples.first,
                pid: who.pid,
                upid: processes.of(who, ts),
                wait: wait(timer, why, ts),
                who: name,
                why: why.map(|why| why.name),
                kind: kind(timer, why, who.process),
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

/// Who is given up, as the name of a counter says.
#[derive(Clone, Copy, Debug)]
struct GivenUp<'a> {
    process: &'a [u8],
    pid: Option<i64>,
    id: &'a [u8],
}

/// Reads the name of a counter `ErrorId:PROCESS PID#ID`.
fn given_up(name: &[u8]) -> Option<GivenUp<'_>> {
    let mut parts = name.strip_prefix(ERROR)?.split(|&byte| byte == b'#');
    let mut words = parts.next()?.split(|&byte| byte == b' ');
    Some(GivenUp {
        process: words.next()?,
        pid: words.next().map(leading_int),
        id: parts.next().unwrap_or_default(),
    })
}

/// Reads the name of a counter `Subject(for ErrorId ID):WORDS`: the id and the words.
fn subject(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = name.strip_prefix(SUBJECT)?;
    let place = memchr::memchr(b')', rest)?;
    Some((&rest[..place], rest.get(place + 2..).unwrap_or_default()))
}

/// Why an app is given up. Each subject is read once, however many apps have its id.
#[derive(Clone, Copy, Debug)]
struct Why {
    name: StrId,
    /// The type, if the words are those of a known one.
    kind: Option<&'static [u8]>,
    /// The milliseconds that the words speak of.
    told_ms: Option<i64>,
    /// The flags of a broadcast.
    flags: Option<i64>,
}

/// What the system says in the names of its counters.
#[derive(Default)]
struct Said<'a> {
    /// Who is given up, with the counter that says so and its name.
    errors: Vec<(TrackId, StrId, GivenUp<'a>)>,
    /// Why, by id; of several the first.
    whys: HashMap<&'a [u8], Why>,
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
            let text = trace.bytes(name);
            if let Some(who) = given_up(text) {
                if !is_system(upid) {
                    continue;
                }
                said.are_more |= said.errors.len() >= ANRS_MAX;
                if said.errors.len() < ANRS_MAX {
                    said.errors.push((track, name, who));
                }
            } else if let Some((id, words)) = subject(text)
                && is_system(upid)
            {
                said.whys.entry(id).or_insert_with(|| Why {
                    name,
                    kind: kind_of_subject(words),
                    told_ms: told_ms(words),
                    flags: broadcast_flags(words),
                });
            }
        }
        said
    }
}

/// A timer that has run out.
#[derive(Clone, Copy, Debug)]
struct Timer<'a> {
    /// When it did.
    ts: Ts,
    /// The name of its slice.
    name: StrId,
    /// What that says.
    expired: Expired<'a>,
}

/// What the name of a slice says of a timer.
#[derive(Clone, Copy, Debug)]
struct Expired<'a> {
    pid: i64,
    kind: &'a [u8],
    ms: i64,
}

/// Reads the name of a slice `expired(ID,PID,UID,TYPE,MILLISECONDS)`.
fn expired(name: &[u8]) -> Option<Expired<'_>> {
    let params = name.strip_prefix(b"expired(")?.strip_suffix(b")")?;
    let mut params = params.split(|&byte| byte == b',');
    let (_, pid, _) = (params.next()?, params.next()?, params.next()?);
    Some(Expired {
        pid: leading_int(pid),
        kind: params.next()?,
        ms: leading_int(params.next()?),
    })
}

/// The timers that have run out, by process and time.
struct Timers<'a>(HashMap<i64, Vec<Timer<'a>>>);

impl<'a> Timers<'a> {
    fn new(trace: &'a Trace) -> Self {
        let labels = (0_u32..).zip(trace.slices.labels());
        let said = labels.filter_map(|(at, label)| {
            let name = label.name?;
            Some((at, (name, expired(trace.bytes(name))?)))
        });
        let said: HashMap<u32, (StrId, Expired<'a>)> = said.collect();
        let mut all: HashMap<i64, Vec<Timer<'_>>> = HashMap::new();
        if said.is_empty() {
            return Self(all);
        }
        for (track, range) in trace.slices.tracks() {
            if trace.tracks.get(track).data != TrackData::Slices {
                continue;
            }
            for slice in range.map(SliceId) {
                if let Some(&(name, expired)) = said.get(&trace.slices.label_id(slice).0) {
                    let ts = trace.slices.ts(slice);
                    let timer = Timer { ts, name, expired };
                    all.entry(expired.pid).or_default().push(timer);
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

    fn of(&self, who: GivenUp<'_>, ts: Ts) -> Option<Upid> {
        if let Some(pid) = who.pid {
            let of_pid = self.by_pid.get(&pid)?;
            let n = of_pid.partition_point(|(began, _)| began.is_none_or(|began| began <= ts));
            return of_pid.get(n.saturating_sub(1)).map(|process| process.1);
        }
        let of_name = self.by_name.get(who.process)?;
        of_name.first().copied().filter(|_| of_name.len() == 1)
    }
}

/// Returns the type that Perfetto names a timer's by; `None` if it has a name of its own. Jobs have several types.
fn kind_of_timer(kind: &[u8]) -> Option<&'static [u8]> {
    match kind {
        b"BROADCAST_TIMEOUT" => Some(b"BROADCAST_OF_INTENT"),
        b"SERVICE_TIMEOUT" => Some(b"EXECUTING_SERVICE"),
        b"SHORT_FGS_TIMEOUT" => Some(b"FOREGROUND_SHORT_SERVICE_TIMEOUT"),
        b"SERVICE_FOREGROUND_TIMEOUT" => Some(b"FOREGROUND_SERVICE_TIMEOUT"),
        _ => None,
    }
}

/// Returns the type: as the timer calls it, or else by how the subject reads.
fn kind(timer: Option<Timer<'_>>, why: Option<&Why>, process: &[u8]) -> Option<Kind> {
    let timer = timer.filter(|timer| timer.expired.kind != b"JobScheduler");
    if let Some(timer) = timer {
        let known = kind_of_timer(timer.expired.kind).map(Kind::Known);
        return Some(known.unwrap_or(Kind::OfTimer(timer.name)));
    }
    let other: &[u8] = match process {
        b"system_server" => b"SYSTEM_SERVER_WATCHDOG_TIMEOUT",
        _ => b"UNKNOWN_ANR_TYPE",
    };
    Some(Kind::Known(why?.kind.unwrap_or(other)))
}

/// Returns the type whose subjects read like this.
fn kind_of_subject(subject: &[u8]) -> Option<&'static [u8]> {
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
        return Some(if is_unfocused {
            b"INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW"
        } else {
            b"INPUT_DISPATCHING_TIMEOUT"
        });
    }
    if let Some((_, kind)) = BEGINS.iter().find(|(begin, _)| subject.starts_with(begin)) {
        return Some(kind);
    }
    if let Some(what) = subject.strip_prefix(b"App requested: ") {
        return Some(match what {
            b"Buffer processing hung up due to stuck fence. Indicates GPU hang" => b"GPU_HANG",
            _ => b"APP_TRIGGERED",
        });
    }
    let rest = subject.strip_prefix(b"Process ProcessRecord{")?;
    let is_of_start = rest.ends_with(b"} failed to complete startup");
    is_of_start.then_some(b"BIND_APPLICATION")
}

/// Returns how long the system had waited until it gave an app up.
fn wait(timer: Option<Timer<'_>>, why: Option<&Why>, ts: Ts) -> Option<(TimeSpan, WaitSource)> {
    let end = timer.map_or(ts, |timer| timer.ts);
    let told = timer.map(|timer| timer.expired.ms).filter(|&ms| ms > 0);
    let (ms, source) = if let Some(ms) = told.or_else(|| why?.told_ms) {
        (ms, WaitSource::Told)
    } else {
        let of_timer = timer.and_then(|timer| kind_of_timer(timer.expired.kind));
        let kind = of_timer.or_else(|| why?.kind)?;
        let flags = why.and_then(|why| why.flags);
        (usual_ms(kind, flags)?, WaitSource::Usual)
    };
    let dur = Dur::from_ns(ms.saturating_mul(NS_PER_MS));
    let start = Ts::from_ns(end.ns().saturating_sub(dur.ns()));
    Some((TimeSpan::new(start, end), source))
}

/// Returns the milliseconds that a subject speaks of: `Waited 5001ms for`, `, waited 200000ms`, or, of the system's watchdog, `Blocked
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
    for words in [b"Waited ", b"waited "] {
        if let Some(ms) = after(words).and_then(|text| number(text, b"ms")) {
            return Some(ms);
        }
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
fn usual_ms(kind: &[u8], flags: Option<i64>) -> Option<i64> {
    /// The flag of a broadcast that it is in the foreground.
    const FOREGROUND: i64 = 0x1000_0000;
    Some(match kind {
        b"BROADCAST_OF_INTENT" => match flags {
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
