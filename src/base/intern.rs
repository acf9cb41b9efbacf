//! Interned strings: equal bytes have equal ids.
//!
//! Strings of a trace are raw bytes, valid UTF-8 or not. They are turned into
//! text, and made safe to show, only where they are shown.

use std::hash::BuildHasher as _;
use std::num::NonZeroU32;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

/// A string of a [`StrPool`]. The first is the empty string.
///
/// It holds the number plus one, so that an `Option` of it takes no more room: there may be millions of names
/// and categories that may be missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrId(NonZeroU32);

impl StrId {
    /// The empty string.
    pub const EMPTY: Self = Self::new(0);

    /// Returns the id with this number.
    #[inline]
    pub const fn new(number: u32) -> Self {
        match NonZeroU32::new(number.wrapping_add(1)) {
            Some(more) => Self(more),
            // No pool holds as many.
            None => Self(NonZeroU32::MAX),
        }
    }

    /// Returns the number of the string.
    #[inline]
    pub const fn get(self) -> u32 {
        self.0.get() - 1
    }

    /// Returns the id of the `index`-th string.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::new(index as u32)
    }

    /// Returns the number of the string, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.get() as usize
    }
}

impl Default for StrId {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl std::fmt::Debug for StrId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "StrId({})", self.get())
    }
}

/// An append-only pool of distinct byte strings.
#[derive(Clone)]
pub struct StrPool {
    bytes: Vec<u8>,
    /// Where string `i` ends; it starts where `i - 1` ends.
    ends: Ends<32>,
    table: HashTable<Known>,
    numbers: Numbers,
    words: Words,
    hasher: DefaultHashBuilder,
}

/// Growing numbers, of which only the lower `BITS` bits are kept.
#[derive(Clone, Default)]
struct Ends<const BITS: u32> {
    low: Vec<u32>,
    /// For each value of the upper bits, from 1 on, the index of the first number that has it.
    wraps: Vec<u32>,
}

impl<const BITS: u32> Ends<BITS> {
    fn len(&self) -> usize {
        self.low.len()
    }

    #[inline]
    fn get(&self, index: usize) -> usize {
        let low = self.low[index] as usize;
        if self.wraps.is_empty() {
            low
        } else {
            self.wrapped(low, index)
        }
    }

    #[cold]
    #[inline(never)]
    fn wrapped(&self, low: usize, index: usize) -> usize {
        low | self.wraps.partition_point(|&first| first as usize <= index) << BITS
    }

    /// Appends a number that is not less than the last.
    fn push(&mut self, end: usize) {
        while self.wraps.len() < end >> BITS {
            self.wraps.push(self.low.len() as u32);
        }
        self.low.push((end & ((1 << BITS) - 1)) as u32);
    }
}

/// A string that the table knows.
#[derive(Clone, Copy)]
struct Known {
    /// A part of its hash, so that the table grows without a look at the strings.
    hash: u32,
    id: u32,
}

impl Known {
    /// Returns the hash for the table, which needs all bits of it to count.
    #[inline]
    fn spread(hash: u32) -> u64 {
        u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Cached ids of the program's own words, by their address: the same few are asked for again and again.
#[derive(Clone)]
struct Words([(usize, usize, StrId); Self::N]);

impl Words {
    const N: usize = 64;

    /// Returns the place of a word in the cache. Words of one module lie next to each other in memory.
    #[inline]
    fn slot(address: usize) -> usize {
        (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> (usize::BITS - 6)
    }
}

impl Default for Words {
    fn default() -> Self {
        Self([(0, 0, StrId::EMPTY); Self::N])
    }
}

/// Strings that are numbers: a trace of frames has millions, each greater than the one before.
#[derive(Clone, Default)]
struct Numbers {
    /// Ids by the last digit of a number in base [`Numbers::N`], for each number without that digit.
    ids: HashMap<u64, [u32; Self::N]>,
}

/// Stands for no string.
const NONE: u32 = u32::MAX;

impl Numbers {
    const N: usize = 8;

    /// Returns the number that the bytes write, if no other bytes write the same number.
    #[inline]
    fn read(bytes: &[u8]) -> Option<u64> {
        let (&first, rest) = bytes.split_first()?;
        if !first.is_ascii_digit() || (first == b'0' && !rest.is_empty()) || rest.len() > 17 {
            return None;
        }
        let first = u64::from(first - b'0');
        rest.iter().try_fold(first, |number, &byte| {
            let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
            Some(number * 10 + digit)
        })
    }

    fn get(&self, number: u64) -> Option<u32> {
        let ids = self.ids.get(&(number / Self::N as u64))?;
        Some(ids[number as usize % Self::N]).filter(|&id| id != NONE)
    }

    /// Returns the id of a number, which is to be `next` if it is new.
    fn get_or_add(&mut self, number: u64, next: u32) -> u32 {
        let ids = self.ids.entry(number / Self::N as u64);
        let id = &mut ids.or_insert([NONE; Self::N])[number as usize % Self::N];
        if *id == NONE {
            *id = next;
        }
        *id
    }
}

impl StrPool {
    /// Returns a pool that holds only the empty string.
    pub fn new() -> Self {
        let mut pool = Self {
            bytes: Vec::new(),
            ends: Ends::default(),
            table: HashTable::new(),
            numbers: Numbers::default(),
            words: Words::default(),
            hasher: DefaultHashBuilder::default(),
        };
        pool.intern(b"");
        pool
    }

    #[inline]
    fn hash(&self, bytes: &[u8]) -> u32 {
        (self.hasher.hash_one(bytes) >> 32) as u32
    }

    #[inline]
    fn is(&self, known: Known, hash: u32, bytes: &[u8]) -> bool {
        known.hash == hash && slice_of(&self.bytes, &self.ends, known.id) == bytes
    }

    /// Returns the id of `bytes`, adding it if it is new.
    pub fn intern(&mut self, bytes: &[u8]) -> StrId {
        let next = self.ends.len() as u32;
        if let Some(number) = Numbers::read(bytes) {
            let id = self.numbers.get_or_add(number, next);
            if id == next {
                self.add(bytes);
            }
            return StrId::new(id);
        }
        let hash = self.hash(bytes);
        let spread = Known::spread(hash);
        if let Some(known) = self
            .table
            .find(spread, |known| self.is(*known, hash, bytes))
        {
            return StrId::new(known.id);
        }
        self.add(bytes);
        let known = Known { hash, id: next };
        self.table
            .insert_unique(spread, known, |known| Known::spread(known.hash));
        StrId::new(next)
    }

    /// Returns the id of a word of the program, as [`Self::intern`] does but faster.
    #[inline]
    pub fn word(&mut self, word: &'static str) -> StrId {
        let (address, len) = (word.as_ptr().addr(), word.len());
        let slot = Words::slot(address);
        let known = self.words.0[slot];
        // A static word never moves, so that its address and length identify it.
        if (known.0, known.1) == (address, len) {
            return known.2;
        }
        let id = self.intern(word.as_bytes());
        self.words.0[slot] = (address, len, id);
        id
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len());
    }

    /// Returns the id of `bytes` if the pool holds it.
    pub fn find(&self, bytes: &[u8]) -> Option<StrId> {
        if let Some(number) = Numbers::read(bytes) {
            return self.numbers.get(number).map(StrId::new);
        }
        let hash = self.hash(bytes);
        self.table
            .find(Known::spread(hash), |known| self.is(*known, hash, bytes))
            .map(|known| StrId::new(known.id))
    }

    /// Returns the bytes of `id`.
    #[inline]
    pub fn bytes(&self, id: StrId) -> &[u8] {
        slice_of(&self.bytes, &self.ends, id.get())
    }

    /// Returns `id` as text, with invalid UTF-8 replaced. Not yet safe to show.
    pub fn text(&self, id: StrId) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(id))
    }

