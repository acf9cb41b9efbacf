//! Generates traces in the shape that Android's kernel writes: compact scheduling and atrace, per CPU.
//!
//! Threads of several processes take turns on a few CPUs, wake each other and write nested slices. The same
//! seed gives the same trace.

use prost::encoding::encode_varint;

use crate::generator::{Random, bytes, message, number};

const CPUS: usize = 8;
const PROCESSES: u64 = 8;
const THREADS_PER_PROCESS: u64 = 12;
const NAMES: u64 = 60;
/// The approximate number of events per bundle.
const BUNDLE: u64 = 100;

struct Cpu {
    now: u64,
    tid: u64,
}

/// The content of a bundle.
#[derive(Default)]
struct Bundle {
    events: Vec<u8>,
    /// The arrays of switches: time, state, pid, priority, name.
    switches: [Vec<u8>; 5],
    /// The arrays of wakeups: time, pid, CPU, priority, name.
    wakings: [Vec<u8>; 5],
    last_switch: u64,
    last_waking: u64,
}

impl Bundle {
    fn switch(&mut self, now: u64, state: u64, tid: u64) {
        let delta = now - std::mem::replace(&mut self.last_switch, now);
        for (array, value) in self
            .switches
            .iter_mut()
            .zip([delta, state, tid, 120, comm(tid)])
        {
            encode_varint(value, array);
        }
    }

    fn waking(&mut self, now: u64, cpu: usize, tid: u64) {
        let delta = now - std::mem::replace(&mut self.last_waking, now);
        let row = [delta, tid, cpu as u64, 120, comm(tid)];
        for (array, value) in self.wakings.iter_mut().zip(row) {
            encode_varint(value, array);
        }
    }

    fn print(&mut self, now: u64, tid: u64, text: &str) {
        let event = message(|to| {
            number(1, now, to);
            number(2, tid, to);
            let print = message(|to| {
                number(1, 0xffff_ffc0_1234_5678, to);
                bytes(2, text.as_bytes(), to);
            });
            bytes(3, &print, to);
        });
        bytes(2, &event, &mut self.events);
    }

    fn packet(&self, cpu: usize, out: &mut Vec<u8>) {
        let compact = message(|to| {
            for process in 0..=PROCESSES {
                bytes(5, format!("process{process}").as_bytes(), to);
            }
            for (array, field) in self.switches.iter().zip([1, 2, 3, 4, 6]) {
                bytes(field, array, to);
            }
            for (array, field) in self.wakings.iter().zip(7..) {
                bytes(field, array, to);
            }
        });
        let bundle = message(|to| {
            number(1, cpu as u64, to);
            to.extend_from_slice(&self.events);
            bytes(4, &compact, to);
        });
        let packet = message(|to| {
            bytes(1, &bundle, to);
            number(10, 1, to);
        });
        bytes(1, &packet, out);
    }
}

/// Returns the index of a thread's name in the table of each bundle, which is that of its process.
fn comm(tid: u64) -> u64 {
    tid / 100
}

/// Returns a trace of at least `n_events` events.
pub(crate) fn system_like(n_events: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut out = Vec::with_capacity(n_events * 24);
    let mut cpus: Vec<Cpu> = (0..CPUS as u64)
        .map(|cpu| Cpu {
            now: 1_000_000_000 + cpu * 997,
            tid: 0,
        })
        .collect();
    let mut depths = vec![0_u64; (PROCESSES as usize + 1) * 100];
    let mut n = 0;
    while n < n_events {
        for (index, cpu) in cpus.iter_mut().enumerate() {
            let mut bundle = Bundle::default();
            for _ in 0..BUNDLE / 2 + random.below(BUNDLE) {
                n += 1;
                cpu.now += 300 + random.below(8_000);
                let any = 100 * (1 + random.below(PROCESSES)) + random.below(THREADS_PER_PROCESS);
                let depth = &mut depths[cpu.tid as usize];
                match random.below(10) {
                    0..=3 => {
                        let state = [0, 1, 1, 2][random.below(4) as usize];
                        cpu.tid = if random.below(3) == 0 { 0 } else { any };
                        bundle.switch(cpu.now, state, cpu.tid);
                    }
                    4..=5 => bundle.waking(cpu.now, index, any),
                    _ if cpu.tid == 0 => {}
                    6..=7 if *depth < 6 => {
                        *depth += 1;
                        let (pid, name) = (cpu.tid / 100 * 100, random.below(NAMES));
                        let text = format!("B|{pid}|Choreographer#slice{name}\n");
                        bundle.print(cpu.now, cpu.tid, &text);
                    }
                    _ if *depth > 0 => {
                        *depth -= 1;
                        let text = format!("E|{}\n", cpu.tid / 100 * 100);
                        bundle.print(cpu.now, cpu.tid, &text);
                    }
                    _ => {}
                }
            }
            bundle.packet(index, &mut out);
        }
    }
    out
}
