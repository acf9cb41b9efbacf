//! Questions about a trace, answered with plain data.

pub mod janks;
