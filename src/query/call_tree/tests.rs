//! Trees of a few slices, and their rows.
//!
//! The tests of other rooms make their trees here, too.

use super::*;
use crate::base::time::Dur;
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;

/// A trace with a thread for each list of slices.
pub(super) fn trace_of(threads: &[&[(i64, i64, &str)]]) -> Trace {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    for (slices, tid) in threads.iter().zip(1..) {
        let thread = b.thread(app, tid, "t");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, slices);
    }
    b.finish()
}

/// Returns the tree of all slices in a time.
pub(super) fn tree_of(trace: &Trace, span: (i64, i64)) -> SliceTree {
    let span = TimeSpan::new(Ts::from_ns(span.0), Ts::from_ns(span.1));
    let tracks = vec![true; trace.tracks.len()];
    let tree = of_slices(trace, span, &tracks, &AtomicBool::new(false));
    tree.expect("not cancelled")
}

fn tree(trace: &Trace, span: (i64, i64)) -> Vec<SliceCall> {
    tree_of(trace, span).rows
}

/// What is checked of a row: the name, level, start, total, own time and count.
pub(super) type Row = (String, u32, i64, i64, i64, usize);

pub(super) fn rows(trace: &Trace, calls: &[SliceCall]) -> Vec<Row> {
    let row = |call: &SliceCall| {
        let name = match call.n_rare {
            0 => call.name.label(trace).unwrap_or_default(),
            n => format!("{n} more"),
        };
        (
            name, call.level, call.from, call.total, call.own, call.count,
        )
    };
    calls.iter().map(row).collect()
}

pub(super) fn expected(rows: &[(&str, u32, i64, i64, i64, usize)]) -> Vec<Row> {
    let row = |&(name, level, from, total, own, count): &(&str, _, _, _, _, _)| {
        (name.to_owned(), level, from, total, own, count)
    };
    rows.iter().map(row).collect()
}

#[test]
fn equal_stacks_are_one_whatever_their_thread_and_numbers() {
    let trace = trace_of(&[
        &[
            (0, 100, "frame 1"),
            (10, 20, "layout"),
            (40, 50, "draw"),
            (200, 60, "frame 2"),
        ],
        &[(0, 40, "frame 1"), (5, 30, "draw"), (10, 10, "layout")],
    ]);
    let all = tree(&trace, (0, 1000));
    assert_eq!(
        rows(&trace, &all),
        expected(&[
            ("frame #", 0, 0, 200, 100, 3),
            ("draw", 1, 0, 80, 70, 2),
            ("layout", 2, 0, 10, 10, 1),
            ("layout", 1, 80, 20, 20, 1),
        ])
    );
    assert_eq!(whole(&all), 200);
    let names = |row| -> Vec<Option<String>> {
        let stack = callers(&all, row).into_iter();
        stack.map(|call| call.name.label(&trace)).collect()
    };
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(names(2), [name("frame #"), name("draw"), name("layout")]);
    // Each leads to its longest slice.
    assert_eq!(trace.slices.dur(all[0].example).map(Dur::ns), Some(100));
    // A name is written out if its numbers are the same everywhere.
    let first = tree(&trace, (0, 150));
    assert_eq!(rows(&trace, &first)[0].0, "frame 1");
}

#[test]
fn durations_are_cut_to_the_time() {
    let trace = trace_of(&[&[(0, 100, "a"), (10, 80, "b"), (20, 10, "c"), (50, 10, "d")]]);
    assert_eq!(
        rows(&trace, &tree(&trace, (40, 95))),
        expected(&[
            ("a", 0, 0, 55, 5, 1),
            ("b", 1, 0, 50, 40, 1),
            ("d", 2, 0, 10, 10, 1)
        ])
    );
    // Where nothing lies in anything, the list by name says the same.
    assert_eq!(tree(&trace, (95, 99)), []);
    let cancelled = AtomicBool::new(true);
    let span = trace.bounds;
    assert_eq!(
        of_slices(&trace, span, &vec![true; trace.tracks.len()], &cancelled),
        None
    );
    assert_eq!(
        of_slices(&trace, span, &vec![false; trace.tracks.len()], &cancelled),
        Some(SliceTree::default())
    );
}

