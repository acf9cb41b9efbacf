//! Reads method traces of the Android runtime, as Android Studio and `Debug.startMethodTracing`
//! record them: which Java method each thread was in.
//!
//! There are a text header with binary records behind it, a stream of records with a summary at
//! its end, and since version 4 blocks of packed records. Times are those of `CLOCK_MONOTONIC`.

mod packed;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::{HashMap, HashSet};

use super::ImportError;
use super::process_tracker::ThreadNamePriority;
use super::sink::Sink;
use crate::base::time::Ts;
use crate::model::args::{Arg, ArgSource, ArgValue, EventPos};
use crate::model::ids::LabelId;
use crate::model::trace::MetadataValue;
use crate::model::track::{Scope, TrackClass, TrackData};

/// The first bytes of a stream, of the binary part of a file with a text header, and of every packed trace.
const MAGIC: &[u8] = b"SLOW";
/// The length of a header that begins with [`MAGIC`].
const HEADER_LEN: usize = 32;
/// The bits of the version that say that the file is a stream.
const STREAM: u16 = 0xf0;
/// The clock of all times.
const MONOTONIC: i64 = 3;
/// How many records are read between two checks of whether to go on.
const RECORDS_AT_ONCE: usize = 1 << 16;
/// No name has more characters.
const NAME_MAX: usize = 2047;

/// A method, and where it is in the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Method {
    name: Option<Vec<u8>>,
    path: Option<Vec<u8>>,
    line: Option<u32>,
}

/// A thread enters a method, or leaves the one it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    ts: i64,
    tid: u32,
    /// The method that the thread enters; `None` if it leaves one.
    enters: Option<u32>,
}

/// What is read of a file.
#[derive(Debug, Default)]
struct Reading {
    methods: Vec<Method>,
    /// The methods by the ids of the file.
    by_id: HashMap<u64, u32>,
    threads: HashMap<u32, Vec<u8>>,
    records: Vec<Record>,
    /// What the file says of itself.
    said: Vec<(String, MetadataValue)>,
    is_cut: bool,
}

/// Says whether to go on, given how many bytes are read.
type Progress<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// Imports a method trace, and returns the arguments of its slices.
pub(super) fn import(
    bytes: &[u8],
    sink: &mut Sink,
    progress: Progress<'_>,
) -> Result<MethodArgs, ImportError> {
    let mut reading = read(bytes, &mut *progress)?;
    let monotonic = MetadataValue::Int(MONOTONIC);
    sink.set_metadata("trace_time_clock_id", monotonic);
    if reading.is_cut {
        sink.issues
            .record("trace_truncated", bytes.len() as u64, || {
                "the method trace ends in the middle".to_owned()
            });
    }
    for (name, value) in std::mem::take(&mut reading.said) {
        sink.add_metadata(name, value);
    }
    reading.records.sort_by_key(|record| record.ts);
    let labels: Vec<LabelId> = reading
        .methods
        .iter()
        .map(|method| sink.label(method.name.as_deref(), None))
        .collect();
    let any = sink.label(None, None);
    let mut named = HashSet::new();
    for (rank, record) in (0..).zip(&reading.records) {
        let is_due = rank % RECORDS_AT_ONCE as u64 == 0;
        if is_due && progress(bytes.len() as u64).is_break() {
            return Err(ImportError::Cancelled);
        }
        let utid = sink.processes.thread(i64::from(record.tid));
        if named.insert(record.tid)
            && let Some(name) = reading.threads.get(&record.tid)
        {
            let name = sink.strings.intern(name);
            sink.processes
                .set_thread_name(utid, name, ThreadNamePriority::Ftrace);
        }
        let ts = Ts::from_ns(record.ts);
        let created = (record.ts, rank);
        let scope = Scope::Thread(utid);
        let track = sink.track(
            "art_method_tracing",
            scope,
            None,
            TrackData::Slices,
            created,
        );
        sink.tracks[track.index()].0.class = TrackClass::ThreadExecution;
        match record.enters {
            Some(method) => {
                let label = labels[method as usize];
                sink.begin(track, ts, EventPos::decodable(rank), label);
            }
            None => sink.end(track, ts, EventPos::bare(rank), any),
        }
    }
    let entered = reading.records.iter().map(|record| record.enters);
    Ok(MethodArgs {
        entered: entered.map(|method| method.unwrap_or(u32::MAX)).collect(),
        methods: reading.methods,
    })
}

