//! Walks, chains and delays on small graphs of flows.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::chain::{Branches, ChainPart, Ladder, LadderColumn, branches_via, ladder, via_of};
use super::*;

fn default_focus(trace: &Trace, slice: SliceId, direction: Direction) -> Option<FlowId> {
    default_focus_of(trace, slice, direction, |_| true)
}

fn by_pair(trace: &Trace) -> Vec<stats::PairStats> {
    stats::by_pair(trace, &AtomicBool::new(false)).unwrap()
}
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;

#[test]
fn of_an_unnamed_slice_it_is_said_what_it_does() {
    let text = |name: Option<&str>, does: Option<&str>| {
        let [name, does] = [name, does].map(|text| text.map(str::to_owned));
        stats::GroupName { name, does }.text()
    };
    assert_eq!(text(None, Some("Draw")).as_deref(), Some("Draw"));
    assert_eq!(text(Some("a"), None).as_deref(), Some("a"));
    assert_eq!(text(Some("a"), Some("Draw")).as_deref(), Some("a · Draw"));
    assert_eq!(text(None, None), None);
}

/// A trace with one slice a track, starting at 0, 10, 20, … and 5 long, and these flows.
fn graph(n_slices: usize, flows: &[(usize, usize)]) -> (Trace, Vec<SliceId>) {
    let mut b = TraceBuilder::new();
    let tracks: Vec<_> = (0..n_slices)
        .map(|index| b.slice_track(Scope::Global, Some(&format!("t{index}"))))
        .collect();
    let slices: Vec<SliceId> = tracks
        .iter()
        .enumerate()
        .map(|(index, &track)| b.nested_slices(track, &[(10 * index as i64, 5, "s")])[0])
        .collect();
    for &(from, to) in flows {
        b.flow(slices[from], slices[to], 1);
    }
    (b.finish(), slices)
}

/// The rows of `directly_connected_flow`, in its order; a flow may come twice.
fn connected(trace: &Trace, start: SliceId) -> Vec<FlowId> {
    let mut rows = Vec::new();
    let mut known: HashSet<SliceId> = HashSet::from_iter([start]);
    let mut queue = VecDeque::from([(start, None)]);
    while let Some((slice, via)) = queue.pop_front() {
        for direction in [Direction::Backward, Direction::Forward] {
            if via.is_some_and(|via| via != direction) {
                continue;
            }
            let flows = match direction {
                Direction::Backward => trace.flows.reaching(slice),
                Direction::Forward => trace.flows.leaving(slice),
            };
            for &flow in flows {
                rows.push(flow);
                let next = other_end(trace, flow, direction);
                if known.insert(next) {
                    queue.push_back((next, Some(direction)));
                }
            }
        }
    }
    rows
}

fn ids(rows: &[u32]) -> Vec<FlowId> {
    rows.iter().copied().map(FlowId).collect()
}

/// How many flows a synthetic component has.
const MANY: usize = 1_000_000;

/// Components of [`MANY`] flows: all from one slice, all to one, or a thousand from each of a
/// thousand slices. And a chain of fewer, because each of its flows has a slice of its own.
fn components() -> Vec<(&'static str, Vec<(usize, usize)>)> {
    vec![
        ("from one", (1..=MANY).map(|n| (0, n % 1000 + 1)).collect()),
        ("to one", (1..=MANY).map(|n| (n % 1000 + 1, 0)).collect()),
        ("chain", (0..MANY / 20).map(|n| (n, n + 1)).collect()),
        (
            "mesh",
            (0..MANY)
                .map(|n| (n / 1000, 1 + n / 1000 + n % 1000))
                .collect(),
        ),
    ]
}

#[test]
fn a_walk_in_a_component_of_a_million_flows_looks_at_few() {
    for (name, flows) in components() {
        let n_slices = flows.iter().map(|flow| flow.0.max(flow.1) + 1).max();
        let (trace, s) = graph(n_slices.unwrap_or(1), &flows);
        for depth in [1, 3, 9] {
            for start in [0, 1, s.len() / 2, s.len() - 1] {
                let limits = Limits {
                    depth,
                    budget: 2000,
                };
                let found = walk(&trace, s[start], limits);
                assert!(found.hops.len() <= 2000, "{name}");
                assert!(found.n_looked_at <= 2002, "{name}: {}", found.n_looked_at);
            }
        }
    }
}

