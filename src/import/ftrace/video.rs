//! Ftrace events of video: buffers of Video for Linux, and what a virtual machine asks of the
//! video device of its host.
//!
//! Types and names of the tracks are the reference's.

use hashbrown::HashMap;

use super::event::Event;

use super::tracks::{Begun, OpenSlices, Tracks};
use crate::import::rows::{CookieRows, Step};
use crate::import::sink::{DirectFlow, Sink, SinkTrack, listed};
use crate::import::system::Rows;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::track::Track;
use crate::proto::ftrace_event::{
    self, v4l2_qbuf as buf, vb2_v4l2_qbuf as vb2, virtio_video_cmd as cmd,
    virtio_video_resource_queue_done as done,
};

/// Types of buffers from 1 on.
const TYPES: [&str; 14] = [
    "VIDEO_CAPTURE",
    "VIDEO_OUTPUT",
    "VIDEO_OVERLAY",
    "VBI_CAPTURE",
    "VBI_OUTPUT",
    "SLICED_VBI_CAPTURE",
    "SLICED_VBI_OUTPUT",
    "VIDEO_OUTPUT_OVERLAY",
    "VIDEO_CAPTURE_MPLANE",
    "VIDEO_OUTPUT_MPLANE",
    "SDR_CAPTURE",
    "SDR_OUTPUT",
    "META_CAPTURE",
    "META_OUTPUT",
];
const PRIVATE: u32 = 0x80;

/// Orders of the lines of a frame.
const FIELDS: [&str; 10] = [
    "ANY",
    "NONE",
    "TOP",
    "BOTTOM",
    "INTERLACED",
    "SEQ_TB",
    "SEQ_BT",
    "ALTERNATE",
    "INTERLACED_TB",
    "INTERLACED_BT",
];

/// Types of time codes from 1 on.
const TIMECODES: [&str; 5] = ["24FPS", "25FPS", "30FPS", "50FPS", "60FPS"];

/// Flags of buffers: each is there if any of its bits is set, those without bits if none at all is.
const FLAGS: [(u32, &str); 22] = [
    (0x1, "MAPPED"),
    (0x2, "QUEUED"),
    (0x4, "DONE"),
    (0x8, "KEYFRAME"),
    (0x10, "PFRAME"),
    (0x20, "BFRAME"),
    (0x40, "ERROR"),
    (0x80, "IN_REQUEST"),
    (0x100, "TIMECODE"),
    (0x200, "M2M_HOLD_CAPTURE_BUF"),
    (0x400, "PREPARED"),
    (0x800, "NO_CACHE_INVALIDATE"),
    (0x1000, "NO_CACHE_CLEAN"),
    (0xe000, "TIMESTAMP_MASK"),
    (0, "TIMESTAMP_UNKNOWN"),
    (0x2000, "TIMESTAMP_MONOTONIC"),
    (0x4000, "TIMESTAMP_COPY"),
    (0x7_0000, "TSTAMP_SRC_MASK"),
    (0, "TSTAMP_SRC_EOF"),
    (0x1_0000, "TSTAMP_SRC_SOE"),
    (0x10_0000, "LAST"),
    (0x80_0000, "REQUEST_FD"),
];

/// Commands of virtual video devices, from this number on.
const FIRST_COMMAND: u32 = 0x100;
const COMMANDS: [&str; 15] = [
    "QUERY_CAPABILITY",
    "STREAM_CREATE",
    "STREAM_DESTROY",
    "STREAM_DRAIN",
    "RESOURCE_CREATE",
    "RESOURCE_QUEUE",
    "RESOURCE_DESTROY_ALL",
    "QUEUE_CLEAR",
    "GET_PARAMS",
    "SET_PARAMS",
    "QUERY_CONTROL",
    "GET_CONTROL",
    "SET_CONTROL",
    "GET_PARAMS_EXT",
    "SET_PARAMS_EXT",
];

/// The duration of a command's slice in nanoseconds. How long commands take is not known: the slice shows
/// when the command was given.
const COMMAND_DUR: i64 = 100_000;

