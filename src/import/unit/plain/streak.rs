//! Streaks of plain events, in which each goes where the one before it went: nearly all.
//!
//! What reading them takes stays in registers: the clock, the list, the labels that were met. Most are taken
//! in by the loops of `brief.rs`. An event that has something else to it is read by itself, and the streak
//! goes on; what is not plain ends it.

use std::ops::Range;

use hashbrown::HashMap;

use super::brief::{Source, bare_events, timed_events};
use super::{Home, More, PlainEvent};
use crate::base::pack;
use crate::import::scan::NearPacket;
use crate::import::ties::Noter;
use crate::import::unit::counter::Growth;
use crate::import::unit::label::LocalLabels;
use crate::import::unit::list::{Near, Unit};
use crate::import::unit::timing::{Named, Ticks};
use crate::import::unit::{Decoded, Decoder, Kind, NamedMark, Namer, State, TrackList};

impl PlainEvent {
    /// Returns by how much the thread's time has grown since the event before.
    fn grown(&self) -> u64 {
        self.thread_time.unwrap_or(0)
    }

    /// Reads an event that goes where the one before it went, and that tells a time of the thread if `TIMED`;
    /// `None` for any other event.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn at_home<const TIMED: bool>(
        bytes: &[u8],
        range: (usize, usize),
        more: &mut More,
        home: Home,
    ) -> Option<Self> {
        let event = Self::read(bytes, range, more)?;
        let is_at_home = event.thread_time.is_some() == TIMED && event.track == home.track;
        is_at_home.then_some(event)
    }

    /// Returns the event as it stands in a list.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn near<const TIMED: bool>(
        &self,
        (label, d_pos): (u32, u64),
        (time, unit): (i64, Unit),
        more: &More,
        home: Home,
    ) -> Near {
        Near {
            kind: self.kind,
            label,
            d_pos,
            time: time.cast_unsigned(),
            thread: TIMED.then_some(self.grown()),
            unit,
            has_args: self.has_args(more, home),
            has_flows: self.has_more && more.has_flow(),
        }
    }
}

/// What is noted of events besides their lists.
pub(super) struct Notes<'d, 's> {
    extension_fields: &'d mut HashMap<u32, u64>,
    namer: &'d mut Namer<'s>,
    named: &'d mut Vec<NamedMark>,
    epoch: u32,
    noter: &'d mut Noter<'s>,
    /// Times at which events need not be noted any more.
    noted: Range<i64>,
}

impl Notes<'_, '_> {
    /// Notes what else the last event of `list` does. The event ends at `end`, and `at` is its time and
    /// position.
    #[inline]
    pub(super) fn more(
        &mut self,
        more: &More,
        (bytes, end): (&[u8], usize),
        at: (i64, u64),
        list: &mut TrackList,
    ) {
        if more.extensions != [0; 4] {
            more.count_extensions(self.extension_fields);
        }
        if let Some(names) = more.names(bytes, end) {
            self.namer.event(names, at, self.epoch, self.named);
        }
        list.push_flow(more.flow);
    }

    /// Notes that there is an event at a time.
    #[inline]
    fn time(&mut self, ts: i64) {
        if !self.noted.contains(&ts) {
            self.noter.event(ts);
            self.noted = self.noter.noted(ts).unwrap_or_default();
        }
    }
}

/// Returns the time of a packet, which may name a clock, how far it is from the event before, and the unit of
/// that; `None` if the clocks cannot tell.
#[inline]
fn timing_of<const TIMED: bool, const UNIT_NS: i64>(
    packet: &NearPacket,
    before: i64,
    (clock, named): (&Ticks, &Named),
) -> Option<(i64, i64, Unit)> {
    let ts = match packet.clock {
        0 => clock.any_after::<UNIT_NS>(packet.timestamp)?,
        id if id == named.clock => named.at(packet.timestamp)?,
        _ => return None,
    };
    let later = ts.wrapping_sub(before);
    let (time, unit) = match pack::thousandth(later) {
        Some(micros) if micros >= 0 => (micros.into(), Unit::Micros),
        _ if TIMED => (later, Unit::Fine),
        _ => (later, Unit::Nanos),
    };
    Some((ts, time, unit))
}

/// How far a streak has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// Where the next packet begins, and in `last` where the one before begins, which may be far away.
    pub(super) at: usize,
    pub(super) last: usize,
    /// How many events there were, and in `n_ends` how many of them were ends.
    pub(super) n: usize,
    pub(super) n_ends: usize,
}

