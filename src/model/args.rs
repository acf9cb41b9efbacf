//! Arguments: key paths and values attached to slices, tracks and flows.
//!
//! Arguments of slices stay in the trace file and are decoded when asked for,
//! through [`ArgSource`], which `import` implements. The few that have no bytes
//! of their own in the file are held in [`ArgSets`].

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use smallvec::SmallVec;

use super::ids::ArgSetId;
use super::sched::FtraceRow;
use super::sched::events::FtraceTable;
use crate::base::intern::StrId;

/// The value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgValue<'a> {
    /// A key without a value, such as an empty message.
    Null,
    /// A string that is missing.
    NoStr,
    /// A signed integer.
    Int(i64),
    /// An unsigned integer; the `int_value` of SQL is its bits as `i64`, as the reference has it.
    Uint(u64),
    /// A floating point number.
    Real(f64),
    /// A boolean.
    Bool(bool),
    /// An address, shown in hexadecimal.
    Pointer(u64),
    /// A string: raw bytes.
    Str(Cow<'a, [u8]>),
}

impl ArgValue<'_> {
    /// Returns the reference's `value_type`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Real(_) => "real",
            Self::Bool(_) => "bool",
            Self::Pointer(_) => "pointer",
            Self::Str(_) | Self::NoStr => "string",
        }
    }

    /// Returns a copy that owns its bytes.
    pub fn into_owned(self) -> ArgValue<'static> {
        match self {
            ArgValue::Null => ArgValue::Null,
            ArgValue::NoStr => ArgValue::NoStr,
            ArgValue::Int(v) => ArgValue::Int(v),
            ArgValue::Uint(v) => ArgValue::Uint(v),
            ArgValue::Real(v) => ArgValue::Real(v),
            ArgValue::Bool(v) => ArgValue::Bool(v),
            ArgValue::Pointer(v) => ArgValue::Pointer(v),
            ArgValue::Str(v) => ArgValue::Str(Cow::Owned(v.into_owned())),
        }
    }
}

/// One argument. `flat_key` is `key` without array indices.
#[derive(Clone, Debug, PartialEq)]
pub struct Arg<'a> {
    /// The key path without array indices: `debug.list`.
    pub flat_key: Cow<'a, str>,
    /// The key path: `debug.list[2]`.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: ArgValue<'a>,
}

/// Where in its input an event stands: also the order of events with equal timestamps.
///
/// A 40-bit number whose two upper bits say how its arguments are found. Such numbers are in the order of the
/// input for events of one kind only. Where a track mixes kinds at one time, the bits above say how often the
/// order went back there ([`Self::not_before`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct EventPos(u64);

impl EventPos {
    const TAG_SHIFT: u32 = 38;
    const TIES_SHIFT: u32 = 40;
    /// The bits of an offset: up to 256 GiB.
    const MASK: u64 = (1 << Self::TAG_SHIFT) - 1;
    const MAX_TIES: u64 = (1 << 23) - 1;

    const DECODABLE: u64 = 0;
    const BARE: u64 = 1;
    const STORED: u64 = 2;

    /// A position whose bytes [`ArgSource`] can decode into arguments: a packet or a JSON event.
    pub const fn decodable(offset: u64) -> Self {
        Self(offset & Self::MASK)
    }

    /// A position that only orders events; it has no arguments.
    pub const fn bare(offset: u64) -> Self {
        Self(offset & Self::MASK | Self::BARE << Self::TAG_SHIFT)
    }

    /// A position with arguments held in memory.
    pub const fn stored(set: ArgSetId) -> Self {
        Self(set.0 as u64 | Self::STORED << Self::TAG_SHIFT)
    }

    /// Returns how arguments are found.
    const fn tag(self) -> u64 {
        self.0 >> Self::TAG_SHIFT & 3
    }

    /// Returns the offset, if its bytes can be decoded into arguments.
    pub const fn decodable_offset(self) -> Option<u64> {
        if self.tag() == Self::DECODABLE {
            Some(self.0 & Self::MASK)
        } else {
            None
        }
    }

    /// Returns the set held in memory, if that is where its arguments are.
    pub const fn stored_set(self) -> Option<ArgSetId> {
        if self.tag() == Self::STORED {
            Some(ArgSetId(self.0 as u32))
        } else {
            None
        }
    }

