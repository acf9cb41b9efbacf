//! The start of an app in the details of its slice: how much had to be made, and when it drew.

use super::cx::Cx;
use super::pane::Pane;
use super::scene::{Item, Role};
use super::text;
use super::time;
use crate::model::ids::SliceId;
use crate::model::startups::DrawnFrame;

/// Writes, for a slice that is the start of an app, of which package and process it is and how long it took
/// until it drew. The lines of frames lead to them, that of the process to the first slice of its main thread
/// in the start.
pub(super) fn of_slice(cx: &Cx<'_>, pane: &mut Pane, slice: SliceId) {
    let trace = cx.trace;
    let Some(start) = trace.startups().of_slice(slice) else {
        return;
    };
    let package = String::from_utf8_lossy(&start.package);
    let package = text::clean(&package);
    let kind = start.kind.map(|kind| format!("{} start", kind.text()));
    pane.pair_parts(
        "app",
        &[kind.as_deref().unwrap_or("start"), &package],
        " of ",
    );
    if let Some(upid) = start.upid {
        pane.pair_of(
            "runs in",
            &text::clean(&trace.process_title(upid)),
            Role::Accent,
        );
        let first = start.first_work(trace);
        pane.link(first.map_or(Item::None, Item::Slice));
    }
    let frames = [
        ("1st frame", start.first_frame, start.to_first_frame(trace)),
        ("all drawn", start.full_frame, start.to_full_frame(trace)),
    ];
    for (key, frame, until) in frames {
        if let (Some(DrawnFrame { do_frame, .. }), Some(until)) = (frame, until) {
            let words = format!("after {}", time::dur(until));
            pane.pair_of(key, &words, Role::Accent);
            pane.link(Item::Slice(do_frame));
        }
    }
}
