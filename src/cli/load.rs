//! Reads a trace for a command that prints: no screen, no background.

use std::sync::Arc;

use anyhow::Context as _;

use super::args::{InputArgs, LoadArgs};
use crate::bytes::source::{OpenOptions, TraceBytes};
use crate::import::{self, Unobserved};
use crate::model::trace::Trace;

/// Imports the whole trace.
pub fn trace(input: &InputArgs) -> anyhow::Result<Arc<Trace>> {
    let bytes = Arc::new(TraceBytes::open(&open_options(&input.trace, &input.load))?);
    let trace = import::import(&bytes, &mut Unobserved)
        .with_context(|| format!("import {:?}", bytes.name()))?;
    Ok(Arc::new(trace))
}

/// Returns how to open a file with these options.
pub fn open_options(path: &std::path::Path, load: &LoadArgs) -> OpenOptions {
    OpenOptions {
        path: path.to_owned(),
        mmap: !load.no_mmap,
        max_bytes: load.max_memory.unwrap_or(u64::MAX),
    }
}
