//! What samples of a profiler say: in which functions threads were, and what had called these.
//!
//! A sample counts for the function that ran, which is its *own*, and once for each function that
//! was being called, however often that is in the stack.

mod calls;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::iter;

pub(super) use calls::Calls;
pub use calls::has_more_sites;

use hashbrown::{HashMap, HashSet};

use super::frame_lens::{Part, PartKind};
use crate::base::intern::StrId;
use crate::base::symbol::{self, Form};
use crate::base::time::Ts;
use crate::model::ids::StackSampleId;
use crate::model::stack_profile::{Mapping, Profiler};
use crate::model::trace::Trace;
use crate::model::track::Scope;

/// The profiler that takes its samples at uneven times, V8's: the gaps between them differ a thousandfold.
const UNEVEN: &[u8] = b"legacy_v8";

/// The samples of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionSamples {
    /// Which function.
    pub function: Function,
    /// In how many it ran itself.
    pub own: usize,
    /// In how many it ran, or something that it had called.
    pub total: usize,
    /// The first sample of the function at the instant that was asked for or later; its first of all if there
    /// is none.
    pub next: StackSampleId,
}

/// A function of a binary, or of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function {
    /// What it is called, as recorded.
    name: Name,
    /// The path of its binary, or the file of a function that is only known by name.
    binary: StrId,
    /// Whether it is only known by name, so that its path is that of its source.
    is_named: bool,
    /// Where in a script it begins, by line and column: there, functions of one name are common.
    begins: Option<(i64, u32)>,
}

/// What tells the functions of a binary from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Name {
    /// Its name.
    Text(StrId),
    /// Nobody knew a name: the address in the binary.
    Address(i64),
}

/// What some samples say together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// How many samples.
    pub samples: usize,
    /// How many of them have no stack.
    pub without_stack: usize,
    /// Whether some were taken at uneven times, as V8 does: how many there are does not say how long things took.
    pub are_uneven: bool,
    /// The event at which some were taken, if that is no clock: they say how often that happened, not how long
    /// things took. Not yet safe to show.
    pub event: Option<String>,
    /// The functions, those that ran most themselves first, then by name as recorded.
    pub functions: Vec<FunctionSamples>,
}

/// Adds up samples. Each function leads to its next sample from the instant `at` on.
///
/// Cost: a look at each sample, and at each call site of their stacks.
pub fn profile(trace: &Trace, samples: impl Iterator<Item = StackSampleId>, at: Ts) -> Profile {
    let (mut n_samples, mut are_uneven, mut event) = (0, false, None);
    let profilers = &trace.stack_profile.profilers;
    let is_uneven = |it: &Profiler| it.source.is_some_and(|name| trace.bytes(name) == UNEVEN);
    let uneven = profilers.iter().map(is_uneven);
    let uneven: Vec<bool> = uneven.collect();
    let samples = samples.inspect(|&id| {
        n_samples += 1;
        let profiler = trace.stack_profile.sample(id).profiler;
        are_uneven |= uneven.get(profiler as usize) == Some(&true);
        event = event.or_else(|| profilers.get(profiler as usize)?.event);
    });
    let calls = Calls::of(trace, samples, at);
    let mut functions: HashMap<Function, FunctionSamples> = HashMap::new();
    calls.each_function(|function, call, is_recursive, is_innermost| {
        let row = functions.entry(function).or_insert(FunctionSamples {
            function,
            own: 0,
            total: 0,
            next: call.next,
        });
        row.next = first_from(trace, at, row.next, call.next);
        row.own += if is_innermost { call.own } else { 0 };
        row.total += if is_recursive { 0 } else { call.total };
    });
    let recorded = |row: &FunctionSamples| match row.function.name {
        Name::Text(name) => trace.bytes(name),
        Name::Address(_) => &[],
    };
    let mut functions: Vec<FunctionSamples> = functions.into_values().collect();
    functions.sort_by(|a, b| {
        let key = |row: &FunctionSamples| Reverse((row.own, row.total));
        let named = || recorded(a).cmp(recorded(b));
        (key(a).cmp(&key(b)).then_with(named)).then_with(|| a.function.cmp(&b.function))
    });
    Profile {
        samples: n_samples,
        without_stack: n_samples - calls.n_samples(),
        are_uneven,
        event: event.map(|event| trace.text(event).into_owned()),
        functions,
    }
}

