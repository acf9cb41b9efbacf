//! Samples of V8's CPU profiler, as Chromium and Node.js write them into traces: which functions of scripts ran.
//!
//! An event called `Profile` says when a profile starts, and on which thread; `ProfileChunk` events bring nodes of
//! the tree of calls, and for each sample its node and the time since the one before. The events are those of the
//! reference's `legacy_v8_cpu_profile_tracker.cc`. There, samples belong to the thread that wrote the chunk, which
//! is one of V8's own; here, to the thread that was sampled, as in `DevTools`.

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

use crate::base::time::Ts;
use crate::import::sink::Sink;
use crate::import::stacks::NamedFrame;
use crate::model::ids::Upid;
use crate::model::stack_profile::{StackSample, Task};

const INVALID_SAMPLE: &str = "legacy_v8_cpu_profile_invalid_sample";
const INVALID_CALLSITE: &str = "legacy_v8_cpu_profile_invalid_callsite";

/// What an event of the profiler says.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::import) struct ProfileData<'a> {
    /// When the profile starts, in microseconds of the recorder's clock.
    #[serde(deserialize_with = "maybe_whole")]
    pub(in crate::import) start_time: Option<i64>,
    #[serde(borrow)]
    cpu_profile: Nodes<'a>,
    time_deltas: Vec<Whole>,
}