impl Place {
    /// Goes on behind an event, to `end`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn go_on(&mut self, kind: Kind, end: usize) {
        self.n += 1;
        self.n_ends += usize::from(kind == Kind::End);
        (self.last, self.at) = (self.at, end);
    }
}

/// Takes in events whose packets name no clock.
#[inline(never)]
fn usual_events<const TIMED: bool, const UNIT_NS: i64>(
    source: Source<'_>,
    place: &mut Place,
    (clock, labels, list): (&mut Ticks, &mut LocalLabels, &mut TrackList),
    mut growth: Option<&mut Growth<'_>>,
    (more, notes): (&mut More, &mut Notes<'_, '_>),
) {
    let (tail, home) = (source.tail, source.home);
    let bytes = source.bytes.get(..source.until).unwrap_or(source.bytes);
    while let Some(packet) = NearPacket::read(bytes, place.at, tail)
        && let Some(event) = PlainEvent::at_home::<TIMED>(bytes, packet.event, more, home)
        && let Some(ts) = clock.after::<UNIT_NS>(packet.timestamp)
        && let Some(label) = labels.of_known(event.ids, source.table, source.strings)
    {
        let d_pos = place.at.wrapping_sub(place.last) as u64;
        let time = (packet.timestamp, Unit::of_ns(UNIT_NS));
        let near = event.near::<TIMED>((label, d_pos), time, more, home);
        let Some(words) = near.words() else { break };
        list.push_near(words);
        if event.has_more {
            let pos = source.start + place.at as u64;
            notes.more(more, (bytes, packet.event.1), (ts, pos), list);
        }
        if let Some(growth) = growth.as_deref_mut() {
            growth.add(ts, event.grown(), list.len_of_times());
        }
        clock.ts = ts;
        place.go_on(event.kind, packet.end);
    }
}

