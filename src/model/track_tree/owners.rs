//! Which processes and threads are shown, and in which order.
//!
//! The order is that of the reference's UI (`dev.perfetto.ProcessThreadGroups`): what the trace asks for, then how
//! much ran, then how many slices there are; the threads of a process have the main thread first, then go by tid.
//! Everything the order depends on is summed up once for all processes and threads; ties end with the row
//! number, so that the order is total.

use std::cmp::Reverse;

use crate::model::args::StoredValue;
use crate::model::ids::{Upid, Utid};
use crate::model::process::Thread;
use crate::model::skeleton::Skeleton;
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackData};

/// About how many bytes of a file make a slice, where slices are not counted yet.
const BYTES_PER_SLICE: f32 = 48.0;

/// How busy processes and threads are, by upid and utid.
#[derive(Debug)]
pub(super) struct Activity {
    process: Vec<Busy>,
    thread: Vec<Busy>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Busy {
    running_ns: i64,
    n_slices: usize,
    n_samples: usize,
}

impl Activity {
    /// Sums up the scheduling, slices and samples of a trace.
    pub(super) fn new(trace: &Trace) -> Self {
        let mut process = vec![Busy::default(); trace.processes.processes.len()];
        let mut thread = vec![Busy::default(); trace.processes.threads.len()];
        trace.sched.sched().each_run(|utid, dur| {
            let running = &mut thread[utid.index()].running_ns;
            *running = running.saturating_add(dur.map_or(0, crate::base::time::Dur::ns));
        });
        for (track, range) in trace.slices.tracks() {
            let row = trace.tracks.get(track);
            if row.data == TrackData::States {
                continue;
            }
            match row.scope {
                Scope::Thread(utid) => thread[utid.index()].n_slices += range.len(),
                Scope::Process(upid) => process[upid.index()].n_slices += range.len(),
                _ => {}
            }
        }
        for owner in trace.stack_profile.owners() {
            let n = trace.stack_profile.of(owner).len();
            let busy = match owner {
                Scope::Thread(utid) => thread.get_mut(utid.index()),
                Scope::Process(upid) => process.get_mut(upid.index()),
                _ => None,
            };
            if let Some(busy) = busy {
                busy.n_samples += n;
            }
        }
        let skeleton = trace.skeleton.iter().flat_map(Skeleton::rows);
        for (track, cells) in skeleton {
            if let Scope::Thread(utid) = trace.tracks.get(track).scope {
                let bytes: f32 = cells.iter().sum();
                thread[utid.index()].n_slices += (bytes / BYTES_PER_SLICE) as usize;
            }
        }
        for (row, busy) in trace.processes.threads.iter().zip(&thread) {
            if let Some(upid) = row.upid {
                let sum = &mut process[upid.index()];
                sum.running_ns = sum.running_ns.saturating_add(busy.running_ns);
                sum.n_slices += busy.n_slices;
                sum.n_samples += busy.n_samples;
            }
        }
        Self { process, thread }
    }

    /// Sorts processes as the reference's UI does.
    pub(super) fn sort_processes(&self, trace: &Trace, upids: &mut [Upid]) {
        upids.sort_by_cached_key(|&upid| {
            let process = trace.processes.process(upid);
            let busy = self.process[upid.index()];
            (
                process.sort_hint.unwrap_or(0),
                Reverse(chrome_rank(trace, upid)),
                Reverse(busy.running_ns),
                Reverse((busy.n_slices, busy.n_samples)),
                process.name.map(|name| trace.bytes(name)),
                upid,
            )
        });
    }

    /// Sorts threads that belong to no process.
    pub(super) fn sort_orphans(&self, trace: &Trace, utids: &mut [Utid]) {
        utids.sort_by_cached_key(|&utid| {
            let thread = trace.processes.thread(utid);
            let busy = self.thread[utid.index()];
            (
                thread.sort_hint.unwrap_or(0),
                Reverse(busy.running_ns),
                Reverse((busy.n_slices, busy.n_samples)),
                thread.name.map(|name| trace.bytes(name)),
                utid,
            )
        });
    }
}

/// Sorts the threads of one process.
pub(super) fn sort_threads(trace: &Trace, utids: &mut [Utid]) {
    utids.sort_by_cached_key(|&utid| {
        let thread = trace.processes.thread(utid);
        (
            thread.sort_hint.unwrap_or(0),
            Reverse(thread_rank(trace, thread)),
            thread.tid,
            utid,
        )
    });
}

/// Returns by upid whether a process is the kernel's thread starter (pid 2), or was started by it.
pub(super) fn kernel_processes(trace: &Trace) -> Vec<bool> {
    let processes = &trace.processes.processes;
    let is_starter = |upid: Upid| {
        let process = &processes[upid.index()];
        process.pid == 2
            && process
                .name
                .is_none_or(|name| trace.bytes(name) == b"kthreadd")
    };
    let mut kernel = vec![false; processes.len()];
    for (index, process) in processes.iter().enumerate() {
        if let Some(parent) = process.parent.filter(|&parent| is_starter(parent)) {
            kernel[index] = true;
            kernel[parent.index()] = true;
        }
    }
    kernel
}

fn chrome_rank(trace: &Trace, upid: Upid) -> u8 {
    let Some(set) = trace.processes.process(upid).args else {
        return 0;
    };
    let kind = trace.arg_sets.get(set).iter().find_map(|arg| {
        (trace.bytes(arg.key) == b"chrome.process_type").then_some(match arg.value {
            StoredValue::Str(Some(kind)) => trace.bytes(kind),
            _ => b"",
        })
    });
    match kind {
        Some(b"Browser") => 3,
        Some(b"Gpu") => 2,
        Some(b"Renderer") => 1,
        _ => 0,
    }
}

fn thread_rank(trace: &Trace, thread: &Thread) -> u8 {
    let name = thread.name.map_or(&b""[..], |name| trace.bytes(name));
    let contains = |part: &[u8]| name.windows(part.len()).any(|window| window == part);
    match name {
        _ if thread.is_main == Some(true) => 10,
        b"CrBrowserMain" | b"CrRendererMain" | b"CrGpuMain" => 10,
        _ if contains(b"RenderThread") => 9,
        _ if contains(b"GPU completion") => 8,
        b"Chrome_ChildIOThread" | b"Chrome_IOThread" => 7,
        b"Compositor" | b"VizCompositorThread" => 6,
        _ => 5,
    }
}
