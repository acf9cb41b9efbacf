//! Gives call stacks their rows: every mapping, frame and call site has one, however often it is named.
//!
//! What a stack is made of stands in the interned data of the sequence that names it; what is
//! missing there is an issue, and the stack is left out.

mod named;

use hashbrown::{HashMap, HashSet};

pub(in crate::import) use self::named::NamedFrame;
use self::named::NamedRows;
use super::sequence::IidMap;
use crate::base::csv::hex;
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Fields, Message};
use crate::decode::wire;
use crate::model::ids::Upid;
use crate::model::issue::IssueLog;
use crate::model::stack_profile::{Callsite, Frame, Mapping, StackProfile, Symbol};
use crate::proto::{
    address_symbols, callstack, frame, interned_data, interned_string, line, mapping,
    module_symbols,
};

/// Finds the message of an entry of InternedData in the state of a sequence: by the state, the
/// field of InternedData and the id.
pub(in crate::import) type Interned<'a> = dyn Fn(u32, u32, u64) -> Option<Message<'a>> + 'a;

/// The row of an entry, and whether nothing that the entry names is missing; or the issue that leaves it without
/// a row.
type Found = Result<(u32, bool), &'static str>;

/// Identifies an entry: the state of a sequence, the process whose memory it is about, and the id.
type Key = (u32, Option<Upid>, u64);

/// The rows so far.
#[derive(Debug, Default)]
pub struct Stacks {
    /// The tables.
    pub(in crate::import) rows: StackProfile,
    /// The rows of mappings. A mapping that has addresses has a row for each process.
    mappings: HashMap<(Option<Upid>, Mapping), u32>,
    frames: HashMap<Frame, u32>,
    callsites: HashMap<Callsite, u32>,
    /// The rows of mappings that were looked up.
    known_mappings: HashMap<Key, Found>,
    /// The rows of frames that were looked up and are not whole.
    known_frames: HashMap<Key, Found>,
    /// The innermost call sites of stacks that were looked up and are long or incomplete.
    known_callstacks: HashMap<Key, Result<u32, &'static str>>,
    /// Other stacks that were found lately.
    recent: RecentStacks,
    shapes: Shapes,
    /// The call sites that frames of a shape led to in a process.
    steps: HashMap<Step, u32>,
    /// For no call site and then for each one, the step from it that was taken last.
    taken: Vec<(u32, Option<Upid>, u32)>,
    /// The stack that was made last: stacks have their outer frames in common.
    last: Path,
    unnamed: Unnamed,
    named: NamedRows,
}

/// Frames that no symbol has named, once there are symbols.
#[derive(Debug, Default)]
struct Unnamed {
    /// The build ids and paths of binaries.
    binaries: HashSet<(StrId, StrId)>,
    n_mappings: usize,
    /// The last such frame at an address of a binary, by the binary's build id and path and the address;
    /// [`NO_ROW`] if all frames there have names.
    at: HashMap<(StrId, StrId, i64), u32>,
    /// For each row of frames the one before it at the same address, or [`NO_ROW`].
    before: Vec<u32>,
}

impl Unnamed {
    /// Takes in the frames that are new, but for those that are known by name anyway.
    fn extend(&mut self, rows: &StackProfile, named: &NamedRows) {
        let mappings = rows.mappings[self.n_mappings..].iter();
        self.binaries
            .extend(mappings.map(|mapping| (mapping.build_id, mapping.name)));
        self.n_mappings = rows.mappings.len();
        let next = self.before.len();
        for (row, frame) in (next as u32..).zip(&rows.frames[next..]) {
            if named.is_named(frame.mapping) {
                self.before.push(NO_ROW);
                continue;
            }
            let mapping = &rows.mappings[frame.mapping as usize];
            let place = (mapping.build_id, mapping.name, frame.rel_pc);
            let before = self.at.insert(place, row);
            self.before.push(before.unwrap_or(NO_ROW));
        }
    }

    /// Takes out the frames at a place, the last one first.
    fn take(&mut self, place: (StrId, StrId, i64)) -> impl Iterator<Item = u32> {
        let last = self.at.insert(place, NO_ROW);
        std::iter::successors(last.filter(|&row| row != NO_ROW), |&row| {
            let before = self.before[row as usize];
            (before != NO_ROW).then_some(before)
        })
    }
}

