//! The integration tests: one binary, one module per concern.
//!
//! Everything that can be seen from outside the library is tested here or, as files, in `tests/golden`.
//! Helpers are in `support`.

mod areas;
mod arrival;
mod back_screens;
mod blocks;
mod chromium_frames;
mod chromium_reports;
mod codegen;
mod corpus;
mod counter_screens;
mod demo;
mod details_screens;
mod docs;
mod faults;
mod first_screens;
mod flow_screens;
mod frames;
mod fuzz;
#[path = "../../benches/suite/generator.rs"]
#[expect(dead_code, reason = "the rest is for benches")]
mod generator;
mod injection;
mod jank_screens;
mod jank_words;
mod janks;
mod list_screens;
mod looks;
mod machines;
mod numbers;
mod power_screens;
mod progress;
mod query_tracks;
mod reproduce;
mod same;
mod sample_screens;
mod screen;
mod screen_bytes;
mod screens;
#[path = "../../benches/suite/sdk.rs"]
mod sdk;
mod search;
mod slices;
mod small_screens;
mod soak;
mod support;
mod system_screens;
mod tidy;
mod track_screens;
mod tty;
mod why_screens;
mod writer_screens;
