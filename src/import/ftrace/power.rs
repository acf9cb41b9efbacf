//! Ftrace events that are counters: frequencies, idle states, clocks, memory, temperatures.
//!
//! Types, names and units of the tracks are the reference's (spec frametimeline F5).

use super::counters::{Counter, DMABUF_RSS, OOM_SCORE_ADJ, RssStat, ThreadCounters};
use super::event::Event;
use super::tracks::{AsyncTracks, Tracks, sample_with};
use crate::import::sink::{Sink, listed};
use crate::model::ids::ArgSetId;
use crate::model::track::Scope;
use crate::proto::ftrace_event::{
    self, cdev_update, clock_enable, clock_set_rate, cpu_frequency, cpu_frequency_limits as limits,
    cpu_idle, dcvsh_freq, devfreq_frequency, dma_heap_stat, dmabuf_rss_stat, gpu_frequency,
    gpu_mem_total, ion_heap_grow, ion_stat, kgsl_gpu_frequency as kgsl_frequency, mm_event_record,
    oom_score_adj_update as oom_score, rss_stat, rss_stat_throttled,
    sched_cpu_util_cfs as cpu_util, thermal_temperature, ufshcd_clk_gating,
};

/// The counters of `mm_event_record` by type, each as count, maximum and average latency.
const MM_EVENTS: [[&str; 3]; 7] = [
    [
        "mem.mm.min_flt.count",
        "mem.mm.min_flt.max_lat",
        "mem.mm.min_flt.avg_lat",
    ],
    [
        "mem.mm.maj_flt.count",
        "mem.mm.maj_flt.max_lat",
        "mem.mm.maj_flt.avg_lat",
    ],
    [
        "mem.mm.read_io.count",
        "mem.mm.read_io.max_lat",
        "mem.mm.read_io.avg_lat",
    ],
    [
        "mem.mm.compaction.count",
        "mem.mm.compaction.max_lat",
        "mem.mm.compaction.avg_lat",
    ],
    [
        "mem.mm.reclaim.count",
        "mem.mm.reclaim.max_lat",
        "mem.mm.reclaim.avg_lat",
    ],
    [
        "mem.mm.swp_flt.count",
        "mem.mm.swp_flt.max_lat",
        "mem.mm.swp_flt.avg_lat",
    ],
    [
        "mem.mm.kern_alloc.count",
        "mem.mm.kern_alloc.max_lat",
        "mem.mm.kern_alloc.avg_lat",
    ],
];

/// Imports events that are counters.
#[derive(Debug, Default)]
pub(super) struct Power {
    threads: ThreadCounters,
}

