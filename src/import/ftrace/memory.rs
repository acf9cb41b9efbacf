//! Ftrace events of memory: counters of processes, how likely a process is killed, and buffers of ION and DMA.
//!
//! Of most counters the kernel tells the thread, not the process. At the end of the trace the samples go to
//! the process, or to the thread if its process never became known, as in
//! the reference's `rss_stat_tracker.cc`.

use hashbrown::HashMap;

use super::event::Event;
use super::tracks::{AsyncTracks, sample_with};
use crate::import::sink::{Sink, SinkTrack, listed};
use crate::import::system::count_memory;
use crate::model::ids::{ArgSetId, Utid};
use crate::model::track::Scope;
use crate::proto::ftrace_event::{
    self, dma_heap_stat, dmabuf_rss_stat, gpu_mem_total, ion_heap_grow, ion_stat, mm_event_record,
    oom_score_adj_update as oom_score, rss_stat, rss_stat_throttled,
};

/// A counter: its type as a counter of a process, its type as one of a thread, and its name.
type Counter = (&'static str, &'static str, &'static str);

const OOM_SCORE_ADJ: Counter = (
    "oom_score_adj",
    "oom_score_adj_thread_fallback",
    "oom_score_adj",
);

const fn memory(name: &'static str) -> Counter {
    ("process_memory", "process_memory_thread_fallback", name)
}

const DMABUF_RSS: Counter = memory("mem.dmabuf_rss");

/// The counters of `rss_stat`, by member.
const MEMBERS: [Counter; 5] = [
    memory("mem.rss.file"),
    memory("mem.rss.anon"),
    memory("mem.swap"),
    memory("mem.rss.shmem"),
    memory("mem.unreclaimable"),
];
const UNKNOWN_MEMBER: Counter = memory("mem.unknown");

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

/// Imports events of memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Samples that wait for the processes of their threads.
    pending: Vec<(Counter, Utid, i64, f64)>,
    /// The thread that owns each address space.
    owners: HashMap<i64, Utid>,
}

/// An `rss_stat` event.
#[derive(Clone, Copy, Debug)]
struct RssStat {
    member: i32,
    size: i64,
    /// Whether the address space is that of the thread that reports it.
    is_current: Option<bool>,
    mm_id: Option<i64>,
}

impl Memory {
    /// Imports an event if it is one of memory; returns whether it is.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        rows: &mut AsyncTracks,
        sink: &mut Sink,
    ) -> bool {
        match event.number {
            ftrace_event::RSS_STAT | ftrace_event::RSS_STAT_THROTTLED => {
                let is_throttled = event.number == ftrace_event::RSS_STAT_THROTTLED;
                let (member, size, current, mm_id) = if is_throttled {
                    (
                        rss_stat_throttled::MEMBER,
                        rss_stat_throttled::SIZE,
                        rss_stat_throttled::CURR,
                        rss_stat_throttled::MM_ID,
                    )
                } else {
                    (
                        rss_stat::MEMBER,
                        rss_stat::SIZE,
                        rss_stat::CURR,
                        rss_stat::MM_ID,
                    )
                };
                // Old kernels do not say whose memory it is; all that have throttled events do.
                let says = |number| is_throttled || event.has(number);
                let rss = RssStat {
                    member: event.i32(member),
                    size: event.i64(size),
                    is_current: says(current).then(|| event.u64(current) != 0),
                    mm_id: says(mm_id).then(|| i64::from(event.u32(mm_id))),
                };
                self.rss_stat(&rss, event.tid, event.at.ts, sink);
            }
            ftrace_event::DMABUF_RSS_STAT => {
                let utid = sink.processes.thread(event.tid);
                self.push(
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
                self.push(OOM_SCORE_ADJ, utid, event.at.ts, score);
            }
            ftrace_event::MM_EVENT_RECORD => self.mm_event(event, sink),
            ftrace_event::ION_HEAP_SHRINK | ftrace_event::ION_HEAP_GROW => ion_heap(event, sink),
            ftrace_event::ION_STAT => ion_stat(event, rows, sink),
            ftrace_event::DMA_HEAP_STAT => dma_heap_stat(event, rows, sink),
            ftrace_event::GPU_MEM_TOTAL => gpu_memory(event, sink),
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
            self.push(counter, utid, event.at.ts, f64::from(event.u32(field)));
        }
    }

    /// Adds a sample of a thread's process.
    fn push(&mut self, counter: Counter, utid: Utid, ts: i64, value: f64) {
        self.pending.push((counter, utid, ts, value));
    }

    /// Imports `rss_stat`, which thread `tid` reports.
    fn rss_stat(&mut self, rss: &RssStat, tid: i64, ts: i64, sink: &mut Sink) {
        let member = listed(&MEMBERS, rss.member);
        if rss.size < 0 {
            sink.issues.count("rss_stat_negative_size");
            return;
        }
        let owner = match (rss.mm_id, rss.is_current) {
            (Some(mm_id), Some(is_current)) => self.owner(mm_id, is_current, tid, sink),
            _ => Some(sink.processes.thread(tid)),
        };
        match owner {
            Some(utid) => {
                let counter = member.copied().unwrap_or(UNKNOWN_MEMBER);
                self.push(counter, utid, ts, rss.size as f64);
            }
            None => sink.issues.count("rss_stat_unknown_thread_for_mm_id"),
        }
    }

    fn owner(&mut self, mm_id: i64, is_current: bool, tid: i64, sink: &mut Sink) -> Option<Utid> {
        if is_current {
            let utid = sink.processes.thread(tid);
            self.owners.insert(mm_id, utid);
            return Some(utid);
        }
        let owner = *self.owners.get(&mm_id)?;
        // A dead one's space may by now belong to someone else. A thread that no longer has the space
        // that it had, as between vfork and exec, still tells how the old one is taken down.
        if !sink.processes.is_alive(owner) {
            self.owners.remove(&mm_id);
            return None;
        }
        Some(owner)
    }

    /// Gives the samples to the tracks of processes.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        let mut tracks: HashMap<(Counter, Scope), SinkTrack> = HashMap::new();
        let mut filled = Vec::new();
        for (index, (counter, utid, ts, value)) in
            std::mem::take(&mut self.pending).into_iter().enumerate()
        {
            let (of_process, of_thread, name) = counter;
            let (type_name, scope) = match sink.upid_of(utid) {
                Some(upid) => (of_process, Scope::Process(upid)),
                None => (of_thread, Scope::Thread(utid)),
            };
            let track = *tracks.entry((counter, scope)).or_insert_with(|| {
                let created = (i64::MAX, index as u64);
                let track = sink.counter_track(type_name, scope, name, None, created);
                filled.push(track);
                track
            });
            sink.samples_of(track).push(ts, value, None);
        }
        for track in filled {
            // Other sources have written to the same counters in between.
            sink.samples_of(track).sort();
        }
    }
}

