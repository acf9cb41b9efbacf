//! The flow ladder: the chain through the selected slice, and its branches.
//!
//! A branch chosen with `b` stays chosen while the ladder is open. The chain itself is found in
//! `query/flows/chain.rs` and drawn by `view/ladder.rs`.

use std::sync::Arc;

use super::flow::{has_off, n_off, off_words, say_no_flows};
use super::{UpdateCx, overlay};
use crate::app::command::Command;
use crate::app::hints::{along_chain, label_or_name, leaving};
use crate::app::layer::source::Entry;
use crate::app::layer::{Act, Choice, Layer, LayerKind};
use crate::app::reproduce::flow_command_line;
use crate::app::state::State;
use crate::model::ids::{FlowId, SliceId};
use crate::query::flows::chain::{Branches, Ladder, Rung, ladder_along};
use crate::query::flows::nested::nested_flows;
use crate::query::flows::{Direction, Turn, default_focus_of, flows_of, turned};
use crate::view::overlay::{LadderOverlay, Overlay};
use crate::view::scene::Item;
use crate::view::text::{counted, grouped};

/// How many hops are followed each way.
const DEPTH: usize = 64;

/// Shows the chain through a slice.
pub(super) fn open(state: &mut State, cx: &UpdateCx, slice: SliceId) {
    let branches = walked(state, cx, slice);
    show(state, cx, slice, branches, None);
}

/// Goes to the next hop of the chain, or to the one before, and says so where there is none.
pub(super) fn go_along(state: &mut State, cx: &UpdateCx, direction: Direction) {
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    let place = |overlay: &Overlay| match overlay {
        Overlay::Ladder(page) => Some(page.chosen),
        _ => None,
    };
    let by = match direction {
        Direction::Forward => 1,
        Direction::Backward => -1,
    };
    let before = place(overlay);
    layer.choose(overlay, Choice::By(by));
    let is_cut = matches!(overlay, Overlay::Ladder(page) if page.ladder.more.contains(&direction));
    let end = match overlay {
        Overlay::Ladder(page) => page.ladder.rungs.get(page.chosen).map(|rung| rung.slice),
        _ => None,
    };
    if place(overlay) == before {
        let n_off = end.map_or(0, |end| n_off(state, cx, end, direction));
        let off = |one: &str, several: &str, n: usize| {
            let words = counted(n, &format!("flow {one}"), &format!("flows {several}"));
            format!("{words}, {}", off_words(cx))
        };
        state.say(match (is_cut, n_off, direction) {
            (true, _, _) => format!("cut after {DEPTH} hops; {}", from_there(cx, "goes on")),
            (_, 0, Direction::Forward) => "the chain ends here".to_owned(),
            (_, 0, Direction::Backward) => "the chain begins here".to_owned(),
            (_, n, Direction::Forward) => off("goes on from here", "go on from here", n),
            (_, n, Direction::Backward) => off("leads here", "lead here", n),
        });
    }
}

/// Names the keys that show the chain through the chosen rung: `Enter, then L goes on from here`.
fn from_there(cx: &UpdateCx, does: &str) -> String {
    let keys = [Command::ListGo, Command::Ladder].map(|it| label_or_name(&cx.keymap, it));
    format!("{}, then {} {does} from here", keys[0], keys[1])
}

/// Returns the branches for the flows that the trail went along and for the flow that is followed next, so
/// that the chain agrees with the arrows on the screen.
fn walked(state: &State, cx: &UpdateCx, slice: SliceId) -> Branches {
    let flows = &cx.trace.flows;
    let between = |from: SliceId, to: SliceId| {
        let mut leaving = flows.leaving(from).iter().copied();
        leaving.find(|&flow| flows.get(flow).to == to)
    };
    let mut branches = Branches::new();
    for hop in state.view.flows.trail.windows(2) {
        let &[a, b] = hop else { continue };
        for (from, to) in [(a, b), (b, a)] {
            if let Some(flow) = between(from, to) {
                branches.insert((from, Direction::Forward), flow);
                branches.insert((to, Direction::Backward), flow);
            }
        }
    }
    let (walked, focus) = (state.view.flows.walked, state.view.flows.focus);
    for focus in walked.into_iter().chain(focus) {
        let flow = flows.get(focus);
        if flow.from == slice {
            branches.insert((slice, Direction::Forward), focus);
        } else if flow.to == slice {
            branches.insert((slice, Direction::Backward), focus);
        }
    }
    branches
}

