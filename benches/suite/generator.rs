//! Generates traces in the shape that Chromium writes, of any size; the same seed gives the same trace.
//!
//! Threads write sequences of their own, interleaved in blocks: nested slices on
//! an incremental clock with thread time, instants, annotations, flows between
//! threads, and a counter per process.

use prost::encoding::encode_varint;

/// A generator of pseudo-random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// Writes a field with a number.
pub(crate) fn number(field: u64, value: u64, to: &mut Vec<u8>) {
    encode_varint(field << 3, to);
    encode_varint(value, to);
}

/// Writes a field with bytes.
pub(crate) fn bytes(field: u64, value: &[u8], to: &mut Vec<u8>) {
    encode_varint(field << 3 | 2, to);
    encode_varint(value.len() as u64, to);
    to.extend_from_slice(value);
}

pub(crate) fn fixed(field: u64, value: u64, to: &mut Vec<u8>) {
    encode_varint(field << 3 | 1, to);
    to.extend_from_slice(&value.to_le_bytes());
}

/// Returns a message whose fields `fill` writes.
pub(crate) fn message(fill: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut to = Vec::new();
    fill(&mut to);
    to
}

/// Returns the reading of a clock.
pub(crate) fn clock(id: u64, value: u64, is_incremental: bool, unit_ns: u64) -> Vec<u8> {
    message(|to| {
        number(1, id, to);
        number(2, value, to);
        number(3, is_incremental.into(), to);
        number(4, unit_ns, to);
    })
}

/// Returns the descriptor of a process.
pub(crate) fn process(uuid: u64, pid: u64, name: &str) -> Vec<u8> {
    message(|to| {
        number(1, uuid, to);
        let process = message(|to| {
            number(1, pid, to);
            bytes(6, name.as_bytes(), to);
        });
        bytes(3, &process, to);
    })
}

/// Returns the descriptor of a thread of a process.
pub(crate) fn thread(uuid: u64, parent: u64, (pid, tid): (u64, u64)) -> Vec<u8> {
    message(|to| {
        number(1, uuid, to);
        number(5, parent, to);
        let thread = message(|to| {
            number(1, pid, to);
            number(2, tid, to);
            bytes(5, format!("worker {tid}").as_bytes(), to);
        });
        bytes(4, &thread, to);
    })
}

const THREADS: u64 = 96;
const THREADS_PER_PROCESS: u64 = 12;
const NAMES: u64 = 60;
const START_US: u64 = 561_000_000;

struct Thread {
    seq: u64,
    pid: u64,
    tid: u64,
    now_us: u64,
    depth: u64,
}

impl Thread {
    fn uuid(&self) -> u64 {
        self.tid << 20
    }

    fn process(&self) -> u64 {
        self.pid << 24
    }

    fn packet(&self, out: &mut Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) {
        let body = message(|to| {
            fill(to);
            number(3, 0, to);
            number(10, self.seq, to);
        });
        bytes(1, &body, out);
    }

    fn descriptor(&self, out: &mut Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) {
        self.packet(out, |to| {
            number(8, 0, to);
            number(13, 2, to);
            bytes(60, &message(fill), to);
        });
    }

    /// Writes the packets that a sequence begins with: clocks, defaults, descriptors, interned strings.
    fn begin(&self, out: &mut Vec<u8>) {
        self.packet(out, |to| {
            number(8, 0, to);
            number(13, 1, to);
            let defaults = message(|to| {
                let events = message(|to| {
                    number(11, self.uuid(), to);
                    number(31, self.uuid() + 1, to);
                });
                bytes(11, &events, to);
                number(58, 64, to);
            });
            bytes(59, &defaults, to);
            let snapshot = message(|to| {
                bytes(1, &clock(3, self.now_us * 1000, false, 1), to);
                bytes(1, &clock(64, self.now_us, true, 1000), to);
            });
            bytes(6, &snapshot, to);
        });
        let name = format!("process {}", self.pid);
        let ids = (self.pid, self.tid);
        for descriptor in [
            thread(self.uuid(), self.process(), ids),
            process(self.process(), self.pid, &name),
        ] {
            self.descriptor(out, |to| to.extend(descriptor));
        }
        self.descriptor(out, |to| {
            number(1, self.uuid() + 1, to);
            number(5, self.uuid(), to);
            let counter = message(|to| {
                number(1, 1, to);
                number(4, 1000, to);
                number(5, 1, to);
            });
            bytes(8, &counter, to);
            bytes(10, b"thread_time", to);
        });
        self.descriptor(out, |to| {
            number(1, self.process() + 1, to);
            number(5, self.process(), to);
            bytes(10, b"queue depth", to);
            bytes(8, &message(|to| number(3, 2, to)), to);
        });
        self.packet(out, |to| {
            number(8, 0, to);
            number(13, 2, to);
            let entry = |id, name: &str| {
                message(|to| {
                    number(1, id, to);
                    bytes(2, name.as_bytes(), to);
                })
            };
            let interned = message(|to| {
                for id in 1..=8 {
                    bytes(1, &entry(id, &format!("category{id}")), to);
                }
                for id in 1..=NAMES {
                    // The same name has a different id on each sequence.
                    let name = (id * 7 + self.seq) % 400;
                    bytes(2, &entry(id, &format!("Task::Name{name}")), to);
                }
                bytes(3, &entry(1, "src_file"), to);
            });
            bytes(12, &interned, to);
        });
    }

