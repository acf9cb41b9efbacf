//! Samples of profilers of any kind: `StackSample` packets.
//!
//! Whom a sample is of, where it was taken and what its weights count stands in the packet, is interned, or is a
//! default of the sequence. The rules are those of the reference's plugin `stack_sample_importer`.

use hashbrown::HashMap;

use super::{Packet, Source};
use crate::base::intern::StrId;
use crate::decode::fields::{Field, Message};
use crate::import::sink::{At, Sink, SinkTrack};
use crate::import::stacks::{Cx, NamedFrame};
use crate::model::ids::{TrackId, Upid};
use crate::model::stack_profile::{AsyncContext, Execution, StackSample, Task};
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::{
    inline_callstack::{self, frame},
    interned_data, interned_string,
    stack_sample::{
        self, async_context_descriptor, counter_descriptor, execution_context, task_context,
    },
    stack_sample_defaults,
};

/// How many counters may follow the one that samples are taken by.
const FOLLOWERS_MAX: usize = 64;

/// Imports samples of any profiler.
#[derive(Debug, Default)]
pub(super) struct StackSamples {
    /// What each sequence records.
    sessions: HashMap<u32, Session>,
    /// The tracks of counters, by session, name, and CPU if each has its own.
    tracks: HashMap<(u32, StrId, Option<u32>), SinkTrack>,
    /// The rows of asynchronous contexts, by the state of a sequence and the interning id.
    async_contexts: HashMap<(u32, u64), u32>,
    /// The mapping of functions that are only known by name.
    inline_mapping: Option<u32>,
}

/// A sequence that records samples.
#[derive(Clone, Copy, Debug)]
struct Session {
    /// The row of its profiler.
    profiler: u32,
    number: u32,
    source: Option<StrId>,
}

/// A packet with what is around it.
#[derive(Clone, Copy)]
struct Place<'a> {
    epoch: u32,
    at: At,
    source: &'a dyn Source,
    defaults: Message<'a>,
    session: Session,
    /// The CPU that the sample was taken on.
    cpu: Option<u32>,
}

impl StackSamples {
    /// Imports a sample.
    pub(super) fn sample(
        &mut self,
        packet: &Packet<'_>,
        at: At,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let (sample, epoch) = (packet.payload, packet.epoch);
        let defaults = Message(source.stack_sample_defaults(epoch));
        let session = self.session(source.sequence(epoch), defaults, sink);
        let interned = |own, iid, table| message(sample, (own, iid, table), (source, epoch));
        let task = interned(
            stack_sample::TASK_CONTEXT,
            stack_sample::TASK_CONTEXT_IID,
            interned_data::STACK_SAMPLE_TASK_CONTEXTS,
        );
        let task = task.map(|task| self.task(task, (source, epoch), sink));
        let execution = interned(
            stack_sample::EXECUTION_CONTEXT,
            stack_sample::EXECUTION_CONTEXT_IID,
            interned_data::STACK_SAMPLE_EXECUTION_CONTEXTS,
        );
        let cpu = execution.and_then(|row| row.field(execution_context::CPU));
        let cpu = cpu.map(|cpu| cpu.as_u32());
        let execution = execution.map(|row| Execution {
            cpu: cpu.and_then(|cpu| {
                sink.add_cpu(cpu);
                sink.cpu(cpu)
            }),
            mode: mode(row.u64(execution_context::MODE)),
        });
        let place = Place {
            epoch,
            at,
            source,
            defaults,
            session,
            cpu,
        };
        let values = self.values(sample, &place, sink);
        let row = StackSample {
            ts: at.time(),
            profiler: session.profiler,
            task: task.map(|task| sink.stacks.task(task)),
            execution: execution.map(|execution| sink.stacks.execution(execution)),
            callsite: self.callsite(sample, task.and_then(|task| task.upid), &place, sink),
            unwind_error: unwind_error(sample, &place, sink),
            values,
        };
        sink.stacks.rows.samples.push(row);
    }

