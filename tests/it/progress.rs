//! How an import reports progress, how it is stopped, and what stays on the screen meanwhile.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use perfetty::app::config::Config;
use perfetty::app::effect::Effect;
use perfetty::app::jobs::Tell;
use perfetty::app::key::Key;
use perfetty::app::layer::LayerKind;
use perfetty::app::session::Session;
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::base::time::{TimeSpan, Ts};
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{self, ImportError, Observer, Phase, Progress};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::SliceId;
use perfetty::model::skeleton::{CELLS, Skeleton};
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::query::find::filter_nodes;
use perfetty::view::scene::Size;
use perfetty::view::state::{Area, Selection};

use crate::screen::{Screen, needles};
use crate::support;

/// Keeps every report, and stops the import at the first report of a phase.
struct Reports {
    all: Vec<Progress>,
    stop_at: Option<Phase>,
}

impl Observer for Reports {
    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.all.push(progress);
        if self.stop_at == Some(progress.phase) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Returns a trace with many bundles of many kernel events, and nothing else.
fn kernel_trace() -> Arc<TraceBytes> {
    let mut text = String::new();
    for bundle in 0..5_000 {
        text.push_str("packet { ftrace_events { cpu: 0 ");
        for event in 0..4 {
            let ts = 1_000 + bundle * 10 + event;
            write!(text, "event {{ timestamp: {ts} pid: 7 sched_wakeup_new {{ comm: \"t\" pid: {event} }} }} ")
                .expect("a string takes all text");
        }
        text.push_str("} }\n");
    }
    Arc::new(TraceBytes::from_vec(support::trace_from_text(&text)).expect("not compressed"))
}

#[test]
fn a_trace_of_the_kernel_tells_how_far_it_is_all_the_way() {
    let mut reports = Reports {
        all: Vec::new(),
        stop_at: None,
    };
    import::import(&kernel_trace(), &mut reports).expect("a trace");
    let of = |phase| {
        reports
            .all
            .iter()
            .filter(move |report| report.phase == phase)
    };
    let resolving: Vec<&Progress> = of(Phase::Resolve).collect();
    // There is a report every few thousand of the 20 000 events, each further than the last.
    assert!(resolving.len() >= 4, "{resolving:?}");
    assert!(resolving.is_sorted_by(|a, b| a.done < b.done && a.events < b.events));
    assert!(
        resolving.iter().all(|report| report.total == 20_000),
        "{resolving:?}"
    );
    // Packets are weighed as well: of some a few bytes become a track.
    assert!(of(Phase::Index).count() >= 1);
}

#[test]
fn an_import_is_stopped_in_every_phase_that_it_tells_of() {
    let run = |stop_at| {
        let mut reports = Reports {
            all: Vec::new(),
            stop_at,
        };
        let result = import::import(&kernel_trace(), &mut reports);
        let phases: Vec<Phase> = reports.all.iter().map(|report| report.phase).collect();
        (result.err(), phases)
    };
    let (error, mut phases) = run(None);
    assert_eq!(error, None);
    phases.dedup();
    let both = [Phase::Index, Phase::Resolve];
    assert!(
        both.iter().all(|phase| phases.contains(phase)),
        "{phases:?}"
    );
    for phase in phases {
        let (error, phases) = run(Some(phase));
        assert_eq!(error, Some(ImportError::Cancelled), "{phase:?}");
        let after = phases.iter().skip_while(|other| **other != phase);
        assert_eq!(after.count(), 1, "{phase:?} goes on: {phases:?}");
    }
}

/// Returns a trace with successive slices, or a part of it.
/// Presses keys while a part of a trace is loaded, and then loads the whole. Returns the screens before and
/// after, and the layer on top.
fn grown(keys: &str) -> (String, String, Option<LayerKind>) {
    let mut screen = Screen::new(&needles(3, "needle", false), 80, 24);
    let before = screen.keys(keys).text();
    screen.session.set_trace(needles(7, "needle", true));
    screen.session.sync();
    let top = screen.session.state().layers.last();
    let top = top.map(|layer| layer.kind);
    (before, screen.text(), top)
}

#[test]
fn queries_and_prompts_outlive_a_publish_and_are_answered_anew() {
    let (before, after, top) = grown(":select count(*) * 100 as n from slice<enter>");
    assert_eq!(top, Some(LayerKind::SqlResult));
    assert!(
        before.contains("300") && before.contains("read so far"),
        "{before}"
    );
    assert!(
        after.contains("700") && !after.contains("read so far"),
        "{after}"
    );

    // A result that is not shown any more is not repeated.
    assert_eq!(grown(":select 1<enter><esc>").2, None);

    let (before, after, top) = grown("/needle");
    assert_eq!(top, Some(LayerKind::Search));
    let n_hits = |text: &str| text.trim_end().rsplit(' ').next().map(str::to_owned);
    let n_hits = [&before, &after].map(|text| n_hits(text));
    assert_eq!(n_hits, [Some("3+".into()), Some("7".into())], "{after}");

    let (_, after, top) = grown(">zoom");
    assert_eq!(top, Some(LayerKind::Palette));
    assert!(after.contains("zoom-in"), "{after}");

    // A list of tracks names those of the whole.
    assert_eq!(grown("<c-p>").2, Some(LayerKind::Tracks));
}

#[test]
fn what_was_searched_for_is_searched_for_in_what_comes() {
    let n_hits = |screen: &Screen| {
        let state = screen.session.state();
        assert!(!state.view.is_searching());
        state.view.hits().map(|hits| hits.slices.len())
    };
    for (first, keys, listed) in [
        (3, "/needle<enter>", false),
        (0, "/needle<enter>", false),
        (3, "/needle<a-enter>", true),
        (3, "/needle<enter>/other<esc>", false),
    ] {
        let mut screen = Screen::new(&needles(first, "needle", false), 80, 24);
        screen.keys(keys);
        assert_eq!(n_hits(&screen), Some(first as usize), "{keys}");
        let says = |screen: &mut Screen| screen.text().contains("nothing matches needle so far");
        assert_eq!(says(&mut screen), first == 0, "{keys}");
        screen.session.set_trace(needles(7, "needle", true));
        screen.session.sync();
        assert_eq!(n_hits(&screen), Some(7), "{keys}");
        assert!(!says(&mut screen), "{}", screen.text());
        let top = screen.session.state().layers.last();
        let hits = listed.then_some(LayerKind::Hits);
        assert_eq!(top.map(|layer| layer.kind), hits, "{keys}");
        if listed {
            assert!(screen.text().contains("7 hits"), "{}", screen.text());
            screen.keys("<esc>");
        }
        screen.keys("n");
        assert!(matches!(screen.selection(), Selection::Slice(_)), "{keys}");
        screen.keys("<esc>");
        assert_eq!(n_hits(&screen), None, "{keys}");
    }
    // The search is accepted before it has found anything; and another one is typed and cancelled only after
    // the trace has grown.
    for (before, after) in [("/needle<enter>", ""), ("/needle<enter>/other", "<esc>")] {
        let mut screen = Screen::new(&needles(3, "needle", false), 80, 24);
        for key in Key::parse_all(before).expect("keys") {
            screen.session.key(key);
        }
        screen.session.take_effects();
        screen.session.set_trace(needles(7, "needle", true));
        screen.keys(after).session.sync();
        assert_eq!(n_hits(&screen), Some(7), "{before}");
        assert_eq!(
            *screen.selection(),
            Selection::Slice(SliceId(0)),
            "{before}"
        );
    }
}

/// Returns a trace with tracks that have a slice each.
fn tracks(names: &[&str]) -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    for name in names {
        let track = b.slice_track(Scope::Global, Some(name));
        b.nested_slices(track, &[(0, 10, "needle")]);
    }
    b.complete = false;
    Arc::new(b.finish())
}

