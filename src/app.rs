//! The interactive program: the only place with tokio, crossterm and a clock.
//!
//! A [`session`] is a [`state`] that [`command`]s change through [`update`]; a [`keymap`] turns keys into
//! commands, and the view turns the state into scenes. A session needs no terminal; it asks for [`effect`]s,
//! which others perform.

pub mod background;
pub mod command;
pub mod config;
pub mod edit;
pub mod effect;
pub mod event;
pub mod export;
pub mod hints;
pub mod history;
pub mod jobs;
pub mod key;
pub mod keymap;
pub mod layer;
pub mod link;
pub mod lists;
pub mod loader;
pub mod log;
pub mod look;
pub mod motion;
mod pace;
pub mod remap;
pub mod reproduce;
pub mod resolve;
pub mod run;
pub mod session;
pub mod sidecar;
mod signals;
pub mod state;
pub mod terminal;
pub mod tour;
pub mod update;
pub mod workspace;
