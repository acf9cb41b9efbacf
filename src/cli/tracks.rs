//! `perfetty tracks`: prints the tree of tracks in display order.
//!
//! The tree is the one that the viewer draws, with the kind and the number of items of each node.
//! `docs/json.md` describes the JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::args::{TextFormat, TracksArgs};
use super::out::Out;
use super::table;
use super::{Exit, load, pattern};
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackData};
use crate::model::track_tree::NodeKind;
use crate::query::find::matching_nodes;
use crate::view::text::{clean_whole, grouped, pad_right, width};

/// Runs the command.
pub fn run(args: &TracksArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let pattern = pattern("--filter", args.filter.as_deref())?;
    let trace = load::trace(&args.input, out)?;
    let mut nodes = trace.tree.walk();
    if let Some(pattern) = pattern {
        let matching: Vec<NodeId> = matching_nodes(&trace, &pattern).collect();
        if matching.is_empty() {
            out.warn(&format!(
                "--filter: no track matches {:?}",
                pattern.as_str()
            ));
        }
        let mut kept = vec![false; trace.tree.len()];
        for node in matching {
            kept[node.index()] = true;
            // The groups around a match say where it is.
            for above in trace.tree.ancestors(node) {
                kept[above.index()] = true;
            }
        }
        nodes.retain(|node| kept[node.index()]);
    }
    match args.format {
        TextFormat::Text => text(&trace, &nodes, out)?,
        TextFormat::Json => table::json(&shape(&trace, &nodes), out)?,
    }
    Ok(Exit::Done)
}

/// Returns the word for what a node shows.
fn kind(trace: &Trace, node: NodeId) -> &'static str {
    match &trace.tree.node(node).kind {
        NodeKind::Root | NodeKind::Group => "group",
        NodeKind::Process(_) => "process",
        NodeKind::Thread(_) => "thread",
        NodeKind::Slices(tracks) if trace.tracks.get(tracks[0]).data == TrackData::States => {
            "states"
        }
        NodeKind::Slices(_) => "slices",
        NodeKind::Counter(_) => "counter",
        NodeKind::ExpectedFrames(_) => "expected",
        NodeKind::ActualFrames(_) => "actual",
        NodeKind::CpuSched(_) => "cpu",
        NodeKind::ThreadStates(_) => "thread state",
        NodeKind::Samples(_) => "samples",
        NodeKind::Logs => "logs",
    }
}

/// Returns how many items a node shows itself; `None` for groups.
fn count(trace: &Trace, node: NodeId) -> Option<usize> {
    Some(match &trace.tree.node(node).kind {
        NodeKind::Root | NodeKind::Group | NodeKind::Process(_) | NodeKind::Thread(_) => {
            return None;
        }
        kind @ (NodeKind::Slices(_) | NodeKind::ExpectedFrames(_) | NodeKind::ActualFrames(_)) => {
            kind.n_slices(&trace.slices)
        }
        NodeKind::Counter(track) => trace.counters.track(*track).len(),
        NodeKind::CpuSched(cpu) => trace.sched.on_cpu(*cpu).len(),
        NodeKind::ThreadStates(utid) => trace.sched.of_thread(*utid).len(),
        NodeKind::Samples(owner) => trace.stack_profile.of(*owner).len(),
        NodeKind::Logs => trace.logs.len(),
    })
}

