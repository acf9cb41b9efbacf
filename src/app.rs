//! The interactive program: the only place with tokio, crossterm and a clock.
//!
//! [`selector`] reads times and selections of the command line; [`log`] writes
//! a log file. The session itself is assembled from the modules below.

pub mod log;
pub mod selector;
