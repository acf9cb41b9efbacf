//! The dimensions of tracks, in which tracks of the same type differ: owner, name, uuid, or what the name is
//! made of.
//!
//! Importers only store dimensions that cannot be derived; the others are derived from the track when they
//! are needed.

use std::borrow::Cow;

use crate::model::args::{Arg, ArgValue};
use crate::model::trace::Trace;
use crate::model::track::{Scope, Track};

/// The types whose tracks may have the same owner and differ in the name.
const NAMED: &[&[u8]] = &[
    b"atrace_async_slice",
    b"atrace_async_slice_for_track",
    b"atrace_counter",
    b"gpu_counter",
    b"graphics_frame_event",
    b"json_counter",
    b"legacy_async_global_slice",
    b"legacy_async_process_slice",
    b"pixel_cpm_counters",
    b"pixel_fwtp_counters",
];

/// What the names of tracks of a type are made of: keys of dimensions in braces, `#` before those of numbers,
/// and what stands around them. Of several lines of one type the first that fits counts.
const SPELLED: &[(&str, &str)] = &[
    (
        "acpm_cooling_device_counter",
        "Tj-{thermal_zone} Cooling Device",
    ),
    ("acpm_thermal_temperature", "{thermal_zone} Temperature"),
    ("battery_counter", "batt.{battery_name}.{counter_name}"),
    ("battery_counter", "batt{battery_name}.{counter_name}"),
    ("bcl_irq", "{bcl_key}"),
    (
        "buddyinfo",
        "mem.buddyinfo[{buddyinfo_node}][{buddyinfo_zone}][{#buddyinfo_chunk_size_kb} kB]",
    ),
    ("chrome_process_stats", "chrome.{key}"),
    ("clock_frequency", "{linux_device} Frequency"),
    ("clock_state", "{linux_device} State"),
    ("cooling_device_counter", "{linux_device} Cooling Device"),
    ("cpustat", "cpu.times.{cpustat_key}"),
    (
        "cros_ec_sensorhub_data",
        "cros_ec.cros_ec_sensorhub_data.{#ec_sensor_num}",
    ),
    ("diskstat", "diskstat.[{device_name}].{counter_name}"),
    ("ddic_underrun", "ddic_underrun[{#panel_index}]"),
    ("disp_dpu_line_underrun", "line_underrun[{#display_id}]"),
    ("disp_dpu_underrun", "underrun[{#display_id}]"),
    (
        "disp_frame_done_missing",
        "frame_done_missing[{#panel_index}]",
    ),
    (
        "disp_frame_done_timeout",
        "frame_done_timeout[{#panel_index}]",
    ),
    (
        "disp_frame_start_missing",
        "frame_start_missing[{#panel_index}]",
    ),
    (
        "disp_frame_start_timeout",
        "frame_start_timeout[{#panel_index}]",
    ),
    ("disp_vblank_irq_enable", "vblank_irq_en[{#display_id}]"),
    ("drm_fence", "fence-{name}-{#context}"),
    ("drm_sched_ring", "sched-{name}"),
    ("drm_vblank", "vblank-{#drm_crtc}"),
    ("f2fs_iostat", "f2fs_iostat.[{linux_device}].{counter_key}"),
    (
        "f2fs_iostat_latency",
        "f2fs_iostat_latency.[{linux_device}].{counter_key}",
    ),
    ("ion", "mem.ion.{heap_name}"),
    ("ion_change", "mem.ion_change.{heap_name}"),
    ("meminfo", "{meminfo_key}"),
    ("mm_event", "mem.mm.{mm_event_type}.{mm_event_metric}"),
    ("net_receive", "{network_interface} Received KB"),
    ("net_transmit", "{network_interface} Transmitted KB"),
    ("num_irq", "num_irq (id: {#irq})"),
    ("num_softirq", "num_softirq (id: {#irq})"),
    ("panel_settings_full", "panel_settings_full[{#panel_index}]"),
    ("panel_settings_lite", "panel_settings_lite[{#panel_index}]"),
    ("proc_stat_runtime", "runtime.{proc_stat_runtime_key}"),
    ("process_memory", "mem.{process_memory_key}"),
    ("process_memory_thread_fallback", "mem.{process_memory_key}"),
    ("psi", "psi.{psi_resource}"),
    ("smaps", "mem.smaps.{smaps_key}"),
    ("thermal_temperature", "{thermal_zone} Temperature"),
    ("thermal_temperature_sys", "{thermal_zone}"),
    ("ufs_command_tag", "io.ufs.command.tag[{#ufs_tag}]"),
    ("vmstat", "{vmstat_key}"),
    ("wakesource_wakelock", "Wakelock({wakelock_event})"),
];

