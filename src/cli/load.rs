//! Reads a trace for a command that prints: without a screen or background threads of the viewer.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;

use super::args::{InputArgs, LoadArgs};
use super::out::Out;
use crate::bytes::source::{OpenOptions, TraceBytes, Watch};
use crate::bytes::{heap, memory};
use crate::import::{self, Unobserved};
use crate::model::issue::kind_of;
use crate::model::trace::Trace;

/// The compressed demo trace.
const DEMO: &[u8] = include_bytes!("../../assets/demo.pftrace.gz");

/// Imports the whole trace for a report that judges it, and warns if something of it is missing, because the
/// numbers do not show that.
pub fn trace_to_judge(input: &InputArgs, out: &mut Out) -> anyhow::Result<Arc<Trace>> {
    let (trace, name) = read(input, out)?;
    let not_read: Vec<&str> = trace.issues.not_all_read().map(|it| it.kind).collect();
    let mut losses = trace.issues.losses();
    losses.retain(|kind| !not_read.contains(kind));
    if !losses.is_empty() {
        out.warn(&format!(
            "{name:?}: something is missing or broken, as 'perfetty info' tells ({})",
            losses.join(", ")
        ));
    }
    Ok(trace)
}

/// Imports the whole trace.
pub fn trace(input: &InputArgs, out: &mut Out) -> anyhow::Result<Arc<Trace>> {
    Ok(read(input, out)?.0)
}

/// Imports the whole trace, and returns it with its name.
fn read(input: &InputArgs, out: &mut Out) -> anyhow::Result<(Arc<Trace>, String)> {
    if out.is_of_process() {
        heap::use_huge_pages();
    }
    let bytes = bytes(Some(&input.trace), &input.load)?;
    if let Some(siblings) = bytes.siblings() {
        out.warn(&format!("{:?}: {siblings}", bytes.name()));
    }
    let trace = Arc::new(import(&bytes, out)?);
    if out.is_of_process() {
        // When the process ends, the system takes memory back faster than freeing it piece by piece.
        std::mem::forget(Arc::clone(&trace));
    }
    let name = bytes.name().to_owned();
    Ok((trace, name))
}

/// Imports a trace, and warns about parts that could not be read.
pub fn import(bytes: &Arc<TraceBytes>, out: &mut Out) -> anyhow::Result<Trace> {
    let span = tracing::debug_span!("import").entered();
    let trace = import::import(bytes, &mut Unobserved)
        .with_context(|| format!("import {:?}", bytes.name()))?;
    drop(span);
    tell_of_loss(&trace, bytes.name(), out);
    Ok(trace)
}

/// Warns if not all of the file could be read, because the numbers do not show that.
fn tell_of_loss(trace: &Trace, name: &str, out: &mut Out) {
    for issue in trace.issues.not_all_read() {
        let help = kind_of(issue.kind).help.trim_end_matches('.');
        let first = issue.occurrences.first();
        // Offset 0 says nothing; an empty file has no other.
        let place = first.and_then(|first| first.offset).filter(|&at| at > 0);
        let place = place.map_or_else(String::new, |at| format!(", first at byte {at}"));
        out.warn(&format!("{name:?}: {help} ({}{place})", issue.kind));
    }
}

/// Opens a file, or the demo.
pub fn bytes(path: Option<&Path>, load: &LoadArgs) -> anyhow::Result<Arc<TraceBytes>> {
    bytes_watched(path, load, &mut |_| ControlFlow::Continue(()))
}

/// Like [`bytes()`], and calls `watch` with how much has been read.
pub fn bytes_watched(
    path: Option<&Path>,
    load: &LoadArgs,
    watch: Watch<'_>,
) -> anyhow::Result<Arc<TraceBytes>> {
    let bytes = match path {
        Some(path) => TraceBytes::open_watched(&open_options(path, load), watch)?,
        None => TraceBytes::from_vec(DEMO.to_vec())?,
    };
    Ok(Arc::new(bytes))
}

/// Returns how to open a file.
fn open_options(path: &Path, load: &LoadArgs) -> OpenOptions {
    OpenOptions {
        path: path.to_owned(),
        mmap: !load.no_mmap,
        max_bytes: max_memory(load),
    }
}

/// Returns the memory limit of the process, in bytes.
pub fn max_memory(load: &LoadArgs) -> u64 {
    load.max_memory.unwrap_or_else(memory::default_limit)
}
