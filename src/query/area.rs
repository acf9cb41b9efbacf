//! What happened in a range of time on some tracks: the tables of an area selection.
//!
//! Everything is cut to the range. Work is proportional to what lies inside, and
//! the cancel flag is looked at while it is added up.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use super::flows;
use super::slices::{self, SliceOrder, SliceScope, SliceStats, nodes_below, tracks_below};
use crate::base::intern::StrId;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::frame_timeline::JankTag;
use crate::model::ids::{FlowId, NodeId, TrackId, Utid};
use crate::model::jank::jank_type_text;
use crate::model::trace::Trace;
use crate::model::track_tree::{NodeKind, TrackTree};

/// The time that threads spent in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateStats {
    /// The state as recorded.
    pub state: StrId,
    /// Whether it waits for IO, where that is known.
    pub io_wait: Option<bool>,
    /// How many stretches.
    pub count: usize,
    /// How long in all.
    pub total_ns: i64,
    /// The longest stretch inside the range.
    pub max_ns: i64,
}

/// The time that a thread ran on the selected CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuStats {
    /// The thread.
    pub utid: Utid,
    /// How many stays.
    pub count: usize,
    /// How long in all.
    pub total_ns: i64,
}

/// A counter over the range.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterStats {
    /// The counter.
    pub track: TrackId,
    /// How many samples are inside.
    pub count: usize,
    /// The value at the start of the range, else the first inside.
    pub first: f64,
    /// The value at the end of the range.
    pub last: f64,
    /// The least value that held.
    pub min: f64,
    /// The greatest value that held.
    pub max: f64,
    /// The mean, weighted by time.
    pub mean: f64,
    /// Its change for each second.
    pub rate: f64,
}

/// The actual frames with one jank type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameStats {
    /// The reasons, as the reference writes them.
    pub jank_type: String,
    /// Who is at fault.
    pub tag: JankTag,
    /// How many.
    pub count: usize,
    /// The shortest.
    pub min_ns: i64,
    /// The longest.
    pub max_ns: i64,
    /// The mean.
    pub mean_ns: i64,
}

/// The flows of one category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowStats {
    /// The category; empty if there is none.
    pub category: String,
    /// The flows, in the order of their rows.
    pub flows: Vec<FlowId>,
}

/// Everything about a range of time on some tracks.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaReport {
    /// The time.
    pub span: TimeSpan,
    /// Slices by name, the longest total first.
    pub slices: Vec<SliceStats>,
    /// Thread states, the longest total first.
    pub states: Vec<StateStats>,
    /// Threads on CPUs, the longest total first.
    pub cpus: Vec<CpuStats>,
    /// Counters in display order.
    pub counters: Vec<CounterStats>,
    /// Frames by jank type, the most first.
    pub frames: Vec<FrameStats>,
    /// Flows by category, the most first.
    pub flows: Vec<FlowStats>,
}

/// Adds up what happened in `span` on some nodes and all below them; on all tracks if `nodes` is
/// empty. Returns `None` if it was cancelled.
pub fn report(
    trace: &Trace,
    span: TimeSpan,
    nodes: &[NodeId],
    cancel: &AtomicBool,
) -> Option<AreaReport> {
    let all = [TrackTree::ROOT];
    let below = nodes_below(trace, if nodes.is_empty() { &all } else { nodes });
    let tracks = tracks_below(trace, &below);
    let area = Area {
        trace,
        span,
        nodes: &below,
        tracks: &tracks,
        cancel,
    };
    // What begins at the very end of the trace is within it.
    let reach = if span.end() >= trace.bounds.end() {
        TimeSpan::new(span.start(), span.end().plus(Dur::from_ns(1)))
    } else {
        span
    };
    let scope = SliceScope {
        span: Some(reach),
        tracks: Some(tracks.clone()),
        ..SliceScope::default()
    };
    let mut slices = slices::by_name(trace, &scope, cancel)?;
    slices::sort(trace, &mut slices, SliceOrder::Total);
    Some(AreaReport {
        span,
        slices,
        states: area.states()?,
        cpus: area.cpus()?,
        counters: area.counters()?,
        frames: area.frames()?,
        flows: area.flows()?,
    })
}

