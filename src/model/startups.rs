//! Starts of Android apps: from the launch of an activity until the system says that it is done, with the
//! process that was started and its first frame.
//!
//! From Android 13 on a start is a slice `launchingActivity#N`; an instant `launchingActivity#N:completed-cold:PACKAGE`
//! says how it ended. From Android 10 on it begins with an intent that the activity manager logs and ends with
//! the slice `launching: PACKAGE`, which before is all of it. Source of the rules: Perfetto's modules
//! `android.startup.startups` and `android.startup.time_to_display`; `assets/sql` has the same for SQL, and a test
//! compares them. Of Android 9 and before, only SQL takes an activity that was resumed without a launch for a hot
//! start, and a launch that never ends for one that ends before it begins.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use super::frame_slices::{FrameWork, leading_int};
use super::ids::{LabelId, SliceId, Upid, Utid};
use super::process::UIDS_PER_USER;
use super::slice::DepthSlices;
use super::trace::{MetadataValue, Trace};
use super::track::TrackData;
use crate::base::time::{Dur, TimeSpan, Ts};

/// So much of what threads did is looked at for all starts together. A trace made for it may have thousands of
/// starts that last as long as the trace.
const VISITS_MAX: usize = 4 << 20;

/// At most so many starts of a trace are told.
const STARTS_MAX: usize = 1 << 16;

/// The number of a start is said to be completed in at most so many ways.
const COMPLETED_MAX: usize = 16;

/// User ids of isolated processes, which belong to no package by their number.
const ISOLATED: std::ops::Range<i64> = 90_000..100_000;

/// The first Android SDK that numbers starts.
const NUMBERED_SDK: i64 = 33;

/// The first Android SDK that logs intents.
const LOGGED_SDK: i64 = 29;

/// The last Android SDK that only has launches.
const LAUNCHED_SDK: i64 = 28;

/// How much had to be made for a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartupType {
    /// A process.
    Cold,
    /// An activity, in a process that was there.
    Warm,
    /// Nothing: the activity came to the front.
    Hot,
}

impl StartupType {
    /// Returns its name, which is also that in SQL.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::Warm => "warm",
            Self::Hot => "hot",
        }
    }
}

/// A frame that an app drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnFrame {
    /// `doFrame`, on the UI thread.
    pub do_frame: SliceId,
    /// `DrawFrames`, on `RenderThread`.
    pub draw_frame: SliceId,
    /// When the frame began.
    ts: Ts,
    /// When it ended.
    end: Ts,
}

/// The start of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Startup {
    /// The slice that the system draws for it.
    pub slice: SliceId,
    /// From the launch until the system says that it is done.
    pub span: TimeSpan,
    /// The package that was started.
    pub package: Box<[u8]>,
    /// How much had to be made, if that is known.
    pub kind: Option<StartupType>,
    /// Whether its process and frames were looked for: in a trace with too many starts some are not.
    pub is_looked_into: bool,
    /// The process that resumed the activity; of several the one that drew first.
    pub upid: Option<Upid>,
    /// Its first frame (time to initial display).
    pub first_frame: Option<DrawnFrame>,
    /// Its first frame after it had said that it is fully drawn (time to full display).
    pub full_frame: Option<DrawnFrame>,
}

/// All starts of a trace.
#[derive(Clone, Debug, Default)]
pub struct Startups {
    /// In the order of time.
    all: Vec<Startup>,
    /// Whether there are more than are told.
    are_more: bool,
    /// Which start each slice is, by index, sorted by slice.
    by_slice: Vec<(SliceId, u32)>,
}

impl Startups {
    /// Finds the starts: one pass over the labels and, if any label is one of a start, one over the slices.
    pub fn new(trace: &Trace) -> Self {
        Self::within(trace, VISITS_MAX)
    }

