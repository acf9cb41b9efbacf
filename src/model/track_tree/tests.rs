//! Trees of small traces, drawn as text.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::order::{sibling_key, sibling_positions};
use super::*;
use crate::base::time::{Dur, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
use crate::model::trace::Trace;
use crate::model::track::{ChildOrdering, Scope, Track, TrackClass, TrackData};

fn draw(trace: &Trace) -> String {
    let mut out = String::new();
    for id in trace.tree.walk() {
        let node = trace.tree.node(id);
        let indent = 2 * usize::from(node.level);
        writeln!(out, "{:indent$}{}", "", node.name).expect("a string");
    }
    out
}

fn child(builder: &mut TraceBuilder, parent: TrackId, name: &str) -> TrackId {
    let id = builder.slice_track(Scope::Global, (!name.is_empty()).then_some(name));
    builder.tracks.get_mut(id).parent = Some(parent);
    id
}

fn mark(builder: &mut TraceBuilder, track: TrackId, ts: i64) {
    builder.nested_slices(track, &[(ts, 1, "x")]);
}

#[test]
fn siblings_are_ordered_as_their_parent_says() {
    let mut b = TraceBuilder::new();
    let by_name = b.slice_track(Scope::Global, Some("1 name"));
    let by_time = b.slice_track(Scope::Global, Some("2 time"));
    let by_rank = b.slice_track(Scope::Global, Some("3 rank"));
    b.tracks.get_mut(by_time).child_ordering = ChildOrdering::Chronological;
    b.tracks.get_mut(by_rank).child_ordering = ChildOrdering::Explicit;
    for (index, name) in ["b", "a", "A", "9", "10", ""].iter().enumerate() {
        let id = child(&mut b, by_name, name);
        mark(&mut b, id, index as i64);
    }
    for (name, ts) in [("x", 20), ("y", 10)] {
        let id = child(&mut b, by_time, name);
        mark(&mut b, id, ts);
    }
    let empty = child(&mut b, by_time, "no own data");
    for (name, rank) in [("b", Some(1)), ("a", Some(1)), ("z", None), ("n", Some(-1))] {
        let id = child(&mut b, by_rank, name);
        b.tracks.get_mut(id).sibling_rank = rank;
        mark(&mut b, id, 5);
    }
    let leaf = child(&mut b, empty, "leaf");
    mark(&mut b, leaf, 1);
    assert_eq!(
        draw(&b.finish()),
        "1 name\n  Unnamed SliceTrack\n  10\n  9\n  A\n  a\n  b\n\
         2 time\n  no own data\n    leaf\n  y\n  x\n\
         3 rank\n  n\n  z\n  b\n  a\n"
    );
}

#[test]
fn a_process_and_the_tracks_below_it_that_have_its_name_are_one() {
    let mut b = TraceBuilder::new();
    let upid = b.process(7, "proc");
    let mut track = |name: Option<&str>, group: Option<u32>| {
        let id = b.slice_track(Scope::Process(upid), name);
        let row = b.tracks.get_mut(id);
        (row.class, row.group) = (TrackClass::TrackEvent, group);
        mark(&mut b, id, 5);
        id
    };
    let own = track(Some("jobs"), None);
    let merged = [track(Some("jobs"), Some(3)), track(Some("others"), Some(3))];
    track(Some("more"), Some(4));
    // Its siblings are never merged.
    track(Some("jobs"), None);
    let trace = b.finish();
    assert_eq!(draw(&trace), "proc 7\n  jobs\n  jobs\n  more\n");
    let nodes = [own, merged[0], merged[1]].map(|id| trace.tree.node_of_track(id));
    assert!(nodes[0].is_some() && nodes.iter().all(|node| *node == nodes[0]));
}

#[test]
fn a_merged_group_stands_where_its_first_row_does() {
    let mut b = TraceBuilder::new();
    let parent = b.slice_track(Scope::Global, Some("p"));
    b.tracks.get_mut(parent).child_ordering = ChildOrdering::Explicit;
    let ids: Vec<TrackId> = [("late", 5), ("mid", 3), ("late", 1)]
        .map(|(name, rank)| {
            let id = child(&mut b, parent, name);
            b.tracks.get_mut(id).sibling_rank = Some(rank);
            if name == "late" {
                b.tracks.get_mut(id).group = Some(7);
            }
            id
        })
        .to_vec();
    for &id in &ids {
        mark(&mut b, id, 10);
    }
    let trace = b.finish();
    assert_eq!(draw(&trace), "p\n  late\n  mid\n");
    let node = trace.tree.node_of_track(ids[0]).expect("shown");
    assert_eq!(trace.check_invariants(), Ok(()));
    let last = trace.slices.at_depth(ids[2], 0).id(0);
    assert_eq!(trace.tree.place_of(&trace.slices, last), Some((node, 1)));
    assert_eq!(trace.tree.node_of_track(ids[2]), Some(node));
    assert_eq!(trace.tree.node(node).rows.len(), 2);
}

#[test]
fn tracks_without_rows_and_builtin_counters_are_hidden() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "/bin/app");
    let main = b.thread(app, 10, "main");
    let empty = b.slice_track(Scope::Thread(main), Some("empty"));
    let hidden = b.counter_track(Scope::Thread(main), "thread_time", "ns", &[(1, 1.0)]);
    b.tracks.get_mut(hidden).builtin_counter = true;
    let slices = b.slice_track(Scope::Thread(main), None);
    mark(&mut b, slices, 1);
    let trace = b.finish();
    assert_eq!(draw(&trace), "app 10\n  main 10\n    main 10\n");
    assert_eq!(trace.tree.node_of_track(empty), None);
    assert_eq!(trace.tree.node_of_track(hidden), None);
}

