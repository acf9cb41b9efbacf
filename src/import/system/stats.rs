//! `SysStats`: memory, CPU times, interrupts, disks, pressure, temperatures.
//!
//! Types, names and units of the tracks are the reference's.

use hashbrown::HashMap;

use super::names::{MEMINFO, VMSTAT};
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink, SinkTrack, listed};
use crate::model::track::Scope;
use crate::proto::sys_stats::{
    self, buddy_info, cpu_idle_state, cpu_idle_state_entry as idle_entry, cpu_times, devfreq_value,
    disk_stat, interrupt_count, meminfo_value, psi_sample, slab_info, thermal_zone,
};

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
    fn line(&mut self, entry: Message<'_>, at: At, sink: &mut Sink) {
        let line = usize::try_from(entry.u64(meminfo_value::KEY)).ok();
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
        sink.sample(
            track,
            at.time(),
            entry.u64(meminfo_value::VALUE) as f64 * factor,
        );
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
    pub(super) fn packet(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let mut n_cpufreqs = 0;
        for field in payload.fields() {
            let entry = field.message();
            match field.number {
                sys_stats::MEMINFO => self.meminfo.line(entry, at, sink),
                sys_stats::VMSTAT => self.vmstat.line(entry, at, sink),
                sys_stats::CPU_STAT => cpu_times(entry, at, sink),
                sys_stats::NUM_FORKS => sink.count(
                    "num_forks",
                    Scope::Global,
                    "num_forks",
                    None,
                    field.as_u64() as f64,
                    at,
                ),
                sys_stats::NUM_IRQ_TOTAL => sink.count(
                    "num_irq_total",
                    Scope::Global,
                    "num_irq_total",
                    None,
                    field.as_u64() as f64,
                    at,
                ),
                sys_stats::NUM_IRQ => interrupts(entry, "num_irq", at, sink),
                sys_stats::NUM_SOFTIRQ_TOTAL => {
                    let name = "num_softirq_total";
                    sink.count(name, Scope::Global, name, None, field.as_u64() as f64, at);
                }
                sys_stats::NUM_SOFTIRQ => interrupts(entry, "num_softirq", at, sink),
                sys_stats::DEVFREQ => {
                    let name = format!("{} Frequency", entry.lossy(devfreq_value::KEY));
                    sink.count(
                        "clock_frequency",
                        Scope::Global,
                        &name,
                        None,
                        entry.u64(devfreq_value::VALUE) as f64,
                        at,
                    );
                }
                sys_stats::CPUFREQ_KHZ => field.each_varint(|frequency| {
                    let cpu = n_cpufreqs;
                    n_cpufreqs += 1;
                    if sink.cpu(cpu).is_some() {
                        let (scope, name) = (Scope::Cpu(cpu), "cpufreq");
                        sink.count("cpu_frequency", scope, name, None, frequency as f64, at);
                    }
                }),
                sys_stats::BUDDY_INFO => self.buddy_info(entry, at, sink),
                sys_stats::DISK_STAT => self.disk(entry, at, sink),
                sys_stats::PSI => match listed(&PRESSURE, entry.u64(psi_sample::RESOURCE)) {
                    Some(name) => sink.count(
                        "psi",
                        Scope::Global,
                        name,
                        None,
                        entry.u64(psi_sample::TOTAL_NS) as f64,
                        at,
                    ),
                    None => sink.issues.count("psi_unknown_resource"),
                },
                sys_stats::THERMAL_ZONE => {
                    let name = entry.lossy(thermal_zone::TYPE);
                    let value = entry.u64(thermal_zone::TEMP) as f64;
                    sink.count(
                        "thermal_temperature_sys",
                        Scope::Global,
                        &name,
                        Some("C"),
                        value,
                        at,
                    );
                }
                sys_stats::CPUIDLE_STATE => cpu_idle(entry, at, sink),
                sys_stats::GPUFREQ_MHZ => field.each_varint(|frequency| {
                    let (scope, name, value) = (Scope::Gpu(0), "gpufreq", frequency as f64);
                    sink.count("gpu_frequency", scope, name, Some("MHz"), value, at);
                }),
                sys_stats::SLAB_INFO => self.slab(entry, at, sink),
                _ => {}
            }
        }
    }

    /// Fragmentation of the kernel's memory: free blocks of each power of two of pages.
    fn buddy_info(&self, entry: Message<'_>, at: At, sink: &mut Sink) {
        let (node, region) = (entry.lossy(buddy_info::NODE), entry.lossy(buddy_info::ZONE));
        let mut order = 0_u32;
        for pages in entry.all(buddy_info::ORDER_PAGES) {
            pages.each_varint(|count| {
                // Larger orders have no size that fits.
                if order >= u64::BITS {
                    return;
                }
                let size = self.page_size.checked_shl(order).unwrap_or(0) / 1024;
                order += 1;
                let name = format!("mem.buddyinfo[{node}][{region}][{size} kB]");
                sink.count("buddyinfo", Scope::Global, &name, None, count as f64, at);
            });
        }
    }

    fn slab(&self, entry: Message<'_>, at: At, sink: &mut Sink) {
        let name = format!("mem.slab.{}", entry.lossy(slab_info::NAME));
        let size = entry.u64(slab_info::PAGES_PER_SLAB) as f64
            * entry.u64(slab_info::NUM_SLABS) as f64
            * self.page_size as f64;
        sink.count("slabinfo", Scope::Global, &name, Some("bytes"), size, at);
    }

    /// Adds amounts and rates since the last packet; the first packet of a disk only sets its totals.
    fn disk(&mut self, entry: Message<'_>, at: At, sink: &mut Sink) {
        let mut totals = [0_i64; 10];
        for part in entry.fields() {
            if let disk_stat::READ_SECTORS..=disk_stat::FLUSH_TIME_MS = part.number {
                totals[part.number as usize] = part.as_i64();
            }
        }
        let device = entry.text(disk_stat::DEVICE_NAME);
        let Some(before) = self.disks.insert(device.to_vec(), totals) else {
            return;
        };
        let change = |field: u32| totals[field as usize].wrapping_sub(before[field as usize]);
        let device = String::from_utf8_lossy(device);
        let mut push = |what: &str, unit: &str, value: f64| {
            let name = format!("diskstat.[{device}].{what}");
            sink.count("diskstat", Scope::Global, &name, Some(unit), value, at);
        };
        for (what, sectors, millis) in [
            ("read", disk_stat::READ_SECTORS, disk_stat::READ_TIME_MS),
            ("write", disk_stat::WRITE_SECTORS, disk_stat::WRITE_TIME_MS),
            (
                "discard",
                disk_stat::DISCARD_SECTORS,
                disk_stat::DISCARD_TIME_MS,
            ),
        ] {
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
        push(
            "flush_amount",
            "count",
            change(disk_stat::FLUSH_COUNT) as f64,
        );
        push("flush_time", "ms", change(disk_stat::FLUSH_TIME_MS) as f64);
    }
}

fn cpu_times(entry: Message<'_>, at: At, sink: &mut Sink) {
    let Some(cpu) = entry.field(cpu_times::CPU_ID) else {
        sink.issues.count("invalid_cpu_times");
        return;
    };
    let cpu = cpu.as_u32();
    if sink.cpu(cpu).is_none() {
        return;
    }
    let scope = Scope::Cpu(cpu);
    for (number_of, name) in (cpu_times::USER_NS..).zip(CPU_TIMES) {
        sink.count(
            "cpustat",
            scope,
            name,
            None,
            entry.u64(number_of) as f64,
            at,
        );
    }
}

fn interrupts(entry: Message<'_>, type_name: &str, at: At, sink: &mut Sink) {
    let irq = entry.u32(interrupt_count::IRQ);
    let name = format!("{type_name} (id: {irq})");
    sink.count(
        type_name,
        Scope::Global,
        &name,
        None,
        entry.u64(interrupt_count::COUNT) as f64,
        at,
    );
}

fn cpu_idle(entry: Message<'_>, at: At, sink: &mut Sink) {
    let cpu = entry.u32(cpu_idle_state::CPU_ID);
    if sink.cpu(cpu).is_none() {
        return;
    }
    for entry in entry.messages(cpu_idle_state::CPUIDLE_STATE_ENTRY) {
        let name = format!("cpuidle{cpu}.{}", entry.lossy(idle_entry::STATE));
        let track = sink.counter_track(
            "cpu_idle_state",
            Scope::Cpu(cpu),
            &name,
            Some("us"),
            at.created(),
        );
        if sink.tracks[track.index()].0.dimension_args.is_none() {
            let dimension = [
                sink.int_arg("cpu", i64::from(cpu)),
                sink.text_arg("state", &*entry.lossy(idle_entry::STATE)),
            ];
            sink.tracks[track.index()].0.dimension_args = sink.store_args(&dimension);
        }
        sink.sample(track, at.time(), entry.u64(idle_entry::DURATION_US) as f64);
    }
}
