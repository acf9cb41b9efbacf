//! What one screen has decoded of a trace and the next one needs again.
//!
//! Arguments stay in the file, and those of one slice may be very many. A screen is a pure function all
//! the same: what is remembered is what the trace says.

use std::cell::RefCell;
use std::sync::Arc;

use crate::base::cut::start_of;
use crate::model::args::{Arg, ArgValue, LostArg};
use crate::model::ids::{CounterId, SliceId, Utid};
use crate::model::trace::Trace;
use crate::query::interactions::thread_of_event;
use crate::query::told_apart::Sayings;

/// More arguments than this are not shown.
const ARGS_MAX: usize = 2_000;
/// A text is kept up to so many bytes: no screen shows more.
const TEXT_BYTES_MAX: usize = 1 << 15;

/// What has arguments that the details show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgsOf {
    /// A slice.
    Slice(SliceId),
    /// A sample of a counter.
    Counter(CounterId),
}

/// The arguments that the details show.
#[derive(Debug, Default)]
pub(super) struct ShownArgs {
    /// The first ones.
    pub(super) args: Vec<Arg<'static>>,
    /// How many there are beyond them.
    pub(super) n_more: usize,
    /// What cannot be read.
    pub(super) lost: Vec<LostArg>,
}

impl ShownArgs {
    fn decode(trace: &Trace, of: ArgsOf) -> Self {
        let mut shown = Self::default();
        let mut each = |arg: Arg<'_>| {
            if shown.args.len() < ARGS_MAX {
                shown.args.push(kept(arg));
            } else {
                shown.n_more += 1;
            }
        };
        match of {
            ArgsOf::Slice(id) => trace.slice_args(id, &mut each),
            ArgsOf::Counter(id) => trace.counter_args(id, &mut each),
        }
        shown.lost = match of {
            ArgsOf::Slice(id) => trace.slice_lost_args(id),
            ArgsOf::Counter(id) => trace.counter_lost_args(id),
        };
        shown
    }
}

/// Returns an argument with as much of its text as is shown.
fn kept(arg: Arg<'_>) -> Arg<'static> {
    let value = match arg.value {
        ArgValue::Str(text) => ArgValue::Str(start_of(&text, TEXT_BYTES_MAX).to_vec().into()),
        value => value.into_owned(),
    };
    Arg {
        flat_key: String::new().into(),
        key: arg.key.into_owned().into(),
        value,
    }
}

/// What is remembered from screen to screen. Of one trace.
#[derive(Debug, Default)]
pub struct Memo {
    /// What the arguments of slices say.
    pub(super) sayings: Sayings,
    /// The arguments of what is selected.
    args: RefCell<Option<(ArgsOf, Arc<ShownArgs>)>>,
    /// The thread of the event of a page that is selected.
    thread_of_event: RefCell<Option<(SliceId, Option<Utid>)>>,
}

impl Memo {
    /// Returns the main thread of the page whose event a slice is; `None` of other slices.
    pub(super) fn thread_of_event(&self, trace: &Trace, slice: SliceId) -> Option<Utid> {
        let mut known = self.thread_of_event.borrow_mut();
        if let Some((of, thread)) = *known
            && of == slice
        {
            return thread;
        }
        let thread = thread_of_event(trace, slice);
        *known = Some((slice, thread));
        thread
    }

    /// Returns the arguments to show of something.
    pub(super) fn args(&self, trace: &Trace, of: ArgsOf) -> Arc<ShownArgs> {
        let mut known = self.args.borrow_mut();
        if let Some((known_of, shown)) = &*known
            && *known_of == of
        {
            return Arc::clone(shown);
        }
        let shown = Arc::new(ShownArgs::decode(trace, of));
        *known = Some((of, Arc::clone(&shown)));
        shown
    }
}
