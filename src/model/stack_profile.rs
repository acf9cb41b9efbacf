//! Call stacks of profilers, as a tree of frames, and the samples that name them.
//!
//! A call site is a frame with the call site that called it, so that stacks share what they have
//! in common. Ids are row numbers.

use super::ids::{StackSampleId, TrackId, Upid, Utid};
use super::track::Scope;
use crate::base::intern::StrId;
use crate::base::time::{TimeSpan, Ts};

/// A binary that was mapped into memory: a row of `stack_profile_mapping`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// Its build id in hexadecimal, empty if unknown.
    pub build_id: StrId,
    /// Where in the file the mapped part begins.
    pub exact_offset: i64,
    /// Where in the file the mapping of the whole binary begins.
    pub start_offset: i64,
    /// Its first address.
    pub start: i64,
    /// The address after its last.
    pub end: i64,
    /// By how much addresses in the binary are larger than offsets.
    pub load_bias: i64,
    /// Its path.
    pub name: StrId,
}

impl Mapping {
    /// The end of all memory, as an unsigned number: functions that are only known by name lie anywhere.
    pub const ALL_MEMORY: i64 = -1;

    /// Returns whether it has no place in memory of its own.
    pub const fn is_anywhere(&self) -> bool {
        self.start == self.end || (self.start == 0 && self.end == Self::ALL_MEMORY)
    }
}

/// A place in a binary: a row of `stack_profile_frame`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The function, if the recorder had a text for it.
    pub name: Option<StrId>,
    /// Its binary, a row of the mappings.
    pub mapping: u32,
    /// The address in the binary.
    pub rel_pc: i64,
}

/// A frame and what called it: a row of `stack_profile_callsite`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Callsite {
    /// How many call sites are above, up to the outermost.
    pub depth: u32,
    /// The call site that called it.
    pub parent: Option<u32>,
    /// Its frame.
    pub frame: u32,
}

/// A function of a frame, by symbols that were added to the trace later: a row of `stack_profile_symbol`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Symbol {
    /// The set that it belongs to: functions that were inlined into each other.
    pub set: u32,
    /// The function.
    pub name: StrId,
    /// Its file.
    pub source_file: Option<StrId>,
    /// The line in it, if both are known.
    pub line: Option<i64>,
    /// Where in the line it begins, from 1 on; of functions of scripts, whose lines may be very long. Their
    /// line is that in which they begin.
    pub column: Option<u32>,
}

/// A sample of a profiler: a row of `stack_sample` if it has a stack, and of `perf_sample` if the profiler is
/// perf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackSample {
    /// When it was taken.
    pub ts: Ts,
    /// Who took it, a row of the profilers.
    pub profiler: u32,
    /// Whom it is of, a row of the tasks.
    pub task: Option<u32>,
    /// In which state of a CPU it was taken, a row of the executions.
    pub execution: Option<u32>,
    /// The innermost call site, if the stack was recorded.
    pub callsite: Option<u32>,
    /// What went wrong when the stack was unwound.
    pub unwind_error: Option<StrId>,
    /// The first of the values that its counters had, in the list of these, and the one after the last.
    pub values: (u32, u32),
}

/// A profiler while it took samples: if its samples are those of a session, a row of `stack_sample_session`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Profiler {
    /// Which one it is, such as `linux.perf`.
    pub source: Option<StrId>,
    /// The number of its session.
    pub session: Option<u32>,
    /// The unit of what it samples by, such as `ns`.
    pub timebase_unit: Option<StrId>,
    /// The event that it samples by, such as `sched:sched_switch`, if that is neither a clock nor cycles: how
    /// many samples there are does not say how long things took.
    pub event: Option<StrId>,
}

/// Whom samples are of: a row of `stack_sample_task_context`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Task {
    /// The process.
    pub upid: Option<Upid>,
    /// The thread.
    pub utid: Option<Utid>,
    /// What the process itself switched to, a row of the asynchronous contexts.
    pub async_context: Option<u32>,
}

/// In which state of a CPU samples were taken: a row of `stack_sample_execution_context`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Execution {
    /// The CPU.
    pub cpu: Option<u32>,
    /// Its mode, such as `kernel`.
    pub mode: Option<&'static str>,
}

/// What a process itself switches between, such as fibers: a row of `stack_sample_async_context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsyncContext {
    /// What it is called.
    pub name: Option<StrId>,
    /// What it is, such as `fiber`.
    pub kind: Option<StrId>,
    /// The one that it belongs to.
    pub parent: Option<u32>,
}

/// The stacks and samples of a trace.
#[derive(Clone, Debug, Default)]
pub struct StackProfile {
    /// Mapped binaries.
    pub mappings: Vec<Mapping>,
    /// Frames.
    pub frames: Vec<Frame>,
    /// The set of symbols of each frame that has any, by frame.
    pub symbol_sets: Vec<(u32, u32)>,
    /// Call sites; a parent stands before its children.
    pub callsites: Vec<Callsite>,
    /// Symbols, by set.
    pub symbols: Vec<Symbol>,
    /// Who took samples.
    pub profilers: Vec<Profiler>,
    /// Whom samples are of, each once.
    pub tasks: Vec<Task>,
    /// In which states of CPUs samples were taken, each once.
    pub executions: Vec<Execution>,
    /// What tasks name; a parent stands before its children.
    pub async_contexts: Vec<AsyncContext>,
    /// Samples, by time.
    pub samples: Vec<StackSample>,
    /// The counters of the values that samples have. Each is the next value of its counter.
    pub values: Vec<TrackId>,
    /// Ids of `samples` by owner, then by time.
    by_owner: Vec<StackSampleId>,
}

