//! Call stacks of profilers, as a tree of frames, and the samples that name them.
//!
//! A call site is a frame with the call site that called it, so that stacks share what they have
//! in common. Ids are row numbers.

use super::ids::{PerfSampleId, Utid};
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
}

/// A sample of the perf profiler: a row of `perf_sample`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerfSample {
    /// When it was taken.
    pub ts: Ts,
    /// The thread that ran.
    pub utid: Utid,
    /// The CPU that it ran on.
    pub cpu: u32,
    /// In which mode, such as `kernel`.
    pub cpu_mode: &'static str,
    /// The innermost call site, if the stack was recorded.
    pub callsite: Option<u32>,
    /// What went wrong when the stack was unwound.
    pub unwind_error: Option<&'static str>,
    /// Which recording it belongs to.
    pub session: u32,
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
    /// Samples, by time.
    pub samples: Vec<PerfSample>,
    /// Ids of `samples` by thread, then by time.
    by_thread: Vec<PerfSampleId>,
}

impl StackProfile {
    /// Builds the index of samples by thread. Must be called when all samples are there.
    pub fn order(&mut self) {
        self.by_thread = (0..self.samples.len())
            .map(PerfSampleId::from_index)
            .collect();
        self.by_thread.sort_by_key(|&id| {
            let sample = &self.samples[id.index()];
            (sample.utid, sample.ts)
        });
    }

    /// Returns a sample.
    pub fn sample(&self, id: PerfSampleId) -> &PerfSample {
        &self.samples[id.index()]
    }

    /// Returns the sample with an SQL id.
    pub fn by_number(&self, id: i64) -> Option<PerfSampleId> {
        let index = usize::try_from(id).ok()?;
        (index < self.samples.len()).then(|| PerfSampleId::from_index(index))
    }

    /// Returns all samples of a thread, by time.
    pub fn of_thread(&self, utid: Utid) -> &[PerfSampleId] {
        let from = self.place(|sample| sample.utid < utid);
        let len = self.by_thread[from..].partition_point(|&id| self.sample(id).utid == utid);
        &self.by_thread[from..from + len]
    }

    /// Returns the samples of a thread within a span, by time.
    pub fn of_thread_within(&self, utid: Utid, span: TimeSpan) -> &[PerfSampleId] {
        let place = |ts| self.place(|sample| (sample.utid, sample.ts) < (utid, ts));
        let rows = place(span.start())..place(span.end());
        self.by_thread.get(rows).unwrap_or_default()
    }

    /// Returns how many entries of the index by thread come before the first for which `is_before` is false.
    fn place(&self, is_before: impl Fn(&PerfSample) -> bool) -> usize {
        self.by_thread
            .partition_point(|&id| is_before(self.sample(id)))
    }

    /// Returns the place of a sample among those of its thread.
    pub fn place_of(&self, id: PerfSampleId) -> Option<usize> {
        let sample = self.samples.get(id.index())?;
        let all = self.of_thread(sample.utid);
        // Samples of one time are in the order of their ids.
        all.binary_search_by_key(&(sample.ts, id), |&other| (self.sample(other).ts, other))
            .ok()
    }

    /// Returns the samples of all threads within a span, by time.
    pub fn within(&self, span: TimeSpan) -> impl ExactSizeIterator<Item = PerfSampleId> {
        let place = |ts| self.samples.partition_point(|sample| sample.ts < ts);
        let from = place(span.start());
        (from..place(span.end()).max(from)).map(PerfSampleId::from_index)
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
