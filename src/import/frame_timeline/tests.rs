//! FrameTimeline rules, one by one, on events written by hand.

use proptest::prelude::*;

use super::*;
use crate::base::time::Dur;
use crate::decode::wire::{push_bytes, push_number};
use crate::import::sink::SinkTrack;
use crate::model::args::{Arg, ArgValue};
use crate::model::frame_timeline::JankTag;
use crate::model::ids::TrackId;
use crate::model::jank::jank_type_text;
use crate::model::slice::SliceTable;

/// Encodes an event: message `kind` with varint fields, and a layer for surface frames.
fn event(kind: u32, fields: &[(u32, i64)], layer: Option<&str>) -> Vec<u8> {
    let mut body = Vec::new();
    for &(number, value) in fields {
        push_number(number, value as u64, &mut body);
    }
    if let Some(layer) = layer {
        push_bytes(5, layer.as_bytes(), &mut body);
    }
    let mut out = Vec::new();
    push_bytes(kind, &body, &mut out);
    out
}

fn surface(cookie: i64, token: i64, display: i64) -> Vec<u8> {
    event(
        4,
        &[
            (1, cookie),
            (2, token),
            (3, display),
            (4, 1000),
            (6, 1),
            (7, 1),
            (9, 1),
            (10, 1),
        ],
        Some("TX - app#7"),
    )
}

fn expected(cookie: i64, token: i64, display: i64, layer: &str) -> Vec<u8> {
    event(
        3,
        &[(1, cookie), (2, token), (3, display), (4, 1000)],
        Some(layer),
    )
}

fn display(cookie: i64, token: i64) -> Vec<u8> {
    event(
        2,
        &[(1, cookie), (2, token), (3, 500), (4, 1), (7, 1)],
        None,
    )
}

fn end(cookie: i64) -> Vec<u8> {
    event(5, &[(1, cookie)], None)
}

/// Imports events in time order, at positions 0, 1, 2, ….
fn import(events: &[(i64, Vec<u8>)]) -> Sink {
    let mut sink = Sink::new();
    let mut importer = FrameTimelineImporter::default();
    for (at, (ts, payload)) in events.iter().enumerate() {
        importer.packet(payload, *ts, EventPos::decodable(at as u64), &mut sink);
    }
    sink
}

fn count(sink: &Sink, kind: &str) -> i64 {
    sink.issues
        .iter()
        .filter(|issue| issue.kind == kind)
        .map(|issue| issue.count)
        .sum()
}

/// Returns the slices of each row and depth as `row.depth:start+duration`, and how many ends found no open
/// slice.
fn slices(sink: &Sink) -> (String, u64) {
    let mut out = Vec::new();
    let mut table = SliceTable::default();
    for (row, frames) in sink.frames.tracks.iter().enumerate() {
        let (track, mut depths) = (TrackId::from_index(row), frames.stacked.depths.clone());
        table.append_parts(track, &mut [(0, &mut depths)]);
        for (depth, slices) in table.depths(track).enumerate() {
            out.extend(slices.ids().map(|id| {
                let dur = table.dur(id).map_or(-1, Dur::ns);
                format!("{row}.{depth}:{}+{dur}", table.ts(id).ns())
            }));
        }
    }
    let counts = sink
        .frames
        .tracks
        .iter()
        .map(|frames| frames.stacked.counts);
    (out.join(" "), counts.map(|it| it.unmatched_ends).sum())
}

#[test]
fn app_frames_flow_to_the_next_display_frame() {
    let sink = import(&[
        (50, display(1, 12)),
        (51, surface(2, 10, 12)),
        (70, display(3, 12)),
        (80, display(4, 12)),
    ]);
    let flows = sink.frames.flows.iter().map(|flow| (flow.from, flow.to));
    assert_eq!(flows.collect::<Vec<_>>(), [(1, 2)]);
}

#[test]
fn many_frames_flow_in_the_order_in_which_they_came() {
    let mut waiting = Waiting::default();
    let mut all: HashMap<i64, Vec<u32>> = HashMap::new();
    for frame in 0..600_u32 {
        let token = i64::from(frame * frame % 7);
        waiting.add(token, frame);
        all.entry(token).or_default().push(frame);
        if frame % 11 == 0 {
            let mut taken = Vec::new();
            waiting.take(token, |frame| taken.push(frame));
            assert_eq!(taken, all.remove(&token).unwrap_or_default());
            waiting.take(token, |frame| panic!("{frame} came twice"));
        }
    }
    assert!(waiting.frames.len() < 100, "places are used again");
}

