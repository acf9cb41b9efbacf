//! Search as people type: slice names, arguments of slices, ids, ids of flows, track names, log messages.
//!
//! Names are tested once per distinct name, then every slice is one look at a
//! bit, so that ten million slices take some ten milliseconds. Arguments stay in
//! the trace, whose bytes are searched; only what may match is decoded. A search
//! runs in the background: it looks at its cancel flag every few thousand rows and
//! tells what it has after each phase.

use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashSet;
use regex::bytes::Regex;

use crate::model::args::{Arg, ArgPlace, ArgValue, EventPos};
use crate::model::ids::{ArgSetId, NodeId, SliceId};
use crate::model::trace::Trace;

mod found;
mod query;
#[cfg(test)]
mod tests;

pub use found::{Found, Hits};
pub use query::{FindError, Mode, PATTERN_BYTES_MAX, Query, is_unsearched, last_line, regex};

/// How many rows are looked at between two looks at the cancel flag.
const ROWS_PER_CHECK: usize = 4096;

/// Searches a trace. `progress` gets what is known so far after each phase: names first, then the
/// rest. Returns `None` if it was cancelled.
pub fn find(
    trace: &Trace,
    query: &Query,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(&Found),
) -> Option<Found> {
    let search = Search {
        trace,
        query,
        cancel,
    };
    let mut found = Found {
        slices: search.slices_by_name()?,
        ..Found::default()
    };
    progress(&found);
    found.nodes = search.nodes()?;
    found.logs = search.logs()?;
    let mut more = search.slices_by_contents(&found.slices)?;
    more.retain(|id| found.slices.binary_search(id).is_err());
    if !more.is_empty() {
        more.sort_unstable();
        more.dedup();
        found.slices.extend(&more);
        found.slices.sort_unstable();
        found.contents = more;
    }
    Some(found)
}

/// Returns key and value of the first argument of a slice that a query matches; the key is `id` if the query
/// is the slice's SQL id, `flow` if it is the id of a flow that leaves or reaches the slice. Decodes the
/// arguments of the slice.
pub fn matched_arg(
    trace: &Trace,
    query: &Query,
    slice: SliceId,
) -> Option<(String, ArgValue<'static>)> {
    let mut found = None;
    trace.slice_args(slice, &mut |arg| {
        if found.is_none() && is_arg_match(query, &arg) {
            found = Some((arg.key.into_owned(), arg.value.into_owned()));
        }
    });
    let by_id = || {
        let id = query.needle()?.parse().ok()?;
        (trace.sql_ids().slice(id) == Some(slice)).then(|| ("id".to_owned(), ArgValue::Int(id)))
    };
    let by_flow = || {
        let id = flow_id(query.needle()?)?;
        let flows = &trace.flows;
        let mut ids = flows.leaving(slice).iter().chain(flows.reaching(slice));
        let has_id = ids.any(|&flow| flows.get(flow).trace_id == Some(id));
        has_id.then(|| ("flow".to_owned(), ArgValue::Int(id)))
    };
    found.or_else(by_id).or_else(by_flow)
}

/// Returns the nodes whose path contains one of the comma-separated terms, or matches the pattern of
/// `re:PATTERN`, in display order: the track filter.
///
/// # Errors
///
/// The pattern cannot be compiled.
pub fn filter_nodes(trace: &Trace, text: &str) -> Result<Vec<NodeId>, FindError> {
    if let (Mode::Regex, pattern) = Mode::split(text) {
        return Ok(matching_nodes(trace, &regex(pattern, false)?).collect());
    }
    let mut nodes = trace.tree.walk();
    let terms = text.split(',').map(|term| term.trim().to_lowercase());
    let terms: Vec<String> = terms.filter(|term| !term.is_empty()).collect();
    if !terms.is_empty() {
        nodes.retain(|&node| {
            let has_term = |path: &str| {
                let path = path.to_lowercase();
                terms.iter().any(|term| path.contains(term))
            };
            trace.tree.is_at(node, has_term)
        });
    }
    Ok(nodes)
}