    /// Finds the starts, and their processes for as long as so much was looked at.
    fn within(trace: &Trace, visits: usize) -> Self {
        let Some(sayings) = Sayings::new(trace) else {
            return Self::default();
        };
        let heard = Heard::new(trace, &sayings);
        let mut all = match sdk(trace).unwrap_or(sayings.sdk) {
            NUMBERED_SDK.. => heard.numbered(trace),
            LOGGED_SDK.. => heard.logged(trace),
            _ => heard.launched(trace),
        };
        all.sort_by_key(|start| (start.span.start(), trace.slices.order_key(start.slice)));
        let are_more = heard.is_cut || all.len() > STARTS_MAX;
        all.truncate(STARTS_MAX);
        let mut apps = Apps::new(trace, visits);
        for start in &mut all {
            start.is_looked_into = heard.tell(&mut apps, start).is_some();
        }
        let mut by_slice: Vec<(SliceId, u32)> =
            all.iter().map(|start| start.slice).zip(0..).collect();
        by_slice.extend(heard.launches.iter().filter_map(|&(slice, package)| {
            let ts = trace.slices.ts(slice);
            let is_of = |start: &Startup| {
                start.slice != slice && start.span.contains(ts) && *start.package == *package
            };
            let near = all.partition_point(|start| start.span.start() <= ts);
            let at = near.checked_sub(1).filter(|&at| is_of(&all[at]))?;
            Some((slice, at as u32))
        }));
        by_slice.sort_unstable();
        Self {
            all,
            are_more,
            by_slice,
        }
    }

    /// Returns all starts in the order of time.
    pub fn all(&self) -> &[Startup] {
        &self.all
    }

    /// Returns whether the trace has more starts than are told: one that was made for it may have millions.
    pub fn are_more(&self) -> bool {
        self.are_more
    }

    /// Returns the start that a slice is, or that a slice `launching: PACKAGE` belongs to.
    pub fn of_slice(&self, slice: SliceId) -> Option<&Startup> {
        let at = self.by_slice.binary_search_by_key(&slice, |row| row.0);
        Some(&self.all[self.by_slice[at.ok()?].1 as usize])
    }
}

impl Startup {
    /// Returns how long the start took until its first frame was drawn, in nanoseconds.
    pub fn to_first_frame(&self, trace: &Trace) -> Option<i64> {
        self.until(trace, self.first_frame?)
    }

    /// Returns how long the start took until it was fully drawn, in nanoseconds.
    pub fn to_full_frame(&self, trace: &Trace) -> Option<i64> {
        self.until(trace, self.full_frame?)
    }

    /// Returns the first slice that the main thread of its process began during the start.
    pub fn first_work(&self, trace: &Trace) -> Option<SliceId> {
        let main = trace.main_thread(self.upid?)?;
        let track = trace.thread_index().track_of(main)?;
        let outermost = trace.slices.depths(track).next()?;
        let at = outermost.n_before(self.span.start());
        let first = (at < outermost.len()).then(|| outermost.id(at));
        first.filter(|&slice| trace.slices.ts(slice) < self.span.end())
    }

    fn until(&self, trace: &Trace, frame: DrawnFrame) -> Option<i64> {
        let end = trace.slices.end(frame.draw_frame)?;
        Some(end.ns().saturating_sub(self.span.start().ns()))
    }
}

/// Returns the version of Android, if the trace says it.
fn sdk(trace: &Trace) -> Option<i64> {
    trace.metadata.iter().find_map(|row| match row.value {
        MetadataValue::Int(sdk) if row.name == "android_sdk_version" => Some(sdk),
        _ => None,
    })
}

/// What the main thread of an app does during a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Bind,
    Start,
    Resume,
}