#[test]
fn tokens_are_written_out_and_told_apart() {
    let mut sink = Sink::new();
    let (mut names, mut seen) = (Names::default(), Seen::default());
    let near = [0_i64, 1, 63, 64, 255, 256, 257, 40_000];
    let far = [i64::MAX, i64::MIN, i64::MIN + 1];
    for token in near
        .into_iter()
        .flat_map(|token| [token, -token])
        .chain(far)
    {
        assert_eq!(decimal(token, &mut [0; 20]), token.to_string().as_bytes());
        for _ in 0..2 {
            let label = names.label(token, &mut sink);
            let name = sink.labels.get(label).name.unwrap();
            assert_eq!(sink.strings.bytes(name), token.to_string().as_bytes());
        }
        let is_new = token != 0 || !seen.words.contains_key(&(Upid(1), 0));
        assert_eq!(seen.insert(Upid(1), token), is_new);
        assert!(!seen.insert(Upid(1), token));
    }
}

#[test]
fn second_layer_of_a_token_has_no_expected_slice_but_may_leave_a_row() {
    let sink = import(&[
        (100, expected(1, 10, 12, "a")),
        (100, expected(2, 10, 12, "b")),
        (115, end(2)),
        (120, end(1)),
    ]);
    // That the end of the frame that was left out ends nothing is no fault.
    assert_eq!(slices(&sink), ("0.0:100+20".to_owned(), 0));
    assert!(sink.frames.actual.rows().is_empty());
    assert_eq!(sink.tracks[0].0.group, sink.tracks[1].0.group);
    let [row] = sink.frames.expected.rows() else {
        panic!("not one expected frame");
    };
    assert_eq!(sink.strings.bytes(row.layer.unwrap()), b"a");
}

#[test]
fn overlapping_frames_take_the_first_free_row() {
    let sink = import(&[
        (0, surface(1, 1, 3)),
        (10, surface(2, 2, 4)),
        (15, end(1)),
        (20, surface(3, 5, 6)),
        (27, end(2)),
        (27, surface(4, 7, 8)),
        (35, end(4)),
        (40, end(3)),
    ]);
    let expected = "0.0:0+15 0.0:20+20 1.0:10+17 1.0:27+8";
    assert_eq!(slices(&sink), (expected.to_owned(), 0));
}

#[test]
fn a_reused_cookie_nests_on_its_row() {
    let sink = import(&[
        (100, surface(1, 1, 2)),
        (140, surface(1, 3, 4)),
        (150, end(1)),
        (160, end(1)),
    ]);
    assert_eq!(slices(&sink), ("0.0:100+-1 0.1:140+10".to_owned(), 0));
    assert_eq!(count(&sink, UNPAIRED_END), 1);
}

#[test]
fn missing_fields_and_bad_times_are_errors() {
    let sink = import(&[
        (1, event(4, &[(2, 1), (3, 2), (4, 1)], None)),
        (1, event(4, &[(1, 1), (3, 2), (4, 1)], None)),
        (1, event(4, &[(1, 1), (2, 2), (4, 1)], None)),
        (1, event(4, &[(1, 1), (2, 2), (3, 1)], None)),
        (1, event(2, &[(1, 1), (2, 2)], None)),
        (1, event(1, &[(1, 1), (3, 2)], None)),
        (1, Vec::new()),
        (1, event(5, &[], None)),
        (i64::MAX, surface(1, 1, 2)),
        (TS_LIMIT, surface(1, 1, 2)),
        (-5, surface(1, 1, 2)),
    ]);
    assert_eq!(count(&sink, PARSER_ERRORS), 11);
    assert!(sink.frames.expected.rows().is_empty() && sink.frames.actual.rows().is_empty());
    assert!(sink.tracks.is_empty());
}

#[test]
fn enum_values_out_of_range_are_errors_but_absent_ones_are_not() {
    let ids = [(1, 1), (2, 1), (3, 2), (4, 1000)];
    let with = |more: &[(u32, i64)]| event(4, &[&ids[..], more].concat(), None);
    let sink = import(&[
        (100, with(&[(6, 9), (10, 7), (9, 1)])),
        (110, with(&[(6, 0), (10, 0), (9, 1), (12, 2)])),
        (120, with(&[])),
        (130, with(&[(6, 5), (10, 3), (9, 256), (12, 3), (17, 0)])),
    ]);
    assert_eq!(count(&sink, PARSER_ERRORS), 5);
}

