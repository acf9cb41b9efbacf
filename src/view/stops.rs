//! The rows of a list in the order of time, for keys that walk them one by one.
//!
//! Some rows are things of the trace, others only times.

use hashbrown::HashSet;

use crate::base::time::Ts;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::query::nav::Neighbour;
use crate::view::scene::Item;
use crate::view::state::{Selection, ViewState};
use crate::view::time::selected_span;

/// What stands for a row on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// An item.
    Item(Item),
    /// An instant, with the item that was there.
    Event(Item),
    /// An instant on a track.
    Track(NodeId),
    /// An instant.
    Time,
}

impl Stop {
    /// Returns what is selected there.
    pub fn selection(self) -> Selection {
        match self {
            Self::Item(item) | Self::Event(item) => item.into(),
            Self::Track(node) => Selection::Track(node),
            Self::Time => Selection::None,
        }
    }
}

/// Rows of a list, in the order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// When they begin, ascending.
    times: Vec<i64>,
    /// The rows in that order; those of one time in that of the list.
    stops: Vec<Stop>,
}

impl Stops {
    /// Puts rows in order. Those of items may leave their times out; those that then have none are left out, as
    /// are rows that repeat another. O(n log n).
    pub fn new(trace: &Trace, rows: impl Iterator<Item = (Option<Ts>, Stop)>) -> Self {
        let begins = |stop: Stop| Some(selected_span(trace, &stop.selection())?.start());
        let timed = rows.filter_map(|(ts, stop)| Some((ts.or_else(|| begins(stop))?.ns(), stop)));
        let mut known = HashSet::new();
        let mut all: Vec<(i64, Stop)> = timed.filter(|&row| known.insert(row)).collect();
        all.sort_by_key(|&(ts, _)| ts);
        let (times, stops) = all.into_iter().unzip();
        Self { times, stops }
    }

    /// Returns how many there are.
    pub const fn len(&self) -> usize {
        self.stops.len()
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// Returns when they begin, ascending.
    pub fn times(&self) -> &[i64] {
        &self.times
    }

    /// Returns one of them, and when it begins.
    pub fn get(&self, index: usize) -> Option<(Ts, Stop)> {
        let ts = Ts::from_ns(*self.times.get(index)?);
        Some((ts, *self.stops.get(index)?))
    }

    /// Returns which of them begins at an instant and is selected. One that is only a time is there whatever is
    /// selected.
    pub fn place_of(&self, now: Ts, selection: &Selection) -> Option<usize> {
        let from = self.from(now);
        let here = || (from..self.len()).take_while(|&at| self.times[at] == now.ns());
        let selected = here().find(|&at| self.stops[at].selection() == *selection);
        selected.or_else(|| here().find(|&at| self.stops[at] == Stop::Time))
    }

    /// Returns the first that begins at an instant or later.
    pub fn from(&self, now: Ts) -> usize {
        self.times.partition_point(|&ts| ts < now.ns())
    }

    /// Returns the one after or before an instant, or after or before the one of them that is selected there;
    /// `None` if there is none in that direction.
    pub fn beside(&self, now: Ts, selection: &Selection, step: Neighbour) -> Option<usize> {
        let here = self.place_of(now, selection);
        match step {
            Neighbour::Next => {
                let next = here.map_or_else(|| self.from(now), |here| here + 1);
                (next < self.len()).then_some(next)
            }
            Neighbour::Previous => here.unwrap_or_else(|| self.from(now)).checked_sub(1),
        }
    }
}

/// Returns the instant from which rows are walked: that of the cursor or of the selection, or else where the
/// window begins.
pub fn now(trace: &Trace, state: &ViewState) -> Ts {
    let begins = || Some(selected_span(trace, &state.selection)?.start());
    let now = state.cursor_ts.or_else(begins);
    now.unwrap_or_else(|| state.viewport.start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::SliceId;
    use crate::model::track::Scope;

    #[test]
    fn rows_of_one_time_are_walked_in_their_order_and_none_is_walked_twice() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let thread = b.thread(app, 1, "t");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(
            track,
            &[(0, 100, "outer"), (0, 50, "inner"), (70, 10, "late")],
        );
        let trace = b.finish();
        let slice = |id| (None, Stop::Item(Item::Slice(SliceId(id))));
        let at = |ts| Some(Ts::from_ns(ts));
        let event = (at(30), Stop::Event(Item::Slice(SliceId(0))));
        let gone = slice(99);
        let rows = [slice(2), slice(1), event, slice(0), slice(1), event, gone];
        let stops = Stops::new(&trace, rows.into_iter());
        assert_eq!(stops.times(), [0, 0, 30, 70]);
        let all: Vec<Stop> = (0..stops.len())
            .filter_map(|at| Some(stops.get(at)?.1))
            .collect();
        assert_eq!(all, [slice(1).1, slice(0).1, event.1, slice(2).1]);
        // Forward, and back again, from the first of all.
        let selected = |index: usize| stops.get(index).map(|(ts, stop)| (ts, stop.selection()));
        let mut here = 0;
        for (step, expected) in [
            (Neighbour::Next, Some(1)),
            (Neighbour::Next, Some(2)),
            (Neighbour::Next, Some(3)),
            (Neighbour::Next, None),
            (Neighbour::Previous, Some(2)),
            (Neighbour::Previous, Some(1)),
            (Neighbour::Previous, Some(0)),
            (Neighbour::Previous, None),
        ] {
            let (now, selection) = selected(here).expect("a row");
            assert_eq!(stops.place_of(now, &selection), Some(here));
            let next = stops.beside(now, &selection, step);
            assert_eq!(next, expected, "from {here} {step:?}");
            here = next.unwrap_or(here);
        }
        // From elsewhere the next is that which begins there or later.
        let elsewhere = |ts, step| stops.beside(Ts::from_ns(ts), &Selection::None, step);
        assert_eq!(elsewhere(30, Neighbour::Next), Some(2));
        assert_eq!(elsewhere(31, Neighbour::Previous), Some(2));
        assert_eq!(elsewhere(71, Neighbour::Next), None);
    }
}
