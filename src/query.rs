//! Questions about a trace, answered with plain data.

pub mod area;
pub mod busy_window;
pub mod call_tree;
pub mod find;
pub mod flows;
pub mod frame_lens;
pub mod info;
pub mod interactions;
pub mod janks;
pub mod long_tasks;
pub mod nav;
pub mod profile;
pub mod same_name;
pub mod select;
pub mod selector;
pub mod slices;
pub mod told_apart;
pub mod track_order;
pub mod wakeups;

/// Returns the nearest-rank percentile of sorted values, at least one: a value that occurs, never a mean.
fn percentile<T: Copy>(sorted: &[T], percent: usize) -> T {
    sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}
