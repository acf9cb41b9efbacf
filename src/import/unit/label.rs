//! Names and categories of the events of a unit.
//!
//! Interned strings have global ids already; what events spell out is interned
//! here and given a global id when units are put together.

use hashbrown::HashMap;

use super::{Scratch, TrackEventView};
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::Fields;
use crate::import::descriptor::join_category;
use crate::import::sequence::{InternTable, NO_TEXT};
use crate::proto::track_event;

/// A string: none, one of the trace, or one of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::import) struct LocalStr(u32);

const LOCAL: u32 = 1 << 31;

/// Stands for no label.
const NO_LABEL: u32 = u32::MAX;

impl LocalStr {
    const NONE: Self = Self(u32::MAX);

    /// Returns the string with an id from an [`InternTable`].
    fn interned(id: u32) -> Self {
        if id == NO_TEXT { Self::NONE } else { Self(id) }
    }

    /// Returns the index among the unit's own strings, if the string is one of them.
    fn own(self) -> Option<usize> {
        (self != Self::NONE && self.0 & LOCAL != 0).then_some((self.0 & !LOCAL) as usize)
    }

    /// Returns the global id, given the global ids of the unit's own strings.
    pub(in crate::import) fn global(self, own: &[StrId]) -> Option<StrId> {
        match self {
            Self::NONE => None,
            Self(id) if id & LOCAL != 0 => own.get((id & !LOCAL) as usize).copied(),
            Self(id) => Some(StrId::new(id)),
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

/// How many places there are for labels in the beginning: a unit may be a single event, and there
/// may be as many units as events.
const PLACES_MIN: usize = 16;

/// How many places a label may be found in, so that no choice of ids makes finding labels slow.
const TRIES: usize = 8;

/// The ids of an interned name and of at most three interned categories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LabelIds {
    /// 0 for none.
    pub(super) name: u64,
    /// 0 for none. Several stand side by side in the bits below [`SEVERAL`], which is set then.
    categories: u64,
}

/// Set if there are several categories. Larger ids are left to the general way.
const SEVERAL: u64 = 1 << 63;
/// How many bits each of several categories has.
const CATEGORY_BITS: u32 = 21;
const CATEGORY_MASK: u64 = (1 << CATEGORY_BITS) - 1;

impl LabelIds {
    /// Adds a category. `None` if there are too many or the id is too large or 0, which names no category but
    /// still counts as one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every other packet")]
    pub(super) fn add_category(&mut self, iid: u64) -> Option<()> {
        if iid == 0 || iid >= SEVERAL {
            return None;
        }
        if self.categories == 0 {
            self.categories = iid;
            return Some(());
        }
        self.categories = Self::with_another(self.categories, iid)?;
        Some(())
    }

    #[inline(never)]
    fn with_another(categories: u64, iid: u64) -> Option<u64> {
        let known = categories & !SEVERAL;
        let n = if known == categories { 1 } else { 2 };
        let has_room = known >> (n * CATEGORY_BITS) == 0 && iid <= CATEGORY_MASK;
        has_room.then(|| known | iid << (n * CATEGORY_BITS) | SEVERAL)
    }

    /// Returns the categories.
    pub(super) fn categories(self) -> impl Iterator<Item = u64> {
        let ids = match self.categories {
            one if one & SEVERAL == 0 => [one, 0, 0],
            all => [0, 1, 2].map(|n| all >> (n * CATEGORY_BITS) & CATEGORY_MASK),
        };
        ids.into_iter().take_while(|&id| id != 0)
    }

    /// Returns the ids of an event that spells out neither its name nor a category.
    fn of_event(view: &TrackEventView<'_>, scratch: &Scratch) -> Option<Self> {
        if scratch.has_literal_categories || (view.name_iid == 0 && view.name.is_some()) {
            return None;
        }
        let mut ids = Self {
            name: view.name_iid,
            ..Self::default()
        };
        for &iid in &scratch.category_iids {
            ids.add_category(iid)?;
        }
        Some(ids)
    }
}

/// A label that was met.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    ids: LabelIds,
    /// The index of the table that the ids are of, plus one; 0 if the place is free.
    table: u32,
    label: u32,
}

/// The labels of a unit.
#[derive(Debug)]
pub(in crate::import) struct LocalLabels {
    /// Labels, of which some may be the same.
    pub(in crate::import) labels: Vec<LocalLabel>,
    /// Strings that events spell out.
    pub(in crate::import) strings: StrPool,
    /// The first label with each of these strings as its name; [`NO_LABEL`] for none. Most names
    /// have one label only.
    first_of: Vec<u32>,
    /// All other labels.
    ids: HashMap<LocalLabel, u32>,
    /// The last category that was spelled out alone.
    last_category: Option<(Vec<u8>, LocalStr)>,
    /// The labels that were met, in places that depend on their ids. The number of places is a power of two,
    /// or 0 at first.
    known: Vec<Known>,
    n_known: usize,
    /// The label without name and category, which most ends have.
    none: Option<u32>,
    /// A buffer for joining the names of several categories.
    joined: Vec<u8>,
    unknown_ids: u64,
    /// The last id that could not be resolved, and what it should have named.
    last_unknown: (u64, &'static str),
}

impl Default for LocalLabels {
    fn default() -> Self {
        Self {
            labels: Vec::new(),
            strings: StrPool::new(),
            first_of: Vec::new(),
            ids: HashMap::new(),
            last_category: None,
            known: Vec::new(),
            n_known: 0,
            none: None,
            joined: Vec::new(),
            unknown_ids: 0,
            last_unknown: (0, ""),
        }
    }
}

impl LocalLabels {
    /// Returns the places in which the label with these ids may be.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn places(&self, ids: LabelIds) -> impl Iterator<Item = usize> + use<> {
        let both = (ids.name ^ ids.categories.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (first, mask) = ((both >> 40) as usize, self.known.len().wrapping_sub(1));
        (0..TRIES).map(move |n| (first + n) & mask)
    }