/// Returns which of two samples is the first from an instant on, or the first of all if both are before it.
pub(super) fn first_from(
    trace: &Trace,
    at: Ts,
    a: StackSampleId,
    b: StackSampleId,
) -> StackSampleId {
    std::cmp::min_by_key(a, b, |&id| {
        let ts = trace.stack_profile.sample(id).ts;
        (ts < at, ts, id)
    })
}

/// Returns the samples that were taken while threads ran, or may have, in parts of some time.
pub fn while_running<'a>(
    trace: &'a Trace,
    parts: &'a [Part],
) -> impl Iterator<Item = StackSampleId> {
    let ran = |part: &&Part| matches!(part.kind, PartKind::Running | PartKind::Busy);
    let samples = |part: &'a Part| {
        let of = |utid| {
            trace
                .stack_profile
                .of_within(Scope::Thread(utid), part.span)
        };
        part.thread.map(of).unwrap_or_default().iter().copied()
    };
    parts.iter().filter(ran).flat_map(samples)
}

/// Returns the functions of a stack, the innermost first.
pub fn stack(trace: &Trace, leaf: u32) -> impl Iterator<Item = Function> {
    let sites = &trace.stack_profile.callsites;
    let above = |&at: &u32| calls::caller_of(trace, at);
    let of = |at: u32| Some(of_frame(trace, sites.get(at as usize)?.frame));
    iter::successors(Some(leaf), above).map_while(of).flatten()
}

/// Returns, for the functions of a sample's stack, the next sample of the same thread that has the function.
/// Looks at a limited number of samples, and of functions in them.
pub fn next_of_each(trace: &Trace, id: StackSampleId) -> HashMap<Function, StackSampleId> {
    const SAMPLES: usize = 256;
    const BUDGET: usize = 16_384;
    let rows = &trace.stack_profile;
    let mut found = HashMap::new();
    let (Some(place), sample) = (rows.place_of(id), rows.sample(id)) else {
        return found;
    };
    let mut left = BUDGET;
    let own = sample.callsite.into_iter();
    let own = own.flat_map(|leaf| stack(trace, leaf).take(BUDGET));
    let mut wanted: HashSet<Function> = own.collect();
    let mut seen = HashSet::new();
    let later = &rows.of(rows.owner(id))[place + 1..];
    for &other in later.iter().take(SAMPLES) {
        let leaf = rows
            .sample(other)
            .callsite
            .filter(|&leaf| seen.insert(leaf));
        for function in leaf.into_iter().flat_map(|leaf| stack(trace, leaf)) {
            if wanted.is_empty() || left == 0 {
                return found;
            }
            left -= 1;
            if wanted.remove(&function) {
                found.insert(function, other);
            }
        }
    }
    found
}

/// Returns the functions of a frame, the innermost first: those that were inlined into each other,
/// if symbols tell them.
fn of_frame(trace: &Trace, number: u32) -> impl Iterator<Item = Function> {
    let profile = &trace.stack_profile;
    let symbols = profile.symbols_of(number);
    let frame = profile.frames.get(number as usize);
    frame.into_iter().flat_map(move |frame| {
        let mapping = profile.mappings.get(frame.mapping as usize);
        let binary = mapping.map_or(StrId::EMPTY, |mapping| mapping.name);
        // What lies nowhere, neither in memory nor in a binary, is only known by name.
        let is_somewhere = |mapping: &Mapping| {
            !mapping.is_anywhere() || mapping.build_id != StrId::EMPTY || frame.rel_pc != 0
        };
        let is_named = !symbols.is_empty() && !mapping.is_some_and(is_somewhere);
        let own = frame.name.filter(|&name| !trace.bytes(name).is_empty());
        let own = own.map_or(Name::Address(frame.rel_pc), Name::Text);
        (0..symbols.len().max(1)).map(move |at| {
            let symbol = symbols.get(at);
            let file = symbol.and_then(|symbol| symbol.source_file);
            Function {
                name: symbol.map_or(own, |symbol| Name::Text(symbol.name)),
                binary: if is_named {
                    file.unwrap_or(StrId::EMPTY)
                } else {
                    binary
                },
                is_named,
                begins: symbol.and_then(|symbol| Some((symbol.line?, symbol.column?))),
            }
        })
    })
}

impl Function {
    /// Returns what it is called, without its parameters; of a function without a name its address.
    /// Not yet safe to show.
    pub fn label(self, trace: &Trace) -> String {
        let text = self.recorded(trace);
        symbol::demangle(&text, Form::Brief).unwrap_or_else(|| text.into_owned())
    }

