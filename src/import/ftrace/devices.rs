//! Ftrace events of drivers: power states of devices, hot plugging, timers, I²C, GPUs (`gpu.rs`, `adreno.rs`),
//! displays (`display.rs`), thermal zones, sensors and firmware.
//!
//! Types and names of the tracks are the reference's.

mod adreno;
mod display;
mod gpu;

use hashbrown::HashMap;

use super::event::Event;
use super::kernel::symbol_or_address;
use super::task_state::KernelVersion;
use super::tracks::{AsyncTracks, OpenSlices, Tracks, sample_with};
use crate::import::sink::{Sink, SinkTrack};
use crate::import::system::Source;
use crate::model::ids::Utid;
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::ftrace_event::{
    self, bcl_irq_trigger, cma_alloc_finish, cma_alloc_info, cpuhp_enter,
    cros_ec_sensorhub_data as sensorhub, fastrpc_dma_stat, fwtp_perfetto_counter as fwtp_counter,
    fwtp_perfetto_slice as fwtp_slice, google_icc_event, gpu_power_state, host_ffa_call,
    host_hcall, host_mem_abort, host_smc, hrtimer_expire_entry as hrtimer,
    hypervisor_iommu_idmap as iommu_idmap, hypervisor_iommu_idmap_complete as idmap_complete,
    hypervisor_psci_mem_protect as psci_mem_protect, hypervisor_vcpu_illegal_trap as illegal_trap,
    i2c_read, i2c_result, mali_gpu_power_state as power_state,
    mm_alloc_contig_migrate_range_info as migrate_range, mm_shrink_slab_end as shrink_end,
    mm_shrink_slab_start as shrink_start, param_set_value_cpm as cpm,
    pixel_mm_kswapd_done as kswapd_done, rpm_status, thermal_exynos_acpm_bulk as acpm,
};

/// Counters of `bcl_irq_trigger` by field; all but the last two hold while it throttles.
const BCL: [(u32, &str); 9] = [
    (bcl_irq_trigger::ID, "bcl_irq_id"),
    (bcl_irq_trigger::THROTTLE, "bcl_irq_throttle"),
    (bcl_irq_trigger::CPU0_LIMIT, "bcl_irq_cpu0"),
    (bcl_irq_trigger::CPU1_LIMIT, "bcl_irq_cpu1"),
    (bcl_irq_trigger::CPU2_LIMIT, "bcl_irq_cpu2"),
    (bcl_irq_trigger::TPU_LIMIT, "bcl_irq_tpu"),
    (bcl_irq_trigger::GPU_LIMIT, "bcl_irq_gpu"),
    (bcl_irq_trigger::VOLTAGE, "bcl_irq_voltage"),
    (bcl_irq_trigger::CAPACITY, "bcl_irq_capacity"),
];

/// Thermal zones of Exynos.
const ACPM_ZONES: [&str; 7] = ["BIG", "MID", "LITTLE", "GPU", "ISP", "TPU", "AUR"];

/// Adapters of I²C with higher numbers are not shown.
const I2C_ADAPTERS: u32 = 256;

/// Since this kernel allocations of contiguous memory end with `cma_alloc_info`, and since [`CMA_FINISHES`]
/// with `cma_alloc_finish`.
const CMA_TELLS: KernelVersion = (5, 10);
const CMA_FINISHES: KernelVersion = (6, 1);

/// A transaction on an I²C adapter.
#[derive(Clone, Copy, Debug)]
struct Transaction {
    adapter: u32,
    n_messages: u32,
}