    fn session(&mut self, sequence: u32, defaults: Message<'_>, sink: &mut Sink) -> Session {
        *self.sessions.entry(sequence).or_insert_with(|| {
            let source = some_text(defaults, stack_sample_defaults::SOURCE, sink);
            let (profiler, number) = sink.stacks.new_session(source);
            Session {
                profiler,
                number,
                source,
            }
        })
    }

    fn task(&mut self, task: Message<'_>, of: (&dyn Source, u32), sink: &mut Sink) -> Task {
        let id = |number| task.field(number).map(|id| i64::from(id.as_u32()));
        let (pid, tid) = (id(task_context::PID), id(task_context::TID));
        let processes = &mut sink.processes;
        let upid = pid.map(|pid| processes.process(pid));
        let utid = match (tid, pid) {
            (Some(tid), Some(pid)) => Some(processes.update_thread(tid, pid)),
            (Some(tid), None) => Some(processes.thread(tid)),
            (None, _) => None,
        };
        let context = task.field(task_context::ASYNC_ID);
        Task {
            upid,
            utid,
            async_context: context.and_then(|id| self.async_context(id.as_u64(), of, sink)),
        }
    }

    /// Returns the row of an asynchronous context, after those of the contexts that it lies in.
    fn async_context(
        &mut self,
        iid: u64,
        (source, epoch): (&dyn Source, u32),
        sink: &mut Sink,
    ) -> Option<u32> {
        let state = source.state(epoch);
        let table = interned_data::STACK_SAMPLE_ASYNC_CONTEXT_DESCRIPTORS;
        let (mut path, mut next, mut row) = (Vec::new(), iid, None);
        while next != 0 && row.is_none() && !path.iter().any(|&(iid, _)| iid == next) {
            row = self.async_contexts.get(&(state, next)).copied();
            if row.is_some() {
                break;
            }
            // Contexts lie in few others.
            if path.len() == ASYNC_MAX {
                sink.issues.count("import_limit_reached");
                break;
            }
            let Some(context) = source.interned(epoch, table, next) else {
                break;
            };
            path.push((next, context));
            next = context.u64(async_context_descriptor::PARENT_IID);
        }
        for (iid, context) in path.into_iter().rev() {
            let context = AsyncContext {
                name: some_text(context, async_context_descriptor::NAME, sink),
                kind: some_text(context, async_context_descriptor::KIND, sink),
                parent: row,
            };
            let rows = &mut sink.stacks.rows.async_contexts;
            rows.push(context);
            let new = rows.len() as u32 - 1;
            self.async_contexts.insert((state, iid), new);
            row = Some(new);
        }
        row
    }

    /// Adds the weights of a sample to the counters that they are of.
    fn values(&mut self, sample: Message<'_>, place: &Place<'_>, sink: &mut Sink) -> (u32, u32) {
        let first = sink.stacks.rows.values.len() as u32;
        let descriptors = interned_data::STACK_SAMPLE_COUNTER_DESCRIPTORS;
        let entry = |iid| place.source.interned(place.epoch, descriptors, iid);
        let own = (
            stack_sample::PRIMARY_DESCRIPTOR,
            stack_sample::PRIMARY_DESCRIPTOR_IID,
            descriptors,
        );
        let has_own = [own.0, own.1]
            .iter()
            .any(|&field| sample.field(field).is_some());
        let primary = if has_own {
            message(sample, own, (place.source, place.epoch))
        } else {
            let field = place
                .defaults
                .field(stack_sample_defaults::PRIMARY_DESCRIPTOR);
            field.map(|field| field.message())
        };
        let primary = primary.and_then(|counter| self.track(counter, true, place, sink));
        if let (Some(track), Some(weight)) = (primary, sample.field(stack_sample::PRIMARY_WEIGHT)) {
            add_value(track, weight.as_u64(), place, sink);
        }
        // Weights belong to counters by their places, also where a counter cannot be told.
        let mut followers: Vec<Option<Message<'_>>> = Vec::new();
        let listed = sample.messages(stack_sample::FOLLOWER_DESCRIPTORS);
        followers.extend(listed.take(FOLLOWERS_MAX + 1).map(Some));
        if followers.is_empty() {
            for field in sample.all(stack_sample::FOLLOWER_DESCRIPTOR_IIDS) {
                field.each_varint(|iid| followers.push(entry(iid)));
            }
        }
        if followers.is_empty() {
            let listed = place
                .defaults
                .messages(stack_sample_defaults::FOLLOWER_DESCRIPTORS);
            followers.extend(listed.take(FOLLOWERS_MAX + 1).map(Some));
        }
        if followers.len() > FOLLOWERS_MAX {
            sink.issues.count("import_limit_reached");
            followers.truncate(FOLLOWERS_MAX);
        }
        let tracks: Vec<Option<SinkTrack>> = followers
            .into_iter()
            .map(|counter| self.track(counter?, false, place, sink))
            .collect();
        let mut tracks = tracks.into_iter();
        for field in sample.all(stack_sample::FOLLOWER_WEIGHTS) {
            field.each_varint(|weight| {
                if let Some(Some(track)) = tracks.next() {
                    add_value(track, weight, place, sink);
                }
            });
        }
        (first, sink.stacks.rows.values.len() as u32)
    }

