//! Generates traces in the shape that programs with Perfetto's SDK write: the study's "dense".
//!
//! Threads write sequences of their own, interleaved in blocks: nested slices on an incremental clock of
//! nanoseconds without thread time; a few annotations and flows; names of which a few are frequent, interned
//! anew after each clear; and the fields that the service adds to every packet: user, sequence and process.

use crate::generator::{Random, bytes, clock, fixed, message, number, process, thread};

const THREADS: u64 = 200;
const THREADS_PER_PROCESS: u64 = 20;
const CATEGORIES: u64 = 12;
/// The number of names; the first ones are the most frequent.
const NAMES: u64 = 2_000;
/// After how many packets a sequence is cleared and begins anew.
const CLEARED_AFTER: u64 = 50_000;
const START: u64 = 561_000_000_000;
const DEEPEST: u64 = 12;

struct Thread {
    seq: u64,
    pid: u64,
    tid: u64,
    now: u64,
    depth: u64,
    n: u64,
    /// The present ids of categories and of names; 0 for those that are not interned.
    ids: [Vec<u64>; 2],
    n_ids: [u64; 2],
}

impl Thread {
    fn new(index: u64, now: u64) -> Self {
        let pid = 10_000 + index / THREADS_PER_PROCESS * 500;
        Self {
            seq: index + 2,
            pid,
            tid: pid + index % THREADS_PER_PROCESS,
            now,
            depth: 0,
            n: 0,
            ids: [CATEGORIES, NAMES].map(|n| vec![0; n as usize]),
            n_ids: [0; 2],
        }
    }

    fn uuid(&self) -> u64 {
        self.tid << 32 | 0x1234_5678
    }

    fn process(&self) -> u64 {
        self.pid << 40
    }

    fn packet(&self, out: &mut Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) {
        let body = message(|to| {
            fill(to);
            number(3, 1000, to);
            number(10, self.seq, to);
            number(79, self.pid, to);
        });
        bytes(1, &body, out);
    }

    /// Writes the packets that a sequence begins with, also after a clear: clocks, defaults, descriptors.
    fn begin(&mut self, out: &mut Vec<u8>) {
        self.ids.iter_mut().for_each(|ids| ids.fill(0));
        self.n_ids = [0; 2];
        self.packet(out, |to| {
            let defaults = message(|to| {
                number(58, 64, to);
                bytes(11, &message(|to| number(11, self.uuid(), to)), to);
            });
            bytes(59, &defaults, to);
            number(13, 1, to);
            let snapshot = message(|to| {
                bytes(1, &clock(6, self.now, false, 1), to);
                bytes(1, &clock(64, self.now, true, 1), to);
                number(2, 6, to);
            });
            bytes(6, &snapshot, to);
        });
        let name = format!("/usr/bin/service{}", self.pid);
        let ids = (self.pid, self.tid);
        for descriptor in [
            process(self.process(), self.pid, &name),
            thread(self.uuid(), self.process(), ids),
        ] {
            self.packet(out, |to| {
                number(8, 0, to);
                number(13, 2, to);
                bytes(60, &descriptor, to);
            });
        }
    }

    /// Writes a track event, with the data that it interns.
    fn event(&mut self, out: &mut Vec<u8>, delta: u64, event: &[u8], interned: &[u8]) {
        self.now += delta;
        self.n += 1;
        self.packet(out, |to| {
            number(8, delta, to);
            number(13, 2, to);
            bytes(11, event, to);
            if !interned.is_empty() {
                bytes(12, interned, to);
            }
        });
    }

    /// Returns the id of a category (kind 0) or a name (kind 1), which is interned if it is new.
    fn id(&mut self, kind: usize, index: u64, text: &str, interned: &mut Vec<u8>) -> u64 {
        let id = &mut self.ids[kind][index as usize];
        if *id == 0 {
            self.n_ids[kind] += 1;
            *id = self.n_ids[kind];
            let entry = message(|to| {
                number(1, *id, to);
                bytes(2, text.as_bytes(), to);
            });
            bytes(1 + kind as u64, &entry, interned);
        }
        *id
    }
}

/// Returns an index below `n`; the first ones are much more frequent than the last.
fn zipf(random: &mut Random, n: u64) -> u64 {
    // Each doubling of the rank is as likely as the one before.
    let bits = random.below(u64::from(n.ilog2()) + 1);
    ((1 << bits) + random.below(1 << bits) - 1).min(n - 1)
}

/// Returns a trace of at least `n_packets` packets.
pub(crate) fn sdk_like(n_packets: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut out = Vec::with_capacity(n_packets * 28);
    let mut threads: Vec<Thread> = (0..THREADS)
        .map(|index| Thread::new(index, START + random.below(20_000_000)))
        .collect();
    let mut n = 0;
    let mut flow = None;
    let mut next = 0;
    while n < n_packets {
        let thread = &mut threads[next % THREADS as usize];
        next += 1;
        for _ in 0..60 + random.below(80) {
            if thread.n.is_multiple_of(CLEARED_AFTER) {
                n += 3;
                thread.begin(&mut out);
            }
            n += 1;
            let bits = 4 + random.below(12);
            let delta = 1 + random.below(1 << bits);
            if thread.depth > 0 && (thread.depth == DEEPEST || random.below(2) == 0) {
                thread.depth -= 1;
                thread.event(&mut out, delta, &message(|to| number(9, 2, to)), &[]);
                continue;
            }
            thread.depth += 1;
            let mut interned = Vec::new();
            let name = zipf(&mut random, NAMES);
            let category = name % CATEGORIES;
            let category = thread.id(0, category, &format!("category{category}"), &mut interned);
            let name = thread.id(1, name, &format!("Service::Name{name}"), &mut interned);
            let event = message(|to| {
                number(9, 1, to);
                number(3, category, to);
                number(10, name, to);
                if random.below(20) == 0 {
                    let annotation = message(|to| {
                        bytes(10, b"bytes", to);
                        number(4, random.below(100_000), to);
                    });
                    bytes(4, &annotation, to);
                }
                if random.below(100) == 0 {
                    if let Some(id) = flow.take() {
                        fixed(48, id, to);
                    } else {
                        flow = Some(n as u64);
                        fixed(47, n as u64, to);
                    }
                }
            });
            thread.event(&mut out, delta, &event, &interned);
        }
    }
    out
}