/// Adds a sample of GPU memory. Pid 0 stands for the whole system. Reports about processes that are gone are
/// dropped. If the pid is that of a known thread of another process, that process has the memory.
fn gpu_memory(event: &Event<'_>, sink: &mut Sink) {
    let pid = event.pid(gpu_mem_total::PID);
    let gpu = event.u32(gpu_mem_total::GPU_ID);
    let size = event.u64(gpu_mem_total::SIZE) as f64;
    if pid == 0 {
        return count_memory(None, gpu, size, event.at, sink);
    }
    let Some(utid) = sink.processes.find_thread(pid) else {
        return;
    };
    sink.processes.update_thread(pid, pid);
    if let Some(upid) = sink.upid_of(utid) {
        count_memory(Some(upid), gpu, size, event.at, sink);
    }
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
    let name = of("mem.ion");
    sink.count("ion", Scope::Global, &name, None, total as f64, event.at);
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
    let total = event.u64(ion_stat::TOTAL_ALLOCATED) as f64;
    sink.count("ion", Scope::Global, "mem.ion", None, total, event.at);
    let names = ("ion_change", "mem.ion_change");
    thread_change(event, names, event.i64(ion_stat::LEN), None, sink);
    let names = ("android_ion_allocations", "mem.ion_buffer");
    buffer(
        event,
        names,
        (ion_stat::BUFFER_ID, ion_stat::LEN),
        rows,
        sink,
    );
}

fn dma_heap_stat(event: &Event<'_>, rows: &mut AsyncTracks, sink: &mut Sink) {
    let total = event.u64(dma_heap_stat::TOTAL_ALLOCATED) as f64;
    let (type_name, name) = ("android_dma_heap", "mem.dma_heap");
    sink.count(type_name, Scope::Global, name, None, total, event.at);
    let names = ("android_dma_heap_change", "mem.dma_heap_change");
    let args = [sink.uint_arg("inode", event.u64(dma_heap_stat::INODE))];
    let set = sink.store_args(&args);
    thread_change(event, names, event.i64(dma_heap_stat::LEN), set, sink);
    let names = ("android_dma_allocations", "mem.dma_buffer");
    buffer(
        event,
        names,
        (dma_heap_stat::INODE, dma_heap_stat::LEN),
        rows,
        sink,
    );
}

/// The life of a buffer, whose size is positive when it is allocated; `fields` are those of its number and size.
fn buffer(
    event: &Event<'_>,
    names: (&str, &str),
    fields: (u32, u32),
    rows: &mut AsyncTracks,
    sink: &mut Sink,
) {
    let key = (sink.str(names.0), Scope::Global, sink.str(names.1));
    let (number, size) = (event.i64(fields.0), event.i64(fields.1));
    if size > 0 {
        let label = sink.label(Some(format!("{} kB", size / 1024).as_bytes()), None);
        rows.begin(key, number, (label, None), event.at, sink);
    } else {
        rows.end(key, number, None, event.at, sink);
    }
}
