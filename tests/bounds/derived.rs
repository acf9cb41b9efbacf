//! Bombs whose cost comes after the import: what is derived from a trace when it is there, what is asked
//! of it, and what each draw asks again.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use perfetty::app::config::Config;
use perfetty::app::session::Session;
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace as Model;
use perfetty::model::track::TrackData;
use perfetty::query::flows::stats;
use perfetty::query::{interactions, long_tasks};
use perfetty::view::scene::Size;
use perfetty::view::state::Selection;
use perfetty_messages::{StateDescriptor, TracePacket, TrackDescriptor, TrackEvent};

use crate::packets::{begin, event, nested, on_sequence, trace};
use crate::{Bomb, GROWTH, bomb, thread_time};

/// Finds out what is derived.
pub(super) fn read(trace: &Model) {
    trace.find_chromium();
    trace.startups();
    trace.anrs();
    long_tasks::find(trace, &AtomicBool::new(false)).unwrap();
    interactions::find(trace, &AtomicBool::new(false)).unwrap();
    stats::by_pair(trace, &AtomicBool::new(false)).unwrap();
}

/// Reads all that the updates of states say, as a look at a state does. Returns how many states there are.
pub(super) fn read_states(trace: &Model) -> usize {
    let tracks = trace.slices.tracks().into_iter();
    let tracks = tracks.filter(|(track, _)| trace.tracks.get(*track).data == TrackData::States);
    let states = tracks.flat_map(|(_, slices)| slices.map(SliceId));
    states.map(|id| trace.slice_args(id, &mut |_| {})).count()
}

/// A trace of JSON.
fn json(events: impl IntoIterator<Item = String>) -> Vec<u8> {
    crate::packets::json(events.into_iter().map(|event| event + ",\n"))
}

/// A slice of JSON, from a time and so long.
fn slice(name: &str, (ts, dur): (usize, usize), args: &str) -> String {
    format!(
        r#"{{"ph":"X","ts":{ts},"dur":{dur},"pid":1,"tid":1,"name":"{name}","cat":"c","args":{args}}}"#
    )
}

