//! Arrows that lead beyond the edges of the window, or come from there.

use super::*;

/// How many columns the timeline of [`shown`] has, each a nanosecond.
fn width() -> i64 {
    let (trace, _) = trace_of(&[vec![(0, 5)]], &[]);
    let mut state = ViewState::default();
    state.details.open = false;
    let scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 14 });
    i64::from(scene.layout.timeline.width)
}

fn has_head(lines: &[String]) -> bool {
    lines
        .iter()
        .any(|line| line.contains(['▶', '▼', '▲', '◀', '●']))
}

#[test]
fn a_target_beyond_the_right_edge_has_no_head_however_far_it_is() {
    let w = width();
    for ts in [w, w + 1, 1_000 * w] {
        let threads = [vec![(0, 5)], vec![], vec![(ts, 5)]];
        let (trace, s) = trace_of(&threads, &[(0, 1)]);
        let (lines, arrows) = shown(&trace, s[0], |_| {});
        assert_eq!(arrows.count(|fate| fate == Fate::Drawn), 1);
        assert!(lines[1].starts_with("     ╶"), "{lines:#?}");
        assert!(lines[2].ends_with("─→"), "{lines:#?}");
        assert_eq!(lines[2].chars().count() as i64, w, "{lines:#?}");
        assert!(!has_head(&lines), "{lines:#?}");
    }
    // What begins in the last column is there.
    let threads = [vec![(0, 5)], vec![], vec![(w - 1, 5)]];
    let (trace, s) = trace_of(&threads, &[(0, 1)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    assert!(has_head(&lines) && !lines[2].contains('→'), "{lines:#?}");
}

#[test]
fn a_line_to_the_edge_says_for_how_many_flows_it_stands() {
    let w = width();
    let threads = [
        vec![(0, 5)],
        vec![(w - 1, 1), (w + 9, 1), (w + 400, 1), (9 * w, 1)],
    ];
    let (trace, s) = trace_of(&threads, &[(0, 1), (0, 2), (0, 3), (0, 4)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    let text = lines.join("\n");
    // The flow to what is in the window is none of them.
    assert!(text.contains("→3") && text.contains('▶'), "{text}");
    let app = trace.tree.walk()[0];
    let (lines, _) = shown(&trace, s[0], |state| {
        state.open.insert(app, false);
    });
    let text = lines.join("\n");
    assert!(text.contains("→3"), "{text}");
    // A dot for the end of the first slice, and one for what is in the window.
    assert!(text.matches('●').count() <= 2, "{text}");
}

#[test]
fn what_lies_before_the_window_is_led_to_and_from_its_left_edge() {
    let threads = [
        vec![(-90, 5), (-50, 5), (-20, 5)],
        vec![],
        vec![(12, 5)],
        vec![],
        vec![(-40, 5)],
    ];
    let (trace, s) = trace_of(&threads, &[(0, 3), (1, 3), (2, 3)]);
    let (lines, _) = shown(&trace, s[3], |_| {});
    assert!(lines[1].starts_with("─╮×3"), "{lines:#?}");
    assert!(lines[2].ends_with("─▶"), "{lines:#?}");
    // A flow back in time.
    let (trace, s) = trace_of(&threads, &[(3, 4)]);
    let (lines, _) = shown(&trace, s[3], |_| {});
    assert!(lines[3].starts_with('←'), "{lines:#?}");
    assert!(!has_head(&lines), "{lines:#?}");
}

#[test]
fn flows_that_are_on_the_screen_come_before_those_that_lead_off_it() {
    let mut threads = vec![vec![(10, 5)]];
    threads.extend((0..30).map(|_| vec![(-1_000, 5)]));
    threads.extend((0..5).map(|n| vec![(20 + n, 5)]));
    let links: Vec<(usize, usize)> = (1..31)
        .map(|from| (from, 0))
        .chain((31..36).map(|to| (0, to)))
        .collect();
    let (trace, s) = trace_of(&threads, &links);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[0]);
    let nodes = trace.tree.walk();
    state.open.extend(nodes.iter().map(|&node| (node, true)));
    let size = Size {
        cols: 100,
        rows: 60,
    };
    let scene = scene_of(&trace, &mut state, size);
    let rows = Rows::new(&trace, &state);
    let fates = arrows(&trace, &state, &rows, &scene).fates;
    let is_drawn = |id: u32| fates.contains(&(FlowId(id), Fate::Drawn));
    assert!((30..35).all(is_drawn), "{fates:?}");
    let over = fates.iter().filter(|fate| fate.1 == Fate::OverLimit);
    assert_eq!(over.count(), 35 - MAX_ARROWS);
}

#[test]
fn a_flow_in_and_a_flow_out_are_two_arrows() {
    for durs in [[1, 0, 1], [0, 0, 0], [1, 1, 1]] {
        let slices = (0..3).map(|n| (8 + n, durs[n as usize])).collect();
        let (trace, s) = trace_of(&[slices], &[(0, 1), (1, 2)]);
        let (lines, _) = shown(&trace, s[1], |_| {});
        let text = lines.join("\n");
        assert!(!text.contains('×'), "{durs:?}: {text}");
        assert_eq!(text.matches('▶').count(), 2, "{durs:?}: {text}");
    }
}

#[test]
fn between_instants_of_one_column_the_head_stands_on_the_side_that_the_flow_takes() {
    // A column has 1000 ns, and both instants are in the first.
    let (trace, s) = trace_of(&[vec![(10_100, 0), (10_300, 0)]], &[(0, 1)]);
    let head = |selected: SliceId| {
        let mut state = ViewState::default();
        state.details.open = false;
        state.selection = Selection::Slice(selected);
        let size = Size { cols: 70, rows: 14 };
        let timeline = scene(&trace, &state, size).layout.timeline;
        let span = TimeSpan::new(
            Ts::from_ns(0),
            Ts::from_ns(1_000 * i64::from(timeline.width)),
        );
        state.viewport = Viewport::new(span, timeline.width);
        let mut scene = scene(&trace, &state, size);
        scene.strokes.clear();
        let rows = Rows::new(&trace, &state);
        let strokes = arrows(&trace, &state, &rows, &scene).strokes;
        let heads = strokes.iter().filter_map(|stroke| match stroke.shape {
            StrokeShape::Head(Side::Right, _) => Some(stroke.x - timeline.x),
            _ => None,
        });
        heads.collect::<Vec<_>>()
    };
    assert_eq!(head(s[0]), [11]);
    assert_eq!(head(s[1]), [9]);
}

#[test]
fn flows_from_beyond_an_edge_branch_from_one_line_with_one_count() {
    let threads: Vec<Vec<(i64, i64)>> = (0..40).map(|_| vec![(9, 20)]).collect();
    let links: Vec<(usize, usize)> = (17..25).map(|to| (0, to)).collect();
    let (trace, s) = trace_of(&threads, &links);
    let mut state = ViewState::default();
    state.details.open = false;
    state.selection = Selection::Slice(s[0]);
    state.scroll = 16;
    let nodes = trace.tree.walk();
    state.open.extend(nodes.iter().map(|&node| (node, true)));
    let mut scene = scene_of(&trace, &mut state, Size { cols: 70, rows: 24 });
    let area = scene.layout.timeline;
    scene
        .lines
        .retain(|line| line.x < area.x || line.y != area.y);
    let rows = Rows::new(&trace, &state);
    let strokes = arrows(&trace, &state, &rows, &scene).strokes;
    let lines = draw(&scene, &strokes);
    let text = lines.join("\n");
    assert_eq!(text.matches('▶').count(), 8, "{text}");
    let branches = lines.iter().filter(|line| line.ends_with("├▶"));
    assert_eq!(branches.count(), 7, "{text}");
    assert!(lines.iter().any(|line| line.ends_with("╰▶")), "{text}");
    assert_eq!(text.matches("×8").count(), 1, "{text}");
}

#[test]
fn counts_do_not_run_into_each_other() {
    let w = width();
    // Two arrows of two flows each leave in neighbouring columns.
    let threads = [
        vec![(0, 30)],
        vec![(35, 1), (36, 1)],
        vec![(39, 1), (40, 1)],
    ];
    let (trace, s) = trace_of(&threads, &[(0, 1), (0, 2), (0, 3), (0, 4)]);
    let (lines, _) = shown(&trace, s[0], |_| {});
    let text = lines.join("\n");
    assert_eq!(text.matches("×2").count(), 2, "{text}");
    assert!(!text.contains("×2×") && w > 42, "{text}");
}