/// Follows another flow at the chosen rung, the next one or the one before: one that leads away from the
/// selected slice.
pub(super) fn branch(state: &mut State, cx: &UpdateCx, turn: Turn) {
    let Some((layer, Overlay::Ladder(page))) = state.top() else {
        return;
    };
    let LayerKind::Ladder(slice) = layer.kind else {
        return;
    };
    let Some(&rung) = page.ladder.rungs.get(page.chosen) else {
        return;
    };
    let at = rung.slice;
    let mut branches = layer.branches.clone();
    let is_before = page.chosen < page.ladder.selected;
    let sides = if is_before {
        [Direction::Backward, Direction::Forward]
    } else {
        [Direction::Forward, Direction::Backward]
    };
    let is_shown = |flow| !state.view.flows.is_off(&cx.trace, flow);
    // Flows toward the selected slice cannot be changed, because they connect the rung with it.
    let is_open = |side: &Direction| page.chosen == page.ladder.selected || *side == sides[0];
    let next = sides
        .iter()
        .filter(|&side| is_open(side))
        .find_map(|&side| {
            let focus = branches
                .get(&(at, side))
                .copied()
                .or_else(|| default_focus_of(&cx.trace, at, side, is_shown))?;
            let next = turned(&cx.trace, at, &[side], Some(focus), turn, is_shown)?;
            (next != focus).then_some((side, next))
        });
    let Some((side, flow)) = next else {
        let n_off = [Direction::Backward, Direction::Forward].map(|way| n_off(state, cx, at, way));
        let n_off: usize = n_off.iter().sum();
        state.say(match rung.n_other_in + rung.n_other_out {
            0 => "no other flow here".to_owned(),
            n if n == n_off => format!(
                "{} of this slice, {}",
                counted(n, "other flow", "other flows"),
                off_words(cx)
            ),
            _ => format!(
                "its other flows do not lead this way; {}",
                from_there(cx, "shows them")
            ),
        });
        return;
    };
    branches.insert((at, side), flow);
    show(state, cx, slice, branches, Some(at));
    let is_shown = |&other: &FlowId| !state.view.flows.is_off(&cx.trace, other);
    let shown: Vec<FlowId> = flows_of(&cx.trace, at, side).filter(is_shown).collect();
    if let Some(place) = shown.iter().position(|&other| other == flow) {
        let [place, all] = [place + 1, shown.len()].map(|n| grouped(n as u64));
        state.say(format!("flow {place} of {all} of this slice"));
    }
}

/// Shows a chain, with the keyboard on `at` if it is still part of it.
pub(super) fn show(
    state: &mut State,
    cx: &UpdateCx,
    slice: SliceId,
    branches: Branches,
    at: Option<SliceId>,
) {
    let is_shown = |flow| !state.view.flows.is_off(&cx.trace, flow);
    let chain = ladder_along(&cx.trace, slice, DEPTH, &branches, is_shown);
    if chain.rungs.len() < 2 {
        if has_off(state, cx, slice) {
            say_no_flows(state, cx, slice);
        } else {
            let words = say_none(state, cx, slice);
            state.say(words);
        }
        return;
    }
    let place = |at: SliceId| chain.rungs.iter().position(|rung| rung.slice == at);
    let chosen = at.and_then(place).unwrap_or(chain.selected);
    let entries = entries(cx, &chain);
    let mut hints = vec![Command::ListGo];
    let has_others = |rung: &Rung| rung.n_other_in + rung.n_other_out > 0;
    if chain.rungs.iter().any(has_others) {
        hints.push(Command::ListBranch);
    }
    hints.push(Command::Pick1);
    let hints = overlay::hints(cx, &hints);
    let hints = along_chain(&cx.keymap).into_iter().chain(hints);
    let hints = hints.chain(leaving(&cx.keymap));
    let page = LadderOverlay {
        command: flow_command_line(state, &cx.trace, &chain, DEPTH),
        ladder: chain,
        chosen,
        hints: hints.collect(),
    };
    let kind = LayerKind::Ladder(slice);
    // After a change of branch, the chain replaces the one before.
    let opened = match state.layers.last() {
        Some(layer) if layer.kind == kind => {
            let opened = layer.opened.clone();
            state.pop_layer();
            opened
        }
        _ => state.place(),
    };
    let mut layer = Layer::new(kind, opened);
    layer.fill(Arc::new(entries));
    layer.branches = branches;
    state.push_layer(layer, Overlay::Ladder(page));
}