/// The numbers of the fields that both kinds of events of Video for Linux have.
struct Shared {
    field: u32,
    flags: u32,
    minor: u32,
    sequence: u32,
    timestamp: u32,
    /// Flags, frames, hours, minutes, seconds, type and four groups of user bits.
    timecode: [u32; 10],
}

const BUF: Shared = Shared {
    field: buf::FIELD,
    flags: buf::FLAGS,
    minor: buf::MINOR,
    sequence: buf::SEQUENCE,
    timestamp: buf::TIMESTAMP,
    timecode: [
        buf::TIMECODE_FLAGS,
        buf::TIMECODE_FRAMES,
        buf::TIMECODE_HOURS,
        buf::TIMECODE_MINUTES,
        buf::TIMECODE_SECONDS,
        buf::TIMECODE_TYPE,
        buf::TIMECODE_USERBITS0,
        buf::TIMECODE_USERBITS1,
        buf::TIMECODE_USERBITS2,
        buf::TIMECODE_USERBITS3,
    ],
};

const VB2: Shared = Shared {
    field: vb2::FIELD,
    flags: vb2::FLAGS,
    minor: vb2::MINOR,
    sequence: vb2::SEQUENCE,
    timestamp: vb2::TIMESTAMP,
    timecode: [
        vb2::TIMECODE_FLAGS,
        vb2::TIMECODE_FRAMES,
        vb2::TIMECODE_HOURS,
        vb2::TIMECODE_MINUTES,
        vb2::TIMECODE_SECONDS,
        vb2::TIMECODE_TYPE,
        vb2::TIMECODE_USERBITS0,
        vb2::TIMECODE_USERBITS1,
        vb2::TIMECODE_USERBITS2,
        vb2::TIMECODE_USERBITS3,
    ],
};

/// Identifies a buffer: device, sequence, type and index.
type BufferKey = (i32, u32, u32, u32);

/// The resources in one queue of a stream, which a virtual machine and its host pass to each other.
#[derive(Debug)]
struct Queue {
    group: u32,
    rows: CookieRows<u32, SinkTrack>,
    n_rows: i64,
}

/// Imports events of video.
#[derive(Debug, Default)]
pub(super) struct Video {
    /// The slices of buffers that a driver has.
    queued: HashMap<BufferKey, (SinkTrack, EventPos)>,
    open: OpenSlices,
    /// Queues by stream and type.
    queues: HashMap<(u32, u32), Queue>,
    /// Rows by stream, and whether they are of answers to commands.
    commands: HashMap<(u32, bool), Rows>,
}

impl Video {
    /// Imports an event.
    pub(super) fn event(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        match event.number {
            ftrace_event::V4L2_QBUF | ftrace_event::V4L2_DQBUF => {
                self.buffer(event, tracks, sink);
            }
            ftrace_event::VB2_V4L2_BUF_QUEUE => {
                framework("vb2_v4l2_buf_queue", event, tracks, sink);
            }
            ftrace_event::VB2_V4L2_BUF_DONE => {
                framework("vb2_v4l2_buf_done", event, tracks, sink);
            }
            // The reference calls both the same.
            ftrace_event::VB2_V4L2_QBUF | ftrace_event::VB2_V4L2_DQBUF => {
                framework("vb2_v4l2_qbuf", event, tracks, sink);
            }
            ftrace_event::VIRTIO_VIDEO_CMD => self.command(event, false, sink),
            ftrace_event::VIRTIO_VIDEO_CMD_DONE => self.command(event, true, sink),
            _ => self.resource(event, sink),
        }
    }