    /// Returns how many distinct strings the pool holds.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns false: a pool always holds the empty string.
    pub fn is_empty(&self) -> bool {
        self.ends.len() == 0
    }

    /// Calls `each` for every string, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (StrId, &[u8])> {
        (0..self.ends.len() as u32)
            .map(|id| (StrId::new(id), slice_of(&self.bytes, &self.ends, id)))
    }
}

#[inline]
fn slice_of<'a>(bytes: &'a [u8], ends: &Ends<32>, id: u32) -> &'a [u8] {
    let index = id as usize;
    let start = if index == 0 { 0 } else { ends.get(index - 1) };
    &bytes[start..ends.get(index)]
}

impl Default for StrPool {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for StrPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "StrPool({} strings, {} bytes)",
            self.ends.len(),
            self.bytes.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A text whose parts lie as a linker may lay words: in more places than the pool remembers, some of them
    /// alike, some beginning where others do.
    const TEXT: &str =
        "slices of a text, some of them alike, a text of slices, and numbers: 1 12 123, 1";

    proptest! {
        #[test]
        fn ends_come_out_as_they_went_in(
            steps in prop::collection::vec(prop_oneof![0_usize..9, 0_usize..70], 0..200),
        ) {
            let mut ends = Ends::<5>::default();
            let mut all = vec![0];
            all.extend(steps.iter().scan(0, |end, step| {
                *end += step;
                Some(*end)
            }));
            for &end in &all {
                ends.push(end);
            }
            prop_assert_eq!((0..ends.len()).map(|at| ends.get(at)).collect::<Vec<_>>(), all);
        }

        #[test]
        fn words_are_strings_as_all_others(
            places in prop::collection::vec((0..TEXT.len(), 0_usize..5), 0..200),
        ) {
            let (mut pool, mut other) = (StrPool::new(), StrPool::new());
            for (start, len) in places {
                let word = TEXT.get(start..start + len).unwrap_or_default();
                prop_assert_eq!(pool.word(word), other.intern(word.as_bytes()));
            }
        }

        #[test]
        fn numbers_are_strings_as_all_others(
            strings in prop::collection::vec(
                prop_oneof![
                    "[0-9]{0,3}", "-?[0-9]{1,20}", "[ -~]{0,4}", (0_u64..40).prop_map(|n| (n * n).to_string()),
                ], 0..60),
        ) {
            let mut pool = StrPool::new();
            let mut all = vec![String::new()];
            for string in &strings {
                let known = all.iter().position(|it| it == string);
                prop_assert_eq!(pool.find(string.as_bytes()).map(StrId::index), known);
                let id = pool.intern(string.as_bytes()).index();
                prop_assert_eq!(id, known.unwrap_or(all.len()));
                if known.is_none() {
                    all.push(string.clone());
                }
            }
            let pooled = pool.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
            prop_assert_eq!(pooled.collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn equal_bytes_have_equal_ids_and_keep_their_content() {
        let mut pool = StrPool::new();
        assert_eq!(pool.intern(b""), StrId::EMPTY);
        let ids: Vec<StrId> = (0..1000_u32)
            .map(|n| pool.intern(format!("s{n}").as_bytes()))
            .collect();
        for (n, id) in ids.iter().enumerate() {
            assert_eq!(pool.bytes(*id), format!("s{n}").as_bytes());
            assert_eq!(pool.intern(format!("s{n}").as_bytes()), *id);
        }
        assert_eq!(pool.len(), 1001);
        assert_eq!(pool.find(b"absent"), None);
    }
}
