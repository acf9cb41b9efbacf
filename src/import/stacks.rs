//! Gives call stacks their rows: every mapping, frame and call site has one, however often it is named.
//!
//! What a stack is made of stands in the interned data of the sequence that names it; what is
//! missing there is an issue, and the stack is left out.

use hashbrown::HashMap;

use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::Fields;
use crate::model::ids::Upid;
use crate::model::issue::IssueLog;
use crate::model::stack_profile::{Callsite, Frame, Mapping, StackProfile, Symbol};

/// InternedData's tables of stacks and what they are made of.
const FUNCTIONS: u32 = 5;
const FRAMES: u32 = 6;
const STACKS: u32 = 7;
const BUILD_IDS: u32 = 16;
const PATHS: u32 = 17;
const MAPPINGS: u32 = 19;

/// Finds the message of an entry of InternedData in the state of a sequence: by the state, the
/// field of InternedData and the id.
pub(in crate::import) type Interned<'a> = dyn Fn(u32, u32, u64) -> Option<&'a [u8]> + 'a;

/// Names an entry: the state of a sequence, the process whose memory it is, and the id.
type Key = (u32, Option<Upid>, u64);

/// The rows so far.
#[derive(Debug, Default)]
pub struct Stacks {
    /// The tables.
    pub(in crate::import) rows: StackProfile,
    /// Mappings with their process, if they lie anywhere.
    mappings: HashMap<(Option<Upid>, Mapping), u32>,
    frames: HashMap<Frame, u32>,
    callsites: HashMap<Callsite, u32>,
    /// What was found; `None` if it is incomplete.
    known_mappings: HashMap<Key, Option<u32>>,
    known_frames: HashMap<Key, Option<u32>>,
    known_callstacks: HashMap<Key, Option<u32>>,
    /// The stack that was made last: stacks have their outer frames in common.
    last: Path,
}

/// A way from the outermost frame inwards: the ids of frames, and the call sites that they led to.
#[derive(Debug, Default)]
struct Path {
    epoch: u32,
    upid: Option<Upid>,
    steps: Vec<(u64, u32)>,
}

/// The mapping of what lies in no binary.
const NO_MAPPING: Mapping = Mapping {
    build_id: StrId::EMPTY,
    exact_offset: 0,
    start_offset: 0,
    start: 0,
    end: 0,
    load_bias: 0,
    name: StrId::EMPTY,
};

/// What else is needed to make a row.
pub(in crate::import) struct Cx<'a, 'b> {
    /// The state of the sequence.
    pub(in crate::import) epoch: u32,
    /// The process whose memory is meant.
    pub(in crate::import) upid: Option<Upid>,
    /// Interned data.
    pub(in crate::import) interned: &'b Interned<'a>,
    /// Strings.
    pub(in crate::import) strings: &'b mut StrPool,
    /// Issues.
    pub(in crate::import) issues: &'b mut IssueLog,
}

impl<'a> Cx<'a, '_> {
    fn entry(&mut self, field: u32, iid: u64, issue: &'static str) -> Option<Fields<'a>> {
        let Some(bytes) = (self.interned)(self.epoch, field, iid) else {
            self.issues.count(issue);
            return None;
        };
        Some(Fields::new(bytes))
    }

    fn string(&mut self, field: u32, iid: u64) -> Option<&'a [u8]> {
        let entry = self.entry(field, iid, "stackprofile_invalid_string_id")?;
        Some(entry.last_of(2).map_or(&[], |text| text.as_bytes()))
    }
}

impl Stacks {
    /// Returns the row of a mapping that a sequence interned.
    pub(in crate::import) fn mapping(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let key = (cx.epoch, cx.upid, iid);
        if let Some(&known) = self.known_mappings.get(&key) {
            return known;
        }
        let row = self.new_mapping(iid, cx);
        self.known_mappings.insert(key, row);
        row
    }

    fn new_mapping(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let (mut build_id, mut path, mut is_whole) = (0, Vec::new(), true);
        let mut mapping = NO_MAPPING;
        let entry = if iid == 0 {
            // A frame that lies in no binary.
            Fields::new(&[])
        } else {
            cx.entry(MAPPINGS, iid, "stackprofile_invalid_mapping_id")?
        };
        for field in entry {
            match field.number {
                2 => build_id = field.as_u64(),
                3 => mapping.start_offset = field.as_i64(),
                4 => mapping.start = field.as_i64(),
                5 => mapping.end = field.as_i64(),
                6 => mapping.load_bias = field.as_i64(),
                7 => field.each_varint(|iid| {
                    // A path ends where a part of it is missing.
                    let part = if is_whole {
                        cx.string(PATHS, iid)
                    } else {
                        None
                    };
                    match part {
                        Some(part) => {
                            path.push(b'/');
                            path.extend_from_slice(part);
                        }
                        None => is_whole = false,
                    }
                }),
                8 => mapping.exact_offset = field.as_i64(),
                _ => {}
            }
        }
        if build_id != 0 {
            let hex = hex(cx.string(BUILD_IDS, build_id)?);
            mapping.build_id = cx.strings.intern(hex.as_bytes());
        }
        mapping.name = cx.strings.intern(&path);
        let next = self.rows.mappings.len() as u32;
        let owner = cx.upid.filter(|_| mapping.start != mapping.end);
        Some(*self.mappings.entry((owner, mapping)).or_insert_with(|| {
            self.rows.mappings.push(mapping);
            next
        }))
    }

