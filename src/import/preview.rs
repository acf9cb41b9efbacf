//! The tracks that are on the screen, imported before all others.
//!
//! After the scan everything is known that events refer to, so that the units of
//! some threads can be decoded and stacked as if there were no others. They are
//! decoded once more with the rest, which is cheap because they are few.

use std::ops::ControlFlow;

use hashbrown::{HashMap, HashSet};

use super::scan::{Scan, Unit};
use super::{Observer, Progress, Thread, assemble, resolve, unit};
use crate::model::builder::TraceBuilder;

/// How many bytes of events are decoded first, at most.
const BYTES_MAX: u64 = 96 << 20;
/// Only traces that have this many times more are worth it.
const WORTH: u64 = 3;
/// Packets other than track events would all be read twice: no more than this.
const COLD_MAX: usize = 200_000;

/// Imports the units of the threads that the observer wants first, and shows it the result.
/// `None` if cancelled.
pub(super) fn show(scan: &Scan, threads: usize, observer: &mut dyn Observer) -> Option<()> {
    let bytes_of = |unit: &Unit| unit.runs.iter().map(|run| run.end - run.start).sum::<u64>();
    let total: u64 = scan.units.iter().map(bytes_of).sum();
    if scan.cold.len() > COLD_MAX || total < BYTES_MAX * WORTH {
        return Some(());
    }
    let Some(wanted) = observer.wanted() else {
        return Some(());
    };
    let sizes: Vec<u64> = scan.units.iter().map(bytes_of).collect();
    let chosen = choose(scan, &sizes, &wanted);
    let units: Vec<Unit> = scan
        .units
        .iter()
        .zip(&chosen)
        .filter(|(_, is_chosen)| **is_chosen)
        .map(|(unit, _)| unit.clone())
        .collect();
    if units.is_empty() {
        return Some(());
    }
    let mut part = scan.part(units);
    let mut quiet = Quiet {
        observer,
        progress: Progress {
            phase: super::Phase::Scan,
            done: 1,
            total: 1,
            events: scan.n_packets,
        },
    };
    let decoded = unit::decode_all(&part, threads, &mut quiet)?;
    let resolved = resolve::resolve(&mut part, decoded, &mut quiet)?;
    let builder = assemble::assemble(part, resolved, threads, &mut quiet)?;
    observer.preview(TraceBuilder {
        complete: false,
        ..builder
    });
    Some(())
}

/// Returns which units to decode first: those of wanted threads, and where there is room all of
/// their processes, whose threads may share tracks.
fn choose(scan: &Scan, sizes: &[u64], wanted: &[Thread]) -> Vec<bool> {
    let owner = |unit: &Unit| {
        let run = unit.runs.first()?;
        let thread = scan.sequences.epochs.get(run.epoch as usize)?.thread?;
        Some((thread.pid, thread.tid))
    };
    let mut of_process: HashMap<i64, Vec<usize>> = HashMap::new();
    for (index, unit) in scan.units.iter().enumerate() {
        if let Some((pid, _)) = owner(unit) {
            of_process.entry(pid).or_default().push(index);
        }
    }
    let is_wanted: HashSet<(i64, i64)> = wanted.iter().map(|it| (it.pid, it.tid)).collect();
    let mut chosen = vec![false; scan.units.len()];
    let mut left = BYTES_MAX;
    for thread in wanted {
        let Some(units) = of_process.remove(&thread.pid) else {
            continue;
        };
        let sum = |units: &[usize]| units.iter().map(|&unit| sizes[unit]).sum::<u64>();
        let on_screen = units.iter().copied().filter(|&unit| {
            let owner = scan.units.get(unit).and_then(owner);
            owner.is_some_and(|owner| is_wanted.contains(&owner))
        });
        let on_screen: Vec<usize> = on_screen.collect();
        let take = if sum(&units) <= left {
            &units
        } else {
            &on_screen
        };
        if sum(take) > left {
            break;
        }
        left -= sum(take);
        for &unit in take {
            chosen[unit] = true;
        }
    }
    chosen
}

/// Passes on whether to go on, but not how far this is: it is no part of the whole.
struct Quiet<'a> {
    observer: &'a mut dyn Observer,
    progress: Progress,
}

impl Observer for Quiet<'_> {
    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        self.observer.progress(self.progress)
    }
}
