//! Jank on the screen: the inbox, `n` and `N`, the frame lens, the frame strip.
//!
//! The same walk goes over the demo, a trace written here, and real traces if there are any. Which frames are
//! janky and how late they are is computed here independently, from the rows.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::app::resolve::ViewRequest;
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::base::time::Ts;
use perfetty::model::frame_timeline::{ActualFrame, ExpectedFrame, JankTag};
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace;
use perfetty::view::overlay::Table;
use perfetty::view::scene::{Ink, Item, Role, Target};
use perfetty::view::state::Selection;

use crate::screen::{Screen, corpus, demo, import, written};
use crate::support;

/// The screen sizes of the walks.
const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

/// How many frames of a long trace have all their links checked.
const LOOKED_AT: usize = 12;

fn is_janky(frame: &ActualFrame) -> bool {
    let is_tagged = !matches!(
        frame.jank_tag,
        JankTag::None | JankTag::Unspecified | JankTag::NonPerceivable
    );
    // A frame whose only jank type is a prediction error is not janky.
    is_tagged && frame.jank_type != 4
}

/// Returns the end of the expected frame with the same process and token.
fn due(trace: &Trace, frame: &ActualFrame) -> Option<Ts> {
    let mut expected = trace.frames.expected_with(frame.upid, frame.token());
    trace.slices.end(expected.next()?.slice)
}

fn late_ns(trace: &Trace, frame: &ActualFrame) -> Option<i64> {
    Some(trace.slices.end(frame.slice)?.ns() - due(trace, frame)?.ns())
}

/// Returns the janky frames by time.
fn janky(trace: &Trace) -> Vec<&ActualFrame> {
    let all = trace.frames.actual().iter();
    let mut frames: Vec<_> = all.filter(|frame| is_janky(frame)).collect();
    frames.sort_by_key(|frame| trace.slices.order_key(frame.slice));
    frames
}

/// Returns the slices that the rows of a table lead to.
fn slices(table: &Table) -> Vec<SliceId> {
    let items = (0..table.rows.len()).filter_map(|at| table.rows.item(at));
    items
        .filter_map(|item| match item {
            Item::Slice(slice) => Some(slice),
            _ => None,
        })
        .collect()
}

/// Returns what the list of links leads to; empty for a frame without links.
fn leads(screen: &Screen) -> Vec<Item> {
    use perfetty::app::layer::Act;
    let Some(layer) = screen.session.state().layers.last() else {
        return Vec::new();
    };
    let acts = layer.acts();
    acts.filter_map(|act| match act {
        Act::Item(item) => Some(item),
        _ => None,
    })
    .collect()
}

/// `J` lists all janky frames, the latest first; Enter goes to a frame and Esc comes back to its row.
fn inbox(screen: &mut Screen, trace: &Trace) {
    let mut expected = janky(trace);
    expected.sort_by_key(|frame| {
        let late = late_ns(trace, frame).unwrap_or(i64::MIN);
        (std::cmp::Reverse(late), trace.slices.order_key(frame.slice))
    });
    let expected: Vec<SliceId> = expected.iter().map(|frame| frame.slice).collect();
    screen.keys("J").draw("inbox");
    let text = screen.text();
    assert!(text.contains("JANK INBOX"), "{text}");
    assert_eq!(slices(screen.table()), expected);
    let n = expected.len().min(3) - 1;
    let down = "j".repeat(n);
    screen.keys(&format!("{down}<enter>")).draw("a frame");
    assert_eq!(screen.selected(), expected[n]);
    assert!(screen.session.state().layers.is_empty());
    screen.keys("<esc>").draw("back");
    let chosen = screen.table().chosen;
    assert_eq!(chosen, n, "{}", screen.text());
    screen.keys("<esc>");
    assert!(screen.session.state().layers.is_empty());
    assert_eq!(*screen.selection(), Selection::None);
}

/// `n` walks the janky frames by time; each is shown with deadline, lateness and links.
fn walk(screen: &mut Screen, trace: &Trace) {
    let frames = janky(trace);
    screen.keys("<esc><esc>0");
    for (at, frame) in frames.iter().enumerate() {
        screen.keys("n");
        assert_eq!(screen.selected(), frame.slice, "frame {at}");
        deadline(screen, trace, frame);
        worked_on(screen, trace, frame);
        if at < LOOKED_AT {
            linked(screen, trace, frame);
            lens(screen, trace, frame);
        }
    }
    screen.keys("n");
    assert_eq!(screen.selected(), frames[0].slice, "it starts again");
    screen.keys("N");
    assert_eq!(screen.selected(), frames[frames.len() - 1].slice);
}

