//! Call stacks of track events, as text.
//!
//! An event carries its stack, or the number of one that its sequence has interned.

use super::TraceArgs;
use crate::base::symbol::{self, Form};
use crate::decode::fields::Message;
use crate::import::sequence::EpochId;
use crate::model::args::Callstack;
use crate::proto::{callstack, frame, interned_data, interned_string, mapping, track_event};

/// Returns the call stack of an event and what it weighs. `epoch` is that of its sequence.
pub(super) fn of_event(
    source: &TraceArgs,
    event: Message<'_>,
    epoch: Option<EpochId>,
) -> Callstack {
    let weight = event.field(track_event::CALLSTACK_WEIGHT);
    Callstack {
        frames: frames(source, event, epoch),
        weight: weight.map(|weight| weight.as_f64()),
    }
}

/// Returns the frames of an event's call stack, outermost first.
fn frames(source: &TraceArgs, event: Message<'_>, epoch: Option<EpochId>) -> Vec<String> {
    if let Some(stack) = event.field(track_event::CALLSTACK) {
        let frames = stack.message().messages(track_event::callstack::FRAMES);
        return frames.map(inline).collect();
    }
    let (Some(iid), Some(epoch)) = (event.field(track_event::CALLSTACK_IID), epoch) else {
        return Vec::new();
    };
    let interned = Interned { source, epoch };
    let mut frames = Vec::new();
    if let Some(stack) = interned.entry(interned_data::CALLSTACKS, iid.as_u64()) {
        for ids in stack.all(callstack::FRAME_IDS) {
            ids.each_varint(|iid| frames.extend(interned.frame(iid)));
        }
    }
    frames
}

/// Returns the text of a frame that is written out in the event.
fn inline(frame: Message<'_>) -> String {
    use track_event::callstack::frame::{FUNCTION_NAME, LINE_NUMBER, SOURCE_FILE};

    let name = frame.lossy(FUNCTION_NAME).into_owned();
    describe(name, &frame.lossy(SOURCE_FILE), frame.u64(LINE_NUMBER))
}

struct Interned<'a> {
    source: &'a TraceArgs,
    epoch: EpochId,
}

impl<'a> Interned<'a> {
    fn entry(&self, field: u32, iid: u64) -> Option<Message<'a>> {
        let table = self.source.sequences.table(self.epoch);
        table.message(&self.source.space, field, iid)
    }

    fn text(&self, field: u32, iid: u64) -> Option<String> {
        let entry = self.entry(field, iid)?;
        Some(entry.lossy(interned_string::STR).into_owned())
    }

    fn frame(&self, iid: u64) -> Option<String> {
        let frame = self.entry(interned_data::FRAMES, iid)?;
        let number = |n| frame.field(n).map(|field| field.as_u64());
        let text = |n, field| number(n).and_then(|iid| self.text(field, iid));
        let name = text(frame::FUNCTION_NAME_ID, interned_data::FUNCTION_NAMES);
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            let file = text(frame::SOURCE_PATH_IID, interned_data::SOURCE_PATHS);
            let line = frame.u64(frame::LINE_NUMBER);
            return Some(describe(name, &file.unwrap_or_default(), line));
        }
        let address = format!("{:#x}", frame.u64(frame::REL_PC));
        let binary = number(frame::MAPPING_ID).and_then(|iid| self.binary(iid));
        Some(describe(address, &binary.unwrap_or_default(), 0))
    }

    /// Returns the last part of the path of a mapped binary.
    fn binary(&self, iid: u64) -> Option<String> {
        let mut last = None;
        let mapping = self.entry(interned_data::MAPPINGS, iid)?;
        for ids in mapping.all(mapping::PATH_STRING_IDS) {
            ids.each_varint(|iid| last = self.text(interned_data::MAPPING_PATHS, iid));
        }
        last
    }
}

/// Puts together what is known of a frame; 0 is no line.
fn describe(name: String, place: &str, line: u64) -> String {
    let name = symbol::demangle(&name, Form::Whole).unwrap_or(name);
    match (place, line) {
        ("", _) => name,
        (place, 0) => format!("{name} ({place})"),
        (place, line) => format!("{name} ({place}:{line})"),
    }
}
