//! Collects arguments in the reference's order: a key that comes again keeps its place.

use hashbrown::HashMap;

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

    /// Adds an argument, unless there is one with its key.
    pub(super) fn add_first(&mut self, key: &str, value: ArgValue<'static>) {
        if !self.index.contains_key(key) {
            self.add(key.to_owned(), value);
        }
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

/// Removes array indices from a key. Keys of JSON may have other brackets, which stay.
fn flat(key: &str) -> String {
    let mut parts = key.split('[');
    let mut out = String::with_capacity(key.len());
    out.extend(parts.next());
    for part in parts {
        let index = part.split_once(']');
        match index.filter(|(index, _)| index.bytes().all(|byte| byte.is_ascii_digit())) {
            Some((_, rest)) => out.push_str(rest),
            None => out.extend(["[", part]),
        }
    }
    out
}
