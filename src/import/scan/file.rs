//! Takes the file in, in its order, piece by piece as the pieces were read ahead.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::ahead::{self, Ahead, Blob, Budget, Frame, Frames, Item, Items, Stretch};
use super::{LACKS_STATE, Run, Scanner, Stop};
use crate::bytes::packets::{FramingProblem, Packets, packet_at};
use crate::import::pool;
use crate::import::space::{Inflated, Origin, Space};
use crate::proto::trace_packet;

/// How many bytes at the front of the file stay in memory until they are decoded: to take them out
/// of the system's cache again takes longer than to scan them.
const KEPT: usize = 128 << 20;

/// How many pieces each thread may read ahead. With fewer, a thread waits for the scan to wake it.
const AHEAD: usize = 8;

/// How far the file has been taken in.
#[derive(Debug, Default)]
struct Place {
    /// Where the next packet begins.
    next: usize,
    /// Where the part of the file begins that is not in the space yet.
    plain_from: usize,
    /// Up to where the pages of the file were given back.
    released: usize,
    /// Distance between offsets in the file and in the space.
    shift: u64,
    /// Whether no packet follows.
    is_over: bool,
}

impl Place {
    /// Puts the file up to a packet into the space. What the packet holds takes the packet's place there.
    fn leave(&mut self, packet: Range<usize>, space: &mut Space) {
        space.push_file(self.plain_from..packet.start);
        self.plain_from = packet.end;
    }
}

/// Returns where the first packet of a run of frames begins.
fn start_of(run: &Frames, frames: &[Frame]) -> usize {
    let first = frames.get(run.range.start);
    first.map_or(0, |frame| frame.start as usize)
}