/// Asserts that the frame and the slice of a thread that worked on it are on the screen.
fn worked_on(screen: &mut Screen, trace: &Trace, frame: &ActualFrame) {
    let (scene, _) = screen.painted();
    let is_shown = |slice: SliceId| {
        let (node, depth) = trace.tree.place_of(&trace.slices, slice).unwrap();
        let mut lines = scene.tracks.iter();
        lines.any(|line| line.data == node && line.row == Some(depth))
    };
    let works = trace.frame_slices().with(frame.upid, frame.token());
    let wanted = works.iter().take(1).map(|work| work.slice);
    for slice in wanted.chain([frame.slice]) {
        let name = trace.slice_name(slice).unwrap();
        assert!(is_shown(slice), "no row of {name}: {}", screen.text());
    }
}

fn deadline(screen: &mut Screen, trace: &Trace, frame: &ActualFrame) {
    let text = screen.text();
    let token = frame.token();
    // If there is little room, only the badge says that it is a frame.
    let title = format!("{token}  ");
    assert!(text.contains("FRAME") && text.contains(&title), "{text}");
    says_once(&text, frame);
    let Some(due) = due(trace, frame) else { return };
    let (scene, _) = screen.painted();
    let timeline = scene.layout.timeline;
    let col = screen.view().viewport.col_from_ts(due);
    assert!(
        (0..i64::from(timeline.width)).contains(&col),
        "the deadline of {token} is outside"
    );
    let lines = scene
        .lines
        .iter()
        .filter(|line| timeline.contains(line.x, line.y));
    let in_time = late_ns(trace, frame).is_some_and(|late| late <= 0);
    let ink = Ink::Role(if in_time { Role::Good } else { Role::Bad });
    let rules = lines.filter(|line| {
        let mut glyphs = line.glyphs.iter();
        glyphs.any(|glyph| i64::from(glyph.x) == col && glyph.ink == ink)
    });
    assert!(
        rules.count() > 0,
        "no line at the deadline of {token}: {text}"
    );
    if let Some(late) = late_ns(trace, frame).filter(|&late| late > 0) {
        let words = if frame.is_dropped() {
            "never shown".to_owned()
        } else {
            format!("+{} late", perfetty::view::time::dur(late))
        };
        assert!(text.contains(&words), "{words} is not on {text}");
    }
}

/// Asserts that a reason that equals the tag is not repeated.
fn says_once(text: &str, frame: &ActualFrame) {
    let tag = frame.jank_tag.text();
    assert!(text.contains(tag), "{text}");
    assert!(!text.contains(&format!("{tag} · {tag}")), "{text}");
}

/// Enter on a frame lists what belongs to it.
fn linked(screen: &mut Screen, trace: &Trace, frame: &ActualFrame) {
    screen.keys("<enter>").draw("links");
    let found = leads(screen);
    let of_token = trace.frames.expected_with(frame.upid, frame.token());
    let display = trace.flows.leaving(frame.slice).iter();
    let composed = display.clone().flat_map(|&flow| {
        let display = trace.flows.get(flow).to;
        let others = trace.flows.reaching(display).iter();
        others.map(|&flow| trace.flows.get(flow).from).take(12)
    });
    let wanted = of_token
        .take(1)
        .map(|expected| expected.slice)
        .chain(display.map(|&flow| trace.flows.get(flow).to))
        .chain(composed.filter(|&slice| slice != frame.slice));
    for slice in wanted {
        let name = trace.slice_name(slice).unwrap();
        assert!(
            found.contains(&Item::Slice(slice)),
            "{} leads not to {name}: {}",
            frame.token(),
            screen.text()
        );
    }
    if !found.is_empty() {
        screen.keys("<esc>");
    }
    assert_eq!(screen.selected(), frame.slice);
}

