//! Arrows drawn as text, and what becomes of every flow.

use proptest::prelude::*;

use super::*;
use crate::base::time::TimeSpan;
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;
use crate::view::scene;
use crate::view::scene::{Direction as Side, Line, Role, Size, Span, StrokeShape, Text};
use crate::view::state::ViewState;
use crate::view::viewport::Viewport;

mod beyond;

/// A trace with one process and a thread for each list of (ts, dur), and flows between the slices
/// numbered through.
fn trace_of(threads: &[Vec<(i64, i64)>], links: &[(usize, usize)]) -> (Trace, Vec<SliceId>) {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let tracks: Vec<_> = (0..threads.len() as i64)
        .map(|tid| {
            let utid = b.thread(app, tid + 1, "t");
            b.slice_track(Scope::Thread(utid), None)
        })
        .collect();
    let mut ids = Vec::new();
    for (&track, slices) in tracks.iter().zip(threads) {
        let rows: Vec<_> = slices.iter().map(|&(ts, dur)| (ts, dur, "s")).collect();
        ids.extend(b.nested_slices(track, &rows));
    }
    for &(from, to) in links {
        b.flow(ids[from % ids.len()], ids[to % ids.len()], 1);
    }
    (b.finish(), ids)
}

/// A scene of the given size with one column for each nanosecond.
fn scene_of(trace: &Trace, state: &mut ViewState, size: Size) -> Scene {
    let timeline = scene(trace, state, size).layout.timeline;
    let end = i64::from(timeline.width);
    let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(end));
    state.viewport = Viewport::new(span, timeline.width);
    let mut scene = scene(trace, state, size);
    scene.strokes.clear();
    scene
}

/// Draws cells as text: a line of the timeline each, without blanks at the end.
pub(super) fn draw(scene: &Scene, strokes: &[Stroke]) -> Vec<String> {
    let area = scene.layout.timeline;
    let mut cells = vec![vec![' '; usize::from(area.width)]; usize::from(area.height)];
    for stroke in strokes {
        assert!(
            area.contains(stroke.x, stroke.y),
            "{stroke:?} leaves the timeline"
        );
        let ch = match stroke.shape {
            StrokeShape::Joins(sides) => [
                ' ', '╵', '╶', '╰', '╷', '│', '╭', '├', '╴', '╯', '─', '┴', '╮', '┤', '┬', '┼',
            ][usize::from(sides)],
            StrokeShape::Dotted(_) => '╌',
            StrokeShape::Head(Side::Right, _) => '▶',
            StrokeShape::Head(Side::Down, _) => '▼',
            StrokeShape::Head(Side::Up, _) => '▲',
            StrokeShape::Head(Side::Left, _) => '◀',
            StrokeShape::Char(c) => c,
        };
        cells[usize::from(stroke.y - area.y)][usize::from(stroke.x - area.x)] = ch;
    }
    let lines = cells
        .into_iter()
        .map(|line| line.into_iter().collect::<String>());
    lines.map(|line| line.trim_end().to_owned()).collect()
}

fn shown(
    trace: &Trace,
    selected: SliceId,
    change: impl FnOnce(&mut ViewState),
) -> (Vec<String>, Arrows) {
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(selected);
    change(&mut state);
    let scene = scene_of(trace, &mut state, Size { cols: 70, rows: 14 });
    let rows = Rows::new(trace, &state);
    let arrows = arrows(trace, &state, &rows, &scene);
    (draw(&scene, &arrows.strokes), arrows)
}

/// Where slices and closed groups are on a screen.
struct Seen<'a> {
    trace: &'a Trace,
    scene: &'a Scene,
}

impl<'a> Seen<'a> {
    fn new(trace: &'a Trace, scene: &'a Scene) -> Self {
        Self { trace, scene }
    }

    /// The line that draws a slice.
    fn line(&self, slice: SliceId) -> Option<u16> {
        let (node, row) = self.trace.tree.place_of(&self.trace.slices, slice)?;
        let mut lines = self.scene.tracks.iter();
        let found = lines.find(|line| (line.data, line.row) == (node, Some(row)))?;
        Some(found.y)
    }

    /// The line of the group, or of the open track, that holds a slice.
    fn group(&self, slice: SliceId) -> Option<u16> {
        let node = self
            .trace
            .tree
            .node_of_track(self.trace.slices.track_of(slice))?;
        let mut found = self.trace.tree.path_up(node).filter_map(|node| {
            let mut lines = self.scene.tracks.iter();
            lines.find(|line| line.node == node || line.data == node)
        });
        found.next().map(|line| line.y)
    }
}