impl Scanner<'_> {
    /// Takes in all of `bytes`, a file or a prefix of one.
    pub(super) fn file(
        &mut self,
        bytes: &[u8],
        is_prefix: bool,
        threads: usize,
    ) -> Result<(), Stop> {
        let n_threads = pool::n_threads(threads, usize::MAX);
        let left = self.inflate_left.min(self.memory_left);
        let budget = Budget::new(left, n_threads, self.memory);
        let mut place = Place {
            released: KEPT,
            ..Place::default()
        };
        let mut done = Ok(());
        let read = |piece: usize| ahead::piece(bytes, piece, &budget);
        let n_pieces = ahead::n_pieces(bytes.len());
        let is_near = |piece, next| piece < next + AHEAD * n_threads;
        // The reason of a stop is in `done` and `place`.
        let _flow = pool::in_order(threads, is_near, n_pieces, read, |index, ahead| {
            let Ahead { start, read } = ahead;
            let end = ahead::end_of(index, bytes.len());
            if place.next >= end && end > 0 {
                // A packet that began before this piece covers all of it.
                return ControlFlow::Continue(());
            }
            let read = if start == place.next {
                read
            } else {
                // The guess where the first packet begins was wrong, which is rare.
                ahead::from(bytes, place.next, end, &budget)
            };
            let first = (place.next as u64).wrapping_add(place.shift);
            self.out.space.mark(first);
            done = self.piece(bytes, read, &mut place, &budget, is_prefix);
            if self.memory.is_exceeded() {
                done = Err(Stop::Cancelled);
            }
            // The piece is read again when its events are decoded, from the system's cache.
            let behind = end.min(place.next);
            self.out.space.release_file(place.released..behind);
            place.released = place.released.max(behind);
            match done {
                Ok(()) if !place.is_over => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        let end = if done.is_err() {
            bytes.len()
        } else {
            place.next
        };
        self.out
            .space
            .push_file(place.plain_from..end.max(place.plain_from));
        done
    }

    /// Takes in the packets of the next piece of the file.
    fn piece(
        &mut self,
        bytes: &[u8],
        read: Items,
        place: &mut Place,
        budget: &Budget<'_>,
        is_prefix: bool,
    ) -> Result<(), Stop> {
        let base = place.next;
        let packets = bytes.get(base..).unwrap_or_default();
        let mut items = read.all;
        let inflated = Arc::new(Inflated(read.inflated));
        for item in items.drain(..) {
            let start = match &item {
                Item::Stretch(stretch) => stretch.start,
                Item::Frames(run) => start_of(run, &read.frames),
                Item::Packet(range) | Item::Compressed(range, _) => range.start,
            };
            self.bytes_done = (base + start) as u64;
            let origin = Origin::new((base as u64).wrapping_add(place.shift));
            match item {
                Item::Stretch(stretch) => {
                    self.stretch((packets, &read.interned), &stretch, origin, true)?;
                }
                Item::Frames(run) => self.frames(packets, &run, &read.frames, origin)?,
                Item::Packet(range) => {
                    self.tick(1, range.len())?;
                    let packet = packet_at(packets, range.start as u64);
                    let Some(packet) = packet else { continue };
                    let (offset, end) = (origin.offset(range.start), origin.offset(range.end));
                    if self.plain(packet.bytes, offset, end) {
                        continue;
                    }
                    let inflated = self.packet(packet, offset, end)?;
                    if let Some(inflated) = inflated {
                        place.leave(base + range.start..base + range.end, &mut self.out.space);
                        let all = 0..inflated.len();
                        let inflated = Arc::new(Inflated(inflated));
                        let read = Err(budget);
                        self.blob((&inflated, all), read, place, base + range.end)?;
                    }
                }
                Item::Compressed(range, blob) => {
                    self.tick(1, range.len())?;
                    place.leave(base + range.start..base + range.end, &mut self.out.space);
                    let offset = origin.offset(range.start);
                    self.take_inflated(blob.range.len() as u64, offset)?;
                    let Blob {
                        range: bytes,
                        items,
                    } = *blob;
                    self.blob((&inflated, bytes), Ok(&items), place, base + range.end)?;
                }
            }
        }
        budget.keep((items, read.frames, read.interned));
        place.next = base + read.end;
        let problem = read.problem.map(|problem| problem.moved(base as u64));
        place.is_over = problem.is_some();
        match problem {
            Some(FramingProblem::Truncated { offset, n_bytes }) if !is_prefix => {
                self.out.issues.record("trace_truncated", offset, || {
                    format!("{n_bytes} bytes of an incomplete packet")
                });
            }
            Some(FramingProblem::Corrupt { offset }) => {
                self.out.issues.record("trace_corrupt", offset, || {
                    "no packet begins here".to_owned()
                });
            }
            Some(FramingProblem::Truncated { .. }) | None => {}
        }
        Ok(())
    }

    /// Takes in the packets of an inflated packet, which stand in its place in the space; `after` is where
    /// the compressed packet ends in the file. Packets that were not read ahead are read here.
    fn blob(
        &mut self,
        (inflated, range): (&Arc<Inflated>, Range<usize>),
        read: Result<&Items, &Budget<'_>>,
        place: &mut Place,
        after: usize,
    ) -> Result<(), Stop> {
        self.open_run = None;
        let bytes = inflated.0.get(range.clone()).unwrap_or_default();
        let start = self.out.space.end();
        let done = match read {
            Ok(items) => self.blob_items(bytes, items, start),
            Err(budget) => self.blob_in_parts(bytes, budget, start),
        };
        self.out.space.push_inflated(inflated, range);
        self.open_run = None;
        place.shift = self.out.space.end().wrapping_sub(after as u64);
        done
    }

    /// Takes in the packets of `bytes`, which begin at offset `start`, part by part: the items of all of them
    /// at once may be many times as large as the bytes.
    fn blob_in_parts(&mut self, bytes: &[u8], budget: &Budget<'_>, start: u64) -> Result<(), Stop> {
        let mut rest = bytes;
        while !rest.is_empty() && !self.memory.is_exceeded() {
            let at = start + (bytes.len() - rest.len()) as u64;
            let items = ahead::items(rest, rest.len().min(ahead::PIECE), budget, false);
            self.blob_items(rest, &items, at)?;
            match items.problem {
                None if items.end > 0 => rest = rest.get(items.end..).unwrap_or_default(),
                _ => break,
            }
        }
        Ok(())
    }

    /// Takes in packets of `bytes`, which begin at offset `at`.
    fn blob_items(&mut self, bytes: &[u8], items: &Items, at: u64) -> Result<(), Stop> {
        let origin = Origin::new(at);
        for item in &items.all {
            let range = match item {
                Item::Stretch(stretch) => {
                    self.stretch((bytes, &items.interned), stretch, origin, false)?;
                    continue;
                }
                Item::Frames(run) => {
                    self.frames(bytes, run, &items.frames, origin)?;
                    continue;
                }
                Item::Packet(range) | Item::Compressed(range, _) => range,
            };
            self.tick(1, range.len())?;
            let Some(packet) = packet_at(bytes, range.start as u64) else {
                continue;
            };
            let (offset, end) = (origin.offset(range.start), origin.offset(range.end));
            if self.plain(packet.bytes, offset, end) {
                continue;
            }
            if self.packet(packet, offset, end)?.is_some() {
                self.out.issues.record("trace_corrupt", offset, || {
                    "a compressed packet inside a compressed packet".to_owned()
                });
                return Err(Stop::Corrupt);
            }
        }
        // Some recorders leave up to two bytes too many behind.
        if let Some(problem) = items.problem
            && bytes.len() - items.end > 2
        {
            let problem = problem.moved(at);
            let offset = origin.offset(items.end);
            self.out
                .issues
                .record("trace_corrupt", offset, || problem.to_string());
            return Err(Stop::Corrupt);
        }
        Ok(())
    }

    /// Takes in plain packets of one sequence. `origin` is that of `bytes`, and `interned` is where interned
    /// data stands in them. The packets are taken in all at once if their route is known, else one by one
    /// until it is.
    fn stretch(
        &mut self,
        (bytes, interned): (&[u8], &[Range<usize>]),
        stretch: &Stretch,
        origin: Origin,
        in_file: bool,
    ) -> Result<(), Stop> {
        if self.file_stretch(stretch, origin) || self.drop_stretch(stretch, origin) {
            self.intern_stretch((bytes, interned), stretch, origin);
            return self.tick(stretch.n_packets.into(), stretch.end - stretch.start);
        }
        let all = bytes;
        let bytes = bytes.get(stretch.start..stretch.end).unwrap_or_default();
        let done = self.bytes_done;
        let start = origin.offset(stretch.start);
        let mut packets = Packets::at(bytes, start);
        let mut is_first = true;
        while let Some(packet) = packets.next() {
            self.tick(1, packet.bytes.len())?;
            if in_file {
                self.bytes_done = done + (packet.offset - start);
            }
            let end = packets.offset();
            if !self.plain(packet.bytes, packet.offset, end) {
                self.packet(packet, packet.offset, end)?;
            }
            if std::mem::take(&mut is_first) {
                let rest = Stretch {
                    start: origin.place(end),
                    n_packets: stretch.n_packets - 1,
                    first: 0,
                    sum: stretch.sum - stretch.first,
                    ..*stretch
                };
                if rest.n_packets > 0 && self.file_stretch(&rest, origin) {
                    self.intern_stretch((all, interned), &rest, origin);
                    return self.tick(rest.n_packets.into(), rest.end - rest.start);
                }
            }
        }
        Ok(())
    }

    /// Takes in the interned data of the packets of a stretch; `origin` is that of `bytes`.
    fn intern_stretch(
        &mut self,
        (bytes, interned): (&[u8], &[Range<usize>]),
        stretch: &Stretch,
        origin: Origin,
    ) {
        if !stretch.has_interned {
            return;
        }
        let Some(seq) = self.known_sequence(stretch.seq) else {
            return;
        };
        let first = interned.partition_point(|range| range.start < stretch.start);
        let of_stretch = interned.get(first..).unwrap_or_default().iter();
        for range in of_stretch.take_while(|range| range.start < stretch.end) {
            let entries = bytes.get(range.clone()).unwrap_or_default();
            self.intern_of(seq, entries, origin.offset(range.start));
        }
    }

    /// Counts plain packets of one sequence that need a state that the sequence has lost. Returns false if it
    /// has not lost its state, or if the first such packets still have to be recorded one by one.
    fn drop_stretch(&mut self, stretch: &Stretch, origin: Origin) -> bool {
        const FLAGS: u64 =
            trace_packet::SEQ_NEEDS_INCREMENTAL_STATE | trace_packet::SEQ_INCREMENTAL_STATE_CLEARED;
        let needs_state =
            u64::from(stretch.flags) & FLAGS == trace_packet::SEQ_NEEDS_INCREMENTAL_STATE;
        let seq = self.known_sequence(stretch.seq);
        let Some(seq) = seq.filter(|_| needs_state && stretch.seq != 0) else {
            return false;
        };
        let sequence = &mut self.out.sequences.list[seq as usize];
        if sequence.valid || !self.out.issues.has_told_enough(LACKS_STATE) {
            return false;
        }
        let offset = origin.offset(stretch.start);
        sequence.dropped_needing.get_or_insert(offset);
        self.settle_clock(seq);
        self.open_run = None;
        let detail = || format!("sequence {}", stretch.seq);
        let n = stretch.n_packets.into();
        self.out.issues.note(LACKS_STATE, n, Some(offset), detail);
        true
    }

    /// Files plain packets of one sequence, if its route is known and holds for all of them.
    fn file_stretch(&mut self, stretch: &Stretch, origin: Origin) -> bool {
        let Some(seq) = self.routed(stretch.seq, stretch.flags, stretch.first) else {
            return false;
        };
        let Some(Some(route)) = self.routes.get_mut(seq as usize) else {
            return false;
        };
        let Some((last_ns, latest_ts)) = route.at_all(stretch) else {
            return false;
        };
        let (clocks, cache) = (&self.out.clocks, &mut self.named_cache);
        let Some(latest_named) = route.at_all_named(stretch, clocks, cache) else {
            return false;
        };
        let before = std::mem::replace(&mut route.last_ns, last_ns);
        let run = Run {
            start: origin.offset(stretch.start),
            end: origin.offset(stretch.end),
            epoch: route.epoch,
            version: route.version,
            clock: route.clock,
            last_ns: before,
        };
        self.latest_ts = self.latest_ts.max(latest_ts).max(latest_named);
        self.extend_run(seq, run);
        true
    }
}