#[test]
fn a_search_in_an_area_stays_on_its_tracks_or_goes_with_them() {
    let (old, more, other) = (tracks(&["m"]), tracks(&["a", "m"]), tracks(&["a"]));
    let searching = |keys: &str| {
        let mut screen = Screen::new(&old, 80, 24);
        let nodes = old.tree.walk().into_iter();
        let nodes = nodes.filter(|&id| old.tree.node(id).name == "m");
        let area = Area {
            span: old.bounds,
            nodes: nodes.collect(),
        };
        screen.session.state_mut().select(Selection::Area(area));
        screen.keys(keys);
        screen
    };
    let name = |trace: &Trace, id: SliceId| {
        let node = trace.tree.node_of_track(trace.slices.track_of(id));
        trace.tree.node(node.expect("a track")).name.clone()
    };
    for keys in ["/needle<c-t><enter>", "/needle<c-t>"] {
        let mut screen = searching(keys);
        screen.session.set_trace(Arc::clone(&more));
        screen.session.sync();
        let found = screen.session.state().view.hits().expect("hits");
        let names: Vec<String> = found.slices.iter().map(|&id| name(&more, id)).collect();
        assert_eq!(names, ["m"], "{keys}");
    }
    let mut screen = searching("/needle<c-t><enter>");
    screen.session.set_trace(Arc::clone(&other));
    screen.session.sync();
    let state = screen.session.state();
    assert!(state.view.found.is_none() && state.search.within.is_none());
    assert!(
        screen.text().contains("searched in are gone"),
        "{}",
        screen.text()
    );
    // The text that is being typed is searched everywhere, and the prompt says so.
    let mut screen = searching("/needle<c-t>");
    assert!(screen.text().contains("in the selection /needle"));
    screen.session.set_trace(other);
    screen.session.sync();
    let text = screen.text();
    assert!(
        text.contains("/needle") && !text.contains("in the selection /needle"),
        "{text}"
    );
}

#[test]
fn a_filter_typed_before_there_is_a_trace_holds_for_the_trace() {
    let size = Size {
        cols: 120,
        rows: 40,
    };
    let mut session = Session::new("t", &Config::default(), size);
    for key in Key::parse_all("tmain<enter>").expect("keys") {
        session.key(key);
    }
    let trace = crate::screen::demo();
    session.set_trace(Arc::clone(&trace));
    let kept = session.state().view.filtered.clone().expect("a filter");
    let wanted = filter_nodes(&trace, "main").expect("a filter");
    assert!(!wanted.is_empty());
    assert_eq!(*kept, wanted.into_iter().collect());
}

