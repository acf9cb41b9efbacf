//! Starts of apps, on screen, and compared with the modules of SQL that have the same rules.

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;

use crate::app::update::testing::{press_and_wait, row_texts as texts, said, session_of};
use crate::base::time::Ts;
use crate::model::builder::TraceBuilder;
use crate::model::device::PackageRow;
use crate::model::ids::{Upid, Utid};
use crate::model::trace::{MetadataRow, MetadataValue, Trace};
use crate::model::track::Scope;
use crate::query::janks::tests::{TestFrame, add_frames, good};
use crate::sql::session::{Limits, SqlSession, SqlValue};
use crate::view::scene::Item;

/// What a slice is: when, how long, and its name.
type Slices<'a> = [(i64, i64, &'a str)];

/// A trace with the system's process 2, an app 10 with a `RenderThread` 11, and another app 20.
struct Fixture {
    b: TraceBuilder,
    system: Upid,
    app: Upid,
    main: Utid,
    render: Utid,
    other: Utid,
}

impl Fixture {
    fn new() -> Self {
        let mut b = TraceBuilder::new();
        // Row 0 is the idle process in every trace.
        b.process(0, "");
        let system = b.process(2, "system_server");
        let app = b.process(10, "com.app");
        let main = b.thread(app, 10, "com.app");
        let render = b.thread(app, 11, "RenderThread");
        let second = b.process(20, "com.other");
        let other = b.thread(second, 20, "com.other");
        Self {
            b,
            system,
            app,
            main,
            render,
            other,
        }
    }

    /// Adds slices that may overlap: each has its track.
    fn system(&mut self, slices: &Slices<'_>) {
        for &slice in slices {
            let track = self.b.slice_track(Scope::Process(self.system), None);
            self.b.nested_slices(track, &[slice]);
        }
    }

    fn thread(&mut self, utid: Utid, slices: &Slices<'_>) {
        let track = self.b.slice_track(Scope::Thread(utid), None);
        self.b.nested_slices(track, slices);
    }

    fn sdk(&mut self, sdk: i64) {
        self.b.metadata.push(MetadataRow {
            name: "android_sdk_version".into(),
            value: MetadataValue::Int(sdk),
            machine: 0,
        });
    }

    fn package(&mut self, name: &str, uid: i64) {
        let name = Some(self.b.str(name));
        self.b.device.packages.push(PackageRow {
            name,
            uid,
            debuggable: false,
            profileable_from_shell: false,
            version_code: 1,
        });
    }

    /// Adds an actual frame of the app with a token.
    fn frames(&mut self, frames: &[(i64, i64, i64)]) {
        let frames = frames.iter().map(|&(token, ts, dur)| TestFrame {
            expected: None,
            actual: (ts, ts + dur),
            ..good(token, ts)
        });
        let frames: Vec<TestFrame<'_>> = frames.collect();
        add_frames(&mut self.b, &[self.app], &frames);
    }
}

/// A cold start of 900 ns whose first frame is drawn after 800 ns.
fn cold() -> Fixture {
    let mut f = Fixture::new();
    f.system(&[
        (100, 900, "launchingActivity#1"),
        (1000, 0, "launchingActivity#1:completed-cold:com.app"),
    ]);
    let (main, render) = (f.main, f.render);
    f.thread(
        main,
        &[
            (300, 300, "bindApplication"),
            (350, 200, "ImageLoader.init"),
            (620, 80, "clientTransactionExecuted"),
            (630, 20, "activityStart"),
            (660, 20, "activityResume"),
            (750, 50, "Choreographer#doFrame 7"),
            (920, 10, "reportFullyDrawn"),
            (950, 10, "Choreographer#doFrame 8"),
        ],
    );
    f.thread(
        render,
        &[(780, 120, "DrawFrames 7"), (955, 65, "DrawFrames 8")],
    );
    f.frames(&[(7, 745, 170), (8, 945, 80)]);
    f.b.processes.processes[f.app.index()].start_ts = Some(Ts::from_ns(250));
    f
}