fn read(bytes: &[u8], progress: Progress<'_>) -> Result<Reading, ImportError> {
    let mut reading = Reading::default();
    if !bytes.starts_with(MAGIC) {
        return with_text_header(bytes, reading, progress);
    }
    let Some(header) = bytes.get(..HEADER_LEN) else {
        reading.is_cut = true;
        return Ok(reading);
    };
    let version = number(header, 4, 2) as u16 & !STREAM;
    match version {
        4 | 5 => packed::read(bytes, reading, progress),
        _ => stream(bytes, record_format(header, version)?, reading, progress),
    }
}

/// The length of records, and where in them the parts are.
#[derive(Clone, Copy, Debug)]
struct Format {
    start_us: u64,
    len: usize,
    /// Where the time on the wall clock is.
    wall: usize,
}

fn record_format(header: &[u8], version: u16) -> Result<Format, ImportError> {
    let len = match version {
        2 => 10,
        3 => number(header, 16, 2) as usize,
        _ => return Err(ImportError::Unsupported("its version is not known")),
    };
    if len < 10 {
        return Err(ImportError::Unsupported("its records are too short"));
    }
    Ok(Format {
        start_us: number(header, 8, 8),
        len,
        // Where there are two times, the first is CPU time.
        wall: if len < 14 { 6 } else { 10 },
    })
}

/// Reads a stream: records, and between them methods and threads when they are new.
fn stream(
    bytes: &[u8],
    mut format: Format,
    mut reading: Reading,
    progress: Progress<'_>,
) -> Result<Reading, ImportError> {
    const METHOD: u8 = 1;
    const THREAD: u8 = 2;
    const SUMMARY: u8 = 3;
    let mut rest = bytes.get(HEADER_LEN..).unwrap_or_default();
    // Methods may be described after they were entered, and the clock comes last.
    let mut records = Vec::new();
    reading.is_cut = true;
    while let Some(tid) = rest.get(..2).map(|tid| number(tid, 0, 2)) {
        if tid != 0 {
            let Some((record, behind)) = rest.split_at_checked(format.len) else {
                break;
            };
            records.push(record);
            rest = behind;
            check(&records, bytes, rest, progress)?;
            continue;
        }
        let Some(&code) = rest.get(2) else { break };
        let (len_at, len_len) = match code {
            METHOD => (3, 2),
            THREAD => (5, 2),
            SUMMARY => (3, 4),
            _ => break,
        };
        let Some(head) = rest.get(..len_at + len_len) else {
            break;
        };
        let len = number(head, len_at, len_len) as usize;
        let Some((text, behind)) = rest[head.len()..].split_at_checked(len) else {
            break;
        };
        rest = behind;
        match code {
            METHOD => reading.method_line(text),
            THREAD => {
                let tid = number(head, 3, 2) as u32;
                reading.threads.entry(tid).or_insert_with(|| text.to_vec());
            }
            _ => {
                for line in text.split(|&byte| byte == b'\n') {
                    if line == b"*threads" {
                        break;
                    }
                    option(line, &mut format)?;
                }
                reading.is_cut = false;
                break;
            }
        }
    }
    for record in records {
        reading.record(record, format);
    }
    Ok(reading)
}

