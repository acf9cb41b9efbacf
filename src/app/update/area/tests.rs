//! Tests of the lists of an area, with keys, in a session without a terminal.

use std::sync::Arc;

use super::*;
use crate::app::effect::Effect;
use crate::app::session::Session;
use crate::app::update::testing::{press, said, session_of};
use crate::base::time::Dur;
use crate::model::builder::TraceBuilder;
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
use crate::model::track::Scope;

/// Returns a session with a running thread that has slices of so many names, and another that sleeps.
fn session(names: i64) -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let threads = [b.thread(app, 7, "main"), b.thread(app, 8, "worker")];
    let track = b.slice_track(Scope::Thread(threads[0]), None);
    let texts: Vec<String> = (0..names).map(|n| format!("work {n}")).collect();
    let slices: Vec<(i64, i64, &str)> = (0..names)
        .zip(&texts)
        .map(|(n, name)| (n * 100, n + 1, name.as_str()))
        .collect();
    b.nested_slices(track, &slices);
    let states = ["Running", "S"].map(|state| b.str(state));
    let state = |place: usize| {
        ThreadState::new(
            Ts::from_ns(0),
            Some(Dur::from_ns(50)),
            threads[place],
            states[place],
        )
    };
    let stay = SchedSlice {
        ts: Ts::from_ns(0),
        dur: Some(Dur::from_ns(50)),
        cpu: 0,
        utid: threads[0],
        end_state: None,
        priority: 120,
    };
    b.sched = SchedTable::new(vec![stay], vec![state(0), state(1)]);
    session_of(b)
}

/// Returns the texts of the layer over the main screen.
fn text(session: &mut Session) -> String {
    let scene = session.scene();
    let lines = scene.overlay.iter().flat_map(|line| &line.texts);
    let texts: Vec<&str> = lines.map(|text| text.text.trim()).collect();
    texts.join("\n")
}

/// Returns how many rows the list on top has, and the cells of the first row.
fn shown(session: &Session) -> (usize, Vec<String>) {
    let table = session.state().top_table().expect("a table");
    let first = table.rows.get(session.trace(), 0);
    let cells = first.map(|row| row.cells).unwrap_or_default();
    let cells = cells.into_iter().map(|cell| cell.text);
    (table.rows.len(), cells.collect())
}

/// Exports the list on top, and returns the text of the file of that name.
fn exported(session: &mut Session, file: &str) -> String {
    press(session, "x");
    let told = session.sync();
    let text = told.iter().find_map(|effect| match effect {
        Effect::Write { name, text, .. } if name == file => Some(text.clone()),
        _ => None,
    });
    text.expect("a file")
}

#[test]
fn all_names_of_an_area_are_listed_sorted_and_exported() {
    let mut session = session(500);
    press(&mut session, "**");
    session.sync();
    press(&mut session, "1");
    let (n, first) = shown(&session);
    assert_eq!((n, first[0].as_str()), (500, "work 499"));
    let screen = text(&mut session);
    for heading in [
        "name",
        "wall",
        "self",
        "count",
        "mean",
        "longest",
        "longest of whole slices",
    ] {
        assert!(screen.contains(heading), "{heading}: {screen}");
    }
    // Sorts by name.
    press(&mut session, "s");
    assert_eq!(shown(&session).1[0], "work 0");
    let text = exported(&mut session, "perfetty-area-slices.csv");
    assert_eq!(text.lines().count(), 501);
    assert!(text.starts_with("name,wall_ns,self_ns,count,mean_ns,longest_ns\nwork 0,"));
    // A row leads to the longest slice of its name; Escape comes back.
    press(&mut session, "<enter>");
    assert!(matches!(
        session.state().view.selection,
        Selection::Slice(_)
    ));
    press(&mut session, "<esc>");
    assert_eq!(shown(&session).0, 500);
    press(&mut session, "<esc>");
    assert!(matches!(session.state().view.selection, Selection::Area(_)));
}

