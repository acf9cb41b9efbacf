//! Nests a large track in two halves, at the same time.
//!
//! A track may have half of all events, and other threads have nothing to do while it is nested. So it is cut
//! where a slice begins that seems to be in no other. The second half is nested as if nothing were open
//! there. The result is the same as if the track were nested as a whole, unless an end then lacks its begin.
//! That is noticed, and the second half is nested again behind the first.

use smallvec::{SmallVec, smallvec};

use super::lists;
use super::merge::EVER;
use crate::import::pool;
use crate::import::resolve::{Parts, UnitRest};
use crate::import::stack::{Stacked, Stacker};
use crate::import::unit::{Kind, TrackList};

/// From how many events on a track is cut.
const LARGE: usize = 1 << 18;

/// What the events of a track become, as parts that follow each other in time. Each has the depth of its
/// outermost slices.
pub(super) type Nested = SmallVec<[(usize, Stacked); 1]>;

/// Returns where to cut the lists of a track, if it is large and there may be threads for both halves.
pub(super) fn cut_of_large(parts: &[(u32, TrackList)], threads: usize) -> Option<i64> {
    let n_events: usize = parts.iter().map(|(_, list)| list.len).sum();
    if n_events < LARGE || pool::n_threads(threads, 2) < 2 {
        return None;
    }
    cut(parts, n_events / 2)
}

/// Nests the events before `cut`, and at the same time those from `cut` on.
pub(super) fn stack_at<'a>(
    cut: i64,
    parts: Parts,
    units: &[UnitRest],
    threads: usize,
    stacker: impl Fn() -> Stacker<'a> + Sync,
) -> Nested {
    let (before, after) = (*EVER.start()..=cut.saturating_sub(1), cut..=*EVER.end());
    let mut earlier = lists::by_time(parts);
    let is_before = |(_, list): &(u32, TrackList)| list.latest() < cut;
    let at = earlier.partition_point(|together| together.iter().all(is_before));
    // The later lists may be nested twice, and the first of them may have events before the cut, too.
    let later = earlier.split_off(at);
    let first = || {
        let mut stacker = stacker();
        for together in earlier {
            lists::stack(&together, &EVER, units, &mut stacker);
        }
        if let Some(together) = later.first() {
            lists::stack(together, &before, units, &mut stacker);
        }
        stacker
    };
    let all_later = |stacker: &mut Stacker<'a>| {
        for together in &later {
            lists::stack(together, &after, units, stacker);
        }
    };
    let second = || {
        let mut stacker = stacker();
        all_later(&mut stacker);
        stacker
    };
    let (second, mut first) = pool::both(threads, second, first);
    if let Some(n_open) = first.n_open_before(&second, cut) {
        return smallvec![(0, first.finish()), (n_open, second.finish())];
    }
    drop(second);
    all_later(&mut first);
    smallvec![(0, first.finish())]
}

