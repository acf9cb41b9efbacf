//! Containers for bombs: data that compresses well may shrink to a thousandth of its size. The program only
//! reads containers, so they are written here: with flate2, which deflates, and for an archive by hand, with
//! one file and its directory.

use std::io::Write as _;

/// Returns bytes deflated, with or without the header and the checksum of zlib.
pub(super) fn deflated(bytes: &[u8], with_header: bool) -> Vec<u8> {
    let mut state = flate2::Compress::new(flate2::Compression::best(), with_header);
    let mut out = Vec::with_capacity(bytes.len() / 2 + 100);
    let end = flate2::FlushCompress::Finish;
    let status = state.compress_vec(bytes, &mut out, end).unwrap();
    assert_eq!(status, flate2::Status::StreamEnd);
    out
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns a zip archive of one file.
pub(super) fn zip(bytes: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"trace.pftrace";
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    let data = deflated(bytes, false);
    let word = |n: usize| (n as u32).to_le_bytes();
    // The fields that the file and the directory share: method, date, checksum, lengths.
    let mut about = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0];
    about.extend(crc.sum().to_le_bytes());
    about.extend(word(data.len()));
    about.extend(word(bytes.len()));
    about.extend([NAME.len() as u8, 0, 0, 0]);
    let file = [b"PK\x03\x04", &about[..], NAME, &data].concat();
    let entry = [b"PK\x01\x02\x14\0", &about[..], &[0; 14], NAME].concat();
    let mut end = b"PK\x05\x06\0\0\0\0\x01\0\x01\0".to_vec();
    end.extend(word(entry.len()));
    end.extend(word(file.len()));
    end.extend([0, 0]);
    [file, entry, end].concat()
}