/// What the name of a slice says about starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said<'a> {
    /// A start has this number.
    Numbered(i64),
    /// The start with this number is done, in this way, of this package.
    Completed(i64, Option<StartupType>, &'a [u8]),
    /// This package is launched.
    Launching(&'a [u8]),
    /// An intent was received.
    Intent,
    /// A launch has finished.
    Finished,
    /// An app works on its start.
    Work(Work),
    /// An app has drawn all that it wants to.
    FullyDrawn,
}

impl<'a> Said<'a> {
    fn of(name: &'a [u8]) -> Option<Self> {
        match name {
            b"bindApplication" => return Some(Self::Work(Work::Bind)),
            b"activityStart" => return Some(Self::Work(Work::Start)),
            b"activityResume" => return Some(Self::Work(Work::Resume)),
            b"MetricsLogger:launchObserverNotifyIntentStarted" => return Some(Self::Intent),
            b"MetricsLogger:launchObserverNotifyActivityLaunchFinished" => {
                return Some(Self::Finished);
            }
            _ => {}
        }
        if let Some(package) = name.strip_prefix(b"launching: ") {
            return Some(Self::Launching(package));
        }
        if name.starts_with(b"reportFullyDrawn") {
            return Some(Self::FullyDrawn);
        }
        let rest = name.strip_prefix(b"launchingActivity#")?;
        let mut words = rest.split(|&byte| byte == b':');
        let number = leading_int(words.next()?);
        let Some(how) = words.next() else {
            return Some(Self::Numbered(number));
        };
        let kind = match how {
            // Of an activity that another one of its process started.
            b"completed-same-process" => return None,
            b"completed-cold" => Some(StartupType::Cold),
            b"completed-warm" => Some(StartupType::Warm),
            b"completed-hot" => Some(StartupType::Hot),
            _ => None,
        };
        let package = words.next().filter(|_| how.starts_with(b"completed"))?;
        Some(Self::Completed(number, kind, package))
    }

    const fn is_of_start(self) -> bool {
        matches!(self, Self::Numbered(_) | Self::Launching(_))
    }
}

/// What the labels of a trace say about starts; few say anything.
struct Sayings<'a> {
    said: HashMap<u32, Said<'a>>,
    /// The first version of Android that writes such labels.
    sdk: i64,
}

impl<'a> Sayings<'a> {
    /// Reads the labels; `None` if no label is one of a start.
    fn new(trace: &'a Trace) -> Option<Self> {
        let labels = (0_u32..).zip(trace.slices.labels());
        let said = labels.filter_map(|(at, label)| {
            let said = Said::of(trace.bytes(label.name?))?;
            Some((at, said))
        });
        let said: HashMap<u32, Said<'a>> = said.collect();
        let is_any = said.values().any(|said| said.is_of_start());
        is_any.then(|| Self {
            said,
            sdk: first_sdk(trace),
        })
    }
}

/// Returns the first version of Android that writes what the labels of a trace say.
fn first_sdk(trace: &Trace) -> i64 {
    let is_any = |is: fn(&[u8]) -> bool| {
        let names = trace.slices.labels().iter().filter_map(|label| label.name);
        names.map(|name| trace.bytes(name)).any(is)
    };
    let is_numbered = |name: &[u8]| {
        let number = name.strip_prefix(b"launchingActivity#");
        number.is_some_and(|rest| rest.contains(&b':'))
    };
    if is_any(is_numbered) {
        NUMBERED_SDK
    } else if is_any(|name| name.starts_with(b"MetricsLogger:")) {
        LOGGED_SDK
    } else {
        LAUNCHED_SDK
    }
}

/// How a start was completed, and of which package it was.
type Completed<'a> = (Option<StartupType>, &'a [u8]);

/// What was said of starts, and when.
#[derive(Default)]
struct Heard<'a> {
    /// The slices with numbers.
    numbered: Vec<(SliceId, i64)>,
    /// How starts were completed, by number.
    completed: HashMap<i64, Vec<Completed<'a>>>,
    /// Whether a start was completed in more ways than are told.
    is_cut: bool,
    /// Packages that were launched, by time.
    launches: Vec<(SliceId, &'a [u8])>,
    /// When intents were received, by time.
    intents: Vec<Ts>,
    /// When launches finished, by time.
    finished: Vec<Ts>,
    /// What main threads did, by time.
    works: Vec<(Ts, Upid, Work)>,
    /// When apps said that they were fully drawn, by process and time.
    fully_drawn: Vec<(Upid, Ts)>,
}

