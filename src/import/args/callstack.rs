//! Call stacks of track events, as text.
//!
//! An event carries its stack, or the number of one that its sequence has interned.

use super::TraceArgs;
use crate::decode::fields::Fields;
use crate::import::sequence::EpochId;
use crate::model::args::Callstack;
use crate::proto::{callstack, frame, interned_data, interned_string, mapping, track_event};

/// Returns the call stack of an event and what it weighs. `epoch` is that of its sequence.
pub(super) fn of_event(source: &TraceArgs, event: &[u8], epoch: Option<EpochId>) -> Callstack {
    let weight = Fields::new(event).last_of(track_event::CALLSTACK_WEIGHT);
    Callstack {
        frames: frames(source, event, epoch),
        weight: weight.map(|weight| weight.as_f64()),
    }
}

/// Returns the frames of an event's call stack, outermost first.
fn frames(source: &TraceArgs, event: &[u8], epoch: Option<EpochId>) -> Vec<String> {
    let last = |n| Fields::new(event).last_of(n);
    if let Some(stack) = last(track_event::CALLSTACK) {
        let frames = stack.fields().all_of(track_event::callstack::FRAMES);
        return frames.map(|frame| inline(frame.as_bytes())).collect();
    }
    let (Some(iid), Some(epoch)) = (last(track_event::CALLSTACK_IID), epoch) else {
        return Vec::new();
    };
    let interned = Interned { source, epoch };
    let mut frames = Vec::new();
    if let Some(stack) = interned.entry(interned_data::CALLSTACKS, iid.as_u64()) {
        for ids in stack.all_of(callstack::FRAME_IDS) {
            ids.each_varint(|iid| frames.extend(interned.frame(iid)));
        }
    }
    frames
}

/// Returns the text of a frame that is written out in the event.
fn inline(frame: &[u8]) -> String {
    use track_event::callstack::frame::{FUNCTION_NAME, LINE_NUMBER, SOURCE_FILE};

    let text = |n| {
        let value = Fields::new(frame).last_of(n);
        value.map_or_else(String::new, |value| lossy(value.as_bytes()))
    };
    let line = Fields::new(frame)
        .last_of(LINE_NUMBER)
        .map(|line| line.as_u64());
    describe(text(FUNCTION_NAME), &text(SOURCE_FILE), line)
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
        Some(lossy(
            self.entry(field, iid)?
                .last_of(interned_string::STR)?
                .as_bytes(),
        ))
    }

    fn frame(&self, iid: u64) -> Option<String> {
        let frame = self.entry(interned_data::FRAMES, iid)?;
        let number = |n| frame.clone().last_of(n).map(|field| field.as_u64());
        let name = number(frame::FUNCTION_NAME_ID)
            .and_then(|iid| self.text(interned_data::FUNCTION_NAMES, iid));
        let name = name.filter(|name| !name.is_empty());
        if let Some(name) = name {
            let file = number(frame::SOURCE_PATH_IID)
                .and_then(|iid| self.text(interned_data::SOURCE_PATHS, iid));
            return Some(describe(
                name,
                &file.unwrap_or_default(),
                number(frame::LINE_NUMBER),
            ));
        }
        let address = format!("{:#x}", number(frame::REL_PC).unwrap_or(0));
        let binary = number(frame::MAPPING_ID).and_then(|iid| self.binary(iid));
        Some(describe(address, &binary.unwrap_or_default(), None))
    }

    /// Returns the last part of the path of a mapped binary.
    fn binary(&self, iid: u64) -> Option<String> {
        let mut last = None;
        for ids in self
            .entry(interned_data::MAPPINGS, iid)?
            .all_of(mapping::PATH_STRING_IDS)
        {
            ids.each_varint(|iid| last = self.text(interned_data::MAPPING_PATHS, iid));
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
