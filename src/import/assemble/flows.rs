//! Pairs the steps of flows into edges between slices.
//!
//! Steps come in time order; each flow id has at most one place where it is.
//! Rules: spec trace-format 6.

use hashbrown::HashMap;

use super::{ANY_TRACK, AnchorKey, Anchors};
use crate::base::intern::StrId;
use crate::import::sink::{DirectFlow, FlowBind, FlowKey, FlowKind, FlowStep, Sink};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::flow::Flow;
use crate::model::ids::{SliceId, TrackId};

/// Turns the flow steps of a sink into flows.
pub(super) fn fill(
    sink: &mut Sink,
    anchors: &Anchors,
    _final_id: &[TrackId],
    builder: &mut TraceBuilder,
) {
    let mut steps = std::mem::take(&mut sink.flow_steps);
    steps.sort_by_key(|step| (step.ts, step.pos));
    let mut pairing = Pairing {
        active: HashMap::new(),
        numbers: HashMap::new(),
        out: Vec::new(),
    };
    for step in &steps {
        pairing.number(step.id);
    }
    // What waits for the next slice happens when that begins, before its own steps.
    if steps.iter().any(|step| step.bind == FlowBind::Next) {
        steps.sort_by_cached_key(|step| match (step.bind, slice_of(step, anchors)) {
            (FlowBind::Next, Some(slice)) => (builder.slices.order_key(slice), false),
            _ => ((step.ts, step.pos.raw()), true),
        });
    }
    for step in &steps {
        pairing.step(step, sink, anchors, builder);
    }
    let unfinished = pairing
        .active
        .values()
        .filter(|place| !place.continued)
        .count();
    let mut out = pairing.out;
    for flow in std::mem::take(&mut sink.direct_flows) {
        let DirectFlow { from, to, order } = flow;
        let slice = |(track, pos): (crate::import::sink::SinkTrack, EventPos)| {
            anchors
                .get(&AnchorKey::new(track.0, pos))
                .or_else(|| anchors.get(&AnchorKey::new(ANY_TRACK, pos)))
                .copied()
        };
        if let (Some(from), Some(to)) = (slice(from), slice(to)) {
            out.push((
                order,
                Flow {
                    from,
                    to,
                    trace_id: None,
                    args: None,
                },
            ));
        }
    }
    out.sort_by_key(|(order, _)| *order);
    builder.flows = out.into_iter().map(|(_, flow)| flow).collect();
    builder.unfinished_flows = unfinished as u64;
}

/// The slice that a flow was last seen at.
#[derive(Clone, Copy, Debug)]
struct Place {
    slice: SliceId,
    continued: bool,
}

struct Pairing {
    active: HashMap<FlowKey, Place>,
    /// Legacy flows are numbered in the order in which they are met.
    numbers: HashMap<FlowKey, i64>,
    out: Vec<((i64, u64), Flow)>,
}

/// Returns the slice that takes part in a step.
fn slice_of(step: &FlowStep, anchors: &Anchors) -> Option<SliceId> {
    anchors
        .get(&AnchorKey::new(step.track.0, step.pos))
        .or_else(|| anchors.get(&AnchorKey::new(ANY_TRACK, step.pos)))
        .copied()
}

impl Pairing {
    fn number(&mut self, id: FlowKey) {
        if matches!(id, FlowKey::Legacy(..)) {
            let next = self.numbers.len() as i64;
            self.numbers.entry(id).or_insert(next);
        }
    }

    fn step(
        &mut self,
        step: &FlowStep,
        sink: &mut Sink,
        anchors: &Anchors,
        builder: &TraceBuilder,
    ) {
        let Some(slice) = slice_of(step, anchors) else {
            // An event without a slice takes no part; a bind that fails was counted while nesting.
            return;
        };
        let active = self.active.get(&step.id).copied();
        match (step.kind, active) {
            (FlowKind::StartOrStep | FlowKind::Start, None) => {
                self.active.insert(
                    step.id,
                    Place {
                        slice,
                        continued: false,
                    },
                );
            }
            (FlowKind::Start, Some(_)) => sink.issues.count("flow_duplicate_id"),
            (FlowKind::StartOrStep | FlowKind::Step, Some(place)) => {
                self.link(place.slice, slice, step, sink, builder);
                self.active.insert(
                    step.id,
                    Place {
                        slice,
                        continued: true,
                    },
                );
            }
            (FlowKind::Terminate, Some(place)) => {
                self.link(place.slice, slice, step, sink, builder);
                self.active.remove(&step.id);
            }
            (FlowKind::End, Some(place)) => {
                self.link(place.slice, slice, step, sink, builder);
                self.active.insert(
                    step.id,
                    Place {
                        continued: true,
                        ..place
                    },
                );
            }
            (FlowKind::Terminate, None) => {}
            (FlowKind::Step, None) => sink.issues.count("flow_step_without_start"),
            (FlowKind::End, None) => sink.issues.count("flow_end_without_start"),
        }
    }

    /// Adds an edge, which leads from the slice that starts first.
    fn link(
        &mut self,
        old: SliceId,
        new: SliceId,
        step: &FlowStep,
        sink: &mut Sink,
        builder: &TraceBuilder,
    ) {
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
        let order = match step.bind {
            FlowBind::Next => {
                let (ts, pos) = builder.slices.order_key(new);
                (ts, pos)
            }
            FlowBind::Event | FlowBind::Enclosing => (step.ts, step.pos.raw()),
        };
        self.out.push((
            order,
            Flow {
                from,
                to,
                trace_id: Some(trace_id),
                args,
            },
        ));
    }
}
