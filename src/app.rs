//! The interactive program: the only place with tokio, crossterm and a clock.
//!
//! [`command`] says what can be asked for, [`keymap`] by which keys; [`selector`]
//! reads times and selections of the command line; [`log`] writes a log file.

pub mod command;
pub mod config;
pub mod key;
pub mod keymap;
pub mod log;
pub mod selector;
pub mod terminal;
