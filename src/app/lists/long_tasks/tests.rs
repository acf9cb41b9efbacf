//! Long tasks on screen.

use crate::app::session::Session;
use crate::app::update::testing::{press_and_wait, row_texts as texts, said, session_of};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::ids::SliceId;
use crate::model::slice::{Label, SliceRow};
use crate::model::track::Scope;
use crate::view::state::Selection;

const MS: i64 = 1_000_000;

/// An app that was busy twice, and whose last task has no end.
fn busy() -> TraceBuilder {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "com.app");
    let main = b.thread(app, 7, "com.app");
    let track = b.slice_track(Scope::Thread(main), None);
    b.nested_slices(
        track,
        &[
            (0, 60 * MS, "click"),
            (100 * MS, 400 * MS, "load"),
            (110 * MS, 300 * MS, "parse"),
            (600 * MS, -1, "hang"),
            (700 * MS, 10 * MS, "step"),
        ],
    );
    b
}

fn title(session: &Session) -> &str {
    &session.state().top_table().expect("a table").title
}

#[test]
fn they_are_listed_the_longest_first_and_the_lens_tells_where_the_time_went() {
    let mut session = session_of(busy());
    press_and_wait(&mut session, ">long-tasks<enter>");
    assert_eq!(title(&session), "3 tasks of 50 ms or more on main threads");
    let rows = [0, 1, 2].map(|at| texts(&session, at)[1..].to_vec());
    let load = ["400 ms", "com.app 7", "load", "parse, 300 ms"];
    let hang = ["≥ 110 ms", "com.app 7", "hang", "step, 10.0 ms"];
    let click = ["60.0 ms", "com.app 7", "click", ""];
    assert_eq!(rows, [load, hang, click].map(|row| row.map(str::to_owned)));
    press_and_wait(&mut session, "e");
    assert_eq!(title(&session), "load · 400 ms");
    assert_eq!(texts(&session, 1)[3], "parse");
}

#[test]
fn going_there_selects_the_task_and_they_can_be_walked() {
    let mut session = session_of(busy());
    press_and_wait(&mut session, ">long-tasks<enter><enter>");
    assert_eq!(session.state().view.selection, Selection::Slice(SliceId(1)));
    press_and_wait(&mut session, ">long-tasks<enter>n");
    assert_eq!(said(&session), "n and N walk 3 rows of the long tasks");
}

#[test]
fn a_trace_without_them_says_so() {
    let empty = |slices: &[(i64, i64, &str)]| {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "com.app");
        let main = b.thread(app, 7, "com.app");
        let track = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(track, slices);
        let mut session = session_of(b);
        press_and_wait(&mut session, ">long-tasks<enter>");
        let table = session.state().top_table().expect("a table");
        assert_eq!(table.rows.len(), 0);
        table.empty.clone()
    };
    assert_eq!(
        empty(&[(0, MS, "a")]),
        "no task took 50 ms of a main thread"
    );
    let mut session = session_of(TraceBuilder::new());
    press_and_wait(&mut session, ">long-tasks<enter>");
    let table = session.state().top_table().expect("a table");
    assert_eq!(
        table.empty,
        "no main thread, whose tid is its pid, has slices"
    );
}

#[test]
fn tasks_of_chromium_are_told_by_who_posted_them_and_scripts_by_their_function() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "Renderer");
    let main = b.thread(app, 9, "CrRendererMain");
    let track = b.slice_track(Scope::Thread(main), None);
    let told = [
        ("RunTask", "", "", ""),
        (
            "ThreadControllerImpl::RunTask",
            "toplevel",
            "task.posted_from.function_name",
            "DOMTimer",
        ),
        ("FunctionCall", "", "data.functionName", "poll"),
    ];
    let depths = (0..)
        .zip(told)
        .map(|(depth, (name, category, key, value))| {
            let label = Label {
                name: Some(b.str(name)),
                category: Some(b.str(category)),
            };
            let label = b.labels.intern(label);
            let (key, value) = (b.str(key), b.str(value));
            let arg = StoredArg::new(key, StoredValue::Str(Some(value)));
            let set = b.arg_sets.add(&[arg]).unwrap();
            let pos = EventPos::stored(set);
            vec![SliceRow::new(depth, Some(80 * MS - 2 * depth), label, pos)]
        });
    let depths: Vec<Vec<SliceRow>> = depths.collect();
    b.slices.push_track(track, &depths);
    let mut session = session_of(b);
    press_and_wait(&mut session, ">long-tasks<enter>");
    let row = texts(&session, 0);
    assert_eq!(row[3..], ["DOMTimer", "FunctionCall · poll, 80.0 ms"]);
}