#[test]
fn a_walk_does_not_turn_around() {
    // 0 → 2 ← 1 and 2 → 3: from 3 both 0 and 1 are behind, from 0 only 2 and 3 ahead.
    let (trace, s) = graph(4, &[(0, 2), (1, 2), (2, 3)]);
    let all = Limits {
        depth: 9,
        budget: 100,
    };
    let flows = |slice| -> Vec<FlowId> {
        walk(&trace, slice, all)
            .hops
            .iter()
            .map(|hop| hop.flow)
            .collect()
    };
    assert_eq!(flows(s[0]), ids(&[0, 2]));
    assert_eq!(flows(s[3]), ids(&[2, 0, 1]));
    assert_eq!(flows(s[2]), ids(&[0, 1, 2]));
}

#[test]
fn depth_and_budget_bound_a_walk_and_say_so() {
    let (trace, s) = graph(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
    let near = walk(&trace, s[1], Limits::default());
    assert_eq!(near.hops.len(), 2);
    assert_eq!(near.end, WalkEnd::All);
    let wide = Limits {
        depth: 9,
        budget: 3,
    };
    let cut = walk(&trace, s[1], wide);
    assert_eq!(cut.hops.len(), 3);
    assert_eq!(cut.end, WalkEnd::Cut);
    let last = walk(
        &trace,
        s[4],
        Limits {
            depth: 4,
            budget: 9,
        },
    );
    assert_eq!(last.end, WalkEnd::All);
}

#[test]
fn a_huge_component_costs_only_the_budget() {
    let n = 20_000;
    let flows: Vec<(usize, usize)> = (1..n).flat_map(|i| [(0, i), (i, n)]).collect();
    let (trace, s) = graph(n + 1, &flows);
    let limits = Limits {
        depth: 50,
        ..Limits::default()
    };
    let found = walk(&trace, s[0], limits);
    assert_eq!(found.hops.len(), 10_000);
    assert_eq!(found.end, WalkEnd::Cut);
}

#[test]
fn focus_begins_with_the_last_flow_and_goes_around() {
    let (trace, s) = graph(4, &[(0, 1), (0, 2), (0, 0), (0, 3)]);
    let forward = Direction::Forward;
    assert_eq!(default_focus(&trace, s[0], forward), Some(FlowId(3)));
    assert_eq!(
        turned(&trace, s[0], &[forward], None, Turn::Next, |_| true),
        Some(FlowId(0))
    );
    assert_eq!(
        turned(
            &trace,
            s[0],
            &[forward],
            Some(FlowId(1)),
            Turn::Next,
            |_| true
        ),
        Some(FlowId(3))
    );
    assert_eq!(default_focus(&trace, s[0], Direction::Backward), None);
    assert_eq!(
        turned(&trace, s[3], &[forward], None, Turn::Next, |_| true),
        None
    );
}

#[test]
fn back_from_a_join_the_flow_that_came_last_is_followed() {
    let mut b = TraceBuilder::new();
    let track = |b: &mut TraceBuilder, name| b.slice_track(Scope::Global, Some(name));
    let rows = [
        ("join", 20, 5),
        ("fast", 0, 2),
        ("slow", 0, 19),
        ("fast too", 0, 3),
        ("later", 22, 9),
    ];
    let s: Vec<SliceId> = rows
        .iter()
        .map(|&(name, ts, dur)| {
            let track = track(&mut b, name);
            b.nested_slices(track, &[(ts, dur, name)])[0]
        })
        .collect();
    for (from, id) in [1, 2, 3, 4].into_iter().zip(1..) {
        b.flow(s[from], s[0], id);
    }
    let trace = b.finish();
    let back = Direction::Backward;
    assert_eq!(default_focus(&trace, s[0], back), Some(FlowId(1)));
    let chain = ladder(&trace, s[0], 8, &Branches::new());
    assert_eq!(chain.rungs[0].slice, s[2]);
}

#[test]
fn back_from_an_overlap_the_last_flow_is_followed_however_long_it_overlaps() {
    let mut b = TraceBuilder::new();
    let slices = [("call", 20, 5), ("longest", 0, 90), ("long", 0, 30)].map(|(name, ts, dur)| {
        let track = b.slice_track(Scope::Global, Some(name));
        b.nested_slices(track, &[(ts, dur, name)])[0]
    });
    b.flow(slices[1], slices[0], 1);
    b.flow(slices[2], slices[0], 2);
    let trace = b.finish();
    let focus = default_focus(&trace, slices[0], Direction::Backward);
    assert_eq!(focus, Some(FlowId(1)));
}

#[test]
fn ways_lead_along_flows_only() {
    let (trace, s) = graph(5, &[(0, 1), (1, 2), (3, 2), (2, 4)]);
    assert_eq!(way(&trace, s[0], s[4], 9), [s[0], s[1], s[2], s[4]]);
    assert_eq!(way(&trace, s[4], s[3], 9), [s[4], s[2], s[3]]);
    assert_eq!(way(&trace, s[0], s[3], 9), []);
    assert_eq!(way(&trace, s[0], s[4], 2), []);
    assert_eq!(way(&trace, s[1], s[1], 9), [s[1]]);
    assert_eq!(between(&trace, s[2], s[3]), Some(FlowId(2)));
    assert_eq!(between(&trace, s[0], s[2]), None);
}

#[test]
fn a_call_that_waits_for_its_answer_counts_to_its_end() {
    let mut b = TraceBuilder::new();
    let tracks = ["one", "two", "three"].map(|name| b.slice_track(Scope::Global, Some(name)));
    let calls = [(0, 8), (1, 6), (2, 4)];
    let s: Vec<SliceId> = (tracks.iter().zip(calls))
        .map(|(&track, (ts, dur))| b.nested_slices(track, &[(ts, dur, "call")])[0])
        .collect();
    b.flow(s[0], s[1], 1);
    b.flow(s[1], s[2], 2);
    let trace = b.finish();
    let chain = ladder(&trace, s[0], 8, &Branches::new());
    assert_eq!(chain.total_ns, 8);
    assert_eq!(
        chain.parts,
        [
            (ChainPart::Slice(0), 1),
            (ChainPart::Slice(1), 1),
            (ChainPart::Slice(2), 4),
            (ChainPart::Slice(1), 1),
            (ChainPart::Slice(0), 1),
        ]
    );
}

#[test]
fn a_thread_that_is_in_an_earlier_slice_of_the_chain_is_not_waited_for() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let [viz, gpu] = [2, 3].map(|tid| {
        let thread = b.thread(app, tid, "t");
        b.slice_track(Scope::Thread(thread), None)
    });
    let s = b.nested_slices(
        viz,
        &[
            (0, 100, "draw"),
            (10, 20, "aggregate"),
            (80, 5, "send"),
            (150, 5, "done"),
        ],
    );
    let g = b.nested_slices(gpu, &[(95, 5, "swap")]);
    for (id, pair) in [(s[0], s[1]), (s[1], s[2]), (s[2], g[0]), (g[0], s[3])]
        .into_iter()
        .enumerate()
    {
        b.flow(pair.0, pair.1, id as i64 + 1);
    }
    let trace = b.finish();
    let chain = ladder(&trace, s[0], 8, &Branches::new());
    assert_eq!(
        chain.parts,
        [
            (ChainPart::Slice(0), 10),
            (ChainPart::Slice(1), 20),
            (ChainPart::Slice(0), 50),
            (ChainPart::Slice(2), 5),
            // What the drawing thread does meanwhile is no reason for another to be late.
            (ChainPart::Wait(3), 10),
            (ChainPart::Slice(3), 5),
            (ChainPart::Wait(4), 50),
            (ChainPart::Slice(4), 5),
        ]
    );
    assert_eq!(chain.total_ns, 155);
}

