//! Pairs the steps of flows into edges between slices.
//!
//! Steps come in time order; at any time a flow id is at one slice at most. The rules are
//! those of the reference's `flow_tracker.cc`.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::marks::Marks;
use super::{AnchorKey, Anchors};
use crate::base::intern::StrId;
use crate::bytes::heap;
use crate::import::sink::{DirectFlow, FlowBind, FlowKey, FlowKind, FlowStep, Sink, SinkTrack};
use crate::import::stack::Mark;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::flow::{Flow, MadeFlows, MakeFlows};
use crate::model::ids::SliceId;
use crate::model::slice::SliceTable;

/// Returns whether all flows are made of marks of units, but for those between frames. Such flows do not tell
/// machines apart.
pub(super) fn are_of_marks(sink: &Sink) -> bool {
    sink.flow_steps.is_empty() && sink.direct_flows.is_empty() && is_of_one_machine(sink)
}

fn is_of_one_machine(sink: &Sink) -> bool {
    let mut machines = sink.tracks.iter().map(|(track, _)| track.machine);
    let first = machines.next();
    machines.all(|machine| Some(machine) == first)
}

/// Turns the flow steps of a sink and the marks of units into flows; `frames` are those between
/// frames, in the order of time.
pub(super) fn fill(
    sink: &mut Sink,
    marks: &Marks,
    anchors: &Anchors,
    frames: Vec<Flow>,
    builder: &mut TraceBuilder,
) {
    let mut steps = std::mem::take(&mut sink.flow_steps);
    steps.sort_by_key(|step| (step.ts, step.pos));
    let direct = std::mem::take(&mut sink.direct_flows);
    let direct = direct_flows(direct, anchors).chain(frames.into_iter().map(|flow| {
        let order = builder.slices.order_key(flow.to);
        (order, flow)
    }));
    let direct: Vec<(Order, Flow)> = direct.collect();
    let mut pairing = Pairing {
        // A flow has two ends, or more.
        active: HashMap::with_capacity(marks.len() / 2),
        legacy: HashMap::new(),
        numbers: HashMap::new(),
        n_numbers: HashMap::new(),
        has_machines: !is_of_one_machine(sink),
        out: Vec::new(),
        orders: (!direct.is_empty()).then(Vec::new),
    };
    for step in &steps {
        pairing.number(sink.tracks[step.track.index()].0.machine, step.id);
    }
    let mut steps: Vec<Step> = steps
        .iter()
        .filter_map(|step| Step::of_sink(step, anchors, builder))
        .collect();
    steps.sort_by_key(|step| step.order);
    let mut steps = steps.into_iter().peekable();
    marks.in_time_order(1, |mark, slice| {
        let mark = Step::of_mark(mark, slice);
        while let Some(step) = steps.next_if(|step| step.order <= mark.order) {
            pairing.step(&step, sink, builder);
        }
        pairing.step(&mark, sink, builder);
    });
    for step in steps {
        pairing.step(&step, sink, builder);
    }
    let places = pairing.active.values().chain(pairing.legacy.values());
    builder.unfinished_flows = unfinished(places);
    builder.flows = match pairing.orders {
        Some(orders) => with_direct(orders, pairing.out, direct)
            .into_iter()
            .collect(),
        None => pairing.out.into_iter().collect(),
    };
}

/// Returns the flows that importers have paired themselves, each with its place among all flows.
fn direct_flows(direct: Vec<DirectFlow>, anchors: &Anchors) -> impl Iterator<Item = (Order, Flow)> {
    let slice =
        |(track, pos): (SinkTrack, EventPos)| anchors.get(&AnchorKey::new(track.0, pos)).copied();
    direct.into_iter().filter_map(move |flow| {
        let ends = Flow {
            from: slice(flow.from)?,
            to: slice(flow.to)?,
            trace_id: None,
            args: None,
        };
        Some((flow.order, ends))
    })
}

/// Puts the flows that importers have paired themselves among the others.
fn with_direct(orders: Vec<Order>, flows: Vec<Flow>, direct: Vec<(Order, Flow)>) -> Vec<Flow> {
    let mut all: Vec<(Order, Flow)> = orders.into_iter().zip(flows).collect();
    all.extend(direct);
    all.sort_by_key(|(order, _)| *order);
    all.into_iter().map(|(_, flow)| flow).collect()
}

/// Time and position.
type Order = (i64, u64);

/// An event with a slice that takes part in a flow.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Time and position of the step, and false if the step waited for its slice: such a step comes when the
    /// slice begins, before the slice's own steps.
    order: (Order, bool),
    id: FlowKey,
    kind: FlowKind,
    slice: SliceId,
}

impl Step {
    /// Returns the mark of a slice as a step.
    fn of_mark(mark: &Mark, slice: SliceId) -> Self {
        Self {
            order: ((mark.ts, mark.pos.raw()), true),
            id: FlowKey::Id(mark.id),
            kind: mark.kind,
            slice,
        }
    }

