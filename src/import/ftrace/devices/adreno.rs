//! Batches of commands of Adreno GPUs: which thread queued them, and when they ran by the clock of the GPU.
//!
//! The kernel tells what that clock showed when a batch began (`sync`) and when it began and was done
//! (`retired`), in either order. A batch without both is not shown, as in the reference's
//! `ftrace_tokenizer.cc`. The two events of a batch have its number in common, which the driver counts for each
//! context; the reference compares the number only.

use hashbrown::HashMap;

use crate::base::time::Ts;
use crate::import::ftrace::event::Event;
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::ids::Utid;
use crate::model::track::{Scope, Track};
use crate::proto::ftrace_event::{
    self, kgsl_adreno_cmdbatch_queued as queued, kgsl_adreno_cmdbatch_retired as retired,
    kgsl_adreno_cmdbatch_sync as sync,
};

/// How often the clock ticks in a second.
const TICKS_PER_SECOND: i128 = 19_200_000;

/// What the clock of a GPU showed at a time.
#[derive(Clone, Copy, Debug)]
struct Synced {
    ts: i64,
    ticks: u64,
}

impl Synced {
    /// Returns when the clock shows that many ticks.
    fn time_of(self, ticks: u64) -> Option<i64> {
        let since = i128::from(ticks) - i128::from(self.ticks);
        i64::try_from(i128::from(self.ts) + since * 1_000_000_000 / TICKS_PER_SECOND).ok()
    }
}

/// A batch that is done.
#[derive(Clone, Copy, Debug)]
struct Batch {
    context: u32,
    prio: u32,
    start: u64,
    end: u64,
    /// When the kernel told.
    at: At,
}

/// The batches of a trace.
#[derive(Debug, Default)]
pub(super) struct Adreno {
    /// The thread that was first to queue a batch of each context.
    queued_by: HashMap<u32, Utid>,
    /// What waits for the other event of its batch, by context and the number that the driver gave it there.
    synced: HashMap<(u32, u32), Synced>,
    retired: HashMap<(u32, u32), Batch>,
    /// When batches began, and for how many nanoseconds they ran.
    ran: Vec<(Ts, i64, Batch)>,
}

impl Adreno {
    /// Imports an event of a batch.
    pub(super) fn event(&mut self, event: &Event<'_>, sink: &mut Sink) {
        match event.number {
            ftrace_event::KGSL_ADRENO_CMDBATCH_QUEUED => {
                let utid = sink.processes.thread(event.tid);
                let context = event.u32(queued::ID);
                self.queued_by.entry(context).or_insert(utid);
            }
            ftrace_event::KGSL_ADRENO_CMDBATCH_SYNC => {
                let (ts, ticks) = (event.at.ts, event.u64(sync::TICKS));
                let batch = (event.u32(sync::ID), event.u32(sync::TIMESTAMP));
                let synced = Synced { ts, ticks };
                match self.retired.remove(&batch) {
                    Some(done) => self.ran(synced, done),
                    None => _ = self.synced.entry(batch).or_insert(synced),
                }
            }
            ftrace_event::KGSL_ADRENO_CMDBATCH_RETIRED => {
                let number = (event.u32(retired::ID), event.u32(retired::TIMESTAMP));
                let batch = Batch {
                    context: event.u32(retired::ID),
                    prio: event.i32(retired::PRIO).cast_unsigned(),
                    start: event.u64(retired::START),
                    end: event.u64(retired::RETIRE),
                    at: event.at,
                };
                match self.synced.remove(&number) {
                    Some(synced) => self.ran(synced, batch),
                    None => _ = self.retired.entry(number).or_insert(batch),
                }
            }
            _ => {}
        }
    }

    fn ran(&mut self, synced: Synced, batch: Batch) {
        let took = batch.end.checked_sub(batch.start);
        let took = took.map(|ticks| i128::from(ticks) * 1_000_000_000 / TICKS_PER_SECOND);
        let took = took.and_then(|ns| i64::try_from(ns).ok());
        if let (Some(start), Some(took)) = (synced.time_of(batch.start), took) {
            self.ran.push((Ts::from_ns(start), took, batch));
        }
    }

    /// Gives the batches to tracks, one for each context and priority, once the processes have their names.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        let mut ran = std::mem::take(&mut self.ran);
        ran.sort_by_key(|(start, _, batch)| (*start, batch.at.offset));
        let mut tracks = HashMap::new();
        let label = sink.label(Some(b"GPU"), None);
        for (start, took, batch) in ran {
            let track = *tracks
                .entry((batch.context, batch.prio))
                .or_insert_with(|| self.track(&batch, sink));
            sink.complete(track, start, took, batch.at.pos(), label);
        }
    }

    fn track(&self, batch: &Batch, sink: &mut Sink) -> SinkTrack {
        let Batch {
            context, prio, at, ..
        } = *batch;
        let utid = self.queued_by.get(&context);
        let process = utid.and_then(|utid| sink.upid_of(*utid));
        let name = process.and_then(|upid| sink.processes.table.process(upid).name);
        let of = name.map_or_else(String::new, |name| format!(" {}", sink.start_of(name)));
        let name = sink.str(&format!("GPU{of} (Ctx={context}, Prio={prio})"));
        let dimensions = [
            sink.int_arg("context_id", i64::from(context)),
            sink.int_arg("prio", i64::from(prio)),
        ];
        let track = Track {
            type_name: sink.word("adreno_gpu_cmdbatch"),
            scope: Scope::Global,
            name: Some(name),
            dimension_args: sink.store_args(&dimensions),
            ..Track::default()
        };
        sink.add_track(track, at.created())
    }
}
