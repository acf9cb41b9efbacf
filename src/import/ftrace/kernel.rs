//! Ftrace events that are slices of CPUs or threads in the kernel: interrupts, suspend,
//! wake locks, work queues, reclaim, signals, probes.
//!
//! Types and names of the tracks are those of the reference's `ftrace_parser.cc`.

use hashbrown::HashMap;

use super::event::Event;
use super::tracks::{AsyncTracks, Begun, OpenSlices, RowsKey, Tracks};
use crate::base::intern::StrId;
use crate::import::sink::{Sink, SinkTrack, listed};
use crate::import::system::Source;
use crate::model::args::StoredValue;
use crate::model::ids::{ArgSetId, LabelId};
use crate::model::track::{Scope, TrackData};
use crate::proto::{
    ftrace_event::{
        self, device_pm_callback_start as pm_callback_start, funcgraph_entry, funcgraph_exit,
        irq_handler_entry, irq_handler_exit, kprobe_event, mark_victim,
        mm_vmscan_direct_reclaim_begin as reclaim_begin,
        mm_vmscan_direct_reclaim_end as reclaim_end, mm_vmscan_memcg_reclaim_begin as group_begin,
        mm_vmscan_memcg_reclaim_end as group_end, scm_call_start, signal_deliver, signal_generate,
        softirq_entry, softirq_exit, suspend_resume, suspend_resume_minimal,
        wakeup_source_activate as wakeup_source, workqueue_execute_start as execute_start,
    },
    interned_data, interned_string,
};

/// The names of soft interrupts, by vector.
const SOFTIRQS: [&str; 10] = [
    "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU",
];

/// Whether a suspend is under way, so that one that the kernel forgot to end is ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Suspend {
    #[default]
    Initial,
    /// In `suspend_enter` with this cookie.
    Entered(i64),
    /// In `freeze_processes`, inside of `suspend_enter` with this cookie.
    Freezing(i64),
}

/// Imports events that are slices in the kernel.
#[derive(Debug, Default)]
pub(super) struct Kernel {
    /// Interrupts that are being handled, by track.
    irqs: HashMap<SinkTrack, Vec<Begun>>,
    softirq_args: [Option<ArgSetId>; SOFTIRQS.len()],
    irq_args: [Option<ArgSetId>; 2],
    /// How often each wake lock is held.
    wake_locks: HashMap<StrId, u32>,
    suspend: Suspend,
    /// Reclaims of memory.
    open: OpenSlices,
}

/// Returns the name of a kernel function, if it is interned.
pub(super) fn symbol(epoch: u32, iid: u64, source: &dyn Source) -> Option<&[u8]> {
    let entry = source.interned(epoch, interned_data::KERNEL_SYMBOLS, iid)?;
    entry.text_if_set(interned_string::STR)
}

/// What the slices of a thread that frees memory itself are called, and their arguments.
struct Reclaim {
    slice: &'static [u8],
    order: &'static str,
    may_writepage: &'static str,
    gfp_flags: &'static str,
    nr_reclaimed: &'static str,
}

/// The machine had too little.
const DIRECT_RECLAIM: Reclaim = Reclaim {
    slice: b"mm_vmscan_direct_reclaim",
    order: "direct_reclaim_order",
    may_writepage: "direct_reclaim_may_writepage",
    gfp_flags: "direct_reclaim_gfp_flags",
    nr_reclaimed: "direct_reclaim_nr_reclaimed",
};

/// The thread's group had as much as it may.
const GROUP_RECLAIM: Reclaim = Reclaim {
    slice: b"mm_vmscan_memcg_reclaim",
    order: "memcg_reclaim_order",
    may_writepage: "memcg_reclaim_may_writepage",
    gfp_flags: "memcg_reclaim_gfp_flags",
    nr_reclaimed: "memcg_reclaim_nr_reclaimed",
};

// One reader serves both.
const _: () = {
    assert!(group_begin::ORDER == reclaim_begin::ORDER);
    assert!(group_begin::MAY_WRITEPAGE == reclaim_begin::MAY_WRITEPAGE);
    assert!(group_begin::GFP_FLAGS == reclaim_begin::GFP_FLAGS);
    assert!(group_end::NR_RECLAIMED == reclaim_end::NR_RECLAIMED);
};

