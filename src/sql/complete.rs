//! Completion of SQL. Replaced below.