    /// Writes a track event `delta_us` after the one before.
    fn event(&mut self, out: &mut Vec<u8>, delta_us: u64, kind: u64, more: &[u8]) {
        self.now_us += delta_us;
        let event = message(|to| {
            number(9, kind, to);
            number(12, delta_us * 4 / 5, to);
            to.extend_from_slice(more);
        });
        self.packet(out, |to| {
            number(8, delta_us, to);
            number(13, 2, to);
            bytes(11, &event, to);
        });
    }
}

/// Returns a trace of at least `n_packets` packets.
pub(crate) fn chromium_like(n_packets: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut out = Vec::with_capacity(n_packets * 26);
    let mut threads: Vec<Thread> = (0..THREADS)
        .map(|index| Thread {
            seq: index + 2,
            pid: 2000 + index / THREADS_PER_PROCESS * 100,
            tid: 2000 + index / THREADS_PER_PROCESS * 100 + index % THREADS_PER_PROCESS,
            now_us: START_US + random.below(20_000),
            depth: 0,
        })
        .collect();
    let primary = message(|to| {
        number(3, 0, to);
        let clock = message(|to| {
            number(1, 3, to);
            number(2, START_US * 1000, to);
        });
        bytes(
            6,
            &message(|to| {
                bytes(1, &clock, to);
                number(2, 3, to);
            }),
            to,
        );
        number(10, 1, to);
    });
    bytes(1, &primary, &mut out);
    for thread in &threads {
        thread.begin(&mut out);
    }
    let mut n = 1 + threads.len() * 6;
    let mut flow = None;
    let mut next = 0;
    while n < n_packets {
        let thread = &mut threads[next % THREADS as usize];
        next += 1;
        for _ in 0..40 + random.below(20) {
            n += 1;
            let delta = random.below(30) * random.below(3);
            match random.below(if thread.depth == 0 { 4 } else { 8 }) {
                0..=2 if thread.depth < 10 => {
                    let more = message(|to| {
                        number(3, 1 + random.below(8), to);
                        number(10, 1 + random.below(NAMES).min(random.below(NAMES)), to);
                        if random.below(5) == 0 {
                            let file = format!("../../base/file{}.cc", random.below(30));
                            let annotation = message(|to| {
                                number(1, 1, to);
                                bytes(6, file.as_bytes(), to);
                            });
                            bytes(4, &annotation, to);
                        }
                        if random.below(200) == 0 {
                            if let Some(id) = flow.take() {
                                fixed(48, id, to);
                            } else {
                                flow = Some(n as u64);
                                fixed(47, n as u64, to);
                            }
                        }
                    });
                    thread.event(&mut out, delta, 1, &more);
                    thread.depth += 1;
                }
                3 => {
                    let more = message(|to| number(10, 1 + random.below(NAMES), to));
                    thread.event(&mut out, delta, 3, &more);
                }
                _ if thread.depth > 0 => {
                    thread.event(&mut out, delta + 1, 2, &[]);
                    thread.depth -= 1;
                }
                _ => {
                    let track = thread.process() + 1;
                    let event = message(|to| {
                        number(9, 4, to);
                        number(11, track, to);
                        number(30, random.below(97), to);
                    });
                    thread.packet(&mut out, |to| {
                        number(8, 0, to);
                        number(13, 2, to);
                        bytes(11, &event, to);
                    });
                }
            }
        }
    }
    out
}

/// Returns traces of `n` packets that are as costly as possible, each with the reason.
pub(crate) fn adversarial(n: usize) -> [(&'static str, Vec<u8>); 4] {
    let event = |out: &mut Vec<u8>, seq: u64, ts: u64, kind: u64, track: u64| {
        let event = message(|to| {
            number(9, kind, to);
            number(11, track, to);
        });
        let packet = message(|to| {
            number(8, ts, to);
            number(13, if ts == 0 { 1 } else { 2 }, to);
            bytes(11, &event, to);
            number(10, seq, to);
        });
        bytes(1, &packet, out);
    };
    let n = n as u64;
    let all = |each: &dyn Fn(&mut Vec<u8>, u64)| {
        let mut out = Vec::new();
        (0..n).for_each(|i| each(&mut out, i));
        out
    };
    [
        (
            "times backwards",
            all(&|out, i| event(out, 1, if i == 0 { 0 } else { 1_000_000_000 - i }, 3, 1)),
        ),
        (
            "a track for each event",
            all(&|out, i| event(out, 1, i, 3, 1 + i)),
        ),
        (
            "another sequence each time",
            all(&|out, i| event(out, 1 + i % 50, if i < 50 { 0 } else { i }, 3, 1)),
        ),
        (
            "begins without end",
            all(&|out, i| event(out, 1, i, 1, 1 + i / 100_000)),
        ),
    ]
}