impl Kernel {
    /// Imports an event if it is a slice in the kernel; returns whether it is.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        tracks: &mut Tracks,
        rows: &mut AsyncTracks,
        source: &dyn Source,
        sink: &mut Sink,
    ) -> bool {
        match event.number {
            ftrace_event::SOFTIRQ_ENTRY => self.softirq_entry(event, tracks, sink),
            ftrace_event::SOFTIRQ_EXIT => self.softirq_exit(event, tracks, sink),
            ftrace_event::IRQ_HANDLER_ENTRY => {
                let name = format!("IRQ ({})", event.lossy(irq_handler_entry::NAME));
                self.irq_entry(event, name.as_bytes(), tracks, sink);
            }
            ftrace_event::IRQ_HANDLER_EXIT => {
                let set = self.irq_result(event.i32(irq_handler_exit::RET) == 1, sink);
                self.irq_exit(event, set, tracks, sink);
            }
            ftrace_event::LOCAL_TIMER_ENTRY => {
                self.irq_entry(event, b"IRQ (LocalTimer)", tracks, sink);
            }
            ftrace_event::LOCAL_TIMER_EXIT => self.irq_exit(event, None, tracks, sink),
            ftrace_event::SUSPEND_RESUME => self.suspend_resume(event, rows, sink),
            ftrace_event::SUSPEND_RESUME_MINIMAL => suspend_resume_minimal(event, sink),
            ftrace_event::WAKEUP_SOURCE_ACTIVATE => self.wake_lock(event, true, sink),
            ftrace_event::WAKEUP_SOURCE_DEACTIVATE => self.wake_lock(event, false, sink),
            ftrace_event::DEVICE_PM_CALLBACK_START | ftrace_event::DEVICE_PM_CALLBACK_END => {
                pm_callback(event, rows, sink);
            }
            ftrace_event::MM_VMSCAN_DIRECT_RECLAIM_BEGIN => {
                self.reclaim_begin(event, &DIRECT_RECLAIM, tracks, sink);
            }
            ftrace_event::MM_VMSCAN_DIRECT_RECLAIM_END => {
                self.reclaim_end(event, &DIRECT_RECLAIM, tracks, sink);
            }
            ftrace_event::MM_VMSCAN_MEMCG_RECLAIM_BEGIN => {
                self.reclaim_begin(event, &GROUP_RECLAIM, tracks, sink);
            }
            ftrace_event::MM_VMSCAN_MEMCG_RECLAIM_END => {
                self.reclaim_end(event, &GROUP_RECLAIM, tracks, sink);
            }
            ftrace_event::SCM_CALL_END => end(event, sink.no_label, tracks, sink),
            ftrace_event::WORKQUEUE_EXECUTE_END => {
                // What atrace has begun meanwhile is not to be ended by this.
                let label = sink.label(None, Some(b"workqueue"));
                end(event, label, tracks, sink);
            }
            ftrace_event::WORKQUEUE_EXECUTE_START => {
                let iid = event.u64(execute_start::FUNCTION);
                let name = symbol_or_address(event.epoch, iid, source);
                let label = sink.label(Some(&name), Some(b"workqueue"));
                let begun = begin(event, label, tracks, sink);
                let args = [sink.int_arg("cpu", i64::from(event.cpu))];
                let set = sink.store_args(&args);
                begun.set_args(set, sink);
            }
            ftrace_event::SCM_CALL_START => {
                let label = sink.label(
                    Some(format!("scm id={}", hex(event.u64(scm_call_start::X0))).as_bytes()),
                    None,
                );
                begin(event, label, tracks, sink);
            }
            ftrace_event::SIGNAL_DELIVER => {
                let target = (event.tid, signal_deliver::SIG);
                signal(event, target, b"signal_deliver", tracks, sink);
            }
            ftrace_event::SIGNAL_GENERATE => {
                let target = (event.pid(signal_generate::PID), signal_generate::SIG);
                signal(event, target, b"signal_generate", tracks, sink);
            }
            ftrace_event::MARK_VICTIM => {
                let utid = sink.processes.thread(event.pid(mark_victim::PID));
                let label = sink.label(Some(b"mem.oom_kill"), None);
                let track = tracks.thread(utid, event.at, sink);
                sink.instant(track, event.at.time(), event.at.pos(), label);
            }
            ftrace_event::KPROBE_EVENT => kprobe(event, tracks, sink),
            ftrace_event::FUNCGRAPH_ENTRY | ftrace_event::FUNCGRAPH_EXIT => {
                funcgraph(event, tracks, source, sink);
            }
            _ => return false,
        }
        true
    }

    fn irq_entry(&mut self, event: &Event<'_>, name: &[u8], tracks: &mut Tracks, sink: &mut Sink) {
        let track = Self::irq_track(event, tracks, sink);
        self.cpu_begin(event, track, name, sink);
    }

    fn irq_exit(
        &mut self,
        event: &Event<'_>,
        set: Option<ArgSetId>,
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let track = Self::irq_track(event, tracks, sink);
        self.cpu_end(event, track, set, sink);
    }

    fn irq_track(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> SinkTrack {
        let name = |cpu| format!("Irq Cpu {cpu}");
        tracks.cpu("cpu_irq", event.cpu, name, event.at, sink)
    }

    fn softirq_track(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) -> SinkTrack {
        let name = |cpu| format!("SoftIrq Cpu {cpu}");
        tracks.cpu("cpu_softirq", event.cpu, name, event.at, sink)
    }

    fn softirq_entry(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        if let Some(name) = listed(&SOFTIRQS, event.u32(softirq_entry::VEC)) {
            let track = Self::softirq_track(event, tracks, sink);
            self.cpu_begin(event, track, name.as_bytes(), sink);
        }
    }

    fn softirq_exit(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let track = Self::softirq_track(event, tracks, sink);
        let vector = event.u32(softirq_exit::VEC);
        let known = self.softirq_args.get(vector as usize).copied().flatten();
        let set = known.or_else(|| {
            let args = [sink.int_arg("vec", i64::from(vector))];
            sink.store_args(&args)
        });
        if let Some(slot) = self.softirq_args.get_mut(vector as usize) {
            *slot = set;
        }
        self.cpu_end(event, track, set, sink);
    }

    fn irq_result(&mut self, handled: bool, sink: &mut Sink) -> Option<ArgSetId> {
        let slot = &mut self.irq_args[usize::from(handled)];
        if slot.is_none() {
            let value = if handled { "handled" } else { "unhandled" };
            let args = [sink.text_arg("ret", value)];
            *slot = sink.store_args(&args);
        }
        *slot
    }

    fn cpu_begin(&mut self, event: &Event<'_>, track: SinkTrack, name: &[u8], sink: &mut Sink) {
        let label = sink.label(Some(name), Some(b"irq"));
        sink.begin(track, event.at.time(), event.at.pos(), label);
        self.irqs
            .entry(track)
            .or_default()
            .push(Begun::newest(track, sink));
    }

    fn cpu_end(
        &mut self,
        event: &Event<'_>,
        track: SinkTrack,
        set: Option<ArgSetId>,
        sink: &mut Sink,
    ) {
        if let Some(begun) = self.irqs.get_mut(&track).and_then(Vec::pop) {
            sink.end(track, event.at.time(), event.at.pos(), sink.no_label);
            begun.set_args(set, sink);
        }
    }

    fn suspend_resume(&mut self, event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
        let action = event.lossy(suspend_resume::ACTION);
        // The value of timekeeping_freeze is a CPU, which may differ at its end.
        let value = if action == "timekeeping_freeze" {
            0
        } else {
            event.i32(suspend_resume::VAL)
        };
        let name = format!("{action}({value})");
        let name: String = name.chars().take(63).collect();
        let key = suspend_key(sink);
        let cookie = i64::from(sink.str(&name).get());
        if event.u32(suspend_resume::START) == 0 {
            rows.end(key, cookie, None, event.at, sink);
            match (&*action, self.suspend) {
                ("suspend_enter", _) => self.suspend = Suspend::Initial,
                ("thaw_processes", Suspend::Freezing(entered)) => {
                    // suspend_enter failed, and the kernel does not say that it ended.
                    rows.end(key, entered, None, event.at, sink);
                    self.suspend = Suspend::Initial;
                }
                _ => {}
            }
            return;
        }
        match (&*action, self.suspend) {
            ("suspend_enter", _) => self.suspend = Suspend::Entered(cookie),
            ("freeze_processes", Suspend::Entered(entered)) => {
                self.suspend = Suspend::Freezing(entered);
            }
            _ => {}
        }
        let label = sink.label(Some(name.as_bytes()), None);
        let begun = rows.begin(key, cookie, (label, None), event.at, sink);
        let utid = sink.processes.thread(event.tid);
        let args = [
            sink.uint_arg("utid", u64::from(utid.0)),
            sink.text_arg("event_type", "Main Kernel Suspend Event"),
            sink.uint_arg("cpu", u64::from(event.cpu)),
            sink.arg("device_name", StoredValue::Str(None)),
            sink.arg("driver_name", StoredValue::Str(None)),
            sink.arg("callback_phase", StoredValue::Str(None)),
        ];
        let set = sink.store_args(&args);
        begun.set_args(set, sink);
    }

    fn wake_lock(&mut self, event: &Event<'_>, activate: bool, sink: &mut Sink) {
        let id = sink.strings.intern(event.text(wakeup_source::NAME));
        let held = self.wake_locks.entry(id).or_default();
        let before = *held;
        *held = if activate {
            before.saturating_add(1)
        } else {
            before.saturating_sub(1)
        };
        if before != u32::from(!activate) {
            return;
        }
        let name: String = format!("Wakelock({})", event.lossy(wakeup_source::NAME))
            .chars()
            .take(31)
            .collect();
        let (scope, created) = (Scope::Global, event.at.created());
        let track = sink.track(
            "wakesource_wakelock",
            scope,
            Some(&name),
            TrackData::Slices,
            created,
        );
        if activate {
            let label = sink.label(Some(name.as_bytes()), None);
            sink.begin(track, event.at.time(), event.at.pos(), label);
        } else {
            sink.end(track, event.at.time(), event.at.pos(), sink.no_label);
        }
    }

    fn reclaim_begin(
        &mut self,
        event: &Event<'_>,
        names: &Reclaim,
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let utid = sink.processes.thread(event.tid);
        let track = tracks.thread(utid, event.at, sink);
        let label = sink.label(Some(names.slice), None);
        let args = vec![
            sink.int_arg(names.order, event.i64(reclaim_begin::ORDER)),
            sink.int_arg(names.may_writepage, event.i64(reclaim_begin::MAY_WRITEPAGE)),
            sink.uint_arg(names.gfp_flags, event.u64(reclaim_begin::GFP_FLAGS)),
        ];
        self.open.begin(track, label, args, event.at, sink);
    }

    fn reclaim_end(
        &mut self,
        event: &Event<'_>,
        names: &Reclaim,
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let utid = sink.processes.thread(event.tid);
        let track = tracks.thread(utid, event.at, sink);
        let args = [sink.uint_arg(names.nr_reclaimed, event.u64(reclaim_end::NR_RECLAIMED))];
        self.open.end(track, sink.no_label, &args, event.at, sink);
    }
}