#[test]
fn a_forward_flow_turns_into_a_channel_and_ends_before_its_target() {
    let (trace, s) = trace_of(&[vec![(0, 5)], vec![], vec![(12, 5)]], &[(0, 1)]);
    let (lines, arrows) = shown(&trace, s[0], |_| {});
    assert_eq!(lines[1..3], ["     ╶╮", "      ╰────▶"]);
    assert_eq!(arrows.note(), None);
}

#[test]
fn a_near_target_is_reached_straight_down() {
    let (trace, s) = trace_of(&[vec![(0, 5)], vec![(50, 1)], vec![(6, 5)]], &[(0, 2)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert_eq!(lines[1..4], ["", "      ▼", ""]);
}

#[test]
fn a_flow_back_in_time_leaves_its_line_first() {
    let (trace, s) = trace_of(
        &[vec![(20, 5)], vec![], vec![(50, 1)], vec![(4, 5)]],
        &[(0, 2)],
    );
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert_eq!(
        lines[1..4],
        ["                    ╌", "   ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌", "   ▶"]
    );
}

#[test]
fn a_flow_back_in_time_turns_beside_words() {
    let (trace, s) = trace_of(&[vec![(20, 5)], vec![(50, 1)], vec![(4, 5)]], &[(0, 2)]);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[0]);
    let mut scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 14 });
    let area = scene.layout.timeline;
    let between = Seen::new(&trace, &scene).line(s[1]).expect("shown");
    scene.lines.retain(|line| line.x < area.x);
    let mut line = Line::new(area.x, between, area.width, Role::Ground);
    line.put(Text::new(2, "words from 2 to 24 aaa", Role::Text));
    scene.lines.push(line);
    let rows = Rows::new(&trace, &state);
    let arrows = arrows(&trace, &state, &rows, &scene);
    let lines = draw(&scene, &arrows.strokes);
    let y = usize::from(between - area.y);
    assert_eq!(lines[y - 1], "                    ╌╌╌╌╌");
    assert_eq!(lines[y], " ╌                      ╌");
    assert_eq!(lines[y + 1], " ╌╌▶");
}