fn frames(b: &mut TraceBuilder, upid: Upid, class: TrackClass) -> TrackId {
    let name = match class {
        TrackClass::ExpectedFrames => "Expected Timeline",
        _ => "Actual Timeline",
    };
    let type_name = b.str("frames");
    let name = Some(b.str(name));
    b.tracks.push(Track {
        type_name,
        class,
        name,
        scope: Scope::Process(upid),
        ..Track::default()
    })
}

fn generic(b: &mut TraceBuilder, scope: Scope, type_name: &str, name: &str) -> TrackId {
    let type_name = b.str(type_name);
    let name = Some(b.str(name));
    b.tracks.push(Track {
        type_name,
        data: TrackData::Counter,
        name,
        scope,
        ..Track::default()
    })
}

/// A system trace in small: frames, states, counters, kernel threads.
fn system_trace() -> Trace {
    let mut b = TraceBuilder::new();
    let idle = b.process(7, "idler");
    let app = b.process(10, "com.app");
    let starter = b.process(2, "kthreadd");
    let worker = b.process(55, "kworker/0");
    b.processes.processes[worker.index()].parent = Some(starter);
    let other = b.thread(app, 12, "pool");
    let render = b.thread(app, 14, "RenderThread");
    let main = b.thread(app, 10, "main");
    let kworker = b.thread(worker, 55, "kworker/0");
    let lonely = b.thread(idle, 7, "idler");
    let actual: Vec<TrackId> = (0..2)
        .map(|_| frames(&mut b, app, TrackClass::ActualFrames))
        .collect();
    let expected = frames(&mut b, app, TrackClass::ExpectedFrames);
    let tracks: Vec<TrackId> = [other, render, main, lonely]
        .iter()
        .map(|&utid| b.slice_track(Scope::Thread(utid), None))
        .collect();
    b.nested_slices(actual[0], &[(0, 20, "1")]);
    b.nested_slices(actual[1], &[(10, 20, "2"), (30, 5, "3")]);
    b.nested_slices(expected, &[(0, 10, "1"), (10, 10, "2")]);
    for track in tracks {
        mark(&mut b, track, 3);
    }
    for (scope, type_name, name) in [
        (Scope::Cpu(1), "cpu_frequency", "cpufreq"),
        (Scope::Cpu(0), "cpu_frequency", "cpufreq"),
        (Scope::Cpu(0), "cpu_idle", "cpuidle"),
        (Scope::Global, "meminfo", "Active"),
        (Scope::Global, "battery", "batt.charge_uah"),
        (Scope::Gpu(0), "gpu_frequency", "gpufreq"),
        (Scope::Global, "num_forks", "num_forks"),
        (Scope::Process(app), "process_memory", "mem.rss"),
        (Scope::Process(app), "process_memory", "mem.swap"),
        (Scope::Process(app), "atrace_counter", "BufferTX"),
    ] {
        let id = generic(&mut b, scope, type_name, name);
        b.counters.push_track(id, [(1, 2.0)]);
    }
    let running = b.str("Running");
    let on_cpu = |utid, cpu, ts: i64, dur: i64| SchedSlice {
        ts: Ts::from_ns(ts),
        dur: Some(Dur::from_ns(dur)),
        cpu,
        utid,
        end_state: None,
        priority: 120,
    };
    let state = |utid| ThreadState {
        cpu: Some(0),
        ..ThreadState::new(Ts::from_ns(0), None, utid, running)
    };
    b.sched = SchedTable::new(
        vec![
            on_cpu(main, 0, 0, 50),
            on_cpu(Utid(0), 1, 0, 90),
            on_cpu(kworker, 1, 90, 5),
        ],
        vec![state(main), state(kworker)],
    );
    b.finish()
}