    /// Returns a step of a sink; `None` for a bind that failed, which was counted while nesting.
    fn of_sink(step: &FlowStep, anchors: &Anchors, builder: &TraceBuilder) -> Option<Self> {
        let &slice = anchors.get(&AnchorKey::new(step.track.0, step.pos))?;
        Some(Self {
            order: match step.bind {
                FlowBind::Next => (builder.slices.order_key(slice), false),
                FlowBind::Event | FlowBind::Enclosing => ((step.ts, step.pos.raw()), true),
            },
            id: step.id,
            kind: step.kind,
            slice,
        })
    }
}

/// The slice that a flow was last seen at.
#[derive(Clone, Copy, Debug)]
struct Place {
    slice: SliceId,
    continued: bool,
}

/// Takes in a step of a flow. Returns the slice that an edge comes from, if the step makes an edge, or an
/// issue.
fn advance<K: Eq + Hash, S: BuildHasher>(
    entry: Entry<'_, K, Place, S>,
    (kind, slice): (FlowKind, SliceId),
) -> Result<Option<SliceId>, &'static str> {
    match (kind, entry) {
        (FlowKind::StartOrStep | FlowKind::Start, Entry::Vacant(place)) => {
            place.insert(Place {
                slice,
                continued: false,
            });
            Ok(None)
        }
        (FlowKind::StartOrStep | FlowKind::Step, Entry::Occupied(mut place)) => {
            let continued = Place {
                slice,
                continued: true,
            };
            Ok(Some(place.insert(continued).slice))
        }
        (FlowKind::Terminate, Entry::Occupied(place)) => Ok(Some(place.remove().slice)),
        (FlowKind::End, Entry::Occupied(mut place)) => {
            place.get_mut().continued = true;
            Ok(Some(place.get().slice))
        }
        (FlowKind::Start, Entry::Occupied(_)) => Err("flow_duplicate_id"),
        (FlowKind::Terminate, Entry::Vacant(_)) => Ok(None),
        (FlowKind::Step, Entry::Vacant(_)) => Err("flow_step_without_start"),
        (FlowKind::End, Entry::Vacant(_)) => Err("flow_end_without_start"),
    }
}

/// The marks that all flows of a trace are made of.
#[derive(Debug)]
pub(super) struct OfMarks {
    pub(super) marks: Marks,
    /// How many threads there may be; 0 for one per core.
    pub(super) threads: usize,
}

impl MakeFlows for OfMarks {
    fn make(self: Box<Self>, slices: &SliceTable) -> MadeFlows {
        let Self { marks, threads } = *self;
        // A flow has two ends, or more, and many are done with soon.
        let mut active: HashMap<u64, Place> = HashMap::with_capacity(marks.len() / 4);
        let mut out = MadeFlows::default();
        out.rows.reserve(marks.len() / 2, heap::prefer_huge_pages);
        marks.in_time_order(threads, |mark, slice| {
            match advance(active.entry(mark.id), (mark.kind, slice)) {
                Ok(Some(old)) => out.rows.push(flow(old, (mark, slice), slices)),
                Ok(None) => {}
                Err(issue) => out.issues.count(issue),
            }
        });
        out.unfinished = unfinished(active.values());
        out
    }
}

/// Returns the slices from which flows led nowhere.
fn unfinished<'a>(places: impl Iterator<Item = &'a Place>) -> Vec<SliceId> {
    let unfinished = places.filter(|place| !place.continued);
    unfinished.map(|place| place.slice).collect()
}

/// Returns the flow that leads from a slice to that of a mark.
fn flow(old: SliceId, (mark, slice): (&Mark, SliceId), slices: &SliceTable) -> Flow {
    // A slice that begins now does not begin before a slice that was met earlier.
    let [from, to] = if mark.is_end {
        in_order(old, slice, slices)
    } else {
        [old, slice]
    };
    Flow {
        from,
        to,
        trace_id: Some(mark.id.cast_signed()),
        args: None,
    }
}

/// Returns two slices in the order in which they start.
fn in_order(old: SliceId, new: SliceId, slices: &SliceTable) -> [SliceId; 2] {
    if slices.ts(old) > slices.ts(new) {
        [new, old]
    } else {
        [old, new]
    }
}

struct Pairing {
    /// Flows by their machine and id; in `legacy` those of legacy events.
    active: HashMap<(u32, u64), Place>,
    legacy: HashMap<(u32, FlowKey), Place>,
    /// Legacy flows are numbered in the order in which they are met, on each machine.
    numbers: HashMap<(u32, FlowKey), i64>,
    n_numbers: HashMap<u32, i64>,
    /// Whether tracks are of several machines. If not, the machine of a slice need not be looked up.
    has_machines: bool,
    out: Vec<Flow>,
    /// The place of each flow among all flows, if that is wanted.
    orders: Option<Vec<Order>>,
}

