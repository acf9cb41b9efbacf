//! Collects arguments in the reference's order: a key that comes again keeps its place.

use std::borrow::Cow;

use hashbrown::HashMap;

use crate::model::args::{Arg, ArgValue, LostArg};

/// Up to how many arguments are searched one by one, as that is faster than to keep an index.
const SEARCHED: usize = 16;

/// Of no event more than so many things are kept that cannot be read.
const LOST_MAX: usize = 100;

/// Arguments under construction.
#[derive(Debug, Default)]
pub(super) struct ArgBuilder {
    args: Vec<(String, ArgValue<'static>)>,
    /// The places of the arguments by their keys, once there are more than [`SEARCHED`].
    index: HashMap<String, usize>,
    /// How many elements each array has so far: arrays of begin and end are joined.
    array_len: HashMap<String, usize>,
    /// What cannot be read.
    lost: Vec<LostArg>,
}

impl ArgBuilder {
    /// Returns the place of the argument with a key.
    fn place(&self, key: &str) -> Option<usize> {
        if self.args.len() <= SEARCHED {
            return self.args.iter().position(|(known, _)| known == key);
        }
        self.index.get(key).copied()
    }

    /// Adds an argument, or replaces the value of one with the same key.
    pub(super) fn add(&mut self, key: String, value: ArgValue<'static>) {
        if let Some(slot) = self.place(&key).and_then(|at| self.args.get_mut(at)) {
            slot.1 = value;
            return;
        }
        self.args.push((key, value));
        // When the index is first needed, it gets all that came before.
        let n = self.args.len();
        if n > SEARCHED {
            let first = if n == SEARCHED + 1 { 0 } else { n - 1 };
            let new = self.args.iter().enumerate().skip(first);
            self.index
                .extend(new.map(|(at, (key, _))| (key.clone(), at)));
        }
    }

    /// Adds an argument, unless there is one with its key.
    pub(super) fn add_first(&mut self, key: &str, value: ArgValue<'static>) {
        if self.place(key).is_none() {
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

    /// Notes that what would have a key cannot be read.
    pub(super) fn lose(&mut self, key: &str, why: impl FnOnce() -> String) {
        if self.lost.len() < LOST_MAX {
            self.lost.push(LostArg {
                key: key.to_owned(),
                why: why(),
            });
        }
    }

    /// Returns what cannot be read.
    pub(super) fn into_lost(self) -> Vec<LostArg> {
        self.lost
    }

    pub(super) fn emit(self, each: &mut dyn FnMut(Arg<'_>)) {
        for (key, value) in self.args {
            each(Arg {
                flat_key: flat(&key),
                key: key.as_str().into(),
                value,
            });
        }
    }
}

/// Removes array indices from a key. Keys of JSON may have other brackets, which stay.
fn flat(key: &str) -> Cow<'_, str> {
    if !key.contains('[') {
        return key.into();
    }
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
    out.into()
}
