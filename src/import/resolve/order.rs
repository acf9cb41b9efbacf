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
        let mut steps: Vec<(Place, Step)> = Vec::with_capacity(cold.len() + events.len());
        for packet in cold {
            let place = (packet.ts, is_late(packet.ts), packet.offset);
            steps.push((place, Step::Cold(*packet)));
        }
        for (ts, pos, step) in events {
            steps.push(((ts, !is_late(ts), pos), step));
        }
        steps.sort_by_key(|step| step.0);
        steps
            .into_iter()
            .map(|((ts, ..), step)| (ts, step))
            .collect()
    }
}