#[test]
fn what_takes_no_time_does_not_cut_the_slice_that_goes_on() {
    let mut b = TraceBuilder::new();
    let [one, two] = ["one", "two"].map(|name| b.slice_track(Scope::Global, Some(name)));
    let call = b.nested_slices(one, &[(0, 8, "call")])[0];
    let instant = b.nested_slices(two, &[(3, 0, "instant")])[0];
    b.flow(call, instant, 1);
    let chain = ladder(&b.finish(), call, 8, &Branches::new());
    assert_eq!(chain.parts, [(ChainPart::Slice(0), 8)]);
}

#[test]
fn arrows_leave_at_the_end_or_at_the_start_of_an_enclosing_slice() {
    let mut b = TraceBuilder::new();
    let one = b.slice_track(Scope::Global, Some("1"));
    let two = b.slice_track(Scope::Global, Some("2"));
    let a = b.nested_slices(one, &[(0, 100, "outer"), (40, 10, "inner")]);
    let z = b.nested_slices(
        two,
        &[(0, 10, "early"), (60, 10, "late"), (200, -1, "open")],
    );
    b.flow(a[0], a[1], 1);
    b.flow(a[1], z[1], 2);
    b.flow(a[1], z[0], 3);
    b.flow(a[0], z[1], 4);
    b.flow(z[2], a[1], 5);
    let trace = b.finish();
    let seen: Vec<_> = (0..5)
        .map(FlowId)
        .map(|flow| {
            let (tail, head) = (tail_ts(&trace, flow).ns(), head_ts(&trace, flow).ns());
            (
                tail,
                head,
                delay_ns(&trace, flow),
                is_backward(&trace, flow),
                is_before(&trace, flow),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (0, 40, -60, false, false),
            (50, 60, 10, false, false),
            (40, 0, -50, true, true),
            (100, 60, -40, true, false),
            (200, 40, -160, true, true),
        ]
    );
}

#[test]
fn a_ladder_has_a_column_for_each_owner_and_accounts_for_all_its_time() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let main = b.thread(app, 1, "main");
    let render = b.thread(app, 2, "render");
    let main_track = b.slice_track(Scope::Thread(main), None);
    let render_track = b.slice_track(Scope::Thread(render), None);
    let m = b.nested_slices(
        main_track,
        &[(0, 10, "input"), (30, 20, "frame"), (90, 5, "done")],
    );
    let r = b.nested_slices(render_track, &[(45, 30, "draw"), (80, 1, "other")]);
    b.flow(m[0], m[1], 1);
    b.flow(m[1], r[1], 3);
    b.flow(m[1], r[0], 2);
    b.flow(r[0], m[2], 2);
    let trace = b.finish();
    let chain = ladder(&trace, m[1], 8, &Branches::new());
    assert_eq!(
        chain.columns,
        [LadderColumn::Thread(main), LadderColumn::Thread(render)]
    );
    let slices: Vec<_> = chain
        .rungs
        .iter()
        .map(|rung| (rung.slice, rung.column))
        .collect();
    assert_eq!(slices, [(m[0], 0), (m[1], 0), (r[0], 1), (m[2], 0)]);
    assert_eq!(chain.selected, 1);
    assert_eq!(chain.rungs[1].n_other_out, 1);
    assert_eq!(chain.rungs[2].delay_ns, -5);
    assert_eq!(
        chain.parts,
        [
            (ChainPart::Slice(0), 10),
            (ChainPart::Wait(1), 20),
            (ChainPart::Slice(1), 15),
            (ChainPart::Slice(2), 30),
            (ChainPart::Wait(3), 15),
            (ChainPart::Slice(3), 5),
        ]
    );
    assert_eq!(chain.total_ns, 95);
    let short = ladder(&trace, m[1], 1, &Branches::new());
    assert_eq!(short.rungs.len(), 3);
    assert_eq!(short.more, [Direction::Forward]);
    let branch = Branches::from_iter([((m[1], Direction::Forward), FlowId(1))]);
    let other = ladder(&trace, m[1], 8, &branch);
    assert_eq!(other.rungs[2].slice, r[1]);
}