/// `e` opens the lens of the frame, whose parts sum to the whole.
fn lens(screen: &mut Screen, trace: &Trace, frame: &ActualFrame) {
    use perfetty::query::frame_lens::{FrameLens, Stage};
    screen.keys("e").draw("lens");
    let text = screen.text();
    assert!(text.contains("FRAME LENS"), "{text}");
    assert!(text.contains(&frame.token().to_string()), "{text}");
    says_once(&text, frame);
    let lens = FrameLens::new(trace, frame);
    let rows = slices(screen.table());
    for slice in lens.links.slices(frame.slice) {
        assert!(rows.contains(&slice), "the lens lacks {slice:?}: {text}");
    }
    let parts = lens.parts.iter().map(|part| part.span.dur().ns());
    assert_eq!(parts.sum::<i64>(), lens.span.dur().ns());
    // The small timeline in the lens has both frames and the flow between them, and no row without a bar.
    let links = &lens.links;
    let is_app = frame.surface_token.is_some();
    let composed = !links.commits.is_empty() || !links.composites.is_empty();
    let display = links.display.filter(|&display| display != frame.slice);
    let mut named = vec![
        ("GPU", is_app && !links.gpu.is_empty()),
        ("SurfaceFlinger", composed),
        ("this frame", true),
        ("expected", links.expected.is_some()),
        ("display frame", display.is_some()),
    ];
    if is_app && !lens.is_guess() {
        named.push(("RenderThread", !links.draw_frames.is_empty()));
    }
    for (name, is_there) in named {
        let row = |line: &str| line.starts_with(&format!(" {name}"));
        assert_eq!(text.lines().any(row), is_there, "{name} in {text}");
    }
    // The names of threads have their tids.
    let draw = lens.links.draw_frames.first();
    let ui = lens.parts.iter().find(|part| part.stage == Stage::DoFrame);
    let threads = [
        ("UI thread", ui.and_then(|part| part.thread)),
        ("RenderThread", draw.and_then(|&draw| trace.utid_of(draw))),
    ];
    for (name, utid) in threads {
        let Some(utid) = utid else { continue };
        let tid = format!(" {} ", trace.processes.thread(utid).tid);
        let row = |line: &str| line.trim_start().starts_with(name) && line.contains(&tid);
        assert!(text.lines().any(row), "no {name}{tid}in {text}");
    }
    let (scene, _) = screen.painted();
    let is_linked = lens
        .flows
        .iter()
        .any(|&flow| trace.flows.get(flow).from == frame.slice);
    assert_eq!(is_linked, !scene.overlay_strokes.is_empty(), "{text}");
    let title = if lens.is_start_known {
        format!(
            "where {} went",
            perfetty::view::time::dur(lens.span.dur().ns())
        )
    } else {
        "start unknown".into()
    };
    assert!(text.contains(&title), "{title} is not on {text}");
    screen.keys("<esc>");
    assert_eq!(screen.selected(), frame.slice);
}

fn tour(name: &str, trace: &Arc<Trace>) {
    assert!(!janky(trace).is_empty(), "{name} has no janky frame");
    for (cols, rows) in SIZES {
        let mut screen = Screen::new(trace, cols, rows);
        screen.draw(name);
        inbox(&mut screen, trace);
        walk(&mut screen, trace);
    }
}

#[test]
fn the_demo_is_toured() {
    tour("demo", &demo());
}

