select time_to_ms(ts), trace_start(), slice_is_ancestor(1, 2), name glob '*a*', unhex('ff'), strsplit(name, ',', 0), base64_encode(x'00'), ts / 0 from slice, counter, flow, args -- comment
/* and