#[test]
fn the_command_lists_what_the_details_show() {
    let mut session = session(3);
    press(&mut session, "**5");
    session.sync();
    press(&mut session, ">area-report<enter>");
    let (n, first) = shown(&session);
    assert_eq!(n, 2);
    assert_eq!(first[..3], ["app 7", "main 7", "Running"]);
    // `g` shows the other lists that have rows, in a cycle.
    let mut badges = Vec::new();
    for _ in 0..4 {
        press(&mut session, "g");
        let (n, first) = shown(&session);
        badges.push((n, first[0].clone()));
    }
    assert_eq!(
        badges,
        [
            (3, "work 2".to_owned()),
            (1, "app 7".to_owned()),
            (1, "app 7".to_owned()),
            (2, "app 7".to_owned()),
        ]
    );
}

#[test]
fn the_flame_graph_of_a_slice_is_of_its_time_and_track() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let tracks = [7, 8].map(|tid| {
        let utid = b.thread(app, tid, "t");
        b.slice_track(Scope::Thread(utid), None)
    });
    let frames = b.nested_slices(
        tracks[0],
        &[(0, 100, "frame"), (10, 40, "draw"), (200, 50, "frame")],
    );
    b.nested_slices(tracks[1], &[(0, 90, "other"), (10, 50, "work")]);
    let mut session = session_of(b);
    press(&mut session, ">flame-graph<enter>");
    let message = session.state().view.message.clone().expect("a message");
    assert_eq!(message.text, "select an area or a slice first");
    session.state_mut().view.selection = Selection::Slice(frames[0]);
    press(&mut session, ">flame-graph<enter>");
    session.sync();
    let (n, first) = shown(&session);
    assert_eq!((n, &*first[0], &*first[4]), (2, "100 ns", "frame"));
    // Of an area it is the area's.
    press(&mut session, "<esc>**>flame-graph<enter>");
    session.sync();
    assert_eq!(shown(&session).0, 4);
    // Rows are exported with their stacks.
    assert_eq!(
        exported(&mut session, "perfetty-area-slice-tree.csv"),
        "stack,wall_ns,self_ns,count\nframe,100,60,1\nframe;draw,40,40,1\nother,90,40,1\nother;work,50,50,1\n"
    );
}

#[test]
fn a_flame_graph_of_slices_that_lie_in_none_says_so() {
    let mut session = session(3);
    press(&mut session, "**>flame-graph<enter>");
    session.sync();
    assert_eq!(said(&session), "no slice here lies in another");
    press(&mut session, "g");
    assert_eq!(said(&session), "");
}

#[test]
fn a_list_opened_before_its_sums_is_filled_by_them() {
    let mut session = session(3);
    press(&mut session, "**<enter>");
    assert_eq!(shown(&session).0, 0);
    assert!(text(&mut session).contains("adding up"));
    session.sync();
    assert_eq!(shown(&session).0, 3);
}

#[test]
fn without_an_area_the_command_says_so() {
    let mut session = session(3);
    press(&mut session, ">area-report<enter>");
    let message = session.state().view.message.clone().expect("a message");
    assert_eq!(message.text, "select an area first");
    assert!(session.state().layers.is_empty());
}