#[test]
fn what_worked_on_a_frame_is_seen_with_it_on_a_small_screen() {
    let mut screen = Screen::new(&demo(), 80, 24);
    let text = screen.keys("n").text();
    for name in ["51072 Self", "doFrame 51072", "traversal", "relayoutWindow"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert_eq!(screen.view().flows.peek, None);
    // A frame that the command line asks for is shown in the same way.
    let mut asked = Screen::new(&demo(), 80, 24);
    let request = ViewRequest {
        select: vec!["frame:51072".parse().unwrap()],
        ..ViewRequest::default()
    };
    asked.session.ask(request, Vec::new());
    let text = asked.text();
    for name in ["51072 Self", "doFrame 51072", "traversal"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    // The track of a thread far below is pinned for now, unless a filter excludes it.
    let Some(trace) = corpus("cuttlefish_app_startup") else {
        return;
    };
    let mut screen = Screen::new(&trace, 80, 24);
    let text = screen.keys("n").text();
    assert!(text.contains("◇ ll.spl"), "{text}");
    assert!(text.contains("doFrame 82037"), "{text}");
    assert!(text.contains("Esc clear with ◇"), "{text}");
    // Nobody asked for more lines of it than that.
    let rows = text.lines().skip_while(|line| !line.contains('◇'));
    let rows = rows.take_while(|line| !line.contains("CPU"));
    assert!(rows.count() <= 3, "{text}");
    // One Esc ends the selection, and with it what is shown for it.
    let text = screen.keys("<esc>").text();
    assert!(!text.contains('◇'), "{text}");
    assert_eq!(screen.view().selection, Selection::None);
    let mut screen = Screen::new(&trace, 80, 24);
    let text = screen.keys("tActual<enter>n").text();
    assert!(!text.contains("◇"), "{text}");
}

/// Walks over two layers of one token, an expired prediction, a frame without an end, and one of another
/// process.
#[test]
fn a_small_trace_is_toured() {
    let mut text = String::new();
    let mut add = |ts: i64, what: &str, fields: &str| {
        let event = format!("{what} {{ {fields} }}");
        writeln!(
            text,
            "packet {{ timestamp: {ts} frame_timeline_event {{ {event} }} }}"
        )
        .unwrap();
    };
    let mut cookie = 0;
    let mut frame = |ts: i64, end: i64, what: &str, fields: &str| {
        cookie += 1;
        add(ts, what, &format!("cookie: {cookie} {fields}"));
        if end > ts {
            add(end, "frame_end", &format!("cookie: {cookie}"));
        }
    };
    let ids = "token: 10 display_frame_token: 12 pid: 1000 layer_name:";
    frame(
        0,
        16_000_000,
        "expected_surface_frame_start",
        &format!("{ids} \"a\""),
    );
    let late = "present_type: 2 jank_type: 64 jank_severity_type: 3";
    frame(
        1_000_000,
        30_000_000,
        "actual_surface_frame_start",
        &format!("{ids} \"a\" {late}"),
    );
    frame(
        1_000_000,
        12_000_000,
        "actual_surface_frame_start",
        &format!("{ids} \"b\" jank_type: 1"),
    );
    frame(
        30_000_000,
        40_000_000,
        "expected_display_frame_start",
        "token: 12 pid: 500",
    );
    let display = "token: 12 pid: 500 jank_type: 16 jank_severity_type: 2";
    frame(
        31_000_000,
        45_000_000,
        "actual_display_frame_start",
        display,
    );
    let expired = "token: 20 display_frame_token: 22 pid: 1000 jank_type: 256 prediction_type: 2";
    frame(
        50_000_000,
        61_000_000,
        "actual_surface_frame_start",
        expired,
    );
    let open = "token: 30 display_frame_token: 32 pid: 2000 jank_type: 1024 present_type: 4";
    frame(70_000_000, 0, "actual_surface_frame_start", open);
    let hidden = "token: 40 display_frame_token: 42 pid: 2000 jank_type: 4";
    frame(80_000_000, 90_000_000, "actual_surface_frame_start", hidden);
    let trace = written(&text);
    assert_eq!(janky(&trace).len(), 4);
    tour("small", &trace);
}

#[test]
fn a_frame_whose_end_was_lost_is_drawn_until_it_was_shown() {
    let mut text = String::new();
    let surface = "pid: 1000 layer_name: \"a\" present_type: 1";
    for (ts, what, fields) in [
        (
            20_000_000,
            "expected_surface_frame_start",
            "cookie: 2 token: 20 display_frame_token: 22 pid: 1000 layer_name: \"a\"",
        ),
        (36_000_000, "frame_end", "cookie: 2"),
        (
            21_000_000,
            "actual_surface_frame_start",
            &format!("cookie: 3 token: 20 display_frame_token: 22 jank_type: 64 {surface}"),
        ),
        (
            30_000_000,
            "actual_display_frame_start",
            "cookie: 4 token: 22 pid: 500 jank_type: 1 present_type: 1",
        ),
        (45_000_000, "frame_end", "cookie: 4"),
        (
            100_000_000,
            "actual_surface_frame_start",
            &format!("cookie: 5 token: 30 display_frame_token: 32 jank_type: 1 {surface}"),
        ),
        (980_000_000, "frame_end", "cookie: 5"),
    ] {
        writeln!(
            text,
            "packet {{ timestamp: {ts} frame_timeline_event {{ {what} {{ {fields} }} }} }}"
        )
        .unwrap();
    }
    let trace = written(&text);
    let mut screen = Screen::new(&trace, 160, 40);
    let whole = screen.text();
    let strip = whole.lines().find(|line| line.contains("FRAMES")).unwrap();
    assert_eq!(
        strip.matches('▅').count(),
        1,
        "only where it began: {strip}"
    );
    let text = screen.keys("n").text();
    for said in [
        "≤ 24.0 ms: its end was lost",
        "WHY  end lost · critical path ≤ 25.0 ms:",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let text = screen.keys("e").text();
    assert!(text.contains("20 · end lost · Self Jank"), "{text}");
    assert!(text.contains("where 25.0 ms went"), "{text}");
}

#[test]
fn of_a_frame_that_never_ended_nobody_says_how_late_it_was() {
    let mut text = String::new();
    for (ts, what, fields) in [
        (
            0,
            "actual_surface_frame_start",
            "cookie: 1 token: 10 display_frame_token: 12 pid: 1000 layer_name: \"a\" jank_type: 1 present_type: 1",
        ),
        (9_000_000, "frame_end", "cookie: 1"),
        (
            20_000_000,
            "expected_surface_frame_start",
            "cookie: 2 token: 20 display_frame_token: 22 pid: 1000 layer_name: \"a\"",
        ),
        (36_000_000, "frame_end", "cookie: 2"),
        (
            21_000_000,
            "actual_surface_frame_start",
            "cookie: 3 token: 20 display_frame_token: 22 pid: 1000 layer_name: \"a\" jank_type: 64 present_type: 2",
        ),
    ] {
        writeln!(
            text,
            "packet {{ timestamp: {ts} frame_timeline_event {{ {what} {{ {fields} }} }} }}"
        )
        .unwrap();
    }
    let trace = written(&text);
    let mut screen = Screen::new(&trace, 160, 40);
    for keys in ["n2", "e"] {
        let text = screen.keys(keys).text();
        assert!(text.contains("no end in the trace"), "{keys}: {text}");
        assert!(!text.contains("no deadline"), "{keys}: {text}");
        // A frame without an end is not compared with a good one.
        assert!(!text.contains("good frame"), "{keys}: {text}");
    }
}

#[test]
fn real_traces_are_toured() {
    for name in [
        "phone_nowinandroid",
        "android12_cpuschedstack",
        "cuttlefish_app_startup",
    ] {
        if let Some(trace) = corpus(name) {
            tour(name, &trace);
        }
    }
}

#[test]
fn a_generated_trace_is_toured() {
    let Some(script) = support::shared("bench/frametimeline.py") else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("t.pftrace");
    let made = std::process::Command::new("python3")
        .arg(script)
        .args(["--choreographer", "--seconds", "3"])
        .arg(&out)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    tour("generated", &import(std::fs::read(out).unwrap()));
}

#[test]
fn a_time_in_a_filter_means_the_same_however_times_are_written() {
    let trace = demo();
    let rows = |keys: &str| {
        let mut screen = Screen::new(&trace, 120, 40);
        screen.keys(keys).draw(keys);
        screen.table().rows.len()
    };
    let wanted = rows("J/time<gt>1500ms");
    assert!(wanted > 3 && wanted < rows("J"), "{wanted}");
    for n in 1..5 {
        assert_eq!(rows(&format!("{}J/time<gt>1500ms", "T".repeat(n))), wanted);
    }
}

#[test]
fn the_time_of_a_frame_is_whole_however_it_is_written() {
    let trace = demo();
    let mut seen = Vec::new();
    for n in 0..5 {
        let mut screen = Screen::new(&trace, 160, 30);
        screen
            .keys(&format!("{}J", "T".repeat(n)))
            .draw("the inbox");
        let row = screen.table().rows.window(&trace, 0, 1)[0].clone();
        let time = row.cells[1].text.clone();
        assert!(screen.text().contains(&time), "{time}");
        seen.push(time);
    }
    assert!(
        seen.iter().any(|time| time.starts_with("2026-09-22 ")),
        "{seen:?}"
    );
}

#[test]
fn frames_of_one_cause_have_a_heading_of_all_of_them() {
    let mut screen = Screen::new(&demo(), 200, 60);
    screen.keys("Jgggg").draw("by cause");
    let text = screen.text();
    // One frame waited for two completions: its own cause says that with an ellipsis already.
    let gpu: Vec<&str> = text
        .lines()
        .filter(|line| line.contains('×') && line.contains("waiting for GPU completion"))
        .collect();
    let [gpu] = gpu[..] else {
        panic!("{gpu:?}");
    };
    assert!(
        gpu.contains("×3  waiting for GPU completion … (up to "),
        "{gpu}"
    );
    let stuffed = text
        .lines()
        .find(|line| line.contains("stuffed behind frame"));
    assert!(
        stuffed.is_some_and(|line| line.contains("frame …")),
        "{text}"
    );
    // What the shade of a letter says can be filtered by.
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("J").draw("all");
    let all = screen.table().rows.len();
    screen.keys("/severity:full").draw("severe");
    let full = screen.table().rows.len();
    assert!(full > 0 && full < all, "{full} of {all}");
    screen.keys("<c-u>full").draw("a word");
    assert_eq!(
        screen.table().rows.len(),
        0,
        "a word is not about the severity"
    );
}

#[test]
fn a_frame_says_that_it_shows_a_hidden_track_again() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("n");
    let frame = screen.selected();
    screen.keys("H<esc>n");
    assert_eq!(screen.selected(), frame);
    assert!(screen.text().contains("shown again: it was hidden"));
}

#[test]
fn a_filtered_inbox_is_what_n_walks() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("J/late>10ms dropped<enter>");
    assert!(screen.table().rows.is_empty());
    screen.keys("<esc>J/late>10ms<enter>").draw("filtered");
    let far = |frame: &&ActualFrame| late_ns(&trace, frame).is_some_and(|late| late > 10_000_000);
    let all = janky(&trace);
    let frames: Vec<SliceId> = all.iter().copied().filter(far).map(|f| f.slice).collect();
    assert!(frames.len() > 3 && frames.len() < all.len());
    let told = format!("{} match the filter", frames.len());
    assert!(screen.text().contains(&told), "{}", screen.text());
    // The filter stays when the order changes.
    screen.keys("ss");
    assert_eq!(slices(screen.table()).len(), frames.len());
    screen.keys("s");
    screen.keys("<enter>");
    let start = frames.iter().position(|&slice| slice == screen.selected());
    for by in 1..=frames.len() {
        screen.keys("n");
        let next = frames[(start.unwrap() + by) % frames.len()];
        assert_eq!(screen.selected(), next, "{}", screen.text());
    }
    // The message of an export is shown under a filter, too, until the next key.
    screen.keys("<esc>").session.state_mut().say("wrote a.csv");
    assert!(screen.text().contains("wrote a.csv"), "{}", screen.text());
    let text = screen.keys("j").text();
    assert!(
        !text.contains(".csv") && text.contains("/ late>10ms"),
        "{text}"
    );
    screen.keys("<enter>");
    // Esc comes back to the inbox and closes it; then `n` walks all frames again.
    screen.keys("<esc>");
    assert_eq!(slices(screen.table()).len(), frames.len());
    screen.keys("<esc><esc><esc>0n");
    assert_eq!(screen.selected(), all[0].slice);
    screen.keys("n");
    assert_eq!(screen.selected(), all[1].slice);
}

#[test]
fn a_column_that_a_narrow_screen_leaves_out_is_filtered_by_all_the_same() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 24);
    let text = screen.keys("J").text();
    assert!(!text.contains(" layer "), "{text}");
    let n_all = screen.table().rows.len();
    let mut n_passing = |filter: &str| {
        let filter = filter.replace('<', "<lt>");
        screen.keys(&format!("<esc>J/{filter}<enter>"));
        let text = screen.text();
        assert!(!text.contains("no column is called"), "{text}");
        screen.table().rows.len()
    };
    let long = n_passing("dur>30ms");
    assert!(long > 0 && long < n_all, "{long}");
    // One frame never ended.
    assert_eq!(n_passing("dur<30ms") + long, n_all - 1);
    let feed = n_passing("layer:FeedActivity");
    assert!(feed > 0 && feed < n_all, "{feed}");
    // What is written has them.
    screen.keys("<esc>>cujs<enter>").session.key(Key::char('x'));
    let files = screen.session.sync().into_iter();
    let files = files.filter_map(|effect| match effect {
        Effect::Write { text, .. } => Some(text),
        _ => None,
    });
    let file = files.collect::<String>();
    let mut n_fields = file.lines().map(|line| line.split(',').count());
    let first = n_fields.next();
    assert!(
        file.lines().next().is_some_and(|it| it.contains("process")),
        "{file}"
    );
    assert!(n_fields.all(|n| Some(n) == first), "{file}");
    // A wide screen has the same frames.
    let mut wide = Screen::new(&trace, 200, 60);
    wide.keys("J/dur>30ms<enter>");
    assert_eq!(wide.table().rows.len(), long);
}