/// Returns the nodes whose path matches, as it is or as it is shown, in display order.
pub fn matching_nodes(trace: &Trace, pattern: &Regex) -> impl Iterator<Item = NodeId> {
    let is_at = |node: &NodeId| {
        let tree = &trace.tree;
        tree.is_at(*node, |path| pattern.is_match(path.as_bytes()))
    };
    trace.tree.walk().into_iter().filter(is_at)
}

struct Search<'a> {
    trace: &'a Trace,
    query: &'a Query,
    cancel: &'a AtomicBool,
}

impl Search<'_> {
    fn go_on(&self, index: usize) -> Option<()> {
        let stop = index.is_multiple_of(ROWS_PER_CHECK) && self.cancel.load(Ordering::Relaxed);
        (!stop).then_some(())
    }

    fn slices_by_name(&self) -> Option<Vec<SliceId>> {
        let mut tester = self.query.tester();
        // Labels share names: every name is tested once.
        let mut by_name: Vec<Option<bool>> = vec![None; self.trace.strings.len()];
        let mut matches = Vec::with_capacity(self.trace.slices.labels().len());
        for (index, label) in self.trace.slices.labels().iter().enumerate() {
            self.go_on(index)?;
            matches.push(label.name.is_some_and(|name| {
                *by_name[name.index()]
                    .get_or_insert_with(|| tester.is_match(self.trace.bytes(name)))
            }));
        }
        slices_with(self.trace, &matches, self.cancel)
    }

    fn nodes(&self) -> Option<Vec<NodeId>> {
        let mut tester = self.query.tester();
        let mut nodes = Vec::new();
        for (index, node) in self.trace.tree.walk().into_iter().enumerate() {
            self.go_on(index)?;
            if tester.is_match(self.trace.tree.node(node).name.as_bytes()) {
                nodes.push(node);
            }
        }
        Some(nodes)
    }

    fn logs(&self) -> Option<Vec<u32>> {
        let mut tester = self.query.tester();
        let mut rows = Vec::new();
        for (index, row) in self.trace.logs.iter().enumerate() {
            self.go_on(index)?;
            let texts = [row.tag, row.msg];
            if texts
                .into_iter()
                .flatten()
                .any(|text| tester.is_match(self.trace.bytes(text)))
            {
                rows.push(index as u32);
            }
        }
        Some(rows)
    }

    /// Finds slices by SQL id, by ids of flows and by arguments, but for those `known`, which ascend.
    fn slices_by_contents(&self, known: &[SliceId]) -> Option<Vec<SliceId>> {
        let mut slices = Vec::new();
        let Some(needle) = self.query.needle() else {
            return Some(slices);
        };
        if let Ok(id) = needle.parse::<i64>() {
            slices.extend(self.trace.sql_ids().slice(id));
        }
        if let Some(id) = flow_id(needle) {
            for (index, flow) in self.trace.flows.rows().enumerate() {
                self.go_on(index)?;
                if flow.trace_id == Some(id) {
                    slices.extend([flow.from, flow.to]);
                }
            }
        }
        let found = self.trace.arg_source.find(needle.as_bytes(), self.cancel)?;
        let sets = self.stored_sets()?;
        if found.is_empty() && sets.is_empty() {
            return Some(slices);
        }
        let places = Places::new(found);
        let table = &self.trace.slices;
        let mut candidates = Vec::new();
        for index in 0..table.len() {
            self.go_on(index)?;
            let id = SliceId::from_index(index);
            let pos = table.pos(id);
            if pos.stored_set().is_some_and(|set| sets.contains(&set)) {
                slices.push(id);
            } else if places.contain(pos) {
                candidates.push(id);
            }
        }
        let later = table
            .later_positions()
            .filter(|&(_, pos)| places.contain(pos));
        candidates.extend(later.map(|(id, _)| id));
        candidates.retain(|id| known.binary_search(id).is_err());
        candidates.sort_unstable();
        candidates.dedup();
        slices.extend(self.with_matching_args(&candidates)?);
        Some(slices)
    }

    /// Returns those slices that have an argument in the trace that matches.
    fn with_matching_args(&self, slices: &[SliceId]) -> Option<Vec<SliceId>> {
        let table = &self.trace.slices;
        let places = slices
            .iter()
            .map(|&id| table.pos(id).arg_place(table.later_pos(id)));
        let places: Vec<ArgPlace> = places.collect();
        let test = |arg: &Arg<'_>| is_arg_match(self.query, arg);
        let passing = self.trace.arg_source.passing(&places, &test, self.cancel)?;
        let both = slices.iter().zip(passing);
        Some(
            both.filter_map(|(&id, passes)| passes.then_some(id))
                .collect(),
        )
    }

    /// Returns the argument sets in memory with a match.
    fn stored_sets(&self) -> Option<HashSet<ArgSetId>> {
        let mut sets = HashSet::new();
        for index in 0..self.trace.arg_sets.len() {
            self.go_on(index)?;
            let set = ArgSetId::from_index(index);
            let mut matches = false;
            self.trace.stored_args(set, &mut |arg| {
                matches = matches || is_arg_match(self.query, &arg);
            });
            if matches {
                sets.insert(set);
            }
        }
        Some(sets)
    }
}

