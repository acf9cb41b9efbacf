//! Statistics of flows: delays by pair of slice names, and the slowest flows.
//!
//! Percentiles are nearest-rank, so that each is the delay of a real flow. Self
//! flows are left out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use super::{category, delay_ns, is_before, leaves_open, single_categories};
use crate::base::intern::StrId;
use crate::model::ids::{FlowId, SliceId};
use crate::model::trace::Trace;
use crate::model::track::TrackClass;
use crate::query::told_apart::what_it_does;
use crate::query::{percentile, slices};

/// The delays of all flows from slices of one name to slices of another. Names that differ in their
/// numbers only are one, as they have one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairStats {
    /// What the slices they leave are called.
    pub from: GroupName,
    /// What the slices they reach are called.
    pub to: GroupName,
    /// How many.
    pub count: usize,
    /// How many reach a slice that started before the one they leave.
    pub n_backward: usize,
    /// How many leave a slice that never ended: their delays are the most that they can be.
    pub n_open: usize,
    /// The shortest delay; negative delays are overlaps.
    pub min_ns: i64,
    /// The median.
    pub p50_ns: i64,
    /// Nine in ten are no longer.
    pub p90_ns: i64,
    /// 99 in a hundred are no longer.
    pub p99_ns: i64,
    /// The longest.
    pub max_ns: i64,
    /// The flow with the longest delay.
    pub slowest: FlowId,
}

/// What slices at one end of flows are called. As in the trace, not safe to print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupName {
    /// Their name, with `#` for each number if those differ; for frames that of their track, since the
    /// names of frames are numbers.
    pub name: Option<String>,
    /// What they do: see [`what_it_does`].
    pub does: Option<String>,
}

impl GroupName {
    /// Returns both, as far as they are known.
    pub fn text(&self) -> Option<String> {
        match (&self.name, &self.does) {
            (Some(name), Some(does)) => Some(format!("{name} · {does}")),
            (name, does) => name.as_ref().or(does.as_ref()).cloned(),
        }
    }
}

/// Returns the name by which the flows of a slice are grouped.
pub fn group_name(trace: &Trace, slice: SliceId) -> Option<StrId> {
    let track = trace.tracks.get(trace.slices.track_of(slice));
    match track.class {
        TrackClass::ExpectedFrames | TrackClass::ActualFrames => track.name,
        _ => trace.slices.name(slice),
    }
}

/// The places in [`Names`] of a name with `#` for each number, and of what the slices do.
type Folded = (Option<usize>, Option<usize>);

/// Names with `#` for each number, each made once.
#[derive(Default)]
struct Names {
    /// What is known of a slice: any number of flows may be of one, and its arguments are decoded.
    slices: HashMap<SliceId, Folded>,
    of: HashMap<StrId, usize>,
    places: HashMap<String, usize>,
    folded: Vec<String>,
}

impl Names {
    fn of(&mut self, trace: &Trace, slice: SliceId) -> Folded {
        if let Some(&known) = self.slices.get(&slice) {
            return known;
        }
        let folded = self.fold(trace, slice);
        self.slices.insert(slice, folded);
        folded
    }

    fn fold(&mut self, trace: &Trace, slice: SliceId) -> Folded {
        let does = what_it_does(trace, slice).map(|does| self.place(does));
        let Some(name) = group_name(trace, slice) else {
            return (None, does);
        };
        let known = self.of.get(&name).copied();
        let place = known.unwrap_or_else(|| {
            let place = self.place(slices::folded(&trace.text(name)));
            self.of.insert(name, place);
            place
        });
        (Some(place), does)
    }

    fn place(&mut self, text: String) -> usize {
        let next = self.folded.len();
        *self.places.entry(text).or_insert_with_key(|text| {
            self.folded.push(text.clone());
            next
        })
    }

    fn text(&self, place: Option<usize>) -> Option<&str> {
        Some(&self.folded[place?])
    }
}

