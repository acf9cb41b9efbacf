//! Interned strings: equal bytes have equal ids.
//!
//! Strings of a trace are raw bytes, valid UTF-8 or not. They are turned into
//! text, and made safe to show, only where they are shown.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

crate::typed_id! {
    /// A string of a [`StrPool`]. Id 0 is the empty string.
    StrId
}

impl StrId {
    /// The empty string.
    pub const EMPTY: Self = Self(0);
}

/// An append-only pool of distinct byte strings.
#[derive(Clone)]
pub struct StrPool {
    bytes: Vec<u8>,
    /// `ends[i]` is where string `i` ends; it starts where `i - 1` ends.
    ends: Vec<u64>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl StrPool {
    /// Returns a pool that holds only the empty string.
    pub fn new() -> Self {
        let mut pool = Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        pool.intern(b"");
        pool
    }

    /// Returns the id of `bytes`, adding it if it is new.
    pub fn intern(&mut self, bytes: &[u8]) -> StrId {
        let hash = self.hasher.hash_one(bytes);
        let (pool, ends) = (&self.bytes, &self.ends);
        if let Some(&id) = self
            .table
            .find(hash, |&id| slice_of(pool, ends, id) == bytes)
        {
            return StrId(id);
        }
        let id = self.ends.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len() as u64);
        let (pool, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
        self.table
            .insert_unique(hash, id, |&id| hasher.hash_one(slice_of(pool, ends, id)));
        StrId(id)
    }

    /// Makes room for as many more, where they may be about as many as there are: for a few it is
    /// made as they come.
    pub fn reserve(&mut self, n: usize) {
        if n > self.ends.len() / 2 {
            let (pool, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
            self.table
                .reserve(n, |&id| hasher.hash_one(slice_of(pool, ends, id)));
        }
    }

    /// Returns the id of `bytes` if the pool holds it.
    pub fn find(&self, bytes: &[u8]) -> Option<StrId> {
        let hash = self.hasher.hash_one(bytes);
        self.table
            .find(hash, |&id| slice_of(&self.bytes, &self.ends, id) == bytes)
            .map(|&id| StrId(id))
    }

    /// Returns the bytes of `id`.
    #[inline]
    pub fn bytes(&self, id: StrId) -> &[u8] {
        slice_of(&self.bytes, &self.ends, id.0)
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
        self.ends.is_empty()
    }

    /// Calls `each` for every string, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (StrId, &[u8])> {
        (0..self.ends.len() as u32).map(|id| (StrId(id), slice_of(&self.bytes, &self.ends, id)))
    }

    /// Returns the memory that the pool holds, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * 8 + self.table.capacity() * 5
    }
}

#[inline]
fn slice_of<'a>(bytes: &'a [u8], ends: &[u64], id: u32) -> &'a [u8] {
    let index = id as usize;
    let start = if index == 0 {
        0
    } else {
        ends[index - 1] as usize
    };
    &bytes[start..ends[index] as usize]
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
    use super::*;

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