#[test]
fn all_tracks_are_those_of_the_window_or_of_the_time_of_the_area() {
    let area = |session: &Session| match &session.state().view.selection {
        Selection::Area(area) => (area.span, area.nodes.len()),
        other => panic!("no area: {other:?}"),
    };
    let is_hinted = |session: &mut Session| {
        session.scene();
        session.hints().any(|hint| hint.what == "all tracks")
    };
    // Selects the window, which does not move.
    let mut session = session(10);
    press(&mut session, "jww");
    let window = session.window();
    assert!(window.dur() < session.trace().bounds.dur());
    press(&mut session, "*");
    assert_eq!((area(&session), session.window()), ((window, 1), window));
    assert!(is_hinted(&mut session));
    for _ in 0..2 {
        press(&mut session, "*");
        assert_eq!((area(&session), session.window()), ((window, 0), window));
        assert!(!is_hinted(&mut session));
    }
    // An area of a slice's time, as a second `R` makes it.
    press(&mut session, "<esc>/work 9");
    session.sync();
    press(&mut session, "<enter>R");
    let (window, (span, tracks)) = (session.window(), area(&session));
    assert_eq!((span.dur().ns(), tracks), (10, 1));
    press(&mut session, "*");
    assert_eq!((area(&session), session.window()), ((span, 0), window));
    press(&mut session, "RR");
    assert_eq!(area(&session), (span, 0));
    // If the window shows more than the trace, the area is that of the trace.
    press(&mut session, "<esc><esc>0sss*");
    assert_eq!(area(&session).0, session.trace().bounds);
}

/// Selects a part of the time on all tracks, and computes the sums.
fn select(session: &mut Session, from: i64, to: i64) {
    let span = TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
    session.state_mut().select(Selection::Area(Area {
        span,
        nodes: BTreeSet::new(),
    }));
    session.sync();
}

#[test]
fn slices_of_two_areas_that_differ_in_their_numbers_are_compared() {
    let mut session = session(10);
    let compared = |session: &mut Session, a: (i64, i64), b: (i64, i64)| {
        select(session, a.0, a.1);
        press(session, ">keep-area<enter>");
        select(session, b.0, b.1);
        press(session, ">compare-area<enter>");
        let table = session.state().top_table().expect("a table");
        let names: Vec<String> = (0..table.rows.len())
            .map(|at| {
                table.rows.get(session.trace(), at).unwrap().cells[0]
                    .text
                    .clone()
            })
            .collect();
        press(session, "<esc>");
        names
    };
    assert_eq!(compared(&mut session, (0, 100), (100, 200)), ["work …"]);
    // Where there is a choice, none is made: the areas have 2, and 3 and 4.
    let names = compared(&mut session, (200, 300), (300, 500));
    assert_eq!(names, ["work 4", "work 3", "work 2"]);
    // What both have is no choice: the areas have 2 and 3, and 3 and 4.
    let names = compared(&mut session, (200, 400), (300, 500));
    assert_eq!(names, ["work …", "work 3"]);
}

/// Returns the rows of the table on top, with strokes between their cells.
fn rows(session: &Session) -> Vec<String> {
    let table = session.state().top_table().expect("a table");
    let row = |index| {
        let row = table.rows.get(session.trace(), index).unwrap();
        let cells: Vec<String> = row.cells.into_iter().map(|cell| cell.text).collect();
        cells.join(" | ")
    };
    (0..table.rows.len()).map(row).collect()
}