    fn frame(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let key = (cx.epoch, cx.upid, iid);
        if let Some(&known) = self.known_frames.get(&key) {
            return known;
        }
        let row = self.new_frame(iid, cx);
        self.known_frames.insert(key, row);
        row
    }

    fn new_frame(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let entry = cx.entry(FRAMES, iid, "stackprofile_invalid_frame_id")?;
        let (mut function, mut mapping, mut rel_pc) = (0, 0, 0);
        for field in entry {
            match field.number {
                2 => function = field.as_u64(),
                3 => mapping = field.as_u64(),
                4 => rel_pc = field.as_i64(),
                _ => {}
            }
        }
        let mapping = self.mapping(mapping, cx)?;
        let name = if function == 0 {
            None
        } else {
            let name = cx.string(FUNCTIONS, function)?;
            Some(cx.strings.intern(name))
        };
        let frame = Frame {
            name,
            mapping,
            rel_pc,
        };
        let next = self.rows.frames.len() as u32;
        Some(*self.frames.entry(frame).or_insert_with(|| {
            self.rows.frames.push(frame);
            next
        }))
    }

    /// Returns the innermost call site of a stack that a sequence interned.
    pub(in crate::import) fn stack(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let key = (cx.epoch, cx.upid, iid);
        if let Some(&known) = self.known_callstacks.get(&key) {
            return known;
        }
        let row = self.new_stack(iid, cx);
        self.known_callstacks.insert(key, row);
        row
    }

    fn new_stack(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let entry = cx.entry(STACKS, iid, "stackprofile_invalid_callstack_id")?;
        let (mut depth, mut at, mut is_whole) = (0, None, true);
        let mut last = std::mem::take(&mut self.last);
        if (last.epoch, last.upid) != (cx.epoch, cx.upid) {
            last.steps.clear();
            (last.epoch, last.upid) = (cx.epoch, cx.upid);
        }
        for ids in entry.filter(|field| field.number == 2) {
            ids.each_varint(|iid| {
                if let Some(&(_, callsite)) =
                    (last.steps.get(depth as usize)).filter(|step| is_whole && step.0 == iid)
                {
                    at = Some(callsite);
                    depth += 1;
                    return;
                }
                last.steps.truncate(depth as usize);
                let frame = if is_whole { self.frame(iid, cx) } else { None };
                let Some(frame) = frame else {
                    is_whole = false;
                    return;
                };
                let callsite = self.callsite(Callsite {
                    depth,
                    parent: at,
                    frame,
                });
                last.steps.push((iid, callsite));
                at = Some(callsite);
                depth += 1;
            });
        }
        self.last = last;
        if is_whole && at.is_none() {
            cx.issues.count("stackprofile_empty_callstack");
        }
        at.filter(|_| is_whole)
    }

    fn callsite(&mut self, callsite: Callsite) -> u32 {
        let next = self.rows.callsites.len() as u32;
        *self.callsites.entry(callsite).or_insert_with(|| {
            self.rows.callsites.push(callsite);
            next
        })
    }

    /// Takes in the symbols of a binary, a `ModuleSymbols` message: they name frames that are known.
    pub(in crate::import) fn symbols(&mut self, module: &[u8], strings: &mut StrPool) {
        let last = |n| Fields::new(module).last_of(n);
        let build_id = last(2).map_or_else(String::new, |id| hex(id.as_bytes()));
        let build_id = strings.intern(build_id.as_bytes());
        let path = strings.intern(last(1).map_or(&[], |path| path.as_bytes()));
        let is_of = |frame: &Frame| {
            let mapping = &self.rows.mappings[frame.mapping as usize];
            (mapping.build_id, mapping.name) == (build_id, path)
        };
        let mut frames: HashMap<i64, Vec<u32>> = HashMap::new();
        for (row, frame) in (0..).zip(&self.rows.frames) {
            if is_of(frame) {
                frames.entry(frame.rel_pc).or_default().push(row);
            }
        }
        for address in Fields::new(module).filter(|field| field.number == 3) {
            let pc = address.fields().last_of(1).map_or(0, |pc| pc.as_i64());
            let Some(frames) = frames.remove(&pc) else {
                continue;
            };
            let set = self.rows.symbols.len() as u32;
            for line in address.fields().filter(|field| field.number == 2) {
                let text = |n| line.fields().last_of(n);
                self.rows.symbols.push(Symbol {
                    set,
                    name: strings.intern(text(1).map_or(&[], |name| name.as_bytes())),
                    source_file: text(2).map(|file| strings.intern(file.as_bytes())),
                    line: text(2).and(text(3)).map(|line| line.as_i64()),
                });
            }
            if self.rows.symbols.len() as u32 > set {
                let sets = frames.into_iter().map(|frame| (frame, set));
                self.rows.symbol_sets.extend(sets);
            }
        }
        self.rows.symbol_sets.sort_unstable();
        self.rows.symbol_sets.dedup_by_key(|row| row.0);
    }
}

/// Returns bytes in hexadecimal. Build ids that are text already stay as they are.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in bytes {
        // Writing to a String cannot fail.
        _ = write!(text, "{byte:02x}");
    }
    text
}
