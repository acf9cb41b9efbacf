//! Checks of painting.