impl<'a> ProfileData<'a> {
    /// Reads the argument `data` of an event; `None` if it is something else.
    pub(in crate::import) fn read(json: &'a str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Nodes<'a> {
    #[serde(borrow)]
    nodes: Vec<RawNode<'a>>,
    samples: Vec<Whole>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct RawNode<'a> {
    id: Whole,
    #[serde(deserialize_with = "maybe_whole")]
    parent: Option<i64>,
    children: Vec<Whole>,
    #[serde(borrow)]
    call_frame: CallFrame<'a>,
}

/// A function of a script. Lines and columns count from 0 on.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct CallFrame<'a> {
    #[serde(borrow)]
    function_name: Cow<'a, str>,
    #[serde(borrow)]
    url: Option<Cow<'a, str>>,
    #[serde(deserialize_with = "maybe_whole")]
    line_number: Option<i64>,
    #[serde(deserialize_with = "maybe_whole")]
    column_number: Option<i64>,
}

/// A number that should be an integer, however it is written.
#[derive(Clone, Copy, Debug, Default)]
struct Whole(i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By hand: an untagged enum would keep each number aside first, and profiles are
        // made of numbers.
        deserializer.deserialize_any(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E>(self, value: i64) -> Result<Whole, E> {
        Ok(Whole(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Whole, E> {
        Ok(Whole(i64::try_from(value).unwrap_or(i64::MAX)))
    }

    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    fn visit_f64<E>(self, value: f64) -> Result<Whole, E> {
        Ok(Whole(value as i64))
    }
}

fn maybe_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let value = Option::<Whole>::deserialize(deserializer)?;
    Ok(value.map(|whole| whole.0))
}

/// The profiles so far.
#[derive(Debug, Default)]
pub(in crate::import) struct V8Profiles {
    profiles: Vec<V8Profile>,
    /// The last profile of each process with each id.
    known: HashMap<(Upid, u64), usize>,
}

#[derive(Debug)]
struct V8Profile {
    task: Task,
    /// The time of the last sample.
    ts: i64,
    /// The mapping that its functions lie in.
    mapping: u32,
    nodes: HashMap<i64, Node>,
    /// Parents that say which children they have.
    parents: HashMap<i64, i64>,
    /// The times and nodes of samples.
    samples: Vec<(i64, i64)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    frame: u32,
    parent: Option<i64>,
}

impl V8Profiles {
    /// Starts a profile of a thread, whose first sample follows on the time `ts`, at the place `pos` in the file. The
    /// process and the id of the profile tell it from others.
    pub(in crate::import) fn start(
        &mut self,
        task: Task,
        id: u64,
        (ts, pos): (i64, u64),
        sink: &mut Sink,
    ) {
        let Some(upid) = task.upid else {
            sink.issues.count(INVALID_SAMPLE);
            return;
        };
        self.known.insert((upid, id), self.profiles.len());
        self.profiles.push(V8Profile {
            task,
            ts,
            mapping: sink.stacks.early_mapping(pos),
            nodes: HashMap::new(),
            parents: HashMap::new(),
            samples: Vec::new(),
        });
    }

    /// Takes in what an event brings of a profile. Of profiles whose start is not known, and of chunks that
    /// contradict themselves, the samples are issues.
    pub(in crate::import) fn chunk(
        &mut self,
        upid: Upid,
        id: u64,
        data: &ProfileData<'_>,
        sink: &mut Sink,
    ) {
        let (samples, deltas) = (&data.cpu_profile.samples, &data.time_deltas);
        let known = self.known.get(&(upid, id));
        let Some(profile) = known.and_then(|&at| self.profiles.get_mut(at)) else {
            let n = data.cpu_profile.nodes.len() as i64;
            sink.issues.add(INVALID_CALLSITE, None, n);
            sink.issues.add(INVALID_SAMPLE, None, samples.len() as i64);
            return;
        };
        for node in &data.cpu_profile.nodes {
            profile.add_node(node, sink);
        }
        if samples.len() != deltas.len() {
            let n = samples.len().max(deltas.len()) as i64;
            sink.issues.add(INVALID_SAMPLE, None, n);
            return;
        }
        for (node, delta) in samples.iter().zip(deltas) {
            let delta = delta.0.saturating_mul(1_000);
            profile.ts = profile.ts.saturating_add(delta);
            profile.samples.push((profile.ts, node.0));
        }
    }

    /// Writes the samples. To be called when there are no more events.
    pub(in crate::import) fn finish(self, sink: &mut Sink) {
        if self.profiles.is_empty() {
            return;
        }
        let source = sink.str("legacy_v8");
        let profiler = sink.stacks.profiler(source);
        for profile in self.profiles {
            profile.finish(profiler, sink);
        }
    }
}

impl V8Profile {
    fn add_node(&mut self, node: &RawNode<'_>, sink: &mut Sink) {
        if self.nodes.contains_key(&node.id.0) {
            sink.issues.count(INVALID_CALLSITE);
            return;
        }
        let of = &node.call_frame;
        let from_one = |number: Option<i64>| u32::try_from(number?.checked_add(1)?).ok();
        let mut intern = |text: &str| sink.strings.intern(text.as_bytes());
        let frame = NamedFrame {
            mapping: self.mapping,
            name: intern(&of.function_name),
            file: of.url.as_deref().map(intern),
            line: from_one(of.line_number),
            column: from_one(of.column_number),
        };
        let frame = sink.stacks.named_frame(frame);
        let parent = node.parent;
        self.nodes.insert(node.id.0, Node { frame, parent });
        for child in &node.children {
            self.parents.entry(child.0).or_insert(node.id.0);
        }
    }

    fn finish(self, profiler: u32, sink: &mut Sink) {
        let task = Some(sink.stacks.task(self.task));
        let mut callsites = HashMap::new();
        for &(ts, node) in &self.samples {
            if ts < 0 {
                sink.issues.count("trace_sorter_negative_timestamp_dropped");
                continue;
            }
            let Some(callsite) = self.callsite(node, &mut callsites, sink) else {
                sink.issues.count(INVALID_SAMPLE);
                continue;
            };
            sink.stacks.rows.samples.push(StackSample {
                ts: Ts::from_ns(ts),
                profiler,
                task,
                execution: None,
                callsite: Some(callsite),
                unwind_error: None,
                values: (0, 0),
            });
        }
    }

    /// Returns the call site of a node; `None` if it, or one that it was called from, is not known.
    fn callsite(
        &self,
        node: i64,
        known: &mut HashMap<i64, Option<u32>>,
        sink: &mut Sink,
    ) -> Option<u32> {
        // The nodes from this one outwards that have no call site yet.
        let (mut path, mut seen) = (Vec::new(), HashSet::new());
        let mut above = Some(node);
        let mut callsite = None;
        while let Some(id) = above {
            if let Some(&found) = known.get(&id) {
                let Some(found) = found else {
                    return lost(&path, known, sink);
                };
                callsite = Some(found);
                break;
            }
            let Some(row) = self.nodes.get(&id).filter(|_| seen.insert(id)) else {
                return lost(&path, known, sink);
            };
            path.push((id, row.frame));
            above = row.parent.or_else(|| self.parents.get(&id).copied());
        }
        for (id, frame) in path.into_iter().rev() {
            let row = sink.stacks.call_from(callsite, frame);
            callsite = Some(row);
            known.insert(id, callsite);
        }
        callsite
    }
}

/// Notes that nodes lead outwards to one that is missing, or to themselves.
fn lost(
    path: &[(i64, u32)],
    known: &mut HashMap<i64, Option<u32>>,
    sink: &mut Sink,
) -> Option<u32> {
    sink.issues.add(INVALID_CALLSITE, None, path.len() as i64);
    known.extend(path.iter().map(|&(id, _)| (id, None)));
    None
}
