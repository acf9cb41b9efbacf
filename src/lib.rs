//! perfetty: an interactive terminal viewer for Perfetto traces.
//!
//! The modules are listed in reading order; each may use only those above it (see ARCHITECTURE.md;
//! `tests/it/tidy.rs` checks it). Bytes become packets, packets become an immutable columnar
//! [`model::trace::Trace`], and everything else asks questions about a `Trace`.

pub mod base;
#[rustfmt::skip]
pub mod proto;

pub mod bytes;
pub mod decode;

pub mod model;

pub mod import;

pub mod query;
pub mod sql;

pub mod view;
pub mod widgets;

pub mod app;
pub mod cli;