impl<'a> Heard<'a> {
    fn new(trace: &Trace, sayings: &Sayings<'a>) -> Self {
        let mut heard = Self::default();
        for (track, range) in trace.slices.tracks() {
            if trace.tracks.get(track).data != TrackData::Slices {
                continue;
            }
            for slice in range.map(SliceId) {
                let LabelId(label) = trace.slices.label_id(slice);
                if let Some(&said) = sayings.said.get(&label) {
                    heard.hear(trace, slice, said);
                }
            }
        }
        let ts = |slice| trace.slices.order_key(slice);
        heard.launches.sort_by_key(|&(slice, _)| ts(slice));
        heard.intents.sort_unstable();
        heard.finished.sort_unstable();
        heard.works.sort_by_key(|&(ts, upid, _)| (ts, upid));
        heard.fully_drawn.sort_unstable();
        heard
    }

    fn hear(&mut self, trace: &Trace, slice: SliceId, said: Said<'a>) {
        let ts = trace.slices.ts(slice);
        let dur = trace.slices.dur(slice);
        let is_instant = dur.is_some_and(Dur::is_zero);
        let main = || {
            let thread = trace.processes.thread(trace.utid_of(slice)?);
            thread.upid.filter(|_| thread.is_main == Some(true))
        };
        match said {
            Said::Numbered(number) if dur.is_some() && !is_instant => {
                self.numbered.push((slice, number));
            }
            Said::Completed(number, kind, package) if is_instant => {
                let all = self.completed.entry(number).or_default();
                if all.contains(&(kind, package)) {
                    return;
                }
                self.is_cut |= all.len() >= COMPLETED_MAX;
                if all.len() < COMPLETED_MAX {
                    all.push((kind, package));
                }
            }
            Said::Launching(package) => self.launches.push((slice, package)),
            Said::Intent => self.intents.push(ts),
            Said::Finished => self.finished.push(ts),
            Said::Work(work) => self.works.extend(main().map(|upid| (ts, upid, work))),
            Said::FullyDrawn => self.fully_drawn.extend(main().map(|upid| (upid, ts))),
            Said::Numbered(_) | Said::Completed(..) => {}
        }
    }

    /// Returns the starts that Android 13 and later number.
    fn numbered(&self, trace: &Trace) -> Vec<Startup> {
        let starts = self.numbered.iter().flat_map(|&(slice, number)| {
            let completed = self.completed.get(&number).into_iter().flatten();
            completed
                .map(move |&(kind, package)| startup(slice, span_of(trace, slice), package, kind))
        });
        starts.take(STARTS_MAX + 1).collect()
    }

    /// Returns the starts of Android 9 and before: each launch.
    fn launched(&self, trace: &Trace) -> Vec<Startup> {
        let launches = self.launches_of_system(trace);
        let ended = launches.filter(|&(slice, _)| trace.slices.dur(slice).is_some());
        let starts =
            ended.map(|(slice, package)| startup(slice, span_of(trace, slice), package, None));
        starts.take(STARTS_MAX + 1).collect()
    }

