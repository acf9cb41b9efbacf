//! `SysStats`: memory, CPU times, interrupts, disks, pressure, temperatures.
//!
//! Types, names and units of the tracks are the reference's.

use hashbrown::HashMap;

use super::names::{MEMINFO, VMSTAT};
use crate::decode::fields::{Field, Fields};
use crate::import::ftrace::At;
use crate::import::sink::{Sink, SinkTrack};
use crate::model::track::Scope;

/// Sectors of /proc/diskstats are 512 bytes, whatever the disk has.
const SECTORS_PER_MB: f64 = 2048.0;

/// CPU times, by field of `CpuTimes` from 2.
const CPU_TIMES: [&str; 8] = [
    "cpu.times.user_ns",
    "cpu.times.user_nice_ns",
    "cpu.times.system_mode_ns",
    "cpu.times.idle_ns",
    "cpu.times.io_wait_ns",
    "cpu.times.irq_ns",
    "cpu.times.softirq_ns",
    "cpu.times.steal_ns",
];

/// Resources of pressure stall information.
const PRESSURE: [&str; 7] = [
    "psi.resource.unspecified",
    "psi.cpu.some",
    "psi.cpu.full",
    "psi.io.some",
    "psi.io.full",
    "psi.mem.some",
    "psi.mem.full",
];

/// Imports `SysStats`.
#[derive(Debug)]
pub(super) struct SysStats {
    page_size: u64,
    /// The last totals of each disk, by field of `DiskStat`.
    disks: HashMap<Vec<u8>, [i64; 10]>,
    meminfo: Numbered,
    vmstat: Numbered,
}

/// The lines of a file of the kernel, by number: their names, and their tracks when they have any.
#[derive(Debug)]
struct Numbered {
    type_name: &'static str,
    unknown: &'static str,
    lines: Vec<(&'static str, Option<SinkTrack>)>,
}

impl Numbered {
    fn new(names: &'static str, type_name: &'static str, unknown: &'static str) -> Self {
        Self {
            type_name,
            unknown,
            lines: names.split(' ').map(|name| (name, None)).collect(),
        }
    }

    /// Imports a line. Memory is recorded in KiB.
    fn line(&mut self, field: &Field<'_>, at: At, sink: &mut Sink) {
        let [key, value] = [1, 2].map(|of| number(field, of));
        let line = usize::try_from(key).ok();
        let Some((name, track)) = line.and_then(|key| self.lines.get_mut(key)) else {
            sink.issues.count(self.unknown);
            return;
        };
        let type_name = self.type_name;
        let (unit, factor) = match type_name {
            "meminfo" => (Some("bytes"), 1024.0),
            _ => (None, 1.0),
        };
        let track = *track.get_or_insert_with(|| {
            sink.counter_track(type_name, Scope::Global, name, unit, at.created())
        });
        sink.sample(track, at.time(), value as f64 * factor);
    }
}

impl Default for SysStats {
    fn default() -> Self {
        Self {
            page_size: 4096,
            disks: HashMap::new(),
            meminfo: Numbered::new(MEMINFO, "meminfo", "meminfo_unknown_keys"),
            vmstat: Numbered::new(VMSTAT, "vmstat", "vmstat_unknown_keys"),
        }
    }
}

impl SysStats {
    /// Sets the size of a page of memory.
    pub(super) fn set_page_size(&mut self, bytes: u32) {
        self.page_size = u64::from(bytes);
    }

    /// Imports a packet.
    pub(super) fn packet(&mut self, payload: &[u8], at: At, sink: &mut Sink) {
        let mut n_cpufreqs = 0;
        for field in Fields::new(payload) {
            match field.number {
                1 => self.meminfo.line(&field, at, sink),
                2 => self.vmstat.line(&field, at, sink),
                3 => cpu_times(&field, at, sink),
                4 => global(
                    "num_forks",
                    "num_forks",
                    None,
                    field.as_u64() as f64,
                    at,
                    sink,
                ),
                5 => global(
                    "num_irq_total",
                    "num_irq_total",
                    None,
                    field.as_u64() as f64,
                    at,
                    sink,
                ),
                6 => interrupts(&field, "num_irq", at, sink),
                7 => {
                    let name = "num_softirq_total";
                    global(name, name, None, field.as_u64() as f64, at, sink);
                }
                8 => interrupts(&field, "num_softirq", at, sink),
                10 => {
                    let name = format!("{} Frequency", lossy(&field, 1));
                    global(
                        "clock_frequency",
                        &name,
                        None,
                        number(&field, 2) as f64,
                        at,
                        sink,
                    );
                }
                11 => field.each_varint(|frequency| {
                    let scope = Scope::Cpu(n_cpufreqs);
                    n_cpufreqs += 1;
                    let track =
                        sink.counter_track("cpu_frequency", scope, "cpufreq", None, at.created());
                    sink.sample(track, at.time(), frequency as f64);
                }),
                12 => self.buddy_info(&field, at, sink),
                13 => self.disk(&field, at, sink),
                14 => {
                    let resource = usize::try_from(number(&field, 1)).ok();
                    match resource.and_then(|resource| PRESSURE.get(resource)) {
                        Some(name) => global("psi", name, None, number(&field, 2) as f64, at, sink),
                        None => sink.issues.count("psi_unknown_resource"),
                    }
                }
                15 => {
                    let name = lossy(&field, 3);
                    let value = number(&field, 2) as f64;
                    global("thermal_temperature_sys", &name, Some("C"), value, at, sink);
                }
                16 => cpu_idle(&field, at, sink),
                17 => field.each_varint(|frequency| {
                    let scope = Scope::Gpu(0);
                    let track = sink.counter_track(
                        "gpu_frequency",
                        scope,
                        "gpufreq",
                        Some("MHz"),
                        at.created(),
                    );
                    sink.sample(track, at.time(), frequency as f64);
                }),
                18 => self.slab(&field, at, sink),
                _ => {}
            }
        }
    }