/// A driver prepares its device for sleep, or wakes it up.
fn pm_callback(event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
    let name = format!(
        "{} {}",
        event.lossy(pm_callback_start::DEVICE),
        event.lossy(pm_callback_start::DRIVER)
    );
    let key = suspend_key(sink);
    let cookie = i64::from(sink.str(&name).get());
    if event.number == ftrace_event::DEVICE_PM_CALLBACK_END {
        rows.end(key, cookie, None, event.at, sink);
        return;
    }
    let label = sink.label(Some(name.as_bytes()), None);
    let begun = rows.begin(key, cookie, (label, None), event.at, sink);
    let phase = callback_phase(
        event.i64(pm_callback_start::EVENT),
        event.text(pm_callback_start::PM_OPS),
    );
    let utid = sink.processes.thread(event.tid);
    let args = [
        sink.uint_arg("utid", u64::from(utid.0)),
        sink.text_arg("event_type", "Device PM Suspend Event"),
        sink.uint_arg("cpu", u64::from(event.cpu)),
        sink.text_arg("device_name", event.text(pm_callback_start::DEVICE)),
        sink.text_arg("driver_name", event.text(pm_callback_start::DRIVER)),
        sink.text_arg("callback_phase", &phase),
    ];
    let set = sink.store_args(&args);
    begun.set_args(set, sink);
}

