//! Imports Chrome JSON traces: the Trace Event Format, as an array or an object.
//!
//! Two passes over the bytes: the first notes when each event happened, the second
//! reads them again in time order and writes them into the [`Sink`]. Nothing of an
//! event is held in memory in between, and its arguments never are. The position of
//! an event is its rank in time order, from which [`JsonArgs`] finds its bytes.

mod args;
mod async_tracks;
mod event;
mod feed;
mod foreign;
mod overlap;
mod reader;
pub(super) mod v8_profile;

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

pub use args::JsonArgs;
pub(super) use foreign::refusal;

use self::event::{Key, NotANumber, Number, RawEvent};
use super::ImportError;
use super::sink::Sink;
use crate::base::time::Ts;
use crate::model::issue::IssueLog;
use crate::model::trace::MetadataValue;

/// How often progress is reported, in events.
const PROGRESS_EVERY: usize = 4096;

/// What is left to do with a JSON trace when its events have been imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonImport {
    /// The offset of each event, in time order: what [`JsonArgs`] needs.
    pub offsets: Vec<u64>,
    /// The raw JSON string with ftrace text, if there is one.
    pub system_trace: Option<Range<usize>>,
    /// Whether the text is other JSON, in which there are no events.
    pub is_no_trace: bool,
}

/// Imports a JSON trace. `progress` is called with how many bytes of two passes have been read, and can
/// cancel the import.
pub fn import_json(
    bytes: &[u8],
    sink: &mut Sink,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<JsonImport, ImportError> {
    let (mut records, mut profiles): (Vec<Record>, Vec<Record>) = (Vec::new(), Vec::new());
    let mut cancelled = false;
    let outline = reader::read(bytes, &mut sink.issues, &mut |offset, event, issues| {
        if let Some(record) = Record::new(offset, event, issues) {
            let is_profile = record.phase == b'P';
            let list = if is_profile {
                &mut profiles
            } else {
                &mut records
            };
            list.push(record);
        }
        if records.len().is_multiple_of(PROGRESS_EVERY) {
            cancelled = progress(offset as u64).is_break();
        }
        !cancelled
    });
    if cancelled {
        return Err(ImportError::Cancelled);
    }
    sort(&mut records);
    let mut offsets: Vec<u64> = Vec::with_capacity(records.len());
    let mut feeder = feed::Feeder::new(sink);
    for (rank, record) in records.iter().enumerate() {
        let offset = usize::try_from(record.offset).unwrap_or(usize::MAX);
        let ts = Ts::from_ns(record.ts);
        reader::event_at(bytes, offset, |event| {
            feeder.event(rank as u64, record.offset, ts, event);
        });
        offsets.push(record.offset);
        if rank.is_multiple_of(PROGRESS_EVERY) {
            let done = bytes.len() as u128 * (rank as u128) / records.len() as u128;
            let done = u64::try_from(done).unwrap_or(u64::MAX);
            if progress(done.saturating_add(bytes.len() as u64)).is_break() {
                return Err(ImportError::Cancelled);
            }
        }
    }
    // Samples of a profile have times of their own.
    profiles.sort_by_key(|record| record.ts);
    for record in profiles {
        let offset = usize::try_from(record.offset).unwrap_or(usize::MAX);
        reader::event_at(bytes, offset, |event| {
            feeder.v8_profile(record.offset, event);
        });
    }
    feeder.finish();
    overlap::spill(sink);
    if let Some(raw) = outline.metadata.and_then(|range| bytes.get(range)) {
        add_metadata(raw, sink);
    }
    Ok(JsonImport {
        offsets,
        system_trace: outline.system_trace,
        is_no_trace: outline.is_no_trace,
    })
}

/// Adds what the writer says of itself. What is neither text nor an integer stays JSON.
fn add_metadata(raw: &[u8], sink: &mut Sink) {
    event::each_member(&reader::repair(raw), |key, raw| {
        let value = match (event::text(raw), event::number(raw)) {
            (Some(text), _) => MetadataValue::Str(String::from_utf8_lossy(&text).into_owned()),
            (None, Some(Number::Int(number))) => MetadataValue::Int(number),
            (None, _) if raw == "null" => return,
            (None, _) => MetadataValue::Str(raw.to_owned()),
        };
        sink.add_metadata(format!("json_metadata.{key}"), value);
    });
}

/// Returns the text in a raw JSON string, such as the system trace.
pub fn unescape(raw: &[u8]) -> Option<Vec<u8>> {
    event::text(std::str::from_utf8(raw).ok()?).map(std::borrow::Cow::into_owned)
}

/// When an event happened and where it stands.
#[derive(Clone, Copy, Debug)]
struct Record {
    ts: i64,
    /// The duration of a complete event.
    dur: i64,
    offset: u64,
    phase: u8,
}

impl Record {
    /// Returns the record of an event; `None` if the event cannot be used, which is counted.
    fn new(offset: usize, event: &RawEvent<'_>, issues: &mut IssueLog) -> Option<Self> {
        let mut fail = |what: &str| {
            issues.record("json_tokenizer_failure", offset as u64, || {
                format!("an event {what}")
            });
        };
        let Some(phase) = event.phase() else {
            fail("without phase");
            return None;
        };
        let times = [Key::Dur, Key::Tts, Key::Tdur].map(|key| event.time(key));
        if times.contains(&Err(NotANumber)) {
            fail("with a duration that is no number");
            return None;
        }
        let ts = match event.time(Key::Ts) {
            // Times that are greater than this have been cut to it.
            Ok(Some(i64::MAX)) => {
                fail("with a time beyond what there is");
                return None;
            }
            Ok(Some(..0)) => {
                let issue = "trace_sorter_negative_timestamp_dropped";
                issues.record(issue, offset as u64, String::new);
                return None;
            }
            Ok(Some(ts)) => ts,
            // Names of processes and threads need no time.
            _ if phase == b'M' => 0,
            _ => {
                fail("without a time");
                return None;
            }
        };
        let dur = match (phase, times) {
            (b'X', [Ok(dur), ..]) => dur,
            _ => None,
        };
        Some(Self {
            ts,
            dur: dur.unwrap_or(0),
            offset: offset as u64,
            phase,
        })
    }
}

/// Sorts by time. Writers of complete events emit them when they end, children first, so where
/// there are any, ends go before and longer events before shorter ones at the same time.
///
/// As in the reference, that is so only from the time of the first event on that is out of place: earlier than
/// one before it in the file, or, once there has been a complete event, at the same time. Before that the
/// order of the file holds, in which slices without duration begin before they end.
fn sort(records: &mut [Record]) {
    let (mut has_complete, mut latest, mut sorted_from) = (false, 0, i64::MAX);
    for record in &*records {
        has_complete |= record.phase == b'X';
        if record.ts < latest || (has_complete && record.ts == latest) {
            sorted_from = sorted_from.min(record.ts);
        }
        latest = latest.max(record.ts);
    }
    records.sort_unstable_by_key(|record| {
        let is_ranked = has_complete && record.ts >= sorted_from;
        let is_end = record.phase == b'E';
        let rank = is_ranked.then_some((!is_end, Reverse(record.dur)));
        (record.ts, rank, record.offset)
    });
}

#[cfg(test)]
mod tests;
