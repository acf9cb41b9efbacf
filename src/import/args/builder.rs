//! Collects arguments in the reference's order: a key that comes again keeps its place.

use hashbrown::HashMap;

use crate::decode::fields::Fields;
use crate::import::sequence::Sequences;
use crate::import::space::Space;
use crate::model::args::{Arg, ArgValue};

/// Arguments under construction.
#[derive(Debug, Default)]
pub(super) struct ArgBuilder {
    args: Vec<(String, ArgValue<'static>)>,
    index: HashMap<String, usize>,
    /// How many elements each array has so far: arrays of begin and end are joined.
    array_len: HashMap<String, usize>,
}

impl ArgBuilder {
    /// Adds an argument, or replaces the value of one with the same key.
    pub(super) fn add(&mut self, key: String, value: ArgValue<'static>) {
        if let Some(&at) = self.index.get(&key) {
            if let Some(slot) = self.args.get_mut(at) {
                slot.1 = value;
            }
        } else {
            self.index.insert(key.clone(), self.args.len());
            self.args.push((key, value));
        }
    }

    /// Returns how many arguments there are.
    pub(super) fn len(&self) -> usize {
        self.args.len()
    }

    /// Returns the index that the next element of an array will have.
    pub(super) fn array_len(&self, key: &str) -> usize {
        self.array_len.get(key).copied().unwrap_or(0)
    }

    /// Counts an element of an array.
    pub(super) fn grow_array(&mut self, key: &str) {
        *self.array_len.entry(key.to_owned()).or_default() += 1;
    }

    pub(super) fn emit(self, each: &mut dyn FnMut(Arg<'_>)) {
        for (key, value) in self.args {
            let flat_key = flat(&key);
            each(Arg {
                flat_key: flat_key.into(),
                key: key.into(),
                value,
            });
        }
    }
}

/// Removes array indices from a key.
fn flat(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    let mut inside = false;
    for c in key.chars() {
        match c {
            '[' => inside = true,
            ']' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out
}

/// Calls `each` with the packet of every place where `needle` occurs in the trace's bytes, and with
/// every packet that may refer to an interned string in which it occurs.
pub(super) fn find_packets(
    space: &Space,
    sequences: &Sequences,
    needle: &[u8],
    each: &mut dyn FnMut(u64) -> bool,
) {
    if needle.is_empty() {
        return;
    }
    let lower: Vec<u8> = needle.to_ascii_lowercase();
    for (start, bytes) in space.segments() {
        for packet in crate::bytes::packets::Packets::at(bytes, start) {
            let Some(event) = Fields::new(packet.bytes).last_of(11) else {
                continue;
            };
            let mut hit = contains(event.as_bytes(), &lower);
            if !hit && let Some(seq) = Fields::new(packet.bytes).last_of(10) {
                hit = sequences.find(0, seq.as_u32()).is_some_and(|seq| {
                    refers(
                        space,
                        sequences,
                        sequences.epoch_at(seq, packet.offset),
                        event.as_bytes(),
                        &lower,
                    )
                });
            }
            if hit && !each(packet.offset) {
                return;
            }
        }
    }
}

/// Whether an annotation of the event refers to an interned name or string that contains `lower`.
fn refers(space: &Space, sequences: &Sequences, epoch: u32, event: &[u8], lower: &[u8]) -> bool {
    let table = sequences.table(epoch);
    Fields::new(event)
        .filter(|field| field.number == 4)
        .any(|annotation| {
            annotation.fields().any(|field| {
                let map = match field.number {
                    1 => 3,
                    17 => 29,
                    _ => return false,
                };
                table
                    .other(map, field.as_u64())
                    .is_some_and(|(offset, len)| contains(space.slice(offset, len as usize), lower))
            })
        })
}

/// Whether `haystack` contains `lower`, ASCII case-insensitively.
fn contains(haystack: &[u8], lower: &[u8]) -> bool {
    let Some((&first, _)) = lower.split_first() else {
        return true;
    };
    let upper = first.to_ascii_uppercase();
    memchr::memchr2_iter(first, upper, haystack).any(|at| {
        haystack
            .get(at..at + lower.len())
            .is_some_and(|candidate| candidate.eq_ignore_ascii_case(lower))
    })
}
