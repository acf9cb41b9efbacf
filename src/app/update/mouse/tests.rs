//! Tests of the mouse, in a session without a terminal.

use std::sync::Arc;

use super::*;
use crate::app::config::Config;
use crate::app::effect::Effect;
use crate::app::key::Key;
use crate::app::layer::LayerKind;
use crate::app::lists::area::AreaList;
use crate::app::session::Session;
use crate::app::update::testing;
use crate::model::builder::TraceBuilder;
use crate::model::ids::SliceId;
use crate::model::track::Scope;
use crate::view::rows::Rows;
use crate::view::scene::{Rect, Size};
use crate::view::state::Tab;

/// Returns a session with a process that has a track of its own and two threads.
fn session() -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let threads = [b.thread(app, 7, "main"), b.thread(app, 8, "worker")];
    let threads = threads.map(|thread| b.slice_track(Scope::Thread(thread), None));
    let own = b.slice_track(Scope::Process(app), Some("PipelineReporter"));
    for track in threads.into_iter().chain([own]) {
        b.nested_slices(track, &[(0, 100_000, "work"), (500_000, 500_000, "rest")]);
    }
    let size = Size {
        cols: 120,
        rows: 30,
    };
    let mut session = Session::new("t", &Config::default(), size);
    session.set_trace(Arc::new(b.finish()));
    session.scene();
    session
}

fn press(session: &mut Session, keys: &str) {
    testing::press(session, keys);
    session.scene();
}

fn mouse(session: &mut Session, kind: MouseKind, x: u16, y: u16) {
    session.mouse(MouseInput { kind, x, y });
    session.scene();
}

#[test]
fn the_window_follows_the_mouse_on_the_overview() {
    let mut session = session();
    press(&mut session, "wwwww");
    let Rect { x, y, width, .. } = session.scene().layout.minimap;
    assert!(width > 0);
    let bounds = session.trace().bounds;
    let is_centred = |session: &Session, col: i64| {
        let view = session.state().view.viewport;
        let instant = instant_at(bounds, width, col);
        let middle = i64::from(view.cols()) / 2;
        assert!(view.col_from_ts(instant).abs_diff(middle) <= 1, "{col}");
        assert_eq!(session.state().view.cursor_ts, Some(instant));
    };
    // Clicks inside and outside of the window.
    let mid = i64::from(width / 2);
    for col in [mid + 3, 5, i64::from(width) - 5] {
        mouse(&mut session, MouseKind::Down, x + col as u16, y);
        is_centred(&session, col);
        for col in [mid, mid - 9, mid + 20] {
            mouse(&mut session, MouseKind::Drag, x + col as u16, y + 7);
            is_centred(&session, col);
        }
        let window = session.window();
        mouse(&mut session, MouseKind::Up, x + 1, y);
        mouse(&mut session, MouseKind::Drag, x + 1, y);
        assert_eq!(session.window(), window);
    }
    // A drag left of the overview means its start.
    mouse(&mut session, MouseKind::Down, x + 5, y);
    mouse(&mut session, MouseKind::Drag, 0, y);
    is_centred(&session, 0);
    // If the window shows the whole trace, only the time cursor moves.
    press(&mut session, "0");
    let window = session.window();
    mouse(&mut session, MouseKind::Down, x + 5, y);
    assert_eq!(session.window(), window);
    assert_eq!(
        session.state().view.cursor_ts,
        Some(instant_at(bounds, width, 5))
    );
}

#[test]
fn a_second_click_on_a_name_without_rows_below_it_changes_nothing() {
    let mut session = session();
    let rows = |session: &mut Session| {
        let scene = session.scene();
        let rows = scene.tracks.iter().map(|line| (line.y, line.node));
        rows.collect::<Vec<_>>()
    };
    let before = rows(&mut session);
    let tree = &session.trace().tree;
    let line = |node| before.iter().find(|&&(_, other)| other == node).copied();
    let below = |&(y, node): &(u16, _)| {
        let is_leaf = tree.node(node).children.is_empty();
        let (above, _) = line(tree.node(node).parent).filter(|_| is_leaf)?;
        Some((y, node, above))
    };
    let (y, leaf, above) = before.iter().find_map(below).expect("a track of a process");
    for _ in 0..3 {
        mouse(&mut session, MouseKind::Down, 4, y);
        mouse(&mut session, MouseKind::Up, 4, y);
        assert_eq!(session.state().view.cursor, Some(leaf));
        assert_eq!(rows(&mut session), before);
    }
    // A click on the name of a group opens and closes the group.
    mouse(&mut session, MouseKind::Down, 4, above);
    assert!(rows(&mut session).len() < before.len());
    mouse(&mut session, MouseKind::Down, 4, above);
    assert_eq!(rows(&mut session), before);
}