#[test]
fn two_columns_are_enough_for_a_channel() {
    let (trace, s) = trace_of(&[vec![(0, 5)], vec![], vec![(8, 5)]], &[(0, 1)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert_eq!(lines[1..3], ["     ╶╮", "      ╰▶"]);
}

#[test]
fn of_too_many_flows_those_left_out_are_the_farthest_and_never_the_focused_one() {
    let mut threads = vec![vec![(0, 5)]];
    // Each is too far from the others to share an arrow; one more hop leads on from the first.
    threads.extend((0..30).map(|n| vec![(10 + 4 * (n % 10), 2)]));
    threads.push(vec![(60, 1)]);
    let mut links: Vec<(usize, usize)> = (1..31).map(|to| (0, to)).collect();
    links.push((1, 31));
    let (trace, s) = trace_of(&threads, &links);
    let fates = |focus: Option<u32>| {
        let mut state = ViewState::default();
        state.details.open = false;
        state.selection = Selection::Slice(s[0]);
        state.flows.depth = 2;
        state.flows.focus = focus.map(FlowId);
        state.counter_lines = 1;
        let nodes = trace.tree.walk();
        state.open.extend(nodes.iter().map(|&node| (node, true)));
        let scene = scene_of(
            &trace,
            &mut state,
            Size {
                cols: 100,
                rows: 60,
            },
        );
        let rows = Rows::new(&trace, &state);
        arrows(&trace, &state, &rows, &scene).fates
    };
    let is_left_out = |fates: &[(FlowId, Fate)], id| {
        let found = fates.iter().find(|fate| fate.0 == FlowId(id));
        found.is_some_and(|fate| fate.1 == Fate::OverLimit)
    };
    let without = fates(None);
    let left_out = without.iter().filter(|fate| fate.1 == Fate::OverLimit);
    assert_eq!(left_out.count(), 31 - MAX_ARROWS);
    assert!(
        is_left_out(&without, 30),
        "the hop after the first: {without:?}"
    );
    for focus in 0..30 {
        assert!(!is_left_out(&fates(Some(focus)), focus), "{focus}");
    }
}

#[test]
fn a_flow_back_to_the_next_line_goes_straight_there() {
    let (trace, s) = trace_of(&[vec![(20, 5)], vec![(4, 5)]], &[(0, 1)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert_eq!(lines[1..4], ["", "   ▼", ""]);
}

#[test]
fn a_flow_to_the_slice_that_follows_at_once_has_its_head_in_it() {
    let (trace, s) = trace_of(&[vec![(0, 5), (5, 5)]], &[(0, 1)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert_eq!(lines[1], "     ▶");
}

#[test]
fn a_flow_back_in_time_takes_the_line_without_words() {
    let threads = [vec![(20, 5)], vec![(50, 1)], vec![(50, 1)], vec![(4, 5)]];
    let (trace, s) = trace_of(&threads, &[(0, 3)]);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[0]);
    let mut scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 14 });
    let area = scene.layout.timeline;
    let first = Seen::new(&trace, &scene).line(s[1]).expect("shown");
    scene.lines.retain(|line| line.x < area.x);
    let mut line = Line::new(area.x, first, area.width, Role::Ground);
    line.put(Text::new(8, "many words", Role::Text));
    scene.lines.push(line);
    let rows = Rows::new(&trace, &state);
    let arrows = arrows(&trace, &state, &rows, &scene);
    let lines = draw(&scene, &arrows.strokes);
    let y = usize::from(first - area.y);
    assert_eq!(lines[y].matches('╌').count(), 1, "{lines:#?}");
    assert!(lines[y + 1].matches('╌').count() > 10, "{lines:#?}");
}

#[test]
fn what_begins_at_the_right_edge_is_beyond_it() {
    let mut state = ViewState::default();
    state.details.open = false;
    let (trace, _) = trace_of(&[vec![(0, 5)]], &[]);
    let scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 14 });
    let width = i64::from(scene.layout.timeline.width);
    let (trace, s) = trace_of(&[vec![(5, width - 5)], vec![(width, 9)]], &[(0, 1)]);
    let (lines, arrows) = shown(&trace, s[0], |_| {});
    assert_eq!(arrows.fates, [(FlowId(0), Fate::Away(Edge::Right))]);
    assert!(lines.iter().all(String::is_empty), "{lines:#?}");
}

#[test]
fn a_flow_from_below_to_the_last_line_comes_from_the_edge_beside_its_head() {
    let threads: Vec<Vec<(i64, i64)>> = (0..40).map(|_| vec![(9, 20)]).collect();
    let drawn = |to: usize| {
        let (trace, s) = trace_of(&threads, &[(39, to)]);
        let (lines, _) = shown(&trace, s[to], |state| {
            let nodes = trace.tree.walk();
            state.open.extend(nodes.iter().map(|&node| (node, true)));
        });
        lines
    };
    // The line before the last has its stub below it.
    let height = drawn(0).len();
    let lines = drawn(height - 2);
    assert!(
        lines[height - 1].contains("╶▶")
            || lines[height - 1].contains("╷▶")
            || lines[height - 1].contains("╭▶"),
        "{lines:#?}"
    );
}

#[test]
fn flows_to_one_place_share_an_arrow_with_their_number() {
    let (trace, s) = trace_of(
        &[vec![(0, 5)], vec![(12, 1), (13, 1), (30, 1)]],
        &[(0, 1), (0, 2), (0, 2), (0, 3)],
    );
    let (lines, arrows) = shown(&trace, s[0], |_| {});
    let text = lines.join("\n");
    assert!(text.contains("×3"), "{text}");
    assert_eq!(arrows.count(|fate| fate == Fate::Drawn), 4);
}

#[test]
fn far_targets_are_stubs_and_closed_groups_have_dots() {
    let threads: Vec<Vec<(i64, i64)>> = (0..30).map(|i| vec![(3 * i, 2)]).collect();
    let (trace, s) = trace_of(&threads, &[(0, 25), (0, 26), (0, 1)]);
    let (lines, arrows) = shown(&trace, s[0], |state| {
        let threads = trace.tree.walk();
        state.open.extend(threads.iter().map(|&node| (node, true)));
    });
    assert_eq!(arrows.count(|fate| fate == Fate::Stub(Edge::Bottom)), 2);
    assert!(
        lines.last().is_some_and(|line| line.contains("▼2")),
        "{lines:?}"
    );

    let app = trace.tree.walk()[0];
    let (lines, arrows) = shown(&trace, s[0], |state| {
        state.open.insert(app, false);
    });
    assert!(lines.iter().any(|line| line.contains('●')), "{lines:?}");
    assert_eq!(arrows.count(|fate| fate == Fate::Drawn), 3);
}

/// Returns what is drawn of a flow between the slices of two threads, the other of which lies
/// above the screen; words stand on the first line.
fn drawn_to_above(link: (usize, usize), words: Option<Text>) -> (Vec<String>, usize) {
    drawn_from_above((9, 20), link, words)
}

/// Returns the same as [`drawn_to_above`] where the first slice has another time.
fn drawn_from_above(
    first: (i64, i64),
    link: (usize, usize),
    words: Option<Text>,
) -> (Vec<String>, usize) {
    let mut threads: Vec<Vec<(i64, i64)>> = (0..40).map(|_| vec![(9, 20)]).collect();
    threads[0] = vec![first];
    let (trace, s) = trace_of(&threads, &[link]);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[20]);
    state.scroll = 16;
    let nodes = trace.tree.walk();
    state.open.extend(nodes.iter().map(|&node| (node, true)));
    let mut scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 24 });
    let area = scene.layout.timeline;
    scene
        .lines
        .retain(|line| line.x < area.x || line.y != area.y);
    let mut line = Line::new(area.x, area.y, area.width, Role::Ground);
    line.texts.extend(words);
    scene.lines.push(line);
    let rows = Rows::new(&trace, &state);
    let arrows = arrows(&trace, &state, &rows, &scene);
    assert_eq!(arrows.fates, [(FlowId(0), Fate::Stub(Edge::Top))]);
    let y = Seen::new(&trace, &scene)
        .line(s[20])
        .expect("on the screen");
    (draw(&scene, &arrows.strokes), usize::from(y - area.y))
}