#[test]
fn two_areas_stand_beside_each_other_the_most_changed_first() {
    let mut session = session(10);
    press(&mut session, ">compare-area<enter>");
    assert!(said(&session).starts_with("select an area first"));
    // The area has `work 0` to `work 2`, of 1 to 3 ns, and the states of both threads.
    select(&mut session, 0, 300);
    press(&mut session, ">keep-area<enter>");
    assert!(said(&session).starts_with("kept"));
    press(&mut session, ">compare-area<enter>");
    assert!(said(&session).starts_with("this is the area that was kept"));
    // This area has `work 2` to `work 4`.
    select(&mut session, 200, 500);
    press(&mut session, ">compare-area<enter>");
    assert_eq!(
        rows(&session),
        [
            "work 4 |  | 5 ns | +5 ns |  | 1",
            "work 3 |  | 4 ns | +4 ns |  | 1",
            "work 1 | 2 ns |  | −2 ns | 1 | ",
            "work 0 | 1 ns |  | −1 ns | 1 | ",
            "work 2 | 3 ns | 3 ns | 0 s | 1 | 1",
        ]
    );
    let title = |session: &Session| {
        let table = session.state().top_table().expect("a table");
        table.title.clone()
    };
    assert!(title(&session).ends_with("B 300 ns at 0.000 000 s · 5 names of slices on all tracks"));
    // Next are the states of threads, which only the first area has; then the threads on CPUs.
    press(&mut session, "g");
    assert_eq!(
        rows(&session),
        [
            "main 7 | Running | 50 ns |  | −50 ns | 1 | ",
            "worker 8 | Sleeping | 50 ns |  | −50 ns | 1 | ",
        ]
    );
    press(&mut session, "g");
    assert_eq!(rows(&session).len(), 1);
    press(&mut session, "g");
    // A row leads to the longest slice of its name; Escape comes back.
    press(&mut session, "j<enter>");
    let Selection::Slice(id) = session.state().view.selection else {
        panic!("no slice");
    };
    let trace = Arc::clone(session.trace());
    assert_eq!(trace.text(trace.slices.name(id).unwrap()), "work 3");
    press(&mut session, "<esc>");
    assert_eq!(rows(&session).len(), 5);
    // An area on one track only.
    press(&mut session, "<esc>");
    let thread = trace.tree.node_of_track(trace.slices.track_of(id)).unwrap();
    session.state_mut().select(Selection::Area(Area {
        span: TimeSpan::new(Ts::from_ns(200), Ts::from_ns(500)),
        nodes: BTreeSet::from([thread]),
    }));
    session.sync();
    press(&mut session, ">compare-area<enter>");
    let title = title(&session);
    assert!(title.starts_with("A 300 ns at 0.000 000 s on all tracks · B 300 ns"));
    assert!(title.ends_with(" on main 7 · 5 names of slices"), "{title}");
    // Of what holds tracks only these are counted, as in the details.
    press(&mut session, "<esc>");
    session.state_mut().select(Selection::Area(Area {
        span: TimeSpan::new(Ts::from_ns(200), Ts::from_ns(500)),
        nodes: trace.tree.walk().into_iter().collect(),
    }));
    session.sync();
    press(&mut session, ">compare-area<enter>");
    let n_tracks = session
        .state()
        .view
        .area_report
        .as_ref()
        .map(|(_, sums)| sums.n_tracks);
    let told = format!(" on {} tracks · ", n_tracks.unwrap_or_default());
    let title = &session.state().top_table().expect("a table").title;
    assert!(title.contains(&told), "{title} has not {told}");
    assert!(n_tracks < Some(trace.tree.walk().len()));
}

#[test]
fn counters_and_frequencies_of_two_areas_are_compared() {
    use crate::model::track::{Track, TrackData};
    let mut b = TraceBuilder::new();
    let samples = [(0, 100.0), (50, 300.0), (100, 400.0)];
    b.counter_track(Scope::Global, "free", "", &samples);
    b.counter_track(Scope::Global, "same", "", &[(0, 7e9)]);
    b.counter_track(Scope::Global, "late", "", &[(120, 5.0)]);
    let frequency = Track {
        type_name: b.str("cpu_frequency"),
        data: TrackData::Counter,
        name: Some(b.str("cpufreq")),
        scope: Scope::Cpu(0),
        ..Track::default()
    };
    let frequency = b.tracks.push(frequency);
    b.counters
        .push_track(frequency, [(0, 500e3), (80, 900e3), (200, 500e3)]);
    let mut session = session_of(b);
    select(&mut session, 0, 100);
    press(&mut session, ">keep-area<enter>");
    select(&mut session, 100, 200);
    press(&mut session, ">compare-area<enter>");
    // There are no slices, states and threads.
    assert_eq!(
        rows(&session),
        [
            "Global Track Events ‣ late |  | 5 |  | ",
            "Global Track Events ‣ free | 200 | 400 | +200 | +100.0",
            "CPU ‣ cpufreq cpu0 | 580 MHz | 900 MHz | +320 MHz | +55.2",
            "Global Track Events ‣ same | 7 G | 7 G | 0 | 0.0",
        ]
    );
    press(&mut session, "g");
    assert_eq!(
        rows(&session),
        [
            "CPU ‣ cpufreq cpu0 | 500 MHz | 80 ns | 0 s | −80 ns | 1 | 1",
            "CPU ‣ cpufreq cpu0 | 900 MHz | 20 ns | 100 ns | +80 ns | 1 | 1",
        ]
    );
    // A row leads to the sample that the value came with.
    press(&mut session, "j<enter>");
    let Selection::Counter(id) = session.state().view.selection else {
        panic!("no sample");
    };
    assert_eq!(session.trace().counters.sample(id), (80, 900e3));
}