impl Power {
    /// Imports an event if it is a counter.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        tracks: &mut Tracks,
        rows: &mut AsyncTracks,
        sink: &mut Sink,
    ) -> bool {
        if of_cpu(event, tracks, sink) {
            return true;
        }
        match event.number {
            ftrace_event::GPU_FREQUENCY => gpu_frequency(
                event,
                event.u32(gpu_frequency::GPU_ID),
                f64::from(event.u32(gpu_frequency::STATE)),
                sink,
            ),
            ftrace_event::KGSL_GPU_FREQUENCY => gpu_frequency(
                event,
                event.u32(kgsl_frequency::GPU_ID),
                f64::from(event.u32(kgsl_frequency::GPU_FREQ)) * 1000.0,
                sink,
            ),
            ftrace_event::GPU_MEM_TOTAL => gpu_memory(event, sink),
            ftrace_event::CLOCK_ENABLE | ftrace_event::CLOCK_DISABLE => named(
                event,
                "clock_state",
                &format!("{} State", event.lossy(clock_enable::NAME)),
                clock_enable::STATE,
                sink,
            ),
            ftrace_event::CLOCK_SET_RATE => named(
                event,
                "clock_frequency",
                &format!("{} Frequency", event.lossy(clock_set_rate::NAME)),
                clock_set_rate::STATE,
                sink,
            ),
            ftrace_event::DEVFREQ_FREQUENCY => {
                // The name may have an address in front.
                let device = event.lossy(devfreq_frequency::DEV_NAME);
                let name = match device.find("devfreq_") {
                    Some(at) => device.get(at..).unwrap_or_default().to_owned(),
                    None => format!("devfreq_{device}"),
                };
                named(
                    event,
                    "linux_device_frequency",
                    &name,
                    devfreq_frequency::FREQ,
                    sink,
                );
            }
            ftrace_event::THERMAL_TEMPERATURE => {
                let name = format!(
                    "{} Temperature",
                    event.lossy(thermal_temperature::THERMAL_ZONE)
                );
                named(
                    event,
                    "thermal_temperature",
                    &name,
                    thermal_temperature::TEMP,
                    sink,
                );
            }
            ftrace_event::CDEV_UPDATE => {
                let name = format!("{} Cooling Device", event.lossy(cdev_update::TYPE));
                named(
                    event,
                    "cooling_device_counter",
                    &name,
                    cdev_update::TARGET,
                    sink,
                );
            }
            _ => return self.memory(event, rows, sink),
        }
        true
    }

    fn memory(&mut self, event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) -> bool {
        match event.number {
            ftrace_event::RSS_STAT | ftrace_event::RSS_STAT_THROTTLED => {
                let (member, size, current, mm_id) = if event.number == ftrace_event::RSS_STAT {
                    (
                        rss_stat::MEMBER,
                        rss_stat::SIZE,
                        rss_stat::CURR,
                        rss_stat::MM_ID,
                    )
                } else {
                    (
                        rss_stat_throttled::MEMBER,
                        rss_stat_throttled::SIZE,
                        rss_stat_throttled::CURR,
                        rss_stat_throttled::MM_ID,
                    )
                };
                let rss = RssStat {
                    member: event.i32(member),
                    size: event.i64(size),
                    is_current: event.field(current).map(|field| field.as_bool()),
                    mm_id: event.field(mm_id).map(|field| i64::from(field.as_u32())),
                };
                self.threads.rss_stat(&rss, event.tid, event.at.ts, sink);
            }
            ftrace_event::DMABUF_RSS_STAT => {
                let utid = sink.processes.thread(event.tid);
                self.threads.push(
                    DMABUF_RSS,
                    utid,
                    event.at.ts,
                    event.u64(dmabuf_rss_stat::RSS) as f64,
                );
            }
            ftrace_event::OOM_SCORE_ADJ_UPDATE => {
                let utid = sink.processes.thread(event.pid(oom_score::PID));
                // Old recorders wrote negative scores as unsigned numbers.
                let score = f64::from(event.u64(oom_score::OOM_SCORE_ADJ) as i16);
                self.threads.push(OOM_SCORE_ADJ, utid, event.at.ts, score);
            }
            ftrace_event::MM_EVENT_RECORD => self.mm_event(event, sink),
            ftrace_event::ION_HEAP_SHRINK | ftrace_event::ION_HEAP_GROW => ion_heap(event, sink),
            ftrace_event::ION_STAT => ion_stat(event, rows, sink),
            ftrace_event::DMA_HEAP_STAT => dma_heap_stat(event, rows, sink),
            ftrace_event::UFSHCD_CLK_GATING => {
                let state = match event.i32(ufshcd_clk_gating::STATE) {
                    1 => 3.0,
                    2 => 1.0,
                    3 => 2.0,
                    _ => 0.0,
                };
                let name = "io.ufs.clkgating (OFF:0/REQ_OFF/REQ_ON/ON:3)";
                global(event, "ufs_clkgating", name, state, sink);
            }
            _ => return false,
        }
        true
    }

    fn mm_event(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let utid = sink.processes.thread(event.tid);
        let Some(names) = listed(&MM_EVENTS, event.u32(mm_event_record::TYPE)) else {
            sink.issues.count("mm_unknown_type");
            return;
        };
        for (name, field) in names.iter().zip([
            mm_event_record::COUNT,
            mm_event_record::MAX_LAT,
            mm_event_record::AVG_LAT,
        ]) {
            let counter: Counter = ("mm_event", "mm_event_thread_fallback", name);
            self.threads
                .push(counter, utid, event.at.ts, f64::from(event.u32(field)));
        }
    }

    /// Gives samples of threads to their processes.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        self.threads.finish(sink);
    }
}

