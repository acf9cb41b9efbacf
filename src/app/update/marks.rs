//! Marks, notes and the A and B markers.

use hashbrown::{HashMap, HashSet};

use super::{UpdateCx, overlay, select, zoom};
use crate::app::command::family::Marks;
use crate::app::command::{Command, Context};
use crate::app::history::Step;
use crate::app::key::{Code, Key};
use crate::app::keymap::Lookup;
use crate::app::layer::source::Entry;
use crate::app::lists::notes::Written;
use crate::app::state::{MarkKey, State};
use crate::app::{lists, reproduce};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::nav;
use crate::view::ladder::slice_name;
use crate::view::overlay::Table;
use crate::view::rows::on_own_line;
use crate::view::scene::Item;
use crate::view::state::{Measure, Note, NotedSlice, Selection};

pub(super) fn update(state: &mut State, command: Marks, cx: &UpdateCx) {
    match command {
        Marks::SetMark => {
            state.mark = Some(MarkKey::Set);
            let cancel = cx.keymap.label(Command::Escape);
            state.say(match cancel.as_str() {
                "" => "mark: a letter names it".to_owned(),
                key => format!("mark: a letter names it; {key} cancels"),
            });
        }
        Marks::GoToMark => {
            // The next key is taken as a mark even if none is set: it was meant as one, and alone it might
            // quit.
            state.mark = Some(MarkKey::Go);
            let names: Vec<String> = state.view.marks.keys().map(char::to_string).collect();
            let set = cx.keymap.label(Command::SetMark);
            let text = if names.is_empty() {
                format!("go to mark: none is set; {set} and a letter set one")
            } else {
                format!("go to mark: {}", names.join(" "))
            };
            let again = cx.keymap.label(Command::GoToMark);
            let is_empty = names.is_empty() && state.view.notes.is_empty();
            state.say(if is_empty || again.is_empty() {
                text
            } else {
                format!("{text}; {again} lists marks and notes")
            });
        }
        Marks::Marks => list(state, cx),
        Marks::Note => {
            let ts = cx.cursor_ts(state);
            let text = note_at(state, ts).unwrap_or_default().to_owned();
            overlay::note_prompt(state, &text);
        }
        Marks::Measure => measure(state, cx),
    }
}

/// Handles the key that names a mark.
pub(in crate::app) fn name(state: &mut State, cx: &UpdateCx, mark: MarkKey, key: Key) {
    state.view.message = None;
    let again = Lookup::Command(Command::GoToMark);
    if mark == MarkKey::Go && cx.keymap.lookup(Context::Main, &[key]) == again {
        list(state, cx);
        return;
    }
    let Code::Char(letter @ 'a'..='z') = key.code else {
        if key != Key::plain(Code::Esc) {
            state.say("marks are named by a letter from a to z");
        }
        return;
    };
    match mark {
        MarkKey::Set => {
            let ts = cx.cursor_ts(state);
            // Setting a mark where it is already removes it.
            if state.view.marks.get(&letter) == Some(&ts) {
                state.view.marks.remove(&letter);
                state.say(format!("mark {letter} removed"));
            } else {
                state.view.marks.insert(letter, ts);
                let key = cx.keymap.label(Command::SetMark);
                state.say(format!(
                    "mark {letter} set; {key} {letter} again removes it"
                ));
            }
        }
        MarkKey::Go => match state.view.marks.get(&letter) {
            Some(&ts) => go(state, cx, ts),
            None => state.say(format!("mark {letter} is not set")),
        },
    }
    state.history.note(state.place(), Step::Jump);
}

/// Lists marks and notes by time.
fn list(state: &mut State, cx: &UpdateCx) {
    if state.view.marks.is_empty() && state.view.notes.is_empty() {
        let [mark, note] = [Command::SetMark, Command::Note].map(|c| cx.keymap.label(c));
        state.say(format!(
            "no marks and no notes: {mark} and a letter set a mark, {note} writes a note"
        ));
        return;
    }
    overlay::marks(state, cx);
}

/// Returns the table of marks and notes without its rows, and the rows.
pub(super) fn rows(state: &State, cx: &UpdateCx) -> (Table, Vec<Entry>) {
    let view = &state.view;
    let marks = view.marks.iter().map(|(&name, &ts)| Written {
        ts,
        mark: Some(name),
        note: String::new(),
        what: String::new(),
        dur_ns: None,
        track: String::new(),
    });
    let tree = &cx.trace.tree;
    let paths: HashSet<&str> = view
        .notes
        .iter()
        .filter_map(|it| it.track.as_deref())
        .collect();
    let mut nodes = HashMap::new();
    // The path of each node is made, so that one walk has to do for all notes.
    let walked = if paths.is_empty() {
        Vec::new()
    } else {
        tree.walk()
    };
    for node in walked {
        let path = tree.path(node);
        if paths.contains(path.as_str()) {
            nodes.entry(path).or_insert(node);
        }
    }
    let notes = view.notes.iter().map(|note| {
        let node = note.track.as_ref().and_then(|path| nodes.get(path));
        let slice = node.and_then(|&node| match begun_at(cx, node, note)? {
            Item::Slice(slice) => Some(slice),
            _ => None,
        });
        // Of a track that is gone is told what was noted.
        let on = slice.map(|slice| noted_slice(&cx.trace, slice));
        let on = on.or_else(|| note.on.clone());
        Written {
            ts: note.ts,
            mark: None,
            note: note.text.clone(),
            dur_ns: on.as_ref().and_then(|on| on.dur),
            what: on.map_or_else(String::new, |on| on.name),
            // Slices on the line of their thread have no line of their own.
            track: node.map_or_else(
                || note.track.clone().unwrap_or_default(),
                |&node| {
                    let above = tree.node(node).parent;
                    let is_above = on_own_line(&cx.trace, above) == node;
                    tree.shown_path(if is_above { above } else { node })
                },
            ),
        }
    });
    let all = marks.chain(notes).collect();
    let clock = overlay::clock(state, cx);
    let (mut table, rows) = lists::notes::notes(&cx.trace, &clock, state.size.cols, all);
    table.command = reproduce::command_line(state, cx);
    (table, rows)
}

