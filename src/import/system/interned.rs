//! What is interned, read once.
//!
//! Packets name an entry of their sequence by its id, any number of times. What an entry says is kept
//! instead of being read with each packet, since the entry may be long.

use hashbrown::HashMap;

use super::{Packet, Source};
use crate::decode::fields::Message;
use crate::import::sink::Sink;

/// What entries of one table of `InternedData` say, by the incremental state of a sequence and the id.
#[derive(Debug)]
pub(super) struct InternedTable<T> {
    /// The field of `InternedData`.
    field: u32,
    read: HashMap<(u32, u64), T>,
}

impl<T> InternedTable<T> {
    pub(super) fn new(field: u32) -> Self {
        Self {
            field,
            read: HashMap::new(),
        }
    }

    /// Returns what an entry says, read by `read` when it is first asked for; `None` if there is none, which
    /// is counted.
    pub(super) fn get(
        &mut self,
        (packet, iid): (&Packet<'_>, u64),
        source: &dyn Source,
        sink: &mut Sink,
        read: impl FnOnce(Message<'_>, &mut Sink) -> T,
    ) -> Option<&T> {
        let key = (source.state(packet.epoch), iid);
        if !self.read.contains_key(&key) {
            let Some(entry) = source.interned(packet.epoch, self.field, iid) else {
                sink.issues.count("interned_data_tokenizer_errors");
                return None;
            };
            self.read.insert(key, read(entry, sink));
        }
        self.read.get(&key)
    }
}
