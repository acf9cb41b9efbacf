//! What Enter does on the rows of a query: it goes to the item that the row is, or else to its time.
//!
//! A row is recognised by its id, if the query says which table the id belongs to, by the slices that a flow
//! joins, by its time and name, or by the thread or process that it names.

use std::hash::Hash;

use hashbrown::{HashMap, HashSet};

use super::sql::Rows;
use crate::app::layer::Act;
use crate::base::time::{Dur, Ts};
use crate::model::ids::{
    CounterId, FlowId, NodeId, PerfSampleId, SchedId, SliceId, ThreadStateId, TrackId, Upid, Utid,
};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::nav;
use crate::view::scene::Item;

/// Returns what each row leads to.
pub(super) fn leads(trace: &Trace, query: &str, rows: &Rows, n_rows: usize) -> Vec<Act> {
    let of = of_query(query);
    let by_time = slices_by_time(trace, rows, n_rows);
    let needs_order = of == Of::Counters && rows.column("track_id").is_none();
    let lead = Lead {
        trace,
        of,
        rows,
        flows: flows_by_ends(trace, rows, n_rows),
        samples: needs_order.then(|| samples_by_time(trace)),
        threads: nodes(trace, |kind| match kind {
            NodeKind::Thread(utid) | NodeKind::ThreadStates(utid) => Some(*utid),
            _ => None,
        }),
        processes: nodes(trace, |kind| match kind {
            NodeKind::Process(upid) => Some(*upid),
            _ => None,
        }),
    };
    (0..n_rows)
        .map(|row| match (lead.by_id(row), by_time.get(&row)) {
            (Some(act), _) => act,
            (None, Some(&slice)) => Act::Item(Item::Slice(slice)),
            (None, None) => lead.by_owner(row),
        })
        .collect()
}

/// Which table the ids of a query's rows belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Slices,
    Sched,
    States,
    Counters,
    Samples,
    Logs,
    Flows,
    Threads,
    Processes,
    Tracks,
    /// A table whose rows are not on the screen.
    Others,
}

/// Returns which table the ids of a query's rows belong to: the first known table after a FROM. If there is
/// none, the ids are taken for those of slices.
fn of_query(query: &str) -> Of {
    let query = query.to_lowercase();
    let words = query.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let mut words = words.filter(|word| !word.is_empty());
    while words.any(|word| word == "from") {
        let Some(name) = words.clone().next() else {
            break;
        };
        return match name {
            "sched" | "sched_slice" => Of::Sched,
            "thread_state" => Of::States,
            "counter" | "counters" => Of::Counters,
            "perf_sample" => Of::Samples,
            "android_logs" => Of::Logs,
            "flow" => Of::Flows,
            // These table functions have ids of their own.
            _ if name.ends_with("_flow") => Of::Others,
            "thread" => Of::Threads,
            "process" => Of::Processes,
            _ if name == "track" || name.ends_with("_track") => Of::Tracks,
            _ if OTHER_TABLES.contains(&name) => Of::Others,
            _ if name.contains("slice") => Of::Slices,
            _ => continue,
        };
    }
    Of::Slices
}

/// Tables whose rows are not on the screen.
const OTHER_TABLES: [&str; 20] = [
    "android_game_intervention_list",
    "args",
    "clock_snapshot",
    "cpu",
    "cpu_available_frequencies",
    "ftrace_event",
    "gpu",
    "gpu_counter_group",
    "machine",
    "metadata",
    "package_list",
    "profiler_smaps",
    "spurious_sched_wakeup",
    "stack_profile_callsite",
    "stack_profile_frame",
    "stack_profile_mapping",
    "stack_profile_symbol",
    "state",
    "stats",
    "vulkan_memory_allocations",
];

/// Returns the first node of each thread or process, which is its group if it has one.
fn nodes<K: Eq + Hash>(trace: &Trace, key: impl Fn(&NodeKind) -> Option<K>) -> HashMap<K, NodeId> {
    let mut nodes = HashMap::new();
    for node in trace.tree.walk() {
        if let Some(key) = key(&trace.tree.node(node).kind) {
            nodes.entry(key).or_insert(node);
        }
    }
    nodes
}

