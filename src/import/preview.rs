//! The tracks that are on the screen, imported before all others.
//!
//! After the scan everything is known that events refer to, so that the units of
//! some threads can be decoded and stacked as if there were no others. They are
//! decoded once more with the rest, which is cheap because they are few.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::resolve::{Resolved, Target};
use super::scan::{Scan, Unit};
use super::sink::SinkTrack;
use super::sink::events::SliceEvents;
use super::{Observer, Progress, Thread, assemble, resolve};
use crate::model::builder::TraceBuilder;
use crate::model::track::{Scope, TrackClass};

/// How many bytes of events are decoded first, at most.
const BYTES_MAX: u64 = 48 << 20;
/// Only traces with so many times more bytes of events are worth a preview.
const WORTH: u64 = 4;
/// How the types of tracks begin that legacy events begin and end by their ids.
const LEGACY_ASYNC: &[u8] = b"legacy_async_";
/// Packets other than track events would all be read twice: no more than this.
const COLD_MAX: usize = 200_000;

/// Imports the units of the threads that the observer wants first, and hands it the result. `None` if
/// cancelled.
pub(super) fn show(scan: &mut Scan, threads: usize, observer: &mut dyn Observer) -> Option<()> {
    let total: u64 = scan.units.iter().map(Unit::size).sum();
    if scan.cold.len() + scan.frames.len() > COLD_MAX || total < BYTES_MAX * WORTH {
        return Some(());
    }
    let Some(wanted) = observer.wanted() else {
        return Some(());
    };
    let units = choose(scan, &wanted);
    if !units.is_empty() {
        let builder = import(scan, units, threads, observer)?;
        observer.preview(builder);
    }
    Some(())
}

/// Imports some units alone. `None` if cancelled.
fn import(
    scan: &mut Scan,
    units: Vec<Unit>,
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<TraceBuilder> {
    // All units are moved aside, not copied with the scan, as they are many.
    let all = std::mem::replace(&mut scan.units, units);
    let mut part = scan.clone();
    scan.units = all;
    let mut quiet = Quiet {
        observer,
        progress: Progress {
            phase: super::Phase::Scan,
            done: 1,
            total: 1,
            events: scan.n_packets,
        },
    };
    let mut resolved = resolve(&mut part, threads, &mut quiet)?;
    leave_shared_tracks(&mut resolved);
    let builder = assemble::assemble(part, resolved, threads, &mut quiet)?;
    Some(TraceBuilder {
        complete: false,
        ..builder
    })
}

/// Takes out the events of tracks that no thread owns: others may write there too, and what begins or
/// ends a slice may be among what is not decoded yet.
fn leave_shared_tracks(resolved: &mut Resolved) {
    let (tracks, strings) = (&resolved.sink.tracks, &resolved.sink.strings);
    let is_shared: Vec<bool> = tracks
        .iter()
        .map(|(track, _)| {
            let is_of_thread = matches!(track.scope, Scope::Thread(_));
            let is_of_events = track.class == TrackClass::TrackEvent
                || strings.bytes(track.type_name).starts_with(LEGACY_ASYNC);
            is_of_events && !is_of_thread
        })
        .collect();
    let is_shared = |track: SinkTrack| is_shared.get(track.index()).copied().unwrap_or(true);
    for group in &mut resolved.groups {
        group.target = match group.target.take() {
            Some(Target::Track(track)) if !is_shared(track) => Some(Target::Track(track)),
            _ => None,
        };
    }
    resolved.sets.retain(|set| !is_shared(set.first_row));
    for counter in &mut resolved.counters {
        counter.track = counter.track.take().filter(|&track| !is_shared(track));
    }
    for (track, events) in resolved.sink.events.iter_mut().enumerate() {
        if is_shared(SinkTrack::from_index(track)) {
            *events = SliceEvents::default();
        }
    }
}

/// Returns which units to decode first: those of wanted threads, as many as there is room for.
fn choose(scan: &Scan, wanted: &[Thread]) -> Vec<Unit> {
    let owner = |unit: &Unit| {
        let run = unit.runs.first()?;
        let thread = scan.sequences.epochs.get(run.epoch as usize)?.thread?;
        Some((thread.pid, thread.tid))
    };
    let mut of_thread: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
    for (index, unit) in scan.units.iter().enumerate() {
        if let Some(owner) = owner(unit) {
            of_thread.entry(owner).or_default().push(index);
        }
    }
    let mut chosen = vec![false; scan.units.len()];
    let mut left = BYTES_MAX;
    for thread in wanted {
        let units = of_thread.remove(&(thread.pid, thread.tid));
        let units = units.unwrap_or_default();
        let bytes: u64 = units.iter().map(|&unit| scan.units[unit].size()).sum();
        if bytes <= left {
            left -= bytes;
            for unit in units {
                chosen[unit] = true;
            }
        }
    }
    let units = scan.units.iter().zip(chosen);
    let units = units.filter(|(_, is_chosen)| *is_chosen);
    units.map(|(unit, _)| unit.clone()).collect()
}

/// Passes on whether to go on, but not how far this import is, as it is no part of the whole.
struct Quiet<'a> {
    observer: &'a mut dyn Observer,
    progress: Progress,
}

impl Observer for Quiet<'_> {
    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        self.observer.progress(self.progress)
    }
}

#[cfg(test)]
mod tests;
