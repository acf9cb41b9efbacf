//! Names and categories of the events of a unit.
//!
//! Interned strings have global ids already; what events spell out is interned
//! here and given a global id when units are put together.

use hashbrown::HashMap;

use super::{Scratch, TrackEventView};
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::Fields;
use crate::import::sequence::InternTable;

/// A string: none, of the trace, or of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::import) struct LocalStr(u32);

const LOCAL: u32 = 1 << 31;

impl LocalStr {
    const NONE: Self = Self(u32::MAX);

    /// Returns the global id, given those of the unit's own strings.
    pub(in crate::import) fn global(self, own: &[StrId]) -> Option<StrId> {
        match self {
            Self::NONE => None,
            Self(id) if id & LOCAL != 0 => own.get((id & !LOCAL) as usize).copied(),
            Self(id) => Some(StrId(id)),
        }
    }
}

/// A name and category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::import) struct LocalLabel {
    pub(in crate::import) name: LocalStr,
    pub(in crate::import) category: LocalStr,
}

/// How many bytes of interned categories an event may join: it names each with a byte or two, so
/// that a small trace could fill memory.
const MAX_JOINED: usize = 1024;

/// How many recent (name, category) ids are remembered by index, at the least and at the most: a
/// unit may be a single event, and there may be as many units as events.
const CACHE: (usize, usize) = (16, 1024);

/// Marks the epoch of what is remembered for two categories.
const PAIR: u32 = 1 << 31;

/// The labels of a unit.
#[derive(Debug)]
pub(in crate::import) struct LocalLabels {
    /// Distinct labels.
    pub(in crate::import) labels: Vec<LocalLabel>,
    /// Strings that events spell out.
    pub(in crate::import) strings: StrPool,
    ids: HashMap<LocalLabel, u32>,
    /// (name iid, category iid, epoch + 1) to label; a power of two of them, or none yet. Beside
    /// [`PAIR`], the category is two of 32 bits.
    cache: Vec<(u64, u64, u32, u32)>,
    unknown_ids: u64,
}

impl Default for LocalLabels {
    fn default() -> Self {
        Self {
            labels: Vec::new(),
            strings: StrPool::new(),
            ids: HashMap::new(),
            cache: Vec::new(),
            unknown_ids: 0,
        }
    }
}

impl LocalLabels {
    /// Returns where in the cache a name and category are.
    #[inline]
    fn slot_of(&self, name: u64, category: u64) -> usize {
        let both = (name ^ category.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (both >> 40) as usize & self.cache.len().wrapping_sub(1)
    }

    /// Makes the cache larger, and empty, if there are many labels for its size.
    fn make_room(&mut self) {
        let wanted = (self.labels.len() * 4).next_power_of_two();
        let wanted = wanted.clamp(CACHE.0, CACHE.1);
        if self.cache.len() < wanted {
            self.cache = vec![(0, 0, 0, 0); wanted];
        }
    }

    /// Forgets what only helps to find the labels of more events.
    pub(super) fn finish(&mut self) {
        self.cache = Vec::new();
        self.ids = HashMap::new();
    }

    /// Returns how many ids could not be resolved so far.
    pub(super) fn n_unknown_ids(&self) -> u64 {
        self.unknown_ids
    }

    /// Returns the label of an event with this interned name and category, 0 for none, if one came
    /// lately.
    #[inline]
    pub(super) fn cached(&self, (name, category): (u64, u64), epoch: u32) -> Option<u32> {
        let entry = self.cache.get(self.slot_of(name, category))?;
        ((entry.0, entry.1, entry.2) == (name, category, epoch + 1)).then_some(entry.3)
    }

    /// Returns the label of an event.
    #[inline]
    pub(in crate::import) fn of_event(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        table: &InternTable,
        strings: &StrPool,
        epoch: u32,
    ) -> u32 {
        let literal = scratch.has_literal_categories || (view.name_iid == 0 && view.name.is_some());
        let (category, epoch) = match *scratch.category_iids.as_slice() {
            _ if literal => return self.uncached(view, scratch, table, strings),
            [] => (0, epoch + 1),
            [iid] => (iid, epoch + 1),
            // Joining the two names is what takes time.
            [a, b] if (a | b) >> 32 == 0 => (a | b << 32, (epoch + 1) | PAIR),
            _ => return self.uncached(view, scratch, table, strings),
        };
        let slot = self.slot_of(view.name_iid, category);
        let key = (view.name_iid, category, epoch);
        let found = self.cache.get(slot).copied().unwrap_or_default();
        if (found.0, found.1, found.2) == key {
            return found.3;
        }
        let before = self.unknown_ids;
        let label = self.uncached(view, scratch, table, strings);
        if self.unknown_ids == before {
            self.make_room();
            let slot = self.slot_of(view.name_iid, category);
            if let Some(entry) = self.cache.get_mut(slot) {
                *entry = (key.0, key.1, key.2, label);
            }
        }
        label
    }

    fn uncached(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        table: &InternTable,
        strings: &StrPool,
    ) -> u32 {
        let name = if view.name_iid != 0 {
            if let Some(id) = table.names.get(view.name_iid) {
                LocalStr(id)
            } else {
                self.unknown_ids += 1;
                LocalStr::NONE
            }
        } else {
            view.name.map_or(LocalStr::NONE, |name| self.own(name))
        };
        let category = self.category(view, scratch, table, strings);
        let label = LocalLabel { name, category };
        let labels = &mut self.labels;
        *self.ids.entry(label).or_insert_with(|| {
            labels.push(label);
            labels.len() as u32 - 1
        })
    }

    fn own(&mut self, bytes: &[u8]) -> LocalStr {
        LocalStr(self.strings.intern(bytes).0 | LOCAL)
    }

    fn category(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        table: &InternTable,
        strings: &StrPool,
    ) -> LocalStr {
        let mut literals: Vec<&[u8]> = Vec::new();
        if scratch.has_literal_categories {
            literals.extend(
                Fields::new(view.bytes)
                    .filter(|field| field.number == 22)
                    .map(|field| field.as_bytes()),
            );
        }
        if let ([iid], true) = (scratch.category_iids.as_slice(), literals.is_empty()) {
            if let Some(id) = table.categories.get(*iid) {
                return LocalStr(id);
            }
            self.unknown_ids += 1;
            return self.own(format!("unknown({iid})").as_bytes());
        }
        if scratch.category_iids.is_empty() && literals.is_empty() {
            return LocalStr::NONE;
        }
        let mut parts: Vec<&[u8]> = Vec::new();
        let mut len = 0;
        for &iid in &scratch.category_iids {
            match table.categories.get(iid).map(|id| strings.bytes(StrId(id))) {
                Some(_) if len > MAX_JOINED => {}
                Some(category) => {
                    len += category.len();
                    parts.push(category);
                }
                None => self.unknown_ids += 1,
            }
        }
        parts.extend(literals);
        if parts.is_empty() {
            return LocalStr::NONE;
        }
        let joined = parts.join(&b',');
        self.own(&joined)
    }
}
