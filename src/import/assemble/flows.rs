//! Pairs the steps of flows into edges between slices.
//!
//! Steps come in time order; each flow id has at most one place where it is.
//! Rules: spec trace-format 6.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::marks::{Mark, Marks};
use super::{AnchorKey, Anchors};
use crate::base::intern::StrId;
use crate::import::sink::{DirectFlow, FlowBind, FlowKey, FlowKind, FlowStep, Sink};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::flow::Flow;
use crate::model::ids::SliceId;

/// Turns the flow steps of a sink and the marks of units into flows.
pub(super) fn fill(sink: &mut Sink, marks: &Marks, anchors: &Anchors, builder: &mut TraceBuilder) {
    let mut steps = std::mem::take(&mut sink.flow_steps);
    steps.sort_by_key(|step| (step.ts, step.pos));
    let direct = std::mem::take(&mut sink.direct_flows);
    let mut pairing = Pairing {
        // A flow has two ends, or more.
        active: HashMap::with_capacity(marks.len() / 2),
        legacy: HashMap::new(),
        numbers: HashMap::new(),
        out: Vec::new(),
        orders: (!direct.is_empty()).then(Vec::new),
    };
    for step in &steps {
        pairing.number(step.id);
    }
    let mut steps: Vec<Step> = steps
        .iter()
        .filter_map(|step| Step::of_sink(step, anchors, builder))
        .collect();
    steps.sort_by_key(|step| step.order);
    let mut steps = steps.into_iter().peekable();
    for mark in marks.iter().filter_map(Step::of_mark) {
        while let Some(step) = steps.next_if(|step| step.order <= mark.order) {
            pairing.step(&step, sink, builder);
        }
        pairing.step(&mark, sink, builder);
    }
    for step in steps {
        pairing.step(&step, sink, builder);
    }
    let places = pairing.active.values().chain(pairing.legacy.values());
    let unfinished = places.filter(|place| !place.continued);
    builder.unfinished_flows = unfinished.count() as u64;
    builder.flows = match pairing.orders {
        Some(orders) => with_direct(orders, pairing.out, direct, anchors),
        None => pairing.out,
    };
}

/// Puts the flows that importers have paired themselves among the others.
fn with_direct(
    orders: Vec<Order>,
    flows: Vec<Flow>,
    direct: Vec<DirectFlow>,
    anchors: &Anchors,
) -> Vec<Flow> {
    let mut all: Vec<(Order, Flow)> = orders.into_iter().zip(flows).collect();
    for DirectFlow { from, to, order } in direct {
        let slice = |(track, pos): (crate::import::sink::SinkTrack, EventPos)| {
            anchors.get(&AnchorKey::new(track.0, pos)).copied()
        };
        if let (Some(from), Some(to)) = (slice(from), slice(to)) {
            let flow = Flow {
                from,
                to,
                trace_id: None,
                args: None,
            };
            all.push((order, flow));
        }
    }
    all.sort_by_key(|(order, _)| *order);
    all.into_iter().map(|(_, flow)| flow).collect()
}

/// Time and position.
type Order = (i64, u64);

/// An event with a slice that takes part in a flow.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// When it does, and whether it does so as the event that it is: what waits for the next slice
    /// happens when that begins, before its own steps.
    order: (Order, bool),
    id: FlowKey,
    kind: FlowKind,
    slice: SliceId,
}

impl Step {
    /// Returns a mark as a step; an event without a slice takes no part.
    fn of_mark(mark: Mark) -> Option<Self> {
        Some(Self {
            order: ((mark.ts, mark.pos.raw()), true),
            id: FlowKey::Id(mark.id),
            kind: mark.kind,
            slice: mark.slice?,
        })
    }

    /// Returns a step of a sink; a bind that fails was counted while nesting.
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

/// Takes in a step of a flow. Returns the slice that it leads from, if it does, or an issue.
fn advance<K: Eq + Hash, S: BuildHasher>(
    entry: Entry<'_, K, Place, S>,
    step: &Step,
) -> Result<Option<SliceId>, &'static str> {
    let slice = step.slice;
    match (step.kind, entry) {
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

struct Pairing {
    /// Flows by their ids, and legacy ones.
    active: HashMap<u64, Place>,
    legacy: HashMap<FlowKey, Place>,
    /// Legacy flows are numbered in the order in which they are met.
    numbers: HashMap<FlowKey, i64>,
    out: Vec<Flow>,
    /// Where each stands among all flows, if that is wanted.
    orders: Option<Vec<Order>>,
}

impl Pairing {
    fn number(&mut self, id: FlowKey) {
        if matches!(id, FlowKey::Legacy(..)) {
            let next = self.numbers.len() as i64;
            self.numbers.entry(id).or_insert(next);
        }
    }

    fn step(&mut self, step: &Step, sink: &mut Sink, builder: &TraceBuilder) {
        let old = match step.id {
            FlowKey::Id(id) => advance(self.active.entry(id), step),
            FlowKey::Legacy(..) => advance(self.legacy.entry(step.id), step),
        };
        match old {
            Ok(Some(old)) => self.link(old, step, sink, builder),
            Ok(None) => {}
            Err(issue) => sink.issues.count(issue),
        }
    }

    /// Adds an edge, which leads from the slice that starts first.
    fn link(&mut self, old: SliceId, step: &Step, sink: &mut Sink, builder: &TraceBuilder) {
        let new = step.slice;
        let (from, to) = if builder.slices.ts(old) > builder.slices.ts(new) {
            (new, old)
        } else {
            (old, new)
        };
        let (trace_id, args) = match step.id {
            FlowKey::Id(id) => (id.cast_signed(), None),
            FlowKey::Legacy(_, label) => {
                let label = builder.slices.labels()[label.index()];
                let args: Vec<StoredArg> = [("name", label.name), ("cat", label.category)]
                    .into_iter()
                    .map(|(key, value): (&str, Option<StrId>)| {
                        let key = sink.str(key);
                        StoredArg {
                            flat_key: key,
                            key,
                            value: StoredValue::Str(value),
                        }
                    })
                    .collect();
                (
                    self.numbers.get(&step.id).copied().unwrap_or(0),
                    sink.store_args(&args),
                )
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
