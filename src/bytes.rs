//! From a path to the bytes of a trace: mapping, decompression, sniffing.
//!
//! Everything above works on one contiguous slice, [`source::TraceBytes::bytes`],
//! whatever the file was wrapped in. Nothing here knows what a packet means.

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

mod archive;
pub mod heap;
pub mod inflate;
pub mod memory;
pub mod mmap;
pub mod packets;
pub mod room;
pub mod sniff;
pub mod source;
mod tar;
mod zip;