/// A way from the outermost frame of a process inwards: the shapes of frames, and the call sites that they
/// led to.
#[derive(Debug, Default)]
struct Path {
    upid: Option<Upid>,
    steps: Vec<(u32, u32)>,
}

/// A step: the call site that it leaves plus one, 0 if it leaves none; the shape of a frame; and the process.
type Step = (u32, u32, Option<Upid>);

/// Stacks that were found lately, each in the one slot that its key may have.
#[derive(Debug, Default)]
struct RecentStacks {
    /// Empty before the first stack.
    slots: Vec<(Key, u32)>,
}

/// How many slots there are, a power of two.
const RECENT: usize = 1 << 12;

impl RecentStacks {
    #[inline]
    fn slot((epoch, upid, iid): Key) -> usize {
        let upid = upid.map_or(0, |upid| upid.0);
        // Ids of stacks follow each other in each state of a sequence.
        let base = epoch.wrapping_mul(0x9e37_79b1) ^ upid.wrapping_mul(0x85eb_ca6b);
        (iid as usize).wrapping_add((base >> 16) as usize) % RECENT
    }

    #[inline]
    fn get(&self, key: Key) -> Option<u32> {
        let (of, row) = *self.slots.get(Self::slot(key))?;
        (of == key).then_some(row)
    }

    fn set(&mut self, key: Key, row: u32) {
        if self.slots.is_empty() {
            // No stack has this key.
            self.slots = vec![((u32::MAX, None, u64::MAX), NO_ROW); RECENT];
        }
        if let Some(slot) = self.slots.get_mut(Self::slot(key)) {
            *slot = (key, row);
        }
    }
}

/// How long the path of a mapping is at most, as in Linux.
const PATH_MAX: usize = 4096;

/// How many bytes of a build id are read: real ones have up to 32.
const BUILD_ID_MAX: usize = 256;

/// How long the id of a module is as Breakpad has it: 16 bytes and an age of one digit, in hexadecimal.
const BREAKPAD_ID: usize = 33;

/// Stands for no row.
const NO_ROW: u32 = u32::MAX;

/// How many bytes the message of a stack may have so that it is read again whenever the stack is not among
/// the recent ones.
const LONG: usize = 256;

/// What frames say, but for their process. There are many states of sequences, and processes name the same
/// frames.
#[derive(Debug, Default)]
struct Shapes {
    ids: HashMap<(Mapping, Option<StrId>, i64), u32>,
    /// The shapes of rows of frames; [`NO_ROW`] if the shape is not known.
    of_rows: Vec<u32>,
    /// The shapes of frames by id, in the present state of a sequence; in `others` those in other states.
    here: IidMap,
    epoch: u32,
    others: HashMap<u32, IidMap>,
}

impl Shapes {
    fn enter(&mut self, epoch: u32) {
        if self.epoch != epoch {
            let next = self.others.remove(&epoch).unwrap_or_default();
            let left = std::mem::replace(&mut self.here, next);
            self.others.insert(self.epoch, left);
            self.epoch = epoch;
        }
    }

    /// Returns the shape of a frame, given its row.
    fn of(&mut self, row: u32, rows: &StackProfile) -> u32 {
        if let Some(&shape) = self.of_rows.get(row as usize)
            && shape != NO_ROW
        {
            return shape;
        }
        let next = self.ids.len() as u32;
        let frame = &rows.frames[row as usize];
        let mapping = rows.mappings[frame.mapping as usize];
        let shape = (mapping, frame.name, frame.rel_pc);
        let shape = *self.ids.entry(shape).or_insert(next);
        self.of_rows.resize(rows.frames.len(), NO_ROW);
        self.of_rows[row as usize] = shape;
        shape
    }
}

/// The mapping of frames that lie in no binary.
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
    fn entry(
        &self,
        field: u32,
        iid: u64,
        issue: &'static str,
    ) -> Result<Message<'a>, &'static str> {
        (self.interned)(self.epoch, field, iid).ok_or(issue)
    }

    fn string(&self, field: u32, iid: u64) -> Result<&'a [u8], &'static str> {
        let entry = self.entry(field, iid, "stackprofile_invalid_string_id")?;
        Ok(entry.text(interned_string::STR))
    }

    /// Counts the issue of what has no row, each time that something names it.
    fn row<T>(&mut self, found: Result<T, &'static str>) -> Option<T> {
        found.map_err(|issue| self.issues.count(issue)).ok()
    }
}