/// Says that a slice has no flow, and which keys go on with those of slices nested with it.
fn say_none(state: &State, cx: &UpdateCx, slice: SliceId) -> String {
    let none = "no flow leaves or reaches this slice";
    let keys = [
        (Direction::Backward, Command::FollowFlowBack),
        (Direction::Forward, Command::FollowFlow),
    ];
    let is_shown = |flow| !state.view.flows.is_off(&cx.trace, flow);
    let keys = keys.map(|(direction, command)| {
        let (nesting, found) = nested_flows(&cx.trace, slice, direction, 1, is_shown);
        let key = cx.keymap.label(command);
        let leads = !found.is_empty() && !key.is_empty();
        leads.then(|| format!("{key} goes along those {} it", nesting.word()))
    });
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    match keys.as_slice() {
        [] => none.to_owned(),
        keys => format!("this slice has no flow; {}", keys.join(", ")),
    }
}

/// Returns the slices from the selected one to the chosen rung; empty if no ladder is open.
pub(super) fn way(state: &State) -> Vec<SliceId> {
    let Some(Overlay::Ladder(page)) = state.view.overlays.last() else {
        return Vec::new();
    };
    let (selected, chosen) = (page.ladder.selected, page.chosen);
    let between = selected.min(chosen)..=selected.max(chosen);
    let rungs = page.ladder.rungs.get(between).unwrap_or_default();
    let mut way: Vec<SliceId> = rungs.iter().map(|rung| rung.slice).collect();
    if chosen < selected {
        way.reverse();
    }
    way
}

