//! Pure functions from a trace and a view state to a scene.