#[test]
fn a_chain_is_led_over_slices() {
    // Past 1 a flow goes straight to 3, where the chain is led.
    let flows = [(0, 2), (0, 3), (0, 1), (1, 3), (1, 4), (3, 5)];
    let (trace, s) = graph(6, &flows);
    let slices =
        |chain: &Ladder| -> Vec<SliceId> { chain.rungs.iter().map(|rung| rung.slice).collect() };
    let led = |via: &[SliceId]| {
        let branches = branches_via(&trace, s[0], 9, via, |_| true);
        ladder(&trace, s[0], 9, &branches)
    };
    let by_itself = led(&[]);
    assert_eq!(slices(&by_itself), [s[0], s[1], s[4]]);
    assert_eq!(via_of(&trace, &by_itself, 9, |_| true), []);
    assert_eq!(slices(&led(&[s[2]])), [s[0], s[2]]);
    assert_eq!(slices(&led(&[s[3]])), [s[0], s[3], s[5]]);
    assert_eq!(via_of(&trace, &led(&[s[3]]), 9, |_| true), [s[3]]);
    let around = led(&[s[1], s[3]]);
    assert_eq!(slices(&around), [s[0], s[1], s[3], s[5]]);
    assert_eq!(
        slices(&led(&via_of(&trace, &around, 9, |_| true))),
        slices(&around)
    );
    // Of several flows to one slice it is the last, as it is where nothing is chosen.
    let (trace, s) = graph(2, &[(0, 1), (0, 1)]);
    let chosen = ((s[0], Direction::Forward), FlowId(1));
    let led = branches_via(&trace, s[0], 9, &[s[1]], |_| true);
    assert_eq!(led, Branches::from_iter([chosen]));
}

