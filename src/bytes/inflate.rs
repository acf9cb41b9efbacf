//! Decompression into memory, with a limit.
//!
//! A few bytes can announce gigabytes, so every function here takes the number of
//! bytes that the output may hold. For packets there must be exactly one stream;
//! files may hold several, see `source.rs`.

use std::io::Read as _;
use std::ops::ControlFlow;

use flate2::{Decompress, FlushDecompress, Status};

use super::room::Room;

/// Why compressed bytes cannot be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InflateError {
    /// The first bytes are of no known compression.
    #[error("not a zlib or gzip stream")]
    Header,
    /// The stream contradicts itself or fails its checksum.
    #[error("corrupt compressed stream")]
    Corrupt,
    /// The stream has no end.
    #[error("truncated compressed stream")]
    Truncated,
    /// The output is larger than allowed.
    #[error("decompresses to more than {limit} bytes")]
    TooLarge {
        /// What was allowed.
        limit: u64,
    },
    /// Whoever watches it does not want more.
    #[error("stopped")]
    Stopped,
    /// There is something behind the end of the stream.
    #[error("{n_bytes} bytes after the compressed stream")]
    TrailingBytes {
        /// How much.
        n_bytes: u64,
    },
}

/// Is told how many compressed bytes are left, again and again. `Break` stops that.
pub type Left<'a> = &'a mut dyn FnMut(usize) -> ControlFlow<()>;

/// What a [`Left`] answers that lets everything be decompressed.
pub(super) const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// What stands around deflated bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// A zlib header and checksum.
    Zlib,
    /// A gzip header and checksum.
    Gzip,
    /// Nothing, as in zip files.
    Raw,
}

/// Decompresses the payload of `compressed_packets`, exactly one zlib or gzip stream, and appends the result
/// to `out`, which may grow to `limit` bytes. On failure `out` has what could be read.
pub fn inflate_onto(payload: &[u8], out: &mut Room, limit: u64) -> Result<(), InflateError> {
    let wrapper = match *payload {
        [0x1f, 0x8b, ..] => Wrapper::Gzip,
        [first, second, ..]
            if first & 0x0f == 8 && u16::from_be_bytes([first, second]).is_multiple_of(31) =>
        {
            Wrapper::Zlib
        }
        _ => return Err(InflateError::Header),
    };
    let mut rest = payload;
    inflate_stream(&mut rest, wrapper, (out, limit), &mut |_| CONTINUE)?;
    all_used(rest)
}

/// Decompresses the payload of `zstd_compressed_packets`, exactly one frame, and appends the result to `out`,
/// which may grow to `limit` bytes. On failure `out` has what could be read.
pub fn unzstd_onto(payload: &[u8], out: &mut Room, limit: u64) -> Result<(), InflateError> {
    let mut rest = payload;
    unzstd_frame(&mut rest, (out, limit), &mut |_| CONTINUE)?;
    all_used(rest)
}

fn all_used(rest: &[u8]) -> Result<(), InflateError> {
    match rest.len() as u64 {
        0 => Ok(()),
        n_bytes => Err(InflateError::TrailingBytes { n_bytes }),
    }
}

/// Takes one deflated stream from the front of `input` and appends the result to `out`, which may grow to
/// `limit` bytes. On failure `out` has what could be read. `left` is told how much of the input is left.
pub fn inflate_stream(
    input: &mut &[u8],
    wrapper: Wrapper,
    (out, limit): (&mut Room, u64),
    left: Left<'_>,
) -> Result<(), InflateError> {
    const WINDOW_BITS: u8 = 15;
    /// How much is inflated at once: a small room is zeroed first, and should still be in a cache when it is
    /// written.
    const STEP: usize = 256 << 10;
    let mut state = match wrapper {
        Wrapper::Zlib => Decompress::new(true),
        Wrapper::Gzip => Decompress::new_gzip(WINDOW_BITS),
        Wrapper::Raw => Decompress::new(false),
    };
    let expected = room(out, input.len().saturating_mul(4), limit);
    out.make_room(expected);
    loop {
        let start = out.len();
        let (n_in, n_out) = (state.total_in(), state.total_out());
        let to = out.grow(room(out, expected.min(STEP), limit));
        let status = state.decompress(input, to, FlushDecompress::None);
        let n_new = usize::try_from(state.total_out() - n_out).unwrap_or(usize::MAX);
        out.cut(start.saturating_add(n_new));
        let status = status.or(Err(InflateError::Corrupt))?;
        let n_used = usize::try_from(state.total_in() - n_in).unwrap_or(usize::MAX);
        *input = input.get(n_used..).unwrap_or_default();
        within(out, limit)?;
        if left(input.len()).is_break() {
            return Err(InflateError::Stopped);
        }
        match status {
            Status::StreamEnd => return Ok(()),
            Status::Ok | Status::BufError => {
                if n_used == 0 && n_new == 0 {
                    return Err(InflateError::Truncated);
                }
            }
        }
    }
}