    /// Returns this position for an event that follows one at `before`, of the same track and time: as it is,
    /// or so that it is greater if it would be less. Several events with the same arguments in memory follow
    /// one another, too.
    #[must_use]
    pub const fn not_before(self, before: Self) -> Self {
        let ties = before.0 >> Self::TIES_SHIFT;
        let own = self.untied().0 | ties << Self::TIES_SHIFT;
        let is_after = own > before.0 || own == before.0 && self.tag() != Self::STORED;
        if is_after || ties >= Self::MAX_TIES {
            Self(own)
        } else {
            Self(own + (1 << Self::TIES_SHIFT))
        }
    }

    /// Returns the position that [`Self::not_before`] was called with.
    #[must_use]
    pub const fn untied(self) -> Self {
        Self(self.0 & ((1 << Self::TIES_SHIFT) - 1))
    }

    /// Returns from where to decode the arguments of something that began here and that later events tell
    /// more of; empty if nothing is left in the file to decode.
    pub fn arg_place(self, later: impl Iterator<Item = Self>) -> ArgPlace {
        if self.stored_set().is_some() {
            return ArgPlace::new();
        }
        let all = std::iter::once(self).chain(later);
        all.filter_map(Self::decodable_offset).collect()
    }

    /// Returns the representation as a number, in the order of positions. It has 40 bits if the position is
    /// [untied](Self::untied), else 63.
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// Returns the position with this representation.
    pub const fn from_raw(raw: u64) -> Self {
        Self(raw)
    }
}

