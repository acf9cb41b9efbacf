//! What protobuf bytes mean, without copying them.

// The trust boundary: these lints are too strict for the rest, and for tests.
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::expect_used,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]

pub mod clock;
pub mod fields;
pub mod frame_timeline;
pub mod wire;
