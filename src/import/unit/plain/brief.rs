//! Events in brief packets that go where the one before them went, as nearly all do.
//!
//! Events with and without thread time have a loop each, apart from all other events, so that what a loop
//! needs stays in registers. An event that has anything else ends the loop.

use super::streak::{Notes, Place};
use super::{Home, More, short_kind, short_label};
use crate::base::intern::StrPool;
use crate::decode::wire::short_varint;
use crate::import::scan::{Tail, Windows};
use crate::import::sequence::InternTable;
use crate::import::unit::counter::Growth;
use crate::import::unit::label::LocalLabels;
use crate::import::unit::list::{Near, POS_MAX, Unit};
use crate::import::unit::timing::Ticks;
use crate::import::unit::{Kind, TrackList};
use crate::model::samples::step;

/// Where brief packets are read.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    pub(super) bytes: &'s [u8],
    /// Packets that begin here or later are not read any more, though a window reaches beyond this.
    pub(super) until: usize,
    pub(super) tail: &'s Tail,
    pub(super) home: Home,
    pub(super) table: (&'s InternTable, u32),
    pub(super) strings: &'s StrPool,
    /// The position of the first byte.
    pub(super) start: u64,
}

impl<'s> Source<'s> {
    /// Returns the packets from a place on, and how far the first of them is from the one before; `None`
    /// if there are none or it is too far.
    fn windows(&self, place: Place) -> Option<(Windows<'s>, u32)> {
        let d_pos = u32::try_from(place.at.wrapping_sub(place.last)).ok()?;
        let windows = Windows::new(self.bytes, place.at, self.until)?;
        (u64::from(d_pos) < POS_MAX).then_some((windows, d_pos))
    }
}

/// Takes in events that have a kind and a label, and nothing else.
#[inline(never)]
pub(super) fn bare_events<const UNIT_NS: i64>(
    source: Source<'_>,
    place: &mut Place,
    (clock, labels, list): (&mut Ticks, &mut LocalLabels, &mut TrackList),
) {
    let Source {
        tail,
        home,
        table,
        strings,
        ..
    } = source;
    let Some((mut windows, mut d_pos)) = source.windows(*place) else {
        return;
    };
    let unit = Unit::of_ns(UNIT_NS);
    let end = labels
        .of_none()
        .and_then(|none| Near::bare_word((Kind::End, none), unit, home.ends_name_thread));
    let unit_ns = UNIT_NS.cast_unsigned();
    let room = clock.room();
    let (mut n_ends, mut left) = (0, room);
    let n_words = list.n_words();
    while let Some(brief) = windows.brief(tail) {
        let ns = u64::from(brief.time) * unit_ns;
        if ns >= left {
            break;
        }
        let word = match short_kind(brief.word) {
            Some(Kind::End)
                if brief.event_len == 2
                    && let Some(end) = end =>
            {
                n_ends += 1;
                end
            }
            Some(kind) if kind != Kind::End => {
                if let Some((ids, len)) = short_label(windows.word(brief.event + 2))
                    && brief.event_len == 2 + len
                    && let Some(label) = labels.of_known(ids, table, strings)
                    && let Some(word) = Near::bare_word((kind, label), unit, false)
                {
                    word
                } else {
                    break;
                }
            }
            _ => break,
        };
        list.push_bare(word, d_pos, brief.time);
        left -= ns;
        d_pos = brief.len as u32;
        windows.go_on(&brief);
    }
    clock.go_on_by(room - left);
    // Each event has one word.
    place.n += list.n_words() - n_words;
    place.n_ends += n_ends;
    place.at = windows.at();
    place.last = place.at.wrapping_sub(d_pos as usize);
}

/// Takes in events that have a kind, a label, and the thread's time in microseconds, in packets whose times
/// are in microseconds, too. Some have arguments or flows.
#[inline(never)]
pub(super) fn timed_events(
    source: Source<'_>,
    place: &mut Place,
    (clock, labels, list): (&mut Ticks, &mut LocalLabels, &mut TrackList),
    growth: &mut Growth<'_>,
    (more, notes): (&mut More, &mut Notes<'_, '_>),
) {
    let Source {
        bytes,
        tail,
        home,
        table,
        strings,
        ..
    } = source;
    let Some((mut windows, mut d_pos)) = source.windows(*place) else {
        return;
    };
    let end = labels
        .of_none()
        .and_then(|none| Near::timed_word((Kind::End, none), home.ends_name_thread));
    let (from, room, n_max) = (clock.ts, clock.room(), growth.room());
    let (mut n, mut n_ends, mut left, mut grown) = (0, 0, room, 0);
    while let Some(brief) = windows.brief(tail)
        && brief.word & 0x00ff_00ff == 0x0060_0048
        && let Some((thread_time, len)) = short_varint(brief.word >> 24)
        && let ns = u64::from(brief.time) * 1000
        && ns < left
        && n < n_max
    {
        let mut len = 3 + len;
        let (mut word, is_end) = match short_kind(brief.word) {
            Some(Kind::End) if let Some(end) = end => (end, true),
            Some(kind) if kind != Kind::End => {
                if let Some((ids, len_of_label)) = short_label(windows.word(brief.event + len))
                    && let Some(label) = labels.of_known(ids, table, strings)
                    && let Some(word) = Near::timed_word((kind, label), false)
                {
                    len += len_of_label;
                    (word, false)
                } else {
                    break;
                }
            }
            _ => break,
        };
        let has_more = len != brief.event_len;
        if has_more {
            let event = windows.at() + brief.event;
            let range = (event + len, event + brief.event_len);
            let Some(true) = more.read_all(bytes, range) else {
                break;
            };
            word |= Near::with_more(is_end && more.has_args(), more.has_flow());
        }
        let (step, 0) = step(brief.time.into(), thread_time) else {
            break;
        };
        list.push_timed(word, d_pos, step);
        left -= ns;
        if has_more {
            let at = windows.at();
            let end = at + brief.event + brief.event_len;
            let ts = from.wrapping_add((room - left).cast_signed());
            notes.more(more, (bytes, end), (ts, source.start + at as u64), list);
        }
        grown += thread_time;
        n += 1;
        n_ends += usize::from(is_end);
        d_pos = brief.len as u32;
        windows.go_on(&brief);
    }
    clock.go_on_by(room - left);
    growth.add_all(n, (clock.ts, grown));
    place.n += n as usize;
    place.n_ends += n_ends;
    place.at = windows.at();
    place.last = place.at.wrapping_sub(d_pos as usize);
}
