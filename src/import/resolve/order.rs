//! The order of the walk: time, and at equal times what the reference's queues make of it.
//!
//! Which of a packet and an event of the same time is first, [`crate::import::ties`] tells.

use super::Step;
use super::gather::Gathered;
use crate::import::scan::Cold;

/// Where a step stands: its time, its turn among the queues, its place in the file.
type Place = (i64, bool, u64);

impl Gathered {
    /// Returns the steps of the walk in order, each with its time. At the times that `late` lists,
    /// events come before other packets.
    pub(super) fn steps(&self, cold: &[Cold], late: &[i64]) -> Vec<(i64, Step)> {
        let mut events: Vec<(i64, u64, Step)> = Vec::new();
        for (index, counter) in self.counters.iter().enumerate() {
            let (ts, pos) = counter.first;
            events.push((ts, pos, Step::Counter(index as u32)));
        }
        for (index, group) in self.groups.iter().enumerate() {
            for &(thread, (ts, pos)) in &group.threads {
                events.push((ts, pos, Step::Thread(index as u32, thread)));
            }
            let (ts, pos) = group.first;
            events.push((ts, pos, Step::Group(index as u32)));
        }
        for &mark in &self.legacy {
            events.push((mark.ts, mark.pos, Step::Legacy(mark)));
        }
        for mark in &self.named {
            events.push((mark.ts, mark.pos, Step::Named(mark.what)));
        }
        let is_late = |ts| late.binary_search(&ts).is_ok();
        let places = cold
            .iter()
            .map(|packet| (packet.ts, is_late(packet.ts), packet.offset));
        let event_places = events.iter().map(|&(ts, pos, _)| (ts, !is_late(ts), pos));
        // Places are sorted, not steps: those are large. Equal ones keep their order.
        let mut order: Vec<(Place, usize)> = places.chain(event_places).zip(0..).collect();
        order.sort_unstable();
        let step = |index: usize| match index.checked_sub(cold.len()) {
            None => Step::Cold(cold[index]),
            Some(event) => events[event].2,
        };
        let steps = order.iter().map(|&((ts, ..), index)| (ts, step(index)));
        steps.collect()
    }
}
