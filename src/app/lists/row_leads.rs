//! What Enter does on the rows of a query: it goes to the item that the row is, or else to its time.
//!
//! A row is recognised by its id, if that comes from a table of which it is known, by the slices that
//! a flow joins, by its time and name, or by the thread or process that it names. A row that could be
//! something else leads nowhere.

use std::hash::Hash;

use hashbrown::{HashMap, HashSet};

use super::sql::QueryRows;
use crate::app::layer::Act;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{
    CounterId, FlowId, NodeId, SchedId, SliceId, StackSampleId, ThreadStateId, TrackId, Upid, Utid,
};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::nav;
use crate::sql::session::Origin;
use crate::view::scene::Item;
use crate::view::text::clean_whole;

/// Returns where each of the rows leads.
pub(super) fn leads(trace: &Trace, rows: &QueryRows, n_rows: usize) -> Vec<Act> {
    let of = rows.column("id").map_or(Of::Unknown, |id| {
        let origin = rows.origins.get(id).and_then(Option::as_ref);
        origin.map_or(Of::Unknown, Of::origin)
    });
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
    /// Who knows: slices, if anything.
    Unknown,
}

impl Of {
    /// Returns what the values of a column are ids of, by where they come from.
    fn origin(origin: &Origin) -> Self {
        match (origin.column.as_str(), origin.table.as_str()) {
            ("utid", _) | ("id", "thread") => Self::Threads,
            ("upid", _) | ("id", "process") => Self::Processes,
            ("track_id", _) => Self::Tracks,
            ("slice_id" | "slice_out" | "slice_in", _) => Self::Slices,
            ("id", "sched") => Self::Sched,
            ("id", "thread_state") => Self::States,
            ("id", "counter") => Self::Counters,
            ("id", "perf_sample" | "stack_sample") => Self::Samples,
            ("id", "logs") => Self::Logs,
            ("id", "flow") => Self::Flows,
            ("id", table) if table == "track" || table.ends_with("_track") => Self::Tracks,
            ("id", table) if SLICES.contains(&table) => Self::Slices,
            _ => Self::Others,
        }
    }
}