#[test]
fn back_comes_to_the_lens_that_one_left() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("ne").draw("lens");
    let frame = screen.selected();
    screen.keys("j<enter>").draw("evidence");
    assert_ne!(*screen.selection(), Selection::Slice(frame));
    screen.keys("<c-o>").draw("lens again");
    let text = screen.text();
    assert!(text.contains("FRAME LENS"), "{text}");
    assert_eq!(screen.selected(), frame);
    assert_ne!(screen.table().chosen, 0);
    // After moving on, the history leads back through the places between, without the lens.
    screen.keys("<enter>f.").draw("further");
    screen.keys("<c-o>").draw("between");
    assert!(screen.session.state().layers.is_empty());
}

#[test]
fn groups_gather_the_frames_and_the_causes() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("J");
    let all = slices(screen.table());
    for name in ["process", "layer", "tag", "cause"] {
        screen.keys("g").draw(name);
        let table = screen.table();
        assert!(table.order.contains(name), "{}", table.order);
        let rows = table.rows.window(&trace, 0, usize::MAX);
        let headings = rows.iter().filter(|row| row.heading);
        let counts = headings.map(|row| {
            let text = &row.cells[0].text;
            // The count is before the name, because the name may be cut.
            let count = text
                .strip_prefix('×')
                .and_then(|text| text.split_once("  "));
            count.unwrap().0.parse::<usize>().unwrap()
        });
        assert_eq!(counts.sum::<usize>(), all.len(), "{name}");
        let mut grouped = slices(table);
        let mut every = all.clone();
        grouped.sort_unstable();
        every.sort_unstable();
        assert_eq!(grouped, every, "{name}");
    }
    // Frames that are late for the same cause are listed in the lens of each.
    screen.keys("<esc>J/stuffed behind<enter><home>e");
    let text = screen.text();
    assert!(
        text.contains(" more like it in surfaceflinger 480"),
        "{text}"
    );
}