/// Returns what a driver is called for: the kind of event, and how early or late.
fn callback_phase(event: i64, operations: &[u8]) -> String {
    let event = match event {
        0x1 => "freeze",
        0x2 => "suspend",
        0x4 => "hibernate",
        0x8 => "quiesce",
        0x10 => "resume",
        0x20 => "thaw",
        0x40 => "restore",
        0x80 => "recover",
        _ => "(unknown PM event)",
    };
    let phase = match (operations, event) {
        // The kernel does not name the first and the last step.
        (b"", "suspend") => Some("prepare"),
        (b"", "resume") => Some("complete"),
        _ => ["early", "late", "noirq"]
            .into_iter()
            .find(|phase| operations.starts_with(phase.as_bytes())),
    };
    match phase {
        Some(phase) => format!("{event}:{phase}"),
        None => event.to_owned(),
    }
}

fn begin(event: &Event<'_>, label: LabelId, tracks: &mut Tracks, sink: &mut Sink) -> Begun {
    let utid = sink.processes.thread(event.tid);
    let track = tracks.thread(utid, event.at, sink);
    sink.begin(track, event.at.time(), event.at.pos(), label);
    Begun::newest(track, sink)
}

fn end(event: &Event<'_>, label: LabelId, tracks: &mut Tracks, sink: &mut Sink) {
    let utid = sink.processes.thread(event.tid);
    let track = tracks.thread(utid, event.at, sink);
    sink.end(track, event.at.time(), event.at.pos(), label);
}

