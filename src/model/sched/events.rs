//! Events of the kernel, the rows of `ftrace_event`. A trace of a phone has millions of them, and only SQL
//! reads them. So an import only counts them, and [`Trace::ftrace_rows`] reads the trace once more. Each
//! takes about eight bytes; what the events of a bundle share is kept once.
//!
//! [`Trace::ftrace_rows`]: crate::model::trace::Trace::ftrace_rows

use hashbrown::HashMap;

use super::FtraceRow;
use crate::base::intern::StrId;
use crate::base::rows::{PackedRows, Row};
use crate::base::time::Ts;
use crate::model::ids::Utid;

/// What the events of a bundle share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FtraceBundle {
    /// The CPU: see [`super::CPUS_PER_MACHINE`].
    pub cpu: u32,
    /// Where in the trace the bundle begins.
    pub offset: u64,
    /// Where in the bundle its compact scheduling data begins.
    pub compact: u32,
}

/// What kind of event a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FtraceKind {
    /// The name.
    pub name: StrId,
    /// Whether the event comes from compact scheduling data.
    pub is_compact: bool,
    /// Flags that the kernel recorded with a compact wakeup.
    pub common_flags: u16,
    /// What the thread was called that a compact switch took off its CPU.
    pub prev_comm: Option<StrId>,
}

/// A row to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FtraceEvent {
    /// When it happened.
    pub ts: Ts,
    /// Its bundle: see [`FtraceTable::add_bundles`].
    pub bundle: u32,
    /// Where in the bundle the event begins; of a compact event, its index among those of the bundle.
    pub place: u32,
    /// In which thread.
    pub utid: Utid,
    /// Of which kind: see [`FtraceTable::kind`].
    pub kind: u32,
}

/// How many events there are, and when the first and the last happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FtraceExtent {
    len: usize,
    ends: Option<(Ts, Ts)>,
}

impl FtraceExtent {
    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns when the first and the last happened.
    pub fn ends(&self) -> Option<(Ts, Ts)> {
        self.ends
    }

    /// Counts an event.
    #[inline]
    pub fn cover(&mut self, ts: Ts) {
        self.len += 1;
        match &mut self.ends {
            Some((_, last)) => *last = ts,
            None => self.ends = Some((ts, ts)),
        }
    }
}

/// All events, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct FtraceTable {
    extent: FtraceExtent,
    /// Whether rows are kept, not only counted.
    is_kept: bool,
    bundles: Vec<FtraceBundle>,
    kinds: Vec<FtraceKind>,
    by_kind: HashMap<FtraceKind, u32>,
    /// Each row has its time, bundle, place, thread and kind.
    rows: PackedRows,
}

impl FtraceTable {
    /// Returns a table that keeps rows; by default they are only counted.
    pub fn of_rows() -> Self {
        Self {
            is_kept: true,
            ..Self::default()
        }
    }

    /// Returns whether rows are kept.
    pub fn keeps_rows(&self) -> bool {
        self.is_kept
    }

    /// Returns how many rows were added, kept or not.
    pub fn extent(&self) -> FtraceExtent {
        self.extent
    }

    /// Reserves room for so many more rows, if rows are kept, and calls `prepare` with that room.
    pub fn reserve(&mut self, rows: usize, prepare: impl FnOnce(&mut Vec<u8>)) {
        if self.is_kept {
            self.rows.reserve(rows, prepare);
        }
    }

    /// Adds bundles. Returns the number of the first.
    pub fn add_bundles(&mut self, bundles: impl Iterator<Item = FtraceBundle>) -> u32 {
        let first = self.bundles.len() as u32;
        if self.is_kept {
            self.bundles.extend(bundles);
        }
        first
    }

    /// Returns the number of a kind.
    pub fn kind(&mut self, kind: FtraceKind) -> u32 {
        *self.by_kind.entry(kind).or_insert_with(|| {
            self.kinds.push(kind);
            self.kinds.len() as u32 - 1
        })
    }

    /// Returns the number of a kind that differs from another in the thread that was taken off the CPU.
    pub fn kind_with(&mut self, kind: u32, prev_comm: Option<StrId>) -> u32 {
        match self.kinds.get(kind as usize) {
            Some(&other) => self.kind(FtraceKind { prev_comm, ..other }),
            None => kind,
        }
    }