impl Stacks {
    /// Returns the row of a mapping that a sequence interned.
    pub(in crate::import) fn mapping(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let found = self.find_mapping(iid, cx);
        cx.row(found).map(|found| found.0)
    }

    fn find_mapping(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Found {
        let key = (cx.epoch, cx.upid, iid);
        if let Some(&known) = self.known_mappings.get(&key) {
            return known;
        }
        let row = self.new_mapping(iid, cx);
        self.known_mappings.insert(key, row);
        row
    }

    fn new_mapping(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Found {
        let (mut build_id, mut path, mut is_whole) = (0, Vec::new(), true);
        let mut mapping = NO_MAPPING;
        let entry = if iid == 0 {
            // Id 0 is the mapping of frames that lie in no binary.
            Message::default()
        } else {
            cx.entry(
                interned_data::MAPPINGS,
                iid,
                "stackprofile_invalid_mapping_id",
            )?
        };
        for field in entry.fields() {
            match field.number {
                mapping::BUILD_ID => build_id = field.as_u64(),
                mapping::START_OFFSET => mapping.start_offset = field.as_i64(),
                mapping::START => mapping.start = field.as_i64(),
                mapping::END => mapping.end = field.as_i64(),
                mapping::LOAD_BIAS => mapping.load_bias = field.as_i64(),
                mapping::PATH_STRING_IDS => field.each_varint(|iid| {
                    // A path ends where a part of it is missing.
                    let part = if is_whole {
                        let part = cx.string(interned_data::MAPPING_PATHS, iid);
                        cx.row(part)
                    } else {
                        None
                    };
                    match part {
                        Some(part) if path.len() + part.len() < PATH_MAX => {
                            path.push(b'/');
                            path.extend_from_slice(part);
                        }
                        Some(_) => {
                            cx.issues.count("import_limit_reached");
                            is_whole = false;
                        }
                        None => is_whole = false,
                    }
                }),
                mapping::EXACT_OFFSET => mapping.exact_offset = field.as_i64(),
                _ => {}
            }
        }
        if build_id != 0 {
            let text = build_id_text(cx.string(interned_data::BUILD_IDS, build_id)?);
            mapping.build_id = cx.strings.intern(&text);
        }
        // Chromium's paths are one part, which begins with a slash already.
        let path = path
            .strip_prefix(b"/")
            .filter(|path| path.starts_with(b"/"))
            .unwrap_or(&path);
        mapping.name = cx.strings.intern(path);
        let next = self.rows.mappings.len() as u32;
        let owner = cx.upid.filter(|_| mapping.start != mapping.end);
        let row = *self.mappings.entry((owner, mapping)).or_insert_with(|| {
            self.rows.mappings.push(mapping);
            next
        });
        Ok((row, is_whole))
    }

    /// Returns the row of a frame. Frames that are whole are remembered by their shapes, not by this key.
    fn frame(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Found {
        let key = (cx.epoch, cx.upid, iid);
        if !self.known_frames.is_empty()
            && let Some(&known) = self.known_frames.get(&key)
        {
            return known;
        }
        let row = self.new_frame(iid, cx);
        if !row.is_ok_and(|row| row.1) {
            self.known_frames.insert(key, row);
        }
        row
    }

    fn new_frame(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Found {
        let entry = cx.entry(interned_data::FRAMES, iid, "stackprofile_invalid_frame_id")?;
        let mut fields = entry.fields();
        let (mut function, mut mapping, mut rel_pc) = (0, 0, 0);
        while let Some(field) = fields.next_field() {
            match field.number {
                frame::FUNCTION_NAME_ID => function = field.as_u64(),
                frame::MAPPING_ID => mapping = field.as_u64(),
                frame::REL_PC => rel_pc = field.as_i64(),
                _ => {}
            }
        }
        let (mapping, is_whole) = self.find_mapping(mapping, cx)?;
        let name = if function == 0 {
            None
        } else {
            let name = cx.string(interned_data::FUNCTION_NAMES, function)?;
            Some(cx.strings.intern(name))
        };
        let frame = Frame {
            name,
            mapping,
            rel_pc,
        };
        let next = self.rows.frames.len() as u32;
        let row = *self.frames.entry(frame).or_insert_with(|| {
            self.rows.frames.push(frame);
            next
        });
        Ok((row, is_whole))
    }

    /// Returns the innermost call site of a stack that a sequence interned.
    pub(in crate::import) fn stack(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Option<u32> {
        let key = (cx.epoch, cx.upid, iid);
        if let Some(row) = self.recent.get(key) {
            return Some(row);
        }
        if !self.known_callstacks.is_empty()
            && let Some(&known) = self.known_callstacks.get(&key)
        {
            return cx.row(known);
        }
        let row = self.new_stack(iid, cx);
        match row {
            Ok((row, length)) if length <= LONG => self.recent.set(key, row),
            _ => _ = self.known_callstacks.insert(key, row.map(|row| row.0)),
        }
        cx.row(row).map(|row| row.0)
    }

    /// Makes the call sites of a stack. Returns the innermost one, and the length of the message.
    fn new_stack(&mut self, iid: u64, cx: &mut Cx<'_, '_>) -> Result<(u32, usize), &'static str> {
        let issue = "stackprofile_invalid_callstack_id";
        let entry = cx.entry(interned_data::CALLSTACKS, iid, issue)?.0;
        let (mut depth, mut at, mut lost) = (0, None, None);
        self.shapes.enter(cx.epoch);
        let mut last = std::mem::take(&mut self.last);
        if last.upid != cx.upid {
            last.steps.clear();
            last.upid = cx.upid;
        }
        each_frame(entry, |iid| {
            if lost.is_some() {
                return;
            }
            let shape = self.shapes.here.get(iid);
            let known = last.steps.get(depth as usize);
            if let Some(&(_, callsite)) = known.filter(|step| shape == Some(step.0)) {
                at = Some(callsite);
                depth += 1;
                return;
            }
            last.steps.truncate(depth as usize);
            let step = self.step((iid, shape), (depth, at), cx);
            lost = step.err();
            at = step.ok();
            // A frame without a shape is not recognised again, nor is what is inside of it.
            let shape = shape.or_else(|| self.shapes.here.get(iid));
            if let (Some(shape), Some(callsite)) = (shape, at)
                && last.steps.len() == depth as usize
            {
                last.steps.push((shape, callsite));
            }
            depth += 1;
        });
        self.last = last;
        match lost {
            Some(issue) => Err(issue),
            None => at
                .map(|row| (row, entry.len()))
                .ok_or("stackprofile_empty_callstack"),
        }
    }

    /// Returns the call site that a frame, which may have a shape, leads to from another call site.
    fn step(
        &mut self,
        (iid, shape): (u64, Option<u32>),
        (depth, parent): (u32, Option<u32>),
        cx: &mut Cx<'_, '_>,
    ) -> Result<u32, &'static str> {
        let (upid, from) = (cx.upid, parent.map_or(0, |parent| parent as usize + 1));
        if let Some(callsite) = shape.and_then(|shape| self.known_step(from, shape, upid)) {
            return Ok(callsite);
        }
        let (frame, is_whole) = self.frame(iid, cx)?;
        let shape = match shape {
            // What is missing is an issue in each state and process, so that such a frame gets no shape.
            _ if !is_whole => None,
            Some(shape) => Some(shape),
            None => {
                let shape = self.shapes.of(frame, &self.rows);
                self.shapes.here.insert(iid, shape);
                if let Some(callsite) = self.known_step(from, shape, upid) {
                    return Ok(callsite);
                }
                Some(shape)
            }
        };
        let callsite = self.callsite(Callsite {
            depth,
            parent,
            frame,
        });
        if let Some(shape) = shape {
            self.steps.insert((from as u32, shape, upid), callsite);
            self.take(from, (shape, upid, callsite));
        }
        Ok(callsite)
    }

    /// Returns the call site that a frame of a shape has led to before.
    #[inline]
    fn known_step(&mut self, from: usize, shape: u32, upid: Option<Upid>) -> Option<u32> {
        let taken = self.taken.get(from);
        if let Some(taken) = taken.filter(|taken| (taken.0, taken.1) == (shape, upid)) {
            return Some(taken.2);
        }
        let callsite = *self.steps.get(&(from as u32, shape, upid))?;
        self.take(from, (shape, upid, callsite));
        Some(callsite)
    }

    fn take(&mut self, from: usize, step: (u32, Option<Upid>, u32)) {
        if from >= self.taken.len() {
            self.taken.resize(from + 1, (NO_ROW, None, NO_ROW));
        }
        self.taken[from] = step;
    }

    fn callsite(&mut self, callsite: Callsite) -> u32 {
        let next = self.rows.callsites.len() as u32;
        *self.callsites.entry(callsite).or_insert_with(|| {
            self.rows.callsites.push(callsite);
            next
        })
    }

    /// Takes in the symbols of a binary, a `ModuleSymbols` message: they name frames that are known.
    pub(in crate::import) fn symbols(
        &mut self,
        module: Message<'_>,
        strings: &mut StrPool,
        issues: &mut IssueLog,
    ) {
        let build_id = build_id_text(module.text(module_symbols::BUILD_ID));
        let build_id = strings.intern(&build_id);
        let path = strings.intern(module.text(module_symbols::PATH));
        self.unnamed.extend(&self.rows, &self.named);
        if !self.unnamed.binaries.contains(&(build_id, path)) {
            issues.count("stackprofile_invalid_mapping_id");
            return;
        }
        for address in module.messages(module_symbols::ADDRESS_SYMBOLS) {
            let place = (build_id, path, address.i64(address_symbols::ADDRESS));
            match self.unnamed.at.get(&place) {
                None => {
                    if address.field(address_symbols::LINES).is_some() {
                        issues.count("stackprofile_invalid_frame_id");
                    }
                    continue;
                }
                Some(&NO_ROW) => continue,
                Some(_) => {}
            }
            let set = self.rows.symbols.len() as u32;
            for line in address.messages(address_symbols::LINES) {
                let file = line.text_if_set(line::SOURCE_FILE_NAME);
                let number = line.field(line::LINE_NUMBER).filter(|_| file.is_some());
                self.rows.symbols.push(Symbol {
                    set,
                    name: strings.intern(line.text(line::FUNCTION_NAME)),
                    source_file: file.map(|file| strings.intern(file)),
                    line: number.map(|number| number.as_i64()),
                    column: None,
                });
            }
            if self.rows.symbols.len() as u32 > set {
                let sets = self.unnamed.take(place).map(|frame| (frame, set));
                self.rows.symbol_sets.extend(sets);
            }
        }
    }

    /// Returns the tables, once there is nothing more to take in.
    pub(in crate::import) fn into_rows(mut self) -> StackProfile {
        self.rows.symbol_sets.sort_unstable();
        if let Some(places) = self.final_mappings() {
            let mut mappings: Vec<_> = places.iter().zip(self.rows.mappings).collect();
            mappings.sort_unstable_by_key(|(place, _)| **place);
            self.rows.mappings = mappings.into_iter().map(|(_, mapping)| mapping).collect();
            for frame in &mut self.rows.frames {
                frame.mapping = places[frame.mapping as usize];
            }
        }
        self.rows
    }
}

/// Calls `each` for every frame of an interned stack.
#[inline]
fn each_frame(entry: &[u8], mut each: impl FnMut(u64)) {
    let mut rest = entry;
    // Recorders write each frame in a field of its own, behind the id.
    if let Some(mut id) = entry.strip_prefix(&[0x08])
        && wire::take_varint(&mut id).is_some()
    {
        rest = id;
        while let Some(mut frame) = rest.strip_prefix(&[0x10])
            && let Some(iid) = wire::take_varint(&mut frame)
        {
            rest = frame;
            each(iid);
        }
    }
    for ids in Fields::new(rest).all_of(callstack::FRAME_IDS) {
        ids.each_varint(&mut each);
    }
}

/// Returns a build id as text. Chromium writes text: the id of a module as Breakpad has it.
fn build_id_text(bytes: &[u8]) -> Vec<u8> {
    if bytes.len() == BREAKPAD_ID {
        return bytes.to_vec();
    }
    hex(bytes.get(..BUILD_ID_MAX).unwrap_or(bytes)).into_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// An entry of InternedData, as numbers or bytes of its fields.
    fn entry(fields: &[(u32, Result<u64, &[u8]>)]) -> Vec<u8> {
        use prost::encoding::{WireType, encode_key, encode_varint};
        let mut bytes = Vec::new();
        for &(number, value) in fields {
            match value {
                Ok(value) => {
                    encode_key(number, WireType::Varint, &mut bytes);
                    encode_varint(value, &mut bytes);
                }
                Err(value) => {
                    encode_key(number, WireType::LengthDelimited, &mut bytes);
                    encode_varint(value.len() as u64, &mut bytes);
                    bytes.extend_from_slice(value);
                }
            }
        }
        bytes
    }

    prop_compose! {
        /// An entry with its epoch, field and id. The entries that it refers to may be missing.
        fn interned()(
            epoch in 0..2_u32,
            field in prop::sample::select(vec![interned_data::FUNCTION_NAMES, interned_data::FRAMES, interned_data::CALLSTACKS, interned_data::MAPPING_PATHS, interned_data::MAPPINGS]),
            iid in 1..4_u64,
            (a, b) in (0..4_u64, 0..4_u64),
            frames in prop::collection::vec(1..4_u64, 0..5),
        ) -> ((u32, u32, u64), Vec<u8>) {
            let id = (1, Ok(iid));
            let bytes = match field {
                interned_data::FRAMES => entry(&[id, (2, Ok(a)), (3, Ok(b)), (4, Ok(7))]),
                interned_data::CALLSTACKS => {
                    let frames = frames.iter().map(|&frame| (2, Ok(frame)));
                    entry(&std::iter::once(id).chain(frames).collect::<Vec<_>>())
                }
                interned_data::MAPPINGS => entry(&[id, (4, Ok(a / 2)), (5, Ok(1)), (7, Ok(b + 1))]),
                _ => entry(&[id, (2, Err(&[b'a' + a as u8]))]),
            };
            ((epoch, field, iid), bytes)
        }
    }

    #[test]
    fn a_missing_frame_counts_each_time_that_a_stack_is_asked_for() {
        let missing = entry(&[(1, Ok(1)), (2, Ok(7))]);
        let interned =
            |_, field, _| (field == interned_data::CALLSTACKS).then_some(Message(&missing));
        let (mut stacks, mut strings) = (Stacks::default(), StrPool::new());
        let mut issues = IssueLog::default();
        for (upid, iid) in [(0, 1), (0, 1), (0, 2), (1, 1)] {
            let mut cx = Cx {
                epoch: 0,
                upid: Some(Upid(upid)),
                interned: &interned,
                strings: &mut strings,
                issues: &mut issues,
            };
            assert_eq!(stacks.stack(iid, &mut cx), None);
        }
        let n: Vec<_> = issues
            .iter()
            .map(|issue| (issue.kind, issue.count))
            .collect();
        assert_eq!(n, [("stackprofile_invalid_frame_id", 4)]);
    }

    proptest! {
        #[test]
        fn stacks_are_the_same_without_short_cuts(
            all in prop::collection::vec(interned(), 0..60),
            asked in prop::collection::vec((0..2_u32, prop::option::of(0..2_u32), 1..4_u64), 0..20),
        ) {
            let table: HashMap<_, _> = all.into_iter().collect();
            let interned = |epoch, field, iid| table.get(&(epoch, field, iid)).map(|entry| Message(entry));
            let run = |is_forgetful: bool| {
                let (mut stacks, mut strings) = (Stacks::default(), StrPool::new());
                let mut issues = IssueLog::default();
                let found: Vec<_> = asked
                    .iter()
                    .map(|&(epoch, upid, iid)| {
                        if is_forgetful {
                            stacks.shapes = Shapes::default();
                            stacks.steps.clear();
                            stacks.taken.clear();
                            stacks.last = Path::default();
                        }
                        let mut cx = Cx {
                            epoch,
                            upid: upid.map(Upid),
                            interned: &interned,
                            strings: &mut strings,
                            issues: &mut issues,
                        };
                        stacks.stack(iid, &mut cx)
                    })
                    .collect();
                let issues: Vec<_> = issues.iter().cloned().collect();
                let StackProfile { mappings, frames, callsites, .. } = stacks.rows;
                (found, mappings, frames, callsites, issues)
            };
            prop_assert_eq!(run(false), run(true));
        }

        #[test]
        fn frames_are_read_like_any_field(
            bytes in prop::collection::vec(
                prop_oneof![Just(8_u8), Just(16), Just(18), 0..4_u8, any::<u8>()],
                0..20,
            ),
        ) {
            let (mut read, mut expected) = (Vec::new(), Vec::new());
            each_frame(&bytes, |iid| read.push(iid));
            for field in Fields::new(&bytes).filter(|field| field.number == 2) {
                field.each_varint(|iid| expected.push(iid));
            }
            prop_assert_eq!(read, expected);
        }
    }
}