    /// A buffer that an application gives to a driver or takes back, which a flow connects.
    fn buffer(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let (minor, sequence) = (event.i32(buf::MINOR), event.u32(buf::SEQUENCE));
        let (kind, index) = (event.u32(buf::TYPE), event.u32(buf::INDEX));
        let is_queued = event.number == ftrace_event::V4L2_QBUF;
        let what = if is_queued { "QBUF" } else { "DQBUF" };
        let name = format!("VIDIOC_{what} minor={minor} seq={sequence} type={kind} index={index}");
        let type_name = match kind {
            PRIVATE => Some("PRIVATE"),
            _ => listed(&TYPES, kind.wrapping_sub(1)).copied(),
        };
        let own = [
            sink.int_arg("index", i64::from(index)),
            name_or_null("type", type_name, sink),
            sink.int_arg("bytesused", i64::from(event.u32(buf::BYTESUSED))),
        ];
        let slice = instant(&name, &own, &BUF, event, tracks, sink);
        let key = (minor, sequence, kind, index);
        if is_queued {
            self.queued.entry(key).or_insert(slice);
        } else if let Some(from) = self.queued.remove(&key) {
            sink.direct_flows.push(DirectFlow {
                from,
                to: slice,
                order: event.at.created(),
            });
        }
    }

    fn command(&mut self, event: &Event<'_>, is_answer: bool, sink: &mut Sink) {
        let stream = event.u32(cmd::STREAM_ID);
        let number = event.u32(cmd::TYPE).wrapping_sub(FIRST_COMMAND);
        let name = listed(&COMMANDS, number).copied().unwrap_or("Unknown");
        let rows = self
            .commands
            .entry((stream, is_answer))
            .or_insert_with(|| Rows::new(sink));
        let (span, created) = ((event.at.ts, COMMAND_DUR), event.at.created());
        let track = rows.take(span, created, sink, |row, sink| {
            let what = if is_answer { "Responses" } else { "Requests" };
            let dimension = [
                sink.int_arg("virtio_stream_id", i64::from(stream)),
                sink.int_arg("is_response", i64::from(is_answer)),
                sink.int_arg("track_compressor_idx", row as i64),
            ];
            Track {
                type_name: sink.word("virtio_video_command"),
                name: Some(sink.str(&format!("virtio_video stream #{stream} {what}"))),
                dimension_args: sink.store_args(&dimension),
                ..Track::default()
            }
        });
        let label = sink.label(Some(name.as_bytes()), None);
        sink.complete(track, event.at.time(), COMMAND_DUR, event.at.pos(), label);
    }

    /// A resource that is queued, until the host is done with it.
    fn resource(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (stream, kind) = (event.u32(done::STREAM_ID), event.u32(done::QUEUE_TYPE));
        let resource = event.u32(done::RESOURCE_ID);
        let ends = event.number == ftrace_event::VIRTIO_VIDEO_RESOURCE_QUEUE_DONE;
        let queue_name = match kind {
            0x100 => "INPUT",
            0x101 => "OUTPUT",
            _ => "Unknown",
        };
        let queue = self.queues.entry((stream, kind)).or_insert_with(|| Queue {
            group: sink.new_group(),
            rows: CookieRows::default(),
            n_rows: 0,
        });
        let step = if ends { Step::Close } else { Step::Open };
        let (group, n_rows) = (queue.group, &mut queue.n_rows);
        let track = *queue.rows.row(resource, step, || {
            let dimension = [
                sink.int_arg("virtio_stream_id", i64::from(stream)),
                sink.int_arg("virtio_queue_type", i64::from(kind)),
                sink.int_arg("track_compressor_idx", *n_rows),
            ];
            *n_rows += 1;
            let name = format!("virtio_video stream #{stream} {queue_name}");
            let track = Track {
                type_name: sink.word("virtio_video_queue_event"),
                name: Some(sink.str(&name)),
                group: Some(group),
                dimension_args: sink.store_args(&dimension),
                ..Track::default()
            };
            sink.add_track(track, event.at.created())
        });
        let resource = i64::from(resource.cast_signed());
        if !ends {
            let label = sink.label(Some(format!("Resource #{resource}").as_bytes()), None);
            self.open.begin(track, label, Vec::new(), event.at, sink);
            return;
        }
        let mut args = vec![
            sink.int_arg("stream_id", i64::from(stream.cast_signed())),
            sink.int_arg("resource_id", resource),
            sink.text_arg("queue_type", queue_name),
        ];
        for (field, key) in [
            (done::DATA_SIZE0, "data_size0"),
            (done::DATA_SIZE1, "data_size1"),
            (done::DATA_SIZE2, "data_size2"),
            (done::DATA_SIZE3, "data_size3"),
        ] {
            args.push(sink.int_arg(key, i64::from(event.u32(field))));
        }
        args.push(sink.uint_arg("timestamp", event.u64(done::TIMESTAMP)));
        self.open.end(track, sink.no_label, &args, event.at, sink);
    }
}

