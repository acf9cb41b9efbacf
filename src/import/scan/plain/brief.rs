//! Brief packets, as nearly all are: their lengths take a byte each, and their time up to four.
//!
//! Each is read in a window that is longer than any brief packet. So one check for each packet shows that all
//! of its bytes are there, and none of them has to be checked again.

use super::{BRIEF_HEAD, BRIEF_HEAD_MASK, BRIEF_MASK, Tail};
use crate::base::pack;
use crate::decode::wire::of_four_sevens;

/// How many bytes before a packet belong to its window: a packet's last sixteen bytes are compared with a
/// tail, and in a short one these begin before the packet.
const BEFORE: usize = 16;
/// The length of the longest brief packet, with its tag.
const LONGEST: usize = 2 + 0x7f;
const WINDOW: usize = BEFORE + LONGEST;

/// Packets of some bytes, one after the other.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Windows<'b> {
    /// The window of the next packet, and what follows.
    rest: &'b [u8],
    /// The index in all bytes at which `rest` ends.
    end: usize,
}

impl<'b> Windows<'b> {
    /// Returns the packets of `bytes` from `at` on that begin before `until`; `None` if there is no window at
    /// `at`.
    pub(in crate::import) fn new(bytes: &'b [u8], at: usize, until: usize) -> Option<Self> {
        // The window of a packet that begins at `until` does not fit in before this end.
        let end = until.saturating_add(LONGEST - 1).min(bytes.len());
        let rest = bytes.get(at.checked_sub(BEFORE)?..end)?;
        Some(Self { rest, end })
    }

    /// Returns where the next packet begins.
    pub(in crate::import) const fn at(&self) -> usize {
        self.end - self.rest.len() + BEFORE
    }

    /// Returns the next packet, if it is brief and differs from others in time and event only.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(in crate::import) fn brief(&self, tail: &Tail) -> Option<Brief> {
        Brief::read(self.rest.first_chunk()?, tail)
    }

    /// Returns the eight bytes from `at` bytes behind the beginning of the next packet on; zeros if they are
    /// not within the window.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(in crate::import) fn word(&self, at: usize) -> u64 {
        let window = self.rest.first_chunk::<WINDOW>();
        window.map_or(0, |window| pack::word_of(window, BEFORE + at))
    }

    /// Goes on to the packet behind `brief`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(in crate::import) fn go_on(&mut self, brief: &Brief) {
        if let Some(rest) = self.rest.get(brief.len..) {
            self.rest = rest;
        }
    }
}

/// A packet that names no clock, whose lengths are below 128, and that has four bytes of time at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct Brief {
    /// `timestamp`, below 2^28.
    pub time: u32,
    /// How far behind the packet's beginning the `track_event` begins, in `event_len` how many bytes it has,
    /// and in `word` the first eight bytes from there on, which may reach beyond the event.
    pub event: usize,
    pub event_len: usize,
    pub word: u64,
    /// The length of the packet with its tag.
    pub len: usize,
}

impl Brief {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    #[expect(clippy::cast_possible_truncation, reason = "half of a word")]
    fn read(window: &[u8; WINDOW], tail: &Tail) -> Option<Self> {
        let head = pack::word_of(window, BEFORE);
        if head & BRIEF_HEAD_MASK != BRIEF_HEAD {
            return None;
        }
        // The lowest clear top bit is that of the time's last byte.
        let time = (head >> 24) as u32;
        let ends = !time & 0x8080_8080;
        if ends == 0 {
            return None;
        }
        let len = ends.trailing_zeros() as usize / 8;
        let behind = pack::word_of(window, BEFORE + 4 + len);
        if behind & BRIEF_MASK != tail.middle.brief {
            return None;
        }
        let (packet_len, event_len) = ((head >> 8 & 0x7f) as usize, (behind >> 24 & 0x7f) as usize);
        // Behind the packet's length there are six bytes more than time, event and tail.
        if packet_len != 6 + len + event_len + tail.len {
            return None;
        }
        // These are the last sixteen bytes of the packet, some of which may stand before it.
        let end = 2 + packet_len;
        if !tail.are(pack::word_of(window, end + 8), pack::word_of(window, end)) {
            return None;
        }
        let within = ends & ends.wrapping_neg();
        Some(Self {
            time: of_four_sevens(time & 0x7f7f_7f7f & (within - 1)),
            event: 8 + len,
            event_len,
            word: pack::word_of(window, BEFORE + 8 + len),
            len: end,
        })
    }
}