/// Decodes arguments that were left in the trace file.
pub trait ArgSource: Send + Sync + std::fmt::Debug {
    /// Calls `each` for every argument of the events whose bytes begin at `place`, merged into one set, in
    /// the reference's order: a key that comes again keeps its place and has its last value.
    fn args(&self, place: &[u64], each: &mut dyn FnMut(Arg<'_>));

    /// Returns what the same events carry that is no argument because it cannot be read; of very much the
    /// first only.
    fn lost_args(&self, _place: &[u64]) -> Vec<LostArg> {
        Vec::new()
    }

    /// Returns, ascending, where all events stand whose argument keys or values may contain
    /// `needle`, ASCII case-insensitively; `None` if it was cancelled. False positives are
    /// allowed, missed events are not, but for numbers of rows and of elements, which no event
    /// holds.
    fn find(&self, needle: &[u8], cancel: &AtomicBool) -> Option<Vec<u64>>;

    /// Returns of what an argument passes `test`, given where the events of each stand; `None` if it was
    /// cancelled.
    fn passing(
        &self,
        events: &[ArgPlace],
        test: ArgTest<'_>,
        cancel: &AtomicBool,
    ) -> Option<Vec<bool>> {
        const EVENTS_PER_CHECK: usize = 1 << 8;
        let mut passing = Vec::with_capacity(events.len());
        for events in events.chunks(EVENTS_PER_CHECK) {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            passing.extend(events.iter().map(|place| self.passes(place, test)));
        }
        Some(passing)
    }

    /// Returns whether an argument of the events at `place` passes `test`.
    fn passes(&self, place: &[u64], test: ArgTest<'_>) -> bool {
        let mut passes = false;
        self.args(place, &mut |arg| passes = passes || test(&arg));
        passes
    }

    /// Reads the rows of ftrace events, unless `cancel`, which is called often, says stop.
    fn ftrace_rows(&self, _cancel: Cancel<'_>) -> Result<FtraceTable, Unread> {
        Err(Unread::Changed)
    }

    /// Calls `each` for every field of an ftrace event, given its name and [`FtraceRow::prev_comm`].
    fn ftrace(
        &self,
        _row: &FtraceRow,
        _names: (&[u8], Option<&[u8]>),
        _each: &mut dyn FnMut(Arg<'_>),
    ) {
    }

    /// Returns whether any event has a call stack.
    fn has_callstacks(&self) -> bool {
        false
    }

    /// Returns the call stack attached to the event at `offset`.
    fn callstack(&self, _offset: u64) -> Callstack {
        Callstack::default()
    }
}

/// Something that an event carries and that is no argument because it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostArg {
    /// The key that it would have; a part that is not known is `?`.
    pub key: String,
    /// Why it cannot be read.
    pub why: String,
}

/// The call stack that an event carries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Callstack {
    /// Its frames as text, outermost first; empty if it carries none.
    pub frames: Vec<String>,
    /// What it weighs, such as bytes that were allocated: the recorder knows the unit.
    pub weight: Option<f64>,
}

/// Where the bytes of the events begin whose arguments are one set, in the order in which they are merged:
/// nearly always one or two.
pub type ArgPlace = SmallVec<[u64; 2]>;

/// Says whether an argument is one that is looked for.
pub type ArgTest<'a> = &'a (dyn Fn(&Arg<'_>) -> bool + Sync);

/// Says, when it is asked, whether to stop.
pub type Cancel<'a> = &'a (dyn Fn() -> bool + Sync);

/// Why rows that an import only counts cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It was cancelled; the next try may do better.
    #[error("cancelled")]
    Cancelled,
    /// The rows need more memory than allowed.
    #[error("more memory is needed than allowed")]
    Memory,
    /// The file holds other rows by now.
    #[error("the file has changed")]
    Changed,
}

/// A source without any argument, for traces that are built in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoArgs;

impl ArgSource for NoArgs {
    fn args(&self, _place: &[u64], _each: &mut dyn FnMut(Arg<'_>)) {}

    fn find(&self, _needle: &[u8], _cancel: &AtomicBool) -> Option<Vec<u64>> {
        Some(Vec::new())
    }
}

/// A value held in memory; strings are interned in the trace's pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoredValue {
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating point number.
    Real(f64),
    /// A boolean.
    Bool(bool),
    /// A key without a value.
    Null,
    /// A string; `None` is the reference's null string.
    Str(Option<StrId>),
}

/// An argument held in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredArg {
    /// The key path without array indices.
    pub flat_key: StrId,
    /// The key path.
    pub key: StrId,
    /// The value.
    pub value: StoredValue,
}

impl StoredArg {
    /// Returns an argument whose key has no array indices.
    #[inline]
    pub const fn new(key: StrId, value: StoredValue) -> Self {
        Self {
            flat_key: key,
            key,
            value,
        }
    }
}

/// Argument sets held in memory.
#[derive(Clone, Debug, Default)]
pub struct ArgSets {
    args: Vec<StoredArg>,
    ends: Vec<u32>,
}

impl ArgSets {
    /// Adds a set; `None` if it is empty.
    pub fn add(&mut self, args: &[StoredArg]) -> Option<ArgSetId> {
        if args.is_empty() {
            return None;
        }
        self.args.extend_from_slice(args);
        self.ends.push(self.args.len() as u32);
        Some(ArgSetId::from_index(self.ends.len() - 1))
    }

    /// Adds a set in which each key occurs once: where it was first, with the value that it had
    /// last.
    pub fn add_last(&mut self, args: &[StoredArg]) -> Option<ArgSetId> {
        let mut places = HashMap::new();
        let mut set: Vec<StoredArg> = Vec::with_capacity(args.len());
        for &arg in args {
            match places.entry(arg.key) {
                Entry::Occupied(place) => set[*place.get()] = arg,
                Entry::Vacant(place) => {
                    place.insert(set.len());
                    set.push(arg);
                }
            }
        }
        self.add(&set)
    }

    /// Adds an empty set: the position of an event that has no arguments, but by which flows find its slice.
    pub fn add_marker(&mut self) -> ArgSetId {
        self.ends.push(self.args.len() as u32);
        ArgSetId::from_index(self.ends.len() - 1)
    }

    /// Returns the arguments of a set, in the order they were added.
    pub fn get(&self, set: ArgSetId) -> &[StoredArg] {
        let index = set.index();
        let Some(&end) = self.ends.get(index) else {
            return &[];
        };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.args[start as usize..end as usize]
    }

    /// Returns how many sets there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no set.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pos() -> impl Strategy<Value = EventPos> {
        prop_oneof![
            (0..9_u64).prop_map(EventPos::decodable),
            (0..9_u64).prop_map(EventPos::bare),
            (0..9_u32).prop_map(|set| EventPos::stored(ArgSetId(set))),
        ]
    }

    proptest! {
        #[test]
        fn positions_of_one_time_ascend_and_lead_to_the_same_arguments(
            all in prop::collection::vec(pos(), 1..40),
        ) {
            let mut before = all[0];
            for own in &all[1..] {
                let after = own.not_before(before);
                prop_assert!(after >= before);
                prop_assert!(after > before || after.stored_set().is_none());
                prop_assert_eq!(after.untied(), *own);
                prop_assert_eq!(after.stored_set(), own.stored_set());
                prop_assert_eq!(after.decodable_offset(), own.decodable_offset());
                before = after;
            }
            if all.windows(2).all(|pair| pair[0] < pair[1]) {
                prop_assert_eq!(Some(&before), all.last());
            }
        }
    }
}
