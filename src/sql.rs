//! SQL over a trace: SQLite with virtual tables over the columns of the trace.
//!
//! Tables, columns and functions are those of Perfetto's trace processor, so that its queries run unchanged;
//! the trace is not copied. A session never touches a file and stops when it is cancelled.
//! [`session::SqlSession`] runs statements; [`complete`] and [`schema`] know which names there are.

pub mod complete;
pub mod export;
pub mod one_line;
pub mod schema;
pub mod session;

mod advice;
mod counter_intervals;
mod critical_path;
mod functions;
mod graph;
mod intervals;
mod macros;
mod modules;
mod real_text;
mod span_join;
mod statement;
mod table;
mod tables;
mod user;
mod value;
mod vtab;