/// Prints the tree for people.
pub fn text(trace: &Trace, nodes: &[NodeId], out: &mut dyn Write) -> io::Result<()> {
    /// The widest column of names, so that one long name does not push all numbers off the screen.
    const MAX_NAME: usize = 56;
    let names: Vec<String> = nodes
        .iter()
        .map(|&id| {
            let node = trace.tree.node(id);
            format!(
                "{:1$}{2}",
                "",
                2 * usize::from(node.level),
                clean_whole(&node.name)
            )
        })
        .collect();
    let longest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    for (name, &node) in names.iter().zip(nodes) {
        let name = pad_right(name, longest.min(MAX_NAME));
        let mut line = format!("{name}  {}", pad_right(kind(trace, node), 12));
        if let Some(count) = count(trace, node) {
            line.push_str(&format_count(trace, node, count));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn format_count(trace: &Trace, id: NodeId, count: usize) -> String {
    let node = trace.tree.node(id);
    let count = grouped(count as u64);
    match node.rows.len() {
        0 | 1 => format!("  {count}"),
        rows => format!("  {count} in {rows} rows"),
    }
}

/// Returns the pid, the tid and the CPU that a node is of, as itself or what stands above it says.
fn owner(trace: &Trace, id: NodeId) -> (Option<i64>, Option<i64>, Option<u32>) {
    let of_process = |upid| (Some(trace.processes.process(upid).pid), None, None);
    let of_thread = |utid| {
        let thread = trace.processes.thread(utid);
        let pid = thread.upid.map(|upid| trace.processes.process(upid).pid);
        (pid, Some(thread.tid), None)
    };
    let of_scope = |scope| match scope {
        Scope::Process(upid) => of_process(upid),
        Scope::Thread(utid) => of_thread(utid),
        Scope::Cpu(cpu) => (None, None, Some(cpu)),
        Scope::Global | Scope::Gpu(_) => (None, None, None),
    };
    let of = |id: NodeId| match &trace.tree.node(id).kind {
        NodeKind::Root | NodeKind::Group | NodeKind::Logs => (None, None, None),
        NodeKind::Process(upid) => of_process(*upid),
        NodeKind::Thread(utid) | NodeKind::ThreadStates(utid) => of_thread(*utid),
        NodeKind::Samples(owner) => of_scope(*owner),
        NodeKind::CpuSched(cpu) => (None, None, Some(*cpu)),
        kind @ (NodeKind::Counter(_)
        | NodeKind::Slices(_)
        | NodeKind::ExpectedFrames(_)
        | NodeKind::ActualFrames(_)) => of_scope(trace.tracks.get(kind.tracks()[0]).scope),
    };
    let above = trace.tree.ancestors(id);
    let nearest = std::iter::once(id).chain(above).map(of);
    let mut known = nearest.filter(|owner| *owner != (None, None, None));
    known.next().unwrap_or_default()
}

/// Returns the tree for programs: one object for each node, in display order.
pub fn shape(trace: &Trace, nodes: &[NodeId]) -> Value {
    let list = nodes.iter().map(|&id| {
        let node = trace.tree.node(id);
        let mut path: Vec<&str> = trace
            .tree
            .ancestors(id)
            .into_iter()
            .map(|above| trace.tree.node(above).name.as_str())
            .collect();
        path.reverse();
        path.push(&node.name);
        let (pid, tid, cpu) = owner(trace, id);
        json!({
            "name": node.name,
            "path": path,
            "level": node.level,
            "kind": kind(trace, id),
            "count": count(trace, id),
            "rows": node.rows.len(),
            "pid": pid,
            "tid": tid,
            "cpu": cpu,
        })
    });
    Value::Array(list.collect())
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{assert_documented, written};
    use super::*;
    use crate::model::builder::TraceBuilder;

    #[test]
    fn the_tree_is_printed_with_kinds_and_counts() {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "ma\u{1b}in");
        let track = b.slice_track(Scope::Thread(main), None);
        b.counter_track(Scope::Process(app), "fps", "", &[(0, 10.0)]);
        b.nested_slices(track, &[(0, 100, "f"), (40, 0, "i")]);
        let trace = b.finish();
        let nodes = trace.tree.walk();
        assert_eq!(
            written(|out| Ok(text(&trace, &nodes, out)?)),
            "app 7        process\n  \
             fps        counter       1\n  \
             ma\u{fffd}in 7    thread\n    \
             ma\u{fffd}in 7  slices        2 in 2 rows\n"
        );
        let shape = shape(&trace, &nodes);
        assert_documented("tracks", &shape);
        assert_eq!(shape[3]["path"][1], "ma\u{1b}in 7");
        assert_eq!(shape[2]["tid"], 7);
        // Tracks are of whom they are below, too.
        assert_eq!(
            (&shape[1]["pid"], &shape[1]["tid"]),
            (&7.into(), &Value::Null)
        );
        assert_eq!((&shape[3]["pid"], &shape[3]["tid"]), (&7.into(), &7.into()));
    }
}