/// Imports events of drivers.
#[derive(Debug, Default)]
pub(super) struct Devices {
    kernel: Option<KernelVersion>,
    open: OpenSlices,
    /// Tracks of devices whose power is managed, and whether a state is open on them.
    powered: HashMap<Vec<u8>, (SinkTrack, bool)>,
    transactions: HashMap<Utid, Transaction>,
    /// Pages that the allocation of each thread had to migrate, reclaim and unmap.
    moved: HashMap<Utid, [u64; 3]>,
    has_mcu_state: bool,
    /// When each command of a virtual GPU was given: by queue and number.
    virtio: HashMap<(&'static str, u32), i64>,
    adreno: adreno::Adreno,
    /// Whether a slice of firmware is open on their track. All have one, with the name of the first.
    firmware: Option<(SinkTrack, bool)>,
    /// The track of a GPU of `PowerVR`, once its state is known.
    power_vr: Option<SinkTrack>,
    /// Tracks of what users of a GPU work on, by GPU and user.
    gpu_users: HashMap<(u32, u32), SinkTrack>,
}

impl Devices {
    /// Sets the version of the kernel.
    pub(super) fn set_kernel(&mut self, version: Option<KernelVersion>) {
        self.kernel = version;
    }

    /// Gives what waited for the end of the trace to its tracks.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        self.adreno.finish(sink);
    }

