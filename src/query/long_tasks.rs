//! Long tasks: what kept a main thread busy for 50 ms or longer without a break.
//!
//! The limit is that of the W3C's Long Tasks. A task is the outermost slice on the stack of a main thread; of
//! Chromium the outermost within those slices that only say that the thread ran tasks, one after the other, which
//! is what the module `chrome.tasks` calls a task, and within the loops in which it waits for them. What is
//! asynchronous is no work of the thread. The end of a slice without one may only be lost: it is a task for as long
//! as it can have lasted, to the end of the trace if nothing tells that, and those inside of it are tasks, too.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{SliceId, Utid};
use crate::model::slice::SliceTable;
use crate::model::trace::Trace;
use crate::query::nav::longest_child;

/// A task that lasts so long, or longer, is long.
pub const LONG: Dur = Dur::from_ns(50_000_000);

/// The main threads of Chromium's processes. Where the trace does not say which threads are main threads, as on
/// Windows, their names do.
const MAIN_THREADS: [&[u8]; 3] = [b"CrRendererMain", b"CrBrowserMain", b"CrGpuMain"];

/// The slice of the loop in which a thread of Chromium waits for tasks and runs them, for as long as it lives.
pub const RUN_LOOP: &[u8] = b"RunLoop::Run";

/// Slices around tasks: of the time in which a thread does not wait for tasks, of the loop, and of the GPU
/// process, whose `main` is a slice.
const AROUND: [&[u8]; 4] = [
    b"ThreadController active",
    RUN_LOOP,
    b"GpuMain",
    b"Run Message Loop",
];

/// The category of slices around tasks that say from which queue these come. They nest wrongly: some go on while other
/// tasks run.
const QUEUES: &[u8] = b"sequence_manager";

/// A long task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongTask {
    /// Its outermost slice.
    pub slice: SliceId,
    /// When it ran. Without an end it lasts for as long as it can have, or as far as the trace is known.
    pub span: TimeSpan,
    /// What took most of it: the innermost slice that lasts at least half of it, or else the longest one inside.
    pub most: Option<SliceId>,
}

/// Returns the long tasks of all main threads, the longest first; nothing if it was cancelled. Looks at the outermost
/// slices of main threads, and at those inside of what is no task itself.
pub fn find(trace: &Trace, cancel: &AtomicBool) -> Option<Vec<LongTask>> {
    let around: Vec<bool> = trace
        .slices
        .labels()
        .iter()
        .map(|label| {
            let text = |id: Option<_>| id.map_or(&b""[..], |id| trace.bytes(id));
            AROUND.contains(&text(label.name)) || text(label.category) == QUEUES
        })
        .collect();
    let mut search = Search {
        trace,
        cancel,
        around,
        found: Vec::new(),
    };
    let mut all = Vec::new();
    for utid in main_threads(trace) {
        for track in trace.thread_index().stacks_of(utid) {
            let outermost = trace.slices.at_depth(track, 0);
            if !outermost.is_empty() {
                let first = outermost.id(0);
                let rows = first..SliceId(first.0 + outermost.len() as u32);
                search.among(rows, trace.known_until())?;
            }
        }
        all.append(&mut of_one_thread(trace, std::mem::take(&mut search.found)));
    }
    all.sort_by_key(|task| {
        let dur = Reverse(task.span.dur());
        (dur, trace.slices.order_key(task.slice), task.slice)
    });
    Some(all)
}

/// Returns whether a trace has main threads with slices.
pub fn are_possible(trace: &Trace) -> bool {
    main_threads(trace).any(|utid| trace.thread_index().track_of(utid).is_some())
}

/// Returns the main threads.
fn main_threads(trace: &Trace) -> impl Iterator<Item = Utid> {
    let threads = trace.processes.threads.iter().enumerate();
    threads.filter_map(|(at, thread)| {
        let name = thread.name.map_or(&b""[..], |name| trace.bytes(name));
        let is_main = thread.is_main == Some(true) || MAIN_THREADS.contains(&name);
        is_main.then_some(Utid::from_index(at))
    })
}

