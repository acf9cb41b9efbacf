//! The events of one track as decoded: 12 bytes each, in file order.
//!
//! Times and positions are relative to their segment; a new segment begins where
//! they do not fit. Lists are the largest transient of an import, hence the size.

/// What an event does to its track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Kind {
    Begin,
    End,
    Instant,
    Complete,
    /// A new value of a state track.
    State,
    /// Marks the slice on top of the stack as the one that a flow binds to.
    BindEnclosing,
    /// Marks the next slice as the one that a flow binds to.
    BindNext,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Begin,
        Self::End,
        Self::Instant,
        Self::Complete,
        Self::State,
        Self::BindEnclosing,
        Self::BindNext,
        Self::BindNext,
    ];
}

const LABEL_BITS: u32 = 27;
const LABEL_MASK: u32 = (1 << LABEL_BITS) - 1;
const EXTRA: u32 = 1 << 27;
const FLOW: u32 = 1 << 28;
const KIND_SHIFT: u32 = 29;

#[derive(Clone, Copy, Debug)]
struct Packed {
    /// Nanoseconds after the segment's base.
    ts: u32,
    /// Bytes after the segment's base.
    pos: u32,
    bits: u32,
}

/// Events whose times and positions are close together.
#[derive(Clone, Debug)]
pub(in crate::import) struct Segment {
    base_ts: i64,
    base_pos: u64,
    events: Vec<Packed>,
}

/// An event as the stacker sees it.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Unpacked {
    pub(in crate::import) ts: i64,
    pub(in crate::import) pos: u64,
    pub(in crate::import) kind: Kind,
    /// Local to the unit.
    pub(in crate::import) label: u32,
    pub(in crate::import) has_extra: bool,
    pub(in crate::import) has_flows: bool,
}

/// The events of a track in one unit, in file order.
#[derive(Clone, Debug)]
pub(in crate::import) struct TrackList {
    pub(in crate::import) segments: Vec<Segment>,
    /// The smallest (ts, pos).
    pub(in crate::import) first: (i64, u64),
    /// The (ts, pos) of the last event pushed.
    pub(in crate::import) last: (i64, u64),
    /// Whether (ts, pos) never decreases.
    pub(in crate::import) sorted: bool,
    /// The smallest (ts, pos) and label of an event that can name the track.
    pub(in crate::import) len: usize,
}

impl Default for TrackList {
    fn default() -> Self {
        Self {
            segments: Vec::new(),
            first: (i64::MAX, u64::MAX),
            last: (i64::MIN, 0),
            sorted: true,
            len: 0,
        }
    }
}

impl TrackList {
    /// Appends an event; positions must increase.
    #[inline]
    pub(super) fn push(
        &mut self,
        ts: i64,
        pos: u64,
        kind: Kind,
        label: u32,
        has_extra: bool,
        has_flows: bool,
    ) {
        let key = (ts, pos);
        self.sorted &= self.last <= key;
        self.last = key;
        self.first = self.first.min(key);
        self.len += 1;
        let bits = label & LABEL_MASK
            | if has_extra { EXTRA } else { 0 }
            | if has_flows { FLOW } else { 0 }
            | (kind as u32) << KIND_SHIFT;
        if let Some(segment) = self.segments.last_mut()
            && let Ok(ts) = u32::try_from(ts.wrapping_sub(segment.base_ts))
            && let Ok(pos) = u32::try_from(pos.wrapping_sub(segment.base_pos))
        {
            segment.events.push(Packed { ts, pos, bits });
            return;
        }
        // Leaves room for events that are up to 1 ms late.
        let base_ts = ts.saturating_sub(1_000_000);
        let event = Packed {
            ts: u32::try_from(ts - base_ts).unwrap_or(0),
            pos: 0,
            bits,
        };
        let base_ts = ts - i64::from(event.ts);
        self.segments.push(Segment {
            base_ts,
            base_pos: pos,
            events: vec![event],
        });
    }

    /// Returns the events in file order.
    pub(in crate::import) fn iter(&self) -> impl Iterator<Item = Unpacked> + '_ {
        self.segments.iter().flat_map(|segment| {
            segment.events.iter().map(|event| Unpacked {
                ts: segment.base_ts + i64::from(event.ts),
                pos: segment.base_pos + u64::from(event.pos),
                kind: Kind::ALL[(event.bits >> KIND_SHIFT) as usize],
                label: event.bits & LABEL_MASK,
                has_extra: event.bits & EXTRA != 0,
                has_flows: event.bits & FLOW != 0,
            })
        })
    }
}