    /// Returns the track of a counter; `None` if the counter is one of a CPU and the CPU is not known.
    fn track(
        &mut self,
        counter: Message<'_>,
        is_timebase: bool,
        place: &Place<'_>,
        sink: &mut Sink,
    ) -> Option<SinkTrack> {
        let unit = unit(counter, sink);
        let session = place.session;
        if is_timebase {
            let profiler = &mut sink.stacks.rows.profilers[session.profiler as usize];
            profiler.timebase_unit = profiler.timebase_unit.or(unit);
        }
        let is_of_cpu = counter.u64(counter_descriptor::SCOPE) == counter_descriptor::SCOPE_CPU;
        let cpu = if is_of_cpu { Some(place.cpu?) } else { None };
        let name = sink.strings.intern(counter.text(counter_descriptor::NAME));
        let key = (session.number, name, cpu);
        if let Some(&track) = self.tracks.get(&key) {
            return Some(track);
        }
        let of_cpu = cpu.map(|cpu| sink.int_arg("cpu", i64::from(cpu)));
        let mut dimension: Vec<_> = of_cpu.into_iter().collect();
        dimension.push(sink.int_arg("session_id", i64::from(session.number)));
        let source = session.source.unwrap_or(StrId::EMPTY);
        dimension.push(sink.str_arg("source", source));
        dimension.push(sink.str_arg("counter_name", name));
        let mut about = vec![sink.flag_arg("is_timebase", is_timebase)];
        if let Some(multiplier) = counter.field(counter_descriptor::UNIT_MULTIPLIER) {
            about.push(sink.int_arg("unit_multiplier", multiplier.as_i64()));
        }
        if let Some(words) = some_text(counter, counter_descriptor::DESCRIPTION, sink) {
            about.push(sink.str_arg("description", words));
        }
        let track = Track {
            type_name: sink.str(match cpu {
                Some(_) => "stack_sample_cpu_counter",
                None => "stack_sample_session_counter",
            }),
            name: Some(name).filter(|&name| name != StrId::EMPTY),
            scope: cpu.map_or(Scope::Global, Scope::Cpu),
            dimension_args: sink.store_args(&dimension),
            source_args: sink.store_args(&about),
            data: TrackData::Counter,
            unit,
            ..Track::default()
        };
        let track = sink.add_track(track, place.at.created());
        self.tracks.insert(key, track);
        Some(track)
    }

