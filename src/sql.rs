//! SQL over a trace: SQLite with virtual tables straight over the columns.
//!
//! Tables, columns and functions are those of Perfetto's trace processor, so
//! that its queries run unchanged; nothing of the trace is copied. A session
//! never touches a file and stops when told to. [`session::SqlSession`] is the
//! way in, [`complete`] and [`schema`] know what can be asked.

pub mod complete;
pub mod export;
pub mod one_line;
pub mod schema;
pub mod session;

mod advice;
mod functions;
mod intervals;
mod macros;
mod modules;
mod span_join;
mod statement;
mod table;
mod tables;
mod user;
mod vtab;
