//! Puts the rows of a query on the timeline as a track, and takes them off again.

use std::fmt::Write as _;
use std::sync::Arc;

use super::listing;
use crate::app::command::Command;
use crate::app::hints::label_or_name;
use crate::app::layer::LayerKind;
use crate::app::lists;
use crate::app::lists::query_tracks::make;
use crate::app::state::State;
use crate::app::update::UpdateCx;
use crate::base::time::TimeSpan;
use crate::view::query_track::QueryTrack;
use crate::view::text::{counted, grouped};

/// Returns a name, with a number if a track of another query on the timeline has it, and with `so_far` behind it.
fn named(name: &str, so_far: &str, others: &[Arc<QueryTrack>]) -> String {
    let is_free = |name: &String| others.iter().all(|track| track.name != *name);
    let plain = format!("{name}{so_far}");
    let numbered = (2..=others.len() + 1).map(|n| format!("{name} ({n}){so_far}"));
    // Of as many names as there are others, and one more, one is free.
    let mut all = std::iter::once(plain.clone()).chain(numbered);
    all.find(is_free).unwrap_or(plain)
}

/// Makes tracks of the rows that the list shows; if its query has tracks already, removes these.
pub(super) fn toggle(state: &mut State, cx: &UpdateCx) {
    if state.top_kind() != Some(LayerKind::SqlResult) {
        state.say("only rows of a query become a track");
        return;
    }
    // Not of the last query: the list of an earlier one may have been come back to.
    let queried = state.layers.last().and_then(|layer| layer.queried.clone());
    let Some((query, rows)) = queried else {
        state.say("the query is still running");
        return;
    };
    let before = state.view.queried.len();
    state.view.queried.retain(|track| track.query != query);
    if state.view.queried.len() < before {
        state.say("the rows are off the timeline");
        return;
    }
    if !listing::is_settled(state) {
        return;
    }
    let shown = state.layers.last().map(|layer| Arc::clone(&layer.shown));
    let shown = shown.unwrap_or_default();
    if shown.is_empty() {
        state.say("there are no rows to show");
        return;
    }
    let mut made = match make(&rows, &shown, &query) {
        Ok(made) => made,
        Err(why) => {
            state.say(why);
            return;
        }
    };
    if made.tracks.is_empty() {
        state.say("none of these rows has a time");
        return;
    }
    let so_far = lists::so_far(&cx.trace);
    for track in &mut made.tracks {
        let track = Arc::make_mut(track);
        // What is read later is on no track.
        track.name = named(&track.name, so_far, &state.view.queried);
    }
    let n_rows: usize = made.tracks.iter().map(|track| track.n_rows()).sum();
    let mut words = match &made.tracks[..] {
        [track] => format!("{}: {}", track.name, counted(n_rows, "row", "rows")),
        tracks => {
            let tracks = counted(tracks.len(), "track", "tracks");
            format!("{tracks} of {}", counted(n_rows, "row", "rows"))
        }
    };
    let mut also = |n: usize, what: &str| {
        if n > 0 {
            // Writing to a String cannot fail.
            _ = write!(words, "; {} {what}", grouped(n as u64));
        }
    };
    let not_shown = made
        .tracks
        .iter()
        .map(|track| track.n_not_shown(usize::MAX));
    also(not_shown.sum(), "overlap with too many others");
    also(made.n_more, "more values of track have none");
    also(made.n_without, "without a time or a value are on none");
    if rows.is_cut() {
        words.push_str("; the query gave more rows");
    }
    let off = label_or_name(&cx.keymap, Command::UnpinAll);
    let window = state.window();
    let is_in = |span: TimeSpan| span.end() >= window.start() && span.start() <= window.end();
    if !made
        .tracks
        .iter()
        .filter_map(|track| track.span())
        .any(is_in)
    {
        words.push_str("; none is in this window");
    }
    state.view.queried.extend(made.tracks);
    // The rows were not gone to: Escape leads nowhere back to, and the SQL tab has the list.
    state.clear_layers();
    state.say(format!("{words}; {off} takes all pinned off"));
}