impl Task {
    /// Returns to whom samples of the task belong.
    pub fn owner(&self) -> Scope {
        match (self.utid, self.upid) {
            (Some(utid), _) => Scope::Thread(utid),
            (None, Some(upid)) => Scope::Process(upid),
            (None, None) => Scope::Global,
        }
    }
}

impl StackProfile {
    /// Puts samples into the order of time and indexes them by owner. Must be called when all samples are there.
    pub fn order(&mut self) {
        self.samples.sort_by_key(|sample| sample.ts);
        let owners = || self.tasks.iter().map(Task::owner);
        let mut all: Vec<Scope> = owners().chain([Scope::Global]).collect();
        all.sort_unstable();
        all.dedup();
        let rank = |owner: Scope| all.partition_point(|&other| other < owner);
        let (ranks, nobody): (Vec<usize>, _) = (owners().map(rank).collect(), rank(Scope::Global));
        let rank = |sample: &StackSample| sample.task.map_or(nobody, |task| ranks[task as usize]);
        // The place of the next sample of each owner.
        let mut next = vec![0; all.len()];
        for sample in &self.samples {
            next[rank(sample)] += 1;
        }
        let mut end = 0;
        for place in &mut next {
            end += std::mem::replace(place, end);
        }
        self.by_owner = vec![StackSampleId(0); self.samples.len()];
        for (index, sample) in self.samples.iter().enumerate() {
            let place = &mut next[rank(sample)];
            self.by_owner[*place] = StackSampleId::from_index(index);
            *place += 1;
        }
    }

    /// Returns a sample.
    pub fn sample(&self, id: StackSampleId) -> &StackSample {
        &self.samples[id.index()]
    }

    /// Returns the sample with an SQL id.
    pub fn by_number(&self, id: i64) -> Option<StackSampleId> {
        let index = usize::try_from(id).ok()?;
        (index < self.samples.len()).then(|| StackSampleId::from_index(index))
    }

    /// Returns whom a sample is of.
    pub fn task(&self, id: StackSampleId) -> Task {
        let task = self.sample(id).task.map(|task| self.tasks[task as usize]);
        task.unwrap_or_default()
    }

    /// Returns in which state of a CPU a sample was taken.
    pub fn execution(&self, id: StackSampleId) -> Execution {
        let row = self.sample(id).execution;
        row.map_or_else(Execution::default, |row| self.executions[row as usize])
    }

    /// Returns who took a sample.
    pub fn profiler(&self, id: StackSampleId) -> Profiler {
        self.profilers[self.sample(id).profiler as usize]
    }

    /// Returns the counters that were read with a sample.
    pub fn values(&self, id: StackSampleId) -> &[TrackId] {
        let (first, end) = self.sample(id).values;
        self.values
            .get(first as usize..end as usize)
            .unwrap_or_default()
    }

    /// Returns to whom a sample belongs: its thread, else its process, else nobody.
    pub fn owner(&self, id: StackSampleId) -> Scope {
        self.task(id).owner()
    }

    /// Returns all samples of an owner, by time.
    pub fn of(&self, owner: Scope) -> &[StackSampleId] {
        let from = self.place(|id| self.owner(id) < owner);
        let len = self.by_owner[from..].partition_point(|&id| self.owner(id) == owner);
        &self.by_owner[from..from + len]
    }

    /// Returns the samples of an owner within a span, by time.
    pub fn of_within(&self, owner: Scope, span: TimeSpan) -> &[StackSampleId] {
        let place = |ts| self.place(|id| (self.owner(id), self.sample(id).ts) < (owner, ts));
        let rows = place(span.start())..place(span.end());
        self.by_owner.get(rows).unwrap_or_default()
    }

    /// Returns everyone who has samples.
    pub fn owners(&self) -> impl Iterator<Item = Scope> {
        let mut left = &self.by_owner[..];
        std::iter::from_fn(move || {
            let owner = self.owner(*left.first()?);
            let n = left.partition_point(|&id| self.owner(id) <= owner);
            left = &left[n..];
            Some(owner)
        })
    }

    /// Returns how many entries of the index by owner come before the first for which `is_before` is false.
    fn place(&self, is_before: impl Fn(StackSampleId) -> bool) -> usize {
        self.by_owner.partition_point(|&id| is_before(id))
    }

    /// Returns the place of a sample among those of its owner.
    pub fn place_of(&self, id: StackSampleId) -> Option<usize> {
        let sample = self.samples.get(id.index())?;
        let all = self.of(self.owner(id));
        // Samples of one time are in the order of their ids.
        all.binary_search_by_key(&(sample.ts, id), |&other| (self.sample(other).ts, other))
            .ok()
    }

    /// Returns the samples of all owners within a span, by time.
    pub fn within(&self, span: TimeSpan) -> impl ExactSizeIterator<Item = StackSampleId> {
        let place = |ts| self.samples.partition_point(|sample| sample.ts < ts);
        let from = place(span.start());
        (from..place(span.end()).max(from)).map(StackSampleId::from_index)
    }

    /// Returns the functions that symbols tell of a frame, the innermost first.
    pub fn symbols_of(&self, frame: u32) -> &[Symbol] {
        let Some(set) = self.symbol_set(frame) else {
            return &[];
        };
        let first = self.symbols.partition_point(|symbol| symbol.set < set);
        let last = self.symbols.partition_point(|symbol| symbol.set <= set);
        self.symbols.get(first..last).unwrap_or_default()
    }

    /// Returns the set of symbols of a frame.
    pub fn symbol_set(&self, frame: u32) -> Option<u32> {
        let at = self.symbol_sets.binary_search_by_key(&frame, |row| row.0);
        Some(self.symbol_sets.get(at.ok()?)?.1)
    }
}