#[test]
fn a_flow_from_off_the_screen_ends_in_a_head_and_points_nowhere_else() {
    let (lines, y) = drawn_to_above((0, 20), None);
    assert_eq!(lines[0], "       │");
    assert_eq!(lines[y], "       ╰▶");
    let (lines, y) = drawn_to_above((20, 0), None);
    assert_eq!(lines[0], "         ▲1");
    assert_eq!(lines[y], "         ╵");
}

#[test]
fn a_stub_turns_between_the_times_of_its_flow() {
    // The flow leaves at 6 and arrives at 9: nothing of it is drawn left of that.
    let words = || Some(Text::new(5, "many words", Role::Dim));
    let (lines, y) = drawn_from_above((1, 5), (0, 20), words());
    assert!(lines[y].starts_with("      "), "{lines:#?}");
    assert!(lines[y].contains('▶'), "{lines:#?}");
    // This flow leaves at 29 and arrives at 31.
    let words = || Some(Text::new(25, "many words", Role::Dim));
    let (lines, y) = drawn_from_above((31, 5), (20, 0), words());
    assert!(lines[y].chars().count() <= 31, "{lines:#?}");
}

#[test]
fn arrows_of_one_slice_branch_from_one_trunk() {
    let mut threads = vec![vec![(0, 5)]];
    threads.extend((0..8).map(|n| vec![(30 + 2 * n, 5)]));
    let links: Vec<(usize, usize)> = (1..9).map(|to| (0, to)).collect();
    let (trace, s) = trace_of(&threads, &links);
    let trunks = |lines: &[String]| {
        let below = lines[2].chars();
        below.filter(|c| "│├╰┼".contains(*c)).count()
    };
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert_eq!(trunks(&lines), 1, "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains('┼')), "{lines:#?}");
    // Eight flows that reach one slice join before it.
    let mut threads: Vec<_> = (0..8).map(|n| vec![(2 * n, 5)]).collect();
    threads.push(vec![(40, 5)]);
    let links: Vec<(usize, usize)> = (0..8).map(|from| (from, 8)).collect();
    let (trace, s) = trace_of(&threads, &links);
    let (lines, _) = shown(&trace, s[8], |_| {});
    assert!(lines.iter().all(|line| !line.contains('┼')), "{lines:#?}");
}

#[test]
fn counts_are_not_covered_by_dots() {
    let threads = [vec![(0, 5)], vec![(12, 1), (13, 1)], vec![(8, 2)]];
    let (trace, s) = trace_of(&threads, &[(0, 1), (0, 2), (0, 3)]);
    let app = trace.tree.walk()[0];
    let (lines, _) = shown(&trace, s[0], |state| {
        state.open.insert(app, false);
    });
    let line = lines.iter().find(|line| line.contains('●'));
    assert!(line.is_some_and(|line| line.contains("×2")), "{lines:#?}");
    assert!(
        line.is_some_and(|line| line.matches('●').count() == 3),
        "{lines:#?}"
    );
}

#[test]
fn a_folded_row_has_its_dot_where_what_it_lies_in_is_drawn() {
    let threads = [vec![(0, 5)], vec![(20, 30), (22, 20), (24, 10), (26, 5)]];
    let (trace, s) = trace_of(&threads, &[(0, 3)]);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[0]);
    let nodes = trace.tree.walk();
    state.open.extend(nodes.iter().map(|&node| (node, true)));
    let mut scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 14 });
    let line = |scene: &Scene, slice| Seen::new(&trace, scene).line(slice);
    let outer = line(&scene, s[2]).expect("the second row");
    let folded = line(&scene, s[3]).expect("the third row");
    scene.tracks.retain(|line| line.y != folded);
    assert!(line(&scene, s[4]) > Some(outer));
    let rows = Rows::new(&trace, &state);
    let arrows = arrows(&trace, &state, &rows, &scene);
    let lines = draw(&scene, &arrows.strokes);
    let y = usize::from(outer - scene.layout.timeline.y);
    assert!(lines[y].contains('●'), "{y}: {lines:#?}");
}

