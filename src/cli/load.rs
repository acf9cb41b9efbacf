//! Reads a trace for a command that prints: no screen, no background.

use std::sync::Arc;

use super::args::InputArgs;
use crate::model::trace::Trace;

/// Imports the whole trace.
pub fn trace(input: &InputArgs) -> anyhow::Result<Arc<Trace>> {
    anyhow::bail!("cannot open {} yet", input.trace.display())
}
