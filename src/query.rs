//! Questions about a trace, answered with plain data.