#[test]
fn how_many_rows_are_folded_opens_them() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("deep"));
    let nested: Vec<(i64, i64, &str)> = (0..40).map(|depth| (depth, 1_000 - depth, "s")).collect();
    b.nested_slices(track, &nested);
    let size = Size { cols: 80, rows: 40 };
    let mut session = Session::new("t", &Config::default(), size);
    session.set_trace(Arc::new(b.finish()));
    let lines = |session: &Session| Rows::new(session.trace(), &session.state().view).lines();
    let before = lines(&session);
    let words = |session: &mut Session| {
        let scene = session.scene();
        let mut lines = scene.lines.iter();
        let is_it = |line: &&crate::view::scene::Line| {
            line.texts
                .iter()
                .any(|text| text.text.starts_with('+') && text.text.ends_with("rows"))
        };
        lines.find(is_it).map(|line| line.y)
    };
    let y = words(&mut session).expect("folded rows");
    // A click on a line further down only moves the cursor.
    mouse(&mut session, MouseKind::Down, 4, y + 1);
    assert_eq!(lines(&session), before);
    mouse(&mut session, MouseKind::Down, 4, y);
    assert!(lines(&session) > before);
    assert_eq!(words(&mut session), None);
}

#[test]
fn flags_lead_to_their_notes() {
    let mut session = session();
    press(&mut session, "wwMlook here<enter>dd");
    let scene = session.scene();
    let flag = scene.lines.iter().find_map(|line| {
        let mut texts = line.texts.iter();
        let text = texts.find(|text| text.text.starts_with('⚑'))?;
        Some((line.x + text.x, line.y))
    });
    let (x, y) = flag.expect("a flag");
    let ts = session.state().view.notes[0].ts;
    assert_ne!(session.state().view.cursor_ts, Some(ts));
    mouse(&mut session, MouseKind::Down, x + 3, y);
    mouse(&mut session, MouseKind::Up, x + 3, y);
    assert_eq!(session.state().view.cursor_ts, Some(ts));
    let said = session
        .state()
        .view
        .message
        .as_ref()
        .map(|message| message.text.clone());
    assert_eq!(said.as_deref(), Some("note: look here"));
}

#[test]
fn several_turns_of_the_wheel_at_once_are_as_many_one_by_one() {
    use MouseKind::{Sideways, Wheel};
    let mut b = TraceBuilder::new();
    for i in 0..60 {
        let track = b.slice_track(Scope::Global, Some(&format!("t{i}")));
        b.nested_slices(track, &[(0, 1_000_000, "a")]);
    }
    let trace = Arc::new(b.finish());
    let turned = |keys: &str, (x, y): (u16, u16), turns: &[MouseKind]| {
        let size = Size { cols: 80, rows: 24 };
        let mut session = Session::new("t", &Config::default(), size);
        session.set_trace(Arc::clone(&trace));
        for key in Key::parse_all(keys).unwrap() {
            session.key(key);
        }
        session.scene();
        let before = session.state().view.clone();
        for &kind in turns {
            session.mouse(MouseInput { kind, x, y });
        }
        assert_ne!(session.state().view, before, "{keys} {turns:?}");
        session.state().view.clone()
    };
    // The wheel over names of tracks, over their slices, with a page and with a list on top.
    for (keys, at, one, all) in [
        ("E", (3, 12), Wheel(1), Wheel(3)),
        ("E", (50, 12), Wheel(-1), Wheel(-3)),
        ("wwww", (50, 12), Sideways(1), Sideways(3)),
        ("?", (50, 12), Wheel(1), Wheel(3)),
        ("<c-p>", (50, 12), Wheel(1), Wheel(3)),
    ] {
        let step_by_step = turned(keys, at, &[one; 3]);
        let at_once = turned(keys, at, &[all]);
        assert_eq!(at_once, step_by_step, "{keys} {all:?}");
    }
}

