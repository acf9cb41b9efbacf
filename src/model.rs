//! The finished trace: inert, columnar, immutable.
//!
//! Knows nothing of protobuf, files or terminals. [`trace::Trace`] is read by
//! everything; only `import` (and tests) build one, through
//! [`builder::TraceBuilder`].

pub mod advice;
pub mod anrs;
pub mod args;
pub mod blocks;
pub mod builder;
pub mod chromium_frames;
pub mod columns;
pub mod core_kinds;
pub mod correlation;
pub mod counter;
pub mod cujs;
pub mod device;
pub mod flow;
pub mod frame_slices;
pub mod frame_timeline;
pub mod frames_by_time;
pub mod gaps;
pub mod ids;
pub mod invariants;
pub mod issue;
pub mod jank;
pub mod layout;
pub mod lost_ends;
pub mod name_hash;
pub mod process;
pub mod range_max;
pub mod samples;
pub mod sched;
pub mod skeleton;
pub mod slice;
pub mod sparse;
pub mod sparse_columns;
pub mod stack_profile;
pub mod startups;
pub mod suspends;
pub mod thread_index;
pub mod trace;
pub mod track;
pub mod track_tree;
pub mod wall_clock;
pub mod whose_frames;
pub mod worst_frames;
mod y_axes;