    /// Returns the innermost call site of a sample's stack, which is interned or stands in the packet.
    fn callsite(
        &mut self,
        sample: Message<'_>,
        upid: Option<Upid>,
        place: &Place<'_>,
        sink: &mut Sink,
    ) -> Option<u32> {
        if let Some(iid) = sample.field(stack_sample::CALLSTACK_IID) {
            let mut cx = Cx {
                epoch: place.epoch,
                upid,
                interned: &|epoch, field, iid| place.source.interned(epoch, field, iid),
                strings: &mut sink.strings,
                issues: &mut sink.issues,
            };
            return sink.stacks.stack(iid.as_u64(), &mut cx);
        }
        let frames = sample.field(stack_sample::CALLSTACK)?.message();
        let mapping = *self.inline_mapping.get_or_insert_with(|| {
            let name = sink.str("stack_sample_inline");
            sink.stacks.named_mapping(name)
        });
        let mut callsite = None;
        for frame in frames.messages(inline_callstack::FRAMES) {
            let file = frame.text_if_set(frame::SOURCE_FILE);
            let function = NamedFrame {
                mapping,
                name: sink.strings.intern(frame.text(frame::FUNCTION_NAME)),
                file: file.map(|file| sink.strings.intern(file)),
                line: frame.field(frame::LINE_NUMBER).map(|line| line.as_u32()),
                column: None,
            };
            let function = sink.stacks.named_frame(function);
            callsite = Some(sink.stacks.call_from(callsite, function));
        }
        callsite
    }
}

/// How many asynchronous contexts may lie in each other.
const ASYNC_MAX: usize = 256;

/// Adds a value to a counter, and to those of the present sample.
fn add_value(track: SinkTrack, weight: u64, place: &Place<'_>, sink: &mut Sink) {
    sink.sample(track, place.at.time(), weight as f64);
    // The track gets its final id with the others.
    let track = TrackId::from_index(track.index());
    sink.stacks.rows.values.push(track);
}

/// Returns a message that stands in a sample or is interned: by its field, that of its interning id, and the
/// field of interned data.
fn message<'a>(
    sample: Message<'a>,
    (own, iid, table): (u32, u32, u32),
    (source, epoch): (&'a dyn Source, u32),
) -> Option<Message<'a>> {
    let own = sample.field(own).map(|field: Field<'a>| field.message());
    own.or_else(|| source.interned(epoch, table, sample.field(iid)?.as_u64()))
}

fn unwind_error(sample: Message<'_>, place: &Place<'_>, sink: &mut Sink) -> Option<StrId> {
    if let Some(error) = some_text(sample, stack_sample::UNWIND_ERROR, sink) {
        return Some(error);
    }
    let iid = sample.field(stack_sample::UNWIND_ERROR_IID)?.as_u64();
    let names = interned_data::FUNCTION_NAMES;
    let entry = place.source.interned(place.epoch, names, iid)?;
    some_text(entry, interned_string::STR, sink)
}

/// Returns a text if there is any.
fn some_text(message: Message<'_>, number: u32, sink: &mut Sink) -> Option<StrId> {
    let text = message.text(number);
    (!text.is_empty()).then(|| sink.strings.intern(text))
}

/// Returns the unit of a counter, by number or else as text.
fn unit(counter: Message<'_>, sink: &mut Sink) -> Option<StrId> {
    let unit = match counter.u64(counter_descriptor::UNIT) {
        stack_sample::UNIT_UNSPECIFIED => {
            return some_text(counter, counter_descriptor::UNIT_STR, sink);
        }
        stack_sample::UNIT_NANOSECONDS => "ns",
        stack_sample::UNIT_CPU_CYCLES => "cycles",
        stack_sample::UNIT_INSTRUCTIONS => "instructions",
        stack_sample::UNIT_BYTES => "bytes",
        stack_sample::UNIT_PAGE_FAULTS => "page-faults",
        stack_sample::UNIT_CACHE_MISSES => "cache-misses",
        stack_sample::UNIT_CACHE_REFERENCES => "cache-references",
        stack_sample::UNIT_BRANCH_MISSES => "branch-misses",
        stack_sample::UNIT_COUNT => "count",
        _ => return None,
    };
    Some(sink.str(unit))
}

fn mode(mode: u64) -> Option<&'static str> {
    Some(match mode {
        stack_sample::MODE_USER => "user",
        stack_sample::MODE_KERNEL => "kernel",
        stack_sample::MODE_HYPERVISOR => "hypervisor",
        stack_sample::MODE_GUEST_USER => "guest_user",
        stack_sample::MODE_GUEST_KERNEL => "guest_kernel",
        _ => return None,
    })
}
