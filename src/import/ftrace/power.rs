//! Ftrace events that are counters of power: frequencies, idle states, clocks, temperatures.
//!
//! Types, names and units of the tracks are those of the reference's `ftrace_parser.cc`.

use super::event::Event;
use super::tracks::Tracks;
use crate::import::sink::Sink;
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::ftrace_event::{
    self, cdev_update, clock_enable, clock_set_rate, cpu_frequency, cpu_frequency_limits as limits,
    cpu_idle, dcvsh_freq, devfreq_frequency, gpu_frequency, kgsl_gpu_frequency as kgsl_frequency,
    sched_cpu_util_cfs as cpu_util, thermal_temperature,
};

/// Imports an event if it is of these; returns whether it is.
pub(super) fn event(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> bool {
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
        ftrace_event::CLOCK_ENABLE | ftrace_event::CLOCK_DISABLE => named(
            event,
            "clock_state",
            &format!("{} State", event.lossy(clock_enable::NAME)),
            event.u64(clock_enable::STATE) as f64,
            sink,
        ),
        ftrace_event::CLOCK_SET_RATE => named(
            event,
            "clock_frequency",
            &format!("{} Frequency", event.lossy(clock_set_rate::NAME)),
            event.u64(clock_set_rate::STATE) as f64,
            sink,
        ),
        ftrace_event::DEVFREQ_FREQUENCY => device_frequency(event, sink),
        ftrace_event::THERMAL_TEMPERATURE => {
            let name = format!(
                "{} Temperature",
                event.lossy(thermal_temperature::THERMAL_ZONE)
            );
            named(
                event,
                "thermal_temperature",
                &name,
                f64::from(event.i32(thermal_temperature::TEMP)),
                sink,
            );
        }
        ftrace_event::CDEV_UPDATE => {
            let name = format!("{} Cooling Device", event.lossy(cdev_update::TYPE));
            named(
                event,
                "cooling_device_counter",
                &name,
                event.u64(cdev_update::TARGET) as f64,
                sink,
            );
        }
        _ => return false,
    }
    true
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

fn named(event: &Event<'_>, type_name: &str, name: &str, value: f64, sink: &mut Sink) {
    sink.count(type_name, Scope::Global, name, None, value, event.at);
}

/// How fast a device is clocked. Its name may have an address in front, which the name of the counter leaves out.
fn device_frequency(event: &Event<'_>, sink: &mut Sink) {
    let device = event.lossy(devfreq_frequency::DEV_NAME);
    let id = sink.strings.intern(device.as_bytes());
    let key = (sink.processes.machine(), id);
    let track = if let Some(&track) = sink.device_frequency.get(&key) {
        track
    } else {
        let name = match device.find("devfreq_") {
            Some(at) => device.get(at..).unwrap_or_default().to_owned(),
            None => format!("devfreq_{device}"),
        };
        let dimension = [sink.str_arg("linux_device", id)];
        let track = Track {
            type_name: sink.word("linux_device_frequency"),
            name: Some(sink.strings.intern(name.as_bytes())),
            data: TrackData::Counter,
            dimension_args: sink.store_args(&dimension),
            ..Track::default()
        };
        let track = sink.add_track(track, event.at.created());
        sink.device_frequency.insert(key, track);
        track
    };
    let frequency = event.u64(devfreq_frequency::FREQ) as f64;
    sink.sample(track, event.at.time(), frequency);
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
