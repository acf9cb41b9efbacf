//! Clock snapshots and timestamps of packets, as of where they stand in the file.
//!
//! A packet whose clock cannot be converted yet is parked, and gets a second
//! chance with all snapshots of the file. The rules are those of the reference's `clock_synchronizer.cc` and
//! `proto_trace_reader.cc`.

use hashbrown::HashSet;

use super::{Cold, ColdKind, LACKS_STATE, Parked, Route, Run, Scan, Scanner, Stop};
use crate::base::time::Ts;
use crate::bytes::packets::packet_at;
use crate::decode::clock::{self, ClockCache, ClockError, ClockId, Reading};
use crate::import::scan::PacketHeader;
use crate::import::unit::TAKEN_AS_IT_IS;
use crate::model::trace::{ClockRow, clock_name};
use crate::proto::trace_packet;

/// The outcome of a timestamp conversion.
#[derive(Clone, Copy, Debug)]
pub(super) enum Timed {
    At { ts: i64, clock: u32, last_ns: i64 },
    Unknown { clock: ClockId, ns: i64 },
}

impl Scanner<'_> {
    pub(super) fn clock_snapshot(
        &mut self,
        bytes: &[u8],
        seq: u32,
        offset: u64,
    ) -> Result<(), Stop> {
        let (seq_id, machine) = {
            let sequence = &self.out.sequences.list[seq as usize];
            (sequence.id, sequence.machine)
        };
        let clock_of = |id| ClockId::new(id, seq_id, machine);
        let (readings, mut primary) = clock::read_snapshot(bytes, clock_of);
        let is_scoped = |reading: &Reading| ClockId::is_sequence_scoped(reading.clock.id);
        if seq_id == 0 && readings.iter().any(is_scoped) {
            self.out.issues.record("trace_corrupt", offset, || {
                "a clock of a sequence in a snapshot without sequence".to_owned()
            });
            return Err(Stop::Corrupt);
        }
        let lists = |id| readings.iter().any(|reading| reading.clock.id == id);
        if primary == 0 && lists(ClockId::BOOTTIME) && !lists(ClockId::TRACE_FILE) {
            primary = ClockId::BOOTTIME;
        }
        if primary != 0 {
            self.default_clocks.insert(machine, primary);
            // What another machine's clocks show says nothing of the host's, whichever comes first.
            if self.out.machines.is_host(machine) {
                self.out
                    .clocks
                    .set_trace_clock(ClockId::new(primary, 0, machine));
            }
        }
        if self.out.clocks.add_snapshot(&readings) {
            self.clock_rows(&readings, machine);
        } else {
            self.out
                .issues
                .record("invalid_clock_snapshots", offset, || refused(&readings));
        }
        // A snapshot that is refused has a number, too.
        self.snapshot_id += 1;
        Ok(())
    }

    /// Returns the clock of a machine's packets that name none; 0 if their times are those of the trace.
    pub(super) fn default_clock(&self, machine: u32) -> u32 {
        self.default_clocks.get(&machine).copied().unwrap_or(0)
    }

    fn clock_rows(&mut self, readings: &[Reading], machine: u32) {
        let trace_clock = self.out.clocks.trace_clock();
        let own = readings
            .iter()
            .find(|reading| reading.clock == trace_clock)
            .map(|reading| reading.timestamp);
        let version = self.out.clocks.version();
        for reading in readings {
            let value = reading.timestamp.wrapping_mul(if reading.unit_ns == 0 {
                1
            } else {
                reading.unit_ns
            });
            let converted = self
                .out
                .clocks
                .convert(reading.clock, value, version, &mut self.cache)
                .ok();
            let Some(ts) = converted.or(own) else {
                continue;
            };
            self.out.clock_rows.push(ClockRow {
                ts,
                clock_id: reading.clock.id,
                sequence: reading.clock.seq,
                clock_value: value,
                snapshot_id: self.snapshot_id,
                machine: self.out.machines.index(machine),
            });
        }
    }

    /// Settles what trace time is, before the first conversion to it.
    pub(super) fn fix_clocks(&mut self, machine: u32) {
        if !self.out.clocks.fix(machine) {
            self.out
                .issues
                .count("clock_sync_unrelatable_clock_domains");
        }
    }

    /// Converts the timestamp of a packet to trace time.
    pub(super) fn timestamp(&mut self, header: &PacketHeader<'_>, seq: u32) -> Result<Timed, Stop> {
        let (seq_id, machine, epoch) = {
            let sequence = &self.out.sequences.list[seq as usize];
            (sequence.id, sequence.machine, sequence.epoch)
        };
        let implied = match self.out.sequences.defaults(epoch).clock_id {
            0 => self.default_clock(machine),
            clock => clock,
        };
        let Some(timestamp) = header.timestamp else {
            let last_ns = self
                .out
                .clocks
                .last_ns(ClockId::new(implied, seq_id, machine));
            return Ok(Timed::At {
                ts: self.latest_ts,
                clock: implied,
                last_ns,
            });
        };
        let id = header.clock.filter(|&id| id != 0).unwrap_or(implied);
        if header.is_chrome() && matches!(id, 0 | ClockId::MONOTONIC) {
            return Ok(self.chrome_timestamp(timestamp, machine));
        }
        if id == 0 {
            return Ok(Timed::At {
                ts: timestamp,
                clock: 0,
                last_ns: 0,
            });
        }
        if ClockId::is_sequence_scoped(id) && seq_id == 0 {
            self.out
                .issues
                .record("trace_corrupt", self.bytes_done, || {
                    "a timestamp on a clock of a sequence in a packet without sequence".to_owned()
                });
            return Err(Stop::Corrupt);
        }
        let clock = ClockId::new(id, seq_id, machine);
        self.fix_clocks(machine);
        let (unit_ns, incremental, last_ns) = self.out.clocks.state(clock);
        let mut ns = if clock == self.out.clocks.trace_clock() {
            timestamp
        } else {
            timestamp.wrapping_mul(unit_ns)
        };
        if incremental {
            ns = last_ns.wrapping_add(ns);
        }
        let version = self.out.clocks.version();
        match self.out.clocks.convert(clock, ns, version, &mut self.cache) {
            Ok(ts) => {
                if incremental {
                    self.out.clocks.set_last_ns(clock, ns);
                }
                // A run has one clock whose state matters: the incremental one, else the implied one.
                if incremental || id == implied {
                    return Ok(Timed::At {
                        ts,
                        clock: id,
                        last_ns,
                    });
                }
                let last_ns = self
                    .out
                    .clocks
                    .last_ns(ClockId::new(implied, seq_id, machine));
                Ok(Timed::At {
                    ts,
                    clock: implied,
                    last_ns,
                })
            }
            Err(_) => Ok(Timed::Unknown { clock, ns }),
        }
    }

    /// Converts a timestamp of Chromium's older formats, which is on the monotonic clock although its
    /// packet may not say so; raw if that clock is unknown.
    fn chrome_timestamp(&mut self, ns: i64, machine: u32) -> Timed {
        let clock = ClockId::new(ClockId::MONOTONIC, 0, machine);
        self.fix_clocks(machine);
        let version = self.out.clocks.version();
        let converted = self.out.clocks.convert(clock, ns, version, &mut self.cache);
        if let Err(error) = converted {
            let words = || TAKEN_AS_IT_IS.to_owned();
            self.out.issues.note(error.issue(), 1, None, words);
        }
        Timed::At {
            ts: converted.unwrap_or(ns),
            clock: 0,
            last_ns: 0,
        }
    }

    /// Makes the route of a sequence, given a packet of it whose timestamp was converted just now.
    pub(super) fn open_route(&mut self, header: &PacketHeader<'_>, seq: u32) {
        let (Ok(flags), None, Some(_), 0) = (
            u8::try_from(header.flags & !trace_packet::SEQ_INCREMENTAL_STATE_CLEARED),
            header.clock,
            header.timestamp,
            header.machine,
        ) else {
            return;
        };
        let clock = self.implied_clock(seq);
        self.make_route(seq, flags, clock);
    }

    /// Makes a new route for a sequence whose route ended with the packet before or with a snapshot of
    /// clocks, given the flags and timestamp of a plain packet that names no clock. Returns false if that
    /// packet has to be read like any other.
    pub(super) fn renew_route(&mut self, seq: u32, flags: u8, timestamp: i64) -> bool {
        const NEEDS: u64 = trace_packet::SEQ_NEEDS_INCREMENTAL_STATE;
        let wide = u64::from(flags);
        let sequence = &self.out.sequences.list[seq as usize];
        let lacks_state = wide & NEEDS != 0 && !sequence.valid;
        if wide & trace_packet::SEQ_INCREMENTAL_STATE_CLEARED != 0
            || lacks_state
            || sequence.id == 0
        {
            return false;
        }
        self.settle_clock(seq);
        let (clock, clock_id) = self.implied_clock(seq);
        let clocks = &self.out.clocks;
        let (unit_ns, incremental, last_ns) = clocks.state(clock_id);
        if clock_id == clocks.trace_clock() {
            if incremental || !clocks.is_fixed() {
                return false;
            }
        } else if clock != 0 {
            let mut ns = timestamp.wrapping_mul(unit_ns);
            if incremental {
                ns = last_ns.wrapping_add(ns);
            }
            let (is_fixed, version) = (clocks.is_fixed(), clocks.version());
            let converted = clocks.convert(clock_id, ns, version, &mut self.cache);
            if !is_fixed || converted.is_err() {
                return false;
            }
        }
        self.out.sequences.list[seq as usize].accepted_needing |= wide & NEEDS != 0;
        self.make_route(seq, flags, (clock, clock_id))
    }

    /// Returns the clock of a sequence's packets that name none: as a run has it, and by its id.
    fn implied_clock(&self, seq: u32) -> (u32, ClockId) {
        let sequence = &self.out.sequences.list[seq as usize];
        let clock = match self.out.sequences.defaults(sequence.epoch).clock_id {
            0 => self.default_clock(sequence.machine),
            clock => clock,
        };
        (clock, ClockId::new(clock, sequence.id, sequence.machine))
    }

    /// Makes the route of a sequence, if the conversion of its clock is known from the last one.
    fn make_route(&mut self, seq: u32, flags: u8, (clock, clock_id): (u32, ClockId)) -> bool {
        let clocks = &self.out.clocks;
        let is_trace_time = clock == 0 || clock_id == clocks.trace_clock();
        let (unit_ns, incremental) = if is_trace_time {
            (1, false)
        } else {
            clocks.unit(clock_id).unwrap_or((1, false))
        };
        let version = clocks.version();
        let conversion = if is_trace_time {
            Some((i64::MIN..i64::MAX, 0))
        } else {
            self.cache.range(clock_id, version)
        };
        let Some((range, offset)) = conversion else {
            return false;
        };
        let route = Route {
            epoch: self.out.sequences.list[seq as usize].epoch,
            version,
            flags,
            clock,
            clock_id,
            unit_ns,
            incremental,
            last_ns: clocks.last_ns(clock_id),
            range,
            offset,
        };
        let index = seq as usize;
        if self.routes.len() <= index {
            self.routes.resize(index + 1, None);
        }
        let slot = self.routes.get_mut(index);
        slot.map(|slot| *slot = Some(route)).is_some()
    }

    /// Ends the route of a sequence: the clock graph takes over the value of its clock.
    pub(super) fn settle_clock(&mut self, seq: u32) {
        if let Some(route) = self.routes.get_mut(seq as usize).and_then(Option::take)
            && route.incremental
        {
            self.out.clocks.set_last_ns(route.clock_id, route.last_ns);
        }
    }

    /// Ends all routes.
    pub(super) fn settle_clocks(&mut self) {
        for seq in 0..self.routes.len() as u32 {
            self.settle_clock(seq);
        }
    }

    pub(super) fn park(&mut self, parked: Parked) {
        self.open_run = None;
        self.parked.push(parked);
    }

    /// Packets whose clock was unknown get a second chance with all snapshots of the file.
    pub(super) fn retry_parked(&mut self) {
        let version = self.out.clocks.version();
        for parked in std::mem::take(&mut self.parked) {
            match self
                .out
                .clocks
                .convert(parked.clock, parked.ns, version, &mut self.cache)
            {
                Ok(ts) => {
                    if parked.is_track_event {
                        self.open_run = None;
                        let end = parked.offset + 1;
                        let run = Run {
                            start: parked.offset,
                            end,
                            epoch: parked.epoch,
                            version,
                            clock: 0,
                            last_ns: 0,
                        };
                        // An incremental clock cannot be parked before its own snapshot: its value is
                        // that of the clock at the end of the file, as in the reference.
                        let clock = self.clock_of_parked(&parked);
                        let last_ns = self.out.clocks.last_ns(parked.clock);
                        self.extend_run(
                            parked.seq,
                            Run {
                                clock,
                                last_ns,
                                ..run
                            },
                        );
                    } else {
                        self.reserve_parked(&parked);
                        self.push_cold(Cold {
                            ts,
                            offset: parked.offset,
                            epoch: parked.epoch,
                            kind: ColdKind::Indexed,
                            is_untimed: false,
                            message_at: 0,
                        });
                    }
                }
                Err(error) => self.lose_parked(&parked, error),
            }
        }
    }

    fn clock_of_parked(&self, parked: &Parked) -> u32 {
        match self.out.sequences.defaults(parked.epoch).clock_id {
            0 => parked.clock.id,
            clock => clock,
        }
    }

    fn reserve_parked(&mut self, parked: &Parked) {
        let Some(packet) = packet_at(self.out.space.from(parked.offset), 0) else {
            return;
        };
        let packet = packet.bytes.to_vec();
        if let Ok(header) = PacketHeader::read(&packet)
            && let Some(descriptor) = header.track_descriptor
        {
            self.reserve(descriptor, &header, parked.seq, parked.offset);
        }
    }

    fn lose_parked(&mut self, parked: &Parked, error: ClockError) {
        let clocks = &self.out.clocks;
        self.out.issues.record(error.issue(), parked.offset, || {
            let name = clock_words(parked.clock);
            match error {
                ClockError::NoPath if clocks.was_set_back(parked.clock) => {
                    format!("{name}, which was set back")
                }
                _ => name,
            }
        });
        self.out
            .issues
            .count("clock_sync_failure_undeferrable_packet_loss");
    }
}