    /// Remembers a label; forgets another if there are too many in its places.
    fn remember(&mut self, known: Known) {
        if self.n_known * 2 >= self.known.len() {
            let n_places = (self.known.len() * 4).max(PLACES_MIN);
            let before = std::mem::replace(&mut self.known, vec![Known::default(); n_places]);
            self.n_known = 0;
            for known in before.into_iter().filter(|known| known.table != 0) {
                self.put(known);
            }
        }
        self.put(known);
    }

    fn put(&mut self, known: Known) {
        self.n_known += 1;
        let mut places = self.places(known.ids);
        let is_free = |&place: &usize| self.known.get(place).is_some_and(|it| it.table == 0);
        let place = places
            .find(is_free)
            .or_else(|| self.places(known.ids).last());
        if let Some(place) = place.and_then(|place| self.known.get_mut(place)) {
            *place = known;
        }
    }

    /// Forgets what only helps to find the labels of more events.
    pub(super) fn finish(&mut self) {
        self.known = Vec::new();
        self.joined = Vec::new();
        self.ids = HashMap::new();
        self.first_of = Vec::new();
        self.last_category = None;
    }

    /// Returns how many ids could not be resolved so far.
    pub(super) fn n_unknown_ids(&self) -> u64 {
        self.unknown_ids
    }

    /// Returns the last id that could not be resolved, and what it should have named.
    pub(super) fn last_unknown(&self) -> (u64, &'static str) {
        self.last_unknown
    }

    #[cold]
    fn unknown(&mut self, iid: u64, what: &'static str) {
        self.unknown_ids += 1;
        self.last_unknown = (iid, what);
    }

    /// Returns the label of interned names and categories, if it is remembered.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn met(&self, ids: LabelIds, table: u32) -> Option<u32> {
        for place in self.places(ids) {
            let known = self.known.get(place)?;
            if known.ids == ids && known.table == table + 1 {
                return Some(known.label);
            }
            if known.table == 0 {
                return None;
            }
        }
        None
    }

    /// Returns the label without name and category, if there was an event with it.
    pub(super) fn of_none(&self) -> Option<u32> {
        self.none
    }

    /// Returns the label of ids that were met before, or that all have strings in the table.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn of_known(
        &mut self,
        ids: LabelIds,
        table: (&InternTable, u32),
        strings: &StrPool,
    ) -> Option<u32> {
        if ids == LabelIds::default() && self.none.is_some() {
            return self.none;
        }
        self.met(ids, table.1)
            .or_else(|| self.add_known(ids, table, strings))
    }