/// Returns the tasks of a thread without those that its other stack tells of, too: where tasks of the two overlap,
/// the longer one stays.
fn of_one_thread(trace: &Trace, mut tasks: Vec<LongTask>) -> Vec<LongTask> {
    let track = |task: &LongTask| trace.slices.track_of(task.slice);
    let is_one_stack = tasks.windows(2).all(|two| track(&two[0]) == track(&two[1]));
    if is_one_stack {
        return tasks;
    }
    tasks.sort_by_key(|task| (task.span.start(), Reverse(task.span.dur())));
    let mut kept: Vec<LongTask> = Vec::new();
    for task in tasks {
        match kept.last_mut() {
            Some(last) if task.span.start() < last.span.end() && track(last) != track(&task) => {
                if task.span.dur() > last.span.dur() {
                    *last = task;
                }
            }
            _ => kept.push(task),
        }
    }
    kept
}

/// A search for long tasks.
struct Search<'a> {
    trace: &'a Trace,
    cancel: &'a AtomicBool,
    /// Whether a slice of a label is around tasks and none itself.
    around: Vec<bool>,
    found: Vec<LongTask>,
}

impl Search<'_> {
    /// Adds the long tasks among slices of one depth that follow one another, and lie in what ends at an instant.
    /// Nothing if it was cancelled.
    fn among(&mut self, rows: Range<SliceId>, end: Ts) -> Option<()> {
        // No recursion: slices nest deeply. The second time is until when something without an end that is a task
        // itself lasts around the slices.
        let mut rest = vec![(rows, end, Ts::MIN)];
        while let Some((rows, end, task_until)) = rest.pop() {
            if self.cancel.load(Ordering::Relaxed) {
                return None;
            }
            let slices = &self.trace.slices;
            for slice in (rows.start.0..rows.end.0).map(SliceId) {
                let start = slices.ts(slice);
                let own = slices.over_by(slice);
                let until = own.unwrap_or_else(|| {
                    let next = SliceId(slice.0 + 1);
                    let next = (next < rows.end).then(|| slices.ts(next));
                    next.unwrap_or(end)
                });
                let span = TimeSpan::new(start, until.max(start));
                let is_long = span.dur() >= LONG;
                // What lies in a slice whose end was lost may have come after it.
                let is_open = slices.end(slice).is_none();
                let is_lost = own.is_some() && is_open;
                if !is_long && !is_lost {
                    continue;
                }
                let is_around = self.around[slices.label_id(slice).0 as usize];
                if is_long && !is_around && (!is_open || start >= task_until) {
                    let most = most_of(self.trace, slice, span);
                    self.found.push(LongTask { slice, span, most });
                }
                if is_around || is_open {
                    let is_task = is_open && !is_around;
                    let until = if is_task {
                        task_until.max(span.end())
                    } else {
                        task_until
                    };
                    let end = if is_lost { end } else { span.end() };
                    if let Some(inside) = children(slices, slice) {
                        rest.push((inside, end, until));
                    }
                }
            }
        }
        Some(())
    }
}

/// Returns the children of a slice, which follow one another; `None` if it has none.
fn children(slices: &SliceTable, slice: SliceId) -> Option<Range<SliceId>> {
    let mut inside = slices.children(slice);
    let (first, n) = (inside.next()?, inside.len());
    Some(first..SliceId(first.0 + 1 + n as u32))
}

/// Returns what took most of a task. A few binary searches for each depth, or a look at all slices in it.
fn most_of(trace: &Trace, slice: SliceId, span: TimeSpan) -> Option<SliceId> {
    let half = inwards(trace, slice, span).skip(1).last();
    half.or_else(|| {
        let longest = longest_child(trace, slice);
        longest.filter(|&inside| trace.slices.dur(inside) != Some(Dur::ZERO))
    })
}

/// Returns a task and the slices inside of it that last at least half of it, the outermost first.
pub fn inwards(trace: &Trace, task: SliceId, span: TimeSpan) -> impl Iterator<Item = SliceId> {
    let (slices, track) = (&trace.slices, trace.slices.track_of(task));
    // What lasts for half of it goes on in its middle.
    let half = Dur::from_ns(span.dur().ns() / 2);
    let middle = span.start().plus(half);
    let depths = slices.depth_of(task) + 1..slices.n_depths(track);
    let inside = depths.map_while(move |depth| {
        let inner = slices.at_depth(track, depth).going_on(middle)?;
        let end = slices.over_by(inner).unwrap_or(span.end());
        let end = end.min(span.end());
        (end.since(slices.ts(inner)) >= half).then_some(inner)
    });
    std::iter::once(task).chain(inside)
}

#[cfg(test)]
mod tests;