    /// Returns what it is called as recorded; of a function without a name its address. Not yet safe
    /// to show.
    pub fn recorded(self, trace: &Trace) -> Cow<'_, str> {
        match self.name {
            Name::Address(address) => format!("{address:#x}").into(),
            Name::Text(StrId::EMPTY) => "(anonymous)".into(),
            Name::Text(name) => trace.text(name),
        }
    }

    /// Returns the path of its binary, or its script with line and column; empty if it is not known. Not yet
    /// safe to show.
    pub fn path(self, trace: &Trace) -> Cow<'_, str> {
        let path = trace.text(self.binary);
        match self.begins.filter(|_| !path.is_empty()) {
            Some((line, column)) => format!("{path}:{line}:{column}").into(),
            None => path,
        }
    }

    /// Returns whether its path is that of its source, and not of a binary.
    pub fn is_by_source(self) -> bool {
        self.is_named
    }

    /// Returns the last part of its path; empty if it is not known. Not yet safe to show.
    pub fn binary(self, trace: &Trace) -> String {
        let path = self.path(trace);
        path.rsplit('/').next().unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::{TimeSpan, Ts};
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::stack_profile::{Callsite, Frame, Profiler, StackSample, Symbol, Task};

    /// `main` calls `a`, which calls itself; then `b`, in which `c` was inlined; then an address.
    fn trace() -> Trace {
        let mut b = TraceBuilder::new();
        let path = b.str("/system/lib64/libapp.so");
        let none = b.str("");
        let [main, a, inner, outer] =
            ["main", "_ZN3app1aEi", "_ZN3app1cEv", "app::b"].map(|name| b.str(name));
        let profile = &mut b.stack_profile;
        profile.mappings.push(Mapping {
            build_id: none,
            exact_offset: 0,
            start_offset: 0,
            start: 0,
            end: 0,
            load_bias: 0,
            name: path,
        });
        let frame = |name, rel_pc| Frame {
            name,
            mapping: 0,
            rel_pc,
        };
        profile.frames = vec![
            frame(Some(main), 1),
            frame(Some(a), 2),
            frame(None, 3),
            frame(None, 0x40),
        ];
        let site = |depth, parent, frame| Callsite {
            depth,
            parent,
            frame,
        };
        profile.callsites = vec![
            site(0, None, 0),
            site(1, Some(0), 1),
            site(2, Some(1), 1),
            site(1, Some(0), 2),
            site(1, Some(0), 3),
        ];
        let symbol = |name| Symbol {
            set: 0,
            name,
            source_file: None,
            line: None,
            column: None,
        };
        profile.symbols = vec![symbol(inner), symbol(outer)];
        profile.symbol_sets = vec![(2, 0)];
        profile.profilers.push(Profiler::default());
        profile.tasks = (0..3)
            .map(|utid| Task {
                utid: Some(Utid(utid)),
                ..Task::default()
            })
            .collect();
        let sample = |ts, utid, callsite| StackSample {
            ts: Ts::from_ns(ts),
            profiler: 0,
            task: Some(utid),
            execution: None,
            callsite,
            unwind_error: None,
            values: (0, 0),
        };
        profile.samples = vec![
            sample(10, 1, Some(2)),
            sample(20, 2, Some(0)),
            sample(30, 1, Some(2)),
            sample(40, 1, Some(3)),
            sample(50, 1, None),
            sample(60, 1, Some(4)),
        ];
        b.finish()
    }

    fn rows(trace: &Trace, profile: &Profile) -> Vec<(String, usize, usize)> {
        let rows = profile.functions.iter();
        rows.map(|row| (row.function.label(trace), row.own, row.total))
            .collect()
    }

    fn span(from: i64, to: i64) -> TimeSpan {
        TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to))
    }

    #[test]
    fn a_function_counts_once_a_sample() {
        let trace = trace();
        let of = profile(
            &trace,
            trace.stack_profile.within(span(0, 99)),
            Ts::from_ns(20),
        );
        assert_eq!((of.samples, of.without_stack), (6, 1));
        let expected = [
            ("app::a", 2, 2),
            ("main", 1, 5),
            ("0x40", 1, 1),
            ("app::c", 1, 1),
            ("app::b", 0, 1),
        ];
        let expected = expected.map(|(name, own, total)| (name.to_owned(), own, total));
        assert_eq!(rows(&trace, &of), expected);
        assert_eq!(of.functions[0].function.binary(&trace), "libapp.so");
        // `next` is the first sample with the function from the instant on, else the first of all.
        let next: Vec<u32> = of.functions.iter().map(|row| row.next.0).collect();
        assert_eq!(next, [2, 1, 5, 3, 3]);
    }

    #[test]
    fn a_function_of_a_stack_has_a_next_sample_of_the_thread() {
        let trace = trace();
        let next = |id: u32| {
            let id = StackSampleId(id);
            let found = next_of_each(&trace, id);
            let leaf = trace.stack_profile.sample(id).callsite.unwrap();
            let next = stack(&trace, leaf).map(|function| found.get(&function).map(|id| id.0));
            next.collect::<Vec<_>>()
        };
        // The stack is `a`, which called itself, and `main`.
        assert_eq!(next(0), [Some(2), Some(2), Some(2)]);
        assert_eq!(next(2), [None, None, Some(3)]);
        assert_eq!(next(3), [None, None, Some(5)]);
        assert_eq!(next(1), [None]);
        assert_eq!(next(5), [None, None]);
    }

    #[test]
    fn samples_of_a_thread_are_found_by_time() {
        let trace = trace();
        let times = |utid, from, to| -> Vec<i64> {
            let rows = &trace.stack_profile;
            let owner = Scope::Thread(Utid(utid));
            let samples = rows.of_within(owner, span(from, to)).iter();
            samples.map(|&id| rows.sample(id).ts.ns()).collect()
        };
        assert_eq!(times(1, 10, 50), [10, 30, 40]);
        assert_eq!(times(2, 0, 100), [20]);
        assert_eq!(times(3, 0, 100), [0; 0]);
        assert_eq!(times(1, 61, 100), [0; 0]);
        let rows = &trace.stack_profile;
        assert_eq!(rows.within(span(20, 41)).len(), 3);
        let of_thread = rows.of(Scope::Thread(Utid(1)));
        assert_eq!(of_thread.len(), 5);
        for (place, &id) in of_thread.iter().enumerate() {
            assert_eq!(rows.place_of(id), Some(place));
        }
        assert_eq!(rows.place_of(StackSampleId(6)), None);
        let numbers = [-1, 0, 5, 6].map(|id| rows.by_number(id));
        assert_eq!(
            numbers.map(|id| id.map(|id| id.0)),
            [None, Some(0), Some(5), None]
        );
    }

    proptest::proptest! {
        /// The sums are those of a walk through the stack of each sample.
        #[test]
        fn sums_are_those_of_the_stacks(
            parents in proptest::collection::vec((0..4_u32, proptest::option::of(0..30_u32)), 1..30),
            leaves in proptest::collection::vec(proptest::option::of(0..30_u32), 0..40),
            at in 0..40_i64,
        ) {
            let mut trace = trace();
            let profile = &mut trace.stack_profile;
            let sites = parents.iter().zip(0..);
            profile.callsites = sites
                .map(|(&(frame, parent), index)| Callsite {
                    depth: 0,
                    parent: parent.filter(|&parent| parent < index),
                    frame,
                })
                .collect();
            let n_sites = profile.callsites.len() as u32;
            let first = profile.samples[0];
            profile.samples = (leaves.iter().zip(0..))
                .map(|(&leaf, ts)| StackSample {
                    ts: Ts::from_ns(ts),
                    callsite: leaf.map(|leaf| leaf % n_sites),
                    ..first
                })
                .collect();
            let ids = || (0..leaves.len()).map(StackSampleId::from_index);
            let at = Ts::from_ns(at);
            let found = super::profile(&trace, ids(), at);
            let mut expected: HashMap<Function, (usize, usize, StackSampleId)> = HashMap::new();
            let mut n_stacks = 0;
            for id in ids() {
                let Some(leaf) = trace.stack_profile.sample(id).callsite else { continue };
                n_stacks += 1;
                let functions: Vec<Function> = stack(&trace, leaf).collect();
                let each: HashSet<Function> = functions.iter().copied().collect();
                for function in each {
                    let row = expected.entry(function).or_insert((0, 0, id));
                    row.0 += usize::from(functions.first() == Some(&function));
                    row.1 += 1;
                    row.2 = first_from(&trace, at, row.2, id);
                }
            }
            proptest::prop_assert_eq!(found.without_stack, leaves.len() - n_stacks);
            let rows = found.functions.iter();
            let rows = rows.map(|row| (row.function, (row.own, row.total, row.next)));
            proptest::prop_assert_eq!(rows.collect::<HashMap<_, _>>(), expected);
        }
    }
}