/// Reads a file with a text header: options, threads, methods, then all records.
fn with_text_header(
    bytes: &[u8],
    mut reading: Reading,
    progress: Progress<'_>,
) -> Result<Reading, ImportError> {
    let mut rest = bytes;
    let mut section: &[u8] = b"";
    let mut wall = None;
    reading.is_cut = true;
    loop {
        let Some(end) = memchr::memchr(b'\n', rest) else {
            return Ok(reading);
        };
        let line = &rest[..end];
        rest = &rest[end + 1..];
        if line == b"*end" {
            break;
        } else if line.starts_with(b"*") {
            section = line;
        } else if section == b"*version" {
            let mut format = Format {
                start_us: 0,
                len: 0,
                wall: 0,
            };
            option(line, &mut format)?;
            wall = Some(format.wall).filter(|&wall| wall != 0).or(wall);
        } else if section == b"*threads" {
            reading.thread_line(line);
        } else if section == b"*methods" {
            reading.method_line(line);
        }
    }
    let Some((header, records)) = rest.split_at_checked(HEADER_LEN) else {
        return Ok(reading);
    };
    if !header.starts_with(MAGIC) {
        return Err(ImportError::Unsupported(
            "its records do not begin as they should",
        ));
    }
    let mut format = record_format(header, number(header, 4, 2) as u16)?;
    if let Some(wall) = wall.filter(|wall| wall + 4 <= format.len) {
        format.wall = wall;
    }
    let all = records.chunks_exact(format.len);
    // A record that was still being written does not count.
    reading.is_cut = !all.remainder().is_empty();
    for (n, record) in all.enumerate() {
        if n % RECORDS_AT_ONCE == 0 && progress((n * format.len) as u64).is_break() {
            return Err(ImportError::Cancelled);
        }
        reading.record(record, format);
    }
    Ok(reading)
}

/// Takes in an option: which clocks records have.
fn option(line: &[u8], format: &mut Format) -> Result<(), ImportError> {
    match line {
        b"clock=dual" => format.wall = 10,
        b"clock=wall" => format.wall = 6,
        b"clock=thread-cpu" => {
            return Err(ImportError::Unsupported(
                "it has CPU times only, record it with the wall clock",
            ));
        }
        _ => {}
    }
    Ok(())
}

fn check<T>(
    records: &[T],
    bytes: &[u8],
    rest: &[u8],
    progress: Progress<'_>,
) -> Result<(), ImportError> {
    let is_due = records.len().is_multiple_of(RECORDS_AT_ONCE);
    if is_due && progress((bytes.len() - rest.len()) as u64).is_break() {
        return Err(ImportError::Cancelled);
    }
    Ok(())
}