/// Reads the id of a flow as it is recorded, without a sign, or as SQL has it.
fn flow_id(text: &str) -> Option<i64> {
    let unsigned = || text.parse().ok().map(u64::cast_signed);
    text.parse().ok().or_else(unsigned)
}

fn is_arg_match(query: &Query, arg: &Arg<'_>) -> bool {
    let mut tester = query.tester();
    tester.is_match(arg.key.as_bytes())
        || match &arg.value {
            ArgValue::Str(text) => tester.is_match(text),
            ArgValue::Int(v) => query.is_number(i128::from(*v)),
            ArgValue::Uint(v) => query.is_number(i128::from(*v)),
            ArgValue::Pointer(v) => query.is_pointer(*v),
            ArgValue::Null | ArgValue::NoStr | ArgValue::Real(_) | ArgValue::Bool(_) => false,
        }
}

/// A set of places of events. For nearly all other places, a look at one bit shows that they are not in it.
struct Places {
    sorted: Vec<u64>,
    bits: Vec<u64>,
    /// How far hashes are shifted to the right to be numbers of bits.
    shift: u32,
}

impl Places {
    fn new(sorted: Vec<u64>) -> Self {
        /// How many bits there are for each place, and in all at least, as powers of two.
        const EACH: u32 = 4;
        const LEAST: u32 = 12;
        let log = (sorted.len() as u64).next_power_of_two().ilog2() + EACH;
        let log = log.max(LEAST);
        let mut places = Self {
            sorted: Vec::new(),
            bits: vec![0; 1 << (log - 6)],
            shift: u64::BITS - log,
        };
        for &offset in &sorted {
            let bit = places.bit(offset);
            places.bits[bit >> 6] |= 1 << (bit & 63);
        }
        places.sorted = sorted;
        places
    }

    fn bit(&self, offset: u64) -> usize {
        (offset.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    fn contain(&self, pos: EventPos) -> bool {
        pos.decodable_offset().is_some_and(|offset| {
            let bit = self.bit(offset);
            self.bits[bit >> 6] >> (bit & 63) & 1 == 1 && self.sorted.binary_search(&offset).is_ok()
        })
    }
}

/// Returns the slices whose label is marked, ascending.
fn slices_with(trace: &Trace, labels: &[bool], cancel: &AtomicBool) -> Option<Vec<SliceId>> {
    let mut slices = Vec::new();
    if !labels.contains(&true) {
        return Some(slices);
    }
    for (chunk_index, chunk) in trace
        .slices
        .label_column()
        .chunks(ROWS_PER_CHECK)
        .enumerate()
    {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let first = chunk_index * ROWS_PER_CHECK;
        let hits = chunk
            .iter()
            .enumerate()
            .filter(|&(_, &label)| labels[label as usize])
            .map(|(index, _)| SliceId::from_index(first + index));
        slices.extend(hits);
    }
    Some(slices)
}