#[test]
fn marks_of_slices_are_of_categories_that_are_shown() {
    let (trace, _) = trace_of(&[vec![(0, 30)], vec![(40, 25)]], &[(0, 1)]);
    let marks = |hidden: &[&str]| {
        let mut state = ViewState::default();
        state.details.open = false;
        state.flows.hidden = hidden.iter().map(|&name| name.to_owned()).collect();
        let mut scene = scene_of(
            &trace,
            &mut state,
            Size {
                cols: 100,
                rows: 14,
            },
        );
        let rows = Rows::new(&trace, &state);
        scene.lines.iter_mut().for_each(|line| line.glyphs.clear());
        super::draw(&trace, &state, &rows, &mut scene);
        let glyphs = scene.lines.iter().flat_map(|line| &line.glyphs);
        glyphs.filter(|glyph| "◂▸".contains(glyph.ch)).count()
    };
    assert_eq!(marks(&[]), 2);
    assert_eq!(marks(&["other"]), 2);
    assert_eq!(marks(&[""]), 0);
}

#[test]
fn counts_stand_apart_from_words() {
    for x in 0..30 {
        let words = || Some(Text::new(x, "13 tracks", Role::Dim));
        for link in [(0, 20), (20, 0)] {
            let (lines, _) = drawn_to_above(link, words());
            let text = lines[..2].join(" ");
            assert_eq!(text.contains('▲'), link.0 == 20, "{x} {link:?}: {lines:#?}");
            let taken = usize::from(x)..usize::from(x) + 9;
            let marks = lines[0].chars().enumerate().filter(|(_, c)| *c != ' ');
            for (at, mark) in marks {
                assert!(!taken.contains(&at), "{x} {link:?}: {lines:#?}");
                let is_beside = at + 1 == taken.start || at == taken.end;
                assert!(mark != '1' || !is_beside, "{x} {link:?}: {lines:#?}");
            }
        }
    }
}

#[test]
fn hidden_tracks_and_categories_are_counted() {
    let (trace, s) = trace_of(&[vec![(0, 5)], vec![(12, 5)]], &[(0, 1)]);
    let node = trace.tree.node_of_track(trace.slices.track_of(s[1]));
    let thread = trace.tree.node(node.expect("shown")).parent;
    let (_, arrows) = shown(&trace, s[0], |state| {
        state.hidden.insert(thread);
        state.open.insert(trace.tree.walk()[0], true);
    });
    assert_eq!(arrows.fates.len(), 1);
    assert!(arrows.n_shown() <= 1);
    let (_, arrows) = shown(&trace, s[0], |state| {
        state.flows.hidden.insert(String::new());
    });
    assert_eq!(arrows.fates, [(FlowId(0), Fate::Category)]);
    assert_eq!(arrows.note().as_deref(), Some("0 of 1 flows"));
}

