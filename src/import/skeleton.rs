//! What a trace looks like from afar, from a sample of the file, before it is imported.
//!
//! Stretches of the file, evenly spread, are read where packets begin in them, which is guessed and then
//! checked against the packets that follow. They tell which sequences write when, and which threads these
//! are. Each gets a row that shows how busy it is over the whole time. Sampling takes as long for any size of
//! file.

mod place;
mod window;

use std::ops::{ControlFlow, Range};

use hashbrown::HashMap;

use self::window::{Owner, Seen};
use super::pool;
use super::scan::inflate_payload;
use crate::base::time::TimeSpan;
use crate::bytes::mmap::Access;
use crate::bytes::packets::Packets;
use crate::bytes::room::Room;
use crate::bytes::sniff::Format;
use crate::bytes::source::TraceBytes;
use crate::model::builder::TraceBuilder;
use crate::model::ids::{TrackId, Upid, Utid};
use crate::model::process::{Process, Thread};
use crate::model::skeleton::{Cells, Skeleton};
use crate::model::track::{Scope, Track, TrackClass};

/// The length of a stretch that is read.
const WINDOW: usize = 48 << 10;
/// The length of the first stretch: the descriptions of threads often stand there.
const FIRST_WINDOW: usize = 2 << 20;
/// A file with no more packets than this is taken to consist of few, long packets.
const LONG_PACKETS: usize = 1 << 14;
/// How much of a compressed packet is inflated.
const INFLATED: u64 = 64 << 10;
/// How many compressed packets are inflated.
const N_INFLATED: usize = 96;
/// How many rows there are at most, the busiest ones: a screen shows far fewer.
const ROWS_MAX: usize = 4096;

/// What a sample shows of a trace.
#[derive(Debug)]
pub struct Sample {
    rows: Vec<Row>,
    processes: HashMap<i64, Vec<u8>>,
    span: TimeSpan,
    /// The share of the file that was read.
    share: f32,
    file_bytes: u64,
}

/// A sequence, or all sequences of a thread.
#[derive(Debug)]
struct Row {
    owner: Owner,
    bytes: f32,
    cells: Cells,
}

/// Reads `n` stretches of a trace; `None` if it is of another format, or if the stretches show nothing.
pub fn sample(bytes: &TraceBytes, n: usize, threads: usize) -> Option<Sample> {
    if bytes.format() != Format::PerfettoProto {
        return None;
    }
    let file = bytes.bytes();
    let windows = windows(file.len(), n);
    // The disk can fetch all stretches of a file at once if nobody has read the file yet.
    for window in &windows {
        bytes.prefetch(window.clone());
    }
    let long = long_packets(file).map(|offsets| inflated(file, &offsets, threads));
    let seen = if let Some(inflated) = long {
        let seen = inflated?;
        if seen.is_empty() {
            vec![window::read(file, 0..file.len())]
        } else {
            seen
        }
    } else {
        // Reading ahead of every stretch would read the whole file.
        bytes.advise(Access::Random);
        let pieces: Vec<_> = (0..windows.len()).map(|index| (index, 1)).collect();
        let read = |index: usize, _: &pool::GetOn<'_>| window::read(file, windows[index].clone());
        let seen = pool::map(threads, &pieces, read, &mut |_| ControlFlow::Continue(()));
        bytes.advise(Access::Sequential);
        seen?
    };
    let sample = place::rows(&seen, file.len())?;
    Some(Sample {
        file_bytes: bytes.file_len(),
        ..sample
    })
}

/// Returns where the packets of a file stand, if they are few.
fn long_packets(file: &[u8]) -> Option<Vec<usize>> {
    let mut offsets = Vec::new();
    for packet in Packets::new(file) {
        if offsets.len() == LONG_PACKETS {
            return None;
        }
        offsets.push(packet.offset as usize);
    }
    Some(offsets)
}

/// Returns evenly spread stretches of a file, together no more than a quarter of it.
fn windows(len: usize, n: usize) -> Vec<Range<usize>> {
    let n = n.min(len / (4 * WINDOW)).max(1);
    let first = 0..FIRST_WINDOW.min(len);
    // The last stretch reaches the end of the file, and so the end of the time.
    let room = len.saturating_sub(WINDOW);
    let rest = (1..=n).map(|index| {
        let start = (room as u128 * index as u128 / n as u128) as usize;
        start.max(first.end)..start.saturating_add(WINDOW).min(len)
    });
    let rest: Vec<_> = rest.filter(|range| range.start < range.end).collect();
    std::iter::once(first).chain(rest).collect()
}