    /// Imports an event if it is one of a driver; returns whether it is.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        tracks: &mut Tracks,
        rows: &mut AsyncTracks,
        source: &dyn Source,
        sink: &mut Sink,
    ) -> bool {
        match event.number {
            ftrace_event::I2C_READ | ftrace_event::I2C_WRITE => {
                self.i2c_message(event, tracks, sink);
            }
            ftrace_event::I2C_RESULT => self.i2c_result(event, tracks, sink),
            ftrace_event::CPUHP_EXIT..=ftrace_event::CPUHP_ENTER => self.hotplug(event, sink),
            ftrace_event::FASTRPC_DMA_STAT => fastrpc(event, sink),
            ftrace_event::CROS_EC_SENSORHUB_DATA => sensor(event, sink),
            ftrace_event::MM_SHRINK_SLAB_START | ftrace_event::MM_SHRINK_SLAB_END => {
                self.shrink_slab(event, tracks, source, sink);
            }
            ftrace_event::CMA_ALLOC_START
            | ftrace_event::CMA_ALLOC_INFO
            | ftrace_event::CMA_ALLOC_FINISH
            | ftrace_event::MM_ALLOC_CONTIG_MIGRATE_RANGE_INFO => {
                self.contiguous(event, tracks, sink);
            }
            ftrace_event::VIRTIO_GPU_CMD_QUEUE | ftrace_event::VIRTIO_GPU_CMD_RESPONSE => {
                self.virtio_gpu(event, rows, sink);
            }
            ftrace_event::HYP_ENTER..=ftrace_event::HOST_MEM_ABORT
            | ftrace_event::HOST_FFA_CALL
            | ftrace_event::IOMMU_IDMAP
            | ftrace_event::PSCI_MEM_PROTECT
            | ftrace_event::HYPERVISOR_HOST_HCALL..=ftrace_event::HYPERVISOR_VCPU_ILLEGAL_TRAP => {
                self.hypervisor(event, tracks, sink);
            }
            ftrace_event::MALI_MALI_CSF_INTERRUPT_START
            | ftrace_event::MALI_MALI_CSF_INTERRUPT_END => self.mali_irq(event, tracks, sink),
            ftrace_event::GPU_WORK_PERIOD => self.gpu_work(event, sink),
            ftrace_event::RPM_STATUS => self.runtime_power(event, sink),
            ftrace_event::GOOGLE_ICC_EVENT => interconnect(event, b"google_icc_event", sink),
            ftrace_event::GOOGLE_IRM_EVENT => interconnect(event, b"google_irm_event", sink),
            ftrace_event::THERMAL_EXYNOS_ACPM_BULK
            | ftrace_event::THERMAL_EXYNOS_ACPM_HIGH_OVERHEAD => thermal(event, sink),
            gpu::FIRST_MCU_STATE..=ftrace_event::MALI_MALI_PM_MCU_RESET_WAIT => {
                self.mcu_state(event, sink);
            }
            ftrace_event::BCL_IRQ_TRIGGER => battery_limit(event, sink),
            ftrace_event::KGSL_ADRENO_CMDBATCH_QUEUED
                ..=ftrace_event::KGSL_ADRENO_CMDBATCH_RETIRED => self.adreno.event(event, sink),
            ftrace_event::PIXEL_MM_KSWAPD_WAKE | ftrace_event::PIXEL_MM_KSWAPD_DONE => {
                self.kswapd(event, tracks, sink);
            }
            ftrace_event::PARAM_SET_VALUE_CPM => {
                let (name, scope) = (event.lossy(cpm::BODY), Scope::Global);
                let value = f64::from(event.u32(cpm::VALUE));
                sink.count("pixel_cpm_counters", scope, &name, None, value, event.at);
            }
            ftrace_event::MALI_GPU_POWER_STATE => {
                let (name, scope) = ("mali_gpu_power_state", Scope::Global);
                let value = f64::from(event.i32(power_state::TO_STATE));
                sink.count(name, scope, name, None, value, event.at);
            }
            ftrace_event::HRTIMER_EXPIRE_ENTRY | ftrace_event::HRTIMER_EXPIRE_EXIT => {
                self.timer(event, tracks, source, sink);
            }
            ftrace_event::FWTP_PERFETTO_COUNTER => {
                let (name, scope) = (event.lossy(fwtp_counter::NAME), Scope::Global);
                let value = f64::from(event.u32(fwtp_counter::VALUE));
                sink.count("pixel_fwtp_counters", scope, &name, None, value, event.at);
            }
            ftrace_event::FWTP_PERFETTO_SLICE => self.firmware(event, sink),
            ftrace_event::GPU_POWER_STATE => self.power_vr(event, sink),
            _ => return display::event(event, &mut self.open, sink),
        }
        true
    }

    fn i2c_message(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let (adapter, n_messages) = (
            event.u32(i2c_read::ADAPTER_NR),
            event.u32(i2c_read::MSG_NR).saturating_add(1),
        );
        if adapter >= I2C_ADAPTERS {
            return;
        }
        let utid = sink.processes.thread(event.tid);
        let transaction = self.transactions.entry(utid);
        let is_new = matches!(transaction, hashbrown::hash_map::Entry::Vacant(_));
        let transaction = transaction.or_insert(Transaction {
            adapter,
            n_messages,
        });
        transaction.n_messages = transaction.n_messages.max(n_messages);
        if is_new {
            let track = tracks.thread(utid, event.at, sink);
            let label = sink.label(Some(format!("i2c-{adapter}").as_bytes()), None);
            sink.begin(track, event.at.time(), event.at.pos(), label);
        }
    }

    fn i2c_result(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let (adapter, n_messages) = (
            event.u32(i2c_result::ADAPTER_NR),
            event.u32(i2c_result::NR_MSGS),
        );
        let utid = sink.processes.thread(event.tid);
        let transaction = self.transactions.get(&utid);
        if transaction.is_none_or(|of| (of.adapter, of.n_messages) != (adapter, n_messages)) {
            return;
        }
        self.transactions.remove(&utid);
        let track = tracks.thread(utid, event.at, sink);
        let label = sink.label(Some(format!("i2c-{adapter}").as_bytes()), None);
        sink.end(track, event.at.time(), event.at.pos(), label);
    }

    /// A step of bringing a CPU up or down, which another CPU may take.
    fn hotplug(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let cpu = event.u32(cpuhp_enter::CPU);
        let name = format!("CPU Hotplug {cpu}");
        let (scope, created) = (Scope::Cpu(cpu), event.at.created());
        let track = sink.track(
            "cpu_hotplug",
            scope,
            Some(&name),
            TrackData::Slices,
            created,
        );
        if event.number == ftrace_event::CPUHP_EXIT {
            self.open.end(track, sink.no_label, &[], event.at, sink);
            return;
        }
        let index = event.i32(cpuhp_enter::IDX);
        let label = sink.label(Some(format!("cpuhp({index})").as_bytes()), Some(b"cpu"));
        let args = vec![
            sink.uint_arg("action_cpu", u64::from(event.cpu)),
            sink.int_arg("cpuhp_idx", i64::from(index)),
        ];
        self.open.begin(track, label, args, event.at, sink);
    }

    fn shrink_slab(
        &mut self,
        event: &Event<'_>,
        tracks: &mut Tracks,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let utid = sink.processes.thread(event.tid);
        let track = tracks.thread(utid, event.at, sink);
        if event.number == ftrace_event::MM_SHRINK_SLAB_END {
            let args = [sink.int_arg("freed", i64::from(event.i32(shrink_end::RETVAL)))];
            self.open.end(track, sink.no_label, &args, event.at, sink);
            return;
        }
        let name = symbol_or_address(event.epoch, event.u64(shrink_start::SHRINK), source);
        let label = sink.label(Some(b"mm_vmscan_shrink_slab"), None);
        let args = vec![
            sink.text_arg("shrink_name", name),
            sink.uint_arg("total_scan", event.u64(shrink_start::TOTAL_SCAN)),
            sink.int_arg("priority", i64::from(event.i32(shrink_start::PRIORITY))),
        ];
        self.open.begin(track, label, args, event.at, sink);
    }

    /// Imports allocations of contiguous memory. Which event ends them, and which says how many pages had to
    /// move, depends on the kernel.
    fn contiguous(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let Some(version) = self.kernel.filter(|version| *version >= CMA_TELLS) else {
            return;
        };
        let utid = sink.processes.thread(event.tid);
        let last = if version >= CMA_FINISHES {
            ftrace_event::CMA_ALLOC_FINISH
        } else {
            ftrace_event::CMA_ALLOC_INFO
        };
        if event.number == ftrace_event::MM_ALLOC_CONTIG_MIGRATE_RANGE_INFO {
            let moved = [
                migrate_range::NR_MIGRATED,
                migrate_range::NR_RECLAIMED,
                migrate_range::NR_MAPPED,
            ]
            .map(|field| event.u64(field));
            self.moved.insert(utid, moved);
            return;
        }
        if event.number != ftrace_event::CMA_ALLOC_START && event.number != last {
            return;
        }
        let track = tracks.thread(utid, event.at, sink);
        if event.number == ftrace_event::CMA_ALLOC_START {
            let label = sink.label(Some(b"mm_cma_alloc"), None);
            self.open.begin(track, label, Vec::new(), event.at, sink);
            return;
        }
        // Fields of name, page frame and number of pages; and what had to move.
        let ([name, frame, n_pages], moved) = if event.number == ftrace_event::CMA_ALLOC_INFO {
            (
                [
                    cma_alloc_info::NAME,
                    cma_alloc_info::PFN,
                    cma_alloc_info::COUNT,
                ],
                [
                    cma_alloc_info::NR_MIGRATED,
                    cma_alloc_info::NR_RECLAIMED,
                    cma_alloc_info::NR_MAPPED,
                ]
                .map(|field| event.u64(field)),
            )
        } else {
            (
                [
                    cma_alloc_finish::NAME,
                    cma_alloc_finish::PFN,
                    cma_alloc_finish::COUNT,
                ],
                self.moved.remove(&utid).unwrap_or_default(),
            )
        };
        let mut args = vec![
            sink.text_arg("cma_name", event.text(name)),
            sink.uint_arg("cma_pfn", event.u64(frame)),
            sink.uint_arg("cma_req_pages", u64::from(event.u32(n_pages))),
        ];
        let names = ["cma_nr_migrated", "cma_nr_reclaimed", "cma_nr_mapped"];
        for (name, value) in names.into_iter().zip(moved) {
            args.push(sink.uint_arg(name, value));
        }
        if event.number == ftrace_event::CMA_ALLOC_INFO {
            let failures = [
                (cma_alloc_info::ERR_ISO, "cma_nr_isolate_fail"),
                (cma_alloc_info::ERR_MIG, "cma_nr_migrate_fail"),
                (cma_alloc_info::ERR_TEST, "cma_nr_test_fail"),
            ];
            args.extend(failures.map(|(field, name)| sink.uint_arg(name, event.u64(field))));
        }
        self.open.end(track, sink.no_label, &args, event.at, sink);
    }

    /// The time that a CPU is in the protected hypervisor, and why.
    fn hypervisor(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let name = |cpu| format!("pkVM Hypervisor CPU {cpu}");
        let track = tracks.cpu("pkvm_hypervisor", event.cpu, name, event.at, sink);
        let reason = |name: &str, fields: &[(u32, &'static str)], sink: &mut Sink| {
            let mut args = vec![sink.text_arg("hyp_enter_reason", name)];
            let fields = fields.iter();
            args.extend(fields.map(|&(field, name)| sink.uint_arg(name, event.u64(field))));
            args
        };
        // Later kernels have other numbers for the same events.
        let args = match event.number {
            ftrace_event::HYP_ENTER | ftrace_event::HYPERVISOR_HYP_ENTER => {
                let label = sink.label(Some(b"hyp"), Some(b"pkvm_hyp"));
                self.open.begin(track, label, Vec::new(), event.at, sink);
                return;
            }
            ftrace_event::HYP_EXIT | ftrace_event::HYPERVISOR_HYP_EXIT => {
                self.open.end(track, sink.no_label, &[], event.at, sink);
                return;
            }
            ftrace_event::HOST_HCALL | ftrace_event::HYPERVISOR_HOST_HCALL => reason(
                "host_hcall",
                &[(host_hcall::ID, "id"), (host_hcall::INVALID, "invalid")],
                sink,
            ),
            ftrace_event::HOST_SMC | ftrace_event::HYPERVISOR_HOST_SMC => reason(
                "host_smc",
                &[(host_smc::ID, "id"), (host_smc::FORWARDED, "forwarded")],
                sink,
            ),
            ftrace_event::HOST_MEM_ABORT | ftrace_event::HYPERVISOR_HOST_MEM_ABORT => reason(
                "host_mem_abort",
                &[(host_mem_abort::ESR, "esr"), (host_mem_abort::ADDR, "addr")],
                sink,
            ),
            ftrace_event::IOMMU_IDMAP | ftrace_event::HYPERVISOR_IOMMU_IDMAP => {
                let mut args = reason(
                    "iommu_idmap",
                    &[(iommu_idmap::FROM, "from"), (iommu_idmap::TO, "to")],
                    sink,
                );
                args.push(sink.int_arg("prot", event.i64(iommu_idmap::PROT)));
                args
            }
            ftrace_event::PSCI_MEM_PROTECT | ftrace_event::HYPERVISOR_PSCI_MEM_PROTECT => reason(
                "psci_mem_protect",
                &[
                    (psci_mem_protect::COUNT, "count"),
                    (psci_mem_protect::WAS, "was"),
                ],
                sink,
            ),
            ftrace_event::HYPERVISOR_IOMMU_IDMAP_COMPLETE => vec![
                sink.text_arg("hyp_enter_reason", "iommu_idmap_complete"),
                sink.flag_arg("map", event.u64(idmap_complete::MAP) != 0),
            ],
            ftrace_event::HYPERVISOR_VCPU_ILLEGAL_TRAP => {
                reason("vcpu_illegal_trap", &[(illegal_trap::ESR, "esr")], sink)
            }
            _ => vec![
                sink.text_arg("hyp_enter_reason", "host_ffa_call"),
                sink.uint_arg("func_id", event.u64(host_ffa_call::FUNC_ID)),
                sink.int_arg("handled", event.i64(host_ffa_call::HANDLED)),
                sink.int_arg("err", event.i64(host_ffa_call::ERR)),
            ],
        };
        self.open.add_args(track, &args, sink);
    }

    /// The state of a device whose power is managed; that it sleeps is not shown.
    fn runtime_power(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let state = match event.i32(rpm_status::STATUS) {
            0 => "Active",
            1 => "Resuming",
            2 => "",
            3 => "Suspending",
            _ => "Invalid State",
        };
        let (ts, pos) = (event.at.time(), event.at.pos());
        let device = event.text(rpm_status::NAME);
        let (track, is_open) = self.powered.entry_ref(device).or_insert_with(|| {
            let name = sink.strings.intern(device);
            let dimension = [sink.str_arg("linux_device", name)];
            let track = Track {
                type_name: sink.word("linux_rpm"),
                dimension_args: sink.store_args(&dimension),
                ..Track::default()
            };
            (sink.add_track(track, event.at.created()), false)
        });
        if std::mem::replace(is_open, !state.is_empty()) {
            sink.end(*track, ts, pos, sink.no_label);
        }
        if *is_open {
            let label = sink.label(Some(state.as_bytes()), None);
            sink.begin(*track, ts, pos, label);
        }
    }

    /// What the firmware of a Pixel does. A slice that begins ends the one before, whatever its name.
    fn firmware(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (ts, pos) = (event.at.time(), event.at.pos());
        let name = event.text(fwtp_slice::NAME);
        let (track, is_open) = self.firmware.get_or_insert_with(|| {
            let (name, scope) = (event.lossy(fwtp_slice::NAME), Scope::Global);
            let (data, created) = (TrackData::Slices, event.at.created());
            let track = sink.track("pixel_fwtp_slices", scope, Some(&name), data, created);
            (track, false)
        });
        let begins = event.u64(fwtp_slice::BEGIN) != 0;
        if std::mem::replace(is_open, begins) {
            sink.end(*track, ts, pos, sink.no_label);
        }
        if begins {
            let label = sink.label(Some(name), Some(event.text(fwtp_slice::CATEGORY)));
            sink.begin(*track, ts, pos, label);
        }
    }

    /// The power state of a GPU of `PowerVR`, which it is in until the next is told.
    fn power_vr(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (ts, pos) = (event.at.time(), event.at.pos());
        let state = match event.i32(gpu_power_state::NEW_STATE) {
            0 => "OFF",
            1 => "PG",
            2 => "ON",
            _ => "Unknown",
        };
        let track = if let Some(track) = self.power_vr {
            sink.end(track, ts, pos, sink.no_label);
            track
        } else {
            let (name, scope) = ("powervr_gpu_power_state", Scope::Global);
            let (data, created) = (TrackData::Slices, event.at.created());
            *self
                .power_vr
                .insert(sink.track(name, scope, Some(name), data, created))
        };
        let label = sink.label(Some(state.as_bytes()), None);
        sink.begin(track, ts, pos, label);
    }

    fn kswapd(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let utid = sink.processes.thread(event.tid);
        let track = tracks.thread(utid, event.at, sink);
        let label = sink.label(Some(b"kswapd_efficiency"), None);
        if event.number == ftrace_event::PIXEL_MM_KSWAPD_WAKE {
            self.open.begin(track, label, Vec::new(), event.at, sink);
            return;
        }
        let [scanned, reclaimed] = event.fields([
            kswapd_done::DELTA_NR_SCANNED,
            kswapd_done::DELTA_NR_RECLAIMED,
        ]);
        let [scanned, reclaimed] = [scanned, reclaimed].map(|field| field.map(|of| of.as_u64()));
        let mut args = Vec::new();
        if let Some(scanned) = scanned {
            args.push(sink.uint_arg("pages scanned", scanned));
        }
        if let Some(reclaimed) = reclaimed {
            args.push(sink.uint_arg("pages reclaimed", reclaimed));
        }
        if let (Some(scanned), Some(reclaimed)) = (scanned, reclaimed) {
            let percent = (reclaimed as f64 * 100.0 / scanned as f64).round();
            args.push(sink.uint_arg("efficiency %", percent as u64));
        }
        self.open.end(track, label, &args, event.at, sink);
    }

    fn timer(
        &mut self,
        event: &Event<'_>,
        tracks: &mut Tracks,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let name = |cpu| format!("Hrtimer Cpu {cpu}");
        let track = tracks.cpu("cpu_hrtimer", event.cpu, name, event.at, sink);
        if event.number == ftrace_event::HRTIMER_EXPIRE_EXIT {
            self.open.end(track, sink.no_label, &[], event.at, sink);
            return;
        }
        let name = symbol_or_address(event.epoch, event.u64(hrtimer::FUNCTION), source);
        let label = sink.label(Some(&name), Some(b"hrtimer"));
        self.open.begin(track, label, Vec::new(), event.at, sink);
    }
}

