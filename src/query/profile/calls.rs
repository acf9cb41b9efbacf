//! Sums over the call sites of some samples: each is looked at once, however many stacks it is in.
//!
//! Stacks share what called them, so that their depths together may be the square of the size of the trace.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use super::{Function, first_from, of_frame};
use crate::base::time::Ts;
use crate::model::ids::StackSampleId;
use crate::model::trace::Trace;

/// A call site in the stacks of some samples.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Call {
    /// The place in [`Calls`] of what called it.
    pub(in crate::query) caller: Option<usize>,
    frame: u32,
    /// How many samples were taken in it.
    pub(in crate::query) own: usize,
    /// How many were taken in it or in what it had called.
    pub(in crate::query) total: usize,
    /// Of these, the first from the instant that was asked for on; the first of all if there is none.
    pub(in crate::query) next: StackSampleId,
}

/// The call sites in the stacks of some samples; what called something stands before it.
#[derive(Debug)]
pub(in crate::query) struct Calls<'a> {
    trace: &'a Trace,
    calls: Vec<Call>,
}

impl<'a> Calls<'a> {
    /// Adds samples up. Cost: a look at each sample, and at each call site.
    pub(in crate::query) fn of(
        trace: &'a Trace,
        samples: impl Iterator<Item = StackSampleId>,
        at: Ts,
    ) -> Self {
        let mut leaves: BTreeMap<u32, (usize, StackSampleId)> = BTreeMap::new();
        for id in samples {
            if let Some(site) = trace.stack_profile.sample(id).callsite {
                let (n, next) = leaves.entry(site).or_insert((0, id));
                *n += 1;
                *next = first_from(trace, at, *next, id);
            }
        }
        let mut sites: Vec<u32> = sites(trace, leaves.keys().copied(), usize::MAX)
            .unwrap_or_default()
            .into_iter()
            .collect();
        sites.sort_unstable();
        let place = |site: u32| sites.binary_search(&site).ok();
        let mut sums: Vec<Option<(usize, usize, StackSampleId)>> = vec![None; sites.len()];
        for (&site, &(n, next)) in &leaves {
            if let Some(sum) = place(site).and_then(|place| sums.get_mut(place)) {
                *sum = Some((n, n, next));
            }
        }
        let caller = |place: usize| caller_of(trace, *sites.get(place)?);
        // What is called stands behind its caller, so that its sum is complete.
        for at_place in (0..sites.len()).rev() {
            let Some((_, total, next)) = sums[at_place] else {
                continue;
            };
            if let Some(above) = caller(at_place).and_then(place) {
                sums[above] = Some(match sums[above] {
                    None => (0, total, next),
                    Some((own, so_far, first)) => {
                        (own, so_far + total, first_from(trace, at, first, next))
                    }
                });
            }
        }
        let frames = &trace.stack_profile.callsites;
        let call = |(at_place, &site): (usize, &u32)| {
            let (own, total, next) = sums[at_place]?;
            Some(Call {
                caller: caller(at_place).and_then(place),
                frame: frames.get(site as usize)?.frame,
                own,
                total,
                next,
            })
        };
        let calls: Option<Vec<Call>> = sites.iter().enumerate().map(call).collect();
        Self {
            trace,
            calls: calls.unwrap_or_default(),
        }
    }

    /// Returns the call sites.
    pub(in crate::query) fn all(&self) -> &[Call] {
        &self.calls
    }

    /// Returns the functions of a call site, the innermost first: what was inlined into another is also one.
    pub(in crate::query) fn functions(&self, call: &Call) -> impl Iterator<Item = Function> {
        of_frame(self.trace, call.frame)
    }

    /// Returns how many of the samples have a stack.
    pub(super) fn n_samples(&self) -> usize {
        self.calls.iter().map(|call| call.own).sum()
    }

    /// Calls `each` with every function of every call site, the innermost first, and whether something above it
    /// in the stack is of the same function.
    pub(super) fn each_function(&self, mut each: impl FnMut(Function, &Call, bool, bool)) {
        let mut callees: Vec<Vec<usize>> = vec![Vec::new(); self.calls.len()];
        let mut left: Vec<Step> = Vec::new();
        for (place, call) in self.calls.iter().enumerate().rev() {
            match call.caller {
                Some(caller) => callees[caller].push(place),
                None => left.push(Step::Enter(place)),
            }
        }
        let mut above: HashMap<Function, usize> = HashMap::new();
        while let Some(step) = left.pop() {
            let (place, is_entered) = match step {
                Step::Enter(place) => (place, true),
                Step::Leave(place) => (place, false),
            };
            let call = &self.calls[place];
            let functions: Vec<Function> = self.functions(call).collect();
            if !is_entered {
                for function in &functions {
                    if let Some(n) = above.get_mut(function) {
                        *n -= 1;
                    }
                }
                continue;
            }
            // The outermost is entered first.
            for (index, &function) in functions.iter().enumerate().rev() {
                let n = above.entry(function).or_insert(0);
                each(function, call, *n > 0, index == 0);
                *n += 1;
            }
            left.push(Step::Leave(place));
            left.extend(callees[place].drain(..).map(Step::Enter));
        }
    }
}

/// A step of a walk through stacks.
#[derive(Clone, Copy, Debug)]
enum Step {
    Enter(usize),
    Leave(usize),
}

/// Returns what called a call site.
pub(super) fn caller_of(trace: &Trace, site: u32) -> Option<u32> {
    let sites = &trace.stack_profile.callsites;
    // A parent stands before its children, so that a walk ends.
    (sites.get(site as usize)?.parent).filter(|&parent| parent < site)
}

/// Returns the call sites in some stacks, each given by its innermost one; `None` if there are more than `most`,
/// of which one counts for each of the functions that were inlined into each other there.
fn sites(trace: &Trace, leaves: impl Iterator<Item = u32>, most: usize) -> Option<HashSet<u32>> {
    let (profile, mut n) = (&trace.stack_profile, 0_usize);
    let mut seen = HashSet::new();
    for leaf in leaves {
        let mut next = Some(leaf);
        while let Some(site) = next.filter(|&site| seen.insert(site)) {
            let frame = profile.callsites.get(site as usize).map(|site| site.frame);
            n += frame.map_or(1, |frame| profile.symbols_of(frame).len().max(1));
            if n > most {
                return None;
            }
            next = caller_of(trace, site);
        }
    }
    Some(seen)
}

/// Returns whether the stacks of samples have more call sites than `most`, all of them together. Looks at no
/// more than these.
pub fn has_more_sites(
    trace: &Trace,
    samples: impl Iterator<Item = StackSampleId>,
    most: usize,
) -> bool {
    let leaves = samples.filter_map(|id| trace.stack_profile.sample(id).callsite);
    sites(trace, leaves, most).is_none()
}
