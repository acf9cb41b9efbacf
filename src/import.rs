//! Bytes to [`Trace`](crate::model::trace::Trace): the only writer of one.
//!
//! No async, no printing, no clock. See `import/sink.rs` for how the importers
//! of different formats share tracks, processes and slice stacks.

pub mod frame_timeline;
pub mod process_tracker;
pub mod sink;