#[test]
fn the_wheel_scrolls_the_details_wherever_it_is_over_them() {
    let mut b = TraceBuilder::new();
    for n in 0..60 {
        let track = b.slice_track(Scope::Global, Some(&format!("t{n}")));
        let s = b.nested_slices(track, &[(10 * n, 5, "a")])[0];
        if n > 0 {
            b.flow(SliceId(0), s, n);
        }
    }
    let mut session = testing::session_of(b);
    session.state_mut().select(Selection::Slice(SliceId(0)));
    press(&mut session, "3");
    let scene = session.scene();
    let details = scene.layout.details;
    let is_row = |&&(cells, target): &&(Rect, Target)| {
        matches!(target, Target::Item(_)) && details.contains(cells.x, cells.y)
    };
    let (row, _) = *scene.targets.iter().find(is_row).expect("a flow");
    let before = (scene.details_top, session.state().view.scroll);
    mouse(&mut session, MouseKind::Wheel(2), row.x, row.y);
    let scene = session.scene();
    assert_ne!(scene.details_top, before.0);
    assert_eq!(session.state().view.scroll, before.1);
}

#[test]
fn the_wheel_to_the_side_scrolls_the_columns_of_a_list() {
    let mut session = session();
    let column = format!("'{}'", "x".repeat(70));
    let query = format!(":select {column} as a, {column} as b, {column} as c<enter>");
    testing::press_and_wait(&mut session, &query.replace(' ', "<space>"));
    session.scene();
    let first = |session: &Session| session.state().top_table().expect("a list").first_column;
    assert_eq!(first(&session), 0);
    mouse(&mut session, MouseKind::Sideways(1), 50, 5);
    let right = first(&session);
    assert!(right > 0);
    mouse(&mut session, MouseKind::Sideways(-1), 50, 5);
    assert!(first(&session) < right);
}

#[test]
fn below_a_list_the_window_stays() {
    let mut session = session();
    press(&mut session, "wwww");
    let window = session.window();
    for keys in ["J", "?", "/", ":"] {
        press(&mut session, keys);
        mouse(&mut session, MouseKind::Sideways(1), 50, 12);
        mouse(&mut session, MouseKind::Middle, 50, 12);
        mouse(&mut session, MouseKind::Drag, 30, 12);
        mouse(&mut session, MouseKind::Up, 30, 12);
        assert_eq!(session.window(), window, "{keys}");
        press(&mut session, "<esc>");
    }
}

#[test]
fn the_upper_edge_of_the_details_follows_the_mouse() {
    let mut session = session();
    let edge = session.scene().layout.details;
    // From between two tabs, and from a tab, which is shown as well.
    let scene = session.scene();
    let is_why = |&&(_, target): &&(Rect, Target)| target == Target::Tab(Tab::Why);
    let tab = scene
        .targets
        .iter()
        .find(is_why)
        .map(|(cells, _)| cells.x)
        .expect("a tab");
    for from in [edge.x + edge.width - 1, tab] {
        let mut at = edge.y;
        for to in [edge.y - 4, edge.y - 1, edge.y + 2] {
            mouse(&mut session, MouseKind::Down, from, at);
            mouse(&mut session, MouseKind::Drag, from + 3, to);
            mouse(&mut session, MouseKind::Up, from + 3, to);
            at = session.scene().layout.details.y;
            assert_eq!(at, to);
        }
        // No farther than there is room for both.
        for (to, height) in [(0, 18), (29, 2)] {
            mouse(&mut session, MouseKind::Down, from, at);
            mouse(&mut session, MouseKind::Drag, from, to);
            mouse(&mut session, MouseKind::Up, from, to);
            let details = session.scene().layout.details;
            assert_eq!(details.height, height);
            at = details.y;
        }
        mouse(&mut session, MouseKind::Down, from, at);
        mouse(&mut session, MouseKind::Drag, from, edge.y);
        mouse(&mut session, MouseKind::Up, from, edge.y);
        assert_eq!(session.scene().layout.details, edge);
    }
    assert_eq!(session.state().view.details.tab, Tab::Why);
    // Lower lines of the details are no edge.
    mouse(&mut session, MouseKind::Down, 2, edge.y + 2);
    mouse(&mut session, MouseKind::Drag, 2, edge.y - 3);
    assert_eq!(session.scene().layout.details, edge);
}

