//! What ran on CPUs, and states of threads, as items of a visual row.
//!
//! Each kind of item knows its colour and its label. The idle thread is not drawn. A cell of many states
//! shows what the thread did while it was awake.

use std::borrow::Cow;

use super::bars::{Items, Sample};
use super::color::process_pick;
use super::cx::Cx;
use super::scene::{Ink, Item, Role, StateRole};
use super::text;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::blocks::sched::{CpuBlock, Row, StateBlock, StateClass};
use crate::model::blocks::{Level, Sum as _};
use crate::model::ids::{SchedId, ThreadStateId, Utid};
use crate::model::sched::cpu_name;

/// A cell shows what a thread did while it was awake if that is at least this part (1/n) of the cell.
const AWAKE_MIN: f32 = 8.0;

/// What ran on a CPU.
pub(super) struct SchedItems<'a> {
    cx: &'a Cx<'a>,
    ids: &'a [SchedId],
    row: Option<&'a Row<CpuBlock>>,
    selected: Option<usize>,
}

impl<'a> SchedItems<'a> {
    /// Returns what ran on a CPU.
    pub(super) fn new(cx: &'a Cx<'a>, cpu: u32) -> Self {
        let ids = cx.trace.sched.on_cpu(cpu);
        let rows = &cx.trace.sched;
        let selected = match cx.state.selection {
            super::state::Selection::Sched(id)
                if id.index() < rows.sched().len() && rows.sched_row(id).cpu == cpu =>
            {
                rows.place_on_cpu(id)
            }
            _ => None,
        };
        let blocks = cx.trace.blocks();
        Self {
            cx,
            ids,
            row: blocks.and_then(|blocks| blocks.sched.on_cpu(cpu)),
            selected,
        }
    }

    fn utid(&self, index: usize) -> Utid {
        self.cx.trace.sched.sched_row(self.ids[index]).utid
    }
}

/// Returns the colour of a thread on a CPU track: that of its process.
pub(super) fn thread_role(cx: &Cx<'_>, utid: Utid) -> Role {
    let thread = cx.trace.processes.thread(utid);
    let pid = thread
        .upid
        .map_or(thread.tid, |upid| cx.trace.processes.process(upid).pid);
    Role::Process(process_pick(pid))
}

impl Items for SchedItems<'_> {
    type Block = CpuBlock;

    fn len(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    fn ts(&self, index: usize) -> i64 {
        match self.row {
            Some(row) => row.starts.get(index),
            None => self.cx.trace.sched.sched_row(self.ids[index]).ts.ns(),
        }
    }

    fn end(&self, index: usize) -> Option<i64> {
        let row = self.cx.trace.sched.sched_row(self.ids[index]);
        row.dur.map(|dur| row.ts.plus(dur).ns())
    }

    fn known_end(&self, index: usize) -> Option<i64> {
        let id = self.ids[index];
        let row = self.cx.trace.sched.sched_row(id);
        let end = self.cx.trace.sched.stay_end(id);
        let end = end.unwrap_or(self.cx.trace.known_until()).max(row.ts);
        // Of a gap within the stay it is known that the thread had the CPU after it.
        let last = TimeSpan::new(row.ts.max(end.minus(Dur::from_ns(1))), end);
        let gap = self.cx.trace.gaps().covering(row.cpu, last)?;
        Some(gap.span.start().max(row.ts).ns())
    }

    fn item(&self, index: usize) -> Item {
        Item::Sched(self.ids[index])
    }

    fn ink(&self, index: usize) -> Ink {
        thread_role(self.cx, self.utid(index)).into()
    }

    fn label(&self, index: usize) -> String {
        // The track says of which machine the CPU is.
        let title = self.cx.trace.thread_on_its_machine(self.utid(index));
        text::clean(&title).into_owned()
    }

    fn is_skipped(&self, index: usize) -> bool {
        self.cx.trace.processes.is_idle(self.utid(index))
    }

    fn counts(&self) -> bool {
        false
    }

    fn selected(&self) -> Option<usize> {
        self.selected
    }

    fn outstanding(&self, from: usize, to: usize, _span: TimeSpan) -> Option<usize> {
        self.selected.filter(|place| (from..to).contains(place))
    }

    fn levels(&self) -> &[Level<CpuBlock>] {
        self.row.map_or(&[], |row| &row.levels)
    }

    fn sum(&self, blocks: &[CpuBlock], n: usize, _cell_ns: i64) -> Sample {
        let busy: f32 = blocks.iter().map(|block| block.busy_ns).sum();
        let longest = blocks.iter().max_by(|a, b| a.dur_ns.total_cmp(&b.dur_ns));
        Sample {
            seen: n as i64,
            total: busy as i64,
            // Nothing is drawn of an idle CPU.
            longest: longest
                .filter(|_| busy > 0.0)
                .map(|block| block.longest as usize),
            ..Sample::default()
        }
    }
}

