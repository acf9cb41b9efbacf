//! Apps that did not respond, on screen, and compared with the module of SQL that has the same rules.

use std::sync::Arc;

use proptest::prelude::*;

use crate::app::update::testing::{press_and_wait, row_texts as texts, said, session_of};
use crate::base::time::{TimeSpan, Ts};
use crate::model::anrs::WaitSource;
use crate::model::builder::TraceBuilder;
use crate::model::ids::{Upid, Utid};
use crate::model::trace::Trace;
use crate::model::track::Scope;
use crate::sql::session::{Limits, SqlSession, SqlValue};
use crate::view::state::Selection;

const MS: i64 = 1_000_000;

/// A trace with the system's process 2, and an app 10 whose main thread is busy.
struct Fixture {
    b: TraceBuilder,
    system: Upid,
    main: Utid,
}

impl Fixture {
    fn new() -> Self {
        let mut b = TraceBuilder::new();
        // Row 0 is the idle process in every trace.
        b.process(0, "");
        let system = b.process(2, "system_server");
        let app = b.process(10, "com.app");
        let main = b.thread(app, 10, "com.app");
        Self { b, system, main }
    }

    fn counter(&mut self, upid: Upid, name: &str, ts: i64) {
        (self.b).counter_track(Scope::Process(upid), name, "", &[(ts, 1.0)]);
    }

    fn main_thread(&mut self, slices: &[(i64, i64, &str)]) {
        let track = self.b.slice_track(Scope::Thread(self.main), None);
        self.b.nested_slices(track, slices);
    }

    fn timer(&mut self, name: &str, ts: i64) {
        let track = self.b.slice_track(Scope::Process(self.system), None);
        self.b.nested_slices(track, &[(ts, 1, name)]);
    }
}

/// An app that was busy for four seconds when a touch waited for it.
fn busy() -> Fixture {
    let mut f = Fixture::new();
    let system = f.system;
    f.main_thread(&[
        (0, 1000 * MS, "Choreographer#doFrame 1"),
        (2000 * MS, 4000 * MS, "Handler.dispatchMessage"),
        (2500 * MS, 3000 * MS, "readDatabase"),
        (8000 * MS, 100 * MS, "later"),
    ]);
    f.counter(system, "ErrorId:com.app 10#1-2-3", 7000 * MS);
    f.counter(
        system,
        "Subject(for ErrorId 1-2-3):Input dispatching timed out (8a com.app/.Main (server) is not responding. \
         Waited 5001ms for MotionEvent)",
        7001 * MS,
    );
    f
}

#[test]
fn those_that_did_not_respond_are_listed_and_their_lens_tells_what_they_did() {
    let mut session = session_of(busy().b);
    press_and_wait(&mut session, ">anrs<enter>");
    let row = texts(&session, 0);
    assert_eq!(row[1..3], ["5.00 s", "com.app 10"]);
    assert!(row[3].starts_with("Input dispatching timed out"), "{row:?}");
    press_and_wait(&mut session, "e");
    let table = session.state().top_table().expect("a table");
    assert_eq!(table.title, "ANR of com.app · 5.00 s");
    assert_eq!(table.order, "com.app 10");
    let rows: Vec<Vec<String>> = (1..4).map(|at| texts(&session, at)).collect();
    let told = rows.iter().map(|row| (&*row[0], &*row[3]));
    let told: Vec<(&str, &str)> = told.collect();
    assert_eq!(told[0], ("3.00 s", "readDatabase"));
}

#[test]
fn the_lens_says_how_much_of_the_wait_lies_before_the_trace() {
    for (waited, title, heading) in [
        (
            "Waited 5001ms for it",
            "1.00 s of 5.00 s",
            "where 1.00 s went; 4.00 s more",
        ),
        (
            "is not responding",
            "1.00 s of ~5.00 s",
            "where 1.00 s went; ~4.00 s more",
        ),
        ("Waited 1000ms for it", "1.00 s", "where 1.00 s went"),
    ] {
        let mut f = Fixture::new();
        let system = f.system;
        f.main_thread(&[(0, 1500 * MS, "Handler.dispatchMessage")]);
        f.counter(system, "ErrorId:com.app 10#1-2-3", 1000 * MS);
        let words = format!("Subject(for ErrorId 1-2-3):Input dispatching timed out ({waited})");
        f.counter(system, &words, 1001 * MS);
        let mut session = session_of(f.b);
        press_and_wait(&mut session, ">anrs<enter>e");
        let table = session.state().top_table().expect("a table");
        assert_eq!(table.title, format!("ANR of com.app · {title}"));
        let first = texts(&session, 0).concat();
        let is_all = title == "1.00 s";
        assert!(first.contains(heading), "{first}");
        assert_eq!(
            first.contains("before the trace begins"),
            !is_all,
            "{first}"
        );
    }
    // Another stretch of the thread is only that.
    let mut session = session_of(busy().b);
    press_and_wait(&mut session, "/later<enter>Re");
    let table = session.state().top_table().expect("a table");
    assert_eq!(table.title, "area · 100 ms");
}

