//! What the screen shows: pure functions from a trace, a state and a size to a scene.
//!
//! No clock, no environment, no terminal: everything is an argument. Every draw
//! costs O(columns x visible rows x log n), whatever the size of the trace.

mod bars;
mod chrome;
mod compose;
mod counters;
mod cujs;
mod cx;
mod details;
mod gaps;
mod outline;
mod overview;
mod pane;
mod panel;
mod ruler;
mod samples;
mod sched;
mod slices;
mod startups;
mod summary;
mod tour;
mod tracks;
mod units;
mod vsync;

pub mod arrows;
pub mod chromium;
pub mod color;
pub mod ladder;
pub mod layout;
pub mod lens;
pub mod memo;
pub mod opening;
pub mod overlay;
pub mod query_track;
pub mod rows;
pub mod scene;
pub mod state;
pub mod stops;
pub mod text;
pub mod time;
pub mod viewport;

pub use chrome::{SO_FAR, losses, so_far};
pub use compose::{scene, scene_with};
pub use counters::{apart, rate_with_unit, unit_name, with_unit};
pub use details::{
    FLOWS_LISTED, LOG_LETTERS, SearchableArg, UNEVEN_SAMPLES, cpu_load, leads,
    searchable_arguments, value_text,
};
pub use gaps::gap_name;
pub use overview::instant_at;
pub use panel::columns_in_sight;
pub use sched::{state_name, state_role};