#[test]
fn a_system_trace_has_groups_frames_first_and_kernel_threads_last() {
    let trace = system_trace();
    assert_eq!(trace.check_invariants(), Ok(()));
    assert_eq!(
        draw(&trace),
        "CPU\n  CPU 0\n  CPU 1\n  Frequency\n    cpufreq cpu0\n    cpufreq cpu1\n  cpuidle cpu0\n\
         GPU\n  gpufreq\n\
         Memory\n  Active\n\
         Power\n  batt.charge_uah\n\
         System\n  num_forks\n\
         com.app 10\n  Expected Timeline\n  Actual Timeline\n  main 10\n    State\n    main 10\n  \
         RenderThread 14\n    RenderThread 14\n  pool 12\n    pool 12\n  Memory\n    mem.rss\n    \
         mem.swap\n  BufferTX\n\
         idler 7\n  idler 7\n    idler 7\n\
         Kernel threads\n  kworker/0 55\n    State\n"
    );
    let actual = trace
        .tree
        .walk()
        .into_iter()
        .find(|&id| matches!(trace.tree.node(id).kind, NodeKind::ActualFrames(_)))
        .expect("frames");
    assert_eq!(trace.tree.node(actual).rows.len(), 2);
}

#[test]
fn tracks_of_cpus_are_in_the_order_of_their_numbers() {
    let mut b = TraceBuilder::new();
    for cpu in [10, 2, 0, 1] {
        for (name, value) in [(format!("Softirq Cpu {cpu}"), 1.0), ("busy".into(), 2.0)] {
            let kind = name.split(' ').next().unwrap_or_default().to_lowercase();
            let id = generic(&mut b, Scope::Cpu(cpu), &kind, &name);
            b.counters.push_track(id, [(1, value)]);
        }
    }
    assert_eq!(
        draw(&b.finish()),
        "CPU\n  Busy\n    busy cpu0\n    busy cpu1\n    busy cpu2\n    busy cpu10\n  Softirq\n    \
         Softirq Cpu 0\n    Softirq Cpu 1\n    Softirq Cpu 2\n    Softirq Cpu 10\n"
    );
}

#[test]
fn tracks_of_the_machine_stand_in_groups_by_what_they_are_about() {
    let mut b = TraceBuilder::new();
    for (type_name, name) in [
        ("meminfo", "Active"),
        ("diskstat", "diskstat.[sda].read_amount"),
        ("diskstat", "diskstat.[sda].write_amount"),
        ("num_forks", "num_forks"),
        ("psi", "psi.cpu.some"),
        ("psi", "psi.io.some"),
        ("thermal_temperature", "BIG Temperature"),
        ("vmstat", "nr_free_pages"),
        ("vmstat", "nr_dirty"),
        ("of_tomorrow", "unknown"),
    ] {
        let id = generic(&mut b, Scope::Global, type_name, name);
        b.counters.push_track(id, [(1, 2.0)]);
    }
    for (type_name, name) in [
        ("network_packets", "wlan0 Received"),
        ("of_tomorrow", "unknown slices"),
    ] {
        let id = generic(&mut b, Scope::Global, type_name, name);
        b.tracks.get_mut(id).data = TrackData::Slices;
        mark(&mut b, id, 1);
    }
    // Of one kind nothing is told apart; of a kind with one track neither.
    assert_eq!(
        draw(&b.finish()),
        "Memory\n  Active\n  vmstat\n    nr_dirty\n    nr_free_pages\n\
         Thermals\n  BIG Temperature\n\
         IO\n  diskstat.[sda].read_amount\n  diskstat.[sda].write_amount\n\
         Network\n  wlan0 Received\n\
         System\n  num_forks\n  PSI\n    psi.cpu.some\n    psi.io.some\n\
         Counters\n  unknown\n\
         Global Slices\n  unknown slices\n"
    );
}