#[test]
fn going_there_selects_what_the_main_thread_did_meanwhile() {
    let mut session = session_of(busy().b);
    press_and_wait(&mut session, ">anrs<enter><enter>");
    assert_eq!(said(&session), "");
    let Selection::Area(area) = session.state().view.selection.clone() else {
        panic!("no area is selected");
    };
    let span = TimeSpan::new(Ts::from_ns(1999 * MS), Ts::from_ns(7000 * MS));
    assert_eq!(area.span, span);
    let trace = session.trace();
    let utid = trace.thread_of_node(*area.nodes.first().expect("a row"));
    assert_eq!(utid, trace.main_thread(trace.anrs().all()[0].upid.unwrap()));
    // The same lens is that of the area.
    press_and_wait(&mut session, "e");
    let table = session.state().top_table().expect("a table");
    assert_eq!(table.title, "ANR of com.app · 5.00 s");
    let command = "--select 'area:1.999s+5.001s@^com\\.app 10";
    assert!(table.command.contains(command), "{}", table.command);
}

#[test]
fn of_more_than_any_device_gives_up_it_is_said_that_there_are_more() {
    let mut f = Fixture::new();
    let system = f.system;
    for id in 0..5_000 {
        f.counter(system, &format!("ErrorId:com.app 10#{id}"), id);
    }
    let mut session = session_of(f.b);
    press_and_wait(&mut session, ">anrs<enter>");
    let title = &session.state().top_table().expect("a table").title;
    assert_eq!(title, "4 096 apps that did not respond, and more");
}

#[test]
fn an_area_of_several_threads_has_no_lens() {
    let mut f = busy();
    let app = f.b.process(20, "other");
    let other = f.b.thread(app, 20, "other");
    let track = f.b.slice_track(Scope::Thread(other), None);
    f.b.nested_slices(track, &[(0, 10, "work")]);
    let mut session = session_of(f.b);
    press_and_wait(&mut session, "**e");
    assert!(session.state().top_table().is_none());
    let words = "an area has a lens if it is of one thread: go to a row of it first";
    assert_eq!(said(&session), words);
}

#[test]
fn a_trace_without_them_says_so() {
    let mut session = session_of(Fixture::new().b);
    press_and_wait(&mut session, ">anrs<enter>");
    assert!(session.state().top_table().is_none());
    assert_eq!(
        said(&session),
        "this trace tells of no ANRs (no ErrorId counters of system_server)"
    );
}

/// How long was waited, in milliseconds, and how that is known.
fn waited(subject: &str) -> Option<(i64, WaitSource)> {
    let mut f = Fixture::new();
    let system = f.system;
    f.counter(system, "ErrorId:com.app 10#1", 700_000 * MS);
    f.counter(system, &format!("Subject(for ErrorId 1):{subject}"), 7);
    let trace = f.b.finish();
    let wait = trace.anrs().all()[0].wait?;
    Some((wait.0.dur().ns() / MS, wait.1))
}

#[test]
fn how_long_was_waited_is_told_or_what_is_usual() {
    use WaitSource::{Told, Usual};
    let broadcast = "Broadcast of Intent { act=a.b.C flg=0x";
    for (subject, wanted) in [
        (
            "Input dispatching timed out (x). Waited 5004ms for F",
            Some((5004, Told)),
        ),
        (
            "Input dispatching timed out (x). Waited for long",
            Some((5000, Usual)),
        ),
        (
            "Blocked in handler for now on x for 60s",
            Some((60_000, Told)),
        ),
        (
            &format!("{broadcast}10000010 cmp=a/.B }}"),
            Some((10_000, Usual)),
        ),
        (&format!("{broadcast}10 cmp=a/.B }}"), Some((60_000, Usual))),
        ("Broadcast of a.b.C/u0", Some((10_000, Usual))),
        (
            "executing service com.app/.Sync, waited 200000ms",
            Some((200_000, Told)),
        ),
        ("ContentProvider not responding", None),
    ] {
        assert_eq!(waited(subject), wanted, "{subject}");
    }
}

/// What both say of an app: who, with which id, when, of what type, why, how long in milliseconds, as it is told
/// and as it is usual, and of which process.
type Told = (
    String,
    Option<i64>,
    i64,
    Option<String>,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
);

