//! Vocabulary that every layer shares: time, typed ids, interned strings.
//!
//! Depends on nothing else in the crate.

pub mod id;
pub mod intern;
pub mod time;