#[test]
fn starts_are_listed_and_their_lens_tells_the_stages() {
    let mut session = session_of(cold().b);
    press_and_wait(&mut session, ">startups<enter>");
    let row = texts(&session, 0);
    assert_eq!(row[1..5], ["cold", "900 ns", "800 ns", "920 ns"]);
    assert!(row.contains(&"com.app".to_owned()), "{row:?}");
    press_and_wait(&mut session, "e");
    let table = session.state().top_table().expect("a table");
    assert_eq!(table.title, "cold start of com.app · 900 ns");
    assert_eq!(table.order, "com.app 10");
    let rows: Vec<[String; 3]> = (1..8)
        .map(|at| {
            let [dur, _, stage, _, what] = &texts(&session, at)[..] else {
                panic!("other columns");
            };
            [dur, stage, what].map(Clone::clone)
        })
        .collect();
    let stages = [
        ["150 ns", "before the process", "launchingActivity#1"],
        ["50 ns", "process start", ""],
        ["300 ns", "bindApplication", "bindApplication"],
        ["150 ns", "activity", ""],
        ["50 ns", "doFrame", "Choreographer#doFrame 7"],
        ["100 ns", "DrawFrames", "DrawFrames 7"],
        ["100 ns", "after first frame", ""],
    ];
    assert_eq!(rows, stages.map(|stage| stage.map(str::to_owned)));
    // The stages lead to their slices.
    press_and_wait(&mut session, "jj<enter>");
    assert_eq!(said(&session), "");
    let Item::Slice(slice) = session.state().view.selection.item() else {
        panic!("no slice is selected");
    };
    let name = session.trace().slice_name(slice);
    assert_eq!(name.as_deref(), Some("bindApplication"));
}

#[test]
fn of_a_process_that_was_there_nobody_says_that_it_began() {
    let mut f = Fixture::new();
    f.system(&[
        (100, 900, "launchingActivity#1"),
        (1000, 0, "launchingActivity#1:completed-warm:com.app"),
    ]);
    let main = f.main;
    f.thread(
        main,
        &[(300, 50, "activityStart"), (400, 50, "activityResume")],
    );
    let mut session = session_of(f.b);
    press_and_wait(&mut session, ">startups<enter>e");
    let stages = [1, 2].map(|at| texts(&session, at)[2].clone());
    assert_eq!(stages, ["before the activity", "activity"]);
}

#[test]
fn the_main_thread_comes_into_sight_with_its_start() {
    let mut f = cold();
    for n in 0..40 {
        let name = format!("other {n}");
        let track = f.b.slice_track(Scope::Process(f.system), Some(&name));
        f.b.nested_slices(track, &[(100, 10, "other")]);
    }
    let mut session = session_of(f.b);
    press_and_wait(&mut session, ">startups<enter><enter>");
    let trace = session.trace();
    let work = trace.startups().all()[0].first_work(trace);
    let track = work.map(|slice| trace.slices.track_of(slice));
    let node = track.and_then(|track| trace.tree.node_of_track(track));
    assert!(node.is_some());
    assert_eq!(session.state().view.flows.peek, node);
}

#[test]
fn a_trace_without_starts_says_so() {
    let mut session = session_of(Fixture::new().b);
    press_and_wait(&mut session, ">startups<enter>");
    assert!(session.state().top_table().is_none());
    assert_eq!(said(&session), "this trace has no starts of apps");
}

#[test]
fn a_start_that_did_not_finish_is_not_denied() {
    let mut f = Fixture::new();
    let track = f.b.slice_track(Scope::Global, None);
    f.b.nested_slices(track, &[(100, -1, "launchingActivity#1")]);
    let mut session = session_of(f.b);
    press_and_wait(&mut session, ">startups<enter>");
    assert!(session.state().top_table().is_none());
    assert_eq!(said(&session), "no start of an app finished in this trace");
}

/// A start as both tell it: when, how long, of which package, how, and how long until it was drawn.
type Told = (i64, i64, String, Option<String>, Option<i64>, Option<i64>);

fn by_model(trace: &Trace) -> Vec<Told> {
    let all = trace.startups().all().iter().map(|start| {
        (
            start.span.start().ns(),
            start.span.dur().ns(),
            String::from_utf8_lossy(&start.package).into_owned(),
            start.kind.map(|kind| kind.text().to_owned()),
            start.to_first_frame(trace),
            start.to_full_frame(trace),
        )
    });
    let mut all: Vec<Told> = all.collect();
    all.sort();
    all
}

/// Returns what SQL says; of an Android that has launches only, without what it takes for hot starts.
fn by_sql(trace: &Arc<Trace>, has_launches_only: bool) -> Vec<Told> {
    let mut session = SqlSession::new(Arc::clone(trace), Limits::default()).unwrap();
    let query = format!(
        "INCLUDE PERFETTO MODULE android.startup.time_to_display; \
        SELECT s.ts, s.dur, s.package, s.startup_type, time_to_initial_display, time_to_full_display \
        FROM _startup l JOIN android_startups s USING (startup_id) \
        LEFT JOIN android_startup_time_to_display USING (startup_id) \
        WHERE l.startup_type IS NULL OR NOT {has_launches_only}"
    );
    let result = session.query(&query, 10_000, 1 << 20).unwrap();
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
            long(&row[0]).unwrap(),
            long(&row[1]).unwrap(),
            text(&row[2]).unwrap(),
            text(&row[3]),
            long(&row[4]),
            long(&row[5]),
        )
    });
    let mut rows: Vec<Told> = rows.collect();
    rows.sort();
    rows
}