fn by_model(trace: &Trace) -> Vec<Told> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let all = trace.anrs().all().iter().map(|anr| {
        let ms = |source| {
            let of_source = anr.wait.filter(|wait| wait.1 == source);
            of_source.map(|(span, _)| span.dur().ns() / MS)
        };
        (
            text(anr.process_name(trace)),
            anr.pid,
            anr.ts.ns(),
            anr.kind(trace).map(text),
            anr.subject(trace).map(text),
            ms(WaitSource::Told),
            ms(WaitSource::Usual),
            // Without an id only the model goes by the name.
            anr.upid
                .filter(|_| anr.pid.is_some())
                .map(|upid| i64::from(upid.0)),
        )
    });
    let mut all: Vec<Told> = all.collect();
    all.sort();
    all
}

fn by_sql(trace: &Arc<Trace>) -> Vec<Told> {
    let mut session = SqlSession::new(Arc::clone(trace), Limits::default()).unwrap();
    let query = "INCLUDE PERFETTO MODULE android.anrs; \
        SELECT process_name, pid, ts, anr_type, subject, anr_dur_ms, \
        IIF(anr_dur_ms IS NULL, default_anr_dur_ms, NULL), upid FROM android_anrs";
    let result = session.query(query, 10_000, 1 << 20).unwrap();
    let long = |value: &SqlValue| match value {
        SqlValue::Int(value) => Some(*value),
        _ => None,
    };
    let text = |value: &SqlValue| match value {
        SqlValue::Text(value) => Some(String::from_utf8_lossy(value).into_owned()),
        _ => None,
    };
    let rows = result.rows.iter().map(|row| {
        (
            text(&row[0]).unwrap(),
            long(&row[1]),
            long(&row[2]).unwrap(),
            text(&row[3]),
            text(&row[4]),
            long(&row[5]),
            long(&row[6]),
            long(&row[7]),
        )
    });
    let mut rows: Vec<Told> = rows.collect();
    rows.sort();
    rows
}

/// What the system may say of why, with a type of each kind.
const SUBJECTS: [&str; 18] = [
    "Broadcast of Intent { act=a.b.C flg=0x10000010 cmp=com.app/.Receiver }",
    "Broadcast of Intent { act=a.b.C flg=0x10 }",
    "Broadcast of a.b.C/u0",
    "Input dispatching timed out (ac com.app/.Main (server) is not responding)",
    "Input dispatching timed out (Application does not have a focused window)",
    "Context.startForegroundService() did not then call Service.startForeground(): ServiceRecord{1f u0 com.app/.S}",
    "executing service com.app/.Service, waited",
    "ContentProvider not responding",
    "App requested: Buffer processing hung up due to stuck fence. Indicates GPU hang",
    "App requested: isolate is stuck",
    "No response to onStartJob",
    "No response to onStopJob of it",
    "Timed out while trying to bind",
    "Process ProcessRecord{1f 10:com.app/u0a1} failed to complete startup",
    "A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout: ComponentInfo{a/b}",
    "A foreground service of type dataSync did not stop: ComponentInfo{a/b}",
    "required notification not provided",
    "Blocked in handler on foreground thread (android.fg) for 2s",
];

/// What a timer may be called.
const TIMERS: [&str; 7] = [
    "expired(1,10,1000,BROADCAST_TIMEOUT,10000)",
    "expired(2,10,1000,JobScheduler,8000)",
    "expired(3,11,1000,SERVICE_TIMEOUT,20000)",
    "expired(4,10,1000,OF_MAKER,123)",
    "expired(5,10,1000,SHORT_FGS_TIMEOUT,4000)",
    "expired(6,10)",
    "expired(7,10,1000,SERVICE_FOREGROUND_TIMEOUT,30000",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn they_are_those_of_sql(
        errors in prop::collection::vec((0..4_usize, 1..60_i64, 0..20_usize, any::<bool>()), 0..8),
        timers in prop::collection::vec((0..7_usize, 0..60_i64), 0..6),
    ) {
        let mut f = Fixture::new();
        let app = Upid(f.system.0 + 1);
        for (id, &(who, ts, why, is_of_system)) in errors.iter().enumerate() {
            let who = ["com.app 10", "com.other 11", "com.old", "system_server 2"][who];
            let upid = if is_of_system || why % 4 != 0 { f.system } else { app };
            f.counter(upid, &format!("ErrorId:{who}#id-{id}"), ts);
            if let Some(subject) = SUBJECTS.get(why) {
                f.counter(upid, &format!("Subject(for ErrorId id-{id}):{subject}"), ts + 1);
            }
        }
        for &(timer, ts) in &timers {
            f.timer(TIMERS[timer], ts);
        }
        let trace = Arc::new(f.b.finish());
        prop_assert_eq!(by_model(&trace), by_sql(&trace));
    }
}