/// Calls `each` with the derived dimensions of a track.
pub(super) fn each(trace: &Trace, track: &Track, each: &mut dyn FnMut(Arg<'_>)) {
    let mut arg = |key: &'static str, value: ArgValue<'_>| {
        each(Arg {
            flat_key: Cow::Borrowed(key),
            key: Cow::Borrowed(key),
            value,
        });
    };
    match track.scope {
        Scope::Global => {}
        Scope::Process(upid) => arg("upid", ArgValue::Int(i64::from(upid.0))),
        Scope::Thread(utid) => arg("utid", ArgValue::Int(i64::from(utid.0))),
        Scope::Cpu(cpu) => arg("cpu", ArgValue::Int(i64::from(cpu))),
        Scope::Gpu(gpu) => {
            arg("ugpu", ArgValue::Int(i64::from(gpu)));
            arg("gpu", ArgValue::Int(i64::from(gpu)));
        }
    }
    let kind = trace.bytes(track.type_name);
    if NAMED.contains(&kind)
        && let Some(name) = track.name
    {
        arg("name", ArgValue::Str(Cow::Borrowed(trace.bytes(name))));
    }
    if let Some(name) = track.name {
        let name = trace.bytes(name);
        for (key, part) in spelled(kind, name) {
            match key.strip_prefix('#') {
                Some(key) => arg(key, ArgValue::Int(number(part))),
                None if part.is_empty() => arg(key, ArgValue::NoStr),
                None => arg(key, ArgValue::Str(Cow::Borrowed(part))),
            }
        }
    }
    // A track that was merged from several has the uuid of only one of them.
    if track.uuid != 0 && kind.ends_with(b"_track_event") && !kind.ends_with(b"_merged_track_event")
    {
        arg("track_uuid", ArgValue::Int(track.uuid as i64));
    }
}

/// Returns the keys of a track's dimensions that its name is made of, and what stands for each.
fn spelled<'n>(kind: &[u8], name: &'n [u8]) -> Vec<(&'static str, &'n [u8])> {
    let mut of_type = SPELLED.iter().filter(|line| line.0.as_bytes() == kind);
    let mut parts = of_type
        .find_map(|line| parts(line.1, name))
        .unwrap_or_default();
    // The one counter whose own name has a dot.
    if kind == b"battery_counter"
        && let [(_, battery), (_, counter)] = &mut parts[..]
        && *counter == b"avg_ua"
        && let Some(at) = name.len().checked_sub(b".current.avg_ua".len())
    {
        *battery = name.get(b"batt.".len()..at).unwrap_or_default();
        *counter = name.get(at + 1..).unwrap_or_default();
    }
    parts
}

/// Returns the keys in a spelling and what stands for each in a name; `None` if the name is spelled otherwise.
fn parts<'n>(spelling: &'static str, name: &'n [u8]) -> Option<Vec<(&'static str, &'n [u8])>> {
    let (first, rest) = spelling.split_once('{')?;
    let mut name = name.strip_prefix(first.as_bytes())?;
    let mut parts = Vec::new();
    // From the end: of several places where a name could be cut, the last one counts.
    let mut keys = rest.rsplit('{').peekable();
    while let Some(key) = keys.next() {
        let (key, after) = key.split_once('}')?;
        name = name.strip_suffix(after.as_bytes())?;
        let part = match keys.peek() {
            None => name,
            Some(before) => {
                let (_, between) = before.split_once('}')?;
                let at = memchr::memmem::rfind(name, between.as_bytes())?;
                let part = name.get(at + between.len()..)?;
                name = name.get(..at + between.len())?;
                part
            }
        };
        parts.push((key, part));
    }
    parts.reverse();
    Some(parts)
}

/// Returns the number that digits stand for, 0 if they do not.
fn number(digits: &[u8]) -> i64 {
    let digits = std::str::from_utf8(digits).ok();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_into_what_it_is_made_of() {
        let cut = |kind: &str, name: &str| {
            let parts = spelled(kind.as_bytes(), name.as_bytes()).into_iter();
            let words = parts.map(|(key, part)| format!("{key}={}", String::from_utf8_lossy(part)));
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            cut("process_memory", "mem.rss.file"),
            "process_memory_key=rss.file"
        );
        assert_eq!(
            cut("battery_counter", "batt.com.app.x.charge_uah"),
            "battery_name=com.app.x counter_name=charge_uah"
        );
        assert_eq!(
            cut("battery_counter", "batt.charge_uah"),
            "battery_name= counter_name=charge_uah"
        );
        assert_eq!(
            cut("battery_counter", "batt.main.current.avg_ua"),
            "battery_name=main counter_name=current.avg_ua"
        );
        assert_eq!(
            cut("battery_counter", "batt.current.avg_ua"),
            "battery_name= counter_name=current.avg_ua"
        );
        assert_eq!(
            cut("buddyinfo", "mem.buddyinfo[node][zone][4 kB]"),
            "buddyinfo_node=node buddyinfo_zone=zone #buddyinfo_chunk_size_kb=4"
        );
        assert_eq!(cut("num_irq", "num_irq (id: 7)"), "#irq=7");
        for other in ["", "num_irq", "num_irq (id: 7", "num_irq (id: 7) "] {
            assert_eq!(cut("num_irq", other), "", "{other}");
        }
        for (kind, spelling) in SPELLED {
            let keys = spelling.matches('{').count();
            assert!(keys > 0 && keys == spelling.matches('}').count(), "{kind}");
        }
    }
}