/// The states of a thread.
pub(super) struct StateItems<'a> {
    cx: &'a Cx<'a>,
    ids: &'a [ThreadStateId],
    row: Option<&'a Row<StateBlock>>,
    selected: Option<usize>,
}

impl<'a> StateItems<'a> {
    /// Returns the states of a thread.
    pub(super) fn new(cx: &'a Cx<'a>, utid: Utid) -> Self {
        let ids = cx.trace.sched.of_thread(utid);
        let rows = &cx.trace.sched;
        let selected = match cx.state.selection {
            super::state::Selection::State(id)
                if id.index() < rows.states().len() && rows.state_row(id).utid == utid =>
            {
                rows.place_of_state(id)
            }
            _ => None,
        };
        let blocks = cx.trace.blocks();
        Self {
            cx,
            ids,
            row: blocks.and_then(|blocks| blocks.sched.of_thread(utid)),
            selected,
        }
    }

    fn state(&self, index: usize) -> crate::model::sched::ThreadState {
        self.cx.trace.sched.state_row(self.ids[index])
    }
}

/// What a thread state is called of which the trace does not tell what it is.
const UNKNOWN_STATE: &str = "Unknown";

/// Returns a thread state spelled out as the reference does. Several states that the kernel has set at once
/// are spelled out as in its UI: `DK` is `Uninterruptible Sleep + Wakekill`.
pub fn state_name(state: &str, io_wait: Option<bool>) -> Cow<'_, str> {
    /// Longer states are words already; `Running` is asked for more often than all others.
    const MOST_LETTERS: usize = 3;
    if state.is_empty() {
        // The kernel wrote a state that no kernel has.
        return UNKNOWN_STATE.into();
    }
    if let Some(name) = letter_name(state, io_wait) {
        return name.into();
    }
    if state.len() > MOST_LETTERS {
        return state.into();
    }
    let letters = state.strip_suffix('+').unwrap_or(state);
    let names: Option<Vec<&str>> = letters
        .split("")
        .filter(|letter| !letter.is_empty())
        .map(|letter| letter_name(letter, io_wait))
        .collect();
    match names {
        Some(names) if !names.is_empty() => {
            let preempted = if letters.len() < state.len() {
                " (Preempted)"
            } else {
                ""
            };
            format!("{}{preempted}", names.join(" + ")).into()
        }
        _ => state.into(),
    }
}

/// Returns a state of one letter spelled out, `None` for anything else.
fn letter_name(state: &str, io_wait: Option<bool>) -> Option<&'static str> {
    Some(match state {
        "R" => "Runnable",
        "S" => "Sleeping",
        "D" => match io_wait {
            Some(true) => "Uninterruptible Sleep (IO)",
            Some(false) => "Uninterruptible Sleep (non-IO)",
            None => "Uninterruptible Sleep",
        },
        "T" => "Stopped",
        "t" => "Traced",
        "X" => "Exit (Dead)",
        "Z" => "Exit (Zombie)",
        "x" => "Task Dead",
        "I" => "Idle",
        "K" => "Wakekill",
        "W" => "Waking",
        "P" => "Parked",
        "N" => "No Load",
        _ => return None,
    })
}

/// Returns a thread state in a word or a letter, for less room than its name takes.
pub(super) fn short_state(state: &str, room: usize) -> &str {
    const PREEMPTED: &str = "Preempted";
    match state {
        // The sign alone says nothing to who does not know it.
        "R+" if room >= PREEMPTED.len() => PREEMPTED,
        _ => state,
    }
}

