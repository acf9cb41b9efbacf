//! Memory for what is decompressed: large rooms are maps of the system's, on huge pages from their
//! first byte on, and zero without anybody having to write that.

use std::ops::Deref;

use super::mmap::Zeros;

/// Memory to which decompressed bytes are appended.
#[derive(Debug, Default)]
pub struct Room {
    memory: Memory,
    len: usize,
}

#[derive(Debug)]
enum Memory {
    /// All bytes of the vector count as written.
    Heap(Vec<u8>),
    Map(Zeros),
}

impl Default for Memory {
    fn default() -> Self {
        Self::Heap(Vec::new())
    }
}

impl Memory {
    /// From how many bytes on memory is a map.
    const LARGE: usize = 2 << 20;

    /// Returns a map of so many bytes at least, if that is worth it and the system has one.
    fn map(n: usize) -> Option<Self> {
        (n >= Self::LARGE)
            .then(|| Zeros::new(n))
            .flatten()
            .map(Self::Map)
    }

    fn all(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Map(map) => map,
        }
    }

    fn all_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Map(map) => map,
        }
    }
}

impl Room {
    /// Returns a room for at least `n` bytes. If it is large, what is not used of it takes no memory.
    pub fn with_capacity(n: usize) -> Self {
        let memory = Memory::map(n).unwrap_or_else(|| Memory::Heap(vec![0; n]));
        Self { memory, len: 0 }
    }

    /// Returns how many bytes fit before they have to be moved.
    pub fn capacity(&self) -> usize {
        self.memory.all().len()
    }

    /// Makes room for `n` more bytes.
    pub fn make_room(&mut self, n: usize) {
        let needed = self.len.saturating_add(n);
        if needed <= self.capacity() {
            return;
        }
        // Twice the capacity is asked for, so that bytes seldom move, and then only what is needed, in case
        // the system has no more.
        let wanted = [needed.max(self.capacity().saturating_mul(2)), needed];
        if let Memory::Map(map) = &mut self.memory
            && wanted.iter().any(|&n| map.grow(n))
        {
            return;
        }
        let map = wanted.into_iter().find_map(Memory::map);
        let mut larger = map.unwrap_or_else(|| {
            let [double, _] = wanted;
            let n = if double < Memory::LARGE {
                double
            } else {
                needed
            };
            Memory::Heap(vec![0; n])
        });
        if let Some(to) = larger.all_mut().get_mut(..self.len) {
            to.copy_from_slice(self);
        }
        self.memory = larger;
    }

    /// Appends `n` bytes with any values, and returns them to be written.
    pub fn grow(&mut self, n: usize) -> &mut [u8] {
        self.make_room(n);
        let start = self.len;
        self.len = start.saturating_add(n);
        let range = start..self.len;
        self.memory.all_mut().get_mut(range).unwrap_or_default()
    }

    /// Keeps the first `n_bytes` bytes only.
    pub fn cut(&mut self, n_bytes: usize) {
        self.len = self.len.min(n_bytes);
    }

    /// Gives back what is not used.
    pub fn shrink(&mut self) {
        match &mut self.memory {
            Memory::Heap(bytes) => {
                bytes.truncate(self.len);
                bytes.shrink_to_fit();
            }
            Memory::Map(map) => map.shrink(self.len),
        }
    }
}

impl From<Vec<u8>> for Room {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            len: bytes.len(),
            memory: Memory::Heap(bytes),
        }
    }
}

impl Deref for Room {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.memory.all().get(..self.len).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn a_room_is_like_a_vector(
            capacity in prop::sample::select(vec![0_usize, 100, 5 << 20]),
            steps in prop::collection::vec((0_usize..3 << 20, any::<u8>(), 0_usize..4), 0..6),
        ) {
            let (mut room, mut vec) = (Room::with_capacity(capacity), Vec::new());
            for (n, byte, kept) in steps {
                let before = room.len();
                let new = room.grow(n);
                prop_assert_eq!(new.len(), n);
                new.fill(byte);
                room.cut(before + n * kept / 3);
                vec.resize(before + n * kept / 3, byte);
                prop_assert!(room.capacity() >= room.len());
                prop_assert!(*room == *vec);
            }
            room.shrink();
            prop_assert!(*room == *vec);
            room.grow(10).fill(7);
            vec.extend([7; 10]);
            prop_assert!(*room == *vec);
            prop_assert!(*Room::from(vec.clone()) == *vec);
        }
    }
}
