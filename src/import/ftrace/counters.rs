//! Counters whose process becomes known only at the end: memory and kills by thread.
//!
//! The kernel tells the thread, not the process. At the end of the trace the samples go to
//! the process, or to the thread if its process never became known. Rules: spec
//! frametimeline F4, and the reference's `rss_stat_tracker.cc`.

use hashbrown::HashMap;

use crate::import::sink::{Sink, SinkTrack, listed};
use crate::model::ids::Utid;
use crate::model::track::Scope;

/// A counter: its type as a counter of a process, its type as one of a thread, and its name.
pub(super) type Counter = (&'static str, &'static str, &'static str);

pub(super) const OOM_SCORE_ADJ: Counter = (
    "oom_score_adj",
    "oom_score_adj_thread_fallback",
    "oom_score_adj",
);

const fn memory(name: &'static str) -> Counter {
    ("process_memory", "process_memory_thread_fallback", name)
}

pub(super) const DMABUF_RSS: Counter = memory("mem.dmabuf_rss");

/// The counters of `rss_stat`, by member.
const MEMBERS: [Counter; 5] = [
    memory("mem.rss.file"),
    memory("mem.rss.anon"),
    memory("mem.swap"),
    memory("mem.rss.shmem"),
    memory("mem.unreclaimable"),
];
const UNKNOWN_MEMBER: Counter = memory("mem.unknown");

/// Samples that wait for the processes of their threads.
#[derive(Debug, Default)]
pub(super) struct ThreadCounters {
    pending: Vec<(Counter, Utid, i64, f64)>,
    /// The thread that owns each address space.
    owners: HashMap<i64, Utid>,
}

/// An `rss_stat` event.
#[derive(Clone, Copy, Debug)]
pub(super) struct RssStat {
    pub(super) member: i32,
    pub(super) size: i64,
    /// Whether the address space is that of the thread that reports it.
    pub(super) is_current: Option<bool>,
    pub(super) mm_id: Option<i64>,
}

impl ThreadCounters {
    /// Adds a sample of a thread's process.
    pub(super) fn push(&mut self, counter: Counter, utid: Utid, ts: i64, value: f64) {
        self.pending.push((counter, utid, ts, value));
    }

    /// Imports `rss_stat`, which thread `tid` reports.
    pub(super) fn rss_stat(&mut self, rss: &RssStat, tid: i64, ts: i64, sink: &mut Sink) {
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
        // A thread that no longer has the space that it had is between vfork and exec; and a
        // dead one's space may by now belong to someone else.
        if owner == sink.processes.thread(tid) || !sink.processes.is_alive(owner) {
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
