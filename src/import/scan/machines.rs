//! The machines that packets come from, and how the clocks of others relate to the host's.
//!
//! Packets name their machine by a raw id; rows of the trace by its index in the order of their
//! first packets. The machine whose packets come first is the host. The rules are those
//! of the reference's `proto_trace_reader.cc`.

use hashbrown::HashMap;

use super::Scanner;
use crate::decode::clock::{ClockId, Reading};
use crate::decode::fields::{Field, Fields};
use crate::proto::{
    clock_snapshot::{self, clock},
    remote_clock_sync::{self, synced_clocks},
};

/// How far two rounds of a synchronisation may lie apart, in nanoseconds.
const ROUNDS_MAX_NS: i64 = 30_000_000_000;

/// How many machines a trace may have: each has CPUs and an idle process of its own.
const MACHINES_MAX: usize = 256;

/// The raw ids of machines, by index.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Machines {
    /// The host has index 0, and id 0 unless another machine took its place.
    raw: Vec<u32>,
}

impl Machines {
    /// Notes the machine of a packet; `is_first` says whether that is the first packet of the trace.
    #[inline]
    pub(super) fn note(&mut self, raw: u32, is_first: bool) {
        if raw != 0 {
            self.note_other(raw, is_first);
        }
    }

    fn note_other(&mut self, raw: u32, is_first: bool) {
        if self.raw.is_empty() {
            self.raw.push(if is_first { raw } else { 0 });
        }
        if self.raw.len() < MACHINES_MAX && !self.raw.contains(&raw) {
            self.raw.push(raw);
        }
    }

    /// Returns the index of a machine. Those beyond the limit count as the host.
    #[inline]
    pub(in crate::import) fn index(&self, raw: u32) -> u32 {
        if raw == 0 {
            return 0;
        }
        let index = self.raw.iter().position(|&known| known == raw);
        index.unwrap_or(0) as u32
    }

    /// Returns whether packets with this raw id are the host's.
    pub(super) fn is_host(&self, raw: u32) -> bool {
        raw == 0 || self.raw.first() == Some(&raw)
    }

    /// Returns the raw ids by index, at least that of the host.
    pub(in crate::import) fn raw_ids(&self) -> Vec<u32> {
        if self.raw.is_empty() {
            vec![0]
        } else {
            self.raw.clone()
        }
    }
}

/// One reading of both machines' clocks.
#[derive(Debug, Default)]
struct Round {
    client: Side,
    host: Side,
}

/// What the clocks of a machine showed.
#[derive(Debug, Default)]
struct Side {
    /// The ids of the clocks, in their order.
    clocks: Vec<u32>,
    /// What each clock showed, by id. The first reading of a clock counts.
    times: HashMap<u32, i64>,
}

impl Round {
    fn read(field: &Field<'_>) -> Self {
        let mut round = Self::default();
        for side in field.fields() {
            let clocks = match side.number {
                synced_clocks::CLIENT_CLOCKS => &mut round.client,
                synced_clocks::HOST_CLOCKS => &mut round.host,
                _ => continue,
            };
            for clock in Fields::new(side.as_bytes()).all_of(clock_snapshot::CLOCKS) {
                let (mut id, mut ts) = (0, 0);
                for field in clock.fields() {
                    match field.number {
                        clock::CLOCK_ID => id = field.as_u32(),
                        clock::TIMESTAMP => ts = field.as_i64(),
                        _ => {}
                    }
                }
                clocks.clocks.push(id);
                clocks.times.entry(id).or_insert(ts);
            }
        }
        round
    }

    /// Returns what a clock showed on the remote machine and on the host.
    fn of(&self, clock: u32) -> Option<(i64, i64)> {
        let find = |side: &Side| side.times.get(&clock).copied();
        Some((find(&self.client)?, find(&self.host)?))
    }
}

impl Scanner<'_> {
    /// Relates the clocks of a remote machine to the host's.
    pub(super) fn remote_clock_sync(&mut self, bytes: &[u8], machine: u32) {
        let rounds: Vec<Round> = Fields::new(bytes)
            .all_of(remote_clock_sync::SYNCED_CLOCKS)
            .map(|field| Round::read(&field))
            .collect();
        let Some(last) = rounds.last() else { return };
        for (clock, offset) in offsets(&rounds) {
            let Some((_, host)) = last.of(clock) else {
                continue;
            };
            let reading = |machine, timestamp| Reading {
                clock: ClockId::new(clock, 0, machine),
                timestamp,
                unit_ns: 1,
                incremental: false,
            };
            let pair = [
                reading(0, host),
                reading(machine, host.saturating_add(offset)),
            ];
            if !self.out.clocks.add_snapshot(&pair) {
                self.out.issues.count("invalid_clock_snapshots");
            }
        }
    }
}

/// Returns by how much each clock of the remote machine is ahead of the host's: the mean of what
/// consecutive rounds tell.
fn offsets(rounds: &[Round]) -> Vec<(u32, i64)> {
    let mut sums: Vec<(u32, i128, i128)> = Vec::new();
    let mut places: HashMap<u32, usize> = HashMap::new();
    for pair in rounds.windows(2) {
        let [first, second] = pair else { continue };
        let boot = |round: &Round| round.of(ClockId::BOOTTIME).map(|row| row.0);
        if let (Some(from), Some(to)) = (boot(first), boot(second))
            && to.saturating_sub(from) > ROUNDS_MAX_NS
        {
            continue;
        }
        for &clock in &second.client.clocks {
            let (Some((client1, host1)), Some((client2, host2))) =
                (first.of(clock), second.of(clock))
            else {
                continue;
            };
            let [client1, host1, client2, host2] = [client1, host1, client2, host2].map(i128::from);
            let both = client1.midpoint(client2) - host1 + client2 - host1.midpoint(host2);
            let place = *places.entry(clock).or_insert(sums.len());
            match sums.get_mut(place) {
                Some(sum) => (sum.1, sum.2) = (sum.1 + both, sum.2 + 2),
                None => sums.push((clock, both, 2)),
            }
        }
    }
    let mean = |(clock, sum, n)| Some((clock, i64::try_from(sum / n).ok()?));
    sums.into_iter().filter_map(mean).collect()
}