impl Decoder<'_> {
    /// Decodes plain packets that begin in a range, as long as each goes on where the one before it left off.
    /// Returns where the next begins. Some bytes of `all` behind the range are looked at, too.
    pub(in crate::import::unit) fn streak(
        &mut self,
        all: &[u8],
        range: Range<usize>,
        state: &State<'_>,
    ) -> usize {
        let at = range.start;
        let Some(home) = self.home else { return at };
        let bytes = all.get(..range.end).unwrap_or(all);
        let near = (bytes, all, range.clone());
        match (self.timing.tick_ns(), home.thread_time) {
            (Some(1000), Some(_)) => self.streak_of_ticks::<true, 1000>(home, near, state),
            (Some(1000), None) => self.streak_of_ticks::<false, 1000>(home, near, state),
            (Some(1), None) => self.streak_of_ticks::<false, 1>(home, near, state),
            _ => self.streak_of_any(home, (bytes, range), state),
        }
        .unwrap_or(at)
    }

    /// Does what [`Self::streak`] does where packets say how many units of `UNIT_NS` nanoseconds have gone
    /// by, except a few that name a clock. If `TIMED`, all events say how many microseconds of the thread's
    /// time have gone by, and units are microseconds, too; otherwise no event does.
    #[inline(never)]
    fn streak_of_ticks<const TIMED: bool, const UNIT_NS: i64>(
        &mut self,
        home: Home,
        (bytes, all, range): (&[u8], &[u8], Range<usize>),
        state: &State<'_>,
    ) -> Option<usize> {
        let Decoded {
            lists,
            counters,
            labels,
            extension_fields,
            named,
            ..
        } = &mut self.out;
        let (_, list) = lists.get_mut(home.list as usize)?;
        if list.len == 0 {
            return None;
        }
        let mut before = list.before();
        let noted = self.noter.noted(before.ts).unwrap_or_default();
        let mut clock = self.timing.ticks(&noted)?;
        let mut growth = None;
        if let Some(slot) = home.thread_time.filter(|_| TIMED) {
            let slot = self.slots.get_mut(slot as usize)?;
            growth = Some(Growth::of(slot, counters, (home.list, list))?);
        }
        let table = (state.table, state.epoch.table);
        let mut place = Place {
            at: range.start,
            last: (before.pos.wrapping_sub(state.run.start)) as usize,
            ..Place::default()
        };
        let mut notes = Notes {
            extension_fields,
            namer: &mut self.namer,
            named,
            epoch: state.run.epoch,
            noter: &mut self.noter,
            noted,
        };
        let mut more = More::default();
        let source = Source {
            bytes: all,
            until: range.end,
            tail: &self.tail,
            home,
            table,
            strings: &self.scan.strings,
            start: state.run.start,
        };
        loop {
            // Nearly all packets name no clock, and come after one that does not either.
            let is_usual = clock.ts == before.ts;
            if is_usual {
                let to = (&mut clock, &mut *labels, &mut *list);
                let (growth, notes) = (growth.as_mut(), (&mut more, &mut notes));
                match (home.track, growth) {
                    (None, None) => bare_events::<UNIT_NS>(source, &mut place, to),
                    (None, Some(growth)) => timed_events(source, &mut place, to, growth, notes),
                    (Some(_), growth) => {
                        usual_events::<TIMED, UNIT_NS>(source, &mut place, to, growth, notes);
                    }
                }
                before.ts = clock.ts;
            }
            // This is an event that the loops leave out; the next may be as usual again.
            if let Some(packet) = NearPacket::read_any(bytes, place.at, &self.tail)
                && let Some(event) =
                    PlainEvent::at_home::<TIMED>(bytes, packet.event, &mut more, home)
                && let Some((ts, time, unit)) =
                    timing_of::<TIMED, UNIT_NS>(&packet, before.ts, (&clock, self.timing.named()))
                && let Some(label) = labels.of_known(event.ids, table, source.strings)
                && let d_pos = place.at.wrapping_sub(place.last) as u64
                && let near = event.near::<TIMED>((label, d_pos), (time, unit), &more, home)
                && let Some(words) = near.words()
            {
                let pos = state.run.start + place.at as u64;
                list.push_near(words);
                if event.has_more {
                    notes.more(&more, (bytes, packet.event.1), (ts, pos), list);
                }
                if ts < before.ts {
                    list.goes_back((ts, pos), before.ts);
                }
                if let Some(growth) = &mut growth {
                    growth.add_any((ts, pos), event.grown(), list.len_of_times());
                }
                notes.time(ts);
                clock.go_on((packet.clock == 0).then_some(ts), &notes.noted);
                before.ts = ts;
                place.go_on(event.kind, packet.end);
            } else {
                break;
            }
        }
        if let Some(growth) = growth {
            before.thread_ts = growth.finish(list.len_of_times());
        }
        self.timing.go_to(clock.ts);
        before.pos = state.run.start.wrapping_add(place.last as u64);
        list.went_on((place.n, place.n - place.n_ends), before);
        Some(place.at)
    }

    /// Does what [`Self::streak`] does on any clock, for events without thread times.
    #[inline(never)]
    fn streak_of_any(
        &mut self,
        home: Home,
        (bytes, range): (&[u8], Range<usize>),
        state: &State<'_>,
    ) -> Option<usize> {
        let mut at = range.start;
        let Decoded {
            lists,
            labels,
            extension_fields,
            named,
            ..
        } = &mut self.out;
        let (_, list) = lists.get_mut(home.list as usize)?;
        let mut before = list.before();
        let table = state.epoch.table;
        let (mut n, mut n_ends) = (0, 0);
        let mut notes = Notes {
            extension_fields,
            namer: &mut self.namer,
            named,
            epoch: state.run.epoch,
            noter: &mut self.noter,
            noted: 0..0,
        };
        let mut more = More::default();
        while let Some(packet) = NearPacket::read(bytes, at, &self.tail)
            && let Some(event) = PlainEvent::at_home::<false>(bytes, packet.event, &mut more, home)
            && let Some((clock, ts)) = self.timing.known(packet.timestamp)
            && ts >= 0
        {
            let Some(label) = labels.of_known(event.ids, (state.table, table), &self.scan.strings)
            else {
                break;
            };
            let pos = state.run.start + at as u64;
            let place = (label, pos.wrapping_sub(before.pos));
            let time = (ts.wrapping_sub(before.ts), Unit::Nanos);
            let near = event.near::<false>(place, time, &more, home);
            let Some(words) = near.words() else { break };
            list.push_near(words);
            if event.has_more {
                notes.more(&more, (bytes, packet.event.1), (ts, pos), list);
            }
            notes.time(ts);
            self.timing.set(clock);
            (before.ts, before.pos) = (ts, pos);
            n += 1;
            n_ends += usize::from(event.kind == Kind::End);
            at = packet.end;
        }
        list.went_on((n, n - n_ends), before);
        Some(at)
    }
}