/// The flows of a pair of names.
struct Pair {
    /// The names of the first flow, and whether all others have the same.
    names: [(Option<StrId>, bool); 2],
    delays: Vec<(i64, FlowId)>,
}

impl Pair {
    fn stats(mut self, trace: &Trace, names: &Names, (from, to): (Folded, Folded)) -> PairStats {
        let delays = &mut self.delays;
        delays.sort_unstable_by_key(|&(delay, id)| (delay, std::cmp::Reverse(id)));
        let at = |percent: usize| percentile(delays, percent).0;
        let (max_ns, slowest) = delays[delays.len() - 1];
        let shown = |(own, is_same): (Option<StrId>, bool), (folded, does): Folded| GroupName {
            name: if is_same {
                own.map(|own| trace.text(own).into_owned())
            } else {
                names.text(folded).map(str::to_owned)
            },
            does: names.text(does).map(str::to_owned),
        };
        let backward = delays.iter().filter(|&&(_, id)| is_before(trace, id));
        let open = delays.iter().filter(|&&(_, id)| leaves_open(trace, id));
        PairStats {
            from: shown(self.names[0], from),
            to: shown(self.names[1], to),
            count: delays.len(),
            n_backward: backward.count(),
            n_open: open.count(),
            min_ns: delays[0].0,
            p50_ns: at(50),
            p90_ns: at(90),
            p99_ns: at(99),
            max_ns,
            slowest,
        }
    }
}

/// Returns the delays by pair of names, the longest delay first; `None` if it was cancelled. Self flows
/// are left out.
pub fn by_pair(trace: &Trace, cancel: &AtomicBool) -> Option<Vec<PairStats>> {
    let mut names = Names::default();
    let mut pairs: HashMap<(Folded, Folded), Pair> = HashMap::new();
    for (index, flow) in trace.flows.rows().enumerate() {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        if flow.from == flow.to {
            continue;
        }
        let id = FlowId::from_index(index);
        let own = [flow.from, flow.to].map(|slice| group_name(trace, slice));
        let [from, to] = [flow.from, flow.to].map(|slice| names.of(trace, slice));
        let pair = pairs.entry((from, to)).or_insert_with(|| Pair {
            names: own.map(|name| (name, true)),
            delays: Vec::new(),
        });
        for (known, name) in pair.names.iter_mut().zip(own) {
            known.1 &= known.0 == name;
        }
        pair.delays.push((delay_ns(trace, id), id));
    }
    let pairs = pairs.into_iter();
    let pairs = pairs.map(|(ends, pair)| pair.stats(trace, &names, ends));
    let mut pairs: Vec<PairStats> = pairs.collect();
    pairs.sort_unstable_by_key(|pair| (std::cmp::Reverse(pair.max_ns), pair.slowest));
    Some(pairs)
}

/// Returns how many flows there are of each single category, by its name, which is empty if there is none;
/// nothing if it was cancelled. A flow of several categories counts for each.
pub fn by_category(trace: &Trace, cancel: &AtomicBool) -> Option<Vec<(String, usize)>> {
    // Without arguments of its own a flow has the categories of its slices: most are alike.
    let mut alike = HashMap::<_, (FlowId, usize)>::new();
    let mut counts = BTreeMap::<String, usize>::new();
    let mut count = |category: &str, n: usize| {
        for one in single_categories(category) {
            match counts.get_mut(one) {
                Some(sum) => *sum += n,
                None => _ = counts.insert(one.to_owned(), n),
            }
        }
    };
    for id in (0..trace.flows.len()).map(FlowId::from_index) {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let flow = trace.flows.get(id);
        if flow.args.is_some() {
            count(&category(trace, id), 1);
        } else {
            let labels = [flow.from, flow.to].map(|slice| trace.slices.label_id(slice));
            alike.entry(labels).or_insert((id, 0)).1 += 1;
        }
    }
    for (id, n) in alike.into_values() {
        count(&category(trace, id), n);
    }
    Some(counts.into_iter().collect())
}