    /// Returns the launches that the system tells of.
    fn launches_of_system<'b>(
        &'b self,
        trace: &'b Trace,
    ) -> impl Iterator<Item = (SliceId, &'a [u8])> + 'b {
        let is_of_system = |slice: SliceId| {
            let upid = trace
                .upid_of(slice)
                .filter(|_| trace.utid_of(slice).is_none());
            upid.is_some_and(|upid| match trace.processes.process(upid).name {
                Some(name) => trace.bytes(name) == b"system_server",
                None => true,
            })
        };
        let launches = self.launches.iter().copied();
        launches.filter(move |&(slice, _)| is_of_system(slice))
    }

    /// Returns the starts of before, from an intent to the end of the one launch before the next intent.
    fn logged(&self, trace: &Trace) -> Vec<Startup> {
        let launches: Vec<(SliceId, &[u8])> = self.launches_of_system(trace).collect();
        let next = self.intents.iter().skip(1).copied();
        let nexts = next.chain([trace.known_until()]);
        let starts = self.intents.iter().zip(nexts).filter_map(|(&from, to)| {
            let first = launches.partition_point(|l| trace.slices.ts(l.0) < from);
            let last = launches.partition_point(|l| trace.slices.ts(l.0) <= to);
            let finished = self.finished.partition_point(|&ts| ts < from);
            let is_finished = self.finished.get(finished).is_some_and(|&ts| ts <= to);
            let [(slice, package)] = launches[first..last.max(first)] else {
                return None;
            };
            let end = trace.slices.end(slice).filter(|&end| end <= to)?;
            is_finished.then(|| startup(slice, TimeSpan::new(from, end), package, None))
        });
        starts.take(STARTS_MAX + 1).collect()
    }

    /// Finds the process of a start, its kind and its frames; `None` if there was no time for all of it.
    fn tell(&self, apps: &mut Apps<'_>, start: &mut Startup) -> Option<()> {
        let mut upids = BTreeSet::new();
        let mut did: HashMap<Upid, [bool; 3]> = HashMap::new();
        let first = (self.works).partition_point(|&(ts, ..)| ts < start.span.start());
        let works = self.works[first..].iter();
        for &(_, upid, work) in works.take_while(|&&(ts, ..)| ts < start.span.end()) {
            apps.spend(1)?;
            did.entry(upid).or_default()[work as usize] = true;
        }
        for (&upid, did) in &did {
            if did[Work::Resume as usize] && apps.runs(upid, &start.package)? {
                upids.insert(upid);
            }
        }
        // Of several processes that with the last name, as in SQL.
        start.kind = start.kind.or_else(|| {
            let kinds = upids.iter().map(|upid| {
                let [is_bound, is_started, _] = did[upid];
                match (is_bound, is_started) {
                    (true, true) => StartupType::Cold,
                    (false, true) => StartupType::Warm,
                    (_, false) => StartupType::Hot,
                }
            });
            kinds.max_by_key(|kind| kind.text())
        });
        if upids.is_empty() {
            upids.extend(apps.named(&start.package)?);
        }
        let mut first: Option<(Upid, DrawnFrame)> = None;
        for &upid in &upids {
            let frames = apps.frames(upid);
            let at = frames.partition_point(|frame| frame.ts < start.span.start());
            if let Some(&frame) = frames.get(at)
                && first.is_none_or(|first| frame.ts < first.1.ts)
            {
                first = Some((upid, frame));
            }
        }
        start.upid = first.map(|first| first.0).or(upids.first().copied());
        start.first_frame = first.map(|first| first.1);
        let said = upids.iter().filter_map(|&upid| {
            let at = (self.fully_drawn).partition_point(|&row| row < (upid, start.span.start()));
            let said = self.fully_drawn.get(at).filter(|said| said.0 == upid);
            said.map(|&(_, ts)| (ts, upid))
        });
        start.full_frame = said.min().and_then(|(said, upid)| {
            let frames = apps.frames(upid);
            let at = frames.iter().position(|frame| frame.end > said)?;
            let frame = frames[at];
            apps.spend(at)?;
            Some(frame)
        });
        Some(())
    }
}

fn span_of(trace: &Trace, slice: SliceId) -> TimeSpan {
    let start = trace.slices.ts(slice);
    TimeSpan::new(start, trace.slices.end(slice).unwrap_or(start))
}

fn startup(slice: SliceId, span: TimeSpan, package: &[u8], kind: Option<StartupType>) -> Startup {
    Startup {
        slice,
        span,
        package: package.into(),
        kind,
        is_looked_into: false,
        upid: None,
        first_frame: None,
        full_frame: None,
    }
}

/// What is known of processes, each looked at once.
struct Apps<'a> {
    trace: &'a Trace,
    /// How much may still be looked at.
    visits: usize,
    /// The package that each process runs, as far as it was asked for; `None` if no package says so.
    packages: HashMap<Upid, Option<&'a [u8]>>,
    /// The frames of each process, by time.
    frames: HashMap<Upid, Vec<DrawnFrame>>,
    by_name: HashMap<&'a [u8], Vec<Upid>>,
}

impl<'a> Apps<'a> {
    fn new(trace: &'a Trace, visits: usize) -> Self {
        let mut by_name: HashMap<&[u8], Vec<Upid>> = HashMap::new();
        for (at, process) in trace.processes.processes.iter().enumerate() {
            if let Some(name) = process.name {
                let upids = by_name.entry(trace.bytes(name)).or_default();
                upids.push(Upid::from_index(at));
            }
        }
        Self {
            trace,
            visits,
            packages: HashMap::new(),
            frames: HashMap::new(),
            by_name,
        }
    }