/// Returns the colour class of a thread state.
pub fn state_role(state: &str, io_wait: Option<bool>) -> StateRole {
    let name = state_name(state, io_wait);
    match name.as_ref() {
        "Created" => StateRole::Created,
        "Running" => StateRole::Running,
        "Unknown" => StateRole::Unknown,
        name if name.starts_with("Runnable") => StateRole::Runnable,
        name if name.contains("Uninterruptible Sleep") && name.contains("non-IO") => {
            StateRole::Blocked
        }
        name if name.contains("Uninterruptible Sleep") => StateRole::IoWait,
        name if name.contains("Dead") => StateRole::Dead,
        name if name.contains("Sleeping") || name.contains("Idle") => StateRole::Sleeping,
        _ => StateRole::Other,
    }
}

impl StateItems<'_> {
    fn role(&self, index: usize) -> StateRole {
        let row = self.state(index);
        state_role(&self.cx.text(row.state), row.io_wait)
    }
}

impl Items for StateItems<'_> {
    type Block = StateBlock;

    fn len(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    fn ts(&self, index: usize) -> i64 {
        match self.row {
            Some(row) => row.starts.get(index),
            None => self.state(index).ts.ns(),
        }
    }

    fn end(&self, index: usize) -> Option<i64> {
        let row = self.state(index);
        let left = self.cx.trace.sched.left_cpu(self.ids[index]);
        left.or(row.dur.map(|dur| row.ts.plus(dur))).map(Ts::ns)
    }

    fn item(&self, index: usize) -> Item {
        Item::State(self.ids[index])
    }

    fn ink(&self, index: usize) -> Ink {
        Role::State(self.role(index)).into()
    }

    fn label(&self, index: usize) -> String {
        let row = self.state(index);
        match (self.role(index), row.blocked_function) {
            (StateRole::Running, _) => row.cpu.map(cpu_name).unwrap_or_default(),
            // The name of the function says more than that of the state.
            (_, Some(function)) => {
                format!("{}  {}", self.cx.text(row.state), self.cx.text(function))
            }
            // Long sleeps are the background: they need no words.
            (StateRole::Sleeping, None) => String::new(),
            _ => state_name(&self.cx.text(row.state), row.io_wait).into_owned(),
        }
    }

    fn short_label(&self, index: usize, room: usize) -> Option<String> {
        let letter = match self.role(index) {
            // A letter for a dead thread says less than the missing colour.
            StateRole::Running | StateRole::Sleeping | StateRole::Dead => String::new(),
            _ => short_state(&self.cx.text(self.state(index).state), room).to_owned(),
        };
        Some(letter)
    }

    fn counts(&self) -> bool {
        false
    }

    fn label_ink(&self, index: usize) -> Ink {
        match self.role(index) {
            StateRole::Sleeping | StateRole::Dead => Role::Dim.into(),
            _ => Ink::OnFill,
        }
    }

    fn selected(&self) -> Option<usize> {
        self.selected
    }

    fn outstanding(&self, from: usize, to: usize, _span: TimeSpan) -> Option<usize> {
        self.selected.filter(|place| (from..to).contains(place))
    }

    fn levels(&self) -> &[Level<StateBlock>] {
        self.row.map_or(&[], |row| &row.levels)
    }

    /// A cell shows what the thread did most while it was awake, as strong as that was long. If the thread
    /// was hardly awake, the cell shows that it slept.
    fn sum(&self, blocks: &[StateBlock], n: usize, cell_ns: i64) -> Sample {
        let Some((first, rest)) = blocks.split_first() else {
            return Sample::default();
        };
        let mut all = *first;
        for block in rest {
            all.add(block);
        }
        let of = |class: StateClass| all.ns[class as usize];
        let awake = [
            StateClass::Running,
            StateClass::Runnable,
            StateClass::Blocked,
        ];
        let awake_ns: f32 = awake.into_iter().map(of).sum();
        let most = awake.into_iter().max_by(|&a, &b| of(a).total_cmp(&of(b)));
        let is_awake = awake_ns * AWAKE_MIN >= cell_ns as f32;
        let shown = most.filter(|_| is_awake).unwrap_or(StateClass::Asleep);
        let total = if is_awake { awake_ns as i64 } else { cell_ns };
        Sample {
            seen: n as i64,
            total,
            longest: Some(all.longest[shown as usize] as usize),
            ..Sample::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preempted_thread_is_called_so_where_there_is_room() {
        assert_eq!(short_state("R+", 8), "R+");
        assert_eq!(short_state("R+", 9), "Preempted");
        assert_eq!(short_state("D", 20), "D");
    }
}