/// Reads the beginnings of some compressed packets of those at `offsets`.
fn inflated(file: &[u8], offsets: &[usize], threads: usize) -> Option<Vec<Seen>> {
    let compressed: Vec<(usize, u32, &[u8])> = offsets
        .iter()
        .filter_map(|&offset| {
            let packet = crate::bytes::packets::packet_at(file, offset as u64)?;
            let (field, payload) = window::compressed(packet.bytes)?;
            Some((offset, field, payload))
        })
        .collect();
    let step = compressed.len().div_ceil(N_INFLATED).max(1);
    let chosen: Vec<_> = compressed.iter().step_by(step).collect();
    let pieces: Vec<_> = (0..chosen.len()).map(|index| (index, 1)).collect();
    let read = |index: usize, _: &pool::GetOn<'_>| {
        let &(offset, field, payload) = chosen[index];
        let mut out = Room::default();
        // Only the beginning is wanted: that the packet holds more is no failure.
        let _more = inflate_payload(field, payload, &mut out, INFLATED);
        let mut seen = window::read(&out, 0..out.len());
        seen.offset = offset as u64;
        seen
    };
    pool::map(threads, &pieces, read, &mut |_| ControlFlow::Continue(()))
}

impl Sample {
    /// Returns whether more than three quarters of the file are events of threads.
    pub fn is_of_threads(&self) -> bool {
        let bytes = |rows: &mut dyn Iterator<Item = &Row>| rows.map(|row| row.bytes).sum::<f32>();
        let is_thread = |row: &&Row| matches!(row.owner, Owner::Thread { .. });
        let of_threads = bytes(&mut self.rows.iter().filter(is_thread));
        of_threads > 0.75 * bytes(&mut self.rows.iter())
    }

    /// Returns the trace of the sample alone: processes and threads without slices.
    pub fn builder(&self) -> TraceBuilder {
        let mut builder = TraceBuilder::new();
        builder.complete = false;
        self.add_to(&mut builder);
        builder
    }

    /// Adds the rows of threads that a partly imported trace does not have.
    pub fn add_to(&self, builder: &mut TraceBuilder) {
        let mut processes: HashMap<i64, Upid> = HashMap::new();
        for (index, process) in builder.processes.processes.iter().enumerate() {
            processes.insert(process.pid, Upid::from_index(index));
        }
        let mut threads: HashMap<(i64, i64), Utid> = HashMap::new();
        for (index, thread) in builder.processes.threads.iter().enumerate() {
            if let Some(upid) = thread.upid {
                let pid = builder.processes.process(upid).pid;
                threads.insert((pid, thread.tid), Utid::from_index(index));
            }
        }
        let has_track: hashbrown::HashSet<Utid> = (0..builder.tracks.len())
            .filter_map(
                |index| match builder.tracks.get(TrackId::from_index(index)).scope {
                    Scope::Thread(utid) => Some(utid),
                    _ => None,
                },
            )
            .collect();
        let is_new = builder.tracks.is_empty();
        let mut rows = Vec::new();
        for row in &self.rows {
            let (scope, name) = match &row.owner {
                Owner::Thread { pid, tid, name } => {
                    let upid = *processes.entry(*pid).or_insert_with(|| {
                        let name = self.processes.get(pid).filter(|name| !name.is_empty());
                        let name = name.map(|name| builder.strings.intern(name));
                        builder.processes.processes.push(Process {
                            pid: *pid,
                            name,
                            ..Process::default()
                        });
                        Upid::from_index(builder.processes.processes.len() - 1)
                    });
                    let utid = *threads.entry((*pid, *tid)).or_insert_with(|| {
                        let is_named = !name.is_empty();
                        let name = is_named.then(|| builder.strings.intern(name));
                        builder.processes.threads.push(Thread {
                            tid: *tid,
                            name,
                            upid: Some(upid),
                            is_main: Some(pid == tid),
                            ..Thread::default()
                        });
                        Utid::from_index(builder.processes.threads.len() - 1)
                    });
                    if has_track.contains(&utid) {
                        continue;
                    }
                    (Scope::Thread(utid), None)
                }
                // What the other sequences will become is not known yet.
                Owner::Sequence { .. } if !is_new => continue,
                Owner::Sequence { id, what } => {
                    let name = match what {
                        Some(what) => format!("{what} (sequence {id})"),
                        None => format!("sequence {id}"),
                    };
                    (Scope::Global, Some(builder.str(&name)))
                }
            };
            let type_name = builder.str("thread_execution");
            let class = match scope {
                Scope::Thread(_) => TrackClass::ThreadExecution,
                _ => TrackClass::Other,
            };
            let track = builder.tracks.push(Track {
                type_name,
                class,
                name,
                scope,
                ..Track::default()
            });
            rows.push((track, row.cells.clone()));
        }
        builder.input.file_bytes = self.file_bytes;
        builder.skeleton = Some(Skeleton::new(self.span, rows, self.share));
    }
}

#[cfg(test)]
mod tests;
