//! The hash from which a name gets its colour in the reference's UI.
//!
//! Digits do not count, so that names that differ in their numbers only have one colour. The constants and
//! the odd rounding are facts of that UI.

use super::ids::LabelId;
use super::trace::Trace;

/// Returns the hash of some UTF-16 units.
pub fn hash(units: impl Iterator<Item = u16>) -> i32 {
    units.fold(0x011c_9dc5, hash_of_one_more)
}

/// Returns the hash of one more unit after those of `hash`: it is multiplied in floating point.
pub fn hash_of_one_more(hash: i32, unit: u16) -> i32 {
    ((f64::from(hash ^ i32::from(unit)) * 16_777_619.0) as i64) as i32
}

/// Returns the hash of a name without its runs of digits and a space before each.
pub fn name_hash(name: &str) -> i32 {
    let bytes = name.as_bytes();
    let kept = name.char_indices().filter(move |&(at, c)| {
        let is_digit = c.is_ascii_digit();
        let before_digit = c == ' ' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        !is_digit && !before_digit
    });
    hash(kept.flat_map(|(_, c)| {
        let mut units = [0; 2];
        let len = c.encode_utf16(&mut units).len();
        units.into_iter().take(len)
    }))
}

/// The hashes of all names of slices, because a draw needs thousands of them.
#[derive(Clone, Debug, Default)]
pub struct NameHashes {
    /// The hash of each label; that of the empty name if it has none.
    of: Vec<i32>,
}

impl NameHashes {
    /// Hashes the names of a trace. O(bytes of the names).
    pub fn new(trace: &Trace) -> Self {
        let labels = trace.slices.labels().iter();
        let hash = |name| name_hash(&trace.text(name));
        let of = labels.map(|label| label.name.map_or_else(|| name_hash(""), hash));
        Self { of: of.collect() }
    }

    /// Returns the hash of the name of a label; `None` if there is no such label.
    pub fn get(&self, label: LabelId) -> Option<i32> {
        self.of.get(label.index()).copied()
    }
}
