//! What is done with a key takes no longer for each of what there is, the more there is: the
//! rows of traces of very many processes, threads and tracks. Times are those of the processor,
//! and of one size compared with another's.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::view::rows::Rows;
use perfetty::view::state::ViewState;
use perfetty_messages::{ProcessDescriptor, ThreadDescriptor, TracePacket, TrackDescriptor};

use crate::{GROWTH, begin, event, on_sequence, thread_time, trace};

/// Makes the bytes of a trace of so many.
type Make<'a> = &'a dyn Fn(usize) -> Vec<u8>;

/// The rows that can be seen are found again with every key, some times, among all that there are.
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
