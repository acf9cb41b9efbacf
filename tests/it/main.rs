//! The integration tests: one binary, one module per concern.
//!
//! Everything that can be seen from outside the library is tested here or, as
//! files, in `tests/golden`. Helpers stand in `support`.

mod codegen;
mod corpus;
mod demo;

mod docs;
mod flow_screens;
mod frames;
mod fuzz;
mod jank_screens;
mod janks;
mod looks;
mod reproduce;
mod same;
mod screen;
mod screens;
mod search;
mod support;
mod tidy;
mod why_screens;