    /// Adds the label of ids that all have strings in the table, which has this index; `None` if one has
    /// none.
    #[inline(never)]
    fn add_known(
        &mut self,
        ids: LabelIds,
        (table, index): (&InternTable, u32),
        strings: &StrPool,
    ) -> Option<u32> {
        let name = match ids.name {
            0 => LocalStr::NONE,
            iid => LocalStr::interned(table.names.get(iid)?),
        };
        let mut categories = ids.categories();
        let category = match (categories.next(), categories.next()) {
            (None, _) => LocalStr::NONE,
            (Some(iid), None) => LocalStr::interned(table.categories.get(iid)?),
            (Some(_), Some(_)) => {
                self.joined.clear();
                let mut len = 0;
                for iid in ids.categories() {
                    let part = text_of(table.categories.get(iid)?, strings);
                    if len > MAX_JOINED {
                        return None;
                    }
                    len += part.len();
                    join_category(&mut self.joined, part);
                }
                self.own_joined()
            }
        };
        let label = self.labels.len() as u32;
        self.labels.push(LocalLabel { name, category });
        if ids == LabelIds::default() {
            self.none = Some(label);
        }
        self.remember(Known {
            ids,
            table: index + 1,
            label,
        });
        Some(label)
    }

    /// Returns the label of an event.
    #[inline]
    pub(in crate::import) fn of_event(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        (table, index): (&InternTable, u32),
        strings: &StrPool,
    ) -> u32 {
        let known = LabelIds::of_event(view, scratch).and_then(|ids| {
            let met = self.met(ids, index);
            met.or_else(|| self.add_known(ids, (table, index), strings))
        });
        known.unwrap_or_else(|| self.any(view, scratch, table, strings))
    }

    fn any(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        table: &InternTable,
        strings: &StrPool,
    ) -> u32 {
        let name = if view.name_iid != 0 {
            if let Some(id) = table.names.get(view.name_iid) {
                LocalStr::interned(id)
            } else {
                self.unknown(view.name_iid, "name");
                LocalStr::NONE
            }
        } else {
            view.name.map_or(LocalStr::NONE, |name| self.own(name))
        };
        let category = self.category(view, scratch, table, strings);
        let label = LocalLabel { name, category };
        let labels = &mut self.labels;
        if let Some(name) = name.own() {
            if self.first_of.len() <= name {
                self.first_of.resize(name + 1, NO_LABEL);
            }
            let first = &mut self.first_of[name];
            if *first == NO_LABEL {
                *first = labels.len() as u32;
                labels.push(label);
            }
            if labels[*first as usize] == label {
                return *first;
            }
        }
        *self.ids.entry(label).or_insert_with(|| {
            labels.push(label);
            labels.len() as u32 - 1
        })
    }

    /// Returns a category that is the only one of an event and is spelled out.
    fn own_category(&mut self, bytes: &[u8]) -> LocalStr {
        if let Some((last, category)) = &self.last_category
            && last == bytes
        {
            return *category;
        }
        let category = self.own(bytes);
        self.last_category = Some((bytes.to_vec(), category));
        category
    }

    fn own(&mut self, bytes: &[u8]) -> LocalStr {
        LocalStr(self.strings.intern(bytes).get() | LOCAL)
    }

    fn category(
        &mut self,
        view: &TrackEventView<'_>,
        scratch: &Scratch,
        table: &InternTable,
        strings: &StrPool,
    ) -> LocalStr {
        if let Some(category) = view.category {
            return self.own_category(category);
        }
        let mut literals: Vec<&[u8]> = Vec::new();
        if scratch.has_literal_categories {
            literals.extend(
                Fields::new(view.bytes)
                    .all_of(track_event::CATEGORIES)
                    .map(|field| field.as_bytes()),
            );
        }
        if let ([iid], true) = (scratch.category_iids.as_slice(), literals.is_empty()) {
            if let Some(id) = table.categories.get(*iid) {
                return LocalStr::interned(id);
            }
            self.unknown(*iid, "category");
            return self.own(format!("unknown({iid})").as_bytes());
        }
        if let ([], [one]) = (scratch.category_iids.as_slice(), literals.as_slice()) {
            return self.own_category(one);
        }
        self.joined.clear();
        let mut len = 0;
        for &iid in &scratch.category_iids {
            match table.categories.get(iid) {
                Some(_) if len > MAX_JOINED => {}
                Some(id) => {
                    let part = text_of(id, strings);
                    len += part.len();
                    join_category(&mut self.joined, part);
                }
                None => self.unknown(iid, "category"),
            }
        }
        for part in literals {
            join_category(&mut self.joined, part);
        }
        self.own_joined()
    }

    /// Returns the joined category, or none if its parts were all empty.
    fn own_joined(&mut self) -> LocalStr {
        if self.joined.is_empty() {
            return LocalStr::NONE;
        }
        LocalStr(self.strings.intern(&self.joined).get() | LOCAL)
    }
}

/// Returns the text of an interned category.
fn text_of(id: u32, strings: &StrPool) -> &[u8] {
    if id == NO_TEXT {
        return b"";
    }
    strings.bytes(StrId::new(id))
}