/// Adds an instant for what the kernel's framework does with a buffer. The event says neither which buffer
/// that is nor of which type.
fn framework(name: &str, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
    let (minor, sequence) = (event.i32(vb2::MINOR), event.u32(vb2::SEQUENCE));
    let name = format!("{name} minor={minor} seq={sequence} type=0 index=0");
    instant(&name, &[], &VB2, event, tracks, sink);
}

/// Adds an instant of the thread, with arguments of its own and those that all such events have.
fn instant(
    name: &str,
    own: &[StoredArg],
    fields: &Shared,
    event: &Event<'_>,
    tracks: &mut Tracks,
    sink: &mut Sink,
) -> (SinkTrack, EventPos) {
    let utid = sink.processes.thread(event.tid);
    let track = tracks.thread(utid, event.at, sink);
    let label = sink.label(Some(name.as_bytes()), Some(b"Video 4 Linux 2"));
    let minor = i64::from(event.i32(fields.minor));
    let mut args = vec![sink.int_arg("minor", minor)];
    args.extend_from_slice(own);
    let code = event.fields(fields.timecode);
    let code = code.map(|field| field.map_or(0, |field| field.as_u32()));
    let [flags, frames, hours, minutes, seconds, kind, ..] = code;
    let order = listed(&FIELDS, event.u32(fields.field)).copied();
    args.push(sink.text_arg("flags", buffer_flags(event.u32(fields.flags))));
    args.push(name_or_null("field", order, sink));
    args.push(sink.int_arg("timestamp", event.i64(fields.timestamp)));
    let rate = listed(&TIMECODES, kind.wrapping_sub(1)).copied();
    args.push(name_or_null("timecode_type", rate, sink));
    args.push(sink.text_arg("timecode_flags", timecode_flags(flags)));
    for (key, value) in [
        ("timecode_frames", frames),
        ("timecode_seconds", seconds),
        ("timecode_minutes", minutes),
        ("timecode_hours", hours),
        ("timecode_userbits0", code[6]),
        ("timecode_userbits1", code[7]),
        ("timecode_userbits2", code[8]),
        ("timecode_userbits3", code[9]),
        ("sequence", event.u32(fields.sequence)),
    ] {
        args.push(sink.int_arg(key, i64::from(value)));
    }
    sink.instant(track, event.at.time(), event.at.pos(), label);
    let begun = Begun::newest(track, sink);
    let set = sink.store_args(&args);
    begun.set_args(set, sink);
    (track, begun.pos(sink))
}

fn name_or_null(key: &'static str, name: Option<&str>, sink: &mut Sink) -> StoredArg {
    let name = name.map(|name| sink.str(name));
    sink.arg(key, StoredValue::Str(name))
}

fn buffer_flags(flags: u32) -> String {
    let is_set = |bits: u32| flags & bits != 0 || flags == 0 && bits == 0;
    let names = FLAGS.iter().filter(|(bits, _)| is_set(*bits));
    names.map(|(_, name)| *name).collect::<Vec<_>>().join("|")
}

fn timecode_flags(flags: u32) -> String {
    let user_bits = flags & 0xc;
    let names = [
        (flags == 0, "USERBITS_USERDEFINED"),
        (flags & 1 != 0, "FLAG_DROPFRAME"),
        (flags & 2 != 0, "FLAG_COLORFRAME"),
        (user_bits == 0x4, "USERBITS_field(01)"),
        (user_bits == 0x8, "USERBITS_field(10)"),
        (user_bits == 0xc, "USERBITS_field(11)"),
        (flags & 8 != 0, "USERBITS_8BITCHARS"),
    ];
    let names = names.iter().filter(|(is_set, _)| *is_set);
    names.map(|(_, name)| *name).collect::<Vec<_>>().join("|")
}