/// The tables whose ids are those of slices.
const SLICES: [&str; 6] = [
    "actual_frame_timeline_slice",
    "ancestor_slice",
    "descendant_slice",
    "expected_frame_timeline_slice",
    "experimental_slice_layout",
    "slice",
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

/// What else than time, duration and name a row may say of its slice, by the names of columns.
const TOLD: [&str; 8] = [
    "track_id",
    "depth",
    "utid",
    "upid",
    "tid",
    "pid",
    "thread_name",
    "process_name",
];

/// Returns whether what a row says in a column of this name is true of a slice.
fn is_true(
    (trace, rows): (&Trace, &QueryRows),
    row: usize,
    (name, column): (&str, usize),
    id: SliceId,
) -> bool {
    let slices = &trace.slices;
    let (utid, upid) = (trace.utid_of(id), trace.upid_of(id));
    let (pid, tid) = trace.pid_tid(id);
    let thread = || trace.processes.thread(utid?).name;
    let process = || trace.processes.process(upid?).name;
    let text = match name {
        "thread_name" => thread(),
        "process_name" => process(),
        _ => {
            let own = match name {
                "track_id" => Some(i64::from(slices.track_of(id).0)),
                "depth" => Some(slices.depth_of(id) as i64),
                "utid" => utid.map(|utid| i64::from(utid.0)),
                "upid" => upid.map(|upid| i64::from(upid.0)),
                "tid" => tid,
                _ => pid,
            };
            return own.is_some() && rows.int(row, column) == own;
        }
    };
    text.is_some_and(|text| rows.text(row, column) == Some(clean_whole(&trace.text(text))))
}

/// Returns the slices of rows without an id, by row: a slice with the row's time, and with its duration and
/// name if the row has these. Of several such slices it is the one of which most is true that the row says
/// besides. Takes one pass over the slices.
fn slices_by_time(trace: &Trace, rows: &QueryRows, n_rows: usize) -> HashMap<usize, SliceId> {
    let (dur, name) = (rows.column("dur"), rows.column("name"));
    let Some(ts) = rows.column("ts").filter(|_| dur.or(name).is_some()) else {
        return HashMap::new();
    };
    let told = TOLD.iter().map(|&name| Some((name, rows.column(name)?)));
    let told: Vec<(&str, usize)> = told.flatten().collect();
    let mut found: HashMap<usize, (usize, SliceId)> = HashMap::new();
    let mut wanted: HashMap<i64, Vec<usize>> = HashMap::new();
    for row in 0..n_rows {
        if let Some(ts) = rows.int(row, ts) {
            wanted.entry(ts).or_default().push(row);
        }
    }
    for id in trace.slices.ids() {
        let Some(places) = wanted.get(&trace.slices.ts(id).ns()) else {
            continue;
        };
        let own_dur = trace.slices.dur(id).map_or(-1, Dur::ns);
        let own_name = trace.slice_name(id);
        // The texts of rows are safe to show.
        let own_name = own_name.as_deref().map(clean_whole);
        for &row in places {
            let is_dur = dur.is_none_or(|column| rows.int(row, column) == Some(own_dur));
            let is_name = |column| rows.text(row, column).as_deref() == own_name.as_deref();
            if !is_dur || !name.is_none_or(is_name) {
                continue;
            }
            let said = told.iter().copied();
            let n_true = said.filter(|&column| is_true((trace, rows), row, column, id));
            let n_true = n_true.count();
            let best = found.entry(row).or_insert((n_true, id));
            if n_true > best.0 {
                *best = (n_true, id);
            }
        }
    }
    let slices = found.into_iter();
    slices.map(|(row, (_, slice))| (row, slice)).collect()
}

/// Returns the flows between the slices in the columns `slice_out` and `slice_in`. Takes one pass over the
/// flows.
fn flows_by_ends(
    trace: &Trace,
    rows: &QueryRows,
    n_rows: usize,
) -> HashMap<(SliceId, SliceId), FlowId> {
    let (Some(from), Some(to)) = (rows.column("slice_out"), rows.column("slice_in")) else {
        return HashMap::new();
    };
    let slice = |row, column| trace.sql_ids().slice(rows.int(row, column)?);
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
    rows: &'a QueryRows,
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
        self.rows.int(row, column)
    }

    /// Returns what a row leads to by its id. An item that did not start at the row's time is not meant.
    fn by_id(&self, row: usize) -> Option<Act> {
        let trace = self.trace;
        let id = self.number(row, "id");
        let slice = self.number(row, "slice_id");
        let ts = self.number(row, "ts");
        // What a row says of no table is a slice only if that began at the row's time.
        let is_slice = self.of == Of::Slices || self.of == Of::Unknown && ts.is_some();
        let slice = slice.or_else(|| id.filter(|_| is_slice));
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
                let id = StackSampleId::from_index(below(trace.stack_profile.samples.len())?);
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

    /// Returns the run that began on the row's CPU at its time, if that is the time of a run.
    fn run(&self, row: usize, ts: Ts) -> Option<SchedId> {
        let origin = self.rows.origins.get(self.rows.column("ts")?)?.as_ref()?;
        if *origin != Origin::new("sched", "ts") {
            return None;
        }
        let cpu = self.number(row, "ucpu").or_else(|| self.number(row, "cpu"));
        let sched = &self.trace.sched;
        let runs = sched.on_cpu(u32::try_from(cpu?).ok()?);
        let start = |run: &SchedId| sched.sched_row(*run).ts;
        let run = *runs.get(runs.partition_point(|run| start(run) < ts))?;
        (start(&run) == ts).then_some(run)
    }

    /// Returns where a row leads that is nothing on the screen itself: to what its thread did at its
    /// time, to its time alone, or to the track of its thread or process.
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
        let ts = self.number(row, "ts").map(Ts::from_ns);
        // Times from the start of the trace, say, are no times of it.
        let bounds = trace.bounds;
        if let Some(ts) = ts.filter(|&ts| bounds.start() <= ts && ts <= bounds.end()) {
            if let Some(run) = self.run(row, ts) {
                return Act::Item(Item::Sched(run));
            }
            let state = utid.and_then(|utid| trace.sched.state_at(utid, ts));
            let slice = || nav::innermost_of_thread(trace, utid?, ts);
            let track = || self.threads.get(&utid?).copied();
            return match (state, slice(), track()) {
                (Some(state), ..) => Act::Event(ts, Item::State(state)),
                (None, Some(slice), _) => Act::Event(ts, Item::Slice(slice)),
                (None, None, Some(track)) => Act::Moment(ts, track),
                (None, None, None) => match self.number(row, "dur") {
                    Some(dur) if dur > 0 => {
                        let end = ts.plus(Dur::from_ns(dur)).min(bounds.end());
                        Act::Item(Item::Span(TimeSpan::new(ts, end)))
                    }
                    _ => Act::Instant(ts),
                },
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
    use std::sync::Arc;

    use super::*;
    use crate::app::layer::source::ListSource as _;
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::{SchedSlice, SchedTable};
    use crate::model::track::Scope;
    use crate::sql::session::{Limits, ResultSet, SqlSession, SqlValue};

    #[test]
    fn a_row_of_a_flow_leads_to_its_slice() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, None);
        let s = b.nested_slices(track, &[(0, 5, "a"), (10, 5, "b"), (20, 5, "c")]);
        b.flow(s[0], s[1], 1);
        b.flow(s[1], s[2], 2);
        let trace = b.finish();
        let lead = |table: &str, row: &[(&str, i64)]| {
            let result = ResultSet {
                columns: row.iter().map(|cell| cell.0.to_owned()).collect(),
                origins: row
                    .iter()
                    .map(|cell| Some(Origin::new(table, cell.0)))
                    .collect(),
                rows: vec![row.iter().map(|cell| SqlValue::Int(cell.1)).collect()],
                truncated: false,
            };
            QueryRows::of(&trace, result).act(0)
        };
        let flow = |slice, id| Act::FocusFlow(s[slice], FlowId(id));
        let of_flow = "flow";
        assert_eq!(
            lead(of_flow, &[("id", 1), ("slice_out", 1), ("slice_in", 2)]),
            flow(1, 1)
        );
        assert_eq!(lead(of_flow, &[("id", 1)]), flow(1, 1));
        assert_eq!(lead(of_flow, &[("id", 1), ("slice_in", 2)]), flow(2, 1));
        let found = "following_flow";
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
        let other = b.slice_track(Scope::Global, None);
        b.nested_slices(other, &[(0, 1, "first")]);
        let trace = b.finish();
        let node = trace.tree.find(&NodeKind::Thread(utid)).unwrap();
        let lead = |ts: i64, utid: i64| {
            let result = ResultSet {
                columns: ["ts", "utid", "cpu"].map(str::to_owned).into(),
                origins: vec![None; 3],
                rows: vec![[ts, utid, 0].map(SqlValue::Int).into()],
                truncated: false,
            };
            QueryRows::of(&trace, result).act(0)
        };
        let (own, at) = (i64::from(utid.0), Ts::from_ns);
        assert_eq!(lead(25, own), Act::Event(at(25), Item::Slice(s[1])));
        assert_eq!(lead(40, own), Act::Event(at(40), Item::Slice(s[0])));
        assert_eq!(lead(5, own), Act::Moment(at(5), node));
        assert_eq!(lead(5, 99), Act::Instant(at(5)));
        // A time outside of the trace is none of it.
        assert_eq!(lead(1_000, own), Act::Node(node));
        assert_eq!(lead(-1, 99), Act::None);
    }

    #[test]
    fn a_row_of_scheduling_leads_to_its_run() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let utid = b.thread(app, 2, "t");
        let run = |ts, cpu, utid| SchedSlice {
            ts: Ts::from_ns(ts),
            dur: Some(Dur::from_ns(10)),
            utid,
            cpu,
            end_state: None,
            priority: 0,
        };
        b.sched = SchedTable::new(
            vec![run(0, 0, utid), run(5, 1, Utid(0)), run(10, 0, Utid(0))],
            Vec::new(),
        );
        let trace = Arc::new(b.finish());
        let leads = |query: &str| leads_of(&trace, query);
        let runs = [0, 1, 2].map(|id| Act::Item(Item::Sched(SchedId(id))));
        assert_eq!(
            leads("select t.name, s.ts, s.cpu from sched s join thread t using (utid) order by ts"),
            runs
        );
        // Other things at that time on that CPU are no runs.
        let other = leads("select ts + 0 as ts, cpu from sched order by ts");
        assert_eq!(other[1], Act::Instant(Ts::from_ns(5)));
    }

    #[test]
    fn a_row_without_an_id_leads_to_what_has_its_time_and_its_track() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let utid = b.thread(app, 2, "t");
        let tracks = [Scope::Thread(utid), Scope::Global].map(|scope| b.slice_track(scope, None));
        let slices = [(10, 7, "a"), (10, 5, "a"), (10, 5, "b")];
        let s = tracks.map(|track| b.nested_slices(track, &slices));
        let counters = [("one", [0, 20]), ("two", [10, 30])];
        for (name, times) in counters {
            b.counter_track(Scope::Global, name, "", &times.map(|ts| (ts, 1.0)));
        }
        let trace = Arc::new(b.finish());
        let leads = |query: &str| leads_of(&trace, query);
        let slice = |at: usize| vec![Act::Item(Item::Slice(s[0][at]))];
        assert_eq!(leads("select 10 as ts, 7 as dur"), slice(0));
        assert_eq!(leads("select 10 as ts, 5 as dur, 'b' as name"), slice(2));
        assert_eq!(leads("select 10 as ts, 'a' as name"), slice(0));
        let none = leads("select 10 as ts, 0 as dur, 'a' as name");
        assert_eq!(none, [Act::Instant(Ts::from_ns(10))]);
        // A stretch of time that nothing has is one that can be selected; it ends with the trace.
        let stretch = leads("select 10 as ts, 6 as dur union select 11, 1000");
        let stretches = [(10, 16), (11, 30)]
            .map(|(from, to)| TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to)))
            .map(|span| Act::Item(Item::Span(span)));
        assert_eq!(stretch, stretches);
        // A slice that did not begin then is not meant.
        let moved = leads("select id, ts + 1 as ts from slice limit 1");
        assert_eq!(moved, [Act::Instant(Ts::from_ns(11))]);
        // Samples of counters are numbered by their times.
        let sample = |id| Act::Item(Item::Counter(CounterId(id)));
        let all = [0, 2, 1, 3].map(sample);
        assert_eq!(leads("select id, value from counter order by id"), all);
        assert_eq!(
            leads("select id, ts, track_id from counter order by ts"),
            all
        );
        let of_track = leads("select distinct track_id from slice order by 1");
        let nodes = tracks.map(|track| trace.tree.node_of_track(track).unwrap());
        assert_eq!(of_track, nodes.map(Act::Node));
        // A thread is its group, not one of its tracks.
        let thread = leads("select utid from thread where tid = 2");
        let node = trace.tree.find(&NodeKind::Thread(utid)).unwrap();
        assert_eq!(thread, [Act::Node(node)]);
    }

    /// Returns where the rows of a query lead.
    fn leads_of(trace: &Arc<Trace>, query: &str) -> Vec<Act> {
        let mut session = SqlSession::new(Arc::clone(trace), Limits::default()).unwrap();
        let rows = QueryRows::of(trace, session.query(query, 10, 1 << 20).unwrap());
        (0..rows.n_rows()).map(|row| rows.act(row)).collect()
    }

    #[test]
    fn of_slices_with_one_time_and_name_a_row_leads_to_that_of_its_thread() {
        let mut b = TraceBuilder::new();
        let threads = [(1, "app", 2, "main"), (3, "other", 4, "worker")];
        let slices = threads.map(|(pid, process, tid, name)| {
            let process = b.process(pid, process);
            let utid = b.thread(process, tid, name);
            let track = b.slice_track(Scope::Thread(utid), None);
            let nested = [(10, 5, "x"), (10, 5, "x"), (20, 5, "a\nb")];
            b.nested_slices(track, &nested)
        });
        let trace = Arc::new(b.finish());
        let leads = |query: &str| leads_of(&trace, query);
        let slice = |thread: usize, at: usize| Act::Item(Item::Slice(slices[thread][at]));
        for columns in [
            "track_id",
            "utid",
            "upid",
            "tid",
            "pid",
            "t.name as thread_name",
        ] {
            let query = format!(
                "select s.ts, s.dur, s.name, {columns} from slice s join thread_track on \
                 thread_track.id = track_id join thread t using (utid) join process p using (upid) \
                 where s.ts = 10 and depth = 0 order by utid"
            );
            assert_eq!(leads(&query), [slice(0, 0), slice(1, 0)], "{columns}");
        }
        let of_process =
            "select ts, dur, name, 'other' as Process_Name from slice where ts = 10 limit 1";
        assert_eq!(leads(of_process), [slice(1, 0)]);
        let nested = "select ts, dur, name, track_id, depth from slice where ts = 10 order by track_id, depth";
        let all = [slice(0, 0), slice(0, 1), slice(1, 0), slice(1, 1)];
        assert_eq!(leads(nested), all);
        // What is true of none of them does not matter.
        let other = leads("select ts, dur, name, 99 as utid from slice where ts = 10 limit 1");
        assert_eq!(other, [slice(0, 0)]);
        // The text of a row is not that of the trace, byte by byte.
        let lines = leads(
            "select s.ts, s.name, utid from slice s join thread_track t on t.id = track_id \
             join thread using (utid) where s.ts = 20 and tid = 4",
        );
        assert_eq!(lines, [slice(1, 2)]);
    }

    /// What the ids of a query are of.
    fn of(queries: &str) -> Of {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, None);
        b.nested_slices(track, &[(0, 5, "a")]);
        let trace = Arc::new(b.finish());
        let mut session = SqlSession::new(Arc::clone(&trace), Limits::default()).unwrap();
        let result = session.query(queries, 10, 1 << 20).unwrap();
        let id = result.columns.iter().position(|name| name == "id").unwrap();
        let origin = result.origins[id].as_ref();
        origin.map_or(Of::Unknown, Of::origin)
    }

    #[test]
    fn the_table_that_an_id_comes_from_says_what_it_is_of() {
        for (query, what) in [
            ("select * from counter order by value", Of::Counters),
            ("select * from\n  Counter_track", Of::Tracks),
            ("select * from counters", Of::Counters),
            ("select * from thread where tid=632", Of::Threads),
            (
                "SELECT id FROM slice WHERE track_id IN (SELECT id FROM track)",
                Of::Slices,
            ),
            ("with t as (select * from sched) select * from t", Of::Sched),
            ("select * from (select * from thread_state)", Of::States),
            ("select * from actual_frame_timeline_slice", Of::Slices),
            ("select * from ancestor_slice(0)", Of::Slices),
            ("select * from perf_sample", Of::Samples),
            ("select * from stack_sample", Of::Samples),
            ("select f.id from flow f", Of::Flows),
            ("select * from directly_connected_flow(0)", Of::Others),
            ("select * from args", Of::Others),
            ("select 1 as id", Of::Unknown),
            // Of several tables it is the one that the id is of.
            (
                "select t.id, t.name, count(*) n from slice s join thread_track tt \
                 on s.track_id = tt.id join thread t using (utid) group by t.utid order by n desc",
                Of::Threads,
            ),
            (
                "select p.id, sum(s.dur) from slice s join process_track pt \
                 on s.track_id = pt.id join process p using (upid) group by 1",
                Of::Processes,
            ),
            (
                "select track.id, count(*) n from slice join track on slice.track_id = track.id group by 1",
                Of::Tracks,
            ),
            (
                "select t.id from slice s join thread t on t.utid = 21",
                Of::Threads,
            ),
            (
                "select s.id from slice s join thread t on t.utid = 21",
                Of::Slices,
            ),
            (
                "select track_id as id from slice where track_id > 20",
                Of::Tracks,
            ),
            ("select utid as id from thread_state", Of::Threads),
            (
                "select id, row_number() over (order by ts) from slice",
                Of::Slices,
            ),
            ("select count(*) as id from slice", Of::Unknown),
            (
                "select id from thread union all select id from slice",
                Of::Unknown,
            ),
            // What statements make is of what it was made of.
            (
                "create perfetto table t as select utid as id from thread; select * from t",
                Of::Threads,
            ),
            (
                "create perfetto table t as select id from thread; create or replace perfetto table t \
              as select id from slice; select id from t where id > 0",
                Of::Slices,
            ),
            (
                "create perfetto view v as select id from process; select * from v",
                Of::Processes,
            ),
            (
                "create perfetto view v as select id from process union select id from slice; \
              select * from v",
                Of::Unknown,
            ),
            (
                "create perfetto function f() returns table(id INT) as select id from sched; \
              select * from f()",
                Of::Sched,
            ),
            (
                "include perfetto module slices.with_context; select id from thread_slice",
                Of::Slices,
            ),
        ] {
            assert_eq!(of(query), what, "{query}");
        }
    }
}