#[test]
fn a_slice_that_never_ended_lasts_until_the_next_of_its_chain() {
    let mut b = TraceBuilder::new();
    let [one, two] = ["one", "two"].map(|name| b.slice_track(Scope::Global, Some(name)));
    let fetch = b.nested_slices(one, &[(0, -1, "fetch")])[0];
    let decode = b.nested_slices(two, &[(30, 10, "decode")])[0];
    b.flow(fetch, decode, 1);
    let trace = b.finish();
    let chain = ladder(&trace, fetch, 8, &Branches::new());
    assert_eq!(
        chain.parts,
        [(ChainPart::Slice(0), 30), (ChainPart::Slice(1), 10)]
    );
    // How long it took from its end nobody knows: at most this.
    assert_eq!(chain.rungs[1].delay_ns, 30);
    assert!(leaves_open(&trace, FlowId(0)));
    assert_eq!(by_pair(&trace)[0].n_open, 1);
    let (trace, _) = graph(2, &[(0, 1)]);
    assert!(!leaves_open(&trace, FlowId(0)));
    assert_eq!(by_pair(&trace)[0].n_open, 0);
}

#[test]
fn pairs_have_percentiles_of_their_delays() {
    let flows: Vec<(usize, usize)> = (0..10)
        .map(|i| (0, i + 1))
        .chain([(3, 3), (5, 4)])
        .collect();
    let (trace, _) = graph(11, &flows);
    let pairs = by_pair(&trace);
    assert_eq!(pairs.len(), 1);
    let pair = &pairs[0];
    assert_eq!((pair.count, pair.n_backward), (11, 1));
    assert_eq!(
        (pair.min_ns, pair.max_ns, pair.slowest),
        (-15, 95, FlowId(9))
    );
    assert_eq!((pair.p50_ns, pair.p90_ns, pair.p99_ns), (45, 85, 95));
}

