//! Ftrace events of drivers: power states of devices, hot plugging, timers, I²C, GPUs (`gpu.rs`),
//! displays, thermal zones and sensors.
//!
//! Types and names of the tracks are the reference's.

mod gpu;

use hashbrown::HashMap;

use super::event::Event;
use super::kernel::{flag, int, symbol_or_address, text, uint, word};
use super::task_state::KernelVersion;
use super::tracks::{AsyncTracks, Begun, OpenSlices, Tracks, sample_with};
use crate::import::sink::{Sink, SinkTrack};
use crate::import::system::Source;
use crate::model::ids::Utid;
use crate::model::track::{Scope, Track, TrackData};

/// Counters of `bcl_irq_trigger` by field; all but the last two hold while it throttles.
const BCL: [(u32, &str); 9] = [
    (1, "bcl_irq_id"),
    (2, "bcl_irq_throttle"),
    (3, "bcl_irq_cpu0"),
    (4, "bcl_irq_cpu1"),
    (5, "bcl_irq_cpu2"),
    (6, "bcl_irq_tpu"),
    (7, "bcl_irq_gpu"),
    (8, "bcl_irq_voltage"),
    (9, "bcl_irq_capacity"),
];

/// Thermal zones of Exynos.
const ACPM_ZONES: [&str; 7] = ["BIG", "MID", "LITTLE", "GPU", "ISP", "TPU", "AUR"];

/// Adapters of I²C with higher numbers are not shown.
const I2C_ADAPTERS: u32 = 256;

/// Since these kernels allocations of contiguous memory end with `cma_alloc_info`, and with
/// `cma_alloc_finish`.
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
    /// Who uses each context of an Adreno GPU, and when its clock showed what.
    contexts: HashMap<u32, Utid>,
    adreno_clock: Option<(i64, u64)>,
    /// Tracks of what users of a GPU work on, by GPU and user.
    gpu_users: HashMap<(u32, u32), SinkTrack>,
}

impl Devices {
    /// Sets the version of the kernel.
    pub(super) fn set_kernel(&mut self, version: Option<KernelVersion>) {
        self.kernel = version;
    }