    /// Looks at so many things more; `None` if that is too much.
    fn spend(&mut self, visits: usize) -> Option<()> {
        self.visits = self.visits.checked_sub(visits)?;
        Some(())
    }

    /// Returns the processes of this name.
    fn named(&mut self, name: &[u8]) -> Option<Vec<Upid>> {
        let named = self.by_name.get(name).cloned().unwrap_or_default();
        self.spend(named.len())?;
        Some(named)
    }

    /// Returns whether a process runs a package: by the list of packages, or, without one, by its name.
    fn runs(&mut self, upid: Upid, package: &[u8]) -> Option<bool> {
        let trace = self.trace;
        if trace.device.packages.is_empty() {
            let name = process_name(trace, upid);
            return Some(name.is_some_and(|name| name.starts_with(package)));
        }
        if !self.packages.contains_key(&upid) {
            self.spend(trace.device.packages.len())?;
            self.packages.insert(upid, package_of(trace, upid));
        }
        Some(self.packages[&upid] == Some(package))
    }

    /// Returns the frames that a process drew, by time.
    fn frames(&mut self, upid: Upid) -> &[DrawnFrame] {
        let trace = self.trace;
        let frames = self.frames.entry(upid);
        frames.or_insert_with(|| drawn_frames(trace, upid))
    }
}

/// Returns the name of a process: all of it where the kernel has cut it.
fn process_name(trace: &Trace, upid: Upid) -> Option<&[u8]> {
    /// The kernel keeps so many bytes of a name.
    const CUT: usize = 15;
    let process = trace.processes.process(upid);
    let name = trace.bytes(process.name?);
    let cmdline = process.cmdline.map(|cmdline| trace.bytes(cmdline));
    let is_forked = |cmdline: &&[u8]| {
        matches!(*cmdline, b"zygote" | b"zygote64" | b"<pre-initialized>")
            || cmdline.ends_with(name)
    };
    let cmdline = cmdline.filter(|_| name.len() == CUT).filter(is_forked);
    Some(cmdline.unwrap_or(name))
}

/// Returns the package that a process runs: that of its user id, if there is one only or the process is called
/// like it; isolated processes are only called like it. Of several, the one with the longest name.
fn package_of(trace: &Trace, upid: Upid) -> Option<&[u8]> {
    let process = trace.processes.process(upid);
    let name = trace.bytes(process.name?);
    let app = process.uid? % UIDS_PER_USER;
    let packages = &trace.device.packages;
    let is_only = packages.iter().filter(|package| package.uid == app).count() == 1;
    let before_colon = name.split(|&byte| byte == b':').next().unwrap_or_default();
    let named = packages.iter().filter_map(|package| {
        let called = trace.bytes(package.name?);
        let is_own = package.uid == app && (is_only || name.starts_with(called));
        let is_isolated = ISOLATED.contains(&app) && before_colon.starts_with(called);
        (is_own || is_isolated).then_some(called)
    });
    named.max_by_key(|called| called.len())
}

/// Returns the frames that a process drew, by time. A trace with frame timelines pairs slices by their token;
/// any other takes each `DrawFrame` for that of the last `doFrame` before it.
fn drawn_frames(trace: &Trace, upid: Upid) -> Vec<DrawnFrame> {
    if trace.frames.actual().is_empty() {
        return frames_without_tokens(trace, upid);
    }
    let slices = &trace.slices;
    let rows = trace.frame_slices().between(upid, i64::MIN, i64::MAX);
    let frames = rows.chunk_by(|a, b| a.token == b.token).filter_map(|rows| {
        let is_ui = |slice: SliceId| {
            let name = slices.name(slice).map(|name| trace.bytes(name));
            name.is_some_and(|name| name.starts_with(b"Choreographer#doFrame"))
        };
        let of = |work| rows.iter().filter(move |row| row.work == work);
        let do_frame = of(FrameWork::DoFrame).find(|row| is_ui(row.slice))?.slice;
        let draw_frame = of(FrameWork::DrawFrame).next()?.slice;
        let token = rows[0].token;
        let actual = || {
            trace
                .frames
                .actual_with(upid, token)
                .map(|frame| frame.slice)
        };
        let began = actual().map(|slice| slices.ts(slice)).min();
        let ended = actual().filter_map(|slice| slices.end(slice)).max();
        Some(DrawnFrame {
            do_frame,
            draw_frame,
            ts: began.unwrap_or(slices.ts(do_frame)),
            end: ended.or(slices.end(draw_frame))?,
        })
    });
    let mut frames: Vec<DrawnFrame> = frames.collect();
    frames.sort_by_key(|frame| (frame.ts, slices.order_key(frame.do_frame)));
    frames
}