/// Returns all samples of counters by time, which is the order of their ids in SQL.
fn samples_by_time(trace: &Trace) -> Vec<CounterId> {
    let times: Vec<i64> = trace.counters.iter().map(|sample| sample.0).collect();
    let mut samples: Vec<CounterId> = (0..times.len()).map(CounterId::from_index).collect();
    samples.sort_by_key(|sample| times[sample.index()]);
    samples
}

/// Returns the slices of rows without an id, by row: a slice with the row's time, and with its duration and
/// name if the row has these. Takes one pass over the slices.
fn slices_by_time(trace: &Trace, rows: &Rows, n_rows: usize) -> HashMap<usize, SliceId> {
    let mut found = HashMap::new();
    let (dur, name) = (rows.column("dur"), rows.column("name"));
    let Some(ts) = rows.column("ts") else {
        return found;
    };
    if dur.or(name).is_none() {
        return found;
    }
    let mut wanted: HashMap<i64, Vec<usize>> = HashMap::new();
    for row in 0..n_rows {
        if let Some(ts) = rows.value(row, ts).and_then(|ts| ts.parse().ok()) {
            wanted.entry(ts).or_default().push(row);
        }
    }
    for id in trace.slices.ids() {
        let Some(places) = wanted.get(&trace.slices.ts(id).ns()) else {
            continue;
        };
        let own_dur = trace.slices.dur(id).map_or(-1, Dur::ns).to_string();
        let own_name = trace.slice_name(id);
        for &row in places {
            let same = |column: Option<usize>, own: Option<&str>| {
                column.is_none_or(|column| rows.value(row, column) == own)
            };
            if same(dur, Some(&own_dur)) && same(name, own_name.as_deref()) {
                found.entry(row).or_insert(id);
            }
        }
    }
    found
}

/// Returns the flows between the slices in the columns `slice_out` and `slice_in`. Takes one pass over the
/// flows.
fn flows_by_ends(trace: &Trace, rows: &Rows, n_rows: usize) -> HashMap<(SliceId, SliceId), FlowId> {
    let (Some(from), Some(to)) = (rows.column("slice_out"), rows.column("slice_in")) else {
        return HashMap::new();
    };
    let slice = |row, column| {
        let id = rows.value(row, column)?.parse().ok()?;
        trace.sql_ids().slice(id)
    };
    let ends = (0..n_rows).filter_map(|row| Some((slice(row, from)?, slice(row, to)?)));
    let wanted: HashSet<(SliceId, SliceId)> = ends.collect();
    let mut found = HashMap::new();
    for (index, flow) in trace.flows.rows().enumerate() {
        let ends = (flow.from, flow.to);
        if wanted.contains(&ends) {
            found.entry(ends).or_insert(FlowId::from_index(index));
        }
    }
    found
}

/// What is needed to find out what a row leads to.
struct Lead<'a> {
    trace: &'a Trace,
    of: Of,
    rows: &'a Rows,
    /// The first flow between two slices of a row.
    flows: HashMap<(SliceId, SliceId), FlowId>,
    /// Samples of counters by SQL id; `None` if rows have track and time.
    samples: Option<Vec<CounterId>>,
    /// The nodes of threads; `processes` has those of processes.
    threads: HashMap<Utid, NodeId>,
    processes: HashMap<Upid, NodeId>,
}

