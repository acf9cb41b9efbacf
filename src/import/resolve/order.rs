//! The order of the walk: time, and at equal times what the reference's queues make of it.
//!
//! The reference keeps two queues, one of track events and one of all other packets, and drains
//! the one that it has begun through the times at which the other would be due. So it depends on
//! what came before whether a descriptor or an event of the same time is first, and with it which
//! thread gets the lower number. Rules: spec trace-format 5.9.

use super::Step;
use super::gather::Gathered;
use crate::import::scan::Cold;

/// Where a step stands: its time, its turn among the queues, its place in the file.
type Place = (i64, bool, u64);

impl Gathered {
    /// Returns the steps of the walk in order, each with its time.
    pub(super) fn steps(&self, cold: &[Cold]) -> Vec<(i64, Step)> {
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
        let late = self.packets_after_events(cold, &events);
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

    /// Returns the times, sorted, at which track events come before other packets.
    fn packets_after_events(&self, cold: &[Cold], events: &[(i64, u64, Step)]) -> Vec<i64> {
        let mut times: Vec<i64> = cold.iter().map(|packet| packet.ts).collect();
        times.sort_unstable();
        times.dedup();
        if !events
            .iter()
            .any(|(ts, ..)| times.binary_search(ts).is_ok())
        {
            return Vec::new();
        }
        let mut before = Before::new(&times);
        for (_, list) in self.groups.iter().flat_map(|group| &group.parts) {
            list.iter().for_each(|event| before.event(event.ts));
        }
        for counter in &self.counters {
            counter.samples.iter().for_each(|(ts, _)| before.event(ts));
        }
        self.legacy.iter().for_each(|mark| before.event(mark.ts));
        before.late()
    }
}

/// For each time of a packet, whether a track event has it, and the last one before.
struct Before<'a> {
    times: &'a [i64],
    /// The last event that is later than the packet before and earlier than this one.
    between: Vec<bool>,
    at: Vec<bool>,
    /// The index of the time that the last event was found at or before.
    last: usize,
}

impl<'a> Before<'a> {
    fn new(times: &'a [i64]) -> Self {
        Self {
            times,
            between: vec![false; times.len() + 1],
            at: vec![false; times.len() + 1],
            last: 0,
        }
    }

    fn event(&mut self, ts: i64) {
        let fits = |index: usize| {
            self.times.get(index).is_none_or(|&time| ts <= time)
                && (index == 0 || self.times[index - 1] < ts)
        };
        if !fits(self.last) {
            self.last = self.times.partition_point(|&time| time < ts);
        }
        let is_at = self.times.get(self.last) == Some(&ts);
        let found = if is_at {
            &mut self.at
        } else {
            &mut self.between
        };
        found[self.last] = true;
    }

    /// Returns the times at which events come first: the queue of what came last goes on.
    fn late(&self) -> Vec<i64> {
        let mut late = Vec::new();
        // Whether the queue of events is the one being drained.
        let mut drains_events = false;
        for (index, &time) in self.times.iter().enumerate() {
            drains_events |= self.between[index];
            if self.at[index] {
                if drains_events {
                    late.push(time);
                }
                // The other queue had its turn last.
                drains_events = !drains_events;
            } else {
                drains_events = false;
            }
        }
        late
    }
}

#[cfg(test)]
mod tests {
    use super::Before;

    fn late(packets: &[i64], events: &[i64]) -> Vec<i64> {
        let mut before = Before::new(packets);
        for &ts in events {
            before.event(ts);
        }
        before.late()
    }

    #[test]
    fn the_queue_that_is_being_drained_goes_through_ties() {
        // An event before: the descriptor of the same time waits.
        assert_eq!(late(&[10], &[5, 10]), [10]);
        // A packet before, or nothing: it does not.
        assert!(late(&[1, 10], &[10]).is_empty());
        assert!(late(&[10], &[10]).is_empty());
        // After a tie the queue that went second goes on.
        assert_eq!(late(&[10, 20], &[5, 10, 20]), [10]);
        assert_eq!(late(&[10, 20], &[10, 20]), [20]);
        assert_eq!(late(&[10, 20], &[5, 10, 15, 20]), [10, 20]);
        // The order in which events are seen does not matter.
        assert_eq!(late(&[10, 20], &[20, 15, 10, 5]), [10, 20]);
    }
}