#[test]
fn pairs_that_differ_in_their_numbers_are_one() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, None);
    let slices = [
        (0, 5, "serve 1"),
        (10, 5, "serve 23"),
        (20, 5, "reply 7"),
        (90, 5, "end"),
    ];
    let s = b.nested_slices(track, &slices);
    b.flow(s[0], s[2], 1);
    b.flow(s[1], s[2], 2);
    b.flow(s[2], s[1], 3);
    b.flow(s[2], s[3], 4);
    let pairs = by_pair(&b.finish());
    let names = |pair: &stats::PairStats| {
        let name = |end: &stats::GroupName| end.text().unwrap_or_default();
        (name(&pair.from), name(&pair.to), pair.count)
    };
    let named: Vec<_> = pairs.iter().map(names).collect();
    // The longest delay comes first.
    let wanted = [
        ("reply 7", "end", 1),
        ("serve #", "reply 7", 2),
        ("reply 7", "serve 23", 1),
    ];
    assert_eq!(
        named,
        wanted.map(|(from, to, n)| (from.to_owned(), to.to_owned(), n))
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_unbounded_walk_is_what_is_connected(
        flows in proptest::collection::vec((0_usize..12, 0_usize..12), 0..40), start in 0_usize..12
    ) {
        let (trace, s) = graph(12, &flows);
        let all = Limits { depth: 99, budget: 1000 };
        let found = walk(&trace, s[start], all);
        let mut expected: Vec<FlowId> = Vec::new();
        for flow in connected(&trace, s[start]) {
            let row = trace.flows.get(flow);
            if row.from != row.to && !expected.contains(&flow) {
                expected.push(flow);
            }
        }
        let seen: Vec<FlowId> = found.hops.iter().map(|hop| hop.flow).collect();
        prop_assert_eq!(seen, expected);
        prop_assert_eq!(found.end, WalkEnd::All);
        prop_assert!(found.hops.is_sorted_by_key(|hop| hop.depth));
    }

    #[test]
    fn a_bounded_walk_is_a_start_of_the_unbounded_one(
        flows in proptest::collection::vec((0_usize..12, 0_usize..12), 0..40),
        start in 0_usize..12, depth in 1_u32..4, budget in 0_usize..20,
    ) {
        let (trace, s) = graph(12, &flows);
        let all = walk(&trace, s[start], Limits { depth: 99, budget: 1000 }).hops;
        let some = walk(&trace, s[start], Limits { depth, budget });
        prop_assert!(some.hops.len() <= budget);
        if all.iter().filter(|hop| hop.depth == 1).count() <= budget {
            prop_assert_eq!(&some.hops[..], &all[..some.hops.len()]);
        } else {
            // More than the budget at the start itself: both directions get their share.
            prop_assert_eq!(some.end, WalkEnd::Cut);
            let ways = [Direction::Backward, Direction::Forward].map(|way| {
                let near = |hop: &&Hop| hop.depth == 1 && hop.direction == way;
                let found: Vec<Hop> = some.hops.iter().filter(near).copied().collect();
                let every: Vec<Hop> = all.iter().filter(near).copied().collect();
                (found, every)
            });
            for (found, every) in ways {
                prop_assert_eq!(&found[..], &every[..found.len()]);
                prop_assert!(budget < 2 || every.is_empty() || !found.is_empty());
            }
        }
        if some.end != WalkEnd::Cut {
            let in_reach = all.iter().filter(|hop| hop.depth <= depth).count();
            prop_assert_eq!(some.hops.len(), in_reach);
        }
    }

    #[test]
    fn what_a_chain_leads_over_leads_to_it(
        // In the order of time, as nearly all flows: there are no circles.
        flows in proptest::collection::vec((0_usize..12, 0_usize..12), 0..40),
        start in 0_usize..12, choices in proptest::collection::vec(0_usize..9, 12),
    ) {
        let flows: Vec<_> = flows.into_iter().filter(|flow| flow.0 < flow.1).collect();
        let (trace, s) = graph(12, &flows);
        let mut branches = Branches::new();
        for (&slice, &choice) in s.iter().zip(&choices) {
            for direction in [Direction::Backward, Direction::Forward] {
                let all: Vec<FlowId> = flows_of(&trace, slice, direction).collect();
                if let Some(&flow) = all.get(choice % all.len().max(1)) {
                    branches.insert((slice, direction), flow);
                }
            }
        }
        let slices = |chain: &Ladder| -> Vec<SliceId> {
            chain.rungs.iter().map(|rung| rung.slice).collect()
        };
        let chain = ladder(&trace, s[start], 5, &branches);
        let led = branches_via(&trace, s[start], 5, &via_of(&trace, &chain, 5, |_| true), |_| true);
        prop_assert_eq!(slices(&ladder(&trace, s[start], 5, &led)), slices(&chain));
    }

    #[test]
    fn a_ladder_accounts_for_its_time(
        flows in proptest::collection::vec((0_usize..12, 0_usize..12), 0..40), start in 0_usize..12
    ) {
        let (trace, s) = graph(12, &flows);
        let chain = ladder(&trace, s[start], 5, &Branches::new());
        prop_assert_eq!(chain.rungs[chain.selected].slice, s[start]);
        for pair in chain.rungs.windows(2) {
            let flow = trace.flows.get(pair[1].hop.expect("only the first has none"));
            prop_assert_eq!((flow.from, flow.to), (pair[0].slice, pair[1].slice));
        }
        prop_assert_eq!(chain.parts.iter().map(|part| part.1).sum::<i64>(), chain.total_ns);
        prop_assert!(chain.parts.iter().all(|part| part.1 > 0));
    }
}