#[test]
fn the_strip_is_always_there_and_shows_the_window() {
    let trace = demo();
    for (cols, rows) in SIZES {
        let mut screen = Screen::new(&trace, cols, rows);
        for keys in ["", "wwww", "n", "Q", "0"] {
            screen.keys(keys);
            let (scene, buffer) = screen.painted();
            let strip = scene.layout.strip;
            assert_eq!((strip.height, scene.layout.timeline.x), (1, strip.x));
            let bars = (strip.x..strip.x + strip.width)
                .filter(|&x| "▁▂▃▄▅▆▇█".contains(buffer[(x, strip.y)].symbol()));
            assert!(
                bars.count() > usize::from(strip.width) / 2,
                "{}",
                screen.text()
            );
        }
    }
}

#[test]
fn the_deadline_is_named_on_the_side_that_has_room() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 35);
    assert!(
        screen.keys("J").text().contains("deadline ┊"),
        "{}",
        screen.text()
    );
    // The frame is hundreds of milliseconds late, so the deadline is near the left edge.
    let Some(trace) = corpus("cuttlefish_app_startup") else {
        return;
    };
    let mut screen = Screen::new(&trace, 120, 35);
    assert!(
        screen.keys("J").text().contains("┊ deadline"),
        "{}",
        screen.text()
    );
}

