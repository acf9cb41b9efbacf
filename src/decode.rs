//! What protobuf bytes mean, without copying them.