/// Temperatures of Exynos.
fn thermal(event: &Event<'_>, sink: &mut Sink) {
    let id = event.u32(acpm::TZ_ID);
    let Some(place) = ACPM_ZONES.get(id as usize) else {
        sink.issues
            .count("ftrace_thermal_exynos_acpm_unknown_tz_id");
        return;
    };
    let args = [sink.int_arg("thermal_zone_id", i64::from(id))];
    let set = sink.store_args(&args);
    let temperature = ("acpm_thermal_temperature", format!("{place} Temperature"));
    let cooling = (
        "acpm_cooling_device_counter",
        format!("Tj-{place} Cooling Device"),
    );
    for ((type_name, name), field) in [
        (temperature, acpm::CURRENT_TEMP),
        (cooling, acpm::CDEV_STATE),
    ] {
        let created = event.at.created();
        let track = sink.counter_track(type_name, Scope::Global, &name, None, created);
        sample_with(track, event.at, event.u64(field) as f64, set, sink);
    }
}

fn interconnect(event: &Event<'_>, category: &[u8], sink: &mut Sink) {
    let track = sink.track(
        "interconnect_events",
        Scope::Global,
        Some("Interconnect Events"),
        TrackData::Slices,
        event.at.created(),
    );
    let label = sink.label(event.text_if_set(google_icc_event::EVENT), Some(category));
    sink.instant(track, event.at.time(), event.at.pos(), label);
}