/// The issues of packets whose state was lost.
const LACKING_STATE: [&str; 2] = [LACKS_STATE, "sequence_without_state"];

impl Scan {
    /// Returns the machine and the `trusted_pid` of the process that wrote the packet at `offset`.
    pub(in crate::import) fn writer_at(&self, offset: u64) -> Option<(u32, i64)> {
        let packet = packet_at(self.space.from(offset), 0)?;
        let header = PacketHeader::read(packet.bytes).ok()?;
        Some((self.machines.index(header.machine), header.trusted_pid?))
    }

    /// Returns the time of the packet at `offset`, to show where an issue is; `None` if it has none that can be
    /// told without other packets.
    pub(in crate::import) fn time_at(&self, issue: &'static str, offset: u64) -> Option<Ts> {
        let packet = packet_at(self.space.from(offset), 0)?;
        let header = PacketHeader::read(packet.bytes).ok()?;
        let timestamp = header.timestamp.filter(|_| !header.is_chrome())?;
        let seq_id = header.seq.unwrap_or(0);
        let seq = self.sequences.find(header.machine, seq_id);
        let implied = || {
            let epoch = self.sequences.epoch_at(seq?, offset);
            let clock = self.sequences.defaults(epoch).clock_id;
            (clock != 0).then_some(clock)
        };
        let own = header.clock.filter(|&id| id != 0);
        if own.is_none() && LACKING_STATE.contains(&issue) {
            // What is lost may have said which clock it is.
            return None;
        }
        let id = own.or_else(implied);
        let Some(id) = id else {
            // Packets of the host that name no clock are on that of the trace.
            let is_host = self.machines.is_host(header.machine);
            return is_host.then(|| Ts::from_ns(timestamp));
        };
        let clock = ClockId::new(id, seq_id, header.machine);
        if clock == self.clocks.trace_clock() {
            return Some(Ts::from_ns(timestamp));
        }
        let (unit_ns, is_incremental) = self.clocks.unit(clock).unwrap_or((1, false));
        if is_incremental {
            return None;
        }
        let ns = timestamp.wrapping_mul(unit_ns);
        let (version, mut cache) = (self.clocks.version(), ClockCache::default());
        let ts = self.clocks.convert(clock, ns, version, &mut cache).ok()?;
        Some(Ts::from_ns(ts))
    }
}

/// Returns what a clock is called.
fn clock_words(clock: ClockId) -> String {
    match clock_name(clock.id) {
        Some(name) => name.to_owned(),
        None if ClockId::is_sequence_scoped(clock.id) => {
            format!("clock {} of sequence {}", clock.id, clock.seq)
        }
        None => format!("clock {}", clock.id),
    }
}

/// Returns what is wrong with a snapshot that was refused, as far as its readings show that.
fn refused(readings: &[Reading]) -> String {
    let mut seen = HashSet::new();
    let twice = readings.iter().find(|own| !seen.insert(own.clock));
    match twice {
        Some(own) => format!("{} twice", clock_words(own.clock)),
        None => format!("{} clocks", readings.len()),
    }
}