    /// Fragmentation of the kernel's memory: free blocks of each power of two of pages.
    fn buddy_info(&self, field: &Field<'_>, at: At, sink: &mut Sink) {
        let (node, region) = (lossy(field, 1), lossy(field, 2));
        let mut order = 0_u32;
        for pages in field.fields().filter(|field| field.number == 3) {
            pages.each_varint(|count| {
                // Larger orders have no size any more.
                if order >= u64::BITS {
                    return;
                }
                let size = self.page_size.checked_shl(order).unwrap_or(0) / 1024;
                order += 1;
                let name = format!("mem.buddyinfo[{node}][{region}][{size} kB]");
                global("buddyinfo", &name, None, count as f64, at, sink);
            });
        }
    }

    fn slab(&self, field: &Field<'_>, at: At, sink: &mut Sink) {
        let name = format!("mem.slab.{}", lossy(field, 1));
        let size = number(field, 2) as f64 * number(field, 3) as f64 * self.page_size as f64;
        global("slabinfo", &name, Some("bytes"), size, at, sink);
    }

    /// Amounts and rates since the last packet; the first one of a disk only sets its totals.
    fn disk(&mut self, field: &Field<'_>, at: At, sink: &mut Sink) {
        let mut totals = [0_i64; 10];
        for part in field.fields() {
            if let 2..=9 = part.number {
                totals[part.number as usize] = part.as_i64();
            }
        }
        let device = field
            .fields()
            .last_of(1)
            .map_or(&b""[..], |name| name.as_bytes());
        let Some(before) = self.disks.insert(device.to_vec(), totals) else {
            return;
        };
        let change = |index: usize| totals[index].wrapping_sub(before[index]);
        let device = String::from_utf8_lossy(device);
        let mut push = |what: &str, unit: &str, value: f64| {
            let name = format!("diskstat.[{device}].{what}");
            global("diskstat", &name, Some(unit), value, at, sink);
        };
        for (what, sectors, millis) in [("read", 2, 3), ("write", 4, 5), ("discard", 6, 7)] {
            let amount = change(sectors) as f64 / SECTORS_PER_MB;
            let millis = change(millis);
            let rate = if millis == 0 {
                0.0
            } else {
                amount * 1000.0 / millis as f64
            };
            push(&format!("{what}_amount"), "MB", amount);
            push(&format!("{what}_throughput"), "MB/s", rate);
        }
        push("flush_amount", "count", change(8) as f64);
        push("flush_time", "ms", change(9) as f64);
    }
}

fn number(field: &Field<'_>, n: u32) -> u64 {
    field.fields().last_of(n).map_or(0, |part| part.as_u64())
}

fn lossy<'a>(field: &Field<'a>, n: u32) -> std::borrow::Cow<'a, str> {
    String::from_utf8_lossy(
        field
            .fields()
            .last_of(n)
            .map_or(&[], |part| part.as_bytes()),
    )
}

/// Adds a sample to a counter of the whole system.
pub(super) fn global(
    type_name: &str,
    name: &str,
    unit: Option<&str>,
    value: f64,
    at: At,
    sink: &mut Sink,
) {
    let track = sink.counter_track(type_name, Scope::Global, name, unit, at.created());
    sink.sample(track, at.time(), value);
}

fn cpu_times(field: &Field<'_>, at: At, sink: &mut Sink) {
    let Some(cpu) = field.fields().last_of(1) else {
        sink.issues.count("invalid_cpu_times");
        return;
    };
    let scope = Scope::Cpu(cpu.as_u32());
    for (number_of, name) in (2..).zip(CPU_TIMES) {
        let track = sink.counter_track("cpustat", scope, name, None, at.created());
        sink.sample(track, at.time(), number(field, number_of) as f64);
    }
}

fn interrupts(field: &Field<'_>, type_name: &str, at: At, sink: &mut Sink) {
    let irq = number(field, 1) as u32;
    let name = format!("{type_name} (id: {irq})");
    global(type_name, &name, None, number(field, 2) as f64, at, sink);
}

fn cpu_idle(field: &Field<'_>, at: At, sink: &mut Sink) {
    let cpu = number(field, 1) as u32;
    for entry in field.fields().filter(|field| field.number == 2) {
        let name = format!("cpuidle{cpu}.{}", lossy(&entry, 1));
        let track = sink.counter_track(
            "cpu_idle_state",
            Scope::Cpu(cpu),
            &name,
            Some("us"),
            at.created(),
        );
        if sink.tracks[track.index()].0.dimension_args.is_none() {
            let dimension = [
                super::int("cpu", i64::from(cpu), sink),
                super::text("state", &lossy(&entry, 1), sink),
            ];
            sink.tracks[track.index()].0.dimension_args = sink.store_args(&dimension);
        }
        sink.sample(track, at.time(), number(&entry, 2) as f64);
    }
}
