//! Prost messages and field numbers, generated from `protos/`.
