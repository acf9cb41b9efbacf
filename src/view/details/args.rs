//! The arguments of the selected slice or sample of a counter, as a tree by the parts of their keys.

use std::sync::Arc;

use super::super::cx::Cx;
use super::super::memo::{ArgsOf, Memo, ShownArgs};
use super::super::pane::Pane;
use super::super::scene::{Role, Text};
use super::super::state::{Selection, Tab, ViewState};
use super::super::text;
use crate::model::args::{Arg, ArgValue, Callstack};
use crate::model::ids::{SliceId, Upid, Utid};
use crate::model::trace::Trace;

/// More lines of one value than this are not shown.
const MAX_LINES: usize = 200;
/// More frames than this are not shown.
const MAX_FRAMES: usize = 500;

/// A search looks for no more characters of a value than this.
const MAX_SEARCHED: usize = 200;

/// The letters of how grave lines of a log are, from 0 on.
pub const LOG_LETTERS: [&str; 8] = ["?", "?", "V", "D", "I", "W", "E", "F"];

/// Fills the block of arguments.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane) {
    let mut path: Vec<String> = Vec::new();
    let width = pane.width();
    // Beside another tab the first line of a value is enough.
    let is_read = cx.state.details.tab == Tab::Args;
    let shown = shown(cx);
    let column = value_column(&shown.args, width);
    if !shown.args.is_empty() || !shown.lost.is_empty() {
        pane.line().put(Text::new(0, "ARGS", Role::Strong).bold());
    }
    for arg in &shown.args {
        let parts = split(&arg.key);
        let same = path.iter().zip(&parts).take_while(|(a, b)| a == b).count();
        let same = same.min(parts.len().saturating_sub(1));
        for (level, part) in parts.iter().enumerate().skip(same) {
            let x = (level as u16 * 2).min(pane.width() / 2);
            let is_leaf = level + 1 == parts.len();
            let line = pane.line();
            let key = text::clean(part).into_owned();
            let x = line.put(Text::new(x, key, Role::Dim));
            if is_leaf {
                let (words, role) = (value_text(&arg.value), value_role(&arg.value));
                let beside = (x + 2).max(column);
                let at = beside.min(width / 2);
                let room = usize::from(width - at);
                if is_read && text::width(&words) > usize::from(width.saturating_sub(beside)) {
                    // Below a long key there is more room than beside it.
                    let is_beside = at == beside;
                    for (n, part) in text::wrapped(&words, room, MAX_LINES).iter().enumerate() {
                        let line = match n {
                            0 if is_beside => pane.last_line(),
                            _ => pane.line(),
                        };
                        line.put(Text::new(at, part, role));
                    }
                    continue;
                }
                let end = line.put(Text::new(beside, words, role));
                if let Some(priority) = log_priority(arg) {
                    line.put(Text::new(end + 1, priority, Role::Text));
                }
                if let Some(whose) = whose(cx.trace, arg) {
                    let room = usize::from(width.saturating_sub(end + 2));
                    line.put(Text::new(
                        end + 2,
                        text::fit_middle(&whose, room),
                        Role::Text,
                    ));
                }
            }
        }
        path = parts;
    }
    if shown.n_more > 0 {
        let n_more = text::grouped(shown.n_more as u64);
        pane.text(format!("… and {n_more} more"), Role::Dim);
    }
    for lost in &shown.lost {
        let (key, why) = (text::clean(&lost.key), text::clean(&lost.why));
        let (all, line) = (text::width(&key) + 2 + text::width(&why), pane.line());
        let end = line.put(Text::new(0, key, Role::Dim));
        if all <= usize::from(width) {
            line.put(Text::new(end + 2, why, Role::Warn));
            continue;
        }
        let room = usize::from(width.saturating_sub(2));
        for part in text::wrapped(&why, room, MAX_LINES) {
            pane.line().put(Text::new(2, part, Role::Warn));
        }
    }
    let Some(id) = cx.selected else { return };
    let [begin, end] = cx.trace.callstacks(id);
    callstack(pane, "CALL STACK, OUTERMOST FIRST", &begin);
    callstack(pane, "CALL STACK AT THE END, OUTERMOST FIRST", &end);
}

/// Returns the arguments of what is selected.
fn shown(cx: &Cx<'_>) -> Arc<ShownArgs> {
    let of = match (cx.selected, &cx.state.selection) {
        (Some(id), _) => ArgsOf::Slice(id),
        (None, Selection::Counter(id)) => ArgsOf::Counter(*id),
        _ => return Arc::default(),
    };
    cx.memo.args(cx.trace, of)
}

/// An argument whose value a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchableArg {
    /// Its key, safe to show.
    pub key: String,
    /// Its value, safe to show.
    pub shown: String,
    /// What to search for: the value as the file has it, because a cleaned one is nowhere in it.
    pub sought: String,
}

/// Returns the arguments of what is selected that a search finds: texts, whole numbers and addresses of slices.
pub fn searchable_arguments(trace: &Trace, state: &ViewState) -> Vec<SearchableArg> {
    let memo = Memo::default();
    let cx = Cx::new(trace, (state, &memo), 0, 0);
    if cx.selected.is_none() {
        return Vec::new();
    }
    let shown = shown(&cx);
    let searchable = shown.args.iter().filter_map(|arg| {
        let value = match &arg.value {
            // What is no text in a value cannot be searched for, what comes before can.
            ArgValue::Str(text) => text.utf8_chunks().next()?.valid().to_owned(),
            ArgValue::Int(_) | ArgValue::Uint(_) | ArgValue::Pointer(_) => value_text(&arg.value),
            ArgValue::Null | ArgValue::NoStr | ArgValue::Real(_) | ArgValue::Bool(_) => {
                return None;
            }
        };
        // The beginning of a long text is found as well.
        let sought: String = value.chars().take(MAX_SEARCHED).collect();
        (!sought.trim().is_empty()).then(|| SearchableArg {
            key: text::clean(&arg.key).into_owned(),
            shown: text::clean(&sought).into_owned(),
            sought,
        })
    });
    searchable.collect()
}

