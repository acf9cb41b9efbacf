//! Method traces of version 4 and 5: blocks of records of one thread, packed as differences.

use super::{HEADER_LEN, Progress, RECORDS_AT_ONCE, Reading, Record, number};
use crate::import::ImportError;
use crate::model::trace::MetadataValue;

const THREAD: u8 = 0;
const METHOD: u8 = 1;
const RECORDS: u8 = 2;
const SUMMARY: u8 = 3;

/// Reads a whole file.
pub(super) fn read(
    bytes: &[u8],
    mut reading: Reading,
    progress: Progress<'_>,
) -> Result<Reading, ImportError> {
    let start_ns = number(bytes, 6, 8).cast_signed();
    let clock = Clock {
        start_ns,
        hertz: number(bytes, 22, 8).cast_signed(),
        has_cpu_time: number(bytes, 4, 2) & 1 == 1,
    };
    let mut rest = bytes.get(HEADER_LEN..).unwrap_or_default();
    reading.is_cut = true;
    while let Some((&kind, behind)) = rest.split_first() {
        let head_len = match kind {
            THREAD => 6,
            METHOD => 10,
            RECORDS => 11,
            SUMMARY => {
                reading.is_cut = memchr::memmem::find(behind, b"*end").is_none();
                reading.summary(behind);
                break;
            }
            _ => {
                return Err(ImportError::Unsupported(
                    "it has records of an unknown kind",
                ));
            }
        };
        let Some((head, behind)) = behind.split_at_checked(head_len) else {
            break;
        };
        let (len_at, len_len) = if kind == RECORDS {
            (7, 4)
        } else {
            (head_len - 2, 2)
        };
        let len = number(head, len_at, len_len) as usize;
        let Some((body, behind)) = behind.split_at_checked(len) else {
            break;
        };
        rest = behind;
        let text = body.strip_suffix(b"\n").unwrap_or(body);
        match kind {
            THREAD => {
                let tid = number(head, 0, 4) as u32;
                reading.threads.entry(tid).or_insert_with(|| text.to_vec());
            }
            METHOD => reading.tell(number(head, 0, 8), text),
            _ => {
                let (tid, n) = (number(head, 0, 4) as u32, number(head, 4, 3) as usize);
                let n_before = reading.records.len() / RECORDS_AT_ONCE;
                reading.block(body, (tid, n), clock);
                let done = (bytes.len() - rest.len()) as u64;
                let is_due = reading.records.len() / RECORDS_AT_ONCE > n_before;
                if is_due && progress(done).is_break() {
                    return Err(ImportError::Cancelled);
                }
            }
        }
    }
    Ok(reading)
}

/// What times mean.
#[derive(Clone, Copy)]
struct Clock {
    start_ns: i64,
    /// The frequency of a counter that times were taken from; 0 if they are nanoseconds.
    hertz: i64,
    has_cpu_time: bool,
}

impl Clock {
    fn to_ns(self, ticks: i64) -> i64 {
        let ns = if self.hertz > 0 {
            let ns = i128::from(ticks) * 1_000_000_000 / i128::from(self.hertz);
            i64::try_from(ns).unwrap_or(i64::MAX)
        } else {
            ticks
        };
        self.start_ns.saturating_add(ns)
    }
}

impl Reading {
    /// Reads what one thread did; a record that is damaged ends the block.
    fn block(&mut self, mut body: &[u8], (tid, n): (u32, usize), clock: Clock) {
        let (mut time, mut method) = (0_i64, 0_i64);
        for _ in 0..n {
            let Some(step) = take_signed(&mut body) else {
                return;
            };
            time = time.wrapping_add(step);
            if clock.has_cpu_time && take_signed(&mut body).is_none() {
                return;
            }
            let action = time & 3;
            let mut enters = None;
            if action == 0 {
                let Some(step) = take_signed(&mut body) else {
                    return;
                };
                method = method.wrapping_add(step);
                enters = Some(self.method(method.cast_unsigned()));
            }
            let ticks = (time.cast_unsigned() >> 2).cast_signed();
            self.records.push(Record {
                ts: clock.to_ns(ticks),
                tid,
                enters,
            });
        }
    }

    /// Takes in what the file says of itself at its end.
    fn summary(&mut self, text: &[u8]) {
        for line in text.split(|&byte| byte == b'\n') {
            let line = String::from_utf8_lossy(line);
            if let Some((name, value)) = line.split_once('=') {
                let value = value
                    .parse()
                    .map_or_else(|_| MetadataValue::Str(value.to_owned()), MetadataValue::Int);
                self.said.push((name.to_owned(), value));
            }
        }
    }
}

/// Takes a signed number in base 128, whose last byte has the sign.
fn take_signed(bytes: &mut &[u8]) -> Option<i64> {
    const LEN_MAX: usize = 10;
    let mut value = 0_u64;
    for (index, &byte) in bytes.iter().take(LEN_MAX).enumerate() {
        let shift = 7 * index;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            if byte & 0x40 != 0 && shift + 7 < 64 {
                value |= u64::MAX << (shift + 7);
            }
            *bytes = &bytes[index + 1..];
            return Some(value.cast_signed());
        }
    }
    None
}