impl Pairing {
    fn number(&mut self, machine: u32, id: FlowKey) {
        if matches!(id, FlowKey::Legacy(..)) {
            let machine = if self.has_machines { machine } else { 0 };
            let next = self.n_numbers.entry(machine).or_default();
            self.numbers.entry((machine, id)).or_insert_with(|| {
                *next += 1;
                *next - 1
            });
        }
    }

    /// Returns the machine of a slice, 0 if there is only one.
    fn machine(&self, slice: SliceId, builder: &TraceBuilder) -> u32 {
        if !self.has_machines {
            return 0;
        }
        builder.tracks.get(builder.slices.track_of(slice)).machine
    }

    fn step(&mut self, step: &Step, sink: &mut Sink, builder: &TraceBuilder) {
        let what = (step.kind, step.slice);
        let machine = self.machine(step.slice, builder);
        let old = match step.id {
            FlowKey::Id(id) => advance(self.active.entry((machine, id)), what),
            FlowKey::Legacy(..) => advance(self.legacy.entry((machine, step.id)), what),
        };
        match old {
            Ok(Some(old)) => self.link(old, step, sink, builder),
            Ok(None) => {}
            Err(issue) => sink.issues.count(issue),
        }
    }

    /// Adds an edge, which leads from the slice that starts first.
    fn link(&mut self, old: SliceId, step: &Step, sink: &mut Sink, builder: &TraceBuilder) {
        let [from, to] = in_order(old, step.slice, &builder.slices);
        let (trace_id, args) = match step.id {
            FlowKey::Id(id) => (id.cast_signed(), None),
            FlowKey::Legacy(_, label) => {
                let label = builder.slices.labels()[label.index()];
                let args: Vec<StoredArg> = [("name", label.name), ("cat", label.category)]
                    .into_iter()
                    .map(|(key, value): (&str, Option<StrId>)| {
                        let key = sink.str(key);
                        StoredArg::new(key, StoredValue::Str(value))
                    })
                    .collect();
                let key = (self.machine(step.slice, builder), step.id);
                let number = self.numbers.get(&key).copied().unwrap_or(0);
                (number, sink.store_args(&args))
            }
        };
        if let Some(orders) = &mut self.orders {
            orders.push(step.order.0);
        }
        self.out.push(Flow {
            from,
            to,
            trace_id: Some(trace_id),
            args,
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::ids::{LabelId, TrackId};
    use crate::model::issue::IssueLog;
    use crate::model::slice::SliceRow;

    proptest! {
        #[test]
        fn flows_of_marks_are_as_those_of_steps(
            marks in prop::collection::vec(
                (0_i64..300, 0_u64..40, 0_usize..5, any::<bool>()), 0..300),
        ) {
            let kinds = [FlowKind::StartOrStep, FlowKind::Terminate, FlowKind::Start, FlowKind::Step, FlowKind::End];
            let mut builder = TraceBuilder::new();
            // Each mark has a slice. If the mark is at the end of its slice, the slice begins earlier.
            let mut order: Vec<(i64, usize)> = marks
                .iter()
                .enumerate()
                .map(|(pos, mark)| (mark.0 - i64::from(mark.3) * (mark.1 as i64), pos))
                .collect();
            order.sort_unstable();
            let rows = order.iter().map(|&(ts, pos)| {
                SliceRow::new(ts, Some(0), LabelId(0), EventPos::decodable(pos as u64))
            });
            builder.slices.push_track(TrackId(0), &[rows.collect()]);
            let of_track = (0_u32..).zip(&order).map(|(row, &(_, pos))| {
                let (ts, id, kind, is_end) = marks[pos];
                let pos = EventPos::decodable(pos as u64);
                Mark { ts, pos, id, row, depth: 0, kind: kinds[kind], is_end }
            });
            let mut of_units = Marks::default();
            of_units.add(of_track.collect(), &[SliceId(0)]);
            let mut sink = Sink::new();
            let mut pairing = Pairing {
                active: HashMap::new(),
                legacy: HashMap::new(),
                numbers: HashMap::new(),
                n_numbers: HashMap::new(),
                has_machines: false,
                out: Vec::new(),
                orders: None,
            };
            of_units.in_time_order(1, |mark, slice| {
                pairing.step(&Step::of_mark(mark, slice), &mut sink, &builder);
            });
            let of_marks = OfMarks { marks: of_units, threads: 1 };
            let paired = Box::new(of_marks).make(&builder.slices);
            prop_assert_eq!(paired.rows.iter().collect::<Vec<_>>(), pairing.out);
            let mut lost = [paired.unfinished, unfinished(pairing.active.values())];
            for lost in &mut lost {
                lost.sort_unstable();
            }
            prop_assert_eq!(&lost[0], &lost[1]);
            let counts = |log: &IssueLog| {
                let mut all: Vec<String> = log.iter().map(|it| format!("{it:?}")).collect();
                all.sort();
                all
            };
            prop_assert_eq!(counts(&paired.issues), counts(&sink.issues));
        }
    }
}