pub(super) const BOMBS: &[Bomb] = &[
    bomb("updates of one state, each with an argument", 4000, |n| {
        let described = TracePacket {
            track_descriptor: Some(TrackDescriptor {
                uuid: Some(1),
                state: Some(StateDescriptor::default()),
                ..TrackDescriptor::default()
            }),
            ..on_sequence(0)
        };
        let update = |i| {
            let update = TrackEvent {
                r#type: Some(5),
                name: Some(b"busy".to_vec()),
                debug_annotations: vec![nested(1)],
                ..begin(1)
            };
            event(i, update)
        };
        trace(std::iter::once(described).chain((0..n as u64).map(update)))
    }),
    bomb("apps that are given up for one long reason", 2000, |n| {
        let reason = format!("Subject(for ErrorId 1):{}", "x".repeat(20 * n));
        let errors = (0..n).map(|i| format!("ErrorId:app {}#1#{i}", i + 10));
        let mut text = String::from("# tracer: nop\n");
        for (i, name) in [reason].into_iter().chain(errors).enumerate() {
            // Writing to a string cannot fail.
            _ = writeln!(
                text,
                " system_server-1     (    1) [000] .... 100.{i:06}: tracing_mark_write: C|1|{name}|1"
            );
        }
        text.into_bytes()
    }),
    bomb("long tasks in what says that tasks ran", 1000, |n| {
        let runs = (0..n).flat_map(|i| {
            let ts = 200_000 * i;
            let active = slice("ThreadController active", (ts, 150_000), "{}");
            let task = slice("RunTask", (ts, 140_000), "{}");
            let calls =
                (0..4).map(move |at| slice("FunctionCall", (ts + 30_000 * at, 25_000), "{}"));
            [active, task].into_iter().chain(calls)
        });
        json(runs)
    }),
    bomb("tasks without an end", 1000, |n| {
        let begins = (0..n).map(|ts| {
            format!(
                r#"{{"ph":"B","ts":{},"pid":1,"tid":1,"name":"hangs"}}"#,
                100_000 * ts
            )
        });
        json(begins)
    }),
    bomb("events of one interaction, and many pages", 1000, |n| {
        let threads = (0..n).map(|tid| {
            format!(
                r#"{{"ph":"M","pid":{tid},"tid":{tid},"name":"thread_name","args":{{"name":"CrRendererMain"}}}}"#
            )
        });
        let events = (0..n).map(|i| {
            let says = r#"{"data":{"type":"click","interactionId":7,"timeStamp":1,"processingStart":2,"processingEnd":3}}"#;
            format!(
                r#"{{"ph":"b","cat":"c","id":{i},"ts":{i},"pid":1,"tid":1,"name":"EventTiming","args":{says}}},
                   {{"ph":"e","cat":"c","id":{i},"ts":{},"pid":1,"tid":1,"name":"EventTiming"}}"#,
                i + 5_000
            )
        });
        json(threads.chain(events))
    }),
    bomb("threads of one tid in many processes", 2000, |n| {
        let events = (0..2 * n).map(|i| {
            format!(
                r#"{{"ph":"X","ts":{i},"dur":1,"pid":{},"tid":1,"name":"a"}}"#,
                i % n + 1
            )
        });
        json(events)
    }),
    bomb("scroll reports of one event with many stages", 250, |n| {
        let args = r#"{"event_latency":{"event_latency_id":1}}"#;
        let event = slice("EventLatency", (0, 4 * n), args);
        let stages = (0..n).map(|i| slice("s", (2 * i, 1), "{}"));
        let report = |i: usize| {
            let says = format!(
                r#"{{"scroll_jank_v4":{{"is_janky":{},"updates":{{"real":{{"first_event_latency_id":1}}}}}}}}"#,
                i.is_multiple_of(2)
            );
            slice("ScrollJankV4", (4 * n + 2 * i, 1), &says)
        };
        json(
            std::iter::once(event)
                .chain(stages)
                .chain((0..n).map(report)),
        )
    }),
    bomb("reasons of one scroll report", 3000, |n| {
        let reasons = r#"{"missed_vsyncs":1},"#.repeat(n);
        let says = format!(
            r#"{{"scroll_jank_v4":{{"is_janky":true,"missed_vsyncs_per_jank_reason":[{reasons}{{}}]}}}}"#
        );
        json([slice("ScrollJankV4", (0, 1), &says)])
    }),
    bomb("flows of one slice with many arguments", 500, |n| {
        let texts = r#""x","#.repeat(n);
        let big = slice("big", (0, 10), &format!(r#"{{"a":[{texts}"x"]}}"#));
        let big = big.replace(r#""cat":"c""#, r#""cat":"toplevel""#);
        let flow = |i: usize| {
            let ts = 20 + 10 * i;
            let ends = [("s", 1, 1), ("f", ts + 1, 2)].map(|(ph, ts, tid)| {
                format!(
                    r#"{{"ph":"{ph}","bp":"e","id":{i},"ts":{ts},"pid":1,"tid":{tid},"name":"f","cat":"c"}}"#
                )
            });
            let reached = slice("t", (ts, 5), "{}").replace(r#""tid":1"#, r#""tid":2"#);
            [ends[0].clone(), reached, ends[1].clone()]
        };
        json(std::iter::once(big).chain((0..n).flat_map(flow)))
    }),
];

/// With the first draw of a selection its arguments are decoded, and those of what flows lead to; the
/// next draws take as long as those of a slice with few.
pub(super) fn draws(broken: &mut String) {
    const FEW: usize = 3000;
    let two_steps = |n: usize| {
        let texts = r#""x","#.repeat(n);
        let step = |(ts, tid, way): (usize, usize, &str)| {
            let step = slice("step", (ts, 10), &format!(r#"{{"a":[{texts}"x"]}}"#));
            let step = step.replace(r#""tid":1"#, &format!(r#""tid":{tid}"#));
            format!(
                r#"{},"bind_id":1,"{way}":true}}"#,
                step.trim_end_matches('}').to_owned() + "}"
            )
        };
        json([(0, 1, "flow_out"), (20, 2, "flow_in")].map(step))
    };
    let times = [FEW, FEW * GROWTH].map(|n| {
        let bytes = Arc::new(TraceBytes::from_vec(two_steps(n)).unwrap());
        let trace = import_with(&bytes, Options::default(), &mut Unobserved).unwrap();
        assert_eq!(trace.flows.len(), 1);
        let size = Size {
            cols: 200,
            rows: 50,
        };
        let mut session = Session::new("steps", &Config::default(), size);
        session.set_trace(Arc::new(trace));
        session.state_mut().view.selection = Selection::Slice(SliceId(1));
        session.sync();
        session.scene();
        let draw = || {
            let before = thread_time();
            session.scene();
            thread_time().saturating_sub(before)
        };
        std::iter::repeat_with(draw).take(3).min().unwrap()
    });
    let [few, many] = times;
    if many > few * 2 + Duration::from_millis(5) {
        writeln!(
            broken,
            "draws of slices with arguments: {few:?}, with more {many:?}"
        )
        .unwrap();
    }
}
