//! The order of the walk: time, and at equal times what the reference's queues make of it.
//!
//! Whether a packet or an event of the same time is first is known from [`crate::import::ties`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::Step;
use super::gather::Gathered;
use crate::base::near_sort::bucket_sort;
use crate::import::scan::{Cold, QueuedFrame};
use crate::import::unit::Named;

/// The steps of the walk. There may be one for each packet of the trace, so each is put together
/// when its turn comes.
pub(super) struct Steps {
    /// The steps other than cold packets.
    events: Vec<Step>,
    n_cold: usize,
    order: Vec<Place>,
    /// How many steps of `order` were taken.
    at: usize,
    /// Steps that were added during the walk, and in `to_come` the turns and indices of those that were not
    /// taken yet.
    added: Vec<Step>,
    to_come: BinaryHeap<Reverse<(Turn, usize)>>,
}

/// When an event or a packet is due. No other is due then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub(super) ts: i64,
    /// See [`Place`].
    turn_pos: u64,
}

impl Turn {
    /// Returns the turn of an event.
    pub(super) fn of_event(ts: i64, pos: u64, late: &[i64]) -> Self {
        let is_late = late.binary_search(&ts).is_ok();
        let Place { ts, turn_pos, .. } = Place::new(ts, !is_late, pos, 0);
        Self { ts, turn_pos }
    }

    /// Returns whether a frame is due before this turn. At the times that `late` lists, events come before
    /// other packets.
    pub(super) fn is_after(self, frame: QueuedFrame, late: &[i64]) -> bool {
        if frame.ts != self.ts {
            return frame.ts < self.ts;
        }
        let is_late = late.binary_search(&frame.ts).is_ok();
        let Place { turn_pos, .. } = Place::new(frame.ts, is_late, frame.offset(), 0);
        turn_pos < self.turn_pos
    }
}

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    ts: i64,
    /// In the highest bit whether it is second at its time, and in the others its position in the file.
    turn_pos: u64,
    /// The index of a cold packet or, from the number of cold packets on, that of another step.
    index: u32,
}

impl Place {
    fn new(ts: i64, is_second: bool, pos: u64, index: usize) -> Self {
        let turn = u64::from(is_second) << 63;
        Self {
            ts,
            turn_pos: turn | (pos & !(1 << 63)),
            index: index as u32,
        }
    }
}

impl Steps {
    /// Returns how many steps there are, without those that were added.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Takes the next step with its turn; `cold` are the packets that the steps were made of.
    pub(super) fn next(&mut self, cold: &[Cold]) -> Option<(Turn, Step)> {
        let place = self.order.get(self.at).copied();
        let next = place.map(|Place { ts, turn_pos, .. }| Turn { ts, turn_pos });
        if let Some(added) = self.to_come.peek_mut()
            && next.is_none_or(|next| added.0.0 < next)
        {
            let Reverse((turn, index)) = PeekMut::pop(added);
            return Some((turn, self.added[index]));
        }
        self.at += 1;
        let index = place?.index as usize;
        let step = match index.checked_sub(self.n_cold) {
            None => Step::Cold(cold[index]),
            Some(event) => self.events[event],
        };
        Some((next?, step))
    }

    /// Adds a step for later. It comes after the others of its turn.
    pub(super) fn add(&mut self, turn: Turn, step: Step) {
        self.to_come.push(Reverse((turn, self.added.len())));
        self.added.push(step);
    }
}

impl Gathered {
    /// Returns the steps of the walk in order. At the times that `late` lists, events come before
    /// other packets.
    pub(super) fn steps(&self, cold: &[Cold], late: &[i64]) -> Steps {
        let is_late = |ts| late.binary_search(&ts).is_ok();
        let packets = cold.iter().enumerate();
        let packets = packets
            .map(|(index, packet)| Place::new(packet.ts, is_late(packet.ts), packet.offset, index));
        let mut order: Vec<Place> = packets.collect();
        let mut events = Vec::new();
        let mut add = |(ts, pos): (i64, u64), step: Step| {
            order.push(Place::new(ts, !is_late(ts), pos, cold.len() + events.len()));
            events.push(step);
        };
        for (counter, index) in self.counters.iter().zip(0..) {
            add(counter.first, Step::Counter(index));
        }
        for (group, index) in self.groups.iter().zip(0..) {
            for &(thread, first) in &group.threads {
                add(first, Step::Thread(index, thread));
            }
            add(group.first, Step::Group(index));
        }
        for (mark, index) in self.legacy.iter().zip(0..) {
            add((mark.ts, mark.pos), Step::Legacy(index));
        }
        for (mark, index) in self.named.iter().zip(0..) {
            let step = match mark.what {
                Named::Log(_) | Named::Android(_) => Step::Told(index),
                what => Step::Named(what),
            };
            add((mark.ts, mark.pos), step);
        }
        // Equal places keep their order.
        bucket_sort(&mut order, |place| place.ts);
        Steps {
            events,
            n_cold: cold.len(),
            order,
            at: 0,
            added: Vec::new(),
            to_come: BinaryHeap::new(),
        }
    }
}
