//! What the kernel last called each thread.
//!
//! Every switch names its threads, nearly always as before. Comparing two words is faster than looking up the
//! text of the name.

use crate::base::intern::StrId;
use crate::import::process_tracker::ThreadNamePriority;
use crate::import::sink::Sink;
use crate::model::ids::Utid;

/// A name of up to 16 bytes: its beginning, its end and its length, which tell it from all others.
type Short = (u64, u64, usize);

/// The last names of threads, as text and as they are interned.
#[derive(Debug, Default)]
pub(super) struct Called(Vec<(Short, StrId)>);

impl Called {
    /// Returns whether a text that is interned as `name` was the last one that named a thread. The answer may
    /// be false although it was, as not all texts are remembered.
    #[inline]
    pub(super) fn is(&self, utid: Utid, comm: &[u8], name: StrId) -> bool {
        let known = self.0.get(utid.index());
        known.is_some_and(|known| short(comm).is_some_and(|short| *known == (short, name)))
    }

    /// Remembers what a thread is called, and how that is interned.
    pub(super) fn set(&mut self, utid: Utid, comm: &[u8], name: StrId) {
        let Some(short) = short(comm) else { return };
        let index = utid.index();
        if index >= self.0.len() {
            // No text has this length.
            self.0.resize(index + 1, ((0, 0, usize::MAX), StrId::EMPTY));
        }
        self.0[index] = (short, name);
    }
}

/// Names a thread as the kernel does, which may be nothing at all.
#[inline]
pub(super) fn name_thread(utid: Utid, comm: Option<&[u8]>, called: &mut Called, sink: &mut Sink) {
    let Some(comm) = comm else { return };
    let (priority, name) = sink.processes.thread_name(utid);
    // Nearly always the thread has a better name, or this one.
    let is_known = priority > ThreadNamePriority::Ftrace
        || (priority == ThreadNamePriority::Ftrace
            && name.is_some_and(|name| called.is(utid, comm, name)));
    if !is_known {
        rename_thread(utid, comm, called, sink);
    }
}

#[inline(never)]
fn rename_thread(utid: Utid, comm: &[u8], called: &mut Called, sink: &mut Sink) {
    let name = sink.strings.intern(comm);
    called.set(utid, comm, name);
    sink.processes
        .set_recorded_thread_name(utid, name, ThreadNamePriority::Ftrace);
}

#[inline]
fn short(text: &[u8]) -> Option<Short> {
    let (first, last) = match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => text.iter().fold((0, 0), |(word, zero), &byte| {
            (word << 8 | u64::from(byte), zero)
        }),
    };
    (text.len() <= 16).then_some((first, last, text.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::intern::StrPool;

    proptest! {
        #[test]
        fn a_thread_is_called_what_was_said_last(
            said in prop::collection::vec(
                (0..3_u32, prop::collection::vec(0..2_u8, 0..20)), 0..60,
            ),
        ) {
            let (mut called, mut strings) = (Called::default(), StrPool::new());
            let mut names = [StrId::EMPTY; 3];
            for (utid, text) in said {
                let name = names[utid as usize];
                let is_it = called.is(Utid(utid), &text, name);
                prop_assert!(!is_it || strings.bytes(name) == text);
                let name = strings.intern(&text);
                called.set(Utid(utid), &text, name);
                names[utid as usize] = name;
                prop_assert_eq!(called.is(Utid(utid), &text, name), text.len() <= 16);
            }
        }
    }
}