#[test]
fn a_second_press_makes_the_area_of_a_slice_one_of_all_tracks() {
    let mut session = session(3);
    let first = SliceId(0);
    session.state_mut().select(Selection::Slice(first));
    press(&mut session, "R");
    let area = |session: &Session| match &session.state().view.selection {
        Selection::Area(area) => area.clone(),
        other => panic!("{other:?}"),
    };
    let one = area(&session);
    assert_eq!(one.nodes.len(), 1);
    press(&mut session, "R");
    let all = area(&session);
    assert!(all.nodes.is_empty());
    assert_eq!(all.span, one.span);
}

#[test]
fn an_area_is_extended_to_edges_of_slices_and_stays_in_the_trace() {
    use crate::model::ids::SliceId;
    let mut session = session(10);
    session.state_mut().select(Selection::Slice(SliceId(3)));
    let times = |session: &Session| match &session.state().view.selection {
        Selection::Area(area) => (area.span.start().ns(), area.span.end().ns()),
        other => panic!("no area: {other:?}"),
    };
    // The slice begins at 300 and ends at 304.
    press(&mut session, "fv.");
    assert_eq!(times(&session), (300, 304));
    press(&mut session, ".");
    assert_eq!(times(&session), (300, 400));
    // The window follows the free end.
    assert!(session.window().contains(Ts::from_ns(400)));
    press(&mut session, ",");
    assert_eq!(times(&session), (300, 304));
    press(&mut session, ".");
    // Ends the area, where Enter lists its sums: the keyboard is at the end of it.
    press(&mut session, "v");
    assert!(session.state().area.is_none());
    press(&mut session, "<enter>");
    assert!(session.state().top_table().is_some());
    press(&mut session, "<esc>");
    press(&mut session, &("v".to_owned() + &"<s-right>".repeat(99)));
    assert_eq!(times(&session).1, session.trace().bounds.end().ns());
}

#[test]
fn enter_lists_the_sums_of_all_tracks_from_any_row() {
    let mut session = session(3);
    press(&mut session, "jww**");
    session.sync();
    press(&mut session, "<enter>");
    assert_eq!(session.state().layers.len(), 1);
}

#[test]
fn what_never_ended_changed_nobody_knows_by_how_much() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(track, &[(0, 10, "a"), (100, -1, "a")]);
    let other = b.slice_track(Scope::Global, Some("u"));
    b.nested_slices(other, &[(0, 20, "b"), (100, 200, "b")]);
    let mut session = session_of(b);
    select(&mut session, 0, 50);
    press(&mut session, ">keep-area<enter>");
    select(&mut session, 100, 300);
    press(&mut session, ">compare-area<enter>");
    assert_eq!(
        rows(&session),
        [
            "b | 20 ns | 200 ns | +180 ns | 1 | 1",
            "a | 10 ns | – | – | 1 | 1"
        ]
    );
}

#[test]
fn an_area_of_all_tracks_says_that_it_has_them() {
    let mut session = session(3);
    for key in ["*", "R"] {
        press(&mut session, "<esc><esc>jj*");
        press(&mut session, key);
        let of = session.state().view.selection.clone();
        assert!(matches!(&of, Selection::Area(area) if area.nodes.is_empty()));
        press(&mut session, key);
        assert_eq!(said(&session), "the area has all tracks; Esc clears it");
        assert_eq!(session.state().view.selection, of);
    }
}

