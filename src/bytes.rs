//! From a path to the bytes of a trace: mapping, decompression, sniffing.