/// Takes one zstd frame from the front of `input` and appends the result to `out`, which may grow to `limit`
/// bytes. On failure `out` has what could be read. `left` is told how much of the input is left.
pub fn unzstd_frame(
    input: &mut &[u8],
    (out, limit): (&mut Room, u64),
    left: Left<'_>,
) -> Result<(), InflateError> {
    /// How much is decompressed at once: as much as a block may hold.
    const STEP: usize = 128 << 10;
    let decoder =
        zstd::stream::read::Decoder::with_buffer(*input).or(Err(InflateError::Corrupt))?;
    let mut decoder = decoder.single_frame();
    let expected = room(out, input.len().saturating_mul(4), limit);
    out.make_room(expected);
    loop {
        let start = out.len();
        let to = out.grow(room(out, expected.min(STEP), limit));
        let result = decoder.read(to);
        out.cut(start.saturating_add(*result.as_ref().unwrap_or(&0)));
        within(out, limit)?;
        if left(decoder.get_ref().len()).is_break() {
            return Err(InflateError::Stopped);
        }
        match result {
            Ok(0) => {
                *input = decoder.finish();
                return Ok(());
            }
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                return Err(InflateError::Truncated);
            }
            Err(_) => return Err(InflateError::Corrupt),
        }
    }
}

/// Cuts off what is beyond the limit, which is an error.
fn within(out: &mut Room, limit: u64) -> Result<(), InflateError> {
    if out.len() as u64 > limit {
        out.cut(usize::try_from(limit).unwrap_or(usize::MAX));
        return Err(InflateError::TooLarge { limit });
    }
    Ok(())
}

/// Returns how much to reserve when `wanted` more bytes are expected: some, and not much more
/// than the limit.
fn room(out: &Room, wanted: usize, limit: u64) -> usize {
    const LEAST: usize = 4096;
    let left = limit.saturating_add(1).saturating_sub(out.len() as u64);
    wanted
        .max(LEAST)
        .min(usize::try_from(left).unwrap_or(usize::MAX))
        .max(1)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{GzEncoder, ZlibEncoder};

    use super::*;

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        zstd::stream::encode_all(bytes, 1).unwrap()
    }

    fn inflate(payload: &[u8], limit: u64) -> Result<Vec<u8>, InflateError> {
        let mut out = Room::default();
        inflate_onto(payload, &mut out, limit).map(|()| out.to_vec())
    }

    fn unzstd(payload: &[u8], limit: u64) -> Result<Vec<u8>, InflateError> {
        let mut out = Room::default();
        unzstd_onto(payload, &mut out, limit).map(|()| out.to_vec())
    }

    /// Bytes that do not compress well, so that truncation hits data.
    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1_u32;
        (0..len)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            })
            .collect()
    }

    #[test]
    fn every_kind_of_payload_comes_back() {
        for data in [Vec::new(), b"abc".to_vec(), noise(100_000)] {
            let limit = data.len() as u64;
            assert_eq!(inflate(&zlib(&data), limit).unwrap(), data);
            assert_eq!(inflate(&gzip(&data), limit).unwrap(), data);
            assert_eq!(unzstd(&zstd(&data), limit).unwrap(), data);
        }
    }

    #[test]
    fn truncation_is_told_from_corruption_at_every_length() {
        let data = noise(300);
        for whole in [zlib(&data), gzip(&data)] {
            for len in 2..whole.len() {
                assert_eq!(
                    inflate(&whole[..len], 1 << 20),
                    Err(InflateError::Truncated)
                );
            }
        }
        let whole = zstd(&data);
        for len in 4..whole.len() {
            assert_eq!(
                unzstd(&whole[..len], 1 << 20),
                Err(InflateError::Truncated),
                "{len}"
            );
        }
        let mut damaged = zlib(&data);
        damaged
            .iter_mut()
            .last()
            .into_iter()
            .for_each(|byte| *byte ^= 1);
        assert_eq!(inflate(&damaged, 1 << 20), Err(InflateError::Corrupt));
        assert_eq!(inflate(b"\x0a\x03abc", 1 << 20), Err(InflateError::Header));
        assert_eq!(inflate(b"", 1 << 20), Err(InflateError::Header));
        assert_eq!(unzstd(b"\x0a\x03abc", 1 << 20), Err(InflateError::Corrupt));
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let zeros = vec![0; 4 << 20];
        let limit = 1000;
        let too_large = InflateError::TooLarge { limit };
        assert_eq!(inflate(&zlib(&zeros), limit), Err(too_large));
        assert_eq!(unzstd(&zstd(&zeros), limit), Err(too_large));
        let mut out = Room::default();
        let result = inflate_onto(&gzip(&zeros), &mut out, limit);
        assert_eq!(result, Err(too_large));
        assert_eq!(out.len(), 1000);
        assert!(out.capacity() < 10_000);
    }

    #[test]
    fn bytes_after_the_stream_are_an_error() {
        for (mut payload, read) in [
            (zlib(b"abc"), inflate as fn(&[u8], u64) -> _),
            (gzip(b"abc"), inflate),
            (zstd(b"abc"), unzstd),
        ] {
            payload.extend_from_slice(&payload.clone());
            let n_bytes = payload.len() as u64 / 2;
            assert_eq!(
                read(&payload, 100),
                Err(InflateError::TrailingBytes { n_bytes })
            );
        }
    }
}
