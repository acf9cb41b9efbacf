//! Painting: a [`crate::view::scene::Scene`] into a ratatui buffer.
//!
//! Pure: no trace, no input or output, no state. What a colour or a shape looks
//! like on a terminal is decided here, by theme and glyph tier.

mod line;

pub mod glyphs;
pub mod screen;
pub mod theme;

pub use glyphs::Glyphs;
pub use screen::paint;
pub use theme::{Depth, Edges, Paint, Theme};