    /// Imports an event if it is one of a driver.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        tracks: &mut Tracks,
        rows: &mut AsyncTracks,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        match event.number {
            27 | 28 => self.i2c_message(event, tracks, sink),
            29 => self.i2c_result(event, tracks, sink),
            343..=345 => self.hotplug(event, sink),
            347 => fastrpc(event, sink),
            364 => sensor(event, sink),
            443 | 444 => self.shrink_slab(event, tracks, source, sink),
            465 | 466 | 576 | 577 => self.contiguous(event, tracks, sink),
            468 | 469 => self.virtio_gpu(event, rows, sink),
            476..=480 | 578 | 582..=590 => self.hypervisor(event, tracks, sink),
            482 | 483 => self.mali_irq(event, tracks, sink),
            488 => self.gpu_work(event, sink),
            489 => self.runtime_power(event, sink),
            502 => interconnect(event, b"google_icc_event", sink),
            503 => interconnect(event, b"google_irm_event", sink),
            506 | 507 => thermal(event, sink),
            gpu::FIRST_MCU_STATE..=532 => self.mcu_state(event, sink),
            533 => battery_limit(event, sink),
            534..=537 => self.adreno(event, sink),
            538 | 539 => self.kswapd(event, tracks, sink),
            543 => {
                let (name, scope) = (event.lossy(1), Scope::Global);
                let created = event.at.created();
                let track = sink.counter_track("pixel_cpm_counters", scope, &name, None, created);
                sink.sample(track, event.at.time(), f64::from(event.u32(2)));
            }
            548 => {
                let (name, scope) = ("mali_gpu_power_state", Scope::Global);
                let track = sink.counter_track(name, scope, name, None, event.at.created());
                sink.sample(track, event.at.time(), f64::from(event.i32(3)));
            }
            549 => underrun(event, sink),
            550 => self.vblank_irq(event, sink),
            553 | 554 => self.timer(event, tracks, source, sink),
            605 | 606 => frame_timeout(event, sink),
            _ => {}
        }
    }

    fn i2c_message(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let (adapter, n_messages) = (event.u32(1), event.u32(2).saturating_add(1));
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
        let (adapter, n_messages) = (event.u32(1), event.u32(2));
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
        let cpu = event.u32(1);
        let name = format!("CPU Hotplug {cpu}");
        let (scope, created) = (Scope::Cpu(cpu), event.at.created());
        let track = sink.track(
            "cpu_hotplug",
            scope,
            Some(&name),
            TrackData::Slices,
            created,
        );
        if event.number == 343 {
            self.open.end(track, sink.no_label, &[], event.at, sink);
            return;
        }
        let index = event.i32(3);
        let label = sink.label(Some(format!("cpuhp({index})").as_bytes()), Some(b"cpu"));
        let args = vec![
            uint(sink.word("action_cpu"), u64::from(event.cpu)),
            int(sink.word("cpuhp_idx"), i64::from(index)),
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
        if event.number == 444 {
            let args = [int(sink.word("freed"), i64::from(event.i32(2)))];
            self.open.end(track, sink.no_label, &args, event.at, sink);
            return;
        }
        let name = symbol_or_address(event.epoch, event.u64(8), source);
        let name = sink.strings.intern(&name);
        let label = sink.label(Some(b"mm_vmscan_shrink_slab"), None);
        let args = vec![
            text(sink.word("shrink_name"), name),
            uint(sink.word("total_scan"), event.u64(9)),
            int(sink.word("priority"), i64::from(event.i32(11))),
        ];
        self.open.begin(track, label, args, event.at, sink);
    }

    /// Allocations of contiguous memory: what ends them, and what tells of the pages that had to
    /// move, depends on the kernel.
    fn contiguous(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let Some(version) = self.kernel.filter(|version| *version >= CMA_TELLS) else {
            return;
        };
        let utid = sink.processes.thread(event.tid);
        let last = if version >= CMA_FINISHES { 576 } else { 466 };
        if event.number == 577 {
            let moved = [3, 4, 5].map(|field| event.u64(field));
            self.moved.insert(utid, moved);
            return;
        }
        if event.number != 465 && event.number != last {
            return;
        }
        let track = tracks.thread(utid, event.at, sink);
        if event.number == 465 {
            let label = sink.label(Some(b"mm_cma_alloc"), None);
            self.open.begin(track, label, Vec::new(), event.at, sink);
            return;
        }
        // Fields of name, page frame and number of pages; and what had to move.
        let ([name, frame, n_pages], moved) = if event.number == 466 {
            ([6, 10, 2], [8, 9, 7].map(|field| event.u64(field)))
        } else {
            ([1, 2, 4], self.moved.remove(&utid).unwrap_or_default())
        };
        let name = sink.strings.intern(event.text(name));
        let mut args = vec![
            text(sink.word("cma_name"), name),
            uint(sink.word("cma_pfn"), event.u64(frame)),
            uint(sink.word("cma_req_pages"), u64::from(event.u32(n_pages))),
        ];
        let names = ["cma_nr_migrated", "cma_nr_reclaimed", "cma_nr_mapped"];
        for (name, value) in names.into_iter().zip(moved) {
            args.push(uint(sink.word(name), value));
        }
        if event.number == 466 {
            let failures = [
                (3, "cma_nr_isolate_fail"),
                (4, "cma_nr_migrate_fail"),
                (5, "cma_nr_test_fail"),
            ];
            args.extend(failures.map(|(field, name)| uint(sink.word(name), event.u64(field))));
        }
        self.open.end(track, sink.no_label, &args, event.at, sink);
    }

    /// The time that a CPU is in the protected hypervisor, and why.
    fn hypervisor(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let name = |cpu| format!("pkVM Hypervisor CPU {cpu}");
        let track = tracks.cpu("pkvm_hypervisor", event.cpu, name, event.at, sink);
        let reason = |name: &str, fields: &[(u32, &'static str)], sink: &mut Sink| {
            let mut args = vec![word("hyp_enter_reason", name, sink)];
            let fields = fields.iter();
            args.extend(fields.map(|&(field, name)| uint(sink.word(name), event.u64(field))));
            args
        };
        // Later kernels have other numbers for the same events.
        let args = match event.number {
            476 | 588 => {
                let label = sink.label(Some(b"hyp"), Some(b"pkvm_hyp"));
                self.open.begin(track, label, Vec::new(), event.at, sink);
                return;
            }
            477 | 584 => {
                self.open.end(track, sink.no_label, &[], event.at, sink);
                return;
            }
            478 | 582 => reason("host_hcall", &[(1, "id"), (2, "invalid")], sink),
            479 | 583 => reason("host_smc", &[(1, "id"), (2, "forwarded")], sink),
            480 | 587 => reason("host_mem_abort", &[(1, "esr"), (2, "addr")], sink),
            585 => {
                let mut args = reason("iommu_idmap", &[(1, "from"), (2, "to")], sink);
                args.push(int(sink.word("prot"), event.i64(3)));
                args
            }
            586 => reason("psci_mem_protect", &[(1, "count"), (2, "was")], sink),
            589 => vec![
                word("hyp_enter_reason", "iommu_idmap_complete", sink),
                flag(sink.word("map"), event.u64(1) != 0),
            ],
            590 => reason("vcpu_illegal_trap", &[(1, "esr")], sink),
            _ => vec![
                word("hyp_enter_reason", "host_ffa_call", sink),
                uint(sink.word("func_id"), event.u64(1)),
                int(sink.word("handled"), event.i64(6)),
                int(sink.word("err"), event.i64(7)),
            ],
        };
        self.open.add_args(track, &args, sink);
    }

    /// The state of a device whose power is managed; that it sleeps is not shown.
    fn runtime_power(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let state = match event.i32(2) {
            0 => "Active",
            1 => "Resuming",
            2 => "",
            3 => "Suspending",
            _ => "Invalid State",
        };
        let (ts, pos) = (event.at.time(), event.at.pos());
        let device = event.text(1);
        let (track, is_open) = self.powered.entry_ref(device).or_insert_with(|| {
            let name = sink.strings.intern(device);
            let dimension = [text(sink.word("linux_device"), name)];
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

    fn kswapd(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let utid = sink.processes.thread(event.tid);
        let track = tracks.thread(utid, event.at, sink);
        let label = sink.label(Some(b"kswapd_efficiency"), None);
        if event.number == 538 {
            self.open.begin(track, label, Vec::new(), event.at, sink);
            return;
        }
        let [scanned, reclaimed] = event.fields([1, 2]);
        let [scanned, reclaimed] = [scanned, reclaimed].map(|field| field.map(|of| of.as_u64()));
        let mut args = Vec::new();
        if let Some(scanned) = scanned {
            args.push(uint(sink.word("pages scanned"), scanned));
        }
        if let Some(reclaimed) = reclaimed {
            args.push(uint(sink.word("pages reclaimed"), reclaimed));
        }
        if let (Some(scanned), Some(reclaimed)) = (scanned, reclaimed) {
            let percent = (reclaimed as f64 * 100.0 / scanned as f64).round();
            args.push(uint(sink.word("efficiency %"), percent as u64));
        }
        self.open.end(track, label, &args, event.at, sink);
    }

    fn vblank_irq(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let track = display_track(event, "disp_vblank_irq_enable", "vblank_irq_en", sink);
        if event.i32(3) == 0 {
            self.open.end(track, sink.no_label, &[], event.at, sink);
            return;
        }
        let label = sink.label(Some(b"disp_vblank_irq_enable"), None);
        let args = vec![int(sink.word("output_id"), i64::from(event.i32(2)))];
        self.open.begin(track, label, args, event.at, sink);
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
        if event.number == 554 {
            self.open.end(track, sink.no_label, &[], event.at, sink);
            return;
        }
        let name = symbol_or_address(event.epoch, event.u64(3), source);
        let label = sink.label(Some(&name), Some(b"hrtimer"));
        self.open.begin(track, label, Vec::new(), event.at, sink);
    }
}

fn display_track(
    event: &Event<'_>,
    type_name: &'static str,
    what: &str,
    sink: &mut Sink,
) -> SinkTrack {
    let name = format!("{what}[{}]", event.u32(1));
    let (scope, created) = (Scope::Global, event.at.created());
    sink.track(type_name, scope, Some(&name), TrackData::Slices, created)
}

/// Adds an instant whose arguments are fields of its event.
fn instant<const N: usize>(
    event: &Event<'_>,
    track: SinkTrack,
    name: &str,
    fields: [(u32, &'static str); N],
    sink: &mut Sink,
) {
    let label = sink.label(Some(name.as_bytes()), None);
    sink.instant(track, event.at.time(), event.at.pos(), label);
    let args = fields.map(|(field, name)| int(sink.word(name), i64::from(event.i32(field))));
    let set = sink.store_args(&args);
    Begun::newest(track, sink).set_args(set, sink);
}

/// Temperatures of Exynos.
fn thermal(event: &Event<'_>, sink: &mut Sink) {
    let id = event.u32(1);
    let Some(place) = ACPM_ZONES.get(id as usize) else {
        sink.issues
            .count("ftrace_thermal_exynos_acpm_unknown_tz_id");
        return;
    };
    let args = [int(sink.word("thermal_zone_id"), i64::from(id))];
    let set = sink.store_args(&args);
    let temperature = ("acpm_thermal_temperature", format!("{place} Temperature"));
    let cooling = (
        "acpm_cooling_device_counter",
        format!("Tj-{place} Cooling Device"),
    );
    for ((type_name, name), field) in [(temperature, 2), (cooling, 4)] {
        let created = event.at.created();
        let track = sink.counter_track(type_name, Scope::Global, &name, None, created);
        sample_with(track, event.at, event.u64(field) as f64, set, sink);
    }
}

fn underrun(event: &Event<'_>, sink: &mut Sink) {
    let track = display_track(event, "disp_dpu_underrun", "underrun", sink);
    let fields = [(3, "vsync_count"), (2, "pending_frame")];
    instant(event, track, "disp_dpu_underrun", fields, sink);
}

fn frame_timeout(event: &Event<'_>, sink: &mut Sink) {
    let (output, pending, count) = ((2, "output_id"), (3, "frames_pending"), (4, "te_count"));
    if event.number == 605 {
        let name = "frame_done_timeout";
        let track = display_track(event, "disp_frame_done_timeout", name, sink);
        let fields = [output, pending, count, (5, "during_disable")];
        instant(event, track, name, fields, sink);
    } else {
        let name = "frame_start_timeout";
        let track = display_track(event, "disp_frame_start_timeout", name, sink);
        instant(event, track, name, [output, pending, count], sink);
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
    let label = sink.label(Some(event.text(1)), Some(category));
    sink.instant(track, event.at.time(), event.at.pos(), label);
}

fn battery_limit(event: &Event<'_>, sink: &mut Sink) {
    let throttles = event.i32(2) != 0;
    for (field, name) in BCL {
        let value = match field {
            1 if !throttles => -1,
            3..=7 if !throttles => 0,
            _ => event.i32(field),
        };
        let created = event.at.created();
        let track = sink.counter_track("bcl_irq", Scope::Global, name, None, created);
        sink.sample(track, event.at.time(), f64::from(value));
    }
}

/// Memory that the signal processors share.
fn fastrpc(event: &Event<'_>, sink: &mut Sink) {
    let number = event.i32(1).cast_unsigned();
    let known = ["ASDP", "MDSP", "SDSP", "CDSP"].get(number as usize);
    let of = known.map_or_else(|| number.to_string(), |name| (*name).to_owned());
    let created = event.at.created();
    let name = format!("mem.fastrpc[{of}]");
    let track = sink.counter_track("fastrpc", Scope::Global, &name, None, created);
    sink.sample(track, event.at.time(), event.u64(3) as f64);
    let scope = Scope::Thread(sink.processes.thread(event.tid));
    let name = format!("mem.fastrpc_change[{of}]");
    let track = sink.counter_track("fastrpc_change", scope, &name, None, created);
    sink.sample(track, event.at.time(), event.i64(2) as f64);
}

/// How late a sensor of a Chromebook tells its values.
fn sensor(event: &Event<'_>, sink: &mut Sink) {
    let (number, now, taken) = (event.u32(5), event.i64(1), event.i64(2));
    let type_name = "cros_ec_sensorhub_data";
    let name = format!("cros_ec.{type_name}.{number}");
    let created = event.at.created();
    let track = sink.counter_track(type_name, Scope::Global, &name, None, created);
    let args = [
        int(sink.word("ec_num"), i64::from(number)),
        int(sink.word("ec_delta"), event.i64(6).wrapping_sub(taken)),
        int(sink.word("sample_ts"), taken),
    ];
    let set = sink.store_args(&args);
    let late = now.wrapping_sub(taken) as f64;
    sample_with(track, event.at, late, set, sink);
}
