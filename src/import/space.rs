//! One address space over a trace file and what was inflated from it.
//!
//! Offsets grow in file order: an inflated blob stands where its packet stood.
//! An uncompressed trace is a single segment whose offsets are those of the file.

use std::sync::Arc;

use crate::bytes::packets::packet_at;
use crate::bytes::room::Room;
use crate::bytes::source::TraceBytes;
use crate::decode::fields::Message;
use crate::proto::trace_packet;

/// A contiguous piece of the address space.
#[derive(Clone, Debug)]
struct Segment {
    start: u64,
    len: u64,
    data: Data,
}

#[derive(Clone, Debug)]
enum Data {
    /// A range of the file, from this byte on.
    File(usize),
    /// What a compressed packet holds, from this byte on.
    Inflated(Arc<Inflated>, usize),
}

/// Where the first byte of some bytes stands in the space.
///
/// That is before the beginning of the space, where numbers wrap around, if compressed packets among the bytes
/// held less than they take in the file.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Origin(u64);

impl Origin {
    /// Returns the origin of bytes that begin at an offset.
    pub(in crate::import) const fn new(offset: u64) -> Self {
        Self(offset)
    }

    /// Returns the offset of the byte at a place.
    pub(in crate::import) const fn offset(self, place: usize) -> u64 {
        self.0.wrapping_add(place as u64)
    }

    /// Returns the place of the byte at an offset.
    pub(in crate::import) const fn place(self, offset: u64) -> usize {
        offset.wrapping_sub(self.0) as usize
    }
}

/// What compressed packets hold, one after the other. Shared, so that a space is cheap to clone.
#[derive(Debug)]
pub(in crate::import) struct Inflated(pub Room);

/// The address space of a trace.
#[derive(Clone, Debug)]
pub(in crate::import) struct Space {
    file: Arc<TraceBytes>,
    segments: Vec<Segment>,
    /// Where some packets begin, ascending.
    marks: Vec<u64>,
    end: u64,
}

impl Space {
    /// Returns an empty space over a file.
    pub(in crate::import) fn new(file: Arc<TraceBytes>) -> Self {
        Self {
            file,
            segments: Vec::new(),
            marks: Vec::new(),
            end: 0,
        }
    }

    /// Returns the file.
    pub(in crate::import) fn file(&self) -> &Arc<TraceBytes> {
        &self.file
    }

    /// Appends a range of the file; joins it to the segment before where they touch.
    pub(in crate::import) fn push_file(&mut self, range: std::ops::Range<usize>) {
        let len = range.len() as u64;
        match self.segments.last_mut() {
            Some(Segment {
                len: last_len,
                data: Data::File(from),
                ..
            }) if *from as u64 + *last_len == range.start as u64 => {
                *last_len += len;
            }
            _ => self.segments.push(Segment {
                start: self.end,
                len,
                data: Data::File(range.start),
            }),
        }
        self.end += len;
    }

    /// Appends what a compressed packet holds, which is a part of `inflated`.
    pub(in crate::import) fn push_inflated(
        &mut self,
        inflated: &Arc<Inflated>,
        range: std::ops::Range<usize>,
    ) {
        let len = range.len() as u64;
        self.segments.push(Segment {
            start: self.end,
            len,
            data: Data::Inflated(Arc::clone(inflated), range.start),
        });
        self.end += len;
    }

    /// Says that the bytes before `offset` will not be read soon. `from` is the `offset` of the last call.
    pub(in crate::import) fn release(&self, from: u64, offset: u64) {
        let first = self
            .segments
            .partition_point(|segment| segment.start.saturating_add(segment.len) <= from);
        for segment in self.segments.iter().skip(first) {
            if segment.start >= offset {
                return;
            }
            if let Data::File(at) = segment.data {
                let skip = from.saturating_sub(segment.start);
                let len = offset.saturating_sub(segment.start).min(segment.len);
                let (skip, len) = (skip as usize, len as usize);
                self.file
                    .release(at.saturating_add(skip)..at.saturating_add(len));
            }
        }
    }

    /// Says that a range of the file will not be read soon.
    pub(in crate::import) fn release_file(&self, range: std::ops::Range<usize>) {
        self.file.release(range);
    }

    /// Returns where the next appended bytes will begin.
    pub(in crate::import) fn end(&self) -> u64 {
        self.end
    }

    /// Returns the packet at `offset`.
    pub(in crate::import) fn packet(&self, offset: u64) -> Option<Message<'_>> {
        Some(Message(packet_at(self.from(offset), 0)?.bytes))
    }

    /// Returns the track event of the packet at `offset`.
    pub(in crate::import) fn track_event(&self, offset: u64) -> Option<&[u8]> {
        self.packet(offset)?.text_if_set(trace_packet::TRACK_EVENT)
    }

    /// Returns the bytes from `offset` to the end of its segment; empty outside the space.
    pub(in crate::import) fn from(&self, offset: u64) -> &[u8] {
        let index = self
            .segments
            .partition_point(|segment| segment.start <= offset);
        let Some(segment) = index
            .checked_sub(1)
            .and_then(|index| self.segments.get(index))
        else {
            return &[];
        };
        let (all, from) = match &segment.data {
            Data::File(from) => (self.file.bytes(), *from),
            Data::Inflated(inflated, from) => (&*inflated.0, *from),
        };
        let len = usize::try_from(segment.len).unwrap_or(usize::MAX);
        let bytes = all.get(from..from.saturating_add(len)).unwrap_or_default();
        let skip = usize::try_from(offset - segment.start).unwrap_or(usize::MAX);
        bytes.get(skip..).unwrap_or_default()
    }

    /// Returns `len` bytes at `offset`, fewer at the end of a segment.
    pub(in crate::import) fn slice(&self, offset: u64, len: usize) -> &[u8] {
        let bytes = self.from(offset);
        bytes.get(..len).unwrap_or(bytes)
    }

    /// Notes that a packet begins at `offset`, which is not before that of the last call.
    pub(in crate::import) fn mark(&mut self, offset: u64) {
        self.marks.push(offset);
    }

    /// Returns everything in pieces of whole packets, each with its offset: a segment is a piece, and a long
    /// one several.
    pub(in crate::import) fn chunks(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.segments.iter().flat_map(move |segment| {
            let (start, end) = (segment.start, segment.start.saturating_add(segment.len));
            let first = self.marks.partition_point(|&mark| mark <= start);
            let marks = self.marks.get(first..).unwrap_or_default();
            let inside = marks.iter().copied().take_while(move |&mark| mark < end);
            let mut ends = inside.chain(std::iter::once(end));
            let mut at = start;
            std::iter::from_fn(move || {
                let from = std::mem::replace(&mut at, ends.next()?);
                let len = usize::try_from(at - from).unwrap_or(usize::MAX);
                Some((from, self.slice(from, len)))
            })
        })
    }
}
