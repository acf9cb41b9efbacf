//! Call stacks of track events, as text.
//!
//! An event carries its stack, or the number of one that its sequence has interned.

use super::TraceArgs;
use crate::decode::fields::Fields;
use crate::import::sequence::EpochId;

/// InternedData's tables of stacks and what they are made of.
const FUNCTIONS: u32 = 5;
const FRAMES: u32 = 6;
const STACKS: u32 = 7;
const PATHS: u32 = 17;
const SOURCES: u32 = 18;
const MAPPINGS: u32 = 19;

/// Returns the frames of an event's call stack, outermost first. `epoch` is that of its sequence.
pub(super) fn frames(source: &TraceArgs, event: &[u8], epoch: Option<EpochId>) -> Vec<String> {
    let last = |n| Fields::new(event).last_of(n);
    if let Some(stack) = last(55) {
        let frames = stack.fields().filter(|field| field.number == 1);
        return frames.map(|frame| inline(frame.as_bytes())).collect();
    }
    let (Some(iid), Some(epoch)) = (last(56), epoch) else {
        return Vec::new();
    };
    let interned = Interned { source, epoch };
    let mut frames = Vec::new();
    let stack = interned.entry(STACKS, iid.as_u64());
    for ids in stack
        .into_iter()
        .flatten()
        .filter(|field| field.number == 2)
    {
        ids.each_varint(|iid| frames.extend(interned.frame(iid)));
    }
    frames
}

/// A frame that is written out.
fn inline(frame: &[u8]) -> String {
    let text = |n| {
        let value = Fields::new(frame).last_of(n);
        value.map_or_else(String::new, |value| lossy(value.as_bytes()))
    };
    let line = Fields::new(frame).last_of(3).map(|line| line.as_u64());
    describe(text(1), &text(2), line)
}

struct Interned<'a> {
    source: &'a TraceArgs,
    epoch: EpochId,
}

impl<'a> Interned<'a> {
    fn entry(&self, field: u32, iid: u64) -> Option<Fields<'a>> {
        let (offset, len) = self.source.sequences.table(self.epoch).other(field, iid)?;
        Some(Fields::new(self.source.space.slice(offset, len as usize)))
    }

    fn text(&self, field: u32, iid: u64) -> Option<String> {
        Some(lossy(self.entry(field, iid)?.last_of(2)?.as_bytes()))
    }

    fn frame(&self, iid: u64) -> Option<String> {
        let frame = self.entry(FRAMES, iid)?;
        let number = |n| frame.clone().last_of(n).map(|field| field.as_u64());
        let name = number(2).and_then(|iid| self.text(FUNCTIONS, iid));
        let name = name.filter(|name| !name.is_empty());
        if let Some(name) = name {
            let file = number(5).and_then(|iid| self.text(SOURCES, iid));
            return Some(describe(name, &file.unwrap_or_default(), number(6)));
        }
        let address = format!("{:#x}", number(4).unwrap_or(0));
        let binary = number(3).and_then(|iid| self.binary(iid));
        Some(describe(address, &binary.unwrap_or_default(), None))
    }

    /// Returns the last part of the path of a mapped binary.
    fn binary(&self, iid: u64) -> Option<String> {
        let mut last = None;
        for ids in self.entry(MAPPINGS, iid)?.filter(|field| field.number == 7) {
            ids.each_varint(|iid| last = self.text(PATHS, iid));
        }
        last
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Puts together what is known of a frame.
fn describe(name: String, place: &str, line: Option<u64>) -> String {
    match (place, line) {
        ("", _) => name,
        (place, None | Some(0)) => format!("{name} ({place})"),
        (place, Some(line)) => format!("{name} ({place}:{line})"),
    }
}