fn frames_without_tokens(trace: &Trace, upid: Upid) -> Vec<DrawnFrame> {
    let slices = &trace.slices;
    let index = trace.thread_index();
    let called = |utid: Utid, name: &'static [u8]| {
        let track = index.track_of(utid);
        let depths = track.map(|track| slices.depths(track));
        let all = depths.into_iter().flatten().flat_map(DepthSlices::ids);
        let is_called = move |slice: &SliceId| {
            let is = slices.name(*slice).map(|name| trace.bytes(name));
            is == Some(name)
        };
        all.filter(is_called)
    };
    let sorted = |mut all: Vec<SliceId>| {
        all.sort_by_key(|&slice| slices.order_key(slice));
        all
    };
    let main = trace.main_thread(upid).into_iter();
    let ui = sorted(
        main.flat_map(|utid| called(utid, b"Choreographer#doFrame"))
            .collect(),
    );
    let threads = index.of_process(upid);
    let draws = sorted(
        threads
            .flat_map(|utid| called(utid, b"DrawFrame"))
            .collect(),
    );
    let frames = ui.iter().enumerate().filter_map(|(at, &do_frame)| {
        let ts = slices.ts(do_frame);
        let first = draws.partition_point(|&draw| slices.ts(draw) < ts);
        let &draw_frame = draws.get(first)?;
        let next = ui.get(at + 1).map(|&next| slices.ts(next));
        let is_before = next.is_none_or(|next| slices.ts(draw_frame) < next);
        let end = slices.end(draw_frame).filter(|_| is_before)?;
        Some(DrawnFrame {
            do_frame,
            draw_frame,
            ts,
            end,
        })
    });
    frames.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn what_is_looked_at_is_bounded() {
        let mut b = TraceBuilder::new();
        let system = b.process(2, "system_server");
        let app = b.process(10, "com.app");
        let main = b.thread(app, 10, "com.app");
        let starts = [
            (100, 900, "launchingActivity#1"),
            (1000, 0, "launchingActivity#1:completed-cold:com.app"),
        ];
        for start in starts {
            let track = b.slice_track(Scope::Process(system), None);
            b.nested_slices(track, &[start]);
        }
        let track = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(
            track,
            &[(300, 10, "bindApplication"), (400, 10, "activityResume")],
        );
        let trace = b.finish();
        // What the main thread did is looked at once for each slice.
        let told = |visits| {
            let startups = Startups::within(&trace, visits);
            (startups.all()[0].is_looked_into, startups.all()[0].upid)
        };
        assert_eq!([told(1), told(2)], [(false, None), (true, Some(app))]);
    }

    #[test]
    fn a_start_is_completed_in_few_ways() {
        let mut b = TraceBuilder::new();
        let system = b.process(2, "system_server");
        let said = (0..40).map(|n| (1000, 0, format!("launchingActivity#1:completed:app{n}")));
        let said: Vec<(i64, i64, String)> = said.collect();
        let track = b.slice_track(Scope::Process(system), None);
        b.nested_slices(track, &[(100, 900, "launchingActivity#1")]);
        for (ts, dur, name) in &said {
            let track = b.slice_track(Scope::Process(system), None);
            b.nested_slices(track, &[(*ts, *dur, name)]);
        }
        let trace = b.finish();
        assert_eq!(trace.startups().all().len(), COMPLETED_MAX);
        assert!(trace.startups().are_more());
    }
}
