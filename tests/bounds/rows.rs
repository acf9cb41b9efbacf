//! The time that a key takes per item must not grow with the number of items. The items are the rows of
//! traces with very many processes, threads and tracks, and the command that shows these again. Processor
//! time is measured, and compared between two sizes.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::resolve::ViewRequest;
use perfetty::app::session::Session;
use perfetty::app::workspace::Workspace;
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::rows::Rows;
use perfetty::view::scene::Size;
use perfetty::view::state::ViewState;
use perfetty_messages::{ProcessDescriptor, ThreadDescriptor, TracePacket, TrackDescriptor};

use crate::packets::{begin, event, on_sequence, trace};
use crate::{GROWTH, HEAP, thread_time};

/// Makes the bytes of a trace with so many items.
type Make<'a> = &'a dyn Fn(usize) -> Vec<u8>;

const SIZE: Size = Size {
    cols: 120,
    rows: 40,
};

/// With every key, the visible rows are looked up several times among all rows.
pub(super) fn visible_rows(broken: &mut String) {
    let described = |uuid: u64, pid: i32, tid: Option<i32>| TracePacket {
        track_descriptor: Some(TrackDescriptor {
            uuid: Some(uuid),
            process: tid.is_none().then(|| ProcessDescriptor {
                pid: Some(pid),
                ..ProcessDescriptor::default()
            }),
            thread: tid.map(|tid| ThreadDescriptor {
                pid: Some(pid),
                tid: Some(tid.into()),
                ..ThreadDescriptor::default()
            }),
            ..TrackDescriptor::default()
        }),
        ..on_sequence(uuid)
    };
    let with_events = |described: Vec<TracePacket>| {
        let begun = (0..described.len() as u64).map(|i| event(i, begin(i + 1)));
        let begun: Vec<TracePacket> = begun.collect();
        trace(described.into_iter().chain(begun))
    };
    let processes = |n: usize| {
        let one = |i: usize| described(i as u64 + 1, i as i32 + 1, None);
        with_events((0..n).map(one).collect())
    };
    let threads = |n: usize| {
        let one = |i: usize| described(i as u64 + 1, 1, Some(i as i32 + 1));
        with_events((0..n).map(one).collect())
    };
    let among_tracks = |n: usize| {
        let one = |i: usize| match i % 2 {
            0 => described(i as u64 + 1, i as i32 + 1, None),
            _ => TracePacket {
                track_descriptor: Some(TrackDescriptor {
                    uuid: Some(i as u64 + 1),
                    name: Some(format!("track {i}").into_bytes()),
                    ..TrackDescriptor::default()
                }),
                ..on_sequence(i as u64)
            },
        };
        with_events((0..n).map(one).collect())
    };
    let makers: [(&str, Make<'_>); 3] = [
        ("processes", &processes),
        ("threads", &threads),
        ("processes among tracks", &among_tracks),
    ];
    for (name, make) in makers {
        const FEW: usize = 3000;
        let [few, many] = [FEW, FEW * GROWTH].map(|n| {
            let bytes = Arc::new(TraceBytes::from_vec(make(n)).unwrap());
            let trace = import_with(&bytes, Options::default(), &mut Unobserved).unwrap();
            let state = ViewState::default();
            let times = [(); 3].map(|()| {
                let before = thread_time();
                assert!(Rows::new(&trace, &state).rows.len() >= n / 2, "{name}");
                thread_time().saturating_sub(before)
            });
            times.into_iter().min().unwrap()
        });
        let growth = u32::try_from(GROWTH).unwrap();
        if many > (few + Duration::from_millis(2)) * growth * 2 {
            writeln!(broken, "visible rows of {name}: {few:?}, of more {many:?}").unwrap();
        }
    }
}

/// Returns a trace of so many processes with two threads each.
fn many_processes(n: usize) -> Trace {
    let mut b = TraceBuilder::new();
    for pid in 1..=n as i64 {
        let process = b.process(pid, "app");
        for tid in [pid, pid + n as i64] {
            let thread = b.thread(process, tid, "worker");
            let track = b.slice_track(Scope::Thread(thread), None);
            b.nested_slices(track, &[(pid, 50, "work")]);
        }
    }
    b.finish()
}

/// Makes pictures on which many tracks are pinned or hidden: the command that does so stands on each.
pub(super) fn pictures(broken: &mut String) {
    const FEW: usize = 300;
    let all = || vec![".".to_owned()];
    let pinned = Workspace {
        pin: all(),
        ..Workspace::default()
    };
    let hidden = Workspace {
        hide: all(),
        ..Workspace::default()
    };
    for (name, tracks) in [("pinned", pinned), ("hidden", hidden)] {
        let costs = [FEW, FEW * GROWTH].map(|n| {
            let mut session = Session::new("many", &Config::default(), SIZE);
            session.set_picture();
            session.set_demo();
            session.set_trace(Arc::new(many_processes(n)));
            let request = ViewRequest {
                tracks: tracks.clone(),
                ..ViewRequest::default()
            };
            session.ask(request, Vec::new());
            session.sync();
            let (before, allocated) = (thread_time(), HEAP.total_allocated());
            let scene = session.scene();
            let shown = scene.lines.iter().flat_map(|line| &line.texts);
            let mut shown = shown.filter(|text| text.text.starts_with("perfetty"));
            assert!(shown.next().is_some(), "{name} has no command");
            let time = thread_time().saturating_sub(before);
            (time, HEAP.total_allocated() - allocated)
        });
        let growth = u32::try_from(GROWTH).unwrap();
        let [few, many] = costs;
        if many.0 > (few.0 + Duration::from_millis(10)) * growth * 2 || many.1 > few.1 * GROWTH * 2
        {
            writeln!(
                broken,
                "a picture of {name} tracks: {few:?}, of more {many:?}"
            )
            .unwrap();
        }
    }
}

/// Moves among many open groups, and copies the command that opens them.
pub(super) fn keys(broken: &mut String) {
    const FEW: usize = 300;
    let times = [FEW, FEW * GROWTH].map(|n| {
        let mut session = Session::new("many", &Config::default(), SIZE);
        session.set_demo();
        session.set_trace(Arc::new(many_processes(n)));
        ["j", "E", "j", "Y"].map(|key| {
            let before = thread_time();
            for key in Key::parse_all(key).unwrap() {
                session.key(key);
                session.sync();
                session.scene();
            }
            thread_time().saturating_sub(before)
        })
    });
    let growth = u32::try_from(GROWTH).unwrap();
    let [few, many] = times;
    for (key, (few, many)) in ["j", "E", "j", "Y"].iter().zip(few.into_iter().zip(many)) {
        if many > (few + Duration::from_millis(5)) * growth * 2 {
            writeln!(
                broken,
                "{key} among many processes: {few:?}, of more {many:?}"
            )
            .unwrap();
        }
    }
}