#[test]
fn groups_keep_their_headings_under_a_filter() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("Jg/late>5ms<enter>");
    let table = screen.table();
    let rows = table.rows.window(&trace, 0, usize::MAX);
    let headings: Vec<&str> = rows
        .iter()
        .filter(|row| row.heading)
        .map(|row| row.cells[0].text.as_str())
        .collect();
    assert_eq!(headings.len(), 2, "{headings:?}");
    // Each heading says how many of its rows are left.
    let groups: Vec<_> = rows[1..].split(|row| row.heading).collect();
    for (heading, group) in headings.iter().zip(groups) {
        let count = format!("×{}  ", group.len());
        assert!(heading.starts_with(&count), "{heading}: {}", group.len());
    }
    assert!(
        rows[0].heading && !rows[1].heading && rows.len() < 20,
        "{}",
        rows.len()
    );
    // On a narrow screen, the order has precedence over other words.
    let mut narrow = Screen::new(&trace, 80, 24);
    let text = narrow.keys("Jg/late>5ms<enter>").text();
    for words in [" match ", "grouped by process"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    // A group without rows has no heading.
    screen.keys("/ surfaceflinger<enter>");
    let text = screen.text();
    assert!(!text.contains("com.example.feed 4242  ×"), "{text}");
}

#[test]
fn the_inbox_tells_frames_of_one_token_apart() {
    let mut text = String::new();
    for (at, display) in [(1, 201), (2, 203)] {
        let ids = format!("token: 100 display_frame_token: {display} pid: 7 layer_name: \"a\"");
        writeln!(
            text,
            "packet {{ timestamp: 10 frame_timeline_event {{ actual_surface_frame_start {{ \
             cookie: {at} {ids} jank_type: 64 present_type: 2 }} }} }}\n\
             packet {{ timestamp: {}0 frame_timeline_event {{ frame_end {{ cookie: {at} }} }} }}",
            at + 4
        )
        .unwrap();
    }
    let trace = written(&text);
    for (cols, rows) in SIZES {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.keys("J").draw("inbox");
        let text = screen.text();
        for words in [" display ", " 201 ", " 203 "] {
            assert!(text.contains(words), "{words} in {text}");
        }
        // On a narrow screen it replaces the process, which is the same for all frames.
        assert_eq!(text.contains(" who "), cols >= 100, "{text}");
        // How many causes are alike stands in a column, which says so, or behind the cause.
        assert_eq!(text.contains("×2"), cols < 100, "{text}");
        if cols < 100 {
            continue;
        }
        let line = |word: &str| text.lines().find(|line| line.contains(word)).unwrap();
        let end = |line: &str, word: &str| {
            let before = line.split_once(word).unwrap().0.chars();
            before.count() + word.len()
        };
        let alike = end(line(" alike "), "alike");
        assert_eq!(end(line("App Dead"), " 2 ") - 1, alike, "{text}");
    }
}

