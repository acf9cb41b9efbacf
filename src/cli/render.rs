//! A painted buffer as text, as ANSI or as SVG. Pure.