#[test]
fn tags_follow_the_truth_table() {
    use JankTag::{
        BufferStuffing as B, Dropped as D, NonPerceivable as P, None as N, Other as O,
        SelfJank as S, SurfaceFlingerStuffing as F, Unspecified as U,
    };
    // Jank type, and the tags of a late surface frame, of a dropped one and of a display frame.
    let table = [
        (0, U, U, U),
        (1, N, D, N),
        (2, O, O, S),
        (32, O, O, S),
        (64, S, S, N),
        (128, B, B, N),
        (256, S, S, N),
        (512, F, F, F),
        (1024, N, D, D),
        (2048, P, D, P),
        (4096, S, S, N),
        (8192, P, D, P),
        (16384, N, D, N),
        (32768, P, D, P),
        (65536, N, D, N),
        (16 | 64, S, S, S),
        (1 | 64, S, S, N),
        (128 | 512, N, D, N),
        (4 | 1024, O, O, S),
        (8192 | 16384, N, D, N),
    ];
    for (bits, late, dropped, display) in table {
        let got = (
            jank::surface_tag(bits, Some(2)),
            jank::surface_tag(bits, Some(4)),
            jank::display_tag(bits),
        );
        assert_eq!(got, (late, dropped, display), "jank type {bits}");
    }
    assert_eq!(
        jank_type_text(64 | 128 | 4096),
        "App Deadline Missed, App Resynced Jitter, Buffer Stuffing"
    );
    assert_eq!(jank_type_text(65536), "");
}

#[test]
fn arguments_keep_the_reference_order() {
    let mut got = Vec::new();
    args(&surface(2, 10, 12), &mut |arg: Arg<'_>| {
        let value = match arg.value {
            ArgValue::Str(text) => String::from_utf8_lossy(&text).into_owned(),
            other => format!("{other:?}"),
        };
        got.push(format!("{}={value}", arg.key));
    });
    let expected = "Surface frame token=Int(10)|Display frame token=Int(12)|\
        Present Delay (ms)=Real(0.0)|Vsync Resynced Jitter (ms)=Real(0.0)|Layer name=TX - app#7|\
        Present type=On-time Present|Present type (experimental)=Unspecified Present|\
        On time finish=Int(1)|GPU composition=Int(0)|Jank type=None|\
        Jank type (experimental)=Unspecified|Jank severity type=None|\
        Jank Severity Score=Real(0.0)|Prediction type=Valid Prediction|Jank tag=No Jank|\
        Jank tag (experimental)=Unspecified|Is Buffer?=Unspecified|\
        Jank Metadata (debugging only)=Real(0.0)";
    assert_eq!(got.join("|"), expected);
}

proptest! {
    #[test]
    fn an_end_goes_where_its_cookie_went_last(
        events in prop::collection::vec((1..7_u8, 0..6_i64, 0..6_i64, 0..2_i64), 0..80),
    ) {
        let mut sink = Sink::new();
        let mut importer = FrameTimelineImporter::default();
        // The rule as the reference states it: a cookie belongs to a timeline, and has a row there.
        let mut cookies: HashMap<i64, ((i64, bool), bool)> = HashMap::new();
        let mut rows: HashMap<(i64, bool), CookieRows<i64, usize>> = HashMap::new();
        let mut seen = std::collections::BTreeSet::new();
        let mut tracks: Vec<FrameTrack> = Vec::new();
        for (&(kind, cookie, token, pid), ts) in events.iter().zip(0..) {
            let pos = EventPos::decodable(ts as u64);
            let payload = match kind {
                1 => event(1, &[(1, cookie), (2, token), (3, pid)], None),
                2 => event(2, &[(1, cookie), (2, token), (3, pid)], None),
                3 => event(3, &[(1, cookie), (2, token), (3, 9), (4, pid)], None),
                4 => event(4, &[(1, cookie), (2, token), (3, 9), (4, pid)], None),
                _ => end(cookie),
            };
            importer.packet(&payload, ts, pos, &mut sink);
            let mut row = |timeline, step| {
                let rows = rows.entry(timeline).or_default();
                *rows.row(cookie, step, || {
                    tracks.push(FrameTrack::new(SinkTrack(tracks.len() as u32)));
                    tracks.len() - 1
                })
            };
            if kind > 4 {
                if let Some((timeline, is_left_out)) = cookies.remove(&cookie) {
                    let row = row(timeline, Step::Close);
                    tracks[row].end(ts, is_left_out);
                }
                continue;
            }
            let timeline = (pid, kind % 2 == 0);
            let is_left_out = kind == 3 && !seen.insert((pid, token));
            cookies.insert(cookie, (timeline, is_left_out));
            if !is_left_out {
                let row = row(timeline, Step::Open);
                tracks[row].begin(0, ts, pos, LabelId(0));
            }
        }
        let text = |tracks: &[FrameTrack]| {
            let all = tracks.iter().map(|it| {
                let mut table = SliceTable::default();
                let mut depths = it.stacked.depths.clone();
                table.append_parts(TrackId(0), &mut [(0, &mut depths)]);
                let slices = table.ids().map(|id| (table.ts(id), table.dur(id), table.depth_of(id)));
                format!("{:?} {:?}", slices.collect::<Vec<_>>(), it.stacked.counts)
            });
            all.collect::<Vec<_>>()
        };
        prop_assert_eq!(text(&sink.frames.tracks), text(&tracks));
    }
}