/// Clicks on the first cell of a target.
fn click_on(session: &mut Session, target: Target) {
    let scene = session.scene();
    let cells = scene.targets.iter().find(|(_, other)| *other == target);
    let (cells, _) = *cells.unwrap_or_else(|| panic!("no {target:?}"));
    mouse(session, MouseKind::Down, cells.x, cells.y);
    mouse(session, MouseKind::Up, cells.x, cells.y);
}

fn click_on_keys(session: &mut Session, keys: &str) {
    let scene = session.scene();
    let mut targets = scene.targets.iter().map(|(_, target)| *target);
    let named = targets.find(|target| match target {
        Target::Keys(at) => scene.named_keys[*at] == keys,
        _ => false,
    });
    let target = named.unwrap_or_else(|| panic!("{keys} is not on the screen"));
    click_on(session, target);
}

#[test]
fn a_click_on_keys_does_what_they_do() {
    // Keys in the status line, one of two keys in a hint, keys next to the facts of the trace, in a list and
    // in a table; and keys that the key map has changed.
    for (before, keys, named) in [
        ("jjj<enter>", "f", "f"),
        ("jjj", "j", "j"),
        ("", "?", "?"),
        ("", "/", "/"),
        (">", "<esc>", "Esc"),
        ("ma''", "/", "/"),
        ("!", "<esc>", "Esc"),
    ] {
        let [mut pressed, mut clicked] = [session(), session()];
        press(&mut pressed, before);
        press(&mut pressed, keys);
        press(&mut clicked, before);
        click_on_keys(&mut clicked, named);
        let kinds = |session: &Session| {
            let layers = session.state().layers.iter();
            layers
                .map(|layer| (layer.kind, layer.typing))
                .collect::<Vec<_>>()
        };
        assert_eq!(kinds(&pressed), kinds(&clicked), "{before} {keys}");
        let place = |session: &Session| session.state().place();
        assert_eq!(place(&pressed), place(&clicked), "{before} {keys}");
    }
    let mut config = Config::default();
    config.apply_text("[keys.main]\ncopy-command = [\"X\"]", "c.toml");
    let size = Size {
        cols: 120,
        rows: 30,
    };
    let mut session = Session::new("t", &config, size);
    session.set_trace(Arc::clone(self::session().trace()));
    let last = session.scene().lines.last().cloned().unwrap();
    let says = last
        .texts
        .iter()
        .any(|text| text.text.contains("X copy command"));
    assert!(says, "{last:?}");
    click_on(&mut session, Target::Button(Button::CopyCommand));
    let copied = session.take_effects();
    assert!(
        copied
            .iter()
            .any(|effect| matches!(effect, Effect::Copy { .. })),
        "{copied:?}"
    );
}

#[test]
fn a_second_click_zooms_to_what_the_first_selected() {
    let mut session = session();
    press(&mut session, "E");
    let scene = session.scene();
    let slice = |line: &&TrackLine| {
        let x = scene.layout.timeline.x + 3;
        matches!(scene.hit(x, line.y), Hit::Timeline(_, Item::Slice(_)))
    };
    let y = scene.tracks.iter().find(slice).expect("a slice").y;
    let x = scene.layout.timeline.x + 3;
    let whole = session.window();
    mouse(&mut session, MouseKind::Down, x, y);
    mouse(&mut session, MouseKind::Up, x, y);
    let selected = session.state().view.selection.clone();
    assert!(matches!(selected, Selection::Slice(_)));
    assert_eq!(session.window(), whole);
    mouse(&mut session, MouseKind::Again, x, y);
    mouse(&mut session, MouseKind::Up, x, y);
    let zoomed = session.window();
    assert_ne!(zoomed, whole);
    assert_eq!(session.state().view.selection, selected);
    press(&mut session, "0f");
    assert_eq!(session.window(), zoomed);
    // The second click on a row of a list belongs to the row, not to what is below the closed list.
    press(&mut session, "0<c-p>");
    click_on(&mut session, Target::ListRow(1));
    let view = session.state().view.clone();
    mouse(&mut session, MouseKind::Again, x, y);
    mouse(&mut session, MouseKind::Up, x, y);
    assert_eq!(session.state().view, view);
    // Elsewhere, a second click is just another click.
    let group = session.scene().tracks[0];
    mouse(&mut session, MouseKind::Down, 4, group.y);
    let n = session.scene().tracks.len();
    mouse(&mut session, MouseKind::Again, 4, group.y);
    assert_ne!(session.scene().tracks.len(), n);
}

