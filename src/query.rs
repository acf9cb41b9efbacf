//! Questions about a trace, answered with plain data.

pub mod janks;

pub mod flows;
pub mod nav;
pub mod track_order;