fn entries(cx: &UpdateCx, chain: &Ladder) -> Vec<Entry> {
    let entry = |slice| {
        let name = crate::view::ladder::slice_name(&cx.trace, slice);
        Entry::listed(name, String::new(), Act::Item(Item::Slice(slice)))
    };
    chain.rungs.iter().map(|rung| entry(rung.slice)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::app::config::Config;
    use crate::app::key::Key;
    use crate::app::session::Session;
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::SliceId;
    use crate::model::track::Scope;
    use crate::view::overlay::Overlay;
    use crate::view::scene::Size;
    use crate::view::state::Selection;

    /// Returns a session after a key script, on a slice with two flows onward.
    fn after(keys: &str) -> (Session, Vec<SliceId>) {
        after_with(&[1, 2], keys)
    }

    /// Likewise, with flows from slice 0 to these slices.
    fn after_with(targets: &[usize], keys: &str) -> (Session, Vec<SliceId>) {
        let flows: Vec<_> = targets.iter().map(|&target| (0, target)).collect();
        after_flows(&flows, keys)
    }

    /// Likewise, with flows between these pairs of slices.
    fn after_flows(flows: &[(usize, usize)], keys: &str) -> (Session, Vec<SliceId>) {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let tracks: Vec<_> = (0..3)
            .map(|tid| {
                let utid = b.thread(app, tid + 1, "t");
                b.slice_track(Scope::Thread(utid), None)
            })
            .collect();
        let slices: Vec<SliceId> = tracks
            .iter()
            .zip([0, 20, 40])
            .map(|(&track, ts)| b.nested_slices(track, &[(ts, 10, "s")])[0])
            .collect();
        for (&(from, to), id) in flows.iter().zip(1..) {
            b.flow(slices[from], slices[to], id);
        }
        let size = Size {
            cols: 100,
            rows: 30,
        };
        let mut session = Session::new("t.pftrace", &Config::default(), size);
        session.set_trace(Arc::new(b.finish()));
        session.state_mut().view.selection = Selection::Slice(slices[0]);
        for key in Key::parse_all(keys).expect("good keys") {
            session.key(key);
        }
        (session, slices)
    }

    fn chain(session: &Session) -> Option<(Vec<SliceId>, usize)> {
        match session.state().view.overlays.last()? {
            Overlay::Ladder(page) => {
                let slices = page.ladder.rungs.iter().map(|rung| rung.slice).collect();
                Some((slices, page.chosen))
            }
            _ => None,
        }
    }

    #[test]
    fn the_ladder_opens_branches_and_leads_to_its_slices() {
        let (session, s) = after("L");
        assert_eq!(chain(&session), Some((vec![s[0], s[2]], 0)));
        let (session, s) = after("Lb");
        assert_eq!(chain(&session), Some((vec![s[0], s[1]], 0)));
        let (session, s) = after("Lbb");
        assert_eq!(chain(&session), Some((vec![s[0], s[2]], 0)));
        let (session, s) = after("Lbj<enter>");
        assert_eq!(chain(&session), None);
        assert_eq!(session.state().view.selection, Selection::Slice(s[1]));
        // In the ladder, the keys that follow flows move along the chain.
        let (session, s) = after("L]");
        assert_eq!(chain(&session), Some((vec![s[0], s[2]], 1)));
        let (session, s) = after("L][");
        assert_eq!(chain(&session), Some((vec![s[0], s[2]], 0)));
        let (session, _) = after("L<esc>");
        assert_eq!(chain(&session), None);
    }

    #[test]
    fn the_ladder_goes_where_the_focused_flow_goes() {
        let (session, s) = after("}L");
        assert_eq!(chain(&session), Some((vec![s[0], s[1]], 0)));
        let (session, s) = after("}]L");
        assert_eq!(chain(&session), Some((vec![s[0], s[1]], 1)));
        let (session, _) = after("L");
        let Some(Overlay::Ladder(page)) = session.state().view.overlays.last() else {
            panic!("no ladder");
        };
        let picks = page.hints.iter().find(|hint| hint.what == "pick");
        assert_eq!(picks.map(|hint| hint.keys.as_str()), Some("1–9"));
        // Without any branch, there is no hint for its key.
        let has_branch = |targets: &[usize]| {
            let (session, _) = after_with(targets, "L");
            let Some(Overlay::Ladder(page)) = session.state().view.overlays.last() else {
                panic!("no ladder");
            };
            page.hints.iter().any(|hint| hint.what == "branch")
        };
        assert!(has_branch(&[1, 2]) && !has_branch(&[1]));
    }

    #[test]
    fn the_command_prints_the_branch_that_is_shown() {
        let command = |keys| {
            let (session, _) = after(keys);
            let Some(Overlay::Ladder(page)) = session.state().view.overlays.last() else {
                panic!("no ladder");
            };
            page.command.clone()
        };
        let (by_itself, other) = (command("L"), command("Lb"));
        assert!(!by_itself.contains("--via"), "{by_itself}");
        let via = other.strip_prefix(&by_itself);
        assert!(via.is_some_and(|via| via.starts_with(" --via ")), "{other}");
        assert_eq!(command("Lbb"), by_itself);
    }

    #[test]
    fn the_way_through_the_ladder_is_a_trail() {
        let trail = |keys| {
            let (session, slices) = after_flows(&[(0, 1), (1, 2)], keys);
            (session.state().view.flows.trail.clone(), slices)
        };
        let (all, s) = trail("Ljj<enter>");
        assert_eq!(all, [s[0], s[1], s[2]]);
        // One rung back along the trail, and on from there.
        assert_eq!(trail("Ljj<enter>Lk<enter>").0, [s[0], s[1]]);
        assert_eq!(trail("]Lj<enter>").0, [s[0], s[1], s[2]]);
    }

    /// Returns what is said over the ladder after keys, on a chain through slice 0.
    fn said(flows: &[(usize, usize)], keys: &str) -> String {
        let (session, _) = after_flows(flows, keys);
        let message = session.state().view.message.as_ref();
        message.map_or_else(String::new, |message| message.text.clone())
    }

    #[test]
    fn branches_are_counted_and_those_elsewhere_are_not_denied() {
        let flows = [(0, 1), (0, 2)];
        // The last flow is followed, so that the next one is the first.
        assert_eq!(said(&flows, "Lb"), "flow 1 of 2 of this slice");
        assert_eq!(said(&flows, "L}"), "flow 1 of 2 of this slice");
        assert_eq!(said(&flows, "L}}"), "flow 2 of 2 of this slice");
        let (forward, back) = (after_flows(&flows, "L}}"), after_flows(&flows, "L}{"));
        assert_eq!(chain(&forward.0), chain(&back.0));
        // Another flow reaches slice 2, against which the chain from slice 0 does not lead.
        let flows = [(0, 1), (1, 2), (0, 2)];
        let words = said(&flows, "L<end>b");
        assert!(
            words.ends_with("Enter, then L shows them from here"),
            "{words}"
        );
    }

    #[test]
    fn the_end_of_a_chain_that_is_cut_is_not_called_its_end() {
        let chain = |n: usize| {
            let mut b = TraceBuilder::new();
            let track = b.slice_track(Scope::Global, Some("hops"));
            let rows: Vec<_> = (0..n as i64).map(|at| (at * 20, 10, "hop")).collect();
            let slices = b.nested_slices(track, &rows);
            for (pair, id) in slices.windows(2).zip(1..) {
                b.flow(pair[0], pair[1], id);
            }
            let mut session = Session::new(
                "t.pftrace",
                &Config::default(),
                Size {
                    cols: 100,
                    rows: 30,
                },
            );
            session.set_trace(Arc::new(b.finish()));
            session.state_mut().view.selection = Selection::Slice(slices[0]);
            for key in Key::parse_all("L<end>]").expect("good keys") {
                session.key(key);
            }
            let scene = session.scene();
            let texts = scene.overlay.iter().flat_map(|line| &line.texts);
            texts
                .map(|text| text.text.clone())
                .collect::<Vec<_>>()
                .join("\n")
        };
        let text = chain(super::DEPTH + 1);
        assert!(
            text.contains("the chain ends here") && text.contains("64 hops"),
            "{text}"
        );
        let text = chain(super::DEPTH + 9);
        assert!(
            text.contains("cut after 64 hops; Enter, then L goes on from here"),
            "{text}"
        );
        assert!(text.contains("64+ hops"), "{text}");
    }

    #[test]
    fn what_is_said_is_seen_over_the_ladder() {
        let (mut session, _) = after_with(&[1], "Lb");
        let scene = session.scene();
        let texts = scene.overlay.iter().flat_map(|line| &line.texts);
        let said = texts.filter(|text| text.text == "no other flow here");
        assert_eq!(said.count(), 1);
    }

    #[test]
    fn the_ladder_is_drawn() {
        let (mut session, _) = after("L");
        let scene = session.scene();
        let texts: Vec<&str> = scene
            .overlay
            .iter()
            .flat_map(|line| line.texts.iter().map(|text| text.text.as_str()))
            .collect();
        assert!(
            texts.iter().any(|text| text.contains("FLOW LADDER")),
            "{texts:?}"
        );
        assert!(
            texts
                .iter()
                .any(|text| text.starts_with("perfetty flow t.pftrace --from"))
        );
        assert!(!scene.overlay_strokes.is_empty());
    }
}