/// Returns a number as C's `%#x` prints it: zero has no prefix.
fn hex(number: u64) -> String {
    if number == 0 {
        return "0".to_owned();
    }
    format!("{number:#x}")
}

/// Returns the name of a kernel function, or its address if that is not interned.
pub(super) fn symbol_or_address(epoch: u32, iid: u64, source: &dyn Source) -> Vec<u8> {
    match symbol(epoch, iid, source) {
        Some(name) => name.to_vec(),
        None => hex(iid).into_bytes(),
    }
}

/// A signal to or from a thread; the number of the signal is the second of `target`.
fn signal(
    event: &Event<'_>,
    target: (i64, u32),
    name: &[u8],
    tracks: &mut Tracks,
    sink: &mut Sink,
) {
    let utid = sink.processes.thread(target.0);
    let track = tracks.thread(utid, event.at, sink);
    let label = sink.label(Some(name), None);
    sink.instant(track, event.at.time(), event.at.pos(), label);
    let begun = Begun::newest(track, sink);
    let args = [sink.int_arg("signal.sig", i64::from(event.i32(target.1)))];
    let set = sink.store_args(&args);
    begun.set_args(set, sink);
}

fn kprobe(event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
    let label = sink.label(event.text_if_set(kprobe_event::NAME), None);
    let utid = sink.processes.thread(event.tid);
    let track = tracks.thread(utid, event.at, sink);
    match event.u32(kprobe_event::TYPE) {
        1 => sink.begin(track, event.at.time(), event.at.pos(), label),
        2 => sink.end(track, event.at.time(), event.at.pos(), label),
        3 => sink.instant(track, event.at.time(), event.at.pos(), label),
        _ => {}
    }
}

/// Functions of the kernel; the idle threads of all CPUs share a tid, so they have tracks by CPU.
fn funcgraph(event: &Event<'_>, tracks: &mut Tracks, source: &dyn Source, sink: &mut Sink) {
    let is_entry = event.number == ftrace_event::FUNCGRAPH_ENTRY;
    let function = event.u64(if is_entry {
        funcgraph_entry::FUNC
    } else {
        funcgraph_exit::FUNC
    });
    let name = symbol_or_address(event.epoch, function, source);
    let label = sink.label(Some(&name), None);
    let track = if event.tid == 0 {
        let name = |cpu| format!("swapper{cpu} -funcgraph");
        tracks.cpu("cpu_funcgraph", event.cpu, name, event.at, sink)
    } else {
        let scope = Scope::Thread(sink.processes.thread(event.tid));
        let created = event.at.created();
        sink.track(
            "thread_funcgraph",
            scope,
            Some("Funcgraph"),
            TrackData::Slices,
            created,
        )
    };
    if is_entry {
        sink.begin(track, event.at.time(), event.at.pos(), label);
    } else {
        sink.end(track, event.at.time(), event.at.pos(), label);
    }
}

fn suspend_key(sink: &mut Sink) -> RowsKey {
    (
        sink.str("suspend_resume"),
        Scope::Global,
        sink.str("Suspend/Resume Latency"),
    )
}

fn suspend_resume_minimal(event: &Event<'_>, sink: &mut Sink) {
    let track = sink.track(
        "suspend_resume_minimal",
        Scope::Global,
        Some("Suspend/Resume Minimal"),
        TrackData::Slices,
        event.at.created(),
    );
    if event.u32(suspend_resume_minimal::START) != 0 {
        let label = sink.label(Some(b"Suspended"), None);
        sink.begin(track, event.at.time(), event.at.pos(), label);
    } else {
        sink.end(track, event.at.time(), event.at.pos(), sink.no_label);
    }
}