#[test]
fn an_area_that_is_given_up_leaves_the_selection_and_the_history_as_they_were() {
    use crate::model::ids::SliceId;
    let mut session = session(10);
    session.state_mut().select(Selection::Slice(SliceId(3)));
    press(&mut session, "f");
    let places = session.state().history.position();
    for keys in ["v<esc>", "vdd<esc>"] {
        press(&mut session, keys);
        let selection = &session.state().view.selection;
        assert_eq!(*selection, Selection::Slice(SliceId(3)), "{keys}");
        assert_eq!(session.state().history.position(), places, "{keys}");
    }
    // One without a length is none.
    for key in ["v", "<enter>"] {
        press(&mut session, &format!("v{key}"));
        let told = "the area has no length yet: a and d move its end";
        assert_eq!(said(&session), told);
        assert!(session.state().area.is_some());
        press(&mut session, "<esc>");
    }
    // All that is done to an area that is being drawn is one place.
    press(&mut session, "vdddv<c-o>");
    let selection = &session.state().view.selection;
    assert_eq!(*selection, Selection::Slice(SliceId(3)));
}

#[test]
fn a_list_says_how_many_rows_are_below_those_in_sight() {
    let mut session = session(40);
    press(&mut session, "j**");
    session.sync();
    press(&mut session, "<enter>");
    assert!(
        text(&mut session).contains("\n+21 ▼"),
        "{}",
        text(&mut session)
    );
    press(&mut session, "<pgdn>");
    let middle = text(&mut session);
    assert!(middle.contains("▲ +") && middle.contains(" ▼"), "{middle}");
    press(&mut session, "<end>");
    let last = text(&mut session);
    assert!(last.contains("▲") && !last.contains("▼"), "{last}");
    press(&mut session, "/7<enter>");
    let few = text(&mut session);
    assert!(!few.contains("▲") && !few.contains("▼"), "{few}");
}

#[test]
fn titles_of_lists_give_way_to_the_one_that_is_shown() {
    use crate::app::lists::area::Headings;
    let words = |shown, cols| {
        let headings = Headings::new(shown, &AreaList::ALL, cols);
        let cells = headings.cells.iter();
        let words: String = cells.map(|cell| cell.text.as_str()).collect();
        assert!(words.chars().count() < usize::from(cols), "{words}");
        assert_eq!(headings.lists.len(), headings.cells.len());
        (words, headings.lists)
    };
    let (all, lists) = words(AreaList::Slices, 200);
    // The number of rows would read as that of slices.
    assert!(
        all.starts_with("slices · slice tree · CPU by process · "),
        "{all}"
    );
    assert_eq!(lists, AreaList::ALL);
    let (first, _) = words(AreaList::Slices, 60);
    assert_eq!(
        first,
        "slices  tree  CPU/proc  CPU/thread  states  counters  …"
    );
    let (last, lists) = words(AreaList::SampleTree, 30);
    assert_eq!(last, "…  flows  samples  calls");
    assert_eq!(lists[2], AreaList::SampleTree);
}

#[test]
fn the_chosen_row_of_a_list_is_copied_whole() {
    let mut session = session(40);
    press(&mut session, "j**");
    session.sync();
    press(&mut session, "<enter>jy");
    let copied = |session: &mut Session| {
        let mut effects = session.take_effects().into_iter();
        effects.find_map(|effect| match effect {
            Effect::Copy { text, what } => Some((text, what)),
            _ => None,
        })
    };
    let (text, what) = copied(&mut session).expect("a copy");
    assert!(
        text.starts_with("work 38\t39 ns\t39 ns\t1\t39 ns"),
        "{text}"
    );
    assert_eq!(what, "row");
    // In a filter it is typed.
    press(&mut session, "/y");
    assert_eq!(copied(&mut session), None);
    press(&mut session, "<enter>y");
    assert_eq!(said(&session), "there is no row to copy");
}