/// Returns where values stand, behind all keys but long ones.
fn value_column(args: &[Arg<'_>], width: u16) -> u16 {
    let ends = args.iter().filter_map(|arg| {
        let own = arg.key.rsplit('.').next()?;
        let level = arg.key.matches('.').count();
        let indent = (level as u16).saturating_mul(2).min(width / 2);
        let end = usize::from(indent) + text::width(&text::clean(own)) + 2;
        (end <= usize::from(width) * 2 / 5).then_some(end as u16)
    });
    ends.max().unwrap_or(0)
}

/// Writes the call stack of an event, if it has one, and what it weighs.
fn callstack(pane: &mut Pane, title: &str, stack: &Callstack) {
    if stack.frames.is_empty() {
        return;
    }
    pane.line().put(Text::new(0, title, Role::Strong).bold());
    if let Some(weight) = stack.weight {
        let line = pane.line();
        let end = line.put(Text::new(0, "weight", Role::Dim));
        line.put(Text::new(end + 2, weight.to_string(), Role::Strong));
    }
    for frame in stack.frames.iter().take(MAX_FRAMES) {
        pane.text(text::clean(frame).into_owned(), Role::Text);
    }
}

/// Returns the log's letter for a priority, if the argument is one.
fn log_priority(arg: &Arg<'_>) -> Option<&'static str> {
    let ArgValue::Int(priority) = arg.value else {
        return None;
    };
    let name = LOG_LETTERS.get(usize::try_from(priority).ok()?)?;
    (&*arg.key == "track_event.priority").then_some(*name)
}

/// Returns the thread or process of which an argument has the number that SQL gives it, safe to show.
fn whose(trace: &Trace, arg: &Arg<'_>) -> Option<String> {
    let title = match &*arg.key {
        "upid" => trace.process_title(process_of(trace, arg)?),
        "utid" | "end_utid" => {
            let utid = Utid(number(arg)?);
            let is_known = trace.processes.threads.get(utid.index()).is_some();
            is_known.then(|| trace.thread_title(utid))?
        }
        _ => return None,
    };
    Some(text::clean(&title).into_owned())
}

/// Returns the process that an argument says something is of.
fn process_of(trace: &Trace, arg: &Arg<'_>) -> Option<Upid> {
    let upid = (&*arg.key == "upid").then(|| number(arg))?.map(Upid)?;
    trace.processes.processes.get(upid.index()).map(|_| upid)
}

/// Returns the number of an argument, if it can be that of a row.
fn number(arg: &Arg<'_>) -> Option<u32> {
    match arg.value {
        ArgValue::Int(number) => u32::try_from(number).ok(),
        ArgValue::Uint(number) => u32::try_from(number).ok(),
        _ => None,
    }
}

/// Returns the process for which a GPU did a selected slice, as far as it says so.
pub(super) fn process_of_stage(cx: &Cx<'_>, id: SliceId) -> Option<Upid> {
    let track = cx.trace.tracks.get(cx.trace.slices.track_of(id));
    if cx.trace.bytes(track.type_name) != b"gpu_render_stage" {
        return None;
    }
    let shown = cx.memo.args(cx.trace, ArgsOf::Slice(id));
    let mut args = shown.args.iter();
    args.find_map(|arg| process_of(cx.trace, arg))
}

/// Splits a key at its dots; an index stays with its name.
fn split(key: &str) -> Vec<String> {
    key.split('.').map(str::to_owned).collect()
}

fn value_role(value: &ArgValue<'_>) -> Role {
    match value {
        ArgValue::Str(_) => Role::Text,
        ArgValue::Null | ArgValue::NoStr => Role::Dim,
        _ => Role::Strong,
    }
}

/// Returns every digit of a number, with an exponent where it would have many zeros: if it were cut among the
/// zeros, it would be read as another number.
fn real(value: f64) -> String {
    match value.abs() {
        1e-6..1e15 | 0.0 => value.to_string(),
        size if size.is_finite() => format!("{value:e}"),
        _ => value.to_string(),
    }
}

/// Returns the value of an argument, safe to show.
pub fn value_text(value: &ArgValue<'_>) -> String {
    match value {
        ArgValue::Null | ArgValue::NoStr => "null".to_owned(),
        ArgValue::Int(v) => v.to_string(),
        ArgValue::Uint(v) => v.to_string(),
        ArgValue::Real(v) => real(*v),
        ArgValue::Bool(v) => v.to_string(),
        ArgValue::Pointer(v) => format!("{v:#x}"),
        ArgValue::Str(v) => text::clean_bytes(v).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_cut_is_read_as_no_other() {
        for (number, text) in [
            (0.0, "0"),
            (0.25, "0.25"),
            (-1_234.5, "-1234.5"),
            (1e300, "1e300"),
            (5e-324, "5e-324"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(value_text(&ArgValue::Real(number)), text);
        }
    }
}