impl Lead<'_> {
    fn number(&self, row: usize, name: &str) -> Option<i64> {
        let column = self.rows.column(name)?;
        self.rows.value(row, column)?.parse().ok()
    }

    /// Returns what a row leads to by its id. An item that did not start at the row's time is not meant.
    fn by_id(&self, row: usize) -> Option<Act> {
        let trace = self.trace;
        let id = self.number(row, "id");
        let slice = self.number(row, "slice_id");
        let slice = slice.or_else(|| id.filter(|_| self.of == Of::Slices));
        let ts = self.number(row, "ts");
        let is_then = |own: Ts| ts.is_none_or(|ts| own.ns() == ts);
        let slice = slice.and_then(|id| trace.sql_ids().slice(id));
        if let Some(slice) = slice.filter(|&id| is_then(trace.slices.ts(id))) {
            return Some(Act::Item(Item::Slice(slice)));
        }
        let index = id.and_then(|id| usize::try_from(id).ok());
        let below = |len: usize| index.filter(|&index| index < len);
        let (item, own) = match self.of {
            Of::Sched => {
                let id = SchedId::from_index(below(trace.sched.sched().len())?);
                (Item::Sched(id), trace.sched.sched_row(id).ts)
            }
            Of::States => {
                let id = ThreadStateId::from_index(below(trace.sched.states().len())?);
                (Item::State(id), trace.sched.state_row(id).ts)
            }
            Of::Counters => {
                let id = self.sample(row, index)?;
                (Item::Counter(id), trace.counters.ts(id))
            }
            Of::Samples => {
                let id = PerfSampleId::from_index(below(trace.stack_profile.samples.len())?);
                (Item::Sample(id), trace.stack_profile.sample(id).ts)
            }
            Of::Logs => {
                let row = below(trace.logs.len())?;
                (Item::Log(row as u32), trace.logs[row].ts)
            }
            _ => return self.by_flow(row, below(trace.flows.len())),
        };
        is_then(own).then_some(Act::Item(item))
    }

    /// Returns the slice that the row's flow leaves, with the flow focused; if the row only has the slice
    /// that the flow reaches, that slice.
    fn by_flow(&self, row: usize, id: Option<usize>) -> Option<Act> {
        let trace = self.trace;
        let slice = |name| trace.sql_ids().slice(self.number(row, name)?);
        let (from, to) = (slice("slice_out"), slice("slice_in"));
        let own = id.filter(|_| self.of == Of::Flows).map(FlowId::from_index);
        let own = own.filter(|&flow| {
            let flow = trace.flows.get(flow);
            from.is_none_or(|from| flow.from == from) && to.is_none_or(|to| flow.to == to)
        });
        let flow = own.or_else(|| self.flows.get(&(from?, to?)).copied());
        let slice = match (from, to, flow) {
            (None, Some(to), _) => to,
            (Some(from), ..) => from,
            (None, None, flow) => trace.flows.get(flow?).from,
        };
        Some(match flow {
            Some(flow) => Act::FocusFlow(slice, flow),
            None => Act::Item(Item::Slice(slice)),
        })
    }

    /// Returns the sample of a row, by its track and time if it has these, otherwise by its id.
    fn sample(&self, row: usize, id: Option<usize>) -> Option<CounterId> {
        let track = self.number(row, "track_id");
        let (Some(track), Some(ts)) = (track, self.number(row, "ts")) else {
            return self.samples.as_ref()?.get(id?).copied();
        };
        let track = TrackId(u32::try_from(track).ok()?);
        let samples = self.trace.counters.track(track);
        let at = samples.n_before(Ts::from_ns(ts));
        let is_there = samples.get(at).is_some_and(|sample| sample.0 == ts);
        is_there.then(|| CounterId::from_index(samples.first.index() + at))
    }

    /// Returns what a row leads to that is not on the screen itself: what its thread did at its time, else
    /// the time alone, else the track of its thread or process.
    fn by_owner(&self, row: usize) -> Act {
        let trace = self.trace;
        let id = |name, of| {
            let own = self.number(row, name);
            let id = own.or_else(|| self.number(row, "id").filter(|_| self.of == of));
            id.and_then(|id| u32::try_from(id).ok())
        };
        let threads = &trace.processes.threads;
        let utid = id("utid", Of::Threads).map(Utid);
        let utid = utid.filter(|utid| utid.index() < threads.len());
        if let Some(ts) = self.number(row, "ts").map(Ts::from_ns) {
            let state = utid.and_then(|utid| trace.sched.state_at(utid, ts));
            let slice = || nav::innermost_of_thread(trace, utid?, ts);
            let track = || self.threads.get(&utid?).copied();
            return match (state, slice(), track()) {
                (Some(state), ..) => Act::Event(ts, Item::State(state)),
                (None, Some(slice), _) => Act::Event(ts, Item::Slice(slice)),
                (None, None, Some(track)) => Act::Moment(ts, track),
                (None, None, None) => Act::Instant(ts),
            };
        }
        let thread = utid.and_then(|utid| self.threads.get(&utid).copied());
        let process = || {
            let upid = Upid(id("upid", Of::Processes)?);
            self.processes.get(&upid).copied()
        };
        let track = || {
            let track = TrackId(id("track_id", Of::Tracks)?);
            let is_known = track.index() < trace.tracks.len();
            is_known.then(|| trace.tree.node_of_track(track))?
        };
        // A thread may have no tracks of its own; then its process is shown.
        let node = thread.or_else(track).or_else(process);
        node.map_or(Act::None, Act::Node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::sql::session::{ResultSet, SqlValue};

    #[test]
    fn a_row_of_a_flow_leads_to_its_slice() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, None);
        let s = b.nested_slices(track, &[(0, 5, "a"), (10, 5, "b"), (20, 5, "c")]);
        b.flow(s[0], s[1], 1);
        b.flow(s[1], s[2], 2);
        let trace = b.finish();
        let lead = |query: &str, row: &[(&str, i64)]| {
            let result = ResultSet {
                columns: row.iter().map(|cell| cell.0.to_owned()).collect(),
                rows: vec![row.iter().map(|cell| SqlValue::Int(cell.1)).collect()],
                truncated: false,
            };
            leads(&trace, query, &Rows::of(&trace, query, &result), 1).remove(0)
        };
        let flow = |slice, id| Act::FocusFlow(s[slice], FlowId(id));
        let of_flow = "select * from flow";
        assert_eq!(
            lead(of_flow, &[("id", 1), ("slice_out", 1), ("slice_in", 2)]),
            flow(1, 1)
        );
        assert_eq!(lead(of_flow, &[("id", 1)]), flow(1, 1));
        assert_eq!(lead(of_flow, &[("id", 1), ("slice_in", 2)]), flow(2, 1));
        let found = "select * from following_flow(0)";
        assert_eq!(
            lead(found, &[("id", 0), ("slice_out", 1), ("slice_in", 2)]),
            flow(1, 1)
        );
        assert_eq!(
            lead(found, &[("slice_out", 2)]),
            Act::Item(Item::Slice(s[2]))
        );
    }

    #[test]
    fn a_row_of_a_thread_leads_to_what_it_did_then() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let utid = b.thread(app, 2, "t");
        let track = b.slice_track(Scope::Thread(utid), None);
        let s = b.nested_slices(track, &[(10, 50, "outer"), (20, 10, "inner")]);
        let trace = b.finish();
        let node = trace.tree.find(&NodeKind::Thread(utid)).unwrap();
        let lead = |ts: i64, utid: i64| {
            let result = ResultSet {
                columns: ["ts", "utid", "cpu"].map(str::to_owned).into(),
                rows: vec![[ts, utid, 0].map(SqlValue::Int).into()],
                truncated: false,
            };
            let query = "select ts, utid, cpu from perf_sample";
            leads(&trace, query, &Rows::of(&trace, query, &result), 1).remove(0)
        };
        let (own, at) = (i64::from(utid.0), Ts::from_ns);
        assert_eq!(lead(25, own), Act::Event(at(25), Item::Slice(s[1])));
        assert_eq!(lead(40, own), Act::Event(at(40), Item::Slice(s[0])));
        assert_eq!(lead(5, own), Act::Moment(at(5), node));
        assert_eq!(lead(5, 99), Act::Instant(at(5)));
    }

    #[test]
    fn the_table_that_a_query_reads_first_says_what_its_ids_are() {
        for (query, of) in [
            ("select * from counter order by value", Of::Counters),
            ("select * from\n  Counter_track", Of::Tracks),
            ("select * from thread where tid=632", Of::Threads),
            (
                "SELECT id FROM slice WHERE track_id IN (SELECT id FROM track)",
                Of::Slices,
            ),
            ("with t as (select * from sched) select * from t", Of::Sched),
            ("select * from (select * from thread_state)", Of::States),
            ("select * from actual_frame_timeline_slice", Of::Slices),
            ("select * from perf_sample", Of::Samples),
            ("select f.id from flow f", Of::Flows),
            ("select * from directly_connected_flow(3)", Of::Others),
            ("select 1 as id", Of::Slices),
        ] {
            assert_eq!(of_query(query), of, "{query}");
        }
    }
}