fn battery_limit(event: &Event<'_>, sink: &mut Sink) {
    let throttles = event.i32(bcl_irq_trigger::THROTTLE) != 0;
    for (field, name) in BCL {
        let value = match field {
            bcl_irq_trigger::ID if !throttles => -1,
            bcl_irq_trigger::CPU0_LIMIT..=bcl_irq_trigger::GPU_LIMIT if !throttles => 0,
            _ => event.i32(field),
        };
        let (scope, value) = (Scope::Global, f64::from(value));
        sink.count("bcl_irq", scope, name, None, value, event.at);
    }
}

/// Memory that the signal processors share.
fn fastrpc(event: &Event<'_>, sink: &mut Sink) {
    let number = event.i32(fastrpc_dma_stat::CID).cast_unsigned();
    let known = ["ASDP", "MDSP", "SDSP", "CDSP"].get(number as usize);
    let of = known.map_or_else(|| number.to_string(), |name| (*name).to_owned());
    let name = format!("mem.fastrpc[{of}]");
    let total = event.u64(fastrpc_dma_stat::TOTAL_ALLOCATED) as f64;
    sink.count("fastrpc", Scope::Global, &name, None, total, event.at);
    let scope = Scope::Thread(sink.processes.thread(event.tid));
    let name = format!("mem.fastrpc_change[{of}]");
    let change = event.i64(fastrpc_dma_stat::LEN) as f64;
    sink.count("fastrpc_change", scope, &name, None, change, event.at);
}

/// How late a sensor of a Chromebook tells its values.
fn sensor(event: &Event<'_>, sink: &mut Sink) {
    let (number, now, taken) = (
        event.u32(sensorhub::EC_SENSOR_NUM),
        event.i64(sensorhub::CURRENT_TIME),
        event.i64(sensorhub::CURRENT_TIMESTAMP),
    );
    let type_name = "cros_ec_sensorhub_data";
    let name = format!("cros_ec.{type_name}.{number}");
    let created = event.at.created();
    let track = sink.counter_track(type_name, Scope::Global, &name, None, created);
    let args = [
        sink.int_arg("ec_num", i64::from(number)),
        sink.int_arg(
            "ec_delta",
            event.i64(sensorhub::FIFO_TIMESTAMP).wrapping_sub(taken),
        ),
        sink.int_arg("sample_ts", taken),
    ];
    let set = sink.store_args(&args);
    let late = now.wrapping_sub(taken) as f64;
    sample_with(track, event.at, late, set, sink);
}