#[test]
fn rare_callees_are_added_up() {
    let mut slices = vec![(0, 1_000_000, "main".to_owned())];
    slices.extend((0..9).map(|at| (at * 1000, 900, format!("rare {}", "x".repeat(at as usize)))));
    slices.push((100, 50, "in a rare one".to_owned()));
    slices.push((500_000, 1000, "often".to_owned()));
    slices.sort_by_key(|slice| slice.0);
    let slices: Vec<_> = slices
        .iter()
        .map(|(ts, dur, name)| (*ts, *dur, &**name))
        .collect();
    let trace = trace_of(&[&slices]);
    let all = tree(&trace, (0, 2_000_000));
    assert_eq!(
        rows(&trace, &all),
        expected(&[
            ("main", 0, 0, 1_000_000, 990_900, 1),
            ("often", 1, 0, 1000, 1000, 1),
            ("9 more", 1, 1000, 8100, 8100, 9),
        ])
    );
    let own: i64 = all.iter().map(|call| call.own).sum();
    assert_eq!(own, whole(&all));
}

#[test]
fn a_branch_has_the_rows_that_are_rare_in_the_whole_only() {
    let trace = trace_of(&[&[
        (0, 10_000_000, "other"),
        (10_000_000, 20_000, "main"),
        (10_001_000, 4000, "draw"),
        (10_002_000, 1000, "text"),
        (10_010_000, 2000, "layout"),
    ]]);
    let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(20_000_000));
    let tracks = vec![true; trace.tracks.len()];
    let all = of_slices(&trace, span, &tracks, &AtomicBool::new(false)).expect("all of it");
    assert_eq!(
        rows(&trace, &all.rows),
        expected(&[
            ("other", 0, 0, 10_000_000, 10_000_000, 1),
            ("main", 0, 10_000_000, 20_000, 14_000, 1),
            ("2 more", 1, 10_000_000, 6000, 6000, 2),
        ])
    );
    let nodes: Vec<Option<u32>> = all.rows.iter().map(|call| call.node).collect();
    let [_, Some(main), None] = nodes[..] else {
        panic!("{nodes:?}");
    };
    // The branch is a whole of its own: it begins at zero, and its root has no caller.
    let branch = all.branch(main);
    assert_eq!(
        rows(&trace, &branch),
        expected(&[
            ("main", 0, 0, 20_000, 14_000, 1),
            ("draw", 1, 0, 4000, 3000, 1),
            ("text", 2, 0, 1000, 1000, 1),
            ("layout", 1, 4000, 2000, 2000, 1),
        ])
    );
    assert_eq!(whole(&branch), 20_000);
    let parents: Vec<Option<u32>> = branch.iter().map(|call| call.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
    // A branch of the branch is one of the tree.
    let inner = all.branch(branch[1].node.expect("one call"));
    assert_eq!(rows(&trace, &inner)[1].0, "text");
    // What called nothing is no branch, nor is what is not in the tree.
    assert_eq!(all.branch(branch[3].node.expect("one call")), []);
    assert_eq!(all.branch(1000), []);
}

#[test]
fn what_came_too_late_to_be_told_apart_is_added_up_too() {
    let n = NODES_MAX as i64 + 10;
    // Names without digits, which would be one.
    let name = |at: i64| format!("{at:b}").replace('0', "a").replace('1', "b");
    let names: Vec<String> = (0..n).map(name).collect();
    let slices = names.iter().zip(0..);
    let mut slices: Vec<_> = slices.map(|(name, at)| (at * 10, 10, &**name)).collect();
    // The last is late, and so is what lies in it.
    slices.push((n * 10 - 8, 4, "inner"));
    let before = [(0, 100, "outer"), (20, 30, "inner")];
    // What is late in a call that is told is a part of that.
    let after = [(200, 100, "outer"), (220, 40, "late"), (230, 10, "inner")];
    let trace = trace_of(&[&before, &slices, &after]);
    let all = tree(&trace, (0, n * 10));
    assert_eq!(whole(&all), n * 10 + 200);
    let own: i64 = all.iter().map(|call| call.own).sum();
    assert_eq!(own, whole(&all));
    // Those that are told, what lies in one of them, and the others.
    assert_eq!(all.len(), ROOTS_LEAST + 2);
    assert_eq!((all[0].total, all[0].own, all[1].total), (200, 130, 70));
    assert_eq!(all.last().map(|call| call.n_rare > 60_000), Some(true));
    // Callers are those that are told apart, and it is known that there are more.
    let whole = tree_of(&trace, (0, n * 10));
    assert!(!whole.is_whole);
    let named = |id: &SliceId| trace.slices.name(*id).map(|name| trace.text(name));
    let inner = trace
        .slices
        .ids()
        .find(|id| named(id).is_some_and(|name| name == "inner"));
    let inner = whole.node_named(&trace, trace.slices.name(inner.expect("such a slice")));
    let callers = whole.callers(inner.expect("in the tree"));
    assert_eq!((callers.rows[1].total, callers.is_whole), (30, false));
}
