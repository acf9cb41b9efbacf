//! Saving workspaces, changing to them, and removing them.

use super::{UpdateCx, overlay};
use crate::app::command::family::Workspaces;
use crate::app::layer::source::Entry;
use crate::app::layer::{Act, LayerKind};
use crate::app::state::State;
use crate::app::workspace::Workspace;

pub(super) fn update(state: &mut State, command: Workspaces, cx: &UpdateCx) {
    match command {
        Workspaces::SaveWorkspace => overlay::workspace_prompt(state),
        Workspaces::Workspaces => list(state, cx, "workspaces", Act::Workspace),
        Workspaces::RemoveWorkspace => {
            list(state, cx, "remove a workspace", Act::RemoveWorkspace);
        }
    }
}

/// Lists the workspaces; `act` makes what choosing a row does.
fn list(state: &mut State, cx: &UpdateCx, title: &str, act: fn(String) -> Act) {
    if state.workspaces.is_empty() {
        state.say("no workspaces are saved: the command workspace-save saves one");
        return;
    }
    let row = |(name, workspace): (&String, &Workspace)| {
        let parts = [
            (workspace.pin.len(), "pinned"),
            (workspace.hide.len(), "hidden"),
            (workspace.expand.len(), "opened"),
            (workspace.collapse.len(), "closed"),
            (usize::from(workspace.filter.is_some()), "filter"),
        ];
        let parts = parts.iter().filter(|(n, _)| *n > 0);
        let notes: Vec<String> = parts.map(|(n, what)| format!("{n} {what}")).collect();
        Entry::listed(name.clone(), notes.join(" · "), act(name.clone()))
    };
    let entries = state.workspaces.iter().map(row).collect();
    overlay::choices(state, cx, LayerKind::Workspaces, title, entries);
}

/// Saves what is shown under a name.
pub(super) fn save(state: &mut State, cx: &UpdateCx, name: &str) {
    let name = name.trim();
    if name.is_empty() {
        state.say("a workspace needs a name");
        return;
    }
    let workspace = Workspace::of(state, cx);
    let was_there = state.workspaces.insert(name.to_owned(), workspace);
    let what = if was_there.is_some() {
        "replaced"
    } else {
        "saved"
    };
    state.say(format!("{what} the workspace {name}"));
}

/// Changes to a workspace.
pub(super) fn switch(state: &mut State, cx: &UpdateCx, name: &str) {
    let Some(workspace) = state.workspaces.get(name).cloned() else {
        return;
    };
    let problems = workspace.apply(state, cx);
    match problems.as_slice() {
        [] => state.say(format!("workspace {name}")),
        [first, ..] => {
            // A problem of the filter comes first, as it may leave the screen empty.
            let mut all = problems.iter();
            let told = all.find(|problem| problem.flag == "--filter");
            let told = told.unwrap_or(first).to_string();
            // A workspace has no flags: the name of one stands as a word.
            let told = told.trim_start_matches("--");
            let more = match problems.len() {
                1 => String::new(),
                n => format!("; {} more of it is not in this trace", n - 1),
            };
            state.warn(format!("workspace {name}: {told}{more}"));
        }
    }
}

/// Removes a workspace.
pub(super) fn remove(state: &mut State, name: &str) {
    if state.workspaces.remove(name).is_some() {
        state.say(format!("removed the workspace {name}"));
    }
}
