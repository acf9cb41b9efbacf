//! Copying: names, times, arguments, and the command or link that shows this view.

use std::borrow::Cow;

use super::UpdateCx;
use crate::app::command::family::Copy;
use crate::app::effect::Effect;
use crate::app::link::Link;
use crate::app::reproduce;
use crate::app::state::State;
use crate::model::args::{Arg, ArgValue};
use crate::query::profile::stack;
use crate::view::overlay::Overlay;
use crate::view::state::Selection;
use crate::view::text::for_clipboard;

pub(super) fn update(state: &mut State, command: Copy, cx: &UpdateCx) {
    let mut what = Cow::Borrowed(match command {
        Copy::CopyName if state.layers.is_empty() => "name",
        Copy::CopyName => "row",
        Copy::CopyCommand => "command",
        Copy::CopyTimestamp => "timestamp",
        Copy::CopyArgs => "arguments",
        Copy::CopyLink => "link",
    });
    let text = match command {
        Copy::CopyName if !state.layers.is_empty() => match row(state, cx) {
            None => {
                state.say("there is no row to copy");
                return;
            }
            text => text,
        },
        Copy::CopyName => name(state, cx),
        Copy::CopyCommand => {
            let text = said(state, cx);
            if text.is_none() {
                state.say("no command prints this list");
                return;
            }
            let lacks = lacks(state, cx);
            if !lacks.is_empty() {
                what = format!("command without {lacks}").into();
            }
            text
        }
        Copy::CopyTimestamp => {
            let span = cx.selected_span(state);
            span.map(|span| span.start().ns().to_string())
        }
        Copy::CopyArgs => args(state, cx),
        Copy::CopyLink => Some(link(state, cx)),
    };
    match text {
        Some(text) => state.ask(Effect::Copy {
            // The text is made safe here once, whether it goes to the clipboard or, if it is long, to a file.
            text: for_clipboard(&text),
            what,
        }),
        None if state.view.selection == Selection::None => state.say("select something first"),
        None => state.say(format!("the selection has no {what}")),
    }
}

/// Returns the command that shows the view, or the command of the list on top, if it has one.
fn said(state: &State, cx: &UpdateCx) -> Option<String> {
    let command = match state.view.overlays.last() {
        None => return Some(reproduce::command_line(state, cx)),
        Some(Overlay::Table(table)) => &table.command,
        Some(Overlay::Ladder(page)) => &page.command,
        Some(_) => return None,
    };
    (!command.is_empty()).then(|| command.clone())
}

/// Names what that command does not bring back.
fn lacks(state: &State, cx: &UpdateCx) -> String {
    match (state.layers.last(), state.view.overlays.last()) {
        (Some(layer), Some(Overlay::Table(table))) => {
            reproduce::lacks_of_list(layer, table).to_owned()
        }
        (Some(_), _) => String::new(),
        (None, _) => reproduce::left_behind(state, cx).join(", "),
    }
}

/// Returns the cells of the chosen row of the list on top, whole, with tabs between them as a spreadsheet takes
/// them; `None` where no row is chosen.
fn row(state: &State, cx: &UpdateCx) -> Option<String> {
    match state.view.overlays.last()? {
        Overlay::Table(table) => {
            let row = table
                .rows
                .window(&cx.trace, table.chosen, 1)
                .into_iter()
                .next()?;
            let cells = row
                .cells
                .iter()
                .map(|cell| cell.text.trim().replace(['\t', '\n'], " "));
            Some(cells.collect::<Vec<String>>().join("\t"))
        }
        Overlay::List(list) => list.rows.get(list.chosen).map(|row| row.text.clone()),
        Overlay::Ladder(page) => {
            let slice = page.ladder.rungs.get(page.chosen)?.slice;
            cx.trace.slice_name(slice).map(Cow::into_owned)
        }
        _ => None,
    }
}

fn name(state: &State, cx: &UpdateCx) -> Option<String> {
    let trace = &cx.trace;
    match state.view.selection {
        Selection::Slice(id) => trace.slice_name(id).map(Cow::into_owned),
        Selection::Sched(id) => Some(trace.thread_title(trace.sched.sched_row(id).utid)),
        Selection::State(id) => Some(trace.text(trace.sched.state_row(id).state).into_owned()),
        Selection::Sample(id) => {
            let leaf = trace.stack_profile.sample(id).callsite?;
            Some(stack(trace, leaf).next()?.label(trace))
        }
        Selection::Log(row) => {
            let msg = trace.logs.get(row as usize)?.msg?;
            Some(trace.text(msg).into_owned())
        }
        Selection::Counter(_) | Selection::Track(_) | Selection::None | Selection::Area(_) => {
            let node = state.view.selection.node(&cx.trace).or(state.view.cursor)?;
            Some(trace.tree.node(node).name.clone())
        }
    }
}

fn args(state: &State, cx: &UpdateCx) -> Option<String> {
    let mut lines = Vec::new();
    let mut each = |arg: Arg<'_>| {
        let value = match &arg.value {
            ArgValue::Null | ArgValue::NoStr => "NULL".into(),
            ArgValue::Int(value) => value.to_string(),
            ArgValue::Uint(value) => value.to_string(),
            ArgValue::Real(value) => value.to_string(),
            ArgValue::Bool(value) => value.to_string(),
            ArgValue::Pointer(value) => format!("{value:#x}"),
            ArgValue::Str(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        };
        lines.push(format!("{} = {value}", arg.key));
    };
    match state.view.selection {
        Selection::Slice(id) => cx.trace.slice_args(id, &mut each),
        Selection::Counter(id) => cx.trace.counter_args(id, &mut each),
        _ => return None,
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn link(state: &State, cx: &UpdateCx) -> String {
    let trace = &cx.trace;
    let mut link = Link {
        window: Some(state.window()),
        ..Link::default()
    };
    if let Selection::Slice(id) = state.view.selection {
        link.ts = Some(trace.slices.ts(id).ns());
        link.dur = trace.slices.dur(id).map(crate::base::time::Dur::ns);
        (link.pid, link.tid) = trace.pid_tid(id);
    }
    link.print()
}