struct Area<'a> {
    trace: &'a Trace,
    span: TimeSpan,
    nodes: &'a [NodeId],
    tracks: &'a [bool],
    cancel: &'a AtomicBool,
}

impl Area<'_> {
    fn go_on(&self) -> Option<()> {
        (!self.cancel.load(Ordering::Relaxed)).then_some(())
    }

    fn kinds(&self) -> impl Iterator<Item = &NodeKind> {
        self.nodes
            .iter()
            .map(|&node| &self.trace.tree.node(node).kind)
    }

    /// Returns how much of a stretch lies inside, `None` if it does not touch the range. A
    /// stretch without an end lasts to the end of the trace.
    fn inside(&self, ts: Ts, dur: Option<Dur>) -> Option<i64> {
        let end = dur.map_or(self.trace.bounds.end(), |dur| ts.plus(dur));
        let (start, end) = (ts.max(self.span.start()), end.min(self.span.end()));
        (start < end).then(|| end.since(start).ns())
    }

    fn states(&self) -> Option<Vec<StateStats>> {
        let sched = &self.trace.sched;
        let mut by_state: BTreeMap<(StrId, Option<bool>), StateStats> = BTreeMap::new();
        for kind in self.kinds() {
            let NodeKind::ThreadStates(utid) = *kind else {
                continue;
            };
            self.go_on()?;
            let rows = sched.of_thread(utid);
            let from = rows.partition_point(|&id| sched.state_row(id).ts < self.span.start());
            for &id in &rows[from.saturating_sub(1)..] {
                let row = sched.state_row(id);
                if row.ts >= self.span.end() {
                    break;
                }
                let Some(ns) = self.inside(row.ts, row.dur) else {
                    continue;
                };
                let stats =
                    by_state
                        .entry((row.state, row.io_wait))
                        .or_insert_with(|| StateStats {
                            state: row.state,
                            io_wait: row.io_wait,
                            count: 0,
                            total_ns: 0,
                            max_ns: 0,
                        });
                stats.count += 1;
                stats.total_ns = stats.total_ns.saturating_add(ns);
                stats.max_ns = stats.max_ns.max(ns);
            }
        }
        let mut states: Vec<StateStats> = by_state.into_values().collect();
        states.sort_by_key(|stats| std::cmp::Reverse(stats.total_ns));
        Some(states)
    }

    fn cpus(&self) -> Option<Vec<CpuStats>> {
        let sched = &self.trace.sched;
        let mut by_thread: BTreeMap<Utid, CpuStats> = BTreeMap::new();
        for kind in self.kinds() {
            let NodeKind::CpuSched(cpu) = *kind else {
                continue;
            };
            self.go_on()?;
            let rows = sched.on_cpu(cpu);
            let from = rows.partition_point(|&id| sched.sched_row(id).ts < self.span.start());
            for &id in &rows[from.saturating_sub(1)..] {
                let row = sched.sched_row(id);
                if row.ts >= self.span.end() {
                    break;
                }
                // The idle thread stands for nothing running.
                let (Some(ns), true) = (
                    self.inside(row.ts, row.dur),
                    !self.trace.processes.is_idle(row.utid),
                ) else {
                    continue;
                };
                let stats = by_thread.entry(row.utid).or_insert(CpuStats {
                    utid: row.utid,
                    count: 0,
                    total_ns: 0,
                });
                stats.count += 1;
                stats.total_ns = stats.total_ns.saturating_add(ns);
            }
        }
        let mut cpus: Vec<CpuStats> = by_thread.into_values().collect();
        cpus.sort_by_key(|stats| std::cmp::Reverse(stats.total_ns));
        Some(cpus)
    }

    fn counters(&self) -> Option<Vec<CounterStats>> {
        let mut counters = Vec::new();
        for kind in self.kinds() {
            if let NodeKind::Counter(track) = *kind {
                self.go_on()?;
                counters.extend(self.counter(track));
            }
        }
        Some(counters)
    }

    fn counter(&self, track: TrackId) -> Option<CounterStats> {
        let samples = self.trace.counters.track(track);
        let (start, end) = (self.span.start().ns(), self.span.end().ns());
        let from = samples.n_before(self.span.start());
        let to = samples.n_before(self.span.end()).max(from);
        let held = from
            .checked_sub(1)
            .and_then(|index| samples.get(index))
            .map(|(_, value)| (start, value));
        let inside = samples.iter_from(from).take(to - from);
        let steps: Vec<(i64, f64)> = held.into_iter().chain(inside).collect();
        let (&(begin, first), &(_, last)) = (steps.first()?, steps.last()?);
        let mut weighted = 0.0;
        for (index, &(ts, value)) in steps.iter().enumerate() {
            let until = steps.get(index + 1).map_or(end, |next| next.0);
            weighted += value * (until - ts) as f64;
        }
        let length = (end - begin) as f64;
        Some(CounterStats {
            track,
            count: to - from,
            first,
            last,
            min: steps
                .iter()
                .map(|step| step.1)
                .fold(f64::INFINITY, f64::min),
            max: steps
                .iter()
                .map(|step| step.1)
                .fold(f64::NEG_INFINITY, f64::max),
            mean: if length > 0.0 {
                weighted / length
            } else {
                first
            },
            rate: if length > 0.0 {
                (last - first) * 1e9 / length
            } else {
                0.0
            },
        })
    }

    fn frames(&self) -> Option<Vec<FrameStats>> {
        let mut by_type: BTreeMap<(i32, JankTag), Vec<i64>> = BTreeMap::new();
        for kind in self.kinds() {
            let NodeKind::ActualFrames(tracks) = kind else {
                continue;
            };
            self.go_on()?;
            let runs = tracks
                .iter()
                .flat_map(|&track| self.trace.slices.depths(track));
            for run in runs {
                let (from, to) = slices::touching(self.trace, run, Some(self.span));
                for id in (from..to).map(|index| run.id(index)) {
                    let Some(frame) = self.trace.frames.actual_of(id) else {
                        continue;
                    };
                    let dur = self.trace.slices.dur(id).map_or(0, Dur::ns);
                    by_type
                        .entry((frame.jank_type, frame.jank_tag))
                        .or_default()
                        .push(dur);
                }
            }
        }
        let mut frames: Vec<FrameStats> = by_type
            .into_iter()
            .map(|((jank_type, tag), durs)| FrameStats {
                jank_type: jank_type_text(jank_type).into_owned(),
                tag,
                count: durs.len(),
                min_ns: durs.iter().copied().min().unwrap_or(0),
                max_ns: durs.iter().copied().max().unwrap_or(0),
                mean_ns: durs
                    .iter()
                    .fold(0, |sum: i64, dur| sum.saturating_add(*dur))
                    / durs.len().max(1) as i64,
            })
            .collect();
        frames.sort_by_key(|stats| std::cmp::Reverse(stats.count));
        Some(frames)
    }

    /// A flow counts if the slice it leaves ends inside, or the slice it reaches starts inside.
    fn flows(&self) -> Option<Vec<FlowStats>> {
        let slices = &self.trace.slices;
        let is_inside = |ts: Ts| ts >= self.span.start() && ts <= self.span.end();
        let mut by_category: HashMap<String, Vec<FlowId>> = HashMap::new();
        for (index, flow) in self.trace.flows.rows().enumerate() {
            if index.is_multiple_of(4096) {
                self.go_on()?;
            }
            let leaves = slices.end(flow.from).is_some_and(is_inside)
                && self.tracks[slices.track_of(flow.from).index()];
            let reaches =
                is_inside(slices.ts(flow.to)) && self.tracks[slices.track_of(flow.to).index()];
            if flow.from != flow.to && (leaves || reaches) {
                let id = FlowId::from_index(index);
                let category = flows::category(self.trace, id);
                by_category.entry(category).or_default().push(id);
            }
        }
        let mut stats: Vec<FlowStats> = by_category
            .into_iter()
            .map(|(category, flows)| FlowStats { category, flows })
            .collect();
        stats.sort_by(|a, b| (b.flows.len(), &a.category).cmp(&(a.flows.len(), &b.category)));
        Some(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
    use crate::model::track::Scope;

    fn span(a: i64, b: i64) -> TimeSpan {
        TimeSpan::new(Ts::from_ns(a), Ts::from_ns(b))
    }

    fn sample() -> Trace {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        b.counter_track(
            Scope::Process(app),
            "fps",
            "",
            &[(0, 10.0), (20, 30.0), (90, 50.0)],
        );
        let s = b.nested_slices(track, &[(0, 100, "f"), (40, 20, "g"), (110, 5, "h")]);
        b.flow(s[1], s[2], 1);
        b.flow(s[0], s[0], 2);
        let running = b.str("Running");
        let sleeping = b.str("S");
        let state = |ts: i64, dur: Option<i64>, state| ThreadState {
            ts: Ts::from_ns(ts),
            dur: dur.map(Dur::from_ns),
            utid: main,
            state,
            cpu: None,
            io_wait: None,
            blocked_function: None,
            waker: None,
            waker_state: None,
            irq_context: None,
        };
        let on_cpu = |ts: i64, dur: i64, utid| SchedSlice {
            ts: Ts::from_ns(ts),
            dur: Some(Dur::from_ns(dur)),
            cpu: 0,
            utid,
            end_state: None,
            priority: 120,
        };
        b.sched = SchedTable::new(
            vec![
                on_cpu(0, 30, main),
                on_cpu(30, 40, Utid(0)),
                on_cpu(70, 9, main),
            ],
            vec![
                state(0, Some(30), running),
                state(30, Some(40), sleeping),
                state(70, None, running),
            ],
        );
        b.finish()
    }

    #[test]
    fn everything_is_cut_to_the_range() {
        let trace = sample();
        let go = AtomicBool::new(false);
        let area = report(&trace, span(10, 80), &[], &go).expect("not cancelled");
        let name = |id| trace.text(id).into_owned();
        let slices: Vec<_> = area
            .slices
            .iter()
            .map(|s| (s.name.map(name), s.total_ns, s.self_ns))
            .collect();
        assert_eq!(
            slices,
            [(Some("f".into()), 70, 50), (Some("g".into()), 20, 20)]
        );
        let states: Vec<_> = area
            .states
            .iter()
            .map(|s| (name(s.state), s.count, s.total_ns, s.max_ns))
            .collect();
        assert_eq!(
            states,
            [("S".into(), 1, 40, 40), ("Running".into(), 2, 30, 20)]
        );
        assert_eq!(area.cpus.len(), 1);
        assert_eq!((area.cpus[0].count, area.cpus[0].total_ns), (2, 29));
        let fps = &area.counters[0];
        assert_eq!((fps.count, fps.first, fps.last), (1, 10.0, 30.0));
        assert!((fps.mean - (10.0 * 10.0 + 60.0 * 30.0) / 70.0).abs() < 1e-9);
        assert_eq!(area.flows.len(), 1);
        assert_eq!(area.flows[0].flows, [FlowId(0)]);
        assert_eq!(
            report(&trace, span(0, 5), &[], &AtomicBool::new(true)),
            None
        );
    }

    #[test]
    fn what_begins_where_the_trace_ends_counts() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, None);
        b.nested_slices(track, &[(0, 100, "f"), (100, 0, "last")]);
        let trace = b.finish();
        let n_slices = |span| {
            let report = report(&trace, span, &[], &AtomicBool::new(false)).unwrap();
            report.slices.iter().map(|row| row.count).sum::<usize>()
        };
        let bounds = trace.bounds;
        assert_eq!(n_slices(bounds), 2);
        assert_eq!(n_slices(span(0, bounds.end().ns() - 1)), 1);
    }

    #[test]
    fn only_the_selected_tracks_count() {
        let trace = sample();
        let fps = trace
            .tree
            .walk()
            .into_iter()
            .find(|&node| trace.tree.node(node).name == "fps")
            .expect("a counter");
        let area = report(&trace, span(0, 200), &[fps], &AtomicBool::new(false));
        let area = area.expect("not cancelled");
        assert!(area.slices.is_empty() && area.states.is_empty() && area.flows.is_empty());
        assert_eq!((area.counters[0].min, area.counters[0].max), (10.0, 50.0));
    }
}