#[test]
fn a_cpu_is_named_once() {
    let mut b = TraceBuilder::new();
    for (cpu, type_name, name) in [
        (3, "cpu_idle", "cpuidle"),
        (3, "cpu_idle_state", "cpuidle3.C1"),
        (3, "cpu_idle_state", "cpuidle3.C6"),
        (4, "cpu_max_frequency_limit", "Cpu 4 Max Freq Limit"),
        (4, "cpu_min_frequency_limit", "Min Freq Limit"),
    ] {
        let id = generic(&mut b, Scope::Cpu(cpu), type_name, name);
        b.counters.push_track(id, [(1, 2.0)]);
    }
    assert_eq!(
        draw(&b.finish()),
        "CPU\n  cpuidle cpu3\n  Idle time\n    cpuidle3.C1\n    cpuidle3.C6\n  \
         Cpu 4 Max Freq Limit\n  Min Freq Limit cpu4\n"
    );
}

#[test]
fn idle_states_are_in_the_order_of_their_numbers_on_each_cpu() {
    let mut b = TraceBuilder::new();
    for cpu in [10, 1, 2] {
        for state in [2, 0, 1] {
            let name = format!("cpuidle{cpu}.C{state}");
            let id = generic(&mut b, Scope::Cpu(cpu), "cpu_idle_state", &name);
            b.counters.push_track(id, [(1, 2.0)]);
        }
    }
    assert_eq!(
        draw(&b.finish()),
        "CPU\n  Idle time\n    cpuidle1.C0\n    cpuidle1.C1\n    cpuidle1.C2\n    cpuidle2.C0\n    \
         cpuidle2.C1\n    cpuidle2.C2\n    cpuidle10.C0\n    cpuidle10.C1\n    cpuidle10.C2\n"
    );
}

#[test]
fn a_gpu_but_the_first_is_named_once() {
    let mut b = TraceBuilder::new();
    for gpu in [0, 1] {
        for name in ["L2", "Shader core 1", "GPU 1 fan", "busy gpu1"] {
            let id = generic(&mut b, Scope::Gpu(gpu), "gpu_counter", name);
            b.counters.push_track(id, [(1, 2.0)]);
        }
    }
    assert_eq!(
        draw(&b.finish()),
        "GPU\n  GPU 1 fan\n  GPU 1 fan\n  L2\n  L2 gpu1\n  Shader core 1\n  Shader core 1 gpu1\n  \
         busy gpu1\n  busy gpu1\n"
    );
}

#[test]
fn a_cycle_of_parents_is_cut_and_every_track_is_reached_once() {
    let mut b = TraceBuilder::new();
    let first = b.slice_track(Scope::Global, Some("a"));
    let second = child(&mut b, first, "b");
    b.tracks.get_mut(first).parent = Some(second);
    let trace = b.finish();
    assert_eq!(draw(&trace), "a\n  b\n");
    assert_eq!(trace.check_invariants(), Ok(()));
}

#[test]
fn twenty_thousand_processes_build_quickly() {
    let mut b = TraceBuilder::new();
    let mut tracks = Vec::new();
    for pid in 0..20_000 {
        let upid = b.process(pid, "p");
        let utid = b.thread(upid, pid, "t");
        tracks.push(b.slice_track(Scope::Thread(utid), None));
    }
    for track in tracks {
        mark(&mut b, track, 1);
    }
    assert_eq!(b.finish().tree.len(), 60_001);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sibling_order_is_total_and_antisymmetric(
        ordering in 0_u8..4,
        rows in proptest::collection::vec((0_u8..4, -2_i32..3, 0_i64..4), 1..12)
    ) {
        let mut b = TraceBuilder::new();
        let parent = b.slice_track(Scope::Global, Some("p"));
        b.tracks.get_mut(parent).child_ordering = match ordering {
            0 => ChildOrdering::Unspecified,
            1 => ChildOrdering::Lexicographic,
            2 => ChildOrdering::Chronological,
            _ => ChildOrdering::Explicit,
        };
        let mut ids = Vec::new();
        for &(name, rank, ts) in &rows {
            let id = child(&mut b, parent, ["", "a", "b", "B"][usize::from(name)]);
            b.tracks.get_mut(id).sibling_rank = (rank != 0).then_some(rank);
            if ts > 0 {
                mark(&mut b, id, ts);
            }
            ids.push(id);
        }
        let trace = b.finish();
        let positions = sibling_positions(&trace);
        for &x in &ids {
            for &y in &ids {
                let by_key = sibling_key(&trace, x)
                    .cmp(&sibling_key(&trace, y))
                    .then(x.cmp(&y));
                prop_assert_eq!(positions[x.index()].cmp(&positions[y.index()]), by_key);
            }
        }
        let mut sorted: Vec<u32> = ids.iter().map(|id| positions[id.index()]).collect();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (1..=ids.len() as u32).collect::<Vec<_>>());
    }
}
