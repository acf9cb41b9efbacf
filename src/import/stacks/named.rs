//! Rows of samples whose recorder says in words what happened: functions by name instead of by address, and the
//! tasks, CPUs and profilers that samples name.
//!
//! Each is stored once. Functions that are only known by name lie in a mapping of their own, as in the
//! reference's `virtual_memory_mapping.cc`, and what is known of their source is kept as a symbol.

use hashbrown::{HashMap, HashSet};

use super::{NO_MAPPING, Stacks};
use crate::base::intern::StrId;
use crate::model::stack_profile::{Callsite, Execution, Frame, Mapping, Profiler, Symbol, Task};

/// A function that is known by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::import) struct NamedFrame {
    /// The mapping that its functions lie in, see [`Stacks::named_mapping`].
    pub(in crate::import) mapping: u32,
    /// What it is called; may be empty.
    pub(in crate::import) name: StrId,
    /// The file of its source.
    pub(in crate::import) file: Option<StrId>,
    /// The line, from 1 on.
    pub(in crate::import) line: Option<u32>,
    /// The column at which it begins, from 1 on.
    pub(in crate::import) column: Option<u32>,
}

/// The rows so far.
#[derive(Debug, Default)]
pub(super) struct NamedRows {
    /// The rows of mappings that functions known by name lie in.
    mappings: HashSet<u32>,
    /// Those of them that come before all others in the end, with the place of what began them.
    early: Vec<(u64, u32)>,
    frames: HashMap<NamedFrame, u32>,
    tasks: HashMap<Task, u32>,
    executions: HashMap<Execution, u32>,
    profilers: HashMap<Profiler, u32>,
    n_sessions: u32,
}

impl NamedRows {
    /// Returns whether functions of a mapping are only known by name.
    pub(super) fn is_named(&self, mapping: u32) -> bool {
        self.mappings.contains(&mapping)
    }
}

impl Stacks {
    /// Makes a mapping for functions that are known by name.
    pub(in crate::import) fn named_mapping(&mut self, name: StrId) -> u32 {
        let row = self.rows.mappings.len() as u32;
        self.rows.mappings.push(Mapping {
            name,
            end: Mapping::ALL_MEMORY,
            ..NO_MAPPING
        });
        self.named.mappings.insert(row);
        row
    }

    /// Makes a mapping for the functions of a profile that the reference takes in while it reads the file, as its
    /// `track_event_tokenizer.cc` does V8's; `pos` is the place in the file where the profile begins. See
    /// [`Self::final_mappings`].
    pub(in crate::import) fn early_mapping(&mut self, pos: u64) -> u32 {
        let row = self.named_mapping(StrId::EMPTY);
        self.named.early.push((pos, row));
        row
    }

    /// Returns which row each mapping has in the end: the early ones come first, in the order of the file. `None` if
    /// all stay where they are.
    pub(in crate::import) fn final_mappings(&self) -> Option<Vec<u32>> {
        let mut early = self.named.early.clone();
        early.sort_unstable();
        let early: Vec<u32> = early.into_iter().map(|(_, row)| row).collect();
        let is_early: HashSet<u32> = early.iter().copied().collect();
        let n = self.rows.mappings.len() as u32;
        let others = (0..n).filter(|row| !is_early.contains(row));
        let mut places = vec![0; n as usize];
        for (place, row) in (0..).zip(early.iter().copied().chain(others)) {
            places[row as usize] = place;
        }
        (!early.is_empty()).then_some(places)
    }

    /// Returns the row of a function that is known by name.
    pub(in crate::import) fn named_frame(&mut self, frame: NamedFrame) -> u32 {
        let rows = &mut self.rows;
        let next = rows.frames.len() as u32;
        *self.named.frames.entry(frame).or_insert_with(|| {
            rows.frames.push(Frame {
                name: Some(frame.name),
                mapping: frame.mapping,
                rel_pc: 0,
            });
            let set = rows.symbols.len() as u32;
            rows.symbols.push(Symbol {
                set,
                name: frame.name,
                source_file: frame.file,
                line: frame.line.map(i64::from),
                column: frame.column,
            });
            rows.symbol_sets.push((next, set));
            next
        })
    }

    /// Returns the call site of a frame that was called from another call site, or from nowhere.
    pub(in crate::import) fn call_from(&mut self, parent: Option<u32>, frame: u32) -> u32 {
        let depth = parent.map_or(0, |row| self.rows.callsites[row as usize].depth + 1);
        self.callsite(Callsite {
            depth,
            parent,
            frame,
        })
    }

    /// Returns the row of a task.
    pub(in crate::import) fn task(&mut self, task: Task) -> u32 {
        row_of(&mut self.named.tasks, &mut self.rows.tasks, task)
    }

    /// Returns the row of a state of a CPU.
    pub(in crate::import) fn execution(&mut self, execution: Execution) -> u32 {
        let rows = &mut self.rows.executions;
        row_of(&mut self.named.executions, rows, execution)
    }

    /// Returns the row of a profiler that tells no sessions apart.
    pub(in crate::import) fn profiler(&mut self, source: StrId) -> u32 {
        let profiler = Profiler {
            source: Some(source),
            ..Profiler::default()
        };
        let rows = &mut self.rows.profilers;
        row_of(&mut self.named.profilers, rows, profiler)
    }

    /// Begins a session of a profiler. Returns the row of the profiler, and the number of the session.
    pub(in crate::import) fn new_session(&mut self, source: Option<StrId>) -> (u32, u32) {
        let session = self.named.n_sessions;
        self.named.n_sessions += 1;
        self.rows.profilers.push(Profiler {
            source,
            session: Some(session),
            timebase_unit: None,
            event: None,
        });
        (self.rows.profilers.len() as u32 - 1, session)
    }
}

fn row_of<T: Copy + Eq + std::hash::Hash>(
    known: &mut HashMap<T, u32>,
    rows: &mut Vec<T>,
    value: T,
) -> u32 {
    *known.entry(value).or_insert_with(|| {
        rows.push(value);
        rows.len() as u32 - 1
    })
}