#[test]
fn an_expected_frame_leads_to_the_actual_one_and_layers_are_told_apart() {
    let mut text = String::new();
    let mut frame = |cookie: u32, (ts, end): (u32, u32), what: &str, fields: &str| {
        writeln!(
            text,
            "packet {{ timestamp: {ts} frame_timeline_event {{ {what}_start {{ \
             cookie: {cookie} {fields} }} }} }}\n\
             packet {{ timestamp: {end} frame_timeline_event {{ frame_end {{ cookie: {cookie} }} }} }}"
        )
        .unwrap();
    };
    let ids = "token: 10 display_frame_token: 12 pid: 1000";
    let janky = "jank_type: 64 present_type: 2 jank_severity_type: 3";
    let layers = ["Task=1", "Task=2"].map(|name| format!("{ids} layer_name: \"{name}\""));
    frame(1, (0, 16_000), "expected_surface_frame", &layers[0]);
    let first = format!("{} {janky}", layers[0]);
    frame(2, (1_000, 30_000), "actual_surface_frame", &first);
    let second = format!("{} jank_type: 1", layers[1]);
    frame(3, (1_000, 12_000), "actual_surface_frame", &second);
    let display = "token: 12 pid: 500 jank_type: 1";
    frame(4, (31_000, 45_000), "actual_display_frame", display);
    let missed = "token: 20 display_frame_token: 22 pid: 1000 layer_name: \"Task=1\"";
    frame(5, (50_000, 66_000), "expected_surface_frame", missed);
    let trace = written(&text);
    let actual = |token: i64| {
        let all = trace.frames.actual().iter();
        let of_token = all.filter(move |frame| frame.token() == token);
        of_token
            .map(|frame| Item::Slice(frame.slice))
            .collect::<Vec<_>>()
    };
    for (cols, rows) in SIZES {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.keys("<c-p>Expected<enter><enter>").draw("expected");
        let selected = trace.frames.expected_of(screen.selected());
        assert_eq!(selected.map(ExpectedFrame::token), Some(20));
        let text = screen.text();
        assert!(text.contains("none in the trace"), "{text}");
        screen.keys(",").draw("the one before");
        let text = screen.text();
        assert!(text.contains("29.0 µs · Self Jank  Task=1"), "{text}");
        screen.keys("<enter>").draw("leads");
        assert_eq!(leads(&screen), actual(10), "{}", screen.text());
        screen.keys("<enter>").draw("actual");
        // A frame that is listed as another layer is not listed again.
        let mut screen = Screen::new(&trace, 200, 60);
        screen.keys("nQ").draw("links");
        let text = screen.text();
        let links = text.lines().filter(|line| line.contains("10 · 11.0 µs"));
        let links: Vec<&str> = links.collect();
        assert_eq!(links.len(), 1, "{text}");
        assert!(
            links[0].contains("layers") && links[0].contains("Task=2"),
            "{text}"
        );
    }
}

#[test]
fn a_click_in_the_inbox_shows_a_frame_and_the_next_goes_there() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("J").draw("inbox");
    let wanted = slices(screen.table())[3];
    let (scene, _) = screen.painted();
    let mut targets = scene.targets.iter();
    let row = targets.find(|(_, target)| *target == Target::ListRow(3));
    let (x, y) = row.map(|(cells, _)| (cells.x + 9, cells.y)).unwrap();
    let mut click = |kind| screen.session.mouse(MouseInput { kind, x, y });
    click(MouseKind::Down);
    click(MouseKind::Up);
    assert_eq!(screen.table().chosen, 3);
    // Two clicks at once have the same effect as two slow ones.
    screen.draw("shown");
    screen.session.mouse(MouseInput {
        kind: MouseKind::Again,
        x,
        y,
    });
    assert!(screen.session.state().layers.is_empty());
    assert_eq!(screen.selected(), wanted);
}

#[test]
fn the_cause_of_the_chosen_frame_is_read_in_full_above_its_timeline() {
    for (cols, rows) in [(80, 24), (70, 20)] {
        let trace = demo();
        let mut screen = Screen::new(&trace, cols, rows);
        screen.keys("J").draw("inbox");
        let mut n_cut = 0;
        for _ in 0..8 {
            let list = screen.table();
            let row = list.rows.get(&trace, list.chosen).unwrap();
            let cause = row.cells[list.columns.len() - 1].words().into_owned();
            let text = screen.text();
            let chosen = text.lines().find(|line| line.starts_with(" ▸")).unwrap();
            if !chosen.contains(&cause) {
                n_cut += 1;
                // On two lines, if the list can spare them.
                let mut lines = text.lines();
                let line = lines.find(|line| line.starts_with("   cause  "));
                let line = line.unwrap_or_else(|| panic!("{text}")).trim();
                let more = lines.next().filter(|line| line.starts_with("          "));
                let line = format!("{line} {}", more.unwrap_or_default().trim());
                let (line, words) = (line.trim_end(), format!("cause  {cause}"));
                let start = line.trim_end_matches('…');
                assert!(words.starts_with(start), "{words}: {text}");
                assert!(line == words || line.ends_with('…'), "{words}: {text}");
                assert!(line == words || rows < 24, "{words}: {text}");
            }
            screen.keys("j");
        }
        assert!(n_cut > 0, "{cols}");
    }
}

#[test]
fn what_a_lens_leads_to_is_wide_enough_to_be_seen() {
    let mut screen = Screen::new(&demo(), 120, 36);
    let dur = |screen: &Screen| screen.place().0.dur().ns();
    let all = dur(&screen);
    // From the inbox straight to the lens of the worst frame, and to a part of it.
    screen.keys("Jejj<enter>");
    let slice = screen.selected();
    let part = demo().slices.dur(slice).unwrap().ns();
    assert!(part < all / 100, "{part} of {all}");
    assert!(part > dur(&screen) / 100, "{part} of {}", dur(&screen));
    // What can be seen is not zoomed to.
    let before = screen.place().0;
    screen.keys("Jejj<enter>");
    assert_eq!(screen.place().0, before);
}