    /// Counts rows that come after those counted so far.
    pub fn count(&mut self, rows: FtraceExtent) {
        self.extent.len += rows.len;
        self.extent.ends = match (self.extent.ends, rows.ends) {
            (Some((first, _)), Some((_, last))) => Some((first, last)),
            (ends, others) => ends.or(others),
        };
    }

    /// Appends a row, if rows are kept. Its bundle and its kind must be known. The row is not counted: see
    /// [`Self::count`].
    #[inline]
    pub fn keep(&mut self, event: FtraceEvent) {
        let FtraceEvent {
            ts,
            bundle,
            place,
            utid,
            kind,
        } = event;
        if self.is_kept {
            self.rows.push((ts.ns(), [bundle, place, utid.0, kind]));
        }
    }

    /// Gives back the room that is left.
    pub fn shrink(&mut self) {
        self.bundles.shrink_to_fit();
        self.rows.shrink();
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns all texts that rows name.
    pub fn names(&self) -> impl Iterator<Item = StrId> + '_ {
        let kinds = self.kinds.iter();
        kinds.flat_map(|kind| [kind.name].into_iter().chain(kind.prev_comm))
    }

    /// Returns a row that was kept, `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<FtraceRow> {
        self.unpack(self.rows.get(index)?)
    }

    fn unpack(&self, (ts, [bundle, place, utid, kind]): Row) -> Option<FtraceRow> {
        let bundle = self.bundles.get(bundle as usize)?;
        let kind = self.kinds.get(kind as usize)?;
        let (place, index) = if kind.is_compact {
            (bundle.compact, Some(place))
        } else {
            (place, None)
        };
        Some(FtraceRow {
            ts: Ts::from_ns(ts),
            name: kind.name,
            cpu: bundle.cpu,
            utid: Utid(utid),
            common_flags: kind.common_flags,
            prev_comm: kind.prev_comm,
            offset: bundle.offset + u64::from(place),
            index,
        })
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl Iterator<Item = FtraceRow> + '_ {
        let rows = self.rows.iter();
        rows.map_while(|row| self.unpack(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_have_what_their_bundles_and_kinds_have() {
        let mut table = FtraceTable::of_rows();
        let mut counted = FtraceTable::default();
        let bundle = |cpu, offset, compact| FtraceBundle {
            cpu,
            offset,
            compact,
        };
        assert_eq!(table.add_bundles([bundle(3, 1000, 7)].into_iter()), 0);
        assert_eq!(table.add_bundles([bundle(4096, 1 << 39, 9)].into_iter()), 1);
        let kind = |is_compact, common_flags| FtraceKind {
            name: StrId::new(5),
            is_compact,
            common_flags,
            prev_comm: is_compact.then_some(StrId::new(6)),
        };
        let numbers = [kind(false, 0), kind(true, 17), kind(false, 0)].map(|kind| table.kind(kind));
        assert_eq!(numbers, [0, 1, 0]);
        let ts = Ts::from_ns(-8);
        for (bundle, kind) in [(0, 0), (1, 1)] {
            let (place, utid) = (60, Utid(2));
            let event = FtraceEvent {
                ts,
                bundle,
                place,
                utid,
                kind,
            };
            let mut extent = FtraceExtent::default();
            extent.cover(ts);
            for table in [&mut table, &mut counted] {
                table.keep(event);
                table.count(extent);
                table.count(FtraceExtent::default());
            }
        }
        table.shrink();
        assert_eq!(table.extent(), counted.extent());
        assert_eq!(
            (table.extent().len(), table.extent().ends()),
            (2, Some((ts, ts)))
        );
        assert_eq!(counted.iter().count(), 0);
        let row = FtraceRow {
            ts,
            name: StrId::new(5),
            cpu: 3,
            utid: Utid(2),
            common_flags: 0,
            prev_comm: None,
            offset: 1060,
            index: None,
        };
        let compact = FtraceRow {
            cpu: 4096,
            common_flags: 17,
            prev_comm: Some(StrId::new(6)),
            offset: (1 << 39) + 9,
            index: Some(60),
            ..row
        };
        assert_eq!(table.iter().collect::<Vec<_>>(), [row, compact]);
        assert_eq!(table.get(2), None);
    }
}
