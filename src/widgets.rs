//! Paints a scene into a ratatui buffer.
