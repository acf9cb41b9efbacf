//! Display names of visual tracks, as in `getTrackName` of the reference's UI.

use crate::base::intern::StrId;
use crate::model::args::StoredValue;
use crate::model::ids::TrackId;
use crate::model::sched::of_machine;
use crate::model::trace::Trace;
use crate::model::track::{Scope, Track, TrackData};

/// Returns the name that a track is shown by.
pub(super) fn track_name(trace: &Trace, track: TrackId) -> String {
    let row = trace.tracks.get(track);
    let name = match row.name.filter(|&name| name != StrId::EMPTY) {
        Some(name) => named(trace, row, &trace.text(name)),
        None => unnamed(trace, row),
    };
    // A track below another one is of the same machine, so that only roots name it.
    let is_of_machine = matches!(row.scope, Scope::Global | Scope::Cpu(_) | Scope::Gpu(_));
    if is_of_machine && row.parent.is_none() {
        name + &of_machine(row.machine)
    } else {
        name
    }
}

fn named(trace: &Trace, row: &Track, name: &str) -> String {
    match row.scope {
        Scope::Thread(utid) => format!("{name} ({})", trace.processes.thread(utid).tid),
        Scope::Cpu(cpu) if !ends_in_number(name) && !names_cpu(name, cpu) => {
            format!("{name} cpu{cpu}")
        }
        Scope::Gpu(gpu) if gpu > 0 && !ends_in_number(name) => format!("{name} gpu{gpu}"),
        _ => name.to_owned(),
    }
}

/// Returns whether a name says of which CPU it is: `Cpu 4 Max Freq Limit`.
fn names_cpu(name: &str, cpu: u32) -> bool {
    let mut words = name.split(' ');
    let number = words
        .find(|word| word.eq_ignore_ascii_case("cpu"))
        .and(words.next());
    number.is_some_and(|number| number == cpu.to_string())
}

fn ends_in_number(name: &str) -> bool {
    name.ends_with(|c: char| c.is_ascii_digit())
}

fn unnamed(trace: &Trace, row: &Track) -> String {
    match row.scope {
        Scope::Thread(utid) => trace.thread_title(utid),
        Scope::Process(upid) => trace.process_title(upid),
        Scope::Global | Scope::Cpu(_) | Scope::Gpu(_) => match row.data {
            TrackData::Counter => "Unnamed CounterTrack".to_owned(),
            TrackData::Slices | TrackData::States => {
                block_device(trace, row).unwrap_or_else(|| "Unnamed SliceTrack".to_owned())
            }
        },
    }
}

/// Returns the name of the track of a block device, `block 8:5`: it has none of its own. Major and minor are
/// parts of its number as the reference's `linux.block_io` takes it apart.
fn block_device(trace: &Trace, row: &Track) -> Option<String> {
    if trace.bytes(row.type_name) != b"block_io" {
        return None;
    }
    let args = trace.arg_sets.get(row.dimension_args?);
    let StoredValue::Int(device) = args.first()?.value else {
        return None;
    };
    let (major, minor) = (device >> 8 & 0xfff, device & 0xff | device >> 20 << 8);
    Some(format!("block {major}:{minor}"))
}

/// Returns the title of a group of tracks with the same type: `cpu_softirq` is `Softirq`.
pub(super) fn type_title(type_name: &str) -> String {
    match type_name {
        "cpu_frequency" => return "Frequency".to_owned(),
        "cpu_idle" => return "Idle state".to_owned(),
        // How long each CPU was in each state, added up by the kernel.
        "cpu_idle_state" => return "Idle time".to_owned(),
        "cpu_irq" => return "IRQ".to_owned(),
        "cpustat" => return "CPU times".to_owned(),
        _ => {}
    }
    let words = type_name
        .strip_prefix("cpu_")
        .unwrap_or(type_name)
        .replace('_', " ");
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => "Other".to_owned(),
    }
}