#[test]
fn a_click_after_a_publish_means_the_new_trace_drawn_or_not() {
    let mut screen = Screen::new(&needles(7, "needle", false), 80, 24);
    let scene = screen.session.scene();
    let x = scene.layout.timeline.x;
    let rows = scene.tracks.iter().map(|line| line.y);
    let rows: Vec<u16> = rows.collect();
    let mut hits = BTreeSet::new();
    // The scene that was drawn last has ids that don't exist any more.
    screen.session.set_trace(needles(1, "needle", true));
    for y in rows {
        for x in x..80 {
            for kind in [MouseKind::Down, MouseKind::Up] {
                screen.session.mouse(MouseInput { kind, x, y });
            }
            if let Selection::Slice(id) = *screen.selection() {
                hits.insert(id.index());
            }
        }
    }
    assert_eq!(hits, BTreeSet::from([0]));
}

#[test]
fn sums_of_a_part_that_come_when_there_is_more_are_dropped() {
    let part = needles(3, "needle", false);
    let area = Area {
        span: part.bounds,
        ..Area::default()
    };
    for selection in [Selection::Area(area), Selection::Slice(SliceId(0))] {
        let mut screen = Screen::new(&part, 80, 24);
        screen.session.state_mut().select(selection);
        let mut outcomes = Vec::new();
        for effect in screen.session.take_effects() {
            let Effect::Run(job) = effect else { continue };
            let tell: Tell = Arc::new(|_| {});
            let tools = screen.session.tools();
            outcomes.extend(job.run(&part, tools, &AtomicBool::new(false), &tell));
        }
        assert_eq!(outcomes.len(), 1);
        screen.session.set_trace(needles(7, "needle", true));
        for outcome in outcomes {
            screen.session.finish(outcome);
        }
        let known = |screen: &Screen| {
            let view = screen.view();
            view.area_report.is_some() || view.same_name.is_some()
        };
        assert!(!known(&screen));
        // The sums of the whole trace are asked for instead.
        screen.session.sync();
        assert!(known(&screen));
    }
}

/// Returns what is known of a file of which a tenth has been read: of one thread its first millisecond,
/// of another how busy it is over all ten.
fn beginning() -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let [read, unread] = [8, 9].map(|tid| {
        let thread = b.thread(app, tid, "worker");
        b.slice_track(Scope::Thread(thread), None)
    });
    b.nested_slices(read, &[(0, -1, "loop"), (0, 900_000, "inside")]);
    let samples: Vec<_> = (0..=10).map(|at| (at * 100_000, 5.0)).collect();
    b.counter_track(Scope::Global, "load", "", &samples);
    let [start, end] = [0, 10_000_000].map(Ts::from_ns);
    let rows = vec![(unread, Box::new([1.0; CELLS]))];
    b.skeleton = Some(Skeleton::new(TimeSpan::new(start, end), rows, 0.5));
    b.complete = false;
    b.share_read = Some(0.1);
    Arc::new(b.finish())
}

#[test]
fn nothing_is_drawn_as_known_where_nothing_has_been_read() {
    let trace = beginning();
    assert_eq!(trace.known_until().ns(), 1_000_000);
    assert_eq!(trace.bounds.end().ns(), 10_000_000);
    let mut screen = Screen::new(&trace, 160, 40);
    let text = screen.keys("X").text();
    assert!(text.contains("first 10.0 % · 10.0 ms"), "{text}");
    assert_eq!(text.matches("not read yet").count(), 1, "{text}");
    let scene = screen.session.scene();
    let timeline = scene.layout.timeline;
    let known = timeline.x + timeline.width / 10 + 1;
    let mut n_outlined = 0;
    for line in &scene.tracks {
        let row = text.lines().nth(usize::from(line.y)).expect("a row");
        let unread: String = row.chars().skip(usize::from(known) + 1).collect();
        let unread = unread.replace("not read yet", "").replace('┊', "");
        let is_heading = row.contains("tracks ──");
        let name = &trace.tree.node(line.node).name;
        match unread.trim() {
            "" => {}
            _ if is_heading => {}
            _ => {
                assert_eq!(name, "worker 9", "{row}");
                n_outlined += 1;
            }
        }
    }
    assert_eq!(n_outlined, 1, "{text}");
    // What is open has no more than that, and may end yet.
    screen
        .session
        .state_mut()
        .select(Selection::Slice(SliceId(0)));
    let text = screen.text();
    assert!(text.contains("no end in the trace so far"), "{text}");
    let loops = screen.session.scene();
    let spans = loops.lines.iter().flat_map(|line| &line.spans);
    let end = u32::from(timeline.width / 10 + 2) * 8;
    assert!(spans.clone().count() > 0 && spans.clone().all(|span| span.x1 <= end));
}