#[test]
fn the_card_of_the_tour_covers_keys_and_a_click_elsewhere_leaves_it() {
    let mut session = session();
    session.start_tour();
    let scene = session.scene();
    let keys = scene.layout.status.y;
    let below = scene.targets.iter().filter(|(cells, _)| cells.y >= keys);
    let named = below.map(|(_, target)| match target {
        Target::Keys(at) => scene.named_keys[*at].as_str(),
        other => panic!("{other:?}"),
    });
    assert_eq!(named.collect::<Vec<_>>(), ["n", "Esc", "?"]);
    click_on_keys(&mut session, "/");
    assert!(session.state().tour.is_none());
    assert_eq!(session.state().layers.len(), 1);
}

#[test]
fn a_click_on_a_key_of_the_tour_is_as_good_as_the_key() {
    let mut session = session();
    session.start_tour();
    let at = |session: &mut Session| {
        let scene = session.scene();
        let texts = scene.overlay.iter().flat_map(|line| &line.texts);
        let mut cards = texts.filter(|text| text.text.starts_with(" TOUR "));
        cards.next().map(|text| text.text.trim().to_owned())
    };
    assert_eq!(at(&mut session).as_deref(), Some("TOUR 1/7"));
    click_on_keys(&mut session, "n");
    assert_eq!(at(&mut session).as_deref(), Some("TOUR 2/7"));
    click_on_keys(&mut session, "?");
    assert_eq!(session.state().layers.len(), 1);
    press(&mut session, "<esc>");
    click_on_keys(&mut session, "e");
    assert_eq!(at(&mut session).as_deref(), Some("TOUR 3/7"));
}

#[test]
fn a_click_on_the_title_of_a_list_of_an_area_shows_it() {
    let (mut session, ..) = nested();
    press(&mut session, "j**");
    session.sync();
    press(&mut session, "<enter>");
    let kind = |session: &Session| session.state().top_kind();
    assert_eq!(kind(&session), Some(LayerKind::Area(AreaList::Slices)));
    press(&mut session, "g");
    let second = kind(&session);
    click_on(&mut session, Target::Heading(0));
    assert_eq!(kind(&session), Some(LayerKind::Area(AreaList::Slices)));
    click_on(&mut session, Target::Heading(1));
    assert_eq!(kind(&session), second);
    assert_ne!(second, Some(LayerKind::Area(AreaList::Slices)));
}

#[test]
fn a_click_on_an_arrow_goes_along_it_or_shows_what_is_beyond_the_edge() {
    use crate::model::ids::SliceId;
    use crate::view::scene::StrokeShape;

    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let slices: Vec<SliceId> = (0..60)
        .map(|n| {
            let thread = b.thread(app, 7 + n, "t");
            let track = b.slice_track(Scope::Thread(thread), None);
            b.nested_slices(track, &[(n * 10_000, 10_000, "work")])[0]
        })
        .collect();
    b.flow(slices[0], slices[3], 1);
    b.flow(slices[0], slices[50], 2);
    let mut session = testing::session_of(b);
    let reset = |session: &mut Session| {
        session.state_mut().select(Selection::None);
        session.state_mut().select(Selection::Slice(slices[0]));
        session.scene();
    };
    let click = |session: &mut Session, is: &dyn Fn(StrokeShape) -> bool| {
        let strokes = session.scene().strokes.clone();
        let at = strokes
            .iter()
            .find(|stroke| is(stroke.shape))
            .expect("a stroke");
        mouse(session, MouseKind::Down, at.x, at.y);
        mouse(session, MouseKind::Up, at.x, at.y);
    };
    reset(&mut session);
    click(&mut session, &|shape| {
        matches!(shape, StrokeShape::Head(..))
    });
    assert_eq!(session.state().view.selection, Selection::Slice(slices[3]));
    assert_eq!(session.state().view.flows.trail, [slices[0], slices[3]]);
    reset(&mut session);
    click(&mut session, &|shape| shape == StrokeShape::Char('▼'));
    assert_eq!(session.state().view.selection, Selection::Slice(slices[0]));
    let flows = &session.state().view.flows;
    assert!(flows.peek.is_some());
    assert_eq!(flows.peek_slice, Some(slices[50]));
}