#[test]
fn starts_are_those_of_sql() {
    let trace = Arc::new(cold().b.finish());
    let told = by_model(&trace);
    let cold = Some("cold".to_owned());
    assert_eq!(
        told,
        [(100, 900, "com.app".to_owned(), cold, Some(800), Some(920))]
    );
    assert_eq!(told, by_sql(&trace, false));
}

/// What may happen next on a main thread.
const WORKS: [&str; 8] = [
    "bindApplication",
    "activityStart",
    "activityResume",
    "activityResume",
    "reportFullyDrawn()",
    "Choreographer#doFrame",
    "Choreographer#doFrame",
    "other",
];

/// What the system may say.
const SAYINGS: [&str; 10] = [
    "launchingActivity#2:completed-same-process:com.other",
    "launchingActivity#1",
    "launchingActivity#2",
    "launchingActivity#1:completed-warm:com.app",
    "launchingActivity#1:completed:com.app",
    "launchingActivity#2:completed-hot:com.other",
    "launching: com.app",
    "launching: com.other",
    "MetricsLogger:launchObserverNotifyIntentStarted",
    "MetricsLogger:launchObserverNotifyActivityLaunchFinished",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_starts_are_those_of_sql(
        sdk in prop::option::of(prop::sample::select(vec![28_i64, 30, 34])),
        packages in 0..4_usize,
        tokens in any::<bool>(),
        said in prop::collection::vec((0..10_usize, 0..60_i64, 1..60_i64), 0..12),
        works in prop::collection::vec((0..8_usize, 1..12_i64, any::<bool>()), 0..24),
    ) {
        let mut f = Fixture::new();
        if let Some(sdk) = sdk {
            f.sdk(sdk);
        }
        let lists: [&[(&str, i64)]; 4] = [
            &[],
            &[("com.app", 7), ("com.other", 8)],
            &[("com.app", 7), ("com.a", 7), ("com.other", 8)],
            &[("com.app", 8), ("com.other", 7)],
        ];
        for &(name, uid) in lists[packages] {
            f.package(name, uid);
        }
        for (at, uid) in [(f.app, 10_0007), (Upid(f.app.0 + 1), 8)] {
            f.b.processes.processes[at.index()].uid = Some(uid);
        }
        // SQL joins by the numbers of starts, so that each has one slice and is completed once.
        let mut numbered = HashSet::new();
        let mut has_launches_only = sdk.is_none_or(|sdk| sdk == 28);
        for &(what, ts, dur) in &said {
            let name = SAYINGS[what];
            let is_completed = name.contains("completed");
            let number = name.split(':').next().unwrap_or_default();
            if number.starts_with("launchingActivity") && !numbered.insert((number, is_completed)) {
                continue;
            }
            let is_dated = is_completed || name.starts_with("MetricsLogger:");
            has_launches_only &= sdk.is_some() || !is_dated;
            let dur = if is_completed { 0 } else { dur * 3 };
            f.system(&[(ts * 10, dur, name)]);
        }
        let (mut main, mut other) = (Vec::new(), Vec::new());
        let (mut draws, mut frames) = (Vec::new(), Vec::new());
        let mut at = 5;
        for (n, &(what, gap, of_app)) in (1_i64..).zip(&works) {
            at += gap;
            let name = match WORKS[what] {
                name @ "Choreographer#doFrame" if tokens => format!("{name} {n}"),
                name => name.to_owned(),
            };
            let is_frame = name.starts_with("Choreographer");
            if is_frame && of_app && gap > 3 {
                draws.push((at + 1, 7, if tokens { format!("DrawFrames {n}") } else { "DrawFrame".to_owned() }));
                if tokens && gap > 5 {
                    frames.push((n, at - 2, 14));
                }
            }
            (if of_app { &mut main } else { &mut other }).push((at, 4, name));
            at += 9;
        }
        for (utid, slices) in [(f.main, &main), (f.render, &draws), (f.other, &other)] {
            let slices: Vec<_> = slices.iter().map(|(ts, dur, name)| (*ts, *dur, name.as_str())).collect();
            f.thread(utid, &slices);
        }
        f.frames(&frames);
        let trace = Arc::new(f.b.finish());
        prop_assert_eq!(by_model(&trace), by_sql(&trace, has_launches_only));
    }
}
