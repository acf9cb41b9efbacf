//! The groups of the machine: in which of them counters and slices stand that belong to nobody.
//!
//! Types and names are those of the reference's UI, whose plugins say for each type of track in which of the
//! standard groups it stands and how the tracks of this kind are called together.

/// A group at the top of the tree, in display order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    Cpu,
    Gpu,
    Memory,
    Power,
    Thermals,
    Io,
    Network,
    Hardware,
    System,
    /// Counters of other types.
    Other,
}

use Topic::{Gpu, Hardware, Io, Memory, Network, Power, System, Thermals};

impl Topic {
    /// Returns the name of the group.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Gpu => "GPU",
            Memory => "Memory",
            Power => "Power",
            Thermals => "Thermals",
            Io => "IO",
            Network => "Network",
            Hardware => "Hardware",
            System => "System",
            Self::Other => "Counters",
        }
    }
}

/// A topic and the name of the kind of track in it, which is empty for tracks of no kind.
pub(super) type Place = (Topic, &'static str);

/// The types of each place.
const PLACES: &[(Place, &[&str])] = &[
    ((Gpu, "GPU Work Period"), &["android_gpu_work_period"]),
    ((Gpu, "Graphics Frame Events"), &["graphics_frame_event"]),
    ((Gpu, "Virtgpu Queue Events"), &["virtgpu_queue_event"]),
    ((Gpu, ""), &["gpu_log", "mali_mcu_state", "vulkan_events"]),
    ((Gpu, "Virtgpu Latency"), &["virtgpu_latency"]),
    ((Gpu, "Virtgpu num_free"), &["virtgpu_num_free"]),
    ((Memory, "Buddyinfo"), &["buddyinfo"]),
    ((Memory, "ION"), &["android_ion_allocations"]),
    ((Memory, "Meminfo"), &["meminfo"]),
    ((Memory, "vmstat"), &["vmstat"]),
    ((Memory, ""), &["android_dma_allocations"]),
    (
        (Power, "Android Energy Estimates"),
        &["android_energy_estimation_breakdown"],
    ),
    (
        (Power, "Android Energy Estimates (per uid)"),
        &["android_energy_estimation_breakdown_per_uid"],
    ),
    ((Power, "App Wakelocks"), &["app_wakelock_events"]),
    ((Power, "Battery Counters"), &["battery_counter"]),
    ((Power, "Battery Stats"), &["battery_stats"]),
    (
        (Power, "Kernel Wakelocks"),
        &["android_kernel_wakelock", "wakesource_wakelock"],
    ),
    ((Power, "Power Rails"), &["power_rails"]),
    ((Power, ""), &["suspend_resume", "suspend_resume_minimal"]),
    (
        (Thermals, "ACPM Cooling Devices"),
        &["acpm_cooling_device_counter"],
    ),
    (
        (Thermals, "ACPM Temperature"),
        &["acpm_thermal_temperature"],
    ),
    ((Thermals, "Cooling Devices"), &["cooling_device_counter"]),
    ((Thermals, "Temperature"), &["thermal_temperature"]),
    (
        (Thermals, "Temperature (/sys)"),
        &["thermal_temperature_sys"],
    ),
    ((Io, "Block IO"), &["block_io"]),
    ((Io, "Diskstat"), &["diskstat"]),
    ((Io, "F2FS IOStat"), &["f2fs_iostat"]),
    ((Io, "F2FS IOStat Latency"), &["f2fs_iostat_latency"]),
    ((Io, "F2FS Write Checkpoint"), &["f2fs_write_checkpoint"]),
    ((Io, "UFS Command Tag"), &["ufs_command_tag"]),
    (
        (Io, ""),
        &["android_fs", "ufs_clkgating", "ufs_command_count"],
    ),
    ((Network, "Network Packet Frees"), &["net_kfree_skb"]),
    ((Network, "Network Receive"), &["net_receive"]),
    ((Network, "Network Send"), &["net_transmit"]),
    ((Network, "Socket Set State"), &["net_socket_set_state"]),
    ((Network, "TCP Retransmit SKB"), &["net_tcp_retransmit_skb"]),
    ((Network, ""), &["network_packets"]),
    (
        (Hardware, "ChromeOS EC Sensorhub"),
        &["cros_ec_sensorhub_data"],
    ),
    ((Hardware, "Clock Frequency"), &["clock_frequency"]),
    ((Hardware, "Clock State"), &["clock_state"]),
    ((Hardware, "CPM Counters"), &["pixel_cpm_counters"]),
    (
        (Hardware, "Display"),
        &[
            "ddic_underrun",
            "disp_dpu_line_underrun",
            "disp_dpu_underrun",
            "disp_frame_done_missing",
            "disp_frame_done_timeout",
            "disp_frame_start_missing",
            "disp_frame_start_timeout",
            "disp_vblank_irq_enable",
            "panel_settings_full",
            "panel_settings_lite",
        ],
    ),
    ((Hardware, "DRM Fence"), &["drm_fence"]),
    ((Hardware, "DRM Sched Ring"), &["drm_sched_ring"]),
    ((Hardware, "DRM VBlank"), &["drm_vblank"]),
    ((Hardware, "Fastrpc"), &["fastrpc"]),
    (
        (Hardware, "Linux Device Frequency"),
        &["linux_device_frequency"],
    ),
    ((Hardware, "Linux RPM"), &["linux_rpm"]),
    (
        (Hardware, "Pixel Firmware"),
        &["pixel_fwtp_counters", "pixel_fwtp_slices"],
    ),
    (
        (Hardware, ""),
        &["android_camera_event", "interconnect_events"],
    ),
    ((System, "IRQ Count"), &["num_irq"]),
    ((System, "PSI"), &["psi"]),
    ((System, "Screen State"), &["screen_state"]),
    ((System, "Softirq Count"), &["num_softirq"]),
    (
        (System, "Virtio Video Command Events"),
        &["virtio_video_command"],
    ),
    (
        (System, "Virtio Video Queue Events"),
        &["virtio_video_queue_event"],
    ),
    (
        (System, ""),
        &[
            "android_device_state",
            "bluetooth_trace_event",
            "num_forks",
            "num_irq_total",
            "num_softirq_total",
            "statsd_atoms",
            "sysprop_counter",
            "triggers",
        ],
    ),
];

/// Returns the place of tracks of a type; `None` if the type is not known.
pub(super) fn place_of(type_name: &str) -> Option<Place> {
    let found = PLACES.iter().find(|(_, types)| types.contains(&type_name));
    found.map(|&(place, _)| place)
}

/// Returns the place of a counter, of unknown types by how type and name begin.
pub(super) fn place_of_counter(type_name: &str, name: &[u8]) -> Place {
    let is_type = |prefixes: &[&str]| prefixes.iter().any(|prefix| type_name.starts_with(prefix));
    let is_name = |prefixes: &[&[u8]]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if let Some(place) = place_of(type_name) {
        return place;
    }
    let topic = if is_type(&["cpu", "perf_cpu"]) {
        Topic::Cpu
    } else if is_type(&["gpu", "kgsl", "vulkan"]) {
        Gpu
    } else if is_type(&["batt", "power"]) || is_name(&[b"batt.", b"power."]) {
        Power
    } else if is_type(&[
        "process_memory",
        "chrome_process_stats",
        "oom_score_adj",
        "ion",
        "dma",
    ]) || is_name(&[b"mem."])
    {
        Memory
    } else {
        Topic::Other
    };
    (topic, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_has_one_place() {
        let mut types: Vec<&str> = PLACES.iter().flat_map(|of| of.1).copied().collect();
        let n = types.len();
        types.sort_unstable();
        types.dedup();
        assert_eq!(types.len(), n);
    }
}
