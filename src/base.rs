//! Vocabulary that every layer shares: time, typed ids, interned strings, packed numbers, sorting and
//! searching, comma-separated values, names of functions, beginnings of texts.
//!
//! Depends on nothing else in the crate.

pub mod csv;
pub mod cut;
pub mod hash;
pub mod id;
pub mod intern;
pub mod near_sort;
pub mod pack;
pub mod rows;
pub mod search;
pub mod symbol;
pub mod time;