/// Returns when a slice begins that seems to be in no other, after `n_before` events or soon after.
fn cut(parts: &[(u32, TrackList)], n_before: usize) -> Option<i64> {
    let mut lists: Vec<&TrackList> = parts.iter().map(|(_, list)| list).collect();
    lists.sort_by_key(|list| list.first);
    let mut left = n_before;
    let list = lists.into_iter().find(|list| {
        let is_before = list.len <= left;
        left -= if is_before { list.len } else { 0 };
        !is_before
    })?;
    let (mut depth, mut least, mut before) = (0, 0, i64::MAX);
    for (at, event) in list.iter().enumerate() {
        match event.kind {
            Kind::Begin => {
                if depth == least && at >= left && event.ts > before {
                    return Some(event.ts);
                }
                depth += 1;
            }
            Kind::End => {
                depth -= 1;
                least = depth.min(least);
            }
            _ => {}
        }
        before = event.ts;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::intern::StrId;
    use crate::import::assemble::merge::Merge;
    use crate::import::assemble::nest::stack_event;
    use crate::import::stack::{Counts, Spare};
    use crate::import::unit::{FlowMarks, Unpacked};
    use crate::model::ids::{LabelId, SliceId, TrackId};
    use crate::model::slice::{Label, SliceTable};

    /// Returns the slices, the marks by their slices, and what could not be nested.
    fn facts(mut nested: Nested) -> (Vec<String>, Vec<String>, String) {
        let mut table = SliceTable::default();
        let parts = nested.iter_mut();
        let mut parts: Vec<_> = parts
            .map(|(base, it)| (*base, it.depths.as_mut_slice()))
            .collect();
        let starts = table.append_parts(TrackId(0), &mut parts);
        table.set_labels(Vec::new());
        let (mut marks, mut counts) = (Vec::new(), Counts::default());
        for ((_, stacked), starts) in nested.iter().zip(starts) {
            counts.add(stacked);
            marks.extend(stacked.marks.iter().map(|mark| {
                let slice = starts[usize::from(mark.depth)].0 + mark.row;
                format!("{} {} {slice} {}", mark.ts, mark.id, mark.is_end)
            }));
        }
        let slice = |id: SliceId| {
            let times = (table.ts(id), table.dur(id), table.thread_time(id));
            let at = (
                table.pos(id),
                table.later_pos(id).next(),
                table.depth_of(id),
            );
            format!("{times:?} {at:?} {:?}", table.label_id(id))
        };
        let slices = (0..table.len()).map(SliceId::from_index).map(slice);
        (slices.collect(), marks, format!("{counts:?}"))
    }

    #[test]
    fn where_many_events_are_late_halves_are_as_the_whole() {
        let labels = [Label::default()];
        let units = [UnitRest {
            labels: vec![LabelId(0)],
        }];
        // The latest events come first, so that nearly all are late. Begins and ends alternate.
        let event = |at: i64| Unpacked {
            ts: 10 * at,
            pos: 1000 - at.unsigned_abs(),
            kind: if at % 2 == 0 { Kind::Begin } else { Kind::End },
            label: 0,
            thread_ts: None,
            instructions: None,
            has_args: false,
            flows: FlowMarks::default(),
        };
        let mut list = TrackList::default();
        for at in (0..1000).rev() {
            list.push(&event(at));
        }
        list.finish();
        let parts = Parts::from_iter([(0, list)]);
        let every = Merge::new(&mut vec![], &parts, &mut vec![], &units, &EVER);
        assert!(every.is_none(), "few are late");
        let spare = Spare::default();
        let stacker = || Stacker::new(&labels, &spare, false, 0);
        let mut whole = stacker();
        for at in 0..1000 {
            whole.event(&stack_event(&event(at), &units[0]));
        }
        let whole = facts(smallvec![(0, whole.finish())]);
        assert_eq!(whole.0.len(), 500);
        // One cut is between two slices, the other in one.
        for cut in [4000, 4005] {
            let halves = stack_at(cut, parts.clone(), &units, 2, stacker);
            assert_eq!(facts(halves), whole, "{cut}");
        }
    }

    /// Returns what events, each with its time, kind and label, become if they are cut at any of two times.
    fn cut_at(
        cuts: [i64; 2],
        events: &[(i64, Kind, u32)],
    ) -> [(Vec<String>, Vec<String>, String); 2] {
        let labels = [0, 1, 2].map(|name| Label {
            name: (name > 0).then(|| StrId::new(name)),
            category: None,
        });
        let units = [UnitRest {
            labels: [0, 1, 2].map(LabelId).to_vec(),
        }];
        let mut list = TrackList::default();
        for (&(ts, kind, label), pos) in events.iter().zip(0..) {
            list.push(&Unpacked {
                ts,
                pos,
                kind,
                label,
                thread_ts: None,
                instructions: None,
                has_args: false,
                flows: FlowMarks::default(),
            });
        }
        list.finish();
        let parts = Parts::from_iter([(0, list)]);
        let spare = Spare::default();
        let stacker = || Stacker::new(&labels, &spare, false, 0);
        cuts.map(|cut| facts(stack_at(cut, parts.clone(), &units, 2, stacker)))
    }

    #[test]
    fn halves_that_are_too_deep_together_are_nested_as_one() {
        let begins: Vec<_> = (0..600).map(|ts| (ts, Kind::Begin, 0)).collect();
        let [whole, halves] = cut_at([0, 300], &begins);
        assert_eq!(whole.0.len(), 512);
        assert_eq!(halves, whole);
    }

    #[test]
    fn a_slice_that_has_ended_below_an_open_one_is_not_open_in_the_second_half() {
        let events = [
            (1, Kind::Begin, 1),
            (2, Kind::Begin, 2),
            (3, Kind::End, 1),
            (5, Kind::Begin, 0),
        ];
        let [whole, halves] = cut_at([0, 5], &events);
        assert_eq!(halves, whole);
    }

    proptest! {
        #[test]
        fn halves_are_as_the_whole(
            events in prop::collection::vec(
                (0_i64..3, -4_i64..1, 0_usize..4, 0_u32..3, any::<(bool, bool)>(), 0_usize..3), 0..60),
            cut in 0_i64..60,
        ) {
            let labels = [0, 1, 2].map(|name| Label {
                name: (name > 0).then(|| StrId::new(name)),
                category: None,
            });
            let units = [UnitRest { labels: [0, 1, 2].map(LabelId).to_vec() }];
            let flow = [0, 7, 0];
            let mut lists = vec![TrackList::default(); 3];
            let mut now = 5;
            for (pos, (later, late, kind, label, (has_args, has_flow), list)) in (0..).zip(events) {
                now += later;
                let kind = [Kind::Begin, Kind::End, Kind::End, Kind::Instant][kind];
                lists[list].push(&Unpacked {
                    // Only few events are late, so that the lists can be merged.
                    ts: now + if late == -4 { late } else { 0 },
                    pos,
                    kind,
                    label: if kind == Kind::End && label == 2 { 0 } else { label },
                    thread_ts: has_args.then_some(now / 2),
                    instructions: None,
                    has_args: has_args && kind == Kind::End,
                    flows: if has_flow { FlowMarks::of(Some(&flow)) } else { FlowMarks::default() },
                });
            }
            let parts: Parts = lists
                .into_iter()
                .map(|mut list| {
                    list.finish();
                    (0, list)
                })
                .collect();
            let spare = Spare::default();
            let stacker = || Stacker::new(&labels, &spare, true, 0);
            let mut whole = stacker();
            let (mut first, mut last) = (Vec::new(), Vec::new());
            let merged = Merge::new(&mut first, &parts, &mut last, &units, &EVER).expect("few");
            merged.stack(&mut whole);
            let whole = facts(smallvec![(0, whole.finish())]);
            for threads in [1, 2] {
                let halves = stack_at(cut, parts.clone(), &units, threads, stacker);
                prop_assert_eq!(&facts(halves), &whole);
            }
            if let Some(cut) = super::cut(&parts, 20) {
                let halves = stack_at(cut, parts.clone(), &units, 2, stacker);
                prop_assert_eq!(facts(halves), whole);
            }
        }
    }
}
