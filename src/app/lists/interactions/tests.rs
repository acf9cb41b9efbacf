//! Interactions on screen.

use crate::app::update::testing::{press_and_wait, session_of};
use crate::model::builder::TraceBuilder;
use crate::model::track::Scope;

#[test]
fn a_trace_without_them_says_why() {
    let empty = |b: TraceBuilder| {
        let mut session = session_of(b);
        press_and_wait(&mut session, ">interactions<enter>");
        let table = session.state().top_table().expect("a table");
        table.empty.clone()
    };
    let none = "no events of pages (EventTiming, of the category devtools.timeline)";
    assert_eq!(empty(TraceBuilder::new()), none);
    let mut b = TraceBuilder::new();
    let page = b.process(7, "Renderer");
    let track = b.slice_track(Scope::Process(page), Some("EventTiming"));
    b.nested_slices(track, &[(0, 9, "EventTiming")]);
    let none = "no event belongs to an interaction: a click, a tap or a key";
    assert_eq!(empty(b), none);
}
