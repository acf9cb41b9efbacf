//! What samples of a profiler say: in which functions threads were, and what had called these.
//!
//! A sample counts for the function that ran, which is its *own*, and once for each function that
//! was being called, however often that is in the stack.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::frame_lens::{Part, PartKind};
use crate::base::intern::StrId;
use crate::base::symbol::{self, Form};
use crate::model::stack_profile::PerfSample;
use crate::model::trace::Trace;

/// The samples of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionSamples {
    /// Which function.
    pub function: Function,
    /// In how many it ran itself.
    pub own: usize,
    /// In how many it ran, or something that it had called.
    pub total: usize,
}

/// A function of a binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function {
    /// What it is called, as recorded.
    name: Name,
    /// The path of its binary.
    binary: StrId,
}

/// What tells functions of a binary apart.
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
    /// The functions, those that ran most themselves first, then by name as recorded.
    pub functions: Vec<FunctionSamples>,
}

/// Adds up samples.
///
/// Cost: the depths of the different stacks, and a look at each sample.
pub fn profile<'a>(trace: &Trace, samples: impl Iterator<Item = &'a PerfSample>) -> Profile {
    let mut profile = Profile::default();
    let mut times: BTreeMap<u32, usize> = BTreeMap::new();
    for sample in samples {
        profile.samples += 1;
        match sample.callsite {
            Some(callsite) => *times.entry(callsite).or_default() += 1,
            None => profile.without_stack += 1,
        }
    }
    let mut places: HashMap<Function, usize> = HashMap::new();
    // Of each function the last stack that it was counted in.
    let mut counted: Vec<Option<u32>> = Vec::new();
    for (&leaf, &n) in &times {
        let mut is_own = true;
        each_function(trace, leaf, |function| {
            let place = *places.entry(function).or_insert_with(|| {
                counted.push(None);
                profile.functions.push(FunctionSamples {
                    function,
                    own: 0,
                    total: 0,
                });
                profile.functions.len() - 1
            });
            let row = &mut profile.functions[place];
            row.own += if std::mem::take(&mut is_own) { n } else { 0 };
            if counted[place].replace(leaf) != Some(leaf) {
                row.total += n;
            }
        });
    }
    let functions = &mut profile.functions;
    let recorded = |row: &FunctionSamples| match row.function.name {
        Name::Text(name) => trace.bytes(name),
        Name::Address(_) => &[],
    };
    functions.sort_by(|a, b| {
        let key = |row: &FunctionSamples| Reverse((row.own, row.total));
        let named = || recorded(a).cmp(recorded(b));
        (key(a).cmp(&key(b)).then_with(named)).then_with(|| a.function.cmp(&b.function))
    });
    profile
}

/// Returns the samples that were taken while threads ran, or may have, in parts of some time.
pub fn while_running<'a>(
    trace: &'a Trace,
    parts: &'a [Part],
) -> impl Iterator<Item = &'a PerfSample> {
    let ran = |part: &&Part| matches!(part.kind, PartKind::Running | PartKind::Busy);
    let samples = |part: &'a Part| {
        let of = |utid| trace.stack_profile.of_thread(utid, part.span);
        part.thread.map(of).into_iter().flatten()
    };
    parts.iter().filter(ran).flat_map(samples)
}

/// Calls `each` with the functions of a stack, the innermost first.
fn each_function(trace: &Trace, leaf: u32, mut each: impl FnMut(Function)) {
    let profile = &trace.stack_profile;
    let mut at = Some(leaf);
    while let Some(callsite) = at.and_then(|at| profile.callsites.get(at as usize)) {
        let Some(frame) = profile.frames.get(callsite.frame as usize) else {
            return;
        };
        let mapping = profile.mappings.get(frame.mapping as usize);
        let binary = mapping.map_or(StrId::EMPTY, |mapping| mapping.name);
        let mut of = |name| each(Function { name, binary });
        let symbols = profile.symbols_of(callsite.frame);
        for symbol in symbols {
            of(Name::Text(symbol.name));
        }
        if symbols.is_empty() {
            let name = frame.name.filter(|&name| !trace.bytes(name).is_empty());
            of(name.map_or(Name::Address(frame.rel_pc), Name::Text));
        }
        // A parent stands before its children: this ends.
        at = callsite.parent.filter(|&parent| Some(parent) < at);
    }
}

impl Function {
    /// Returns what it is called, without its parameters; of a function without a name its address.
    /// Not yet safe to show.
    pub fn label(self, trace: &Trace) -> String {
        match self.name {
            Name::Address(address) => format!("{address:#x}"),
            Name::Text(name) => {
                let text = trace.text(name);
                symbol::demangle(&text, Form::Brief).unwrap_or_else(|| text.into_owned())
            }
        }
    }

    /// Returns the file name of its binary; empty if it is not known. Not yet safe to show.
    pub fn binary(self, trace: &Trace) -> String {
        let path = trace.text(self.binary);
        path.rsplit('/').next().unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::{TimeSpan, Ts};
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::stack_profile::{Callsite, Frame, Mapping, Symbol};

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
        };
        profile.symbols = vec![symbol(inner), symbol(outer)];
        profile.symbol_sets = vec![(2, 0)];
        let sample = |ts, utid, callsite| PerfSample {
            ts: Ts::from_ns(ts),
            utid: Utid(utid),
            cpu: 0,
            cpu_mode: "user",
            callsite,
            unwind_error: None,
            session: 0,
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
        let of = profile(&trace, trace.stack_profile.samples.iter());
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
    }

    #[test]
    fn samples_of_a_thread_are_found_by_time() {
        let trace = trace();
        let times = |utid, from, to| -> Vec<i64> {
            let samples = trace.stack_profile.of_thread(Utid(utid), span(from, to));
            samples.map(|sample| sample.ts.ns()).collect()
        };
        assert_eq!(times(1, 10, 50), [10, 30, 40]);
        assert_eq!(times(2, 0, 100), [20]);
        assert_eq!(times(3, 0, 100), [0; 0]);
        assert_eq!(times(1, 61, 100), [0; 0]);
        assert_eq!(trace.stack_profile.within(span(20, 41)).len(), 3);
    }
}