/// A task with a slice in it that posts another, which is nested in what a flow reaches.
fn posted() -> (Trace, [SliceId; 6], Vec<FlowId>) {
    let mut b = TraceBuilder::new();
    let tracks = ["a", "b"].map(|name| b.slice_track(Scope::Global, Some(name)));
    let slices = [(0, 100, "task"), (10, 80, "run"), (20, 5, "post")];
    let first = b.nested_slices(tracks[0], &slices);
    let slices = [(200, 100, "task"), (210, 80, "run"), (220, 5, "work")];
    let second = b.nested_slices(tracks[1], &slices);
    let s = [first, second].concat().try_into().unwrap();
    let [_, run, post, _, ran, work] = s;
    // From the inner slice to the next task, within the first task, and around the second.
    b.flow(post, ran, 1);
    b.flow(run, post, 2);
    let _ = work;
    let (trace, s) = (b.finish(), s);
    let flows = (0..trace.flows.len() as u32).map(FlowId).collect();
    (trace, s, flows)
}

#[test]
fn flows_go_on_from_slices_inside_and_back_from_slices_around() {
    use super::nested::{Nesting, flows_within, nested_flows};
    let (trace, [task, run, post, next, ran, work], flows) = posted();
    let on = |slice| nested_flows(&trace, slice, Direction::Forward, 9, |_| true);
    let back = |slice| nested_flows(&trace, slice, Direction::Backward, 9, |_| true);
    assert_eq!(on(task), (Nesting::Inside, vec![flows[0]]));
    assert_eq!(on(run).1, [flows[0]]);
    assert_eq!(back(work), (Nesting::Around, vec![flows[0]]));
    // The wrapper of the task that the flow reaches is told of it, too.
    assert_eq!(back(next), (Nesting::Inside, vec![flows[0]]));
    // What stays within a slice does not go on from it.
    assert_eq!(back(task).1, []);
    assert_eq!(back(post).1, []);
    assert_eq!(on(work).1, []);
    assert_eq!(on(ran).1, []);
    let none = nested_flows(&trace, task, Direction::Forward, 9, |_| false);
    assert_eq!(none.1, []);
    // Those are told apart from flows that there are none of.
    let within = |slice| flows_within(&trace, slice, 9, |_| true);
    assert_eq!(within(task), [flows[1]]);
    assert_eq!([within(run), within(next), within(work)], [[]; 3]);
    assert_eq!(flows_within(&trace, task, 9, |_| false), []);
}

#[test]
fn of_nested_flows_those_that_are_nearer_to_the_cause_come_first() {
    use super::nested::{Nesting, nested_flows};
    let mut b = TraceBuilder::new();
    let [one, two] = ["one", "two"].map(|name| b.slice_track(Scope::Global, Some(name)));
    let s = b.nested_slices(one, &[(50, 50, "outer"), (60, 30, "run"), (70, 5, "inner")]);
    let other = b.nested_slices(two, &[(0, 5, "other")])[0];
    b.flow(other, s[2], 1);
    b.flow(other, s[0], 2);
    b.flow(s[2], s[1], 3);
    b.flow(s[2], other, 4);
    b.flow(s[0], other, 5);
    let trace = b.finish();
    let found = |way| nested_flows(&trace, s[1], way, 9, |_| true);
    let around = (Nesting::Around, vec![FlowId(1)]);
    assert_eq!(found(Direction::Backward), around);
    // What leads from the inside to the slice itself is not on the way.
    let inside = (Nesting::Inside, vec![FlowId(3)]);
    assert_eq!(found(Direction::Forward), inside);
}