/// Goes to a mark or a note. Of a note shows the whole text, of which the ruler has only the beginning, and the
/// track that it was written on; what begins there at its instant is selected.
pub(super) fn go_to_written(state: &mut State, cx: &UpdateCx, ts: Ts) {
    let note = state.view.notes.iter().find(|note| note.ts == ts).cloned();
    let track = note.as_ref().and_then(|note| note.track.as_ref());
    if let Some(node) = track.and_then(|path| node_with_path(cx, path)) {
        if let Some(item) = note.as_ref().and_then(|note| begun_at(cx, node, note)) {
            state.select(item.into());
        }
        select::reveal_node(state, cx, node);
    }
    go(state, cx, ts);
    if let Some(note) = note {
        state.say(format!("note: {}", note.text));
    }
}

/// Returns the first node with a path.
fn node_with_path(cx: &UpdateCx, path: &str) -> Option<NodeId> {
    let tree = &cx.trace.tree;
    tree.walk()
        .into_iter()
        .find(|&node| tree.path(node) == path)
}

/// Returns what begins on a track at the instant of a note: of several slices the one that it was written on, or else
/// the outermost.
fn begun_at(cx: &UpdateCx, node: NodeId, note: &Note) -> Option<Item> {
    let trace = &cx.trace;
    let node = on_own_line(trace, node);
    let rows = 0..trace.tree.node(node).rows.len();
    let slices = rows.filter_map(|row| nav::at_row(trace, node, row, note.ts));
    let begun = slices.filter(|&slice| trace.slices.ts(slice) == note.ts);
    // Of slices that are as much alike the last is the outermost.
    let slice = begun.rev().max_by_key(|&slice| {
        let (here, noted) = (noted_slice(trace, slice), note.on.as_ref());
        let is_named = noted.is_some_and(|noted| noted.name == here.name);
        (is_named, noted == Some(&here))
    });
    let item = slice.map(Item::Slice);
    item.or_else(|| select::item_at(cx, node, note.ts))
}

/// Returns what is kept of a slice on which a note is written.
fn noted_slice(trace: &Trace, slice: SliceId) -> NotedSlice {
    NotedSlice {
        name: slice_name(trace, slice),
        dur: trace.slices.dur(slice).map(Dur::ns),
    }
}

/// Returns the slice that a note is about, unless the keyboard is elsewhere.
fn slice_of_note(state: &State, cx: &UpdateCx) -> Option<NotedSlice> {
    match (&state.view.selection, state.view.cursor_ts) {
        (&Selection::Slice(slice), None) => Some(noted_slice(&cx.trace, slice)),
        _ => None,
    }
}

/// Returns the path of the track that a note is about: that of the selection, unless the keyboard is elsewhere.
fn track_of_note(state: &State, cx: &UpdateCx) -> Option<String> {
    let selected = state.view.selection.node(&cx.trace);
    let node = match state.view.cursor_ts {
        None => selected.or(state.view.cursor),
        Some(_) => state.view.cursor.or(selected),
    };
    node.map(|node| cx.trace.tree.path(node))
}

/// Shows an instant and moves the time cursor to it, which is a step of its own.
pub(super) fn go(state: &mut State, cx: &UpdateCx, ts: Ts) {
    zoom::show(state, cx, TimeSpan::new(ts, ts));
    state.view.cursor_ts = Some(ts);
    state.history.note(state.place(), Step::Instant);
}

fn measure(state: &mut State, cx: &UpdateCx) {
    let ts = cx.cursor_ts(state);
    state.view.measure = match state.view.measure {
        None => Some(Measure::From(ts)),
        Some(Measure::From(a)) => {
            // If A is the start of the selection, B is its end.
            let selected = cx.selected_span(state).filter(|span| span.start() == a);
            let end = selected.filter(|_| ts == a).map(TimeSpan::end);
            Some(Measure::Between(a, end.unwrap_or(ts)))
        }
        Some(Measure::Between(..)) => None,
    };
    let key = cx.keymap.label(Command::Measure);
    state.say(match state.view.measure {
        Some(Measure::From(_)) => format!("A set: {key} sets B, {key} again clears both"),
        Some(Measure::Between(a, b)) => {
            let apart = crate::view::time::signed_exact(b.ns().saturating_sub(a.ns()));
            format!("A to B: {apart}")
        }
        None => "A and B cleared".to_owned(),
    });
}

/// Returns the note at an instant.
fn note_at(state: &State, ts: Ts) -> Option<&str> {
    let note = state.view.notes.iter().find(|note| note.ts == ts)?;
    Some(&note.text)
}

/// Writes a note at the cursor's instant; an empty text removes the note there.
pub(super) fn write_note(state: &mut State, cx: &UpdateCx, text: &str) {
    let ts = cx.cursor_ts(state);
    let before = note_at(state, ts).map(str::to_owned);
    let (track, on) = (track_of_note(state, cx), slice_of_note(state, cx));
    let notes = &mut state.view.notes;
    notes.retain(|note| note.ts != ts);
    if !text.trim().is_empty() {
        notes.push(Note {
            ts,
            text: text.trim().to_owned(),
            track,
            on,
        });
        notes.sort_by_key(|note| note.ts);
    } else if let Some(before) = before {
        state.say(format!("note deleted: {before}"));
    }
}

#[cfg(test)]
mod tests;
