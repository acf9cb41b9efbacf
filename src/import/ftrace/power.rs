//! Ftrace events that are counters: frequencies, idle states, clocks, memory, temperatures.
//!
//! Types, names and units of the tracks are the reference's (spec frametimeline F5).

use super::counters::{Counter, DMABUF_RSS, OOM_SCORE_ADJ, RssStat, ThreadCounters};
use super::event::Event;
use super::kernel::uint;
use super::tracks::{AsyncTracks, Tracks, sample_with};
use crate::import::sink::Sink;
use crate::model::ids::ArgSetId;
use crate::model::track::Scope;

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
        match event.number {
            11 => cpu_counter(event, ("cpu_frequency", "cpufreq"), (2, 1), tracks, sink),
            13 => cpu_counter(event, ("cpu_idle", "cpuidle"), (2, 1), tracks, sink),
            508 => {
                let names = ("cpu_frequency_throttle", "cpufreq_throttle");
                cpu_counter(event, names, (1, 2), tracks, sink);
            }
            12 => {
                let cpu = event.u32(3);
                let max = format!("Cpu {cpu} Max Freq Limit");
                cpu_counter(
                    event,
                    ("cpu_max_frequency_limit", &max),
                    (3, 2),
                    tracks,
                    sink,
                );
                let min = format!("Cpu {cpu} Min Freq Limit");
                cpu_counter(
                    event,
                    ("cpu_min_frequency_limit", &min),
                    (3, 1),
                    tracks,
                    sink,
                );
            }
            421 => {
                let cpu = event.u32(4);
                let name = |what: &str| format!("Cpu {cpu} {what}");
                cpu_counter(
                    event,
                    ("cpu_utilization", &name("Util")),
                    (4, 6),
                    tracks,
                    sink,
                );
                cpu_counter(event, ("cpu_capacity", &name("Cap")), (4, 2), tracks, sink);
                cpu_counter(
                    event,
                    ("cpu_nr_running", &name("Nr Running")),
                    (4, 11),
                    tracks,
                    sink,
                );
            }
            332 => gpu_frequency(event, event.u32(1), f64::from(event.u32(2)), sink),
            509 => gpu_frequency(event, event.u32(2), f64::from(event.u32(1)) * 1000.0, sink),
            340 => gpu_memory(event, sink),
            14 | 15 => named(
                event,
                "clock_state",
                &format!("{} State", event.lossy(1)),
                2,
                sink,
            ),
            16 => named(
                event,
                "clock_frequency",
                &format!("{} Frequency", event.lossy(1)),
                2,
                sink,
            ),
            541 => {
                // The name may have an address in front.
                let device = event.lossy(1);
                let name = match device.find("devfreq_") {
                    Some(at) => device.get(at..).unwrap_or_default().to_owned(),
                    None => format!("devfreq_{device}"),
                };
                named(event, "linux_device_frequency", &name, 2, sink);
            }
            341 => {
                let name = format!("{} Temperature", event.lossy(4));
                named(event, "thermal_temperature", &name, 2, sink);
            }
            342 => {
                let name = format!("{} Cooling Device", event.lossy(2));
                named(event, "cooling_device_counter", &name, 1, sink);
            }
            _ => return self.memory(event, rows, sink),
        }
        true
    }

    fn memory(&mut self, event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) -> bool {
        match event.number {
            313 | 359 => {
                let (member, size, current, mm_id) = if event.number == 313 {
                    (1, 2, 3, 4)
                } else {
                    (2, 4, 1, 3)
                };
                let rss = RssStat {
                    member: event.i32(member),
                    size: event.i64(size),
                    is_current: event.field(current).map(|field| field.as_bool()),
                    mm_id: event.field(mm_id).map(|field| i64::from(field.as_u32())),
                };
                self.threads.rss_stat(&rss, event.tid, event.at.ts, sink);
            }
            579 => {
                let utid = sink.processes.thread(event.tid);
                self.threads
                    .push(DMABUF_RSS, utid, event.at.ts, event.u64(1) as f64);
            }
            326 => {
                let utid = sink.processes.thread(event.pid(3));
                // Old recorders wrote negative scores as unsigned numbers.
                let score = f64::from(event.u64(2) as i16);
                self.threads.push(OOM_SCORE_ADJ, utid, event.at.ts, score);
            }
            328 => self.mm_event(event, sink),
            314 | 315 => ion_heap(event, sink),
            335 => ion_stat(event, rows, sink),
            351 => dma_heap_stat(event, rows, sink),
            407 => {
                let state = match event.i32(2) {
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
        let Some(names) = usize::try_from(event.u32(4))
            .ok()
            .and_then(|i| MM_EVENTS.get(i))
        else {
            sink.issues.count("mm_unknown_type");
            return;
        };
        for (name, field) in names.iter().zip([2, 3, 1]) {
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

/// Adds a sample to a counter of a CPU; `fields` are those of the CPU and of the value.
fn cpu_counter(
    event: &Event<'_>,
    (type_name, name): (&'static str, &str),
    fields: (u32, u32),
    tracks: &mut Tracks,
    sink: &mut Sink,
) {
    let (cpu, value) = if fields == (2, 1) {
        let [value, cpu] = event.two_numbers();
        (cpu as u32, value)
    } else {
        (event.u32(fields.0), event.u64(fields.1))
    };
    let track = tracks.cpu_counter(type_name, name, cpu, event.at, sink);
    sink.sample(track, event.at.time(), value as f64);
}

fn global(event: &Event<'_>, type_name: &str, name: &str, value: f64, sink: &mut Sink) {
    let track = sink.counter_track(type_name, Scope::Global, name, None, event.at.created());
    sink.sample(track, event.at.time(), value);
}

fn named(event: &Event<'_>, type_name: &str, name: &str, field: u32, sink: &mut Sink) {
    global(event, type_name, name, event.i64(field) as f64, sink);
}

fn gpu_frequency(event: &Event<'_>, gpu: u32, value: f64, sink: &mut Sink) {
    let scope = Scope::Gpu(gpu);
    let track = sink.counter_track(
        "gpu_frequency",
        scope,
        "gpufreq",
        Some("MHz"),
        event.at.created(),
    );
    sink.sample(track, event.at.time(), value);
}

/// Pid 0 stands for the whole system. Reports about processes that are gone are dropped.
fn gpu_memory(event: &Event<'_>, sink: &mut Sink) {
    let pid = event.pid(2);
    let (type_name, scope) = if pid == 0 {
        ("gpu_memory", Scope::Global)
    } else {
        if sink.processes.find_thread(pid).is_none() {
            return;
        }
        let utid = sink.processes.update_thread(pid, pid);
        match sink.upid_of(utid) {
            Some(upid) => ("process_gpu_memory", Scope::Process(upid)),
            None => return,
        }
    };
    let created = event.at.created();
    let track = sink.counter_track(type_name, scope, "GPU Memory", Some("bytes"), created);
    sink.sample(track, event.at.time(), event.u64(3) as f64);
}

/// `ion_heap_grow` and `ion_heap_shrink` report the total before the change.
fn ion_heap(event: &Event<'_>, sink: &mut Sink) {
    let change = event.i64(2);
    let change = if event.number == 315 {
        change
    } else {
        change.wrapping_neg()
    };
    let total = event.i64(3).wrapping_add(change);
    let heap = if event.has(1) {
        event.lossy(1)
    } else {
        "unknown".into()
    };
    global(event, "ion", &format!("mem.ion.{heap}"), total as f64, sink);
    let name = format!("mem.ion_change.{heap}");
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
    global(event, "ion", "mem.ion", event.u64(3) as f64, sink);
    let names = ("ion_change", "mem.ion_change");
    thread_change(event, names, event.i64(2), None, sink);
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
        event.u64(3) as f64,
        sink,
    );
    let names = ("android_dma_heap_change", "mem.dma_heap_change");
    let args = [uint(sink.word("inode"), event.u64(1))];
    let set = sink.store_args(&args);
    thread_change(event, names, event.i64(2), set, sink);
    buffer(
        event,
        ("android_dma_allocations", "mem.dma_buffer"),
        rows,
        sink,
    );
}

/// The life of a buffer, field 1, whose size, field 2, is positive when it is allocated.
fn buffer(event: &Event<'_>, names: (&str, &str), rows: &mut AsyncTracks, sink: &mut Sink) {
    let key = (sink.str(names.0), Scope::Global, sink.str(names.1));
    let size = event.i64(2);
    if size > 0 {
        let label = sink.label(Some(format!("{} kB", size / 1024).as_bytes()), None);
        rows.begin(key, event.i64(1), (label, None), event.at, sink);
    } else {
        rows.end(key, event.i64(1), None, event.at, sink);
    }
}