/// Imports an event if it is a counter of a CPU.
fn of_cpu(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> bool {
    let mut counter = |names: (&'static str, &str), fields: (u32, u32)| {
        cpu_counter(event, names, fields, tracks, sink);
    };
    match event.number {
        ftrace_event::CPU_FREQUENCY => {
            let names = ("cpu_frequency", "cpufreq");
            counter(names, (cpu_frequency::CPU_ID, cpu_frequency::STATE));
        }
        ftrace_event::CPU_IDLE => {
            let names = ("cpu_idle", "cpuidle");
            counter(names, (cpu_idle::CPU_ID, cpu_idle::STATE));
        }
        ftrace_event::DCVSH_FREQ => {
            let names = ("cpu_frequency_throttle", "cpufreq_throttle");
            counter(names, (dcvsh_freq::CPU, dcvsh_freq::FREQ));
        }
        ftrace_event::CPU_FREQUENCY_LIMITS => {
            let cpu = event.u32(limits::CPU_ID);
            let max = format!("Cpu {cpu} Max Freq Limit");
            let names = ("cpu_max_frequency_limit", &*max);
            counter(names, (limits::CPU_ID, limits::MAX_FREQ));
            let min = format!("Cpu {cpu} Min Freq Limit");
            let names = ("cpu_min_frequency_limit", &*min);
            counter(names, (limits::CPU_ID, limits::MIN_FREQ));
        }
        ftrace_event::SCHED_CPU_UTIL_CFS => {
            let cpu = event.u32(cpu_util::CPU);
            let name = |what: &str| format!("Cpu {cpu} {what}");
            let names = ("cpu_utilization", &*name("Util"));
            counter(names, (cpu_util::CPU, cpu_util::CPU_UTIL));
            let names = ("cpu_capacity", &*name("Cap"));
            counter(names, (cpu_util::CPU, cpu_util::CAPACITY));
            let names = ("cpu_nr_running", &*name("Nr Running"));
            counter(names, (cpu_util::CPU, cpu_util::NR_RUNNING));
        }
        _ => return false,
    }
    true
}

/// Adds a sample to a counter of a CPU; `fields` are those of the CPU and of the value.
fn cpu_counter(
    event: &Event<'_>,
    (type_name, name): (&'static str, &str),
    fields: (u32, u32),
    tracks: &mut Tracks,
    sink: &mut Sink,
) {
    // Nearly all counters have the fields that frequencies and idle states have, which are read together.
    let (cpu, value) = if fields == (cpu_frequency::CPU_ID, cpu_frequency::STATE) {
        let [value, cpu] = event.two_numbers();
        (cpu as u32, value)
    } else {
        (event.u32(fields.0), event.u64(fields.1))
    };
    let track = tracks.cpu_counter(type_name, name, cpu, event.at, sink);
    sink.sample(track, event.at.time(), value as f64);
}

fn global(event: &Event<'_>, type_name: &str, name: &str, value: f64, sink: &mut Sink) {
    sink.count(type_name, Scope::Global, name, None, value, event.at);
}

fn named(event: &Event<'_>, type_name: &str, name: &str, field: u32, sink: &mut Sink) {
    global(event, type_name, name, event.i64(field) as f64, sink);
}

fn gpu_frequency(event: &Event<'_>, gpu: u32, value: f64, sink: &mut Sink) {
    let scope = Scope::Gpu(gpu);
    sink.count(
        "gpu_frequency",
        scope,
        "gpufreq",
        Some("MHz"),
        value,
        event.at,
    );
}

/// Adds a sample of GPU memory. Pid 0 stands for the whole system. Reports about processes that are gone are
/// dropped. If the pid is that of a known thread of another process, that process has the memory.
fn gpu_memory(event: &Event<'_>, sink: &mut Sink) {
    let pid = event.pid(gpu_mem_total::PID);
    let (type_name, scope) = if pid == 0 {
        ("gpu_memory", Scope::Global)
    } else {
        let Some(utid) = sink.processes.find_thread(pid) else {
            return;
        };
        sink.processes.update_thread(pid, pid);
        match sink.upid_of(utid) {
            Some(upid) => ("process_gpu_memory", Scope::Process(upid)),
            None => return,
        }
    };
    let size = event.u64(gpu_mem_total::SIZE) as f64;
    sink.count(
        type_name,
        scope,
        "GPU Memory",
        Some("bytes"),
        size,
        event.at,
    );
}

/// `ion_heap_grow` and `ion_heap_shrink` report the total before the change.
fn ion_heap(event: &Event<'_>, sink: &mut Sink) {
    let change = event.i64(ion_heap_grow::LEN);
    let change = if event.number == ftrace_event::ION_HEAP_GROW {
        change
    } else {
        change.wrapping_neg()
    };
    let total = event
        .i64(ion_heap_grow::TOTAL_ALLOCATED)
        .wrapping_add(change);
    let heap = if event.has(ion_heap_grow::HEAP_NAME) {
        event.lossy(ion_heap_grow::HEAP_NAME)
    } else {
        "unknown".into()
    };
    let of = |name: &str| match &*heap {
        "" => name.to_owned(),
        heap => format!("{name}.{heap}"),
    };
    global(event, "ion", &of("mem.ion"), total as f64, sink);
    let name = of("mem.ion_change");
    thread_change(event, ("ion_change", &name), change, None, sink);
}

fn thread_change(
    event: &Event<'_>,
    (type_name, name): (&str, &str),
    value: i64,
    set: Option<ArgSetId>,
    sink: &mut Sink,
) {
    let scope = Scope::Thread(sink.processes.thread(event.tid));
    let track = sink.counter_track(type_name, scope, name, None, event.at.created());
    sample_with(track, event.at, value as f64, set, sink);
}

fn ion_stat(event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
    global(
        event,
        "ion",
        "mem.ion",
        event.u64(ion_stat::TOTAL_ALLOCATED) as f64,
        sink,
    );
    let names = ("ion_change", "mem.ion_change");
    thread_change(event, names, event.i64(ion_stat::LEN), None, sink);
    buffer(
        event,
        ("android_ion_allocations", "mem.ion_buffer"),
        rows,
        sink,
    );
}

fn dma_heap_stat(event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
    global(
        event,
        "android_dma_heap",
        "mem.dma_heap",
        event.u64(dma_heap_stat::TOTAL_ALLOCATED) as f64,
        sink,
    );
    let names = ("android_dma_heap_change", "mem.dma_heap_change");
    let args = [sink.uint_arg("inode", event.u64(dma_heap_stat::INODE))];
    let set = sink.store_args(&args);
    thread_change(event, names, event.i64(dma_heap_stat::LEN), set, sink);
    buffer(
        event,
        ("android_dma_allocations", "mem.dma_buffer"),
        rows,
        sink,
    );
}

/// The life of a buffer, whose size is positive when it is allocated.
fn buffer(event: &Event<'_>, names: (&str, &str), rows: &mut AsyncTracks, sink: &mut Sink) {
    let key = (sink.str(names.0), Scope::Global, sink.str(names.1));
    let size = event.i64(dma_heap_stat::LEN);
    if size > 0 {
        let label = sink.label(Some(format!("{} kB", size / 1024).as_bytes()), None);
        rows.begin(
            key,
            event.i64(dma_heap_stat::INODE),
            (label, None),
            event.at,
            sink,
        );
    } else {
        rows.end(key, event.i64(dma_heap_stat::INODE), None, event.at, sink);
    }
}
