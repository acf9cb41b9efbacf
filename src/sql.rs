//! The tables of a trace through SQLite.