#[test]
fn channels_go_around_labels_and_the_selected_label_is_kept() {
    let (trace, s) = trace_of(&[vec![(0, 5)], vec![(8, 5)], vec![(20, 5)]], &[(0, 2)]);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[0]);
    let mut scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 14 });
    let area = scene.layout.timeline;
    let first = scene
        .tracks
        .iter()
        .find(|line| line.row.is_some())
        .expect("a track")
        .y;
    scene.lines.retain(|line| line.x < area.x);
    // A label from column 4 to 12 on the line between, and one on the selected slice.
    let mut line = Line::new(area.x, first + 1, area.width, Role::Ground);
    line.put(Text::new(4, "xxxxxxxxx", Role::Text));
    scene.lines.push(line);
    let mut line = Line::new(area.x, first, area.width, Role::Ground);
    let mut span = Span::bar(0, 40, Role::Text.into());
    span.item = Item::Slice(s[0]);
    line.spans.push(span);
    line.put(Text::new(1, "label", Role::Text));
    scene.lines.push(line);
    let rows = Rows::new(&trace, &state);
    let arrows = arrows(&trace, &state, &rows, &scene);
    let lines = draw(&scene, &arrows.strokes);
    let top = usize::from(first - area.y);
    assert_eq!(lines[top + 1], "             │");
    assert_eq!(lines[top], "      ───────╮");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn every_flow_is_drawn_stubbed_or_counted_and_none_is_invented(
        threads in proptest::collection::vec(
            proptest::collection::vec((0_i64..30, 0_i64..20), 1..4), 1..24),
        links in proptest::collection::vec((0_usize..64, 0_usize..64), 0..60),
        depth in 1_u8..4, scroll in 0_usize..20, closed in any::<bool>(), selected in 0_usize..64,
    ) {
        let threads: Vec<Vec<(i64, i64)>> = threads
            .into_iter()
            .map(|gaps| {
                let mut at = -20;
                gaps.into_iter()
                    .map(|(gap, dur)| {
                        let ts = at + gap;
                        at = ts + dur;
                        (ts, dur)
                    })
                    .collect()
            })
            .collect();
        let (trace, s) = trace_of(&threads, &links);
        let selected = s[selected % s.len()];
        let mut state = ViewState {
            selection: Selection::Slice(selected),
            scroll,
            ..ViewState::default()
        };
        state.flows.depth = depth;
        state.open.insert(trace.tree.walk()[0], !closed);
        let scene = scene_of(&trace, &mut state, Size { cols: 80, rows: 24 });
        let rows = Rows::new(&trace, &state);
        let arrows = arrows(&trace, &state, &rows, &scene);
        let limits = Limits { depth: u32::from(depth), budget: BUDGET };
        let mut expected: Vec<FlowId> =
            flows::walk(&trace, selected, limits).hops.iter().map(|hop| hop.flow).collect();
        expected.sort_unstable();
        let fated: Vec<FlowId> = arrows.fates.iter().map(|fate| fate.0).collect();
        prop_assert_eq!(fated, expected);
        draw(&scene, &arrows.strokes);
        prop_assert_eq!(arrows.n_shown() == 0, arrows.strokes.is_empty());
        let n_tips = arrows.strokes.iter().filter(|stroke| {
            matches!(stroke.shape, StrokeShape::Head(..) | StrokeShape::Char(_))
        });
        if arrows.n_shown() > 0 {
            prop_assert!(n_tips.count() > 0);
        }
        // Flows that count as drawn have ends where the flow table says; the others are not on the screen.
        let places = Seen::new(&trace, &scene);
        for &(flow, fate) in &arrows.fates {
            let row = trace.flows.get(flow);
            let ends = [(row.from, tail_ts(&trace, flow)), (row.to, head_ts(&trace, flow))];
            let lines = ends.map(|(slice, _)| places.line(slice));
            let left = ends.map(|(_, ts)| ts.ns() < 0);
            match fate {
                Fate::Drawn => {
                    prop_assert!(!(left[0] && left[1]), "{:?} is drawn outside", row);
                    let at = lines[1].or_else(|| places.group(row.to));
                    prop_assert!(at.is_some(), "{:?} is drawn to nowhere", row);
                    let tips = arrows.strokes.iter().filter(|stroke| {
                        matches!(stroke.shape, StrokeShape::Head(..) | StrokeShape::Char(_))
                    });
                    // A tip stands on the target's line, or beside it.
                    let near = |y: u16| at.is_some_and(|at| y.abs_diff(at) <= 1);
                    prop_assert!(tips.into_iter().any(|tip| near(tip.y)), "{:?} has no tip", row);
                }
                Fate::Stub(_) => prop_assert!(
                    lines.iter().any(Option::is_none) && lines.iter().any(Option::is_some)
                        || closed,
                    "{:?}: both ends or neither are on the screen", row
                ),
                Fate::Away(Edge::Left) => prop_assert!(left[0] || left[1]),
                Fate::Away(_) | Fate::OverLimit => {}
                Fate::Hidden | Fate::Category => prop_assert!(false, "nothing is hidden"),
            }
        }
        // No line begins or ends anywhere else than at tips and at the ends of flows.
        let tails: Vec<u16> = arrows
            .fates
            .iter()
            .filter(|fate| matches!(fate.1, Fate::Drawn | Fate::Stub(_)))
            .flat_map(|fate| {
                let row = trace.flows.get(fate.0);
                [row.from, row.to].map(|slice| places.line(slice).or_else(|| places.group(slice)))
            })
            .flatten()
            .collect();
        for stroke in &arrows.strokes {
            let StrokeShape::Joins(sides) = stroke.shape else { continue };
            if sides.is_power_of_two() {
                let is_end = tails.iter().any(|&y| y.abs_diff(stroke.y) <= 1);
                prop_assert!(is_end, "a line ends nowhere: {:?}", stroke);
            }
        }
    }

    #[test]
    fn no_label_is_crossed_where_a_channel_is_free(
        labels in proptest::collection::vec((1_usize..9, 0_u16..60, 1_u16..20), 0..24),
        bars in proptest::collection::vec((1_usize..9, 0_u16..60, 1_u16..20), 0..24),
        tail in 0_i64..20, gap in 3_i64..30, n_between in 1_usize..8,
    ) {
        let mut threads = vec![Vec::new(); n_between + 2];
        threads[0] = vec![(0, tail + 1)];
        threads[n_between + 1] = vec![(tail + 1 + gap, 5)];
        for thread in &mut threads[1..=n_between] {
            thread.push((500, 1));
        }
        let last = n_between + 1;
        let (trace, s) = trace_of(&threads, &[(0, last)]);
        let mut state = ViewState::default();
        state.details.open = false;
        state.selection = Selection::Slice(s[0]);
        let mut scene = scene_of(&trace, &mut state, Size { cols: 100, rows: 24 });
        let area = scene.layout.timeline;
        let line_of = |slice: SliceId| Seen::new(&trace, &scene).line(slice).expect("shown");
        let (top, bottom) = (line_of(s[0]), line_of(s[last]));
        scene.lines.retain(|line| line.x < area.x);
        // Bars without a label are in the way too, but no number of them is worth a label.
        for (row, x, width) in bars {
            let y = top + row.min(n_between) as u16;
            let mut line = Line::new(area.x, y, area.width, Role::Ground);
            let (x0, x1) = (u32::from(x) * 8, u32::from(x + width) * 8);
            line.spans.push(Span::bar(x0, x1, Role::Text.into()));
            scene.lines.push(line);
        }
        let mut taken = std::collections::BTreeSet::new();
        for (row, x, width) in labels {
            let y = top + row.min(n_between) as u16;
            let mut line = Line::new(area.x, y, area.width, Role::Ground);
            line.put(Text::new(x, "x".repeat(usize::from(width)), Role::Text));
            taken.extend((x..x + width).map(|x| (x, y)));
            scene.lines.push(line);
        }
        let rows = Rows::new(&trace, &state);
        let arrows = arrows(&trace, &state, &rows, &scene);
        let (from, to) = (tail as u16 + 2, (tail + gap) as u16 - 1);
        let is_free = |x: u16| (top + 1..bottom).all(|y| !taken.contains(&(x, y)));
        let on_label = |stroke: &&Stroke| taken.contains(&(stroke.x - area.x, stroke.y));
        // Where there is no other way, a line passes behind labels.
        let is_line = |stroke: &Stroke| matches!(stroke.shape, StrokeShape::Joins(_));
        prop_assert!(!arrows.strokes.iter().filter(on_label).any(is_line));
        // A line of the screen without a stroke was crossed behind labels, which is only allowed if no column
        // is free.
        let crossed = (top + 1..bottom).any(|y| arrows.strokes.iter().all(|at| at.y != y));
        if (from..=to).any(is_free) {
            prop_assert!(!crossed, "{:?}", draw(&scene, &arrows.strokes));
        }
    }
}
