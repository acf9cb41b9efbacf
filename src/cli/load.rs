//! Reads a trace for a command that prints: no screen, no background.

use std::sync::Arc;

use anyhow::Context as _;

use super::args::InputArgs;
use crate::bytes::source::{OpenOptions, TraceBytes};
use crate::import::{self, Unobserved};
use crate::model::trace::Trace;

/// Imports the whole trace.
pub fn trace(input: &InputArgs) -> anyhow::Result<Arc<Trace>> {
    let options = OpenOptions {
        path: input.trace.clone(),
        mmap: !input.load.no_mmap,
        max_bytes: input.load.max_memory.unwrap_or(u64::MAX),
    };
    let bytes = Arc::new(TraceBytes::open(&options)?);
    let name = bytes.name().to_owned();
    let trace = import::import(&bytes, &mut Unobserved)
        .with_context(|| format!("failed to import {name:?}"))?;
    Ok(Arc::new(trace))
}