/// Returns a number in little endian; 0 for what is not there.
fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let bytes = bytes.get(at..at + len).unwrap_or_default();
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Reading {
    fn record(&mut self, record: &[u8], format: Format) {
        let value = number(record, 2, 4);
        let at = format.start_us.wrapping_add(number(record, format.wall, 4));
        // Two ways to leave a method: it returns, or it throws.
        let enters = (!matches!(value & 3, 1 | 2)).then(|| self.method(value & !3));
        self.records.push(Record {
            ts: at.cast_signed().saturating_mul(1000),
            tid: number(record, 0, 2) as u32,
            enters,
        });
    }

    /// Returns a method by its id; it has no name if the file does not describe it.
    fn method(&mut self, id: u64) -> u32 {
        *self.by_id.entry(id).or_insert_with(|| {
            self.methods.push(Method::default());
            self.methods.len() as u32 - 1
        })
    }

    fn thread_line(&mut self, line: &[u8]) {
        let mut words = line.split(|&byte| byte == b'\t');
        let tid = words.next().and_then(|tid| std::str::from_utf8(tid).ok());
        if let (Some(Ok(tid)), Some(name)) = (tid.map(str::parse), words.next()) {
            self.threads.entry(tid).or_insert_with(|| name.to_vec());
        }
    }

    fn method_line(&mut self, line: &[u8]) {
        let line = line.trim_ascii();
        let end = memchr::memchr(b'\t', line).unwrap_or(line.len());
        let id = std::str::from_utf8(&line[..end]).unwrap_or_default();
        let id = u64::from_str_radix(id.trim_start_matches("0x"), 16);
        if let (Ok(id), Some(rest)) = (id, line.get(end + 1..)) {
            self.tell(id, rest);
        }
    }

    /// Takes in what the file says of a method: class, name, signature, file and line.
    fn tell(&mut self, id: u64, text: &[u8]) {
        let words: Vec<&[u8]> = text
            .split(|&byte| byte == b'\t')
            .filter(|word| !word.is_empty())
            .take(6)
            .collect();
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let line = |at| std::str::from_utf8(word(at)).ok()?.parse().ok();
        let (mut called, mut path, mut at) = ((&b""[..], &b""[..]), None, None);
        if words.len() == 5 {
            called = (word(1), word(2));
            path = Some(source_path(word(0), word(3)));
            at = line(4);
        } else if words.len() > 2 && word(2).starts_with(b"(") {
            called = (word(1), word(2));
            path = words.get(3).map(|path| path.to_vec());
        } else if words.len() > 2 {
            path = Some(word(1).to_vec());
            at = line(2);
        }
        let mut name = [word(0), b".", called.0, b": ", called.1].concat();
        name.truncate(NAME_MAX);
        let index = self.method(id) as usize;
        self.methods[index] = Method {
            name: Some(name),
            path,
            line: at,
        };
    }
}

/// Returns the path of a Java file, which is where its class is.
fn source_path(class: &[u8], file: &[u8]) -> Vec<u8> {
    match memchr::memrchr(b'/', class) {
        Some(end) if file.ends_with(b".java") => [&class[..=end], file].concat(),
        _ => file.to_vec(),
    }
}

/// The arguments of slices: where their methods are in the sources.
#[derive(Debug)]
pub(super) struct MethodArgs {
    methods: Vec<Method>,
    /// The method that each record enters, in the order of time.
    entered: Vec<u32>,
}

impl MethodArgs {
    fn method(&self, rank: u64) -> Option<&Method> {
        let entered = self.entered.get(usize::try_from(rank).ok()?)?;
        self.methods.get(*entered as usize)
    }
}

impl ArgSource for MethodArgs {
    fn args(&self, place: &[u64], each: &mut dyn FnMut(Arg<'_>)) {
        let method = place.first().and_then(|&begin| self.method(begin));
        let Some(method) = method else {
            return;
        };
        if let Some(path) = &method.path {
            each(arg(PATH, ArgValue::Str(path.into())));
        }
        if let Some(line) = method.line {
            each(arg(LINE, ArgValue::Int(line.into())));
        }
    }

    fn find(&self, needle: &[u8], cancel: &AtomicBool) -> Option<Vec<u64>> {
        let needle = needle.to_ascii_lowercase();
        let has = |text: &[u8]| memchr::memmem::find(&text.to_ascii_lowercase(), &needle).is_some();
        let is_hit = |method: &Method| {
            method
                .path
                .as_ref()
                .is_some_and(|path| has(path) || has(PATH.as_bytes()))
                || method
                    .line
                    .is_some_and(|line| has(line.to_string().as_bytes()) || has(LINE.as_bytes()))
        };
        let hits: Vec<bool> = self.methods.iter().map(is_hit).collect();
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let ranked = (0..).zip(&self.entered);
        let is_hit = |entered: u32| hits.get(entered as usize).is_some_and(|&hit| hit);
        Some(
            ranked
                .filter(|(_, entered)| is_hit(**entered))
                .map(|(rank, _)| rank)
                .collect(),
        )
    }
}

const PATH: &str = "pathname";
const LINE: &str = "line_number";

fn arg<'a>(key: &'static str, value: ArgValue<'a>) -> Arg<'a> {
    Arg {
        flat_key: key.into(),
        key: key.into(),
        value,
    }
}