/// Returns a session with a slice inside of another, and the cell of the inner one's start.
fn nested() -> (Session, u16, u16) {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let thread = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(thread), None);
    let slices = [(0, 1_000_000, "outer"), (200_000, 600_000, "inner")];
    b.nested_slices(track, &slices);
    let mut session = testing::session_of(b);
    session.resize(Size {
        cols: 120,
        rows: 30,
    });
    let scene = session.scene();
    let line = scene.tracks.iter().find(|line| line.row == Some(1));
    let start = Ts::from_ns(200_000);
    let col = session.state().view.viewport.col_from_ts(start);
    let (x, y) = (scene.layout.timeline.x, line.expect("a second row").y);
    (session, x + col as u16, y)
}

#[test]
fn a_click_puts_the_keyboard_on_the_row_that_it_hits() {
    let (mut session, x, y) = nested();
    let cursor = |session: &Session| {
        let view = &session.state().view;
        (view.cursor_depth, view.selection.clone())
    };
    mouse(&mut session, MouseKind::Down, x + 5, y);
    mouse(&mut session, MouseKind::Up, x + 5, y);
    let (depth, selected) = cursor(&session);
    assert_eq!((depth, selected != Selection::None), (1, true));
    // Beside it nothing is selected any more.
    mouse(&mut session, MouseKind::Down, x - 5, y);
    mouse(&mut session, MouseKind::Up, x - 5, y);
    assert_eq!(cursor(&session), (1, Selection::None));
    // On the name of its first line it is the first row, and on that of the second the second; neither
    // click closes anything there.
    session.state_mut().view.cursor_depth = 7;
    let open = session.state().view.open.clone();
    let rect = session.scene().layout.tree;
    mouse(&mut session, MouseKind::Down, rect.x + 3, y);
    assert_eq!(session.state().view.cursor_depth, 1);
    mouse(&mut session, MouseKind::Down, rect.x + 3, y);
    assert_eq!(session.state().view.open, open);
}

#[test]
fn an_area_ends_at_the_edge_of_a_slice_within_two_cells() {
    let ends = |beside: u16| {
        let (mut session, x, y) = nested();
        mouse(&mut session, MouseKind::Down, x + 30, y);
        mouse(&mut session, MouseKind::Drag, x + beside, y);
        match &session.state().view.selection {
            Selection::Area(area) => area.span.start().ns(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(ends(2), 200_000);
    assert_ne!(ends(3), 200_000);
}

#[test]
fn a_click_on_a_tab_begins_at_its_first_line() {
    let (mut session, _, _) = nested();
    session.state_mut().view.details.scroll = Some(1);
    click_on(&mut session, Target::Tab(Tab::Args));
    assert_eq!(session.state().view.details.scroll, None);
}

#[test]
fn a_press_or_a_paste_drops_the_key_that_waits_for_another() {
    let mut session = session();
    let Rect { x, y, .. } = session.scene().layout.timeline;
    for kind in [MouseKind::Down, MouseKind::Again, MouseKind::Middle] {
        for (keys, then) in [("m", "f"), ("'", "f"), ("g", "j")] {
            press(&mut session, keys);
            // The wheel moves what is shown, and the key still waits.
            mouse(&mut session, MouseKind::Wheel(1), x, y);
            mouse(&mut session, kind, x, y);
            mouse(&mut session, MouseKind::Up, x, y);
            assert_eq!(session.state().mark, None, "{keys}");
            assert_eq!(testing::said(&session), "", "{keys} {kind:?}");
            press(&mut session, then);
            assert!(session.state().view.marks.is_empty(), "{keys} {kind:?}");
            let said = testing::said(&session);
            let is_single = !said.contains("not bound") && !said.contains("not set");
            assert!(is_single, "{keys} {kind:?}: {said}");
        }
    }
    press(&mut session, "<esc>m");
    session.type_text("text");
    press(&mut session, "x");
    assert!(session.state().view.marks.is_empty());
    // As long as it waits, it says how to be rid of it.
    press(&mut session, "m");
    assert_eq!(
        testing::said(&session),
        "mark: a letter names it; Esc cancels"
    );
    mouse(&mut session, MouseKind::Wheel(1), x, y);
    press(&mut session, "k");
    assert!(session.state().view.marks.contains_key(&'k'));
}
